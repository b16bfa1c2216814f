//! Files of the project that are published unchanged, streamed from disk.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::time::UNIX_EPOCH;

use axum::body::{Body, Bytes};
use axum::http::header::{
    ACCEPT_RANGES, CONTENT_LENGTH, CONTENT_RANGE, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, IF_NONE_MATCH, IF_RANGE,
    RANGE,
};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use tokio::task::spawn_blocking;

use crate::respond::{finish, lines, plain};
use crate::version;

/// The largest file that is served, in bytes; the largest that a build publishes.
const LARGEST: u64 = 2 << 30;
/// The policy of a drawing that is opened by itself: it may hold scripts, and they would run as the site's own.
const DRAWING_POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox";
/// How much of a file is in memory for each request, in bytes.
const CHUNK: u64 = 64 << 10;

/// Answers with the file at `path` below `root`, or the part of it that is asked for.
pub(crate) async fn respond(root: &Path, path: &str, media_type: &'static str, headers: &HeaderMap) -> Response {
    let (root, path) = (root.to_owned(), path.to_owned());
    let opened = spawn_blocking(move || open(&root, &path)).await;
    let Ok(Ok(Asset { mut file, length, tag })) = opened else {
        return plain(StatusCode::NOT_FOUND, "There is no such file.");
    };
    let mut response =
        Response::builder().header(CONTENT_TYPE, media_type).header(ETAG, &tag).header(ACCEPT_RANGES, "bytes");
    if media_type == "image/svg+xml" {
        response = response.header(CONTENT_SECURITY_POLICY, DRAWING_POLICY);
    }
    if version::matches(lines(headers, &IF_NONE_MATCH), &tag) {
        return finish(response.status(StatusCode::NOT_MODIFIED), Body::empty());
    }
    // `If-Range` needs a strong validator to match, and there is none: then the whole file is sent.
    let ranges = if headers.contains_key(IF_RANGE) { None } else { headers.get(RANGE) };
    let range = ranges.and_then(|range| range.to_str().ok()).map_or(Wanted::Whole, |range| wanted(range, length));
    let (response, start, length) = match range {
        Wanted::Whole => (response, 0, length),
        Wanted::Part { first, last } => {
            let range = format!("bytes {first}-{last}/{length}");
            let response = response.status(StatusCode::PARTIAL_CONTENT).header(CONTENT_RANGE, range);
            (response, first, last - first + 1)
        }
        Wanted::Nothing => {
            let response = response.status(StatusCode::RANGE_NOT_SATISFIABLE);
            return finish(response.header(CONTENT_RANGE, format!("bytes */{length}")), Body::empty());
        }
    };
    if start > 0 && file.seek(SeekFrom::Start(start)).is_err() {
        return plain(StatusCode::INTERNAL_SERVER_ERROR, "The file could not be read.");
    }
    finish(response.header(CONTENT_LENGTH, length), stream(file, length))
}

struct Asset {
    file: File,
    length: u64,
    tag: String,
}

/// Opens a regular file that lies below the root once symbolic links are followed.
fn open(root: &Path, path: &str) -> io::Result<Asset> {
    let real = root.join(path).canonicalize()?;
    let metadata = real.metadata()?;
    if !real.starts_with(root) || !metadata.is_file() || metadata.len() > LARGEST {
        return Err(io::ErrorKind::NotFound.into());
    }
    let file = File::open(&real)?;
    let modified = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    let tag = format!("W/\"{:x}-{:x}\"", metadata.len(), modified.unwrap_or_default().as_nanos());
    Ok(Asset { file, length: metadata.len(), tag })
}

/// `length` bytes from where `file` stands. No thread waits for a client that reads slowly.
fn stream(file: File, length: u64) -> Body {
    Body::from_stream(futures_util::stream::try_unfold((file, length), |(mut file, left)| async move {
        if left == 0 {
            return Ok(None);
        }
        let (read, file) = spawn_blocking(move || {
            let mut bytes = Vec::new();
            let read = (&mut file).take(left.min(CHUNK)).read_to_end(&mut bytes).map(|_| bytes);
            (read, file)
        })
        .await
        .map_err(io::Error::other)?;
        let bytes = read?;
        if bytes.is_empty() {
            return Err(io::Error::from(io::ErrorKind::UnexpectedEof));
        }
        let left = left.saturating_sub(bytes.len() as u64);
        Ok(Some((Bytes::from(bytes), (file, left))))
    }))
}

/// Which part of a file a `Range` header asks for.
#[derive(Debug, PartialEq, Eq)]
enum Wanted {
    /// All: the header is malformed, of another unit, or names several ranges, and may be ignored.
    Whole,
    /// The bytes from `first` to `last`, both included, within the file.
    Part { first: u64, last: u64 },
    /// Only bytes that the file does not have.
    Nothing,
}

fn wanted(range: &str, length: u64) -> Wanted {
    let number =
        |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse::<u64>().ok()).flatten();
    let Some((first, last)) = range.trim().strip_prefix("bytes=").and_then(|range| range.split_once('-')) else {
        return Wanted::Whole;
    };
    match (number(first), number(last)) {
        (Some(first), _) if last.is_empty() && first < length => Wanted::Part { first, last: length - 1 },
        (Some(first), Some(last)) if first <= last && first < length => {
            Wanted::Part { first, last: last.min(length - 1) }
        }
        (Some(first), Some(last)) if first > last => Wanted::Whole,
        (None, Some(count)) if first.is_empty() && count > 0 && length > 0 => {
            Wanted::Part { first: length.saturating_sub(count), last: length - 1 }
        }
        (Some(_), Some(_)) => Wanted::Nothing,
        (Some(_), None) if last.is_empty() => Wanted::Nothing,
        (None, Some(_)) if first.is_empty() => Wanted::Nothing,
        _ => Wanted::Whole,
    }
}

#[cfg(test)]
mod tests {
    use super::{Wanted, wanted};

    #[test]
    fn a_single_range_within_the_file_is_honoured() {
        let part = |first, last| Wanted::Part { first, last };
        let table = [
            ("bytes=0-0", part(0, 0)),
            ("bytes=2-", part(2, 9)),
            ("bytes=-3", part(7, 9)),
            ("bytes=-99", part(0, 9)),
            ("bytes=5-99", part(5, 9)),
            ("bytes=10-", Wanted::Nothing),
            ("bytes=10-20", Wanted::Nothing),
            ("bytes=-0", Wanted::Nothing),
            ("bytes=5-2", Wanted::Whole),
            ("bytes=0-1,3-4", Wanted::Whole),
            ("bytes=", Wanted::Whole),
            ("bytes=-", Wanted::Whole),
            ("bytes=a-b", Wanted::Whole),
            ("bytes=+1-2", Wanted::Whole),
            ("bytes=99999999999999999999-", Wanted::Whole),
            ("lines=0-1", Wanted::Whole),
        ];
        for (range, expected) in table {
            assert_eq!(wanted(range, 10), expected, "{range}");
        }
        assert_eq!(wanted("bytes=0-", 0), Wanted::Nothing);
        assert_eq!(wanted("bytes=-1", 0), Wanted::Nothing);
    }
}
