//! `tool import`: what it writes, keeps and refuses.

use serde_json::Value;

use crate::test_site::TestSite;

/// A small book.
const BOOK: &str = "\
//- /old/book.toml
[book]
title = \"Meadow\"
//- /old/src/SUMMARY.md
# Summary

- [Start](start.md)
- [Beds](beds.md)
- [Gone](gone.md)
//- /old/src/start.md
# Start

[Beds](beds.md) and [nothing](nothing.md).
//- /old/src/beds.md
# Beds

![Bed](bed.png)
//- /old/src/bed.png
png
";

/// The outcome of an import as JSON.
fn data(site: &TestSite, arguments: &str) -> Value {
    let output = site.command(&format!("import {arguments} --format json")).output().unwrap();
    let data: Value = serde_json::from_slice(&output.stdout).unwrap();
    let schema = site.command("schema report").output().unwrap();
    let schema = jsonschema::draft202012::new(&serde_json::from_slice(&schema.stdout).unwrap()).unwrap();
    let wrong: Vec<String> = schema.iter_errors(&data).map(|error| error.to_string()).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    data["import"].clone()
}

#[test]
fn a_project_is_made_beside_the_old_one() {
    let site = TestSite::new(BOOK);
    insta::assert_snapshot!(site.run("import old"));
    let made = ["docs/bed.png", "docs/beds.md", "docs/start.md", "tool.json"];
    assert_eq!(site.files("old-tool"), made);
    assert!(site.exists("old-tool/.tool/tool.schema.json"));
    assert!(site.run("build --project old-tool").starts_with("exit 0\n"));
    // The broken link is in the report already; nothing else is wrong.
    assert!(site.run("validate --project old-tool").contains("found 1 error"));
}

#[test]
fn a_dry_run_writes_nothing() {
    let site = TestSite::new(BOOK);
    let shown = site.run("import old --dry-run");
    assert!(shown.starts_with("exit 0\n") && shown.contains("nothing was"), "{shown}");
    assert!(!site.exists("old-tool"));
    let data = data(&site, "old --dry-run");
    assert_eq!(data["dryRun"], true);
    assert_eq!(data["written"].as_array().unwrap().len(), 4);
    assert!(!site.exists("old-tool"));
}

#[test]
fn losses_fail_where_that_is_asked_for() {
    let site = TestSite::new(BOOK);
    site.write("old/src/start.md", "# Start\n\n[Beds](beds.md)\n\n<script>water()</script>\n");
    assert!(site.run("import old --strict").starts_with("exit 1\n"));
    assert!(site.exists("old-tool/docs/start.md"), "pages were written all the same");
    let lost = data(&site, "old --strict");
    assert_eq!(lost["origins"], serde_json::json!({ "import": 1, "source": 1 }));
    // What is broken in the old project already is no failure of the import.
    site.write("old/src/start.md", "# Start\n\n[Beds](beds.md)\n");
    let shown = site.run("import old --strict");
    assert!(
        shown.starts_with("exit 0\n") && shown.contains("1 thing already broken or missing in the source"),
        "{shown}"
    );
}

#[test]
fn strictness_has_a_level_for_what_readers_lose() {
    let site = TestSite::new("//- /old/a.mdx\n---\ntitle: A\nfoo: 1\n---\n\n<Mine title=\"Shown\" />\n");
    assert!(site.run("import old --strict=content").starts_with("exit 0\n"));
    assert!(site.run("import old --strict").starts_with("exit 1\n"));
    assert!(site.run("import old --strict=all").starts_with("exit 1\n"));
    site.write("old/a.mdx", "---\ntitle: A\n---\n\n<Mine title={shown()} />\n");
    assert!(site.run("import old --strict=content").starts_with("exit 1\n"));
    let lost = data(&site, "old");
    let kinds = ["empty-page", "unknown-component"].map(|kind| lost["counts"][kind].as_u64());
    assert_eq!(kinds, [Some(1), Some(1)], "{lost}");
    assert!(lost["losses"].as_array().unwrap().iter().all(|loss| loss["content"] == true), "{lost}");
}

#[test]
fn an_unknown_language_or_version_is_refused_with_those_that_exist() {
    let site = TestSite::new(BOOK);
    let refused = site.run("import old --doc-version 2");
    assert!(refused.starts_with("exit 2\n") && refused.contains("it has no version `2`"), "{refused}");
    site.write("docs/versions.json", "[\"1.0\"]");
    site.write("docs/docusaurus.config.js", "module.exports = { title: 'T', presets: [['classic', { docs: {} }]] }");
    site.write("docs/versioned_docs/version-1.0/a.md", "# A\n");
    site.write("docs/docs/a.md", "# A\n");
    let refused = site.run("import docs --doc-version 2");
    assert!(refused.starts_with("exit 2\n") && refused.contains("its versions: 1.0, next"), "{refused}");
    assert!(!site.exists("docs-tool"));
}

/// A Docusaurus project with two versions in two languages.
const EDITIONS: &str = "\
//- /docs/docusaurus.config.js
module.exports = { title: 'Meadow', i18n: { defaultLocale: 'en', locales: ['en', 'de'] }, presets: [['classic', {}]] }
//- /docs/versions.json
[\"2\", \"1\"]
//- /docs/versioned_docs/version-2/a.md
# A

[One](/docs/1/a)
//- /docs/versioned_docs/version-1/a.md
# A 1
//- /docs/i18n/de/docusaurus-plugin-content-docs/version-2/a.md
# A deutsch
";

#[test]
fn versions_and_languages_are_imported_and_can_be_chosen() {
    let site = TestSite::new(EDITIONS);
    let pages = ["docs/docs/a.md", "i18n/de/docs/a.md", "versions/1/docs/a.md"];
    let made = site.run("import docs --all-versions");
    assert!(made.contains("3 pages\n  2, en: 1 page\n  2, de: 1 page\n  1, en: 1 page\n"), "{made}");
    let files = |folder: &str| site.files(folder).into_iter().filter(|file| file.ends_with(".md")).collect::<Vec<_>>();
    assert_eq!(files("docs-tool"), pages);
    assert!(site.run("validate --project docs-tool").starts_with("exit 0\n"));
    let shown = data(&site, "docs");
    assert_eq!(shown["editions"][2], serde_json::json!({ "version": "1", "language": "en", "pages": 1 }));
    assert_eq!(shown["written"], serde_json::json!([]));
    // A new page of a version that the edited sidebar does not have.
    let config = site.read("docs-tool/tool.json").replace("\"Meadow\"", "\"Field\"");
    site.write("docs-tool/tool.json", &config);
    site.write("docs/versioned_docs/version-1/b.md", "# B\n");
    assert_eq!(data(&site, "docs --dry-run")["newPages"], serde_json::json!(["versions/1/docs/b.md"]));
    for (options, expected) in [
        ("--only 2", vec!["docs/docs/a.md", "i18n/de/docs/a.md"]),
        ("--only 1 --only en", vec!["docs/docs/a.md", "docs/docs/b.md"]),
        ("--locale de", vec!["docs/docs/a.md", "versions/1/docs/a.md", "versions/1/docs/b.md"]),
    ] {
        let out = format!("out{}", options.len());
        site.run(&format!("import docs {options} --out {out}"));
        assert_eq!(files(&out), expected, "{options}");
    }
    let refused = site.run("import docs --only 3 --out none");
    assert!(refused.starts_with("exit 2\n") && refused.contains("it has no language or version `3`"), "{refused}");
    assert!(refused.contains("its languages: en, de; its versions: 2, 1"), "{refused}");
    assert!(site.run("import docs --only 2 --all-versions --out none").starts_with("exit 2\n"));
}

#[test]
fn a_second_run_keeps_what_was_edited() {
    let site = TestSite::new(BOOK);
    site.ok("import old");
    let again = data(&site, "old");
    assert_eq!((again["written"].as_array().unwrap().len(), again["unchanged"].as_u64()), (0, Some(4)));
    // One page is edited here, both change there, one vanishes, one comes.
    site.write("old-tool/docs/start.md", "mine");
    site.write("old/src/start.md", "# Start\n\nChanged.\n");
    site.write("old/src/more.md", "# More\n");
    std::fs::remove_file(site.root().join("old/src/beds.md")).unwrap();
    let changed = data(&site, "old");
    assert_eq!(changed["kept"], serde_json::json!(["docs/start.md"]));
    assert_eq!(changed["changed"], changed["kept"]);
    assert!(site.read("old-tool/docs/start.md.new").contains("Changed."));
    let shown = site.run("validate --project old-tool");
    assert!(!shown.contains(".new"), "{shown}");
    assert_eq!(changed["written"], serde_json::json!(["docs/more.md", "tool.json"]));
    assert_eq!(changed["vanished"], serde_json::json!(["docs/bed.png", "docs/beds.md"]));
    assert_eq!(site.read("old-tool/docs/start.md"), "mine");
    assert!(site.exists("old-tool/docs/beds.md"));
    // It was reported once.
    assert_eq!(data(&site, "old")["changed"], serde_json::json!([]));
    // tool.json is no exception.
    let config = site.read("old-tool/tool.json").replace("Meadow", "My meadow");
    site.write("old-tool/tool.json", &config);
    site.write("old/book.toml", "[book]\ntitle = \"Other\"\n");
    let kept = data(&site, "old");
    assert_eq!(kept["kept"], serde_json::json!(["docs/start.md", "tool.json"]));
    assert!(site.read("old-tool/tool.json.new").contains("Other"));
    site.write("old/src/late.md", "# Late\n");
    assert_eq!(data(&site, "old --dry-run")["newPages"], serde_json::json!(["docs/late.md"]));
    let shown = site.run("import old");
    assert!(shown.contains("1 new page not in the sidebar of the edited tool.json: docs/late.md"), "{shown}");
    assert_eq!(site.read("old-tool/tool.json"), config);
    // A page that was deleted here stays deleted, unless it is asked for.
    std::fs::remove_file(site.root().join("old-tool/docs/start.md")).unwrap();
    let deleted = data(&site, "old");
    assert_eq!(deleted["deleted"], serde_json::json!(["docs/start.md"]));
    assert!(!site.exists("old-tool/docs/start.md"));
    site.ok("import old --force");
    assert!(site.read("old-tool/docs/start.md").contains("Changed."));
}

#[test]
fn nothing_of_others_is_overwritten() {
    let site = TestSite::new(BOOK);
    site.write("old-tool/docs/beds.md", "mine");
    let refused = site.run("import old");
    assert!(refused.starts_with("exit 2\n") && refused.contains("docs/beds.md would be overwritten"), "{refused}");
    assert_eq!(site.files("old-tool"), ["docs/beds.md"]);
    assert!(!site.exists("old-tool/.tool"));
    // Other files are in the way too, unless it is asked for.
    site.write("new/README.md", "mine");
    let refused = site.run("import old --out new");
    assert!(refused.starts_with("exit 2\n") && refused.contains("files that no import wrote: README.md"), "{refused}");
    assert_eq!(site.files("new"), ["README.md"]);
    site.ok("import old --out new --force");
    assert_eq!(site.read("new/README.md"), "mine");
    assert!(site.exists("new/docs/beds.md"));
    // Without its manifest a project is somebody's own, unless it is already as it is to be.
    std::fs::remove_file(site.root().join("new/.tool/import.json")).unwrap();
    site.ok("import old --out new --force");
    std::fs::remove_file(site.root().join("new/.tool/import.json")).unwrap();
    site.write("new/docs/beds.md", "edited");
    assert!(site.run("import old --out new --force").starts_with("exit 2\n"));
    site.write("new/.tool/import.json", "no json");
    let unreadable = site.run("import old --out new");
    assert!(unreadable.starts_with("exit 2\n") && unreadable.contains("import.json"), "{unreadable}");
}

#[test]
fn places_that_would_mix_are_refused() {
    let site = TestSite::new(BOOK);
    site.write("other/tool.json", "{ \"name\": \"Other\" }");
    for (arguments, why) in [
        ("import old --out old", "is the imported folder"),
        ("import old --out old/new", "would be inside the imported folder"),
        ("import old/src --out old", "the imported folder is inside old"),
        ("import old --out .", "the imported folder is inside"),
        ("import old --out other/new", "would be inside the project"),
        ("import nothing", "cannot open"),
        ("import old/book.toml", "is not a folder"),
        ("import old --out old/book.toml", ""),
        ("import other", "it contains no pages"),
        ("import old --from nonsense", "nonsense"),
    ] {
        let refused = site.run(arguments);
        assert!(refused.starts_with("exit 2\n") && refused.contains(why), "{arguments}: {refused}");
    }
    assert_eq!(site.files("old").len(), 5);
    assert_eq!(site.files("other"), ["tool.json"]);
}

#[cfg(unix)]
#[test]
fn links_lead_no_import_elsewhere() {
    use std::os::unix::fs::symlink;
    let site = TestSite::new(BOOK);
    site.write("elsewhere/keep", "mine");
    symlink(site.root().join("elsewhere"), site.root().join("old-tool")).unwrap();
    let refused = site.run("import old");
    assert!(refused.starts_with("exit 2\n") && refused.contains("is a symbolic link"), "{refused}");
    std::fs::create_dir(site.root().join("new")).unwrap();
    symlink(site.root().join("elsewhere"), site.root().join("new/docs")).unwrap();
    let refused = site.run("import old --out new --force");
    assert!(refused.starts_with("exit 2\n") && refused.contains("is outside the project"), "{refused}");
    assert_eq!(site.files("elsewhere"), ["keep"]);
}

#[test]
fn two_at_once_end_with_one_whole_project() {
    let site = TestSite::new(BOOK);
    for number in 0..300 {
        site.write(&format!("old/src/p{number}.md"), &format!("# Page {number}\n"));
    }
    let mut runs: Vec<_> = (0..3).map(|_| site.command("import old --quiet").spawn().unwrap()).collect();
    for run in &mut runs {
        assert!(run.wait().unwrap().success());
    }
    assert_eq!(site.files("old-tool").len(), 304);
    assert_eq!(data(&site, "old")["unchanged"], 304);
}
