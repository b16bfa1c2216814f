//! An API that remembers what it was asked: what a page sends is what a test looks at.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// How much comes after the page below `/large`, in bytes.
const LARGE: usize = 200 << 20;

/// A request as it came in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// In upper case.
    pub method: String,
    /// Path and query.
    pub target: String,
    /// Names in lower case.
    pub headers: Vec<(String, String)>,
    /// The bytes behind the head, as text.
    pub body: String,
}

impl Recorded {
    /// The value of a header; empty where there is none.
    #[must_use]
    pub fn header(&self, name: &str) -> &str {
        self.headers.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }
}

/// What a server answers in words of its own.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// The status with its phrase.
    pub status: &'static str,
    /// Further headers, each with its line end.
    pub headers: String,
    /// JSON, or HTML where it begins as that.
    pub body: String,
}

/// What a server answers to a request in words of its own, if it does.
type Own = dyn Fn(&Recorded) -> Option<Answer> + Send + Sync;

/// A server on a free port of this machine, stopped when dropped. It lets pages of any site read its answers, but for those
/// below `/closed`; what is below `/html` is a page with a script, and below `/large` 200 MB of one, which is no UTF-8.
#[derive(Debug)]
pub struct RecordingServer {
    address: SocketAddr,
    stopping: Arc<AtomicBool>,
    recorded: Arc<Mutex<Vec<Recorded>>>,
    thread: Option<JoinHandle<()>>,
}

impl RecordingServer {
    /// Starts it.
    #[must_use]
    pub fn start() -> Self {
        Self::answering(|_| None)
    }

    /// Starts one that answers in `own` words where there are some: a status with its phrase, further headers, each with its line
    /// end, and a body of JSON or HTML.
    #[must_use]
    pub fn answering(own: impl Fn(&Recorded) -> Option<Answer> + Send + Sync + 'static) -> Self {
        let own: Arc<Own> = Arc::new(own);
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let (stopping, recorded) = (Arc::new(AtomicBool::new(false)), Arc::<Mutex<Vec<Recorded>>>::default());
        let (stop, records) = (Arc::clone(&stopping), Arc::clone(&recorded));
        let thread = std::thread::spawn(move || {
            for stream in listener.incoming() {
                if stop.load(Ordering::SeqCst) {
                    return;
                }
                let Ok(stream) = stream else { continue };
                let (records, own) = (Arc::clone(&records), Arc::clone(&own));
                std::thread::spawn(move || answer(&records, &*own, &stream));
            }
        });
        Self { address, stopping, recorded, thread: Some(thread) }
    }

    /// The port on 127.0.0.1.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// What came in since the last call, in order, but for the questions that browsers ask before.
    #[must_use]
    pub fn take(&self) -> Vec<Recorded> {
        std::mem::take(&mut *self.recorded.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Drop for RecordingServer {
    fn drop(&mut self) {
        self.stopping.store(true, Ordering::SeqCst);
        if TcpStream::connect(self.address).is_ok() {
            drop(self.thread.take().map(JoinHandle::join));
        }
    }
}

fn answer(recorded: &Mutex<Vec<Recorded>>, own: &Own, mut stream: &TcpStream) {
    drop(stream.set_read_timeout(Some(Duration::from_secs(10))));
    let mut reader = BufReader::new(stream);
    let Some(request) = read(&mut reader) else { return };
    let cors = if request.target.starts_with("/closed") {
        ""
    } else {
        "Access-Control-Allow-Origin: *\r\nAccess-Control-Allow-Headers: *, Authorization\r\nAccess-Control-Allow-Methods: *\r\n"
    };
    let is_question = request.method == "OPTIONS";
    if !is_question && let Some(Answer { status, headers, body }) = own(&request) {
        recorded.lock().unwrap_or_else(PoisonError::into_inner).push(request);
        let kind = if body.starts_with('<') { "text/html" } else { "application/json" };
        let length = body.len();
        let head = format!(
            "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\n{cors}{headers}Content-Length: {length}\r\nConnection: close\r\n\r\n"
        );
        drop(stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body.as_bytes())));
        return;
    }
    let is_large = request.target.starts_with("/large") && !is_question;
    let (kind, body) = if request.target.starts_with("/html") || is_large {
        ("text/html", "<script>window.hacked = true</script><img src=x onerror='window.hacked = true'>".to_owned())
    } else {
        ("application/json", format!("{{\"target\":{:?},\"number\":123456789012345678901.50}}", request.target))
    };
    if !is_question {
        recorded.lock().unwrap_or_else(PoisonError::into_inner).push(request);
    }
    let length = if is_question { 0 } else { body.len() + if is_large { LARGE } else { 0 } };
    let body = if is_question { "" } else { &body };
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\n{cors}Content-Length: {length}\r\nConnection: close\r\n\r\n"
    );
    // Who goes away in the middle is no concern of the server.
    let written = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body.as_bytes()));
    if is_large && written.is_ok() {
        let part = [0xff; 1 << 16];
        drop((0..LARGE / part.len()).try_for_each(|_| stream.write_all(&part)));
    }
}

fn read(reader: &mut BufReader<&TcpStream>) -> Option<Recorded> {
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let mut words = line.split(' ');
    let (method, target) = (words.next()?.to_owned(), words.next()?.to_owned());
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
    }
    let length = headers.iter().find(|(name, _)| name == "content-length").and_then(|(_, value)| value.parse().ok());
    let mut body = vec![0; length.unwrap_or(0_usize)];
    reader.read_exact(&mut body).ok()?;
    Some(Recorded { method, target, headers, body: String::from_utf8_lossy(&body).into_owned() })
}
