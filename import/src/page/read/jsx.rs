//! Parses one tag: `<Name a="x" b={…} {...c}>`, `</Name>`, `<>`, over any number of lines.

use super::expression::{Reach, expression_end};
use crate::page::tree::{Attribute, Value};
use crate::project::Dialect;

/// A tag.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tag<'t> {
    /// Empty for a fragment.
    pub(crate) name: &'t str,
    pub(crate) closing: bool,
    /// Whether it ends with `/>`.
    pub(crate) empty: bool,
    pub(crate) attributes: Vec<Attribute>,
    /// The position after its `>`.
    pub(crate) end: usize,
}

impl Tag<'_> {
    /// Whether it may be a component: its name has capital letters, dots or hyphens, or is empty.
    pub(crate) fn is_component(&self) -> bool {
        is_component(self.name)
    }

    /// The text of an attribute.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|attribute| attribute.name == name).and_then(|attribute| match &attribute.value {
            Value::Text(text) => Some(text.as_str()),
            _ => None,
        })
    }

    /// Whether it has an attribute.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.attributes.iter().any(|attribute| attribute.name == name)
    }
}

/// Whether a tag with this name may be a component.
pub(crate) fn is_component(name: &str) -> bool {
    name.is_empty() || name.starts_with(|c: char| c.is_ascii_uppercase() || c == '_') || name.contains(['.', '-'])
}

/// What follows `</`, from its name on if the dialect allows blanks before it: `</ Name>` is a tag in MDX, text elsewhere.
pub(super) fn from_name(rest: &str, dialect: Dialect) -> &str {
    if dialect.mdx { rest.trim_start() } else { rest }
}

/// The tag that begins with the `<` at `at` in a dialect.
pub(super) fn tag_of<'t>(text: &'t str, at: usize, reach: &mut Reach, dialect: Dialect) -> Option<Tag<'t>> {
    let found = tag(text, at, reach)?;
    let rest = text.get(at + 2..).filter(|_| found.closing);
    let is_text = rest.is_some_and(|rest| from_name(rest, dialect).starts_with(char::is_whitespace));
    (!is_text).then_some(found)
}

/// The tag that begins with the `<` at `at`. A closing tag may have blanks before its name. `None` for a comparison, a type parameter, an autolink.
pub(crate) fn tag<'t>(text: &'t str, at: usize, reach: &mut Reach) -> Option<Tag<'t>> {
    let bytes = text.as_bytes();
    let closing = bytes.get(at + 1) == Some(&b'/');
    let mut start = at + 1 + usize::from(closing);
    if closing {
        start += bytes.get(start..)?.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    }
    let mut end = start;
    while bytes.get(end).is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b':' | b'_')) {
        end += 1;
    }
    let name = text.get(start..end)?;
    if name.is_empty() {
        let is_fragment = bytes.get(start) == Some(&b'>');
        return is_fragment.then(|| Tag { name, closing, empty: false, attributes: Vec::new(), end: start + 1 });
    }
    if !name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') || name.ends_with([':', '.']) {
        return None;
    }
    let mut tag = Tag { name, closing, empty: false, attributes: Vec::new(), end };
    let limit = at.saturating_add(reach.bytes());
    let mut at_space = false;
    loop {
        let white = bytes.get(end..)?.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        at_space |= white > 0;
        end += white;
        if end > limit {
            reach.failed(end - at);
            return None;
        }
        match *bytes.get(end)? {
            b'>' => {
                tag.end = end + 1;
                return Some(tag);
            }
            b'/' if !closing => {
                let after = bytes.get(end + 1..)?;
                let white = after.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
                if after.get(white) != Some(&b'>') {
                    return None;
                }
                tag.empty = true;
                end += 1;
            }
            b'{' if !closing && at_space => {
                let close = expression_end(text, end, reach)?;
                let source = text.get(end + 1..close - 1)?.trim();
                if let Some(spread) = source.strip_prefix("...") {
                    tag.attributes
                        .push(Attribute { name: "...".to_owned(), value: Value::Expression(spread.to_owned()) });
                } else if !source.starts_with("/*") {
                    return None;
                }
                end = close;
            }
            _ if closing || !at_space => return None,
            _ => {
                let (attribute, after) = attribute(text, end, reach)?;
                tag.attributes.push(attribute);
                end = after;
                at_space = matches!(bytes.get(end - 1), Some(b'"' | b'\'' | b'}'));
            }
        }
    }
}

/// A text without the tags that `is_markup` accepts. Their content stays.
pub(crate) fn without_tags(text: &str, is_markup: impl Fn(&Tag<'_>) -> bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut reach = Reach::default();
    let mut at = 0;
    while let Some(start) = text.get(at..).and_then(|rest| rest.find('<')).map(|offset| at + offset) {
        let end = tag(text, start, &mut reach).filter(&is_markup).map(|tag| tag.end);
        // Text that is not a tag keeps its `<`.
        out.push_str(text.get(at..if end.is_some() { start } else { start + 1 }).unwrap_or_default());
        at = end.unwrap_or(start + 1);
    }
    out.push_str(text.get(at..).unwrap_or_default());
    out
}

/// A text with its character references decoded. No-break spaces become spaces, since tools read titles and code.
pub(in crate::page) fn decoded(text: &str) -> String {
    engine::accepted::decoded(&text.replace("&nbsp;", " ")).into_owned()
}

fn attribute(text: &str, at: usize, reach: &mut Reach) -> Option<(Attribute, usize)> {
    let bytes = text.as_bytes();
    let fits = |byte: &u8| {
        byte.is_ascii_alphanumeric()
            || matches!(byte, b'-' | b'_' | b':' | b'.' | b'@' | b'#' | b'[' | b']' | b'$')
            || !byte.is_ascii()
    };
    let length = bytes.get(at..)?.iter().take_while(|byte| fits(byte)).count();
    let name = text.get(at..at + length)?;
    if length == 0 || name.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '.') {
        return None;
    }
    let name = name.to_owned();
    let mut end = at + length;
    let white = bytes.get(end..)?.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    if bytes.get(end + white) != Some(&b'=') {
        return Some((Attribute { name, value: Value::None }, end));
    }
    end += white + 1;
    end += bytes.get(end..)?.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    match *bytes.get(end)? {
        quote @ (b'"' | b'\'') => {
            let rest = bytes.get(end + 1..)?;
            let within = rest.get(..reach.bytes().min(rest.len())).unwrap_or(rest);
            let Some(close) = within.iter().position(|&byte| byte == quote) else {
                reach.failed(within.len());
                return None;
            };
            let value = text.get(end + 1..end + 1 + close)?.to_owned();
            Some((Attribute { name, value: Value::Text(value) }, end + close + 2))
        }
        b'{' => {
            let close = expression_end(text, end, reach)?;
            let source = text.get(end + 1..close - 1)?.trim().to_owned();
            Some((Attribute { name, value: Value::Expression(source) }, close))
        }
        _ => {
            let ends = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'>' | b'<' | b'"' | b'\'' | b'`');
            let length = bytes.get(end..)?.iter().position(ends)?;
            let mut value = text.get(end..end + length)?;
            if bytes.get(end + length) == Some(&b'>') {
                value = value.strip_suffix('/').unwrap_or(value);
            }
            if value.is_empty() {
                return None;
            }
            Some((Attribute { name, value: Value::Text(value.to_owned()) }, end + value.len()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Reach, tag, tag_of};
    use crate::project::Dialect;

    fn read(text: &str) -> String {
        let Some(tag) = tag(text, 0, &mut Reach::default()) else { return "none".to_owned() };
        let attributes: Vec<String> = tag.attributes.iter().map(|a| format!("{}={:?}", a.name, a.value)).collect();
        format!("{} {} {} {}", tag.name, attributes.join(" "), if tag.empty { "empty" } else { "" }, &text[tag.end..])
    }

    #[test]
    fn all_forms_of_attributes_are_read() {
        insta::assert_snapshot!(read("<A b=\"x > y\" c='\"' d e={1} f={\"}\"} g={`a${{b: 1}}}`}\n  h={<p>Don't</p>} {...rest} {/* no > */} />x"), @r#"A b=Text("x > y") c=Text("\"") d=None e=Expression("1") f=Expression("\"}\"") g=Expression("`a${{b: 1}}}`") h=Expression("<p>Don't</p>") ...=Expression("rest") empty x"#);
        insta::assert_snapshot!(read("<a href=/x/y>z"), @r#"a href=Text("/x/y")  z"#);
        insta::assert_snapshot!(read("<A.B x=1/>z"), @r#"A.B x=Text("1") empty z"#);
        insta::assert_snapshot!(read("</A >z"), @"A   z");
        insta::assert_snapshot!(read("</ \nA >z"), @"A   z");
        insta::assert_snapshot!(read("<>z"), @"   z");
        insta::assert_snapshot!(read("<div :class=\"x\" @click=\"y\" v-if=\"z\" markdown>"), @r#"div :class=Text("x") @click=Text("y") v-if=Text("z") markdown=None  "#);
    }

    #[test]
    fn closing_tags_have_blanks_before_their_name_in_mdx() {
        let is_read =
            |text, mdx| tag_of(text, 0, &mut Reach::default(), Dialect { mdx, ..Dialect::default() }).is_some();
        for text in ["</ A>", "</ div>", "</ >"] {
            assert_eq!((is_read(text, true), is_read(text, false)), (true, false), "{text}");
        }
        assert!(is_read("</A >", false));
    }

    #[test]
    fn text_is_no_tag() {
        for text in
            ["<https://a.b>", "<a@b.c>", "< a>", "<T, U>", "<1>", "<a b", "<a b <c>", "<-", "<a {b}>", "<A b=\"c>"]
        {
            assert_eq!(read(text), "none", "{text}");
        }
    }
}
