//! Looks at addresses of other sites, on request: whether they answer, and whether they have moved for good.
//!
//! Each address is asked once, with HEAD, and with GET where the server does not like that. One request at a time goes to a
//! host. Bodies are never read.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use futures_util::StreamExt as _;
use hyper::body::Bytes;
use tokio::time::{sleep, timeout};

use crate::client::{Client, Reach, Target, Unreached, origin};

/// How many hosts are asked at the same time.
const MOST_HOSTS: usize = 16;
/// How many redirects are followed.
const MOST_REDIRECTS: usize = 10;
/// How long an answer may take, all redirects included.
const ANSWER_TIME: Duration = Duration::from_secs(20);
/// How long after a failure the second attempt is made.
const PAUSE: Duration = Duration::from_millis(500);
/// After so many addresses of a host that could not be reached the others are taken for the same.
const MOST_FAILURES: usize = 3;

/// What became of an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkState {
    /// It answers.
    Fine,
    /// It answers, at this address from now on.
    Moved(String),
    /// It does not answer, or says that there is nothing: the reason.
    Broken(String),
    /// It is busy, or wants no such requests; nothing can be said of it.
    Unclear,
    /// It is on this machine or a private network, where nothing is asked.
    Private,
}

/// The states of the addresses, in their order. Addresses of private networks are asked only where `allowed` has their
/// origin. `step` is called after each.
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

/// How one attempt ended.
enum Attempt {
    Answered(StatusCode, Option<String>),
    /// It was answered in a way that leads nowhere.
    Astray(String),
    Unreached(Unreached),
}

impl Check {
    /// The state of an address, and whether its host was reached.
    async fn state(&self, url: &str) -> (LinkState, bool) {
        let mut attempt = self.attempt(url).await;
        let is_lost = match &attempt {
            Attempt::Answered(status, _) => status.is_server_error() && !is_busy(*status),
            Attempt::Astray(_) => false,
            Attempt::Unreached(why) => matches!(why, Unreached::Failed(_)),
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
            Attempt::Astray(why) => (LinkState::Broken(why), true),
            Attempt::Unreached(Unreached::Private) => (LinkState::Private, true),
            Attempt::Unreached(Unreached::Malformed) => {
                (LinkState::Broken("the address is malformed".to_owned()), true)
            }
            Attempt::Unreached(Unreached::Failed(why)) => (LinkState::Broken(why), false),
        }
    }

    /// Asks once, and follows redirects. With the address where it ends when all that led there is for good.
    async fn attempt(&self, url: &str) -> Attempt {
        let late = Attempt::Unreached(Unreached::Failed("no answer in time".to_owned()));
        timeout(ANSWER_TIME, self.follow(url)).await.unwrap_or(late)
    }

    async fn follow(&self, url: &str) -> Attempt {
        let mut url = url.to_owned();
        let mut is_for_good = true;
        for followed in 0..=MOST_REDIRECTS {
            let Some(target) = target(&url) else { return Attempt::Unreached(Unreached::Malformed) };
            let (status, location) = match self.ask(&target).await {
                Ok(answer) => answer,
                Err(why) => return Attempt::Unreached(why),
            };
            let Some(location) = location.filter(|_| status.is_redirection()) else {
                return Attempt::Answered(status, (followed > 0 && is_for_good).then_some(url));
            };
            is_for_good &= matches!(status, StatusCode::MOVED_PERMANENTLY | StatusCode::PERMANENT_REDIRECT);
            match next(&target, &location) {
                Some(next) => url = next,
                None => return Attempt::Astray("it leads to an address that is none".to_owned()),
            }
        }
        Attempt::Astray(format!("more than {MOST_REDIRECTS} redirects"))
    }

    /// The status that a server answers with, and where it sends to.
    async fn ask(&self, target: &Target) -> Result<(StatusCode, Option<String>), Unreached> {
        let known = |known: &Target| {
            (known.is_secure, &known.host, known.port) == (target.is_secure, &target.host, target.port)
        };
        let reach = if self.allowed.iter().any(known) { Reach::Any } else { Reach::Public };
        let mut last = None;
        for method in [Method::HEAD, Method::GET] {
            let answer = self.client.send(target, reach, method, headers(), Bytes::new()).await?;
            let status = answer.status();
            let location = answer.headers().get(header::LOCATION).and_then(|value| value.to_str().ok());
            last = Some((status, location.map(str::to_owned)));
            // Some servers know no HEAD, and say so in many ways.
            if !(status.is_client_error() || status.is_server_error()) || is_busy(status) {
                break;
            }
        }
        last.ok_or(Unreached::Malformed)
    }
}

/// Whether a status says that the server has no time now.
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

/// The address as it is sent: without its fragment, and in the characters that addresses have.
fn target(url: &str) -> Option<Target> {
    let url = url.split('#').next().unwrap_or(url);
    let mut sent = String::with_capacity(url.len());
    for byte in url.bytes() {
        match byte {
            b'!'..=b'~' if !matches!(byte, b'"' | b'<' | b'>' | b'\\' | b'^' | b'`' | b'{' | b'|' | b'}') => {
                sent.push(char::from(byte));
            }
            byte => sent.push_str(&format!("%{byte:02X}")),
        }
    }
    origin(&sent)
}

/// The address that a `Location` (RFC 9110, section 10.2.2) means in the answer of `from`.
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
    use super::{next, target};

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
