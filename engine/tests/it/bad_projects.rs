//! Projects as they should not be: what lies under the name of a page, ids that no page has, frontmatter that is none, and
//! pages that a scaffold finds already there.

use std::sync::Arc;

use engine::testing::project;
use engine::{MemorySystem, Project};

use crate::scaffold::{paths, run};
use crate::shown::{findings, graded};

/// The findings of a project of these files.
fn found(files: &[(&str, &str)]) -> String {
    let system = MemorySystem::default();
    system.write("tool.json", "{\"name\": \"N\"}");
    for (path, text) in files {
        system.write(path, *text);
    }
    graded(&Project::open(Arc::new(system)))
}

const PAGE: &str = "---\ntitle: T\n---\n";

#[test]
fn frontmatter_is_held_to_limits_and_ends_where_it_ends() {
    let levels = ["a: &a [x,x,x,x,x,x,x,x,x,x]".to_owned()];
    let names = ["a", "b", "c", "d", "e", "f", "g"];
    let aliases = names
        .windows(2)
        .map(|pair| format!("{}: &{} [{}]", pair[1], pair[1], vec![format!("*{}", pair[0]); 10].join(",")));
    let bomb = levels.into_iter().chain(aliases).collect::<Vec<_>>().join("\n");
    let long = format!("---\ntitle: T\nlong: {}\n---\n", "x".repeat(10 << 20));
    let cases = [
        ("tabs", "---\ntitle: T\nattributes:\n\ta: b\n---\n".to_owned()),
        ("a number", "---\ntitle: 123\n---\n".to_owned()),
        ("aliases of aliases", format!("---\ntitle: T\n{bomb}\n---\n")),
        ("10 MB", long),
        ("lines in the text", "---\ntitle: T\n---\n\nA\n\n---\n\ntilte: x\n\n---\n".to_owned()),
    ];
    let mut report = String::new();
    for (title, text) in &cases {
        let of_limits = found(&[("docs/index.md", text)]);
        let of_limits = of_limits.lines().filter(|line| *title != "aliases of aliases" || line.contains("limit"));
        report.push_str(&format!("## {title}\n{}\n", of_limits.collect::<Vec<_>>().join("\n")));
    }
    insta::assert_snapshot!(report);
}

#[test]
fn an_id_that_no_file_can_have_names_nothing() {
    let ids =
        ["../x", "/etc/passwd", "a\\\\b", "C:/x", "", "index/", "index.md", "%2e%2e/x", ".git/x", "a\\u0000b", "con"];
    let mut report = String::new();
    for id in ids {
        let config = format!("{{\"name\": \"N\", \"sidebar\": [\"index\", \"{id}\"]}}");
        report.push_str(&found(&[("docs/index.md", PAGE), ("tool.json", &config)]));
    }
    insta::assert_snapshot!(report);
}

#[test]
fn names_that_are_one_on_some_systems_are_told() {
    let pages = [
        "docs/A.md",
        "docs/a.md",
        "docs/cafe\u{301}.md",
        "docs/caf\u{e9}.md",
        "docs/aux.md",
        "docs/a:b.md",
        "docs/dot..md",
        "docs/%2e.md",
    ];
    let files: Vec<(&str, &str)> = pages.iter().map(|path| (*path, PAGE)).collect();
    insta::assert_snapshot!(found(&files));
}

/// Pages, files that are published as they are, and what the tool makes.
#[test]
fn places_that_two_claim_are_told_with_both() {
    let files = [
        ("docs/404.md", PAGE),
        ("docs/LLMS.txt", "mine"),
        ("docs/All-Pages/index.html", "mine"),
        ("docs/Logo.svg", "<svg/>"),
        ("docs/logo.svg", "<svg/>"),
        ("docs/guide.md", PAGE),
        ("docs/Guide/index.html", "<p>"),
        ("docs/plan", "a file"),
        ("docs/Plan/a.png", "a file below it"),
    ];
    insta::assert_snapshot!(found(&files));
}

#[test]
fn a_sidebar_of_other_shapes_is_told_where() {
    let deep = format!("{}\"index\"{}", "{\"group\": \"g\", \"pages\": [".repeat(200), "]}".repeat(200));
    let mut report = String::new();
    for entry in
        ["{\"group\": \"No\"}", "{\"pages\": [\"index\"]}", "{\"id\": 7}", "{\"href\": 7}", "[[\"index\"]]", &deep]
    {
        let config = format!("{{\"name\": \"N\", \"sidebar\": [\n\"index\",\n{entry}\n]}}");
        report.push_str(&found(&[("docs/index.md", PAGE), ("tool.json", &config)]));
    }
    insta::assert_snapshot!(report);
}

#[test]
fn a_sidebar_of_very_many_entries_ends() {
    let entries: Vec<String> = (0..100_000).map(|number| format!("\"x{number}\"")).collect();
    let config = format!("{{\"name\": \"N\", \"sidebar\": [{}]}}", entries.join(","));
    let report = found(&[("docs/index.md", PAGE), ("tool.json", &config)]);
    assert!(report.starts_with("missing-page error tool.json:1:"), "{}", &report[..200]);
}

const SPEC: &str = r#"{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {
"/a": {"get": {"operationId": "one", "responses": {}}, "put": {"operationId": "two", "responses": {}}},
"/b c": {"get": {"operationId": "line\nbreak", "responses": {}}}}}"#;

/// A ref in code is no ref; one in other quotes, or over a line end, is.
#[test]
fn a_scaffold_keeps_what_pages_document_and_nothing_else() {
    let (system, _) = project("");
    system.write("tool.json", "{\"name\": \"N\"}");
    system.write("api.json", SPEC);
    system.write(
        "docs/code.md",
        "---\ntitle: C\n---\n\n```\n<wc-endpoint ref=\"one\"></wc-endpoint>\n```\n\n`<wc-endpoint ref=\"two\" />`\n",
    );
    let plan = run(&mut Project::open(system.clone()), true);
    assert_eq!(paths(&plan), ["docs/api/one.md", "docs/api/two.md", "docs/api/line-break.md"]);
    assert!(plan.kept.is_empty());
    system.write("docs/mine.md", "---\ntitle: M\n---\n\n<wc-endpoint\n  ref='one'></wc-endpoint>\n\n<wc-endpoint ref=\"  two \"></wc-endpoint>\n\n<wc-endpoint ref=\"GET /b c\"></wc-endpoint>\n");
    system.write("docs/more.md", "---\ntitle: M\n---\n\n<wc-endpoint ref=\"one\"></wc-endpoint>\n");
    let plan = run(&mut Project::open(system), true);
    assert_eq!(paths(&plan), Vec::<&str>::new());
    let kept: Vec<&str> = plan.kept.iter().map(|kept| kept.place.file.as_ref()).collect();
    assert_eq!(kept, ["docs/mine.md"; 3]);
}

/// One operation more is one page and one entry more, and every other byte stays.
#[test]
fn one_new_operation_is_one_page_and_one_entry() {
    let (system, _) = project("");
    system.write("docs/index.md", PAGE);
    system.write("tool.json", "\u{feff}{\r\n    \"zeta\": 1e3,\r\n    \"name\": \"\\u00e9\",  \"$x\": [ ],\r\n    \"sidebar\": [\"index\"]\r\n}");
    system.write("api.json", SPEC);
    let plan = run(&mut Project::open(system.clone()), false);
    crate::scaffold::carry_out(&system, &plan, true);
    let before = plan.config.unwrap().new;
    system.write(
        "api.json",
        SPEC.replace("\"/b c\"", "\"/new\": {\"get\": {\"operationId\": \"three\", \"responses\": {}}}, \"/b c\""),
    );
    let plan = run(&mut Project::open(system), true);
    assert_eq!(paths(&plan), ["docs/api/three.md"]);
    let after = plan.config.unwrap().new;
    let start = before.bytes().zip(after.bytes()).take_while(|(old, new)| old == new).count();
    let added = after.len() - before.len();
    assert_eq!(before[start..], after[start + added..]);
    let shown = after[start..start + added].replace('\r', "<CR>");
    assert_eq!(shown, ",<CR>\n                { \"id\": \"api/three\", \"title\": \"Three\", \"method\": \"GET\" }");
    assert_eq!(after.matches('\n').count(), after.matches("\r\n").count());
    assert!(after.starts_with("\u{feff}{\r\n    \"zeta\": 1e3,\r\n    \"name\": \"\\u00e9\",  \"$x\": [ ],"));
}

#[cfg(unix)]
mod disk {
    use std::ffi::OsStr;
    use std::fs;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;
    use std::path::Path;
    use std::process::Command;
    use std::sync::Arc;

    use engine::{OsSystem, Output, OutputOptions, Project};

    use super::{PAGE, findings};

    /// The findings of a project whose folder of pages holds what `make` puts there, and that nothing outside is published.
    fn found(make: impl Fn(&Path)) -> String {
        let folder = tempfile::tempdir().unwrap();
        let docs = folder.path().join("project/docs");
        fs::create_dir_all(&docs).unwrap();
        fs::create_dir(folder.path().join("outside")).unwrap();
        fs::write(folder.path().join("outside/secret.md"), "---\ntitle: SECRET\n---\n").unwrap();
        fs::write(docs.join("../tool.json"), "{\"name\": \"N\"}").unwrap();
        fs::write(docs.join("index.md"), PAGE).unwrap();
        make(&docs);
        let project = Project::open(Arc::new(OsSystem::new(&folder.path().join("project")).unwrap()));
        let site = project.site();
        for path in site.outputs() {
            if let Some(Output::Bytes(bytes)) = site.output(&path, OutputOptions::default()) {
                assert!(!String::from_utf8_lossy(&bytes).contains("SECRET"), "{path}");
            }
        }
        // The number of an error differs from system to system.
        findings(&project).replace(" (os error 40)", "").replace(" (os error 62)", "")
    }

    #[test]
    fn what_has_the_name_of_a_page_and_is_none_is_told() {
        let mut report = String::new();
        let mut case = |title: &str, make: &dyn Fn(&Path)| report.push_str(&format!("## {title}\n{}", found(make)));
        case("a link out", &|docs| symlink("../../outside/secret.md", docs.join("x.md")).unwrap());
        case("a link to a folder outside", &|docs| symlink("../../outside", docs.join("x")).unwrap());
        case("a link to a file outside", &|docs| symlink("/dev/zero", docs.join("x.png")).unwrap());
        case("a link of another kind to nothing", &|docs| symlink("gone.png", docs.join("x.png")).unwrap());
        case("a link of another kind to itself", &|docs| symlink("x.png", docs.join("x.png")).unwrap());
        case("a link to nothing", &|docs| symlink("gone.md", docs.join("x.md")).unwrap());
        case("a link to itself", &|docs| symlink("x.md", docs.join("x.md")).unwrap());
        case("a link to the folder above", &|docs| symlink("..", docs.join("x")).unwrap());
        case("a link within", &|docs| symlink("index.md", docs.join("x.md")).unwrap());
        case("a second name", &|docs| fs::hard_link(docs.join("index.md"), docs.join("x.md")).unwrap());
        case("a device", &|docs| symlink("/dev/zero", docs.join("x.md")).unwrap());
        case("a pipe", &|docs| {
            assert!(Command::new("mkfifo").arg(docs.join("x.md")).status().unwrap().success());
        });
        case("a socket", &|docs| drop(UnixListener::bind(docs.join("x.md")).unwrap()));
        case("a folder", &|docs| fs::create_dir(docs.join("x.md")).unwrap());
        case("a folder whose name is not UTF-8", &|docs| {
            fs::create_dir(docs.join(OsStr::from_bytes(b"caf\xe9"))).unwrap();
        });
        case("a name that is not UTF-8", &|docs| {
            fs::write(docs.join(OsStr::from_bytes(b"caf\xe9.md")), PAGE).unwrap();
        });
        case("a very large file", &|docs| fs::File::create(docs.join("x.md")).unwrap().set_len(1 << 30).unwrap());
        insta::assert_snapshot!(report);
    }
}
