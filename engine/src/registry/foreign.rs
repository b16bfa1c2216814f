//! What other tools write, and what becomes of it here, for imports: the one view of the table of components that other
//! crates have.

use std::collections::BTreeMap;
use std::sync::LazyLock;

pub use super::migration::{Change, Notation, Outcome};
pub use super::{Content, Value};

use super::migration::{ANY_CALLOUT, CALLOUT_WORDS, ICONS, OTHERS};
use super::{Attribute, Children, ComponentKind, Flow, icons};

/// The component that something of another tool becomes.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// With `wc-`.
    pub component: &'static str,
    /// What becomes of its attributes.
    pub changes: &'static [Change],
}

/// What is known of one of our components.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    kind: ComponentKind,
}

/// What another tool's thing of that name becomes. With [`Notation::Directive`] and its kin a name that is no component's
/// own is that of a callout.
#[must_use]
pub fn target(notation: Notation, name: &str) -> Option<Target> {
    let targets: &BTreeMap<(Notation, &str), Target> = &TARGETS;
    targets.get(&(notation, name)).or_else(|| targets.get(&(notation, ANY_CALLOUT))).copied()
}

/// What each thing of another tool becomes; where the table has it twice, the first.
static TARGETS: LazyLock<BTreeMap<(Notation, &str), Target>> = LazyLock::new(|| {
    let mut targets = BTreeMap::new();
    for kind in ComponentKind::ALL {
        for source in kind.entry().migrates_from {
            let target = Target { component: kind.name(), changes: source.changes };
            targets.entry((source.notation, source.name)).or_insert(target);
        }
    }
    targets
});

/// What becomes of another tool's thing of that name that is no component here.
#[must_use]
pub fn other(notation: Notation, name: &str) -> Option<Outcome> {
    OTHERS.iter().find(|other| other.notation == notation && other.name == name).map(|other| other.outcome)
}

/// How each thing of another tool that becomes something here looks on a page there, with its notation and name.
pub fn all() -> impl Iterator<Item = (Notation, &'static str, String)> {
    let components = ComponentKind::ALL.iter().flat_map(|kind| kind.entry().migrates_from);
    let others = OTHERS.iter().map(|other| (other.notation, other.name, other.shown()));
    components.map(|source| (source.notation, source.name, source.shown())).chain(others)
}

/// The `type` of a callout for a word of another tool, or an emoji, in any case; and whether the word should be its title,
/// because the type alone does not say it. None: no tool is known to have that word.
#[must_use]
pub fn callout(word: &str) -> Option<(&'static str, bool)> {
    let word = word.trim().to_lowercase();
    let found = CALLOUT_WORDS.iter().find(|known| known.word == word)?;
    Some((found.kind, found.is_title))
}

/// The icon of our set that stands for an icon of another tool; images and emoji stay. None: there is none.
#[must_use]
pub fn icon(name: &str) -> Option<String> {
    let value = name.trim();
    if let icons::IconValue::Image(same) | icons::IconValue::Emoji(same) = icons::IconValue::read(value) {
        return Some(same.to_owned());
    }
    // Of a list of classes the last one names the icon, the others its style.
    let last = value.rsplit([' ', ':']).next().unwrap_or(value);
    let last = last.strip_prefix("fa-").unwrap_or(last).to_ascii_lowercase();
    let ours = ICONS.iter().find(|(theirs, _)| *theirs == last).map_or(last.as_str(), |(_, ours)| ours);
    icons::named(ours).map(|_| ours.to_owned())
}

/// Our component of that name, with `wc-`.
#[must_use]
pub fn known(component: &str) -> Option<Known> {
    ComponentKind::named(component).map(|kind| Known { kind })
}

impl Known {
    /// What may stand between its tags.
    #[must_use]
    pub fn content(self) -> Content {
        self.kind.entry().content
    }

    /// Whether it stands in a line of text.
    #[must_use]
    pub fn is_inline(self) -> bool {
        self.kind.entry().flow == Flow::Inline
    }

    /// What an attribute of it may hold; the name as the table has it. None: it has none of that name.
    #[must_use]
    pub fn attribute(self, name: &str) -> Option<(&'static str, Value)> {
        self.kind.entry().attribute(name).map(|attribute| (attribute.name, attribute.value))
    }

    /// The first attribute that it needs and that holds text.
    #[must_use]
    pub fn required_text(self) -> Option<&'static str> {
        let needed = |attribute: &&Attribute| attribute.required && attribute.value == Value::Text;
        self.kind.entry().attributes.iter().find(needed).map(|attribute| attribute.name)
    }

    /// Whether it may stand directly in `parent`, or anywhere where that is none.
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
        assert_eq!(icon("no-such-icon"), None);
        let (step, steps) = (known("wc-step").unwrap(), known("wc-steps"));
        assert!(step.may_stand_in(steps) && !step.may_stand_in(None));
        assert!(!known("wc-callout").unwrap().may_stand_in(steps));
    }
}
