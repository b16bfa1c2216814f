//! Maps a request's path to an output of the site. Only published outputs can be named; the disk plays no part.

use std::borrow::Cow;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// The ASCII characters that URL paths cannot contain (RFC 3986, section 3.3).
const NOT_IN_PATHS: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b'/')
    .remove(b'!')
    .remove(b'$')
    .remove(b'&')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')')
    .remove(b'*')
    .remove(b'+')
    .remove(b',')
    .remove(b';')
    .remove(b'=')
    .remove(b':')
    .remove(b'@');

/// The resource that a request's path names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Address {
    /// The output at this path.
    Output(String),
    /// The path of a page without its final slash; the output is that of the path with the slash.
    Slashless(String),
    /// A well-formed path where nothing is published.
    Unknown,
    /// An invalid path.
    Malformed,
}

/// Locates a request's path, percent-encoded and with its leading slash.
pub(crate) fn locate(path: &str, has_output: impl Fn(&str) -> bool) -> Address {
    let Some(path) = path.strip_prefix('/').and_then(decode_path) else { return Address::Malformed };
    if path.split('/').any(|segment| matches!(segment, "." | "..")) {
        return Address::Malformed;
    }
    // A file system ignores an empty segment, or begins at its root if it is the first.
    if path.starts_with('/') || path.contains("//") {
        return Address::Unknown;
    }
    if path.is_empty() || path.ends_with('/') {
        let index = format!("{path}index.html");
        return if has_output(&index) { Address::Output(index) } else { Address::Unknown };
    }
    if has_output(&path) {
        return Address::Output(path);
    }
    let index = format!("{path}/index.html");
    if has_output(&index) { Address::Slashless(index) } else { Address::Unknown }
}

/// The Markdown alternate of the page `output`. `None` if there is none.
pub(crate) fn markdown_alternate(output: &str, has_output: impl Fn(&str) -> bool) -> Option<String> {
    let folder = output.strip_suffix("index.html")?;
    let id = folder.strip_suffix('/');
    if id.is_none() && !folder.is_empty() {
        return None;
    }
    let beside = id.map(|id| format!("{id}.md"));
    beside.into_iter().chain([format!("{folder}index.md")]).find(|markdown| has_output(markdown))
}

/// The URL path of an output: percent-encoded, with a leading slash.
pub(crate) fn url_path(output: &str) -> String {
    format!("/{}", utf8_percent_encode(output, NOT_IN_PATHS))
}

/// The decoded value of a parameter in a query. `None` if it is absent or malformed.
pub(crate) fn query_value(query: Option<&str>, name: &str) -> Option<String> {
    let mut pairs = query.unwrap_or_default().split('&').filter_map(|pair| pair.split_once('='));
    percent_decode(pairs.find(|(found, _)| *found == name)?.1)
}

/// Percent-decodes a text once. `None` if an escape is malformed or the result is not UTF-8.
pub(crate) fn percent_decode(text: &str) -> Option<String> {
    // The crate keeps malformed escapes as they are.
    let is_escape = |rest: &str| rest.get(..2).is_some_and(|hex| hex.bytes().all(|byte| byte.is_ascii_hexdigit()));
    if !text.split('%').skip(1).all(is_escape) {
        return None;
    }
    percent_decode_str(text).decode_utf8().ok().map(Cow::into_owned)
}

/// Decodes a path. `None` if it contains anything that some system takes for a separator or the end of a name.
fn decode_path(path: &str) -> Option<String> {
    let decoded = percent_decode(path)?;
    let slashes = |text: &str| text.bytes().filter(|byte| *byte == b'/').count();
    let forbidden = decoded.chars().any(|char| char == '\\' || char.is_control());
    // Systems disagree on whether an encoded slash is a separator or part of a name.
    (!forbidden && slashes(&decoded) == slashes(path)).then_some(decoded)
}

#[cfg(test)]
mod tests {
    use super::{Address, locate, markdown_alternate, url_path};

    const OUTPUTS: [&str; 9] = [
        "index.html",
        "index.md",
        "a/b/index.html",
        "a/b.md",
        "a/index.html",
        "a/index.md",
        "ä x/index.html",
        "llms.txt",
        "404.html",
    ];

    fn has_output(path: &str) -> bool {
        OUTPUTS.contains(&path)
    }

    #[test]
    fn addresses_of_pages_and_files() {
        let output = |path: &str| Address::Output(path.to_owned());
        let table = [
            ("/", output("index.html")),
            ("/index.html", output("index.html")),
            ("/a/b/", output("a/b/index.html")),
            ("/a/b", Address::Slashless("a/b/index.html".to_owned())),
            ("/a/b.md", output("a/b.md")),
            ("/a%2Eb", Address::Unknown),
            ("/%61/b/", output("a/b/index.html")),
            ("/%C3%A4%20x/", output("ä x/index.html")),
            ("/llms.txt", output("llms.txt")),
            ("/llms.txt/", Address::Unknown),
            ("/A/b/", Address::Unknown),
        ];
        for (path, expected) in table {
            assert_eq!(locate(path, has_output), expected, "{path}");
        }
    }

    #[test]
    fn invalid_paths_name_nothing() {
        let malformed = [
            "",
            "a",
            "*",
            "/../",
            "/a/..",
            "/./a",
            "/%2e%2e/",
            "/..%2f",
            "/a%2fb/",
            "/a%5cb",
            "/.%00/",
            "/\\..\\",
            "/%c0%ae/",
            "/%",
            "/%4",
            "/%zz",
            "/%+1",
            "/a%0d%0ab",
            "/\u{7f}",
        ];
        for path in malformed {
            assert_eq!(locate(path, |_| true), Address::Malformed, "{path:?}");
        }
        for path in ["//", "//etc/passwd", "//a/b/", "/a//b/", "/a//"] {
            assert_eq!(locate(path, |_| true), Address::Unknown, "{path:?}");
        }
        let unknown = [
            "/%252e%252e/",
            "/..;/",
            "/c:/x",
            "/@fs/",
            "/.git/config",
            "/.env",
            "/tool.json",
            "/index.html~",
            "/a/b/index.html/",
        ];
        for path in unknown {
            assert_eq!(locate(path, has_output), Address::Unknown, "{path:?}");
        }
    }

    #[test]
    fn pages_have_a_markdown_alternate() {
        let table = [
            ("index.html", Some("index.md")),
            ("a/b/index.html", Some("a/b.md")),
            ("a/index.html", Some("a/index.md")),
            ("ä x/index.html", None),
            ("404.html", None),
            ("xindex.html", None),
        ];
        for (output, markdown) in table {
            assert_eq!(markdown_alternate(output, has_output).as_deref(), markdown, "{output}");
        }
    }

    #[test]
    fn an_output_is_named_by_an_encoded_path() {
        assert_eq!(url_path("a/ä?#%.md"), "/a/%C3%A4%3F%23%25.md");
    }
}
