//! Runs the tests in as many browsers as there are processors, one after another in each, and understands as much of
//! libtest's command line as `cargo test` and `cargo nextest` use.

use std::future::Future;
use std::num::NonZero;
use std::pin::Pin;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use futures_util::future::join_all;

use crate::{Artifacts, Session, chromium};

/// A watchdog: where the machine is busy with something else, a crawl takes many times what it should.
const LONGEST_TEST: Duration = Duration::from_secs(600);

/// A running test.
pub type TestFuture = Pin<Box<dyn Future<Output = ()> + Send>>;

/// A test and its name.
#[derive(Clone, Copy, Debug)]
pub struct Test {
    /// What it is called on the command line.
    pub name: &'static str,
    /// Runs it; it fails by panicking.
    pub run: fn(Arc<Session>) -> TestFuture,
}

/// Runs the tests that the command line asks for.
#[must_use]
pub fn run(artifacts: Artifacts, tests: &[Test]) -> ExitCode {
    let arguments = Arguments::read(std::env::args().skip(1));
    let wanted: Vec<Test> = tests.iter().copied().filter(|test| arguments.wants(test.name)).collect();
    if arguments.list {
        for test in wanted {
            println!("{}: test", test.name);
        }
        return ExitCode::SUCCESS;
    }
    if wanted.is_empty() {
        println!("no test asked for");
        return ExitCode::SUCCESS;
    }
    if chromium::executable().is_none() {
        engine::testing::skipped("tests in a browser", "chromium is not installed");
        return ExitCode::SUCCESS;
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let failed = runtime.block_on(run_all(artifacts, &wanted));
    runtime.shutdown_timeout(Duration::from_secs(2));
    if failed.is_empty() {
        ExitCode::SUCCESS
    } else {
        println!("failed: {}", failed.join(", "));
        ExitCode::FAILURE
    }
}

/// The names of the tests that failed.
async fn run_all(artifacts: Artifacts, tests: &[Test]) -> Vec<&'static str> {
    let browsers = std::thread::available_parallelism().map_or(1, NonZero::get).min(tests.len());
    println!("\nrunning {} tests in {browsers} browsers", tests.len());
    let folder = artifacts.folder().to_owned();
    let waiting = Mutex::new(tests.iter().copied());
    let failed = join_all((0..browsers).map(|_| run_waiting(artifacts.clone(), &waiting))).await.concat();
    println!("\n{} passed, {} failed; pictures in {}", tests.len() - failed.len(), failed.len(), folder.display());
    failed
}

/// Runs tests in a browser until none is left that waits; the names of those that failed.
async fn run_waiting(artifacts: Artifacts, waiting: &Mutex<impl Iterator<Item = Test>>) -> Vec<&'static str> {
    let session = Arc::new(Session::start(artifacts).await);
    let mut failed = Vec::new();
    let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
    while let Some(test) = next() {
        let started = Instant::now();
        let running = tokio::spawn((test.run)(Arc::clone(&session)));
        let stop = running.abort_handle();
        let passed = match tokio::time::timeout(LONGEST_TEST, running).await {
            Ok(finished) => finished.is_ok(),
            Err(_) => {
                stop.abort();
                println!("test {} took longer than {} s", test.name, LONGEST_TEST.as_secs());
                false
            }
        };
        session.close_pages().await;
        let verdict = if passed { "ok" } else { "FAILED" };
        println!("test {} ... {verdict} ({:.1} s)", test.name, started.elapsed().as_secs_f64());
        if !passed {
            failed.push(test.name);
        }
    }
    session.stop().await;
    failed
}

#[derive(Debug, Default)]
struct Arguments {
    list: bool,
    exact: bool,
    only_ignored: bool,
    filters: Vec<String>,
    skipped: Vec<String>,
}

impl Arguments {
    fn read(mut arguments: impl Iterator<Item = String>) -> Self {
        let mut read = Self::default();
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--list" => read.list = true,
                "--exact" => read.exact = true,
                "--ignored" => read.only_ignored = true,
                "--skip" => read.skipped.extend(arguments.next()),
                "--format" | "--test-threads" | "--color" | "--logfile" | "-Z" => drop(arguments.next()),
                flag if flag.starts_with('-') => {}
                _ => read.filters.push(argument),
            }
        }
        read
    }

    fn wants(&self, name: &str) -> bool {
        let matches = |filter: &String| if self.exact { filter == name } else { name.contains(filter.as_str()) };
        let asked_for = self.filters.is_empty() || self.filters.iter().any(matches);
        asked_for && !self.only_ignored && !self.skipped.iter().any(matches)
    }
}

#[cfg(test)]
mod tests {
    use super::Arguments;

    fn wanted(line: &str) -> Vec<&'static str> {
        let arguments = Arguments::read(line.split_whitespace().map(str::to_owned));
        ["tabs", "tabs_narrow", "theme"].into_iter().filter(|name| arguments.wants(name)).collect()
    }

    #[test]
    fn the_command_line_selects_tests_as_libtest_does() {
        assert_eq!(wanted(""), ["tabs", "tabs_narrow", "theme"]);
        assert_eq!(wanted("tabs --nocapture"), ["tabs", "tabs_narrow"]);
        assert_eq!(wanted("--exact tabs --format terse"), ["tabs"]);
        assert_eq!(wanted("--skip narrow --test-threads 1"), ["tabs", "theme"]);
        assert!(wanted("--list --format terse --ignored").is_empty());
    }
}
