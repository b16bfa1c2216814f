//! What the style sheets of a site hide from readers, and the texts that they show. Only rules about classes that hold
//! everywhere are read: those in conditions such as `@media` are not.

use std::collections::BTreeSet;

use memchr::memmem;

use crate::literal::LARGEST;

/// The greatest number of rules for texts: each is compared with every element.
const MOST_RULES: usize = 200;

/// What the rules of style sheets do to elements.
#[derive(Clone, Debug, Default)]
pub(crate) struct StyleSheet {
    /// The classes that hide their elements.
    hidden: BTreeSet<String>,
    /// The rules for texts.
    rules: Vec<StyleRule>,
}

/// A rule for the elements with some classes, and with an attribute if it names one.
#[derive(Clone, Debug)]
struct StyleRule {
    classes: Vec<String>,
    attribute: Option<String>,
    effect: Effect,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Effect {
    Hidden,
    /// It shows this before or after its content.
    Shows(Generated),
}

/// A text that a style sheet shows in an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Generated {
    Text(String),
    /// The value of the attribute with this name.
    ValueOf(String),
}

impl StyleSheet {
    /// Reads style sheets.
    pub(crate) fn read(texts: impl Iterator<Item = String>) -> Self {
        let mut rules = Vec::new();
        let mut shown: BTreeSet<String> = BTreeSet::new();
        for text in texts.filter(|text| text.len() <= LARGEST) {
            for (selectors, declarations, is_conditional) in blocks(&without_comments(&text)) {
                let effect = effect_of(declarations);
                if effect.is_none() && value_of(declarations, "display").is_some() {
                    shown.extend(selectors.split(['.', ',', ' ', ':', '[', '>', '+', '~']).map(ToOwned::to_owned));
                }
                let Some(effect) = effect.filter(|_| !is_conditional) else { continue };
                rules.extend(selectors.split(',').filter_map(|selector| StyleRule::read(selector.trim(), &effect)));
            }
        }
        let mut hidden = BTreeSet::new();
        for rule in rules.iter().filter(|rule| rule.effect == Effect::Hidden && rule.attribute.is_none()) {
            // Another rule may show an element again.
            if let [class] = &rule.classes[..]
                && !shown.contains(class)
            {
                hidden.insert(class.clone());
            }
        }
        rules.retain(|rule| rule.effect != Effect::Hidden);
        rules.truncate(MOST_RULES);
        Self { hidden, rules }
    }

    /// The class among those of an element that hides it.
    pub(crate) fn hiding_class<'c>(&self, class: &'c str) -> Option<&'c str> {
        class.split_whitespace().find(|name| self.hidden.contains(*name))
    }

    /// The text that an element with these classes and attributes shows if it has no content: that of the last rule.
    pub(crate) fn generated(&self, class: &str, has_attribute: impl Fn(&str) -> bool) -> Option<Generated> {
        let own: BTreeSet<&str> = class.split_whitespace().collect();
        self.rules.iter().rev().find_map(|rule| {
            let fits = rule.classes.iter().all(|class| own.contains(class.as_str()))
                && rule.attribute.as_deref().is_none_or(&has_attribute);
            match &rule.effect {
                Effect::Shows(generated) if fits => Some(generated.clone()),
                _ => None,
            }
        })
    }
}

impl StyleRule {
    /// The rule for a selector of classes and an attribute, such as `.badge[data-text]::before`. `None` for others.
    fn read(selector: &str, effect: &Effect) -> Option<Self> {
        let ends = ["::before", "::after", ":before", ":after"];
        let element = ends.iter().find_map(|end| selector.strip_suffix(end));
        let bare = match effect {
            Effect::Hidden => selector,
            Effect::Shows(_) => element?,
        };
        let (classes, attribute) = match bare.strip_suffix(']') {
            Some(bare) => bare.split_once('[').map(|(classes, name)| (classes, Some(name.to_owned())))?,
            None => (bare, None),
        };
        let classes: Vec<String> = classes.strip_prefix('.')?.split('.').map(ToOwned::to_owned).collect();
        let is_name = |name: &String| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "-_".contains(c));
        classes.iter().chain(&attribute).all(is_name).then(|| Self { classes, attribute, effect: effect.clone() })
    }
}

/// What declarations do. `None` if they neither hide an element nor give it a text with letters or digits.
fn effect_of(declarations: &str) -> Option<Effect> {
    if value_of(declarations, "display").is_some_and(|value| value.split(['!', ' ']).next() == Some("none")) {
        return Some(Effect::Hidden);
    }
    let content = value_of(declarations, "content")?;
    if let Some(name) = content.strip_prefix("attr(").and_then(|rest| rest.strip_suffix(')')) {
        return Some(Effect::Shows(Generated::ValueOf(name.trim().to_owned())));
    }
    let quote = content.chars().next().filter(|quote| matches!(quote, '\'' | '"'))?;
    let text = content.strip_prefix(quote)?.strip_suffix(quote)?;
    let is_text = text.contains(char::is_alphanumeric) && !text.contains(['\\', quote]);
    is_text.then(|| Effect::Shows(Generated::Text(text.to_owned())))
}

/// The last value of a property in declarations.
fn value_of<'d>(declarations: &'d str, property: &str) -> Option<&'d str> {
    let values = declarations.split(';').filter_map(|declaration| declaration.split_once(':'));
    values.filter(|(name, _)| name.trim() == property).map(|(_, value)| value.trim()).next_back()
}

/// The innermost blocks of a style sheet: the selectors before each, its declarations, and whether it is in another block.
fn blocks(text: &str) -> Vec<(&str, &str, bool)> {
    let mut out = Vec::new();
    let (mut depth, mut start, mut prelude) = (0_usize, 0, "");
    let mut quote = None;
    // Whether the text since `start` can be the declarations of `prelude`.
    let mut is_innermost = false;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if quote == Some(byte) || byte == b'\n' => quote = None,
            _ if quote.is_some() => {}
            b'\'' | b'"' => quote = Some(byte),
            b'{' => {
                let before = text.get(start..at).unwrap_or_default();
                prelude = before.rsplit(';').next().unwrap_or_default().trim();
                (depth, start, is_innermost) = (depth + 1, at + 1, true);
            }
            b'}' => {
                if is_innermost {
                    out.push((prelude, text.get(start..at).unwrap_or_default(), depth > 1));
                }
                (depth, start, is_innermost) = (depth.saturating_sub(1), at + 1, false);
            }
            _ => {}
        }
    }
    out
}

/// A style sheet without its comments.
fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, comment)) = rest.split_once("/*") {
        out.push_str(before);
        let end = memmem::find(comment.as_bytes(), b"*/").map_or(comment.len(), |end| end + 2);
        rest = comment.get(end..).unwrap_or_default();
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::{Generated, StyleSheet};

    #[test]
    fn rules_that_hold_everywhere_are_read() {
        let text = "/* .x { display: none } */ @import 'a{b';\n.a, .b.c, div.d, .e .f { color: red; display: none !important }\n\
                    .phone { display: none } @media (max-width: 9em) { .phone { display: block } .wide { display: none } }\n\
                    .outer { display: none; &.open { display: block } }\n\
                    .ts::before { content: 'TS' } .new[data-text]:before { content: attr(data-text); }\n\
                    .quote::before { content: '\\201C' } .dot::after { content: '•' } .raw { content: 'raw' }";
        let sheet = StyleSheet::read([text.to_owned()].into_iter());
        assert_eq!(sheet.hiding_class("z a"), Some("a"));
        for class in ["x", "b", "c", "d", "e", "f", "phone", "wide", "outer", "ts"] {
            assert_eq!(sheet.hiding_class(class), None, "{class}");
        }
        assert_eq!(sheet.generated("badge ts", |_| false), Some(Generated::Text("TS".to_owned())));
        let value = Some(Generated::ValueOf("data-text".to_owned()));
        assert_eq!(sheet.generated("new", |name| name == "data-text"), value);
        for class in ["new", "quote", "dot", "raw", "a"] {
            assert_eq!(sheet.generated(class, |_| false), None, "{class}");
        }
    }
}
