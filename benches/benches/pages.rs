//! The way of a page from Markdown to HTML: against the Markdown parser alone, and on pages that are hard to read.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use benches::{Limit, Report, megabytes, milliseconds};
use engine::testing::{HOSTILE_PAGES, bare_html, page_bodies, read_page};
use engine::{MemorySystem, Project};
use rustix::time::{ClockId, clock_gettime};

const RUNS: usize = 9;

const TIMES_BARE: Limit = Limit::times("pages of Markdown take, against the parser alone,", 2.0);
const TIMES_BARE_COMPONENTS: Limit = Limit::times("pages of components take, against the parser alone,", 3.0);
const GROWTH: Limit =
    Limit { what: "the exponent of time by size is", must: 1.25, show: |exponent| format!("{exponent:.2}") };

/// Pages of one kind.
struct Corpus {
    name: &'static str,
    pages: Vec<String>,
    limit: Limit,
}

fn main() {
    let mut report = Report::new(
        "pages: best of 9, code without colours, then what colours add",
        &["pages", "number", "size", "parser alone", "tree and body", "ratio", "colours"],
    );
    for corpus in corpora() {
        compare(&corpus, &mut report);
    }
    report.print();
    let mut report = Report::new(
        "pages that are hard to read: best of 3 at an eighth, a quarter, a half and the whole of a size",
        &["page", "size", "n/8", "n/4", "n/2", "n", "exponent"],
    );
    let only = std::env::args().nth(1).filter(|argument| !argument.starts_with('-'));
    for page in HOSTILE_PAGES.iter().filter(|page| only.as_deref().is_none_or(|name| page.name.contains(name))) {
        let sizes = [8, 4, 2, 1].map(|part| (page.write)(page.large / part));
        let times: Vec<f64> = sizes.iter().map(|text| time_of_page(text)).collect();
        let exponent = (times[3] / times[0]).ln() / (sizes[3].len() as f64 / sizes[0].len() as f64).ln();
        let mut cells = vec![page.name.to_owned(), megabytes(sizes[3].len() as f64)];
        cells.extend(times.iter().map(|&time| milliseconds(time)));
        cells.push(format!("{exponent:.2}"));
        report.line(cells);
        report.hold(page.name, GROWTH, exponent);
    }
    report.print();
}

fn compare(corpus: &Corpus, report: &mut Report) {
    let plain: Vec<String> = corpus.pages.iter().map(|page| without_languages(page)).collect();
    let (system, coloured) = (project(&plain), project(&corpus.pages));
    // The result first.
    let opened = Project::open(system.clone());
    for index in 0..plain.len() {
        let read = read_page(&opened, &format!("page-{index}")).unwrap();
        assert!(read.html.contains("<p>"), "{}: page {index} has no text", corpus.name);
    }
    let (mut bare, mut ours, mut with_colours) = (f64::INFINITY, f64::INFINITY, f64::INFINITY);
    for _ in 0..RUNS {
        let started = processor_time();
        assert!(plain.iter().map(|page| bare_html(page).len()).sum::<usize>() > 0);
        bare = bare.min((processor_time() - started).as_secs_f64());
        ours = ours.min(time_of_bodies(&system));
        with_colours = with_colours.min(time_of_bodies(&coloured));
    }
    report.line(vec![
        corpus.name.to_owned(),
        plain.len().to_string(),
        megabytes(plain.iter().map(|page| page.len() as f64).sum()),
        milliseconds(bare),
        milliseconds(ours),
        format!("{:.2}x", ours / bare),
        format!("+{}", milliseconds(with_colours - ours)),
    ]);
    report.hold(corpus.name, corpus.limit, ours / bare);
}

fn project(pages: &[String]) -> Arc<MemorySystem> {
    let system = MemorySystem::default();
    system.write("tool.json", "{\"name\": \"Pages\"}");
    for (index, page) in pages.iter().enumerate() {
        system.write(&format!("docs/page-{index}.md"), page.as_str());
    }
    Arc::new(system)
}

fn time_of_bodies(system: &Arc<MemorySystem>) -> f64 {
    let project = Project::open(system.clone());
    let started = processor_time();
    assert!(page_bodies(&project) > 0);
    (processor_time() - started).as_secs_f64()
}

/// What this thread has used of a processor: what else the machine does hardly counts.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0))
}

fn time_of_page(text: &str) -> f64 {
    let system = project(&[text.to_owned()]);
    (0..3).map(|_| time_of_bodies(&system)).fold(f64::INFINITY, f64::min)
}

fn corpora() -> Vec<Corpus> {
    let mut corpora = vec![
        Corpus { name: "generated prose", pages: (0..400).map(prose).collect(), limit: TIMES_BARE },
        Corpus {
            name: "generated components",
            pages: (0..400).map(components).collect(),
            limit: TIMES_BARE_COMPONENTS,
        },
    ];
    let data = std::env::var_os("TOOL_TEST_DATA").map(PathBuf::from);
    let mut found = Vec::new();
    if let Some(data) = data {
        documents(&data.join("imports"), &mut found);
    }
    if found.is_empty() {
        println_skipped();
    } else {
        corpora.push(Corpus { name: "documents of other tools", pages: found, limit: TIMES_BARE });
    }
    corpora
}

#[expect(clippy::print_stdout, reason = "a benchmark reports to its terminal")]
fn println_skipped() {
    println!("skipped: documents of other tools (TOOL_TEST_DATA names no folder that has them)");
}

/// The Markdown documents below a folder, in the order of their paths, without frontmatter and components.
#[expect(clippy::disallowed_methods, reason = "a benchmark's set-up reads its data")]
fn documents(folder: &Path, found: &mut Vec<String>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            documents(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "md")
            && let Ok(text) = std::fs::read_to_string(&path)
            && !text.contains("<wc-")
        {
            let body = text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n")).map(|(_, body)| body);
            // Some hold nothing but a comment or definitions of links.
            found.extend(body.or(Some(&text)).filter(|body| bare_html(body).contains("<p>")).map(str::to_owned));
        }
    }
}

/// The page with fences that name no language.
fn without_languages(page: &str) -> String {
    let mut out = String::with_capacity(page.len());
    for line in page.split_inclusive('\n') {
        let fence = line.trim_start().starts_with("```").then(|| line.find("```")).flatten();
        match fence {
            Some(at) => {
                let marks = line[at..].bytes().take_while(|&byte| byte == b'`').count();
                out.push_str(&line[..at + marks]);
                out.push('\n');
            }
            None => out.push_str(line),
        }
    }
    out
}

/// A sentence that is another for each number.
fn sentence(number: usize) -> String {
    const WORDS: &[&str] = &[
        "seed", "vault", "sample", "record", "of", "the", "is", "stored", "below", "with", "each", "request", "and",
        "returns", "when", "token", "page", "by", "default", "shelf", "in", "order", "until", "again", "two",
    ];
    let mut random = number.wrapping_mul(2_654_435_761).wrapping_add(12_345);
    let mut out = String::from("The");
    for _ in 0..12 {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        out.push(' ');
        out.push_str(WORDS[(random >> 33) % WORDS.len()]);
    }
    out.push('.');
    out
}

/// A page as guides are: headings, paragraphs, lists, a table, code.
fn prose(page: usize) -> String {
    let mut out = format!("# Page {page}\n\n");
    for part in 0..8 {
        let number = page * 100 + part * 10;
        let s = |offset: usize| sentence(number + offset);
        let _ = write!(
            out,
            "## Part {part}\n\n{} *{}* {} [a link](page-{}.md) and `code`.\n{}\n\n- {}\n- {} **bold** text\n  - {}\n\n> {}\n\n",
            s(0),
            s(1),
            s(2),
            part,
            s(3),
            s(4),
            s(5),
            s(6),
            s(7)
        );
        match part % 3 {
            0 => out.push_str("| Name | Value |\n|---|---:|\n| `a` | 1 |\n| `b` | see [c](#part-1) |\n\n"),
            1 => out.push_str("```js\nconst seeds = await vault.list({ status: \"active\" }); // all\nif (seeds.length > 2) {\n  return null;\n}\n```\n\n"),
            _ => out.push_str("1. First\n2. Second, https://example.com/a\n3. Third\n\n"),
        }
    }
    out
}

/// A page whose text stands in components.
fn components(page: usize) -> String {
    let mut out = format!("# Page {page}\n\n");
    for part in 0..6 {
        let number = page * 100 + part * 10;
        let s = |offset: usize| sentence(number + offset);
        let _ = write!(
            out,
            "<wc-callout type=\"note\" title=\"Part {part}\">\n\n{} <wc-badge variant=\"info\">new</wc-badge>\n\n</wc-callout>\n\n\
             <wc-tabs>\n<wc-tab label=\"One\">\n\n{}\n\n</wc-tab>\n<wc-tab label=\"Two\">\n\n- {}\n- {}\n\n</wc-tab>\n</wc-tabs>\n\n\
             <wc-steps>\n  <wc-step title=\"First\">\n\n  {}\n\n  </wc-step>\n  <wc-step title=\"Second\">\n\n  {}\n\n  </wc-step>\n</wc-steps>\n\n\
             <wc-tiles cols=\"2\">\n<wc-card title=\"A\" href=\"page-1.md\">{}</wc-card>\n<wc-card title=\"B\">{}</wc-card>\n</wc-tiles>\n\n\
             <wc-fields>\n<wc-field name=\"limit\" type=\"integer\" required>{}</wc-field>\n</wc-fields>\n\n",
            s(0),
            s(1),
            s(2),
            s(3),
            s(4),
            s(5),
            s(6),
            s(7),
            s(8)
        );
    }
    out
}
