//! Checks an element against the registry: where it is allowed, and its attributes.

use super::security::read_security;
use super::{Tag, TagAttribute};
use crate::parse::markdown::is_lines_of_code;
use crate::parse::variables::is_variable;
use crate::registry::icons::{IconValue, names, names_like};
use crate::registry::{Attribute, Children, ComponentKind, Value};
use base::diagnostic::{Code, Diagnostic, Fix, Severity, Span, did_you_mean, only_typo};
use base::text::DestinationKind;

/// An attribute that its component takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Checked {
    /// Its name in the registry.
    pub(crate) name: &'static str,
    /// Empty for a flag.
    pub(crate) value: Box<str>,
    /// The span of the value without quotes.
    pub(crate) span: Span,
}

/// The valid attributes of a component; invalid ones are reported.
pub(crate) fn check(
    kind: ComponentKind,
    tag: &Tag<'_>,
    parent: Option<ComponentKind>,
    diagnostics: &mut Vec<Diagnostic<Span>>,
) -> Vec<Checked> {
    check_place(kind, tag, parent, diagnostics);
    let entry = kind.entry();
    let mut attributes: Vec<Checked> = Vec::with_capacity(tag.attributes.len());
    // One bit per attribute that is present, even with an invalid value.
    let mut given = 0_u64;
    let bit = |number: usize| 1_u64.checked_shl(number as u32).unwrap_or(0);
    for written in &tag.attributes {
        let Some((number, attribute)) = entry.numbered_attribute(&written.name) else {
            diagnostics.push(unknown_attribute(kind, tag, written));
            continue;
        };
        if given & bit(number) > 0 {
            diagnostics.push(duplicate_attribute(kind, attribute.name, tag, written));
            continue;
        }
        given |= bit(number);
        match held_value(attribute, written.value.as_deref()) {
            Ok(None) => {}
            Ok(Some(value)) => {
                if attribute.value == Value::Icon {
                    diagnostics.extend(check_icon(value, written.value_span));
                }
                attributes.push(Checked { name: attribute.name, value: value.into(), span: written.value_span });
            }
            Err(wanted) => {
                let value = written.value.as_deref().unwrap_or_default();
                let span = if attribute.value == Value::Json { json_place(written) } else { written.value_span };
                let mut diagnostic = Diagnostic::new(
                    Code::InvalidAttribute,
                    format!("`{}` of `<{}>` cannot be `{}`", attribute.name, entry.name, shortened(value)),
                    span,
                )
                .with_help(wanted);
                if let Value::OneOf(words) = attribute.value
                    && let Some(hint) = did_you_mean(value, words.iter().copied())
                {
                    let typo = only_typo(value.trim(), words.iter().copied()).filter(|_| written.is_verbatim());
                    diagnostic = diagnostic.with_help(hint).with_fix(typo.map(|word| Fix::rename(span, word)));
                }
                diagnostics.push(diagnostic);
            }
        }
    }
    for (number, attribute) in entry.attributes.iter().enumerate().filter(|(_, attribute)| attribute.required) {
        if given & bit(number) == 0 {
            diagnostics.push(Diagnostic::new(
                Code::MissingAttribute,
                format!("`<{}>` is missing the required attribute `{}`", entry.name, attribute.name),
                Span { start: tag.span.start, end: tag.span.start + 1 + entry.name.len() as u32 },
            ));
        }
    }
    attributes
}

/// Checks whether the component is allowed in its parent.
fn check_place(
    kind: ComponentKind,
    tag: &Tag<'_>,
    parent: Option<ComponentKind>,
    diagnostics: &mut Vec<Diagnostic<Span>>,
) {
    let entry = kind.entry();
    let names = |kinds: &[ComponentKind]| {
        kinds.iter().map(|kind| format!("`<{}>`", kind.name())).collect::<Vec<_>>().join(" or ")
    };
    let refused_by_parent = parent.filter(|parent| match parent.entry().children {
        Children::Any => false,
        Children::Only(kinds) => !kinds.contains(&kind),
    });
    if let Some(parent) = refused_by_parent {
        let Children::Only(kinds) = parent.entry().children else { return };
        diagnostics.push(
            Diagnostic::new(
                Code::InvalidNesting,
                format!("`<{}>` is not allowed as a direct child of `<{}>`", entry.name, parent.name()),
                tag.span,
            )
            .with_help(format!("components allowed in `<{}>`: {}", parent.name(), names(kinds))),
        );
        return;
    }
    if !entry.parents.is_empty() && !parent.is_some_and(|parent| entry.parents.contains(&parent)) {
        diagnostics.push(Diagnostic::new(
            Code::InvalidNesting,
            format!("`<{}>` must be a direct child of {}", entry.name, names(entry.parents)),
            tag.span,
        ));
    }
}

/// The diagnostic for a duplicate attribute. A repetition of the same value can be removed.
fn duplicate_attribute(kind: ComponentKind, name: &str, tag: &Tag<'_>, written: &TagAttribute<'_>) -> Diagnostic<Span> {
    let attribute = |written: &TagAttribute<'_>| kind.entry().attribute(&written.name).map(|attribute| attribute.name);
    let first = tag.attributes.iter().find(|other| attribute(other) == Some(name));
    let says_the_same = first.is_some_and(|first| first.value == written.value);
    let fix = says_the_same.then(|| Fix::replace(format!("remove the second `{name}`"), written.whole, ""));
    let message = format!("`<{}>` has `{name}` twice", kind.name());
    Diagnostic::new(Code::DuplicateAttribute, message, written.name_span)
        .with_help("the first one is used".to_owned())
        .with_fix(fix)
}

/// The attribute that a misspelled name unambiguously means, if the element lacks it and accepts the value.
fn meant_attribute(kind: ComponentKind, tag: &Tag<'_>, written: &TagAttribute<'_>) -> Option<&'static str> {
    let name = only_typo(&written.name, kind.entry().attribute_names())?;
    let attribute = kind.entry().attribute(name)?;
    let has_it = tag.attributes.iter().any(|other| {
        kind.entry().attribute(&other.name).is_some_and(|known| known.name == name)
            || other.name == written.name && other != written
    });
    (!has_it && held_value(attribute, written.value.as_deref()).is_ok()).then_some(name)
}

fn unknown_attribute(kind: ComponentKind, tag: &Tag<'_>, written: &TagAttribute<'_>) -> Diagnostic<Span> {
    let name = shortened(&written.name);
    let mut diagnostic = Diagnostic::new(
        Code::UnknownAttribute,
        format!("`<{}>` has no attribute `{name}`", kind.name()),
        written.name_span,
    )
    .with_help(did_you_mean(&written.name, kind.entry().attribute_names()))
    .with_fix(meant_attribute(kind, tag, written).map(|name| Fix::rename(written.name_span, name)));
    // These would execute code or change what the element is.
    if written.name.starts_with("on") || matches!(&*written.name, "srcdoc" | "is") {
        diagnostic.severity = Severity::Error;
    }
    diagnostic
}

/// The valid value: `None` if the attribute counts as absent, otherwise an error that describes valid values.
pub(crate) fn held_value<'a>(attribute: &Attribute, text: Option<&'a str>) -> Result<Option<&'a str>, String> {
    if attribute.value == Value::Flag {
        return match text {
            None | Some("") => Ok(Some("")),
            Some(text) if text.eq_ignore_ascii_case("true") || text.eq_ignore_ascii_case(attribute.name) => {
                Ok(Some(""))
            }
            // A flag that is on by default.
            Some(text) if text.eq_ignore_ascii_case("false") => {
                Ok(Some("false").filter(|_| attribute.default == Some("true")))
            }
            Some(_) => Err("this attribute is a flag and takes no value".to_owned()),
        };
    }
    if attribute.value == Value::Text && !attribute.required {
        return Ok(text);
    }
    let Some(text) = text.filter(|text| attribute.value == Value::Text || !text.trim().is_empty()) else {
        return if attribute.required { Err("it must not be empty".to_owned()) } else { Ok(None) };
    };
    if attribute.required && text.trim().is_empty() {
        return Err("it must not be empty".to_owned());
    }
    let trimmed = text.trim();
    match attribute.value {
        Value::Flag | Value::Text => Ok(Some(text)),
        Value::Number => check_value(trimmed.parse::<f64>().is_ok_and(f64::is_finite), trimmed, "a number"),
        Value::Range(first, last) => match trimmed.parse::<u8>() {
            Ok(number) if (first..=last).contains(&number) => Ok(Some(trimmed)),
            _ => Err(format!("it must be a number from {first} to {last}")),
        },
        Value::OneOf(words) => match words.iter().find(|word| word.eq_ignore_ascii_case(trimmed)) {
            Some(_) => Ok(Some(trimmed)),
            None => Err(format!("it must be one of {}", words.join(", "))),
        },
        Value::Length => check_value(is_length(trimmed), trimmed, "a CSS length, such as `1.5rem`"),
        Value::Size => check_value(is_size(trimmed), trimmed, "a number of pixels, such as `320`, or a percentage"),
        Value::Color => check_value(is_color(trimmed), trimmed, "a CSS color, such as `#0a7` or `teal`"),
        Value::Url => check_value(
            DestinationKind::of(trimmed) != DestinationKind::Refused,
            trimmed,
            "a path, or an https, mailto or tel URL",
        ),
        Value::Icon => check_value(may_be_icon(trimmed), trimmed, "the name of an icon, an image or an emoji"),
        Value::Variable => {
            check_value(is_variable(trimmed), trimmed, "a variable name: capital letters, digits and `_`")
        }
        Value::Lines => check_value(is_lines_of_code(trimmed), trimmed, "line numbers, such as `1,3-5`"),
        Value::Status => check_value(is_status(trimmed), trimmed, "a status code such as `404`, `4XX` or `default`"),
        Value::Security => read_security(trimmed).map(|_| Some(trimmed)),
        Value::Json => match serde_json::from_str::<serde::de::IgnoredAny>(trimmed) {
            Ok(_) => Ok(Some(trimmed)),
            Err(error) => Err(format!("it must be valid JSON: {}", json_reason(&error))),
        },
    }
}

/// The place in an attribute where its JSON becomes invalid.
fn json_place(written: &TagAttribute<'_>) -> Span {
    let value = written.value.as_deref().unwrap_or_default();
    match serde_json::from_str::<serde::de::IgnoredAny>(value) {
        Ok(_) => written.value_span,
        Err(error) => written.place_in_value(json_offset(value, &error)),
    }
}

/// The byte offset in `json` of an error.
pub(crate) fn json_offset(json: &str, error: &serde_json::Error) -> usize {
    let line = json.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum::<usize>();
    (line + error.column().saturating_sub(1)).min(json.len().saturating_sub(1))
}

/// The message of a JSON error, without its position.
pub(crate) fn json_reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split(" at line ").next().unwrap_or(&text).to_owned()
}

fn check_value<'a>(holds: bool, value: &'a str, wanted: &str) -> Result<Option<&'a str>, String> {
    if holds { Ok(Some(value)) } else { Err(format!("it must be {wanted}")) }
}

fn is_length(text: &str) -> bool {
    const UNITS: &[&str] = &["px", "rem", "em", "ch", "ex", "vw", "vh", "vmin", "vmax", "%", "pt", "cm", "mm", "in"];
    let digits = text.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'.').count();
    let number = text[..digits].parse::<f32>();
    number.is_ok_and(|number| number == 0.0 && text.len() == digits || UNITS.contains(&&text[digits..]))
}

fn is_size(text: &str) -> bool {
    let digits = text.strip_suffix('%').or_else(|| text.strip_suffix("px")).unwrap_or(text);
    (1..=5).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit()) && digits.parse() != Ok(0)
}

fn is_color(text: &str) -> bool {
    if let Some(hex) = text.strip_prefix('#') {
        return matches!(hex.len(), 3 | 4 | 6 | 8) && hex.bytes().all(|byte| byte.is_ascii_hexdigit());
    }
    const FUNCTIONS: &[&str] = &["rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch"];
    match text.strip_suffix(')').and_then(|text| text.split_once('(')) {
        Some((name, arguments)) => {
            let fits =
                |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b' ' | b',' | b'.' | b'%' | b'/' | b'-');
            FUNCTIONS.iter().any(|function| function.eq_ignore_ascii_case(name)) && arguments.bytes().all(fits)
        }
        None => text.bytes().all(|byte| byte.is_ascii_alphabetic()),
    }
}

/// Whether a text is a valid key of OpenAPI responses.
fn is_status(text: &str) -> bool {
    match text.as_bytes() {
        [b'1'..=b'5', b'X' | b'x', b'X' | b'x'] => true,
        [b'1'..=b'5', tens, ones] => tens.is_ascii_digit() && ones.is_ascii_digit(),
        _ => text.eq_ignore_ascii_case("default"),
    }
}

fn may_be_icon(text: &str) -> bool {
    match IconValue::read(text) {
        IconValue::Invalid => false,
        IconValue::Image(address) => DestinationKind::of(address) != DestinationKind::Refused,
        IconValue::Icon(_) | IconValue::Emoji(_) | IconValue::Unknown => true,
    }
}

/// The diagnostic for an unknown icon name, if `value` is one.
pub(crate) fn check_icon(value: &str, span: Span) -> Option<Diagnostic<Span>> {
    if IconValue::read(value) != IconValue::Unknown {
        return None;
    }
    let like = names_like(value);
    // Misspellings are rarely in the first letter, and comparing with every name is slow.
    let first = value.chars().next().map(|c| c.to_ascii_lowercase());
    let help = did_you_mean(value, names().filter(|name| name.chars().next() == first))
        .or_else(|| (!like.is_empty()).then(|| format!("similar names: `{}`", like.join("`, `"))));
    // With quotes or character references the span contains more than the name.
    let is_verbatim = span.range().len() == value.len();
    let typo = is_verbatim.then(|| only_typo(value, names())).flatten();
    let found = Diagnostic::new(Code::UnknownIcon, format!("no icon is named `{}`", shortened(value)), span);
    Some(found.with_help(help).with_fix(typo.map(|name| Fix::rename(span, name))))
}

/// The start of a text, for a message.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 60;
    let mut short: String = text.chars().take(LONGEST).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(LONGEST).is_some() {
        short.push('…');
    }
    short
}
