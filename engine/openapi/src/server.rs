//! Server objects: base URLs with variables.

use std::borrow::Cow;

use super::spec::{Text, shown_text};
use base::tree::NodeRef;

/// A server with its URL as a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Server {
    /// May contain `{variable}` and may be relative.
    pub url: Text,
    /// The short name of 3.2.
    pub name: Option<Text>,
    /// Markdown.
    pub description: Option<Text>,
    /// The variables of its URL template.
    pub variables: Vec<ServerVariable>,
}

/// A variable of a server's URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerVariable {
    /// The name between braces in the URL.
    pub name: Text,
    /// Default value.
    pub default: Text,
    /// The allowed values; empty if any value is.
    pub values: Vec<Text>,
    /// Markdown.
    pub description: Option<Text>,
}

impl Server {
    /// The URL with each variable replaced by its default, without a final slash. One without a scheme has that of the page
    /// that refers to it (RFC 3986, section 4.2), which is unknown here: `https`.
    pub fn default_url(&self) -> String {
        let mut url = self.absolute_template().into_owned();
        for variable in &self.variables {
            url = url.replace(&format!("{{{}}}", variable.name), &variable.default);
        }
        url.truncate(url.trim_end_matches('/').len());
        url
    }

    /// The URL template, with `https` if only the scheme is missing.
    pub fn absolute_template(&self) -> Cow<'_, str> {
        match self.url.starts_with("//") {
            true => Cow::Owned(format!("https:{}", self.url)),
            false => Cow::Borrowed(&self.url),
        }
    }
}

/// The servers of a `servers` field, without invalid ones.
pub(crate) fn servers(node: NodeRef<'_>) -> Vec<Server> {
    node.items().filter(|node| !node.get_bool("x-internal")).filter_map(server).collect()
}

/// A server object; `None` if it has no URL.
pub(super) fn server(node: NodeRef<'_>) -> Option<Server> {
    let text =
        |node: NodeRef<'_>, key: &str| node.get(key).and_then(NodeRef::scalar).map(|text| shown_text(text).into());
    let variable = |(name, node): (NodeRef<'_>, NodeRef<'_>)| ServerVariable {
        name: name.text().into(),
        default: text(node, "default").unwrap_or_default(),
        values: node
            .get("enum")
            .into_iter()
            .flat_map(NodeRef::items)
            .filter_map(NodeRef::scalar)
            .map(Text::from)
            .collect(),
        description: text(node, "description"),
    };
    Some(Server {
        url: text(node, "url")?,
        name: text(node, "name"),
        description: text(node, "description"),
        variables: node.get("variables").into_iter().flat_map(NodeRef::entries).map(variable).collect(),
    })
}
