//! Builds in processes of their own: a cold start is cold, and peak memory is that build's.
//!
//! A benchmark starts itself again with `--child`, and reads the figures that the child prints, one `name=number` a line.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Instant;

use engine::{OsSystem, Project};

use crate::build::{Built, Checked, build_into, compare_with, copy, files_below, floor};

const FLAG: &str = "--child";

/// What a child measured, by name.
#[derive(Clone, Debug, Default)]
pub struct Figures(BTreeMap<String, f64>);

impl Figures {
    /// The figure of that name.
    ///
    /// # Panics
    /// When the child printed none.
    #[must_use]
    pub fn get(&self, name: &str) -> f64 {
        *self.0.get(name).unwrap_or_else(|| panic!("no figure `{name}`"))
    }
}

/// A project on disk, and the folder of its builds. Deleted when dropped.
#[derive(Debug)]
pub struct Child {
    folder: tempfile::TempDir,
    spec: Option<String>,
}

impl Child {
    /// A project that `write` puts into a new folder below `parent`; `spec` is its OpenAPI document. Checked before it is
    /// timed.
    ///
    /// # Panics
    /// When the project has errors, or not so many pages.
    #[must_use]
    pub fn new(parent: &Path, spec: Option<&str>, pages: usize, write: impl FnOnce(&Path)) -> Self {
        let folder = tempfile::tempdir_in(parent).unwrap();
        let root = folder.path().join("project");
        std::fs::create_dir(&root).unwrap();
        write(&root);
        let Checked = Checked::new(&Project::open(Arc::new(OsSystem::new(&root).unwrap())), pages);
        Self { folder, spec: spec.map(str::to_owned) }
    }

    /// A cold build into an empty folder, then the floor and a copy of the output, then a cold build over the unchanged
    /// output: `build`, `floor`, `copy`, `unchanged` in seconds; `peak` memory, output `bytes` and `largest_page` in
    /// bytes; `files`.
    #[must_use]
    pub fn measure(&self) -> Figures {
        // One run's files at a time: a large site is written three times over.
        let runs = tempfile::tempdir_in(self.folder.path()).unwrap();
        let out = runs.path().join("out");
        let mut figures = self.start("build", &out);
        figures.0.extend(self.start("unchanged", &out).0);
        assert!(figures.get("different") < 0.5, "a second build differs from the first");
        figures
    }

    /// So many measurements.
    #[must_use]
    pub fn measurements(&self, count: usize) -> Vec<Figures> {
        (0..count).map(|_| self.measure()).collect()
    }

    fn start(&self, what: &str, out: &Path) -> Figures {
        settle();
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args([FLAG, what]).arg(self.folder.path().join("project")).arg(out);
        command.arg(self.spec.as_deref().unwrap_or("")).stdin(Stdio::null()).stderr(Stdio::inherit());
        let output = command.output().unwrap();
        assert!(output.status.success(), "the measured process failed: {}", output.status);
        let printed = String::from_utf8(output.stdout).unwrap();
        let figures = printed.lines().filter_map(|line| line.split_once('='));
        Figures(figures.map(|(name, number)| (name.to_owned(), number.parse().unwrap())).collect())
    }
}

/// Does what a parent asked for and returns true; returns false in a process that nobody measures.
#[must_use]
pub fn answer_if_child() -> bool {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, flag, what, root, out, spec] = arguments.as_slice() else { return false };
    if flag != FLAG {
        return false;
    }
    let (root, out) = (PathBuf::from(root), PathBuf::from(out));
    // The threads of the pool are part of no build.
    rayon::join(|| (), || ());
    match what.as_str() {
        "build" => {
            std::fs::create_dir(&out).unwrap();
            let (built, time) = timed(|| build_into(&root, &out));
            // Read before anything else grows the process.
            let peak = peak_memory();
            let Built { files, bytes, largest_page, .. } = built;
            println!("build={time}\npeak={peak}\nfiles={files}\nbytes={bytes}\nlargest_page={largest_page}");
            floors(&out, (!spec.is_empty()).then(|| root.join(spec)).as_deref());
        }
        _ => {
            let (built, time) = timed(|| compare_with(&root, &out));
            println!("unchanged={time}\ndifferent={}", built.different);
        }
    }
    true
}

/// The floor runs in the warm process, which flatters it: a ratio errs to the bad side.
fn floors(out: &Path, spec: Option<&Path>) {
    let files = files_below(out);
    let beside = |name: &str| {
        let folder = out.with_file_name(name);
        std::fs::create_dir(&folder).unwrap();
        folder
    };
    let (floor_out, copy_out) = (beside("floor"), beside("copy"));
    settle();
    let (nodes, time) = timed(|| floor(spec, &files, &floor_out));
    assert_eq!(nodes > 0, spec.is_some(), "the floor parsed no spec");
    println!("floor={time}");
    settle();
    let ((), time) = timed(|| copy(&files, out, &copy_out));
    println!("copy={time}");
}

/// Writes out what earlier work left behind: a deleted or a new folder makes the next one slow to write.
fn settle() {
    // Where there is no such command the times waver more.
    drop(Command::new("sync").stdin(Stdio::null()).status());
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let started = Instant::now();
    let result = work();
    (result, started.elapsed().as_secs_f64())
}

/// The most memory this process ever held, in bytes. Zero where the system does not tell.
#[expect(clippy::disallowed_methods, reason = "the system tells through a file")]
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("");
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap_or(0) * 1024
}
