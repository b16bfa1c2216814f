//! A site with several editions: the main one is served first, and everything else as soon as all are read.

use crate::client::{Events, get};
use crate::site::{Site, page};

#[test]
fn everything_but_pages_of_the_main_edition_waits_for_all_editions() {
    let config =
        r#"{ "name": "Test", "url": "https://a.example", "versions": [{ "version": "2.x" }, { "version": "1.x" }] }"#;
    let (new, old) = (page("The new page."), page("The old page."));
    let files = [("tool.json", config), ("docs/a.md", new.as_str()), ("versions/1.x/a.md", old.as_str())];
    for path in ["/1.x/a/", "/1.x/a.md", "/llms.txt"] {
        let site = Site::still(&files);
        let reply = get(site.port, path);
        assert_eq!(reply.status, 200, "{path}");
        let text = reply.text();
        assert!(text.contains("The old page.") || text.contains("/1.x/llms.txt"), "{path}: {text}");
    }
    let site = Site::still(&files);
    assert!(get(site.port, "/a/").text().contains("The new page."));
    assert_eq!(get(site.port, "/1.x/none/").status, 404);
    assert!(get(site.port, "/a/").text().contains("href=\"../1.x/a/\""));
}

#[test]
fn a_page_that_was_sent_before_all_editions_were_read_is_updated() {
    let config = r#"{ "name": "Test", "versions": [{ "version": "2.x" }, { "version": "1.x" }] }"#;
    let (new, old) = (page("The new page."), page("The old page."));
    let site = Site::still(&[("tool.json", config), ("docs/a.md", &new), ("versions/1.x/a.md", &old)]);
    let early = get(site.port, "/a/");
    let version =
        early.header("server-timing").and_then(|header| header.split('"').nth(1)).expect("a version").to_owned();
    let mut events = Events::open(site.port, "/a/", Some(&version));
    // The first page may come when all are read, on a slow machine.
    if !early.text().contains("../1.x/a/") {
        assert_ne!(events.changed(), version);
    }
    assert!(get(site.port, "/a/").text().contains("../1.x/a/"));
}
