//! The standalone request panel. Without script it describes the request and shows it as a curl command.

use askama::Template;

use super::Root;
use crate::parse::config::Strings;
use crate::parse::markdown::Component;
use crate::render::assets::Extra;
use crate::render::code::{CodeView, code_block};
use crate::render::endpoint::path_html;
use crate::render::html::HtmlWriter;
use crate::render::playground::operation_json;
use crate::render::sample::{SAMPLE_LANGUAGES, request};
use crate::render::spec_text::spec_text;
use crate::resolve::authored::authored_request;
use openapi::endpoint::{Parameter, endpoint};
use openapi::server::Server;

#[derive(Template)]
#[template(path = "components/playground.html", whitespace = "preserve")]
struct PlaygroundView<'a> {
    s: &'a Strings,
    root: Root<'a>,
    method: &'a str,
    /// For CSS: lowercase.
    method_class: &'a str,
    /// The server URL as HTML, followed by the path.
    url: &'a str,
    parameters: &'a [Row<'a>],
    code: &'a str,
    /// The data from which the script builds the panel.
    data: &'a str,
    proxy: &'a str,
}

/// A parameter in the table.
struct Row<'a> {
    parameter: &'a Parameter,
    /// The description as HTML.
    about: String,
}

impl<'a> Row<'a> {
    fn of(s: &Strings, parameter: &'a Parameter) -> Self {
        let mut about = String::new();
        if let Some(text) = parameter.field.facts.as_ref().and_then(|facts| facts.description.as_ref()) {
            spec_text(s, text, &mut about);
        }
        Self { parameter, about }
    }
}

impl HtmlWriter<'_> {
    /// The panel of an operation, of a request written by the author, or of both.
    pub(super) fn playground(&mut self, component: &Component) {
        let resolved = self.operation_of(component).map(|chunk| endpoint(self.db, chunk));
        if resolved.is_none() && component.endpoint_ref().is_some() && component.value("url").is_none() {
            return;
        }
        self.extras.insert(Extra::Api);
        self.extras.insert(Extra::Playground);
        let endpoint = authored_request(component, resolved);
        let mut code = String::new();
        if let Some(language) = SAMPLE_LANGUAGES.first() {
            let text = (language.write)(&request(&endpoint));
            let view = CodeView {
                language: Some(language.language),
                filename: Some(language.label),
                text: &text,
                ..CodeView::default()
            };
            code_block(self.s, &view, &mut code);
        }
        let server = endpoint.servers.first().map(Server::default_url).unwrap_or_default();
        let rows: Vec<Row<'_>> = endpoint.parameters.iter().map(|one| Row::of(self.s, one)).collect();
        let data = operation_json(&endpoint);
        self.template(&PlaygroundView {
            s: self.s,
            root: Root { component, class: "" },
            method: &endpoint.head.method,
            method_class: &endpoint.head.method.to_lowercase(),
            url: &path_html(&format!("{server}{}", endpoint.head.path)),
            parameters: &rows,
            code: &code,
            data: &data,
            proxy: component.value("proxy").unwrap_or_default(),
        });
    }
}
