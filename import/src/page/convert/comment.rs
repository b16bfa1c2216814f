//! Comments are kept, as HTML comments.

use super::Node;

/// Whether an expression contains only comments.
pub(super) fn is_comment(source: &str) -> bool {
    source.starts_with("/*") && source.ends_with("*/") || source.lines().all(|line| line.trim_start().starts_with("//"))
}

/// The HTML comment for an expression that contains only comments; empty for one without text.
pub(super) fn of_expression(source: &str) -> String {
    let bare = match source.strip_prefix("/*").and_then(|inner| inner.strip_suffix("*/")) {
        Some(inner) => inner.trim_matches('*').trim().to_owned(),
        None => {
            let lines = source.lines().map(|line| line.trim_start().trim_start_matches('/').trim());
            lines.collect::<Vec<_>>().join("\n")
        }
    };
    let words = bare.replace("-->", "--&gt;");
    let words = words.trim().trim_end_matches('-').trim_end().trim_start_matches(['>', '-']).trim_start();
    if words.is_empty() { String::new() } else { format!("<!-- {words} -->") }
}

/// Removes the comments from nodes, for a parent that accepts only certain components.
pub(super) fn taken(nodes: &mut Vec<Node>) -> Vec<Node> {
    let (comments, others) = std::mem::take(nodes).into_iter().partition(Node::is_comment);
    *nodes = others;
    comments
}

#[cfg(test)]
mod tests {
    use super::{is_comment, of_expression};

    #[test]
    fn comments_become_those_of_html() {
        assert!(is_comment("/* a */") && is_comment("// a\n // b") && !is_comment("a /* b */"));
        assert_eq!(of_expression("/* a\n b */"), "<!-- a\n b -->");
        assert_eq!(of_expression("/** <!-- a --> */"), "<!-- <!-- a --&gt; -->");
        assert_eq!(of_expression("// a\n// b"), "<!-- a\nb -->");
        assert_eq!(of_expression("/* */"), "");
    }
}
