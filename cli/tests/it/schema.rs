//! `tool schema`, and what the schemas describe.

use serde_json::Value;

use crate::test_site::{API, CLEAN, TestSite};

/// What `tool schema` prints, as a validator.
fn schema(site: &TestSite, name: &str) -> jsonschema::Validator {
    let output = site.command(&format!("schema {name}")).output().unwrap();
    assert!(output.status.success());
    jsonschema::draft202012::new(&serde_json::from_slice(&output.stdout).unwrap()).unwrap()
}

#[test]
fn each_schema_is_printed() {
    let site = TestSite::new("");
    for (name, title) in
        [("", "tool.json"), ("config", "tool.json"), ("frontmatter", "frontmatter"), ("report", "tool --format json")]
    {
        let output = site.command(&format!("schema {name}")).output().unwrap();
        let schema: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(schema["title"], title);
        jsonschema::draft202012::meta::validate(&schema).unwrap();
    }
    assert_eq!(site.run("schema inspect"), site.run("openapi inspect --schema"));
    assert!(site.run("schema nothing").starts_with("exit 2\n"));
}

#[test]
fn a_new_project_names_its_schema() {
    let site = TestSite::new("");
    site.ok("init api");
    let config: Value = serde_json::from_str(&site.read("api/tool.json")).unwrap();
    assert_eq!(config["$schema"], ".tool/tool.schema.json");
    assert!(schema(&site, "config").is_valid(&config));
    let text = site.read("api/.tool/tool.schema.json");
    assert_eq!(format!("exit 0\n{text}"), site.run("schema"));
    // The one of another version is replaced, and one that is gone comes back.
    site.write("api/.tool/tool.schema.json", "{}");
    site.ok("build --project api");
    assert_eq!(site.read("api/.tool/tool.schema.json"), text);
    // Where nothing names it there is none.
    site.write("other/tool.json", "{ \"name\": \"Other\" }");
    site.write("other/docs/index.md", "---\ntitle: T\n---\n");
    site.ok("build --project other");
    assert!(!site.exists("other/.tool/tool.schema.json"));
}

#[cfg(unix)]
#[test]
fn a_link_in_its_place_is_not_followed() {
    let site = TestSite::new("");
    site.ok("init api");
    site.write("mine", "mine");
    std::fs::remove_file(site.root().join("api/.tool/tool.schema.json")).unwrap();
    std::os::unix::fs::symlink(site.root().join("mine"), site.root().join("api/.tool/tool.schema.json")).unwrap();
    site.ok("build --project api");
    assert_eq!(site.read("mine"), "mine");
}

#[test]
fn reports_are_what_their_schema_says() {
    let site = TestSite::new(CLEAN);
    let schema = schema(&site, "report");
    site.write("pets.json", API);
    site.write("docs/orphan.md", "# Orphan\n\n[x](/nope)\n");
    let mut members = Vec::new();
    for arguments in [
        "validate",
        "validate --fix --dry-run",
        "validate --fix",
        "build",
        "build --strict",
        "openapi scaffold pets.json",
        "openapi scaffold pets.json",
        "openapi scaffold tool.json",
        "skills install --agent claude --check",
        "skills install --agent claude",
    ] {
        let report = site.json(arguments);
        let wrong: Vec<String> = schema.iter_errors(&report).map(|error| error.to_string()).collect();
        assert_eq!(wrong, [""; 0], "{arguments}: {report:#}");
        members.extend(report.as_object().unwrap().keys().cloned());
    }
    let empty = TestSite::new("");
    let report = empty.json("init new");
    assert!(schema.is_valid(&report), "{report:#}");
    assert_eq!(report["init"]["folder"], "new");
    assert!(report["init"]["files"].as_array().unwrap().contains(&"docs/index.md".into()), "{report:#}");
    for member in ["validate", "build", "scaffold", "skills"] {
        assert!(members.iter().any(|known| known == member), "{member}");
    }
}
