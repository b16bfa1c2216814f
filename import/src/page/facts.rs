//! What the site asks of a page before any page is converted.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use engine::foreign::Notation;
use serde_yaml::Mapping;

use super::convert::info::fence_id;
use super::frontmatter;
use super::headings::{Headings, explicit_id, macro_name, plain, slug, without_languages};
use super::read::esm::{Exported, Statement};
use super::read::tokens::opening_tags;
use super::read::{Document, read};
use super::tree::{Attribute, Element, Kind, Node, Value};
use crate::literal::Literal;
use crate::project::Dialect;

/// What the site must know of a page before any page is converted.
#[derive(Clone, Debug, Default)]
pub(crate) struct PageFacts {
    /// The frontmatter as read; empty where there is none or it is broken.
    pub(crate) frontmatter: Mapping,
    /// The line at which the frontmatter is broken, and why.
    pub(crate) frontmatter_problem: Option<(u32, String)>,
    /// The text of the first heading of level 1, without marks.
    pub(crate) heading: Option<String>,
    /// `export const metadata = {…}` where it is literal (Nextra).
    pub(crate) metadata: Option<Mapping>,
    /// The places that links to this page may name: ids of headings, as the source tool makes them or as they are given,
    /// and of HTML elements. Sorted.
    pub(crate) anchors: Vec<String>,
    /// The same without marks and case, each with its number; made when it is asked for.
    near: OnceCell<BTreeMap<String, usize>>,
    /// What else a link may call one of them that is made here in another way: a heading without the components in it.
    other_names: BTreeMap<String, String>,
    /// The values in quotes on the lines of components for fields.
    pub(crate) fields: BTreeSet<String>,
    /// The imports of the page.
    pub(crate) imports: Vec<Import>,
    /// The page as it was read, until it is converted.
    pub(super) parsed: RefCell<Option<Parsed>>,
}

/// A page's text, and the tree of its body.
#[derive(Clone, Debug)]
pub(super) struct Parsed {
    pub(super) text: String,
    pub(super) document: Document,
}

impl PageFacts {
    /// Whether the page has the place of that name.
    pub(crate) fn has_anchor(&self, name: &str) -> bool {
        self.anchors.binary_search_by(|anchor| anchor.as_str().cmp(name)).is_ok()
    }

    /// The name of the field that a link calls so, or with hyphens in place of its dots.
    pub(crate) fn field(&self, called: &str) -> Option<&str> {
        if let Some(name) = self.fields.get(called) {
            return Some(name);
        }
        let dotted = |name: &&String| name.contains('.') && name.replace('.', "-").eq_ignore_ascii_case(called);
        self.fields.iter().find(dotted).map(String::as_str)
    }

    /// The place that a link calls otherwise, or that differs from what it names in case or marks alone. None: there is none.
    pub(crate) fn near_anchor(&self, decoded: &str) -> Option<&str> {
        if let Some(name) = self.other_names.get(decoded) {
            return Some(name);
        }
        let near = self.near.get_or_init(|| {
            let mut near = BTreeMap::new();
            for (number, anchor) in self.anchors.iter().enumerate() {
                near.entry(bare(anchor)).or_insert(number);
            }
            near
        });
        let wanted = Some(bare(decoded)).filter(|wanted| !wanted.is_empty())?;
        self.anchors.get(*near.get(&wanted)?).map(String::as_str)
    }

    /// What `ask` says of the page's text. None where it could not be read, or is converted already.
    pub(crate) fn of_text<T>(&self, ask: impl FnOnce(&str) -> T) -> Option<T> {
        self.parsed.borrow().as_ref().map(|parsed| ask(&parsed.text))
    }
}

/// The letters and digits of a place's name, in small letters.
pub(crate) fn bare(anchor: &str) -> String {
    anchor.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// `import … from "path"`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Import {
    /// The names that it binds in the page.
    pub(crate) names: Vec<String>,
    /// As it is written.
    pub(crate) path: String,
    pub(crate) line: u32,
}

/// Reads the facts of a page.
pub(crate) fn facts(text: String, dialect: Dialect) -> PageFacts {
    let parts = frontmatter::split(&text);
    let mut out = PageFacts::default();
    match frontmatter::read(parts.yaml) {
        Ok(fields) => out.frontmatter = fields,
        Err((line, reason)) => out.frontmatter_problem = Some((line, reason)),
    }
    let document = read(parts.body, parts.line, dialect);
    for statement in &document.statements {
        match statement {
            Statement::Import { line, names, path } => {
                let names = names.iter().map(|(local, _)| local.clone()).collect();
                out.imports.push(Import { names, path: path.clone(), line: *line });
            }
            Statement::Export { name, value: Exported::Literal(literal), .. } if name == "metadata" => {
                out.metadata = match literal.to_yaml() {
                    serde_yaml::Value::Mapping(fields) => Some(fields),
                    _ => None,
                };
            }
            Statement::Export { .. } => {}
        }
    }
    let mut headings = Headings::new(dialect);
    let mut notes: Vec<String> = Vec::new();
    let mut section = String::new();
    let mut open: Vec<&Node> = document.nodes.iter().rev().collect();
    while let Some(node) = open.pop() {
        match &node.kind {
            Kind::Heading { level, text } => {
                let (text, id) = explicit_id(text);
                tags_in(&text, &mut out);
                let name = macro_name(&text).filter(|_| dialect.mkdocs).map(ToOwned::to_owned);
                out.anchors.extend(name);
                let words = plain(&text);
                if *level == 1 && out.heading.is_none() && !words.is_empty() {
                    let bare = || plain(&without_languages(&text));
                    out.heading = Some(if dialect.marked_spans { bare() } else { words.clone() });
                }
                let made = id.unwrap_or(headings.id(&words));
                for other in other_names(&text, &words, dialect) {
                    out.other_names.entry(other).or_insert_with(|| made.clone());
                }
                section.clone_from(&made);
                out.anchors.push(made);
            }
            Kind::Text(text) => {
                tags_in(text, &mut out);
                if dialect.mkdocs {
                    footnotes_in(text, &mut notes);
                }
            }
            // Raw HTML or a comment; indented code has no places.
            Kind::Verbatim(text) if text.starts_with('<') => tags_in(text, &mut out),
            Kind::Fence(fence) if dialect.mkdocs => out.anchors.extend(fence_id(&fence.info).map(ToOwned::to_owned)),
            Kind::Quote(children) | Kind::Item { children, .. } => open.extend(children.iter().rev()),
            // What people do not see has no places for them.
            Kind::Element(element) if is_for_agents(element) => {}
            Kind::Element(element) => {
                ids_of(element, &mut headings, &mut out.anchors);
                add_fields(&element.name, &element.attributes, &mut out.fields);
                if element.notation == Notation::ContentTab {
                    tab_ids(element, &section, dialect, &mut out.anchors);
                }
                if element.name == "h1" && out.heading.is_none() {
                    out.heading = heading_of(element);
                }
                open.extend(element.children.iter().rev());
            }
            _ => {}
        }
    }
    // Python-Markdown calls footnotes by their labels, we by their numbers.
    for (number, label) in (1..).zip(&notes) {
        out.other_names.insert(format!("fn:{label}"), format!("footnote-{number}"));
        out.other_names.insert(format!("fnref:{label}"), format!("footnote-ref-{number}"));
    }
    out.anchors.sort();
    out.anchors.dedup();
    out.parsed = Some(Parsed { text, document }).into();
    out
}

/// `<Visibility for="agents">`.
fn is_for_agents(element: &Element) -> bool {
    let is_agents = |value: &Value| matches!(value, Value::Text(text) if text == "agents");
    let mut attributes = element.attributes.iter();
    element.name == "Visibility" && attributes.any(|found| found.name == "for" && is_agents(&found.value))
}

/// What else links may call a heading: by its words before a component, and with `and` for `&`.
pub(super) fn other_names(text: &str, words: &str, dialect: Dialect) -> Vec<String> {
    let mut out = Vec::new();
    if words.contains('&') {
        out.push(slug(&words.replace('&', "and"), dialect));
    }
    if let Some((before, _)) = text.split_once('<') {
        let before = plain(before);
        out.push(slug(before.trim_end_matches([' ', '-', '–', '—', ':']), dialect));
    }
    out.retain(|name| !name.is_empty());
    out
}

/// Adds the labels of the footnotes that a text refers to, in the order of their first references.
fn footnotes_in(text: &str, labels: &mut Vec<String>) {
    for (number, part) in text.split('`').enumerate() {
        if number % 2 == 1 {
            continue;
        }
        for (at, mark) in part.match_indices("[^") {
            let rest = part.get(at + mark.len()..).unwrap_or_default();
            let Some((label, behind)) = rest.split_once(']') else { continue };
            let is_label = !label.is_empty() && !label.contains(char::is_whitespace);
            if is_label && !behind.starts_with(':') && !labels.iter().any(|known| known == label) {
                labels.push(label.to_owned());
            }
        }
    }
}

/// The places of `=== "Label"`: that of the label, and the same behind that of the heading above it.
fn tab_ids(element: &Element, section: &str, dialect: Dialect, out: &mut Vec<String>) {
    for attribute in element.attributes.iter().filter(|attribute| attribute.name == "title") {
        let Value::Text(label) = &attribute.value else { continue };
        let label = slug(&plain(label), dialect);
        if !label.is_empty() {
            out.push(format!("{section}--{label}"));
            out.push(label);
        }
    }
}

/// Adds the texts of the attributes of a component for a field: `<ParamField query="limit">`.
fn add_fields(name: &str, attributes: &[Attribute], out: &mut BTreeSet<String>) {
    if !name.contains("Field") {
        return;
    }
    out.extend(attributes.iter().filter_map(|attribute| match &attribute.value {
        Value::Text(text) => Some(text.clone()),
        _ => None,
    }));
}

/// The words of `<h1>`.
fn heading_of(element: &Element) -> Option<String> {
    element.children.iter().find_map(|node| match &node.kind {
        Kind::Text(text) => Some(plain(text)).filter(|words| !words.is_empty()),
        _ => None,
    })
}

/// The places that an element makes: its id, and that of its title where the tool gives it one.
fn ids_of(element: &Element, headings: &mut Headings, out: &mut Vec<String>) {
    const TITLED: &[&str] = &["Step", "Accordion", "Expandable", "Update", "Tab", "ParamField", "ResponseField"];
    let is_titled = TITLED.contains(&element.name.as_str());
    for attribute in &element.attributes {
        let is_title = is_titled && matches!(attribute.name.as_str(), "title" | "label");
        if !is_title && attribute.name != "id" {
            continue;
        }
        let text = match &attribute.value {
            Value::Text(text) => text.clone(),
            Value::Expression(source) => match Literal::read(source).as_text() {
                Some(text) => text,
                None => continue,
            },
            Value::None => continue,
        };
        out.push(if is_title { headings.id(&text) } else { text });
    }
}

/// What the tags in a text say: the ids of HTML, the names of fields; and the options that macros of Material for MkDocs name.
fn tags_in(text: &str, out: &mut PageFacts) {
    if !text.contains('<') {
        return;
    }
    for mark in ["<!-- md:option ", "<!-- md:setting "] {
        let names = text.split(mark).skip(1).filter_map(|part| part.split_once("-->"));
        out.anchors.extend(names.map(|(name, _)| format!("+{}", name.trim())));
    }
    if !text.contains('=') {
        return;
    }
    for (tag, _) in opening_tags(text) {
        add_fields(tag.name, &tag.attributes, &mut out.fields);
        let ids = ["id", "name"].iter().filter_map(|name| tag.text(name));
        let fits = |id: &&str| !id.is_empty() && id.len() < 200 && !id.contains(char::is_whitespace);
        out.anchors.extend(ids.filter(fits).map(ToOwned::to_owned));
    }
}
