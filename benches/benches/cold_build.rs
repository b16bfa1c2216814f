//! Cold builds of whole projects, each in a process of its own, held against the floor: reading, validating and parsing
//! the spec, and writing the same files.

use std::path::Path;

use benches::{Child, Figures, Limit, Report, answer_if_child, median, megabytes, milliseconds, real_spec};
use engine::testing::generate::{SPEC, SiteShape};

const RUNS: usize = 5;

const TIMES_FLOOR: Limit = Limit::times("a build takes, against the floor,", 5.0);
const UNCHANGED_TIMES_FLOOR: Limit = Limit::times("a build that changes nothing takes, against the floor,", 2.0);

/// What a project's build may be, beyond the ratios that hold for all.
struct Case {
    name: &'static str,
    operations: usize,
    project: Child,
    limits: &'static [(&'static str, Limit)],
}

fn main() {
    if answer_if_child() {
        return;
    }
    let temporary = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let mut report = Report::new(
        "cold build: median of 5 processes",
        &["project", "operations", "files", "output", "largest page", "floor", "build", "ratio", "unchanged", "peak"],
    );
    for case in cases(temporary) {
        let runs = case.project.measurements(RUNS);
        let of = |figure: &dyn Fn(&Figures) -> f64| median(runs.iter().map(figure));
        let figure = |name: &str| of(&|run| run.get(name));
        let ratio = of(&|run| run.get("build") / run.get("floor"));
        let unchanged = of(&|run| run.get("unchanged") / run.get("floor"));
        report.line(vec![
            case.name.to_owned(),
            case.operations.to_string(),
            format!("{:.0}", figure("files")),
            megabytes(figure("bytes")),
            megabytes(figure("largest_page")),
            milliseconds(figure("floor")),
            milliseconds(figure("build")),
            format!("{ratio:.2}x"),
            format!("{} {unchanged:.2}x", milliseconds(figure("unchanged"))),
            megabytes(figure("peak")),
        ]);
        report.hold(case.name, TIMES_FLOOR, ratio);
        report.hold(case.name, UNCHANGED_TIMES_FLOOR, unchanged);
        for &(name, limit) in case.limits {
            report.hold(case.name, limit, figure(name));
        }
    }
    report.print();
}

fn cases(temporary: &Path) -> Vec<Case> {
    const GITHUB: &[(&str, Limit)] =
        &[("peak", Limit::bytes("peak memory", 250e6)), ("bytes", Limit::bytes("output", 90e6))];
    const STRIPE: &[(&str, Limit)] =
        &[("largest_page", Limit::bytes("largest page", 400e3)), ("bytes", Limit::bytes("output", 120e6))];
    let real = [
        (real_spec("GitHub", "specs/big/github-api.github.com.json", 1_223), GITHUB),
        (real_spec("Stripe", "specs/big/stripe-spec3.yaml", 468), STRIPE),
    ];
    let mut cases = Vec::new();
    for (spec, limits) in real {
        let Some(spec) = spec else { continue };
        let project = Child::new(temporary, Some(spec.file_name()), spec.operations, |folder| spec.write_to(folder));
        cases.push(Case { name: spec.name, operations: spec.operations, project, limits });
    }
    let shape = SiteShape::operations(1_000);
    let project = Child::new(temporary, Some(SPEC), 1_000, |folder| shape.write_to(folder).unwrap());
    cases.push(Case { name: "generated", operations: 1_000, project, limits: &[] });
    cases
}
