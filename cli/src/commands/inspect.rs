//! `tool openapi inspect`: summarizes an API or shows one operation, for people and programs.

mod text;

use std::io::{self, Write};
use std::path::Path;

use engine::{Inspection, Project, Site};
use serde_json::Value;

use crate::args;
use crate::commands::schema::INSPECT;
use crate::failure::{Done, Failure, Outcome};
use crate::project::{Location, all_within, current_folder, enclosing, until_exit, within};
use crate::report::{Reporter, values};

/// Inspects and prints.
pub(crate) fn run(arguments: &args::Inspect, project: Option<&Path>, reporter: Reporter) -> Outcome {
    let Some(spec) = &arguments.spec else { return print(INSPECT) };
    let location = location(project, spec)?;
    let reporter = reporter.with_prefix(location.prefix.clone());
    let Some(root) = &location.root else { return Err(Failure::new("there is no project to read from")) };
    let spec = within(root, spec)?;
    let overlays = all_within(root, &arguments.overlay)?;
    let mut project = until_exit(Project::open(location.system.clone()));
    project.set_overlays(&spec, &overlays);
    let found = project.inspect(&spec, arguments.operation.as_deref());
    let site = project.site();
    if reporter.is_json() {
        print(&json(&found, &site)?)?;
    } else {
        if !found.has_failed() && !reporter.is_data() {
            let text = match arguments.operation {
                Some(_) => text::operations(&found),
                None => text::overview(&found, &spec),
            };
            print(&text)?;
            if !found.diagnostics.is_empty() {
                print("\n")?;
            }
        }
        reporter.report(&site, &found.diagnostics, None)?;
    }
    Ok(if found.has_failed() { Done::FoundErrors } else { Done::Clean })
}

/// The location that the spec is read from: its project, or else the current folder, or else its own folder.
fn location(project: Option<&Path>, spec: &Path) -> Outcome<Location> {
    if project.is_some() {
        return Location::find(project);
    }
    let real = spec.canonicalize().map_err(|error| Failure::system("cannot open", spec, &error))?;
    let current = current_folder()?;
    if let Some(root) = enclosing(&current)
        && root.canonicalize().is_ok_and(|root| real.starts_with(root))
    {
        return Location::at(&root);
    }
    match real.parent() {
        Some(folder) if !real.starts_with(&current) => Location::at(folder),
        _ => Location::at(&current),
    }
}

fn json(found: &Inspection, site: &Site) -> Outcome<String> {
    let mut json = found.to_json();
    if let Some(members) = json.as_object_mut() {
        members.insert("diagnostics".to_owned(), Value::Array(values(site, &found.diagnostics)));
    }
    let text = serde_json::to_string_pretty(&json).map_err(io::Error::from)?;
    Ok(text + "\n")
}

fn print(text: &str) -> Outcome {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(Done::Clean)
}
