//! A site that shows as many texts of the interface as a site can.

use std::sync::Arc;

use engine::testing::files_below;
use engine::{History, MemorySystem, Project};
use serde_json::{Value, json};

use super::root;

/// Two operations that say all that documents can, a third, and a webhook.
const API: &str = r##"{"openapi": "3.2.0", "info": {"title": "T", "version": "1"},
"servers": [{"url": "https://{a}.test", "variables": {"a": {"default": "x", "enum": ["x", "y"]}}}, {"url": "https://b.test"}],
"security": [{"key": [], "cert": []}, {"gone": []}, {"flows": ["read", "write"]}, {}],
"tags": [{"name": "jars"}],
"paths": {
 "/jars/{id}": {
  "get": {"operationId": "getJar", "summary": "jars.get", "tags": ["jars"], "deprecated": true,
   "parameters": [
    {"name": "id", "in": "path", "required": true, "schema": {"type": "string", "minLength": 2}},
    {"name": "q", "in": "query", "deprecated": true, "schema": {"enum": [VALUES]}},
    {"name": "e", "in": "query", "allowEmptyValue": true, "schema": {"type": "string"}},
    {"name": "h", "in": "header", "schema": {"type": "integer"}},
    {"name": "c", "in": "cookie", "schema": {"type": "integer"}}],
   "responses": {
    "200": {"description": "", "headers": {"x-a": {"schema": {"type": "string"}}},
     "content": {"application/json": {"schema": {"$ref": "#/components/schemas/jar"}, "examples": {"a": {"value": {}}, "b": {"value": {"r": 1, "many": [MANY]}}}}}},
    "404": {"description": ""}, "4XX": {"description": ""}, "default": {"description": ""}},
   "callbacks": {"done": {"https://c.test": {"post": {"responses": {"1XX": {"description": ""}, "2XX": {"description": ""}, "3XX": {"description": ""}, "5XX": {"description": ""}}}}}}},
  "put": {"operationId": "putJar", "summary": "jars.put", "tags": ["jars"],
   "requestBody": {"required": true, "content": {
    "application/json": {"schema": {"$ref": "#/components/schemas/jar"}},
    "application/vnd.jar.of.many.words+json": {"schema": {"$ref": "#/components/schemas/jar"}},
    "application/vnd.lid.of.many.words+json": {"schema": {"$ref": "#/components/schemas/lid"}},
    "application/vnd.box.of.many.words+json": {"schema": {"oneOf": [{"$ref": "#/components/schemas/jar"}, {"$ref": "#/components/schemas/lid"}]}},
    "multipart/form-data": {"schema": {"type": "object", "properties": {"part": {"type": "string"}}},
     "encoding": {"part": {"contentType": "a/b", "style": "form", "explode": true, "allowReserved": true, "headers": {"x-p": {"schema": {"type": "string"}}}}}},
    "text/plain": {}}},
   "responses": {"404": {"description": ""}}}},
 "/jars": {"query": {"operationId": "findJars", "security": [], "description": "LONG", "servers": [{"url": "https://one.test"}], "summary": "jars.find", "tags": ["jars"],
   "parameters": [{"name": "all", "in": "querystring", "content": {"application/x-www-form-urlencoded": {"schema": {"type": "object"}}}}],
   "responses": {"204": {"description": ""}}}}},
"webhooks": {"jarBroken": {"post": {"operationId": "jarBroken", "summary": "jars.broken", "requestBody": {"content": {"application/json": {"schema": {"type": "string"}}}}, "responses": {"200": {"description": ""}}}}},
"components": {
 "securitySchemes": {
  "key": {"type": "apiKey", "in": "header", "name": "x-key", "deprecated": true},
  "cert": {"type": "mutualTLS"},
  "flows": {"type": "oauth2", "flows": {
   "authorizationCode": {"authorizationUrl": "https://o.test/a", "tokenUrl": "https://o.test/t", "refreshUrl": "https://o.test/r", "scopes": {}},
   "clientCredentials": {"tokenUrl": "https://o.test/t", "scopes": {}},
   "implicit": {"authorizationUrl": "https://o.test/a", "scopes": {}},
   "password": {"tokenUrl": "https://o.test/t", "scopes": {}},
   "deviceAuthorization": {"deviceAuthorizationUrl": "https://o.test/d", "tokenUrl": "https://o.test/t", "scopes": {}}}}},
 "schemas": {
  "jar": {"type": "object", "required": ["r"], "properties": {
   "r": {"type": "integer", "readOnly": true}, "w": {"type": "string", "writeOnly": true},
   "self": {"$ref": "#/components/schemas/jar"}, "lost": {"$ref": "#/components/schemas/none"},
   "deep": {"type": "object", "properties": {"a": {"type": "object", "properties": {"b": {"type": "object", "properties": {"c": {"type": "object", "properties": {"d": {"$ref": "#/components/schemas/only"}}}}}}}}},
   "far": {FAR}, "any": {"discriminator": {"propertyName": "v", "defaultMapping": "only"}, "oneOf": [{"type": "object", "title": "a variant with a rather long title", "required": ["v"], "properties": {"v": {"type": "string"}}}, {"type": "object", "title": "another variant with a rather long title", "properties": {"v": {"type": "integer"}}}]},
   "facts": {FACTS}, "filled": {"type": "string", "minLength": 1},
   "choice": {"oneOf": [{"title": "one", FACTS}, {"title": "two", "type": "number", "exclusiveMinimum": 1, "exclusiveMaximum": 2}]}, "bounds": {"type": "number", "exclusiveMinimum": 1, "exclusiveMaximum": 2}}},
  "lid": {"allOf": [{"$ref": "#/components/schemas/base"}, {"type": "object", "properties": {"l": {"$ref": "#/components/schemas/only"}}}]},
  "base": {"type": "object", "properties": {"b": {"type": "string"}}},
  "only": {"type": "object", "properties": {"o": {"type": "string"}}}}}}"##;

/// Every keyword whose label readers see.
const FACTS: &str = r#""type": ["string", "array", "object", "number"], "format": "f", "default": "d", "examples": ["e"], "minLength": 1,
"maxLength": 2, "pattern": "p", "minimum": 1, "maximum": 2, "multipleOf": 2, "minItems": 1, "maxItems": 2,
"uniqueItems": true, "minProperties": 1, "maxProperties": 2, "additionalProperties": false, "propertyNames": {"pattern": "a"},
"unevaluatedItems": false, "contains": {"type": "string"}, "minContains": 1, "maxContains": 2,
"dependentRequired": {"a": ["b"]}, "dependentSchemas": {"a": {"type": "object"}}, "not": {"type": "null"},
"if": {"type": "string"}, "then": {"minLength": 1}, "else": {"maxLength": 2}, "contentMediaType": "a/b",
"contentEncoding": "base64", "contentSchema": {"type": "string"}, "externalDocs": {"url": "https://d.test"}"#;

/// Every component that has texts.
const PROSE: &str = r#"
# p.one

> [!NOTE]
> a

> [!TIP]
> a

> [!IMPORTANT]
> a

> [!WARNING]
> a

> [!CAUTION]
> a

<wc-callout type="info">a</wc-callout>
<wc-callout type="note">a</wc-callout>
<wc-callout type="tip">a</wc-callout>
<wc-callout type="success">a</wc-callout>
<wc-callout type="warning">a</wc-callout>
<wc-callout type="danger">a</wc-callout>
<wc-callout type="error">a</wc-callout>
<wc-banner type="neutral" dismissible>a</wc-banner>

## p.two

- [x] a
- [ ] b

| a |
|---|
| b |

a[^1]

[^1]: b

![x](https://a.test/x.png)

<wc-download href="/" />
<wc-include src="none.md" />

<wc-aside>a</wc-aside>
<wc-visibility for="humans" version="2">a</wc-visibility>
<wc-page-meta updated="2026-01-02" />
<wc-files><wc-file name="a" /></wc-files>
<wc-tree><wc-tree-item label="a" /></wc-tree>

<wc-code-group>

```
a
```

DIAGRAMS

</wc-code-group>

UPDATES
"#;

/// Fields of the author's, and references that lead nowhere.
const BY_HAND: &str = r#"
# p.three

<wc-fields title="p.four">
<wc-field name="a" type="string" description="p.five" collapsible>b</wc-field>
</wc-fields>

<wc-playground ref="getJar" spec="a" />
<wc-endpoint ref="nope" spec="a" />
<wc-endpoint ref="getJar" />
<wc-endpoint ref="getJar" spec="nope" />
<wc-schema ref="nope" spec="a" />
<wc-schema ref="jar" />
<wc-schema ref="lid" spec="a" />
"#;

/// A site that shows as many texts as a site can, with that value of `strings`; with the manual or without.
pub(super) fn everything(strings: &Value, with_manual: bool) -> Project {
    let system = MemorySystem::default();
    let mut config = json!({"name": "⟨n⟩"});
    if with_manual {
        let folder = root("templates/demo");
        for path in files_below(&folder).unwrap() {
            let bytes = std::fs::read(folder.join(&path)).unwrap();
            if path == "tool.json" {
                config = serde_json::from_slice(&bytes).unwrap();
            } else {
                system.write(&path, bytes);
            }
        }
    }
    let further = json!({
        "url": "https://a.test", "lang": "ar", "dir": "rtl", "editUrl": "https://e.test/{path}", "announcement": "⟨a⟩",
        "openapi": [{"name": "a", "spec": "a.json"}, {"name": "b", "spec": "b.json"}],
        "footer": {"links": [{"title": "⟨f⟩", "href": "/"}]}, "navbar": {"links": [{"title": "⟨l⟩", "href": "/"}]},
        "pageFacts": {"updated": true, "contributors": true}, "feedback": true,
        "redirects": {"/old": "/prose"}, "attributes": {"BANK": "B", "QUARANTINE_DAYS": 21}, "strings": strings,
    });
    let members = config.as_object_mut().unwrap();
    members.remove("sidebar");
    members.extend(further.as_object().unwrap().clone());
    system.write("tool.json", config.to_string());
    let values: Vec<String> = (0..40).map(|number| format!("\"v{number}\"")).collect();
    // Unnamed objects in each other, deeper than they are shown.
    let far = (0..20).fold("\"type\": \"string\"".to_owned(), |inner, _| {
        format!("\"type\": \"object\", \"properties\": {{\"n\": {{{inner}}}}}")
    });
    let many = vec!["1"; 10_000].join(",");
    let api = API
        .replace("LONG", &["a ".repeat(200), "b ".repeat(200)].join("\\n\\n"))
        .replace("MANY", &many)
        .replace("VALUES", &values.join(","))
        .replace("FACTS", FACTS)
        .replace("FAR", &far);
    system.write("a.json", api.clone());
    system.write("b.json", api);
    let kinds =
        ["flowchart", "sequenceDiagram", "classDiagram", "stateDiagram-v2", "erDiagram", "gantt", "pie", "gitGraph"];
    let kinds = kinds.iter().chain(&["journey", "mindmap", "timeline", "quadrantChart", "other"]);
    let diagrams: String = kinds.map(|kind| format!("```mermaid\n{kind}\n```\n\n")).collect();
    let updates = ["added", "changed", "improved", "updated", "fixed", "removed", "deprecated", "security"];
    let updates =
        updates.map(|kind| format!("<wc-update type=\"{kind}\" date=\"2026-01-02\" version=\"2\">a</wc-update>\n"));
    let prose = PROSE.replace("DIAGRAMS", &diagrams).replace("UPDATES", &updates.concat());
    let page = |title: &str, more: &str, text: &str| format!("---\ntitle: {title}\n{more}---\n{text}");
    if !with_manual {
        system.write("docs/index.md", page("⟨i⟩", "", "# ⟨i⟩\n"));
    }
    system.write("docs/prose.md", page("⟨p⟩", "", &prose));
    system.write("docs/draft.md", page("⟨d⟩", "draft: true\n", "# ⟨d⟩\n"));
    system.write("docs/hand.md", page("⟨h⟩", "", BY_HAND));
    for number in 0..12 {
        let name = ["getJar", "putJar", "findJars", "jarBroken"].get(number).copied().unwrap_or("findJars");
        let text = format!("<wc-endpoint ref=\"{name}\" spec=\"a\" />\n");
        system.write(&format!("docs/jars/j{number}.md"), page(&format!("⟨j{number}⟩"), "layout: api\n", &text));
    }
    for number in 0..170 {
        system.write(&format!("docs/many/p{number}.md"), page(&format!("⟨{number}⟩"), "", "a\n"));
    }
    system.set_history(History::of_files(&[("docs/prose.md", "2026-01-02", &["⟨c⟩"])]));
    let mut project = Project::open(Arc::new(system));
    project.show_drafts();
    project
}
