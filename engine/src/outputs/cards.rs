//! The social cards of pages as files.

use std::sync::Arc;

use crate::Db;
use crate::parse::config::{SiteTexts, site_texts, theme_setting};
use crate::parse::frontmatter::frontmatter;
use crate::render::card::{CardTexts, card, has_card};
use crate::resolve::page_tree::page_title;
use crate::resolve::pages::{page_id, pages};
use base::inputs::{File, FileSet};

/// The folder of the cards, each at the path of its page.
const FOLDER: &str = "_tool/cards/";

/// The URL of a site whose pages have cards.
fn url_of(texts: &SiteTexts) -> Option<&str> {
    texts.url.as_deref().filter(|_| texts.social_cards)
}

/// The path of a page's card; `None` if it has none.
pub(super) fn card_path(db: &dyn Db, set: FileSet, file: File) -> Option<String> {
    let texts = site_texts(db, set.config(db));
    url_of(texts)?;
    has_card(page_title(db, file), &texts.name).then(|| format!("{FOLDER}{}.png", page_id(db, file)))
}

/// The paths of all cards.
pub(super) fn card_paths(db: &dyn Db, set: FileSet) -> Vec<Arc<str>> {
    if url_of(site_texts(db, set.config(db))).is_none() {
        return Vec::new();
    }
    pages(db, set).by_id.values().filter_map(|&file| card_path(db, set, file)).map(Arc::from).collect()
}

/// The page whose card has that path.
pub(super) fn page_of_card(db: &dyn Db, set: FileSet, path: &str) -> Option<File> {
    let id = path.strip_prefix(FOLDER)?.strip_suffix(".png")?;
    let file = *pages(db, set).by_id.get(id)?;
    card_path(db, set, file).map(|_| file)
}

/// The card at that path.
pub(super) fn card_png(db: &dyn Db, set: FileSet, path: &str) -> Option<Vec<u8>> {
    let file = page_of_card(db, set, path)?;
    let texts = site_texts(db, set.config(db));
    let (_, host) = url_of(texts)?.split_once("://")?;
    let front = frontmatter(db, file);
    let texts = CardTexts {
        name: &texts.name,
        title: page_title(db, file),
        description: front.description.as_deref().or(texts.description.as_deref()),
        host,
    };
    card(&texts, theme_setting(db, set.config(db)))
}
