//! The page that introduces an API, from the spec's `info`. Its description is untrusted Markdown that becomes part of
//! a page, where more markup works than in a spec.

use std::fmt::Write as _;
use std::ops::Range;

use pulldown_cmark::{Event, LinkType, Options, Parser, Tag, TagEnd};

use super::page::{escape_inline, head};
use crate::outputs::summary::{first_line, one_line};
use crate::parse::config::ENGLISH;
use crate::render::endpoint::security_words;
use openapi::security::SecurityScheme;
use openapi::server::Server;

/// The parts of `info` that the page shows.
#[derive(Debug, Default)]
pub(super) struct Introduction<'a> {
    pub(super) title: &'a str,
    pub(super) version: &'a str,
    pub(super) summary: &'a str,
    pub(super) description: &'a str,
    pub(super) contact: NamedLink<'a>,
    pub(super) license: NamedLink<'a>,
    pub(super) terms: &'a str,
    /// The external documentation of the API.
    pub(super) documentation: NamedLink<'a>,
    /// The servers of the whole API.
    pub(super) servers: &'a [Server],
    /// The security schemes, by name.
    pub(super) schemes: Vec<(&'a str, &'a SecurityScheme)>,
    pub(super) tags: Vec<TagSummary<'a>>,
}

/// A tag.
#[derive(Debug, Default)]
pub(super) struct TagSummary<'a> {
    /// The display name.
    pub(super) name: &'a str,
    /// Markdown; often empty.
    pub(super) description: &'a str,
    /// The URL of its external documentation; often empty.
    pub(super) url: &'a str,
}

/// A name and a URL, either of which may be empty.
#[derive(Debug, Default)]
pub(super) struct NamedLink<'a> {
    pub(super) name: &'a str,
    pub(super) url: &'a str,
    pub(super) email: &'a str,
}

impl Introduction<'_> {
    /// The page's source.
    pub(super) fn to_source(&self) -> String {
        let mut out = String::new();
        let first = first_line(self.description);
        let summary = one_line(self.summary);
        head(self.title, if first.is_empty() { &summary } else { &first }, None, &mut out);
        if !summary.is_empty() && summary != first {
            let _ = writeln!(out, "{}\n", text(self.summary));
        }
        let facts = out.len();
        fact("Version", &text(self.version), &mut out);
        fact("Contact", &self.contact.to_markdown(), &mut out);
        fact("License", &self.license.to_markdown(), &mut out);
        fact("Terms of service", &link("", self.terms), &mut out);
        fact("Documentation", &self.documentation.to_markdown(), &mut out);
        if out.len() > facts && !self.description.trim().is_empty() {
            out.push('\n');
        }
        paragraphs(self.description, &mut out);
        self.access(&mut out);
        for tag in self.tags.iter().filter(|tag| !tag.description.trim().is_empty()) {
            let blank = if out.ends_with("\n\n") { "" } else { "\n" };
            let _ = writeln!(out, "{blank}## {}\n", text(tag.name));
            paragraphs(tag.description, &mut out);
            if !tag.url.is_empty() {
                let _ = writeln!(out, "\n{}", link("", tag.url));
            }
        }
        out
    }
}

impl Introduction<'_> {
    /// Appends what pages of operations only name: the servers, and what clients authenticate with. A description that has
    /// such a section itself is left alone.
    fn access(&self, out: &mut String) {
        let has_section = |words: &[&str]| {
            let mut headings = self.description.lines().filter(|line| line.starts_with('#')).map(str::to_lowercase);
            headings.any(|heading| words.iter().any(|word| heading.contains(word)))
        };
        if !self.servers.is_empty() && !has_section(&["server", "base url"]) {
            section("Servers", out);
            for server in self.servers {
                let _ = write!(out, "- `{}`", server.url.replace('`', ""));
                described(server.description.as_deref(), out);
                for variable in &server.variables {
                    let _ = write!(out, "  - `{{{}}}` is `{}` by default", variable.name, variable.default);
                    described(variable.description.as_deref(), out);
                }
            }
        }
        if !self.schemes.is_empty() && !has_section(&["authenti", "authoriz", "security"]) {
            section("Authentication", out);
            for (name, scheme) in &self.schemes {
                let _ = write!(out, "- **{}:** {}", text(name), text(&security_words(&ENGLISH, scheme)));
                described(scheme.description.as_deref(), out);
            }
        }
    }
}

/// Appends the heading of a section.
fn section(title: &str, out: &mut String) {
    let blank = if out.ends_with("\n\n") { "" } else { "\n" };
    let _ = writeln!(out, "{blank}## {title}\n");
}

/// Appends the first line of a description to an entry of a list, and ends it.
fn described(description: Option<&str>, out: &mut String) {
    let about = first_line(description.unwrap_or_default());
    let _ = writeln!(out, "{}{}", if about.is_empty() { "" } else { ". " }, text(&about));
}

/// Appends Markdown of the document as Markdown of a page.
fn paragraphs(markdown: &str, out: &mut String) {
    let markdown = page_markdown(markdown);
    let markdown = markdown.trim_matches(['\n', '\r']);
    if !markdown.trim().is_empty() {
        out.push_str(markdown);
        out.push('\n');
    }
}

impl NamedLink<'_> {
    fn to_markdown(&self) -> String {
        let mail = if self.email.is_empty() { String::new() } else { format!("mailto:{}", self.email) };
        let url = if is_safe(self.url) { self.url } else { &mail };
        let mut out = link(self.name, url);
        // A contact with a web URL also shows its e-mail address.
        if url != mail && !mail.is_empty() {
            let _ = write!(out, "{}{}", if out.is_empty() { "" } else { ", " }, link(self.email, &mail));
        }
        out
    }
}

fn fact(name: &str, value: &str, out: &mut String) {
    if !value.is_empty() {
        let _ = writeln!(out, "- **{name}:** {value}");
    }
}

fn text(text: &str) -> String {
    let mut out = String::new();
    escape_inline(&one_line(text), &mut out);
    out
}

/// A link if pages may link to the URL; otherwise the text of both.
fn link(name: &str, url: &str) -> String {
    let shown = if name.trim().is_empty() { url.strip_prefix("mailto:").unwrap_or(url) } else { name };
    if is_safe(url) { format!("[{}](<{url}>)", text(shown)) } else { text(shown) }
}

/// Whether a URL of another site has a harmless scheme and needs no escape in angle brackets.
fn is_safe(url: &str) -> bool {
    let lower = url.get(..8).unwrap_or(url).to_ascii_lowercase();
    let scheme = ["https://", "http://", "mailto:", "tel:"].iter().any(|scheme| lower.starts_with(scheme));
    scheme && !url.contains(|c: char| c.is_whitespace() || c.is_control() || matches!(c, '<' | '>' | '\\'))
}

/// The description as Markdown of a page: tags and variables become text, links and images that the site cannot contain
/// become their text, and no heading competes with the page's own.
fn page_markdown(description: &str) -> String {
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    // Open links and images: their range, and the range of their content so far; `None` if they stay.
    let mut open: Vec<Option<(Range<usize>, Range<usize>)>> = Vec::new();
    let mut in_code = false;
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS;
    for (event, range) in Parser::new_ext(description, options).into_offset_iter() {
        // The event that opens a link has the whole range, so the innermost is enough.
        if !matches!(event, Event::End(TagEnd::Link | TagEnd::Image))
            && let Some(Some((_, inner))) = open.last_mut()
        {
            *inner = inner.start.min(range.start)..inner.end.max(range.end);
        }
        match event {
            Event::Html(_) | Event::InlineHtml(_) => escape(description, range, &['<'], &mut edits),
            // Text next to a removed link must not become markup together with the rest of it.
            Event::Text(_) if !in_code => escape(description, range, &['{', '$', '<', '['], &mut edits),
            Event::Start(Tag::CodeBlock(_)) => in_code = true,
            Event::End(TagEnd::CodeBlock) => in_code = false,
            Event::Start(Tag::Link { link_type, dest_url, .. }) => {
                let stays = is_safe(&dest_url) || matches!(link_type, LinkType::Autolink | LinkType::Email);
                open.push((!stays).then(|| (range.clone(), range.end..range.start)));
            }
            Event::Start(Tag::Image { .. }) => open.push(Some((range.clone(), range.end..range.start))),
            Event::End(TagEnd::Link | TagEnd::Image) => {
                if let Some(Some((outer, inner))) = open.pop() {
                    let inner = if inner.start > inner.end { outer.end..outer.end } else { inner };
                    edits.push((outer.start..inner.start, String::new()));
                    edits.push((inner.end..outer.end, String::new()));
                }
            }
            Event::Start(Tag::Heading { level: pulldown_cmark::HeadingLevel::H1, .. }) => {
                demote(description, range, &mut edits);
            }
            _ => {}
        }
    }
    splice(description, edits)
}

/// Adds a backslash before each of the characters in the range that has none yet.
fn escape(text: &str, range: Range<usize>, marks: &[char], edits: &mut Vec<(Range<usize>, String)>) {
    for (at, _) in text[range.clone()].match_indices(marks) {
        let at = range.start + at;
        let backslashes = text[..at].bytes().rev().take_while(|&byte| byte == b'\\').count();
        if backslashes % 2 == 0 {
            edits.push((at..at, "\\".to_owned()));
        }
    }
}

/// Demotes a level-1 heading of either form by one level.
fn demote(text: &str, range: Range<usize>, edits: &mut Vec<(Range<usize>, String)>) {
    if text[range.clone()].starts_with('#') {
        edits.push((range.start..range.start, "#".to_owned()));
        return;
    }
    let heading = text[range.clone()].trim_end();
    let underline = heading.len() - heading.trim_end_matches('=').len();
    let end = range.start + heading.len();
    edits.push((end - underline..end, "-".repeat(underline.max(3))));
}

/// The text with each range replaced. Ranges within a replaced range are ignored.
fn splice(text: &str, mut edits: Vec<(Range<usize>, String)>) -> String {
    edits.sort_by_key(|(range, _)| (range.start, range.end));
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for (range, replacement) in edits {
        if range.start < done {
            done = done.max(range.end);
            continue;
        }
        out.push_str(&text[done..range.start]);
        out.push_str(&replacement);
        done = range.end;
    }
    out.push_str(&text[done..]);
    out
}

#[cfg(test)]
mod tests {
    use super::{Introduction, NamedLink, TagSummary, page_markdown};
    use openapi::security::{SecurityKind, SecurityScheme};
    use openapi::server::Server;

    #[test]
    fn the_page_says_what_info_says() {
        let kind = SecurityKind::ApiKey { name: "X-Key".into(), location: "header".into() };
        let key = SecurityScheme { kind, description: Some("From your account".into()), deprecated: false };
        let (url, description) = ("https://e.example/v1".into(), Some("Live *data*".into()));
        let server = Server { url, name: None, description, variables: Vec::new() };
        let introduction = Introduction {
            title: "Pets: API",
            version: "1.0",
            description: "All about *pets*.\n\n## Errors\n\nText\n",
            contact: NamedLink { name: "Team", url: "https://e.example/a b", email: "t@e.example" },
            license: NamedLink { name: "MIT", url: "https://e.example/mit", ..NamedLink::default() },
            terms: "javascript:alert(1)",
            summary: "Pets, and *more*",
            documentation: NamedLink { name: "Guide", url: "https://e.example/guide", ..NamedLink::default() },
            servers: &[server],
            schemes: vec![("key", &key)],
            tags: vec![
                TagSummary {
                    name: "Cats & [dogs]",
                    description: "Those that\n\n# Purr\n\n{{x}}",
                    url: "https://e.example/cats",
                },
                TagSummary { name: "None", description: " ", url: "https://e.example/none" },
            ],
        };
        insta::assert_snapshot!(introduction.to_source(), @r#"
        ---
        title: "Pets: API"
        description: All about pets.
        ---

        # Pets: API

        Pets, and \*more\*

        - **Version:** 1.0
        - **Contact:** [Team](<mailto:t@e.example>)
        - **License:** [MIT](<https://e.example/mit>)
        - **Terms of service:** javascript:alert(1)
        - **Documentation:** [Guide](<https://e.example/guide>)

        All about *pets*.

        ## Errors

        Text

        ## Servers

        - `https://e.example/v1`. Live data

        ## Authentication

        - **key:** API key in header X-Key. From your account

        ## Cats & \[dogs\]

        Those that

        ## Purr

        \{\{x}}

        [https\://e.example/cats](<https://e.example/cats>)
        "#);
        let short = Introduction { title: "T", summary: "In short", ..Introduction::default() };
        assert_eq!(short.to_source(), "---\ntitle: T\ndescription: In short\n---\n\n# T\n\nIn short\n\n");
        let bare = Introduction { title: "T", ..Introduction::default() };
        assert_eq!(bare.to_source(), "---\ntitle: T\n---\n\n# T\n\n");
    }

    #[test]
    fn descriptions_cannot_do_what_pages_can() {
        for (spec, page) in [
            ("plain *text* `a<b>{{c}}`", "plain *text* `a<b>{{c}}`"),
            ("<wc-callout>x</wc-callout>", "\\<wc-callout>x\\</wc-callout>"),
            ("a <b onclick=x>c</b>", "a \\<b onclick=x>c\\</b>"),
            ("<div>\n<script>alert(1)</script>\n</div>", "\\<div>\n\\<script>alert(1)\\</script>\n\\</div>"),
            ("{{VAR}} costs $1 and $2", "\\{\\{VAR}} costs \\$1 and \\$2"),
            ("[a](#b) [c](d.md) [e](https://e.example)", "a c [e](https://e.example)"),
            ("[*a* b](javascript:x)", "*a* b"),
            ("[](x)", ""),
            ("![alt](x.png) [![alt](x.png)](https://e.example)", "alt [alt](https://e.example)"),
            ("[![alt](x.png)](y)", "alt"),
            ("[a][b]\n\n[b]: c", "a\n\n[b]: c"),
            ("```\n{{a}} <b> [c]\n```", "```\n{{a}} <b> [c]\n```"),
            ("\\[a] \\\\[b] \\<c>", "\\[a] \\\\\\[b] \\<c>"),
            ("[[a](x)](javascript:y)", "\\[a](javascript:y)"),
            ("<[scr](x)ipt>", "\\<script>"),
            ("# One\n\n## Two\n\nThree\n=====\n", "## One\n\n## Two\n\nThree\n-----\n"),
            ("<https://e.example> <a@b.example>", "<https://e.example> <a@b.example>"),
        ] {
            assert_eq!(page_markdown(spec), page, "{spec:?}");
        }
    }
}
