//! Progress of long work, for a user at a terminal.

use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long a command runs before its progress is shown.
const PATIENCE: Duration = Duration::from_millis(600);
/// How long work takes before it is mentioned.
const LONG: Duration = Duration::from_secs(1);
/// The shortest time between two updates.
const PAUSE: Duration = Duration::from_millis(100);

/// A count of steps, shown on one line of standard error that is cleared at the end.
#[derive(Debug)]
pub(crate) struct Progress {
    what: &'static str,
    all: usize,
    done: AtomicUsize,
    start: Instant,
    /// When the line was last written; `None` if nothing is shown.
    line: Option<Mutex<Option<Instant>>>,
}

impl Progress {
    /// Progress of `all` steps; shown only if `is_wanted` and standard error is a terminal.
    pub(crate) fn new(what: &'static str, all: usize, is_wanted: bool) -> Self {
        let line = (is_wanted && io::stderr().is_terminal()).then(|| Mutex::new(None));
        Self { what, all, done: AtomicUsize::new(0), start: Instant::now(), line }
    }

    /// Counts a finished step. Any thread may call it.
    pub(crate) fn step(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        let Some(line) = &self.line else { return };
        if self.start.elapsed() < PATIENCE {
            return;
        }
        // Another thread is updating the line.
        let Ok(mut last) = line.try_lock() else { return };
        if last.is_none_or(|last| last.elapsed() >= PAUSE) {
            *last = Some(Instant::now());
            let _ = write!(io::stderr().lock(), "\r{}", text(self.what, done, self.all));
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        let shown = self.line.as_ref().and_then(|line| line.lock().ok().and_then(|last| *last)).is_some();
        if shown {
            let blank = " ".repeat(text(self.what, self.all, self.all).len());
            let _ = write!(io::stderr().lock(), "\r{blank}\r");
        }
    }
}

/// A line that says what takes long, shown on standard error after a second and cleared when this is dropped.
#[derive(Debug)]
pub(crate) struct Wait {
    /// Dropped to end the wait.
    end: Option<Sender<()>>,
    line: Option<JoinHandle<()>>,
}

impl Wait {
    /// Starts to wait; shown only if `is_wanted` and standard error is a terminal.
    pub(crate) fn new(what: &'static str, is_wanted: bool) -> Self {
        if !is_wanted || !io::stderr().is_terminal() {
            return Self { end: None, line: None };
        }
        let (end, ended) = channel::<()>();
        // Without a thread, nothing is shown.
        let line = std::thread::Builder::new().spawn(move || {
            if ended.recv_timeout(LONG) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let _ = write!(io::stderr().lock(), "\r{what} …");
            // Nothing is ever sent.
            let _ = ended.recv();
            let _ = write!(io::stderr().lock(), "\r{}\r", " ".repeat(what.chars().count() + 2));
        });
        Self { end: Some(end), line: line.ok() }
    }
}

impl Drop for Wait {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(line) = self.line.take() {
            let _ = line.join();
        }
    }
}

/// The progress line; its length does not change.
fn text(what: &str, done: usize, all: usize) -> String {
    let width = all.to_string().len();
    format!("{what} {done:>width$} of {all}")
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn lines_cover_each_other() {
        assert_eq!(text("writing", 7, 1200), "writing    7 of 1200");
        assert_eq!(text("writing", 7, 1200).len(), text("writing", 1200, 1200).len());
    }
}
