//! The table of URL paths: every name that a page had, and its new one.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use crate::paths;
use crate::project::{NavEntry, Project};
use crate::source::Source;

/// The target of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PathTarget {
    /// A page, by its index.
    Page(usize),
    /// A source file that is not a page.
    File(String),
    /// The end of a redirect to another site.
    Elsewhere(String),
    /// A file that every new site has, by its path.
    Generated(&'static str),
}

/// A path that does not depend on the page with the link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RootedPath {
    /// From the root of the source, perhaps without the extension.
    File(String),
    /// A URL path of the source.
    Address(String),
    /// An ID of a page.
    Id(String),
    /// A URL path, and not also that of a file below a folder of pages.
    Url(String),
}

/// The lookup table of an edition.
pub(crate) struct Table<'a> {
    source: &'a Source,
    project: &'a Project,
    ids: &'a [String],
    by_address: BTreeMap<String, usize>,
    by_id: BTreeMap<String, usize>,
    by_file: BTreeMap<&'a str, usize>,
    by_name: BTreeMap<String, usize>,
    redirects: BTreeMap<String, &'a str>,
    /// The redirects of all paths below a path.
    patterns: Vec<RedirectPattern<'a>>,
    /// The redirects of all paths that begin with a path.
    starts: Vec<RedirectStart<'a>>,
    /// The names of page folders that are not part of URL paths.
    folders: Vec<String>,
    /// The path of the edition in the URL paths of its pages, which their IDs lack.
    edition: Option<&'a str>,
    /// What the paths of its pages, operations and files begin with, without the path of the site; computed when a link
    /// needs it.
    own_segments: OnceCell<BTreeSet<String>>,
    /// The paths of operations on the old site. Computed when a page links to one by a relative path.
    operation_paths: OnceCell<BTreeSet<String>>,
}

/// The schemes by which ReadMe links to a page by slug.
const SCHEMES: [&str; 6] = ["doc", "ref", "page", "changelog", "recipe", "blog"];
/// The greatest number of redirects that are followed.
const MOST_REDIRECTS: usize = 50;

/// Where a redirect without a target ends, with the paths that follow its first target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RedirectEnd {
    /// At a path that it was at before.
    Loop(Vec<String>),
    /// At a path that nothing has.
    Nothing(Vec<String>),
}

/// What matches any rest of a path, or is replaced by it, on one of the hosts.
const HOLES: [&str; 4] = ["*", "**", "(.*)", "$1"];

/// The two prefixes of `/a/:slug*` and `/b/:slug*`, of `/a/*` and `/b/*` or `/b/:splat`.
pub(crate) fn redirect_prefixes<'t>(from: &'t str, to: &'t str) -> Option<(&'t str, &'t str)> {
    let (before, hole) = from.rsplit_once('/')?;
    let (after, other) = to.rsplit_once('/')?;
    let is_hole = |part: &str| HOLES.contains(&part) || (part.starts_with(':') && part.len() > 1);
    let is_plain = |path: &str| !path.contains(['*', ':']) || path.contains("://");
    (is_hole(hole) && is_hole(other) && is_plain(before) && !engine::is_external(to) && is_plain(after))
        .then_some((before, after))
}

/// A redirect of all paths below a path to those below another one.
#[derive(Clone, Copy, Debug)]
struct RedirectPattern<'t> {
    /// Both paths, without surrounding slashes.
    from: &'t str,
    to: &'t str,
    /// Whether the path itself is redirected, too: `/a/*`, but not `/a/:slug`.
    has_start: bool,
}

impl RedirectPattern<'_> {
    /// The target of a path without surrounding slashes.
    fn target_of(&self, path: &str) -> Option<String> {
        let rest = paths::below(path, self.from).filter(|rest| !rest.is_empty());
        let rest = rest.or_else(|| (self.has_start && path == self.from && !path.is_empty()).then_some(""))?;
        Some(format!("/{}", paths::plus(self.to, rest)))
    }
}

/// A redirect of all paths that begin with a path, of which only that path can have one here: `/a/*` → `/b`,
/// `/a*` → `/b:splat`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RedirectStart<'t> {
    /// What all of these paths begin with, without the leading slash: `a/`, `a`.
    before: &'t str,
    /// The path that can have it: `/a`.
    pub(crate) from: &'t str,
    /// The target of that path.
    pub(crate) to: &'t str,
    /// Whether the target has the rest of the path behind it.
    keeps_rest: bool,
}

impl RedirectStart<'_> {
    /// The target of a path without surrounding slashes.
    fn target_of(&self, path: &str) -> Option<String> {
        let path = format!("{path}/");
        let rest = path.strip_prefix(self.before)?.trim_matches('/');
        Some(if self.keeps_rest { paths::plus(self.to, rest) } else { self.to.to_owned() })
    }
}

/// Reads such a redirect.
pub(crate) fn redirect_start<'t>(from: &'t str, to: &'t str) -> Option<RedirectStart<'t>> {
    let before = HOLES.iter().rev().find_map(|hole| from.strip_suffix(hole))?;
    // `/a/:slug*`
    let before = match before.rsplit_once('/') {
        Some((folder, name)) if name.starts_with(':') => from.get(..=folder.len())?,
        _ => before,
    };
    let bare = match to.rsplit_once('/') {
        Some((folder, name)) if HOLES.contains(&name) || name.starts_with(':') => folder,
        _ => to.strip_suffix(":splat").unwrap_or(to),
    };
    let start = before.trim_end_matches('/');
    let is_plain = |path: &str| !path.replacen("://", "", 1).contains(['*', ':']);
    (!start.trim_matches('/').is_empty() && is_plain(start) && is_plain(bare)).then_some(RedirectStart {
        before: before.trim_start_matches('/'),
        from: start,
        to: if bare.is_empty() { "/" } else { bare },
        keeps_rest: bare.len() < to.len(),
    })
}

impl<'a> Table<'a> {
    /// The table of a project whose pages have these IDs.
    pub(crate) fn new(source: &'a Source, project: &'a Project, ids: &'a [String]) -> Self {
        let mut table = Self {
            source,
            project,
            ids,
            by_address: BTreeMap::new(),
            by_id: BTreeMap::new(),
            by_file: BTreeMap::new(),
            by_name: BTreeMap::new(),
            redirects: BTreeMap::new(),
            patterns: Vec::new(),
            starts: Vec::new(),
            folders: Vec::new(),
            edition: edition_path(project, ids),
            own_segments: OnceCell::new(),
            operation_paths: OnceCell::new(),
        };
        for (index, page) in project.pages.iter().enumerate() {
            table.by_file.insert(&page.file, index);
            table.by_file.extend(page.updates.iter().map(|file| (file.as_str(), index)));
            for address in &page.addresses {
                table.by_address.entry(plain(address)).or_insert(index);
            }
        }
        for (index, page) in project.pages.iter().enumerate() {
            for name in &page.names {
                match name.strip_prefix('/') {
                    Some(address) => drop(table.by_address.entry(plain(address)).or_insert(index)),
                    None => drop(table.by_name.entry(name.to_lowercase()).or_insert(index)),
                }
            }
            if let Some(id) = ids.get(index) {
                table.by_id.entry(plain(id)).or_insert(index);
            }
        }
        for (from, to) in project.redirects.iter().chain(&project.section_redirects) {
            if let Some((before, after)) = redirect_prefixes(from, to) {
                let has_start = from.ends_with(['*', ')']);
                let (from, to) = (before.trim_matches('/'), after.trim_matches('/'));
                table.patterns.push(RedirectPattern { from, to, has_start });
                continue;
            }
            if let Some(start) = redirect_start(from, to) {
                table.starts.push(start);
                continue;
            }
            table.redirects.entry(plain(from)).or_insert(to);
        }
        let mut folders: Vec<String> = project.aliases.iter().map(|(_, folder)| folder.clone()).collect();
        folders.push(String::new());
        folders.dedup();
        table.folders = folders;
        table
    }

    /// The URL path of a page in the new project.
    pub(super) fn address(&self, page: usize) -> String {
        match self.ids.get(page).map(String::as_str) {
            None | Some("index") => "/".to_owned(),
            Some(id) => format!("/{}", paths::encoded(id)),
        }
    }

    /// The ID of a page.
    pub(super) fn id(&self, page: usize) -> Option<&str> {
        self.ids.get(page).map(String::as_str)
    }

    /// The page with an ID.
    pub(super) fn of_id(&self, id: &str) -> Option<usize> {
        self.by_id.get(&plain(id)).copied()
    }

    /// The paths by which other editions may have the target of a path in the file `from`: a URL path from the root of
    /// the site, files, and URL paths relative to that of the page.
    pub(super) fn rooted_paths(&self, from: &str, path: &str) -> Vec<RootedPath> {
        if let Some(file) = self.aliased(path) {
            return vec![RootedPath::File(file)];
        }
        if path.starts_with('/') {
            return vec![RootedPath::Address(path.to_owned())];
        }
        let address = self.address_of(from);
        let bases = address.into_iter().flat_map(|address| [paths::folder(address), address]);
        let addresses = bases.filter_map(|base| paths::join(base, path)).map(RootedPath::Address);
        // The path of a file may also be relative to the root.
        let is_rooted = !path.starts_with('.') && paths::is_page(path);
        let rooted =
            self.folders.iter().filter(|_| is_rooted).map(|folder| RootedPath::File(paths::plus(folder, path)));
        let beside = paths::join(paths::folder(from), path).map(RootedPath::File);
        beside.into_iter().chain(addresses).chain(rooted).collect()
    }

    /// The paths by which the edition with the originals of translated pages may have the target of a path in the file
    /// `from`: relative to the ID of the page, which is that of its original.
    pub(super) fn original_paths(&self, from: &str, path: &str) -> Vec<RootedPath> {
        let path = match self.below_edition(path) {
            Some(below) => return vec![RootedPath::Id(below.to_owned())],
            None => path,
        };
        let id = self.page_of(from).and_then(|page| self.id(page)).filter(|_| !path.starts_with('/'));
        let bases = id.into_iter().flat_map(|id| [paths::folder(id), id]);
        bases.filter_map(|base| paths::join(base, path)).map(RootedPath::Id).collect()
    }

    /// The rest of a URL path from the root of the site below the path of the edition.
    fn below_edition<'t>(&self, path: &'t str) -> Option<&'t str> {
        let path = path.strip_prefix('/')?;
        let base = self.project.base.trim_matches('/');
        let path = paths::below(path, base).filter(|_| !base.is_empty()).unwrap_or(path);
        let edition = self.edition?;
        let start = path.get(..edition.len()).filter(|start| start.eq_ignore_ascii_case(edition))?;
        path.strip_prefix(start)?.strip_prefix('/')
    }

    /// The first page at one of these paths.
    pub(super) fn among(&self, paths: &[RootedPath]) -> Option<usize> {
        paths.iter().find_map(|path| match path {
            RootedPath::File(file) => self.by_files(file),
            RootedPath::Address(address) => self.by_path(address, false),
            RootedPath::Url(url) => self.by_url(url, |_| None),
            RootedPath::Id(id) => self.by_path(id, true),
        })
    }

    /// The page of a file.
    pub(super) fn page_of(&self, file: &str) -> Option<usize> {
        self.by_file.get(file).copied()
    }

    /// The URL path of the page of a file on the old site, without the leading `/`.
    fn address_of(&self, file: &str) -> Option<&str> {
        let page = self.project.pages.get(self.page_of(file)?)?;
        Some(page.addresses.first()?.trim_start_matches('/'))
    }

    /// The page of `doc:slug`.
    pub(super) fn by_scheme(&self, path: &str) -> Option<usize> {
        let (scheme, name) = path.split_once(':')?;
        if !SCHEMES.contains(&scheme) {
            return None;
        }
        let name = name.trim_matches('/').to_lowercase();
        self.by_name.get(&name).or_else(|| self.by_address.get(&name)).copied()
    }

    /// The path of a URL with the site's own scheme and host.
    pub(super) fn own_address<'t>(&self, address: &'t str) -> Option<&'t str> {
        let site = self.project.site.as_deref()?.trim_end_matches('/');
        let rest = address.strip_prefix(site)?;
        (rest.starts_with('/') || rest.is_empty()).then_some(if rest.is_empty() { "/" } else { rest })
    }

    /// The URL of a path from the root of the host that is not below the path of the site.
    pub(super) fn outside(&self, path: &str) -> Option<String> {
        let path = path.strip_prefix('/')?;
        let base = self.project.base.trim_matches('/');
        let site = self.project.site.as_deref().filter(|_| self.project.links_have_base && !base.is_empty())?;
        if path == base || paths::below(path, base).is_some() {
            return None;
        }
        Some(format!("{}/{path}", paths::origin(site)?))
    }

    /// Whether the URL of a relative path in the file `from` is above the folder of the site. On a site that has all of
    /// its host, nothing is.
    pub(super) fn leads_above(&self, from: &str, path: &str) -> bool {
        let is_whole_host = self.project.site.is_some() && self.project.base.trim_matches('/').is_empty();
        let is_above = |address: &str| {
            [paths::folder(address), self.url_folder(address)].iter().all(|folder| paths::join(folder, path).is_none())
        };
        // Other files are those of the source, which a tool publishes with the pages.
        let is_url = paths::name(path).rsplit_once('.').is_none_or(|(_, end)| end.is_empty() || end == "html");
        path.starts_with('.') && is_url && !is_whole_host && self.address_of(from).is_some_and(is_above)
    }

    /// The folder that relative URLs in the page at an address begin in: the pages of a book are files, those of other
    /// tools may be folders.
    fn url_folder<'f>(&self, address: &'f str) -> &'f str {
        if self.project.dialect.mdbook { paths::folder(address) } else { address }
    }

    /// A relative path whose URL is above the folder of the site, as it is from the new page, which is a folder.
    pub(super) fn seen_from_new_page(&self, from: &str, path: &str) -> Option<String> {
        let address = self.address_of(from)?;
        let id = self.id(self.page_of(from)?)?;
        let segments = |path: &str| path.split('/').filter(|part| !part.is_empty()).count();
        let old = segments(self.url_folder(address));
        let new = if id == "index" { 0 } else { segments(id) };
        let own = path.split('/').take_while(|part| matches!(*part, "." | "..")).filter(|part| *part == "..").count();
        let rest = path.split('/').skip_while(|part| matches!(*part, "." | "..")).collect::<Vec<_>>().join("/");
        Some("../".repeat(new + own.checked_sub(old)?) + &rest)
    }

    /// Whether a path from the root may be one of the site without the path of the site: that of a page, an operation or a
    /// file begins with the same segment.
    pub(super) fn may_lack_base(&self, path: &str) -> bool {
        let segments = self.own_segments.get_or_init(|| own_segments(self.source, self.project));
        segments.contains(&first_segment(paths::decoded(path).trim_start_matches('/')))
    }

    /// The target of a decoded path in the file `from`.
    pub(super) fn find(&self, from: &str, path: &str) -> Option<PathTarget> {
        if let Some(page) = self.page(from, path) {
            return Some(PathTarget::Page(page));
        }
        if let Some(file) = self.file(from, path).filter(|file| !paths::is_page(file)) {
            return Some(PathTarget::File(file));
        }
        self.redirected(from, path).or_else(|| self.generated(&self.url_path(from, path)?))
    }

    /// A file that every new site has, by its URL path.
    fn generated(&self, path: &str) -> Option<PathTarget> {
        let path = path.trim_start_matches('/');
        let base = self.project.base.trim_matches('/');
        let below = match paths::below(path, base) {
            None if self.project.links_have_base => return None,
            below => below.unwrap_or(path),
        };
        engine::AGENT_FILES.iter().find(|name| **name == below).map(|name| PathTarget::Generated(name))
    }

    /// The URL path that a browser asks for by a path in the file `from`. `None` if it is above the root, or the page is
    /// unknown.
    pub(super) fn url_path(&self, from: &str, path: &str) -> Option<String> {
        if path.starts_with('/') {
            return Some(path.to_owned());
        }
        let is_host = self.project.links_have_base && self.project.base.trim_matches('/').is_empty();
        // A browser stays at the root of the host.
        let from_root = || paths::join("", path.trim_start_matches(['.', '/'])).filter(|_| is_host);
        Some(format!("/{}", paths::join(paths::folder(self.address_of(from)?), path).or_else(from_root)?))
    }

    fn page(&self, from: &str, path: &str) -> Option<usize> {
        if let Some(rest) = self.aliased(path) {
            return self.by_files(&rest);
        }
        if path.starts_with('/') {
            let page = self.rooted(path)?;
            return Some(self.index_beside(page, path).unwrap_or(page));
        }
        let joined = paths::join(paths::folder(from), path);
        // A page may have the name of the folder.
        let index = joined.as_deref().filter(|_| path.ends_with('/')).and_then(|folder| self.index_of(folder));
        let beside = index.or_else(|| self.by_files(joined.as_deref()?));
        beside.or_else(|| self.relative(from, path)).or_else(|| {
            // A path without a leading dot may also be relative to the root.
            let is_bare = !path.starts_with('.');
            is_bare.then(|| {
                self.rooted(path).or_else(|| self.by_name.get(&path.trim_matches('/').to_lowercase()).copied())
            })?
        })
    }

    /// The page of the folder that a URL path with a trailing slash names, if `page` has the same path.
    fn index_beside(&self, page: usize, path: &str) -> Option<usize> {
        let folder = path.strip_suffix('/')?.trim_start_matches('/');
        let address = |page: usize| self.project.pages.get(page)?.addresses.first().map(|address| plain(address));
        let index = self.folders.iter().find_map(|root| self.index_of(&paths::plus(root, folder)))?;
        (address(index) == address(page)).then_some(index)
    }

    /// The page of a folder.
    fn index_of(&self, folder: &str) -> Option<usize> {
        let names = ["index.mdx", "index.md", "README.md", "readme.md"];
        names.iter().find_map(|name| self.by_file.get(paths::plus(folder, name).as_str()).copied())
    }

    /// A page by its file, with or without its extension, or by its folder.
    fn by_files(&self, path: &str) -> Option<usize> {
        let path = path.trim_end_matches('/');
        let stem = paths::stem(path).or_else(|| path.strip_suffix(".html")).unwrap_or(path);
        let ends = [
            "",
            ".mdx",
            ".md",
            "/index.mdx",
            "/index.md",
            "/README.md",
            "/readme.md",
            "/page.mdx",
            "/page.md",
            ".mdoc",
        ];
        let at = |end: &str| {
            let file = if stem.is_empty() { end.trim_start_matches('/').to_owned() } else { format!("{stem}{end}") };
            self.by_file.get(file.as_str()).copied()
        };
        self.by_file.get(path).copied().or_else(|| ends.iter().find_map(|end| at(end)))
    }

    /// A page by its URL path from the root of the site, or by its ID.
    fn rooted(&self, path: &str) -> Option<usize> {
        self.by_path(path, true)
    }

    /// A page by its URL path from the root of the site. `or_id` says whether the path may also be an ID: in the source,
    /// those of another language may be the URL paths of other pages.
    fn by_path(&self, path: &str, or_id: bool) -> Option<usize> {
        let by_id = |path: &str| self.by_id.get(path).filter(|_| or_id).copied();
        let path = path.trim_start_matches('/');
        self.by_url(path, by_id)
            .or_else(|| self.folders.iter().find_map(|folder| self.by_files(&paths::plus(folder, path))))
    }

    /// The page with a URL path, with or without the path of the site, or else the one that `other` has for it.
    fn by_url(&self, path: &str, other: impl Fn(&str) -> Option<usize>) -> Option<usize> {
        let known = |path: &str| {
            let path = plain(path);
            self.by_address.get(&path).copied().or_else(|| other(&path))
        };
        let base = self.project.base.trim_matches('/');
        let path = path.trim_start_matches('/');
        known(path)
            .or_else(|| known(paths::below(path, base).filter(|_| !base.is_empty())?))
            .or_else(|| known(&paths::plus(base, path)).filter(|_| !base.is_empty()))
    }

    /// A page by a path relative to the URL of the page `from`, resolved as browsers do, with and without a trailing
    /// slash of that URL.
    fn relative(&self, from: &str, path: &str) -> Option<usize> {
        let address = self.address_of(from)?;
        let bases = [paths::folder(address), address];
        bases
            .iter()
            .filter_map(|base| paths::join(base, path))
            .find_map(|path| self.by_address.get(&plain(&path)).or_else(|| self.by_id.get(&plain(&path))).copied())
    }

    /// A path with an alias, such as `@site/docs/a.md`, as a path of the source.
    fn aliased(&self, path: &str) -> Option<String> {
        let aliases = self.project.aliases.iter().filter(|(alias, _)| !alias.is_empty());
        let fits = |(alias, folder): &(String, String)| {
            let rest = path.strip_prefix(alias.as_str())?;
            (rest.starts_with('/') || alias.ends_with('/')).then(|| paths::plus(folder, rest))
        };
        paths::join("", &aliases.filter(|(alias, _)| alias.starts_with(['@', '~', '#'])).find_map(fits)?)
    }

    /// A file that is not a page, by its path in `from` or by its URL path.
    pub(super) fn file(&self, from: &str, path: &str) -> Option<String> {
        let has = |path: String| (!path.is_empty() && self.source.has(&path)).then_some(path);
        if let Some(path) = self.aliased(path) {
            return has(path);
        }
        let below = |folder: &String, path: &str| paths::join("", &paths::plus(folder, path)).and_then(has);
        if !path.starts_with('/')
            && let Some(file) = paths::join(paths::folder(from), path).and_then(has)
        {
            return Some(file);
        }
        let bare = path.trim_start_matches('/');
        let base = self.project.base.trim_matches('/');
        let without_base = paths::below(bare, base).filter(|_| !base.is_empty());
        // A relative path may also be relative to the URL of the page: `../img/x.png` from `/a/b/`.
        let address = self.address_of(from).filter(|_| !path.starts_with('/'));
        let by_address = address.and_then(|address| paths::join(address, path));
        let beside = address.and_then(|address| paths::join(paths::folder(address), path));
        let candidates = [Some(bare.to_owned()), without_base.map(ToOwned::to_owned), by_address, beside];
        let folders = || self.project.public_folders.iter().chain(&self.folders);
        candidates
            .into_iter()
            .flatten()
            // Without a page, a path is relative to the root of the project, and may leave it.
            .filter(|path| !path.starts_with("..") || from.is_empty())
            .find_map(|path| folders().find_map(|folder| below(folder, &path)))
    }

    /// The target of a redirect in the settings.
    pub(super) fn redirected(&self, from: &str, path: &str) -> Option<PathTarget> {
        let mut path = self.url_path(from, path)?;
        for _ in 0..MOST_REDIRECTS {
            let to = self.redirect_of(&path)?;
            if engine::is_external(&to) {
                return Some(PathTarget::Elsewhere(to));
            }
            let (to, suffix) = super::divided(&to);
            if let Some(page) = self.rooted(to) {
                return Some(PathTarget::Page(page));
            }
            if let Some(file) = self.file("", to).filter(|file| !paths::is_page(file)) {
                return Some(PathTarget::File(file));
            }
            if let Some(generated) = self.generated(to) {
                return Some(generated);
            }
            if let Some(url) = self.outside(to).filter(|_| !self.may_lack_base(to)) {
                return Some(PathTarget::Elsewhere(url + suffix));
            }
            path = to.to_owned();
        }
        None
    }

    /// The target of the redirect from a path, with or without the path of the site.
    pub(super) fn redirect_of(&self, path: &str) -> Option<String> {
        let base = self.project.base.trim_matches('/');
        let path = path.trim_matches('/');
        let below = paths::below(path, base).filter(|_| !base.is_empty());
        let spelled = [Some(path.to_owned()), below.map(ToOwned::to_owned), Some(paths::plus(base, path))];
        spelled.into_iter().flatten().find_map(|path| {
            if let Some(to) = self.redirects.get(&plain(&path)) {
                return Some((*to).to_owned());
            }
            let of_pattern = self.patterns.iter().find_map(|pattern| pattern.target_of(&path));
            of_pattern.or_else(|| self.starts.iter().find_map(|start| start.target_of(&path)))
        })
    }

    /// Where the redirect from one path to another ends if it has no target: the paths after `to`.
    pub(super) fn redirect_end(&self, from: &str, to: &str) -> RedirectEnd {
        let mut chain: Vec<String> = Vec::new();
        let mut path = super::divided(to).0.to_owned();
        let mut seen: BTreeSet<String> = [plain(super::divided(from).0)].into();
        loop {
            if !seen.insert(plain(&path)) || chain.len() >= MOST_REDIRECTS {
                return RedirectEnd::Loop(chain);
            }
            let Some(next) = self.redirect_of(&path) else { return RedirectEnd::Nothing(chain) };
            path = super::divided(&next).0.to_owned();
            chain.push(next);
        }
    }

    /// Whether a URL path is that of an operation on the old site, or redirects to one.
    pub(super) fn is_operation(&self, path: &str) -> bool {
        let read = || NavEntry::operation_paths(&self.project.navigation).into_iter().map(plain).collect();
        let known: &BTreeSet<String> = self.operation_paths.get_or_init(read);
        let end = match self.redirect_end("", path) {
            RedirectEnd::Nothing(chain) => chain.last().cloned(),
            RedirectEnd::Loop(_) => None,
        };
        !known.is_empty() && known.contains(&plain(super::divided(end.as_deref().unwrap_or(path)).0))
    }

    /// The Markdown or other text file at an include path.
    pub(super) fn included(&self, from: &str, path: &str) -> Option<String> {
        let path = path.trim().trim_start_matches("!!raw-loader!");
        let has = |path: &str| -> Option<String> {
            const ENDS: [&str; 10] =
                ["", ".mdx", ".md", ".txt", ".tsx", ".jsx", ".ts", ".js", "/index.tsx", "/index.jsx"];
            ENDS.iter().map(|end| format!("{path}{end}")).find(|path| self.source.has(path))
        };
        if let Some(found) = self.aliased(path).and_then(|path| has(&path)) {
            return Some(found);
        }
        let beside = (!path.starts_with('/')).then(|| paths::join(paths::folder(from), path)).flatten();
        let rooted = path.trim_start_matches('/');
        let from_folders = self.project.aliases.iter().map(|(_, folder)| folder).chain(&self.folders);
        let mut below = from_folders.filter_map(|folder| paths::join("", &paths::plus(folder, rooted)));
        // `@components/x` is an alias of the project's build: most are named after a folder.
        let named = path.strip_prefix(['@', '~']).unwrap_or_default().trim_start_matches('/');
        let mut named = ["", "src"].iter().filter(|_| !named.is_empty()).map(|folder| paths::plus(folder, named));
        let mut named_below =
            || named.find_map(|path| self.folders.iter().find_map(|folder| has(&paths::plus(folder, &path))));
        beside.as_deref().and_then(has).or_else(|| below.find_map(|path| has(&path))).or_else(&mut named_below)
    }

    /// The path of a file without the folder that is not part of URL paths.
    pub(super) fn public<'f>(&self, file: &'f str) -> &'f str {
        let folders = self.project.public_folders.iter().chain(&self.folders);
        let below = folders.filter(|folder| !folder.is_empty()).filter_map(|folder| paths::below(file, folder));
        below.min_by_key(|below| below.len()).unwrap_or(file)
    }
}

/// The path of an edition in the URL paths of its pages, which their IDs lack: that of its home page if it has no other
/// one.
fn edition_path<'a>(project: &'a Project, ids: &[String]) -> Option<&'a str> {
    let pages = || {
        let pages = project.pages.iter().zip(ids);
        pages.filter_map(|(page, id)| Some((page.addresses.first()?.trim_matches('/'), id.as_str())))
    };
    let found = pages().find_map(|(address, id)| address.strip_suffix(id)?.strip_suffix('/'));
    found.or_else(|| pages().find_map(|(address, id)| (id == "index" && !address.is_empty()).then_some(address)))
}

/// The first segments of the paths of pages, operations and published files, without the path of the site.
fn own_segments(source: &Source, project: &Project) -> BTreeSet<String> {
    let base = project.base.trim_matches('/');
    let mut addresses: Vec<&str> = project.pages.iter().flat_map(|page| &page.addresses).map(String::as_str).collect();
    addresses.extend(project.api_paths.iter().map(String::as_str));
    addresses.extend(NavEntry::operation_paths(&project.navigation));
    let below_base = |address: &str| {
        let path = address.trim_matches('/');
        first_segment(paths::below(path, base).filter(|_| !base.is_empty()).unwrap_or(path))
    };
    let files = project
        .public_folders
        .iter()
        .flat_map(|folder| source.under(folder).map(|file| first_segment(paths::below(file, folder).unwrap_or(file))));
    addresses.into_iter().map(below_base).chain(files).collect()
}

fn first_segment(path: &str) -> String {
    path.split('/').next().unwrap_or_default().to_lowercase()
}

/// A URL path as a key: lowercase, without surrounding slashes, extension, `index` and `README`.
pub(super) fn plain(address: &str) -> String {
    let path = address.trim_matches('/');
    let path = paths::stem(path).or_else(|| path.strip_suffix(".html")).unwrap_or(path);
    paths::without_index(path).trim_matches('/').to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::{RedirectEnd, Table, redirect_prefixes, redirect_start};
    use crate::project::Project;
    use crate::source::Source;

    #[test]
    fn patterns_are_told_by_their_last_part() {
        assert_eq!(redirect_prefixes("/v3/:slug*", "/:slug*"), Some(("/v3", "")));
        assert_eq!(redirect_prefixes("/a/*", "/b/:splat"), Some(("/a", "/b")));
        assert_eq!(redirect_prefixes("/a/(.*)", "/b/$1"), Some(("/a", "/b")));
        assert_eq!(redirect_prefixes("/a/:x/b", "/b/:x"), None);
        assert_eq!(redirect_prefixes("/a/:x", "https://b.test/:x"), None);
    }

    #[test]
    fn redirects_of_all_paths_have_a_start() {
        let parts = |from, to| redirect_start(from, to).map(|start| (start.from, start.to));
        assert_eq!(parts("/a/*", "/b"), Some(("/a", "/b")));
        assert_eq!(parts("/a*", "/b:splat"), Some(("/a", "/b")));
        assert_eq!(parts("/a/:x(.*)", "/b"), Some(("/a", "/b")));
        assert_eq!(parts("/a/**", "/b"), Some(("/a", "/b")));
        assert_eq!(parts("/a/:x*", "https://b.test/:x*"), Some(("/a", "https://b.test")));
        for (from, to) in [("/*", "/b"), ("/a/:x", "/b"), ("/a/:x/*", "/b"), ("/a/*", "/b/:splat/c"), ("/a", "/b")] {
            assert_eq!(parts(from, to), None, "{from}");
        }
        let start = redirect_start("/a/*", "https://b.test/:splat").unwrap();
        assert_eq!(start.target_of("a").as_deref(), Some("https://b.test"));
        assert_eq!(start.target_of("a/x/y").as_deref(), Some("https://b.test/x/y"));
        assert_eq!(start.target_of("ab"), None);
        assert_eq!(redirect_start("/a*", "/b").unwrap().target_of("ab/c").as_deref(), Some("/b"));
    }

    #[test]
    fn chains_of_redirects_are_followed_to_their_end() {
        let pairs = [("/a", "/b"), ("/b", "/c"), ("/c", "/b"), ("/d", "/old/e"), ("/old/*", "/new/*")];
        let redirects = pairs.map(|(from, to)| (from.to_owned(), to.to_owned())).to_vec();
        let project = Project { redirects, ..Project::default() };
        let source = Source::default();
        let table = Table::new(&source, &project, &[]);
        let strings = |paths: &[&str]| paths.iter().map(|path| (*path).to_owned()).collect::<Vec<_>>();
        assert_eq!(table.redirect_end("/a", "/b"), RedirectEnd::Loop(strings(&["/c", "/b"])));
        assert_eq!(table.redirect_end("/d", "/old/e"), RedirectEnd::Nothing(strings(&["/new/e"])));
        assert_eq!(table.redirect_end("/x", "/old/"), RedirectEnd::Nothing(strings(&["/new"])));
        assert_eq!(table.redirect_end("/x", "/x"), RedirectEnd::Loop(Vec::new()));
    }
}
