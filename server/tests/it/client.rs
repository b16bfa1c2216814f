//! A plain client: it sends exactly what a test says, and no more.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::time::Duration;

/// Long enough for a busy machine; a test that waits this long has failed.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// A response as it came.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(header, _)| header == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    fn parse(bytes: &[u8]) -> Self {
        let end = bytes.windows(4).position(|window| window == b"\r\n\r\n").expect("a response has a head");
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let mut lines = head.split("\r\n");
        let status = lines.next().and_then(|line| line.split(' ').nth(1)).and_then(|status| status.parse().ok());
        let headers = lines.filter_map(|line| line.split_once(": "));
        Self {
            status: status.expect("a response has a status"),
            headers: headers.map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned())).collect(),
            body: bytes[end + 4..].to_vec(),
        }
    }
}

pub(crate) fn connect(port: u16) -> TcpStream {
    let stream = TcpStream::connect(SocketAddr::from((Ipv4Addr::LOCALHOST, port))).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream
}

/// Sends bytes, and reads until the server closes. `None` when it closed without a word.
pub(crate) fn send(port: u16, bytes: &[u8]) -> Option<Reply> {
    let mut stream = connect(port);
    // The server may refuse before it has read everything.
    let _ = stream.write_all(bytes);
    let mut answer = Vec::new();
    match stream.read_to_end(&mut answer) {
        Ok(_) => {}
        Err(error) if error.kind() == ErrorKind::ConnectionReset => {}
        Err(error) => panic!("no answer: {error}"),
    }
    (!answer.is_empty()).then(|| Reply::parse(&answer))
}

/// Sends a request for `target` with its own `Host` and these header lines.
pub(crate) fn request(port: u16, method: &str, target: &str, headers: &[&str]) -> Reply {
    let mut head = format!("{method} {target} HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n");
    for header in headers {
        head.push_str(header);
        head.push_str("\r\n");
    }
    head.push_str("\r\n");
    send(port, head.as_bytes()).expect("an answer")
}

pub(crate) fn get(port: u16, target: &str) -> Reply {
    request(port, "GET", target, &[])
}

/// An open event stream.
pub(crate) struct Events {
    lines: BufReader<TcpStream>,
}

impl Events {
    /// Opens the stream for the page at `path`, which shows `version`.
    pub(crate) fn open(port: u16, path: &str, version: Option<&str>) -> Self {
        let mut stream = connect(port);
        let known = version.map_or(String::new(), |version| format!("&version={version}"));
        let page = path.replace('%', "%25").replace('/', "%2F");
        write!(stream, "GET /_tool/events?page={page}{known} HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n").unwrap();
        let mut events = Self { lines: BufReader::new(stream) };
        assert_eq!(events.line(), "HTTP/1.1 200 OK");
        events
    }

    /// The next event: name and version.
    pub(crate) fn next(&mut self) -> (String, String) {
        let mut name = String::new();
        loop {
            let line = self.line();
            if let Some(event) = line.strip_prefix("event: ") {
                name = event.to_owned();
            } else if let Some(data) = line.strip_prefix("data: ") {
                return (name, data.to_owned());
            }
        }
    }

    /// The version of the next event, which says that the page changed.
    pub(crate) fn changed(&mut self) -> String {
        let (name, version) = self.next();
        assert_eq!(name, "changed");
        version
    }

    /// Reads until the server ends the stream.
    pub(crate) fn ended(mut self) {
        let mut rest = Vec::new();
        self.lines.read_to_end(&mut rest).unwrap();
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        let read = self.lines.read_line(&mut line).expect("an event in time");
        assert!(read > 0, "the stream ended");
        line.trim_end().to_owned()
    }
}
