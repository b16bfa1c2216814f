//! Samples that nothing here can run: they are parsed, and their literals hold the values of the request.

use syn::visit::Visit;

use super::super::{PartContent, Payload, Request, SAMPLE_LANGUAGES, multipart};
use super::cases::hostile;

/// The texts that a sample of a request must spell.
fn texts(request: &Request) -> Vec<String> {
    let mut texts = vec![request.url.clone()];
    let own = request.own_headers().filter(|(name, _)| !name.eq_ignore_ascii_case("Content-Type"));
    texts.extend(own.flat_map(|(name, value)| [name.to_owned(), value.to_owned()]));
    match &request.body {
        Payload::None | Payload::File => {}
        Payload::Json(text) | Payload::Text(text) => texts.push(text.clone()),
        Payload::Form(fields) => texts.extend(fields.iter().flat_map(|(name, value)| [name.clone(), value.clone()])),
        Payload::Multipart(parts) => {
            for part in parts {
                texts.push(part.name.clone());
                texts.extend(part.content_type.clone());
                if let PartContent::Text(text) = &part.content {
                    texts.push(text.clone());
                }
            }
        }
    }
    texts
}

fn check(label: &str, literals: impl Fn(&str) -> Vec<String>) {
    let write = SAMPLE_LANGUAGES.iter().find(|language| language.label == label).unwrap().write;
    for request in hostile("https://a.test") {
        let sample = write(&request);
        let found = literals(&sample);
        for text in texts(&request) {
            assert!(found.contains(&text), "{text:?} is not in {found:?}\n{sample}");
        }
    }
}

struct Literals(Vec<String>);

impl<'ast> Visit<'ast> for Literals {
    fn visit_lit_str(&mut self, literal: &'ast syn::LitStr) {
        self.0.push(literal.value());
    }
}

#[test]
fn rust_parses_and_holds_the_values() {
    check("Rust", |sample| {
        let file = syn::parse_file(sample).unwrap_or_else(|error| panic!("{error}\n{sample}"));
        let mut literals = Literals(Vec::new());
        literals.visit_file(&file);
        literals.0
    });
}

#[test]
fn csharp_holds_the_values() {
    check("C#", csharp_literals);
}

/// The values of the string literals of C# code: regular ones, and raw ones of several lines.
fn csharp_literals(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = code;
    while let Some(start) = rest.find('"') {
        rest = &rest[start..];
        let quotes = rest.len() - rest.trim_start_matches('"').len();
        if quotes >= 3 {
            let fence = "\"".repeat(quotes);
            let text = rest[quotes..].strip_prefix('\n').expect("a raw string begins on a line of its own");
            let end = text.find(&format!("\n    {fence}")).expect("a raw string ends");
            let line = |line: &str| {
                assert!(line.is_empty() || line.starts_with("    "), "{line:?} is not indented as its end");
                line.get(4..).unwrap_or_default().to_owned()
            };
            let lines: Vec<String> = text[..end].split('\n').map(line).collect();
            assert!(!text[..end].contains(&fence));
            found.push(lines.join("\n"));
            rest = &text[end + 5 + quotes..];
            continue;
        }
        let (value, after) = csharp_string(&rest[1..]);
        found.push(value);
        rest = after;
    }
    found
}

/// The value of a regular string whose opening quote was read, and what follows it.
fn csharp_string(text: &str) -> (String, &str) {
    let mut value = String::new();
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return (value, &text[at + 1..]),
            '\\' => {
                let (at, escaped) = chars.next().unwrap();
                value.push(match escaped {
                    'n' => '\n',
                    'r' => '\r',
                    't' => '\t',
                    'u' => {
                        chars.nth(3);
                        char::from_u32(u32::from_str_radix(&text[at + 1..at + 5], 16).unwrap()).unwrap()
                    }
                    c => {
                        assert!(matches!(c, '"' | '\\'), "\\{c}");
                        c
                    }
                });
            }
            // What ends a line for a compiler ends the string.
            c => {
                assert!(!matches!(c, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}'), "{c:?} within a string");
                value.push(c);
            }
        }
    }
    panic!("a string without end: {text}");
}

#[test]
fn a_boundary_is_in_no_part() {
    let request = hostile("https://a.test").remove(10);
    let Payload::Multipart(parts) = &request.body else { panic!("{:?}", request.body) };
    let (boundary, pieces) = multipart::pieces(parts);
    assert_eq!((boundary.as_str(), pieces.len()), ("boundary-more", 5));
}
