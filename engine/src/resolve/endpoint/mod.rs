//! One operation, resolved: everything its page shows, with references followed and schemas walked to four levels.
//!
//! The value holds no positions and no ids, so an edit that changes nothing visible leaves it equal. Its dependencies are
//! exactly the chunks that it shows.

mod allows;
mod authored;
mod body;
mod complete;
mod encoding;
mod example;
mod extract;
mod field;
mod flatten;
mod items;
mod named;
mod parameter;
mod pattern;
mod value;
mod variants;
mod walk;
mod words;

#[cfg(test)]
pub(crate) mod corpus;
#[cfg(test)]
mod tests;
#[cfg(test)]
pub(crate) mod validity;

use super::chunks::Chunk;
use super::operation::OperationHead;
use super::security::SecurityScheme;
use super::server::Server;
use super::spec::Text;
use crate::inputs::{Db, FileSet};
use crate::parse::config::api_setting;

pub(crate) use authored::{
    AuthoredEndpoint, AuthoredModel, Element, Fields, authored_endpoint, authored_model, authored_request, source_of,
    stray_responses,
};
pub(crate) use body::{MediaKind, media_kind};
pub(crate) use complete::{Placed, complete_endpoint};

pub(crate) use field::{Field, FieldNote, SchemaLink, Variant, Written};
pub(crate) use named::{Model, model, model_example, own_model};
pub(crate) use parameter::{location, path_parameters};
use value::shortened;
pub(crate) use value::{Shortened, Value};

/// A resolved operation. `F` is what stands for a field; while the operation is put together, it is a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Endpoint<F = Field> {
    pub(crate) head: OperationHead,
    /// Markdown.
    pub(crate) description: Option<Text>,
    pub(crate) external_docs: Option<ExternalDocs>,
    pub(crate) badges: Vec<Text>,
    /// Those of the operation, else of the path, else of the document.
    pub(crate) servers: Vec<Server>,
    /// Whose servers they are.
    pub(crate) servers_of: ServerLevel,
    /// Ways to be let in, any of which will do. Empty: the document says nothing.
    pub(crate) security: Vec<Vec<SecurityNeed>>,
    /// By location, in the order of [`Location`].
    pub(crate) parameters: Vec<Parameter<F>>,
    pub(crate) body: Option<Body<F>>,
    /// First the successful ones that have a schema, lowest first; then all others in document order.
    pub(crate) responses: Vec<Response<F>>,
    pub(crate) callbacks: Vec<Callback<F>>,
    /// Samples that the spec brings, in the order in which they are shown.
    pub(crate) samples: Vec<CodeSample>,
    /// References of the operation that lead nowhere.
    pub(crate) unresolved: Vec<FieldNote>,
}

/// A link to documentation elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ExternalDocs {
    pub(crate) url: Text,
    pub(crate) description: Option<Text>,
}

/// What declares an operation's servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ServerLevel {
    Operation,
    Path,
    Document,
}

/// A scheme that a requirement names, and what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SecurityNeed {
    pub(crate) name: Text,
    pub(crate) scopes: Vec<Text>,
    /// Absent when the spec does not declare it. One of an author's that nothing is known of is of no kind.
    pub(crate) scheme: Option<SecurityScheme>,
}

impl SecurityNeed {
    /// Its scopes with what each allows, as the flows of its scheme say it.
    pub(crate) fn described_scopes(&self) -> impl Iterator<Item = (&Text, &Text)> {
        let schemes = self.scheme.iter();
        schemes
            .flat_map(|scheme| self.scopes.iter().map(move |scope| (scheme, scope)))
            .flat_map(|(scheme, scope)| scheme.scope(scope).into_iter().map(move |about| (scope, about)))
    }
}

/// Where a parameter travels. The order is the one in which the groups are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Location {
    Header,
    Path,
    Query,
    /// The query as a whole (OpenAPI 3.2).
    QueryString,
    Cookie,
}

impl Location {
    /// Every location, in order.
    pub(crate) const ALL: [Self; 5] = [Self::Header, Self::Path, Self::Query, Self::QueryString, Self::Cookie];

    /// The name that OpenAPI gives it; also the first part of its fields' anchors.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Header => "header",
            Self::Path => "path",
            Self::Query => "query",
            Self::QueryString => "querystring",
            Self::Cookie => "cookie",
        }
    }

    /// The id of its group's title.
    pub(crate) fn group(self) -> &'static str {
        match self {
            Self::Header => "headers",
            Self::Path => "path-parameters",
            Self::Query => "query-parameters",
            Self::QueryString => "query-string",
            Self::Cookie => "cookie-parameters",
        }
    }

    /// The title of its group.
    pub(crate) fn title(self) -> &'static str {
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
pub(crate) struct Parameter<F = Field> {
    pub(crate) location: Location,
    pub(crate) field: F,
    pub(crate) style: Option<Text>,
    pub(crate) explode: Option<bool>,
    pub(crate) allow_reserved: bool,
    /// The media type that its value is written in, when it has one.
    pub(crate) content: Option<Text>,
    /// The value in samples; absent where samples leave the parameter out.
    pub(crate) sample: Option<Value>,
}

/// A request body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Body<F = Field> {
    pub(crate) required: bool,
    pub(crate) description: Option<Text>,
    /// The one that is shown first, then the others in document order.
    pub(crate) media: Vec<Media<F>>,
}

/// A media type of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Media<F = Field> {
    pub(crate) name: Text,
    /// The body as a whole; its children are the body's fields.
    pub(crate) field: Option<F>,
    /// It has the same schema as the first media type, whose fields are not shown again.
    pub(crate) same_as_first: bool,
    /// The schema is that of each item of a stream: `itemSchema` of OpenAPI 3.2.
    pub(crate) of_items: bool,
    /// How the properties of a form or of parts are written.
    pub(crate) encoding: Vec<Encoding<F>>,
    pub(crate) examples: Vec<Example>,
    /// The value of the first example, where samples need its members.
    pub(crate) value: Option<Value>,
}

/// How one property of a body is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Encoding<F = Field> {
    /// The property.
    pub(crate) name: Text,
    pub(crate) content_type: Option<Text>,
    pub(crate) style: Option<Text>,
    pub(crate) explode: Option<bool>,
    pub(crate) allow_reserved: bool,
    pub(crate) headers: Vec<F>,
}

/// An example of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Example {
    /// Its summary, else its name; absent for the only one.
    pub(crate) title: Option<Text>,
    pub(crate) description: Option<Text>,
    /// All of it.
    pub(crate) text: Text,
    /// What is shown of it, where it is very long.
    pub(crate) short: Option<Shortened>,
    /// Made from the schema, since the spec has none.
    pub(crate) made: bool,
}

impl Example {
    /// One that the spec has.
    fn given(title: Option<Text>, description: Option<Text>, text: Text) -> Self {
        let short = shortened(&text);
        Self { title, description, text, short, made: false }
    }

    /// One that was made: of an example of a schema it may be long.
    pub(crate) fn made(text: Text) -> Self {
        let short = shortened(&text);
        Self { title: None, description: None, text, short, made: true }
    }

    /// What is shown of it.
    pub(crate) fn shown(&self) -> &str {
        self.short.as_ref().map_or(&self.text, |short| &short.text)
    }
}

/// A response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Response<F = Field> {
    /// `200`, `4XX`, `default`.
    pub(crate) status: Text,
    pub(crate) description: Option<Text>,
    pub(crate) headers: Vec<F>,
    pub(crate) media: Vec<Media<F>>,
    pub(crate) links: Vec<Link>,
    /// The element that an author wrote it in, or wrote of it in.
    pub(crate) written: Option<Written>,
}

impl<F> Response<F> {
    /// Whether it is a success that says what its body is.
    pub(crate) fn is_main(&self) -> bool {
        self.status.starts_with('2') && self.media.iter().any(|media| media.field.is_some())
    }
}

/// A link from a response to another operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    pub(crate) name: Text,
    pub(crate) operation_id: Option<Text>,
    pub(crate) operation_ref: Option<Text>,
    pub(crate) description: Option<Text>,
    /// Parameter and its value: a runtime expression, or a value as the source spells it.
    pub(crate) parameters: Vec<(Text, Text)>,
    /// The same for the body.
    pub(crate) request_body: Option<Text>,
    pub(crate) server: Option<Server>,
}

impl Link {
    /// The `operationId` or reference of the operation.
    pub(crate) fn operation(&self) -> Option<&Text> {
        self.operation_id.as_ref().or(self.operation_ref.as_ref())
    }
}

/// A request that the server makes later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Callback<F = Field> {
    pub(crate) name: Text,
    /// Its place; it holds nothing else.
    pub(crate) at: F,
    /// The request. Its path is the runtime expression of its URL; it has no callbacks of its own.
    pub(crate) operation: Endpoint<F>,
}

/// A sample that the spec brings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CodeSample {
    pub(crate) label: Text,
    pub(crate) language: Text,
    pub(crate) source: Text,
}

/// The resolved operation of a chunk.
#[salsa::tracked(returns(ref))]
pub(crate) fn endpoint<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> Endpoint {
    let (draft, roots) = extract::extract(db, chunk);
    let budget = api_setting(db, FileSet::get(db).config(db)).expand_fields;
    let mut fields: Vec<Option<Field>> = walk::walk(db, &roots, budget).into_iter().map(Some).collect();
    let mut endpoint = draft.map(&mut |at| fields.get_mut(at).and_then(Option::take).unwrap_or_default());
    encoding::tell(&mut endpoint);
    endpoint
}

impl<F> Endpoint<F> {
    /// The same with each field replaced.
    pub(crate) fn map<G>(self, to: &mut impl FnMut(F) -> G) -> Endpoint<G> {
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
        let Self { name, field, same_as_first, of_items, encoding, examples, value } = self;
        let field = field.map(&mut *to);
        let encoding = encoding.into_iter().map(|encoding| encoding.map(to)).collect();
        Media { name, field, same_as_first, of_items, encoding, examples, value }
    }
}

impl<F> Encoding<F> {
    fn map<G>(self, to: &mut impl FnMut(F) -> G) -> Encoding<G> {
        let Self { name, content_type, style, explode, allow_reserved, headers } = self;
        let headers = headers.into_iter().map(to).collect();
        Encoding { name, content_type, style, explode, allow_reserved, headers }
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
