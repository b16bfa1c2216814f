//! The end of a redirect chain, and its problems.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::Db;
use crate::parse::frontmatter::frontmatter;
use crate::resolve::link_text::write_link;
use crate::resolve::links::{Target, href, page_of, resolve};
use crate::resolve::redirects::redirects;
use base::diagnostic::{Code, Diagnostic, Span};
use base::inputs::{File, FileSet};

/// The redirects from an old address to the last address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RedirectChain {
    /// The last URL, independent of the page's URL; `None` for a loop.
    pub(crate) end: Option<String>,
    /// Whether nothing is published at the end.
    pub(crate) broken: bool,
    /// The number of intermediate redirects.
    pub(crate) between: usize,
    /// The last URL as written.
    pub(crate) last: Box<str>,
}

/// Follows the redirect to `to`, written in `file`.
pub(crate) fn follow(db: &dyn Db, file: File, to: &str) -> RedirectChain {
    let set = FileSet::of(db, file);
    let mut seen: BTreeSet<Arc<str>> = BTreeSet::new();
    let (mut file, mut to) = (file, to);
    loop {
        let (id, next) = match resolve(db, file, to) {
            Target::Redirect(id) => match redirects(db, set).get(&id) {
                Some(next) => (id, Some((set.config(db), next))),
                None => (id, None),
            },
            Target::Page(id) => {
                let page = page_of(db, file, &id);
                let next = page.and_then(|page| Some((page, frontmatter(db, page).redirect.as_ref()?)));
                (id, next)
            }
            Target::External | Target::Asset(_) | Target::Model(_) | Target::Edition { .. } | Target::Missing => {
                ("".into(), None)
            }
        };
        let between = seen.len();
        let Some((next_file, next)) = next else {
            let found = href(db, file, to);
            return RedirectChain { end: Some(found.html), broken: found.broken, between, last: to.into() };
        };
        if !seen.insert(id) {
            return RedirectChain { end: None, broken: false, between, last: to.into() };
        }
        (file, to) = (next_file, next);
    }
}

/// The diagnostic for the redirect to `to` at a span of `file`: a loop, or a chain of several redirects.
pub(crate) fn check_chain(db: &dyn Db, file: File, to: &str, span: Span) -> Option<Diagnostic<Span>> {
    let chain = follow(db, file, to);
    if chain.end.is_none() {
        let message = format!("the redirect to `{to}` is part of a loop");
        return Some(Diagnostic::new(Code::RedirectLoop, message, span).with_help("redirect to a page".to_owned()));
    }
    (chain.between > 0).then(|| {
        let message = format!("`{to}` is itself a redirect");
        let is_clear = chain.last.starts_with('/') && !chain.broken;
        let fix = is_clear.then(|| write_link(db, file, span, to, &chain.last)).flatten();
        Diagnostic::new(Code::RedirectChain, message, span)
            .with_help("redirect directly to its final target".to_owned())
            .with_fix(fix)
    })
}
