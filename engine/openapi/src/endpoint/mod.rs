//! One operation, resolved: everything its page shows, with references followed and schemas walked to four levels.
//!
//! The value contains no positions and no IDs, so an edit that changes nothing visible leaves it equal. It depends on
//! exactly the chunks that it shows.

mod allows;
mod body;
mod cases;
mod complete;
mod direction;
mod encoding;
mod example;
mod extract;
mod field;
mod flatten;
mod items;
mod named;
mod parameter;
mod pattern;
mod stream;
mod value;
mod variants;
mod walk;
mod words;
mod xml;

#[cfg(test)]
mod corpus;
#[cfg(test)]
mod growth;
#[cfg(test)]
mod tests;
#[cfg(test)]
pub(crate) mod validity;

use super::chunks::Chunk;
use super::operation::OperationHead;
use super::security::SecurityScheme;
use super::server::Server;
use super::spec::Text;
use crate::Db;

pub use body::{MediaKind, essence, media_kind};
pub use complete::{Placed, complete_endpoint};
pub use example::{scalar, stated};
pub use field::{Field, FieldNote, SchemaLink, Variant, VariantField, Written};
pub use named::{Model, model, model_example, model_name, own_model};
use value::shortened;
pub use value::{Shortened, Value};
pub use words::{Words, word_ranges};

/// A resolved operation. `F` represents a field; during assembly it is a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoint<F = Field> {
    /// Its names and path.
    pub head: OperationHead,
    /// Markdown.
    pub description: Option<Text>,
    /// `externalDocs`.
    pub external_docs: Option<ExternalDocs>,
    /// `x-badges`, and the tags that are badges.
    pub badges: Vec<Text>,
    /// Those of the operation, or else of the path, or of the document.
    pub servers: Vec<Server>,
    /// The level that declares the servers.
    pub servers_of: ServerLevel,
    /// The security alternatives. Empty if the document has none.
    pub security: Vec<Vec<SecurityNeed>>,
    /// By location, in the order of [`Location`].
    pub parameters: Vec<Parameter<F>>,
    /// The request body.
    pub body: Option<Body<F>>,
    /// First the successful ones that have a schema, lowest first; then all others in document order.
    pub responses: Vec<Response<F>>,
    /// The callbacks.
    pub callbacks: Vec<Callback<F>>,
    /// The spec's own samples, in display order.
    pub samples: Vec<CodeSample>,
    /// The unresolved references of the operation.
    pub unresolved: Vec<FieldNote>,
}

/// A link to external documentation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExternalDocs {
    /// The link target, as written.
    pub url: Text,
    /// Markdown.
    pub description: Option<Text>,
}

/// What declares an operation's servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ServerLevel {
    /// The operation itself.
    Operation,
    /// Its path item.
    Path,
    /// The document.
    Document,
}

/// A scheme in a requirement, resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecurityNeed {
    /// The name of the scheme.
    pub name: Text,
    /// The scopes that it requires.
    pub scopes: Vec<Text>,
    /// `None` if the spec does not declare it. An author's unknown scheme has no kind.
    pub scheme: Option<SecurityScheme>,
}

impl SecurityNeed {
    /// Its scopes with their descriptions in the flows of its scheme.
    pub fn described_scopes(&self) -> impl Iterator<Item = (&Text, &Text)> {
        let schemes = self.scheme.iter();
        schemes
            .flat_map(|scheme| self.scopes.iter().map(move |scope| (scheme, scope)))
            .flat_map(|(scheme, scope)| scheme.scope(scope).into_iter().map(move |about| (scope, about)))
    }
}

/// The location of a parameter, in display order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Location {
    /// A request header.
    Header,
    /// A segment of the path.
    Path,
    /// A parameter of the query string.
    Query,
    /// The whole query string (OpenAPI 3.2).
    QueryString,
    /// A cookie.
    Cookie,
}

impl Location {
    /// Every location, in order.
    pub const ALL: [Self; 5] = [Self::Header, Self::Path, Self::Query, Self::QueryString, Self::Cookie];

    /// Its name in OpenAPI; also the first part of its fields' anchors.
    pub fn name(self) -> &'static str {
        match self {
            Self::Header => "header",
            Self::Path => "path",
            Self::Query => "query",
            Self::QueryString => "querystring",
            Self::Cookie => "cookie",
        }
    }

    /// The id of its group's title.
    pub fn group(self) -> &'static str {
        match self {
            Self::Header => "headers",
            Self::Path => "path-parameters",
            Self::Query => "query-parameters",
            Self::QueryString => "query-string",
            Self::Cookie => "cookie-parameters",
        }
    }

    /// The title of its group.
    pub fn title(self) -> &'static str {
        match self {
            Self::Header => "Headers",
            Self::Path => "Path Parameters",
            Self::Query => "Query Parameters",
            Self::QueryString => "Query String",
            Self::Cookie => "Cookie Parameters",
        }
    }
}

/// A parameter of an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter<F = Field> {
    /// Its location.
    pub location: Location,
    /// Its name, type and description.
    pub field: F,
    /// `style`: how a list or object is serialized.
    pub style: Option<Text>,
    /// `explode`: whether each item is a parameter of its own.
    pub explode: Option<bool>,
    /// `allowReserved`: whether reserved characters stay unescaped.
    pub allow_reserved: bool,
    /// The media type of its value, if it has one.
    pub content: Option<Text>,
    /// The value in samples; `None` if samples omit the parameter.
    pub sample: Option<Value>,
}

/// A request body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Body<F = Field> {
    /// Whether a request must have it.
    pub required: bool,
    /// Markdown.
    pub description: Option<Text>,
    /// The default one, then the others in document order.
    pub media: Vec<Media<F>>,
}

/// A media type of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Media<F = Field> {
    /// The media type, as the spec writes it.
    pub name: Text,
    /// The whole body; its children are the body's fields.
    pub field: Option<F>,
    /// Whether it has the schema of the first media type, whose fields are not repeated.
    pub same_as_first: bool,
    /// Whether the schema applies to each item of a stream: `itemSchema` (OpenAPI 3.2).
    pub of_items: bool,
    /// How the properties of a form or of parts are encoded.
    pub encoding: Vec<Encoding<F>>,
    /// The examples, in display order. Samples send the first.
    pub examples: Vec<Example>,
    /// The examples that are not in the document.
    pub external: Vec<ExternalExample>,
}

/// An example elsewhere: `externalValue`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExternalExample {
    /// Its summary, or else its name.
    pub title: Text,
    /// Its URL, as written.
    pub url: Text,
}

impl Media {
    /// The fields of the body.
    pub fn fields(&self) -> &[Field] {
        self.field.as_ref().map_or(&[], |field| &field.children)
    }
}

/// The encoding of one property of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encoding<F = Field> {
    /// The property.
    pub name: Text,
    /// `contentType`.
    pub content_type: Option<Text>,
    /// `style`.
    pub style: Option<Text>,
    /// `explode`.
    pub explode: Option<bool>,
    /// `allowReserved`.
    pub allow_reserved: bool,
    /// Headers of the part.
    pub headers: Vec<F>,
    /// The encoding of what is in the part (OpenAPI 3.2).
    pub nested: Vec<Encoding<F>>,
}

/// An example of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// Its summary, or else its name; `None` for a single example.
    pub title: Option<Text>,
    /// Markdown.
    pub description: Option<Text>,
    /// The complete text.
    pub text: Text,
    /// The displayed part, if it is very long.
    pub short: Option<Shortened>,
    /// Whether it was generated from the schema because the spec has none.
    pub made: bool,
    /// Whether it was generated with every field. Precedes it: a request with the members that are required or have an
    /// example or a default.
    pub is_complete: bool,
    /// Its value, in requests whose format is not JSON.
    pub value: Option<Value>,
}

impl Example {
    /// An example of the spec.
    fn given(title: Option<Text>, description: Option<Text>, text: Text) -> Self {
        let short = shortened(&text);
        Self { title, description, text, short, made: false, is_complete: false, value: None }
    }

    /// A generated example, which may be long.
    pub fn made(text: Text) -> Self {
        let short = shortened(&text);
        Self { title: None, description: None, text, short, made: true, is_complete: false, value: None }
    }

    /// Whether it was generated without members, since none is required: as a body it shows nothing.
    pub fn is_blank(&self) -> bool {
        self.made && &*self.text == "{}"
    }

    /// The value of a form's or a part's members.
    pub fn members(&self) -> &[(Text, Value)] {
        match &self.value {
            Some(Value::Object(members)) => members,
            _ => &[],
        }
    }

    /// The displayed text.
    pub fn shown(&self) -> &str {
        self.short.as_ref().map_or(&self.text, |short| &short.text)
    }
}

/// A response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response<F = Field> {
    /// `200`, `4XX`, `default`.
    pub status: Text,
    /// Markdown.
    pub description: Option<Text>,
    /// Response headers.
    pub headers: Vec<F>,
    /// Its body by media type.
    pub media: Vec<Media<F>>,
    /// Links to other operations.
    pub links: Vec<Link>,
    /// The author's element for it.
    pub written: Option<Written>,
}

impl<F> Response<F> {
    /// Whether it is a success with a schema.
    pub fn is_main(&self) -> bool {
        self.status.starts_with('2') && self.media.iter().any(|media| media.field.is_some())
    }
}

/// A link from a response to another operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The key of the link in the response.
    pub name: Text,
    /// `operationId`.
    pub operation_id: Option<Text>,
    /// `operationRef`.
    pub operation_ref: Option<Text>,
    /// Markdown.
    pub description: Option<Text>,
    /// Parameter and value: a runtime expression, or a value as written in the source.
    pub parameters: Vec<(Text, Text)>,
    /// The request body: a runtime expression, or a value as written in the source.
    pub request_body: Option<Text>,
    /// The server that overrides those of the operation.
    pub server: Option<Server>,
}

impl Link {
    /// The `operationId` or reference of the operation.
    pub fn operation(&self) -> Option<&Text> {
        self.operation_id.as_ref().or(self.operation_ref.as_ref())
    }
}

/// A callback.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Callback<F = Field> {
    /// The key of the callback in the operation.
    pub name: Text,
    /// Its position; it has no other data.
    pub at: F,
    /// The request. Its path is the runtime expression of its URL; it has no callbacks of its own.
    pub operation: Endpoint<F>,
}

/// A sample of the spec.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeSample {
    /// The title of its tab.
    pub label: Text,
    /// The language, as the spec names it.
    pub language: Text,
    /// The code.
    pub source: Text,
}

/// The resolved operation of a chunk.
#[salsa::tracked(returns(ref))]
pub fn endpoint<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> Endpoint {
    let (draft, roots) = extract::extract(db, chunk);
    let budget = db.field_budget(chunk.spec(db));
    let mut fields: Vec<Option<Field>> = walk::walk(db, &roots, budget).into_iter().map(Some).collect();
    let mut endpoint = draft.map(&mut |at| fields.get_mut(at).and_then(Option::take).unwrap_or_default());
    endpoint.each_media(&|media| {
        encoding::add_encoding(media);
        stream::name_stream(media);
    });
    endpoint
}

impl Endpoint {
    /// Changes each media type of the request and response bodies, also of callbacks.
    fn each_media(&mut self, change: &impl Fn(&mut Media)) {
        let bodies = self.body.iter_mut().flat_map(|body| &mut body.media);
        bodies.chain(self.responses.iter_mut().flat_map(|response| &mut response.media)).for_each(change);
        // A callback has none of its own.
        self.callbacks.iter_mut().for_each(|callback| callback.operation.each_media(change));
    }
}

impl<F> Endpoint<F> {
    /// The endpoint with each field replaced.
    pub fn map<G>(self, to: &mut impl FnMut(F) -> G) -> Endpoint<G> {
        Endpoint {
            head: self.head,
            description: self.description,
            external_docs: self.external_docs,
            badges: self.badges,
            servers: self.servers,
            servers_of: self.servers_of,
            security: self.security,
            parameters: self.parameters.into_iter().map(|parameter| parameter.map(to)).collect(),
            body: self.body.map(|body| body.map(to)),
            responses: self.responses.into_iter().map(|response| response.map(to)).collect(),
            callbacks: self.callbacks.into_iter().map(|callback| callback.map(to)).collect(),
            samples: self.samples,
            unresolved: self.unresolved,
        }
    }
}

impl<F> Parameter<F> {
    fn map<G>(self, to: &mut impl FnMut(F) -> G) -> Parameter<G> {
        let Self { location, field, style, explode, allow_reserved, content, sample } = self;
        Parameter { location, field: to(field), style, explode, allow_reserved, content, sample }
    }
}

impl<F> Body<F> {
    fn map<G>(self, to: &mut impl FnMut(F) -> G) -> Body<G> {
        let media = self.media.into_iter().map(|media| media.map(to)).collect();
        Body { required: self.required, description: self.description, media }
    }
}

impl<F> Media<F> {
    fn map<G>(self, to: &mut impl FnMut(F) -> G) -> Media<G> {
        let Self { name, field, same_as_first, of_items, encoding, examples, external } = self;
        let field = field.map(&mut *to);
        let encoding = encoding.into_iter().map(|encoding| encoding.map(to)).collect();
        Media { name, field, same_as_first, of_items, encoding, examples, external }
    }
}

impl<F> Encoding<F> {
    fn map<G>(self, to: &mut impl FnMut(F) -> G) -> Encoding<G> {
        let Self { name, content_type, style, explode, allow_reserved, headers, nested } = self;
        let headers = headers.into_iter().map(&mut *to).collect();
        // Read to a limited depth.
        let nested = nested.into_iter().map(|encoding| encoding.map(to)).collect();
        Encoding { name, content_type, style, explode, allow_reserved, headers, nested }
    }
}

impl<F> Response<F> {
    fn map<G>(self, to: &mut impl FnMut(F) -> G) -> Response<G> {
        Response {
            status: self.status,
            description: self.description,
            headers: self.headers.into_iter().map(&mut *to).collect(),
            media: self.media.into_iter().map(|media| media.map(to)).collect(),
            links: self.links,
            written: self.written,
        }
    }
}

impl<F> Callback<F> {
    fn map<G>(self, to: &mut impl FnMut(F) -> G) -> Callback<G> {
        let Self { name, at, operation } = self;
        Callback { name, at: to(at), operation: operation.map(to) }
    }
}
