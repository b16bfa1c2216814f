//! Which pages are not translated, and which translations are older than their sources.

use crate::Db;
use crate::parse::config::{config_file, docs_folder, rule_settings, site_editions, untranslated_docs};
use crate::parse::frontmatter::frontmatter;
use crate::resolve::history::file_history;
use crate::resolve::pages::{below, pages};
use base::diagnostic::{Code, Diagnostic, Note, Place, Span};
use base::inputs::{CONFIG_PATH, File, FileSet, NoHistory};

use super::editions;

/// What is missing or outdated in the translations of the site, as one diagnostic for each language and version, with a note
/// for each page. Those of Git commits are left out: nobody can change them. What is outdated is known from the histories of
/// the files, if they were read.
pub(crate) fn translations(db: &dyn Db) -> Vec<Diagnostic> {
    let all = editions::all(db);
    let Some(&(_, main)) = all.first() else { return Vec::new() };
    let mut found: Vec<Diagnostic> = all.iter().flat_map(|(_, set)| of_edition(db, *set)).collect();
    found.extend(unknown(db, main));
    let rules = rule_settings(db, main.config(db));
    found.into_iter().filter_map(|diagnostic| rules.apply(diagnostic)).collect()
}

/// The findings about one language in one version.
fn of_edition(db: &dyn Db, set: FileSet) -> Vec<Diagnostic> {
    let config = set.config(db);
    let (settings, key) = (site_editions(db, config), editions::key(db, set));
    let (Some(language), Some(from)) = (settings.languages.get(key.language), untranslated_docs(db, config)) else {
        return Vec::new();
    };
    let sources = editions::set_of(db, settings, editions::main_language(key)).map(|set| &pages(db, set).by_id);
    let Some(sources) = sources.filter(|_| settings.tree(key).is_none()) else { return Vec::new() };
    let version = settings.versions.get(key.version).filter(|_| key.version > 0);
    let of = version.map(|version| format!(" of version {}", version.label)).unwrap_or_default();
    let (own, folder) = (pages(db, set), docs_folder(db, config));
    let (mut missing, mut outdated, mut total) = (Vec::new(), Vec::new(), 0);
    for (id, &source) in sources {
        if frontmatter(db, source).redirect.is_some() || editions::is_api_page(db, source) {
            continue;
        }
        total += 1;
        let place = |file: File| Some(Place { file: file.path(db).clone(), span: Span::default() });
        if own.untranslated.contains(id) {
            let to = below(from, source.path(db)).unwrap_or_default();
            missing.push(Note { message: format!("belongs in `{folder}/{to}`"), place: place(source) });
        } else if let Some(&translation) = own.by_id.get(id)
            && let Some((of_source, of_translation)) = file_history(db, source).zip(file_history(db, translation))
            && of_source.newer_commits < of_translation.newer_commits
        {
            let (source_day, day) = (&of_source.updated, &of_translation.updated);
            let message = format!("translated on {day}; `{}` was changed on {source_day}", source.path(db));
            outdated.push(Note { message, place: place(translation) });
        }
    }
    let mut found = Vec::new();
    let span = config_file(db, config).language_spans.get(key.language).copied().unwrap_or_default();
    let mut report = |code, message, notes: Vec<Note<Place>>| {
        if !notes.is_empty() {
            let place = Place { file: CONFIG_PATH.into(), span };
            found.push(Diagnostic { notes, ..Diagnostic::new(code, message, place) });
        }
    };
    let (label, count) = (&language.label, missing.len());
    let message = format!("{count} of {total} pages{of} {} not translated to {label}", are(count));
    report(Code::MissingTranslation, message, missing);
    let (count, done) = (outdated.len(), total - count);
    let message = format!("{count} of {done} translations{of} to {label} {} older than the source", are(count));
    report(Code::OutdatedTranslation, message, outdated);
    found
}

const fn are(count: usize) -> &'static str {
    if count == 1 { "is" } else { "are" }
}

/// The reason why it is not known which translations are outdated.
fn unknown(db: &dyn Db, main: FileSet) -> Option<Diagnostic> {
    let config = main.config(db);
    let span = config_file(db, config).language_spans.get(1).copied()?;
    let reason = match main.history(db).as_ref()?.as_ref().err()? {
        NoHistory::Shallow => "this clone is shallow",
        NoHistory::Failed(reason) => reason.as_str(),
    };
    let message = format!("it is not known which translations are outdated: {reason}");
    Some(Diagnostic::new(Code::OutdatedTranslation, message, Place { file: CONFIG_PATH.into(), span }))
}
