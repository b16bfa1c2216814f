//! The alternatives of a value: a tab for each, with its differences from the others.

use std::fmt::{self, Formatter};

use super::fields::{FieldRenderer, description, note_words, write_facts, write_values};
use crate::parse::config::Strings;
use crate::render::escape::{Address, escape, escaped};
use crate::render::fields::{Slot, TypeView, VariantView, VariantsView, push_anchor, render};
use crate::resolve::links::page_address;
use crate::resolve::model_keys::model_id;
use openapi::endpoint::{FieldNote, Variant, VariantField};

/// Alternatives without fields are a list, unless they have more text than this, in bytes.
const LONGEST_LIST: usize = 2_000;

/// Tabs whose labels have more characters in total become a menu.
const WIDEST_TABS: usize = 64;

impl FieldRenderer<'_> {
    /// Writes the alternatives of the value whose id is `anchor`.
    pub(super) fn variants(self, variants: &[Variant], anchor: &str, f: &mut Formatter<'_>) -> fmt::Result {
        let contents: Vec<(String, String)> =
            variants.iter().map(|variant| variant_html(self.s, variant, anchor)).collect();
        let views: Vec<VariantView<'_>> = variants
            .iter()
            .zip(&contents)
            .map(|(variant, (about, content))| VariantView {
                label: &variant.label,
                kind: match *variant.kind == *variant.label && variant.types.is_empty() {
                    true => TypeView::default(),
                    false => TypeView { words: &variant.kind, types: &variant.types, is_object: false },
                },
                description: Slot::Html(about),
                content: Slot::Html(content),
            })
            .collect();
        let length: usize = contents.iter().map(|(about, content)| about.len() + content.len()).sum();
        if variants.iter().all(|variant| variant.fields.is_empty()) && length <= LONGEST_LIST {
            return write_list(&views, f);
        }
        // An alternative with fields says more than a plain value.
        let chosen = variants.iter().find(|variant| !variant.fields.is_empty());
        let view = VariantsView {
            class: "variants",
            sync: anchor,
            chosen: chosen.map_or("", |variant| &variant.label),
            menu: menu(self.s.variant(), &views),
            // An alternative's missing fields are known only if the fields of all are listed.
            selects_fields: chosen.is_some() && variants.iter().all(|variant| variant.is_whole),
            variants: &views,
        };
        render(&view, f)
    }
}

/// The label of a menu if the tabs do not fit; otherwise empty.
pub(super) fn menu<'a>(label: &'a str, variants: &[VariantView<'_>]) -> &'a str {
    menu_for(label, variants.iter().map(|variant| variant.label))
}

/// The label of a menu if tabs with `labels` do not fit; otherwise empty.
pub(super) fn menu_for<'a, 'b>(label: &'a str, labels: impl Iterator<Item = &'b str>) -> &'a str {
    const GAP: usize = 3;
    let width: usize = labels.map(|label| label.chars().count() + GAP).sum();
    if width > WIDEST_TABS { label } else { "" }
}

/// The description of a variant and its differences, as HTML.
fn variant_html(s: &Strings, variant: &Variant, anchor: &str) -> (String, String) {
    let about = description(s, variant.facts.as_deref());
    let mut content = String::new();
    if let Some(facts) = &variant.facts {
        write_facts(s, facts, &mut content);
    }
    write_variant_fields(s, &variant.fields, anchor, false, &mut content);
    if let Some(note) = &variant.more {
        write_more(s, note, &mut content);
    }
    (about, content)
}

/// Alternatives that only have facts, one below the other.
fn write_list(views: &[VariantView<'_>], f: &mut Formatter<'_>) -> fmt::Result {
    f.write_str("<ul class=\"variant-list\" role=\"list\">")?;
    // A type that all have is that of the field.
    let mut kinds = views.iter().map(|view| view.kind.words);
    let first = kinds.next();
    let has_kinds = views.len() < 2 || kinds.any(|kind| Some(kind) != first);
    for view in views {
        // The link is the label.
        let is_same = view.kind.words == view.label;
        f.write_str("<li><p>")?;
        if !is_same {
            write!(f, "<b>{}</b>", escaped(view.label))?;
        }
        if !view.kind.words.is_empty() && (has_kinds || is_same) {
            write!(f, "{}<i>{}</i>", if is_same { "" } else { " " }, view.kind)?;
        }
        write!(f, "</p>{}{}</li>", view.description, view.content)?;
    }
    f.write_str("</ul>")
}

/// Appends the fields that distinguish an alternative, with links to them. Their depth is limited.
fn write_variant_fields(s: &Strings, fields: &[VariantField], anchor: &str, is_nested: bool, content: &mut String) {
    if fields.is_empty() {
        return;
    }
    content.push_str(if is_nested { "<ul>" } else { "<ul class=\"variant-fields\" role=\"list\">" });
    for field in fields {
        let mut id = anchor.to_owned();
        push_anchor(&mut id, &field.name);
        content.push_str("<li><a href=\"#");
        // It may begin with an id of the author's.
        escape(&id, content);
        content.push_str("\"><code>");
        escape(&field.name, content);
        content.push_str("</code></a>");
        if !field.kind.is_empty() {
            content.push_str(" <i>");
            escape(&field.kind, content);
            content.push_str("</i>");
        }
        if field.required {
            content.push_str(" <b class=\"required\">");
            escape(s.required(), content);
            content.push_str("</b>");
        }
        write_values(&field.values, content);
        write_variant_fields(s, &field.fields, &id, true, content);
        content.push_str("</li>");
    }
    content.push_str("</ul>");
}

/// Appends where the fields are that an alternative does not list.
fn write_more(s: &Strings, note: &FieldNote, content: &mut String) {
    content.push_str("<p class=\"field-note\">");
    let words = note_words(s, note);
    match note {
        FieldNote::More(schema) | FieldNote::Recursive(schema) if schema.model.is_some() => {
            let key = schema.model.as_deref().unwrap_or_default();
            let href = Address(page_address(&model_id(key)));
            content.push_str(&format!("<a href=\"{href}\">{}</a>", escaped(&words)));
        }
        _ => escape(&words, content),
    }
    content.push_str("</p>");
}
