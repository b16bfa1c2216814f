//! Editions that are loaded one after the other: the site is the same as with all of them loaded, and what they have in common
//! is computed once.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use engine::testing::{executed, text};
use engine::{Change, Diagnostic, EditionMemory, MemorySystem, Output, Project, ReadError, System, Walk, in_order};

use crate::editions;
use crate::incremental::everything;

/// The site with all editions loaded, and with one after the other.
fn compare(files: Arc<MemorySystem>) {
    let all = Project::open(files.clone());
    let (site, found) = visited(&mut Project::open_one_by_one(files));
    let expected: BTreeMap<Arc<str>, Output> = everything(&all).into_iter().collect();
    for (path, output) in &expected {
        let Some(visited) = site.get(path) else { panic!("{path} is missing") };
        assert!(visited == output, "{path} differs:\n{}\n---\n{}", shown(visited), shown(output));
    }
    assert!(site.keys().eq(expected.keys()));
    assert_eq!(found, all.site().diagnostics());
}

fn shown(output: &Output) -> String {
    match output {
        Output::Bytes(bytes) => String::from_utf8_lossy(bytes).into_owned(),
        Output::Copy(path) => path.to_string(),
    }
}

/// The outputs and the diagnostics of all editions.
fn visited(project: &mut Project) -> (BTreeMap<Arc<str>, Output>, Vec<Diagnostic>) {
    let count = project.survey(&BTreeMap::new()).len();
    let (mut outputs, mut found) = (BTreeMap::new(), Vec::new());
    for edition in (0..count).rev() {
        project.visit(edition);
        found.extend(project.site().diagnostics_of_loaded());
        let of_edition = everything(project);
        for (path, _) in &of_edition {
            assert!(project.site().has_output(path), "{path}");
        }
        outputs.extend(of_edition);
        project.record_end();
    }
    (outputs, in_order(found))
}

/// How often the visits of all editions run each query.
fn ran_by_visits(files: Arc<MemorySystem>) -> BTreeMap<String, usize> {
    let mut project = Project::open_one_by_one(files);
    let ran = executed(&mut project, |project| {
        visited(project);
    });
    ran.into_iter().collect()
}

#[test]
fn a_site_is_the_same_with_its_editions_loaded_one_after_the_other() {
    compare(editions::site("").0);
    compare(editions::site("https://example.com/docs").0);
}

#[test]
fn links_and_mistakes_across_editions_are_the_same() {
    let (files, _) = editions::site("https://example.com");
    files.write(
        "versions/2.x/guides/links.md",
        "---\ntitle: Links\n---\n[a](/3.x/guides/sow#depth) [b](/3.x/guides/sow#no-such) [c](/1.x/none) [d](/de/3.x/guides/sow#depth)\n\n[e](/de/openapi.json) [f](/guides/none)\n",
    );
    files.write("i18n/de/guides/broken.md", "---\ntitle: [\n---\n<wc-unknown></wc-unknown>\n");
    files.write("docs/moved.md", "---\nredirect: /2.x/guides/rain\n---\n");
    files.write("versions/1.x/own.md", "---\ntitle: Own\n---\nOnly here.\n");
    compare(files);
}

#[test]
fn pages_that_are_not_translated_are_parsed_once() {
    let files = Arc::new(MemorySystem::default());
    files.write(
        "tool.json",
        r#"{ "name": "T", "languages": [{ "lang": "en", "label": "English" }, { "lang": "de", "label": "Deutsch" }, { "lang": "fr", "label": "Français" }] }"#,
    );
    for page in 0..10 {
        files.write(
            &format!("docs/p{page}.md"),
            format!("---\ntitle: Page {page}\n---\nSee [another](p{}.md#top).\n", (page + 1) % 10),
        );
    }
    files.write("docs/index.md", "---\ntitle: Home\n---\nText.\n");
    files.write("i18n/de/p3.md", "---\ntitle: Seite 3\n---\nSiehe [eine](p4.md).\n");
    files.write("i18n/fr/p3.md", "---\ntitle: Page trois\n---\nVoir [une](p4.md).\n");
    compare(files.clone());
    let ran = ran_by_visits(files);
    let count = |query: &str| ran.get(query).copied().unwrap_or(0);
    assert_eq!(count("frontmatter"), 13, "{ran:?}");
    assert_eq!(count("page_tree"), 13, "{ran:?}");
    assert_eq!((count("page_body"), count("page_plain"), count("page_markdown")), (13, 13, 13), "{ran:?}");
}

#[test]
fn a_survey_parses_pages_only_for_their_operations_and_for_links_to_other_editions() {
    let files = Arc::new(MemorySystem::default());
    files.write(
        "tool.json",
        r#"{ "name": "T", "openapi": "api.json", "versions": [{ "version": "2" }, { "version": "1" }] }"#,
    );
    files.write("api.json", r#"{ "openapi": "3.1.0", "info": { "title": "A", "version": "1" }, "paths": {} }"#);
    files.write("docs/index.md", "---\ntitle: Home\n---\n[Here](/text#part)\n");
    files.write("docs/text.md", "---\ntitle: Text\n---\n## Part\n");
    files.write("docs/get.md", "---\ntitle: Get\nlayout: api\n---\n<WC-endpoint ref=\"get\"></WC-endpoint>\n");
    files.write("versions/1/index.md", "---\ntitle: Home\n---\nText.\n");
    let parsed = || {
        let mut project = Project::open_one_by_one(files.clone());
        let ran = executed(&mut project, |project| drop(project.survey(&BTreeMap::new())));
        ran.into_iter().find(|(query, _)| query == "page_tree").map_or(0, |(_, count)| count)
    };
    assert_eq!(parsed(), 1, "the page of an operation");
    files.write("docs/text.md", "---\ntitle: Text\n---\n## Part\n\n[Home](/1/#top)\n");
    assert_eq!(parsed(), 4);
}

#[test]
fn versions_compute_what_differs() {
    let files = Arc::new(MemorySystem::default());
    files.write(
        "tool.json",
        r#"{ "name": "T", "openapi": "api.json", "versions": [{ "version": "2", "label": "2" }, { "version": "1", "label": "1", "openapi": "versions/1/api.json" }] }"#,
    );
    let spec = |text: &str| {
        let operation = |name: &str, text: &str| {
            format!(
                r#""/{name}": {{"get": {{"operationId": "{name}", "summary": "{text}", "responses": {{"200": {{"description": "OK"}}}}}}}}"#
            )
        };
        let paths: Vec<String> = (0..8).map(|at| operation(&format!("a{at}"), "Same")).collect();
        format!(
            "{{\n  \"openapi\": \"3.1.0\",\n  \"info\": {{\"title\": \"T\", \"version\": \"1\"}},\n  \"servers\": [{{\"url\": \"https://example.com\"}}],\n  \"paths\": {{\n    {},\n    {}\n  }}\n}}\n",
            paths.join(",\n    "),
            operation("changed", text)
        )
    };
    files.write("api.json", spec("New"));
    files.write("versions/1/api.json", spec("Old"));
    for (folder, name) in ["docs", "versions/1"].iter().flat_map(|folder| {
        (0..8).map(|at| format!("a{at}")).chain(["changed".to_owned()]).map(move |name| (*folder, name))
    }) {
        files.write(
            &format!("{folder}/{name}.md"),
            format!("---\ntitle: {name}\nlayout: api\n---\n<wc-endpoint ref=\"{name}\"></wc-endpoint>\n"),
        );
    }
    compare(files.clone());
    let ran = ran_by_visits(files);
    let count = |query: &str| ran.get(query).copied().unwrap_or(0);
    assert_eq!(count("page_tree"), 9, "{ran:?}");
    // The changed operation once in each version.
    assert_eq!(count("endpoint"), 10, "{ran:?}");
    assert_eq!(count("page_body"), 10, "{ran:?}");
}

#[test]
fn a_project_with_one_edition_is_visited_too() {
    let files = Arc::new(MemorySystem::default());
    files.write("tool.json", r#"{ "name": "T" }"#);
    files.write("docs/index.md", "---\ntitle: Home\n---\nText. [a](b.md)\n");
    compare(files.clone());
    let mut project = Project::open_one_by_one(files.clone());
    project.survey(&BTreeMap::new());
    files.write("docs/b.md", "---\ntitle: B\n---\n");
    assert!(project.apply(&[Change::Rescan]));
    assert!(project.site().diagnostics().is_empty());
    assert!(files.read("docs/b.md", 100).is_ok());
}

/// The icon is in the folder of the pages of one version, and outside of that of the other. It is text where it is only named, and
/// an asset where it is found.
#[test]
fn an_icon_among_the_pages_of_one_version_does_not_seem_to_change() {
    let files = Arc::new(MemorySystem::default());
    files.write("docs/index.md", "---\ntitle: Now\n---\n\nText.\n");
    files.write("versions/v1/index.md", "---\ntitle: Then\n---\n\nText.\n");
    files.write("docs/own.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>");
    files.write("img/icon.ico", vec![0, 0, 1, 0, 0xff, 0xfe]);
    for favicon in ["docs/own.svg", "img/icon.ico"] {
        for of_old in [r#""docs": "versions/v1""#, r#""docs": "versions/v1", "openapi": []"#, r#""docs": "img""#] {
            let versions = format!(r#"[{{ "version": "v2" }}, {{ "version": "v1", {of_old} }}]"#);
            files.write("tool.json", format!(r#"{{ "favicon": "{favicon}", "versions": {versions} }}"#));
            let mut project = Project::open_one_by_one(files.clone());
            let surveyed = project.survey(&BTreeMap::new());
            assert_eq!(surveyed.len(), 2);
            for edition in [1, 0, 1, 0] {
                project.visit(edition);
                assert_eq!(project.changed_on_disk(), None, "{favicon} {of_old}");
                assert_eq!(project.inputs_hash(), surveyed[edition].inputs, "{favicon} {of_old}");
            }
        }
    }
}

#[test]
fn the_main_edition_has_its_pages_before_the_others_are_read() {
    let (files, all) = editions::site("https://example.com");
    let mut project = Project::open_main_edition(files);
    assert!(!project.is_loaded());
    assert!(project.site().has_output("index.html"));
    let mut steps = 1;
    while !project.is_loaded() {
        project.load_next();
        steps += 1;
    }
    assert_eq!(steps, project.site().editions().len());
    assert!(everything(&project) == everything(&all));
    assert_eq!(project.site().diagnostics(), all.site().diagnostics());
}

/// What is in memory is the state of the disk when the first edition was confirmed: a later change of its files is of no
/// concern, one of the files of the next edition is.
#[test]
fn files_that_editions_share_are_confirmed_once() {
    let files = Arc::new(MemorySystem::default());
    let languages = r#"[{ "lang": "en" }, { "lang": "de", "docs": "i18n/de" }, { "lang": "fr", "docs": "i18n/fr" }]"#;
    files.write("tool.json", format!(r#"{{ "languages": {languages} }}"#));
    for path in ["docs/index.md", "docs/a.md", "i18n/de/index.md", "i18n/fr/index.md"] {
        files.write(path, "---\ntitle: Home\n---\n\nText.\n");
    }
    let mut project = Project::open_one_by_one(files.clone());
    let surveyed = project.survey(&BTreeMap::new());
    project.visit(2);
    assert_eq!(project.changed_on_disk(), None);
    files.write("docs/a.md", "---\ntitle: Other\n---\n\nText.\n");
    project.visit(0);
    assert_eq!(project.changed_on_disk(), None);
    assert_eq!(project.inputs_hash(), surveyed[0].inputs);
    files.write("i18n/de/index.md", "---\ntitle: Other\n---\n\nText.\n");
    project.visit(1);
    assert_eq!(project.changed_on_disk().as_deref(), Some("i18n/de/index.md"));
}

/// A disk that knows whether a file changed, and counts what is read.
#[derive(Debug)]
struct Stated {
    files: Arc<MemorySystem>,
    has_states: bool,
    reads: Mutex<Vec<String>>,
}

impl System for Stated {
    fn read(&self, path: &str, limit: u64) -> Result<Vec<u8>, ReadError> {
        self.reads.lock().unwrap().push(path.to_owned());
        self.files.read(path, limit)
    }

    fn walk(&self, dir: &str) -> Walk {
        self.files.walk(dir)
    }

    fn state(&self, path: &str) -> Option<u64> {
        let bytes = self.files.read(path, u64::MAX).ok()?;
        self.has_states.then(|| bytes.iter().fold(0_u64, |sum, &byte| sum.wrapping_mul(31) + u64::from(byte)))
    }
}

#[test]
fn files_of_a_kept_edition_are_read_only_if_their_state_differs() {
    let files = Arc::new(MemorySystem::default());
    files.write("tool.json", r#"{ "name": "T", "versions": [{ "version": "3.x" }, { "version": "2.x" }] }"#);
    for path in ["docs/index.md", "versions/2.x/index.md", "versions/2.x/only.md"] {
        files.write(path, "---\ntitle: Home\n---\n\nText.\n");
    }
    let old: Vec<Arc<str>> =
        files.walk("").files.into_iter().filter(|path| path.starts_with("versions/2.x/")).collect();
    let survey = |known: &BTreeMap<String, EditionMemory>, has_states: bool| {
        let system = Arc::new(Stated { files: files.clone(), has_states, reads: Mutex::default() });
        let mut project = Project::open_one_by_one(system.clone());
        let surveyed = project.survey(known);
        let read = system.reads.lock().unwrap().iter().filter(|path| path.starts_with("versions/2.x/")).count();
        let memories = surveyed.iter().enumerate();
        let memories: BTreeMap<String, EditionMemory> = memories
            .map(|(number, edition)| (edition.path.clone(), project.remember(number, edition, Vec::new())))
            .collect();
        (read, memories)
    };
    let (read, known) = survey(&BTreeMap::new(), true);
    assert_eq!(read, old.len());
    assert_eq!(survey(&known, true), (0, known.clone()));
    let (read, without) = survey(&known, false);
    assert_eq!(read, old.len(), "their hash is the same");
    assert_eq!(survey(&without, true), (old.len(), known.clone()), "states are known from now on");
    files.write(&old[0], "---\ntitle: Changed\n---\n");
    let (read, changed) = survey(&known, true);
    assert!(read > old.len() && changed != known, "{read}");
}

#[test]
fn files_whose_state_stays_are_not_read_again() {
    let page = |text: &str| format!("---\ntitle: Home\n---\n\n{text}\n");
    for has_states in [true, false] {
        let files = Arc::new(MemorySystem::default());
        files.write("tool.json", r#"{ "name": "T", "versions": [{ "version": "3.x" }, { "version": "2.x" }] }"#);
        for (name, new, old) in [("same", "One.", "One."), ("other", "One.", "Two."), ("edited", "One.", "One.")] {
            files.write(&format!("docs/{name}.md"), page(new));
            files.write(&format!("versions/2.x/{name}.md"), page(old));
        }
        let system = Arc::new(Stated { files: files.clone(), has_states, reads: Mutex::default() });
        let read = || {
            let mut read = std::mem::take(&mut *system.reads.lock().unwrap());
            read.sort_unstable();
            read.into_iter().filter(|path| path.starts_with("docs/")).collect::<Vec<_>>()
        };
        let mut project = Project::open_one_by_one(system.clone());
        let surveyed = project.survey(&BTreeMap::new());
        assert_eq!(read(), ["docs/edited.md", "docs/other.md", "docs/same.md"]);
        files.write("docs/edited.md", page("Three."));
        project.visit(0);
        let all = ["docs/edited.md", "docs/other.md", "docs/same.md"];
        assert_eq!(read(), if has_states { &all[..2] } else { &all }, "what the other version has is not read");
        assert!(text(&project, "other.md").contains("One."));
        assert!(text(&project, "edited.md").contains("Three."));
        assert_ne!(project.inputs_hash(), surveyed[0].inputs);
        files.write("docs/other.md", page("Four."));
        assert_eq!(project.changed_on_disk().as_deref(), Some("docs/other.md"));
        if has_states {
            assert_eq!(read(), ["docs/other.md"]);
        }
        files.write("docs/other.md", page("One."));
        assert_eq!(project.changed_on_disk(), None);
    }
}
