//! Home pages: the hero in frontmatter as HTML, as Markdown, in the search, and its checks.

use engine::Project;
use engine::testing::{project, text};

use crate::shown::findings;

/// A site whose home page is this text.
fn site(page: &str) -> Project {
    let (_, project) = project(&format!(
        "//- /tool.json\n{{\"name\": \"N\"}}\n//- /docs/start.md\n---\ntitle: Start\n---\n\
         //- /docs/img/a.svg\n<svg width=\"40\" height=\"30\"/>\n//- /docs/img/b.svg\n<svg/>\n//- /docs/index.md\n{page}\n"
    ));
    project
}

/// The article of the home page.
fn article(project: &Project) -> String {
    let html = text(project, "index.html");
    let article = html.split_once("<article class=\"prose\">").unwrap().1;
    article.split("</article>").next().unwrap().trim().to_owned()
}

const HERO: &str = "hero:\n  tagline: Less <than> a minute & more\n  actions:\n    - text: Start\n      href: /start\n    \
                    - { text: Source, href: 'https://example.com/a' }\n";

#[test]
fn a_hero_has_the_title_a_tagline_buttons_and_a_picture() {
    let image = "  image: { src: /img/a.svg, alt: A \"b\", dark: img/b.svg }\n";
    let project =
        site(&format!("---\ntitle: Home\nlayout: home\n{HERO}{image}---\n\n# The *title*\n\n```sh\na\n```\n"));
    assert_eq!(findings(&project), "");
    insta::assert_snapshot!(article(&project), @r##"
    <header class="hero"><div class="hero-text"><h1 id="the-title">The <em>title</em> <a class="heading-anchor" href="#the-title" aria-label="Link to The title">#</a></h1><p>Less &lt;than&gt; a minute &amp; more</p><p><wc-button href="/start" variant="primary" size="lg" class="button button-primary button-lg"><a class="button-label" href="./start/">Start</a></wc-button>
    <wc-button href="https://example.com/a" variant="outline" size="lg" class="button button-outline button-lg"><a class="button-label" href="https://example.com/a" rel="noopener">Source</a></wc-button></p></div><p class="hero-image"><img src="./img/a.svg" alt="A &quot;b&quot;" class="image-light" width="40" height="30"><img src="./img/b.svg" alt="A &quot;b&quot;" class="image-dark"></p></header><figure class="code" data-lang="bash"><figcaption class="code-head"><span class="code-title">sh</span><button class="copy" type="button" data-copy>Copy</button></figcaption><pre tabindex="0"><code class="lang-bash"><span class="tk-f">a</span>
    </code></pre></figure>
    "##);
}

#[test]
fn code_after_the_title_stands_beside_it() {
    for code in ["```sh\nrun\n```", "<wc-code-group>\n\n```sh\nrun\n```\n\n</wc-code-group>"] {
        let article =
            article(&site(&format!("---\ntitle: Home\nlayout: home\n---\nText.\n\n# Title\n\n{code}\n\nLater.\n")));
        let (hero, rest) = article.split_once("</header>").unwrap();
        assert!(
            hero.contains("<div class=\"hero-code\"><") && hero.contains("run") && !rest.contains("run"),
            "{article}"
        );
        assert!(hero.contains("<h1 id=\"title\">") && !article.contains("Home"), "{article}");
        assert_eq!(rest, "<p>Text.</p><p>Later.</p>");
    }
}

#[test]
fn a_home_page_without_a_heading_or_a_hero_has_its_title() {
    let project = site("---\ntitle: Home & co\nlayout: home\n---\n\nText.\n");
    assert_eq!(
        article(&project).split_once("</header>").unwrap().0.replace(['\n'], ""),
        "<header class=\"hero\"><div class=\"hero-text\"><h1 id=\"home--co\">Home &amp; co <a class=\"heading-anchor\" \
         href=\"#home--co\" aria-label=\"Link to Home &amp; co\">#</a></h1></div>"
    );
    assert_eq!(article(&site("---\nlayout: home\n---\n\nText.\n")).matches("<h1").count(), 1);
}

#[test]
fn a_home_page_has_no_breadcrumbs_contents_or_pager() {
    let home = text(&site("---\ntitle: Home\nlayout: home\n---\n\n## A\n\n## B\n"), "index.html");
    assert!(home.contains("class=\"layout-home\"") && home.contains("_tool/home."), "{home}");
    for class in ["page-bar", "toc", "pager"] {
        assert!(!home.contains(&format!("class=\"{class}\"")), "{class}");
    }
    let page = text(&site("---\ntitle: Home\n---\n\n## A\n"), "start/index.html");
    assert!(!page.contains("_tool/home."), "only home pages load their style sheet");
}

#[test]
fn agents_and_the_search_find_the_hero() {
    let project = site(&format!("---\ntitle: Home\nlayout: home\n{HERO}---\n\n# Title\n\nText.\n"));
    assert!(text(&project, "index.md").contains("tagline: Less <than> a minute & more"));
    let full = text(&project, "llms-full.txt");
    assert!(
        full.contains("Less \\<than> a minute & more\n\n[Start](/start/)\n[Source](https://example.com/a)"),
        "{full}"
    );
    let outputs = project.site().outputs();
    let mut index = outputs.iter().filter(|path| path.contains("search/")).map(|path| text(&project, path));
    assert!(index.any(|part| part.contains("minute")));
}

#[test]
fn a_hero_is_checked_like_the_rest_of_a_page() {
    let page = |hero: &str| findings(&site(&format!("---\ntitle: Home\nlayout: home\n{hero}---\n")));
    insta::assert_snapshot!(
        [
            page("hero: text\n"),
            page("hero:\n  tagline: [a]\n  tagLine: b\n  features: []\n"),
            page("hero:\n  actions: { text: a, href: /start }\n"),
            page("hero:\n  actions:\n    - /start\n    - text: a\n    - href: /start\n      link: b\n    - text: [a]\n      href: \"\"\n"),
            page("hero:\n  actions:\n    - text: a\n      href: /strat\n    - text: b\n      href: javascript:alert(1)\n"),
            page("hero:\n  image: /img/a.svg\n"),
            page("hero:\n  image:\n    src: /img/c.svg\n    dark: \"/img/d.svg\"\n    width: 3\n"),
            page("hero:\n  image:\n    src: /img/a.svg\n    alt: \"\"\n"),
            page("hero:\n"),
            findings(&site("---\ntitle: Home\nhero:\n  tagline: a\n---\n")),
            findings(&site("---\ntitle: Home\nlayout: hoem\n---\n")),
            findings(&site("---\ntitle: Home\nlayout: splash\n---\n")),
        ]
        .join("--\n"),
        @r#"
    invalid-frontmatter docs/index.md:4:7 `hero` must be a mapping / write its fields below it: `tagline`, `actions`, `image`
    --
    invalid-frontmatter docs/index.md:5:12 `hero.tagline` must be a string
    unknown-field docs/index.md:6:3 unknown field `tagLine` in `hero` / did you mean `tagline`?
    unknown-field docs/index.md:7:3 unknown field `features` in `hero` / it may have `tagline`, `actions`, `image`
    --
    invalid-frontmatter docs/index.md:5:12 `hero.actions` must be a list / write each button as `- text: Get started` with its `href: /quickstart` on the next line
    --
    invalid-frontmatter docs/index.md:6:7 an entry of `hero.actions` must be a mapping / write each button as `- text: Get started` with its `href: /quickstart` on the next line
    invalid-frontmatter docs/index.md:7:7 an entry of `hero.actions` has no `href` / add the page that the button opens
    invalid-frontmatter docs/index.md:8:7 an entry of `hero.actions` has no `text` / add the text of the button
    unknown-field docs/index.md:9:7 unknown field `link` in `hero.actions` / it may have `text`, `href`
    invalid-frontmatter docs/index.md:10:13 `hero.actions.text` must be a string
    invalid-frontmatter docs/index.md:11:13 an entry of `hero.actions` has no `href` / add the page that the button opens
    --
    broken-link docs/index.md:7:13 no page or file `/strat` / did you mean `/start`?
    invalid-frontmatter docs/index.md:9:13 `javascript:alert(1)` is not an allowed URL / use a page or file of the site, or an http or https URL
    --
    invalid-frontmatter docs/index.md:5:10 `hero.image` must be a mapping / write its path as `src` and a description as `alt`
    --
    invalid-frontmatter docs/index.md:6:5 `hero.image` has no `alt` / describe the picture, or write `alt: ""` if it adds nothing to the text
    broken-link docs/index.md:6:10 no page or file `/img/c.svg`
    broken-link docs/index.md:7:11 no page or file `/img/d.svg`
    unknown-field docs/index.md:8:5 unknown field `width` in `hero.image` / it may have `src`, `alt`, `dark`
    --
    --
    --
    invalid-frontmatter docs/index.md:4:3 `hero` is shown only with `layout: home` / add a line `layout: home`, or remove `hero`
    --
    invalid-frontmatter docs/index.md:3:9 unknown layout `hoem` / did you mean `home`?
    --
    invalid-frontmatter docs/index.md:3:9 unknown layout `splash` / use `home` for a home page, and `api` for the three-column layout of an endpoint; omit the field for a text page
    "#
    );
}
