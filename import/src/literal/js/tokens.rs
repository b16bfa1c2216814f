//! Tokenizes JavaScript and TypeScript, as far as needed to read values and find their ends. JSX in between is
//! tokenized too, so an apostrophe or a slash in prose must not extend far.

/// The kind of a token; its source has the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JsToken {
    /// A name or keyword.
    Word,
    /// A string, or a template without substitutions.
    Text,
    Number,
    /// A template with substitutions.
    Template,
    /// A regular expression, an unterminated string, or an unknown character: it has no value here.
    Opaque,
    /// Punctuation; `=>` and `...` are one token.
    Mark(&'static str),
    /// Whitespace, a comment, or a piece of a template.
    Nothing,
}

/// A token with its position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed {
    pub(super) token: JsToken,
    /// Its start, in bytes.
    pub(super) start: usize,
    pub(super) end: usize,
}

/// Punctuation; of tokens with the same prefix, the longest comes first.
const MARKS: &[&str] = &[
    "...", "=>", "===", "!==", "==", "!=", "&&", "||", "??", "?.", "{", "}", "[", "]", "(", ")", ",", ":", ";", ".",
    "=", "+", "-", "*", "/", "%", "<", ">", "!", "?", "&", "|", "^", "~", "@", "#",
];
/// The longest regular expression that is recognized, in characters.
const LONGEST_REGEX: usize = 1000;

/// The tokens of a text.
pub(super) fn tokens(text: &str) -> Vec<Placed> {
    let mut out = Vec::new();
    let mut lexer = Lexer::new(text, 0, text.len());
    loop {
        let (start, depth) = (lexer.at, lexer.open.len());
        let Some(mut token) = lexer.step() else { return out };
        if lexer.open.len() > depth && lexer.open.last() == Some(&Open::Template) {
            let mut has_values = false;
            while lexer.open.len() > depth && lexer.step().is_some() {
                has_values |= lexer.open.len() > depth + 1;
            }
            token = match (lexer.open.len() > depth, has_values) {
                (true, _) => JsToken::Opaque,
                (false, true) => JsToken::Template,
                (false, false) => JsToken::Text,
            };
        }
        if token != JsToken::Nothing {
            out.push(Placed { token, start, end: lexer.at });
        }
    }
}

/// An open bracket or template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Open {
    Brace,
    Other,
    Template,
}

/// A walk over the tokens of a text.
pub(crate) struct Lexer<'t> {
    text: &'t str,
    at: usize,
    open: Vec<Open>,
    /// Whether an open comment may have an end.
    has_comment_ends: bool,
    /// Whether a value may begin here, so `/` opens a regular expression.
    takes_value: bool,
    /// Whether `=` precedes: JSX attributes may span lines.
    is_assigned: bool,
}

impl<'t> Lexer<'t> {
    /// Begins at `at` and does not read past `end`.
    pub(crate) fn new(text: &'t str, at: usize, end: usize) -> Self {
        let end = (0..=end.min(text.len())).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
        let text = text.get(..end).unwrap_or_default();
        Self { text, at, open: Vec::new(), has_comment_ends: true, takes_value: true, is_assigned: false }
    }

    /// The position after the tokens read so far.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// Whether a bracket or a template is open.
    pub(crate) fn is_open(&self) -> bool {
        !self.open.is_empty()
    }

    /// Reads one token, whitespace character, comment, or piece of a template. `None` at the end.
    pub(crate) fn step(&mut self) -> Option<JsToken> {
        let rest = self.text.get(self.at..)?;
        let c = rest.chars().next()?;
        if self.open.last() == Some(&Open::Template) {
            self.at += self.template_piece(rest, c);
            return Some(JsToken::Nothing);
        }
        let (token, length) = match c {
            c if c.is_whitespace() || c == '\u{feff}' => (JsToken::Nothing, c.len_utf8()),
            // After a colon it is part of a URL.
            '/' if rest.starts_with("//") && !self.text.get(..self.at).is_some_and(|before| before.ends_with(':')) => {
                (JsToken::Nothing, rest.find('\n').unwrap_or(rest.len()))
            }
            '/' if self.has_comment_ends && rest.starts_with("/*") => {
                match rest.get(2..).and_then(|rest| rest.find("*/")) {
                    Some(end) => (JsToken::Nothing, end + 4),
                    None => {
                        self.has_comment_ends = false;
                        (JsToken::Mark("/"), 1)
                    }
                }
            }
            '"' | '\'' => {
                string_length(rest, c, self.is_assigned).map_or((JsToken::Opaque, 1), |length| (JsToken::Text, length))
            }
            '`' => {
                self.open.push(Open::Template);
                (JsToken::Nothing, 1)
            }
            '/' if self.takes_value => {
                regex_length(rest).map_or((JsToken::Mark("/"), 1), |length| (JsToken::Opaque, length))
            }
            c if c.is_ascii_digit() => (JsToken::Number, number_length(rest)),
            '.' if self.takes_value && rest.as_bytes().get(1).is_some_and(u8::is_ascii_digit) => {
                (JsToken::Number, number_length(rest))
            }
            c if is_word(c) => {
                (JsToken::Word, rest.find(|c: char| !is_word(c) && !c.is_ascii_digit()).unwrap_or(rest.len()))
            }
            c => match MARKS.iter().find(|mark| rest.starts_with(**mark)) {
                Some(mark) => (JsToken::Mark(mark), mark.len()),
                None => (JsToken::Opaque, c.len_utf8()),
            },
        };
        self.bracket(token);
        self.is_assigned = token == JsToken::Mark("=") || token == JsToken::Nothing && self.is_assigned;
        self.takes_value = match token {
            JsToken::Nothing => self.takes_value,
            JsToken::Mark(mark) => !matches!(mark, ")" | "]" | "}" | "<" | ">"),
            JsToken::Word => matches!(rest.get(..length), Some("return" | "case" | "typeof")),
            _ => false,
        };
        self.at += length;
        Some(token)
    }

    fn template_piece(&mut self, rest: &str, c: char) -> usize {
        match c {
            '\\' => 1 + rest.chars().nth(1).map_or(0, char::len_utf8),
            '`' => {
                self.open.pop();
                self.takes_value = false;
                1
            }
            '$' if rest.starts_with("${") => {
                self.open.push(Open::Brace);
                self.takes_value = true;
                2
            }
            c => c.len_utf8(),
        }
    }

    fn bracket(&mut self, token: JsToken) {
        match token {
            JsToken::Mark("{") => self.open.push(Open::Brace),
            JsToken::Mark("(" | "[") => self.open.push(Open::Other),
            JsToken::Mark("}") => {
                // The enclosing brace closes an unclosed bracket.
                while self.open.last() == Some(&Open::Other) {
                    self.open.pop();
                }
                self.open.pop();
            }
            JsToken::Mark(")" | "]") if self.open.last() == Some(&Open::Other) => drop(self.open.pop()),
            _ => {}
        }
    }
}

fn is_word(c: char) -> bool {
    c.is_alphabetic() || c == '_' || c == '$'
}

/// The length of the string that begins with `quote`, if it ends on its line, unlike an apostrophe in prose, or may
/// span lines.
fn string_length(rest: &str, quote: char, spans_lines: bool) -> Option<usize> {
    let mut chars = rest.char_indices().skip(1);
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => drop(chars.next()),
            '\n' if !spans_lines => return None,
            c if c == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// The length of a regular expression with its flags, if it ends on its line.
fn regex_length(rest: &str) -> Option<usize> {
    let mut in_class = false;
    let mut is_escaped = false;
    for (at, c) in rest.char_indices().skip(1).take(LONGEST_REGEX) {
        match c {
            '\n' => return None,
            '*' | '/' if at == 1 => return None,
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '[' => in_class = true,
            ']' => in_class = false,
            '/' if !in_class => {
                let flags = rest.get(at + 1..)?;
                return Some(at + 1 + flags.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(flags.len()));
            }
            _ => {}
        }
    }
    None
}

/// The length of a number, including the sign of an exponent.
fn number_length(rest: &str) -> usize {
    let mut before = ' ';
    let is_decimal = !rest.starts_with("0x");
    let fits = |c: char| {
        let is_sign = matches!(c, '+' | '-') && is_decimal && matches!(before, 'e' | 'E');
        before = c;
        c.is_ascii_alphanumeric() || matches!(c, '.' | '_') || is_sign
    };
    rest.len() - rest.trim_start_matches(fits).len()
}

/// The value of a string or template from its source, which includes its quotes.
pub(super) fn string_value(source: &str) -> String {
    let mut out = String::new();
    let mut chars = source.get(1..source.len().saturating_sub(1)).unwrap_or_default().chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match chars.next() {
            Some('n') => out.push('\n'),
            Some('t') => out.push('\t'),
            Some('r' | '\n') | None => {}
            Some('u') => {
                let rest = chars.as_str();
                let (digits, length) = match rest.strip_prefix('{').and_then(|rest| rest.split_once('}')) {
                    Some((digits, _)) => (digits, digits.len() + 2),
                    None => (rest.get(..4).unwrap_or_default(), 4),
                };
                out.extend(u32::from_str_radix(digits, 16).ok().and_then(char::from_u32));
                chars = rest.get(length..).unwrap_or_default().chars();
            }
            Some(c) => out.push(c),
        }
    }
    out
}
