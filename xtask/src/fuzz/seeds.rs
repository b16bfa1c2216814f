//! Seeds from what is in the repository: the projects in `templates/`, and the fixtures in the sources of the tests.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::Path;

use super::literals::literals;
use super::{LONGEST, failed};
use crate::step::{Failure, root};

/// Where the texts are.
const SOURCES: [&str; 11] = [
    "templates",
    "engine/src",
    "engine/base/src",
    "engine/openapi/src",
    "engine/tests",
    "import/src",
    "import/tests",
    "cli/src",
    "cli/tests",
    "server/src",
    "server/tests",
];

/// A text and where it comes from.
struct Found {
    text: String,
    /// Whether it is of the import's fixtures.
    is_imported: bool,
    kind: Kind,
}

/// What a text is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// JSON or YAML.
    Data,
    /// A `tool.json`.
    Settings,
    /// Several files, each after a line with its path.
    Project,
    /// Markdown.
    Page,
    /// Any other literal.
    Literal,
}

/// Writes the seeds of a target into a folder, and returns how many there are.
pub(super) fn write(target: &str, folder: &Path) -> Result<usize, Failure> {
    let mut found = Vec::new();
    for source in SOURCES {
        collect(&root().join(source), source.starts_with("import"), &mut found);
    }
    let is_seed = |found: &Found| match target {
        "json" | "yaml" => matches!(found.kind, Kind::Data | Kind::Settings),
        "settings" => found.kind == Kind::Settings,
        "markdown" => matches!(found.kind, Kind::Project | Kind::Page) && !found.is_imported,
        "import" => found.is_imported && found.kind != Kind::Literal,
        "requests" => found.text.starts_with('/') && found.kind == Kind::Literal,
        "git" => found.kind == Kind::Literal && found.text.contains('\0') || found.text.contains("lfs"),
        "slugs" => found.kind == Kind::Literal && !found.text.is_ascii(),
        _ => found.kind == Kind::Project && !found.is_imported,
    };
    let mut count = 0;
    for Found { text, .. } in found.iter().filter(|found| found.text.len() <= LONGEST && is_seed(found)) {
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        let path = folder.join(format!("{:016x}", hasher.finish()));
        std::fs::write(&path, text).map_err(|error| failed(&path, &error))?;
        count += 1;
    }
    Ok(count)
}

/// Adds the texts of the files below a folder: data and pages as they are, of Rust the literals.
#[expect(clippy::disallowed_methods, reason = "a chore reads the repository")]
fn collect(folder: &Path, is_imported: bool, found: &mut Vec<Found>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, is_imported, found);
            continue;
        }
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        if !matches!(extension, "json" | "yaml" | "yml" | "md" | "mdx" | "txt" | "rs") {
            continue;
        }
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let mut add = |kind: Kind, text: &str| found.push(Found { text: text.to_owned(), is_imported, kind });
        match extension {
            "rs" => literals(&text).iter().for_each(|literal| add_literal(literal, &mut add)),
            "txt" => add_literal(&text, &mut add),
            _ => add(kind_of(&path.to_string_lossy()), &text),
        }
    }
}

/// What a file is, by its name.
fn kind_of(path: &str) -> Kind {
    match path.rsplit('.').next() {
        _ if path.ends_with("tool.json") => Kind::Settings,
        Some("json" | "yaml" | "yml") => Kind::Data,
        Some("md" | "mdx") => Kind::Page,
        _ => Kind::Literal,
    }
}

/// Adds a literal, and if it is a fixture, the files in it.
fn add_literal(literal: &str, add: &mut impl FnMut(Kind, &str)) {
    let literal = literal.trim_start_matches('\n');
    if literal.starts_with("//- /") {
        add(Kind::Project, literal);
        for file in literal.split("//- /").skip(1) {
            let (path, text) = file.split_once('\n').unwrap_or_default();
            add(kind_of(path.trim_end()), text);
        }
    } else if literal.starts_with(['{', '[', '"', '-', '?', '&', '%'])
        || literal.contains(": ")
        || literal.contains(":\n")
    {
        add(Kind::Data, literal);
    } else if literal.contains("wc-") || literal.contains('\n') {
        add(Kind::Page, literal);
    } else {
        add(Kind::Literal, literal);
    }
}
