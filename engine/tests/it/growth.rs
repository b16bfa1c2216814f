//! How the work of every check grows with a project: each kind of content is doubled, and the calls of the allocator and the
//! processor time of all checks must not grow much faster. Prints the exponents.

use std::alloc::{GlobalAlloc, Layout, System as SystemAllocator};
use std::cell::Cell;
use std::fmt::Write as _;
use std::sync::Arc;

use engine::{MemorySystem, Project};

/// Counts of allocations grow with the logarithm of trees too.
const MOST_ALLOCATIONS: f64 = 1.15;
/// Times waver, and caches fill up. Quadratic work has 2.
const MOST_TIME: f64 = 1.8;
/// What is wrong in as many places as there are names: each wrong name is compared with all others for "did you mean", which
/// allocates nothing.
const SUGGESTING: [&str; 3] = ["broken anchors", "pages of unknown operations", "broken references"];
/// Shorter times say nothing.
const LEAST_SECONDS: f64 = 0.05;
/// Enough where nothing is wrong.
const FEW_RUNS: usize = 2;
/// Before something is said to be.
const MANY_RUNS: usize = 12;

/// The allocator of the system, which counts.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

fn count() {
    // A thread that ends counts no more.
    let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
}

#[expect(unsafe_code, reason = "an allocator is unsafe to write; this one hands everything on")]
// SAFETY: each call goes to the system's allocator with the same arguments.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller's promise.
        unsafe { SystemAllocator.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise.
        unsafe { SystemAllocator.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: the caller's promise.
        unsafe { SystemAllocator.realloc(place, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The processor time of this thread in seconds; zero where the system does not tell.
fn processor_time() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|time| time.parse::<f64>().ok()).unwrap_or(0.0) / 1e9
}

type Files = Vec<(String, String)>;

/// The allocations and the seconds that all checks of a project take, on one thread, and the bytes of its files. The least of
/// some runs: what else runs on the machine takes time, and gives none.
fn cost(files: &Files, runs: usize) -> (u64, f64, usize) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let run = || {
        let system = MemorySystem::default();
        for (path, text) in files {
            system.write(path, text.as_str());
        }
        let system = Arc::new(system);
        let (allocations, time) = (ALLOCATIONS.get(), processor_time());
        let project = Project::open(system);
        drop(project.site().diagnostics());
        (ALLOCATIONS.get() - allocations, processor_time() - time)
    };
    let runs: Vec<(u64, f64)> = (0..runs).map(|_| pool.install(run)).collect();
    let seconds = runs.iter().map(|run| run.1).fold(f64::INFINITY, f64::min);
    (runs[0].0, seconds, files.iter().map(|(_, text)| text.len()).sum())
}

fn list(n: usize, separator: &str, item: impl Fn(usize) -> String) -> String {
    (0..n).map(item).collect::<Vec<_>>().join(separator)
}

fn page(body: &str) -> Files {
    let config = ("tool.json".to_owned(), "{\"name\": \"N\"}".to_owned());
    vec![config, ("docs/index.md".to_owned(), format!("---\ntitle: H\n---\n\n{body}\n"))]
}

fn pages(n: usize, body: impl Fn(usize) -> String) -> Files {
    let mut files = page("");
    files.extend((0..n).map(|at| (format!("docs/p{at}.md"), format!("---\ntitle: P{at}\n---\n\n{}\n", body(at)))));
    files
}

fn config(members: &str) -> Files {
    let mut files = page("");
    files[0].1 = format!("{{\"name\": \"N\", {members}}}");
    files
}

fn spec(rest: &str) -> Files {
    let mut files = config("\"openapi\": \"s.json\"");
    let head = r#""openapi": "3.1.0", "info": {"title": "T", "version": "1"}"#;
    files.push(("s.json".to_owned(), format!("{{{head}, {rest}}}")));
    files
}

fn operation(members: &str) -> String {
    format!(r#"{{{members}"responses": {{"200": {{"description": "OK"}}}}}}"#)
}

fn schemas(members: &str) -> Files {
    spec(&format!(r#""paths": {{}}, "components": {{"schemas": {{{members}}}}}"#))
}

/// A kind of content, and the files of a project with so much of it.
type Kind = (&'static str, usize, fn(usize) -> Files);

const KINDS: &[Kind] = &[
    ("pages", 200, |n| pages(n, |_| "# T\n\nText.".to_owned())),
    ("links between pages", 200, |n| pages(n, |at| format!("[a](/p{}) [b](./p{}.md#x)", at / 2, at / 3))),
    ("broken links between pages", 100, |n| pages(n, |at| format!("[a](/missing{at})"))),
    ("headings", 500, |n| page(&list(n, "\n\n", |at| format!("## Heading {at}")))),
    ("equal headings", 500, |n| page(&list(n, "\n\n", |_| "## Heading".to_owned()))),
    ("links", 500, |n| page(&list(n, "\n\n", |_| "[a](/index#top)".to_owned()))),
    ("broken links", 500, |n| page(&list(n, "\n\n", |at| format!("[a](/none{at})")))),
    ("broken anchors", 300, |n| page(&list(n, "\n\n", |at| format!("## H{at}\n\n[a](#none)")))),
    ("components", 500, |n| page(&list(n, "\n\n", |_| "<wc-callout>\n\nText.\n\n</wc-callout>".to_owned()))),
    ("unknown components", 500, |n| page(&list(n, "\n\n", |at| format!("<wc-none{at} />")))),
    ("unclosed components", 500, |n| page(&list(n, "\n\n", |_| "<wc-callout>".to_owned()))),
    ("unknown attributes", 500, |n| {
        page(&format!("<wc-callout {}>\n\nText.\n\n</wc-callout>", list(n, " ", |at| format!("a{at}=\"1\""))))
    }),
    ("table rows", 500, |n| page(&format!("| a | b |\n|---|---|\n{}", list(n, "\n", |at| format!("| {at} | x |"))))),
    ("fences", 300, |n| page(&list(n, "\n\n", |_| "```js\nlet a = 1;\n```".to_owned()))),
    ("variables", 300, |n| page(&list(n, "\n\n", |at| format!("{{{{v{at}}}}}")))),
    ("fragments", 100, |n| {
        let mut files = page(&list(n, "\n\n", |at| format!("<wc-include src=\"f{at}.md\" />")));
        files.extend((0..2 * n).map(|at| (format!("docs/_reusables/f{at}.md"), "Text.\n".to_owned())));
        files
    }),
    ("moved pages", 200, |n| {
        let moved = |at: usize| (format!("docs/m{at}.md"), "---\ntitle: M\nredirect: /index\n---\n".to_owned());
        page("").into_iter().chain((0..n).map(moved)).collect()
    }),
    ("redirects", 300, |n| {
        config(&format!("\"redirects\": {{{}}}", list(n, ", ", |at| format!("\"/o{at}\": \"/index\""))))
    }),
    ("sidebar entries", 300, |n| {
        let mut files = pages(n, |_| "Text.".to_owned());
        files[0].1 = format!("{{\"name\": \"N\", \"sidebar\": [{}]}}", list(n, ", ", |at| format!("\"p{at}\"")));
        files
    }),
    ("unknown sidebar entries", 100, |n| {
        config(&format!("\"sidebar\": [{}]", list(n, ", ", |at| format!("\"q{at}\""))))
    }),
    ("unknown settings", 300, |n| config(&list(n, ", ", |at| format!("\"u{at}\": 1")))),
    ("operations", 200, |n| {
        let path =
            |at| format!("\"/a{at}/{{id}}\": {{\"get\": {}}}", operation(&format!("\"operationId\": \"o{at}\", ")));
        spec(&format!("\"paths\": {{{}}}", list(n, ", ", path)))
    }),
    ("equal paths", 200, |n| {
        let path = |at| format!("\"/a/{{p{at}}}\": {{\"get\": {}}}", operation("\"operationId\": \"same\", "));
        spec(&format!("\"paths\": {{{}}}", list(n, ", ", path)))
    }),
    ("operation pages", 100, |n| {
        let path = |at| format!("\"/a{at}\": {{\"get\": {}}}", operation(&format!("\"operationId\": \"o{at}\", ")));
        let mut files = spec(&format!("\"paths\": {{{}}}", list(n, ", ", path)));
        let shown = |at| (format!("docs/o{at}.md"), format!("---\ntitle: O\n---\n\n<wc-endpoint ref=\"o{at}\" />\n"));
        files.extend((0..n).map(shown));
        files
    }),
    ("pages of unknown operations", 100, |n| {
        let path = |at| format!("\"/a{at}\": {{\"get\": {}}}", operation(&format!("\"operationId\": \"o{at}\", ")));
        let mut files = spec(&format!("\"paths\": {{{}}}", list(n, ", ", path)));
        let shown =
            |at| (format!("docs/o{at}.md"), "---\ntitle: O\n---\n\n<wc-endpoint ref=\"GET /none\" />\n".to_owned());
        files.extend((0..n).map(shown));
        files
    }),
    ("parameters", 300, |n| {
        let one = |at| format!(r#"{{"name": "p{at}", "in": "query", "schema": {{"type": "string"}}}}"#);
        let members = format!("\"parameters\": [{}], ", list(n, ", ", one));
        spec(&format!("\"paths\": {{\"/a\": {{\"get\": {}}}}}", operation(&members)))
    }),
    ("equal parameters", 300, |n| {
        let one = |_| r#"{"name": "p", "in": "query", "schema": {"type": "string"}}"#.to_owned();
        let members = format!("\"parameters\": [{}], ", list(n, ", ", one));
        spec(&format!("\"paths\": {{\"/a\": {{\"get\": {}}}}}", operation(&members)))
    }),
    ("tags", 300, |n| {
        let tags = list(n, ", ", |at| format!("{{\"name\": \"t{at}\"}}"));
        let used = format!("\"tags\": [{}], ", list(n, ", ", |at| format!("\"u{at}\"")));
        spec(&format!("\"tags\": [{tags}], \"paths\": {{\"/a\": {{\"get\": {}}}}}", operation(&used)))
    }),
    ("schemas", 300, |n| schemas(&list(n, ", ", |at| format!(r#""S{at}": {{"type": "object"}}"#)))),
    ("broken references", 100, |n| {
        schemas(&list(n, ", ", |at| format!(r##""S{at}": {{"$ref": "#/components/schemas/None{at}"}}"##)))
    }),
    ("chains of references", 200, |n| {
        schemas(&list(n, ", ", |at| format!(r##""S{at}": {{"$ref": "#/components/schemas/S{}"}}"##, at + 1)))
    }),
    ("chains of allOf", 100, |n| {
        let one = |at| {
            format!(
                r##""S{at}": {{"allOf": [{{"$ref": "#/components/schemas/S{}"}}], "example": {{"a": 1}}}}"##,
                at + 1
            )
        };
        schemas(&list(n, ", ", one))
    }),
    ("properties", 300, |n| {
        let properties = list(n, ", ", |at| format!(r#""p{at}": {{"type": "string"}}"#));
        let required = list(n, ", ", |at| format!("\"p{at}\", \"q{at}\""));
        schemas(&format!(r#""S": {{"type": "object", "properties": {{{properties}}}, "required": [{required}]}}"#))
    }),
    ("values of an enum", 500, |n| {
        schemas(&format!(r#""S": {{"type": "string", "enum": [{}]}}"#, list(n, ", ", |at| format!("\"v{at}\""))))
    }),
    ("equal values of an enum", 500, |n| {
        schemas(&format!(r#""S": {{"enum": [{}]}}"#, list(n, ", ", |_| "{\"a\": [1]}".to_owned())))
    }),
    ("items of an example", 500, |n| {
        let items = list(n, ", ", |at| format!("{{\"a\": {at}}}"));
        schemas(&format!(
            r#""S": {{"type": "array", "uniqueItems": true, "items": {{"type": "object", "properties": {{"a": {{"type": "string"}}}}}}, "example": [{items}]}}"#
        ))
    }),
    ("members of an example", 500, |n| {
        let members = list(n, ", ", |at| format!("\"m{at}\": {at}"));
        let properties = list(n, ", ", |at| format!(r#""m{at}": {{"type": "string"}}"#));
        schemas(&format!(
            r#""S": {{"type": "object", "additionalProperties": false, "properties": {{{properties}}}, "example": {{{members}}}}}"#
        ))
    }),
    ("alternatives", 200, |n| {
        let ones = list(n, ", ", |at| {
            format!(r#"{{"type": "object", "required": ["a{at}"], "properties": {{"a{at}": {{"type": "string"}}}}}}"#)
        });
        schemas(&format!(r#""S": {{"oneOf": [{ones}], "example": {{"b": 1}}}}"#))
    }),
    ("unknown fields", 300, |n| spec(&format!("\"paths\": {{}}, {}", list(n, ", ", |at| format!("\"u{at}\": 1"))))),
    ("misplaced references", 200, |n| {
        let one = |at| {
            format!(
                r##""/a{at}": {{"get": {{"parameters": {{"$ref": "#/components/parameters"}}, "responses": {{}}}}}}"##
            )
        };
        spec(&format!(r#""paths": {{{}}}, "components": {{"parameters": {{}}}}"#, list(n, ", ", one)))
    }),
    ("actions of an overlay", 100, |n| {
        let path = |at| format!("\"/a{at}\": {{\"get\": {}}}", operation(""));
        let mut files = spec(&format!("\"paths\": {{{}}}", list(100, ", ", path)));
        files[0].1 = "{\"name\": \"N\", \"openapi\": {\"spec\": \"s.json\", \"overlays\": [\"o.yaml\"]}}".to_owned();
        let action = |at| format!("  - target: $.paths['/a{at}'].get\n    update: {{summary: A}}");
        let overlay =
            format!("overlay: 1.0.0\ninfo: {{title: T, version: '1'}}\nactions:\n{}\n", list(n, "\n", action));
        files.push(("o.yaml".to_owned(), overlay));
        files
    }),
];

/// What twice as much of something costs, and the exponents by which that is more.
struct Growth {
    large: (u64, f64, usize),
    of_allocations: f64,
    of_time: f64,
}

fn growth(n: usize, files: fn(usize) -> Files, runs: usize) -> Growth {
    let [small, large] = [n * 2, n * 4].map(|n| cost(&files(n), runs));
    let grown = (large.2 as f64 / small.2 as f64).ln();
    let exponent = |now: f64, before: f64| (now / before).ln() / grown;
    let of_allocations = exponent(large.0 as f64, small.0 as f64);
    let of_time = if large.1 < LEAST_SECONDS { 0.0 } else { exponent(large.1, small.1) };
    Growth { large, of_allocations, of_time }
}

#[test]
#[expect(clippy::print_stdout, reason = "prints what was measured")]
fn checks_grow_like_the_project() {
    let mut report = String::new();
    let mut wrong = Vec::new();
    for &(name, n, files) in KINDS {
        let mut grown = growth(n, files, FEW_RUNS);
        if grown.of_time > MOST_TIME && !SUGGESTING.contains(&name) {
            grown = growth(n, files, MANY_RUNS);
        }
        let Growth { large, of_allocations, of_time } = grown;
        let _ = writeln!(
            report,
            "{name}: {} allocations and {:.0} ms for {} bytes, exponents {of_allocations:.2} {of_time:.2}",
            large.0,
            large.1 * 1e3,
            large.2
        );
        if of_allocations > MOST_ALLOCATIONS || (of_time > MOST_TIME && !SUGGESTING.contains(&name)) {
            wrong.push(name);
        }
    }
    println!("{report}");
    assert!(wrong.is_empty(), "{wrong:?}\n{report}");
}
