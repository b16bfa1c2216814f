//! Markup of other tools and its equivalents here, for imports: the only view of the component table that other crates
//! have.

use std::collections::BTreeMap;
use std::sync::LazyLock;

pub use super::migration::{Change, Notation, Outcome};
pub use super::{Content, Value};

use super::migration::{ANY_CALLOUT, CALLOUT_WORDS, OTHERS, icon_of_library};
use super::{Attribute, Children, ComponentKind, Flow, icons};

/// The component that markup of another tool is converted to.
#[derive(Clone, Copy, Debug)]
pub struct Replacement {
    /// Includes the `wc-` prefix.
    pub component: &'static str,
    /// How its attributes are converted.
    pub changes: &'static [Change],
}

/// A component of this tool.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    kind: ComponentKind,
}

/// The component that markup of another tool with this name is converted to. With [`Notation::Directive`] and similar
/// notations, an unknown name is a callout.
#[must_use]
pub fn target(notation: Notation, name: &str) -> Option<Replacement> {
    let targets: &BTreeMap<(Notation, &str), Replacement> = &TARGETS;
    targets.get(&(notation, name)).or_else(|| targets.get(&(notation, ANY_CALLOUT))).copied()
}

/// The target of each markup of another tool; if the table lists it twice, the first.
static TARGETS: LazyLock<BTreeMap<(Notation, &str), Replacement>> = LazyLock::new(|| {
    let mut targets = BTreeMap::new();
    for kind in ComponentKind::ALL {
        for source in kind.entry().migrates_from {
            let target = Replacement { component: kind.name(), changes: source.changes };
            targets.entry((source.notation, source.name)).or_insert(target);
        }
    }
    targets
});

/// The outcome for markup of another tool that has no equivalent component here.
#[must_use]
pub fn other(notation: Notation, name: &str) -> Option<Outcome> {
    OTHERS.iter().find(|other| other.notation == notation && other.name == name).map(|other| other.outcome)
}

/// All convertible markup of other tools: its notation, its name and how it is written.
pub fn all() -> impl Iterator<Item = (Notation, &'static str, String)> {
    let components = ComponentKind::ALL.iter().flat_map(|kind| kind.entry().migrates_from);
    let others = OTHERS.iter().map(|other| (other.notation, other.name, other.shown()));
    components.map(|source| (source.notation, source.name, source.shown())).chain(others)
}

/// The callout `type` for a word of another tool or an emoji, ignoring case, and whether the word should become the
/// title because the type does not convey it. `None` if no tool is known to use the word.
#[must_use]
pub fn callout(word: &str) -> Option<(&'static str, bool)> {
    let word = word.trim().to_lowercase();
    let found = CALLOUT_WORDS.iter().find(|known| known.word == word)?;
    Some((found.kind, found.is_title))
}

/// The name of the equivalent Lucide icon for an icon of another tool; images and emoji are returned unchanged. `None`
/// if there is none.
#[must_use]
pub fn icon(name: &str) -> Option<String> {
    /// What libraries append to a name for another style or size, and tools to the name of a component.
    const ENDINGS: &[&str] = &["-outline", "-outlined", "-line", "-fill", "-filled", "-16", "-24", "-icon", "icon"];
    /// What react-icons puts before a name for another style.
    const STYLES: &[&str] = &["outline-", "reg-", "round-", "sharp-"];
    /// What precedes the name of a logo in a path.
    const LOGOS: &[&str] = &["brands", "simple", "simple-icons"];
    let value = name.trim();
    if let icons::IconValue::Image(same) | icons::IconValue::Emoji(same) = icons::IconValue::read(value) {
        return Some(same.to_owned());
    }
    // In a path the last part names the icon, the others its library and style.
    let (path, last) = value.rsplit_once([':', '/']).unwrap_or(("", value));
    let last = icons::bare_name(&hyphenated(last));
    let is_logo = icons::asks_for_logo(value) || path.split([':', '/']).any(|part| LOGOS.contains(&part));
    let named = |name: &str| {
        let logo = if is_logo { icons::logo(name) } else { None };
        let icon = logo.or_else(|| icons::named(icon_of_library(name).unwrap_or(name)));
        icon.map(|icon| icon.name().to_owned())
    };
    let ours = |name: &str| {
        let short = || ENDINGS.iter().find_map(|ending| name.strip_suffix(ending));
        named(name).or_else(|| named(short()?))
    };
    ours(&last).or_else(|| {
        let is_component = value.starts_with(|c: char| c.is_ascii_uppercase());
        let (library, rest) = last.split_once('-').filter(|_| is_component)?;
        let name = if REACT_ICONS.contains(&library) { rest } else { &last };
        ours(STYLES.iter().find_map(|style| name.strip_prefix(style)).unwrap_or(name))
    })
}

/// The libraries of react-icons, which the names of its components begin with.
const REACT_ICONS: &[&str] = &[
    "ai", "bi", "bs", "cg", "ci", "fa", "fc", "fi", "gi", "go", "gr", "hi", "im", "io", "lia", "lu", "md", "pi", "ri",
    "rx", "si", "sl", "tb", "tfi", "ti", "vsc", "wi",
];

/// `ArrowDown` as `Arrow-Down`, and `x.com` as `x-com`.
fn hyphenated(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for c in name.chars().map(|c| if c == '.' { '-' } else { c }) {
        if c.is_ascii_uppercase() && out.ends_with(|before: char| before.is_ascii_lowercase()) {
            out.push('-');
        }
        out.push(c);
    }
    out
}

/// The component with this name, which includes `wc-`.
#[must_use]
pub fn known(component: &str) -> Option<Known> {
    ComponentKind::named(component).map(|kind| Known { kind })
}

impl Known {
    /// The content that it takes between its tags.
    #[must_use]
    pub fn content(self) -> Content {
        self.kind.entry().content
    }

    /// Whether it is an inline element.
    #[must_use]
    pub fn is_inline(self) -> bool {
        self.kind.entry().flow == Flow::Inline
    }

    /// Whether it is interactive, which is not possible inside a link.
    #[must_use]
    pub fn is_interactive(self) -> bool {
        self.kind.is_interactive()
    }

    /// The canonical name and the value type of an attribute. `None` if it has no such attribute.
    #[must_use]
    pub fn attribute(self, name: &str) -> Option<(&'static str, Value)> {
        self.kind.entry().attribute(name).map(|attribute| (attribute.name, attribute.value))
    }

    /// The first required text attribute.
    #[must_use]
    pub fn required_text(self) -> Option<&'static str> {
        let needed = |attribute: &&Attribute| attribute.required && attribute.value == Value::Text;
        self.kind.entry().attributes.iter().find(needed).map(|attribute| attribute.name)
    }

    /// Whether it is allowed as a direct child of `parent`, or at the top level if `parent` is `None`.
    #[must_use]
    pub fn may_stand_in(self, parent: Option<Self>) -> bool {
        let parents = self.kind.entry().parents;
        let wanted = parents.is_empty() || parent.is_some_and(|parent| parents.contains(&parent.kind));
        let accepted = parent.is_none_or(|parent| match parent.kind.entry().children {
            Children::Any => true,
            Children::Only(kinds) => kinds.contains(&self.kind),
        });
        wanted && accepted
    }
}

#[cfg(test)]
mod tests {
    use super::{Notation, callout, icon, known, target};

    #[test]
    fn things_of_other_tools_are_found() {
        assert_eq!(target(Notation::Tag, "CardGroup").map(|found| found.component), Some("wc-tiles"));
        assert_eq!(target(Notation::Directive, "seealso").map(|found| found.component), Some("wc-callout"));
        assert_eq!(target(Notation::Directive, "tabs").map(|found| found.component), Some("wc-tabs"));
        assert!(target(Notation::Tag, "Sandpack").is_none());
        assert_eq!(callout("CAUTION"), Some(("warning", false)));
        assert_eq!(callout("example"), Some(("note", true)));
        assert_eq!(callout("nonsense"), None);
        assert_eq!(icon("fa-light fa-gear").as_deref(), Some("settings"));
        assert_eq!(icon("/images/x.svg").as_deref(), Some("/images/x.svg"));
        assert_eq!(icon("material/lock-open-outline").as_deref(), Some("lock-open"));
        assert_eq!(icon("octicons/file-code-16").as_deref(), Some("file-code"));
        assert_eq!(icon("FileIcon").as_deref(), Some("file"));
        for (theirs, ours) in [
            ("FaBookOpen", "book-open"),
            ("FaRegClock", "clock"),
            ("LuRocket", "rocket"),
            ("MdOutlineSearch", "search"),
            ("RiTerminalLine", "terminal"),
            ("ArrowDown", "arrow-down"),
        ] {
            assert_eq!(icon(theirs).as_deref(), Some(ours), "{theirs}");
        }
        assert_eq!(icon("lu-rocket"), None);
        assert_eq!(icon("XxRocket"), None);
        for (theirs, ours) in [
            ("fa-brands fa-github", "github"),
            ("fa-brands fa-apple", "brand-apple"),
            ("fontawesome/brands/x-twitter", "x-twitter"),
            ("simple/python", "python"),
            ("x.com", "x-com"),
            ("blueSky", "bluesky"),
            ("SiRust", "rust"),
        ] {
            assert_eq!(icon(theirs).as_deref(), Some(ours), "{theirs}");
        }
        assert_eq!(icon("icon"), None);
        assert_eq!(icon("no-such-icon"), None);
        let (step, steps) = (known("wc-step").unwrap(), known("wc-steps"));
        assert!(step.may_stand_in(steps) && !step.may_stand_in(None));
        assert!(!known("wc-callout").unwrap().may_stand_in(steps));
    }
}
