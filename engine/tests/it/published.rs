//! What a site publishes beside its pages: for agents, search engines, feeds, old addresses; and what its head says.

use std::fmt::Write as _;

use engine::testing::{project, text};
use engine::{Output, OutputOptions, Project};

use crate::shown::{findings, words};

fn open(files: &str) -> Project {
    project(files).1
}

/// A site of a few pages in groups, with an address.
const SITE: &str = r#"
//- /tool.json
{"name": "Tides [of] N", "description": "High and low.", "url": "https://tides.test/docs", "openapi": "api.json",
 "sidebar": ["index", {"group": "Guides", "pages": ["a/one", {"href": "https://else.test/", "title": "Elsewhere"},
   {"group": "Deep", "pages": ["two"]}]}, {"group": "API", "pages": [{"group": "Moons", "pages": ["list"]}]}]}
//- /api.json
{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {"/moons": {"get": {"operationId": "list",
 "summary": "List the moons", "tags": [], "responses": {"200": {"description": "Moons"}}}}}}
//- /docs/index.md
---
title: Home
---

# Home

High [and](/a/one) low.
//- /docs/a/one.md
---
title: One
description: "Pages with | pipes and [brackets]."
updated: 2026-03
---

<wc-callout type="tip" title="Mind">

The **gap**.

</wc-callout>
//- /docs/two.md
---
title: "[Two]: of (three)"
updated: last week
---

# Two

<wc-update version="1.2.0" type="fixed" date="2026-03-04">

Labels print again: [one](/a/one#x).

</wc-update>

<wc-update label="Older" date="2025-12">

- a

</wc-update>

<wc-update label="Undated">

b

</wc-update>
//- /docs/list.md
---
title: List
layout: api
---

<wc-endpoint ref="list"></wc-endpoint>
//- /docs/unlisted.md
---
title: Unlisted
---

# Unlisted
//- /docs/moved.md
---
title: Moved
redirect: two#x
---
"#;

/// Every edition has its own, unless it has something else at that path.
#[test]
fn pages_can_link_to_the_files_for_agents() {
    let project = open(
        r#"
//- /tool.json
{"name": "N", "sidebar": ["index", "guides/start", {"href": "/llms.txt", "title": "For agents"}, {"href": "/robot.txt", "title": "R"}],
 "redirects": {"/agents": "/llms.txt", "/robots": "/robot.txt"},
 "versions": [{"version": "2"}, {"version": "1", "sidebar": ["index"]}]}
//- /docs/index.md
---
title: Home
---

[a](/llms.txt) [b](llms-full.txt#x) [c](/llms) [d](/1/llms.txt)
//- /docs/guides/start.md
---
title: Start
---

[a](/llms.txt) [b](../llms-full.txt) [c](llms.txt)
//- /versions/1/index.md
---
title: Home
---

[a](/llms.txt)
"#,
    );
    insta::assert_snapshot!(findings(&project), @r"
    broken-link docs/index.md:5:37 no page or file `/llms`
    broken-link tool.json:1:107 no page or file `/robot.txt`
    broken-link tool.json:2:51 no page or file `/robot.txt`
    ");
    for (path, target) in [
        ("index.html", "./llms.txt"),
        ("index.html", "./llms-full.txt#x"),
        ("index.html", "./1/llms.txt"),
        ("guides/start/index.html", "../../llms.txt"),
        ("guides/start/index.html", "../../llms-full.txt"),
        ("1/index.html", "./llms.txt"),
    ] {
        let html = text(&project, path);
        assert!(html.contains(&format!("href=\"{target}\"")), "{path}: {target}");
    }
}

#[test]
fn agents_find_a_list_of_the_pages() {
    insta::assert_snapshot!(text(&open(SITE), "llms.txt"), @r"
    # Tides [of] N

    > High and low.

    ## Pages

    - [Home](https://tides.test/docs/index.md)

    ## Guides

    - [One](https://tides.test/docs/a/one.md): Pages with | pipes and [brackets].
    - [Elsewhere](https://else.test/)

    ## Guides: Deep

    - [\[Two\]: of (three)](https://tides.test/docs/two.md)

    ## API: Moons

    - [List](https://tides.test/docs/list.md)

    ## OpenAPI

    - [openapi.json](https://tides.test/docs/openapi.json)

    ## Optional

    - [Unlisted](https://tides.test/docs/unlisted.md)
    - [llms-full.txt](https://tides.test/docs/llms-full.txt): All pages in one file
    ");
    let bare = open("//- /tool.json\n{\"name\": \"N\"}\n//- /docs/index.md\n---\ntitle: A\n---\n");
    insta::assert_snapshot!(text(&bare, "llms.txt"), @r"
    # N

    ## Pages

    - [A](/index.md)

    ## Optional

    - [llms-full.txt](/llms-full.txt): All pages in one file
    ");
}

#[test]
fn agents_find_all_pages_in_one_file() {
    insta::assert_snapshot!(text(&open(SITE), "llms-full.txt"), @r"
    # Tides [of] N

    > High and low.

    ---

    Source: https://tides.test/docs/

    # Home

    High [and](https://tides.test/docs/a/one/) low.

    ---

    Source: https://tides.test/docs/a/one/

    # One

    > **Mind**
    >
    > The **gap**.

    ---

    Source: https://tides.test/docs/two/

    # Two

    ## 1.2.0

    Fixed · 2026-03-04

    Labels print again: [one](https://tides.test/docs/a/one/#x).

    ## Older

    Added · 2025-12

    - a

    ## Undated

    Added

    b

    ---

    Source: https://tides.test/docs/list/

    # List

    ## GET /moons

    List the moons

    ### Responses

    #### 200

    Moons

    ### Request example

    ```bash
    curl --url 'https://example.com/moons'
    ```

    ---

    Source: https://tides.test/docs/unlisted/

    # Unlisted
    ");
}

#[test]
fn search_engines_find_the_pages_with_the_dates_that_authors_write() {
    let site = open(SITE);
    insta::assert_snapshot!(text(&site, "sitemap.xml"), @r#"
    <?xml version="1.0" encoding="UTF-8"?>
    <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
    <url><loc>https://tides.test/docs/a/one/</loc><lastmod>2026-03-01</lastmod></url>
    <url><loc>https://tides.test/docs/</loc></url>
    <url><loc>https://tides.test/docs/list/</loc></url>
    <url><loc>https://tides.test/docs/two/</loc></url>
    <url><loc>https://tides.test/docs/unlisted/</loc></url>
    </urlset>
    "#);
    insta::assert_snapshot!(text(&site, "robots.txt"), @r"
    User-agent: *
    Allow: /

    Sitemap: https://tides.test/docs/sitemap.xml
    ");
    let bare = open("//- /tool.json\n{\"name\": \"N\"}\n//- /docs/index.md\n---\ntitle: A\n---\n");
    assert_eq!(text(&bare, "robots.txt"), "User-agent: *\nAllow: /\n");
    assert!(!bare.site().has_output("sitemap.xml") && !bare.site().has_output("feed.xml"));
}

#[test]
fn changes_with_a_date_are_a_feed() {
    let site = open(SITE);
    assert!(site.site().outputs().iter().any(|path| &**path == "feed.xml"));
    insta::assert_snapshot!(text(&site, "feed.xml"), @r#"
    <?xml version="1.0" encoding="UTF-8"?>
    <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
    <title>Updates to Tides [of] N</title><id>https://tides.test/docs/</id><updated>2026-03-04T00:00:00Z</updated>
    <author><name>Tides [of] N</name></author>
    <link rel="self" href="https://tides.test/docs/feed.xml"/>
    <link rel="alternate" href="https://tides.test/docs/"/>
    <entry>
    <title>1.2.0</title><id>https://tides.test/docs/two/#1-2-0</id><updated>2026-03-04T00:00:00Z</updated>
    <link href="https://tides.test/docs/two/#1-2-0"/>
    <content type="html" xml:base="https://tides.test/docs/two/">&lt;p&gt;Labels print again: &lt;a href=&quot;https://tides.test/docs/a/one/#x&quot;&gt;one&lt;/a&gt;.&lt;/p&gt;</content>
    </entry>
    <entry>
    <title>Older</title><id>https://tides.test/docs/two/#older</id><updated>2025-12-01T00:00:00Z</updated>
    <link href="https://tides.test/docs/two/#older"/>
    <content type="html" xml:base="https://tides.test/docs/two/">&lt;ul&gt;&lt;li&gt;a&lt;/li&gt;&lt;/ul&gt;</content>
    </entry>
    </feed>
    "#);
    let link = "<link rel=\"alternate\" type=\"application/atom+xml\" title=\"Updates to Tides [of] N\" href=\"https://tides.test/docs/feed.xml\">";
    assert!(text(&site, "two/index.html").contains(link));
    assert!(!text(&site, "a/one/index.html").contains("atom+xml"));
}

/// The head of a page without what is the same everywhere.
fn head(project: &Project, path: &str) -> String {
    let html = text(project, path);
    let head = html.split_once("</head>").unwrap().0.replace("><", ">\n<");
    let told = ["canonical", "og:", "twitter", "ld+json", "rel=\"icon\"", "noindex", "refresh"];
    let lines = head.lines().filter(|line| told.iter().any(|part| line.contains(part)));
    lines.flat_map(|line| [line, "\n"]).collect()
}

#[test]
fn the_head_describes_a_page_where_the_site_has_an_address() {
    let site = open(SITE);
    insta::assert_snapshot!(head(&site, "a/one/index.html"), @r#"
    <link rel="canonical" href="https://tides.test/docs/a/one/">
    <link rel="icon" href="../../_tool/favicon.svg">
    <meta property="og:title" content="One">
    <meta property="og:description" content="Pages with | pipes and [brackets].">
    <meta property="og:type" content="article">
    <meta property="og:url" content="https://tides.test/docs/a/one/">
    <meta property="og:site_name" content="Tides [of] N">
    <meta name="twitter:card" content="summary">
    <script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"TechArticle","headline":"One","description":"Pages with | pipes and [brackets].","url":"https://tides.test/docs/a/one/","inLanguage":"en","dateModified":"2026-03-01","isPartOf":{"@type":"WebSite","name":"Tides [of] N","url":"https://tides.test/docs/"}},{"@type":"BreadcrumbList","itemListElement":[{"@type":"ListItem","position":1,"name":"Guides","item":"https://tides.test/docs/a/one/"},{"@type":"ListItem","position":2,"name":"One","item":"https://tides.test/docs/a/one/"}]}]}</script>
    "#);
    insta::assert_snapshot!(head(&site, "index.html"), @r#"
    <link rel="canonical" href="https://tides.test/docs/">
    <link rel="icon" href="./_tool/favicon.svg">
    <meta property="og:title" content="Home">
    <meta property="og:description" content="High and low.">
    <meta property="og:type" content="website">
    <meta property="og:url" content="https://tides.test/docs/">
    <meta property="og:site_name" content="Tides [of] N">
    <meta name="twitter:card" content="summary">
    <script type="application/ld+json">{"@context":"https://schema.org","@type":"WebSite","name":"Tides [of] N","url":"https://tides.test/docs/","description":"High and low."}</script>
    "#);
    assert_eq!(head(&site, "404.html"), "<link rel=\"icon\" href=\"/docs/_tool/favicon.svg\">\n");
    let bare = open("//- /tool.json\n{\"name\": \"N\"}\n//- /docs/index.md\n---\ntitle: A\n---\n");
    assert_eq!(head(&bare, "index.html"), "<link rel=\"icon\" href=\"./_tool/favicon.svg\">\n");
}

#[test]
fn hostile_names_stay_text() {
    let site = open(
        r#"
//- /tool.json
{"name": "</title><script>alert(1)</script>", "url": "https://a.test", "description": "\"><img src=x onerror=alert(1)>",
 "announcement": {"text": "<b>x</b>", "href": "/index"}, "footer": {"text": "</p><script>", "links": [{"title": "<i>", "href": "/index?\"><script>"}]}}
//- /docs/index.md
---
title: "</script><script>alert(2)</script>"
description: "</script><!--"
updated: "\"><script>"
---

<wc-update label="]]></title><script>" date="2026-01-01">

x

</wc-update>
"#,
    );
    for path in ["index.html", "404.html", "all-pages/index.html", "feed.xml", "sitemap.xml", "_tool/favicon.svg"] {
        let text = text(&site, path);
        for bad in ["<script>alert", "<img src=x", "<b>x", "<i>", "<!--", "]]>"] {
            assert!(!text.contains(bad), "{bad} in {path}: {text}");
        }
        let known = [" src=\"", " type=\"application/ld+json\">{"];
        for script in text.split("<script").skip(1) {
            assert!(known.iter().any(|start| script.starts_with(start)), "{script} in {path}");
        }
        assert_eq!(text.matches("<script").count(), text.matches("</script").count(), "{path}");
    }
}

#[test]
fn old_addresses_lead_to_the_end_of_their_way() {
    let site = open(
        r#"
//- /tool.json
{"name": "N", "url": "https://a.test/b", "redirects": {"/old": "/new#x", "older/": "/old", "/ext": "https://else.test/?a=1&b=2", "/a.html": "new",
  "/round": "/about", "/about": "/round", "/self": "/self", "/nowhere": "/none", "/anchor": "/new#y", "/new": "/", "/moving": "/moved"}}
//- /docs/index.md
---
title: Home
---

[old](/old) [older](older?q#z) [file](/a.html)
//- /docs/new.md
---
title: New
---

# X
//- /docs/moved.md
---
title: Moved
redirect: ./new
---
//- /docs/wrong.md
---
title: Wrong
redirect: javascript:alert(1)
---
"#,
    );
    insta::assert_snapshot!(text(&site, "older/index.html"), @r#"
    <!doctype html>
    <html lang="en" dir="ltr">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'"><meta http-equiv="refresh" content="0; url=../new/#x"><meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>This page has moved - N</title><link rel="canonical" href="https://a.test/b/new/#x"></head>
    <body>
    <p>This page has moved to <a href="../new/#x">/new/#x</a>.</p>
    </body>
    </html>
    "#);
    let mut shown = String::new();
    for path in ["old", "older", "ext", "round", "self", "nowhere", "moving", "moved", "new"] {
        let path = format!("{path}/index.html");
        let _ = writeln!(shown, "{path} {:?}", site.site().redirect(&path));
    }
    let _ = writeln!(shown, "a.html {:?}", site.site().redirect("a.html"));
    insta::assert_snapshot!(shown, @r#"
    old/index.html Some("/new/#x")
    older/index.html Some("/new/#x")
    ext/index.html Some("https://else.test/?a=1&b=2")
    round/index.html None
    self/index.html None
    nowhere/index.html Some("/none")
    moving/index.html Some("/new/")
    moved/index.html Some("/new/")
    new/index.html None
    a.html Some("/new/")
    "#);
    insta::assert_snapshot!(findings(&site), @r"
    redirected-link docs/index.md:5:1 `/old` is an old path / it redirects to `/new#x`; link there directly
    redirected-link docs/index.md:5:13 `older` is an old path / it redirects to `/new#x`; link there directly
    redirected-link docs/index.md:5:32 `/a.html` is an old path / it redirects to `new`; link there directly
    invalid-frontmatter docs/wrong.md:3:11 a redirect must point to a page or file of the site, or to an http or https URL
    redirect-chain tool.json:1:84 `/old` is itself a redirect / redirect directly to its final target
    redirect-loop tool.json:2:13 the redirect to `/about` is part of a loop / redirect to a page
    redirect-loop tool.json:2:33 the redirect to `/round` is part of a loop / redirect to a page
    redirect-loop tool.json:2:52 the redirect to `/self` is part of a loop / redirect to a page
    broken-link tool.json:2:73 no page or file `/none`
    broken-anchor tool.json:2:93 page `new` has no heading or anchor `#y`
    duplicate-page tool.json:2:103 `docs/new.md` has the path of this redirect / remove the redirect, or the file
    redirect-chain tool.json:2:127 `/moved` is itself a redirect / redirect directly to its final target
    ");
    let home = text(&site, "index.html");
    for link in ["href=\"./old/\"", "href=\"./older/?q#z\"", "href=\"./a.html\""] {
        assert!(home.contains(link), "{link} in {home}");
    }
    assert!(!text(&site, "round/index.html").contains("refresh"));
    let offline = site.site().output("old/index.html", OutputOptions { offline: true, ..OutputOptions::default() });
    let Some(Output::Bytes(bytes)) = offline else { panic!() };
    assert!(String::from_utf8(bytes).unwrap().contains("url=../new/index.html#x"));
    // Pages that have gone are listed nowhere.
    for path in ["sitemap.xml", "llms.txt", "llms-full.txt"] {
        assert!(!text(&site, path).contains("moved"), "{path}");
    }
}

#[test]
fn drafts_are_for_their_authors_alone() {
    let files = r#"
//- /tool.json
{"name": "N", "url": "https://a.test", "sidebar": ["index", "ready", "soon"]}
//- /docs/index.md
---
title: Home
---

[soon](/soon)
//- /docs/ready.md
---
title: Ready
---
//- /docs/soon.md
---
title: Soon
draft: true
---

Not yet.
"#;
    let site = open(files);
    assert!(!site.site().outputs().iter().any(|path| path.contains("soon")));
    insta::assert_snapshot!(findings(&site), @"broken-link docs/index.md:5:1 no page or file `/soon` / the page is a draft, which is not published");
    let mut shown = open(files);
    shown.show_drafts();
    assert_eq!(findings(&shown), "");
    assert!(words(&shown, "soon/index.html").contains("This page is a draft."));
    let home = text(&shown, "index.html");
    assert!(home.contains("Soon") && home.contains(">Draft<"), "{home}");
    assert!(!words(&shown, "index.html").contains("draft"));
}

#[test]
fn pages_show_what_the_configuration_names() {
    let site = open(
        r#"
//- /tool.json
{"name": "N", "logo": {"light": "docs/img/a.svg", "dark": "brand/b.svg"}, "favicon": "brand/i.png", "editUrl": "https://git.test/e/{path}?m",
 "announcement": {"text": "Two & three.", "href": "/a/ä"}, "footer": {"text": "F", "links": [{"title": "L", "href": "/"}, {"title": "M", "href": "https://m.test"}]},
 "head": [{"meta": {"name": "verify", "content": "\"x<"}}, {"link": {"rel": "stylesheet", "href": "https://css.test/a.css", "crossorigin": true}},
  {"link": {"rel": "manifest", "href": "/site.webmanifest"}}, {"script": {"src": "https://stats.test/s.js", "defer": true, "data-site": "x"}}]}
//- /brand/b.svg
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 20"/>
//- /brand/i.png
no text
//- /docs/img/a.svg
<svg xmlns="http://www.w3.org/2000/svg" width="80" height="20"/>
//- /docs/site.webmanifest
{}
//- /docs/index.md
---
title: Home
---
//- /docs/a/ä.md
---
title: A
---
"#,
    );
    assert_eq!(findings(&site), "");
    let html = text(&site, "a/ä/index.html");
    let told = [
        "Content-Security",
        "rel=\"icon\"",
        "verify",
        "css.test",
        "webmanifest",
        "stats.test",
        "announcement",
        "two",
        "Two",
        "brand",
        "git.test",
        "footer",
        "m.test",
        ">L<",
    ];
    let lines = html.lines().filter(|line| told.iter().any(|part| line.contains(part)));
    insta::assert_snapshot!(without_hashes(&lines.collect::<Vec<_>>().join("\n")), @r##"
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' https://stats.test; style-src 'self' https://css.test; img-src 'self' https: data:; media-src 'self' https:; frame-src 'self' https:; font-src 'self' https://css.test; manifest-src 'self' https:; connect-src *; base-uri 'none'; form-action 'self'">
    <title>A - N</title><link rel="alternate" type="text/markdown" href="../../a/%C3%A4.md"><link rel="icon" href="../../brand/i.png"><script src="../../_tool/theme.HASH.js" data-key="N" data-announcement="2ca0fb00f1476f71"></script><link rel="stylesheet" href="../../_tool/site.HASH.css"><script src="../../_tool/site.HASH.js" defer data-key="N" data-copied="Copied" data-version="Version" data-failed="Could not be loaded. Try again"></script><meta name="verify" content="&quot;x&lt;">
    <link rel="stylesheet" href="https://css.test/a.css" crossorigin>
    <link rel="manifest" href="../../site.webmanifest">
    <script src="https://stats.test/s.js" defer data-site="x"></script>
    <a class="skip-link" href="#toolContent">Skip to content</a><aside class="announcement" aria-label="Announcement">
    <p><a href="../../a/%C3%A4/">Two &amp; three.</a></p><button class="announcement-close icon-button" type="button" aria-label="Dismiss" hidden></button></aside><header class="topbar"><a class="nav-toggle icon-button" href="#toolSidebar" aria-label="Open the menu"></a><a class="brand" href="../../"><img class="logo-light" src="../../img/a.svg" alt="N" width="80" height="20"><img class="logo-dark" src="../../brand/b.svg" alt="N"></a><button class="search-open" type="button" data-search aria-haspopup="dialog" aria-keyshortcuts="/ Control+K"><span>Search</span><kbd aria-hidden="true">Ctrl K</kbd></button>
    </details></div></div><article class="prose"><h1>A</h1></article><p class="edit-link"><a href="https://git.test/e/docs/a/%C3%A4.md?m">Edit this page</a></p><nav class="pager" aria-label="Previous and next page"><a class="pager-previous" rel="prev" href="../../"><span class="pager-label">Previous</span> <bdi class="pager-title">Home</bdi></a></nav><footer class="footer"><p>F</p><nav class="footer-links" aria-label="Further links"><a href="../../">L</a><a href="https://m.test">M</a></nav></footer></main></div>
    "##);
    assert_eq!(site.site().output("brand/b.svg", OutputOptions::default()), Some(Output::Copy("brand/b.svg".into())));
    assert_eq!(site.site().output("brand/i.png", OutputOptions::default()), Some(Output::Copy("brand/i.png".into())));
    // Nothing of it reaches a page that names none of it.
    let bare = text(&open("//- /tool.json\n{\"name\": \"N\"}\n//- /docs/index.md\n---\ntitle: A\n---\n"), "index.html");
    for part in ["<aside", "edit-link", "<footer", "og:", "<img", "data-announcement"] {
        assert!(!bare.contains(part), "{part} in {bare}");
    }
}

#[test]
fn files_that_are_not_there_are_reported_where_they_are_named() {
    let site = open(
        r#"
//- /tool.json
{"name": "N", "logo": "img/a.svg", "favicon": "docs/none.ico", "navbar": {"links": [{"title": "T", "href": "/gone"}]},
 "announcement": {"text": "T", "href": "/index#x"}, "head": [{"script": {"src": "/none.js"}}]}
//- /docs/img/a.svg
<svg/>
//- /docs/index.md
---
title: Home
---
"#,
    );
    insta::assert_snapshot!(findings(&site), @r"
    missing-file tool.json:1:23 the file `img/a.svg` does not exist / did you mean `docs/img/a.svg`?
    missing-file tool.json:1:47 the file `docs/none.ico` does not exist
    broken-link tool.json:1:108 no page or file `/gone`
    broken-anchor tool.json:2:40 page `index` has no heading or anchor `#x`
    broken-link tool.json:2:81 no page or file `/none.js`
    ");
    assert!(text(&site, "index.html").contains("_tool/favicon.svg"));
}

#[test]
fn places_that_two_files_need_are_reported() {
    let site = open(
        r#"
//- /tool.json
{"name": "N", "redirects": {"/x.txt/y": "/", "/a": "/"}}
//- /docs/index.md
---
title: Home
---
//- /docs/a.md
---
title: A
---
//- /docs/a/index.html
x
//- /docs/b
x
//- /docs/b/c.md
---
title: C
---
//- /docs/all-pages.md
---
title: All
---
//- /docs/404.html
x
//- /docs/x.txt
x
//- /docs/llms.txt/d.md
---
title: D
---
"#,
    );
    insta::assert_snapshot!(findings(&site), @r"
    duplicate-page docs/404.html:1:1 `docs/404.html` needs the path `404.html`, which the tool uses itself / rename or remove the file
    duplicate-page docs/a/index.html:1:1 `docs/a.md` and `docs/a/index.html` both need the path `a/index.html` / rename or remove the file
    duplicate-page docs/all-pages.md:1:1 `docs/all-pages.md` needs the path `all-pages/index.html`, which the tool uses itself / rename or remove the file
    duplicate-page docs/b/c.md:1:1 `docs/b` and `docs/b/c.md` both need the path `b/c.md` / rename or remove the file
    duplicate-page docs/b/c.md:1:1 `docs/b` and `docs/b/c.md` both need the path `b/c/index.html` / rename or remove the file
    duplicate-page docs/llms.txt/d.md:1:1 `docs/llms.txt/d.md` needs the path `llms.txt/d.md`, which the tool uses itself / rename or remove the file
    duplicate-page docs/llms.txt/d.md:1:1 `docs/llms.txt/d.md` needs the path `llms.txt/d/index.html`, which the tool uses itself / rename or remove the file
    duplicate-page docs/x.txt:1:1 the redirect from `/x.txt/y` would be inside `docs/x.txt`, which is a file
    duplicate-page tool.json:1:46 `docs/a.md` has the path of this redirect / remove the redirect, or the file
    ");
}

/// The text without the hashes in names of files.
fn without_hashes(text: &str) -> String {
    let is_hash = |part: &str| part.len() == 16 && part.bytes().all(|byte| byte.is_ascii_hexdigit());
    text.split('.').map(|part| if is_hash(part) { "HASH" } else { part }).collect::<Vec<_>>().join(".")
}
