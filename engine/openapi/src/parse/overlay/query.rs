//! JSONPath queries (RFC 9535), split into segments, so that they can be evaluated on a document whose references are
//! resolved along the way.
//!
//! `serde_json_path` validates queries and evaluates slices and filters; the splitter here only finds the parts of a
//! text that it has accepted.

use serde_json::Value;
use serde_json_path::{JsonPath, PathElement};

/// The maximum length of a query, in bytes.
const MOST_TEXT: usize = 16 << 10;
/// The maximum nesting of brackets and parentheses in a query.
const MOST_NESTING: usize = 48;

/// A query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Query {
    /// As written.
    pub(crate) text: Box<str>,
    pub(crate) segments: Vec<Segment>,
}

/// One step from a list of values to the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Segment {
    /// Whether it selects from the values and all their descendants (`..`).
    pub(crate) is_descendant: bool,
    pub(crate) selectors: Vec<Selector>,
}

/// Selects children of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Selector {
    Name(Box<str>),
    Wildcard,
    Index(i64),
    Slice(JsonPath),
    Filter(Filter),
}

/// A filter selector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Filter {
    /// The filter as a query of the value whose children it tests.
    pub(crate) path: JsonPath,
    /// Its text, including the `?`.
    text: Box<str>,
    /// The number of levels below a child that its queries may reach; `None` if unlimited.
    pub(crate) levels: Option<usize>,
    /// Whether it refers to the whole document (`$`).
    pub(crate) is_absolute: bool,
}

/// The reason why a text is not a valid query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct QueryError {
    pub(crate) message: String,
    /// The query that was probably meant.
    pub(crate) meant: Option<String>,
}

impl Query {
    /// Parses a query.
    pub(crate) fn parse(text: &str) -> Result<Self, QueryError> {
        let error = |message: String| QueryError { message, meant: None };
        if text.len() > MOST_TEXT {
            return Err(error(format!("it is longer than the limit of {MOST_TEXT} bytes")));
        }
        if nesting(text) > MOST_NESTING {
            return Err(error(format!("its brackets are nested deeper than the limit of {MOST_NESTING} levels")));
        }
        if let Err(found) = JsonPath::parse(text) {
            let meant = corrected(text, false).filter(|meant| JsonPath::parse(meant).is_ok());
            return Err(QueryError { message: found.message().to_owned(), meant });
        }
        let segments = QuerySplitter { rest: text.get(1..).unwrap_or_default() }.segments();
        let segments = segments.ok_or_else(|| error("it does not follow RFC 9535".to_owned()))?;
        Ok(Self { text: text.into(), segments })
    }

    /// Parses a query in which names with `-` may follow a dot, which RFC 9535 allows in brackets only, as many tools accept
    /// them. Returns the query as the RFC writes it, too, if it differs.
    pub(crate) fn parse_extended(text: &str) -> Result<(Self, Option<String>), QueryError> {
        let error = match Self::parse(text) {
            Ok(query) => return Ok((query, None)),
            Err(error) => error,
        };
        let strict = error.meant.as_ref().and_then(|_| corrected(text, true));
        match strict.and_then(|strict| Some((Self::parse(&strict).ok()?, strict))) {
            Some((query, strict)) => Ok((Self { text: text.into(), ..query }, Some(strict))),
            None => Err(error),
        }
    }

    /// Whether it selects at most one value (RFC 9535, section 2.3.5.1, singular queries).
    pub(crate) fn is_singular(&self) -> bool {
        let is_single =
            |segment: &Segment| matches!(segment.selectors.as_slice(), [Selector::Name(_) | Selector::Index(_)]);
        self.segments.iter().all(|segment| !segment.is_descendant && is_single(segment))
    }
}

impl Filter {
    fn parse(text: &str) -> Option<Self> {
        let path = JsonPath::parse(&format!("$[{text}]")).ok()?;
        let bare = without_strings(text);
        // Every step of a query begins with one of these; this may count too many, but never too few.
        let steps = bare.matches(['.', '[']).count();
        let levels = (!bare.contains("..")).then_some(steps);
        Some(Self { path, text: text.into(), levels, is_absolute: bare.contains('$') })
    }

    /// The filter as a query of the whole document, for the children of the value at a normalized path.
    pub(crate) fn at(&self, normalized: &str) -> Option<JsonPath> {
        JsonPath::parse(&format!("{normalized}[{}]", self.text)).ok()
    }
}

/// The children that a one-level query selects from a value, in query order.
pub(crate) fn selected<'v>(path: &JsonPath, value: &'v Value) -> Vec<PathElement<'v>> {
    path.query_located(value).iter().filter_map(|node| node.location().last().cloned()).collect()
}

/// Splits a valid query.
struct QuerySplitter<'t> {
    rest: &'t str,
}

impl<'t> QuerySplitter<'t> {
    fn segments(mut self) -> Option<Vec<Segment>> {
        let mut segments = Vec::new();
        loop {
            self.rest = trim(self.rest);
            if self.rest.is_empty() {
                return Some(segments);
            }
            let after_dots = self.rest.strip_prefix("..");
            let is_descendant = after_dots.is_some();
            self.rest = after_dots.or_else(|| self.rest.strip_prefix('.')).unwrap_or(self.rest);
            self.rest = trim(self.rest);
            let selectors = if let Some(rest) = self.rest.strip_prefix('[') {
                self.rest = rest;
                self.bracketed()?
            } else if let Some(rest) = self.rest.strip_prefix('*') {
                self.rest = rest;
                vec![Selector::Wildcard]
            } else {
                vec![Selector::Name(self.shorthand()?.into())]
            };
            segments.push(Segment { is_descendant, selectors });
        }
    }

    /// Reads a name after a dot.
    fn shorthand(&mut self) -> Option<&'t str> {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || !c.is_ascii();
        let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        let (name, rest) = self.rest.split_at(end);
        self.rest = rest;
        (!name.is_empty()).then_some(name)
    }

    /// Reads the selectors up to the closing bracket.
    fn bracketed(&mut self) -> Option<Vec<Selector>> {
        let mut selectors = Vec::new();
        loop {
            let (end, closes) = selector_end(self.rest)?;
            let text = trim(self.rest.get(..end)?).trim_end_matches(BLANK);
            selectors.push(selector(text)?);
            self.rest = self.rest.get(end + 1..)?;
            if closes {
                return Some(selectors);
            }
        }
    }
}

/// White space as in RFC 9535, section 2.1.1.
const BLANK: [char; 4] = [' ', '\t', '\n', '\r'];

fn trim(text: &str) -> &str {
    text.trim_start_matches(BLANK)
}

/// The end of the first selector of a text, and whether it is at the closing bracket.
fn selector_end(text: &str) -> Option<(usize, bool)> {
    let mut depth = 0_usize;
    for (at, c) in outside_strings(text) {
        match c {
            '[' | '(' => depth += 1,
            ']' if depth == 0 => return Some((at, true)),
            ',' if depth == 0 => return Some((at, false)),
            ']' | ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

fn selector(text: &str) -> Option<Selector> {
    match text.as_bytes().first()? {
        b'\'' | b'"' => Some(Selector::Name(unquoted(text)?.into())),
        b'*' => Some(Selector::Wildcard),
        b'?' => Filter::parse(text).map(Selector::Filter),
        _ if text.contains(':') => JsonPath::parse(&format!("$[{text}]")).ok().map(Selector::Slice),
        _ => text.parse().ok().map(Selector::Index),
    }
}

/// The characters of a text outside of string literals, with their offsets.
fn outside_strings(text: &str) -> impl Iterator<Item = (usize, char)> {
    let mut quote = None;
    let mut is_escaped = false;
    text.char_indices().filter(move |&(_, c)| match quote {
        Some(open) => {
            if is_escaped {
                is_escaped = false;
            } else if c == '\\' {
                is_escaped = true;
            } else if c == open {
                quote = None;
            }
            false
        }
        None => {
            quote = matches!(c, '\'' | '"').then_some(c);
            quote.is_none()
        }
    })
}

fn without_strings(text: &str) -> String {
    outside_strings(text).map(|(_, c)| c).collect()
}

/// The maximum nesting depth of brackets and parentheses.
fn nesting(text: &str) -> usize {
    let mut depth = 0_usize;
    let mut deepest = 0;
    for (_, c) in outside_strings(text) {
        match c {
            '[' | '(' => depth += 1,
            ']' | ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    deepest
}

/// The text of a string literal (RFC 9535, section 2.3.1.1).
fn unquoted(literal: &str) -> Option<String> {
    let inner = literal.get(1..literal.len().checked_sub(1)?)?;
    // Only the quotes and their escapes differ from a JSON string.
    let mut json = String::with_capacity(literal.len() + 2);
    json.push('"');
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next()? {
                '\'' => json.push('\''),
                escaped => json.extend(['\\', escaped]),
            },
            '"' => json.push_str("\\\""),
            c => json.push(c),
        }
    }
    json.push('"');
    serde_json::from_str(&json).ok()
}

/// Corrects common mistakes in a query: a dot before a bracket, a name with `-` or `/` after a dot, a missing `$`; with
/// `only_names`, only names that begin with a letter and contain `-`.
fn corrected(text: &str, only_names: bool) -> Option<String> {
    let text = text.trim();
    let rooted = if text.starts_with('$') || only_names {
        text.to_owned()
    } else if text.starts_with(|c: char| c.is_ascii_alphabetic()) {
        format!("$.{text}")
    } else {
        return None;
    };
    let mut mended = String::with_capacity(rooted.len() + 8);
    let mut chars = rooted.char_indices().peekable();
    let mut quote = None;
    // The number of open brackets: names in filters are left alone if only names are corrected.
    let mut depth = 0_usize;
    while let Some((at, c)) = chars.next() {
        match quote {
            Some(open) => quote = if c == open { None } else { quote },
            None if matches!(c, '\'' | '"') => quote = Some(c),
            None if c == '[' => depth += 1,
            None if c == ']' => depth = depth.saturating_sub(1),
            None if c == '.' && !(only_names && depth > 0) => {
                let rest = rooted.get(at + 1..).unwrap_or_default();
                if rest.starts_with('[') && !mended.ends_with('.') && !only_names {
                    continue;
                }
                let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-') || !c.is_ascii();
                let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
                let name = rest.get(..end).unwrap_or_default();
                let is_number = name.starts_with(|c: char| c.is_ascii_digit());
                let is_name = !is_number && !name.starts_with('-') && !name.ends_with('-');
                let is_mended =
                    if only_names { is_name && name.contains('-') } else { name.contains('-') || is_number };
                if is_mended {
                    let is_descendant = mended.ends_with('.');
                    mended.push_str(if is_descendant { "." } else { "" });
                    mended.push_str(&format!("['{name}']"));
                    while chars.next_if(|(next, _)| *next < at + 1 + end).is_some() {}
                    continue;
                }
            }
            None => {}
        }
        mended.push(c);
    }
    (mended != text).then_some(mended)
}

#[cfg(test)]
mod tests {
    use super::{Query, Segment, Selector};

    fn shape(text: &str) -> String {
        let name = |selector: &Selector| match selector {
            Selector::Name(name) => format!("<{name}>"),
            Selector::Wildcard => "*".to_owned(),
            Selector::Index(index) => index.to_string(),
            Selector::Slice(_) => "slice".to_owned(),
            Selector::Filter(filter) => format!("{}@{:?}{}", filter.text, filter.levels, filter.is_absolute),
        };
        let segment = |segment: &Segment| {
            let selectors: Vec<String> = segment.selectors.iter().map(name).collect();
            format!("{}[{}]", if segment.is_descendant { ".." } else { "" }, selectors.join(" "))
        };
        Query::parse(text).unwrap().segments.iter().map(segment).collect()
    }

    #[test]
    fn queries_fall_into_segments() {
        assert_eq!(shape("$"), "");
        assert_eq!(shape("$.paths['/a,]b'] .get"), "[<paths>][</a,]b>][<get>]");
        assert_eq!(shape("$..*[ 'a' , \"b\\\"\" , 0, -1 ,1:2:3, *]"), "..[*][<a> <b\"> 0 -1 slice *]");
        assert_eq!(shape("$..['it\\'s \\u00e9']"), "..[<it's é>]");
        assert_eq!(shape("$.tags[?(@.name == 'a.b[')]"), "[<tags>][?(@.name == 'a.b[')@Some(1)false]");
        assert_eq!(shape("$[?@..x || $.y[0]]"), "[?@..x || $.y[0]@Nonetrue]");
        assert!(Query::parse("$.a['b'][3]").unwrap().is_singular());
        assert!(!Query::parse("$..a").unwrap().is_singular() && !Query::parse("$[*]").unwrap().is_singular());
    }

    #[test]
    fn slips_are_mended_as_far_as_they_are_known() {
        let meant = |text: &str| Query::parse(text).unwrap_err().meant;
        assert_eq!(meant("$.paths.['/a'].get").as_deref(), Some("$.paths['/a'].get"));
        assert_eq!(meant("$.paths.*[?(@.x-internal)]").as_deref(), Some("$.paths.*[?(@['x-internal'])]"));
        assert_eq!(meant("info.version").as_deref(), Some("$.info.version"));
        assert_eq!(meant("$..x-y").as_deref(), Some("$..['x-y']"));
        assert_eq!(meant("$.a.responses.200").as_deref(), Some("$.a.responses['200']"));
        assert_eq!(meant("£"), None);
    }

    #[test]
    fn names_with_hyphens_are_accepted_after_a_dot() {
        let read = |text: &str| Query::parse_extended(text).map(|(_, strict)| strict);
        assert_eq!(read("$.paths['/a'].post.x-note"), Ok(Some("$.paths['/a'].post['x-note']".to_owned())));
        assert_eq!(read("$..x-a.b"), Ok(Some("$..['x-a'].b".to_owned())));
        assert_eq!(read("$.a['b-c']"), Ok(None));
        assert!(Query::parse_extended("$.x-a").unwrap().0.is_singular());
        for wrong in ["$.a[?(@.x-b)]", "info.x-a", "$.a.200", "$.paths.['/a'].x-b", "$.-a", "$.x-"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn hostile_queries_end() {
        for text in [format!("$[?{}@{}]", "(".repeat(9000), ")".repeat(9000)), "$.a".repeat(20_000)] {
            assert!(Query::parse(&text).unwrap_err().message.contains("limit"));
        }
    }
}
