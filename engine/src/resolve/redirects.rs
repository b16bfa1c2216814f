//! Old paths: those in `redirects` of `tool.json`, and pages whose frontmatter says that they have moved; their targets
//! and diagnostics.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::Db;
use crate::parse::config::redirect_settings;
use crate::resolve::pages::PageId;
use base::inputs::FileSet;

/// The targets of the redirects in `tool.json`, by their old IDs. The last one wins.
#[salsa::tracked(returns(ref))]
pub(crate) fn redirects(db: &dyn Db, set: FileSet) -> BTreeMap<Arc<str>, Box<str>> {
    let settings = redirect_settings(db, set.config(db));
    settings.iter().map(|setting| (setting.from.clone(), setting.to.clone())).collect()
}

/// The target of an old path, as written. A firewall: its readers do not depend on other redirects.
#[salsa::tracked(returns(ref))]
pub(crate) fn redirect_at<'db>(db: &'db dyn Db, id: PageId<'db>) -> Option<Box<str>> {
    redirects(db, id.set(db)).get(&**id.id(db)).cloned()
}

/// The output path for an old path.
pub(crate) fn redirect_output(id: &str) -> String {
    let is_file = [".html", ".htm"].iter().any(|end| id.ends_with(end));
    if is_file { id.to_owned() } else { format!("{id}/index.html") }
}
