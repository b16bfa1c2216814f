//! A role as it is written: `{name}`text``.

/// The name and the text of the role that a text begins with, and its length.
pub(super) fn role(text: &str) -> Option<(&str, &str, usize)> {
    let (name, rest) = text.strip_prefix('{')?.split_once('}')?;
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b":-_.+".contains(&byte);
    if name.is_empty() || !name.bytes().all(is_name) {
        return None;
    }
    let marks = rest.bytes().take_while(|byte| *byte == b'`').count();
    let mark = rest.get(..marks).filter(|mark| !mark.is_empty())?;
    let inner = rest.get(marks..)?;
    let end = inner.find(mark)?;
    Some((name, inner.get(..end)?, name.len() + 2 + marks + end + marks))
}

/// Text with the content of its roles, without icons.
pub(super) fn without_roles(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('{') {
        let (before, after) = rest.split_at(at);
        out.push_str(before);
        match role(after) {
            Some((name, inner, length)) => {
                let bare = name.rsplit(':').next().unwrap_or(name);
                let is_icon = bare.starts_with("octicon") || bare.starts_with("material") || bare.starts_with("fa");
                let shown = inner.split_once('<').map_or(inner, |(shown, _)| shown).trim();
                if !is_icon || bare == "file" {
                    out.push_str(shown);
                }
                rest = after.get(length..).unwrap_or_default();
            }
            None => {
                out.push('{');
                rest = after.get(1..).unwrap_or_default();
            }
        }
    }
    out.push_str(rest);
    out.trim().to_owned()
}
