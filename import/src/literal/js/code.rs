//! The tokens of a piece of code, with the pairs of its brackets.

use std::rc::Rc;

use super::tokens::{JsToken, Placed, string_value, tokens};

/// Keywords that begin a statement, so an expression on earlier lines has ended.
const STATEMENTS: [&str; 10] =
    ["export", "const", "let", "var", "function", "import", "module", "return", "if", "type"];

/// A piece of code: a file, or the expression in a template.
#[derive(Debug, Default)]
pub(super) struct Code {
    text: String,
    tokens: Vec<Placed>,
    /// The position of the other bracket for each bracket; the number of tokens for one that is not closed, and for
    /// other tokens.
    pairs: Vec<usize>,
    /// The code around it, and the position there; `None` for a file.
    outer: Option<(Rc<Code>, usize)>,
}

impl Code {
    pub(super) fn new(text: &str, outer: Option<(Rc<Self>, usize)>) -> Self {
        let tokens = tokens(text);
        let pairs = pairs(&tokens);
        Self { text: text.to_owned(), tokens, pairs, outer }
    }

    /// The number of tokens.
    pub(super) fn len(&self) -> usize {
        self.tokens.len()
    }

    pub(super) fn token(&self, at: usize) -> Option<JsToken> {
        self.tokens.get(at).map(|placed| placed.token)
    }

    /// Whether the token is this punctuation.
    pub(super) fn is(&self, at: usize, mark: &str) -> bool {
        matches!(self.token(at), Some(JsToken::Mark(found)) if found == mark)
    }

    /// The name or keyword at a position.
    pub(super) fn word(&self, at: usize) -> Option<&str> {
        (self.token(at) == Some(JsToken::Word)).then(|| self.source(at, at + 1))
    }

    /// The value of the string at a position.
    pub(super) fn text(&self, at: usize) -> Option<String> {
        (self.token(at) == Some(JsToken::Text)).then(|| string_value(self.source(at, at + 1)))
    }

    /// Whether the token is this name or keyword.
    pub(super) fn is_word(&self, at: usize, word: &str) -> bool {
        self.word(at) == Some(word)
    }

    /// The source of a range of tokens.
    pub(super) fn source(&self, from: usize, to: usize) -> &str {
        let start = self.start(from);
        let end = to.checked_sub(1).and_then(|last| self.tokens.get(last)).map_or(start, |token| token.end);
        self.text.get(start..end).unwrap_or_default()
    }

    fn start(&self, at: usize) -> usize {
        self.tokens.get(at).map_or(self.text.len(), |token| token.start)
    }

    /// The position of the first token that begins at least `length` bytes after the start of another one.
    pub(super) fn first_after(&self, at: usize, length: usize) -> usize {
        let end = self.start(at) + length;
        (at..self.len()).find(|next| self.start(*next) >= end).unwrap_or(self.len())
    }

    /// The line of a token, from 1.
    pub(super) fn line(&self, at: usize) -> u32 {
        let before = self.text.get(..self.start(at)).unwrap_or_default();
        let first = self.outer.as_ref().map_or(1, |(outer, at)| outer.line(*at));
        first + u32::try_from(before.matches('\n').count()).unwrap_or(0)
    }

    /// The position of the bracket that closes the one at `at`, or the end.
    pub(super) fn closing(&self, at: usize) -> usize {
        self.pairs.get(at).copied().unwrap_or(self.len())
    }

    /// The position of the bracket that the one at `at` closes.
    pub(super) fn opening(&self, at: usize) -> Option<usize> {
        self.pairs.get(at).copied().filter(|open| *open < at)
    }

    /// The position after a token, or after what is in the brackets that it opens.
    pub(super) fn after(&self, at: usize) -> usize {
        match self.token(at) {
            Some(JsToken::Mark("(" | "[" | "{")) => self.closing(at).max(at) + 1,
            _ => at + 1,
        }
    }

    /// Whether an expression ends before the token: at a comma, a semicolon, a colon, a closing bracket, or the end.
    pub(super) fn is_end(&self, at: usize) -> bool {
        matches!(self.token(at), None | Some(JsToken::Mark("," | ";" | ":" | ")" | "]" | "}")))
    }

    /// The end of the expression at `at`: a comma, a semicolon, a closing bracket, a keyword that begins a statement on
    /// a line of its own, or the end.
    pub(super) fn end(&self, first: usize) -> usize {
        let mut at = first;
        loop {
            match self.token(at) {
                None | Some(JsToken::Mark("," | ";" | ")" | "]" | "}")) => return at.min(self.len()),
                // Without a semicolon, a statement on the next line ends the expression.
                Some(JsToken::Word)
                    if at > first && STATEMENTS.contains(&self.source(at, at + 1)) && self.begins_line(at) =>
                {
                    return at;
                }
                _ => at = self.after(at),
            }
        }
    }

    /// The position of the colon that belongs to the `?` before `at`, if the expression has one.
    pub(super) fn colon(&self, mut at: usize) -> Option<usize> {
        let mut conditions = 0_usize;
        loop {
            match self.token(at)? {
                JsToken::Mark("," | ";" | ")" | "]" | "}") => return None,
                JsToken::Mark("?") => conditions += 1,
                JsToken::Mark(":") if conditions == 0 => return Some(at),
                JsToken::Mark(":") => conditions -= 1,
                _ => {}
            }
            at = self.after(at);
        }
    }

    /// The position after a type.
    pub(super) fn type_end(&self, mut at: usize) -> usize {
        let first = at;
        while !self.is_end(at) && !self.is(at, "=") && !self.is(at, "=>") {
            if at > first && self.token(at) == Some(JsToken::Word) && self.begins_line(at) {
                return at;
            }
            at = match self.is(at, "<") {
                true => self.angles(at).unwrap_or(at + 1),
                false => self.after(at),
            };
        }
        at
    }

    /// The position after the type arguments that begin with the `<` at `at`; `None` if it is an operator.
    pub(super) fn angles(&self, at: usize) -> Option<usize> {
        let mut depth = 0_usize;
        let mut next = at;
        for _ in 0..400 {
            match self.token(next)? {
                JsToken::Mark("<") => depth += 1,
                JsToken::Mark(">") => {
                    depth -= 1;
                    if depth == 0 {
                        return Some(next + 1);
                    }
                }
                JsToken::Mark(";" | ")" | "]" | "}" | "&&" | "||" | "+" | "===" | "==") => return None,
                _ => {}
            }
            next = self.after(next);
        }
        None
    }

    /// Whether a token is the first of its line.
    pub(super) fn begins_line(&self, at: usize) -> bool {
        let before = at.checked_sub(1).and_then(|before| self.tokens.get(before)).map_or(0, |token| token.end);
        self.text.get(before..self.start(at)).is_some_and(|between| between.contains('\n'))
    }
}

/// The position of the other bracket for each bracket.
fn pairs(tokens: &[Placed]) -> Vec<usize> {
    const OPEN: [&str; 3] = ["(", "[", "{"];
    const CLOSE: [&str; 3] = [")", "]", "}"];
    let mut pairs = vec![tokens.len(); tokens.len()];
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut counts = [0_usize; 3];
    for (at, placed) in tokens.iter().enumerate() {
        let JsToken::Mark(mark) = placed.token else { continue };
        if let Some(kind) = OPEN.iter().position(|open| *open == mark) {
            open.push((kind, at));
            counts[kind] += 1;
        } else if let Some(kind) = CLOSE.iter().position(|close| *close == mark) {
            // A bracket without its counterpart is ignored.
            while counts[kind] > 0
                && let Some((last, start)) = open.pop()
            {
                counts[last] -= 1;
                if last == kind {
                    pairs[start] = at;
                    pairs[at] = start;
                    break;
                }
            }
        }
    }
    pairs
}
