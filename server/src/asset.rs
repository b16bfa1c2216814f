//! Files that are published unchanged, streamed.

use std::io::{self, Read, Seek, SeekFrom};

use axum::body::{Body, Bytes};
use axum::http::header::{
    ACCEPT_RANGES, CONTENT_LENGTH, CONTENT_RANGE, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, IF_NONE_MATCH, IF_RANGE,
    RANGE,
};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use engine::{OpenFile, ReadSeek};
use tokio::task::spawn_blocking;

use crate::response::{finish, lines, plain};
use crate::version;

/// The policy for an SVG file that is opened by itself: its scripts would run in the site's origin.
const DRAWING_POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox";
/// How much of a file is in memory per request, in bytes.
const CHUNK: u64 = 64 << 10;

/// Answers with a file, or the part of it that the request asks for; with 404 if there is no file.
pub(crate) fn respond(file: Option<OpenFile>, media_type: &'static str, headers: &HeaderMap) -> Response {
    let Some(OpenFile { mut contents, len, version }) = file else {
        return plain(StatusCode::NOT_FOUND, "There is no such file.");
    };
    let tag = format!("W/\"{len:x}-{version:x}\"");
    let mut response =
        Response::builder().header(CONTENT_TYPE, media_type).header(ETAG, &tag).header(ACCEPT_RANGES, "bytes");
    if media_type == "image/svg+xml" {
        response = response.header(CONTENT_SECURITY_POLICY, DRAWING_POLICY);
    }
    if version::matches(lines(headers, &IF_NONE_MATCH), &tag) {
        return finish(response.status(StatusCode::NOT_MODIFIED), Body::empty());
    }
    // `If-Range` needs a strong validator, and this one is weak: the whole file is sent.
    let ranges = if headers.contains_key(IF_RANGE) { None } else { headers.get(RANGE) };
    let range =
        ranges.and_then(|range| range.to_str().ok()).map_or(RequestedRange::Whole, |range| requested_range(range, len));
    let (response, start, length) = match range {
        RequestedRange::Whole => (response, 0, len),
        RequestedRange::Part { first, last } => {
            let range = format!("bytes {first}-{last}/{len}");
            let response = response.status(StatusCode::PARTIAL_CONTENT).header(CONTENT_RANGE, range);
            (response, first, last - first + 1)
        }
        RequestedRange::Nothing => {
            let response = response.status(StatusCode::RANGE_NOT_SATISFIABLE);
            return finish(response.header(CONTENT_RANGE, format!("bytes */{len}")), Body::empty());
        }
    };
    if start > 0 && contents.seek(SeekFrom::Start(start)).is_err() {
        return plain(StatusCode::INTERNAL_SERVER_ERROR, "The file could not be read.");
    }
    finish(response.header(CONTENT_LENGTH, length), stream(contents, length))
}

/// The next `length` bytes of `contents`. No thread waits for a client that reads slowly.
fn stream(contents: Box<dyn ReadSeek>, length: u64) -> Body {
    Body::from_stream(futures_util::stream::try_unfold((contents, length), |(mut contents, left)| async move {
        if left == 0 {
            return Ok(None);
        }
        let (read, contents) = spawn_blocking(move || {
            let mut bytes = Vec::new();
            let read = (&mut contents).take(left.min(CHUNK)).read_to_end(&mut bytes).map(|_| bytes);
            (read, contents)
        })
        .await
        .map_err(io::Error::other)?;
        let bytes = read?;
        if bytes.is_empty() {
            return Err(io::Error::from(io::ErrorKind::UnexpectedEof));
        }
        let left = left.saturating_sub(bytes.len() as u64);
        Ok(Some((Bytes::from(bytes), (contents, left))))
    }))
}

/// The part of a file that a `Range` header asks for (RFC 9110, section 14.2).
#[derive(Debug, PartialEq, Eq)]
enum RequestedRange {
    /// The whole file: the header is malformed, uses another unit, or names several ranges, and may be ignored.
    Whole,
    /// The bytes from `first` to `last`, both included, within the file.
    Part { first: u64, last: u64 },
    /// Only bytes beyond the end of the file.
    Nothing,
}

fn requested_range(range: &str, length: u64) -> RequestedRange {
    let number =
        |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse::<u64>().ok()).flatten();
    let Some((first, last)) = range.trim().strip_prefix("bytes=").and_then(|range| range.split_once('-')) else {
        return RequestedRange::Whole;
    };
    match (number(first), number(last)) {
        (Some(first), _) if last.is_empty() && first < length => RequestedRange::Part { first, last: length - 1 },
        (Some(first), Some(last)) if first <= last && first < length => {
            RequestedRange::Part { first, last: last.min(length - 1) }
        }
        (Some(first), Some(last)) if first > last => RequestedRange::Whole,
        (None, Some(count)) if first.is_empty() && count > 0 && length > 0 => {
            RequestedRange::Part { first: length.saturating_sub(count), last: length - 1 }
        }
        (Some(_), Some(_)) => RequestedRange::Nothing,
        (Some(_), None) if last.is_empty() => RequestedRange::Nothing,
        (None, Some(_)) if first.is_empty() => RequestedRange::Nothing,
        _ => RequestedRange::Whole,
    }
}

#[cfg(test)]
mod tests {
    use super::{RequestedRange, requested_range};

    #[test]
    fn a_single_range_within_the_file_is_honoured() {
        let part = |first, last| RequestedRange::Part { first, last };
        let table = [
            ("bytes=0-0", part(0, 0)),
            ("bytes=2-", part(2, 9)),
            ("bytes=-3", part(7, 9)),
            ("bytes=-99", part(0, 9)),
            ("bytes=5-99", part(5, 9)),
            ("bytes=10-", RequestedRange::Nothing),
            ("bytes=10-20", RequestedRange::Nothing),
            ("bytes=-0", RequestedRange::Nothing),
            ("bytes=5-2", RequestedRange::Whole),
            ("bytes=0-1,3-4", RequestedRange::Whole),
            ("bytes=", RequestedRange::Whole),
            ("bytes=-", RequestedRange::Whole),
            ("bytes=a-b", RequestedRange::Whole),
            ("bytes=+1-2", RequestedRange::Whole),
            ("bytes=99999999999999999999-", RequestedRange::Whole),
            ("lines=0-1", RequestedRange::Whole),
        ];
        for (range, expected) in table {
            assert_eq!(requested_range(range, 10), expected, "{range}");
        }
        assert_eq!(requested_range("bytes=0-", 0), RequestedRange::Nothing);
        assert_eq!(requested_range("bytes=-1", 0), RequestedRange::Nothing);
    }
}
