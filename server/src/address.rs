//! From a request's path to an output of the site. Knows no disk: only what the site publishes can be named.

/// What a request's path stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Address {
    /// The output at this path.
    Output(String),
    /// A page without its final slash; the output is that of the address with the slash.
    Slashless(String),
    /// A well-formed path where nothing is published.
    Unknown,
    /// A path that no page can have.
    Malformed,
}

/// The address of a request's path, which is as it came: percent-encoded, with its leading slash.
pub(crate) fn locate(path: &str, has_output: impl Fn(&str) -> bool) -> Address {
    let Some(path) = path.strip_prefix('/').and_then(decode_path) else { return Address::Malformed };
    if path.split('/').any(|segment| matches!(segment, "." | "..")) {
        return Address::Malformed;
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

/// The Markdown output that says the same as the page `output`, if there is one.
pub(crate) fn markdown_twin(output: &str, has_output: impl Fn(&str) -> bool) -> Option<String> {
    let folder = output.strip_suffix("index.html")?;
    let id = folder.strip_suffix('/');
    if id.is_none() && !folder.is_empty() {
        return None;
    }
    let beside = id.map(|id| format!("{id}.md"));
    beside.into_iter().chain([format!("{folder}index.md")]).find(|twin| has_output(twin))
}

/// The path that a URL names an output by: the output's path, percent-encoded, from the root.
pub(crate) fn url_path(output: &str) -> String {
    let mut url = String::from("/");
    for byte in output.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/!$&'()*+,;=:@".contains(&byte) {
            url.push(char::from(byte));
        } else {
            url.push_str(&format!("%{byte:02X}"));
        }
    }
    url
}

/// `text` with its percent-encoding undone, once. `None` when that is malformed or no UTF-8.
pub(crate) fn percent_decode(text: &str) -> Option<String> {
    let mut bytes = text.bytes();
    let mut decoded = Vec::with_capacity(text.len());
    while let Some(byte) = bytes.next() {
        if byte == b'%' {
            let mut digit = || bytes.next().and_then(|byte| char::from(byte).to_digit(16));
            let (high, low) = (digit()?, digit()?);
            decoded.push(u8::try_from(high * 16 + low).ok()?);
        } else {
            decoded.push(byte);
        }
    }
    String::from_utf8(decoded).ok()
}

/// The decoded path, unless it holds what some system would take for a separator or the end of a name.
fn decode_path(path: &str) -> Option<String> {
    let decoded = percent_decode(path)?;
    let slashes = |text: &str| text.bytes().filter(|byte| *byte == b'/').count();
    let forbidden = decoded.chars().any(|char| char == '\\' || char.is_control());
    // A slash that was encoded is a separator to one reader and a part of a name to another.
    (!forbidden && slashes(&decoded) == slashes(path)).then_some(decoded)
}

#[cfg(test)]
mod tests {
    use super::{Address, locate, markdown_twin, url_path};

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
    fn hostile_paths_name_nothing() {
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
        let unknown = [
            "/%252e%252e/",
            "/..;/",
            "//etc/passwd",
            "//",
            "//a/b/",
            "/a//b/",
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
    fn pages_have_a_markdown_twin() {
        let table = [
            ("index.html", Some("index.md")),
            ("a/b/index.html", Some("a/b.md")),
            ("a/index.html", Some("a/index.md")),
            ("ä x/index.html", None),
            ("404.html", None),
            ("xindex.html", None),
        ];
        for (output, twin) in table {
            assert_eq!(markdown_twin(output, has_output).as_deref(), twin, "{output}");
        }
    }

    #[test]
    fn an_output_is_named_by_an_encoded_path() {
        assert_eq!(url_path("a/ä?#%.md"), "/a/%C3%A4%3F%23%25.md");
    }
}
