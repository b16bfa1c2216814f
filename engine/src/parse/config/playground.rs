//! The `playground` field of `tool.json`: how the request panel reaches servers.

use super::fields::PLAYGROUND;
use super::read::ConfigReader;
use super::site::origin;
use base::diagnostic::{Code, Diagnostic};
use base::tree::NodeRef;

/// How the request panel reaches servers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PlaygroundSetting {
    /// The proxy for requests, called as `<proxyUrl>?url=<encoded target>`. `None`: requests go directly to the server.
    pub(crate) proxy_url: Option<Box<str>>,
    /// Additional origins that the dev server's proxy may reach, including private ones.
    pub(crate) allow: Vec<Box<str>>,
}

impl ConfigReader {
    /// Reads the setting.
    pub(super) fn playground(&mut self, node: NodeRef<'_>) -> PlaygroundSetting {
        let mut setting = PlaygroundSetting::default();
        if !node.is_object() {
            self.wrong_type(node, "`playground`", "an object");
            return setting;
        }
        self.unknown_fields(node, &PLAYGROUND.names());
        if let Some(value) = node.get("proxyUrl") {
            setting.proxy_url = self.string(value, "proxyUrl").filter(|url| is_reachable(url));
            if setting.proxy_url.is_none() && value.as_str().is_some_and(|url| !url.trim().is_empty()) {
                let message = "`proxyUrl` must be an http or https URL, or a path of this site that begins with `/`";
                self.diagnostics.push(Diagnostic::new(Code::InvalidConfig, message, value.span()));
            }
        }
        if let Some(allow) = node.get("allow") {
            if allow.is_array() {
                setting.allow = allow.items().filter_map(|item| self.allowed_origin(item)).collect();
            } else {
                self.wrong_type(allow, "`allow`", "a list of origins");
            }
        }
        setting
    }

    /// Reads an origin that the proxy may reach.
    fn allowed_origin(&mut self, node: NodeRef<'_>) -> Option<Box<str>> {
        let text = self.string(node, "allow")?;
        if origin(&text).is_none() {
            self.invalid(node, "an entry of `allow` must be an origin, such as `http://localhost:8080`");
            return None;
        }
        Some(text)
    }
}

/// Whether a browser can send requests to it from any page.
fn is_reachable(url: &str) -> bool {
    let begins = |scheme: &str| url.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
    begins("https://") || begins("http://") || (url.starts_with('/') && !url.starts_with("//") && !url.contains('\\'))
}

#[cfg(test)]
mod tests {
    use super::super::read::read;

    #[test]
    fn the_proxy_is_an_address_that_browsers_can_reach() {
        let found = |value: &str| {
            let file = read(&format!(r#"{{"name": "N", "playground": {value}}}"#));
            let said = file.diagnostics.iter().map(|found| found.message.clone()).collect::<Vec<_>>().join("; ");
            (file.config.playground.proxy_url.unwrap_or_default().into_string(), said)
        };
        for good in ["https://proxy.test/", "HTTP://p.test", "/proxy"] {
            assert_eq!(found(&format!(r#"{{"proxyUrl": "{good}"}}"#)), (good.to_owned(), String::new()));
        }
        for bad in ["javascript:alert(1)", "//evil.test", "proxy", "/\\\\evil", "file:///x"] {
            let (proxy, said) = found(&format!(r#"{{"proxyUrl": "{bad}"}}"#));
            assert!(proxy.is_empty() && said.contains("`proxyUrl` must be"), "{bad}: {proxy} {said}");
        }
        assert_eq!(found(r#"{"allow": ["https://a.test"]}"#), Default::default());
        let said = "an entry of `allow` must be an origin, such as `http://localhost:8080`";
        assert_eq!(
            found(r#"{"allow": ["localhost:8080", "http://localhost:8080", "ftp://a.test"]}"#).1,
            [said; 2].join("; ")
        );
        assert_eq!(found(r#"{"proxyUrl": ""}"#).1, "`proxyUrl` is empty");
        assert_eq!(found(r#"{"proxyURL": "/p"}"#).1, "unknown field `proxyURL`");
        assert_eq!(found("true").1, "`playground` must be an object, not a boolean");
    }
}
