//! A whole page: its frontmatter, the content that the frontmatter adds to the body, and one visible level-1 heading.

use serde_yaml::{Mapping, Value};

use super::convert::{Converter, NO_ICON};
use super::converted::Converted;
use super::facts::{PageFacts, Parsed};
use super::fields::{Fields, is_set, text_at};
use super::frontmatter::{self, PageParts};
use super::headings::{explicit_id, plain};
use super::read::tokens::opening_tags;
use super::resolver::Resolver;
use super::tree::{Attribute, Kind, Node};
use super::{home, places, write};
use crate::project::{Dialect, METHODS, SourcePage};
use crate::report::LossKind;

/// Converts a page.
pub(super) fn convert(
    page: &SourcePage,
    facts: &PageFacts,
    parsed: Parsed,
    dialect: Dialect,
    around: &dyn Resolver,
) -> Converted {
    let parts = frontmatter::split(&parsed.text);
    let mut converter = Converter::new(&page.file, dialect, around);
    if let Some((line, reason)) = &facts.frontmatter_problem {
        let outcome = format!("it cannot be read: {reason}; only its lines with a name and a value are used");
        converter.report_missing(LossKind::Frontmatter, *line, "frontmatter", &outcome);
    }
    let source = &facts.frontmatter;
    let has_title = text_at(source, "title").is_some();
    let mut fields = Fields::read(source, &page.frontmatter);
    for (name, icon) in std::mem::take(&mut fields.other_icons) {
        let line = parts.line_at(&name.split('.').collect::<Vec<_>>());
        match engine::other_tools::icon(&icon) {
            Some(image) => fields.set("icon", &converter.asset(&image, line)),
            None => converter.report_icon(&format!("{name}: {icon}"), NO_ICON, line),
        }
    }
    if let Some((target, line)) =
        refresh(&parsed.document.nodes).or_else(|| location(source, &parts).filter(|_| dialect.mkdocs))
        && fields.get("redirect").is_none()
    {
        fields.set("redirect", &converter.link(&target, line));
        fields.dropped.retain(|name| name != "location");
    }
    let had_text = page.operation.is_none() && parsed.document.nodes.iter().any(|node| !is_heading_or_silent(node));
    let mut nodes = match page.operation {
        Some(_) => Vec::new(),
        None => converter.body(parts.body, parsed.document),
    };
    if let Some(title) = converter.exported_text("metadata", "title") {
        fields.set("title", &title);
    }
    if let Some(text) = converter.exported_text("metadata", "description") {
        fields.set("description", &text);
    }
    let mut before = home::convert(source, parts, &mut converter, &mut fields);
    before.extend(endpoint(page.operation.as_ref(), source, parts, &mut converter, &mut fields));
    before.append(&mut nodes);
    let mut nodes = before;
    if let Some(heading) = first_heading(&nodes, &converter) {
        fields.set("title", &heading);
    }
    fields.set_meta_title(source);
    let name = page.file.rsplit('/').next().unwrap_or(&page.file);
    let words = crate::paths::words(name.split('.').next().unwrap_or(name));
    fields.set("title", if words.trim().is_empty() { "Untitled" } else { &words });
    if has_title && dialect.mdx {
        one_heading(&mut nodes, fields.get("title").unwrap_or_default(), dialect);
    }
    let has_text = |nodes: &[Node]| nodes.iter().any(|node| !is_heading_or_silent(node));
    if had_text && !has_text(&nodes) {
        let outcome = "it shows only its title: nothing in its body can be read";
        converter.report_loss(LossKind::EmptyPage, 0, &page.file, outcome);
    }
    // For an empty page, the tools list the pages below it.
    if !had_text && fields.get("redirect").is_none() && nodes.iter().all(is_heading_or_silent) {
        nodes.extend(converter.tiles_of_pages(false, 1));
        if is_set(source, "index") && !has_text(&nodes) {
            let outcome = "it shows only its title: the navigation has no imported page below it";
            converter.report_loss(LossKind::EmptyPage, parts.line_at(&["index"]), &page.file, outcome);
        }
    }
    super::pairs::join(&mut nodes);
    let places = places::certain(&nodes);
    let frontmatter = fields.written();
    let placed = |name: String| {
        let line = parts.line_at(&name.split('.').collect::<Vec<_>>());
        (name, line)
    };
    let dropped_fields = fields.dropped.into_iter().map(placed).collect();
    Converted { frontmatter, dropped_fields, places, ..converter.into_page(nodes) }
}

/// Whether a node is a title, or invisible.
fn is_heading_or_silent(node: &Node) -> bool {
    node.is_silent() || matches!(node.kind, Kind::Heading { level: 1, .. })
}

/// The target and the line of a redirect by a template of Material for MkDocs: `template: redirect.html`, `location: …`.
fn location(source: &Mapping, parts: &PageParts<'_>) -> Option<(String, u32)> {
    let target = text_at(source, "location")?;
    (text_at(source, "template")? == "redirect.html").then(|| (target, parts.line_at(&["location"])))
}

/// The target and the line of an HTML redirect: `<meta http-equiv="refresh" content="0; url=…">`.
fn refresh(nodes: &[Node]) -> Option<(String, u32)> {
    let value = |attributes: &[Attribute], name: &str| {
        let found = attributes.iter().find(|attribute| attribute.name.eq_ignore_ascii_case(name))?;
        match &found.value {
            super::tree::Value::Text(text) => Some(text.clone()),
            _ => None,
        }
    };
    let mut open: Vec<&Node> = nodes.iter().rev().collect();
    while let Some(node) = open.pop() {
        let content = match &node.kind {
            Kind::Element(element) if element.name == "meta" => {
                let is_refresh = value(&element.attributes, "http-equiv").is_some_and(|kind| kind == "refresh");
                value(&element.attributes, "content").filter(|_| is_refresh)
            }
            Kind::Element(element) if matches!(element.name.as_str(), "head" | "html") => {
                open.extend(element.children.iter().rev());
                None
            }
            Kind::Text(text) if text.contains("<meta ") => opening_tags(text)
                .find(|(tag, _)| tag.name == "meta" && tag.text("http-equiv") == Some("refresh"))
                .and_then(|(tag, _)| tag.text("content").map(ToOwned::to_owned)),
            _ => None,
        };
        if let Some(target) =
            content.and_then(|content| content.split_once("url=").map(|(_, url)| url.trim().to_owned()))
        {
            let target = target.trim_matches(['\'', '"']).to_owned();
            return Some((target, node.line)).filter(|(target, _)| !target.is_empty());
        }
    }
    None
}

/// The text of the first level-1 heading, without text from attributes, such as that of a badge. `None` if another heading
/// precedes it: then it is the title of a part of the page.
fn first_heading(nodes: &[Node], converter: &Converter<'_>) -> Option<String> {
    let is_above = |node: &&Node| !matches!(node.kind, Kind::Heading { level: 2.., .. });
    nodes.iter().take_while(is_above).find_map(|node| match &node.kind {
        Kind::Heading { level: 1, text } => {
            let words = converter.title_of(text).map_or_else(|| plain(&explicit_id(text).0), ToOwned::to_owned);
            Some(words).filter(|words| !words.is_empty())
        }
        Kind::Target(made) if made.name == "h1" => made.children.iter().find_map(|node| match &node.kind {
            Kind::Text(text) => Some(plain(text)),
            _ => None,
        }),
        _ => None,
    })
}

/// Our pages show the frontmatter's title if they have no level-1 heading. If the source shows both, the title becomes
/// that heading, and the others move down one level.
fn one_heading(nodes: &mut Vec<Node>, title: &str, dialect: Dialect) {
    let same = |text: &str| plain(&explicit_id(text).0).trim().eq_ignore_ascii_case(plain(title).trim());
    let first = nodes.iter().find(|node| !node.is_silent()).and_then(|node| match &node.kind {
        Kind::Heading { level: 1, text } => Some(text.clone()),
        _ => None,
    });
    let count = nodes.iter().filter(|node| matches!(node.kind, Kind::Heading { level: 1, .. })).count();
    let is_shown = match &first {
        // Docusaurus shows only the heading.
        Some(text) => count == 1 && (same(text) || dialect.directives),
        None => count == 0,
    };
    if is_shown {
        return;
    }
    let mut is_first = first.is_some_and(|text| same(&text));
    let is_there = is_first;
    for node in nodes.iter_mut() {
        if let Kind::Heading { level, .. } = &mut node.kind
            && *level == 1
            && !std::mem::replace(&mut is_first, false)
        {
            *level = 2;
        }
    }
    if !is_there {
        let text = write::escaped_text(title);
        nodes.insert(0, Node { line: 1, kind: Kind::Blank });
        nodes.insert(0, Node { line: 1, kind: Kind::Heading { level: 1, text } });
    }
}

/// The operation that the page shows, or else the one named by the frontmatter.
fn endpoint(
    shown: Option<&String>,
    source: &Mapping,
    parts: PageParts<'_>,
    converter: &mut Converter<'_>,
    fields: &mut Fields,
) -> Vec<Node> {
    let shown = shown.map(|shown| Value::from(shown.as_str()));
    let named = match (shown.as_ref().or_else(|| source.get("openapi")), source.get("api")) {
        (Some(Value::String(named)), _) => named.clone(),
        (Some(Value::Mapping(named)), _) | (None, Some(Value::Mapping(named))) => {
            let part = |name: &str| text_at(named, name).unwrap_or_default();
            let id = part("operationId");
            let rest = if id.is_empty() { format!("{} {}", part("method").to_uppercase(), part("path")) } else { id };
            let file = if part("file").is_empty() { part("source") } else { part("file") };
            format!("{file} {rest}").trim().to_owned()
        }
        (None, Some(Value::String(named))) => named.clone(),
        _ => return Vec::new(),
    };
    if named.trim().is_empty() {
        return Vec::new();
    }
    let member = if source.contains_key("openapi") { "openapi" } else { "api" };
    // A method and a URL in `api` describe the endpoint by themselves.
    let is_described = member == "api" && shown.is_none() && is_method_and_url(&named);
    let made = match is_described {
        true => converter.described_endpoint(named.trim(), None, None),
        false => converter.endpoint(named.trim(), None, None, parts.line_at(&[member])),
    };
    if made.get("ref").is_none() && made.get("url").is_none() {
        return Vec::new();
    }
    if let Some(name) = made.get("ref") {
        fields.set("title", name);
    }
    vec![made.at(1), Node { line: 1, kind: Kind::Blank }]
}

/// `GET https://example.com/pets`.
fn is_method_and_url(named: &str) -> bool {
    let words: Vec<&str> = named.split_whitespace().collect();
    matches!(words.as_slice(), [method, _] if METHODS.contains(&method.to_ascii_lowercase().as_str()))
}
