//! `vercel.json`. Its `routes` are the only Vercel rules that apply before the site's files, as content negotiation
//! needs.

use super::{HEADERS, HostSite, IMMUTABLE, SANDBOX, json, regex};
use crate::render::escape::encoded_address;

/// Conditions on `Accept` under which a client gets Markdown: it lists Markdown, and not after HTML.
const WANTS_MARKDOWN: &str = r#""has": [{ "type": "header", "key": "accept", "value": ".*text/markdown.*" }], "missing": [{ "type": "header", "key": "accept", "value": ".*text/html.*text/markdown.*" }, { "type": "header", "key": "accept", "value": ".*text/markdown *;[^,]*q=0(\\.0*)? *(,.*)?" }]"#;

/// The file.
pub(super) fn config(site: &HostSite) -> String {
    let mut routes: Vec<String> = Vec::new();
    for (from, to) in &site.redirects {
        let source = format!("^/{}/?$", regex(&encoded_address(from)));
        routes.push(format!(
            "\"src\": {}, \"status\": 308, \"headers\": {{ \"Location\": {} }}",
            json(&source),
            json(to)
        ));
    }
    let headers = HEADERS.map(|(name, value)| format!("{}: {}", json(name), json(value))).join(", ");
    routes.push(format!(r#""src": "^/.*$", "headers": {{ {headers} }}, "continue": true"#));
    routes.push(format!(
        r#""src": "^/_tool/[a-z-]+\\.[0-9a-f]{{16}}\\.(css|js)$", "headers": {{ "Cache-Control": {} }}, "continue": true"#,
        json(IMMUTABLE)
    ));
    routes.push(format!(
        r#""src": "^/.*\\.svg$", "headers": {{ "Content-Security-Policy": {} }}, "continue": true"#,
        json(SANDBOX)
    ));
    routes.push(r#""src": "^/(.*/)?$", "headers": { "Vary": "Accept" }, "continue": true"#.to_owned());
    let markdown =
        r#""headers": { "Content-Type": "text/markdown; charset=utf-8", "Vary": "Accept", "Content-Location": "#;
    for home in &site.homes {
        let file = json(&format!("/{home}index.md"));
        routes.push(format!(r#""src": "^/{}$", {WANTS_MARKDOWN}, {markdown}{file} }}, "dest": {file}"#, regex(home)));
    }
    routes.push(format!(r#""src": "^/(.+)/$", {WANTS_MARKDOWN}, {markdown}"/$1.md" }}, "dest": "/$1.md""#));
    // A page's URL ends with a slash.
    routes.push(r#""src": "^/((?:[^/]+/)*[^/.]+)$", "status": 308, "headers": { "Location": "/$1/" }"#.to_owned());
    routes.push(r#""handle": "filesystem""#.to_owned());
    routes.push(r#""src": "^/.*$", "status": 404, "dest": "/404.html""#.to_owned());
    format!("{{\n  \"routes\": [\n    {{ {} }}\n  ]\n}}\n", routes.join(" },\n    { "))
}
