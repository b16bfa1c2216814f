//! Bodies: media types in the order in which they are shown, their schemas and examples; and responses.

use super::direction::Direction;
use super::example::{example, sample};
use super::extract::{Extraction, example_value, text};
use super::flatten::At;
use super::parameter::header;
use super::value::Value;
use super::walk::{Root, RootOrigin};
use super::xml::{self, is_xml};
use super::{Body, Encoding, Example, ExternalExample, Link, Media, Response};
use crate::Db;
use crate::reference::{Target, follow};
use crate::schema::{Schema, Shape, Types, find_schema, literal, lower};
use crate::server::server;
use crate::spec::Text;
use base::tree::NodeRef;

/// The name of an encoding that applies to each item.
pub(super) const EACH_ITEM: &str = "[]";
/// The greatest nesting of encodings that is read: as deep as fields are shown.
const DEEPEST_ENCODING: usize = 4;
/// More examples of one body are omitted.
const MOST_EXAMPLES: usize = 20;

/// The kind of a media type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MediaKind {
    /// JSON, or a format based on it.
    Json,
    /// `application/x-www-form-urlencoded`.
    Form,
    /// `multipart/…`.
    Multipart,
    /// Any other.
    Other,
}

/// A media type without its parameters, as written (RFC 9110, section 8.3.1).
pub fn essence(media: &str) -> &str {
    media.split(';').next().unwrap_or(media).trim()
}

/// The kind of a media type, by its name.
pub fn media_kind(name: &str) -> MediaKind {
    let essence = essence(name).to_ascii_lowercase();
    let is_json = |essence: &str| {
        essence.ends_with("/json")
            || essence.ends_with("+json")
            || essence.ends_with("json-seq")
            || essence.ends_with("ndjson")
    };
    match essence.as_str() {
        "application/x-www-form-urlencoded" => MediaKind::Form,
        essence if is_json(essence) => MediaKind::Json,
        essence if essence.starts_with("multipart/") => MediaKind::Multipart,
        _ => MediaKind::Other,
    }
}

/// A request body; `None` if its reference is unresolved.
pub(super) fn request_body<'db>(extraction: &mut Extraction<'db>, target: Target<'db>) -> Option<Body<usize>> {
    let target = extraction.follow(target)?;
    let node = target.node(extraction.db);
    if !node.is_object() || node.get_bool("x-internal") {
        return None;
    }
    Some(Body {
        required: node.get_bool("required"),
        description: text(node, "description"),
        media: media_types(extraction, target, Direction::Request),
    })
}

/// The response of a status; `None` if its reference is unresolved.
pub(super) fn response<'db>(
    extraction: &mut Extraction<'db>,
    status: &str,
    target: Target<'db>,
) -> Option<Response<usize>> {
    let db = extraction.db;
    let target = extraction.follow(target)?;
    let node = target.node(db);
    if !node.is_object() || node.get_bool("x-internal") {
        return None;
    }
    let headers = headers(extraction, target);
    let mut links = Vec::new();
    for (name, value) in node.get("links").into_iter().flat_map(NodeRef::entries) {
        let Some(target) = extraction.follow(target.at(value)) else { continue };
        let node = target.node(db);
        if !node.get_bool("x-internal") {
            links.push(link(name.text(), node));
        }
    }
    Some(Response {
        status: status.into(),
        description: summary_and_description(node),
        headers,
        media: media_types(extraction, target, Direction::Response),
        links,
        written: None,
    })
}

/// The `summary` of OpenAPI 3.2 followed by the description, if both exist and differ.
fn summary_and_description(node: NodeRef<'_>) -> Option<Text> {
    let description = text(node, "description");
    let Some(summary) = text(node, "summary").filter(|summary| !summary.trim().is_empty()) else { return description };
    match description {
        Some(about) if about.trim() == summary.trim() => Some(about),
        Some(about) if !about.trim().is_empty() => Some(format!("{summary}\n\n{about}").into()),
        _ => Some(summary),
    }
}

/// The headers of a response or of a part.
fn headers<'db>(extraction: &mut Extraction<'db>, holder: Target<'db>) -> Vec<usize> {
    let db = extraction.db;
    let mut found = Vec::new();
    for (name, value) in holder.node(db).get("headers").into_iter().flat_map(NodeRef::entries) {
        let Some(target) = extraction.follow(holder.at(value)) else { continue };
        if !target.node(db).get_bool("x-internal") {
            found.push(header(extraction, name.text(), target));
        }
    }
    found
}

fn link(name: &str, node: NodeRef<'_>) -> Link {
    let value = |node: NodeRef<'_>| literal(node).text;
    let parameters = node.get("parameters").into_iter().flat_map(NodeRef::entries);
    Link {
        name: name.into(),
        operation_id: text(node, "operationId"),
        operation_ref: text(node, "operationRef"),
        description: text(node, "description"),
        parameters: parameters.map(|(name, node)| (name.text().into(), value(node))).collect(),
        request_body: node.get("requestBody").map(value),
        server: node.get("server").and_then(server),
    }
}

/// The `encoding` of a media type, and the `prefixEncoding` and `itemEncoding` of 3.2, which parts may have too, down to
/// `levels`.
fn encodings<'db>(extraction: &mut Extraction<'db>, holder: Target<'db>, levels: usize) -> Vec<Encoding<usize>> {
    if levels == 0 {
        return Vec::new();
    }
    let node = holder.node(extraction.db);
    let named = node.get("encoding").into_iter().flat_map(NodeRef::entries);
    let named = named.map(|(name, value)| (Text::from(name.text()), value));
    let of_first = node.get("prefixEncoding").into_iter().flat_map(NodeRef::items).enumerate();
    let of_first = of_first.map(|(at, value)| (Text::from(format!("[{at}]")), value));
    let of_items = node.get("itemEncoding").map(|value| (Text::from(EACH_ITEM), value));
    let mut found = Vec::new();
    for (name, value) in named.chain(of_first).chain(of_items).filter(|(_, value)| value.is_object()) {
        found.push(Encoding {
            name,
            content_type: text(value, "contentType"),
            style: text(value, "style"),
            explode: value.get("explode").and_then(NodeRef::as_bool),
            allow_reserved: value.get_bool("allowReserved"),
            headers: headers(extraction, holder.at(value)),
            nested: encodings(extraction, holder.at(value), levels - 1),
        });
    }
    found
}

/// The media types of a `content` member: first the default one, then the others in document order.
fn media_types<'db>(extraction: &mut Extraction<'db>, holder: Target<'db>, direction: Direction) -> Vec<Media<usize>> {
    let db = extraction.db;
    let mut found: Vec<(&str, Target<'db>, Option<Schema>)> = Vec::new();
    for (name, value) in holder.node(db).get("content").into_iter().flat_map(NodeRef::entries) {
        let Some(target) = extraction.follow(holder.at(value)) else { continue };
        if target.node(db).get_bool("x-internal") {
            continue;
        }
        let schema = media_schema(extraction, target);
        found.push((name.text(), target, schema));
    }
    let with_schema = found.iter().enumerate().filter(|(_, (_, _, schema))| schema.is_some());
    if let Some((first, _)) = with_schema.min_by_key(|(_, (name, _, _))| media_kind(name)) {
        let first = found.remove(first);
        found.insert(0, first);
    }
    let first = found.first().and_then(|(_, target, schema)| Some((target.chunk, schema.clone()?)));
    let mut media = Vec::with_capacity(found.len());
    for (at, (name, target, schema)) in found.into_iter().enumerate() {
        let same_as_first = at > 0
            && schema.as_ref().zip(first.as_ref()).is_some_and(|(schema, (chunk, first))| {
                is_same(db, At { schema, chunk: target.chunk }, At { schema: first, chunk: *chunk })
            });
        let at_schema = schema.as_ref().map(|schema| At { schema, chunk: target.chunk });
        let examples = examples(extraction.db, name, target, at_schema, at == 0, direction);
        let external = external_examples(extraction.db, target);
        let encoding = encodings(extraction, target, DEEPEST_ENCODING);
        let of_items = schema.is_some() && target.node(db).get("schema").is_none();
        let field = schema.map(|schema| {
            let schema = (!same_as_first).then_some(schema);
            let node = target.node(db);
            let own = node.get("schema");
            let origin = RootOrigin {
                place: target.key(db),
                schema: own.or_else(|| node.get("itemSchema")).map(NodeRef::id),
                of_items: own.is_none(),
            };
            let chunk = target.chunk;
            extraction.add(Root {
                name: "".into(),
                required: false,
                facts: None,
                schema,
                chunk,
                direction: Some(direction),
                origin,
            })
        });
        media.push(Media { name: name.into(), field, same_as_first, of_items, encoding, examples, external });
    }
    media
}

/// Whether two schemas are equal, including the targets of their references.
fn is_same(db: &dyn Db, a: At<'_>, b: At<'_>) -> bool {
    if a.chunk.file(db) == b.chunk.file(db) || !a.schema.has_reference() {
        return a.schema == b.schema;
    }
    // In another chunk the same reference may have another target.
    let target = |at: At<'_>| {
        let reference = at.schema.reference.as_deref()?;
        Some(std::ptr::from_ref(find_schema(db, at.chunk, reference).ok()?.schema).addr())
    };
    let beside = |at: At<'_>| Schema { reference: None, ..at.schema.clone() };
    let (beside_a, beside_b) = (beside(a), beside(b));
    target(a).is_some() && target(a) == target(b) && !beside_a.has_reference() && beside_a == beside_b
}

/// The schema of a media type; for a stream that of its items.
fn media_schema<'db>(extraction: &Extraction<'db>, media: Target<'db>) -> Option<Schema> {
    let node = media.node(extraction.db);
    if let Some(schema) = node.get("schema") {
        return Some(lower(schema, extraction.version));
    }
    let items = lower(node.get("itemSchema")?, extraction.version);
    let shape = Shape { items: Some(items), ..Shape::default() };
    Some(Schema { types: Types::ARRAY, shape: Some(Box::new(shape)), ..Schema::default() })
}

/// The examples of a media type: the spec's, or else those generated from its schema. Of further media types only XML gets
/// generated ones, since others show the fields in the same way.
fn examples<'db>(
    db: &'db dyn Db,
    name: &str,
    media: Target<'db>,
    schema: Option<At<'_>>,
    is_first: bool,
    direction: Direction,
) -> Vec<Example> {
    let kind = media_kind(name);
    let is_xml = is_xml(name);
    let node = media.node(db);
    let mut found = Vec::new();
    let keep = |value: Value| (direction == Direction::Request && kind != MediaKind::Json).then_some(value);
    let given = |node: NodeRef<'_>| match schema.filter(|_| is_xml && node.as_str().is_none()) {
        Some(at) => xml::document(db, at, &Value::of_node(node)).into(),
        None => example_text(node, kind),
    };
    for (key, entry) in node.get("examples").into_iter().flat_map(NodeRef::entries).take(MOST_EXAMPLES) {
        let Ok(target) = follow(db, media.at(entry)) else { continue };
        let entry = target.node(db);
        let value = entry.get("value").or_else(|| entry.get("dataValue"));
        let value = value.map(|value| example_value(db, target.at(value)));
        let serialized = entry.get_str("serializedValue");
        let Some(text_of) = serialized.map(Text::from).or_else(|| Some(given(value?))) else { continue };
        let title = text(entry, "summary").unwrap_or_else(|| key.text().into());
        let description = text(entry, "description");
        let value = value.map(Value::of_node).and_then(keep);
        found.push(Example { value, ..Example::given(Some(title), description, text_of) });
    }
    if found.is_empty()
        && let Some(value) = node.get("example")
    {
        let value = example_value(db, media.at(value));
        found.push(Example { value: keep(Value::of_node(value)), ..Example::given(None, None, given(value)) });
    }
    if found.is_empty()
        && let Some(at) = schema.filter(|_| is_first || is_xml)
    {
        let made = |value: Value| {
            let text = match &value {
                value if is_xml => xml::document(db, at, value).into(),
                value if kind != MediaKind::Other => value.json().into(),
                Value::String(text) if !is_binary(name) => text.clone(),
                _ => return None,
            };
            Some(Example { value: keep(value), ..Example::made(text) })
        };
        if direction == Direction::Request {
            found.extend(sample(db, at).and_then(made));
        }
        let complete = example(db, at, direction).and_then(made);
        let is_new = |complete: &Example| found.iter().all(|sample: &Example| sample.text != complete.text);
        if let Some(complete) = complete.filter(is_new) {
            found.push(Example { is_complete: !found.is_empty(), ..complete });
        }
    }
    found
}

/// The examples of a media type that are elsewhere: their names and URLs.
fn external_examples<'db>(db: &'db dyn Db, media: Target<'db>) -> Vec<ExternalExample> {
    let of = |(key, entry): (NodeRef<'db>, NodeRef<'db>)| {
        let entry = follow(db, media.at(entry)).ok()?.node(db);
        let url = entry.get_str("externalValue").filter(|url| !url.trim().is_empty())?;
        let title = text(entry, "summary").unwrap_or_else(|| key.text().into());
        Some(ExternalExample { title, url: url.into() })
    };
    let entries = media.node(db).get("examples").into_iter().flat_map(NodeRef::entries);
    entries.take(MOST_EXAMPLES).filter_map(of).collect()
}

/// An example as sent: formatted JSON, other strings unchanged.
fn example_text(node: NodeRef<'_>, kind: MediaKind) -> Text {
    if kind != MediaKind::Json
        && let Some(text) = node.as_str()
    {
        return text.into();
    }
    let mut out = String::new();
    node.write_json(Some(0), &mut out);
    out.into()
}

/// Whether a generated string would not represent such a body.
fn is_binary(name: &str) -> bool {
    let essence = essence(name);
    !essence.starts_with("text/") || essence.contains('*')
}
