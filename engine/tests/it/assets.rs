//! What pages load from `_tool/`.

use engine::testing::{project, text};

/// The names of the files of `_tool/` that a page loads, without their hashes, in the order of the page.
fn loaded(html: &str) -> Vec<String> {
    let names = html.split("_tool/").skip(1).filter_map(|rest| rest.split('"').next());
    let parts = names.map(|name| name.split('.'));
    parts.map(|mut parts| format!("{}.{}", parts.next().unwrap(), parts.next_back().unwrap())).collect()
}

#[test]
fn only_pages_with_fields_load_the_look_of_fields() {
    let (_, project) = project(
        r#"
//- /tool.json
{"name": "N"}
//- /docs/index.md
# Prose

<wc-callout>Text.</wc-callout>
//- /docs/fields.md
# Fields

<wc-callout><wc-fields><wc-field name="id">An id.</wc-field></wc-fields></wc-callout>
"#,
    );
    assert_eq!(loaded(&text(&project, "index.html")), ["favicon.svg", "theme.js", "site.css", "site.js"]);
    assert_eq!(
        loaded(&text(&project, "fields/index.html")),
        ["favicon.svg", "theme.js", "site.css", "api.css", "site.js", "api.js"]
    );
    for html in ["index.html", "fields/index.html"] {
        for rest in text(&project, html).split("_tool/").skip(1) {
            let name = rest.split('"').next().unwrap();
            assert!(!text(&project, &format!("_tool/{name}")).is_empty(), "{name}");
        }
    }
}

/// A global that is set only sometimes could otherwise be an element of the page: `<a id="toolDevProxy">`.
#[test]
fn scripts_read_globals_that_no_element_can_replace() {
    // Set by the first script of every page that reads them.
    const ALWAYS_SET: [&str; 2] = ["toolFiles", "toolPlayground"];
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../templates/assets");
    let mut guarded = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = if path.extension().is_some_and(|it| it == "js") {
            std::fs::read_to_string(&path).unwrap()
        } else {
            continue;
        };
        for (at, _) in text.match_indices("window.tool") {
            let name: String = text[at + 7..].chars().take_while(char::is_ascii_alphanumeric).collect();
            if ALWAYS_SET.contains(&name.as_str()) {
                continue;
            }
            let line = &text[text[..at].rfind('\n').map_or(0, |end| end + 1)..at];
            let is_guarded =
                ["\"", "'"].iter().any(|quote| line.contains(&format!("Object.hasOwn(window, {quote}{name}{quote})")));
            assert!(is_guarded, "{}: {name}", path.display());
            guarded += 1;
        }
    }
    assert_eq!(guarded, 3);
}
