use std::fmt::Write as _;

use super::terms::{Entry, TermPlace};
use super::text::page_terms;
use crate::Project;
use crate::resolve::pages::pages;
use crate::testing::{executed, project, text};
use crate::{Change, System};

const SITE: &str = r##"
//- /tool.json
{"name": "Seeds", "openapi": "openapi.yaml", "sidebar": [{"group": "API", "pages": ["take"]}, "guide"]}
//- /openapi.yaml
openapi: 3.1.0
info: {title: Seeds, version: "1"}
paths:
  /vaults/{vaultId}/seed-lots:
    get:
      operationId: listSeedLots
      summary: List lots
      tags: [Vault]
      description: All lots, *oldest* first. See [more](https://a.test/hidden-address).
      parameters:
        - {name: vaultId, in: path, required: true, schema: {type: string}}
        - name: sort_by
          in: query
          description: What comes first.
          schema: {type: string, enum: [age, weight-in-grams]}
      responses:
        "200":
          description: OK
          content:
            application/json:
              schema:
                type: object
                properties:
                  owner: {type: object, properties: {loginName: {type: string}}}
    post:
      operationId: addLot
      responses: {"201": {description: OK}}
components:
  schemas:
    Lot: {type: object, properties: {massInGrams: {type: number}}}
//- /docs/take.md
---
title: List lots
layout: api
---
<wc-endpoint ref="listSeedLots"></wc-endpoint>
//- /docs/guide.md
---
title: Take a lot
description: How seeds are taken.
---

# Take a lot

Crème **brûlée**.

## Before you begin

<wc-include src="shared.md" />

<wc-visibility for="agents">

For machines alone.

</wc-visibility>

<wc-visibility for="humans">

For people alone.

</wc-visibility>

<wc-accordion title="Why gloves?">

They keep 東京都 clean.

</wc-accordion>

Back.

```js
openVault(lot);
```

## Reference

<wc-schema ref="Lot" />

<wc-endpoint ref="addLot"></wc-endpoint>
//- /docs/_reusables/shared.md
Wear gloves.
"##;

/// The entries of a page, a line for each term with what it is and where.
fn shown(project: &Project, id: &str) -> String {
    let (db, set) = (project.inputs.db(), project.inputs.set());
    let file = pages(db, set).by_id[id];
    page_terms(db, file).entries.iter().map(shown_entry).collect()
}

fn shown_entry(entry: &Entry) -> String {
    let mut out = format!("{} #{} {:?}\n", entry.title, entry.anchor, entry.operation);
    for section in &entry.sections {
        let _ = writeln!(out, "  #{} {:?} {:?}", section.anchor, section.heading, section.excerpt);
    }
    for (term, hit) in entry.terms() {
        let place = match hit.place {
            TermPlace::Section(at) => format!("#{}", entry.sections[usize::from(at)].anchor),
            TermPlace::Field { name, parent } => {
                format!("{} | {}", entry.parents[usize::from(parent)], entry.names[usize::from(name)])
            }
        };
        let _ = writeln!(out, "  {term} {:?} {} {place}", hit.rank, hit.times);
    }
    out
}

#[test]
fn an_excerpt_does_not_repeat_the_title_above_it() {
    let (_, project) = project(
        "//- /tool.json\n{\"name\": \"N\", \"openapi\": \"openapi.yaml\"}\n//- /openapi.yaml\nopenapi: 3.1.0\n\
         info: {title: T, version: '1'}\npaths:\n  /a:\n    get: {operationId: a, summary: Take a lot, description: \"Take a lot. It is kept.\", responses: {}}\n\
         //- /docs/index.md\n---\ntitle: Take a lot\nlayout: api\n---\n\n# Take a lot\n\n<wc-endpoint ref=\"a\" />\n",
    );
    let excerpts = text(&project, "_tool/search/d-0.js");
    assert!(excerpts.contains("It is kept.") && !excerpts.contains("Take a lot"), "{excerpts}");
}

#[test]
fn a_page_is_found_by_what_people_read_of_it() {
    let (_, project) = project(SITE);
    insta::assert_snapshot!(shown(&project, "guide"));
}

#[test]
fn an_operation_is_found_by_its_names_and_fields() {
    let (_, project) = project(SITE);
    insta::assert_snapshot!(shown(&project, "take"));
}

#[test]
fn entries_know_their_tab() {
    let page = |id: &str| format!("//- /docs/{id}.md\n---\ntitle: {id}\n---\n");
    let config = r#"{"name": "N", "tabs": [{"tab": "A", "sidebar": ["a", {"group": "G", "pages": ["b"]}]},
        {"tab": "Link", "href": "https://a.test/"}, {"tab": "C", "sidebar": ["c"]}]}"#;
    let pages = ["a", "b", "c", "stray"].map(page).concat();
    let (_, project) = project(&format!("//- /tool.json\n{config}\n{pages}"));
    let core = text(&project, "_tool/search/core.js");
    assert!(core.contains(r#""crumbs":["A","A › G","C",""]"#), "{core}");
    assert!(core.contains(r#""tabs":["A","C"],"tab":[1,1,2,0]"#), "{core}");
}

#[test]
fn the_files_hand_over_json() {
    let (_, project) = project(SITE);
    let core = text(&project, "_tool/search/core.js");
    let json = core.strip_prefix("toolFiles.put('search/core','").unwrap().strip_suffix("');\n").unwrap();
    let core: serde_json::Value = serde_json::from_str(&json.replace("\\\\", "\\").replace("\\'", "'")).unwrap();
    assert_eq!(core["ids"], serde_json::json!(["guide", "guide", "take"]));
    assert_eq!(core["titles"], serde_json::json!(["Take a lot", "addLot", "List lots"]));
    assert_eq!(core["anchors"], serde_json::json!([[1, "reference"]]));
    assert_eq!(core["crumbs"], serde_json::json!(["", "API"]));
    assert_eq!(core["methods"], serde_json::json!(["POST", "GET"]));
    assert_eq!(core["paths"], serde_json::json!(["/vaults/{vaultId}/seed-lots", "/vaults/{vaultId}/seed-lots"]));
    assert_eq!(core["shards"], serde_json::json!([""]));
    assert_eq!((core.get("tabs"), core.get("tab")), (None, None), "only sites with tabs have them");
    let terms = core["terms"].as_array().unwrap();
    assert!(terms.contains(&"listseedlots".into()) && !terms.contains(&"gloves".into()), "{terms:?}");
    assert!(text(&project, "_tool/search/t.js").contains("\"gloves\""));
}

#[test]
fn an_edit_of_prose_makes_the_terms_of_one_page_anew() {
    let (system, mut project) = project(SITE);
    let search = |project: &Project| text(project, "_tool/search/t.js");
    assert!(!search(&project).contains("\"gauntlets\""));
    assert_eq!(executed(&mut project, |project| drop(search(project))), []);
    let before = String::from_utf8(system.read("docs/guide.md", u64::MAX).unwrap()).unwrap();
    system.write("docs/guide.md", before.replace("Back.", "Back to the gauntlets."));
    let ran = executed(&mut project, |project| {
        assert!(project.apply(&[Change::Path("docs/guide.md".into())]));
        assert!(search(project).contains("\"gauntlets\""));
    });
    let count = |name: &str| ran.iter().find(|(ran, _)| ran == name).map(|(_, count)| *count);
    assert_eq!((count("page_terms"), count("search_index"), count("endpoint")), (Some(1), Some(1), None), "{ran:?}");
    // The index is made when someone searches, not with the page.
    system.write("docs/guide.md", before);
    let ran = executed(&mut project, |project| {
        assert!(project.apply(&[Change::Path("docs/guide.md".into())]));
        assert!(text(project, "guide/index.html").contains("Back."));
    });
    assert!(!ran.iter().any(|(name, _)| name == "page_terms" || name == "search_index"), "{ran:?}");
}

#[test]
fn words_stand_in_files_by_their_first_letters() {
    let mut site = "//- /tool.json\n{\"name\": \"N\"}\n".to_owned();
    for page in 0..300 {
        let _ = write!(site, "//- /docs/p{page}.md\n---\ntitle: P{page}\n---\n");
        for word in 0..60 {
            let _ = write!(site, "a{word} b{word}x{page} 漢{word} ");
        }
        site.push('\n');
    }
    let (_, project) = project(&site);
    let outputs = project.site().outputs();
    let shards: Vec<&str> = outputs.iter().filter_map(|path| path.strip_prefix("_tool/search/t")).collect();
    assert!(shards.contains(&"-a1.js") && shards.contains(&"-b3.js") && shards.contains(&"--6f-.js"), "{shards:?}");
    for path in outputs.iter().filter(|path| path.starts_with("_tool/search/t")) {
        let text = text(&project, path);
        assert!(text.len() < 100_000, "{path}: {} bytes", text.len());
    }
}
