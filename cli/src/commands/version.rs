//! `tool version cut`: keeps the current pages as a version of their own.

use std::fs;
use std::path::Path;

use engine::{ASSET_LIMIT, Project, ReadError};
use serde_json::json;

use crate::args::CutVersion;
use crate::failure::{Done, Failure, Outcome};
use crate::project::{CONFIG, Location};
use crate::report::{NoSources, Reporter, number_of};
use crate::state;
use crate::write::{create, replace};

/// Copies the files, then lists the version in `tool.json`, so that a run that was interrupted can be repeated.
pub(crate) fn cut(arguments: &CutVersion, project: Option<&Path>, reporter: &Reporter) -> Outcome {
    let location = Location::find(project)?;
    let Some(root) = &location.root else { return Err(Failure::new("there is no project to write to")) };
    // Before anything is read, so that a second run sees what the first one wrote.
    let _lock = state::lock(root, "version")?;
    let project = Project::open(location.system.clone());
    let version = &arguments.version;
    let plan = project.cut_version(version, &arguments.current).map_err(Failure::new)?;
    let mut copied = 0;
    for (from, to) in &plan.copies {
        let contents = match location.system.read(from, ASSET_LIMIT) {
            Ok(contents) => contents,
            // Listed, but only reachable through a link that leads out of the project.
            Err(ReadError::Outside) => continue,
            Err(error) => return Err(Failure::new(format!("{from} cannot be read: {}", reason(error)))),
        };
        let path = root.join(&**to);
        match location.system.read(to, ASSET_LIMIT) {
            Ok(known) if known == contents => continue,
            Ok(_) => return Err(Failure::new(format!("{to} exists already and differs from {from}"))),
            Err(_) => {}
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|error| Failure::system("cannot create", folder, &error))?;
        }
        create(&path, &contents)?;
        copied += 1;
    }
    replace(&root.join(CONFIG), plan.config.old.as_bytes(), plan.config.new.as_bytes())?;
    let result = json!({ "version": version, "copied": copied });
    reporter.report(&NoSources, &[], Some(("version", result)))?;
    reporter.say(&format!("copied {} as version {version}, listed in {CONFIG}", number_of(copied, "file")))?;
    Ok(Done::Clean)
}

/// Why a file cannot be read, in words.
fn reason(error: ReadError) -> String {
    match error {
        ReadError::Missing => "it does not exist".to_owned(),
        ReadError::Outside => "it is outside the project".to_owned(),
        ReadError::NotRegular => "it is not a regular file".to_owned(),
        ReadError::TooLarge(_) => "it is too large".to_owned(),
        ReadError::Other(reason) => reason,
    }
}
