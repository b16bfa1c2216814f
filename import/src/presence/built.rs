//! Missing targets that a build of the old site makes: files that `.gitignore` names, that a Makefile has a rule for, or
//! that a script of `package.json` names. They are not in a repository, and the old site had them.

use std::collections::{BTreeMap, BTreeSet};

use super::{NO_PAGES, NO_TARGET, PATHS, path};
use crate::formats::glob;
use crate::literal;
use crate::paths;
use crate::report::{Loss, LossKind, Origin};
use crate::source::Source;

/// The greatest number of patterns of `.gitignore` files that are compared. Each missing target is compared with each.
const MAX_PATTERNS: usize = 1_000;
/// The names of files that builders of sites make by themselves: lists of all pages, feeds, indexes of searches.
const MADE_BY_TOOLS: &[&str] = &[
    "atom.xml",
    "feed.json",
    "feed.xml",
    "llms-full.txt",
    "llms.txt",
    "objects.inv",
    "opensearch.xml",
    "robots.txt",
    "rss.xml",
    "search_index.json",
    "searchindex.js",
    "sitemap-index.xml",
    "sitemap.xml",
];
/// The outcome for them.
const BY_THEMSELVES: &str = "it is not in the source; builders of sites make a file of that name by themselves";
/// What to do about a file that a build makes.
const MAKE_IT: &str = "make it, then import again";
/// What to do about the pages of a folder.
const MAKE_THEM: &str = "make them, then import again";

/// A line of a `.gitignore`.
struct IgnorePattern {
    /// The file.
    file: String,
    /// Its line there, from 1.
    line: usize,
    /// The pattern without `!`.
    pattern: String,
    /// Whether the line begins with `!`: the paths that it matches are in the repository.
    is_negated: bool,
}

impl IgnorePattern {
    /// Whether it matches a path from the root of the source, or a folder above it.
    fn fits(&self, path: &str) -> bool {
        let below = match paths::folder(&self.file) {
            "" => Some(path),
            folder => paths::below(path, folder),
        };
        below.is_some_and(|below| glob::ignores(&self.pattern, below))
    }

    /// Whether it says more than the name of a folder, such as `build`, which a URL path may have too.
    fn names_place(&self) -> bool {
        self.pattern.trim_matches('/').contains(['/', '.'])
    }
}

/// The files that a build of the old site makes.
struct BuiltFiles {
    ignored: Vec<IgnorePattern>,
    /// The paths that rules and scripts name, each with the file of the rule or the script.
    named: BTreeMap<String, String>,
}

impl BuiltFiles {
    /// Reads the `.gitignore` files, the Makefiles and the scripts of a source.
    fn read(source: &Source) -> Self {
        let mut built = Self { ignored: Vec::new(), named: BTreeMap::new() };
        for file in source.paths() {
            match paths::name(file) {
                ".gitignore" => built.read_ignored(file, &source.text(file).unwrap_or_default()),
                "Makefile" | "makefile" | "GNUmakefile" => {
                    for line in source.text(file).unwrap_or_default().lines() {
                        let is_rule = !line.starts_with(['\t', ' ', '#']);
                        let rule = line.split_once(':').filter(|(_, rest)| is_rule && !rest.starts_with('='));
                        built.name(file, rule.map_or("", |(targets, _)| targets));
                    }
                }
                "package.json" => {
                    let settings = literal::json(&source.text(file).unwrap_or_default()).unwrap_or_default();
                    let scripts = settings.get("scripts").and_then(|scripts| scripts.as_object());
                    for script in scripts.into_iter().flat_map(|scripts| scripts.values()) {
                        built.name(file, script.as_str().unwrap_or_default());
                    }
                }
                _ => {}
            }
        }
        built
    }

    fn read_ignored(&mut self, file: &str, text: &str) {
        for (at, line) in text.lines().enumerate() {
            let line = line.trim_end();
            let (is_negated, pattern) = line.strip_prefix('!').map_or((false, line), |rest| (true, rest));
            // A pattern of stars is about what is not listed, not about what is made.
            let says_nothing = pattern.chars().all(|c| matches!(c, '*' | '/' | '.'));
            if says_nothing || pattern.starts_with('#') || self.ignored.len() == MAX_PATTERNS {
                continue;
            }
            let pattern = pattern.strip_prefix('\\').unwrap_or(pattern).to_owned();
            self.ignored.push(IgnorePattern { file: file.to_owned(), line: at + 1, pattern, is_negated });
        }
    }

    /// Records the words of a text that may be paths.
    fn name(&mut self, file: &str, text: &str) {
        let words = text.split(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '=' | '>' | ';' | '&' | '|'));
        for word in words.filter(|word| word.contains('.') && !word.contains(['$', '%', '*'])) {
            if let Some(path) = paths::join(paths::folder(file), word.trim_start_matches('/')) {
                self.named.entry(path).or_insert_with(|| file.to_owned());
            }
        }
    }

    /// The file that says that a build makes a file, with the verb of a sentence. `None` if no file says so. `is_written`
    /// is whether the link has the path with its extension.
    fn maker(&self, path: &str, is_written: bool) -> Option<String> {
        if let Some(file) = self.named.get(path) {
            return Some(format!("`{file}` names"));
        }
        let last = self.ignored.iter().rev().find(|pattern| pattern.fits(path))?;
        let IgnorePattern { file, line, is_negated, .. } = last;
        (!is_negated && (is_written || last.names_place())).then(|| format!("`{file}:{line}` ignores"))
    }
}

/// The paths of files that a loss may mean, from the root of the source, each with whether the link has its extension.
/// `roots` are the folders that paths may be relative to.
fn candidates(loss: &Loss, roots: &BTreeSet<&str>) -> Vec<(String, bool)> {
    let written = paths::decoded(path(loss));
    let is_relative = paths::is_page(&loss.file) && !written.starts_with('/');
    let beside = is_relative.then(|| paths::join(paths::folder(&loss.file), &written)).flatten();
    let bare = written.trim_start_matches(['/', '@', '~']);
    let is_url = matches!(loss.kind, LossKind::Link | LossKind::Asset);
    let rooted = (!is_url || !is_relative).then_some(bare).into_iter();
    // The path that a browser asks for by a relative link.
    let requested = Some(loss.address.trim_start_matches('/')).filter(|address| !address.is_empty());
    let rooted = rooted.chain(requested).flat_map(|path| roots.iter().filter_map(|root| paths::join(root, path)));
    let mut out = Vec::new();
    for path in beside.into_iter().chain(rooted) {
        let path = path.trim_end_matches('/');
        if path.is_empty() {
            continue;
        }
        let is_written = paths::name(path).trim_start_matches('.').contains('.');
        if is_written {
            out.extend(path.strip_suffix(".html").map(|stem| (format!("{stem}.md"), true)));
        } else {
            out.extend([".md", ".mdx", "/index.md", "/index.mdx"].map(|end| (format!("{path}{end}"), false)));
        }
        out.push((path.to_owned(), is_written));
    }
    out
}

/// Corrects the origin of losses whose target a build of the old site makes.
pub(crate) fn mark_built(source: &Source, roots: &BTreeSet<&str>, losses: &mut [Loss]) {
    let is_missing = |loss: &&mut Loss| {
        let is_of_path = loss.kind != LossKind::Redirect || loss.outcome.starts_with(NO_TARGET);
        loss.origin == Origin::Source && PATHS.contains(&loss.kind) && is_of_path
    };
    if !losses.iter_mut().any(|mut loss| is_missing(&mut loss)) {
        return;
    }
    let built = BuiltFiles::read(source);
    let mut known: BTreeMap<(String, bool), Option<String>> = BTreeMap::new();
    for loss in losses.iter_mut().filter(is_missing) {
        let maker = candidates(loss, roots).into_iter().find_map(|(path, is_written)| {
            let key = (path, is_written);
            if !known.contains_key(&key) {
                let maker = if source.has(&key.0) { None } else { built.maker(&key.0, key.1) };
                known.insert(key.clone(), maker);
            }
            known.get(&key).cloned().flatten()
        });
        let Some(maker) = maker else {
            let is_url = matches!(loss.kind, LossKind::Link | LossKind::Redirect | LossKind::NavigationEntry);
            if is_url && MADE_BY_TOOLS.contains(&paths::name(path(loss))) {
                loss.origin = Origin::Import;
                BY_THEMSELVES.clone_into(&mut loss.outcome);
            }
            continue;
        };
        loss.origin = Origin::Import;
        let is_placed = loss.kind == LossKind::MissingInclude && !loss.outcome.contains("does not exist");
        loss.outcome = if loss.outcome == NO_PAGES {
            format!(
                "the pages in this folder are not in the source; {maker} them, so a build may make them: {MAKE_THEM}"
            )
        } else {
            let made = format!("it is not in the source; {maker} it, so a build may make it: {MAKE_IT}");
            if is_placed { format!("{}; {made}", loss.outcome) } else { made }
        };
    }
}

#[cfg(test)]
mod tests {
    use super::{BTreeSet, Loss, LossKind, Origin, Source, mark_built};

    /// The origin and the outcome of a loss on the page `docs/a/b.md`.
    fn outcome(kind: LossKind, subject: &str) -> (Origin, String) {
        let ignored =
            "# made\nbuild\n/docs/made.md\n*.gen.md\n/docs/out/*\n!/docs/out/kept.md\n/site/public/llms.txt\n*\n";
        let source = Source::from_memory([
            ("docs/a/b.md", ""),
            (".gitignore", ignored),
            ("docs/Makefile", "X := y.md\nall: rule.md other.md\nrule.md table.md: x\n\tpython3 x.py > recipe.md\n"),
            ("package.json", r#"{"main": "main.md", "scripts": {"x": "node x.js --out=docs/script.md"}}"#),
        ]);
        let mut losses = [Loss::new(kind, "docs/a/b.md", 1, subject, "the file does not exist")];
        let roots: BTreeSet<&str> = ["", "docs", "site/public"].into();
        mark_built(&source, &roots, &mut losses);
        let [loss] = losses;
        (loss.origin, loss.outcome)
    }

    #[test]
    fn targets_that_a_build_makes_were_not_broken() {
        for (kind, subject, by) in [
            (LossKind::Link, "../made.md#x", "`.gitignore:3` ignores it"),
            (LossKind::Link, "../made.html", "`.gitignore:3` ignores it"),
            (LossKind::Link, "/made", "`.gitignore:3` ignores it"),
            (LossKind::Link, "x.gen.md", "`.gitignore:4` ignores it"),
            (LossKind::Link, "/out/deep/x", "`.gitignore:5` ignores it"),
            (LossKind::NavigationEntry, "/llms.txt", "`.gitignore:7` ignores it"),
            (LossKind::NavigationEntry, "made.md", "`.gitignore:3` ignores it"),
            (LossKind::MissingInclude, "../table.md", "`docs/Makefile` names it"),
            (LossKind::Link, "../rule.md", "`docs/Makefile` names it"),
            (LossKind::Link, "/script", "`package.json` names it"),
            (LossKind::Link, "/blog/rss.xml", "builders of sites make"),
        ] {
            let (origin, outcome) = outcome(kind, subject);
            assert_eq!(origin, Origin::Import, "{subject}");
            assert!(outcome.contains(by), "{subject}: {outcome}");
        }
    }

    #[test]
    fn other_missing_targets_were_broken() {
        for (kind, subject) in [
            (LossKind::Link, "../gone.md"),
            // The name of a folder, and a URL path.
            (LossKind::Link, "/build"),
            (LossKind::Link, "/build/x"),
            (LossKind::Link, "made.md"),
            (LossKind::Link, "../out/kept.md"),
            (LossKind::Link, "../recipe.md"),
            (LossKind::Link, "../other.md"),
            (LossKind::Link, "../../main.md"),
            (LossKind::Anchor, "../made.md#x"),
        ] {
            assert_eq!(outcome(kind, subject).0, Origin::Source, "{subject}");
        }
    }
}
