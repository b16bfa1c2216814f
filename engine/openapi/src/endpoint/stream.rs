//! The words for a body whose schema is that of each item of a stream (OpenAPI 3.2, section 4.14.3).

use super::words::Words;
use super::{Endpoint, Media};

/// Names the types of streams: `stream of Pet`, `stream of events`.
pub(super) fn name_streams(endpoint: &mut Endpoint) {
    let bodies = endpoint.body.iter_mut().flat_map(|body| &mut body.media);
    for media in bodies.chain(endpoint.responses.iter_mut().flat_map(|response| &mut response.media)) {
        name_stream(media);
    }
    for callback in &mut endpoint.callbacks {
        name_streams(&mut callback.operation);
    }
}

fn name_stream(media: &mut Media) {
    let essence = media.name.split(';').next().unwrap_or_default().trim();
    let is_events = essence.eq_ignore_ascii_case("text/event-stream");
    let Some(field) = media.field.as_mut().filter(|_| media.of_items) else { return };
    field.kind = match field.kind.strip_prefix("array of ") {
        Some("object") | None if is_events => Words::Borrowed("stream of events"),
        Some(item) if is_events => Words::Owned(format!("stream of {item} events")),
        Some(item) => Words::Owned(format!("stream of {item}")),
        None => Words::Borrowed("stream"),
    };
}
