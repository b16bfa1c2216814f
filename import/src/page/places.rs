//! The places of a new page that are certain without the engine: most links lead to a heading of plain words.

use engine::Slugs;
use memchr::{memchr2_iter, memmem};

use super::convert::headings::explicit_id;
use super::tree::{Kind, Node};

/// The ids of the page's own headings of plain words, sorted. None of them where something in the page may hide what follows it.
pub(super) fn certain(nodes: &[Node]) -> Vec<Box<str>> {
    if may_hide(nodes) {
        return Vec::new();
    }
    let headings = nodes.iter().filter_map(|node| match &node.kind {
        Kind::Heading { text, .. } => id(text),
        _ => None,
    });
    let mut ids: Vec<Box<str>> = headings.collect();
    ids.sort_unstable();
    ids
}

/// The id of a heading whose text says all of it: the one that it is given, or that of its words. A number that another
/// heading of the same words makes necessary is not among them.
fn id(text: &str) -> Option<Box<str>> {
    if text.ends_with('}') {
        let given = explicit_id(text).1?;
        let is_plain = given.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
        return is_plain.then(|| given.into());
    }
    let mut words = String::with_capacity(text.len());
    for (number, part) in text.split('`').enumerate() {
        let is_code = number % 2 == 1;
        let is_odd = part.is_empty() || part.starts_with(' ') || part.ends_with(' ');
        let fits = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-') || is_code && matches!(c, '_' | '.');
        if is_code && is_odd || !part.chars().all(fits) {
            return None;
        }
        words.push_str(part);
    }
    let is_closed = text.bytes().filter(|&byte| byte == b'`').count() % 2 == 0;
    let is_plain = is_closed && !words.is_empty() && !words.contains("  ") && words.trim() == words;
    is_plain.then(|| Slugs::default().heading(&words))
}

/// Whether a text may begin a comment, a fence, a formula or raw HTML that goes on over blank lines.
fn may_hide(nodes: &[Node]) -> bool {
    let mut open: Vec<&Node> = nodes.iter().collect();
    while let Some(node) = open.pop() {
        match &node.kind {
            Kind::Text(text) | Kind::Heading { text, .. } if hides(text) => return true,
            Kind::Verbatim(text) if hides(text) || text.contains("```") || text.contains("~~~") => return true,
            Kind::Quote(children) | Kind::Item { children, .. } => open.extend(children),
            Kind::Made(made) => {
                if is_raw(made.name.as_bytes()) {
                    return true;
                }
                open.extend(&made.children);
            }
            _ => {}
        }
    }
    false
}

/// Whether a text has the marks of what a blank line does not end (CommonMark 4.6, kinds 1 to 5), or of a formula.
fn hides(text: &str) -> bool {
    let bytes = text.as_bytes();
    memchr2_iter(b'$', b'<', bytes).map(|at| bytes.get(at..).unwrap_or_default()).any(|rest| match rest {
        [b'$', after, ..] => *after == b'$',
        // A comment that ends here hides itself alone.
        [b'<', b'!', b'-', b'-', comment @ ..] => memmem::find(comment, b"-->").is_none(),
        [b'<', b'!' | b'?', ..] => true,
        [_, name @ ..] => is_raw(name),
        [] => false,
    })
}

/// Whether the name of such an element stands there.
fn is_raw(name: &[u8]) -> bool {
    let names = ["pre", "script", "style", "textarea"];
    names.iter().any(|raw| name.get(..raw.len()).is_some_and(|name| name.eq_ignore_ascii_case(raw.as_bytes())))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use engine::{MemorySystem, Project};

    use super::certain;
    use crate::page::tree::{Kind, Made, Node};
    use crate::page::write::write;

    /// The places of a page that is a text and a heading.
    fn places(before: Node, text: &str) -> String {
        certain(&[before, Node { line: 1, kind: Kind::Heading { level: 2, text: text.to_owned() } }]).join(" ")
    }

    #[test]
    fn plain_headings_have_certain_places() {
        let text = || Node::text(1, "A <b>text</b> of 3 < 4 for $5");
        assert_eq!(places(text(), "Getting started"), "getting-started");
        assert_eq!(places(text(), "Ärger mit `call_it`"), "ärger-mit-call_it");
        assert_eq!(places(text(), "What? *Now*! {#now}"), "now");
        assert_eq!(places(Node::text(1, "<!-- an\n\naside --> here\n<!---->"), "Words"), "words");
        for uncertain in ["A  b", "*Now*", "A `b", "A `` b", "A ` b `", "What {#a.b}", "{ .x }", "A_b", "<b>x</b>", ""]
        {
            assert_eq!(places(text(), uncertain), "", "{uncertain}");
        }
    }

    #[test]
    fn the_engine_makes_the_certain_places() {
        let headings =
            ["Getting started", "Getting started", "Ärger mit `call_it`", "2 - what", "Other {#own}", "`a.b` C"];
        let node = |text: &&str| Node { line: 1, kind: Kind::Heading { level: 2, text: (*text).to_owned() } };
        let nodes: Vec<Node> = headings.iter().map(node).collect();
        let system = MemorySystem::default();
        system.write("docs/a.md", format!("---\ntitle: A\n---\n\n{}", write(&nodes)).as_bytes());
        let site = Project::open(Arc::new(system)).site();
        let certain = certain(&nodes);
        assert_eq!(certain.len(), headings.len());
        for place in certain {
            assert_eq!(site.has_place("a", &place), Some(true), "{place}");
        }
        assert_eq!(site.has_place("a", "getting%2Dstarted-1"), Some(true));
        assert_eq!(site.has_place("a", "other"), Some(false));
        assert_eq!(site.has_place("b", "own"), None);
    }

    #[test]
    fn what_may_be_hidden_is_not_certain() {
        for text in ["a <!-- b", "<!-- a --> <!-- b", "<!-->", "<!-- <pre> -->", "<?x", "<PRE>", "a\n<script>", "$$\nx"]
        {
            assert_eq!(places(Node::text(1, text), "Words"), "", "{text}");
        }
        assert_eq!(places(Node::verbatim(1, "```\nx"), "Words"), "");
        let inner = Made::new("wc-step").holding(vec![Made::new("pre").at(1)]);
        assert_eq!(places(inner.at(1), "Words"), "");
    }
}
