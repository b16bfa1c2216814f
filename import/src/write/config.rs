//! `tool.json` of the new project, and the redirects in it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use engine::is_external;
use serde_json::{Map, Value, json};

use crate::links::Site;
use crate::operations::Operations;
use crate::presence::ADDRESS_IS_TAKEN;
use crate::project::{Announcement, Look, Project};
use crate::report::{Loss, LossKind, Origin};
use crate::{literal, paths};

/// Why a redirect of the source cannot be expressed in our settings.
const NO_FILE: &str = "an address that a file cannot have";
/// The greatest number of redirects that one pattern expands to.
const MOST_OF_PATTERN: usize = 5_000;

/// The content of the file.
pub(super) fn config(
    project: &Project,
    sidebar: Vec<Value>,
    redirects: Map<String, Value>,
    operations: &Operations,
    site: &Site<'_>,
    losses: &mut Vec<Loss>,
) -> String {
    let mut out = Map::new();
    out.insert("$schema".to_owned(), json!(".tool/tool.schema.json"));
    out.insert("name".to_owned(), json!(project.name.as_deref().unwrap_or("Documentation")));
    let mut set = |key: &str, value: Option<Value>| {
        if let Some(value) = value {
            out.insert(key.to_owned(), value);
        }
    };
    set("description", project.description.as_ref().map(|text| json!(text)));
    let address = project.site.as_deref().map(|address| address.trim_end_matches('/'));
    set("url", address.filter(|address| is_web(address)).map(|address| json!(address)));
    set("lang", project.lang.as_ref().filter(|lang| *lang != "en" && !lang.starts_with("en-")).map(|lang| json!(lang)));
    set("openapi", operations.setting());
    let look = &project.look;
    set("logo", logo(look, site));
    set("favicon", look.favicon.as_ref().and_then(|file| site.settings_file(file)).map(|path| json!(path)));
    set("theme", accent(look, losses).map(|accent| json!({ "accent": readable(accent, losses) })));
    let navbar = links(&look.navbar, site, losses);
    set("navbar", (!navbar.is_empty()).then(|| json!({ "links": navbar })));
    set("announcement", look.announcement.as_ref().map(|announcement| notice(announcement, site, losses)));
    set("footer", footer(look, site, losses));
    set("sidebar", (!sidebar.is_empty()).then_some(Value::Array(sidebar)));
    set("redirects", (!redirects.is_empty()).then_some(Value::Object(redirects)));
    let mut text = serde_json::to_string_pretty(&Value::Object(out)).unwrap_or_default();
    text.push('\n');
    text
}

fn is_web(address: &str) -> bool {
    (address.starts_with("https://") || address.starts_with("http://")) && !address.contains([' ', '{', '$', '#', '?'])
}

fn logo(look: &Look, site: &Site<'_>) -> Option<Value> {
    let place = |file: &Option<String>| file.as_ref().and_then(|file| site.settings_file(file));
    match (place(&look.logo[0]), place(&look.logo[1])) {
        (Some(light), Some(dark)) if light != dark => Some(json!({ "light": light, "dark": dark })),
        (Some(one), _) | (None, Some(one)) => Some(json!(one)),
        (None, None) => None,
    }
}

/// The accent color, if the settings have it as `#rgb` or `#rrggbb`.
fn accent(look: &Look, losses: &mut Vec<Loss>) -> Option<Value> {
    let mut color = |color: &Option<String>| {
        let color = color.as_deref()?.trim();
        let digits = color.strip_prefix('#').unwrap_or_default();
        let is_hex = matches!(digits.len(), 3 | 6) && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !is_hex {
            losses.push(config_loss(color, "the color is not imported"));
        }
        is_hex.then(|| color.to_owned())
    };
    match (color(&look.accent[0]), color(&look.accent[1])) {
        (Some(light), Some(dark)) if light != dark => Some(json!({ "light": light, "dark": dark })),
        (Some(one), _) | (None, Some(one)) => Some(json!(one)),
        (None, None) => None,
    }
}

/// The accent color, replaced by the nearest readable one if its contrast is too low.
fn readable(accent: Value, losses: &mut Vec<Loss>) -> Value {
    let system = engine::MemorySystem::default();
    system.write("tool.json", json!({ "name": "Accent", "theme": { "accent": accent } }).to_string());
    let site = engine::Project::open(Arc::new(system)).site();
    let mut sides = match &accent {
        Value::String(one) => [one.clone(), one.clone()],
        both => ["light", "dark"].map(|side| literal::text(both, side).unwrap_or_default().to_owned()),
    };
    let is_one = accent.is_string();
    let mut is_changed = [false; 2];
    for (side, near) in site.accent_corrections().into_iter().enumerate() {
        if let (Some(near), Some(color), Some(changed)) = (near, sides.get_mut(side), is_changed.get_mut(side)) {
            let which = if side == 0 { "light" } else { "dark" };
            let outcome = format!("not readable as an accent of {which} pages; replaced by {near}");
            losses.push(config_loss(color, &outcome).by(Origin::Choice));
            *color = near;
            *changed = true;
        }
    }
    match (is_changed, is_one) {
        // From a single color the engine derives the one of dark pages.
        ([_, false], true) => json!(sides[0]),
        _ => json!({ "light": sides[0], "dark": sides[1] }),
    }
}

fn config_loss(subject: &str, outcome: &str) -> Loss {
    Loss::new(LossKind::Config, "", 0, subject, outcome)
}

/// Links of the navigation bar or the footer, with URLs of the new site.
fn links(links: &[(String, String)], site: &Site<'_>, losses: &mut Vec<Loss>) -> Vec<Value> {
    let mut out = Vec::new();
    for (title, href) in links {
        match site.destination(href) {
            Some(href) if !title.trim().is_empty() => out.push(json!({ "title": title, "href": href })),
            _ => {
                let outcome = format!("the link {title:?} of the settings has no target");
                losses.push(Loss::new(LossKind::Link, "", 0, href, outcome));
            }
        }
    }
    out
}

/// The announcement.
fn notice(announcement: &Announcement, site: &Site<'_>, losses: &mut Vec<Loss>) -> Value {
    let mut out = Map::new();
    out.insert("text".to_owned(), json!(announcement.text));
    if let Some(href) = &announcement.href {
        match site.destination(href) {
            Some(href) => drop(out.insert("href".to_owned(), json!(href))),
            None => losses.push(config_loss(href, "the announcement's link has no target")),
        }
    }
    if !announcement.is_dismissible {
        out.insert("dismissible".to_owned(), json!(false));
    }
    if out.len() == 1 { json!(announcement.text) } else { Value::Object(out) }
}

fn footer(look: &Look, site: &Site<'_>, losses: &mut Vec<Loss>) -> Option<Value> {
    let links = links(&look.footer, site, losses);
    match (&look.footer_text, links.is_empty()) {
        (None, true) => None,
        (Some(text), true) => Some(json!(text)),
        (None, false) => Some(json!({ "links": links })),
        (Some(text), false) => Some(json!({ "text": text, "links": links })),
    }
}

/// The redirects: those of the settings, then the old paths of pages that have moved.
pub(super) fn redirects(
    project: &Project,
    ids: &[String],
    site: &Site<'_>,
    losses: &mut Vec<Loss>,
) -> Map<String, Value> {
    let mut redirects =
        Redirects { taken: ids.iter().map(|id| id.to_lowercase()).collect(), out: Map::new(), seen: BTreeSet::new() };
    for (from, to) in &project.redirects {
        if is_left_out(project, from) || is_left_out(project, to) {
            continue;
        }
        let added = match divided_pattern(from, to) {
            Some((from, to)) => redirects.pattern(from, to, ids),
            None => redirects.add(from, to, site),
        };
        if let Err(reason) = added {
            let origin = if reason == NO_FILE { Origin::Import } else { Origin::Source };
            losses.push(Loss::new(LossKind::Redirect, "", 0, &format!("{from} → {to}"), reason).by(origin));
        }
    }
    let mut changed: BTreeMap<String, String> = BTreeMap::new();
    for (page, id) in project.pages.iter().zip(ids) {
        for old in &page.addresses {
            changed.entry(old.clone()).or_insert_with(|| if id == "index" { "/".to_owned() } else { format!("/{id}") });
        }
    }
    for (from, to) in changed {
        // A path of a page that is only spelled differently works unchanged.
        let _ = redirects.insert(&from, &to);
    }
    redirects.out
}

/// Whether a path belongs to an omitted language or version, which is already a loss.
fn is_left_out(project: &Project, address: &str) -> bool {
    let path = address.trim_matches('/');
    project.left_out.iter().any(|left| {
        let left = paths::stem(left).unwrap_or(left);
        path == left || paths::below(path, left).is_some()
    })
}

struct Redirects {
    /// The IDs of pages, in lowercase.
    taken: BTreeSet<String>,
    out: Map<String, Value>,
    /// The old paths in it, in lowercase.
    seen: BTreeSet<String>,
}

impl Redirects {
    /// Adds a redirect of the settings.
    fn add(&mut self, from: &str, to: &str, site: &Site<'_>) -> Result<(), &'static str> {
        let target = to.strip_suffix('/').filter(|to| !to.is_empty()).unwrap_or(to);
        let rooted =
            if is_external(target) || target.starts_with('/') { target.to_owned() } else { format!("/{target}") };
        let to = site.destination(&rooted).ok_or("it has no target")?;
        self.insert(from, &to)
    }

    fn insert(&mut self, from: &str, to: &str) -> Result<(), &'static str> {
        let id = old_id(from).ok_or(NO_FILE)?;
        let key = id.to_lowercase();
        if self.taken.contains(&key) {
            return if to.trim_matches('/').eq_ignore_ascii_case(&id) { Ok(()) } else { Err(ADDRESS_IS_TAKEN) };
        }
        if !self.seen.insert(key) {
            return Ok(());
        }
        self.out.insert(format!("/{id}"), json!(to));
        Ok(())
    }

    /// `/old/*` → `/new/*`: one for each page below.
    fn pattern(&mut self, from: &str, to: &str, ids: &[String]) -> Result<(), &'static str> {
        let (from, to) = (from.trim_matches('/'), to.trim_matches('/'));
        let mut any = false;
        for id in ids.iter().take(MOST_OF_PATTERN) {
            let Some(rest) = paths::below(id, to).filter(|rest| *rest != "index") else { continue };
            any = true;
            let _ = self.insert(&paths::plus(from, rest), &format!("/{id}"));
        }
        if any { Ok(()) } else { Err("the pattern fits no page") }
    }
}

/// The two prefixes of `/a/:slug*` and `/b/:slug*`, of `/a/*` and `/b/*` or `/b/:splat`.
fn divided_pattern<'t>(from: &'t str, to: &'t str) -> Option<(&'t str, &'t str)> {
    let (before, hole) = from.rsplit_once('/')?;
    let (after, other) = to.rsplit_once('/')?;
    let is_hole = |part: &str| part == "*" || (part.starts_with(':') && part.len() > 1);
    let is_plain = |path: &str| !path.contains(['*', ':']) || path.contains("://");
    (is_hole(hole) && is_hole(other) && is_plain(before) && !is_external(to) && is_plain(after))
        .then_some((before, after))
}

/// An old path as the ID of a page there; `None` if no file can have that path.
fn old_id(from: &str) -> Option<String> {
    engine::old_address(paths::decoded(from.trim()).trim_matches('/')).map(|id| id.to_string())
}

#[cfg(test)]
mod tests {
    use super::{divided_pattern, old_id};

    #[test]
    fn patterns_are_told_by_their_last_part() {
        assert_eq!(divided_pattern("/v3/:slug*", "/:slug*"), Some(("/v3", "")));
        assert_eq!(divided_pattern("/a/*", "/b/:splat"), Some(("/a", "/b")));
        assert_eq!(divided_pattern("/a/:x/b", "/b/:x"), None);
        assert_eq!(divided_pattern("/a/:x", "https://b.test/:x"), None);
        assert_eq!(old_id("/a b/").as_deref(), None);
        assert_eq!(old_id("/old/index.html").as_deref(), Some("old"));
        assert_eq!(old_id("/../x"), None);
    }
}
