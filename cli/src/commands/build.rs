//! `tool build`: writes the whole site as files.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

use engine::{ASSET_LIMIT, Diagnostic, Output, OutputOptions, Project, Severity, Site, Surveyed, System, in_order};
use serde_json::json;

use crate::Environment;
use crate::args::Build;
use crate::commands::schema;
use crate::failure::{Done, Failure, Outcome};
use crate::progress::{Progress, Wait};
use crate::project::{CONFIG, Location, current_folder, until_exit};
use crate::publish::{
    Checksums, Content, Editions, LastBuild, Made, ProtectedPaths, Publication, Published, Target, changed_meanwhile,
};
use crate::report::{Counts, Reporter, SavedTexts, number_of, quotes, say_where_to_begin, stopping_first};

/// Checks the project, then writes the site. Its versions and languages are loaded one after the other, so that they share
/// what is computed from equal files.
pub(crate) fn run(arguments: &Build, project: Option<&Path>, reporter: Reporter, environment: &Environment) -> Outcome {
    const ATTEMPTS: usize = 20;
    const PAUSE: Duration = Duration::from_millis(100);
    let start = Instant::now();
    let location = if arguments.demo { Location::demo() } else { Location::find(project)? };
    let reporter = reporter.with_prefix(location.prefix.clone());
    let out = match (&arguments.out, &location.root) {
        (Some(out), _) => out.clone(),
        (None, Some(root)) => root.join("dist"),
        (None, None) => current_folder()?.join("dist"),
    };
    let run = Run { arguments, location, out, reporter, home: environment.home.clone(), start };
    let mut changed = None;
    for attempt in 0..ATTEMPTS {
        if attempt > 0 {
            sleep(PAUSE);
        }
        match run.attempt()? {
            Attempt::Done(done) => return Ok(done),
            Attempt::Changed(Changed(path)) => changed = path,
        }
    }
    let what = changed.map_or_else(|| "the project".to_owned(), |path| format!("`{path}`"));
    Err(Failure::new(format!("{what} keeps changing"))
        .with_help("run the command again when nothing writes to the project"))
}

/// A run of the command.
struct Run<'a> {
    arguments: &'a Build,
    location: Location,
    /// The output folder.
    out: PathBuf,
    reporter: Reporter,
    /// The user's home folder, if known.
    home: Option<PathBuf>,
    start: Instant,
}

/// How an attempt to build one state of the disk ended.
enum Attempt {
    Done(Done),
    Changed(Changed),
}

/// The file that has changed meanwhile; `None` if it is not known which.
struct Changed(Option<Arc<str>>);

/// What is known of a site while its editions are visited.
struct Visited<'t> {
    publication: Option<Publication<'t>>,
    paths: Vec<Arc<str>>,
    found: Vec<Diagnostic>,
    /// The texts that the diagnostics are about.
    texts: SavedTexts,
    /// What is remembered of the editions that were visited.
    made: Vec<Made>,
    /// Whether a diagnostic stops the build.
    is_stopped: bool,
}

impl Run<'_> {
    /// Builds the site if the project stays as it is.
    fn attempt(&self) -> Outcome<Attempt> {
        let Self { arguments, location, reporter, .. } = self;
        let wait = Wait::new("reading the project", reporter.wants_progress());
        let mut project = until_exit(Project::open_one_by_one(location.system.clone()));
        let options = OutputOptions { offline: arguments.offline, ..OutputOptions::default() };
        let mut sources = ProtectedPaths { paths: Vec::new(), root: location.root.clone(), home: self.home.clone() };
        let last = match project.site().editions().len() {
            1 => None,
            _ => Some(LastBuild::read(&Target::new(&self.out, &sources)?, options)?),
        };
        // A site with errors may leave files out, so that nothing of it is kept.
        let last = if arguments.keep_going { last.map(LastBuild::forgotten) } else { last };
        let known = last.as_ref().map(LastBuild::memories).unwrap_or_default();
        let surveyed = project.survey(&known);
        sources.paths = surveyed.iter().flat_map(|edition| &edition.sources).map(ToString::to_string).collect();
        if let Some(root) = &sources.root {
            schema::refresh(root, project.site().source(CONFIG));
        }
        let target = Target::new(&self.out, &sources)?;
        let editions = last.map(|last| last.compare(&surveyed, &target)).transpose()?.unwrap_or_default();
        drop(wait);
        let manifest = arguments.manifest.as_deref().map(|path| Checksums::new(path, &target)).transpose()?;
        let mut visited = Visited {
            publication: None,
            paths: Vec::new(),
            found: Vec::new(),
            texts: SavedTexts::default(),
            made: Vec::new(),
            is_stopped: false,
        };
        // The last one that was surveyed is still loaded; the main one shows something of all others.
        for (number, edition) in surveyed.iter().enumerate().rev() {
            if let Some(memory) = editions.kept(&edition.path).filter(|_| !edition.may_link_to_others) {
                visited.is_stopped |= self.is_stopped_by(&memory.findings);
                match editions.quotes(&edition.path) {
                    Some(quotes) => visited.texts.save_quotes(quotes),
                    None => visited.texts.save(&memory.findings, |file| {
                        let bytes = location.system.read(file, u64::MAX).ok()?;
                        Some(String::from_utf8_lossy(&bytes).into())
                    }),
                }
                visited.found.extend(memory.findings.iter().cloned());
                continue;
            }
            if let Some(changed) = self.visit(&mut project, (number, edition), &editions, &target, &mut visited)? {
                drop(ManuallyDrop::into_inner(project));
                return Ok(Attempt::Changed(changed));
            }
        }
        let Visited { publication, mut paths, found, texts, made, is_stopped } = visited;
        let mut diagnostics = in_order(found);
        stopping_first(&mut diagnostics);
        let (Some(mut publication), true) = (publication, !is_stopped || arguments.keep_going) else {
            reporter.report(&texts, &diagnostics, Some(("build", serde_json::Value::Null)))?;
            reporter.say_counts(Counts::of(&diagnostics))?;
            reporter.say("nothing was written")?;
            return Ok(Attempt::Done(Done::FoundErrors));
        };
        publication.keep(&editions)?;
        paths.extend(editions.files().iter().map(|(path, _)| path.clone()));
        // Not unstable, since those of each edition are in order.
        paths.sort();
        let published = publication.finish()?;
        editions.write(&target, &published.all, &made)?;
        if let Some(manifest) = &manifest {
            manifest.write(&target, &paths)?;
        }
        let site = project.site();
        let out = shown_folder(&target, &self.out);
        let built = Built { site: &site, texts: &texts, paths: &paths, published: &published, out };
        built.report(&diagnostics, reporter, self.start)?;
        Ok(Attempt::Done(if is_stopped { Done::FoundErrors } else { Done::Clean }))
    }

    /// Checks an edition and writes its files. Returns what has changed meanwhile, if anything has.
    fn visit<'t>(
        &self,
        project: &mut Project,
        (number, edition): (usize, &Surveyed),
        editions: &Editions,
        target: &'t Target,
        visited: &mut Visited<'t>,
    ) -> Outcome<Option<Changed>> {
        let Self { arguments, reporter, .. } = self;
        project.visit(number);
        if let Some(changed) = project.changed_on_disk() {
            return Ok(Some(Changed(Some(changed))));
        }
        let site = project.site();
        if site.editions().len() > 1 && project.inputs_hash() != edition.inputs {
            return Ok(Some(Changed(None)));
        }
        let wait = Wait::new("checking", reporter.wants_progress());
        let kept = editions.kept(&edition.path);
        let is_unchanged = kept.is_some_and(|memory| memory.findings.is_empty());
        let found = if is_unchanged { site.diagnostics_by_others() } else { site.diagnostics_of_loaded() };
        drop(wait);
        let found: Vec<Diagnostic> = found.into_iter().filter(|found| found.severity > Severity::Info).collect();
        visited.is_stopped |= self.is_stopped_by(&found);
        let quotes = quotes(&site, &found);
        match &quotes {
            Some(quotes) => visited.texts.save_quotes(quotes),
            None => visited.texts.save(&found, |file| site.shared_source(file).cloned()),
        }
        visited.found.extend(found.iter().cloned());
        if kept.is_none() && (!visited.is_stopped || arguments.keep_going) {
            self.write(&site, editions, target, visited)?;
        }
        drop(site);
        // Only files of the main edition read it.
        if number > 0 {
            project.record_end();
        }
        visited.made.push(Made { memory: project.remember(number, edition, found), quotes });
        Ok(None)
    }

    /// Whether one of these diagnostics stops the build.
    fn is_stopped_by(&self, found: &[Diagnostic]) -> bool {
        found.iter().any(|found| found.blocks_build() || self.arguments.strict)
    }

    /// Writes the files of the loaded edition.
    fn write<'t>(
        &self,
        site: &Site,
        editions: &Editions,
        target: &'t Target,
        visited: &mut Visited<'t>,
    ) -> Outcome<()> {
        let Self { arguments, location, reporter, .. } = self;
        let mut paths = site.outputs();
        if visited.is_stopped {
            leave_out_clashes(&mut paths, &site.editions());
        }
        let publication = match &mut visited.publication {
            Some(publication) => publication,
            None => visited.publication.insert(Publication::begin(target, editions.manifest())?),
        };
        let options = OutputOptions { offline: arguments.offline, ..OutputOptions::default() };
        let progress = Progress::new("writing", paths.len(), reporter.wants_progress());
        publication.add(&paths, site.clone(), |site, path| {
            let content = content(site, path, options, location.system.as_ref());
            progress.step();
            content.map(|content| editions.unless_same(path, content))
        })?;
        visited.paths.extend(paths);
        Ok(())
    }
}

/// A site that was written.
struct Built<'a> {
    /// With the main edition.
    site: &'a Site,
    texts: &'a SavedTexts,
    paths: &'a [Arc<str>],
    published: &'a Published,
    /// The output folder, for messages.
    out: String,
}

impl Built<'_> {
    /// Says what was written and what to do next.
    fn report(&self, diagnostics: &[Diagnostic], reporter: &Reporter, start: Instant) -> Outcome<()> {
        let &Self { site, texts, paths, published, ref out } = self;
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
        reporter.report(texts, diagnostics, Some(("build", result)))?;
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

/// Removes the paths below other paths, and the files in the place of an edition: a file cannot also be a folder. Their
/// diagnostics have been reported.
fn leave_out_clashes(paths: &mut Vec<Arc<str>>, editions: &[String]) {
    let all: HashSet<Arc<str>> = paths.iter().cloned().collect();
    let is_edition = |path: &str| editions.iter().any(|edition| edition.strip_suffix('/') == Some(path));
    paths.retain(|path| {
        let mut folders = path.match_indices('/').filter_map(|(at, _)| path.get(..at));
        !folders.any(|folder| all.contains(folder)) && !is_edition(path)
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
