//! Samples that a page does not hold: they come with the data of the request panel when a reader chooses their language.
//!
//! Six languages in the place of none would weigh as much as all else that many operations say. Most lines of a sample are the
//! same for every operation, and most of a body the same in every language, so that a file has each line of its own once, and
//! the site has those of all operations once. What stands for a line is a character that code does not have.

use std::collections::BTreeMap;

use super::request::{Part, PartContent};
use super::{Language, Payload, Request, SAMPLE_LANGUAGES};
use crate::Db;
use crate::parse::config::{Strings, strings};
use crate::render::code::{CodeView, code_block};
use base::inputs::File;

/// How many languages a page holds.
pub(crate) const IN_PAGE: usize = 3;

/// The first character that stands for a line of all operations: the first for private use.
const FIRST_SHARED: u32 = 0xe000;
/// The first that stands for a line of one file.
const FIRST_OWN: u32 = 0xf000;
/// The last for private use.
const LAST: u32 = 0xf8ff;

/// Lines that many samples have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SharedLines {
    /// As HTML.
    pub(crate) lines: Vec<String>,
    /// What stands for each of them.
    places: BTreeMap<String, u32>,
}

/// The lines that the samples of a site share. Around a sample stand texts of the interface.
#[salsa::tracked(returns(ref))]
pub(crate) fn shared_lines(db: &dyn Db, file: File) -> SharedLines {
    SharedLines::of(strings(db, file))
}

impl SharedLines {
    /// The same with these texts.
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

/// An address that no operation has.
const ADDRESS: &str = "https://address.invalid";

/// Requests whose samples have the usual lines: each method with nothing, each body with the usual headers.
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

/// A sample as HTML, with what stands for lines spelled out where code has it.
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
    /// Lines that stand in them, as HTML.
    pub(crate) lines: Vec<String>,
    /// The label of each language and its sample: white space, and characters that each stand for a line and its end.
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
