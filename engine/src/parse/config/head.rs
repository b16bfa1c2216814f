//! The `head` field of `tool.json`: custom tags in the head of every page.
//!
//! Only the tags and attributes listed here are allowed, and the content security policy allows only the origins that
//! they use.

use std::collections::BTreeSet;

use super::editions::EditionRoot;
use super::fields::{HEAD_LINK, META, SCRIPT};
use super::read::ConfigReader;
use super::site::{SiteSpans, leads_somewhere, origin};
use base::diagnostic::did_you_mean;
use base::tree::NodeRef;

/// A custom tag in the head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HeadTag {
    pub(crate) kind: HeadKind,
    /// Names and values; an empty value is written as just the name.
    pub(crate) attributes: Vec<(Box<str>, Box<str>)>,
}

/// The allowed tags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HeadKind {
    Meta,
    Link,
    Script,
}

impl HeadKind {
    const ALL: [(&'static str, Self); 3] = [("meta", Self::Meta), ("link", Self::Link), ("script", Self::Script)];

    /// Its name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Meta => "meta",
            Self::Link => "link",
            Self::Script => "script",
        }
    }

    /// The allowed attributes.
    fn attributes(self) -> Vec<&'static str> {
        match self {
            Self::Meta => META.names(),
            Self::Link => HEAD_LINK.names(),
            Self::Script => SCRIPT.names(),
        }
    }

    /// The attribute that contains a URL.
    pub(crate) const fn address(self) -> Option<&'static str> {
        match self {
            Self::Meta => None,
            Self::Link => Some("href"),
            Self::Script => Some("src"),
        }
    }
}

impl HeadTag {
    /// The value of an attribute.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| **known == *name).map(|(_, value)| &**value)
    }

    /// Whether `rel` contains this word.
    fn relates(&self, word: &str) -> bool {
        self.get("rel").is_some_and(|rel| rel.split_ascii_whitespace().any(|found| found.eq_ignore_ascii_case(word)))
    }

    /// The origin of its URL, if that is on another site.
    fn origin(&self) -> Option<&str> {
        origin(self.get(self.kind.address()?)?)
    }
}

/// The origins that the tags require in the content security policy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct HeadOrigins<'a> {
    pub(crate) scripts: BTreeSet<&'a str>,
    pub(crate) styles: BTreeSet<&'a str>,
    /// Origins of style sheets: they load fonts, often from yet another site, so pages connect to them early.
    pub(crate) fonts: BTreeSet<&'a str>,
    /// Whether there is a web app manifest.
    pub(crate) manifest: bool,
}

impl<'a> HeadOrigins<'a> {
    /// The requirements of `tags`.
    pub(crate) fn of(tags: &'a [HeadTag]) -> Self {
        let mut found = Self::default();
        for tag in tags {
            found.manifest |= tag.relates("manifest");
            let Some(origin) = tag.origin() else { continue };
            match tag.kind {
                HeadKind::Script => drop(found.scripts.insert(origin)),
                HeadKind::Link if tag.relates("stylesheet") => {
                    found.styles.insert(origin);
                    found.fonts.insert(origin);
                }
                HeadKind::Link if tag.relates("preconnect") => drop(found.fonts.insert(origin)),
                _ => {}
            }
        }
        found
    }
}

impl ConfigReader {
    /// Reads the custom tags.
    pub(super) fn head(&mut self, root: EditionRoot<'_>, spans: &mut SiteSpans) -> Vec<HeadTag> {
        let Some(node) = root.get("head") else { return Vec::new() };
        if !node.is_array() {
            self.wrong_type(node, "`head`", "a list of tags");
        }
        node.items().filter_map(|tag| self.head_tag(tag, spans)).collect()
    }

    fn head_tag(&mut self, node: NodeRef<'_>, spans: &mut SiteSpans) -> Option<HeadTag> {
        const WANTED: &str = "an object with one member: `meta`, `link` or `script`";
        let mut entries = node.entries();
        let (Some((name, attributes)), None) = (entries.next(), entries.next()) else {
            self.wrong_type(node, "a tag of `head`", WANTED);
            return None;
        };
        let Some(&(_, kind)) = HeadKind::ALL.iter().find(|(known, _)| *known == name.text()) else {
            self.invalid(node, &format!("a tag of `head` must be `meta`, `link` or `script`, not `{}`", name.text()));
            return None;
        };
        if !attributes.is_object() {
            self.wrong_type(attributes, &format!("`{}`", kind.name()), "an object of attributes");
            return None;
        }
        let mut tag = HeadTag { kind, attributes: Vec::new() };
        for (key, value) in attributes.entries() {
            let name = key.text();
            let is_data = kind == HeadKind::Script && is_data_attribute(name);
            if !is_data && !kind.attributes().contains(&name) {
                self.invalid(key, &format!("`{}` does not allow `{name}` in `head`", kind.name()));
                if let Some(last) = self.diagnostics.last_mut() {
                    last.help = did_you_mean(name, kind.attributes());
                }
                continue;
            }
            let text = match value.as_bool() {
                Some(false) => continue,
                Some(true) => "".into(),
                None if value.as_str() == Some("") => "".into(),
                None => self.string(value, name)?,
            };
            tag.attributes.push((name.into(), text));
        }
        self.is_whole(&tag, node, attributes, spans).then_some(tag)
    }

    /// Whether a tag is complete and has a valid URL.
    fn is_whole(&mut self, tag: &HeadTag, node: NodeRef<'_>, attributes: NodeRef<'_>, spans: &mut SiteSpans) -> bool {
        let needs = match tag.kind {
            HeadKind::Meta if tag.get("name").or(tag.get("property")).is_none() => "`meta` needs `name` or `property`",
            HeadKind::Meta if tag.get("content").is_none() => "`meta` needs `content`",
            HeadKind::Link if tag.get("rel").is_none() || tag.get("href").is_none() => "`link` needs `rel` and `href`",
            HeadKind::Link if tag.relates("canonical") => "canonical links are generated from `url`",
            HeadKind::Script if tag.get("src").is_none() => "`script` needs `src`: inline code is not allowed",
            _ => "",
        };
        if !needs.is_empty() {
            self.invalid(node, needs);
            return false;
        }
        let Some(name) = tag.kind.address() else { return true };
        let (Some(address), Some(place)) = (tag.get(name), attributes.get(name)) else { return true };
        let has_scheme = address.split(['/', '?', '#']).next().is_some_and(|first| first.contains(':'));
        let is_secure = address.get(..8).is_some_and(|start| start.eq_ignore_ascii_case("https://"));
        if !leads_somewhere(address) || (has_scheme && !(is_secure && origin(address).is_some())) {
            self.invalid(place, &format!("`{name}` must be a file of the site or an https URL"));
            return false;
        }
        spans.links.push((address.into(), place.span()));
        true
    }
}

/// Whether a name is that of a `data-` attribute.
pub(super) fn is_data_attribute(name: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    name.strip_prefix("data-").is_some_and(|rest| !rest.is_empty() && rest.bytes().all(is_part))
}

#[cfg(test)]
mod tests {
    use super::super::read::read;
    use super::HeadOrigins;

    #[test]
    fn tags_that_are_listed_are_let_through() {
        let text = r#"{"name": "N", "head": [
            {"meta": {"name": "google-site-verification", "content": "x"}},
            {"link": {"rel": "preconnect", "href": "https://fonts.test", "crossorigin": true}},
            {"link": {"rel": "stylesheet", "href": "https://css.test/a.css"}},
            {"link": {"rel": "manifest", "href": "/site.webmanifest"}},
            {"script": {"src": "https://stats.test/s.js", "defer": true, "async": false, "data-domain": "a.test"}}]}"#;
        let file = read(text);
        assert!(file.diagnostics.is_empty(), "{:?}", file.diagnostics);
        let tags = &file.config.texts.head;
        assert_eq!(tags.len(), 5);
        let origins = HeadOrigins::of(tags);
        assert_eq!(origins.scripts.into_iter().collect::<Vec<_>>(), ["https://stats.test"]);
        assert_eq!(origins.styles.into_iter().collect::<Vec<_>>(), ["https://css.test"]);
        assert_eq!(origins.fonts.into_iter().collect::<Vec<_>>(), ["https://css.test", "https://fonts.test"]);
        assert!(origins.manifest);
    }

    #[test]
    fn other_tags_are_refused_where_they_stand() {
        let refused = [
            r#"{"base": {"href": "/"}}"#,
            r#"{"meta": {"http-equiv": "refresh", "content": "0"}}"#,
            r#"{"meta": {"name": "a"}}"#,
            r#"{"link": {"rel": "canonical", "href": "/a"}}"#,
            r#"{"link": {"rel": "stylesheet"}}"#,
            r#"{"script": {"defer": true}}"#,
            r#"{"script": {"src": "javascript:x"}}"#,
            r#"{"script": {"src": "//a.test/x.js"}}"#,
            r#"{"script": {"src": "http://a.test/x.js"}}"#,
            r#"{"script": {"src": "https://a.test;/x.js"}}"#,
            r#"{"script": {"src": "https://a.test/x.js", "onload": "x", "data-X": "y"}}"#,
            r#"{"script": "x"}"#,
            r#"{"meta": {}, "link": {}}"#,
            r#""<script>""#,
        ];
        let mut shown = String::new();
        for tag in refused {
            let text = format!(r#"{{"name": "N", "head": [{tag}]}}"#);
            let file = read(&text);
            for found in &file.diagnostics {
                shown.push_str(&format!("{} at {}\n", found.message, &text[found.place.unwrap().range()]));
            }
            assert!(!file.diagnostics.is_empty(), "{tag}");
        }
        insta::assert_snapshot!(shown, @r#"
        a tag of `head` must be `meta`, `link` or `script`, not `base` at {"base": {"href": "/"}}
        `meta` does not allow `http-equiv` in `head` at "http-equiv"
        `meta` needs `name` or `property` at {"meta": {"http-equiv": "refresh", "content": "0"}}
        `meta` needs `content` at {"meta": {"name": "a"}}
        canonical links are generated from `url` at {"link": {"rel": "canonical", "href": "/a"}}
        `link` needs `rel` and `href` at {"link": {"rel": "stylesheet"}}
        `script` needs `src`: inline code is not allowed at {"script": {"defer": true}}
        `src` must be a file of the site or an https URL at "javascript:x"
        `src` must be a file of the site or an https URL at "//a.test/x.js"
        `src` must be a file of the site or an https URL at "http://a.test/x.js"
        `src` must be a file of the site or an https URL at "https://a.test;/x.js"
        `script` does not allow `onload` in `head` at "onload"
        `script` does not allow `data-X` in `head` at "data-X"
        `script` must be an object of attributes, not a string at "x"
        a tag of `head` must be an object with one member: `meta`, `link` or `script`, not an object at {"meta": {}, "link": {}}
        a tag of `head` must be an object with one member: `meta`, `link` or `script`, not a string at "<script>"
        "#);
    }
}
