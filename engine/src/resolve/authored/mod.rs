//! An operation merged with the author's content: the author's text overrides the spec's, and is added where the spec
//! has none. Without a spec, the operation is only the author's.
//!
//! An author's field replaces the spec's field of the same name; in a response, the author's parts override the spec's.
//! Groups that only state a location are shown as groups of the operation; others stay separate groups.

mod fields;
mod request;
mod security;
mod values;

use std::sync::Arc;

use self::fields::field_in;
use self::values::{complete_example, sample};
use crate::Db;
use crate::parse::markdown::{Block, Component, FieldPlace, GroupPlace};
use crate::registry::ComponentKind;
use crate::resolve::site_operation::site_specs;
use base::inputs::{File, FileSet};
use openapi::chunks::Chunk;
use openapi::endpoint::{
    Body, Endpoint, Field, Location, Media, Model, Parameter, Response, ServerLevel, Value, Words,
};
use openapi::operation::OperationHead;
use openapi::schema::{Constraint, Facts};

pub(crate) use self::fields::{Fields, WrittenElement, source_of};
pub(crate) use self::request::authored_request;

/// The media type of bodies that an author describes only by fields.
const USUAL_MEDIA: &str = "application/json";

/// An operation merged with the author's content.
#[derive(Debug)]
pub(crate) struct AuthoredEndpoint<'t> {
    pub(crate) endpoint: Endpoint,
    /// The endpoint with the fields that only the author's own groups show, for samples.
    pub(crate) requested: Option<Endpoint>,
    /// The author's elements that are parts of the operation.
    pub(crate) elements: Vec<WrittenElement<'t>>,
    /// Groups of fields that stay separate.
    pub(crate) groups: Vec<&'t Block>,
    /// Other content.
    pub(crate) prose: Vec<&'t Block>,
    /// Request samples.
    pub(crate) tabs: Vec<&'t Component>,
    /// Other examples.
    pub(crate) examples: Vec<&'t Block>,
}

/// The operation of an endpoint's element: the spec's with the author's content, or only the author's. With the page's
/// text, the content of fields becomes part of their descriptions.
pub(crate) fn authored_endpoint<'t, 'db>(
    db: &'db dyn Db,
    set: FileSet,
    resolved: Option<(Chunk<'db>, &Endpoint)>,
    component: &'t Component,
    source: Option<&'t str>,
) -> AuthoredEndpoint<'t> {
    let specs: Vec<File> = match resolved {
        Some((chunk, _)) => vec![chunk.spec(db)],
        None => site_specs(db, set).iter().map(|spec| spec.file).collect(),
    };
    let endpoint = resolved.map_or_else(undescribed, |(_, endpoint)| endpoint.clone());
    let mut builder = Builder::new(endpoint, source);
    builder.attributes(db, &specs, component);
    // Fields of responses are added to existing ones, so these come first.
    let (responses, others): (Vec<&Block>, Vec<&Block>) = component.blocks().iter().partition(|block| {
        let kind = block.component().map(|part| part.kind);
        matches!(kind, Some(ComponentKind::Responses | ComponentKind::Response))
    });
    responses.into_iter().chain(others).for_each(|block| builder.block(block));
    builder.finish()
}

/// A named schema merged with the author's content.
#[derive(Debug)]
pub(crate) struct AuthoredModel<'t> {
    pub(crate) model: Model,
    /// The elements of the author's fields.
    pub(crate) elements: Vec<WrittenElement<'t>>,
    /// Other content.
    pub(crate) prose: Vec<&'t Block>,
}

/// The schema that a type of a page refers to, with the author's content. With the page's text, the content of fields
/// becomes part of their descriptions.
pub(crate) fn authored_model<'t>(
    model: &Model,
    component: &'t Component,
    source: Option<&'t str>,
) -> AuthoredModel<'t> {
    let mut model = model.clone();
    if let Some(name) = component.text("name") {
        model.name = name.into();
        model.title = None;
    }
    if let Some(base) = component.text("extends") {
        model.extends = vec![base.into()];
    }
    if let Some(description) = component.text("description") {
        let facts = model.field.facts.as_deref().cloned().unwrap_or_default();
        model.field.facts = Some(Arc::new(Facts { description: Some(description.into()), ..facts }));
    }
    let mut fields = Fields { elements: Vec::new(), source };
    let mut prose = Vec::new();
    let mut children = std::mem::take(&mut model.field.children).into_vec();
    for block in component.blocks() {
        match field_in(block) {
            Some(field) => put_among(&mut children, fields.field(field)),
            None => prose.push(block),
        }
    }
    model.field.children = children.into();
    AuthoredModel { model, elements: fields.elements, prose }
}

/// Responses outside an endpoint.
pub(crate) fn stray_responses(component: &Component) -> AuthoredEndpoint<'_> {
    let mut builder = Builder::new(undescribed(), None);
    builder.responses(component);
    builder.finish()
}

/// An empty operation.
fn undescribed() -> Endpoint {
    let head = OperationHead {
        operation_id: None,
        summary: None,
        method: "".into(),
        path: "".into(),
        webhook: false,
        tags: Vec::new(),
        deprecated: false,
        has_responses: false,
        is_object: true,
        internal: false,
    };
    Endpoint {
        head,
        description: None,
        external_docs: None,
        badges: Vec::new(),
        servers: Vec::new(),
        servers_of: ServerLevel::Document,
        security: Vec::new(),
        parameters: Vec::new(),
        body: None,
        responses: Vec::new(),
        callbacks: Vec::new(),
        samples: Vec::new(),
        unresolved: Vec::new(),
    }
}

struct Builder<'t> {
    fields: Fields<'t>,
    found: AuthoredEndpoint<'t>,
    /// The author's fields of the request body, for its example.
    of_body: Vec<Field>,
    /// The request fields in the author's own groups.
    grouped: Vec<(FieldPlace, Field)>,
}

impl<'t> Builder<'t> {
    fn new(endpoint: Endpoint, source: Option<&'t str>) -> Self {
        let found = AuthoredEndpoint {
            endpoint,
            requested: None,
            elements: Vec::new(),
            groups: Vec::new(),
            prose: Vec::new(),
            tabs: Vec::new(),
            examples: Vec::new(),
        };
        let fields = Fields { elements: Vec::new(), source };
        Self { fields, found, of_body: Vec::new(), grouped: Vec::new() }
    }

    fn attributes(&mut self, db: &dyn Db, specs: &[File], component: &Component) {
        let endpoint = &mut self.found.endpoint;
        if let Some(method) = component.text("method") {
            endpoint.head.method = method.to_uppercase().into();
        }
        if let Some(url) = component.text("url") {
            endpoint.head.path = url.into();
        }
        if let Some(summary) = component.text("summary") {
            endpoint.head.summary = Some(summary.into());
        }
        if let Some(description) = component.text("description") {
            endpoint.description = Some(description.into());
        }
        if let Some(json) = component.text("security") {
            endpoint.security = security::needs(db, specs, json);
        }
    }

    fn block(&mut self, block: &'t Block) {
        let Some(part) = block.component() else {
            self.found.prose.push(block);
            return;
        };
        match part.kind {
            ComponentKind::Fields | ComponentKind::ResponseFields => self.group(part, block),
            ComponentKind::Schema => self.found.groups.push(block),
            ComponentKind::Responses | ComponentKind::Response => self.responses(part),
            ComponentKind::CodeGroup | ComponentKind::ApiExamples => self.found.examples.push(block),
            ComponentKind::CodeTab => self.found.tabs.push(part),
            _ => self.found.prose.push(block),
        }
    }

    /// A group of fields: they join those of the operation, or the group stays separate and replaces them.
    fn group(&mut self, group: &'t Component, block: &'t Block) {
        let url = self.found.endpoint.head.path.clone();
        let title = group.given("title").map(|title| &*title.value);
        let place = GroupPlace::new(group.kind, title, &url);
        let parts: Vec<(&Component, Option<FieldPlace>)> =
            group.blocks().iter().filter_map(field_in).map(|field| (field, place.of(field))).collect();
        let joins = place.joins(group)
            && match place.place {
                Some(FieldPlace::Response) => self.found.endpoint.responses.first().is_some_and(Response::is_main),
                Some(FieldPlace::Body) => title.is_none_or(|title| self.has_body_of(title)),
                _ => true,
            };
        if !joins {
            self.found.groups.push(block);
        }
        for (part, place) in parts {
            let Some(place) = place else { continue };
            if joins {
                let field = self.fields.field(part);
                self.join(field, place, title);
            } else {
                let field = Fields::default().field(part);
                self.displace(&field, place);
                self.grouped.push((place, field));
            }
        }
    }

    /// Whether the operation has no body yet, or one with the media type in a title.
    fn has_body_of(&self, title: &str) -> bool {
        let shown = self.found.endpoint.body.as_ref().and_then(|body| body.media.first());
        shown.zip(media_in(title)).is_none_or(|(shown, media)| *shown.name == *media)
    }

    /// Adds a field to those of the operation, replacing the spec's field of the same name.
    fn join(&mut self, mut field: Field, place: FieldPlace, title: Option<&str>) {
        if let Some(location) = location(place) {
            // OpenAPI has no optional path parameters.
            field.required |= location == Location::Path;
            let sample = sample(&field, location);
            let at = self.known_parameter(&field, location);
            let parameters = &mut self.found.endpoint.parameters;
            let new = parameter(location, field, sample);
            match at.and_then(|at| parameters.get_mut(at)) {
                Some(known) => *known = new,
                None => parameters.push(new),
            }
        } else if place == FieldPlace::Body {
            self.of_body.push(field.clone());
            let is_file = is_file(&field);
            let body = self.found.endpoint.body.get_or_insert_with(|| {
                let name = title.and_then(media_in).unwrap_or(USUAL_MEDIA);
                Body { required: false, description: None, media: vec![media_by_hand(name)] }
            });
            body.required |= field.required;
            if let Some(media) = body.media.first_mut() {
                if is_file && *media.name == *USUAL_MEDIA {
                    media.name = "multipart/form-data".into();
                }
                put(media, field);
            }
        } else if let Some(media) = self.found.endpoint.responses.first_mut().and_then(|main| main.media.first_mut()) {
            let own = [field.clone()];
            put(media, field);
            complete_example(media, &own);
        }
    }

    /// Removes the spec's field that a field in an author's group replaces.
    fn displace(&mut self, field: &Field, place: FieldPlace) {
        let endpoint = &mut self.found.endpoint;
        let media = match place {
            FieldPlace::Body => endpoint.body.as_mut().and_then(|body| body.media.first_mut()),
            FieldPlace::Response => endpoint.responses.first_mut().and_then(|main| main.media.first_mut()),
            _ => {
                if let Some(at) = location(place).and_then(|location| self.known_parameter(field, location)) {
                    self.found.endpoint.parameters.remove(at);
                }
                return;
            }
        };
        if let Some(whole) = media.and_then(|media| media.field.as_mut()) {
            let children = std::mem::take(&mut whole.children).into_vec();
            let is_another = |child: &Field| child.name != field.name || child.written.is_some();
            whole.children = children.into_iter().filter(is_another).collect();
        }
    }

    /// The spec's parameter that an author's field replaces.
    fn known_parameter(&self, field: &Field, location: Location) -> Option<usize> {
        self.found.endpoint.parameters.iter().position(|known| {
            let is_same = match location {
                // RFC 9110, section 5.1.
                Location::Header => known.field.name.eq_ignore_ascii_case(&field.name),
                _ => known.field.name == field.name,
            };
            known.location == location && is_same && known.field.written.is_none()
        })
    }

    fn responses(&mut self, component: &'t Component) {
        if component.kind == ComponentKind::Response {
            self.response(component);
            return;
        }
        for block in component.blocks() {
            match block.component().filter(|part| part.kind == ComponentKind::Response) {
                Some(response) => self.response(response),
                None => self.found.prose.push(block),
            }
        }
    }

    /// Adds a response, which overrides the spec's response with the same status.
    fn response(&mut self, component: &'t Component) {
        let (mut headers, mut fields, mut blocks) = (Vec::new(), Vec::new(), Vec::new());
        for block in component.blocks() {
            let group = block
                .component()
                .filter(|part| matches!(part.kind, ComponentKind::Fields | ComponentKind::ResponseFields));
            let title = group.and_then(|group| group.given("title")).map(|title| &*title.value);
            let place = GroupPlace::in_response(title);
            let parts: Vec<&Component> = match group.filter(|group| place.joins(group)) {
                Some(group) => group.blocks().iter().filter_map(field_in).collect(),
                None => field_in(block).into_iter().collect(),
            };
            if parts.is_empty() {
                blocks.push(block);
            }
            for part in parts {
                let list = if place.of(part) == Some(FieldPlace::Header) { &mut headers } else { &mut fields };
                list.push(self.fields.field(part));
            }
        }
        let written = self.fields.written(component, blocks);
        let status = component.text("code").unwrap_or_default();
        let is_default = status.eq_ignore_ascii_case("default");
        let status = if is_default { status.to_ascii_lowercase() } else { status.to_ascii_uppercase() };
        let responses = &mut self.found.endpoint.responses;
        let known = responses.iter().position(|known| *known.status == *status && known.written.is_none());
        let mut response = match known {
            Some(at) => responses.remove(at),
            None => by_hand_response(&status),
        };
        response.written = written;
        if let Some(description) = component.value("description").filter(|text| !text.trim().is_empty()) {
            response.description = Some(description.trim().into());
        }
        for header in headers {
            match response.headers.iter_mut().find(|known| known.name.eq_ignore_ascii_case(&header.name)) {
                Some(known) => *known = header,
                None => response.headers.push(header),
            }
        }
        describe(&mut response, component.value("content-type").map(str::trim), fields);
        let at = known.unwrap_or(responses.len()).min(responses.len());
        responses.insert(at, response);
    }

    fn finish(mut self) -> AuthoredEndpoint<'t> {
        let endpoint = &mut self.found.endpoint;
        endpoint.parameters.sort_by_key(|parameter| parameter.location);
        if let Some(media) = endpoint.body.as_mut().and_then(|body| body.media.first_mut())
            && !self.of_body.is_empty()
        {
            complete_example(media, &self.of_body);
        }
        let all = std::mem::take(&mut endpoint.responses);
        let (mut main, others): (Vec<Response>, Vec<Response>) = all.into_iter().partition(Response::is_main);
        main.sort_by(|a, b| a.status.cmp(&b.status));
        endpoint.responses = main.into_iter().chain(others).collect();
        if !self.grouped.is_empty() {
            self.found.requested = Some(self.requested());
        }
        self.found.elements = self.fields.elements;
        self.found
    }

    /// The operation with the fields of the author's own groups.
    fn requested(&mut self) -> Endpoint {
        let shown = self.found.endpoint.clone();
        let title: Option<String> = self.found.groups.iter().find_map(|group| {
            let title = group.component()?.given("title")?;
            media_in(&title.value).map(|media| format!("Body {media}"))
        });
        self.of_body.clear();
        for (place, field) in std::mem::take(&mut self.grouped) {
            if place != FieldPlace::Response {
                self.join(field, place, title.as_deref());
            }
        }
        let mut requested = std::mem::replace(&mut self.found.endpoint, shown);
        if let Some(media) = requested.body.as_mut().and_then(|body| body.media.first_mut())
            && !self.of_body.is_empty()
        {
            complete_example(media, &self.of_body);
        }
        requested
    }
}

/// The location of a parameter; `None` for the fields of bodies.
fn location(place: FieldPlace) -> Option<Location> {
    match place {
        FieldPlace::Header => Some(Location::Header),
        FieldPlace::Path => Some(Location::Path),
        FieldPlace::Query => Some(Location::Query),
        FieldPlace::Cookie => Some(Location::Cookie),
        FieldPlace::Body | FieldPlace::Response => None,
    }
}

fn parameter(location: Location, field: Field, sample: Option<Value>) -> Parameter {
    Parameter { location, field, style: None, explode: None, allow_reserved: false, content: None, sample }
}

/// The media type in a title.
fn media_in(title: &str) -> Option<&str> {
    title.split_whitespace().find(|word| word.contains('/'))
}

/// Whether a field is sent as a file.
fn is_file(field: &Field) -> bool {
    let format = field.facts.as_ref().and_then(|facts| facts.get(Constraint::Format));
    matches!(&*field.kind.to_ascii_lowercase(), "file" | "binary")
        || format.is_some_and(|format| &*format.text == "binary")
}

fn media_by_hand(name: &str) -> Media {
    Media {
        name: name.into(),
        field: None,
        same_as_first: false,
        of_items: false,
        encoding: Vec::new(),
        examples: Vec::new(),
        external: Vec::new(),
    }
}

fn by_hand_response(status: &str) -> Response {
    Response {
        status: status.into(),
        description: None,
        headers: Vec::new(),
        media: Vec::new(),
        links: Vec::new(),
        written: None,
    }
}

/// Adds a field to those of a body, replacing the spec's field of the same name.
fn put(media: &mut Media, field: Field) {
    let whole = media.field.get_or_insert_with(|| Field { kind: Words::Borrowed("object"), ..Field::default() });
    let mut children = std::mem::take(&mut whole.children).into_vec();
    put_among(&mut children, field);
    whole.children = children.into();
}

/// Adds an author's field, replacing the spec's of the same name.
fn put_among(fields: &mut Vec<Field>, field: Field) {
    match fields.iter_mut().find(|known| known.name == field.name && known.written.is_none()) {
        Some(known) => *known = field,
        None => fields.push(field),
    }
}

/// Adds the author's fields to a response, in the body with the given media type, or else in the first one.
fn describe(response: &mut Response, content_type: Option<&str>, fields: Vec<Field>) {
    let content_type = content_type.filter(|name| !name.is_empty());
    if content_type.is_none() && fields.is_empty() {
        return;
    }
    let at = match content_type {
        Some(name) => response.media.iter().position(|media| media.name.eq_ignore_ascii_case(name)),
        None => (!response.media.is_empty()).then_some(0),
    };
    let at = at.unwrap_or_else(|| {
        response.media.insert(0, media_by_hand(content_type.unwrap_or(USUAL_MEDIA)));
        0
    });
    let Some(media) = response.media.get_mut(at).filter(|_| !fields.is_empty()) else { return };
    // From then on its own fields differ.
    media.same_as_first = false;
    for field in &fields {
        put(media, field.clone());
    }
    complete_example(media, &fields);
}
