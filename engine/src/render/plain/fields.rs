//! Fields and endpoints written by the author, as plain Markdown.

use super::escape;
use super::{PlainPiece, PlainWriter};
use crate::parse::config::ENGLISH;
use crate::parse::markdown::{Block, BlockKind, Component};
use crate::registry::ComponentKind;
use crate::render::endpoint_markdown::text::code;
use crate::render::endpoint_markdown::{authored_plain, authored_schema_plain, request_markdown};
use crate::resolve::authored::{Fields, authored_endpoint, authored_model, authored_request};
use crate::resolve::site_operation::{SiteLookup, find_site_operation};
use crate::resolve::site_schema::find_site_schema;
use base::inputs::FileSet;
use openapi::chunks::Chunk;
use openapi::endpoint::{endpoint, model};

impl<'db> PlainWriter<'db> {
    /// A schema of the spec with the author's content, or only the author's content.
    pub(super) fn schema(&mut self, component: &Component) {
        let Some(wanted) = component.schema_ref() else { return self.field_group(component) };
        let problem = match find_site_schema(self.db, FileSet::of(self.db, self.file), &wanted) {
            SiteLookup::Found(chunk) if component.is_only_a_ref() => return self.piece(PlainPiece::Schema(chunk)),
            SiteLookup::Found(chunk) => {
                let found = authored_model(model(self.db, chunk), component, None);
                let outer = std::mem::replace(&mut self.level, 3);
                let text = authored_schema_plain(found, &mut |blocks| self.blocks_apart(blocks));
                self.level = outer;
                return self.push_block(&text);
            }
            SiteLookup::Missing => ENGLISH.no_schema(),
            SiteLookup::NoSpec => ENGLISH.no_spec(),
            SiteLookup::Ambiguous(_) => ENGLISH.several_schemas(),
        };
        self.problem(problem, &wanted.reference);
        if !component.is_only_a_ref() {
            self.field_group(component);
        }
    }

    /// Reports an unresolved reference.
    fn problem(&mut self, problem: &str, reference: &str) {
        let mut words = format!("{problem} ");
        code(reference, &mut words);
        self.push_block(&(words + "."));
    }

    /// Blocks as a separate text.
    fn blocks_apart(&mut self, blocks: &[&Block]) -> String {
        self.captured(|writer| blocks.iter().for_each(|block| writer.block(block)))
    }

    /// Fields below a title.
    pub(super) fn field_group(&mut self, component: &Component) {
        let outer = self.level;
        let level = self.next_level();
        self.level = level;
        if component.kind == ComponentKind::Schema {
            let mut title = String::new();
            if let Some(name) = component.text("name") {
                code(name, &mut title);
            }
            if let Some(base) = component.text("extends") {
                title.push_str(if title.is_empty() { "" } else { " " });
                title.push_str(&format!("{} ", ENGLISH.extends()));
                code(base, &mut title);
            }
            self.heading(level, &title);
            self.markdown(component.value("description").unwrap_or_default());
        } else {
            self.title(level, component.value("title").unwrap_or_default());
        }
        let fields = self.intro_and_fields(component.blocks());
        self.list(None, &fields, !fields.iter().any(|field| field.contains("\n\n")));
        self.level = outer;
    }

    /// Writes the content that is not fields, and returns the fields as list items.
    fn intro_and_fields(&mut self, blocks: &[Block]) -> Vec<String> {
        let mut fields = Vec::new();
        for block in blocks {
            match &block.kind {
                BlockKind::Component(field) if field.kind == ComponentKind::Field => fields.push(self.field(field)),
                _ => self.block(block),
            }
        }
        fields
    }

    /// A field with its children, as the text of a list item.
    pub(super) fn field(&mut self, component: &Component) -> String {
        let level = self.level;
        let item = self.captured(|writer| {
            writer.field_line(component);
            let fields = writer.intro_and_fields(component.blocks());
            let is_tight = !fields.iter().any(|field| field.contains("\n\n"));
            writer.joins = is_tight && !writer.out.contains('\n');
            writer.list(None, &fields, is_tight);
            writer.joins = false;
        });
        self.level = level;
        item
    }

    /// Name, type, constraints and description of a field, on one line.
    fn field_line(&mut self, component: &Component) {
        code(component.value("name").unwrap_or_default(), &mut self.out);
        let mut facts: Vec<String> = Vec::new();
        facts.extend(component.text("type").map(escape::line));
        facts.extend(component.text("in").map(str::to_owned));
        for (flag, word) in [("required", ENGLISH.required()), ("deprecated", ENGLISH.deprecated())] {
            facts.extend(component.flag(flag).then(|| word.to_owned()));
        }
        if !facts.is_empty() {
            self.out.push_str(&format!(" ({})", facts.join(", ")));
        }
        let mut sentences: Vec<String> = Vec::new();
        if let Some(description) = component.text("description") {
            let mut words = self.line_of_markdown(description);
            if words.ends_with(|c: char| c.is_alphanumeric()) {
                words.push('.');
            }
            sentences.push(words);
        }
        let own = Fields::default().field(component);
        if let Some(facts) = &own.facts {
            for (constraint, literal) in &facts.constraints {
                let mut sentence = format!("{}: ", constraint.label());
                code(&literal.shown(), &mut sentence);
                sentences.push(sentence + ".");
            }
            for (at, value) in facts.values.iter().enumerate() {
                let mut word = String::from(if at == 0 { "One of: " } else { "" });
                code(&value.literal.shown(), &mut word);
                word.push(if at + 1 == facts.values.len() { '.' } else { ',' });
                sentences.push(word);
            }
        }
        if !sentences.is_empty() {
            self.out.push_str(&format!(": {}", sentences.join(" ")));
        }
    }

    /// A response outside an endpoint.
    pub(super) fn response(&mut self, component: &Component) {
        let outer = self.level;
        self.level = self.next_level();
        self.title(self.level, component.text("code").unwrap_or_default());
        self.markdown(component.text("description").unwrap_or_default());
        self.words(component.text("content-type").unwrap_or_default());
        let fields = self.intro_and_fields(component.blocks());
        self.list(None, &fields, !fields.iter().any(|field| field.contains("\n\n")));
        self.level = outer;
    }

    /// An operation of the spec with the author's content, or only the author's content.
    pub(super) fn endpoint(&mut self, component: &Component) {
        let (db, set) = (self.db, FileSet::of(self.db, self.file));
        let chunk = self.operation_of(component);
        match chunk {
            Some(chunk) if component.is_only_a_ref() => return self.piece(PlainPiece::Endpoint(chunk)),
            None if component.endpoint_ref().is_some() && component.is_only_a_ref() => return,
            _ => {}
        }
        let resolved = chunk.map(|chunk| (chunk, endpoint(db, chunk)));
        let found = authored_endpoint(db, set, resolved, component, None);
        let outer = std::mem::replace(&mut self.level, 2);
        let text = authored_plain(db, set, found, &mut |blocks| self.blocks_apart(blocks));
        self.level = outer;
        self.push_block(&text);
    }

    /// The operation that an element refers to. Reports an unresolved reference.
    fn operation_of(&mut self, component: &Component) -> Option<Chunk<'db>> {
        let reference = component.endpoint_ref()?;
        match find_site_operation(self.db, FileSet::of(self.db, self.file), &reference) {
            SiteLookup::Found(chunk) => return Some(chunk),
            SiteLookup::NoSpec => self.problem(ENGLISH.no_spec(), &reference.reference),
            SiteLookup::Ambiguous(_) => self.problem(ENGLISH.several_operations(), &reference.reference),
            SiteLookup::Missing => self.problem(ENGLISH.no_operation(), &reference.reference),
        }
        None
    }

    /// The request of a panel, as an operation.
    pub(super) fn playground(&mut self, component: &Component) {
        let db = self.db;
        let resolved = self.operation_of(component).map(|chunk| endpoint(db, chunk));
        if resolved.is_some() || component.value("url").is_some() {
            self.push_block(&request_markdown(db, FileSet::of(db, self.file), &authored_request(component, resolved)));
        }
    }
}
