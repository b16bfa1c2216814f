//! A multipart body (RFC 7578) built by hand, for clients that have no function for it.

use super::{Part, PartContent};

/// A piece of the body.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum MultipartPiece {
    Text(String),
    /// The contents of the file.
    File,
}

/// A boundary, and the pieces of the body that it separates.
pub(super) fn pieces(parts: &[Part]) -> (String, Vec<MultipartPiece>) {
    let boundary = boundary(parts);
    let mut pieces = Vec::new();
    let mut text = String::new();
    for part in parts {
        text.push_str(&format!("--{boundary}\r\nContent-Disposition: form-data; name=\"{}\"", name(&part.name)));
        if part.content == PartContent::File {
            text.push_str("; filename=\"file\"");
        }
        let kind =
            part.content_type.as_deref().or((part.content == PartContent::File).then_some("application/octet-stream"));
        if let Some(kind) = kind {
            text.push_str(&format!("\r\nContent-Type: {kind}"));
        }
        text.push_str("\r\n\r\n");
        match &part.content {
            PartContent::Text(value) => text.push_str(value),
            PartContent::File => pieces.extend([MultipartPiece::Text(std::mem::take(&mut text)), MultipartPiece::File]),
        }
        text.push_str("\r\n");
    }
    text.push_str(&format!("--{boundary}--\r\n"));
    pieces.push(MultipartPiece::Text(text));
    (boundary, pieces)
}

/// A boundary that no part contains.
fn boundary(parts: &[Part]) -> String {
    let is_in = |boundary: &str| {
        parts.iter().any(|part| matches!(&part.content, PartContent::Text(text) if text.contains(boundary)))
    };
    let mut boundary = "boundary".to_owned();
    while is_in(&boundary) {
        boundary.push_str("-more");
    }
    boundary
}

/// The name of a part, escaped as HTML forms do.
fn name(text: &str) -> String {
    text.replace('"', "%22").replace('\r', "%0D").replace('\n', "%0A")
}
