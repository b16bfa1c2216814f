//! `tool dev` over many edits and with many clients, in a short form: nothing is stale, nothing is held for good, no request
//! fails. `TOOL_SOAK_EDITS` makes it as long as wanted.
#![cfg(target_os = "linux")]

use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpStream;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use crate::dev::{Server, get, start};
use crate::test_site::TestSite;

const PAGES: usize = 30;
const CLIENTS: usize = 20;
const OPERATIONS: usize = 200;
const PATIENCE: Duration = Duration::from_secs(60);

/// A spec in which one operation has this description.
fn spec(edited: usize, text: &str) -> String {
    let mut paths = String::new();
    for number in 0..OPERATIONS {
        let comma = if number == 0 { "" } else { "," };
        let description = if number == edited { text } else { "As before." };
        let _ = write!(
            paths,
            "{comma}\n\"/things{number}\": {{\"get\": {{\"operationId\": \"get{number}\", \"summary\": \"Get {number}\", \"description\": \"{description}\", \
             \"responses\": {{\"200\": {{\"description\": \"OK\"}}}}}}}}"
        );
    }
    format!("{{\"openapi\": \"3.1.0\", \"info\": {{\"title\": \"T\", \"version\": \"1\"}}, \"paths\": {{{paths}}}}}")
}

fn site() -> TestSite {
    let site = TestSite::new("//- /tool.json\n{ \"name\": \"Test\", \"openapi\": \"api.json\" }\n");
    site.write("api.json", &spec(0, "At first."));
    site.write("docs/index.md", "---\ntitle: Home\n---\n\n# Home\n");
    for page in 0..PAGES {
        site.write(&format!("docs/p{page}.md"), &text(page, "at first"));
    }
    for operation in 0..OPERATIONS {
        let page = format!(
            "---\ntitle: Get {operation}\nlayout: api\n---\n\n<wc-endpoint ref=\"get{operation}\"></wc-endpoint>\n"
        );
        site.write(&format!("docs/api/get{operation}.md"), &page);
    }
    site
}

fn text(page: usize, marker: &str) -> String {
    format!("---\ntitle: Page {page}\n---\n\n# Page {page}\n\nThis is {marker}.\n\n[Next](/p{})\n", (page + 1) % PAGES)
}

/// The versions that an open page hears of.
fn open(port: u16, page: &str) -> Receiver<String> {
    let mut stream = TcpStream::connect(("localhost", port)).unwrap();
    write!(stream, "GET /_tool/events?page={page} HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n").unwrap();
    let (sender, versions) = channel();
    std::thread::spawn(move || {
        let mut is_version = false;
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            match line.strip_prefix("event: ") {
                Some(event) => is_version = event == "changed" || event == "current",
                None => {
                    if let Some(data) = line.strip_prefix("data: ").filter(|_| is_version)
                        && sender.send(data.to_owned()).is_err()
                    {
                        break;
                    }
                }
            }
        }
    });
    versions
}

/// The resident memory of the server in bytes, and its open descriptors.
fn held(server: &Server) -> (usize, usize) {
    let process = format!("/proc/{}", server.0.id());
    let pages: usize =
        fs::read_to_string(format!("{process}/statm")).unwrap().split(' ').nth(1).unwrap().parse().unwrap();
    (pages * 4096, fs::read_dir(format!("{process}/fd")).unwrap().count())
}

/// Waits until a page contains the text.
fn becomes(port: u16, path: &str, text: &str) {
    let start = Instant::now();
    while !get(port, path).contains(text) {
        assert!(start.elapsed() < PATIENCE, "{path} does not become {text:?}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
#[expect(clippy::print_stderr, reason = "says what was measured")]
fn many_edits_leave_nothing_stale_and_nothing_behind() {
    let edits: usize = std::env::var("TOOL_SOAK_EDITS").map_or(400, |text| text.parse().expect("a number"));
    let site = site();
    let (server, port) = start(&site, "dev --port 0");
    becomes(port, "/p0/", "at first");
    let clients: Vec<Receiver<String>> = (0..CLIENTS).map(|page| open(port, &format!("%2Fp{page}%2F"))).collect();
    let mut versions: Vec<String> = clients.iter().map(|client| client.recv_timeout(PATIENCE).unwrap()).collect();
    let mut before = None;
    let began = Instant::now();
    for number in 0..edits {
        // The first half warms up.
        if number == edits / 2 {
            before = Some(held(&server));
        }
        if number % 4 == 3 {
            let operation = number % OPERATIONS;
            site.write("api.json", &spec(operation, &format!("edit {number}.")));
            becomes(port, &format!("/api/get{operation}/"), &format!("edit {number}."));
            continue;
        }
        let page = number % PAGES;
        site.write(&format!("docs/p{page}.md"), &text(page, &format!("edit {number}")));
        becomes(port, &format!("/p{page}/"), &format!("This is edit {number}."));
        if let Some(client) = clients.get(page) {
            let version = client.recv_timeout(PATIENCE).expect("the open page hears of its change");
            assert_ne!(version, versions[page], "edit {number}");
            versions[page] = version;
        }
    }
    let elapsed = began.elapsed();
    // Each client knows the page as it is now.
    for (page, known) in versions.iter_mut().enumerate() {
        while let Ok(version) = clients[page].try_recv() {
            *known = version;
        }
        let answer = get(port, &format!("/p{page}/"));
        assert!(answer.contains(&format!("version;desc=\"{known}\"")), "page {page} is stale");
    }
    let ((memory, files), (now, files_now)) = (before.unwrap(), held(&server));
    eprintln!(
        "{edits} edits with {CLIENTS} clients in {elapsed:.1?}: {:.1} MB after warm-up, {:.1} MB at the end; {files} and {files_now} descriptors",
        memory as f64 / 1e6,
        now as f64 / 1e6
    );
    assert!(now < memory + memory / 20 + (2 << 20), "memory grew from {memory} to {now}");
    assert!(files_now <= files + 2, "descriptors grew from {files} to {files_now}");
}

#[test]
#[expect(clippy::print_stderr, reason = "says what was measured")]
fn many_readers_are_answered_while_the_spec_is_edited() {
    const READERS: usize = 64;
    let site = site();
    let (_server, port) = start(&site, "dev --port 0");
    becomes(port, "/p0/", "at first");
    let is_over = AtomicBool::new(false);
    let mut times: Vec<Duration> = std::thread::scope(|scope| {
        let is_over = &is_over;
        let readers: Vec<_> = (0..READERS)
            .map(|reader| {
                scope.spawn(move || {
                    let mut times = Vec::new();
                    while !is_over.load(Ordering::Relaxed) || times.len() < 5 {
                        let path = match reader % 3 {
                            0 => format!("/p{}/", (reader + times.len()) % PAGES),
                            _ => format!("/api/get{}/", (reader * 7 + times.len()) % OPERATIONS),
                        };
                        let start = Instant::now();
                        let answer = get(port, &path);
                        times.push(start.elapsed());
                        assert!(answer.starts_with("HTTP/1.1 200 "), "{path}: {}", &answer[..answer.len().min(200)]);
                    }
                    times
                })
            })
            .collect();
        for number in 0..30 {
            site.write("api.json", &spec(number, &format!("load {number}.")));
            std::thread::sleep(Duration::from_millis(100));
        }
        is_over.store(true, Ordering::Relaxed);
        readers.into_iter().flat_map(|reader| reader.join().unwrap()).collect()
    });
    times.sort();
    let at = |share: usize| times[(times.len() * share / 100).min(times.len() - 1)];
    eprintln!(
        "{} requests of {READERS} readers during 30 edits of the spec: median {:.1?}, p99 {:.1?}, longest {:.1?}",
        times.len(),
        at(50),
        at(99),
        at(100)
    );
    becomes(port, "/api/get29/", "load 29.");
}

/// A laptop sleeps, or a terminal suspends the server: it catches up.
#[test]
fn a_server_that_was_suspended_catches_up() {
    let site = site();
    let (server, port) = start(&site, "dev --port 0");
    becomes(port, "/p0/", "at first");
    let signal = |name: &str| {
        assert!(Command::new("kill").args([name, &server.0.id().to_string()]).status().unwrap().success());
    };
    signal("-STOP");
    site.write("docs/p0.md", &text(0, "written meanwhile"));
    site.write("docs/new.md", &text(1, "new"));
    std::thread::sleep(Duration::from_millis(300));
    signal("-CONT");
    becomes(port, "/p0/", "This is written meanwhile.");
    becomes(port, "/new/", "This is new.");
}

/// What is no part of the project wakes nobody: processor time stays what it was.
#[test]
fn files_of_others_are_not_watched() {
    let site = site();
    for folder in ["node_modules/x", ".git/objects", "dist"] {
        site.write(&format!("{folder}/file"), "");
    }
    let (server, port) = start(&site, "dev --port 0");
    becomes(port, "/p0/", "at first");
    // Everything is read once more shortly after the start.
    std::thread::sleep(Duration::from_millis(1_500));
    let used = || -> u64 {
        let stat = fs::read_to_string(format!("/proc/{}/stat", server.0.id())).unwrap();
        let fields: Vec<&str> = stat.rsplit_once(") ").unwrap().1.split(' ').collect();
        // User and system time, in ticks of 10 ms.
        fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
    };
    let before = used();
    for number in 0..1_000 {
        for folder in ["node_modules/x", ".git/objects", "dist"] {
            site.write(&format!("{folder}/file"), &number.to_string());
        }
    }
    std::thread::sleep(Duration::from_millis(500));
    let spent = used() - before;
    assert!(spent < 100, "3000 writes took {} ms of processor time", spent * 10);
}
