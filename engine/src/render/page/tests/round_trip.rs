//! The HTML that we write against the tree that a browser builds from it (`testing::html`), and against the content models
//! of the HTML standard.

use std::path::Path;
use std::sync::Arc;

use proptest::prelude::*;

use super::content_models::misplaced;
use super::{body, placed};
use crate::parse::config::ENGLISH;
use crate::registry::ComponentKind;
use crate::render::spec_links::TO_LOOK_UP;
use crate::render::spec_text::spec_text;
use crate::testing::html::read_back;
use crate::testing::pieces::{HARD_PIECES, RAW_HTML};
use crate::{Output, OutputOptions, Project};
use base::inputs::OsSystem;

/// Begins what is said of content models.
const MISPLACED: &str = "misplaced: ";

/// What is wrong with a document: what [`read_back`] finds, and elements where the standard allows none.
fn wrong_with(document: &str) -> Vec<String> {
    let (dom, mut found) = read_back(document);
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

/// Pages put together from what is hard to read and from the examples of components.
fn page() -> impl Strategy<Value = String> {
    let examples = ComponentKind::ALL.iter().flat_map(|kind| kind.entry().examples).copied();
    let examples: Vec<String> = examples.flat_map(placed).map(|text| format!("\n\n{text}\n\n")).collect();
    // A character that is none is an error of any document.
    let parts: Vec<&str> = HARD_PIECES.iter().copied().filter(|part| *part != "\u{fdd0}").collect();
    let part = prop_oneof![
        4 => prop::sample::select(parts).prop_map(str::to_owned),
        1 => prop::sample::select(examples),
        1 => prop::sample::select(&RAW_HTML).prop_map(str::to_owned),
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
        if text.contains("<b>") || RAW_HTML.iter().any(|tag| text.contains(tag)) {
            // What an author puts into what in HTML of his own is his.
            found.retain(|found| !found.starts_with(MISPLACED));
        }
        prop_assert!(found.is_empty(), "{:?}\ngave {}\n{}", text, html, found.join("\n"));
    }
}
