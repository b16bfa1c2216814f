//! The steps from Markdown to HTML for a page, separately, and pages that are hard to parse.

use std::fmt::Write as _;

use pulldown_cmark::Parser;
use rayon::prelude::*;

use crate::Project;
use crate::parse::config::{ENGLISH, docs_folder, html_setting};
use crate::parse::markdown::options_for;
use crate::render::page::page_body;
use crate::resolve::page_tree::page_tree;
use crate::resolve::pages::pages;
use base::inputs::File;

/// Lists the pages and returns their number. Computes what depends only on the site, not on the contents of pages.
#[must_use]
pub fn list_pages(project: &Project) -> usize {
    let db = project.inputs.db();
    let config = project.inputs.set().config(db);
    let _ = (html_setting(db, config), docs_folder(db, config));
    pages(db, project.inputs.set()).by_id.len()
}

/// Parses all pages, on all cores, and returns the number of their links. Checks nothing.
#[must_use]
pub fn parse_pages(project: &Project) -> usize {
    let db = project.inputs.db();
    let files: Vec<File> = pages(db, project.inputs.set()).by_id.values().copied().collect();
    files.into_par_iter().map_with(db.clone(), |db, file| page_tree(db, file).links().len()).sum()
}

/// Renders the bodies of all pages and returns their size in bytes, without the page shell.
#[must_use]
pub fn page_bodies(project: &Project) -> usize {
    let db = project.inputs.db();
    let bytes = |&file: &File| page_body(db, file).html(db, &ENGLISH).iter().map(|piece| piece.len()).sum::<usize>();
    pages(db, project.inputs.set()).by_id.values().map(bytes).sum()
}

/// A parsed and rendered page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadPage {
    /// The HTML of its body.
    pub html: String,
    /// The codes of its diagnostics.
    pub findings: Vec<&'static str>,
}

/// Reads the page with this id.
#[must_use]
pub fn read_page(project: &Project, id: &str) -> Option<ReadPage> {
    let db = project.inputs.db();
    let file = *pages(db, project.inputs.set()).by_id.get(id)?;
    let findings = page_tree(db, file).diagnostics.iter().map(|diagnostic| diagnostic.code.name()).collect();
    Some(ReadPage { html: page_body(db, file).html(db, &ENGLISH).concat(), findings })
}

/// The output of the plain Markdown parser for a text, with the same extensions.
#[must_use]
pub fn bare_html(text: &str) -> String {
    let mut html = String::with_capacity(text.len() * 3 / 2);
    pulldown_cmark::html::push_html(&mut html, Parser::new_ext(text, options_for(text)));
    html
}

/// A kind of page whose size is determined by a number.
#[derive(Clone, Copy, Debug)]
pub struct HostilePage {
    /// Its description.
    pub name: &'static str,
    /// Writes it.
    pub write: fn(usize) -> String,
    /// The number for a page of about a megabyte, or the largest number that is allowed.
    pub large: usize,
}

/// Pages whose parsing must take time linear in their size.
pub const HOSTILE_PAGES: &[HostilePage] = &[
    HostilePage {
        name: "nested components",
        write: |n| format!("{}in{}", "<wc-tabs>\n".repeat(n), "\n</wc-tabs>".repeat(n)),
        large: 5_000,
    },
    HostilePage {
        name: "sibling components",
        write: |n| format!("<wc-tabs>\n{}</wc-tabs>", "<wc-tab label=a>b</wc-tab>\n".repeat(n)),
        large: 100_000,
    },
    HostilePage { name: "one line of words", write: |n| "word ".repeat(n), large: 200_000 },
    HostilePage { name: "unclosed components", write: |n| "<wc-callout>\n".repeat(n), large: 50_000 },
    HostilePage { name: "unclosed components on a line", write: |n| "<wc-card>".repeat(n), large: 50_000 },
    HostilePage { name: "unclosed inline components", write: |n| "<wc-badge> a ".repeat(n), large: 50_000 },
    HostilePage { name: "closed inline components", write: |n| "<wc-badge>a</wc-badge> ".repeat(n), large: 40_000 },
    HostilePage {
        name: "nested inline components",
        write: |n| format!("{}{}", "<wc-badge>".repeat(n), "</wc-badge>".repeat(n)),
        large: 40_000,
    },
    HostilePage { name: "closing tags", write: |n| "</wc-tab>\n</wc-badge> a\n".repeat(n), large: 40_000 },
    HostilePage { name: "unknown components", write: |n| "<wc-nope>\n\na\n\n</wc-nope>\n".repeat(n), large: 30_000 },
    HostilePage { name: "unclosed tags", write: |n| "<div>\n<b>a ".repeat(n), large: 80_000 },
    HostilePage { name: "tags never ended", write: |n| "<a b=\"".repeat(n), large: 150_000 },
    HostilePage { name: "component tags never ended", write: |n| "<wc-card a='".repeat(n), large: 80_000 },
    HostilePage { name: "comments never ended", write: |n| "<!-- a ".repeat(n), large: 150_000 },
    HostilePage {
        name: "components in quotes",
        write: |n| {
            let mut text = String::new();
            for depth in 0..n {
                let _ = writeln!(text, "{}<wc-card>a</wc-card>", "> ".repeat(depth % 40));
            }
            text
        },
        large: 15_000,
    },
    HostilePage {
        name: "components in lists",
        write: |n| {
            let mut text = String::new();
            for depth in 0..n {
                let _ = writeln!(text, "{}- <wc-callout>\n\n  a", "  ".repeat(depth % 30));
            }
            text
        },
        large: 12_000,
    },
    HostilePage { name: "nested quotes", write: |n| "> ".repeat(n), large: 100_000 },
    HostilePage { name: "nested items", write: |n| "- ".repeat(n), large: 100_000 },
    HostilePage { name: "brackets", write: |n| "[".repeat(n), large: 500_000 },
    HostilePage { name: "brackets and parentheses", write: |n| "[a](".repeat(n), large: 200_000 },
    HostilePage { name: "images", write: |n| "![a][".repeat(n), large: 200_000 },
    HostilePage { name: "stars", write: |n| "*a **b ".repeat(n), large: 150_000 },
    HostilePage { name: "closed stars", write: |n| "*a* **b** ".repeat(n), large: 100_000 },
    HostilePage { name: "underscores", write: |n| "_a __b ".repeat(n), large: 150_000 },
    HostilePage { name: "tildes", write: |n| "~a ~~b ".repeat(n), large: 150_000 },
    HostilePage {
        name: "backticks",
        write: |n| {
            let mut text = String::new();
            for length in 0..n {
                let _ = write!(text, "{} a ", "`".repeat(length + 1));
            }
            text
        },
        large: 1_400,
    },
    HostilePage { name: "code spans", write: |n| "`a` ``b`` <wc-icon name=x /> ".repeat(n), large: 30_000 },
    HostilePage { name: "backslashes", write: |n| "\\".repeat(n), large: 1_000_000 },
    HostilePage { name: "entities", write: |n| "&amp;&#x;&a".repeat(n), large: 90_000 },
    HostilePage { name: "addresses", write: |n| "https://a.b/( www.a a@b ".repeat(n), large: 40_000 },
    HostilePage { name: "one address", write: |n| format!("https://a.b/{}", "a)(.".repeat(n)), large: 250_000 },
    HostilePage { name: "ats", write: |n| "a@".repeat(n), large: 500_000 },
    HostilePage { name: "dots", write: |n| format!("www.{}", "a.".repeat(n)), large: 500_000 },
    HostilePage { name: "one heading", write: |n| "# a\n\n".repeat(n), large: 100_000 },
    HostilePage { name: "fences", write: |n| "```js\na\n```\n".repeat(n), large: 60_000 },
    HostilePage { name: "unclosed fences", write: |n| "- ```js\n".repeat(n), large: 60_000 },
    HostilePage {
        name: "a wide table",
        write: |n| format!("{}\n{}\n{}", "|a".repeat(n), "|-".repeat(n), "|b".repeat(n)),
        large: 150_000,
    },
    HostilePage { name: "a long table", write: |n| format!("|a|b|\n|-|-|\n{}", "|c|*d|\n".repeat(n)), large: 100_000 },
    HostilePage {
        name: "short rows of a wide table",
        write: |n| format!("{}\n{}\n{}", "|a".repeat(n), "|-".repeat(n), "|b\n".repeat(n)),
        large: 1_500,
    },
    HostilePage {
        name: "footnotes",
        write: |n| {
            let mut text = String::new();
            for number in 0..n {
                let _ = writeln!(text, "[^{number}]\n\n[^{number}]: a\n");
            }
            text
        },
        large: 30_000,
    },
    HostilePage { name: "one footnote", write: |n| format!("{}\n\n[^1]: a", "[^1] ".repeat(n)), large: 150_000 },
    HostilePage {
        name: "definitions of links",
        write: |n| {
            let mut text = "<wc-callout>\n\n[0]\n\n</wc-callout>\n\n".to_owned();
            for number in 0..n {
                let _ = writeln!(text, "[{number}]: /x\n\n[{number}] [none {number}]\n");
            }
            text
        },
        large: 25_000,
    },
    HostilePage { name: "definitions of terms", write: |n| "a\n: b\n\n".repeat(n), large: 100_000 },
    HostilePage { name: "alerts", write: |n| "> [!NOTE]\n> a\n\n".repeat(n), large: 60_000 },
    HostilePage {
        name: "marks of code",
        write: |n| format!("```js\n{}```\n", "a // [!code ++:9]\n".repeat(n)),
        large: 14_000,
    },
    HostilePage {
        name: "placeholders",
        write: |n| format!("<wc-icon name=x />{}", "tool0:0 ".repeat(n)),
        large: 100_000,
    },
    HostilePage {
        name: "literal components",
        write: |n| "<wc-code-block>\n</wc-code\n<wc-callout>\n".repeat(n),
        large: 25_000,
    },
];
