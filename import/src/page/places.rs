//! The anchors of a new page: those that are certain without the engine (most links go to a heading of plain text), and
//! those that are added because the source has them.

use engine::Slugs;
use memchr::{memchr2_iter, memmem};

use super::convert::info::Info;
use super::facts::{bare, other_names};
use super::headings::{explicit_id, plain, plain_for_id, slug};
use super::tree::{Kind, Node, TargetElement};
use super::write::escaped;
use crate::project::Dialect;

/// The IDs of the page's own headings of plain text, sorted. Empty if something in the page may hide what follows it.
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

/// The ID of a heading that depends only on its text: the explicit one, or that of its words. Without the number that
/// distinguishes repeated headings.
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

/// Whether a text may begin a comment, a fence, a formula or raw HTML that continues over blank lines.
fn may_hide(nodes: &[Node]) -> bool {
    let mut open: Vec<&Node> = nodes.iter().collect();
    while let Some(node) = open.pop() {
        match &node.kind {
            Kind::Text(text) | Kind::Heading { text, .. } if hides(text) => return true,
            Kind::Verbatim(text) if hides(text) || text.contains("```") || text.contains("~~~") => return true,
            Kind::Quote(children) | Kind::Item { children, .. } => open.extend(children),
            Kind::Target(made) => {
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

/// Whether a text contains a construct that a blank line does not end (CommonMark, section 4.6, kinds 1 to 5), or a
/// formula.
fn hides(text: &str) -> bool {
    let bytes = text.as_bytes();
    memchr2_iter(b'$', b'<', bytes).map(|at| bytes.get(at..).unwrap_or_default()).any(|rest| match rest {
        [b'$', after, ..] => *after == b'$',
        // A comment that ends here hides only itself.
        [b'<', b'!', b'-', b'-', comment @ ..] => memmem::find(comment, b"-->").is_none(),
        [b'<', b'!' | b'?', ..] => true,
        [_, name @ ..] => is_raw(name),
        [] => false,
    })
}

/// Whether the name of such an element is here.
fn is_raw(name: &[u8]) -> bool {
    let names = ["pre", "script", "style", "textarea"];
    names.iter().any(|raw| name.get(..raw.len()).is_some_and(|name| name.eq_ignore_ascii_case(raw.as_bytes())))
}

/// Adds an anchor to nodes: as the ID of the component whose title generates it in the source, in the heading whose
/// text before a component generates it, before a title that has become bold text, or before the code group that has it
/// as a label. Returns whether one of these exists.
pub(super) fn make(nodes: &mut Vec<Node>, name: &str, dialect: Dialect) -> bool {
    Maker { name, wanted: bare(name), dialect, section: String::new() }.make(nodes)
}

/// Searches for the origin of an anchor.
struct Maker<'n> {
    name: &'n str,
    /// Its letters and digits.
    wanted: String,
    dialect: Dialect,
    /// The ID of the heading above.
    section: String,
}

impl Maker<'_> {
    fn make(&mut self, nodes: &mut Vec<Node>) -> bool {
        for at in 0..nodes.len() {
            let Some(node) = nodes.get_mut(at) else { break };
            let line = node.line;
            let is_made = match &mut node.kind {
                Kind::Heading { text, .. } => self.in_heading(text),
                Kind::Text(text) => self.in_text(text),
                Kind::Quote(children) | Kind::Item { children, .. } => self.make(children),
                Kind::Target(made) if self.is_label_of_code(made) => {
                    let blank = Node { line, kind: Kind::Blank };
                    nodes.splice(at..at, [Node::text(line, self.anchor()), blank]);
                    true
                }
                Kind::Target(made) => self.in_component(made) || self.make(&mut made.children),
                _ => false,
            };
            if is_made {
                return true;
            }
        }
        false
    }

    fn anchor(&self) -> String {
        format!("<a id=\"{}\"></a>", escaped(self.name))
    }

    /// Whether the source derives the anchor from this title.
    fn is_made_by(&self, title: &str) -> bool {
        let id = slug(&plain_for_id(title), self.dialect);
        !id.is_empty() && (bare(&id) == self.wanted || bare(&format!("{}{id}", self.section)) == self.wanted)
    }

    fn in_heading(&mut self, text: &mut String) -> bool {
        let (words, id) = explicit_id(text);
        if other_names(&words, &plain(&words), self.dialect).iter().any(|other| other == self.name) {
            text.insert_str(0, &self.anchor());
            return true;
        }
        self.section = id.unwrap_or_else(|| slug(&plain_for_id(&words), self.dialect));
        false
    }

    fn in_text(&self, text: &mut String) -> bool {
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let bold = line.trim().strip_prefix("**").and_then(|words| words.strip_suffix("**"));
            if bold.is_some_and(|words| self.is_made_by(words)) {
                let indentation = line.len() - line.trim_start().len();
                text.insert_str(start + indentation, &self.anchor());
                return true;
            }
            start += line.len();
        }
        false
    }

    fn in_component(&self, made: &mut TargetElement) -> bool {
        let mut titles = ["label", "title"].iter().filter_map(|name| made.get(name));
        // The anchor of a field has the field's location before its name.
        let is_field = made.name == "wc-field" && made.get("name") == Some(self.name);
        let is_titled = made.name.starts_with("wc-") && titles.any(|title| self.is_made_by(title));
        let fits = !made.has("id") && (is_field || is_titled);
        if fits {
            made.set("id", Some(self.name.to_owned()));
        }
        fits
    }

    fn is_label_of_code(&self, made: &TargetElement) -> bool {
        let has_label = |node: &Node| match &node.kind {
            Kind::Fence(fence) => Info::read(&fence.info).title.is_some_and(|label| self.is_made_by(&label)),
            _ => false,
        };
        made.name == "wc-code-group" && made.children.iter().any(has_label)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use engine::{MemorySystem, Project};

    use super::{certain, make};
    use crate::page::read::read;
    use crate::page::tree::{Kind, Node, TargetElement};
    use crate::page::write::write;
    use crate::project::Dialect;

    /// The anchors of a page with a text and a heading.
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
        let inner = TargetElement::new("wc-step").holding(vec![TargetElement::new("pre").at(1)]);
        assert_eq!(places(inner.at(1), "Words"), "");
    }

    /// The text with an anchor, or nothing.
    fn with_place(text: &str, name: &str) -> Option<String> {
        let dialect = Dialect { mkdocs: true, ..Dialect::default() };
        let mut nodes = read(text, 1, dialect).nodes;
        for node in &mut nodes {
            if let Kind::Element(element) = &node.kind {
                let mut made = TargetElement::new(element.name.as_str()).holding(element.children.clone());
                for attribute in &element.attributes {
                    let crate::page::tree::Value::Text(value) = &attribute.value else { continue };
                    made.set(&attribute.name, Some(value.clone()));
                }
                *node = made.at(node.line);
            }
        }
        make(&mut nodes, name, dialect).then(|| format!("{}\n", write(&nodes).trim_end()))
    }

    #[test]
    fn places_are_made_where_the_source_has_them() {
        for (text, name, expected) in [
            (
                "<wc-tab label=\"OAuth 2.0\">\n\nx\n\n</wc-tab>\n",
                "oauth-2-0",
                "<wc-tab label=\"OAuth 2.0\" id=\"oauth-2-0\">\n\nx\n\n</wc-tab>\n",
            ),
            ("<wc-tab label=\"A\" />\n", "a", "<wc-tab label=\"A\" id=\"a\" />\n"),
            (
                "<wc-field in=\"body\" name=\"prefix\" />\n",
                "prefix",
                "<wc-field in=\"body\" name=\"prefix\" id=\"prefix\" />\n",
            ),
            ("**Title**\n", "title", "<a id=\"title\"></a>**Title**\n"),
            ("### `a` - <wc-badge>x</wc-badge>\n", "a", "### <a id=\"a\"></a>`a` - <wc-badge>x</wc-badge>\n"),
            (
                "# One\n\n<wc-code-group>\n\n```js filename=\"... or me\"\n```\n\n</wc-code-group>\n",
                "one--or-me",
                "# One\n\n<a id=\"one--or-me\"></a>\n\n<wc-code-group>\n\n```js filename=\"... or me\"\n```\n\n</wc-code-group>\n",
            ),
            // A span with three backticks opens no fence.
            ("```x``` y\n\n**A**\n", "a", "```x``` y\n\n<a id=\"a\"></a>**A**\n"),
        ] {
            assert_eq!(with_place(text, name).as_deref(), Some(expected));
        }
        for text in [
            "```\n<wc-tab label=\"A\">\n```\n",
            "<wc-tab label=\"A\" id=\"b\" />\n",
            "A\n",
            "<wc-tab label=\"A",
            // Code, and an inline component.
            "x\n\n    **A**\n",
            "<wc-icon name=\"x\" /> and <wc-badge title=\"A\">b</wc-badge>\n",
        ] {
            assert_eq!(with_place(text, "a"), None, "{text}");
        }
    }
}
