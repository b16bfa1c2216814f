//! Large sites of generated pages: what a page costs must not grow with their number.

use std::path::Path;

use benches::{Child, Figures, Limit, Report, answer_if_child, median, megabytes, milliseconds};
use engine::testing::generate::{SPEC, SiteShape};

const RUNS: usize = 3;

const TIME_GROWTH: Limit = Limit::times("time per page grows", 1.2);
const MEMORY_GROWTH: Limit = Limit::times("memory per page grows", 1.2);
const TIMES_COPY: Limit = Limit::times("a build takes, against copying its output,", 6.0);

fn main() {
    if answer_if_child() {
        return;
    }
    let temporary = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let mut report = Report::new(
        "large sites: median of 3 processes",
        &["site", "files", "output", "build", "copy", "ratio", "per page", "peak", "peak per page"],
    );
    for (small, large) in [
        (("1,000 pages", SiteShape::pages(1_000)), ("10,000 pages", SiteShape::pages(10_000))),
        (("1,000 operations", SiteShape::operations(1_000)), ("10,000 operations", SiteShape::operations(10_000))),
    ] {
        let before = measure(temporary, small.0, &small.1, &mut report);
        let after = measure(temporary, large.0, &large.1, &mut report);
        report.hold(large.0, TIME_GROWTH, after.time / before.time);
        report.hold(large.0, MEMORY_GROWTH, after.memory / before.memory);
    }
    let pages = measure(temporary, "5,000 pages", &SiteShape::pages(5_000), &mut report);
    report.hold("5,000 pages", TIMES_COPY, pages.times_copy);
    report.print();
}

/// What one page costs.
struct PerPage {
    time: f64,
    memory: f64,
    times_copy: f64,
}

fn measure(temporary: &Path, name: &str, shape: &SiteShape, report: &mut Report) -> PerPage {
    let pages = shape.pages + shape.operations;
    let spec = (shape.operations > 0).then_some(SPEC);
    let project = Child::new(temporary, spec, pages, |folder| shape.write_to(folder).unwrap());
    let runs = project.measurements(RUNS);
    let of = |figure: &dyn Fn(&Figures) -> f64| median(runs.iter().map(figure));
    let figure = |name: &str| of(&|run| run.get(name));
    let per_page = PerPage {
        time: figure("build") / pages as f64,
        memory: figure("peak") / pages as f64,
        times_copy: of(&|run| run.get("build") / run.get("copy")),
    };
    report.line(vec![
        name.to_owned(),
        format!("{:.0}", figure("files")),
        megabytes(figure("bytes")),
        milliseconds(figure("build")),
        milliseconds(figure("copy")),
        format!("{:.2}x", per_page.times_copy),
        format!("{:.2} ms", per_page.time * 1e3),
        megabytes(figure("peak")),
        format!("{:.0} kB", per_page.memory / 1e3),
    ]);
    per_page
}
