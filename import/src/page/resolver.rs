//! What the conversion of a page needs to know about the rest of the site.

use crate::project::Dialect;
use crate::style_sheet::StyleSheet;

/// The target of an include path.
#[derive(Clone, Debug)]
pub(crate) enum Include {
    /// Markdown to insert.
    Text {
        /// The file, from the root of the source.
        file: String,
        text: String,
        dialect: Dialect,
    },
    /// Markdown that several pages share, as a new file below `_reusables`.
    Shared {
        /// The `src` of the `wc-include`.
        src: String,
    },
    /// A code file, which cannot be executed here.
    Code,
    /// The file does not exist, or includes itself.
    Missing,
}

/// The place of a link or an image in the source.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LinkPlace<'a> {
    pub(crate) file: &'a str,
    pub(crate) line: u32,
}

/// The site as seen by the conversion of a page. `from` is the source file to which paths are relative: that whose text
/// is converted, for a snippet usually the snippet's file.
pub(crate) trait Resolver {
    /// The target of a link as written in the new page. `None` if it stays unchanged (the site has recorded the loss).
    fn link(&self, from: &str, target: &str, place: LinkPlace<'_>) -> Option<String>;
    /// The URL of an image, a video or another file as written in the new page; the site records its use. `None` if it
    /// stays unchanged.
    fn asset(&self, from: &str, target: &str, place: LinkPlace<'_>) -> Option<String>;
    /// Begins a trial: what the conversion asks until it ends may be taken back. A trial may contain others.
    fn begin_trial(&self) {}
    /// Ends the innermost trial. What it asked for is taken back unless the trial is kept.
    fn end_trial(&self, _is_kept: bool) {}
    /// The title of the page that a link leads to.
    fn title(&self, _from: &str, _target: &str) -> Option<String> {
        None
    }
    /// The URL of a file with a drawing of the page.
    fn drawing(&self, _from: &str, _svg: String) -> String {
        "/drawing.svg".to_owned()
    }
    /// The target of an include or import path, as written.
    fn include(&self, from: &str, path: &str) -> Include;
    /// The source file that a path means.
    fn path(&self, _from: &str, path: &str) -> Option<String> {
        Some(path.to_owned())
    }
    /// The text of another project file, to be shown as code.
    fn file(&self, from: &str, path: &str) -> Option<String>;
    /// Whether a path that is relative to the folder of the project is outside of the imported folder.
    fn is_outside(&self, _path: &str) -> bool {
        false
    }
    /// The code of a component without an import: that of the only code file with its name.
    fn component(&self, _name: &str) -> Option<String> {
        None
    }
    /// The operation that a page or component names (`GET /x`, `file.json GET /x`, an ID), as our `ref`, and the name
    /// of the spec if `tool.json` has several. `None` if there is no such operation.
    fn operation(&self, from: &str, named: &str) -> Option<(String, Option<String>)>;
    /// Whether references may name headings of other pages by ID.
    fn has_references(&self) -> bool {
        false
    }
    /// The URL of the heading with this ID, on any page.
    fn reference(&self, _id: &str) -> Option<String> {
        None
    }
    /// The value of a variable that is defined outside of pages.
    fn variable(&self, name: &str) -> Option<String>;
    /// The style sheets of the site.
    fn style_sheet(&self) -> Option<&StyleSheet> {
        None
    }
    /// The start of lines that readers do not see in code of a language.
    fn hidden_lines(&self, language: &str) -> Option<String>;
    /// The pages below a page in the navigation; with `beside`, its siblings if there are none.
    fn neighbors(&self, _file: &str, _beside: bool) -> Vec<Neighbor> {
        Vec::new()
    }
}

/// A page near another one in the navigation.
#[derive(Clone, Debug)]
pub(crate) struct Neighbor {
    pub(crate) title: String,
    pub(crate) address: String,
    pub(crate) description: Option<String>,
}
