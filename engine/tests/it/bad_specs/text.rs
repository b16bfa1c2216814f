//! Encodings, line ends, and what YAML allows that JSON does not.

use engine::testing::text;

use super::{in_time, of_spec, project, report};
use crate::shown::words;

const JSON: &str = r#"{"openapi": "3.1.0",
"info": {"title": "T", "version": "1"},
"paths": {"/a": {"get": {"description": "Früh", "responses": {}}}}}
"#;
const YAML: &str = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths:\n  /a:\n    get:\n      description: Früh\n      responses: {}\n";

fn utf16(text: &str, mark: bool, to: fn(u16) -> [u8; 2]) -> Vec<u8> {
    let mark = mark.then_some(0xfeff);
    mark.into_iter().chain(text.encode_utf16()).flat_map(to).collect()
}

/// The text with `ü` as the one byte of Latin-1.
fn latin1(text: &str) -> Vec<u8> {
    text.chars().map(|c| u8::try_from(c as u32).unwrap()).collect()
}

#[test]
fn encodings_and_line_ends_that_are_fine() {
    for (spec, source) in [("openapi.json", JSON), ("openapi.yaml", YAML)] {
        for (what, text) in [
            ("BOM", format!("\u{feff}{source}")),
            ("two BOMs", format!("\u{feff}\u{feff}{source}")),
            ("CRLF", source.replace('\n', "\r\n")),
            ("BOM and CRLF", format!("\u{feff}{}", source.replace('\n', "\r\n"))),
            ("mixed", source.replacen('\n', "\r\n", 2)),
            ("lone CR", source.replace('\n', "\r")),
            ("no final newline", source.trim_end().to_owned()),
            ("U+0085 and U+2028 in text", source.replace("Früh", "Fr\u{85}ü\u{2028}h")),
        ] {
            let project = project(spec, text);
            assert_eq!(of_spec(&project), "", "{spec}: {what}");
            assert!(words(&project, "index.html").contains("Fr"), "{spec}: {what}");
        }
    }
}

#[test]
fn encodings_that_are_not_say_where() {
    let mut cases = Vec::new();
    for (spec, source) in [("openapi.json", JSON), ("openapi.yaml", YAML)] {
        let bytes = |text: &str| text.as_bytes().to_vec();
        let cut = source.find('ü').unwrap() + 1;
        for (what, text) in [
            ("UTF-16 LE with BOM", utf16(source, true, u16::to_le_bytes)),
            ("UTF-16 BE with BOM", utf16(source, true, u16::to_be_bytes)),
            ("UTF-16 LE without BOM", utf16(&source.replace('ü', "u"), false, u16::to_le_bytes)),
            ("UTF-16 BE without BOM", utf16(&source.replace('ü', "u"), false, u16::to_be_bytes)),
            ("UTF-16 cut within a unit", utf16(source, true, u16::to_le_bytes)[..41].to_vec()),
            ("Latin-1", latin1(source)),
            ("cut within a character", source.as_bytes()[..cut].to_vec()),
            ("NUL in text", bytes(&source.replace('ü', "\0"))),
            ("NUL at the end", bytes(&format!("{source}\0"))),
            ("overlong", [bytes(source), vec![0xc0, 0xaf]].concat()),
            ("surrogate", [bytes(source), vec![0xed, 0xa0, 0x80]].concat()),
            ("U+0085 between values", bytes(&source.replacen('\n', "\u{85}", 1))),
            ("U+2028 between values", bytes(&source.replacen('\n', "\u{2028}", 1))),
            ("BOM within", bytes(&source.replacen('\n', "\n\u{feff}", 1))),
            ("empty", Vec::new()),
            ("BOM alone", bytes("\u{feff}")),
            ("white space", bytes(" \n\t\n")),
            ("comments alone", bytes("# openapi: 3.1.0\n  # nothing\n")),
            ("`---` alone", bytes("---\n")),
            ("`---` and comments", bytes("\u{feff}---\r\n# x\r\n...\r\n")),
        ] {
            cases.push((format!("{spec}: {what}"), project(spec, text)));
        }
    }
    let found = report(cases.iter().map(|(title, _)| title.as_str()).zip(cases.iter().map(|(_, project)| project)));
    insta::assert_snapshot!(found);
    for case in found.split("## ").skip(1) {
        assert!(case.contains(" error "), "{case}");
    }
}

#[test]
fn what_yaml_allows_beyond_json() {
    let spec = |head: &str, operation: &str, tail: &str| {
        let operation = operation.replace('\n', "\n      ");
        project(
            "openapi.yaml",
            format!(
                "{head}openapi: 3.1.0\ninfo: {{title: T, version: '1'}}\npaths:\n  /a:\n    get:\n      {operation}\n      responses: {{}}\n{tail}"
            ),
        )
    };
    let cases = [
        ("tab as indentation", spec("", "\tdescription: S", "")),
        ("tab deeper", spec("", "externalDocs:\n\turl: https://e.test", "")),
        ("tab between key and value", spec("", "description:\tS", "")),
        ("%YAML 1.1", spec("%YAML 1.1\n---\n", "description: S", "")),
        ("%YAML 1.2", spec("%YAML 1.2\n---\n", "description: S", "")),
        ("%YAML 2.0", spec("%YAML 2.0\n---\n", "description: S", "")),
        ("unknown directive", spec("%SPAM x\n---\n", "description: S", "")),
        ("start and end of the document", spec("---\n", "description: S", "...\n")),
        ("second document", spec("", "description: S", "---\nopenapi: 3.0.0\n")),
        ("second document after an end", spec("", "description: S", "...\n---\n- x\n")),
        ("custom tag", spec("", "description: !secret S", "")),
        ("custom tag on a mapping", spec("", "externalDocs: !docs {url: https://e.test}", "")),
        ("tag with handle", spec("%TAG !e! tag:e.test,2000:\n---\n", "description: !e!x S", "")),
        ("tag with unknown handle", spec("", "description: !e!x S", "")),
        ("!!binary", spec("", "description: !!binary aGk=", "")),
        ("!!str, !!int and !!set", spec("", "description: !!str 1\ndeprecated: !!bool 'true'\ntags: !!set {a, b}", "")),
        ("undefined alias", spec("", "description: *nowhere", "")),
        ("alias of itself", spec("", "externalDocs: &self {x-me: *self}", "")),
        ("alias before its anchor", spec("", "description: *later\nx-later: &later S", "")),
        ("anchor without a value", spec("", "description: &empty", "")),
        ("list as a key", spec("", "? [a, b]\n: S", "")),
        ("mapping as a key", spec("", "? {a: b}\n: S", "")),
        ("block as a key", spec("", "? |\n  text\n: S", "")),
        ("alias as a key", spec("", "x-a: &a [b]\n*a : S", "")),
        ("key of nothing", spec("", ": S", "")),
        ("merge key", spec("x-base: &base {description: Merged}\n", "<<: *base", "")),
        (
            "merge keys of a list",
            spec("x-a: &a {description: A}\nx-b: &b {description: B, deprecated: true}\n", "<<: [*a, *b]", ""),
        ),
        ("merge key of a scalar", spec("", "<<: S", "")),
        ("merge key of a list of scalars", spec("", "<<: [S]", "")),
        ("merge key in quotes", spec("", "'<<': {description: S}", "")),
    ];
    let mut found = String::new();
    for (title, project) in &cases {
        found.push_str(&report([(*title, project)]));
        let shown = text(project, "index.html");
        if title.starts_with("merge keys") || *title == "merge key" {
            let description = if *title == "merge key" { "Merged" } else { "A" };
            assert!(shown.contains(&format!(">{description}<")), "{title}: {shown}");
        }
    }
    insta::assert_snapshot!(found);
}

#[test]
fn a_long_line_of_wrong_bytes_is_told_once() {
    let mut text = JSON.as_bytes().to_vec();
    text.extend(std::iter::repeat_n(0xff, 1 << 20));
    let found = in_time(move || of_spec(&project("openapi.json", text)));
    assert_eq!(found.lines().count(), 1, "{found}");
}
