//! Whether pages and their Markdown say all that the document says: what an independent walk finds in the source, to four
//! levels, against what independent readers find in the outputs.

mod alternatives;
mod compare;
mod hostile;
mod html;
mod own;
mod shown;
mod source;
mod twin;

use std::path::Path;
use std::sync::Arc;

use engine::testing::text;
use engine::{MemorySystem, Project};

use self::compare::{Comparison, Report};
use crate::corpus::{documents, test_data};
use crate::walk::{Files, Operation, Walk};

/// Fields of a page that may show every one in place: `api.expandFields` of its own accord.
const BUDGET: usize = 400;
/// Both count alike but for callbacks and for what stands twice in alternatives.
const SLACK: usize = 20;

/// A project with these files and a page for each of these operations of the document at `path`.
fn project(sources: &[(String, String)], path: &str, addresses: &[String]) -> Project {
    let system = MemorySystem::default();
    for (file, text) in sources {
        system.write(file, text.clone());
    }
    let config = serde_json::json!({"name": "N", "openapi": path});
    system.write("tool.json", config.to_string());
    for (at, address) in addresses.iter().enumerate() {
        let reference = address.replace('&', "&amp;").replace('"', "&quot;");
        system.write(&format!("docs/p{at}.md"), format!("<wc-endpoint ref=\"{reference}\" />\n"));
    }
    Project::open(Arc::new(system))
}

/// Numbers in an order that a seed decides (SplitMix64).
fn shuffled(count: usize, seed: u64) -> Vec<usize> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    };
    let mut numbers: Vec<usize> = (0..count).collect();
    numbers.sort_by_cached_key(|_| next());
    numbers
}

/// Which operations of a document are compared.
#[derive(Clone, Copy)]
enum Draw {
    All,
    /// So many by the seed, and so many of the largest among ten times as many.
    Some(usize, usize),
}

impl Draw {
    /// So many schemas are compared.
    fn most_models(self) -> usize {
        match self {
            Self::All => usize::MAX,
            Self::Some(most, largest) => 5 * (most + largest),
        }
    }

    /// The drawn operations, each with the number of its fields as far as pages count them.
    fn of<'a>(self, walk: &Walk<'a>, mut all: Vec<Operation<'a>>) -> Vec<(Operation<'a>, usize)> {
        let sized = |operation: Operation<'a>| {
            let size = walk.size(&operation, 2 * BUDGET);
            (operation, size)
        };
        let Self::Some(most, largest) = self else { return all.into_iter().map(sized).collect() };
        let order = shuffled(all.len(), 1);
        let mut slots: Vec<Option<Operation<'a>>> = all.drain(..).map(Some).collect();
        let mut drawn = order.into_iter().filter_map(|at| slots[at].take());
        let mut found: Vec<_> = drawn.by_ref().take(most).map(sized).collect();
        let mut rest: Vec<_> = drawn.take(10 * largest).map(sized).collect();
        rest.sort_by_key(|(_, size)| std::cmp::Reverse(*size));
        found.extend(rest.into_iter().take(largest));
        found
    }
}

/// Compares operations of the document at `path`.
fn compare(files: &Files, sources: &[(String, String)], path: &str, draw: Draw, report: &mut Report) {
    let walk = Walk::new(files, path);
    let drawn = draw.of(&walk, walk.all());
    let addresses: Vec<String> = drawn.iter().map(|(operation, _)| operation.address()).collect();
    let project = project(sources, path, &addresses);
    for (at, (operation, size)) in drawn.iter().enumerate() {
        let name = format!("{path} {}", addresses[at]);
        let early = report.early;
        match html::read_page(&text(&project, &format!("p{at}/index.html"))) {
            Some(shown) => Comparison::new(&walk, name.clone(), true, report).operation(operation, &shown),
            None => report.differences.push(format!("{name}: the page shows no operation")),
        }
        match &twin::read_twin(&text(&project, &format!("p{at}.md")))[..] {
            [shown] => Comparison::new(&walk, name.clone(), false, report).operation(operation, shown),
            others => report.differences.push(format!("{name}: the Markdown has {} operations", others.len())),
        }
        if report.early > early && *size + SLACK <= BUDGET {
            report.differences.push(format!("{name}: is closed above the last level, with {size} fields"));
        }
        report.operations += 1;
    }
    models(&walk, &project, path, draw, report);
}

/// Compares the schemas of the document at `path` that have pages of their own: what pages of operations leave to them.
fn models(walk: &Walk<'_>, project: &Project, path: &str, draw: Draw, report: &mut Report) {
    let all = project.site().outputs();
    let pages: Vec<&str> =
        all.iter().filter_map(|it| it.strip_prefix("api/models/")?.strip_suffix("/index.html")).collect();
    let schemas = walk.document.get("components").map(|it| it.entries("schemas")).unwrap_or_default();
    // Pages of schemas have a smaller budget.
    let early = report.early;
    for at in shuffled(pages.len(), 1).into_iter().take(draw.most_models()) {
        let key = pages[at];
        let Some((name, shown)) = html::read_model(&text(project, &format!("api/models/{key}/index.html"))) else {
            report.differences.push(format!("{path} schema {key}: the page shows none"));
            continue;
        };
        // Of two schemas of one name in different files only one has it in this document.
        let Some((_, schema)) = schemas.iter().find(|(known, _)| *known == name) else { continue };
        let name = format!("{path} schema {name}");
        Comparison::new(walk, name.clone(), true, report).model(*schema, &shown);
        let twin = twin::read_model(&text(project, &format!("api/models/{key}.md")));
        Comparison::new(walk, name, false, report).model(*schema, &twin);
        report.models += 1;
    }
    report.early = early;
}

/// Documents with operations below a folder.
fn below(root: &Path, folder: &str) -> Vec<String> {
    let all = documents(root).into_iter().filter(|(_, expected)| expected["operations"] != 0);
    all.map(|(path, _)| path).filter(|path| path.starts_with(folder)).collect()
}

#[expect(clippy::print_stderr, reason = "says what was compared")]
fn check(paths: &[String], root: &Path, draw: Draw) -> Report {
    let mut report = Report::default();
    for path in paths {
        let started = report.differences.len();
        match Files::of(root, path) {
            Some(files) => {
                let read = |file: &String| std::fs::read_to_string(root.join("specs").join(file)).unwrap();
                let sources: Vec<_> = files.parsed.keys().map(|file| (file.clone(), read(file))).collect();
                compare(&files, &sources, path, draw, &mut report);
            }
            None => report.differences.push(format!("{path}: the independent reader cannot read it")),
        }
        let found = report.differences.len() - started;
        if found > 0 {
            eprintln!("{path}: {found} differences");
        }
    }
    let Report { differences, operations, models, fields, facts, closed, early, recursive, .. } = &report;
    eprintln!(
        "{} documents, {operations} operations, {models} schemas, {fields} fields, {facts} constraints and values; {closed} places are \
         closed, {early} of them above the last level, {recursive} are recursive",
        paths.len()
    );
    let Report { cases, variants, skipped, .. } = &report;
    eprintln!(
        "{cases} fields in several cases, {variants} alternatives with fields, {skipped} values with too many cases"
    );
    assert!(differences.is_empty(), "{} differences\n{}", differences.len(), differences.join("\n"));
    report
}

#[test]
fn tricky_documents_are_shown_whole() {
    let Some(root) = test_data() else { return };
    let report = check(&below(&root, "tricky/"), &root, Draw::All);
    assert!(report.operations > 400 && report.fields > 10_000, "{} {}", report.operations, report.fields);
    // Their pages are within the budget.
    assert_eq!(report.early, 0);
}

/// The documents of more than a megabyte, or the others: two tests, so that they run side by side.
fn big(root: &Path, is_larger: bool) -> Vec<String> {
    let is_large = |path: &String| std::fs::metadata(root.join("specs").join(path)).unwrap().len() > 3_500_000;
    below(root, "big/").into_iter().filter(|path| is_large(path) == is_larger).collect()
}

#[test]
fn drawn_pages_of_big_documents_are_shown_whole() {
    let Some(root) = test_data() else { return };
    let report = check(&big(&root, false), &root, Draw::Some(3, 1));
    assert!(report.fields > 5_000 && report.early > 0, "{} {}", report.fields, report.early);
}

#[test]
fn drawn_pages_of_the_biggest_documents_are_shown_whole() {
    let Some(root) = test_data() else { return };
    let report = check(&big(&root, true), &root, Draw::Some(6, 2));
    assert!(report.fields > 5_000 && report.early > 0, "{} {}", report.fields, report.early);
}

/// Of one document alone where `TOOL_TEST_DOCUMENT` is a part of its path.
#[test]
#[ignore = "minutes: every operation of the large documents"]
fn every_page_of_big_documents_is_shown_whole() {
    let Some(root) = test_data() else { return };
    let named = std::env::var("TOOL_TEST_DOCUMENT").ok();
    let mut paths = below(&root, "big/");
    paths.retain(|path| named.as_ref().is_none_or(|named| path.contains(named.as_str())));
    let report = check(&paths, &root, Draw::All);
    assert!(named.is_some() || report.fields > 100_000, "{}", report.fields);
}
