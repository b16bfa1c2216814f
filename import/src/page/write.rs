//! Writes the tree as text: one format for all dialects.

use std::borrow::Cow;

use super::read::lines;
use super::read::tokens::{InlineToken, tokens};
use super::tree::{Fence, Kind, Node, TargetElement};
use crate::project::Dialect;

/// The Markdown of nodes, each line with its `\n`.
pub(super) fn write(nodes: &[Node]) -> String {
    let mut out = String::new();
    add(nodes, &mut out);
    out
}

/// Appends the Markdown of nodes to `out`, as if it were empty.
fn add(nodes: &[Node], out: &mut String) {
    let start = out.len();
    let mut after_tag = false;
    let mut after_text = false;
    for node in nodes {
        match &node.kind {
            Kind::Blank => {
                separate(start, out, false);
                continue;
            }
            Kind::Target(made) => {
                separate(start, out, after_tag);
                element(made, out);
                (after_tag, after_text) = (true, false);
                continue;
            }
            _ if after_tag => separate(start, out, false),
            _ => {}
        }
        after_tag = false;
        let is_second = std::mem::replace(&mut after_text, matches!(node.kind, Kind::Text(_)));
        match &node.kind {
            Kind::Heading { level, text } => {
                separate(start, out, false);
                out.extend(std::iter::repeat_n('#', *level));
                out.push(' ');
                out.push_str(text);
                out.push('\n');
            }
            Kind::Text(text) => {
                // A comment removed from the start of an item may leave a space.
                let text = if out.len() == start { text.trim_start_matches([' ', '\t']) } else { text };
                text_lines(&without_definitions(text, is_second), out);
            }
            Kind::Verbatim(text) => {
                out.push_str(text);
                out.push('\n');
            }
            Kind::Fence(block) => fence(block, out),
            Kind::Quote(children) => prefixed(&write(children), "> ", "> ", out),
            Kind::Item { marker, children } => {
                // The content of a footnote is indented by four, regardless of its label's length.
                let width = if marker.starts_with("[^") { 4 } else { marker.len() };
                let text = write(children);
                let text = if marker.starts_with("[^") { text.trim_start_matches('\n') } else { &text };
                prefixed(text, marker, &" ".repeat(width), out);
            }
            Kind::Blank | Kind::Target(_) | Kind::Element(_) | Kind::Expression(_) => {}
        }
    }
}

/// Lines of text. If the text before them was removed, a run of backticks or tildes would begin a fence: it is escaped.
fn text_lines(text: &str, out: &mut String) {
    for line in text.split('\n') {
        let begun = line.trim_start_matches([' ', '\t']);
        if lines::fence(begun).is_some() {
            out.push_str(line.get(..line.len() - begun.len()).unwrap_or_default());
            out.push('\\');
            out.push_str(begun);
        } else {
            out.push_str(line);
        }
        out.push('\n');
    }
}

/// A text whose lines do not begin definitions: a colon at the start of a line is escaped, and so is one at the start of
/// the text if it is `second`, after other text, which would be its term. Within code, the line joins the one before.
fn without_definitions(text: &str, second: bool) -> Cow<'_, str> {
    let is_marker = |line: &str| {
        let begun = line.trim_start_matches(' ');
        begun.starts_with(':') && line.len() - begun.len() < 4 && !lines::is_delimiter_row(line)
    };
    if !text.lines().skip(usize::from(!second)).any(is_marker) || is_literal(text) {
        return Cow::Borrowed(text);
    }
    let tokens = tokens(text, Dialect::default(), false).all;
    let mut codes = tokens.iter().filter(|(token, _)| matches!(token, InlineToken::Code)).map(|(_, range)| range);
    let mut code = codes.next();
    let mut out = String::with_capacity(text.len() + 1);
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        while code.is_some_and(|range| range.end <= at) {
            code = codes.next();
        }
        let white = line.len() - line.trim_start_matches(' ').len();
        if !is_marker(line) || at == 0 && !second {
            out.push_str(line);
        } else if code.is_some_and(|range| range.start < at) {
            out.truncate(out.trim_end().len());
            out.push(' ');
            out.push_str(line.get(white..).unwrap_or_default());
        } else {
            out.push_str(line.get(..white).unwrap_or_default());
            out.push('\\');
            out.push_str(line.get(white..).unwrap_or_default());
        }
        at += line.len();
    }
    Cow::Owned(out)
}

/// Whether a text is a block of HTML, a comment or a formula, in which nothing can be escaped.
fn is_literal(text: &str) -> bool {
    let begun = text.trim_start();
    let Some(tag) = begun.strip_prefix('<') else { return begun.starts_with("$$") };
    let name = tag.trim_start_matches('/');
    let end = name.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(name.len());
    tag.starts_with(['!', '?']) || name.get(..end).is_some_and(lines::is_html_block)
}

/// Appends an empty line, unless there is one, or nothing precedes it from `start` on, or a tag ends above and another
/// begins below.
fn separate(start: usize, out: &mut String, between_tags: bool) {
    let above = out.as_bytes().get(start..).unwrap_or_default();
    if !above.is_empty() && !above.ends_with(b"\n\n") && !between_tags {
        out.push('\n');
    }
}

fn prefixed(text: &str, first: &str, further: &str, out: &mut String) {
    if text.is_empty() {
        out.push_str(first.trim_end());
        out.push('\n');
    }
    for (number, line) in text.lines().enumerate() {
        let prefix = if number == 0 { first } else { further };
        let is_empty = line.is_empty();
        out.push_str(if is_empty { prefix.trim_end() } else { prefix });
        out.push_str(line);
        out.push('\n');
    }
}

fn fence(block: &Fence, out: &mut String) {
    let mark = if block.mark == '~' { '~' } else { '`' };
    let longest = block
        .content
        .lines()
        .map(|line| line.trim_start().chars().take_while(|&c| c == mark).count())
        .max()
        .unwrap_or_default();
    let needed = if longest >= block.length { longest + 1 } else { block.length };
    let marks = mark.to_string().repeat(needed.max(3));
    out.push_str(&marks);
    out.push_str(&block.info);
    out.push('\n');
    out.push_str(&block.content);
    if !block.content.is_empty() && !block.content.ends_with('\n') {
        out.push('\n');
    }
    out.push_str(&marks);
    out.push('\n');
}

/// The opening tag of an element: `<wc-x a="b" c>`.
pub(super) fn opening(made: &TargetElement, empty: bool) -> String {
    let mut out = String::new();
    open(made, empty, &mut out);
    out
}

/// Appends the opening tag.
fn open(made: &TargetElement, empty: bool, out: &mut String) {
    out.push('<');
    out.push_str(&made.name);
    // A link with a scheme that components refuse is reported where it is resolved: the text stays.
    let is_refused = |name: &str, value: &Option<String>| {
        let value = value.as_deref().filter(|_| name == "href" && made.name.starts_with("wc-"));
        value.is_some_and(engine::is_refused)
    };
    for (name, value) in made.attributes.iter().filter(|(name, value)| !is_refused(name, value)) {
        out.push(' ');
        out.push_str(name);
        if let Some(value) = value {
            out.push_str("=\"");
            if is_plain(value) {
                out.push_str(value);
            } else {
                out.push_str(&escaped(value));
            }
            out.push('"');
        }
    }
    out.push_str(if empty { " />" } else { ">" });
}

/// Appends the closing tag of an element.
fn close(made: &TargetElement, out: &mut String) {
    out.push_str("</");
    out.push_str(&made.name);
    out.push_str(">\n");
}

/// Whether a text needs no escaping as an attribute value: ASCII words separated by single spaces.
fn is_plain(text: &str) -> bool {
    let bytes = text.as_bytes();
    let fits =
        |byte: &u8| byte.is_ascii_graphic() && !matches!(byte, b'"' | b'<' | b'>' | b'&' | b'{') || *byte == b' ';
    bytes.iter().all(fits)
        && bytes.first() != Some(&b' ')
        && bytes.last() != Some(&b' ')
        && !bytes.windows(2).any(|two| two == b"  ")
}

/// A text escaped as an attribute value.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut rest = text.char_indices().peekable();
    while let Some((at, c)) = rest.next() {
        match c {
            '"' => out.push_str("&quot;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' if is_reference(text.get(at..).unwrap_or_default()) => out.push_str("&amp;"),
            // Otherwise it would be replaced as a variable.
            '{' if rest.peek().is_some_and(|(_, next)| *next == '{') => out.push_str("&#123;"),
            c => out.push(c),
        }
    }
    out
}

/// A text escaped for Markdown.
pub(super) fn escaped_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '*' | '`' | '[' | ']' | '\\' | '|' => out.extend(['\\', c]),
            // Between letters it is not a delimiter.
            '_' if !(out.ends_with(char::is_alphanumeric)
                && chars.peek().is_some_and(|next| next.is_alphanumeric())) =>
            {
                out.push_str("\\_");
            }
            '<' => out.push_str("&lt;"),
            '{' if chars.peek() == Some(&'{') => out.push_str("&#123;"),
            c => out.push(c),
        }
    }
    out
}

/// Whether a text begins like a character reference.
fn is_reference(text: &str) -> bool {
    let name = text.get(1..).unwrap_or_default();
    let length = name.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'#').count();
    length > 0 && name.as_bytes().get(length) == Some(&b';')
}

fn is_component(name: &str) -> bool {
    name.starts_with("wc-")
}

fn element(made: &TargetElement, out: &mut String) {
    if made.children.iter().all(Node::is_blank) {
        if is_component(&made.name) || lines::is_void(&made.name) {
            open(made, true, out);
            out.push('\n');
        } else {
            open(made, false, out);
            close(made, out);
        }
        return;
    }
    open(made, false, out);
    if let Some(text) = short_text(made) {
        out.push_str(text);
        return close(made, out);
    }
    out.push('\n');
    let tags_only = |node: Option<&Node>| {
        let child = node.and_then(|node| match &node.kind {
            Kind::Target(child) => Some(child),
            _ => None,
        });
        child.is_some_and(|child| is_component(&child.name) == is_component(&made.name))
    };
    let mut children = made.children.iter().filter(|node| !node.is_blank());
    if !tags_only(children.next()) {
        out.push('\n');
    }
    let start = out.len();
    add(&made.children, out);
    let content = out.get(start..).unwrap_or_default();
    let end = start + content.trim_end_matches('\n').len();
    let above = content.len() - content.trim_start_matches('\n').len();
    out.truncate(end);
    if above > 0 {
        out.replace_range(start..(start + above).min(end), "");
    }
    out.push('\n');
    if !tags_only(made.children.iter().rfind(|node| !node.is_blank())) {
        out.push('\n');
    }
    close(made, out);
}

/// The content of an HTML element that fits between its tags on one line: text without Markdown.
fn short_text(made: &TargetElement) -> Option<&str> {
    let [Node { kind: Kind::Text(text), .. }] = made.children.as_slice() else { return None };
    let is_short = matches!(
        made.name.as_str(),
        "td" | "th"
            | "li"
            | "summary"
            | "caption"
            | "figcaption"
            | "dt"
            | "dd"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
    );
    let is_plain = !text.contains(['\n', '*', '_', '`', '[', '<', '#', '|', '~', '$', '\\', '{']);
    (is_short && is_plain || made.name == "wc-tile").then_some(text)
}

#[cfg(test)]
mod tests {
    use super::{escaped, write};
    use crate::page::tree::{Fence, Kind, Node, TargetElement};

    #[test]
    fn text_begins_no_fence() {
        assert_eq!(write(&[Node::text(1, " ```alpha\n~~~\n``a``` b")]), "\\```alpha\n\\~~~\n``a``` b\n");
    }

    #[test]
    fn text_begins_no_definition() {
        let blank = || Node { line: 1, kind: Kind::Blank };
        for (texts, written) in [
            (vec!["a\n: b\n  :c:"], "a\n\\: b\n  \\:c:\n"),
            (vec!["a", ": b"], "a\n\n\\: b\n"),
            (vec![": a\n    : b"], ": a\n    : b\n"),
            (vec!["a `b\n: c` d\n: e"], "a `b : c` d\n\\: e\n"),
            (vec!["a | b\n:- | -:\nc | d"], "a | b\n:- | -:\nc | d\n"),
            (vec!["<div>\n: a\n</div>"], "<div>\n: a\n</div>\n"),
            (vec!["$$\n: a\n$$"], "$$\n: a\n$$\n"),
        ] {
            let nodes: Vec<Node> = texts.iter().flat_map(|text| [Node::text(1, *text), blank()]).collect();
            assert_eq!(write(&nodes).trim_end(), written.trim_end(), "{texts:?}");
        }
    }

    #[test]
    fn nested_nodes_keep_their_containers() {
        let fence = Fence { mark: '`', length: 3, info: "md".to_owned(), content: "```a\n\n".to_owned() };
        let note = TargetElement::new("wc-callout")
            .with("title", "a \"b\" > {{C}} &amp; &")
            .holding(vec![Node::text(1, "Text."), Node { line: 1, kind: Kind::Fence(fence) }]);
        let tab = TargetElement::new("wc-tab").with("label", "x").holding(vec![note.at(1)]);
        let tabs = TargetElement::new("wc-tabs").holding(vec![tab.at(1)]);
        let item = Kind::Item { marker: "1. ".to_owned(), children: vec![Node::text(1, "Item"), tabs.at(1)] };
        let quote = Kind::Quote(vec![Node { line: 1, kind: item }]);
        insta::assert_snapshot!(write(&[Node { line: 1, kind: quote }, Node::text(1, "End")]), @r#"
        > 1. Item
        >
        >    <wc-tabs>
        >    <wc-tab label="x">
        >    <wc-callout title="a &quot;b&quot; &gt; &#123;{C}} &amp;amp; &">
        >
        >    Text.
        >    ````md
        >    ```a
        >
        >    ````
        >
        >    </wc-callout>
        >    </wc-tab>
        >    </wc-tabs>
        End
        "#);
        assert_eq!(escaped("a\n  b"), "a b");
    }
}
