//! The places in settings files that losses without a file are about: a line that has the words of the loss.

use std::collections::BTreeMap;

use crate::report::{Loss, LossKind};
use crate::source::Source;

/// The greatest distance in lines between the two paths of a redirect.
const NEAR: usize = 3;

/// Sets the file and the line of each loss without a file, if one of the settings files has its words, and the line of
/// each missing file that a settings file names.
pub(crate) fn place(source: &Source, files: &[&str], losses: &mut [Loss]) {
    let is_named = |loss: &Loss| {
        // A single word may mean something else on another line.
        let is_path =
            matches!(loss.kind, LossKind::NavigationEntry | LossKind::Spec) && loss.subject.contains(['/', '.']);
        loss.file.is_empty() || is_path && loss.line == 0 && files.contains(&loss.file.as_str())
    };
    if !losses.iter().any(is_named) {
        return;
    }
    let mut lines = Lines::default();
    let mut read: Vec<&str> = Vec::new();
    for file in files {
        if read.contains(file) {
            continue;
        }
        read.push(file);
        lines.add(read.len() - 1, &source.text(file).unwrap_or_default());
    }
    for loss in losses.iter_mut().filter(|loss| is_named(loss)) {
        let mut words = loss.subject.split(" → ").filter(|_| loss.kind == LossKind::Redirect);
        let (first, second) = match (words.next(), words.next()) {
            (Some(from), to) => (from, to),
            (None, _) => (loss.subject.as_str(), None),
        };
        let only = read.iter().position(|file| *file == loss.file);
        // A file may refer to others for its parts.
        let refers = || lines.find("$ref", None, only).is_some();
        let found = lines.find(first, second, only);
        if let Some((file, line)) = found.or_else(|| lines.find(first, second, None).filter(|_| refers())) {
            read.get(file).copied().unwrap_or_default().clone_into(&mut loss.file);
            loss.line = u32::try_from(line).unwrap_or_default();
        }
    }
}

/// The position of a word: the number of its file, its line from 1, its offset in the line, and whether it is in
/// quotation marks there: in code, other words may be names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Position {
    file: usize,
    line: usize,
    offset: usize,
    is_quoted: bool,
}

/// The words of settings files.
#[derive(Default)]
struct Lines {
    of_words: BTreeMap<String, Vec<Position>>,
}

impl Lines {
    fn add(&mut self, file: usize, text: &str) {
        for (number, line) in text.lines().enumerate() {
            for word in values(line) {
                let offset = line.find(word).unwrap_or_default();
                let is_quoted = ['"', '\'', '`'].iter().any(|mark| line.contains(&format!("{mark}{word}{mark}")));
                let position = Position { file, line: number + 1, offset, is_quoted };
                let places = self.of_words.entry(word.to_owned()).or_default();
                if places.last() != Some(&position) {
                    places.push(position);
                }
            }
        }
    }

    /// The file and line of a word: of the place that is nearest to the other word, or else of the first one in quotation
    /// marks, or else of the first one. `only` is the
    /// number of the only file that may have it.
    fn find(&self, first: &str, second: Option<&str>, only: Option<usize>) -> Option<(usize, usize)> {
        let places = self.of_words.get(first.trim())?.iter().filter(|place| only.is_none_or(|only| place.file == only));
        let places: Vec<&Position> = places.collect();
        let others = second.and_then(|second| self.of_words.get(second.trim()));
        // On the same line, the second word follows the first.
        let distance = |place: &Position| {
            let others = others.into_iter().flatten().filter(|other| other.file == place.file);
            let of = |other: &Position| (other.line.abs_diff(place.line), other.offset < place.offset);
            others.map(of).min().filter(|(lines, _)| *lines <= NEAR)
        };
        let near = places.iter().filter_map(|place| Some((distance(place)?, *place)));
        let place = near.min_by_key(|(distance, _)| *distance).map(|(_, place)| place);
        let quoted = || places.iter().find(|place| place.is_quoted).or(places.first()).copied();
        let place = place.or_else(quoted)?;
        Some((place.file, place.line))
    }
}

/// The values on a line of JSON, YAML, TOML, Markdown or code: in quotation marks or brackets, and separated by blanks.
fn values(line: &str) -> impl Iterator<Item = &str> {
    let quoted = line.split(['"', '\'', '`', '(', ')', '<', '>']);
    let bare = line.split([' ', '\t', ',', '"', '\'', '[', ']', '{', '}']).map(|word| word.trim_end_matches(':'));
    let after = line.split_once(": ").map(|(_, value)| value);
    quoted.chain(bare).chain(after).map(str::trim).filter(|value| !value.is_empty() && value.len() <= 400)
}

#[cfg(test)]
mod tests {
    use super::place;
    use crate::report::{Loss, LossKind};
    use crate::source::Source;

    #[test]
    fn a_loss_gets_the_line_with_its_words() {
        let json = "{\n  \"a\": \"/x\",\n  \"from\": \"/x\",\n  \"to\": \"/y\",\n  \"icon\": \"fa fa-z\"\n}\n";
        let yaml = "redirects:\n  - source: /old\n    destination: /new page\nlinks: [/x/y, z]\n";
        let pairs = "[{ \"from\": \"/p\", \"to\": \"/q\" },\n{ \"from\": \"/q\", \"to\": \"/p\" }]\n";
        let script = "const team = load();\nexport default { to: 'team' };\n";
        let source = Source::from_memory([("a.json", json), ("b.yml", yaml), ("c.json", pairs), ("d.js", script)]);
        for (kind, subject, place_of) in [
            (LossKind::Redirect, "/x → /y", ("a.json", 3)),
            (LossKind::Redirect, "/old → /new page → /z", ("b.yml", 2)),
            (LossKind::Config, "fa fa-z", ("a.json", 5)),
            (LossKind::Link, "/new page", ("b.yml", 3)),
            (LossKind::Link, "/newer", ("", 0)),
            (LossKind::Redirect, "/q → /p", ("c.json", 2)),
            // In quotation marks, a word is no name of code.
            (LossKind::Link, "team", ("d.js", 2)),
        ] {
            let mut losses = [Loss::new(kind, "", 0, subject, "")];
            place(&source, &["a.json", "b.yml", "c.json", "d.js", "a.json"], &mut losses);
            assert_eq!((losses[0].file.as_str(), losses[0].line), place_of, "{subject}");
        }
        for (subject, line) in [("/x/y", 4), ("z", 0), ("/x", 0)] {
            let mut losses = [Loss::new(LossKind::NavigationEntry, "b.yml", 0, subject, "")];
            place(&source, &["a.json", "b.yml"], &mut losses);
            assert_eq!((losses[0].file.as_str(), losses[0].line), ("b.yml", line), "{subject}");
        }
        // On the same line, the second word is the one after the first.
        let line = "[{ \"from\": \"/p\", \"to\": \"/q\" }, { \"from\": \"/q\", \"to\": \"/r\" }, { \"from\": \"/r\", \"to\": \"/p\" }]\n";
        let source = Source::from_memory([("e.json", format!("{line}\n{}", "[\"/q\",\n\"/r\"]\n").as_str())]);
        let mut losses = [Loss::new(LossKind::Redirect, "", 0, "/q → /r", "")];
        place(&source, &["e.json"], &mut losses);
        assert_eq!(losses[0].line, 1);
        let whole = "{ \"navigation\": { \"$ref\": \"c.json\" } }";
        let source = Source::from_memory([("docs.json", whole), ("c.json", "[\n\"a/b\"]")]);
        let mut losses = [Loss::new(LossKind::NavigationEntry, "docs.json", 0, "a/b", "")];
        place(&source, &["docs.json", "c.json"], &mut losses);
        assert_eq!((losses[0].file.as_str(), losses[0].line), ("c.json", 2));
    }
}
