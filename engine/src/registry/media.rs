//! Components for media and downloads.

use super::{
    Anchor, Attribute, Change, Children, ComponentInfo, Content, Counterpart, Display, Flow, Loads, Notation, Value,
};

pub(super) const IMAGE: ComponentInfo = ComponentInfo {
    name: "wc-image",
    summary: "An image with more options than a Markdown image.",
    content: Content::None,
    flow: Flow::Inline,
    display: Display::Own,
    loads: Loads::Image,
    own_text: &["alt"],
    anchor: Anchor::None,
    attributes: &[
        Attribute::new("src", Value::Url).required(),
        Attribute::new("alt", Value::Text),
        Attribute::new("dark-src", Value::Url),
        Attribute::new("width", Value::Size),
        Attribute::new("height", Value::Size),
        Attribute::new("caption", Value::Text),
    ],
    parents: &[],
    children: Children::Any,
    examples: &[
        "<wc-image src=\"https://example.com/vault.jpg\" alt=\"The door of the vault\" width=\"480\" caption=\"Built in 1974\" />",
    ],
    migrates_from: &[],
};

pub(super) const ICON: ComponentInfo = ComponentInfo {
    name: "wc-icon",
    summary: "An inline icon.",
    content: Content::None,
    flow: Flow::Inline,
    display: Display::Own,
    loads: Loads::Nothing,
    own_text: &["label"],
    anchor: Anchor::None,
    attributes: &[
        Attribute::new("name", Value::Icon).required(),
        Attribute::new("size", Value::Number).default("16"),
        Attribute::new("color", Value::Color),
        Attribute::new("label", Value::Text),
    ],
    parents: &[],
    children: Children::Any,
    examples: &["Choose <wc-icon name=\"settings\" label=\"Settings\" /> at the top."],
    migrates_from: &[],
};

pub(super) const COPY: ComponentInfo = ComponentInfo {
    name: "wc-copy",
    summary: "A piece of text with a button that copies it.",
    content: Content::Inline,
    flow: Flow::Inline,
    display: Display::Own,
    loads: Loads::Nothing,
    own_text: &["text"],
    anchor: Anchor::None,
    attributes: &[Attribute::new("text", Value::Text), Attribute::new("label", Value::Text)],
    parents: &[],
    children: Children::Any,
    examples: &[
        "Your region is <wc-copy>eu-central-1</wc-copy>.",
        "<wc-copy text=\"sk_test_1\" label=\"the test key\" />",
    ],
    migrates_from: &[Counterpart::tag("Copy"), Counterpart::tag("CopyButton")],
};

pub(super) const DOWNLOAD: ComponentInfo = ComponentInfo {
    name: "wc-download",
    summary: "A link that downloads a file and shows its size.",
    content: Content::Inline,
    flow: Flow::Inline,
    display: Display::Own,
    loads: Loads::Nothing,
    own_text: &["label", "filename", "href"],
    anchor: Anchor::None,
    attributes: &[
        Attribute::new("href", Value::Url).required(),
        Attribute::new("filename", Value::Text),
        Attribute::new("label", Value::Text),
        Attribute::new("size", Value::Text),
    ],
    parents: &[],
    children: Children::Any,
    examples: &["<wc-download href=\"https://example.com/report.pdf\" size=\"2 MB\">The *report*</wc-download>"],
    migrates_from: &[
        Counterpart::tag("Download").with(&[Change::Renamed("src", "href"), Change::Renamed("title", "label")]),
        Counterpart::of(Notation::Liquid, "file").with(&[Change::Renamed("src", "href")]),
    ],
};
