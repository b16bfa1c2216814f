//! Archives with fixed times and owners: the bytes depend only on the entries.

mod ar;
mod gzip;
mod tar;
mod zip;

pub(crate) use ar::ar;
pub(crate) use gzip::gzip;
pub(crate) use tar::tar;
pub(crate) use zip::zip;

/// A file in an archive.
#[derive(Clone, Debug)]
pub(crate) struct Entry<'a> {
    /// Relative, with `/`.
    pub(crate) path: String,
    pub(crate) bytes: &'a [u8],
    pub(crate) is_executable: bool,
}

impl<'a> Entry<'a> {
    /// A file that is read.
    pub(crate) fn file(path: impl Into<String>, bytes: &'a [u8]) -> Self {
        Self { path: path.into(), bytes, is_executable: false }
    }

    /// A file that is run.
    pub(crate) fn executable(path: impl Into<String>, bytes: &'a [u8]) -> Self {
        Self { path: path.into(), bytes, is_executable: true }
    }

    /// The permissions in Unix.
    fn mode(&self) -> u32 {
        if self.is_executable { 0o755 } else { 0o644 }
    }
}

/// The entries by path.
fn sorted<'e, 'a>(entries: &'e [Entry<'a>]) -> Vec<&'e Entry<'a>> {
    let mut sorted: Vec<&Entry<'_>> = entries.iter().collect();
    sorted.sort_by(|a, b| a.path.cmp(&b.path));
    sorted
}
