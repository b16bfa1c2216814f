//! `tool validate`: every finding of the project, or of the files named.

use std::collections::BTreeSet;
use std::path::Path;

use engine::Project;

use crate::args::Validate;
use crate::failure::{Done, Failure, Outcome};
use crate::project::{Location, within};
use crate::report::{Counts, Reporter, say_where_to_begin, stopping_first};

/// Checks and reports.
pub(crate) fn run(arguments: &Validate, project: Option<&Path>, reporter: Reporter) -> Outcome {
    let location = Location::find(project)?;
    let reporter = reporter.with_prefix(location.prefix.clone());
    let mut chosen = BTreeSet::new();
    for file in &arguments.files {
        let Some(root) = &location.root else { continue };
        chosen.insert(within(root, file)?);
    }
    let root = location.root;
    let site = Project::open(location.system).site();
    for file in &chosen {
        if site.source(file).is_none() && !root.as_ref().is_some_and(|root| root.join(file).is_dir()) {
            return Err(Failure::new(format!("`{file}` is no text that the site is made from")).with_help(
                "name a page, a folder, tool.json or the OpenAPI file; without a name, everything is checked",
            ));
        }
    }
    let is_chosen = |file: &str| chosen.iter().any(|one| one.is_empty() || is_within(file, one));
    let mut diagnostics = site.diagnostics();
    if !chosen.is_empty() {
        diagnostics.retain(|found| found.place.as_ref().is_some_and(|place| is_chosen(&place.file)));
    }
    stopping_first(&mut diagnostics);
    let counts = Counts::of(&diagnostics);
    let fails = counts.errors > 0 || (arguments.strict && counts.warnings > 0);
    reporter.report(&site, &diagnostics, None)?;
    reporter.say_counts(counts)?;
    say_where_to_begin(&site, &reporter)?;
    Ok(if fails { Done::FoundErrors } else { Done::Clean })
}

/// Whether a file is `chosen`, or lies in that folder.
fn is_within(file: &str, chosen: &str) -> bool {
    file.strip_prefix(chosen).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
