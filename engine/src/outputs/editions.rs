//! The editions of the site: their paths, and what their pages show of the others.

use std::borrow::Cow;
use std::sync::Arc;

use rayon::prelude::*;

use crate::parse::config::{Direction, EditionKey, Editions, Notice, docs_folder, other_docs, site_editions};
use crate::parse::frontmatter::{Layout, frontmatter};
use crate::render::escape::Address;
use crate::render::shell::{ALL_PAGES_ID, EditionLink, EditionNote, EditionParts, direction};
use crate::resolve::edition_record::EditionPlaces;
use crate::resolve::edition_view::EditionView;
use crate::resolve::links::{ROOT, absolute, page_address};
use crate::resolve::model_keys::MODELS_ID;
use crate::resolve::page_tree::page_places;
use crate::resolve::pages::{below, pages};
use crate::{Database, Db};
use base::inputs::{Editions as Sets, File, FileSet, MOST_EDITIONS};

/// The place of an edition among the versions and languages.
pub(super) fn key(db: &dyn Db, set: FileSet) -> EditionKey {
    EditionView::of(set).key(db)
}

/// The path of an edition below the root of the site, with a trailing slash; empty for the main one.
pub(super) fn prefix(db: &dyn Db, set: FileSet) -> String {
    EditionView::of(set).prefix(db)
}

/// Whether an edition is the main one, which is at the root of the site.
pub(super) fn is_main(db: &dyn Db, set: FileSet) -> bool {
    key(db, set) == EditionKey::default()
}

/// The files of the editions with their paths below the root of the site, the main one first: for what each edition makes or
/// reports. Another edition, or a file about all of them, reads [`EditionView`] instead.
pub(crate) fn all(db: &dyn Db) -> Vec<(String, FileSet)> {
    Sets::get(db).sets(db).iter().map(|&set| (prefix(db, set), set)).collect()
}

/// The paths of all editions below the root of the site, loaded or not, the main one first.
pub(crate) fn prefixes(db: &dyn Db) -> Vec<String> {
    let Some(&first) = Sets::get(db).sets(db).first() else { return Vec::new() };
    let settings = site_editions(db, first.config(db));
    (0..settings.count().min(MOST_EDITIONS)).map(|number| settings.prefix(settings.key(number))).collect()
}

/// The anchors of the pages of a loaded edition. Reads all pages, on all cores.
pub(crate) fn places(db: &Database, set: FileSet) -> EditionPlaces {
    let all: Vec<(&Arc<str>, File)> = pages(db, set).by_id.iter().map(|(id, &file)| (id, file)).collect();
    let places = all.into_par_iter().map_with(db.clone(), |db, (id, file)| (id.clone(), page_places(db, file).clone()));
    places.collect::<Vec<_>>().into_iter().collect()
}

/// The other editions, by name, with what their URLs begin with.
pub(super) fn others(db: &dyn Db, own: FileSet) -> Vec<(String, &str)> {
    let others = EditionView::all(db).filter(|edition| *edition != EditionView::of(own)).map(|edition| {
        let (settings, key) = (edition.settings(db), edition.key(db));
        let language = settings.languages.get(key.language).map(|setting| &*setting.label);
        let version = settings.versions.get(key.version).map(|setting| &*setting.label);
        let name = version.into_iter().chain(language).collect::<Vec<_>>().join(", ");
        (name, edition.base(db))
    });
    others.collect()
}

/// The path of a file below the folder of the pages of an edition, if the file belongs to that edition and not to
/// another.
pub(super) fn own_page_path<'p>(db: &dyn Db, set: FileSet, path: &'p str) -> Option<&'p str> {
    let config = set.config(db);
    let docs = docs_folder(db, config);
    let others = other_docs(db, config);
    let is_nested = |other: &Arc<str>| {
        let is_inside = below(docs, other).is_some();
        is_inside && below(other, path).is_some()
    };
    below(docs, path).filter(|_| !others.iter().any(is_nested))
}

/// The edition that has an output path of the site, and the path below its own root.
pub(crate) fn of_path<'p>(db: &dyn Db, path: &'p str) -> (FileSet, &'p str) {
    let sets = Sets::get(db).sets(db);
    let main = *sets.first().expect("a project has an edition");
    if sets.len() == 1 && is_main(db, main) {
        return (main, path);
    }
    let below = |&set: &FileSet| {
        let prefix = prefix(db, set);
        path.strip_prefix(&prefix).map(|below| (prefix.len(), set, below))
    };
    let found = sets.iter().filter_map(below).max_by_key(|(length, ..)| *length);
    found.map_or((main, path), |(_, set, below)| (set, below))
}

/// What a page shows of the other editions: links to itself there, and notices. `id` is that of the page, or of none.
pub(super) fn around(db: &dyn Db, set: FileSet, id: Option<&str>) -> EditionParts {
    let settings = site_editions(db, set.config(db));
    if settings.count() == 1 {
        return EditionParts::default();
    }
    let own = key(db, set);
    let is_untranslated = |id: &str| EditionView::of(set).is_untranslated(db, id);
    let up = "../".repeat(settings.prefix(own).matches('/').count());
    let own_address = id.map(page_address);
    let link = |key: EditionKey, label: &str, lang: &str| {
        let edition = EditionView::at(db, settings, key)?;
        let target = nearest(db, edition, id);
        // The page has the same address in most editions.
        let same = own_address.as_deref().filter(|_| Some(&*target) == id).map(Cow::Borrowed);
        let page = same.unwrap_or_else(|| page_address(&target).into());
        let address = format!("{ROOT}{up}{}{}", settings.prefix(key), page.trim_start_matches(ROOT));
        let url = edition.url(db);
        Some(EditionLink {
            label: label.into(),
            lang: lang.into(),
            href: Address(address),
            current: key == own,
            canonical: url
                .filter(|_| Some(&*target) == id && !edition.is_untranslated(db, &target))
                .map(|url| absolute(url, &page_address(&target))),
        })
    };
    let versions = settings
        .versions
        .iter()
        .enumerate()
        .filter_map(|(version, setting)| link(EditionKey { version, ..own }, &setting.label, ""));
    let languages = settings
        .languages
        .iter()
        .enumerate()
        .filter_map(|(language, setting)| link(EditionKey { language, ..own }, &setting.label, &setting.lang));
    let (versions, languages): (Vec<EditionLink>, Vec<EditionLink>) = (versions.collect(), languages.collect());
    let setting = settings.versions.get(own.version).filter(|_| own.version > 0);
    let note = setting.filter(|setting| !setting.notice.hidden).zip(versions.first()).map(|(setting, latest)| {
        let Notice { text, unmaintained, .. } = &setting.notice;
        EditionNote {
            text: text.clone(),
            name: setting.label.clone(),
            unmaintained: *unmaintained,
            latest: latest.label.clone(),
            href: latest.href.clone(),
        }
    });
    let main_language = settings.languages.first().map(|setting| setting.lang.clone());
    let originals =
        [versions.first().filter(|_| own.version > 0), languages.first().filter(|_| id.is_some_and(is_untranslated))];
    let original = originals.into_iter().flatten().find_map(|original| original.canonical.clone());
    EditionParts {
        untranslated: main_language
            .filter(|_| id.is_some_and(is_untranslated))
            .map(|lang| (direction(Direction::of_language(&lang)), lang)),
        original,
        noindex: setting.is_some_and(|setting| setting.notice.noindex),
        note,
        versions: if versions.len() > 1 { versions } else { Vec::new() },
        languages: if languages.len() > 1 { languages } else { Vec::new() },
    }
}

/// The main language in the version of an edition.
pub(super) const fn main_language(key: EditionKey) -> EditionKey {
    EditionKey { language: 0, ..key }
}

/// Whether the text of a page is that of an OpenAPI document, which is not translated in pages.
pub(super) fn is_api_page(db: &dyn Db, file: File) -> bool {
    frontmatter(db, file).layout == Layout::Api
}

/// The files of an edition.
pub(super) fn set_of(db: &dyn Db, settings: &Editions, key: EditionKey) -> Option<FileSet> {
    Sets::get(db).sets(db).get(settings.number(key)).copied()
}

/// The page of an edition that is nearest to the one with this ID in another: the page itself, the target of its
/// redirect, the page of the nearest folder around it, or the first page.
fn nearest(db: &dyn Db, edition: EditionView, id: Option<&str>) -> Arc<str> {
    let is_generated =
        |id: &str| id == ALL_PAGES_ID || (id.starts_with(MODELS_ID) && edition.has_model_page(db, &Arc::from(id)));
    let mut id = id.unwrap_or("index");
    if let Some(to) = edition.redirect(db, id)
        && let Some(target) = to.strip_prefix('/')
        && let Some(target) = edition.listed_page(db, target.trim_end_matches('/'))
    {
        return target.clone();
    }
    loop {
        if let Some(page) = edition.listed_page(db, id) {
            return page.clone();
        }
        if is_generated(id) {
            return id.into();
        }
        match id.rsplit_once('/') {
            Some((folder, _)) => id = folder,
            None => return "index".into(),
        }
    }
}
