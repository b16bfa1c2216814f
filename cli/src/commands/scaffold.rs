//! `tool openapi scaffold`: creates pages for the operations of an API.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use engine::{LineIndex, Place, Project, Scaffold, ScaffoldOptions, Site};
use serde_json::json;

use crate::args;
use crate::failure::{Done, Failure, Outcome};
use crate::project::{CONFIG, Location, all_within, within};
use crate::report::{Counts, Reporter, number_of};
use crate::state;
use crate::write::{create, replace};

/// How many operations are listed; the rest are counted.
const LISTED: usize = 20;

/// Plans, writes and reports.
pub(crate) fn run(arguments: &args::Scaffold, project: Option<&Path>, reporter: Reporter) -> Outcome {
    scaffold(Location::find(project)?, &arguments.spec, &arguments.overlay, arguments.new_only, reporter)
}

/// Plans, writes and reports for a given project.
pub(crate) fn scaffold(
    location: Location,
    spec: &Path,
    overlays: &[PathBuf],
    new_only: bool,
    reporter: Reporter,
) -> Outcome {
    let reporter = reporter.with_prefix(location.prefix.clone());
    let Some(root) = &location.root else { return Err(Failure::new("there is no project to write to")) };
    let spec = within(root, spec)?;
    let overlays = all_within(root, overlays)?;
    // Before anything is read, so that a second run sees what the first one wrote.
    let _lock = state::lock(root, "scaffold")?;
    let mut project = Project::open(location.system.clone());
    project.add_overlays(&spec, &overlays);
    let plan = project.scaffold(&spec, ScaffoldOptions { new_only });
    let site = project.site();
    if refused(&plan, &site, &reporter)? {
        return Ok(Done::FoundErrors);
    }
    write(root, &plan)?;
    report(&plan, &site, &reporter)?;
    Ok(Done::Clean)
}

/// Whether nothing can be written because the document has errors, which are then reported.
pub(crate) fn refused(plan: &Scaffold, site: &Site, reporter: &Reporter) -> Outcome<bool> {
    let counts = Counts::of(&plan.diagnostics);
    if counts.errors > 0 {
        reporter.report(site, &plan.diagnostics, Some(("scaffold", serde_json::Value::Null)))?;
        reporter.say_counts(counts)?;
        reporter.say("nothing was written")?;
    }
    Ok(counts.errors > 0)
}

/// Writes the pages, then `tool.json`, so that the next run completes an interrupted one.
fn write(root: &Path, plan: &Scaffold) -> Outcome<()> {
    let folders: BTreeSet<&Path> = plan.files.iter().filter_map(|file| Path::new(&*file.path).parent()).collect();
    for folder in folders {
        let folder = root.join(folder);
        let failed = |error| Failure::system("cannot create", &folder, &error);
        fs::create_dir_all(&folder).map_err(failed)?;
        if !folder.canonicalize().map_err(failed)?.starts_with(root) {
            return Err(Failure::new(format!("{} is outside the project", folder.display())));
        }
    }
    for file in &plan.files {
        create(&root.join(&*file.path), file.contents.as_bytes())?;
    }
    match &plan.config {
        Some(config) => replace(&root.join(CONFIG), config.old.as_bytes(), config.new.as_bytes()),
        None => Ok(()),
    }
}

fn report(plan: &Scaffold, site: &Site, reporter: &Reporter) -> Outcome<()> {
    let line = |place: &Place| match site.source(&place.file) {
        Some(text) => LineIndex::new(text).line_column(place.span.start).0,
        None => 1,
    };
    let documented = |operation: &engine::Documented| json!({ "operation": operation.operation, "file": &*operation.place.file, "line": line(&operation.place) });
    let unclear = |found: &engine::Unclear| json!({ "operation": found.operation, "file": &*found.place.file, "line": line(&found.place), "spec": found.spec });
    let result = json!({
        "written": plan.files.iter().map(|file| &*file.path).collect::<Vec<_>>(),
        "config": plan.config.is_some(),
        "kept": plan.kept.iter().map(documented).collect::<Vec<_>>(),
        "vanished": plan.vanished.iter().map(documented).collect::<Vec<_>>(),
        "unclear": plan.unclear.iter().map(unclear).collect::<Vec<_>>(),
    });
    reporter.report(site, &plan.diagnostics, Some(("scaffold", result)))?;
    let list = |found: &[engine::Documented], what: &str| -> Outcome<()> {
        for operation in found.iter().take(LISTED) {
            let place = &operation.place;
            reporter.say(&format!("{} {what} {}:{}", operation.operation, place.file, line(place)))?;
        }
        if found.len() > LISTED {
            reporter.say(&format!("and {} more", found.len() - LISTED))?;
        }
        Ok(())
    };
    let elsewhere: Vec<engine::Documented> = plan.kept.iter().filter(|kept| !kept.is_scaffolded).cloned().collect();
    list(&elsewhere, "is already documented at")?;
    list(&plan.vanished, "is no longer in the spec, but still on the page")?;
    for found in plan.unclear.iter().take(LISTED) {
        let (operation, place, spec) = (&found.operation, &found.place, &found.spec);
        reporter.say(&format!(
            "{operation} is now in several specs: add spec=\"{spec}\" at {}:{}",
            place.file,
            line(place)
        ))?;
    }
    if plan.unclear.len() > LISTED {
        reporter.say(&format!("and {} more", plan.unclear.len() - LISTED))?;
    }
    let config = if plan.config.is_some() { format!("{CONFIG} updated") } else { format!("{CONFIG} unchanged") };
    let kept = if plan.kept.is_empty() { String::new() } else { format!(", {} documented already", plan.kept.len()) };
    reporter.say(&format!("{} written{kept}, {config}", number_of(plan.files.len(), "page")))?;
    Ok(())
}
