//! The files of a site as families, each with its paths, a check for one path, and the content of one file.

use std::sync::Arc;

use rayon::prelude::*;

use super::cards::{card_paths, card_png, page_of_card};
use super::editions;
use super::listed::{listed_output, outputs};
use super::models::{has_model_output, model_output, model_paths};
use super::output::Output;
use super::search::{SEARCH_FOLDER, prepare, search_index};
use super::sign_in::{has_sign_in, sign_in_html};
use super::sitemap::{FEED, feed, has_feed};
use crate::render::diagram::{diagram_of, diagram_paths, drawing, has_drawing};
use crate::render::playground::{PLAYGROUND_FOLDER, playground_file, playground_files};
use crate::render::shell::OutputOptions;
use crate::render::sign_in::SIGN_IN_FILE;
use crate::resolve::pages::pages;
use crate::{Database, Db};
use base::inputs::{File, FileSet};
use openapi::chunks::Chunk;

macro_rules! families {
    ($($(#[$about:meta])* $name:ident,)*) => {
        /// The files of a site, grouped by what must be read to find them. A path belongs to the first family that has
        /// it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Family {
            $($(#[$about])* $name,)*
        }

        impl Family {
            const ALL: &[Self] = &[$(Self::$name),*];
        }
    };
}

families! {
    /// The files of [`outputs`], which are known before any page is read.
    Listed,
    /// The diagrams of pages.
    Diagrams,
    /// The social cards of pages.
    Cards,
    /// The data of operations for the request panel.
    Playground,
    /// The page to which readers return after signing in.
    SignIn,
    /// The search index.
    Search,
    /// Pages, Markdown alternates and fragments of named schemas.
    Models,
    /// The feed.
    Feed,
}

impl Family {
    /// The path of every file.
    fn paths(self, db: &Database, set: FileSet) -> Vec<Arc<str>> {
        match self {
            Self::Listed => outputs(db, set).keys().cloned().collect(),
            Self::Diagrams => diagrams(db, set),
            Self::Cards => card_paths(db, set),
            Self::Playground => playground_files(db, set).by_path.keys().cloned().collect(),
            Self::SignIn => has_sign_in(db, set).then(|| SIGN_IN_FILE.into()).into_iter().collect(),
            Self::Search => {
                prepare(db, set);
                search_index(db, set).by_path.keys().cloned().collect()
            }
            Self::Models => model_paths(db, set),
            Self::Feed => has_feed(db, set).then(|| FEED.into()).into_iter().collect(),
        }
    }

    /// Whether there is a file at a path. Reads pages only for a path that this family may have.
    fn has(self, db: &Database, set: FileSet, path: &str) -> bool {
        match self {
            Self::Listed => outputs(db, set).contains_key(path),
            Self::Diagrams => diagram_at(db, set, path).is_some(),
            Self::Cards => page_of_card(db, set, path).is_some(),
            Self::Playground => playground_chunk(db, set, path).is_some(),
            Self::SignIn => path == SIGN_IN_FILE && has_sign_in(db, set),
            Self::Search => {
                // A server asks this first, so that all cores make the index.
                if path.starts_with(SEARCH_FOLDER) {
                    prepare(db, set);
                }
                search_file(db, set, path).is_some()
            }
            Self::Models => has_model_output(db, set, path),
            Self::Feed => path == FEED && has_feed(db, set),
        }
    }

    /// The file at a path. Reads pages only for a path that this family may have.
    fn output(self, db: &dyn Db, set: FileSet, path: &str, options: OutputOptions) -> Option<Output> {
        let text = match self {
            Self::Listed => return listed_output(db, set, path, options),
            Self::Diagrams => {
                let (file, hash) = diagram_at(db, set, path)?;
                drawing(db, file, hash)?.to_string()
            }
            Self::Cards => return card_png(db, set, path).map(Output::Bytes),
            Self::Playground => playground_file(db, playground_chunk(db, set, path)?).to_owned(),
            Self::SignIn => sign_in_html(db, set, path, options)?,
            Self::Search => search_file(db, set, path)?.to_string(),
            Self::Models => model_output(db, set, path, options)?,
            Self::Feed => (path == FEED).then(|| feed(db, set))??,
        };
        Some(text.into())
    }
}

/// All output paths of the loaded editions.
pub(crate) fn output_paths(db: &Database) -> Vec<Arc<str>> {
    let mut paths: Vec<Arc<str>> = Vec::new();
    for (prefix, set) in editions::all(db) {
        let own = edition_paths(db, set);
        match prefix.is_empty() {
            true => paths.extend(own),
            false => paths.extend(own.iter().map(|path| Arc::from(format!("{prefix}{path}")))),
        }
    }
    paths.sort();
    paths.dedup();
    paths
}

/// All output paths of an edition, below its root.
fn edition_paths(db: &Database, set: FileSet) -> Vec<Arc<str>> {
    let mut paths: Vec<Arc<str>> = Family::ALL.iter().flat_map(|family| family.paths(db, set)).collect();
    paths.sort();
    paths.dedup();
    paths
}

/// Whether there is a file at a path.
pub(crate) fn has_output(db: &Database, path: &str) -> bool {
    let (set, path) = editions::of_path(db, path);
    Family::ALL.iter().any(|family| family.has(db, set, path))
}

/// One file of the site; `None` if no file has this path.
pub(crate) fn output(db: &dyn Db, path: &str, options: OutputOptions) -> Option<Output> {
    let (set, path) = editions::of_path(db, path);
    Family::ALL.iter().find_map(|family| family.output(db, set, path, options))
}

/// The paths of the diagrams of all pages.
fn diagrams(db: &Database, set: FileSet) -> Vec<Arc<str>> {
    let by_id: Vec<(&Arc<str>, File)> = pages(db, set).by_id.iter().map(|(id, &file)| (id, file)).collect();
    let paths = by_id.into_par_iter().map_with(db.clone(), |db, (id, file)| diagram_paths(db, id, file));
    paths.flatten_iter().collect()
}

/// The page and the hash of the diagram at a path.
fn diagram_at(db: &dyn Db, set: FileSet, path: &str) -> Option<(File, u64)> {
    let (id, hash) = diagram_of(path)?;
    let file = *pages(db, set).by_id.get(id)?;
    has_drawing(db, file, hash).then_some((file, hash))
}

/// The operation whose data is at a path.
fn playground_chunk<'db>(db: &'db dyn Db, set: FileSet, path: &str) -> Option<Chunk<'db>> {
    if !path.starts_with(PLAYGROUND_FOLDER) {
        return None;
    }
    playground_files(db, set).by_path.get(path).copied()
}

/// A file of the search index.
fn search_file<'db>(db: &'db dyn Db, set: FileSet, path: &str) -> Option<&'db Arc<str>> {
    if !path.starts_with(SEARCH_FOLDER) {
        return None;
    }
    search_index(db, set).by_path.get(path)
}
