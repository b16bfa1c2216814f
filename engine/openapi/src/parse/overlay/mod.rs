//! Overlay documents (Overlay Specification 1.0 and 1.1): parses the text into a list of actions.

mod query;

use std::collections::HashSet;
use std::sync::Arc;

use crate::Db;
use base::diagnostic::{Code, Diagnostic, Severity, did_you_mean};
use base::inputs::File;
use base::tree::{Kind, Limits, NodeId, NodeRef, Parsed, Tree};
pub(crate) use query::{Filter, Query, Segment, Selector, selected};

/// An overlay with more actions is not applied.
const MOST_ACTIONS: usize = 20_000;

/// An overlay. Contains no spans, so it is equal after an edit of white space.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overlay {
    /// Whether it follows version 1.0, which does not allow primitive targets.
    pub(crate) is_version_1_0: bool,
    /// In order, without invalid ones.
    pub(crate) actions: Vec<Action>,
    /// Its diagnostics, at nodes of its tree.
    pub diagnostics: Vec<Diagnostic<NodeId>>,
}

/// One change to the document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Action {
    /// Its index among the overlay's actions, from zero.
    pub(crate) index: u32,
    /// The node of its `target`.
    pub(crate) target_node: NodeId,
    pub(crate) target: Query,
    pub(crate) change: Change,
}

/// The change that an action applies to its target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    Remove,
    /// Merges this value into the target; with the node of the value.
    Update(Arc<Tree>, NodeId),
    /// Merges the value that this query selects into the target; with the node of the query.
    Copy(Query, NodeId),
}

/// An overlay file as a tree.
#[salsa::tracked(returns(ref), no_eq)]
pub fn overlay_parsed(db: &dyn Db, file: File) -> Parsed {
    Tree::from_any(file.text(db), Limits::default())
}

/// The overlay in a file.
#[salsa::tracked(returns(ref))]
pub fn overlay(db: &dyn Db, file: File) -> Overlay {
    let parsed = overlay_parsed(db, file);
    let mut reader = OverlayReader::default();
    // A file with syntax errors is not checked any further.
    if parsed.diagnostics.iter().all(|found| found.severity < Severity::Error) {
        reader.document(parsed.tree.root());
    }
    reader.overlay
}

#[derive(Default)]
struct OverlayReader {
    overlay: Overlay,
}

impl OverlayReader {
    fn report(&mut self, code: Code, node: NodeRef<'_>, message: impl Into<String>) -> &mut Diagnostic<NodeId> {
        self.overlay.diagnostics.push(Diagnostic::new(code, message, node.id()));
        let last = self.overlay.diagnostics.len() - 1;
        &mut self.overlay.diagnostics[last]
    }

    fn wrong_type(&mut self, node: NodeRef<'_>, what: &str, wanted: &str) {
        let message = format!("{what} must be {wanted}, not {}", node.kind().words());
        self.report(Code::InvalidOverlay, node, message);
    }

    fn unknown_fields(&mut self, node: NodeRef<'_>, known: &[&str]) {
        for (key, _) in node.entries() {
            let name = key.text();
            if !known.contains(&name) && !name.starts_with("x-") {
                let help = did_you_mean(name, known.iter().copied());
                self.report(Code::UnknownField, key, format!("unknown field `{name}`")).help = help;
            }
        }
    }

    fn document(&mut self, root: NodeRef<'_>) {
        if !root.is_object() {
            let message =
                format!("an overlay must be an object with `overlay` and `actions`, not {}", root.kind().words());
            self.report(Code::InvalidOverlay, root, message);
            return;
        }
        if root.get("overlay").is_none() && root.get("openapi").or_else(|| root.get("swagger")).is_some() {
            self.report(Code::InvalidOverlay, root, "this is an OpenAPI document, not an overlay");
            return;
        }
        self.version(root);
        self.info(root);
        self.text_field(root, "extends", "`extends`");
        self.unknown_fields(root, &["overlay", "info", "extends", "actions"]);
        match root.get("actions") {
            None => {
                self.report(Code::InvalidOverlay, root, "the overlay has no `actions`");
            }
            Some(actions) if !actions.is_array() => self.wrong_type(actions, "`actions`", "a list"),
            Some(actions) => self.actions(actions),
        }
    }

    fn version(&mut self, root: NodeRef<'_>) {
        let Some(node) = root.get("overlay") else {
            self.report(Code::InvalidOverlay, root, "the overlay has no `overlay` field with its version").help =
                Some("add `overlay: 1.1.0`".to_owned());
            return;
        };
        self.overlay.is_version_1_0 = node.as_str().is_some_and(|text| text.starts_with("1.0"));
        let is_known = node.as_str().is_some_and(|text| {
            let patch = text.strip_prefix("1.0.").or_else(|| text.strip_prefix("1.1."));
            patch.is_some_and(|patch| !patch.is_empty() && patch.bytes().all(|byte| byte.is_ascii_digit()))
        });
        if !is_known {
            let found = node.scalar().map_or_else(|| node.kind().words().to_owned(), |text| format!("`{text}`"));
            self.report(
                Code::InvalidOverlay,
                node,
                format!("`overlay` is {found}, which is not a version of the Overlay Specification"),
            )
            .help = Some("use a supported version, such as `overlay: 1.1.0`".to_owned());
        }
    }

    fn info(&mut self, root: NodeRef<'_>) {
        let Some(info) = root.get("info") else {
            self.report(Code::OverlayExtension, root, "the overlay has no `info`").help =
                Some("add `info` with `title` and `version`".to_owned());
            return;
        };
        if !info.is_object() {
            self.wrong_type(info, "`info`", "an object");
            return;
        }
        self.unknown_fields(info, &["title", "version", "description"]);
        if info.get("title").is_none() {
            self.report(Code::InvalidOverlay, info, "`info` has no `title`");
        }
        if info.get("version").is_none() {
            self.report(Code::OverlayExtension, info, "`info` has no `version`");
        }
        self.text_field(info, "title", "`info.title`");
        self.text_field(info, "description", "`info.description`");
        // An unquoted version is a number.
        if let Some(version) = info.get("version").filter(|node| !matches!(node.kind(), Kind::String | Kind::Number)) {
            self.wrong_type(version, "`info.version`", "a string");
        }
    }

    fn text_field(&mut self, object: NodeRef<'_>, name: &str, what: &str) {
        if let Some(node) = object.get(name).filter(|node| node.as_str().is_none()) {
            self.wrong_type(node, what, "a string");
        }
    }

    fn actions(&mut self, actions: NodeRef<'_>) {
        let count = actions.items().count();
        if count == 0 {
            self.report(Code::InvalidOverlay, actions, "`actions` is empty");
        }
        if count > MOST_ACTIONS {
            let message = format!("{count} actions exceed the limit of {MOST_ACTIONS}");
            self.report(Code::LimitExceeded, actions, message);
            return;
        }
        let mut seen = HashSet::new();
        for (index, node) in actions.items().enumerate() {
            let action = self.action(index as u32, node);
            if node.is_object() && !seen.insert(node.to_json()) {
                self.report(Code::OverlayExtension, node, format!("action {} is listed twice", index + 1));
            }
            self.overlay.actions.extend(action);
        }
    }

    fn action(&mut self, index: u32, node: NodeRef<'_>) -> Option<Action> {
        let number = index + 1;
        if !node.is_object() {
            self.wrong_type(node, &format!("action {number}"), "an object with `target`");
            return None;
        }
        self.unknown_fields(node, &["target", "description", "update", "remove", "copy"]);
        self.text_field(node, "description", &format!("`description` of action {number}"));
        let Some(target) = node.get("target") else {
            self.report(Code::InvalidOverlay, node, format!("action {number} has no `target`"));
            return None;
        };
        let query = self.query(number, "target", target);
        let removes = match node.get("remove") {
            Some(remove) => remove.as_bool().unwrap_or_else(|| {
                self.wrong_type(remove, &format!("`remove` of action {number}"), "true or false");
                false
            }),
            None => false,
        };
        let change = match (removes, node.get("update"), node.get("copy")) {
            (true, ..) => Change::Remove,
            (false, Some(update), copy) => {
                if let Some(copy) = copy {
                    self.report(
                        Code::OverlayExtension,
                        copy,
                        format!("`copy` of action {number} is ignored, since it has `update`"),
                    );
                }
                Change::Update(Arc::new(update.cut().0), update.id())
            }
            (false, None, Some(copy)) => Change::Copy(self.query(number, "copy", copy)?, copy.id()),
            // This is allowed, and has no effect.
            (false, None, None) => return None,
        };
        Some(Action { index, target_node: target.id(), target: query?, change })
    }

    fn query(&mut self, number: u32, field: &str, node: NodeRef<'_>) -> Option<Query> {
        let Some(text) = node.as_str() else {
            self.wrong_type(node, &format!("`{field}` of action {number}"), "a JSONPath query");
            return None;
        };
        let error = match Query::parse_extended(text) {
            Ok((query, None)) => return Some(query),
            Ok((query, Some(strict))) => {
                let message = format!("`{field}` of action {number} has a name with `-` after a dot");
                self.report(Code::OverlayExtension, node, message).help =
                    Some(format!("RFC 9535 writes it as `{strict}`"));
                return Some(query);
            }
            Err(error) => error,
        };
        let help = match error.meant {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => "write a query of RFC 9535, such as `$.paths['/pets'].get`".to_owned(),
        };
        let message = format!("`{field}` of action {number} is not a JSONPath query: {}", error.message);
        self.report(Code::InvalidJsonPath, node, message).help = Some(help);
        None
    }
}
