//! Versions and languages: where their pages are, what pages show of the other editions, and what an edit runs.

use std::collections::BTreeMap;
use std::sync::Arc;

use engine::testing::{executed, project, text};
use engine::{Change, MemorySystem, Project, System as _};

use crate::incremental::everything;
use crate::several::findings;

/// The paths of the editions of [`site`] below the root.
pub(crate) const PATHS: [&str; 9] = ["", "de/", "ar/", "2.x/", "de/2.x/", "ar/2.x/", "1.x/", "de/1.x/", "ar/1.x/"];

/// A site with three versions in three languages.
pub(crate) fn site(url: &str) -> (Arc<MemorySystem>, Project) {
    let url = if url.is_empty() { String::new() } else { format!("\"url\": \"{url}\",") };
    project(&SITE.replacen("URL", &url, 1))
}

const SITE: &str = r##"
//- /tool.json
{
  "name": "Meadow",
  URL
  "openapi": "openapi.json",
  "languages": [
    { "lang": "en", "label": "English" },
    { "lang": "de", "label": "Deutsch", "name": "Wiese",
      "sidebar": [{ "group": "Anleitungen", "pages": ["index", "guides/sow", "guides/water"] }, "api/list-seeds"] },
    { "lang": "ar", "label": "العربية" }
  ],
  "versions": [
    { "version": "3.x", "label": "3.x (latest)" },
    { "version": "2.x", "openapi": "versions/2.x/openapi.json", "notice": "unmaintained",
      "redirects": { "/guides/water": "/guides/rain" },
      "sidebar": ["index", "guides/sow", "guides/rain", "api/list-seeds"] },
    { "version": "1.x", "notice": { "text": "Version 1 is history.", "noindex": true }, "sidebar": ["index"] }
  ],
  "sidebar": [{ "group": "Guides", "pages": ["index", "guides/sow", "guides/water"] }, "api/list-seeds"]
}
//- /docs/index.md
---
title: Meadow
---
See [sowing](guides/sow.md#depth) and [water](/guides/water).
//- /docs/guides/sow.md
---
title: Sowing
---
## Depth

Two centimetres. <wc-include src="tip.md"></wc-include>
//- /docs/guides/water.md
---
title: Watering
---
Every day. See [the start](/).
//- /docs/_reusables/tip.md
Sow in spring.
//- /docs/api/list-seeds.md
---
title: List seeds
layout: api
---
<wc-endpoint ref="listSeeds"></wc-endpoint>
//- /i18n/de/index.md
---
title: Wiese
---
Siehe [Säen](guides/sow.md#depth) und [Gießen](/guides/water).
//- /i18n/de/guides/sow.md
---
title: Säen
---
## Tiefe {#depth}

Zwei Zentimeter. <wc-include src="tip.md"></wc-include>
//- /i18n/de/_reusables/tip.md
Im Frühjahr säen.
//- /i18n/ar/index.md
---
title: مرج
---
[زرع](/guides/sow)
//- /versions/2.x/index.md
---
title: Meadow 2
---
Old. [Rain](guides/rain.md)
//- /versions/2.x/guides/sow.md
---
title: Sowing 2
---
Three centimetres.
//- /versions/2.x/guides/rain.md
---
title: Rain
---
It rains.
//- /versions/2.x/api/list-seeds.md
---
title: List seeds
layout: api
---
<wc-endpoint ref="listSeeds"></wc-endpoint>
//- /versions/1.x/index.md
---
title: Meadow 1
---
The first.
//- /i18n/de-2.x/index.md
---
title: Wiese 2
---
Alt.
//- /openapi.json
{"openapi": "3.1.0", "info": {"title": "Seeds", "version": "3"}, "servers": [{"url": "https://api.test/v3"}],
 "paths": {"/seeds": {"get": {"operationId": "listSeeds", "summary": "List seeds",
  "responses": {"200": {"description": "OK", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Seed"}}}}}}}},
 "components": {"schemas": {"Seed": {"type": "object", "properties": {"name": {"type": "string", "description": "New."}}}}}}
//- /versions/2.x/openapi.json
{"openapi": "3.1.0", "info": {"title": "Seeds", "version": "2"}, "servers": [{"url": "https://api.test/v2"}],
 "paths": {"/seeds": {"get": {"operationId": "listSeeds", "summary": "List seeds",
  "responses": {"200": {"description": "OK", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Seed"}}}}}}}},
 "components": {"schemas": {"Seed": {"type": "object", "properties": {"name": {"type": "string", "description": "Old."}}}}}}
"##;

/// The parts of a page that are about editions: the head's links, the menus, the notices.
fn around(project: &Project, path: &str) -> String {
    let html = text(project, path);
    let mut out = String::new();
    let mut part = |start: &str, end: &str| {
        for rest in html.split(start).skip(1) {
            out.push_str(&format!("{start}{}\n", rest.split(end).next().unwrap_or_default()));
        }
    };
    part("<html ", " class");
    part("rel=\"canonical\" ", ">");
    part("<meta name=\"robots\"", ">");
    part("<link rel=\"alternate\" hreflang=", ">");
    part("<p class=\"edition-note\"", "</p>");
    out
}

/// The links of the menu of versions or languages, in order.
fn menu(project: &Project, path: &str, which: &str) -> Vec<String> {
    let html = text(project, path);
    let Some((_, rest)) = html.split_once(&format!("edition-menu {which}")) else { return Vec::new() };
    let list = rest.split("</details>").next().unwrap_or_default();
    let address = |rest: &str| rest.split('"').next().unwrap_or_default().trim_start_matches("./").to_owned();
    list.split("href=\"").skip(1).map(address).collect()
}

#[test]
fn each_edition_has_its_pages_at_its_path() {
    let (_, project) = site("");
    assert_eq!(findings(&project), "");
    let outputs = project.site().outputs();
    for path in PATHS {
        assert!(outputs.contains(&format!("{path}index.html").into()), "{path}");
        assert!(outputs.contains(&format!("{path}llms.txt").into()), "{path}");
        assert_eq!(outputs.contains(&format!("{path}404.html").into()), path.is_empty(), "{path}");
        assert_eq!(outputs.contains(&format!("{path}guides/rain/index.html").into()), path.contains("2.x"), "{path}");
    }
    let of = |path: &str| text(&project, path);
    assert!(of("index.html").contains("<title>Meadow</title>"));
    assert!(of("de/index.html").contains("<title>Wiese</title>"));
    assert!(
        of("de/index.html").contains("href=\"../de/guides/water/\"")
            || of("de/index.html").contains("href=\"./guides/water/\"")
    );
    assert!(of("2.x/index.html").contains("Sowing 2"));
    assert!(of("de/2.x/index.html").contains("Wiese 2"));
    // Texts of the interface, and the fragment of the language.
    assert!(of("de/guides/sow/index.html").contains("Im Frühjahr säen."));
    assert!(of("de/guides/sow/index.html").contains("Zum Inhalt"));
    assert!(of("guides/sow/index.html").contains("Sow in spring."));
    // The API of each version.
    assert!(of("api/list-seeds/index.html").contains("https://api.test/v3"));
    assert!(of("2.x/api/list-seeds/index.html").contains("https://api.test/v2"));
    assert!(of("ar/2.x/api/models/seed/index.html").contains("Old."));
}

#[test]
fn menus_lead_to_the_same_page_or_the_nearest() {
    let (_, project) = site("");
    let versions = |path: &str| menu(&project, path, "versions").join(" ");
    let languages = |path: &str| menu(&project, path, "languages").join(" ");
    // The page itself; elsewhere the target of its redirect, and the first page where nothing is near.
    assert_eq!(versions("guides/sow/index.html"), "../../guides/sow/ ../../2.x/guides/sow/ ../../1.x/");
    assert_eq!(versions("guides/water/index.html"), "../../guides/water/ ../../2.x/guides/rain/ ../../1.x/");
    assert_eq!(versions("2.x/guides/rain/index.html"), "../../../ ../../../2.x/guides/rain/ ../../../1.x/");
    assert_eq!(
        languages("2.x/guides/rain/index.html"),
        "../../../2.x/guides/rain/ ../../../de/2.x/guides/rain/ ../../../ar/2.x/guides/rain/"
    );
    // A language stays in its version, a version in its language.
    assert_eq!(versions("de/2.x/index.html"), "../../de/ ../../de/2.x/ ../../de/1.x/");
    // Generated pages have the menus too.
    assert_eq!(languages("api/models/seed/index.html").split(' ').count(), 3);
    assert_eq!(languages("all-pages/index.html"), "../all-pages/ ../de/all-pages/ ../ar/all-pages/");
    assert_eq!(versions("404.html"), "");
}

#[test]
fn pages_say_what_they_are_and_search_engines_learn_it() {
    let (_, project) = site("https://site.test/a");
    let mut out = String::new();
    for path in ["index", "guides/water/index", "de/guides/water/index", "ar/2.x/guides/sow/index", "1.x/index"] {
        out.push_str(&format!("-- {path}\n{}", around(&project, &format!("{path}.html"))));
    }
    insta::assert_snapshot!(out);
    insta::assert_snapshot!(text(&project, "robots.txt"), @r"
    User-agent: *
    Allow: /

    Sitemap: https://site.test/a/sitemap.xml
    Sitemap: https://site.test/a/de/sitemap.xml
    Sitemap: https://site.test/a/ar/sitemap.xml
    Sitemap: https://site.test/a/2.x/sitemap.xml
    Sitemap: https://site.test/a/de/2.x/sitemap.xml
    Sitemap: https://site.test/a/ar/2.x/sitemap.xml
    ");
    insta::assert_snapshot!(text(&project, "de/2.x/sitemap.xml"), @r#"
    <?xml version="1.0" encoding="UTF-8"?>
    <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
    <url><loc>https://site.test/a/de/2.x/api/list-seeds/</loc></url>
    <url><loc>https://site.test/a/de/2.x/guides/rain/</loc></url>
    <url><loc>https://site.test/a/de/2.x/guides/sow/</loc></url>
    <url><loc>https://site.test/a/de/2.x/</loc></url>
    </urlset>
    "#);
    insta::assert_snapshot!(text(&project, "llms.txt"), @r"
    # Meadow

    ## Pages

    - [List seeds](https://site.test/a/api/list-seeds.md)

    ## Guides

    - [Meadow](https://site.test/a/index.md)
    - [Sowing](https://site.test/a/guides/sow.md)
    - [Watering](https://site.test/a/guides/water.md)

    ## OpenAPI

    - [openapi.json](https://site.test/a/openapi.json)

    ## Optional

    - [3.x (latest), Deutsch](https://site.test/a/de/llms.txt)
    - [3.x (latest), العربية](https://site.test/a/ar/llms.txt)
    - [2.x, English](https://site.test/a/2.x/llms.txt)
    - [2.x, Deutsch](https://site.test/a/de/2.x/llms.txt)
    - [2.x, العربية](https://site.test/a/ar/2.x/llms.txt)
    - [1.x, English](https://site.test/a/1.x/llms.txt)
    - [1.x, Deutsch](https://site.test/a/de/1.x/llms.txt)
    - [1.x, العربية](https://site.test/a/ar/1.x/llms.txt)
    - [llms-full.txt](https://site.test/a/llms-full.txt): All pages in one file
    ");
    insta::assert_snapshot!(text(&project, "de/index.md"), @r"
    ---
    title: Wiese
    ---
    Siehe [Säen](guides/sow.md#depth) und [Gießen](/de/guides/water).
    ");
}

/// In the Markdown of a page, as in the HTML, links from the root of its edition lead into it, however they are written. Code
/// and what is left out for people stays out.
#[test]
fn links_in_markdown_begin_at_the_root_of_the_site() {
    let (system, mut project) = site("");
    let write = |text: &str| system.write("i18n/de/index.md", format!("---\ntitle: Wiese\n---\n{text}"));
    let written = "{L}[a](/guides/water) <a href=\"/guides/water\">b</a> `[c](/guides/water)` [d](//x.test/) [e](guides/water)\n\n\
                   <wc-card title=\"Water\" href=\"/guides/water\">See [it](</guides/water> \"t\").</wc-card>\n\n\
                   <wc-visibility for=\"humans\">[no](/guides/water)</wc-visibility>\n\n\
                   - [f [g]](/guides/water#depth) ![h](/h.png)\n\n```md\n[i](/guides/water)\n```\n";
    let expected = "[a](/de/guides/water) <a href=\"/de/guides/water\">b</a> `[c](/guides/water)` [d](//x.test/) [e](guides/water)\n\n\
                    <wc-card title=\"Water\" href=\"/de/guides/water\">See [it](</de/guides/water> \"t\").</wc-card>\n\n\n\n\
                    - [f [g]](/de/guides/water#depth) ![h](/de/h.png)\n\n```md\n[i](/guides/water)\n```\n";
    for (start, end) in [
        ("", ""),
        // A definition is found in the Markdown, not in the tree.
        ("[j]: /guides/sow 'Sow'\n\n[k][j] ", "[j]: /de/guides/sow 'Sow'\n\n[k][j] "),
        // So is a link in what is written for an operation.
        ("<wc-endpoint ref=\"listSeeds\"></wc-endpoint>\n\n", "{E}"),
    ] {
        write(&written.replace("{L}", start));
        assert!(project.apply(&[Change::Path("i18n/de/index.md".into())]));
        let shown = text(&project, "de/index.md");
        let rest = shown.split_once("---\ntitle: Wiese\n---\n").unwrap().1;
        match end {
            "{E}" => assert!(rest.ends_with(expected) && rest.contains("GET /seeds"), "{rest}"),
            _ => assert_eq!(rest, format!("{end}{expected}")),
        }
    }
}

#[test]
fn an_edit_in_one_edition_runs_no_query_of_another() {
    let (system, mut project) = site("");
    everything(&project);
    let path = "i18n/de/guides/sow.md";
    // The first edit of a page also runs what reads all pages of its edition.
    system.write(path, "---\ntitle: Säen\n---\n## Tiefe {#depth}\n\nEin Zentimeter.\n");
    assert!(project.apply(&[Change::Path(path.into())]));
    everything(&project);
    system.write(path, "---\ntitle: Säen\n---\n## Tiefe {#depth}\n\nDrei Zentimeter.\n");
    let ran = executed(&mut project, |project| {
        assert!(project.apply(&[Change::Path(path.into())]));
        for edition in PATHS.iter().filter(|edition| **edition != "de/") {
            for page in ["index", "guides/sow/index", "guides/water/index"] {
                let site = project.site();
                drop(site.output(&format!("{edition}{page}.html"), engine::OutputOptions::default()));
            }
        }
    });
    // Whether the page is a draft, since the menus of other editions depend on that.
    assert_eq!(ran, [("frontmatter".to_owned(), 1)], "{ran:?}");
}

#[test]
fn what_pages_link_to_in_another_edition_is_part_of_its_addresses() {
    let files = site("").0;
    let hash = || {
        let surveyed = Project::open_one_by_one(files.clone()).survey(&BTreeMap::new());
        surveyed.into_iter().find(|edition| edition.path == "2.x/").unwrap().addresses
    };
    let before = hash();
    files.write("versions/2.x/guides/rain.md", "---\ntitle: Rain\n---\nOnce a week.\n");
    assert_eq!(hash(), before, "an edit of prose changes no address");
    let spec = files.read("versions/2.x/openapi.json", u64::MAX).unwrap();
    let mut hashes = vec![before];
    let mut note = |hash: u64| {
        assert!(!hashes.contains(&hash), "an address came or went");
        hashes.push(hash);
    };
    // The bundled document is published only if the file can be read.
    files.write("versions/2.x/openapi.json", [0xff]);
    note(hash());
    files.write("versions/2.x/openapi.json", spec);
    assert_eq!(hash(), before);
    files.write("versions/2.x/guides/hail.md", "---\ntitle: Hail\n---\n");
    note(hash());
    files.write("versions/2.x/hail.png", "");
    note(hash());
}

#[test]
fn editions_come_and_go_with_the_configuration() {
    let (system, mut project) = site("");
    everything(&project);
    let fresh = |project: &Project, system: &Arc<MemorySystem>| {
        assert_eq!(everything(project), everything(&Project::open(system.clone())));
    };
    let config = String::from_utf8(engine::System::read(&*system, "tool.json", u64::MAX).unwrap()).unwrap();
    let (start, rest) = config.split_once("\"versions\": [").unwrap();
    let (_, end) = rest.split_once("],\n  \"sidebar\"").unwrap();
    system.write("tool.json", format!("{start}\"versions\": [],\n  \"sidebar\"{end}"));
    assert!(project.apply(&[Change::Path("tool.json".into())]));
    assert!(!project.site().has_output("2.x/index.html"));
    assert!(project.site().has_output("de/index.html"));
    fresh(&project, &system);
    system.write("tool.json", config);
    system.write("versions/2.x/guides/rain.md", "---\ntitle: Rain\n---\nIt still rains.\n");
    assert!(project.apply(&[Change::Path("tool.json".into()), Change::Path("versions/2.x/guides/rain.md".into())]));
    assert!(text(&project, "de/2.x/guides/rain/index.html").contains("It still rains."));
    fresh(&project, &system);
    // A page of one edition alone.
    system.write("i18n/ar/guides/new.md", "---\ntitle: جديد\n---\n");
    assert!(project.apply(&[Change::Path("i18n/ar/guides/new.md".into())]));
    assert!(project.site().has_output("ar/guides/new/index.html"));
    assert!(!project.site().has_output("guides/new/index.html"));
    fresh(&project, &system);
}

#[test]
fn a_folder_of_pages_inside_another_belongs_to_its_edition_alone() {
    let (_, project) = project(
        r#"
//- /tool.json
{"name": "N", "languages": [{"lang": "en"}, {"lang": "fr", "docs": "docs/fr"}]}
//- /docs/index.md
---
title: Home
---
//- /docs/fr/index.md
---
title: Accueil
---
//- /docs/a.md
---
title: A
---
"#,
    );
    assert_eq!(findings(&project), "");
    assert!(text(&project, "fr/index.html").contains("Accueil"));
    assert!(text(&project, "all-pages/index.html").matches("Accueil").count() == 0);
    assert!(project.site().has_output("fr/a/index.html"));
    assert!(!project.site().has_output("fr/fr/index.html"));
}

#[test]
fn a_link_may_name_the_version_and_the_language_of_its_target() {
    let links =
        "[a](/2/old#b) [c](/de/new) [d](/de/2/old) [e](/en/3/new) [f](/3/) [g](/de/pic.svg) [h](/2/gone) [i](/was)";
    let fixture = r#"
//- /tool.json
{"name": "N", "url": "https://n.test/docs", "sidebar": ["index", "new"], "redirects": {"/was": "/2/old"},
 "navbar": {"links": [{"title": "New", "href": "/new"}]},
 "versions": [{"version": "3"}, {"version": "2", "sidebar": ["index", "old"], "redirects": {"/is": "/3/new"}}],
 "languages": [{"lang": "en"}, {"lang": "de"}]}
//- /docs/index.md
---
title: Home
---
LINKS
//- /docs/new.md
---
title: New
---
//- /i18n/de/pic.svg
<svg/>
//- /i18n/de/index.md
---
title: Start
---
LINKS
//- /versions/2/index.md
---
title: Two
---
LINKS
//- /versions/2/old.md
---
title: Old
---
## B
"#;
    let (_, project) = project(&fixture.replace("LINKS", links));
    let written = |path: &str| -> String {
        let html = text(&project, path);
        let body = html.split("<main").nth(1).unwrap();
        let found = body.split("<a href=\"").skip(1).filter_map(|rest| {
            let (href, rest) = rest.split_once("\">")?;
            rest.get(1..5).filter(|end| *end == "</a>").map(|_| href.to_owned())
        });
        found.collect::<Vec<_>>().join(" ")
    };
    let to = |path: &str| text(&project, path).split("url=").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let pages = ["index.html", "2/index.html", "de/index.html"].map(|path| format!("{path}: {}\n", written(path)));
    let markdown = text(&project, "2/index.md");
    let redirects = ["was/index.html", "2/is/index.html"].map(|path| format!("{path}: {}\n", to(path)));
    insta::assert_snapshot!([&pages.concat(), &*markdown, &redirects.concat(), &findings(&project)].join("\n"), @r"
    index.html: ./2/old/#b ./de/new/ ./de/2/old/ ./new/ ./ ./de/pic.svg /2/gone ./was/
    2/index.html: ./../2/old/#b /de/new ./../de/2/old/ ./../new/ ./../ /de/pic.svg /2/gone /was
    de/index.html: ./../de/2/old/#b ./../de/new/ ./../de/2/old/ ./../new/ ./../de/ ./../de/pic.svg /2/gone ./was/

    ---
    title: Two
    ---
    [a](/2/old#b) [c](/2/de/new) [d](/de/2/old) [e](/new) [f](/) [g](/2/de/pic.svg) [h](/2/2/gone) [i](/2/was)

    was/index.html: ../2/old/
    2/is/index.html: ../../new/

    broken-link docs/index.md:4:84 no page or file `/2/gone`
    redirected-link docs/index.md:4:97 `/was` is an old path / it redirects to `/2/old`; link there directly
    broken-link i18n/de/index.md:4:84 no page or file `/2/gone`
    redirected-link i18n/de/index.md:4:97 `/was` is an old path / it redirects to `/2/old`; link there directly
    broken-link versions/2/index.md:4:15 no page or file `/de/new`
    broken-link versions/2/index.md:4:67 no page or file `/de/pic.svg`
    broken-link versions/2/index.md:4:84 no page or file `/2/gone`
    broken-link versions/2/index.md:4:97 no page or file `/was`
    ");
}

#[test]
fn a_page_at_the_path_of_another_edition_is_reported() {
    let (_, project) = project(
        r#"
//- /tool.json
{"name": "N", "sidebar": ["index"], "versions": [{"version": "3"}, {"version": "v2"}], "languages": [{"lang": "en"}, {"lang": "de"}]}
//- /docs/index.md
---
title: Home
---
//- /docs/v2/old.md
---
title: Old
---
//- /docs/de.png
x
//- /versions/v2/index.md
---
title: Two
---
"#,
    );
    insta::assert_snapshot!(findings(&project), @r#"
    orphan-page docs/v2/old.md:1:1 page `v2/old` is not in the sidebar / add `"v2/old"` to `sidebar` in `tool.json`
    duplicate-page docs/v2/old.md:1:1 `docs/v2/old.md` has a path of the version or language `v2`, so it is not published / rename the file or its folder, or move it to the folder of `v2`
    "#);
}

#[test]
fn what_is_wrong_with_editions_is_said_once() {
    let (_, project) = project(
        r#"
//- /tool.json
{"name": "N", "sidebar": ["index"], "languages": [{"lang": "en"}, {"lang": "de/x"}, {"label": "L"}, {"lang": "EN"}, "fr"],
 "versions": [{"version": "2"}, {"version": "1", "notice": "old", "docz": "x"}, {"version": "0", "notice": {"noindex": "yes"}}]}
//- /docs/index.md
---
title: Home
---
[gone](gone.md)
//- /versions/1/index.md
---
title: One
---
//- /versions/0/index.md
---
title: Zero
---
"#,
    );
    insta::assert_snapshot!(findings(&project), @r"
    broken-link docs/index.md:4:1 no page or file `gone.md`
    invalid-config tool.json:1:76 `de/x` cannot be a part of a URL / use letters, digits, `-`, `_` and `.`; `label` is the text that readers see
    invalid-config tool.json:1:85 an entry of `languages` has no `lang`
    invalid-config tool.json:1:110 `EN` is listed twice
    invalid-config tool.json:1:117 an entry of `languages` must be an object with `lang`, not a string
    invalid-config tool.json:2:60 `notice` must be `none`, `unmaintained` or an object, not `old`
    unknown-field tool.json:2:67 unknown field `docz` / did you mean `docs`?
    invalid-config tool.json:2:120 `noindex` must be `true` or `false`, not a string
    ");
}

/// A site with a version of a commit, whose files are in memory under its name.
const OF_COMMIT: &str = r##"
//- /tool.json
{
  "name": "Now",
  "openapi": "openapi.json",
  "editUrl": "https://git.test/edit/main/{path}",
  "languages": [{ "lang": "en" }, { "lang": "de" }, { "lang": "fr" }],
  "versions": [{ "version": "2.x" }, { "version": "1.x", "git": "v1.9.0" }],
  "sidebar": ["index", "api/list"]
}
//- /docs/index.md
---
title: Now
---
[The API](api/list.md)
//- /docs/api/list.md
---
title: List
layout: api
---
<wc-endpoint ref="list"></wc-endpoint>
//- /i18n/de/index.md
---
title: Jetzt
---
//- /openapi.json
{"openapi": "3.1.0", "info": {"title": "T", "version": "2"}, "servers": [{"url": "https://api.test/v2"}],
 "paths": {"/a": {"get": {"operationId": "list", "summary": "List", "responses": {"200": {"description": "OK"}}}}}}
//- /v1.9.0:/tool.json
{
  "name": "Then",
  "docs": "pages",
  "openapi": { "spec": "spec/openapi.json", "overlay": "overlay.json" },
  "attributes": { "RELEASE": "1.9" },
  "languages": [{ "lang": "en" }, { "lang": "de", "docs": "german" }],
  "redirects": { "/old": "/start" },
  "sidebar": ["index", "start"],
  "unknown": [{ "git": 1 }]
}
//- /v1.9.0:/pages/index.md
---
title: Then
---
Release {{RELEASE}}. [Start](start.md), <wc-include src="tip.md"></wc-include> ![A](img/a.svg)
//- /v1.9.0:/pages/start.md
---
title: Start
---
<wc-endpoint ref="list"></wc-endpoint>
//- /v1.9.0:/pages/img/a.svg
<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"/>
//- /v1.9.0:/pages/_reusables/tip.md
A tip.
//- /v1.9.0:/german/index.md
---
title: Damals
---
//- /v1.9.0:/spec/openapi.json
{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "servers": [{"url": "https://api.test/v1"}],
 "paths": {"/a": {"$ref": "../paths/a.json"}}}
//- /v1.9.0:/paths/a.json
{"get": {"operationId": "list", "summary": "List", "responses": {"200": {"description": "OK"}}}}
//- /v1.9.0:/overlay.json
{"overlay": "1.0.0", "info": {"title": "O", "version": "1"},
 "actions": [{"target": "$.paths['/a'].get", "update": {"description": "Overlaid."}}]}
"##;

#[test]
fn a_version_of_a_commit_has_its_pages_api_and_settings() {
    let (_, project) = project(OF_COMMIT);
    assert_eq!(findings(&project), "");
    let of = |path: &str| text(&project, path);
    let home = of("1.x/index.html");
    assert!(home.contains("Release 1.9."), "{home}");
    assert!(home.contains("A tip."));
    assert!(home.contains("<title>Then - Now</title>"), "{home}");
    // The site's name and its links are those of `tool.json`; the page cannot be edited.
    assert!(!home.contains("git.test"), "{home}");
    assert!(of("index.html").contains("https://git.test/edit/main/docs/index.md"));
    let api = of("1.x/start/index.html");
    assert!(api.contains("https://api.test/v1") && api.contains("Overlaid."), "{api}");
    assert!(of("api/list/index.html").contains("https://api.test/v2"));
    assert!(of("de/1.x/index.html").contains("Damals"));
    assert!(of("fr/1.x/index.html").contains("Release 1.9."));
    assert_eq!(project.site().redirect("1.x/old/index.html").as_deref(), Some("/1.x/start/"));
    assert!(project.site().has_output("1.x/img/a.svg"));
    assert!(!project.site().has_output("1.x/api/list/index.html"));
}

#[test]
fn what_is_wrong_in_a_commit_is_less_severe_and_changes_no_file_of_it() {
    let (system, mut project) = project(OF_COMMIT);
    system.write(
        "v1.9.0:/pages/start.md",
        "---\ntitle: Start\ntags: a\n---\n[a](gone.md) <wc-endpoint ref=\"lists\"></wc-endpoint>\n",
    );
    system.write(
        "v1.9.0:/tool.json",
        r#"{"name": "Then", "docs": "pages", "openapi": "spec/gone.json", "sidebar": ["index", "beginning"], "redirects": []}"#,
    );
    assert!(project.apply(&[Change::Rescan]));
    insta::assert_snapshot!(findings(&project), @r"
    missing-file tool.json:6:65 in `v1.9.0`: `v1.9.0:/spec/gone.json`: the file does not exist
    invalid-config tool.json:6:65 in `v1.9.0`: `redirects` must be an object that maps old paths to new ones, not an array
    missing-page tool.json:6:65 in `v1.9.0`: no page `beginning`
    undeclared-variable v1.9.0:/pages/index.md:4:9 no variable is named `RELEASE`
    orphan-page v1.9.0:/pages/start.md:1:1 page `start` is not in the sidebar
    broken-link v1.9.0:/pages/start.md:5:1 no page or file `gone.md`
    ");
    let found = project.site().diagnostics();
    assert!(found.iter().all(|found| found.fix.is_none() && !found.blocks_build()), "{found:?}");
}

#[test]
fn a_commit_without_pages_is_an_error() {
    let (_, project) = project(
        r#"
//- /tool.json
{"name": "N", "sidebar": ["index"], "versions": [{"version": "2"}, {"version": "1", "git": "v1"}, {"version": "0", "git": "-v0"}, {"version": "w", "git": "v0:web/", "docs": "pages"}]}
//- /docs/index.md
---
title: Home
---
//- /v0:web:/pages/index.md
---
title: Zero
---
//- /versions/0/index.md
---
title: Zero
---
"#,
    );
    insta::assert_snapshot!(findings(&project), @r"
    missing-file tool.json:1:92 the commit `v1` has no `tool.json` and no pages in `docs` / name the folder of its pages with `docs`, and its API with `openapi`, if it has them elsewhere
    invalid-config tool.json:1:123 `-v0` is not the name of a commit / write a tag, a branch or a hash, and a folder after `:` if the project had another one, as in `v1.9.0` or `v1.9.0:website`
    ");
    assert!(text(&project, "w/index.html").contains("Zero"));
}

#[test]
fn an_api_of_a_version_is_in_the_tab_of_the_one_that_it_replaces() {
    let spec = |path: &str, id: &str, schema: &str| {
        format!(
            r##"//- /{path}
{{"openapi": "3.1.0", "info": {{"title": "T", "version": "1"}}, "paths": {{"/{id}": {{"get": {{"operationId": "{id}", "summary": "S",
"responses": {{"200": {{"description": "", "content": {{"application/json": {{"schema": {{"$ref": "#/components/schemas/{schema}"}}}}}}}}}}}}}}}},
"components": {{"schemas": {{"{schema}": {{"type": "object", "properties": {{"a": {{"type": "string"}}}}}}}}}}}}
"##
        )
    };
    let page = |path: &str, of: &str| {
        format!(
            "//- /{path}.md\n---\ntitle: Page\nlayout: api\n---\n<wc-endpoint ref=\"{of}\" spec=\"Seeds\"></wc-endpoint>\n"
        )
    };
    let files = |openapi: &str, tabs: &str| {
        let config = format!(
            r#"{{"name": "N", "versions": [{{"version": "2"}}, {{"version": "1", "openapi": {openapi}}}], "tabs": [
                {{"tab": "Guides", "sidebar": ["index", "more/a", "more/b"]}}, {{"tab": "Seeds", "openapi": "seeds.json", "sidebar": ["seeds/get"]}}{tabs}]}}"#
        );
        let own = |folder: &str, of: &str| {
            let index = format!("//- /{folder}/index.md\n---\ntitle: Home\n---\n");
            // More pages of operations than in the tab of the API.
            let pages = ["seeds/get", "more/a", "more/b"].map(|id| page(&format!("{folder}/{id}"), of));
            index + &pages.concat()
        };
        [
            format!("//- /tool.json\n{config}\n"),
            own("docs", "getSeed"),
            own("versions/1", "oldSeed"),
            spec("seeds.json", "getSeed", "Seed"),
            spec("plants.json", "getPlant", "Plant"),
            spec("old.json", "oldSeed", "OldSeed"),
            spec("more.json", "getMore", "More"),
        ]
        .concat()
    };
    let sidebar = |project: &Project, path: &str| {
        let html = text(project, path);
        html.split_once("<nav id=\"toolSidebar\"").unwrap().1.split_once("</nav>").unwrap().0.to_owned()
    };
    let has =
        |project: &Project, path: &str, name: &str| sidebar(project, path).contains(&format!("<bdi>{name}</bdi>"));
    let plants = r#", {"tab": "Plants", "openapi": "plants.json", "sidebar": []}"#;
    let problems = |project: &Project| {
        findings(project)
            .lines()
            .filter(|line| !line.contains("empty-group"))
            .map(|line| format!("{line}\n"))
            .collect::<String>()
    };

    // By its name.
    let (_, project) = project(&files(r#"{"name": "Seeds", "spec": "old.json"}"#, plants));
    assert!(has(&project, "api/models/seeds/seed/index.html", "Seed"));
    assert!(has(&project, "1/api/models/old-seed/index.html", "OldSeed"));
    assert!(sidebar(&project, "1/api/models/old-seed/index.html").contains("/seeds/get/"));
    assert!(!sidebar(&project, "1/index.html").contains("models"));
    insta::assert_snapshot!(problems(&project), @r#"
    undocumented-operations plants.json:1:86 1 operation of `Plants` has no page / `tool openapi scaffold plants.json --new-only` creates the missing pages
       GET /getPlant
    "#);
    // One of several.
    let several = r#"[{"name": "Seeds", "spec": "old.json"}, {"name": "more", "spec": "more.json"}]"#;
    let (_, project) = engine::testing::project(&files(several, plants));
    assert!(has(&project, "1/api/models/seeds/old-seed/index.html", "OldSeed"));
    insta::assert_snapshot!(problems(&project), @r#"
    undocumented-operations plants.json:1:86 1 operation of `Plants` has no page / `tool openapi scaffold plants.json --new-only` creates the missing pages
       GET /getPlant
    "#);
    // Without one, it is not known which of several it replaces.
    let (_, project) = engine::testing::project(&files(r#""old.json""#, plants));
    insta::assert_snapshot!(problems(&project), @r#"
    undocumented-operations plants.json:1:86 1 operation of `Plants` has no page / `tool openapi scaffold plants.json --new-only` creates the missing pages
       GET /getPlant
    invalid-config tool.json:1:74 the spec `old.json` has no `name`, so it is in none of the tabs / write `{ "name": "…", "spec": "old.json" }` with the name of the API that it replaces: `Seeds` or `Plants`
    unknown-spec versions/1/more/a.md:5:34 no spec is named `Seeds` / the specs in `tool.json` have no names; remove `spec`
    unknown-spec versions/1/more/b.md:5:34 no spec is named `Seeds` / the specs in `tool.json` have no names; remove `spec`
    unknown-spec versions/1/seeds/get.md:5:34 no spec is named `Seeds` / the specs in `tool.json` have no names; remove `spec`
    "#);
    // The only one, in place of the only one.
    let files = files(r#""old.json""#, "").replace(" spec=\"Seeds\"", "");
    let (_, project) = engine::testing::project(&files);
    assert!(has(&project, "1/api/models/old-seed/index.html", "OldSeed"));
    assert!(sidebar(&project, "1/api/models/old-seed/index.html").contains("/seeds/get/"));
    assert!(!sidebar(&project, "1/index.html").contains("models"));
    assert_eq!(problems(&project), "");
}

#[test]
fn a_misspelled_api_of_a_version_is_reported() {
    let api = r#"{ "openapi": "3.1.0", "info": { "title": "A", "version": "1" }, "paths": {} }"#;
    let tabs = r#"[{ "tab": "Seeds", "openapi": "seeds.json", "sidebar": [] }, { "tab": "Plants", "openapi": "plants.json", "sidebar": [] }]"#;
    let of_version = r#"[{ "name": "Sedes", "spec": "old.json" }, { "name": "Tools", "spec": "tools.json" }]"#;
    let versions = format!(r#"[{{ "version": "2" }}, {{ "version": "1", "openapi": {of_version} }}]"#);
    let config = format!(r#"{{ "name": "N", "tabs": {tabs}, "versions": {versions} }}"#);
    let pages =
        "//- /docs/index.md\n---\ntitle: Now\n---\nText.\n//- /versions/1/index.md\n---\ntitle: Then\n---\nText.\n";
    let specs = ["seeds", "plants", "old", "tools"].map(|name| format!("//- /{name}.json\n{api}\n")).concat();
    let (_, project) = project(&format!("//- /tool.json\n{config}\n{pages}{specs}"));
    let found = findings(&project);
    let found: Vec<&str> = found.lines().filter_map(|line| line.strip_prefix("invalid-config ")).collect();
    let expected =
        "tool.json:1:221 no tab has an API named `Sedes`, so the spec `old.json` is in none / did you mean `Seeds`?";
    assert_eq!(found, [expected]);
}
