//! The search dialog: what it finds in a large API, and how it is used by keyboard, from a server and from the disk.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use browser::{Page, Scheme, Session, StaticServer, build, temporary_site};
use engine::{MemorySystem, Project, ScaffoldOptions};
use serde_json::Value;
use tempfile::TempDir;

use crate::accessibility::axe;

const SPEC: &str = r#"
openapi: 3.1.0
info: {title: Seeds, version: "1"}
paths:
  /lots/{lotId}:
    get:
      operationId: getLot
      summary: Get a lot
      description: Everything that is known of a lot.
      parameters:
        - {name: lotId, in: path, required: true, schema: {type: string}}
      responses:
        "200":
          description: OK
          content:
            application/json:
              schema: {type: object, properties: {seed_count: {type: integer}, "constructor": {type: string}}}
    delete: {operationId: deleteLot, summary: Delete a lot, deprecated: true, responses: {"204": {description: Gone}}}
"#;

const GUIDE: &str = r#"---
title: Storing seeds
description: How seeds are kept.
---

# Storing seeds

Seeds last long where it is cold. <b>Bold</b> `"><img src=x onerror="window.hacked=1">`

## Drying rooms

Each room has a hygrometer.
"#;

/// A small site, as `tool build --offline` writes it.
fn small_site() -> TempDir {
    let api = |title: &str, name: &str| {
        format!("---\ntitle: {title}\nlayout: api\n---\n\n<wc-endpoint ref=\"{name}\"></wc-endpoint>\n")
    };
    let site = temporary_site(&[
        ("tool.json", "{\"name\": \"Seeds\", \"openapi\": \"openapi.yaml\", \"url\": \"https://seeds.test\"}"),
        ("openapi.yaml", SPEC),
        ("docs/index.md", "---\ntitle: Home\n---\n\n# Home\n"),
        ("docs/guides/storing.md", GUIDE),
        ("docs/api/get.md", &api("Get a lot", "getLot")),
        ("docs/api/delete.md", &api("Delete a lot", "deleteLot")),
    ]);
    tokio::task::block_in_place(|| build(site.path(), &site.path().join("dist")));
    site
}

/// Writes into the field, as a reader does, and waits until what was found is shown.
async fn search(page: &Page, text: &str) {
    let script = "(text => { const input = document.querySelector('.search-input'); input.value = text;
        input.dispatchEvent(new Event('input', { bubbles: true })); })";
    page.value(&format!("{script}({})", Value::from(text))).await;
    page.wait_until(
        "!document.querySelector('.search-list').hidden || !document.querySelector('div.search-none').hidden",
    )
    .await;
    page.wait_until("document.querySelector('.search-dialog [role=status]').textContent !== ''").await;
}

/// Opens the dialog by its key.
async fn open(page: &Page, key: &str) {
    page.wait_until("document.readyState === 'complete' && !!window.toolFiles").await;
    page.press(key).await;
    page.wait_until("document.querySelector('.search-dialog[open]') !== null").await;
}

/// The chosen result, in words.
const CHOSEN: &str =
    "document.getElementById(document.activeElement.getAttribute('aria-activedescendant')).textContent";

/// From a server and from the disk.
pub(super) async fn a_page_is_found_by_keyboard(session: Arc<Session>) {
    let site = small_site();
    let out = site.path().join("dist");
    let server = StaticServer::start(&out);
    let disk = format!("file://{}/", out.to_str().unwrap());
    for (root, index) in [(server.address(), ""), (disk, "index.html")] {
        let page = session.open(&format!("{root}guides/storing/{index}")).await;
        assert!(page.holds("document.querySelector('.search-open').checkVisibility()").await);
        assert!(page.holds("!performance.getEntriesByType('resource').some(each => /search/.test(each.name))").await);
        open(&page, "/").await;
        search(&page, "lot").await;
        assert_eq!(page.names_of("option").await.len(), 2);
        assert!(page.text(CHOSEN).await.starts_with("GETGet a lot/lots/{lotId}"), "{}", page.text(CHOSEN).await);
        page.press("ArrowDown").await;
        assert!(page.text(CHOSEN).await.starts_with("DELETEDelete a lot"));
        page.press("ArrowDown").await;
        assert!(page.text(CHOSEN).await.starts_with("GETGet a lot"), "the last is followed by the first");
        page.press("Escape").await;
        page.wait_until("document.querySelector('.search-dialog[open]') === null").await;

        // A field leads to its place.
        page.click(".search-open").await;
        page.wait_until("document.querySelector('.search-dialog[open]') !== null").await;
        search(&page, "seed_cuont").await;
        assert!(page.text(CHOSEN).await.contains("seed_count"), "{}", page.text(CHOSEN).await);
        page.press("Enter").await;
        page.wait_until(&format!("location.href.endsWith('/api/get/{index}#response.200.seed_count')")).await;
        page.wait_until("document.getElementById('response.200.seed_count').checkVisibility()").await;

        // A heading of the text, by a word below it.
        open(&page, "/").await;
        search(&page, "hygrometer").await;
        let chosen = page.text(CHOSEN).await;
        assert!(
            chosen.starts_with("Drying roomsGuides › Storing seeds") && chosen.contains("has a hygrometer"),
            "{chosen}"
        );
        assert_eq!(page.text("document.querySelector('.search-dialog mark').textContent").await, "hygrometer");
        page.press("Enter").await;
        page.wait_until("location.hash === '#drying-rooms'").await;
        assert_eq!(page.problems().await, [""; 0], "{root}");
    }
}

/// What a reader types, and what a page says, is text.
pub(super) async fn a_hostile_query_stays_text(session: Arc<Session>) {
    let site = small_site();
    let server = StaticServer::start(&site.path().join("dist"));
    let hostile = "\"><img src=x onerror=window.hacked=1>";
    let page = session.open(&format!("{}?q=%22%3E%3Cimg%20src=x%20onerror=window.hacked=1%3E", server.address())).await;
    page.wait_until("document.querySelector('.search-dialog[open]') !== null").await;
    page.wait_until("!document.querySelector('.search-list').hidden").await;
    assert_eq!(page.text("document.querySelector('.search-input').value").await, hostile);
    search(&page, "<i>qzqzqz").await;
    assert_eq!(page.text("document.querySelector('div.search-none strong').textContent").await, "<i>qzqzqz");
    let queries = [
        "__proto__",
        "constructor",
        "toString",
        "hasOwnProperty",
        "<b>bold",
        "onerror",
        "a".repeat(500).as_str(),
        "/",
        "{}",
        "\u{202e}x",
        "東京",
        "%",
    ]
    .map(str::to_owned);
    for query in queries {
        page.value("document.querySelector('.search-dialog [role=status]').textContent = ''").await;
        search(&page, &query).await;
        assert!(page.holds("!document.querySelector('.search-dialog :is(img, b, script)')").await, "{query}");
    }
    search(&page, "constructor").await;
    assert!(page.text(CHOSEN).await.contains("constructor"), "a field of that name");
    assert!(page.holds("window.hacked === undefined").await);
    assert_eq!(page.problems().await, [""; 0]);
    // What was mistyped beyond what is forgiven.
    search(&page, "hygrxmxtxr").await;
    assert!(page.has(".search-near button").await);
    page.click(".search-near button").await;
    page.wait_until("document.querySelectorAll('.search-result').length > 0").await;
    // The page for what is not there has a search, too.
    page.go(&format!("{}404.html", server.address())).await;
    page.click(".not-found .search-open").await;
    page.wait_until("document.querySelector('.search-dialog[open]') !== null").await;
}

/// With results and without any, wide and narrow, light and dark.
pub(super) async fn axe_finds_nothing_on_the_dialog(session: Arc<Session>) {
    let Some(axe) = axe() else { return };
    let site = small_site();
    let server = StaticServer::start(&site.path().join("dist"));
    let page = session.open(&server.address()).await;
    page.reduce_motion(true).await;
    let mut wrong = Vec::new();
    for (width, height) in [(1440, 900), (390, 844)] {
        page.resize(width, height).await;
        for scheme in Scheme::ALL {
            page.prefer(scheme).await;
            page.go(&server.address()).await;
            page.click(".search-open").await;
            page.wait_until("document.querySelector('.search-dialog[open]') !== null").await;
            wrong.extend(axe.violations(&page, &[]).await);
            for text in ["seed", "xqzvw"] {
                search(&page, text).await;
                wrong.extend(axe.violations(&page, &[]).await);
                page.screenshot(&format!("search-{text}-{width}-{}", scheme.name())).await;
            }
        }
    }
    assert!(wrong.is_empty(), "{} findings:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(page.problems().await, [""; 0]);
}

/// An operation of a document, and what it is found by.
struct Operation {
    name: String,
    path: String,
    id: String,
    summary: String,
    fields: BTreeSet<String>,
}

/// The operations of a JSON document whose references stay in it.
fn operations(spec: &Value) -> Vec<Operation> {
    let mut found = Vec::new();
    for (path, item) in spec["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let (Some(id), Some(summary)) = (operation["operationId"].as_str(), operation["summary"].as_str()) else {
                continue;
            };
            let mut fields = BTreeSet::new();
            for parameter in operation["parameters"].as_array().into_iter().flatten() {
                fields.extend(followed(spec, parameter)["name"].as_str().map(str::to_owned));
            }
            let successes = operation["responses"].as_object().into_iter().flatten();
            let bodies = successes.filter(|(status, _)| status.starts_with('2')).map(|(_, response)| response);
            for body in bodies.chain([&operation["requestBody"]]) {
                for media in followed(spec, body)["content"].as_object().into_iter().flat_map(|map| map.values()) {
                    properties(spec, &media["schema"], 6, &mut fields);
                }
            }
            let name = format!("{} {path}", method.to_uppercase());
            found.push(Operation { name, path: path.clone(), id: id.into(), summary: summary.into(), fields });
        }
    }
    found
}

fn followed<'a>(spec: &'a Value, mut value: &'a Value) -> &'a Value {
    for _ in 0..8 {
        let Some(reference) = value["$ref"].as_str() else { break };
        value = spec.pointer(reference.trim_start_matches('#')).unwrap();
    }
    value
}

fn properties(spec: &Value, schema: &Value, depth: usize, fields: &mut BTreeSet<String>) {
    let schema = followed(spec, schema);
    if depth == 0 || schema.is_null() {
        return;
    }
    fields.extend(schema["properties"].as_object().into_iter().flatten().map(|(name, _)| name.clone()));
    let parts = ["allOf", "oneOf", "anyOf"].into_iter().filter_map(|name| schema[name].as_array()).flatten();
    parts.chain([&schema["items"]]).for_each(|part| properties(spec, part, depth - 1, fields));
}

/// Numbers that look like chance and are always the same.
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    /// The text with one letter left out, added, changed, or swapped with the next.
    fn mistyped(&mut self, text: &str) -> String {
        let letters: Vec<char> = text.chars().collect();
        loop {
            let mut typed = letters.clone();
            let at = self.below(letters.len());
            let other = char::from(b'a' + self.below(26) as u8);
            if !letters[at].is_ascii_alphabetic() {
                continue;
            }
            match self.below(4) {
                0 => drop(typed.remove(at)),
                1 => typed.insert(at, other),
                2 => typed[at] = other,
                _ if at + 1 < typed.len() => typed.swap(at, at + 1),
                _ => {}
            }
            if typed != letters && !typed.is_empty() {
                return typed.into_iter().collect();
            }
        }
    }
}

/// The site of a document: a page for each operation.
fn site_of(spec: &Path) -> TempDir {
    let text = std::fs::File::open(spec).and_then(std::io::read_to_string).unwrap();
    let system = MemorySystem::default();
    system.write("tool.json", "{\"name\": \"Large\"}");
    system.write("docs/index.md", "---\ntitle: Home\n---\n\n# Home\n");
    system.write("openapi.json", text.as_str());
    let plan = Project::open(Arc::new(system)).scaffold("openapi.json", ScaffoldOptions { new_only: false });
    let config = plan.config.unwrap().new;
    let mut files =
        vec![("tool.json", config.as_str()), ("openapi.json", &text), ("docs/index.md", "---\ntitle: Home\n---\n")];
    files.extend(plan.files.iter().map(|file| (&*file.path, file.contents.as_str())));
    let site = temporary_site(&files);
    tokio::task::block_in_place(|| build(site.path(), &site.path().join("dist")));
    site
}

/// The first three entries for each query, as `METHOD /path`.
const FIRST_THREE: &str = "(async queries => {
    const file = async name => JSON.parse(await toolFiles.load('search/' + name + '.js'));
    const index = new toolFiles.search.Index(await file('core'));
    const answers = [];
    for (const query of queries) {
        let found = index.search(query);
        for (let round = 0; found.wanted.length && round < 6; round++) {
            for (const name of found.wanted) index.add(name, await file(name));
            found = index.search(query);
        }
        answers.push(found.results.slice(0, 3).map(({ doc }) => index.methodOf[doc] + ' ' + index.pathOf[doc]));
    }
    return JSON.stringify(answers);
})";

/// The right operation is among the first three, also where one letter is wrong.
pub(super) async fn operations_of_a_large_api_are_found(session: Arc<Session>) {
    let Some(data) = engine::testing::test_data("specs/big", "search in a real spec") else { return };
    let path = data.join("specs/big/github-api.github.com.json");
    let spec: Value = serde_json::from_reader(std::io::BufReader::new(std::fs::File::open(&path).unwrap())).unwrap();
    let all = operations(&spec);
    let site = site_of(&path);
    let index = std::fs::read_dir(site.path().join("dist/_tool/search")).unwrap();
    let sizes: BTreeMap<String, u64> = index
        .map(|entry| entry.unwrap())
        .map(|entry| (entry.file_name().into_string().unwrap(), entry.metadata().unwrap().len()))
        .collect();
    assert!(sizes.values().sum::<u64>() < 1_500_000, "{sizes:?}");
    assert!(sizes.iter().all(|(name, size)| *size < 100_000 || name == "core.js"), "{sizes:?}");

    let named = |name: &str| all.iter().filter(|one| one.name == name).map(|one| one.name.clone()).collect();
    let with = |field: &str| all.iter().filter(|one| one.fields.contains(field)).map(|one| one.name.clone()).collect();
    let mut cases: Vec<(String, BTreeSet<String>)> = vec![
        ("GET /repos/{owner}/{repo}".into(), named("GET /repos/{owner}/{repo}")),
        ("repos get".into(), named("GET /repos/{owner}/{repo}")),
        ("stargazers_count".into(), with("stargazers_count")),
        ("lst pull requests".into(), named("GET /repos/{owner}/{repo}/pulls")),
        // As in a log.
        ("/repos/octocat/hello-world/issues".into(), named("GET /repos/{owner}/{repo}/issues")),
        ("https://api.github.com/repos/a/b/issues?per_page=3".into(), named("GET /repos/{owner}/{repo}/issues")),
        (
            "GET /v3/repos/octocat/hello/pulls/7/files".into(),
            named("GET /repos/{owner}/{repo}/pulls/{pull_number}/files"),
        ),
    ];
    let known = cases.len();
    let mut chance = Chance(6);
    while cases.len() < known + 200 {
        let one = &all[chance.below(all.len())];
        let (text, right): (&str, BTreeSet<String>) = match cases.len() % 4 {
            0 => (&one.path, all.iter().filter(|other| other.path == one.path).map(|each| each.name.clone()).collect()),
            1 => (&one.id, named(&one.name)),
            2 => (
                &one.summary,
                all.iter().filter(|other| other.summary == one.summary).map(|each| each.name.clone()).collect(),
            ),
            _ => {
                let long: Vec<&String> = one.fields.iter().filter(|field| field.len() > 4).collect();
                if long.is_empty() {
                    continue;
                }
                let field = long[chance.below(long.len())];
                (field, with(field))
            }
        };
        cases.push((chance.mistyped(text), right));
    }

    let server = StaticServer::start(&site.path().join("dist"));
    let page = session.open(&server.address()).await;
    open(&page, "/").await;
    let queries: Vec<&String> = cases.iter().map(|(query, _)| query).collect();
    let answers = page.text(&format!("{FIRST_THREE}({})", serde_json::to_string(&queries).unwrap())).await;
    let answers: Vec<Vec<String>> = serde_json::from_str(&answers).unwrap();
    let missed: Vec<(&String, &Vec<String>)> = cases
        .iter()
        .zip(&answers)
        .filter(|((_, right), found)| !found.iter().any(|one| right.contains(one)))
        .map(|((query, _), found)| (query, found))
        .collect();
    let named_ones = &queries[..known];
    assert!(!missed.iter().any(|(query, _)| named_ones.contains(query)), "{missed:#?}");
    assert!(missed.len() <= 10, "{} of 200 queries: {missed:#?}", missed.len());
    browser::say(&format!("  {} of 200 mistyped queries find what is meant", 200 - missed.len()));

    // Results beyond the first ones are counted, and shown where the reader asks for them.
    search(&page, "repo").await;
    let total = page.text("document.querySelector('.search-total').textContent").await;
    assert!(total.starts_with("8 / "), "{total}");
    // Enter opens a result, not the line for more of them.
    assert!(
        page.holds("document.querySelector('.search-dialog [aria-selected=true]').matches('.search-result')").await
    );
    assert!(total[4..].parse::<usize>().unwrap() > 100, "{total}");
    let before = page.names_of("option").await.len();
    page.value("document.querySelector('.search-further').click()").await;
    assert_eq!(page.names_of("option").await.len(), before + 20);
    assert!(page.text("document.querySelector('.search-total').textContent").await.starts_with("28 / "));
    assert!(page.holds("document.querySelector('.search-dialog[open]') !== null").await);
    assert_eq!(page.problems().await, [""; 0]);
}
