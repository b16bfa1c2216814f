//! ZIP archives.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use miniz_oxide::deflate::compress_to_vec;

use super::{Entry, sorted};
use crate::failure::{Failure, Outcome};

/// The archive of the entries, sorted by path.
///
/// # Errors
/// Fails if an entry has 4 GiB or more.
pub(crate) fn zip(entries: &[Entry<'_>], time: u64, level: u8) -> Outcome<Vec<u8>> {
    let (mut archive, mut directory) = (Vec::new(), Vec::new());
    let time = dos_time(time);
    for entry in sorted(entries) {
        let compressed = compress_to_vec(entry.bytes, level);
        let length = |bytes: usize| {
            u32::try_from(bytes).map_err(|_| Failure::new(format!("{} is too large for an archive", entry.path)))
        };
        let mut common = Vec::new();
        // Version 2.0 of the format, UTF-8 names, deflate.
        for field in [20_u16, 1 << 11, 8] {
            common.extend(field.to_le_bytes());
        }
        for field in [time, crc32fast::hash(entry.bytes), length(compressed.len())?, length(entry.bytes.len())?] {
            common.extend(field.to_le_bytes());
        }
        #[expect(clippy::cast_possible_truncation, reason = "paths of archives are short")]
        common.extend((entry.path.len() as u16).to_le_bytes());
        common.extend([0, 0]);
        directory.extend(b"PK\x01\x02");
        // Made on Unix, so that the permissions count.
        directory.extend([20, 3]);
        directory.extend(&common);
        directory.extend([0; 6]);
        // A regular file, with its permissions.
        directory.extend(((0o100_000 | entry.mode()) << 16).to_le_bytes());
        directory.extend(length(archive.len())?.to_le_bytes());
        directory.extend(entry.path.bytes());
        archive.extend(b"PK\x03\x04");
        archive.extend(common);
        archive.extend(entry.path.bytes());
        archive.extend(compressed);
    }
    let too_large = |_| Failure::new("the archive is too large");
    let count = u16::try_from(entries.len()).map_err(too_large)?.to_le_bytes();
    let start = u32::try_from(archive.len()).map_err(too_large)?.to_le_bytes();
    let length = u32::try_from(directory.len()).map_err(too_large)?.to_le_bytes();
    archive.extend(directory);
    archive.extend(b"PK\x05\x06\0\0\0\0");
    archive.extend(count.iter().chain(&count).chain(&length).chain(&start).chain(&[0, 0]));
    Ok(archive)
}

/// Seconds since 1970 as the time and date of MS-DOS, in UTC; the first of them for times before 1980.
fn dos_time(time: u64) -> u32 {
    const FIRST: u32 = (1 << 21) | (1 << 16);
    let time = i64::try_from(time).ok().and_then(|time| Timestamp::from_second(time).ok());
    let Some(time) = time.map(|time| time.to_zoned_datetime(TimeZone::UTC)) else { return FIRST };
    let field = |value: i8| u32::try_from(value).unwrap_or(0);
    let Some(year) = u32::try_from(time.year()).ok().and_then(|year| year.checked_sub(1980)) else { return FIRST };
    let date = (year << 9) | (field(time.month()) << 5) | field(time.day());
    (date << 16) | (field(time.hour()) << 11) | (field(time.minute()) << 5) | (field(time.second()) / 2)
}

#[cfg(test)]
mod tests {
    use super::dos_time;

    #[test]
    fn times_are_those_of_ms_dos() {
        let parts = |time: u32| {
            let (date, time) = (time >> 16, time & 0xffff);
            [1980 + (date >> 9), (date >> 5) & 15, date & 31, time >> 11, (time >> 5) & 63, (time & 31) * 2]
        };
        // 2026-11-27 09:58:34 UTC, and the day before 1980.
        assert_eq!(parts(dos_time(1_795_773_514)), [2026, 11, 27, 9, 58, 34]);
        assert_eq!(parts(dos_time(315_532_799)), [1980, 1, 1, 0, 0, 0]);
    }
}
