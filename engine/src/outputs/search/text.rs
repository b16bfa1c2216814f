//! The visible text of a page, in order and by sections.

use super::operation;
use super::terms::{Collector, Entry, PageTerms, Rank};
use crate::Db;
use crate::parse::frontmatter::{Layout, frontmatter};
use crate::parse::markdown::raw_html::{HtmlPart, parts};
use crate::parse::markdown::{
    Block, BlockKind, Component, ComponentContent, Definition, EndpointPrefixes, Inline, PageTree, plain_text,
};
use crate::registry::ComponentKind;
use crate::render::fields::push_anchor;
use crate::resolve::authored::authored_endpoint;
use crate::resolve::page_tree::page_title;
use crate::resolve::page_tree::page_tree;
use crate::resolve::site_operation::{SiteLookup, find_site_operation};
use crate::resolve::site_schema::find_site_schema;
use base::inputs::{File, FileSet};
use openapi::endpoint::{endpoint, model};

/// The attributes that are shown as text.
const SHOWN: [&str; 11] =
    ["title", "label", "name", "caption", "description", "text", "alt", "comment", "tag", "date", "type"];
/// The indexed length of a code block, in bytes.
const LONGEST_CODE: usize = 8_000;

/// The terms of a page. Equal after an edit that changes nothing visible.
#[salsa::tracked(returns(ref))]
pub(crate) fn page_terms(db: &dyn Db, file: File) -> PageTerms {
    let tree = page_tree(db, file);
    let mut page = Collector::new(page_title(db, file), "");
    let own = frontmatter(db, file).description.as_deref().unwrap_or_default();
    page.text(own, Rank::Text);
    let mut gatherer = Gatherer::new(db, file, page);
    gatherer.page(tree);
    PageTerms { entries: gatherer.finish() }
}

/// Walks over a page. The parser bounds its depth.
pub(super) struct Gatherer<'db> {
    db: &'db dyn Db,
    file: File,
    page: Collector,
    /// The operations with entries of their own.
    others: Vec<Entry>,
    endpoints: EndpointPrefixes,
}

impl<'db> Gatherer<'db> {
    /// A gatherer that adds to `page`, the page's entry.
    pub(super) fn new(db: &'db dyn Db, file: File, page: Collector) -> Self {
        Self { db, file, page, others: Vec::new(), endpoints: EndpointPrefixes::default() }
    }

    /// The entries of the page.
    pub(super) fn finish(self) -> Vec<Entry> {
        std::iter::once(self.page.finish()).chain(self.others).collect()
    }

    /// The whole page.
    pub(super) fn page(&mut self, tree: &PageTree) {
        self.blocks(&tree.blocks);
        for footnote in &tree.footnotes {
            self.blocks(&footnote.blocks);
        }
    }

    fn blocks(&mut self, blocks: &[Block]) {
        for block in blocks {
            self.block(block);
        }
    }

    fn block(&mut self, block: &Block) {
        match &block.kind {
            BlockKind::Paragraph(content) | BlockKind::Plain(content) => self.inlines(content),
            BlockKind::Heading { id, content, .. } => {
                let mut text = String::new();
                plain_text(content, &mut text);
                // The title of the page is not one of its sections.
                if text.trim() == self.page.title() {
                    self.page.section = 0;
                } else {
                    self.page.begin(id, &text);
                }
            }
            BlockKind::Quote(content) | BlockKind::Alert(_, content) | BlockKind::Column(content) => {
                self.blocks(content);
            }
            BlockKind::Hero(hero) => {
                self.blocks(&hero.text);
                self.blocks(&hero.beside);
            }
            BlockKind::List { items, .. } => items.iter().for_each(|item| self.blocks(&item.blocks)),
            BlockKind::Definitions(parts) => {
                for part in parts {
                    match part {
                        Definition::Term(content) => self.inlines(content),
                        Definition::Details(content) => self.blocks(content),
                    }
                }
            }
            BlockKind::Table(table) => {
                for cell in table.head.iter().chain(table.rows.iter().flatten()) {
                    self.inlines(cell);
                }
            }
            BlockKind::Code(code) => {
                self.page.text(code.info.filename.as_deref().unwrap_or_default(), Rank::Text);
                self.code(&code.text);
            }
            BlockKind::Diagram(diagram) => self.code(&diagram.source),
            BlockKind::Html(html) => {
                for part in parts(&html.text, |_, _| {}) {
                    if let HtmlPart::Refused(text) | HtmlPart::Text(text) = part {
                        self.page.text(text, Rank::Text);
                    }
                }
            }
            BlockKind::Component(component) => self.component(component),
            BlockKind::Custom(element) => self.content(&element.content),
            BlockKind::Math(_) | BlockKind::Rule => {}
        }
    }

    fn inlines(&mut self, content: &[Inline]) {
        let mut text = String::new();
        plain_text(content, &mut text);
        self.page.text(&text, Rank::Text);
    }

    fn code(&mut self, text: &str) {
        let end = (0..=LONGEST_CODE.min(text.len())).rev().find(|&at| text.is_char_boundary(at));
        self.page.text(&text[..end.unwrap_or_default()], Rank::Code);
    }

    fn content(&mut self, content: &ComponentContent) {
        match content {
            ComponentContent::Blocks(blocks) => self.blocks(blocks),
            ComponentContent::Inlines(content) => self.inlines(content),
            ComponentContent::Text(code) => self.code(&code.text),
        }
    }

    fn component(&mut self, component: &Component) {
        // Omitted from the HTML, so it cannot be found.
        if component.is_for("agents") {
            return;
        }
        match component.kind {
            ComponentKind::Endpoint => self.endpoint(component),
            ComponentKind::Field => self.field(component),
            ComponentKind::Playground | ComponentKind::Include => {}
            _ => {
                self.schema(component);
                self.titled(component);
            }
        }
    }

    /// A component with its texts. One with a title and an anchor is a section.
    fn titled(&mut self, component: &Component) {
        let outer = self.page.section;
        let title = ["title", "label"].iter().find_map(|name| component.value(name)).map(str::trim).unwrap_or_default();
        match component.anchor.as_deref() {
            Some(anchor) if !title.is_empty() => self.page.begin(anchor, title),
            _ => self.page.text(title, Rank::Text),
        }
        for name in SHOWN {
            if let Some(text) = component.given(name).map(|given| &*given.value).filter(|text| text.trim() != title) {
                self.page.text(text, Rank::Text);
            }
        }
        self.content(&component.content);
        self.page.section = outer;
    }

    /// A field written by the author outside an operation.
    fn field(&mut self, component: &Component) {
        let name = component.value("name").unwrap_or_default();
        let anchor = component.anchor.as_deref().unwrap_or_default();
        let mut behind = ".".to_owned();
        push_anchor(&mut behind, name);
        // An anchor of another form is kept whole, after a marker.
        let parent =
            anchor.strip_suffix(&behind.replacen("..", ".", 1)).map_or_else(|| format!("={anchor}"), str::to_owned);
        self.page.field(&parent, name, None, Rank::Field);
        self.page.text(component.value("description").unwrap_or_default(), Rank::Text);
        self.content(&component.content);
    }

    /// The fields of a schema of the spec.
    fn schema(&mut self, component: &Component) {
        let Some(wanted) = component.schema_ref() else { return };
        let SiteLookup::Found(chunk) = find_site_schema(self.db, FileSet::of(self.db, self.file), &wanted) else {
            return;
        };
        let model = model(self.db, chunk);
        self.page.name(&model.name, Rank::Heading);
        let anchor = format!("={}", self.page.section_anchor());
        operation::fields(&mut self.page, &model.field.children, &anchor, Rank::Field);
    }

    /// An operation: of the spec, of the author, or both. The first one of an API page is the page's subject; others
    /// have entries of their own.
    fn endpoint(&mut self, component: &Component) {
        let (db, set) = (self.db, FileSet::of(self.db, self.file));
        let mut resolved = None;
        if let Some(reference) = component.endpoint_ref()
            && let SiteLookup::Found(chunk) = find_site_operation(db, set, &reference)
        {
            resolved = Some((chunk, endpoint(db, chunk)));
        }
        let prefix = self.endpoints.next(&component.operation_name());
        match resolved {
            Some((_, found)) if component.is_only_a_ref() => self.operation(component, found, &prefix),
            None if component.is_only_a_ref() => {}
            _ => {
                let found = authored_endpoint(db, set, resolved, component, None);
                self.operation(component, &found.endpoint, &prefix);
                let outer = self.page.section;
                for block in found.prose.iter().chain(&found.groups).chain(&found.examples) {
                    self.block(block);
                }
                self.page.section = outer;
            }
        }
    }

    fn operation(&mut self, component: &Component, found: &openapi::endpoint::Endpoint, prefix: &str) {
        if prefix.is_empty() && frontmatter(self.db, self.file).layout == Layout::Api {
            self.page.section = 0;
            return operation::operation(&mut self.page, found, prefix);
        }
        let own = component.given("id").and(component.anchor.clone());
        let anchor = own.unwrap_or_else(|| self.page.section_anchor());
        let mut entry = Collector::new(&operation::title(&found.head), &anchor);
        operation::operation(&mut entry, found, prefix);
        self.others.push(entry.finish());
    }
}
