//! Converts resolved fields to views.

use std::borrow::Cow;
use std::fmt::{self, Formatter};

use super::authored::AuthoredElement;
use super::brief;
use crate::parse::config::Strings;
use crate::render::escape::{Address, escaped};
use crate::render::fields::{
    BodyView, ConstraintView, FactsView, FieldView, InsideView, ModelView, Slot, TypeView, ValueView, push_anchor,
    render, write_item,
};
use crate::render::spec_text::spec_text;
use crate::resolve::links::page_address;
use crate::resolve::model_keys::model_id;
use openapi::endpoint::{Field, FieldNote, Location, Written, essence};
use openapi::schema::{AllowedValue, Constraint, Facts, Literal, shown_values};

/// What the renderers of one endpoint share.
#[derive(Clone, Copy)]
pub(super) struct FieldRenderer<'a> {
    /// The interface strings.
    pub(super) s: &'a Strings,
    /// The prefix of each id; often empty.
    pub(super) prefix: &'a str,
    /// The level of the headings of groups.
    pub(super) level: u8,
    /// The author's content for fields and responses.
    pub(super) elements: &'a [AuthoredElement<'a>],
    /// The names of the fields around, each followed by a dot.
    pub(super) parents: &'a str,
    /// Whether readers only read the values, as in responses and schemas, rather than send them.
    pub(super) is_read: bool,
    /// Whether fields are marked `optional` instead of `required`: see [`Self::fields`].
    pub(super) marks_optional: bool,
}

/// Appends a single field, with the author's content for it and its children.
pub(crate) fn write_field(s: &Strings, field: &Field, elements: &[AuthoredElement<'_>], out: &mut String) {
    let renderer = FieldRenderer { elements, ..FieldRenderer::new(s, 3) };
    let write = |f: &mut Formatter<'_>| renderer.write(field, "", false, f);
    let slot = Slot::Write(&write);
    // Writing to a string does not fail.
    let _ = fmt::Write::write_fmt(out, format_args!("{slot}"));
}

/// The facts of a field as views.
struct Details<'a> {
    constraints: Vec<ConstraintView<'a>>,
    values: Vec<ValueView<'a>>,
}

impl<'a> Details<'a> {
    /// All facts.
    fn of(s: &'a Strings, facts: &'a Facts) -> Self {
        Self::without(s, facts, |_| false)
    }

    /// The facts that are not on the line of the type.
    fn below_the_type(s: &'a Strings, facts: &'a Facts) -> Self {
        Self::without(s, facts, |constraint| brief::has(facts, constraint))
    }

    fn without(s: &'a Strings, facts: &'a Facts, is_elsewhere: impl Fn(Constraint) -> bool) -> Self {
        let shown = facts.constraints.iter().filter(|(constraint, literal)| {
            !is_elsewhere(*constraint) && !brief::is_for_programs(*constraint, literal)
        });
        let constraint = |(constraint, literal): &'a (Constraint, _)| {
            let literal: &'a Literal = literal;
            ConstraintView { label: label_of(s, *constraint), value: visible(literal) }
        };
        Self { constraints: shown.map(constraint).collect(), values: value_views(&facts.values) }
    }

    /// Whether one of the allowed values has a description.
    fn describes_values(&self) -> bool {
        self.values.iter().any(|value| !value.description.is_empty())
    }
}

/// A value as shown on pages. Empty or blank text gets quotation marks; text that begins with one is shown as JSON.
fn visible(literal: &Literal) -> Cow<'_, str> {
    match &*literal.text {
        "" if literal.is_string => Cow::Borrowed("\"\""),
        "\"\"" if literal.is_string => Cow::Borrowed("\"\\\"\\\"\""),
        _ => literal.shown(),
    }
}

fn value_views(values: &[AllowedValue]) -> Vec<ValueView<'_>> {
    fn view<'a>((value, shown): (&'a AllowedValue, Cow<'a, str>)) -> ValueView<'a> {
        let text = if matches!(&*value.literal.text, "" | "\"\"") { visible(&value.literal) } else { shown };
        ValueView { text, description: value.description.as_deref().unwrap_or_default() }
    }
    values.iter().zip(shown_values(values)).map(view).collect()
}

/// Description and title as HTML. The title replaces a missing description.
pub(super) fn description(s: &Strings, facts: Option<&Facts>) -> String {
    let mut html = String::new();
    if let Some(text) = facts.and_then(|facts| facts.description.as_deref().or(facts.title.as_deref())) {
        spec_text(s, text, &mut html);
    }
    html
}

/// Title and description of a field as HTML.
fn titled_description(s: &Strings, field: &Field) -> String {
    let mut html = String::new();
    if let Some(title) = field.title() {
        html.push_str(&format!("<p class=\"field-note\">{}</p>", escaped(title)));
    }
    html.push_str(&description(s, field.facts.as_deref()));
    html
}

/// The label of a constraint. The interface strings list constraints in their order.
fn label_of(s: &Strings, constraint: Constraint) -> &str {
    s.constraints().get(constraint as usize).map_or(constraint.label(), |(_, label)| label)
}

/// A note in words.
pub(super) fn note_words(s: &Strings, note: &FieldNote) -> String {
    match note {
        FieldNote::Recursive(schema) => s.recursive().replace("{name}", &schema.name),
        FieldNote::More(schema) => s.more_in().replace("{name}", &schema.name),
        FieldNote::MoreLevels => s.more_levels().to_owned(),
        FieldNote::Unresolved { reference, reason } => {
            s.unresolved().replace("{reason}", reason).replace("{name}", reference)
        }
    }
}

/// The notes on what a field omits of its schema, and the schemas that have a page.
fn notes_and_models<'f>(s: &Strings, field: &'f Field) -> (Vec<String>, Vec<ModelView<'f>>) {
    let (mut notes, mut models) = (Vec::new(), Vec::new());
    for note in &field.notes {
        let schema = match note {
            FieldNote::Recursive(schema) | FieldNote::More(schema) => Some(schema),
            FieldNote::MoreLevels | FieldNote::Unresolved { .. } => None,
        };
        match schema.and_then(|schema| Some((&schema.name, schema.model.as_deref()?))) {
            Some((name, key)) => {
                let href = Address(page_address(&model_id(key)));
                models.push(ModelView { key, name, label: note_words(s, note), href });
            }
            None => notes.push(note_words(s, note)),
        }
    }
    (notes, models)
}

/// The type of a field, which is known to be an object if it has fields that are no array's.
fn type_view(field: &Field) -> TypeView<'_> {
    let has_fields = !field.children.is_empty()
        || field.notes.iter().any(|note| matches!(note, FieldNote::More(_) | FieldNote::Recursive(_)));
    TypeView { words: &field.kind, types: &field.types, is_object: has_fields && !field.kind.contains("array of ") }
}

/// Whether fields have at least two sections between them: nested fields, or a schema that is loaded on demand.
pub(super) fn can_expand<'f>(fields: impl IntoIterator<Item = &'f Field>) -> bool {
    let mut open: Vec<&Field> = fields.into_iter().collect();
    let mut sections = 0;
    while let Some(field) = open.pop() {
        let models = field.notes.iter().filter(|note| matches!(note, FieldNote::More(_) | FieldNote::Recursive(_)));
        // The author may fold the details of any field.
        let own = !field.children.is_empty() || field.written.is_some();
        sections += usize::from(own) + models.count();
        if sections > 1 {
            return true;
        }
        open.extend(&field.children);
    }
    false
}

/// Whether some fields are required, but no more than half, apart from those that the author wrote.
fn are_rarely_required(fields: &[&Field]) -> bool {
    let mut open = fields.to_vec();
    let (mut required, mut total) = (0_usize, 0_usize);
    while let Some(field) = open.pop() {
        if field.written.is_none() {
            required += usize::from(field.required);
            total += 1;
        }
        open.extend(&field.children);
    }
    required > 0 && 2 * required <= total
}

impl<'a> FieldRenderer<'a> {
    /// A renderer for fields outside an endpoint, below headings of `level`.
    pub(super) fn new(s: &'a Strings, level: u8) -> Self {
        Self { s, prefix: "", level, elements: &[], parents: "", is_read: false, marks_optional: false }
    }

    /// The author's content for a field or response.
    pub(super) fn element(self, written: Option<Written>) -> Option<&'a AuthoredElement<'a>> {
        written.and_then(|written| self.elements.get(written.place()))
    }

    /// The title of the parameters at a location.
    pub(super) fn location(self, location: Location) -> &'a str {
        match location {
            Location::Header => self.s.headers(),
            Location::Path => self.s.path_parameters(),
            Location::Query => self.s.query_parameters(),
            Location::QueryString => self.s.query_string(),
            Location::Cookie => self.s.cookie_parameters(),
        }
    }

    /// An id within the endpoint.
    pub(super) fn anchor(self, names: &[&str]) -> String {
        let mut anchor = self.prefix.to_owned();
        for name in names {
            push_anchor(&mut anchor, name);
        }
        anchor
    }

    /// Writes fields below `parent` as list items. Readers who send values look for what they must send, so `required` is
    /// marked. Of values that they only read, the exceptions are marked: `required` if only some fields of the list and of
    /// those nested in it are, otherwise `optional`. A list without marks has only required fields.
    pub(super) fn fields<'f>(
        self,
        fields: impl IntoIterator<Item = &'f Field>,
        parent: &str,
        f: &mut Formatter<'_>,
    ) -> fmt::Result {
        let fields: Vec<&Field> = fields.into_iter().collect();
        let marked = Self { marks_optional: self.is_read && !are_rarely_required(&fields), ..self };
        fields.into_iter().try_for_each(|field| marked.field(field, parent, f))
    }

    /// Writes a field below `parent` as a list item.
    fn field(self, field: &Field, parent: &str, f: &mut Formatter<'_>) -> fmt::Result {
        self.write(field, parent, true, f)
    }

    /// Writes a field below `parent`, as a list item or standalone.
    fn write(self, field: &Field, parent: &str, is_item: bool, f: &mut Formatter<'_>) -> fmt::Result {
        let own = self.element(field.written);
        let mut anchor = String::with_capacity(parent.len() + field.name.len() + 1);
        match own.and_then(|own| own.anchor) {
            Some(own) => anchor.push_str(own),
            None => {
                anchor.push_str(parent);
                push_anchor(&mut anchor, &field.name);
            }
        }
        let facts = field.facts.as_deref();
        let details = facts.map(|facts| Details::below_the_type(self.s, facts));
        let brief = facts.map(|facts| brief::brief(self.s, facts)).unwrap_or_default();
        let mut about = titled_description(self.s, field);
        about.push_str(own.map_or("", |own| &own.html));
        let (notes, models) = notes_and_models(self.s, field);
        let notes: Vec<&str> = notes.iter().map(String::as_str).collect();
        let has_more = !about.is_empty()
            || !notes.is_empty()
            || !field.variants.is_empty()
            || !field.children.is_empty()
            || details.as_ref().is_some_and(|details| !details.constraints.is_empty() || !details.values.is_empty());
        let variants = |f: &mut Formatter<'_>| self.variants(&field.variants, &anchor, f);
        let children = |f: &mut Formatter<'_>| {
            let inner = FieldRenderer { parents: &format!("{}{}.", self.parents, field.name), ..self };
            field.children.iter().try_for_each(|child| inner.field(child, &anchor, f))
        };
        // An author's field that does not say `required` may still always be there.
        let states_optional = self.marks_optional && field.written.is_none();
        let view = FieldView {
            s: self.s,
            name: &field.name,
            anchor: &anchor,
            class: own.map_or("", |own| own.class),
            parents: self.parents,
            kind: type_view(field),
            brief: &brief,
            location: own.map_or("", |own| own.location),
            required: field.required && !states_optional,
            optional: !field.required && states_optional,
            deprecated: facts.is_some_and(|facts| facts.deprecated),
            read_only: facts.is_some_and(|facts| facts.read_only),
            write_only: facts.is_some_and(|facts| facts.write_only),
            collapsible: has_more && own.is_some_and(|own| own.collapsible),
            description: Slot::Html(&about),
            constraints: details.as_ref().map(|details| details.constraints.as_slice()).unwrap_or_default(),
            values: details.as_ref().map(|details| details.values.as_slice()).unwrap_or_default(),
            describes_values: details.as_ref().is_some_and(Details::describes_values),
            notes: &notes,
            models: &models,
            variants: if field.variants.is_empty() { Slot::Empty } else { Slot::Write(&variants) },
            children: if field.children.is_empty() { Slot::Empty } else { Slot::Write(&children) },
        };
        if is_item { write_item(&view, f) } else { render(&view, f) }
    }

    /// Writes a whole body or schema.
    pub(super) fn whole(self, field: &Field, path: &str, f: &mut Formatter<'_>) -> fmt::Result {
        let facts = field.facts.as_deref();
        let details = facts.map(|facts| Details::below_the_type(self.s, facts));
        let brief = facts.map(|facts| brief::brief(self.s, facts)).unwrap_or_default();
        let is_described = facts.is_some_and(|facts| facts.description.is_some());
        let about = if is_described { titled_description(self.s, field) } else { String::new() };
        let (notes, models) = notes_and_models(self.s, field);
        let notes: Vec<&str> = notes.iter().map(String::as_str).collect();
        let variants = |f: &mut Formatter<'_>| self.variants(&field.variants, path, f);
        let view = BodyView {
            s: self.s,
            anchor: path,
            kind: type_view(field),
            brief: &brief,
            deprecated: facts.is_some_and(|facts| facts.deprecated),
            read_only: facts.is_some_and(|facts| facts.read_only),
            write_only: facts.is_some_and(|facts| facts.write_only),
            description: Slot::Html(&about),
            constraints: details.as_ref().map(|details| details.constraints.as_slice()).unwrap_or_default(),
            values: details.as_ref().map(|details| details.values.as_slice()).unwrap_or_default(),
            describes_values: details.as_ref().is_some_and(Details::describes_values),
            notes: &notes,
            models: &models,
            variants: if field.variants.is_empty() { Slot::Empty } else { Slot::Write(&variants) },
        };
        render(&view, f)
    }

    /// Writes what is inside a schema: its alternatives, the schemas documented elsewhere, its fields.
    pub(super) fn inside(self, field: &Field, path: &str, f: &mut Formatter<'_>) -> fmt::Result {
        let (_, models) = notes_and_models(self.s, field);
        let variants = |f: &mut Formatter<'_>| self.variants(&field.variants, path, f);
        let variants = if field.variants.is_empty() { Slot::Empty } else { Slot::Write(&variants) };
        render(&InsideView { s: self.s, anchor: path, models: &models, variants }, f)?;
        if field.children.is_empty() {
            return Ok(());
        }
        f.write_str("<ul class=\"field-list\" role=\"list\">")?;
        self.fields(&field.children, path, f)?;
        f.write_str("</ul>")
    }
}

/// The language of an example, from its media type or its content.
pub(crate) fn language_of(media: &str, text: &str) -> Cow<'static, str> {
    let essence = essence(media);
    let is_json = essence.ends_with("json") || text.starts_with(['{', '[']);
    Cow::Borrowed(match essence {
        _ if is_json => "json",
        essence if essence.ends_with("xml") => "xml",
        essence if essence.ends_with("html") => "html",
        essence if essence.ends_with("yaml") => "yaml",
        _ => "text",
    })
}

/// Appends constraints and values.
pub(super) fn write_facts(s: &Strings, facts: &Facts, out: &mut String) {
    let details = Details::of(s, facts);
    let view = FactsView {
        s,
        deprecated: facts.deprecated,
        read_only: facts.read_only,
        write_only: facts.write_only,
        constraints: &details.constraints,
        values: &details.values,
        describes_values: details.describes_values(),
    };
    // Writing to a string does not fail.
    let _ = render(&view, out);
}

/// Appends allowed values as a list.
pub(super) fn write_values(values: &[AllowedValue], out: &mut String) {
    if values.is_empty() {
        return;
    }
    out.push_str("<ul class=\"field-enum\">");
    for value in shown_values(values) {
        out.push_str("<li><code>");
        crate::render::escape::escape(&value, out);
        out.push_str("</code></li>");
    }
    out.push_str("</ul>");
}

#[cfg(test)]
mod tests {
    use super::label_of;
    use crate::parse::config::ENGLISH;
    use openapi::schema::Constraint;

    #[test]
    fn constraints_index_the_texts() {
        for &constraint in Constraint::ALL {
            assert_eq!(label_of(&ENGLISH, constraint), constraint.label());
        }
    }
}
