//! Slate, and Widdershins, which writes its pages: `source/index.html.md` with its includes.

use super::{Pages, ProjectReader};
use crate::paths;
use crate::project::{Look, NavEntry, Project};
use crate::report::LossKind;

/// Reads the project.
pub(super) fn read(reader: &ProjectReader<'_>) -> Project {
    let names = ["source/index.html.md", "source/index.md", "index.html.md"];
    let only = || reader.pages_below(&reader.root).into_iter().next();
    let file = reader.first(&names).or_else(only).unwrap_or_default();
    let folder = paths::folder(&file).to_owned();
    let mut pages = Pages::default();
    pages.add(&file, "");
    let mut navigation = vec![NavEntry::page(file.clone(), None)];
    let facts = reader.facts(&file);
    let includes = facts.frontmatter.get("includes").and_then(serde_yaml::Value::as_sequence);
    for name in includes.into_iter().flatten().filter_map(serde_yaml::Value::as_str) {
        let place = |end: &str| {
            let (above, last) = (paths::folder(name), paths::name(name));
            paths::plus(&paths::plus(&folder, "includes"), &paths::plus(above, &format!("_{last}{end}")))
        };
        match [".md", ".md.erb", ".html.md"].map(place).into_iter().find(|path| reader.source.has(path)) {
            Some(include) => {
                let title = reader.facts(&include).heading.clone();
                let address = title.as_deref().map_or_else(|| paths::slug(name), paths::slug);
                pages.add(&include, &address).with("title", title.as_deref());
                navigation.push(NavEntry::page(include, None));
            }
            None => reader.report_missing(LossKind::MissingInclude, &file, name, "the file does not exist"),
        }
    }
    let logo = paths::plus(&folder, "images/logo.png");
    let footers = facts.frontmatter.get("toc_footers").and_then(serde_yaml::Value::as_sequence);
    let footers = || footers.into_iter().flatten().filter_map(serde_yaml::Value::as_str);
    for footer in footers().filter(|footer| link(footer).is_none()) {
        let words = crate::page::title(footer);
        reader.report_loss(
            LossKind::Frontmatter,
            &file,
            0,
            words,
            "an entry of `toc_footers` without a target: left out",
        );
    }
    let metas = facts.frontmatter.get("meta").and_then(serde_yaml::Value::as_sequence);
    let meta = |meta: &serde_yaml::Value, key: &str| Some(meta.get(key)?.as_str()?.to_owned());
    let (mut description, mut others) = (None, Vec::new());
    for item in metas.into_iter().flatten() {
        match meta(item, "name") {
            Some(name) if name == "description" => description = meta(item, "content"),
            name => others.extend(name),
        }
    }
    if !others.is_empty() {
        let outcome = "left out; tags: see `head` in `tool.json`";
        reader.report_loss(LossKind::Frontmatter, &file, 0, format!("meta: {}", others.join(", ")), outcome);
    }
    Project {
        name: reader.field(&file, "title"),
        description,
        pages: pages.pages,
        navigation,
        public_folders: vec![folder.clone()],
        aliases: vec![(String::new(), folder)],
        look: Look {
            logo: [Some(logo).filter(|path| reader.source.has(path)), None],
            footer: footers().filter_map(link).collect(),
            ..Look::default()
        },
        ..Project::default()
    }
}

/// The text and the target of `<a href='…'>…</a>`; `None` for one without a target.
fn link(html: &str) -> Option<(String, String)> {
    let (_, rest) = html.split_once("href=")?;
    let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let (href, rest) = rest[1..].split_once(quote)?;
    let (_, rest) = rest.split_once('>')?;
    let text = crate::page::title(rest.split("</a").next()?);
    (!text.is_empty() && !href.starts_with('#')).then(|| (text, href.to_owned()))
}
