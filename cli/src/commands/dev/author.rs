//! What pages offer to the author: the list of findings, the editor, and fixes by the code of `validate --fix`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use engine::{Diagnostic, System};
use server::{Authoring, Findings, View};

use super::editor::Editor;
use crate::fix::fix;
use crate::project::within;
use crate::report::{SheetView, sheet};

/// The author's project and editor.
#[derive(Debug)]
pub(super) struct Author {
    /// `None` for the embedded project, which cannot be edited.
    root: Option<PathBuf>,
    system: Arc<dyn System>,
    editor: Option<Editor>,
}

impl Author {
    pub(super) fn new(root: Option<PathBuf>, system: Arc<dyn System>, editor: Option<Editor>) -> Self {
        Self { root, system, editor }
    }

    fn root(&self) -> Result<&Path, String> {
        self.root.as_deref().ok_or_else(|| "The files of the demo are part of the tool.".to_owned())
    }
}

impl Authoring for Author {
    fn describe(&self, findings: &Findings, view: &View<'_>) -> String {
        let view = SheetView {
            version: view.version,
            page: view.page,
            has_excerpts: view.is_local,
            root: self.root.as_deref().filter(|_| view.is_local),
            opens: self.editor.is_some(),
        };
        sheet(findings, &findings.diagnostics, &view).to_string()
    }

    fn open(&self, file: &str, line: usize, column: usize) -> Result<(), String> {
        let root = self.root()?;
        // Links in the project may lead out of it.
        let file = within(root, &root.join(file)).map_err(|failure| failure.message)?;
        let editor = self.editor.as_ref().ok_or("No editor is known; see `tool dev --help`.")?;
        editor.open(&root.join(file), line, column)
    }

    fn fix(&self, finding: &Diagnostic) -> Result<(), String> {
        let root = self.root()?;
        let (_, fixes) = fix(self.system.clone(), super::open, &|found| found == finding);
        if fixes.fixed.is_empty() {
            return Err("The files have changed, or the fix would cause an error of another kind.".to_owned());
        }
        fixes.write(root).map_err(|failure| failure.message)
    }
}
