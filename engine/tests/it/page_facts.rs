//! What pages say about their history in Git: where it shows, what replaces it, and that it is read once.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use engine::testing::{fixture, text};
use engine::{Change, History, MemorySystem, NoHistory, Project, ReadError, System, Walk};

use crate::incremental::everything;
use crate::several::findings;

const SITE: &str = r#"
//- /tool.json
{ "name": "N", "url": "https://a.test", "editUrl": "https://git.test/{path}", FACTS
  "languages": [{ "lang": "en" }, { "lang": "de" }],
  "versions": [{ "version": "2" }, { "version": "1", "git": "v1", "editUrl": "https://git.test/v1/{path}" }] }
//- /docs/index.md
---
title: Home
---
Text.
//- /docs/dated.md
---
title: Dated
updated: 2026-03
---
Text.
//- /docs/new.md
---
title: New
---
Text.
//- /docs/start.md
---
title: Start
layout: home
---
Text.
//- /v1:/tool.json
{ "name": "Then" }
//- /v1:/docs/index.md
---
title: Then
---
Text.
"#;

const FACTS: &str = r#""pageFacts": { "updated": true, "contributors": true },"#;

/// The disk with a history of which it counts how often it is read.
#[derive(Debug)]
struct Counting {
    files: MemorySystem,
    reads: AtomicUsize,
}

impl System for Counting {
    fn read(&self, path: &str, limit: u64) -> Result<Vec<u8>, ReadError> {
        self.files.read(path, limit)
    }

    fn walk(&self, dir: &str) -> Walk {
        self.files.walk(dir)
    }

    fn history(&self, tree: Option<&str>) -> Result<Arc<History>, NoHistory> {
        self.reads.fetch_add(1, Ordering::SeqCst);
        self.files.history(tree)
    }
}

fn site(facts: &str) -> (Arc<Counting>, Project) {
    let files = Arc::into_inner(fixture(&SITE.replacen("FACTS", facts, 1))).unwrap();
    let system = Arc::new(Counting { files, reads: AtomicUsize::new(0) });
    let many: Vec<String> = (1..=15).map(|number| format!("Author <{number}>")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    system.files.set_history(History::of_files(&[
        ("docs/index.md", "2026-02-03", &["Zo\u{eb} & Co", "\u{5d0}\u{5d1}"]),
        ("docs/dated.md", "2026-02-02", &many),
        ("docs/start.md", "2026-02-01", &["Ann"]),
    ]));
    let project = Project::open(system.clone());
    (system, project)
}

/// The foot of a page: what is between its text and the next part.
fn foot(project: &Project, path: &str) -> String {
    let html = text(project, path);
    let (_, rest) = html.split_once("</article>").unwrap();
    rest.split_once("<nav class=\"pager\"").unwrap_or_else(|| rest.split_once("</main>").unwrap()).0.to_owned()
}

#[test]
fn pages_say_when_they_were_changed_and_by_whom() {
    let (_, project) = site(FACTS);
    insta::assert_snapshot!(foot(&project, "index.html"), @r#"<dl class="page-facts"><div><dt>Last updated</dt><dd><time datetime="2026-02-03">2026-02-03</time></dd></div><div><dt>Contributors</dt><dd><bdi>Zoë &amp; Co</bdi></dd><dd><bdi>אב</bdi></dd></div></dl><p class="edit-link"><a href="https://git.test/docs/index.md">Edit this page</a></p>"#);
    insta::assert_snapshot!(foot(&project, "dated/index.html"), @r#"<dl class="page-facts"><div><dt>Last updated</dt><dd><time datetime="2026-03-01">2026-03</time></dd></div><div><dt>Contributors</dt><dd><bdi>Author &lt;1&gt;</bdi></dd><dd><bdi>Author &lt;2&gt;</bdi></dd><dd><bdi>Author &lt;3&gt;</bdi></dd><dd><bdi>Author &lt;4&gt;</bdi></dd><dd><bdi>Author &lt;5&gt;</bdi></dd><dd><bdi>Author &lt;6&gt;</bdi></dd><dd><bdi>Author &lt;7&gt;</bdi></dd><dd><bdi>Author &lt;8&gt;</bdi></dd><dd><bdi>Author &lt;9&gt;</bdi></dd><dd><bdi>Author &lt;10&gt;</bdi></dd><dd><bdi>Author &lt;11&gt;</bdi></dd><dd><bdi>Author &lt;12&gt;</bdi></dd><dd>and 3 more</dd></div></dl><p class="edit-link"><a href="https://git.test/docs/dated.md">Edit this page</a></p>"#);
    insta::assert_snapshot!(foot(&project, "new/index.html"), @r#"<p class="edit-link"><a href="https://git.test/docs/new.md">Edit this page</a></p>"#);
    insta::assert_snapshot!(foot(&project, "start/index.html"), @r#"<p class="edit-link"><a href="https://git.test/docs/start.md">Edit this page</a></p>"#);
    insta::assert_snapshot!(text(&project, "index.md"), @r#"
    ---
    title: Home
    updated: "2026-02-03"
    contributors: ["Zoë & Co", "אב"]
    ---
    Text.
    "#);
    insta::assert_snapshot!(text(&project, "new.md"), @r"
    ---
    title: New
    ---
    Text.
    ");
    assert!(
        text(&project, "dated.md").starts_with("---\ntitle: Dated\nupdated: 2026-03\ncontributors: [\"Author <1>\", ")
    );
    insta::assert_snapshot!(text(&project, "sitemap.xml"), @r#"
    <?xml version="1.0" encoding="UTF-8"?>
    <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
    <url><loc>https://a.test/dated/</loc><lastmod>2026-03-01</lastmod></url>
    <url><loc>https://a.test/</loc><lastmod>2026-02-03</lastmod></url>
    <url><loc>https://a.test/new/</loc></url>
    <url><loc>https://a.test/start/</loc><lastmod>2026-02-01</lastmod></url>
    </urlset>
    "#);
    assert!(text(&project, "index.html").contains("<link rel=\"stylesheet\" href=\"./_tool/page-foot."));
    assert!(text(&project, "dated/index.html").contains("\"dateModified\":\"2026-03-01\""));
    let all = text(&project, "llms-full.txt");
    assert!(all.contains("Source: https://a.test/\nLast updated: 2026-02-03\n\n# Home"), "{all}");
    assert!(all.contains("Source: https://a.test/new/\n\n# New"), "{all}");
}

#[test]
fn editions_have_the_facts_of_the_files_that_they_show() {
    let (system, project) = site(FACTS);
    // The page is not translated: it is that of the main language.
    let german = foot(&project, "de/index.html");
    assert!(german.contains("<dt>Zuletzt aktualisiert</dt><dd><time datetime=\"2026-02-03\">"), "{german}");
    let old = foot(&project, "1/index.html");
    assert!(old.contains("<dd><time datetime=\"2026-02-03\">"), "{old}");
    assert!(old.contains("href=\"https://git.test/v1/docs/index.md\""), "{old}");
    assert_eq!(system.reads.load(Ordering::SeqCst), 4);
}

#[test]
fn a_site_that_asks_for_no_facts_reads_no_history() {
    let (system, without) = site("");
    assert_eq!(system.reads.load(Ordering::SeqCst), 0);
    let (_, off) = site(r#""pageFacts": {},"#);
    assert_eq!(everything(&without), everything(&off));
    assert!(!text(&without, "index.html").contains("page-f"));
}

#[test]
fn the_history_is_read_once_and_not_after_an_edit() {
    let (system, mut project) = site(FACTS);
    let before = system.reads.load(Ordering::SeqCst);
    for number in 0..3 {
        system.files.write("docs/index.md", format!("---\ntitle: Home\n---\nEdit {number}.\n"));
        assert!(project.apply(&[Change::Path("docs/index.md".into())]));
    }
    assert!(!project.apply(&[Change::Rescan]));
    assert_eq!(system.reads.load(Ordering::SeqCst), before);
    // Without the field it is forgotten.
    system.files.write("tool.json", "{ \"name\": \"N\" }");
    assert!(project.apply(&[Change::Path("tool.json".into())]));
    assert!(!text(&project, "index.html").contains("page-facts"));
    assert_eq!(system.reads.load(Ordering::SeqCst), before);
}

#[test]
fn a_history_that_is_not_known_is_reported_once() {
    let (_, project) = engine::testing::project(&SITE.replacen("FACTS", FACTS, 1));
    insta::assert_snapshot!(findings(&project), @"no-history tool.json:1:92 pages show neither dates nor contributors: the project is not in a Git repository / `pageFacts` reads the commits of the project's Git repository");
    assert!(!text(&project, "index.html").contains("page-facts"));
    let wrong = SITE.replacen("FACTS", r#""pageFacts": { "updated": "yes", "contributers": true },"#, 1);
    insta::assert_snapshot!(findings(&engine::testing::project(&wrong).1), @r"
    invalid-config tool.json:1:105 `updated` must be `true` or `false`, not a string
    unknown-field tool.json:1:112 unknown field `contributers` / did you mean `contributors`?
    ");
}
