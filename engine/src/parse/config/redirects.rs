//! The fields `redirects` and `host` of `tool.json`.

use std::sync::Arc;

use super::editions::EditionRoot;
use super::read::ConfigReader;
use super::site::leads_somewhere;
use base::diagnostic::{Code, Diagnostic, Span, did_you_mean};

/// A redirect from an old path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RedirectSetting {
    /// The old path as a page id: without leading and trailing slashes.
    pub(crate) from: Arc<str>,
    /// A destination as in a link, or a URL of another site.
    pub(crate) to: Box<str>,
}

/// The spans of a redirect's source and target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RedirectSpans {
    pub(crate) from: Span,
    pub(crate) to: Span,
}

/// A host for which `build` generates configuration files or rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Host {
    Netlify,
    Cloudflare,
    Vercel,
    Nginx,
    Caddy,
    Apache,
    GithubPages,
    Azure,
    Firebase,
    Cloudfront,
}

impl Host {
    /// Every host, with its name in `tool.json`.
    pub(crate) const ALL: [(&'static str, Self); 10] = [
        ("netlify", Self::Netlify),
        ("cloudflare", Self::Cloudflare),
        ("vercel", Self::Vercel),
        ("nginx", Self::Nginx),
        ("caddy", Self::Caddy),
        ("apache", Self::Apache),
        ("github-pages", Self::GithubPages),
        ("azure", Self::Azure),
        ("firebase", Self::Firebase),
        ("cloudfront", Self::Cloudfront),
    ];
}

impl ConfigReader {
    /// Reads the redirects, in file order.
    pub(super) fn redirects(&mut self, root: EditionRoot<'_>) -> (Vec<RedirectSetting>, Vec<RedirectSpans>) {
        let Some(node) = root.get("redirects") else { return Default::default() };
        if !node.is_object() {
            self.wrong_type(node, "`redirects`", "an object that maps old paths to new ones");
            return Default::default();
        }
        let mut found = (Vec::new(), Vec::new());
        for (key, value) in node.entries() {
            let Some(from) = old_address(key.text()) else {
                self.diagnostics.push(
                    Diagnostic::new(Code::InvalidConfig, format!("`{}` cannot be redirected", key.text()), key.span())
                        .with_help("use the old path, such as `/guides/old`, without `?`, `#` or wildcards".to_owned()),
                );
                continue;
            };
            let Some(to) = self.string(value, "redirects") else { continue };
            if !is_target(&to) {
                self.invalid(value, TARGET);
                continue;
            }
            found.0.push(RedirectSetting { from, to });
            let place = root.commit_of("redirects");
            found.1.push(RedirectSpans { from: place.unwrap_or(key.span()), to: place.unwrap_or(value.span()) });
        }
        found
    }

    /// Reads the host.
    pub(super) fn host(&mut self, root: EditionRoot<'_>) -> Option<Host> {
        let node = root.get("host")?;
        let text = self.string(node, "host")?;
        let known = Host::ALL.iter().find(|(name, _)| *name == &*text);
        if known.is_none() {
            let names = Host::ALL.map(|(name, _)| name);
            let help =
                did_you_mean(&text, names).unwrap_or_else(|| format!("the supported hosts are {}", names.join(", ")));
            let message = format!("unknown host `{text}`");
            self.diagnostics.push(Diagnostic::new(Code::InvalidConfig, message, node.span()).with_help(help));
        }
        known.map(|(_, host)| *host)
    }
}

/// The message for an invalid target.
pub(crate) const TARGET: &str = "a redirect must point to a page or file of the site, or to an http or https URL";

/// Whether this is a valid redirect target.
pub(crate) fn is_target(to: &str) -> bool {
    let begins = |scheme: &str| to.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
    leads_somewhere(to) && !begins("mailto:") && !begins("tel:")
}

/// The source path of a redirect as a page id. `None` for the home page and for paths that cannot be files of the site.
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
        `/x/*` cannot be redirected at "/x/*"
        a redirect must point to a page or file of the site, or to an http or https URL at "javascript:x"
        `redirects` must be a string, not a number at 3
        a redirect must point to a page or file of the site, or to an http or https URL at "//evil.test"
        unknown host `netlfy` at "netlfy"
        "#);
        let kept: Vec<&str> = file.config.redirects.iter().map(|redirect| &*redirect.from).collect();
        assert_eq!(kept, ["a", "f"]);
        assert!(read(r#"{"name": "N", "redirects": ["a"], "host": "vercel"}"#).config.host.is_some());
    }
}
