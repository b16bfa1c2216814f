//! What pages of `tool dev` offer to the author of the project: a list of findings, the editor, and fixes. The program that
//! runs the server implements it; this module must not depend on the server.

use std::fmt::Debug;

use engine::Diagnostic;

use crate::findings::Findings;

/// What the author's browser can ask of the program that runs the server.
pub trait Authoring: Debug + Send + Sync {
    /// The findings of a check, as JSON for the script of the pages.
    fn describe(&self, findings: &Findings, view: &View<'_>) -> String;

    /// Opens a file of the project, whose path is relative to the root, in the author's editor. Returns why it cannot.
    ///
    /// # Errors
    /// The reason, in one sentence.
    fn open(&self, file: &str, line: usize, column: usize) -> Result<(), String>;

    /// Writes the fix of a finding. Returns why it cannot.
    ///
    /// # Errors
    /// The reason, in one sentence.
    fn fix(&self, finding: &Diagnostic) -> Result<(), String>;
}

/// Who asks for the findings.
#[derive(Clone, Copy, Debug)]
pub struct View<'v> {
    /// The number of the check, which requests for a fix repeat.
    pub version: u64,
    /// The file of the page that is shown, if it has one.
    pub page: Option<&'v str>,
    /// Whether only this machine can reach the server. Otherwise excerpts of files are left out, and nothing can be opened
    /// or fixed.
    pub is_local: bool,
}
