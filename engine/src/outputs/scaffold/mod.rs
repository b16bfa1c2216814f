//! Pages and sidebar entries for the operations of a spec: those to write, and those that exist. Existing pages are
//! never part of a plan, so a second run has nothing to do.

mod documented;
mod frontmatter;
mod introduction;
mod page;
mod place;

pub(crate) use place::setting as spec_setting;
mod sections;
mod sidebar;
mod untitled;

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::Db;
use crate::outputs::config_edit::{ConfigSource, Edit, NewValue, Refused};
use crate::outputs::diagnostics::{at_file, of_document, of_operations};
use crate::outputs::summary::{first_line, one_line};
use crate::parse::config::{SpecSetting, config_file, docs_folder, spec_settings};
use crate::resolve::pages::pages;
use crate::resolve::site_operation::SiteSpec;
use crate::resolve::slug::unique;
use base::diagnostic::{Code, Diagnostic, Place, Span};
use base::inputs::{File, FileSet};
use base::tree::NodeRef;
use documented::DocumentedOperations;
use introduction::{Introduction, NamedLink, TagSummary};
use openapi::chunks::{Chunk, chunk_tree};
use openapi::operation::{
    Lookup, OperationHead, address, find_operation, may_have_page, operation_head, operations, webhooks,
};
use openapi::security::security_scheme;
use openapi::spec::{SpecInfo, spec_info};
use page::OperationPage;
use sections::{ApiSection, OperationEntry, sections};
use sidebar::{ApiGroups, Listed};
use untitled::{PathGroups, Titles};

/// How pages are scaffolded from a spec.
#[derive(Clone, Copy, Debug, Default)]
pub struct ScaffoldOptions {
    /// Only pages for operations without one: no introduction, and no sidebar entry for other pages.
    pub new_only: bool,
}

/// What to write, and what exists already.
#[derive(Clone, Debug, Default)]
pub struct Scaffold {
    /// Files to create, in the order of the spec.
    pub files: Vec<NewFile>,
    /// The change to `tool.json`, to be written last.
    pub config: Option<ConfigChange>,
    /// Operations that pages document already.
    pub kept: Vec<Documented>,
    /// Refs in pages to operations that the spec no longer has.
    pub vanished: Vec<Documented>,
    /// Refs in pages to operations of several specs.
    pub unclear: Vec<Unclear>,
    /// If there is an error, the reason why there is no plan; otherwise warnings about the operations.
    pub diagnostics: Vec<Diagnostic>,
}

/// A file to create.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewFile {
    /// Relative to the project root.
    pub path: Arc<str>,
    /// Its text.
    pub contents: String,
    /// The `ref` of the operation that the page shows; `None` for the introduction.
    pub operation: Option<String>,
}

/// A new text of `tool.json`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigChange {
    /// The text on which the change is based.
    pub old: String,
    /// The text to write.
    pub new: String,
}

/// An operation and the place that documents it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Documented {
    /// The ref, as written in the page.
    pub operation: String,
    /// The position of the element.
    pub place: Place,
    /// Whether the page documents only this operation.
    pub is_scaffolded: bool,
}

/// A ref to operations of several specs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unclear {
    /// The ref, as written in the page.
    pub operation: String,
    /// The position of the element.
    pub place: Place,
    /// The spec that it referred to when it was the only one.
    pub spec: String,
}

/// The pages and entries that are missing for the spec at this path, one of the named files.
pub(crate) fn scaffold(db: &dyn Db, set: FileSet, spec: &str, options: ScaffoldOptions) -> Scaffold {
    let Some(&spec) = set.named(db).get(spec) else { return Scaffold::default() };
    let is_configured = spec_settings(db, set.config(db)).iter().any(|setting| setting.path == *spec.path(db));
    let names = place::names(db, set, (!is_configured).then_some(spec));
    match Plan::new(db, set, spec, options, &names) {
        Ok(plan) => plan.finish(),
        Err(diagnostics) => Scaffold { diagnostics, ..Scaffold::default() },
    }
}

struct Plan<'db> {
    db: &'db dyn Db,
    set: FileSet,
    spec: File,
    options: ScaffoldOptions,
    info: &'db SpecInfo,
    /// The names of all specs, including this one.
    names: &'db [String],
    /// The index of this one among them.
    number: usize,
    specs: Vec<SiteSpec<'db>>,
    /// Whether `tool.json` names the spec.
    is_configured: bool,
    config: ConfigSource,
    documented: DocumentedOperations<'db>,
    /// The IDs of existing and planned pages, in lowercase, since some systems ignore case.
    taken: BTreeSet<String>,
}

impl<'db> Plan<'db> {
    fn new(
        db: &'db dyn Db,
        set: FileSet,
        spec: File,
        options: ScaffoldOptions,
        names: &'db [String],
    ) -> Result<Self, Vec<Diagnostic>> {
        let unreadable = spec.unreadable(db).map(|diagnostic| at_file(db, spec, diagnostic));
        let mut blocking: Vec<Diagnostic> = unreadable.into_iter().chain(of_document(db, spec)).collect();
        blocking.retain(|diagnostic| diagnostic.code.info().blocks_build);
        if !blocking.is_empty() {
            return Err(blocking);
        }
        let config = ConfigSource::read(set.config(db).text(db)).map_err(|refused| vec![refuse(db, set, &refused)])?;
        if let Some(openapi) = config.root().get("openapi") {
            let errors = place::errors_at(db, set, config.span(openapi));
            if !errors.is_empty() {
                return Err(errors);
            }
        }
        let settings = spec_settings(db, set.config(db));
        let number = settings.iter().position(|setting| setting.path == *spec.path(db));
        if number.is_none()
            && let Some(refused) = place::absent_spec(db, set)
        {
            let help = format!("correct the path if the file was renamed to `{}`", spec.path(db));
            return Err(vec![refuse(db, set, &refused).with_help(help)]);
        }
        let specs = place::specs(db, set, spec, names);
        let taken = pages(db, set).by_id.keys().map(|id| id.to_lowercase()).collect();
        Ok(Self {
            db,
            set,
            spec,
            options,
            info: spec_info(db, spec),
            names,
            number: number.unwrap_or(settings.len()),
            documented: DocumentedOperations::find(db, set, spec, &specs),
            specs,
            is_configured: number.is_some(),
            config,
            taken,
        })
    }

    /// `None` for the pages of a single spec, also if others were added later; otherwise its own folder and group.
    fn own_place(&self) -> Option<OwnPlace> {
        if self.names.len() < 2 {
            return None;
        }
        let folder = place::own_folder(self.names, self.number);
        (!place::is_flat(self.db, self.spec, &self.documented, &folder))
            .then(|| OwnPlace { folder, group: self.own_title() })
    }

    fn finish(mut self) -> Scaffold {
        let own = self.own_place();
        let folder = own.as_ref().map_or(place::FOLDER, |own| &own.folder);
        let introduction_id = match &own {
            Some(OwnPlace { folder, .. }) => format!("{folder}/introduction"),
            None => "introduction".to_owned(),
        };
        let mut files = Vec::new();
        let introduction = self.introduction(&introduction_id, &mut files);
        // Reserved even if the introduction is not wanted.
        self.taken.insert(introduction_id.clone());
        let mut entries = Vec::new();
        let mut untagged_webhooks = Vec::new();
        let mut wanted = BTreeSet::new();
        let chunks = || operations(self.db, self.spec).iter().chain(webhooks(self.db, self.spec)).copied();
        let titles = Titles::new(self.db, chunks());
        let heads: Vec<&OperationHead> = chunks().map(|chunk| operation_head(self.db, chunk)).collect();
        let groups = PathGroups::new(&heads);
        let chunks: Vec<Chunk<'db>> = chunks().collect();
        for chunk in chunks {
            let head = operation_head(self.db, chunk);
            if !may_have_page(self.db, chunk) {
                continue;
            }
            let title = titles.of(self.db, chunk);
            let page = match self.documented.page_of(chunk) {
                Some(page) => {
                    if page.is_alone && !self.options.new_only {
                        wanted.insert(page.id.to_string());
                    }
                    page.id.to_string()
                }
                None => {
                    let id = self.free_id(folder, head);
                    let operation = self.reference(chunk, head);
                    let contents = self.page(chunk, head, &title, &operation);
                    files.push(NewFile { path: self.path(&id), contents, operation: Some(operation) });
                    wanted.insert(id.clone());
                    id
                }
            };
            let list = if head.webhook && head.tags.is_empty() { &mut untagged_webhooks } else { &mut entries };
            let of_path = groups.as_ref().filter(|_| !head.webhook).and_then(|groups| groups.of(head));
            let tags = of_path.map_or_else(|| head.tags.clone(), |group| vec![group.into()]);
            list.push(OperationEntry { page, title, method: head.method.to_uppercase(), tags });
        }
        let introduction = introduction.then_some(introduction_id.as_str());
        let sections = self.sections(entries, untagged_webhooks, own.is_some());
        let config = self.config(&sections, &wanted, introduction, own.as_ref().map(|own| &*own.group));
        let DocumentedOperations { kept, vanished, unclear, .. } = self.documented;
        let diagnostics = of_operations(self.db, self.spec);
        Scaffold { files, config, kept, vanished, unclear, diagnostics }
    }

    /// The groups of the sidebar: operations and webhooks by tag, and those without a tag in their own group.
    fn sections(
        &self,
        entries: Vec<OperationEntry>,
        untagged_webhooks: Vec<OperationEntry>,
        has_group: bool,
    ) -> Vec<ApiSection> {
        let mut found = sections(entries, self.info, if has_group { None } else { Some("API Reference") });
        if !untagged_webhooks.is_empty() {
            found.push(ApiSection { title: Some("Webhooks".to_owned()), tags: Vec::new(), loose: untagged_webhooks });
        }
        found
    }

    fn path(&self, id: &str) -> Arc<str> {
        format!("{}/{id}.md", docs_folder(self.db, self.set.config(self.db))).into()
    }

    /// Plans the introduction unless its page exists. Returns whether the sidebar should list it.
    fn introduction(&self, id: &str, files: &mut Vec<NewFile>) -> bool {
        if self.options.new_only {
            return false;
        }
        let text = |text: &'db Option<Box<str>>| text.as_deref().unwrap_or_default();
        let (contact, license) = (&self.info.contact, &self.info.license);
        let documentation = self.info.external_docs.as_ref();
        let tags = self.info.tags.iter().filter(|tag| !tag.internal);
        let scheme = |name: &'db str| Some((name, security_scheme(self.db, self.spec, &name.into())?));
        let contents = Introduction {
            title: &self.title(),
            version: text(&self.info.version),
            summary: text(&self.info.summary),
            description: text(&self.info.description),
            contact: NamedLink { name: text(&contact.name), url: text(&contact.url), email: text(&contact.email) },
            license: NamedLink {
                name: license.name.as_deref().or(license.identifier.as_deref()).unwrap_or_default(),
                url: text(&license.url),
                email: "",
            },
            terms: text(&self.info.terms_of_service),
            documentation: documentation.map_or_else(NamedLink::default, |more| NamedLink {
                name: text(&more.description),
                url: &more.url,
                email: "",
            }),
            servers: &self.info.servers,
            schemes: self.info.security_schemes.iter().map(AsRef::as_ref).filter_map(scheme).collect(),
            tags: tags
                .map(|tag| TagSummary {
                    name: tag.shown_name(),
                    description: text(&tag.description),
                    url: text(&tag.external_docs),
                })
                .collect(),
        }
        .to_source();
        match pages(self.db, self.set).by_id.get(id) {
            // Completes an earlier run that ended before it wrote `tool.json`.
            Some(file) => file.text(self.db) == contents,
            None if self.taken.contains(id) => false,
            None => {
                files.push(NewFile { path: self.path(id), contents, operation: None });
                true
            }
        }
    }

    /// The API's title.
    fn title(&self) -> String {
        let title = one_line(self.info.title.as_deref().unwrap_or_default());
        if title.is_empty() { "API".to_owned() } else { title }
    }

    /// The title of the API's own group, which no other API has.
    fn own_title(&self) -> String {
        let title = self.title();
        let mut others = self.specs.iter().filter(|other| other.file != self.spec);
        let is_other = |other: &str| one_line(other) == title;
        match self.names.get(self.number) {
            Some(name) if others.any(|other| spec_info(self.db, other.file).title.as_deref().is_some_and(is_other)) => {
                format!("{title} ({name})")
            }
            _ => title,
        }
    }

    /// An unused ID for an operation's page.
    fn free_id(&mut self, folder: &str, head: &OperationHead) -> String {
        let address = address(head);
        let base = place::base_slug(&address, head.operation_id.as_deref());
        let taken = &self.taken;
        let name = unique(base, &address, |name| taken.contains(&format!("{folder}/{name}")));
        let id = format!("{folder}/{name}");
        self.taken.insert(id.clone());
        id
    }

    fn page(&self, chunk: Chunk<'db>, head: &OperationHead, title: &str, reference: &str) -> String {
        let node = chunk_tree(self.db, chunk).root();
        let described = first_line(node.get_str("description").unwrap_or_default());
        let summary = one_line(head.summary.as_deref().unwrap_or_default());
        OperationPage {
            title,
            description: if described.is_empty() { &summary } else { &described },
            reference,
            spec: self.distinguishing_name(reference),
        }
        .to_source()
    }

    /// The `ref` that an author would write: the operation's ID if unique and plain.
    fn reference(&self, chunk: Chunk<'db>, head: &OperationHead) -> String {
        let is_plain = |id: &str| {
            let odd = |c: char| c.is_whitespace() || c.is_control() || matches!(c, '"' | '\'' | '<' | '>' | '&' | '`');
            !id.contains(odd) && !id.contains("{{") && id.len() <= 200
        };
        match head.operation_id.as_deref().filter(|id| is_plain(id)) {
            Some(id) if *find_operation(self.db, self.spec, id) == Lookup::Found(chunk) => id.to_owned(),
            _ => address(head).into(),
        }
    }

    /// The spec's name, if a ref needs it because other specs have the operation too.
    fn distinguishing_name(&self, reference: &str) -> Option<&'db str> {
        let mut others = self.specs.iter().filter(|other| other.file != self.spec);
        let is_there = others.any(|other| *find_operation(self.db, other.file, reference) != Lookup::Missing);
        self.specs.iter().find(|own| own.file == self.spec).filter(|_| is_there)?.name
    }

    /// The overlays of the spec that a command names, including those of `tool.json`.
    fn overlays(&self) -> &'db [Arc<str>] {
        self.set.overlays(self.db).get(self.spec.path(self.db)).map(Vec::as_slice).unwrap_or_default()
    }

    /// The change to `tool.json`: the spec, and the missing entries of the sidebar, in the group with this title, if
    /// any.
    fn config(
        &self,
        sections: &[ApiSection],
        wanted: &BTreeSet<String>,
        introduction: Option<&str>,
        group: Option<&str>,
    ) -> Option<ConfigChange> {
        let old = self.set.config(self.db).text(self.db);
        let mut edit = self.config.edit(old);
        let root = self.config.root();
        let mut members = Vec::new();
        let path = self.spec.path(self.db);
        let tabs = self.tabs();
        let settings = spec_settings(self.db, self.set.config(self.db));
        let own_tab = settings.iter().find(|setting| setting.path == *path).and_then(|setting| setting.tab);
        let api_title = self.title();
        let mut groups = ApiGroups {
            group,
            introduction: introduction.map(|id| (id, &*api_title)),
            sections,
            wanted: wanted.iter().map(String::as_str).collect(),
        };
        let lists = tabs.iter().enumerate();
        let lists =
            lists.filter_map(|(number, tab)| Some((number, tab.get("sidebar").filter(|list| list.is_array())?)));
        let (numbers, sidebars): (Vec<usize>, Vec<NodeRef<'_>>) = lists.unzip();
        let own = own_tab.and_then(|tab| numbers.iter().position(|&number| number == usize::from(tab)));
        let chosen = groups.one_of(&sidebars, own);
        let name = self.names.last().filter(|_| self.names.len() > 1).map(String::as_str);
        match (root.get("openapi"), own_tab) {
            (_, Some(tab)) => {
                let of_tab: Vec<SpecSetting> =
                    settings.iter().filter(|setting| setting.tab == own_tab).cloned().collect();
                if let Some(openapi) = tabs.get(usize::from(tab)).and_then(|tab| tab.get("openapi")) {
                    place::add_overlays(&mut edit, openapi, &of_tab, path, self.overlays());
                }
            }
            (Some(openapi), None) if self.is_configured => {
                place::add_overlays(&mut edit, openapi, settings, path, self.overlays());
            }
            (Some(openapi), None) => {
                place::join(&mut edit, openapi, settings, self.names, path, self.overlays());
            }
            // The APIs of a site with products are those of the products.
            (None, None) => match chosen.and_then(|chosen| numbers.get(chosen)) {
                Some(&number) if root.get("products").is_some() => self.add_to_tab(&mut edit, &tabs, number, name),
                _ => members.push(("openapi", place::setting(name, path, self.overlays()))),
            },
        }
        match root.get("sidebar") {
            _ if !tabs.is_empty() => {
                if let Some(sidebar) = chosen.and_then(|chosen| sidebars.get(chosen)) {
                    groups.extend(&mut edit, *sidebar, &Listed::read(&sidebars));
                }
            }
            Some(sidebar) if sidebar.is_array() => groups.extend(&mut edit, sidebar, &Listed::read(&[sidebar])),
            // A sidebar of another type is an error of the configuration; one derived from the folders has all pages.
            Some(_) => {}
            None if self.options.new_only => {}
            None => {
                groups.wanted.extend(introduction);
                let others = documented::other_pages(self.db, self.set, &groups.wanted);
                members.push(("sidebar", NewValue::Array(groups.whole(others))));
            }
        }
        if !members.is_empty() {
            edit.append_members(root, &members);
        }
        edit.finish().map(|new| ConfigChange { old: old.to_owned(), new })
    }

    /// The objects of the tabs in `tool.json`, by their indices.
    fn tabs(&self) -> Vec<NodeRef<'_>> {
        let root = self.config.root();
        let mut objects = items(root, "tabs");
        for product in items(root, "products") {
            objects.push(product);
            objects.extend(items(product, "tabs"));
        }
        let spans = &config_file(self.db, self.set.config(self.db)).tab_spans;
        let of_span = |span: &Span| objects.iter().find(|node| self.config.span(**node) == *span).copied();
        spans.iter().filter_map(of_span).collect()
    }

    /// Adds the spec to the APIs of a tab, with a name if there are several.
    fn add_to_tab(&self, edit: &mut Edit<'_>, tabs: &[NodeRef<'_>], number: usize, name: Option<&str>) {
        let Some(&tab) = tabs.get(number) else { return };
        let (path, overlays) = (self.spec.path(self.db), self.overlays());
        let Some(openapi) = tab.get("openapi") else {
            return edit.append_members(tab, &[("openapi", place::setting(name, path, overlays))]);
        };
        let settings = spec_settings(self.db, self.set.config(self.db)).iter().zip(self.names);
        let is_here = |setting: &SpecSetting| setting.tab.map(usize::from) == Some(number);
        let (settings, mut names): (Vec<SpecSetting>, Vec<String>) = settings
            .filter(|(setting, _)| is_here(setting))
            .map(|(setting, name)| (setting.clone(), name.clone()))
            .unzip();
        names.extend(name.map(ToOwned::to_owned));
        place::join(edit, openapi, &settings, &names, path, overlays);
    }
}

/// The items of a list in an object.
fn items<'t>(object: NodeRef<'t>, name: &str) -> Vec<NodeRef<'t>> {
    object.get(name).into_iter().flat_map(NodeRef::items).collect()
}

/// The place of one spec's pages among several.
struct OwnPlace {
    /// The folder of its pages, below the common one.
    folder: String,
    /// The title of its group in the sidebar.
    group: String,
}

fn refuse(db: &dyn Db, set: FileSet, refused: &Refused) -> Diagnostic {
    let file = set.config(db).path(db).clone();
    let message = format!("`{file}` cannot be updated: {}", refused.reason);
    Diagnostic::new(Code::InvalidConfig, message, Place { file, span: refused.span })
}
