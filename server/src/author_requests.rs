//! Requests of the author, from the sheet of findings: the list itself, to open the editor, and to write a fix.
//!
//! The list is for everyone who may read the site. The other two change something on this machine: they need the token of
//! the run, so only this server's own pages can send them, and only if no other machine reaches the server. They name a
//! finding or a file with findings, never any other file.

use std::sync::Arc;

use axum::body::Body;
use axum::http::header::CONTENT_TYPE;
use axum::http::{Method, StatusCode, request};
use axum::response::Response;
use engine::Diagnostic;

use crate::address::query_value;
use crate::app::{App, Checked};
use crate::authoring::{Authoring, View};
use crate::respond::shown_output;
use crate::response::{finish, method_not_allowed, plain};

/// The path of the list.
const FINDINGS: &str = "/_tool/findings";
/// The path that opens the editor.
const OPEN: &str = "/_tool/open";
/// The path that writes a fix.
const FIX: &str = "/_tool/fix";

/// Whether a path belongs to these requests.
pub(crate) fn is_own(path: &str) -> bool {
    matches!(path, FINDINGS | OPEN | FIX)
}

/// Answers a request for one of these paths.
pub(crate) async fn answer(app: &Arc<App>, request: &request::Parts) -> Response {
    let Some(authoring) = app.authoring.clone() else {
        return plain(StatusCode::NOT_FOUND, "There is no such page.");
    };
    if request.uri.path() == FINDINGS {
        return match request.method {
            Method::GET => list(app, &authoring, request).await,
            _ => method_not_allowed("GET"),
        };
    }
    if request.method != Method::POST {
        return method_not_allowed("POST");
    }
    if !app.token.is_in(&request.headers) {
        return plain(StatusCode::FORBIDDEN, "the token of this run is missing");
    }
    let Some(checked) = app.checked() else { return reason("The project is not checked yet.".to_owned()) };
    let action = if request.uri.path() == OPEN { open(&checked, request) } else { fix(&checked, request) };
    let done = match action {
        Ok(action) => tokio::task::spawn_blocking(move || action.run(authoring.as_ref())).await,
        Err(response) => return *response,
    };
    match done {
        Ok(Ok(())) => finish(Response::builder().status(StatusCode::NO_CONTENT), Body::empty()),
        Ok(Err(why)) => reason(why),
        Err(_) => reason("This failed because of a bug in the tool; see the terminal for details.".to_owned()),
    }
}

async fn list(app: &Arc<App>, authoring: &Arc<dyn Authoring>, request: &request::Parts) -> Response {
    let Some(path) = query_value(request.uri.query(), "page").filter(|path| path.starts_with('/')) else {
        return plain(StatusCode::BAD_REQUEST, "The query must name a page.");
    };
    // While changes cancel the read, no finding is known to be on the page.
    let page = app.read(move |site| site.page_file(&shown_output(site, &path))).await.ok().flatten();
    let (checked, authoring) = (app.checked().unwrap_or_default(), authoring.clone());
    let is_local = app.token.text().is_some();
    let described = tokio::task::spawn_blocking(move || {
        let view = View { version: checked.version, page: page.as_deref(), is_local };
        authoring.describe(&checked.findings, &view)
    });
    let response = Response::builder().header(CONTENT_TYPE, "application/json");
    finish(response, Body::from(described.await.unwrap_or_default()))
}

/// What a request asks for.
enum Action {
    Open { file: String, line: usize, column: usize },
    Fix(Box<Diagnostic>),
}

impl Action {
    fn run(self, authoring: &dyn Authoring) -> Result<(), String> {
        match self {
            Self::Open { file, line, column } => authoring.open(&file, line, column),
            Self::Fix(finding) => authoring.fix(&finding),
        }
    }
}

fn open(checked: &Checked, request: &request::Parts) -> Result<Action, Box<Response>> {
    let value = |name| query_value(request.uri.query(), name);
    let number = |name| value(name).and_then(|number| number.parse().ok()).unwrap_or(1);
    match value("file").filter(|file| checked.findings.names(file)) {
        Some(file) => Ok(Action::Open { file, line: number("line"), column: number("column") }),
        None => Err(Box::new(plain(StatusCode::FORBIDDEN, "no finding is in this file"))),
    }
}

fn fix(checked: &Checked, request: &request::Parts) -> Result<Action, Box<Response>> {
    let number = |name| query_value(request.uri.query(), name).and_then(|number| number.parse::<u64>().ok());
    let (Some(version), Some(at)) = (number("version"), number("finding")) else {
        return Err(Box::new(plain(StatusCode::BAD_REQUEST, "The query must name a finding.")));
    };
    let at = usize::try_from(at).ok().filter(|_| version == checked.version);
    let finding = at.and_then(|at| checked.findings.diagnostics.get(at)).filter(|finding| finding.fix.is_some());
    match finding {
        Some(finding) => Ok(Action::Fix(Box::new(finding.clone()))),
        None => Err(Box::new(reason("The files have changed; look at the new list.".to_owned()))),
    }
}

/// The reason why nothing was done. Status 200, so that the browser's console shows no error.
fn reason(why: String) -> Response {
    finish(Response::builder().header(CONTENT_TYPE, "text/plain; charset=utf-8"), Body::from(why))
}
