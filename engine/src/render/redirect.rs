//! The page at an old URL. It works on any server and from `file://`; hosts with redirect rules do not need it.

use askama::Template;

use super::escape::Address;
use super::shell::direction;
use crate::parse::config::{SiteTexts, Strings};
use crate::resolve::links::{absolute, below_root, is_external, page_address};

#[derive(Template)]
#[template(path = "redirect.html")]
struct Redirect<'a> {
    lang: &'a str,
    dir: &'static str,
    title: String,
    /// `None` if the redirect has no target.
    target: Option<&'a Address>,
    canonical: Option<String>,
    link: &'a Address,
    shown: String,
    s: &'a Strings,
}

/// The page that redirects to `end`, independent of its URL. Without an end it says so and links to the first page.
pub(crate) fn redirect_page(s: &Strings, texts: &SiteTexts, end: Option<&str>) -> String {
    let link = Address(end.map_or_else(|| page_address("index"), str::to_owned));
    let is_elsewhere = is_external(&link.0);
    let shown = if is_elsewhere { link.0.clone() } else { below_root(&texts.path, &link.0) };
    let url = texts.url.as_deref();
    let canonical = if is_elsewhere { Some(link.0.clone()) } else { url.map(|url| absolute(url, &link.0)) };
    let template = Redirect {
        lang: &texts.lang,
        dir: direction(texts.dir),
        title: format!("{} - {}", s.moved(), texts.name),
        target: end.map(|_| &link),
        canonical: canonical.filter(|_| end.is_some()),
        link: &link,
        shown,
        s,
    };
    let mut html = String::new();
    // Writing to a string cannot fail.
    let _ = template.render_into(&mut html);
    html
}
