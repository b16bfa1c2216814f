//! Pages and sidebar entries for the operations of a spec: what is to be written, and what is there already. Existing
//! pages are never part of a plan, so that a second run has nothing to do.

mod documented;
mod frontmatter;
mod introduction;
mod page;
mod sections;
mod sidebar;

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, Place};
use crate::inputs::{Db, File, FileSet};
use crate::outputs::config_edit::{Refused, Source, Value};
use crate::outputs::diagnostics::{at_file, of_document};
use crate::parse::config::{docs_folder, spec_settings};
use crate::resolve::chunks::{Chunk, chunk_tree};
use crate::resolve::operation::{Lookup, OperationHead, address, find_operation, operation_head, operations};
use crate::resolve::pages::pages;
use crate::resolve::site_check::unreadable;
use crate::resolve::slug::{slug, unique, words};
use crate::resolve::spec::{SpecInfo, spec_info};
use documented::DocumentedOperations;
use introduction::{Introduction, Named};
use page::{OperationPage, first_line, one_line};
use sections::{Entry, sections};

/// How a spec becomes pages.
#[derive(Clone, Copy, Debug, Default)]
pub struct ScaffoldOptions {
    /// Only what no page documents yet: no introduction, and no sidebar entry for another page.
    pub new_only: bool,
}

/// What is to be written, and what is there already.
#[derive(Clone, Debug, Default)]
pub struct Scaffold {
    /// Files that do not exist, in order of the spec.
    pub files: Vec<NewFile>,
    /// The change of `tool.json`, to be written last.
    pub config: Option<ConfigChange>,
    /// Operations that pages document already.
    pub kept: Vec<Documented>,
    /// Refs of pages that name no operation of the spec any more.
    pub vanished: Vec<Documented>,
    /// Why there is no plan. With an error in it, nothing else is.
    pub diagnostics: Vec<Diagnostic>,
}

/// A file to create.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewFile {
    /// Relative to the project's root.
    pub path: Arc<str>,
    /// Its text.
    pub contents: String,
}

/// A new text for `tool.json`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigChange {
    /// The text that the change was made from.
    pub old: String,
    /// The text to write.
    pub new: String,
}

/// An operation and the place that documents it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Documented {
    /// The ref, as the page spells it.
    pub operation: String,
    /// Where the element is.
    pub place: Place,
    /// Whether the page documents this operation alone.
    pub is_scaffolded: bool,
}

/// The pages and entries that the spec at that path, one of the named files, lacks.
pub(crate) fn scaffold(db: &dyn Db, set: FileSet, spec: &str, options: ScaffoldOptions) -> Scaffold {
    let Some(&spec) = set.named(db).get(spec) else { return Scaffold::default() };
    match Plan::new(db, set, spec, options) {
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
    /// The spec's name in the project, where it has several.
    name: Option<&'db str>,
    /// Whether `tool.json` names the spec.
    is_configured: bool,
    config: Source,
    documented: DocumentedOperations<'db>,
    /// Ids of pages that exist or are planned, in lower case: some systems do not tell cases apart.
    taken: BTreeSet<String>,
}

impl<'db> Plan<'db> {
    fn new(db: &'db dyn Db, set: FileSet, spec: File, options: ScaffoldOptions) -> Result<Self, Vec<Diagnostic>> {
        let unreadable = unreadable(db, spec).map(|diagnostic| at_file(db, spec, diagnostic));
        let mut blocking: Vec<Diagnostic> = unreadable.into_iter().chain(of_document(db, spec)).collect();
        blocking.retain(|diagnostic| diagnostic.code.info().blocks_build);
        if !blocking.is_empty() {
            return Err(blocking);
        }
        let config = Source::read(set.config(db).text(db)).map_err(|refused| vec![refuse(db, set, &refused)])?;
        let settings = spec_settings(db, set.config(db));
        let setting = settings.iter().find(|setting| setting.path == *spec.path(db));
        if setting.is_none()
            && let Some(other) = config.root().get("openapi")
        {
            let reason = format!("it names another OpenAPI file than `{}`", spec.path(db));
            let mut refused = refuse(db, set, &Refused { reason, span: other.span() });
            refused.help =
                Some("for several, make `openapi` a list of { \"name\", \"spec\" } that has this one".to_owned());
            return Err(vec![refused]);
        }
        let name = setting.filter(|_| settings.len() > 1).and_then(|setting| setting.name.as_deref());
        let taken = pages(db, set).by_id.keys().map(|id| id.to_lowercase()).collect();
        Ok(Self {
            db,
            set,
            spec,
            options,
            info: spec_info(db, spec),
            name,
            is_configured: setting.is_some(),
            config,
            documented: DocumentedOperations::find(db, set, spec, name),
            taken,
        })
    }

    fn finish(mut self) -> Scaffold {
        let folder = match self.name {
            Some(name) => format!("api/{}", slug(name, name).unwrap_or_else(|| "spec".to_owned())),
            None => "api".to_owned(),
        };
        let introduction_id =
            if self.name.is_some() { format!("{folder}/introduction") } else { "introduction".to_owned() };
        let mut files = Vec::new();
        let introduction = self.introduction(&introduction_id, &mut files);
        // No operation's page takes its place, not even where it is not wanted.
        self.taken.insert(introduction_id.clone());
        let mut entries = Vec::new();
        let mut wanted = BTreeSet::new();
        for &chunk in operations(self.db, self.spec) {
            let head = operation_head(self.db, chunk);
            let title = title(head);
            let page = match self.documented.page_of(chunk) {
                Some(page) => {
                    if page.is_alone && !self.options.new_only {
                        wanted.insert(page.id.to_string());
                    }
                    page.id.to_string()
                }
                None => {
                    let id = self.free_id(&folder, head);
                    files.push(NewFile { path: self.path(&id), contents: self.page(chunk, head, &title) });
                    wanted.insert(id.clone());
                    id
                }
            };
            entries.push(Entry { page, title, method: head.method.to_uppercase(), tags: head.tags.clone() });
        }
        let config = self.config(entries, &wanted, introduction.then_some(introduction_id.as_str()));
        let DocumentedOperations { kept, vanished, .. } = self.documented;
        Scaffold { files, config, kept, vanished, diagnostics: Vec::new() }
    }

    fn path(&self, id: &str) -> Arc<str> {
        format!("{}/{id}.md", docs_folder(self.db, self.set.config(self.db))).into()
    }

    /// Plans the introduction unless its page exists. Returns whether the sidebar shall list it.
    fn introduction(&self, id: &str, files: &mut Vec<NewFile>) -> bool {
        if self.options.new_only {
            return false;
        }
        let text = |text: &'db Option<Box<str>>| text.as_deref().unwrap_or_default();
        let (contact, license) = (&self.info.contact, &self.info.license);
        let contents = Introduction {
            title: &self.title(),
            version: text(&self.info.version),
            description: text(&self.info.description),
            contact: Named { name: text(&contact.name), url: text(&contact.url), email: text(&contact.email) },
            licence: Named {
                name: license.name.as_deref().or(license.identifier.as_deref()).unwrap_or_default(),
                url: text(&license.url),
                email: "",
            },
            terms: text(&self.info.terms_of_service),
        }
        .to_source();
        match pages(self.db, self.set).by_id.get(id) {
            // A run that ended before it came to `tool.json` is completed.
            Some(file) => file.text(self.db) == contents,
            None if self.taken.contains(id) => false,
            None => {
                files.push(NewFile { path: self.path(id), contents });
                true
            }
        }
    }

    /// The API's title.
    fn title(&self) -> String {
        let title = one_line(self.info.title.as_deref().unwrap_or_default());
        if title.is_empty() { "API".to_owned() } else { title }
    }

    /// An id for an operation's page that no page has.
    fn free_id(&mut self, folder: &str, head: &OperationHead) -> String {
        let address = address(head);
        let base = head.operation_id.as_deref().and_then(|id| slug(id, &address)).or_else(|| slug(&address, &address));
        let base = base.unwrap_or_else(|| "operation".to_owned());
        let taken = &self.taken;
        let name = unique(base, &address, |name| taken.contains(&format!("{folder}/{name}")));
        let id = format!("{folder}/{name}");
        self.taken.insert(id.clone());
        id
    }

    fn page(&self, chunk: Chunk<'db>, head: &OperationHead, title: &str) -> String {
        let node = chunk_tree(self.db, chunk).root();
        let described = first_line(node.get_str("description").unwrap_or_default());
        let summary = one_line(head.summary.as_deref().unwrap_or_default());
        let reference = self.reference(chunk, head);
        OperationPage {
            title,
            description: if described.is_empty() { &summary } else { &described },
            reference: &reference,
            spec: self.name,
        }
        .to_source()
    }

    /// What an author would write to name the operation: its id where that is unique and plain.
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

    /// The change of `tool.json`: the spec, and entries for what the sidebar lacks.
    fn config(
        &self,
        entries: Vec<Entry>,
        wanted: &BTreeSet<String>,
        introduction: Option<&str>,
    ) -> Option<ConfigChange> {
        let old = self.set.config(self.db).text(self.db);
        let mut edit = self.config.edit(old);
        let root = self.config.root();
        let mut members = Vec::new();
        if !self.is_configured {
            members.push(("openapi", Value::String(self.spec.path(self.db).to_string())));
        }
        let title = self.name.unwrap_or("API Reference");
        let sections = sections(entries, self.info, title);
        let group =
            introduction.map(|id| (id, sidebar::group_value(&self.title(), vec![Value::String(id.to_owned())])));
        match root.get("sidebar") {
            Some(sidebar) if sidebar.is_array() => {
                let listed = sidebar::Listed::read(sidebar);
                let group = group.filter(|(id, _)| !listed.has(id)).map(|(_, group)| group);
                let wanted: BTreeSet<&str> = wanted.iter().map(String::as_str).collect();
                sidebar::extend(&mut edit, sidebar, group, &sections, &wanted);
            }
            // A sidebar of another type is an error of the config; one that is made from the folders has all pages.
            Some(_) => {}
            None if self.options.new_only => {}
            None => {
                let of_api: BTreeSet<&str> = wanted.iter().map(String::as_str).chain(introduction).collect();
                let mut groups: Vec<Value> = group.into_iter().map(|(_, group)| group).collect();
                groups.extend(documented::other_pages(self.db, self.set, &of_api));
                groups.extend(sidebar::whole(&sections, &of_api));
                members.push(("sidebar", Value::Array(groups)));
            }
        }
        if !members.is_empty() {
            edit.append_members(root, &members);
        }
        edit.finish().map(|new| ConfigChange { old: old.to_owned(), new })
    }
}

/// The title of an operation's page: its summary, else words of its id, else its address.
fn title(head: &OperationHead) -> String {
    let summary = one_line(head.summary.as_deref().unwrap_or_default());
    if !summary.is_empty() {
        return summary;
    }
    let words = words(head.operation_id.as_deref().unwrap_or_default());
    if words.is_empty() { one_line(&address(head)) } else { words }
}

fn refuse(db: &dyn Db, set: FileSet, refused: &Refused) -> Diagnostic {
    let file = set.config(db).path(db).clone();
    let message = format!("`{file}` cannot be extended: {}", refused.reason);
    Diagnostic::new(Code::InvalidConfig, message, Place { file, span: refused.span })
}
