//! What is computed again after an edit: the names of the executed queries, and that the result equals a cold build's.

use std::sync::Arc;

use engine::testing::generate::{SPEC, SiteShape, operation_marker, operation_page, prose_page, prose_page_marker};
use engine::testing::{executed, project, text};
use engine::{Change, MemorySystem, Output, OutputOptions, Project, System};

/// Forces every output and every check.
pub(crate) fn everything(project: &Project) -> Vec<(Arc<str>, Output)> {
    let site = project.site();
    let outputs = site.outputs().into_iter().map(|path| {
        let output = site.output(&path, OutputOptions::default()).unwrap();
        (path, output)
    });
    let outputs = outputs.collect();
    let _ = site.diagnostics();
    outputs
}

fn source(system: &MemorySystem, path: &str) -> String {
    String::from_utf8(system.read(path, u64::MAX).unwrap()).unwrap()
}

/// Replaces `from` by `to` once in a file, applies that, forces everything, and returns the executed queries.
pub(crate) fn edit(
    system: &MemorySystem,
    project: &mut Project,
    path: &str,
    from: &str,
    to: &str,
) -> Vec<(String, usize)> {
    let before = source(system, path);
    assert!(before.contains(from), "{path} does not contain {from:?}");
    system.write(path, before.replacen(from, to, 1));
    executed(project, |project| {
        assert!(project.apply(&[Change::Path(path.into())]));
        everything(project);
    })
}

pub(crate) fn lines(executed: &[(String, usize)]) -> String {
    executed.iter().map(|(name, count)| format!("{count} {name}\n")).collect()
}

fn generated(shape: SiteShape) -> (Arc<MemorySystem>, Project) {
    let system = shape.in_memory();
    let project = Project::open(system.clone());
    everything(&project);
    (system, project)
}

#[test]
fn the_parts_of_a_check_are_all_pages() {
    let page = |name: &str| format!("//- /docs/{name}.md\n---\ntitle: {name}\n---\n");
    let pages = ["index", "a", "b"].map(page).concat();
    let (_, mut project) = project(&format!("//- /tool.json\n{{\"name\": \"N\"}}\n{pages}"));
    let checks = |project: &mut Project, run: &dyn Fn(&engine::Site)| {
        let ran = executed(project, |project| run(&project.site()));
        ran.iter().find(|(name, _)| name == "check_page").map_or(0, |(_, count)| *count)
    };
    let in_parts = checks(&mut project, &|site| (0..site.check_parts()).for_each(|part| site.check_part(part)));
    let after = checks(&mut project, &|site| drop(site.diagnostics()));
    assert_eq!((in_parts, after), (3, 0));
}

#[test]
fn an_edited_operation_runs_the_same_queries_in_a_small_and_in_a_large_spec() {
    let run = |operations: usize| {
        let (system, mut project) = generated(SiteShape::operations(operations));
        edit(&system, &mut project, SPEC, &operation_marker(3), "Edited operation")
    };
    let (small, large) = (run(10), run(1_223));
    assert_eq!(lines(&small), lines(&large));
    let total: usize = small.iter().map(|(_, count)| count).sum();
    // Reading the operation's part of the document is one more than for a document that is parsed whole.
    assert!(total <= 18, "{total} queries:\n{}", lines(&small));
    insta::assert_snapshot!(lines(&small));
}

#[test]
fn an_edited_operation_of_a_yaml_spec_runs_few_queries() {
    let (system, mut project) = project(
        r#"
//- /tool.json
{"name": "N", "openapi": "openapi.yaml"}
//- /openapi.yaml
openapi: 3.1.0
info: {title: T, version: "1"}
paths:
  /a:
    get:
      operationId: a
      description: Before.
      responses:
        "200": {description: OK}
  /b:
    get:
      operationId: b
      description: Other.
      responses:
        "200": {description: OK}
//- /docs/index.md
---
title: H
---
<wc-endpoint ref="a"></wc-endpoint>
//- /docs/b.md
---
title: B
---
<wc-endpoint ref="b"></wc-endpoint>
"#,
    );
    everything(&project);
    insta::assert_snapshot!(lines(&edit(&system, &mut project, "openapi.yaml", "Before.", "After.")));
    assert!(text(&project, "index.html").contains("After."));
}

#[test]
fn a_schema_in_a_page_is_rendered_anew_by_edits_of_what_it_shows_alone() {
    let (system, mut project) = project(
        r#"
//- /tool.json
{"name": "N", "openapi": "openapi.yaml"}
//- /openapi.yaml
openapi: 3.1.0
info: {title: T, version: "1"}
paths:
  /a:
    get:
      description: An operation.
      responses:
        "200": {description: OK}
components:
  schemas:
    Pet:
      type: object
      properties:
        owner: {$ref: '#/components/schemas/Owner'}
    Owner:
      type: object
      description: The owner.
    Other:
      type: object
      description: Another schema.
//- /docs/index.md
---
title: H
---
<wc-schema ref="Pet" />
"#,
    );
    everything(&project);
    let mut rendered = |from: &str, to: &str| -> Vec<String> {
        let renders = ["schema_html", "schema_markdown", "page_body", "page_markdown"];
        let ran = edit(&system, &mut project, "openapi.yaml", from, to);
        let text = text(&project, "index.html");
        assert!(
            text.contains("<code>Pet</code>") && text.contains(if from == "The owner." { to } else { "" }),
            "{text}"
        );
        ran.into_iter().filter(|(name, _)| renders.contains(&name.as_str())).map(|(name, _)| name).collect()
    };
    assert_eq!(rendered("An operation.", "One operation."), [""; 0]);
    assert_eq!(rendered("Another schema.", "One more schema."), [""; 0]);
    assert_eq!(rendered("    Other:", "    Yet:\n      type: string\n    Other:"), [""; 0]);
    assert_eq!(rendered("The owner.", "Whose it is."), ["schema_html", "schema_markdown"]);
}

#[test]
fn white_space_in_the_spec_renders_no_page() {
    let (system, mut project) = generated(SiteShape::operations(10));
    let rendered = |executed: &[(String, usize)]| {
        let renders = ["endpoint_html", "endpoint_markdown", "page_body", "page_markdown"];
        executed.iter().filter(|(name, _)| renders.contains(&name.as_str())).map(|(_, count)| count).sum::<usize>()
    };
    let at = format!("\"description\": \"{}", operation_marker(3));
    let spec = source(&system, SPEC);
    let from = if spec.contains(&at) { at } else { operation_marker(3) };
    let to = if from.starts_with('"') { from.replacen(": ", ":\n   \t ", 1) } else { format!("{from} ") };
    let inside = edit(&system, &mut project, SPEC, &from, &to);
    assert_eq!(rendered(&inside), 0, "{}", lines(&inside));
    let before = edit(&system, &mut project, SPEC, "{", "\n\n{ \n");
    assert_eq!(rendered(&before), 0, "{}", lines(&before));
}

#[test]
fn edited_prose_runs_the_queries_of_that_page_alone() {
    let run = |pages: usize| {
        let (system, mut project) = generated(SiteShape::pages(pages));
        // The first edit of a page also checks the pages that link to it.
        edit(&system, &mut project, &prose_page(3), &prose_page_marker(3), &format!("{} ", prose_page_marker(3)));
        edit(&system, &mut project, &prose_page(3), &prose_page_marker(3), "Edited page")
    };
    let (small, large) = (run(10), run(1_000));
    assert_eq!(lines(&small), lines(&large));
    let total: usize = small.iter().map(|(_, count)| count).sum();
    assert!(total <= 14, "{total} queries:\n{}", lines(&small));
    insta::assert_snapshot!(lines(&small));
}

/// What is checked anew after an edit does not grow with the site.
#[test]
fn an_edit_checks_the_page_alone() {
    let checked = |pages: usize, edits: &[(&str, &str)]| -> Vec<String> {
        let system = SiteShape::pages(pages).in_memory();
        let mut project = Project::open(system.clone());
        let before = project.site().diagnostics().len();
        let path = prose_page(7);
        // The first edit of a page also checks the pages that link to it.
        system.write(&path, format!("{} ", source(&system, &path)));
        assert!(project.apply(&[Change::Path(path.as_str().into())]));
        drop(project.site().diagnostics());
        let mut ran = Vec::new();
        for (find, replacement) in edits {
            let text = source(&system, &path);
            let find = find.replace("MARKER", &prose_page_marker(7));
            assert!(text.contains(&find), "{find}");
            system.write(&path, text.replacen(&find, replacement, 1));
            let executed = executed(&mut project, |project| {
                assert!(project.apply(&[Change::Path(path.as_str().into())]));
                drop(project.site().diagnostics());
            });
            let total: usize = executed.iter().map(|(_, count)| count).sum();
            assert!(total < 20, "{pages} pages, {replacement}: {total} queries: {executed:?}");
            ran.push(lines(&executed));
        }
        assert_eq!(before + 2, project.site().diagnostics().len());
        ran
    };
    // Words, a link, a broken symbolic link, and a component that is none.
    let edits = [
        ("MARKER", "Other words"),
        ("Other", "[Other](/index)"),
        ("/index", "/indexes"),
        ("[Other]", "<wc-none/> [Other]"),
    ];
    let small = checked(100, &edits);
    assert_eq!(small, checked(1_000, &edits));
    insta::assert_snapshot!(small.join("\n"));
}

#[test]
fn a_changed_title_renders_no_other_page() {
    let (system, mut project) = generated(SiteShape::pages(30));
    let page = source(&system, &prose_page(3));
    let title = page.lines().find(|line| line.starts_with("title:")).unwrap().to_owned();
    let ran = edit(&system, &mut project, &prose_page(3), &title, "title: Another title");
    let bodies = ran.iter().find(|(name, _)| name == "page_body").map_or(0, |(_, count)| *count);
    assert!(bodies <= 1, "{}", lines(&ran));
    assert!(text(&project, "index.html").contains("Another title"), "the sidebar shows the new title");
}

#[test]
fn nothing_runs_when_nothing_changed() {
    let (system, mut project) = generated(SiteShape::operations(10));
    let same = source(&system, SPEC);
    system.write(SPEC, same);
    let ran = executed(&mut project, |project| {
        assert!(!project.apply(&[Change::Path(SPEC.into()), Change::Rescan]));
        everything(project);
    });
    assert_eq!(lines(&ran), "");
}

#[test]
fn the_first_response_renders_the_page_asked_for_and_no_other() {
    let mut project = Project::open(SiteShape::operations(200).in_memory());
    // As `tool dev` does. A built site asks every page whether it is a draft.
    project.show_drafts();
    let path = operation_page(7).replace("docs/", "").replace(".md", "/index.html");
    let ran = executed(&mut project, |project| {
        let output = project.site().output(&path, OutputOptions { dev: true, offline: false });
        assert!(output.is_some(), "{path}");
    });
    for once in ["page_body", "endpoint", "endpoint_html"] {
        let count = ran.iter().find(|(name, _)| name == once).map_or(0, |(_, count)| *count);
        assert_eq!(count, 1, "{once}:\n{}", lines(&ran));
    }
    insta::assert_snapshot!(lines(&ran));
}

#[test]
fn a_file_that_appears_is_linked_and_one_that_vanishes_is_missed() {
    let (system, mut project) = project(
        "//- /tool.json\n{\"name\": \"N\", \"openapi\": \"api.json\"}\n//- /docs/index.md\n---\ntitle: H\n---\n[x](/later)\n",
    );
    let codes = |project: &Project| -> Vec<&'static str> {
        project.site().diagnostics().iter().map(|diagnostic| diagnostic.code.name()).collect()
    };
    assert_eq!(codes(&project), ["broken-link", "missing-file"]);
    system.write("docs/later.md", "---\ntitle: L\n---\n");
    system.write("api.json", r#"{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {}}"#);
    assert!(project.apply(&[Change::Path("docs/later.md".into()), Change::Path("api.json".into())]));
    assert_eq!(codes(&project), [""; 0]);
    assert!(project.site().has_output("later/index.html"));
    system.remove("docs/later.md");
    assert!(project.apply(&[Change::Path("docs/later.md".into())]));
    assert_eq!(codes(&project), ["broken-link"]);
    assert!(!project.site().has_output("later/index.html"));
    system.write("docs/later.md", "---\ntitle: Again\n---\n");
    assert!(project.apply(&[Change::Path("docs/later.md".into())]));
    assert_eq!(codes(&project), [""; 0]);
    assert!(text(&project, "later/index.html").contains("Again"));
}

/// Edits that a person, a formatter or a merge would make, and some that nobody should.
fn random_edit(system: &MemorySystem, random: &mut Random) -> Vec<Change> {
    let pages: Vec<Arc<str>> = system.walk("docs").files;
    let page = pages.get(random.below(pages.len().max(1))).cloned();
    let path: Arc<str> = match random.below(10) {
        0 => "tool.json".into(),
        1..=4 => SPEC.into(),
        _ => page.unwrap_or_else(|| "docs/index.md".into()),
    };
    match random.below(12) {
        0 if path.starts_with("docs/") => system.remove(&path),
        1 if path.starts_with("docs/") => {
            let new: Arc<str> = format!("docs/new-{}.md", random.below(5)).into();
            system.write(&new, "---\ntitle: New\n---\n\n# New\n\n[home](/) and [x](/new-1)\n");
            return vec![Change::Path(new)];
        }
        2 if &*path == SPEC => {
            // Half a file, as an editor may leave it for a moment.
            let text = source(system, &path);
            system.write(&path, &text[..floor_boundary(&text, text.len() / 2)]);
        }
        3 if &*path == SPEC => {
            let shape = SiteShape { seed: random.below(3) as u64, ..SiteShape::operations(12) };
            let spec = shape.files().into_iter().find(|(path, _)| path == SPEC).unwrap().1;
            system.write(&path, spec);
        }
        _ => {
            let text = source(system, &path);
            system.write(&path, mutated(&text, random));
        }
    }
    vec![Change::Path(path)]
}

fn floor_boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// The text with one place inserted into, deleted from, or repeated.
fn mutated(text: &str, random: &mut Random) -> String {
    const INSERTS: [&str; 16] = [
        " ",
        "\n",
        "x",
        "\"",
        "{",
        "}",
        "],",
        "# Heading\n",
        "<wc-callout type=\"tip\">",
        "</wc-callout>",
        "---\n",
        "\"deprecated\": true, ",
        "\"$ref\": \"#/components/schemas/Nothing\", ",
        "`",
        "[a](b)",
        "é",
    ];
    let at = floor_boundary(text, random.below(text.len() + 1));
    let to = floor_boundary(text, (at + random.below(12)).min(text.len()));
    match random.below(4) {
        0 => format!("{}{}", &text[..at], &text[to..]),
        1 => format!("{}{}{}", &text[..to], &text[at..to], &text[to..]),
        _ => format!("{}{}{}", &text[..at], INSERTS[random.below(INSERTS.len())], &text[at..]),
    }
}

/// A small generator of numbers (xorshift), so that a failure can be repeated.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

#[test]
fn after_a_thousand_random_edits_every_output_equals_a_fresh_engines() {
    let shape = SiteShape { operations: 12, schemas: 8, pages: 12, seed: 5 };
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut system = shape.in_memory();
    let mut project = Project::open(system.clone());
    for number in 0..1_000 {
        if number % 40 == 0 {
            // Start again, lest the project decays to nothing.
            system = shape.in_memory();
            project = Project::open(system.clone());
            everything(&project);
        }
        let changes = random_edit(&system, &mut random);
        project.apply(&changes);
        // Most edits are not looked at before the next one: what one of them breaks stays broken.
        if random.below(3) > 0 {
            continue;
        }
        let fresh = Project::open(system.clone());
        let (warm, cold) = (everything(&project), everything(&fresh));
        assert_eq!(warm.len(), cold.len(), "edit {number}: {changes:?}");
        for (warm, cold) in warm.iter().zip(&cold) {
            assert_eq!(warm, cold, "edit {number}: {changes:?}");
        }
        assert_eq!(project.site().diagnostics(), fresh.site().diagnostics(), "edit {number}: {changes:?}");
    }
}

/// Work that executes nothing still takes time: after the first edit of a page, an edit must not visit what was computed
/// from other pages.
#[test]
fn what_an_edit_visits_does_not_grow_with_the_site() {
    let visited = |pages: usize| {
        let system = SiteShape::pages(pages).in_memory();
        let mut project = Project::open(system.clone());
        project.show_drafts();
        let path = prose_page(7);
        let address = path.trim_start_matches("docs/").replace(".md", "/index.html");
        drop(project.site().diagnostics());
        let before_edits = source(&system, &path);
        let mut counts = Vec::new();
        for word in ["first", "second", "third"] {
            let before = project.validated();
            system.write(&path, before_edits.replacen("Page number", &format!("Page {word} number"), 1));
            assert!(project.apply(&[Change::Path(path.as_str().into())]));
            assert!(text(&project, &address).contains(word));
            drop(project.site().diagnostics());
            counts.push(project.validated() - before);
        }
        assert_eq!(counts[1], counts[2], "{pages} pages");
        counts[2]
    };
    let (small, large) = (visited(500), visited(2_000));
    assert!(large < 3_000 && large < small * 2, "{small} memos of 500 pages, {large} of 2,000");
}
