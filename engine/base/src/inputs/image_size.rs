//! Image dimensions read from the file header; `None` if unknown, since a wrong size would be worse.

/// Width and height in pixels, as a browser displays the image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ImageSize {
    /// Pixels from left to right.
    pub width: u32,
    /// Pixels from top to bottom.
    pub height: u32,
}

impl ImageSize {
    /// The size of the image in `bytes`; `None` if it is not a known image format.
    pub(super) fn of(bytes: &[u8]) -> Option<Self> {
        let (width, height) = if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
            (big(bytes, 16, 4)?, big(bytes, 20, 4)?)
        } else if bytes.starts_with(b"GIF87a") || bytes.starts_with(b"GIF89a") {
            (little(bytes, 6, 2)?, little(bytes, 8, 2)?)
        } else if bytes.starts_with(b"\xff\xd8") {
            jpeg(bytes)?
        } else if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
            webp(bytes)?
        } else if bytes.get(4..8) == Some(b"ftyp") {
            avif(bytes)?
        } else {
            svg(bytes)?
        };
        (width > 0 && height > 0).then_some(Self { width, height })
    }
}

/// A big-endian number of `length` bytes.
fn big(bytes: &[u8], at: usize, length: usize) -> Option<u32> {
    Some(bytes.get(at..at + length)?.iter().fold(0, |number, &byte| number << 8 | u32::from(byte)))
}

/// A little-endian number of `length` bytes.
fn little(bytes: &[u8], at: usize, length: usize) -> Option<u32> {
    Some(bytes.get(at..at + length)?.iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte)))
}

/// The size in the frame header of a JPEG (ITU T.81, B.2.2). A browser rotates an image according to its Exif data.
fn jpeg(bytes: &[u8]) -> Option<(u32, u32)> {
    let mut turned = false;
    let mut at = 2;
    loop {
        if bytes.get(at)? != &0xff {
            return None;
        }
        let marker = *bytes.get(at + 1)?;
        match marker {
            // Fill bytes, and markers without a segment.
            0xff => at += 1,
            0x01 | 0xd0..=0xd8 => at += 2,
            0xc0..=0xcf if !matches!(marker, 0xc4 | 0xc8 | 0xcc) => {
                let (height, width) = (big(bytes, at + 5, 2)?, big(bytes, at + 7, 2)?);
                return Some(if turned { (height, width) } else { (width, height) });
            }
            0xd9 | 0xda => return None,
            _ => {
                let length = big(bytes, at + 2, 2)? as usize;
                if marker == 0xe1 {
                    let segment = bytes.get(at + 4..at + 2 + length).unwrap_or_default();
                    turned = segment.strip_prefix(b"Exif\0\0").and_then(orientation).is_some_and(|turn| turn >= 5);
                }
                at += 2 + length.max(2);
            }
        }
    }
}

/// The orientation in the first directory of a TIFF structure (Exif 2.3, 4.6.4).
fn orientation(tiff: &[u8]) -> Option<u32> {
    let number = if tiff.starts_with(b"II") { little } else { big };
    let directory = number(tiff, 4, 4)? as usize;
    let count = number(tiff, directory, 2)? as usize;
    let mut entries = (0..count.min(100)).map(|entry| directory + 2 + 12 * entry);
    let entry = entries.find(|&entry| number(tiff, entry, 2) == Some(0x112))?;
    number(tiff, entry + 8, 2)
}

/// The size in the first chunk of a WebP file (RFC 9649).
fn webp(bytes: &[u8]) -> Option<(u32, u32)> {
    match bytes.get(12..16)? {
        b"VP8 " => Some((little(bytes, 26, 2)? & 0x3fff, little(bytes, 28, 2)? & 0x3fff)),
        b"VP8L" => {
            let bits = little(bytes, 21, 4)?;
            Some(((bits & 0x3fff) + 1, (bits >> 14 & 0x3fff) + 1))
        }
        b"VP8X" => Some((little(bytes, 24, 3)? + 1, little(bytes, 27, 3)? + 1)),
        _ => None,
    }
}

/// The largest image in the properties of an AVIF file (ISO/IEC 23008-12, 6.5.3); the others are parts of it.
fn avif(bytes: &[u8]) -> Option<(u32, u32)> {
    const HEADER: usize = 1 << 16;
    let head = bytes.get(..HEADER).unwrap_or(bytes);
    if !matches!(bytes.get(8..12)?, b"avif" | b"avis" | b"mif1" | b"heic") {
        return None;
    }
    let sizes =
        memchr::memmem::find_iter(head, b"ispe").filter_map(|at| Some((big(head, at + 8, 4)?, big(head, at + 12, 4)?)));
    sizes.max_by_key(|(width, height)| u64::from(*width) * u64::from(*height))
}

/// The width and height of an SVG, or the size of its view box.
fn svg(bytes: &[u8]) -> Option<(u32, u32)> {
    const HEADER: usize = 1 << 16;
    let head = String::from_utf8_lossy(bytes.get(..HEADER).unwrap_or(bytes));
    let start = head.match_indices("<svg").find(|(at, _)| head[at + 4..].starts_with([' ', '\t', '\n', '\r', '>']))?.0;
    let mut rest = &head[start + 4..];
    let (mut width, mut height, mut view_box) = (None, None, None);
    while let Some((name, after)) = rest.split_once('=') {
        let name = name.trim();
        let after = after.trim_start();
        let quote = after.chars().next().filter(|c| matches!(c, '"' | '\''));
        // At the end of the tag, the name contains the `>`.
        let Some((value, next)) = quote.filter(|_| !name.contains('>')).and_then(|quote| after[1..].split_once(quote))
        else {
            break;
        };
        match name {
            "width" => width = pixels(value),
            "height" => height = pixels(value),
            "viewBox" => view_box = view_box_size(value),
            _ => {}
        }
        rest = next;
    }
    let whole = |(width, height): (f64, f64)| (width.round() as u32, height.round() as u32);
    match (width, height, view_box) {
        (Some(width), Some(height), _) => Some(whole((width, height))),
        (Some(width), None, Some((w, h))) => Some(whole((width, width * h / w))),
        (None, Some(height), Some((w, h))) => Some(whole((height * w / h, height))),
        (_, _, view_box) => view_box.map(whole),
    }
}

fn view_box_size(value: &str) -> Option<(f64, f64)> {
    let numbers: Vec<f64> = value.split([' ', ',', '\n', '\t']).filter_map(|part| part.parse().ok()).collect();
    let [_, _, width, height] = numbers.as_slice() else { return None };
    (*width > 0.0 && *height > 0.0 && width.is_finite() && height.is_finite()).then_some((*width, *height))
}

/// A length in pixels; `None` for other units.
fn pixels(value: &str) -> Option<f64> {
    let number = value.trim().trim_end_matches("px").trim_end();
    number.parse().ok().filter(|number: &f64| *number > 0.0 && number.is_finite())
}

#[cfg(test)]
mod tests {
    use super::ImageSize;

    fn size(bytes: &[u8]) -> Option<(u32, u32)> {
        ImageSize::of(bytes).map(|size| (size.width, size.height))
    }

    #[test]
    fn images_of_pixels_say_their_size_in_the_header() {
        assert_eq!(size(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x02\x80\0\0\x01\xe0\x08\x06"), Some((640, 480)));
        assert_eq!(size(b"GIF89a\x40\x01\xf0\0\0"), Some((320, 240)));
        assert_eq!(size(b"RIFF\0\0\0\0WEBPVP8 \0\0\0\0\0\0\0\x9d\x01\x2a\x40\x01\xf0\x00"), Some((320, 240)));
        assert_eq!(size(b"RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f\x3f\xc1\x3b\0"), Some((320, 240)));
        assert_eq!(size(b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x3f\x01\0\xef\0\0"), Some((320, 240)));
        let avif =
            b"\0\0\0\x1cftypavif\0\0\0\0....ispe\0\0\0\0\0\0\0\x10\0\0\0\x10....ispe\0\0\0\0\0\0\x01\x40\0\0\0\xf0";
        assert_eq!(size(avif), Some((320, 240)));
        for broken in [
            &b"\x89PNG\r\n\x1a\n\0\0"[..],
            b"GIF89a",
            b"RIFF\0\0\0\0WEBPxxxx",
            b"\xff\xd8\xff",
            b"",
            b"\0\0\0\x1cftypmp42",
        ] {
            assert_eq!(size(broken), None);
        }
    }

    #[test]
    fn a_jpeg_is_turned_as_its_exif_data_say() {
        let frame = b"\xff\xc0\0\x11\x08\0\xf0\x01\x40";
        let jpeg = |segments: &[u8]| [b"\xff\xd8".as_slice(), segments, frame].concat();
        assert_eq!(size(&jpeg(b"\xff\xe0\0\x04ab\xff\xff\xc4\0\x03x")), Some((320, 240)));
        let turned = b"\xff\xe1\0\x22Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";
        assert_eq!(size(&jpeg(turned)), Some((240, 320)));
        assert_eq!(size(&jpeg(b"\xff\xda\0\x02")), None);
    }

    #[test]
    fn an_svg_has_a_size_or_a_view_box() {
        for (tag, wanted) in [
            ("<svg width='64' height=\"32px\" viewBox='0 0 1 1'>", Some((64, 32))),
            ("<?xml version=\"1.0\"?>\n<!-- a > b --><svg\n xmlns=\"x\" viewBox=\"0,0 24 12.4\">", Some((24, 12))),
            ("<svg width=\"100%\" height=\"100%\" viewBox=\"-1 -1 24 24\">", Some((24, 24))),
            ("<svg width=\"48\" viewBox=\"0 0 24 12\">", Some((48, 24))),
            ("<svg width=\"2em\"><rect width=\"3\" height=\"4\"/>", None),
            ("<svg width=\"0\" height=\"1\">", None),
            ("<svg viewBox=\"0 0 0 1\">", None),
            ("text", None),
        ] {
            assert_eq!(size(tag.as_bytes()), wanted, "{tag}");
        }
    }
}
