//! The languages that have a scanner here.

use super::grammars as table;
use super::paint::Painter;
use super::words::{self, Words};
use super::{diff, http, json, shell, yaml};

/// A language of code blocks.
pub(super) struct ScannedLanguage {
    /// The names in info strings, in lower case.
    pub(super) names: &'static [&'static str],
    /// The class of its code.
    pub(super) class: &'static str,
    scanner: LanguageScanner,
}

/// Splits a text into tokens and passes them to the painter in order.
enum LanguageScanner {
    Own(fn(&str, &mut Painter<'_>)),
    Words(&'static Words),
}

impl ScannedLanguage {
    const fn own(names: &'static [&'static str], class: &'static str, scan: fn(&str, &mut Painter<'_>)) -> Self {
        Self { names, class, scanner: LanguageScanner::Own(scan) }
    }

    const fn words(names: &'static [&'static str], class: &'static str, words: &'static Words) -> Self {
        Self { names, class, scanner: LanguageScanner::Words(words) }
    }

    /// Passes the tokens of a text to the painter.
    pub(super) fn scan(&self, text: &str, painter: &mut Painter<'_>) {
        match self.scanner {
            LanguageScanner::Own(scan) => scan(text, painter),
            LanguageScanner::Words(words) => words::scan(words, text, painter),
        }
    }

    /// Whether added and removed lines begin with a sign.
    pub(super) fn is_diff(&self) -> bool {
        self.class == "diff"
    }
}

/// The language with this name.
pub(super) fn language(name: &str) -> Option<&'static ScannedLanguage> {
    LANGUAGES.iter().find(|language| language.names.iter().any(|known| known.eq_ignore_ascii_case(name)))
}

/// To add a language, add a row with a scanner in its own file, or with a table of words in `grammars.rs`.
pub(super) const LANGUAGES: &[ScannedLanguage] = &[
    ScannedLanguage::own(&["json", "jsonc", "json5", "jsonl", "ndjson", "geojson"], "json", json::scan),
    ScannedLanguage::own(&["yaml", "yml"], "yaml", yaml::scan),
    ScannedLanguage::own(&["http", "https"], "http", http::scan),
    ScannedLanguage::own(&["bash", "sh", "shell", "zsh", "curl"], "bash", shell::scan),
    ScannedLanguage::own(
        &["console", "shell-session", "shellsession", "sh-session", "terminal"],
        "console",
        shell::scan_session,
    ),
    ScannedLanguage::own(&["diff", "patch"], "diff", diff::scan),
    ScannedLanguage::words(&["javascript", "js", "jsx", "mjs", "cjs", "node"], "javascript", &table::JAVASCRIPT),
    ScannedLanguage::words(&["typescript", "ts", "mts", "cts"], "typescript", &table::TYPESCRIPT),
    ScannedLanguage::words(&["tsx"], "tsx", &table::TSX),
    ScannedLanguage::words(&["python", "py", "python3"], "python", &table::PYTHON),
    ScannedLanguage::words(&["go", "golang"], "go", &table::GO),
    ScannedLanguage::words(&["rust", "rs"], "rust", &table::RUST),
    ScannedLanguage::words(&["java"], "java", &table::JAVA),
    ScannedLanguage::words(&["csharp", "cs", "c#", "dotnet"], "csharp", &table::CSHARP),
    ScannedLanguage::words(&["php"], "php", &table::PHP),
    ScannedLanguage::words(&["ruby", "rb"], "ruby", &table::RUBY),
    ScannedLanguage::words(&["kotlin", "kt", "kts"], "kotlin", &table::KOTLIN),
    ScannedLanguage::words(&["swift"], "swift", &table::SWIFT),
    ScannedLanguage::words(&["c", "h"], "c", &table::C),
    ScannedLanguage::words(&["cpp", "c++", "cc", "hpp"], "cpp", &table::CPP),
    ScannedLanguage::words(&["objective-c", "objectivec", "objc"], "objective-c", &table::OBJECTIVE_C),
    ScannedLanguage::words(&["scala"], "scala", &table::SCALA),
    ScannedLanguage::words(&["dart"], "dart", &table::DART),
    ScannedLanguage::words(&["groovy", "gradle"], "groovy", &table::GROOVY),
    ScannedLanguage::words(&["powershell", "ps1", "pwsh"], "powershell", &table::POWERSHELL),
    ScannedLanguage::words(
        &["sql", "mysql", "pgsql", "postgres", "postgresql", "plsql", "sqlite", "tsql"],
        "sql",
        &table::SQL,
    ),
    ScannedLanguage::words(&["graphql", "gql"], "graphql", &table::GRAPHQL),
    ScannedLanguage::words(&["protobuf", "proto"], "protobuf", &table::PROTOBUF),
    ScannedLanguage::words(&["r"], "r", &table::R),
    ScannedLanguage::words(&["elixir", "ex", "exs"], "elixir", &table::ELIXIR),
    ScannedLanguage::words(&["hcl", "terraform", "tf"], "hcl", &table::HCL),
];
