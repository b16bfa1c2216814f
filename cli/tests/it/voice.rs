//! Documents, help texts and messages contain none of the phrases that make English read as if it were translated.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use syn::parse::{ParseStream, Parser};
use syn::visit::{self, Visit};
use syn::{Attribute, Item, LitStr, Macro, Meta, Token};

use crate::test_site::TestSite;

/// Sequences of words that are not allowed. `…` matches up to four words, and a trailing `*` any ending of a word.
const PHRASES: &[&str] = &[
    "is none",
    "are none",
    "is told",
    "are told",
    "be told",
    "told from",
    "told by",
    "tell apart",
    "tell … apart",
    "tells apart",
    "tells … apart",
    "telling … apart",
    "told apart",
    "stand in",
    "stands in",
    "stand at",
    "stands at",
    "stand for",
    "stands for",
    "stand on",
    "stands on",
    "stand between",
    "stands between",
    "stand below",
    "stands below",
    "stand above",
    "stands above",
    "stand before",
    "stands before",
    "stand beside",
    "stands beside",
    "stands there",
    "stand there",
    "leads to",
    "lead to",
    "leads nowhere",
    "lead nowhere",
    "leads out",
    "leads back",
    "again and again",
    "anew",
    "holds when",
    "what holds",
    "give way to",
    "gives way to",
    "counts before",
    "count before",
    "goes before",
    "go before",
    "either there or not",
    "name it beside",
    "by … alone",
    "for … alone",
    "from … alone",
    "in … alone",
    "of … alone",
    "on … alone",
    "to … alone",
    "with … alone",
    "without script",
    "he",
    "his",
    "behaviour*",
    "capitalis*",
    "centre",
    "centred",
    "colour*",
    "favour*",
    "honour*",
    "licence*",
    "memoise*",
    "minimise*",
    "misspelt",
    "neighbour*",
    "normalise*",
    "per cent",
    "recognise*",
    "sanitise*",
    "serialise*",
    "tokenise*",
];

/// Words after which `is no` and `are no` are idiomatic, and words that may follow them.
const BEFORE_NO: &[&str] = &["there"];
const AFTER_NO: &[&str] = &["better", "different", "longer", "more"];

/// The phrases in a text, each with some words around it.
fn lapses(text: &str) -> Vec<String> {
    let words = words(text);
    let mut found = Vec::new();
    for at in 0..words.len() {
        let rest = &words[at..];
        let phrase = PHRASES.iter().find(|phrase| matches(rest, phrase)).copied();
        if let Some(phrase) = phrase.or_else(|| says_no(&words, at).then_some("is no")) {
            let around = &words[at.saturating_sub(5)..(at + 8).min(words.len())];
            found.push(format!("`{phrase}` in: {}", around.join(" ")));
        }
    }
    found
}

/// Whether `is no` or `are no` is at a position and negates a noun after a subject, as in "`x` is no type".
fn says_no(words: &[String], at: usize) -> bool {
    let is_no = matches!(words[at].as_str(), "is" | "are") && words.get(at + 1).is_some_and(|word| word == "no");
    let before = at.checked_sub(1).map_or("", |before| words[before].as_str());
    let after = words.get(at + 2).map_or("", String::as_str);
    is_no && !BEFORE_NO.contains(&before) && !AFTER_NO.contains(&after)
}

/// Whether words begin with a phrase.
fn matches(words: &[String], phrase: &str) -> bool {
    let mut parts = phrase.split(' ');
    let (Some(first), second, third) = (parts.next(), parts.next(), parts.next()) else { return false };
    let is = |at: usize, part: &str| {
        let word = words.get(at).map_or("", String::as_str);
        part.strip_suffix('*').map_or(word == part, |stem| word.starts_with(stem))
    };
    match (second, third) {
        (Some("…"), Some(last)) => {
            let gap = (1..=4).take_while(|at| words.get(*at).is_some_and(|word| word != "."));
            is(0, first) && gap.map(|at| at + 1).any(|at| is(at, last))
        }
        _ => phrase.split(' ').enumerate().all(|(at, part)| is(at, part)),
    }
}

/// The words of a text in lowercase, with a dot wherever a clause ends.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    for c in text.chars() {
        if c.is_alphanumeric() || matches!(c, '_' | '\'' | '-') {
            word.extend(c.to_lowercase());
            continue;
        }
        if !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        if matches!(c, '.' | ',' | ';' | ':' | '?' | '!' | '(' | ')' | '|' | '<' | '>' | '"' | '`' | '{' | '}') {
            words.push(".".to_owned());
        }
    }
    words.extend(Some(word).filter(|word| !word.is_empty()));
    words
}

/// Markdown without fenced blocks and code spans.
fn prose(markdown: &str) -> String {
    let mut out = String::new();
    let mut fence: Option<&str> = None;
    for line in markdown.lines() {
        let line = line.trim_start();
        let marks = &line[..line.len() - line.trim_start_matches('`').len()];
        match fence {
            Some(open) if marks.len() >= open.len() && line.trim_end() == marks => fence = None,
            Some(_) => {}
            None if marks.len() > 2 => fence = Some(marks),
            None => {
                let spans = line.split('`').enumerate().map(|(at, part)| if at % 2 == 0 { part } else { "`code`" });
                out.extend(spans);
                out.push('\n');
            }
        }
    }
    out
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap()
}

/// The files with an extension at or below a path.
fn files(path: &Path, extension: &str) -> Vec<PathBuf> {
    if path.is_file() {
        let has_extension = path.extension().is_some_and(|ending| ending == extension);
        return has_extension.then(|| path.to_owned()).into_iter().collect();
    }
    let Ok(entries) = fs::read_dir(path) else { return Vec::new() };
    let mut entries: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    entries.iter().flat_map(|entry| files(entry, extension)).collect()
}

/// Fails with the lapses of each text, by the text's name.
fn check(texts: impl IntoIterator<Item = (String, String)>) {
    let mut wrong = String::new();
    for (name, text) in texts {
        for lapse in lapses(&text) {
            wrong.push_str(&format!("{name}: {lapse}\n"));
        }
    }
    assert!(wrong.is_empty(), "these phrases read as if translated:\n{wrong}");
}

#[test]
fn documents_have_no_telltale_phrases() {
    let root = root();
    let documents = [
        "README.md",
        "CONTRIBUTING.md",
        "ARCHITECTURE.md",
        "CHANGELOG.md",
        "SECURITY.md",
        "CODE_OF_CONDUCT.md",
        "skills",
        "templates/demo/docs",
        "templates/init",
    ];
    let files = documents.iter().flat_map(|path| files(&root.join(path), "md"));
    check(files.map(|file| {
        let text = prose(&fs::read_to_string(&file).unwrap());
        (file.strip_prefix(&root).unwrap().display().to_string(), text)
    }));
}

#[test]
fn help_and_explanations_have_no_telltale_phrases() {
    let site = TestSite::new("");
    let manual = fs::read_to_string(root().join("templates/demo/docs/reference/cli.md")).unwrap();
    let commands = manual.lines().filter_map(|line| line.strip_prefix("## tool ")).chain([""]);
    let help = commands.map(|command| {
        let help = format!("{command} --help");
        let text = site.ok(help.trim_start());
        (help, text)
    });
    check(help.collect::<Vec<_>>());
    let explained = site.json("explain");
    check(explained.as_array().unwrap().iter().map(|code| {
        // The short explanations are literals of `codes.rs`.
        (format!("tool explain {}", code["code"]), prose(code["documentation"].as_str().unwrap()))
    }));
}

/// The string literals of a file outside of tests that have several words.
#[derive(Default)]
struct Messages {
    texts: Vec<String>,
    /// The modules that are compiled for tests only and have a file of their own.
    test_modules: Vec<String>,
}

impl Messages {
    fn add(&mut self, literal: &LitStr) {
        self.texts.extend(Some(literal.value()).filter(|text| text.trim().contains(' ')));
    }

    /// Adds the string literals in the arguments of a macro.
    fn tokens(&mut self, input: ParseStream<'_>) -> syn::Result<()> {
        while !input.is_empty() {
            if input.peek(Token![#]) && (input.peek2(syn::token::Bracket) || input.peek2(Token![!])) {
                // An attribute, such as a comment.
                for _ in 0..if input.peek2(Token![!]) { 3 } else { 2 } {
                    skip(input)?;
                }
            } else if input.peek(LitStr) {
                self.add(&input.parse()?);
            } else if input.peek(syn::token::Paren) {
                let inner;
                syn::parenthesized!(inner in input);
                self.tokens(&inner)?;
            } else if input.peek(syn::token::Bracket) {
                let inner;
                syn::bracketed!(inner in input);
                self.tokens(&inner)?;
            } else if input.peek(syn::token::Brace) {
                let inner;
                syn::braced!(inner in input);
                self.tokens(&inner)?;
            } else {
                skip(input)?;
            }
        }
        Ok(())
    }
}

/// Skips a token or a group.
fn skip(input: ParseStream<'_>) -> syn::Result<()> {
    input.step(|cursor| {
        cursor.token_tree().map(|(_, rest)| ((), rest)).ok_or_else(|| cursor.error("a token is missing"))
    })
}

/// Whether an item is compiled for tests only.
fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("test")
            || (attribute.path().is_ident("cfg")
                && attribute.parse_args::<Meta>().is_ok_and(|condition| condition.path().is_ident("test")))
    })
}

impl<'ast> Visit<'ast> for Messages {
    fn visit_item(&mut self, item: &'ast Item) {
        let attributes = match item {
            Item::Fn(item) => &item.attrs,
            Item::Impl(item) => &item.attrs,
            Item::Mod(item) => &item.attrs,
            Item::Const(item) => &item.attrs,
            Item::Static(item) => &item.attrs,
            _ => return visit::visit_item(self, item),
        };
        if !is_for_tests(attributes) {
            visit::visit_item(self, item);
        } else if let Item::Mod(module) = item
            && module.content.is_none()
        {
            self.test_modules.push(module.ident.to_string());
        }
    }

    // Comments and derived implementations are not messages.
    fn visit_attribute(&mut self, _: &'ast Attribute) {}

    fn visit_macro(&mut self, call: &'ast Macro) {
        Parser::parse2(|input: ParseStream<'_>| self.tokens(input), call.tokens.clone()).unwrap();
    }

    fn visit_lit_str(&mut self, literal: &'ast LitStr) {
        self.add(literal);
    }
}

/// The name of a source file, with its folder if it is a `mod.rs`.
fn short_name(file: &Path) -> String {
    let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    let own = name(file);
    if own == "mod.rs" { format!("{}/{own}", name(file.parent().unwrap())) } else { own }
}

#[test]
fn messages_have_no_telltale_phrases() {
    let root = root();
    let folders = ["engine", "diagrams", "import", "server", "cli"];
    let is_test = |file: &Path| {
        let path = file.strip_prefix(&root).unwrap();
        path.iter().any(|part| part == "tests" || part == "testing" || part == "tests.rs" || part == "benches")
    };
    let sources = folders.iter().flat_map(|folder| files(&root.join(folder), "rs")).filter(|file| !is_test(file));
    let mut messages: BTreeMap<PathBuf, Vec<String>> = BTreeMap::new();
    let mut for_tests: Vec<PathBuf> = Vec::new();
    for file in sources {
        let mut found = Messages::default();
        found.visit_file(&syn::parse_file(&fs::read_to_string(&file).unwrap()).unwrap());
        let folder = match short_name(&file).as_str() {
            "lib.rs" | "main.rs" => file.parent().unwrap().to_owned(),
            name if name.ends_with("/mod.rs") => file.parent().unwrap().to_owned(),
            _ => file.with_extension(""),
        };
        for_tests.extend(found.test_modules.iter().map(|module| folder.join(module)));
        messages.insert(file, found.texts);
    }
    messages.retain(|file, _| {
        !for_tests.iter().any(|module| file.starts_with(module) || file.with_extension("") == *module)
    });
    assert!(messages.len() > 300, "{}", messages.len());
    let texts = messages.iter().flat_map(|(file, texts)| {
        let name = file.strip_prefix(&root).unwrap().display().to_string();
        texts.iter().map(move |text| (name.clone(), text.clone()))
    });
    check(texts.collect::<Vec<_>>());
}

#[test]
fn the_phrases_are_found_and_good_english_is_not() {
    for wrong in [
        "`x` is no type of JSON Schema",
        "That is none.",
        "it leads to an address that is none",
        "what it is, told from its first bytes",
        "tells the two kinds apart",
        "looked up by this page alone",
        "drawn anew",
        "The colours of the site",
        "It stands in a list",
    ] {
        assert!(!lapses(wrong).is_empty(), "{wrong}");
    }
    for right in [
        "the page is no longer there",
        "there is no page `x`",
        "leave the others alone",
        "a standalone file in a folder",
        "a color that is readable",
        "renews an expired token",
        "You understand it. For example",
    ] {
        assert_eq!(lapses(right), [""; 0], "{right}");
    }
}
