//! The page to which readers return after they sign in at an API's authorization server: it passes the response to the
//! page with the request panel. It loads nothing from other origins and none of the project's scripts, since its URL
//! contains the response.

use askama::Template;

use super::assets::TOOL_ASSETS;
use super::escape::Address;
use super::shell::{SiteParts, direction};
use crate::parse::config::{SiteTexts, Strings};
use crate::resolve::links::{asset_address, page_address};

/// Its output path. Its URL omits the file name, as those of all pages do.
pub(crate) const SIGN_IN_FILE: &str = "_tool/oauth/index.html";

#[derive(Template)]
#[template(path = "sign-in.html")]
struct SignIn<'a> {
    lang: &'a str,
    dir: &'static str,
    title: String,
    site_name: &'a str,
    favicon: &'a Address,
    stylesheet_hrefs: Vec<Address>,
    theme_script_href: Address,
    script_href: Address,
    home_href: Address,
    s: &'a Strings,
}

/// The page, independent of its URL.
pub(crate) fn sign_in_page(s: &Strings, texts: &SiteTexts, site: &SiteParts) -> String {
    let address = |path: &str| Address(asset_address(path));
    let own = Address(asset_address(&TOOL_ASSETS.stylesheet.path));
    let template = SignIn {
        lang: &texts.lang,
        dir: direction(texts.dir),
        title: format!("{} - {}", s.sign_in(), texts.name),
        site_name: &texts.name,
        favicon: &site.favicon,
        stylesheet_hrefs: std::iter::once(own).chain(site.stylesheets.iter().cloned()).collect(),
        theme_script_href: address(&TOOL_ASSETS.theme_script.path),
        script_href: address(&TOOL_ASSETS.sign_in.path),
        home_href: Address(page_address("index")),
        s,
    };
    let mut html = String::new();
    // Writing to a string cannot fail.
    let _ = template.render_into(&mut html);
    html
}
