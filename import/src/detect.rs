//! Detects the tool that a project was written for (formats.md 0.1): the first matching rule wins, first in the folder
//! itself, then in the folders where larger projects keep their documentation.

use crate::format::Format;
use crate::literal::{self, Value};
use crate::paths;
use crate::source::Source;

/// The result of detection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Detected {
    /// The tool.
    pub format: Format,
    /// The folder of the project, from the root of the source; empty for the root.
    pub root: String,
    /// The file or folder that identifies the tool.
    pub evidence: String,
}

/// The folders that are searched after the root.
const BELOW: [&str; 5] = ["", "docs", "fern", "website", "site"];
/// Further folders of larger projects, searched last.
const DEEPER: [&str; 14] = [
    "doc",
    "guide",
    "book",
    "documentation",
    "web",
    "apps/docs",
    "packages/docs",
    "apps/web",
    "apps/website",
    "docs/source",
    "doc/source",
    "docs/src",
    "docs/docs",
    "source",
];
/// The formats that are identified by files at any depth.
const ANYWHERE: [Format; 3] = [Format::Fumadocs, Format::Nextra, Format::ReadMe];
/// The settings files that identify a project in a folder that no list names.
const SETTINGS: [&str; 15] = [
    "docslit.json",
    "docs.json",
    "mint.json",
    "fern.config.json",
    "docusaurus.config.js",
    "docusaurus.config.ts",
    "docusaurus.config.mjs",
    "mkdocs.yml",
    "mkdocs.yaml",
    "astro.config.mjs",
    "astro.config.ts",
    "astro.config.js",
    "book.toml",
    "conf.py",
    "source.config.ts",
];
/// Folders whose projects are not the documentation of the repository.
const ASIDE: [&str; 21] = [
    "test",
    "tests",
    "__tests__",
    "e2e",
    "fixtures",
    "__fixtures__",
    "testdata",
    "example",
    "examples",
    "sample",
    "samples",
    "demo",
    "demos",
    "template",
    "templates",
    "playground",
    "playgrounds",
    "bench",
    "benchmarks",
    "vendor",
    "third_party",
];
/// The deepest folder that is searched for settings.
const DEEPEST_SETTINGS: usize = 4;
/// The greatest number of pages that are read during detection.
const MOST_READ: usize = 2_000;

/// The format of a source, or the location of the project of a given format. `None` if the source has no pages and no
/// settings of a known tool.
#[must_use]
pub fn detect(source: &Source, wanted: Option<Format>) -> Option<Detected> {
    let formats: Vec<Format> = wanted.map_or_else(|| Format::ALL.to_vec(), |format| vec![format]);
    // Files at any depth are weaker evidence than a settings file at its only location.
    let (anywhere, settled): (Vec<Format>, Vec<Format>) = formats.iter().partition(|format| ANYWHERE.contains(format));
    // The settings of Fumadocs count before folders of pages that Nextra and plain Next.js share.
    let fumadocs: Vec<Format> = anywhere.iter().copied().filter(|format| *format == Format::Fumadocs).collect();
    let configured = |root: &&str| source.has(&paths::plus(root, "source.config.ts"));
    let with_config: Vec<&str> = BELOW.into_iter().chain(DEEPER).filter(configured).collect();
    let unlisted = folders_with_settings(source);
    let unlisted: Vec<&str> = unlisted.iter().map(String::as_str).collect();
    let searches = [
        (&BELOW[..], &settled),
        (&DEEPER[..], &settled),
        (&with_config[..], &fumadocs),
        (&BELOW[..], &anywhere),
        (&unlisted[..], &formats),
    ];
    for (roots, formats) in searches {
        for (root, &format) in roots.iter().flat_map(|root| formats.iter().map(move |format| (*root, format))) {
            if let Some(evidence) = evidence(source, root, format) {
                // `fern/fern.config.json` is the same project seen from the root and from `fern/`.
                let root = match format {
                    Format::Fern => paths::folder(&evidence),
                    Format::Nextra => above_routes(&evidence).unwrap_or(root),
                    _ => root,
                };
                let root = root.to_owned();
                return Some(Detected { format, root, evidence });
            }
        }
    }
    let page = source.paths().find(|path| paths::is_page(path))?;
    // Settings that another tool's may have outlived.
    let left = [".gitbook.yaml", ".gitbook.yml"].into_iter().find(|path| source.has(path));
    if let Some(evidence) = left.filter(|_| wanted.is_none()) {
        return Some(Detected { format: Format::GitBook, root: String::new(), evidence: evidence.to_owned() });
    }
    if let (None, Some(evidence)) = (wanted, markdoc_page(source)) {
        return Some(Detected { format: Format::Redocly, root: String::new(), evidence });
    }
    if let (None, Some(evidence)) = (wanted, vitepress_home(source)) {
        return Some(Detected { format: Format::VitePress, root: common_folder(source), evidence });
    }
    let format = wanted.unwrap_or(Format::Generic);
    let why = if format == Format::Generic { page.to_owned() } else { "as asked for".to_owned() };
    Some(Detected { format, root: String::new(), evidence: why })
}

/// The folders with settings of a tool and at least half of all pages, the one with the most pages first. A folder named
/// after a language counts with those next to it.
fn folders_with_settings(source: &Source) -> Vec<String> {
    let mut found: Vec<&str> = source
        .paths()
        .filter_map(|path| {
            let marks = ["/.vitepress/config", "/.vuepress/config"];
            let own = || SETTINGS.contains(&paths::name(path)).then(|| paths::folder(path));
            marks.iter().find_map(|mark| path.split_once(mark)).map(|(folder, _)| folder).or_else(own)
        })
        .filter(|folder| {
            let mut parts = folder.split('/');
            folder.split('/').count() <= DEEPEST_SETTINGS
                && !parts.any(|part| part.starts_with('.') || ASIDE.contains(&part.to_ascii_lowercase().as_str()))
        })
        .collect();
    found.sort_unstable();
    found.dedup();
    let pages = |folder: &str| source.under(folder).filter(|path| paths::is_page(path)).count();
    let all = pages("");
    let is_most = |folder: &&str| {
        let is_language = crate::language::is_language(paths::name(folder));
        let scope = if is_language { paths::folder(folder) } else { folder };
        pages(folder) > 0 && pages(scope) * 2 >= all
    };
    let found = found.into_iter().filter(is_most);
    let mut counted: Vec<(usize, String)> = found.map(|at| (pages(at), at.to_owned())).collect();
    counted.sort_by(|left, right| right.0.cmp(&left.0).then_with(|| left.1.cmp(&right.1)));
    counted.into_iter().map(|(_, folder)| folder).collect()
}

/// The file that identifies the project in `root` as one of this format.
fn evidence(source: &Source, root: &str, format: Format) -> Option<String> {
    let at = |path: &str| paths::plus(root, path);
    let first = |names: &[&str]| names.iter().map(|name| at(name)).find(|path| source.has(path));
    let any = |test: &dyn Fn(&str) -> bool| source.under(root).find(|path| test(path)).map(ToOwned::to_owned);
    match format {
        Format::DocsLit => first(&["docslit.json"]),
        Format::Mintlify => first(&["docs.json"])
            .filter(|path| source.text(path).is_ok_and(|text| is_mintlify(&text)))
            .or_else(|| first(&["mint.json"])),
        Format::Fern => first(&["fern/fern.config.json"])
            .or_else(|| first(&["fern.config.json"]).filter(|_| source.has(&at("docs.yml"))))
            .or_else(|| first(&["fern/docs.yml"])),
        Format::Redocly => redocly(source, root),
        Format::VuePress => ["ts", "js", "mjs", "cts", "mts"]
            .iter()
            .flat_map(|end| [format!(".vuepress/config.{end}"), format!(".vuepress/config/index.{end}")])
            .map(|name| at(&name))
            .find(|path| source.has(path))
            .or_else(|| any(&|path| paths::below(path, root).is_some_and(|path| path.starts_with(".vuepress/")))),
        Format::Sphinx => sphinx(source, root),
        Format::Slate => slate(source, root),
        Format::ApiPage => api_page(source, root),
        Format::Docusaurus => first(&["docusaurus.config.js", "docusaurus.config.ts", "docusaurus.config.mjs"])
            .or_else(|| {
                let has_docs = has_below(source, &at("docs")) || has_below(source, "docs");
                first(&["sidebars.js", "sidebars.ts", "sidebars.json"]).filter(|_| has_docs)
            })
            .or_else(|| any(&|path| paths::below(path, root).is_some_and(|path| path.starts_with("versioned_docs/")))),
        Format::MkDocs => first(&["mkdocs.yml", "mkdocs.yaml", "zensical.yml", "zensical.yaml", "zensical.toml"]),
        Format::Starlight => first(&["astro.config.mjs", "astro.config.ts", "astro.config.js"])
            .filter(|path| source.text(path).is_ok_and(|text| text.contains("starlight")))
            .or_else(|| {
                let content = at("src/content/docs");
                has_below(source, &content).then_some(content)
            }),
        Format::VitePress => ["ts", "mts", "js", "mjs"]
            .iter()
            .flat_map(|end| [format!(".vitepress/config.{end}"), format!(".vitepress/config/index.{end}")])
            .map(|name| at(&name))
            .find(|path| source.has(path))
            .or_else(|| any(&|path| paths::below(path, root).is_some_and(|path| path.starts_with(".vitepress/")))),
        Format::MdBook => first(&["book.toml"]),
        Format::GitBook => first(&[".gitbook.yaml", ".gitbook.yml"])
            .filter(|settings| has_summary(source, root, settings))
            .or_else(|| any(&|path| paths::below(path, root).is_some_and(|path| path.starts_with(".gitbook/"))))
            .or_else(|| first(&["book.json", "SUMMARY.md", "src/SUMMARY.md"]))
            .or_else(|| gitbook_space(source, root)),
        Format::Fumadocs => any(&|path| {
            path.ends_with("meta.json")
                && paths::name(path) == "meta.json"
                && paths::below(path, &at("content")).is_some()
                && source.text(path).is_ok_and(|text| text.contains("\"pages\""))
        })
        .or_else(|| first(&["source.config.ts"])),
        Format::Nextra => any(&is_meta)
            .or_else(|| any(&|path| paths::name(path) == "page.mdx" && format!("/{path}").contains("/app/")))
            .or_else(|| {
                first(&["package.json"]).filter(|path| source.text(path).is_ok_and(|text| text.contains("\"nextra\"")))
            }),
        Format::ReadMe => read_me(source, root),
        Format::Generic => None,
    }
}

/// The folder of a Next.js project, from a file in one of its folders of pages.
fn above_routes(file: &str) -> Option<&str> {
    let of = |at: usize| file.get(..at).map(|folder| folder.strip_suffix("/src").unwrap_or(folder));
    let found = ["app", "content", "pages"].iter().filter_map(|name| file.find(&format!("/{name}/"))).min();
    let is_first = |name: &&str| file.starts_with(&format!("{name}/"));
    if ["app", "content", "pages", "src"].iter().any(is_first) {
        return Some("");
    }
    found.and_then(of)
}

/// `sidebars.yaml`, or `redocly.yaml` next to pages that use Markdoc.
fn redocly(source: &Source, root: &str) -> Option<String> {
    let at = |path: &str| paths::plus(root, path);
    let has_settings = source.has(&at("redocly.yaml"));
    let is_sidebar = |path: &&str| {
        let name = paths::name(path);
        let depth = paths::below(path, root).map_or(usize::MAX, |path| path.matches('/').count());
        // Of a whole repository, only the folder with the sidebars is the project.
        let is_near = depth == 0 || (depth <= 3 && (has_settings || !root.is_empty()));
        is_near && (name == "sidebars.yaml" || name.ends_with(".sidebars.yaml"))
    };
    if let Some(path) = source.under(root).find(is_sidebar) {
        return Some(path.to_owned());
    }
    let settings = Some(at("redocly.yaml")).filter(|path| source.has(path))?;
    let mut pages = source.under(root).filter(|path| paths::is_page(path)).take(MOST_READ);
    let has_tags = |path: &str| source.text(path).is_ok_and(|text| text.contains("{% /"));
    pages.any(has_tags).then_some(settings)
}

/// The first page with a tag of Redocly's Markdoc and its end. Without settings of a tool, only pages show the syntax.
fn markdoc_page(source: &Source) -> Option<String> {
    const TAGS: [&str; 4] = ["admonition", "cards", "code-group", "tabs"];
    let is_paired = |text: &str, tag: &str| {
        let begins = [" ", "\n"].iter().any(|end| text.contains(&format!("{{% {tag}{end}")));
        begins && text.contains(&format!("{{% /{tag} %}}"))
    };
    let has_tags = |path: &str| {
        let text = source.text(path).unwrap_or_default();
        text.contains("{% /") && TAGS.iter().any(|tag| is_paired(&text, tag))
    };
    let mut pages = source.paths().filter(|path| paths::is_page(path)).take(MOST_READ);
    pages.find(|path| has_tags(path)).map(ToOwned::to_owned)
}

/// Whether a book of GitBook has a summary: `SUMMARY.md`, or another file that its settings name and that is no `README.md`.
fn has_summary(source: &Source, root: &str, settings: &str) -> bool {
    let text = source.text(settings).unwrap_or_default();
    let named = text.lines().find_map(|line| line.trim().strip_prefix("summary:")).map(str::trim).unwrap_or_default();
    let is_own = |path: &str| !named.is_empty() && path.ends_with(named.trim_start_matches("./"));
    let mut files = source.under(root);
    files.any(|path| match paths::name(path) {
        "SUMMARY.md" => true,
        name => !name.eq_ignore_ascii_case("readme.md") && is_own(path),
    })
}

/// The settings or assets of a space of GitBook, in a folder with a summary.
fn gitbook_space(source: &Source, root: &str) -> Option<String> {
    const DEEPEST: usize = 3;
    let is_mark = |path: &&str| {
        let below = paths::below(path, root).unwrap_or(path);
        let at = below
            .find("/.gitbook")
            .filter(|at| below.get(..*at).is_some_and(|folder| folder.matches('/').count() < DEEPEST));
        at.and_then(|at| below.get(..at))
            .is_some_and(|folder| source.has(&paths::plus(root, &format!("{folder}/SUMMARY.md"))))
    };
    source.under(root).find(is_mark).map(ToOwned::to_owned)
}

/// `conf.py` of Sphinx, or the table of contents of Jupyter Book.
fn sphinx(source: &Source, root: &str) -> Option<String> {
    let at = |name: &str| Some(paths::plus(root, name)).filter(|path| source.has(path));
    let has =
        |path: &str, marks: &[&str]| source.text(path).is_ok_and(|text| marks.iter().any(|mark| text.contains(mark)));
    let settings = at("conf.py").filter(|path| has(path, &["extensions", "html_theme", "sphinx", "myst"]));
    let toc = at("_toc.yml").filter(|_| at("_config.yml").is_some());
    let own = at("myst.yml").filter(|path| has(path, &["project:"]));
    settings.or(toc).or(own)
}

/// A page with `language_tabs` in its frontmatter, where Slate has it or beside nothing else.
fn slate(source: &Source, root: &str) -> Option<String> {
    let is_slate = |path: &str| {
        source.text(path).is_ok_and(|text| {
            let head =
                text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---")).map_or("", |(head, _)| head);
            head.lines().any(|line| line.starts_with("language_tabs:") || line.starts_with("toc_footers:"))
        })
    };
    let names = ["source/index.html.md", "source/index.md", "index.html.md"];
    let known = names.iter().map(|name| paths::plus(root, name)).find(|path| source.has(path) && is_slate(path));
    known.or_else(|| {
        let mut pages = source.under(root).filter(|path| paths::is_page(path)).take(2);
        let only = pages.next().filter(|path| is_slate(path))?;
        pages.next().is_none().then(|| only.to_owned())
    })
}

/// An HTML page or script that starts Swagger UI or Redoc, in a folder without Markdown pages.
fn api_page(source: &Source, root: &str) -> Option<String> {
    if source.paths().any(|path| paths::is_page(path) && !paths::name(path).eq_ignore_ascii_case("readme.md")) {
        return None;
    }
    let is_code = |path: &&str| path.ends_with(".html") || path.ends_with("swagger-initializer.js");
    let starts = |text: &str| {
        ["SwaggerUIBundle(", "SwaggerUIBundle({", "<redoc", "Redoc.init("].iter().any(|call| text.contains(call))
    };
    let mut files = source.under(root).filter(is_code).take(100);
    files.find(|path| source.text(path).is_ok_and(|text| starts(&text))).map(ToOwned::to_owned)
}

fn has_below(source: &Source, folder: &str) -> bool {
    source.under(folder).next().is_some()
}

/// `_meta.js`, `_meta.global.tsx`, `_meta.en.json`.
fn is_meta(path: &str) -> bool {
    let name = paths::name(path);
    // Nextra does not read the files of a private or dynamic folder.
    name.starts_with("_meta.")
        && !paths::name(paths::folder(path)).starts_with(['_', '['])
        && ["js", "ts", "tsx", "jsx", "json"].iter().any(|end| name.ends_with(&format!(".{end}")))
}

/// Whether a `docs.json` belongs to Mintlify.
fn is_mintlify(text: &str) -> bool {
    let value = literal::json(text).ok();
    let schema = match &value {
        Some(value) => literal::text(value, "$schema").is_some_and(|schema| schema.contains("mintlify")),
        None => text.contains("mintlify"),
    };
    let has = |key: &str| match &value {
        Some(value) => value.get(key).is_some_and(|value| *value != Value::Null),
        None => text.contains(&format!("\"{key}\"")),
    };
    schema || (has("navigation") && (has("theme") || has("colors")))
}

/// `_order.yaml` next to pages, custom blocks, or pages with magic blocks.
fn read_me(source: &Source, root: &str) -> Option<String> {
    let is_below = |path: &str| paths::below(path, root).map(ToOwned::to_owned);
    let order = source.under(root).find(|path| paths::name(path) == "_order.yaml");
    let block =
        || source.under(root).find(|path| is_below(path).is_some_and(|path| path.starts_with("custom_blocks/")));
    if let Some(path) = order.or_else(block) {
        return Some(path.to_owned());
    }
    let pages = source.under(root).filter(|path| paths::is_page(path)).take(MOST_READ);
    let mut pages = pages.filter(|path| source.text(path).is_ok_and(|text| has_magic_block(&text)));
    pages.next().map(ToOwned::to_owned)
}

/// A VitePress home page: `layout: home` with `hero` or `features`. It identifies a project without its settings.
fn vitepress_home(source: &Source) -> Option<String> {
    let pages = source.paths().filter(|path| path.ends_with("index.md")).take(MOST_READ);
    let is_home = |text: &str| {
        let head = text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---")).map_or("", |(head, _)| head);
        let has = |start: &str| head.lines().any(|line| line.starts_with(start));
        has("layout: home") && (has("hero:") || has("features:"))
    };
    let mut homes = pages.filter(|path| source.text(path).is_ok_and(|text| is_home(&text)));
    homes.next().map(ToOwned::to_owned)
}

/// The folder of [`BELOW`] that contains all pages; empty for the root.
fn common_folder(source: &Source) -> String {
    let holds_all = |folder: &&str| {
        !folder.is_empty()
            && source.paths().filter(|path| paths::is_page(path)).all(|path| paths::below(path, folder).is_some())
    };
    BELOW.into_iter().find(|folder| holds_all(folder)).unwrap_or_default().to_owned()
}

/// Whether a text contains a `[block:…]` of ReadMe outside of code.
fn has_magic_block(text: &str) -> bool {
    let mut fence = false;
    text.lines().any(|line| {
        if line.trim_start().starts_with("```") {
            fence = !fence;
        }
        !fence && line.starts_with("[block:") && line.trim_end().ends_with(']')
    })
}

#[cfg(test)]
mod tests {
    use super::detect;
    use crate::format::Format;
    use crate::source::Source;

    #[track_caller]
    fn check(files: &[(&str, &str)], format: Format, root: &str, evidence: &str) {
        let source = Source::from_memory(files.iter().map(|(path, text)| (*path, *text)));
        let found = detect(&source, None).unwrap();
        assert_eq!((found.format, found.root.as_str(), found.evidence.as_str()), (format, root, evidence));
    }

    #[test]
    fn each_format_is_told_by_its_files() {
        check(
            &[("docs.json", r#"{ "$schema": "https://mintlify.com/docs.json" }"#)],
            Format::Mintlify,
            "",
            "docs.json",
        );
        check(&[("docs.json", r#"{ "navigation": {}, "theme": "mint" }"#)], Format::Mintlify, "", "docs.json");
        check(&[("docs/mint.json", "{}")], Format::Mintlify, "docs", "docs/mint.json");
        check(&[("fern/fern.config.json", "{}")], Format::Fern, "fern", "fern/fern.config.json");
        check(&[("fern.config.json", "{}"), ("docs.yml", "")], Format::Fern, "", "fern.config.json");
        check(&[("docusaurus.config.ts", ""), ("x.md", "")], Format::Docusaurus, "", "docusaurus.config.ts");
        check(
            &[("website/sidebars.json", "{}"), ("docs/a.md", "")],
            Format::Docusaurus,
            "website",
            "website/sidebars.json",
        );
        check(&[("mkdocs.yml", ""), ("docs/SUMMARY.md", "")], Format::MkDocs, "", "mkdocs.yml");
        check(&[("guide/book.toml", ""), ("guide/src/SUMMARY.md", "")], Format::MdBook, "guide", "guide/book.toml");
        // In a folder that no list names, outside of examples, the project with the most pages.
        check(
            &[
                ("README.md", ""),
                ("examples/site/mkdocs.yml", ""),
                ("examples/site/docs/a.md", ""),
                ("manual/en/docs/a.md", ""),
                ("manual/en/docs/b.md", ""),
                ("manual/en/mkdocs.yml", ""),
                ("manual/fr/docs/a.md", ""),
                ("manual/fr/mkdocs.yml", "INHERIT: ../en/mkdocs.yml"),
            ],
            Format::MkDocs,
            "manual/en",
            "manual/en/mkdocs.yml",
        );
        check(
            &[("README.md", ""), ("src/docs.json", r#"{ "navigation": {}, "theme": "x" }"#), ("src/a.mdx", "")],
            Format::Mintlify,
            "src",
            "src/docs.json",
        );
        check(
            &[
                ("docs/source.config.ts", ""),
                ("docs/app/legal/page.mdx", ""),
                ("docs/content/docs/meta.json", r#"{ "pages": ["a"] }"#),
                ("docs/content/docs/a.mdx", ""),
            ],
            Format::Fumadocs,
            "docs",
            "docs/content/docs/meta.json",
        );
        check(&[("zensical.toml", ""), ("docs/a.md", "")], Format::MkDocs, "", "zensical.toml");
        check(&[("site/src/content/docs/a.md", "")], Format::Starlight, "site", "site/src/content/docs");
        check(&[("docs/.vitepress/config.ts", "")], Format::VitePress, "docs", "docs/.vitepress/config.ts");
        check(&[("book.toml", ""), ("src/SUMMARY.md", "")], Format::MdBook, "", "book.toml");
        check(&[("SUMMARY.md", "")], Format::GitBook, "", "SUMMARY.md");
        let left = (".gitbook.yaml", "structure:\n  summary: docs/README.md\n");
        check(&[left, ("docs/README.md", "")], Format::GitBook, "", ".gitbook.yaml");
        let website = "website/docusaurus.config.js";
        check(&[left, ("docs/README.md", ""), (website, "")], Format::Docusaurus, "website", website);
        check(&[("a/SUMMARY.md", ""), ("a/.gitbook.yaml", "")], Format::GitBook, "", "a/.gitbook.yaml");
        check(&[("docs/conf.py", "extensions = []"), ("docs/a.md", "")], Format::Sphinx, "docs", "docs/conf.py");
        check(&[("_toc.yml", ""), ("_config.yml", ""), ("a.md", "")], Format::Sphinx, "", "_toc.yml");
        check(&[("content/docs/meta.json", r#"{ "pages": [] }"#)], Format::Fumadocs, "", "content/docs/meta.json");
        check(&[("pages/_meta.json", "{}")], Format::Nextra, "", "pages/_meta.json");
        check(&[("app/docs/page.mdx", "")], Format::Nextra, "", "app/docs/page.mdx");
        check(&[("web/src/pages/en/_meta.ts", "")], Format::Nextra, "web", "web/src/pages/en/_meta.ts");
        check(&[("docs/_order.yaml", "- a")], Format::ReadMe, "", "docs/_order.yaml");
        check(&[("a.md", "[block:callout]\n{}\n[/block]\n")], Format::ReadMe, "", "a.md");
        check(&[("a.md", "```\n[block:callout]\n```\n")], Format::Generic, "", "a.md");
        let home = "---\nlayout: home\nhero:\n  name: X\n---\n";
        check(&[("docs/en/index.md", home), ("docs/en/a.md", "")], Format::VitePress, "docs", "docs/en/index.md");
        check(&[("docs.json", "{}"), ("docs/a.md", "# A")], Format::Generic, "", "docs/a.md");
        // Neither can be read.
        check(&[("docs.json", "{ \"navigation\": ["), ("docs/a.md", "# A")], Format::Generic, "", "docs/a.md");
        check(&[("docs.json", "{ \"theme\": \"mint\", \"navigation\": [")], Format::Mintlify, "", "docs.json");
        assert_eq!(detect(&Source::from_memory([("a.txt", "")]), None), None);
    }

    #[test]
    fn a_wanted_format_is_looked_for_alone() {
        let source = Source::from_memory([("book.toml", ""), ("docs/SUMMARY.md", "")]);
        let found = detect(&source, Some(Format::GitBook)).unwrap();
        assert_eq!((found.root.as_str(), found.evidence.as_str()), ("docs", "docs/SUMMARY.md"));
        let found = detect(&Source::from_memory([("x.md", "")]), Some(Format::Nextra)).unwrap();
        assert_eq!((found.format, found.evidence.as_str()), (Format::Nextra, "as asked for"));
    }
}
