//! Whether every address that a site holds leads to a file of it, and every `#` to a place: in pages, style sheets, scripts,
//! in what is loaded later and in what agents and robots read; at the root of a host, below a path, and from the disk.

mod document;
mod search_targets;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use engine::testing::{files_below, percent_decoded, project};
use engine::{MemorySystem, Output, OutputOptions, Project, ScaffoldOptions, Site};
use rayon::prelude::*;
use serde_json::Value;

use self::document::{Document, addresses_of_style, destinations, handed_over, names_in_script};
use crate::corpus::{read, test_data};

/// Where a site stands.
#[derive(Clone, Copy)]
struct Place {
    /// Its `url` in `tool.json`; empty for none.
    url: &'static str,
    /// The path that its folder is at, with `/` at both ends.
    base: &'static str,
}

const AT_ROOT: Place = Place { url: "", base: "/" };
const BELOW_A_PATH: Place = Place { url: "https://site.test/a/b", base: "/a/b/" };

/// A walk over a site's addresses.
struct Crawl {
    site: Site,
    options: OutputOptions,
    place: Place,
    /// The files of the site, where all of them are known.
    paths: Option<BTreeSet<Arc<str>>>,
    documents: BTreeMap<String, Arc<Document>>,
    fragments: BTreeMap<String, Arc<Document>>,
    followed: usize,
    broken: BTreeSet<String>,
    /// The paths of the editions below the root, with a trailing slash; that of the main one is empty.
    editions: Vec<String>,
}

impl Crawl {
    fn new(project: &Project, place: Place, offline: bool) -> Self {
        Self {
            site: project.site(),
            options: OutputOptions { offline, ..OutputOptions::default() },
            place,
            paths: None,
            documents: BTreeMap::new(),
            fragments: BTreeMap::new(),
            followed: 0,
            broken: BTreeSet::new(),
            editions: vec![String::new()],
        }
    }

    /// The path of the edition that a file belongs to.
    fn edition(&self, path: &str) -> String {
        let around = self.editions.iter().filter(|edition| path.starts_with(&***edition));
        around.max_by_key(|edition| edition.len()).cloned().unwrap_or_default()
    }

    /// Follows everything in every file.
    fn all(mut self) -> Self {
        let paths = self.site.outputs();
        self.paths = Some(paths.iter().cloned().collect());
        let pages: Vec<&Arc<str>> = paths.iter().filter(|path| path.ends_with(".html")).collect();
        let options = self.options;
        let read = |site: &mut Site, path: &Arc<str>| {
            let html = text(site, path, options)?;
            Some((path.to_string(), Arc::new(Document::read(&html))))
        };
        let read = pages.into_par_iter().map_with(self.site.clone(), |site, path| read(site, path));
        self.documents = read.collect::<Vec<_>>().into_iter().flatten().collect();
        // Made for servers alone: its links are absolute.
        let is_followed = |path: &&Arc<str>| !options.offline || &***path != "404.html";
        paths.iter().filter(is_followed).for_each(|path| self.file(path));
        self.search_targets();
        self
    }

    /// The text of a file, but for those of the project that are published as they are.
    fn text(&self, path: &str) -> Option<String> {
        text(&self.site, path, self.options)
    }

    fn document(&mut self, path: &str) -> Option<Arc<Document>> {
        if let Some(known) = self.documents.get(path) {
            return Some(known.clone());
        }
        let read = Arc::new(Document::read(&self.text(path)?));
        self.documents.insert(path.to_owned(), read.clone());
        Some(read)
    }

    /// The fragment in a script that hands over HTML, as it stands in a page; anchors below `at` begin with `@`.
    fn fragment(&mut self, path: &str) -> Option<Arc<Document>> {
        if let Some(known) = self.fragments.get(path) {
            return Some(known.clone());
        }
        let index = if self.options.offline { "index.html" } else { "" };
        let html =
            handed_over(&self.text(path)?)?.replace('\u{1}', &format!("{}{}", self.place.base, self.edition(path)));
        let html = html.replace('\u{2}', index).replace('\u{3}', "@");
        let read = Arc::new(html.starts_with('<').then(|| Document::read(&html))?);
        self.fragments.insert(path.to_owned(), read.clone());
        Some(read)
    }

    /// Follows everything in a file.
    fn file(&mut self, path: &str) {
        match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
            "html" => {
                let Some(document) = self.document(path) else { return };
                document.links.iter().for_each(|link| self.follow(path, link));
                let edition = self.edition(path);
                document.files.iter().for_each(|file| self.expect(path, file, &format!("{edition}{file}")));
            }
            "css" => {
                let text = self.text(path).unwrap_or_default();
                addresses_of_style(&text).into_iter().for_each(|link| self.follow(path, link));
            }
            "js" => self.script(path),
            "md" if path[self.edition(path).len()..].starts_with("api/models") => {
                let text = self.text(path).unwrap_or_default();
                // Other destinations are those of the spec's texts, which stay as they are written.
                let twins =
                    destinations(&text).into_iter().filter(|link| link.starts_with('/') && link.ends_with(".md"));
                twins.for_each(|link| self.follow(path, &self.below_base(link)));
            }
            "txt" | "xml" => self.listed(path),
            _ => {}
        }
    }

    /// Markdown that the tool writes spells addresses from the root of the site.
    fn below_base(&self, link: &str) -> String {
        link.strip_prefix('/').map_or_else(|| link.to_owned(), |rest| format!("{}{rest}", self.place.base))
    }

    fn script(&mut self, path: &str) {
        if let Some(fragment) = self.fragment(path) {
            let is_own = |link: &String| link.starts_with('#');
            for link in fragment.links.iter().filter(|link| is_own(link)) {
                self.followed += 1;
                if !fragment.anchors.contains(&link[1..]) {
                    self.broken.insert(format!("{path}: {link}"));
                }
            }
            // A page of any depth may load it.
            fragment.links.iter().filter(|link| !is_own(link)).for_each(|link| self.follow("x/y/index.html", link));
            let edition = self.edition(path);
            fragment.files.iter().for_each(|file| self.expect(path, file, &format!("{edition}{file}")));
            return;
        }
        let Some(text) = self.text(path) else { return };
        for name in names_in_script(&text) {
            self.expect(path, name, &format!("_tool/{name}"));
        }
    }

    /// The addresses in what agents and robots read.
    fn listed(&mut self, path: &str) {
        let text = self.text(path).unwrap_or_default();
        if !self.place.url.is_empty() {
            for rest in text.split(self.place.url).skip(1) {
                let end = rest.find(|c: char| c.is_whitespace() || "<>\")]'`".contains(c)).unwrap_or(rest.len());
                self.follow(path, &format!("{}{}", self.place.url, &rest[..end]));
            }
        }
        if path.ends_with("llms.txt") {
            destinations(&text).into_iter().for_each(|link| self.follow(path, &self.below_base(link)));
        }
    }

    /// Follows an address in the file `from`.
    fn follow(&mut self, from: &str, link: &str) {
        let Some((path, anchor)) = self.target(from, link) else { return };
        match path {
            Ok(path) => {
                self.expect(from, link, &path);
                if !anchor.is_empty() && path.ends_with(".html") && !self.has_anchor(&path, &anchor) {
                    self.broken.insert(format!("{from}: {link}: no such place"));
                }
            }
            Err(why) => drop(self.broken.insert(format!("{from}: {link}: {why}"))),
        }
    }

    fn expect(&mut self, from: &str, link: &str, path: &str) {
        self.followed += 1;
        let is_there = self.paths.as_ref().map_or_else(|| self.site.has_output(path), |paths| paths.contains(path));
        if !is_there {
            self.broken.insert(format!("{from}: {link}: no such file"));
        }
    }

    /// The file that an address in the file `from` names, and what stands behind `#`. None where it leads elsewhere.
    fn target(&self, from: &str, link: &str) -> Option<(Result<String, &'static str>, String)> {
        let (address, anchor) = link.split_once('#').unwrap_or((link, ""));
        let address = address.split('?').next().unwrap_or_default();
        if address.is_empty() {
            return Some((Ok(from.to_owned()), anchor.to_owned()));
        }
        let Place { url, base } = self.place;
        let own = (!url.is_empty()).then(|| address.strip_prefix(url)).flatten();
        let is_external = address.starts_with("//") || address.split('/').next().is_some_and(|part| part.contains(':'));
        if own.is_none() && is_external {
            return None;
        }
        let full = match (own, address.starts_with('/')) {
            (Some(rest), _) => format!("{base}{}", rest.trim_start_matches('/')),
            (None, true) => address.to_owned(),
            (None, false) => format!("{base}{}{address}", &from[..from.rfind('/').map_or(0, |at| at + 1)]),
        };
        let Some(path) = without_dots(&full).and_then(|path| Some(path.strip_prefix(base)?.to_owned())) else {
            return Some((Err("leads out of the site"), String::new()));
        };
        let mut path = percent_decoded(&path);
        if (path.is_empty() || path.ends_with('/')) && (own.is_some() || !self.options.offline) {
            path.push_str("index.html");
        }
        Some((Ok(path), anchor.to_owned()))
    }

    /// Whether a page has a place, or its sections have it once they are loaded.
    fn has_anchor(&mut self, path: &str, anchor: &str) -> bool {
        let Some(page) = self.document(path) else { return false };
        let names = [anchor.to_owned(), percent_decoded(anchor)];
        if names.iter().any(|name| page.anchors.contains(name)) {
            return true;
        }
        let edition = self.edition(path);
        names.iter().any(|name| self.is_below(&edition, &page.sections, "", name))
    }

    /// Whether the sections, whose anchors begin with `at`, lead to a place.
    fn is_below(&mut self, edition: &str, sections: &[(String, String)], at: &str, name: &str) -> bool {
        let mut open: Vec<(String, String)> =
            sections.iter().map(|(key, place)| (key.clone(), place.replace('@', at))).collect();
        let mut seen = BTreeSet::new();
        while let Some((key, place)) = open.pop() {
            let Some(rest) = name.strip_prefix(&place).filter(|rest| rest.starts_with('.')) else { continue };
            if !seen.insert((key.clone(), place.clone())) {
                continue;
            }
            let Some(fragment) = self.fragment(&format!("{edition}_tool/m/{key}.js")) else { continue };
            if fragment.anchors.contains(&format!("@{rest}")) {
                return true;
            }
            open.extend(fragment.sections.iter().map(|(key, below)| (key.clone(), below.replace('@', &place))));
        }
        false
    }

    /// Follows every result that a search can have.
    fn search_targets(&mut self) {
        for edition in self.editions.clone() {
            self.search_targets_of(&edition);
        }
    }

    fn search_targets_of(&mut self, edition: &str) {
        let (site, options) = (self.site.clone(), self.options);
        let folder = format!("{edition}_tool/search");
        let file = move |name: &str| -> Value {
            let script = text(&site, &format!("{folder}/{name}.js"), options).unwrap();
            serde_json::from_str(&handed_over(&script).unwrap()).unwrap()
        };
        for (id, anchor) in search_targets::targets(&file) {
            let below = if id == "index" { "index.html".to_owned() } else { format!("{id}/index.html") };
            let path = format!("{edition}{below}");
            self.expect("search", &id, &path);
            if !anchor.is_empty() && !self.has_anchor(&path, &anchor) {
                self.broken.insert(format!("search: {id}#{anchor}"));
            }
        }
    }

    /// Nothing leads nowhere, and at least so many addresses were followed.
    #[track_caller]
    #[expect(clippy::print_stderr, reason = "says what was followed")]
    fn check(&self, least: usize) {
        eprintln!("{} addresses, {} files read", self.followed, self.documents.len() + self.fragments.len());
        let shown: Vec<&String> = self.broken.iter().take(60).collect();
        assert!(self.broken.is_empty(), "{} lead nowhere: {shown:#?}", self.broken.len());
        assert!(self.followed >= least, "{} addresses", self.followed);
    }
}

/// The text of a file that the tool makes.
fn text(site: &Site, path: &str, options: OutputOptions) -> Option<String> {
    match site.output(path, options)? {
        Output::Bytes(bytes) => String::from_utf8(bytes).ok(),
        Output::Copy(_) => None,
    }
}

/// A path without `.` and `..`; none for one that leads above its root.
fn without_dots(path: &str) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.strip_prefix('/')?.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    let is_folder = path.ends_with("/.") || path.ends_with("/..");
    Some(format!("/{}{}", parts.join("/"), if is_folder { "/" } else { "" }))
}

/// The demo on a site of its own.
fn demo(place: Place) -> Project {
    let system = MemorySystem::default();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../templates/demo");
    for path in files_below(&folder).unwrap() {
        let bytes = std::fs::read(folder.join(&path)).unwrap();
        if path == "tool.json" && !place.url.is_empty() {
            let text = String::from_utf8(bytes).unwrap();
            system.write(&path, text.replacen('{', &format!("{{\"url\": \"{}\",", place.url), 1));
        } else {
            system.write(&path, bytes);
        }
    }
    Project::open(Arc::new(system))
}

/// A site with a page for every operation of a document, and the ids of these pages.
fn scaffolded(root: &Path, spec: &str) -> (Project, Vec<String>) {
    let name = if spec.ends_with(".json") { "openapi.json" } else { "openapi.yaml" };
    let system = Arc::new(MemorySystem::default());
    system.write("tool.json", format!("{{\"name\": \"Large\", \"url\": \"{}\"}}", BELOW_A_PATH.url));
    system.write("docs/index.md", "---\ntitle: Home\n---\n\n# Home\n");
    system.write(name, read(root, spec));
    let plan = Project::open(system.clone()).scaffold(name, ScaffoldOptions { new_only: false });
    system.write("tool.json", plan.config.unwrap().new);
    let mut ids = Vec::new();
    for file in plan.files {
        ids.push(file.path.strip_prefix("docs/").unwrap().strip_suffix(".md").unwrap().to_owned());
        system.write(&file.path, file.contents);
    }
    (Project::open(system), ids)
}

/// A site of the GitHub document.
pub(crate) fn github(root: &Path) -> (Project, Vec<String>) {
    scaffolded(root, "big/github-api.github.com.json")
}

/// A site of the Stripe document.
pub(crate) fn stripe(root: &Path) -> (Project, Vec<String>) {
    scaffolded(root, "big/stripe-spec3.yaml")
}

#[test]
fn every_address_of_the_demo_leads_somewhere() {
    let project = demo(AT_ROOT);
    Crawl::new(&project, AT_ROOT, false).all().check(5_000);
    Crawl::new(&project, AT_ROOT, true).all().check(5_000);
}

#[test]
fn every_address_of_the_demo_leads_somewhere_below_a_path() {
    Crawl::new(&demo(BELOW_A_PATH), BELOW_A_PATH, false).all().check(5_000);
}

#[test]
fn drawn_addresses_of_a_large_api_lead_somewhere() {
    let Some(root) = test_data() else { return };
    let (project, ids) = github(&root);
    for offline in [false, true] {
        let mut crawl = Crawl::new(&project, BELOW_A_PATH, offline);
        let drawn = ids.iter().step_by(60).map(|id| format!("{id}/index.html"));
        let mut paths: Vec<String> =
            drawn.chain(["all-pages/index.html".to_owned(), "index.html".to_owned()]).collect();
        let list = crawl.document("api/models/index.html").unwrap();
        let models = list.links.iter().filter(|link| link.starts_with("./") || link.starts_with("../../api/models/"));
        let models = models.filter_map(|link| crawl.target("api/models/index.html", link)?.0.ok());
        paths.extend(models.filter(|path| path.ends_with(".html")).step_by(40));
        let files = paths.iter().flat_map(|path| crawl.document(path).unwrap().files.clone()).collect::<BTreeSet<_>>();
        paths.extend(files.into_iter().filter(|file| file.starts_with("_tool/m/")).step_by(4));
        // What pages leave out of the sidebar.
        paths.push("_tool/sidebar.js".to_owned());
        paths.iter().for_each(|path| crawl.file(path));
        crawl.check(3_000);
    }
}

#[test]
#[ignore = "minutes: every page of a large document, three times"]
fn every_address_of_a_large_api_leads_somewhere() {
    let Some(root) = test_data() else { return };
    let (project, _) = github(&root);
    Crawl::new(&project, BELOW_A_PATH, false).all().check(150_000);
    Crawl::new(&project, BELOW_A_PATH, true).all().check(150_000);
}

#[test]
fn the_crawl_sees_what_leads_nowhere() {
    let files = r##"
//- /tool.json
{"name": "N", "html": "unsafe"}
//- /docs/index.md
---
title: Home
---

<p id="here"></p>
<a href="a">x</a> <a href="a/">y</a> <a href="./a/index.html">y</a> <a href="none/">x</a> <a href="/a/">x</a> <a href="../a/">x</a>
<a href="#here">y</a> <a href="#gone">x</a> <a href="a/#title">y</a> <a href="a/#gone">x</a>
<img src="none.png" srcset="none2.png 2x"> <a href="https://else.test/none">y</a> <a href="https://site.test/a/b/none/">x</a>
//- /docs/a.md
---
title: A
---

## Title
"##;
    let mut crawl = Crawl::new(&project(files).1, BELOW_A_PATH, false);
    crawl.file("index.html");
    let found: Vec<&str> = crawl.broken.iter().map(|one| one.strip_prefix("index.html: ").unwrap()).collect();
    insta::assert_snapshot!(found.join("\n"), @r"
    #gone: no such place
    ../a/: leads out of the site
    ./a/#gone: no such place
    https://site.test/a/b/none/: no such file
    none.png: no such file
    none/: no such file
    none2.png: no such file
    ");
    let mut offline = Crawl::new(&project(files).1, AT_ROOT, true);
    offline.file("index.html");
    assert!(offline.broken.contains("index.html: none/: no such file"), "{:?}", offline.broken);
    assert!(!offline.broken.contains("index.html: ./a/index.html: no such file"), "{:?}", offline.broken);
}

/// What a spec's texts link to is looked up in the site; what is nowhere in it becomes text.
#[test]
fn links_in_texts_of_a_spec_lead_somewhere() {
    let links = "[guide](/guide#part) [beside](guide) [gone](/none/x) [place](#gone) [field](#Thing.name) \
                 [else](https://else.test/) [model](/api/models/thing)";
    let files = format!(
        r##"
//- /tool.json
{{"name": "N", "openapi": "api.json"}}
//- /api.json
{{"openapi": "3.1.0", "info": {{"title": "T", "version": "1"}}, "paths": {{"/a": {{"get": {{"operationId": "a", "summary": "A",
 "description": "{links}", "tags": [], "responses": {{"200": {{"description": "{links}", "content": {{"application/json": {{"schema":
 {{"$ref": "#/components/schemas/Thing"}}}}}}}}}}}}}}}}, "components": {{"schemas": {{"Thing": {{"type": "object",
 "description": "{links}", "properties": {{"name": {{"type": "string", "description": "{links}"}}, "thing": {{"$ref": "#/components/schemas/Thing"}}}}}}}}}}}}
//- /docs/index.md
---
title: Home
---
//- /docs/guide.md
---
title: Guide
---

## Part

<wc-frame caption="[home](/) [gone](/none)">

Text.

</wc-frame>
//- /docs/deep/a.md
---
title: A
---

<wc-endpoint ref="a" />

<wc-schema ref="Thing" />
"##
    );
    let (_, project) = project(&files);
    for offline in [false, true] {
        Crawl::new(&project, AT_ROOT, offline).all().check(50);
    }
    let html = engine::testing::text(&project, "deep/a/index.html");
    for (expected, count) in [
        (r##"<a href="../../guide/#part">guide</a>"##, 4),
        (r#"<a href="../../guide/">beside</a>"#, 4),
        (r##"<a href="#Thing.name">field</a>"##, 4),
        (r#"<a href="../../api/models/thing/">model</a>"#, 4),
        (" gone place ", 4),
    ] {
        let found = html.matches(expected).count();
        assert!(found >= count, "{expected}: {found} times in {html}");
    }
    let fragment = engine::testing::text(&project, "_tool/m/thing.js");
    assert!(fragment.contains("\u{1}guide/\u{2}#part") || fragment.contains(r"\x01guide/\x02#part"), "{fragment}");
    assert!(!fragment.contains('\u{4}') && !fragment.contains(r"\x04"), "{fragment}");
}

#[test]
fn every_address_of_every_edition_leads_somewhere() {
    for (place, url) in [(AT_ROOT, ""), (BELOW_A_PATH, "https://site.test/a/b")] {
        let (_, project) = crate::editions::site(url);
        for offline in [false, true] {
            let mut crawl = Crawl::new(&project, place, offline);
            crawl.editions = crate::editions::PATHS.iter().map(|path| (*path).to_owned()).collect();
            crawl.all().check(1_100);
        }
    }
}
