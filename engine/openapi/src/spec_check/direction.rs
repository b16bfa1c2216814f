//! Controls of direction in a spec: text with them can read otherwise than programs do (CVE-2021-42574).

use base::diagnostic::{Code, Diagnostic, Severity};
use base::text::bidi_controls;
use base::tree::{NodeId, NodeRef};

/// Fields whose text is for people alone: there a control may be meant.
const PROSE: [&str; 3] = ["description", "summary", "title"];

/// The strings below a node with such characters, keys among them.
pub(super) fn check_direction(root: NodeRef<'_>) -> Vec<Diagnostic<NodeId>> {
    let mut found = Vec::new();
    let mut open = vec![(root, false)];
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
    let message = format!("the text holds {name}, which changes the order in which it is read");
    let mut diagnostic = Diagnostic::new(Code::BidiControl, message, node.id());
    if is_prose {
        diagnostic.severity = Severity::Info;
    }
    Some(diagnostic.with_help("remove it; text in two directions is shown right without it".to_owned()))
}
