//! The announcement of `tool.json`: a plain text, or a message with inline Markdown and a few HTML tags.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::Announcement;
use super::editions::EditionRoot;
use super::fields::ANNOUNCEMENT;
use super::read::ConfigReader;
use super::site::{SiteSpans, leads_somewhere, no_destination};
use crate::parse::component::TagReader;
use base::diagnostic::{Code, Diagnostic, did_you_mean};
use base::tree::NodeRef;

/// The kinds of news.
pub(crate) const ANNOUNCEMENT_TYPES: [&str; 5] = ["neutral", "info", "success", "warning", "error"];

/// A part of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum MessagePart {
    Text(Box<str>),
    /// An element of HTML without attributes begins or ends.
    Open(&'static str),
    Close(&'static str),
    /// A link to a destination begins or ends.
    OpenLink(Box<str>),
    CloseLink,
}

impl ConfigReader {
    /// Reads the banner above every page.
    pub(super) fn announcement(&mut self, root: EditionRoot<'_>, spans: &mut SiteSpans) -> Option<Announcement> {
        let node = root.get("announcement")?;
        if !node.is_object() {
            let text = self.string(node, "announcement")?;
            return Some(Announcement { text, message: Vec::new(), kind: None, href: None, dismissible: true });
        }
        self.unknown_fields(node, &ANNOUNCEMENT.names());
        let href = node.get("href").and_then(|href| self.destination(href, "href", spans));
        let dismissible = self.switch(node, "dismissible").unwrap_or(true);
        let kind = node.get("type").and_then(|kind| self.announcement_type(kind));
        let message = node.get("message").and_then(|node| Some((self.string(node, "message")?, node)));
        let text = node.get("text").and_then(|text| self.string(text, "text"));
        let (text, message) = match (message, text) {
            (Some((text, node)), _) => {
                let parts = self.message(&text, node, href.is_some(), spans);
                (text, parts)
            }
            (None, Some(text)) => (text, Vec::new()),
            (None, None) => {
                if node.get("text").or_else(|| node.get("message")).is_none() {
                    self.invalid(node, "`announcement` must have `text` or `message`");
                }
                return None;
            }
        };
        Some(Announcement { text, message, kind, href, dismissible })
    }

    fn announcement_type(&mut self, node: NodeRef<'_>) -> Option<&'static str> {
        let text = self.string(node, "type")?;
        let known = ANNOUNCEMENT_TYPES.into_iter().find(|known| *known == &*text);
        if known.is_none() {
            let help = did_you_mean(&text, ANNOUNCEMENT_TYPES)
                .unwrap_or_else(|| format!("the types are `{}`", ANNOUNCEMENT_TYPES.join("`, `")));
            let message = format!("`{text}` is not a type of announcement");
            self.diagnostics.push(Diagnostic::new(Code::InvalidConfig, message, node.span()).with_help(help));
        }
        known
    }

    /// The parts of a message. Links are text if the whole announcement is one.
    fn message(&mut self, text: &str, node: NodeRef<'_>, is_link: bool, spans: &mut SiteSpans) -> Vec<MessagePart> {
        let mut parts = Vec::new();
        // What is open, innermost last: the name of an element, `a` for a link.
        let mut open: Vec<&'static str> = Vec::new();
        for event in Parser::new_ext(text, Options::ENABLE_STRIKETHROUGH) {
            match event {
                Event::Text(text) => parts.push(MessagePart::Text((&*text).into())),
                Event::Code(code) => {
                    parts.push(MessagePart::Open("code"));
                    parts.push(MessagePart::Text((&*code).into()));
                    parts.push(MessagePart::Close("code"));
                }
                Event::SoftBreak | Event::HardBreak => parts.push(MessagePart::Text(" ".into())),
                Event::Start(Tag::Emphasis) => begin("em", &mut open, &mut parts),
                Event::Start(Tag::Strong) => begin("strong", &mut open, &mut parts),
                Event::Start(Tag::Strikethrough) => begin("del", &mut open, &mut parts),
                Event::Start(Tag::Link { dest_url, .. }) => {
                    self.link_of_message(&dest_url, node, is_link, spans, &mut open, &mut parts);
                }
                Event::End(TagEnd::Emphasis) => end("em", &mut open, &mut parts),
                Event::End(TagEnd::Strong) => end("strong", &mut open, &mut parts),
                Event::End(TagEnd::Strikethrough) => end("del", &mut open, &mut parts),
                Event::End(TagEnd::Link) => end("a", &mut open, &mut parts),
                // A message that begins with a tag of a block is one block of HTML.
                Event::InlineHtml(html) | Event::Html(html) => {
                    self.html_of_message(&html, node, is_link, spans, &mut open, &mut parts);
                }
                _ => {}
            }
        }
        while let Some(name) = open.last().copied() {
            end(name, &mut open, &mut parts);
        }
        parts
    }

    /// Adds the tags and the text of a piece of HTML. Tags that have no meaning in a line are left out.
    fn html_of_message(
        &mut self,
        html: &str,
        node: NodeRef<'_>,
        is_link: bool,
        spans: &mut SiteSpans,
        open: &mut Vec<&'static str>,
        parts: &mut Vec<MessagePart>,
    ) {
        let mut tags = TagReader::new(html);
        let mut rest = 0;
        while let Some(at) = html[rest..].find('<').map(|offset| rest + offset) {
            let Some(tag) = tags.read(at, 0) else { break };
            if !html[rest..at].trim().is_empty() {
                parts.push(MessagePart::Text(html[rest..at].into()));
            }
            rest = tag.span.end as usize;
            let name = match &*tag.name {
                "a" => "a",
                "b" | "strong" => "strong",
                "i" | "em" => "em",
                "code" => "code",
                "s" | "del" => "del",
                "br" => {
                    parts.push(MessagePart::Text(" ".into()));
                    continue;
                }
                _ => continue,
            };
            let href = tag.attributes.iter().find(|attribute| &*attribute.name == "href");
            match (name, href.and_then(|href| href.value.as_deref())) {
                _ if tag.closing => end(name, open, parts),
                ("a", Some(href)) => self.link_of_message(href, node, is_link, spans, open, parts),
                ("a", None) => {}
                _ => begin(name, open, parts),
            }
        }
        if !html[rest..].trim().is_empty() {
            parts.push(MessagePart::Text(html[rest..].into()));
        }
    }

    fn link_of_message(
        &mut self,
        href: &str,
        node: NodeRef<'_>,
        is_link: bool,
        spans: &mut SiteSpans,
        open: &mut Vec<&'static str>,
        parts: &mut Vec<MessagePart>,
    ) {
        if !leads_somewhere(href) {
            self.invalid(node, &no_destination("message"));
            return;
        }
        if is_link || open.contains(&"a") {
            return;
        }
        spans.links.push((href.into(), node.span()));
        open.push("a");
        parts.push(MessagePart::OpenLink(href.into()));
    }
}

fn begin(name: &'static str, open: &mut Vec<&'static str>, parts: &mut Vec<MessagePart>) {
    open.push(name);
    parts.push(MessagePart::Open(name));
}

/// Ends an element, and those within it. One that is not open is left out.
fn end(name: &'static str, open: &mut Vec<&'static str>, parts: &mut Vec<MessagePart>) {
    let Some(place) = open.iter().rposition(|known| *known == name) else { return };
    for name in open.drain(place..).rev() {
        parts.push(if name == "a" { MessagePart::CloseLink } else { MessagePart::Close(name) });
    }
}

#[cfg(test)]
mod tests {
    use super::super::read::read;
    use super::MessagePart;

    /// A message as HTML, and its diagnostics.
    fn said(announcement: &str) -> String {
        let file = read(&format!(r#"{{"name": "N", "announcement": {announcement}}}"#));
        let mut out = String::new();
        for found in &file.diagnostics {
            out.push_str(&format!("{}: {}\n", found.code.name(), found.message));
        }
        let Some(announcement) = file.config.texts.announcement else { return out };
        for part in &announcement.message {
            match part {
                MessagePart::Text(text) => out.push_str(text),
                MessagePart::Open(name) => out.push_str(&format!("<{name}>")),
                MessagePart::Close(name) => out.push_str(&format!("</{name}>")),
                MessagePart::OpenLink(href) => out.push_str(&format!("<a href={href}>")),
                MessagePart::CloseLink => out.push_str("</a>"),
            }
        }
        out + &announcement.kind.map(|kind| format!(" ({kind})")).unwrap_or_default()
    }

    #[test]
    fn a_message_is_markdown_with_a_few_tags() {
        let message = r#"{"message": "**New**: `v2` (<a href=\"guide/a\" target=\"_blank\">read <b>this</a>) or [that](/b) <script>x</script>", "type": "info"}"#;
        assert_eq!(
            said(message),
            "<strong>New</strong>: <code>v2</code> (<a href=guide/a>read <strong>this</strong></a>) or <a href=/b>that</a> x (info)"
        );
        assert_eq!(said(r#"{"message": "<a href='/a'>All</a> <br> & *open", "href": "/b"}"#), "All   & *open");
        assert_eq!(said(r#"{"message": "<p>In <i>a</i> block</p>"}"#), "In <em>a</em> block");
    }

    #[test]
    fn wrong_messages_are_reported() {
        assert_eq!(
            said(r#"{"message": "[x](javascript:y)", "type": "warn"}"#),
            "invalid-config: `warn` is not a type of announcement\ninvalid-config: a link of `message` must be a page or file of the site, or an http, https or mailto URL\nx"
        );
        assert_eq!(said(r#"{"href": "/a"}"#), "invalid-config: `announcement` must have `text` or `message`\n");
    }
}
