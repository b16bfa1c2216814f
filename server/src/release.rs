//! Asks a repository on GitHub, or on a forge with the same URLs, for its latest release, on request.

use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, header};
use tokio::time::timeout;

use crate::client::{Client, Reach, RequestError, origin};

/// How long the answer may take.
const ANSWER_TIME: Duration = Duration::from_secs(10);

/// The version of the latest release of the repository at a URL. One request is sent: `/releases/latest` redirects to the tag
/// of the release, which is its version, with or without a `v`.
///
/// # Errors
/// The reason as text, if the URL is invalid, nothing answers within ten seconds, or the answer names no release.
pub async fn latest_release(repository: &str) -> Result<String, String> {
    let url = format!("{}/releases/latest", repository.trim_end_matches('/'));
    let target = origin(&url).ok_or("the URL is invalid")?;
    let mut headers = HeaderMap::new();
    headers.insert(header::USER_AGENT, HeaderValue::from_static(concat!("tool/", env!("CARGO_PKG_VERSION"))));
    headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    let client = Client::default();
    // The user or the build named the URL, so it may be on a private network.
    let asked = client.send(&target, Reach::Any, Method::HEAD, headers, Body::empty());
    let answer = timeout(ANSWER_TIME, asked).await.map_err(|_| "no answer in time")?.map_err(|error| match error {
        RequestError::Failed(reason) => reason,
        RequestError::Malformed | RequestError::Private => "the URL is invalid".to_owned(),
    })?;
    let location = answer.headers().get(header::LOCATION).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let version = location.rsplit_once("/releases/tag/").and_then(|(_, tag)| version(tag));
    version.ok_or_else(|| format!("it names no release (status {})", answer.status().as_u16()))
}

/// The version in a tag.
fn version(tag: &str) -> Option<String> {
    let version = tag.strip_prefix('v').unwrap_or(tag);
    let is_version = version.starts_with(|c: char| c.is_ascii_digit())
        && version.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+'));
    is_version.then(|| version.to_owned())
}

#[cfg(test)]
mod tests {
    use super::version;

    #[test]
    fn tags_are_versions() {
        assert_eq!(version("v1.2.3").as_deref(), Some("1.2.3"));
        assert_eq!(version("0.2.0-rc.1").as_deref(), Some("0.2.0-rc.1"));
        for tag in ["", "v", "latest", "1.0\x1b[2J", "v1/../x"] {
            assert_eq!(version(tag), None, "{tag:?}");
        }
    }
}
