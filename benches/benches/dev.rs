//! `tool dev`: the time from its start to the first page, the processor time after an edit until the page is served and
//! until all checks are done, and the memory per page.

use std::path::Path;

use benches::{BASELINE, BINARY, EditCost, Limit, RealSpec, Report, Served, median, milliseconds, real_spec};
use engine::testing::generate::{SiteShape, prose_page, prose_page_marker};

const PAGE_BYTES: f64 = 3_000.0;
const MEMORY: Limit = Limit { what: "memory per page of 3 kB", must: 14_000.0, show: kilobytes };

/// The budgets of an edit: until the page is received, processor time until then, and until the server is idle.
#[derive(Clone, Copy)]
struct Budgets {
    wall: f64,
    served: f64,
    idle: f64,
}

fn kilobytes(bytes: f64) -> String {
    format!("{:.1} kB", bytes / 1e3)
}

fn main() {
    let baseline = Served::binary(BASELINE).map(|binary| measure(&binary, new_report()));
    let report = new_report().against(baseline);
    match Served::binary(BINARY) {
        Some(binary) => measure(&binary, report).print(),
        None => report.skip("there is no TOOL_BINARY, or the system does not tell processor times"),
    }
}

fn new_report() -> Report {
    Report::new(
        "tool dev: times are medians, those of an edit of later edits of the file; processor time in parentheses is the first one's",
        &["project", "edit", "start to page", "page served", "processor time", "until idle", "memory"],
    )
}

/// Adds all figures of a binary to a report.
fn measure(binary: &Path, mut report: Report) -> Report {
    let temporary = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let mut memory: Vec<(usize, f64)> = Vec::new();
    let sites = [
        (1_000, 0.050, Budgets { wall: 0.003, served: 0.005, idle: 0.010 }),
        (10_000, 0.150, Budgets { wall: 0.006, served: 0.005, idle: 0.020 }),
        (100_000, f64::INFINITY, Budgets { wall: f64::INFINITY, served: 0.010, idle: 0.060 }),
    ];
    for (pages, start, budgets) in sites {
        let folder = tempfile::tempdir_in(temporary).unwrap();
        SiteShape::pages(pages).write_to(folder.path()).unwrap();
        let page = prose_page(pages / 2);
        let (address, find) = (address(&page), prose_page_marker(pages / 2));
        let name = format!("{pages} pages");
        let (served, time) = Served::start_again(binary, folder.path(), &address);
        report.hold(&name, Limit::seconds("start to first page", start), time);
        served.idle();
        memory.push((pages, served.memory()));
        let edits = served.edits(&address, &page, &find, |word| format!("{word} {find}"));
        add(&mut report, &name, "page", Some(time), &edits, budgets, served.memory());
        if pages == 1_000 {
            let name_of = |word: &str| format!("\"name\": \"{word}\"");
            let budgets = Budgets { wall: 0.020, served: 0.020, idle: f64::INFINITY };
            let edits = served.edits(&address, "tool.json", "\"name\": \"Generated\"", name_of);
            add(&mut report, &name, "tool.json", None, &edits, budgets, served.memory());
        }
    }
    if let [(few, small), (many, large), ..] = memory[..] {
        let per_page = (large - small) / (many - few) as f64;
        report.hold("10000 pages", MEMORY, per_page * PAGE_BYTES / page_bytes());
    }
    let github = real_spec("GitHub", "specs/big/github-api.github.com.json", 1_223);
    if let Some(spec) = github {
        let budgets = Budgets { wall: 0.025, served: 0.020, idle: 0.080 };
        let find = "\"description\": \"Adds custom labels";
        operation(&mut report, binary, temporary, &spec, find, 0.120, budgets);
        overlay(&mut report, binary, temporary, &spec);
    }
    if let Some(spec) = real_spec("Stripe", "specs/big/stripe-spec3.yaml", 400) {
        let budgets = Budgets { wall: 0.020, served: f64::INFINITY, idle: f64::INFINITY };
        let find = "description: <p>Retrieves the details of an account";
        operation(&mut report, binary, temporary, &spec, find, f64::INFINITY, budgets);
    }
    report
}

/// How large a page of a generated site is.
fn page_bytes() -> f64 {
    let files = SiteShape::pages(100).files();
    let pages: Vec<usize> =
        files.iter().filter(|(path, _)| path.ends_with(".md")).map(|(_, text)| text.len()).collect();
    pages.iter().sum::<usize>() as f64 / pages.len() as f64
}

fn address(page: &str) -> String {
    format!("/{}/", page.trim_start_matches("docs/").trim_end_matches(".md"))
}

fn add(
    report: &mut Report,
    name: &str,
    edit: &str,
    start: Option<f64>,
    edits: &[EditCost],
    budgets: Budgets,
    memory: f64,
) {
    let (first, later) = edits.split_first().unwrap();
    let of = |figure: &dyn Fn(&EditCost) -> f64| median(later.iter().map(figure));
    let (wall, served, idle) = (of(&|cost| cost.wall), of(&|cost| cost.served), of(&|cost| cost.idle));
    let case = format!("{name}, {edit}");
    report.hold(&case, Limit::seconds("an edit until its page is received", budgets.wall), wall);
    report.hold(&case, Limit::seconds("processor time until the page is served", budgets.served), served);
    report.hold(&case, Limit::seconds("processor time until the server is idle", budgets.idle), idle);
    report.line(vec![
        name.to_owned(),
        edit.to_owned(),
        start.map_or_else(|| "-".to_owned(), milliseconds),
        milliseconds(wall),
        format!("{} ({})", milliseconds(served), milliseconds(first.served)),
        format!("{} ({})", milliseconds(idle), milliseconds(first.idle)),
        benches::megabytes(memory),
    ]);
}

/// The page of the operation whose text contains `find`.
fn page_of(spec: &RealSpec, find: &str) -> String {
    let text = spec.text();
    let at = text.find(find).unwrap_or_else(|| panic!("{} has no {find:?}", spec.name));
    let rest = &text[at..];
    let id = rest.split_once("operationId").map(|(_, rest)| rest.trim_start_matches(['"', ':', ' '])).unwrap();
    let id = id.split(['"', '\n', ',']).next().unwrap();
    let holds = |contents: &str| contents.contains(&format!("\"{id}\""));
    let (path, _) = spec.files().into_iter().find(|(path, text)| path.starts_with("docs/") && holds(text)).unwrap();
    address(&path)
}

fn operation(
    report: &mut Report,
    binary: &Path,
    temporary: &Path,
    spec: &RealSpec,
    find: &str,
    start: f64,
    budgets: Budgets,
) {
    let folder = tempfile::tempdir_in(temporary).unwrap();
    spec.write_to(folder.path());
    let address = page_of(spec, find);
    let (served, time) = Served::start_again(binary, folder.path(), &address);
    report.hold(spec.name, Limit::seconds("start to first page", start), time);
    served.idle();
    let edits = served.edits(&address, spec.file_name(), find, |word| format!("{find} {word}"));
    add(report, spec.name, "operation", Some(time), &edits, budgets, served.memory());
}

/// An overlay of one action over the spec.
fn overlay(report: &mut Report, binary: &Path, temporary: &Path, spec: &RealSpec) {
    const OVERLAY: &str = "overlay: 1.0.0\ninfo: {title: T, version: '1'}\nactions:\n  - target: $.paths['/'].get\n    update:\n      description: Root of all\n";
    let folder = tempfile::tempdir_in(temporary).unwrap();
    spec.write_to(folder.path());
    let config = spec.files().into_iter().find(|(path, _)| path == "tool.json").unwrap().1;
    let named = format!("\"openapi\": \"{}\"", spec.file_name());
    assert!(config.contains(&named), "{config}");
    let with = format!("\"openapi\": {{\"spec\": \"{}\", \"overlay\": \"overlay.yaml\"}}", spec.file_name());
    std::fs::write(folder.path().join("tool.json"), config.replacen(&named, &with, 1)).unwrap();
    std::fs::write(folder.path().join("overlay.yaml"), OVERLAY).unwrap();
    let address = page_of(spec, "\"description\": \"Get Hypermedia links");
    let (served, time) = Served::start_again(binary, folder.path(), &address);
    let edits = served.edits(&address, "overlay.yaml", "Root of all", |word| format!("Root of {word}"));
    let budgets = Budgets { wall: 0.040, served: f64::INFINITY, idle: f64::INFINITY };
    add(report, spec.name, "overlay", Some(time), &edits, budgets, served.memory());
}
