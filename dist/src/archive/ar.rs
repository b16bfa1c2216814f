//! The archives of `ar`, in the common format that Debian packages have.

use super::Entry;

/// The archive of the entries, in their order. Their names have at most 15 bytes.
pub(crate) fn ar(entries: &[Entry<'_>], time: u64) -> Vec<u8> {
    let mut archive = b"!<arch>\n".to_vec();
    for entry in entries {
        let (name, length) = (&entry.path, entry.bytes.len());
        debug_assert!(name.len() < 16, "{name} is too long");
        archive.extend(format!("{name:<16}{time:<12}{:<6}{:<6}{:<8}{length:<10}`\n", 0, 0, "100644").bytes());
        archive.extend(entry.bytes);
        // Entries begin at even offsets.
        archive.extend((length % 2 == 1).then_some(b'\n'));
    }
    archive
}

#[cfg(test)]
mod tests {
    use super::{Entry, ar};

    #[test]
    fn entries_begin_at_even_offsets() {
        let archive = ar(&[Entry::file("debian-binary", b"2.0"), Entry::file("data.tar.gz", b"data")], 1_700_000_000);
        assert_eq!(
            String::from_utf8(archive).unwrap(),
            "!<arch>\n\
             debian-binary   1700000000  0     0     100644  3         `\n2.0\n\
             data.tar.gz     1700000000  0     0     100644  4         `\ndata"
        );
    }
}
