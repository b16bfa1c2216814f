//! Code with `twoslash` in its info string, which the source tool compiles: the lines that only the compiler reads are not
//! shown.

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

/// The lines that the source tool shows, and the number of queries among the others, whose answers it shows.
pub(super) fn shown(content: &str) -> (String, usize) {
    let mut out: Vec<&str> = Vec::new();
    let mut queries = 0;
    let mut is_cut = false;
    for line in content.split_inclusive('\n') {
        match comment(line.trim()) {
            Some("---cut---" | "---cut-before---") => {
                out.clear();
                queries = 0;
            }
            Some("---cut-after---") => break,
            Some("---cut-start---") => is_cut = true,
            Some("---cut-end---") => is_cut = false,
            _ if is_cut => {}
            Some(words) if is_query(words) => queries += 1,
            _ if comment(line).is_some_and(is_option) => {
                // The messages of these errors are shown.
                queries += usize::from(comment(line).is_some_and(|words| words.starts_with("@errors")));
            }
            _ => out.push(line),
        }
    }
    (out.concat(), queries)
}

/// The text of a line that is a comment.
fn comment(line: &str) -> Option<&str> {
    let text = line.strip_prefix("//")?.trim_end();
    Some(text.strip_prefix(' ').unwrap_or(text))
}

/// Whether a comment points at the code above it: `^?`, `^|`, `^^^^ words`.
fn is_query(words: &str) -> bool {
    let Some(rest) = words.trim_start().strip_prefix('^') else { return false };
    let length = if rest.starts_with(['?', '|']) { 1 } else { rest.len() - rest.trim_start_matches('^').len() };
    length > 0 && rest.get(length..).is_some_and(|behind| behind.is_empty() || behind.starts_with(' '))
}

/// Whether a comment sets an option: `@errors: 2322`, `@strict`.
fn is_option(words: &str) -> bool {
    let name = words.strip_prefix('@').map(|rest| rest.split_once(':').map_or(rest, |(name, _)| name));
    name.is_some_and(|name| OPTIONS.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn lines_for_the_compiler_are_not_shown() {
        for (source, expected, queries) in [
            ("a\n// ---cut---\nb\n", "b\n", 0),
            ("a\n  // ---cut-before---\nb\n//---cut---\nc\n", "c\n", 0),
            ("a\n// ---cut-after---\nb\n// ^?\n", "a\n", 0),
            ("a\n// ---cut-start---\nb\n// ^?\n// ---cut-end---\nc\n", "a\nc\n", 0),
            ("// @errors: 2322\n// @strict\n// @filename: a.ts\na\n", "// @filename: a.ts\na\n", 1),
            ("// @thing\n  // @strict\n// @log: x\n", "// @thing\n  // @strict\n// @log: x\n", 0),
            ("let x = 1\n//  ^?\n//  ^|\n//  ^^^ words\n", "let x = 1\n", 3),
            ("let x = 1\n//  ^?\n// ---cut---\nx\n// ^?\n", "x\n", 1),
            ("// ^ words\n// ^?x\n// cut\n", "// ^ words\n// ^?x\n// cut\n", 0),
        ] {
            assert_eq!(shown(source), (expected.to_owned(), queries), "{source}");
        }
    }
}
