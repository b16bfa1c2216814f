//! Fields and groups of fields: the only place that writes their markup, for spec and author alike.
//!
//! A view borrows what it shows and streams: children are written by a callback straight into the output, so a page
//! with thousands of fields allocates no string per field. Independent of the source of fields.

use std::borrow::Cow;
use std::fmt::{self, Display, Formatter};
use std::ops::Range;

use askama::Template;

use super::escape::{Address, escaped, write_escaped};
use crate::parse::config::Strings;
use crate::parse::markdown::push_encoded;
use crate::resolve::links::page_address;
use crate::resolve::model_keys::model_id;
use openapi::endpoint::{SchemaLink, word_ranges};

/// A piece of HTML inside a view.
#[derive(Clone, Copy, Default)]
pub(crate) enum Slot<'a> {
    /// Nothing: the element around it is omitted.
    #[default]
    Empty,
    /// Finished HTML.
    Html(&'a str),
    /// HTML that a callback writes.
    Write(&'a dyn Fn(&mut Formatter<'_>) -> fmt::Result),
}

/// The class suffix of a status: its first digit, or `x`.
pub(crate) fn status_class(status: &str) -> char {
    match status.as_bytes().first() {
        Some(digit @ b'1'..=b'5') => char::from(*digit),
        _ => 'x',
    }
}

/// Longer lists of allowed values are folded.
const MOST_VALUES: usize = 30;

/// The number of values of a longer list that are shown before the folded rest.
const FIRST_VALUES: usize = 20;

/// The allowed values that are visible, and those that are folded.
pub(crate) fn split_values<'v, 'a>(values: &'v [ValueView<'a>]) -> (&'v [ValueView<'a>], &'v [ValueView<'a>]) {
    let first = if values.len() > MOST_VALUES { FIRST_VALUES } else { values.len() };
    values.split_at_checked(first).unwrap_or((values, &[]))
}

impl Slot<'_> {
    /// Whether it is empty. A callback counts as content.
    pub(crate) fn is_empty(&self) -> bool {
        match self {
            Self::Empty => true,
            Self::Html(html) => html.is_empty(),
            Self::Write(_) => false,
        }
    }
}

impl Display for Slot<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => Ok(()),
            Self::Html(html) => f.write_str(html),
            Self::Write(write) => write(f),
        }
    }
}

/// A type in words, with links to the schemas that it names.
#[derive(Clone, Copy, Default)]
pub(crate) struct TypeView<'a> {
    /// `array of Pet`.
    pub(crate) words: &'a str,
    /// The schemas among the words that have a page.
    pub(crate) types: &'a [SchemaLink],
    /// Whether a value with a schema's name is known to be an object.
    pub(crate) is_object: bool,
}

impl Display for TypeView<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.types.is_empty() {
            return write_escaped(self.words, f);
        }
        let part = |range: Range<usize>| escaped(self.words.get(range).unwrap_or_default());
        let mut written = 0;
        for range in word_ranges(self.words) {
            let is_name = |link: &&SchemaLink| self.words.get(range.clone()) == Some(&*link.name);
            let Some(key) = self.types.iter().find(is_name).and_then(|link| link.model.as_deref()) else { continue };
            // Only before the name of the value itself: the items of an array are objects, not the array.
            if self.is_object && range.start == 0 {
                f.write_str("object ")?;
            }
            let href = Address(page_address(&model_id(key)));
            write!(f, "{}<a href=\"{href}\">{}</a>", part(written..range.start), part(range.clone()))?;
            written = range.end;
        }
        f.write_str(&part(written..self.words.len()))
    }
}

/// One constraint of a field: `Default` and `20`.
#[derive(Clone, Debug)]
pub(crate) struct ConstraintView<'a> {
    /// The label.
    pub(crate) label: &'a str,
    /// The value as written in the source.
    pub(crate) value: Cow<'a, str>,
}

/// One allowed value.
#[derive(Clone, Debug)]
pub(crate) struct ValueView<'a> {
    /// The value as written in the source.
    pub(crate) text: Cow<'a, str>,
    /// Its description; often empty.
    pub(crate) description: &'a str,
}

/// A named schema whose fields are loaded on demand.
#[derive(Clone, Debug)]
pub(crate) struct ModelView<'a> {
    /// The key of its fragment.
    pub(crate) key: &'a str,
    pub(crate) name: &'a str,
    /// Why its fields are not here.
    pub(crate) label: String,
    /// The URL of its page.
    pub(crate) href: Address,
}

/// One field: a parameter, a property, a header. Absent texts are empty.
#[derive(Clone, Copy, Template)]
#[template(path = "components/field.html", whitespace = "preserve")]
pub(crate) struct FieldView<'a> {
    pub(crate) s: &'a Strings,
    /// The field's own name.
    pub(crate) name: &'a str,
    /// Its id in the page, written by [`push_anchor`]; without one nothing links to it.
    pub(crate) anchor: &'a str,
    /// A class given by the author; often empty.
    pub(crate) class: &'a str,
    /// The names of the fields that contain it, each followed by a dot; empty at the top level.
    pub(crate) parents: &'a str,
    pub(crate) kind: TypeView<'a>,
    /// The constraints shown beside the type: `date-time · 8–64 characters`.
    pub(crate) brief: &'a str,
    /// Its location, only if its group does not state it: `query`.
    pub(crate) location: &'a str,
    pub(crate) required: bool,
    /// Whether its absence is to be expected. Stated instead of `required` for values that readers receive.
    pub(crate) optional: bool,
    pub(crate) deprecated: bool,
    pub(crate) read_only: bool,
    pub(crate) write_only: bool,
    /// Whether everything below its head is folded.
    pub(crate) collapsible: bool,
    /// The description as HTML.
    pub(crate) description: Slot<'a>,
    pub(crate) constraints: &'a [ConstraintView<'a>],
    /// The enumerated values.
    pub(crate) values: &'a [ValueView<'a>],
    /// Whether any of them has a description: then each has its own line.
    pub(crate) describes_values: bool,
    /// Closing remarks: `recursive: Pet`.
    pub(crate) notes: &'a [&'a str],
    /// Schemas whose fields are omitted here.
    pub(crate) models: &'a [ModelView<'a>],
    /// Alternatives, with the container around them.
    pub(crate) variants: Slot<'a>,
    /// Nested fields, each written by [`write_item`].
    pub(crate) children: Slot<'a>,
}

/// A whole body: like a field without a name.
#[derive(Clone, Copy, Template)]
#[template(path = "components/body.html", whitespace = "preserve")]
pub(crate) struct BodyView<'a> {
    pub(crate) s: &'a Strings,
    /// The id of the body.
    pub(crate) anchor: &'a str,
    pub(crate) kind: TypeView<'a>,
    /// The constraints shown beside the type.
    pub(crate) brief: &'a str,
    pub(crate) deprecated: bool,
    pub(crate) read_only: bool,
    pub(crate) write_only: bool,
    pub(crate) description: Slot<'a>,
    pub(crate) constraints: &'a [ConstraintView<'a>],
    pub(crate) values: &'a [ValueView<'a>],
    pub(crate) describes_values: bool,
    pub(crate) notes: &'a [&'a str],
    pub(crate) models: &'a [ModelView<'a>],
    pub(crate) variants: Slot<'a>,
}

/// The schemas that a field or body omits, and its alternatives.
#[derive(Clone, Copy, Template)]
#[template(path = "components/inside.html", whitespace = "preserve")]
pub(crate) struct InsideView<'a> {
    pub(crate) s: &'a Strings,
    /// The id of the field or body.
    pub(crate) anchor: &'a str,
    pub(crate) models: &'a [ModelView<'a>],
    pub(crate) variants: Slot<'a>,
}

/// The facts that an alternative adds.
#[derive(Clone, Copy, Template)]
#[template(path = "components/facts.html", whitespace = "preserve")]
pub(crate) struct FactsView<'a> {
    pub(crate) s: &'a Strings,
    pub(crate) deprecated: bool,
    pub(crate) read_only: bool,
    pub(crate) write_only: bool,
    pub(crate) constraints: &'a [ConstraintView<'a>],
    pub(crate) values: &'a [ValueView<'a>],
    pub(crate) describes_values: bool,
}

/// A set of alternatives.
#[derive(Clone, Copy, Template)]
#[template(path = "components/variants.html", whitespace = "preserve")]
pub(crate) struct VariantsView<'a> {
    pub(crate) class: &'a str,
    /// Sets with the same key switch together.
    pub(crate) sync: &'a str,
    /// The label of the alternative shown first; empty for the first.
    pub(crate) chosen: &'a str,
    /// The label of a menu if tabs do not fit; otherwise empty.
    pub(crate) menu: &'a str,
    /// Whether fields that the chosen alternative lacks are hidden.
    pub(crate) selects_fields: bool,
    pub(crate) variants: &'a [VariantView<'a>],
}

/// One alternative.
#[derive(Clone, Copy)]
pub(crate) struct VariantView<'a> {
    pub(crate) label: &'a str,
    /// The type, unless the label states it.
    pub(crate) kind: TypeView<'a>,
    pub(crate) description: Slot<'a>,
    pub(crate) content: Slot<'a>,
}

/// A titled group of fields.
#[derive(Clone, Copy, Template)]
#[template(path = "components/fields.html", whitespace = "preserve")]
pub(crate) struct FieldsView<'a> {
    pub(crate) s: &'a Strings,
    /// The visible title.
    pub(crate) title: &'a str,
    /// A status code after the title; often empty.
    pub(crate) status: &'a str,
    /// A short badge after the title, such as a media type; often empty.
    pub(crate) badge: &'a str,
    /// Whether the value with these fields must be sent.
    pub(crate) required: bool,
    /// Whether it has sections that are worth a button to expand them all.
    pub(crate) can_expand: bool,
    /// The title's id in the page.
    pub(crate) anchor: &'a str,
    /// The title's heading level in the page's outline.
    pub(crate) level: u8,
    /// The content between title and fields.
    pub(crate) intro: Slot<'a>,
    /// The fields, each written by [`write_item`].
    pub(crate) fields: Slot<'a>,
}

/// A group of fields, or a type, in an element of the author's.
#[derive(Clone, Copy, Template)]
#[template(path = "components/field_group.html", whitespace = "preserve")]
pub(crate) struct GroupView<'a> {
    pub(crate) s: &'a Strings,
    pub(crate) element: &'a str,
    /// The attributes of the element, each preceded by a space.
    pub(crate) root: &'a dyn Display,
    /// The title's id; empty if the element has one of the author's.
    pub(crate) id: &'a str,
    /// The title without markup.
    pub(crate) label: &'a str,
    pub(crate) level: u8,
    pub(crate) class: &'a str,
    /// HTML.
    pub(crate) title: &'a str,
    pub(crate) intro: Slot<'a>,
    pub(crate) fields: Slot<'a>,
}

/// Writes a field as a list item.
pub(crate) fn write_item(field: &FieldView<'_>, out: &mut impl fmt::Write) -> fmt::Result {
    out.write_str("<li>")?;
    render(field, out)?;
    out.write_str("</li>")
}

/// Writes a view.
pub(crate) fn render(view: &impl Template, out: &mut impl fmt::Write) -> fmt::Result {
    // Rendering fails only if writing does.
    view.render_into(out).map_err(|_| fmt::Error)
}

/// Appends `.name` to an anchor, or `name` to an empty one: see [`push_encoded`].
pub(crate) fn push_anchor(anchor: &mut String, name: &str) {
    if !anchor.is_empty() {
        anchor.push('.');
    }
    push_encoded(name, anchor);
}

#[cfg(test)]
mod tests {
    use super::{ConstraintView, FieldView, FieldsView, Slot, TypeView, ValueView, push_anchor, render, write_item};
    use crate::parse::config::ENGLISH;
    use crate::resolve::links::page_address;
    use crate::resolve::model_keys::model_id;
    use openapi::endpoint::SchemaLink;

    /// A field without any facts.
    fn bare() -> FieldView<'static> {
        FieldView {
            s: &ENGLISH,
            name: "",
            anchor: "",
            class: "",
            parents: "",
            kind: TypeView::default(),
            brief: "",
            location: "",
            required: false,
            optional: false,
            deprecated: false,
            read_only: false,
            write_only: false,
            collapsible: false,
            description: Slot::Empty,
            constraints: &[],
            values: &[],
            describes_values: false,
            notes: &[],
            models: &[],
            variants: Slot::Empty,
            children: Slot::Empty,
        }
    }

    fn of_type(words: &str) -> TypeView<'_> {
        TypeView { words, ..TypeView::default() }
    }

    #[test]
    fn a_type_links_to_the_schemas_that_it_names() {
        let link = |name: &str, key: &str| SchemaLink { name: name.into(), model: Some(key.into()) };
        let types = [link("Pet", "pet"), link("a<b", "a-b")];
        let html = |words, is_object| TypeView { words, types: &types, is_object }.to_string();
        let pet = page_address(&model_id("pet"));
        assert_eq!(html("Pet or null", true), format!("object <a href=\"{pet}\">Pet</a> or null"));
        assert_eq!(html("array of Pet", true), format!("array of <a href=\"{pet}\">Pet</a>"));
        assert_eq!(html("a<b", false), format!("<a href=\"{}\">a&lt;b</a>", page_address(&model_id("a-b"))));
        assert_eq!(html("Petunia or string", false), "Petunia or string");
    }

    #[test]
    fn anchors_are_percent_encoded() {
        let mut anchor = "body".to_owned();
        push_anchor(&mut anchor, "a b/é");
        assert_eq!(anchor, "body.a%20b%2F%C3%A9");
    }

    #[test]
    fn writes_nested_fields() {
        let child =
            FieldView { name: "<b>", anchor: "body.a.%3Cb%3E", parents: "a.", kind: of_type("string"), ..bare() };
        let children = |f: &mut std::fmt::Formatter<'_>| write_item(&child, f);
        let field = FieldView {
            name: "a",
            anchor: "body.a",
            kind: of_type("object"),
            required: true,
            description: Slot::Html("<p>A</p>"),
            constraints: &[ConstraintView { label: "Default", value: "\"x\"".into() }],
            values: &[ValueView { text: "x".into(), description: "the x" }],
            notes: &["recursive: Pet"],
            children: Slot::Write(&children),
            ..bare()
        };
        let fields = |f: &mut std::fmt::Formatter<'_>| write_item(&field, f);
        let group = FieldsView {
            s: &ENGLISH,
            title: "Body",
            status: "",
            badge: "",
            required: false,
            can_expand: true,
            anchor: "body",
            level: 3,
            intro: Slot::Empty,
            fields: Slot::Write(&fields),
        };
        let mut out = String::new();
        render(&group, &mut out).unwrap();
        assert_eq!(
            out,
            concat!(
                r#"<wc-fields role="group" aria-labelledby="body"><h3 class="fields-title" id="body">Body</h3>"#,
                r#"<button class="expand-all" type="button" hidden data-expand="Expand all" data-collapse="Collapse all"></button>"#,
                r##"<ul class="field-list" role="list"><li><wc-field id="body.a"><p><code>a</code> "##,
                r#"<i>object</i> <b>required</b></p><div><p>A</p></div>"#,
                r#"<dl><div><dt>Default</dt><dd><code>&quot;x&quot;</code></dd></div></dl>"#,
                r#"<p class="field-label">Allowed values</p><ul class="field-enum"><li><code>x</code> the x</li></ul><p class="field-note">recursive: Pet</p>"#,
                r#"<details class="field-children"><summary><span>Child fields<span class="visually-hidden"> of <bdi>a</bdi></span></span></summary><ul class="field-list" role="list">"#,
                r##"<li><wc-field id="body.a.%3Cb%3E"><p><code><span>a.</span>&lt;b&gt;</code> "##,
                r#"<i>string</i></p></wc-field></li>"#,
                "</ul></details></wc-field></li></ul></wc-fields>",
            )
        );
    }
}
