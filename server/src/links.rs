//! Checks links to other sites, on request: whether they answer, and whether they have moved permanently.
//!
//! Each URL is requested once with HEAD, and with GET if the server rejects HEAD. One request at a time goes to each host.
//! Bodies are never read.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use futures_util::StreamExt as _;
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use tokio::time::{sleep, timeout};

use crate::client::{Client, Reach, RequestError, Target, origin};

/// How many hosts are requested at the same time.
const MOST_HOSTS: usize = 16;
/// How many redirects are followed.
const MOST_REDIRECTS: usize = 10;
/// How long an answer may take, including all redirects.
const ANSWER_TIME: Duration = Duration::from_secs(20);
/// How long to wait after a failure before the second attempt.
const PAUSE: Duration = Duration::from_millis(500);
/// How many URLs of a host must fail in a row before its remaining URLs are assumed to fail too.
const MOST_FAILURES: usize = 3;

/// The result of checking a URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkState {
    /// The URL answers.
    Fine,
    /// The URL has moved permanently to this one, which answers.
    Moved(String),
    /// The URL does not answer, or answers with an error; the reason.
    Broken(String),
    /// The server is busy or limits requests, so the result is unknown.
    Unclear,
    /// The URL is on this machine or a private network, where no requests are made.
    Private,
}

/// Checks URLs and returns their states in the same order. URLs on private networks are requested only if `allowed`
/// contains their origin. Calls `step` after each URL.
pub async fn check_links(urls: &[String], allowed: &[String], step: &(dyn Fn() + Sync)) -> Vec<LinkState> {
    let check = Check { client: Client::default(), allowed: allowed.iter().filter_map(|url| origin(url)).collect() };
    let check = &Arc::new(check);
    let mut states = vec![LinkState::Unclear; urls.len()];
    let mut hosts: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (number, url) in urls.iter().enumerate() {
        let host = target(url).map(|target| format!("{}:{}", target.host, target.port)).unwrap_or_default();
        hosts.entry(host).or_default().push(number);
    }
    let of_host = |numbers: Vec<usize>| async move {
        let mut found = Vec::with_capacity(numbers.len());
        let mut failures = 0;
        let mut last = None;
        for number in numbers {
            let state = match &last {
                Some(last) if failures >= MOST_FAILURES => LinkState::clone(last),
                _ => match urls.get(number) {
                    Some(url) => {
                        let (state, is_reached) = check.state(url).await;
                        failures = if is_reached { 0 } else { failures + 1 };
                        last = (!is_reached).then(|| state.clone());
                        state
                    }
                    None => LinkState::Unclear,
                },
            };
            found.push((number, state));
            step();
        }
        found
    };
    let mut all = futures_util::stream::iter(hosts.into_values().map(of_host)).buffer_unordered(MOST_HOSTS);
    while let Some(found) = all.next().await {
        for (number, state) in found {
            if let Some(known) = states.get_mut(number) {
                *known = state;
            }
        }
    }
    states
}

struct Check {
    client: Client,
    /// The origins that may be on private networks.
    allowed: Vec<Target>,
}

/// The outcome of one attempt.
enum Attempt {
    Answered(StatusCode, Option<String>),
    /// The redirects do not end at a usable URL.
    BadRedirect(String),
    Failed(RequestError),
}

impl Check {
    /// Returns the state of a URL, and whether its host was reached.
    async fn state(&self, url: &str) -> (LinkState, bool) {
        let mut attempt = self.attempt(url).await;
        let is_lost = match &attempt {
            Attempt::Answered(status, _) => status.is_server_error() && !is_busy(*status),
            Attempt::BadRedirect(_) => false,
            Attempt::Failed(why) => matches!(why, RequestError::Failed(_)),
        };
        if is_lost {
            sleep(PAUSE).await;
            attempt = self.attempt(url).await;
        }
        match attempt {
            Attempt::Answered(status, _) if is_busy(status) => (LinkState::Unclear, true),
            Attempt::Answered(status, Some(end)) if status.is_success() => (LinkState::Moved(end), true),
            Attempt::Answered(status, _) if status.is_success() => (LinkState::Fine, true),
            Attempt::Answered(status, _) => (LinkState::Broken(words(status)), true),
            Attempt::BadRedirect(why) => (LinkState::Broken(why), true),
            Attempt::Failed(RequestError::Private) => (LinkState::Private, true),
            Attempt::Failed(RequestError::Malformed) => (LinkState::Broken("the URL is invalid".to_owned()), true),
            Attempt::Failed(RequestError::Failed(why)) => (LinkState::Broken(why), false),
        }
    }

    /// Requests a URL once and follows redirects. Includes the final URL if all redirects on the way are permanent.
    async fn attempt(&self, url: &str) -> Attempt {
        let late = Attempt::Failed(RequestError::Failed("no answer in time".to_owned()));
        timeout(ANSWER_TIME, self.follow(url)).await.unwrap_or(late)
    }

    async fn follow(&self, url: &str) -> Attempt {
        let mut url = url.to_owned();
        let mut is_for_good = true;
        for followed in 0..=MOST_REDIRECTS {
            let Some(target) = target(&url) else { return Attempt::Failed(RequestError::Malformed) };
            let (status, location) = match self.ask(&target).await {
                Ok(answer) => answer,
                Err(why) => return Attempt::Failed(why),
            };
            let Some(location) = location.filter(|_| status.is_redirection()) else {
                return Attempt::Answered(status, (followed > 0 && is_for_good).then_some(url));
            };
            is_for_good &= matches!(status, StatusCode::MOVED_PERMANENTLY | StatusCode::PERMANENT_REDIRECT);
            match next(&target, &location) {
                Some(next) => url = next,
                None => return Attempt::BadRedirect("redirects to an invalid URL".to_owned()),
            }
        }
        Attempt::BadRedirect(format!("more than {MOST_REDIRECTS} redirects"))
    }

    /// Requests a URL. Returns the status and the `Location` of the answer.
    async fn ask(&self, target: &Target) -> Result<(StatusCode, Option<String>), RequestError> {
        let known = |known: &Target| {
            (known.is_secure, &known.host, known.port) == (target.is_secure, &target.host, target.port)
        };
        let reach = if self.allowed.iter().any(known) { Reach::Any } else { Reach::Public };
        let mut last = None;
        for method in [Method::HEAD, Method::GET] {
            let answer = self.client.send(target, reach, method, headers(), Body::empty()).await?;
            let status = answer.status();
            let location = answer.headers().get(header::LOCATION).and_then(|value| value.to_str().ok());
            last = Some((status, location.map(str::to_owned)));
            // Servers that do not support HEAD reject it in many ways.
            if !(status.is_client_error() || status.is_server_error()) || is_busy(status) {
                break;
            }
        }
        last.ok_or(RequestError::Malformed)
    }
}

/// Whether a status means that the server is busy.
fn is_busy(status: StatusCode) -> bool {
    matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE)
}

fn words(status: StatusCode) -> String {
    let number = status.as_u16();
    status.canonical_reason().map_or_else(|| number.to_string(), |reason| format!("{number} {reason}"))
}

fn headers() -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers
        .insert(header::USER_AGENT, HeaderValue::from_static(concat!("tool/", env!("CARGO_PKG_VERSION"), " (links)")));
    headers.insert(header::ACCEPT, HeaderValue::from_static("*/*"));
    headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    headers
}

/// The ASCII characters that URLs cannot contain.
const NOT_IN_URLS: &AsciiSet =
    &CONTROLS.add(b' ').add(b'"').add(b'<').add(b'>').add(b'\\').add(b'^').add(b'`').add(b'{').add(b'|').add(b'}');

/// The target of a URL: without the fragment, and with characters that URLs cannot contain percent-encoded.
fn target(url: &str) -> Option<Target> {
    let url = url.split('#').next().unwrap_or(url);
    origin(&utf8_percent_encode(url, NOT_IN_URLS).to_string())
}

/// Resolves a `Location` header (RFC 9110, section 10.2.2) in an answer of `from`. `None` if the result is invalid.
fn next(from: &Target, location: &str) -> Option<String> {
    let scheme = if from.is_secure { "https" } else { "http" };
    let whole = if location.starts_with("//") {
        format!("{scheme}:{location}")
    } else if location.starts_with('/') {
        format!("{scheme}://{}{location}", from.authority)
    } else if location.contains("://") {
        location.to_owned()
    } else {
        let path = from.path.split('?').next().unwrap_or_default();
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        format!("{scheme}://{}{folder}/{location}", from.authority)
    };
    target(&whole).map(|_| whole)
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader, Write};
    use std::net::{Ipv4Addr, TcpListener};
    use std::sync::{Arc, Mutex};

    use super::{LinkState, check_links, next, target};

    /// A server that hangs up on requests of `/lost`, and the requests that it has received.
    fn unreliable() -> (String, Arc<Mutex<Vec<String>>>) {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        let asked = Arc::new(Mutex::new(Vec::new()));
        let seen = asked.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let mut lines = BufReader::new(&stream).lines().map_while(Result::ok);
                let path = lines.next().unwrap_or_default().split(' ').nth(1).unwrap_or_default().to_owned();
                lines.take_while(|line| !line.is_empty()).for_each(drop);
                if path != "/lost" {
                    let _ = (&stream).write_all(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n");
                }
                seen.lock().unwrap().push(path);
            }
        });
        (origin, asked)
    }

    #[test]
    fn a_host_that_fails_three_times_in_a_row_is_left_alone() {
        let (origin, asked) = unreliable();
        let urls = ["/lost", "/ok", "/lost", "/lost", "/lost", "/not-asked"].map(|path| format!("{origin}{path}"));
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let states = runtime.block_on(check_links(&urls, std::slice::from_ref(&origin), &|| {}));
        let is_broken: Vec<bool> = states.iter().map(|state| matches!(state, LinkState::Broken(_))).collect();
        assert_eq!(is_broken, [true, false, true, true, true, true], "{states:?}");
        // Each failure is tried twice.
        let twice = ["/lost"; 2];
        assert_eq!(*asked.lock().unwrap(), [&twice[..], &["/ok"], &twice, &twice, &twice].concat());
    }

    #[test]
    fn addresses_are_sent_in_their_characters() {
        let path = |url: &str| target(url).map(|target| target.path);
        assert_eq!(path("https://a.test/é b#c").as_deref(), Some("/%C3%A9%20b"));
        assert_eq!(path("https://a.test").as_deref(), Some("/"));
        assert_eq!(path("ftp://a.test"), None);
        assert_eq!(path("https://user@a.test/"), None);
    }

    #[test]
    fn a_location_is_an_address() {
        let from = target("https://a.test:8443/b/c?d").unwrap();
        for (location, expected) in [
            ("/x", Some("https://a.test:8443/x")),
            ("x", Some("https://a.test:8443/b/x")),
            ("//b.test/x", Some("https://b.test/x")),
            ("http://b.test/", Some("http://b.test/")),
            ("file:///etc/passwd", None),
        ] {
            assert_eq!(next(&from, location).as_deref(), expected, "{location}");
        }
    }
}
