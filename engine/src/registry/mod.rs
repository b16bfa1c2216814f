//! Every component as data: its content, its attributes and where it is allowed. This is the only list of components:
//! the page checks, the renderers and the reference all read it.
//!
//! Independent of files, queries and HTML.

mod code;
mod content;
mod data;
mod files;
pub(crate) mod icons;
mod layout;
mod media;
pub(crate) mod migration;
mod navigation;
pub mod other_tools;
mod text;
mod utility;

use std::sync::LazyLock;

pub(crate) use migration::{ANY_CALLOUT, Change, Counterpart, Notation};

/// The content that a component takes between its tags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Markdown blocks.
    Blocks,
    /// Markdown inlines.
    Inline,
    /// Text that is never Markdown.
    Text,
    /// Nothing: content is reported, and shown after the component.
    None,
}

/// Whether a component is a block or inline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    /// A block element: it ends the paragraph that it appears in.
    Block,
    /// An inline element, even if it is the only thing on its line.
    Inline,
}

/// How the element of a component is laid out. The first rules of `templates/assets/components.css` have the same names, and
/// a test compares them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Display {
    /// A box next to an aside, with the spacing of blocks.
    Box,
    /// A block that the component around it spaces.
    Block,
    /// Inline, or laid out by its own rules.
    Own,
}

/// What a page loads for a component beyond what every page loads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Loads {
    Nothing,
    /// The style sheet and the script of operations and fields.
    Api,
    /// The style sheet and the script of images that open over the page.
    Image,
    /// The style sheet of trees.
    Tree,
}

/// The type of an attribute's value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// Any text.
    Text,
    /// A flag; `true` and `false` are accepted.
    Flag,
    /// A number.
    Number,
    /// An integer between these, inclusive.
    Range(u8, u8),
    /// One of these words, ignoring case.
    OneOf(&'static [&'static str]),
    /// A CSS length.
    Length,
    /// A number of pixels, or a percentage of the available width.
    Size,
    /// A CSS color.
    Color,
    /// A URL that is allowed in links.
    Url,
    /// The name of an icon, an image, or an emoji.
    Icon,
    /// The name of a variable: capital letters, digits and `_`.
    Variable,
    /// JSON text.
    Json,
    /// Line numbers: `1,3-5`.
    Lines,
    /// JSON text: OpenAPI security requirements or schemes.
    Security,
    /// A status code, a range such as `4XX`, or `default`.
    Status,
}

/// An attribute of a component.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attribute {
    pub(crate) name: &'static str,
    /// Other accepted names.
    pub(crate) aliases: &'static [&'static str],
    pub(crate) value: Value,
    pub(crate) required: bool,
    /// Default value.
    pub(crate) default: Option<&'static str>,
}

impl Attribute {
    const fn new(name: &'static str, value: Value) -> Self {
        Self { name, aliases: &[], value, required: false, default: None }
    }

    const fn aliases(mut self, aliases: &'static [&'static str]) -> Self {
        self.aliases = aliases;
        self
    }

    const fn required(mut self) -> Self {
        self.required = true;
        self
    }

    const fn default(mut self, default: &'static str) -> Self {
        self.default = Some(default);
        self
    }

    /// Whether `name` is its name or an alias, ignoring case.
    fn is_called(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name) || self.aliases.iter().any(|alias| alias.eq_ignore_ascii_case(name))
    }
}

/// The components allowed as direct children of a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Children {
    /// All of them.
    Any,
    /// Only these.
    Only(&'static [ComponentKind]),
}

/// The source of the anchor of a component without `id`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    /// No anchor.
    None,
    /// `title`, turned into an anchor like a heading.
    Title,
    /// Its content, turned into an anchor like a heading.
    Text,
    /// `name`, after the anchor of the enclosing component, or else after `in`.
    Name,
    /// `code`, after `response`.
    Code,
    /// The first of these attributes that is present, turned into an anchor like a heading; dots become `-`.
    FirstOf(&'static [&'static str]),
}

/// An entry of the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ComponentInfo {
    /// Includes the `wc-` prefix.
    pub(crate) name: &'static str,
    /// Its purpose, in one sentence.
    #[cfg_attr(not(feature = "testing"), allow(dead_code, reason = "the generator of the reference reads it"))]
    pub(crate) summary: &'static str,
    pub(crate) content: Content,
    pub(crate) flow: Flow,
    #[cfg_attr(not(test), expect(dead_code, reason = "compared with the style sheet"))]
    pub(crate) display: Display,
    pub(crate) loads: Loads,
    /// The attributes that give an inline component its text when there is none between its tags. The first that is given
    /// is used.
    pub(crate) own_text: &'static [&'static str],
    pub(crate) anchor: Anchor,
    /// Its own attributes, in addition to [`COMMON_ATTRIBUTES`].
    pub(crate) attributes: &'static [Attribute],
    /// The allowed parents; empty if it is allowed anywhere.
    pub(crate) parents: &'static [ComponentKind],
    pub(crate) children: Children,
    /// Examples, each a complete Markdown text.
    #[cfg_attr(not(feature = "testing"), allow(dead_code, reason = "the generator of the reference reads it"))]
    pub(crate) examples: &'static [&'static str],
    /// The equivalents in other tools, and how their attributes are converted.
    pub(crate) migrates_from: &'static [Counterpart],
}

/// The attributes that every component takes.
pub(crate) const COMMON_ATTRIBUTES: &[Attribute] = &[
    Attribute::new("id", Value::Text),
    Attribute::new("class", Value::Text),
    Attribute::new("theme", Value::OneOf(&["dark", "light"])),
];

impl ComponentInfo {
    /// The attribute with this name or alias.
    pub(crate) fn attribute(&self, name: &str) -> Option<&'static Attribute> {
        self.numbered_attribute(name).map(|(_, attribute)| attribute)
    }

    /// The attribute with this name or alias, and its index among all attributes. Tries the exact name first, since
    /// most are written that way.
    pub(crate) fn numbered_attribute(&self, name: &str) -> Option<(usize, &'static Attribute)> {
        let mut all = self.attributes.iter().chain(COMMON_ATTRIBUTES).enumerate();
        let exact = all.clone().find(|(_, attribute)| attribute.name == name);
        exact.or_else(|| all.find(|(_, attribute)| attribute.is_called(name)))
    }

    /// The default value of the attribute with exactly this name.
    pub(crate) fn default_of(&self, name: &str) -> Option<&'static str> {
        self.attributes.iter().find(|attribute| attribute.name == name)?.default
    }

    /// The names of its attributes, for suggestions.
    pub(crate) fn attribute_names(&self) -> impl Iterator<Item = &'static str> {
        self.attributes.iter().chain(COMMON_ATTRIBUTES).map(|attribute| attribute.name)
    }
}

macro_rules! components {
    ($($kind:ident = $entry:path;)* @beside $($beside:ident = $beside_entry:path;)*) => {
        /// A component.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub(crate) enum ComponentKind {
            $(#[doc = concat!("See [`", stringify!($entry), "`].")] $kind,)*
            $(#[doc = concat!("See [`", stringify!($beside_entry), "`].")] $beside,)*
        }

        impl ComponentKind {
            /// Every component, in the order of the table, followed by those after `@beside`.
            pub(crate) const ALL: &[Self] = &[$(Self::$kind,)* $(Self::$beside,)*];

            /// The components after `@beside`, which the reference lists separately: elements that only serve another
            /// component, images, which Markdown also has, and the include directive.
            #[cfg_attr(not(test), expect(dead_code, reason = "for the reference of components"))]
            pub(crate) const BESIDE: &[Self] = &[$(Self::$beside,)*];

            /// Its entry.
            pub(crate) const fn entry(self) -> &'static ComponentInfo {
                match self {
                    $(Self::$kind => &$entry,)*
                    $(Self::$beside => &$beside_entry,)*
                }
            }
        }
    };
}

components! {
    Callout = text::CALLOUT;
    Columns = layout::COLUMNS;
    Steps = navigation::STEPS;
    Step = navigation::STEP;
    Tabs = navigation::TABS;
    Tab = navigation::TAB;
    CodeGroup = code::CODE_GROUP;
    CodeTab = code::CODE_TAB;
    Fields = data::FIELDS;
    Field = data::FIELD;
    Endpoint = data::ENDPOINT;
    Card = content::CARD;
    Tiles = content::TILES;
    Tile = content::TILE;
    Badge = text::BADGE;
    Tooltip = text::TOOLTIP;
    Icon = media::ICON;
    Copy = media::COPY;
    Download = media::DOWNLOAD;
    Button = content::BUTTON;
    Anchor = utility::ANCHOR;
    Var = code::VAR;
    Color = data::COLOR;
    Alert = text::ALERT;
    Banner = text::BANNER;
    Update = text::UPDATE;
    Frame = layout::FRAME;
    Panel = layout::PANEL;
    Expandable = layout::EXPANDABLE;
    Accordion = layout::ACCORDION;
    AccordionGroup = layout::ACCORDION_GROUP;
    Aside = layout::ASIDE;
    Indent = utility::INDENT;
    Prompt = content::PROMPT;
    PageMeta = utility::PAGE_META;
    Visibility = utility::VISIBILITY;
    Versions = utility::VERSIONS;
    Version = utility::VERSION;
    View = navigation::VIEW;
    ViewPanel = navigation::VIEW_PANEL;
    Files = files::FILES;
    Dir = files::DIR;
    File = files::FILE;
    Tree = files::TREE;
    TreeItem = files::TREE_ITEM;
    ResponseFields = data::RESPONSE_FIELDS;
    Schema = data::SCHEMA;
    Table = data::TABLE;
    CodeBlock = code::CODE_BLOCK;
    Playground = data::PLAYGROUND;
    Mermaid = data::MERMAID;

    @beside
    Responses = data::RESPONSES;
    Response = data::RESPONSE;
    ApiExamples = data::API_EXAMPLES;
    Image = media::IMAGE;
    Include = utility::INCLUDE;
}

/// Alternative element names of components.
const OTHER_NAMES: &[(&str, ComponentKind)] = &[("wc-runnable-endpoint", ComponentKind::Playground)];

/// All component names by length, since every tag of a page is looked up.
static BY_LENGTH: LazyLock<Vec<Vec<(&'static str, ComponentKind)>>> = LazyLock::new(|| {
    let mut names: Vec<Vec<_>> = Vec::new();
    for (name, kind) in ComponentKind::ALL.iter().map(|kind| (kind.name(), *kind)).chain(OTHER_NAMES.iter().copied()) {
        names.resize_with(names.len().max(name.len() + 1), Vec::new);
        names[name.len()].push((name, kind));
    }
    names
});

impl ComponentKind {
    /// The component called `name`, which includes `wc-`, ignoring case.
    pub(crate) fn named(name: &str) -> Option<Self> {
        let last = name.as_bytes().last()?.to_ascii_lowercase();
        let same_length = BY_LENGTH.get(name.len())?;
        let mut ends_alike = same_length.iter().filter(|(known, _)| known.as_bytes().last() == Some(&last));
        ends_alike.find(|(known, _)| *known == name || known.eq_ignore_ascii_case(name)).map(|(_, kind)| *kind)
    }

    /// Its name, including `wc-`.
    pub(crate) const fn name(self) -> &'static str {
        self.entry().name
    }

    /// Whether it is interactive, which is not possible inside a link.
    pub(crate) const fn is_interactive(self) -> bool {
        matches!(self, Self::Button | Self::Copy | Self::Download | Self::Tooltip | Self::Var)
    }
}

#[cfg(test)]
mod tests;
