//! What a component shows by its own code, besides its attributes and its content.

use std::collections::BTreeSet;

use super::Converter;
use crate::report::LossKind;

/// The greatest number of components that are looked at for one.
const MOST_COMPONENTS: usize = 20;
/// How the tags of images and players begin.
const IMAGES: [&str; 6] = ["<img", "<Image", "<video", "<Video", "<iframe", "<YouTube"];
/// Attributes, and members of data, whose values readers see.
const SHOWN_BY: [&str; 7] = ["code", "description", "heading", "label", "placeholder", "text", "title"];

impl Converter<'_> {
    /// What the code of a component shows besides its attributes and its content, as a part of an outcome. `subject` is its
    /// name, or the path of its file with its name. `has_image` says whether an image of its attributes is shown, which the
    /// code may be about.
    pub(super) fn own_of_code(&mut self, kind: LossKind, subject: &str, has_image: bool) -> Option<&'static str> {
        let key = (kind, format!("{}\n{subject}", self.file));
        // A page may use a component many times.
        let (has_words, has_images) = match self.recorded.own_code.get(&key) {
            Some(known) => *known,
            None => {
                let found = self.shown_by_code(kind, subject).unwrap_or_default();
                self.recorded.own_code.insert(key, found);
                found
            }
        };
        match (has_words, has_images && !has_image) {
            (true, true) => Some("the words and images in its own code are left out"),
            (true, false) => Some("the words in its own code are left out"),
            (false, true) => Some("the images in its own code are left out"),
            (false, false) => None,
        }
    }

    /// Whether the code of a component shows words, and whether it shows images. `None` if the code is not known.
    fn shown_by_code(&self, kind: LossKind, subject: &str) -> Option<(bool, bool)> {
        let (name, code) = match (kind, subject.rsplit_once(" (")) {
            (LossKind::CodeImport, Some((path, name))) => {
                (name.trim_end_matches(')'), self.around.file(&self.file, path)?)
            }
            (LossKind::UnknownComponent, None) => (subject, self.around.component(subject)?),
            _ => return None,
        };
        let mut seen = BTreeSet::new();
        Some(self.shown_by(name, &code, &without_code(&code), &mut seen))
    }

    /// Whether a component that is defined in a file shows words and images of its own, or by the components in it. `body` is
    /// the file without what readers never see, `seen` are the components that were looked at.
    fn shown_by(&self, name: &str, code: &str, body: &str, seen: &mut BTreeSet<String>) -> (bool, bool) {
        let visible = definition_of(body, name);
        let mut has_images = IMAGES.iter().any(|tag| visible.contains(tag));
        let mut has_words = shows_words(visible) || shows_data(code, visible);
        for inner in components_in(visible) {
            if (has_words && has_images) || seen.len() == MOST_COMPONENTS || !seen.insert(inner.to_owned()) {
                continue;
            }
            let other = start_of(code, inner).is_none().then(|| self.around.component(inner));
            let (words, images) = match other {
                None => self.shown_by(inner, code, body, seen),
                Some(Some(other)) => self.shown_by(inner, &other, &without_code(&other), seen),
                Some(None) => continue,
            };
            has_words |= words;
            has_images |= images;
        }
        (has_words, has_images)
    }
}

/// The components that a part of a file uses.
fn components_in(code: &str) -> impl Iterator<Item = &str> {
    code.match_indices('<').filter_map(|(at, _)| {
        let rest = code.get(at + 1..)?;
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        rest.get(..end).filter(|name| name.starts_with(|c: char| c.is_ascii_uppercase()))
    })
}

/// Whether the part of a component that readers see lists values of its file.
fn shows_data(code: &str, visible: &str) -> bool {
    // A list of objects, or the same text in several languages.
    let least = if visible.contains(".map(") { 6 } else { 2 };
    let values = [": '", ": \"", ": `"].iter().map(|start| code.matches(start).count()).sum::<usize>();
    let is_member = |name: &&str| {
        let begins = |(at, _)| !code.get(..at).is_some_and(|before| before.ends_with(char::is_alphanumeric));
        let values = [": '", ": \"", ": `"].map(|start| format!("{name}{start}"));
        values.iter().any(|value| code.match_indices(value.as_str()).any(begins))
            && visible.contains(&format!(".{name}}}"))
    };
    // A list of what another file has.
    let is_list_of_keys =
        ["Object.keys(", "Object.entries(", "Object.values("].iter().any(|start| code.contains(start));
    if visible.contains(".map(") && is_list_of_keys {
        return true;
    }
    (visible.contains(".map(") || visible.contains("{{")) && values >= least || SHOWN_BY.iter().any(is_member)
}

/// A code file without what readers never see: the frontmatter of Astro, scripts, styles and comments.
fn without_code(code: &str) -> String {
    const PARTS: [(&str, &str); 4] = [("<script", "</script>"), ("<style", "</style>"), ("<!--", "-->"), ("/*", "*/")];
    let body = code.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---")).map_or(code, |(_, body)| body);
    let mut out = String::with_capacity(body.len());
    let mut done = 0;
    for (at, _) in body.match_indices(['<', '/']) {
        let part = body.get(at..).unwrap_or_default();
        let hidden = PARTS.iter().find(|(start, _)| at >= done && part.starts_with(start));
        let Some((_, end)) = hidden else { continue };
        out.push_str(body.get(done..at).unwrap_or_default());
        done = part.find(end).map_or(body.len(), |length| at + length + end.len());
    }
    out.push_str(body.get(done..).unwrap_or_default());
    out
}

/// Where the definition of a component begins in a code file.
fn start_of(code: &str, name: &str) -> Option<usize> {
    let heads = ["function", "const", "class"].map(|word| format!("{word} {name}"));
    let is_whole = |at: usize, head: &str| {
        let next = code.get(at + head.len()..).and_then(|rest| rest.chars().next());
        next.is_none_or(|c| !c.is_alphanumeric() && c != '_')
    };
    let starts = heads.iter().filter_map(|head| code.match_indices(head.as_str()).find(|(at, _)| is_whole(*at, head)));
    starts.map(|(start, _)| start).min()
}

/// The part of a code file that defines a component: up to the next definition at the start of a line. The whole file if it
/// has no definition with that name.
fn definition_of<'c>(code: &'c str, name: &str) -> &'c str {
    const STARTS: [&str; 5] = ["export ", "function ", "const ", "class ", "async "];
    let Some(start) = start_of(code, name) else { return code };
    let rest = code.get(start..).unwrap_or_default();
    let end = rest.match_indices('\n').map(|(at, _)| at + 1).find(|at| {
        let line = rest.get(*at..).unwrap_or_default();
        STARTS.iter().any(|word| line.starts_with(word))
    });
    rest.get(..end.unwrap_or(rest.len())).unwrap_or(rest)
}

/// Whether the code of a component has text between its tags: a word before a closing tag, or several words before
/// another tag or an expression.
fn shows_words(code: &str) -> bool {
    let is_shown = |name: &&str| {
        let starts = ["=\"", "='", "={`", "={\"", "={'"].map(|quote| format!(" {name}{quote}"));
        let follows = |(at, start): (usize, &str)| code.get(at + start.len()..).and_then(|rest| rest.chars().next());
        starts.iter().any(|start| code.match_indices(start.as_str()).filter_map(follows).any(char::is_alphanumeric))
    };
    if SHOWN_BY.iter().any(is_shown) {
        return true;
    }
    let is_text = |c: char| c.is_alphanumeric() || c.is_whitespace() || ".,!?'\u{2019}:&%$/()-".contains(c);
    code.match_indices('>').any(|(at, _)| {
        let rest = code.get(at + 1..).unwrap_or_default();
        let end = rest.find(['<', '{', '>']).unwrap_or(rest.len());
        let (text, after) = rest.split_at(end);
        let words =
            text.split_whitespace().filter(|word| word.chars().filter(|c| c.is_alphabetic()).count() > 1).count();
        let least = if after.starts_with("</") { 1 } else { 2 };
        let is_arrow = code.get(..at).is_some_and(|before| before.ends_with(['=', '-', '>']));
        !is_arrow && !after.starts_with('>') && !after.is_empty() && words >= least && text.chars().all(is_text)
    })
}

#[cfg(test)]
mod tests {
    use super::{components_in, definition_of, shows_data, shows_words, without_code};

    #[test]
    fn words_of_components_are_told_from_code() {
        for (code, expected) in [
            ("<p>Install it</p>", true),
            ("<p>Install</p>", true),
            ("<p>\n  For more, see {link}</p>", true),
            ("<Tab label=\"npm\">{x}</Tab>", true),
            ("<Code code={`npx ${x}`} />", true),
            ("<p>{text}</p>", false),
            ("<p className=\"wide\">{text}</p>", false),
            ("const f = (a) => a > b && c < d", false),
            ("const all: Array<string> = make<string>()", false),
            ("<p>{title} — <b>{sub}</b></p>", false),
        ] {
            assert_eq!(shows_words(code), expected, "{code}");
        }
    }

    #[test]
    fn scripts_styles_and_other_components_are_not_read() {
        let astro = "---\nconst a = <b>No words</b>;\n---\n<p>{x}</p>\n<style>\n.a > b c { }\n</style>\n<!-- <p>Old words</p> -->\n";
        assert_eq!(without_code(astro).trim(), "<p>{x}</p>");
        let code = "export const A = () => <p>{x}</p>;\n\nexport function AB() {\n  return <p>Two words</p>;\n}\n";
        assert_eq!(definition_of(code, "A"), "const A = () => <p>{x}</p>;\n\n");
        assert!(shows_words(definition_of(code, "AB")));
        assert_eq!(definition_of(code, "C"), code);
        assert_eq!(components_in("<p><A x={1}/></p><B.C>a < B</B.C>").collect::<Vec<_>>(), ["A", "B"]);
        let callout = "const all = {rsc: {title: 'Two words'}};\nfunction A() {\n  return <h3>{one.title}</h3>;\n}\n";
        assert!(shows_data(callout, definition_of(callout, "A")));
        assert!(!shows_data("function A(one) { return <h3>{one.title}</h3> }", "<h3>{one.title}</h3>"));
    }
}
