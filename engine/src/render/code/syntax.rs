//! Tokens from the grammars of Sublime Text, for the languages without a scanner here.
//!
//! They take 0.5 to 50 microseconds per byte, and up to 0.8 seconds for the first block of a language. So the tokens of
//! pages are memoized, and code in specs does not use grammars.

use std::panic::catch_unwind;
use std::sync::LazyLock;

use syntect::parsing::{BasicScopeStackOp, ParseState, Scope, ScopeStack, SyntaxReference, SyntaxSet};

use super::Token;
use crate::Db;

/// The nesting limit; text nested more deeply has no tokens.
const DEEPEST: usize = 4_000;

static SYNTAXES: LazyLock<SyntaxSet> = LazyLock::new(two_face::syntax::extra_newlines);

/// Further names of grammars.
pub(super) const ALIASES: &[(&str, &str)] = &[
    ("adoc", "AsciiDoc (Asciidoctor)"),
    ("apache", "Apache Conf"),
    ("asciidoc", "AsciiDoc (Asciidoctor)"),
    ("assembly", "x86_64 Assembly"),
    ("batch", "Batch File"),
    ("docker", "Dockerfile"),
    ("env", "DotENV"),
    ("fsharp", "F#"),
    ("jinja", "Jinja2"),
    ("make", "Makefile"),
    ("mdx", "Markdown"),
    ("regex", "Regular Expression"),
    ("svg", "XML"),
    ("vim", "VimL"),
    ("vue", "Vue Component"),
];

/// The tokens of scopes, by prefix. The innermost scope with a row decides, and the first row that matches it.
pub(super) const SCOPES: &[(&str, Option<Token>)] = &[
    ("comment", Some(Token::Comment)),
    ("constant.numeric", Some(Token::Number)),
    ("constant.language", Some(Token::Keyword)),
    ("constant.character.escape", Some(Token::Operator)),
    ("constant", Some(Token::Number)),
    ("entity.name.function", Some(Token::Function)),
    ("entity.name.section", Some(Token::Function)),
    ("entity.name.tag.toml", Some(Token::Property)),
    ("entity.name.tag.yaml", Some(Token::Property)),
    ("entity.name.tag", Some(Token::Keyword)),
    ("entity.other.attribute-name", Some(Token::Property)),
    ("entity.other.inherited-class", Some(Token::Type)),
    ("entity.name", Some(Token::Type)),
    ("keyword.operator.word", Some(Token::Keyword)),
    ("keyword.operator", Some(Token::Operator)),
    ("keyword.other.unit", Some(Token::Number)),
    ("keyword", Some(Token::Keyword)),
    ("markup.deleted", Some(Token::Number)),
    ("markup.heading", Some(Token::Function)),
    ("markup.inserted", Some(Token::String)),
    ("markup.raw", Some(Token::String)),
    ("markup.underline.link", Some(Token::String)),
    ("meta.embedded", None),
    ("meta.interpolation", None),
    ("meta.property-name", Some(Token::Property)),
    ("punctuation.definition.tag", None),
    ("source", None),
    ("storage", Some(Token::Keyword)),
    ("string", Some(Token::String)),
    ("support.class", Some(Token::Type)),
    ("support.constant", Some(Token::Keyword)),
    ("support.function", Some(Token::Function)),
    ("support.type.property-name", Some(Token::Property)),
    ("support.type", Some(Token::Type)),
    ("variable.function", Some(Token::Function)),
    ("variable.language", Some(Token::Keyword)),
    ("variable.other.member", Some(Token::Property)),
    ("variable.other", Some(Token::Variable)),
];

pub(super) static TOKENS: LazyLock<Vec<(Scope, Option<Token>)>> = LazyLock::new(|| {
    let row = |&(prefix, token): &(&str, Option<Token>)| Some((Scope::new(prefix).ok()?, token));
    SCOPES.iter().filter_map(row).collect()
});

/// A token with its start and end in bytes.
pub(super) type TokenSpan = (Token, u32, u32);

/// The index of a grammar in the set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Grammar(usize);

impl Grammar {
    /// The grammar with this name or file extension; `None` for plain text.
    pub(super) fn named(name: &str) -> Option<Self> {
        let alias = ALIASES.iter().find(|(alias, _)| alias.eq_ignore_ascii_case(name));
        let name = alias.map_or(name, |(_, name)| name);
        let is_meant = |syntax: &SyntaxReference| {
            let endings = &syntax.file_extensions;
            syntax.name.eq_ignore_ascii_case(name) || endings.iter().any(|ending| ending.eq_ignore_ascii_case(name))
        };
        let plain = SYNTAXES.find_syntax_plain_text();
        // The last one takes precedence, as in the library.
        let index = SYNTAXES.syntaxes().iter().rposition(is_meant)?;
        (SYNTAXES.syntaxes()[index].name != plain.name).then_some(Self(index))
    }

    /// The class of its code, derived from its name in the set.
    pub(super) fn class(self) -> String {
        let name = SYNTAXES.syntaxes().get(self.0).map_or("", |syntax| &syntax.name);
        let words = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
        words.collect::<Vec<_>>().join("-").to_ascii_lowercase()
    }
}

/// A text in the language of a grammar.
#[salsa::interned]
pub(super) struct Snippet<'db> {
    #[returns(copy)]
    grammar: Grammar,
    #[returns(ref)]
    text: Box<str>,
}

/// The tokens of a text, memoized so that editing prose does not re-tokenize code blocks.
#[salsa::tracked(returns(deref), lru = 1024)]
pub(super) fn highlight(db: &dyn Db, snippet: Snippet<'_>) -> Box<[TokenSpan]> {
    tokens(snippet.grammar(db), snippet.text(db))
}

/// The tokens of a text; empty if the grammar fails.
pub(super) fn tokens(grammar: Grammar, text: &str) -> Box<[TokenSpan]> {
    // Grammars are third-party data: if one panics, the block has no tokens, but the page is rendered.
    let read = catch_unwind(|| {
        let syntax = SYNTAXES.syntaxes().get(grammar.0)?;
        read(syntax, text)
    });
    read.ok().flatten().unwrap_or_default().into()
}

/// The tokens of a text; `None` if it is nested too deeply or the grammar is invalid.
fn read(syntax: &SyntaxReference, text: &str) -> Option<Vec<TokenSpan>> {
    let mut spans = TokenSpans { spans: Vec::new(), tokens: vec![None] };
    let mut state = ParseState::new(syntax);
    let mut scopes = ScopeStack::new();
    let mut line_start = 0;
    for line in text.split_inclusive('\n') {
        let mut at = 0;
        for (place, operation) in state.parse_line(line, &SYNTAXES).ok()? {
            spans.add(line_start + at, line_start + place);
            at = place;
            let change = |operation: BasicScopeStackOp, _: &[Scope]| spans.change(operation);
            scopes.apply_with_hook(&operation, change).ok()?;
        }
        spans.add(line_start + at, line_start + line.len());
        line_start += line.len();
        if scopes.len() > DEEPEST {
            return None;
        }
    }
    Some(spans.spans)
}

/// The tokens so far, and the token of each open scope.
struct TokenSpans {
    spans: Vec<TokenSpan>,
    tokens: Vec<Option<Token>>,
}

impl TokenSpans {
    fn change(&mut self, operation: BasicScopeStackOp) {
        match operation {
            BasicScopeStackOp::Push(scope) => {
                let row = TOKENS.iter().find(|(prefix, _)| prefix.is_prefix_of(scope));
                let token = row.map_or_else(|| self.tokens.last().copied().flatten(), |(_, token)| *token);
                self.tokens.push(token);
            }
            BasicScopeStackOp::Pop => {
                self.tokens.pop();
            }
        }
    }

    /// Adds the text between two offsets as the token of the innermost scope.
    fn add(&mut self, start: usize, end: usize) {
        let Some(token) = self.tokens.last().copied().flatten().filter(|_| start < end) else { return };
        match self.spans.last_mut() {
            Some(last) if last.0 == token && last.2 == start as u32 => last.2 = end as u32,
            _ => self.spans.push((token, start as u32, end as u32)),
        }
    }
}
