//! The archives of `tar`, in the format `ustar` of POSIX.

use std::collections::BTreeSet;

use super::{Entry, sorted};
use crate::failure::{Failure, Outcome};

const BLOCK: usize = 512;

/// The archive of the entries and of the folders above them, sorted by path; owned by root.
///
/// # Errors
/// Fails if a path is longer than the format allows.
pub(crate) fn tar(entries: &[Entry<'_>], time: u64) -> Outcome<Vec<u8>> {
    let mut archive = Vec::new();
    let mut folders = BTreeSet::new();
    for entry in sorted(entries) {
        for (at, _) in entry.path.match_indices('/') {
            let folder = &entry.path[..=at];
            if folders.insert(folder) {
                archive.extend(header(folder, 0o755, 0, b'5', time)?);
            }
        }
        archive.extend(header(&entry.path, entry.mode(), entry.bytes.len(), b'0', time)?);
        archive.extend(entry.bytes);
        archive.resize(archive.len().next_multiple_of(BLOCK), 0);
    }
    archive.resize(archive.len() + 2 * BLOCK, 0);
    Ok(archive)
}

fn header(path: &str, mode: u32, length: usize, kind: u8, time: u64) -> Outcome<[u8; BLOCK]> {
    let (prefix, name) = split(path).ok_or_else(|| Failure::new(format!("{path} is too long for an archive")))?;
    let mut block = [0; BLOCK];
    let mut put = |at: usize, bytes: &[u8]| block[at..at + bytes.len()].copy_from_slice(bytes);
    put(0, name.as_bytes());
    put(100, format!("{mode:07o}").as_bytes());
    put(108, b"0000000");
    put(116, b"0000000");
    put(124, format!("{length:011o}").as_bytes());
    put(136, format!("{time:011o}").as_bytes());
    // The sum is computed with spaces in its own field.
    put(148, b"        ");
    put(156, &[kind]);
    put(257, b"ustar\x0000");
    put(265, b"root");
    put(297, b"root");
    put(345, prefix.as_bytes());
    let sum: u32 = block.iter().map(|byte| u32::from(*byte)).sum();
    block[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    Ok(block)
}

/// A path as the two fields of a header: at most 155 and 100 bytes, with a `/` between them that is in neither.
fn split(path: &str) -> Option<(&str, &str)> {
    if path.len() <= 100 {
        return Some(("", path));
    }
    let mut places = path.match_indices('/').map(|(at, _)| (&path[..at], &path[at + 1..]));
    places.find(|(prefix, name)| prefix.len() <= 155 && !name.is_empty() && name.len() <= 100)
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn long_paths_have_two_fields() {
        let name = |length: usize| "n".repeat(length);
        for (prefix, length) in [(155, 100), (1, 100), (155, 1)] {
            let path = format!("{}/{}", name(prefix), name(length));
            let fields = if path.len() > 100 { (prefix, length) } else { (0, path.len()) };
            assert_eq!(split(&path).map(|(prefix, name)| (prefix.len(), name.len())), Some(fields));
        }
        assert_eq!(split(&name(100)), Some(("", name(100).as_str())));
        // A path of a folder ends with a `/`.
        let folder = format!("{}/{}/", name(60), name(60));
        assert_eq!(split(&folder).map(|(prefix, name)| (prefix.len(), name.len())), Some((60, 61)));
        for path in [
            name(101),
            format!("{}/{}", name(156), name(1)),
            format!("{}/{}", name(1), name(101)),
            format!("{}/", name(101)),
        ] {
            assert_eq!(split(&path), None, "{path}");
        }
    }
}
