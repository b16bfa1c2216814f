//! Home pages that the frontmatter describes: a head, which becomes that of our home pages, and cards.

use engine::yaml_string;
use serde_yaml::{Mapping, Value};

use super::convert::Converter;
use super::fields::{Fields, is_set, text_at};
use super::frontmatter::PageParts;
use super::headings::plain;
use super::tree::{Kind, Node, TargetElement};
use super::write;

/// The fields of VuePress for the head of a home page, which are not in a field of their own.
const OF_VUEPRESS: &[&str] =
    &["home", "heroText", "heroImage", "heroImageDark", "heroAlt", "tagline", "actions", "actionText", "actionLink"];

/// The members of `hero`.
const OF_HERO: &[&str] = &["name", "title", "text", "tagline", "image", "actions"];

/// Converts the head of a home page, and its cards. Sets the fields of the page for the head. Returns the blocks above
/// the body.
pub(super) fn convert(
    source: &Mapping,
    parts: PageParts<'_>,
    converter: &mut Converter<'_>,
    fields: &mut Fields,
) -> Vec<Node> {
    let is_vuepress = is_set(source, "home");
    let mut out = Vec::new();
    let hero = match source.get("hero").and_then(Value::as_mapping) {
        Some(hero) => Some(Head { source: hero, parts, below: Some("hero") }),
        None => is_vuepress.then_some(Head { source, parts, below: None }),
    };
    if let Some(hero) = &hero {
        if is_vuepress {
            fields.dropped.retain(|name| !OF_VUEPRESS.contains(&name.as_str()));
        }
        out = hero.convert(converter, fields);
        if let Some(below) = hero.below {
            let unknown = hero.source.keys().filter_map(Value::as_str).filter(|key| !OF_HERO.contains(key));
            fields.dropped.extend(unknown.map(|key| format!("{below}.{key}")));
        }
    }
    if let Some(tiles) = cards(source, parts, converter) {
        out.push(tiles.at(1));
        out.push(blank());
    }
    if hero.is_some() || (!out.is_empty() && text_at(source, "layout").as_deref() == Some("home")) {
        fields.set("layout", "home");
    }
    out
}

/// The head of a home page in the source.
struct Head<'s> {
    source: &'s Mapping,
    parts: PageParts<'s>,
    /// The field that it is in, unless its fields are those of the page.
    below: Option<&'static str>,
}

impl Head<'_> {
    /// Sets the fields of the page for it, and returns its title and the part of it that fields cannot have.
    fn convert(&self, converter: &mut Converter<'_>, fields: &mut Fields) -> Vec<Node> {
        let mut out = Vec::new();
        let name = ["name", "title", "heroText"].iter().find_map(|name| text_at(self.source, name));
        let name = name.map(|name| plain(&name));
        if let Some(name) = &name {
            fields.set("title", name);
        }
        let text = text_at(self.source, "text").map(|text| converter.inlines(&text, self.line_of(&["text"])));
        let lines = name.map(|name| write::escaped_text(&name)).into_iter().chain(text.map(|text| on_one_line(&text)));
        let title = lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("<br>");
        if !title.is_empty() {
            out.push(Node { line: 1, kind: Kind::Heading { level: 1, text: title } });
            out.push(blank());
        }
        let mut yaml = String::new();
        if let Some(tagline) = text_at(self.source, "tagline") {
            let tagline = converter.inlines(&tagline, self.line_of(&["tagline"]));
            if tagline.contains("](") || tagline.contains("<wc-") {
                // The tagline in our frontmatter is plain text, so one with a link becomes a paragraph.
                out.push(Node::text(1, tagline));
                out.push(blank());
            } else {
                add(&mut yaml, "  tagline: ", &plain(&on_one_line(&tagline)));
            }
        }
        let actions: String = self.actions(converter).iter().map(|(text, href)| action(text, href)).collect();
        if !actions.is_empty() {
            yaml.push_str("  actions:\n");
            yaml.push_str(&actions);
        }
        self.picture(converter, &mut yaml);
        fields.hero = yaml;
        out
    }

    /// The texts and targets of its buttons. A button that only the style sheet of the source gives a text has its target
    /// as its text. Counts the other fields, such as icons and variants, as attributes that were dropped.
    fn actions(&self, converter: &mut Converter<'_>) -> Vec<(String, String)> {
        let mut dropped = Vec::new();
        let listed = self.source.get("actions").and_then(Value::as_sequence).into_iter().flatten().enumerate();
        let listed = listed.filter_map(|(number, action)| {
            let action = action.as_mapping()?;
            let line_of = |name| self.line_of(&["actions", &number.to_string(), name]);
            let names = action.keys().filter_map(Value::as_str).filter(|name| !["text", "link"].contains(name));
            dropped.extend(names.map(|name| (name.to_owned(), line_of(name))));
            Some((text_at(action, "text")?, text_at(action, "link")?, line_of("link")))
        });
        let listed: Vec<_> = listed.collect();
        for (name, line) in dropped {
            converter.drop_attribute(&name, line);
        }
        let only = text_at(self.source, "actionText").zip(text_at(self.source, "actionLink"));
        let only = only.map(|(text, link)| (text, link, self.line_of(&["actionLink"])));
        let shown = listed.into_iter().chain(only).map(|(text, link, line)| {
            let text = plain(&text);
            let text = if text.is_empty() { bare(&link).to_owned() } else { text };
            (text, converter.link(&link, line))
        });
        shown.collect()
    }

    /// Adds the picture, and that for dark pages.
    fn picture(&self, converter: &Converter<'_>, yaml: &mut String) {
        let Some((member, image)) =
            ["image", "heroImage"].iter().find_map(|name| Some((*name, self.source.get(*name)?)))
        else {
            return;
        };
        let line = self.line_of(&[member]);
        let part = |names: &[&str]| names.iter().find_map(|name| text_at(image.as_mapping()?, name));
        let own = image.as_str().map(ToOwned::to_owned).or_else(|| part(&["file", "src", "light", "dark"]));
        let Some(own) = own.filter(|path| !path.is_empty() && !path.contains('<')) else { return };
        let dark = part(&["dark"]).or_else(|| text_at(self.source, "heroImageDark")).filter(|dark| *dark != own);
        yaml.push_str("  image:\n");
        add(yaml, "    src: ", &converter.asset(&own, line));
        let alt = part(&["alt"]).or_else(|| text_at(self.source, "heroAlt"));
        add(yaml, "    alt: ", &alt.unwrap_or_default());
        if let Some(dark) = dark {
            add(yaml, "    dark: ", &converter.asset(&dark, line));
        }
    }

    fn line_of(&self, path: &[&str]) -> u32 {
        let path: Vec<&str> = self.below.into_iter().chain(path.iter().copied()).collect();
        self.parts.line_at(&path)
    }
}

/// A button as an item of `actions`.
fn action(text: &str, href: &str) -> String {
    let mut out = String::new();
    add(&mut out, "    - text: ", text);
    add(&mut out, "      href: ", href);
    out
}

fn add(yaml: &mut String, before: &str, value: &str) {
    yaml.push_str(before);
    yaml.push_str(&yaml_string(value));
    yaml.push('\n');
}

/// A URL as it is shown: without its scheme.
fn bare(link: &str) -> &str {
    link.split_once("://").map_or(link, |(_, rest)| rest).trim_end_matches('/')
}

fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn blank() -> Node {
    Node { line: 1, kind: Kind::Blank }
}

/// The cards below the head.
fn cards(source: &Mapping, parts: PageParts<'_>, converter: &mut Converter<'_>) -> Option<TargetElement> {
    let mut tiles = TargetElement::new("wc-tiles");
    let features = source.get("features").and_then(Value::as_sequence).into_iter().flatten();
    for (number, feature) in features.enumerate() {
        let Some(feature) = feature.as_mapping() else { continue };
        let number = number.to_string();
        let line_of = |name: &str| parts.line_at(&["features", &number, name]);
        let mut card = TargetElement::new("wc-card");
        card.set_if(text_at(feature, "title"), "title");
        card.set_if(icon_of(feature, line_of("icon"), converter), "icon-name");
        card.set_if(text_at(feature, "link").map(|link| converter.link(&link, line_of("link"))), "href");
        let details = ["details", "description"].iter().find_map(|name| Some((name, text_at(feature, name)?)));
        if let Some((name, details)) = details {
            card.children.push(Node::text(1, converter.inlines(&details, line_of(name))));
        }
        tiles.children.push(card.at(1));
    }
    (!tiles.children.is_empty()).then_some(tiles)
}

/// The icon of a card of the home page: a name or an emoji, a drawing, an image, or an image for each theme.
fn icon_of(feature: &Mapping, line: u32, converter: &mut Converter<'_>) -> Option<String> {
    let icon = feature.get("icon")?;
    let of_themes = || ["src", "light"].iter().find_map(|name| text_at(icon.as_mapping()?, name));
    match icon.as_str().map(ToOwned::to_owned).or_else(of_themes) {
        Some(icon) if icon.contains('<') => converter.icon_of_jsx("features", &icon, line),
        Some(icon) => converter.icon("features", &icon, line),
        None => None,
    }
}
