//! How deep groups may be nested: in the sidebars of each tool, exactly as deep as its reader says.

use std::fmt::Write as _;

use import::{Contents, Options, Source, import};
use serde_json::{Value, json};

/// The files of a project whose sidebar has a page in groups that are nested this deep.
type Nested = fn(usize) -> Vec<(String, String)>;

/// A value in this many others.
fn within(levels: usize, inner: Value, around: fn(Value) -> Value) -> Value {
    (0..levels).fold(inner, |inner, _| around(inner))
}

fn files<const N: usize>(files: [(&str, String); N]) -> Vec<(String, String)> {
    files.into_iter().map(|(path, text)| (path.to_owned(), text)).collect()
}

/// A list of Markdown with one item in the other.
fn list(levels: usize) -> String {
    let group = |level: usize| format!("{}- [Part {level}](part{level}.md)\n", "  ".repeat(level));
    let groups: String = (0..levels).map(group).collect();
    format!("# Summary\n\n{groups}{}- [Page](page.md)\n", "  ".repeat(levels))
}

const FORMATS: [(&str, Nested); 12] = [
    ("mkdocs", |levels| {
        let nav = within(levels, json!("page.md"), |inner| json!({ "Group": [inner] }));
        files([
            ("mkdocs.yml", json!({ "site_name": "x", "nav": [nav] }).to_string()),
            ("docs/page.md", "# Page".into()),
        ])
    }),
    ("redocly", |levels| {
        let list = within(levels, json!({ "page": "page.md" }), |inner| json!({ "group": "Group", "items": [inner] }));
        files([
            ("sidebars.yaml", json!([list]).to_string()),
            ("redocly.yaml", "{}".into()),
            ("page.md", "# Page".into()),
        ])
    }),
    ("vitepress", |levels| {
        let leaf = json!({ "text": "Page", "link": "/page" });
        let list = within(levels, leaf, |inner| json!({ "text": "Group", "items": [inner] }));
        let config = json!({ "themeConfig": { "sidebar": [list] } });
        files([(".vitepress/config.js", format!("export default {config}")), ("page.md", "# Page".into())])
    }),
    ("vuepress", |levels| {
        let list = within(levels, json!("/page"), |inner| json!({ "title": "Group", "children": [inner] }));
        let config = json!({ "themeConfig": { "sidebar": [list] } });
        files([("docs/.vuepress/config.js", format!("module.exports = {config}")), ("docs/page.md", "# Page".into())])
    }),
    ("docusaurus", |levels| {
        let list =
            within(levels, json!("page"), |inner| json!({ "type": "category", "label": "Group", "items": [inner] }));
        files([
            ("docusaurus.config.js", "module.exports = { title: 'x', url: 'https://x.example', baseUrl: '/' }".into()),
            ("sidebars.js", format!("module.exports = {}", json!({ "docs": [list] }))),
            ("docs/page.md", "# Page".into()),
        ])
    }),
    ("starlight", |levels| {
        let list = within(levels, json!("page"), |inner| json!({ "label": "Group", "items": [inner] }));
        let config = format!(
            "import starlight from '@astrojs/starlight';\nexport default {{ integrations: [starlight({})] }}",
            json!({ "title": "x", "sidebar": [list] })
        );
        files([("astro.config.mjs", config), ("src/content/docs/page.md", "---\ntitle: Page\n---\n".into())])
    }),
    ("fern", |levels| {
        let leaf = json!({ "page": "Page", "path": "page.mdx" });
        let list = within(levels, leaf, |inner| json!({ "section": "Group", "contents": [inner] }));
        files([
            ("fern/fern.config.json", "{}".into()),
            ("fern/docs.yml", json!({ "navigation": [list] }).to_string()),
            ("fern/page.mdx", "Page".into()),
        ])
    }),
    ("mintlify", |levels| {
        let list = within(levels, json!("page"), |inner| json!({ "group": "Group", "pages": [inner] }));
        files([
            ("docs.json", json!({ "name": "x", "theme": "mint", "navigation": { "groups": [list] } }).to_string()),
            ("page.mdx", "---\ntitle: Page\n---\n".into()),
        ])
    }),
    ("sphinx", |levels| {
        let list =
            within(levels, json!({ "file": "page" }), |inner| json!({ "caption": "Group", "chapters": [inner] }));
        files([
            ("_config.yml", "title: x".into()),
            ("_toc.yml", json!({ "root": "index", "parts": [list] }).to_string()),
            ("index.md", "# Home".into()),
            ("page.md", "# Page".into()),
        ])
    }),
    ("generic", |levels| {
        let leaf = json!({ "title": "Page", "path": "/page" });
        let list = within(levels, leaf, |inner| json!({ "title": "Group", "routes": [inner] }));
        files([("sidebar.json", json!({ "routes": [list] }).to_string()), ("page.md", "# Page".into())])
    }),
    ("mdbook", |levels| {
        let parts = (0..levels).map(|level| (format!("src/part{level}.md"), "Part".to_owned()));
        files([("book.toml", String::new()), ("src/SUMMARY.md", list(levels)), ("src/page.md", "Page".into())])
            .into_iter()
            .chain(parts)
            .collect()
    }),
    ("folders", |levels| {
        let folder = "a/".repeat(levels);
        vec![(format!("{folder}page.md"), "# Page".to_owned()), ("other.md".to_owned(), "# Other".to_owned())]
    }),
];

/// In how many groups the page is, below these entries of a sidebar.
fn depth(entries: &Value, groups: usize) -> Option<usize> {
    entries.as_array()?.iter().find_map(|entry| {
        let id = entry.as_str().or_else(|| entry.get("id")?.as_str());
        let is_it = id.is_some_and(|id| id == "page" || id.ends_with("/page"));
        if is_it { Some(groups) } else { depth(entry.get("pages")?, groups + 1) }
    })
}

#[test]
fn groups_are_nested_as_deep_as_each_reader_says() {
    let mut found = String::new();
    for (name, nested) in FORMATS {
        let made = |levels: usize| {
            let imported = import(&Source::from_memory(nested(levels)), &Options::default()).unwrap();
            let settings = imported.files.iter().find_map(|file| match &file.contents {
                Contents::Text(text) if file.path == "tool.json" => Some(text.clone()),
                _ => None,
            });
            let settings: Value = serde_json::from_str(&settings.unwrap()).unwrap();
            let at = settings.get("sidebar").and_then(|sidebar| depth(sidebar, 0));
            let losses = imported.report.losses.iter().map(|loss| format!("{} ({})", loss.kind.name(), loss.outcome));
            (at, losses.collect::<Vec<_>>().join("; "))
        };
        let deepest = (1..=70).rev().find(|levels| made(*levels).0 == Some(*levels)).unwrap_or_default();
        let (beyond, losses) = made(deepest + 1);
        let _ = writeln!(found, "{name}: {deepest}, then {beyond:?} {losses}");
    }
    insta::assert_snapshot!(found, @r#"
    mkdocs: 32, then Some(1) navigation (not in the navigation of the source; listed in "More"); config (it is nested too deeply)
    redocly: 32, then Some(0) config (it is nested too deeply)
    vitepress: 32, then Some(1) navigation (not in the navigation of the source; listed in "More"); config (it is nested too deeply)
    vuepress: 32, then Some(1) navigation (not in the navigation of the source; listed in "More"); config (it is nested too deeply)
    docusaurus: 32, then Some(1) navigation (not in the navigation of the source; listed in "More"); config (they are nested too deep)
    starlight: 32, then None config (it is nested too deeply)
    fern: 32, then Some(1) navigation (not in the navigation of the source, and so not on the old site; listed in "More"); config (it is nested too deeply)
    mintlify: 62, then None config (it cannot be read: it is nested too deeply)
    sphinx: 7, then Some(1) navigation (not in the navigation of the source; listed in "More"); config (it is nested too deeply)
    generic: 32, then Some(1) navigation (not in the navigation of the source; listed in "More"); config (it is nested too deeply)
    mdbook: 16, then Some(16) 
    folders: 32, then Some(32) 
    "#);
}

/// A list in a list is a level too, although it is no group.
#[test]
fn lists_in_lists_have_a_depth() {
    let losses = |levels: usize| {
        let list = within(levels, json!("page"), |inner| json!([inner]));
        let config = json!({ "name": "x", "theme": "mint", "navigation": { "pages": list } });
        let files = [("docs.json", config.to_string()), ("page.mdx", "---\ntitle: Page\n---\n".to_owned())];
        let imported = import(&Source::from_memory(files), &Options::default()).unwrap();
        imported.report.losses.iter().filter(|loss| loss.outcome == "it is nested too deeply").count()
    };
    assert_eq!((1..60).find(|levels| losses(*levels) > 0), None);
    assert_eq!((60..120).find(|levels| losses(*levels) > 0), Some(65));
}
