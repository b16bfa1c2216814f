//! The request panel in pages: the button, the files of its data, and the element.

use engine::testing::{project, text};
use engine::{OutputOptions, Project};

use crate::shown::findings;

const SPEC: &str = r#"
//- /openapi.yaml
openapi: 3.1.0
info: {title: T, version: "1"}
servers: [{url: "https://a.test/v1"}]
paths:
  /pets/{id}:
    get:
      operationId: getPet
      parameters: [{name: id, in: path, required: true, description: Which *pet*., schema: {type: integer}}]
      responses: {"200": {description: OK}}
    delete:
      operationId: deletePet
      responses: {"204": {description: Gone}}
webhooks:
  news:
    post:
      operationId: news
      responses: {"200": {description: OK}}
"#;

fn site(config: &str, page: &str) -> Project {
    let (_, project) = project(&format!("\n//- /tool.json\n{config}{SPEC}//- /docs/index.md\n{page}"));
    project
}

/// The files of operations' data.
fn data_files(project: &Project) -> Vec<String> {
    let paths = project.site().outputs();
    let of_data = |path: &&std::sync::Arc<str>| path.starts_with("_tool/p/") && !path.ends_with("settings.js");
    paths.iter().filter(of_data).map(ToString::to_string).collect()
}

const CONFIG: &str = r#"{"name": "N", "openapi": "openapi.yaml"}"#;

#[test]
fn operations_on_pages_have_a_button_and_a_file() {
    let project = site(CONFIG, "# A\n\n<wc-endpoint ref=\"getPet\" />\n");
    let html = text(&project, "index.html");
    let [file] = data_files(&project).try_into().unwrap();
    let key = file.strip_prefix("_tool/p/").and_then(|file| file.strip_suffix(".js")).unwrap();
    assert!(html.contains(&format!(r#"hidden data-playground="{key}">Try it</button>"#)), "{html}");
    assert!(html.contains("_tool/playground-loader."));
    assert!(text(&project, &file).starts_with(&format!("toolPlayground.put('{key}','{{\"method\":\"GET\"")));
    assert!(project.site().has_output(&file) && !project.site().has_output("_tool/p/0.js"));
    assert!(project.site().output("_tool/p/0.js", OutputOptions::default()).is_none());
    let loader = html.split("_tool/playground-loader.").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    let loader = text(&project, &format!("_tool/playground-loader.{loader}"));
    for name in loader.split('"').filter(|part| part.starts_with("playground.")) {
        assert!(project.site().has_output(&format!("_tool/{name}")), "{name}");
    }
}

#[test]
fn the_button_can_be_switched_off_and_webhooks_have_none() {
    let off = site(
        r#"{"name": "N", "openapi": "openapi.yaml", "api": {"playground": false}}"#,
        "<wc-endpoint ref=\"getPet\" />\n",
    );
    assert_eq!(data_files(&off), [""; 0]);
    let html = text(&off, "index.html");
    assert!(!html.contains("try-it") && !html.contains("playground-loader"));
    let webhook = site(CONFIG, "<wc-endpoint ref=\"news\" />\n");
    assert_eq!(data_files(&webhook), [""; 0]);
    assert!(!text(&webhook, "index.html").contains("try-it"));
}

#[test]
fn settings_hold_texts_and_the_proxy() {
    let config = r#"{"name": "N", "playground": {"proxyUrl": "https://p.test/'</script>"}}"#;
    let settings = text(&site(config, "# A\n"), "_tool/p/settings.js");
    assert!(
        settings.contains(r#""send":"Send""#) && settings.contains(r#""proxy":"https://p.test/\'\x3c/script>""#),
        "{settings}"
    );
    assert!(!text(&site(CONFIG, "# A\n"), "_tool/p/settings.js").contains("\"proxy\""));
}

#[test]
fn settings_hold_the_languages_of_samples_that_the_panel_writes() {
    let of = |samples: &str| {
        let config = format!(r#"{{"name": "N", "api": {{"samples": {samples}}}}}"#);
        text(&site(&config, "# A\n"), "_tool/p/settings.js")
    };
    assert!(of(r#"["Python", "Go", "curl"]"#).contains(r#""languages":["Python","curl"]"#));
    // The panel has a default.
    assert!(!of(r#"["Go"]"#).contains("\"languages\"") && !of("[]").contains("\"languages\""));
    assert!(!text(&site(CONFIG, "# A\n"), "_tool/p/settings.js").contains("\"languages\""));
}

#[test]
fn an_element_shows_a_request_without_script() {
    let page = "<wc-playground ref=\"getPet\" server=\"https://b.test\" params='{\"id\": 5}' auth='{\"type\": \"apiKey\", \"in\": \"query\", \"name\": \"k\"}' proxy=\"/p\" />\n";
    let html = text(&site(CONFIG, page), "index.html");
    for part in [
        r#"<code class="endpoint-path">https://b.test/<wbr>pets/<wbr><span class="path-param">{id}</span></code>"#,
        r#"<td><code>id</code> <span class="field-badge required">required</span></td><td>path</td><td>integer</td><td><p>Which <em>pet</em>.</p></td>"#,
        "https://b.test/pets/5?k=YOUR_API_KEY",
        r#"data-proxy="/p">Try it</button>"#,
        "&quot;value&quot;:&quot;5&quot;",
    ] {
        assert!(html.contains(part), "{part}\nis not in\n{html}");
    }
}

#[test]
fn an_element_describes_a_request_of_its_own() {
    let page = r#"<wc-runnable-endpoint method="post" url="https://c.test/a/{b}" params='[{"name": "n", "in": "body", "type": "integer", "required": true}, {"name": "q", "enum": ["x"], "required": true, "default": "x"}]' auth='["basic", [{"type": "http", "scheme": "bearer"}, {"type": "apiKey", "in": "header", "name": "K"}]]'></wc-runnable-endpoint>"#;
    let html = text(&site(r#"{"name": "N"}"#, page), "index.html");
    let data = html.split("data-operation=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    let data: serde_json::Value = serde_json::from_str(&data.replace("&quot;", "\"")).unwrap();
    assert_eq!(
        data,
        serde_json::json!({
            "method": "POST", "path": "/a/{b}", "servers": [{"url": "https://c.test"}],
            "security": [[{"id": "basic", "type": "basic", "sample": "YOUR_CREDENTIALS"}], [{"id": "http", "type": "bearer", "sample": "YOUR_TOKEN"},
                {"id": "K", "type": "apiKey", "in": "header", "name": "K", "sample": "YOUR_API_KEY"}]],
            "params": [{"name": "b", "in": "path", "required": true},
                {"name": "q", "in": "query", "required": true, "values": ["x"], "value": "x", "default": "x"}],
            "body": {"required": true, "media": [{"name": "application/json", "example": "{\"n\": 1}", "flat": true,
                "schema": {"name": "", "type": "object", "fields": [{"name": "n", "type": "integer", "required": true}]}}]}
        })
    );
}

#[test]
fn what_is_wrong_with_an_element_is_said_where_it_stands() {
    let page = "<wc-playground ref=\"getPett\" />\n\n<wc-playground url=\"/a\" params=\"[1\" auth=\"{\" />\n";
    let found = findings(&site(CONFIG, page));
    assert!(found.contains("no operation matches `getPett`") && found.contains("did you mean `getPet`"), "{found}");
    assert!(found.contains("`params` of `<wc-playground>` cannot be `[1`"), "{found}");
    assert!(found.contains("`auth` of `<wc-playground>` cannot be `{`"), "{found}");
    for place in ["docs/index.md:1:21", "docs/index.md:3:34", "docs/index.md:3:43"] {
        assert!(found.contains(place), "{place} in {found}");
    }
}

/// The schemes of a site's only spec, as YAML below `securitySchemes`.
fn site_with(schemes: &str) -> Project {
    let spec = format!(
        "openapi: 3.1.0\ninfo: {{title: T, version: \"1\"}}\nservers: [{{url: \"https://a.test/v1\"}}]\ncomponents: {{securitySchemes: {{{schemes}}}}}\npaths: {{}}"
    );
    project(&format!("\n//- /tool.json\n{CONFIG}\n//- /openapi.yaml\n{spec}\n//- /docs/index.md\n# A\n")).1
}

const CODE: &str = "{type: oauth2, flows: {authorizationCode: {authorizationUrl: \"https://b.test/a\", tokenUrl: \"https://c.test/t\", refreshUrl: \"/r\", scopes: {}}}}";
const MACHINE: &str = "{type: oauth2, flows: {clientCredentials: {tokenUrl: \"https://d.test/t\", scopes: {}}}}";
const OPEN_ID: &str = "{type: openIdConnect, openIdConnectUrl: \"https://e.test/.well-known/openid-configuration\"}";

const SIGN_IN: &str = "_tool/oauth/index.html";

#[test]
fn the_page_to_come_back_to_is_there_where_readers_sign_in() {
    let has = |project: &Project| {
        let site = project.site();
        let listed = site.outputs().iter().any(|path| &**path == SIGN_IN);
        assert_eq!(listed, site.has_output(SIGN_IN));
        assert_eq!(listed, site.output(SIGN_IN, OutputOptions::default()).is_some());
        listed
    };
    assert!(has(&site_with(&format!("a: {CODE}"))));
    assert!(has(&site_with(&format!("a: {MACHINE}, b: {OPEN_ID}"))));
    assert!(!has(&site_with(&format!("a: {MACHINE}, b: {{type: http, scheme: bearer}}"))));
    let by_hand = |kind: &str| {
        let auth = format!(r#"{{"type": "oauth2", "flows": {{"{kind}": {{"tokenUrl": "https://c.test/t"}}}}}}"#);
        site(r#"{"name": "N"}"#, &format!("<wc-playground url=\"https://c.test/a\" auth='{auth}' />\n"))
    };
    assert!(has(&by_hand("authorizationCode")) && !has(&by_hand("clientCredentials")));
}

#[test]
fn the_page_to_come_back_to_loads_nothing_that_could_tell_on_it() {
    let head = r#""head": [{"script": {"src": "https://count.test/c.js"}}]"#;
    let config = format!(r#"{{"name": "A & <b>", "openapi": "openapi.yaml", {head}}}"#);
    let spec = format!(
        "openapi: 3.1.0\ninfo: {{title: T, version: \"1\"}}\ncomponents: {{securitySchemes: {{a: {CODE}}}}}\npaths: {{}}"
    );
    let (_, project) =
        project(&format!("\n//- /tool.json\n{config}\n//- /openapi.yaml\n{spec}\n//- /docs/index.md\n# A\n"));
    let html = text(&project, SIGN_IN);
    for part in [
        "content=\"default-src 'none'; script-src 'self';",
        "<meta name=\"referrer\" content=\"no-referrer\">",
        "<meta name=\"robots\" content=\"noindex\">",
        "<title>Sign-in - A &amp; &lt;b&gt;</title>",
        "<a href=\"../../\">",
    ] {
        assert!(html.contains(part), "{part} is not in\n{html}");
    }
    assert!(text(&project, "index.html").contains("https://count.test/c.js") && !html.contains("count.test"));
    for script in html.split("<script src=\"../../").skip(1) {
        assert!(project.site().has_output(script.split('"').next().unwrap()), "{script}");
    }
    assert_eq!(html.matches("<script src=\"../../").count(), html.matches("<script").count());
}

#[test]
fn requests_for_tokens_may_go_where_the_document_gives_them_out() {
    let project = site_with(&format!("a: {CODE}, b: {MACHINE}, c: {OPEN_ID}"));
    let servers = project.site().request_servers("");
    assert_eq!(
        servers.servers,
        [
            "https://a.test/v1",
            "https://c.test/t",
            "/r",
            "https://d.test/t",
            "https://e.test/.well-known/openid-configuration"
        ]
    );
    assert_eq!(servers.allowed, [""; 0]);
}

#[test]
fn an_element_says_where_its_readers_sign_in() {
    let auth = r#"{"id": "o", "type": "oauth2", "scopes": ["a"], "flows": {"clientCredentials": {"tokenUrl": "https://c.test/t", "scopes": {"a": "All."}}}}"#;
    let page = format!("<wc-playground url=\"https://c.test/a\" auth='{auth}' />\n");
    let html = text(&site(r#"{"name": "N"}"#, &page), "index.html");
    let data = html.split("data-operation=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    let data: serde_json::Value = serde_json::from_str(&data.replace("&quot;", "\"")).unwrap();
    assert_eq!(
        data["security"],
        serde_json::json!([[{"id": "o", "type": "bearer", "sample": "YOUR_TOKEN", "scopes": ["a"],
            "flows": [{"name": "clientCredentials", "token": "https://c.test/t", "scopes": [["a", "All."]]}]}]])
    );
}
