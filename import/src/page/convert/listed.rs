//! Unknown components whose attributes contain all that they show: a list of cards, of properties.

use super::{Converter, Kind, Node};
use crate::literal::Literal;
use crate::page::tree::{Element, TargetElement, Value};
use crate::page::write::escaped_text;
use crate::report::LossKind;

/// The greatest nesting of properties.
const DEEPEST: usize = 12;

/// The names of a card's title.
const TITLES: &[&str] = &["title", "name", "label"];
const TARGETS: &[&str] = &["href", "link", "url", "to"];

impl Converter<'_> {
    /// Converts the lists in a component's attributes. Returns false if they are not such lists.
    pub(super) fn listed(&mut self, element: &Element, line: u32, out: &mut Vec<Node>) -> bool {
        let lists: Vec<(&str, Vec<Literal>)> = element
            .attributes
            .iter()
            .filter(|attribute| matches!(attribute.value, Value::Expression(_)))
            .filter_map(|attribute| match self.literal_value(element, &attribute.name) {
                Some(Literal::List(items)) if !items.is_empty() => Some((attribute.name.as_str(), items)),
                _ => None,
            })
            .collect();
        let [(list, items)] = lists.as_slice() else { return false };
        if !element.children.iter().all(Node::is_silent) {
            return false;
        }
        let is_card_list = items.iter().all(is_card);
        let made = if is_card_list {
            let cards = items.iter().map(|item| self.card_of(item, line)).collect();
            TargetElement::new("wc-tiles").holding(cards)
        } else if items.iter().all(is_property) {
            let fields = items.iter().map(|item| self.property(item, line, 0)).collect();
            TargetElement::new("wc-fields").with("title", "").holding(fields)
        } else {
            return false;
        };
        self.around_list(element, list, if is_card_list { "cards" } else { "fields" }, line, out);
        out.push(made.at(line));
        true
    }

    /// The title and the texts in the other attributes of a component whose list is kept. Reports the attributes that are
    /// left out, and what its own code shows.
    fn around_list(&mut self, element: &Element, list: &str, kept: &str, line: u32, out: &mut Vec<Node>) {
        let title = ["title", "heading"]
            .into_iter()
            .find(|name| self.value(element, name).is_some_and(|title| !title.trim().is_empty()));
        if let Some(title) = title.and_then(|name| self.value(element, name)) {
            let title = Node::text(line, format!("**{}**", escaped_text(&title)));
            out.extend([title, Node { line, kind: Kind::Blank }]);
        }
        let used: Vec<&str> = title.into_iter().chain([list]).collect();
        let losses = self.losses.len();
        out.extend(self.prose(element, &used, line));
        let own = self.own_of_code(LossKind::UnknownComponent, &element.name);
        if let Some((own, shown)) = own.and_then(|own| Some((own, own.outcome(kept == "cards", false)?))) {
            // One line for all that is left out.
            let left_out: String = self.losses.drain(losses..).map(|loss| format!("; {}", loss.outcome)).collect();
            let outcome = format!("its list is kept as {kept}{left_out}; {shown}");
            self.report_loss(LossKind::UnknownComponent, line, &element.name, &outcome);
            if let Some(loss) = self.losses.last_mut() {
                loss.may_have_headings = own.may_have_anchors;
            }
        }
    }

    /// A text in JavaScript: Markdown in which braces and angle brackets are not code.
    pub(super) fn text_of_value(&mut self, text: &str, line: u32) -> String {
        let plain = crate::project::Dialect { mdx: false, ..self.dialect };
        let before = std::mem::replace(&mut self.dialect, plain);
        let written = self.inlines(text, line);
        self.dialect = before;
        written
    }

    fn card_of(&mut self, item: &Literal, line: u32) -> Node {
        let target = text(item, TARGETS).map(|target| self.link(&target, line));
        let mut card = TargetElement::new("wc-card");
        card.set_if(text(item, TITLES), "title");
        card.set_if(target, "href");
        if let Some(description) = text(item, &["description", "text", "body"]) {
            card.children.push(Node::text(line, self.text_of_value(&description, line)));
        }
        card.at(line)
    }

    /// A property with its children.
    fn property(&mut self, item: &Literal, line: u32, depth: usize) -> Node {
        let mut field = self.field_of_row(None, item, line);
        if let Literal::Object(members) = item
            && depth < DEEPEST
        {
            for (_, value) in members {
                if let Literal::List(items) = value {
                    self.within_property(items, line, depth + 1, &mut field.children);
                }
            }
        }
        let has_fields = field.children.iter().any(|node| matches!(&node.kind, Kind::Target(_)));
        if has_fields {
            field.set("collapsible", None);
        }
        field.at(line)
    }

    /// The children of a property: properties, or types with theirs.
    fn within_property(&mut self, items: &[Literal], line: u32, depth: usize, out: &mut Vec<Node>) {
        for item in items {
            if is_property(item) {
                out.push(self.property(item, line, depth));
                continue;
            }
            let Literal::Object(members) = item else { continue };
            for name in ["type", "description"] {
                if let Some(words) = text(item, &[name]) {
                    let words = if name == "type" { super::plain::code_span(&words) } else { escaped_text(&words) };
                    out.extend([Node { line, kind: Kind::Blank }, Node::text(line, words)]);
                }
            }
            if depth >= DEEPEST {
                continue;
            }
            for (_, value) in members {
                if let Literal::List(items) = value {
                    self.within_property(items, line, depth + 1, out);
                }
            }
        }
    }
}

/// The first of these members that is a text.
fn text(item: &Literal, names: &[&str]) -> Option<String> {
    names.iter().find_map(|name| match item.get(name) {
        Some(Literal::Text(text)) => Some(text.clone()),
        _ => None,
    })
}

fn is_card(item: &Literal) -> bool {
    text(item, TITLES).is_some() && text(item, TARGETS).is_some() && item.is_whole()
}

fn is_property(item: &Literal) -> bool {
    text(item, &["name", "prop"]).is_some() && text(item, &["type", "description"]).is_some() && item.is_whole()
}
