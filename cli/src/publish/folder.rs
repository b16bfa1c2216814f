//! An open folder of many files. On Unix, the way to it is not looked up for each of them.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::time::SystemTime;

/// What is known of a file of the output without reading it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Found {
    /// In bytes.
    pub(super) length: u64,
    /// When it was last changed.
    time: SystemTime,
}

impl Found {
    /// What is known of a file; `None` if it is no file.
    pub(super) fn of(metadata: &fs::Metadata) -> Option<Self> {
        let time = metadata.modified().ok().filter(|_| metadata.is_file())?;
        Some(Self { length: metadata.len(), time })
    }
}

/// Can look up and create files.
pub(super) struct OpenFolder(#[cfg(unix)] File, #[cfg(not(unix))] std::path::PathBuf);

#[cfg(unix)]
impl OpenFolder {
    pub(super) fn open(folder: &Path) -> io::Result<Self> {
        File::open(folder).map(Self)
    }

    /// The file at a path below the folder; `None` if it is missing or no regular file.
    pub(super) fn look_up(&self, path: &str) -> Option<Found> {
        use std::time::Duration;

        use rustix::fs::{AtFlags, FileType, statat};
        let found = statat(&self.0, path, AtFlags::SYMLINK_NOFOLLOW).ok()?;
        let is_file = FileType::from_raw_mode(found.st_mode) == FileType::RegularFile;
        let length = u64::try_from(found.st_size).ok().filter(|_| is_file)?;
        // The types of these numbers differ from system to system.
        let [seconds, nanoseconds] = [i128::from(found.st_mtime), i128::from(found.st_mtime_nsec)];
        let seconds = Duration::from_secs(u64::try_from(seconds).ok()?);
        let nanoseconds = Duration::from_nanos(u64::try_from(nanoseconds).ok()?);
        Some(Found { length, time: SystemTime::UNIX_EPOCH + seconds + nanoseconds })
    }

    /// Creates the file at a path below the folder, which must not exist, in a folder that does.
    pub(super) fn create_new(&self, path: &str) -> io::Result<File> {
        use rustix::fs::{Mode, OFlags, openat};
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
        // As `File::create_new`: the user's mask decides.
        Ok(openat(&self.0, path, flags, Mode::from_raw_mode(0o666))?.into())
    }
}

#[cfg(not(unix))]
impl OpenFolder {
    pub(super) fn open(folder: &Path) -> io::Result<Self> {
        Ok(Self(folder.to_owned()))
    }

    pub(super) fn look_up(&self, path: &str) -> Option<Found> {
        Found::of(&fs::symlink_metadata(self.0.join(path)).ok()?)
    }

    pub(super) fn create_new(&self, path: &str) -> io::Result<File> {
        File::create_new(self.0.join(path))
    }
}
