//! Converts the fields of a frontmatter (formats.md 0.4).

use std::collections::BTreeMap;

use engine::{other_tools, yaml_string};
use serde_yaml::{Mapping, Value};

/// The fields of a new page, in output order.
const ORDER: &[&str] =
    &["title", "sidebar_title", "description", "layout", "icon", "tag", "updated", "order", "draft", "redirect", "toc"];

/// Our fields with their sources: the first one present wins.
const SOURCES: &[(&str, &[&str])] = &[
    ("title", &["title"]),
    (
        "sidebar_title",
        &["sidebarTitle", "sidebar_title", "sidebar_label", "sidebar.label", "short-title", "short_title", "nav_title"],
    ),
    (
        "description",
        &[
            // Under the title of a page of Fern, whose description is only for search engines.
            "subtitle",
            "description",
            "excerpt",
            "content.excerpt",
            "metaDescription",
            "metadata.description",
            "seo.description",
            "summary",
        ],
    ),
    ("tag", &["tag", "sidebar.badge.text", "sidebar.badge", "status", "availability"]),
    ("updated", &["lastUpdated", "updated", "last_update.date", "date", "date.updated", "date.created"]),
    ("order", &["sidebar_position", "sidebar.order", "order", "weight", "position", "nav_order"]),
];

/// The fields that are false on a page without a table of contents: of Starlight, VitePress and GitBook.
const TABLES_OF_CONTENTS: [&str; 4] = ["tableOfContents", "outline", "aside", "layout.outline.visible"];

/// The titles that search engines show. A page shows one only if it has no other title.
const META_TITLES: [&str; 4] = ["metaTitle", "metadata.title", "meta.title", "seo.title"];

/// Fields that only affect the look of the old site, or that the site has already used: dropping them loses nothing.
const SILENT: &[&str] = &[
    "template",
    "icon",
    "hero",
    "features",
    "editUrl",
    "i18nReady",
    "createdAt",
    "updatedAt",
    "slug",
    "id",
    "url",
    "link_url",
    "openapi",
    "api",
    "hidden",
    "unlisted",
    "draft",
    "toc",
    "tableOfContents",
    "hide_table_of_contents",
    "hide-toc",
    "editLinks",
    "metadata",
    "content",
    "category",
    "parentDoc",
    "privacy",
    "type",
    "index",
    "version",
    "lastModified",
    "last_update",
    "custom_edit_url",
    "sidebarIcon",
    "contentType",
    "public",
    "groups",
    "asIndexPage",
    "display",
    "permalink",
    "includes",
    "language_tabs",
    "toc_footers",
    "myst",
    "orphan",
    "jupytext",
    "kernelspec",
    "file_format",
    "html_meta",
    "html_theme.sidebar_secondary.remove",
    "substitutions",
];

/// Fields that change how a page of the old site looks or behaves, and are no content.
const LOOKS: &[&str] = &[
    "mode",
    "max-toc-depth",
    "hide_title",
    "sidebarDepth",
    "next",
    "prev",
    "pagination_next",
    "pagination_prev",
    "full",
    "iconType",
    "rss",
    "hideApiMarker",
    "code_clipboard",
    "tocdepth",
    "boost",
    "preload",
];

/// Fields that show, hide or place parts of a page. Most of their values change nothing: see [`changed_parts`].
const PARTS: [&str; 9] = ["hide", "sidebar", "footer", "navbar", "page", "aside", "outline", "coverY", "layout"];

/// Whether a field without a counterpart only changes how the page looks or behaves.
pub(crate) fn is_look(name: &str) -> bool {
    LOOKS.contains(&name) || PARTS.contains(&name)
}

/// The converted frontmatter of a page.
#[derive(Debug, Default)]
pub(super) struct Fields {
    values: BTreeMap<&'static str, String>,
    /// The omitted fields.
    pub(super) dropped: Vec<String>,
    /// The icons that are no names of ours, each with the name of its field: images, and those without a counterpart.
    pub(super) other_icons: Vec<(&'static str, String)>,
    /// The members of `hero` as YAML, each line with its `\n`.
    pub(super) hero: String,
}

impl Fields {
    /// Converts the fields of a source page; `given` has values for fields that the page does not set.
    pub(super) fn read(source: &Mapping, given: &BTreeMap<String, String>) -> Self {
        let mut out = Self::default();
        let mut used: Vec<&str> = Vec::new();
        for (ours, paths) in SOURCES {
            for path in *paths {
                let Some(text) = text_at(source, path) else { continue };
                let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
                if !text.is_empty() && *out.values.entry(ours).or_insert_with(|| text.clone()) != text {
                    // Another field takes its place: this one is dropped.
                    continue;
                }
                used.push(path.split('.').next().unwrap_or(path));
            }
        }
        used.extend(
            META_TITLES.iter().filter(|path| text_at(source, path).is_some()).filter_map(|path| path.split('.').next()),
        );
        // Docusaurus and Starlight switch a date off, or take that of the file.
        if out.values.get("updated").is_some_and(|updated| matches!(updated.as_str(), "true" | "false")) {
            out.values.remove("updated");
        }
        if out.values.get("order").is_some_and(|order| order.parse::<i64>().is_err()) {
            out.values.remove("order");
        }
        if is_set(source, "draft") {
            out.values.insert("draft", "true".to_owned());
        }
        let hides_toc = TABLES_OF_CONTENTS.iter().any(|path| text_at(source, path).as_deref() == Some("false"))
            || is_set(source, "hide_table_of_contents")
            || is_set(source, "hide-toc")
            || source.get("hide").and_then(Value::as_sequence).is_some_and(|hidden| hidden.contains(&"toc".into()));
        if hides_toc {
            out.values.insert("toc", "false".to_owned());
        }
        let is_api = source.contains_key("openapi")
            || source.contains_key("api")
            || text_at(source, "layout").as_deref() == Some("reference");
        if is_api {
            out.values.insert("layout", "api".to_owned());
        }
        for name in ["icon", "sidebarIcon"] {
            let Some(given) = text_at(source, name).filter(|given| !given.trim().is_empty()) else { continue };
            match other_tools::icon(&given).filter(|icon| !icon.contains(['/', '.'])) {
                Some(icon) => drop(out.values.entry("icon").or_insert(icon)),
                None => out.other_icons.push((name, given.trim().to_owned())),
            }
        }
        for (name, value) in given {
            if let Some(ours) = ORDER.iter().find(|ours| **ours == name.as_str()) {
                let value = if ours.ends_with("title") { super::title(value) } else { value.clone() };
                out.values.entry(ours).or_insert(value);
            }
        }
        for key in source.keys().filter_map(Value::as_str) {
            let is_read = used.contains(&key)
                || key == "redirects" && source.get(key).is_some_and(Value::is_mapping)
                // New sites have a search.
                || key == "search" && is_set(source, key)
                // The reader of Slate has told what is left out of it.
                || key == "meta" && source.contains_key("language_tabs");
            // Other sites show the title and the description of a page if it has no others for them.
            let is_repeated =
                ["og:", "twitter:"].iter().find_map(|start| key.strip_prefix(start)).is_some_and(|name| {
                    let text = source.get(key).and_then(Value::as_str).map(str::trim);
                    text.is_some() && text == out.values.get(name).map(String::as_str)
                });
            // ReadMe: its members are reported one by one, see below.
            let has_members = key == "next" && dropped_members(source).iter().any(|path| path.starts_with("next."));
            if !is_read && !is_repeated && !has_members && !SILENT.contains(&key) && !PARTS.contains(&key) {
                out.dropped.push(key.to_owned());
            }
        }
        out.dropped.extend(dropped_members(source));
        out.dropped.extend(changed_parts(source).into_iter().map(ToOwned::to_owned));
        out
    }

    /// A field.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.values.get(name).map(String::as_str)
    }

    /// Sets a field unless it is set.
    pub(super) fn set(&mut self, name: &'static str, value: &str) {
        if !value.trim().is_empty() {
            self.values.entry(name).or_insert_with(|| value.split_whitespace().collect::<Vec<_>>().join(" "));
        }
    }

    /// Sets the title to that of search engines unless it is set. One that differs from the title is dropped.
    pub(super) fn set_meta_title(&mut self, source: &Mapping) {
        for path in META_TITLES {
            let Some(own) = text_at(source, path).filter(|own| !own.trim().is_empty()) else { continue };
            self.set("title", &own);
            let words = own.split_whitespace().collect::<Vec<_>>().join(" ");
            if self.get("title") != Some(&words) {
                self.dropped.push(path.to_owned());
            }
        }
    }

    /// As the frontmatter of a page.
    pub(super) fn written(&self) -> String {
        let mut out = "---\n".to_owned();
        for name in ORDER {
            let Some(value) = self.values.get(name) else { continue };
            if *name == "sidebar_title" && self.values.get("title") == Some(value) {
                continue;
            }
            let is_bare = matches!(*name, "draft" | "toc" | "order" | "layout");
            out.push_str(name);
            out.push_str(": ");
            out.push_str(&if is_bare { value.clone() } else { yaml_string(value) });
            out.push('\n');
        }
        if !self.hero.is_empty() {
            out.push_str("hero:\n");
            out.push_str(&self.hero);
        }
        out.push_str("---\n");
        out
    }
}

/// The paths of members that are dropped although other members of the same field are read (ReadMe: what search engines
/// and other sites show of a page, and the pages to read next).
fn dropped_members(source: &Mapping) -> Vec<String> {
    const READ: [&str; 3] = ["metadata.title", "metadata.description", "metadata.robots"];
    let is_empty = |value: &Value| match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Sequence(items) => items.is_empty(),
        Value::Mapping(members) => members.is_empty(),
        _ => false,
    };
    let members = |name: &str, only: &[&str]| {
        let members = source.get(name).and_then(Value::as_mapping).into_iter().flatten();
        let full = members.filter(|(_, value)| !is_empty(value)).filter_map(|(key, _)| key.as_str());
        let wanted = full.filter(|key| only.is_empty() || only.contains(key)).map(|key| format!("{name}.{key}"));
        wanted.filter(|path| !READ.contains(&path.as_str())).collect::<Vec<_>>()
    };
    let mut out = members("metadata", &[]);
    out.extend(members("next", &["description", "pages"]));
    if text_at(source, "metadata.robots").is_some_and(|robots| robots.contains("noindex")) {
        out.push("metadata.robots".to_owned());
    }
    out
}

/// The fields that show, hide or place parts of one page, unless its table of contents is all that they are about.
fn changed_parts(source: &Mapping) -> Vec<&'static str> {
    let changes = |name: &str, value: &Value| match (name, value) {
        ("hide", Value::Sequence(parts)) => parts.iter().any(|part| part.as_str() != Some("toc")),
        ("sidebar" | "footer" | "navbar", Value::Bool(is_shown)) => !is_shown,
        ("page", Value::Bool(is_set)) => *is_set,
        ("aside", Value::String(_)) | ("outline", Value::String(_) | Value::Number(_) | Value::Sequence(_)) => true,
        ("coverY", Value::Number(place)) => place.as_f64() != Some(0.0),
        ("layout", Value::Mapping(parts)) => parts.iter().any(|(part, value)| match value.get("visible") {
            Some(is_visible) => part.as_str() != Some("outline") && is_visible.as_bool() == Some(false),
            None => true,
        }),
        _ => false,
    };
    PARTS.into_iter().filter(|name| source.get(*name).is_some_and(|value| changes(name, value))).collect()
}

/// The text of a field, by a dotted path.
pub(super) fn text_at(fields: &Mapping, path: &str) -> Option<String> {
    let mut parts = path.split('.');
    let first = parts.next()?;
    // Pages have only a few fields: comparing each is faster than hashing the name.
    let mut value = fields.iter().find(|(key, _)| key.as_str() == Some(first))?.1;
    for part in parts {
        value = value.as_mapping()?.get(part)?;
    }
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(flag.to_string()),
        _ => None,
    }
}

pub(super) fn is_set(fields: &Mapping, name: &str) -> bool {
    text_at(fields, name).as_deref() == Some("true")
}

#[cfg(test)]
mod tests {
    use super::Fields;

    #[test]
    fn parts_of_a_page_that_change_are_dropped() {
        for (text, dropped, has_toc) in [
            ("hide: [toc]\nsidebar:\n  order: 1\nfooter: true\ncoverY: 0\naside: true", &[][..], false),
            (
                "hide: [navigation]\nsidebar: false\noutline: deep\npage: true\ncoverY: -31.5",
                &["hide", "sidebar", "page", "outline", "coverY"],
                true,
            ),
            ("aside: false\nfooter: false", &["footer"], false),
            ("layout:\n  title:\n    visible: true\n  outline:\n    visible: false", &[], false),
            ("layout:\n  width: wide", &["layout"], true),
            ("layout: home", &[], true),
        ] {
            let fields = Fields::read(&serde_yaml::from_str(text).unwrap(), &std::collections::BTreeMap::new());
            assert_eq!(
                (&fields.dropped[..], fields.get("toc").is_none()),
                (&dropped.iter().map(ToString::to_string).collect::<Vec<_>>()[..], has_toc),
                "{text}"
            );
        }
    }

    #[test]
    fn fields_become_ours() {
        let source = serde_yaml::from_str(
            "title: 'A: \"b\" \\ c'\nsidebarTitle: Short\nexcerpt: >\n  two\n  lines\nicon: gear\nkeywords: [a]\nmetadata:\n  title: ''\n  robots: index\n  image: []\n  keywords: a\nnext:\n  description: ''\n  pages: [x]\nopenapi: GET /x\nsidebar_position: 3\nsidebar:\n  badge: New\nfoo: 1\ntableOfContents: false\nmetaTitle: Other\nsummary: two lines\n",
        )
        .unwrap();
        let given = [("title".to_owned(), "Other".to_owned()), ("updated".to_owned(), "2026-01-01".to_owned())].into();
        let fields = Fields::read(&source, &given);
        insta::assert_snapshot!(fields.written(), @r#"
        ---
        title: "A: \"b\" \\ c"
        sidebar_title: "Short"
        description: "two lines"
        layout: api
        icon: "settings"
        tag: "New"
        updated: "2026-01-01"
        order: 3
        toc: false
        ---
        "#);
        assert_eq!(fields.dropped, ["keywords", "foo", "metadata.keywords", "next.pages"]);
    }
}
