//! The names of operations in URL paths, which Fern derives from a spec.

use std::collections::BTreeSet;

use unicode_normalization::UnicodeNormalization;

use crate::formats::{ProjectReader, document};
use crate::literal::{self, Value, text};
use crate::project::{METHODS, SourceSpec};

/// An operation with its names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NamedOperation {
    /// The index of its spec.
    pub(super) spec: usize,
    /// `GET /path`
    pub(super) operation: String,
    /// The packages that it is in, each as a segment of a URL path.
    pub(super) packages: Vec<String>,
    /// Its own segment of a URL path.
    pub(super) name: String,
}

/// The operations of a spec.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SpecOperations {
    /// In their order, without those whose names cannot be derived.
    pub(super) named: Vec<NamedOperation>,
    /// Those that Fern shows, as `GET /path`, each with the audiences that it is for.
    audiences: Vec<(String, Vec<String>)>,
    /// Those that Fern does not show.
    pub(super) ignored: Vec<String>,
    /// Those that Fern shows a second time as a stream.
    streamed: BTreeSet<String>,
    /// Whether the old site may have further operations, such as webhooks or those of an overlay.
    is_incomplete: bool,
}

impl SpecOperations {
    /// Whether it may have operations without a known URL path, besides the omitted ones. `is_placed` says whether
    /// the layout of the API gives a path to an operation (`GET /path`, or `STREAM /path` for its stream).
    pub(super) fn has_unnamed(&self, omitted: &[String], is_placed: impl Fn(&str) -> bool) -> bool {
        let named: BTreeSet<&str> = self.named.iter().map(|one| one.operation.as_str()).collect();
        let is_unnamed = |operation: &str| {
            let path = operation.split_once(' ').map_or(operation, |(_, path)| path);
            !named.contains(operation) && !is_placed(operation)
                || self.streamed.contains(operation) && !is_placed(&format!("STREAM {path}"))
        };
        let mut shown = self.audiences.iter().map(|(operation, _)| operation).filter(|one| !omitted.contains(*one));
        self.is_incomplete || shown.any(|operation| is_unnamed(operation))
    }

    /// The operations that an API for these audiences does not show. Without audiences, it is for everyone.
    pub(super) fn omitted(&self, wanted: &[&str]) -> Vec<String> {
        let is_other = |audiences: &[String]| {
            !wanted.is_empty() && !audiences.iter().any(|audience| wanted.contains(&audience.as_str()))
        };
        let others = self.audiences.iter().filter(|(_, audiences)| is_other(audiences)).map(|(operation, _)| operation);
        self.ignored.iter().chain(others).cloned().collect()
    }
}

/// The operations of a spec and of its overrides.
pub(super) fn operations(reader: &ProjectReader<'_>, index: usize, spec: &SourceSpec) -> SpecOperations {
    let mut out = SpecOperations::default();
    let read = |file: &String| document(file, &reader.source.text(file).ok()?);
    let Some(document) = read(&spec.file) else { return SpecOperations { is_incomplete: true, ..out } };
    let may_have_more = |overlay: &String| read(overlay).is_none_or(|overlay| changes_operations(&overlay));
    let is_unread = |file: &String| read(file).is_none();
    out.is_incomplete = members(document.get("webhooks")).next().is_some()
        || spec.overlays.iter().any(may_have_more)
        || spec.overrides.iter().any(is_unread);
    let overrides: Vec<Value> = spec.overrides.iter().filter_map(read).collect();
    let layered: Vec<&Value> = overrides.iter().rev().chain([&document]).collect();
    let mut known = BTreeSet::new();
    // Overrides can also have operations that the spec has not.
    for (path, item) in layered.iter().rev().flat_map(|document| members(document.get("paths"))) {
        for (method, _) in members(Some(item)).filter(|(key, _)| METHODS.contains(&key.as_str())) {
            if !known.insert((path, method)) {
                continue;
            }
            let layers = layered.iter().filter_map(|document| document.get("paths")?.get(path)?.get(method));
            let layers: Vec<&Value> = layers.collect();
            let operation = format!("{} {path}", method.to_uppercase());
            if layers.iter().any(|layer| literal::is_true(layer, "x-fern-ignore")) {
                let is_own = document.get("paths").and_then(|paths| paths.get(path)?.get(method)).is_some();
                out.ignored.extend(is_own.then_some(operation));
                continue;
            }
            let audiences = layers.iter().find_map(|layer| layer.get("x-fern-audiences"));
            let audiences = literal::items(audiences).iter().filter_map(Value::as_str).map(ToOwned::to_owned);
            out.audiences.push((operation.clone(), audiences.collect()));
            let streaming = layers.iter().find_map(|layer| layer.get("x-fern-streaming"));
            let has_condition = |key: &&str| streaming.is_some_and(|streaming| streaming.get(key).is_some());
            if ["stream-condition", "streamCondition"].iter().any(has_condition) {
                out.streamed.insert(operation.clone());
            }
            let Some((packages, name)) = names(&layers, method, path) else { continue };
            out.named.push(NamedOperation { spec: index, operation, packages, name });
        }
    }
    out
}

/// Whether the actions of an overlay may add, remove or rename operations.
fn changes_operations(overlay: &Value) -> bool {
    const NAMING: [&str; 4] = ["paths", "webhooks", "operationId", "tags"];
    let is_naming = |key: &str| METHODS.contains(&key) || NAMING.contains(&key) || key.starts_with("x-fern-");
    let mut open: Vec<&Value> = Vec::new();
    for action in literal::items(overlay.get("actions")) {
        let target = text(action, "target").unwrap_or_default();
        let is_removed = literal::is_true(action, "remove");
        if is_removed || ["tags", "operationId", "x-fern-"].iter().any(|name| target.contains(name)) {
            return true;
        }
        open.extend(action.get("update"));
    }
    while let Some(value) = open.pop() {
        if members(Some(value)).any(|(key, _)| is_naming(key)) {
            return true;
        }
        open.extend(members(Some(value)).map(|(_, value)| value));
    }
    false
}

/// The members of an object; none of other values.
pub(super) fn members(value: Option<&Value>) -> impl Iterator<Item = (&String, &Value)> {
    value.and_then(Value::as_object).into_iter().flatten()
}

/// The packages and the name of an operation. The first of its `layers` with a field overrides the others.
fn names(layers: &[&Value], method: &str, path: &str) -> Option<(Vec<String>, String)> {
    let field = |key: &str| layers.iter().find_map(|layer| layer.get(key));
    let group = field("x-fern-sdk-group-name").map(|group| literal::items(Some(group)));
    let own = field("x-fern-sdk-method-name").and_then(Value::as_str);
    if let (Some(group), Some(own)) = (group, own) {
        let parts = group.iter().filter_map(Value::as_str).flat_map(|name| name.split(['.', '/']));
        return Some((parts.map(kebab).filter(|part| !part.is_empty()).collect(), kebab(own)));
    }
    if group.is_some() || own.is_some() {
        return None;
    }
    let tag = literal::items(field("tags")).first().and_then(Value::as_str);
    let Some(id) = layers.iter().find_map(|layer| text(layer, "operationId")) else {
        let summary = field("summary").and_then(Value::as_str);
        let own = summary.map_or_else(|| kebab(&format!("{method} {path}")), kebab);
        return Some((tag.map(kebab).into_iter().collect(), own));
    };
    let Some(tag) = tag else {
        return Some((Vec::new(), kebab(id)));
    };
    let (tag_words, id_words) = (tokens(tag), tokens(id));
    if tag_words == id_words {
        return Some((Vec::new(), kebab(tag)));
    }
    // An ID that FastAPI makes ends with the path and the method.
    let segments: Vec<&str> = path.split(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '{' | '}')).collect();
    let end = format!("{}_{method}", segments.join("_").replace(['{', '}'], "_"));
    let name = match (id.strip_suffix(&end), id_words.strip_prefix(tag_words.as_slice())) {
        (Some(start), _) if !start.is_empty() => kebab(start),
        (_, Some(rest)) if !rest.is_empty() && !tag_words.is_empty() => kebab(&rest.join("_")),
        _ => kebab(id),
    };
    Some((vec![kebab(tag)], name))
}

/// The words of a tag or an ID, in lowercase: those of camel case, or those between other characters.
fn tokens(name: &str) -> Vec<String> {
    let is_camel = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.bytes().all(|byte| byte.is_ascii_alphabetic())
        && !name.as_bytes().windows(2).any(|pair| pair.iter().all(u8::is_ascii_uppercase))
        && !name.ends_with(|c: char| c.is_ascii_uppercase());
    let mut out = vec![String::new()];
    for c in name.chars() {
        if is_camel && c.is_ascii_uppercase() || !c.is_ascii_alphanumeric() {
            out.push(String::new());
        }
        if let Some(word) = out.last_mut().filter(|_| c.is_ascii_alphanumeric()) {
            word.push(c.to_ascii_lowercase());
        }
    }
    out.retain(|word| !word.is_empty());
    out
}

/// Latin letters that consist of others, or that have a basic letter but no accent.
const LETTERS: &[(char, &str)] = &[
    ('Æ', "Ae"),
    ('æ', "ae"),
    ('Œ', "Oe"),
    ('œ', "oe"),
    ('Þ', "Th"),
    ('þ', "th"),
    ('ß', "ss"),
    ('Ĳ', "IJ"),
    ('ĳ', "ij"),
    ('Ð', "D"),
    ('ð', "d"),
    ('Đ', "D"),
    ('đ', "d"),
    ('Ħ', "H"),
    ('ħ', "h"),
    ('ı', "i"),
    ('ĸ', "k"),
    ('Ŀ', "L"),
    ('ŀ', "l"),
    ('Ł', "L"),
    ('ł', "l"),
    ('ŉ', "n"),
    ('Ŋ', "N"),
    ('ŋ', "n"),
    ('Ø', "O"),
    ('ø', "o"),
    ('Ŧ', "T"),
    ('ŧ', "t"),
    ('ſ', "s"),
];

/// The characters of a name with basic letters for Latin ones with accents, and without apostrophes.
fn basic(name: &str) -> Vec<char> {
    let mut out = Vec::with_capacity(name.len());
    for c in name.chars().filter(|c| !matches!(c, '\'' | '’' | '\u{300}'..='\u{36f}')) {
        match LETTERS.iter().find(|(letter, _)| *letter == c) {
            Some((_, basic)) => out.extend(basic.chars()),
            None if matches!(c, '\u{c0}'..='\u{17f}') => out.extend(c.nfd().next()),
            None => out.push(c),
        }
    }
    out
}

/// A title or a name as a segment of a URL path: its words, also those of camel case and of digits, joined by hyphens.
pub(super) fn kebab(name: &str) -> String {
    let chars = basic(name);
    let mut out = String::new();
    for (at, &c) in chars.iter().enumerate() {
        if !c.is_alphanumeric() {
            if !out.is_empty() && !out.ends_with('-') {
                out.push('-');
            }
            continue;
        }
        let before = at.checked_sub(1).and_then(|at| chars.get(at)).copied().filter(|c| c.is_alphanumeric());
        let after = chars.get(at + 1).copied();
        let is_start = before.is_some_and(|before| {
            before.is_numeric() != c.is_numeric()
                || c.is_uppercase() && (before.is_lowercase() || after.is_some_and(char::is_lowercase))
        });
        if is_start {
            out.push('-');
        }
        out.extend(c.to_lowercase());
    }
    out.truncate(out.trim_end_matches('-').len());
    out
}

/// The name of a file or a folder as a segment of a URL path, by a rule that differs from that of titles.
pub(super) fn file_segment(name: &str) -> String {
    let words: Vec<&str> = name.split_whitespace().collect();
    let is_kept = |c: &char| c.is_ascii_lowercase() || c.is_ascii_digit() || *c == '-';
    words.join("-").to_lowercase().chars().filter(is_kept).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{file_segment, kebab, names};

    #[test]
    fn names_become_segments() {
        for (name, expected) in [
            ("text_to_speech", "text-to-speech"),
            ("textToSpeech", "text-to-speech"),
            ("v1-seeds/{seed_id}/sow", "v-1-seeds-seed-id-sow"),
            ("HTMLPage", "html-page"),
            ("Bee's Knees 2", "bees-knees-2"),
            ("API REFERENCE", "api-reference"),
            ("Multi-context WebSocket", "multi-context-web-socket"),
            ("JavaScript & Node.js", "java-script-node-js"),
            ("Déjà vu à Łódź", "deja-vu-a-lodz"),
            ("Straße", "strasse"),
            ("De\u{301}ja\u{300} vu", "deja-vu"),
            ("快速开始", "快速开始"),
            ("한국어", "한국어"),
            ("", ""),
        ] {
            assert_eq!(kebab(name), expected, "{name}");
        }
        for (name, expected) in
            [("My Folder_2", "my-folder2"), ("getting-started", "getting-started"), ("WebUI", "webui")]
        {
            assert_eq!(file_segment(name), expected, "{name}");
        }
    }

    #[test]
    fn operations_are_named_by_extensions_or_by_tag_and_id() {
        let of = |own: serde_json::Value, over: serde_json::Value| {
            let found = names(&[&over, &own], "get", "/v1/seeds/{seed_id}");
            found.map(|(packages, name)| format!("{}: {name}", packages.join("/")))
        };
        for (own, over, expected) in [
            (
                json!({ "x-fern-sdk-group-name": "big_seeds", "x-fern-sdk-method-name": "getAll" }),
                json!({}),
                "big-seeds: get-all",
            ),
            (
                json!({ "x-fern-sdk-group-name": ["a", "b"], "x-fern-sdk-method-name": "x" }),
                json!({ "x-fern-sdk-method-name": "y" }),
                "a/b: y",
            ),
            (json!({ "operationId": "listSeeds", "tags": ["Big Seeds"] }), json!({}), "big-seeds: list-seeds"),
            (json!({ "operationId": "seeds_list", "tags": ["seeds"] }), json!({}), "seeds: list"),
            (json!({ "operationId": "seedsList", "tags": ["seeds"] }), json!({}), "seeds: list"),
            (json!({ "operationId": "seeds", "tags": ["Seeds"] }), json!({}), ": seeds"),
            (json!({ "operationId": "listSeeds" }), json!({}), ": list-seeds"),
            (json!({ "tags": ["Big Seeds"] }), json!({}), "big-seeds: get-v-1-seeds-seed-id"),
            (json!({ "summary": "A seed" }), json!({}), ": a-seed"),
            (
                json!({ "operationId": "Get_Seed_v1_seeds__seed_id__get", "tags": ["beans"] }),
                json!({}),
                "beans: get-seed",
            ),
        ] {
            assert_eq!(of(own.clone(), over).as_deref(), Some(expected), "{own}");
        }
        // Nothing shows which package it is in.
        assert_eq!(of(json!({ "operationId": "x", "x-fern-sdk-method-name": "y" }), json!({})), None);
    }
}
