//! The token of a run. Only pages of this server can read it, and only they can send the header that carries it: pages of
//! other sites can do neither.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

use axum::http::{HeaderMap, HeaderName};

/// The header that carries the token.
pub(crate) const TOKEN: HeaderName = HeaderName::from_static("x-tool-token");

/// What a request needs in order to act for the author.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    /// Empty if other machines can reach the server: then no request may.
    text: String,
}

impl Token {
    /// A new token, for a server that only this machine can reach (`is_local`).
    pub(crate) fn new(is_local: bool) -> Self {
        // The standard library seeds its hash keys from the system's random numbers.
        let random = || RandomState::new().build_hasher().finish();
        Self { text: if is_local { format!("{:016x}{:016x}", random(), random()) } else { String::new() } }
    }

    /// The token, for the script of this server's pages. `None` if other machines can reach the server.
    pub(crate) fn text(&self) -> Option<&str> {
        (!self.text.is_empty()).then_some(self.text.as_str())
    }

    /// Whether a request carries the token.
    pub(crate) fn is_in(&self, headers: &HeaderMap) -> bool {
        let sent = headers.get(TOKEN).map(|value| value.as_bytes());
        self.text().is_some_and(|text| sent == Some(text.as_bytes()))
    }
}
