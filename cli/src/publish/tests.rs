//! Publishing from a map of files: what is written, kept, removed and refused.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{Content, ProtectedPaths, Publication, Published, ReadManifest, Target, read};
use crate::failure::{Failure, Outcome};

struct Project {
    folder: tempfile::TempDir,
}

type Files<'a> = [(&'a str, &'a str)];

/// Publishes in two parts, as the files of two editions are.
fn publish(
    target: &Target,
    paths: &[Arc<str>],
    content: impl Fn(&str) -> Outcome<Content> + Sync,
) -> Outcome<Published> {
    let mut publication = Publication::begin(target, &ReadManifest::default())?;
    let (first, second) = paths.split_at(paths.len() / 2);
    for part in [second, first] {
        publication.add(part, (), |(), path| content(path))?;
    }
    publication.finish()
}

impl Project {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("project/docs")).unwrap();
        Self { folder }
    }

    fn root(&self) -> PathBuf {
        self.folder.path().canonicalize().unwrap().join("project")
    }

    fn out(&self) -> PathBuf {
        self.root().join("dist")
    }

    fn target(&self, out: &Path) -> Outcome<Target> {
        let home = self.folder.path().canonicalize().unwrap().join("home/me");
        let sources = ProtectedPaths {
            root: Some(self.root()),
            paths: vec!["docs".into(), "tool.json".into()],
            home: Some(home),
        };
        Target::new(out, &sources)
    }

    fn publish(&self, files: &Files<'_>) -> Outcome<Published> {
        let files: BTreeMap<Arc<str>, Vec<u8>> =
            files.iter().map(|(path, text)| (Arc::from(*path), text.as_bytes().to_vec())).collect();
        let paths: Vec<Arc<str>> = files.keys().cloned().collect();
        let target = self.target(&self.out())?;
        publish(&target, &paths, |path| Ok(Content::Bytes(files[path].clone())))
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.out().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Every file below the output folder.
    fn files(&self) -> BTreeMap<String, String> {
        fn walk(dir: &Path, prefix: &str, files: &mut BTreeMap<String, String>) {
            for entry in fs::read_dir(dir).unwrap() {
                let entry = entry.unwrap();
                let name = format!("{prefix}{}", entry.file_name().to_str().unwrap());
                if entry.path().is_dir() {
                    walk(&entry.path(), &format!("{name}/"), files);
                } else {
                    files.insert(name, String::from_utf8(read(&entry.path()).unwrap()).unwrap());
                }
            }
        }
        let mut files = BTreeMap::new();
        walk(&self.out(), "", &mut files);
        files
    }

    #[track_caller]
    fn check(&self, expected: &Files<'_>) {
        let expected: BTreeMap<String, String> =
            expected.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
        assert_eq!(self.files(), expected);
        let state: Vec<_> =
            fs::read_dir(self.root().join(".tool")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert!(!state.iter().any(|name| name.to_string_lossy().starts_with("unfinished")), "{state:?}");
    }
}

const SITE: &Files<'_> = &[("a.md", "A"), ("a/index.html", "<a>"), ("b/c/index.html", "<c>"), ("index.html", "<i>")];

#[test]
fn a_new_folder_then_only_what_differs() {
    let project = Project::new();
    let first = project.publish(SITE).unwrap();
    assert_eq!((first.files, first.bytes, first.written, first.unchanged), (4, 10, 4, 0));
    project.check(SITE);
    let times = || -> Vec<_> {
        ["a.md", "a/index.html", "index.html"]
            .map(|path| fs::metadata(project.out().join(path)).unwrap().modified().unwrap())
            .into()
    };
    let before = times();
    let manifest = fs::metadata(project.target(&project.out()).unwrap().manifest()).unwrap().modified().unwrap();
    let second = project.publish(SITE).unwrap();
    assert_eq!((second.written, second.unchanged), (0, 4));
    assert_eq!(times(), before);
    assert_eq!(fs::metadata(project.target(&project.out()).unwrap().manifest()).unwrap().modified().unwrap(), manifest);

    let changed: &Files<'_> = &[("a.md", "B"), ("a/index.html", "<a>"), ("index.html", "<j>"), ("new/x/y.html", "y")];
    let third = project.publish(changed).unwrap();
    assert_eq!((third.written, third.unchanged, third.removed), (3, 1, 1));
    project.check(changed);
    assert!(!project.out().join("b").exists(), "folders that became empty go");
    assert_eq!(times()[1], before[1]);
}

#[test]
fn an_empty_folder_is_filled() {
    let project = Project::new();
    fs::create_dir(project.out()).unwrap();
    project.publish(SITE).unwrap();
    project.check(SITE);
}

#[test]
fn files_of_others_are_left_alone() {
    let project = Project::new();
    project.publish(SITE).unwrap();
    project.write("CNAME", "example.com");
    project.write("b/c/notes.txt", "mine");
    project.write("a.md", "edited by hand");
    let published = project.publish(&SITE[3..]).unwrap();
    assert_eq!((published.removed, published.kept), (2, vec!["a.md".to_owned()]));
    let left: &Files<'_> =
        &[("CNAME", "example.com"), ("a.md", "edited by hand"), ("b/c/notes.txt", "mine"), ("index.html", "<i>")];
    project.check(left);
    // What is no longer ours is not taken over.
    let failure = project.publish(SITE).unwrap_err();
    assert!(failure.message.contains("a.md is part of the site, but was not written by"), "{failure:?}");
    project.check(left);
}

#[test]
fn damage_is_repaired() {
    let project = Project::new();
    project.publish(SITE).unwrap();
    fs::remove_dir_all(project.out().join("b")).unwrap();
    fs::remove_file(project.out().join("a.md")).unwrap();
    project.write("index.html", "???");
    fs::create_dir_all(project.target(&project.out()).unwrap().staging().join("site")).unwrap();
    assert_eq!(project.publish(SITE).unwrap().written, 3);
    project.check(SITE);
}

#[test]
fn a_run_that_ended_suddenly_is_taken_up() {
    let project = Project::new();
    project.publish(SITE).unwrap();
    let target = project.target(&project.out()).unwrap();
    let manifest = ReadManifest::read(&target.manifest(), &ReadManifest::default()).unwrap();
    manifest.manifest.intent(&["z/new.html".into()]).write(&target.manifest(), &target.staging()).unwrap();
    project.write("z/new.html", "half");
    project.publish(SITE).unwrap();
    project.check(SITE);
}

#[test]
fn a_failure_changes_nothing_and_leaves_nothing_unfinished() {
    let project = Project::new();
    let run = || {
        let paths: Vec<Arc<str>> = SITE.iter().map(|(path, _)| Arc::from(*path)).collect();
        let target = project.target(&project.out()).unwrap();
        publish(&target, &paths, |path| match path {
            "index.html" => Err(Failure::new("no")),
            _ => Ok(Content::Bytes(b"new".to_vec())),
        })
    };
    assert_eq!(run().unwrap_err().message, "no");
    assert!(!project.out().exists());
    project.publish(SITE).unwrap();
    assert!(run().is_err());
    project.check(SITE);
}

/// All changes appear in one step. Unchanged files stay the same files, also those of others.
#[cfg(any(target_os = "linux", target_os = "macos"))]
#[test]
fn several_changes_replace_the_folder_at_once() {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};

    let project = Project::new();
    project.publish(SITE).unwrap();
    project.write("CNAME", "example.com");
    project.write(".git/objects/x", "object");
    fs::create_dir_all(project.out().join("uploads/empty")).unwrap();
    fs::set_permissions(project.out().join("uploads"), fs::Permissions::from_mode(0o750)).unwrap();
    symlink("nowhere", project.out().join("link")).unwrap();
    let inode = |path: &str| fs::symlink_metadata(project.out().join(path)).unwrap().ino();
    let kept = ["b/c/index.html", "CNAME", ".git/objects/x", "link"];
    let before = kept.map(inode);
    let folder = inode("");
    project.publish(&[("a.md", "B"), ("b/c/index.html", "<c>"), ("index.html", "<j>")]).unwrap();
    assert_ne!(inode(""), folder, "the folder is another one");
    assert_eq!(kept.map(inode), before);
    assert!(!project.out().join("a").exists(), "folders that became empty go");
    assert!(project.out().join("uploads/empty").is_dir());
    let mode = |path: &str| fs::metadata(project.out().join(path)).unwrap().mode() & 0o777;
    assert_eq!(mode("uploads"), 0o750);
    let folder = inode("");
    project.publish(&[("a.md", "C"), ("b/c/index.html", "<c>"), ("index.html", "<j>")]).unwrap();
    assert_eq!(inode(""), folder, "a single change is one step by itself");
    assert_eq!(
        fs::read_dir(project.root().join(".tool")).unwrap().count(),
        4,
        "state: ignore list, lock, owner, manifest"
    );
}

/// A page is there only after what it loads, and what is no longer part of the site goes after both.
#[test]
fn pages_come_after_what_they_load() {
    let project = Project::new();
    project.publish(&[("_tool/old.css", "old"), ("z.html", "old")]).unwrap();
    // The page cannot be replaced, so the run ends there.
    fs::remove_file(project.out().join("z.html")).unwrap();
    fs::create_dir_all(project.out().join("z.html/mine")).unwrap();
    let failure = project.publish(&[("_tool/z.css", "new"), ("a.html", "new"), ("z.html", "new")]).unwrap_err();
    assert!(failure.message.contains("z.html"), "{failure:?}");
    let left: Vec<String> = project.files().into_keys().collect();
    assert_eq!(left, ["_tool/old.css", "_tool/z.css", "a.html"]);
    fs::remove_dir_all(project.out().join("z.html")).unwrap();
    let new: &Files<'_> = &[("_tool/z.css", "new"), ("a.html", "new"), ("z.html", "new")];
    project.publish(new).unwrap();
    project.check(new);
}

#[test]
fn a_name_changes_its_case() {
    let project = Project::new();
    project.publish(&[("A/x.md", "x"), ("B.md", "b")]).unwrap();
    project.publish(&[("a/x.md", "x"), ("b.md", "b")]).unwrap();
    project.check(&[("a/x.md", "x"), ("b.md", "b")]);
}

#[test]
fn files_become_folders_and_folders_files() {
    let project = Project::new();
    project.publish(&[("a", "file"), ("b/x", "x")]).unwrap();
    project.publish(&[("a/x", "x"), ("b", "file")]).unwrap();
    project.check(&[("a/x", "x"), ("b", "file")]);
}

#[test]
fn a_manifest_belongs_to_one_folder() {
    let project = Project::new();
    project.publish(SITE).unwrap();
    let other = project.root().join("other");
    fs::create_dir(&other).unwrap();
    fs::write(other.join("mine.txt"), "mine").unwrap();
    let target = project.target(&other).unwrap();
    let failure = publish(&target, &["a".into()], |_| Ok(Content::Bytes(Vec::new()))).unwrap_err();
    assert!(failure.message.contains("is not empty, and no earlier build wrote it"), "{failure:?}");
}

#[test]
fn dangerous_folders_are_refused() {
    let project = Project::new();
    let root = project.root();
    fs::create_dir_all(root.join("docs/deep")).unwrap();
    fs::write(root.join("file"), "").unwrap();
    for (out, why) in [
        (PathBuf::from("/"), "root of the file system"),
        (root.clone(), "project folder"),
        (root.join("docs/.."), "project folder"),
        (root.parent().unwrap().to_owned(), "contains"),
        (root.join("docs"), "overlaps the sources"),
        (root.join("docs/deep/out"), "overlaps the sources"),
        (root.join(".tool/x"), "state of earlier builds"),
        (root.join("file"), "not a folder"),
        (root.parent().unwrap().join("home"), "home folder"),
        (root.join("gone/../../x"), "does not exist"),
    ] {
        let failure = project.target(&out).unwrap_err();
        assert!(failure.message.contains(why), "{}: {failure:?}", out.display());
    }
    for fine in ["dist", "docs-site", "a/b/c"] {
        assert!(project.target(&root.join(fine)).is_ok(), "{fine}");
    }
}

#[cfg(unix)]
#[test]
fn nothing_is_written_through_symbolic_links() {
    let project = Project::new();
    let elsewhere = project.root().join("elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    std::os::unix::fs::symlink(&elsewhere, project.root().join("link")).unwrap();
    assert!(project.target(&project.root().join("link")).unwrap_err().message.contains("symbolic link"));

    project.publish(SITE).unwrap();
    fs::remove_dir_all(project.out().join("a")).unwrap();
    fs::write(elsewhere.join("index.html"), "<a>").unwrap();
    std::os::unix::fs::symlink(&elsewhere, project.out().join("a")).unwrap();
    assert!(project.publish(SITE).unwrap_err().message.contains("is not a folder"));
    project.publish(&SITE[3..]).unwrap();
    assert!(elsewhere.join("index.html").exists());
}

#[test]
fn names_never_leave_the_folder() {
    let project = Project::new();
    for name in ["../x", "/etc/x", "a/../../x", "", "a\nb", "./a"] {
        assert!(project.publish(&[(name, "x")]).is_err(), "{name:?}");
    }
}

/// During a hundred rebuilds a reader finds each file that both versions have, whole: as the one has it or the other.
#[test]
fn a_reader_finds_whole_files_while_they_are_replaced() {
    let version = |name: &str| -> BTreeMap<Arc<str>, Vec<u8>> {
        let numbers = (0..36).map(|number: usize| {
            let text = format!("{name} {number}\n").repeat(1 + number * 30);
            let ending = ["html", "md", "js"][number % 3];
            (Arc::from(format!("f{}/{number}.{ending}", number % 7)), text.into_bytes())
        });
        numbers.chain([(Arc::from(format!("only-{name}/x.html")), name.as_bytes().to_vec())]).collect()
    };
    let project = Project::new();
    let versions = [version("old"), version("new")];
    let publish_version = |files: &BTreeMap<Arc<str>, Vec<u8>>| {
        let paths: Vec<Arc<str>> = files.keys().cloned().collect();
        let target = project.target(&project.out()).unwrap();
        publish(&target, &paths, |path| Ok(Content::Bytes(files[path].clone()))).unwrap()
    };
    publish_version(&versions[0]);
    let is_over = AtomicBool::new(false);
    let reads = std::thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let mut reads = 0;
            while !is_over.load(Ordering::Relaxed) {
                for (path, old) in versions[0].iter().filter(|(path, _)| versions[1].contains_key(*path)) {
                    let found = read(&project.out().join(&**path)).unwrap_or_else(|error| panic!("{path}: {error}"));
                    assert!(found == *old || found == versions[1][path], "{path} is neither old nor new");
                    reads += 1;
                }
            }
            reads
        });
        for round in 1..=100 {
            let published = publish_version(&versions[round % 2]);
            assert_eq!((published.written, published.removed), (37, 1));
        }
        is_over.store(true, Ordering::Relaxed);
        reader.join().unwrap()
    });
    assert!(reads > 36, "{reads} reads");
    assert!(project.files().into_iter().all(|(path, text)| versions[0][&*path] == text.as_bytes()));
}
