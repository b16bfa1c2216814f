//! Checks the servers of a spec: URLs that no request is sent to.

use crate::server::server;
use base::diagnostic::{Code, Diagnostic};
use base::tree::{NodeId, NodeRef};

/// The servers of a `servers` field that the request panel does not send to.
pub(super) fn check_servers(servers: NodeRef<'_>) -> impl Iterator<Item = Diagnostic<NodeId>> + '_ {
    servers.items().filter(|node| !node.get_bool("x-internal")).filter_map(|node| {
        let url = server(node)?.default_url();
        let reason = what_is_wrong(&url)?;
        let shown: String = url.chars().take(100).collect();
        let place = node.get("url").unwrap_or(node).id();
        Some(
            Diagnostic::new(Code::InvalidServer, format!("the server `{shown}` {reason}"), place)
                .with_help("use `https://` and a host, or a path; the request panel ignores this server".to_owned()),
        )
    })
}

/// Why no request can be sent to a URL; `None` for `http:`, `https:`, their sockets, and paths.
fn what_is_wrong(url: &str) -> Option<String> {
    // As browsers parse it: without white space and control characters, `\` as `/`.
    let url: String =
        url.chars().filter(|&c| c > ' ' && c != '\u{7f}').map(|c| if c == '\\' { '/' } else { c }).collect();
    let before_path = url.find(['/', '?', '#']).unwrap_or(url.len());
    let scheme = url[..before_path].split_once(':').map(|(scheme, _)| scheme);
    // A template variable may be the scheme.
    let scheme = scheme.filter(|scheme| !scheme.contains(['{', '}']));
    let after = match scheme.map(str::to_ascii_lowercase).as_deref() {
        Some("http" | "https" | "ws" | "wss") => url.split_once(':').map_or("", |(_, after)| after),
        Some(other) => return Some(format!("has the scheme `{other}:`, which requests cannot use")),
        None if url.starts_with("//") => return Some("has a host but no scheme".to_owned()),
        None => return None,
    };
    let host = after.trim_start_matches('/').split(['/', '?', '#']).next().unwrap_or_default();
    host.contains('@').then(|| "contains a user name".to_owned())
}

#[cfg(test)]
mod tests {
    use super::what_is_wrong;

    #[test]
    fn only_addresses_of_the_web_are_fine() {
        for url in
            ["https://a.b/v1", "http://localhost:8080", "/v1", "v1/x:y", "", "./", "wss://a", "{scheme}://a", "{url}"]
        {
            assert_eq!(what_is_wrong(url), None, "{url}");
        }
        for url in [
            "javascript:alert(1)",
            "JaVa\tScript:x",
            "file:///etc",
            "//evil",
            "\\\\evil",
            "data:x",
            "https://a@evil.com/",
            "ftp://a",
        ] {
            assert!(what_is_wrong(url).is_some(), "{url}");
        }
    }
}
