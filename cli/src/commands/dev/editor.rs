//! The user's editor, and how it opens a file at a line and column.

use std::io;
use std::path::Path;
use std::process::Command;

use super::browser::start;
use crate::failure::{Failure, Outcome};

/// The arguments by which editors that open their own window receive a position. `{at}` is `file:line:column`.
const KNOWN: &[(&[&str], &[&str])] = &[
    (&["code", "code-insiders", "codium", "vscodium", "cursor", "windsurf", "positron"], &["--goto", "{at}"]),
    (&["subl", "sublime_text", "zed", "zeditor", "lapce", "fleet"], &["{at}"]),
    (
        &["idea", "webstorm", "phpstorm", "pycharm", "rubymine", "goland", "clion", "rustrover", "rider", "studio"],
        &["--line", "{line}", "--column", "{column}", "{file}"],
    ),
    (&["kate", "kwrite"], &["--line", "{line}", "--column", "{column}", "{file}"]),
    (&["mate"], &["--line", "{line}:{column}", "{file}"]),
    (&["gedit", "gnome-text-editor", "xed", "pluma", "bbedit"], &["+{line}", "{file}"]),
    (&["gvim", "mvim"], &["+{line}", "{file}"]),
    (&["emacs", "emacsclient"], &["+{line}:{column}", "{file}"]),
    (&["notepad++"], &["-n{line}", "-c{column}", "{file}"]),
];

/// A command that opens a place in an editor. No shell reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Editor {
    program: String,
    /// With `{file}`, `{line}`, `{column}` and `{at}`.
    arguments: Vec<String>,
}

impl Editor {
    /// The editor that the user chose: the name of a known one, or a command.
    ///
    /// # Errors
    /// Fails if the command is empty or a quotation mark is not closed.
    pub(super) fn chosen(command: &str) -> Outcome<Self> {
        if let Some(editor) = Self::known(command) {
            return Ok(editor);
        }
        let mut words = words(command)
            .filter(|words| !words.is_empty())
            .ok_or_else(|| Failure::new(format!("`{command}` is not a command")))?;
        let program = words.remove(0);
        if !words.iter().any(|word| word.contains("{file}") || word.contains("{at}")) {
            words.push("{file}".to_owned());
        }
        Ok(Self { program, arguments: words })
    }

    /// The editor of a command such as `code --wait`. `None` if it is unknown: it may need the terminal.
    pub(super) fn known(command: &str) -> Option<Self> {
        let mut words = words(command)?;
        let program = (!words.is_empty()).then(|| words.remove(0))?;
        let in_terminal = ["-nw", "-t", "-tty", "--tty", "--no-window-system"];
        if words.iter().any(|word| word.contains('{') || in_terminal.contains(&word.as_str())) {
            return None;
        }
        let name = program.rsplit(['/', '\\']).next().unwrap_or(&program).to_ascii_lowercase();
        let name = [".exe", ".cmd", ".sh"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(&name);
        let name = name.strip_suffix("64").unwrap_or(name);
        let (_, template) = KNOWN.iter().find(|(names, _)| names.contains(&name))?;
        // `--wait` is for programs that read the file afterwards.
        words.retain(|word| !matches!(word.as_str(), "-w" | "--wait"));
        words.extend(template.iter().map(|&word| word.to_owned()));
        Some(Self { program, arguments: words })
    }

    /// Opens a file, by its absolute path.
    ///
    /// # Errors
    /// Fails if the editor cannot be started; the reason, in one sentence.
    pub(super) fn open(&self, file: &Path, line: usize, column: usize) -> Result<(), String> {
        let arguments = self.arguments_for(&file.to_string_lossy(), line, column);
        let run = |program: &str| {
            let mut command = Command::new(program);
            command.args(&arguments);
            start(command)
        };
        let started = match run(&self.program) {
            // Some editors for Windows are scripts, whose ending has to be named.
            Err(error) if cfg!(windows) && error.kind() == io::ErrorKind::NotFound => {
                run(&format!("{}.cmd", self.program))
            }
            started => started,
        };
        started.map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => format!("The editor `{}` was not found.", self.program),
            _ => format!("The editor `{}` could not be started: {error}.", self.program),
        })
    }

    fn arguments_for(&self, file: &str, line: usize, column: usize) -> Vec<String> {
        let at = format!("{file}:{line}:{column}");
        let values =
            [("{line}", line.to_string()), ("{column}", column.to_string()), ("{at}", at), ("{file}", file.to_owned())];
        let fill = |argument: &String| {
            // In one pass: a file's name may look like a placeholder.
            let mut filled = String::new();
            let mut rest = argument.as_str();
            while let Some(start) = rest.find('{') {
                filled.push_str(&rest[..start]);
                rest = &rest[start..];
                match values.iter().find(|(name, _)| rest.starts_with(name)) {
                    Some((name, value)) => {
                        filled.push_str(value);
                        rest = &rest[name.len()..];
                    }
                    None => {
                        filled.push('{');
                        rest = &rest[1..];
                    }
                }
            }
            filled + rest
        };
        self.arguments.iter().map(fill).collect()
    }
}

/// The words of a command: separated by blanks outside quotation marks. `None` if a quotation mark is not closed.
fn words(command: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in command.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use super::Editor;

    fn command(editor: Option<Editor>) -> Option<String> {
        let editor = editor?;
        Some(format!("{} {}", editor.program, editor.arguments_for("/p/a b.md", 3, 5).join("|")))
    }

    #[test]
    fn known_editors_are_told_the_place() {
        let table = [
            ("code", Some("code --goto|/p/a b.md:3:5")),
            ("code --wait", Some("code --goto|/p/a b.md:3:5")),
            ("/usr/bin/subl -n -w", Some("/usr/bin/subl -n|/p/a b.md:3:5")),
            ("idea64.exe", Some("idea64.exe --line|3|--column|5|/p/a b.md")),
            ("emacsclient -n", Some("emacsclient -n|+3:5|/p/a b.md")),
            ("'/my apps/code'", Some("/my apps/code --goto|/p/a b.md:3:5")),
            ("emacs -nw", None),
            ("vim", None),
            ("", None),
            ("'code", None),
        ];
        for (text, expected) in table {
            assert_eq!(command(Editor::known(text)).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn other_commands_are_templates() {
        let table = [
            ("open -t", "open -t|/p/a b.md"),
            ("wezterm cli spawn -- vim +{line} {file}", "wezterm cli|spawn|--|vim|+3|/p/a b.md"),
            ("x \"--at={at}\" {what}", "x --at=/p/a b.md:3:5|{what}"),
        ];
        for (text, expected) in table {
            let shown = command(Editor::chosen(text).ok());
            assert_eq!(shown.as_deref(), Some(expected), "{text}");
        }
        assert!(Editor::chosen("").is_err() && Editor::chosen("x 'y").is_err());
        let named = Editor::chosen("x {file}").unwrap();
        assert_eq!(named.arguments_for("/p/{line}.md", 1, 1), ["/p/{line}.md"]);
    }
}
