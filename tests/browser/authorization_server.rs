//! A server that gives tokens out as OAuth 2 and OpenID Connect say, and no more: what it is asked is checked to the letter.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex, PoisonError};

use engine::testing::percent_decoded;
use serde_json::json;

use crate::{Answer, Recorded, RecordingServer};

/// The machine that has a secret, and what RFC 6749, section 2.3.1, makes of both in a header.
const MACHINE: (&str, &str, &str) = ("machine & co", "s:é%", "Basic bWFjaGluZSslMjYrY286cyUzQSVDMyVBOSUyNQ==");

/// An API that remembers what it was asked, with these further places:
///
/// - `/authorize` sends the reader back at once: with a code, with `access_denied` where the client is `refused`, with another
///   state where it is `confused`, and not at all where it is `slow`: then the window closes;
/// - where the client is `apart` it does so from a page that cuts its tie to the window that opened it;
/// - `/token` gives tokens for codes, for refresh tokens, and to one machine; those for the client `brief` expire at once;
/// - `/.well-known/openid-configuration` says where these are.
#[derive(Debug)]
pub struct AuthorizationServer {
    server: RecordingServer,
}

/// What a code was given for.
#[derive(Clone, Debug)]
struct Grant {
    client: String,
    redirect: String,
    challenge: String,
}

impl AuthorizationServer {
    /// Starts it.
    #[must_use]
    pub fn start() -> Self {
        let grants = Arc::<Mutex<HashMap<String, Grant>>>::default();
        let server = RecordingServer::answering(move |request| {
            let mut grants = grants.lock().unwrap_or_else(PoisonError::into_inner);
            let (path, query) = request.target.split_once('?').unwrap_or((&request.target, ""));
            match path {
                "/authorize" => Some(authorize(&pairs(query), &mut grants)),
                "/token" => Some(token(request, &mut grants)),
                "/.well-known/openid-configuration" => {
                    let own = format!("http://{}", request.header("host"));
                    let body = json!({"issuer": own, "authorization_endpoint": format!("{own}/authorize"), "token_endpoint": format!("{own}/token")});
                    Some(Answer { status: "200 OK", body: body.to_string(), ..Answer::default() })
                }
                _ => None,
            }
        });
        Self { server }
    }

    /// The port on 127.0.0.1.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.server.port()
    }

    /// What came in since the last call, in order.
    #[must_use]
    pub fn take(&self) -> Vec<Recorded> {
        self.server.take()
    }

    /// A machine that is known here: its id and its secret.
    #[must_use]
    pub fn machine(&self) -> (&'static str, &'static str) {
        (MACHINE.0, MACHINE.1)
    }
}

/// The pairs of a form or a query.
fn pairs(text: &str) -> HashMap<String, String> {
    let pair = |pair: &str| {
        let (name, value) = pair.split_once('=')?;
        Some((name.to_owned(), percent_decoded(&value.replace('+', " "))))
    };
    text.split('&').filter_map(pair).collect()
}

fn authorize(asked: &HashMap<String, String>, grants: &mut HashMap<String, Grant>) -> Answer {
    let get = |name: &str| asked.get(name).map(String::as_str).unwrap_or_default();
    let is_right = get("response_type") == "code"
        && get("code_challenge_method") == "S256"
        && get("code_challenge").len() == 43
        && get("state").len() >= 43
        && get("redirect_uri").ends_with("/_tool/oauth/");
    if !is_right {
        return Answer { status: "400 Bad Request", body: "<p>Wrong.</p>".to_owned(), ..Answer::default() };
    }
    let mut location = format!("{}?state={}", get("redirect_uri"), get("state"));
    match get("client_id") {
        "slow" => {
            // As if the reader closed the window after a while.
            let body = "<p>Who are you?</p><script>setTimeout(() => close(), 2000)</script>".to_owned();
            return Answer { status: "200 OK", body, ..Answer::default() };
        }
        "refused" => location.push_str("&error=access_denied&error_description=Not%20%3Cb%3Etoday%3C/b%3E"),
        client => {
            if client == "confused" {
                location.push('x');
            }
            let code = format!("code {}", grants.len());
            let _ = write!(location, "&code={}", code.replace(' ', "%20"));
            let [redirect, challenge] = ["redirect_uri", "code_challenge"].map(|name| get(name).to_owned());
            grants.insert(code, Grant { client: client.to_owned(), redirect, challenge });
        }
    }
    if get("client_id") == "apart" {
        let headers = "Cross-Origin-Opener-Policy: same-origin\r\n".to_owned();
        let body = format!("<p>Who are you?</p><script>setTimeout(() => location = {location:?}, 1500)</script>");
        return Answer { status: "200 OK", headers, body };
    }
    Answer { status: "302 Found", headers: format!("Location: {location}\r\n"), body: String::new() }
}

fn token(request: &Recorded, grants: &mut HashMap<String, Grant>) -> Answer {
    let asked = pairs(&request.body);
    let get = |name: &str| asked.get(name).map(String::as_str).unwrap_or_default();
    let is_form = request.method == "POST" && request.header("content-type") == "application/x-www-form-urlencoded";
    let refused = |status, error: &str, about: &str| Answer {
        status,
        body: json!({"error": error, "error_description": about}).to_string(),
        ..Answer::default()
    };
    let granted = |value: &str, seconds: u32, again: bool| {
        let mut body = json!({"access_token": value, "token_type": "bearer", "expires_in": seconds});
        if again {
            body["refresh_token"] = json!("again");
        }
        Answer { status: "200 OK", body: body.to_string(), ..Answer::default() }
    };
    match get("grant_type") {
        "authorization_code" if is_form => match grants.remove(get("code")) {
            Some(Grant { client, redirect, challenge })
                if client == get("client_id")
                    && redirect == get("redirect_uri")
                    && challenge == base64url(&sha256(get("code_verifier").as_bytes())) =>
            {
                let is_brief = client == "brief";
                granted(&format!("token-of-{client}"), if is_brief { 1 } else { 3600 }, is_brief)
            }
            _ => refused("400 Bad Request", "invalid_grant", "The verifier or the code is wrong."),
        },
        "client_credentials" if is_form => {
            let in_body = get("client_id") == MACHINE.0 && get("client_secret") == MACHINE.1;
            if in_body || request.header("authorization") == MACHINE.2 {
                granted("token-of-machine", 3600, false)
            } else {
                refused("401 Unauthorized", "invalid_client", "Who <are> you?")
            }
        }
        "refresh_token" if is_form && get("refresh_token") == "again" && get("client_id") == "brief" => {
            granted("token-renewed", 3600, false)
        }
        _ => refused("400 Bad Request", "unsupported_grant_type", ""),
    }
}

/// Base64 for addresses, without padding (RFC 4648, section 5).
fn base64url(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let bits = group.iter().fold(0_usize, |bits, &byte| bits << 8 | usize::from(byte)) << (8 * (3 - group.len()));
        for place in 0..=group.len() {
            text.push(char::from(LETTERS[bits >> (18 - 6 * place) & 63]));
        }
    }
    text
}

/// The first 32 bits of the fraction of a root of each of the first primes, as SHA-256 takes its constants from.
fn fractions(root: fn(f64) -> f64, count: usize) -> Vec<u32> {
    let is_prime = |number: &u32| (2..*number).all(|divisor| !number.is_multiple_of(divisor));
    let fraction = |prime: u32| (root(f64::from(prime)).fract() * 4_294_967_296.0) as u32;
    (2..).filter(is_prime).map(fraction).take(count).collect()
}

/// SHA-256 (FIPS 180-4).
fn sha256(message: &[u8]) -> Vec<u8> {
    let constants = fractions(f64::cbrt, 64);
    let mut hash = fractions(f64::sqrt, 8);
    let mut padded = message.to_vec();
    padded.push(0x80);
    while padded.len() % 64 != 56 {
        padded.push(0);
    }
    padded.extend((message.len() as u64 * 8).to_be_bytes());
    for block in padded.chunks(64) {
        let mut words: Vec<u32> =
            block.chunks(4).map(|four| four.iter().fold(0, |word, &byte| word << 8 | u32::from(byte))).collect();
        for at in 16..64 {
            let (early, late) = (words[at - 15], words[at - 2]);
            let first = early.rotate_right(7) ^ early.rotate_right(18) ^ early >> 3;
            let second = late.rotate_right(17) ^ late.rotate_right(19) ^ late >> 10;
            words.push(words[at - 16].wrapping_add(first).wrapping_add(words[at - 7]).wrapping_add(second));
        }
        let mut state = hash.clone();
        for at in 0..64 {
            let (a, e) = (state[0], state[4]);
            let first = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
            let choice = e & state[5] ^ !e & state[6];
            let sum =
                [first, choice, constants[at], words[at]].iter().fold(state[7], |sum, &part| sum.wrapping_add(part));
            let second = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
            let majority = a & state[1] ^ a & state[2] ^ state[1] & state[2];
            state.rotate_right(1);
            state[0] = sum.wrapping_add(second).wrapping_add(majority);
            state[4] = state[4].wrapping_add(sum);
        }
        for (whole, part) in hash.iter_mut().zip(state) {
            *whole = whole.wrapping_add(part);
        }
    }
    hash.into_iter().flat_map(u32::to_be_bytes).collect()
}

#[cfg(test)]
mod tests {
    use super::{base64url, sha256};

    #[test]
    fn a_challenge_is_made_as_in_the_specification() {
        // RFC 7636, appendix B.
        let verifier = b"dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
        assert_eq!(base64url(&sha256(verifier)), "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
    }
}
