//! Components of text and page metadata: banners, changelogs, prompts, the line with facts about the page.

use askama::Template;

use super::{Root, description};
use crate::Db;
use crate::parse::config::Strings;
use crate::parse::frontmatter::frontmatter;
use crate::parse::markdown::{Component, ComponentContent};
use crate::registry::ComponentKind;
use crate::render::escape::{escape, escaped};
use crate::render::html::HtmlWriter;
use crate::render::markup::{close_heading, digit};
use crate::resolve::include::page_text;
use crate::resolve::page_tree::page_tree;
use base::diagnostic::Span;
use base::inputs::File;

#[derive(Template)]
#[template(path = "components/banner.html", whitespace = "preserve")]
struct BannerView<'a> {
    s: &'a Strings,
    root: Root<'a>,
    label: &'a str,
    dismissible: bool,
    body: &'a str,
}

#[derive(Template)]
#[template(path = "components/update.html", whitespace = "preserve")]
struct UpdateView<'a> {
    root: Root<'a>,
    heading: &'a str,
    kind: &'a str,
    version: &'a str,
    date: &'a str,
    body: &'a str,
}

#[derive(Template)]
#[template(path = "components/prompt.html", whitespace = "preserve")]
struct PromptView<'a> {
    s: &'a Strings,
    root: Root<'a>,
    title: &'a str,
    source: &'a str,
    description: &'a str,
    body: &'a str,
}

#[derive(Template)]
#[template(path = "components/page_meta.html", whitespace = "preserve")]
struct PageMetaView<'a> {
    s: &'a Strings,
    root: Root<'a>,
    tag: &'a str,
    component: &'a str,
    readtime: &'a str,
    updated: &'a str,
    body: &'a str,
}

impl HtmlWriter<'_> {
    pub(super) fn banner(&mut self, component: &Component) {
        let kind = component.value("type").unwrap_or_default().to_ascii_lowercase();
        let label = match kind.as_str() {
            "info" => self.s.info(),
            "success" => self.s.success(),
            "warning" => self.s.warning(),
            "error" => self.s.error(),
            _ => self.s.announcement(),
        };
        let class = format!("banner hue-{}", kind_hue(&kind));
        let body = self.body(component);
        let root = Root { component, class: &class };
        self.template(&BannerView { s: self.s, root, label, dismissible: component.flag("dismissible"), body: &body });
    }

    pub(super) fn update(&mut self, component: &Component) {
        let (word, hue) = update_word(self.s, component);
        let (label, version, date) = (component.text("label"), component.text("version"), component.text("date"));
        let title = update_title(self.s, component);
        let level = self.next_level();
        let heading = self.captured(|writer| writer.anchored_heading(component, level, "", title));
        let outer = std::mem::replace(&mut self.level, level);
        let body = self.body(component);
        self.level = outer;
        // Does not repeat the heading.
        let kind = if title == word { "" } else { word };
        let version = version.filter(|_| label.is_some()).unwrap_or_default();
        let date = date.filter(|_| label.or(component.text("version")).is_some()).map(time).unwrap_or_default();
        let class = format!("update hue-{hue}");
        let root = Root { component, class: &class };
        self.template(&UpdateView { root, heading: &heading, kind, version, date: &date, body: &body });
    }

    pub(super) fn prompt(&mut self, component: &Component) {
        let title = component.value("title").unwrap_or_default();
        let source = page_text(self.db, self.file).get(component.inner.range()).map(plain_source).unwrap_or_default();
        let description = description(self.s, component, self.level);
        let body = self.body(component);
        let root = Root { component, class: "prompt" };
        self.template(&PromptView { s: self.s, root, title, source: &source, description: &description, body: &body });
    }

    pub(super) fn page_meta(&mut self, component: &Component) {
        let readtime = reading_time(self.s, self.db, self.file, component);
        self.page_facts(component, &readtime);
    }

    /// Writes what the frontmatter says about the page, if it says when the page was revised, how long it takes to read or
    /// what it is about.
    pub(in crate::render) fn page_meta_of_frontmatter(&mut self) {
        let front = frontmatter(self.db, self.file);
        if front.readtime.is_none() && front.updated.is_none() && front.component.is_none() {
            return;
        }
        let (kind, content) = (ComponentKind::PageMeta, ComponentContent::Blocks(Vec::new()));
        let (span, inner) = (Span::default(), Span::default());
        let component = Component { kind, span, inner, attributes: Vec::new(), anchor: None, content };
        let readtime = front.readtime.as_ref().map(|_| reading_time(self.s, self.db, self.file, &component));
        self.page_facts(&component, &readtime.unwrap_or_default());
    }

    fn page_facts(&mut self, component: &Component, readtime: &str) {
        let (db, file) = (self.db, self.file);
        let text = |name: &str| meta_text(db, file, component, name);
        let updated = Some(text("updated")).filter(|date| !date.is_empty()).map(time).unwrap_or_default();
        let body = self.body(component);
        self.template(&PageMetaView {
            s: self.s,
            root: Root { component, class: "page-meta" },
            tag: text("tag"),
            component: text("component"),
            readtime,
            updated: &updated,
            body: &body,
        });
    }

    /// Writes a heading for a component's title with an icon, and a self-link if the component has an anchor.
    pub(super) fn anchored_heading(&mut self, component: &Component, level: u8, icon: &str, title: &str) {
        if title.is_empty() {
            return;
        }
        let id = component.anchor.as_deref().unwrap_or_default();
        // An id given by the author is on the element.
        if id.is_empty() || component.given("id").is_some() {
            self.out.push_str("<h");
            self.out.push(digit(level));
            self.out.push('>');
        } else {
            self.open_heading(level, id);
        }
        self.out.push_str(icon);
        escape(title, &mut self.out);
        if id.is_empty() {
            self.out.push_str("</h");
            self.out.push(digit(level));
            self.out.push('>');
        } else {
            close_heading(self.s, level, id, title, &mut self.out);
        }
    }
}

/// A fact about the page: from the element, or else from the frontmatter.
pub(in crate::render) fn meta_text<'a>(db: &'a dyn Db, file: File, component: &'a Component, name: &str) -> &'a str {
    let front = frontmatter(db, file);
    let given = component.text(name);
    let field = match name {
        "tag" => front.tag.as_deref(),
        "readtime" => front.readtime.as_deref(),
        "updated" => front.updated.as_deref(),
        "component" => front.component.as_deref(),
        _ => None,
    };
    given.or(field).unwrap_or_default()
}

/// The reading time of the page in words: as given by the author, or estimated.
pub(in crate::render) fn reading_time(s: &Strings, db: &dyn Db, file: File, component: &Component) -> String {
    let in_words = |minutes: &str| s.minutes_to_read().replace("{count}", minutes);
    match meta_text(db, file, component, "readtime") {
        "" => in_words(&minutes(page_tree(db, file).words()).to_string()),
        minutes if minutes.parse::<f64>().is_ok() => in_words(minutes),
        other => other.to_owned(),
    }
}

/// The time to read a number of words, in minutes.
fn minutes(words: usize) -> usize {
    const WORDS_A_MINUTE: usize = 220;
    words.div_ceil(WORDS_A_MINUTE).max(1)
}

/// The label of a changelog entry's kind, and its color.
pub(in crate::render) fn update_word<'a>(s: &'a Strings, component: &Component) -> (&'a str, &'static str) {
    match component.value("type").unwrap_or_default().to_ascii_lowercase().as_str() {
        "changed" => (s.changed(), "blue"),
        "improved" => (s.improved(), "teal"),
        "updated" => (s.updated(), "blue"),
        "fixed" => (s.fixed(), "violet"),
        "removed" => (s.removed(), "red"),
        "deprecated" => (s.deprecated_change(), "amber"),
        "security" => (s.security_change(), "red"),
        _ => (s.added(), "green"),
    }
}

/// The title of an entry of a changelog.
pub(in crate::render) fn update_title<'a>(s: &'a Strings, component: &'a Component) -> &'a str {
    component
        .text("label")
        .or(component.text("version"))
        .or(component.text("date"))
        .unwrap_or(update_word(s, component).0)
}

/// The color of a callout's kind.
fn kind_hue(kind: &str) -> &'static str {
    match kind {
        "info" => "blue",
        "success" => "green",
        "warning" => "amber",
        "error" => "red",
        _ => "grey",
    }
}

/// A date as HTML: the author's text, with a machine-readable form if it is an ISO 8601 year, month or day.
fn time(date: &str) -> String {
    let fits = |(at, byte): (usize, u8)| if matches!(at, 4 | 7) { byte == b'-' } else { byte.is_ascii_digit() };
    let is_iso = matches!(date.len(), 4 | 7 | 10) && date.bytes().enumerate().all(fits);
    if is_iso { format!("<time>{}</time>", escaped(date)) } else { format!("<span>{}</span>", escaped(date)) }
}

/// The Markdown between tags, without quote markers and common indentation.
fn plain_source(inner: &str) -> String {
    let mut lines: Vec<&str> = inner.trim_matches(['\n', '\r']).trim_end().lines().collect();
    // The rest of the opening tag's line has no prefix.
    let skip = usize::from(!inner.starts_with(['\n', '\r']));
    loop {
        let rest = lines.get_mut(skip..).unwrap_or_default();
        if rest.is_empty() || !rest.iter().all(|line| line.trim_start().starts_with('>')) {
            break;
        }
        for line in rest {
            let after = line.trim_start().strip_prefix('>').unwrap_or(line);
            *line = after.strip_prefix(' ').unwrap_or(after);
        }
    }
    let indentation = |line: &&str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let prefixed = lines.get(skip..).unwrap_or_default();
    let shared = prefixed.iter().filter(|line| !line.trim().is_empty()).map(indentation).min().unwrap_or(0);
    let mut out = String::with_capacity(inner.len());
    for (at, line) in lines.iter().enumerate() {
        if at > 0 {
            out.push('\n');
        }
        let line = if at < skip { line.trim_start() } else { line.get(shared..).unwrap_or_default() };
        out.push_str(line.trim_end());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{minutes, plain_source, time};

    #[test]
    fn the_source_of_a_prompt_has_no_prefixes() {
        assert_eq!(plain_source("\n  a\n\n    - b\n  c\n"), "a\n\n  - b\nc");
        assert_eq!(plain_source("\n> a\n>\n> > b\n> "), "a\n\n> b\n");
        assert_eq!(plain_source("one\n  two"), "one\ntwo");
        assert_eq!(plain_source(""), "");
    }

    #[test]
    fn reading_takes_whole_minutes() {
        assert_eq!([0, 1, 220, 221, 2200].map(minutes), [1, 1, 1, 2, 10]);
    }

    #[test]
    fn dates_are_for_machines_where_they_are_iso() {
        assert_eq!(time("2026-03-04"), "<time>2026-03-04</time>");
        assert_eq!(time("March <3"), "<span>March &lt;3</span>");
        assert_eq!(time("2026-3-4x"), "<span>2026-3-4x</span>");
    }
}
