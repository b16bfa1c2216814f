//! Marked blocks in the user's files: the tool owns the text between the markers, the user everything else.

/// An error in the markers of a file.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct MarkError {
    /// Line number, from 1.
    pub(super) line: usize,
    pub(super) message: String,
}

/// The name of a block: the word between `<!--` and `begin` at its start.
pub(super) fn name_of(block: &str) -> &str {
    block.trim_start_matches("<!-- ").split(' ').next().unwrap_or_default()
}

/// Inserts a block into the text of a file: in place of the block of the same name, or else at the end. Uses the line endings
/// of the file.
///
/// # Errors
/// Fails if the markers of the block are not a single pair.
pub(super) fn with_block(old: &str, block: &str) -> Result<String, MarkError> {
    let block = block.trim_end();
    let line_end = if old.find('\n').is_some_and(|at| old[..at].ends_with('\r')) { "\r\n" } else { "\n" };
    let written = block.replace("\r\n", "\n").replace('\n', line_end);
    let Some((start, end)) = find(old, name_of(block))? else {
        return Ok(appended(old, &written, line_end));
    };
    if old[start..end].replace("\r\n", "\n") == block.replace("\r\n", "\n") {
        return Ok(old.to_owned());
    }
    Ok([&old[..start], &written, &old[end..]].concat())
}

/// Appends a block after an empty line.
fn appended(old: &str, block: &str, line_end: &str) -> String {
    let mut new = old.to_owned();
    if !old.trim_start_matches('\u{feff}').is_empty() {
        if !old.ends_with('\n') {
            new.push_str(line_end);
        }
        new.push_str(line_end);
    }
    new.push_str(block);
    new.push_str(line_end);
    new
}

/// The range of a block, including its markers.
fn find(text: &str, name: &str) -> Result<Option<(usize, usize)>, MarkError> {
    let (begin, end) = (format!("<!-- {name} begin"), format!("<!-- {name} end"));
    let error = |line: usize, message: &str| Err(MarkError { line, message: format!("{message} of `{name}`") });
    // Where the block begins, and on which line.
    let mut open: Option<(usize, usize)> = None;
    let mut found = None;
    let mut at = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let number = number + 1;
        let start = at + (line.len() - line.trim_start_matches(['\u{feff}', ' ', '\t']).len());
        let mark = &text[start..at + line.len()];
        at += line.len();
        // Text after a marker on the same line belongs to the user.
        let Some(stop) = mark.find("-->").map(|stop| start + stop + 3) else { continue };
        if mark.starts_with(&begin) {
            if let Some((_, first)) = open {
                let message = format!("second begin marker (the first is on line {first})");
                return error(number, &message);
            }
            if found.is_some() {
                return error(number, "second block");
            }
            open = Some((start, number));
        } else if mark.starts_with(&end) {
            let Some((from, _)) = open.take() else {
                return error(number, "end marker without a begin marker");
            };
            found = Some((from, stop));
        }
    }
    match open {
        Some((_, number)) => error(number, "begin marker without an end marker"),
        None => Ok(found),
    }
}

#[cfg(test)]
mod tests {
    use super::{MarkError, name_of, with_block};

    const OLD: &str = "<!-- x begin: ours -->\nold\n<!-- x end -->\n";
    const NEW: &str = "<!-- x begin: ours -->\nnew\n\nlines\n<!-- x end -->\n";

    #[test]
    fn a_block_is_appended_once() {
        assert_eq!(name_of(NEW), "x");
        for (old, new) in [
            ("", NEW.to_owned()),
            ("\u{feff}", format!("\u{feff}{NEW}")),
            ("mine\n", format!("mine\n\n{NEW}")),
            ("mine", format!("mine\n\n{NEW}")),
            ("mine\r\nline", format!("mine\r\nline\r\n\r\n{}", NEW.replace('\n', "\r\n"))),
            ("mine\n<!-- y begin -->\n<!-- y end -->\n", format!("mine\n<!-- y begin -->\n<!-- y end -->\n\n{NEW}")),
        ] {
            assert_eq!(with_block(old, NEW).unwrap(), new, "{old:?}");
            assert_eq!(with_block(&new, NEW).unwrap(), new);
        }
    }

    #[test]
    fn only_the_block_is_replaced() {
        for (before, after) in [("", ""), ("\u{feff}", "no end"), ("---\na: b\n---\n\n", "\nmine\n"), ("  ", " ")] {
            let (old, new) =
                (format!("{before}{}{after}", OLD.trim_end()), format!("{before}{}{after}", NEW.trim_end()));
            assert_eq!(with_block(&old, NEW).unwrap(), new);
            let (old, new) = (old.replace('\n', "\r\n"), new.replace('\n', "\r\n"));
            assert_eq!(with_block(&old, NEW).unwrap(), new);
            // The line ends of a version control system are no change.
            assert_eq!(with_block(&new, NEW).unwrap(), new);
        }
    }

    #[test]
    fn marks_that_do_not_pair_are_refused() {
        for (text, line, message) in [
            ("a\n<!-- x begin -->\nb\n", 2, "begin marker without an end marker of `x`"),
            ("a\n\n<!-- x end -->\n", 3, "end marker without a begin marker of `x`"),
            (
                "<!-- x begin -->\n<!-- x begin -->\n<!-- x end -->",
                2,
                "second begin marker (the first is on line 1) of `x`",
            ),
            ("<!-- x begin -->\n<!-- x end -->\n<!-- x begin -->\n<!-- x end -->", 3, "second block of `x`"),
            ("<!-- x end -->\n<!-- x begin -->\n", 1, "end marker without a begin marker of `x`"),
        ] {
            assert_eq!(with_block(text, NEW), Err(MarkError { line, message: message.to_owned() }), "{text}");
        }
    }
}
