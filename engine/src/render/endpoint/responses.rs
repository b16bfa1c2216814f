//! Responses: the bodies of success as groups of fields, all others folded; and callbacks.

use std::fmt::{self, Formatter};

use askama::Template;

use super::examples::example_block;
use super::fields::{FieldRenderer, can_expand};
use crate::parse::config::Strings;
use crate::render::escape::{Html, escape};
use crate::render::fields::{FieldsView, Slot, push_anchor, render, status_class};
use crate::render::spec_text::spec_text;
use openapi::endpoint::{Callback, Media, Response};

/// A response in the folded list.
#[derive(Clone, Copy, Template)]
#[template(path = "components/response.html", whitespace = "preserve")]
struct ResponseView<'a> {
    status: &'a str,
    /// The first digit, or `x`: from a fixed list, since it becomes a class.
    class: char,
    /// The reason phrase of the status.
    reason: &'a str,
    anchor: &'a str,
    /// A class given by the author; often empty.
    own_class: &'a str,
    /// The media type; may be empty.
    media: &'a str,
    content: Slot<'a>,
}

/// Writes all responses. `attributes` are those of the element around the folded ones.
pub(super) fn write(
    renderer: FieldRenderer<'_>,
    responses: &[Response],
    attributes: &str,
    f: &mut Formatter<'_>,
) -> fmt::Result {
    let main = responses.iter().take_while(|response| response.is_main()).count();
    let (bodies, others) = responses.split_at(main);
    for response in bodies {
        let path = anchor(renderer, response);
        let content = |f: &mut Formatter<'_>| folded(renderer, response, &path, f);
        let view = FieldsView {
            s: renderer.s,
            title: renderer.s.response_body(),
            status: &response.status,
            badge: media_name(renderer, response),
            required: false,
            can_expand: !response.headers.is_empty() || can_expand(response.media.iter().flat_map(Media::fields)),
            anchor: &path,
            level: renderer.level,
            intro: Slot::Write(&content),
            fields: Slot::Empty,
        };
        render(&view, f)?;
    }
    if others.is_empty() {
        return Ok(());
    }
    let title = if bodies.is_empty() { renderer.s.responses() } else { renderer.s.other_responses() };
    write!(f, "<wc-responses{attributes}><h{0}>{1}</h{0}>", renderer.level, Escaped(title))?;
    for response in others {
        let path = anchor(renderer, response);
        let content = |f: &mut Formatter<'_>| folded(renderer, response, &path, f);
        let own = renderer.element(response.written);
        let view = ResponseView {
            status: &response.status,
            class: status_class(&response.status),
            reason: reason(renderer.s, &response.status),
            anchor: &path,
            own_class: own.map_or("", |own| own.class),
            media: media_name(renderer, response),
            content: Slot::Write(&content),
        };
        render(&view, f)?;
    }
    f.write_str("</wc-responses>")
}

/// The id of a response.
pub(super) fn anchor(renderer: FieldRenderer<'_>, response: &Response) -> String {
    match renderer.element(response.written).and_then(|own| own.anchor) {
        Some(own) => own.to_owned(),
        None => renderer.anchor(&["response", &response.status]),
    }
}

/// The content of a response below its title.
fn folded(renderer: FieldRenderer<'_>, response: &Response, path: &str, f: &mut Formatter<'_>) -> fmt::Result {
    about(renderer, response, f)?;
    headers(renderer, response, path, f)?;
    renderer.media(&response.media, path, f)
}

/// The media type shown after a response: the author's, or else the first.
fn media_name<'a>(renderer: FieldRenderer<'a>, response: &'a Response) -> &'a str {
    let own = renderer.element(response.written).map(|own| own.content_type).filter(|own| !own.is_empty());
    own.or_else(|| response.media.first().map(|media| &*media.name)).unwrap_or_default()
}

/// The description of a response, with the author's content and its links.
fn about(renderer: FieldRenderer<'_>, response: &Response, f: &mut Formatter<'_>) -> fmt::Result {
    let mut out = String::new();
    if let Some(description) = &response.description {
        out.push_str("<div class=\"field-description\">");
        spec_text(renderer.s, description, &mut out);
        out.push_str("</div>");
    }
    if let Some(own) = renderer.element(response.written).filter(|own| !own.html.is_empty()) {
        out.push_str("<div class=\"field-description\">");
        out.push_str(&own.html);
        out.push_str("</div>");
    }
    if !response.links.is_empty() {
        out.push_str("<ul class=\"response-links\">");
        for link in &response.links {
            out.push_str("<li>");
            escape(&link.name, &mut out);
            if let Some(operation) = link.operation() {
                out.push_str(" → <code>");
                escape(operation, &mut out);
                out.push_str("</code>");
            }
            for (name, value) in &link.parameters {
                out.push_str(" <code>");
                escape(&format!("{name}={value}"), &mut out);
                out.push_str("</code>");
            }
            let body = link.request_body.as_ref().map(|value| (renderer.s.body(), value));
            let server = link.server.as_ref().map(|server| (renderer.s.server(), &server.url));
            for (label, value) in body.into_iter().chain(server) {
                out.push(' ');
                escape(label, &mut out);
                out.push_str(" <code>");
                escape(value, &mut out);
                out.push_str("</code>");
            }
            let of_server = link.server.as_ref().and_then(|server| server.description.as_ref());
            for description in of_server.into_iter().chain(&link.description) {
                out.push(' ');
                escape(description, &mut out);
            }
            out.push_str("</li>");
        }
        out.push_str("</ul>");
    }
    f.write_str(&out)
}

fn headers(renderer: FieldRenderer<'_>, response: &Response, path: &str, f: &mut Formatter<'_>) -> fmt::Result {
    if response.headers.is_empty() {
        return Ok(());
    }
    let mut path = path.to_owned();
    push_anchor(&mut path, "header");
    write!(
        f,
        "<details class=\"field-children\"><summary>{}</summary><ul class=\"field-list\" role=\"list\">",
        Escaped(renderer.s.headers())
    )?;
    renderer.fields(&response.headers, &path, f)?;
    f.write_str("</ul></details>")
}

/// Writes the callbacks.
pub(super) fn callbacks(renderer: FieldRenderer<'_>, callbacks: &[Callback], f: &mut Formatter<'_>) -> fmt::Result {
    if callbacks.is_empty() {
        return Ok(());
    }
    let (level, title) = (renderer.level, Escaped(renderer.s.callbacks()));
    write!(f, "<section class=\"endpoint-callbacks\"><h{level} class=\"fields-title\">{title}</h{level}>")?;
    for Callback { name, operation, .. } in callbacks {
        let head = &operation.head;
        f.write_str("<details class=\"callback\"><summary>")?;
        write!(f, "<span>{}</span> <span class=\"method\" data-method=\"", Escaped(name))?;
        write!(f, "{}\">", Escaped(&head.method.to_lowercase()))?;
        write!(f, "{}</span> <code>{}</code></summary>", Escaped(&head.method), Escaped(&head.path))?;
        let mut out = String::new();
        if let Some(summary) = &head.summary {
            out.push_str("<p>");
            escape(summary, &mut out);
            out.push_str("</p>");
        }
        if let Some(description) = &operation.description {
            spec_text(renderer.s, description, &mut out);
        }
        f.write_str(&out)?;
        let prefix = renderer.anchor(&["callback", name, &head.method]);
        let level = (renderer.level + 1).min(6);
        let inner = FieldRenderer { level, prefix: &prefix, is_read: true, ..renderer };
        inner.parameters(operation, f)?;
        if let Some(body) = &operation.body {
            inner.body(body, f)?;
            let examples = body
                .media
                .iter()
                .flat_map(|media| media.examples.iter().filter(|one| !one.is_complete).map(move |one| (media, one)));
            let mut out = String::new();
            examples.for_each(|(media, one)| example_block(renderer.s, media, one, &mut out));
            f.write_str(&out)?;
        }
        write(FieldRenderer { is_read: false, ..inner }, &operation.responses, "", f)?;
        f.write_str("</details>")?;
    }
    f.write_str("</section>")
}

/// Text that is escaped when written.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        askama::filters::Escaper::write_escaped_str(&Html, f, self.0)
    }
}

/// The reason phrase of a status (RFC 9110, section 15), or the name of a range of statuses.
fn reason<'a>(s: &'a Strings, status: &str) -> &'a str {
    match status {
        "100" => "Continue",
        "101" => "Switching Protocols",
        "200" => "OK",
        "201" => "Created",
        "202" => "Accepted",
        "203" => "Non-Authoritative Information",
        "204" => "No Content",
        "205" => "Reset Content",
        "206" => "Partial Content",
        "207" => "Multi-Status",
        "300" => "Multiple Choices",
        "301" => "Moved Permanently",
        "302" => "Found",
        "303" => "See Other",
        "304" => "Not Modified",
        "307" => "Temporary Redirect",
        "308" => "Permanent Redirect",
        "400" => "Bad Request",
        "401" => "Unauthorized",
        "402" => "Payment Required",
        "403" => "Forbidden",
        "404" => "Not Found",
        "405" => "Method Not Allowed",
        "406" => "Not Acceptable",
        "408" => "Request Timeout",
        "409" => "Conflict",
        "410" => "Gone",
        "411" => "Length Required",
        "412" => "Precondition Failed",
        "413" => "Content Too Large",
        "415" => "Unsupported Media Type",
        "422" => "Unprocessable Content",
        "423" => "Locked",
        "424" => "Failed Dependency",
        "428" => "Precondition Required",
        "429" => "Too Many Requests",
        "451" => "Unavailable For Legal Reasons",
        "500" => "Internal Server Error",
        "501" => "Not Implemented",
        "502" => "Bad Gateway",
        "503" => "Service Unavailable",
        "504" => "Gateway Timeout",
        "default" => s.any_other_status(),
        "1XX" => s.information(),
        "2XX" => s.successful(),
        "3XX" => s.redirection(),
        "4XX" => s.client_error(),
        "5XX" => s.server_error(),
        _ => "",
    }
}
