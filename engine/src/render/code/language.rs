//! The languages whose tokens our own scanners tell apart.

use super::grammars as table;
use super::paint::Painter;
use super::words::{self, Words};
use super::{diff, http, json, shell, yaml};

/// A language of code blocks.
pub(super) struct Language {
    /// What an info string may call it, in small letters.
    pub(super) names: &'static [&'static str],
    /// The class of its code.
    pub(super) class: &'static str,
    scanner: Scanner,
}

/// Splits a text into tokens, handing each to the painter in order.
enum Scanner {
    Own(fn(&str, &mut Painter<'_>)),
    Words(&'static Words),
}

impl Language {
    const fn own(names: &'static [&'static str], class: &'static str, scan: fn(&str, &mut Painter<'_>)) -> Self {
        Self { names, class, scanner: Scanner::Own(scan) }
    }

    const fn words(names: &'static [&'static str], class: &'static str, words: &'static Words) -> Self {
        Self { names, class, scanner: Scanner::Words(words) }
    }

    /// Hands the tokens of a text to the painter.
    pub(super) fn scan(&self, text: &str, painter: &mut Painter<'_>) {
        match self.scanner {
            Scanner::Own(scan) => scan(text, painter),
            Scanner::Words(words) => words::scan(words, text, painter),
        }
    }

    /// Whether lines that are added and removed begin with a sign.
    pub(super) fn is_diff(&self) -> bool {
        self.class == "diff"
    }
}

/// The language of that name.
pub(super) fn language(name: &str) -> Option<&'static Language> {
    LANGUAGES.iter().find(|language| language.names.iter().any(|known| known.eq_ignore_ascii_case(name)))
}

/// To add a language, add its row: with a scanner in a file of its own, or with a table of words in `grammars.rs`.
pub(super) const LANGUAGES: &[Language] = &[
    Language::own(&["json", "jsonc", "json5", "jsonl", "ndjson", "geojson"], "json", json::scan),
    Language::own(&["yaml", "yml"], "yaml", yaml::scan),
    Language::own(&["http", "https"], "http", http::scan),
    Language::own(&["bash", "sh", "shell", "zsh", "curl"], "bash", shell::scan),
    Language::own(
        &["console", "shell-session", "shellsession", "sh-session", "terminal"],
        "console",
        shell::scan_session,
    ),
    Language::own(&["diff", "patch"], "diff", diff::scan),
    Language::words(&["javascript", "js", "jsx", "mjs", "cjs", "node"], "javascript", &table::JAVASCRIPT),
    Language::words(&["typescript", "ts", "mts", "cts"], "typescript", &table::TYPESCRIPT),
    Language::words(&["tsx"], "tsx", &table::TSX),
    Language::words(&["python", "py", "python3"], "python", &table::PYTHON),
    Language::words(&["go", "golang"], "go", &table::GO),
    Language::words(&["rust", "rs"], "rust", &table::RUST),
    Language::words(&["java"], "java", &table::JAVA),
    Language::words(&["csharp", "cs", "c#", "dotnet"], "csharp", &table::CSHARP),
    Language::words(&["php"], "php", &table::PHP),
    Language::words(&["ruby", "rb"], "ruby", &table::RUBY),
    Language::words(&["kotlin", "kt", "kts"], "kotlin", &table::KOTLIN),
    Language::words(&["swift"], "swift", &table::SWIFT),
    Language::words(&["c", "h"], "c", &table::C),
    Language::words(&["cpp", "c++", "cc", "hpp"], "cpp", &table::CPP),
    Language::words(&["objective-c", "objectivec", "objc"], "objective-c", &table::OBJECTIVE_C),
    Language::words(&["scala"], "scala", &table::SCALA),
    Language::words(&["dart"], "dart", &table::DART),
    Language::words(&["groovy", "gradle"], "groovy", &table::GROOVY),
    Language::words(&["powershell", "ps1", "pwsh"], "powershell", &table::POWERSHELL),
    Language::words(
        &["sql", "mysql", "pgsql", "postgres", "postgresql", "plsql", "sqlite", "tsql"],
        "sql",
        &table::SQL,
    ),
    Language::words(&["graphql", "gql"], "graphql", &table::GRAPHQL),
    Language::words(&["protobuf", "proto"], "protobuf", &table::PROTOBUF),
    Language::words(&["r"], "r", &table::R),
    Language::words(&["elixir", "ex", "exs"], "elixir", &table::ELIXIR),
    Language::words(&["hcl", "terraform", "tf"], "hcl", &table::HCL),
];
