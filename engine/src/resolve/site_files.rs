//! The images and the style sheet that `tool.json` names: their files and output paths.

use std::sync::Arc;

use crate::Db;
use crate::parse::config::site_texts;
use crate::resolve::pages::{below_docs, pages};
use base::inputs::{File, FileSet};

/// The file at a path from the root, with its output path: an asset in the pages' folder keeps its path there, any
/// other file its path. `None` if the file does not exist.
pub(crate) fn site_file(db: &dyn Db, set: FileSet, path: &str) -> Option<(Arc<str>, File)> {
    match below_docs(db, set, path) {
        Some(below) => pages(db, set).assets.get_key_value(below).map(|(path, &file)| (path.clone(), file)),
        None => {
            let (path, &file) = set.named(db).get_key_value(path)?;
            (!file.is_absent(db)).then(|| (path.clone(), file))
        }
    }
}

/// The paths in `tool.json` outside of the pages' folder: they must be loaded explicitly.
pub(crate) fn further_files(db: &dyn Db, set: FileSet) -> impl Iterator<Item = &Arc<str>> {
    let texts = site_texts(db, set.config(db));
    let logo = texts.logo.iter().flat_map(|logo| std::iter::once(&logo.light).chain(&logo.dark));
    let all: Vec<&Arc<str>> = logo
        .chain(&texts.favicon)
        .chain(&texts.stylesheet)
        .filter(|path| below_docs(db, set, path).is_none())
        .collect();
    all.into_iter()
}
