//! Endpoints that authors write, by hand and around an operation of the spec: their HTML and their Markdown.

use crate::parse::config::ENGLISH;
use crate::render::page::page_body;
use crate::render::page_markdown::page_markdown;
use crate::resolve::page_tree::{page_facts, page_tree};
use crate::testing::{project, text};

const SPEC: &str = r##"{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "servers": [{"url": "https://pets.test"}],
  "security": [{"key": []}],
  "paths": {"/pets/{id}": {"put": {"operationId": "putPet", "summary": "Put", "description": "Spec words.",
    "x-codeSamples": [{"lang": "sh", "label": "Shell", "source": "pets put"}],
    "parameters": [{"name": "id", "in": "path", "required": true, "description": "Spec id", "schema": {"type": "string"}},
      {"name": "limit", "in": "query", "description": "Spec limit", "schema": {"type": "integer", "maximum": 9}},
      {"name": "page", "in": "query", "description": "Spec page", "schema": {"type": "integer"}},
      {"name": "X-Trace", "in": "header", "description": "Spec trace", "schema": {"type": "string"}}],
    "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Pet"}}}},
    "responses": {"200": {"description": "Spec OK", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Pet"}}}},
      "404": {"description": "Spec gone"}}}}},
  "components": {"securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-Key"}},
    "schemas": {"Pet": {"type": "object", "required": ["name"], "properties": {
      "name": {"type": "string", "description": "Spec name"}, "age": {"type": "integer", "description": "Spec age"}}}}}}"##;

/// What a page with that text gives.
struct Shown {
    html: String,
    twin: String,
    findings: Vec<String>,
    anchors: Vec<Box<str>>,
}

impl Shown {
    #[track_caller]
    fn has(&self, parts: &[&str]) {
        for part in parts {
            assert!(self.html.contains(part), "{part}\nis not in\n{}", self.html);
        }
    }

    #[track_caller]
    fn lacks(&self, parts: &[&str]) {
        for part in parts {
            assert!(!self.html.contains(part), "{part}\nis in\n{}", self.html);
            assert!(!self.twin.contains(part), "{part}\nis in\n{}", self.twin);
        }
    }

    #[track_caller]
    fn twin_has(&self, parts: &[&str]) {
        for part in parts {
            assert!(self.twin.contains(part), "{part}\nis not in\n{}", self.twin);
        }
    }

    /// The text of the HTML, without tags.
    fn text(&self) -> String {
        let parts = self.html.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text));
        parts.collect::<Vec<_>>().join("").replace("&quot;", "\"").replace("&#39;", "'")
    }

    /// Every anchor of the page is an id of its HTML, and no id comes twice.
    #[track_caller]
    fn has_its_anchors(&self) {
        let ids: Vec<&str> = self.html.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        for anchor in &self.anchors {
            assert!(ids.contains(&&**anchor), "{anchor} is not among {ids:?}");
        }
        let mut unique = ids.clone();
        unique.sort_unstable();
        unique.dedup();
        assert_eq!(unique.len(), ids.len(), "{ids:?}");
    }
}

fn shown(text: &str) -> Shown {
    let files = format!(
        "//- /tool.json\n{{\"name\": \"x\", \"openapi\": \"api.json\"}}\n//- /docs/a.md\n# A\n//- /api.json\n{SPEC}\n//- /docs/index.md\n{text}"
    );
    let (_, project) = project(&files);
    let db = project.inputs.db();
    let file = project.inputs.set().found(db)["docs/index.md"];
    Shown {
        html: page_body(db, file).html(db, &ENGLISH).concat(),
        twin: page_markdown(db, file).text(db),
        findings: page_tree(db, file).diagnostics.iter().map(|found| found.message.clone()).collect(),
        anchors: page_facts(db, file).anchors.clone(),
    }
}

const BY_HAND: &str = r#"<wc-endpoint method="post" url="/vaults/{vault}/jars" summary="Store" description="Stores *jars*." security='[{"key": []}, {}]'>

Prose with a [link](/a).

<wc-fields>
<wc-field name="vault" type="string" required />
<wc-field name="dry" in="query" type="boolean" example="true" />
<wc-field name="X-Trace" in="header" type="string" required example="t1" />
<wc-field name="label" in="body" type="string" required>

With a [link](/a).

</wc-field>
<wc-field name="seeds" in="body" type="array of object">
<wc-field name="count" type="integer" example="3" />
</wc-field>
</wc-fields>

<wc-responses>
<wc-response code="201" description="Stored." content-type="application/json">
<wc-field name="id" type="string" example="j1" />
<wc-field name="Location" in="header" type="string" />
</wc-response>
<wc-response code="409">

Full *vault*.

</wc-response>
</wc-responses>
</wc-endpoint>
"#;

#[test]
fn an_operation_that_is_shown_often_has_ids_of_its_own_each_time() {
    let shown = shown(&[BY_HAND; 4].join("\n"));
    shown.has_its_anchors();
    shown.has(&[r#"id="POST%20%2Fvaults%2F%7Bvault%7D%2Fjars-3.path-parameters""#]);
}

#[test]
fn an_endpoint_by_hand_is_shown_like_one_of_the_spec() {
    let shown = shown(BY_HAND);
    assert_eq!(shown.findings, Vec::<String>::new());
    for group in ["headers", "path-parameters", "query-parameters", "body"] {
        assert!(shown.anchors.iter().any(|anchor| **anchor == *group), "{group} is not among {:?}", shown.anchors);
    }
    shown.has(&[
        r#"<span class="method" data-method="post">POST</span><code class="endpoint-path">/vaults/<wbr><span class="path-param">{vault}</span>/<wbr>jars</code>"#,
        r#"<p class="endpoint-summary">Store</p>"#,
        "<p>Stores <em>jars</em>.</p><p>Prose with a <a",
        // The scheme that the project's spec declares.
        "<li><code>key</code> API key in header X-Key</li><li>None</li>",
        r#"<h2 class="fields-title" id="headers">Headers</h2>"#,
        r#"<h2 class="fields-title" id="path-parameters">Path Parameters</h2>"#,
        r#"<h2 class="fields-title" id="query-parameters">Query Parameters</h2>"#,
        r#"<h2 class="fields-title" id="body">Body <span class="fields-badge">application/json</span> <b class="required">required</b></h2>"#,
        r#"id="path.vault""#,
        r#"id="body.seeds.count""#,
        "<p>With a <a",
        r#"<h2 class="fields-title" id="response.201">Response body <span class="status status-2">201</span> <span class="fields-badge">application/json</span></h2>"#,
        r#"id="response.201.id""#,
        r#"id="response.201.header.Location""#,
        r#"<wc-responses><h2>Other responses</h2><wc-response code="409" id="response.409">"#,
        "<p>Full <em>vault</em>.</p>",
    ]);
    // Its samples are made from it.
    let text = shown.text();
    for part in [
        "--url 'https://example.com/vaults/{vault}/jars?dry=true'",
        "X-Key: YOUR_API_KEY",
        "X-Trace: t1",
        "\"label\": \"string\"",
        "\"count\": 3",
        "\"id\": \"j1\"",
    ] {
        assert!(text.contains(part), "{part}\nis not in\n{text}");
    }
    shown.has_its_anchors();
    // Without a spec's operation in it, its Markdown is its source.
    assert_eq!(shown.twin, BY_HAND);
}

#[test]
fn a_page_of_an_endpoint_by_hand_is_one_of_the_api() {
    let page = "---\ntitle: H\nlayout: api\n---\n<wc-endpoint method=put url=https://other.test/a/{id}>\n<wc-fields><wc-field name=id /></wc-fields>\n</wc-endpoint>";
    let (_, project) = project(&format!("//- /tool.json\n{{\"name\": \"x\"}}\n//- /docs/index.md\n{page}"));
    let html = text(&project, "index.html");
    // In the sidebar and in the head.
    assert_eq!(html.matches("data-method=\"put\"").count(), 2, "{html}");
    assert!(html.contains("https://other.test/a/{id}'") && !html.contains("example.com"), "{html}");
    // A path has no parameters that can be left out.
    assert!(html.contains("id=\"path.id\"") && html.contains("<b>required</b>"), "{html}");
}

#[test]
fn code_in_a_heading_ends_in_its_line() {
    let shown = shown("# `a <wc-badge>B</wc-badge>\n`b\n");
    shown.has(&["<wc-badge"]);
}

#[test]
fn what_is_no_field_is_before_the_list_of_fields() {
    let shown = shown(
        "<wc-fields title=Paging>\n<wc-field name=limit />\n<wc-callout>\nNote\n</wc-callout>\n<wc-field name=page />\n</wc-fields>",
    );
    let at = |part: &str| shown.html.find(part).unwrap_or_else(|| panic!("{part} is not in {}", shown.html));
    assert!(at("<wc-callout") < at("field-list"), "{}", shown.html);
    assert_eq!(shown.html.matches("<li>").count(), 2, "{}", shown.html);
}

#[test]
fn groups_that_say_more_than_a_place_stay() {
    let shown = shown(
        "<wc-endpoint method=get url=/a>\n<wc-fields title=Paging>\n<wc-field name=limit in=query example=7 />\n</wc-fields>\n\
         <wc-fields title=\"Query parameters\"><wc-field name=q /></wc-fields>\n\
         <wc-fields>\nIntro.\n<wc-field name=z in=query /></wc-fields>\n<wc-fields><wc-field name=nowhere /></wc-fields>\n</wc-endpoint>",
    );
    shown.has(&[
        r#"<h2 class="fields-title" id="query-parameters">Query Parameters</h2><ul class="field-list" role="list"><li><wc-field id="query.q">"#,
        r#"id="paging">Paging</h2>"#,
        r#"<span class="field-badge location">query</span>"#,
        "<p>Intro.</p>",
        r#"id="nowhere""#,
    ]);
    assert!(shown.text().contains("https://example.com/a?limit=7"));
    shown.has_its_anchors();
}

/// Fields of the body join those that the page shows, unless they are of another media type.
#[test]
fn a_group_joins_the_body_of_its_media_type() {
    for (title, is_separate) in [("Body", false), ("Body application/json", false), ("Body application/xml", true)] {
        let shown = shown(&format!(
            "<wc-endpoint ref=putPet>\n<wc-fields title=\"{title}\">\n<wc-field name=age>\n\nOwn age\n\n</wc-field>\n</wc-fields>\n</wc-endpoint>"
        ));
        shown.has(&["Own age", "Spec name"]);
        assert_eq!(shown.html.contains("application/xml"), is_separate, "{}", shown.html);
    }
}

#[test]
fn samples_are_the_authors_where_he_gives_some() {
    let tab = "<wc-code-tab label=\"Pascal\" language=pascal>\nwrite\n</wc-code-tab>";
    let shown_tab = shown(&format!("<wc-endpoint method=get url=/a>\n{tab}\n</wc-endpoint>"));
    shown_tab.has(&[r#"<h2 class="examples-title">Request</h2><wc-code-group sync="lang" class="code-group"><wc-code-tab label="Pascal">"#]);
    shown_tab.lacks(&["curl"]);
    let panel =
        "<wc-api-examples>\n<wc-code-group>\n```json filename=\"200\"\n[]\n```\n</wc-code-group>\n</wc-api-examples>";
    let shown_panel = shown(&format!("<wc-endpoint method=get url=/a>\n{panel}\n</wc-endpoint>"));
    assert_eq!(shown_panel.findings, Vec::<String>::new());
    shown_panel
        .has(&[r#"<div class="endpoint-examples" role="group" aria-label="Examples"><wc-api-examples><wc-code-group"#]);
    shown_panel.lacks(&["curl"]);
    // In an operation of the spec they come first.
    let both = shown(&format!("<wc-endpoint ref=putPet>\n{tab}\n{panel}\n</wc-endpoint>"));
    let order: Vec<usize> =
        ["<wc-api-examples>", "label=\"Pascal\"", "label=\"Shell\"", "label=\"curl\"", "label=\"Body\""]
            .map(|part| both.html.find(part).unwrap_or_else(|| panic!("{part} is not in {}", both.html)))
            .into();
    assert!(order.is_sorted(), "{order:?}");
    both.twin_has(&[
        "### Examples\n\n<wc-api-examples>",
        "### Request example: Pascal\n\n```pascal\nwrite\n```",
        "```bash\ncurl",
    ]);
}

/// An optional field without an example is in the complete example, not in the one with what is required.
#[test]
fn fields_of_the_author_are_in_the_examples_that_show_them() {
    let shown = |attributes: &str| {
        let field = format!("<wc-fields>\n<wc-field name=tail in=body type=boolean {attributes}/>\n</wc-fields>");
        shown(&format!("<wc-endpoint ref=putPet>\n{field}\n</wc-endpoint>")).text()
    };
    let counts = |text: &str| (text.matches("\"name\": ").count(), text.matches("\"tail\": true").count());
    assert_eq!(
        ["required ", "example=true ", ""].map(|attributes| counts(&shown(attributes))),
        [(12, 10), (12, 10), (12, 1)]
    );
}

/// A page whose variables come before an endpoint, of which each is replaced in its own text.
#[test]
fn values_in_an_endpoint_are_found_behind_many_others() {
    let before = "{{A}} ".repeat(101);
    let shown = shown(&format!(
        "<wc-var name=A value=x />\n\n{before}\n\n<wc-endpoint ref=putPet summary=\"Of {{{{A}}}}\">\n\nOwn {{{{A}}}}.\n\n</wc-endpoint>\n"
    ));
    shown.has(&["Own x."]);
    shown.twin_has(&["Of x\n\nSpec words.\n\nOwn x.\n"]);
}

#[test]
fn what_the_author_says_of_an_operation_wins() {
    let shown = shown(
        r#"<wc-endpoint ref="putPet" method="patch" url="/own/{id}" summary="Own summary" description="Own words." security="[]">

Own prose.

<wc-visibility for="humans">

People only.

</wc-visibility>

<wc-fields>
<wc-field name="limit" in="query" type="own limit" description="Own limit">

More of it.

</wc-field>
<wc-field name="extra" in="query" required example="e1" />
<wc-field name="x-trace" in="header" description="Own trace" />
<wc-field name="age" in="body" type="integer" description="Own age" example="42" />
<wc-field name="tail" in="body" type="boolean" />
</wc-fields>

<wc-fields title="Paging">
<wc-field name="page" in="query" description="Own page" />
</wc-fields>

<wc-response-fields>
<wc-field name="name" description="Own name of response" />
</wc-response-fields>

<wc-responses>
<wc-response code="404" description="Own gone">

Own remark.

</wc-response>
<wc-response code="418" description="Own teapot" />
</wc-responses>
</wc-endpoint>
"#,
    );
    assert_eq!(shown.findings, Vec::<String>::new());
    shown.has(&[
        r#"<wc-endpoint ref="putPet" method="PATCH" url="/own/{id}">"#,
        r#"<p class="endpoint-summary">Own summary</p>"#,
        "<p>Own words.</p><p>Own prose.</p>",
        "<li>None</li>",
        "Spec id",
        "Own limit</p><p>More of it.",
        r#"id="query.extra""#,
        "Own trace",
        "Own age",
        r#"id="body.tail""#,
        "Spec name",
        "Own name of response",
        r#"<h2 class="fields-title" id="paging">Paging</h2>"#,
        "Own gone",
        "<p>Own remark.</p>",
        r#"id="response.418""#,
    ]);
    shown.lacks(&["Spec words", "Spec limit", "Spec page", "Spec trace", "Spec gone", "Maximum"]);
    // Of the response's two fields the other is the spec's; that of the body was replaced.
    assert_eq!(shown.html.matches("Spec age").count(), 1, "{}", shown.html);
    let text = shown.text();
    for part in ["https://pets.test/own/{id}?extra=e1", "--request PATCH", "\"age\": 42", "\"tail\": true"] {
        assert!(text.contains(part), "{part}\nis not in\n{text}");
    }
    shown.twin_has(&[
        "## PATCH /own/{id}\n\nOwn summary\n\nOwn words.\n\nOwn prose.\n\n",
        "Security (one of):\n\n- none\n",
        "| `id` | string | yes | Spec id. |",
        "| `limit` | own limit | no | Own limit More of it. |",
        "| `extra` |  | yes |",
        "- `age` (integer): Own age. Example: `42`.",
        "- `tail` (boolean)\n",
        "<wc-fields title=\"Paging\">\n<wc-field name=\"page\" in=\"query\" description=\"Own page\" />\n</wc-fields>\n\n### Responses",
        "- `name`: Own name of response.",
        "#### 404\n\nOwn gone\n\nOwn remark.\n\n#### 418\n\nOwn teapot",
    ]);
    shown.lacks(&["wc-responses code"]);
    assert!(!shown.twin.contains("People only") && !shown.twin.contains("<wc-endpoint"), "{}", shown.twin);
}

#[test]
fn an_authors_response_keeps_what_the_spec_says_beside_it() {
    let shown = shown(
        "<wc-endpoint ref=putPet>\n<wc-responses>\n<wc-response code=200 description=\"Own OK\">\n<wc-field name=extra />\n</wc-response>\n</wc-responses>\n</wc-endpoint>",
    );
    shown.has(&["Own OK", "Spec name", r#"id="response.200.extra""#]);
    shown.lacks(&["Spec OK"]);
    shown.twin_has(&["#### 200\n\nOwn OK\n", "- `extra`\n"]);
}

#[test]
fn the_second_endpoint_of_a_page_has_ids_of_its_own() {
    let text = "<wc-endpoint method=get url=/a><wc-fields><wc-field name=q in=query /></wc-fields></wc-endpoint>\n\n\
                <wc-endpoint method=get url=/b id=own class=mine>\n<wc-fields><wc-field name=q in=query><wc-field name=r /></wc-field></wc-fields>\n\
                <wc-responses id=all><wc-response code=404 /></wc-responses>\n</wc-endpoint>";
    let shown = shown(text);
    shown.has(&[
        r#"id="query.q""#,
        r#"id="GET%20%2Fb.query.q.r""#,
        r#"id="GET%20%2Fb.response.404""#,
        r#"<wc-endpoint method="GET" url="/b" id="own" class="mine">"#,
        r#"<wc-responses id="all">"#,
    ]);
    shown.has_its_anchors();
}

#[test]
fn schemes_may_be_written_out() {
    let shown = shown(
        r#"<wc-endpoint method="get" url="/a" security='[[{"name": "X-Own", "type": "apiKey", "in": "header"}, {"type": "bearer", "scopes": ["read"]}], {"unknown": ["s"]}]' />"#,
    );
    shown.has(&[
        "<li><code>X-Own</code> API key in header X-Own and <code>bearer</code> HTTP bearer, scopes <code>read</code></li>",
        "<li><code>unknown</code>, scopes <code>s</code></li>",
    ]);
    let text = shown.text();
    assert!(text.contains("X-Own: YOUR_API_KEY") && text.contains("Bearer YOUR_TOKEN"), "{text}");
}

#[test]
fn elements_of_an_endpoint_are_checked() {
    for (text, message) in [
        ("<wc-endpoint security='[5]' />", "`security` of `<wc-endpoint>` cannot be `[5]`"),
        (
            "<wc-endpoint>\n<wc-responses>\n<wc-response code=20 />\n</wc-responses>\n</wc-endpoint>",
            "`code` of `<wc-response>` cannot be `20`",
        ),
        ("<wc-responses></wc-responses>", "`<wc-responses>` must be a direct child of `<wc-endpoint>`"),
        (
            "<wc-endpoint>\n<wc-response code=200 />\n</wc-endpoint>",
            "`<wc-response>` must be a direct child of `<wc-responses>`",
        ),
        (
            "<wc-endpoint>\n<wc-api-examples>\n<wc-callout>x</wc-callout>\n</wc-api-examples>\n</wc-endpoint>",
            "`<wc-callout>` is not allowed as a direct child of `<wc-api-examples>`",
        ),
    ] {
        assert_eq!(shown(text).findings, [message], "{text}");
    }
    // Outside an endpoint they are shown all the same.
    let stray = shown(
        "<wc-responses>\n<wc-response code=404 description=Gone>\n<wc-field name=why />\n</wc-response>\n</wc-responses>",
    );
    stray.has(&["<wc-responses><h2>Responses</h2>", "<p>Gone</p>", r#"id="response.404.why""#]);
    stray.has_its_anchors();
}
