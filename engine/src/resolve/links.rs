//! Link destinations: their targets, and the URLs that are written for them.

use std::borrow::Cow;
use std::sync::Arc;

use crate::Db;
use crate::parse::config::{EditionKey, site_editions};
use crate::resolve::edition_view::{EditionView, Published};
use crate::resolve::pages::{PageId, page_by_id, page_id, page_path};
use crate::resolve::redirects::redirect_output;
use base::inputs::{File, FileSet};
use base::text::DestinationKind;

/// The target of a destination in a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// Another site, a mail address, or another scheme.
    External,
    /// A page of the site, by its ID.
    Page(Arc<str>),
    /// A file published next to the pages, at this output path: an asset, or a bundled spec.
    Asset(Arc<str>),
    /// The page of a schema, or the list of schemas, by its ID.
    Model(Arc<str>),
    /// A redirect in `tool.json`, by the ID that a page with its path would have.
    Redirect(Arc<str>),
    /// A target in another version or language.
    Edition { edition: EditionView, target: Published },
    /// Nothing is published there.
    Missing,
}

/// A destination split into its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DestinationParts<'a> {
    pub(crate) path: &'a str,
    /// With its `?`; empty if absent.
    pub(crate) query: &'a str,
    /// Without its `#`.
    pub(crate) fragment: Option<&'a str>,
}

impl<'a> DestinationParts<'a> {
    /// Splits a destination.
    pub(crate) fn parse(text: &'a str) -> Self {
        let (rest, fragment) = match text.split_once('#') {
            Some((rest, fragment)) => (rest, Some(fragment)),
            None => (text, None),
        };
        let (path, query) = match rest.find('?') {
            Some(at) => rest.split_at(at),
            None => (rest, ""),
        };
        Self { path, query, fragment }
    }
}

/// The URL of a link, or why it has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Href {
    /// Unescaped, with the markers of `render::escape` for the parts that depend on the output's path.
    pub(crate) html: String,
    /// Nothing is published there.
    pub(crate) broken: bool,
}

/// Whether a destination has a scheme (RFC 3986, section 3.1) or a host.
#[must_use]
pub fn is_external(destination: &str) -> bool {
    if destination.starts_with("//") {
        return true;
    }
    destination.split_once(':').is_some_and(|(scheme, _)| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
    })
}

/// Whether a destination never becomes a link: see [`DestinationKind::Refused`].
#[must_use]
pub fn is_refused(destination: &str) -> bool {
    DestinationKind::of(destination) == DestinationKind::Refused
}

/// The target of `destination`, written in the page `from`. Pages may be written as `/a/b`, `a/b`, `./b` and
/// `../a/b.md`; a path without a leading `/` is resolved relative to the page first and then from the root. A path from
/// the root that the edition of the page does not have may begin with the name of another version or language. In
/// `tool.json`, it may also be that of a page of the main version: versions share the links of the header and the footer.
pub(crate) fn resolve(db: &dyn Db, from: File, destination: &str) -> Target {
    if is_external(destination) {
        return Target::External;
    }
    let set = FileSet::of(db, from);
    let parts = DestinationParts::parse(destination);
    if parts.path.is_empty() {
        return Target::Page(page_id(db, from).into());
    }
    let path = if parts.path.contains('%') { percent_decode(parts.path).into() } else { Cow::Borrowed(parts.path) };
    if let Some(rooted) = path.strip_prefix('/') {
        return match lookup(db, set, "", rooted) {
            Target::Missing => in_other_edition(db, set, rooted, from == set.config(db)),
            target => target,
        };
    }
    match lookup(db, set, page_folder(db, from), &path) {
        Target::Missing if !path.starts_with('.') => lookup(db, set, "", &path),
        target => target,
    }
}

/// The target of a path that begins with the name of a version or language, or else in the main version if `is_shared`.
fn in_other_edition(db: &dyn Db, own: FileSet, path: &str, is_shared: bool) -> Target {
    let editions = site_editions(db, own.config(db));
    let key = editions.key(own.number(db).into());
    let shared = || (is_shared && key.version > 0).then_some((EditionKey { version: 0, ..key }, path));
    let Some((key, below)) = editions.named(key, path).or_else(shared) else { return Target::Missing };
    let Some(edition) = EditionView::at(db, editions, key) else { return Target::Missing };
    edition.find(db, below).map_or(Target::Missing, |target| Target::Edition { edition, target })
}

/// The path of the edition that a destination names, from the root of the site, and the length of the name in the
/// destination, with the `/` around it. `None` for a target in the edition of the page `from`.
pub(crate) fn named_edition(db: &dyn Db, from: File, destination: &str) -> Option<(String, usize)> {
    let own = EditionView::of(FileSet::of(db, from));
    let path = DestinationParts::parse(destination).path.strip_prefix('/')?;
    // Hardly any link names an edition, so that few are resolved.
    let (_, below) = own.settings(db).named(own.key(db), path)?;
    let Target::Edition { edition, .. } = resolve(db, from, destination) else { return None };
    Some((edition.path(db).to_owned(), destination.len().min(1 + path.len() - below.len())))
}

/// The file of the page that a target in the edition of `from` is.
pub(crate) fn page_of(db: &dyn Db, from: File, id: &Arc<str>) -> Option<File> {
    page_by_id(db, PageId::new(db, FileSet::of(db, from), id.clone()))
}

/// The folder of a page file, relative to the folder of the pages; empty for that folder itself.
pub(crate) fn page_folder(db: &dyn Db, file: File) -> &str {
    page_path(db, file).unwrap_or_default().rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The target of a path relative to a folder of an edition.
fn lookup(db: &dyn Db, set: FileSet, folder: &str, path: &str) -> Target {
    match EditionView::of(set).find_in(db, folder, path) {
        Some(Published::Page(id)) => Target::Page(id),
        Some(Published::Asset(path)) => Target::Asset(path),
        Some(Published::Model(id)) => Target::Model(id),
        Some(Published::Redirect(id)) => Target::Redirect(id),
        None => Target::Missing,
    }
}

/// The URL to write for `destination` in the page `from`.
pub(crate) fn href(db: &dyn Db, from: File, destination: &str) -> Href {
    let parts = DestinationParts::parse(destination);
    let suffix = |mut html: String| {
        html.push_str(parts.query);
        if let Some(fragment) = parts.fragment {
            html.push('#');
            html.push_str(fragment);
        }
        html
    };
    // An anchor of the page itself, which needs no lookup.
    if parts.path.is_empty() && !is_external(destination) {
        return Href { html: suffix(String::new()), broken: false };
    }
    match resolve(db, from, destination).address(db, FileSet::of(db, from)) {
        Some(address) => Href { html: suffix(address), broken: false },
        None => Href { html: destination.to_owned(), broken: !is_external(destination) },
    }
}

impl Target {
    /// Its URL on pages of the edition `own`, with placeholders. `None` if it is outside of the site, or missing.
    fn address(&self, db: &dyn Db, own: FileSet) -> Option<String> {
        match self {
            Self::External | Self::Missing => None,
            Self::Page(id) | Self::Model(id) => Some(page_address(id)),
            Self::Asset(path) => Some(asset_address(path)),
            Self::Redirect(id) => Some(redirect_address(id)),
            Self::Edition { edition, target } => {
                let up = "../".repeat(EditionView::of(own).prefix(db).matches('/').count());
                let address = match target {
                    Published::Page(id) | Published::Model(id) => page_address(id),
                    Published::Asset(path) => asset_address(path),
                    Published::Redirect(id) => redirect_address(id),
                };
                Some(address.replacen(ROOT, &format!("{ROOT}{up}{}", edition.prefix(db)), 1))
            }
        }
    }
}

/// Placeholder for the relative path to the site's root, which ends with `/`: `./` or `../../`. Memoized values are
/// independent of the output's path; the placeholder is replaced when bytes are written.
pub(crate) const ROOT: char = '\u{1}';
/// Placeholder for `index.html` in builds for `file://`, and for nothing in others. Follows the `/` of a page's URL.
pub(crate) const INDEX: char = '\u{2}';

/// The URL of a page, with placeholders.
pub(crate) fn page_address(id: &str) -> String {
    let mut html = String::with_capacity(id.len() + 16);
    html.push(ROOT);
    if id != "index" {
        percent_encode(id, &mut html);
        html.push('/');
    }
    html.push(INDEX);
    html
}

/// The URL of a redirect, with placeholders.
fn redirect_address(id: &str) -> String {
    if redirect_output(id).ends_with("/index.html") { page_address(id) } else { asset_address(id) }
}

/// A URL with the path to the root replaced by the site's canonical URL; `url` has no trailing slash.
pub(crate) fn absolute(url: &str, address: &str) -> String {
    below_root(&format!("{url}/"), address)
}

/// A URL with placeholders as a URL below `root`, which ends with `/`. Steps up to another edition are resolved.
pub(crate) fn below_root(root: &str, address: &str) -> String {
    let mut text = address.replace(ROOT, root).replace(INDEX, "");
    while let Some(up) = text.find("/../") {
        let Some(start) = text.get(..up).and_then(|before| before.rfind('/')) else { break };
        text.replace_range(start..up + 3, "");
    }
    text
}

/// The URL of a published file, with placeholders.
pub(crate) fn asset_address(path: &str) -> String {
    let mut html = String::from(ROOT);
    percent_encode(path, &mut html);
    html
}

/// The bytes that a path may contain.
const IN_PATHS: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0_u8;
    while byte < 0x80 {
        table[byte as usize] = byte.is_ascii_alphanumeric()
            || matches!(byte, b'!' | b'$' | b'&'..=b'/' | b':' | b';' | b'=' | b'@' | b'_' | b'~');
        byte += 1;
    }
    table
};

/// Appends a path with every byte escaped that RFC 3986 does not allow in a path segment.
fn percent_encode(path: &str, out: &mut String) {
    use std::fmt::Write as _;
    let is_allowed = |byte: u8| IN_PATHS[usize::from(byte)];
    if path.bytes().all(is_allowed) {
        return out.push_str(path);
    }
    for byte in path.bytes() {
        if is_allowed(byte) {
            out.push(byte as char);
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
}

/// The decoded path; unchanged if the result is not UTF-8.
pub(crate) fn percent_decode(path: &str) -> String {
    let bytes = path.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let escaped = (bytes[at] == b'%')
            .then(|| path.get(at + 1..at + 3).and_then(|digits| u8::from_str_radix(digits, 16).ok()))
            .flatten();
        out.push(escaped.unwrap_or(bytes[at]));
        at += if escaped.is_some() { 3 } else { 1 };
    }
    String::from_utf8(out).unwrap_or_else(|_| path.to_owned())
}
