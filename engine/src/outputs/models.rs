//! The pages of named schemas, with the uses of each, and the list of schemas. Which exist is known only after reading
//! all pages, so paths that cannot be theirs are ruled out first.

use std::fmt::Write as _;
use std::sync::Arc;

use super::navigation;
use super::summary::first_sentence;
use crate::Db;
use crate::parse::config::{ENGLISH, SiteTexts, Strings, site_texts, strings};
use crate::parse::frontmatter::Layout;
use crate::render::assets::{Extra, Extras};
use crate::render::edition_links::{from_site_root, model_from_site_root};
use crate::render::endpoint::{MODEL_FRAGMENTS, model_fragment, model_page};
use crate::render::endpoint_markdown::text::words;
use crate::render::endpoint_markdown::{heading, schema_link};
use crate::render::escape::Address;
use crate::render::generated;
use crate::render::shell::{ALL_PAGES_ID, NavLink, NavNode, OutputOptions, PageParts, page};
use crate::render::spec_links::look_up;
use crate::resolve::links::{asset_address, page_address};
use crate::resolve::model_keys::{MODELS_ID, model_id};
use crate::resolve::models::{Models, ShownOperation, UsedModel, has_model_list, model_list, models};
use crate::resolve::page_tree::page_title;
use crate::resolve::pages::{page_output, pages};
use base::inputs::FileSet;
use openapi::endpoint::{model_name, own_model};
use openapi::operation::operation_head;
use openapi::schema::schema;
use openapi::spec::Text;

/// More uses than this are folded.
const MOST_OPEN: usize = 6;
/// More uses than this are only counted.
const MOST_USES: usize = 500;
/// The id of the list of uses.
const USED_BY_ID: &str = "used-by";

/// A file that shows schemas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ModelOutput<'p> {
    Page(&'p str),
    Markdown(&'p str),
    Fragment(&'p str),
    List,
    ListMarkdown,
}

impl<'p> ModelOutput<'p> {
    /// The file that a path may be, judging by the path only.
    fn of(path: &'p str) -> Option<Self> {
        if let Some(rest) = path.strip_prefix(MODEL_FRAGMENTS) {
            return rest.strip_suffix(".js").map(Self::Fragment);
        }
        match path.strip_prefix(MODELS_ID)? {
            "/index.html" => Some(Self::List),
            ".md" => Some(Self::ListMarkdown),
            rest => {
                let rest = rest.strip_prefix('/')?;
                let page = rest.strip_suffix("/index.html").map(Self::Page);
                page.or_else(|| rest.strip_suffix(".md").map(Self::Markdown))
            }
        }
    }
}

/// The paths of all files that show schemas, except those of pages that the project has itself.
pub(super) fn model_paths(db: &dyn Db, set: FileSet) -> Vec<Arc<str>> {
    let models = models(db, set);
    let mut paths: Vec<String> = Vec::with_capacity(3 * models.by_key.len() + 2);
    for key in models.by_key.keys() {
        let id = model_id(key);
        paths.extend([format!("{MODEL_FRAGMENTS}{key}.js"), page_output(&id), format!("{id}.md")]);
    }
    if !paths.is_empty() || has_model_list(db, set) {
        paths.extend([page_output(MODELS_ID), format!("{MODELS_ID}.md")]);
    }
    paths.into_iter().map(Arc::from).collect()
}

/// The paths of the schema pages.
pub(super) fn model_pages(db: &dyn Db, set: FileSet) -> impl Iterator<Item = String> {
    models(db, set).by_key.keys().map(|key| page_output(&model_id(key)))
}

/// Whether a file that shows schemas has this path.
pub(super) fn has_model_output(db: &dyn Db, set: FileSet, path: &str) -> bool {
    let Some(output) = ModelOutput::of(path) else { return false };
    let models = models(db, set);
    match output {
        ModelOutput::Page(key) | ModelOutput::Markdown(key) | ModelOutput::Fragment(key) => {
            models.by_key.contains_key(key)
        }
        ModelOutput::List | ModelOutput::ListMarkdown => !models.by_key.is_empty() || has_model_list(db, set),
    }
}

/// The content of the file at this path that shows schemas.
pub(super) fn model_output(db: &dyn Db, set: FileSet, path: &str, options: OutputOptions) -> Option<String> {
    let output = ModelOutput::of(path)?;
    let models = models(db, set);
    let s = match output {
        ModelOutput::Markdown(_) | ModelOutput::ListMarkdown => &ENGLISH,
        ModelOutput::Page(_) | ModelOutput::Fragment(_) | ModelOutput::List => strings(db, set.config(db)),
    };
    let site = ModelSite { db, set, models, texts: site_texts(db, set.config(db)), s };
    let find = |key: &str| models.by_key.get_key_value(key);
    match output {
        ModelOutput::Page(key) => find(key).map(|(key, used)| site.page(key, used, path, options)),
        ModelOutput::Markdown(key) => find(key).map(|(key, used)| {
            let config = set.config(db);
            model_from_site_root(db, config, used.chunk) + &from_site_root(db, config, site.markdown_of_uses(key, used))
        }),
        ModelOutput::Fragment(key) => find(key).map(|(_, used)| model_fragment(db, used.chunk).to_owned()),
        _ if models.by_key.is_empty() && !has_model_list(db, set) => None,
        ModelOutput::List => Some(site.list(path, options)),
        ModelOutput::ListMarkdown => Some(from_site_root(db, set.config(db), site.list_markdown())),
    }
}

/// The entry that links to the list of schemas, if there are any.
pub(super) fn models_node(db: &dyn Db, set: FileSet) -> Option<NavNode> {
    let is_written = pages(db, set).by_id.contains_key(MODELS_ID);
    let has_models = !is_written && !models(db, set).by_key.is_empty();
    has_models.then(|| NavNode {
        title: strings(db, set.config(db)).models().to_owned(),
        href: to(MODELS_ID),
        ..NavNode::default()
    })
}

/// The key of the schema whose page has this ID.
fn model_key_of(id: &str) -> &str {
    id.strip_prefix(MODELS_ID).unwrap_or_default().trim_start_matches('/')
}

fn to(id: &str) -> Address {
    Address(page_address(id))
}

/// Uses of a schema: a title and its entries.
struct Uses<'s> {
    title: &'s str,
    entries: Vec<NavNode>,
    /// The entries as page IDs.
    ids: Vec<String>,
}

/// What all schema pages share.
struct ModelSite<'db> {
    db: &'db dyn Db,
    set: FileSet,
    models: &'db Models<'db>,
    texts: &'db SiteTexts,
    /// English, for Markdown.
    s: &'db Strings,
}

impl<'db> ModelSite<'db> {
    fn page(&self, key: &str, used: &UsedModel<'db>, path: &str, options: OutputOptions) -> String {
        let (db, set) = (self.db, self.set);
        let shown = model_page(db, used.chunk);
        let model = own_model(db, used.chunk);
        let uses = self.uses(key, used);
        let mut uses_html = String::new();
        for (at, Uses { title, entries, .. }) in uses.iter().enumerate() {
            let id = if at == 0 { USED_BY_ID } else { "" };
            uses_html.push_str(&generated::uses(self.s, id, title, entries, MOST_OPEN));
        }
        let mut extras = Extras::default();
        extras.insert(Extra::Api);
        extras.insert(Extra::Models);
        extras.insert(Extra::Index);
        let id = model_id(key);
        let rail = [&*shown.example, &uses_html].concat();
        let whole = match rail.is_empty() {
            true => [&*shown.intro, &shown.fields].concat(),
            false => generated::with_rail(&shown.intro, &rail, &shown.fields),
        };
        let pieces = look_up(db, set.config(db), &[&whole]);
        let parts = PageParts {
            output: path,
            title: &model.name,
            layout: Layout::Api,
            canonical: Some(page_address(&id)),
            editions: super::editions::around(db, set, Some(&id)),
            markdown_href: Address(asset_address(&format!("{id}.md"))),
            sidebar: navigation::on_page(db, set, navigation::Beside::Models(&id)),
            breadcrumbs: vec![NavLink { title: self.s.models().to_owned(), href: to(MODELS_ID), current: false }],
            show_title: true,
            site: super::site_parts::site_parts(db, set, None),
            extras,
            body: pieces.iter().map(AsRef::as_ref).collect(),
            ..PageParts::default()
        };
        page(self.s, self.texts, &parts, options)
    }

    fn markdown_of_uses(&self, key: &str, used: &UsedModel<'db>) -> String {
        let mut out = String::new();
        for Uses { title, entries, ids } in self.uses(key, used) {
            out.push('\n');
            heading(2, title, &mut out);
            for (entry, id) in entries.iter().zip(ids) {
                let method = entry.method.as_ref().map(|method| format!("{} ", method.to_uppercase()));
                let title = entry.title.replace(['[', ']', '\n'], " ");
                // The list of all pages is for people.
                if id == ALL_PAGES_ID {
                    let _ = writeln!(out, "- {title}");
                    continue;
                }
                // Writing to a string does not fail.
                let _ = writeln!(out, "- {}[{title}](/{id}.md)", method.unwrap_or_default());
            }
        }
        out
    }

    /// The uses of a schema, by kind.
    fn uses(&self, key: &str, used: &UsedModel<'db>) -> Vec<Uses<'db>> {
        let direct = used.operations.iter().filter_map(|&at| self.models.operations.get(at));
        let direct: Vec<_> = direct.collect();
        let (title, operations) = match direct.is_empty() {
            true => (self.s.used_through(), self.models.indirect(key)),
            false => (self.s.used_by(), direct),
        };
        let schemas = used.schemas.iter().filter_map(|key| self.models.by_key.get_key_value(key));
        let mut found = vec![self.operations(title, &operations), self.schemas(self.s.part_of(), schemas)];
        let titled = |id: &Arc<str>| pages(self.db, self.set).by_id.get(id).map(|&file| page_title(self.db, file));
        let shown = used.pages.iter().filter_map(|id| Some((titled(id)?.to_string(), id.to_string())));
        found.push(self.entries(self.s.shown_on(), shown.map(|(title, id)| (title, None, id))));
        found.retain(|uses| !uses.entries.is_empty());
        found
    }

    fn operations(&self, title: &'db str, operations: &[&ShownOperation<'db>]) -> Uses<'db> {
        let entry = |operation: &&ShownOperation<'db>| {
            let head = operation_head(self.db, operation.chunk);
            let title = head.summary.as_deref().unwrap_or(&head.path).to_owned();
            (title, Some(head.method.to_ascii_lowercase()), operation.page.to_string())
        };
        self.entries(title, operations.iter().map(entry))
    }

    fn schemas<'m>(&self, title: &'db str, schemas: impl Iterator<Item = (&'m Text, &'m UsedModel<'db>)>) -> Uses<'db>
    where
        'db: 'm,
    {
        let entry =
            |(key, used): (&Text, &UsedModel<'db>)| (model_name(self.db, used.chunk).to_string(), None, model_id(key));
        self.entries(title, schemas.map(entry))
    }

    /// Entries with title, method and page.
    fn entries(&self, title: &'db str, of: impl Iterator<Item = (String, Option<String>, String)>) -> Uses<'db> {
        let mut uses = Uses { title, entries: Vec::new(), ids: Vec::new() };
        let mut more = 0_usize;
        for (title, method, id) in of {
            if uses.entries.len() == MOST_USES {
                more += 1;
                continue;
            }
            uses.entries.push(NavNode { title, method, href: to(&id), ..NavNode::default() });
            uses.ids.push(id);
        }
        if more > 0 {
            let title = self.s.and_more().replace("{count}", &more.to_string());
            uses.entries.push(NavNode { title, href: to(ALL_PAGES_ID), ..NavNode::default() });
            uses.ids.push(ALL_PAGES_ID.to_owned());
        }
        uses
    }

    /// All schemas, by name, with the first sentence of their descriptions.
    fn all(&self) -> Uses<'db> {
        let all = model_list(self.db, self.set);
        let entry = |(name, id): &(Text, String)| NavNode {
            title: name.to_string(),
            about: self.about(name, id),
            href: to(id),
            ..NavNode::default()
        };
        let entries = all.iter().map(entry).collect();
        Uses { title: self.s.models(), entries, ids: all.iter().map(|(_, id)| id.clone()).collect() }
    }

    /// The first sentence of a schema's description, if it says more than its name.
    fn about(&self, name: &str, id: &str) -> String {
        let used = self.models.by_key.get(model_key_of(id));
        let facts = used.and_then(|used| schema(self.db, used.chunk).facts.as_ref());
        let description = facts.and_then(|facts| facts.description.as_deref());
        description.map(|text| first_sentence(name, text)).unwrap_or_default()
    }

    fn list(&self, path: &str, options: OutputOptions) -> String {
        let (db, set) = (self.db, self.set);
        let body = generated::index(self.s, &self.all().entries);
        let mut extras = Extras::default();
        extras.insert(Extra::Index);
        extras.insert(Extra::IndexFilter);
        let parts = PageParts {
            output: path,
            title: self.s.models(),
            canonical: Some(page_address(MODELS_ID)),
            editions: super::editions::around(db, set, Some(MODELS_ID)),
            markdown_href: Address(asset_address(&format!("{MODELS_ID}.md"))),
            sidebar: navigation::on_page(db, set, navigation::Beside::Models(MODELS_ID)),
            show_title: true,
            site: super::site_parts::site_parts(db, set, None),
            extras,
            body: vec![&body],
            ..PageParts::default()
        };
        page(self.s, self.texts, &parts, options)
    }

    fn list_markdown(&self) -> String {
        let mut out = String::new();
        heading(1, self.s.models(), &mut out);
        let Uses { entries, ids, .. } = self.all();
        for (entry, id) in entries.iter().zip(ids) {
            // Writing to a string does not fail.
            let _ = write!(out, "- {}", schema_link(&entry.title, model_key_of(&id)));
            if !entry.about.is_empty() {
                out.push_str(": ");
                words(&entry.about, &mut out);
            }
            out.push('\n');
        }
        out
    }
}
