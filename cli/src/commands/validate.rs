//! `tool validate`: reports the findings of the project or of given files. `--fix` fixes those that have exactly one right
//! answer.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use engine::{Diagnostic, Project, Site, System};
use serde_json::json;

use crate::args::Validate;
use crate::external;
use crate::failure::{Done, Failure, Outcome};
use crate::fix::{Fixes, fix};
use crate::progress::Wait;
use crate::project::{Location, until_exit, within};
use crate::report::{Counts, Reporter, number_of, say_where_to_begin, stopping_first};

/// Checks and reports.
pub(crate) fn run(arguments: &Validate, project: Option<&Path>, reporter: Reporter) -> Outcome {
    let location = Location::find(project)?;
    let reporter = reporter.with_prefix(location.prefix.clone());
    let chosen = Chosen::read(&arguments.files, &location)?;
    let wait = Wait::new("checking", reporter.wants_progress());
    let mut project = until_exit(open(location.system.clone()));
    project.check_pages();
    let site = project.site();
    chosen.check(&site, &location)?;
    if !arguments.fix {
        let mut diagnostics = chosen.findings(&site);
        drop(wait);
        diagnostics.extend(chosen.external(arguments, &site, &reporter)?);
        let fixable = diagnostics.iter().filter(|found| found.fix.is_some()).count();
        let done = report(arguments, &site, diagnostics, &reporter, None)?;
        if fixable > 0 {
            let problems = number_of(fixable, "problem");
            reporter.say(&format!("{problems} can be fixed with `tool validate --fix`"))?;
        }
        return Ok(done);
    }
    let is_chosen = |found: &Diagnostic| chosen.has(found);
    let (fixed, fixes) = fix(location.system.clone(), open, &is_chosen);
    drop(wait);
    let said = |verb: &str| {
        let files = number_of(fixes.files().count(), "file");
        format!("{verb} {} in {files}", number_of(fixes.fixed.len(), "problem"))
    };
    if arguments.dry_run {
        // Nothing is written, so positions stay as they are.
        let mut remaining = chosen.findings(&site);
        remaining.extend(chosen.external(arguments, &site, &reporter)?);
        let counts = Counts::of(&remaining);
        remaining = fixes.remaining(remaining);
        if !fixes.fixed.is_empty() {
            reporter.print(&format!("{}\n", fixes.diff(&location.prefix)))?;
        }
        report(arguments, &site, remaining, &reporter, Some((&fixes, false, &location.prefix)))?;
        reporter.say(&said("would fix"))?;
        return Ok(done(arguments, counts));
    }
    if let Some(root) = &location.root {
        fixes.write(root)?;
    }
    let site = fixed.site();
    let mut remaining = chosen.findings(&site);
    remaining.extend(chosen.external(arguments, &site, &reporter)?);
    let done = report(arguments, &site, remaining, &reporter, Some((&fixes, true, &location.prefix)))?;
    reporter.say(&said("fixed"))?;
    Ok(done)
}

/// Opens the project with what is needed to check its translations.
fn open(system: Arc<dyn System>) -> Project {
    let mut project = Project::open(system);
    project.compare_translations();
    project
}

/// Reports the findings, and in JSON also what was fixed.
fn report(
    arguments: &Validate,
    site: &Site,
    mut diagnostics: Vec<Diagnostic>,
    reporter: &Reporter,
    fixes: Option<(&Fixes, bool, &str)>,
) -> Outcome {
    stopping_first(&mut diagnostics);
    let counts = Counts::of(&diagnostics);
    let result = fixes.map(|(fixes, is_written, prefix)| {
        let value = json!({
            "fixed": fixes.fixed.len(),
            "files": fixes.files().collect::<Vec<&str>>(),
            "written": is_written,
            "diff": (!is_written).then(|| fixes.diff(prefix)),
        });
        ("validate", value)
    });
    reporter.report(site, &diagnostics, result)?;
    reporter.say_counts(counts)?;
    say_where_to_begin(site, reporter)?;
    Ok(done(arguments, counts))
}

/// The outcome of the command for these counts.
fn done(arguments: &Validate, counts: Counts) -> Done {
    let fails = counts.errors > 0 || (arguments.strict && counts.warnings > 0);
    if fails { Done::FoundErrors } else { Done::Clean }
}

/// The files and folders to report on, relative to the project's folder; empty for everything.
struct Chosen(BTreeSet<String>);

impl Chosen {
    /// The files and folders that the arguments name.
    fn read(files: &[std::path::PathBuf], location: &Location) -> Outcome<Self> {
        let Some(root) = &location.root else { return Ok(Self(BTreeSet::new())) };
        files.iter().map(|file| within(root, file)).collect::<Outcome<_>>().map(Self)
    }

    /// Refuses files that are not part of the site.
    fn check(&self, site: &Site, location: &Location) -> Outcome<()> {
        let is_folder = |file: &str| location.root.as_ref().is_some_and(|root| root.join(file).is_dir());
        match self.0.iter().find(|file| site.source(file).is_none() && !is_folder(file)) {
            None => Ok(()),
            Some(file) => Err(Failure::new(format!("`{file}` is not part of this site")).with_help(
                "name a page, a folder, tool.json or an OpenAPI file; without arguments, everything is checked",
            )),
        }
    }

    /// Whether a file is reported on.
    fn has_file(&self, file: &str) -> bool {
        self.0.is_empty() || self.0.iter().any(|one| one.is_empty() || is_within(file, one))
    }

    /// Whether a finding is reported.
    fn has(&self, found: &Diagnostic) -> bool {
        self.0.is_empty() || found.place.as_ref().is_some_and(|place| self.has_file(&place.file))
    }

    /// The findings about links to other sites, if `--external` is given.
    fn external(&self, arguments: &Validate, site: &Site, reporter: &Reporter) -> Outcome<Vec<Diagnostic>> {
        if !arguments.external {
            return Ok(Vec::new());
        }
        external::check(site, &|file| self.has_file(file), reporter)
    }

    fn findings(&self, site: &Site) -> Vec<Diagnostic> {
        let mut found = site.diagnostics();
        found.extend(site.translations());
        found.retain(|found| self.has(found));
        found.sort_by(|a, b| a.place.cmp(&b.place));
        found
    }
}

/// Whether `file` is `chosen` or lies in the folder `chosen`.
fn is_within(file: &str, chosen: &str) -> bool {
    file.strip_prefix(chosen).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
