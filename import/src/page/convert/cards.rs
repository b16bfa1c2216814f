//! Cards, grids, columns, buttons, badges, changelog entries.

use super::group::may_hold;
use super::inline::ADDRESSES;
use super::{Converter, Kind, Node};
use crate::literal::Literal;
use crate::page::read::tokens::{InlineToken, elements, opening_tags, tokens};
use crate::page::tree::{Attribute, Element, TargetElement};
use crate::page::write::{escaped, escaped_text, opening};
use crate::project::Dialect;
use crate::report::LossKind;
use engine::other_tools::{Notation, Value as Form};

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

    /// `Badge`: `type` and `color` determine the variant. Without content, the first of its texts is shown.
    pub(super) fn badge(&mut self, element: &Element, content: &str, line: u32) -> String {
        const TEXTS: [&str; 6] = ["text", "label", "value", "content", "title", "name"];
        const TIPS: [&str; 4] = ["tooltip", "tip", "description", "title"];
        let first = |names: &[&'static str], taken: Option<&str>| {
            let names = names.iter().filter(|name| Some(**name) != taken);
            let mut texts = names.filter_map(|name| Some((*name, self.value(element, name)?)));
            texts.find(|(_, text)| !text.trim().is_empty())
        };
        let label = if content.trim().is_empty() { first(&TEXTS, None) } else { None };
        let tip = first(&TIPS, label.as_ref().map(|(name, _)| *name));
        let look = ["variant", "type", "color"].iter().find_map(|name| self.value(element, name));
        let variant = look.and_then(|look| variant_of(&look));
        let shown = [&label, &tip].into_iter().flatten().map(|(name, _)| *name).collect::<Vec<_>>();
        let label = label.map(|(_, text)| escaped_text(text.trim()));
        let content = label.unwrap_or_else(|| content.to_owned());
        let content = if content.contains('<') { content } else { content.trim().to_owned() };
        self.report_unshown(element, &shown, content.is_empty(), line);
        if element.attributes.iter().any(|attribute| attribute.name == "size") {
            self.drop_attribute("size", line);
        }
        if content.is_empty() {
            return String::new();
        }
        let mut made = TargetElement::new("wc-badge");
        made.set_if(variant.map(ToOwned::to_owned), "variant");
        let badge = format!("{}{content}</wc-badge>", opening(&made, false));
        match tip {
            // No tooltip can be in a link or a button.
            Some((_, tip)) if self.links > 0 => format!("{badge} ({})", escaped_text(&tip)),
            Some((_, tip)) => format!("<wc-tooltip text=\"{}\">{badge}</wc-tooltip>", escaped(&tip)),
            None => badge,
        }
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
        let content = self.with_icon(element, content.trim(), line);
        format!("{}{content}</wc-button>", opening(&made, false))
    }

    /// `Update`: a changelog entry.
    pub(super) fn update(&mut self, element: Element, line: u32, out: &mut Vec<Node>) {
        let mut made = TargetElement::new("wc-update");
        made.set_if(self.value(&element, "label"), "label");
        let mut version = self.value(&element, "version");
        if self.literal_value(&element, "rss").is_some() {
            self.report_loss(
                LossKind::Attribute,
                line,
                "rss of <Update>",
                "only the feed of the old site shows it; left out",
            );
            self.of_no_content();
        }
        let date = ["date", "description"].iter().find_map(|name| self.value(&element, name));
        let (date, text) = match date {
            Some(date) if is_date(&date) => (Some(date), None),
            Some(given) if version.is_none() && is_version(&given) => {
                version = Some(given);
                (None, None)
            }
            other => (None, other),
        };
        made.set_if(version, "version");
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
            let given = tags.get(at).and_then(|tag| type_of_update(tag));
            made.set_if(given.map(ToOwned::to_owned), "type");
            // Readers would miss the words of a tag with another name.
            if tags.get(at).is_some_and(|tag| given.is_some_and(|given| tag.eq_ignore_ascii_case(given))) {
                tags.remove(at);
            }
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
        let mut purposes = Vec::new();
        let mut cards = Vec::new();
        for row in rows(element.children) {
            if row.is_head {
                purposes = row.cells.into_iter().map(|cell| names(&cell.attributes)).collect();
                continue;
            }
            let mut card = TargetElement::new("wc-card");
            let mut texts = Vec::new();
            for (number, cell) in row.cells.into_iter().enumerate() {
                let purpose = purposes.get(number).map(String::as_str).unwrap_or_default();
                self.card_cell(cell, purpose, row.line, &mut card, &mut texts);
            }
            let titled = texts.iter().position(|text| !crate::page::headings::plain(text).is_empty());
            card.set_if(titled.map(|at| crate::page::headings::plain(&texts.remove(at))), "title");
            let line = row.line;
            let texts = texts.into_iter();
            card.children = texts.flat_map(|text| [Node::text(line, text), Node { line, kind: Kind::Blank }]).collect();
            cards.push(card.at(line));
        }
        if !cards.is_empty() {
            out.push(TargetElement::new("wc-tiles").holding(cards).at(line));
        }
    }

    /// A cell of a row that becomes a card: its image, its target, its icon, or texts.
    fn card_cell(
        &mut self,
        cell: Element,
        purpose: &str,
        line: u32,
        card: &mut TargetElement,
        texts: &mut Vec<String>,
    ) {
        if purpose.contains("card-cover-dark") {
            // It is not converted: no page would use the copy of its file.
            if let Some(target) = target_of(&cell) {
                if self.around.path(&self.file, &crate::paths::decoded(&target)).is_none() {
                    // Reports that it does not exist.
                    self.asset(&target, line);
                    return;
                }
                let subject = format!("data-card-cover-dark: {target}");
                let outcome = "left out: a card has one image for light and dark pages";
                self.report_loss(LossKind::Attribute, line, &subject, outcome);
            }
            return;
        }
        let is_cover = purpose.contains("card-cover");
        if is_cover && let Some(target) = target_of(&cell) {
            card.set_if(Some(self.asset(&target, line)), "img");
            return;
        }
        let is_attribute = is_cover || purpose.contains("card-target");
        if purpose.contains("data-hidden") && !is_attribute {
            // Readers of the old site did not see it.
            return;
        }
        let nodes = self.nodes(cell.children, None);
        if is_attribute {
            let Some(target) = first_target(&self.joined(nodes, true)) else { return };
            card.set_if(Some(target), if is_cover { "img" } else { "href" });
            return;
        }
        for part in self.texts_of_cell(nodes) {
            match only_icon(&part) {
                Some(icon) if texts.is_empty() && !card.has("icon-name") => card.set_if(Some(icon), "icon-name"),
                _ => texts.push(part),
            }
        }
    }

    /// The texts of blocks, each on one line; headings are bold.
    fn texts_of_cell(&mut self, nodes: Vec<Node>) -> Vec<String> {
        let mut out = Vec::new();
        for node in nodes.into_iter().filter(|node| !node.is_blank()) {
            let text = match node.kind {
                Kind::Heading { text, .. } => {
                    let (text, _) = crate::page::headings::explicit_id(&text);
                    let is_bold = text.contains("**") || only_icon(&text).is_some();
                    if is_bold { text } else { format!("**{}**", text.trim()) }
                }
                kind => self.joined(vec![Node { line: node.line, kind }], true),
            };
            if !text.trim_matches(['*', ' ']).is_empty() {
                out.push(text.trim().to_owned());
            }
        }
        out
    }
}

/// A row of an HTML table.
struct Row {
    is_head: bool,
    cells: Vec<Element>,
    line: u32,
}

/// The rows of an HTML table, also of raw HTML in its text.
fn rows(children: Vec<Node>) -> Vec<Row> {
    let mut out = Vec::new();
    let mut open: Vec<(Node, bool)> = children.into_iter().rev().map(|node| (node, false)).collect();
    while let Some((node, is_head)) = open.pop() {
        let line = node.line;
        match node.kind {
            Kind::Element(row) if row.name == "tr" => {
                let cells = row.children.into_iter().filter_map(|cell| match cell.kind {
                    Kind::Element(cell) => Some(*cell),
                    _ => None,
                });
                out.push(Row { is_head, cells: cells.collect(), line });
            }
            Kind::Element(part) => {
                let is_head = is_head || part.name == "thead";
                open.extend(part.children.into_iter().rev().map(|node| (node, is_head)));
            }
            Kind::Text(text) => rows_of_text(&text, line, &mut out),
            _ => {}
        }
    }
    out
}

/// The rows in raw HTML on one line.
fn rows_of_text(text: &str, line: u32, out: &mut Vec<Row>) {
    let head = elements(text, &["thead"]).into_iter().next().map(|head| head.range);
    for row in elements(text, &["tr"]) {
        let is_head = head.as_ref().is_some_and(|head| head.contains(&row.range.start));
        let source = text.get(row.content).unwrap_or_default();
        let cells = elements(source, &["td", "th"]).into_iter().map(|cell| {
            let children = blocks_of_text(source.get(cell.content).unwrap_or_default(), line);
            Element { attributes: cell.tag.attributes, children, ..Element::new(Notation::Tag, cell.tag.name) }
        });
        let cells: Vec<Element> = cells.collect();
        if !cells.is_empty() {
            out.push(Row { is_head, cells, line });
        }
    }
}

/// The headings, paragraphs and other texts in raw HTML.
fn blocks_of_text(text: &str, line: u32) -> Vec<Node> {
    let mut out = Vec::new();
    let mut done = 0;
    for found in elements(text, &["h1", "h2", "h3", "h4", "h5", "h6", "p"]) {
        out.push(Node::text(line, text.get(done..found.range.start).unwrap_or_default()));
        let content = text.get(found.content).unwrap_or_default().trim();
        out.push(match found.tag.name.strip_prefix('h').and_then(|level| level.parse().ok()) {
            Some(level) => Node { line, kind: Kind::Heading { level, text: content.to_owned() } },
            None => Node::text(line, content),
        });
        done = found.range.end;
    }
    out.push(Node::text(line, text.get(done..).unwrap_or_default()));
    out.retain(|node| !matches!(&node.kind, Kind::Text(text) if text.trim().is_empty()));
    out
}

/// Whether a text is a date or a part of one: it has a year, or a month with a day.
fn is_date(text: &str) -> bool {
    const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let mut words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let is_year = |word: &str| word.len() == 4 && is_number(word) && (word.starts_with("19") || word.starts_with("20"));
    let is_month = |word: &str| MONTHS.iter().any(|month| word.to_lowercase().starts_with(month));
    let has_day = text.split(|c: char| !c.is_alphanumeric()).any(|word| word.starts_with(|c: char| c.is_ascii_digit()));
    let is_slashed = text.split('/').count() == 3 && text.split('/').all(is_number);
    text.len() <= 40 && (is_slashed || words.any(|word| is_year(word) || is_month(word) && has_day))
}

/// Whether a text is the number of a version.
fn is_version(text: &str) -> bool {
    let number = text.trim().strip_prefix(['v', 'V']).unwrap_or(text.trim());
    number.contains('.')
        && number.starts_with(|c: char| c.is_ascii_digit())
        && number.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+'))
}

/// The name of an icon of ours that is a whole text.
fn only_icon(text: &str) -> Option<String> {
    let (tag, range) = opening_tags(text).next()?;
    let is_whole = text.trim_matches(['*', ' ']).len() == range.len();
    tag.text("name").filter(|_| is_whole && tag.name == "wc-icon").map(ToOwned::to_owned)
}

/// The names of attributes, which give the purpose of a column in a table of cards.
fn names(attributes: &[Attribute]) -> String {
    attributes.iter().map(|attribute| attribute.name.as_str()).collect::<Vec<_>>().join(" ")
}

/// The first link or image target in the text of a cell.
fn target_of(cell: &Element) -> Option<String> {
    cell.children.iter().find_map(|node| match &node.kind {
        Kind::Text(text) => first_target(text),
        _ => None,
    })
}

/// The first link or image target in a text, of HTML or else of Markdown.
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
