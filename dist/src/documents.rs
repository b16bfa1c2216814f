//! The documents that come with the binary: completions, manual pages, and the texts in the repository's root.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::build::output;
use crate::failure::{Failure, Outcome};
use crate::product::{BINARY, LEGAL_FILES};

/// The shells, with the usual file name of a completion script.
pub(crate) const SHELLS: [(&str, &str); 5] = [
    ("bash", "tool.bash"),
    ("zsh", "_tool"),
    ("fish", "tool.fish"),
    ("powershell", "_tool.ps1"),
    ("elvish", "tool.elv"),
];

/// The texts that are the same on all platforms.
#[derive(Debug, Default)]
pub(crate) struct Documents {
    /// `README.md`, `LICENSE-…`, `NOTICE`, by name.
    pub(crate) texts: Vec<(&'static str, Vec<u8>)>,
    /// The completion scripts, in the order of [`SHELLS`].
    pub(crate) completions: Vec<Vec<u8>>,
    /// Manual pages by name, sorted.
    pub(crate) manual: Vec<(String, Vec<u8>)>,
}

impl Documents {
    /// Reads the texts of the repository, and runs the binary for the rest. `scratch`: a folder for its manual pages, which is
    /// removed.
    ///
    /// # Errors
    /// Fails if a file cannot be read, or if the binary fails.
    pub(crate) fn new(root: &Path, binary: &Path, scratch: &Path) -> Outcome<Self> {
        let read = |path: PathBuf| std::fs::read(&path).map_err(|error| Failure::system("cannot read", &path, &error));
        let names = std::iter::once("README.md").chain(LEGAL_FILES);
        let texts = names.map(|name| Ok((name, read(root.join(name))?))).collect::<Outcome<_>>()?;
        let completion = |(shell, _): (&str, &str)| {
            let script = output(Command::new(binary).args(["completions", shell]))?;
            Ok(format!("{script}\n").into_bytes())
        };
        let completions = SHELLS.into_iter().map(completion).collect::<Outcome<_>>()?;
        let folder = scratch.join("man");
        output(Command::new(binary).arg("man").arg(&folder))?;
        let failed = |error| Failure::system("cannot read", &folder, &error);
        let mut manual = Vec::new();
        for entry in std::fs::read_dir(&folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            manual.push((entry.file_name().to_string_lossy().into_owned(), read(entry.path())?));
        }
        manual.sort();
        std::fs::remove_dir_all(&folder).map_err(|error| Failure::system("cannot remove", &folder, &error))?;
        debug_assert!(manual.iter().any(|(name, _)| *name == format!("{BINARY}.1")), "no page of the tool");
        Ok(Self { texts, completions, manual })
    }

    /// The text of a file of the repository's root.
    pub(crate) fn text(&self, name: &str) -> &[u8] {
        self.texts.iter().find(|(known, _)| *known == name).map_or(&[], |(_, text)| text)
    }
}
