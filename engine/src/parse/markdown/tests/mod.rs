mod gallery;
pub(crate) mod hostile;
mod math;

use crate::parse::markdown::parse_page as parse_page_with;
use crate::parse::markdown::tree::{Block, BlockKind, Component, ComponentContent, Definition, Inline, PageTree};
use crate::parse::variables::Declared;

/// The tree of a page without declarations from elsewhere.
pub(super) fn parse_page(text: &str) -> PageTree {
    parse_page_with(text, &Declared::NONE)
}

/// A tree in a compact notation: one block per line, indented by depth, then the diagnostics with the text at their
/// spans.
pub(super) fn shown(text: &str) -> String {
    let tree = parse_page(text);
    let mut out = String::new();
    blocks(&tree.blocks, 0, &mut out);
    for footnote in &tree.footnotes {
        out.push_str(&format!("footnote {:?}\n", footnote.number));
        blocks(&footnote.blocks, 1, &mut out);
    }
    out.push_str(&problems(text, &tree));
    out
}

fn problems(text: &str, tree: &PageTree) -> String {
    let mut out = String::new();
    for diagnostic in &tree.diagnostics {
        let place = diagnostic.place.map_or("-", |span| &text[span.range()]);
        out.push_str(&format!("{} at {place:?}: {}", diagnostic.code.name(), diagnostic.message));
        out.push_str(&diagnostic.help.as_ref().map_or_else(|| "\n".to_owned(), |help| format!(" ({help})\n")));
    }
    out
}

pub(super) fn blocks(list: &[Block], depth: usize, out: &mut String) {
    for block in list {
        out.push_str(&"  ".repeat(depth));
        match &block.kind {
            BlockKind::Paragraph(content) => out.push_str(&format!("p {}\n", inlines(content))),
            BlockKind::Plain(content) => out.push_str(&format!("- {}\n", inlines(content))),
            BlockKind::Heading { level, id, content } => {
                out.push_str(&format!("h{level} #{id} {}\n", inlines(content)));
            }
            BlockKind::Quote(content) => nested("quote", content, depth, out),
            BlockKind::Alert(kind, content) => nested(&format!("alert {kind:?}"), content, depth, out),
            BlockKind::Column(content) => nested("column", content, depth, out),
            BlockKind::Hero(hero) => {
                nested("hero", &hero.text, depth, out);
                nested("beside", &hero.beside, depth, out);
            }
            BlockKind::List { start, items } => {
                out.push_str(&format!("list {start:?}\n"));
                for item in items {
                    out.push_str(&"  ".repeat(depth));
                    nested(
                        &format!(" item{}", item.task.map_or("", |done| if done { " [x]" } else { " [ ]" })),
                        &item.blocks,
                        depth,
                        out,
                    );
                }
            }
            BlockKind::Definitions(parts) => {
                out.push_str("definitions\n");
                for part in parts {
                    match part {
                        Definition::Term(content) => {
                            out.push_str(&format!("{} term {}\n", "  ".repeat(depth), inlines(content)));
                        }
                        Definition::Details(content) => {
                            out.push_str(&"  ".repeat(depth));
                            nested(" details", content, depth, out);
                        }
                    }
                }
            }
            BlockKind::Diagram(diagram) => out.push_str(&format!("diagram {:?}\n", diagram.source)),
            BlockKind::Math(math) => out.push_str(&format!("math {:?}\n", math.source)),
            BlockKind::Code(code) => out.push_str(&format!("code {:?} {:?}\n", code.info.language, code.text)),
            BlockKind::Table(table) => {
                out.push_str("table\n");
                for row in std::iter::once(&table.head).chain(&table.rows) {
                    let cells: Vec<_> = row.iter().map(|cell| inlines(cell)).collect();
                    out.push_str(&format!("{}  | {} |\n", "  ".repeat(depth), cells.join(" | ")));
                }
            }
            BlockKind::Rule => out.push_str("rule\n"),
            BlockKind::Html(html) => out.push_str(&format!("html {:?}\n", html.text)),
            BlockKind::Custom(element) => {
                let ComponentContent::Blocks(content) = &element.content else { continue };
                nested(&element.name, content, depth, out);
            }
            BlockKind::Component(component) => {
                let title = title(component);
                match &component.content {
                    ComponentContent::Blocks(content) => nested(&title, content, depth, out),
                    ComponentContent::Inlines(content) => out.push_str(&format!("{title}: {}\n", inlines(content))),
                    ComponentContent::Text(code) => {
                        out.push_str(&format!("{title}: {:?} {:?}\n", code.info.language, code.text));
                    }
                }
            }
        }
    }
}

/// A component's name, attributes and anchor.
fn title(component: &Component) -> String {
    let mut title = component.kind.name().to_owned();
    for attribute in &component.attributes {
        title.push_str(&format!(" {}={:?}", attribute.name, attribute.value));
    }
    if let Some(anchor) = &component.anchor {
        title.push_str(&format!(" #{anchor}"));
    }
    title
}

fn nested(title: &str, content: &[Block], depth: usize, out: &mut String) {
    out.push_str(title);
    out.push('\n');
    blocks(content, depth + 1, out);
}

fn inlines(list: &[Inline]) -> String {
    let shown = |inline: &Inline| match inline {
        Inline::Text(text) => text.to_string(),
        Inline::Code(text) => format!("`{text}`"),
        Inline::Math(math) if math.display => format!("<$${}$$>", math.source),
        Inline::Math(math) => format!("<${}$>", math.source),
        Inline::Emphasis(content) => format!("_{}_", inlines(content)),
        Inline::Strong(content) => format!("*{}*", inlines(content)),
        Inline::Strikethrough(content) => format!("~{}~", inlines(content)),
        Inline::Link(link) => format!("[{}]({})", inlines(&link.content), link.destination),
        Inline::Image(image) => format!("![{}]({})", image.alt, image.source),
        Inline::Footnote(index) => format!("[^{index}]"),
        Inline::SoftBreak => "/".to_owned(),
        Inline::HardBreak => "//".to_owned(),
        Inline::Variable(variable) => format!("{}={}", variable.name, variable.text),
        Inline::Html(html) => format!("<<{}>>", html.text),
        Inline::Custom(element) => {
            let ComponentContent::Inlines(content) = &element.content else { return "blocks".to_owned() };
            format!("{{{}: {}}}", element.name, inlines(content))
        }
        Inline::Component(component) => {
            let ComponentContent::Inlines(content) = &component.content else { return "blocks".to_owned() };
            format!("{{{}: {}}}", title(component), inlines(content))
        }
    };
    list.iter().map(shown).collect()
}

#[test]
fn markdown_beyond_commonmark() {
    insta::assert_snapshot!(shown("---\ntitle: x\n---\n# A `b` {#c}\n\n## GET /a/{id}\n\n## GET /a/{id}\n\n- [x] done\n- [ ] to *do*\n\n  more\n\n> [!TIP]\n> alert\n\n| a | b |\n|---|---|\n| `|` | ~~d~~ |\n\nterm\n: details\n\nsee[^1] www.a.b [^2]\n\n[^2]: two\n[^1]: one[^2]\n"), @r"
    h1 #c A `b`
    h2 #get-aid GET /a/{id}
    h2 #get-aid-1 GET /a/{id}
    list None
     item [x]
      p done
     item [ ]
      p to _do_
      p more
    alert Tip
      p alert
    table
      | a | b |
      | ` | ` |
    definitions
     term term
     details
      - details
    p see[^0] [www.a.b](http://www.a.b) [^1]
    footnote Some(1)
      p one[^1]
    footnote Some(2)
      p two
    ");
}

#[test]
fn components_without_blank_lines() {
    insta::assert_snapshot!(shown("<wc-callout type=\"tip\">\n**a** b\n</wc-callout>\nafter"), @r#"
    wc-callout type="tip"
      p *a* b
    p after
    "#);
    insta::assert_snapshot!(shown("text\n<wc-callout>one</wc-callout>\ntext <wc-callout>two\nlines</wc-callout> rest"), @r"
    p text
    wc-callout
      p one
    p text
    wc-callout
      p two/lines
    p rest
    ");
}

#[test]
fn components_indented_by_their_nesting() {
    insta::assert_snapshot!(shown("<wc-tabs>\n    <wc-tab label=\"A\">\n        ```html\n        </wc-tab>\n        ```\n\n        - item\n\n          more\n    </wc-tab>\n\t<wc-tab label=B>\n\t\ttext\n\n\t\tmore\n\t</wc-tab>\n</wc-tabs>"), @r#"
    wc-tabs
      wc-tab label="A"
        code Some("html") "</wc-tab>\n"
        list None
         item
          p item
          p more
      wc-tab label="B"
        p text
        p more
    "#);
}

#[test]
fn components_in_lists_and_quotes() {
    insta::assert_snapshot!(shown("1. item\n   <wc-callout>\n   in\n\n   - deep\n   </wc-callout>\n   after\n2. <wc-callout>same line</wc-callout>\n\n> quote\n> <wc-callout\n>   title=\"a\n> b\">\n> in\n>\n> > more\n> </wc-callout>\n> after\n\nend"), @r#"
    list Some(1)
     item
      - item
      wc-callout
        p in
        list None
         item
          - deep
      - after
     item
      wc-callout
        p same line
    quote
      p quote
      wc-callout title="a\nb"
        p in
        quote
          p more
      p after
    p end
    "#);
}

#[test]
fn code_and_comments_hold_no_components() {
    insta::assert_snapshot!(shown("```\n<wc-callout>\n```\n\n    <wc-callout>\n\n`<wc-callout>` and `` a\n<b> ` <wc-card> `` \\<wc-card>\n\n<!-- <wc-callout> -->\n\na <!-- <wc-tab>\n--> b\n\n> ~~~\n> <wc-tab>\n> ~~~"), @r#"
    code None "<wc-callout>\n"
    code None "<wc-callout>\n"
    p `<wc-callout>` and `a <b> ` <wc-card>` <wc-card>
    p a  b
    quote
      code None "<wc-tab>\n"
    "#);
}

#[test]
fn tags_over_lines_and_by_themselves() {
    insta::assert_snapshot!(shown("<wc-card title=\"a > b\n  c\"\n  href='/x' />\n<WC-Card Title=A&amp;B></WC-CARD>\n\n<wc-columns><wc-card>1</wc-card><wc-card>2</wc-card></wc-columns>"), @r#"
    wc-card title="a > b\n  c" href="/x"
    wc-card title="A&B"
    wc-columns
      wc-card
        p 1
      wc-card
        p 2
    "#);
}

#[test]
fn same_names_nest_and_siblings_end() {
    insta::assert_snapshot!(shown("<wc-callout>\n<wc-callout>\na\n</wc-callout>\nb\n</wc-callout>\n\n<wc-steps>\n<wc-step title=One>\na\n<wc-step title=One>\nb\n</wc-steps>\n"), @r#"
    wc-callout
      wc-callout
        p a
      p b
    wc-steps
      wc-step title="One" #one
        p a
      wc-step title="One" #one-1
        p b
    unclosed-component at "<wc-step title=One>": `<wc-step>` has no closing tag (add `</wc-step>`, or write `<wc-step />` if it is empty)
    unclosed-component at "<wc-step title=One>": `<wc-step>` has no closing tag (add `</wc-step>`, or write `<wc-step />` if it is empty)
    "#);
}

#[test]
fn what_is_unclosed_or_stray_is_repaired() {
    insta::assert_snapshot!(shown("</wc-card>\n\n- <wc-callout>\n  a\n- b\n\n> <wc-callout>\n> c\n\nd </wc-tab> e\n\n<wc-callout>\nf"), @r#"
    list None
     item
      wc-callout
        p a
     item
      - b
    quote
      wc-callout
        p c
    p d  e
    wc-callout
      p f
    stray-closing-tag at "</wc-card>": `</wc-card>` has no matching opening tag
    unclosed-component at "<wc-callout>": `<wc-callout>` has no closing tag (add `</wc-callout>`, or write `<wc-callout />` if it is empty)
    unclosed-component at "<wc-callout>": `<wc-callout>` has no closing tag (add `</wc-callout>`, or write `<wc-callout />` if it is empty)
    stray-closing-tag at "</wc-tab>": `</wc-tab>` has no matching opening tag
    unclosed-component at "<wc-callout>": `<wc-callout>` has no closing tag (add `</wc-callout>`, or write `<wc-callout />` if it is empty)
    "#);
    insta::assert_snapshot!(shown("a <wc-card title=\"x\n\nb <wc-card <c>"), @r#"
    p a <wc-card title="x
    p b <wc-card <<<c>>>
    unclosed-component at "<wc-card": the tag `<wc-card` has no closing `>` (it is shown as text)
    unclosed-component at "<wc-card": the tag `<wc-card` has no closing `>` (it is shown as text)
    raw-html at "<c>": raw HTML `<c>` is shown as text (to allow all HTML, set `"html": "unsafe"` in `tool.json`)
    "#);
}

#[test]
fn literal_content_is_not_markdown() {
    insta::assert_snapshot!(shown("<wc-code-group>\n  <wc-code-tab label=\"A\">\n    *a* <wc-card> </b>\n      {{x}}\n  </wc-code-tab>\n  <wc-code-tab label=B>\n    ```js filename=\"x\"\n      </wc-code-tab>\n    ```\n  </wc-code-tab>\n  <wc-code-tab label=C>one line</wc-code-tab>\n  <wc-code-tab label=D>\n  open\n</wc-code-group>\n\n<wc-code-group>\n```sh\na\n```\n</wc-code-group>"), @r#"
    wc-code-group
      wc-code-tab label="A": None "*a* <wc-card> </b>\n  {{x}}\n"
      wc-code-tab label="B": Some("js") "  </wc-code-tab>\n"
      wc-code-tab label="C": None "one line\n"
      wc-code-tab label="D": None "open\n"
    wc-code-group
      code Some("sh") "a\n"
    unclosed-component at "<wc-code-tab label=D>": `<wc-code-tab>` has no closing tag (add `</wc-code-tab>`, or write `<wc-code-tab />` if it is empty)
    "#);
}

#[test]
fn unknown_components_show_their_content() {
    insta::assert_snapshot!(shown("<wc-calout>\n\n# a\n\n</wc-calout>\n\n<wc-nope>new</wc-nope> and *a <wc-icons name=x /> b <wc-foo>c* d</wc-foo>"), @r#"
    h1 #a a
    p new and _a  b c_ d
    unknown-component at "<wc-calout>": there is no component `wc-calout` (did you mean `wc-callout`?)
    unknown-component at "<wc-nope>": there is no component `wc-nope` (did you mean `wc-copy`?)
    unknown-component at "<wc-icons name=x />": there is no component `wc-icons` (did you mean `wc-icon`?)
    unclosed-component at "<wc-foo>": `<wc-foo>` has no closing tag (add `</wc-foo>`, or write `<wc-foo />` if it is empty)
    unknown-component at "<wc-foo>": there is no component `wc-foo`
    stray-closing-tag at "</wc-foo>": `</wc-foo>` has no matching opening tag
    "#);
    insta::assert_snapshot!(shown("# A <wc-card>b</wc-card>\n\n| a | b |\n|---|---|\n| <wc-callout>c</wc-callout> | d |\n\n<wc-card>\n## In </wc-card>"), @r#"
    h1 #a-b A b
    table
      | a | b |
      | c | d |
    wc-card
      h2 #in In
    invalid-nesting at "<wc-card>": `<wc-card>` is not allowed within a line of text (its content is shown as text)
    invalid-nesting at "<wc-callout>": `<wc-callout>` is not allowed within a line of text (its content is shown as text)
    "#);
}

#[test]
fn attributes_are_checked() {
    insta::assert_snapshot!(shown("<wc-callout type=\"warnign\" titel=x onclick=y title=a title=b icon-name=\"../x\">a</wc-callout>\n<wc-tabs><wc-tab>a</wc-tab><wc-card href=\"javascript:x\" cols=3/></wc-tabs>\n<wc-tab label=x>a</wc-tab>\n<wc-columns cols=7 gap=\"url(x)\"/>\n<wc-endpoint security=\"{\"/>"), @r#"
    wc-callout title="a"
      p a
    wc-tabs
      wc-tab
        p a
      wc-card
    wc-tab label="x"
      p a
    wc-columns
    wc-endpoint
    invalid-attribute at "warnign": `type` of `<wc-callout>` cannot be `warnign` (did you mean `warning`?)
    unknown-attribute at "titel": `<wc-callout>` has no attribute `titel` (did you mean `title`?)
    unknown-attribute at "onclick": `<wc-callout>` has no attribute `onclick`
    duplicate-attribute at "title": `<wc-callout>` has `title` twice (the first one is used)
    invalid-attribute at "../x": `icon-name` of `<wc-callout>` cannot be `../x` (it must be the name of an icon, an image or an emoji)
    missing-attribute at "<wc-tab": `<wc-tab>` is missing the required attribute `label`
    invalid-nesting at "<wc-card href=\"javascript:x\" cols=3/>": `<wc-card>` is not allowed as a direct child of `<wc-tabs>` (components allowed in `<wc-tabs>`: `<wc-tab>`)
    invalid-attribute at "javascript:x": `href` of `<wc-card>` cannot be `javascript:x` (it must be a path, or an https, mailto or tel URL)
    unknown-attribute at "cols": `<wc-card>` has no attribute `cols`
    invalid-nesting at "<wc-tab label=x>": `<wc-tab>` must be a direct child of `<wc-tabs>`
    invalid-attribute at "7": `cols` of `<wc-columns>` cannot be `7` (it must be a number from 1 to 6)
    invalid-attribute at "url(x)": `gap` of `<wc-columns>` cannot be `url(x)` (it must be a CSS length, such as `1.5rem`)
    invalid-attribute at "{": `security` of `<wc-endpoint>` cannot be `{` (it must be valid JSON: EOF while parsing an object)
    "#);
}

#[test]
fn columns_may_be_divs() {
    insta::assert_snapshot!(shown("<wc-columns cols=2>\n<div>\n\nA *b*\n\n</div>\n<div class=x>B</div>\nC\n</wc-columns>\n\n<div>D</div>"), @r#"
    wc-columns cols="2"
      column
        p A _b_
      column
        p B
      p C
    html "<div>D</div>"
    "#);
}

#[test]
fn references_and_footnotes_reach_into_components() {
    insta::assert_snapshot!(shown("<wc-callout>\n[a][X  y] ![b][c] [^1]\n\n[c]: /c\n[^1]: in\n</wc-callout>\n\n[c] [x Y]\n\n[x y]: https://x 't'"), @r"
    wc-callout
      p [a](https://x) ![b](/c) [^0]
    p [c](/c) [x Y](https://x)
    footnote Some(1)
      p in
    ");
}

#[test]
fn raw_html_is_text_with_a_warning() {
    insta::assert_snapshot!(shown("a <b>c</b> List<T> a < b {x}\n\n<div onclick=x>\n<wc-card>in</wc-card>\nraw *x*\n</div>\n\n<script>alert(1)</script>\n\nopen <!-- comment"), @r#"
    p a <<<b>>>c<<</b>>> List<<<T>>> a < b {x}
    html "<div onclick=x>"
    wc-card
      p in
    html "raw *x*\n</div>"
    html "<script>alert(1)</script>"
    p open <!-- comment
    raw-html at "<T>": raw HTML `<T>` is shown as text (to allow all HTML, set `"html": "unsafe"` in `tool.json`)
    raw-html at "onclick": the attribute `onclick` is removed from raw HTML (to allow all HTML, set `"html": "unsafe"` in `tool.json`)
    raw-html at "<script>": raw HTML `<script>` is shown as text (to allow all HTML, set `"html": "unsafe"` in `tool.json`)
    raw-html at "</script>": raw HTML `</script>` is shown as text (to allow all HTML, set `"html": "unsafe"` in `tool.json`)
    unclosed-comment at "<!--": the comment is not closed with `-->` in this block (it is shown as text; close it, or begin it on its own line)
    "#);
}

/// For each text with an open comment, what is shown of it: a later end closes nothing.
#[test]
fn a_comment_ends_in_its_block_or_is_text() {
    let after = "\n\nafter -->\n";
    for text in [
        "# a <!-- b",
        "a <!-- b\nc",
        "- <!-- b\n  c",
        "> <!-- b\n> c",
        "> - a\n>\n>   <!-- b",
        "| a |\n|---|\n| <!-- b |",
    ] {
        let shown = shown(&format!("{text}{after}"));
        for word in ["<!-- b", "after -->", "unclosed-comment at \"<!--\""] {
            assert!(shown.contains(word), "{text:?} gave {shown}, not {word}");
        }
    }
    for text in [
        "<!-- b\n\nc -->",
        "> <!-- b\n>\n> c -->",
        "- a\n\n  <!-- b\n\n  c -->",
        "a <!-- b\nc --> d",
        "# a <!-- b --> c",
    ] {
        let shown = shown(&format!("{text}{after}"));
        assert!(
            !shown.contains('b') && !shown.contains("unclosed") && shown.contains("after -->"),
            "{text:?} gave {shown}"
        );
    }
}

#[test]
fn components_of_running_text_stay_in_it() {
    insta::assert_snapshot!(shown("# A <wc-badge>_b_</wc-badge>c {#x}\n\n<wc-badge>start</wc-badge> of\n<wc-icon name=a /> a *line **<wc-badge variant=info>**b**</wc-badge>** <wc-button href=/c>\n`</wc-button>` c</wc-button>*\n- <wc-copy>in\n  an</wc-copy> item\n> <wc-var name=A\n> default=b />\n\n| <wc-badge>head</wc-badge> | b |\n|---|---|\n| <wc-badge>c`d`</wc-badge> | [x <wc-badge label=\"]\" />](/y) |\n\n<wc-button href=/z><wc-badge>in</wc-badge> <wc-icon name=b></wc-icon></wc-button>"), @r#"
    h1 #x A {wc-badge: _b_}c
    p {wc-badge: start} of/{wc-icon name="a": } a _line *{wc-badge variant="info": *b*}* {wc-button href="/c": /`</wc-button>` c}_
    list None
     item
      - {wc-copy: in/an} item
    quote
      p {wc-var name="A" default="b": }
    table
      | {wc-badge: head} | b |
      | {wc-badge: c`d`} | [x {wc-badge label="]": }](/y) |
    p {wc-button href="/z": {wc-badge: in} {wc-icon name="b": }}
    unknown-icon at "a": no icon is named `a`
    unknown-icon at "b": no icon is named `b`
    "#);
    insta::assert_snapshot!(shown("a `x\n<wc-badge>` b</wc-badge>\n\n    <wc-badge>code</wc-badge>\n\n`<wc-badge>` \\<wc-badge> <!-- <wc-badge> -->\n\n<wc-tiles><wc-tile title=a><wc-badge>b</wc-badge> c</wc-tile></wc-tiles>"), @r#"
    p a `x <wc-badge>` b
    code None "<wc-badge>code</wc-badge>\n"
    p `<wc-badge>` <wc-badge> 
    wc-tiles
      wc-tile title="a": {wc-badge: b} c
    stray-closing-tag at "</wc-badge>": `</wc-badge>` has no matching opening tag
    "#);
}

#[test]
fn components_of_running_text_are_repaired() {
    insta::assert_snapshot!(shown("a <wc-badge>b\n\nc</wc-badge> *d <wc-badge>e* f</wc-badge>\n\n<wc-icon name=x> text\n\n<wc-icon name=x>y</wc-icon> <wc-var name=a_b />\n\n<wc-button>a <wc-card>b</wc-card> <wc-callout type=tip /> c</wc-button>\n\n<wc-button>\n<wc-card>block</wc-card>\n</wc-button>\n\n<wc-badge href=x onclick=y>a</wc-badge>"), @r#"
    p a {wc-badge: b}
    p c _d {wc-badge: e}_ f
    p {wc-icon name="x": } text
    p {wc-icon name="x": }y {wc-var: }
    p {wc-button: a b  c}
    p {wc-button: }
    wc-card
      p block
    p {wc-badge: a}
    unclosed-component at "<wc-badge>": `<wc-badge>` has no closing tag (add `</wc-badge>`, or write `<wc-badge />` if it is empty)
    stray-closing-tag at "</wc-badge>": `</wc-badge>` has no matching opening tag
    unclosed-component at "<wc-badge>": `<wc-badge>` has no closing tag (add `</wc-badge>`, or write `<wc-badge />` if it is empty)
    stray-closing-tag at "</wc-badge>": `</wc-badge>` has no matching opening tag
    unclosed-component at "<wc-icon name=x>": `<wc-icon>` has no closing tag (add `</wc-icon>`, or write `<wc-icon />` if it is empty)
    invalid-nesting at "<wc-icon name=x>y</wc-icon>": `<wc-icon>` takes no content
    invalid-attribute at "a_b": `name` of `<wc-var>` cannot be `a_b` (it must be a variable name: capital letters, digits and `_`)
    invalid-nesting at "<wc-card>": `<wc-card>` is not allowed within a line of text (its content is shown as text)
    invalid-nesting at "<wc-callout type=tip />": `<wc-callout>` is not allowed within a line of text (its content is shown as text)
    unclosed-component at "<wc-button>": `<wc-button>` has no closing tag (add `</wc-button>`, or write `<wc-button />` if it is empty)
    stray-closing-tag at "</wc-button>": `</wc-button>` has no matching opening tag
    unknown-attribute at "href": `<wc-badge>` has no attribute `href`
    unknown-attribute at "onclick": `<wc-badge>` has no attribute `onclick`
    "#);
}

#[test]
fn anchors_in_running_text_are_anchors_of_the_page() {
    let tree = parse_page(
        "# One\n\n<wc-anchor>One</wc-anchor> <wc-anchor id=two>x</wc-anchor> <wc-anchor />\n\n## A <wc-badge label=new /> <wc-icon name=x /> B\n\n<wc-button href=/b /> <wc-download href=c.zip />",
    );
    let facts = tree.facts();
    assert_eq!(facts.anchors.iter().map(|anchor| &**anchor).collect::<Vec<_>>(), ["one", "one-1", "two", "a-new--b"]);
    assert_eq!(facts.headings[1].text.split_whitespace().collect::<Vec<_>>(), ["A", "new", "B"]);
    assert_eq!(facts.links.iter().map(|link| &**link).collect::<Vec<_>>(), ["/b", "c.zip"]);
}

#[test]
fn line_breaks_in_headings_separate_words() {
    let facts = parse_page("# One<br>two\n\n## A<br /> b\n\n## C <br/>d\n\n## E **f**<br>`g`<br>\n").facts();
    let texts: Vec<&str> = facts.headings.iter().map(|heading| &*heading.text).collect();
    assert_eq!(texts, ["One two", "A b", "C d", "E f g"]);
    assert_eq!(facts.anchors.iter().map(|anchor| &**anchor).collect::<Vec<_>>(), ["one-two", "a-b", "c-d", "e-f-g"]);
}

#[test]
fn components_stand_in_definitions() {
    let text = "a\n\n:   b\n\n    <wc-callout title=\"c\">\n\n    d\n\n    </wc-callout>\n\n:   <wc-callout>e</wc-callout>\n\n- f\n\n: g\n\n# h\n\n: i <wc-badge>j</wc-badge>\n";
    insta::assert_snapshot!(shown(text), @r#"
    definitions
     term a
     details
      p b
      wc-callout title="c"
        p d
     details
      wc-callout
        p e
    list None
     item
      - f
    p : g
    h1 #h h
    p : i {wc-badge: j}
    "#);
}

#[test]
fn a_line_that_begins_with_a_colon_is_a_definition_only_with_white_space_behind_it() {
    insta::assert_snapshot!(shown("Ship it\n\n:rocket: now\n\na\n:b\n\n::: note\nc\n:::\n"), @r"
    p Ship it
    p :rocket: now
    p a/:b
    p ::: note/c/:::
    ");
    insta::assert_snapshot!(shown("> Term\n> : details\n"), @r"
    quote
      definitions
       term Term
       details
        - details
    ");
}
