//! Info strings of fenced code: `lang filename="x" linenumbers {1,3-5}`, and the equivalent spellings of other tools.

use super::tree::Info;

/// Parses an info string. Ignores unknown words.
pub(super) fn info(text: &str) -> Info {
    let mut info = read(text);
    info.highlight = joined(std::mem::take(&mut info.highlight));
    info.focus = joined(std::mem::take(&mut info.focus));
    info
}

fn read(text: &str) -> Info {
    let mut info = Info::default();
    let mut rest = text.trim_start();
    let language = rest.split(|c: char| c.is_whitespace() || c == '{').next().unwrap_or_default();
    // VitePress writes `ts:line-numbers`.
    let language = language.split_once(":line-numbers").map_or(language, |(language, _)| language);
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
            ("linenumbers" | "showlinenumbers" | "lines" | ":line-numbers", value) if value != Some("false") => {
                info.line_numbers = true;
                info.first_line = number(value).or(info.first_line);
            }
            ("startline" | "startlinenumber", value) => info.first_line = number(value).or(info.first_line),
            ("wrap", value) => info.wrap = value != Some("false"),
            ("highlight" | "mark", Some(value)) => info.highlight.extend(ranges(value.trim_matches(['{', '}']))),
            ("focus", Some(value)) => info.focus.extend(ranges(value.trim_matches(['{', '}']))),
            _ => {}
        }
    }
}

/// The number in `5` or `{5}`.
fn number(value: Option<&str>) -> Option<u32> {
    value?.trim_matches(['{', '}']).trim().parse().ok()
}

/// The line ranges in `1,3-5`: sorted, without overlaps. Ignores anything that is not a range.
pub(crate) fn lines_of_code(text: &str) -> Vec<(u32, u32)> {
    joined(ranges(text.trim().trim_matches(['{', '}'])).collect())
}

/// Whether a text consists only of line ranges.
pub(crate) fn is_lines_of_code(text: &str) -> bool {
    let text = text.trim().trim_matches(['{', '}']);
    ranges(text).count() == text.split(',').count()
}

/// The first `word` or `word="value"` of a text that does not begin with white space, and the rest.
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
    let braces = value.strip_prefix('{').and_then(|inner| inner.find('}')).map(|at| at + 2);
    let end = braces.or_else(|| value.find(char::is_whitespace)).unwrap_or(value.len());
    (word, Some(&value[..end]), &value[end..])
}

/// Parses `1,3-5` into ranges.
fn ranges(text: &str) -> impl Iterator<Item = (u32, u32)> {
    text.split(',').filter_map(|part| {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let range = (first.trim().parse().ok()?, last.trim().parse().ok()?);
        (range.0 <= range.1).then_some(range)
    })
}

/// The ranges sorted, with adjacent and overlapping ones merged.
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
            ("tsx showLineNumbers highlight={1, 3-4} title=\"x\"", "Some(\"tsx\") Some(\"x\") true [(1, 1), (3, 4)]"),
            ("ts:line-numbers {2}", "Some(\"ts\") None true [(2, 2)]"),
            ("js lines showLineNumbers=false mark={2}", "Some(\"js\") None true [(2, 2)]"),
        ] {
            let info = info(text);
            let found = format!("{:?} {:?} {} {:?}", info.language, info.filename, info.line_numbers, info.highlight);
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn reads_the_first_line_wrapping_and_focus() {
        for (text, expected) in [
            ("js", "None false []"),
            ("js linenumbers startline=5 wrap", "Some(5) true []"),
            ("js showLineNumbers={7} wrap=false focus={2,1}", "Some(7) false [(1, 2)]"),
            ("js showLineNumbers startLineNumber=x", "None false []"),
            ("ts:line-numbers=12", "Some(12) false []"),
        ] {
            let info = info(text);
            assert_eq!(format!("{:?} {} {:?}", info.first_line, info.wrap, info.focus), expected, "{text}");
        }
    }
}
