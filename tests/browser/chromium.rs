//! Where the browser is. Knows no browser protocol, so that the test command can share it.

use std::path::PathBuf;

const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/// The browser: what `CHROMIUM` names, else the first of the known names on the search path.
pub(crate) fn executable() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("CHROMIUM").filter(|value| !value.is_empty()) {
        return Some(PathBuf::from(named)).filter(|path| path.is_file());
    }
    let folders: Vec<PathBuf> = std::env::split_paths(&std::env::var_os("PATH")?).collect();
    let candidates = NAMES.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    candidates.into_iter().find(|path| path.is_file())
}
