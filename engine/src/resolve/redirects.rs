//! Old addresses: those of `redirects` in `tool.json` and pages whose frontmatter says where they have gone; where each way
//! ends, and what is wrong with it.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::Db;
use crate::parse::config::redirect_settings;
use crate::resolve::pages::PageId;
use base::inputs::FileSet;

/// The targets of the redirects of `tool.json`, by their old ids. The last one counts.
#[salsa::tracked(returns(ref))]
pub(crate) fn redirects(db: &dyn Db, set: FileSet) -> BTreeMap<Arc<str>, Box<str>> {
    let settings = redirect_settings(db, set.config(db));
    settings.iter().map(|setting| (setting.from.clone(), setting.to.clone())).collect()
}

/// Where an old address leads, as it is written. A firewall: its readers do not see other redirects come and go.
#[salsa::tracked(returns(ref))]
pub(crate) fn redirect_at<'db>(db: &'db dyn Db, id: PageId<'db>) -> Option<Box<str>> {
    redirects(db, FileSet::get(db)).get(&**id.id(db)).cloned()
}

/// The file that is published for an old address.
pub(crate) fn redirect_output(id: &str) -> String {
    let is_file = [".html", ".htm"].iter().any(|end| id.ends_with(end));
    if is_file { id.to_owned() } else { format!("{id}/index.html") }
}
