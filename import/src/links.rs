//! Resolves links, images and includes of the source to their names in the new project: implements [`Resolver`] for the
//! conversion of pages.

mod includes;
mod neighbors;
mod noted;
mod table;

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use engine::{is_external, is_refused};

use crate::editions::{Edition, Editions};
use crate::operations::Operations;
use crate::page::{Include, LinkPlace, Neighbor, PageFacts, Resolver, mapped_components};
use crate::paths;
use crate::presence::{ABOVE, FOR_AGENTS, NO_ANCHOR, REDIRECTED};
use crate::project::{NavEntry, Project, SourcePage};
use crate::report::{Loss, LossKind, Origin};
use crate::source::Source;
use crate::style_sheet::StyleSheet;
use includes::Uses;
use neighbors::Neighbors;
use noted::Requests;
pub(crate) use noted::{Anchored, Noted};
use table::{PathTarget, RootedPath};
pub(crate) use table::{RedirectEnd, Table, redirect_prefixes, redirect_start};

/// An edition of the site as seen during the conversion of its pages.
pub(crate) struct Site<'a> {
    source: &'a Source,
    editions: &'a Editions,
    /// The tables of all editions.
    tables: &'a [Table<'a>],
    /// The number of its edition.
    number: usize,
    edition: &'a Edition,
    table: &'a Table<'a>,
    uses: Uses,
    operations: &'a Operations,
    requests: RefCell<Requests>,
    /// The first page with each anchor; computed when a reference needs it.
    of_ids: OnceCell<BTreeMap<String, usize>>,
    /// The code files of components, by the letters and digits of their names; `None` if several have the same. Computed
    /// when a page uses a component that it does not import.
    components: OnceCell<BTreeMap<String, Option<String>>>,
    neighbors: Neighbors<'a>,
}

/// A page in an edition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PagePlace {
    /// The number of the edition.
    pub(crate) edition: usize,
    /// The index of the page in it.
    pub(crate) page: usize,
}

/// The target of a path.
enum Target {
    Page(PagePlace),
    /// A source file that is not a page.
    File(String),
    /// The end of a redirect to another site.
    Elsewhere(String),
    /// A file that every new site has, by its path.
    Generated(&'static str),
}

/// Why a link of the settings is left out.
pub(crate) fn unresolved(kind: LossKind, href: &str, what: &str) -> Loss {
    let scheme = href.split_once(':').map(|(scheme, _)| scheme).filter(|_| is_external(href));
    match scheme {
        Some(scheme) => {
            let outcome = format!("{what}, and pages here cannot link to a `{scheme}:` URL");
            Loss::new(kind, "", 0, href, outcome).by(Origin::Import)
        }
        None => Loss::new(kind, "", 0, href, format!("{what}, and no page or file has that path")),
    }
}

impl<'a> Site<'a> {
    /// The edition with this number.
    pub(crate) fn new(
        source: &'a Source,
        editions: &'a Editions,
        tables: &'a [Table<'a>],
        number: usize,
        operations: &'a Operations,
    ) -> Option<Self> {
        let (edition, table) = editions.list.get(number).zip(tables.get(number))?;
        Some(Self {
            source,
            editions,
            tables,
            number,
            edition,
            table,
            uses: Uses::count(source, &edition.project, &edition.facts),
            operations,
            requests: RefCell::default(),
            of_ids: OnceCell::new(),
            components: OnceCell::new(),
            neighbors: Neighbors::of(&edition.project.navigation),
        })
    }

    fn project(&self) -> &'a Project {
        &self.edition.project
    }

    /// The page at a place.
    fn page(&self, place: PagePlace) -> Option<&'a SourcePage> {
        self.editions.list.get(place.edition)?.project.pages.get(place.page)
    }

    /// A page of this edition.
    fn own(&self, page: usize) -> PagePlace {
        PagePlace { edition: self.number, page }
    }

    /// The target of a decoded path in the file `from`: in this edition, or else in another one. `suffix` is the query and
    /// the fragment of a link in a page; empty for the settings, whose paths their tools put into each language.
    fn find(&self, from: &str, path: &str, suffix: &str) -> Option<Target> {
        let others = || self.tables.iter().enumerate().filter(|(number, _)| *number != self.number);
        let among = |paths: &[RootedPath]| {
            let page = others().find_map(|(edition, table)| Some(PagePlace { edition, page: table.among(paths)? }))?;
            Some(Target::Page(self.in_own_language(page, suffix)))
        };
        // A path from the root may be an ID here that is the address of a page of another version.
        if path.starts_with('/') && !from.is_empty() {
            let address = [RootedPath::Address(path.to_owned())];
            let elsewhere = if self.table.among(&address).is_none() { among(&address) } else { None };
            if elsewhere.is_some() {
                return elsewhere;
            }
        }
        match self.table.find(from, path) {
            Some(PathTarget::Page(page)) => return Some(Target::Page(self.own(page))),
            Some(PathTarget::File(file)) => return Some(Target::File(file)),
            Some(PathTarget::Elsewhere(to)) => return Some(Target::Elsewhere(to)),
            Some(PathTarget::Generated(path)) => return Some(Target::Generated(path)),
            None => {}
        }
        let original = self.editions.original(self.number);
        let original = original.and_then(|edition| Some((edition, self.tables.get(edition)?)));
        // A path without a leading dot may also be relative to the root.
        let rooted = || RootedPath::Address(format!("/{path}"));
        let from_root = (!path.starts_with(['.', '/']) && !from.is_empty()).then(rooted);
        if let Some((edition, table)) = original
            && let Some(page) =
                table.among(&self.table.original_paths(from, path)).or_else(|| table.among(&[from_root?]))
        {
            return Some(Target::Page(PagePlace { edition, page }));
        }
        // A path in the settings is a URL path: one below the folder of another language is not meant.
        let rooted = match from.is_empty() && path.starts_with('/') {
            true => vec![RootedPath::Url(path.to_owned())],
            false => self.table.rooted_paths(from, path),
        };
        among(&rooted).or_else(|| {
            // Settings may name a page by its ID. With a leading slash it is an address, which other editions had above.
            let of_settings = |table: &Table<'_>| match from.is_empty() && !path.starts_with('/') {
                true => table.find("", path),
                false => table.file("", path).map(PathTarget::File).or_else(|| table.redirected("", path)),
            };
            let redirected = |(edition, table): (usize, &Table<'_>)| match of_settings(table)? {
                PathTarget::Page(page) => Some(Target::Page(PagePlace { edition, page })),
                PathTarget::File(file) => Some(Target::File(file)),
                PathTarget::Elsewhere(to) => Some(Target::Elsewhere(to)),
                PathTarget::Generated(path) => Some(Target::Generated(path)),
            };
            (path.starts_with('/') || from.is_empty()).then(|| others().find_map(redirected)).flatten()
        })
    }

    /// The translation of a page of another edition in the language of this one. The page itself without a translation,
    /// or if the source links to the page itself and only that has the anchor.
    fn in_own_language(&self, place: PagePlace, suffix: &str) -> PagePlace {
        let translated = || {
            let version = self.editions.list.get(place.edition).filter(|other| other.language == 0)?.version;
            let is_own = |other: &Edition| other.version == version && other.language == self.edition.language;
            let edition = self.editions.list.iter().position(is_own)?;
            let page = self.tables.get(edition)?.of_id(self.tables.get(place.edition)?.id(place.page)?)?;
            Some(PagePlace { edition, page })
        };
        let fragment = suffix.split_once('#').map_or("", |(_, fragment)| fragment);
        let has = |place: PagePlace| self.anchor(place, fragment).is_some();
        let is_only_there =
            |own: PagePlace| !fragment.is_empty() && !self.project().links_keep_language && !has(own) && has(place);
        translated().filter(|own| !is_only_there(*own)).unwrap_or(place)
    }

    /// The URL of a path without a target that something other than the site has on its host.
    pub(crate) fn outside(&self, path: &str) -> Option<String> {
        self.table.outside(path).filter(|_| !self.tables.iter().any(|table| table.may_lack_base(path)))
    }

    /// The URL of a page in links of this edition. A page that is not translated is shown in this edition, too.
    fn address(&self, place: PagePlace) -> String {
        let Some((other, table)) = self.editions.list.get(place.edition).zip(self.tables.get(place.edition)) else {
            return "/".to_owned();
        };
        let is_shown = || {
            self.editions.original(self.number) == Some(place.edition)
                && table.id(place.page).is_some_and(|id| self.table.of_id(id).is_none())
        };
        if place.edition == self.number || is_shown() {
            return table.address(place.page);
        }
        // The main language of another version is shown there where pages are not translated.
        let stays = other.language == 0 && other.version != self.edition.version;
        let start = match stays {
            true => self.editions.between_versions(self.edition, other),
            false => self.editions.between(self.edition, other),
        };
        match table.address(place.page).as_str() {
            "/" => format!("{start}/"),
            address => format!("{start}{address}"),
        }
    }

    /// The operations of its API.
    pub(crate) fn operations(&self) -> &'a Operations {
        self.operations
    }

    /// The requests.
    pub(crate) fn into_noted(self) -> Noted {
        self.requests.into_inner().kept
    }

    /// The links without a target so far.
    pub(crate) fn lost_links(&self) -> Vec<String> {
        let requests = self.requests.borrow();
        let links = requests.kept.losses.iter().filter(|loss| loss.kind == LossKind::Link);
        links.map(|loss| loss.address.clone()).filter(|address| !address.is_empty()).collect()
    }

    /// The shared fragments requested so far.
    pub(crate) fn fragments(&self) -> BTreeMap<String, String> {
        self.requests.borrow().kept.fragments.clone()
    }

    /// The refs of operations that pages show.
    pub(crate) fn documented(&self) -> BTreeSet<(String, Option<String>)> {
        self.requests.borrow().kept.documented.clone()
    }

    /// The URL path of a target in the settings; `None` if it does not exist or is not allowed there.
    pub(crate) fn destination(&self, target: &str) -> Option<String> {
        // Docusaurus: a path that its router leaves alone.
        let target = target.strip_prefix("pathname://").unwrap_or(target);
        if let Some(host) = target.strip_prefix("//") {
            return Some(format!("https://{host}"));
        }
        if is_external(target) {
            return engine::leads_somewhere(target).then(|| target.to_owned());
        }
        let (path, suffix) = divided(target);
        match self.find("", &paths::decoded(path), "") {
            Some(Target::Page(place)) => Some(format!("{}{suffix}", self.address(place))),
            Some(Target::File(file)) => Some(self.placed(&file)),
            Some(Target::Elsewhere(to)) => Some(to),
            Some(Target::Generated(path)) => Some(format!("/{path}{suffix}")),
            None => self.outside(path).map(|url| url + suffix),
        }
    }

    /// The file of the page of this edition that a link of the settings goes to.
    pub(crate) fn linked_page(&self, target: &str) -> Option<&'a str> {
        let (path, _) = divided(target);
        match self.find("", &paths::decoded(path), "") {
            Some(Target::Page(place)) if place.edition == self.number && !is_external(target) => {
                self.page(place).map(|page| page.file.as_str())
            }
            _ => None,
        }
    }

    /// Notes the anchor in a link of the settings, which is checked with those of pages.
    pub(crate) fn note_anchor(&self, target: &str) {
        let (path, suffix) = divided(target);
        let Some(fragment) = suffix.split_once('#').map(|(_, fragment)| fragment).filter(|name| !name.is_empty())
        else {
            return;
        };
        if let Some(Target::Page(place)) = self.find("", &paths::decoded(path), "") {
            let anchor = self.anchor(place, fragment);
            let is_known = anchor.is_some();
            let anchor = anchor.unwrap_or_else(|| fragment.to_owned());
            let written = target.to_owned();
            let found = Anchored { from: String::new(), line: 0, written, place, anchor, is_known };
            self.requests.borrow_mut().current().anchored.push(found);
        }
    }

    /// Where a redirect of the settings ends that has no target.
    pub(crate) fn redirect_end(&self, from: &str, to: &str) -> RedirectEnd {
        self.table.redirect_end(from, to)
    }

    /// The new path of a file that settings use, from the root of the new project.
    pub(crate) fn settings_file(&self, file: &str) -> Option<String> {
        let named = self.table.file("", file).or_else(|| self.source.has(file).then(|| file.to_owned()))?;
        Some(format!("{}{}", self.editions.folder(self.edition), paths::decoded(&self.placed(&named))))
    }

    fn report_loss(&self, kind: LossKind, at: LinkPlace<'_>, subject: &str, outcome: &str) {
        self.requests.borrow_mut().current().losses.push(Loss::new(kind, at.file, at.line, subject, outcome));
    }

    /// Whether a template of the old tool fills in a part of a URL, which is then reported.
    fn is_computed(&self, target: &str, at: LinkPlace<'_>) -> bool {
        let has = |open: &str, close: &str| target.split_once(open).is_some_and(|(_, rest)| rest.contains(close));
        let is_computed = has("{{", "}}") || has("{%", "%}");
        if is_computed {
            self.report_loss(LossKind::Expression, at, target, "its source stays as the URL");
        }
        is_computed
    }

    /// The URL path of an asset in the new project, to which it is added.
    fn placed(&self, file: &str) -> String {
        let mut requests = self.requests.borrow_mut();
        if let Some(place) = requests.asset(file) {
            return format!("/{}", paths::encoded(place));
        }
        let mut place = paths::portable(self.table.public(file));
        if paths::is_page(&place) {
            // A Markdown file in the folder of the pages would be a page.
            place.push_str(".txt");
            let outcome = format!("as {place}: Markdown files are pages here");
            let loss = Loss::new(LossKind::Asset, file, 0, paths::name(file), outcome).by(Origin::Choice);
            requests.current().losses.push(Loss { is_content: false, ..loss });
        }
        let (stem, end) = match place.rsplit_once('.') {
            Some((stem, end)) if !stem.is_empty() && !end.contains('/') => (stem.to_owned(), format!(".{end}")),
            _ => (place.clone(), String::new()),
        };
        let mut candidate = place;
        let mut number = 2_u32;
        while !requests.take(candidate.to_lowercase()) {
            candidate = format!("{stem}-{number}{end}");
            number += 1;
        }
        requests.current().assets.insert(file.to_owned(), candidate.clone());
        format!("/{}", paths::encoded(&candidate))
    }

    /// The anchor as the page has it: as written, that of a field, or the one that differs only in case or punctuation.
    /// `None` if there is no such anchor.
    fn anchor(&self, place: PagePlace, fragment: &str) -> Option<String> {
        let file = &self.page(place)?.file;
        let facts = self.editions.list.get(place.edition).and_then(|edition| edition.facts.get(file));
        let Some(facts) = facts else { return Some(fragment.to_owned()) };
        let decoded = paths::decoded(fragment);
        if facts.has_anchor(fragment) || facts.has_anchor(&decoded) {
            return Some(fragment.to_owned());
        }
        let dialect = self.project().dialect;
        // ReadMe used this prefix for headings in its first generation, GitBook uses it for those that begin with a
        // digit.
        let prefixed = || {
            let name = if dialect.readme { decoded.strip_prefix("section-") } else { decoded.strip_prefix("id-") };
            name.filter(|_| dialect.readme || dialect.liquid)
        };
        // `param-name`: a field of Mintlify.
        let of_field = || ["param-", "response-", "body-"].iter().find_map(|start| decoded.strip_prefix(start));
        let found = facts
            .field(of_field().unwrap_or(&decoded))
            .or_else(|| facts.near_anchor(&decoded))
            .or_else(|| facts.near_anchor(prefixed().or_else(of_field)?));
        found.map(ToOwned::to_owned)
    }

    /// Whether a page has a heading with an explicit ID in place of this one.
    fn is_replaced(&self, place: PagePlace, fragment: &str) -> bool {
        self.facts(place).is_some_and(|facts| facts.is_replaced(&paths::decoded(fragment)))
    }

    /// The facts of a page; `None` if its file could not be read.
    fn facts(&self, place: PagePlace) -> Option<&PageFacts> {
        let file = &self.page(place)?.file;
        self.editions.list.get(place.edition)?.facts.get(file).map(AsRef::as_ref)
    }

    /// Whether a page may have anchors that its own text does not show, because it includes something.
    fn may_have_more(&self, place: PagePlace) -> bool {
        let Some(page) = self.page(place) else { return true };
        !page.updates.is_empty()
            || self.uses.includes(&page.file)
            || self.facts(place).is_none_or(|facts| facts.anchors.is_empty())
    }

    /// Whether a link leads to a page by a redirect of the settings.
    fn is_redirected(&self, target: &str, place: PagePlace) -> bool {
        let path = paths::decoded(divided(target).0);
        let path = path.trim_matches('/');
        let is_own = |page: &SourcePage| page.addresses.iter().any(|own| own.trim_matches('/') == path);
        target.starts_with('/') && !self.page(place).is_some_and(is_own) && self.table.redirect_of(path).is_some()
    }

    fn to_page(&self, from: &str, target: &str, place: PagePlace, suffix: &str, at: LinkPlace<'_>) -> String {
        let is_own = self.table.page_of(from).map(|page| self.own(page)) == Some(place);
        let same = is_own && suffix.starts_with('#') && target.starts_with('#');
        let address = if same { String::new() } else { self.address(place) };
        let (query, fragment) = suffix.split_once('#').map_or((suffix, None), |(query, rest)| (query, Some(rest)));
        let Some(fragment) = fragment.filter(|fragment| !fragment.is_empty()) else {
            return format!("{address}{query}");
        };
        let anchor = self.anchor(place, fragment);
        let is_known = anchor.is_some();
        match anchor.or_else(|| self.may_have_more(place).then(|| fragment.to_owned())) {
            Some(anchor) => {
                let link = format!("{address}{query}#{anchor}");
                let (from, written) = (at.file.to_owned(), target.to_owned());
                let found = Anchored { from, line: at.line, written, place, anchor, is_known };
                self.requests.borrow_mut().current().anchored.push(found);
                link
            }
            None if is_browser_anchor(fragment) => format!("{address}{query}#{fragment}"),
            None => {
                let page = self.page(place).filter(|_| !self.is_replaced(place, fragment));
                let file = page.map(|page| page.file.as_str()).unwrap_or_default();
                let loss = match self.facts(place).is_some_and(|facts| facts.for_agents.contains(fragment)) {
                    true => Loss::new(LossKind::Anchor, at.file, at.line, target, FOR_AGENTS),
                    false => {
                        let outcome = if self.is_redirected(target, place) { REDIRECTED } else { NO_ANCHOR };
                        Loss::new(LossKind::Anchor, at.file, at.line, target, outcome).to(file)
                    }
                };
                self.requests.borrow_mut().current().losses.push(loss);
                if address.is_empty() { "#".to_owned() } else { format!("{address}{query}") }
            }
        }
    }
}

impl Resolver for Site<'_> {
    fn link(&self, from: &str, target: &str, at: LinkPlace<'_>) -> Option<String> {
        let target = &bare(target);
        if target.is_empty() {
            return None;
        }
        let (path, suffix) = divided(target);
        if target == "#" {
            // A link that only a script would have used.
            return None;
        }
        if self.is_computed(target, at) {
            return None;
        }
        if path.is_empty() {
            // A snippet's own anchors are those of the pages that include it.
            let page = self.table.page_of(from)?;
            return suffix.starts_with('#').then(|| self.to_page(from, target, self.own(page), suffix, at));
        }
        if let Some(page) = self.table.by_scheme(path) {
            return Some(self.to_page(from, target, self.own(page), suffix, at));
        }
        let path = path.strip_prefix("pathname://").unwrap_or(path);
        if is_external(path) {
            let own = self.table.own_address(path).and_then(|own| self.find("", &paths::decoded(own), suffix));
            if let Some(Target::Page(place)) = own {
                return Some(self.to_page(from, target, place, suffix, at));
            }
            if target.starts_with("//") {
                return Some(format!("https:{target}"));
            }
            if is_refused(target) {
                let outcome = "links have no such scheme here; the text of the link stays";
                let origin = if is_broken_scheme(target) { Origin::Source } else { Origin::Import };
                let loss = Loss::new(LossKind::Link, at.file, at.line, target, outcome).by(origin);
                self.requests.borrow_mut().current().losses.push(loss);
            }
            return None;
        }
        // Servers read repeated slashes as one.
        let single = path
            .strip_prefix('/')
            .filter(|rest| rest.contains("//"))
            .map(|rest| format!("/{}", rest.split('/').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("/")));
        let path = single.as_deref().unwrap_or(path);
        match self.find(from, &paths::decoded(path), suffix) {
            Some(Target::Page(place)) => Some(self.to_page(from, target, place, suffix, at)),
            Some(Target::File(file)) => Some(self.placed(&file)),
            Some(Target::Elsewhere(to)) => Some(to),
            Some(Target::Generated(path)) => Some(format!("/{path}{suffix}")),
            None => {
                if let Some(url) = self.outside(path) {
                    return Some(url + suffix);
                }
                let is_above = self.table.leads_above(from, path);
                let outcome = match () {
                    () if is_above => ABOVE,
                    () if path.contains("://") => {
                        "something is before the scheme of the address, so it is read as a path, which no page has"
                    }
                    () => "the page or file does not exist",
                };
                let loss = Loss::new(LossKind::Link, at.file, at.line, target, outcome);
                let address = self.table.url_path(from, path);
                let loss = loss.at(address.clone().unwrap_or_default());
                self.requests.borrow_mut().current().losses.push(loss);
                // A relative path would be relative to the new page, so it would not be that of the redirect.
                let is_operation = |path: &str| self.tables.iter().any(|table| table.is_operation(path));
                let address = address.filter(|address| !path.starts_with('/') && is_operation(address));
                if let Some(address) = address {
                    return Some(address + suffix);
                }
                self.table.seen_from_new_page(from, path).filter(|_| is_above).map(|path| path + suffix)
            }
        }
    }

    fn asset(&self, from: &str, target: &str, at: LinkPlace<'_>) -> Option<String> {
        let target = &bare(target);
        if target.is_empty() || is_external(target) || target.starts_with('#') {
            return None;
        }
        if self.is_computed(target, at) {
            return None;
        }
        let (path, _) = divided(target);
        if let Some(file) = self.table.file(from, &paths::decoded(path)).or_else(|| self.table.file(from, path)) {
            return Some(self.placed(&file));
        }
        self.report_loss(LossKind::Asset, at, target, "the file does not exist");
        None
    }

    fn begin_trial(&self) {
        self.requests.borrow_mut().begin_trial();
    }

    fn end_trial(&self, is_kept: bool) {
        self.requests.borrow_mut().end_trial(is_kept);
    }

    fn title(&self, from: &str, target: &str) -> Option<String> {
        let (path, _) = divided(target);
        let Some(Target::Page(place)) = self.find(from, &paths::decoded(path), "") else { return None };
        let facts = self.editions.list.get(place.edition)?.facts.get(&self.page(place)?.file)?;
        facts.title()
    }

    fn drawing(&self, from: &str, svg: String) -> String {
        let mut requests = self.requests.borrow_mut();
        if let Some(place) = requests.drawing(&svg) {
            return format!("/{}", paths::encoded(place));
        }
        let stem = paths::without_index(paths::stem(from).unwrap_or(from));
        let name = Some(paths::slug(paths::name(stem))).filter(|name| !name.is_empty());
        let name = name.unwrap_or_else(|| "page".to_owned());
        let mut place = format!("drawings/{name}.svg");
        let mut number = 2_u32;
        while !requests.take(place.clone()) {
            place = format!("drawings/{name}-{number}.svg");
            number += 1;
        }
        requests.current().drawings.insert(svg, place.clone());
        format!("/{place}")
    }

    fn include(&self, from: &str, path: &str) -> Include {
        let Some(file) = self.table.included(from, path) else {
            return if includes::is_code(path) { Include::Code } else { Include::Missing };
        };
        if !paths::is_page(&file) {
            return Include::Code;
        }
        self.requests.borrow_mut().current().includes.entry(from.to_owned()).or_default().insert(file.clone());
        if self.uses.is_shared(&file) {
            let src = self.fragment(&file);
            return Include::Shared { src };
        }
        match self.source.text(&file) {
            Ok(text) => Include::Text { dialect: self.project().dialect.of_file(&file), file, text },
            Err(_) => Include::Missing,
        }
    }

    fn path(&self, from: &str, path: &str) -> Option<String> {
        self.table.included(from, path).or_else(|| self.table.file(from, path))
    }

    fn file(&self, from: &str, path: &str) -> Option<String> {
        self.source.text(&self.path(from, path)?).ok()
    }

    fn is_outside(&self, path: &str) -> bool {
        let mut bases = self.project().aliases.iter().filter(|(alias, _)| alias.is_empty());
        bases.any(|(_, folder)| paths::join(folder, path).is_none())
    }

    fn component(&self, name: &str) -> Option<String> {
        const ENDS: [&str; 6] = ["astro", "js", "jsx", "svelte", "tsx", "vue"];
        let components = self.components.get_or_init(|| {
            let code = |file: &&str| paths::name(file).rsplit_once('.').is_some_and(|(_, end)| ENDS.contains(&end));
            let mut components: BTreeMap<String, Option<String>> = BTreeMap::new();
            let mut defined: BTreeMap<String, Option<String>> = BTreeMap::new();
            let mut inline: BTreeMap<String, Option<String>> = BTreeMap::new();
            for file in self.source.paths().filter(code) {
                let stem = paths::name(file).rsplit_once('.').map_or("", |(stem, _)| stem);
                let add = |to: &mut BTreeMap<String, Option<String>>, name: &str| {
                    let known = to.entry(paths::letters(name)).or_insert_with(|| Some(file.to_owned()));
                    *known = known.take().filter(|known| known == file);
                };
                add(&mut components, stem);
                let text = self.source.text(file).unwrap_or_default();
                for name in defined_in(&text) {
                    add(&mut defined, name);
                }
                for (_, name) in mapped_components(&text) {
                    add(&mut inline, name);
                }
            }
            // A file with its name is that of the component.
            for (name, file) in defined.into_iter().chain(inline) {
                components.entry(name).or_insert(file);
            }
            components
        });
        self.source.text(components.get(&paths::letters(name))?.as_deref()?).ok()
    }

    fn operation(&self, _: &str, named: &str) -> Option<(String, Option<String>)> {
        let found = self.operations.find(named);
        if let Some(found) = &found {
            self.requests.borrow_mut().current().documented.insert(found.clone());
        }
        found
    }

    fn style_sheet(&self) -> Option<&StyleSheet> {
        Some(&self.project().style_sheet)
    }

    fn has_references(&self) -> bool {
        self.project().has_references
    }

    fn reference(&self, id: &str) -> Option<String> {
        let of_ids = self.of_ids.get_or_init(|| {
            let mut of_ids = BTreeMap::new();
            for (index, page) in self.project().pages.iter().enumerate() {
                for id in self.edition.facts.get(&page.file).into_iter().flat_map(|facts| &facts.anchors) {
                    of_ids.entry(id.clone()).or_insert(index);
                }
            }
            of_ids
        });
        Some(format!("{}#{id}", self.table.address(*of_ids.get(id)?)))
    }

    fn variable(&self, name: &str) -> Option<String> {
        self.project().variables.get(name).cloned()
    }

    fn hidden_lines(&self, language: &str) -> Option<String> {
        self.project().hidden_lines.get(language).cloned()
    }

    fn neighbors(&self, file: &str, beside: bool) -> Vec<Neighbor> {
        self.cards(self.neighbors.near(file, beside), file)
    }
}

impl Site<'_> {
    /// Navigation entries as the data of cards, without the page itself.
    fn cards(&self, entries: &[NavEntry], but: &str) -> Vec<Neighbor> {
        let neighbor = |file: &str, title: Option<&str>| {
            let index = self.table.page_of(file)?;
            let facts = self.edition.facts.get(file);
            let field =
                |key: &str| facts?.frontmatter.get(key).and_then(serde_yaml::Value::as_str).map(ToOwned::to_owned);
            let title = title.map(ToOwned::to_owned).or_else(|| facts?.title())?;
            Some(Neighbor { title, address: self.table.address(index), description: field("description") })
        };
        let cards = entries.iter().filter_map(|entry| match entry {
            NavEntry::Page { file, .. } if file == but => None,
            NavEntry::Page { file, title, .. } => neighbor(file, title.as_deref()),
            NavEntry::Group { title, page, entries, .. } => {
                let first = || {
                    entries.iter().find_map(|entry| match entry {
                        NavEntry::Page { file, .. } => Some(file.as_str()),
                        _ => None,
                    })
                };
                neighbor(page.as_deref().or_else(first)?, Some(title))
            }
            NavEntry::Link { title, href, .. } => {
                Some(Neighbor { title: title.clone(), address: self.destination(href)?, description: None })
            }
            NavEntry::Operation { .. } | NavEntry::Api { .. } => None,
        });
        cards.collect()
    }
}

impl Site<'_> {
    /// The path of a shared fragment below `_reusables`.
    fn fragment(&self, file: &str) -> String {
        let mut requests = self.requests.borrow_mut();
        if let Some(src) = requests.fragment(file) {
            return src.to_owned();
        }
        let name = paths::portable(paths::name(paths::stem(file).unwrap_or(file)));
        let mut src = format!("{name}.md");
        let mut number = 2_u32;
        while requests.has_fragment(&src) {
            src = format!("{name}-{number}.md");
            number += 1;
        }
        requests.current().fragments.insert(file.to_owned(), src.clone());
        src
    }
}

/// A target without its delimiters and escapes.
pub(crate) fn bare(target: &str) -> String {
    let target = target.trim();
    let target = target.strip_prefix('<').and_then(|target| target.strip_suffix('>')).unwrap_or(target);
    let mut out = String::with_capacity(target.len());
    let mut chars = target.chars().peekable();
    while let Some(c) = chars.next() {
        match chars.peek() {
            Some(next) if c == '\\' && next.is_ascii_punctuation() => out.extend(chars.next()),
            _ => out.push(c),
        }
    }
    out
}

/// Whether a URL was broken for every reader: a path on the computer of its author, or a misspelt scheme, such as `hhttps`
/// or `emailto`.
fn is_broken_scheme(target: &str) -> bool {
    const SCHEMES: [&str; 4] = ["http", "https", "mailto", "tel"];
    let scheme = target.split_once(':').map_or("", |(scheme, _)| scheme).to_ascii_lowercase();
    let is_word = scheme.bytes().all(|byte| byte.is_ascii_alphabetic());
    let is_part = || ["http", "ttps", "mailto"].iter().any(|part| scheme.contains(part) && scheme != *part);
    let is_near = || scheme.len() > 3 && SCHEMES.iter().any(|known| is_misspelt(&scheme, known));
    scheme == "file" || is_word && !SCHEMES.contains(&&*scheme) && (is_part() || is_near())
}

/// Whether a word is another one with a letter missing, added or replaced, or with two letters in each other's place.
fn is_misspelt(word: &str, known: &str) -> bool {
    let (word, known) = (word.as_bytes(), known.as_bytes());
    let start = word.iter().zip(known).take_while(|(one, other)| one == other).count();
    let (word, known) = (word.get(start..).unwrap_or_default(), known.get(start..).unwrap_or_default());
    let end = word.iter().rev().zip(known.iter().rev()).take_while(|(one, other)| one == other).count();
    let (word, known) = (word.get(..word.len() - end), known.get(..known.len() - end));
    match (word.unwrap_or_default(), known.unwrap_or_default()) {
        ([_], [] | [_]) | ([], [_]) => true,
        ([a, b], [c, d]) => a == d && b == c,
        _ => false,
    }
}

/// A target split before its `?` or `#`.
fn divided(target: &str) -> (&str, &str) {
    target.split_at(target.find(['?', '#']).unwrap_or(target.len()))
}

/// Fragments that every page has: its top, and text fragments.
fn is_browser_anchor(fragment: &str) -> bool {
    fragment == "top" || fragment.starts_with(":~:")
}

/// The components that a code file defines at the start of a line.
fn defined_in(code: &str) -> impl Iterator<Item = &str> {
    code.lines().filter_map(|line| {
        let line = line.strip_prefix("export ").unwrap_or(line);
        let line = line.strip_prefix("default ").unwrap_or(line);
        let rest = ["const ", "function ", "class "].iter().find_map(|start| line.strip_prefix(start))?;
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        rest.get(..end).filter(|name| name.starts_with(|c: char| c.is_ascii_uppercase()))
    })
}
