//! Bidirectional control characters in a spec: they can make text read differently than programs do (CVE-2021-42574).

use base::diagnostic::{Code, Diagnostic, Severity};
use base::text::{BIDI_LEAD, bidi_controls};
use base::tree::{NodeId, NodeRef, Tree};

/// Fields with prose, where a control character may be intended.
const PROSE: [&str; 3] = ["description", "summary", "title"];

/// Returns the strings of a tree that contain such characters, keys included.
pub(super) fn check_direction(tree: &Tree) -> Vec<Diagnostic<NodeId>> {
    let mut found = Vec::new();
    if !tree.may_contain(BIDI_LEAD) {
        return found;
    }
    let mut open = vec![(tree.root(), false)];
    while let Some((node, is_prose)) = open.pop() {
        open.extend(node.items().map(|item| (item, is_prose)));
        for (key, value) in node.entries() {
            found.extend(finding(key, false));
            open.push((value, PROSE.contains(&key.text())));
        }
        found.extend(finding(node, is_prose));
    }
    found
}

fn finding(node: NodeRef<'_>, is_prose: bool) -> Option<Diagnostic<NodeId>> {
    let (_, name) = bidi_controls(node.as_str()?).next()?;
    let message = format!("the text contains {name}, which changes the order in which the text is displayed");
    let mut diagnostic = Diagnostic::new(Code::BidiControl, message, node.id());
    if is_prose {
        diagnostic.severity = Severity::Info;
    }
    Some(diagnostic.with_help("remove it; bidirectional text displays correctly without it".to_owned()))
}
