//! Icons in pages and in the sidebar, from fixtures.

use engine::testing::{project, text};

use crate::shown::findings;

/// The drawings of an HTML text, each by the beginning of its first path.
fn drawings(html: &str) -> Vec<&str> {
    let icons = html.split("<svg class=\"icon\"").skip(1).map(|rest| rest.split("</svg>").next().unwrap());
    icons
        .map(|icon| icon.split_once("d=\"").map_or("box", |(_, path)| path.split(['L', 'H', 'V', 'C']).next().unwrap()))
        .collect()
}

#[test]
fn an_unknown_icon_is_reported_with_names_that_are_near() {
    let (_, project) = project(
        r#"
//- /tool.json
{"name": "N"}
//- /docs/index.md
---
title: Home
icon: hous
---

<wc-icon name="rokcet" /> <wc-icon name="my-house-of-cards" /> <wc-icon name="github" /> <wc-icon name="Rocket" />

<wc-card title="a" icon="../../x">a</wc-card>
<wc-card title="a" icon-name="a b><script>">a</wc-card>
<wc-card title="a" icon-name="javascript:x.svg">a</wc-card>
<wc-card title="a" icon-name="/img/none.svg">a</wc-card>
<wc-card title="a" icon-name="🚀">a</wc-card>
//- /docs/b.md
---
title: B
icon: /none.svg
---
//- /docs/c.md
---
title: C
icon: <b>
---
"#,
    );
    insta::assert_snapshot!(findings(&project));
}

#[test]
fn the_sidebar_shows_icon_and_tag_of_the_frontmatter() {
    let (_, project) = project(
        r#"
//- /tool.json
{"name": "N", "sidebar": ["index", {"group": "G", "pages": [{"id": "a/b", "title": "Given"}, "c"]}]}
//- /docs/index.md
---
title: Home
icon: chevron-right
tag: A <b>
---
//- /docs/a/b.md
---
title: B
icon: mark.svg
---
//- /docs/a/mark.svg
<svg/>
//- /docs/c.md
---
title: C
icon: 🚀
---
"#,
    );
    assert_eq!(findings(&project), "");
    let html = text(&project, "c/index.html");
    let sidebar = html.split_once("class=\"nav-list\"").unwrap().1.split("</nav>").next().unwrap();
    assert_eq!(drawings(sidebar), ["M9 18"]);
    assert!(sidebar.contains("<span class=\"badge\">A &lt;b&gt;</span>"), "{sidebar}");
    assert!(
        sidebar.contains("<img class=\"icon\" src=\"../a/mark.svg\" alt=\"\" width=\"16\" height=\"16\""),
        "{sidebar}"
    );
    assert!(sidebar.contains("<span class=\"icon\" aria-hidden=\"true\">🚀</span>"), "{sidebar}");
}

#[test]
fn components_show_the_icons_that_they_name() {
    let page = "<wc-callout icon-name=chevron-right>a</wc-callout>\n<wc-card title=a icon-name=chevron-right color=\"#0a7\" />\n\
        <wc-tiles><wc-tile title=a icon=chevron-right /></wc-tiles>\n<wc-panel title=a icon=chevron-right>a</wc-panel>\n\
        <wc-accordion title=a icon-name=chevron-right>a</wc-accordion>\n\
        <wc-steps><wc-step title=a icon-name=chevron-right>a</wc-step></wc-steps>\n\
        <wc-tabs><wc-tab label=a icon-name=chevron-right>a</wc-tab></wc-tabs>\n\
        <wc-files><wc-file name=a icon-name=chevron-right /></wc-files>\n\
        <wc-tree><wc-tree-item label=a icon-name=chevron-right /></wc-tree>\n\n\
        <wc-icon name=chevron-right color=\"#0a7\" size=1000 /> <wc-icon name=none-such />\n";
    let (_, project) =
        project(&format!("//- /tool.json\n{{\"name\": \"N\"}}\n//- /docs/index.md\n---\ntitle: H\n---\n{page}"));
    let html = text(&project, "index.html");
    let article = html.split_once("<article").unwrap().1.split("</article>").next().unwrap();
    let mut wanted = vec!["M9 18"; 10];
    wanted.push("box");
    assert_eq!(drawings(article), wanted);
    assert!(article.contains("class=\"card hue-green\""), "{article}");
    assert!(article.contains(" width=\"512\" height=\"512\"") && article.contains(" color=\"#0a7\""), "{article}");
    assert!(!html.contains("style="));
}
