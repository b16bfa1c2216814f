//! Cards, grids, columns, buttons, badges, changelog entries.

use super::group::may_hold;
use super::inline::ADDRESSES;
use super::{Converter, Kind, Node};
use crate::literal::Literal;
use crate::page::read::tokens::{InlineToken, elements, opening_tags, tokens};
use crate::page::tree::{Attribute, Element, TargetElement};
use crate::page::write::escaped_text;
use crate::page::write::opening;
use crate::project::Dialect;
use crate::report::LossKind;
use engine::other_tools::Value as Form;

impl Converter<'_> {
    /// A card. Its call to action becomes a line of text in it.
    pub(super) fn card(&mut self, element: Element, line: u32, out: &mut Vec<Node>) {
        let mut element = element;
        for attribute in &mut element.attributes {
            if matches!(attribute.name.as_str(), "to" | "link") {
                "href".clone_into(&mut attribute.name);
            }
        }
        let action = self.value(&element, "cta").filter(|text| !text.trim().is_empty());
        element.attributes.retain(|attribute| attribute.name != "cta");
        let Some(mut made) = self.made_by_table(&element, line) else { return };
        let children = self.nodes(element.children, Some("wc-card"));
        made.children.extend(children);
        if let Some(action) = action {
            made.children.push(Node { line, kind: Kind::Blank });
            made.children.push(Node::text(line, format!("**{}**", escaped_text(action.trim()))));
        }
        out.push(made.at(line));
    }

    /// `CardGroup` and equivalents.
    pub(super) fn tiles(&mut self, element: Element, line: u32, out: &mut Vec<Node>) {
        let mut element = element;
        for attribute in element.attributes.iter_mut().filter(|attribute| attribute.name == "columns") {
            "cols".clone_into(&mut attribute.name);
        }
        let Some(made) = self.made_by_table(&element, line) else { return };
        let children = self.nodes(element.children, Some("wc-tiles"));
        self.grid(made, children, line, out);
    }

    /// A component that accepts only certain children, such as a grid of cards: other content ends it.
    pub(super) fn grid(&mut self, made: TargetElement, children: Vec<Node>, line: u32, out: &mut Vec<Node>) {
        let mut grid = made.clone();
        let mut others = std::mem::take(&mut grid.children);
        out.append(&mut others);
        let mut children = children;
        out.append(&mut super::comment::taken(&mut children));
        for child in children {
            let fits = matches!(&child.kind, Kind::Target(child) if may_hold(&made.name, child));
            if fits {
                grid.children.push(child);
                continue;
            }
            if child.is_blank() {
                continue;
            }
            if !grid.children.is_empty() {
                let mut next = made.clone();
                next.children.clear();
                out.push(std::mem::replace(&mut grid, next).at(line));
            }
            out.push(Node { line, kind: Kind::Blank });
            out.push(child);
            out.push(Node { line, kind: Kind::Blank });
        }
        if !grid.children.is_empty() {
            out.push(grid.at(line));
        }
    }

    /// `Columns`: a grid if it contains only cards.
    pub(super) fn columns(&mut self, element: Element, line: u32, out: &mut Vec<Node>) {
        let Some(mut made) = self.made_by_table(&element, line) else { return };
        let mut columns = Vec::new();
        for node in element.children {
            let at = node.line;
            match node.kind {
                Kind::Element(column) if matches!(column.name.as_str(), "Column" | "column" | "div") => {
                    let children = self.nodes(column.children, Some("wc-columns"));
                    columns.push(TargetElement::new("div").holding(children).at(at));
                }
                Kind::Blank => {}
                kind => {
                    let nodes = self.nodes(vec![Node { line: at, kind }], Some("wc-columns"));
                    columns.extend(nodes.into_iter().filter(|node| !node.is_blank()));
                }
            }
        }
        out.append(&mut super::comment::taken(&mut columns));
        let is_card = |node: &Node| matches!(&node.kind, Kind::Target(made) if made.name == "wc-card");
        if columns.iter().all(is_card) {
            let mut tiles = TargetElement::new("wc-tiles");
            tiles.set_if(made.get("cols").map(ToOwned::to_owned), "cols");
            let before = std::mem::take(&mut made.children);
            out.extend(before);
            if !columns.is_empty() {
                out.push(tiles.holding(columns).at(line));
            }
            return;
        }
        let count = columns.iter().filter(|node| matches!(node.kind, Kind::Target(_))).count();
        if !made.has("cols") && (3..=6).contains(&count) {
            made.set("cols", Some(count.to_string()));
        }
        made.children.extend(columns);
        out.push(made.at(line));
    }

    /// `Badge`: `type` and `color` determine the variant.
    pub(super) fn badge(&mut self, element: &Element, content: &str) -> String {
        let label = ["text", "label"].iter().find_map(|name| self.value(element, name));
        let look = ["variant", "type", "color"].iter().find_map(|name| self.value(element, name));
        let variant = look.and_then(|look| variant_of(&look));
        let content = if content.trim().is_empty() { label.unwrap_or_default() } else { content.to_owned() };
        let content = if content.contains('<') { content } else { content.trim().to_owned() };
        if content.is_empty() {
            return String::new();
        }
        let mut made = TargetElement::new("wc-badge");
        made.set_if(variant.map(ToOwned::to_owned), "variant");
        format!("{}{content}</wc-badge>", opening(&made, false))
    }

    /// `Button`, `LinkButton`.
    pub(super) fn button(&mut self, element: &Element, content: &str, line: u32) -> String {
        let href = ADDRESSES.iter().find_map(|name| self.value(element, name));
        let label = ["label", "text", "title"].iter().find_map(|name| self.value(element, name));
        let content = if content.trim().is_empty() { label.unwrap_or_default() } else { content.to_owned() };
        let mut made = TargetElement::new("wc-button");
        if let Some(href) = href.filter(|href| !href.trim().is_empty()) {
            match self.fitting("wc-button", ("href", Form::Url), &href, line) {
                Some(address) => made.set("href", address),
                None => return format!("{} {}", content.trim(), self.refused_url(element, "href", &href, line)),
            }
        }
        let look = ["variant", "intent", "type"].iter().find_map(|name| self.value(element, name));
        let variant = look.and_then(|look| match look.as_str() {
            "secondary" | "outline" | "outlined" => Some("outline"),
            "minimal" | "ghost" | "text" => Some("ghost"),
            "danger" | "destructive" => Some("danger"),
            _ => None,
        });
        made.set_if(variant.map(ToOwned::to_owned), "variant");
        if made.get("href").is_none() {
            return content;
        }
        format!("{}{}</wc-button>", opening(&made, false), content.trim())
    }

    /// `Update`: a changelog entry.
    pub(super) fn update(&mut self, element: Element, line: u32, out: &mut Vec<Node>) {
        let mut made = TargetElement::new("wc-update");
        made.set_if(self.value(&element, "label"), "label");
        made.set_if(self.value(&element, "version"), "version");
        let date = ["date", "description"].iter().find_map(|name| self.value(&element, name));
        let is_date = |text: &String| text.bytes().filter(u8::is_ascii_digit).count() >= 4 && text.len() <= 40;
        let (date, text) = match date {
            Some(date) if is_date(&date) => (Some(date), None),
            other => (None, other),
        };
        made.set_if(date, "date");
        if let Some(text) = text.filter(|text| !text.is_empty()) {
            made.children.push(Node::text(line, format!("**{}**", escaped_text(&text))));
            made.children.push(Node { line, kind: Kind::Blank });
        }
        let mut tags: Vec<String> = match self.literal_value(&element, "tags") {
            Some(Literal::List(tags)) => tags.iter().filter_map(Literal::as_text).collect(),
            // GitBook: a list of slugs.
            Some(Literal::Text(tags)) => tags.split(',').map(|tag| crate::paths::words(tag.trim())).collect(),
            _ => Vec::new(),
        };
        if let Some(at) = tags.iter().position(|tag| type_of_update(tag).is_some()) {
            made.set_if(type_of_update(&tags.remove(at)).map(ToOwned::to_owned), "type");
        }
        tags.retain(|tag| !tag.is_empty());
        if !tags.is_empty() {
            let badges = tags.iter().map(|tag| format!("<wc-badge>{}</wc-badge>", escaped_text(tag)));
            made.children.push(Node::text(line, badges.collect::<Vec<_>>().join(" ")));
            made.children.push(Node { line, kind: Kind::Blank });
        }
        let children = self.nodes(element.children, Some("wc-update"));
        made.children.extend(children);
        out.push(made.at(line));
    }

    /// `DocCardList`, `DocsCategory`: the pages near or below this one, as cards.
    pub(super) fn cards_of_pages(&mut self, element: &Element, line: u32, out: &mut Vec<Node>) {
        if self.listed(element, line, out) {
            return;
        }
        match self.tiles_of_pages(true, line) {
            Some(tiles) => out.push(tiles),
            None => self.unknown((LossKind::UnknownComponent, &element.name), element, Vec::new(), line, out),
        }
    }

    /// The pages below or next to this one as cards. `None` if there are none.
    pub(in crate::page) fn tiles_of_pages(&mut self, beside: bool, line: u32) -> Option<Node> {
        let pages = self.around.neighbors(&self.file, beside);
        if pages.is_empty() {
            return None;
        }
        let cards = pages.into_iter().map(|page| {
            let mut card = TargetElement::new("wc-card").with("title", page.title).with("href", page.address);
            card.set_if(page.description, "description");
            card.at(line)
        });
        Some(TargetElement::new("wc-tiles").holding(cards.collect()).at(line))
    }

    /// `<div class="grid cards" markdown>` of MkDocs: its lists become cards.
    pub(super) fn grid_of_cards(&mut self, element: Element, line: u32, out: &mut Vec<Node>) {
        let mut cards = Vec::new();
        for node in element.children {
            let at = node.line;
            match node.kind {
                Kind::Item { children, .. } => {
                    let children = self.nodes(children, Some("wc-card"));
                    let children =
                        children.into_iter().filter(|node| !matches!(&node.kind, Kind::Text(text) if text == "---"));
                    cards.push(TargetElement::new("wc-card").holding(children.collect()).at(at));
                }
                Kind::Blank => {}
                kind => {
                    let nodes = self.nodes(vec![Node { line: at, kind }], None);
                    if cards.is_empty() {
                        out.extend(nodes);
                    } else {
                        cards.push(TargetElement::new("wc-card").holding(nodes).at(at));
                    }
                }
            }
        }
        if !cards.is_empty() {
            out.push(TargetElement::new("wc-tiles").holding(cards).at(line));
        }
    }

    /// `<table data-view="cards">` of GitBook: each row becomes a card.
    pub(super) fn card_table(&mut self, element: Element, line: u32, out: &mut Vec<Node>) {
        let mut hidden = Vec::new();
        let mut cards = Vec::new();
        for (is_head, cells, at) in self.rows(element) {
            if is_head {
                hidden = cells;
                continue;
            }
            let mut card = TargetElement::new("wc-card");
            let mut texts = Vec::new();
            for (number, cell) in cells.iter().enumerate() {
                let kind = hidden.get(number).map(String::as_str).unwrap_or_default();
                match (first_target(cell), kind) {
                    (Some(href), kind) if kind.contains("card-cover") => {
                        card.set_if(Some(href), "img");
                    }
                    (Some(href), kind) if kind.contains("card-target") => card.set_if(Some(href), "href"),
                    _ => {
                        let words = crate::page::headings::plain(cell);
                        if !words.is_empty() {
                            texts.push((cell.clone(), words));
                        }
                    }
                }
            }
            let mut texts = texts.into_iter();
            if let Some((_, title)) = texts.next() {
                card.set_if(Some(title), "title");
            }
            card.children =
                texts.flat_map(|(text, _)| [Node::text(at, text), Node { line: at, kind: Kind::Blank }]).collect();
            cards.push(card.at(at));
        }
        if !cards.is_empty() {
            out.push(TargetElement::new("wc-tiles").holding(cards).at(line));
        }
    }

    /// The rows of an HTML table: whether each is a header, and its cells; for a header the purposes of its columns.
    fn rows(&mut self, element: Element) -> Vec<(bool, Vec<String>, u32)> {
        let mut out = Vec::new();
        let mut open: Vec<(Node, bool)> = element.children.into_iter().rev().map(|node| (node, false)).collect();
        while let Some((node, in_head)) = open.pop() {
            let line = node.line;
            match node.kind {
                Kind::Element(row) if row.name == "tr" => {
                    let mut cells = Vec::new();
                    for cell in row.children {
                        let Kind::Element(cell) = cell.kind else { continue };
                        if in_head {
                            cells.push(names(&cell.attributes));
                        } else {
                            let nodes = self.nodes(cell.children, None);
                            cells.push(self.joined(nodes, true));
                        }
                    }
                    out.push((in_head, cells, line));
                }
                Kind::Element(part) => {
                    let is_head = in_head || part.name == "thead";
                    open.extend(part.children.into_iter().rev().map(|node| (node, is_head)));
                }
                Kind::Text(text) => out.extend(self.rows_of_text(&text, line)),
                _ => {}
            }
        }
        out
    }

    /// The rows in raw HTML on one line.
    fn rows_of_text(&mut self, text: &str, line: u32) -> Vec<(bool, Vec<String>, u32)> {
        let head = elements(text, &["thead"]).into_iter().next().map(|head| head.range);
        let mut out = Vec::new();
        for row in elements(text, &["tr"]) {
            let in_head = head.as_ref().is_some_and(|head| head.contains(&row.range.start));
            let source = text.get(row.content).unwrap_or_default();
            let cells = elements(source, &["td", "th"]).into_iter().map(|cell| {
                if in_head {
                    return names(&cell.tag.attributes);
                }
                self.inlines_of(source.get(cell.content).unwrap_or_default(), line, true)
            });
            let cells: Vec<String> = cells.collect();
            if !cells.is_empty() {
                out.push((in_head, cells, line));
            }
        }
        out
    }
}

/// The names of attributes, which give the purpose of a column in a table of cards.
fn names(attributes: &[Attribute]) -> String {
    attributes.iter().map(|attribute| attribute.name.as_str()).collect::<Vec<_>>().join(" ")
}

/// The first link or image target in a cell, of HTML or else of Markdown.
fn first_target(cell: &str) -> Option<String> {
    let href = opening_tags(cell).find_map(|(tag, _)| tag.text("href").map(ToOwned::to_owned));
    let address = || {
        let tokens = tokens(cell, Dialect::default(), false).all;
        tokens.into_iter().find_map(|(token, range)| match token {
            InlineToken::Address { .. } => cell.get(range).map(ToOwned::to_owned),
            _ => None,
        })
    };
    href.or_else(address)
}

/// The type of a changelog entry with this tag, if it says nothing else.
fn type_of_update(tag: &str) -> Option<&'static str> {
    Some(match tag.to_lowercase().as_str() {
        "added" | "new" | "new release" | "new releases" | "new features" => "added",
        "changed" | "changes" => "changed",
        "improved" | "improvement" | "improvements" => "improved",
        "fixed" | "fix" | "fixes" | "bug fix" | "bug fixes" => "fixed",
        "removed" => "removed",
        "deprecated" | "deprecations" => "deprecated",
        "security" => "security",
        _ => return None,
    })
}

/// The variant of `wc-badge` for a kind or color of another tool.
pub(crate) fn variant_of(look: &str) -> Option<&'static str> {
    let look = look.to_lowercase();
    Some(match look.as_str() {
        "info" | "blue" | "note" => "info",
        "success" | "green" | "tip" => "success",
        "warning" | "yellow" | "orange" | "caution" => "warning",
        "danger" | "red" | "error" => "danger",
        "purple" | "violet" => "purple",
        "gray" | "grey" | "neutral" | "secondary" => "neutral",
        _ => return None,
    })
}
