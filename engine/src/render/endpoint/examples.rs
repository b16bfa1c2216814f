//! The panel of examples: request samples by language, request bodies, responses by status and media type.

use super::authored::Authored;
use super::fields::{FieldRenderer, language_of};
use super::media::media_anchor;
use super::responses;
use super::variants::menu_for;
use crate::Db;
use crate::parse::config::Strings;
use crate::render::code::{CodeView, code_block, code_tab, tab_label};
use crate::render::escape::{escape, escaped};
use crate::render::sample::{IN_PAGE, request, sample_languages, shown_body};
use crate::render::spec_text::spec_text;
use base::inputs::FileSet;
use openapi::endpoint::{Endpoint, Example, Media};

/// More language tabs than this become a menu.
const MOST_LANGUAGE_TABS: usize = 5;

/// Larger examples, in bytes, have no colors in the page, where colors are most of the bytes. The script colors them.
const LONGEST_COLORED: usize = 6 << 10;

/// An example with its label and the id of the value it exemplifies.
struct LabeledExample<'a> {
    label: String,
    media: &'a Media,
    example: &'a Example,
    of: String,
}

/// The examples panel; the author's examples come first.
pub(super) fn html(
    db: &dyn Db,
    set: FileSet,
    renderer: FieldRenderer<'_>,
    endpoint: &Endpoint,
    authored: &Authored<'_>,
) -> String {
    let mut out = authored.examples.to_owned();
    let endpoint = authored.requested.unwrap_or(endpoint);
    request_examples(db, set, renderer, endpoint, authored, &mut out);
    if authored.makes_examples {
        responses(renderer, endpoint, &mut out);
    }
    out
}

/// The request: its samples, and its body in a tab beside them.
fn request_examples(
    db: &dyn Db,
    set: FileSet,
    renderer: FieldRenderer<'_>,
    endpoint: &Endpoint,
    authored: &Authored<'_>,
    out: &mut String,
) {
    let s = renderer.s;
    let body = endpoint.body.as_ref().filter(|_| authored.makes_examples);
    let mut bodies = body.map(|body| named(s, &body.media, &renderer.anchor(&["body"]))).unwrap_or_default();
    bodies.retain(|one| !one.example.is_blank());
    let level = renderer.level + 1;
    let mut written = String::new();
    let nested = if bodies.is_empty() { level } else { level + 1 };
    samples(db, set, renderer, endpoint, authored, nested, &mut written);
    match (written.is_empty(), bodies.is_empty()) {
        (true, true) => {}
        (false, true) => {
            title(renderer, s.example_request(), out);
            out.push_str(&written);
        }
        (true, false) => {
            title(renderer, s.example_request_body(), out);
            group(s, level, &bodies, true, out);
        }
        (false, false) => {
            title(renderer, s.example_request(), out);
            open_group("", "", "", out);
            for (label, is_body) in [(s.code(), false), (s.body(), true)] {
                open_tab(label, "", out);
                tab_label(level, label, out);
                if is_body {
                    group(s, nested, &bodies, true, out);
                } else {
                    out.push_str(&written);
                }
                out.push_str("</wc-code-tab>");
            }
            out.push_str("</wc-code-group>");
        }
    }
}

/// Appends the request in each language, without a title; nothing without samples.
fn samples(
    db: &dyn Db,
    set: FileSet,
    renderer: FieldRenderer<'_>,
    endpoint: &Endpoint,
    authored: &Authored<'_>,
    level: u8,
    out: &mut String,
) {
    let mut tabs = authored.tabs.to_vec();
    let mut written: Vec<(&str, &str, String)> = Vec::new();
    let mut later: Vec<&str> = Vec::new();
    if authored.makes_examples {
        let of_spec = endpoint.samples.iter().map(|sample| (&*sample.label, &*sample.language, &*sample.source));
        // An author's sample replaces one of the document with the same name.
        let is_own = |label: &str| authored.tabs.iter().any(|(own, _)| own.eq_ignore_ascii_case(label));
        let is_of_spec = |label: &str| endpoint.samples.iter().any(|own| own.label.eq_ignore_ascii_case(label));
        if !endpoint.head.webhook && !endpoint.head.method.is_empty() {
            let request = request(endpoint);
            // The data file of the operation has the others.
            let has_file = !authored.playground.is_empty() && authored.operation.is_empty();
            for (at, language) in sample_languages(db, set).into_iter().enumerate() {
                if is_own(language.label) || is_of_spec(language.label) {
                    continue;
                }
                if has_file && at >= IN_PAGE {
                    later.push(language.label);
                } else {
                    written.push((language.label, language.language, (language.write)(&request)));
                }
            }
        }
        let made = written.iter().map(|(label, language, text)| (*label, *language, text.as_str()));
        tabs.extend(of_spec.filter(|(label, ..)| !is_own(label)).chain(made).map(|(label, language, text)| {
            (label, CodeView { language: Some(language), text, ..CodeView::default() })
        }));
    }
    if tabs.is_empty() {
        return;
    }
    let menu = if tabs.len() + later.len() > MOST_LANGUAGE_TABS { renderer.s.language() } else { "" };
    open_group("lang", menu, if later.is_empty() { "" } else { authored.playground }, out);
    for (label, view) in &tabs {
        open_tab(label, "", out);
        code_tab(renderer.s, level, label, view, out);
        out.push_str("</wc-code-tab>");
    }
    for label in later {
        out.push_str("<wc-code-tab");
        attribute("label", label, out);
        out.push_str(" data-sample hidden></wc-code-tab>");
    }
    out.push_str("</wc-code-group>");
}

/// The responses that have examples, with a tab for each status.
fn responses(renderer: FieldRenderer<'_>, endpoint: &Endpoint, out: &mut String) {
    let found = endpoint.responses.iter().map(|response| {
        let of = responses::anchor(renderer, response);
        (&*response.status, named(renderer.s, &response.media, &of), of)
    });
    let found: Vec<_> = found.filter(|(_, named, _)| !named.is_empty()).collect();
    if found.is_empty() {
        return;
    }
    title(renderer, renderer.s.example_response(), out);
    open_group("", "", "", out);
    for (status, named, of) in &found {
        open_tab(status, of, out);
        tab_label(renderer.level + 1, status, out);
        group(renderer.s, renderer.level + 2, named, false, out);
        out.push_str("</wc-code-tab>");
    }
    out.push_str("</wc-code-group>");
}

/// All examples of a body, with labels that distinguish them.
fn named<'a>(s: &Strings, media: &'a [Media], path: &str) -> Vec<LabeledExample<'a>> {
    let several = media.iter().filter(|media| !media.examples.is_empty()).count() > 1;
    let mut found: Vec<LabeledExample<'a>> = Vec::new();
    for (at, media) in media.iter().enumerate() {
        let of = if at == 0 || media.same_as_first { path.to_owned() } else { media_anchor(path, &media.name) };
        for (count, example) in media.examples.iter().enumerate() {
            let mut label = if several || media.examples.len() == 1 { media.name.to_string() } else { String::new() };
            if media.examples.len() > 1 {
                label.push_str(if several { ", " } else { "" });
                match &example.title {
                    Some(title) => label.push_str(title),
                    None if example.is_complete => label.push_str(s.all_fields()),
                    None if example.made => label.push_str(s.example()),
                    None => label.push_str(&format!("{} {}", s.example(), count + 1)),
                }
            }
            found.push(LabeledExample { label, media, example, of: of.clone() });
        }
    }
    found
}

/// One example as a block, with its label if `is_labeled`; several as a group of blocks.
fn group(s: &Strings, level: u8, named: &[LabeledExample<'_>], is_labelled: bool, out: &mut String) {
    if let [one] = named {
        out.push_str("<div class=\"example\"");
        attribute("data-of", &one.of, out);
        out.push('>');
        block(s, one.media, one.example, if is_labelled { &one.label } else { "" }, out);
        out.push_str("</div>");
        return;
    }
    open_group("", menu_for(s.example(), named.iter().map(|one| one.label.as_str())), "", out);
    for one in named {
        open_tab(&one.label, &one.of, out);
        tab_label(level, &one.label, out);
        block(s, one.media, one.example, "", out);
        out.push_str("</wc-code-tab>");
    }
    out.push_str("</wc-code-group>");
}

/// Appends one example.
pub(super) fn example_block(s: &Strings, media: &Media, example: &Example, out: &mut String) {
    block(s, media, example, example.title.as_deref().unwrap_or(&media.name), out);
}

/// Appends the example of the schema whose fields have ids below `of`.
pub(super) fn schema_example(s: &Strings, of: &str, example: &Example, out: &mut String) {
    out.push_str("<div class=\"example\"");
    attribute("data-of", of, out);
    out.push('>');
    code(s, "json", example, example.shown(), "", out);
    out.push_str("</div>");
}

fn block(s: &Strings, media: &Media, example: &Example, name: &str, out: &mut String) {
    let text = shown_body(media, example);
    code(s, &language_of(&media.name, &text), example, &text, name, out);
}

fn code(s: &Strings, language: &str, example: &Example, text: &str, name: &str, out: &mut String) {
    let is_large = text.len() > LONGEST_COLORED;
    // The script knows the colors of JSON only.
    let (language, is_plain) = if is_large && language != "json" { ("text", false) } else { (language, is_large) };
    let filename = Some(name).filter(|name| !name.is_empty());
    code_block(s, &CodeView { language: Some(language), filename, text, is_plain, ..CodeView::default() }, out);
    shortened_note(s, example, out);
}

/// Appends the description of an example, and how much of it is omitted.
fn shortened_note(s: &Strings, example: &Example, out: &mut String) {
    if let Some(description) = example.description.as_ref().filter(|text| !text.trim().is_empty()) {
        out.push_str("<div class=\"example-note\">");
        spec_text(s, description, out);
        out.push_str("</div>");
    }
    if let Some(short) = &example.short {
        let words = s.shortened().replace("{count}", &short.items.to_string());
        out.push_str(&format!("<p class=\"example-note\">{}</p>", escaped(&words)));
    }
}

/// Opens a tab group. `samples` is the key of the file with the content of tabs that have `data-sample`; often empty.
fn open_group(sync: &str, menu: &str, samples: &str, out: &mut String) {
    out.push_str("<wc-code-group");
    attribute("sync", sync, out);
    out.push_str(" class=\"code-group\"");
    attribute("data-menu", menu, out);
    attribute("data-samples", samples, out);
    out.push('>');
}

fn open_tab(label: &str, of: &str, out: &mut String) {
    out.push_str("<wc-code-tab");
    attribute("label", label, out);
    attribute("data-of", of, out);
    out.push('>');
}

fn attribute(name: &str, value: &str, out: &mut String) {
    if !value.is_empty() {
        out.push_str(&format!(" {name}=\""));
        escape(value, out);
        out.push('"');
    }
}

fn title(renderer: FieldRenderer<'_>, label: &str, out: &mut String) {
    let (level, label) = (renderer.level.clamp(1, 6), escaped(label));
    out.push_str(&format!("<h{level} class=\"examples-title\">{label}</h{level}>"));
}
