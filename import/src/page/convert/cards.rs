//! Cards, grids, columns, buttons, badges, entries of changelogs.

use super::group::may_hold;
use super::inline::escaped_text;
use super::{Converter, Kind, Node};
use crate::page::tree::{Element, Made};
use crate::page::write::opening;

impl Converter<'_> {
    /// A card. Its call to action is a line of text in it.
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

    /// `CardGroup` and its kin.
    pub(super) fn tiles(&mut self, element: Element, line: u32, out: &mut Vec<Node>) {
        let mut element = element;
        for attribute in element.attributes.iter_mut().filter(|attribute| attribute.name == "columns") {
            "cols".clone_into(&mut attribute.name);
        }
        let Some(made) = self.made_by_table(&element, line) else { return };
        let children = self.nodes(element.children, Some("wc-tiles"));
        self.grid(made, children, line, out);
    }

    /// A component that holds some components alone, such as a grid of cards: what is none of those ends it.
    pub(super) fn grid(&mut self, made: Made, children: Vec<Node>, line: u32, out: &mut Vec<Node>) {
        let mut grid = made.clone();
        let mut others = std::mem::take(&mut grid.children);
        out.append(&mut others);
        let mut children = children;
        out.append(&mut super::comment::taken(&mut children));
        for child in children {
            let fits = matches!(&child.kind, Kind::Made(child) if may_hold(&made.name, child));
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

    /// `Columns`: a grid where only cards stand in it.
    pub(super) fn columns(&mut self, element: Element, line: u32, out: &mut Vec<Node>) {
        let Some(mut made) = self.made_by_table(&element, line) else { return };
        let mut columns = Vec::new();
        for node in element.children {
            let at = node.line;
            match node.kind {
                Kind::Element(column) if matches!(column.name.as_str(), "Column" | "column" | "div") => {
                    let children = self.nodes(column.children, Some("wc-columns"));
                    columns.push(Made::new("div").holding(children).at(at));
                }
                Kind::Blank => {}
                kind => {
                    let nodes = self.nodes(vec![Node { line: at, kind }], Some("wc-columns"));
                    columns.extend(nodes.into_iter().filter(|node| !node.is_blank()));
                }
            }
        }
        out.append(&mut super::comment::taken(&mut columns));
        let is_card = |node: &Node| matches!(&node.kind, Kind::Made(made) if made.name == "wc-card");
        if columns.iter().all(is_card) {
            let mut tiles = Made::new("wc-tiles");
            tiles.set_if(made.get("cols").map(ToOwned::to_owned), "cols");
            let before = std::mem::take(&mut made.children);
            out.extend(before);
            if !columns.is_empty() {
                out.push(tiles.holding(columns).at(line));
            }
            return;
        }
        let count = columns.iter().filter(|node| matches!(node.kind, Kind::Made(_))).count();
        if !made.has("cols") && (3..=6).contains(&count) {
            made.set("cols", Some(count.to_string()));
        }
        made.children.extend(columns);
        out.push(made.at(line));
    }

    /// `Badge`: `type` and `color` are the variant.
    pub(super) fn badge(&mut self, element: &Element, content: &str) -> String {
        let label = ["text", "label"].iter().find_map(|name| self.value(element, name));
        let look = ["variant", "type", "color"].iter().find_map(|name| self.value(element, name));
        let variant = look.and_then(|look| variant_of(&look));
        let content = if content.trim().is_empty() { label.unwrap_or_default() } else { content.to_owned() };
        let content = if content.contains('<') { content } else { content.trim().to_owned() };
        if content.is_empty() {
            return String::new();
        }
        let mut made = Made::new("wc-badge");
        made.set_if(variant.map(ToOwned::to_owned), "variant");
        format!("{}{content}</wc-badge>", opening(&made, false))
    }

    /// `Button`, `LinkButton`.
    pub(super) fn button(&mut self, element: &Element, content: &str, line: u32) -> String {
        let href = ["href", "link", "to", "url"].iter().find_map(|name| self.value(element, name));
        let label = ["label", "text", "title"].iter().find_map(|name| self.value(element, name));
        let content = if content.trim().is_empty() { label.unwrap_or_default() } else { content.to_owned() };
        let mut made = Made::new("wc-button");
        made.set_if(href.map(|href| self.link(&href, line)), "href");
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

    /// `Update`: an entry of a changelog.
    pub(super) fn update(&mut self, element: Element, line: u32, out: &mut Vec<Node>) {
        let mut made = Made::new("wc-update");
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
        if let Some(crate::literal::Literal::List(tags)) = self.object(&element, "tags") {
            let tags: Vec<String> = tags
                .iter()
                .filter_map(crate::literal::Literal::as_text)
                .map(|tag| format!("<wc-badge>{}</wc-badge>", escaped_text(&tag)))
                .collect();
            if !tags.is_empty() {
                made.children.push(Node::text(line, tags.join(" ")));
                made.children.push(Node { line, kind: Kind::Blank });
            }
        }
        let children = self.nodes(element.children, Some("wc-update"));
        made.children.extend(children);
        out.push(made.at(line));
    }

    /// `DocCardList`, `DocsCategory`: the pages around this one, or below it, as cards.
    pub(super) fn cards_of_pages(&mut self, element: &Element, line: u32, out: &mut Vec<Node>) {
        if self.listed(element, line, out) {
            return;
        }
        match self.tiles_of_pages(true, line) {
            Some(tiles) => out.push(tiles),
            None => self.unknown(&element.name, line),
        }
    }

    /// The pages below this one as cards, or beside it. None: there are none.
    pub(in crate::page) fn tiles_of_pages(&mut self, beside: bool, line: u32) -> Option<Node> {
        let pages = self.around.neighbours(&self.file, beside);
        if pages.is_empty() {
            return None;
        }
        let cards = pages.into_iter().map(|page| {
            let mut card = Made::new("wc-card").with("title", page.title).with("href", page.address);
            card.set_if(page.description, "description");
            card.at(line)
        });
        Some(Made::new("wc-tiles").holding(cards.collect()).at(line))
    }

    /// `<div class="grid cards" markdown>` of MkDocs: a list in it is cards.
    pub(super) fn grid_of_cards(&mut self, element: Element, line: u32, out: &mut Vec<Node>) {
        let mut cards = Vec::new();
        for node in element.children {
            let at = node.line;
            match node.kind {
                Kind::Item { children, .. } => {
                    let children = self.nodes(children, Some("wc-card"));
                    let children =
                        children.into_iter().filter(|node| !matches!(&node.kind, Kind::Text(text) if text == "---"));
                    cards.push(Made::new("wc-card").holding(children.collect()).at(at));
                }
                Kind::Blank => {}
                kind => {
                    let nodes = self.nodes(vec![Node { line: at, kind }], None);
                    if cards.is_empty() {
                        out.extend(nodes);
                    } else {
                        cards.push(Made::new("wc-card").holding(nodes).at(at));
                    }
                }
            }
        }
        if !cards.is_empty() {
            out.push(Made::new("wc-tiles").holding(cards).at(line));
        }
    }

    /// `<table data-view="cards">` of GitBook: a row is a card.
    pub(super) fn card_table(&mut self, element: Element, line: u32, out: &mut Vec<Node>) {
        let mut hidden = Vec::new();
        let mut cards = Vec::new();
        for (is_head, cells, at) in self.rows(element) {
            if is_head {
                hidden = cells;
                continue;
            }
            let mut card = Made::new("wc-card");
            let mut texts = Vec::new();
            for (number, cell) in cells.iter().enumerate() {
                let kind = hidden.get(number).map(String::as_str).unwrap_or_default();
                let href = cell
                    .split_once("href=\"")
                    .and_then(|(_, rest)| rest.split_once('"'))
                    .map(|(href, _)| href.to_owned());
                let target =
                    cell.split_once("](").and_then(|(_, rest)| rest.split_once(')')).map(|(href, _)| href.to_owned());
                match (href.or(target), kind) {
                    (Some(href), kind) if kind.contains("card-cover") => {
                        card.set_if(Some(href), "img");
                    }
                    (Some(href), kind) if kind.contains("card-target") => card.set_if(Some(href), "href"),
                    _ => {
                        let words = super::headings::plain(cell);
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
            out.push(Made::new("wc-tiles").holding(cards).at(line));
        }
    }

    /// The rows of a table of HTML: whether each is the head, and its cells; of the head what its cells are for.
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
                            cells.push(cell.attributes.iter().map(|a| a.name.clone()).collect::<Vec<_>>().join(" "));
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
        let mut out = Vec::new();
        let mut in_head = false;
        for part in text.split("<tr") {
            let mut row = Vec::new();
            for cell in
                part.split("<td").skip(1).chain(part.split("<th").skip(1).filter(|cell| !cell.starts_with("ead")))
            {
                let Some((attributes, rest)) = cell.split_once('>') else { continue };
                let content = rest.split("</td").next().unwrap_or_default().split("</th").next().unwrap_or_default();
                row.push(if in_head { attributes.to_owned() } else { self.inlines_of(content, line, true) });
            }
            if !row.is_empty() {
                out.push((in_head, row, line));
            }
            if part.contains("<thead") {
                in_head = true;
            }
            if part.contains("</thead") {
                in_head = false;
            }
        }
        out
    }
}

/// The variant of a badge for a word that another tool has for its look.
fn variant_of(look: &str) -> Option<&'static str> {
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
