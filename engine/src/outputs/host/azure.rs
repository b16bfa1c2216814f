//! `staticwebapp.config.json` of Azure Static Web Apps. Its routes cannot depend on `Accept`, so there is no content
//! negotiation. Only the first route that matches a request applies.

use super::{HEADERS, HostSite, IMMUTABLE, SANDBOX, json};
use crate::render::escape::encoded_address;

/// The file.
pub(super) fn config(site: &HostSite) -> String {
    let mut routes: Vec<String> = Vec::new();
    for (from, to) in &site.redirects {
        let from = encoded_address(from);
        for end in ["", "/"] {
            let route = json(&format!("{}{from}{end}", site.base));
            routes.push(format!("\"route\": {route}, \"redirect\": {}, \"statusCode\": 301", json(to)));
        }
    }
    for path in site.hashed() {
        let route = json(&format!("{}{path}", site.base));
        routes.push(format!("\"route\": {route}, \"headers\": {{ \"Cache-Control\": {} }}", json(IMMUTABLE)));
    }
    let sandbox = json(SANDBOX);
    routes.push(format!("\"route\": \"/*.{{svg}}\", \"headers\": {{ \"Content-Security-Policy\": {sandbox} }}"));
    let headers = HEADERS.map(|(name, value)| format!("{}: {}", json(name), json(value))).join(", ");
    let missing = json(&format!("{}404.html", site.base));
    format!(
        "{{\n  \"trailingSlash\": \"always\",\n  \"routes\": [\n    {{ {} }}\n  ],\n  \"globalHeaders\": {{ {headers} }},\n  \
         \"mimeTypes\": {{ \".md\": \"text/markdown; charset=utf-8\" }},\n  \
         \"responseOverrides\": {{ \"404\": {{ \"rewrite\": {missing} }} }}\n}}\n",
        routes.join(" },\n    { ")
    )
}
