//! Bodies by media type: the fields of the only one, or a tab for each.

use std::fmt::{self, Formatter};

use super::fields::{FieldRenderer, can_expand, write_facts};
use super::variants::menu;
use crate::parse::config::Strings;
use crate::render::escape::{escape, escaped};
use crate::render::fields::{FieldsView, Slot, TypeView, VariantView, VariantsView, push_anchor, render};
use crate::render::spec_text::spec_text;
use openapi::endpoint::{Body, Media};

impl FieldRenderer<'_> {
    /// Writes the group of a request body.
    pub(super) fn body(self, body: &Body, f: &mut Formatter<'_>) -> fmt::Result {
        let mut about = String::new();
        if let Some(text) = &body.description {
            about.push_str("<div class=\"field-description\">");
            spec_text(self.s, text, &mut about);
            about.push_str("</div>");
        }
        let path = self.anchor(&["body"]);
        let content = |f: &mut Formatter<'_>| {
            f.write_str(&about)?;
            self.media(&body.media, &path, f)
        };
        let view = FieldsView {
            s: self.s,
            title: self.s.body(),
            status: "",
            badge: body.media.first().map_or("", |media| &media.name),
            required: body.required,
            can_expand: can_expand(body.media.iter().flat_map(Media::fields)),
            anchor: &path,
            level: self.level,
            intro: Slot::Write(&content),
            fields: Slot::Empty,
        };
        render(&view, f)
    }

    /// Writes the content of bodies, without tabs if all media types have the same content.
    pub(super) fn media(self, media: &[Media], path: &str, f: &mut Formatter<'_>) -> fmt::Result {
        let Some((first, others)) = media.split_first() else { return Ok(()) };
        f.write_str(&external_examples(self.s, media))?;
        let (same, others): (Vec<&Media>, Vec<&Media>) = others.iter().partition(|media| media.same_as_first);
        if !same.is_empty() {
            f.write_str(&also(self.s, &same))?;
        }
        if others.is_empty() {
            return self.content(first, path, f);
        }
        let anchors: Vec<String> = others.iter().map(|media| media_anchor(path, &media.name)).collect();
        let tabs = std::iter::once((first, path)).chain(others.into_iter().zip(anchors.iter().map(String::as_str)));
        let tabs: Vec<(&Media, &str)> = tabs.collect();
        let writers: Vec<_> =
            tabs.iter().map(|&(media, path)| move |f: &mut Formatter<'_>| self.content(media, path, f)).collect();
        let views: Vec<VariantView<'_>> = tabs
            .iter()
            .zip(&writers)
            .map(|((media, _), write)| VariantView {
                label: &media.name,
                kind: TypeView::default(),
                description: Slot::Empty,
                content: Slot::Write(write),
            })
            .collect();
        let view = VariantsView {
            class: "media-types",
            sync: "media",
            chosen: "",
            menu: menu(self.s.media_type(), &views),
            selects_fields: false,
            variants: &views,
        };
        render(&view, f)
    }

    /// The content of a body in one media type.
    fn content(self, media: &Media, path: &str, f: &mut Formatter<'_>) -> fmt::Result {
        let Some(field) = &media.field else {
            return write!(f, "<p class=\"field-note\">{}</p>", escaped(self.s.no_schema_given()));
        };
        self.whole(field, path, f)?;
        if field.children.is_empty() {
            return Ok(());
        }
        f.write_str("<ul class=\"field-list\" role=\"list\">")?;
        self.fields(&field.children, path, f)?;
        f.write_str("</ul>")
    }
}

/// A line with links to the examples that are not in the document; often empty.
fn external_examples(s: &Strings, media: &[Media]) -> String {
    let mut out = String::new();
    for example in media.iter().flat_map(|media| &media.external) {
        if out.is_empty() {
            out.push_str(&format!("<p class=\"field-note\">{}: ", escaped(s.example())));
        } else {
            out.push_str(", ");
        }
        match ["https://", "http://"].iter().any(|scheme| example.url.starts_with(scheme)) {
            true => out.push_str(&format!("<a href=\"{}\">{}</a>", escaped(&example.url), escaped(&example.title))),
            false => out.push_str(&format!("{} <code>{}</code>", escaped(&example.title), escaped(&example.url))),
        }
    }
    if !out.is_empty() {
        out.push_str("</p>");
    }
    out
}

/// The id of a media type after the first.
pub(super) fn media_anchor(path: &str, name: &str) -> String {
    let mut anchor = path.to_owned();
    push_anchor(&mut anchor, name);
    anchor
}

/// A line that lists further media types with the same fields, and what differs for each.
fn also(s: &Strings, media: &[&Media]) -> String {
    let mut out = format!("<p class=\"field-note\">{}", escaped(s.same_fields()));
    for (at, media) in media.iter().enumerate() {
        out.push_str(if at == 0 { " <code>" } else { ", <code>" });
        escape(&media.name, &mut out);
        out.push_str("</code>");
    }
    out.push_str("</p>");
    for media in media {
        let Some(facts) = media.field.as_ref().and_then(|field| field.facts.as_deref()) else { continue };
        out.push_str("<div class=\"media-facts\"><p class=\"field-label\"><code>");
        escape(&media.name, &mut out);
        out.push_str("</code></p>");
        write_facts(s, facts, &mut out);
        out.push_str("</div>");
    }
    out
}
