//! `tool.json` of the new project, and the redirects in it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use engine::{is_external, is_site_url};
use serde_json::{Map, Value, json};

use super::apis::Apis;
use super::endpoints::{OldPaths, meant};
use super::sidebar::Navigation;
use crate::editions::{Edition, Editions, Named};
use crate::language::is_language;
use crate::links::{RedirectEnd, Site, redirect_prefixes, redirect_start, unresolved};
use crate::paths;
use crate::presence::NO_TARGET;
use crate::project::{Announcement, Look, Project, SourcePage, ThemeColor};
use crate::report::{Loss, LossKind, Origin};

/// Why a redirect of the source cannot be expressed in our settings.
const NO_FILE: &str = "a page cannot have the path that it redirects from";
/// Why a redirect from many paths cannot be expressed in our settings.
const NO_PATTERN: &str = "it redirects all paths of a pattern; here, a redirect has one path";
/// Why a redirect from all paths that begin with a path is only carried over for that path.
const ONLY_START: &str =
    "of the paths that begin this way, only the shortest one is redirected; here, a redirect has one path";
/// Why a redirect from an anchor never worked.
const FROM_ANCHOR: &str = "servers are not told the anchor of an address, so it never redirected";
/// Why a redirect never ends.
const LOOP: &str = "it redirects in a loop";
/// The greatest number of redirects that one pattern expands to.
const MOST_OF_PATTERN: usize = 5_000;

/// The content of the file. `navigations` are those of the editions.
pub(super) fn config(
    editions: &Editions,
    navigations: &[&Navigation],
    redirects: Redirects<'_>,
    apis: &Apis,
    sites: &[Site<'_>],
    losses: &mut Vec<Loss>,
) -> String {
    let mut out = Map::new();
    let (Some(main), Some(site)) = (editions.list.first(), sites.first()) else { return "{}\n".to_owned() };
    let project = &main.project;
    out.insert("$schema".to_owned(), json!(".tool/tool.schema.json"));
    out.insert("name".to_owned(), json!(project.name.as_deref().unwrap_or("Documentation")));
    let mut set = |key: &str, value: Option<Value>| {
        if let Some(value) = value {
            out.insert(key.to_owned(), value);
        }
    };
    set("description", project.description.as_ref().map(|text| json!(text)));
    let address = project.site.as_deref().map(|address| address.trim_end_matches('/'));
    set(
        "url",
        address.filter(|address| is_site_url(address) && !address.contains(['{', '$'])).map(|address| json!(address)),
    );
    let lang = project.lang.as_ref().filter(|_| editions.languages.len() < 2);
    set("lang", lang.filter(|lang| *lang != "en" && !lang.starts_with("en-")).map(|lang| json!(lang)));
    set("openapi", apis.setting(0));
    let look = &project.look;
    set("logo", logo(look, site));
    set("favicon", look.favicon.as_ref().and_then(|file| site.settings_file(file)).map(|path| json!(path)));
    set("theme", accents(look, losses).map(|colors| json!({ "accent": readable(colors, losses) })));
    for (key, value) in texts(look, site, losses) {
        set(key, value);
    }
    set("pageDescriptions", look.shows_descriptions.then(|| json!(true)));
    set("pageMenu", look.page_menu.as_ref().map(|entries| json!(entries)));
    let navigation = |version: usize, language: usize| {
        let place = editions.list.iter().position(|one| (one.version, one.language) == (version, language))?;
        navigations.get(place)?.field()
    };
    if let Some((key, value)) = navigation(0, 0) {
        set(key, Some(value));
    }
    let mut redirects = redirects.out;
    let main = redirects.first_mut().map(std::mem::take);
    set("redirects", main.filter(|own| !own.is_empty()).map(Value::Object));
    losses.extend(other_sidebars(editions, navigations));
    let language = |(place, named): (usize, &Named)| {
        let own = editions.list.iter().position(|one| (one.version, one.language) == (0, place)).filter(|_| place > 0);
        let sidebar = navigation(0, place).filter(|own| Some(own) != navigation(0, 0).as_ref());
        let own = own.and_then(|own| Some((editions.list.get(own)?, sites.get(own)?)));
        language(named, project, own, sidebar, losses)
    };
    let languages: Vec<Value> = editions.languages.iter().enumerate().map(language).collect();
    set("languages", (languages.len() > 1).then(|| json!(languages)));
    let version = |(place, named): (usize, &Named)| {
        let own = redirects.get_mut(place).map(std::mem::take);
        version(named, apis.setting(place).filter(|_| place > 0), navigation(place, 0).filter(|_| place > 0), own)
    };
    let versions: Vec<Value> = editions.versions.iter().enumerate().map(version).collect();
    set("versions", (versions.len() > 1).then(|| json!(versions)));
    let mut text = serde_json::to_string_pretty(&Value::Object(out)).unwrap_or_default();
    text.push('\n');
    text
}

/// The navigations of other languages in older versions that differ from that of the version, which is the only one in
/// `tool.json`.
fn other_sidebars(editions: &Editions, navigations: &[&Navigation]) -> Vec<Loss> {
    let field = |place: usize| navigations.get(place).and_then(|navigation| navigation.field());
    let of_main = |version: usize| {
        let place = editions.list.iter().position(|one| (one.version, one.language) == (version, 0));
        place.and_then(field)
    };
    let others = editions.list.iter().enumerate().filter(|(_, one)| one.version > 0 && one.language > 0);
    let differing = others.filter(|(place, one)| field(*place).is_some_and(|own| Some(own) != of_main(one.version)));
    let named = differing.filter_map(|(_, one)| {
        let (version, language) = (editions.versions.get(one.version)?, editions.languages.get(one.language)?);
        let subject = format!("sidebar of {} in {}", language.name, version.name);
        let outcome = "its titles or entries differ; a version has one sidebar in all languages, that of the main one";
        Some(config_loss(&subject, outcome).of_content())
    });
    named.collect()
}

/// The settings of the header and the footer.
fn texts(look: &Look, site: &Site<'_>, losses: &mut Vec<Loss>) -> [(&'static str, Option<Value>); 3] {
    let navbar = links(&look.navbar, site, losses);
    [
        ("navbar", (!navbar.is_empty()).then(|| json!({ "links": navbar }))),
        ("announcement", look.announcement.as_ref().map(|announcement| notice(announcement, site, losses))),
        ("footer", footer(look, site, losses)),
    ]
}

/// The entry of a language. `own` is its edition of the main version, with its site, unless it is the main one.
fn language(
    named: &Named,
    main: &Project,
    own: Option<(&Edition, &Site<'_>)>,
    navigation: Option<(&'static str, Value)>,
    losses: &mut Vec<Loss>,
) -> Value {
    let mut out = Map::new();
    out.insert("lang".to_owned(), json!(named.name));
    out.extend(named.source.label.as_ref().map(|label| ("label".to_owned(), json!(label))));
    let Some((edition, site)) = own else { return Value::Object(out) };
    let project = &edition.project;
    let differing = |own: &Option<String>, main: &Option<String>| own.clone().filter(|own| Some(own) != main.as_ref());
    let name = differing(&project.name, &main.name);
    out.extend(name.map(|name| ("name".to_owned(), json!(name))));
    let description = differing(&project.description, &main.description);
    out.extend(description.map(|text| ("description".to_owned(), json!(text))));
    let (look, of_main) = (&project.look, &main.look);
    let is_own = [
        look.navbar != of_main.navbar,
        look.announcement != of_main.announcement,
        (&look.footer, &look.footer_text) != (&of_main.footer, &of_main.footer_text),
    ];
    for ((key, value), is_own) in texts(look, site, losses).into_iter().zip(is_own) {
        out.extend(value.filter(|_| is_own).map(|value| (key.to_owned(), value)));
    }
    out.extend(navigation.map(|(key, value)| (key.to_owned(), value)));
    Value::Object(out)
}

/// The entry of a version.
fn version(
    named: &Named,
    openapi: Option<Value>,
    navigation: Option<(&'static str, Value)>,
    redirects: Option<Map<String, Value>>,
) -> Value {
    let mut out = Map::new();
    out.insert("version".to_owned(), json!(named.name));
    out.extend(named.source.label.as_ref().map(|label| ("label".to_owned(), json!(label))));
    out.extend(named.source.notice.map(|notice| ("notice".to_owned(), json!(notice))));
    out.extend(openapi.map(|openapi| ("openapi".to_owned(), openapi)));
    out.extend(navigation.map(|(key, value)| (key.to_owned(), value)));
    let redirects = redirects.filter(|redirects| !redirects.is_empty());
    out.extend(redirects.map(|redirects| ("redirects".to_owned(), Value::Object(redirects))));
    Value::Object(out)
}

fn logo(look: &Look, site: &Site<'_>) -> Option<Value> {
    let place = |file: &Option<String>| file.as_ref().and_then(|file| site.settings_file(file));
    match (place(&look.logo[0]), place(&look.logo[1])) {
        (Some(light), Some(dark)) if light != dark => Some(json!({ "light": light, "dark": dark })),
        (Some(one), _) | (None, Some(one)) => Some(json!(one)),
        (None, None) => None,
    }
}

/// The accent colors of light and of dark pages whose values are known; the same one twice if there is only one.
fn accents<'l>(look: &'l Look, losses: &mut Vec<Loss>) -> Option<[&'l ThemeColor; 2]> {
    let mut known = |color: &'l Option<ThemeColor>| {
        let color = color.as_ref()?;
        let digits = color.value.strip_prefix('#').unwrap_or_default();
        let is_hex = matches!(digits.len(), 3 | 6) && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !is_hex {
            losses.push(config_loss(&color.word, "the color is not imported"));
        }
        is_hex.then_some(color)
    };
    match (known(&look.accent[0]), known(&look.accent[1])) {
        (Some(light), Some(dark)) => Some([light, dark]),
        (Some(one), None) | (None, Some(one)) => Some([one, one]),
        (None, None) => None,
    }
}

/// The accent color of the new project: each side is replaced by the nearest readable color if its contrast is too low.
fn readable(colors: [&ThemeColor; 2], losses: &mut Vec<Loss>) -> Value {
    let mut sides = colors.map(|color| color.value.clone());
    let is_one = sides[0] == sides[1];
    let given = if is_one { json!(sides[0]) } else { json!({ "light": sides[0], "dark": sides[1] }) };
    let corrections = |accent: &Value| {
        let system = engine::MemorySystem::default();
        system.write("tool.json", json!({ "name": "Accent", "theme": { "accent": accent } }).to_string());
        engine::Project::open(Arc::new(system)).site().accent_corrections()
    };
    let mut is_changed = [false; 2];
    for (side, near) in corrections(&given).into_iter().enumerate() {
        if let (Some(near), Some(color), Some(value), Some(changed)) =
            (near, colors.get(side), sides.get_mut(side), is_changed.get_mut(side))
        {
            let which = if side == 0 { "light" } else { "dark" };
            let what = if color.word == color.value { String::new() } else { format!("{} is ", color.value) };
            let outcome = format!("{what}not readable as an accent of {which} pages; replaced by {near}");
            losses.push(config_loss(&color.word, &outcome).by(Origin::Choice));
            *value = near;
            *changed = true;
        }
    }
    let pair = json!({ "light": sides[0], "dark": sides[1] });
    match (is_changed, is_one) {
        // On dark pages the color of the source stays if it is readable there.
        ([true, false], true) if corrections(&pair).iter().all(Option::is_none) => pair,
        // From a single color the engine derives the one of dark pages.
        ([_, false], true) => json!(sides[0]),
        _ => pair,
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
            Some(_) => losses.push(config_loss(href, "the settings link to it without a text; left out")),
            None => {
                let what = format!("the settings link to it as \"{title}\"");
                losses.push(unresolved(LossKind::Link, href, &what));
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
            None => losses.push(unresolved(LossKind::Config, href, "the announcement links to it")),
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

/// The redirects: those of the settings, then the old paths of pages that have moved, and those of operations.
pub(super) fn redirects<'e>(
    editions: &'e Editions,
    ids: &'e [Vec<String>],
    sites: &'e [Site<'e>],
    old_paths: &'e [OldPaths],
    losses: &mut Vec<Loss>,
) -> Redirects<'e> {
    let mut redirects = Redirects::new(editions, ids, sites, old_paths);
    let Some(project) = editions.list.first().map(|edition| &edition.project) else { return redirects };
    for (from, to) in &project.redirects {
        let is_pattern = from.contains('*') || from.contains("/:");
        let (from_own, to_own) = (own_path(project, from), own_path(project, to));
        // A pattern of paths outside of the site has no pages.
        let is_outside = sites.first().is_some_and(|site| site.outside(to).is_some());
        let prefixes = redirect_prefixes(&from_own, &to_own).filter(|_| !is_outside);
        let added = match (prefixes, redirect_start(&from_own, to)) {
            _ if from.contains('#') => Err(LostRedirect::new(Origin::Source, FROM_ANCHOR)),
            // The shortest path of the pattern is its target.
            (None, Some(start))
                if !is_outside && start.from.trim_matches('/').eq_ignore_ascii_case(start.to.trim_matches('/')) =>
            {
                Err(LostRedirect::new(Origin::Import, NO_PATTERN))
            }
            (Some((before, after)), _) => {
                let of_pages = redirects.pattern(before, after, from.ends_with(['*', ')']));
                let of_redirects = redirects.pattern_of_redirects(before, after, project);
                if of_redirects { Ok(()) } else { of_pages }
            }
            (None, Some(start)) => match redirects.add(start.from, start.to) {
                Err(lost) if lost.reason == NO_TARGET || lost.reason == LOOP => Err(lost),
                Err(_) => Err(LostRedirect::new(Origin::Import, NO_PATTERN)),
                Ok(()) => Err(LostRedirect::new(Origin::Import, ONLY_START)),
            },
            _ if is_pattern => Err(LostRedirect::new(Origin::Import, NO_PATTERN)),
            _ => redirects.add(&from_own, to),
        };
        let is_known = is_left_out(project, from) || is_left_out(project, to);
        losses.extend(added.err().filter(|_| !is_known).map(|lost| lost.reported(from, to)));
    }
    for (from, to) in &project.section_redirects {
        let _ = redirects.add(&own_path(project, from), to);
    }
    let mut changed: BTreeMap<String, (usize, &String)> = BTreeMap::new();
    for (number, (edition, ids)) in editions.list.iter().zip(ids).enumerate() {
        let is_draft = |page: &SourcePage| {
            let field = edition.facts.get(&page.file).and_then(|facts| facts.frontmatter.get("draft"));
            field.and_then(serde_yaml::Value::as_bool).unwrap_or_default()
        };
        for (page, id) in edition.project.pages.iter().zip(ids).filter(|(page, _)| !is_draft(page)) {
            for old in &page.addresses {
                changed.entry(old.clone()).or_insert((number, id));
            }
        }
    }
    for (from, (number, id)) in changed {
        // A path of a page that is only spelled differently works unchanged.
        let _ = redirects.page(&from, number, id);
    }
    for (number, operations) in old_paths.iter().enumerate() {
        for (from, id) in operations.moved() {
            let _ = redirects.page(from, number, id);
        }
    }
    redirects
}

/// A path of a redirect below the path of the site, if the paths of the project contain that. Others stay unchanged.
fn own_path<'p>(project: &Project, path: &'p str) -> std::borrow::Cow<'p, str> {
    let base = project.base.trim_matches('/');
    if !project.links_have_base || base.is_empty() {
        return path.into();
    }
    let origin = project.site.as_deref().and_then(paths::origin);
    let rooted = origin.and_then(|origin| path.strip_prefix(origin)).unwrap_or(path);
    match rooted.strip_prefix('/').and_then(|path| paths::below(path, base)) {
        Some(below) => format!("/{below}").into(),
        None => path.into(),
    }
}

/// Whether a path belongs to an omitted language or version, which is already a loss.
fn is_left_out(project: &Project, address: &str) -> bool {
    let path = address.trim_matches('/');
    let path = paths::stem(path).unwrap_or(path);
    project.left_out.iter().any(|left| {
        let left = paths::stem(left).unwrap_or(left);
        path == left || paths::below(path, left).is_some()
    })
}

/// A redirect of the settings that is not carried over.
#[derive(Clone, Debug, PartialEq, Eq)]
struct LostRedirect {
    origin: Origin,
    reason: String,
    /// The paths that it leads through after its target.
    chain: Vec<String>,
}

impl LostRedirect {
    fn new(origin: Origin, reason: impl Into<String>) -> Self {
        Self { origin, reason: reason.into(), chain: Vec::new() }
    }

    fn reported(self, from: &str, to: &str) -> Loss {
        let paths: Vec<&str> = [from, to].into_iter().chain(self.chain.iter().map(String::as_str)).collect();
        Loss::new(LossKind::Redirect, "", 0, &paths.join(" → "), self.reason).by(self.origin)
    }
}

/// The redirects of all versions. Each applies to all languages of a version.
pub(super) struct Redirects<'e> {
    editions: &'e Editions,
    ids: &'e [Vec<String>],
    sites: &'e [Site<'e>],
    /// The paths of operations on the old site, in each edition.
    old_paths: &'e [OldPaths],
    /// The IDs of the pages of each version in all languages, also those of operations, in lowercase.
    taken: Vec<BTreeSet<String>>,
    /// Old paths and targets, for each version.
    pub(super) out: Vec<Map<String, Value>>,
    /// The old paths in it, in lowercase.
    seen: Vec<BTreeSet<String>>,
}

impl<'e> Redirects<'e> {
    fn new(editions: &'e Editions, ids: &'e [Vec<String>], sites: &'e [Site<'e>], old_paths: &'e [OldPaths]) -> Self {
        let count = editions.versions.len().max(1);
        let mut taken = vec![BTreeSet::new(); count];
        for ((edition, ids), operations) in editions.list.iter().zip(ids).zip(old_paths) {
            if let Some(taken) = taken.get_mut(edition.version) {
                taken.extend(ids.iter().chain(operations.ids()).map(|id| id.to_lowercase()));
            }
        }
        let (out, seen) = (vec![Map::new(); count], vec![BTreeSet::new(); count]);
        Self { editions, ids, sites, old_paths, taken, out, seen }
    }

    /// The number of the edition whose path a path is in, and the rest of the path.
    fn edition_of<'p>(&self, path: &'p str) -> (usize, &'p str) {
        let path = path.trim_matches('/');
        let within = |(number, edition): (usize, &Edition)| {
            let prefix = self.editions.prefix(edition);
            let is_root = path.eq_ignore_ascii_case(prefix.trim_end_matches('/'));
            let start = path.get(..prefix.len()).filter(|start| start.eq_ignore_ascii_case(&prefix));
            (is_root || start.is_some()).then_some((prefix.len(), number))
        };
        let found = self.editions.list.iter().enumerate().filter_map(within).max_by_key(|(length, _)| *length);
        found.map_or((0, path), |(length, number)| (number, path.get(length..).unwrap_or_default()))
    }

    /// The number of the edition of a version whose redirects its other languages have, too.
    fn main_of(&self, version: usize) -> usize {
        self.editions.list.iter().position(|edition| edition.version == version).unwrap_or_default()
    }

    /// Adds a redirect of the settings.
    fn add(&mut self, from: &str, to: &str) -> Result<(), LostRedirect> {
        let target = to.strip_suffix('/').filter(|to| !to.is_empty()).unwrap_or(to);
        let rooted =
            if is_external(target) || target.starts_with('/') { target.to_owned() } else { format!("/{target}") };
        let (number, _) = self.edition_of(&paths::decoded(from.trim()));
        let version = self.editions.list.get(number).map_or(0, |edition| edition.version);
        let places = [number, self.main_of(version)];
        let mut targets = places.into_iter().filter_map(|place| self.sites.get(place)?.destination(&rooted));
        let Some(to) = targets.next() else { return self.add_to_operation(from, number, &rooted) };
        // All languages of the version have the redirect, so all must have its target.
        let to = if self.is_shared(version, &to) { to } else { targets.next().unwrap_or(to) };
        self.insert(from, &to)?;
        if let Some(site) = self.sites.get(number) {
            site.note_anchor(&rooted);
        }
        Ok(())
    }

    /// Adds a redirect of the settings to a path without a page, which may be that of an operation.
    fn add_to_operation(&mut self, from: &str, number: usize, to: &str) -> Result<(), LostRedirect> {
        let lost = self.lost(number, from, to);
        let end = lost.chain.last().map_or(to, String::as_str);
        let path = end.split(['?', '#']).next().unwrap_or_default();
        let path = paths::decoded(path);
        let (target, _) = self.edition_of(&path);
        match meant(self.old_paths, target, &path).filter(|_| lost.reason != LOOP) {
            Some((edition, id)) => self.page(from, edition, &id),
            None => Err(lost),
        }
    }

    /// Why a redirect of the settings has no target, seen from an edition.
    fn lost(&self, number: usize, from: &str, to: &str) -> LostRedirect {
        let end = self.sites.get(number).map(|site| site.redirect_end(from, to));
        match end {
            Some(RedirectEnd::Loop(chain)) => LostRedirect { chain, ..LostRedirect::new(Origin::Source, LOOP) },
            Some(RedirectEnd::Nothing(chain)) => LostRedirect { chain, ..LostRedirect::new(Origin::Source, NO_TARGET) },
            None => LostRedirect::new(Origin::Source, NO_TARGET),
        }
    }

    /// Why a redirect from the path of a page is left out, seen from an edition. In the source it may work if the old site
    /// does not have the page, or if only another language has it.
    fn taken(&self, number: usize, key: &str) -> LostRedirect {
        let page_of = |edition: &'e Edition, ids: &'e [String]| {
            let place = ids.iter().position(|id| id.to_lowercase() == key)?;
            let page = edition.project.pages.get(place)?;
            Some((&page.file, page.is_unpublished))
        };
        let own = self.editions.list.get(number).zip(self.ids.get(number));
        if let Some((file, is_unpublished)) = own.and_then(|(edition, ids)| page_of(edition, ids)) {
            return match is_unpublished {
                true => {
                    let reason = format!("the page {file}, which the old site did not have, has that path here");
                    LostRedirect::new(Origin::Import, reason)
                }
                false => LostRedirect::new(Origin::Source, format!("the page {file} has that path")),
            };
        }
        let version = self.editions.list.get(number).map_or(0, |edition| edition.version);
        let editions = self.editions.list.iter().zip(self.ids).filter(|(edition, _)| edition.version == version);
        let reason = match editions.into_iter().find_map(|(edition, ids)| page_of(edition, ids)) {
            Some((file, _)) => {
                format!("here, a redirect applies to all languages, and the page {file} has that path in its language")
            }
            None => "the page of an operation has that path here".to_owned(),
        };
        LostRedirect::new(Origin::Import, reason)
    }

    /// Whether all languages of a version have the target of a redirect.
    fn is_shared(&self, version: usize, to: &str) -> bool {
        let Some(ids) = self.ids.get(self.main_of(version)) else { return true };
        let id = to.split(['#', '?']).next().unwrap_or_default().trim_matches('/');
        is_external(to) || id.is_empty() || ids.iter().any(|known| known == id)
    }

    /// Adds the redirect from an old path of a page in an edition.
    fn page(&mut self, from: &str, number: usize, id: &str) -> Result<(), LostRedirect> {
        let (old, _) = self.edition_of(&paths::decoded(from.trim()));
        let (Some(old), Some(new)) = (self.editions.list.get(old), self.editions.list.get(number)) else {
            return Ok(());
        };
        let address = if id == "index" { "/".to_owned() } else { format!("/{id}") };
        let mut start = self.editions.between(old, new);
        if start.is_empty() && !self.is_shared(old.version, &address) {
            let main = self.editions.list.get(self.main_of(old.version));
            start = main.map(|main| self.editions.between(main, new)).unwrap_or_default();
        }
        self.insert(from, &format!("{start}{address}"))
    }

    /// Adds those from URLs without a page to the pages that were generated for operations, and returns these URLs. They
    /// are in links of an edition, which begin below its own path.
    pub(super) fn operations(&mut self, number: usize, lost: Vec<String>) -> BTreeSet<String> {
        let own = self.editions.list.get(number);
        let prefix = own.map(|own| self.editions.prefix(own)).unwrap_or_default();
        let mut mended = BTreeSet::new();
        for address in lost {
            let Some((edition, id)) = self.operation_at(number, &address) else { continue };
            let from = address.trim_matches('/');
            let rooted = format!("/{from}");
            // The links themselves stay, and contain the path of the site; what readers request below it does not.
            let mut is_mended = self.page(&rooted, edition, &id).is_ok();
            if let Some(own) = own {
                is_mended |= self.page(&own_path(&own.project, &rooted), edition, &id).is_ok();
            }
            if !prefix.is_empty() {
                is_mended |= self.page(&format!("/{prefix}{from}"), edition, &id).is_ok();
            }
            if is_mended {
                mended.insert(address);
            }
        }
        mended
    }

    /// The page of the operation that a path of the old site is for, or that it redirects to.
    fn operation_at(&self, number: usize, address: &str) -> Option<(usize, String)> {
        // A path may begin with that of another version.
        let at = |path: &str| {
            let (target, _) = self.edition_of(path);
            let others = [Some(number), Some(target).filter(|target| *target != number && *target > 0)];
            others.into_iter().flatten().find_map(|number| meant(self.old_paths, number, path))
        };
        let redirected = |number: usize| match self.sites.get(number)?.redirect_end("", address) {
            RedirectEnd::Nothing(chain) => at(chain.last()?.split(['?', '#']).next().unwrap_or_default()),
            RedirectEnd::Loop(_) => None,
        };
        at(address).or_else(|| [number, self.edition_of(address).0].into_iter().find_map(redirected))
    }

    fn insert(&mut self, from: &str, to: &str) -> Result<(), LostRedirect> {
        let decoded = paths::decoded(from.trim());
        let (number, below) = self.edition_of(&decoded);
        let id = old_id(below).ok_or_else(|| LostRedirect::new(Origin::Import, NO_FILE))?;
        let version = self.editions.list.get(number).map_or(0, |edition| edition.version);
        let key = id.to_lowercase();
        if self.taken.get(version).is_some_and(|taken| taken.contains(&key)) {
            let is_same = to.trim_matches('/').eq_ignore_ascii_case(&id);
            return if is_same { Ok(()) } else { Err(self.taken(number, &key)) };
        }
        if let (Some(seen), Some(out)) = (self.seen.get_mut(version), self.out.get_mut(version))
            && seen.insert(key)
        {
            out.insert(format!("/{id}"), json!(to));
        }
        Ok(())
    }

    /// `/old/*` → `/new/*`: one for each page below, and with `has_start` also for the page `/new`.
    fn pattern(&mut self, from: &str, to: &str, has_start: bool) -> Result<(), LostRedirect> {
        let (from, to) = (from.trim_matches('/'), to.trim_matches('/'));
        let leaves_language = to.is_empty() && is_language(paths::name(from));
        let mut any = false;
        let (editions, ids) = (self.editions, self.ids);
        let pages = editions.list.iter().zip(ids).enumerate().flat_map(|(number, (edition, ids))| {
            let old = |page: &'e SourcePage| page.addresses.iter().map(|old| old.trim_matches('/'));
            let prefix = editions.prefix(edition);
            edition.project.pages.iter().zip(ids).flat_map(move |(page, id)| {
                let own = [std::borrow::Cow::from(format!("{prefix}{id}"))];
                let old = old(page).map(std::borrow::Cow::from);
                own.into_iter().chain(old).map(move |address| (number, id, address))
            })
        });
        let operations = self.old_paths.iter().enumerate().flat_map(|(number, paths)| {
            paths.moved().map(move |(path, id)| (number, id, std::borrow::Cow::from(path.trim_matches('/'))))
        });
        for (number, id, address) in pages.chain(operations).take(MOST_OF_PATTERN) {
            let is_start = if to.is_empty() { address == "index" } else { address == to };
            if is_start && has_start && !from.is_empty() {
                any = true;
                let _ = self.page(from, number, id);
            }
            let Some(rest) = paths::below(&address, to).filter(|rest| !matches!(*rest, "" | "index")) else { continue };
            // `/ko/*` → `/*` leads out of a language, not from a language in it.
            if leaves_language && rest.split('/').next().is_some_and(is_language) {
                continue;
            }
            any = true;
            let _ = self.page(&paths::plus(from, rest), number, id);
        }
        if any {
            Ok(())
        } else {
            Err(LostRedirect::new(Origin::Source, "no page has a path of the pattern that it redirects to"))
        }
    }
}

impl Redirects<'_> {
    /// `/old/*` → `/new/*`: one for each path below `/new` that the settings redirect elsewhere. Returns whether there are
    /// any.
    fn pattern_of_redirects(&mut self, from: &str, to: &str, project: &Project) -> bool {
        let (from, to) = (from.trim_matches('/'), to.trim_matches('/'));
        let is_one = |path: &str| !path.contains(['*', ':', '(', '#', '?']);
        let mut any = false;
        for (other, target) in project.redirects.iter().filter(|(other, _)| is_one(other)).take(MOST_OF_PATTERN) {
            let other = own_path(project, other);
            let path = other.trim_matches('/');
            let rest = paths::below(path, to).filter(|rest| !rest.is_empty() && paths::below(path, from).is_none());
            any |= rest.is_some_and(|rest| self.add(&format!("/{}", paths::plus(from, rest)), target).is_ok());
        }
        any
    }
}

/// An old path as the ID of a page there; `None` if no file can have that path.
fn old_id(from: &str) -> Option<String> {
    engine::old_address(paths::decoded(from.trim()).trim_matches('/')).map(|id| id.to_string())
}

#[cfg(test)]
mod tests {
    use super::old_id;

    #[test]
    fn old_paths_are_those_of_pages() {
        assert_eq!(old_id("/a b/").as_deref(), None);
        assert_eq!(old_id("/old/index.html").as_deref(), Some("old"));
        assert_eq!(old_id("/../x"), None);
    }
}
