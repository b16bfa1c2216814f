//! Files of a built site and their URL paths. Written separately for the tests, so that they share no code with what
//! they check.

use std::io;
use std::path::Path;

/// The paths of all files below a folder, relative to it, with `/`, sorted.
///
/// # Errors
/// Fails if a folder cannot be read, or a name is not UTF-8.
pub fn files_below(folder: &Path) -> io::Result<Vec<String>> {
    let mut found = Vec::new();
    let mut open = vec![String::new()];
    while let Some(prefix) = open.pop() {
        for entry in std::fs::read_dir(folder.join(&prefix))? {
            let entry = entry?;
            let name = entry.file_name().into_string().map_err(|name| io::Error::other(format!("{name:?}")))?;
            match entry.file_type()?.is_dir() {
                true => open.push(format!("{prefix}{name}/")),
                false => found.push(format!("{prefix}{name}")),
            }
        }
    }
    found.sort();
    Ok(found)
}

/// A part of a URL, percent-decoded (RFC 3986, section 2.1); invalid UTF-8 is replaced.
#[must_use]
pub fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let code = (*first == b'%').then(|| tail.get(..2)).flatten();
        let code = code.and_then(|digits| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok());
        bytes.push(code.unwrap_or(*first));
        rest = if code.is_some() { &tail[2..] } else { tail };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
