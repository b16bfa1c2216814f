//! The fields `redirects` and `host` of `tool.json`.

use std::sync::Arc;

use super::read::Reader;
use super::site::leads_somewhere;
use base::diagnostic::{Code, Diagnostic, Span, did_you_mean};
use base::tree::NodeRef;

/// An address that leads to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RedirectSetting {
    /// The old address as the id that a page would have there: without slashes at its ends.
    pub(crate) from: Arc<str>,
    /// A destination as in a link, or an address of another site.
    pub(crate) to: Box<str>,
}

/// Where the two addresses of a redirect stand in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RedirectSpans {
    pub(crate) from: Span,
    pub(crate) to: Span,
}

/// A host whose files or rules `build` makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Host {
    Netlify,
    Cloudflare,
    Vercel,
    Nginx,
    Caddy,
    Apache,
}

impl Host {
    /// Every host, with its name in `tool.json`.
    pub(crate) const ALL: [(&'static str, Self); 6] = [
        ("netlify", Self::Netlify),
        ("cloudflare", Self::Cloudflare),
        ("vercel", Self::Vercel),
        ("nginx", Self::Nginx),
        ("caddy", Self::Caddy),
        ("apache", Self::Apache),
    ];
}

impl Reader {
    /// The redirects, in the order of the file.
    pub(super) fn redirects(&mut self, root: NodeRef<'_>) -> (Vec<RedirectSetting>, Vec<RedirectSpans>) {
        let Some(node) = root.get("redirects") else { return Default::default() };
        if !node.is_object() {
            self.wrong_type(node, "`redirects`", "an object from old addresses to new ones");
            return Default::default();
        }
        let mut found = (Vec::new(), Vec::new());
        for (key, value) in node.entries() {
            let Some(from) = old_address(key.text()) else {
                self.diagnostics.push(
                    Diagnostic::new(
                        Code::InvalidConfig,
                        format!("`{}` cannot be the address of a redirect", key.text()),
                        key.span(),
                    )
                    .with_help("write the old path, such as `/guides/old`, without `?`, `#` and patterns".to_owned()),
                );
                continue;
            };
            let Some(to) = self.string(value, "redirects") else { continue };
            if !is_target(&to) {
                self.invalid(value, TARGET);
                continue;
            }
            found.0.push(RedirectSetting { from, to });
            found.1.push(RedirectSpans { from: key.span(), to: value.span() });
        }
        found
    }

    /// The host that the site is made for.
    pub(super) fn host(&mut self, root: NodeRef<'_>) -> Option<Host> {
        let node = root.get("host")?;
        let text = self.string(node, "host")?;
        let known = Host::ALL.iter().find(|(name, _)| *name == &*text);
        if known.is_none() {
            let names = Host::ALL.map(|(name, _)| name);
            let help = did_you_mean(&text, names).unwrap_or_else(|| format!("the hosts are {}", names.join(", ")));
            let message = format!("there are no rules for the host `{text}`");
            self.diagnostics.push(Diagnostic::new(Code::InvalidConfig, message, node.span()).with_help(help));
        }
        known.map(|(_, host)| *host)
    }
}

/// What is said of a target that leads nowhere.
pub(crate) const TARGET: &str = "a redirect leads to a page or file of the site, or to an http or https address";

/// Whether a redirect may lead there.
pub(crate) fn is_target(to: &str) -> bool {
    let begins = |scheme: &str| to.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
    leads_somewhere(to) && !begins("mailto:") && !begins("tel:")
}

/// An old address of a redirect as the id of a page. None for what could be no file of the site, and for the first page.
#[must_use]
pub fn old_address(text: &str) -> Option<Arc<str>> {
    let path = text.strip_prefix('/').unwrap_or(text);
    let path = path.strip_suffix("/index.html").or_else(|| path.strip_suffix('/')).unwrap_or(path);
    let is_plain = |part: &str| {
        !matches!(part, "" | "." | "..")
            && part.len() <= 200
            && !part.ends_with(['.', ' '])
            && !part.contains(['<', '>', ':', '"', '\\', '|', '?', '*', '%', '#', ' ', '{', '}', '$', '^', ';'])
            && !part.contains(char::is_control)
    };
    (!path.is_empty() && path != "index" && path.len() <= 1024 && path.split('/').all(is_plain)).then(|| path.into())
}

#[cfg(test)]
mod tests {
    use super::super::read::read;
    use super::old_address;

    #[test]
    fn old_addresses_are_paths_that_a_file_may_have() {
        for (text, id) in [("/a/b", "a/b"), ("a/", "a"), ("/a/index.html", "a"), ("/old.html", "old.html"), ("/ä", "ä")]
        {
            assert_eq!(old_address(text).as_deref(), Some(id), "{text}");
        }
        for text in [
            "",
            "/",
            "//a",
            "/a//b",
            "/../a",
            "/a?b",
            "/a#b",
            "/a/*",
            "/:id",
            "https://a.test/",
            "/a b",
            "/a%20b",
            "\\a",
            "index",
        ] {
            assert_eq!(old_address(text), None, "{text}");
        }
    }

    #[test]
    fn wrong_redirects_and_hosts_are_reported_where_they_stand() {
        let text = r#"{"name": "N", "host": "netlfy", "redirects": {"/a": "/b", "/x/*": "/b", "/c": "javascript:x", "/d": 3, "/e": "//evil.test", "/f": "https://a.test/"}}"#;
        let file = read(text);
        let found: Vec<String> =
            file.diagnostics.iter().map(|d| format!("{} at {}", d.message, &text[d.place.unwrap().range()])).collect();
        insta::assert_snapshot!(found.join("\n"), @r#"
        `/x/*` cannot be the address of a redirect at "/x/*"
        a redirect leads to a page or file of the site, or to an http or https address at "javascript:x"
        `redirects` must be a string, not a number at 3
        a redirect leads to a page or file of the site, or to an http or https address at "//evil.test"
        there are no rules for the host `netlfy` at "netlfy"
        "#);
        let kept: Vec<&str> = file.config.redirects.iter().map(|redirect| &*redirect.from).collect();
        assert_eq!(kept, ["a", "f"]);
        assert!(read(r#"{"name": "N", "redirects": ["a"], "host": "vercel"}"#).config.host.is_some());
    }
}
