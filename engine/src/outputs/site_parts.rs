//! The parts of the configuration that pages show, with resolved URLs.

use super::cards;
use super::navigation::{link_address, links};
use crate::Db;
use crate::parse::config::{HeadTag, MessagePart, SiteTexts, site_texts};
use crate::parse::frontmatter::frontmatter;
use crate::render::escape::{Address, escaped};
use crate::render::favicon::FAVICON;
use crate::render::seo::{Described, Preview, Seo, seo};
use crate::render::shell::{LogoImage, NavLink, SiteParts};
use crate::render::theme::theme_stylesheet;
use crate::resolve::history::{page_history, path_in_tree};
use crate::resolve::links::{asset_address, page_address};
use crate::resolve::page_tree::page_title;
use crate::resolve::pages::image_size;
use crate::resolve::site_files::site_file;
use base::inputs::{File, FileSet};

/// The parts that all pages share, for the page with the ID `current` or a generated one.
pub(super) fn site_parts(db: &dyn Db, set: FileSet, current: Option<&str>) -> SiteParts {
    let texts = site_texts(db, set.config(db));
    let favicon = texts.favicon.as_ref().and_then(|path| site_file(db, set, path));
    let announced = texts.announcement.as_ref().and_then(|announcement| announcement.href.as_ref());
    let head_address = |tag: &HeadTag| {
        let address = tag.kind.address().and_then(|name| tag.get(name));
        address.map(|address| link_address(db, set, address)).unwrap_or_default()
    };
    let look = theme_stylesheet(db, set.config(db)).as_ref().map(|sheet| Address(asset_address(&sheet.path)));
    let own = texts.stylesheet.as_ref().and_then(|path| site_file(db, set, path));
    SiteParts {
        top_links: links(db, set, &texts.top_links, current),
        footer_links: links(db, set, &texts.footer.links, current),
        logo: logo(db, set, texts),
        favicon: Address(asset_address(favicon.as_ref().map_or(FAVICON, |(path, _)| path))),
        stylesheets: look.into_iter().chain(own.map(|(path, file)| with_version(db, &path, file))).collect(),
        announcement_href: announced.map(|href| link_address(db, set, href)).unwrap_or_default(),
        announcement_message: texts.announcement.as_ref().map(|one| message(db, set, &one.message)).unwrap_or_default(),
        head_addresses: texts.head.iter().map(head_address).collect(),
    }
}

/// The HTML of a message.
fn message(db: &dyn Db, set: FileSet, parts: &[MessagePart]) -> String {
    let mut out = String::new();
    for part in parts {
        match part {
            MessagePart::Text(text) => out.push_str(&escaped(text)),
            MessagePart::Open(name) => out.push_str(&format!("<{name}>")),
            MessagePart::Close(name) => out.push_str(&format!("</{name}>")),
            MessagePart::OpenLink(href) => out.push_str(&format!("<a href=\"{}\">", link_address(db, set, href))),
            MessagePart::CloseLink => out.push_str("</a>"),
        }
    }
    out
}

/// The URL of a project file with the hash of its text, so an edit of it changes the pages that load it.
fn with_version(db: &dyn Db, path: &str, file: File) -> Address {
    Address(format!("{}?{:016x}", asset_address(path), rapidhash::v3::rapidhash_v3(file.text(db).as_bytes())))
}

/// The images that replace the site's name; none if a file is missing, since the name is better than a broken image.
fn logo(db: &dyn Db, set: FileSet, texts: &SiteTexts) -> Vec<LogoImage> {
    let Some(logo) = &texts.logo else { return Vec::new() };
    let image = |path, class| {
        let (path, file) = site_file(db, set, path)?;
        let size = image_size(db, file).map(|size| (size.width, size.height));
        Some(LogoImage { class, href: Address(asset_address(&path)), size })
    };
    let images = match &logo.dark {
        None => vec![image(&logo.light, "")],
        Some(dark) => vec![image(&logo.light, "logo-light"), image(dark, "logo-dark")],
    };
    images.into_iter().collect::<Option<Vec<_>>>().unwrap_or_default()
}

/// The URL where readers edit the source of a page.
pub(super) fn edit_href(db: &dyn Db, texts: &SiteTexts, file: File) -> Option<String> {
    let template = texts.edit_url.as_ref()?;
    let path = asset_address(path_in_tree(db, file));
    Some(template.replace("{path}", path.trim_start_matches('\u{1}')))
}

/// The date of the last change of a page, if it is known.
pub(super) fn updated(db: &dyn Db, file: File) -> Option<&str> {
    let of_git = page_history(db, file).and_then(|history| history.updated.as_deref());
    of_git.or(frontmatter(db, file).updated.as_deref())
}

/// The metadata of a page, if the site has a URL.
pub(super) fn seo_of(db: &dyn Db, set: FileSet, file: File, address: &str, crumbs: &[NavLink]) -> Option<Seo> {
    let texts = site_texts(db, set.config(db));
    let url = texts.url.as_deref()?;
    let front = frontmatter(db, file);
    // Link previews do not support SVG.
    let is_picture = |path: &str| [".png", ".jpg", ".jpeg", ".webp", ".gif"].iter().any(|end| path.ends_with(end));
    let image = texts.logo.as_ref().and_then(|logo| site_file(db, set, &logo.light));
    let described = Described {
        address,
        title: page_title(db, file),
        description: front.description.as_deref().or(texts.description.as_deref()),
        image: cards::card_path(db, set, file).map(|path| Preview::Card(asset_address(&path))).or_else(|| {
            let (path, _) = image.filter(|(path, _)| is_picture(path))?;
            Some(Preview::Logo(asset_address(&path)))
        }),
        updated: updated(db, file),
        crumbs,
        is_first: address == page_address("index"),
    };
    Some(seo(texts, url, &described))
}
