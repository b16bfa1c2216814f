//! `tool import`: converts a documentation project of another tool to a new project.

mod place;
mod plan;
mod report;

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use import::{Contents, Imported, LossKind, Options, Origin, Source};

use crate::args::{Import, ImportStrictness};
use crate::commands::schema;
use crate::failure::{Done, Failure, Outcome};
use crate::progress::{Progress, Wait};
use crate::project::CONFIG;
use crate::report::Reporter;
use crate::state;
use crate::write::{create, replace};
use plan::{Plan, Step};

/// What follows the name of an edited file in that of its new text.
const NEW: &str = ".new";

/// Reads the source, plans, writes and reports.
pub(crate) fn run(arguments: &Import, reporter: &Reporter) -> Outcome {
    let (from, out) = place::places(&arguments.folder, arguments.out.as_deref())?;
    let source = Source::open(&from).map_err(|error| Failure::system("cannot read", &arguments.folder, &error))?;
    let options = Options {
        from: arguments.from.map(crate::args::ImportFormat::format),
        locale: arguments.locale.clone(),
        version: arguments.doc_version.clone(),
        only: arguments.only.clone(),
    };
    let refused = |refusal: import::Refusal| {
        let message = format!("cannot import {}: {}", arguments.folder.display(), refusal.reason);
        Failure::new(message).with_help(refusal.help)
    };
    let wait = Wait::new("converting", reporter.wants_progress());
    let mut imported = import::import(&source, &options).map_err(refused)?;
    drop(wait);
    // Fails before anything is written.
    let force = arguments.force;
    let plan = Plan::new(&source, &imported, &out, force)?;
    let plan = if arguments.dry_run { plan } else { write(&source, &mut imported, &out, force, reporter)? };
    let shown = arguments.out.clone().unwrap_or_else(|| shown(&arguments.folder, &out));
    report::report(&imported.report, &plan, &shown, arguments.dry_run, reporter)?;
    let counts = |loss: &import::Loss| {
        let level = arguments.strict.is_some_and(|level| level == ImportStrictness::All || loss.is_content);
        level && loss.origin == Origin::Import
    };
    let fails = imported.report.losses.iter().any(counts);
    Ok(if fails { Done::FoundErrors } else { Done::Clean })
}

/// The new folder as the user would name it: next to the old one.
fn shown(folder: &Path, out: &Path) -> PathBuf {
    match (folder.parent(), folder.file_name(), out.file_name()) {
        (Some(parent), Some(_), Some(name)) => parent.join(name),
        _ => out.to_owned(),
    }
}

/// Writes the planned files, `tool.json` last, so that the next run completes an interrupted one.
fn write(source: &Source, imported: &mut Imported, out: &Path, force: bool, reporter: &Reporter) -> Outcome<Plan> {
    fs::create_dir_all(out).map_err(|error| Failure::system("cannot create", out, &error))?;
    let _lock = state::lock(out, "import")?;
    // Another run may have written meanwhile.
    let mut plan = Plan::new(source, imported, out, force)?;
    let progress = Progress::new("writing", imported.files.len(), reporter.wants_progress());
    let mut config = None;
    for file in &imported.files {
        progress.step();
        let step = plan.step(&file.path);
        if file.path == CONFIG {
            plan.save(out)?;
            if let Contents::Text(text) = &file.contents {
                config = Some(text.clone());
            }
        }
        let is_changed = step == Step::Keep && plan.changed.contains(&file.path);
        if matches!(step, Step::Keep | Step::Same | Step::Deleted) && !is_changed {
            continue;
        }
        let bytes = match plan::bytes(source, &file.contents) {
            Ok(bytes) => bytes,
            Err(reason) => {
                imported.report.losses.push(import::Loss::new(LossKind::File, &file.path, 0, &file.path, reason));
                continue;
            }
        };
        if is_changed {
            // Next to the edited file, so that both can be compared.
            let path = format!("{}{NEW}", file.path);
            let step = if out.join(&path).exists() { Step::Replace } else { Step::Create };
            put(out, &path, &bytes, step)?;
            continue;
        }
        put(out, &file.path, &bytes, step)?;
    }
    drop(progress);
    schema::refresh(out, config.as_deref());
    Ok(plan)
}

/// Writes one file. Its folders must be inside the project.
fn put(out: &Path, path: &str, bytes: &[u8], step: Step) -> Outcome<()> {
    let target = out.join(path);
    let folder = target.parent().unwrap_or(out);
    let failed = |error| Failure::system("cannot create", folder, &error);
    fs::create_dir_all(folder).map_err(failed)?;
    if !folder.canonicalize().map_err(failed)?.starts_with(out) {
        return Err(Failure::new(format!("{} is outside the project", folder.display())));
    }
    if step == Step::Replace {
        let mut old = Vec::new();
        let read = fs::File::open(&target).and_then(|mut file| file.read_to_end(&mut old));
        read.map_err(|error: io::Error| Failure::system("cannot read", &target, &error))?;
        return replace(&target, &old, bytes);
    }
    create(&target, bytes)
}
