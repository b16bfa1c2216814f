//! The projects of all tools as one type: pages, navigation, redirects and settings. One file or folder per tool.

mod announcement;
mod api_page;
mod code_routes;
mod docusaurus;
mod fern;
mod folders;
mod fumadocs;
mod generic;
mod gitbook;
pub(crate) mod glob;
mod hosts;
mod locales;
mod mdbook;
mod mintlify;
mod mkdocs;
mod next;
mod nextra;
mod page_redirects;
mod readme;
mod redocly;
mod slate;
mod sphinx;
mod starlight;
mod summary;
mod tsconfig;
mod unlisted;
mod unread;
mod vitepress;
mod vuepress;

pub(crate) use api_page::PAGE as API_PAGE;
pub(crate) use sphinx::{is_mystmd, myst_extensions, settings as sphinx_settings};
pub(crate) use unlisted::folder as folder_of;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::detect::Detected;
use crate::format::Format;
use crate::literal::{self, Evaluated, Modules, Value};
use crate::page::{PageFacts, facts};
use crate::paths;
use crate::project::{Dialect, EditionName, Offer, Project, SourcePage, SourceSpec};
use crate::report::{Loss, LossKind, Origin};
use crate::source::Source;

/// The version and language to read, as the source names them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Choice {
    /// `None` for the default one.
    pub(crate) language: Option<String>,
    /// `None` for the default one.
    pub(crate) version: Option<String>,
    /// Whether the main language is imported, too, which readers see where pages are not translated.
    pub(crate) has_originals: bool,
    /// Whether another version is the main one, which has the pages without a version.
    pub(crate) is_old: bool,
}

/// Reads the detected project in one version and language.
pub(crate) fn read(source: &Source, found: &Detected, choice: &Choice) -> (Project, Facts) {
    let reader = ProjectReader::new(source, found, choice);
    let mut project = match found.format {
        Format::Mintlify => mintlify::read(&reader),
        Format::Docusaurus => docusaurus::read(&reader),
        Format::Fern => fern::read(&reader),
        Format::MkDocs => mkdocs::read(&reader),
        Format::VitePress => vitepress::read(&reader),
        Format::Starlight => starlight::read(&reader),
        Format::GitBook => gitbook::read(&reader),
        Format::MdBook => mdbook::read(&reader),
        Format::Fumadocs => fumadocs::read(&reader),
        Format::Nextra => nextra::read(&reader),
        Format::ReadMe => readme::read(&reader),
        Format::Redocly => redocly::read(&reader),
        Format::VuePress => vuepress::read(&reader),
        Format::Slate => slate::read(&reader),
        Format::Sphinx => sphinx::read(&reader),
        Format::ApiPage => api_page::read(&reader),
        Format::DocsLit | Format::Generic => generic::read(&reader),
    };
    let Dialect { subscripts, superscripts, math, .. } = project.dialect;
    project.dialect = Dialect { subscripts, superscripts, math, ..reader.dialect };
    if project.look.favicon.is_none() {
        project.look.favicon = unread::favicon(&reader, &project.public_folders);
    }
    add_written(&reader, &mut project);
    unlisted::group(&reader, &mut project);
    page_redirects::add(&reader, &mut project);
    hosts::add_redirects(&reader, &mut project);
    let shows = matches!(found.format, Format::Mintlify | Format::GitBook | Format::Fumadocs | Format::ReadMe);
    for page in &project.pages {
        let has = |key: &str| reader.field(&page.file, key).is_some();
        let is_shown = |key: &str| if key == "subtitle" { found.format == Format::Fern } else { shows };
        let keys = ["subtitle", "description", "excerpt", "content.excerpt"];
        project.look.shows_descriptions |= keys.into_iter().any(|key| is_shown(key) && has(key));
        reader.facts(&page.file);
    }
    project.api_paths = reader.api_paths.into_inner();
    project.known_api_paths = reader.known_api_paths.into_inner();
    project.channels = reader.channels.into_inner();
    project.settings = reader.settings.into_inner();
    project.settings.extend(reader.modules.files());
    let mut losses = reader.losses.into_inner();
    project.losses.append(&mut losses);
    project.offered = reader.offered.into_inner();
    place_left_out(source, &mut project);
    (project, reader.facts.into_inner())
}

/// Adds the folders from which the settings import and that do not exist to those with generated pages: a program such as
/// TypeDoc writes a list of pages beside these pages.
fn add_written(reader: &ProjectReader<'_>, project: &mut Project) {
    let roots = project.aliases.iter().map(|(_, folder)| folder.as_str()).chain([reader.root.as_str()]);
    let roots: BTreeSet<&str> = roots.collect();
    for folder in &reader.modules.missing_folders() {
        let paths = roots.iter().filter_map(|root| paths::below(folder, root)).map(ToOwned::to_owned);
        project.generated.extend(paths);
    }
}

/// Adds the page folder of each omitted language and version as the location of its loss.
fn place_left_out(source: &Source, project: &mut Project) {
    let is_left_out = |loss: &&mut Loss| matches!(loss.kind, LossKind::Locale | LossKind::Version);
    for loss in project.losses.iter_mut().filter(is_left_out) {
        let names = [loss.subject.clone(), format!("version-{}", loss.subject)];
        let above = |path: &str| -> Option<String> {
            let mut at = path;
            while !at.is_empty() {
                if names.iter().any(|name| paths::name(at) == name) && source.under(at).next().is_some() {
                    return Some(format!("{at}/"));
                }
                at = paths::folder(at);
            }
            None
        };
        if let Some(folder) = project.left_out.iter().find_map(|left| above(left)) {
            loss.file = folder;
        }
    }
}

/// The facts of each page read so far, by file.
pub(crate) type Facts = BTreeMap<String, Rc<PageFacts>>;

/// The syntax of a tool's pages.
fn dialect(format: Format) -> Dialect {
    let none = Dialect::default();
    match format {
        Format::Mintlify | Format::Fern | Format::Redocly | Format::Slate | Format::Sphinx | Format::Generic => {
            Dialect { mdx: true, ..none }
        }
        Format::Docusaurus => Dialect { mdx: true, directives: true, emoji: true, ..none },
        Format::Starlight => Dialect { mdx: true, directives: true, ..none },
        Format::Fumadocs | Format::Nextra => Dialect { mdx: true, directives: true, marked_spans: true, ..none },
        // Their pages are not converted.
        Format::DocsLit | Format::ApiPage => none,
        Format::MkDocs => Dialect { mkdocs: true, emoji: true, ..none },
        Format::VitePress | Format::VuePress => Dialect { directives: true, vitepress: true, emoji: true, ..none },
        Format::MdBook => Dialect { mdbook: true, ..none },
        Format::GitBook => Dialect { liquid: true, emoji: true, ..none },
        Format::ReadMe => Dialect { mdx: true, readme: true, emoji: true, ..none },
    }
}

/// Whether pages have definition lists.
fn has_definitions(source: &Source, found: &Detected) -> bool {
    let settings = || source.text(&found.evidence).unwrap_or_default();
    match found.format {
        Format::Generic => true,
        Format::MkDocs => literal::yaml(&settings()).map_or(true, |settings| mkdocs::has_definitions(&settings)),
        Format::MdBook => {
            let settings = literal::toml(&settings()).unwrap_or_default();
            let html = settings.get("output").and_then(|output| output.get("html"));
            html.and_then(|html| html.get("definition-lists")).and_then(Value::as_bool) != Some(false)
        }
        Format::Sphinx => myst_extensions(source, &found.root).contains("deflist"),
        Format::VitePress | Format::VuePress => settings().contains("markdown-it-deflist"),
        _ => false,
    }
}

/// The outcome for a computed part of the navigation.
const COMPUTED_LEFT_OUT: &str = "left out";

/// The exports of a file evaluated so far, by name; `None` is the default one.
type Exports = BTreeMap<Option<String>, Rc<Evaluated>>;

/// A source with the location of the project in it.
pub(crate) struct ProjectReader<'s> {
    source: &'s Source,
    /// The folder of the project; empty for the root.
    root: String,
    choice: &'s Choice,
    dialect: Dialect,
    modules: Modules<'s>,
    /// The exports of settings in JavaScript and TypeScript evaluated so far, by file and by name.
    scripts: RefCell<BTreeMap<String, Exports>>,
    facts: RefCell<Facts>,
    /// The page files that the navigation leaves out on purpose.
    hidden: RefCell<BTreeSet<String>>,
    /// The URL paths below which the old site has pages of operations.
    api_paths: RefCell<Vec<String>>,
    /// The URL paths of APIs all of whose operations have known paths.
    known_api_paths: RefCell<Vec<String>>,
    /// The URL paths of the pages that the old site has for channels of AsyncAPI.
    channels: RefCell<Vec<String>>,
    losses: RefCell<Vec<Loss>>,
    /// The languages and versions that the project has.
    offered: RefCell<BTreeMap<LossKind, Offer>>,
    /// The redirects that a function in the settings of Next.js returns.
    redirects: RefCell<Vec<Value>>,
    /// The settings files read so far.
    settings: RefCell<Vec<String>>,
}

impl<'s> ProjectReader<'s> {
    /// Returns a reader of the detected project.
    fn new(source: &'s Source, found: &Detected, choice: &'s Choice) -> Self {
        Self {
            source,
            root: found.root.clone(),
            choice,
            dialect: Dialect {
                indented_code: matches!(found.format, Format::Generic | Format::Redocly),
                dotted_ids: found.format == Format::Mintlify && paths::name(&found.evidence) == "mint.json",
                only_imported: found.format == Format::Mintlify,
                definitions: has_definitions(source, found),
                ..dialect(found.format)
            },
            modules: Modules::new(source, &found.root),
            scripts: RefCell::default(),
            facts: RefCell::default(),
            hidden: RefCell::default(),
            api_paths: RefCell::default(),
            known_api_paths: RefCell::default(),
            channels: RefCell::default(),
            losses: RefCell::default(),
            offered: RefCell::default(),
            redirects: RefCell::default(),
            settings: RefCell::new(vec![found.evidence.clone()]),
        }
    }

    /// A path of the project, from the root of the source; `None` if it is outside of that.
    fn at(&self, path: &str) -> Option<String> {
        paths::join(&self.root, path.trim_start_matches('/'))
    }

    /// The first of these files that exists in the project.
    fn first(&self, names: &[&str]) -> Option<String> {
        names.iter().filter_map(|name| self.at(name)).find(|path| self.source.has(path))
    }

    /// Marks pages that the navigation leaves out on purpose.
    fn hide(&self, files: impl IntoIterator<Item = String>) {
        self.hidden.borrow_mut().extend(files);
    }

    /// Records a URL path below which the old site has pages of operations.
    fn add_api_path(&self, path: &str) {
        self.api_paths.borrow_mut().push(path.trim_matches('/').to_owned());
    }

    /// Records the URL path of an API all of whose operations have known paths.
    fn add_known_api_path(&self, path: &str) {
        self.known_api_paths.borrow_mut().push(path.trim_matches('/').to_owned());
    }

    /// Records the URL path of the page that the old site has for a channel of AsyncAPI.
    fn add_channel(&self, path: &str) {
        self.channels.borrow_mut().push(path.trim_matches('/').to_owned());
    }

    /// Reports a part of the source that cannot be imported.
    fn report_loss(
        &self,
        kind: LossKind,
        file: &str,
        line: u32,
        subject: impl Into<String>,
        outcome: impl Into<String>,
    ) {
        self.losses.borrow_mut().push(Loss::new(kind, file, line, &subject.into(), outcome));
    }

    /// Reports something that is missing in the source.
    fn report_missing(&self, kind: LossKind, file: &str, subject: &str, outcome: &str) {
        self.losses.borrow_mut().push(Loss::new(kind, file, 0, subject, outcome).by(Origin::Source));
    }

    /// Reports something that the user can change by an option or a setting.
    fn report_choice(&self, kind: LossKind, file: &str, subject: &str, outcome: &str) {
        self.losses.borrow_mut().push(Loss::new(kind, file, 0, subject, outcome).by(Origin::Choice));
    }

    /// The text of a settings file, which losses without a file may be about.
    fn settings_text(&self, file: &str) -> Result<String, String> {
        self.settings.borrow_mut().push(file.to_owned());
        self.source.text(file)
    }

    /// A JSON or YAML settings file, by its extension. Reports errors.
    fn settings(&self, file: &str) -> Option<Value> {
        let read = self.settings_text(file).map_err(|reason| (0, reason)).and_then(|text| {
            let end = file.rsplit_once('.').map_or("", |(_, end)| end);
            match end {
                "yml" | "yaml" => literal::yaml(&text),
                "toml" => literal::toml(&text),
                _ => literal::json(&text),
            }
        });
        match read {
            Ok(value) => Some(value),
            Err((line, reason)) => {
                self.report_loss(
                    LossKind::Config,
                    file,
                    line,
                    paths::name(file),
                    format!("it cannot be read: {reason}"),
                );
                None
            }
        }
    }

    /// A settings file in JavaScript or TypeScript, or in a data format: its default export as far as it is literal.
    /// Reports computed parts with their line.
    fn script(&self, file: &str) -> Option<Value> {
        if [".json", ".yml", ".yaml"].iter().any(|end| file.ends_with(end)) {
            return self.settings(file);
        }
        if !self.source.has(file) {
            let subject = if file.is_empty() { "settings" } else { paths::name(file) };
            self.report_missing(
                LossKind::Config,
                file,
                subject,
                "the file does not exist: the navigation follows the folders",
            );
            return None;
        }
        let found = self.evaluated(file, None).unwrap_or_default();
        if found.value.is_null() {
            let outcome = "nothing in it can be read without running it";
            let loss = match found.computed.first() {
                Some(part) => {
                    let outcome = format!("{outcome}: {}", part.reason);
                    Loss::new(LossKind::Config, &part.file, part.line, &part.source, outcome)
                }
                None => Loss::new(LossKind::Config, file, 0, paths::name(file), outcome),
            };
            // Its navigation is lost.
            self.losses.borrow_mut().push(loss.of_content());
            return None;
        }
        Some(found.value.clone())
    }

    /// An export of a settings file, the default one unless it is named. `None` if it does not exist.
    fn evaluated(&self, file: &str, name: Option<&str>) -> Option<Rc<Evaluated>> {
        let name_of_export = name.map(ToOwned::to_owned);
        if let Some(known) = self.scripts.borrow().get(file).and_then(|exports| exports.get(&name_of_export)) {
            return Some(known.clone());
        }
        let found = Rc::new(match name {
            Some(name) => self.modules.exported_as(file, name),
            None => self.modules.exported(file),
        }?);
        self.scripts.borrow_mut().entry(file.to_owned()).or_default().insert(name_of_export, found.clone());
        Some(found)
    }

    /// Returns the exports of a settings file that were evaluated so far, or else its default one.
    fn exports(&self, file: &str) -> Vec<Rc<Evaluated>> {
        let known: Vec<Rc<Evaluated>> =
            self.scripts.borrow().get(file).into_iter().flat_map(Exports::values).cloned().collect();
        if known.is_empty() { self.evaluated(file, None).into_iter().collect() } else { known }
    }

    /// Reports the computed members of an evaluated settings file whose path is `wanted`, and the assumptions for them
    /// and for the settings as a whole.
    fn computed(&self, file: &str, outcome: &str, wanted: impl Fn(&str) -> bool) {
        let exports = self.exports(file);
        // A part of the file that several exports use is computed once.
        let mut known: BTreeSet<(&str, u32, &str)> = BTreeSet::new();
        for part in exports.iter().flat_map(|found| &found.computed).filter(|part| wanted(&part.path)) {
            if !known.insert((&part.file, part.line, &part.source)) {
                continue;
            }
            let is_entry = outcome == COMPUTED_LEFT_OUT;
            let outcome = format!("{outcome}: {}", part.reason);
            let loss = Loss::new(LossKind::Config, &part.file, part.line, &part.source, outcome);
            self.losses.borrow_mut().push(if is_entry { loss.of_content() } else { loss });
        }
        let assumed = exports.iter().flat_map(|found| &found.assumed);
        for part in assumed.filter(|part| part.path.is_empty() || wanted(&part.path)) {
            let loss = Loss::new(LossKind::Config, &part.file, part.line, &part.source, &part.reason);
            self.losses.borrow_mut().push(loss.by(Origin::Choice));
        }
    }

    /// The calls in evaluated settings whose value is not known, or is taken to be their argument: file, line and source.
    fn calls(&self, file: &str, wanted: impl Fn(&str) -> bool) -> BTreeSet<(String, u32, String)> {
        let exports = self.exports(file);
        let parts = exports.iter().flat_map(|found| found.computed.iter().chain(&found.assumed));
        parts
            .filter(|part| wanted(&part.path))
            .map(|part| (part.file.clone(), part.line, part.source.clone()))
            .collect()
    }

    /// Whether a part of an evaluated settings file is computed whose path is `wanted`.
    fn is_computed(&self, file: &str, wanted: impl Fn(&str) -> bool) -> bool {
        self.exports(file).iter().any(|found| found.computed.iter().any(|part| wanted(&part.path)))
    }

    /// The facts of a page; empty for an unreadable file.
    fn facts(&self, file: &str) -> Rc<PageFacts> {
        if let Some(known) = self.facts.borrow().get(file) {
            return known.clone();
        }
        let found =
            Rc::new(self.source.text(file).map(|text| facts(text, self.dialect.of_file(file))).unwrap_or_default());
        self.facts.borrow_mut().insert(file.to_owned(), found.clone());
        found
    }

    /// A frontmatter text by path: `sidebar.label`. A number becomes its digits.
    fn field(&self, file: &str, key: &str) -> Option<String> {
        let facts = self.facts(file);
        let value = key.split('.').try_fold(None, |at: Option<&serde_yaml::Value>, key| {
            let next = match at {
                None => facts.frontmatter.get(key),
                Some(at) => at.get(key),
            };
            next.map(Some)
        });
        match value?? {
            serde_yaml::Value::String(text) if !text.trim().is_empty() => Some(text.trim().to_owned()),
            serde_yaml::Value::Number(number) => Some(number.to_string()),
            serde_yaml::Value::Bool(flag) => Some(flag.to_string()),
            _ => None,
        }
    }

    /// Whether a frontmatter field is `true`.
    fn has_flag(&self, file: &str, key: &str) -> bool {
        self.field(file, key).is_some_and(|text| text == "true")
    }

    /// The page at a path with or without its extension: the file, or the index of the folder.
    fn page_at(&self, path: &str) -> Option<String> {
        if paths::is_page(path) && self.source.has(path) {
            return Some(path.to_owned());
        }
        let path = paths::stem(path).unwrap_or(path);
        let ends = [".mdx", ".md", "/index.mdx", "/index.md", "/README.md", "/README.mdx", "/readme.md"];
        let place =
            |end: &&str| if path.is_empty() { end.trim_start_matches('/').to_owned() } else { format!("{path}{end}") };
        ends.iter().map(place).find(|path| self.source.has(path))
    }

    /// The sorted pages below a folder, without partials: files and folders that begin with `_` or a dot.
    fn pages_below(&self, folder: &str) -> Vec<String> {
        let is_part = |path: &str| path.split('/').any(|part| part.starts_with(['_', '.']));
        let below = self.source.under(folder).filter(|path| paths::is_page(path));
        below
            .filter(|path| paths::below(path, folder).is_some_and(|path| !is_part(path)))
            .map(ToOwned::to_owned)
            .collect()
    }

    /// The sorted pages below a folder whose names begin with `_`, for a tool that publishes them, without those that are
    /// parts: that another page inserts or imports, or that the settings insert into every page.
    fn underscored_below(&self, folder: &str, inserted: &[&str]) -> Vec<String> {
        let parts = |path: &str| paths::below(path, folder).unwrap_or_default().to_owned();
        let has = |path: &str, mark: char| parts(path).split('/').any(|part| part.starts_with(mark));
        let pages: Vec<&str> =
            self.source.under(folder).filter(|path| paths::is_page(path) && !has(path, '.')).collect();
        let mut found: Vec<&str> = pages.iter().copied().filter(|path| has(path, '_')).collect();
        found.retain(|path| !inserted.iter().any(|inserted| path.ends_with(inserted)));
        for file in pages {
            if found.is_empty() {
                break;
            }
            let text = self.source.text(file).unwrap_or_default();
            found.retain(|path| *path == file || !inserts(&text, paths::name(path)));
        }
        found.into_iter().map(ToOwned::to_owned).collect()
    }

    /// The requested language or version; `None` for the default one.
    fn wanted(&self, kind: LossKind) -> Option<&str> {
        if kind == LossKind::Locale { self.choice.language.as_deref() } else { self.choice.version.as_deref() }
    }

    /// The language or version to read among those of a list: the requested one, or else the default one. Reports the
    /// others, with the file that names them.
    fn choose(&self, kind: LossKind, file: &str, names: &[EditionName], default: usize) -> usize {
        let wanted = self.wanted(kind);
        let found = names.iter().position(|one| Some(one.name.as_str()) == wanted);
        let chosen = found.unwrap_or(default);
        let mut offered = self.offered.borrow_mut();
        let offer = offered.entry(kind).or_default();
        for (index, one) in names.iter().enumerate() {
            if !offer.names.iter().any(|known| known.name == one.name) {
                offer.names.push(one.clone());
            }
            if index != chosen {
                self.report_choice(kind, file, &one.name, &left_out(&one.name));
            }
        }
        offer.read.extend(names.get(chosen).map(|one| one.name.clone()));
        chosen
    }
}

/// Whether a line of a page inserts or imports a file of this name. A line that only mentions it does not.
fn inserts(text: &str, name: &str) -> bool {
    const MARKS: [&str; 7] = ["import", "include", "8<", "{!", "<<<", "src=", "file="];
    text.contains(name)
        && text.lines().filter(|line| line.contains(name)).any(|line| {
            let path = line.trim().trim_matches(['"', '\'']);
            // A block of paths between `--8<--`.
            let is_path = path.ends_with(name) && !path.contains(|c: char| c.is_whitespace() || "[(`<".contains(c));
            is_path || MARKS.iter().any(|mark| line.contains(mark))
        })
}

/// The outcome for a spec that the settings name by a URL.
pub(crate) const OTHER_HOST: &str =
    "the OpenAPI file is on another host; download it and add it to `openapi` in `tool.json`";

/// Whether an entry of a navigation is a link: to another site, or to a file that every new site has.
fn is_link(path: &str) -> bool {
    let is_generated = |path: &str| engine::AGENT_FILES.contains(&path);
    engine::is_external(path) || path.strip_prefix('/').is_some_and(is_generated)
}

/// The outcome for an omitted language or version.
pub(crate) fn left_out(name: &str) -> String {
    let name = if name.contains(' ') { format!("\"{name}\"") } else { name.to_owned() };
    format!("left out; `--only {name}` imports it")
}

/// The pages of a project under construction, each file once.
#[derive(Default)]
struct Pages {
    pages: Vec<SourcePage>,
    known: BTreeMap<String, usize>,
    /// A placeholder for a missing page.
    spare: SourcePage,
}

impl Pages {
    /// Adds a page at a URL path without the leading `/`, empty for the home page. A known file gets a further path.
    fn add(&mut self, file: &str, address: &str) -> &mut SourcePage {
        let address = address.trim_matches('/');
        let rooted = format!("/{address}");
        let index = *self.known.entry(file.to_owned()).or_insert(self.pages.len());
        if index == self.pages.len() {
            let id = if address.is_empty() { "index" } else { address };
            self.pages.push(SourcePage { file: file.to_owned(), id: id.to_owned(), ..SourcePage::default() });
        }
        let page = self.pages.get_mut(index).unwrap_or(&mut self.spare);
        page.also_at(&rooted)
    }

    /// As [`Pages::add`], for a page whose ID differs from its URL path, such as one with the name of its version.
    fn add_as(&mut self, file: &str, id: &str, address: &str) -> &mut SourcePage {
        let is_new = !self.has(file);
        let page = self.add(file, address);
        if is_new {
            let id = id.trim_matches('/');
            page.id = if id.is_empty() { "index".to_owned() } else { id.to_owned() };
        }
        page
    }

    /// The URL paths of all pages.
    fn addresses(&self) -> BTreeSet<String> {
        self.pages.iter().flat_map(|page| page.addresses.clone()).collect()
    }

    /// Adds a name by which links may refer to a known file.
    fn add_name(&mut self, file: &str, name: &str) {
        if let Some(page) = self.known.get(file).and_then(|index| self.pages.get_mut(*index)) {
            page.named(name);
        }
    }

    fn has(&self, file: &str) -> bool {
        self.known.contains_key(file)
    }

    /// The page of a file.
    fn of_file(&self, file: &str) -> Option<&SourcePage> {
        self.pages.get(*self.known.get(file)?)
    }
}

/// The specs of a project under construction, each file once.
#[derive(Default)]
struct Specs {
    specs: Vec<SourceSpec>,
}

impl Specs {
    /// The index of a spec's file, which is added if new.
    fn add(&mut self, file: &str) -> usize {
        if let Some(known) = self.specs.iter().position(|spec| spec.file == file) {
            return known;
        }
        let name = paths::name(file);
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        let names = vec![stem.to_owned(), name.to_owned(), file.to_owned()];
        self.specs.push(SourceSpec { file: file.to_owned(), names, overlays: Vec::new(), overrides: Vec::new() });
        self.specs.len() - 1
    }
}

/// A JSON or YAML document, by the extension of its file; `None` if it is invalid.
fn document(file: &str, text: &str) -> Option<Value> {
    if file.ends_with(".json") { literal::json(text).ok() } else { literal::yaml(text).ok() }
}

/// The files that look like OpenAPI documents by their first lines.
fn specs_among(source: &Source, folder: &str) -> Vec<String> {
    let ends = [".json", ".yaml", ".yml"];
    let is_named = |path: &&str| ends.iter().any(|end| path.ends_with(end));
    let mut found = BTreeSet::new();
    for path in source.under(folder).filter(is_named).take(2_000) {
        let Ok(text) = source.text(path) else { continue };
        let head: String = text.chars().take(2_000).collect();
        let is_spec = head.contains("\"openapi\"") || head.lines().any(|line| line.starts_with("openapi:"));
        if is_spec && (head.contains("\"info\"") || head.contains("info:") || head.contains("\"3.")) {
            found.insert(path.to_owned());
        }
    }
    found.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::{Choice, ProjectReader};
    use crate::detect::Detected;
    use crate::format::Format;
    use crate::source::Source;

    #[test]
    fn each_export_of_a_file_has_its_own_value() {
        let code = "const list = ['b', made()];\nexport const en = { name: 'A', list };\n\
                    export const de = { name: 'B', list, more: more() };\nexport default { name: 'C' };\n";
        let source = Source::from_memory([("a.ts", code)]);
        let found = Detected { format: Format::VitePress, root: String::new(), evidence: "a.ts".to_owned() };
        let choice = Choice::default();
        let reader = ProjectReader::new(&source, &found, &choice);
        let name = |export| reader.evaluated("a.ts", export).unwrap().value["name"].as_str().unwrap().to_owned();
        for (export, expected) in [(Some("en"), "A"), (Some("de"), "B"), (None, "C"), (Some("en"), "A")] {
            assert_eq!(name(export), expected, "{export:?}");
        }
        assert!(reader.evaluated("a.ts", Some("fr")).is_none());
        // A part that both exports use is reported once.
        reader.computed("a.ts", "left out", |_| true);
        let subjects: Vec<String> = reader.losses.borrow().iter().map(|loss| loss.subject.clone()).collect();
        assert_eq!(subjects, ["made()", "more()"]);
        assert!(reader.is_computed("a.ts", |path| path == "more"));
    }
}
