//! The JSON Schemas in `templates/schemas/`: made from the tables of the readers and the words of the manual, valid, and of
//! one mind with the readers.
//!
//! `TOOL_REWRITE_GENERATED=1 cargo test -p engine --test it schemas` writes them anew.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use engine::testing::{SchemaField, SchemaOf};
use engine::{MemorySystem, Project, Severity};
use jsonschema::{Draft, Validator};
use serde_json::{Value, json};

/// What has a schema, with the schema's file and the page of the manual that describes the fields.
const ALL: [(SchemaOf, &str, &str); 2] = [
    (SchemaOf::Config, "templates/schemas/config.json", "templates/demo/docs/reference/tool-json.md"),
    (SchemaOf::Frontmatter, "templates/schemas/frontmatter.json", "templates/demo/docs/reference/frontmatter.md"),
];

fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root(path)).unwrap()
}

/// A field as a page of the manual describes it.
#[derive(Debug, Default)]
struct Described {
    required: bool,
    default: Option<String>,
    choices: Vec<String>,
    about: String,
}

/// The `wc-field` elements of a page by the names on the way to each.
fn described(page: &str) -> BTreeMap<String, Described> {
    let mut found: BTreeMap<String, Described> = BTreeMap::new();
    let mut open: Vec<String> = Vec::new();
    for line in
        page.lines().skip_while(|line| !line.starts_with("<wc-fields")).take_while(|line| *line != "</wc-fields>")
    {
        if let Some(tag) = line.strip_prefix("<wc-field ") {
            let value =
                |name: &str| tag.split_once(&format!("{name}=\"")).map(|(_, rest)| rest.split('"').next().unwrap());
            open.push(value("name").unwrap().to_owned());
            let field = Described {
                required: tag.contains("\" required"),
                default: value("default").map(str::to_owned),
                choices: value("enum")
                    .unwrap_or_default()
                    .split(", ")
                    .filter(|choice| !choice.is_empty())
                    .map(str::to_owned)
                    .collect(),
                about: value("description").unwrap_or_default().to_owned(),
            };
            found.insert(open.join("."), field);
        } else if let Some(field) = found.get_mut(&open.join("."))
            && !line.starts_with("</wc-field")
            && !line.is_empty()
        {
            assert!(field.about.is_empty(), "{open:?} is described in two ways");
            field.about = line.to_owned();
        }
        if line.ends_with("</wc-field>") {
            open.pop();
        }
    }
    found
}

/// Markdown without the addresses of links.
fn plain(markdown: &str) -> String {
    let mut out = String::new();
    let mut rest = markdown;
    while let Some((before, after)) = rest.split_once("](") {
        let (text, link) = before.rsplit_once('[').unwrap();
        out.push_str(text);
        out.push_str(link);
        rest = after.split_once(')').unwrap().1;
    }
    // Sentences that only lead elsewhere mean nothing outside of the page.
    format!("{out}{rest}").replace(" See below.", "")
}

/// The schema as it should be.
fn current(of: SchemaOf, page: &str) -> Value {
    let fields = described(&read(page));
    of.schema(&|path| fields.get(path).map(|field| plain(&field.about)))
}

fn validator(of: SchemaOf, page: &str) -> Validator {
    jsonschema::options().with_draft(Draft::Draft202012).build(&current(of, page)).unwrap()
}

/// Whether a field is an attribute of a tag in the head, which HTML describes.
fn is_of_html(field: &SchemaField) -> bool {
    field.path.matches('.').count() == 2 && field.path.starts_with("head.")
}

/// Whether a field is a text of the interface, which the tests of `strings/` look for in the manual.
fn is_text(field: &SchemaField) -> bool {
    field.path.matches('.').count() == 2 && field.path.starts_with("strings.")
}

#[test]
fn the_files_are_current_and_valid() {
    for (of, file, page) in ALL {
        let new = format!("{}\n", serde_json::to_string_pretty(&current(of, page)).unwrap());
        if std::env::var_os("TOOL_REWRITE_GENERATED").is_some() {
            std::fs::write(root(file), &new).unwrap();
        }
        assert!(read(file) == new, "run with TOOL_REWRITE_GENERATED=1 to write {file} anew");
        jsonschema::draft202012::meta::validate(&serde_json::from_str(&new).unwrap()).unwrap();
    }
    let inspect: Value = serde_json::from_str(&read("templates/schemas/inspect.json")).unwrap();
    jsonschema::draft202012::meta::validate(&inspect).unwrap();
}

#[test]
fn the_manual_and_the_tables_agree() {
    for (of, _, page) in ALL {
        let mut fields = described(&read(page));
        for field in of.fields() {
            let known = fields.remove(&field.path);
            // The manual has a page of its own for texts.
            if is_of_html(&field) || is_text(&field) {
                fields.retain(|path, _| !path.starts_with(&format!("{}.", field.path)));
                continue;
            }
            let known = known.unwrap_or_else(|| panic!("{page} lacks `{}`", field.path));
            assert!(!known.about.is_empty(), "{page} does not say what `{}` is for", field.path);
            let default = field.default.map(|json| json.trim_matches('"').to_owned());
            assert_eq!(known.default, default, "the default of `{}` in {page}", field.path);
            // One of several forms of an entry may need what the others do not have.
            if !field.path.starts_with("sidebar.") && !field.path.starts_with("head.") {
                assert_eq!(known.required, field.required, "whether `{}` is required in {page}", field.path);
            }
            if !known.choices.is_empty() || (field.choices.len() > 1 && !field.path.ends_with(".method")) {
                assert_eq!(known.choices, field.choices, "the values of `{}` in {page}", field.path);
            }
        }
        assert!(fields.is_empty(), "the tables lack what {page} describes: {:?}", fields.keys());
    }
}

/// What a project with that configuration is told about it.
fn errors(config: &Value) -> Vec<String> {
    let system = MemorySystem::default();
    system.write("tool.json", config.to_string());
    let site = Project::open(Arc::new(system)).site();
    let of_config = |found: &engine::Diagnostic| {
        let is_of_form = ["invalid-config", "outside-project", "unknown-field"].contains(&found.code.name());
        is_of_form && found.place.as_ref().is_some_and(|place| &*place.file == "tool.json")
    };
    site.diagnostics()
        .into_iter()
        .filter(of_config)
        .map(|found| format!("{}: {}", found.severity.name(), found.message))
        .collect()
}

/// A configuration that has a value at the end of a path of names.
fn with(path: &str, value: &Value) -> Value {
    let mut value = value.clone();
    let names: Vec<&str> = path.split('.').collect();
    for (depth, name) in names.iter().enumerate().rev() {
        let mut holder = json!({ *name: value });
        let members = holder.as_object_mut().unwrap();
        // What the object around it cannot be without.
        let needed: &[(&str, &str)] = match (depth, names.first().copied().unwrap(), *name) {
            (0, ..) => &[("name", "N")],
            (1, "languages", _) => &[("lang", "en")],
            (1, "versions", _) => &[("version", "1")],
            (1, "tabs", "tab") => &[("href", "/")],
            (1, "tabs", "href" | "sidebar") => &[("tab", "T")],
            (1, "products", "product") => &[("href", "/")],
            (1, "products", "href" | "sidebar" | "tabs") => &[("product", "P")],
            (1, "openapi", _) => &[("spec", "a.yaml"), ("name", "n")],
            (1, "announcement", _) => &[("text", "t")],
            (2, "navbar" | "footer", "label") => &[("href", "/")],
            (2, _, _) if names.get(1) == Some(&"links") => &[("title", "t"), ("href", "/")],
            (1, "sidebar", "method" | "title" | "icon" | "badge") => &[("id", "index")],
            (1, "sidebar", "spec") => &[("schema", "S")],
            (2, "sidebar", "variant") => &[("text", "t")],
            (2, "analytics", _) => match names[1] {
                "fathom" => &[("site", "A")],
                "umami" => &[("website", "1-2")],
                "posthog" => &[("key", "phc_1")],
                "matomo" => &[("url", "https://m.test"), ("site", "1")],
                _ => &[],
            },
            _ => &[],
        };
        for (name, value) in needed {
            members.entry(*name).or_insert(json!(value));
        }
        if depth == 1 && names.first() == Some(&"sidebar") && ["group", "collapsed"].contains(name) {
            members.insert("pages".to_owned(), json!([]));
        }
        if depth == 1 && names.first() == Some(&"sidebar") && ["pages", "folder", "collapsed"].contains(name) {
            members.insert("group".to_owned(), json!("G"));
        }
        if (depth, names.first().copied().unwrap()) == (1, "tabs") && ["icon", "openapi"].contains(name) {
            members.insert("tab".to_owned(), json!("T"));
            members.insert("sidebar".to_owned(), json!(["index"]));
        }
        if (depth, names.first().copied().unwrap()) == (1, "products") {
            if ["icon", "description", "openapi"].contains(name) {
                members.insert("product".to_owned(), json!("P"));
                members.insert("sidebar".to_owned(), json!(["index"]));
            }
            // Not all of them may be links.
            let other = json!({ "product": "Other", "sidebar": [{ "href": "https://a.test", "title": "A" }] });
            value = json!([other, holder]);
            continue;
        }
        let in_list = (depth == 1
            && ["sidebar", "tabs", "head", "languages", "versions"].contains(names.first().unwrap()))
            || (depth == 2 && names.get(1) == Some(&"links"));
        value = if in_list { json!([holder]) } else { holder };
    }
    value
}

#[test]
fn readers_and_schema_are_of_one_mind() {
    let (of, _, page) = ALL[0];
    let schema = validator(of, page);
    let fields = of.fields();
    assert!(fields.len() > 50);
    for field in fields.iter().filter(|field| field.path != "$schema" && !is_of_html(field)) {
        // What no field may be is refused by both: so every field of the table is read.
        let wrong = with(&field.path, &json!([[]]));
        assert!(!schema.is_valid(&wrong), "the schema lets {wrong} through");
        let said = errors(&wrong);
        assert!(said.iter().any(|line| line.starts_with("error")), "`{}` is not read: {wrong} {said:?}", field.path);
        let values = field.example.iter().chain(&field.default).map(|json| serde_json::from_str(json).unwrap());
        for value in values.chain(field.choices.iter().map(|choice| json!(choice))) {
            let config = with(&field.path, &value);
            assert!(
                schema.is_valid(&config),
                "{config}: {:?}",
                schema.iter_errors(&config).map(|error| error.to_string()).collect::<Vec<_>>()
            );
            assert_eq!(errors(&config), [""; 0], "{config}");
        }
    }
    for (is_right, config) in [
        (
            true,
            json!({ "name": "N", "api": { "samples": ["python", "C#"] }, "sidebar": [{ "group": "G", "pages": ["a", { "group": "H", "pages": [] }] }] }),
        ),
        (
            true,
            json!({ "name": "N", "head": [{ "script": { "src": "/a.js", "defer": true, "data-x": "y" } }], "attributes": { "A1": 1.5, "B": true } }),
        ),
        (
            true,
            json!({ "name": "N", "openapi": [{ "name": "a", "spec": "a.yaml", "overlay": ["o.yaml"] }], "navbar": { "links": [{ "label": "x", "href": "/x" }] } }),
        ),
        (false, json!({})),
        (false, json!([])),
        (false, json!({ "name": " " })),
        (false, json!({ "name": "N", "openapi": "/etc/passwd" })),
        (false, json!({ "name": "N", "openapi": { "overlay": "o.yaml" } })),
        (false, json!({ "name": "N", "sidebar": [{ "title": "x" }] })),
        (false, json!({ "name": "N", "sidebar": [{ "id": "x", "method": "FETCH" }] })),
        (false, json!({ "name": "N", "api": { "samples": ["Perl"] } })),
        (false, json!({ "name": "N", "api": { "expandFields": 10_001 } })),
        (false, json!({ "name": "N", "head": [{ "meta": { "name": "a", "content": "b", "http-equiv": "c" } }] })),
        (false, json!({ "name": "N", "head": [{ "base": { "href": "/" } }] })),
        (false, json!({ "name": "N", "attributes": { "lower": 1 } })),
        (false, json!({ "name": "N", "url": "ftp://a.test" })),
        (false, json!({ "name": "N", "host": "Netlify" })),
    ] {
        assert_eq!(schema.is_valid(&config), is_right, "the schema on {config}");
        assert_eq!(errors(&config).is_empty(), is_right, "the reader on {config}: {:?}", errors(&config));
    }
    // A field that nobody knows is mentioned, and no mistake.
    let unknown = json!({ "name": "N", "nmae": 1, "api": { "x": 1 } });
    assert!(schema.is_valid(&unknown));
    assert_eq!(errors(&unknown).len(), 2);
    assert!(errors(&unknown).iter().all(|line| line.starts_with(Severity::Info.name())));
}

#[test]
fn frontmatter_is_read_as_its_schema_says() {
    let (of, _, page) = ALL[1];
    let schema = validator(of, page);
    let errors = |frontmatter: &Value| {
        let system = MemorySystem::default();
        system.write("tool.json", r#"{"name": "N", "sidebar": ["index"]}"#);
        // JSON is YAML too.
        system.write("docs/index.md", format!("---\n{frontmatter}\n---\n\n# T\n"));
        let site = Project::open(Arc::new(system)).site();
        let found = site
            .diagnostics()
            .into_iter()
            .filter(|found| found.code.name().ends_with("frontmatter") || found.code.name() == "missing-title");
        found.map(|found| found.message).collect::<Vec<_>>()
    };
    for field in of.fields() {
        let page = |value: Value| {
            let mut page = json!({ "title": "T" });
            if field.path.starts_with("hero") {
                page = json!({ "title": "T", "layout": "home" });
            }
            let members = page.as_object_mut().unwrap();
            match *field.path.split('.').collect::<Vec<_>>() {
                [name] => members.insert(name.to_owned(), value),
                [above, name] => members.insert(above.to_owned(), json!({ name: value })),
                ["hero", "image", name] => {
                    let mut image = json!({ "src": "/a.svg", "alt": "a" });
                    image.as_object_mut().unwrap().insert(name.to_owned(), value);
                    members.insert("hero".to_owned(), json!({ "image": image }))
                }
                ["hero", "actions", name] => {
                    let mut action = json!({ "text": "a", "href": "/" });
                    action.as_object_mut().unwrap().insert(name.to_owned(), value);
                    members.insert("hero".to_owned(), json!({ "actions": [action] }))
                }
                _ => panic!("{}", field.path),
            };
            page
        };
        let wrong = page(json!([[]]));
        assert!(!schema.is_valid(&wrong) && !errors(&wrong).is_empty(), "`{}` is not read", field.path);
        let values = field.example.iter().chain(&field.default).map(|json| serde_json::from_str(json).unwrap());
        for value in values.chain(field.choices.iter().map(|choice| json!(choice))) {
            let page = page(value);
            assert!(schema.is_valid(&page), "{page}");
            assert_eq!(errors(&page), [""; 0], "{page}");
        }
    }
    let nothing = json!({ "description": "x" });
    assert!(!schema.is_valid(&nothing) && !errors(&nothing).is_empty());
}

/// The files of that name below a folder.
fn below(folder: &Path, name: &str, found: &mut Vec<PathBuf>) {
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.file_name().is_some_and(|found| found == name) {
                found.push(path);
            }
        }
    }
}

#[test]
fn the_projects_of_this_repository_are_valid() {
    let (of, _, page) = ALL[0];
    let schema = validator(of, page);
    let mut files = Vec::new();
    for folder in ["templates", "tests", "engine/tests", "cli/tests"] {
        below(&root(folder), "tool.json", &mut files);
    }
    assert!(files.len() >= 2, "{files:?}");
    for file in files {
        let config: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
        let wrong: Vec<String> = schema.iter_errors(&config).map(|error| error.to_string()).collect();
        assert_eq!(wrong, [""; 0], "{}", file.display());
    }
}
