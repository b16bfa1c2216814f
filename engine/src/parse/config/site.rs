//! The fields of `tool.json` that every page depends on: images, links, the announcement, the footer.

use std::sync::Arc;

use super::editions::EditionRoot;
use super::fields::{FEEDBACK, FOOTER, LINK, LOGO, NAVBAR, PAGE_FACTS};
use super::read::ConfigReader;
use super::{Feedback, Footer, HistorySetting, Logo, PageAction, TopLink};
use base::diagnostic::{Code, Diagnostic, Span, did_you_mean};
use base::tree::NodeRef;

/// The file extensions of images.
const IMAGES: [&str; 8] = ["svg", "png", "jpg", "jpeg", "webp", "gif", "avif", "ico"];

/// The spans of these fields, for checks that depend on other files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SiteSpans {
    /// The link destinations.
    pub(crate) links: Vec<(Box<str>, Span)>,
    /// The files that are published for these fields, by their paths from the root.
    pub(crate) files: Vec<(Arc<str>, Span)>,
    /// The file with the theme, which is not published.
    pub(crate) theme_file: Option<(Arc<str>, Span)>,
    /// `pageFacts`.
    pub(crate) page_facts: Option<Span>,
}

/// Whether `url` in `tool.json` may have this value.
#[must_use]
pub fn is_site_url(text: &str) -> bool {
    origin(text).is_some() && !text.contains(['?', '#', ' ', '<', '>', '"'])
}

impl ConfigReader {
    /// Reads the URL of the published site, without a trailing slash.
    pub(super) fn site_url(&mut self, root: EditionRoot<'_>) -> Option<Box<str>> {
        let node = root.get("url")?;
        let text = self.string(node, "url")?;
        if !is_site_url(&text) {
            self.invalid(node, "`url` must be an http or https URL without `?` and `#`");
            return None;
        }
        Some(text.trim_end_matches('/').into())
    }

    /// Reads the logo: one image for light and dark pages, or one for each.
    pub(super) fn logo(&mut self, root: EditionRoot<'_>, spans: &mut SiteSpans) -> Option<Logo> {
        let node = root.get("logo")?;
        if !node.is_object() {
            return Some(Logo { light: self.image(node, "logo", spans)?, dark: None });
        }
        self.unknown_fields(node, &LOGO.names());
        let mut part = |name: &str| node.get(name).and_then(|node| self.image(node, name, spans));
        let (light, dark) = (part("light"), part("dark"));
        match (light, dark) {
            (Some(light), dark) => Some(Logo { light, dark }),
            (None, Some(dark)) => Some(Logo { light: dark, dark: None }),
            (None, None) => {
                if node.entries().next().is_none() {
                    self.invalid(node, "`logo` must have `light` and `dark`");
                }
                None
            }
        }
    }

    /// Reads the favicon.
    pub(super) fn favicon(&mut self, root: EditionRoot<'_>, spans: &mut SiteSpans) -> Option<Arc<str>> {
        root.get("favicon").and_then(|node| self.image(node, "favicon", spans))
    }

    fn image(&mut self, node: NodeRef<'_>, name: &str, spans: &mut SiteSpans) -> Option<Arc<str>> {
        let path = self.path(node, name)?;
        if !is_image(&path) {
            self.invalid(node, &format!("`{name}` must be an image: {}", IMAGES.join(", ")));
            return None;
        }
        spans.files.push((path.clone(), node.span()));
        Some(path)
    }

    /// Reads the URL for editing a page. `{path}` represents the path of the file, which is appended if it is absent.
    pub(super) fn edit_url(&mut self, root: EditionRoot<'_>) -> Option<Box<str>> {
        let node = root.get("editUrl")?;
        let text = self.string(node, "editUrl")?;
        let is_plain = origin(&text).is_some() && !text.contains([' ', '<', '>', '"']);
        if !is_plain {
            self.invalid(node, "`editUrl` must be an http or https URL");
            return None;
        }
        Some(if text.contains("{path}") { text } else { format!("{}/{{path}}", text.trim_end_matches('/')).into() })
    }

    /// Reads what pages show of their history.
    pub(super) fn page_facts(&mut self, root: EditionRoot<'_>, spans: &mut SiteSpans) -> HistorySetting {
        let Some(node) = root.get("pageFacts") else { return HistorySetting::default() };
        if !node.is_object() {
            self.wrong_type(node, "`pageFacts`", "an object with `updated` and `contributors`");
        }
        self.unknown_fields(node, &PAGE_FACTS.names());
        spans.page_facts = Some(node.span());
        HistorySetting {
            updated: self.switch(node, "updated").unwrap_or_default(),
            contributors: self.switch(node, "contributors").unwrap_or_default(),
        }
    }

    /// Reads whether pages ask for feedback: a flag, or an object with the URL that receives it.
    pub(super) fn feedback(&mut self, root: EditionRoot<'_>) -> Option<Feedback> {
        let node = root.get("feedback")?;
        if let Some(is_on) = node.as_bool() {
            return is_on.then_some(Feedback { url: None });
        }
        if !node.is_object() {
            self.wrong_type(node, "`feedback`", "`true`, `false` or an object with `url`");
            return None;
        }
        self.unknown_fields(node, &FEEDBACK.names());
        let Some(url) = node.get("url") else {
            self.invalid(node, "`feedback` must have `url`; write `true` if no server receives it");
            return None;
        };
        let text = self.string(url, "url")?;
        let is_path = text.starts_with('/') && !text.starts_with("//");
        if !(is_path || origin(&text).is_some()) || text.contains([' ', '<', '>', '"', '\\']) {
            self.invalid(url, "`url` must be an http or https URL, or a path that begins with `/`");
            return None;
        }
        Some(Feedback { url: Some(text) })
    }

    /// Reads the entries of the menu above each page; all of them by default.
    pub(super) fn page_menu(&mut self, root: EditionRoot<'_>) -> Vec<PageAction> {
        let names = PageAction::ALL.map(|(name, _)| name);
        let Some(list) = root.get("pageMenu") else { return PageAction::ALL.map(|(_, action)| action).to_vec() };
        if !list.is_array() {
            self.wrong_type(list, "`pageMenu`", "a list of entries");
        }
        let mut actions = Vec::new();
        for node in list.items() {
            let Some(text) = self.string(node, "pageMenu") else { continue };
            match PageAction::ALL.iter().find(|(name, _)| *name == &*text) {
                Some((_, action)) if actions.contains(action) => {}
                Some((_, action)) => actions.push(*action),
                None => {
                    let help = did_you_mean(&text, names)
                        .unwrap_or_else(|| format!("the entries are `{}`", names.join("`, `")));
                    let message = format!("unknown entry `{text}` in `pageMenu`");
                    self.diagnostics.push(Diagnostic::new(Code::InvalidConfig, message, node.span()).with_help(help));
                }
            }
        }
        actions
    }

    /// Reads whether pages show their description.
    pub(super) fn page_descriptions(&mut self, root: EditionRoot<'_>) -> bool {
        let Some(node) = root.get("pageDescriptions") else { return false };
        let is_on = node.as_bool();
        if is_on.is_none() {
            self.wrong_type(node, "`pageDescriptions`", "true or false");
        }
        is_on.unwrap_or_default()
    }

    /// Reads whether pages have a social card, which only a site with a URL can link to.
    pub(super) fn social_cards(&mut self, root: EditionRoot<'_>) -> bool {
        let Some(node) = root.get("socialCards") else { return false };
        let Some(is_on) = node.as_bool() else {
            self.wrong_type(node, "`socialCards`", "true or false");
            return false;
        };
        if is_on && root.get("url").is_none() {
            let message = "`socialCards` has no effect without `url`";
            let help = "add the `url` of the published site: links to pictures must be whole URLs".to_owned();
            self.diagnostics.push(Diagnostic::new(Code::InvalidConfig, message, node.span()).with_help(help));
        }
        is_on
    }

    /// Reads the footer: a text, links, or both.
    pub(super) fn footer(&mut self, root: EditionRoot<'_>, spans: &mut SiteSpans) -> Footer {
        let Some(node) = root.get("footer") else { return Footer::default() };
        if !node.is_object() {
            return Footer { text: self.string(node, "footer"), links: Vec::new() };
        }
        self.unknown_fields(node, &FOOTER.names());
        let text = node.get("text").and_then(|text| self.string(text, "text"));
        let links = node.get("links").map(|links| self.links(links, "footer.links", spans)).unwrap_or_default();
        Footer { text, links }
    }

    /// Reads the links in the navigation bar.
    pub(super) fn top_links(&mut self, root: EditionRoot<'_>, spans: &mut SiteSpans) -> Vec<TopLink> {
        let Some(navbar) = root.get("navbar") else { return Vec::new() };
        if !navbar.is_object() {
            self.wrong_type(navbar, "`navbar`", "an object");
            return Vec::new();
        }
        self.unknown_fields(navbar, &NAVBAR.names());
        navbar.get("links").map(|links| self.links(links, "navbar.links", spans)).unwrap_or_default()
    }

    fn links(&mut self, links: NodeRef<'_>, name: &str, spans: &mut SiteSpans) -> Vec<TopLink> {
        if !links.is_array() {
            self.wrong_type(links, &format!("`{name}`"), "a list");
        }
        let mut result = Vec::new();
        for link in links.items() {
            self.unknown_fields(link, &LINK.names());
            let title = link.get("title").or_else(|| link.get("label"));
            let (Some(title), Some(href)) = (title, link.get("href")) else {
                self.wrong_type(link, &format!("a link of `{name}`"), "an object with `title` and `href`");
                continue;
            };
            if let (Some(title), Some(href)) = (self.string(title, "title"), self.destination(href, "href", spans)) {
                result.push(TopLink { title, href });
            }
        }
        result
    }

    /// Reads a destination: a page or file of the site, or a URL with an allowed scheme.
    pub(super) fn destination(&mut self, node: NodeRef<'_>, name: &str, spans: &mut SiteSpans) -> Option<Box<str>> {
        let text = self.string(node, name)?;
        if !leads_somewhere(&text) {
            self.invalid(node, &no_destination(name));
            return None;
        }
        spans.links.push((text.clone(), node.span()));
        Some(text)
    }

    /// Reports a value of the right type that is invalid.
    pub(super) fn invalid(&mut self, node: NodeRef<'_>, message: &str) {
        self.diagnostics.push(Diagnostic::new(Code::InvalidConfig, message.to_owned(), node.span()));
    }
}

/// Whether a path has the extension of an image.
fn is_image(path: &str) -> bool {
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    IMAGES.iter().any(|known| extension.eq_ignore_ascii_case(known))
}

/// The message for a destination that is not allowed.
pub(super) fn no_destination(name: &str) -> String {
    let subject = if name == "message" { "a link of `message`".to_owned() } else { format!("`{name}`") };
    format!("{subject} must be a page or file of the site, or an http, https or mailto URL")
}

/// Whether a destination is a path, or a URL with an allowed scheme.
#[must_use]
pub fn leads_somewhere(text: &str) -> bool {
    if text.starts_with("//") || text.contains(|c: char| c.is_control() || c == '\\') {
        return false;
    }
    let scheme = text.split(['/', '?', '#']).next().and_then(|first| first.split_once(':')).map(|(scheme, _)| scheme);
    let known = ["http", "https", "mailto", "tel"];
    scheme.is_none_or(|scheme| known.iter().any(|known| scheme.eq_ignore_ascii_case(known)))
}

/// The scheme, host and port of an http or https URL; `None` if it has no plain origin.
pub(super) fn origin(address: &str) -> Option<&str> {
    let begins = |scheme: &str| address.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
    let start = ["https://", "http://"].into_iter().find(|scheme| begins(scheme))?.len();
    let rest = address.get(start..)?;
    let host = rest.split(['/', '?', '#']).next()?;
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b':' | b'[' | b']' | b'_');
    (!host.is_empty() && host.bytes().all(is_plain)).then(|| address.get(..start + host.len())).flatten()
}

#[cfg(test)]
mod tests {
    use super::super::read::read;
    use super::{leads_somewhere, origin};

    /// The diagnostics of a configuration, with the text at their spans.
    fn said(fields: &str) -> String {
        let text = format!(r#"{{"name": "N", {fields}}}"#);
        let file = read(&text);
        let line = |found: &base::diagnostic::Diagnostic<base::diagnostic::Span>| {
            format!("{}: {} at {}\n", found.code.name(), found.message, &text[found.place.unwrap().range()])
        };
        file.diagnostics.iter().map(line).collect()
    }

    #[test]
    fn links_of_the_sidebar_lead_somewhere_too() {
        let link = |href: &str| said(&format!(r#""sidebar": [{{"title": "T", "href": "{href}"}}]"#));
        for href in ["javascript:alert(1)", "//evil.test", "data:text/html,x"] {
            let wanted = format!(
                "invalid-config: `href` must be a page or file of the site, or an http, https or mailto URL at \"{href}\"\n"
            );
            assert_eq!(link(href), wanted);
        }
        for href in ["https://a.test", "/guide", "mailto:a@b.test", "guide#part"] {
            assert_eq!(link(href), "");
        }
    }

    #[test]
    fn wrong_values_are_reported_where_they_stand() {
        let wrong = [
            r#""url": "docs.test""#,
            r#""url": "https://a.test/?q""#,
            r#""logo": "../a.svg", "favicon": "icon.txt""#,
            r#""logo": {"ligt": "a.svg"}, "favicon": 3"#,
            r#""editUrl": "javascript:alert(1)""#,
            r#""announcement": {"href": "javascript:x"}"#,
            r#""announcement": {"text": "", "dismissible": 1}"#,
            r#""footer": {"texts": "a", "links": [{"title": "T"}]}"#,
            r#""navbar": {"links": {}, "logo": "x"}"#,
            r#""navbar": {"links": [{"title": "T", "href": "//evil.test"}]}"#,
            r#""feedback": "https://a.test""#,
            r#""feedback": {"uri": "/f"}"#,
            r#""feedback": {"url": "javascript:x"}"#,
            r#""feedback": {"url": "//evil.test/f"}"#,
        ];
        insta::assert_snapshot!(wrong.map(said).join("--\n"), @r#"
        invalid-config: `url` must be an http or https URL without `?` and `#` at "docs.test"
        --
        invalid-config: `url` must be an http or https URL without `?` and `#` at "https://a.test/?q"
        --
        outside-project: `../a.svg` is not a path within the project at "../a.svg"
        invalid-config: `favicon` must be an image: svg, png, jpg, jpeg, webp, gif, avif, ico at "icon.txt"
        --
        unknown-field: unknown field `ligt` at "ligt"
        invalid-config: `favicon` must be a string, not a number at 3
        --
        invalid-config: `editUrl` must be an http or https URL at "javascript:alert(1)"
        --
        invalid-config: `href` must be a page or file of the site, or an http, https or mailto URL at "javascript:x"
        invalid-config: `announcement` must have `text` or `message` at {"href": "javascript:x"}
        --
        invalid-config: `dismissible` must be `true` or `false`, not a number at 1
        invalid-config: `text` is empty at ""
        --
        unknown-field: unknown field `texts` at "texts"
        invalid-config: a link of `footer.links` must be an object with `title` and `href`, not an object at {"title": "T"}
        --
        unknown-field: unknown field `logo` at "logo"
        invalid-config: `navbar.links` must be a list, not an object at {}
        --
        invalid-config: `href` must be a page or file of the site, or an http, https or mailto URL at "//evil.test"
        --
        invalid-config: `feedback` must be `true`, `false` or an object with `url`, not a string at "https://a.test"
        --
        unknown-field: unknown field `uri` at "uri"
        invalid-config: `feedback` must have `url`; write `true` if no server receives it at {"uri": "/f"}
        --
        invalid-config: `url` must be an http or https URL, or a path that begins with `/` at "javascript:x"
        --
        invalid-config: `url` must be an http or https URL, or a path that begins with `/` at "//evil.test/f"
        "#);
    }

    #[test]
    fn the_values_of_a_site_are_read() {
        let text = r#"{"name": "N", "url": "https://a.test/b/", "logo": {"light": "docs/./a.svg", "dark": "docs/b.svg"},
            "favicon": "docs/i.png", "editUrl": "https://git.test/edit/", "announcement": {"text": "T", "href": "/a"},
            "footer": {"text": "F", "links": [{"title": "L", "href": "mailto:a@b.test"}]}}"#;
        let file = read(text);
        assert!(file.diagnostics.is_empty(), "{:?}", file.diagnostics);
        insta::assert_debug_snapshot!(file.config.texts, @r#"
        SiteTexts {
            name: "N",
            description: None,
            url: Some(
                "https://a.test/b",
            ),
            base: "https://a.test/b",
            path: "/",
            lang: "en",
            dir: Ltr,
            top_links: [],
            footer: Footer {
                text: Some(
                    "F",
                ),
                links: [
                    TopLink {
                        title: "L",
                        href: "mailto:a@b.test",
                    },
                ],
            },
            logo: Some(
                Logo {
                    light: "docs/a.svg",
                    dark: Some(
                        "docs/b.svg",
                    ),
                },
            ),
            favicon: Some(
                "docs/i.png",
            ),
            stylesheet: None,
            edit_url: Some(
                "https://git.test/edit/{path}",
            ),
            page_facts: HistorySetting {
                updated: false,
                contributors: false,
            },
            analytics: None,
            feedback: None,
            page_menu: [
                Copy,
                View,
                ChatGpt,
                Claude,
                Cursor,
            ],
            page_descriptions: false,
            social_cards: false,
            announcement: Some(
                Announcement {
                    text: "T",
                    message: [],
                    kind: None,
                    href: Some(
                        "/a",
                    ),
                    dismissible: true,
                },
            ),
            head: [],
        }
        "#);
    }

    #[test]
    fn only_plain_addresses_have_an_origin() {
        assert_eq!(origin("https://a.test:8080/x?y"), Some("https://a.test:8080"));
        assert_eq!(origin("HTTP://[::1]/"), Some("HTTP://[::1]"));
        for none in [
            "//a.test",
            "https:a",
            "https://",
            "https:///x",
            "https://a b/",
            "https://a;b/",
            "https://'self'/",
            "data:x",
        ] {
            assert_eq!(origin(none), None, "{none}");
        }
        for good in ["a/b", "/a:b", "#x", "https://a.test", "MAILTO:a@b"] {
            assert!(leads_somewhere(good), "{good}");
        }
        for bad in ["javascript:x", "//a.test", "data:x", "java\tscript:x", "\\\\a"] {
            assert!(!leads_somewhere(bad), "{bad}");
        }
    }
}
