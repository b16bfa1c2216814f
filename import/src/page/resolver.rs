//! What a page needs to know about the rest of the site while it is converted.

use crate::project::Dialect;

/// What a path that a page includes leads to.
#[derive(Clone, Debug)]
pub(crate) enum Include {
    /// Markdown, to be put in place.
    Text {
        /// The file, from the root of the source.
        file: String,
        text: String,
        dialect: Dialect,
    },
    /// Markdown that several pages share, as the file below `_reusables` that it becomes.
    Shared {
        /// The `src` of the `wc-include`.
        src: String,
    },
    /// A file of code: nothing here could run it.
    Code,
    /// There is no such file, or it includes itself.
    Missing,
}

/// What the conversion of a page asks the site. `from` is always the source file whose text is converted: for a snippet, the
/// snippet's file.
pub(crate) trait Resolver {
    /// The target of a link, as it is to be written in the new page. None: it stays as it is (the site has noted the loss).
    fn link(&self, from: &str, target: &str, line: u32) -> Option<String>;
    /// The same for an image, a video or another file; the site notes that the file is used.
    fn asset(&self, from: &str, target: &str, line: u32) -> Option<String>;
    /// The address of a file that holds a drawing of the page.
    fn drawing(&self, _from: &str, _svg: String) -> String {
        "/drawing.svg".to_owned()
    }
    /// What a page includes or imports, by the path as it is written.
    fn include(&self, from: &str, path: &str) -> Include;
    /// The text of another file of the project: code that is shown from a file.
    fn file(&self, from: &str, path: &str) -> Option<String>;
    /// The operation that a page or component names (`GET /x`, `file.json GET /x`, an id), as our `ref`, and the name of the
    /// spec where `tool.json` has several. None: there is none.
    fn operation(&self, from: &str, named: &str) -> Option<(String, Option<String>)>;
    /// Whether references may name headings of other pages by their ids.
    fn has_references(&self) -> bool {
        false
    }
    /// The address of the heading with that id, wherever it is.
    fn reference(&self, _id: &str) -> Option<String> {
        None
    }
    /// The value of a variable that is defined outside of pages.
    fn variable(&self, name: &str) -> Option<String>;
    /// The pages that the navigation has below a page; of one that has no entries below it those beside it, where `beside`
    /// says so.
    fn neighbours(&self, _file: &str, _beside: bool) -> Vec<Neighbour> {
        Vec::new()
    }
}

/// A page near another one in the navigation.
#[derive(Clone, Debug)]
pub(crate) struct Neighbour {
    pub(crate) title: String,
    pub(crate) address: String,
    pub(crate) description: Option<String>,
}
