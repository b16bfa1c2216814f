//! A project of each tool, with the navigation of its older and its newer versions: the files that are made of it, and what is
//! reported. A line `//- /path` begins a file of a fixture.

use std::fmt::Write as _;
use std::path::Path;

use import::{Contents, Format, Imported, Options, Source, import};

use crate::reported;

/// The files of a fixture.
fn source(fixture: &str) -> Source {
    let mut files: Vec<(String, String)> = Vec::new();
    for line in fixture.split_inclusive('\n') {
        match (line.strip_prefix("//- /"), files.last_mut()) {
            (Some(path), _) => files.push((path.trim_end().to_owned(), String::new())),
            (None, Some((_, text))) => text.push_str(line),
            (None, None) => assert!(line.trim().is_empty(), "a fixture begins with `//- /path`, not {line:?}"),
        }
    }
    Source::from_memory(files)
}

/// An import as text.
fn shown(imported: &Imported) -> String {
    let report = &imported.report;
    let mut out = format!("{}: {}, {} pages\n", report.format.name(), report.evidence, report.pages);
    for loss in &report.losses {
        let (kind, origin) = (loss.kind.name(), loss.origin.name());
        let _ = writeln!(out, "- {kind} ({origin}): {}:{} {} ({})", loss.file, loss.line, loss.subject, loss.outcome);
    }
    for file in &report.unlisted {
        let _ = writeln!(out, "- in no navigation: {file}");
    }
    for file in &imported.files {
        let _ = match &file.contents {
            Contents::Text(text) => writeln!(out, "=== {}\n{}", file.path, text.trim_end()),
            Contents::Copy(from) => writeln!(out, "=== {} is {from}", file.path),
        };
    }
    out
}

#[track_caller]
fn fixture(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/formats").join(format!("{name}.txt"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[track_caller]
fn imported(name: &str, options: &Options) -> Imported {
    let source = source(&fixture(name));
    let first = import(&source, options).unwrap();
    let again = import(&source, options).unwrap();
    assert_eq!(first.files, again.files, "the second import of {name} differs");
    first
}

/// The names of all fixtures.
const FIXTURES: [&str; 116] = [
    "api-page",
    "docslit",
    "docusaurus",
    "docusaurus-components",
    "docusaurus-editions",
    "docusaurus-hosts",
    "docusaurus-modules",
    "docusaurus-order",
    "docusaurus-plugins",
    "docusaurus-published",
    "docusaurus-redirects",
    "docusaurus-settings",
    "docusaurus-several",
    "docusaurus-tabs",
    "docusaurus-versions",
    "fern",
    "fern-api",
    "fern-apis",
    "fern-audiences",
    "fern-channels",
    "fern-groups",
    "fern-host",
    "fern-overviews",
    "fern-packages",
    "fern-products",
    "fern-redirects",
    "fern-slugs",
    "fern-versions",
    "fumadocs",
    "fumadocs-built",
    "fumadocs-code",
    "fumadocs-computed",
    "fumadocs-languages",
    "fumadocs-wrappers",
    "generic",
    "generic-prefix",
    "generic-sidebar",
    "gitbook",
    "gitbook-extra",
    "gitbook-places",
    "gitbook-site",
    "gitbook-spaces",
    "mdbook",
    "mdbook-mathjax",
    "mintlify",
    "mintlify-components",
    "mintlify-directory",
    "mintlify-editions",
    "mintlify-folder",
    "mintlify-menu",
    "mintlify-old",
    "mintlify-places",
    "mintlify-products",
    "mintlify-unlisted",
    "mkdocs",
    "mkdocs-built",
    "mkdocs-definitions",
    "mkdocs-folders",
    "mkdocs-hooks",
    "mkdocs-literate",
    "mkdocs-pages",
    "mkdocs-places",
    "mkdocs-settings",
    "mkdocs-siblings",
    "mkdocs-templates",
    "mkdocs-terms",
    "nextra",
    "nextra-code",
    "nextra-content",
    "nextra-empty",
    "nextra-lists",
    "nextra-locales",
    "nextra-names",
    "nextra-old",
    "nextra-prefix",
    "nextra-redirects",
    "nextra-titles",
    "nextra-uses",
    "readme",
    "readme-folders",
    "readme-old",
    "redocly",
    "redocly-pages",
    "redocly-sidebars",
    "redocly-versions",
    "slate",
    "sphinx",
    "sphinx-book",
    "sphinx-folders",
    "sphinx-globs",
    "sphinx-template",
    "sphinx-toc",
    "sphinx-trees",
    "starlight",
    "starlight-aliases",
    "starlight-base",
    "starlight-buttons",
    "starlight-locales",
    "starlight-order",
    "starlight-plugins",
    "starlight-slugs",
    "starlight-topics",
    "vitepress",
    "vitepress-bar",
    "vitepress-delimiters",
    "vitepress-hosts",
    "vitepress-locales",
    "vitepress-modules",
    "vitepress-places",
    "vitepress-readme",
    "vitepress-root",
    "vitepress-sidebars",
    "vitepress-theme",
    "vitepress-written",
    "vuepress",
    "vuepress-theme",
];

#[test]
fn every_fixture_is_imported() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/formats");
    let mut found: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    found.sort();
    assert_eq!(found, FIXTURES);
    for name in FIXTURES {
        let text = shown(&imported(name, &Options::default()));
        insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!(name, text) });
    }
}

#[test]
fn every_format_has_a_fixture() {
    let formats: Vec<Format> = FIXTURES.iter().map(|name| imported(name, &Options::default()).report.format).collect();
    for format in Format::ALL {
        assert!(formats.contains(&format), "{}", format.name());
    }
}

/// What the new projects say of themselves: nothing is wrong that the import did not list.
#[test]
fn every_fixture_builds() {
    for name in FIXTURES {
        let fixture = source(&fixture(name));
        let imported = import(&fixture, &Options::default()).unwrap();
        let system = engine::MemorySystem::default();
        for file in &imported.files {
            match &file.contents {
                Contents::Text(text) => system.write(&file.path, text.as_bytes()),
                Contents::Copy(from) => system.write(&file.path, fixture.bytes(from).unwrap()),
            }
        }
        let site = engine::Project::open(std::sync::Arc::new(system)).site();
        let errors: Vec<String> = site
            .diagnostics()
            .iter()
            .filter(|found| found.severity == engine::Severity::Error)
            .filter(|found| !reported::is_reported(&fixture, &imported, found))
            .map(|found| found.message.clone())
            .collect();
        assert!(errors.is_empty(), "{name}: {errors:?}");
        let misplaced = reported::misplaced(&fixture, &imported);
        assert!(misplaced.is_empty(), "{name}: {misplaced:?}");
    }
}

/// A project of DocsLit needs no import: its settings and its own components under our names are enough.
#[test]
fn a_docslit_project_builds_in_place() {
    let fixture = source(&fixture("docslit"));
    let system = engine::MemorySystem::default();
    for path in fixture.paths() {
        let ours = match path {
            "docslit.json" => "tool.json",
            "components/status.js" => "components/wc-status.js",
            path => path,
        };
        system.write(ours, fixture.bytes(path).unwrap());
    }
    let site = engine::Project::open(std::sync::Arc::new(system)).site();
    let found = site.diagnostics();
    let errors: Vec<&str> = found
        .iter()
        .filter(|found| found.severity == engine::Severity::Error)
        .map(|found| found.message.as_str())
        // There is no Git in memory, and the root of our sites is no place for a logo.
        .filter(|message| !message.contains("`v1`") && !message.contains("logo.svg"))
        .collect();
    assert!(errors.is_empty(), "{errors:?}");
}

#[test]
fn a_language_and_a_version_can_be_chosen() {
    let ids = |name: &str, options: &Options| -> Vec<String> {
        let imported = imported(name, options);
        imported.files.iter().map(|file| file.path.clone()).filter(|path| path.ends_with(".md")).collect()
    };
    let version = |name: &str| Options { version: Some(name.to_owned()), ..Options::default() };
    let locale = |name: &str| Options { locale: Some(name.to_owned()), ..Options::default() };
    assert_eq!(ids("docusaurus-versions", &version("1.0")), ["docs/docs/intro.md", "docs/docs/old.md"]);
    assert_eq!(ids("docusaurus-versions", &version("next")), ["docs/docs/intro.md", "docs/docs/new.md"]);
    assert_eq!(ids("vitepress-locales", &locale("fr")), ["docs/fr.md", "docs/fr/api.md", "docs/fr/guide/start.md"]);
    assert_eq!(ids("mintlify", &locale("es")), ["docs/es.md"]);
}

#[test]
fn only_some_editions_can_be_imported() {
    let editions = |name: &str, names: &[&str]| -> Vec<String> {
        let options = Options { only: names.iter().map(ToString::to_string).collect(), ..Options::default() };
        let shown = |edition: &import::EditionReport| {
            let names = [&edition.version, &edition.language].map(|name| name.clone().unwrap_or_default());
            format!("{}:{}", names.join("/"), edition.pages)
        };
        imported(name, &options).report.editions.iter().map(shown).collect()
    };
    let all = ["2.0/en:4", "2.0/de:1", "next/en:2", "next/de:1", "1.0/en:2", "1.0/de:1"];
    assert_eq!(editions("docusaurus-editions", &[]), all);
    assert_eq!(
        editions("docusaurus-editions", &["1.0", "current"]),
        ["next/en:4", "next/de:1", "1.0/en:2", "1.0/de:1"]
    );
    assert_eq!(editions("docusaurus-editions", &["en"]), ["2.0/:4", "next/:2", "1.0/:2"]);
    // Without the main language, pages that are not translated are imported, too.
    assert_eq!(editions("docusaurus-editions", &["Deutsch", "2.0"]), ["/:4"]);
    assert_eq!(editions("mdbook", &[]), ["/:4"]);
}

/// The omitted language or version is a loss itself.
#[test]
fn redirects_to_an_omitted_language_or_version_are_no_further_loss() {
    let lost = |name: &str, only: &[&str]| -> Vec<String> {
        let options = Options { only: only.iter().map(ToString::to_string).collect(), ..Options::default() };
        let losses = imported(name, &options).report.losses;
        losses.into_iter().filter(|loss| loss.kind.name() == "redirect").map(|loss| loss.subject).collect()
    };
    assert_eq!(lost("docusaurus-editions", &[]), ["/docs/1.0/rain → /docs/1.0/gone"]);
    assert_eq!(lost("docusaurus-editions", &["2.0", "next"]), [""; 0]);
    assert_eq!(
        lost("docusaurus-editions", &["1.0"]),
        ["/docs/rain → /docs/water/rain", "/docs/1.0/rain → /docs/1.0/gone"]
    );
    assert_eq!(lost("starlight-locales", &[]), ["/pt-br/velho → /pt-br/nada", "/guide/novo → /guide/start"]);
    assert_eq!(lost("starlight-locales", &["en"]), [""; 0]);
    assert_eq!(lost("mkdocs-pages", &["en"]), [""; 0]);
}

#[test]
fn a_language_or_version_that_the_source_lacks_is_refused() {
    let refused = |name: &str, options: &Options| {
        let refusal = import(&source(&fixture(name)), options).unwrap_err();
        format!("{}; {}", refusal.reason, refusal.help)
    };
    let version = |name: &str| Options { version: Some(name.to_owned()), ..Options::default() };
    let locale = |name: &str| Options { locale: Some(name.to_owned()), ..Options::default() };
    insta::assert_snapshot!(refused("docusaurus-versions", &version("9")), @"it has no version `9`; its versions: 2.0, next, 1.0");
    insta::assert_snapshot!(refused("vitepress-locales", &locale("xx")), @"it has no language `xx`; its languages: root, fr");
    insta::assert_snapshot!(refused("mintlify", &locale("xx")), @"it has no language `xx`; its languages: en, es");
    insta::assert_snapshot!(refused("fern-versions", &version("xx")), @"it has no version `xx`; its versions: Two, One");
    insta::assert_snapshot!(refused("mdbook", &version("1")), @"it has no version `1`; its pages have only one version; leave out `--doc-version`");
    // The default ones have names too.
    assert!(import(&source(&fixture("vitepress-locales")), &locale("root")).is_ok());
    let only = |names: &[&str]| Options { only: names.iter().map(ToString::to_string).collect(), ..Options::default() };
    insta::assert_snapshot!(refused("docusaurus-editions", &only(&["2.0", "it"])), @"it has no language or version `it`; its languages: en, de; its versions: 2.0, next, 1.0");
    insta::assert_snapshot!(refused("mdbook", &only(&["1"])), @"it has no language or version `1`; its pages have only one version and one language; leave out `--only`");
    assert!(import(&source(&fixture("docusaurus-versions")), &version("2.0")).is_ok());
}

#[test]
fn a_wanted_format_overrules_what_is_found() {
    let options = Options { from: Some(Format::Generic), ..Options::default() };
    let imported = imported("mkdocs", &options);
    assert_eq!(imported.report.format, Format::Generic);
    let none = Source::from_memory([("a.txt", "x")]);
    assert!(import(&none, &Options::default()).unwrap_err().reason.contains("no page"));
}
