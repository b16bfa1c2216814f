//! Schemas of the spec in pages: their HTML, their Markdown, and what is said where they are not found.

use crate::parse::config::ENGLISH;
use crate::render::page::page_body;
use crate::render::page_markdown::page_markdown;
use crate::testing::project;

const SPEC: &str = r##"{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {},
  "components": {"schemas": {
    "Animal": {"type": "object", "properties": {"id": {"type": "string", "description": "Spec id"}}},
    "Pet": {"description": "Spec *pet*.", "required": ["id"], "allOf": [{"$ref": "#/components/schemas/Animal"}, {"type": "object", "properties": {
      "tag": {"type": "string", "description": "Spec tag"}, "friend": {"$ref": "#/components/schemas/Pet"}}}]},
    "Way": {"title": "A way", "oneOf": [{"$ref": "#/components/schemas/Animal"}, {"title": "By name", "type": "object", "properties": {"name": {"type": "string"}}}]},
    "Hidden": {"x-internal": true, "type": "object"},
    "Only in one": {"type": "string", "enum": ["a", "b"]}}}}"##;

/// The HTML and the Markdown of a page with that text, in a project with one spec.
fn shown(text: &str) -> (String, String) {
    let files = format!(
        "//- /tool.json\n{{\"name\": \"x\", \"openapi\": \"api.json\"}}\n//- /docs/a.md\n# A\n//- /api.json\n{SPEC}\n//- /docs/index.md\n{text}"
    );
    let (_, project) = project(&files);
    let db = project.inputs.db();
    let file = project.inputs.set().found(db)["docs/index.md"];
    (page_body(db, file).html(db, &ENGLISH).concat(), page_markdown(db, file).text(db))
}

#[test]
fn a_schema_of_the_spec_is_a_type_with_its_fields() {
    let (html, twin) = shown("# T\n\n<wc-schema ref=\"Pet\"></wc-schema>\n\nafter");
    for part in [
        r#"<wc-schema ref="Pet" class="schema" role="group" aria-labelledby="Pet"><h2 class="schema-title" id="Pet"><code>Pet</code> <span class="schema-extends">extends <code>Animal</code></span></h2>"#,
        "<p>Spec <em>pet</em>.</p>",
        r##"<wc-field id="Pet.id"><p><code>id</code> <i>string</i> <b>required</b></p>"##,
        r#"id="Pet.friend""#,
        "recursive: Pet",
        "</wc-schema><p>after</p>",
    ] {
        assert!(html.contains(part), "{part}\nis not in\n{html}");
    }
    assert_eq!(
        twin,
        "# T\n\n### Schema Pet\n\nExtends `Animal`.\n\nType: object.\n\nSpec *pet*.\n\n\
         - `id` (string, required): Spec id.\n- `tag` (string): Spec tag.\n- `friend` (Pet): Spec *pet*. recursive: [Pet](/api/models/pet.md)\n\nafter"
    );
}

#[test]
fn alternatives_and_values_of_a_schema_are_shown() {
    let (html, twin) = shown("<wc-schema ref=\"#/components/schemas/Way\" />\n\n<wc-schema ref=\"Only in one\" />");
    assert!(
        html.contains(r#"<wc-tabs class="variants" sync="Way""#) && html.contains(r#"<wc-tab label="By name">"#),
        "{html}"
    );
    assert!(
        html.contains(
            r#"<h2 class="schema-title" id="Way"><code>Way</code> <span class="schema-extends">A way</span></h2>"#
        ),
        "{html}"
    );
    assert!(html.contains(r#"id="Only%20in%20one"><code>Only in one</code>"#), "{html}");
    assert!(html.contains(r#"<ul class="field-enum"><li><code>a</code></li>"#), "{html}");
    assert!(twin.starts_with("### Schema Way (A way)\n\nType: "), "{twin}");
    assert!(twin.contains("- Variant `By name`") && twin.contains("One of: `a`, `b`."), "{twin}");
}

#[test]
fn what_the_author_writes_of_a_schema_wins() {
    let (html, twin) = shown(
        "<wc-schema ref=Pet name=Mine description=\"Own words.\" extends=\"Being\" class=own>\nOwn prose.\n\
         <wc-field name=tag type=own description=\"Own tag\" />\n<wc-field name=more>\n\nWith a [link](/a).\n\n</wc-field>\n</wc-schema>",
    );
    for part in [
        "<code>Mine</code> <span class=\"schema-extends\">extends <code>Being</code></span>",
        "class=\"schema own\"",
        "<p>Own words.</p>",
        "<p>Own prose.</p>",
        r#"id="Mine.more""#,
        "With a <a",
        "Spec id",
    ] {
        assert!(html.contains(part), "{part}\nis not in\n{html}");
    }
    for part in [
        "### Schema Mine\n\nExtends `Being`.",
        "Own words.\n\nOwn prose.\n\n- `id`",
        "- `tag` (own): Own tag.",
        "- `more`: With a [link](/a).",
    ] {
        assert!(twin.contains(part), "{part}\nis not in\n{twin}");
    }
    for part in ["Spec tag", "<code>Animal", "`Animal`"] {
        assert!(!html.contains(part) && !twin.contains(part), "{part} is in {html}\n{twin}");
    }
    // Of the type itself; a field that is one has it.
    assert_eq!((html.matches("Spec <em>pet").count(), twin.matches("Spec *pet").count()), (1, 1));
}

#[test]
fn a_schema_in_an_operation_is_shown_in_both() {
    let (html, twin) = shown("<wc-endpoint method=get url=/a>\n<wc-schema ref=Animal />\n</wc-endpoint>");
    assert!(html.contains(r#"id="Animal.id""#) && twin.contains("- `id` (string): Spec id."), "{html}\n{twin}");
}

#[test]
fn an_id_of_the_authors_stays_text() {
    let (html, _) = shown("<wc-schema ref=Way id='\"><script>' />");
    assert!(!html.contains("<script") && html.contains("id=\"&quot;&gt;&lt;script&gt;\""), "{html}");
}

#[test]
fn a_schema_that_is_not_found_is_said_in_its_place() {
    let (html, twin) =
        shown("<wc-schema ref=Pett />\n\n<wc-schema ref=Hidden name=Own>\n<wc-field name=kept />\n</wc-schema>");
    assert!(
        html.starts_with(r#"<div class="problem" role="note"><p>The API has no schema called <code>Pett</code>. Did you mean <code>Pet</code>?</p></div>"#),
        "{html}"
    );
    assert!(html.contains("<code>Hidden</code>") && html.contains(r#"id="Own.kept""#), "{html}");
    assert!(twin.starts_with("<wc-schema ref=Pett />"), "{twin}");
}
