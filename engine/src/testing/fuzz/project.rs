//! Properties of every project: outputs, diagnostics and data are produced without a panic and bounded, and after each
//! edit they equal those of a fresh engine.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::config_edit;
use super::story::{Story, Write};
use crate::parse::config::spec_settings;
use crate::{Change, Diagnostic, MemorySystem, Output, OutputOptions, Project, ScaffoldOptions};
use base::inputs::CONFIG_PATH;

/// The maximum size of an output for a project of at most [`MOST_SOURCE`] bytes.
const MOST_OUTPUT: usize = 8 << 20;
/// Larger projects are skipped, since their time would say nothing.
const MOST_SOURCE: usize = 64 << 10;

/// Everything that an engine returns about a project.
#[derive(Debug, PartialEq)]
pub(super) struct Said {
    pub(super) outputs: Vec<(Arc<str>, Output)>,
    pub(super) diagnostics: Vec<Diagnostic>,
    watched: BTreeSet<Arc<str>>,
    /// For each spec as a whole and for its operations: the data and its diagnostics.
    inspected: Vec<(serde_json::Value, Vec<Diagnostic>)>,
    scaffolded: Vec<(Arc<str>, String)>,
}

/// Checks the properties of a story, and `further` ones of each of its states.
pub(super) fn check(story: &Story, mut further: impl FnMut(&MemorySystem, &Project, &Said)) {
    let size = |writes: &[Write]| writes.iter().filter_map(|write| Some(write.contents.as_ref()?.len())).sum::<usize>();
    if size(&story.files) + size(&story.edits) > MOST_SOURCE {
        return;
    }
    let system = Arc::new(MemorySystem::default());
    story.files.iter().for_each(|file| write(&system, file));
    let mut project = Project::open(system.clone());
    let first = said(&mut project);
    further(&system, &project, &first);
    for edit in &story.edits {
        write(&system, edit);
        project.apply(&[Change::Path(edit.path.as_str().into())]);
        let warm = said(&mut project);
        further(&system, &project, &warm);
        let cold = said(&mut Project::open(system.clone()));
        assert_eq!(warm, cold, "after {edit:?}");
    }
}

fn write(system: &MemorySystem, write: &Write) {
    match &write.contents {
        Some(contents) => system.write(&write.path, contents.as_str()),
        None => system.remove(&write.path),
    }
}

/// Requests everything, and checks the properties of a single state.
fn said(project: &mut Project) -> Said {
    let site = project.site();
    let output = |path: Arc<str>| Some((path.clone(), site.output(&path, OutputOptions::default())?));
    // The tool's own files are the same in every project.
    let paths = site.outputs().into_iter().filter(|path| !path.starts_with("_tool/"));
    let outputs: Vec<(Arc<str>, Output)> = paths.filter_map(output).collect();
    for (path, output) in &outputs {
        if let Output::Bytes(bytes) = output {
            assert!(bytes.len() <= MOST_OUTPUT, "{path} has {} bytes", bytes.len());
        }
    }
    let diagnostics = site.diagnostics();
    check_places(project, &diagnostics);
    let watched = site.watched().into_iter().collect();
    drop(site);
    let mut inspected = Vec::new();
    let mut scaffolded = Vec::new();
    for spec in specs(project) {
        let whole = project.inspect(&spec, None);
        check_places(project, &whole.diagnostics);
        for operation in whole.operations.iter().chain(&whole.webhooks) {
            let one = project.inspect(&spec, Some(&format!("{} {}", operation.method, operation.path)));
            check_places(project, &one.diagnostics);
            inspected.push((one.to_json(), one.diagnostics));
        }
        inspected.push((whole.to_json(), whole.diagnostics));
        let plan = project.scaffold(&spec, ScaffoldOptions::default());
        check_places(project, &plan.diagnostics);
        if let Some(change) = &plan.config {
            config_edit::check(change);
            scaffolded.push((CONFIG_PATH.into(), change.new.clone()));
        }
        scaffolded.extend(plan.files.into_iter().map(|file| (file.path, file.contents)));
    }
    for (json, _) in &inspected {
        let size = json.to_string().len();
        assert!(size <= MOST_OUTPUT, "{size} bytes of JSON");
    }
    Said { outputs, diagnostics, watched, inspected, scaffolded }
}

/// The specs that the project lists.
fn specs(project: &Project) -> Vec<Arc<str>> {
    let (db, set) = (project.inputs.db(), project.inputs.set());
    spec_settings(db, set.config(db)).iter().map(|setting| setting.path.clone()).collect()
}

/// Every diagnostic has a span within the text of its file.
fn check_places(project: &Project, diagnostics: &[Diagnostic]) {
    let site = project.site();
    for found in diagnostics {
        let notes = found.notes.iter().filter_map(|note| note.place.as_ref());
        for place in found.place.iter().chain(notes) {
            let text = site.source(&place.file).unwrap_or_default();
            assert!(text.get(place.span.range()).is_some(), "{found:?}");
        }
    }
}
