//! The import of a project of another tool, against reading and parsing its pages: 1,000 pages of MDX in one process, the
//! processor's time alone. What parses is the engine, which reads the same words and components in the imported project.
//! What the Markdown parser takes alone, which knows no components, stands beside it. `cargo xtask bench import`.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use benches::{Limit, Report, megabytes, milliseconds};
use engine::testing::{bare_html, parse_pages};
use engine::{OsSystem, Project};
use import::{Contents, Imported, LossKind, Options, Source, import};
use rustix::time::{ClockId, clock_gettime};

const RUNS: usize = 7;
const PAGES: usize = 1_000;

const TIMES_FLOOR: Limit = Limit::times("an import takes, against reading and parsing the pages,", 3.0);

fn main() {
    let folder = tempfile::tempdir().unwrap();
    let mut size = 0;
    let mut navigation = Vec::new();
    for number in 0..PAGES {
        let text = page(number);
        size += text.len();
        std::fs::write(folder.path().join(format!("page-{number}.mdx")), text).unwrap();
        navigation.push(format!("\"page-{number}\""));
    }
    let config = format!(
        "{{\"$schema\": \"https://mintlify.com/docs.json\", \"name\": \"N\", \"theme\": \"mint\", \"navigation\": \
         {{\"groups\": [{{\"group\": \"All\", \"pages\": [{}]}}]}}}}",
        navigation.join(", ")
    );
    std::fs::write(folder.path().join("docs.json"), config).unwrap();
    let imported = import(&Source::open(folder.path()).unwrap(), &Options::default()).unwrap();
    assert_eq!(imported.report.pages, PAGES);
    assert!(
        imported.report.losses.iter().all(|loss| loss.kind == LossKind::Expression),
        "{:?}",
        imported.report.losses
    );
    let Some(Contents::Text(text)) =
        imported.files.iter().find(|file| file.path == "docs/page-7.md").map(|file| &file.contents)
    else {
        panic!("a page is missing")
    };
    for part in [
        "<wc-steps>",
        "<wc-tab label=\"npm\">",
        "<wc-callout type=\"warning\">",
        "name=\"limit\" type=\"integer\" default=\"20\" required>",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    let project = tempfile::tempdir().unwrap();
    write(&imported, project.path());
    let open = || Project::open(Arc::new(OsSystem::new(project.path()).unwrap()));
    let mut report = Report::new(
        "import: best of 7; bare reads the files and makes HTML of them by the Markdown parser alone",
        &["pages", "size", "bare", "read and parse", "import", "to bare", "ratio"],
    );
    let texts = || {
        let source = Source::open(folder.path()).unwrap();
        let pages: Vec<String> = (0..PAGES).map(|at| source.text(&format!("page-{at}.mdx")).unwrap()).collect();
        pages
    };
    let bare = best(|| texts().iter().map(|text| bare_html(text)).collect::<Vec<_>>(), Vec::len);
    let floor = best(open, parse_pages);
    let whole = best(
        || import(&Source::open(folder.path()).unwrap(), &Options::default()).unwrap(),
        |imported| imported.files.len(),
    );
    report.line(vec![
        PAGES.to_string(),
        megabytes(size as f64),
        milliseconds(bare),
        milliseconds(floor),
        milliseconds(whole),
        format!("{:.2}x", whole / bare),
        format!("{:.2}x", whole / floor),
    ]);
    report.hold("import", TIMES_FLOOR, whole / floor);
    report.print();
}

/// Writes the texts of an imported project.
fn write(imported: &Imported, folder: &Path) {
    for file in &imported.files {
        if let Contents::Text(text) = &file.contents {
            let path = folder.join(&file.path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
    }
}

/// The least time of some runs, in seconds, to make something that holds things and to count these; not to drop it.
fn best<T>(make: impl Fn() -> T, count: impl Fn(&T) -> usize) -> f64 {
    let run = |_| {
        let started = processor_time();
        let made = make();
        assert!(count(&made) > 0);
        (processor_time() - started).as_secs_f64()
    };
    (0..RUNS).map(run).fold(f64::INFINITY, f64::min)
}

/// The time that all threads of this process took.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.cast_unsigned(), time.tv_nsec.try_into().unwrap_or_default())
}

/// A page as documentation has them: prose, code, and a dozen components.
fn page(number: usize) -> String {
    let mut page = format!("---\ntitle: \"Page {number}\"\ndescription: What page {number} is about\n---\n\n");
    let next = (number + 1) % PAGES;
    for section in 0..4 {
        let _ = write!(
            page,
            "## Section {section}\n\nSome words about `call_{number}` and what [the next page](/page-{next}#section-{section}) \
             says of **it**. A value is below List<T> and 3 < 4.\n\n<Warning>\n  Mind the *gap* of page {number}.\n</Warning>\n\n\
             <Tabs>\n  <Tab title=\"npm\">\n    ```bash\n    npm install thing-{section}\n    ```\n  </Tab>\n  <Tab title=\"yarn\">\n    \
             Or with yarn, {{/* an aside */}}as you like.\n  </Tab>\n</Tabs>\n\n<Steps>\n  <Step title=\"First\">\n    Do this.\n  \
             </Step>\n  <Step title=\"Then\">\n    <Note>Nested {section}.</Note>\n  </Step>\n</Steps>\n\n<ParamField query=\"limit\" \
             type=\"integer\" default={{20}} required>\n  How many there are at most.\n</ParamField>\n\n```json title=\"answer.json\"\n\
             {{\"page\": {number}, \"list\": [1, 2, 3]}}\n```\n\n",
        );
    }
    page
}
