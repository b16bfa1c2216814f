//! Serves a folder over HTTP as a plain host does: files as they are, `index.html` for a folder, `404.html` for the rest.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use engine::testing::percent_decoded;

/// A server on a free port of this machine, stopped when dropped.
#[derive(Debug)]
pub struct StaticServer {
    address: SocketAddr,
    stopping: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl StaticServer {
    /// Serves `folder`.
    #[must_use]
    pub fn start(folder: &Path) -> Self {
        let folder: Arc<Path> = folder.into();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let stopping = Arc::new(AtomicBool::new(false));
        let stop = Arc::clone(&stopping);
        let thread = std::thread::spawn(move || {
            for stream in listener.incoming() {
                if stop.load(Ordering::SeqCst) {
                    return;
                }
                let Ok(stream) = stream else { continue };
                let folder = Arc::clone(&folder);
                // A browser opens connections ahead and leaves them idle: each has a thread of its own.
                std::thread::spawn(move || answer(&folder, &stream));
            }
        });
        Self { address, stopping, thread: Some(thread) }
    }

    /// `http://127.0.0.1:port/`.
    #[must_use]
    pub fn address(&self) -> String {
        format!("http://{}/", self.address)
    }
}

impl Drop for StaticServer {
    fn drop(&mut self) {
        self.stopping.store(true, Ordering::SeqCst);
        // The thread waits for a connection.
        if TcpStream::connect(self.address).is_ok() {
            drop(self.thread.take().map(JoinHandle::join));
        }
    }
}

/// A reader that goes away in the middle is no concern of the server.
fn answer(folder: &Path, stream: &TcpStream) {
    drop(stream.set_read_timeout(Some(Duration::from_secs(10))));
    let mut lines = BufReader::new(stream).lines();
    let Some(Ok(request)) = lines.next() else { return };
    while matches!(lines.next(), Some(Ok(line)) if !line.is_empty()) {}
    let target = request.split(' ').nth(1).unwrap_or("/");
    let path = target.split(['?', '#']).next().unwrap_or("/");
    drop(respond(folder, path, stream));
}

#[expect(clippy::disallowed_methods, reason = "a server of files reads files")]
fn respond(folder: &Path, path: &str, mut stream: &TcpStream) -> std::io::Result<()> {
    let mut file = below(folder, path);
    if file.is_dir() && !path.ends_with('/') {
        let head = "HTTP/1.1 308 Permanent Redirect\r\nContent-Length: 0\r\nConnection: close";
        return write!(stream, "{head}\r\nLocation: {path}/\r\n\r\n");
    }
    if file.is_dir() {
        file.push("index.html");
    }
    let (status, body, kind) = match std::fs::read(&file) {
        Ok(body) => ("200 OK", body, media_type(&file)),
        Err(_) => ("404 Not Found", std::fs::read(folder.join("404.html")).unwrap_or_default(), "text/html"),
    };
    let length = body.len();
    write!(stream, "HTTP/1.1 {status}\r\nContent-Type: {kind}; charset=utf-8\r\nContent-Length: {length}\r\n")?;
    write!(stream, "Connection: close\r\n\r\n")?;
    stream.write_all(&body)
}

/// The file that an address names; never one outside the folder.
fn below(folder: &Path, path: &str) -> PathBuf {
    let decoded = percent_decoded(path);
    let parts = Path::new(&decoded).components().filter(|part| matches!(part, Component::Normal(_)));
    parts.fold(folder.to_owned(), |file, part| file.join(part))
}

fn media_type(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html",
        Some("css") => "text/css",
        Some("js") => "text/javascript",
        Some("json") => "application/json",
        Some("md") => "text/markdown",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("txt") => "text/plain",
        Some("xml") => "application/xml",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::{Path, below};

    #[test]
    fn no_address_leaves_the_folder() {
        let folder = Path::new("site");
        assert_eq!(below(folder, "/a%20b/../%2e%2e/c.js"), Path::new("site/a b/c.js"));
        assert_eq!(below(folder, "/%zz/%4"), Path::new("site/%zz/%4"));
    }
}
