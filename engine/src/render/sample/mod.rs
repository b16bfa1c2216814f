//! Request samples: one request, written in each language of a table. To add a language, add its file and its row.

mod curl;
mod javascript;
mod python;
mod request;

#[cfg(test)]
mod tests;

pub(crate) use request::{Payload, Request, form_text, request};

/// A language that samples are written in.
pub(crate) struct Language {
    /// The tab's label, remembered across the site.
    pub(crate) label: &'static str,
    /// The language of the code block.
    pub(crate) language: &'static str,
    /// Writes the request.
    pub(crate) write: fn(&Request) -> String,
}

/// The languages, in the order of their tabs. The first is the one that the Markdown twin shows.
pub(crate) const SAMPLE_LANGUAGES: &[Language] = &[
    Language { label: "curl", language: "bash", write: curl::write },
    Language { label: "JavaScript", language: "javascript", write: javascript::write },
    Language { label: "Python", language: "python", write: python::write },
];
