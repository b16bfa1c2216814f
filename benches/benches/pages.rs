//! The way of a page from Markdown to HTML: against the Markdown parser alone, and on pages that are hard to read.
//!
//! Both sides keep the HTML of all pages, as a site does. What is asked once a site (its pages, its configuration) is asked
//! before the clock starts. `cargo xtask bench pages` runs all; with a name, the binary runs what the name is a part of.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Arc;
use std::time::Duration;

use benches::{Limit, Report, megabytes, milliseconds};
use engine::testing::{HOSTILE_PAGES, bare_html, list_pages, page_bodies, read_page};
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
    /// None for pages that no author writes.
    limit: Option<Limit>,
}

/// The allocator of the system, which counts: times waver with what else the machine does, counts do not.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

#[expect(unsafe_code, reason = "an allocator is unsafe to write; this one hands everything on")]
// SAFETY: each call goes to the system's allocator with the same arguments.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: the caller's promise.
        unsafe { System.realloc(place, layout, size) }
    }
}

fn count() {
    // A thread that ends counts no more.
    let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// What some work took: seconds of this thread, and calls of the allocator.
#[derive(Clone, Copy)]
struct Cost {
    seconds: f64,
    allocations: u64,
}

impl Cost {
    const NONE: Self = Self { seconds: f64::INFINITY, allocations: u64::MAX };

    fn of<T>(work: impl FnOnce() -> T) -> (Self, T) {
        let (started, allocations) = (processor_time(), ALLOCATIONS.get());
        let result = work();
        let seconds = (processor_time() - started).as_secs_f64();
        (Self { seconds, allocations: ALLOCATIONS.get() - allocations }, result)
    }

    fn min(self, other: Self) -> Self {
        Self { seconds: self.seconds.min(other.seconds), allocations: self.allocations.min(other.allocations) }
    }
}

/// Has glibc's allocator keep all memory that it once got. Else it maps large blocks anew each time, which takes as long as
/// reading some pages does, and smaller sizes of the same page would not pay for it: that growth says nothing of the reading.
const KEEP_MEMORY: [(&str, &str); 2] = [("MALLOC_MMAP_MAX_", "0"), ("MALLOC_TRIM_THRESHOLD_", "4294967296")];

fn main() -> ExitCode {
    let only = std::env::args().nth(1).filter(|argument| !argument.starts_with('-'));
    let is_wanted = |name: &str| only.as_deref().is_none_or(|only| name.contains(only));
    if KEEP_MEMORY.iter().all(|(name, value)| std::env::var_os(name).is_some_and(|given| given == *value)) {
        growth(&is_wanted);
        return ExitCode::SUCCESS;
    }
    let mut report = Report::new(
        "pages: best of 9, code without colours, then what colours add; allocations a page",
        &["pages", "number", "size", "parser alone", "tree and body", "ratio", "colours", "allocations", "of parser"],
    );
    for corpus in corpora().iter().filter(|corpus| is_wanted(corpus.name)) {
        compare(corpus, &mut report);
    }
    report.print();
    // The allocator reads its settings once, when a process starts.
    let again =
        Command::new(std::env::current_exe().unwrap()).args(std::env::args_os().skip(1)).envs(KEEP_MEMORY).status();
    if again.unwrap().success() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// How the time of each hard page grows with its size.
fn growth(is_wanted: &dyn Fn(&str) -> bool) {
    let mut report = Report::new(
        "pages that are hard to read: best of 3 at an eighth, a quarter, a half and the whole of a size, memory kept",
        &["page", "size", "n/8", "n/4", "n/2", "n", "exponent"],
    );
    for page in HOSTILE_PAGES.iter().filter(|page| is_wanted(page.name)) {
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
    let (mut bare, mut ours, mut with_colors) = (Cost::NONE, Cost::NONE, Cost::NONE);
    for _ in 0..RUNS {
        let (cost, kept) = Cost::of(|| plain.iter().map(|page| bare_html(page)).collect::<Vec<_>>());
        assert_eq!(kept.len(), plain.len());
        drop(kept);
        bare = bare.min(cost);
        ours = ours.min(cost_of_bodies(&system));
        with_colors = with_colors.min(cost_of_bodies(&coloured));
    }
    let ratio = ours.seconds / bare.seconds;
    let a_page = |cost: Cost| format!("{:.0}", cost.allocations as f64 / plain.len() as f64);
    report.line(vec![
        corpus.name.to_owned(),
        plain.len().to_string(),
        megabytes(plain.iter().map(|page| page.len() as f64).sum()),
        milliseconds(bare.seconds),
        milliseconds(ours.seconds),
        format!("{ratio:.2}x"),
        format!("+{}", milliseconds(with_colors.seconds - ours.seconds)),
        a_page(ours),
        a_page(bare),
    ]);
    if let Some(limit) = corpus.limit {
        report.hold(corpus.name, limit, ratio);
    }
}

fn project(pages: &[String]) -> Arc<MemorySystem> {
    let system = MemorySystem::default();
    system.write("tool.json", "{\"name\": \"Pages\"}");
    for (index, page) in pages.iter().enumerate() {
        system.write(&format!("docs/page-{index}.md"), page.as_str());
    }
    Arc::new(system)
}

fn cost_of_bodies(system: &Arc<MemorySystem>) -> Cost {
    let project = Project::open(system.clone());
    assert!(list_pages(&project) > 0);
    let (cost, bytes) = Cost::of(|| page_bodies(&project));
    assert!(bytes > 0);
    cost
}

/// What this thread has used of a processor: what else the machine does hardly counts.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0))
}

fn time_of_page(text: &str) -> f64 {
    let system = project(&[text.to_owned()]);
    (0..3).map(|_| cost_of_bodies(&system).seconds).fold(f64::INFINITY, f64::min)
}

fn corpora() -> Vec<Corpus> {
    let manual = Path::new(env!("CARGO_MANIFEST_DIR")).join("../templates/demo/docs/components");
    let mut corpora = vec![
        Corpus { name: "generated prose", pages: (0..400).map(prose).collect(), limit: Some(TIMES_BARE) },
        Corpus {
            name: "generated components",
            pages: (0..400).map(|page| components(page, 2)).collect(),
            limit: Some(TIMES_BARE_COMPONENTS),
        },
        Corpus {
            name: "the manual's components",
            pages: documents(&manual, &|_| true),
            limit: Some(TIMES_BARE_COMPONENTS),
        },
        Corpus {
            name: "hardly a word between tags",
            pages: (0..400).map(|page| components(page, 0)).collect(),
            limit: None,
        },
    ];
    let data = std::env::var_os("TOOL_TEST_DATA").map(PathBuf::from);
    let found = data.map(|data| documents(&data.join("imports"), &|text| !text.contains("<wc-"))).unwrap_or_default();
    if found.is_empty() {
        println_skipped();
    } else {
        corpora.push(Corpus { name: "documents of other tools", pages: found, limit: Some(TIMES_BARE) });
    }
    corpora
}

#[expect(clippy::print_stdout, reason = "a benchmark reports to its terminal")]
fn println_skipped() {
    println!("skipped: documents of other tools (TOOL_TEST_DATA names no folder that has them)");
}

/// The Markdown documents below a folder that `fits` holds for, in the order of their paths, without frontmatter.
fn documents(folder: &Path, fits: &dyn Fn(&str) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    collect_documents(folder, fits, &mut found);
    found
}

#[expect(clippy::disallowed_methods, reason = "a benchmark's set-up reads its data")]
fn collect_documents(folder: &Path, fits: &dyn Fn(&str) -> bool, found: &mut Vec<String>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect_documents(&path, fits, found);
        } else if path.extension().is_some_and(|extension| extension == "md")
            && let Ok(text) = std::fs::read_to_string(&path)
            && fits(&text)
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

/// A page whose text stands in components. With `more` being 2 it has 5.3 of them a kilobyte, about as many as the densest
/// twentieth of the pages with components in other tools' sites has (836 MDX pages below `imports`, of which the densest has
/// 10.9); with 0 it has 11.6, each around one sentence.
fn components(page: usize, more: usize) -> String {
    let mut out = format!("# Page {page}\n\n");
    for part in 0..6 {
        let number = page * 1_000 + part * 100;
        let s = |offset: usize| sentence(number + offset);
        // Sentences that do not change what the page consists of.
        let text = |offset: usize| (0..=more).map(|next| s(offset + 10 * next)).collect::<Vec<_>>().join(" ");
        let between = |offset: usize| if more == 0 { String::new() } else { format!("{}\n\n", text(offset + 50)) };
        let _ = write!(
            out,
            "<wc-callout type=\"note\" title=\"Part {part}\">\n\n{} <wc-badge variant=\"info\">new</wc-badge>\n\n</wc-callout>\n\n{}\
             <wc-tabs>\n<wc-tab label=\"One\">\n\n{}\n\n</wc-tab>\n<wc-tab label=\"Two\">\n\n- {}\n- {}\n\n</wc-tab>\n</wc-tabs>\n\n{}\
             <wc-steps>\n  <wc-step title=\"First\">\n\n  {}\n\n  </wc-step>\n  <wc-step title=\"Second\">\n\n  {}\n\n  </wc-step>\n</wc-steps>\n\n{}\
             <wc-tiles cols=\"2\">\n<wc-card title=\"A\" href=\"page-1.md\">{}</wc-card>\n<wc-card title=\"B\">{}</wc-card>\n</wc-tiles>\n\n\
             <wc-fields>\n<wc-field name=\"limit\" type=\"integer\" required>{}</wc-field>\n</wc-fields>\n\n",
            text(0),
            between(0),
            text(1),
            text(2),
            s(3),
            between(1),
            text(4),
            text(5),
            between(2),
            s(6),
            s(7),
            s(8)
        );
    }
    out
}
