//! Overlays against fixtures of our own, and against the suites of others.

mod rules;
mod suites;

use std::fmt::Write as _;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::super::chunks::{chunk_tree, file_index};
use super::applied;
use crate::Db;
use crate::parse::overlay::{overlay, overlay_parsed};
use crate::testing::Inputs;
use base::diagnostic::Diagnostic;
use base::inputs::{File, MemorySystem};
use base::tree::NodeId;

/// A spec with overlays.
struct Overlaid {
    inputs: Inputs,
    spec: File,
}

impl Overlaid {
    /// The files, of which the first is the spec; those named `overlay…` are applied to it in order.
    fn new(files: &[(&str, &str)]) -> Self {
        let system = MemorySystem::default();
        let mut inputs_paths = Vec::new();
        for (path, text) in files {
            system.write(path, *text);
            inputs_paths.push(Arc::<str>::from(*path));
        }
        let mut inputs = Inputs::new(Arc::new(system));
        let set = inputs.set();
        inputs.set_named(set, &inputs_paths.iter().cloned().collect());
        let overlays: Vec<Arc<str>> = inputs_paths.iter().filter(|path| path.starts_with("overlay")).cloned().collect();
        inputs.set_overlays(&inputs_paths[0], &overlays);
        let spec = inputs.set().named(inputs.db())[&inputs_paths[0]];
        Self { inputs, spec }
    }

    fn db(&self) -> &dyn Db {
        self.inputs.db()
    }

    /// The overlaid document.
    fn document(&self) -> Value {
        let db = self.db();
        let mut root = Value::Object(Map::new());
        for &chunk in &file_index(db, self.spec).chunks {
            let value = serde_json::from_str(&chunk_tree(db, chunk).root().to_json()).unwrap();
            let way: Vec<&str> = chunk.key(db).path().collect();
            if way == [""] {
                return value;
            }
            let at = way.iter().fold(&mut root, |at, name| {
                at.as_object_mut().unwrap().entry(*name).or_insert_with(|| Value::Object(Map::new()))
            });
            *at = value;
        }
        root
    }

    /// What was found, a line each: `code line:column message / note / help`.
    fn findings(&self) -> String {
        self.lines(&applied(self.db(), self.spec).findings)
    }

    /// The same without what the actions met.
    fn findings_of_form(&self) -> String {
        self.lines(&[])
    }

    fn lines(&self, of_actions: &[(File, Diagnostic<NodeId>)]) -> String {
        let db = self.db();
        let mut out = String::new();
        for &file in db.overlays(self.spec) {
            let of_actions = of_actions.iter().filter(|(of, _)| *of == file).map(|(_, found)| found);
            for found in overlay(db, file).diagnostics.iter().chain(of_actions) {
                let node = overlay_parsed(db, file).tree.node(found.place.unwrap());
                let (line, column) = base::diagnostic::LineIndex::new(file.text(db)).line_column(node.span().start);
                let _ = write!(out, "{} {line}:{column} {}", found.code.name(), found.message);
                for note in &found.notes {
                    let _ = write!(out, " / {}", note.message);
                }
                let help = found.help.as_ref().map_or(String::new(), |help| format!(" / {help}"));
                let _ = writeln!(out, "{help}");
            }
        }
        out
    }
}
