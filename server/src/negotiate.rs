//! The form of a page that a client prefers according to its `Accept` header (RFC 9110, section 12.5.1).

/// The two forms that every page has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Variant {
    /// `text/html`, the default.
    Html,
    /// `text/markdown`, for agents.
    Markdown,
}

/// The rank that an `Accept` header gives one media type.
#[derive(Clone, Copy, Default)]
struct Rank {
    /// 3 for the type itself, 2 for `text/*`, 1 for `*/*`, 0 if nothing matches. The most specific range wins.
    specificity: u8,
    /// Thousandths.
    quality: u16,
    /// How many ranges precede it, to break ties.
    position: usize,
}

impl Rank {
    fn note(&mut self, specificity: u8, quality: u16, position: usize) {
        let better = specificity == self.specificity && quality > self.quality;
        if specificity > self.specificity || better {
            *self = Self { specificity, quality, position };
        }
    }
}

/// The preferred form given the lines of `Accept` headers.
///
/// The higher quality wins. At equal quality, Markdown wins only if the header names it, and before HTML if it names both:
/// clients that read Markdown send `text/markdown, text/html, */*`, while browsers never name it. A client that accepts
/// neither gets HTML, as RFC 9110 allows.
pub(crate) fn preferred<'a>(accept: impl IntoIterator<Item = &'a str>) -> Variant {
    let (mut html, mut markdown) = (Rank::default(), Rank::default());
    let ranges = accept.into_iter().flat_map(|line| Unquoted { rest: Some(line), separator: b',' });
    for (position, range) in ranges.enumerate() {
        let mut parts = Unquoted { rest: Some(range), separator: b';' };
        let media_type = parts.next().unwrap_or_default().trim();
        let Some(quality) = quality(parts) else { continue };
        let is = |name: &str| media_type.eq_ignore_ascii_case(name);
        if is("text/html") {
            html.note(3, quality, position);
        } else if is("text/markdown") {
            markdown.note(3, quality, position);
        } else if is("text/*") || is("*/*") || is("*") {
            let specificity = if is("text/*") { 2 } else { 1 };
            html.note(specificity, quality, position);
            markdown.note(specificity, quality, position);
        }
    }
    let asked_first = markdown.quality > 0
        && markdown.specificity == 3
        && (html.specificity < 3 || markdown.position < html.position);
    let wins = markdown.quality > html.quality || (markdown.quality == html.quality && asked_first);
    if wins { Variant::Markdown } else { Variant::Html }
}

/// The `q` parameter of a range in thousandths; 1000 if absent, `None` if malformed.
fn quality<'a>(parameters: impl Iterator<Item = &'a str>) -> Option<u16> {
    for parameter in parameters {
        let Some((name, value)) = parameter.split_once('=') else { continue };
        if name.trim().eq_ignore_ascii_case("q") {
            return thousandths(value.trim());
        }
    }
    Some(1000)
}

fn thousandths(value: &str) -> Option<u16> {
    let (whole, fraction) = value.split_once('.').unwrap_or((value, ""));
    if !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let digit = |at: usize| fraction.as_bytes().get(at).map_or(0, |byte| u16::from(byte - b'0'));
    let fraction = digit(0) * 100 + digit(1) * 10 + digit(2);
    match whole {
        "0" => Some(fraction),
        "1" if fraction == 0 => Some(1000),
        _ => None,
    }
}

/// The parts of a header value between separators outside quoted strings.
struct Unquoted<'a> {
    rest: Option<&'a str>,
    separator: u8,
}

impl<'a> Iterator for Unquoted<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let rest = self.rest?;
        let (mut quoted, mut escaped) = (false, false);
        for (at, byte) in rest.bytes().enumerate() {
            if escaped {
                escaped = false;
            } else if quoted && byte == b'\\' {
                escaped = true;
            } else if byte == b'"' {
                quoted = !quoted;
            } else if byte == self.separator && !quoted {
                self.rest = rest.get(at + 1..);
                return rest.get(..at);
            }
        }
        self.rest = None;
        Some(rest)
    }
}

#[cfg(test)]
mod tests {
    use super::{Variant, preferred};

    #[test]
    fn the_preferred_form_follows_the_qualities() {
        let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8";
        let long = format!("{}text/markdown", "a/b;q=0.1, ".repeat(1000));
        let table = [
            ("", Variant::Html),
            (browser, Variant::Html),
            ("*/*", Variant::Html),
            ("text/*", Variant::Html),
            ("application/json", Variant::Html),
            ("text/markdown", Variant::Markdown),
            ("TEXT/Markdown ; charset=utf-8", Variant::Markdown),
            ("text/markdown, text/html, */*", Variant::Markdown),
            ("text/markdown, */*", Variant::Markdown),
            ("*/*, text/markdown", Variant::Markdown),
            ("text/html, text/markdown", Variant::Html),
            ("text/html;q=0.1, text/markdown", Variant::Markdown),
            ("text/html;q=0.1, text/markdown;q=0.05", Variant::Html),
            ("text/markdown;q=0", Variant::Html),
            ("text/markdown;q=0, text/html;q=0", Variant::Html),
            ("text/markdown;q=0.000, */*", Variant::Html),
            ("text/html;q=0, */*", Variant::Markdown),
            ("text/html;q=0.5, text/*", Variant::Markdown),
            ("text/markdown;q=0.9, */*;q=0.1", Variant::Markdown),
            ("text/markdown;q=2", Variant::Html),
            ("text/markdown;q=1.001", Variant::Html),
            ("text/markdown;q=-1", Variant::Html),
            ("text/markdown;q=é", Variant::Html),
            ("text/markdown;q=", Variant::Html),
            ("text/markdown;variant=\"a,b;q=0\";q=0.7, text/html;q=0.6", Variant::Markdown),
            ("text/markdown;x=\"\\\",\";q=1", Variant::Markdown),
            ("text/markdown;x=\"unclosed;q=0", Variant::Markdown),
            (",;,=;q,text/markdown", Variant::Markdown),
            (long.as_str(), Variant::Markdown),
        ];
        for (accept, expected) in table {
            assert_eq!(preferred([accept]), expected, "{accept:.80}");
        }
    }

    #[test]
    fn several_header_lines_are_one_list() {
        assert_eq!(preferred(["text/html;q=0.2", "text/markdown;q=0.3"]), Variant::Markdown);
        assert_eq!(preferred([]), Variant::Html);
    }
}
