//! Scoop: a manifest that installs the release archive.

use serde_json::{Map, Value, json};

use super::{Contents, download};
use crate::failure::{Failure, Outcome};
use crate::platform::{Cpu, Os};
use crate::product::{BINARY, LICENSE, PACKAGE, SUMMARY, VERSION};
use crate::release::{Artifact, stem};

/// The manifest; `None` if there is no binary for Windows.
pub(super) fn manifest(contents: &Contents<'_>, repository: &str) -> Outcome<Option<Artifact>> {
    let windows = contents.editions.iter().filter(|edition| edition.platform.os == Os::Windows);
    let architecture: Map<String, Value> = windows
        .map(|edition| {
            let name = if edition.platform.cpu == Cpu::Arm64 { "arm64" } else { "64bit" };
            let (url, folder) = (download(edition, repository), stem(edition.platform));
            (name.to_owned(), json!({ "url": url, "hash": edition.digest, "extract_dir": folder }))
        })
        .collect();
    if architecture.is_empty() {
        return Ok(None);
    }
    let manifest = json!({
        "version": VERSION,
        "description": SUMMARY,
        "homepage": repository,
        // Scoop separates alternatives with a bar.
        "license": LICENSE.replace(" OR ", "|"),
        "architecture": architecture,
        "bin": format!("{BINARY}.exe"),
    });
    let mut bytes = serde_json::to_vec_pretty(&manifest).map_err(|error| Failure::new(error.to_string()))?;
    bytes.push(b'\n');
    Ok(Some(Artifact { path: format!("scoop/{PACKAGE}.json"), bytes }))
}
