//! Bare URLs in text: `https://…`, `www.…` and email addresses, by the rules of GitHub's extended autolinks.

use memchr::memchr3;

/// A bare URL or email address in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Autolink {
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// The prefix that makes the text a URL: nothing, `http://` or `mailto:`.
    pub(crate) prefix: &'static str,
}

/// The autolinks of `text` in order. Takes linear time for any text.
pub(crate) fn autolinks(text: &str) -> Vec<Autolink> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut done = 0;
    let mut at = 0;
    // Every autolink contains one of three bytes at a known position.
    while let Some(offset) = memchr3(b':', b'@', b'.', &bytes[at..]) {
        let place = at + offset;
        at = place + 1;
        let link = match bytes[place] {
            b'@' => email(bytes, done, place),
            b':' => web(bytes, done, place, "://", &["https", "http"], ""),
            _ => web(bytes, done, place, ".", &["www"], "http://"),
        };
        match link {
            AutolinkMatch::Link(link) => {
                (at, done) = (link.end, link.end);
                found.push(link);
            }
            // Text that was scanned and rejected would be rejected again from within.
            AutolinkMatch::None { looked_over } => at = at.max(looked_over),
        }
    }
    found
}

enum AutolinkMatch {
    Link(Autolink),
    None { looked_over: usize },
}

/// A URL that has one of `words` before `place`, and `mark` at it.
fn web(bytes: &[u8], done: usize, place: usize, mark: &str, words: &[&str], prefix: &'static str) -> AutolinkMatch {
    let none = AutolinkMatch::None { looked_over: place };
    let before = &bytes[done..place];
    let Some(word) = words.iter().find(|word| {
        before.len() >= word.len() && before[before.len() - word.len()..].eq_ignore_ascii_case(word.as_bytes())
    }) else {
        return none;
    };
    let start = place - word.len();
    let starts = start == done && (done == 0 || bytes[done - 1].is_ascii_whitespace())
        || start > done
            && (bytes[start - 1].is_ascii_whitespace() || matches!(bytes[start - 1], b'*' | b'_' | b'~' | b'('));
    if !starts || !bytes[place..].starts_with(mark.as_bytes()) {
        return none;
    }
    let domain = if prefix.is_empty() { place + mark.len() } else { start };
    let domain_end = domain + bytes[domain..].iter().take_while(|&&byte| is_domain(byte) || byte == b'.').count();
    if !is_valid_domain(&bytes[domain..domain_end]) {
        return AutolinkMatch::None { looked_over: domain_end };
    }
    let rest = &bytes[domain_end..];
    let path = rest.iter().position(|&byte| byte.is_ascii_whitespace() || byte == b'<').unwrap_or(rest.len());
    let end = without_punctuation(bytes, domain, domain_end + path);
    AutolinkMatch::Link(Autolink { start, end, prefix })
}

fn is_domain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_') || byte >= 0x80
}

/// Whether a domain consists of valid labels, at least two unless a one-word host is allowed; the last two without `_`.
fn is_valid_domain(domain: &[u8]) -> bool {
    let domain = domain.strip_suffix(b".").unwrap_or(domain);
    let mut parts = domain.rsplit(|&byte| byte == b'.');
    let last = parts.next().unwrap_or_default();
    let Some(before) = parts.next() else { return last.eq_ignore_ascii_case(b"localhost") };
    !last.is_empty() && !before.is_empty() && !last.contains(&b'_') && !before.contains(&b'_')
}

/// The end of a URL in `bytes[from..end]` without trailing punctuation, which belongs to the sentence around it.
fn without_punctuation(bytes: &[u8], from: usize, mut end: usize) -> usize {
    let count = |byte: u8| bytes[from..end].iter().filter(|&&other| other == byte).count();
    let (opened, mut closed) = (count(b'('), count(b')'));
    while end > from {
        match bytes[end - 1] {
            b'?' | b'!' | b'.' | b',' | b':' | b'*' | b'_' | b'~' | b'\'' | b'"' => end -= 1,
            b')' if closed > opened => {
                closed -= 1;
                end -= 1;
            }
            b';' => {
                let name = bytes[from..end - 1].iter().rev().take_while(|byte| byte.is_ascii_alphanumeric()).count();
                let entity = name > 0 && end - 1 - name > from && bytes[end - 2 - name] == b'&';
                end -= if entity { name + 2 } else { 1 };
            }
            _ => break,
        }
    }
    end
}

/// An email address with its `@` at `place`.
fn email(bytes: &[u8], done: usize, place: usize) -> AutolinkMatch {
    let is_local = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_' | b'+');
    let start = place - bytes[done..place].iter().rev().take_while(is_local).count();
    let is_host = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    let mut end = place + 1 + bytes[place + 1..].iter().take_while(|&&byte| is_host(byte)).count();
    let looked_over = end;
    while end > place + 1 && bytes[end - 1] == b'.' {
        end -= 1;
    }
    let host = &bytes[place + 1..end];
    let has_period = memchr::memchr(b'.', host).is_some_and(|at| at > 0);
    let foreign = bytes.get(looked_over).is_some_and(|&byte| byte == b'@' || byte >= 0x80);
    if start == place || !has_period || foreign || host.ends_with(b"-") || host.ends_with(b"_") {
        return AutolinkMatch::None { looked_over: place };
    }
    AutolinkMatch::Link(Autolink { start, end, prefix: "mailto:" })
}

#[cfg(test)]
mod tests {
    use super::autolinks;

    fn found(text: &str) -> Vec<String> {
        autolinks(text).iter().map(|link| format!("{}{}", link.prefix, &text[link.start..link.end])).collect()
    }

    #[test]
    fn finds_what_github_finds() {
        for (text, expected) in [
            ("www.commonmark.org", &["http://www.commonmark.org"][..]),
            ("Visit www.commonmark.org/help for", &["http://www.commonmark.org/help"]),
            ("www.commonmark.org/a.b.", &["http://www.commonmark.org/a.b"]),
            ("(www.google.com/search?q=Markup+(business)))", &["http://www.google.com/search?q=Markup+(business)"]),
            ("www.google.com/search?q=(business))+ok", &["http://www.google.com/search?q=(business))+ok"]),
            ("www.google.com/search?q=commonmark&hl;", &["http://www.google.com/search?q=commonmark"]),
            ("www.commonmark.org/he<lp", &["http://www.commonmark.org/he"]),
            ("(Visit https://encrypted.google.com/search?q=Markup)", &["https://encrypted.google.com/search?q=Markup"]),
            ("see HTTPS://x.y/a_b, and http://localhost:80/z", &["HTTPS://x.y/a_b", "http://localhost:80/z"]),
            ("foo@bar.baz", &["mailto:foo@bar.baz"]),
            ("hello+xyz@mail.example. a.b-c_d@a.b_ a@b", &["mailto:hello+xyz@mail.example"]),
            ("a@b.c@ a@b.cé a@b.c\u{80}", &[]),
            ("xhttps://x.y www.a_b.c javascript://x.y https://", &[]),
            ("https://x.y.https://x.y", &["https://x.y.https://x.y"]),
            ("é https://é.example/ü!", &["https://é.example/ü"]),
        ] {
            assert_eq!(found(text), expected, "{text}");
        }
    }

    #[test]
    fn hostile_texts_end() {
        for unit in
            ["_www.a", "a@", "www.", "(http://a", "http://a.b;", "http://a.b)", "http://a.b/&a;", "@a.b", "a.b@a"]
        {
            let _ = autolinks(&unit.repeat(50_000));
        }
    }
}
