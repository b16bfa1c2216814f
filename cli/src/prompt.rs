//! Questions at the terminal: a choice from a list, and a line of text.
//!
//! On Unix, keys are read one by one, and the list is chosen from with the arrow keys. The terminal's mode is restored when a
//! question ends, whatever ends it. Elsewhere, an answer is a line: the number of the choice, or the text.

use std::io::{self, IsTerminal, Write};

use crate::Environment;

/// A person at a terminal who can answer questions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prompt {
    /// Whether text is colored.
    color: bool,
}

/// One of the answers to choose from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    /// What it does, in a few words.
    pub(crate) label: String,
    /// Shown after it, less prominently; may be empty.
    pub(crate) note: String,
}

impl Choice {
    /// A choice without a note.
    pub(crate) fn new(label: impl Into<String>) -> Self {
        Self { label: label.into(), note: String::new() }
    }

    /// Adds a note.
    pub(crate) fn with_note(mut self, note: impl Into<String>) -> Self {
        self.note = note.into();
        self
    }
}

impl Prompt {
    /// `None` unless standard input and output are a terminal that can move its cursor: scripts are never asked.
    pub(crate) fn at_terminal(environment: &Environment) -> Option<Self> {
        let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        (is_terminal && !environment.is_dumb_terminal).then_some(Self { color: !environment.no_color })
    }

    /// Asks for one of `choices`, and returns its index. `None` if the user leaves with Esc, Ctrl-C or the end of input.
    ///
    /// # Errors
    /// Fails if the terminal cannot be read or written.
    pub(crate) fn choose(self, question: &str, choices: &[Choice]) -> io::Result<Option<usize>> {
        let chosen = keys::choose(self, question, choices)?;
        if let Some(choice) = chosen.and_then(|index| choices.get(index)) {
            self.answered(question, &choice.label)?;
        }
        Ok(chosen)
    }

    /// Asks for a line of text until `check` accepts it. An empty answer means `suggestion`. `None` as in
    /// [`Prompt::choose`].
    ///
    /// # Errors
    /// Fails if the terminal cannot be read or written.
    pub(crate) fn ask(
        self,
        question: &str,
        suggestion: &str,
        check: impl Fn(&str) -> Result<(), String>,
    ) -> io::Result<Option<String>> {
        loop {
            let Some(typed) = keys::ask(self, question, suggestion)? else { return Ok(None) };
            let typed = typed.trim();
            let answer = if typed.is_empty() { suggestion } else { typed };
            match check(answer) {
                Ok(()) => {
                    self.answered(question, answer)?;
                    return Ok(Some(answer.to_owned()));
                }
                Err(reason) => writeln!(io::stdout().lock(), "  {reason}")?,
            }
        }
    }

    /// Keeps the answer on the screen, below earlier ones.
    fn answered(self, question: &str, answer: &str) -> io::Result<()> {
        let mut out = io::stdout().lock();
        writeln!(out, "{question} {}", self.styled("1", answer))?;
        out.flush()
    }

    /// `text` in a style, by its number in terminals: 1 bold, 2 faint, 36 cyan.
    fn styled(self, style: &str, text: &str) -> String {
        if self.color { format!("\x1b[{style}m{text}\x1b[0m") } else { text.to_owned() }
    }
}

/// The first characters of `text` that fit in `width` columns, with an ellipsis if some do not.
fn fitting(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let kept = text.chars().take(width.saturating_sub(1));
    kept.chain((width > 0).then_some('…')).collect()
}

#[cfg(unix)]
mod keys {
    use std::collections::VecDeque;
    use std::io::{self, Write};

    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcgetwinsize, tcsetattr};

    use super::{Choice, Prompt, fitting};
    use crate::terminal::reading_keys;

    /// How long the rest of an escape sequence may take; after that, Escape was pressed alone.
    const ESCAPE: Timespec = Timespec { tv_sec: 0, tv_nsec: 50_000_000 };
    /// The width of a terminal that does not know its own.
    const WIDTH: usize = 80;

    /// A key that was pressed.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(super) enum TypedKey {
        Up,
        Down,
        Enter,
        Backspace,
        /// Clears the line.
        Clear,
        /// Esc, Ctrl-C or Ctrl-D.
        Leave,
        Char(char),
        Other,
    }

    /// The first key in what was typed, and the number of its bytes. `None` if its rest is missing.
    pub(super) fn first_key(typed: &[u8]) -> Option<(TypedKey, usize)> {
        let (first, rest) = typed.split_first()?;
        let key = match first {
            0x1b => match rest.split_first()? {
                (b'[' | b'O', sequence) => {
                    let end = sequence.iter().position(|byte| (0x40..=0x7e).contains(byte))?;
                    let key = match sequence[end] {
                        b'A' => TypedKey::Up,
                        b'B' => TypedKey::Down,
                        _ => TypedKey::Other,
                    };
                    return Some((key, end + 3));
                }
                // Esc, pressed twice or before another key.
                _ => TypedKey::Leave,
            },
            b'\r' | b'\n' => TypedKey::Enter,
            3 | 4 => TypedKey::Leave,
            8 | 127 => TypedKey::Backspace,
            21 => TypedKey::Clear,
            0..32 => TypedKey::Other,
            _ => {
                let length = match first {
                    0xc0..=0xdf => 2,
                    0xe0..=0xef => 3,
                    0xf0..=0xf7 => 4,
                    _ => 1,
                };
                let text = std::str::from_utf8(typed.get(..length)?);
                let key = text.ok().and_then(|text| text.chars().next()).map_or(TypedKey::Other, TypedKey::Char);
                return Some((key, length));
            }
        };
        Some((key, 1))
    }

    /// The terminal while a question is open: it passes each key on at once, Ctrl-C too, without showing it.
    struct Keys {
        original: Termios,
        typed: VecDeque<u8>,
    }

    impl Keys {
        fn open() -> io::Result<Self> {
            let original = tcgetattr(io::stdin())?;
            tcsetattr(io::stdin(), OptionalActions::Now, &reading_keys(original.clone(), LocalModes::ISIG))?;
            Ok(Self { original, typed: VecDeque::new() })
        }

        /// The next key; [`TypedKey::Leave`] at the end of input.
        fn next(&mut self) -> io::Result<TypedKey> {
            loop {
                if let Some((key, length)) = first_key(self.typed.make_contiguous()) {
                    self.typed.drain(..length);
                    return Ok(key);
                }
                let input = io::stdin();
                let patience = (!self.typed.is_empty()).then_some(&ESCAPE);
                if poll(&mut [PollFd::new(&input, PollFlags::IN)], patience)? == 0 {
                    self.typed.clear();
                    return Ok(TypedKey::Leave);
                }
                let mut bytes = [0; 64];
                match rustix::io::read(&input, &mut bytes)? {
                    0 => return Ok(TypedKey::Leave),
                    count => self.typed.extend(&bytes[..count]),
                }
            }
        }
    }

    impl Drop for Keys {
        fn drop(&mut self) {
            let _ = tcsetattr(io::stdin(), OptionalActions::Now, &self.original);
        }
    }

    /// The number of columns that can be written without a line break.
    fn width() -> usize {
        let columns = tcgetwinsize(io::stdout()).map_or(0, |size| usize::from(size.ws_col));
        if columns == 0 { WIDTH } else { columns - 1 }
    }

    /// See [`Prompt::choose`]. The list is erased at the end.
    pub(super) fn choose(prompt: Prompt, question: &str, choices: &[Choice]) -> io::Result<Option<usize>> {
        let mut keys = Keys::open()?;
        let (mut chosen, last) = (0, choices.len().saturating_sub(1));
        loop {
            let lines = list(prompt, question, choices, chosen, width());
            writeln!(io::stdout().lock(), "{}", lines.join("\n"))?;
            io::stdout().lock().flush()?;
            let key = keys.next()?;
            // Back to the first line, and everything below it erased.
            write!(io::stdout().lock(), "\x1b[{}A\r\x1b[J", lines.len())?;
            match key {
                TypedKey::Up | TypedKey::Char('k') => chosen = chosen.checked_sub(1).unwrap_or(last),
                TypedKey::Down | TypedKey::Char('j') => chosen = if chosen == last { 0 } else { chosen + 1 },
                TypedKey::Enter => return Ok(Some(chosen)),
                TypedKey::Leave => return Ok(None),
                _ => {}
            }
        }
    }

    /// The lines of a list: the question, and one line for each choice.
    pub(super) fn list(prompt: Prompt, question: &str, choices: &[Choice], chosen: usize, width: usize) -> Vec<String> {
        let longest = choices.iter().map(|choice| choice.label.chars().count()).max().unwrap_or(0);
        let hint = "arrow keys and Enter; Esc to leave";
        let head = fitting(question, width);
        let rest = fitting(hint, width.saturating_sub(question.chars().count() + 2));
        let mut lines = vec![format!("{head}  {}", prompt.styled("2", &rest)).trim_end().to_owned()];
        for (index, choice) in choices.iter().enumerate() {
            let label = fitting(&choice.label, width.saturating_sub(2));
            let space = width.saturating_sub(longest + 4);
            let note = if choice.note.is_empty() || space < 8 {
                String::new()
            } else {
                let gap = " ".repeat(longest - choice.label.chars().count() + 2);
                format!("{gap}{}", prompt.styled("2", &fitting(&choice.note, space)))
            };
            lines.push(match index == chosen {
                true => format!("{}{note}", prompt.styled("36", &format!("> {label}"))),
                false => format!("  {label}{note}"),
            });
        }
        lines
    }

    /// The end of an answer, as much of it as a line of this width has room for behind the question and a space.
    pub(super) fn end_of(typed: &str, question: &str, width: usize) -> String {
        let space = width.saturating_sub(question.chars().count() + 1);
        typed.chars().skip(typed.chars().count().saturating_sub(space)).collect()
    }

    /// The text that was typed; `None` if the user leaves. The line is erased at the end.
    pub(super) fn ask(prompt: Prompt, question: &str, suggestion: &str) -> io::Result<Option<String>> {
        let mut keys = Keys::open()?;
        let mut typed = String::new();
        loop {
            let hint = if typed.is_empty() { prompt.styled("2", &format!("({suggestion})")) } else { String::new() };
            let shown = end_of(&typed, question, width());
            write!(io::stdout().lock(), "\r\x1b[J{question} {shown}{hint}")?;
            io::stdout().lock().flush()?;
            let key = keys.next()?;
            match key {
                TypedKey::Char(c) => typed.push(c),
                TypedKey::Backspace => drop(typed.pop()),
                TypedKey::Clear => typed.clear(),
                TypedKey::Enter | TypedKey::Leave => {
                    write!(io::stdout().lock(), "\r\x1b[J")?;
                    return Ok((key == TypedKey::Enter).then_some(typed));
                }
                _ => {}
            }
        }
    }
}

#[cfg(not(unix))]
mod keys {
    use std::io::{self, Write};

    use super::{Choice, Prompt, fitting};

    /// The width of lines.
    const WIDTH: usize = 79;

    /// See [`Prompt::choose`].
    pub(super) fn choose(_: Prompt, question: &str, choices: &[Choice]) -> io::Result<Option<usize>> {
        loop {
            let mut out = io::stdout().lock();
            writeln!(out, "{question}")?;
            for (index, Choice { label, note }) in choices.iter().enumerate() {
                writeln!(out, "{}", fitting(format!("  {}  {label}  {note}", index + 1).trim_end(), WIDTH))?;
            }
            let Some(line) = line("number of your choice (1): ")? else { return Ok(None) };
            let number = if line.is_empty() { Some(1) } else { line.parse::<usize>().ok() };
            if let Some(index) = number.and_then(|number| number.checked_sub(1)).filter(|index| *index < choices.len())
            {
                return Ok(Some(index));
            }
        }
    }

    /// The text that was typed; `None` at the end of input.
    pub(super) fn ask(_: Prompt, question: &str, suggestion: &str) -> io::Result<Option<String>> {
        line(&format!("{question} ({suggestion}): "))
    }

    /// The next line, without blanks around it; `None` at the end of input.
    fn line(asked: &str) -> io::Result<Option<String>> {
        let mut out = io::stdout().lock();
        write!(out, "{asked}")?;
        out.flush()?;
        let mut line = String::new();
        Ok((io::stdin().read_line(&mut line)? > 0).then(|| line.trim().to_owned()))
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::keys::{TypedKey, end_of, first_key, list};
    use super::{Choice, Prompt, fitting};

    #[test]
    fn keys_are_recognized() {
        assert_eq!(first_key(b"\x1b[A\r"), Some((TypedKey::Up, 3)));
        assert_eq!(first_key(b"\x1bOB"), Some((TypedKey::Down, 3)));
        assert_eq!(first_key(b"\x1b[3~"), Some((TypedKey::Other, 4)));
        assert_eq!(first_key("ü!".as_bytes()), Some((TypedKey::Char('ü'), 2)));
        assert_eq!(first_key(b"\x03"), Some((TypedKey::Leave, 1)));
        assert_eq!(first_key(b"\x1b\x1b"), Some((TypedKey::Leave, 1)));
        assert_eq!(first_key(b"\xff"), Some((TypedKey::Other, 1)));
        for incomplete in [&b""[..], b"\x1b", b"\x1b[", b"\x1b[1;5", "ü".as_bytes().split_at(1).0] {
            assert_eq!(first_key(incomplete), None, "{incomplete:?}");
        }
    }

    #[test]
    fn of_a_long_answer_the_end_is_shown() {
        let shown = [8, 9, 12, 13, 14, 40].map(|width| end_of("ábcde", "Folder?", width));
        assert_eq!(shown, ["", "e", "bcde", "ábcde", "ábcde", "ábcde"]);
    }

    #[test]
    fn lists_fit_in_the_terminal() {
        let choices = [Choice::new("Create a project").with_note("tool init"), Choice::new("Help")];
        let lines = list(Prompt { color: false }, "What next?", &choices, 0, 40);
        assert_eq!(lines, ["What next?  arrow keys and Enter; Esc t…", "> Create a project  tool init", "  Help"]);
        for width in [1, 8, 20, 30] {
            let lines = list(Prompt { color: false }, "What next?", &choices, 1, width);
            assert!(lines.iter().all(|line| line.chars().count() <= width.max(3)), "{width}: {lines:?}");
        }
        assert_eq!(fitting("abcdef", 4), "abc…");
    }
}
