//! What `tool dev` prints: a line when it starts, a line per save, and only what changed among the findings. Errors and
//! warnings are shown with their source, infos as a line per code.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use engine::{Code, Diagnostic, Severity, SiteSize};
use server::{Event, Findings};

use super::keys::HINT;
use crate::progress::Wait;
use crate::report::{Counts, Reporter, Sources, number_of, printable, stopping_first};

/// How many findings are shown with their source after a check: enough to work on, without pushing earlier output out of
/// sight.
const SHOWN: usize = 10;
/// How many resolved findings are listed one by one.
const SHOWN_RESOLVED: usize = 5;

impl Sources for Findings {
    fn source(&self, file: &str) -> Option<&str> {
        self.sources.get(file).map(|text| &**text)
    }
}

/// The terminal, or whatever reads the output.
pub(super) struct Screen {
    reporter: Reporter,
    start: Instant,
    /// Whether other machines can reach the server.
    is_public: bool,
    has_keys: bool,
    clock: fn() -> String,
    /// The line about a check that takes long.
    wait: Mutex<Option<Wait>>,
    /// What was saved and is not printed yet: a program may write a file in several steps.
    saved: Mutex<Option<Saved>>,
    /// The result of the last check.
    last: Mutex<Option<Findings>>,
}

/// A save.
#[derive(Debug, Default)]
struct Saved {
    /// The changed paths; empty if everything was read again.
    paths: BTreeSet<Arc<str>>,
    /// How long the last step took until open pages were up to date.
    elapsed: Duration,
    /// How many open pages changed.
    pages: usize,
}

impl Screen {
    /// A screen for a command that started at `start`.
    pub(super) fn new(reporter: Reporter, start: Instant, is_public: bool, has_keys: bool) -> Self {
        let clock = || jiff::ZonedDateTime::now().strftime("%H:%M:%S").to_string();
        Self {
            reporter,
            start,
            is_public,
            has_keys,
            clock,
            wait: Mutex::default(),
            saved: Mutex::default(),
            last: Mutex::default(),
        }
    }

    /// Prints an event.
    ///
    /// # Errors
    /// Fails if standard output cannot be written.
    pub(super) fn show(&self, event: &Event) -> io::Result<()> {
        *lock(&self.wait) = None;
        match event {
            Event::Listening { url, network, taken } => {
                self.reporter.say(&listening(url, network.as_deref(), *taken))?;
                if self.is_public {
                    self.reporter.say("warning: anyone who can reach this machine can read the site")?;
                }
                if self.has_keys { Ok(()) } else { self.reporter.say("press Ctrl-C to stop") }
            }
            // Once no change has arrived for a moment; the check itself may take long.
            Event::Checking => {
                if let Some(saved) = lock(&self.saved).take() {
                    self.reporter.say(&self.changed(&saved))?;
                }
                *lock(&self.wait) = Some(Wait::new("checking the project", self.reporter.wants_progress()));
                Ok(())
            }
            Event::Changed { paths, elapsed, pages } => {
                let mut saved = lock(&self.saved);
                let saved = saved.get_or_insert_default();
                saved.paths.extend(paths.iter().cloned());
                saved.pages = saved.pages.max(*pages);
                saved.elapsed = *elapsed;
                Ok(())
            }
            Event::Checked { findings, new, resolved, size, is_asked } => {
                let is_first = lock(&self.last).replace(findings.clone()).is_none();
                let is_same = new.is_empty() && resolved.is_empty();
                if is_same && !is_first && !is_asked {
                    return Ok(());
                }
                if !self.reporter.is_text() {
                    let mut new = new.clone();
                    stopping_first(&mut new);
                    return self.reporter.report(findings, &new, None);
                }
                self.reporter.print(&self.news(findings, new))?;
                let resolved = self.resolved(resolved);
                if !resolved.is_empty() {
                    self.reporter.say_styled(resolved.trim_end())?;
                }
                let total = Counts::of(&findings.diagnostics).text().unwrap_or_else(|| "no problems".to_owned());
                if is_first {
                    self.reporter.say(&format!("{}: {total}", ready(*size, self.start.elapsed())))?;
                    return if self.has_keys { self.reporter.say_styled(&self.reporter.dim(HINT)) } else { Ok(()) };
                }
                self.reporter.say(&format!("{}: {total}", if is_same { "nothing has changed" } else { "now" }))
            }
            Event::Polling { reason } => {
                let reason = printable(reason);
                self.reporter.say(&format!("file watching is unavailable here; polling for changes: {reason}"))
            }
            Event::PageFailed { path } => {
                let path = printable(path);
                self.reporter.say(&format!("error: {path} could not be rendered; this is a bug in tool"))
            }
        }
    }

    /// Prints all findings of the last check.
    ///
    /// # Errors
    /// Fails if standard output cannot be written.
    pub(super) fn show_all(&self) -> io::Result<()> {
        let Some(mut findings) = lock(&self.last).clone() else { return Ok(()) };
        stopping_first(&mut findings.diagnostics);
        self.reporter.report(&findings, &findings.diagnostics, None)?;
        self.reporter.say_counts(Counts::of(&findings.diagnostics))
    }

    /// The line of a save: `12:04:31 docs/a.md  1 page  9 ms`.
    fn changed(&self, saved: &Saved) -> String {
        let first = saved.paths.first().map_or_else(|| "everything".to_owned(), |path| printable(path));
        let more = match saved.paths.len() {
            0 | 1 => String::new(),
            count => format!(" and {} more", count - 1),
        };
        let pages = if saved.pages == 0 { String::new() } else { format!("  {}", number_of(saved.pages, "page")) };
        format!("{} {first}{more}{pages}  {}", self.reporter.dim(&(self.clock)()), took(saved.elapsed))
    }

    /// The new findings: errors and warnings with their source, the rest as a line per code. Findings that block the build
    /// hide the source of others, which may follow from them.
    fn news(&self, findings: &Findings, new: &[Diagnostic]) -> String {
        let blocks = |found: &Diagnostic| found.blocks_build();
        let is_blocked = new.iter().any(blocks);
        let is_framed = |found: &&Diagnostic| found.severity > Severity::Info && (blocks(found) || !is_blocked);
        let (mut framed, mut brief): (Vec<&Diagnostic>, Vec<&Diagnostic>) = new.iter().partition(is_framed);
        framed.sort_by_key(|found| std::cmp::Reverse(found.severity));
        brief.extend(framed.drain(SHOWN.min(framed.len())..));
        let framed: Vec<Diagnostic> = framed.into_iter().cloned().collect();
        let mut text = self.reporter.text(findings, &framed);
        for (severity, code, found) in by_code(&brief) {
            let _ = match found.as_slice() {
                [one] => writeln!(text, "{}", self.reporter.line(findings, one)),
                [first, ..] => writeln!(
                    text,
                    "{}: {} times, first {}",
                    self.reporter.label(severity, code),
                    found.len(),
                    self.reporter.address(findings, first),
                ),
                [] => Ok(()),
            };
        }
        text
    }

    /// The resolved findings, each on a line; as a line per code if there are many.
    fn resolved(&self, resolved: &[Diagnostic]) -> String {
        let mut text = String::new();
        // Positions were those of the earlier text, which is gone.
        let nothing = Findings::default();
        let is_brief = resolved.len() > SHOWN_RESOLVED;
        for (severity, code, found) in by_code(&resolved.iter().collect::<Vec<_>>()) {
            if is_brief && found.len() > 1 {
                let _ = writeln!(text, "resolved {}: {} times", self.reporter.label(severity, code), found.len());
                continue;
            }
            for one in found {
                let _ = writeln!(text, "resolved {}", self.reporter.line(&nothing, one));
            }
        }
        text
    }
}

/// The findings of each code, the most severe first.
fn by_code<'d>(found: &[&'d Diagnostic]) -> Vec<(Severity, Code, Vec<&'d Diagnostic>)> {
    let mut groups: Vec<(Severity, Code, Vec<&Diagnostic>)> = Vec::new();
    for &one in found {
        match groups.iter_mut().find(|(severity, code, _)| (*severity, *code) == (one.severity, one.code)) {
            Some((_, _, group)) => group.push(one),
            None => groups.push((one.severity, one.code, vec![one])),
        }
    }
    groups.sort_by_key(|(severity, ..)| std::cmp::Reverse(*severity));
    groups
}

fn listening(url: &str, network: Option<&str>, taken: Option<u16>) -> String {
    let network = network.map_or_else(String::new, |network| format!(", on the network at {network}"));
    let taken = taken.map_or_else(String::new, |port| format!(" (port {port} is taken)"));
    format!("serving at {url}{network}{taken}")
}

/// The size of the site, and the time since the command started.
fn ready(size: SiteSize, elapsed: Duration) -> String {
    let operations = match size.operations {
        0 => String::new(),
        count => format!(", {}", number_of(count, "operation")),
    };
    format!("{}{operations}, ready in {}", number_of(size.pages, "page"), took(elapsed))
}

fn took(elapsed: Duration) -> String {
    match elapsed.as_millis() {
        millis @ 0..1000 => format!("{millis} ms"),
        _ => format!("{:.1} s", elapsed.as_secs_f64()),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use engine::{Code, Diagnostic, Place, SiteSize, Span};
    use server::Findings;

    use super::{Screen, listening, ready, took};
    use crate::args::{ColorChoice, Global, ReportFormat};
    use crate::report::Reporter;

    fn screen() -> Screen {
        let global = Global { project: None, color: ColorChoice::Never, quiet: false, format: ReportFormat::Text };
        let screen = Screen::new(Reporter::new(&global, false), std::time::Instant::now(), false, false);
        Screen { clock: || "12:04:31".to_owned(), ..screen }
    }

    /// A finding at each `!` of a text.
    fn findings(code: Code, text: &str) -> Findings {
        let place = |at| Place { file: "docs/a.md".into(), span: Span::new(at, at + 1) };
        let found = text.match_indices('!').map(|(at, _)| Diagnostic::new(code, format!("no page `{at}`"), place(at)));
        Findings { diagnostics: found.collect(), sources: [("docs/a.md".into(), text.into())].into() }
    }

    #[test]
    fn a_save_is_one_line() {
        let line = |paths: &[&str], pages| {
            let paths = paths.iter().map(|&path| path.into()).collect();
            screen().changed(&super::Saved { paths, elapsed: Duration::from_millis(9), pages })
        };
        assert_eq!(line(&["docs/api/x.md"], 3), "12:04:31 docs/api/x.md  3 pages  9 ms");
        assert_eq!(line(&["docs/a.md", "docs/b.md"], 0), "12:04:31 docs/a.md and 1 more  9 ms");
        assert_eq!(line(&["docs/\u{1b}[31m.md"], 1), "12:04:31 docs/\u{fffd}[31m.md  1 page  9 ms");
        assert_eq!(line(&[], 0), "12:04:31 everything  9 ms");
    }

    #[test]
    fn the_start_is_a_line_and_its_result_another() {
        let url = "http://localhost:3001/";
        assert_eq!(listening(url, None, Some(3000)), "serving at http://localhost:3001/ (port 3000 is taken)");
        let network = listening(url, Some("http://10.0.0.2:3001/"), None);
        assert_eq!(network, "serving at http://localhost:3001/, on the network at http://10.0.0.2:3001/");
        let size = |pages, operations| SiteSize { pages, operations };
        assert_eq!(ready(size(1, 0), Duration::from_millis(87)), "1 page, ready in 87 ms");
        assert_eq!(ready(size(12, 1223), Duration::from_millis(1234)), "12 pages, 1223 operations, ready in 1.2 s");
        assert_eq!(took(Duration::from_millis(999)), "999 ms");
    }

    #[test]
    fn errors_are_framed_and_infos_counted() {
        let mut all = findings(Code::BrokenLink, "see !\n");
        all.diagnostics.extend(findings(Code::ExampleMismatch, "see !\n").diagnostics);
        insta::assert_snapshot!(screen().news(&all, &all.diagnostics), @r#"
        error[broken-link]: no page `4`
         --> docs/a.md:1:5
          |
        1 | see !
          |     ^

        info[example-mismatch]: docs/a.md:1:5: no page `4`
        "#);
        let many = findings(Code::ExampleMismatch, "!!!");
        insta::assert_snapshot!(screen().news(&many, &many.diagnostics), @r#"info[example-mismatch]: 3 times, first docs/a.md:1:1"#);
    }

    #[test]
    fn what_follows_from_a_syntax_error_is_counted() {
        let mut all = findings(Code::InvalidJson, "{ !");
        all.diagnostics.extend(findings(Code::UnmatchedRef, "{ !!!!").diagnostics);
        insta::assert_snapshot!(screen().news(&all, &all.diagnostics), @r#"
        error[invalid-json]: no page `2`
         --> docs/a.md:1:3
          |
        1 | { !
          |   ^

        error[unmatched-ref]: 4 times, first docs/a.md:1:3
        "#);
    }

    #[test]
    fn resolved_findings_are_listed_or_counted() {
        insta::assert_snapshot!(screen().resolved(&findings(Code::BrokenLink, "!!").diagnostics), @r#"
        resolved error[broken-link]: docs/a.md: no page `0`
        resolved error[broken-link]: docs/a.md: no page `1`
        "#);
        insta::assert_snapshot!(screen().resolved(&findings(Code::BrokenLink, "!!!!!!!!").diagnostics), @r#"resolved error[broken-link]: 8 times"#);
    }
}
