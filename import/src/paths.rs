//! Paths within a source and within the new project: joined without leaving it, and made portable.

use std::borrow::Cow;

use percent_encoding::{percent_decode_str, percent_encode_byte};

/// The scheme and the host of a URL: `https://a.test` of `https://a.test/b`. `None` without a scheme.
pub(crate) fn origin(url: &str) -> Option<&str> {
    let host = url.find("://")? + 3;
    let end = url.get(host..)?.find('/').map_or(url.len(), |at| host + at);
    url.get(..end)
}

/// `path` relative to the folder `base`; `None` if it is outside the source. A path with a leading `/` is relative to
/// the root.
pub(crate) fn join(base: &str, path: &str) -> Option<String> {
    let start = if path.starts_with('/') { "" } else { base };
    let mut parts: Vec<&str> = start.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// The folder of a file; empty for the root.
pub(crate) fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// A file's name.
pub(crate) fn name(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}

/// A path relative to `folder`, or `None` if it is not below it.
pub(crate) fn below<'p>(path: &'p str, folder: &str) -> Option<&'p str> {
    if folder.is_empty() {
        return Some(path);
    }
    path.strip_prefix(folder)?.strip_prefix('/')
}

/// Whether a file is a page, by its extension.
pub(crate) fn is_page(path: &str) -> bool {
    stem(path).is_some()
}

/// A page's path without its extension; `None` for other files.
pub(crate) fn stem(path: &str) -> Option<&str> {
    [".mdx", ".md", ".markdown", ".mdoc"].iter().find_map(|end| path.strip_suffix(end))
}

/// Joins two paths with a `/`; empty if both are.
pub(crate) fn plus(left: &str, right: &str) -> String {
    let (left, right) = (left.trim_end_matches('/'), right.trim_start_matches('/'));
    match (left.is_empty(), right.is_empty()) {
        (true, _) => right.to_owned(),
        (_, true) => left.to_owned(),
        _ => format!("{left}/{right}"),
    }
}

/// The URL path of a page's path, without a final `index` or `README`; empty for the home page. A page `readme` may be
/// about that file.
pub(crate) fn without_index(path: &str) -> &str {
    let last = name(path);
    if last.eq_ignore_ascii_case("index") || last == "README" { folder(path) } else { path }
}

/// A path whose segments are valid file names on every system and that the site publishes: none begins with a dot or an
/// underscore, and none contains characters that are invalid in a URL path.
pub(crate) fn portable(path: &str) -> String {
    let parts = path.split('/').filter(|part| !matches!(*part, "" | "." | "..")).map(part);
    parts.collect::<Vec<_>>().join("/")
}

fn part(part: &str) -> String {
    let is_bad = |c: char| c.is_control() || "<>:\"\\|?*%#\u{fffd}".contains(c);
    let mut out: String = part.chars().map(|c| if is_bad(c) { '-' } else { c }).collect();
    while out.len() > 180 {
        out.pop();
    }
    let kept = out.trim_start_matches(['.', '_', ' ']).trim_end_matches(['.', ' ']);
    let base = kept.split('.').next().unwrap_or_default().to_ascii_lowercase();
    let is_numbered = base.len() == 4
        && (base.starts_with("com") || base.starts_with("lpt"))
        && base.ends_with(|c: char| c.is_ascii_digit());
    if kept.is_empty() {
        "unnamed".to_owned()
    } else if is_numbered || matches!(base.as_str(), "con" | "prn" | "aux" | "nul") {
        format!("{kept}-page").replacen(&format!("{base}."), &format!("{base}-page."), 1)
    } else {
        kept.to_owned()
    }
}

/// The letters and digits of a name, in lowercase.
pub(crate) fn letters(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Lowercase letters and digits, with `-` for everything else: a title as a URL segment.
pub(crate) fn slug(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if c.is_alphanumeric() {
            out.extend(c.to_lowercase());
        } else if !out.is_empty() && !out.ends_with('-') && c != '\'' && c != '’' {
            out.push('-');
        }
    }
    out.truncate(out.trim_end_matches('-').len());
    out
}

/// Words of a name: `getting-started` is "Getting started".
pub(crate) fn words(name: &str) -> String {
    if matches!(name, "x-twitter" | "twitter-x") {
        return "X".to_owned();
    }
    let spaced: String = name.chars().map(|c| if matches!(c, '-' | '_') { ' ' } else { c }).collect();
    let spelled = |word: &str| {
        SPELLED
            .iter()
            .find(|known| known.eq_ignore_ascii_case(word))
            .map_or_else(|| word.to_owned(), |known| (*known).to_owned())
    };
    let mut text = spaced.split(' ').map(spelled).collect::<Vec<_>>().join(" ");
    let is_spelled = text.split(' ').next().is_some_and(|first| SPELLED.contains(&first));
    if let Some(first) = text.chars().next().filter(|_| !is_spelled) {
        text.replace_range(..first.len_utf8(), &first.to_uppercase().to_string());
    }
    text
}

/// Words of a name in title case: `getting-started-with-api` is "Getting Started with API".
pub(crate) fn title_case(name: &str) -> String {
    title_case_with(name, &SMALL)
}

/// Words of a name in title case, of which those in a list are lowercase within the title.
pub(crate) fn title_case_with(name: &str, small: &[&str]) -> String {
    let text = words(name);
    let last = text.split(' ').count() - 1;
    let cased = |(at, word): (usize, &str)| {
        let is_small = small.contains(&word) && at > 0 && at < last;
        match word.chars().next().filter(|_| !is_small && !SPELLED.contains(&word)) {
            Some(first) => first.to_uppercase().chain(word.chars().skip(1)).collect(),
            None => word.to_owned(),
        }
    };
    text.split(' ').enumerate().map(cased).collect::<Vec<String>>().join(" ")
}

/// The words that title case leaves in lowercase within a title.
const SMALL: [&str; 21] = [
    "a", "an", "and", "as", "at", "but", "by", "for", "from", "if", "in", "into", "nor", "of", "on", "or", "the", "to",
    "via", "vs", "with",
];

/// Names and initialisms with a special spelling.
const SPELLED: &[&str] = &[
    "AI",
    "API",
    "APIs",
    "AWS",
    "CDN",
    "CI",
    "CLI",
    "CMS",
    "CORS",
    "CSS",
    "CSV",
    "DNS",
    "FAQ",
    "FAQs",
    "GCP",
    "GitHub",
    "GitLab",
    "GraphQL",
    "gRPC",
    "HTML",
    "HTTP",
    "HTTPS",
    "ID",
    "IDE",
    "iOS",
    "JavaScript",
    "JSON",
    "JSX",
    "JWT",
    "LinkedIn",
    "LLM",
    "LLMs",
    "macOS",
    "MCP",
    "MongoDB",
    "npm",
    "OAuth",
    "OpenAPI",
    "PDF",
    "PHP",
    "PostgreSQL",
    "PyPI",
    "REST",
    "RPC",
    "RSS",
    "SAML",
    "SDK",
    "SDKs",
    "SEO",
    "SQL",
    "SSH",
    "SSL",
    "SSO",
    "TLS",
    "TSX",
    "TypeScript",
    "UI",
    "URL",
    "UX",
    "VPN",
    "WordPress",
    "XML",
    "YAML",
    "YouTube",
];

/// A name without its ordering number: `01-intro` is `intro`, with its number.
pub(crate) fn without_number(name: &str) -> (&str, Option<u32>) {
    let digits = name.bytes().take_while(u8::is_ascii_digit).count();
    let rest = name.get(digits..).unwrap_or_default();
    let kept = rest.trim_start_matches([' ', '-', '_', '.']);
    let is_number = (1..=4).contains(&digits)
        && kept.len() < rest.len()
        && !kept.is_empty()
        // Dates and versions are not ordering numbers: `2024-01-02`, `1.2.3`.
        && !kept.starts_with(|c: char| c.is_ascii_digit());
    match name.get(..digits).and_then(|digits| digits.parse().ok()) {
        Some(number) if is_number => (kept, Some(number)),
        _ => (name, None),
    }
}

/// A percent-decoded path. Invalid escapes stay unchanged, and so does the whole path if the result is not UTF-8.
pub(crate) fn decoded(path: &str) -> String {
    percent_decode_str(path).decode_utf8().map_or_else(|_| path.to_owned(), Cow::into_owned)
}

/// A path as a Markdown link target: white space and characters that would end it are percent-encoded.
pub(crate) fn encoded(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for c in path.chars() {
        match u8::try_from(c) {
            Ok(byte @ (b' ' | b'(' | b')' | b'[' | b']' | b'"' | b'\'' | b'`')) => {
                out.push_str(percent_encode_byte(byte));
            }
            _ if c.is_whitespace() => {
                c.encode_utf8(&mut [0; 4]).bytes().for_each(|byte| out.push_str(percent_encode_byte(byte)));
            }
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{decoded, encoded, join, portable, slug, without_index, without_number};

    #[test]
    fn paths_never_lead_out() {
        assert_eq!(join("docs/a", "../b.md").as_deref(), Some("docs/b.md"));
        assert_eq!(join("docs", "/x/./y").as_deref(), Some("x/y"));
        assert_eq!(join("docs", "../../etc"), None);
        assert_eq!(join("", ".."), None);
    }

    #[test]
    fn names_become_portable() {
        assert_eq!(portable("../../etc/passwd"), "etc/passwd");
        assert_eq!(portable("a/_x/.gitbook/assets/b c.png"), "a/x/gitbook/assets/b c.png");
        assert_eq!(portable("CON/nul.md/com1"), "CON-page/nul-page.md-page/com1-page");
        assert_eq!(portable("a?b#c/%2e%2e/x. "), "a-b-c/-2e-2e/x");
        assert_eq!(portable("/..//_"), "unnamed");
    }

    #[test]
    fn parts_of_names_are_told_apart() {
        assert_eq!(without_number("01-intro"), ("intro", Some(1)));
        assert_eq!(without_number("2. Start"), ("Start", Some(2)));
        for name in ["2024-01-02", "1.2.3", "7", "v2", "3d"] {
            assert_eq!(without_number(name), (name, None));
        }
        assert_eq!(without_index("a/README"), "a");
        assert_eq!(without_index("index"), "");
        assert_eq!(slug("What's New? (β)"), "whats-new-β");
        assert_eq!(
            ["api", "rest-api", "github", "x-twitter", "getting_started", "npm-scripts", ""].map(super::words),
            ["API", "REST API", "GitHub", "X", "Getting started", "npm scripts", ""]
        );
        assert_eq!(
            ["blog-theme", "rest-api-for-the-web", "of-the-npm", "what-for", "a", ""].map(super::title_case),
            ["Blog Theme", "REST API for the Web", "Of the npm", "What For", "A", ""]
        );
        assert_eq!(decoded("a%20b%zz%ff"), "a%20b%zz%ff");
        assert_eq!(decoded("a%20b%zz%+1%4"), "a b%zz%+1%4");
        assert_eq!(encoded("é (1)/[a].png"), "é%20%281%29/%5Ba%5D.png");
        assert_eq!(encoded("5.52\u{202f}PM.png"), "5.52%E2%80%AFPM.png");
    }
}
