//! DocsLit: `docslit.json`. Its pages have our syntax, so they are copied byte for byte, with the fragments, components and
//! files beside them; only the settings are rewritten, where they differ.

use serde_json::{Map, Value, json};

use crate::detect::Detected;
use crate::literal::{self, text};
use crate::report::{Loss, LossKind, Origin, Report};
use crate::source::Source;
use crate::{Contents, Imported, NewFile, Refusal, paths};

/// The folder of pages, which no setting can change.
const DOCS: &str = "docs";
/// The folder of the project's own components.
const COMPONENTS: &str = "components";
/// Settings of DocsLit without a counterpart.
const LEFT_OUT: [&str; 1] = ["pdf"];
/// The variables that DocsLit declares, and ours.
const VARIABLES: [(&str, &str); 2] =
    [("{{DOCSLIT_VERSION}}", "{{TOOL_VERSION}}"), ("{{DOCSLIT_BRANCH}}", "{{TOOL_BRANCH}}")];

/// Converts the project.
pub(crate) fn import(source: &Source, found: Detected) -> Result<Imported, Refusal> {
    let settings = source.text(&found.evidence).map_err(|reason| (0, reason)).and_then(|text| literal::json(&text));
    let Ok(Value::Object(settings)) = settings else {
        let reason = match settings {
            Err((0, reason)) => format!("{}: {reason}", found.evidence),
            Err((line, reason)) => format!("{}:{line}: {reason}", found.evidence),
            Ok(_) => format!("{}: it is not an object", found.evidence),
        };
        let help = "correct the file, or convert the pages alone with `--from generic`".to_owned();
        return Err(Refusal { reason, help });
    };
    let mut project =
        DocsLit { source, root: &found.root, file: &found.evidence, files: Vec::new(), losses: Vec::new() };
    project.pages();
    project.components();
    project.data();
    let config = project.config(settings);
    let DocsLit { mut files, mut losses, .. } = project;
    files.sort_by(|left, right| left.path.cmp(&right.path));
    files.dedup_by(|left, right| left.path == right.path);
    files.push(NewFile { path: "tool.json".to_owned(), contents: Contents::Text(config) });
    losses.sort();
    let is_page = |path: &str| path.ends_with(".md") && !path.split('/').any(|part| part.starts_with('_'));
    let page_files: Vec<(String, String)> = files
        .iter()
        .filter(|file| is_page(&file.path) && paths::below(&file.path, DOCS).is_some())
        .map(|file| (paths::plus(&found.root, &file.path), file.path.clone()))
        .collect();
    if page_files.is_empty() {
        return Err(Refusal {
            reason: format!("{} marks it as a project of docslit, but `{DOCS}` has no pages", found.evidence),
            help: "pass the folder that contains both".to_owned(),
        });
    }
    let report = Report {
        format: found.format,
        evidence: found.evidence,
        pages: page_files.len(),
        editions: Vec::new(),
        losses,
        page_files,
        unlisted: Vec::new(),
    };
    Ok(Imported { files, report })
}

/// The new project under construction.
struct DocsLit<'s> {
    source: &'s Source,
    root: &'s str,
    /// The file of the settings.
    file: &'s str,
    files: Vec<NewFile>,
    losses: Vec<Loss>,
}

impl DocsLit<'_> {
    fn lose(&mut self, kind: LossKind, subject: &str, outcome: &str) {
        self.losses.push(Loss::new(kind, self.file, 0, subject, outcome));
    }

    /// The files of the project, from its root.
    fn paths(&self) -> Vec<String> {
        let below = |path: &str| paths::below(path, self.root).map(ToOwned::to_owned);
        self.source.under(self.root).filter_map(below).collect()
    }

    fn copy(&mut self, path: &str, to: &str) {
        let from = paths::plus(self.root, path);
        self.files.push(NewFile { path: to.to_owned(), contents: Contents::Copy(from) });
    }

    /// Pages, fragments and the files beside them.
    fn pages(&mut self) {
        for path in self.paths().into_iter().filter(|path| paths::below(path, DOCS).is_some()) {
            let text = if path.ends_with(".md") { self.source.text(&paths::plus(self.root, &path)).ok() } else { None };
            match text.filter(|text| VARIABLES.iter().any(|(old, _)| text.contains(old))) {
                Some(text) => {
                    let text = VARIABLES.iter().fold(text, |text, (old, new)| text.replace(old, new));
                    self.files.push(NewFile { path, contents: Contents::Text(text) });
                }
                None => self.copy(&path.clone(), &path),
            }
        }
    }

    /// The project's own components. Ours are in files named by an element.
    fn components(&mut self) {
        for path in self.paths().into_iter().filter(|path| paths::below(path, COMPONENTS).is_some()) {
            let Some(stem) = path.strip_suffix(".js").map(paths::name) else {
                self.copy(&path.clone(), &path);
                continue;
            };
            let text = self.source.text(&paths::plus(self.root, &path)).unwrap_or_default();
            let is_ours = stem.starts_with("wc-") && paths::folder(&path) == COMPONENTS;
            let name = if is_ours { stem.to_owned() } else { element(&text).unwrap_or_else(|| format!("wc-{stem}")) };
            self.copy(&path, &format!("{COMPONENTS}/{name}.js"));
            let has_import = text.lines().any(|line| line.trim_start().starts_with("import"));
            if text.contains("LitElement") && !has_import {
                let outcome = "it expects Lit as a global, which pages do not load: import it in the file";
                self.losses.push(Loss::new(LossKind::CodeImport, &paths::plus(self.root, &path), 0, &name, outcome));
            }
        }
    }

    /// Specs, overlays and themes: all data outside of the folders of pages, components and old builds.
    fn data(&mut self) {
        let others = ["package.json", "package-lock.json", "tsconfig.json", "vercel.json", "jsconfig.json"];
        let is_data = |path: &str| {
            let folder = path.split('/').next().unwrap_or_default();
            let is_named = [".json", ".yaml", ".yml"].iter().any(|end| path.ends_with(end));
            let is_hidden = path.split('/').any(|part| part.starts_with('.'));
            let is_elsewhere = [DOCS, COMPONENTS, "dist"].contains(&folder);
            is_named && !is_hidden && !is_elsewhere && !others.contains(&paths::name(path)) && path != "docslit.json"
        };
        for path in self.paths().into_iter().filter(|path| is_data(path)) {
            self.copy(&path.clone(), &path);
        }
    }

    /// `tool.json`.
    fn config(&mut self, settings: Map<String, Value>) -> String {
        let mut out = Map::new();
        out.insert("$schema".to_owned(), json!(".tool/tool.schema.json"));
        let name = settings.get("name").and_then(Value::as_str).or(self.source.name()).unwrap_or("Documentation");
        out.insert("name".to_owned(), json!(name));
        for (key, value) in settings {
            match key.as_str() {
                "$schema" | "name" => {}
                key if LEFT_OUT.contains(&key) => self.lose(LossKind::Config, key, "left out"),
                "logo" | "favicon" => {
                    if let Some(value) = self.image(&key, &value) {
                        out.insert(key, value);
                    }
                }
                "editUrl" => {
                    out.insert(key, value.as_str().map_or_else(|| value.clone(), |url| json!(edit_url(url))));
                }
                "versions" => {
                    out.insert(key, self.versions(value));
                }
                _ => {
                    out.insert(key, value);
                }
            }
        }
        let redirects = self.redirects(out.remove("redirects"));
        if !redirects.is_empty() {
            out.insert("redirects".to_owned(), Value::Object(redirects));
        }
        let mut text = serde_json::to_string_pretty(&Value::Object(out)).unwrap_or_default();
        text.push('\n');
        text
    }

    /// An image of the settings, which is copied. A leading `/` is the root of the site.
    fn image(&mut self, key: &str, value: &Value) -> Option<Value> {
        let Some(written) = value.as_str() else { return Some(value.clone()) };
        let path = paths::join("", written.trim_start_matches('/')).unwrap_or_default();
        let places = [path.clone(), format!("{DOCS}/{path}"), format!("public/{path}")];
        let Some(place) = places.into_iter().find(|place| self.source.has(&paths::plus(self.root, place))) else {
            let outcome = format!("`{key}`: the file does not exist");
            self.losses.push(Loss::new(LossKind::Asset, self.file, 0, written, outcome));
            return None;
        };
        if paths::below(&place, DOCS).is_none() {
            self.copy(&place.clone(), &place);
        }
        Some(json!(place))
    }

    /// The versions of a site: those of branches are read from Git, the main one from the files.
    fn versions(&mut self, versions: Value) -> Value {
        let default = text(&versions, "default").map(ToOwned::to_owned);
        let mut list: Vec<Value> = literal::items(versions.get("list")).to_vec();
        let place = list.iter().position(|entry| text(entry, "version") == default.as_deref()).unwrap_or(0);
        if let Some(first) = list.get_mut(..=place) {
            first.rotate_right(1);
        }
        let mut out = Vec::new();
        for (place, entry) in list.iter().enumerate() {
            let Some(version) = text(entry, "version") else { continue };
            let mut made = Map::new();
            made.insert("version".to_owned(), json!(version));
            if let Some(tag) = text(entry, "tag") {
                made.insert("label".to_owned(), json!(format!("{version} ({tag})")));
            }
            if let Some(branch) = text(entry, "branch").filter(|_| place > 0) {
                made.insert("git".to_owned(), json!(branch));
                let outcome = "read from Git as version of the new project: its branch must be in the same repository";
                let loss = Loss::new(LossKind::Version, self.file, 0, &format!("{version}: {branch}"), outcome);
                self.losses.push(loss.by(Origin::Choice));
            }
            if let Some(announcement) = entry.get("announcement") {
                made.insert("announcement".to_owned(), announcement.clone());
            }
            out.push(Value::Object(made));
        }
        Value::Array(out)
    }

    /// Whether a page is a draft, which the new site does not contain.
    fn is_draft(&self, path: &str) -> bool {
        let text = self.source.text(&paths::plus(self.root, path)).unwrap_or_default();
        let head = text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---")).map_or("", |(head, _)| head);
        head.lines()
            .any(|line| line.split_once(':').is_some_and(|(key, value)| key == "draft" && value.trim() == "true"))
    }

    /// The redirects of the settings, and those from the old file of each page.
    fn redirects(&self, given: Option<Value>) -> Map<String, Value> {
        let mut out = match given {
            Some(Value::Object(given)) => given,
            _ => Map::new(),
        };
        for file in &self.files {
            let Some(id) = paths::below(&file.path, DOCS).and_then(|path| path.strip_suffix(".md")) else { continue };
            let old = format!("/{DOCS}/{id}.html");
            if !id.split('/').any(|part| part.starts_with('_'))
                && !self.is_draft(&file.path)
                && engine::old_address(&old).is_some()
            {
                let new = paths::without_index(id);
                out.entry(old).or_insert_with(|| json!(format!("/{new}")));
            }
        }
        out
    }
}

/// Where pages are edited. The paths that DocsLit appends are relative to its folder of pages, ours to the project.
fn edit_url(url: &str) -> &str {
    let url = url.trim_end_matches('/');
    url.strip_suffix(DOCS).and_then(|url| url.strip_suffix('/')).unwrap_or(url)
}

/// The name of the first `wc-*` element that a script defines.
fn element(script: &str) -> Option<String> {
    let (_, call) = script.split_once("customElements.define(")?;
    let call = call.trim_start();
    let quote = call.chars().next().filter(|c| matches!(c, '"' | '\'' | '`'))?;
    let (name, _) = call[1..].split_once(quote)?;
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    (name.starts_with("wc-") && name.bytes().all(is_part)).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{edit_url, element};

    #[test]
    fn components_are_named_by_their_first_element() {
        assert_eq!(element("class A {}\ncustomElements.define( 'wc-a', A)").as_deref(), Some("wc-a"));
        assert_eq!(element("customElements.define(name, A)"), None);
        assert_eq!(element("customElements.define('other-a', A)"), None);
    }

    #[test]
    fn the_edit_link_is_that_of_the_project() {
        assert_eq!(edit_url("https://a.test/blob/main/docs"), "https://a.test/blob/main");
        assert_eq!(edit_url("https://a.test/blob/main/docs/"), "https://a.test/blob/main");
        assert_eq!(edit_url("https://a.test/x"), "https://a.test/x");
    }
}
