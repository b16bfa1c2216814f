//! The alternatives of a value: a tab for each, with its differences from the others.

use std::fmt::{self, Formatter};

use super::fields::{FieldRenderer, description, write_facts, write_values};
use crate::parse::config::Strings;
use crate::render::escape::{escape, escaped};
use crate::render::fields::{Slot, VariantView, VariantsView, push_anchor, render};
use openapi::endpoint::Variant;

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
                kind: if *variant.kind == *variant.label { "" } else { &variant.kind },
                description: Slot::Html(about),
                content: Slot::Html(content),
            })
            .collect();
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
    if !variant.fields.is_empty() {
        content.push_str("<ul class=\"variant-fields\" role=\"list\">");
        for field in &variant.fields {
            let mut id = anchor.to_owned();
            push_anchor(&mut id, &field.name);
            content.push_str("<li><a href=\"#");
            // It may begin with an id of the author's.
            escape(&id, &mut content);
            content.push_str("\"><code>");
            escape(&field.name, &mut content);
            content.push_str("</code></a>");
            if field.required {
                content.push_str(&format!(" <span class=\"field-badge required\">{}</span>", escaped(s.required())));
            }
            write_values(&field.values, &mut content);
            content.push_str("</li>");
        }
        content.push_str("</ul>");
    }
    (about, content)
}
