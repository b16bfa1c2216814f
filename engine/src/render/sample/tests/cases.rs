//! Requests that samples are made of.

use super::super::style::encoded;
use super::super::{Part, PartContent, Payload, Request};
use openapi::endpoint::Value;

/// What the file contains that samples send.
pub(super) const FILE: &[u8] = b"\x00\xff'\"\r\n\\$file";

/// Text that means something to each language.
pub(super) const HOSTILE: &str = "'; rm -rf ~ #\"$(x)`id`\n%0a %s \"\"\" ''' \\${y} #{z} #$a #@b {{t}} ?> <?php */ -- \\u0041 \\n \\\\u0022\
    \t\r\u{1}\u{1b}\u{7f}\u{85}\u{2028}\u{2029}\u{202e}\u{feff}é漢😀 \"# \"## @file \\";

/// Text of several lines that is printed as lines, with what ends a literal of some language.
const LINES: &str = "<a b='c'>\n  \"\"\" '''  `x` $y ${z} #{q} \"# \"## \\n \\\n\n\tno\n    @file ?>\n</a> \"";
/// The same without backquotes, tabs and the like, so that it can stand in a block.
const BLOCK: &str = "<a b='c'>\n  \"\"\"\" ''' $y ${z} #{q} \"# \"## \\n \\u0041 \\ é\n\n    JSON ?>\n</a> \"\"";

/// Text for a header.
const HEADER: &str = "'; rm -rf ~ #\"$(x)`id` %0a \"\"\" \\${y} #{z} ?> \\n, a=b";

/// A part.
fn part(name: &str, content: Option<&str>, content_type: Option<&str>) -> Part {
    let content = content.map_or(PartContent::File, |text| PartContent::Text(text.to_owned()));
    Part { name: name.to_owned(), content, content_type: content_type.map(str::to_owned) }
}

/// A request with a hostile path, query, header and cookie.
fn request(base: &str, method: &str, content_type: Option<&str>, body: Payload) -> Request {
    let hostile = encoded(HOSTILE, false);
    let mut headers = vec![
        ("X-Hostile".to_owned(), HEADER.to_owned()),
        ("Authorization".to_owned(), "Bearer YOUR_TOKEN".to_owned()),
        ("Cookie".to_owned(), format!("c={hostile}")),
        ("Accept".to_owned(), "application/json".to_owned()),
    ];
    headers.extend(content_type.map(|name| ("Content-Type".to_owned(), name.to_owned())));
    Request { method: method.to_owned(), url: format!("{base}/a/{hostile}/b?q={hostile}&r=$@:"), headers, body }
}

/// Every kind of body with hostile values, to a server.
pub(super) fn hostile(base: &str) -> Vec<Request> {
    let string = |text: &str| Value::String(text.into());
    let members = vec![(HOSTILE.into(), string(HOSTILE)), ("n".into(), Value::Literal("1.50".into()))];
    let json = Value::Object(vec![("a".into(), Value::Array(vec![Value::Object(members)]))]).json();
    let fields = |fields: &[(&str, &str)]| {
        Payload::Form(fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect())
    };
    let kind = "application/x-www-form-urlencoded";
    vec![
        request(base, "GET", None, Payload::None),
        request(base, "DELETE", None, Payload::None),
        request(base, "OPTIONS", None, Payload::None),
        request(base, "POST", Some("application/json"), Payload::Json(json)),
        request(base, "PATCH", Some("text/plain; charset=utf-8"), Payload::Text(HOSTILE.to_owned())),
        request(base, "PUT", Some("application/xml"), Payload::Text(LINES.to_owned())),
        request(base, "PUT", Some("application/xml"), Payload::Text(BLOCK.to_owned())),
        request(base, "POST", Some(kind), fields(&[("a[b]", HOSTILE), ("c&d=é", "e+f g")])),
        request(base, "POST", Some(kind), fields(&[("a", HOSTILE), ("a", "2"), ("0", "")])),
        request(base, "POST", None, Payload::Multipart(vec![part("a", Some(HOSTILE), None), part("f", None, None)])),
        request(
            base,
            "POST",
            None,
            Payload::Multipart(vec![
                part("a", Some("--boundary"), None),
                part("a", Some(r#"{"b": "\"c\\"}"#), Some("application/json")),
                part("f", None, Some("image/png")),
                part("f", None, None),
            ]),
        ),
        request(base, "POST", Some("application/octet-stream"), Payload::File),
    ]
}

/// Usual requests.
pub(super) fn documented() -> Vec<Request> {
    let request = |method: &str, content_type: Option<&str>, body| {
        let mut headers = vec![("Authorization".to_owned(), "Bearer YOUR_TOKEN".to_owned())];
        headers.extend(content_type.map(|name| ("Content-Type".to_owned(), name.to_owned())));
        Request { method: method.to_owned(), url: "https://api.example.com/pets?limit=10".to_owned(), headers, body }
    };
    let json = "{\n  \"name\": \"Rex\",\n  \"tags\": [\n    \"good\"\n  ],\n  \"owner\": null\n}";
    let fields = vec![("name".to_owned(), "Rex".to_owned()), ("owner[id]".to_owned(), "7".to_owned())];
    vec![
        request("GET", None, Payload::None),
        request("POST", Some("application/json"), Payload::Json(json.to_owned())),
        request("POST", Some("application/x-www-form-urlencoded"), Payload::Form(fields)),
        request("POST", None, Payload::Multipart(vec![part("name", Some("Rex"), None), part("photo", None, None)])),
        request("PUT", Some("image/png"), Payload::File),
    ]
}
