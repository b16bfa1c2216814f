//! What pages weigh as they travel (gzip), and that a page's size does not grow with the number of pages.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use engine::testing::generate::SiteShape;
use engine::testing::text;
use engine::{OsSystem, Project};

use crate::corpus::test_data;
use crate::crawl::{github, stripe};

/// A style sheet of a page of prose, all style sheets together.
const PROSE_STYLE: usize = 10 * 1024;
/// The scripts of a page of prose.
const PROSE_SCRIPT: usize = 6 * 1024;
/// The scripts of a page of an operation, at once.
const API_SCRIPT: usize = 12 * 1024;
/// The style sheets of a page of an operation.
const API_STYLE: usize = 14 * 1024;
/// The script of the request panel, when it is first opened.
const PLAYGROUND: usize = 12 * 1024;
/// The scripts that the request panel loads for a body, and with the first answer.
const PLAYGROUND_BODY: usize = 5 * 1024;
const PLAYGROUND_ANSWER: usize = 5 * 1024;
/// The script of the search dialog, when it is first opened.
const SEARCH: usize = 8 * 1024 + 512;
/// What a page of a large site may have beyond the same page of a small one.
const GROWTH: usize = 2 * 1024;

/// The bytes of a text as gzip sends it.
fn weight(text: &str) -> usize {
    miniz_oxide::deflate::compress_to_vec(text.as_bytes(), 9).len() + 18
}

/// What a page loads at once.
#[derive(Debug, PartialEq, Eq)]
struct Loaded {
    scripts: usize,
    styles: usize,
}

/// The weight of the scripts and style sheets of the tool that a page names.
fn loaded(project: &Project, page: &str) -> Loaded {
    let html = text(project, page);
    let names: BTreeSet<&str> = html.split("_tool/").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let sum = |ending: &str| -> usize {
        let files = names.iter().filter(|name| name.ends_with(ending));
        files.map(|name| weight(&text(project, &format!("_tool/{name}")))).sum()
    };
    Loaded { scripts: sum(".js"), styles: sum(".css") }
}

/// The weight of a file of the tool that is known by its name without the hash.
fn asset(project: &Project, name: &str, ending: &str) -> usize {
    let outputs = project.site().outputs();
    let is_it = |path: &&Arc<str>| {
        let rest = path.strip_prefix("_tool/").and_then(|rest| rest.strip_prefix(name));
        rest.is_some_and(|rest| rest.len() == 17 + ending.len() && rest.starts_with('.') && rest.ends_with(ending))
    };
    weight(&text(project, outputs.iter().find(is_it).unwrap()))
}

/// Checks a page; says what it loads.
#[expect(clippy::print_stderr, reason = "says what was measured")]
fn check(project: &Project, name: &str, page: &str, most: &Loaded) {
    let found = loaded(project, page);
    eprintln!(
        "{name} {page}: scripts {} of {}, styles {} of {}",
        found.scripts, most.scripts, found.styles, most.styles
    );
    assert!(found.scripts <= most.scripts && found.styles <= most.styles, "{name} {page}: {found:?} of {most:?}");
    assert!(found.scripts > 2_000 && found.styles > 4_000, "{name} {page}: {found:?}");
}

const PROSE: Loaded = Loaded { scripts: PROSE_SCRIPT, styles: PROSE_STYLE };
/// The 404 page also finds pages with a similar path.
const NOT_FOUND: Loaded = Loaded { scripts: PROSE_SCRIPT + 1_024, styles: PROSE_STYLE };
const API: Loaded = Loaded { scripts: API_SCRIPT, styles: API_STYLE };

#[test]
#[expect(clippy::print_stderr, reason = "says what was measured")]
fn what_pages_of_the_demo_load_is_light() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../templates/demo");
    let project = Project::open(Arc::new(OsSystem::new(&folder).unwrap()));
    for page in ["index.html", "quickstart/index.html", "guides/openapi/index.html", "reference/cli/index.html"] {
        check(&project, "demo", page, &PROSE);
    }
    check(&project, "demo", "404.html", &NOT_FOUND);
    for page in ["api/register-accession/index.html", "api/list-accessions/index.html", "api/request-seed/index.html"] {
        check(&project, "demo", page, &API);
    }
    for (name, most) in [("playground-body", PLAYGROUND_BODY), ("playground-answer", PLAYGROUND_ANSWER)] {
        let script = asset(&project, name, ".js");
        eprintln!("{name}: script {script} of {most}");
        assert!(script <= most, "{name} has {script} bytes");
    }
    for (name, most) in [("playground", PLAYGROUND), ("search", SEARCH)] {
        let (script, style) = (asset(&project, name, ".js"), asset(&project, name, ".css"));
        eprintln!("{name}: script {script} of {most}, style {style}");
        assert!(script <= most, "{name} has {script} bytes");
        assert!(script > 2_000 && style > 200, "{name}: {script} {style}");
    }
}

#[test]
fn what_pages_of_large_apis_load_is_light() {
    let Some(root) = test_data() else { return };
    for (name, (project, ids)) in [("GitHub", github(&root)), ("Stripe", stripe(&root))] {
        check(&project, name, "index.html", &PROSE);
        for id in ids.iter().filter(|id| !id.ends_with("introduction")).step_by(ids.len() / 5) {
            check(&project, name, &format!("{id}/index.html"), &API);
        }
    }
}

/// A page of a site of ten pages, and the same page of a site of ten thousand.
#[test]
#[expect(clippy::print_stderr, reason = "says what was measured")]
fn the_size_of_a_page_does_not_grow_with_the_site() {
    let [small, large] = [10, 10_000].map(|pages| Project::open(SiteShape::pages(pages).in_memory()));
    let [few, many] = [10, 10_000].map(|count| {
        let shape = SiteShape { operations: count, schemas: 8, pages: 4, seed: 1 };
        Project::open(shape.in_memory())
    });
    let pages = ["guide/part-0/page-0/index.html", "guide/part-0/page-7/index.html", "404.html"];
    let operation = |number: usize| {
        let path = engine::testing::generate::operation_page(number);
        path.replacen("docs/", "", 1).replace(".md", "/index.html")
    };
    let cases = pages.iter().map(|page| (&small, &large, (*page).to_owned()));
    let cases = cases.chain([0, 5].map(|number| (&few, &many, operation(number))));
    for (small, large, page) in cases {
        let [small, large] = [small, large].map(|project| text(project, &page).len());
        eprintln!("{page}: {small} bytes in a small site, {large} in a large one");
        assert!(large.abs_diff(small) < GROWTH, "{page}: {small} and {large} bytes");
    }
}
