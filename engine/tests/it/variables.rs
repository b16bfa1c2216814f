//! `{{NAME}}` and `pass:[…]`: where they stand for something, what is said of them, and what a changed value runs again.

use engine::testing::{project, text};

use crate::incremental::{edit, everything, lines};
use crate::shown::findings;

const HEAD: &str = "//- /tool.json\n{\"name\": \"N\", \"attributes\": {\"HOST\": \"api.example.com\", \"PRODUCT\": \"Meadow *1* <b>\", \"PORT\": 8080}}\n\
     //- /docs/index.md\n---\ntitle: H\nattributes:\n  PLAN: free\n  PORT: \"0443\"\n---\n";

/// What a page says: its HTML without the frame.
fn html(page: &str) -> String {
    let (_, project) = project(&format!("{HEAD}{page}\n"));
    let html = text(&project, "index.html");
    let body = html.split_once("</h1>").unwrap().1.split_once("</article>").unwrap().0;
    body.trim().to_owned()
}

fn twin(page: &str) -> String {
    let (_, project) = project(&format!("{HEAD}{page}\n"));
    text(&project, "index.md").split_once("\"0443\"\n---\n").unwrap().1.to_owned()
}

fn found(page: &str) -> String {
    let (_, project) = project(&format!("{HEAD}{page}\n"));
    findings(&project)
}

#[test]
fn a_page_goes_before_its_frontmatter_and_that_before_the_configuration() {
    let page = "{{HOST}} {{PLAN}} {{PORT}}\n\n<wc-var name=HOST value=\"own.example.com\" />\n";
    assert_eq!(html(page), "<p>own.example.com free 0443</p><p></p>");
}

#[test]
fn values_are_text_wherever_they_stand() {
    insta::assert_snapshot!(html(
        "## On {{PRODUCT}}\n\n*{{PRODUCT}}* [{{HOST}}](https://{{HOST}}/{{PLAN}} \"{{PRODUCT}}\") ![{{HOST}}](https://{{HOST}}/a.png) https://x.y/{{PLAN}} <https://{{HOST}}/>\n\n\
         | {{PLAN}} |\n|--|\n| {{PORT}}|\n\n<wc-callout title=\"{{PRODUCT}}\">\n{{HOST}}\n</wc-callout>\n\n<wc-badge>{{PLAN}}</wc-badge> <wc-button href=\"https://{{HOST}}/\" label=\"{{PLAN}}\" />\n\n\
         <table><tr><td title=\"{{PRODUCT}}\">{{PRODUCT}}</td></tr></table>\n\n[ref]\n\n[ref]: https://{{HOST}}/ref"
    ));
}

#[test]
fn code_and_escapes_keep_what_they_are() {
    insta::assert_snapshot!(html(
        "`{{HOST}}` \\{{HOST}} &#123;{HOST}} {{ HOST }} {{{HOST}}} {{host}} pass:[{{HOST}}]\n\n```\ncurl {{HOST}} {{ .Values.host }} {{#each ITEMS}}{{UNDECLARED}}{{/each}} {{{HOST}}} {% if HOST %}\n```\n\n    {{PORT}}\n\n\
         <wc-code-block>\n{{PLAN}}\n</wc-code-block>\n\n<!-- {{HOST}} -->"
    ));
    assert_eq!(
        found(
            "`{{NOBODY}}`\n\n```\n{{NOBODY}}\n```\n\n<!-- {{NOBODY}} -->\n\n\\{{NOBODY}} pass:[{{NOBODY}}] {{nobody}} {{ NOBODY }}"
        ),
        ""
    );
}

#[test]
fn undeclared_names_are_reported_with_the_nearest() {
    insta::assert_snapshot!(found(
        "{{HOTS}} and {{NOTHING_NEAR}}\n\n> *{{PLANN}}* [x](https://{{HOSTT}}/)\n\n<wc-callout title=\"a {{PRODUKT}}\">\nx\n</wc-callout>\n\n<wc-var name=TOKEN />{{TOKENN}}"
    ));
    let (_, wrong) = project(
        "//- /tool.json\n{\"name\": \"N\", \"attributes\": {\"host\": \"x\", \"LIST\": [1], \"NONE\": null}}\n//- /docs/index.md\n---\ntitle: H\nattributes: [a]\n---\n\
         //- /docs/b.md\n---\ntitle: B\nattributes: {a-b: c}\n---\n",
    );
    insta::assert_snapshot!(findings(&wrong));
}

#[test]
fn a_variable_that_readers_edit_is_followed_in_text_and_edited_in_code() {
    insta::assert_snapshot!(html(
        "<wc-var name=HOST /> <wc-var name=KEY default=\"your <key>\" /> <wc-var name=TOKEN /> <wc-var name=PLAN readonly />\n\n{{HOST}} {{KEY}} {{TOKEN}} {{PLAN}}\n\n\
         ```sh\ncurl -H \"Key: {{KEY}}\" https://{{HOST}}/{{PLAN}}\n```"
    ));
    let (_, project) = project(&format!(
        "{HEAD}<wc-var name=HOST />\n//- /docs/b.md\n---\ntitle: B\n---\n<wc-var name=A value=b />{{{{HOST}}}}\n"
    ));
    assert!(text(&project, "index.html").contains("_tool/variables."));
    assert!(!text(&project, "b/index.html").contains("_tool/variables."), "a page without editing needs no script");
}

#[test]
fn the_twin_has_values_as_each_place_needs_them() {
    insta::assert_snapshot!(twin(
        "## {{PRODUCT}}\n\n`{{HOST}}` \\{{HOST}} pass:[{{HOST}}] {{HOST}} {{NOBODY}} [a](https://{{HOST}}/{{PLAN}})\n\n> ```\n> {{PRODUCT}}\n> ```\n\n\
         <wc-callout title=\"{{PRODUCT}}\">\n{{PLAN}}\n</wc-callout>\n\n<!-- {{HOST}} --><b title='{{PRODUCT}}'>\n\n<wc-visibility for=humans>{{HOST}}</wc-visibility>\n\n<wc-var name=PLAN value=paid /><wc-var name=KEY default={{HOST}} /> {{KEY}}\n\n\
         [r]: https://{{HOST}}/\n\n<wc-code-block>\n{{PRODUCT}}\n</wc-code-block>"
    ));
}

#[test]
fn a_changed_value_renders_the_pages_that_show_it_and_no_other() {
    let (system, mut project) = project(&format!(
        "{HEAD}{{{{HOST}}}}\n//- /docs/b.md\n---\ntitle: B\n---\n{{{{PORT}}}}\n//- /docs/c.md\n---\ntitle: C\n---\nText `{{{{HOST}}}}`\n//- /docs/d.md\n---\ntitle: D\n---\n\
         {{{{LATER}}}}\n"
    ));
    everything(&project);
    let ran = edit(&system, &mut project, "tool.json", "api.example.com", "new.example.com");
    insta::assert_snapshot!(lines(&ran));
    assert!(text(&project, "index.html").contains("new.example.com"));
    let ran = edit(&system, &mut project, "tool.json", "\"PORT\"", "\"LATER\": \"now\", \"PORT\"");
    assert!(lines(&ran).contains("1 page_body\n"), "{}", lines(&ran));
    assert!(text(&project, "d/index.html").contains("<p>now</p>"));
    let fresh = engine::Project::open(system);
    assert_eq!(everything(&project), everything(&fresh));
    assert_eq!(project.site().diagnostics(), fresh.site().diagnostics());
}

#[test]
fn text_in_brackets_after_pass_is_literal() {
    insta::assert_snapshot!(html(
        "pass:[*a* [b] <wc-callout> `c` {{HOST}} https://x.y | &amp;] bypass:[*d*] pass:[open *e*\n\n`pass:[f]` **pass:[*]**\n\n## pass:[*g*]\n\n| pass:[a|b] | pass:[] |\n|--|--|\n\n\
         > - pass:[# no heading]\n\n[pass:[*h*]](https://x.y \"pass:[t]\") <b title=\"pass:[u]\">v</b>\n\n<wc-badge label=\"pass:[w]\" />"
    ));
}

#[test]
fn the_text_of_a_spec_knows_none_of_it() {
    let spec = r#"{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {"/a": {"get": {"operationId": "a",
        "summary": "{{HOST}}", "description": "{{HOST}} pass:[*x*] <wc-include src=\"a.md\" /> <wc-var name=\"A\" />", "responses": {}}}}}"#;
    let (_, project) = project(&format!(
        "//- /tool.json\n{{\"name\": \"N\", \"openapi\": \"a.json\", \"attributes\": {{\"HOST\": \"x.y\"}}}}\n//- /a.json\n{spec}\n//- /docs/index.md\n---\ntitle: H\n---\n<wc-endpoint ref=a></wc-endpoint>\n\
         //- /docs/_reusables/a.md\nFragment\n"
    ));
    let html = text(&project, "index.html");
    assert!(
        html.contains("{{HOST}} pass:[<em>x</em>]") && !html.contains("Fragment") && !html.contains("x.y"),
        "{html}"
    );
    assert!(text(&project, "index.md").contains("{{HOST}} pass:["));
}
