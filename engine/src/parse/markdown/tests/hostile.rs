//! Tests with adversarial texts: nothing panics, no text is lost, every span is valid, and work grows only with the
//! length of the text.

use proptest::prelude::*;

use super::{blocks, parse_page, shown};
use crate::parse::component::scan;
use crate::parse::markdown::{BlockKind, PageTree, walk};
use crate::testing::pieces::HARD_PIECES;
use base::diagnostic::Code;
use base::inputs::{OsSystem, System};

/// Texts composed of [`HARD_PIECES`], each with a unique word.
fn page() -> impl Strategy<Value = String> {
    let part = prop::sample::select(HARD_PIECES);
    prop::collection::vec((part, any::<bool>()), 0..40).prop_map(|parts| {
        let mut text = String::new();
        for (number, (part, with_word)) in parts.into_iter().enumerate() {
            text.push_str(part);
            if with_word {
                text.push_str(&format!("word{number}end "));
            }
        }
        text
    })
}

/// All text of a tree.
fn text_of(tree: &PageTree) -> String {
    let mut out = String::new();
    blocks(&tree.blocks, 0, &mut out);
    for footnote in &tree.footnotes {
        blocks(&footnote.blocks, 0, &mut out);
    }
    out
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn no_text_is_lost_and_places_are_in_the_file(text in page()) {
        let tree = parse_page(&text);
        let shown = text_of(&tree);
        // Attributes, info strings, link reference definitions and excess table cells are not shown.
        let hidden = ["|", "[a]: /x", "```", "~~~"];
        let in_tag = ["<wc-card \"", "<WC-Card", "<wc-button"];
        for number in 0..40 {
            let word = format!("word{number}end");
            let Some(at) = text.find(&word) else { continue };
            let line = text[..at].rfind('\n').map_or(0, |feed| feed + 1);
            // The label of a definition may have several lines.
            let begin = text[..at].rfind("\n\n").unwrap_or_default();
            let end = text[at..].find("\n\n").map_or(text.len(), |length| at + length);
            let is_label = text[begin..at].contains('[') && text[at..end].contains("]: /x");
            if is_label {
                continue;
            }
            if !hidden.iter().any(|hidden| text[line..at].contains(hidden)) && !in_tag.iter().any(|tag| text[..at].contains(tag)) {
                prop_assert!(shown.contains(&word), "{:?} lost {}: {}", text, word, shown);
            }
        }
        for diagnostic in &tree.diagnostics {
            let span = diagnostic.place.unwrap();
            prop_assert!(text.get(span.range()).is_some(), "{:?} of {:?}", diagnostic, text);
        }
        for (_, span) in tree.links() {
            prop_assert!(text.get(span.range()).is_some());
        }
        for math in tree.formulas() {
            prop_assert!(text.get(math.span.range()).is_some(), "{:?} of {:?}", math, text);
        }
    }

    #[test]
    fn arbitrary_bytes_are_a_page(text in "\\PC{0,80}|[<>/wc\\-a\"'= \n`!\\[\\]#|*_-]{0,60}") {
        let _ = parse_page(&text);
    }
}

/// Text that is read without the parser gives the same result as the parser: appending Markdown forces the parser.
#[test]
fn plain_text_in_components_is_read_as_the_parser_reads_it() {
    const PARTS: &[&str] = &[
        "words and more\n",
        "  two (lines),\n   of \"text\": it's www.a.b - https://c.d/e?f\n",
        "\n",
        "a <wc-badge>b c</wc-badge> d\n",
        "<wc-card>e\nf</wc-card>\n",
        "<wc-badge>g\n\nh</wc-badge> i\n",
        "\u{3000}\u{e9}\n",
        "j </wc-badge>\n",
        "> <wc-icon name=x />\n",
        "# k\n",
        "n\n---\n",
        "p  \n",
    ];
    let inside = |text: &str| {
        let tree = parse_page(text);
        let BlockKind::Component(component) = &tree.blocks[0].kind else { panic!("{text:?}") };
        let codes: Vec<_> = tree.diagnostics.iter().map(|diagnostic| (diagnostic.code, diagnostic.place)).collect();
        (component.blocks().to_vec(), codes)
    };
    for first in PARTS {
        for second in PARTS {
            for third in PARTS {
                let text = format!("<wc-callout>\n{first}{second}{third}\n");
                let (alone, found) = inside(&format!("{text}</wc-callout>\n"));
                let (mut parsed, found_parsed) = inside(&format!("{text}\n*z*\n\n</wc-callout>\n"));
                parsed.pop();
                assert_eq!(alone, parsed, "{text:?}");
                assert_eq!(found, found_parsed, "{text:?}");
            }
        }
    }
}

#[test]
fn spans_begin_with_what_they_are_of() {
    let text = "---\ntitle: x\n---\r\n> - <wc-steps>\n>   <wc-step title=\"É\">\n>   # Head\n>   é [link](/x) ![image](y.png)\n>\n>   https://a.b <c@d.e>\n>   </wc-step>\n>   </wc-steps>\n\n<wc-card href=\"/z\"><wc-endpoint ref='get x' /></wc-card>\n";
    let tree = parse_page(text);
    let found = tree.links();
    let links: Vec<_> = found.iter().map(|(destination, span)| (&**destination, &text[span.range()])).collect();
    assert_eq!(
        links,
        [
            ("/x", "[link](/x)"),
            ("y.png", "![image](y.png)"),
            ("https://a.b", "https://a.b"),
            ("mailto:c@d.e", "<c@d.e>"),
            ("/z", "/z")
        ]
    );
    let endpoints: Vec<_> = tree.endpoints().map(|(_, span)| &text[span.range()]).collect();
    assert_eq!(endpoints, ["get x"]);
    let mut components = Vec::new();
    tree.walk(&mut |node| {
        if let walk::PageNode::Block(BlockKind::Component(component)) = node {
            components.push((&text[component.span.range()], component.kind.name()));
        }
    });
    assert_eq!(components.len(), 4);
    for (source, name) in components {
        assert!(source.starts_with(&format!("<{name}")) && source.ends_with('>'), "{source:?}");
    }
    for block in &tree.blocks {
        assert!(matches!(&text[block.span.range()][..1], ">" | "<"));
    }
    assert_eq!(tree.diagnostics, []);
}

/// The number of bytes of all contents, and the number of elements.
fn amount(text: &str) -> (usize, usize) {
    let (elements, _, _) = scan(text, 0).into_parts();
    (elements.iter().map(|element| element.content.text().len()).sum(), elements.len())
}

#[test]
fn work_grows_with_the_text_alone() {
    let shapes: [fn(usize) -> String; 20] = [
        |n| "<wc-tabs>".repeat(n),
        |n| format!("{}{}", "<wc-callout>\n".repeat(n), "</wc-callout>\n".repeat(n)),
        |n| format!("<wc-tabs>\n{}</wc-tabs>", "<wc-tab label=a>b</wc-tab>\n".repeat(n)),
        |n| "text <wc-card>a</wc-card> ".repeat(n),
        |n| "- > ".repeat(n),
        |n| "<wc-card \"".repeat(n),
        |n| "`<!-- ``".repeat(n),
        |n| "</wc-tab>\n<wc-code-tab>\n</".repeat(n),
        |n| format!("# {}{}", "<wc-a>".repeat(n), "</wc-b>".repeat(n)),
        |n| "a <wc-badge>b</wc-badge>\n".repeat(n),
        |n| format!("{}{}", "<wc-badge>".repeat(n), "</wc-badge>".repeat(n)),
        |n| format!("{}{}", "<wc-badge>\n".repeat(n), "</wc-button>\n".repeat(n)),
        |n| "<wc-badge>`\n<wc-icon name=a>``\n".repeat(n),
        |n| "<wc-badge><wc-card>".repeat(n),
        |n| "$a ".repeat(n),
        |n| "$a$1".repeat(n),
        |n| "$$ a\n".repeat(n),
        |n| "$\\text{".repeat(n),
        |n| format!("{}$", "$a\n".repeat(n)),
        |n| "a $`$$ `` ".repeat(n),
    ];
    for shape in shapes {
        let (small, large) = (shape(200), shape(20_000));
        let ((bytes, elements), (more_bytes, more_elements)) = (amount(&small), amount(&large));
        assert!(bytes < 8 * small.len() && more_bytes < 8 * large.len(), "{}", &small[..20]);
        assert!(more_elements <= 100 * elements + 100);
        let _ = parse_page(&small);
    }
}

#[test]
fn nesting_has_a_limit_and_siblings_have_none() {
    let tree = parse_page(&format!("{}in{}", "<wc-callout>\n".repeat(5_000), "\n</wc-callout>".repeat(5_000)));
    let codes: Vec<Code> = tree.diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
    assert_eq!(codes, [Code::NestingTooDeep]);
    assert!(text_of(&tree).contains("in"));
    let tree = parse_page(&format!("<wc-tabs>\n{}</wc-tabs>", "<wc-tab label=a>b</wc-tab>\n".repeat(100_000)));
    assert_eq!(tree.diagnostics, []);
    assert_eq!(text_of(&tree).matches("wc-tab label").count(), 100_000);
    let _ = text_of(&parse_page(&format!("{}*a", "> ".repeat(5_000))));
    let _ = text_of(&parse_page(&"*a **b ".repeat(5_000)));
    let _ = text_of(&parse_page(&"[".repeat(5_000)));
}

/// Scanning for components does not change other Markdown: each example of the CommonMark suite gives the same tree
/// with a component before it.
#[test]
fn markdown_is_the_same_beside_components() {
    let path = "specs/markdown/commonmark-spec.json";
    let Some(root) = base::testing::test_data(path, "the CommonMark suite") else { return };
    let json = OsSystem::new(&root).unwrap().read(path, 1 << 24).unwrap();
    let examples: Vec<serde_json::Value> = serde_json::from_slice(&json).unwrap();
    assert!(examples.len() > 600);
    let mut wrong = Vec::new();
    for example in examples {
        let text = example["markdown"].as_str().unwrap();
        // Once a page is scanned, comments follow our own rules.
        if text.contains("<!-") || text.starts_with("---") {
            continue;
        }
        let alone = shown(text);
        let beside = shown(&format!("<wc-callout />\n\n{text}"));
        let inside = shown(&format!("<wc-callout>\n\n{text}\n</wc-callout>"));
        let indented = alone.lines().map(|line| format!("  {line}\n")).collect::<String>();
        if beside != format!("wc-callout\n{alone}") {
            wrong.push(format!("beside {text:?}:\n{alone}\n{beside}"));
        }
        let open_fence = inside.contains("unclosed-component");
        // The first line's indentation is that of the component's content; text with line feeds is not indented here.
        let is_indented = text.trim_start_matches('\n').starts_with([' ', '\t']) || text.contains("&#10;");
        // An inline tag is shown with its line feeds.
        let has_tag_over_lines =
            alone.split("<<").skip(1).any(|html| html.split(">>").next().is_some_and(|tag| tag.contains('\n')));
        if alone.is_empty() || open_fence || has_tag_over_lines || alone.contains(" at ") || is_indented {
            continue;
        }
        if inside != format!("wc-callout\n{indented}") {
            wrong.push(format!("inside {text:?}:\n{alone}\n{inside}"));
        }
    }
    assert!(wrong.is_empty(), "{} differ\n{}", wrong.len(), wrong.join("\n"));
}
