//! Every page of the real projects, converted with what a site would answer at its simplest, and checked by the engine. For
//! people: it prints counts, and fails where a page cannot be shown.

#![allow(clippy::disallowed_methods, reason = "tests read their data")]

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use engine::{MemorySystem, Project, Severity};

use crate::page::{Include, LinkPlace, Resolver, convert};
use crate::project::{Dialect, SourcePage};
use crate::source::Source;

struct Site<'s> {
    source: &'s Source,
    root: String,
    dialect: Dialect,
}

/// A path from a file's folder, without `.` and `..`.
fn joined(from: &str, path: &str) -> String {
    let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut parts: Vec<&str> = if path.starts_with('/') { Vec::new() } else { folder.split('/').collect() };
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.retain(|part| !part.is_empty());
    parts.join("/")
}

impl Site<'_> {
    fn find(&self, from: &str, path: &str) -> Option<String> {
        let bare = path.trim_start_matches("@site/").trim_start_matches('/');
        let places = [
            joined(from, path),
            format!("{}{bare}", self.root),
            format!("{}fern/{bare}", self.root),
            format!("{}_snippets/{bare}", self.root),
            format!("{}snippets/{bare}", self.root),
            bare.to_owned(),
        ];
        places.into_iter().find(|path| self.source.has(path))
    }
}

impl Resolver for Site<'_> {
    fn link(&self, _: &str, _: &str, _: LinkPlace<'_>) -> Option<String> {
        None
    }

    fn asset(&self, _: &str, _: &str, _: LinkPlace<'_>) -> Option<String> {
        None
    }

    fn include(&self, from: &str, path: &str) -> Include {
        let ending = path.rsplit('.').next().unwrap_or_default();
        if matches!(ending, "js" | "jsx" | "ts" | "tsx" | "vue" | "astro") {
            return Include::Code;
        }
        match self.find(from, path).map(|file| (self.source.text(&file), file)) {
            Some((Ok(text), file)) => Include::Text { file, text, dialect: self.dialect },
            _ if !path.contains('.') || !matches!(ending, "md" | "mdx") => Include::Code,
            _ => Include::Missing,
        }
    }

    fn file(&self, from: &str, path: &str) -> Option<String> {
        self.find(from, path).and_then(|file| self.source.text(&file).ok())
    }

    fn operation(&self, _: &str, _: &str) -> Option<(String, Option<String>)> {
        None
    }

    fn variable(&self, _: &str) -> Option<String> {
        None
    }

    fn hidden_lines(&self, _: &str) -> Option<String> {
        None
    }
}

/// The dialect of a project, by the name of its folder.
fn dialect(name: &str) -> Dialect {
    let mut out = Dialect::default();
    match name.split('-').next().unwrap_or_default() {
        "docusaurus" | "starlight" => (out.mdx, out.directives) = (true, true),
        "gitbook" => out.liquid = true,
        "mkdocs" => out.mkdocs = true,
        "vitepress" => (out.vitepress, out.directives) = (true, true),
        "mdbook" => out.mdbook = true,
        "readme" => (out.readme, out.mdx) = (true, true),
        "mintlify" => (out.mdx, out.dotted_ids) = (true, name.ends_with("mintjson")),
        _ => out.mdx = true,
    }
    out
}

fn run(folder: &Path) -> (usize, BTreeMap<String, Vec<String>>) {
    let name = folder.file_name().unwrap().to_string_lossy().into_owned();
    let source = Source::open(folder).unwrap();
    let site = Site { source: &source, root: String::new(), dialect: dialect(&name) };
    let system = Arc::new(MemorySystem::default());
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut texts: BTreeMap<String, String> = BTreeMap::new();
    let mut pages = 0;
    let out = std::env::var("TRIAL_OUT").ok();
    for path in source.paths() {
        let is_page = path.ends_with(".md") || path.ends_with(".mdx");
        let is_part =
            path.split('/').any(|part| part.starts_with('_') || part == "snippets" || part == "custom_blocks");
        if !is_page || is_part {
            continue;
        }
        let Ok(text) = source.text(path) else { continue };
        let id = path
            .rsplit_once('.')
            .map_or(path, |(stem, _)| stem)
            .to_lowercase()
            .replace(['(', ')', ' ', '[', ']', '.'], "-");
        let page = SourcePage { file: path.to_owned(), id: id.clone(), ..SourcePage::default() };
        let start = std::time::Instant::now();
        let converted = convert(&page, &text, site.dialect, &site);
        if start.elapsed().as_millis() > 200 {
            let place = format!("{path} {} bytes {:?}", text.len(), start.elapsed());
            found.entry("slow".to_owned()).or_default().push(place);
        }
        pages += 1;
        for loss in &converted.losses {
            let place = format!("{}:{} {} — {}", loss.file, loss.line, loss.subject, loss.outcome);
            found.entry(format!("loss {:?}", loss.kind)).or_default().push(place);
        }
        for (field, _) in &converted.dropped_fields {
            found.entry("field".to_owned()).or_default().push(format!("{path} {field}"));
        }
        if let Some(out) = &out {
            let file = Path::new(out).join(&name).join(format!("{id}.md"));
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, converted.text()).unwrap();
        }
        texts.insert(format!("docs/{id}.md"), converted.text());
        system.write(&format!("docs/{id}.md"), converted.text());
    }
    system.write("tool.json", r#"{"name": "Trial"}"#);
    let project = Project::open(system);
    for diagnostic in project.site().diagnostics() {
        let code = diagnostic.code.name();
        if matches!(code, "broken-link" | "orphan-page" | "missing-alt-text" | "unknown-field" | "invalid-page-id") {
            continue;
        }
        let severity = if diagnostic.severity == Severity::Error { "ERROR" } else { "check" };
        let place = diagnostic.place.as_ref().map(|place| {
            let text = texts.get(&*place.file).map_or("", String::as_str);
            let before = text.get(..place.span.start as usize).unwrap_or_default();
            format!("{}:{}", place.file, before.matches('\n').count() + 1)
        });
        let text = format!("{} {}", place.unwrap_or_default(), diagnostic.message);
        found.entry(format!("{severity} {code}")).or_default().push(text);
    }
    (pages, found)
}

#[test]
#[ignore = "prints what becomes of the real projects"]
#[expect(clippy::print_stdout, reason = "that is what it is for")]
fn real_projects() {
    let Some(data) = std::env::var_os("TOOL_TEST_DATA") else { return };
    let wanted = std::env::var("TRIAL").unwrap_or_default();
    let mut folders: Vec<_> =
        std::fs::read_dir(Path::new(&data).join("imports")).unwrap().flatten().map(|entry| entry.path()).collect();
    folders.sort();
    let mut errors = Vec::new();
    for folder in
        folders.iter().filter(|folder| folder.is_dir() && !folder.ends_with("_nav") && !folder.ends_with("_licences"))
    {
        if !folder.to_string_lossy().contains(&wanted) {
            continue;
        }
        let start = std::time::Instant::now();
        let (pages, found) = run(folder);
        println!("== {} {pages} pages {:?}", folder.display(), start.elapsed());
        for (kind, places) in found {
            if kind.starts_with("ERROR") && !kind.ends_with("broken-anchor") {
                errors.extend(places.iter().cloned());
            }
            println!("  {kind}: {}", places.len());
            for place in
                places.iter().take(std::env::var("TRIAL_MOST").ok().and_then(|most| most.parse().ok()).unwrap_or(4))
            {
                println!("      {place}");
            }
        }
    }
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}
