//! A server that keeps what it was sent.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// A request as it arrived.
#[derive(Debug)]
pub(super) struct Received {
    pub(super) method: String,
    /// Path and query.
    pub(super) target: String,
    /// Names in small letters.
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
}

impl Received {
    /// The value of a header; those of several by that name together.
    pub(super) fn header(&self, name: &str) -> Option<String> {
        let values: Vec<&str> =
            self.headers.iter().filter(|(known, _)| known == name).map(|(_, value)| value.as_str()).collect();
        (!values.is_empty()).then(|| values.join(", "))
    }
}

/// The server's address, and what arrives there.
pub(super) struct Echo {
    pub(super) base: String,
    received: Receiver<Received>,
}

impl Echo {
    pub(super) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let (sender, received) = channel();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if let Some(request) = serve(stream)
                    && sender.send(request).is_err()
                {
                    return;
                }
            }
        });
        Self { base, received }
    }

    /// The next request.
    pub(super) fn next(&self) -> Option<Received> {
        self.received.recv_timeout(Duration::from_secs(5)).ok()
    }
}

/// Reads one request and answers with an empty JSON object.
fn serve(stream: TcpStream) -> Option<Received> {
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    let mut line = Vec::new();
    let mut next = |reader: &mut BufReader<TcpStream>| {
        line.clear();
        reader.read_until(b'\n', &mut line).ok()?;
        Some(String::from_utf8_lossy(&line).trim_end_matches(['\r', '\n']).to_owned())
    };
    let first = next(&mut reader)?;
    let (method, rest) = first.split_once(' ')?;
    let (target, _) = rest.rsplit_once(' ')?;
    let mut headers = Vec::new();
    loop {
        let line = next(&mut reader)?;
        let Some((name, value)) = line.split_once(':') else { break };
        headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
    }
    let mut received = Received { method: method.to_owned(), target: target.to_owned(), headers, body: Vec::new() };
    if let Some(length) = received.header("content-length") {
        received.body.resize(length.parse().ok()?, 0);
        reader.read_exact(&mut received.body).ok()?;
    } else if received.header("transfer-encoding").is_some() {
        loop {
            let size = usize::from_str_radix(&next(&mut reader)?, 16).ok()?;
            let mut chunk = vec![0; size];
            reader.read_exact(&mut chunk).ok()?;
            received.body.extend(chunk);
            next(&mut reader)?;
            if size == 0 {
                break;
            }
        }
    }
    let answer =
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}";
    (&stream).write_all(answer.as_bytes()).ok()?;
    Some(received)
}
