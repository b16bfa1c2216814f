//! Writes files completely or not at all. [`replace`] is for source files, [`put`] for files that the tool wrote.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::failure::{Failure, Outcome};

/// Writes a file that does not exist yet, in an existing folder.
///
/// # Errors
/// Fails if the file exists or cannot be written.
pub(crate) fn create(path: &Path, contents: &[u8]) -> Outcome<()> {
    let failed = |error| Failure::system("cannot write", path, &error);
    let staged = stage(path, contents).map_err(failed)?;
    // Creating a hard link is atomic and fails if the name is taken.
    let result = match fs::hard_link(&staged, path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists && !path.exists() => fs::rename(&staged, path),
        result => result,
    };
    let _ = fs::remove_file(&staged);
    result.map_err(failed)
}

/// Writes a file in an existing folder, whether or not it exists.
///
/// # Errors
/// Fails if the file cannot be written.
pub(crate) fn put(path: &Path, contents: &[u8]) -> Outcome<()> {
    let written = stage(path, contents).and_then(|staged| {
        let renamed = fs::rename(&staged, path);
        if renamed.is_err() {
            let _ = fs::remove_file(&staged);
        }
        renamed
    });
    written.map_err(|error| Failure::system("cannot write", path, &error))
}

/// Atomically replaces a file's contents, provided that they are still `old`.
///
/// # Errors
/// Fails if the file was changed meanwhile or cannot be written.
pub(crate) fn replace(path: &Path, old: &[u8], new: &[u8]) -> Outcome<()> {
    let failed = |error| Failure::system("cannot write", path, &error);
    // A link to the file stays a link.
    let path = &path.canonicalize().map_err(failed)?;
    let metadata = fs::metadata(path).map_err(failed)?;
    if metadata.permissions().readonly() {
        return Err(Failure::new(format!("{} is read-only", path.display())));
    }
    let mut current = Vec::new();
    File::open(path).and_then(|mut file| io::Read::read_to_end(&mut file, &mut current)).map_err(failed)?;
    if current != old {
        return Err(Failure::new(format!("{} was changed meanwhile; run the command again", path.display())));
    }
    let staged = stage(path, new).map_err(failed)?;
    // After a power loss the file is the old one or the new one.
    let result = fs::set_permissions(&staged, metadata.permissions())
        .and_then(|()| File::open(&staged)?.sync_all())
        .and_then(|()| fs::rename(&staged, path));
    if result.is_err() {
        let _ = fs::remove_file(&staged);
    }
    result.map_err(failed)
}

/// Writes the contents next to the path, under a name that no page or asset has. Replaces the leftover of a crashed run.
fn stage(path: &Path, contents: &[u8]) -> io::Result<PathBuf> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let staged = path.with_file_name(format!(".{name}.unfinished"));
    let mut file = match File::create_new(&staged) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            fs::remove_file(&staged)?;
            File::create_new(&staged)?
        }
        created => created?,
    };
    let written = file.write_all(contents);
    if written.is_err() {
        let _ = fs::remove_file(&staged);
    }
    written.map(|()| staged)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{create, replace};

    #[test]
    fn files_are_created_but_never_replaced_unasked() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.md");
        create(&path, b"one").unwrap();
        assert!(create(&path, b"two").unwrap_err().message.contains("file exists"));
        assert!(create(&folder.path().join("no/a.md"), b"x").is_err());
        assert!(replace(&path, b"other", b"two").unwrap_err().message.contains("changed meanwhile"));
        replace(&path, b"one", b"two").unwrap();
        let text = |path| fs::File::open(path).and_then(std::io::read_to_string).unwrap();
        assert_eq!(text(&path), "two");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing unfinished is left");
    }
}
