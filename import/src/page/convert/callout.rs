//! Callouts and foldable content: components, directives, admonitions, alerts, quotes with an emoji.

use engine::other_tools::{self, Notation};

use super::plain::capitalized;
use super::{Converter, Kind, Node};
use crate::page::tree::{Element, TargetElement};
use crate::report::{LossKind, Origin};

/// A callout for another tool's name, with the source's title.
fn callout(word: &str, title: Option<String>) -> TargetElement {
    let mut made = TargetElement::new("wc-callout");
    match other_tools::callout(word) {
        Some((kind, is_title)) => {
            made.set("type", Some(kind.to_owned()));
            if is_title && title.is_none() {
                made.set("title", Some(capitalized(word)));
            }
        }
        None => {
            made.set("type", Some("note".to_owned()));
            if title.is_none() && !word.is_empty() {
                made.set("title", Some(capitalized(word)));
            }
        }
    }
    made.set_if(title, "title");
    made
}

impl Converter<'_> {
    /// `Callout`, `Aside`, `Admonition`, `Alert`.
    pub(super) fn callout_component(&mut self, element: Element, line: u32, out: &mut Vec<Node>) {
        let Some(target) = other_tools::target(Notation::Tag, &element.name) else { return };
        let mut element = element;
        // ReadMe's `theme` and Fern's `intent` are what others call `type`.
        if element.attributes.iter().all(|attribute| attribute.name != "type") {
            let kind =
                element.attributes.iter_mut().find(|attribute| matches!(attribute.name.as_str(), "theme" | "intent"));
            if let Some(kind) = kind {
                "type".clone_into(&mut kind.name);
            }
        }
        let mut made = self.made(&element, target.component, target.changes, line);
        // An emoji that represents a kind becomes that kind, with our icon.
        if let Some((kind, _)) = made.get("icon-name").and_then(other_tools::callout) {
            made.attributes.retain(|(name, _)| name != "icon-name");
            if made.get("type").is_none() {
                made.set("type", Some(kind.to_owned()));
            }
        }
        if self.dialect.readme && made.get("title").is_none() {
            let title = self.take_raw_heading(&mut element.children).map(|(title, _)| title);
            made.set_if(title, "title");
        }
        let children = self.nodes(element.children, Some("wc-callout"));
        made.children.extend(children);
        out.push(made.at(line));
    }

    /// `:::name`.
    pub(super) fn directive(&mut self, element: Element, line: u32, parent: Option<&str>, out: &mut Vec<Node>) {
        let (title, shown) = self.shown_title(&element.argument, line);
        let title = Some(title).filter(|title| !title.is_empty());
        match element.name.as_str() {
            "code-group" => return self.code_group(element, line, out),
            "tabs" => return self.directive_tabs(element, line, out),
            "details" => {
                let mut made =
                    TargetElement::new("wc-expandable").with("title", title.unwrap_or_else(|| "Details".to_owned()));
                if self.flag(&element, "open") {
                    made.set("open", None);
                }
                made.children = shown;
                made.children.extend(self.nodes(element.children, Some("wc-expandable")));
                out.push(made.at(line));
                return;
            }
            "v-pre" | "raw" | "demo" => {
                let before = std::mem::replace(&mut self.is_literal, element.name == "v-pre");
                let children = self.nodes(element.children, parent);
                self.is_literal = before;
                out.push(Node { line, kind: Kind::Blank });
                out.extend(children);
                out.push(Node { line, kind: Kind::Blank });
                return;
            }
            _ => {}
        }
        let mut made = callout(&element.name, title);
        if let Some(icon) = self.value(&element, "icon").and_then(|icon| self.icon(&element.name, &icon, line)) {
            made.set("icon-name", Some(icon));
        }
        made.children = shown;
        made.children.extend(self.nodes(element.children, Some("wc-callout")));
        out.push(made.at(line));
    }

    /// A Markdown title as the text of an attribute, and as the first line of the content if it has links or images.
    fn shown_title(&mut self, source: &str, line: u32) -> (String, Vec<Node>) {
        let title = Node::text(line, self.title_line(source, line));
        let has_more = super::html::is_more_than_text(&title);
        let shown = if has_more { vec![title.clone(), Node { line, kind: Kind::Blank }] } else { Vec::new() };
        (super::html::plain_text(vec![title]), shown)
    }

    /// A Markdown title as the text of an attribute.
    pub(super) fn title_text(&mut self, source: &str, line: u32) -> String {
        crate::page::headings::plain(&self.title_line(source, line))
    }

    /// A Markdown title as a line of text.
    fn title_line(&mut self, source: &str, line: u32) -> String {
        // A title that is also a heading becomes its text.
        let source = match source.strip_prefix('#').map(|rest| rest.trim_start_matches('#')) {
            Some(words) if words.starts_with(' ') => words.trim_start(),
            _ => source,
        };
        self.inlines_of(source, line, true)
    }

    /// `!!! name "Title"`, `??? name`, `/// name | Title`.
    pub(super) fn admonition(&mut self, element: Element, line: u32, out: &mut Vec<Node>) {
        let given = self.value(&element, "title");
        let is_open = self.flag(&element, "open");
        let mut word = element.name.clone();
        if element.notation == Notation::Slash {
            match word.as_str() {
                "tab" => return self.slash_tab(element, line, out),
                "html" | "define" | "caption" | "figure-caption" => {
                    let children = self.nodes(element.children, None);
                    out.extend(children);
                    return;
                }
                _ => {}
            }
            if matches!(word.as_str(), "admonition" | "details")
                && let Some(kind) = self.value(&element, "type")
            {
                word = kind;
            }
        }
        let (title, shown): (_, Option<Vec<Node>>) = given.map(|title| self.shown_title(&title, line)).unzip();
        let folds =
            element.notation == Notation::Folded || element.notation == Notation::Slash && element.name == "details";
        let name = if folds { "wc-expandable" } else { "wc-callout" };
        let mut children = shown.unwrap_or_default();
        children.extend(self.nodes(element.children, Some(name)));
        if folds {
            let title = title.filter(|title| !title.is_empty()).unwrap_or_else(|| capitalized(&word));
            let mut made = TargetElement::new(name).with("title", title).holding(children);
            if is_open {
                made.set("open", None);
            }
            out.push(made.at(line));
            return;
        }
        // An empty title means no title.
        let made = match title {
            Some(title) if title.is_empty() => {
                let kind = other_tools::callout(&word).map_or("note", |(kind, _)| kind);
                TargetElement::new(name).with("type", kind)
            }
            title => callout(&word, title),
        };
        out.push(made.holding(children).at(line));
    }

    /// A quote: alerts and quotes with an emoji become callouts.
    pub(super) fn quote(&mut self, mut children: Vec<Node>, line: u32, out: &mut Vec<Node>) {
        let first = children.iter().position(|node| !node.is_blank());
        let first_text = first.and_then(|at| match &children.get(at)?.kind {
            Kind::Text(text) => Some((at, text.clone())),
            Kind::Heading { text, .. } => Some((at, text.clone())),
            _ => None,
        });
        let Some((at, text)) = first_text else {
            let children = self.nodes(children, None);
            out.push(Node { line, kind: Kind::Quote(children) });
            return;
        };
        let (head, tail) = text.split_once('\n').unwrap_or((text.as_str(), ""));
        if let Some((word, title)) = head.strip_prefix("[!").and_then(|rest| rest.split_once(']'))
            && word.bytes().all(|byte| byte.is_ascii_alphabetic())
        {
            let (title, mut shown) = self.shown_title(title.trim_start_matches(['+', '-']).trim(), line);
            let made = callout(&word.to_lowercase(), Some(title).filter(|title| !title.is_empty()));
            self.replace_first(&mut children, at, tail, line);
            shown.extend(self.nodes(children, Some("wc-callout")));
            out.push(made.holding(shown).at(line));
            return;
        }
        let emoji: String =
            head.chars().take_while(|c| !c.is_alphanumeric() && !c.is_whitespace() && !c.is_ascii()).collect();
        let is_callout = self.dialect.readme && !emoji.is_empty() || other_tools::callout(&emoji).is_some();
        if is_callout {
            let title = head.get(emoji.len()..).unwrap_or_default().trim();
            let (title, mut shown) = self.shown_title(title.trim_matches('*'), line);
            let has_more = !tail.trim().is_empty() || children.len() > at + 1;
            let mut made = callout(&emoji, Some(String::new()));
            if other_tools::callout(&emoji).is_none() {
                made.set("icon-name", other_tools::icon(&emoji));
            }
            // A single line is the text; with more lines, the first is the title.
            if has_more || self.dialect.readme {
                made.set_if(Some(title), "title");
                self.replace_first(&mut children, at, tail, line);
            } else {
                let text = head.get(emoji.len()..).unwrap_or_default().trim().to_owned();
                self.replace_first(&mut children, at, &text, line);
                shown.clear();
            }
            shown.extend(self.nodes(children, Some("wc-callout")));
            out.push(made.holding(shown).at(line));
            return;
        }
        let children = self.nodes(children, None);
        out.push(Node { line, kind: Kind::Quote(children) });
    }

    fn replace_first(&self, children: &mut Vec<Node>, at: usize, text: &str, line: u32) {
        if text.trim().is_empty() {
            children.remove(at);
        } else if let Some(node) = children.get_mut(at) {
            *node = Node::text(line + 1, text);
        }
    }

    /// `Accordion`.
    pub(super) fn accordion(&mut self, element: Element, line: u32, out: &mut Vec<Node>) {
        let Some(target) = other_tools::target(Notation::Tag, "Accordion") else { return };
        let mut made = self.made(&element, "wc-accordion", target.changes, line);
        if ["defaultOpen", "defaultValue", "initiallyOpen"].iter().any(|name| self.flag(&element, name)) {
            made.set("open", None);
        }
        let children = self.nodes(element.children, Some("wc-accordion"));
        made.children.extend(children);
        self.complete(&mut made, "Accordion");
        out.push(made.at(line));
    }

    /// The components of React's documentation, which several sites share.
    pub(super) fn react(&mut self, element: Element, line: u32, parent: Option<&str>, out: &mut Vec<Node>) {
        let name = element.name.as_str();
        let (kind, title) = match name {
            // Without content, it only separates what is before it from what is after it.
            "Solution" | "Hint" if element.children.iter().all(Node::is_blank) => return,
            "DeepDive" | "Solution" | "Hint" => {
                let is_deep = name == "DeepDive";
                let fallback = if is_deep { "Deep dive" } else { name };
                let mut children = element.children;
                let title = if is_deep { self.take_raw_heading(&mut children) } else { None };
                let name = if is_deep { "wc-expandable" } else { "wc-accordion" };
                let (title, id) = title.unwrap_or_else(|| (fallback.to_owned(), None));
                let mut made = TargetElement::new(name).with("title", title);
                made.set_if(id, "id");
                made.children = self.nodes(children, Some(name));
                out.push(made.at(line));
                return;
            }
            "Pitfall" => ("warning", "Pitfall"),
            "Wip" => ("warning", "Under construction"),
            "Deprecated" => ("warning", "Deprecated"),
            "Canary" => ("info", "Canary"),
            "YouWillLearn" if self.flag(&element, "isChapter") => ("info", "In this chapter"),
            "YouWillLearn" => ("info", "You will learn"),
            "Recap" => ("info", "Recap"),
            "LearnMore" => return self.learn_more(element, line, out),
            "InlineToc" => {
                let outcome = "its list of the page's headings is left out: every page has one beside its text";
                if self.report_loss_once(LossKind::UnknownComponent, line, name, outcome)
                    && let Some(loss) = self.losses.last_mut()
                {
                    (loss.origin, loss.is_content, loss.may_have_headings) = (Origin::Choice, false, false);
                }
                return;
            }
            _ => {
                let credit = (name == "IllustrationBlock").then(|| self.credit(&element, line)).flatten();
                let children = self.nodes(element.children, parent);
                out.push(Node { line, kind: Kind::Blank });
                out.extend(children);
                out.push(Node { line, kind: Kind::Blank });
                out.extend(credit.into_iter().flat_map(|credit| [credit, Node { line, kind: Kind::Blank }]));
                return;
            }
        };
        let title = self.value(&element, "title").unwrap_or_else(|| title.to_owned());
        let made = TargetElement::new("wc-callout").with("type", kind).with("title", title);
        let children = self.nodes(element.children, Some("wc-callout"));
        out.push(made.holding(children).at(line));
    }

    /// The credit of an illustration's author. One that only the code of the component has is reported.
    pub(super) fn credit(&mut self, element: &Element, line: u32) -> Option<Node> {
        let Some(author) = self.value(element, "author").filter(|author| !author.trim().is_empty()) else {
            let own = self.own_of_code(LossKind::UnknownComponent, &element.name);
            if let Some(own) = own.and_then(|own| own.outcome(false, true)) {
                let outcome = format!("its image is kept; {own}");
                if self.report_loss_once(LossKind::UnknownComponent, line, &element.name, &outcome) {
                    self.of_no_heading();
                }
            }
            return None;
        };
        let author = crate::page::write::escaped_text(&author);
        let credit = match self.value(element, "authorLink").filter(|link| !link.trim().is_empty()) {
            Some(link) => format!("[{author}]({})", self.link(&link, line)),
            None => author,
        };
        Some(Node::text(line, format!("Illustrated by {credit}")))
    }

    fn learn_more(&mut self, element: Element, line: u32, out: &mut Vec<Node>) {
        let path = self.value(&element, "path");
        let mut children = self.nodes(element.children, Some("wc-callout"));
        if let Some(path) = path {
            children.push(Node { line, kind: Kind::Blank });
            children.push(Node::text(line, format!("[Read More]({})", self.link(&path, line))));
        }
        let made = TargetElement::new("wc-callout").with("type", "info").with("title", "Ready to learn this topic?");
        out.push(made.holding(children).at(line));
    }

    /// Removes the heading at the start of a source, and returns its text and ID. One with links or images stays as a line
    /// of text.
    pub(super) fn take_raw_heading(&mut self, children: &mut Vec<Node>) -> Option<(String, Option<String>)> {
        let is_silent = |node: &Node| match &node.kind {
            Kind::Expression(source) => super::comment::is_comment(source.trim()),
            _ => node.is_silent(),
        };
        let at = children.iter().position(|node| !is_silent(node))?;
        let Kind::Heading { text, .. } = &children.get(at)?.kind else { return None };
        let (text, id) = crate::page::headings::explicit_id(text);
        let words = crate::page::headings::plain(&text);
        let line = children.get(at)?.line;
        let shown = Node::text(line, text.clone());
        if super::html::is_more_than_text(&shown) {
            children.splice(at..=at, [shown, Node { line, kind: Kind::Blank }]);
        } else {
            children.remove(at);
        }
        let written = self.title_text(&text, line);
        let theirs = self.recorded.headings.id(&words);
        Some((if written.is_empty() { words } else { written }, id.or(Some(theirs))))
    }
}
