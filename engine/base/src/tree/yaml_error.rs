//! Rewords the errors of the YAML parser for spec authors.

use granit_parser::{ErrorKind, ScanError};

use super::Limits;
use super::builder::{Failure, too_deep};
use crate::diagnostic::{Code, Diagnostic, Span};

/// The diagnostic for an error of the parser.
pub(super) fn syntax_error(text: &str, limits: Limits, error: &ScanError) -> Failure {
    let span = place(text, error);
    if *error.kind() == ErrorKind::RecursionLimitExceeded {
        return too_deep(limits, span);
    }
    if let Some(tab) = tab_before(text, span.start as usize) {
        let found = Diagnostic::new(Code::InvalidYaml, "a tab is used as indentation", Span::new(tab, tab + 1));
        return Box::new(found.with_help("indent with spaces".to_owned()));
    }
    let (message, help) = words(error);
    let help = foreign_break(text, span).or_else(|| help.map(str::to_owned));
    Box::new(Diagnostic::new(Code::InvalidYaml, message, span).with_help(help))
}

/// The first tab in the indentation of an error's line, or else of the line before it: YAML may treat that tab as part
/// of a text, and fail on what follows.
fn tab_before(text: &str, at: usize) -> Option<usize> {
    let mut end = at;
    for _ in 0..2 {
        let start = text.get(..end)?.rfind('\n').map_or(0, |at| at + 1);
        let line = text.get(start..)?;
        let indentation = line.len() - line.trim_start_matches([' ', '\t']).len();
        if let Some(tab) = line.get(..indentation)?.find('\t') {
            return Some(start + tab);
        }
        end = start.checked_sub(1)?;
    }
    None
}

/// The help if the line of an error contains a character that looks like a line break but is not one in YAML 1.2.
fn foreign_break(text: &str, span: Span) -> Option<String> {
    let before = text.get(..span.end as usize)?;
    let line = before.rsplit(['\n', '\r']).next()?;
    let found = line.chars().find(|c| matches!(c, '\u{85}' | '\u{2028}' | '\u{2029}'))?;
    Some(format!("U+{:04X} in this line is not a line break in YAML 1.2; replace it with a line feed", found as u32))
}

/// The span of the character at the error; at the end of a line the span of its last word, so that there is something
/// to underline.
fn place(text: &str, error: &ScanError) -> Span {
    let mut at = error.marker().byte_offset().unwrap_or(0).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let width = text[at..].chars().next().filter(|c| !matches!(c, '\n' | '\r')).map_or(0, char::len_utf8);
    Span::new(at, at + width)
}

fn words(error: &ScanError) -> (String, Option<&'static str>) {
    const SPACES: Option<&str> = Some("indent with spaces");
    const INDENT: Option<&str> = Some("align it with its siblings, or indent it below the key it belongs to");
    const CLOSE_QUOTE: Option<&str> = Some("close the quote; indent the further lines of a quoted string");
    let (message, help) = match error.kind() {
        ErrorKind::TabInIndentation
        | ErrorKind::TabInBlockIndentation
        | ErrorKind::TabNotAllowed
        | ErrorKind::TabAtBlockScalarStart
        | ErrorKind::TabInPlainScalar => ("a tab is used as indentation", SPACES),
        ErrorKind::MappingValueNotAllowed | ErrorKind::InvalidColonPlacement => {
            ("unexpected `:`", Some("quote the text if the colon belongs to it; check the lines above"))
        }
        ErrorKind::MappingKeyNotAllowed => ("unexpected key", INDENT),
        ErrorKind::ExpectedBlockMappingKey | ErrorKind::SimpleKeyExpected | ErrorKind::InvalidSimpleKey => {
            ("expected a key with `:`", INDENT)
        }
        ErrorKind::ExpectedBlockSequenceEntry => ("expected `-`", INDENT),
        ErrorKind::BlockSequenceEntryNotAllowed => ("unexpected `-`", INDENT),
        ErrorKind::InvalidIndentation | ErrorKind::InvalidFlowScalarIndent => ("wrong indentation", INDENT),
        ErrorKind::InvalidBlockScalarIndent => ("wrong indentation in a block scalar", INDENT),
        ErrorKind::UnclosedQuotedScalar => ("quoted string without a closing quote", CLOSE_QUOTE),
        ErrorKind::InvalidQuotedScalarIndent => ("a quoted string continues without indentation", CLOSE_QUOTE),
        ErrorKind::DocumentIndicatorInQuotedScalar => ("a document marker within a quoted string", CLOSE_QUOTE),
        ErrorKind::InvalidTrailingSingleQuotedScalar => {
            ("unexpected text after a closing quote", Some("write a quote within single quotes as `''`"))
        }
        ErrorKind::InvalidTrailingDoubleQuotedScalar => {
            ("unexpected text after a closing quote", Some("write a quote within double quotes as `\\\"`"))
        }
        ErrorKind::UnknownQuotedScalarEscape => {
            ("unknown escape sequence in double quotes", Some("write a backslash as `\\\\`, or use single quotes"))
        }
        ErrorKind::UnexpectedCharacter { character: '\0' } => ("the file contains a NUL byte", None),
        ErrorKind::UnexpectedCharacter { character } if character.is_control() => {
            return (format!("the character U+{:04X} is not allowed", *character as u32), None);
        }
        ErrorKind::UnexpectedCharacter { character } => {
            let message = format!("a value cannot begin with `{}`", character.escape_debug());
            return (message, Some("quote the value"));
        }
        ErrorKind::UnexpectedEofFlowSequence => ("`[` is not closed at the end of the file", Some("close it with `]`")),
        ErrorKind::UnexpectedEofFlowMapping | ErrorKind::UnexpectedEofImplicitFlowMapping => {
            ("`{` is not closed at the end of the file", Some("close it with `}`"))
        }
        ErrorKind::UnclosedFlowCollection { open } => return (format!("`{open}` is not closed"), None),
        ErrorKind::MismatchedFlowCollectionEnd { open, close } => {
            return (format!("`{open}` is closed by `{close}`"), None);
        }
        ErrorKind::MisplacedFlowCollectionEnd => ("closing bracket without an opening one", None),
        ErrorKind::ExpectedFlowMappingSeparator => ("expected `,` or `}`", None),
        ErrorKind::ExpectedFlowSequenceSeparator => ("expected `,` or `]`", None),
        ErrorKind::CommentNotSeparated => ("a comment must have a space before its `#`", None),
        ErrorKind::BomInsideDocument => ("a byte order mark within the file", Some("remove it")),
        _ => return (error.info(), None),
    };
    (message.to_owned(), help)
}
