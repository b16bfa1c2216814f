//! Tokens of diffs. The first character of a line marks it as added or removed.

use super::Token;
use super::marks::{Mark, Marked};
use super::paint::Painter;

pub(super) fn scan(text: &str, painter: &mut Painter<'_>) {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let end = at + line.trim_end().len();
        if line.starts_with("@@") {
            painter.token(Token::Function, at, end);
        } else if is_header(line) {
            painter.token(Token::Keyword, at, end);
        } else if let Some(mark) = mark(line) {
            let token = if mark == Mark::Added { Token::String } else { Token::Number };
            painter.token(token, at, end);
        }
        at += line.len();
    }
}

/// The added and removed lines of a diff.
pub(super) fn marks(text: &str) -> impl Iterator<Item = Marked> + '_ {
    (1..).zip(text.lines()).filter_map(|(number, line)| Some((number, number, mark(line)?)))
}

fn mark(line: &str) -> Option<Mark> {
    match line.as_bytes().first()? {
        _ if is_header(line) => None,
        b'+' => Some(Mark::Added),
        b'-' => Some(Mark::Removed),
        _ => None,
    }
}

fn is_header(line: &str) -> bool {
    ["+++ ", "--- ", "diff ", "index ", "Index: ", "==="].iter().any(|start| line.starts_with(start))
}
