//! The files of a project of another tool. They are untrusted: no name in it selects a path outside, and no link that
//! leads out of it is followed.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Error, Read as _};
use std::path::{Path, PathBuf};

/// The greatest number of files that are read.
const MAX_FILES: usize = 100_000;
/// The largest file that is read as text, in bytes.
const MAX_TEXT: u64 = 32 << 20;
/// The greatest depth of folders.
const MAX_DEPTH: usize = 64;
/// Folders of tools, which contain no documentation.
const SKIPPED: &[&str] = &[".git", "node_modules", "target", ".venv", "__pycache__", ".next", ".cache"];

#[derive(Clone, Debug)]
enum FileOrigin {
    Disk(PathBuf),
    Memory(Vec<u8>),
}

/// All files below a folder, by path relative to it, with `/`.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// The name of the folder.
    name: Option<String>,
    files: BTreeMap<String, FileOrigin>,
    /// The files that texts of ours replace.
    originals: BTreeMap<String, FileOrigin>,
    skipped: Vec<SkippedFile>,
}

/// A file that is not read.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SkippedFile {
    /// Its path from the root.
    pub path: String,
    /// The reason.
    pub reason: &'static str,
    /// The folder, from the root, that a symbolic link resolves to; `None` for anything else.
    pub folder: Option<String>,
}

impl Source {
    /// The files below `root`. Links are followed if they resolve to a file inside; names that are not UTF-8, links
    /// that lead out or to folders, and anything that is not a file (a pipe, a device) are listed by
    /// [`Source::skipped`].
    ///
    /// # Errors
    /// Fails if `root` or a folder below it cannot be listed, if folders are nested more than 64 deep, and if there are
    /// more than 100,000 files: an import that misses pages is worse than no import.
    pub fn open(root: &Path) -> std::io::Result<Self> {
        Self::open_up_to(root, MAX_FILES)
    }

    /// As [`Source::open`], with another limit for the number of files.
    ///
    /// # Errors
    /// As [`Source::open`].
    pub fn open_up_to(root: &Path, max_files: usize) -> std::io::Result<Self> {
        let root = root.canonicalize()?;
        let name = root.file_name().and_then(|name| name.to_str()).map(ToOwned::to_owned);
        let mut source = Self { name, ..Self::default() };
        let mut open = vec![(root.clone(), String::new(), 0_usize)];
        while let Some((folder, prefix, depth)) = open.pop() {
            let unlisted = |error: Error| match prefix.trim_end_matches('/') {
                "" => error,
                path => Error::other(format!("the folder `{path}` cannot be listed: {}", error.kind())),
            };
            // Collected first, so only one descriptor is open at a time.
            let entries = fs::read_dir(&folder).and_then(Iterator::collect::<std::io::Result<Vec<_>>>);
            for entry in entries.map_err(unlisted)? {
                let name = entry.file_name();
                let Some(name) = name.to_str() else {
                    let path = format!("{prefix}{}", name.to_string_lossy());
                    source.skipped.push(SkippedFile { path, reason: "its name is not UTF-8", folder: None });
                    continue;
                };
                let path = format!("{prefix}{name}");
                if entry.file_type().map_err(unlisted)?.is_dir() {
                    if SKIPPED.contains(&name) {
                        continue;
                    }
                    if depth == MAX_DEPTH {
                        return Err(Error::other(format!("`{path}` is nested more than {MAX_DEPTH} folders deep")));
                    }
                    open.push((entry.path(), format!("{path}/"), depth + 1));
                    continue;
                }
                match real_file(&root, &entry.path()) {
                    Ok(real) => {
                        source.files.insert(path, FileOrigin::Disk(real));
                    }
                    Err((reason, folder)) => source.skipped.push(SkippedFile { path, reason, folder }),
                }
                if source.files.len() > max_files {
                    return Err(Error::other(format!("it contains more than {max_files} files")));
                }
            }
        }
        source.skipped.sort();
        Ok(source)
    }

    /// A source in memory.
    pub fn from_memory<P: Into<String>, C: Into<Vec<u8>>>(files: impl IntoIterator<Item = (P, C)>) -> Self {
        let files =
            files.into_iter().map(|(path, contents)| (path.into(), FileOrigin::Memory(contents.into()))).collect();
        Self { files, ..Self::default() }
    }

    /// The source with these texts in place of the files at their paths, or in addition.
    pub(crate) fn with_texts(&self, texts: impl IntoIterator<Item = (String, String)>) -> Self {
        let mut source = self.clone();
        for (path, text) in texts {
            let replaced = source.files.insert(path.clone(), FileOrigin::Memory(text.into_bytes()));
            source.originals.extend(replaced.map(|original| (path, original)));
        }
        source
    }

    /// The text of a file before one of ours replaced it.
    ///
    /// # Errors
    /// Those of [`Source::text`].
    pub(crate) fn original(&self, path: &str) -> Result<String, String> {
        match self.originals.get(path) {
            Some(original) => {
                Self { files: [(path.to_owned(), original.clone())].into(), ..Self::default() }.text(path)
            }
            None => self.text(path),
        }
    }

    /// The name of the folder; `None` in memory.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The paths of all files, sorted.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// The sorted paths of the files below `folder` (without a trailing `/`; empty for all).
    pub fn under(&self, folder: &str) -> impl Iterator<Item = &str> {
        let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let end = prefix.clone();
        self.files.range(prefix..).map(|(path, _)| path.as_str()).take_while(move |path| path.starts_with(end.as_str()))
    }

    /// Whether a file exists.
    #[must_use]
    pub fn has(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }

    /// What was skipped, and why.
    #[must_use]
    pub fn skipped(&self) -> &[SkippedFile] {
        &self.skipped
    }

    /// The bytes of a file.
    ///
    /// # Errors
    /// The reason as text, if it does not exist or cannot be read.
    pub fn bytes(&self, path: &str) -> Result<Vec<u8>, String> {
        match self.files.get(path) {
            None => Err("the file does not exist".to_owned()),
            Some(FileOrigin::Memory(bytes)) => Ok(bytes.clone()),
            Some(FileOrigin::Disk(file)) => {
                let mut bytes = Vec::new();
                let read = fs::File::open(file).and_then(|file| file.take(MAX_TEXT + 1).read_to_end(&mut bytes));
                match read {
                    Err(error) => Err(error.to_string()),
                    Ok(_) if bytes.len() as u64 > MAX_TEXT => Err(format!("it is larger than {MAX_TEXT} bytes")),
                    Ok(_) => Ok(bytes),
                }
            }
        }
    }

    /// The text of a file, without a byte order mark, with `\n` as line endings.
    ///
    /// # Errors
    /// The reason as text, if it cannot be read or is not UTF-8.
    pub fn text(&self, path: &str) -> Result<String, String> {
        let text = String::from_utf8(self.bytes(path)?).map_err(|_| "it is not UTF-8".to_owned())?;
        let text = text.strip_prefix('\u{feff}').map(ToOwned::to_owned).unwrap_or(text);
        Ok(if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text })
    }
}

/// The file at `path`, with links resolved; or the reason why it is not read, with the folder below `root` that a link
/// resolves to.
fn real_file(root: &Path, path: &Path) -> Result<PathBuf, (&'static str, Option<String>)> {
    let real = path.canonicalize().map_err(|_| ("a broken symbolic link", None))?;
    let Ok(below) = real.strip_prefix(root) else { return Err(("a symbolic link out of the folder", None)) };
    let data = real.metadata().map_err(|_| ("cannot be read", None))?;
    if data.is_file() {
        return Ok(real);
    }
    Err(if data.is_dir() {
        let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
        ("a symbolic link to a folder, whose files are read only at their own paths", Some(parts.join("/")))
    } else {
        ("neither a file nor a folder", None)
    })
}
