use std::collections::BTreeSet;
use std::path::Path;

use super::{Anchor, COMMON_ATTRIBUTES, Children, ComponentKind, Display, Value, migration};

#[test]
fn names_are_unique() {
    let names: BTreeSet<_> = ComponentKind::ALL.iter().map(|kind| kind.name()).collect();
    assert_eq!(names.len(), ComponentKind::ALL.len());
    for kind in ComponentKind::ALL {
        assert!(kind.name().starts_with("wc-"));
        assert_eq!(ComponentKind::named(&kind.name().to_uppercase()), Some(*kind));
    }
}

#[test]
fn what_stands_beside_the_table_is_no_row_of_it() {
    let (table, beside) = ComponentKind::ALL.split_at(ComponentKind::ALL.len() - ComponentKind::BESIDE.len());
    assert_eq!(beside, ComponentKind::BESIDE);
    assert!(table.iter().all(|kind| !ComponentKind::BESIDE.contains(kind)));
    // Each of these only serves another component, is resolved before the page is parsed, or exists in Markdown as
    // well.
    for kind in beside {
        let is_free = matches!(kind, ComponentKind::Include | ComponentKind::Image);
        assert!(!kind.entry().parents.is_empty() || is_free, "{}", kind.name());
    }
}

#[test]
fn every_entry_is_complete() {
    for kind in ComponentKind::ALL {
        let entry = kind.entry();
        assert!(entry.summary.ends_with('.'), "{}", entry.name);
        assert!(!entry.examples.is_empty(), "{}", entry.name);
        let is_remarked = migration::OTHERS.iter().any(|other| other.remark.contains(entry.name));
        let is_ours = ComponentKind::BESIDE.contains(kind);
        assert!(!entry.migrates_from.is_empty() || is_remarked || is_ours, "{}", entry.name);
        for example in entry.examples {
            assert!(example.contains(&format!("<{}", entry.name)), "{}", entry.name);
        }
    }
}

#[test]
fn attribute_names_are_unique_in_their_component() {
    for kind in ComponentKind::ALL {
        let mut seen = BTreeSet::new();
        for attribute in kind.entry().attributes.iter().chain(COMMON_ATTRIBUTES) {
            for name in std::iter::once(&attribute.name).chain(attribute.aliases) {
                assert!(seen.insert(*name), "{} has {name} twice", kind.name());
                assert!(name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'));
            }
        }
    }
}

#[test]
fn anchors_are_made_from_attributes_that_exist() {
    for kind in ComponentKind::ALL {
        let sources: &[&str] = match kind.entry().anchor {
            Anchor::None | Anchor::Text => continue,
            Anchor::Title => &["title"],
            Anchor::Name => &["name"],
            Anchor::Code => &["code"],
            Anchor::FirstOf(names) => names,
        };
        for source in sources {
            assert!(kind.entry().attribute(source).is_some(), "{} has no {source}", kind.name());
        }
    }
}

#[test]
fn defaults_are_allowed_values_and_not_for_required_ones() {
    for kind in ComponentKind::ALL {
        for attribute in kind.entry().attributes {
            let Some(default) = attribute.default else { continue };
            assert!(!attribute.required);
            if let Value::OneOf(words) = attribute.value {
                assert!(words.contains(&default), "{}", kind.name());
            }
        }
    }
}

#[test]
fn parents_allow_their_children() {
    for kind in ComponentKind::ALL {
        for parent in kind.entry().parents {
            let allows = match parent.entry().children {
                Children::Any => true,
                Children::Only(kinds) => kinds.contains(kind),
            };
            assert!(allows, "{} in {}", kind.name(), parent.name());
        }
    }
}

/// The manual's component pages show each component.
#[test]
#[allow(clippy::disallowed_methods, reason = "tests read their data")]
fn the_manual_shows_every_component() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../templates/demo/docs/components");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let manual: String = files.map(|path| std::fs::read_to_string(path).unwrap()).collect();
    for kind in ComponentKind::ALL {
        let opening = format!("<{}", kind.name());
        let mut uses = manual.match_indices(&opening).map(|(at, _)| &manual[at + opening.len()..]);
        assert!(uses.any(|rest| rest.starts_with([' ', '>', '\n', '/'])), "no page shows {}", kind.name());
    }
}

#[test]
fn the_style_sheet_lays_components_out_as_the_table_says() {
    let sheet = include_str!("../../../templates/assets/components.css");
    let rule = |properties: &str| {
        let before = sheet.split_once(properties).map(|(before, _)| before).unwrap();
        let selectors = before.rsplit(['}', '/']).next().unwrap().trim_start().trim_start_matches(":where(");
        let mut names: Vec<&str> = selectors.split([',', ')', '{']).map(str::trim).collect();
        names.retain(|name| name.starts_with("wc-"));
        names.sort_unstable();
        names
    };
    let laid_out = |display: Display| {
        let of = ComponentKind::ALL.iter().filter(|kind| kind.entry().display == display);
        let mut names: Vec<&str> = of.map(|kind| kind.name()).collect();
        names.sort_unstable();
        names
    };
    assert_eq!(rule("{ display: block; }"), laid_out(Display::Block));
    assert_eq!(rule("{\n  display: flow-root;"), laid_out(Display::Box));
}
