mod content_models;
mod endpoints;
mod round_trip;
mod schemas;
pub(in crate::render) mod suites;

use super::page_body;
use crate::parse::config::ENGLISH;
use crate::registry::ComponentKind;
use crate::render::page_markdown::page_markdown;
use crate::testing::project;

/// The body of `docs/index.md` with that text, in a project with another page, an image and a small API. The markers of
/// places are shown as `^` and `$`.
pub(super) fn body(text: &str) -> String {
    with_page(text, |db, file| page_body(db, file).html(db, &ENGLISH).concat())
        .replace('\u{1}', "^")
        .replace('\u{2}', "$")
}

fn with_page<T>(text: &str, read: impl FnOnce(&dyn crate::Db, base::inputs::File) -> T) -> T {
    let files = format!(
        "//- /tool.json\n{{\"name\": \"x\", \"openapi\": \"api.json\"}}\n//- /docs/a/b.md\n# B\n//- /docs/i.png\n\n//- /api.json\n{}\n//- /docs/index.md\n{text}",
        r#"{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {"/pets/{id}": {"get": {"operationId": "getPet", "summary": "One pet", "description": "Gives *it*."}}}}"#
    );
    let (_, project) = project(&files);
    let db = project.inputs.db();
    let file = project.inputs.set().found(db)["docs/index.md"];
    read(db, file)
}

#[test]
fn markdown() {
    insta::assert_snapshot!(body("# A *b*\n\ntext `c` **d** ~~e~~\\\nf https://x.y\n\n- a\n- [x] b\n\n  c\n\n3. d\n\n> q\n\n> [!CAUTION]\n> hot\n\n| a | b |\n|--|:-:|\n| c | d |\n\nt\n: d\n\n---\n\nn[^1] m[^1]\n\n[^1]: note\n"), @r##"<h1 id="a-b">A <em>b</em> <a class="heading-anchor" href="#a-b" aria-label="Link to A b">#</a></h1><p>text <code>c</code> <strong>d</strong> <del>e</del><br>f <a href="https://x.y" rel="noopener">https://x.y</a></p><ul><li><p>a</p></li><li><input type="checkbox" disabled checked aria-label="Done"> <p>b</p><p>c</p></li></ul><ol start="3"><li>d</li></ol><blockquote><p>q</p></blockquote><wc-callout type="danger" class="callout callout-danger callout-plain" role="note" aria-label="Caution"><svg class="icon" width="18" height="18" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M12 16H12.01M12 8V12M15.312 2C15.842 2 16.351 2.211 16.726 2.586L21.414 7.274C21.789 7.649 22 8.158 22 8.688V15.312C22 15.842 21.789 16.351 21.414 16.726L16.726 21.414C16.351 21.789 15.842 22 15.312 22H8.688C8.158 22 7.649 21.789 7.274 21.414L2.586 16.726C2.211 16.351 2 15.842 2 15.312V8.688C2 8.158 2.211 7.649 2.586 7.274L7.274 2.586C7.649 2.211 8.158 2 8.688 2Z"/></svg><p>hot</p></wc-callout><div class="table-box" role="group" aria-label="Table" tabindex="0"><table><thead><tr><th scope="col">a</th><th scope="col" class="center">b</th></tr></thead><tbody><tr><td>c</td><td class="center">d</td></tr></tbody></table></div><dl><dt>t</dt><dd>d</dd></dl><hr><p>n<sup><a href="#footnote-1" id="footnote-ref-1">1</a></sup> m<sup><a href="#footnote-1" id="footnote-ref-1.2">1</a></sup></p><section class="footnotes" aria-label="Footnotes"><ol><li id="footnote-1"><p>note</p> <a href="#footnote-ref-1" aria-label="Back to the text">↩</a></li></ol></section>"##);
}

#[test]
fn links_and_images() {
    insta::assert_snapshot!(body("[a](a/b.md#x) [b](/a/b?q#y) [c](#z) [d](https://x \"t\") [e](nowhere) ![f](i.png) ![g](https://x/y.png \"t\") <m@n.o>"), @r##"<p><a href="^a/b/$#x">a</a> <a href="^a/b/$?q#y">b</a> <a href="#z">c</a> <a href="https://x" title="t" rel="noopener">d</a> <a href="nowhere">e</a> <wc-image><img src="^i.png" alt="f" loading="lazy" decoding="async"><button class="icon-button image-open" type="button" aria-haspopup="dialog" aria-label="Enlarge the image: f" data-close="Close the image"></button></wc-image> <wc-image><img src="https://x/y.png" alt="g" title="t" loading="lazy" decoding="async"><button class="icon-button image-open" type="button" aria-haspopup="dialog" aria-label="Enlarge the image: g" data-close="Close the image"></button></wc-image> <a href="mailto:m@n.o" rel="noopener">m@n.o</a></p>"##);
}

#[test]
fn components_of_running_text() {
    insta::assert_snapshot!(body("## A <wc-badge variant=Info>*b*</wc-badge>\n\n<wc-tooltip text='\"c\"'>d</wc-tooltip> <wc-tooltip text=e position=bottom>f</wc-tooltip> <wc-icon name=x /> <wc-icon name=x label=X size=20 /> <wc-copy>`a` b</wc-copy> <wc-copy text=\"<c>\" label=d>e</wc-copy>\n\n<wc-button href=/a/b>Go *on*</wc-button> <wc-button label=x variant=ghost size=sm /> <wc-button href=\"javascript:x\">y</wc-button>\n\n<wc-anchor>One two</wc-anchor> <wc-anchor id=three /> <wc-var name=A /> <wc-var name=B default='<b>' /> <wc-color hex=\"#0A7\" name=Sea variable=--sea />\n\n<wc-var name=C value=d />"), @r##"<h2 id="a-b">A <wc-badge variant="Info" class="badge badge-info"><em>b</em></wc-badge> <a class="heading-anchor" href="#a-b" aria-label="Link to A b">#</a></h2><p><wc-tooltip text="&quot;c&quot;" class="tooltip tooltip-top"><span class="tooltip-term" tabindex="0" aria-describedby="tooltip-1">d</span><span class="tooltip-text" role="tooltip" id="tooltip-1">&quot;c&quot;</span></wc-tooltip> <wc-tooltip text="e" position="bottom" class="tooltip tooltip-bottom"><span class="tooltip-term" tabindex="0" aria-describedby="tooltip-2">f</span><span class="tooltip-text" role="tooltip" id="tooltip-2">e</span></wc-tooltip> <wc-icon name="x"><svg class="icon" width="16" height="16" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M18 6L6 18M6 6L18 18"/></svg></wc-icon> <wc-icon name="x" label="X" size="20"><svg class="icon" width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" role="img" aria-label="X"><path d="M18 6L6 18M6 6L18 18"/></svg></wc-icon> <wc-copy class="copy-pill"><span class="copy-text"><code>a</code> b</span><button class="copy" type="button" data-copy="a b" aria-label="Copy a b">Copy</button></wc-copy> <wc-copy text="&lt;c&gt;" label="d" class="copy-pill"><span class="copy-text">e</span><button class="copy" type="button" data-copy="&lt;c&gt;" aria-label="Copy d">Copy</button></wc-copy></p><p><wc-button href="/a/b" class="button button-primary button-md"><a class="button-label" href="^a/b/$">Go <em>on</em></a></wc-button> <wc-button label="x" variant="ghost" size="sm" class="button button-ghost button-sm"><span class="button-label">x</span></wc-button> <wc-button class="button button-primary button-md"><span class="button-label">y</span></wc-button></p><p><wc-anchor class="anchor"><span id="one-two">One two</span> <a class="heading-anchor" href="#one-two" aria-label="Link to One two">#</a></wc-anchor> <wc-anchor id="three" class="anchor"><span></span> <a class="heading-anchor" href="#three" aria-label="Link to three">#</a></wc-anchor> <wc-var name="A" class="var"><var>A</var></wc-var> <wc-var name="B" default="&lt;b&gt;" class="var"><var>&lt;b&gt;</var></wc-var> <wc-color hex="#0A7" name="Sea" variable="--sea" class="color"><svg class="swatch" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><rect width="16" height="16" rx="4" fill="#0A7"/></svg><span class="color-name">Sea</span> <code>#0A7</code> <code>--sea</code><button class="copy" type="button" data-copy="#0A7" aria-label="Copy #0A7">Copy</button></wc-color></p><p></p>"##);
    insta::assert_snapshot!(body("<wc-download href=i.png /> <wc-download href=https://x/y.zip?z label=All filename=all.zip size=\"2 MB\" />\n\n[a <wc-button href=/b>b</wc-button> <wc-tooltip text=c>d</wc-tooltip> <wc-copy>e</wc-copy> <wc-anchor>f</wc-anchor> <wc-download href=i.png />](/a/b)"), @r##"<p><wc-download href="i.png" class="download"><a class="download-link" href="^i.png" download="">i.png</a> <span class="download-size">1 B</span></wc-download> <wc-download href="https://x/y.zip?z" label="All" filename="all.zip" size="2 MB" class="download"><a class="download-link" href="https://x/y.zip?z" download="all.zip" rel="noopener">All</a> <span class="download-size">2 MB</span></wc-download></p><p><a href="^a/b/$">a <wc-button href="/b" class="button button-primary button-md"><span class="button-label">b</span></wc-button> <wc-tooltip text="c" class="tooltip tooltip-top"><span class="tooltip-term" aria-describedby="tooltip-1">d</span><span class="tooltip-text" role="tooltip" id="tooltip-1">c</span></wc-tooltip> <wc-copy class="copy-pill"><span class="copy-text">e</span></wc-copy> <wc-anchor class="anchor"><span id="f">f</span></wc-anchor> <wc-download href="i.png" class="download">i.png <span class="download-size">1 B</span></wc-download></a></p>"##);
}

#[test]
fn raw_html_is_let_through_by_name() {
    // Over several blocks, closed by the author or where the blocks around end.
    insta::assert_snapshot!(body("<details open>\n<summary>A &copy; <B>b</B></summary>\n\n*c* <kbd>d</kbd> <u>e\n\n</details>\n\n> <div class=x onclick=y style=z>\n> f\n\n</div> g\n\n<table><tr><td>1<td>2\n\n# h"), @r##"
    <details open="">
    <summary>A &copy; <b>b</b></summary>
    <p><em>c</em> <kbd>d</kbd> <u>e</u></p></details>
    <blockquote><div class="x">
    f
    </div></blockquote> g
    <table><tr><td>1</td><td>2
    <h1 id="h">h <a class="heading-anchor" href="#h" aria-label="Link to h">#</a></h1></td></tr></table>
    "##);
    insta::assert_snapshot!(body("<a href=a/b.md id=x>1</a> <img src=i.png width=10> <a href='javascript:x'>2</a> <iframe src=https://x/y allowfullscreen></iframe> <iframe src=//x></iframe> <video src=https://x controls></video> <br/> <T> <!-- c -->"), @r#"<p><a href="^a/b/$" id="x">1</a> <img src="^i.png" width="10"> <a></a>2 <iframe src="https://x/y" allowfullscreen="" sandbox="allow-forms allow-popups allow-popups-to-escape-sandbox allow-presentation allow-same-origin allow-scripts" referrerpolicy="strict-origin-when-cross-origin"></iframe> &lt;iframe src=//x&gt; <video src="https://x" controls=""></video> <br> &lt;T&gt; </p>"#);
    // Nothing a browser repairs by closing other elements.
    insta::assert_snapshot!(body("- <li>a\n\n<ul><li>b<div><li>c</ul>\n\n<table><div>d</div></table>\n\n# <h2>e</h2>\n\n| <td>f</td></table> |\n|--|\n\n<table><tr>\n\ng <table> *h*"), @r##"
    <ul><li>&lt;li&gt;a
    </li></ul><ul><li>b<div>&lt;li&gt;c</div></li></ul>
    <table></table>&lt;div&gt;d
    <h1 id="e">&lt;h2&gt;e <a class="heading-anchor" href="#e" aria-label="Link to e">#</a></h1><div class="table-box" role="group" aria-label="Table" tabindex="0"><table><thead><tr><th scope="col">&lt;td&gt;f</th></tr></thead></table></div><table><tr>
    </tr></table><div>g <table> </table><em>h</em></div>
    "##);
}

#[test]
fn what_is_hostile_stays_text() {
    for text in [
        "[x](javascript:alert(1)) [x](JaVa&#9;script:x) [x](&#106;avascript:x) <javascript:x> [x](//evil) [x](data:text/html,x)",
        "![x](javascript:alert(1)) ![x](data:image/svg+xml,x)",
        "[x][1] ![y][1]\n\n[1]: /y '\"><script>'",
        "<script>alert(1)</script>\n\n<img src=x onerror=y> a <b onclick=z>",
        "<wc-callout title='\" onmouseover=\"x' onclick=\"y\" style=\"z\" class='\"><script>' id='\"><script>'>a</wc-callout>",
        "<wc-card href=javascript:alert(1) img=data:x>a</wc-card>\n<wc-tiles><wc-tile title='<script>' href='javascript:x'>b</wc-tile></wc-tiles>",
        "<wc-steps><wc-step title='<script>'>a</wc-step></wc-steps>",
        "<wc-fields title='<script>'><wc-field name='\"><script>' type='<script>' enum='<script>,\"' default='</code><script>' /></wc-fields>",
        "<wc-endpoint method='\"><script>' url='/<script>' summary='<script>' description='<script>' security='{\"<script>\": []}' />",
        "```js\" onload=\"x\n</code></pre><script>\n```",
        "<wc-code-tab label='\"><script>' language='\"><script>'>\n</code></pre><script>\n</wc-code-tab>",
        "# <script> {#\"><script>}",
        "<wc-endpoint ref='<script>' />",
    ] {
        let html = body(text);
        for bad in [
            "<script",
            "<img src=x",
            "href=\"java",
            "href=\"J",
            "href=\"//",
            "src=\"data",
            "src=\"java",
            "onclick=\"",
            "style=\"",
            "<b onclick",
            "onmouseover=\"",
            "onload=\"",
        ] {
            assert!(!html.contains(bad), "{text} gave {html}");
        }
    }
}

#[test]
fn callouts_columns_cards_and_tiles() {
    insta::assert_snapshot!(body("<wc-callout type=warning title=\"A\" id=i class=\"x\" theme=dark>\nb\n</wc-callout>"), @r#"<wc-callout type="warning" data-title="A" theme="dark" id="i" class="callout callout-warning x" role="note" aria-label="A"><p class="callout-title"><svg class="icon" width="18" height="18" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M21.73 18L13.73 4C13.375 3.373 12.71 2.986 11.99 2.986 11.27 2.986 10.605 3.373 10.25 4L2.25 18C1.891 18.622 1.893 19.388 2.254 20.008 2.616 20.628 3.282 21.006 4 21H20C20.714 20.999 21.374 20.618 21.731 19.999 22.087 19.38 22.087 18.618 21.73 18M12 9V13M12 17H12.01"/></svg>A</p><p>b</p></wc-callout>"#);
    insta::assert_snapshot!(body("<wc-columns cols=3 gap=2rem>\n<div>\n\na\n\nb\n\n</div>\nc\n</wc-columns>"), @r#"<wc-columns cols="3" gap="2rem" class="columns cols-3 gap-large"><div class="column"><p>a</p><p>b</p></div><div class="column"><p>c</p></div></wc-columns>"#);
    insta::assert_snapshot!(body("<wc-card title=T href=/a/b description=\"*d*\" img=i.png horizontal>\ne\n</wc-card>\n<wc-card>f</wc-card>"), @r#"<wc-card data-title="T" href="/a/b" description="*d*" img="i.png" horizontal class="card card-horizontal"><img src="^i.png" alt="" class="card-image" loading="lazy" decoding="async"><a class="card-link" href="^a/b/$"><span class="card-title">T</span></a><p><em>d</em></p><p>e</p></wc-card><wc-card class="card"><p>f</p></wc-card>"#);
    insta::assert_snapshot!(body("<wc-tiles cols=3><wc-tile title=T href=/a/b>in *line*</wc-tile><wc-tile title=U description=d /></wc-tiles>"), @r#"<wc-tiles cols="3" class="tiles cols-3"><ul role="list"><li><wc-tile data-title="T" href="/a/b" class="tile"><a class="tile-link" href="^a/b/$"><span class="tile-title">T</span></a><div>in <em>line</em></div></wc-tile></li><li><wc-tile data-title="U" description="d" class="tile"><span class="tile-title">U</span><p>d</p></wc-tile></li></ul></wc-tiles>"#);
}

#[test]
fn steps_tabs_and_code_groups() {
    assert!(
        body("<wc-steps><wc-step title=a></wc-step><wc-step title=b n=7></wc-step></wc-steps>")
            .contains("</li><li value=\"7\" data-n=\"7\"><wc-step")
    );
    insta::assert_snapshot!(body("## H\n<wc-steps>\n<wc-step title=\"One & two\">\na\n\n### in\n</wc-step>\nstray\n<wc-step title=Three />\n</wc-steps>\n<wc-tabs sync=os><wc-tab label=A>a</wc-tab></wc-tabs>"), @r##"<h2 id="h">H <a class="heading-anchor" href="#h" aria-label="Link to H">#</a></h2><wc-steps><p>stray</p><ol><li data-n="1"><wc-step data-title="One &amp; two"><h3 id="one--two">One &amp; two <a class="heading-anchor" href="#one--two" aria-label="Link to One &amp; two">#</a></h3><p>a</p><h3 id="in">in <a class="heading-anchor" href="#in" aria-label="Link to in">#</a></h3></wc-step></li><li data-n="2"><wc-step data-title="Three"><h3 id="three">Three <a class="heading-anchor" href="#three" aria-label="Link to Three">#</a></h3></wc-step></li></ol></wc-steps><wc-tabs sync="os"><wc-tab label="A"><h3 class="tab-label">A</h3><p>a</p></wc-tab></wc-tabs>"##);
    insta::assert_snapshot!(body("<wc-code-group sync=lang>\n<wc-code-tab label=A filename=f>\n```sh\nls\n```\n</wc-code-tab>\n```json filename=\"b.json\"\n1\n```\n</wc-code-group>"), @r#"
    <wc-code-group sync="lang" class="code-group"><wc-code-tab label="A" filename="f"><h2 class="tab-label">A</h2><figure class="code" data-lang="bash"><figcaption class="code-head"><span class="code-title">f</span><button class="copy" type="button" data-copy>Copy</button></figcaption><pre tabindex="0"><code class="lang-bash"><span class="tk-f">ls</span>
    </code></pre></figure></wc-code-tab><wc-code-tab label="b.json"><h2 class="tab-label">b.json</h2><figure class="code" data-lang="json"><figcaption class="code-head"><span class="code-title">b.json</span><button class="copy" type="button" data-copy>Copy</button></figcaption><pre tabindex="0"><code class="lang-json"><span class="tk-n">1</span>
    </code></pre></figure></wc-code-tab></wc-code-group>
    "#);
}

#[test]
fn fields_and_endpoints_of_the_author() {
    insta::assert_snapshot!(body("<wc-fields>\nIntro.\n<wc-field name=a type=object in=body required enum=\"x, y\" default=x>\nText.\n<wc-field name=\"b c\" enum='[1, \"z\"]' />\n</wc-field>\n</wc-fields>"), @r#"<wc-fields role="group" aria-labelledby="parameters"><h2 class="fields-title" id="parameters">Parameters</h2><button class="expand-all" type="button" hidden data-expand="Expand all" data-collapse="Collapse all"></button><p>Intro.</p><ul class="field-list" role="list"><li><wc-field id="body.a"><p><code>a</code> <i>object</i> <span class="field-badge location">body</span> <b>required</b></p><div><p>Text.</p></div><dl><div><dt>Default</dt><dd><code>x</code></dd></div></dl><p class="field-label">Allowed values</p><ul class="field-enum"><li><code>x</code></li><li><code>y</code></li></ul><details class="field-children"><summary><span>Child fields<span class="visually-hidden"> of <bdi>a</bdi></span></span></summary><ul class="field-list" role="list"><li><wc-field id="body.a.b%20c"><p><code><span>a.</span>b c</code></p><p class="field-label">Allowed values</p><ul class="field-enum"><li><code>1</code></li><li><code>z</code></li></ul></wc-field></li></ul></details></wc-field></li></ul></wc-fields>"#);
    insta::assert_snapshot!(body("<wc-endpoint method=post url=\"/a/{id}\" summary=S security='[{\"key\": [\"read\"]}]'>\nProse.\n<wc-fields title=\"Path\"><wc-field name=id in=path /></wc-fields>\n<wc-code-tab label=curl language=bash>curl x</wc-code-tab>\n</wc-endpoint>"), @r#"
    <wc-endpoint method="POST" url="/a/{id}"><div class="endpoint"><div class="endpoint-intro"><p class="endpoint-summary">S</p><div class="endpoint-head"><span class="method" data-method="post">POST</span><code class="endpoint-path">/a/<wbr><span class="path-param">{id}</span></code><button class="copy" type="button" data-copy="/a/{id}">Copy</button></div><div class="endpoint-description"><p>Prose.</p></div><details class="access"><summary><span class="access-row"><span>Needs  <code>read</code></span></span></summary><p class="field-label">Authorization</p><ul class="endpoint-security" role="list"><li><code>key</code>, scopes <code>read</code></li></ul></details></div><div class="endpoint-main"><wc-fields data-title="Path" role="group" aria-labelledby="path"><h2 class="fields-title" id="path">Path</h2><button class="expand-all" type="button" hidden data-expand="Expand all" data-collapse="Collapse all"></button><ul class="field-list" role="list"><li><wc-field id="path.id"><p><code>id</code> <span class="field-badge location">path</span></p></wc-field></li></ul></wc-fields></div><div class="endpoint-examples" role="group" aria-label="Examples"><h2 class="examples-title">Request</h2><wc-code-group sync="lang" class="code-group"><wc-code-tab label="curl"><h3 class="tab-label">curl</h3><figure class="code" data-lang="bash"><figcaption class="code-head"><span class="code-title">curl</span><button class="copy" type="button" data-copy>Copy</button></figcaption><pre tabindex="0"><code class="lang-bash"><span class="tk-f">curl</span> x
    </code></pre></figure></wc-code-tab></wc-code-group></div></div></wc-endpoint>
    "#);
}

#[test]
fn endpoints_of_the_spec() {
    let html = body("# P\n\n<wc-endpoint ref=\"getPet\"></wc-endpoint>\n\nafter");
    assert!(html.contains("<p>Gives <em>it</em>.</p>") && html.contains("<p>after</p>"), "{html}");
    let own = body("<wc-endpoint ref=\"GET /pets/{id}\" url=/x description=Own>\nMore.\n</wc-endpoint>");
    assert!(own.contains("<p>Own</p>") && own.contains("<p>More.</p>") && own.contains(">/x<"), "{own}");
    assert!(!own.contains("Gives"), "{own}");
    insta::assert_snapshot!(body("<wc-endpoint ref=\"getPett\" />"), @r#"<div class="problem" role="note"><p>The API has no operation called <code>getPett</code>. Did you mean <code>getPet</code>?</p></div>"#);
    // An endpoint's HTML is not copied into the page, unless something around it or in it is the author's.
    let pieces = |text: &str| with_page(text, |db, file| page_body(db, file).html(db, &ENGLISH).len());
    assert_eq!(pieces("a\n\n<wc-endpoint ref=getPet />\n\nb"), 3);
    assert_eq!(pieces("<wc-callout>\n<wc-endpoint ref=getPet />\n</wc-callout>"), 1);
}

#[test]
fn the_twin_is_the_source_with_endpoints_written_out() {
    let twin = |text: &str| with_page(text, |db, file| page_markdown(db, file).text(db));
    for text in ["---\ntitle: x\r\n---\n\n# A\t<wc-callout>b</wc-callout>\n\n", "", "<wc-endpoint ref=missing />\n"] {
        assert_eq!(twin(text), text);
    }
    let text = twin("# A\n\n<wc-endpoint ref=getPet></wc-endpoint>\n\nb\n<wc-endpoint ref=getPet>\nc\n</wc-endpoint>");
    assert!(text.starts_with("# A\n\n## GET /pets/{id}\n"), "{text}");
    assert_eq!(text.matches("Gives *it*.").count(), 2);
    assert!(text.contains("\n\nb\n## GET") && text.contains("Gives *it*.\n\nc\n\n### "), "{text}");
}

#[test]
fn what_is_for_people_is_not_in_the_twin_and_what_is_for_agents_not_in_the_page() {
    let twin = |text: &str| with_page(text, |db, file| page_markdown(db, file).text(db));
    let text = "a\n\n<wc-visibility for=\"humans\">\nb\n</wc-visibility>\n\n<wc-visibility for=agents>\n## C\n</wc-visibility>\n";
    assert_eq!(twin(text), "a\n\n\n\n<wc-visibility for=agents>\n## C\n</wc-visibility>\n");
    assert_eq!(body(text), "<p>a</p><wc-visibility for=\"humans\"><p>b</p></wc-visibility>");
    let headings = with_page(text, |db, file| crate::resolve::page_tree::page_facts(db, file).headings.len());
    assert_eq!(headings, 0);
    // In an endpoint too, which keeps what is left.
    let text = twin("<wc-endpoint ref=getPet>\nx\n<wc-visibility for=humans>y</wc-visibility>\nz\n</wc-endpoint>\nend");
    assert!(text.contains("\nx\n\nz\n\n") && text.ends_with("\nend") && !text.contains("\ny"), "{text}");
}

#[test]
fn alerts_banners_and_updates() {
    insta::assert_snapshot!(body("<wc-alert type=tip>a</wc-alert>\n<wc-banner type=warning dismissible id=x>b *c*</wc-banner>"), @r#"<wc-alert type="tip" class="callout callout-tip callout-plain" role="note" aria-label="Tip"><svg class="icon" width="18" height="18" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M15 14C15.2 13 15.7 12.3 16.5 11.5 17.5 10.6 18 9.3 18 8 18 4.686 15.314 2 12 2 8.686 2 6 4.686 6 8 6 9 6.2 10.2 7.5 11.5 8.2 12.2 8.8 13 9 14M9 18H15M10 22H14"/></svg><p>a</p></wc-alert><wc-banner type="warning" dismissible id="x" class="banner hue-amber" role="note" aria-label="Warning"><div class="banner-text">b <em>c</em></div><button class="icon-button banner-close" type="button" aria-label="Dismiss" hidden></button></wc-banner>"#);
    insta::assert_snapshot!(body("<wc-update version=1.2.0 type=fixed date=2026-03-04>\na\n</wc-update>\n<wc-update label=\"Spring & more\" version=2 date=soon>b</wc-update>\n<wc-update>c</wc-update>"), @r##"<wc-update version="1.2.0" type="fixed" date="2026-03-04" class="update hue-violet"><div class="update-head"><h2 id="1-2-0">1.2.0 <a class="heading-anchor" href="#1-2-0" aria-label="Link to 1.2.0">#</a></h2> <span class="update-type">Fixed</span> <time>2026-03-04</time></div><p>a</p></wc-update><wc-update label="Spring &amp; more" version="2" date="soon" class="update hue-green"><div class="update-head"><h2 id="2">Spring &amp; more <a class="heading-anchor" href="#2" aria-label="Link to Spring &amp; more">#</a></h2> <span class="update-type">Added</span> <span class="update-version">2</span> <span>soon</span></div><p>b</p></wc-update><wc-update class="update hue-green"><div class="update-head"><h2>Added</h2></div><p>c</p></wc-update>"##);
}

#[test]
fn boxes_and_accordions() {
    insta::assert_snapshot!(body("<wc-frame caption=\"*c*\" border>a</wc-frame>\n<wc-panel title=P>b</wc-panel>\n<wc-panel>c</wc-panel>\n<wc-aside>d</wc-aside>\n<wc-indent level=3 color=teal>e</wc-indent>"), @r#"<wc-frame caption="*c*" border class="frame frame-border"><figure><div class="frame-body"><p>a</p></div><figcaption><p><em>c</em></p></figcaption></figure></wc-frame><wc-panel data-title="P" class="panel" role="group" aria-label="P"><p class="panel-title">P</p><p>b</p></wc-panel><wc-panel class="panel"><p>c</p></wc-panel><wc-aside class="aside" role="note" aria-label="Aside"><p>d</p></wc-aside><wc-indent level="3" color="teal" class="indent indent-3 hue-teal"><p>e</p></wc-indent>"#);
    insta::assert_snapshot!(body("<wc-accordion-group exclusive>\n<wc-accordion title=\"A b\" description=d open>a</wc-accordion>\n<wc-accordion title=B open id=own>b\n<wc-expandable title=In>c</wc-expandable>\n</wc-accordion>\n</wc-accordion-group>"), @r#"<wc-accordion-group exclusive class="accordion-group"><wc-accordion data-title="A b" description="d" open class="accordion"><details id="a-b" name="accordion-group-1" open><summary><span class="accordion-title">A b <span class="accordion-description">d</span></span></summary><div class="accordion-body"><p>a</p></div></details></wc-accordion><wc-accordion data-title="B" open id="own" class="accordion"><details name="accordion-group-1"><summary><span class="accordion-title">B</span></summary><div class="accordion-body"><p>b</p><wc-expandable data-title="In" class="expandable"><details id="in"><summary><span class="accordion-title">In</span></summary><div class="accordion-body"><p>c</p></div></details></wc-expandable></div></details></wc-accordion></wc-accordion-group>"#);
    insta::assert_snapshot!(body("<wc-prompt>\n  Do *it*:\n\n    \"x\"\n</wc-prompt>\n<wc-page-meta tag=T readtime=3 updated=2026-01-02 />"), @r#"
    <wc-prompt class="prompt" role="group" aria-label="Prompt"><div class="prompt-head"><span class="prompt-title">Prompt</span><button class="copy" type="button" data-copy="Do *it*:

      &quot;x&quot;">Copy</button></div><div class="prompt-body"><p>Do <em>it</em>:</p><p>&quot;x&quot;</p></div></wc-prompt><wc-page-meta tag="T" readtime="3" updated="2026-01-02" class="page-meta"><ul role="list"><li class="page-meta-tag">T</li><li>3 min read</li><li>Updated <time>2026-01-02</time></li></ul></wc-page-meta>
    "#);
}

#[test]
fn versions_views_and_visibility() {
    insta::assert_snapshot!(body("# T\n<wc-versions default=b><wc-version name=a>x</wc-version></wc-versions>\n<wc-view><wc-view-panel label=c>y</wc-view-panel></wc-view>\n<wc-visibility version=2 role=admin>z</wc-visibility>"), @r##"<h1 id="t">T <a class="heading-anchor" href="#t" aria-label="Link to T">#</a></h1><wc-versions default="b"><wc-version name="a"><h2 class="tab-label">a</h2><p>x</p></wc-version></wc-versions><wc-view class="view"><wc-view-panel label="c"><h2 class="tab-label">c</h2><p>y</p></wc-view-panel></wc-view><wc-visibility version="2" data-role="admin"><p class="visibility-badges"><span>Version 2</span> <span>admin</span></p><p>z</p></wc-visibility>"##);
}

#[test]
fn trees() {
    insta::assert_snapshot!(body("<wc-files>\n<wc-dir name=d open=false>\n<wc-file name=f highlight comment=c />\n</wc-dir>\n<wc-file name=g>\nstray\n</wc-file>\n</wc-files>"), @r#"<wc-files class="files"><ul role="list" aria-label="Files"><li><wc-dir name="d" open="false"><details><summary><span class="file-name"><span class="folder-open"><svg class="icon" width="16" height="16" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M6 14L7.5 11.1C7.832 10.44 8.501 10.017 9.24 10H20C20.619 9.999 21.204 10.285 21.584 10.774 21.963 11.263 22.095 11.9 21.94 12.5L20.4 18.5C20.171 19.388 19.367 20.006 18.45 20H4C2.895 20 2 19.105 2 18V5C2 3.895 2.895 3 4 3H7.9C8.58 2.993 9.216 3.332 9.59 3.9L10.4 5.1C10.77 5.662 11.397 6 12.07 6H18C19.105 6 20 6.895 20 8V10"/></svg></span><span class="folder"><svg class="icon" width="16" height="16" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M20 20C21.105 20 22 19.105 22 18V8C22 6.895 21.105 6 20 6H12.1C11.42 6.007 10.784 5.668 10.41 5.1L9.6 3.9C9.23 3.338 8.603 3 7.93 3H4C2.895 3 2 3.895 2 5V18C2 19.105 2.895 20 4 20Z"/></svg></span>d</span></summary><ul role="list"><li><wc-file name="f" highlight comment="c"><svg class="icon" width="16" height="16" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M6 22C4.895 22 4 21.105 4 20V4C4 2.895 4.895 2 6 2H14C14.639 1.999 15.253 2.253 15.704 2.706L19.292 6.294C19.746 6.745 20.001 7.36 20 8V20C20 21.105 19.105 22 18 22Z"/><path d="M14 2V7C14 7.552 14.448 8 15 8H20"/></svg><mark class="file-name">f</mark> <span class="file-comment">c</span></wc-file></li></ul></details></wc-dir></li><li><wc-file name="g"><svg class="icon" width="16" height="16" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M6 22C4.895 22 4 21.105 4 20V4C4 2.895 4.895 2 6 2H14C14.639 1.999 15.253 2.253 15.704 2.706L19.292 6.294C19.746 6.745 20.001 7.36 20 8V20C20 21.105 19.105 22 18 22Z"/><path d="M14 2V7C14 7.552 14.448 8 15 8H20"/></svg><span class="file-name">g</span></wc-file><p>stray</p></li></ul></wc-files>"#);
    insta::assert_snapshot!(body("<wc-tree>\n<wc-tree-item label=a open>\ntext\n<wc-tree-item label=b />\n</wc-tree-item>\n</wc-tree>"), @r#"<wc-tree class="tree"><ul role="list" aria-label="Tree"><li><wc-tree-item label="a" open><details open><summary><span class="tree-label">a</span></summary><p>text</p><ul role="list"><li><wc-tree-item label="b"><span class="tree-label">b</span></wc-tree-item></li></ul></details></wc-tree-item></li></ul></wc-tree>"#);
}

/// The cells of the only table of a page, as HTML.
fn cells(text: &str) -> Vec<String> {
    let html = body(text);
    html.split("<td>").skip(1).map(|cell| cell.split("</td>").next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn tags_in_the_strings_of_a_table_are_text_unless_they_are_inline_components() {
    let rows = r#"<wc-table>
[
  { "a": "<Note>", "b": "<wc-callout type=\"info\">" },
  { "a": "<Tabs> / <Tab>", "b": "<wc-tabs> / <wc-tab>" },
      { "a": "`<wc-card>`", "b": "</wc-table>" },
  { "a": "<wc-badge variant=\"success\">a *b*</wc-badge>", "b": "<wc-icon name='x' /> <wc-badge>" },
  { "a": "<wc-badge>x</wc-badge> `<wc-badge>x</wc-badge>`", "b": "pass:[<wc-var name='X' value='Y' />]" }
]
</wc-table>
after"#;
    let found = cells(rows);
    assert_eq!(
        found[..6],
        [
            "&lt;Note&gt;",
            "&lt;wc-callout type=&quot;info&quot;&gt;",
            "&lt;Tabs&gt; / &lt;Tab&gt;",
            "&lt;wc-tabs&gt; / &lt;wc-tab&gt;",
            "<code>&lt;wc-card&gt;</code>",
            "&lt;/wc-table&gt;",
        ]
    );
    let badge = r#"<wc-badge variant="success" class="badge badge-success">a <em>b</em></wc-badge>"#;
    assert_eq!(found[6], badge);
    assert!(found[7].ends_with("&lt;wc-badge&gt;"), "{}", found[7]);
    let badge = r#"<wc-badge class="badge badge-default">x</wc-badge> <code>&lt;wc-badge&gt;x&lt;/wc-badge&gt;</code>"#;
    assert_eq!(found[8], badge);
    assert_eq!(found[9], "&lt;wc-var name=&#39;X&#39; value=&#39;Y&#39; /&gt;");
    assert!(body(rows).ends_with("<p>after</p>"));
}

#[test]
fn facts_of_the_frontmatter_are_below_the_title() {
    let meta = "<wc-page-meta class=\"page-meta\"><ul role=\"list\"><li class=\"page-meta-tag\">Guide</li><li><code>CLI</code></li><li>3 min read</li><li>Updated <span>May 2025</span></li></ul></wc-page-meta>";
    let head = "---\ntitle: T\ntag: Guide\nreadtime: 3 min read\nupdated: May 2025\ncomponent: CLI\n---\n";
    assert!(body(&format!("{head}\nText")).starts_with(&format!("{meta}<p>Text</p>")));
    let titled = body(&format!("{head}\n# One\n\nText"));
    assert!(titled.contains(&format!("</h1>{meta}<p>Text</p>")), "{titled}");
    assert_eq!(body(&format!("{head}\n<wc-page-meta tag=x />\n\nText")).matches("page-meta\"").count(), 1);
    assert_eq!(body("---\ntitle: T\ntag: New\n---\nText"), "<p>Text</p>");
}

#[test]
fn variables_of_the_page_are_substituted_in_code_spans() {
    let html = body("<wc-var name=X default=app /><wc-var name=Y value=z />\n\n`{{X}}-docs/{{Y}}` `{{Z}}`");
    assert!(html.contains("<code>app-docs/z</code> <code>{{Z}}</code>"), "{html}");
}

#[test]
fn a_label_of_an_endpoint_is_not_requested() {
    let html = body("<wc-endpoint method=GET url=\"tool init [directory]\"></wc-endpoint>");
    assert!(html.contains("tool init [directory]") && !html.contains("example.com"), "{html}");
    let html = body("<wc-endpoint method=GET url=\"seeds/1\"></wc-endpoint>");
    assert!(html.contains("https://example.com/seeds/1"), "{html}");
}

#[test]
fn the_text_of_a_download_is_the_text_of_its_link() {
    let html = body("<wc-download href=https://x/y.pdf>The **report** [x](/a/b)</wc-download>");
    let link = r#"<a class="download-link" href="https://x/y.pdf" download="" rel="noopener">The <strong>report</strong> x</a>"#;
    assert!(html.contains(link), "{html}");
}

#[test]
fn response_fields_schemas_tables_and_code_blocks() {
    insta::assert_snapshot!(body("<wc-response-fields id=r><wc-field name=a /></wc-response-fields>\n<wc-schema name=Pet extends=Animal description=\"*d*\"><wc-field name=b /></wc-schema>\n<wc-schema />"), @r#"<wc-response-fields id="r" role="group" aria-label="Response"><h2 class="fields-title">Response</h2><button class="expand-all" type="button" hidden data-expand="Expand all" data-collapse="Collapse all"></button><ul class="field-list" role="list"><li><wc-field id="a"><p><code>a</code></p></wc-field></li></ul></wc-response-fields><wc-schema name="Pet" extends="Animal" description="*d*" class="schema" role="group" aria-labelledby="Pet"><h2 class="schema-title" id="Pet"><code>Pet</code> <span class="schema-extends">extends <code>Animal</code></span></h2><button class="expand-all" type="button" hidden data-expand="Expand all" data-collapse="Collapse all"></button><p><em>d</em></p><ul class="field-list" role="list"><li><wc-field id="Pet.b"><p><code>b</code></p></wc-field></li></ul></wc-schema><wc-schema class="schema" role="group"></wc-schema>"#);
    insta::assert_snapshot!(body("<wc-table caption=\"C & d\">\n[{\"a\": \"*x* [y](/a/b)\", \"b\": {\"c\": 1}}, {\"b\": \"p | q\"}]\n</wc-table>\n<wc-table rows='[[1, \"<b>\"]]'>\nafter\n</wc-table>"), @r#"<wc-table caption="C &amp; d"><div class="table-box table-scroll" role="group" aria-label="C &amp; d" tabindex="0"><table><caption>C &amp; d</caption><thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead><tbody><tr><td><em>x</em> <a href="^a/b/$">y</a></td><td><code>{"c":1}</code></td></tr><tr><td></td><td>p | q</td></tr></tbody></table></div></wc-table><wc-table rows="[[1, &quot;&lt;b&gt;&quot;]]"><div class="table-box table-scroll" role="group" aria-label="Table" tabindex="0"><table><tbody><tr><td>1</td><td><b></b></td></tr></tbody></table></div><p>after</p></wc-table>"#);
    insta::assert_snapshot!(body("<wc-code-block lang=text title=f.txt linenumbers highlight=2>\n  a\n  <b>\n</wc-code-block>"), @r#"
    <wc-code-block language="text" filename="f.txt" linenumbers highlight="2"><figure class="code numbered" data-lang="text"><figcaption class="code-head"><span class="code-title">f.txt</span><button class="copy" type="button" data-copy>Copy</button></figcaption><pre tabindex="0"><code><span class="line">a
    </span><span class="line hl">&lt;b&gt;
    </span></code></pre></figure></wc-code-block>
    "#);
}

#[test]
fn a_collapsible_field_folds_all_below_its_head() {
    let html = body(
        "<wc-fields>\n<wc-field name=a type=object default=1 collapsible>\nb\n<wc-field name=c collapsible />\n</wc-field>\n</wc-fields>",
    );
    let (head, folded) = html
        .split_once("<details class=\"field-children\"><summary><span>Details of <bdi>a</bdi></span></summary>")
        .unwrap();
    assert!(head.ends_with("</i></p>") && !head.contains("<p>b</p>"), "{html}");
    assert!(folded.starts_with("<div class=\"field-description\"><p>b</p></div><dl "), "{html}");
    assert!(folded.contains("</dl><ul class=\"field-list\" role=\"list\"><li><wc-field id=\"a.c\""), "{html}");
    // What has nothing to fold is as it is.
    assert_eq!(html.matches("<details").count(), 1, "{html}");
}

#[test]
fn a_diagram_in_a_group_of_code_is_a_tab() {
    let html = body("<wc-code-group>\n```js\na\n```\n\n```mermaid\ngraph TD\n  A --> B\n```\n</wc-code-group>");
    let (first, second) = html.split_once("</wc-code-tab><wc-code-tab label=\"Flowchart\">").unwrap();
    assert!(first.starts_with("<wc-code-group class=\"code-group\"><wc-code-tab label=\"js\">"), "{html}");
    assert!(second.starts_with("<h2 class=\"tab-label\">Flowchart</h2><wc-mermaid class=\"diagram\">"), "{html}");
    assert!(second.ends_with("</wc-mermaid></wc-code-tab></wc-code-group>"), "{html}");
}

#[test]
fn every_example_of_the_registry_renders_without_a_finding() {
    for kind in ComponentKind::ALL {
        for example in kind.entry().examples {
            let (found, html) = with_page(example, |db, file| {
                let tree = crate::resolve::page_tree::page_tree(db, file);
                (tree.diagnostics.clone(), page_body(db, file).html(db, &ENGLISH).concat())
            });
            assert_eq!(found, [], "{example}");
            if *kind != ComponentKind::Endpoint {
                assert!(html.contains(&format!("<{}", kind.name())), "{example} gave {html}");
            }
        }
    }
}

/// The places that every component has to stand in: by itself, in an item, a quote, a tab, a field.
pub(in crate::render) fn placed(example: &str) -> Vec<String> {
    let indented = |prefix: &str| {
        let lines = example.lines().map(|line| format!("{prefix}{line}").trim_end().to_owned());
        lines.collect::<Vec<_>>().join("\n")
    };
    vec![
        example.to_owned(),
        format!("- item\n\n{}\n", indented("  ")),
        format!("> quote\n>\n{}\n", indented("> ")),
        format!("<wc-tabs>\n<wc-tab label=\"a\">\n{example}\n</wc-tab>\n</wc-tabs>"),
        format!("<wc-fields>\n<wc-field name=\"a\">\n{example}\n</wc-field>\n</wc-fields>"),
    ]
}

#[test]
fn the_deepest_page_renders() {
    let html = body(&format!("{}{}a", "<wc-callout>\n<wc-fields><wc-field name=a>\n".repeat(40), "> - ".repeat(300)));
    let count = html.matches("<wc-callout").count();
    assert!(count >= 20 && count == html.matches("</wc-callout>").count(), "{count}");
}

#[test]
fn the_content_of_an_item_begins_where_its_text_does() {
    for (first, indentation, is_inside) in [
        ("-    ", 2, true),
        ("-   a", 2, false),
        ("-   a", 4, true),
        // Code in the item.
        ("-      a", 2, true),
    ] {
        let margin = " ".repeat(indentation);
        let text = format!("{first}\n{margin}<wc-callout>\n{margin}x\n{margin}</wc-callout>\n");
        let html = body(&text);
        let at = |part: &str| html.find(part).unwrap_or_else(|| panic!("{part} is not in {html}"));
        assert_eq!(at("<wc-callout") < at("</li>"), is_inside, "{text}");
    }
}
