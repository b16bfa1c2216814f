//! Whether the sidebar has the pages in the order of the source's navigation: each format's navigation is read here by rules of
//! its own, which share nothing with the importer.

use std::collections::BTreeMap;

use import::{Contents, Format, Imported, Source};
use serde_json::Value;

/// What is wrong with the order of a project's sidebar, and whether its source has a navigation that these rules read.
pub(crate) fn faults(source: &Source, imported: &Imported) -> (bool, Vec<String>) {
    let Some(wanted) = navigation(source, imported.report.format) else { return (false, Vec::new()) };
    let page_of: BTreeMap<&str, &str> =
        imported.report.page_files.iter().map(|(file, page)| (file.as_str(), page.as_str())).collect();
    let found = sidebar(imported);
    let mut first: Vec<String> = Vec::new();
    for file in &wanted {
        let Some(page) = page_of.get(file.as_str()) else { continue };
        // Pages that are links to other sites are links in the sidebar; hidden ones are not in it.
        let text = source.text(file).unwrap_or_default();
        if text.lines().take(20).any(|line| line.starts_with("url:") || line == "hidden: true") {
            continue;
        }
        let id = page.strip_prefix("docs/").unwrap_or(page).trim_end_matches(".md").to_owned();
        if !first.contains(&id) {
            first.push(id);
        }
    }
    let mut faults: Vec<String> =
        first.iter().filter(|id| !found.contains(id)).map(|id| format!("{id} is not in the sidebar")).collect();
    let mut there: Vec<&String> = Vec::new();
    for id in found.iter().filter(|id| first.contains(id)) {
        if !there.contains(&id) {
            there.push(id);
        }
    }
    let wanted: Vec<&String> = first.iter().filter(|id| found.contains(id)).collect();
    if let Some(at) = wanted.iter().zip(&there).position(|(wanted, there)| wanted != there) {
        faults.push(format!("place {at} of the sidebar is {}, not {}", there[at], wanted[at]));
    }
    (true, faults)
}

/// The ids of the sidebar's pages, in their order. A page that is a link to another site counts by none.
fn sidebar(imported: &Imported) -> Vec<String> {
    let config = imported.files.iter().find(|file| file.path == "tool.json").map(|file| &file.contents);
    let Some(Contents::Text(config)) = config else { return Vec::new() };
    let config: Value = serde_json::from_str(config).unwrap();
    let mut out = Vec::new();
    ids(&config["sidebar"], &mut out);
    for tab in config["tabs"].as_array().into_iter().flatten() {
        ids(&tab["sidebar"], &mut out);
    }
    out
}

fn ids(entry: &Value, out: &mut Vec<String>) {
    match entry {
        Value::String(id) => out.push(id.clone()),
        Value::Array(entries) => entries.iter().for_each(|entry| ids(entry, out)),
        Value::Object(members) => {
            out.extend(members.get("id").and_then(Value::as_str).map(ToOwned::to_owned));
            if let Some(pages) = members.get("pages") {
                ids(pages, out);
            }
        }
        _ => {}
    }
}

/// The files of pages in the order of the navigation. None where the project has none that is written out.
fn navigation(source: &Source, format: Format) -> Option<Vec<String>> {
    let read = |path: &str| source.text(path).ok();
    match format {
        Format::Mintlify => {
            let old = read("mint.json").map(|text| (text, false));
            let (text, is_new) = read("docs.json").map(|text| (text, true)).or(old)?;
            let config: Value = serde_json::from_str(&text).unwrap();
            let mut root = config["navigation"].clone();
            if is_new && let Some(first) = root["languages"].get(0) {
                root = first.clone();
            }
            let mut out = Vec::new();
            mintlify(source, &root, &mut out);
            Some(out)
        }
        Format::GitBook => {
            let summary = source.paths().find(|path| path.ends_with("SUMMARY.md"))?.to_owned();
            Some(summary_links(source, &summary, "README.md"))
        }
        Format::MdBook => {
            let summary = source.paths().find(|path| path.ends_with("src/SUMMARY.md"))?.to_owned();
            Some(summary_links(source, &summary, "index.md"))
        }
        Format::MkDocs => mkdocs(&read("mkdocs.yml")?),
        Format::Fern => {
            let text = read("fern/docs.yml")?;
            let lines = text.lines().skip_while(|line| *line != "navigation:").skip(1);
            let lines = lines.take_while(|line| line.starts_with([' ', '#']) || line.is_empty());
            let paths = lines.filter_map(|line| line.trim().trim_start_matches("- ").strip_prefix("path: "));
            Some(paths.map(|path| format!("fern/{}", path.trim().trim_start_matches("./"))).collect())
        }
        Format::Docusaurus => {
            let path = source.paths().find(|path| path.contains("versioned_sidebars/"))?.to_owned();
            let version = path.rsplit('/').next()?.strip_suffix("-sidebars.json")?.to_owned();
            let root = format!("{}versioned_docs/{version}/", path.split("versioned_sidebars/").next()?);
            let config: Value = serde_json::from_str(&read(&path)?).unwrap();
            let mut names = Vec::new();
            docusaurus(&config, &mut names);
            Some(names.iter().filter_map(|name| docusaurus_file(source, &root, name)).collect())
        }
        Format::Fumadocs => {
            let mut out = Vec::new();
            fumadocs(source, "content/docs", &mut out);
            Some(out)
        }
        Format::ReadMe => {
            source.paths().find(|path| path.ends_with("/_order.yaml"))?;
            let mut out = Vec::new();
            readme(source, "docs", &mut out);
            Some(out)
        }
        Format::Generic => {
            let text = read("sidebarLearn.json")?;
            let paths = text.lines().filter_map(|line| line.trim().strip_prefix("\"path\": \""));
            let paths = paths.filter_map(|line| line.split('"').next());
            let file = |path: &str| {
                let bare = format!("content{path}");
                [format!("{bare}.md"), format!("{bare}/index.md")].into_iter().find(|file| source.has(file))
            };
            Some(paths.filter_map(file).collect())
        }
        // Their navigation is a file of code, which the test data has not; or there is no test data.
        Format::DocsLit
        | Format::Redocly
        | Format::VuePress
        | Format::Slate
        | Format::Sphinx
        | Format::ApiPage
        | Format::Nextra
        | Format::Starlight
        | Format::VitePress => None,
    }
}

/// Every string below `pages`, and `root` before it.
fn mintlify(source: &Source, value: &Value, out: &mut Vec<String>) {
    let file = |page: &str| {
        let page = page.trim_start_matches('/');
        [format!("{page}.mdx"), format!("{page}.md")].into_iter().find(|file| source.has(file))
    };
    match value {
        Value::String(page) => out.extend(file(page)),
        Value::Array(items) => items.iter().for_each(|item| mintlify(source, item, out)),
        Value::Object(members) => {
            if let Some(reference) = members.get("$ref").and_then(Value::as_str) {
                let text = source.text(reference.trim_start_matches("./")).unwrap_or_default();
                let inner = serde_json::from_str(&text).unwrap_or_default();
                return mintlify(source, &inner, out);
            }
            if members.get("hidden") == Some(&Value::Bool(true)) {
                return;
            }
            out.extend(members.get("root").and_then(Value::as_str).and_then(file));
            let levels = ["tabs", "dropdowns", "products", "anchors", "menu", "item", "groups", "pages"];
            levels.iter().filter_map(|level| members.get(*level)).for_each(|inner| mintlify(source, inner, out));
        }
        _ => {}
    }
}

/// The targets of the links of a list, without those in comments.
fn summary_links(source: &Source, summary: &str, index: &str) -> Vec<String> {
    let text = source.text(summary).unwrap();
    let folder = summary.trim_end_matches("SUMMARY.md");
    let mut shown = String::new();
    for part in text.split("<!--") {
        shown.push_str(part.split_once("-->").map_or(part, |(_, rest)| rest));
    }
    let targets = shown.split("](").skip(1).filter_map(|rest| rest.split([')', ' ', '#']).next());
    let targets = targets.map(|target| target.trim_matches(['<', '>']).trim_start_matches("./"));
    let files = targets.map(|target| match target.ends_with('/') {
        true => format!("{folder}{target}{index}"),
        false => format!("{folder}{target}"),
    });
    files.collect()
}

/// What ends with `.md` in the lines of `nav`.
fn mkdocs(text: &str) -> Option<Vec<String>> {
    let lines = text.lines().skip_while(|line| *line != "nav:").skip(1);
    let lines = lines.take_while(|line| line.starts_with([' ', '#', '-']) || line.is_empty());
    let targets = lines.filter_map(|line| line.trim().rsplit([' ', '"']).find(|word| !word.is_empty()));
    let files: Vec<String> = targets.filter(|word| word.ends_with(".md")).map(|word| format!("docs/{word}")).collect();
    (!files.is_empty()).then_some(files)
}

fn docusaurus(value: &Value, out: &mut Vec<String>) {
    match value {
        Value::String(id) => out.push(id.clone()),
        Value::Array(items) => items.iter().for_each(|item| docusaurus(item, out)),
        Value::Object(members) => {
            let text = |name: &str| members.get(name).and_then(Value::as_str);
            if let Some(link) = members.get("link") {
                docusaurus(link, out);
            }
            match text("type") {
                Some("doc" | "ref") => out.extend(text("id").map(ToOwned::to_owned)),
                Some("category") => docusaurus(&members["items"], out),
                Some(_) => {}
                // Sidebars by name, or categories by label.
                None => members.values().for_each(|items| docusaurus(items, out)),
            }
        }
        _ => {}
    }
}

/// The file of an id: the frontmatter's `id`, else the file's own name.
fn docusaurus_file(source: &Source, root: &str, name: &str) -> Option<String> {
    let named = |path: &&str| {
        let Some(rest) = path.strip_prefix(root) else { return false };
        let text = source.text(path).unwrap_or_default();
        let id = text.lines().take(12).find_map(|line| line.strip_prefix("id: ")).map(str::trim);
        let folder = rest.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
        let stem = rest.trim_end_matches(".mdx").trim_end_matches(".md");
        id.map_or(stem == name, |id| format!("{folder}{id}") == name)
    };
    source.paths().find(named).map(ToOwned::to_owned)
}

/// The pages of a folder by its `meta.json`; what it does not name follows in the order of the alphabet.
fn fumadocs(source: &Source, folder: &str, out: &mut Vec<String>) {
    let meta: Value = source
        .text(&format!("{folder}/meta.json"))
        .ok()
        .and_then(|text| serde_json::from_str(&text).ok())
        .unwrap_or_default();
    let listed: Vec<&str> = meta["pages"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let index = [format!("{folder}/index.mdx"), format!("{folder}/index.md")].into_iter().find(|file| source.has(file));
    if !listed.contains(&"index") {
        out.extend(index);
    }
    for entry in listed {
        let name = entry.trim_start_matches("...");
        if entry == "..." || entry == "z...a" || entry.starts_with(['!', '[']) || entry.starts_with("---") {
            continue;
        }
        let file = |end: &str| Some(format!("{folder}/{name}.{end}")).filter(|file| source.has(file));
        match file("mdx").or_else(|| file("md")) {
            Some(file) => out.push(file),
            None => fumadocs(source, &format!("{folder}/{name}"), out),
        }
    }
}

/// The pages of a folder by its `_order.yaml`; of one without that they are in no order that is written out.
fn readme(source: &Source, folder: &str, out: &mut Vec<String>) {
    let Ok(order) = source.text(&format!("{folder}/_order.yaml")) else { return };
    for name in order.lines().filter_map(|line| line.strip_prefix("- ")).map(|name| name.trim_matches(['"', '\''])) {
        let ends = [".md", ".mdx", "/index.md", "/index.mdx"];
        out.extend(ends.iter().map(|end| format!("{folder}/{name}{end}")).find(|file| source.has(file)));
        readme(source, &format!("{folder}/{name}"), out);
    }
}
