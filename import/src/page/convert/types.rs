//! TypeScript types, as far as they are written out: the content of type tables.

/// A member of an object type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Member {
    pub(super) name: String,
    pub(super) written: String,
    pub(super) is_optional: bool,
    pub(super) description: String,
    pub(super) default: Option<String>,
    pub(super) is_deprecated: bool,
}

/// The members of an object type and the types that it extends: `interface X extends Y { … }`, `type X = { … }`, `{ …
/// }`. With `name`, the type with this name in a file. `None` if it is not written out there.
pub(super) fn members(source: &str, name: Option<&str>) -> Option<(Vec<Member>, Option<String>)> {
    let start = match name {
        Some(name) => declaration(source, name)?,
        None => 0,
    };
    let rest = source.get(start..)?;
    let open = rest.find('{')?;
    let head = rest.get(..open)?.trim();
    let bare = head.strip_prefix("export ").unwrap_or(head);
    let is_type = bare.starts_with("type ") && bare.ends_with('=') && bare.matches('=').count() == 1;
    let is_object = head.is_empty() || is_type || bare.starts_with("interface ");
    if !is_object {
        return None;
    }
    let more = head.split_once(" extends ").map(|(_, more)| more.trim().to_owned());
    let end = closing(rest, open)?;
    let behind = rest.get(end + 1..)?.trim_start();
    let joined = behind.strip_prefix('&').and_then(|more| more.lines().next()).map(|more| more.trim().to_owned());
    Some((list(rest.get(open + 1..end)?), more.or(joined)))
}

/// The position of a type's declaration.
fn declaration(source: &str, name: &str) -> Option<usize> {
    ["interface ", "type "].iter().find_map(|word| {
        source.match_indices(word).map(|(at, _)| at).find(|at| {
            let begins = source.get(..*at).is_some_and(|before| !before.ends_with(|c: char| c.is_alphanumeric()));
            let after = source.get(at + word.len()..).unwrap_or_default().trim_start();
            let behind = after.strip_prefix(name).and_then(|after| after.chars().next());
            begins && behind.is_some_and(|next| !next.is_alphanumeric() && next != '_')
        })
    })
}

/// Skips the string or comment that begins at `at`; returns the position after it.
fn passed(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = bytes.get(at..)?;
    let find = |mark: &[u8], from: usize| {
        let rest = rest.get(from..)?;
        rest.windows(mark.len()).position(|part| part == mark).map(|place| at + from + place + mark.len())
    };
    match rest {
        [b'/', b'*', ..] => Some(find(b"*/", 2).unwrap_or(bytes.len())),
        [b'/', b'/', ..] => Some(find(b"\n", 2).map_or(bytes.len(), |end| end - 1)),
        [quote @ (b'"' | b'\'' | b'`'), ..] => Some(find(&[*quote], 1).unwrap_or(bytes.len())),
        _ => None,
    }
}

/// The bracket that closes the one at `open`.
fn closing(text: &str, open: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut at, mut depth) = (open, 0_usize);
    while let Some(byte) = bytes.get(at) {
        if let Some(end) = passed(bytes, at) {
            at = end;
            continue;
        }
        match byte {
            b'{' | b'(' | b'[' => depth += 1,
            b'}' | b')' | b']' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// The members between the brackets.
fn list(body: &str) -> Vec<Member> {
    let bytes = body.as_bytes();
    let mut out = Vec::new();
    let mut comment = String::new();
    let (mut at, mut start, mut depth) = (0, 0, 0_usize);
    while at <= bytes.len() {
        let byte = bytes.get(at).copied().unwrap_or(b';');
        let is_new = body.get(start..at).is_some_and(|text| text.trim().is_empty());
        if byte == b'/'
            && depth == 0
            && is_new
            && let Some(end) = passed(bytes, at)
        {
            comment = words_of_comment(body.get(at..end).unwrap_or_default());
            (at, start) = (end, end);
            continue;
        }
        if let Some(end) = passed(bytes, at) {
            at = end;
            continue;
        }
        match byte {
            b'{' | b'(' | b'[' | b'<' => depth += 1,
            b'>' if at > 0 && bytes.get(at - 1) == Some(&b'=') => {}
            b'}' | b')' | b']' | b'>' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let ends = match byte {
            b';' | b',' => depth == 0,
            b'\n' => depth == 0 && !goes_on(body, start, at),
            _ => false,
        };
        if ends || at == bytes.len() {
            out.extend(member(body.get(start..at).unwrap_or_default(), &comment));
            if !body.get(start..at).is_some_and(|text| text.trim().is_empty()) {
                comment.clear();
            }
            start = at + 1;
        }
        at += 1;
    }
    out
}

/// Whether a member continues after the line that ends at `at`.
fn goes_on(body: &str, start: usize, at: usize) -> bool {
    let before = body.get(start..at).unwrap_or_default().trim_end();
    let after = body.get(at..).unwrap_or_default().trim_start();
    before.ends_with([':', '|', '&', '=', '?']) || after.starts_with(['|', '&', ':', '?']) || after.starts_with("=>")
}

/// The text of a comment, line by line.
fn words_of_comment(source: &str) -> String {
    let inner = source.trim_start_matches("/*").trim_end_matches("*/").trim_start_matches('/');
    let lines = inner.lines().map(|line| line.trim().trim_start_matches('*').trim());
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}

/// `name?: type`, `name(a): b`.
fn member(source: &str, comment: &str) -> Option<Member> {
    let source = source.trim().trim_start_matches("readonly ").trim();
    let quote = source.chars().next().filter(|c| matches!(c, '"' | '\''));
    let (name, rest) = match quote {
        Some(quote) => source.get(1..)?.split_once(quote)?,
        None => source.split_at(source.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$')))?),
    };
    let rest = rest.trim_start();
    let (is_optional, rest) = rest.strip_prefix('?').map_or((false, rest), |rest| (true, rest.trim_start()));
    let written = match rest.strip_prefix(':') {
        Some(written) => written.trim(),
        None if rest.starts_with('(') => rest,
        None => return None,
    };
    let mut out = Member { name: name.to_owned(), is_optional, ..Member::default() };
    out.written = written.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut description = Vec::new();
    for line in comment.lines() {
        let Some(tag) = line.strip_prefix('@') else {
            description.push(line);
            continue;
        };
        let (tag, text) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
        match tag {
            "default" | "defaultValue" => out.default = Some(text.trim().trim_matches('`').to_owned()),
            "deprecated" => {
                out.is_deprecated = true;
                description.push(text.trim());
            }
            "internal" => return None,
            "remarks" | "description" => description.push(text.trim()),
            // `@param name - text` and similar tags.
            _ => {
                description.push("");
                description.push(line);
            }
        }
    }
    out.description = description.join("\n").trim().to_owned();
    (!out.name.is_empty() && !out.written.is_empty()).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::members;

    /// The members as lines.
    fn shown(source: &str, name: Option<&str>) -> String {
        let Some((members, more)) = members(source, name) else { return "none".to_owned() };
        let lines = members.iter().map(|member| {
            let mark = if member.is_optional { "?" } else { "" };
            let more = [
                member.default.as_ref().map(|default| format!(" = {default}")),
                member.is_deprecated.then(|| " old".to_owned()),
                Some(format!(" {:?}", member.description)).filter(|text| text != " \"\""),
            ];
            format!("{}{mark}: {}{}\n", member.name, member.written, more.into_iter().flatten().collect::<String>())
        });
        format!("{}{}", lines.collect::<String>(), more.unwrap_or_default())
    }

    #[test]
    fn members_are_read() {
        let source = "import x from 'y'\ntype Xs = 'a'\nexport interface X<T> extends Y {\n  /**\n   * Words, `code`.\n   * @defaultValue `1`\n   */\n  a?: number;\n  // more\n  readonly b:\n    | 'a;b'\n    | { c: string, d: Map<string, (x: T) => void> }\n  'e-f': string[]\n  /** @deprecated no */\n  g(h: number): void\n}\n";
        insta::assert_snapshot!(shown(source, Some("X")), @r#"
        a?: number = 1 "Words, `code`."
        b: | 'a;b' | { c: string, d: Map<string, (x: T) => void> } "more"
        e-f: string[]
        g: (h: number): void old "no"
        Y
        "#);
        insta::assert_snapshot!(shown("{ a: string; b?: () => void }", None), @r"
        a: string
        b?: () => void
        ");
        assert_eq!(shown(source, Some("Xs")), "none");
        assert_eq!(shown("Omit<X, 'a'>", None), "none");
        assert_eq!(shown(source, Some("Z")), "none");
    }

    #[test]
    fn broken_types_are_none_or_short() {
        for source in ["{", "{ a", "{ a: '", "{ /* ", "interface X {", "{ a: }", "{ \u{e9}: \u{e9} }"] {
            let _ = shown(source, None);
            let _ = shown(source, Some("X"));
        }
    }
}
