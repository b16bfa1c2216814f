//! The text of one page: parsed to one tree for all dialects, converted, written as Markdown with `wc-*` components.
//!
//! `read` parses the text to the tree (`tree`); it follows containers, fences, tags and expressions in one pass over
//! the lines. `convert` replaces elements of other tools by their counterparts, using what the site knows
//! ([`Resolver`]); `write` renders the result as text. Everything that is not carried over is a
//! [`Loss`](crate::report::Loss).

mod convert;
mod converted;
mod facts;
mod fields;
mod frontmatter;
mod headings;
mod home;
mod pairs;
mod places;
mod read;
mod resolver;
mod tree;
mod whole;
mod write;

use self::convert::Converter;
pub(crate) use self::convert::NO_OPERATION;
pub(crate) use self::convert::decorative::computes;
pub(crate) use self::convert::mapped_components;
pub(crate) use self::convert::variant_of as badge_variant;
pub(crate) use self::converted::Converted;
pub(crate) use self::facts::{PageFacts, facts};
pub(crate) use self::fields::is_look;
pub(crate) use self::resolver::{Include, LinkPlace, Neighbor, Resolver};
use self::tree::Kind;
use crate::project::{Dialect, SourcePage};

/// A navigation title that may contain HTML, as displayed: without tags and with character references decoded.
pub(crate) fn title(text: &str) -> String {
    let bare = read::jsx::without_tags(text, |tag| read::lines::is_html_inline(tag.name));
    let invisible = ['\u{200b}', '\u{ad}'];
    read::jsx::decoded(&bare).replace(invisible, "").trim().to_owned()
}

/// The text in HTML, on one line of bounded length.
pub(crate) fn text_of_html(html: &str) -> String {
    crate::report::one_line(&words_of_html(html))
}

/// The whole text in HTML, on one line.
pub(crate) fn words_of_html(html: &str) -> String {
    let text = read::jsx::decoded(&read::jsx::without_tags(html, |_| true));
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The value of the first attribute with this name in HTML.
pub(crate) fn first_attribute(html: &str, name: &str) -> Option<String> {
    let found = read::tokens::opening_tags(html).find_map(|(tag, _)| tag.text(name).map(read::jsx::decoded));
    found.map(|value| value.trim().to_owned()).filter(|value| !value.is_empty())
}

/// Converts a page of the source.
pub(crate) fn convert(page: &SourcePage, text: &str, dialect: Dialect, around: &dyn Resolver) -> Converted {
    let facts = facts(text.to_owned(), dialect);
    convert_read(page, &facts, dialect, around).unwrap_or_default()
}

/// Converts a page whose facts were read, without parsing it again. `None` if its text could not be read, or it was
/// converted already.
pub(crate) fn convert_read(
    page: &SourcePage,
    facts: &PageFacts,
    dialect: Dialect,
    around: &dyn Resolver,
) -> Option<Converted> {
    let parsed = facts.parsed.take()?;
    Some(whole::convert(page, facts, parsed, dialect, around))
}

/// Converts a fragment that pages share, which has no frontmatter.
pub(crate) fn convert_fragment(file: &str, text: &str, dialect: Dialect, around: &dyn Resolver) -> Converted {
    let parts = frontmatter::split(text);
    let mut converter = Converter::new(file, dialect, around);
    let mut nodes = converter.body(parts.body, read::read(parts.body, parts.line, dialect));
    pairs::join(&mut nodes);
    converter.into_page(nodes)
}

/// Converts a changelog entry, which is below the heading of its page.
pub(crate) fn convert_update(file: &str, text: &str, dialect: Dialect, around: &dyn Resolver) -> Converted {
    let mut converted = convert_fragment(file, text, dialect, around);
    if converted.nodes.iter().any(|node| matches!(node.kind, Kind::Heading { level: 1, .. })) {
        for node in &mut converted.nodes {
            if let Kind::Heading { level, .. } = &mut node.kind {
                *level = (*level + 1).min(6);
            }
        }
    }
    converted
}

#[cfg(test)]
mod tests;
