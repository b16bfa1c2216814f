//! What entries of the sidebar show beside their titles, and entries for anchors and schemas.

use std::fmt::Write as _;

use engine::Project;
use engine::testing::{project, text};

/// A project with this sidebar, some pages, and an API with the schemas `Seed` and `Unused`, none of which a page shows.
fn site(sidebar: &str) -> Project {
    let spec = r#"{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {},
 "components": {"schemas": {"Seed": {"type": "object", "properties": {"a": {"type": "string"}}}, "Unused": {"type": "string"}}}}"#;
    let page =
        |path: &str, front: &str, body: &str| format!("//- /docs/{path}.md\n---\ntitle: {path}\n{front}---\n{body}\n");
    let files = [
        page("index", "", "## Setup\n\n## Ho & hum\n"),
        page("a", "icon: rocket\ntag: Tag\n", "Prose."),
        page("b", "", "Prose."),
        page("c", "", "Prose."),
    ];
    let config = format!("//- /tool.json\n{{\"name\": \"N\", \"openapi\": \"api.json\", \"sidebar\": {sidebar}}}\n");
    project(&format!("{config}//- /api.json\n{spec}\n{}", files.concat())).1
}

/// The entries of a page's sidebar.
fn entries(project: &Project, path: &str) -> String {
    let html = text(project, path);
    let list =
        html.split_once("<ul class=\"nav-list\"").unwrap().1.split_once("<a class=\"nav-more nav-all\"").unwrap().0;
    list.to_owned()
}

/// The diagnostics, each with the text at its place.
fn said(sidebar: &str) -> String {
    let config = format!("{{\"name\": \"N\", \"openapi\": \"api.json\", \"sidebar\": {sidebar}}}");
    let project = site(sidebar);
    let mut said = String::new();
    for found in project.site().diagnostics() {
        let place = found.place.as_ref().unwrap();
        let at = if &*place.file == "tool.json" { &config[place.span.range()] } else { &place.file };
        let fix = found.fix.as_ref().map(|fix| fix.edits.iter().map(|edit| &*edit.replacement).collect::<String>());
        let _ = writeln!(
            said,
            "{} {at}: {} / {} {fix:?}",
            found.code.name(),
            found.message,
            found.help.clone().unwrap_or_default()
        );
    }
    said
}

#[test]
fn entries_and_groups_have_icons_and_badges() {
    let project = site(
        r#"["index", {"id": "a", "icon": "🌱", "badge": "new"},
        {"group": "G", "icon": "book", "badge": "beta", "pages": [{"id": "b", "badge": "deprecated"}]},
        {"href": "https://x.test", "title": "X", "icon": "star", "badge": {"text": "<Soon>", "variant": "purple"}},
        {"id": "c", "badge": {"text": "Plain"}}]"#,
    );
    let html = entries(&project, "index.html");
    for part in [
        r#"<span class="icon" aria-hidden="true">🌱</span><bdi>a</bdi> <span class="badge badge-success">New</span></a>"#,
        r#"<bdi>G</bdi> <span class="badge badge-info">Beta</span></summary>"#,
        r#"<bdi>b</bdi> <span class="badge badge-warning">Deprecated</span></a>"#,
        r#"<bdi>X</bdi> <span class="badge badge-purple">&lt;Soon&gt;</span></a>"#,
        r#"<bdi>c</bdi> <span class="badge">Plain</span></a>"#,
    ] {
        assert!(html.contains(part), "{part}: {html}");
    }
    assert!(!html.contains("Tag"), "the entry overrides the frontmatter: {html}");
    assert_eq!(html.matches("<svg class=\"icon\"").count(), 2, "{html}");
    // Without marks of their own, pages keep those of their frontmatter.
    let html = entries(&site(r#"["index", "a", "b", "c"]"#), "index.html");
    assert!(html.contains("<svg class=\"icon\"") && html.contains(r#"<span class="badge">Tag</span>"#), "{html}");
}

#[test]
fn groups_are_open_if_they_need_not_be_collapsed() {
    let project = site(
        r#"["index", {"group": "A", "pages": ["a"]}, {"group": "B", "collapsed": false, "pages": ["b"]},
        {"group": "C", "collapsed": true, "folder": ".", "pages": ["c"]}]"#,
    );
    let open = |path: &str| {
        let html = entries(&project, path);
        let groups = html.split("<details").skip(1).map(|group| group.starts_with(" open"));
        groups.collect::<Vec<_>>()
    };
    assert_eq!(open("index.html"), [false, true, false]);
    assert_eq!(open("c/index.html"), [false, true, true], "the group of the page is always open");
}

#[test]
fn groups_of_a_long_sidebar_are_links_even_if_they_need_not_be_collapsed() {
    let pages: String = (0..200).map(|at| format!("//- /docs/p{at}.md\n---\ntitle: P{at}\n---\n")).collect();
    let ids = |range: std::ops::Range<usize>| range.map(|at| format!("\"p{at}\"")).collect::<Vec<_>>().join(",");
    let config = format!(
        r#"{{"name": "N", "sidebar": [{{"group": "A", "pages": [{}]}}, {{"group": "B", "icon": "book", "badge": "new", "collapsed": false, "pages": [{}]}}]}}"#,
        ids(0..100),
        ids(100..200)
    );
    let (_, project) = project(&format!("//- /tool.json\n{config}\n{pages}"));
    let html = entries(&project, "p1/index.html");
    assert!(html.contains(r#"<a href="../p100/" data-more><svg class="icon""#), "{html}");
    assert!(html.contains(r#"<bdi>B</bdi> <span class="badge badge-success">New</span></a>"#), "{html}");
    let shared = text(&project, "_tool/sidebar.js");
    assert!(!shared.contains("details open") && shared.contains("badge-success"), "{shared}");
}

#[test]
fn an_entry_for_an_anchor_is_no_page_of_its_own() {
    let project = site(r##"["index", "index#setup", {"id": "index#ho--hum", "title": "Ho"}, "a", "b", "c"]"##);
    let html = entries(&project, "a/index.html");
    assert!(html.contains(r##"<a href="../#setup"><bdi>Setup</bdi></a>"##), "{html}");
    assert!(html.contains(r##"<a href="../#ho--hum"><bdi>Ho</bdi></a>"##), "{html}");
    assert_eq!(entries(&project, "index.html").matches("aria-current").count(), 1);
    assert!(text(&project, "a/index.html").contains(r#"rel="prev" href="../""#));
    let llms = text(&project, "llms.txt");
    assert_eq!(llms.matches("index.md").count(), 1, "{llms}");
    assert_eq!(project.site().diagnostics().iter().map(|found| found.message.clone()).collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn broken_anchors_and_pages_are_reported_where_they_are_written() {
    insta::assert_snapshot!(said(
        r##"["index#setpu", {"id": "idnex#setup"}, "zzzz#x", "#y", "index#", "a", "b", "c"]"##
    ));
}

#[test]
fn a_schema_in_the_sidebar_has_a_page_and_its_entry_is_marked() {
    let project =
        site(r#"["index", "a", "b", "c", {"group": "Types", "pages": [{"schema": "Seed", "badge": "beta"}]}]"#);
    assert!(project.site().has_output("api/models/seed/index.html"));
    assert!(!project.site().has_output("api/models/unused/index.html"));
    let html = entries(&project, "api/models/seed/index.html");
    assert!(html.contains(r#"<a href="../../../api/models/seed/" aria-current="page"><bdi>Seed</bdi> <span class="badge badge-info">Beta</span></a>"#), "{html}");
    assert_eq!(html.matches("aria-current").count(), 1, "{html}");
    assert!(html.contains("<details open><summary><bdi>Types</bdi>"), "{html}");
    assert!(entries(&project, "a/index.html").contains(r#"<a href="../api/models/seed/">"#));
    assert!(!text(&project, "c/index.html").contains("rel=\"next\""));
}

#[test]
fn wrong_entries_are_reported_where_they_are_written() {
    let wrong = [
        r#"[{"schema": "Sead"}, {"schema": "Seed", "spec": "shop"}, {"schema": 7}, "index", "a", "b", "c"]"#,
        r#"[{"id": "a", "icon": "rokcet", "badge": "nwe"}, {"id": "b", "badge": {"text": "x", "variant": "gren"}},
        {"id": "c", "badge": {"color": "red"}}, {"id": "index", "badge": 7}, {"group": "G", "pages": ["c"], "collapsed": "yes"}]"#,
    ];
    insta::assert_snapshot!(wrong.map(said).join("--\n"));
}
