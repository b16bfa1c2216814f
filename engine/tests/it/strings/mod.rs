//! The texts of the interface in a project's own language: where they show, what replaces them, what the manual says of them.
//!
//! `TOOL_REWRITE_GENERATED=1 cargo test -p engine --test it strings` writes the tables of the manual anew.

mod everything;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use engine::testing::SchemaOf;
use engine::testing::{executed, text};
use engine::{Change, MemorySystem, Output, OutputOptions, Project, System};
use serde_json::{Map, Value, json};

use self::everything::everything;
use crate::layers::{source_root, sources};
use crate::shown::findings;

/// The page of the manual that lists the texts.
const MANUAL: &str = "templates/demo/docs/reference/strings.md";

/// The sections of the table with their titles in the manual.
const SECTIONS: [(&str, &str); 6] = [
    ("page", "Around every page"),
    ("content", "In the text of pages"),
    ("api", "Operations and schemas"),
    ("constraints", "Constraints on a value"),
    ("search", "The search dialog"),
    ("playground", "The request panel"),
];

fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// A text of the table: its section, its name, the English one.
struct English {
    section: String,
    name: String,
    text: String,
}

/// The whole table, in its order.
fn table() -> Vec<English> {
    let fields = SchemaOf::Config.fields().into_iter();
    let texts = fields.filter_map(|field| {
        let (section, name) = field.path.strip_prefix("strings.")?.split_once('.')?;
        let text = serde_json::from_str(field.default?).unwrap();
        Some(English { section: section.to_owned(), name: name.to_owned(), text })
    });
    texts.collect()
}

/// `{count}` and the like in a text.
fn placeholders(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices('{').filter_map(|(at, _)| text[at..].split_inclusive('}').next())
}

/// What stands for a text in a site whose texts are all replaced.
fn marker(section: &str, name: &str) -> String {
    format!("⟦{section}.{name}⟧")
}

/// A value of `strings` that replaces every text.
fn all_replaced() -> Value {
    let mut sections = Map::new();
    for English { section, name, text } in table() {
        let value = placeholders(&text).fold(marker(&section, &name), |value, placeholder| value + placeholder);
        let section = sections.entry(section).or_insert_with(|| json!({}));
        section.as_object_mut().unwrap().insert(name, json!(value));
    }
    Value::Object(sections)
}

/// A site with products, versions, languages and badges that says everything about them.
fn editions(strings: &Value) -> Project {
    let config = json!({
        "name": "N",
        "strings": strings,
        "languages": [{ "lang": "en" }, { "lang": "xx" }],
        "versions": [{ "version": "3" }, { "version": "2" }, { "version": "1", "notice": "unmaintained" }],
        "products": [
            { "product": "P", "sidebar": [{ "id": "index", "badge": "new" }, { "href": "/", "badge": "beta" }] },
            { "product": "Q", "href": "/" },
        ],
    });
    let page = "---\ntitle: T\n---\n";
    let pages = ["docs", "versions/2", "versions/1"].map(|folder| format!("//- /{folder}/index.md\n{page}"));
    engine::testing::project(&format!("//- /tool.json\n{config}\n{}", pages.concat())).1
}

/// Every output that is text, with its path.
fn texts(project: &Project) -> Vec<(String, String)> {
    let site = project.site();
    let mut found = Vec::new();
    for path in site.outputs() {
        // Of many alike one is enough.
        if path.starts_with("many/p") && !path.starts_with("many/p1/") {
            continue;
        }
        if let Some(Output::Bytes(bytes)) = site.output(&path, OutputOptions::default())
            && let Ok(text) = String::from_utf8(bytes)
        {
            found.push((path.to_string(), text));
        }
    }
    found
}

/// A file for people: no Markdown, no list for agents.
fn is_for_people(path: &str) -> bool {
    !path.ends_with(".md") && !path.ends_with(".txt")
}

#[test]
fn every_text_shows_somewhere() {
    let mut outputs = texts(&everything(&all_replaced(), true));
    outputs.extend(texts(&editions(&all_replaced())));
    let lacks = |English { section, name, .. }: &English| {
        let marker = marker(section, name);
        !outputs.iter().any(|(path, text)| is_for_people(path) && text.contains(&marker))
    };
    let missing: Vec<String> =
        table().iter().filter(|text| lacks(text)).map(|text| format!("{}.{}", text.section, text.name)).collect();
    // Some facts are for programs, and stated in Markdown only.
    assert_eq!(missing, ["additionalProperties", "style", "explode"].map(|name| format!("constraints.{name}")));
    // Agents read English.
    for (path, text) in outputs.iter().filter(|(path, _)| !is_for_people(path)) {
        let at = text.find('⟦');
        assert!(at.is_none(), "{path}: {}", &text[at.unwrap()..].lines().next().unwrap());
    }
}

#[test]
fn no_english_text_is_left_where_all_are_replaced() {
    let project = everything(&all_replaced(), false);
    let mut left = Vec::new();
    for (path, text) in texts(&project).iter().filter(|(path, _)| path.ends_with(".html") || is_texts(path)) {
        // Code is in languages of its own.
        let text = without_code(text);
        for English { section, name, text: english } in table() {
            // What a text begins and ends with in markup and in the scripts that hand texts over.
            let shown = english.split('{').next().unwrap().trim();
            let mut is_there = vec![format!(">{shown}<"), format!("\"{shown}\"")];
            // One word may begin a phrase of HTTP.
            if shown.contains(' ') {
                is_there.extend([format!(">{shown} "), format!("\"{shown} ")]);
            }
            // A name in a document and an attribute may be the same word.
            let is_word = shown.chars().all(|c| c.is_ascii_lowercase());
            if !is_word && is_there.iter().any(|markup| text.contains(markup)) {
                left.push(format!("{path}: {section}.{name} “{english}”"));
            }
        }
    }
    assert_eq!(left, [""; 0]);
}

/// A file without blocks of code, and without the lines that samples share.
fn without_code(text: &str) -> String {
    let text = text.split("',{lines:").next().unwrap();
    let mut parts = text.split("<code");
    let first = parts.next().unwrap().to_owned();
    parts.fold(first, |text, part| text + part.split_once("</code>").map_or("", |(_, after)| after))
}

/// Whether a file hands texts over to a script.
fn is_texts(path: &str) -> bool {
    ["_tool/search/texts.js", "_tool/p/settings.js", "_tool/sidebar.js"].contains(&path)
}

const ARABIC: &str = r#"
//- /tool.json
{"name": "ن", "lang": "ar", "dir": "rtl", "openapi": "api.json", "strings": {
  "page": {"skip": "إلى المحتوى", "search": "بحث", "theme": "المظهر", "notFound": "لا توجد <صفحة> \"هنا\" & هناك", "allPages": "كل الصفحات"},
  "content": {"note": "ملاحظة", "copy": "نسخ", "table": "جدول"},
  "api": {"required": "إلزامي", "characters": "{count} حرفا", "pathParameters": "معلمات المسار", "tryIt": "جرّب", "exampleRequest": "الطلب"},
  "constraints": {"pattern": "نمط"},
  "search": {"title": "بحث", "nothing": "لا نتائج", "count": "النتائج:"},
  "playground": {"send": "إرسال", "headers": "الترويسات ({count})"}
}}
//- /api.json
{"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {"/jars/{id}": {"get": {"operationId": "getJar",
"parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "string", "minLength": 2, "pattern": "a"}}],
"responses": {"204": {"description": "d"}}}}}}
//- /docs/index.md
---
title: ص
---

> [!NOTE]
> a

| a |
|---|
| b |

```
a
```
//- /docs/api.md
---
title: و
layout: api
---
<wc-endpoint ref="getJar" />
"#;

#[test]
fn an_arabic_site_has_an_arabic_interface() {
    let (_, project) = engine::testing::project(ARABIC);
    assert_eq!(findings(&project), "");
    let shown = |path: &str, has: &[&str], lacks: &[&str]| {
        let text = text(&project, path);
        for part in has {
            assert!(text.contains(part), "{path} lacks {part}:\n{text}");
        }
        for part in lacks {
            assert!(!text.contains(part), "{path} has {part}:\n{text}");
        }
    };
    let html = "<html lang=\"ar\" dir=\"rtl\"";
    shown(
        "index.html",
        &[
            html,
            ">إلى المحتوى<",
            ">بحث<",
            "data-label=\"المظهر\"",
            "aria-label=\"ملاحظة\"",
            "data-copy>نسخ<",
            "aria-label=\"جدول\"",
            ">كل الصفحات<",
        ],
        &["Skip to", ">Search<", "\"Note\"", ">Copy<", "\"Table\"", "All pages", "\"Theme\""],
    );
    shown(
        "api/index.html",
        &[html, "<b>إلزامي</b>", ">معلمات المسار<", ">جرّب<", ">الطلب<", "<dt>نمط</dt>", "≥ 2 حرفا"],
        &[">required<", "Path Parameters", ">Try it<", ">Request<", "Pattern", "characters", ">Copy<"],
    );
    // Texts are text.
    shown(
        "404.html",
        &[html, "<h1>لا توجد &lt;صفحة&gt; &quot;هنا&quot; &amp; هناك</h1>"],
        &["Page not found", "<صفحة>"],
    );
    shown("_tool/search/texts.js", &["\"title\":\"بحث\"", "لا نتائج"], &["\"Search\"", "No results", "Results:"]);
    shown("_tool/p/settings.js", &["\"send\":\"إرسال\"", "الترويسات ({count})"], &["\"Send\"", "Headers ("]);
    // What has no text of the project's own has that of the language; all that agents read is English.
    shown("index.html", &["نسخ الصفحة"], &["Copy page"]);
    shown("index.md", &["[!NOTE]"], &["ملاحظة"]);
    shown("api.md", &["## Path Parameters"], &["معلمات"]);
}

#[test]
fn what_is_wrong_with_a_text_is_said_where_it_stands() {
    let (_, project) = engine::testing::project(
        r#"
//- /tool.json
{"name": "N",
 "strings": {
  "page": {"skipp": "a", "next": 1},
  "api": {"andMore": "und mehr"},
  "serach": {}
 }}
//- /docs/index.md
---
title: T
---
"#,
    );
    insta::assert_snapshot!(findings(&project), @r"
    unknown-field tool.json:3:12 unknown field `skipp` / did you mean `skip`?
    invalid-config tool.json:3:34 `next` must be a string, not a number
    invalid-config tool.json:4:22 `andMore` is missing the placeholder `{count}` / add it where its value belongs; the usual text is “and {count} more”
    unknown-field tool.json:5:3 unknown field `serach` / did you mean `search`?
    ");
}

#[test]
fn edits_of_texts_render_operations_and_edits_of_all_else_render_nothing() {
    let system = engine::testing::fixture(ARABIC);
    let mut project = Project::open(system.clone());
    let build = |project: &Project| texts(project).len();
    assert!(build(&project) > 10);
    let rendered = |ran: &[(String, usize)]| {
        let renders = ["page_body", "endpoint_html", "shared_lines", "playground_file"];
        let all = ran.iter().filter(|(name, _)| renders.contains(&name.as_str()));
        all.map(|(name, _)| name.clone()).collect::<Vec<_>>()
    };
    let before = system_text(&system);
    let mut run = |from: &str, to: &str| {
        let now = system_text(&system);
        assert!(now.contains(from));
        system.write("tool.json", now.replacen(from, to, 1));
        let ran = executed(&mut project, |project| {
            assert!(project.apply(&[Change::Path("tool.json".into())]));
            build(project);
        });
        rendered(&ran)
    };
    assert_eq!(run("\"name\": \"ن\"", "\"name\": \"ب\", \"description\": \"د\""), [""; 0]);
    assert_eq!(run("\"page\": {", "\"page\":   {"), [""; 0]);
    let ran = run("\"note\": \"ملاحظة\"", "\"note\": \"انتبه\"");
    // Pages have marks for the texts.
    assert_eq!(ran, ["endpoint_html", "playground_file", "shared_lines"]);
    assert_ne!(before, system_text(&system));
    let fresh = Project::open(system);
    assert_eq!(texts(&project), texts(&fresh));
}

/// The configuration on a disk.
fn system_text(system: &MemorySystem) -> String {
    String::from_utf8(system.read("tool.json", u64::MAX).unwrap()).unwrap()
}

/// English is for what agents read; all else has the texts of the project.
#[test]
fn only_markdown_is_english_in_every_site() {
    // Of the English texts, the marks have the numbers.
    let markdown = [
        "render/marked_texts.rs",
        "render/plain/",
        "render/endpoint_markdown/",
        "outputs/models.rs",
        "outputs/scaffold/",
        "parse/config/",
    ];
    for floor in ["parse", "resolve", "render", "outputs", "../openapi/src"] {
        for file in sources(&source_root().join(floor)) {
            let path = file.strip_prefix(source_root()).unwrap().to_str().unwrap().replace('\\', "/");
            let is_test = path.ends_with("tests.rs") || path.contains("/tests/") || path.ends_with("round_trip.rs");
            if is_test || markdown.iter().any(|allowed| path.starts_with(allowed)) {
                continue;
            }
            let source = std::fs::read_to_string(&file).unwrap();
            let code = source.split("#[cfg(test)]").next().unwrap();
            assert!(!code.contains("ENGLISH"), "{path} has texts that no project replaces");
        }
    }
}

/// The tables of the manual: every text with its name.
fn manual_tables() -> String {
    let table = table();
    let mut out = String::new();
    for (section, title) in SECTIONS {
        let _ = write!(out, "\n## {title}\n\nIn `\"{section}\"`:\n\n| Name | English |\n|---|---|\n");
        for English { name, text, .. } in table.iter().filter(|text| text.section == section) {
            let _ = writeln!(out, "| `{name}` | {text} |");
        }
    }
    out
}

#[test]
fn the_manual_lists_every_text() {
    const START: &str = "<!-- The rest of this page is generated from the table of texts. -->\n";
    let page = std::fs::read_to_string(root(MANUAL)).unwrap();
    let (words, tables) = page.split_once(START).unwrap();
    let new = manual_tables();
    if std::env::var_os("TOOL_REWRITE_GENERATED").is_some() {
        std::fs::write(root(MANUAL), format!("{words}{START}{new}")).unwrap();
    } else {
        assert!(tables == new, "run with TOOL_REWRITE_GENERATED=1 to write {MANUAL} anew");
    }
    let sections: Vec<String> = SECTIONS.iter().map(|(section, _)| (*section).to_owned()).collect();
    assert!(table().iter().all(|text| sections.contains(&text.section)));
}
