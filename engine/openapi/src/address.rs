//! Parses the text of a reference: which file it names, and what in it. Looks nothing up.

use std::borrow::Cow;

use super::reference::Reason;

/// The target that a reference names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Address<'r> {
    /// The file, relative to the project's root; `None` for the file that contains the reference.
    pub(crate) path: Option<String>,
    /// The fragment after `#`, percent-decoded: a JSON Pointer, the name of an anchor, or empty.
    pub(crate) fragment: Cow<'r, str>,
}

/// Parses a reference in the file at `base`.
pub(crate) fn address<'r>(base: &str, reference: &'r str) -> Result<Address<'r>, Reason> {
    let (file, fragment) = reference.split_once('#').unwrap_or((reference, ""));
    let path = if file.is_empty() { None } else { Some(relative(base, file)?) };
    let fragment = percent_decoded(fragment).ok_or(Reason::BadEscape)?;
    Ok(Address { path, fragment })
}

/// Resolves the path `file` against the file at `base`: relative to the root, without `.` and `..`.
fn relative(base: &str, file: &str) -> Result<String, Reason> {
    let decoded = percent_decoded(file).ok_or(Reason::BadEscape)?;
    // Both spellings: an escape must not disguise a path.
    for file in [file, &*decoded] {
        if let Some(reason) = not_relative(file) {
            return Err(reason);
        }
    }
    let folder = base.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut segments: Vec<&str> = folder.split('/').filter(|segment| !segment.is_empty()).collect();
    for segment in decoded.split('/') {
        match segment {
            "" | "." => {}
            ".." => {
                segments.pop().ok_or(Reason::Outside)?;
            }
            segment => segments.push(segment),
        }
    }
    Ok(segments.join("/"))
}

/// Why a reference is not a relative path; `None` if it is one.
fn not_relative(file: &str) -> Option<Reason> {
    if file.starts_with("//") {
        return Some(Reason::Remote);
    }
    if file.starts_with('/') || file.contains(['\\', '\0']) {
        return Some(Reason::Outside);
    }
    let (scheme, _) = file.split_once(':')?;
    let is_scheme = scheme.len() > 1
        && scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-'));
    match scheme.to_ascii_lowercase().as_str() {
        "file" => Some(Reason::Outside),
        _ if is_scheme => Some(Reason::Remote),
        // `C:/x` is an absolute path too.
        scheme => (scheme.len() == 1).then_some(Reason::Outside),
    }
}

/// `text` percent-decoded; `None` for an invalid escape, or bytes that are not UTF-8.
pub(crate) fn percent_decoded(text: &str) -> Option<Cow<'_, str>> {
    if !text.contains('%') {
        return Some(Cow::Borrowed(text));
    }
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        if byte == b'%' {
            let digit = |at: usize| bytes.get(at).and_then(|&byte| char::from(byte).to_digit(16));
            let value = digit(at + 1)? * 16 + digit(at + 2)?;
            decoded.push(u8::try_from(value).ok()?);
            at += 3;
        } else {
            decoded.push(byte);
            at += 1;
        }
    }
    String::from_utf8(decoded).ok().map(Cow::Owned)
}

/// A reference token with `~1` and `~0` decoded; `None` for any other `~`.
pub(crate) fn decode_token(token: &str) -> Option<Cow<'_, str>> {
    if !token.contains('~') {
        return Some(Cow::Borrowed(token));
    }
    let mut decoded = String::with_capacity(token.len());
    let mut chars = token.chars();
    while let Some(c) = chars.next() {
        match c {
            '~' => decoded.push(match chars.next()? {
                '0' => '~',
                '1' => '/',
                _ => return None,
            }),
            c => decoded.push(c),
        }
    }
    Some(Cow::Owned(decoded))
}

/// A key as a token of a pointer.
pub(crate) fn encode_token(key: &str) -> Cow<'_, str> {
    if key.contains(['~', '/']) { Cow::Owned(key.replace('~', "~0").replace('/', "~1")) } else { Cow::Borrowed(key) }
}

/// The first token of a pointer, decoded, and the rest.
pub(crate) fn next_token(pointer: &str) -> Option<(Cow<'_, str>, &str)> {
    let rest = pointer.strip_prefix('/')?;
    let end = rest.find('/').unwrap_or(rest.len());
    Some((decode_token(&rest[..end])?, &rest[end..]))
}

/// A reference from the file at `base` to a place in the file at `path`, both relative to the project's root.
pub(crate) fn relative_reference(base: &str, path: &str, fragment: &str) -> String {
    let escaped = |text: &str| text.replace('%', "%25").replace('#', "%23");
    if base == path {
        return format!("#{}", escaped(fragment));
    }
    let folders = |path: &str| path.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
    let (from, to) = (folders(base), folders(path));
    let split =
        |folder: &'_ str| folder.split('/').filter(|part| !part.is_empty()).map(str::to_owned).collect::<Vec<_>>();
    let (from, to) = (split(&from), split(&to));
    let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let up = std::iter::repeat_n("..", from.len() - shared);
    let down = to.iter().skip(shared).map(String::as_str);
    let name = path.rsplit('/').next().unwrap_or(path);
    let relative: Vec<&str> = up.chain(down).chain([name]).collect();
    let relative = relative.join("/");
    // A colon in the first segment would look like the end of a scheme; `./` prevents that.
    let dot = if relative.contains(':') && !relative.starts_with("..") { "./" } else { "" };
    let hash = if fragment.is_empty() { String::new() } else { format!("#{}", escaped(fragment)) };
    format!("{dot}{}{hash}", escaped(&relative))
}

/// The last token of a reference, decoded: the name of a component or an anchor, or the name of a file without its
/// extension. Empty for the document that contains the reference.
pub(crate) fn last_token(reference: &str) -> Cow<'_, str> {
    let (file, fragment) = reference.split_once('#').unwrap_or((reference, ""));
    if matches!(fragment, "" | "/") {
        return file_stem(file);
    }
    let token = fragment.rsplit('/').next().unwrap_or(fragment);
    match percent_decoded(token) {
        Some(Cow::Borrowed(token)) => decode_token(token).unwrap_or(Cow::Borrowed(token)),
        Some(Cow::Owned(token)) => Cow::Owned(decode_token(&token).map_or_else(|| token.clone(), Cow::into_owned)),
        None => Cow::Borrowed(token),
    }
}

/// The name of the file at a path, percent-decoded, without its extension.
pub fn file_stem(path: &str) -> Cow<'_, str> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.split_once('.').map_or(name, |(stem, _)| if stem.is_empty() { name } else { stem });
    percent_decoded(stem).unwrap_or(Cow::Borrowed(stem))
}

#[cfg(test)]
mod tests {
    use super::{address, file_stem, last_token};
    use crate::reference::Reason;

    #[test]
    fn files_are_relative_to_the_file_they_are_named_in() {
        let at = |reference: &str| {
            let address = address("api/spec/openapi.yaml", reference)?;
            Ok::<_, Reason>((address.path.unwrap_or_default(), address.fragment.into_owned()))
        };
        let is = |path: &str, fragment: &str| Ok((path.to_owned(), fragment.to_owned()));
        assert_eq!(at("#/a~1b/%7Bid%7D"), is("", "/a~1b/{id}"));
        assert_eq!(at("pet.yaml"), is("api/spec/pet.yaml", ""));
        assert_eq!(at("./a//b/../pet.yaml#/x"), is("api/spec/a/pet.yaml", "/x"));
        assert_eq!(at("../../pet%20one.yaml#"), is("pet one.yaml", ""));
        assert_eq!(at("paths/users@%7Bid%7D.yaml"), is("api/spec/paths/users@{id}.yaml", ""));
    }

    #[test]
    fn paths_out_of_the_project_and_on_the_network_are_none() {
        for (reference, reason) in [
            ("https://e.test/x", Reason::Remote),
            ("//e.test/x", Reason::Remote),
            ("urn:example:x", Reason::Remote),
            ("file:///etc/passwd", Reason::Outside),
            ("/etc/passwd", Reason::Outside),
            ("%2Fetc/passwd", Reason::Outside),
            ("C:\\x", Reason::Outside),
            ("C:/x", Reason::Outside),
            ("\\\\host\\x", Reason::Outside),
            ("%5C%5Chost%5Cx", Reason::Outside),
            ("../x", Reason::Outside),
            ("a/../../x", Reason::Outside),
            ("%2e%2e/x", Reason::Outside),
            ("a%zz.yaml", Reason::BadEscape),
            ("#/%zz", Reason::BadEscape),
        ] {
            assert_eq!(address("openapi.yaml", reference), Err(reason), "{reference}");
        }
    }

    #[test]
    fn targets_have_names() {
        assert_eq!(last_token("#/components/schemas/A~1B"), "A/B");
        assert_eq!(last_token("models/pet%20one.v1.yaml"), "pet one");
        assert_eq!(last_token("models/pet.yaml#/"), "pet");
        assert_eq!(last_token("models.yaml#/Pet"), "Pet");
        assert_eq!(last_token("#anchor"), "anchor");
        assert_eq!(last_token("#"), "");
        assert_eq!(file_stem("a/.hidden"), ".hidden");
    }
}
