//! What is said of the operations of a spec as a whole, and that every one of them gets its page.

use std::collections::BTreeSet;

use engine::testing::{project, text};
use engine::{Code, Project, ScaffoldOptions, Severity};

use crate::scaffold::carry_out;
use crate::several::findings;

/// A project with that spec, whose operations are given as `"/path": {…}`.
fn with_paths(head: &str, paths: &str) -> Project {
    let (_, project) = project(&format!(
        "//- /tool.json\n{{\"name\": \"N\", \"openapi\": \"api.json\"}}\n//- /docs/index.md\n---\ntitle: H\n---\n//- /api.json\n\
         {{\"openapi\": \"3.1.0\", \"info\": {{\"title\": \"T\", \"version\": \"1\"}}, {head}\n\"paths\": {{\n{paths}\n}}}}\n"
    ));
    project
}

/// The findings without those about pages.
fn of_spec(head: &str, paths: &str) -> String {
    let found = findings(&with_paths(head, paths));
    let parts = found.split_inclusive('\n').scan(false, |is_of_pages, line| {
        *is_of_pages = line.starts_with("undocumented") || *is_of_pages && line.starts_with(' ');
        Some(if *is_of_pages { "" } else { line })
    });
    parts.collect()
}

#[test]
fn ids_that_stand_twice_are_named_with_both_places() {
    let operation = |path: &str, id: &str| {
        format!("\"{path}\": {{\"get\": {{\"operationId\": \"{id}\", \"summary\": \"S\", \"responses\": {{}}}}}}")
    };
    let paths = [operation("/a", "same"), operation("/b", "other"), operation("/c", "same"), operation("/d", "same")];
    insta::assert_snapshot!(of_spec("", &paths.join(",\n")), @r"
    duplicate-operation-id api.json:5:31 `GET /a` and `GET /c` have the same `operationId` `same` / give each its own; until then, refer to them as `GET /a` and `GET /c`
       first used here api.json:3:31
    duplicate-operation-id api.json:6:31 `GET /a` and `GET /d` have the same `operationId` `same` / give each its own; until then, refer to them as `GET /a` and `GET /d`
       first used here api.json:3:31
    ");
}

#[test]
fn odd_paths_are_said_and_shown() {
    let long = format!("/{}", "x".repeat(2_000));
    let paths: Vec<String> = ["/a/{id}", "/a/{name}", "/b/{id", "/b/}x{", "/c/{{x}}", "/d//e", "/f?g=h", "/i#j", "k", &long]
        .iter()
        .map(|path| format!("\"{path}\": {{\"get\": {{\"summary\": \"S\", \"responses\": {{}}}}, \"put\": {{\"summary\": \"S\", \"responses\": {{}}}}}}"))
        .collect();
    insta::assert_snapshot!(of_spec("", &paths.join(",\n")), @r"
    path-parameters api.json:3:1 the parameter `id` of the path `/a/{id}` is not declared / add it to `parameters`, with `in: path` and `required: true`
    path-parameters api.json:4:1 the parameter `name` of the path `/a/{name}` is not declared / add it to `parameters`, with `in: path` and `required: true`
    ambiguous-path api.json:4:1 the paths `/a/{id}` and `/a/{name}` match the same URLs / parameter names do not distinguish paths; merge them into one path
       the other path api.json:3:1
    invalid-path api.json:5:1 the path `/b/{id` has an unmatched brace / it is shown as written, and requests may not reach the server
    invalid-path api.json:6:1 the path `/b/}x{` has an unmatched brace / it is shown as written, and requests may not reach the server
    invalid-path api.json:7:1 the path `/c/{{x}}` has an unmatched brace / it is shown as written, and requests may not reach the server
    invalid-path api.json:8:1 the path `/d//e` has an empty segment / it is shown as written, and requests may not reach the server
    invalid-path api.json:9:1 the path `/f?g=h` contains a query or fragment; declare query parameters in `parameters` / it is shown as written, and requests may not reach the server
    invalid-path api.json:10:1 the path `/i#j` contains a query or fragment; declare query parameters in `parameters` / it is shown as written, and requests may not reach the server
    invalid-path api.json:11:1 the path `k` does not begin with `/` / it is shown as written, and requests may not reach the server
    invalid-path api.json:12:1 the path `/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…` has 2001 characters, more than some servers accept / it is shown as written, and requests may not reach the server
    ");
    let mut project = with_paths("", &paths.join(",\n"));
    assert_eq!(project.scaffold("api.json", ScaffoldOptions::default()).files.len(), 21);
    for path in ["/b/{id", "/d//e", "/f?g=h", &long] {
        let (_, project) = engine::testing::project(&format!(
            "//- /tool.json\n{{\"name\": \"N\", \"openapi\": \"api.json\"}}\n//- /api.json\n{{\"openapi\": \"3.1.0\", \"paths\": {{\"{path}\": {{\"get\": {{}}}}}}}}\n\
             //- /docs/index.md\n---\ntitle: H\n---\n<wc-endpoint ref=\"GET {path}\"></wc-endpoint>\n"
        ));
        assert!(text(&project, "index.md").contains(&format!("GET {path}")), "{path}");
    }
}

#[test]
fn what_operations_lack_is_counted() {
    let paths = r#""/a": {"get": {}, "put": {"tags": ["x"], "summary": "S", "responses": {}}, "post": {}, "head": {}, "delete": {}, "patch": {}, "trace": {}}"#;
    insta::assert_snapshot!(of_spec("", paths), @r"
    missing-summary api.json:3:8 6 operations have no `summary` / without a `summary`, the title of a page is derived from the description, the `operationId`, or method and path
       GET /a
       POST /a
       HEAD /a
       DELETE /a
       PATCH /a
       and 1 more
    missing-responses api.json:3:8 6 operations have no `responses` / without `responses`, a page does not describe what the server returns
       GET /a
       POST /a
       HEAD /a
       DELETE /a
       PATCH /a
       and 1 more
    missing-tags api.json:3:8 6 operations have no tag / operations without a tag are listed after the tags in the sidebar
       GET /a
       POST /a
       HEAD /a
       DELETE /a
       PATCH /a
       and 1 more
    ");
    insta::assert_snapshot!(of_spec("", r#""/a": {"get": {}}"#), @r"
    missing-summary api.json:3:8 `GET /a` has no `summary` / without a `summary`, the title of a page is derived from the description, the `operationId`, or method and path
    missing-responses api.json:3:8 `GET /a` has no `responses` / without `responses`, a page does not describe what the server returns
    ");
    let (_, bare) = project(
        "//- /tool.json\n{\"name\": \"N\", \"openapi\": \"api.json\"}\n//- /api.json\n{\"openapi\": \"3.1.0\", \"info\": {\"title\": \"T\", \"version\": \"1\"}}\n",
    );
    insta::assert_snapshot!(findings(&bare), @"missing-paths api.json:1:1 the document has neither `paths` nor `webhooks` / without operations, the site has no API pages");
}

const TAGGED: &str = r#"
"/a": {"get": {"summary": "A", "tags": ["a"], "responses": {}}},
"/b": {"get": {"summary": "B", "tags": ["b", "a"], "responses": {}}},
"/c": {"get": {"summary": "C", "tags": ["c"], "responses": {}}},
"/d": {"get": {"summary": "D", "tags": ["d"], "responses": {}}},
"/e": {"get": {"summary": "E", "responses": {}}}"#;

/// The groups of the sidebar that scaffolding makes, a line for each page.
fn sidebar(head: &str) -> String {
    let plan = with_paths(head, TAGGED).scaffold("api.json", ScaffoldOptions::default());
    let config: serde_json::Value = serde_json::from_str(&plan.config.unwrap().new).unwrap();
    fn walk(entries: &serde_json::Value, way: &str, out: &mut String) {
        for entry in entries.as_array().into_iter().flatten() {
            match entry["group"].as_str() {
                Some(group) => walk(&entry["pages"], &format!("{way}{group} > "), out),
                None => out.push_str(&format!("{way}{}\n", entry["title"].as_str().or(entry.as_str()).unwrap())),
            }
        }
    }
    let mut out = String::new();
    walk(&config["sidebar"], "", &mut out);
    out
}

#[test]
fn tags_that_do_not_fit_lose_no_operation() {
    let mut out = String::new();
    for head in [
        r#""tags": [{"name": "b"}, {"name": "a"}],"#,
        r#""tags": [{"name": "a"}, {"name": "b"}, {"name": "c"}],"#,
        r#""x-tagGroups": [{"name": "One", "tags": ["a", "gone", "b"]}, {"name": "Two", "tags": ["b", "c"]}, {"name": "None", "tags": []}],"#,
        r#""x-tagGroups": [{"name": "One", "tags": "a"}, 7, {"tags": ["a"]}, {"name": "Two", "tags": {"b": 1}}],"#,
    ] {
        let listed = sidebar(head);
        for title in ["A", "B", "C", "D", "E"] {
            let times = listed.lines().filter(|line| line.rsplit("> ").next() == Some(title)).count();
            assert_eq!(times, 1, "{title} in\n{listed}");
        }
        out.push_str(&format!("{}---\n{listed}=====\n", of_spec(head, TAGGED)));
    }
    insta::assert_snapshot!(out);
}

/// Ids of row after row: what a page is called, how it refers to its operation.
#[test]
fn hostile_ids_give_portable_files_that_stay() {
    let long = "x".repeat(10_240);
    let ids: [Option<&str>; 29] = [
        None,
        Some("same"),
        Some("same"),
        Some(""),
        Some(&long),
        Some("a/b"),
        Some(".."),
        Some("."),
        Some("con"),
        Some("NUL.txt"),
        Some("a\\b"),
        Some("-rf"),
        Some("🦀"),
        Some("قائمة"),
        Some("caf\u{e9}"),
        Some("cafe\u{301}"),
        Some("trailing."),
        Some("trailing "),
        Some("index"),
        Some("GetUser"),
        Some("getuser"),
        Some("%2e%2e"),
        Some("a?b#c"),
        Some("line\nbreak"),
        Some("GET /p0"),
        Some("../../etc/passwd"),
        Some("C:\\x"),
        Some("a\u{0}b"),
        Some("introduction"),
    ];
    let paths: Vec<String> = ids
        .iter()
        .enumerate()
        .map(|(number, id)| {
            let id =
                id.map(|id| format!("\"operationId\": {}, ", serde_json::to_string(id).unwrap())).unwrap_or_default();
            format!("\"/p{number}\": {{\"get\": {{{id}\"summary\": \"S{number}\", \"responses\": {{}}}}}}")
        })
        .collect();
    let files = format!(
        "//- /tool.json\n{{\"name\": \"N\"}}\n//- /docs/index.md\n---\ntitle: H\n---\n//- /api.json\n\
         {{\"openapi\": \"3.1.0\", \"info\": {{\"title\": \"T\", \"version\": \"1\"}}, \"paths\": {{\n{}\n}}}}\n",
        paths.join(",\n")
    );
    let (system, mut opened) = project(&files);
    let plan = opened.scaffold("api.json", ScaffoldOptions::default());
    let mut out = String::new();
    let mut seen = BTreeSet::new();
    for (id, file) in ids.iter().zip(plan.files.iter().filter(|file| &*file.path != "docs/introduction.md")) {
        let stem = file.path.strip_prefix("docs/api/").and_then(|path| path.strip_suffix(".md")).unwrap();
        assert!(stem.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-'), "{stem}");
        assert!(!stem.is_empty() && stem.len() <= 80 + 1 + 6 && !stem.starts_with('-'), "{stem}");
        assert!(seen.insert(stem.to_owned()), "{stem} twice");
        let element = file.contents.lines().find(|line| line.starts_with("<wc-endpoint")).unwrap();
        let id: String = id.map_or("none".to_owned(), |id| format!("{:?}", id.chars().take(20).collect::<String>()));
        out.push_str(&format!("{id}: {stem} {element}\n"));
    }
    assert_eq!(seen.len(), ids.len());
    insta::assert_snapshot!(out);
    // The same in another order, and once more.
    let (_, mut again) = project(&files);
    assert_eq!(again.scaffold("api.json", ScaffoldOptions::default()).files, plan.files);
    let mut project = carry_out(&system, &plan, true);
    let found = project.site().diagnostics();
    let codes: Vec<Code> = found.iter().map(|found| found.code).collect();
    // Five of the ids are no names.
    let expected = [[Code::DuplicateOperationId].as_slice(), &[Code::InvalidSpec; 5]].concat();
    assert_eq!(codes, expected, "{found:?}");
    assert!(found.iter().all(|found| found.severity == Severity::Warning));
    for stem in &seen {
        let page = text(&project, &format!("api/{stem}/index.html"));
        assert!(page.contains("<wc-endpoint") && !page.contains("class=\"problem\""), "{stem}");
    }
    let second = project.scaffold("api.json", ScaffoldOptions::default());
    assert_eq!((second.files, second.config, second.vanished.len()), (Vec::new(), None, 0));
}
