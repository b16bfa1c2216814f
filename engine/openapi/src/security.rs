//! Security requirements and the schemes that they name.

use super::chunks::{Chunk, ChunkKey, ChunkName, Section, find_chunk};
use super::reference::{Target, follow};
use super::spec::{Text, shown_text, spec_info};
use crate::Db;
use base::inputs::File;
use base::tree::NodeRef;

/// One alternative: all of these schemes together. Empty if no credentials are needed.
pub(crate) type SecurityRequirement = Vec<SecurityUse>;

/// A scheme that a requirement names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SecurityUse {
    pub(crate) name: Text,
    pub(crate) scopes: Vec<Text>,
}

/// A declared security scheme.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecurityScheme {
    /// How a client authenticates.
    pub kind: SecurityKind,
    /// Markdown.
    pub description: Option<Text>,
    /// `deprecated` (OpenAPI 3.2).
    pub deprecated: bool,
}

impl SecurityScheme {
    /// The descriptions of each scope in the flows, without duplicates.
    pub(crate) fn scope(&self, scope: &str) -> Vec<&Text> {
        let SecurityKind::OAuth2 { flows, .. } = &self.kind else { return Vec::new() };
        let mut found: Vec<&Text> = Vec::new();
        for (name, about) in flows.iter().flat_map(|flow| &flow.scopes) {
            if **name == *scope && !about.is_empty() && !found.contains(&about) {
                found.push(about);
            }
        }
        found
    }
}

/// The kind of credentials that a scheme requires.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SecurityKind {
    /// A key in a header, the query or a cookie.
    ApiKey {
        /// The name of the header, parameter or cookie.
        name: Text,
        /// `header`, `query` or `cookie`.
        location: Text,
    },
    /// The scheme of an `Authorization` header: `basic`, `bearer`.
    Http {
        /// The scheme, in the registry of RFC 9110.
        scheme: Text,
        /// `bearerFormat`.
        bearer_format: Option<Text>,
    },
    /// OAuth 2 flows by name.
    OAuth2 {
        /// The flows in document order.
        flows: Vec<OAuthFlow>,
        /// The URL of the authorization server's metadata (OpenAPI 3.2).
        metadata_url: Option<Text>,
    },
    /// OpenID Connect discovery.
    OpenIdConnect {
        /// `openIdConnectUrl`.
        url: Text,
    },
    /// A client certificate.
    MutualTls,
    /// Any other `type`; empty if the scheme has none.
    Other(Text),
}

impl SecurityKind {
    /// Whether readers sign in on a page of the provider, which redirects back to the site.
    pub fn signs_in(&self) -> bool {
        match self {
            Self::OAuth2 { flows, .. } => flows.iter().any(|flow| &*flow.name == "authorizationCode"),
            Self::OpenIdConnect { .. } => true,
            _ => false,
        }
    }

    /// The token and refresh URLs, or the OpenID Connect discovery URL.
    pub fn token_urls(&self) -> Vec<&Text> {
        match self {
            Self::OAuth2 { flows, .. } => {
                flows.iter().flat_map(|flow| flow.token_url.iter().chain(&flow.refresh_url)).collect()
            }
            Self::OpenIdConnect { url } => vec![url],
            _ => Vec::new(),
        }
    }
}

/// A flow of OAuth 2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OAuthFlow {
    /// The key of the flow: `authorizationCode`, `implicit`, ….
    pub name: Text,
    /// `authorizationUrl`.
    pub authorization_url: Option<Text>,
    /// The URL of the `deviceAuthorization` flow of OpenAPI 3.2.
    pub device_authorization_url: Option<Text>,
    /// `tokenUrl`.
    pub token_url: Option<Text>,
    /// `refreshUrl`.
    pub refresh_url: Option<Text>,
    /// Each scope with its description.
    pub scopes: Vec<(Text, Text)>,
}

impl OAuthFlow {
    /// Its URLs, each with its purpose.
    pub fn addresses(&self) -> Vec<(&'static str, &Text)> {
        let all = [
            ("authorize", &self.authorization_url),
            ("device", &self.device_authorization_url),
            ("token", &self.token_url),
            ("refresh", &self.refresh_url),
        ];
        all.into_iter().filter_map(|(label, url)| Some((label, url.as_ref()?))).collect()
    }
}

/// The requirements of a `security` field; `None` if it is not an array.
pub(crate) fn security_requirements(node: NodeRef<'_>) -> Option<Vec<SecurityRequirement>> {
    let scheme = |(name, scopes): (NodeRef<'_>, NodeRef<'_>)| SecurityUse {
        name: name.text().into(),
        scopes: scopes.items().filter_map(NodeRef::scalar).map(Text::from).collect(),
    };
    let objects = node.items().filter(|item| item.is_object());
    node.is_array().then(|| objects.map(|item| item.entries().map(scheme).collect()).collect())
}

/// The schemes that a spec declares, in its order.
pub fn declared_schemes(db: &dyn Db, spec: File) -> impl Iterator<Item = &SecurityScheme> {
    spec_info(db, spec).security_schemes.iter().filter_map(move |name| security_scheme(db, spec, &name.as_ref().into()))
}

/// A security scheme as a key of queries.
#[salsa::interned]
struct SchemeName<'db> {
    #[returns(copy)]
    file: File,
    #[returns(ref)]
    name: Text,
}

/// The declared scheme of that name, references followed.
pub fn security_scheme<'db>(db: &'db dyn Db, file: File, name: &Text) -> Option<&'db SecurityScheme> {
    find_scheme(db, SchemeName::new(db, file, name.clone())).as_ref()
}

#[salsa::tracked(returns(ref))]
fn find_scheme<'db>(db: &'db dyn Db, name: SchemeName<'db>) -> Option<SecurityScheme> {
    let key = ChunkKey {
        section: Section::Components,
        name: "securitySchemes".into(),
        member: name.name(db).as_ref().into(),
    };
    let chunk: Chunk<'db> = find_chunk(db, ChunkName::new(db, name.file(db), key))?;
    let target = follow(db, Target::root(db, chunk)).ok()?;
    scheme(target.node(db))
}

/// The scheme that a Security Scheme Object describes.
pub fn scheme(node: NodeRef<'_>) -> Option<SecurityScheme> {
    let text = |key: &str| node.get(key).and_then(NodeRef::scalar).map(|text| Text::from(shown_text(text)));
    let kind = match node.get_str("type")? {
        "apiKey" => SecurityKind::ApiKey {
            name: text("name").unwrap_or_default(),
            location: text("in").unwrap_or_else(|| "header".into()),
        },
        "http" => SecurityKind::Http {
            scheme: text("scheme").unwrap_or_else(|| "bearer".into()),
            bearer_format: text("bearerFormat"),
        },
        "oauth2" => SecurityKind::OAuth2 {
            flows: node.get("flows").map(flows).unwrap_or_default(),
            metadata_url: text("oauth2MetadataUrl"),
        },
        "openIdConnect" => SecurityKind::OpenIdConnect { url: text("openIdConnectUrl").unwrap_or_default() },
        "mutualTLS" => SecurityKind::MutualTls,
        other => SecurityKind::Other(other.into()),
    };
    Some(SecurityScheme { kind, description: text("description"), deprecated: node.get_bool("deprecated") })
}

fn flows(node: NodeRef<'_>) -> Vec<OAuthFlow> {
    let flow = |(name, node): (NodeRef<'_>, NodeRef<'_>)| {
        let text = |key: &str| node.get(key).and_then(NodeRef::scalar).map(Text::from);
        let scopes = node.get("scopes").into_iter().flat_map(NodeRef::entries);
        OAuthFlow {
            name: name.text().into(),
            authorization_url: text("authorizationUrl"),
            device_authorization_url: text("deviceAuthorizationUrl"),
            token_url: text("tokenUrl"),
            refresh_url: text("refreshUrl"),
            scopes: scopes.map(|(scope, about)| (scope.text().into(), about.text().into())).collect(),
        }
    };
    node.entries().filter(|(name, node)| node.is_object() && !name.text().starts_with("x-")).map(flow).collect()
}
