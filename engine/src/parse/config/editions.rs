//! The fields `languages` and `versions` of `tool.json`: the editions of the site, and `tool.json` as each reads it.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::fields::{LANGUAGE, NOTICE, VERSION};
use super::read::ConfigReader;
use super::{Direction, Notice};
use base::diagnostic::{Code, Diagnostic};
use base::inputs::MOST_EDITIONS;
use base::tree::NodeRef;

/// The languages and versions of the site, the main ones first. Empty without the fields.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Editions {
    pub(crate) languages: Vec<LanguageSetting>,
    pub(crate) versions: Vec<VersionSetting>,
}

/// A language of the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LanguageSetting {
    /// The language tag (RFC 5646), which is also a part of the URL.
    pub(crate) lang: Box<str>,
    /// Its name in the language itself.
    pub(crate) label: Box<str>,
    pub(crate) dir: Option<Direction>,
    /// The folder of its pages, if given.
    docs: Option<Arc<str>>,
}

/// A version of the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct VersionSetting {
    /// Its name, which is also a part of the URL.
    pub(crate) version: Box<str>,
    pub(crate) label: Box<str>,
    /// The folder of its pages, if given.
    docs: Option<Arc<str>>,
    pub(crate) notice: Notice,
}

/// The places of an edition among the versions and the languages; 0 for the main ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct EditionKey {
    pub(crate) version: usize,
    pub(crate) language: usize,
}

impl Editions {
    /// The number of editions, at least one.
    pub(crate) fn count(&self) -> usize {
        self.versions.len().max(1) * self.languages.len().max(1)
    }

    /// The edition with a number; the main one if there are fewer.
    pub(crate) fn key(&self, number: usize) -> EditionKey {
        let languages = self.languages.len().max(1);
        let key = EditionKey { version: number / languages, language: number % languages };
        if number < self.count() { key } else { EditionKey::default() }
    }

    /// The number of an edition.
    pub(crate) fn number(&self, key: EditionKey) -> usize {
        key.version * self.languages.len().max(1) + key.language
    }

    /// The path of an edition below the root of the site, with a trailing slash: its language, then its version. Empty
    /// for the main one.
    pub(crate) fn prefix(&self, key: EditionKey) -> String {
        let language = self.languages.get(key.language).filter(|_| key.language > 0).map(|setting| &*setting.lang);
        let version = self.versions.get(key.version).filter(|_| key.version > 0).map(|setting| &*setting.version);
        language.into_iter().chain(version).map(|part| format!("{part}/")).collect()
    }

    /// The folders of the pages of an edition, in a project whose pages are in `docs`: its own, then the one whose pages
    /// it shows where they are not translated.
    pub(crate) fn folders(&self, key: EditionKey, docs: &Arc<str>) -> (Arc<str>, Option<Arc<str>>) {
        let version = self.versions.get(key.version);
        let main = self.languages.first().and_then(|language| language.docs.as_ref());
        let of_version = match version {
            Some(VersionSetting { docs: Some(docs), .. }) => docs.clone(),
            Some(version) if key.version > 0 => format!("versions/{}", version.version).into(),
            _ => main.unwrap_or(docs).clone(),
        };
        let Some(language) = self.languages.get(key.language).filter(|_| key.language > 0) else {
            return (of_version, None);
        };
        (self.translations(language, version.filter(|_| key.version > 0)), Some(of_version))
    }

    /// The folder of the pages of a language that is not the main one, in the main version or in another.
    fn translations(&self, language: &LanguageSetting, version: Option<&VersionSetting>) -> Arc<str> {
        let docs = language.docs.clone().unwrap_or_else(|| format!("i18n/{}", language.lang).into());
        version.map_or(docs.clone(), |version| format!("{docs}-{}", version.version).into())
    }

    /// The folder for the pages of a new version in a language, by the place of the language.
    pub(crate) fn new_folder(&self, language: usize, version: &str) -> String {
        match self.languages.get(language).filter(|_| language > 0) {
            Some(language) => format!("{}-{version}", self.translations(language, None)),
            None => format!("versions/{version}"),
        }
    }

    /// The folders of the pages of all editions.
    pub(crate) fn all_folders(&self, docs: &Arc<str>) -> BTreeSet<Arc<str>> {
        (0..self.count()).map(|number| self.folders(self.key(number), docs).0).collect()
    }
}

/// The fields of `tool.json` that a language may have of its own.
const OF_LANGUAGE: [&str; 8] =
    ["name", "description", "sidebar", "navbar", "announcement", "footer", "strings", "attributes"];
/// The fields of `tool.json` that a version may have of its own.
const OF_VERSION: [&str; 7] = ["openapi", "sidebar", "navbar", "announcement", "editUrl", "attributes", "redirects"];

/// `tool.json` as an edition reads it: the fields of its language and version come before those of the file.
#[derive(Clone, Copy)]
pub(super) struct EditionRoot<'t> {
    file: NodeRef<'t>,
    is_main_version: bool,
    /// The entries of the edition.
    version: Option<NodeRef<'t>>,
    language: Option<NodeRef<'t>>,
}

impl<'t> EditionRoot<'t> {
    /// The file as an edition reads it.
    pub(super) fn new(file: NodeRef<'t>, editions: &Editions, key: EditionKey) -> Self {
        let entry = |field: &str, name: &str, wanted: Option<&str>| {
            let wanted = wanted?;
            let mut items = file.get(field)?.items();
            items.find(|item| item.get(name).and_then(NodeRef::as_str) == Some(wanted))
        };
        let version = editions.versions.get(key.version);
        let language = editions.languages.get(key.language);
        Self {
            file,
            is_main_version: key.version == 0,
            version: entry("versions", "version", version.map(|setting| &*setting.version)),
            language: entry("languages", "lang", language.map(|setting| &*setting.lang)),
        }
    }

    /// The value of a field.
    pub(super) fn get(self, name: &str) -> Option<NodeRef<'t>> {
        let of_version = self.version.filter(|_| OF_VERSION.contains(&name));
        if let Some(value) = of_version.and_then(|version| version.get(name)) {
            return Some(value);
        }
        // The redirects of the file are about the pages of the main version.
        if !self.is_main_version && name == "redirects" {
            return None;
        }
        let of_language = self.language.filter(|_| OF_LANGUAGE.contains(&name));
        of_language.and_then(|language| language.get(name)).or_else(|| self.file.get(name))
    }
}

impl ConfigReader {
    /// Reads the languages and versions of the file.
    pub(super) fn editions(&mut self, root: NodeRef<'_>) -> Editions {
        let mut editions = Editions::default();
        let languages = self.entries(root, "languages", "lang", &LANGUAGE.names());
        for (lang, node) in languages {
            let label = node.get("label").and_then(|label| self.string(label, "label"));
            let docs = node.get("docs").and_then(|docs| self.path(docs, "docs"));
            let dir = node.get("dir").map(|dir| self.direction_of(Some(dir)));
            editions.languages.push(LanguageSetting { label: label.unwrap_or_else(|| lang.clone()), dir, docs, lang });
        }
        let versions = self.entries(root, "versions", "version", &VERSION.names());
        for (version, node) in versions {
            let label = node.get("label").and_then(|label| self.string(label, "label"));
            let docs = node.get("docs").and_then(|docs| self.path(docs, "docs"));
            let notice = node.get("notice").map(|notice| self.notice(notice)).unwrap_or_default();
            editions.versions.push(VersionSetting {
                label: label.unwrap_or_else(|| version.clone()),
                docs,
                notice,
                version,
            });
        }
        if editions.count() > MOST_EDITIONS {
            let node = root.get("versions").or(root.get("languages")).unwrap_or(root);
            self.invalid(node, &format!("the site has {} editions; the limit is {MOST_EDITIONS}", editions.count()));
            editions.versions.clear();
            editions.languages.truncate(MOST_EDITIONS);
        }
        editions
    }

    /// The entries of a list of editions, with their names. Those without a usable name are reported and left out.
    fn entries<'t>(
        &mut self,
        root: NodeRef<'t>,
        field: &str,
        name: &str,
        known: &[&str],
    ) -> Vec<(Box<str>, NodeRef<'t>)> {
        let mut found: Vec<(Box<str>, NodeRef<'t>)> = Vec::new();
        let Some(list) = root.get(field) else { return found };
        if !list.is_array() {
            self.wrong_type(list, &format!("`{field}`"), "a list");
            return found;
        }
        for item in list.items() {
            if !item.is_object() {
                self.wrong_type(item, &format!("an entry of `{field}`"), &format!("an object with `{name}`"));
                continue;
            }
            self.unknown_fields(item, known);
            let Some(node) = item.get(name) else {
                self.invalid(item, &format!("an entry of `{field}` has no `{name}`"));
                continue;
            };
            let Some(text) = self.string(node, name) else { continue };
            if !is_segment(&text) {
                let message = format!("`{text}` cannot be a part of a URL");
                let help = "use letters, digits, `-`, `_` and `.`; `label` is the text that readers see".to_owned();
                self.diagnostics.push(Diagnostic::new(Code::InvalidConfig, message, node.span()).with_help(help));
            } else if found.iter().any(|(known, _)| known.eq_ignore_ascii_case(&text)) {
                self.invalid(node, &format!("`{text}` is listed twice"));
            } else {
                found.push((text, item));
            }
        }
        found
    }

    /// Reads the notice of a version: a word, or an object.
    fn notice(&mut self, node: NodeRef<'_>) -> Notice {
        if let Some(word) = node.as_str() {
            match word {
                "none" => return Notice { hidden: true, ..Notice::default() },
                "unmaintained" => return Notice { unmaintained: true, ..Notice::default() },
                _ => {
                    let message = format!("`notice` must be `none`, `unmaintained` or an object, not `{word}`");
                    self.invalid(node, &message);
                    return Notice::default();
                }
            }
        }
        if !node.is_object() {
            self.wrong_type(node, "`notice`", "`none`, `unmaintained` or an object");
            return Notice::default();
        }
        self.unknown_fields(node, &NOTICE.names());
        Notice {
            text: node.get("text").and_then(|text| self.string(text, "text")),
            noindex: self.switch(node, "noindex").unwrap_or_default(),
            ..Notice::default()
        }
    }
}

/// Whether a name may be a part of a URL and of a path.
pub(crate) fn is_segment(name: &str) -> bool {
    let is_allowed = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    name.len() <= 100 && name.chars().all(is_allowed) && !name.starts_with(['.', '_']) && !name.ends_with('.')
}
