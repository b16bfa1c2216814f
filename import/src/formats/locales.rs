//! Languages in folders or file names.

use std::collections::BTreeSet;

use super::ProjectReader;
use crate::language::is_language;
use crate::literal::{Value, text};
use crate::paths;
use crate::project::EditionName;
use crate::report::LossKind;

/// The direct subfolders that are languages, if they contain pages.
pub(super) fn folders(reader: &ProjectReader<'_>, root: &str) -> Vec<String> {
    let mut names: BTreeSet<String> = BTreeSet::new();
    for file in reader.pages_below(root) {
        let name = paths::below(&file, root).and_then(|below| below.split_once('/')).map(|(name, _)| name);
        names.extend(name.filter(|name| is_language(name)).map(ToOwned::to_owned));
    }
    names.into_iter().collect()
}

/// A language with the `label` and `lang` of its settings.
pub(super) fn named(name: &str, settings: Option<&Value>) -> EditionName {
    let field = |key: &str| settings.and_then(|settings| text(settings, key)).map(ToOwned::to_owned);
    EditionName { label: field("label"), lang: field("lang"), ..name.into() }
}

/// The language to read: the requested one, or else the default one. `named` returns what the settings say about it.
pub(super) fn chosen(
    reader: &ProjectReader<'_>,
    file: &str,
    names: &[String],
    default: &str,
    named: impl Fn(&str) -> EditionName,
) -> String {
    let others = names.iter().map(String::as_str).filter(|name| *name != default);
    let all: Vec<EditionName> = std::iter::once(default).chain(others).map(named).collect();
    let chosen = reader.choose(LossKind::Locale, file, &all, 0);
    all.into_iter().nth(chosen).map_or_else(|| default.to_owned(), |one| one.name)
}
