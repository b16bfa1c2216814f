//! Pages as trees, their includes in place.

use super::include::{included, page_text};
use crate::inputs::{Db, File};
use crate::parse::markdown::{PageFacts, PageTree, parse_page};

/// A page's tree, with spans in [`page_text`]. Cheap to redo, so it is dropped when many others were used since; what
/// others compare is [`page_facts`].
#[salsa::tracked(returns(ref), no_eq, lru = 1024)]
pub(crate) fn page_tree(db: &dyn Db, file: File) -> PageTree {
    parse_page(page_text(db, file))
}

/// What other files may know of a page. Equal after most edits of its text.
#[salsa::tracked(returns(ref))]
pub(crate) fn page_facts(db: &dyn Db, file: File) -> PageFacts {
    let fragments = included(db, file).map(|page| page.fragments(db)).unwrap_or_default();
    PageFacts { fragments, ..page_tree(db, file).facts() }
}
