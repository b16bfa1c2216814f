//! Markup of other documentation tools and its equivalents here: names, attributes, words and icons as data. Used by
//! imports and by the skill for agents; the markup that becomes a component is listed in that component's entry.

/// A syntax that another tool uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Notation {
    /// `<Name attribute="…">`: JSX, or an HTML element.
    Tag,
    /// `:::name`.
    Directive,
    /// `!!! name`, indented by four spaces.
    Admonition,
    /// `??? name`, like [`Notation::Admonition`] but folded; `???+` is open.
    Folded,
    /// `=== "Name"`, indented by four spaces.
    ContentTab,
    /// `/// name`.
    Slash,
    /// `{% name %}`.
    Liquid,
    /// A quote that begins with `[!NAME]`.
    Alert,
    /// A quote that begins with an emoji.
    EmojiQuote,
    /// `[block:name]` around JSON.
    MagicBlock,
    /// Consecutive fenced blocks, distinguished by this word in their info strings.
    Fences,
    /// A line or comment that is replaced by a file.
    Line,
    /// A field of the frontmatter.
    Frontmatter,
}

/// In place of a name: any word of [`CALLOUT_WORDS`].
pub(crate) const ANY_CALLOUT: &str = "*";

/// How an attribute is converted. An attribute that is not mentioned keeps its name if the component has such an
/// attribute; otherwise it is dropped and reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Their name, and ours for the same value.
    Renamed(&'static str, &'static str),
    /// Our name, always set to this value.
    Fixed(&'static str, &'static str),
    /// Their name: its value becomes our `name`, and the name itself becomes our `in`.
    Located(&'static str),
    /// Their name: [`CALLOUT_WORDS`] maps its value to our `type`; empty for the word in the notation itself.
    CalloutWord(&'static str),
    /// Their name: its value becomes the content.
    Content(&'static str),
}

/// The markup of another tool that is converted to a component.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counterpart {
    pub(crate) notation: Notation,
    /// As written there, in its case; [`ANY_CALLOUT`] for many.
    pub(crate) name: &'static str,
    pub(crate) changes: &'static [Change],
    /// What the changes do not express, in a few words; may be empty.
    pub(crate) remark: &'static str,
}

impl Counterpart {
    /// A tag with the same attributes as the component.
    pub(crate) const fn tag(name: &'static str) -> Self {
        Self::of(Notation::Tag, name)
    }

    /// A name in another notation.
    pub(crate) const fn of(notation: Notation, name: &'static str) -> Self {
        Self { notation, name, changes: &[], remark: "" }
    }

    /// Adds attribute conversions.
    pub(crate) const fn with(mut self, changes: &'static [Change]) -> Self {
        self.changes = changes;
        self
    }

    /// Adds a remark.
    pub(crate) const fn remark(mut self, remark: &'static str) -> Self {
        self.remark = remark;
        self
    }

    /// How it is written in the other tool.
    pub(crate) fn shown(&self) -> String {
        shown(self.notation, if self.name == ANY_CALLOUT { "note" } else { self.name })
    }
}

/// The outcome for markup that has no equivalent component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Its tags are removed, its content is kept.
    Unwrapped,
    /// It is removed.
    Removed,
    /// It is replaced by the file that it names; a file used by several pages becomes an include.
    Included,
    /// It becomes this HTML element.
    Element(&'static str),
    /// It becomes a link to what it embeds.
    Linked,
}

/// Markup of another tool that has no equivalent component.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Other {
    pub(crate) notation: Notation,
    pub(crate) name: &'static str,
    pub(crate) outcome: Outcome,
    pub(crate) remark: &'static str,
}

impl Other {
    const fn new(notation: Notation, name: &'static str, outcome: Outcome) -> Self {
        Self { notation, name, outcome, remark: "" }
    }

    const fn remark(mut self, remark: &'static str) -> Self {
        self.remark = remark;
        self
    }

    /// How it is written in the other tool.
    pub(crate) fn shown(&self) -> String {
        shown(self.notation, self.name)
    }
}

fn shown(notation: Notation, name: &str) -> String {
    match notation {
        Notation::Tag => format!("<{name}>"),
        Notation::Directive => format!(":::{name}"),
        Notation::Admonition => format!("!!! {name}"),
        Notation::Folded => format!("??? {name}"),
        Notation::ContentTab => format!("=== \"{name}\""),
        Notation::Slash => format!("/// {name}"),
        Notation::Liquid => format!("{{% {name} %}}"),
        Notation::Alert => format!("> [!{}]", name.to_uppercase()),
        Notation::EmojiQuote => format!("> {name}"),
        Notation::MagicBlock => format!("[block:{name}]"),
        Notation::Fences => format!("```sh {name}=\"…\""),
        Notation::Line => name.to_owned(),
        Notation::Frontmatter => format!("{name}:"),
    }
}

/// Markup without an equivalent component.
pub(crate) const OTHERS: &[Other] = &[
    Other::new(Notation::Tag, "Column", Outcome::Unwrapped)
        .remark("each block directly in `wc-columns` is a column; wrap blocks that belong together in a `<div>`"),
    Other::new(Notation::Tag, "Fragment", Outcome::Unwrapped),
    Other::new(Notation::Tag, "Bleed", Outcome::Unwrapped),
    Other::new(Notation::Tag, "Tooltip", Outcome::Unwrapped)
        .remark("its inner text stays; use `wc-tooltip text` if the explanation matters"),
    Other::new(Notation::Tag, "Icon", Outcome::Removed)
        .remark("use `wc-icon name` if the icon carries meaning by itself"),
    Other::new(Notation::Tag, "Kbd", Outcome::Element("kbd")),
    Other::new(Notation::Tag, "Snippet", Outcome::Included).remark("`file`; replace it by hand if the file is missing"),
    Other::new(Notation::Tag, "Markdown", Outcome::Included).remark("`src`"),
    Other::new(Notation::Tag, "include", Outcome::Included).remark("its content is the path"),
    Other::new(Notation::Line, "import X from \"…/x.mdx\"", Outcome::Included).remark("in place of `<X />`"),
    Other::new(Notation::Line, "--8<-- \"x.md\"", Outcome::Included),
    Other::new(Notation::Line, "{{#include x.md}}", Outcome::Included),
    Other::new(Notation::Line, "<!--@include: ./x.md-->", Outcome::Included),
    Other::new(Notation::Liquid, "include", Outcome::Included),
    Other::new(Notation::Tag, "iframe", Outcome::Linked)
        .remark("an `iframe` with an https URL may stay, in `wc-frame`"),
    Other::new(Notation::Tag, "video", Outcome::Linked).remark("a `video` may stay, in `wc-frame`"),
    Other::new(Notation::Tag, "YouTube", Outcome::Linked),
    Other::new(Notation::Tag, "Embed", Outcome::Linked),
    Other::new(Notation::Liquid, "embed", Outcome::Linked),
    Other::new(Notation::MagicBlock, "embed", Outcome::Linked),
];

/// A word for a type of callout.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CalloutWord {
    /// Lower case, or an emoji.
    pub(crate) word: &'static str,
    /// The `type` of `wc-callout`.
    pub(crate) kind: &'static str,
    /// Whether the word becomes the title if the source has none, because `type` does not convey it.
    pub(crate) is_title: bool,
}

const fn word(word: &'static str, kind: &'static str) -> CalloutWord {
    CalloutWord { word, kind, is_title: false }
}

const fn title(word: &'static str, kind: &'static str) -> CalloutWord {
    CalloutWord { word, kind, is_title: true }
}

/// The words that other tools use for types of callouts. Any other word is a `note` with the word as its title.
pub(crate) const CALLOUT_WORDS: &[CalloutWord] = &[
    word("note", "note"),
    word("default", "note"),
    word("info", "info"),
    word("abstract", "info"),
    word("important", "info"),
    word("📘", "info"),
    word("ℹ️", "info"),
    word("tip", "tip"),
    word("hint", "tip"),
    word("💡", "tip"),
    word("success", "success"),
    word("check", "success"),
    word("done", "success"),
    word("ok", "success"),
    word("okay", "success"),
    word("👍", "success"),
    word("✅", "success"),
    word("warning", "warning"),
    word("warn", "warning"),
    word("caution", "warning"),
    word("attention", "warning"),
    word("🚧", "warning"),
    word("⚠️", "warning"),
    word("danger", "error"),
    word("error", "error"),
    word("bug", "error"),
    word("failure", "error"),
    word("❗", "error"),
    word("❗️", "error"),
    word("🛑", "error"),
    title("example", "note"),
    title("quote", "note"),
    title("question", "note"),
];

/// Font Awesome icons, without style words (`fa-`, `fa-light`, `brands`), and their Lucide equivalents. An icon that is
/// not listed keeps its name if Lucide has an icon of that name; otherwise it is dropped.
pub(crate) const ICONS: &[(&str, &str)] = &[
    ("arrow-pointer", "mouse-pointer"),
    ("arrow-right-arrow-left", "arrow-left-right"),
    ("arrow-up-right-from-square", "external-link"),
    ("arrows-rotate", "refresh-cw"),
    ("bars", "menu"),
    ("bolt", "zap"),
    ("book-open-cover", "book-open"),
    ("brackets-curly", "braces"),
    ("browser", "app-window"),
    ("browsers", "app-window"),
    ("building", "building-2"),
    ("bullseye", "target"),
    ("cart-shopping", "shopping-cart"),
    ("chart-bar", "chart-column"),
    ("chart-simple", "chart-column"),
    ("check-circle", "circle-check"),
    ("circle-exclamation", "circle-alert"),
    ("circle-half-stroke", "contrast"),
    ("circle-info", "info"),
    ("circle-nodes", "share-2"),
    ("circle-question", "circle-question-mark"),
    ("circle-xmark", "circle-x"),
    ("clock-rotate-left", "history"),
    ("cloud-arrow-down", "cloud-download"),
    ("cloud-arrow-up", "cloud-upload"),
    ("code-branch", "git-branch"),
    ("code-compare", "git-compare"),
    ("code-merge", "git-merge"),
    ("code-pull-request", "git-pull-request"),
    ("code-simple", "code"),
    ("cog", "settings"),
    ("comment", "message-circle"),
    ("comments", "messages-square"),
    ("cube", "box"),
    ("cubes", "boxes"),
    ("diagram-project", "workflow"),
    ("display", "monitor"),
    ("earth-americas", "globe"),
    ("envelope", "mail"),
    ("exclamation-triangle", "triangle-alert"),
    ("eye-slash", "eye-off"),
    ("file-lines", "file-text"),
    ("fire", "flame"),
    ("flask", "flask-conical"),
    ("floppy-disk", "save"),
    ("gauge-high", "gauge"),
    ("gear", "settings"),
    ("gears", "cog"),
    ("hand-pointer", "pointer"),
    ("id-badge", "id-card"),
    ("language", "languages"),
    ("layer-group", "layers"),
    ("life-ring", "life-buoy"),
    ("list-check", "list-checks"),
    ("list-ol", "list-ordered"),
    ("list-ul", "list"),
    ("location-dot", "map-pin"),
    ("magnifying-glass", "search"),
    ("message", "message-square"),
    ("message-dots", "message-circle-more"),
    ("microchip", "cpu"),
    ("microphone", "mic"),
    ("mobile", "smartphone"),
    ("mobile-notch", "smartphone"),
    ("mobile-screen", "smartphone"),
    ("money-bill", "banknote"),
    ("money-bills", "banknote"),
    ("paper-plane", "send"),
    ("pen-to-square", "square-pen"),
    ("people-group", "users"),
    ("phone-slash", "phone-off"),
    ("phone-volume", "phone-call"),
    ("puzzle-piece", "puzzle"),
    ("question-circle", "circle-question-mark"),
    ("right-from-bracket", "log-out"),
    ("right-left", "arrow-left-right"),
    ("right-to-bracket", "log-in"),
    ("robot", "bot"),
    ("rotate", "refresh-cw"),
    ("scale-balanced", "scale"),
    ("screwdriver-wrench", "wrench"),
    ("seedling", "sprout"),
    ("shield-halved", "shield"),
    ("sitemap", "network"),
    ("sliders", "sliders-horizontal"),
    ("stopwatch", "timer"),
    ("table-cells", "grid-3x3"),
    ("table-columns", "columns-2"),
    ("times", "x"),
    ("toggle-on", "toggle-right"),
    ("trash-can", "trash-2"),
    ("triangle-exclamation", "triangle-alert"),
    ("user-group", "users"),
    ("user-shield", "shield-user"),
    ("vial", "test-tube"),
    ("vials", "test-tubes"),
    ("volume-high", "volume-2"),
    ("wand-magic-sparkles", "wand-sparkles"),
    ("warning", "triangle-alert"),
    ("wave-square", "audio-waveform"),
    ("window", "app-window"),
    ("window-maximize", "app-window"),
    ("xmark", "x"),
];

#[cfg(test)]
mod tests;
