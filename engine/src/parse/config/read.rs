//! Parses the text of `tool.json` into the typed configuration.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::editions::{EditionKey, EditionRoot, Editions, Folders};
use super::tabs::Navigation;
use super::{ApiSetting, Config, ConfigFile, Direction, EntryPlace, HtmlPolicy, SiteSpans, SiteTexts, fields};
use crate::parse::variables::Attributes;
use base::diagnostic::{Code, Diagnostic, Span, did_you_mean};
use base::tree::{Extent, Limits, NodeRef, Tree};

/// Parses the text as the main edition reads it; invalid parts become diagnostics and take their defaults.
#[cfg(test)]
pub(super) fn read(text: &str) -> ConfigFile {
    read_edition(text, 0, None, None)
}

/// Parses the text as the edition with this number reads it; invalid parts become diagnostics and take their defaults.
/// `of_commit` is the text of the `tool.json` in the commit of the version, `theme_file` that of the file with the theme.
pub(super) fn read_edition(text: &str, number: u16, of_commit: Option<&str>, theme_file: Option<&str>) -> ConfigFile {
    let parsed = Tree::from_json(text, Limits::default());
    let file = parsed.tree.root();
    let mut reader = ConfigReader { diagnostics: parsed.diagnostics, ..ConfigReader::default() };
    let mut site_spans = SiteSpans::default();
    reader.no_object(file);
    reader.unknown_fields(file, &fields::ROOT.names());
    let editions = reader.editions(file);
    let key = editions.key(number.into());
    let of_commit = of_commit.map(|text| Tree::from_json(text, Limits::default()));
    let commit_file = of_commit.as_ref().map(|parsed| parsed.tree.root()).filter(|root| root.is_object());
    let (commit, folders) = reader.commit(&editions, key, commit_file).unzip();
    let root = EditionRoot::new(file, &editions, key).with_commit(commit);
    reader.broken_commit(root, of_commit.iter().flat_map(|parsed| &parsed.diagnostics));
    let text_field = |reader: &mut ConfigReader, name: &str| root.get(name).and_then(|node| reader.string(node, name));
    let name = text_field(&mut reader, "name");
    // It may be in the part that was not read.
    if parsed.extent == Extent::Whole && root.get("name").is_none() {
        reader.nameless(file);
    }
    let Place { docs, untranslated_docs, other_docs, lang, dir, url, base, path } =
        reader.place(root, &editions, key, folders);
    let (api, sample_spans) = reader.site_api(root);
    let (theme, stylesheet) = reader.theme(root, theme_file, &mut site_spans);
    let Navigation { sidebar, products, tabs, tab_spans, apis } = reader.navigation(root, &mut site_spans);
    let (specs, spec_spans) = reader.site_specs(root, &apis, editions.tree(key));
    let (redirects, redirect_spans) = reader.field(root, "redirects", |reader| reader.redirects(root));
    let config = Config {
        texts: SiteTexts {
            name: name.unwrap_or_else(|| "Documentation".into()),
            description: text_field(&mut reader, "description"),
            url,
            base,
            path,
            dir,
            top_links: reader.top_links(root, &mut site_spans),
            footer: reader.footer(root, &mut site_spans),
            logo: reader.logo(root, &mut site_spans),
            favicon: reader.favicon(root, &mut site_spans),
            stylesheet,
            edit_url: reader.edit_url(root),
            page_facts: reader.page_facts(root, &mut site_spans),
            analytics: reader.analytics(root),
            feedback: reader.feedback(root),
            page_menu: reader.page_menu(root),
            page_descriptions: reader.page_descriptions(root),
            social_cards: reader.social_cards(root),
            announcement: reader.announcement(root, &mut site_spans),
            head: reader.head(root, &mut site_spans),
            lang: lang.clone(),
        },
        attributes: reader.variables(root, &editions, key),
        editions,
        docs,
        untranslated_docs,
        other_docs,
        specs,
        api,
        playground: root.get("playground").map(|node| reader.playground(node)).unwrap_or_default(),
        html: reader.field(root, "html", |reader| reader.html(root)),
        sidebar,
        tabs,
        products,
        redirects,
        host: reader.host(root),
        theme,
        strings: reader.strings(root, &lang),
        rules: reader.rules(root),
    };
    ConfigFile {
        config,
        entry_places: reader.entry_places,
        tab_spans,
        spec_spans,
        sample_spans,
        site_spans,
        redirect_spans,
        language_spans: reader.language_spans,
        commit_spans: reader.commit_spans,
        diagnostics: reader.diagnostics,
    }
}

/// The folders, the language and the address of an edition.
struct Place {
    docs: Arc<str>,
    untranslated_docs: Option<Arc<str>>,
    other_docs: Vec<Arc<str>>,
    lang: Box<str>,
    dir: Direction,
    url: Option<Box<str>>,
    base: Box<str>,
    path: Box<str>,
}

/// Reads values and collects the diagnostics.
#[derive(Default)]
pub(super) struct ConfigReader {
    pub(super) diagnostics: Vec<Diagnostic<Span>>,
    pub(super) entry_places: Vec<EntryPlace>,
    /// Where each language is named.
    pub(super) language_spans: Vec<Span>,
    /// Where each version names its commit.
    pub(super) commit_spans: Vec<Option<Span>>,
}

impl ConfigReader {
    /// Reads the presentation of operations, with the spans of the sample languages.
    fn site_api(&mut self, root: EditionRoot<'_>) -> (ApiSetting, Vec<Span>) {
        let (api, mut spans) =
            self.field(root, "api", |reader| root.get("api").map(|node| reader.api(node)).unwrap_or_default());
        if let Some(place) = root.commit_of("api") {
            spans.fill(place);
        }
        (api, spans)
    }

    /// Reads the folders, the language and the address of an edition.
    fn place(
        &mut self,
        root: EditionRoot<'_>,
        editions: &Editions,
        key: EditionKey,
        of_commit: Option<Folders>,
    ) -> Place {
        let folders = of_commit.unwrap_or_else(|| {
            let docs = root.get("docs").and_then(|node| self.path(node, "docs")).unwrap_or_else(|| "docs".into());
            let all_docs = editions.all_folders(&docs);
            let (docs, untranslated_docs) = editions.folders(key, &docs);
            Folders { others: all_docs.into_iter().filter(|folder| *folder != docs).collect(), docs, untranslated_docs }
        });
        let prefix = editions.prefix(key);
        let language = editions.languages.get(key.language);
        let lang = root.get("lang").and_then(|node| self.string(node, "lang")).unwrap_or_else(|| "en".into());
        let lang = language.map_or(lang, |language| language.lang.clone());
        let dir = match language {
            Some(language) => language.dir.unwrap_or_else(|| Direction::of_language(&language.lang)),
            None => match root.get("dir") {
                None => Direction::of_language(&lang),
                given => self.direction_of(given),
            },
        };
        let url = self.site_url(root).map(|url| match prefix.trim_end_matches('/') {
            "" => url,
            prefix => format!("{url}/{prefix}").into(),
        });
        let path = format!("/{prefix}");
        Place {
            other_docs: folders.others,
            docs: folders.docs,
            untranslated_docs: folders.untranslated_docs,
            lang,
            dir,
            base: url.clone().unwrap_or_else(|| path.trim_end_matches('/').into()),
            url,
            path: path.into(),
        }
    }

    /// Reports that the file is not an object, unless it has syntax errors.
    fn no_object(&mut self, file: NodeRef<'_>) {
        if !file.is_object() && self.diagnostics.is_empty() {
            self.wrong_type(file, "`tool.json`", "an object");
        }
    }

    /// Reports what is wrong with the syntax of the `tool.json` in a commit, where the commit is named.
    fn broken_commit<'d>(&mut self, root: EditionRoot<'_>, found: impl Iterator<Item = &'d Diagnostic<Span>>) {
        if let Some(place) = root.commit_of("docs") {
            self.diagnostics.extend(found.map(|found| Diagnostic { fix: None, ..found.clone().map_place(|_| place) }));
        }
    }

    /// Reports that the file has no `name`.
    fn nameless(&mut self, file: NodeRef<'_>) {
        if file.is_object() {
            let span = Span::new(file.span().start as usize, file.span().start as usize + 1);
            self.diagnostics.push(
                Diagnostic::new(Code::InvalidConfig, "`name` is missing", span)
                    .with_help("add `\"name\": \"…\"`, the name of the site".to_owned()),
            );
        }
    }

    /// Reports that the value of `name` should be `wanted`.
    pub(super) fn wrong_type(&mut self, node: NodeRef<'_>, name: &str, wanted: &str) {
        let message = format!("{name} must be {wanted}, not {}", node.kind().words());
        self.diagnostics.push(Diagnostic::new(Code::InvalidConfig, message, node.span()));
    }

    /// Reports the members of `node` that are not in `known`.
    pub(super) fn unknown_fields(&mut self, node: NodeRef<'_>, known: &[&str]) {
        for (key, _) in node.entries().filter(|(key, _)| !known.contains(&key.text())) {
            let name = key.text();
            self.diagnostics.push(
                Diagnostic::new(Code::UnknownField, format!("unknown field `{name}`"), key.span())
                    .with_help(did_you_mean(name, known.iter().copied())),
            );
        }
    }

    /// Reads a non-empty string.
    pub(super) fn string(&mut self, node: NodeRef<'_>, name: &str) -> Option<Box<str>> {
        match node.as_str() {
            Some(text) if !text.trim().is_empty() => Some(text.into()),
            Some(_) => {
                self.diagnostics.push(Diagnostic::new(Code::InvalidConfig, format!("`{name}` is empty"), node.span()));
                None
            }
            None => {
                self.wrong_type(node, &format!("`{name}`"), "a string");
                None
            }
        }
    }

    /// Reads a path that stays within the project, normalized and relative to the root.
    pub(super) fn path(&mut self, node: NodeRef<'_>, name: &str) -> Option<Arc<str>> {
        let text = self.string(node, name)?;
        let normal = normal_path(&text);
        if normal.is_none() {
            self.diagnostics.push(
                Diagnostic::new(
                    Code::OutsideProject,
                    format!("`{text}` is not a path within the project"),
                    node.span(),
                )
                .with_help("use a path relative to the project folder, with forward slashes".to_owned()),
            );
        }
        normal
    }

    /// Reads a text direction.
    pub(super) fn direction_of(&mut self, node: Option<NodeRef<'_>>) -> Direction {
        match node.map(|node| (node, node.as_str())) {
            None | Some((_, Some("ltr"))) => Direction::Ltr,
            Some((_, Some("rtl"))) => Direction::Rtl,
            Some((node, Some(other))) => {
                let message = format!("`dir` must be `ltr` or `rtl`, not `{other}`");
                self.diagnostics.push(Diagnostic::new(Code::InvalidConfig, message, node.span()));
                Direction::Ltr
            }
            Some((node, None)) => {
                self.wrong_type(node, "`dir`", "`ltr` or `rtl`");
                Direction::Ltr
            }
        }
    }

    fn html(&mut self, root: EditionRoot<'_>) -> HtmlPolicy {
        match root.get("html").map(|node| (node, node.as_str())) {
            None | Some((_, Some("safe"))) => HtmlPolicy::Safe,
            Some((_, Some("unsafe"))) => HtmlPolicy::Unsafe,
            Some((node, Some(other))) => {
                let message = format!("`html` must be `safe` or `unsafe`, not `{other}`");
                let help = did_you_mean(other, ["safe", "unsafe"]);
                self.diagnostics.push(Diagnostic::new(Code::InvalidConfig, message, node.span()).with_help(help));
                HtmlPolicy::Safe
            }
            Some((node, None)) => {
                self.wrong_type(node, "`html`", "`safe` or `unsafe`");
                HtmlPolicy::Safe
            }
        }
    }

    /// Reads the values of variables, and adds those that every edition has.
    fn variables(
        &mut self,
        root: EditionRoot<'_>,
        editions: &Editions,
        key: EditionKey,
    ) -> BTreeMap<Box<str>, Box<str>> {
        let mut values = self.field(root, "attributes", |reader| reader.attributes(root));
        for (names, value) in editions.variables(key) {
            for name in names {
                values.entry(name.into()).or_insert_with(|| value.clone());
            }
        }
        values
    }

    fn attributes(&mut self, root: EditionRoot<'_>) -> BTreeMap<Box<str>, Box<str>> {
        let read = root.get("attributes").map(Attributes::read).unwrap_or_default();
        let finding = |(message, span)| Diagnostic::new(Code::InvalidConfig, message, span);
        self.diagnostics.extend(read.wrong.into_iter().map(finding));
        read.values
    }
}

/// `path` without `.` and empty segments; `None` if it is absolute, escapes its folder, or is not portable.
pub(crate) fn normal_path(path: &str) -> Option<Arc<str>> {
    if path.starts_with('/') || path.contains(['\\', '\0', ':']) {
        return None;
    }
    rooted("", path).filter(|path| !path.is_empty()).map(Into::into)
}

/// A path relative to `folder`, as a path from the folder's own root, without `.` and empty segments; `None` if it
/// escapes.
pub(crate) fn rooted(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::{normal_path, read};

    #[test]
    fn paths_stay_within_the_project() {
        assert_eq!(normal_path("./a//b/../c.yaml").as_deref(), Some("a/c.yaml"));
        for outside in ["../x", "/etc/passwd", "a/../../x", "C:\\x", "file:///x", "", "."] {
            assert_eq!(normal_path(outside), None, "{outside}");
        }
    }

    #[test]
    fn wrong_parts_take_defaults_and_are_reported_where_they_stand() {
        let text = r#"{"name": 3, "opnapi": "x", "sidebar": ["a", {"id": "b", "method": "FETCH"}, 7], "dir": "up", "html": "all"}"#;
        let file = read(text);
        let found: Vec<(&str, &str)> =
            file.diagnostics.iter().map(|d| (d.message.as_str(), &text[d.place.unwrap().range()])).collect();
        assert_eq!(
            found,
            [
                ("unknown field `opnapi`", "\"opnapi\""),
                ("`name` must be a string, not a number", "3"),
                ("`dir` must be `ltr` or `rtl`, not `up`", "\"up\""),
                ("`FETCH` is not a method that an operation can have", "\"FETCH\""),
                (
                    "a sidebar entry must be a page id, or an object with `group`, `id`, `schema` or `href`, not a number",
                    "7"
                ),
                ("`html` must be `safe` or `unsafe`, not `all`", "\"all\""),
            ]
        );
        assert_eq!(file.entry_places.len(), 2);
    }
}
