//! What `validate` says about translations: which pages have none, and which are older than their sources.

use engine::testing::fixture;
use engine::{History, Project, Site};

const SITE: &str = r#"
//- /tool.json
{ "name": "N", "openapi": "a.json", RULES
  "languages": [{ "lang": "en" }, { "lang": "de", "label": "Deutsch" }, { "lang": "fr", "label": "Français", "docs": "docs/fr" }],
  "versions": [{ "version": "2" }, { "version": "1" }, { "version": "0", "git": "v0" }] }
//- /docs/index.md
---
title: Home
---
//- /docs/guides/sow.md
---
title: Sow
---
//- /docs/guides/water.md
---
title: Water
---
//- /docs/old.md
---
title: Old
redirect: /guides/sow
---
//- /docs/api/list.md
---
title: List
layout: api
---
<wc-endpoint ref="list"></wc-endpoint>
//- /i18n/de/index.md
---
title: Start
---
//- /i18n/de/guides/sow.md
---
title: Säen
---
//- /docs/fr/index.md
---
title: Accueil
---
//- /docs/fr/guides/sow.md
---
title: Semer
---
//- /docs/fr/guides/water.md
---
title: Arroser
---
//- /versions/1/index.md
---
title: Home
---
//- /i18n/de-1/index.md
---
title: Start
---
//- /v0:/docs/index.md
---
title: Home
---
//- /a.json
{"openapi": "3.1.0", "info": {"title": "T", "version": "2"},
 "paths": {"/a": {"get": {"operationId": "list", "summary": "List", "responses": {"200": {"description": "OK"}}}}}}
"#;

fn site(rules: &str, history: Option<History>) -> Project {
    let system = fixture(&SITE.replacen("RULES", rules, 1));
    history.into_iter().for_each(|history| system.set_history(history));
    let mut project = Project::open(system);
    project.compare_translations();
    project
}

/// The findings with their notes.
fn shown(site: &Site) -> String {
    let mut out = String::new();
    for found in site.translations() {
        let at = found.place.map(|place| format!("{}:{}", place.file, place.span.start)).unwrap_or_default();
        out.push_str(&format!("{} {} {at} {}\n", found.severity.name(), found.code.name(), found.message));
        for note in found.notes {
            out.push_str(&format!("  {}: {}\n", note.place.map(|place| place.file).unwrap_or_default(), note.message));
        }
    }
    out
}

fn history() -> History {
    History::of_files(&[
        ("docs/fr/index.md", "2026-03-04", &[]),
        ("docs/index.md", "2026-03-03", &[]),
        ("docs/guides/sow.md", "2026-03-03", &[]),
        ("docs/fr/guides/sow.md", "2026-03-02", &[]),
        ("i18n/de/index.md", "2026-03-01", &[]),
        ("versions/1/index.md", "2026-02-02", &[]),
        ("i18n/de-1/index.md", "2026-02-01", &[]),
    ])
}

#[test]
fn missing_and_outdated_translations_are_listed() {
    // `i18n/de/guides/sow.md` is not committed yet.
    insta::assert_snapshot!(shown(&site("", Some(history())).site()), @r"
    info missing-translation tool.json:81 1 of 3 pages is not translated to Deutsch
      docs/guides/water.md: belongs in `i18n/de/guides/water.md`
    info outdated-translation tool.json:81 1 of 2 translations to Deutsch is older than the source
      i18n/de/index.md: translated on 2026-03-01; `docs/index.md` was changed on 2026-03-03
    info outdated-translation tool.json:119 1 of 3 translations to Français is older than the source
      docs/fr/guides/sow.md: translated on 2026-03-02; `docs/guides/sow.md` was changed on 2026-03-03
    info outdated-translation tool.json:81 1 of 1 translations of version 1 to Deutsch is older than the source
      i18n/de-1/index.md: translated on 2026-02-01; `versions/1/index.md` was changed on 2026-02-02
    info missing-translation tool.json:119 1 of 1 pages of version 1 is not translated to Français
      versions/1/index.md: belongs in `docs/fr-1/index.md`
    ");
    let rules = r#""rules": { "missing-translation": "off", "outdated-translation": "error" },"#;
    let found = shown(&site(rules, Some(history())).site());
    assert!(found.starts_with("error outdated-translation") && !found.contains("missing-translation"), "{found}");
}

#[test]
fn what_is_outdated_is_not_known_without_a_history() {
    let project = site("", None);
    let found = shown(&project.site());
    let unknown = "info outdated-translation tool.json:81 it is not known which translations are outdated: the project is not in a Git repository\n";
    assert!(found.ends_with(unknown), "{found}");
    // That is nothing that a page shows.
    assert!(project.site().diagnostics().iter().all(|found| found.code.name() != "no-history"));
    let plain =
        engine::testing::project("//- /tool.json\n{ \"name\": \"N\" }\n//- /docs/index.md\n---\ntitle: T\n---\n").1;
    assert_eq!(shown(&plain.site()), "");
}
