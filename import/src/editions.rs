//! The versions and languages of a source: which exist, which are imported, and their names and folders in the new
//! project. Each is read as a project of its own.

use std::collections::{BTreeMap, BTreeSet};

use engine::MOST_EDITIONS;

use crate::detect::Detected;
use crate::formats::{self, Choice, Facts};
use crate::language;
use crate::project::{EditionName, NavEntry, Offer, Project, SourceSpec};
use crate::report::{EditionReport, LossKind};
use crate::source::Source;
use crate::{Options, Refusal, paths};

/// The imported versions and languages.
#[derive(Debug, Default)]
pub(crate) struct Editions {
    /// The main one first.
    pub(crate) languages: Vec<Named>,
    /// The main one first.
    pub(crate) versions: Vec<Named>,
    /// The editions that the source has, by version, then by language. The first one is the main one.
    pub(crate) list: Vec<Edition>,
}

/// A language or version with its name in `tool.json`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Named {
    pub(crate) source: EditionName,
    /// Its segment in URL paths.
    pub(crate) name: String,
}

/// A version in a language.
#[derive(Debug)]
pub(crate) struct Edition {
    /// Its place among the versions.
    pub(crate) version: usize,
    /// Its place among the languages.
    pub(crate) language: usize,
    pub(crate) project: Project,
    /// The facts of its pages.
    pub(crate) facts: Facts,
}

/// The editions as they are found.
struct Finder<'s> {
    source: &'s Source,
    found: &'s Detected,
    options: &'s Options,
    languages: Vec<EditionName>,
    versions: Vec<EditionName>,
    list: Vec<Edition>,
}

impl Editions {
    /// Reads the editions that the options ask for.
    ///
    /// # Errors
    /// If the source does not have one of them, or too many.
    pub(crate) fn read(source: &Source, found: &Detected, options: &Options) -> Result<Self, Refusal> {
        let default = formats::read(source, found, &Choice::default());
        let mut finder =
            Finder { source, found, options, languages: Vec::new(), versions: Vec::new(), list: Vec::new() };
        finder.learn(&default.0);
        finder.read_all(default)?;
        let Finder { languages, versions, mut list, .. } = finder;
        list.sort_by_key(|edition| (edition.version, edition.language));
        let mut editions = Self { languages: named(languages), versions: named(versions), list };
        editions.complete(source);
        Ok(editions)
    }

    /// What depends on all editions: the names of those that the source has, the reported others, and the pages.
    fn complete(&mut self, source: &Source) {
        self.keep_existing();
        for edition in &mut self.list {
            let is_imported = |kind: LossKind, name: &str| {
                let names = match kind {
                    LossKind::Locale => &self.languages,
                    LossKind::Version => &self.versions,
                    _ => return false,
                };
                names.iter().any(|one| one.source.name == name)
            };
            edition.project.losses.retain(|loss| {
                loss.outcome != formats::left_out(&loss.subject) || !is_imported(loss.kind, &loss.subject)
            });
            if !edition.project.losses.iter().any(|loss| loss.outcome == formats::left_out(&loss.subject)) {
                edition.project.left_out.clear();
            }
            edition.project.name = edition.project.name.take().or_else(|| source.name().map(ToOwned::to_owned));
        }
        self.leave_out_originals();
        self.share_specs();
        if self.list.len() > 1 {
            self.shorten();
        }
        for edition in &mut self.list {
            edition.project.leave_out_error_page();
            edition.project.give_home();
        }
        self.give_names();
    }

    /// Drops the languages and versions without any edition. Those of the first edition become the main ones.
    fn keep_existing(&mut self) {
        let Some((version, language)) = self.list.first().map(|edition| (edition.version, edition.language)) else {
            return;
        };
        let order = |count: usize, main: usize, used: &BTreeSet<usize>| -> Vec<usize> {
            std::iter::once(main).chain((0..count).filter(|at| *at != main && used.contains(at))).collect()
        };
        let versions = order(self.versions.len(), version, &self.list.iter().map(|edition| edition.version).collect());
        let languages =
            order(self.languages.len(), language, &self.list.iter().map(|edition| edition.language).collect());
        let place = |order: &[usize], old: usize| order.iter().position(|at| *at == old).unwrap_or_default();
        for edition in &mut self.list {
            edition.version = place(&versions, edition.version);
            edition.language = place(&languages, edition.language);
        }
        let pick = |all: &[Named], order: &[usize]| order.iter().filter_map(|at| all.get(*at).cloned()).collect();
        (self.versions, self.languages) = (pick(&self.versions, &versions), pick(&self.languages, &languages));
        self.list.sort_by_key(|edition| (edition.version, edition.language));
    }

    /// Drops the pages of a language that are those of the main language: readers see these anyway.
    fn leave_out_originals(&mut self) {
        for index in 0..self.list.len() {
            let Some(original) = self.original(index) else { continue };
            let Some(files) = self.list.get(original).map(|edition| {
                edition.project.pages.iter().map(|page| page.file.clone()).collect::<BTreeSet<String>>()
            }) else {
                continue;
            };
            if let Some(edition) = self.list.get_mut(index) {
                edition.project.pages.retain(|page| !files.contains(&page.file));
            }
        }
    }

    /// Gives all languages of a version the same OpenAPI files: only versions have their own in `tool.json`.
    fn share_specs(&mut self) {
        for version in 0..self.versions.len().max(1) {
            let mut shared: Vec<SourceSpec> = Vec::new();
            for edition in self.list.iter_mut().filter(|edition| edition.version == version) {
                let mut places = Vec::new();
                for spec in edition.project.specs.drain(..) {
                    let known = shared.iter().position(|known| known.file == spec.file);
                    places.push(known.unwrap_or(shared.len()));
                    if known.is_none() {
                        shared.push(spec);
                    }
                }
                renumber(&mut edition.project.navigation, &places);
            }
            for edition in self.list.iter_mut().filter(|edition| edition.version == version) {
                edition.project.specs.clone_from(&shared);
            }
        }
    }

    /// Drops the folder that names an edition from the IDs of its pages: the pages of all editions have the same IDs then,
    /// so that readers can switch between them.
    fn shorten(&mut self) {
        let mut uses: BTreeMap<&str, usize> = BTreeMap::new();
        for page in self.list.iter().flat_map(|edition| &edition.project.pages) {
            *uses.entry(&page.file).or_default() += 1;
        }
        // The folder of most pages that no other edition has.
        let folder = |edition: &Edition| -> String {
            let own = edition.project.pages.iter().filter(|page| uses.get(page.file.as_str()) == Some(&1));
            let mut counts: BTreeMap<String, usize> = BTreeMap::new();
            for page in own {
                let naming = formats::folder_of(page).split('/').take_while(|part| self.is_naming(edition, part));
                *counts.entry(naming.collect::<Vec<_>>().join("/")).or_default() += 1;
            }
            let all: usize = counts.values().sum();
            let most = counts.into_iter().max_by_key(|(_, count)| *count);
            most.filter(|(_, count)| count * 2 > all).map(|(folder, _)| folder).unwrap_or_default()
        };
        let folders: Vec<String> = self.list.iter().map(folder).collect();
        for (edition, folder) in self.list.iter_mut().zip(&folders).filter(|(_, folder)| !folder.is_empty()) {
            let mut taken: BTreeSet<String> = edition.project.pages.iter().map(|page| page.id.to_lowercase()).collect();
            for page in &mut edition.project.pages {
                let id = if page.id == *folder { Some("index") } else { paths::below(&page.id, folder) };
                if let Some(id) = id.filter(|id| taken.insert(id.to_lowercase())) {
                    page.id = id.to_owned();
                }
            }
        }
        let single = |at: usize| folders.get(at).filter(|folder| segment(folder) == **folder).cloned();
        for at in 0..self.list.len() {
            let Some((version, language)) = self.list.get(at).map(|edition| (edition.version, edition.language)) else {
                continue;
            };
            let named = match (version, language) {
                (0, 0) => None,
                (version, 0) => self.versions.get_mut(version),
                (0, language) => self.languages.get_mut(language),
                _ => None,
            };
            if let Some((named, folder)) = named.zip(single(at)) {
                named.name = folder;
            }
        }
    }

    /// Whether a folder's name is that of the language or version of an edition.
    fn is_naming(&self, edition: &Edition, part: &str) -> bool {
        let plain = |name: &str| name.trim_start_matches(['v', 'V']).replace('_', "-").to_lowercase();
        let is_called = |named: Option<&Named>| {
            named.is_some_and(|named| {
                let names = [Some(named.source.name.as_str()), named.source.lang.as_deref()];
                names.into_iter().flatten().any(|name| !name.is_empty() && plain(name) == plain(part))
            })
        };
        let is_version = || {
            let rest = part.trim_start_matches(['v', 'V']);
            rest.starts_with(|c: char| c.is_ascii_digit()) || NAMES.contains(&part)
        };
        (self.languages.len() > 1 && (is_called(self.languages.get(edition.language)) || language::is_language(part)))
            || (self.versions.len() > 1 && (is_called(self.versions.get(edition.version)) || is_version()))
    }

    /// Gives the languages and versions names that can be a part of a URL, each another one.
    fn give_names(&mut self) {
        let lang = self.list.first().and_then(|edition| edition.project.lang.clone());
        for (place, named) in self.languages.iter_mut().enumerate() {
            let is_known = language::is_language(&named.name);
            let own = named.source.lang.clone().or_else(|| lang.clone().filter(|_| place == 0));
            let name = if is_known { named.name.clone() } else { own.unwrap_or_else(|| "en".to_owned()) };
            let tag = TAGS.iter().find(|(known, _)| known.eq_ignore_ascii_case(&name));
            named.name = tag.map_or_else(|| segment(&name.replace('_', "-")), |(_, tag)| (*tag).to_owned());
        }
        for named in &mut self.versions {
            let name = segment(&named.name);
            if name != named.source.name && named.source.label.is_none() {
                named.source.label = Some(named.source.name.clone());
            }
            named.name = name;
        }
        let mut taken: BTreeSet<String> = BTreeSet::new();
        for named in self.languages.iter_mut().chain(&mut self.versions) {
            named.source.label = named.source.label.take().filter(|label| !label.trim().is_empty());
            let base = named.name.clone();
            let mut number = 2_u32;
            while !taken.insert(named.name.to_lowercase()) {
                named.name = format!("{base}-{number}");
                number += 1;
            }
        }
    }

    /// The edition whose pages an edition shows where its own are not translated.
    pub(crate) fn original(&self, index: usize) -> Option<usize> {
        let edition = self.list.get(index).filter(|edition| edition.language > 0)?;
        self.list.iter().position(|other| other.version == edition.version && other.language == 0)
    }

    /// The path of an edition below the root of the site, with a trailing slash; empty for the main one.
    pub(crate) fn prefix(&self, edition: &Edition) -> String {
        let name = |all: &[Named], at: usize| all.get(at).filter(|_| at > 0).map(|named| format!("{}/", named.name));
        let parts = [name(&self.languages, edition.language), name(&self.versions, edition.version)];
        parts.into_iter().flatten().collect()
    }

    /// How a link in one edition to another begins: the names that differ, each after a slash.
    pub(crate) fn between(&self, from: &Edition, to: &Edition) -> String {
        let language = self.languages.get(to.language).filter(|_| from.language != to.language);
        let language = language.map(|named| format!("/{}", named.name)).unwrap_or_default();
        language + &self.between_versions(from, to)
    }

    /// How a link in one edition to the version of another begins, in the same language.
    pub(crate) fn between_versions(&self, from: &Edition, to: &Edition) -> String {
        let version = self.versions.get(to.version).filter(|_| from.version != to.version);
        version.map(|named| format!("/{}", named.name)).unwrap_or_default()
    }

    /// The folder of the pages of an edition in the new project.
    pub(crate) fn folder(&self, edition: &Edition) -> String {
        let name = |all: &[Named], at: usize| all.get(at).map(|named| named.name.clone()).unwrap_or_default();
        let (language, version) = (name(&self.languages, edition.language), name(&self.versions, edition.version));
        match (edition.language, edition.version) {
            (0, 0) => "docs".to_owned(),
            (0, _) => format!("versions/{version}"),
            (_, 0) => format!("i18n/{language}"),
            _ => format!("i18n/{language}-{version}"),
        }
    }

    /// An edition in the report, with its number of pages.
    pub(crate) fn report(&self, edition: &Edition, pages: usize) -> EditionReport {
        let name = |all: &[Named], at: usize| all.get(at).filter(|_| all.len() > 1).map(|named| named.name.clone());
        EditionReport {
            version: name(&self.versions, edition.version),
            language: name(&self.languages, edition.language),
            pages,
        }
    }
}

impl Finder<'_> {
    /// Records the languages and versions of a project that are not known yet.
    fn learn(&mut self, project: &Project) {
        for (kind, known) in [(LossKind::Locale, &mut self.languages), (LossKind::Version, &mut self.versions)] {
            let Some(Offer { names, read }) = project.offered.get(&kind) else { continue };
            // The first project is that of the default ones.
            let main = names.iter().filter(|_| known.is_empty()).find(|one| read.first() == Some(&one.name));
            for one in main.into_iter().chain(names).cloned().collect::<Vec<_>>() {
                if !known.iter().any(|known| known.name == one.name) {
                    known.push(one);
                }
            }
        }
    }

    /// Reads all requested combinations of a version and a language that the source has.
    fn read_all(&mut self, default: (Project, Facts)) -> Result<(), Refusal> {
        let mut default = Some(default);
        let mut tried: BTreeSet<(usize, usize)> = BTreeSet::new();
        loop {
            let (languages, versions) = (self.requested(LossKind::Locale), self.requested(LossKind::Version));
            let pairs = versions.iter().flat_map(|&version| languages.iter().map(move |&language| (version, language)));
            let Some((version, language)) = pairs.into_iter().find(|pair| !tried.contains(pair)) else { break };
            tried.insert((version, language));
            if tried.len() > MOST_EDITIONS {
                return Err(Refusal {
                    reason: format!("it has more than {MOST_EDITIONS} combinations of a version and a language"),
                    help: "name those to import with `--only`".to_owned(),
                });
            }
            let is_default = (version, language) == (0, 0);
            let choice = Choice {
                language: self.languages.get(language).map(|one| one.name.clone()),
                version: self.versions.get(version).map(|one| one.name.clone()),
                has_originals: language > 0 && languages.contains(&0),
                is_old: versions.first() != Some(&version),
            };
            let read = default.take_if(|_| is_default);
            let (project, facts) = read.unwrap_or_else(|| formats::read(self.source, self.found, &choice));
            self.learn(&project);
            let has = |kind: LossKind, wanted: &Option<String>| match wanted {
                None => true,
                Some(wanted) => project.offered.get(&kind).is_some_and(|offer| offer.read.contains(wanted)),
            };
            let exists = has(LossKind::Locale, &choice.language) && has(LossKind::Version, &choice.version);
            if is_default || (exists && !project.pages.is_empty()) {
                self.list.push(Edition { version, language, project, facts });
            }
        }
        self.check()
    }

    /// The places of the languages or versions that the options ask for: those that they name, or else all.
    fn requested(&self, kind: LossKind) -> Vec<usize> {
        let (all, one) = match kind {
            LossKind::Locale => (&self.languages, &self.options.locale),
            _ => (&self.versions, &self.options.version),
        };
        let is_named = |name: &EditionName| {
            one.as_deref().is_some_and(|one| name.is_called(one))
                || one.is_none() && self.options.only.iter().any(|only| name.is_called(only))
        };
        let named: Vec<usize> = all.iter().enumerate().filter(|(_, name)| is_named(name)).map(|(at, _)| at).collect();
        let are_all = named.is_empty();
        if are_all { (0..all.len().max(1)).collect() } else { named }
    }

    /// Checks the requested languages and versions.
    fn check(&self) -> Result<(), Refusal> {
        let requested = [
            (self.options.locale.as_ref(), &self.languages, "language", "--locale"),
            (self.options.version.as_ref(), &self.versions, "version", "--doc-version"),
        ];
        for (wanted, all, what, option) in requested {
            let Some(wanted) = wanted.filter(|wanted| !all.iter().any(|one| one.is_called(wanted))) else { continue };
            let help = match names(all).as_str() {
                "" => format!("its pages have only one {what}; leave out `{option}`"),
                names => format!("its {what}s: {names}"),
            };
            return Err(Refusal { reason: format!("it has no {what} `{wanted}`"), help });
        }
        let is_known = |wanted: &&String| self.languages.iter().chain(&self.versions).any(|one| one.is_called(wanted));
        if let Some(unknown) = self.options.only.iter().find(|wanted| !is_known(wanted)) {
            let lists = [("languages", names(&self.languages)), ("versions", names(&self.versions))];
            let lists = lists.iter().filter(|(_, names)| !names.is_empty());
            let help = lists.map(|(what, names)| format!("its {what}: {names}")).collect::<Vec<_>>().join("; ");
            let only = "its pages have only one version and one language; leave out `--only`".to_owned();
            return Err(Refusal {
                reason: format!("it has no language or version `{unknown}`"),
                help: if help.is_empty() { only } else { help },
            });
        }
        Ok(())
    }
}

/// The names that options may use.
fn names(all: &[EditionName]) -> String {
    let name = |one: &EditionName| {
        let name = if one.name.is_empty() { one.lang.as_deref().unwrap_or_default() } else { &one.name };
        name.to_owned()
    };
    all.iter().map(name).filter(|name| !name.is_empty()).collect::<Vec<_>>().join(", ")
}

fn named(all: Vec<EditionName>) -> Vec<Named> {
    all.into_iter().map(|source| Named { name: source.name.clone(), source }).collect()
}

/// Renumbers the specs of a navigation.
fn renumber(entries: &mut [NavEntry], places: &[usize]) {
    let place = |spec: &mut usize| *spec = places.get(*spec).copied().unwrap_or(*spec);
    for entry in entries {
        match entry {
            NavEntry::Group { entries, .. } => renumber(entries, places),
            NavEntry::Operation { spec: Some(spec), .. } | NavEntry::Api { spec, .. } => place(spec),
            NavEntry::Page { .. } | NavEntry::Link { .. } | NavEntry::Operation { spec: None, .. } => {}
        }
    }
}

/// A name as a segment of a URL path.
fn segment(name: &str) -> String {
    let is_allowed = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    let kept: String = name.chars().take(100).map(|c| if is_allowed(c) { c } else { '-' }).collect();
    let parts: Vec<&str> = kept.split('-').filter(|part| !part.is_empty()).collect();
    let text = parts.join("-").trim_start_matches(['.', '_']).trim_end_matches('.').to_owned();
    if text.is_empty() { "other".to_owned() } else { text }
}

/// The names of versions without a number.
const NAMES: [&str; 9] = ["next", "latest", "current", "stable", "beta", "alpha", "canary", "legacy", "main"];

/// Names of languages that are not their tags.
const TAGS: [(&str, &str); 8] = [
    ("cn", "zh-Hans"),
    ("jp", "ja"),
    ("kr", "ko"),
    ("tw", "zh-Hant"),
    ("ua", "uk"),
    ("gr", "el"),
    ("cz", "cs"),
    ("dk", "da"),
];
