//! `tool dev` seen from outside: a process that serves a project, requests to it, and the processor time that it spends.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The variable that names the binary to measure: `cargo xtask bench` builds it.
pub const BINARY: &str = "TOOL_BINARY";
/// The variable that names the binary of an earlier commit: `cargo xtask bench --against` builds it.
pub const BASELINE: &str = "TOOL_BASELINE";
/// How long the process must spend no time until it is idle.
const QUIET: Duration = Duration::from_millis(600);
/// How long an edit may take. Before that, the server sends comments that keep the connection open.
const PATIENCE: Duration = Duration::from_secs(60);
/// Less processor time than this between two looks is that of timers.
const NOTHING: f64 = 0.0005;

/// A running server; it ends when dropped.
#[derive(Debug)]
pub struct Served {
    process: Child,
    port: u16,
    root: PathBuf,
}

/// What an edit took, in seconds.
#[derive(Clone, Copy, Debug)]
pub struct EditCost {
    /// Until the edited page was received.
    pub wall: f64,
    /// Processor time until then.
    pub served: f64,
    /// Processor time until the server was idle again, with all checks done.
    pub idle: f64,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Served {
    /// The binary that a variable names. `None` if it names none, or the system does not tell processor times.
    #[must_use]
    pub fn binary(variable: &str) -> Option<PathBuf> {
        std::env::var_os(variable).map(PathBuf::from).filter(|_| Path::new("/proc/self/schedstat").exists())
    }

    /// Starts to serve the project at `root`, and requests the page at `path`. Returns the server and the seconds from the
    /// start of the process to the last byte of the page.
    ///
    /// # Panics
    /// If the server does not start or has no such page.
    #[must_use]
    pub fn start(binary: &Path, root: &Path, path: &str) -> (Self, f64) {
        let started = Instant::now();
        let mut command = Command::new(binary);
        command.arg("dev").arg("--project").arg(root).args(["--port", "0", "--color", "never"]);
        let mut process = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap());
        let port = loop {
            let mut line = String::new();
            assert!(lines.read_line(&mut line).unwrap() > 0, "the server does not start");
            let address = line.split_once("://").and_then(|(_, rest)| rest.split_once(':'));
            let digits = address.map(|(_, port)| port.chars().take_while(char::is_ascii_digit).collect::<String>());
            if let Some(port) = digits.and_then(|digits| digits.parse().ok()) {
                break port;
            }
        };
        // What is printed later must not fill the pipe.
        std::thread::spawn(move || std::io::copy(&mut lines, &mut std::io::sink()));
        let served = Self { process, port, root: root.to_owned() };
        let page = served.get(path);
        let time = started.elapsed().as_secs_f64();
        assert!(page.starts_with("HTTP/1.1 200"), "{path}: {}", page.lines().next().unwrap_or_default());
        (served, time)
    }

    /// As [`Served::start`], several times: the seconds are the median, since the first start reads what the disk has not
    /// at hand.
    #[must_use]
    pub fn start_again(binary: &Path, root: &Path, path: &str) -> (Self, f64) {
        let earlier: Vec<f64> = (0..4).map(|_| Self::start(binary, root, path).1).collect();
        let (served, time) = Self::start(binary, root, path);
        (served, crate::median(earlier.into_iter().chain([time])))
    }

    fn connect(&self, path: &str, close: &str) -> TcpStream {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: localhost:{}\r\n{close}\r\n", self.port).unwrap();
        stream
    }

    fn get(&self, path: &str) -> String {
        let mut response = Vec::new();
        self.connect(path, "Connection: close\r\n").read_to_end(&mut response).unwrap();
        String::from_utf8_lossy(&response).into_owned()
    }

    /// The processor time that the process has spent, in seconds.
    #[expect(clippy::disallowed_methods, reason = "the system tells through files")]
    fn processor_time(&self) -> f64 {
        let threads = std::fs::read_dir(format!("/proc/{}/task", self.process.id())).unwrap();
        let time = |thread: std::io::Result<std::fs::DirEntry>| -> Option<f64> {
            let text = std::fs::read_to_string(thread.ok()?.path().join("schedstat")).ok()?;
            text.split(' ').next()?.parse().ok()
        };
        threads.filter_map(time).sum::<f64>() / 1e9
    }

    /// Waits until the process spends no time. Returns its processor time.
    pub fn idle(&self) -> f64 {
        let (mut last, mut since) = (self.processor_time(), Instant::now());
        while since.elapsed() < QUIET {
            std::thread::sleep(Duration::from_millis(40));
            let now = self.processor_time();
            if now - last > NOTHING {
                since = Instant::now();
            }
            last = now;
        }
        last
    }

    /// The memory that the process holds, in bytes.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "the system tells through a file")]
    pub fn memory(&self) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().trim_end_matches(" kB").parse::<f64>().unwrap() * 1024.0
    }

    /// Replaces `find` in a file several times while the page at `path` is open, each time by a text with another word,
    /// which must be in the page afterwards. Restores the file.
    ///
    /// # Panics
    /// If the file does not contain `find`, or the page does not change.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "a benchmark edits what it wrote")]
    pub fn edits(&self, path: &str, file: &str, find: &str, replace: impl Fn(&str) -> String) -> Vec<EditCost> {
        const WORDS: [&str; 8] = ["Anew", "Bright", "Crisp", "Dapper", "Eager", "Fond", "Gentle", "Hearty"];
        let file = self.root.join(file);
        let before = std::fs::read_to_string(&file).unwrap();
        assert!(before.contains(find), "{} has no {find:?}", file.display());
        let page = self.get(path);
        let version = page.split_once("version;desc=\"").and_then(|(_, rest)| rest.split_once('"')).unwrap().0;
        let events = self.connect(&format!("/_tool/events?page={path}&version={version}"), "");
        let mut events = BufReader::new(events);
        self.idle();
        let costs = WORDS.map(|word| {
            let (start, started) = (self.idle(), Instant::now());
            put(&file, &before.replacen(find, &replace(word), 1));
            let mut line = String::new();
            while !line.starts_with("event:") || !line.contains("changed") {
                line.clear();
                assert!(events.read_line(&mut line).unwrap() > 0, "the stream of events ended");
                assert!(started.elapsed() < PATIENCE, "the server tells of no change: it may be too old");
            }
            assert!(self.get(path).contains(word), "{path} does not show the edit");
            let (wall, served) = (started.elapsed().as_secs_f64(), self.processor_time() - start);
            EditCost { wall, served, idle: self.idle() - start }
        });
        put(&file, &before);
        self.idle();
        costs.into()
    }
}

/// Replaces a file at once, as editors do.
fn put(file: &Path, text: &str) {
    let temporary = file.with_extension("new~");
    std::fs::write(&temporary, text).unwrap();
    std::fs::rename(temporary, file).unwrap();
}
