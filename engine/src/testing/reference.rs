//! The component table as Markdown: the generated parts of the skills for agents.

use std::fmt::Write as _;

use crate::registry::migration::{CALLOUT_WORDS, OTHERS, Outcome};
use crate::registry::{
    Anchor, Attribute, COMMON_ATTRIBUTES, Change, Children, ComponentInfo, ComponentKind, Content, Counterpart, Flow,
    Value,
};

/// The number of examples per component: agents read the whole text.
const EXAMPLES: usize = 1;

/// Every component with its content, allowed parents, attributes and first examples.
#[must_use]
pub fn components() -> String {
    let mut out = String::new();
    for entry in by_name() {
        let _ = write!(out, "### {}\n\n{} {}.", entry.name, entry.summary, content_sentence(entry));
        for sentence in place_sentences(entry) {
            let _ = write!(out, " {sentence}.");
        }
        out.push_str("\n\n");
        for attribute in entry.attributes {
            let _ = writeln!(out, "- {}", attribute_line(attribute));
        }
        if !entry.attributes.is_empty() {
            out.push('\n');
        }
        for example in entry.examples.iter().take(EXAMPLES) {
            let fence = fence_around(example);
            let _ = write!(out, "{fence}markdown\n{example}\n{fence}\n\n");
        }
    }
    out.truncate(out.trim_end().len());
    out
}

/// Every component on one line, without examples.
#[must_use]
pub fn compact_components() -> String {
    let mut out = String::new();
    for entry in by_name() {
        let content = match entry.content {
            Content::Blocks => "",
            Content::Inline => " (inline)",
            Content::Text => " (literal text)",
            Content::None => " (empty)",
        };
        let _ = write!(out, "- `{}`{content}", entry.name);
        if !entry.parents.is_empty() {
            let _ = write!(out, " in {}", short_names(entry.parents));
        }
        if let Children::Only(kinds) = entry.children {
            let _ = write!(out, " holds {}", short_names(kinds));
        }
        for (at, attribute) in entry.attributes.iter().enumerate() {
            out.push_str(if at == 0 { ": " } else { ", " });
            out.push_str(&compact_attribute(attribute));
        }
        out.push('\n');
    }
    out.truncate(out.trim_end().len());
    out
}

/// The attributes that every component takes, in one line.
#[must_use]
pub fn common_attributes() -> String {
    let lines: Vec<String> = COMMON_ATTRIBUTES.iter().map(attribute_line).collect();
    format!("Every component also takes {}.", lines.join("; "))
}

/// How components of other tools and their attributes are converted.
#[must_use]
pub fn migration() -> String {
    let mut out = String::from("| Other tool | Here | Attributes and remarks |\n|---|---|---|\n");
    for entry in by_name() {
        for source in entry.migrates_from {
            let _ =
                writeln!(out, "| {} | {} | {} |", cell_code(&source.shown()), target(entry, source), remarks(source));
        }
    }
    for other in OTHERS {
        let _ = writeln!(out, "| {} | {} | {} |", cell_code(&other.shown()), outcome(other.outcome), other.remark);
    }
    out.truncate(out.trim_end().len());
    out
}

/// The conversions as lists of names, with the attribute changes that most of them share.
#[must_use]
pub fn compact_migration() -> String {
    let mut out = String::new();
    for entry in by_name().into_iter().filter(|entry| !entry.migrates_from.is_empty()) {
        let names: Vec<String> = entry.migrates_from.iter().map(compact_source).collect();
        let _ = writeln!(out, "- {} → {}", names.join(", "), entry.name);
    }
    for (what, words) in [
        (Outcome::Unwrapped, "tags removed, content kept"),
        (Outcome::Removed, "removed"),
        (Outcome::Included, "the file's text, or `wc-include`"),
        (Outcome::Linked, "a link"),
    ] {
        let names: Vec<String> =
            OTHERS.iter().filter(|other| other.outcome == what).map(|other| cell_code(&other.shown())).collect();
        let _ = writeln!(out, "- {} → {words}", names.join(", "));
    }
    out.truncate(out.trim_end().len());
    out
}

/// The words for types of callouts, grouped by type.
#[must_use]
pub fn callout_words() -> String {
    let mut out = String::new();
    let mut kinds: Vec<&str> = Vec::new();
    for word in CALLOUT_WORDS {
        if !kinds.contains(&word.kind) {
            kinds.push(word.kind);
        }
    }
    for kind in kinds {
        let of_kind = |is_title: bool| {
            let words = CALLOUT_WORDS.iter().filter(move |word| word.kind == kind && word.is_title == is_title);
            words.map(|word| word.word).collect::<Vec<_>>().join(", ")
        };
        let _ = writeln!(out, "- {} → `type=\"{kind}\"`", of_kind(false));
        if CALLOUT_WORDS.iter().any(|word| word.kind == kind && word.is_title) {
            let _ =
                writeln!(out, "- {} and any other word → `type=\"{kind}\"`, with the word as `title`", of_kind(true));
        }
    }
    out.truncate(out.trim_end().len());
    out
}

fn by_name() -> Vec<&'static ComponentInfo> {
    let mut entries: Vec<&ComponentInfo> = ComponentKind::ALL.iter().map(|kind| kind.entry()).collect();
    entries.sort_by_key(|entry| entry.name);
    entries
}

fn content_sentence(entry: &ComponentInfo) -> &'static str {
    match (entry.content, entry.flow) {
        (Content::Blocks, _) => "Content: Markdown blocks",
        (Content::Inline, Flow::Block) => "Content: inline Markdown; the element is a block",
        (Content::Inline, Flow::Inline) => "Content: inline Markdown; the element is inline",
        (Content::Text, _) => "Content: literal text, or one fenced block",
        (Content::None, Flow::Block) => "No content; the element is a block",
        (Content::None, Flow::Inline) => "No content; the element is inline",
    }
}

fn place_sentences(entry: &ComponentInfo) -> Vec<String> {
    let mut sentences = Vec::new();
    if !entry.parents.is_empty() {
        sentences.push(format!("Must be a direct child of {}", names(entry.parents)));
    }
    if let Children::Only(kinds) = entry.children {
        sentences.push(format!("Allowed components inside, besides plain Markdown: {}", names(kinds)));
    }
    match entry.anchor {
        Anchor::None => {}
        Anchor::Title => sentences.push("Anchor: slug of `title`".to_owned()),
        Anchor::Text => sentences.push("Anchor: slug of its text".to_owned()),
        Anchor::Name => sentences.push("Anchor: its name".to_owned()),
        Anchor::Code => sentences.push("Anchor: its code (`#response.200`)".to_owned()),
        Anchor::FirstOf(attributes) => {
            let names: Vec<String> = attributes.iter().map(|name| format!("`{name}`")).collect();
            sentences.push(format!("Anchor: slug of {}", names.join(" or ")));
        }
    }
    sentences
}

fn names(kinds: &[ComponentKind]) -> String {
    let names: Vec<String> = kinds.iter().map(|kind| format!("`{}`", kind.name())).collect();
    names.join(" or ")
}

fn short_names(kinds: &[ComponentKind]) -> String {
    let names: Vec<&str> = kinds.iter().map(|kind| kind.name().trim_start_matches("wc-")).collect();
    names.join("|")
}

fn attribute_line(attribute: &Attribute) -> String {
    let mut line = format!("`{}`", attribute.name);
    if attribute.required {
        line.push_str(" (required)");
    }
    let _ = write!(line, ": {}", value_words(attribute.value));
    if let Some(default) = attribute.default {
        let _ = write!(line, "; default `{default}`");
    }
    for alias in attribute.aliases {
        let _ = write!(line, "; alias `{alias}`");
    }
    line
}

fn value_words(value: Value) -> String {
    match value {
        Value::Text => "text".to_owned(),
        Value::Flag => "flag".to_owned(),
        Value::Number => "number".to_owned(),
        Value::Range(first, last) => format!("{first} to {last}"),
        Value::OneOf(words) => words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", "),
        Value::Length => "CSS length".to_owned(),
        Value::Size => "pixels or percentage".to_owned(),
        Value::Color => "CSS color".to_owned(),
        Value::Url => "path or URL".to_owned(),
        Value::Icon => "icon".to_owned(),
        Value::Variable => "name in capitals (`API_HOST`)".to_owned(),
        Value::Json => "JSON".to_owned(),
        Value::Lines => "lines (`1,3-5`)".to_owned(),
        Value::Security => "JSON: OpenAPI security requirements or schemes".to_owned(),
        Value::Status => "status code, `2XX` or `default`".to_owned(),
    }
}

fn compact_attribute(attribute: &Attribute) -> String {
    let mut text = attribute.name.to_owned();
    if attribute.required {
        text.push('*');
    }
    match attribute.value {
        Value::OneOf(words) => {
            let _ = write!(text, "={}", words.join("|"));
        }
        Value::Range(first, last) => {
            let _ = write!(text, "={first}-{last}");
        }
        Value::Flag => text.push('?'),
        Value::Json | Value::Security => text.push_str("=JSON"),
        Value::Status => text.push_str("=200|2XX|default"),
        Value::Variable => text.push_str("=UPPER_SNAKE"),
        Value::Lines => text.push_str("=1,3-5"),
        Value::Text | Value::Number | Value::Length | Value::Size | Value::Color | Value::Url | Value::Icon => {}
    }
    if let Some(default) = attribute.default {
        let _ = write!(text, " ({default})");
    }
    text
}

/// A fence that is longer than any in the text.
fn fence_around(text: &str) -> String {
    let mut longest = 0;
    let mut run = 0;
    for byte in text.bytes() {
        run = if byte == b'`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    "`".repeat((longest + 1).max(3))
}

/// A code span in a table cell.
fn cell_code(text: &str) -> String {
    let text = text.replace('|', "\\|");
    if text.contains('`') { format!("`` {text} ``") } else { format!("`{text}`") }
}

/// The opening tag that a source is converted to.
fn target(entry: &ComponentInfo, source: &Counterpart) -> String {
    let mut tag = format!("<{}", entry.name);
    for change in source.changes {
        if let Change::Fixed(name, value) = change {
            let _ = write!(tag, " {name}=\"{value}\"");
        }
    }
    tag.push('>');
    cell_code(&tag)
}

fn remarks(source: &Counterpart) -> String {
    let mut parts: Vec<String> = Vec::new();
    let located: Vec<String> = source.changes.iter().filter_map(located).collect();
    if !located.is_empty() {
        parts.push(format!("{} → `name`, and that word → `in`", located.join(", ")));
    }
    for change in source.changes {
        match change {
            Change::Renamed(theirs, ours) if theirs != ours => parts.push(format!("`{theirs}` → `{ours}`")),
            Change::CalloutWord("") => parts.push("`type` from the kind".to_owned()),
            Change::CalloutWord(theirs) => parts.push(format!("`{theirs}` → `type` from the kind")),
            Change::Content(theirs) => parts.push(format!("`{theirs}` → content")),
            Change::Renamed(..) | Change::Fixed(..) | Change::Located(_) => {}
        }
    }
    if !source.remark.is_empty() {
        parts.push(source.remark.to_owned());
    }
    parts.join("; ").replace('|', "\\|")
}

fn located(change: &Change) -> Option<String> {
    match change {
        Change::Located(theirs) => Some(format!("`{theirs}`")),
        _ => None,
    }
}

fn outcome(outcome: Outcome) -> String {
    match outcome {
        Outcome::Unwrapped => "tags removed, content kept".to_owned(),
        Outcome::Removed => "removed".to_owned(),
        Outcome::Included => "the file's text; `<wc-include src>` if three or more pages use it".to_owned(),
        Outcome::Element(name) => cell_code(&format!("<{name}>")),
        Outcome::Linked => "a link".to_owned(),
    }
}

/// A source with its renamed attributes, except for icons and titles, which the surrounding text explains.
fn compact_source(source: &Counterpart) -> String {
    let mut text = cell_code(&source.shown());
    let mut parts: Vec<String> = Vec::new();
    for change in source.changes {
        match change {
            Change::Fixed(name, value) => parts.push(format!("{name}={value}")),
            Change::Renamed(theirs, ours) if theirs != ours && *theirs != "icon" => {
                parts.push(format!("{theirs}→{ours}"));
            }
            Change::Located(theirs) => parts.push((*theirs).to_owned()),
            Change::Renamed(..) | Change::CalloutWord(_) | Change::Content(_) => {}
        }
    }
    if !parts.is_empty() {
        let _ = write!(text, " ({})", parts.join(", "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{common_attributes, compact_components, compact_migration, components, fence_around, migration};
    use crate::registry::ComponentKind;
    use crate::registry::migration::OTHERS;

    #[test]
    fn every_component_and_attribute_is_described() {
        let (full, compact) = (components(), compact_components());
        for kind in ComponentKind::ALL {
            let entry = kind.entry();
            let section = full.split("### ").find(|section| section.lines().next() == Some(entry.name));
            let section = section.unwrap_or_else(|| panic!("{} has no section", entry.name));
            let line = compact.lines().find(|line| line.contains(&format!("- `{}`", entry.name)));
            let line = line.unwrap_or_else(|| panic!("{} has no line", entry.name));
            for attribute in entry.attributes {
                let described = section.lines().find(|line| line.starts_with(&format!("- `{}`", attribute.name)));
                let described = described.unwrap_or_else(|| panic!("{} of {}", attribute.name, entry.name));
                assert_eq!(described.contains("(required)"), attribute.required, "{described}");
                assert_eq!(described.contains("default `"), attribute.default.is_some(), "{described}");
                assert!(line.contains(attribute.name), "{line}");
            }
            for example in entry.examples.iter().take(super::EXAMPLES) {
                assert!(section.contains(example), "{}", entry.name);
            }
        }
    }

    #[test]
    fn every_source_is_described() {
        let (full, compact) = (migration(), compact_migration());
        let rows: Vec<&str> = full.lines().collect();
        for kind in ComponentKind::ALL {
            for source in kind.entry().migrates_from {
                let begin = format!("| {} | `<{}", super::cell_code(&source.shown()), kind.name());
                assert!(rows.iter().any(|row| row.starts_with(&begin)), "{begin}");
                assert!(compact.contains(&source.shown()), "{}", source.shown());
            }
        }
        for other in OTHERS {
            assert!(full.contains(&other.shown()), "{}", other.shown());
        }
        for row in rows {
            assert_eq!(row.replace("\\|", "").matches('|').count(), 4, "{row}");
        }
        assert!(common_attributes().contains("`theme`: `dark`, `light`"));
    }

    #[test]
    fn fences_hold_what_is_in_them() {
        assert_eq!(fence_around("a"), "```");
        assert_eq!(fence_around("````\nx\n````"), "`````");
    }
}
