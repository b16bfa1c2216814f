//! The fields of `tool.json`.

use super::api::{EXPAND_FIELDS_JSON, MOST_EXPANDED_FIELDS};
use super::interface::STRINGS;
use super::rules::{level_names, rule_names};
use super::sidebar::{Badge, METHODS};
use super::theme::{preset_names, token_names};
use super::{ANNOUNCEMENT_TYPES, Host, PageAction};
use crate::parse::fields::Shape::{
    Address, Attribute, Choice, Either, Flag, Language, List, Named, Number, OfFile, Path, Text, Texts, Variables, Word,
};
use crate::parse::fields::{Field, Object, Rest, Shape};

/// The whole file.
pub(crate) static ROOT: Object = Object::new(
    "tool.json",
    &[
        Field::new("$schema", Text),
        Field::new("name", Text).required().example("\"Meadow\""),
        Field::new("description", Text).example("\"Everything about sowing.\""),
        Field::new("openapi", Either(&[Path, Shape::Object(&SPEC), List(&Either(&[Path, Shape::Object(&SPEC)]))]))
            .example("\"openapi.yaml\""),
        Field::new("sidebar", List(&ENTRY)).example(r#"[{ "group": "Start", "pages": ["index", "quickstart"] }]"#),
        Field::new("tabs", List(&Shape::Object(&TAB))).example(
            r#"[{ "tab": "Guides", "sidebar": ["index"] }, { "tab": "Blog", "href": "https://blog.example.com" }]"#,
        ),
        Field::new("products", List(&Shape::Object(&PRODUCT))).example(
            r#"[{ "product": "Vault", "sidebar": ["index"] }, { "product": "Loans", "href": "https://loans.example.com" }]"#,
        ),
        Field::new("api", Shape::Object(&API)).example(r#"{ "samples": ["curl", "Python"], "download": false }"#),
        Field::new("playground", Shape::Object(&PLAYGROUND)),
        Field::new("attributes", Variables).example(r#"{ "PRODUCT": "Meadow", "RETRIES": 3 }"#),
        Field::new("html", Choice(|| vec!["safe", "unsafe"])).default("\"safe\""),
        Field::new("docs", Path).default("\"docs\""),
        Field::new("url", Address).example("\"https://docs.example.com\""),
        Field::new("lang", Text).default("\"en\"").example("\"de\""),
        Field::new("languages", List(&Shape::Object(&LANGUAGE)))
            .example(r#"[{ "lang": "en", "label": "English" }, { "lang": "de", "label": "Deutsch" }]"#),
        Field::new("versions", List(&Shape::Object(&VERSION)))
            .example(r#"[{ "version": "3.x" }, { "version": "2.x", "docs": "versions/2.x" }]"#),
        Field::new("dir", Choice(|| vec!["ltr", "rtl"])),
        Field::new("logo", Either(&[Path, Shape::Object(&LOGO)])).example("\"docs/img/logo.svg\""),
        Field::new("favicon", Path).example("\"docs/img/icon.png\""),
        Field::new("editUrl", Address).example("\"https://github.com/me/docs/edit/main/{path}\""),
        Field::new("pageFacts", Shape::Object(&PAGE_FACTS)).example(r#"{ "updated": true, "contributors": true }"#),
        Field::new("analytics", Shape::Object(&ANALYTICS))
            .example(r#"{ "plausible": { "domain": "docs.example.com" } }"#),
        Field::new("feedback", Either(&[Flag, Shape::Object(&FEEDBACK)]))
            .default("false")
            .example(r#"{ "url": "https://example.com/feedback" }"#),
        Field::new("pageMenu", List(&Choice(|| PageAction::ALL.map(|(name, _)| name).to_vec())))
            .example(r#"["copy", "view"]"#),
        Field::new("pageDescriptions", Flag).default("false"),
        Field::new("socialCards", Flag).default("false"),
        Field::new("theme", Either(&[Choice(preset_names), Shape::JsonFile, Shape::Object(&THEME)]))
            .example("\"forest\""),
        Field::new("navbar", Shape::Object(&NAVBAR)),
        Field::new("announcement", Either(&[Text, Shape::Object(&ANNOUNCEMENT)])).example("\"Version 2 is out.\""),
        Field::new("footer", Either(&[Text, Shape::Object(&FOOTER)])).example("\"Meadow is a project of Lindenmoor.\""),
        Field::new("redirects", Texts).example(r#"{ "/guides/old": "/guides/new" }"#),
        Field::new("host", Choice(|| Host::ALL.map(|(name, _)| name).to_vec())).example("\"netlify\""),
        Field::new(
            "head",
            List(&Either(&[Shape::Object(&META_TAG), Shape::Object(&LINK_TAG), Shape::Object(&SCRIPT_TAG)])),
        )
        .example(r#"[{ "meta": { "name": "google-site-verification", "content": "x" } }]"#),
        Field::new("strings", Shape::Object(&STRINGS)).example(r#"{ "page": { "skip": "Zum Inhalt" } }"#),
        Field::new("rules", Named(rule_names, &Choice(level_names))).example(r#"{ "orphan-page": "off" }"#),
    ],
);

/// A language of the site. The fields after `docs` replace those of the file.
pub(super) static LANGUAGE: Object = Object::new(
    "language",
    &[
        Field::new("lang", Text).required().example("\"de\""),
        Field::new("label", Text).example("\"Deutsch\""),
        Field::new("dir", Choice(|| vec!["ltr", "rtl"])),
        Field::new("docs", Path).example("\"i18n/de\""),
        Field::new("name", OfFile("name")),
        Field::new("description", OfFile("description")),
        Field::new("sidebar", OfFile("sidebar")),
        Field::new("tabs", OfFile("tabs")),
        Field::new("products", OfFile("products")),
        Field::new("navbar", OfFile("navbar")),
        Field::new("announcement", OfFile("announcement")),
        Field::new("footer", OfFile("footer")),
        Field::new("strings", OfFile("strings")),
        Field::new("attributes", OfFile("attributes")),
    ],
);

/// A version of the site. The fields after `notice` replace those of the file.
pub(super) static VERSION: Object = Object::new(
    "version",
    &[
        Field::new("version", Text).required().example("\"2.x\""),
        Field::new("label", Text).example("\"2.x (long-term support)\""),
        Field::new("docs", Path).example("\"versions/2.x\""),
        Field::new("git", Text).example("\"v2.8.1\""),
        Field::new("notice", Either(&[Choice(|| vec!["none", "unmaintained"]), Shape::Object(&NOTICE)]))
            .example("\"unmaintained\""),
        Field::new("openapi", OfFile("openapi")),
        Field::new("sidebar", OfFile("sidebar")),
        Field::new("tabs", OfFile("tabs")),
        Field::new("products", OfFile("products")),
        Field::new("navbar", OfFile("navbar")),
        Field::new("announcement", OfFile("announcement")),
        Field::new("editUrl", OfFile("editUrl")),
        Field::new("attributes", OfFile("attributes")),
        Field::new("redirects", OfFile("redirects")),
    ],
);

/// What pages of an older version say about it.
pub(super) static NOTICE: Object = Object::new(
    "notice",
    &[
        Field::new("text", Text).example("\"Version 2 receives security fixes only.\""),
        Field::new("noindex", Flag).default("false"),
    ],
);

/// One spec of the project.
pub(super) static SPEC: Object = Object::new(
    "spec",
    &[
        Field::new("name", Text).example("\"shop\""),
        Field::new("spec", Path).required().example("\"apis/shop.json\""),
        Field::new("overlay", Either(&[Path, List(&Path)])).example("\"overlay.yaml\""),
    ],
);

/// An entry of the sidebar.
static ENTRY: Shape = Either(&[
    Text,
    Shape::Object(&GROUP),
    Shape::Object(&FOLDER_GROUP),
    Shape::Object(&PAGE),
    Shape::Object(&SCHEMA_ENTRY),
    Shape::Object(&LINK_ENTRY),
]);

const ICON_FIELD: Field = Field::new("icon", Text).example("\"rocket\"");
const BADGE_SHAPE: Shape = Either(&[Choice(Badge::names), Shape::Object(&BADGE)]);
const BADGE_FIELD: Field = Field::new("badge", BADGE_SHAPE).example("\"new\"");
const COLLAPSED_FIELD: Field = Field::new("collapsed", Flag).default("true");

/// The badge of an entry of the sidebar, with a text of its own.
pub(super) static BADGE: Object = Object::new(
    "badge",
    &[
        Field::new("text", Text).required().example("\"Preview\""),
        Field::new("variant", Choice(Badge::variants)).default("\"default\"").example("\"purple\""),
    ],
);

/// A group of the sidebar.
pub(super) static GROUP: Object = Object::new(
    "group",
    &[
        Field::new("group", Text).required().example("\"Guides\""),
        Field::new("pages", List(&ENTRY)).required().example(r#"["guides/sowing"]"#),
        COLLAPSED_FIELD,
        ICON_FIELD,
        BADGE_FIELD,
    ],
);

/// A group of the sidebar that is filled from a folder, after its own entries.
pub(super) static FOLDER_GROUP: Object = Object::new(
    "folderGroup",
    &[
        Field::new("group", Text).required().example("\"Guides\""),
        Field::new("folder", Text).required().example("\"guides\""),
        Field::new("pages", List(&ENTRY)).example(r#"["guides/sowing"]"#),
        COLLAPSED_FIELD,
        ICON_FIELD,
        BADGE_FIELD,
    ],
);

/// A page in the sidebar with more than an id.
pub(super) static PAGE: Object = Object::new(
    "page",
    &[
        Field::new("id", Text).required().example("\"api/get-seed\""),
        Field::new("title", Text).example("\"Get seed\""),
        Field::new("method", Word(|| METHODS.to_vec())).example("\"GET\""),
        ICON_FIELD,
        BADGE_FIELD,
    ],
);

/// The page of a schema in the sidebar.
pub(super) static SCHEMA_ENTRY: Object = Object::new(
    "schemaEntry",
    &[
        Field::new("schema", Text).required().example("\"Seed\""),
        Field::new("spec", Text).example("\"shop\""),
        Field::new("title", Text).example("\"The seed\""),
        ICON_FIELD,
        BADGE_FIELD,
    ],
);

/// A link in the sidebar.
pub(super) static LINK_ENTRY: Object = Object::new(
    "link",
    &[
        Field::new("href", Text).required().example("\"https://status.example.com\""),
        Field::new("title", Text).example("\"Status\""),
        ICON_FIELD,
        BADGE_FIELD,
    ],
);

/// A tab of the site: a sidebar of its own, or a link.
pub(super) static TAB: Object = Object::new(
    "tab",
    &[
        Field::new("tab", Text).required().example("\"Guides\""),
        Field::new("icon", Text).example("\"book\""),
        Field::new("sidebar", OfFile("sidebar")),
        Field::new("openapi", OfFile("openapi")),
        Field::new("href", Text).example("\"https://blog.example.com\""),
    ],
);

/// A product of the site: tabs or a sidebar of its own, or a link.
pub(super) static PRODUCT: Object = Object::new(
    "product",
    &[
        Field::new("product", Text).required().example("\"Vault\""),
        Field::new("icon", Text).example("\"archive\""),
        Field::new("description", Text).example("\"Store seeds for decades.\""),
        Field::new("tabs", OfFile("tabs")),
        Field::new("sidebar", OfFile("sidebar")),
        Field::new("openapi", OfFile("openapi")),
        Field::new("href", Text).example("\"https://loans.example.com\""),
    ],
);

/// The presentation of operations.
pub(super) static API: Object = Object::new(
    "api",
    &[
        Field::new("samples", List(&Language)).example(r#"["curl", "Python"]"#),
        Field::new("playground", Flag).default("true"),
        Field::new("models", Flag).default("true"),
        Field::new("download", Flag).default("true"),
        Field::new("expandFields", Number { least: Some(0), most: Some(MOST_EXPANDED_FIELDS) })
            .default(EXPAND_FIELDS_JSON),
    ],
);

/// How the request panel reaches servers.
pub(super) static PLAYGROUND: Object = Object::new(
    "playground",
    &[
        Field::new("proxyUrl", Text).example("\"/proxy\""),
        Field::new("allow", List(&Text)).example(r#"["http://localhost:8080"]"#),
    ],
);

/// What pages show of their history in Git.
pub(super) static PAGE_FACTS: Object = Object::new(
    "pageFacts",
    &[Field::new("updated", Flag).default("false"), Field::new("contributors", Flag).default("false")],
);

/// The services that count page views.
pub(super) static ANALYTICS: Object = Object::new(
    "analytics",
    &[
        Field::new("plausible", Shape::Object(&PLAUSIBLE)),
        Field::new("fathom", Shape::Object(&FATHOM)),
        Field::new("umami", Shape::Object(&UMAMI)),
        Field::new("ga4", Shape::Object(&GA4)),
        Field::new("posthog", Shape::Object(&POSTHOG)),
        Field::new("matomo", Shape::Object(&MATOMO)),
        Field::new("script", Shape::Object(&TRACKER)),
        Field::new("consent", Flag).default("false"),
    ],
);

/// The settings of Plausible.
pub(super) static PLAUSIBLE: Object = Object::new(
    "plausible",
    &[
        Field::new("domain", Text).example("\"docs.example.com\""),
        Field::new("src", Text).default("\"https://plausible.io/js/script.js\""),
    ],
);

/// The settings of Fathom.
pub(super) static FATHOM: Object = Object::new(
    "fathom",
    &[
        Field::new("site", Text).required().example("\"ABCDEFGH\""),
        Field::new("src", Text).default("\"https://cdn.usefathom.com/script.js\""),
    ],
);

/// The settings of Umami.
pub(super) static UMAMI: Object = Object::new(
    "umami",
    &[
        Field::new("website", Text).required().example("\"94db1cb1-74f4-4a40-ad6c-962362670409\""),
        Field::new("src", Text).default("\"https://cloud.umami.is/script.js\""),
    ],
);

/// The settings of Google Analytics 4.
pub(super) static GA4: Object = Object::new("ga4", &[Field::new("id", Text).required().example("\"G-ABCDE12345\"")]);

/// The settings of PostHog.
pub(super) static POSTHOG: Object = Object::new(
    "posthog",
    &[
        Field::new("key", Text).required().example("\"phc_abc\""),
        Field::new("host", Text).default("\"https://us.i.posthog.com\""),
    ],
);

/// The settings of Matomo.
pub(super) static MATOMO: Object = Object::new(
    "matomo",
    &[
        Field::new("url", Text).required().example("\"https://matomo.example.com\""),
        Field::new("site", Either(&[Number { least: Some(0), most: None }, Text])).required().example("1"),
    ],
);

/// The script of any other service.
pub(super) static TRACKER: Object =
    Object::new("tracker", &[Field::new("src", Text).required().example("\"https://stats.example.com/script.js\"")])
        .with_rest(Rest::Data);

/// The question whether a page was helpful.
pub(super) static FEEDBACK: Object =
    Object::new("feedback", &[Field::new("url", Text).required().example("\"https://example.com/feedback\"")]);

/// Images for light and for dark pages.
pub(super) static LOGO: Object = Object::new(
    "logo",
    &[
        Field::new("light", Path).example("\"docs/img/logo.svg\""),
        Field::new("dark", Path).example("\"docs/img/logo-dark.svg\""),
    ],
);

/// The appearance of the site.
pub(super) static THEME: Object = Object::new(
    "theme",
    &[
        Field::new("preset", Choice(preset_names)).default("\"default\""),
        Field::new("accent", Either(&[Text, Shape::Object(&ACCENT)])).example("\"#0b6e4f\""),
        Field::new("colors", Shape::Object(&COLORS)).example(r##"{ "light": { "bg": "#fffdf9" } }"##),
        Field::new("fonts", Either(&[Text, Shape::Object(&FONTS)])).example("\"serif\""),
        Field::new("radius", Either(&[Text, Number { least: Some(0), most: Some(24) }])).default("\"8px\""),
        Field::new("css", Path).example("\"theme.css\""),
    ],
);

/// The accent colors of light and dark pages.
pub(super) static ACCENT: Object = Object::new(
    "accent",
    &[Field::new("light", Text).example("\"#0b6e4f\""), Field::new("dark", Text).example("\"#7fd6b0\"")],
);

/// Individual colors of light and dark pages.
pub(super) static COLORS: Object = Object::new(
    "colors",
    &[Field::new("light", Named(token_names, &Text)), Field::new("dark", Named(token_names, &Text))],
);

/// The fonts of the site.
pub(super) static FONTS: Object = Object::new(
    "fonts",
    &[
        Field::new("text", Text).example("\"serif\""),
        Field::new("headings", Text).example("\"Fraunces, serif\""),
        Field::new("code", Text).example("\"mono\""),
    ],
);

/// The navigation bar.
pub(super) static NAVBAR: Object = Object::new("navbar", &[Field::new("links", LINKS).example(LINKS_EXAMPLE)]);

/// The page footer.
pub(super) static FOOTER: Object = Object::new(
    "footer",
    &[Field::new("text", Text).example("\"Made in Lindenmoor.\""), Field::new("links", LINKS).example(LINKS_EXAMPLE)],
);

const LINKS: Shape = List(&Shape::Object(&LINK));
const LINKS_EXAMPLE: &str = r#"[{ "title": "Status", "href": "https://status.example.com" }]"#;

/// A link in the navigation bar or the footer.
pub(super) static LINK: Object = Object::new(
    "siteLink",
    &[
        Field::new("title", Text).example("\"Status\""),
        Field::new("label", Text).example("\"Status\""),
        Field::new("href", Text).required().example("\"https://status.example.com\""),
    ],
);

/// A banner above every page.
pub(super) static ANNOUNCEMENT: Object = Object::new(
    "announcement",
    &[
        Field::new("text", Text).example("\"Version 2 is out.\""),
        Field::new("message", Text).example("\"**Version 2** is out: [what is new](/changes)\""),
        Field::new("type", Choice(|| ANNOUNCEMENT_TYPES.to_vec())).example("\"warning\""),
        Field::new("href", Text).example("\"/changes\""),
        Field::new("dismissible", Flag).default("true"),
    ],
);

static META_TAG: Object =
    Object::new("metaTag", &[Field::new("meta", Shape::Object(&META)).required()]).with_rest(Rest::Refused);
static LINK_TAG: Object =
    Object::new("linkTag", &[Field::new("link", Shape::Object(&HEAD_LINK)).required()]).with_rest(Rest::Refused);
static SCRIPT_TAG: Object =
    Object::new("scriptTag", &[Field::new("script", Shape::Object(&SCRIPT)).required()]).with_rest(Rest::Refused);

/// The attributes of a `meta` tag in the head.
pub(super) static META: Object = Object::new(
    "meta",
    &[
        Field::new("name", Attribute),
        Field::new("property", Attribute),
        Field::new("content", Attribute).required(),
        Field::new("media", Attribute),
    ],
)
.with_rest(Rest::Refused);

/// The attributes of a `link` tag in the head.
pub(super) static HEAD_LINK: Object = Object::new(
    "headLink",
    &[
        Field::new("rel", Text).required(),
        Field::new("href", Text).required(),
        Field::new("type", Attribute),
        Field::new("sizes", Attribute),
        Field::new("media", Attribute),
        Field::new("hreflang", Attribute),
        Field::new("title", Attribute),
        Field::new("as", Attribute),
        Field::new("color", Attribute),
        Field::new("crossorigin", Attribute),
        Field::new("integrity", Attribute),
        Field::new("referrerpolicy", Attribute),
    ],
)
.with_rest(Rest::Refused);

/// The attributes of a `script` tag in the head.
pub(super) static SCRIPT: Object = Object::new(
    "script",
    &[
        Field::new("src", Text).required(),
        Field::new("type", Attribute),
        Field::new("async", Attribute),
        Field::new("defer", Attribute),
        Field::new("id", Attribute),
        Field::new("crossorigin", Attribute),
        Field::new("integrity", Attribute),
        Field::new("referrerpolicy", Attribute),
    ],
)
.with_rest(Rest::Data);
