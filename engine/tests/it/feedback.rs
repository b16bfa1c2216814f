//! The question whether a page was helpful: which pages ask, and what they say to the script that sends the answer.

use engine::testing::{project, text};
use engine::{Output, OutputOptions, Project};

use crate::incremental::everything;

const SITE: &str = r#"
//- /tool.json
{ "name": "N", FEEDBACK "languages": [{ "lang": "en" }, { "lang": "de" }] }
//- /docs/index.md
---
title: Home
layout: home
---
Text.
//- /docs/page.md
---
title: Page
---
Text.
"#;

fn site(feedback: &str) -> Project {
    project(&SITE.replacen("FEEDBACK", feedback, 1)).1
}

/// The form of a page, from its tag to its end.
fn form(html: &str) -> Option<&str> {
    let start = html.find("<form class=\"feedback\"")?;
    html[start..].split_once("</form>").map(|(form, _)| form)
}

#[test]
fn pages_ask_and_name_the_url_of_answers() {
    let site = site(r#""feedback": { "url": "https://a.test/f?x=1&y=\u0027" },"#);
    insta::assert_snapshot!(form(&text(&site, "page/index.html")).unwrap(), @r#"
    <form class="feedback" data-url="https://a.test/f?x=1&amp;y=&#39;" data-thanks="Thank you for your feedback." data-failed="Your feedback could not be sent. Try again.">
    <fieldset><legend>Was this page helpful?</legend><button type="button" value="yes" aria-pressed="false">Yes</button><button type="button" value="no" aria-pressed="false">No</button></fieldset>
    <div class="feedback-more" hidden><label>Tell us more (optional)<textarea rows="3" maxlength="4000"></textarea></label><button>Send</button></div>
    <p role="status" tabindex="-1"></p>
    "#);
    let german = text(&site, "de/page/index.html");
    assert!(form(&german).unwrap().contains("<legend>War diese Seite hilfreich?</legend>"), "{german}");
    assert!(german.contains("/_tool/feedback.") && german.contains("connect-src *"), "{german}");
    // Authors do not answer their readers' questions.
    let dev = site.site().output("page/index.html", OutputOptions { dev: true, offline: false });
    let Some(Output::Bytes(bytes)) = dev else { panic!("{dev:?}") };
    assert!(!form(&String::from_utf8_lossy(&bytes)).unwrap().contains("data-url"));
    for path in ["index.html", "404.html", "all-pages/index.html"] {
        let html = text(&site, path);
        assert!(!html.contains("feedback"), "{path}: {html}");
    }
}

#[test]
fn answers_without_a_url_are_events_only() {
    assert!(
        form(&text(&site(r#""feedback": true,"#), "page/index.html"))
            .unwrap()
            .starts_with("<form class=\"feedback\" data-thanks=")
    );
    assert_eq!(everything(&site("")), everything(&site(r#""feedback": false,"#)));
}
