//! Detects the syntax of a text whose name may be misleading: JSON, YAML, or not a document at all.

use memchr::memmem;

use super::{Extent, Limits, Parsed, Tree};
use crate::diagnostic::{Code, Diagnostic, Span};

/// The apparent syntax of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// JSON (RFC 8259).
    Json,
    /// YAML 1.2.
    Yaml,
}

/// The syntax suggested by the first significant character.
pub fn sniff(text: &str) -> Syntax {
    let start = text.trim_start_matches('\u{feff}').trim_start();
    if start.starts_with(['{', '[']) { Syntax::Json } else { Syntax::Yaml }
}

impl Tree {
    /// Parses JSON or YAML, whichever it is. A text that begins like JSON but is neither is reported as JSON, unless
    /// parsing it as YAML only exceeded a limit.
    pub fn from_any(text: &str, limits: Limits) -> Parsed {
        let parsed = match sniff(text) {
            Syntax::Json => {
                let json = Self::from_json(text, limits);
                if json.extent == Extent::Whole {
                    return json;
                }
                let is_limited = |parsed: &Parsed| parsed.diagnostics.iter().any(|it| it.code == Code::LimitExceeded);
                if is_limited(&json) || ends_at_foreign_space(text, &json) {
                    return json;
                }
                let yaml = Self::from_yaml(text, limits);
                if yaml.extent == Extent::Cut && !is_limited(&yaml) { json } else { yaml }
            }
            Syntax::Yaml => Self::from_yaml(text, limits),
        };
        parsed.recognized(text)
    }
}

impl Parsed {
    /// Replaces the syntax errors with a description of the text, if it is not a document at all.
    pub fn recognized(mut self, text: &str) -> Self {
        let root = self.tree.root();
        let is_document = self.extent != Extent::Cut && (root.is_object() || root.is_array());
        if let Some(found) = (!is_document).then(|| recognize(text)).flatten() {
            self.diagnostics = vec![found];
        }
        self
    }
}

/// Whether JSON fails at white space that JSON does not allow, which YAML would treat as the start of a word.
fn ends_at_foreign_space(text: &str, json: &Parsed) -> bool {
    let place = json.diagnostics.last().and_then(|found| found.place);
    let rest = place.and_then(|place| text.get(place.start as usize..)).unwrap_or_default();
    rest.starts_with(|c: char| c.is_whitespace() && !c.is_ascii())
}

/// The beginnings of other file types: the prefix, the message, and the help.
const OTHERS: &[(&str, &str, &str)] = &[
    ("version https://git-lfs.github.com/spec/", "the file is a Git LFS pointer", "fetch it with `git lfs pull`"),
    ("<!doctype", HTML, DOWNLOAD_AGAIN),
    ("<html", HTML, DOWNLOAD_AGAIN),
    ("<head", HTML, DOWNLOAD_AGAIN),
    ("<body", HTML, DOWNLOAD_AGAIN),
    ("<!--", HTML, DOWNLOAD_AGAIN),
    ("<script", HTML, DOWNLOAD_AGAIN),
    ("<?xml", "the file is XML", "write the document as JSON or YAML"),
    ("%PDF-", "the file is a PDF", DOWNLOAD_AGAIN),
    ("PK\u{3}\u{4}", "the file is a ZIP archive", "extract it, and use the document in it"),
];
const HTML: &str = "the file is an HTML page";
const DOWNLOAD_AGAIN: &str = "it may be a server's error or login page; download the document again";

/// The diagnostic for a text that cannot be a document: empty, an HTML page, a Git LFS pointer, an unresolved merge
/// conflict.
pub fn recognize(text: &str) -> Option<Diagnostic<Span>> {
    let bom = text.len() - text.trim_start_matches('\u{feff}').len();
    let content = text.get(bom..).unwrap_or_default();
    let not_openapi = |message: &str, help: &str, at: usize| {
        let line = text.get(at..).and_then(|rest| rest.lines().next()).unwrap_or_default();
        let span = Span::new(at, at + line.trim_end().len());
        Diagnostic::new(Code::NotOpenApi, message, span).with_help(help.to_owned())
    };
    if content.as_bytes().iter().take(4).any(|&byte| byte == 0) {
        let found = Diagnostic::new(Code::NotText, "the file appears to be UTF-16", Span::new(bom, bom));
        return Some(found.with_help("save it as UTF-8".to_owned()));
    }
    let start = bom + content.len() - content.trim_start().len();
    let begins = |prefix: &str| {
        let found = text.get(start..start + prefix.len());
        found.is_some_and(|found| found.eq_ignore_ascii_case(prefix))
    };
    if start == text.len() {
        return Some(not_openapi("the file is empty", NOTHING_YET, bom));
    }
    if content.lines().all(|line| matches!(line.trim(), "" | "---" | "...") || line.trim_start().starts_with('#')) {
        return Some(not_openapi("the file contains only comments or `---`", NOTHING_YET, start));
    }
    if let Some((_, what, help)) = OTHERS.iter().find(|(prefix, _, _)| begins(prefix)) {
        return Some(not_openapi(what, help, start));
    }
    if begins("//") || begins("/*") {
        let span = Span::new(start, start + 2);
        let found = Diagnostic::new(Code::InvalidJson, "comments are not allowed in JSON", span);
        return Some(
            found.with_help("remove it, or convert the file to YAML, where comments begin with `#`".to_owned()),
        );
    }
    conflict(text)
}

/// The help for a file without contents.
const NOTHING_YET: &str = "write the document, or correct the path to it";

/// The first merge conflict. Conflict markers at the start of a line are never valid, neither in JSON nor in YAML.
fn conflict(text: &str) -> Option<Diagnostic<Span>> {
    let line_start = |from: usize, marker: &str| {
        memmem::find_iter(text.as_bytes().get(from..)?, marker)
            .map(|at| from + at)
            .find(|&at| at == 0 || text.as_bytes().get(at - 1) == Some(&b'\n'))
    };
    let ours = line_start(0, "<<<<<<< ")?;
    let middle = line_start(ours, "=======")?;
    let theirs = line_start(middle, ">>>>>>> ")?;
    let line = |at: usize| Span::new(at, at + text.get(at..).and_then(|rest| rest.lines().next()).map_or(0, str::len));
    let code = if sniff(text) == Syntax::Json { Code::InvalidJson } else { Code::InvalidYaml };
    Some(
        Diagnostic::new(code, "the file has an unresolved merge conflict", line(ours))
            .with_note("the conflict ends here", line(theirs))
            .with_help("resolve it and remove the markers".to_owned()),
    )
}
