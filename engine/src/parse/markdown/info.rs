//! Info strings of fenced code: `lang filename="x" linenumbers {1,3-5}`.

use super::tree::Info;

/// Reads an info string. What it does not know in it is passed over.
pub(super) fn info(text: &str) -> Info {
    let mut info = read(text);
    info.highlight = joined(std::mem::take(&mut info.highlight));
    info
}

fn read(text: &str) -> Info {
    let mut info = Info::default();
    let mut rest = text.trim_start();
    let language = rest.split(|c: char| c.is_whitespace() || c == '{').next().unwrap_or_default();
    if !language.is_empty() && !language.contains(['=', '"']) {
        info.language = Some(language.into());
        rest = &rest[language.len()..];
    }
    loop {
        rest = rest.trim_start();
        if rest.is_empty() {
            return info;
        }
        if let Some((lines, after)) = rest.strip_prefix('{').and_then(|rest| rest.split_once('}')) {
            info.highlight.extend(ranges(lines));
            rest = after;
            continue;
        }
        let (word, value, after) = word(rest);
        rest = after;
        match (word.to_ascii_lowercase().as_str(), value) {
            ("filename" | "title", Some(value)) => info.filename = Some(value.into()),
            ("linenumbers", None | Some("true" | "")) => info.line_numbers = true,
            ("highlight", Some(value)) => info.highlight.extend(ranges(value.trim_matches(['{', '}']))),
            _ => {}
        }
    }
}

/// The lines that `1,3-5` stands for: ranges in order and apart. What is no range in it is passed over.
pub(crate) fn lines_of_code(text: &str) -> Vec<(u32, u32)> {
    joined(ranges(text.trim().trim_matches(['{', '}'])).collect())
}

/// Whether a text is nothing but ranges of lines.
pub(crate) fn is_lines_of_code(text: &str) -> bool {
    let text = text.trim().trim_matches(['{', '}']);
    ranges(text).count() == text.split(',').count()
}

/// The first `word` or `word="value"` of a text that does not begin with white space, and what follows.
fn word(text: &str) -> (&str, Option<&str>, &str) {
    let first = text.chars().next().map_or(0, char::len_utf8);
    let end =
        text[first..].find(|c: char| c.is_whitespace() || matches!(c, '=' | '{')).map_or(text.len(), |at| first + at);
    let (word, rest) = text.split_at(end);
    let Some(value) = rest.strip_prefix('=') else { return (word, None, rest) };
    if let Some(quote) = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))
        && let Some((value, after)) = value[1..].split_once(quote)
    {
        return (word, Some(value), after);
    }
    let end = value.find(char::is_whitespace).unwrap_or(value.len());
    (word, Some(&value[..end]), &value[end..])
}

/// `1,3-5` as ranges.
fn ranges(text: &str) -> impl Iterator<Item = (u32, u32)> {
    text.split(',').filter_map(|part| {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let range = (first.trim().parse().ok()?, last.trim().parse().ok()?);
        (range.0 <= range.1).then_some(range)
    })
}

/// The ranges in order, those that touch made one.
fn joined(mut ranges: Vec<(u32, u32)>) -> Vec<(u32, u32)> {
    ranges.sort_unstable();
    let mut out: Vec<(u32, u32)> = Vec::new();
    for (first, last) in ranges {
        match out.last_mut() {
            Some(before) if first <= before.1.saturating_add(1) => before.1 = before.1.max(last),
            _ => out.push((first, last)),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::info;

    #[test]
    fn reads_info_strings() {
        for (text, expected) in [
            ("", "None None false []"),
            ("rust", "Some(\"rust\") None false []"),
            ("js filename=\"a b.js\" linenumbers {4,1,2-3,9}", "Some(\"js\") Some(\"a b.js\") true [(1, 4), (9, 9)]"),
            ("js{2} title='x'", "Some(\"js\") Some(\"x\") false [(2, 2)]"),
            ("filename=x.txt", "None Some(\"x.txt\") false []"),
            ("c++ {x,5-3} =\"y unknown", "Some(\"c++\") None false []"),
        ] {
            let info = info(text);
            let found = format!("{:?} {:?} {} {:?}", info.language, info.filename, info.line_numbers, info.highlight);
            assert_eq!(found, expected, "{text}");
        }
    }
}
