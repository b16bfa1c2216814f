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
