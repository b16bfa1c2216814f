//! Images in pages: their size, their theme, their text, from fixtures.

use engine::testing::{executed, project, text};
use engine::{Change, Project};

use crate::shown::findings;

/// A PNG of that size, as far as its header goes.
fn png(width: u32, height: u32, rest: &[u8]) -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    bytes.extend(width.to_be_bytes());
    bytes.extend(height.to_be_bytes());
    bytes.extend(rest);
    bytes
}

/// The article of `docs/index.md` with that text, beside images.
fn article(page: &str) -> String {
    let (system, mut project) = project(&format!(
        "//- /tool.json\n{{\"name\": \"N\"}}\n//- /docs/index.md\n---\ntitle: H\n---\n{page}\n\
         //- /docs/mark.svg\n<svg viewBox=\"0 0 24 24\"><script>1</script></svg>\n"
    ));
    system.write("docs/img/vault.png", png(640, 480, b""));
    assert!(project.apply(&[Change::Rescan]));
    shown(&project)
}

fn shown(project: &Project) -> String {
    let html = text(project, "index.html");
    let article = html.split_once("<article class=\"prose\">").unwrap().1;
    article.split("</article>").next().unwrap().trim().to_owned()
}

#[test]
fn a_markdown_image_has_its_size_and_a_button_that_opens_it() {
    insta::assert_snapshot!(article("![The door](img/vault.png \"At noon\")"), @r#"<h1>H</h1><p><wc-image><img src="./img/vault.png" alt="The door" title="At noon" width="640" height="480" loading="lazy" decoding="async"><button class="icon-button image-open" type="button" aria-haspopup="dialog" aria-label="Enlarge the image: The door" data-close="Close the image"></button></wc-image></p>"#);
}

#[test]
fn what_would_not_be_seen_better_has_no_button() {
    let html = article(
        "![A mark](mark.svg) [![The door](/img/vault.png)](https://example.com) ![x](https://example.com/y.png)",
    );
    assert_eq!(html.matches("image-open").count(), 1);
    assert!(html.contains("<img src=\"./mark.svg\" alt=\"A mark\" width=\"24\" height=\"24\""), "{html}");
    assert!(!html.contains("<script>1"), "an SVG is shown by `img` alone");
}

#[test]
fn an_image_has_a_size_a_theme_and_a_caption() {
    insta::assert_snapshot!(article("<wc-image src=\"/img/vault.png\" dark-src=\"mark.svg\" alt=\"The door\" width=\"320px\" caption=\"Built in 1974 <b>\" id=\"door\" />"), @r#"<h1>H</h1><p><wc-image src="/img/vault.png" dark-src="mark.svg" alt="The door" width="320px" caption="Built in 1974 &lt;b&gt;" id="door" role="figure" aria-labelledby="image-caption-1"><img src="./img/vault.png" alt="The door" class="image-light" width="320" height="240" loading="lazy" decoding="async"><img src="./mark.svg" alt="The door" class="image-dark" width="320" height="320" loading="lazy" decoding="async"><button class="icon-button image-open" type="button" aria-haspopup="dialog" aria-label="Enlarge the image: The door" data-close="Close the image"></button><span class="image-caption" id="image-caption-1">Built in 1974 &lt;b&gt;</span></wc-image></p>"#);
}

#[test]
fn an_image_whose_address_is_not_let_through_is_its_text() {
    assert!(article("![a & b](javascript:x)").ends_with("<p>a &amp; b</p>"));
    assert!(!article("<wc-image src=\"javascript:x\" alt=\"a\" />").contains("javascript"));
}

#[test]
fn images_without_text_are_reported() {
    let (_, project) = project(
        r#"
//- /tool.json
{"name": "N"}
//- /docs/a.svg
<svg/>
//- /docs/index.md
---
title: H
---

![](a.svg) ![ ](a.svg) ![x](a.svg) [![](a.svg)](/)

<wc-image src="a.svg" /> <wc-image src="a.svg" alt="" /> <wc-image alt="x" /> <wc-image src="b.svg" dark-src="c.svg" alt="x" width="wide" height="50%" />

<p>
<img src="a.svg"> <img src="a.svg" alt="">
</p>
"#,
    );
    insta::assert_snapshot!(findings(&project));
}

#[test]
fn an_image_that_stays_as_large_renders_no_page() {
    let (system, mut project) =
        project("//- /tool.json\n{\"name\": \"N\"}\n//- /docs/index.md\n---\ntitle: H\n---\n![x](a.png)\n");
    let mut change = |bytes: Vec<u8>| {
        system.write("docs/a.png", bytes);
        let ran = executed(&mut project, |project| {
            assert!(project.apply(&[Change::Path("docs/a.png".into())]));
            shown(project);
        });
        (ran.iter().any(|(name, _)| name == "page_body"), shown(&project).contains("width=\"64\" height=\"32\""))
    };
    assert_eq!(change(png(64, 32, b"a")), (true, true));
    assert_eq!(change(png(64, 32, b"b")), (false, true));
    assert_eq!(change(png(65, 32, b"b")), (true, false));
}
