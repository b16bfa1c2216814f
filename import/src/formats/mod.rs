//! The projects of each tool as one value: their pages, navigation, redirects and settings. One file or folder a tool.

mod announcement;
mod docusaurus;
mod fern;
mod folders;
mod fumadocs;
mod generic;
mod gitbook;
mod locales;
mod mdbook;
mod mintlify;
mod mkdocs;
mod nextra;
mod readme;
mod starlight;
mod summary;
mod unread;
mod vitepress;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::detect::Detected;
use crate::format::Format;
use crate::literal::{self, Value};
use crate::page::{PageFacts, facts};
use crate::project::{Dialect, Project, SourcePage, SourceSpec};
use crate::report::{Loss, LossKind, Origin};
use crate::source::Source;
use crate::{Options, paths};

/// The project that was found.
pub(crate) fn read(source: &Source, found: &Detected, options: &Options) -> (Project, Facts) {
    let reader = Reader {
        source,
        root: found.root.clone(),
        options,
        dialect: Dialect {
            dotted_ids: found.format == Format::Mintlify && paths::name(&found.evidence) == "mint.json",
            ..dialect(found.format)
        },
        facts: RefCell::default(),
        losses: RefCell::default(),
    };
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
        Format::Generic => generic::read(&reader),
    };
    project.dialect = reader.dialect;
    if project.look.favicon.is_none() {
        project.look.favicon = unread::favicon(&reader, &project.public_folders);
    }
    for page in &project.pages {
        reader.facts(&page.file);
    }
    let mut losses = reader.losses.into_inner();
    project.losses.append(&mut losses);
    place_left_out(source, &mut project);
    (project, reader.facts.into_inner())
}

/// Gives each language and version that is left out the folder of its pages as its place, where it has one.
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

/// What is known of each page that was looked at, by file.
pub(crate) type Facts = BTreeMap<String, Rc<PageFacts>>;

/// The syntax of a tool's pages.
fn dialect(format: Format) -> Dialect {
    let none = Dialect::default();
    match format {
        Format::Mintlify | Format::Fern | Format::Generic => Dialect { mdx: true, ..none },
        Format::Docusaurus | Format::Starlight => Dialect { mdx: true, directives: true, ..none },
        Format::Fumadocs | Format::Nextra => Dialect { mdx: true, directives: true, marked_spans: true, ..none },
        Format::MkDocs => Dialect { mkdocs: true, ..none },
        Format::VitePress => Dialect { directives: true, vitepress: true, ..none },
        Format::MdBook => Dialect { mdbook: true, ..none },
        Format::GitBook => Dialect { liquid: true, ..none },
        Format::ReadMe => Dialect { mdx: true, readme: true, ..none },
    }
}

/// A source with the place of the project in it.
pub(crate) struct Reader<'s> {
    source: &'s Source,
    /// The folder of the project; empty for the root.
    root: String,
    options: &'s Options,
    dialect: Dialect,
    facts: RefCell<Facts>,
    losses: RefCell<Vec<Loss>>,
}

impl Reader<'_> {
    /// A path of the project, from the root of the source; none where it leads out of that.
    fn at(&self, path: &str) -> Option<String> {
        paths::join(&self.root, path.trim_start_matches('/'))
    }

    /// The first of these files of the project that is there.
    fn first(&self, names: &[&str]) -> Option<String> {
        names.iter().filter_map(|name| self.at(name)).find(|path| self.source.has(path))
    }

    /// Notes what cannot be carried over.
    fn lose(&self, kind: LossKind, file: &str, line: u32, subject: impl Into<String>, outcome: impl Into<String>) {
        self.losses.borrow_mut().push(Loss::new(kind, file, line, &subject.into(), outcome));
    }

    /// The same for what is not in the source.
    fn lack(&self, kind: LossKind, file: &str, subject: &str, outcome: &str) {
        self.losses.borrow_mut().push(Loss::new(kind, file, 0, subject, outcome).by(Origin::Source));
    }

    /// The same for what is left to the user, who can say it in a setting.
    fn choose(&self, kind: LossKind, file: &str, subject: &str, outcome: &str) {
        self.losses.borrow_mut().push(Loss::new(kind, file, 0, subject, outcome).by(Origin::Choice));
    }

    /// A file of settings that is JSON or YAML, by its name. What is wrong with it is noted.
    fn settings(&self, file: &str) -> Option<Value> {
        let read = self.source.text(file).map_err(|reason| (0, reason)).and_then(|text| {
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
                self.lose(LossKind::Config, file, line, paths::name(file), format!("it cannot be read: {reason}"));
                None
            }
        }
    }

    /// A file of settings that is JavaScript or TypeScript, or data: its default export as far as it is literal. What is
    /// computed is noted, with its line.
    fn script(&self, file: &str) -> Option<Value> {
        if [".json", ".yml", ".yaml"].iter().any(|end| file.ends_with(end)) {
            return self.settings(file);
        }
        if !self.source.has(file) {
            let subject = if file.is_empty() { "settings" } else { paths::name(file) };
            self.lack(LossKind::Config, file, subject, "there is no such file: the folders say what is in the site");
            return None;
        }
        let literal = self.source.text(file).ok().and_then(|text| literal::exported(&text));
        let Some(literal) = literal.filter(|literal| !literal.value.is_null()) else {
            self.lose(LossKind::Config, file, 0, paths::name(file), "nothing in it can be read without running it");
            return None;
        };
        Some(literal.value)
    }

    /// Notes the members of a file of settings that are computed, of those whose way is `wanted`.
    fn computed(&self, file: &str, outcome: &str, wanted: impl Fn(&str) -> bool) {
        let literal = self.source.text(file).ok().and_then(|text| literal::exported(&text));
        for computed in literal.unwrap_or_default().computed.into_iter().filter(|computed| wanted(&computed.path)) {
            self.lose(LossKind::Config, file, computed.line, computed.source, outcome);
        }
    }

    /// What a page says of itself; nothing for a file that cannot be read.
    fn facts(&self, file: &str) -> Rc<PageFacts> {
        if let Some(known) = self.facts.borrow().get(file) {
            return known.clone();
        }
        let found = Rc::new(self.source.text(file).map(|text| facts(text, self.dialect)).unwrap_or_default());
        self.facts.borrow_mut().insert(file.to_owned(), found.clone());
        found
    }

    /// A text of a page's frontmatter, by the way to it: `sidebar.label`. A number is its digits.
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

    /// Whether a field of a page's frontmatter is `true`.
    fn has_flag(&self, file: &str, key: &str) -> bool {
        self.field(file, key).is_some_and(|text| text == "true")
    }

    /// The page at a path without an extension, or with one: the file, or the index of the folder.
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

    /// The pages below a folder, in order, without those that are parts of others: files and folders that begin with `_`
    /// or a point.
    fn pages_below(&self, folder: &str) -> Vec<String> {
        let is_part = |path: &str| path.split('/').any(|part| part.starts_with(['_', '.']));
        let below = self.source.under(folder).filter(|path| paths::is_page(path));
        below
            .filter(|path| paths::below(path, folder).is_some_and(|path| !is_part(path)))
            .map(ToOwned::to_owned)
            .collect()
    }

    /// One loss for each language or version that is left out.
    fn leave_out(&self, kind: LossKind, file: &str, names: impl IntoIterator<Item = String>) {
        let option = if kind == LossKind::Locale { "--locale" } else { "--doc-version" };
        for name in names {
            let outcome = format!("left out; `{option} {name}` imports it");
            self.lose(kind, file, 0, name, outcome);
        }
    }
}

/// The pages of a project while they are found: each file once.
#[derive(Default)]
struct Pages {
    pages: Vec<SourcePage>,
    known: BTreeMap<String, usize>,
    /// Stands in for a page that is not there.
    spare: SourcePage,
}

impl Pages {
    /// A page at an address without its first `/`, empty for the home page. A file that is there already gets the address
    /// beside its own.
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

    /// Gives a file that is there another name by which links may call it.
    fn add_name(&mut self, file: &str, name: &str) {
        if let Some(page) = self.known.get(file).and_then(|index| self.pages.get_mut(*index)) {
            page.named(name);
        }
    }

    fn has(&self, file: &str) -> bool {
        self.known.contains_key(file)
    }

    /// The page that a file is.
    fn of_file(&self, file: &str) -> Option<&SourcePage> {
        self.pages.get(*self.known.get(file)?)
    }
}

/// The specs of a project while they are found: each file once.
#[derive(Default)]
struct Specs {
    specs: Vec<SourceSpec>,
}

impl Specs {
    /// The index of a spec's file, which is added where it is new.
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

/// Files that look like OpenAPI documents by their first lines.
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
