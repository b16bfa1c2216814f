//! Where the browser is. Knows no browser protocol, so that the test command can share it.

use std::path::PathBuf;

/// Chromium without windows. It draws pages and nothing around them, and so takes about half as long.
const WINDOWLESS: [&str; 2] = ["chromium-headless-shell", "chrome-headless-shell"];
const WITH_WINDOWS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/// The browser: what `CHROMIUM` names, else the first of the known names on the search path.
pub(crate) fn executable() -> Option<PathBuf> {
    match named() {
        Some(named) => Some(named).filter(|path| path.is_file()),
        None => first_of(&WINDOWLESS).or_else(|| first_of(&WITH_WINDOWS)),
    }
}

/// Whether no other browser would be better: it has no windows, or `CHROMIUM` names it.
#[allow(dead_code, reason = "the tests take what there is")]
pub(crate) fn is_settled() -> bool {
    named().is_some() || first_of(&WINDOWLESS).is_some()
}

fn named() -> Option<PathBuf> {
    std::env::var_os("CHROMIUM").filter(|value| !value.is_empty()).map(PathBuf::from)
}

fn first_of(names: &[&str]) -> Option<PathBuf> {
    let folders: Vec<PathBuf> = std::env::split_paths(&std::env::var_os("PATH")?).collect();
    let candidates = names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    candidates.into_iter().find(|path| path.is_file())
}
