//! `tool build`: writes the whole site as files.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

use engine::{ASSET_LIMIT, Change, Diagnostic, Output, OutputOptions, Project, Severity, Site, System};
use serde_json::json;

use crate::Environment;
use crate::args::Build;
use crate::commands::schema;
use crate::failure::{Done, Failure, Outcome};
use crate::progress::{Progress, Wait};
use crate::project::{CONFIG, Location, current_folder, until_exit};
use crate::publish::{Checksums, Content, Editions, ProtectedPaths, Published, Target, changed_meanwhile, publish};
use crate::report::{Counts, Reporter, number_of, say_where_to_begin, stopping_first};

/// Checks the project, then writes the site.
pub(crate) fn run(arguments: &Build, project: Option<&Path>, reporter: Reporter, environment: &Environment) -> Outcome {
    let start = Instant::now();
    let location = if arguments.demo { Location::demo() } else { Location::find(project)? };
    let reporter = reporter.with_prefix(location.prefix.clone());
    let out = match (&arguments.out, &location.root) {
        (Some(out), _) => out.clone(),
        (None, Some(root)) => root.join("dist"),
        (None, None) => current_folder()?.join("dist"),
    };
    let wait = Wait::new("reading the project", reporter.wants_progress());
    let site = open(location.system.clone())?;
    let sources = ProtectedPaths {
        paths: site.sources().iter().map(ToString::to_string).collect(),
        root: location.root,
        home: environment.home.clone(),
    };
    if let Some(root) = &sources.root {
        schema::refresh(root, site.source(CONFIG));
    }
    let target = Target::new(&out, &sources)?;
    let options = OutputOptions { offline: arguments.offline, ..OutputOptions::default() };
    let mut editions = Editions::compare(&site, &target, options)?;
    let (found, clean) = site.diagnostics_without(&editions.clean());
    let mut diagnostics: Vec<Diagnostic> = found.into_iter().filter(|found| found.severity > Severity::Info).collect();
    drop(wait);
    stopping_first(&mut diagnostics);
    let stops = |found: &Diagnostic| found.blocks_build() || arguments.strict;
    let is_stopped = diagnostics.iter().any(stops);
    if is_stopped && !arguments.keep_going {
        reporter.report(&site, &diagnostics, Some(("build", serde_json::Value::Null)))?;
        reporter.say_counts(Counts::of(&diagnostics))?;
        reporter.say("nothing was written")?;
        return Ok(Done::FoundErrors);
    }
    let manifest = arguments.manifest.as_deref().map(|path| Checksums::new(path, &target)).transpose()?;
    let system = location.system;
    if is_stopped {
        editions.keep_none();
    }
    let mut paths = site.outputs_without(&editions.kept());
    paths.extend(editions.files().cloned());
    paths.sort_unstable();
    if is_stopped {
        leave_out_clashes(&mut paths);
    }
    let progress = Progress::new("writing", paths.len(), reporter.wants_progress());
    let published = publish(&target, &paths, site.clone(), |site, path| {
        let content = match editions.file(path) {
            Some(file) => Ok(Content::Kept(file)),
            None => content(site, path, options, system.as_ref()),
        };
        progress.step();
        content
    })?;
    drop(progress);
    editions.write(&target, &paths, &clean)?;
    if let Some(manifest) = &manifest {
        manifest.write(&target, &paths)?;
    }
    let built = Built { site: &site, paths: &paths, published: &published, out: shown_folder(&target, &out) };
    built.report(&diagnostics, &reporter, start)?;
    Ok(if is_stopped { Done::FoundErrors } else { Done::Clean })
}

/// A site that was written.
struct Built<'a> {
    site: &'a Site,
    paths: &'a [Arc<str>],
    published: &'a Published,
    /// The output folder, for messages.
    out: String,
}

impl Built<'_> {
    /// Says what was written and what to do next.
    fn report(&self, diagnostics: &[Diagnostic], reporter: &Reporter, start: Instant) -> Outcome<()> {
        let &Self { site, paths, published, ref out } = self;
        // Every page has a Markdown alternate; the list of all pages, the 404 page and redirects do not.
        let pages = paths.iter().filter(|path| path.ends_with(".md")).count();
        let host_rules = site.host_rules();
        let rules: Vec<_> =
            host_rules.iter().map(|rules| json!({ "place": rules.place, "text": rules.text })).collect();
        let result = json!({
            "out": out,
            "pages": pages,
            "files": published.files,
            "bytes": published.bytes,
            "written": published.written,
            "unchanged": published.unchanged,
            "removed": published.removed,
            "kept": published.kept,
            "host": rules,
        });
        reporter.report(site, diagnostics, Some(("build", result)))?;
        for path in &published.kept {
            reporter.say(&format!("{path} is no longer part of the site, but was edited; it is kept"))?;
        }
        if !diagnostics.is_empty() {
            reporter.say_counts(Counts::of(diagnostics))?;
        }
        for rules in &host_rules {
            reporter.say(&format!("for {}:\n\n{}", rules.place, rules.text))?;
        }
        reporter.say(&summary(published, pages, out, start.elapsed().as_secs_f64()))?;
        Ok(say_where_to_begin(site, reporter)?)
    }
}

/// Opens the project in one state of the disk: while a file differs from what was read, everything is read again.
fn open(system: Arc<dyn System>) -> Outcome<Site> {
    const ATTEMPTS: usize = 20;
    const PAUSE: Duration = Duration::from_millis(100);
    let mut project = until_exit(Project::open(system));
    for _ in 0..ATTEMPTS {
        if project.changed_on_disk().is_none() {
            return Ok(project.site());
        }
        sleep(PAUSE);
        project.apply(&[Change::Rescan]);
    }
    match project.changed_on_disk() {
        None => Ok(project.site()),
        Some(path) => Err(Failure::new(format!("`{path}` keeps changing"))
            .with_help("run the command again when nothing writes to the project")),
    }
}

/// Removes the paths below other paths: a file cannot also be a folder. Their diagnostics have been reported.
fn leave_out_clashes(paths: &mut Vec<Arc<str>>) {
    let all: HashSet<Arc<str>> = paths.iter().cloned().collect();
    paths.retain(|path| {
        !path.match_indices('/').any(|(at, _)| path.get(..at).is_some_and(|folder| all.contains(folder)))
    });
}

/// The content of a file of the site.
fn content(site: &Site, path: &str, options: OutputOptions, system: &dyn System) -> Outcome<Content> {
    match site.output(path, options) {
        Some(Output::Bytes(bytes)) => Ok(Content::Bytes(bytes)),
        Some(Output::Copy(source)) => {
            let file = system.open(&source, ASSET_LIMIT).map_err(|_| changed_meanwhile(&source))?;
            Ok(Content::File { file, hash: site.hash(&source), source })
        }
        None => Err(Failure::new(format!("the site lists `{path}` but cannot produce it"))),
    }
}

/// The folder as the user named it, or relative to the current folder.
fn shown_folder(target: &Target, out: &Path) -> String {
    let below = || -> Option<PathBuf> {
        let current = std::env::current_dir().ok()?.canonicalize().ok()?;
        Some(target.folder().strip_prefix(current).ok()?.to_owned())
    };
    if out.is_relative() { out.display().to_string() } else { below().unwrap_or(out.to_owned()).display().to_string() }
}

fn summary(published: &Published, pages: usize, out: &str, seconds: f64) -> String {
    let mut line = format!(
        "{} ({}, {}) in {out}: {} written, {} unchanged",
        number_of(pages, "page"),
        number_of(published.files, "file"),
        size(published.bytes),
        published.written,
        published.unchanged,
    );
    if published.removed > 0 {
        let _ = write!(line, ", {} removed", published.removed);
    }
    let _ = write!(line, ", {seconds:.2} s");
    line
}

fn size(bytes: u64) -> String {
    #[expect(clippy::cast_precision_loss, reason = "one decimal is shown")]
    let scaled = |unit: u64| bytes as f64 / unit as f64;
    match bytes {
        0..1_000 => format!("{bytes} bytes"),
        1_000..1_000_000 => format!("{:.1} kB", scaled(1_000)),
        _ => format!("{:.1} MB", scaled(1_000_000)),
    }
}
