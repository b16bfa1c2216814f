//! `import` and `export` in a page.

use super::expression::{Reach, expression_end, statement_end};
use crate::literal::Literal;

/// A statement in a page.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Statement {
    Import {
        line: u32,
        /// Each name in the page, with its name in the file: `default`, `*`, or a name.
        names: Vec<(String, String)>,
        /// As written.
        path: String,
    },
    Export {
        line: u32,
        name: String,
        value: Exported,
    },
}

/// The value of an export.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Exported {
    Literal(Literal),
    Component(JsxComponent),
    /// A function, a component, or a computed value.
    Code,
}

/// A component that is only JSX; empty if it shows nothing.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct JsxComponent {
    pub(crate) jsx: String,
    /// The line of the JSX in the file that defines the component.
    pub(crate) line: u32,
    /// The default values of its props.
    pub(crate) defaults: Vec<(String, Literal)>,
}

/// The end of the statement that begins at `at`, at the start of a line. `None` if it is prose that begins with such a
/// word.
pub(crate) fn statement(text: &str, at: usize) -> Option<usize> {
    let rest = text.get(at..)?;
    let line = rest.split('\n').next().unwrap_or_default();
    let (word, after) = line.split_once([' ', '{', '*'])?;
    let after_word = line.get(word.len()..)?.trim_start();
    let begins = match word {
        "import" => {
            let second = after.split([' ', ',', '{']).next().unwrap_or_default();
            let is_name = !second.is_empty() && second.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$'));
            let names = after_word.starts_with(['{', '*', '"', '\'']);
            let second_ends = after.trim_start().get(second.len()..).unwrap_or_default().trim_start();
            names || is_name && (second_ends.starts_with("from") || second_ends.starts_with(',') || second == "type")
        }
        "export" => {
            let second = after_word.split([' ', '(']).next().unwrap_or_default();
            matches!(
                second,
                "const" | "let" | "var" | "function" | "default" | "async" | "class" | "type" | "interface" | "enum"
            ) || after_word.starts_with(['{', '*'])
        }
        _ => false,
    };
    if !begins {
        return None;
    }
    let mut end =
        statement_end(text, at).or_else(|| rest.find("\n\n").map(|blank| at + blank + 1)).unwrap_or(text.len());
    // Formatters of prose break lines behind the first word of a further import.
    while let Some(before) = text.get(at..end)?.trim_end().strip_suffix("import").filter(|_| word == "import") {
        if !before.trim_end().ends_with(';') {
            break;
        }
        let next = at + before.len();
        match statement_end(text, next).filter(|next| *next > end) {
            Some(next) => end = next,
            None => break,
        }
    }
    let whole = text.get(at..end)?;
    (word == "export" || whole.contains(['"', '\''])).then_some(end)
}

/// Parses a run of statements.
pub(crate) fn statements(source: &str, line: u32) -> Vec<Statement> {
    let mut out = Vec::new();
    let mut at = 0;
    while at < source.len() {
        let rest = source.get(at..).unwrap_or_default();
        let here = line + u32::try_from(source.get(..at).unwrap_or_default().matches('\n').count()).unwrap_or(0);
        let Some(end) = statement(source, at) else {
            at += rest.find('\n').map_or(rest.len(), |offset| offset + 1);
            continue;
        };
        let whole = source.get(at..end).unwrap_or_default();
        match whole.split_whitespace().next() {
            Some(word) if word.starts_with("import") => {
                out.extend(imports_on_a_line(whole).into_iter().filter_map(|one| import(one, here)));
            }
            _ => out.extend(export(whole, here)),
        }
        at = end.max(at + 1);
    }
    out
}

/// The imports that semicolons separate.
fn imports_on_a_line(source: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut start, mut quote) = (0, None);
    for (at, c) in source.char_indices() {
        match (c, quote) {
            (';', None) => {
                parts.extend(source.get(start..at));
                start = at + 1;
            }
            ('"' | '\'', None) => quote = Some(c),
            (c, Some(open)) if c == open => quote = None,
            _ => {}
        }
    }
    parts.extend(source.get(start..));
    parts.into_iter().map(str::trim).filter(|part| part.starts_with("import")).collect()
}

fn import(source: &str, line: u32) -> Option<Statement> {
    let path_end = source.rfind(['"', '\''])?;
    let quote = source.get(path_end..)?.chars().next()?;
    let path_start = source.get(..path_end)?.rfind(quote)? + 1;
    let path = unescaped(source.get(path_start..path_end)?);
    let clause = source.get("import".len()..path_start - 1)?;
    let clause = clause.trim().trim_end_matches("from").trim();
    let mut names = Vec::new();
    let (outer, inner) = match clause.split_once('{') {
        Some((outer, inner)) => (outer, inner.split('}').next().unwrap_or_default()),
        None => (clause, ""),
    };
    for name in outer.split(',').map(str::trim).filter(|name| !name.is_empty()) {
        match name.split_once(" as ") {
            Some((_, local)) => names.push((local.trim().to_owned(), "*".to_owned())),
            None => names.push((name.to_owned(), "default".to_owned())),
        }
    }
    for name in inner.split(',').map(str::trim).filter(|name| !name.is_empty()) {
        let (theirs, ours) = name.split_once(" as ").unwrap_or((name, name));
        names.push((ours.trim().to_owned(), theirs.trim().to_owned()));
    }
    Some(Statement::Import { line, names, path })
}

/// The path in a string of JavaScript, in which `\_` is `_`: some formatters escape underscores as in Markdown.
fn unescaped(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    let mut chars = path.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '\\' || chars.peek().is_none_or(|next| next.is_alphanumeric()) {
            out.push(c);
        }
    }
    out
}

fn export(source: &str, line: u32) -> Option<Statement> {
    let rest = source.strip_prefix("export")?.trim_start();
    let (word, rest) = rest.split_once(char::is_whitespace)?;
    if word == "default" {
        return Some(Statement::Export { line, name: "default".to_owned(), value: Exported::Code });
    }
    if matches!(word, "type" | "interface") {
        return None;
    }
    let rest = rest.trim_start();
    let rest = rest.strip_prefix("function ").unwrap_or(rest);
    let length = rest.find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '$'))?;
    let name = rest.get(..length)?.to_owned();
    let is_constant = matches!(word, "const" | "let" | "var");
    let Some((head, value)) = rest.split_once('=').filter(|_| is_constant) else {
        let value = rest
            .get(length..)
            .and_then(component)
            .map_or(Exported::Code, |found| Exported::Component(found.in_text(source, line)));
        return Some(Statement::Export { line, name, value });
    };
    let is_constant = !head.contains('(');
    let value = value.trim().trim_end_matches(';').trim();
    let value = match Literal::read(value) {
        literal if is_constant && literal.is_whole() => Exported::Literal(literal),
        known @ (Literal::Object(_) | Literal::Jsx(_)) if is_constant => Exported::Literal(known),
        _ => component(value).map_or(Exported::Code, |found| Exported::Component(found.in_text(source, line))),
    };
    Some(Statement::Export { line, name, value })
}

/// The imports of a setup script of Vue, and its constants that are literal: what the page can use by name.
pub(crate) fn setup(source: &str, line: u32) -> Vec<Statement> {
    let mut out = Vec::new();
    let (mut at, mut here) = (0, line);
    while let Some(rest) = source.get(at..).filter(|rest| !rest.is_empty()) {
        let word = rest.split_whitespace().next().filter(|_| !rest.starts_with(char::is_whitespace));
        let is_statement = matches!(word, Some("import" | "const" | "let" | "var"));
        let next_line = rest.find('\n').map_or(source.len(), |offset| at + offset + 1);
        // Behind a bracket that stays open, nothing is a statement.
        let end = if is_statement { statement_end(source, at) } else { Some(next_line) };
        let Some(end) = end.map(|end| end.max(next_line)) else { break };
        let whole = source.get(at..end).unwrap_or_default();
        if word == Some("import") {
            out.extend(imports_on_a_line(whole).into_iter().filter_map(|one| import(one, here)));
        } else if is_statement {
            let constant = export(&format!("export {whole}"), here);
            let is_literal = |one: &Statement| matches!(one, Statement::Export { value: Exported::Literal(_), .. });
            out.extend(constant.filter(is_literal));
        }
        here += u32::try_from(whole.matches('\n').count()).unwrap_or(0);
        at = end;
    }
    out
}

/// The imports of a code file.
pub(crate) fn imports(text: &str) -> Vec<Statement> {
    statements(text, 1).into_iter().filter(|statement| matches!(statement, Statement::Import { .. })).collect()
}

/// The value that a code file declares under a name at the start of a line, exported or not.
pub(crate) fn declared(text: &str, name: &str) -> Option<Exported> {
    let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1));
    starts.take(MOST_LINES).find_map(|at| {
        let line = text.get(at..)?;
        let bare = line.strip_prefix("export ").unwrap_or(line);
        let rest = ["const ", "let ", "var ", "function "].iter().find_map(|word| bare.strip_prefix(word))?;
        let behind = rest.strip_prefix(name)?.chars().next()?;
        if behind.is_alphanumeric() || behind == '_' {
            return None;
        }
        let end = statement_end(text, at)?;
        let length = line.len() - bare.len();
        match export(&format!("export {}", text.get(at + length..end)?), line_of(text, at))? {
            Statement::Export { value, .. } => Some(value),
            Statement::Import { .. } => None,
        }
    })
}

/// `export default function Name(…) { return … }`, whose keyword `function` is at `at`.
pub(crate) fn default_component(text: &str, at: usize) -> Option<Exported> {
    let end = statement_end(text, at)?;
    let start = at + text.get(at..end)?.find('(')?;
    let found = component(text.get(start..end)?)?;
    Some(Exported::Component(found.in_text(text.get(start..end)?, line_of(text, start))))
}

/// The line of a position in a text, from 1.
fn line_of(text: &str, at: usize) -> u32 {
    1 + u32::try_from(text.get(..at).unwrap_or_default().matches('\n').count()).unwrap_or(u32::MAX - 1)
}

/// The greatest number of lines of a code file that are read.
const MOST_LINES: usize = 20_000;

impl JsxComponent {
    /// The component with its line, in a text whose first line has this number.
    fn in_text(self, text: &str, first: u32) -> Self {
        let at = text.find(&self.jsx).unwrap_or(0);
        Self { line: first + line_of(text, at) - 1, ..self }
    }
}

/// A component: its parameters, an optional `=>`, and only JSX or `null`.
fn component(source: &str) -> Option<JsxComponent> {
    let source = source.trim().trim_end_matches(';');
    let end = source.strip_prefix('(').and_then(|_| expression_end(source, 0, &mut Reach::default()))?;
    let body = source.get(end..)?.trim_start();
    let body = body.strip_prefix("=>").unwrap_or(body).trim();
    let jsx = match body.strip_prefix('{').and_then(|body| body.strip_suffix('}')) {
        Some(body) => body.trim().strip_prefix("return")?.trim().trim_end_matches(';'),
        None => body,
    };
    let jsx = match Literal::read(jsx) {
        Literal::Jsx(jsx) => jsx,
        // It shows nothing.
        Literal::Nothing => String::new(),
        _ => return None,
    };
    let names = source.get(1..end - 1)?.trim().strip_prefix('{').and_then(|names| names.strip_suffix('}'));
    let is_name = |name: &str| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    let defaults = names.into_iter().flat_map(|names| names.split(',')).filter_map(|name| match name.split_once('=') {
        Some((name, value)) => {
            Some((name.trim().to_owned(), Literal::read(value))).filter(|(_, value)| value.is_whole())
        }
        // Undefined, unless it is passed. The children are no attribute.
        None => {
            Some((name.trim().to_owned(), Literal::Nothing)).filter(|(name, _)| is_name(name) && name != "children")
        }
    });
    Some(JsxComponent { jsx, line: 1, defaults: defaults.collect() })
}

/// Whether the text from `at` to the end of its line is one expression in braces, and where that ends.
pub(crate) fn whole_expression(text: &str, at: usize, reach: &mut Reach) -> Option<usize> {
    let end = expression_end(text, at, reach)?;
    let rest = text.get(end..)?.split('\n').next().unwrap_or_default();
    rest.trim().is_empty().then_some(end)
}

#[cfg(test)]
mod tests {
    use super::{Statement, statement, statements};

    #[test]
    fn imports_share_a_line_and_are_broken_behind_their_first_word() {
        let source =
            "import A from './a'; import B from './b;c';\nimport C from './c.md'; import\nD from './d.md';\n\nText.\n";
        let names: Vec<(String, String)> = statements(source, 1)
            .into_iter()
            .filter_map(|statement| match statement {
                Statement::Import { names, path, .. } => Some((names.first()?.0.clone(), path)),
                Statement::Export { .. } => None,
            })
            .collect();
        let expected = [("A", "./a"), ("B", "./b;c"), ("C", "./c.md"), ("D", "./d.md")];
        assert_eq!(names, expected.map(|(name, path)| (name.to_owned(), path.to_owned())));
        let second = source.find("import C").unwrap();
        assert_eq!(statement(source, second), source.find("\n\nText").map(|end| end + 1));
    }

    #[test]
    fn prose_may_begin_with_the_word_of_a_statement() {
        for prose in ["import them as \"files\".\n", "import of 'x'\n", "import, then \"export\"\n", "export them\n"] {
            assert_eq!(statement(prose, 0), None, "{prose}");
        }
        for code in
            ["import x from 'x'\n", "import type { X } from 'x'\n", "import x, { y } from 'x'\n", "import 'x'\n"]
        {
            assert_eq!(statement(code, 0), Some(code.len()), "{code}");
        }
    }

    #[test]
    fn statements_are_read() {
        let source = "import A, { B, C as D } from '/x.mdx';\nimport * as E from \"./e\"\n\nexport const n = 1;\n\nexport const F = ({ a }) => (\n  <p>\n\n  {a}</p>\n);\n\nexport const metadata = {\n  title: 'T'\n}\n";
        insta::assert_debug_snapshot!(statements(source, 3), @r#"
        [
            Import {
                line: 3,
                names: [
                    (
                        "A",
                        "default",
                    ),
                    (
                        "B",
                        "B",
                    ),
                    (
                        "D",
                        "C",
                    ),
                ],
                path: "/x.mdx",
            },
            Import {
                line: 4,
                names: [
                    (
                        "E",
                        "*",
                    ),
                ],
                path: "./e",
            },
            Export {
                line: 6,
                name: "n",
                value: Literal(
                    Number(
                        "1",
                    ),
                ),
            },
            Export {
                line: 8,
                name: "F",
                value: Component(
                    JsxComponent {
                        jsx: "<p>\n\n  {a}</p>",
                        line: 9,
                        defaults: [
                            (
                                "a",
                                Nothing,
                            ),
                        ],
                    },
                ),
            },
            Export {
                line: 14,
                name: "metadata",
                value: Literal(
                    Object(
                        [
                            (
                                "title",
                                Text(
                                    "T",
                                ),
                            ),
                        ],
                    ),
                ),
            },
        ]
        "#);
    }

    #[test]
    fn an_escaped_underscore_in_a_path_is_an_underscore() {
        let source = "import W from \"./\\_canary\\-warning.mdx\";\n";
        let found = statements(source, 1);
        assert!(
            matches!(found.as_slice(), [Statement::Import { path, .. }] if path == "./_canary-warning.mdx"),
            "{found:?}"
        );
    }

    #[test]
    fn prose_is_no_statement() {
        for text in
            ["import the file\n", "export your data\n", "imports", "import a from b", "export default", "import"]
        {
            let found = statement(text, 0).map(|end| &text[..end]);
            assert!(found.is_none() || text.starts_with("export default"), "{text}: {found:?}");
        }
    }
}
