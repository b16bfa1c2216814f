use std::collections::BTreeSet;

use super::{ANY_CALLOUT, CALLOUT_WORDS, Change, Counterpart, ICONS, Notation, OTHERS, Outcome};
use crate::registry::{ComponentKind, Value, icons};

/// Every source with the component that it is converted to.
fn sources() -> impl Iterator<Item = (ComponentKind, &'static Counterpart)> {
    ComponentKind::ALL.iter().flat_map(|kind| kind.entry().migrates_from.iter().map(|source| (*kind, source)))
}

#[track_caller]
fn source(name: &str) -> (&'static str, &'static Counterpart) {
    let found = sources().find(|(_, source)| source.notation == Notation::Tag && source.name == name);
    let (kind, source) = found.unwrap_or_else(|| panic!("nothing becomes of `{name}`"));
    (kind.name(), source)
}

#[test]
fn a_name_in_a_notation_becomes_one_thing() {
    let mut seen = BTreeSet::new();
    let others = OTHERS.iter().map(|other| (other.notation, other.name));
    for (notation, name) in sources().map(|(_, source)| (source.notation, source.name)).chain(others) {
        // The title of a fence and the tab of a fence are words of any fence.
        assert!(seen.insert((notation, name)), "{notation:?} {name} twice");
    }
}

#[test]
fn changes_end_at_attributes_and_values_that_exist() {
    for (kind, source) in sources() {
        for change in source.changes {
            let (attribute, value) = match *change {
                Change::Renamed(from, to) => {
                    assert!(from != to || source.notation == Notation::Frontmatter, "{from} of {}", source.name);
                    (to, None)
                }
                Change::Fixed(to, value) => (to, Some(value)),
                Change::Located(location) => ("in", Some(location)),
                Change::CalloutWord(_) => ("type", None),
                Change::Content(_) => continue,
            };
            let found = kind.entry().attribute(attribute);
            let found = found.unwrap_or_else(|| panic!("{} has no `{attribute}` for {}", kind.name(), source.name));
            assert_eq!(found.name, attribute, "an alias, for {}", source.name);
            if let (Value::OneOf(words), Some(value)) = (found.value, value) {
                assert!(words.contains(&value), "{value} for {}", source.name);
            }
        }
    }
}

#[test]
fn words_of_callouts_are_types_of_callouts() {
    let Some(Value::OneOf(types)) = ComponentKind::Callout.entry().attribute("type").map(|found| found.value) else {
        panic!("`type` has fixed words");
    };
    let mut seen = BTreeSet::new();
    for entry in CALLOUT_WORDS {
        assert!(types.contains(&entry.kind) && seen.insert(entry.word), "{}", entry.word);
        assert_eq!(entry.word, entry.word.to_lowercase());
    }
    let of =
        |word: &str| CALLOUT_WORDS.iter().find(|entry| entry.word == word).map(|entry| (entry.kind, entry.is_title));
    for (words, kind) in [
        ("note", "note"),
        ("info abstract important", "info"),
        ("tip hint", "tip"),
        ("success check done ok 👍 ✅", "success"),
        ("warning caution attention 🚧 ⚠️", "warning"),
        ("danger error bug failure ❗ 🛑", "error"),
    ] {
        for word in words.split(' ') {
            assert_eq!(of(word), Some((kind, false)), "{word}");
        }
    }
    for word in ["example", "quote", "question"] {
        assert_eq!(of(word), Some(("note", true)), "{word}");
    }
    // A tag named after a callout word has that callout type.
    for source in ComponentKind::Callout.entry().migrates_from.iter().filter(|source| source.notation == Notation::Tag)
    {
        if let Some((kind, _)) = of(&source.name.to_lowercase()) {
            assert!(source.changes.contains(&Change::Fixed("type", kind)), "{}", source.name);
        }
    }
}

#[test]
fn the_components_of_the_usual_sources_have_their_targets() {
    for (names, target) in [
        ("Note Info Tip Warning Danger Check Success Error Callout Aside Admonition", "wc-callout"),
        ("Card LinkCard Cards.Card PageCard", "wc-card"),
        ("CardGroup Cards CardGrid", "wc-tiles"),
        ("Columns", "wc-columns"),
        ("Tabs CodeTabs", "wc-tabs"),
        ("Tab TabItem Tabs.Tab TabsContent", "wc-tab"),
        ("CodeGroup CodeBlocks RequestExample ResponseExample", "wc-code-group"),
        ("Steps", "wc-steps"),
        ("Step", "wc-step"),
        ("Accordion", "wc-accordion"),
        ("AccordionGroup Accordions", "wc-accordion-group"),
        ("Expandable details DeepDive", "wc-expandable"),
        ("ParamField ResponseField", "wc-field"),
        ("PropsTable TypeTable", "wc-fields"),
        ("EndpointRequestSnippet", "wc-endpoint"),
        ("Frame figure Image Illustration ThemedImage", "wc-frame"),
        ("FileTree Files Tree", "wc-files"),
        ("Folder Tree.Folder FileTree.Folder", "wc-dir"),
        ("File Tree.File FileTree.File", "wc-file"),
        ("Badge", "wc-badge"),
        ("Button LinkButton", "wc-button"),
        ("Update", "wc-update"),
        ("Prompt", "wc-prompt"),
        ("Color", "wc-color"),
    ] {
        for name in names.split(' ') {
            assert_eq!(source(name).0, target, "{name}");
        }
    }
    assert!(source("Card").1.changes.contains(&Change::Renamed("icon", "icon-name")));
    assert!(source("Tab").1.changes.contains(&Change::Renamed("title", "label")));
    for location in ["path", "query", "body", "header"] {
        assert!(source("ParamField").1.changes.contains(&Change::Located(location)));
    }
    let outcome = |name: &str| OTHERS.iter().find(|other| other.name == name).map(|other| other.outcome);
    assert_eq!(outcome("Column"), Some(Outcome::Unwrapped));
    assert_eq!(outcome("Tooltip"), Some(Outcome::Unwrapped));
    assert_eq!(outcome("Icon"), Some(Outcome::Removed));
    assert_eq!(outcome("Snippet"), Some(Outcome::Included));
    assert_eq!(outcome("Kbd"), Some(Outcome::Element("kbd")));
    for name in ["iframe", "video", "Embed", "YouTube"] {
        assert_eq!(outcome(name), Some(Outcome::Linked));
    }
}

#[test]
fn callouts_are_known_in_every_notation() {
    let notations: Vec<Notation> = sources()
        .filter(|(kind, source)| *kind == ComponentKind::Callout && source.name == ANY_CALLOUT)
        .map(|(_, source)| source.notation)
        .collect();
    assert_eq!(notations, [Notation::Directive, Notation::Admonition, Notation::Slash, Notation::Alert]);
}

#[test]
fn icons_are_names_in_order() {
    let is_name =
        |name: &str| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
    for (theirs, ours) in ICONS {
        assert!(is_name(theirs) && is_name(ours) && theirs != ours, "{theirs}");
    }
    assert!(ICONS.is_sorted_by(|a, b| a.0 < b.0));
}

/// A name that means the same icon here needs no row.
#[test]
fn icons_become_icons_that_there_are() {
    let is_ours = |wanted: &str| icons::names().any(|name| name == wanted);
    let missing: Vec<_> = ICONS.iter().filter(|(_, ours)| !is_ours(ours)).collect();
    let drawing = |name: &str| icons::named(name).map(|icon| icon.paths().collect::<Vec<_>>());
    let needless: Vec<_> =
        ICONS.iter().filter(|(theirs, ours)| is_ours(theirs) && drawing(theirs) == drawing(ours)).collect();
    assert!(missing.is_empty() && needless.is_empty(), "{missing:?} {needless:?}");
}
