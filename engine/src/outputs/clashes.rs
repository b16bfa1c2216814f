//! Output paths that two files of the site claim, so that one of them would be lost.

use std::collections::BTreeMap;
use std::sync::Arc;

use unicode_normalization::UnicodeNormalization as _;

use super::listed::{OutputKey, listed};
use super::models::model_pages;
use super::redirects::redirect_paths;
use super::sitemap::FEED;
use crate::Db;
use crate::resolve::edition_view::EditionView;
use crate::resolve::model_keys::MODELS_ID;
use crate::resolve::pages::pages;
use base::diagnostic::{Code, Diagnostic, Place, Span};
use base::inputs::{File, FileSet};

/// The owner of an output path.
#[derive(Clone)]
enum Claim {
    /// A file of the project that is a page.
    Page(File),
    /// A file of the project that is published unchanged.
    Asset(File),
    /// The tool.
    Tool,
}

impl Claim {
    /// The claim of a listed file. `None` if files of the project take precedence and `is_taken` says that one exists.
    fn of(key: OutputKey, is_taken: bool) -> Option<Self> {
        match key {
            OutputKey::Page(file) | OutputKey::Markdown(file) => Some(Self::Page(file)),
            OutputKey::Asset(file) => Some(Self::Asset(file)),
            OutputKey::Tool(_)
            | OutputKey::Theme
            | OutputKey::Spec(..)
            | OutputKey::PlaygroundSettings
            | OutputKey::SearchTexts
            | OutputKey::Sidebar
            | OutputKey::AllPages
            | OutputKey::NotFound => Some(Self::Tool),
            OutputKey::Llms
            | OutputKey::LlmsFull
            | OutputKey::Sitemap(_)
            | OutputKey::Robots
            | OutputKey::Favicon
            | OutputKey::Host => (!is_taken).then_some(Self::Tool),
            // A page with this path is published instead; redirects have their own check.
            OutputKey::MarkdownOfIndex(_) | OutputKey::Redirect => None,
        }
    }

    const fn file(&self) -> Option<File> {
        match self {
            Self::Page(file) | Self::Asset(file) => Some(*file),
            Self::Tool => None,
        }
    }

    /// The order in which diagnostics name two claims.
    const fn rank(&self) -> u8 {
        match self {
            Self::Page(_) => 0,
            Self::Asset(_) => 1,
            Self::Tool => 2,
        }
    }
}

/// The conflicts between claims: two of the same path, or one of a path that another needs as a folder. Two pages with
/// the same ID are reported elsewhere.
#[salsa::tracked(returns(ref))]
pub(super) fn clashes(db: &dyn Db, set: FileSet) -> Vec<Diagnostic> {
    let all = pages(db, set);
    let is_taken = |path: &str| all.assets.contains_key(path);
    let listed = listed(db, set).into_iter();
    let mut claims: Vec<(Arc<str>, Claim)> =
        listed.filter_map(|(path, key)| Some((path.clone(), Claim::of(key, is_taken(&path))?))).collect();
    claims.extend((!is_taken(FEED)).then(|| (FEED.into(), Claim::Tool)));
    claims.sort_by_key(|(_, claim)| claim.rank());
    claims.extend(models_at(db, set, &claims));
    let redirects = redirect_paths(db, set);
    let folded: Vec<String> = claims.iter().map(|(path, _)| folded(path)).collect();
    let mut by_folded: BTreeMap<&str, (&str, &Claim)> = BTreeMap::new();
    let mut found = Vec::new();
    for ((path, claim), folded) in claims.iter().zip(&folded) {
        match by_folded.insert(folded, (path, claim)) {
            Some((same, first)) if same == &**path => found.extend(clash(db, path, first, claim)),
            Some((other, first)) => found.extend(near_clash(db, other, first, path, claim)),
            None => {}
        }
    }
    for ((path, claim), folded) in claims.iter().zip(&folded) {
        for (at, _) in folded.match_indices('/') {
            if let Some((_, first)) = folded.get(..at).and_then(|folder| by_folded.get(folder)) {
                found.extend(clash(db, path, first, claim));
            }
        }
    }
    found.extend(in_other_editions(db, set, &claims, &folded));
    let by_path: BTreeMap<&str, &Claim> = claims.iter().map(|(path, claim)| (&**path, claim)).collect();
    if let Some(&file) = all.by_id.get("404") {
        let message = format!("`{}` would be published at `/404`, which hosts use for `404.html`", file.path(db));
        found.push(
            Diagnostic::new(Code::DuplicatePage, message, start(db, file)).with_help("rename the file".to_owned()),
        );
    }
    // Redirects from the path of a page are reported by the check of redirects.
    for (path, id) in &redirects {
        let folder =
            path.match_indices('/').find_map(|(at, _)| by_path.get(path.get(..at)?).and_then(|claim| claim.file()));
        if let Some(file) = folder {
            let message = format!("the redirect from `/{id}` would be inside `{}`, which is a file", file.path(db));
            found.push(Diagnostic::new(Code::DuplicatePage, message, start(db, file)));
        }
    }
    found
}

/// The diagnostics for files with a path inside another edition, whose files are published there instead.
fn in_other_editions(db: &dyn Db, set: FileSet, claims: &[(Arc<str>, Claim)], folded: &[String]) -> Vec<Diagnostic> {
    let own = EditionView::of(set).prefix(db);
    let others: Vec<String> = EditionView::all(db)
        .filter_map(|edition| edition.prefix(db).strip_prefix(&own).map(self::folded))
        .filter(|inside| !inside.is_empty())
        .collect();
    let mut by_file: BTreeMap<&Arc<str>, Diagnostic> = BTreeMap::new();
    for ((_, claim), path) in claims.iter().zip(folded).filter(|_| !others.is_empty()) {
        let Some(file) = claim.file() else { continue };
        let is_inside = |other: &&String| path.starts_with(&***other) || path == other.trim_end_matches('/');
        if let Some(other) = others.iter().find(is_inside) {
            let name = other.trim_end_matches('/');
            let message =
                format!("`{}` has a path of the version or language `{name}`, so it is not published", file.path(db));
            let help = format!("rename the file or its folder, or move it to the folder of `{name}`");
            let found = Diagnostic::new(Code::DuplicatePage, message, start(db, file)).with_help(help);
            by_file.insert(file.path(db), found);
        }
    }
    by_file.into_values().collect()
}

/// The claims of schema pages. Finding them reads all pages, so it is done only if a file of the project is in their
/// folder or has its path.
fn models_at(db: &dyn Db, set: FileSet, claims: &[(Arc<str>, Claim)]) -> Vec<(Arc<str>, Claim)> {
    let is_near = |path: &str| {
        let below = path.strip_prefix(MODELS_ID).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        below || MODELS_ID.strip_prefix(path).is_some_and(|rest| rest.starts_with('/'))
    };
    if !claims.iter().any(|(path, _)| is_near(path)) {
        return Vec::new();
    }
    model_pages(db, set).map(|path| (path.into(), Claim::Tool)).collect()
}

/// A path as seen by file systems that ignore case or Unicode normalization.
fn folded(path: &str) -> String {
    if path.is_ascii() { path.to_ascii_lowercase() } else { path.nfc().collect::<String>().to_lowercase() }
}

/// The diagnostic for two paths that are equal on some systems. Two pages are reported elsewhere.
fn near_clash(db: &dyn Db, path: &str, first: &Claim, other: &str, second: &Claim) -> Option<Diagnostic> {
    let is_pages = matches!((first, second), (Claim::Page(_), Claim::Page(_)));
    let file = second.file().or(first.file()).filter(|_| !is_pages)?;
    let message = match (first.file(), second.file()) {
        (Some(a), Some(b)) => {
            format!(
                "`{}` and `{}` need paths that are equal on some systems: `{path}`, `{other}`",
                a.path(db),
                b.path(db)
            )
        }
        _ => format!("`{}` needs a path that the tool also uses on some systems: `{path}`, `{other}`", file.path(db)),
    };
    Some(Diagnostic::new(Code::DuplicatePage, message, start(db, file)).with_help("rename the file".to_owned()))
}

/// The diagnostic for two claims, at the file of the project.
fn clash(db: &dyn Db, path: &str, first: &Claim, second: &Claim) -> Option<Diagnostic> {
    let (message, file) = match (first.file(), second.file()) {
        (Some(a), Some(b)) if a == b => return None,
        (Some(a), Some(b)) => (format!("`{}` and `{}` both need the path `{path}`", a.path(db), b.path(db)), b),
        (Some(file), None) | (None, Some(file)) => {
            (format!("`{}` needs the path `{path}`, which the tool uses itself", file.path(db)), file)
        }
        (None, None) => return None,
    };
    let found = Diagnostic::new(Code::DuplicatePage, message, start(db, file));
    Some(found.with_help("rename or remove the file".to_owned()))
}

fn start(db: &dyn Db, file: File) -> Place {
    Place { file: file.path(db).clone(), span: Span::default() }
}
