//! Checks security requirements: their schemes and scopes are declared.

use std::collections::BTreeSet;

use crate::Db;
use crate::chunks::{Chunk, ChunkKey, ChunkName, Section, find_chunk};
use crate::security::{SecurityKind, security_scheme};
use crate::spec::{Text, Version, spec_info, version};
use base::diagnostic::{Code, Diagnostic, Severity, did_you_mean};
use base::inputs::File;
use base::tree::{NodeId, NodeRef};

/// The findings about a `security` field.
pub(super) fn check_security<'db>(
    db: &'db dyn Db,
    chunk: Chunk<'db>,
    requirements: NodeRef<'db>,
) -> Vec<Diagnostic<NodeId>> {
    let spec = chunk.spec(db);
    let mut found = Vec::new();
    let mut mistyped = |message: String, node: NodeRef<'_>, help: Option<String>| {
        let diagnostic = Diagnostic::new(Code::InvalidSpec, message, node.id()).with_help(help);
        found.push(Diagnostic { severity: Severity::Warning, ..diagnostic });
    };
    // That the field of the document is an array is checked with the document.
    if !requirements.is_array() && chunk.key(db).section != Section::Root {
        mistyped(format!("`security` must be an array, found {}", requirements.kind().words()), requirements, None);
    }
    let mut uses = Vec::new();
    for requirement in requirements.items() {
        if !requirement.is_object() {
            let name = requirement.as_str().filter(|name| !name.contains(char::is_whitespace));
            let help = name.map(|name| format!("write `{name}: []`"));
            let words = requirement.kind().words();
            mistyped(format!("a security requirement must be an object, found {words}"), requirement, help);
        }
        for (name, scopes) in requirement.entries().filter(|(name, _)| name.text() != "$ref") {
            if scopes.is_array() {
                uses.push((name, scopes));
            } else {
                let message = format!("`{}` must be an array of scopes, found {}", name.text(), scopes.kind().words());
                mistyped(message, name, Some(format!("write `{}: []` if it needs none", name.text())));
            }
        }
    }
    for (name, scopes) in uses {
        found.extend(undeclared_scheme(db, spec, name));
        found.extend(undeclared_scopes(db, spec, name, scopes));
    }
    found
}

fn undeclared_scheme(db: &dyn Db, spec: File, name: NodeRef<'_>) -> Option<Diagnostic<NodeId>> {
    let is_there = |section: &str, member: &str| {
        let key = ChunkKey { section: Section::Components, name: section.into(), member: member.into() };
        find_chunk(db, ChunkName::new(db, spec, key)).is_some()
    };
    let text = name.text();
    // The schemes may be in another file as a whole, and since 3.2 a requirement may be a URI.
    let is_elsewhere = is_there("securitySchemes", "$ref")
        || is_there("$ref", "")
        || (version(db, spec) >= Version::V32 && text.contains(['/', '#']));
    if is_there("securitySchemes", text) || is_elsewhere {
        return None;
    }
    let known = &spec_info(db, spec).security_schemes;
    let help = did_you_mean(text, known.iter().map(|name| &**name))
        .unwrap_or_else(|| "declare it in `components/securitySchemes`".to_owned());
    let message = format!("the security scheme `{text}` is not declared");
    Some(Diagnostic::new(Code::UndeclaredSecurity, message, name.id()).with_help(help))
}

fn undeclared_scopes(db: &dyn Db, spec: File, name: NodeRef<'_>, scopes: NodeRef<'_>) -> Vec<Diagnostic<NodeId>> {
    let scheme = security_scheme(db, spec, &Text::from(name.text()));
    let Some(SecurityKind::OAuth2 { flows, metadata_url: None }) = scheme.map(|scheme| &scheme.kind) else {
        return Vec::new();
    };
    if flows.is_empty() || scopes.items().next().is_none() {
        return Vec::new();
    }
    let declared: BTreeSet<&str> = flows.iter().flat_map(|flow| &flow.scopes).map(|(scope, _)| &**scope).collect();
    let wrong = scopes.items().filter(|scope| scope.scalar().is_some_and(|text| !declared.contains(text)));
    wrong
        .map(|scope| {
            let help = did_you_mean(scope.text(), declared.iter().copied())
                .unwrap_or_else(|| format!("add it to the `scopes` of a flow of `{}`", name.text()));
            let message = format!("the scope `{}` is not declared by `{}`", scope.text(), name.text());
            Diagnostic::new(Code::UndeclaredSecurity, message, scope.id()).with_help(help)
        })
        .collect()
}
