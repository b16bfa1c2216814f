//! The markup of endpoints, and that nothing of a spec gets out of its place.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{Authored, endpoint_html, write_endpoint};

use crate::render::endpoint_markdown::endpoint_markdown;
use crate::testing::real_spec;
use crate::testing::spec;
use crate::{Db, Inputs};
use base::inputs::{Change, FileSet, MemorySystem};
use base::testing::real_documents;
use openapi::endpoint::endpoint;
use openapi::operation::operations;

fn html(text: &str) -> String {
    let (inputs, file) = spec(text);
    let db = inputs.db();
    endpoint_html(db, operations(db, file)[0]).to_owned()
}

const PETS: &str = r##"{"openapi": "3.1.0", "servers": [{"url": "https://a.test/v1"}], "paths": {"/pets/{id}": {"put": {
    "operationId": "putPet", "deprecated": true, "description": "Puts *it*.", "security": [{"key": []}],
    "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}],
    "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Pet"}}, "application/xml": {"schema": {"$ref": "#/components/schemas/Pet"}}}},
    "responses": {"200": {"description": "Done", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Pet"}}}}, "404": {"description": "None"}}}}},
    "components": {"schemas": {"Pet": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string", "maxLength": 9}, "mother": {"$ref": "#/components/schemas/Pet"}}}},
      "securitySchemes": {"key": {"type": "apiKey", "in": "query", "name": "k"}}}}"##;

#[test]
fn has_every_part_in_its_place() {
    let text = html(PETS);
    for part in [
        r#"<wc-endpoint ref="putPet" method="PUT" url="/pets/{id}"><div class="endpoint"><div class="endpoint-intro">"#,
        r#"<span class="method" data-method="put">PUT</span><code class="endpoint-path">/pets/<wbr><span class="path-param">{id}</span></code>"#,
        r#"<p class="deprecated-note">"#,
        r#"<div class="endpoint-description"><p>Puts <em>it</em>.</p></div>"#,
        r#"<details class="access"><summary><span class="access-row"><span>Needs <code>k</code></span> <span class="access-server"><span class="visually-hidden">Server: </span><code>https://a.test/v1</code></span></span></summary>"#,
        r#"<ul class="endpoint-security" role="list"><li><code>key</code> API key in query k</li></ul>"#,
        r#"<ul class="endpoint-servers" role="list"><li><code>https://a.test/v1</code></li></ul></details>"#,
        r#"<h2 class="fields-title" id="path-parameters">Path Parameters</h2>"#,
        r##"<wc-field id="path.id"><p><code>id</code> <i>integer</i> <b>required</b></p>"##,
        r#"<h2 class="fields-title" id="body">Body <span class="fields-badge">application/json</span></h2>"#,
        r##"<wc-field id="body.name"><p><code>name</code> <i>string · ≤ 9 characters</i> <b>required</b></p>"##,
        r#"data-model="pet" data-at="body.mother"><summary>recursive: Pet</summary><p class="field-note"><a href=""#,
        r#"<p class="field-note">Also, with the same fields: <code>application/xml</code></p>"#,
        r#"<h2 class="fields-title" id="response.200">Response body <span class="status status-2">200</span> <span class="fields-badge">application/json</span></h2>"#,
        r#"id="response.200.name""#,
        r#"<wc-responses><h2>Other responses</h2><wc-response code="404" id="response.404"><details class="response"><summary><span class="status status-4">404</span> <span>Not Found</span></summary>"#,
        r#"<wc-code-tab label="curl"><h4 class="tab-label">curl</h4>"#,
    ] {
        assert!(text.contains(part), "{part}\nis not in\n{text}");
    }
}

/// A body of two kinds, distinguished by a discriminator.
pub(crate) const RULES: &str = r##"{"openapi": "3.1.0", "paths": {"/rules": {"post": {"operationId": "makeRule", "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Rule"}}}}}}},
    "components": {"schemas": {
      "Rule": {"oneOf": [{"$ref": "#/components/schemas/HttpRule"}, {"$ref": "#/components/schemas/QueueRule"}],
        "discriminator": {"propertyName": "kind", "mapping": {"http": "#/components/schemas/HttpRule", "queue": "#/components/schemas/QueueRule"}}},
      "HttpRule": {"type": "object", "required": ["kind", "target"], "properties": {"kind": {"const": "http"}, "id": {"type": "string", "description": "Of http", "title": "The ID"},
        "target": {"$ref": "#/components/schemas/HttpTarget"}, "source": {"$ref": "#/components/schemas/Source"}}},
      "QueueRule": {"type": "object", "required": ["kind", "target"], "properties": {"kind": {"const": "queue"}, "id": {"type": "string", "description": "Of queue", "deprecated": true},
        "target": {"$ref": "#/components/schemas/QueueTarget"}, "source": {"$ref": "#/components/schemas/Source"}}},
      "Source": {"type": "object", "required": ["name"], "properties": {"name": {"enum": [1, "1"], "title": "Its number", "description": "The name", "x-enumNames": ["one", "text"]}}},
      "HttpTarget": {"type": "object", "required": ["url"], "properties": {"url": {"type": "string"}, "format": {"type": "string"}}},
      "QueueTarget": {"type": "object", "required": ["topic"], "properties": {"topic": {"type": "string"}, "format": {"type": "string"}}}}}}"##;

#[test]
fn alternatives_link_to_their_schemas_and_list_their_own_fields() {
    let text = html(RULES);
    for part in [
        r#"<p class="tab-label">queue</p><p class="variant-kind field-type"><a href=""#,
        ">QueueRule</a></p>",
        r##"<li><a href="#body.target"><code>target</code></a> <i>QueueTarget</i> <b class="required">required</b><ul><li><a href="#body.target.topic"><code>topic</code></a> <b class="required">required</b></li></ul></li>"##,
        r#"<ul class="variant-list" role="list"><li><p><b>http</b></p><p>Of http</p></li>"#,
        r#"<p>Of queue</p><span class="field-badge deprecated">"#,
        r#"<wc-field id="body.source.name"><p><code><span>source.</span>name</code> <i>enum or integer enum</i> <b>required</b></p><div><p class="field-note">Its number</p><p>The name</p></div>"#,
        r#"<li><code>1</code> one</li><li><code>&quot;1&quot;</code> text</li>"#,
    ] {
        assert!(text.contains(part), "{part}\nis not in\n{text}");
    }
    // What all share is only in the list of fields.
    assert!(!text.contains(r##"<a href="#body.source">"##) && !text.contains("body.target.format\"><code>"), "{text}");
}

#[test]
fn a_long_list_of_values_is_folded_behind_its_first() {
    let of = |count: usize| {
        let values: Vec<String> = (0..count).map(|value| format!("\"v{value}\"")).collect();
        let values = values.join(", ");
        html(&format!(
            r#"{{"openapi": "3.1.0", "paths": {{"/x": {{"get": {{"parameters": [{{"name": "a", "in": "query", "schema": {{"enum": [{values}]}}}}]}}}}}}}}"#
        ))
    };
    let text = of(31);
    let fold = r#"<li><code>v19</code></li></ul><details class="more-values"><summary>and 11 more</summary><ul class="field-enum"><li><code>v20</code></li>"#;
    assert!(text.contains(fold) && text.contains("<li><code>v30</code></li></ul></details>"), "{text}");
    let text = of(30);
    assert!(text.contains("<li><code>v29</code></li></ul>") && !text.contains("more-values"), "{text}");
}

#[test]
fn what_the_author_wrote_stands_in_the_frame() {
    let (inputs, file) = spec(PETS);
    let db = inputs.db();
    let authored = Authored {
        summary: Some("Mine"),
        prose: "<p>More</p>",
        fields: "<wc-fields></wc-fields>",
        examples: "<p>Example</p>",
        anchor_prefix: "putPet",
        ..Authored::default()
    };
    let mut text = String::new();
    write_endpoint(db, FileSet::of(db, file), endpoint(db, operations(db, file)[0]), &authored, &mut text);
    assert!(text.contains(r#"<p class="endpoint-summary">Mine</p>"#));
    assert!(text.contains("<p>More</p></div>") && text.contains("<wc-fields></wc-fields>"));
    assert!(text.contains(r#"aria-label="Examples"><p>Example</p><h2"#), "{text}");
    assert!(text.contains(r#"id="putPet.body.name""#));
}

/// All `id` attributes of a text.
fn ids(text: &str) -> Vec<&str> {
    text.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

#[test]
fn ids_are_unique() {
    let text = html(PETS);
    let all = ids(&text);
    let unique: BTreeSet<&str> = all.iter().copied().collect();
    assert_eq!(all.len(), unique.len(), "{all:?}");
}

/// HTML without the content of its blocks of code.
fn without_blocks(html: &str) -> String {
    let mut parts = html.split("<pre");
    let first = parts.next().unwrap_or_default().to_owned();
    let rest = parts.map(|part| {
        part.split_once("</pre>").map_or(part, |(block, rest)| {
            assert!(!block.contains("<script") && !block.contains("<img"), "{block}");
            rest
        })
    });
    rest.fold(first, |all, part| all + part)
}

#[test]
fn hostile_text_stays_text() {
    let template = r##"{"openapi": "3.1.0", "servers": [{"url": T, "description": T, "variables": {"v": {"default": T, "enum": [T], "description": T}}}],
        "security": [{"T2": [T]}], "paths": {"/x/T3": {"post": {"operationId": T, "summary": T, "description": T, "tags": [T], "externalDocs": {"url": T, "description": T},
        "x-badges": [T], "x-codeSamples": [{"lang": T, "label": T, "source": T}], "x-tool-examples": [{"lang": T, "label": T, "code": T}],
        "parameters": [{"name": T, "in": "query", "required": true, "description": T, "schema": {"type": T, "enum": [T], "default": T, "pattern": T, "format": T}},
          {"name": T, "in": "header", "required": true, "example": T}, {"name": T, "in": "cookie", "required": true, "example": T}],
        "requestBody": {"description": T, "content": {"application/json": {"schema": {"title": T, "properties": {"T3": {"const": T, "description": T, "x-enumDescriptions": {"T3": T}}},
          "oneOf": [{"title": T, "properties": {"a": {}}}, {"title": T, "properties": {"b": {}}}]}}, "T3": {"schema": {"$ref": T}, "example": T}}},
        "callbacks": {"T3": {"T3": {"post": {"summary": T, "description": T}}}},
        "responses": {"200": {"description": T, "headers": {"T3": {"description": T}}, "content": {"application/json": {"schema": {"type": "object"}, "examples": {"T3": {"summary": T, "description": T, "value": T}}}},
          "links": {"T3": {"operationId": T, "description": T, "requestBody": T, "server": {"url": T, "description": T}}}}, "T3": {"description": T}}}}},
        "components": {"securitySchemes": {"T2": {"type": "oauth2", "description": T, "flows": {"implicit": {"authorizationUrl": T, "scopes": {"T3": T}}}}}}}"##;
    for payload in [
        "<script>alert(1)</script>",
        "\"><img src=x onerror=alert(1)>",
        "' onmouseover='x",
        "</code></pre><script>",
        "javascript:alert(1)",
        "[x](javascript:alert(1))",
        "<svg/onload=x>",
        "]]><!--",
        "\u{1}\u{2}\u{0}",
    ] {
        let quoted = serde_json::to_string(payload).unwrap();
        let inner = &quoted[1..quoted.len() - 1];
        let text = template.replace("T2", inner).replace("T3", inner).replace('T', &quoted);
        // Quotation marks in a block of code end no attribute.
        let html = without_blocks(&html(&text));
        for forbidden in [
            "<script",
            "<img src=x",
            "onerror=\"",
            "<svg",
            "<!--",
            "onmouseover='",
            "href=\"javascript:",
            "\u{1}",
            "\u{2}",
            "\u{0}",
            "style=",
        ] {
            assert!(!html.contains(forbidden), "{payload:?} gives {forbidden:?} in\n{html}");
        }
        assert_eq!(html.matches("<div").count(), html.matches("</div>").count());
        assert_eq!(html.matches("<details").count(), html.matches("</details>").count());
    }
}

/// What the two forms of all operations of a real spec weigh: operations, bytes of HTML, of Markdown, of the largest page.
fn weight(path: &str) -> Option<(usize, usize, usize, usize)> {
    let (folder, _) = real_documents()?;
    let (inputs, file) = real_spec(&folder, path);
    let db = inputs.db();
    let chunks = operations(db, file);
    let html: Vec<usize> = chunks.iter().map(|&chunk| check_html(db, endpoint_html(db, chunk))).collect();
    let markdown = chunks.iter().map(|&chunk| endpoint_markdown(db, chunk).len()).sum();
    Some((chunks.len(), html.iter().sum(), markdown, html.into_iter().max().unwrap_or_default()))
}

fn check_html(_: &dyn Db, html: &str) -> usize {
    assert_eq!(html.matches("<wc-field id=").count(), html.matches("</wc-field>").count());
    html.len()
}

#[test]
fn real_specs_stay_within_their_weight() {
    for (path, operations, most, largest) in [
        ("big/stripe-spec3.yaml", 468, 78_000_000, 260_000),
        ("big/github-api.github.com.json", 1223, 62_000_000, 300_000),
        ("big/elasticsearch-serverless.json", 452, 46_000_000, 390_000),
        ("big/cloudflare.json", 1533, 70_000_000, 330_000),
    ] {
        let Some((count, html, markdown, page)) = weight(path) else { return };
        assert_eq!(count, operations, "{path}");
        assert!(html + markdown < most, "{path}: {html} and {markdown}");
        assert!(page < largest, "{path}: {page}");
    }
}

/// A spec of `count` operations that share a schema; `description` is that of the first operation.
fn spec_of(count: usize, description: &str, schema: &str) -> String {
    let operations: Vec<String> = (0..count)
        .map(|n| {
            let description = if n == 0 { description } else { "same" };
            format!(
                r##""/p{n}": {{"get": {{"operationId": "op{n}", "description": "{description}", "responses": {{"200": {{"content":
                {{"application/json": {{"schema": {{"$ref": "#/components/schemas/A"}}}}}}}}}}}}}}"##
            )
        })
        .collect();
    format!(
        r#"{{"openapi": "3.1.0", "paths": {{{}}}, "components": {{"schemas": {{"A": {schema}}}}}}}"#,
        operations.join(",")
    )
}

/// The queries that run until all operations are current again after an edit.
fn executed(count: usize, after: &str) -> Vec<String> {
    let system = Arc::new(MemorySystem::default());
    system.write("openapi.json", spec_of(count, "old", r#"{"type": "string"}"#));
    let mut inputs = Inputs::new(system.clone());
    let path: Arc<str> = Arc::from("openapi.json");
    let (file, _) = inputs.require(&path);
    let all = |inputs: &Inputs| {
        let db = inputs.db();
        let chunks = operations(db, file).iter();
        chunks.map(|&chunk| endpoint_html(db, chunk).len() + endpoint_markdown(db, chunk).len()).sum::<usize>()
    };
    all(&inputs);
    system.write("openapi.json", after);
    assert!(inputs.apply(&[Change::Path(path)]));
    inputs.db().record_executions(true);
    all(&inputs);
    let names = inputs.db().record_executions(false);
    names.iter().map(|name| name.split('(').next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn an_edit_reaches_its_own_page_alone() {
    let expected = ["split", "chunk_parsed", "operation_head", "endpoint", "endpoint_html", "endpoint_markdown"];
    for count in [10, 200] {
        let found = executed(count, &spec_of(count, "new", r#"{"type": "string"}"#));
        assert_eq!(found.iter().filter(|name| expected.contains(&name.as_str())).count(), 6, "{found:?}");
        assert!(found.len() <= 8, "{found:?}");
        // White space reaches no page at all.
        let found = executed(count, &spec_of(count, "old", r#"{  "type": "string"}"#));
        assert!(!found.iter().any(|name| name.starts_with("endpoint")), "{found:?}");
    }
}

#[test]
fn a_form_is_shown_as_it_is_sent() {
    let form = r##"{"openapi": "3.1.0", "paths": {"/pay": {"post": {"requestBody": {"content": {"application/x-www-form-urlencoded": {"schema": {
        "type": "object", "required": ["amount", "card"], "properties": {"amount": {"type": "integer"}, "note": {"type": "string"},
        "card": {"type": "object", "required": ["owner name"], "properties": {"owner name": {"type": "string", "example": "A & B"}}}}}}}}}}}}"##;
    let text = html(form);
    let plain = text.replace("&amp;", "&").replace("&#38;", "&").replace("&#39;", "'");
    assert!(plain.contains("amount=1&\ncard[owner%20name]=A%20%26%20B</code>"), "{plain}");
    assert!(plain.contains(">All fields<") && plain.contains("\nnote=string&\n"), "{plain}");
    assert!(plain.contains("'card[owner%20name]=A & B'</span>"), "{plain}");
    let (inputs, file) = spec(form);
    let markdown = endpoint_markdown(inputs.db(), operations(inputs.db(), file)[0]);
    assert!(markdown.contains("\namount=1&\ncard[owner%20name]=A%20%26%20B\n"), "{markdown}");
    assert!(!markdown.contains("note=string"), "{markdown}");
}
