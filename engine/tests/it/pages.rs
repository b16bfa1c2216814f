//! Raw HTML, components in links, data and dates of pages, from fixtures.

use engine::testing::{project, text};

use crate::shown::findings;

fn site(config: &str, page: &str) -> (String, String) {
    let (_, project) = project(&format!(
        "//- /tool.json\n{{\"name\": \"N\"{config}}}\n//- /docs/a/b.md\n---\ntitle: B\n---\n\n# Top\n\n<a name=\"low\"></a>\n\
         //- /docs/a/i.svg\n<svg/>\n//- /docs/g/page.md\n---\ntitle: H\ntag: Guide\nupdated: 2026-03-04\n---\n{page}\n"
    ));
    let html = text(&project, "g/page/index.html");
    let article = html.split_once("<article class=\"prose\">").unwrap().1;
    (article.split("</article>").next().unwrap().trim().to_owned(), findings(&project))
}

#[test]
fn text_fragments_name_no_anchor() {
    let page = "[words](#:~:text=words) [both](../a/b#low:~:text=words) [lost](../a/b#lo:~:text=words)";
    let (_, found) = site("", page);
    insta::assert_snapshot!(found, @"broken-anchor docs/g/page.md:6:57 page `a/b` has no heading or anchor `#lo` / did you mean `#low`?");
}

#[test]
fn addresses_of_raw_html_lead_where_those_of_markdown_do() {
    let page = "<p>\n<a href=\"../a/b.md#low\">b</a> <a href='/a/b?q=1&amp;r=2#top'>c</a> <img src=/a/i.svg alt=i> <a href=\"../a/c\">d</a>\n\
        <a href=\"../a/b#lo\">e</a> <a href=\"#here\" id=\"here\">f</a> <a href=\"https://x.y\">g</a> <video src=\"v.mp4\"></video>\n</p>\n\n\
        in <a href=\"../a/b.md\">line</a> and > <a href=\"nowhere.md\">none</a>";
    for config in ["", ", \"html\": \"unsafe\""] {
        let (html, found) = site(config, page);
        for part in [
            "href=\"../../a/b/#low\"",
            "../../a/b/?q=1&amp;r=2#top",
            "../../a/i.svg",
            "in <a href=\"../../a/b/\">line</a>",
            "\"../a/c\"",
            "\"#here\"",
            "\"nowhere.md\"",
        ] {
            assert!(html.contains(part), "{part} in {html}");
        }
        insta::allow_duplicates!(insta::assert_snapshot!(found, @r"
        broken-link docs/g/page.md:7:102 no page or file `../a/c` / did you mean `/a/b`?
        broken-anchor docs/g/page.md:8:10 page `a/b` has no heading or anchor `#lo` / did you mean `#low`?
        broken-link docs/g/page.md:8:99 no page or file `v.mp4`
        broken-link docs/g/page.md:11:48 no page or file `nowhere.md`
        "));
    }
}

#[test]
fn ids_of_raw_html_are_unique_and_lead_somewhere() {
    let page = "# Start\n\n<a id=\"start\" name=\"start\"></a> <b id='x'>b</b> <i id=x>c</i>\n\n<div id=\"start\">\n\nd\n\n</div>\n\n## X\n\n\
        [a](#start-1) [b](#x-1) [c](#start-2) [d](#x-2) [e](#x-3)";
    let (html, found) = site("", page);
    for id in [
        "<h1 id=\"start\"",
        "id=\"start-1\" name=\"start-1\"",
        "<b id=\"x\"",
        "<i id=\"x-1\"",
        "<div id=\"start-2\"",
        "<h2 id=\"x-2\"",
    ] {
        assert!(html.contains(id), "{id} in {html}");
    }
    insta::assert_snapshot!(found, @r"
    duplicate-id docs/g/page.md:8:8 duplicate id `start` / the id of this element becomes `start-1`; choose a unique id
    duplicate-id docs/g/page.md:8:55 duplicate id `x` / the id of this element becomes `x-1`; choose a unique id
    duplicate-id docs/g/page.md:10:10 duplicate id `start` / the id of this element becomes `start-2`; choose a unique id
    broken-anchor docs/g/page.md:18:49 page `g/page` has no heading or anchor `#x-3` / did you mean `#x-1`?
    ");
}

#[test]
fn what_readers_do_something_with_has_no_place_in_a_link() {
    let page = "[a <wc-copy>b</wc-copy> <wc-badge>c</wc-badge> <wc-icon name=x /> <wc-tooltip text=t>d</wc-tooltip>](/a/b)\n\n\
        <wc-button href=\"/a/b\">e <wc-button href=\"/a/b\">f</wc-button> [g](/a/b) **<wc-download href=\"/a/i.svg\" />**</wc-button>\n\n\
        <wc-button>no link: [h](/a/b) <wc-copy>i</wc-copy></wc-button>";
    let (html, found) = site("", page);
    assert_eq!(html.matches("<a ").count(), 3, "{html}");
    insta::assert_snapshot!(found, @r#"
    invalid-nesting docs/g/page.md:6:4 `<wc-copy>` is not allowed in a link / its text is shown, but it is not interactive
    invalid-nesting docs/g/page.md:6:67 `<wc-tooltip>` is not allowed in a link / its text is shown, but it is not interactive
    invalid-nesting docs/g/page.md:8:26 `<wc-button>` is not allowed in `<wc-button>` / its text is shown, but it is not interactive
    invalid-nesting docs/g/page.md:8:63 a link is not allowed in `<wc-button>` / its text is shown as part of the button
    invalid-nesting docs/g/page.md:8:75 `<wc-download>` is not allowed in `<wc-button>` / its text is shown, but it is not interactive
    "#);
}

#[test]
fn data_that_make_no_table_are_reported_where_they_break() {
    let page = r#"<wc-table headers='["a", "b"]' rows='[["c", 1],
 ["d", 2]' />

<wc-table headers='{"a": 1}' rows='[["c"], 7]' />

<wc-table rows="[[&quot;c&quot;], 7]" />

<wc-table>
[
  { "a": 1, },
  { "a": 2 }
]
</wc-table>

> <wc-table>
> [["a"], "b"]
> </wc-table>

<wc-table>
{ "a": 1 }
</wc-table>

<wc-table rows="[[], {}]" />

<wc-table>

[A link](/a/b) is no data, nor is [[this]].

| a |
|---|
| b |

</wc-table>

<wc-versions default="2.1">
<wc-version name="2.0">a</wc-version>
<wc-version name="1.0">b</wc-version>
</wc-versions>

<wc-versions default="1.0">
<wc-version name="1.0">b</wc-version>
</wc-versions>
"#;
    let (html, found) = site("", page);
    assert!(html.contains("A link") && html.contains("<td>b</td>"), "{html}");
    insta::assert_snapshot!(found, @r#"
    invalid-attribute docs/g/page.md:7:9 `rows` of `<wc-table>` cannot be `[["c", 1],  ["d", 2]` / it must be valid JSON: EOF while parsing a list
    invalid-table docs/g/page.md:9:20 `headers` of `<wc-table>` is not an array of rows / it must be an array of headers: invalid type: map, expected a sequence
    invalid-table docs/g/page.md:9:44 `rows` of `<wc-table>` is not an array of rows / it must be an array of rows, each an array or an object: invalid type: integer `7`, expected an array or an object
    invalid-table docs/g/page.md:11:17 `rows` of `<wc-table>` is not an array of rows / it must be an array of rows, each an array or an object: invalid type: integer `7`, expected an array or an object
    invalid-table docs/g/page.md:15:13 the content of `<wc-table>` is not an array of rows / write a JSON array of arrays or objects: trailing comma
    invalid-table docs/g/page.md:21:13 the content of `<wc-table>` is not an array of rows / write a JSON array of arrays or objects: invalid type: string "b", expected an array or an object
    invalid-table docs/g/page.md:25:1 the content of `<wc-table>` is not an array of rows / write a JSON array of arrays or objects: invalid type: map, expected a sequence
    invalid-table docs/g/page.md:28:17 the rows of `<wc-table>` do not form a table / rows need columns, and objects need the same members
    invalid-attribute docs/g/page.md:40:23 `default` of `<wc-versions>` is not one of its versions: `2.1` / did you mean `2.0`?
    "#);
}

#[test]
fn the_line_about_a_page_takes_what_the_frontmatter_says() {
    let (html, _) = site("", &format!("<wc-page-meta />\n\n{}", "word `code` ".repeat(300)));
    insta::assert_snapshot!(html.split_once("</wc-page-meta>").unwrap().0, @r#"<h1>H</h1><wc-page-meta class="page-meta"><ul role="list"><li class="page-meta-tag">Guide</li><li>2 min read</li><li>Updated <time>2026-03-04</time></li></ul>"#);
    let (html, _) = site("", "<wc-page-meta tag=\"Own\" readtime=\"7\" updated=\"today\" />");
    insta::assert_snapshot!(html, @r#"<h1>H</h1><wc-page-meta tag="Own" readtime="7" updated="today" class="page-meta"><ul role="list"><li class="page-meta-tag">Own</li><li>7 min read</li><li>Updated <span>today</span></li></ul></wc-page-meta>"#);
}

#[test]
fn a_colour_is_copied_but_not_in_a_link() {
    let (html, _) = site("", "<wc-color hex=\"#0a7\" /> [<wc-color hex=\"#0a8\" />](/a/b)");
    assert!(html.contains("data-copy=\"#0a7\" aria-label=\"Copy #0a7\""), "{html}");
    assert!(!html.contains("data-copy=\"#0a8\""), "{html}");
}

/// A title that turns the direction of text around does so to itself alone.
#[test]
fn titles_stand_isolated_beside_our_own_text() {
    let title = "\u{202e}a";
    let (_, project) = project(&format!(
        "//- /tool.json\n{{\"name\": \"N\", \"sidebar\": [{{\"group\": \"{title}g\", \"pages\": [\"index\", \"b\", \"c\"]}}]}}\n\
         //- /docs/index.md\n---\ntitle: \"{title}1\"\n---\n//- /docs/b.md\n---\ntitle: \"{title}2\"\n---\n\
         //- /docs/c.md\n---\ntitle: \"{title}3\"\n---\n"
    ));
    let html = text(&project, "b/index.html");
    for part in [
        format!("<bdi>{title}g</bdi>"),
        format!("<bdi>{title}1</bdi>"),
        format!("<bdi>{title}g</bdi>"),
        format!("<bdi class=\"pager-title\">{title}1</bdi>"),
        format!("<bdi class=\"pager-title\">{title}3</bdi>"),
    ] {
        assert!(html.contains(&part), "{part} in {html}");
    }
}

/// With `unsafe`, comments and addresses are as their author wrote them; without, neither is there.
#[test]
fn comments_and_addresses_are_let_through_by_unsafe() {
    let page = "a <!-- b <c> --> [d](e:f) <!---->\n\n<!-- g\n\n{{H}} -->\n\n> <div>\n> <!-- i --> <!-- j -->\n> </div>";
    let (html, _) = site(", \"html\": \"unsafe\"", page);
    for part in ["<!-- b <c> -->", "<a href=\"e:f\"", "<!---->", "<!-- g\n\n{{H}} -->", "<!-- i -->", "<!-- j -->"] {
        assert!(html.contains(part), "{part} in {html}");
    }
    let (html, _) = site("", page);
    assert!(!html.contains("<!--") && !html.contains("e:f") && html.contains('d'), "{html}");
}
