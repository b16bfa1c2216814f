//! The panel of examples: request samples by language, request bodies, responses by status.

use super::authored::Authored;
use super::fields::{Pen, language_of};
use crate::inputs::Db;
use crate::render::code::{CodeView, code_group_at};
use crate::render::sample::{IN_PAGE, request, sample_languages};
use crate::render::strings::STRINGS;
use crate::resolve::endpoint::{Endpoint, Media};

/// The panel's content: first what the author wrote.
pub(super) fn html(db: &dyn Db, pen: Pen<'_>, endpoint: &Endpoint, authored: &Authored<'_>) -> String {
    let mut out = authored.examples.to_owned();
    let endpoint = authored.requested.unwrap_or(endpoint);
    samples(db, pen, endpoint, authored, &mut out);
    if !authored.makes_examples {
        return out;
    }
    if let Some(media) = endpoint.body.as_ref().and_then(|body| body.media.first()) {
        let named: Vec<(String, &Media, &str)> = media
            .examples
            .iter()
            .map(|example| (example.title.as_deref().unwrap_or(&media.name).to_owned(), media, &*example.text))
            .collect();
        group(pen, STRINGS.example_request_body, &named, &mut out);
    }
    let mut named: Vec<(String, &Media, &str)> = Vec::new();
    for response in &endpoint.responses {
        let Some(media) = response.media.first() else { continue };
        for example in &media.examples {
            let label = match &example.title {
                Some(title) if media.examples.len() > 1 => format!("{} {title}", response.status),
                _ => response.status.to_string(),
            };
            named.push((label, media, &example.text));
        }
    }
    group(pen, STRINGS.example_response, &named, &mut out);
    out
}

fn samples(db: &dyn Db, pen: Pen<'_>, endpoint: &Endpoint, authored: &Authored<'_>, out: &mut String) {
    let mut tabs = authored.tabs.to_vec();
    let mut written: Vec<(&str, &str, String)> = Vec::new();
    let mut later: Vec<(&str, &str)> = Vec::new();
    if authored.makes_examples {
        let of_spec = endpoint.samples.iter().map(|sample| (&*sample.label, &*sample.language, &*sample.source));
        // Of samples by one name the author's counts, then the document's.
        let is_own = |label: &str| authored.tabs.iter().any(|(own, _)| own.eq_ignore_ascii_case(label));
        let is_of_spec = |label: &str| endpoint.samples.iter().any(|own| own.label.eq_ignore_ascii_case(label));
        if !endpoint.head.webhook && !endpoint.head.method.is_empty() {
            let request = request(endpoint);
            // The file of the operation's data has the others.
            let has_file = !authored.playground.is_empty() && authored.operation.is_empty();
            for (at, language) in sample_languages(db).into_iter().enumerate() {
                if is_own(language.label) || is_of_spec(language.label) {
                    continue;
                }
                if has_file && at >= IN_PAGE {
                    later.push((language.label, authored.playground));
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
    title(pen, STRINGS.example_request, out);
    code_group_at(pen.level + 1, &tabs, &later, Some("lang"), out);
}

fn group(pen: Pen<'_>, label: &str, named: &[(String, &Media, &str)], out: &mut String) {
    if named.is_empty() {
        return;
    }
    let languages: Vec<_> = named.iter().map(|(_, media, text)| language_of(&media.name, text)).collect();
    let tabs: Vec<(&str, CodeView<'_>)> = named
        .iter()
        .zip(&languages)
        .map(|((label, _, text), language)| {
            (label.as_str(), CodeView { language: Some(language), text, ..CodeView::default() })
        })
        .collect();
    title(pen, label, out);
    code_group_at(pen.level + 1, &tabs, &[], None, out);
}

fn title(pen: Pen<'_>, label: &str, out: &mut String) {
    let level = char::from(b'0' + pen.level.clamp(1, 6));
    out.push_str("<h");
    out.push(level);
    out.push_str(" class=\"examples-title\">");
    out.push_str(label);
    out.push_str("</h");
    out.push(level);
    out.push('>');
}
