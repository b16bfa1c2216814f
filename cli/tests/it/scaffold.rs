//! `tool openapi scaffold`, from a spec to a site.

use std::fs;

use crate::test_site::{API, CLEAN, TestSite};

#[test]
fn scaffold_validate_build() {
    let site = TestSite::new(CLEAN);
    site.write("api.json", API);
    insta::assert_snapshot!(site.run("openapi scaffold api.json"), @r"
    exit 0
    3 pages written, tool.json updated
    ");
    insta::assert_snapshot!(site.read("tool.json"), @r#"
    { "name": "Test", "sidebar": ["index", "guide/start",
      {
        "group": "API Reference",
        "pages": [
          "introduction",
          { "id": "api/list-pets", "title": "List pets", "method": "GET" },
          { "id": "api/create-pet", "title": "Create pet", "method": "POST" }
        ]
      }
    ],
      "openapi": "api.json"
     }
    "#);
    insta::assert_snapshot!(site.read("docs/api/create-pet.md"), @r#"
    ---
    title: Create pet
    description: Create pet
    layout: api
    ---

    # Create pet

    <wc-endpoint ref="createPet"></wc-endpoint>
    "#);
    insta::assert_snapshot!(site.run("validate --strict"), @r"
    exit 0
    no problems found
    ");
    site.ok("build --strict");
    for file in ["api/list-pets/index.html", "api/list-pets.md", "introduction/index.html"] {
        assert!(site.exists(&format!("dist/{file}")), "{file}");
    }
}

#[test]
fn a_second_run_writes_nothing() {
    let site = TestSite::new(CLEAN);
    site.write("api.json", API);
    site.ok("openapi scaffold api.json");
    let files = ["tool.json", "docs/introduction.md", "docs/api/list-pets.md", "docs/api/create-pet.md"];
    let state = || files.map(|file| fs::metadata(site.root().join(file)).unwrap().modified().unwrap());
    let before = state();
    insta::assert_snapshot!(site.run("openapi scaffold api.json"), @r"
    exit 0
    0 pages written, 2 documented already, tool.json unchanged
    ");
    assert_eq!(state(), before);
}

#[test]
fn what_is_documented_elsewhere_and_what_has_vanished_is_said() {
    let site = TestSite::new(CLEAN);
    let page = "---\ntitle: Guide\n---\n\n# Guide\n\n<wc-endpoint ref=\"listPets\"></wc-endpoint>\n\n<wc-endpoint ref=\"oldPets\"></wc-endpoint>\n";
    site.write("docs/guide/start.md", page);
    site.write("api.json", API);
    insta::assert_snapshot!(site.run("openapi scaffold api.json --new-only"), @r"
    exit 0
    listPets is already documented at docs/guide/start.md:7
    oldPets is no longer in the spec, but still on the page docs/guide/start.md:9
    1 page written, 1 documented already, tool.json updated
    ");
    assert_eq!(site.read("docs/guide/start.md"), page);
    assert!(!site.exists("docs/introduction.md"));
    let report = site.json("openapi scaffold api.json");
    assert_eq!(report["scaffold"]["written"], serde_json::json!(["docs/introduction.md"]));
    assert_eq!(report["scaffold"]["vanished"][0]["line"], 9);
}

#[test]
fn only_specs_in_the_project_are_read() {
    let site = TestSite::new(CLEAN);
    fs::write(site.root().join("../outside.json"), API).unwrap();
    insta::assert_snapshot!(site.run("openapi scaffold ../outside.json"), @r"
    exit 2
    stderr:
    error: ../outside.json is outside the project [SITE]
      = help: only files in the project folder are read: copy the file there and use the copy
    ");
    insta::assert_snapshot!(site.run("openapi scaffold gone.json"), @r"
    exit 2
    stderr:
    error: cannot open gone.json: no such file or directory
    ");
    site.write("specs/api.json", API);
    assert!(site.run_in("specs", "openapi scaffold api.json").starts_with("exit 0\n"));
    assert!(site.read("tool.json").contains("\"openapi\": \"specs/api.json\""));
}

#[test]
fn a_config_that_is_unclear_is_not_edited() {
    let site = TestSite::new(CLEAN);
    site.write("api.json", API);
    site.write("tool.json", "{\n  \"name\": \"a\",\n  \"name\": \"b\"\n}\n");
    insta::assert_snapshot!(site.run("openapi scaffold api.json"), @r#"
    exit 1
    error[invalid-config]: `tool.json` cannot be updated: duplicate key `name`
     --> tool.json:3:3
      |
    3 |   "name": "b"
      |   ^^^^^^

    found 1 error
    nothing was written
    "#);
    assert!(!site.exists("docs/api"));
}

#[cfg(unix)]
#[test]
fn pages_are_not_written_out_of_the_project() {
    let site = TestSite::new(CLEAN);
    site.write("api.json", API);
    let elsewhere = site.root().join("../elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    std::os::unix::fs::symlink(&elsewhere, site.root().join("docs/api")).unwrap();
    insta::assert_snapshot!(site.run("openapi scaffold api.json"), @r"
    exit 2
    stderr:
    error: [SITE]/docs/api is outside the project
    ");
    assert_eq!(fs::read_dir(&elsewhere).unwrap().count(), 0);
}

#[test]
fn two_runs_at_once_do_not_mix() {
    let site = TestSite::new(CLEAN);
    site.write("api.json", API);
    site.write("docs/api/.list-pets.md.unfinished", "left by a run that ended suddenly");
    let runs: Vec<_> = (0..4).map(|_| site.command("openapi scaffold api.json --quiet").spawn().unwrap()).collect();
    for mut run in runs {
        assert!(run.wait().unwrap().success());
    }
    assert_eq!(site.files("docs/api"), ["create-pet.md", "list-pets.md"]);
    site.ok("validate --strict");
}

/// Whatever else stands in `tool.json` keeps its bytes.
#[test]
fn the_rest_of_the_config_keeps_its_bytes() {
    let site = TestSite::new(CLEAN);
    site.write("api.json", API);
    let config = "\u{feff}{\r\n\t\"x-mine\": [1e3, 1.0,\t-0],\r\n\t\"name\": \"T\\u00e9\",\r\n\t\"sidebar\": [\"index\", \"guide/start\"]\r\n}";
    site.write("tool.json", config);
    site.run("openapi scaffold api.json");
    let edited = site.read("tool.json");
    let (head, tail) = config.split_at(config.find("\"index\"").unwrap());
    assert!(edited.starts_with(head), "{edited:?}");
    assert!(edited.contains(tail.split(']').next().unwrap()), "{edited:?}");
    assert_eq!(edited.matches('\n').count(), edited.matches("\r\n").count());
}

/// A run that ends early leaves whole files and the `tool.json` that was there; the next one completes it.
#[test]
fn a_folder_that_cannot_be_made_leaves_the_config_as_it_was() {
    let site = TestSite::new(CLEAN);
    site.write("api.json", API);
    site.write("docs/api", "no folder");
    let config = site.read("tool.json");
    let shown = site.run("openapi scaffold api.json");
    assert!(shown.starts_with("exit 2\n") && shown.contains("[SITE]/docs/api"), "{shown}");
    assert_eq!((site.read("tool.json"), site.read("docs/api")), (config, "no folder".to_owned()));
    fs::remove_file(site.root().join("docs/api")).unwrap();
    site.ok("openapi scaffold api.json");
    site.ok("validate --strict");
}

/// A `tool.json` that is a link is edited where it lies.
#[cfg(unix)]
#[test]
fn a_config_that_is_a_link_stays_one() {
    let site = TestSite::new(CLEAN);
    site.write("api.json", API);
    fs::rename(site.root().join("tool.json"), site.root().join("real.json")).unwrap();
    std::os::unix::fs::symlink("real.json", site.root().join("tool.json")).unwrap();
    site.ok("openapi scaffold api.json");
    assert!(fs::symlink_metadata(site.root().join("tool.json")).unwrap().is_symlink());
    assert!(site.read("real.json").contains("api/list-pets"));
}
