//! Compares HTML with the tree that a browser builds from it: if both are equal in a normal form, the repairs of a parser
//! move, close or drop nothing.
//!
//! The normal form: names in lower case; attributes in their order, in double quotes, without the quotes if the value is
//! empty; character references resolved, then `&`, `<`, `>` and `"` escaped; no closing tag of void elements, one for each
//! element of SVG and MathML; no tags of a `tbody` without attributes, which are optional; no comments and no doctype; no
//! white space outside of `body` and at its end; no line feed that begins a `pre`. One side is the tags of the text, the
//! other the tree.

use std::cell::RefCell;

use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::tokenizer::states::{Rawtext, Rcdata, ScriptData};
use html5ever::tokenizer::{
    BufferQueue, StartTag, TagToken, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};
use html5ever::{Attribute, ParseOpts};
use markup5ever_rcdom::{Handle, NodeData, RcDom};

const VOID: [&str; 13] =
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"];

/// HTML in the normal form, as it grows.
#[derive(Default)]
struct Normal {
    out: String,
    in_body: bool,
    in_title: bool,
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
        self.in_title = name == "title";
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
        self.in_title = false;
        if name == "body" {
            self.out.truncate(self.out.trim_end().len());
            self.in_body = false;
        }
        self.out.push_str(&format!("</{name}>"));
    }

    fn text(&mut self, text: &str) {
        let text = if self.begins_pre { text.strip_prefix('\n').unwrap_or(text) } else { text };
        self.begins_pre = false;
        if self.in_body || self.in_title || !text.trim().is_empty() {
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

/// The tree that a browser builds from a document, and what is wrong with the document: the parser's errors, and the first
/// place where the tree differs from what is written.
#[must_use]
pub fn read_back(document: &str) -> (RcDom, Vec<String>) {
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
    (dom, found)
}
