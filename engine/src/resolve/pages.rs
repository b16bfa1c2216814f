//! The pages of the site: their files, IDs and titles.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::Db;
use crate::parse::config::{docs_folder, other_docs, untranslated_docs};
use crate::parse::frontmatter::is_draft;
use base::inputs::{Contents, FRAGMENTS, File, FileSet, ImageSize};

/// The pages by ID, and conflicting claims. Changes when pages are added or removed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pages {
    pub(crate) by_id: BTreeMap<Arc<str>, File>,
    /// Files whose ID another page has: the page is published from the first one.
    pub(crate) duplicates: Vec<(File, File)>,
    /// Pages that are drafts and not published.
    pub(crate) drafts: BTreeMap<Arc<str>, File>,
    /// Files whose path is not a valid URL path, with the reason.
    pub(crate) invalid: Vec<(File, &'static str)>,
    /// All other files of the pages' folder, by path relative to it.
    pub(crate) assets: BTreeMap<Arc<str>, File>,
    /// The files of [`FRAGMENTS`], by path relative to it.
    pub(crate) fragments: BTreeMap<Arc<str>, File>,
    /// The IDs of the pages that are those of another language, since they are not translated.
    pub(crate) untranslated: BTreeSet<Arc<str>>,
}

/// The pages and assets of the site.
#[salsa::tracked(returns(ref))]
pub(crate) fn pages(db: &dyn Db, set: FileSet) -> Pages {
    let config = set.config(db);
    let others = other_docs(db, config);
    if !set.drafts(db) {
        set.reads_all_pages(db);
    }
    let mut pages = Pages::default();
    let docs = docs_folder(db, config);
    pages.add_folder(db, set, docs, others);
    if let Some(folder) = untranslated_docs(db, config) {
        let mut untranslated = Pages::default();
        let others: Vec<Arc<str>> = others.iter().filter(|other| *other != folder).chain([docs]).cloned().collect();
        untranslated.add_folder(db, set, folder, &others);
        pages.add_untranslated(untranslated);
    }
    pages
}

impl Pages {
    /// Adds the files of a folder, except those in the folders `others`.
    fn add_folder(&mut self, db: &dyn Db, set: FileSet, docs: &str, others: &[Arc<str>]) {
        let pages = self;
        let others: Vec<&str> = others.iter().filter_map(|other| below(docs, other)).collect();
        for (path, &file) in set.found(db) {
            let Some(below) = below(docs, path) else { continue };
            if others.iter().any(|other| self::below(other, below).is_some()) {
                continue;
            }
            if below.split('/').any(|part| part.starts_with('_')) {
                if let Some(path) = below.strip_prefix(FRAGMENTS).filter(|path| path.ends_with(".md")) {
                    pages.fragments.insert(path.into(), file);
                }
                continue;
            }
            match below.strip_suffix(".md") {
                None => {
                    pages.assets.insert(below.into(), file);
                }
                Some(stem) => {
                    if let Some(reason) = unportable(stem) {
                        pages.invalid.push((file, reason));
                        continue;
                    }
                    let id = match stem.strip_suffix("/index") {
                        Some(folder) => folder,
                        None => stem,
                    };
                    if !set.drafts(db) && is_draft(db, file) {
                        pages.drafts.insert(id.into(), file);
                    } else if let Some(&first) = pages.by_id.get(id) {
                        pages.duplicates.push((first, file));
                    } else {
                        pages.by_id.insert(id.into(), file);
                    }
                }
            }
        }
    }

    /// Adds the files that are not translated.
    fn add_untranslated(&mut self, untranslated: Self) {
        for (id, file) in untranslated.by_id {
            if !self.by_id.contains_key(&id) && !self.drafts.contains_key(&id) {
                self.untranslated.insert(id.clone());
                self.by_id.insert(id, file);
            }
        }
        for (path, file) in untranslated.assets {
            self.assets.entry(path).or_insert(file);
        }
        for (path, file) in untranslated.fragments {
            self.fragments.entry(path).or_insert(file);
        }
    }
}

/// A path relative to a folder; `None` if it is not below it.
pub(crate) fn below<'p>(folder: &str, path: &'p str) -> Option<&'p str> {
    path.strip_prefix(folder)?.strip_prefix('/')
}

/// The path of a file of an edition relative to the folder of its pages, or to that of the untranslated ones.
pub(crate) fn below_docs<'p>(db: &dyn Db, set: FileSet, path: &'p str) -> Option<&'p str> {
    let config = set.config(db);
    let untranslated = || below(untranslated_docs(db, config).as_ref()?, path);
    below(docs_folder(db, config), path).or_else(untranslated)
}

/// The ID of a page of an edition as a query key.
#[salsa::interned(debug)]
pub(crate) struct PageId<'db> {
    #[returns(copy)]
    pub(crate) set: FileSet,
    #[returns(ref)]
    pub(crate) id: Arc<str>,
}

/// The page with this ID. A firewall: its readers do not depend on other pages.
#[salsa::tracked(returns(copy))]
pub(crate) fn page_by_id<'db>(db: &'db dyn Db, id: PageId<'db>) -> Option<File> {
    pages(db, id.set(db)).by_id.get(&**id.id(db)).copied()
}

/// Whether there is a page with this ID. A firewall over [`page_by_id`]: a page that only links here is the same where this one
/// is translated.
#[salsa::tracked(returns(copy))]
pub(crate) fn has_page<'db>(db: &'db dyn Db, id: PageId<'db>) -> bool {
    page_by_id(db, id).is_some()
}

/// The asset at this path relative to the pages' folder. A firewall, like [`page_by_id`].
#[salsa::tracked(returns(copy))]
pub(crate) fn asset_at<'db>(db: &'db dyn Db, path: PageId<'db>) -> Option<File> {
    pages(db, path.set(db)).assets.get(&**path.id(db)).copied()
}

/// The number of shards.
pub(crate) const SHARDS: u16 = 256;

/// A part of the pages that stays the same when others are added or removed: queries that read every page read them shard
/// by shard, so that an edit of a page leaves the other shards as they are.
#[salsa::interned(debug)]
pub(crate) struct PageShard<'db> {
    #[returns(copy)]
    pub(crate) set: FileSet,
    /// Less than [`SHARDS`].
    #[returns(copy)]
    pub(crate) number: u16,
}

/// The pages of all shards.
#[salsa::tracked(returns(ref))]
fn shards(db: &dyn Db, set: FileSet) -> Vec<Vec<(Arc<str>, File)>> {
    let mut shards = vec![Vec::new(); usize::from(SHARDS)];
    for (id, &file) in &pages(db, set).by_id {
        let number = rapidhash::v3::rapidhash_v3(id.as_bytes()) % u64::from(SHARDS);
        if let Some(shard) = shards.get_mut(number as usize) {
            shard.push((id.clone(), file));
        }
    }
    shards
}

/// The pages in a shard, by ID. A firewall, like [`page_by_id`].
#[salsa::tracked(returns(deref))]
pub(crate) fn pages_in<'db>(db: &'db dyn Db, shard: PageShard<'db>) -> Box<[(Arc<str>, File)]> {
    let shards = shards(db, shard.set(db));
    shards.get(usize::from(shard.number(db))).map_or_else(Box::default, |pages| pages.as_slice().into())
}

/// All shards.
pub(crate) fn all_shards(db: &dyn Db, set: FileSet) -> impl Iterator<Item = PageShard<'_>> {
    (0..SHARDS).map(move |number| PageShard::new(db, set, number))
}

/// The numbers of the shards with pages: a small site has few. Not for queries, which would depend on all pages.
pub(crate) fn filled_shards(db: &dyn Db, set: FileSet) -> Vec<u16> {
    let shards = (0..SHARDS).zip(shards(db, set));
    shards.filter(|(_, pages)| !pages.is_empty()).map(|(number, _)| number).collect()
}

/// The dimensions of an image. Equal after an edit that keeps them.
#[salsa::tracked(returns(copy))]
pub(crate) fn image_size(db: &dyn Db, file: File) -> Option<ImageSize> {
    match file.contents(db) {
        Contents::Binary { image, .. } => *image,
        _ => None,
    }
}

/// The fragment at this path relative to the folder of fragments. A firewall, like [`page_by_id`].
#[salsa::tracked(returns(copy))]
pub(crate) fn fragment_at<'db>(db: &'db dyn Db, path: PageId<'db>) -> Option<File> {
    pages(db, path.set(db)).fragments.get(&**path.id(db)).copied()
}

/// The path of a file relative to the folder of the pages, or of the untranslated ones. `None` if it is not in them. Equal in
/// other editions.
#[salsa::tracked(returns(as_deref))]
pub(crate) fn page_path(db: &dyn Db, file: File) -> Option<Box<str>> {
    below_docs(db, FileSet::of(db, file), file.path(db)).map(Box::from)
}

/// The ID of a page file: its path relative to the pages' folder without `.md`, and without a final `/index`.
pub(crate) fn page_id(db: &dyn Db, file: File) -> &str {
    let below = page_path(db, file).unwrap_or_else(|| file.path(db));
    let stem = below.strip_suffix(".md").unwrap_or(below);
    stem.strip_suffix("/index").unwrap_or(stem)
}

/// The output path of the page with this ID.
pub(crate) fn page_output(id: &str) -> String {
    if id == "index" { "index.html".to_owned() } else { format!("{id}/index.html") }
}

/// A name as words: `getting-started` is "Getting started".
pub(crate) fn words(name: &str) -> String {
    let mut text: String = name.chars().map(|c| if matches!(c, '-' | '_') { ' ' } else { c }).collect();
    if let Some(first) = text.chars().next() {
        text.replace_range(..first.len_utf8(), &first.to_uppercase().to_string());
    }
    text
}

/// Why a page's path is invalid as a URL path on some systems, if it is.
pub(super) fn unportable(stem: &str) -> Option<&'static str> {
    const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];
    if stem.len() > 1024 {
        return Some("the path is longer than 1,024 bytes");
    }
    stem.split('/').find_map(|part| {
        let base = part.split('.').next().unwrap_or(part).to_ascii_lowercase();
        let numbered = base.len() == 4
            && (base.starts_with("com") || base.starts_with("lpt"))
            && base.ends_with(|c: char| c.is_ascii_digit());
        if part.contains('\u{fffd}') {
            Some("the name is not UTF-8")
        } else if part.len() > 200 {
            Some("a part of the path is longer than 200 bytes")
        } else if DEVICES.contains(&base.as_str()) || numbered {
            Some("it is a reserved device name on Windows")
        } else if part.ends_with(['.', ' ']) || part.starts_with(' ') {
            Some("a part of the path begins with a space or ends with a space or a dot")
        } else if part.contains(['<', '>', ':', '"', '\\', '|', '?', '*', '%', '#']) || part.contains(char::is_control)
        {
            Some("the path has a character that not every system allows in a file name or URL")
        } else {
            None
        }
    })
}
