//! The constraints of a field that fit on the line of its type: `date-time`, `8–64 characters`, `≥ 0`.

use crate::parse::config::Strings;
use openapi::schema::{Constraint, Facts, Literal};

/// Longer values, in bytes, are listed below the type.
const LONGEST: usize = 40;

/// The constraints that can be on the line.
const BRIEF: [Constraint; 12] = [
    Constraint::Format,
    Constraint::MinLength,
    Constraint::MaxLength,
    Constraint::Minimum,
    Constraint::ExclusiveMinimum,
    Constraint::Maximum,
    Constraint::ExclusiveMaximum,
    Constraint::MinItems,
    Constraint::MaxItems,
    Constraint::UniqueItems,
    Constraint::MinProperties,
    Constraint::MaxProperties,
];

/// Whether a constraint of a field is on the line of its type.
pub(super) fn has(facts: &Facts, constraint: Constraint) -> bool {
    BRIEF.contains(&constraint) && all(facts, constraint).all(|literal| literal.text.len() <= LONGEST)
}

/// Whether a fact matters to programs only. How a parameter is serialized is visible in the samples, and a reader expects
/// an object to have no other properties than those listed. Markdown alternates state both.
pub(super) fn is_for_programs(constraint: Constraint, literal: &Literal) -> bool {
    match constraint {
        Constraint::Style | Constraint::Explode => true,
        Constraint::AdditionalProperties => !literal.is_string && *literal.text == *"not allowed",
        _ => false,
    }
}

/// The constraints of a field on the line of its type, separated by dots; often empty.
pub(super) fn brief(s: &Strings, facts: &Facts) -> String {
    let text = |constraint| {
        let literal = all(facts, constraint).next().filter(|_| has(facts, constraint))?;
        Some(&*literal.text)
    };
    let mut parts: Vec<String> = Vec::new();
    if has(facts, Constraint::Format) {
        parts.extend(all(facts, Constraint::Format).map(|literal| literal.text.to_string()));
    }
    let counted = [
        (Constraint::MinLength, Constraint::MaxLength, s.characters()),
        (Constraint::MinItems, Constraint::MaxItems, s.items()),
        (Constraint::MinProperties, Constraint::MaxProperties, s.properties()),
    ];
    let range = |least, most| between(text(least), text(most));
    for (least, most, words) in counted {
        if text(least) == Some("1") && text(most).is_none() {
            parts.push(s.not_empty().to_owned());
        } else if let Some(count) = range(least, most) {
            parts.push(words.replace("{count}", &count));
        }
    }
    parts.extend(range(Constraint::Minimum, Constraint::Maximum));
    parts.extend(text(Constraint::ExclusiveMinimum).map(|bound| format!("> {bound}")));
    parts.extend(text(Constraint::ExclusiveMaximum).map(|bound| format!("< {bound}")));
    if text(Constraint::UniqueItems).is_some() {
        parts.push(s.unique().to_owned());
    }
    parts.join(" · ")
}

/// All values of a constraint.
fn all(facts: &Facts, wanted: Constraint) -> impl Iterator<Item = &Literal> {
    facts.constraints.iter().filter(move |(constraint, _)| *constraint == wanted).map(|(_, literal)| literal)
}

/// A range in symbols: `8–64`, `≥ 8`, `≤ 64`, `8`.
fn between(least: Option<&str>, most: Option<&str>) -> Option<String> {
    Some(match (least, most) {
        (Some(least), Some(most)) if least == most => least.to_owned(),
        // Next to a minus sign, a dash needs space.
        (Some(least), Some(most)) if most.starts_with('-') || least.starts_with('-') => format!("{least} – {most}"),
        (Some(least), Some(most)) => format!("{least}–{most}"),
        (Some(least), None) => format!("≥ {least}"),
        (None, Some(most)) => format!("≤ {most}"),
        (None, None) => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{brief, has, is_for_programs};
    use crate::parse::config::ENGLISH;
    use openapi::schema::{Constraint, Facts, Literal};

    fn word(text: &str) -> Literal {
        Literal { text: text.into(), is_string: false }
    }

    fn facts(given: &[(Constraint, &str)]) -> Facts {
        let constraints = given.iter().map(|(constraint, text)| (*constraint, word(text)));
        Facts { constraints: constraints.collect(), ..Facts::default() }
    }

    #[test]
    fn constraints_read_as_one_line() {
        use Constraint::{
            ExclusiveMaximum, Format, MaxItems, MaxLength, Maximum, MinItems, MinLength, Minimum, UniqueItems,
        };
        let line = |given: &[(Constraint, &str)]| brief(&ENGLISH, &facts(given));
        assert_eq!(line(&[(Format, "date-time"), (MinLength, "8"), (MaxLength, "64")]), "date-time · 8–64 characters");
        assert_eq!(line(&[(MinLength, "1")]), "not empty");
        assert_eq!(line(&[(MinLength, "1"), (MaxLength, "9")]), "1–9 characters");
        assert_eq!(line(&[(Minimum, "-90"), (Maximum, "90")]), "-90 – 90");
        assert_eq!(line(&[(Minimum, "0"), (ExclusiveMaximum, "1")]), "≥ 0 · < 1");
        assert_eq!(line(&[(MinItems, "2"), (MaxItems, "2"), (UniqueItems, "true")]), "2 items · unique");
        assert_eq!(line(&[(Constraint::Default, "20"), (Constraint::Pattern, "^a$")]), "");
    }

    #[test]
    fn a_long_value_is_not_on_the_line() {
        let facts = facts(&[(Constraint::Format, &"x".repeat(41))]);
        assert_eq!(brief(&ENGLISH, &facts), "");
        assert!(!has(&facts, Constraint::Format));
    }

    #[test]
    fn facts_for_programs_are_few() {
        assert!(is_for_programs(Constraint::Style, &word("deepObject")));
        assert!(is_for_programs(Constraint::AdditionalProperties, &word("not allowed")));
        assert!(!is_for_programs(Constraint::AdditionalProperties, &word("string")));
    }
}
