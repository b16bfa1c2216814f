//! The text of one page: read into one tree for all dialects, converted, written as Markdown with `wc-*` components.
//!
//! `read` makes the tree (`tree`) from the text; it follows containers, fences, tags and expressions in one pass over the
//! lines. `convert` gives each thing that another tool has its counterpart here, with what the site knows
//! ([`Resolver`]); `write` makes text of it. Everything that is not carried over is a [`Loss`](crate::report::Loss).

mod convert;
mod converted;
mod facts;
mod fields;
mod frontmatter;
mod headings;
mod pairs;
mod places;
mod read;
mod resolver;
mod tree;
mod whole;
mod write;

use self::convert::Converter;
pub(crate) use self::converted::Converted;
pub(crate) use self::facts::{PageFacts, facts};
pub(crate) use self::resolver::{Include, Neighbour, Resolver};
use self::tree::Kind;
use crate::project::{Dialect, SourcePage};

/// A title of a navigation that may have HTML in it, as the text that readers see: without tags and character references.
pub(crate) fn title(text: &str) -> String {
    let bare = read::jsx::without_tags(text, |tag| read::lines::is_html_inline(tag.name));
    let invisible = ['\u{200b}', '\u{ad}'];
    read::jsx::decoded(&bare).replace(invisible, "").trim().to_owned()
}

/// The text of the first attribute of that name in HTML.
pub(crate) fn first_attribute(html: &str, name: &str) -> Option<String> {
    let found = read::tokens::opening_tags(html).find_map(|(tag, _)| tag.text(name).map(read::jsx::decoded));
    found.map(|value| value.trim().to_owned()).filter(|value| !value.is_empty())
}

/// A page of the source as a page here.
pub(crate) fn convert(page: &SourcePage, text: &str, dialect: Dialect, around: &dyn Resolver) -> Converted {
    let facts = facts(text.to_owned(), dialect);
    convert_read(page, &facts, dialect, around).unwrap_or_default()
}

/// A page whose facts were read, as a page here: it is not read again. None where its text could not be read, or it was
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

/// The same for a fragment that pages share: it has no frontmatter.
pub(crate) fn convert_fragment(file: &str, text: &str, dialect: Dialect, around: &dyn Resolver) -> Converted {
    let parts = frontmatter::split(text);
    let mut converter = Converter::new(file, dialect, around);
    let mut nodes = converter.body(parts.body, read::read(parts.body, parts.line, dialect));
    pairs::join(&mut nodes);
    Converted { nodes, losses: converter.into_losses(), ..Converted::default() }
}

/// The same for an entry of a changelog, which stands below the heading of its page.
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
