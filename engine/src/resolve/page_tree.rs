//! Pages as trees, with their includes and the values of their variables inserted.

use super::include::{included, may_have, page_text};
use super::project_components::{ElementName, is_project_component, project_components};
use crate::Db;
use crate::parse::config::{HtmlPolicy, VariableName, html_setting, site_variable, site_variable_names};
use crate::parse::frontmatter::frontmatter;
use crate::parse::markdown::{PageFacts, PageTree, parse_page};
use crate::parse::variables::Declared;
use crate::registry::ComponentKind;
use crate::resolve::pages::{page_id, words};
use base::inputs::{File, FileSet};

/// The tree of a page, with spans in [`page_text`]. Cheap to recompute, so it is evicted when many others were used
/// since; others compare [`page_facts`].
#[salsa::tracked(returns(ref), no_eq, lru = 1024)]
pub(crate) fn page_tree(db: &dyn Db, file: File) -> PageTree {
    let set = FileSet::of(db, file);
    let config = || set.config(db);
    let own = || &frontmatter(db, file).attributes;
    let value = |name: &str| {
        let of_site = || site_variable(db, VariableName::new(db, config(), Box::from(name))).clone();
        own().get(name).cloned().or_else(of_site)
    };
    let names = || own().keys().chain(site_variable_names(db, config())).cloned().collect();
    let component = |name: &str| is_project_component(db, ElementName::new(db, set, Box::from(name)));
    let components = || project_components(db, set).by_name.keys().cloned().collect();
    let keeps_comments = html_setting(db, config()) == HtmlPolicy::Unsafe;
    let declared =
        Declared { value: &value, names: &names, component: &component, components: &components, keeps_comments };
    parse_page(page_text(db, file), &declared)
}

/// What other files may read of a page. Equal after most edits of its text.
#[salsa::tracked(returns(ref))]
pub(crate) fn page_facts(db: &dyn Db, file: File) -> PageFacts {
    let fragments = included(db, file).map(|page| page.fragments(db)).unwrap_or_default();
    PageFacts { fragments, ..page_tree(db, file).facts() }
}

/// The facts of a page that may show operations or schemas. Most pages have no such tag, which is seen without parsing them.
pub(crate) fn api_facts(db: &dyn Db, file: File) -> Option<&PageFacts> {
    may_show_api(db, file).then(|| page_facts(db, file))
}

/// Whether a page may show operations or schemas. A firewall over its text.
#[salsa::tracked(returns(copy))]
fn may_show_api(db: &dyn Db, file: File) -> bool {
    let text = page_text(db, file);
    [ComponentKind::Endpoint, ComponentKind::Schema].into_iter().any(|kind| may_have(text, kind))
}

/// The anchors of a page. A firewall over [`page_facts`]: a page that links here does not depend on its links.
#[salsa::tracked(returns(ref))]
pub(crate) fn page_places(db: &dyn Db, file: File) -> PagePlaces {
    let facts = page_facts(db, file);
    PagePlaces { anchors: facts.anchors.clone(), has_more: !facts.schemas.is_empty() || !facts.endpoints.is_empty() }
}

/// The anchors of a page.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) struct PagePlaces {
    pub(crate) anchors: Vec<Box<str>>,
    /// Whether there may be others: only rendering knows the anchors of an endpoint's or schema's fields.
    pub(crate) has_more: bool,
}

impl PagePlaces {
    /// Whether the page has or may have this anchor.
    pub(crate) fn may_have(&self, anchor: &str) -> bool {
        anchor == "top" || self.has_more || self.anchors.iter().any(|known| **known == *anchor)
    }
}

/// The title of a page: from its frontmatter, or else its first heading, or the words of its ID.
#[salsa::tracked(returns(ref))]
pub(crate) fn page_title(db: &dyn Db, file: File) -> Box<str> {
    if let Some(title) = &frontmatter(db, file).title {
        return title.clone();
    }
    match page_facts(db, file).headings.first() {
        Some(heading) => heading.text.clone(),
        None => {
            let id = page_id(db, file);
            words(id.rsplit('/').next().unwrap_or(id)).into()
        }
    }
}
