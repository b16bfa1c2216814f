//! Pages from bytes: the bytes as text, or pieces that they choose.

use super::choices::Choices;
use super::story::{Story, Write};
use crate::registry::ComponentKind;
use crate::testing::pieces::{HARD_PIECES, RAW_HTML};

/// What pieces and examples do not contain: frontmatter, includes, links, JSX, and texts that are special in HTML.
const FURTHER_PIECES: [&str; 40] = [
    "---\n",
    "title: T\n",
    "layout: api\n",
    "slug: /a/../b\n",
    "hero:\n  actions:\n    - text: Go\n      link: /x\n",
    "draft: true\n",
    "description: \"<script>&amp;\"\n",
    "<wc-include src=\"part.md\" />",
    "<wc-include src=\"../index.md\"></wc-include>",
    "<wc-include src=\"self.md\" name=\"x\" />",
    "{{ x }}",
    "[a](other.md#b)",
    "[a](javascript:alert(1))",
    "![a](img/a.png)",
    "<Tabs>\n",
    "</Tabs>\n",
    "import A from './a.mdx'\n\n",
    "{props.a}",
    "<A b={c} />",
    "<script>alert(1)</script>",
    "<style>a{}</style>",
    "<img src=x onerror=alert(1)>",
    "<svg><path d=\"M0\"/></svg>",
    "<iframe src=\"https://a.test\">",
    "<a href=\"JaVaScRiPt:x\">",
    "<div id=\"x\" class=\"y\">",
    "<!-- ",
    " -->",
    "<![CDATA[",
    "```mermaid\nflowchart LR\n  a --> b\n```\n",
    "```js title=\"a\" {1,2}\nlet a = 1 // [!code ++]\n```\n",
    "> [!NOTE]\n> ",
    ":::tip\n",
    "https://a.test/x_y",
    "## a {#x}\n",
    "## a\n",
    "\u{0}",
    "\u{202e}",
    "\u{1b}[31m",
    "a",
];

/// The most pieces of a page.
const MOST_PIECES: usize = 60;

/// A project with a page, which is cut and restored. Bytes that are not UTF-8 choose pieces of a page.
pub(super) fn story(bytes: &[u8]) -> Story {
    let text = std::str::from_utf8(bytes).map_or_else(|_| composed(bytes), str::to_owned);
    let half = super::choices::char_boundary(&text, text.len() / 2);
    let write = |path: &str, contents: &str| Write { path: path.to_owned(), contents: Some(contents.to_owned()) };
    let page = "docs/index.md";
    Story {
        files: vec![
            write("tool.json", r#"{"name": "N", "variables": {"x": "y"}}"#),
            write(page, &text),
            write("docs/other.md", "# Other\n\n## B\n\nSee [the start](index.md#x).\n"),
            write("docs/_reusables/part.md", "A part with **marks**, {{ x }} and {{ name }}.\n"),
            write("docs/_reusables/self.md", &text),
        ],
        edits: vec![write(page, &text[half..]), write(page, &text)],
    }
}

/// A text of the pieces that the bytes choose.
fn composed(bytes: &[u8]) -> String {
    let examples: Vec<&str> = ComponentKind::ALL.iter().flat_map(|kind| kind.entry().examples).copied().collect();
    let mut choices = Choices::new(bytes);
    let mut text = String::new();
    for _ in 0..bytes.len().min(MOST_PIECES) {
        text.push_str(match choices.below(5) {
            0 => choices.pick(&examples),
            1 => choices.pick(&RAW_HTML),
            2 => choices.pick(&FURTHER_PIECES),
            _ => choices.pick(HARD_PIECES),
        });
    }
    text
}
