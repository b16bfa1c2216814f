//! Fixes for frontmatter: a title taken from the heading, a misspelled field name.

use super::frontmatter::{FRONTMATTER, read, split};
use base::diagnostic::{Diagnostic, Fix, Severity, Span, only_typo};
use base::tree::write_yaml_scalar;

/// Makes `heading` the title of a page whose `title` is missing at `span`.
pub(crate) fn title_fix(text: &str, span: Span, heading: &str) -> Option<Fix<Span>> {
    let heading = heading.split_whitespace().collect::<Vec<_>>().join(" ");
    if heading.is_empty() {
        return None;
    }
    let mut title = String::new();
    write_yaml_scalar(&heading, &mut title);
    let line_end = if text.find('\n').is_some_and(|at| text[..at].ends_with('\r')) { "\r\n" } else { "\n" };
    let what = format!("make the heading the `title`: {title}");
    let written = text.get(span.range())?;
    let fix = match split(text).0 {
        None if written.is_empty() => {
            Fix::replace(what, span, format!("---{line_end}title: {title}{line_end}---{line_end}{line_end}"))
        }
        // An empty title, such as `""` or `~`.
        Some(yaml) if span.start > yaml.start && matches!(written, "\"\"" | "''" | "~" | "null") => {
            Fix::replace(what, span, title)
        }
        Some(yaml) if written.trim_end() == "---" => {
            let at = Span { start: yaml.start, end: yaml.start };
            Fix::replace(what, at, format!("title: {title}{line_end}"))
        }
        _ => return None,
    };
    is_better(text, &fix).then_some(fix)
}

/// Corrects a misspelled field name, unless that would remove the page from the site.
pub(crate) fn field_fix(text: &str, span: Span, name: &str) -> Option<Fix<Span>> {
    let known = FRONTMATTER.names();
    let meant = only_typo(name, known.iter().copied()).filter(|meant| !matches!(*meant, "draft" | "redirect"))?;
    let fix = Fix::rename(span, meant);
    (text.get(span.range()) == Some(name) && is_better(text, &fix)).then_some(fix)
}

/// Whether a fix leaves the frontmatter with fewer diagnostics and no new ones.
fn is_better(text: &str, fix: &Fix<Span>) -> bool {
    let [edit] = fix.edits.as_slice() else { return false };
    let mut fixed = text.to_owned();
    fixed.replace_range(edit.place.range(), &edit.replacement);
    let errors = |found: &[Diagnostic<Span>]| found.iter().filter(|found| found.severity > Severity::Info).count();
    let (before, after) = (read(text).1, read(&fixed).1);
    after.len() < before.len() && errors(&after) <= errors(&before)
}

#[cfg(test)]
mod tests {
    use super::{field_fix, read, title_fix};
    use base::diagnostic::{Code, Fix, Span};

    fn applied(text: &str, fix: Option<Fix<Span>>) -> Option<String> {
        let fix = fix?;
        let mut fixed = text.to_owned();
        fixed.replace_range(fix.edits[0].place.range(), &fix.edits[0].replacement);
        Some(fixed)
    }

    #[test]
    fn the_heading_becomes_the_title() {
        let fixed = |text: &str, heading: &str| {
            let missing = read(text).1.into_iter().find(|found| found.code == Code::MissingTitle).unwrap();
            applied(text, title_fix(text, missing.place.unwrap(), heading))
        };
        for (text, heading, expected) in [
            ("# A\n", "A", Some("---\ntitle: A\n---\n\n# A\n")),
            ("\u{feff}# A\r\n", "A", Some("\u{feff}---\r\ntitle: A\r\n---\r\n\r\n# A\r\n")),
            ("---\norder: 1\n---\n# A: b\n", "A: b", Some("---\ntitle: \"A: b\"\norder: 1\n---\n# A: b\n")),
            ("---\n---\n# A\n", "A", Some("---\ntitle: A\n---\n# A\n")),
            ("---\ntitle: \"\" # todo\n---\n# No\n", "No", Some("---\ntitle: \"No\" # todo\n---\n# No\n")),
            ("---\ntitle: [a]\n---\n# A\n", "A", None),
            ("# \n", " ", None),
        ] {
            assert_eq!(fixed(text, heading).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn a_mistyped_field_gets_its_name() {
        let fixed = |text: &str| {
            let unknown = read(text).1.into_iter().find(|found| found.code == Code::UnknownField).unwrap();
            let span = unknown.place.unwrap();
            applied(text, field_fix(text, span, &text[span.range()]))
        };
        assert_eq!(fixed("---\ntitel: A\n---\n").as_deref(), Some("---\ntitle: A\n---\n"));
        assert_eq!(
            fixed("---\ntitle: A\ndescripton: B\n---\n").as_deref(),
            Some("---\ntitle: A\ndescription: B\n---\n")
        );
        for kept in ["title: A\ntitel: B", "title: A\ndarft: true", "title: A\nordre: first", "title: A\nmine: 1"] {
            assert_eq!(fixed(&format!("---\n{kept}\n---\n")), None, "{kept}");
        }
    }
}
