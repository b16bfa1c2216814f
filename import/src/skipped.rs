//! Reports the files of the source that are not read, such as symbolic links to folders, where the old tool reads files.

use std::collections::BTreeSet;

use crate::editions::Editions;
use crate::paths;
use crate::report::{Loss, LossKind};
use crate::source::Source;

/// The folders that the old tool reads.
struct ReadFolders<'f> {
    /// Those with a page directly in them, or named by settings: it reads everything below.
    whole: BTreeSet<&'f str>,
    /// Those that contain the folders of pages. Links directly in them may be further folders of pages.
    above: BTreeSet<&'f str>,
}

impl<'f> ReadFolders<'f> {
    /// The folders of all pages and `roots`. The root of the source contains more than documentation, unless it has pages.
    fn new(pages: impl Iterator<Item = &'f str>, roots: &BTreeSet<&'f str>) -> Self {
        let mut whole: BTreeSet<&str> = roots.iter().copied().filter(|root| !root.is_empty()).collect();
        whole.extend(pages.map(paths::folder));
        let mut above = BTreeSet::new();
        for folder in &whole {
            let mut folder = *folder;
            while !folder.is_empty() {
                folder = paths::folder(folder);
                if !above.insert(folder) {
                    break;
                }
            }
        }
        Self { whole, above }
    }

    /// Whether the old tool may read a path.
    fn has(&self, path: &str) -> bool {
        let parent = paths::folder(path);
        let mut folder = parent;
        while !folder.is_empty() {
            if self.whole.contains(folder) {
                return true;
            }
            folder = paths::folder(folder);
        }
        self.above.contains(parent) || self.whole.contains("")
    }
}

/// The losses. `project` is the folder of the project, `roots` are the folders that paths in settings may be relative to,
/// and `carried` are the files that the new project is made from.
pub(crate) fn losses(
    source: &Source,
    editions: &Editions,
    (project, roots): (&str, &BTreeSet<&str>),
    carried: &BTreeSet<&str>,
) -> Vec<Loss> {
    if source.skipped().is_empty() {
        return Vec::new();
    }
    let pages = editions.list.iter().flat_map(|edition| &edition.project.pages).map(|page| page.file.as_str());
    let folders = ReadFolders::new(pages, roots);
    let skipped = source.skipped().iter().filter(|skipped| folders.has(&skipped.path));
    skipped
        .map(|skipped| {
            let is_outside = |folder: &&str| !project.is_empty() && paths::below(folder, project).is_none();
            let is_unused = |folder: &&str| !source.under(folder).any(|file| carried.contains(file));
            let folder = skipped.folder.as_deref().filter(is_outside).filter(is_unused);
            let outcome = match folder {
                Some(folder) => {
                    format!("left out: a symbolic link to `{folder}`, which is outside of `{project}` and was not read")
                }
                None => format!("left out: {}", skipped.reason),
            };
            Loss::new(LossKind::File, &skipped.path, 0, paths::name(&skipped.path), outcome)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{BTreeSet, ReadFolders};

    #[test]
    fn the_old_tool_reads_the_folders_of_pages() {
        let roots: BTreeSet<&str> = ["", "static"].into();
        let folders = ReadFolders::new(["docs/a/x.md", "docs/b/c/y.md"].into_iter(), &roots);
        for (path, is_read) in [
            ("docs/a/z", true),
            ("docs/a/d/e/z", true),
            ("docs/z", true),
            ("docs/b/z", true),
            ("static/img/z", true),
            ("z", true),
            ("docs/q/z", false),
            ("test/packages/src", false),
        ] {
            assert_eq!(folders.has(path), is_read, "{path}");
        }
        assert!(ReadFolders::new(["x.md"].into_iter(), &roots).has("test/z"));
    }
}
