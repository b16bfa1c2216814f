//! A converted page, which the site completes before it is written.

use std::collections::{BTreeMap, BTreeSet};

use super::places;
use super::tree::{Kind, Node, TargetElement};
use super::write::write;
use crate::project::Dialect;
use crate::report::Loss;

/// Names of attributes, and the source file and the line of each use. A file that several pages include has the same places in
/// all of them.
pub(crate) type DroppedAttributes = BTreeMap<String, BTreeSet<(String, u32)>>;

/// A converted page. It stays a tree until it is written ([`Converted::text`]), so the site can complete it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Converted {
    /// The frontmatter with its delimiters, each line with its `\n`; empty for a part of a page.
    pub(super) frontmatter: String,
    pub(super) nodes: Vec<Node>,
    pub(crate) losses: Vec<Loss>,
    /// The frontmatter fields without a counterpart, each with its line.
    pub(crate) dropped_fields: Vec<(String, u32)>,
    /// The attributes that only affect looks or behavior.
    pub(crate) dropped_attributes: DroppedAttributes,
    /// Its certain anchors; it may have others.
    pub(crate) places: Vec<Box<str>>,
}

impl Converted {
    /// Adds the link that a page without a body is for.
    pub(crate) fn lead_to(&mut self, title: &str, address: &str) {
        if self.nodes.iter().all(Node::is_blank) {
            self.nodes.push(Node::text(1, format!("[{}]({address})", super::write::escaped_text(title))));
        }
    }

    /// The new file: frontmatter and body.
    pub(crate) fn text(&self) -> String {
        let body = write(&self.nodes);
        if self.frontmatter.is_empty() {
            return body;
        }
        match body.trim_matches('\n') {
            "" => self.frontmatter.clone(),
            body => format!("{}\n{body}\n", self.frontmatter),
        }
    }

    /// Adds a changelog entry after the page's content. `kind` is the attribute with its label.
    pub(crate) fn add_update(&mut self, kind: &str, label: &str, entry: Self) {
        let update = TargetElement::new("wc-update").with(kind, label).holding(entry.nodes);
        self.nodes.extend([Node { line: 1, kind: Kind::Blank }, update.at(1)]);
        self.losses.extend(entry.losses);
        for (name, places) in entry.dropped_attributes {
            self.dropped_attributes.entry(name).or_default().extend(places);
        }
    }

    /// Whether the page shows an operation of a spec.
    pub(crate) fn has_endpoint(&self) -> bool {
        let mut open: Vec<&Node> = self.nodes.iter().collect();
        while let Some(node) = open.pop() {
            match &node.kind {
                Kind::Target(made) if made.name == "wc-endpoint" && made.has("ref") => return true,
                Kind::Target(made) => open.extend(&made.children),
                Kind::Quote(children) | Kind::Item { children, .. } => open.extend(children),
                _ => {}
            }
        }
        false
    }

    /// Adds an anchor to the page at the position that it has in the source. Returns whether that was possible.
    pub(crate) fn make_place(&mut self, name: &str, dialect: Dialect) -> bool {
        places::make(&mut self.nodes, name, dialect)
    }
}
