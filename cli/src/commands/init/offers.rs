//! What `tool init` suggests in a folder: the name of the new folder, and the OpenAPI files that are there.

use std::fs::{self, File};
use std::io::Read as _;
use std::path::Path;

/// The folders that are searched for OpenAPI files, next to the folder itself.
const FOLDERS: [&str; 6] = ["api", "docs", "openapi", "reference", "spec", "specs"];
/// The number of bytes in which a file must say that it is an OpenAPI document.
const HEAD: u64 = 4096;
/// The largest number of files to offer.
const MOST: usize = 5;

/// The name of the new folder: `docs` if nothing has that name.
pub(in crate::commands) fn folder_name(folder: &Path) -> &'static str {
    if folder.join("docs").exists() { "documentation" } else { "docs" }
}

/// The OpenAPI files in a folder and in those below it that usually contain some, relative to it, with `/`: at most five,
/// those of the folder first.
pub(in crate::commands) fn specs(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for below in std::iter::once("").chain(FOLDERS) {
        let entries = fs::read_dir(folder.join(below)).into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let mut names: Vec<String> = names.filter(|name| is_spec(&folder.join(below).join(name))).collect();
        names.sort();
        let prefix = if below.is_empty() { String::new() } else { format!("{below}/") };
        found.extend(names.into_iter().map(|name| format!("{prefix}{name}")));
    }
    found.truncate(MOST);
    found
}

/// Whether a file is an OpenAPI 3 document, as far as its first bytes show: they contain the field `openapi`.
fn is_spec(path: &Path) -> bool {
    let is_named = path.extension().is_some_and(|end| end == "yaml" || end == "yml" || end == "json");
    // Opening a pipe would wait for its writer.
    if !is_named || !path.metadata().is_ok_and(|metadata| metadata.is_file()) {
        return false;
    }
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
    let head = String::from_utf8_lossy(&head);
    let head: String = head.chars().filter(|c| !c.is_whitespace() && !matches!(c, '"' | '\'')).collect();
    read.is_ok() && head.contains("openapi:3")
}
