//! Checks the URLs that a spec shows to readers: some schemes never become links.

use crate::parse::split::{ChunkKey, Section};
use base::diagnostic::{Code, Diagnostic};
use base::text::DestinationKind;
use base::tree::{NodeId, NodeRef};

/// The URL fields of an OAuth flow.
const FLOW: [&str; 4] = ["authorizationUrl", "tokenUrl", "refreshUrl", "deviceAuthorizationUrl"];

/// Refused URLs of a chunk that is a field of the document's root: `info`, `externalDocs`, `tags`.
pub(super) fn check_root_links(key: &ChunkKey, root: NodeRef<'_>) -> Vec<Diagnostic<NodeId>> {
    let mut found = Vec::new();
    match (key.section, &*key.name) {
        (Section::Root, "info") => {
            found.extend(refused(root.get("termsOfService"), "termsOfService"));
            for (holder, shown) in [("contact", "contact.url"), ("license", "license.url")] {
                found.extend(refused(root.get(holder).and_then(|holder| holder.get("url")), shown));
            }
        }
        (Section::Root, "externalDocs") => found.extend(refused(root.get("url"), "externalDocs.url")),
        (Section::Root, "tags") => found.extend(root.items().filter_map(check_external_docs)),
        _ => {}
    }
    found
}

/// Refused URLs of one object of the description: its `externalDocs`, and its OAuth flows.
pub(super) fn check_links(node: NodeRef<'_>) -> Vec<Diagnostic<NodeId>> {
    let mut found: Vec<_> = check_external_docs(node).into_iter().collect();
    found.extend(refused(node.get("openIdConnectUrl"), "openIdConnectUrl"));
    for (_, flow) in node.get("flows").into_iter().flat_map(NodeRef::entries) {
        found.extend(FLOW.into_iter().filter_map(|name| refused(flow.get(name), name)));
    }
    found
}

fn check_external_docs(node: NodeRef<'_>) -> Option<Diagnostic<NodeId>> {
    refused(node.get("externalDocs")?.get("url"), "externalDocs.url")
}

/// The finding about a URL that is not allowed as a link.
fn refused(node: Option<NodeRef<'_>>, name: &str) -> Option<Diagnostic<NodeId>> {
    let node = node?;
    let url = node.as_str().filter(|url| DestinationKind::of(url) == DestinationKind::Refused)?;
    let shown: String = url.chars().take(100).map(|c| if c.is_control() { ' ' } else { c }).collect();
    let message = format!("`{name}` is `{shown}`, which is not allowed as a link");
    let help = "write an http or https URL; this one is shown as text".to_owned();
    Some(Diagnostic::new(Code::UnsafeLink, message, node.id()).with_help(help))
}
