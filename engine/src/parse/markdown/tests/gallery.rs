//! The manual is the gallery of components: every component, every attribute and every possible word of an attribute
//! appears on one of its pages, with its source in a code block on the same page.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use super::parse_page;
use crate::parse::markdown::walk::PageNode;
use crate::parse::markdown::{BlockKind, Component, ComponentContent};
use crate::registry::{ComponentKind, Value};
use crate::{MemorySystem, Project};

/// Shown by the demo's API pages, which contain nothing else; `spec` requires a project with several specs.
const ON_OTHER_PAGES: [&str; 4] = ["wc-endpoint ref", "wc-endpoint spec", "wc-schema spec", "wc-playground spec"];

/// Everything that must be shown: components, attributes and words.
fn to_be_seen() -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for &kind in ComponentKind::ALL {
        all.insert(kind.name().to_owned());
        for attribute in kind.entry().attributes {
            let pair = format!("{} {}", kind.name(), attribute.name);
            if ON_OTHER_PAGES.contains(&&*pair) {
                continue;
            }
            all.insert(pair);
            if let Value::OneOf(words) = attribute.value {
                all.extend(words.iter().map(|word| format!("{} {}={word}", kind.name(), attribute.name)));
            }
        }
    }
    all
}

/// What a component on a page shows of that.
fn seen(component: &Component) -> BTreeSet<String> {
    let name = component.kind.name();
    let mut seen = BTreeSet::from([name.to_owned()]);
    for attribute in component.kind.entry().attributes {
        if component.given(attribute.name).is_some() {
            seen.insert(format!("{name} {}", attribute.name));
        }
        if matches!(attribute.value, Value::OneOf(_))
            && let Some(word) = component.value(attribute.name)
        {
            seen.insert(format!("{name} {}={}", attribute.name, word.to_ascii_lowercase()));
        }
    }
    seen
}

/// The pages of the manual, with their paths.
#[allow(clippy::disallowed_methods, reason = "tests read their data")]
fn manual(folder: &Path, system: &MemorySystem, path: &str) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let path = format!("{path}/{}", entry.file_name().to_str().unwrap());
        if entry.path().is_dir() {
            manual(&entry.path(), system, &path);
        } else {
            system.write(&path, std::fs::read(entry.path()).unwrap());
        }
    }
}

#[test]
fn every_variant_of_every_component_stands_in_the_manual_with_its_source() {
    let system = Arc::new(MemorySystem::default());
    system.write("tool.json", r#"{"name": "x"}"#);
    manual(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../templates/demo/docs"), &system, "docs");
    let project = Project::open(system);
    let db = project.inputs.db();
    let mut missing = to_be_seen();
    for (path, &file) in project.inputs.set().found(db) {
        if !path.ends_with(".md") {
            continue;
        }
        let text = file.text(db);
        let (mut live, mut code) = (Vec::new(), String::new());
        let tree = parse_page(text);
        tree.walk(&mut |node| match node {
            PageNode::Block(BlockKind::Code(block)) => code.push_str(&block.text),
            _ => {
                if let Some(component) = node.component() {
                    if let ComponentContent::Text(block) = &component.content {
                        code.push_str(&block.text);
                    }
                    live.push(component);
                }
            }
        });
        for component in live {
            let tag = text[component.span.range()].split_inclusive('>').next().unwrap_or_default();
            if code.contains(tag) {
                missing = &missing - &seen(component);
            }
        }
    }
    assert!(missing.is_empty(), "not in the manual with their source: {missing:#?}");
}
