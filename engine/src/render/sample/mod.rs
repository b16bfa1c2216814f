//! Request samples: one request, written in each language of a table. To add a language, add its file and its row.

mod body;
mod csharp;
mod curl;
mod go;
mod java;
mod javascript;
mod later;
mod multipart;
mod php;
mod python;
mod request;
mod ruby;
mod rust;
mod style;
mod text;

#[cfg(test)]
mod tests;

use crate::Db;
use crate::parse::config::{api_setting, config_file, unknown_languages};
use base::diagnostic::{Diagnostic, Span};
use base::inputs::{File, FileSet};

pub(crate) use body::{is_binary, is_file, shown_body};
pub(crate) use later::{IN_PAGE, later_samples, shared_lines};
pub(crate) use request::{Payload, Request, placeholder, request};

use body::form_text;
use request::{Part, PartContent};

/// A language of samples.
pub(crate) struct Language {
    /// The tab's label; the site remembers the chosen one.
    pub(crate) label: &'static str,
    /// The language of the code block.
    pub(crate) language: &'static str,
    /// Writes the request.
    pub(crate) write: fn(&Request) -> String,
}

/// The languages, in the default order of their tabs. The Markdown alternate shows the first one.
pub(crate) const SAMPLE_LANGUAGES: &[Language] = &[
    Language { label: "curl", language: "bash", write: curl::write },
    Language { label: "JavaScript", language: "javascript", write: javascript::write },
    Language { label: "Python", language: "python", write: python::write },
    Language { label: "Go", language: "go", write: go::write },
    Language { label: "Java", language: "java", write: java::write },
    Language { label: "C#", language: "csharp", write: csharp::write },
    Language { label: "PHP", language: "php", write: php::write },
    Language { label: "Ruby", language: "ruby", write: ruby::write },
    Language { label: "Rust", language: "rust", write: rust::write },
];

/// The languages that the project shows, in its order.
pub(crate) fn sample_languages(db: &dyn Db, set: FileSet) -> Vec<&'static Language> {
    match &api_setting(db, set.config(db)).samples {
        None => SAMPLE_LANGUAGES.iter().collect(),
        Some(names) => {
            let mut found: Vec<&Language> = Vec::new();
            for name in names {
                let language = SAMPLE_LANGUAGES.iter().find(|language| language.label.eq_ignore_ascii_case(name));
                found.extend(language.filter(|language| !found.iter().any(|known| known.label == language.label)));
            }
            found
        }
    }
}

/// The unknown sample languages in `tool.json`.
pub(crate) fn check_samples(db: &dyn Db, config: File) -> Vec<Diagnostic<Span>> {
    let file = config_file(db, config);
    let known: Vec<&str> = SAMPLE_LANGUAGES.iter().map(|language| language.label).collect();
    let names = file.config.api.samples.iter().flatten().map(AsRef::as_ref);
    unknown_languages(names.zip(file.sample_spans.iter().copied()), &known)
}
