//! The places in settings files that losses are about: a line that has the words of the loss.

use std::collections::BTreeMap;

use crate::paths;
use crate::report::{Loss, LossKind};
use crate::source::Source;

/// The greatest distance in lines between the two paths of a redirect.
const NEAR: usize = 3;

/// Sets the file and the line of each loss without a file, if one of the settings files has its words, and the line of
/// each missing file that a settings file names. A loss about a settings file gets a place in the one that it imports the
/// setting from.
pub(crate) fn place(source: &Source, files: &[&str], losses: &mut [Loss]) {
    let is_named = |loss: &Loss| {
        // A single word may mean something else on another line.
        let is_path =
            matches!(loss.kind, LossKind::NavigationEntry | LossKind::Spec) && loss.subject.contains(['/', '.']);
        loss.file.is_empty() || is_path && loss.line == 0 && files.contains(&loss.file.as_str())
    };
    let is_setting = |loss: &Loss| {
        // The name of the file is the subject if the file cannot be read.
        let is_whole = loss.subject == paths::name(&loss.file);
        loss.kind == LossKind::Config && loss.line == 0 && !is_whole && files.contains(&loss.file.as_str())
    };
    if !losses.iter().any(|loss| is_named(loss) || is_setting(loss)) {
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
    let move_to = |loss: &mut Loss, (file, line): (usize, usize)| {
        read.get(file).copied().unwrap_or_default().clone_into(&mut loss.file);
        loss.line = u32::try_from(line).unwrap_or_default();
    };
    for loss in losses.iter_mut() {
        let only = read.iter().position(|file| *file == loss.file);
        if is_setting(loss) {
            let place = only.and_then(|own| lines.setting_elsewhere(&loss.subject, own));
            place.into_iter().for_each(|place| move_to(loss, place));
        }
        if !is_named(loss) {
            continue;
        }
        let mut words = loss.subject.split(" → ").filter(|_| loss.kind == LossKind::Redirect);
        let (first, second) = match (words.next(), words.next()) {
            (Some(from), to) => (from, to),
            (None, _) => (loss.subject.as_str(), None),
        };
        // A file may refer to others for its parts.
        let refers = || lines.find("$ref", None, only).is_some();
        let in_nav = || lines.in_nav(first, only?);
        let entry = if loss.kind == LossKind::NavigationEntry { in_nav() } else { None };
        let found = entry.or_else(|| lines.find(first, second, only));
        // A tool may add the path of the site to the links of its navigation.
        let within = |first: &str| {
            let path = first.strip_prefix('/').filter(|_| loss.kind == LossKind::NavigationEntry)?;
            lines.find(path.get(path.find('/')?..)?, None, only)
        };
        let found = found.or_else(|| within(first));
        let place = found.or_else(|| lines.find(first, second, None).filter(|_| refers()));
        place.into_iter().for_each(|place| move_to(loss, place));
    }
}

/// The position of a word in settings files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Position {
    /// The number of its file.
    file: usize,
    /// From 1.
    line: usize,
    /// In bytes of the line.
    offset: usize,
    /// Whether it is a value there: in quotation marks, or all of the line after a colon. In code, other words may be
    /// names.
    is_value: bool,
    /// Whether it is the name of a member: before a colon.
    is_name: bool,
    /// Whether it is in the list `nav` of a YAML file.
    is_in_nav: bool,
}

/// The words of settings files.
#[derive(Default)]
struct Lines {
    of_words: BTreeMap<String, Vec<Position>>,
}

impl Lines {
    fn add(&mut self, file: usize, text: &str) {
        let mut is_in_nav = false;
        for (number, line) in text.lines().enumerate() {
            // The next member of the file ends the list.
            if line.starts_with(|c: char| c.is_alphanumeric() || c == '_') {
                is_in_nav = line.starts_with("nav:");
            }
            for word in values(line) {
                let offset = line.find(word).unwrap_or_default();
                let is_value = line.split_once(": ").is_some_and(|(_, value)| value.trim() == word)
                    || ['"', '\'', '`'].iter().any(|mark| line.contains(&format!("{mark}{word}{mark}")));
                let is_name = ["", "\"", "'"].iter().any(|mark| line.contains(&format!("{word}{mark}:")));
                let position = Position { file, line: number + 1, offset, is_value, is_name, is_in_nav };
                for word in [Some(word.to_owned()), path_of_file(word)].into_iter().flatten() {
                    let places = self.of_words.entry(word).or_default();
                    if places.last() != Some(&position) {
                        places.push(position);
                    }
                }
            }
        }
    }

    /// The file and line of a word in the list `nav` of a file.
    fn in_nav(&self, word: &str, file: usize) -> Option<(usize, usize)> {
        let mut places = self.of_words.get(word.trim())?.iter();
        places.find(|place| place.file == file && place.is_in_nav).map(|place| (place.file, place.line))
    }

    /// The file and line of a word: of the place that is nearest to the other word, or else of the first one that is a
    /// value, or else of the first one. `only` is the number of the only file that may have it.
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
        // Of a path to itself, the line that begins with it.
        let place = near.min_by_key(|(distance, place)| (*distance, place.offset)).map(|(_, place)| place);
        let value = || places.iter().find(|place| place.is_value).or(places.first()).copied();
        let place = place.or_else(value)?;
        Some((place.file, place.line))
    }

    /// The file and line of what a loss about the settings file with this number names, if only others have it: its
    /// subject, or else the word or the URL at its end, or else the name after its last period; of a list the first item,
    /// in the file that has most of the others.
    fn setting_elsewhere<'s>(&self, subject: &'s str, own: usize) -> Option<(usize, usize)> {
        let mut items = subject.split(", ");
        let first = items.next().unwrap_or_default();
        let url = first.rsplit_once(' ').map(|(_, url)| url).filter(|url| url.contains('/'));
        let name = first.rsplit_once('.').map(|(_, name)| name).filter(|_| !first.contains('/'));
        // Of the tags of `head`, the words in them.
        let list = first.split_once(": <").map(|(list, _)| list);
        let in_tag = |item: &'s str| item.strip_suffix('>').and_then(|tag| tag.rsplit_once(' ')).map(|(_, word)| word);
        let words = [Some(subject), Some(first), in_tag(first), url, name, list].into_iter().flatten();
        let places = words.filter_map(|word| self.of_words.get(word)).next()?;
        if places.iter().any(|place| place.file == own) {
            return None;
        }
        let others: Vec<&Vec<Position>> =
            items.filter_map(|item| self.of_words.get(in_tag(item).unwrap_or(item))).collect();
        let rank = |place: &&Position| {
            let lacks = |other: &&&Vec<Position>| other.iter().all(|other| other.file != place.file);
            (others.iter().filter(lacks).count(), !place.is_name, !place.is_value)
        };
        places.iter().min_by_key(rank).map(|place| (place.file, place.line))
    }
}

/// The URL path of a page that settings name by its file: `/a/b#c` of `a/b.md#c`.
fn path_of_file(word: &str) -> Option<String> {
    let (file, anchor) = word.split_at(word.find('#').unwrap_or(word.len()));
    let path = paths::without_index(paths::stem(file)?);
    Some(format!("/{}{anchor}", path.trim_start_matches('/')))
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
        let palette = "- primary: light blue\n- primary: blue\n";
        let files = [("a.json", json), ("b.yml", yaml), ("c.json", pairs), ("d.js", script), ("e.yml", palette)];
        let source = Source::from_memory(files);
        for (kind, subject, place_of) in [
            (LossKind::Redirect, "/x → /y", ("a.json", 3)),
            (LossKind::Redirect, "/old → /new page → /z", ("b.yml", 2)),
            (LossKind::Config, "fa fa-z", ("a.json", 5)),
            (LossKind::Link, "/new page", ("b.yml", 3)),
            (LossKind::Link, "/newer", ("", 0)),
            (LossKind::Redirect, "/q → /p", ("c.json", 2)),
            // In quotation marks, a word is no name of code.
            (LossKind::Link, "team", ("d.js", 2)),
            (LossKind::Config, "blue", ("e.yml", 2)),
        ] {
            let mut losses = [Loss::new(kind, "", 0, subject, "")];
            place(&source, &["a.json", "b.yml", "c.json", "d.js", "e.yml", "a.json"], &mut losses);
            assert_eq!((losses[0].file.as_str(), losses[0].line), place_of, "{subject}");
        }
        for (subject, line) in [("/x/y", 4), ("z", 0), ("/x", 0)] {
            let mut losses = [Loss::new(LossKind::NavigationEntry, "b.yml", 0, subject, "")];
            place(&source, &["a.json", "b.yml"], &mut losses);
            assert_eq!((losses[0].file.as_str(), losses[0].line), ("b.yml", line), "{subject}");
        }
        // An entry of the navigation is in the list `nav`.
        let settings =
            "plugins:\n- redirects:\n    x.md: a/b.md\nnav:\n- More:\n  - B: a/b.md\nextra:\n  last: c/d.md\n";
        let source = Source::from_memory([("mkdocs.yml", settings)]);
        for (kind, subject, line) in [
            (LossKind::NavigationEntry, "a/b.md", 6),
            (LossKind::NavigationEntry, "c/d.md", 8),
            (LossKind::Spec, "a/b.md", 3),
        ] {
            let mut losses = [Loss::new(kind, "mkdocs.yml", 0, subject, "")];
            place(&source, &["mkdocs.yml"], &mut losses);
            assert_eq!(losses[0].line, line, "{subject}");
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

    #[test]
    fn a_setting_from_another_file_gets_its_place_there() {
        let entry = "import { shared } from './shared'\nexport default { ...shared, banner: true }\n";
        let shared = "const ads = 'banner'\nexport const shared = {\n  title: 'Ads',\n  themeConfig: {\n    ads: { code: 'x' },\n    editLink: { pattern: 'https://a.test/b/:path' },\n    nav: [{ text: 'Read more', items: [] }],\n    head: [['meta', { name: 'a:b' }], ['script', { src: '/x.js' }]],\n    'is-new': true,\n  },\n}\n";
        let german = "export const german = [{ text: 'Mehr', items: [] }, { text: 'Read more', items: [] }]\n";
        let source = Source::from_memory([("config.ts", entry), ("shared.ts", shared), ("de.ts", german)]);
        for (kind, subject, place_of) in [
            (LossKind::Config, "themeConfig.ads", ("shared.ts", 5)),
            (LossKind::Config, "themeConfig.ads, themeConfig.banner", ("shared.ts", 5)),
            (LossKind::Config, "themeConfig.is-new", ("shared.ts", 9)),
            (LossKind::Config, "head: <meta a:b>, <script>", ("shared.ts", 8)),
            (LossKind::Config, "head: <script /x.js>", ("shared.ts", 8)),
            (LossKind::Config, "head: <script>", ("shared.ts", 8)),
            (LossKind::Config, "edit links to https://a.test/b/:path", ("shared.ts", 6)),
            (LossKind::Config, "Read more", ("shared.ts", 7)),
            (LossKind::Config, "Read more, Mehr", ("de.ts", 1)),
            // The file itself has it.
            (LossKind::Config, "themeConfig.banner", ("config.ts", 0)),
            // No file has it.
            (LossKind::Config, "themeConfig.search", ("config.ts", 0)),
            (LossKind::Config, "config.ts", ("config.ts", 0)),
            (LossKind::Expression, "title", ("config.ts", 0)),
        ] {
            let mut losses = [Loss::new(kind, "config.ts", 0, subject, "")];
            place(&source, &["config.ts", "shared.ts", "de.ts"], &mut losses);
            assert_eq!((losses[0].file.as_str(), losses[0].line), place_of, "{subject}");
        }
    }
}
