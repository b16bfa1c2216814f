//! Properties of every import, whatever the files of the other tool contain.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use engine::testing::fuzz::FuzzTarget;
use engine::{Code, Diagnostic, MemorySystem, Project};

use crate::{Contents, Format, Imported, Options, Source, import};

/// The fuzz targets of the import.
pub const TARGETS: &[FuzzTarget] = &[FuzzTarget { name: "import", check }];

/// The most bytes of generated text.
const MOST_TEXT: usize = 8 << 20;
/// Larger projects are skipped, since their time would say nothing.
const MOST_SOURCE: usize = 64 << 10;

/// What a project must not have after an import: it cannot be read, or shows markup as text.
const UNREADABLE: [Code; 16] = [
    Code::InvalidJson,
    Code::InvalidYaml,
    Code::DuplicateKey,
    Code::InvalidConfig,
    Code::UnknownField,
    Code::InvalidPageId,
    Code::DuplicatePage,
    Code::InvalidFrontmatter,
    Code::UnknownComponent,
    Code::UnknownAttribute,
    Code::DuplicateAttribute,
    Code::InvalidNesting,
    Code::UnclosedComponent,
    Code::StrayClosingTag,
    Code::UnclosedComment,
    Code::InvalidInclude,
];

/// A project of a tool that lacks one file, whose text is the input.
struct Layout {
    format: Format,
    /// The path of the input.
    input: &'static str,
    files: &'static [(&'static str, &'static str)],
}

/// For each tool its settings and its pages.
#[rustfmt::skip]
const LAYOUTS: &[Layout] = &[
    Layout { format: Format::Mintlify, input: "a.mdx", files: &[("docs.json", r#"{"name": "N", "navigation": {"groups": [{"group": "G", "pages": ["a", "b"]}]}}"#), ("b.mdx", "# B"), ("snippets/x.mdx", "X {a}")] },
    Layout { format: Format::Mintlify, input: "docs.json", files: &[("a.mdx", "# A"), ("b/c.mdx", "---\ntitle: C\n---\n")] },
    Layout { format: Format::Fern, input: "pages/a.mdx", files: &[("fern.config.json", "{}"), ("docs.yml", "navigation:\n  - page: A\n    path: pages/a.mdx\n")] },
    Layout { format: Format::Fern, input: "docs.yml", files: &[("fern.config.json", "{}"), ("pages/a.mdx", "# A"), ("pages/b.mdx", "# B")] },
    Layout { format: Format::Redocly, input: "a.md", files: &[("redocly.yaml", "redirects: {}"), ("sidebars.yaml", "- page: a.md\n")] },
    Layout { format: Format::Redocly, input: "sidebars.yaml", files: &[("redocly.yaml", "redirects: {}"), ("a.md", "# A"), ("b/c.md", "# C")] },
    Layout { format: Format::Docusaurus, input: "docs/a.mdx", files: &[("docusaurus.config.js", "module.exports = {title: 'N'}"), ("docs/_b.mdx", "B {props.x}"), ("docs/c.md", "# C")] },
    Layout { format: Format::Docusaurus, input: "docusaurus.config.ts", files: &[("docs/a.md", "# A"), ("sidebars.js", "module.exports = {s: ['a']}")] },
    Layout { format: Format::Docusaurus, input: "sidebars.js", files: &[("docusaurus.config.js", "module.exports = {title: 'N'}"), ("docs/a.md", "# A"), ("docs/b/c.md", "# C")] },
    Layout { format: Format::MkDocs, input: "docs/a.md", files: &[("mkdocs.yml", "site_name: N\nmarkdown_extensions: [admonition, pymdownx.snippets, pymdownx.tabbed]\n"), ("docs/b.md", "# B")] },
    Layout { format: Format::MkDocs, input: "mkdocs.yml", files: &[("docs/index.md", "# A"), ("docs/b/c.md", "# C")] },
    Layout { format: Format::Starlight, input: "src/content/docs/a.mdx", files: &[("astro.config.mjs", "import starlight from '@astrojs/starlight'\nexport default defineConfig({integrations: [starlight({title: 'N'})]})")] },
    Layout { format: Format::Starlight, input: "astro.config.mjs", files: &[("src/content/docs/a.mdx", "# A"), ("src/content/docs/b/c.md", "# C")] },
    Layout { format: Format::VitePress, input: "a.md", files: &[(".vitepress/config.js", "export default {title: 'N'}"), ("b.md", "# B")] },
    Layout { format: Format::VitePress, input: ".vitepress/config.ts", files: &[("a.md", "# A"), ("b/index.md", "# B")] },
    Layout { format: Format::VuePress, input: "a.md", files: &[(".vuepress/config.js", "module.exports = {title: 'N'}")] },
    Layout { format: Format::Sphinx, input: "a.md", files: &[("conf.py", "extensions = ['myst_parser']\nproject = 'N'\n"), ("index.md", "# I\n\n```{toctree}\na\nb\n```\n"), ("b.md", "# B")] },
    Layout { format: Format::Sphinx, input: "conf.py", files: &[("index.md", "# I"), ("a.md", "# A")] },
    Layout { format: Format::MdBook, input: "src/a.md", files: &[("book.toml", "[book]\ntitle = 'N'\n"), ("src/SUMMARY.md", "# S\n\n- [A](a.md)\n"), ("src/b.rs", "fn b() {}\n")] },
    Layout { format: Format::MdBook, input: "src/SUMMARY.md", files: &[("book.toml", "[book]\ntitle = 'N'\n"), ("src/a.md", "# A"), ("src/b/c.md", "# C")] },
    Layout { format: Format::GitBook, input: "a.md", files: &[(".gitbook.yaml", "root: ./\n"), ("SUMMARY.md", "# S\n\n* [A](a.md)\n"), ("README.md", "# R")] },
    Layout { format: Format::GitBook, input: "SUMMARY.md", files: &[("README.md", "# R"), ("a.md", "# A"), ("b/c.md", "# C")] },
    Layout { format: Format::Fumadocs, input: "content/docs/a.mdx", files: &[("source.config.ts", "export default {}"), ("content/docs/meta.json", r#"{"pages": ["a"]}"#)] },
    Layout { format: Format::Nextra, input: "pages/a.mdx", files: &[("pages/_meta.js", "export default {a: 'A'}")] },
    Layout { format: Format::Nextra, input: "pages/_meta.js", files: &[("pages/a.mdx", "# A"), ("pages/b/c.mdx", "# C")] },
    Layout { format: Format::ReadMe, input: "docs/G/a.md", files: &[("docs/G/b.md", "---\ntitle: B\n---\n")] },
    Layout { format: Format::Slate, input: "source/index.html.md", files: &[("source/includes/_errors.md", "# E")] },
    Layout { format: Format::ApiPage, input: "index.html", files: &[("openapi.json", r#"{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {}}"#)] },
    Layout { format: Format::DocsLit, input: "docslit.json", files: &[("docs/index.md", "# A")] },
    Layout { format: Format::Generic, input: "a.mdx", files: &[("b.md", "# B")] },
];

/// A project of another tool: its import ends, is bounded and deterministic, writes only inside the new project, and the
/// engine reads the result. Text that begins like a fixture is a project; of other text, the first character chooses the
/// tool and the file that the rest is the text of. Ignores bytes that are not UTF-8.
///
/// # Panics
/// If a property does not hold.
pub fn check(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if text.len() > MOST_SOURCE {
        return;
    }
    if text.starts_with("//- /") {
        check_source(&Source::from_memory(files(text)), None);
        return;
    }
    let mut rest = text.chars();
    let Some(layout) = rest.next().and_then(|first| LAYOUTS.get(first as usize % LAYOUTS.len())) else { return };
    let input = std::iter::once((layout.input, rest.as_str()));
    check_source(&Source::from_memory(layout.files.iter().copied().chain(input)), Some(layout.format));
}

/// The files of a fixture, each of which starts with a line such as `//- /docs/a.md`. A path with `.` or `..` cannot come
/// from a disk, so its file is left out.
fn files(text: &str) -> BTreeMap<String, String> {
    let sections = text.strip_prefix("//- /").unwrap_or(text).split("\n//- /");
    let of_file = sections.map(|section| section.split_once('\n').unwrap_or((section, "")));
    let is_path = |path: &str| path.split('/').all(|part| !matches!(part, "" | "." | ".."));
    of_file
        .filter(|(path, _)| is_path(path.trim_end()))
        .map(|(path, text)| (path.trim_end().to_owned(), format!("{text}\n")))
        .collect()
}

fn check_source(source: &Source, from: Option<Format>) {
    let options = Options { from, ..Options::default() };
    let Ok(imported) = import(source, &options) else { return };
    let again = import(source, &options).expect("the same project was imported before");
    assert_eq!(imported.files, again.files);
    assert_eq!(imported.report.losses, again.report.losses);
    check_paths(&imported);
    check_report(source, &imported);
    check_project(source, &imported);
}

/// Every file is inside the new project and different from all others on any system, and texts are bounded.
fn check_paths(imported: &Imported) {
    let mut known = BTreeSet::new();
    let mut size = 0;
    for file in &imported.files {
        let is_inside = file.path.split('/').all(|part| !matches!(part, "" | "." | "..") && part.len() <= 255);
        assert!(is_inside && !file.path.contains(['\\', '\0', ':']), "{:?}", file.path);
        assert!(known.insert(file.path.to_lowercase()), "{:?} twice", file.path);
        if let Contents::Text(text) = &file.contents {
            size += text.len();
        }
    }
    assert!(size <= MOST_TEXT, "{size} bytes of text");
}

/// Every loss is in a file of the source, at a line that it has.
fn check_report(source: &Source, imported: &Imported) {
    for loss in &imported.report.losses {
        let lines = source.text(&loss.file).map_or(0, |text| text.lines().count() + 1);
        assert!(loss.line as usize <= lines, "{loss:?} of {lines} lines");
    }
}

/// The engine reads the new project.
fn check_project(source: &Source, imported: &Imported) {
    let system = Arc::new(MemorySystem::default());
    for file in &imported.files {
        match &file.contents {
            Contents::Text(text) => system.write(&file.path, text.as_str()),
            Contents::Copy(from) => system.write(&file.path, source.bytes(from).expect("a copied file exists")),
        }
    }
    // Components of ours in a source are its author's.
    let has_ours = source.paths().any(|path| source.text(path).is_ok_and(|text| text.to_lowercase().contains("wc-")));
    let is_generated = |found: &Diagnostic| {
        let file = found.place.as_ref().map_or("", |place| &*place.file);
        (file == "tool.json" || file.ends_with(".md")) && !has_ours && imported.report.format != Format::DocsLit
    };
    let project = Project::open(system);
    let diagnostics = project.site().diagnostics();
    let unreadable = diagnostics.iter().find(|found| UNREADABLE.contains(&found.code) && is_generated(found));
    if let Some(found) = unreadable {
        let file =
            imported.files.iter().find(|file| found.place.as_ref().is_some_and(|place| *place.file == *file.path));
        panic!("{found:?} in {file:?}");
    }
}
