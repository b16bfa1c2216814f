//! Code with `twoslash` in its info string, which the source tool compiles: the lines that only the compiler reads are not
//! shown.

use std::collections::BTreeMap;

/// Code that is not shown where it is, but where other code of the page includes it: `twoslash include name`, and
/// `// @include: name`. <https://github.com/shikijs/twoslash/tree/main/packages/remark-shiki-twoslash>
#[derive(Clone, Debug, Default)]
pub(super) struct CodeParts {
    texts: BTreeMap<String, String>,
    /// The file and line of each block that no other has included so far, and its number of lines.
    unused: BTreeMap<String, (String, u32, usize)>,
}

impl CodeParts {
    /// Adds the code of a block. A line `// - part` in it names what is above it `name-part`.
    pub(super) fn add(&mut self, name: &str, code: &str, (file, line): (&str, u32)) {
        let mut text = String::with_capacity(code.len());
        for source in code.split_inclusive('\n') {
            match source.trim().strip_prefix("// - ").and_then(|rest| rest.split_whitespace().next()) {
                Some(part) => {
                    self.texts.insert(format!("{name}-{part}"), text.clone());
                }
                None => text.push_str(source),
            }
        }
        self.unused.insert(name.to_owned(), (file.to_owned(), line, code.lines().count()));
        self.texts.insert(name.to_owned(), text);
    }

    /// Returns the code with others in place of `// @include: name`.
    pub(super) fn filled(&mut self, code: &str) -> String {
        let mut out = String::with_capacity(code.len());
        for line in code.split_inclusive('\n') {
            let name = comment(line.trim()).and_then(|words| words.strip_prefix("@include: ")).map(str::trim);
            match name.and_then(|name| Some((name, self.texts.get(name)?))) {
                Some((name, text)) => {
                    out.push_str(text);
                    self.unused.retain(|known, _| {
                        name.strip_prefix(known.as_str()).is_none_or(|rest| !rest.is_empty() && !rest.starts_with('-'))
                    });
                }
                None => out.push_str(line),
            }
        }
        out
    }

    /// Returns the files and lines of the blocks that no other includes, and the number of lines of each.
    pub(super) fn into_unused(self) -> impl Iterator<Item = (String, u32, usize)> {
        self.unused.into_values()
    }
}

/// The name of the block of code with this info string, if it is only shown where others include it.
pub(super) fn part_name(info: &str) -> Option<&str> {
    let (_, behind) = info.split_once("twoslash")?;
    behind.trim_start().strip_prefix("include ")?.split_whitespace().next()
}

/// The options in comments that are not shown: those of twoslash, then common ones of the compiler. Other comments with
/// `@` are shown, among them `@filename`.
const OPTIONS: [&str; 40] = [
    "errors",
    "noErrors",
    "noErrorsCutted",
    "noErrorValidation",
    "noStaticSemanticInfo",
    "emit",
    "showEmit",
    "showEmittedFile",
    "keepNotations",
    "allowJs",
    "allowImportingTsExtensions",
    "allowSyntheticDefaultImports",
    "allowUnreachableCode",
    "checkJs",
    "customConditions",
    "declaration",
    "downlevelIteration",
    "emitDecoratorMetadata",
    "esModuleInterop",
    "exactOptionalPropertyTypes",
    "experimentalDecorators",
    "isolatedModules",
    "jsx",
    "jsxImportSource",
    "lib",
    "module",
    "moduleDetection",
    "moduleResolution",
    "noImplicitAny",
    "noImplicitOverride",
    "noUncheckedIndexedAccess",
    "noUnusedLocals",
    "noUnusedParameters",
    "resolveJsonModule",
    "strict",
    "strictNullChecks",
    "target",
    "types",
    "useDefineForClassFields",
    "verbatimModuleSyntax",
];

/// The numbers of lines that made the source tool show more than the code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TwoslashAnswers {
    /// Lines that ask for a type or for completions: `^?`, `^|`.
    queries: usize,
    /// Lines that mark the code above them: `^^^`, with or without words.
    marks: usize,
    /// Options for which the messages of errors are shown: `@errors`.
    errors: usize,
    /// Options for which the compiled code is shown: `@showEmit`.
    outputs: usize,
}

impl TwoslashAnswers {
    /// Returns the number of lines.
    pub(super) fn lines(self) -> usize {
        self.queries + self.marks + self.errors + self.outputs
    }

    /// Returns the name of each kind of lines that occurs, with their number, and what the new page lacks.
    pub(super) fn losses(self) -> impl Iterator<Item = (String, &'static str)> {
        let number = |count: usize, one: &str, many: &str| match count {
            1 => format!("1 {one} of twoslash"),
            _ => format!("{count} {many} of twoslash"),
        };
        let kinds = [
            (
                self.queries,
                number(self.queries, "query", "queries"),
                "code is not compiled: the types or completions that twoslash showed are left out",
            ),
            (
                self.marks,
                number(self.marks, "mark", "marks"),
                "the marked code is not highlighted, and words beside marks, if any, are left out",
            ),
            (
                self.errors,
                number(self.errors, "option `@errors`", "options `@errors`"),
                "code is not compiled: the messages that twoslash showed are left out",
            ),
            (
                self.outputs,
                number(self.outputs, "option for output", "options for output"),
                "code is not compiled: it is shown itself, not what it is compiled to",
            ),
        ];
        kinds.into_iter().filter(|(count, ..)| *count > 0).map(|(_, subject, outcome)| (subject, outcome))
    }

    /// Counts an option, unless it only has an effect on the compiler.
    fn add_option(&mut self, name: &str) {
        match name {
            "errors" => self.errors += 1,
            "showEmit" | "showEmittedFile" => self.outputs += 1,
            _ => {}
        }
    }
}

/// The lines that the source tool shows, and the numbers of others for which it shows more.
pub(super) fn shown(content: &str) -> (String, TwoslashAnswers) {
    let mut out: Vec<&str> = Vec::new();
    let mut answers = TwoslashAnswers::default();
    let mut is_cut = false;
    for line in content.split_inclusive('\n') {
        match comment(line.trim()) {
            Some("---cut---" | "---cut-before---") => {
                out.clear();
                answers = TwoslashAnswers::default();
            }
            Some("---cut-after---") => break,
            Some("---cut-start---") => is_cut = true,
            Some("---cut-end---") => is_cut = false,
            _ if is_cut => {}
            Some(words) if is_query(words) => {
                let is_mark = words.trim_start().starts_with("^^");
                answers.marks += usize::from(is_mark);
                answers.queries += usize::from(!is_mark);
            }
            _ => match comment(line).and_then(option) {
                Some(name) => answers.add_option(name),
                None => out.push(line),
            },
        }
    }
    (out.concat(), answers)
}

/// The text of a line that is a comment.
fn comment(line: &str) -> Option<&str> {
    let text = line.strip_prefix("//")?.trim_end();
    Some(text.strip_prefix(' ').unwrap_or(text))
}

/// Whether a comment points at the code above it: `^?`, `^|`, `^^^^ words`.
fn is_query(words: &str) -> bool {
    let Some(rest) = words.trim_start().strip_prefix('^') else { return false };
    let behind = rest.trim_start_matches('^');
    matches!(rest.trim_end(), "?" | "|") || behind.len() < rest.len() && (behind.is_empty() || behind.starts_with(' '))
}

/// The option that a comment sets: `@errors: 2322`, `@strict`. `None` for other comments.
fn option(words: &str) -> Option<&str> {
    let name = words.strip_prefix('@').map(|rest| rest.split_once(':').map_or(rest, |(name, _)| name));
    name.filter(|name| OPTIONS.contains(name))
}

#[cfg(test)]
mod tests {
    use super::{CodeParts, TwoslashAnswers, part_name, shown};

    #[test]
    fn parts_are_shown_where_they_are_included() {
        let mut parts = CodeParts::default();
        parts.add("seeds", "a\n// - first\nb\n", ("a.md", 3));
        parts.add("beds", "c\n", ("a.md", 9));
        assert_eq!(
            parts.filled("  // @include: seeds-first\nx\n// @include: seeds\n// @include: none\n"),
            "a\nx\na\nb\n// @include: none\n"
        );
        assert_eq!(parts.into_unused().collect::<Vec<_>>(), [("a.md".to_owned(), 9, 1)]);
        assert_eq!(part_name("twoslash include seeds"), Some("seeds"));
        assert_eq!(part_name("ts twoslash"), None);
    }

    #[test]
    fn lines_for_the_compiler_are_not_shown() {
        for (source, expected, [queries, marks, errors, outputs]) in [
            ("a\n// ---cut---\nb\n", "b\n", [0; 4]),
            ("a\n  // ---cut-before---\nb\n//---cut---\nc\n", "c\n", [0; 4]),
            ("a\n// ---cut-after---\nb\n// ^?\n", "a\n", [0; 4]),
            ("a\n// ---cut-start---\nb\n// ^?\n// ---cut-end---\nc\n", "a\nc\n", [0; 4]),
            ("// @errors: 2322\n// @strict\n// @filename: a.ts\na\n", "// @filename: a.ts\na\n", [0, 0, 1, 0]),
            ("// @showEmit\n// @noErrors\na\n", "a\n", [0, 0, 0, 1]),
            ("// @thing\n  // @strict\n// @log: x\n", "// @thing\n  // @strict\n// @log: x\n", [0; 4]),
            ("let x = 1\n//  ^?\n//  ^|\n//  ^^^ words\n", "let x = 1\n", [2, 1, 0, 0]),
            ("let x = 1\n//  ^?\n// ---cut---\nx\n// ^?\n", "x\n", [1, 0, 0, 0]),
            ("// ^ words\n// ^?x\n// cut\n", "// ^ words\n// ^?x\n// cut\n", [0; 4]),
            ("// ^? words\n", "// ^? words\n", [0; 4]),
        ] {
            let answers = TwoslashAnswers { queries, marks, errors, outputs };
            assert_eq!(shown(source), (expected.to_owned(), answers), "{source}");
        }
    }
}
