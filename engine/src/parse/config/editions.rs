//! The fields `languages` and `versions` of `tool.json`: the editions of the site, and `tool.json` as each reads it.
//!
//! A version may be that of a Git commit. Its pages, its API and the fields that describe them are those of the commit; all
//! others, such as the theme, are those of `tool.json`.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::fields::{LANGUAGE, NOTICE, VERSION};
use super::language::own_name;
use super::read::ConfigReader;
use super::{Direction, EntryPlace, Notice};
use base::diagnostic::{Code, Diagnostic, Span, did_you_mean};
use base::inputs::{MOST_EDITIONS, TREE_END};
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
    /// The project in the Git commit whose files it shows.
    pub(crate) tree: Option<GitTree>,
    pub(crate) notice: Notice,
}

/// The project in a Git commit: `<commit>`, or `<commit>:<folder>` where it had another folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GitTree(Box<str>);

impl GitTree {
    /// The path by which the inputs know a file of the project in the commit.
    pub(crate) fn path(&self, below: &str) -> Arc<str> {
        format!("{}{TREE_END}{below}", self.0).into()
    }

    /// Its name in messages.
    pub(crate) fn name(&self) -> &str {
        &self.0
    }
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

    /// The variables that every page of an edition may use, with the names that DocsLit gives them: its version, and the
    /// commit whose files it shows.
    pub(super) fn variables(&self, key: EditionKey) -> [([&'static str; 2], Box<str>); 2] {
        let version = self.versions.get(key.version).map_or("unversioned", |version| &*version.version);
        let branch = self.tree(key).map_or("working-tree", GitTree::name);
        [(["TOOL_VERSION", "DOCSLIT_VERSION"], version.into()), (["TOOL_BRANCH", "DOCSLIT_BRANCH"], branch.into())]
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

    /// The edition that a path names, and the rest of the path. It names a language, a version, or a language and then a
    /// version, main ones included; the other part is that of `own`. `None` if it names neither.
    pub(crate) fn named<'p>(&self, own: EditionKey, path: &'p str) -> Option<(EditionKey, &'p str)> {
        let divided = |path: &'p str| path.split_once('/').unwrap_or((path, ""));
        let version_of = |name: &str| self.versions.iter().position(|setting| &*setting.version == name);
        let (first, rest) = divided(path);
        let Some(language) = self.languages.iter().position(|setting| &*setting.lang == first) else {
            return Some((EditionKey { version: version_of(first)?, ..own }, rest));
        };
        let (second, below) = divided(rest);
        Some(match version_of(second) {
            Some(version) => (EditionKey { version, language }, below),
            None => (EditionKey { language, ..own }, rest),
        })
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

    /// The folders of the pages of all editions that are not those of a commit.
    pub(crate) fn all_folders(&self, docs: &Arc<str>) -> BTreeSet<Arc<str>> {
        let keys = (0..self.count()).map(|number| self.key(number));
        keys.filter(|&key| self.tree(key).is_none()).map(|key| self.folders(key, docs).0).collect()
    }

    /// The project in the commit whose files an edition shows, if it does.
    pub(crate) fn tree(&self, key: EditionKey) -> Option<&GitTree> {
        self.versions.get(key.version)?.tree.as_ref()
    }
}

/// The list of a field: its value, or the member `list` of an object. `None` if the file lacks the field.
pub(crate) fn list_of<'t>(file: NodeRef<'t>, field: &str) -> Option<NodeRef<'t>> {
    let node = file.get(field)?;
    Some(node.get("list").unwrap_or(node))
}

/// The fields of `tool.json` that a language may have of its own.
const OF_LANGUAGE: [&str; 10] =
    ["name", "description", "sidebar", "tabs", "products", "navbar", "announcement", "footer", "strings", "attributes"];
/// The fields of `tool.json` that a version may have of its own.
const OF_VERSION: [&str; 9] =
    ["openapi", "sidebar", "tabs", "products", "navbar", "announcement", "editUrl", "attributes", "redirects"];

/// The fields of `tool.json` that describe the files of a commit.
const OF_COMMIT: [&str; 9] =
    ["docs", "openapi", "sidebar", "tabs", "products", "attributes", "redirects", "api", "html"];

/// `tool.json` as an edition reads it: the fields of its language and version come before those of the file.
#[derive(Clone, Copy)]
pub(super) struct EditionRoot<'t> {
    file: NodeRef<'t>,
    is_main_version: bool,
    /// The commit of the version.
    commit: Option<CommitRoot<'t>>,
    /// The entries of the edition.
    version: Option<NodeRef<'t>>,
    language: Option<NodeRef<'t>>,
}

impl<'t> EditionRoot<'t> {
    /// The file as an edition reads it.
    pub(super) fn new(file: NodeRef<'t>, editions: &Editions, key: EditionKey) -> Self {
        let entry = |field: &str, name: &str, wanted: Option<&str>| {
            let wanted = wanted?;
            let mut items = list_of(file, field)?.items();
            items.find(|item| item.get(name).and_then(NodeRef::as_str) == Some(wanted))
        };
        let version = editions.versions.get(key.version);
        let language = editions.languages.get(key.language);
        Self {
            file,
            is_main_version: key.version == 0,
            commit: None,
            version: entry("versions", "version", version.map(|setting| &*setting.version)),
            language: entry("languages", "lang", language.map(|setting| &*setting.lang)),
        }
    }

    /// The file as an edition of a commit reads it: the files are those of the commit, and so are the fields about them.
    pub(super) fn with_commit(self, commit: Option<CommitRoot<'t>>) -> Self {
        Self { commit, ..self }
    }

    /// The position in `tool.json` where the commit is named from which a field is read, if it is read from one.
    pub(super) fn commit_of(self, name: &str) -> Option<Span> {
        self.commit.filter(|_| OF_COMMIT.contains(&name) && self.of_version(name).is_none()).map(|commit| commit.place)
    }

    /// The value of a field in the entry of the version.
    fn of_version(self, name: &str) -> Option<NodeRef<'t>> {
        self.version.filter(|_| OF_VERSION.contains(&name)).and_then(|version| version.get(name))
    }

    /// The fields of the navigation, all of the innermost object that has one of them.
    pub(super) fn navigation(self) -> NavigationNodes<'t> {
        let own = |node: Option<NodeRef<'t>>| node.map(NavigationNodes::of).filter(NavigationNodes::has_one);
        if let Some(own) = own(self.version) {
            return own;
        }
        if let Some(commit) = self.commit {
            return commit.root().map(EditionRoot::navigation).unwrap_or_default();
        }
        own(self.language).unwrap_or_else(|| NavigationNodes::of(self.file))
    }

    /// Whether the `openapi` of the version replaces the APIs of tabs that are not its own.
    pub(super) fn replaces_apis(self) -> bool {
        self.of_version("openapi").is_some() && !self.version.map(NavigationNodes::of).is_some_and(|own| own.has_one())
    }

    /// The value of a field for the edition without the fields of its version.
    pub(super) fn get_without_version(self, name: &str) -> Option<NodeRef<'t>> {
        Self { version: None, ..self }.get(name)
    }

    /// The value of a field.
    pub(super) fn get(self, name: &str) -> Option<NodeRef<'t>> {
        if let Some(value) = self.of_version(name) {
            return Some(value);
        }
        if let Some(commit) = self.commit {
            if OF_COMMIT.contains(&name) {
                return commit.get(name);
            }
            // The branch in the URL for edits is not this commit.
            if name == "editUrl" {
                return None;
            }
        }
        // The redirects of the file are about the pages of the main version.
        if !self.is_main_version && name == "redirects" {
            return None;
        }
        let of_language = self.language.filter(|_| OF_LANGUAGE.contains(&name));
        of_language.and_then(|language| language.get(name)).or_else(|| self.file.get(name))
    }
}

/// The fields of the navigation, and the APIs beside them.
#[derive(Clone, Copy, Default)]
pub(super) struct NavigationNodes<'t> {
    pub(super) products: Option<NodeRef<'t>>,
    pub(super) tabs: Option<NodeRef<'t>>,
    pub(super) sidebar: Option<NodeRef<'t>>,
    pub(super) openapi: Option<NodeRef<'t>>,
}

impl<'t> NavigationNodes<'t> {
    /// Those of an object: a product, an edition or the file.
    pub(super) fn of(node: NodeRef<'t>) -> Self {
        Self {
            products: node.get("products"),
            tabs: node.get("tabs"),
            sidebar: node.get("sidebar"),
            openapi: node.get("openapi"),
        }
    }

    /// Whether there is any, apart from APIs.
    fn has_one(&self) -> bool {
        self.products.is_some() || self.tabs.is_some() || self.sidebar.is_some()
    }
}

/// The `tool.json` of a commit as an edition reads it.
#[derive(Clone, Copy)]
pub(super) struct CommitRoot<'t> {
    /// Absent if the commit has no such file.
    file: Option<NodeRef<'t>>,
    /// The entries of its main version, and of the edition's language.
    version: Option<NodeRef<'t>>,
    language: Option<NodeRef<'t>>,
    /// Where `tool.json` names the commit.
    place: Span,
}

impl<'t> CommitRoot<'t> {
    fn get(self, name: &str) -> Option<NodeRef<'t>> {
        self.root()?.get(name)
    }

    /// The file as its main version and the edition's language read it.
    fn root(self) -> Option<EditionRoot<'t>> {
        Some(EditionRoot {
            file: self.file?,
            is_main_version: true,
            commit: None,
            version: self.version,
            language: self.language,
        })
    }
}

/// The folders of the pages of an edition, relative to the root.
pub(super) struct Folders {
    pub(super) docs: Arc<str>,
    /// That of the pages that it shows where its own are not translated.
    pub(super) untranslated_docs: Option<Arc<str>>,
    /// Those of other editions.
    pub(super) others: Vec<Arc<str>>,
}

impl ConfigReader {
    /// The commit of an edition, if its version is that of one, with the folders of its pages. `file` is the `tool.json` of
    /// the commit.
    pub(super) fn commit<'t>(
        &self,
        editions: &Editions,
        key: EditionKey,
        file: Option<NodeRef<'t>>,
    ) -> Option<(CommitRoot<'t>, Folders)> {
        let tree = editions.tree(key)?;
        let place = (*self.commit_spans.get(key.version)?)?;
        // What is wrong with the lists of a commit concerns editions that the site does not have.
        let mut scratch = Self::default();
        let of_commit = file.map(|file| scratch.editions(file)).unwrap_or_default();
        let lang = editions.languages.get(key.language).map(|language| &*language.lang);
        let language = of_commit.languages.iter().position(|language| Some(&*language.lang) == lang);
        let own = EditionKey { version: 0, language: language.unwrap_or_default() };
        let main = editions.versions.get(key.version).and_then(|version| version.docs.clone());
        let in_file = || file?.get("docs").and_then(|node| scratch.path(node, "docs"));
        let docs = main.clone().or_else(in_file).unwrap_or_else(|| "docs".into());
        let main = main.unwrap_or_else(|| of_commit.folders(EditionKey::default(), &docs).0);
        let (docs, untranslated) = match (language, lang) {
            _ if key.language == 0 => (main, None),
            (Some(_), _) => (of_commit.folders(own, &docs).0, Some(main)),
            (None, lang) => (format!("i18n/{}", lang.unwrap_or_default()).into(), Some(main)),
        };
        let others = of_commit.all_folders(&docs).into_iter().map(|folder| tree.path(&folder));
        let docs = tree.path(&docs);
        let folders = Folders {
            others: others.filter(|folder| *folder != docs).collect(),
            untranslated_docs: untranslated.map(|folder| tree.path(&folder)),
            docs,
        };
        let commit = file.map(|file| EditionRoot::new(file, &of_commit, own));
        let root = CommitRoot {
            file,
            version: commit.and_then(|commit| commit.version),
            language: commit.and_then(|commit| commit.language).filter(|_| language.is_some()),
            place,
        };
        Some((root, folders))
    }

    /// Reads a field. What is wrong with it in a commit is reported where `tool.json` names that, since only this can be
    /// changed.
    pub(super) fn field<T>(&mut self, root: EditionRoot<'_>, name: &str, read: impl FnOnce(&mut Self) -> T) -> T {
        let Some(place) = root.commit_of(name) else { return read(self) };
        let (before, entries) = (self.diagnostics.len(), self.entry_places.len());
        let value = read(self);
        let found = self.diagnostics.split_off(before).into_iter();
        self.diagnostics.extend(found.map(|found| Diagnostic { fix: None, ..found.map_place(|_| place) }));
        self.entry_places.splice(
            entries..,
            vec![EntryPlace { span: place, cut: None, folder: None }; self.entry_places.len() - entries],
        );
        value
    }

    /// Reads the name of a Git tree.
    fn tree(&mut self, node: NodeRef<'_>) -> Option<GitTree> {
        let text = self.string(node, "git")?;
        let name = text.trim_end_matches('/');
        let is_odd = |c: char| c.is_whitespace() || c.is_control() || "\\*?[^{".contains(c);
        let is_name =
            !name.starts_with(['-', ':']) && !name.contains(is_odd) && !name.contains("..") && name.len() <= 200;
        if !is_name || name.contains(TREE_END) || name.is_empty() {
            let message = format!("`{text}` is not the name of a commit");
            let help = "write a tag, a branch or a hash, and a folder after `:` if the project had another one, as in `v1.9.0` or `v1.9.0:website`";
            self.diagnostics
                .push(Diagnostic::new(Code::InvalidConfig, message, node.span()).with_help(help.to_owned()));
            return None;
        }
        Some(GitTree(name.into()))
    }

    /// Reads the languages and versions of the file.
    pub(super) fn editions(&mut self, root: NodeRef<'_>) -> Editions {
        let mut editions = Editions::default();
        let languages = self.entries(root, "languages", "lang", &LANGUAGE.names());
        let tags: Vec<Box<str>> = languages.iter().map(|(lang, _)| lang.clone()).collect();
        for (lang, node) in languages {
            self.language_spans.push(node.get("lang").unwrap_or(node).span());
            let label = node.get("label").and_then(|label| self.string(label, "label"));
            let docs = node.get("docs").and_then(|docs| self.path(docs, "docs"));
            let dir = node.get("dir").map(|dir| self.direction_of(Some(dir)));
            let label = label.unwrap_or_else(|| own_name(&lang, tags.iter().map(|tag| &**tag)).into());
            editions.languages.push(LanguageSetting { label, dir, docs, lang });
        }
        let mut versions = self.entries(root, "versions", "version", &VERSION.names());
        let default = root.get("versions").and_then(|versions| versions.get("default"));
        let main = default.and_then(|node| self.main_version(node, &versions));
        if let Some(main) = main {
            versions[..=main].rotate_right(1);
        }
        for (place, (version, node)) in versions.into_iter().enumerate() {
            let label = node.get("label").or_else(|| node.get("tag")).and_then(|label| self.string(label, "label"));
            let docs = node.get("docs").and_then(|docs| self.path(docs, "docs"));
            let notice = node.get("notice").map(|notice| self.notice(notice)).unwrap_or_default();
            // The branch of the main version of such an object is the one whose files are here.
            let branch = node.get("branch").filter(|_| default.is_some() && place > 0);
            let git = node.get("git").or(branch);
            let tree = git.and_then(|git| self.tree(git));
            self.commit_spans.push(git.map(NodeRef::span).filter(|_| tree.is_some()));
            editions.versions.push(VersionSetting {
                label: label.unwrap_or_else(|| version.clone()),
                docs,
                tree,
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

    /// The place of the version that `default` names.
    fn main_version(&mut self, node: NodeRef<'_>, versions: &[(Box<str>, NodeRef<'_>)]) -> Option<usize> {
        let name = self.string(node, "default")?;
        let place = versions.iter().position(|(version, _)| *version == name);
        if place.is_none() {
            let help = did_you_mean(&name, versions.iter().map(|(version, _)| &**version));
            let message = format!("`list` has no version `{name}`");
            self.diagnostics.push(Diagnostic::new(Code::InvalidConfig, message, node.span()).with_help(help));
        }
        place
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
        let mut known_of_list = known.to_vec();
        let Some(list) = list_of(root, field) else { return found };
        if field == "versions" && root.get(field).is_some_and(|node| node.get("list").is_some()) {
            known_of_list = [known, &["branch", "tag"]].concat();
        }
        if !list.is_array() {
            self.wrong_type(list, &format!("`{field}`"), "a list");
            return found;
        }
        for item in list.items() {
            if !item.is_object() {
                self.wrong_type(item, &format!("an entry of `{field}`"), &format!("an object with `{name}`"));
                continue;
            }
            self.unknown_fields(item, &known_of_list);
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

#[cfg(test)]
mod tests {
    use super::super::read::{read, read_edition};

    #[test]
    fn versions_of_branches_are_those_of_a_list_with_a_default() {
        let text = r#"{"name": "N", "announcement": "All", "versions": {"default": "0.3", "list": [
            {"version": "0.2", "branch": "v0.2", "tag": "Previous", "announcement": {"message": "Old", "type": "warning"}},
            {"version": "0.3", "branch": "main", "tag": "Latest"},
            {"version": "0.1", "branch": "v0.1"}]}}"#;
        let file = read(text);
        assert!(file.diagnostics.is_empty(), "{:?}", file.diagnostics);
        let versions = &file.config.editions.versions;
        let found: Vec<(&str, &str, Option<&str>)> = versions
            .iter()
            .map(|one| (&*one.version, &*one.label, one.tree.as_ref().map(super::GitTree::name)))
            .collect();
        assert_eq!(found, [("0.3", "Latest", None), ("0.2", "Previous", Some("v0.2")), ("0.1", "0.1", Some("v0.1"))]);
        let announced = |number| read_edition(text, number, None, None).config.texts.announcement.unwrap().text;
        assert_eq!([announced(0), announced(1)].map(String::from), ["All", "Old"]);
    }

    #[test]
    fn every_edition_has_variables_of_its_version() {
        let text = r#"{"name": "N", "attributes": {"TOOL_BRANCH": "own"}, "versions": [{"version": "2"}, {"version": "1", "git": "v1"}]}"#;
        let value = |text: &str, number, name: &str| -> Option<String> {
            Some(read_edition(text, number, None, None).config.attributes.get(name)?.to_string())
        };
        assert_eq!(value(text, 0, "TOOL_VERSION").as_deref(), Some("2"));
        assert_eq!(value(text, 1, "DOCSLIT_BRANCH").as_deref(), Some("v1"));
        assert_eq!(value(text, 0, "TOOL_BRANCH").as_deref(), Some("own"));
        let plain = r#"{"name": "N"}"#;
        assert_eq!(value(plain, 0, "TOOL_VERSION").as_deref(), Some("unversioned"));
        assert_eq!(value(plain, 0, "TOOL_BRANCH").as_deref(), Some("working-tree"));
    }

    #[test]
    fn a_default_that_is_not_in_the_list_is_reported() {
        let text = r#"{"name": "N", "versions": {"default": "2", "list": [{"version": "1", "brnch": "x"}]}}"#;
        let found: Vec<String> = read(text).diagnostics.iter().map(|found| found.message.clone()).collect();
        assert_eq!(found, ["unknown field `brnch`", "`list` has no version `2`"]);
    }
}
