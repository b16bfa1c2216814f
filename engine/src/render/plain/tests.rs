use std::collections::BTreeMap;

use html5ever::tendril::TendrilSink;
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use proptest::prelude::*;
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use super::page_plain;
use crate::Db;
use crate::parse::config::{ENGLISH, site_texts};
use crate::registry::{ComponentKind, Flow};
use crate::render::page::page_body;
use crate::render::page::tests::placed;
use crate::resolve::page_tree::page_tree;
use crate::testing::project;
use base::inputs::{File, FileSet};

/// Words with how often each comes, and headings in order.
#[derive(Debug, Default)]
struct Seen {
    words: BTreeMap<String, usize>,
    headings: Vec<String>,
}

impl Seen {
    fn text(&mut self, text: &str) {
        for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
            *self.words.entry(word.to_owned()).or_default() += 1;
        }
    }

    /// Of a heading its words count.
    fn heading(&mut self, text: &str) {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        self.headings.push(words.collect::<Vec<_>>().join(" "));
    }
}

/// What a reader of a page's HTML sees, without what only a screen needs.
/// A page's plain form as one text.
fn plain_text(db: &dyn Db, file: File) -> String {
    let mut out = String::new();
    let base = &site_texts(db, FileSet::of(db, file).config(db)).base;
    page_plain(db, file).write(db, base, &mut out);
    out
}

fn seen_in_html(html: &str) -> Seen {
    let options = Default::default();
    let dom = html5ever::parse_document(RcDom::default(), options).one(format!("<!DOCTYPE html><body>{html}</body>"));
    let mut seen = Seen::default();
    // A text ends where its element does: what stands in two elements is two words.
    let mut text = String::new();
    walk(&dom.document, &mut Vec::new(), &mut seen, &mut text);
    seen.text(&text);
    seen
}

fn walk(node: &Handle, steps: &mut Vec<(usize, Option<String>)>, seen: &mut Seen, text: &mut String) {
    let NodeData::Element { name, attrs, .. } = &node.data else {
        if let NodeData::Text { contents } = &node.data {
            text.push_str(&contents.borrow());
        }
        node.children.borrow().iter().for_each(|child| walk(child, steps, seen, text));
        return;
    };
    let name = &*name.local;
    let attribute = |name: &str| {
        let attrs = attrs.borrow();
        attrs.iter().find(|attribute| &*attribute.name.local == name).map(|attribute| attribute.value.to_string())
    };
    let class = attribute("class").unwrap_or_default();
    // Operations, panels and schemas have a Markdown of their own; an icon without a label says nothing; agents do not read what is for people.
    // What folds fields of fields, names a list of values, or holds a diagram's source, is no word of the author's, nor is what leads back from a note.
    // The title of code in a tab may be the tab's label once more.
    let is_left_out = matches!(name, "button" | "svg" | "math" | "wc-endpoint" | "wc-playground")
        || (name == "summary" && (is_in(node, "field-children") || is_in(node, "diagram-source")))
        || matches!(class.as_str(), "heading-anchor" | "problem" | "field-label")
        || (class == "code-title" && repeats_its_tab(node))
        // The fields around a field, in front of its name.
        || (name == "span" && attrs.borrow().is_empty() && is_in(node, "code"))
        || (name == "wc-schema" && attribute("ref").is_some())
        || (name == "wc-icon" && attribute("label").is_none())
        || (name == "wc-visibility" && attribute("for").as_deref() == Some("humans"));
    if is_left_out {
        return;
    }
    match name {
        "wc-steps" => steps.push((0, None)),
        "wc-step" => {
            if let Some((count, number)) = steps.last_mut() {
                *count += 1;
                *number = attribute("n").or_else(|| Some(count.to_string()));
            }
        }
        // The version for the dark theme says the same, and a diagram what its caption or source says.
        "img" if !matches!(class.as_str(), "image-dark" | "diagram-light" | "diagram-dark") => {
            text.push_str(&format!(" {} ", attribute("alt").unwrap_or_default()));
        }
        _ => {}
    }
    let is_heading = matches!(name, "h1" | "h2" | "h3" | "h4" | "h5" | "h6");
    let is_inline =
        ["a", "b", "code", "del", "em", "i", "kbd", "mark", "span", "strong", "sub", "sup", "u", "var"].contains(&name);
    let is_inline = is_inline || ComponentKind::named(name).is_some_and(|kind| kind.entry().flow == Flow::Inline);
    if !is_inline || class == "tooltip-text" {
        text.push(' ');
    }
    let begin = text.len();
    for child in node.children.borrow().iter() {
        let level_of_steps = steps.len();
        walk(child, steps, seen, text);
        assert_eq!(steps.len(), level_of_steps);
    }
    // What stands behind a type is worded differently in Markdown.
    if name == "i"
        && let Some(at) = text[begin..].find(" · ")
    {
        text.truncate(begin + at);
    }
    if is_heading {
        let mut heading = text[begin..].trim().to_owned();
        // The first heading of a step is its title.
        let number = steps.last_mut().filter(|_| is_in(node, "wc-step")).and_then(|(_, number)| number.take());
        if let Some(number) = number {
            heading.insert_str(0, &format!("{number}. "));
        }
        if !heading.is_empty() {
            seen.heading(&heading);
        }
    }
    if name == "wc-steps" {
        steps.pop();
    }
    if !is_inline {
        text.push(' ');
    }
}

/// Whether the title of code says what the label of the tab around it says.
fn repeats_its_tab(title: &Handle) -> bool {
    let around = |node: &Handle| {
        let parent = node.parent.take();
        let element = parent.as_ref().and_then(std::rc::Weak::upgrade);
        node.parent.set(parent);
        element
    };
    let tab = around(title).and_then(|head| around(&head)).and_then(|figure| around(&figure));
    tab.is_some_and(|tab| {
        let words = |node: &Handle| match node.children.borrow().first().map(|text| &text.data) {
            Some(NodeData::Text { contents }) => Some(contents.borrow().to_string()),
            _ => None,
        };
        tab.children.borrow().first().is_some_and(|label| words(label).is_some() && words(label) == words(title))
    })
}

/// Whether the element around a node has that class.
fn is_in(node: &Handle, class: &str) -> bool {
    let parent = node.parent.take();
    let element = parent.as_ref().and_then(std::rc::Weak::upgrade);
    node.parent.set(parent);
    element.is_some_and(|element| match &element.data {
        NodeData::Element { name, attrs, .. } => {
            &*name.local == class || attrs.borrow().iter().any(|attribute| &*attribute.value == class)
        }
        _ => false,
    })
}

/// What a reader of Markdown sees; fails where it holds a component.
fn seen_in_markdown(markdown: &str) -> Seen {
    let options =
        Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_FOOTNOTES | Options::ENABLE_TASKLISTS;
    let mut seen = Seen::default();
    let mut text = String::new();
    let mut heading: Option<usize> = None;
    for event in Parser::new_ext(markdown, options) {
        match event {
            Event::Start(Tag::Heading { .. }) => {
                text.push('\n');
                heading = Some(text.len());
            }
            Event::End(TagEnd::Heading(_)) => {
                let begin = heading.take().unwrap();
                // One that is an empty link alone is no heading that anyone sees.
                if !text[begin..].trim().is_empty() {
                    seen.heading(&text[begin..]);
                }
                text.push('\n');
            }
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                text.push('\n');
                text.push_str(&info);
                text.push('\n');
            }
            Event::Text(content) | Event::Code(content) => text.push_str(&content),
            Event::FootnoteReference(number) => text.push_str(&number),
            Event::Start(Tag::FootnoteDefinition(number)) => text.push_str(&format!("\n{number}\n")),
            Event::Html(html) | Event::InlineHtml(html) => {
                assert!(!html.to_ascii_lowercase().contains("<wc-"), "{html} in {markdown}");
                text.push_str(&format!(" {html} "));
            }
            Event::SoftBreak | Event::HardBreak => text.push('\n'),
            Event::Start(Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Link { .. }) => {}
            Event::Start(_) => text.push('\n'),
            Event::End(TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link) => {}
            Event::End(_) => text.push('\n'),
            _ => {}
        }
    }
    seen.text(&text);
    seen
}

/// The plain form of the page `docs/index.md` with that text.
fn plain(text: &str) -> String {
    with_page(text, plain_text)
}

fn with_page<T>(text: &str, read: impl FnOnce(&dyn Db, File) -> T) -> T {
    let files = format!(
        "//- /tool.json\n{{\"name\": \"x\", \"openapi\": \"api.json\"}}\n//- /docs/a/b.md\n# B\n//- /docs/i.png\nx\n//- /api.json\n{}\n//- /docs/index.md\n{text}",
        r#"{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {"/pets/{id}": {"get": {"operationId": "getPet", "summary": "One pet", "description": "Gives *it*."}}}, "components": {"schemas": {"Pet": {"type": "object", "description": "Lives here.", "properties": {"id": {"type": "string"}}}}}}"#
    );
    let (_, project) = project(&files);
    let db = project.inputs.db();
    read(db, project.inputs.set().found(db)["docs/index.md"])
}

/// Fails unless every word and heading of a page's HTML is in its plain form, and nothing of a component.
#[track_caller]
fn check(db: &dyn Db, file: File) {
    let plain = plain_text(db, file);
    let html = page_body(db, file).html(db, &ENGLISH).concat();
    let (there, here) = (seen_in_html(&html), seen_in_markdown(&plain));
    for (word, count) in &there.words {
        let found = here.words.get(word).copied().unwrap_or_default();
        assert!(found >= *count, "{word:?} is there {count} times, here {found} times in\n{plain}\nof\n{html}");
    }
    let mut headings = here.headings.iter();
    for heading in &there.headings {
        assert!(headings.any(|found| found == heading), "no heading {heading:?} in its place in\n{plain}");
    }
    // Those of operations, of panels, of schemas and the page's title come on top.
    if !["<wc-endpoint", "<wc-playground", "<wc-schema"].iter().any(|element| html.contains(element)) {
        let title = usize::from(!page_body(db, file).has_title);
        assert_eq!(here.headings.len(), there.headings.len() + title, "{:?}\n{plain}", here.headings);
    }
}

#[test]
fn every_example_of_the_registry_keeps_its_words() {
    for kind in ComponentKind::ALL {
        for page in kind.entry().examples.iter().flat_map(|example| placed(example)) {
            with_page(&page, check);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn pages_of_any_markup_keep_their_words(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..24)) {
        with_page(&format!("# A\n\n{}", pieces.concat()), check);
    }
}

/// What pages are made of, and what could be taken for it.
const PIECES: &[&str] = &[
    "one",
    "two",
    " ",
    " ",
    "\n",
    "\n",
    "\n\n",
    "\n\n",
    "*",
    "**",
    "_",
    "`",
    "~~",
    "[",
    "](x)",
    "![",
    "\\",
    "&amp;",
    "&",
    "|",
    "<",
    ">",
    "- ",
    "1. ",
    "> ",
    "# ",
    "## ",
    "\n---\n",
    "\n===\n",
    "    ",
    "  ",
    "\n```\n",
    "\n| a | b |\n|---|---|\n| c | d |\n",
    "<b>",
    "</b>",
    "<br>",
    "<wc-badge>",
    "</wc-badge>",
    "<wc-tooltip text=\"t *u*\">",
    "</wc-tooltip>",
    "\n<wc-callout>\n",
    "\n</wc-callout>\n",
    "\n<wc-steps>\n<wc-step title=\"# s_t\">\n",
    "\n</wc-step>\n</wc-steps>\n",
    "\n<wc-card title=\"c\" href=\"/a/b\">\n",
    "\n</wc-card>\n",
    "\n<wc-fields>\n<wc-field name=\"f\" description=\"*d* | <e>\">\n",
    "\n</wc-field>\n</wc-fields>\n",
    ":",
    "{",
    "}",
    "[^1]",
    "\n[^1]: note\n",
    "\n: ",
    "+",
    "=",
];

#[test]
fn every_page_of_the_manual_keeps_its_words() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../templates/demo");
    let system = std::sync::Arc::new(base::inputs::OsSystem::new(&root).unwrap());
    let project = crate::Project::open(system);
    let db = project.inputs.db();
    let pages = project.inputs.set().found(db).iter().filter(|(path, _)| path.ends_with(".md"));
    let mut count = 0;
    for (_, file) in pages {
        check(db, *file);
        count += 1;
    }
    assert!(count > 40, "{count}");
}

#[test]
fn blocks_have_the_form_that_markdown_has_for_them() {
    insta::assert_snapshot!(plain(
        "# A *b* {#x}\n\ntext `c` **d** ~~e~~\\\nf https://x.y\n\n- a\n- [x] b\n\n  c\n\n+ other\n\n3. d\n   - e\n4. f\n\n> q\n\n> [!CAUTION]\n> hot\n\n| a | b |\n|--|:-:|\n| c \\| `x\\|y` | d<br>e |\n\nt\n: d\n: e\n\n---\n\n~~~ json filename=\"x.json\"\n```\n~~~\n\nn[^1]\n\n[^1]: note\n\n    more\n"
    ));
}

#[test]
fn links_lead_to_canonical_addresses() {
    insta::assert_snapshot!(plain(
        "[a](a/b.md#x) [b](/a/b?q#y) [c](#z) [d](https://x/(y) \"t\\\"\") [e](nowhere) ![f](i.png) <https://x.y/z_a> [g](javascript:x) <m@n.o>"
    ));
    let (_, project) = project(
        "//- /tool.json\n{\"name\": \"x\", \"url\": \"https://x.y/docs/\"}\n//- /docs/a.md\n[b](b) [c](#c)\n//- /docs/b.md\n# B\n",
    );
    let db = project.inputs.db();
    let text = plain_text(db, project.inputs.set().found(db)["docs/a.md"]);
    assert_eq!(text, "# A\n\n[b](https://x.y/docs/b/) [c](https://x.y/docs/a/#c)\n");
}

#[test]
fn components_become_markdown() {
    let mut all = String::new();
    for kind in ComponentKind::ALL {
        for example in kind.entry().examples {
            all.push_str(&format!(
                "{}:\n{}\n",
                kind.name(),
                plain(&format!("# X\n\n{example}")).trim_start_matches("# X\n\n")
            ));
        }
    }
    insta::assert_snapshot!(all);
}

#[test]
fn what_is_for_people_is_left_out_and_what_is_for_agents_is_in() {
    let text = plain(
        "# A\n\n<wc-visibility for=\"humans\">\nb\n</wc-visibility>\n\n<wc-visibility for=agents>\nc\n</wc-visibility>\n",
    );
    assert_eq!(text, "# A\n\nc\n");
}

#[test]
fn operations_are_written_out_with_what_is_said_of_them() {
    let text = plain(
        "# A\n\n<wc-endpoint ref=getPet summary=\"Own words\">\n\nMore.\n\n</wc-endpoint>\n\n- in a list\n\n  <wc-endpoint ref=getPet />\n\nEnd.\n",
    );
    assert!(text.starts_with("# A\n\n## GET /pets/{id}\n\nOwn words\n\nGives *it*.\n"), "{text}");
    assert!(text.contains("\n\nMore.\n\n"), "{text}");
    assert!(text.contains("\n\n- in a list\n\n  ## GET /pets/{id}\n"), "{text}");
    assert!(text.ends_with("\n\nEnd.\n"), "{text}");
}

#[test]
fn what_stands_in_an_endpoint_is_plain_too() {
    let text = plain(
        "# A\n\n<wc-endpoint method=get url=/x>\n<wc-callout>first</wc-callout>\n<wc-fields>\n<wc-field name=a in=query>\n<wc-badge>second</wc-badge>\n</wc-field>\n</wc-fields>\n<wc-responses>\n<wc-response code=200 description=third>\n<wc-field name=b>\n<wc-callout>fourth</wc-callout>\n</wc-field>\n<wc-badge>fifth</wc-badge>\n</wc-response>\n</wc-responses>\n<wc-code-tab label=x>sixth</wc-code-tab>\n</wc-endpoint>\n",
    );
    insta::assert_snapshot!(text);
}

#[test]
fn schemas_are_written_out_with_what_is_said_of_them() {
    let text = plain(
        "# A\n\n<wc-schema ref=Pet />\n\n<wc-schema ref=Pet>\n<wc-badge>own</wc-badge> words\n</wc-schema>\n\n<wc-schema ref=Gone />\n",
    );
    insta::assert_snapshot!(text);
}

#[test]
fn formulas_are_tex() {
    assert_eq!(plain("# A\n\nIs $a_b < c$ so?\n\n$$\nx*y\n$$\n"), "# A\n\nIs $a_b < c$ so?\n\n```math\nx*y\n```\n");
}

#[test]
fn text_of_components_stays_text() {
    let page = "# A\n\n<wc-callout title=\"# *a* [b](c) <wc-tabs>\">\n\\<wc-badge> `<wc-badge>` \\# x\n</wc-callout>\n\n<wc-fields title=\"1. x | y\"><wc-field name=\"a`b\" description=\"</wc-fields> *x*\" default=\"`\" enum='[\"|\", \"*\"]' /></wc-fields>\n\n<wc-tabs><wc-tab label=\"{#a}\">\n\n    indented\n\n</wc-tab></wc-tabs>\n\n<wc-card title=\"](x)\" href=\"/a/b\" description=\"- a\" />\n";
    with_page(page, check);
    insta::assert_snapshot!(plain(page));
}

/// The plain form of Markdown without components is that Markdown again: as a page it looks the same.
#[test]
fn markdown_comes_back_as_it_was() {
    let examples: Vec<(u64, String)> = ["commonmark-spec", "gfm-spec"]
        .iter()
        .flat_map(|name| {
            crate::render::page::tests::suites::suite(name).into_iter().map(|(number, markdown, _)| (number, markdown))
        })
        .collect();
    let mut differing = Vec::new();
    for (number, markdown) in &examples {
        let page = format!("# A\n\n{markdown}");
        let (html, text, has_html) = with_page(&page, |db, file| {
            check(db, file);
            let has_html = format!("{:?}", page_tree(db, file)).contains("Html(");
            (page_body(db, file).html(db, &ENGLISH).concat(), plain_text(db, file), has_html)
        });
        // Of raw HTML the text alone is kept.
        if has_html {
            continue;
        }
        let again = with_page(&text, |db, file| page_body(db, file).html(db, &ENGLISH).concat());
        if shape(&html) != shape(&again) {
            differing.push(format!("{number}: {markdown:?}\n{text}\n{}\n{}\n", shape(&html), shape(&again)));
        }
    }
    assert!(differing.is_empty(), "{} of {}\n{}", differing.len(), examples.len(), differing.join("\n"));
}

/// HTML without attributes, heading links, headings without text and white space between tags.
fn shape(html: &str) -> String {
    let mut out = String::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        out.push_str(&rest[..at]);
        let end = rest[at..].find('>').map_or(rest.len(), |end| at + end + 1);
        let tag = &rest[at..end];
        rest = &rest[end..];
        if tag.starts_with("<a class=\"heading-anchor\"") {
            rest = rest.split_once("</a>").map_or("", |(_, rest)| rest);
            continue;
        }
        let name: String = tag.chars().take_while(|c| !c.is_whitespace() && *c != '>').collect();
        out.push_str(&format!("{name}>"));
    }
    out.push_str(rest);
    let out = out.split_whitespace().collect::<Vec<_>>().join(" ").replace("> ", ">").replace(" <", "<");
    (1..=6).fold(out, |out, level| out.replace(&format!("<h{level}></h{level}>"), ""))
}
