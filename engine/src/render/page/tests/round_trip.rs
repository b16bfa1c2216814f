//! What we write against the tree that a browser makes of it: both in one normal form are equal, so nothing that we write is
//! moved, closed or left out by the repairs of a parser.
//!
//! The normal form: names in small letters; attributes in their order, in double quotes, those without a value by name alone;
//! character references resolved, then `&`, `<`, `>` and `"` written as such; no closing tag of void elements, one of each
//! element of SVG and MathML; no tags of a `tbody` without attributes, which may be left out; no comments and no doctype; no
//! white space outside of `body` and at its end; no line feed that begins a `pre`. One side is the tags as they stand in the
//! text, the other the tree.

use std::cell::RefCell;
use std::path::Path;
use std::sync::Arc;

use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::tokenizer::states::{Rawtext, Rcdata, ScriptData};
use html5ever::tokenizer::{
    BufferQueue, StartTag, TagToken, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};
use html5ever::{Attribute, ParseOpts};
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use proptest::prelude::*;

use super::content_models::misplaced;
use super::{body, placed};
use crate::parse::config::ENGLISH;
use crate::parse::markdown::tests::hostile::PARTS;
use crate::registry::ComponentKind;
use crate::render::spec_links::TO_LOOK_UP;
use crate::render::spec_text::spec_text;
use crate::{Output, OutputOptions, Project};
use base::inputs::OsSystem;

const VOID: [&str; 13] =
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"];

/// Begins what is said of content models.
const MISPLACED: &str = "misplaced: ";

/// HTML in the normal form, as it grows.
#[derive(Default)]
struct Normal {
    out: String,
    in_body: bool,
    /// Whether a `pre` was opened just now. A parser leaves out the line feed that follows.
    begins_pre: bool,
    is_tree: bool,
}

impl Normal {
    fn open(&mut self, name: &str, attributes: &[Attribute]) {
        if name == "tbody" && attributes.is_empty() {
            return;
        }
        self.in_body |= name == "body";
        self.begins_pre = name == "pre" && !self.is_tree;
        self.out.push('<');
        self.out.push_str(name);
        for Attribute { name, value } in attributes {
            self.out.push(' ');
            self.out.push_str(&name.local.to_ascii_lowercase());
            if !value.is_empty() {
                self.out.push_str("=\"");
                self.escaped(value);
                self.out.push('"');
            }
        }
        self.out.push('>');
    }

    fn close(&mut self, name: &str) {
        if name == "tbody" {
            return;
        }
        self.begins_pre = false;
        if name == "body" {
            self.out.truncate(self.out.trim_end().len());
            self.in_body = false;
        }
        self.out.push_str(&format!("</{name}>"));
    }

    fn text(&mut self, text: &str) {
        let text = if self.begins_pre { text.strip_prefix('\n').unwrap_or(text) } else { text };
        self.begins_pre = false;
        if self.in_body || !text.trim().is_empty() {
            self.escaped(text);
        }
    }

    fn escaped(&mut self, text: &str) {
        for c in text.chars() {
            match c {
                '&' => self.out.push_str("&amp;"),
                '<' => self.out.push_str("&lt;"),
                '>' => self.out.push_str("&gt;"),
                '"' => self.out.push_str("&quot;"),
                c => self.out.push(c),
            }
        }
    }
}

/// Takes the tags and texts of a document as they come.
#[derive(Default)]
struct AsWritten(RefCell<Normal>);

impl TokenSink for AsWritten {
    type Handle = ();

    fn process_token(&self, token: Token, _: u64) -> TokenSinkResult<()> {
        let mut normal = self.0.borrow_mut();
        match token {
            TagToken(tag) if tag.kind == StartTag => {
                normal.open(&tag.name, &tag.attrs);
                if tag.self_closing && !VOID.contains(&&*tag.name) {
                    normal.close(&tag.name);
                }
                match &*tag.name {
                    "title" | "textarea" => return TokenSinkResult::RawData(Rcdata),
                    "style" | "iframe" | "noscript" => return TokenSinkResult::RawData(Rawtext),
                    "script" => return TokenSinkResult::RawData(ScriptData),
                    _ => {}
                }
            }
            TagToken(tag) => normal.close(&tag.name),
            Token::CharacterTokens(text) => normal.text(&text),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

/// A document's tags as they are written.
fn written(document: &str) -> String {
    let input = BufferQueue::default();
    input.push_back(StrTendril::from(document));
    let tokenizer = Tokenizer::new(AsWritten::default(), TokenizerOpts::default());
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    tokenizer.sink.0.take().out
}

/// The tree that a parser makes of a document.
fn parsed(node: &Handle, normal: &mut Normal) {
    match &node.data {
        NodeData::Element { name, attrs, .. } => {
            let name = name.local.to_ascii_lowercase();
            normal.open(&name, &attrs.borrow());
            node.children.borrow().iter().for_each(|child| parsed(child, normal));
            if !VOID.contains(&&*name) {
                normal.close(&name);
            }
        }
        NodeData::Text { contents } => normal.text(&contents.borrow()),
        _ => node.children.borrow().iter().for_each(|child| parsed(child, normal)),
    }
}

/// What is wrong with a document: errors of a parser, the first place where its tree is not what is written, and elements
/// where the standard allows none.
fn wrong_with(document: &str) -> Vec<String> {
    let options = ParseOpts {
        tokenizer: TokenizerOpts { exact_errors: true, ..TokenizerOpts::default() },
        ..ParseOpts::default()
    };
    let dom = html5ever::parse_document(RcDom::default(), options).one(document);
    let mut found: Vec<String> = dom.errors.borrow().iter().map(|error| format!("parser: {error}")).collect();
    let mut tree = Normal { is_tree: true, ..Normal::default() };
    parsed(&dom.document, &mut tree);
    let written = written(document);
    if tree.out != written {
        let same = tree.out.char_indices().zip(written.chars()).find(|((_, ours), theirs)| ours != theirs);
        let at = same.map_or(tree.out.len().min(written.len()), |((at, _), _)| at);
        let around = |text: &str| {
            let start = (0..=at.saturating_sub(80)).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
            text[start..].chars().take(160).collect::<String>()
        };
        found.push(format!("written {:?}\n but read {:?}", around(&written), around(&tree.out)));
    }
    found.extend(misplaced(&dom.document).into_iter().map(|found| format!("{MISPLACED}{found}")));
    found
}

/// A document with this in it. Links that are looked up when a page is put together have their marks no longer.
fn document(html: &str) -> String {
    let html = html.replace(TO_LOOK_UP, "");
    format!("<!doctype html><html lang=\"en\"><head><title>x</title></head><body><main>{html}</main></body></html>")
}

#[test]
fn every_example_is_read_as_it_is_written() {
    let mut wrong = Vec::new();
    for kind in ComponentKind::ALL {
        for text in kind.entry().examples.iter().flat_map(|example| placed(example)) {
            let html = body(&text);
            let found = wrong_with(&document(&html));
            if !found.is_empty() {
                wrong.push(format!("{text}\n{}", found.join("\n")));
            }
        }
    }
    assert!(wrong.is_empty(), "{}: {}", wrong.len(), wrong.join("\n\n"));
}

#[test]
fn every_page_of_the_manual_is_read_as_it_is_written() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../templates/demo");
    let project = Project::open(Arc::new(OsSystem::new(&root).unwrap()));
    let site = project.site();
    let outputs = site.outputs();
    let pages: Vec<_> = outputs.iter().filter(|path| path.ends_with(".html")).collect();
    assert!(pages.len() > 50);
    let mut wrong = Vec::new();
    for path in pages {
        let Some(Output::Bytes(bytes)) = site.output(path, OutputOptions::default()) else { panic!("{path}") };
        let found = wrong_with(std::str::from_utf8(&bytes).unwrap());
        if !found.is_empty() {
            wrong.push(format!("{path}\n{}", found.join("\n")));
        }
    }
    assert!(wrong.is_empty(), "{}: {}", wrong.len(), wrong.join("\n\n"));
}

/// What a spec's text becomes, and what is wrong with it but for what stands where the standard allows none.
fn of_spec(text: &str) -> (String, Vec<String>) {
    let mut html = String::from("<div>");
    spec_text(&ENGLISH, text, &mut html);
    html.push_str("</div>");
    let mut found = wrong_with(&document(&html));
    found.retain(|found| !found.starts_with(MISPLACED));
    (html, found)
}

#[test]
fn nothing_of_a_spec_stands_directly_in_a_table() {
    for inner in ["`<wc-callout>`", "`a`", "\\\n", "*a*", "![a](b.png)", "[a](b)", "a", "<https://a.test>"] {
        let (html, found) = of_spec(&format!("</wc-tabs><table>{inner}"));
        assert_eq!(found, Vec::<String>::new(), "{html}");
    }
    for block in ["---", "- [x] a", "> a", "# a", "```\na\n```", "| a |\n|---|\n| b |"] {
        for open in ["<table>", "<table>\n<tr>", "<p>", "<details><summary>"] {
            let (html, found) = of_spec(&format!("{open}\n\n{block}\n"));
            assert_eq!(found, Vec::<String>::new(), "{html}");
        }
    }
}

#[test]
fn what_is_wrong_is_seen() {
    for wrong in [
        "<p><div></div></p>",
        "<a href=x>1<a href=y>2</a></a>",
        "<table>1<tr><td>2</td></tr></table>",
        "<ul><wc-a></wc-a></ul>",
        "<ul>a</ul>",
        "<wc-a><li>1</li></wc-a>",
        "<button><wc-a><a href=x>1</a></wc-a></button>",
        "<a href=x><span tabindex=0>1</span></a>",
        "<h2><div>1</div></h2>",
        "<p><wc-a><ul></ul></wc-a></p>",
        "<details><p>1</p><summary>2</summary></details>",
        "<dl><p>1</p></dl>",
        "<dl><div><p>1</p></div></dl>",
        "<span><div>1</div></span>",
    ] {
        assert!(!wrong_with(&document(wrong)).is_empty(), "{wrong}");
    }
    for right in [
        "<a href=x><wc-a><p>1 &copy;</p></wc-a></a>",
        "<details><summary><h2>1</h2></summary><p>2</p></details>",
        "<dl><div><dt>1</dt><dd>2</dd></div></dl>",
        "<pre>\n\n1</pre><svg viewBox='0 0 1 1'><path d='M0'/></svg><input disabled=''>",
    ] {
        assert_eq!(wrong_with(&document(right)), Vec::<String>::new(), "{right}");
    }
}

/// Raw HTML in random pages.
const RAW: [&str; 24] = [
    "<div>",
    "<p>",
    "</p>",
    "<table>",
    "<tr>",
    "<td>",
    "</table>",
    "<a href=/x>",
    "<a name=y>",
    "</a>",
    "<h2>",
    "</h2>",
    "<ul>\n\n",
    "<li>",
    "</ul>",
    "<details><summary>",
    "</summary>",
    "</details>",
    "<ruby>",
    "<rt>",
    "<dl><dt>",
    "<dd>",
    "<hr>",
    "<pre>\n",
];

/// Pages put together from what is hard to read and from the examples of components.
fn page() -> impl Strategy<Value = String> {
    let examples = ComponentKind::ALL.iter().flat_map(|kind| kind.entry().examples).copied();
    let examples: Vec<String> = examples.flat_map(placed).map(|text| format!("\n\n{text}\n\n")).collect();
    // A character that is none is an error of any document.
    let parts: Vec<&str> = PARTS.iter().copied().filter(|part| *part != "\u{fdd0}").collect();
    let part = prop_oneof![
        4 => prop::sample::select(parts).prop_map(str::to_owned),
        1 => prop::sample::select(examples),
        1 => prop::sample::select(&RAW).prop_map(str::to_owned),
        2 => "[a-z]{1,3} ",
    ];
    prop::collection::vec(part, 0..30).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_of_a_spec_is_read_as_it_is_written(text in page()) {
        let (html, found) = of_spec(&text);
        prop_assert!(found.is_empty(), "{:?}\ngave {}\n{}", text, html, found.join("\n"));
    }

    #[test]
    fn any_page_is_read_as_it_is_written(text in page()) {
        let html = body(&text);
        let mut found = wrong_with(&document(&html));
        if text.contains("<b>") || RAW.iter().any(|tag| text.contains(tag)) {
            // What an author puts into what in HTML of his own is his.
            found.retain(|found| !found.starts_with(MISPLACED));
        }
        prop_assert!(found.is_empty(), "{:?}\ngave {}\n{}", text, html, found.join("\n"));
    }
}
