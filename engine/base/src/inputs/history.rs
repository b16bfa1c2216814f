//! What the commits of a repository say about files: when each was last changed, and by whom.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::mem::take;
use std::sync::Arc;

/// The history of the Markdown files of a project, by path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    files: BTreeMap<Arc<str>, FileHistory>,
}

/// The commits that changed a file, under this name and under earlier ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileHistory {
    /// The day of the last commit that changed the contents (`YYYY-MM-DD`), where its committer was.
    pub updated: Arc<str>,
    /// The number of commits to any file that are listed before that one, the newest first.
    pub newer_commits: u32,
    /// The names of the authors, those of the most commits first; then by name.
    pub contributors: Vec<Arc<str>>,
}

/// Why the history of files is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoHistory {
    /// The clone has only the newest commits, so the last change of most files is unknown.
    Shallow,
    /// Any other reason, worded for a message.
    Failed(String),
}

/// The fields of a commit in the log. Between them is [`BETWEEN`], before the first [`START`].
pub(super) const LOG_FORMAT: &str =
    "--format=%x01%cs%x1f%aE%x1f%aN%x1f%(trailers:key=Co-authored-by,valueonly,separator=%x1f)";
const START: char = '\u{1}';
const BETWEEN: char = '\u{1f}';

/// What the end of the name of a bot is on GitHub and GitLab.
const BOT: &str = "[bot]";

/// The commits of one file that were read so far.
#[derive(Debug, Default)]
struct Commits {
    /// The newest path of the file.
    path: Arc<str>,
    updated: Arc<str>,
    newer_commits: u32,
    /// The number of commits of each author, by the key of the author.
    by_author: BTreeMap<Arc<str>, u32>,
}

/// Reads a log, from the newest commit to the oldest.
#[derive(Debug, Default)]
struct LogReader {
    files: Vec<Commits>,
    /// The file whose commits those of a path are now, as an index; `None` for a path whose file was created by a newer
    /// commit: older commits are about a file that was deleted.
    of_path: HashMap<Arc<str>, Option<usize>>,
    /// The newest name of each author, by the key of the author.
    names: BTreeMap<Arc<str>, Arc<str>>,
    count: u32,
    updated: Arc<str>,
    authors: BTreeSet<Arc<str>>,
}

impl History {
    /// Reads the output of `git log -z --name-status` with [`LOG_FORMAT`]. `prefix` is the project's folder in the
    /// repository, empty or with a trailing slash; other files are left out.
    pub(crate) fn read(log: &str, prefix: &str) -> Self {
        let mut reader = LogReader::default();
        let mut tokens = log.split('\0');
        while let Some(token) = tokens.next() {
            if let Some(commit) = token.strip_prefix(START) {
                reader.commit(commit);
                continue;
            }
            // The first status of a commit is on a new line.
            let status = token.trim_start_matches('\n');
            match status.as_bytes().first() {
                None => {}
                Some(b'R') => {
                    let (from, to) = (tokens.next().unwrap_or_default(), tokens.next().unwrap_or_default());
                    reader.renamed(from, to, status != "R100");
                }
                Some(kind) => reader.changed(tokens.next().unwrap_or_default(), *kind),
            }
        }
        reader.finish(prefix)
    }

    /// The history of the file at `path`, relative to the project's root; `None` if no commit has it.
    #[must_use]
    pub fn of(&self, path: &str) -> Option<&FileHistory> {
        self.files.get(path)
    }

    /// Every file with its history.
    #[cfg(feature = "testing")]
    pub(crate) fn files(&self) -> impl Iterator<Item = (&Arc<str>, &FileHistory)> {
        self.files.iter()
    }

    /// A history with one commit of each file, for tests: path, day, and the names of the authors. The first file was
    /// changed last.
    #[cfg(feature = "testing")]
    #[must_use]
    pub fn of_files(files: &[(&str, &str, &[&str])]) -> Self {
        let file = |(newer_commits, &(path, updated, authors)): (u32, &(&str, &str, &[&str]))| {
            let contributors = authors.iter().map(|&name| name.into()).collect();
            (path.into(), FileHistory { updated: updated.into(), newer_commits, contributors })
        };
        Self { files: (0..).zip(files).map(file).collect() }
    }
}

impl LogReader {
    /// Starts a commit: its day, then the address and the name of its author, then those who wrote it with them.
    fn commit(&mut self, text: &str) {
        let mut fields = text.split(BETWEEN);
        self.count += 1;
        self.updated = fields.next().unwrap_or_default().into();
        self.authors.clear();
        let (address, name) = (fields.next().unwrap_or_default(), fields.next().unwrap_or_default());
        self.author(name, address);
        for with in fields {
            let (name, address) = with.split_once('<').unwrap_or((with, ""));
            self.author(name, address.trim_end().trim_end_matches('>'));
        }
    }

    /// Adds an author of the current commit. The newest name is that of all commits with the same address.
    fn author(&mut self, name: &str, address: &str) {
        let name = name.trim();
        if name.is_empty() || name.ends_with(BOT) {
            return;
        }
        let address = address.trim().to_lowercase();
        let key: Arc<str> = if address.is_empty() { name.into() } else { address.into() };
        self.names.entry(key.clone()).or_insert_with(|| name.into());
        self.authors.insert(key);
    }

    /// Reads that the current commit changed, created (`A`) or deleted (`D`) the file at a path.
    fn changed(&mut self, path: &str, kind: u8) {
        if kind == b'D' {
            return;
        }
        let path: Arc<str> = path.into();
        if let Some(file) = self.file(&path) {
            self.count_commit(file);
        }
        if kind == b'A' {
            self.of_path.insert(path, None);
        }
    }

    /// Reads that the current commit renamed a file: its older commits have the older path.
    fn renamed(&mut self, from: &str, to: &str, is_changed: bool) {
        let (from, to): (Arc<str>, Arc<str>) = (from.into(), to.into());
        let Some(file) = self.file(&to) else { return };
        if is_changed {
            self.count_commit(file);
        }
        self.of_path.insert(to, None);
        let earlier = self.of_path.insert(from, Some(file)).flatten();
        // Another branch changed the file under its older name before both were merged.
        if let Some(earlier) = earlier.filter(|&earlier| earlier != file) {
            let earlier = self.files.get_mut(earlier).map(take).unwrap_or_default();
            let Some(commits) = self.files.get_mut(file) else { return };
            if commits.updated.is_empty() || earlier.newer_commits < commits.newer_commits {
                (commits.updated, commits.newer_commits) = (earlier.updated, earlier.newer_commits);
            }
            for (author, count) in earlier.by_author {
                *commits.by_author.entry(author).or_default() += count;
            }
        }
    }

    /// The file whose commits those of a path are now.
    fn file(&mut self, path: &Arc<str>) -> Option<usize> {
        *self.of_path.entry(path.clone()).or_insert_with(|| {
            self.files.push(Commits { path: path.clone(), ..Commits::default() });
            Some(self.files.len() - 1)
        })
    }

    fn count_commit(&mut self, file: usize) {
        let Some(commits) = self.files.get_mut(file) else { return };
        if commits.updated.is_empty() {
            (commits.updated, commits.newer_commits) = (self.updated.clone(), self.count.saturating_sub(1));
        }
        for author in &self.authors {
            *commits.by_author.entry(author.clone()).or_default() += 1;
        }
    }
}

impl LogReader {
    fn finish(self, prefix: &str) -> History {
        let Self { files, names, .. } = self;
        let known = files.into_iter().filter(|commits| !commits.updated.is_empty());
        let of_project = known.filter_map(|commits| {
            let path: Arc<str> = commits.path.strip_prefix(prefix)?.into();
            let mut by_name: BTreeMap<&Arc<str>, u32> = BTreeMap::new();
            for (author, count) in &commits.by_author {
                *by_name.entry(names.get(author)?).or_default() += count;
            }
            let mut contributors: Vec<(&Arc<str>, u32)> = by_name.into_iter().collect();
            contributors.sort_by_key(|(_, count)| Reverse(*count));
            let contributors = contributors.into_iter().map(|(name, _)| name.clone()).collect();
            Some((path, FileHistory { updated: commits.updated, newer_commits: commits.newer_commits, contributors }))
        });
        History { files: of_project.collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::History;

    /// A log as `git` prints it, from lines: `> <day> <address> <name>` begins a commit, others are its files.
    fn log(lines: &str) -> String {
        let mut log = String::new();
        for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
            match line.strip_prefix("> ") {
                Some(commit) => {
                    let commit = commit.replacen(' ', "\u{1f}", 2).replace(" + ", "\u{1f}");
                    log.push_str(&format!("{}\u{1}{commit}\0\n", if log.is_empty() { "" } else { "\0" }));
                }
                None => log.push_str(&format!("{}\0", line.replace(' ', "\0"))),
            }
        }
        log
    }

    #[track_caller]
    fn check(lines: &str, prefix: &str, expected: &[(&str, &str, &str)]) {
        let history = History::read(&log(lines), prefix);
        let found: Vec<(&str, &str, String)> =
            history.files.iter().map(|(path, file)| (&**path, &*file.updated, file.contributors.join(", "))).collect();
        let found: Vec<(&str, &str, &str)> = found.iter().map(|(path, day, names)| (*path, *day, &**names)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn the_newest_commit_of_a_file_has_its_date() {
        let lines = "
            > 2026-03-01 a@b Ann
            M docs/a.md
            > 2026-02-01 c@d Cy
            M docs/a.md
            M docs/b.md
            > 2026-01-01 c@d Cy
            A docs/a.md
            A docs/b.md
            A other/c.md";
        check(lines, "docs/", &[("a.md", "2026-03-01", "Cy, Ann"), ("b.md", "2026-02-01", "Cy")]);
        let history = History::read(&log(lines), "");
        assert_eq!(history.of("docs/b.md").map(|file| file.newer_commits), Some(1));
        assert_eq!(history.of("docs/x.md"), None);
    }

    #[test]
    fn a_renamed_file_keeps_its_commits_and_a_rename_is_no_change() {
        let lines = "
            > 2026-04-01 a@b Ann
            R100 docs/b.md docs/c.md
            > 2026-03-01 c@d Cy
            R080 a.md docs/b.md
            > 2026-02-01 e@f Eve
            A a.md";
        check(lines, "docs/", &[("c.md", "2026-03-01", "Cy, Eve")]);
    }

    #[test]
    fn a_path_that_was_used_before_is_another_file() {
        let lines = "
            > 2026-04-01 a@b Ann
            A a.md
            > 2026-03-01 c@d Cy
            R100 a.md b.md
            > 2026-02-01 e@f Eve
            A a.md
            > 2026-01-02 g@h Gil
            D a.md
            > 2026-01-01 g@h Gil
            A a.md";
        check(lines, "", &[("a.md", "2026-04-01", "Ann"), ("b.md", "2026-02-01", "Eve")]);
    }

    #[test]
    fn commits_of_another_branch_to_the_older_name_count() {
        let lines = "
            > 2026-03-01 e@f Eve
            M a.md
            > 2026-02-01 a@b Ann
            R090 a.md b.md
            > 2026-01-01 a@b Ann
            A a.md";
        check(lines, "", &[("b.md", "2026-03-01", "Ann, Eve")]);
    }

    #[test]
    fn people_with_one_address_or_one_name_are_one_and_bots_are_left_out() {
        let lines = "
            > 2026-03-01 a@b Ann Lee + Zoë <Z@X> + dependabot[bot] <d@e>
            M a.md
            > 2026-02-01 A@b Ann
            M a.md
            > 2026-01-01 old@z Zoë
            A a.md
            > 2026-01-01 9+renovate[bot]@users renovate[bot]
            A a.md";
        check(lines, "", &[("a.md", "2026-03-01", "Ann Lee, Zoë")]);
    }

    #[test]
    fn a_broken_log_is_read_as_far_as_it_goes() {
        for text in ["", "\0", "M", "M\0", "R100\0a", "\u{1}", "\u{1}2026-01-01\0\nM\0", "\u{1}x\u{1f}\0\0\0R\0\0"] {
            let history = History::read(text, "docs/");
            assert!(history.files.is_empty(), "{text:?}: {history:?}");
        }
    }
}
