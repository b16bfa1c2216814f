//! The checks of a large site against reading and parsing its pages, and what an edit checks anew.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use benches::{Checked, Limit, Report, median, milliseconds};
use engine::testing::generate::{SiteShape, prose_page, prose_page_marker};
use engine::testing::{executed, parse_pages};
use engine::{Change, OsSystem, Project, Severity};

const RUNS: usize = 5;
const PAGES: usize = 10_000;
const LINKS: usize = 10;

const TIMES_PARSE: Limit = Limit::times("all checks take, against reading and parsing the pages,", 3.0);
const QUERIES: Limit = Limit::count("queries after an edit of a page", 19.0);

fn main() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    write(folder.path());
    let open = || Project::open(Arc::new(OsSystem::new(folder.path()).unwrap()));
    let mut project = open();
    let Checked = Checked::new(&project, PAGES);
    let links = parse_pages(&project);
    assert!(links >= PAGES * LINKS, "{links} links");
    let mut report = Report::new(
        "checks of 10,000 pages with 100,000 links: median of 5",
        &["links", "read and parse", "validate", "ratio", "queries after an edit"],
    );
    let (mut floors, mut checks) = (Vec::new(), Vec::new());
    for _ in 0..RUNS {
        let (found, time) = timed(|| parse_pages(&open()));
        assert_eq!(found, links);
        floors.push(time);
        let (wrong, time) = timed(|| open().site().diagnostics());
        assert!(wrong.iter().all(|found| found.severity < Severity::Error), "{wrong:?}");
        checks.push(time);
    }
    let (floor, check) = (median(floors), median(checks));
    drop(project.site().diagnostics());
    let path = prose_page(PAGES / 2);
    let queries = executed(&mut project, |project| {
        replace(&folder.path().join(&path), &prose_page_marker(PAGES / 2), "Other words");
        assert!(project.apply(&[Change::Path(path.as_str().into())]));
        drop(project.site().diagnostics());
    });
    let queries = queries.iter().map(|(_, count)| *count as f64).sum::<f64>();
    report.line(vec![
        links.to_string(),
        milliseconds(floor),
        milliseconds(check),
        format!("{:.2}x", check / floor),
        format!("{queries:.0}"),
    ]);
    report.hold("10,000 pages", TIMES_PARSE, check / floor);
    report.hold("10,000 pages", QUERIES, queries);
    report.print();
}

/// The site: links of every form to pages far and near, with anchors and without.
fn write(folder: &Path) {
    for (path, mut text) in SiteShape::pages(PAGES).files() {
        if let Some(number) =
            path.strip_suffix(".md").and_then(|path| path.rsplit_once("page-")?.1.parse::<usize>().ok())
        {
            text.push_str("## Links\n\n");
            for link in 0..LINKS {
                let target = prose_page((number * 7 + link * 997) % PAGES);
                let id = target.trim_start_matches("docs").trim_end_matches(".md");
                let _ = match link % 4 {
                    0 => writeln!(text, "- [A page]({id})"),
                    1 => writeln!(text, "- [A part]({id}#links)"),
                    2 => writeln!(text, "- [A file](..{})", target.trim_start_matches("docs/guide")),
                    _ => writeln!(text, "- <wc-button href=\"{id}#section-0\">Go</wc-button>"),
                };
            }
        }
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
}

#[expect(clippy::disallowed_methods, reason = "a benchmark edits what it wrote")]
fn replace(path: &Path, find: &str, replacement: &str) {
    let text = std::fs::read_to_string(path).unwrap();
    assert!(text.contains(find));
    std::fs::write(path, text.replace(find, replacement)).unwrap();
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let started = Instant::now();
    let result = work();
    (result, started.elapsed().as_secs_f64())
}
