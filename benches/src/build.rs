//! Builds: every output rendered by all cores and written to a folder, or compared with what lies there; and the floor,
//! the least that any build must do.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use engine::{OsSystem, Output, OutputOptions, Project, Severity, Site};
use rayon::prelude::*;

/// More than any project of the benchmarks should ever make, in bytes.
const LARGEST_OUTPUT: u64 = 2_000_000_000;

/// What a build made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Built {
    pub(crate) files: u64,
    pub(crate) bytes: u64,
    /// The size of the largest HTML page.
    pub(crate) largest_page: u64,
    /// Files that are absent or other than the build would make them.
    pub(crate) different: u64,
}

impl Built {
    fn of(path: &str, bytes: &[u8]) -> Self {
        let len = bytes.len() as u64;
        let page = Path::new(path).extension().is_some_and(|extension| extension == "html");
        Self { files: 1, bytes: len, largest_page: if page { len } else { 0 }, different: 0 }
    }

    fn and(self, other: Self) -> Self {
        Self {
            files: self.files + other.files,
            bytes: self.bytes + other.bytes,
            largest_page: self.largest_page.max(other.largest_page),
            different: self.different + other.different,
        }
    }
}

/// Sweeps the diagnostics of the project at `root`, as a build does, then renders every output and gives each to `take`,
/// which may count a file as different.
fn build(root: &Path, take: impl Fn(&str, &[u8]) -> bool + Sync) -> Built {
    let project = Project::open(Arc::new(OsSystem::new(root).unwrap()));
    let site = project.site();
    drop(site.diagnostics());
    let outputs = site.outputs();
    let render = |site: &mut Site, path: &Arc<str>| {
        let bytes = match site.output(path, OutputOptions::default()) {
            Some(Output::Bytes(bytes)) => bytes,
            Some(Output::Copy(from)) => read(&root.join(&*from)),
            None => panic!("no output {path}"),
        };
        let different = take(path, &bytes);
        Built { different: u64::from(different), ..Built::of(path, &bytes) }
    };
    outputs.par_iter().map_with(site, render).reduce(Built::default, Built::and)
}

/// Builds into an empty folder.
///
/// # Panics
/// When the output grows beyond all measure: it would fill the disk, and the floor writes as much again.
pub(crate) fn build_into(root: &Path, out: &Path) -> Built {
    let written = AtomicU64::new(0);
    build(root, |path, bytes| {
        let total = written.fetch_add(bytes.len() as u64, Ordering::Relaxed) + bytes.len() as u64;
        assert!(total <= LARGEST_OUTPUT, "the output exceeds {LARGEST_OUTPUT} bytes at {path}");
        write(&out.join(path), bytes);
        false
    })
}

/// Builds and compares with what lies in `out`; writes nothing.
pub(crate) fn compare_with(root: &Path, out: &Path) -> Built {
    build(root, |path, bytes| read(&out.join(path)) != bytes)
}

/// The least a build must do: read the spec, validate it as UTF-8, parse it, and write as many files of the same bytes.
/// The bytes are given. Returns the nodes of the spec's tree.
pub(crate) fn floor(spec: Option<&Path>, files: &[(PathBuf, Vec<u8>)], out: &Path) -> usize {
    let nodes = spec.map_or(0, |spec| engine::testing::parse_spec(std::str::from_utf8(&read(spec)).unwrap()));
    files.par_iter().for_each(|(path, bytes)| write(&out.join(path), bytes));
    nodes
}

/// Copies files from one folder to another.
pub(crate) fn copy(files: &[(PathBuf, Vec<u8>)], from: &Path, to: &Path) {
    files.par_iter().for_each(|(path, _)| {
        write(&to.join(path), &read(&from.join(path)));
    });
}

/// The files below a folder, with paths relative to it.
pub(crate) fn files_below(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut folders = vec![folder.to_owned()];
    let mut files = Vec::new();
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push((path.strip_prefix(folder).unwrap().to_owned(), read(&path)));
            }
        }
    }
    files
}

#[expect(clippy::disallowed_methods, reason = "a benchmark reads what a build wrote")]
fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap_or_default()
}

fn write(path: &Path, bytes: &[u8]) {
    match std::fs::write(path, bytes) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, bytes).unwrap();
        }
        written => written.unwrap(),
    }
}

/// A project known to be right: no error among its diagnostics, a page and its Markdown for each that is expected.
#[derive(Debug)]
pub struct Checked;

impl Checked {
    /// Checks the project.
    ///
    /// # Panics
    /// When something is wrong with it.
    #[must_use]
    pub fn new(project: &Project, pages: usize) -> Self {
        let site = project.site();
        let wrong: Vec<_> = site.diagnostics().into_iter().filter(|found| found.severity == Severity::Error).collect();
        assert!(wrong.is_empty(), "{} errors, the first: {:?}", wrong.len(), wrong.first());
        let outputs = site.outputs();
        for (suffix, name) in [("index.html", "pages"), (".md", "Markdown files")] {
            let count = outputs.iter().filter(|path| path.ends_with(suffix)).count();
            assert!(count >= pages, "{count} {name}, at least {pages} expected");
        }
        Self
    }
}

/// Renders every output on this thread, in order, and returns them.
#[must_use]
pub fn force(project: &Project) -> Vec<(Arc<str>, Output)> {
    let site = project.site();
    let outputs = site.outputs();
    let render = |path: Arc<str>| {
        let output = site.output(&path, OutputOptions::default()).unwrap_or_else(|| panic!("no output {path}"));
        (path, output)
    };
    outputs.into_iter().map(render).collect()
}
