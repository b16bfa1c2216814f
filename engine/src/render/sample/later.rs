//! Samples that a page omits: they arrive with the request panel's data when a reader chooses their language.
//!
//! Six more languages would weigh as much as the rest of many operations. Most lines of a sample are the same for every
//! operation, and most lines of a body are the same in every language, so a file has each of its own lines once, and
//! the site has the shared lines once. A line is represented by a private-use character, which code does not contain.

use std::collections::BTreeMap;

use super::request::{Part, PartContent};
use super::{Language, Payload, Request, SAMPLE_LANGUAGES};
use crate::Db;
use crate::parse::config::{Strings, strings};
use crate::render::code::{CodeView, code_block};
use base::inputs::File;

/// The number of languages in a page.
pub(crate) const IN_PAGE: usize = 3;

/// The first character for a line shared by all operations: the first private-use character.
const FIRST_SHARED: u32 = 0xe000;
/// The first character for a line of one file.
const FIRST_OWN: u32 = 0xf000;
/// The last private-use character.
const LAST: u32 = 0xf8ff;

/// Lines shared by many samples.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SharedLines {
    /// As HTML.
    pub(crate) lines: Vec<String>,
    /// The character for each of them.
    places: BTreeMap<String, u32>,
}

/// The shared lines of a site's samples. Interface strings are part of the markup around a sample.
#[salsa::tracked(returns(ref))]
pub(crate) fn shared_lines(db: &dyn Db, file: File) -> SharedLines {
    SharedLines::of(strings(db, file))
}

impl SharedLines {
    /// The shared lines with these interface strings.
    pub(super) fn of(s: &Strings) -> Self {
        let mut found: Vec<String> = Vec::new();
        for request in usual_requests() {
            for language in SAMPLE_LANGUAGES.iter().skip(IN_PAGE) {
                for line in html(s, language, &request).lines().map(str::trim_start) {
                    let is_used = !line.contains(ADDRESS) && !found.iter().any(|known| known == line);
                    if is_used && found.len() < (FIRST_OWN - FIRST_SHARED) as usize {
                        found.push(line.to_owned());
                    }
                }
            }
        }
        let places = found.iter().cloned().zip(FIRST_SHARED..).collect();
        Self { lines: found, places }
    }
}

/// A URL that no operation has.
const ADDRESS: &str = "https://address.invalid";

/// Requests whose samples have the common lines: each method without a body, each body with the common headers.
fn usual_requests() -> Vec<Request> {
    let request = |method: &str, headers: &[(&str, &str)], body| Request {
        method: method.to_owned(),
        url: ADDRESS.to_owned(),
        headers: headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
        body,
    };
    let json =
        [("Authorization", "Bearer YOUR_TOKEN"), ("Content-Type", "application/json"), ("Accept", "application/json")];
    let part = |content| Part { name: "file".to_owned(), content, content_type: None };
    let parts = vec![part(PartContent::File), part(PartContent::Text("text".to_owned()))];
    let mut requests = vec![request("GET", &[], Payload::None)];
    requests.push(request("GET", &json, Payload::None));
    for method in ["POST", "PUT", "PATCH", "DELETE"] {
        requests.push(request(method, &json, Payload::None));
        requests.push(request(method, &json, Payload::Json("{\n  \"a\": 1\n}".to_owned())));
    }
    requests.push(request("GET", &[("Authorization", "Basic YOUR_CREDENTIALS")], Payload::None));
    requests.push(request("POST", &json, Payload::Form(vec![("a".to_owned(), "b".to_owned())])));
    requests.push(request("POST", &json, Payload::Multipart(parts)));
    requests.push(request("POST", &json, Payload::File));
    requests
}

/// A sample as HTML, with private-use characters in its code escaped.
fn html(s: &Strings, language: &Language, request: &Request) -> String {
    let text = (language.write)(request);
    let mut out = String::new();
    code_block(s, &CodeView { language: Some(language.language), text: &text, ..CodeView::default() }, &mut out);
    let is_private = |c: char| (FIRST_SHARED..=LAST).contains(&(c as u32));
    if !out.contains(is_private) {
        return out;
    }
    out.chars().map(|c| if is_private(c) { format!("&#{};", c as u32) } else { c.to_string() }).collect()
}

/// Samples of one request.
#[derive(Debug, Default)]
pub(crate) struct LaterSamples {
    /// The lines that the samples refer to, as HTML.
    pub(crate) lines: Vec<String>,
    /// The label of each language and its sample: whitespace, and characters that each represent a line with its end,
    /// or the line itself once all characters are used.
    pub(crate) texts: Vec<(&'static str, String)>,
}

/// The samples of a request in these languages.
pub(crate) fn later_samples(
    s: &Strings,
    shared: &SharedLines,
    request: &Request,
    languages: &[&'static Language],
) -> LaterSamples {
    let mut found = LaterSamples::default();
    let mut own: BTreeMap<String, u32> = BTreeMap::new();
    for language in languages {
        let mut text = String::new();
        for line in html(s, language, request).lines() {
            let bare = line.trim_start_matches([' ', '\t']);
            text.push_str(line.get(..line.len() - bare.len()).unwrap_or_default());
            let next = FIRST_OWN + found.lines.len() as u32;
            let known = shared.places.get(bare).or_else(|| own.get(bare)).copied();
            if known.is_none() && next <= LAST {
                own.insert(bare.to_owned(), next);
                found.lines.push(bare.to_owned());
            }
            match known.or_else(|| Some(next).filter(|next| *next <= LAST)).and_then(char::from_u32) {
                Some(c) => text.push(c),
                None => text.extend([bare, "\n"]),
            }
        }
        found.texts.push((language.label, text));
    }
    found
}
