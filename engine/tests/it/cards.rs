//! Social cards: which pages have one, where it is, and what links to it.

use engine::testing::{project, text};
use engine::{Output, OutputOptions, Project};

use crate::shown::findings;

const PAGES: &str = "
//- /docs/index.md
---
title: Home
description: Seeds.
---
//- /docs/a/b é.md
---
title: Sowing
---
//- /docs/ja.md
---
title: 概要
---
//- /docs/de/index.md
---
title: Säen
---
";

fn site(settings: &str) -> Project {
    project(&format!("//- /tool.json\n{{\"name\": \"Meadow\"{settings}}}{PAGES}")).1
}

fn cards(project: &Project) -> Vec<String> {
    let outputs = project.site().outputs();
    outputs.iter().filter(|path| path.contains("/cards/")).map(ToString::to_string).collect()
}

/// The tags of a page that name its picture.
fn tags(project: &Project, page: &str) -> String {
    let html = text(project, page);
    let pictures = html.split('<').filter(|tag| tag.contains("og:image") || tag.contains("twitter:"));
    pictures.map(str::trim).collect::<Vec<_>>().join("\n")
}

#[test]
fn each_page_has_a_card_that_its_head_names() {
    let site = site(", \"url\": \"https://docs.test/x\", \"socialCards\": true");
    assert_eq!(cards(&site), ["_tool/cards/a/b é.png", "_tool/cards/de.png", "_tool/cards/index.png"]);
    for path in cards(&site) {
        let Some(Output::Bytes(card)) = site.site().output(&path, OutputOptions::default()) else { panic!("{path}") };
        assert!(card.starts_with(b"\x89PNG\r\n"), "{path}");
    }
    insta::assert_snapshot!(tags(&site, "a/b é/index.html"));
    assert!(!text(&site, "ja/index.html").contains("og:image"), "letters that the fonts lack");
}

#[test]
fn without_a_url_or_the_field_there_is_none() {
    for settings in ["", ", \"url\": \"https://docs.test\"", ", \"url\": \"https://docs.test\", \"socialCards\": false"]
    {
        let site = site(settings);
        assert!(cards(&site).is_empty() && !text(&site, "index.html").contains("og:image"), "{settings}");
    }
    let lost = site(", \"socialCards\": true");
    assert!(cards(&lost).is_empty());
    let found = [findings(&lost), findings(&site(", \"socialCards\": 1"))].join("\n");
    insta::assert_snapshot!(found);
}

#[test]
fn editions_have_cards_of_their_own() {
    let languages = r#", "url": "https://docs.test", "socialCards": true,
        "languages": [{"lang": "en"}, {"lang": "de", "docs": "docs/de", "name": "Wiese"}]"#;
    let site = site(languages);
    let cards = cards(&site);
    assert!(cards.contains(&"de/_tool/cards/index.png".to_owned()), "{cards:?}");
    let tags = tags(&site, "de/index.html");
    assert!(tags.contains("\"https://docs.test/de/_tool/cards/index.png\"") && tags.contains("Säen – Wiese"), "{tags}");
    let of = |path: &str| site.site().output(path, OutputOptions::default());
    assert!(of("de/_tool/cards/index.png").is_some());
    assert_ne!(of("de/_tool/cards/index.png"), of("_tool/cards/index.png"));
}
