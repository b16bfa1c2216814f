//! The report for people: each finding with its place in the source, as compilers show it.

use std::collections::{BTreeMap, HashMap};
use std::io::{self, Write};
use std::ops::Range;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use engine::{Diagnostic, LineIndex, Note, Place, Severity, Span};

use super::{LONGEST_QUOTE, Part, Quote, Sources, printable};

/// The longest line that is shown, in bytes.
const LONGEST_LINE: usize = 2000;
/// How much of a longer one is quoted around a finding, in bytes to each side.
const WINDOW: usize = 40;

/// A place that a person finds: line and column count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Position {
    pub(super) line: usize,
    /// In characters.
    pub(super) column: usize,
    /// In bytes from 0.
    pub(super) offset: u32,
}

/// The line where a place starts, in parts, and the lines around it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame<'s> {
    /// The number of the line, from 1.
    pub(super) number: usize,
    /// The line above, unless it is very long.
    pub(super) above: Option<&'s str>,
    /// The line before the place.
    pub(super) start: &'s str,
    /// The part of the place on this line.
    pub(super) marked: &'s str,
    /// The line after the place.
    pub(super) end: &'s str,
    /// The line below, unless it is very long.
    pub(super) below: Option<&'s str>,
}

/// Finds lines and columns. Indexes each text once.
pub(super) struct Locator<'s> {
    sources: &'s dyn Sources,
    /// By file, and by the start and the length of the part that is known of it.
    lines: HashMap<String, BTreeMap<(u32, usize), LineIndex<'s>>>,
}

/// The part of a file that has a place.
struct Around<'l, 's> {
    part: Part<'s>,
    index: &'l LineIndex<'s>,
    /// The place, from the start of the part.
    span: Span,
}

impl<'s> Locator<'s> {
    /// A locator in these sources.
    pub(super) fn new(sources: &'s dyn Sources) -> Self {
        Self { sources, lines: HashMap::new() }
    }

    /// What is known of a place's file, if anything is.
    fn around(&mut self, place: &Place) -> Option<Around<'_, 's>> {
        let part = self.sources.part(place)?;
        if !self.lines.contains_key(&*place.file) {
            self.lines.insert(place.file.to_string(), BTreeMap::new());
        }
        let index = self.lines.get_mut(&*place.file)?.entry((part.start, part.text.len()));
        let [start, end] = [place.span.start, place.span.end].map(|at| at.saturating_sub(part.start));
        let index = index.or_insert_with(|| LineIndex::new(part.text));
        Some(Around { part, index, span: Span { start, end: end.max(start) } })
    }

    /// A text with a place's line, the line where the place starts, and the part of the place on it.
    fn line(&mut self, place: &Place) -> Option<(&'s str, Range<usize>, Range<usize>)> {
        let around = self.around(place)?;
        let line = around.index.line(around.span.start);
        let marked = range_within(&line, around.span);
        Some((around.part.text, line, marked))
    }

    /// The line where a place starts, if the file's text is known: the part around the place if the line is very long.
    pub(super) fn excerpt(&mut self, place: &Place) -> Option<&'s str> {
        let (text, line, marked) = self.line(place)?;
        text.get(if line.len() <= LONGEST_LINE { line } else { window(text, &line, &marked) })
    }

    /// The lines around a place, if its file's text is known: only the part around the place if its line is very long.
    pub(super) fn frame(&mut self, place: &Place) -> Option<Frame<'s>> {
        let number = self.range(place)?.start.line;
        let (text, line, marked) = self.line(place)?;
        let is_long = line.len() > LONGEST_LINE;
        let shown = if is_long { window(text, &line, &marked) } else { line.clone() };
        let marked = marked.start..marked.end.min(shown.end);
        let rest = text.get(line.end..)?;
        let line_break = if rest.starts_with("\r\n") { 2 } else { rest.len().min(1) };
        let below = (line_break > 0 && line_break < rest.len()).then_some(line.end + line_break);
        let index = self.around(place)?.index;
        let other = |at: usize| {
            let range = index.line(u32::try_from(at).ok()?);
            text.get(range).filter(|line| line.len() <= LONGEST_LINE && !is_long)
        };
        Some(Frame {
            number,
            above: line.start.checked_sub(1).and_then(other),
            start: text.get(shown.start..marked.start)?,
            marked: text.get(marked.clone())?,
            end: text.get(marked.end..shown.end)?,
            below: below.and_then(other),
        })
    }

    /// The range of a place, if its file's text is known.
    pub(super) fn range(&mut self, place: &Place) -> Option<Range<Position>> {
        let Around { part, index, span } = self.around(place)?;
        let position = |at: u32| {
            let (line, column) = index.line_column(at);
            Position { line: part.line - 1 + line, column, offset: part.start + at }
        };
        Some(position(span.start)..position(span.end))
    }

    /// The lines of a place, if its file's text is known and they are not too long.
    pub(super) fn quote(&mut self, place: &Place) -> Option<Quote> {
        let Around { part, index, span } = self.around(place)?;
        let (start, end) = (index.line(span.start).start, index.line(span.end).end);
        let text = part.text.get(start..end).filter(|text| text.len() <= LONGEST_QUOTE)?;
        let line = part.line - 1 + index.line_column(span.start).0;
        Some(Quote {
            place: place.clone(),
            text: text.to_owned(),
            start: part.start + u32::try_from(start).ok()?,
            line,
        })
    }

    /// A note with its place as one line.
    pub(super) fn note(&mut self, note: &Note, prefix: &str) -> String {
        match &note.place {
            None => note.message.clone(),
            Some(place) => format!("{}: {}", self.address(place, prefix), note.message),
        }
    }

    /// `file:line:column`.
    pub(super) fn address(&mut self, place: &Place, prefix: &str) -> String {
        match self.range(place) {
            Some(Range { start, .. }) => format!("{}:{}:{}", shown_path(prefix, place), start.line, start.column),
            None => shown_path(prefix, place),
        }
    }
}

/// The greatest number of notes that are shown with a finding.
const MOST_NOTES: usize = 12;

/// Writes the findings, each followed by a blank line.
pub(super) fn write(
    out: &mut dyn Write,
    sources: &dyn Sources,
    diagnostics: &[Diagnostic],
    prefix: &str,
    color: bool,
) -> io::Result<()> {
    let renderer = if color { Renderer::styled() } else { Renderer::plain() }.decor_style(DecorStyle::Ascii);
    let mut locator = Locator::new(sources);
    for diagnostic in diagnostics {
        let level = match diagnostic.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Info => Level::INFO,
        };
        let title = level.primary_title(single_line(&diagnostic.message)).id(diagnostic.code.name());
        let mut group = Group::with_title(title);
        if let Some(place) = &diagnostic.place {
            group = with_place(group, place, &mut locator, prefix);
        }
        for note in diagnostic.notes.iter().take(MOST_NOTES) {
            group = group.element(Level::NOTE.message(single_line(&locator.note(note, prefix))));
        }
        if let Some(others) = diagnostic.notes.len().checked_sub(MOST_NOTES).filter(|others| *others > 0) {
            let message = format!("and {others} more, which `--format json` lists");
            group = group.element(Level::NOTE.message(message));
        }
        if let Some(help) = &diagnostic.help {
            group = group.element(Level::HELP.message(single_line(help)));
        }
        writeln!(out, "{}\n", renderer.render(&[group]))?;
    }
    Ok(())
}

/// The group with the place's line, or what can be said of it.
fn with_place<'a>(group: Group<'a>, place: &Place, locator: &mut Locator<'a>, prefix: &str) -> Group<'a> {
    let path = shown_path(prefix, place);
    let (Some(range), Some((text, line, marked))) = (locator.range(place), locator.line(place)) else {
        return group.element(Origin::path(path));
    };
    let Range { start, end } = marked;
    if line.len() > LONGEST_LINE {
        // Rendering a minified spec in full would take long and show little.
        let around = window(text, &line, &(start..end));
        let origin = Origin::path(path).line(range.start.line).char_column(range.start.column);
        return group.element(origin).element(Level::NOTE.message(format!("in `…{}…`", single_line(&text[around]))));
    }
    let annotation = AnnotationKind::Primary.span(start - line.start..end - line.start);
    let snippet = Snippet::source(&text[line]).line_start(range.start.line).path(path).annotation(annotation);
    group.element(snippet)
}

/// The path of a place's file, without what terminals would interpret.
fn shown_path(prefix: &str, place: &Place) -> String {
    printable(&format!("{prefix}{}", place.file))
}

/// The part of a span that is on the line where it starts.
fn range_within(line: &Range<usize>, span: Span) -> Range<usize> {
    let start = (span.start as usize).clamp(line.start, line.end);
    start..(span.end as usize).clamp(start, line.end)
}

/// The part of a line around a range within it.
fn window(text: &str, line: &Range<usize>, range: &Range<usize>) -> Range<usize> {
    let mut start = range.start.saturating_sub(WINDOW).max(line.start);
    let mut end = (range.end.min(range.start + WINDOW) + WINDOW).min(line.end);
    while !text.is_char_boundary(start) {
        start += 1;
    }
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    start..end.max(start)
}

/// Messages are one line; a name from a spec may hold a line break all the same.
fn single_line(text: &str) -> String {
    text.replace(['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}'], " ")
}

#[cfg(test)]
mod tests {
    use engine::{Code, Diagnostic, Edit, Fix, Place, Span};

    use super::super::{SavedTexts, Sources, github, json, quotes, sarif};

    struct Files(Vec<(&'static str, String)>);

    impl Sources for Files {
        fn source(&self, file: &str) -> Option<&str> {
            self.0.iter().find(|(name, _)| *name == file).map(|(_, text)| text.as_str())
        }
    }

    fn files() -> Files {
        Files(vec![
            ("docs/a.md", "# Hé\r\n\n\tsee <wc-calout>x</wc-calout>\n".to_owned()),
            ("docs/end.md", "last\n".to_owned()),
            ("long.json", format!("{}\"key\"{}", "é".repeat(2000), ",1".repeat(400_000))),
        ])
    }

    fn found() -> Vec<Diagnostic> {
        let place = |file: &str, start, end| Place { file: file.into(), span: Span::new(start, end) };
        vec![
            Diagnostic::new(Code::UnknownComponent, "there is no component `wc-calout`", place("docs/a.md", 13, 24))
                .with_help("did you mean `wc-callout`?".to_owned())
                .with_note("first seen here", place("docs/end.md", 0, 4))
                .with_note("a note\nof two lines", None),
            Diagnostic::new(Code::UnclosedComponent, "several lines", place("docs/a.md", 0, 30)),
            Diagnostic::new(Code::DuplicateKey, "beyond the end", place("docs/end.md", 900, 901)),
            Diagnostic::new(Code::DuplicateKey, "in a long line", place("long.json", 4000, 4005)),
            Diagnostic::new(Code::MissingFile, "no \u{1b}[31mcolour, file", place("gone.yaml", 3, 4)),
            Diagnostic::new(Code::OrphanPage, "nowhere: 100%", None),
        ]
    }

    #[test]
    fn text_shows_the_source() {
        let mut out = Vec::new();
        super::write(&mut out, &files(), &found(), "sub/", false).unwrap();
        insta::assert_snapshot!(String::from_utf8(out).unwrap(), @r#"
        error[unknown-component]: there is no component `wc-calout`
         --> sub/docs/a.md:3:6
          |
        3 |     see <wc-calout>x</wc-calout>
          |         ^^^^^^^^^^^
          |
          = note: sub/docs/end.md:1:1: first seen here
          = note: a note of two lines
          = help: did you mean `wc-callout`?

        error[unclosed-component]: several lines
         --> sub/docs/a.md:1:1
          |
        1 | # Hé
          | ^^^^

        warning[duplicate-key]: beyond the end
         --> sub/docs/end.md:2:1
          |
        2 |
          | ^

        warning[duplicate-key]: in a long line
        --> sub/long.json:1:2001
         = note: in `…éééééééééééééééééééé"key",1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1…`

        error[missing-file]: no ␛[31mcolour, file
        --> sub/gone.yaml

        warning[orphan-page]: nowhere: 100%
        "#);
    }

    /// What reports show of quotes is what they show of whole files.
    #[test]
    fn quotes_are_enough_for_every_report() {
        let (files, found) = (files(), found());
        assert_eq!(quotes(&files, &found), None, "a line is too long");
        let is_short = |found: &Diagnostic| found.place.as_ref().is_none_or(|place| *place.file != *"long.json");
        let mut found: Vec<Diagnostic> = found.into_iter().filter(is_short).collect();
        let place = Place { file: "docs/a.md".into(), span: Span::new(8, 12) };
        let edits = vec![Edit { place, replacement: "wc-callout".to_owned() }];
        let fixed = found.remove(0).with_fix(Fix { title: "use `wc-callout`".to_owned(), edits });
        found.push(fixed);
        let mut saved = SavedTexts::default();
        saved.save_quotes(&quotes(&files, &found).unwrap());
        let reports = |sources: &dyn Sources| {
            let mut written = [const { Vec::new() }; 4];
            let [text, annotations, object, log] = &mut written;
            super::write(text, sources, &found, "sub/", false).unwrap();
            github::write(annotations, sources, &found, "sub/").unwrap();
            json::write(object, sources, &found, None).unwrap();
            sarif::write(log, sources, &found, "sub/").unwrap();
            written.map(|bytes| String::from_utf8(bytes).unwrap())
        };
        assert_eq!(reports(&saved), reports(&files));
    }

    #[test]
    fn windows_of_long_lines_begin_and_end_between_characters() {
        let text = "語".repeat(200);
        assert_eq!(super::window(&text, &(0..600), &(300..303)), 261..342);
        assert_eq!(super::window(&text, &(0..600), &(0..3)), 0..42);
        assert_eq!(super::window(&text, &(0..600), &(597..600)), 558..600);
    }

    #[test]
    fn names_of_files_give_terminals_no_commands() {
        let place = Place { file: "docs/\u{1b}]0;x\u{7}\n.md".into(), span: Span::default() };
        let found = Diagnostic::new(Code::InvalidPageId, "a name", place.clone()).with_note("here too", place);
        let mut out = Vec::new();
        super::write(&mut out, &files(), &[found], "", false).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text:?}");
        assert_eq!(text.lines().count(), 4, "{text}");
    }

    /// Scanning the line once per finding would take a minute.
    #[test]
    fn findings_in_a_long_line_do_not_scan_it() {
        let length = 2 << 20;
        let files = Files(vec![("long.json", "1".repeat(length))]);
        let place = |start| Place { file: "long.json".into(), span: Span::new(start, start + 1) };
        let starts = (0..length).step_by(length / 4_000);
        let found: Vec<_> = starts.map(|start| Diagnostic::new(Code::DuplicateKey, "twice", place(start))).collect();
        let began = std::time::Instant::now();
        super::write(&mut std::io::sink(), &files, &found, "", false).unwrap();
        sarif::write(&mut std::io::sink(), &files, &found, "").unwrap();
        assert!(began.elapsed().as_secs() < 10, "{:?}", began.elapsed());
    }

    #[test]
    fn github_annotations_are_escaped() {
        let mut out = Vec::new();
        github::write(&mut out, &files(), &found(), "sub/").unwrap();
        insta::assert_snapshot!(String::from_utf8(out).unwrap(), @r"
        ::error title=unknown-component,file=sub/docs/a.md,line=3,endLine=3,col=6,endColumn=17::there is no component `wc-calout`%0Asub/docs/end.md:1:1: first seen here%0Aa note%0Aof two lines%0Ahelp: did you mean `wc-callout`?
        ::error title=unclosed-component,file=sub/docs/a.md,line=1,endLine=3::several lines
        ::warning title=duplicate-key,file=sub/docs/end.md,line=2,endLine=2,col=1,endColumn=1::beyond the end
        ::warning title=duplicate-key,file=sub/long.json,line=1,endLine=1,col=2001,endColumn=2006::in a long line
        ::error title=missing-file,file=sub/gone.yaml::no �[31mcolour, file
        ::warning title=orphan-page::nowhere: 100%25
        ");
    }

    #[test]
    fn json_has_every_place() {
        let mut out = Vec::new();
        json::write(&mut out, &files(), &found()[..1], Some(("build", serde_json::json!({ "pages": 1 })))).unwrap();
        insta::assert_snapshot!(String::from_utf8(out).unwrap(), @r#"
        {
          "diagnostics": [
            {
              "code": "unknown-component",
              "severity": "error",
              "message": "there is no component `wc-calout`",
              "help": "did you mean `wc-callout`?",
              "place": {
                "file": "docs/a.md",
                "start": {
                  "line": 3,
                  "column": 6,
                  "offset": 13
                },
                "end": {
                  "line": 3,
                  "column": 17,
                  "offset": 24
                }
              },
              "notes": [
                {
                  "message": "first seen here",
                  "place": {
                    "file": "docs/end.md",
                    "start": {
                      "line": 1,
                      "column": 1,
                      "offset": 0
                    },
                    "end": {
                      "line": 1,
                      "column": 5,
                      "offset": 4
                    }
                  }
                },
                {
                  "message": "a note\nof two lines",
                  "place": null
                }
              ],
              "fix": null
            }
          ],
          "summary": {
            "errors": 1,
            "warnings": 0,
            "infos": 0
          },
          "build": {
            "pages": 1
          }
        }
        "#);
    }
}
