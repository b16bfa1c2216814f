//! Every component as data: what it may hold, which attributes it takes, where it may stand. One table, many readers:
//! the check of pages, the renderers and the reference all read it, and no other list of components exists.
//!
//! Knows nothing of files, queries or HTML.

mod code;
mod content;
mod data;
mod files;
pub mod foreign;
pub(crate) mod icons;
mod layout;
mod media;
pub(crate) mod migration;
mod navigation;
mod text;
mod utility;

use std::sync::LazyLock;

pub(crate) use migration::{ANY_CALLOUT, Change, Notation, Source};

/// What stands between a component's tags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Markdown blocks.
    Blocks,
    /// Markdown inlines.
    Inline,
    /// Text that is never Markdown.
    Text,
    /// Nothing: what stands there is reported, and shown behind the component.
    None,
}

/// Where a component stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    /// Among blocks: it ends the paragraph that it is met in.
    Block,
    /// In a line of text, even where it has the line to itself.
    Inline,
}

/// How the element of a component is laid out. The first rules of `templates/assets/components.css` have the same names, and
/// a test compares them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Display {
    /// A box of its own beside an aside, with the distance of blocks.
    Box,
    /// A block that the component around it spaces.
    Block,
    /// Inline, or by rules of its own.
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
}

/// What an attribute's value may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// Any text.
    Text,
    /// There or not; `true` and `false` are accepted.
    Flag,
    /// A number.
    Number,
    /// A whole number from the first to the last.
    Range(u8, u8),
    /// One of these words, in any case.
    OneOf(&'static [&'static str]),
    /// A CSS length.
    Length,
    /// A number of pixels, or a percentage of the width there is.
    Size,
    /// A CSS colour.
    Color,
    /// An address that a link may have.
    Url,
    /// The name of an icon, an image, or an emoji.
    Icon,
    /// The name of a variable: capital letters, digits and `_`.
    Variable,
    /// JSON text.
    Json,
    /// Lines of code: `1,3-5`.
    Lines,
    /// JSON text: who is let in, as requirements or as schemes of OpenAPI.
    Security,
    /// A status code, a class of them, or `default`.
    Status,
}

/// An attribute of a component.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attribute {
    pub(crate) name: &'static str,
    /// Other names for the same.
    pub(crate) aliases: &'static [&'static str],
    pub(crate) value: Value,
    pub(crate) required: bool,
    /// What holds when it is absent.
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

    /// Whether it is called `name`, in any case.
    fn is_called(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name) || self.aliases.iter().any(|alias| alias.eq_ignore_ascii_case(name))
    }
}

/// Which components may stand directly in a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Children {
    /// All of them.
    Any,
    /// These alone.
    Only(&'static [ComponentKind]),
}

/// What the anchor of a component without `id` is made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    /// It has none.
    None,
    /// `title`, like the anchor of a heading.
    Title,
    /// Its content, like the anchor of a heading.
    Text,
    /// `name`, behind the anchor of the component around it, or else behind `in`.
    Name,
    /// `code`, behind `response`.
    Code,
    /// The first of these that is given, like the anchor of a heading; dots become `-`.
    FirstOf(&'static [&'static str]),
}

/// An entry of the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Component {
    /// With `wc-`.
    pub(crate) name: &'static str,
    /// What it is for, in one sentence.
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
    /// Its own; [`COMMON_ATTRIBUTES`] come on top.
    pub(crate) attributes: &'static [Attribute],
    /// The components that it must stand in; empty when it may stand anywhere.
    pub(crate) parents: &'static [ComponentKind],
    pub(crate) children: Children,
    /// Markdown that uses it, each complete.
    pub(crate) examples: &'static [&'static str],
    /// What other tools call it, and how its attributes change.
    pub(crate) migrates_from: &'static [Source],
}

/// The attributes that every component takes.
pub(crate) const COMMON_ATTRIBUTES: &[Attribute] = &[
    Attribute::new("id", Value::Text),
    Attribute::new("class", Value::Text),
    Attribute::new("theme", Value::OneOf(&["dark", "light"])),
];

impl Component {
    /// Its attribute of that name or alias.
    pub(crate) fn attribute(&self, name: &str) -> Option<&'static Attribute> {
        self.numbered_attribute(name).map(|(_, attribute)| attribute)
    }

    /// The same with its number among those that it takes. Most are written as the table has them.
    pub(crate) fn numbered_attribute(&self, name: &str) -> Option<(usize, &'static Attribute)> {
        let mut all = self.attributes.iter().chain(COMMON_ATTRIBUTES).enumerate();
        let exact = all.clone().find(|(_, attribute)| attribute.name == name);
        exact.or_else(|| all.find(|(_, attribute)| attribute.is_called(name)))
    }

    /// What holds when the attribute of that name, as the table has it, is absent.
    pub(crate) fn default_of(&self, name: &str) -> Option<&'static str> {
        self.attributes.iter().find(|attribute| attribute.name == name)?.default
    }

    /// The names of its attributes, for hints.
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
            /// Every component, in the order of the table, those beside it last.
            pub(crate) const ALL: &[Self] = &[$(Self::$kind,)* $(Self::$beside,)*];

            /// Those beside the table: elements that only serve another component, images, which Markdown has too, and the
            /// directive that stands for a file's text. The reference lists them apart.
            #[cfg_attr(not(test), expect(dead_code, reason = "for the reference of components"))]
            pub(crate) const BESIDE: &[Self] = &[$(Self::$beside,)*];

            /// Its entry.
            pub(crate) const fn entry(self) -> &'static Component {
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

/// Elements that are other names of a component.
const OTHER_NAMES: &[(&str, ComponentKind)] = &[("wc-runnable-endpoint", ComponentKind::Playground)];

/// Every name of a component, by its length: each tag of a page is looked up.
static BY_LENGTH: LazyLock<Vec<Vec<(&'static str, ComponentKind)>>> = LazyLock::new(|| {
    let mut names: Vec<Vec<_>> = Vec::new();
    for (name, kind) in ComponentKind::ALL.iter().map(|kind| (kind.name(), *kind)).chain(OTHER_NAMES.iter().copied()) {
        names.resize_with(names.len().max(name.len() + 1), Vec::new);
        names[name.len()].push((name, kind));
    }
    names
});

impl ComponentKind {
    /// The component called `name`, with `wc-` and in any case.
    pub(crate) fn named(name: &str) -> Option<Self> {
        let last = name.as_bytes().last()?.to_ascii_lowercase();
        let same_length = BY_LENGTH.get(name.len())?;
        let mut ends_alike = same_length.iter().filter(|(known, _)| known.as_bytes().last() == Some(&last));
        ends_alike.find(|(known, _)| *known == name || known.eq_ignore_ascii_case(name)).map(|(_, kind)| *kind)
    }

    /// Its name, with `wc-`.
    pub(crate) const fn name(self) -> &'static str {
        self.entry().name
    }
}

#[cfg(test)]
mod tests;
