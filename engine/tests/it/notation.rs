//! Formulas in pages: what is published of them, and what is reported.

use engine::testing::{project, text};

use crate::shown::findings;

const CONFIG: &str = "//- /tool.json\n{\"name\": \"N\", \"openapi\": \"api.json\"}\n";

/// An operation whose description has dollar signs.
const SPEC: &str = r#"//- /api.json
{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {"/a": {"get": {"operationId": "a", "summary": "A",
 "description": "From $x$ to $$y$$.\n\n```math\nz\n```", "responses": {"200": {"description": "OK"}}}}}}
"#;

#[test]
fn formulas_are_mathml_in_pages_and_text_elsewhere() {
    let page =
        "# Math\n\n## The $n$-th\n\nIt is $\\frac{1}{n}$, not `$m$`.\n\n$$\na\n+ b\n$$\n\n<wc-endpoint ref=\"a\" />\n";
    let (_, project) = project(&format!("{CONFIG}//- /docs/index.md\n---\ntitle: M\n---\n{page}{SPEC}"));
    let html = text(&project, "index.html");
    let body = html.split("<article").nth(1).and_then(|rest| rest.split("</article>").next()).unwrap_or(&html);
    assert_eq!(body.matches("<math").count(), 3, "{body}");
    assert!(body.contains("id=\"the-n-th\""));
    assert!(body.contains("<math><semantics><mrow><mfrac>"));
    assert!(body.contains("<div class=\"math\" tabindex=\"0\"><math display=\"block\">"));
    assert!(body.contains("<annotation encoding=\"application/x-tex\">a\n+ b</annotation>"));
    assert!(body.contains("From $x$ to $$y$$."));
    assert!(html.contains("_tool/math."));
    // The Markdown is the source.
    let markdown = text(&project, "index.md");
    assert!(markdown.contains("It is $\\frac{1}{n}$, not `$m$`.\n\n$$\na\n+ b\n$$\n"));
    assert!(markdown.contains("From $x$ to $$y$$."));
    assert!(!text(&project, "404.html").contains("_tool/math."));
}

#[test]
fn what_is_no_tex_is_reported_with_its_place() {
    let page =
        "# Math\n\nA $\\frac{a}{b$ and *$x + \\nope{y}$*.\n\n> $$\n> \\left( x\n> $$\n\n```math\na\n\\end{b}\n```\n";
    let deep = format!("\n${}x{}$\n", "\\frac{".repeat(10_000), "}{y}".repeat(10_000));
    let (_, project) = project(&format!("{CONFIG}//- /docs/index.md\n---\ntitle: M\n---\n{page}{deep}{SPEC}"));
    insta::assert_snapshot!(findings(&project), @r"
    undocumented-operations api.json:1:79 1 operation has no page [GET /a] / `tool openapi scaffold api.json --new-only` makes their pages
    invalid-math docs/index.md:6:3 the formula is no TeX that can be shown: expected closing token `}`, but reached end of input / its source is shown; a dollar sign that is no math is written `\$`
    invalid-math docs/index.md:6:26 the formula is no TeX that can be shown: unknown command `\nope` / its source is shown; a dollar sign that is no math is written `\$`
    invalid-math docs/index.md:8:3 the formula is no TeX that can be shown: expected closing token `\right`, but reached end of input / its source is shown; a dollar sign that is no math is written `\$`
    invalid-math docs/index.md:14:5 the formula is no TeX that can be shown: unknown environment `b` / its source is shown; a dollar sign that is no math is written `\$`
    invalid-math docs/index.md:17:2 the formula is no TeX that can be shown: it is longer than 16384 bytes / its source is shown; a dollar sign that is no math is written `\$`
    ");
    let html = text(&project, "index.html");
    assert!(html.contains("A <code>\\frac{a}{b</code> and <em><code>x + \\nope{y}</code></em>."));
    assert!(html.contains("<figure class=\"code\" data-lang=\"tex\">"));
    assert!(!html.contains("<math"));
}
