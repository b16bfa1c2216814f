//! `firebase.json` of Firebase Hosting, which compresses, answers with `404.html` and redirects before it looks for files.
//! Its rules cannot depend on `Accept`, so there is no content negotiation.

use super::{HEADERS, HostSite, IMMUTABLE, SANDBOX, json, regex};
use crate::render::escape::encoded_address;

/// The file. The patterns are regular expressions (RE2), since a path may contain the special characters of globs.
pub(super) fn config(site: &HostSite) -> String {
    let redirects = site.redirects.iter().map(|(from, to)| {
        let source = format!("^{}{}/?$", regex(&site.base), regex(&encoded_address(from)));
        format!("{{ \"regex\": {}, \"destination\": {}, \"type\": 301 }}", json(&source), json(to))
    });
    let rule = |pattern: &str, headers: &[(&str, &str)]| {
        let headers =
            headers.iter().map(|(key, value)| format!("{{ \"key\": {}, \"value\": {} }}", json(key), json(value)));
        let headers = headers.collect::<Vec<_>>().join(", ");
        format!("{{ \"regex\": {}, \"headers\": [{headers}] }}", json(pattern))
    };
    let headers = [
        rule("^/.*$", &HEADERS),
        rule(r"^/.*\.md$", &[("Content-Type", "text/markdown; charset=utf-8")]),
        rule(r"^/.*\.svg$", &[("Content-Security-Policy", SANDBOX)]),
        rule(r"^/(.*/)?_tool/[a-z-]+\.[0-9a-f]{16}\.(css|js)$", &[("Cache-Control", IMMUTABLE)]),
    ];
    let list = |items: Vec<String>| match items.is_empty() {
        true => "[]".to_owned(),
        false => format!("[\n      {}\n    ]", items.join(",\n      ")),
    };
    format!(
        "{{\n  \"hosting\": {{\n    \"public\": \"dist\",\n    \"trailingSlash\": true,\n    \"redirects\": {},\n    \
         \"headers\": {}\n  }}\n}}\n",
        list(redirects.collect()),
        list(headers.to_vec())
    )
}
