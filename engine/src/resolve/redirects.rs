//! Old addresses: those of `redirects` in `tool.json` and pages whose frontmatter says where they have gone; where each way
//! ends, and what is wrong with it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::Db;
use crate::parse::config::redirect_settings;
use crate::parse::frontmatter::frontmatter;
use crate::resolve::link_fix::write_link;
use crate::resolve::links::{Target, href, resolve};
use crate::resolve::pages::PageId;
use base::diagnostic::{Code, Diagnostic, Span};
use base::inputs::{File, FileSet};

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

/// The way from an old address to where it ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Way {
    /// The last address, position independent; none for a way that goes round in circles.
    pub(crate) end: Option<String>,
    /// Whether nothing is published at the end.
    pub(crate) broken: bool,
    /// How many other redirects lie on it.
    pub(crate) between: usize,
    /// The last address as it is written.
    pub(crate) last: Box<str>,
}

/// Follows `to`, written in `file`, a redirect of the site's.
pub(crate) fn follow(db: &dyn Db, file: File, to: &str) -> Way {
    let set = FileSet::get(db);
    let mut seen: BTreeSet<Arc<str>> = BTreeSet::new();
    let (mut file, mut to) = (file, to);
    loop {
        let (id, next) = match resolve(db, file, to) {
            Target::Redirect(id) => match redirects(db, set).get(&id) {
                Some(next) => (id, Some((set.config(db), next))),
                None => (id, None),
            },
            Target::Page { file: page, id } => {
                let next = frontmatter(db, page).redirect.as_ref().map(|next| (page, next));
                (id, next)
            }
            Target::External | Target::Asset(_) | Target::Model(_) | Target::Missing => ("".into(), None),
        };
        let between = seen.len();
        let Some((next_file, next)) = next else {
            let found = href(db, file, to);
            return Way { end: Some(found.html), broken: found.broken, between, last: to.into() };
        };
        if !seen.insert(id) {
            return Way { end: None, broken: false, between, last: to.into() };
        }
        (file, to) = (next_file, next);
    }
}

/// What is wrong with the way that begins with `to`, written in `file` at a place.
pub(crate) fn check_way(db: &dyn Db, file: File, to: &str, span: Span) -> Option<Diagnostic<Span>> {
    let way = follow(db, file, to);
    if way.end.is_none() {
        let message = format!("the redirect to `{to}` leads back to itself");
        return Some(
            Diagnostic::new(Code::RedirectLoop, message, span)
                .with_help("let it lead to a page that is no redirect".to_owned()),
        );
    }
    (way.between > 0).then(|| {
        let message = format!("`{to}` is a redirect itself");
        let is_clear = way.last.starts_with('/') && !way.broken;
        let fix = is_clear.then(|| write_link(db, file, span, to, &way.last)).flatten();
        Diagnostic::new(Code::RedirectChain, message, span)
            .with_help("name the address where it ends: readers are led there at once".to_owned())
            .with_fix(fix)
    })
}
