//! Inline content: elements are converted in place, and the Markdown around them stays as written.

use std::borrow::Cow;
use std::ops::Range;

use engine::accepted;
use engine::other_tools::{self, Notation, Outcome};

use super::Converter;
use super::attributes::{is_dark_image, is_for_dark};
use super::components::{Component, Tagged};
use super::cut::Cut;
use super::include::Asked;
use crate::page::read::jsx::{Tag, decoded, is_component};
use crate::page::read::lines::{is_delimiter_row, is_html_inline, is_void};
use crate::page::read::tokens::{InlineToken, Tokens, tokens_with};
use crate::page::tree::{Attribute, Element, TargetElement, Value};
use crate::page::write::{escaped, escaped_text, opening};
use crate::report::LossKind;

/// The attributes that have the address of a link or button.
pub(super) const ADDRESSES: [&str; 4] = ["href", "link", "to", "url"];

/// A text that is being converted.
pub(super) struct Run<'t> {
    text: &'t str,
    line: u32,
    /// Whether no line may be added, as in a table.
    one_line: bool,
    tokens: Tokens<'t>,
    line_ends: Vec<usize>,
}

impl Run<'_> {
    fn line_at(&self, at: usize) -> u32 {
        self.line + u32::try_from(self.line_ends.partition_point(|&end| end < at)).unwrap_or(0)
    }
}

/// A converted text without the lines of which nothing is left: an empty line would end its paragraph or its HTML.
fn without_emptied(source: &str, made: String) -> String {
    let is_emptied = |(source, made): &(&str, &str)| made.trim().is_empty() && !source.trim().is_empty();
    let lines = || source.split('\n').zip(made.split('\n'));
    if source.matches('\n').count() != made.matches('\n').count() || !lines().any(|pair| is_emptied(&pair)) {
        return made;
    }
    let left: Vec<&str> = lines().filter(|pair| !is_emptied(pair)).map(|(_, made)| made).collect();
    left.join("\n")
}

impl Converter<'_> {
    /// A paragraph, a heading's text, a table.
    pub(in crate::page) fn inlines(&mut self, text: &str, line: u32) -> String {
        let one_line = text.lines().nth(1).is_some_and(is_delimiter_row);
        self.inlines_of(text, line, one_line)
    }

    /// Whether a text contains nothing that is converted.
    pub(super) fn is_as_written(&self, text: &str) -> bool {
        let is_mark = |byte| matches!(byte, b'<' | b'{' | b'[' | b'`' | b'$' | b':' | b'=' | b'+' | b'^' | b'~' | b'(');
        self.abbreviations.is_empty() && !text.bytes().any(is_mark)
    }

    /// Converts inline content. With `one_line`, adds no line.
    pub(super) fn inlines_of(&mut self, text: &str, line: u32, one_line: bool) -> String {
        if self.is_as_written(text) {
            return text.to_owned();
        }
        let referring = self.with_references(text, line).or_else(|| self.with_mentions(text));
        let text = referring.as_deref().unwrap_or(text);
        let line_ends = text.match_indices('\n').map(|(at, _)| at).collect();
        let tokens = tokens_with(text, self.dialect, self.has_math, &self.definitions);
        let run = Run { text, line, one_line, tokens, line_ends };
        let mut out = String::with_capacity(text.len() + 16);
        self.emit(&run, 0..run.tokens.all.len(), &mut out);
        without_emptied(text, out)
    }

    fn emit(&mut self, run: &Run<'_>, numbers: Range<usize>, out: &mut String) {
        let mut number = numbers.start;
        let mut left_out = 0;
        while number < numbers.end {
            let Some((token, range)) = run.tokens.all.get(number) else { return };
            let source = run.text.get(range.clone()).unwrap_or_default();
            let source = source.get(std::mem::take(&mut left_out)..).unwrap_or_default();
            let partner = run.tokens.partners.get(number).copied().flatten();
            let mut next = number + 1;
            match token {
                InlineToken::Text => self.plain(source, run.text, run.line_at(range.start), out),
                InlineToken::Code => self.code_or_comment(source, run.line_at(range.start), out),
                // Attributes of a text directive that has no meaning: it is text.
                InlineToken::Expression if self.dialect.directives && ends_with_directive(run.text, range.start) => {
                    out.push_str(source);
                }
                InlineToken::Expression => {
                    let inner = source.get(1..source.len() - 1).unwrap_or_default();
                    let line = run.line_at(range.start);
                    let text = self.inline_expression(inner, line, run.one_line);
                    left_out = push_or_close_up(&text, run.text.get(range.end..), out);
                }
                InlineToken::Address { is_image: true } if is_for_dark(source) => {
                    let line = run.line_at(range.end);
                    // Its closing bracket is at the start of the next text.
                    match without_image(run, number, out) {
                        Some((alt, after)) => {
                            let address = self.asset(source, line);
                            out.push_str(&crate::page::pairs::dark(address, alt, None, (None, None)));
                            self.plain(after, run.text, line, out);
                            next += 1;
                        }
                        None => self.address(source, true, line, out),
                    }
                }
                InlineToken::Address { is_image } => self.address(source, *is_image, run.line_at(range.start), out),
                InlineToken::Empty(tag) => {
                    let line = run.line_at(range.start);
                    let is_link = run.tokens.is_in_link(range.start);
                    let inner = number + 1..number + 1;
                    let text = self.within(is_link, |this| this.element_in_text(run, tag, inner, source, line));
                    left_out = push_or_close_up(&text, run.text.get(range.end..), out);
                }
                InlineToken::Open(tag) => match partner.filter(|end| *end < numbers.end) {
                    Some(end) if self.depth < super::DEEPEST => {
                        let line = run.line_at(range.start);
                        let is_link = run.tokens.is_in_link(range.start);
                        let inner = number + 1..end;
                        let text = self.within(is_link, |this| {
                            this.deeper(1, |this| this.element_in_text(run, tag, inner, source, line))
                        });
                        let after = run.tokens.all.get(end).and_then(|(_, last)| run.text.get(last.end..));
                        left_out = push_or_close_up(&text, after, out);
                        next = end + 1;
                    }
                    Some(_) => {}
                    None if is_html_inline(tag.name) || !is_component(tag.name) => {
                        let line = run.line_at(range.start);
                        self.html_opening(tag, source, line, out);
                    }
                    None => {
                        out.push_str("&lt;");
                        out.push_str(source.get(1..).unwrap_or_default());
                    }
                },
                InlineToken::Close(name) => {
                    if partner.is_some() {
                        // Its opening tag was too deep.
                    } else if is_component(name) {
                        let line = run.line_at(range.start);
                        self.report_loss(LossKind::UnbalancedBlock, line, source, "closes nothing; left out");
                    } else if super::html::is_dropped(name) {
                        // Its opening tag was too deep as well.
                    } else if accepted::is_html(name) {
                        out.push_str(source);
                    } else {
                        out.push_str("&lt;");
                        out.push_str(source.get(1..).unwrap_or_default());
                    }
                }
            }
            number = next;
        }
    }

    /// The content between two tags.
    fn inner(&mut self, run: &Run<'_>, numbers: Range<usize>) -> String {
        let mut out = String::new();
        self.emit(run, numbers, &mut out);
        out
    }

    fn code_or_comment(&mut self, source: &str, line: u32, out: &mut String) {
        let is_over_lines = source.starts_with('`') && source.contains('\n');
        let source = &*if is_over_lines { Cow::Owned(in_one_block(source)) } else { Cow::Borrowed(source) };
        match self.macro_shown(source, false, line) {
            // Otherwise there would be two spaces.
            Some(shown) if shown.is_empty() && out.ends_with(' ') => drop(out.pop()),
            Some(shown) => out.push_str(&shown),
            None if self.dialect.marked_spans && source.starts_with('`') => {
                out.push_str(&crate::page::headings::without_languages(source));
            }
            None => out.push_str(source),
        }
    }

    fn address(&mut self, source: &str, is_image: bool, line: u32, out: &mut String) {
        let is_file = source
            .split(['#', '?'])
            .next()
            .and_then(|path| path.rsplit('.').next())
            .is_some_and(super::attributes::is_image);
        let target = if is_image || is_file { self.asset(source, line) } else { self.link(source, line) };
        // The text contains both brackets of a surrounding `<…>`.
        let is_bracketed = out.ends_with('<');
        if !is_bracketed && target.contains([' ', '(', ')']) && !is_balanced(&target)
            || target.is_empty() && !is_bracketed
        {
            out.push_str(&format!("<{target}>"));
        } else {
            out.push_str(&target);
        }
    }

    /// A component in a link or button, where nothing can be used on its own: its texts, and its address as code.
    fn still(&mut self, element: &Element, content: String, line: u32) -> String {
        let text = ["tip", "tooltip", "text", "headline", "content", "label", "name"]
            .iter()
            .find_map(|name| self.value(element, name));
        let address = ADDRESSES.iter().find_map(|name| self.value(element, name));
        let subject = format!("<{}>", element.name);
        let outcome = "its text stays: nothing in a link or a button can be used on its own";
        self.report_loss(LossKind::Attribute, line, &subject, outcome);
        let shown = match (content.trim(), text.map(|text| escaped_text(&text))) {
            ("", text) => text.unwrap_or_default(),
            (content, Some(text)) => format!("{content} ({text})"),
            (content, None) => content.to_owned(),
        };
        match address {
            Some(address) => format!("{shown} {}", super::plain::code_span(&address)),
            None => shown,
        }
    }

    /// An inline element, with the content between its tags.
    fn element_in_text(
        &mut self,
        run: &Run<'_>,
        tag: &Tag<'_>,
        inner: Range<usize>,
        source: &str,
        line: u32,
    ) -> String {
        if !tag.is_component() && tag.name != "include" {
            return self.html_in_text(run, tag, inner, source, line);
        }
        let mut element = Element { attributes: tag.attributes.clone(), ..Element::new(Notation::Tag, tag.name) };
        if let Some(given) = self.take_given(&mut element, line) {
            return given;
        }
        match self.resolve(&mut element) {
            Tagged::Html => {
                let tag = Tag { name: &element.name, ..tag.clone() };
                self.html_in_text(run, &tag, inner, &format!("<{}>", element.name), line)
            }
            Tagged::Drawing => self.image_in_text(&element, line),
            Tagged::Imported { path, export } => {
                let asked = Asked { element: &element, path: &path, export: &export, line, cut: Cut::All };
                match self.included_in_text(asked, run.one_line) {
                    Ok(text) => text,
                    Err(unresolved) => {
                        let content = self.inner(run, inner);
                        self.unresolved_in_text(unresolved, &element, content, line)
                    }
                }
            }
            Tagged::Own(own) => {
                let text = self.inner(run, inner);
                let element = Element { children: vec![crate::page::tree::Node::verbatim(line, text)], ..element };
                let nodes = self.own_component(&element, &own, line, None);
                self.joined(nodes, run.one_line)
            }
            Tagged::Computed => {
                let content = self.inner(run, inner);
                self.unknown_in_text((LossKind::CodeImport, &element.name), &element, content, line)
            }
            Tagged::Include | Tagged::Component(Component::Snippet) => {
                let content = self.inner(run, inner);
                let named = ["file", "src", "path"].iter().find_map(|attribute| self.value(&element, attribute));
                let path = named.unwrap_or_else(|| content.trim().to_owned());
                let asked = Asked { element: &element, path: &path, export: "default", line, cut: Cut::All };
                match self.included_in_text(asked, run.one_line) {
                    Ok(text) => text,
                    Err(unresolved) => self.unresolved_in_text(unresolved, &element, String::new(), line),
                }
            }
            Tagged::OwnTabs(_) => self.inner(run, inner),
            Tagged::Component(component) => {
                let content = self.inside(component, &element, |this| this.inner(run, inner));
                let escaped = with_escaped_marker(&content);
                let text = self.component_in_text(component, &element, content.clone(), line);
                // Without its tags, the content may begin a line.
                match (text.strip_prefix(&content), escaped) {
                    (Some(rest), Some(escaped)) => escaped + rest,
                    _ => text,
                }
            }
        }
    }

    /// Converts the content of a component; inside a link or button, nothing becomes interactive.
    pub(super) fn inside<T>(
        &mut self,
        component: Component,
        element: &Element,
        convert: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let is_link = matches!(component, Component::Button | Component::Link | Component::Anchor)
            && ADDRESSES.iter().any(|name| self.value(element, name).is_some());
        self.within(is_link, convert)
    }

    /// Runs a conversion, in a link or button or not.
    fn within<T>(&mut self, is_link: bool, convert: impl FnOnce(&mut Self) -> T) -> T {
        self.links += usize::from(is_link);
        let made = convert(self);
        self.links -= usize::from(is_link);
        made
    }

    /// An inline component, or one on a line of its own that is inline in ours.
    pub(super) fn component_in_text(
        &mut self,
        component: Component,
        element: &Element,
        content: String,
        line: u32,
    ) -> String {
        if self.links == 0 {
            let text = self.component_or_link(component, element, content, line);
            // An expression is data, such as a number.
            let is_anchor = |attribute: &Attribute| attribute.name == "id" && matches!(attribute.value, Value::Text(_));
            let id = element.attributes.iter().any(is_anchor).then(|| self.value(element, "id")).flatten();
            let id = id.filter(|id| !id.trim().is_empty()).map(|id| format!("id=\"{}\"", escaped(&id)));
            return match id.filter(|id| !text.contains(id)) {
                Some(id) => format!("<a {id}></a>{text}"),
                None => text,
            };
        }
        let text = self.attempt(|this| {
            let text = this.component_or_link(component, element, content.clone(), line);
            Some(text).filter(|text| !is_interactive(text))
        });
        text.unwrap_or_else(|| self.still(element, content, line))
    }

    /// A tooltip with its headline, followed by its link.
    fn tooltip(&self, element: &Element, content: String, line: u32) -> String {
        let value = |names: &[&str]| names.iter().find_map(|name| self.value(element, name));
        let shown = match (value(&["headline"]), value(&["tip", "text", "content"])) {
            (Some(headline), Some(tip)) => Some(format!("{headline}: {tip}")),
            (headline, tip) => headline.or(tip),
        };
        let made = match shown {
            Some(text) if !content.trim().is_empty() => {
                format!("<wc-tooltip text=\"{}\">{content}</wc-tooltip>", escaped(&text))
            }
            _ => content,
        };
        match value(&["href"]) {
            Some(href) => {
                let label = value(&["cta"]).unwrap_or_else(|| href.clone());
                format!("{made} ([{}]({}))", escaped_text(&label), self.link(&href, line))
            }
            None => made,
        }
    }

    fn component_or_link(&mut self, component: Component, element: &Element, content: String, line: u32) -> String {
        let value = |names: &[&str]| names.iter().find_map(|name| self.value(element, name));
        match component {
            Component::Icon => self.icon_in_text(element, content, line),
            Component::Tooltip => self.tooltip(element, content, line),
            Component::Check if content.trim().is_empty() => "<wc-icon name=\"check\" label=\"Yes\" />".to_owned(),
            Component::Cross if content.trim().is_empty() => "<wc-icon name=\"x\" label=\"No\" />".to_owned(),
            Component::Badge => self.badge(element, &content, line),
            Component::Button => self.button(element, &content, line),
            Component::Image => self.image_in_text(element, line),
            Component::Anchor if element.attributes.iter().all(|attribute| attribute.name != "href") => {
                self.registered_in_text(element, content, line)
            }
            Component::Link | Component::Anchor => match value(&["href", "to"]) {
                Some(href) => format!("[{content}]({})", self.link(&href, line)),
                None => content,
            },
            Component::Film => self.film_link(element),
            // Titles in one line with the text that follows.
            Component::Group if is_title_part(&element.name) && !content.trim().is_empty() => {
                format!("**{}** ", content.trim())
            }
            Component::Group | Component::Phrase => content,
            Component::Accordion
            | Component::Callout
            | Component::Card
            | Component::Check
            | Component::CodeBlock
            | Component::CodeGroup
            | Component::Color
            | Component::Columns
            | Component::Cross
            | Component::Details
            | Component::Endpoint
            | Component::Expandable
            | Component::Field
            | Component::File
            | Component::FileTree
            | Component::Frame
            | Component::HtmlBlock
            | Component::Listing
            | Component::Mermaid
            | Component::PackageManagers
            | Component::PageCards
            | Component::React
            | Component::Sandpack
            | Component::Snippet
            | Component::Step
            | Component::Steps
            | Component::Tab
            | Component::Table
            | Component::Tabs
            | Component::Tiles
            | Component::TypeTable
            | Component::Update
            | Component::Registered => self.registered_in_text(element, content, line),
        }
    }

    /// An inline component of the registry.
    fn registered_in_text(&mut self, element: &Element, content: String, line: u32) -> String {
        let name = element.name.as_str();
        if let Some(target) = other_tools::target(Notation::Tag, name) {
            let known = other_tools::known(target.component);
            if known.is_some_and(other_tools::Known::is_inline) {
                let mut made = self.made(element, target.component, target.changes, line);
                if made.name == "wc-color" && !made.has("hex") {
                    let named = ["name", "value"].iter().filter_map(|name| self.value(element, name));
                    return named.map(|text| escaped_text(&text)).collect::<Vec<_>>().join(" ");
                }
                if made.name == "wc-var" && !made.has("name") {
                    return self.value(element, "name").map_or(content, |name| super::plain::code_span(&name));
                }
                if made.name == "wc-download" && !made.has("href") {
                    let address = self.joined(std::mem::take(&mut made.children), true);
                    return format!("{content} {address}").trim().to_owned();
                }
                if made.name == "wc-download" {
                    made.set_if(Some(crate::page::headings::plain(&content)), "label");
                    return opening(&made, true);
                }
                let shown = std::mem::take(&mut made.children);
                let content = match self.joined(shown, true) {
                    shown if shown.is_empty() || content.is_empty() => shown + &content,
                    shown => format!("{shown} {content}"),
                };
                let holds = known.is_some_and(|known| known.content() != other_tools::Content::None);
                return match content.is_empty() {
                    true => opening(&made, true),
                    false if holds => format!("{}{content}</{}>", opening(&made, false), made.name),
                    false => format!("{} {content}", opening(&made, true)),
                };
            }
            // A block is not allowed inline: its text remains.
            let title = ["title", "label", "name"].iter().find_map(|attribute| self.value(element, attribute));
            let href = self.value(element, "href").map(|href| self.link(&href, line));
            let title = match (title, href) {
                (Some(title), Some(href)) => format!("[{}]({href}) ", escaped_text(&title)),
                (Some(title), None) => format!("**{}** ", escaped_text(&title)),
                _ => String::new(),
            };
            return format!("{title}{content}").trim_end().to_owned();
        }
        match other_tools::other(Notation::Tag, name) {
            Some(Outcome::Element(html)) => format!("<{html}>{content}</{html}>"),
            Some(Outcome::Removed) => content,
            Some(Outcome::Unwrapped | Outcome::Included | Outcome::Linked) => content,
            None => self.unknown_in_text((LossKind::UnknownComponent, name), element, content, line),
        }
    }

    /// An inline HTML element.
    fn html_in_text(&mut self, run: &Run<'_>, tag: &Tag<'_>, inner: Range<usize>, source: &str, line: u32) -> String {
        let name = tag.name;
        if name == "svg" {
            let first = inner.start.checked_sub(1).and_then(|first| run.tokens.all.get(first));
            let span = first.zip(run.tokens.all.get(inner.end)).map(|((_, first), (_, last))| first.start..last.end);
            let drawn = span.filter(|_| !tag.empty).and_then(|span| run.text.get(span));
            return drawn.map_or_else(String::new, |source| self.drawing(source, line));
        }
        if matches!(name, "script" | "style" | "link" | "meta") {
            self.hidden(name, &tag.attributes, line);
            return String::new();
        }
        if matches!(name, "object" | "embed") {
            let element = Element { attributes: tag.attributes.clone(), ..Element::new(Notation::Tag, name) };
            return self.embedded(&element, line);
        }
        if self.drops_hidden(name, &tag.attributes, line) {
            return String::new();
        }
        let has_text = inner.clone().any(|at| {
            let range = run.tokens.all.get(at).map(|(_, range)| range.clone());
            range.and_then(|range| run.text.get(range)).is_some_and(|text| !text.trim().is_empty())
        });
        if self.drops_control(name, &tag.attributes, has_text, line) {
            return String::new();
        }
        if let Some(shown) = self.html_without_text(tag, has_text, line) {
            return shown;
        }
        if matches!(name, "i" | "span") {
            let content: String = run
                .tokens
                .all
                .get(inner.clone())
                .into_iter()
                .flatten()
                .filter_map(|(_, range)| run.text.get(range.clone()))
                .collect();
            if let Some(icon) = self.font_icon(name, &tag.attributes, &content, line) {
                return icon;
            }
        }
        if name == "img" && self.dialect.mdx {
            let element = Element { attributes: tag.attributes.clone(), ..Element::new(Notation::Tag, "img") };
            return self.image_in_text(&element, line);
        }
        if let Some(shown) = self.gitbook_in_text(run, tag, inner.clone(), source, line) {
            return shown;
        }
        let mut out = String::new();
        if name == "picture" {
            self.picture.clear();
            let shown = self.attempt(|this| {
                Some(this.inner(run, inner.clone())).filter(|shown| crate::page::pairs::has_dark(shown))
            });
            if let Some(shown) = shown {
                return shown;
            }
        }
        self.html_opening(tag, source, line, &mut out);
        let is_open = !tag.empty && !is_void(name);
        let before = (self.is_literal, self.code_notation);
        self.is_literal |= tag.has("v-pre");
        self.code_notation = self.code_notation.within(name);
        self.emit(run, inner, &mut out);
        (self.is_literal, self.code_notation) = before;
        if is_open && !super::html::is_dropped(name) {
            if accepted::is_html(name) {
                out.push_str(&format!("</{name}>"));
            } else if !out.is_empty() {
                out.push_str(&format!("&lt;/{name}>"));
            }
        }
        out
    }

    /// An inline HTML element without text in which a style sheet of the site shows one.
    fn html_without_text(&mut self, tag: &Tag<'_>, has_text: bool, line: u32) -> Option<String> {
        let name = tag.name;
        if has_text || !accepted::is_html(name) || is_void(name) {
            return None;
        }
        let text = self.generated_text(&tag.attributes)?;
        let mut made = TargetElement::new(name);
        made.attributes = self.html_attributes(name, &tag.attributes, line);
        Some(format!("{}{text}</{name}>", opening(&made, false)))
    }

    /// An inline HTML element with a meaning of its own in GitBook: a mention, a button, colored text.
    fn gitbook_in_text(
        &mut self,
        run: &Run<'_>,
        tag: &Tag<'_>,
        inner: Range<usize>,
        source: &str,
        line: u32,
    ) -> Option<String> {
        if let Some(title) = self.mentioned(run, tag, inner.clone()) {
            let mut out = String::new();
            self.html_opening(tag, source, line, &mut out);
            return Some(format!("{out}{title}</a>"));
        }
        if tag.name == "a" && self.dialect.liquid && is_button(tag) {
            let content = self.inner(run, inner);
            let look = tag.text("class").unwrap_or_default();
            let look = look.split_whitespace().find(|word| *word != "button").unwrap_or_default().to_owned();
            let mut element = Element { attributes: tag.attributes.clone(), ..Element::new(Notation::Tag, "Button") };
            element.attributes.push(Attribute { name: "variant".to_owned(), value: Value::Text(look) });
            for attribute in element.attributes.iter_mut().filter(|attribute| attribute.name == "data-icon") {
                "icon".clone_into(&mut attribute.name);
            }
            return Some(self.button(&element, &content, line));
        }
        if tag.name == "mark" && self.dialect.liquid && is_colored_text(tag) {
            self.drop_attribute("style", line);
            return Some(self.inner(run, inner));
        }
        None
    }

    /// The title of the page that an HTML link of GitBook mentions: one that says so, or whose text is the file's name.
    fn mentioned(&self, run: &Run<'_>, tag: &Tag<'_>, inner: Range<usize>) -> Option<String> {
        let href = tag.text("href").filter(|_| tag.name == "a" && self.dialect.liquid)?;
        let tokens = run.tokens.all.get(inner).unwrap_or_default();
        let text: String = tokens.iter().filter_map(|(_, range)| run.text.get(range.clone())).collect();
        let is_mention = tag.has("data-mention") || super::mentions::is_file_name(&text, href);
        is_mention.then(|| self.target_title(href)).flatten().map(|title| escaped_text(&title))
    }

    /// Takes the image of a `<source>` in a `<picture>`, which its `<img>` shows if it has no own. Returns whether it has one.
    fn takes_source(&mut self, tag: &Tag<'_>, line: u32) -> bool {
        let Some(set) = tag.text("srcset") else { return false };
        self.picture.push((super::media::first_of_set(&decoded(set)).to_owned(), line));
        true
    }

    /// The opening tag of an HTML element, with its URLs rewritten.
    fn html_opening(&mut self, tag: &Tag<'_>, source: &str, line: u32, out: &mut String) {
        if self.drops_control(tag.name, &tag.attributes, true, line) {
            return;
        }
        self.report_hiding(tag.name, &tag.attributes, line);
        if tag.name == "div" && self.dialect.liquid && tag.text("data-tag") == Some("hint") {
            self.report_loss(
                LossKind::Attribute,
                line,
                "<div data-tag=\"hint\">",
                "its content stays, without the box",
            );
        }
        self.report_behavior(tag.name, &tag.attributes, line);
        if super::html::is_dropped(tag.name) {
            return;
        }
        if !accepted::is_html(tag.name) {
            out.push_str("&lt;");
            out.push_str(source.get(1..).unwrap_or_default());
            return;
        }
        if tag.attributes.is_empty() && !tag.empty {
            out.push_str(source);
            return;
        }
        if is_dark_image(tag.name, &tag.attributes) {
            out.push_str(&self.dark_image(&tag.attributes, line));
            return;
        }
        if tag.name == "source" && self.takes_source(tag, line) {
            return;
        }
        let mut made = TargetElement::new(tag.name);
        made.attributes = self.html_attributes(tag.name, &tag.attributes, line);
        if tag.name == "img" {
            let source = tag.text("srcset").map(|set| super::media::first_of_set(&decoded(set)).to_owned());
            let mut others = std::mem::take(&mut self.picture);
            if !made.has("src") && source.is_none() && !others.is_empty() {
                let (source, at) = others.remove(0);
                made.attributes.insert(0, ("src".to_owned(), Some(self.asset(&source, at))));
                let outcome = "its image is shown on all screens, whatever its `media` says";
                self.count_loss(LossKind::Attribute, at, "<source srcset>", outcome);
            } else if let Some(source) = source.filter(|_| !made.has("src")) {
                made.attributes.insert(0, ("src".to_owned(), Some(self.asset(&source, line))));
            }
            for (_, at) in others {
                let outcome = "an image for some screens or browsers: left out; `<img>` shows one for all";
                self.count_loss(LossKind::Attribute, at, "<source srcset>", outcome);
            }
        }
        out.push_str(&opening(&made, is_void(tag.name)));
        if tag.empty && !is_void(tag.name) {
            out.push_str(&format!("</{}>", tag.name));
        }
    }
}

/// A code span without a line that begins with `<`, since HTML there ends its paragraph (CommonMark 4.6). A line ending in
/// a code span is a space (6.1).
fn in_one_block(span: &str) -> String {
    let mut lines = span.split('\n');
    let mut out = lines.next().unwrap_or_default().to_owned();
    for line in lines {
        let text = line.trim_start();
        let (end, line) = if text.starts_with('<') { (' ', text) } else { ('\n', line) };
        out.push(end);
        out.push_str(line);
    }
    out
}

/// Whether a part of a component is its title.
fn is_title_part(name: &str) -> bool {
    matches!(name, "AccordionTrigger" | "AlertTitle" | "CardTitle")
}

/// Whether a mark of GitBook only has a color for its text: with one for its background it is a highlight.
fn is_colored_text(tag: &Tag<'_>) -> bool {
    let style = tag.text("style").unwrap_or_default();
    let names = || style.split(';').filter_map(|declaration| declaration.split_once(':')).map(|(name, _)| name.trim());
    names().any(|name| name == "color") && names().all(|name| !name.starts_with("background"))
}

/// Whether a link looks like a button in GitBook.
fn is_button(tag: &Tag<'_>) -> bool {
    tag.text("class").is_some_and(|class| class.split_whitespace().any(|word| word == "button"))
}

/// Appends the result of a part. If it is empty and was alone on its line, the line is removed too, since an empty line
/// would end the paragraph. At an end of emphasized text, the blanks next to it are removed, since delimiters next to blanks
/// are text; so are the delimiters if nothing is left between them. Returns how many of the bytes after it are left out.
fn push_or_close_up(text: &str, after: Option<&str>, out: &mut String) -> usize {
    const MARKS: [char; 2] = ['*', '_'];
    if !text.is_empty() {
        out.push_str(text);
        return 0;
    }
    let after = after.unwrap_or_default();
    if out.trim_end_matches([' ', '\t']).ends_with('\n') && after.starts_with('\n') {
        out.truncate(out.trim_end().len());
    }
    let behind = after.trim_start_matches(MARKS);
    let closing = after.strip_suffix(behind).filter(|_| !behind.starts_with(char::is_alphanumeric)).unwrap_or_default();
    let before = out.trim_end_matches(MARKS);
    let begins = before.chars().next_back().is_none_or(|c| c.is_whitespace() || c == '(');
    let opening = out.strip_prefix(before).filter(|_| begins).unwrap_or_default();
    match (opening.is_empty(), closing.is_empty()) {
        (false, true) => after.len() - after.trim_start_matches(' ').len(),
        (true, false) => {
            out.truncate(out.trim_end_matches(' ').len());
            0
        }
        (false, false) if opening == closing => {
            out.truncate(before.len());
            closing.len()
        }
        _ => 0,
    }
}

/// Removes the start of an image whose URL has this number, if only its bracket and an attribute list follow: returns
/// its text and the rest.
fn without_image<'t>(run: &Run<'t>, number: usize, out: &mut String) -> Option<(String, &'t str)> {
    let after = match run.tokens.all.get(number + 1) {
        Some((InlineToken::Text, range)) => run.text.get(range.clone())?.strip_prefix(')')?,
        _ => return None,
    };
    let list = after.strip_prefix('{').and_then(|list| list.split_once('}'));
    let start = out.rfind("![")?;
    let alt = out.get(start + "![".len()..)?.strip_suffix("](")?.to_owned();
    out.truncate(start);
    Some((alt, list.map_or(after, |(_, after)| after)))
}

/// Whether a URL has balanced brackets and no space.
fn is_balanced(target: &str) -> bool {
    let mut open = 0_i32;
    for c in target.chars() {
        match c {
            '(' => open += 1,
            ')' => open -= 1,
            ' ' => return false,
            _ => {}
        }
        if open < 0 {
            return false;
        }
    }
    open == 0
}

/// Whether a text begins with a component of ours that cannot be in a link.
fn is_interactive(text: &str) -> bool {
    let name = text.strip_prefix('<').and_then(|rest| rest.split([' ', '>', '/']).next());
    name.and_then(other_tools::known).is_some_and(other_tools::Known::is_interactive)
}

/// Whether a text directive ends at a position: `:name` or `:name[content]`.
/// <https://github.com/remarkjs/remark-directive#syntax>
fn ends_with_directive(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    let named = match before.strip_suffix(']') {
        Some(inner) => inner.rfind('[').and_then(|open| inner.get(..open)),
        None => Some(before),
    };
    let Some(named) = named else { return false };
    let start = named.trim_end_matches(|c: char| c.is_alphanumeric() || matches!(c, '-' | '_'));
    let name = named.get(start.len()..).unwrap_or_default();
    name.starts_with(char::is_alphabetic) && start.ends_with(':') && !start.ends_with("::")
}

/// Inline text that begins like a block, with that marker escaped; none if it does not.
fn with_escaped_marker(text: &str) -> Option<String> {
    let word = text.split([' ', '\n']).next().unwrap_or_default();
    let mark = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let number = word.strip_suffix(mark)?;
    let is_block = match number {
        "" => matches!(mark, "-" | "+" | "*" | ">" | "#" | "##" | "###" | "####" | "#####" | "######"),
        _ => matches!(mark, "." | ")"),
    };
    let rest = text.strip_prefix(number)?;
    is_block.then(|| format!("{number}\\{rest}"))
}
