//! What samples spell, and that each language quotes exactly.

mod cases;
mod echo;
mod literals;
mod run;

use super::later::SharedLines;
use super::{Payload, Request, SAMPLE_LANGUAGES};
use crate::parse::config::ENGLISH;
use crate::render::code::{CodeView, code_block};
use crate::testing::spec;
use openapi::endpoint::endpoint;
use openapi::operation::operations;

fn sample(label: &str, request: &Request) -> String {
    let language = SAMPLE_LANGUAGES.iter().find(|language| language.label == label).unwrap();
    (language.write)(request)
}

fn post(body: Payload) -> Request {
    Request {
        method: "POST".to_owned(),
        url: "https://a.test/x?q=1".to_owned(),
        headers: vec![("X-A".to_owned(), "it's".to_owned())],
        body,
    }
}

#[test]
fn curl_quotes_for_the_shell() {
    let text = sample("curl", &post(Payload::Json("{\n  \"a\": \"it's\"\n}".to_owned())));
    assert_eq!(
        text,
        "curl --url 'https://a.test/x?q=1' \\\n  --header 'X-A: it'\\''s' \\\n  --data-raw '{\n  \"a\": \"it'\\''s\"\n}'"
    );
}

#[test]
fn javascript_and_python_spell_json_as_literals() {
    let body = Payload::Json("{\n  \"a\": [true, null, 1.0]\n}".to_owned());
    assert!(
        sample("JavaScript", &post(body.clone()))
            .contains("body: JSON.stringify({\n    \"a\": [true, null, 1.0]\n  })")
    );
    let python = sample("Python", &post(body));
    assert!(
        python.contains("json={\n        \"a\": [\n            True,\n            None,\n            1.0,\n"),
        "{python}"
    );
}

#[test]
fn numbers_are_not_rounded() {
    let body = Payload::Json("{\"a\": 123456789012345678901, \"b\": 0.12345678901234567890}".to_owned());
    assert!(sample("JavaScript", &post(body.clone())).contains("body: \"{\\\"a\\\": 123456789012345678901"));
    assert!(sample("Python", &post(body)).contains("data=\"{\\\"a\\\": 123456789012345678901"));
}

/// The request of the only operation, a `POST` of `/a`, of a spec.
fn request_of(operation: &str) -> Request {
    let text = format!(
        r#"{{"openapi": "3.1.0", "servers": [{{"url": "https://a.test"}}], "paths": {{"/a/{{id}}": {{"post": {operation}}}}}}}"#
    );
    let (inputs, file) = spec(&text);
    let db = inputs.db();
    super::request(endpoint(db, operations(db, file)[0]))
}

#[test]
fn parameters_follow_their_styles() {
    let request = request_of(
        r#"{"parameters": [
        {"name": "id", "in": "path", "required": true, "style": "matrix", "explode": true, "example": ["a b", "c"]},
        {"name": "list", "in": "query", "explode": false, "example": ["a", "b,c"]},
        {"name": "pipes", "in": "query", "style": "pipeDelimited", "example": ["a", "b"]},
        {"name": "all", "in": "query", "example": {"x": 1, "y": {"z": [2]}}},
        {"name": "deep", "in": "query", "style": "deepObject", "example": {"to": ["a", "b"], "in": {"n": 1}}},
        {"name": "X-Map", "in": "header", "explode": true, "example": {"k": "v", "l": "w"}},
        {"name": "x-map", "in": "header", "example": "twice"},
        {"name": "X-List", "in": "header", "example": [1, 2]},
        {"name": "c", "in": "cookie", "example": "a;b"}]}"#,
    );
    assert_eq!(
        request.url,
        "https://a.test/a/;id=a%20b;id=c?list=a,b%2Cc&pipes=a%7Cb&x=1&y=%7B%22z%22%3A%20%5B2%5D%7D\
         &deep%5Bto%5D%5B0%5D=a&deep%5Bto%5D%5B1%5D=b&deep%5Bin%5D%5Bn%5D=1"
    );
    let headers = [("X-Map", "k=v,l=w"), ("X-List", "1,2"), ("Cookie", "c=a%3Bb")];
    assert_eq!(request.headers, headers.map(|(name, value)| (name.to_owned(), value.to_owned())));
}

#[test]
fn a_parameter_can_be_the_whole_query() {
    let query = |media: &str, reserved: bool, example: &str| {
        let parameter = format!(
            r#"{{"name": "q", "in": "querystring", "allowReserved": {reserved},
            "content": {{"{media}": {{"example": {example}}}}}}}"#
        );
        let request = request_of(&format!(r#"{{"parameters": [{parameter}]}}"#));
        request.url.split_once('?').map(|(_, query)| query.to_owned()).unwrap_or_default()
    };
    let form = "application/x-www-form-urlencoded";
    assert_eq!(query(form, false, r#"{"a b": 1, "c": "x&/y"}"#), "a%20b=1&c=x%26%2Fy");
    assert_eq!(query("application/json", false, r#"{"a": [1]}"#), "%7B%22a%22%3A%20%5B1%5D%7D");
    assert_eq!(query("text/plain", false, r#""$.a b""#), "%24.a%20b");
}

#[test]
fn forms_and_parts_are_written_as_the_document_says() {
    let body = |media: &str, encoding: &str| {
        request_of(&format!(
            r#"{{"requestBody": {{"content": {{"{media}": {{"encoding": {encoding},
            "schema": {{"properties": {{"file": {{"type": "string", "format": "binary"}}}}}},
            "example": {{"tags": ["a", "b"], "rows": [{{"n": 1}}], "file": "…"}}}}}}}}}}"#
        ))
        .body
    };
    let fields = |fields: &[(&str, &str)]| {
        Payload::Form(fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect())
    };
    assert_eq!(
        body("application/x-www-form-urlencoded", "{}"),
        fields(&[("tags", "a"), ("tags", "b"), ("rows[0][n]", "1"), ("file", "…")])
    );
    assert_eq!(
        body(
            "application/x-www-form-urlencoded",
            r#"{"tags": {"style": "deepObject"}, "rows": {"contentType": "application/json"}}"#
        ),
        fields(&[("tags[0]", "a"), ("tags[1]", "b"), ("rows", r#"[{"n": 1}]"#), ("file", "…")])
    );
    insta::assert_debug_snapshot!(body("multipart/form-data", r#"{"rows": {"contentType": "application/json"}}"#));
}

#[test]
fn later_samples_are_what_the_page_would_hold() {
    let mut requests = cases::documented();
    requests.extend(cases::hostile("https://a.test/\u{e001}"));
    let shared = SharedLines::of(&ENGLISH);
    for request in requests {
        let languages: Vec<&super::Language> = SAMPLE_LANGUAGES.iter().skip(super::IN_PAGE).collect();
        let samples = super::later_samples(&ENGLISH, &shared, &request, &languages);
        let line = |c: char| match c {
            '\u{e000}'..'\u{f000}' => Some(&shared.lines[c as usize - 0xe000]),
            '\u{f000}'..='\u{f8ff}' => Some(&samples.lines[c as usize - 0xf000]),
            _ => None,
        };
        for (language, (label, packed)) in languages.iter().zip(&samples.texts) {
            let spelled: String =
                packed.chars().map(|c| line(c).map_or_else(|| c.to_string(), |line| format!("{line}\n"))).collect();
            let text = (language.write)(&request);
            let mut html = String::new();
            code_block(
                &ENGLISH,
                &CodeView { language: Some(language.language), text: &text, ..CodeView::default() },
                &mut html,
            );
            assert_eq!(spelled.trim_end(), html.replace('\u{e001}', "&#57345;"), "{label}");
        }
    }
}

#[test]
fn usual_samples_are_short_where_they_come_later() {
    let languages: Vec<&super::Language> = SAMPLE_LANGUAGES.iter().skip(super::IN_PAGE).collect();
    let shared = SharedLines::of(&ENGLISH);
    for request in cases::documented() {
        let samples = super::later_samples(&ENGLISH, &shared, &request, &languages);
        let own: usize = samples.lines.iter().map(String::len).sum();
        let texts: usize = samples.texts.iter().map(|(_, text)| text.len()).sum();
        assert!(own < 4_000 && texts < 1_000, "{own} {texts} {:#?}", samples.lines);
    }
}

/// What every language makes of the same requests.
#[test]
fn samples_read_as_documentation_prints_them() {
    let requests = cases::documented();
    let mut out = String::new();
    for language in SAMPLE_LANGUAGES {
        for request in &requests {
            out.push_str(&format!("── {}\n{}\n", language.label, (language.write)(request)));
        }
    }
    insta::assert_snapshot!(out);
}
