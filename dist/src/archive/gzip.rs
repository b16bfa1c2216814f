//! One compressed file (RFC 1952).

use miniz_oxide::deflate::compress_to_vec;

/// The compressed bytes, without a name or a time.
pub(crate) fn gzip(bytes: &[u8], level: u8) -> Vec<u8> {
    // Deflate, no optional fields, no time, unspecified effort, unknown system.
    let mut out = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
    out.extend(compress_to_vec(bytes, level));
    out.extend(crc32fast::hash(bytes).to_le_bytes());
    #[expect(clippy::cast_possible_truncation, reason = "the format stores the length modulo 2^32")]
    out.extend((bytes.len() as u32).to_le_bytes());
    out
}
