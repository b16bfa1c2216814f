//! The checksums of a published site, for deploys that upload only what changed. The format is that of `sha256sum`.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;
use ring::digest::{Context, SHA256};

use super::Target;
use crate::failure::{Failure, Outcome};
use crate::write::put;

/// The length of a hash in hexadecimal digits.
const DIGITS: usize = 64;

/// A file to write checksums to.
#[derive(Debug)]
pub(crate) struct Checksums {
    path: PathBuf,
}

impl Checksums {
    /// The file at `path`, which may have the checksums of an earlier build.
    ///
    /// # Errors
    /// Fails if it would be published with the site, or if it has other contents.
    pub(crate) fn new(path: &Path, target: &Target) -> Outcome<Self> {
        let shown = path.display();
        let place = std::path::absolute(path).map_err(|error| Failure::system("cannot open", path, &error))?;
        let folder = place
            .parent()
            .and_then(|folder| folder.canonicalize().ok())
            .ok_or_else(|| Failure::new(format!("cannot write the manifest to {shown}: its folder does not exist")))?;
        if folder.starts_with(&target.out) {
            return Err(Failure::new(format!(
                "cannot write the manifest to {shown}: it would be published with the site"
            ))
            .with_help("choose a path outside the output folder"));
        }
        if !is_replaceable(path).map_err(|error| Failure::system("cannot read", path, &error))? {
            return Err(Failure::new(format!(
                "cannot write the manifest to {shown}: the file exists and is not a manifest"
            ))
            .with_help("choose another path"));
        }
        Ok(Self { path: path.to_owned() })
    }

    /// Writes the checksums of the site's files at `paths`, which are sorted.
    ///
    /// # Errors
    /// Fails if a file of the site cannot be read, or if the checksums cannot be written.
    pub(crate) fn write(&self, target: &Target, paths: &[Arc<str>]) -> Outcome<()> {
        let hashes = paths.par_iter().map(|path| {
            let file = target.out.join(&**path);
            hash(&file).map_err(|error| Failure::system("cannot read", &file, &error))
        });
        let mut text = String::new();
        for (path, hash) in paths.iter().zip(hashes.collect::<Outcome<Vec<_>>>()?) {
            for byte in hash {
                let _ = write!(text, "{byte:02x}");
            }
            let _ = writeln!(text, "  {path}");
        }
        put(&self.path, text.as_bytes())
    }
}

/// The SHA-256 hash of a file.
fn hash(path: &Path) -> io::Result<[u8; DIGITS / 2]> {
    let mut file = File::open(path)?;
    let mut context = Context::new(&SHA256);
    let mut part = vec![0; 1 << 16];
    loop {
        let read = file.read(&mut part)?;
        if read == 0 {
            let mut hash = [0; DIGITS / 2];
            hash.copy_from_slice(context.finish().as_ref());
            return Ok(hash);
        }
        context.update(part.get(..read).unwrap_or_default());
    }
}

/// Whether a file does not exist, is empty, or begins with a checksum.
fn is_replaceable(path: &Path) -> io::Result<bool> {
    let mut start = Vec::new();
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(true),
        Err(error) => return Err(error),
        Ok(metadata) if !metadata.is_file() => return Ok(false),
        Ok(_) => File::open(path)?.take(DIGITS as u64 + 2).read_to_end(&mut start)?,
    };
    let (digits, spaces) = start.split_at_checked(DIGITS).unwrap_or((&start[..], b""));
    Ok(start.is_empty() || spaces == b"  " && digits.iter().all(u8::is_ascii_hexdigit))
}
