//! The attribute `security` of an author's endpoint, resolved to security requirements.

use crate::Db;
use crate::parse::component::{WrittenNeed, read_security};
use base::inputs::File;
use base::tree::{Limits, Tree};
use openapi::endpoint::SecurityNeed;
use openapi::security::{SecurityKind, SecurityScheme, scheme, security_scheme};
use openapi::spec::Text;

/// The alternatives that an author lists. A scheme given only by name is the first one of that name declared in
/// `specs`.
pub(super) fn needs(db: &dyn Db, specs: &[File], json: &str) -> Vec<Vec<SecurityNeed>> {
    let mut alternatives = read_security(json).unwrap_or_default();
    if alternatives.is_empty() {
        // As in OpenAPI, an empty list means that no credentials are needed.
        alternatives.push(Vec::new());
    }
    alternatives.into_iter().map(|needs| needs.into_iter().map(|need| resolved(db, specs, need)).collect()).collect()
}

fn resolved(db: &dyn Db, specs: &[File], need: WrittenNeed) -> SecurityNeed {
    let name: Text = need.name.into();
    let written = need.scheme.and_then(|object| {
        let text = object.to_string();
        scheme(Tree::from_json(&text, Limits::default()).tree.root()).map(in_full)
    });
    let declared = || specs.iter().find_map(|&spec| security_scheme(db, spec, &name).cloned());
    let unknown = || SecurityScheme { kind: SecurityKind::Other("".into()), description: None, deprecated: false };
    let scheme = written.or_else(declared).unwrap_or_else(unknown);
    SecurityNeed { name, scopes: need.scopes.into_iter().map(Text::from).collect(), scheme: Some(scheme) }
}

/// An HTTP scheme may be written as a type.
fn in_full(mut scheme: SecurityScheme) -> SecurityScheme {
    if let SecurityKind::Other(kind) = &scheme.kind
        && ["basic", "bearer", "digest"].iter().any(|known| kind.eq_ignore_ascii_case(known))
    {
        scheme.kind = SecurityKind::Http { scheme: kind.clone(), bearer_format: None };
    }
    scheme
}
