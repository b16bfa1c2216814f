//! The words for a body whose schema is that of each item of a stream (OpenAPI 3.2, section 4.14.3).

use super::Media;
use super::body::essence;
use super::words::Words;

/// Names the type of a stream: `stream of Pet`, `stream of events`.
pub(super) fn name_stream(media: &mut Media) {
    let is_events = essence(&media.name).eq_ignore_ascii_case("text/event-stream");
    let Some(field) = media.field.as_mut().filter(|_| media.of_items) else { return };
    field.kind = match field.kind.strip_prefix("array of ") {
        Some("object") | None if is_events => Words::Borrowed("stream of events"),
        Some(item) if is_events => Words::Owned(format!("stream of {item} events")),
        Some(item) => Words::Owned(format!("stream of {item}")),
        None => Words::Borrowed("stream"),
    };
}
