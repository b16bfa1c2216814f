//! API fields: components, type tables in attributes.

use engine::other_tools::{self, Notation};

use super::decorative::affects_looks;
use super::unknown::{is_computed, label, labeled};
use super::{Converter, Kind, Node, types};
use crate::literal::Literal;
use crate::page::tree::{Attribute, Element, TargetElement};
use crate::report::LossKind;

impl Converter<'_> {
    /// `ParamField`, `ResponseField`, `Property`. Fields in an `Expandable` inside are its children.
    pub(super) fn field(&mut self, element: Element, line: u32, parent: Option<&str>, out: &mut Vec<Node>) {
        let Some(target) = other_tools::target(Notation::Tag, &element.name) else { return };
        let mut element = element;
        if element.name == "Property" {
            element.name = "ParamField".to_owned();
        }
        let is_response = element.name == "ResponseField";
        // Only parameters have their names in these.
        let is_place = |one: &&mut Attribute| ["body", "query", "path", "header"].contains(&one.name.as_str());
        let is_nameless = element.attributes.iter().all(|one| one.name != "name");
        if is_response
            && is_nameless
            && let Some(attribute) = element.attributes.iter_mut().find(is_place)
        {
            let subject = format!("{} of <ResponseField>", attribute.name);
            "name".clone_into(&mut attribute.name);
            self.report_missing(
                LossKind::Attribute,
                line,
                &subject,
                "read as its `name`, which the old site did not do",
            );
        }
        // `initialValue` and `placeholder` mean the same; ours has one attribute.
        let mut made = self.made(&element, "wc-field", target.changes, line);
        if let Some(default) = made.get("default").map(ToOwned::to_owned)
            && default.is_empty()
        {
            made.attributes.retain(|(name, _)| name != "default");
        }
        let children = self.nodes(element.children, Some("wc-field"));
        made.children.extend(children);
        let has_fields =
            made.children.iter().any(|node| matches!(&node.kind, Kind::Target(made) if made.name == "wc-field"));
        if has_fields {
            made.set("collapsible", None);
        }
        // A response without a name is described by its type.
        if made.get("name").is_none_or(|name| name.trim().is_empty())
            && let Some(of_type) = made.get("type").map(ToOwned::to_owned).filter(|of_type| !of_type.trim().is_empty())
        {
            made.attributes.retain(|(name, _)| !matches!(name.as_str(), "name" | "type"));
            made.attributes.insert(0, ("name".to_owned(), Some(of_type)));
        }
        self.complete(&mut made, "field");
        if is_response && !matches!(parent, Some("wc-field" | "wc-response-fields" | "wc-fields" | "wc-schema")) {
            // For the group into which ungrouped fields are put.
            made.attributes.push((RESPONSE.to_owned(), None));
        }
        out.push(made.at(line));
    }

    /// `Expandable`: inside a field, its fields are children of that field.
    pub(super) fn expandable(&mut self, element: Element, line: u32, parent: Option<&str>, out: &mut Vec<Node>) {
        let mut made = self.made_by_table(&element, line).unwrap_or_else(|| TargetElement::new("wc-expandable"));
        if parent == Some("wc-field") {
            let title = made.get("title").map(ToOwned::to_owned);
            let children = self.nodes(element.children, Some("wc-field"));
            if let Some(title) = title.filter(|title| !title.eq_ignore_ascii_case("properties")) {
                out.push(Node { line, kind: Kind::Blank });
                out.push(Node::text(line, format!("**{}**", crate::page::write::escaped_text(&title))));
                out.push(Node { line, kind: Kind::Blank });
            }
            out.extend(children);
            return;
        }
        let children = self.nodes(element.children, Some("wc-expandable"));
        made.children.extend(children);
        self.complete(&mut made, "Details");
        out.push(made.at(line));
    }

    /// `TypeTable`, `PropsTable`: an object or a list in an attribute. The tool shows no title.
    pub(super) fn type_table(&mut self, element: &Element, line: u32, out: &mut Vec<Node>) {
        let given = ["type", "data"].iter().find_map(|name| self.literal_value(element, name));
        let rows: Vec<(Option<String>, Literal)> = match given {
            Some(Literal::Object(members)) => members.into_iter().map(|(name, value)| (Some(name), value)).collect(),
            Some(Literal::List(items)) => items.into_iter().map(|item| (None, item)).collect(),
            _ => return self.written_type(element, line, out),
        };
        let mut made = TargetElement::new("wc-fields").with("title", "");
        for (name, row) in rows {
            let field = self.field_of_row(name, &row, line);
            made.children.push(field.at(line));
        }
        if !made.children.is_empty() {
            out.push(made.at(line));
        }
    }

    /// A row of a type table.
    pub(super) fn field_of_row(&mut self, name: Option<String>, row: &Literal, line: u32) -> TargetElement {
        let text = |names: &[&str]| names.iter().find_map(|name| row.get(name)).and_then(text_of);
        let is_set = |name: &str| matches!(row.get(name), Some(Literal::Flag(true)));
        let mut field = TargetElement::new("wc-field");
        let has_key = name.is_some();
        field.set_if(name.or_else(|| text(&["name", "prop"])), "name");
        field.set_if(text(&["type", "typeSimple"]), "type");
        field.set_if(text(&["default", "defaultValue"]), "default");
        for flag in ["required", "deprecated"] {
            if is_set(flag) {
                field.set(flag, None);
            }
        }
        let description = text(&["description"]);
        if let Some(description) = description.filter(|text| !text.is_empty()) {
            field.children.push(Node::text(line, self.text_of_value(&description, line)));
        }
        self.more_of_row(row, has_key, &mut field, line);
        self.complete(&mut field, "field");
        field
    }

    /// What a row says besides: flags as badges, other texts with their names. Lists of objects may be fields of their own.
    fn more_of_row(&mut self, row: &Literal, with_lists: bool, field: &mut TargetElement, line: u32) {
        let Literal::Object(members) = row else { return };
        let mut badges = Vec::new();
        let mut named = Vec::new();
        for (name, value) in members {
            if FIELD_MEMBERS.contains(&name.as_str()) || affects_looks(name) {
                continue;
            }
            match value {
                Literal::Flag(true) => {
                    let bare = name.strip_prefix("is").filter(|rest| rest.starts_with(char::is_uppercase));
                    badges.push(format!("<wc-badge>{}</wc-badge>", label(bare.unwrap_or(name))));
                }
                Literal::List(items) if !with_lists && items.iter().any(|item| matches!(item, Literal::Object(_))) => {}
                value if is_computed(value) => {
                    let subject = format!("{name} of {}", field.get("name").unwrap_or("a field"));
                    self.report_loss(LossKind::Attribute, line, &subject, "its value is computed; left out");
                }
                Literal::Object(parts) => {
                    let part = |(name, value): &(String, Literal)| {
                        let words = self.words_of(value, line);
                        (!words.is_empty()).then(|| format!("{}: {words}", label(name)))
                    };
                    named.push((name.clone(), parts.iter().filter_map(part).collect::<Vec<_>>().join(", ")));
                }
                value => named.push((name.clone(), self.words_of(value, line))),
            }
        }
        named.retain(|(_, words)| !words.is_empty());
        let blank = || Node { line, kind: Kind::Blank };
        if !badges.is_empty() {
            field.children.extend([blank(), Node::text(line, badges.join(" "))]);
        }
        for (name, words) in named {
            field.children.extend([blank(), Node::text(line, labeled(&name, &words))]);
        }
    }

    /// `AutoTypeTable`: a TypeScript type in an attribute, or one in a file, by name or as an expression.
    fn written_type(&mut self, element: &Element, line: u32, out: &mut Vec<Node>) {
        let (path, name) = (self.value(element, "path"), self.value(element, "name"));
        let written = self.value(element, "type");
        let Some(wanted) = written.clone().or_else(|| name.clone().filter(|_| path.is_some())) else {
            let subject = format!("type of <{}>", element.name);
            return self.dropped(LossKind::Attribute, line, &subject);
        };
        let own = written.as_deref().and_then(|written| {
            let within = written.contains("interface ") || written.contains("type ");
            types::members(written, name.as_deref().filter(|_| within)).or_else(|| types::members(written, None))
        });
        // The compiler resolves a type that is not written out in the attribute within the file.
        let (shown, found) = match path.filter(|_| own.is_none()) {
            None => (wanted, own),
            Some(path) => {
                let shown = format!("{wanted} in {path}");
                // `cwd`: relative to the project's root.
                let text = self.around.file(&self.file, &path).or_else(|| self.around.file("", &path));
                let Some(text) = text else {
                    return self.report_loss(LossKind::MissingInclude, line, &shown, "nothing is put in its place");
                };
                (shown, types::members(&text, Some(&wanted)))
            }
        };
        let Some((members, more)) = found.filter(|(members, _)| !members.is_empty()) else {
            return self.report_loss(
                LossKind::CodeImport,
                line,
                &shown,
                "what the type consists of is not read from code: its table is omitted",
            );
        };
        if let Some(more) = more {
            self.report_loss(LossKind::CodeImport, line, &format!("{shown}: {more}"), "members from there are omitted");
        }
        let mut made = TargetElement::new("wc-fields").with("title", "");
        for member in members {
            let mut field = TargetElement::new("wc-field").with("name", member.name).with("type", member.written);
            if !member.is_optional {
                field.set("required", None);
            }
            field.set_if(member.default, "default");
            if member.is_deprecated {
                field.set("deprecated", None);
            }
            if !member.description.is_empty() {
                let nodes = crate::page::read::read(&member.description, line, self.dialect).nodes;
                field.children = self.nodes(nodes, Some("wc-field"));
            }
            made.children.push(field.at(line));
        }
        out.push(made.at(line));
    }
}

/// The members of a row that a field has attributes for, or its description.
const FIELD_MEMBERS: [&str; 9] =
    ["name", "prop", "type", "typeSimple", "default", "defaultValue", "required", "deprecated", "description"];

/// Marks a response field until its group is found.
pub(super) const RESPONSE: &str = "\u{0}response";

fn text_of(value: &Literal) -> Option<String> {
    match value {
        Literal::Jsx(source) => Some(super::attributes::text_of_jsx(source)),
        Literal::Other(source) => Some(source.clone()),
        other => other.as_text(),
    }
}
