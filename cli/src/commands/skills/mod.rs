//! `tool skills`: prints instructions for agents, or installs them where each agent reads them.

mod block;
mod places;

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use engine::Project;
use serde_json::json;

use self::places::{Place, agents, places, usual_skills};
use crate::args::{InstallSkills, PrintSkill};
use crate::failure::{Done, Failure, Outcome};
use crate::project::{Location, current_folder, enclosing};
use crate::report::{NoSources, Reporter, number_of};
use crate::state;
use crate::write::{create, replace};

/// Prints a skill.
pub(crate) fn print(arguments: &PrintSkill) -> Outcome {
    let mut out = io::stdout().lock();
    out.write_all(places::full(arguments.skill).as_bytes())?;
    out.flush()?;
    Ok(Done::Clean)
}

/// Writes missing or outdated files, or lists them with `--check`.
pub(crate) fn install(arguments: &InstallSkills, project: Option<&Path>, reporter: &Reporter) -> Outcome {
    let location = folder(project)?;
    let Some(root) = &location.root else { return Err(Failure::new("no folder to write to")) };
    let mut plan = Installation::make(arguments, &location, root)?;
    if arguments.check {
        return report_check(&plan, reporter);
    }
    if plan.changes().next().is_some() {
        // Before anything is read, so that a second run sees what the first one wrote.
        let _lock = state::lock(root, "skills")?;
        plan = Installation::make(arguments, &location, root)?;
        plan.write()?;
    }
    report_written(&plan, reporter)
}

/// The given or enclosing project, or else the current folder: skills also help to create a project.
fn folder(project: Option<&Path>) -> Outcome<Location> {
    match project {
        Some(folder) if folder.is_dir() => Location::at(folder),
        Some(folder) => Err(Failure::new(format!("the folder {} does not exist", folder.display()))),
        None => {
            let current = current_folder()?;
            Location::at(&enclosing(&current).unwrap_or(current))
        }
    }
}

/// The current and the intended text of a file.
#[derive(Debug)]
struct Edit {
    /// Relative to the project's folder.
    shown: String,
    /// `None` if the file does not exist.
    old: Option<String>,
    new: String,
}

/// The intended edits by real path, since two names may refer to the same file.
#[derive(Debug, Default)]
struct Installation {
    edits: BTreeMap<PathBuf, Edit>,
}

impl Installation {
    fn make(arguments: &InstallSkills, location: &Location, root: &Path) -> Outcome<Self> {
        let docs = Project::open(location.system.clone()).site().docs_folder();
        let installed = |path: &str| root.join(path).is_file();
        let mut plan = Self::default();
        for agent in agents(&arguments.agent) {
            let mut skills = arguments.skills.clone();
            if skills.is_empty() {
                skills = usual_skills(agent).to_vec();
            }
            skills.sort_unstable();
            skills.dedup();
            for place in places(agent, &skills, &docs, &installed) {
                plan.add(root, place)?;
            }
        }
        Ok(plan)
    }

    fn add(&mut self, root: &Path, place: Place) -> Outcome<()> {
        let path = real_path(root, &place.path)?;
        if !self.edits.contains_key(&path) {
            let old = read(&path, &place.path)?;
            let new = match &old {
                Some(text) if !text.is_empty() => text.clone(),
                _ => place.head,
            };
            self.edits.insert(path.clone(), Edit { shown: place.path, old, new });
        }
        if let Some(edit) = self.edits.get_mut(&path) {
            edit.new = block::with_block(&edit.new, &place.block).map_err(|error| {
                Failure::new(format!("{}:{}: {}", edit.shown, error.line, error.message))
                    .with_help("fix or remove the markers; nothing was written")
            })?;
        }
        Ok(())
    }

    /// The files that are outdated or missing.
    fn changes(&self) -> impl Iterator<Item = (&PathBuf, &Edit)> {
        self.edits.iter().filter(|(_, edit)| edit.old.as_ref() != Some(&edit.new))
    }

    fn write(&self) -> Outcome<()> {
        for (path, edit) in self.changes() {
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder).map_err(|error| Failure::system("cannot create", folder, &error))?;
            }
            match &edit.old {
                Some(old) => replace(path, old.as_bytes(), edit.new.as_bytes())?,
                None => create(path, edit.new.as_bytes())?,
            }
        }
        Ok(())
    }
}

/// The real path of a file of the project.
///
/// # Errors
/// Fails if a link points outside the project or to nothing.
fn real_path(root: &Path, path: &str) -> Outcome<PathBuf> {
    let mut real = root.to_owned();
    for part in path.split('/') {
        let next = real.join(part);
        real = match fs::symlink_metadata(&next) {
            Ok(metadata) if metadata.is_symlink() => {
                next.canonicalize().map_err(|error| Failure::system("cannot follow the link", &next, &error))?
            }
            _ => next,
        };
        if !real.starts_with(root) {
            return Err(Failure::new(format!("{path} points outside the project, to {}", real.display()))
                .with_help("only files in the project folder are written; nothing was written"));
        }
    }
    Ok(real)
}

/// The text of a file; `None` if it does not exist.
fn read(path: &Path, shown: &str) -> Outcome<Option<String>> {
    let failed = |error: io::Error| Failure::system("cannot read", path, &error);
    let metadata = match fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed(error)),
    };
    if !metadata.is_file() {
        return Err(Failure::new(format!("{shown} is not a file")));
    }
    let mut bytes = Vec::new();
    fs::File::open(path).and_then(|mut file| io::Read::read_to_end(&mut file, &mut bytes)).map_err(failed)?;
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Some(text)),
        Err(_) => Err(Failure::new(format!("{shown} is not UTF-8 text")).with_help("nothing was written")),
    }
}

/// Lists missing and outdated files, even with `--quiet`, since they are problems.
fn report_check(plan: &Installation, reporter: &Reporter) -> Outcome {
    let named = |missing: bool| plan.changes().map(|(_, edit)| edit).filter(move |edit| edit.old.is_none() == missing);
    let list = |missing: bool| named(missing).map(|edit| edit.shown.as_str()).collect::<Vec<_>>();
    let result = json!({ "missing": list(true), "stale": list(false) });
    let is_current = plan.changes().next().is_none();
    if reporter.is_data() {
        reporter.report(&NoSources, &[], Some(("skills", result)))?;
    } else {
        let mut out = io::stdout().lock();
        for (word, missing) in [("missing", true), ("stale", false)] {
            for edit in named(missing) {
                writeln!(out, "{word}: {}", edit.shown)?;
            }
        }
        out.flush()?;
        drop(out);
        reporter.say(if is_current {
            "all skills are up to date"
        } else {
            "run `tool skills install` to write them"
        })?;
    }
    Ok(if is_current { Done::Clean } else { Done::FoundErrors })
}

fn report_written(plan: &Installation, reporter: &Reporter) -> Outcome {
    let written: Vec<&str> = plan.changes().map(|(_, edit)| edit.shown.as_str()).collect();
    let current = plan.edits.len() - written.len();
    if reporter.is_data() {
        reporter.report(&NoSources, &[], Some(("skills", json!({ "written": written }))))?;
        return Ok(Done::Clean);
    }
    for path in &written {
        reporter.say(&format!("wrote {path}"))?;
    }
    let (written, current) = (number_of(written.len(), "file"), number_of(current, "file"));
    reporter.say(&format!("{written} written, {current} up to date"))?;
    Ok(Done::Clean)
}
