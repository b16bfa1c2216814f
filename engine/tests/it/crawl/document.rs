//! What one file of a site refers to, read with a tokenizer that shares nothing with what wrote it.

use std::cell::RefCell;
use std::collections::BTreeSet;

use html5ever::Attribute;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::{Rawtext, Rcdata, ScriptData};
use html5ever::tokenizer::{BufferQueue, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};

/// What an HTML file holds that others refer to, and what it refers to.
#[derive(Debug, Default)]
pub(super) struct Document {
    /// What stands behind `#`.
    pub(super) anchors: BTreeSet<String>,
    /// Addresses, as they are written.
    pub(super) links: BTreeSet<String>,
    /// Files below `_tool/` that scripts load for it.
    pub(super) files: BTreeSet<String>,
    /// Sections that load the fields of a schema: its key, and the anchor of the field around it.
    pub(super) sections: Vec<(String, String)>,
}

impl Document {
    /// The document or fragment.
    pub(super) fn read(html: &str) -> Self {
        let input = BufferQueue::default();
        input.push_back(StrTendril::from_slice(html));
        let tokenizer = Tokenizer::new(Reader::default(), TokenizerOpts::default());
        // Scripts stop the tokenizer until they have run; none of ours does.
        drop(tokenizer.feed(&input));
        tokenizer.end();
        tokenizer.sink.found.into_inner()
    }

    fn take(&mut self, name: &str, attributes: &[Attribute]) {
        let value = |wanted: &str| {
            let found = attributes.iter().find(|attribute| &*attribute.name.local == wanted);
            found.map(|attribute| attribute.value.to_string())
        };
        self.anchors.extend(value("id"));
        if name == "a" {
            self.anchors.extend(value("name"));
        }
        // The elements of components have the attributes that their author wrote, which no browser follows.
        if !name.contains('-') {
            for wanted in ["href", "src", "poster", "data", "action", "cite", "xlink:href"] {
                self.links.extend(value(wanted));
            }
        }
        for wanted in ["srcset", "imagesrcset"] {
            let candidates = value(wanted).unwrap_or_default();
            let addresses = candidates.split(',').filter_map(|candidate| candidate.split_whitespace().next());
            self.links.extend(addresses.map(str::to_owned));
        }
        let refreshed = value("http-equiv").is_some_and(|kind| kind.eq_ignore_ascii_case("refresh"));
        let is_address = |property: String| ["og:url", "og:image"].contains(&&*property);
        match value("content") {
            Some(content) if refreshed => self.links.extend(content.split_once("url=").map(|(_, to)| to.to_owned())),
            Some(content) if value("property").is_some_and(is_address) => drop(self.links.insert(content)),
            _ => {}
        }
        for wanted in ["data-playground", "data-sample"] {
            let keys = value(wanted).filter(|key| !key.is_empty());
            self.files.extend(keys.map(|key| format!("_tool/p/{key}.js")));
        }
        if let Some(model) = value("data-model") {
            self.files.insert(format!("_tool/m/{model}.js"));
            self.sections.push((model, value("data-at").unwrap_or_default()));
        }
    }
}

/// Collects while the tokenizer reads.
#[derive(Default)]
struct Reader {
    found: RefCell<Document>,
}

impl TokenSink for Reader {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let Token::TagToken(tag) = token else { return TokenSinkResult::Continue };
        if tag.kind == TagKind::EndTag {
            return TokenSinkResult::Continue;
        }
        self.found.borrow_mut().take(&tag.name, &tag.attrs);
        match &*tag.name {
            "script" => TokenSinkResult::RawData(ScriptData),
            "style" | "noscript" => TokenSinkResult::RawData(Rawtext),
            "title" | "textarea" => TokenSinkResult::RawData(Rcdata),
            _ => TokenSinkResult::Continue,
        }
    }
}

/// The addresses in a style sheet.
pub(super) fn addresses_of_style(css: &str) -> Vec<&str> {
    let after = css.split("url(").skip(1).filter_map(|rest| rest.split(')').next());
    after.map(|address| address.trim().trim_matches(['"', '\''])).collect()
}

/// The names of hashed files in a script, which it loads from the folder that it is in.
pub(super) fn names_in_script(script: &str) -> Vec<&str> {
    let is_hashed = |name: &&str| {
        let mut parts = name.split('.').rev();
        let is_file = matches!(parts.next(), Some("js" | "css"));
        is_file
            && parts.next().is_some_and(|hash| hash.len() == 16 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()))
    };
    script.split(['"', '\'', '`']).filter(is_hashed).collect()
}

/// The destinations of links in Markdown that the tool wrote.
pub(super) fn destinations(markdown: &str) -> Vec<&str> {
    let prose = markdown.split("\n```").step_by(2);
    prose.flat_map(|part| part.split("](").skip(1)).filter_map(|rest| rest.split([')', ' ', '\n']).next()).collect()
}

/// The text that a script hands over, if it is such a script.
pub(super) fn handed_over(script: &str) -> Option<String> {
    let quoted = script.strip_prefix("toolFiles.put(")?.split_once("',")?.1.strip_suffix(");\n")?;
    let mut text = String::with_capacity(quoted.len());
    let mut letters = quoted.strip_prefix('\'')?.strip_suffix('\'')?.chars();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            text.push(letter);
            continue;
        }
        let digits = |count: usize, letters: &mut std::str::Chars<'_>| {
            let code: String = letters.by_ref().take(count).collect();
            u32::from_str_radix(&code, 16).ok().and_then(char::from_u32)
        };
        match letters.next()? {
            'n' => text.push('\n'),
            'r' => text.push('\r'),
            'x' => text.push(digits(2, &mut letters)?),
            'u' => text.push(digits(4, &mut letters)?),
            other => text.push(other),
        }
    }
    Some(text)
}

#[test]
fn what_files_refer_to_is_read() {
    let html = "<!doctype html><title><a href=no></title><meta http-equiv=refresh content='0; url=r/'>\
        <meta property=og:image content=o.png><script src=s.js>'<a href=no>'</script><p id=a><a name=b href=h?q#f>x</a><wc-card href=no></wc-card>\
        <img src=i srcset='j 1x, k 2x'><source srcset=l><details data-model=M data-at=body.x></details>\
        <button data-playground=P></button><!-- <a href=no> -->";
    let found = Document::read(html);
    assert_eq!(found.anchors.iter().collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!(found.links.iter().collect::<Vec<_>>(), ["h?q#f", "i", "j", "k", "l", "o.png", "r/", "s.js"]);
    assert_eq!(found.files.iter().collect::<Vec<_>>(), ["_tool/m/M.js", "_tool/p/P.js"]);
    assert_eq!(found.sections, [("M".to_owned(), "body.x".to_owned())]);
    assert_eq!(addresses_of_style("a{b:url( \"x.svg\" )}c{d:url(y)}"), ["x.svg", "y"]);
    assert_eq!(names_in_script("f(\"a.0123456789abcdef.js\",'b.js')"), ["a.0123456789abcdef.js"]);
    assert_eq!(destinations("[a](b) and [c](d e)\n```\n[n](o)\n```\n[f](g)"), ["b", "d", "g"]);
    assert_eq!(handed_over("toolFiles.put('m/x','\\x3ca\\n\\u2028\\'\\\\');\n").unwrap(), "<a\n\u{2028}'\\");
    assert_eq!(handed_over("other();\n"), None);
}
