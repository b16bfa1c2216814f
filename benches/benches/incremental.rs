//! Edits of a project in memory: how many queries run until all is current, and how long until an open page is.

use std::sync::Arc;
use std::time::Instant;

use benches::{Checked, Limit, RealSpec, Report, force, milliseconds, real_spec};
use engine::testing::generate::{SPEC, SiteShape, operation_marker, operation_page, prose_page, prose_page_marker};
use engine::{Change, MemorySystem, Output, OutputOptions, Project, Site, testing};

const OPERATION_QUERIES: Limit = Limit::count("queries after an edit of an operation", 18.0);
const OPERATION_TIME: Limit = Limit::seconds("an edit of an operation until its page is current", 0.080);
const PAGE_QUERIES: Limit = Limit::count("queries after an edit of a page", 14.0);
const PAGE_TIME: Limit = Limit::seconds("an edit of a page until it is current", 0.020);
const SPACE_PAGES: Limit = Limit::count("pages rendered after an edit of white space", 0.0);

/// An edit of one file, and the page that shows it.
struct Edit {
    name: &'static str,
    file: String,
    /// The text to look for and what to put in its place, another each time.
    find: String,
    page: Option<String>,
    limits: Vec<Limit>,
}

/// A project in memory, with everything computed.
struct Case {
    name: String,
    system: Arc<MemorySystem>,
    project: Project,
    files: Vec<(String, String)>,
}

impl Case {
    fn new(name: String, files: Vec<(String, String)>) -> Self {
        let system = Arc::new(MemorySystem::default());
        for (path, contents) in &files {
            system.write(path, contents.as_str());
        }
        let project = Project::open(system.clone());
        let pages = files.iter().filter(|(path, _)| path.starts_with("docs/")).count();
        let Checked = Checked::new(&project, pages);
        drop(force(&project));
        Self { name, system, project, files }
    }

    /// Writes the edited file and returns the change to apply.
    fn edit(&self, edit: &Edit, replacement: &str) -> Change {
        let (_, contents) = self.files.iter().find(|(path, _)| *path == edit.file).unwrap();
        assert!(contents.contains(&edit.find), "{} has no {:?}", edit.file, edit.find);
        let edited = contents.replacen(&edit.find, replacement, 1);
        self.system.write(&edit.file, edited);
        Change::Path(edit.file.as_str().into())
    }

    /// Everything is as in a project that is opened afresh.
    fn check(&self) {
        let fresh = Project::open(self.system.clone());
        assert!(force(&self.project) == force(&fresh), "{}: an edited project differs from a fresh one", self.name);
    }
}

fn main() {
    let mut report = Report::new(
        "edits: queries until all is current, and times (best of 5)",
        &["project", "edit", "queries", "page current", "all current"],
    );
    let mut names = Vec::new();
    for operations in [10, 1_223] {
        let files = SiteShape::operations(operations).files();
        let mut case = Case::new(format!("generated, {operations} operations"), files);
        for edit in generated_edits() {
            names.push(run(&mut case, &edit, &mut report));
        }
    }
    if let Some(spec) = real_spec("GitHub", "specs/big/github-api.github.com.json", 1_223) {
        let mut case = Case::new("GitHub".to_owned(), spec.files());
        for edit in real_edits(&spec) {
            names.push(run(&mut case, &edit, &mut report));
        }
    }
    let mut case = Case::new("generated, 10,000 pages".to_owned(), SiteShape::pages(10_000).files());
    let edit = Edit {
        name: "page",
        file: prose_page(5_000),
        find: prose_page_marker(5_000),
        page: Some(address(&prose_page(5_000))),
        limits: vec![PAGE_QUERIES, PAGE_TIME],
    };
    names.push(run(&mut case, &edit, &mut report));
    report.print();
    print_names(&names);
}

#[expect(clippy::print_stdout, reason = "a benchmark reports to its terminal")]
fn print_names(names: &[(String, Vec<(String, usize)>)]) {
    println!("\nqueries executed until all is current");
    for (edit, executed) in names {
        let list: Vec<String> = executed.iter().map(|(name, count)| format!("{name} {count}")).collect();
        println!("  {edit}: {}", if list.is_empty() { "none".to_owned() } else { list.join(", ") });
    }
}

fn generated_edits() -> Vec<Edit> {
    vec![
        Edit {
            name: "operation",
            file: SPEC.to_owned(),
            find: operation_marker(7),
            page: Some(address(&operation_page(7))),
            limits: vec![OPERATION_QUERIES, OPERATION_TIME],
        },
        white_space(SPEC),
    ]
}

fn real_edits(spec: &RealSpec) -> Vec<Edit> {
    let text = spec.text();
    // The first description that stands in an operation, whatever it says.
    let start = text.find("\"operationId\"").unwrap();
    let from = text[..start].rfind("\"description\"").unwrap();
    let find = text[from..start].to_owned();
    let page = spec.files().into_iter().find(|(path, _)| path.starts_with("docs/api/")).map(|(path, _)| address(&path));
    let limits = vec![OPERATION_QUERIES, OPERATION_TIME];
    let operation = Edit { name: "operation", file: spec.file_name().to_owned(), find, page, limits };
    vec![operation, white_space(spec.file_name())]
}

fn white_space(file: &str) -> Edit {
    Edit { name: "white space", file: file.to_owned(), find: "{".to_owned(), page: None, limits: vec![SPACE_PAGES] }
}

/// The output of a page's file.
fn address(page: &str) -> String {
    let id = page.trim_start_matches("docs/").trim_end_matches(".md");
    format!("{id}/index.html")
}

/// The text that takes the place of what was found: a word more, or a blank more.
fn replacement(edit: &Edit, word: &str) -> String {
    match (edit.name, edit.find.split_once(": \"")) {
        ("white space", _) => format!("{{{}", " ".repeat(word.len())),
        ("operation", Some((key, rest))) => format!("{key}: \"{word} {rest}"),
        _ => format!("{word} {}", edit.find),
    }
}

fn page(site: &Site, path: &str) -> String {
    match site.output(path, OutputOptions::default()) {
        Some(Output::Bytes(bytes)) => String::from_utf8(bytes).unwrap(),
        other => panic!("no page {path}: {other:?}"),
    }
}

fn run(case: &mut Case, edit: &Edit, report: &mut Report) -> (String, Vec<(String, usize)>) {
    // The result first.
    let change = case.edit(edit, &replacement(edit, "Checked"));
    let executed = testing::executed(&mut case.project, |project| {
        assert!(project.apply(&[change]), "{}: the edit changed nothing", case.name);
        drop(force(project));
        drop(project.site().diagnostics());
    });
    case.check();
    if let Some(path) = &edit.page {
        assert!(page(&case.project.site(), path).contains("Checked"), "{}: {path} is not edited", case.name);
    }
    let (mut page_time, mut all_time) = (f64::INFINITY, f64::INFINITY);
    for word in ["once", "twice", "thrice", "again", "anew"] {
        let change = case.edit(edit, &replacement(edit, word));
        let started = Instant::now();
        assert!(case.project.apply(&[change]));
        if let Some(path) = &edit.page {
            assert!(page(&case.project.site(), path).contains(word));
            page_time = page_time.min(started.elapsed().as_secs_f64());
        }
        drop(force(&case.project));
        drop(case.project.site().diagnostics());
        all_time = all_time.min(started.elapsed().as_secs_f64());
    }
    // The next edit starts from the files as they were.
    let change = case.edit(edit, &edit.find);
    case.project.apply(&[change]);
    drop(force(&case.project));
    drop(case.project.site().diagnostics());
    let queries: usize = executed.iter().map(|(_, count)| count).sum();
    let rendered: usize = executed
        .iter()
        .filter(|(name, _)| name == "page_body" || name == "endpoint_html")
        .map(|(_, count)| count)
        .sum();
    for &limit in &edit.limits {
        let figure = match limit.what {
            what if what == SPACE_PAGES.what => rendered as f64,
            what if what.starts_with("queries") => queries as f64,
            _ => page_time,
        };
        report.hold(&case.name, limit, figure);
    }
    let shown = if edit.page.is_some() { milliseconds(page_time) } else { "-".to_owned() };
    report.line(vec![case.name.clone(), edit.name.to_owned(), queries.to_string(), shown, milliseconds(all_time)]);
    (format!("{}, {}", case.name, edit.name), executed)
}
