//! The files for continuous integration: each is well formed, names only what exists, and is shown in the manual as it is.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::test_site::{CLEAN, TestSite};

fn file(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[track_caller]
fn yaml(text: &str) -> Value {
    serde_yaml::from_str(text).unwrap()
}

/// The commands of the tool in a script are commands that it accepts.
#[track_caller]
fn check_commands(script: &str) {
    let site = TestSite::new("");
    for line in script.lines().map(str::trim).filter_map(|line| line.strip_prefix("tool ")) {
        let help = site.run(&format!("{} --help", line.split(" --").next().unwrap()));
        assert!(help.starts_with("exit 0"), "tool {line}: {help}");
        for option in line.split_whitespace().filter(|word| word.starts_with("--")) {
            assert!(help.contains(option), "tool {line}: no {option}");
        }
    }
}

#[test]
fn the_action_is_well_formed() {
    let action = yaml(&file("action.yml"));
    assert_eq!(action["runs"]["using"], "composite");
    let inputs: BTreeSet<&str> = action["inputs"].as_object().unwrap().keys().map(String::as_str).collect();
    let steps = action["runs"]["steps"].as_array().unwrap();
    let ids: BTreeSet<&str> = steps.iter().filter_map(|step| step["id"].as_str()).collect();
    for step in steps {
        assert!(step["name"].is_string() && (step["uses"].is_string() ^ step["run"].is_string()), "{step}");
        // Composite actions require it.
        assert_eq!(step["run"].is_string(), step["shell"] == "bash", "{step}");
        // Text of the workflow reaches scripts through variables: as a part of a script, it would be executed.
        assert!(!step["run"].as_str().unwrap_or_default().contains("${{"), "{step}");
    }
    let text = file("action.yml");
    for name in text.split("inputs.").skip(1).map(|rest| rest.split(|c: char| !c.is_alphanumeric()).next().unwrap()) {
        assert!(inputs.contains(name), "no input {name}");
    }
    for name in text.split("steps.").skip(1).map(|rest| rest.split('.').next().unwrap()) {
        assert!(ids.contains(name), "no step {name}");
    }
    let manual = file("templates/demo/docs/guides/ci.md");
    assert!(inputs.iter().all(|input| manual.contains(&format!("| `{input}` |"))), "{inputs:?}");
}

/// The scripts of the action run as GitHub runs them, in a project with a warning and in one without.
#[cfg(unix)]
#[test]
fn the_scripts_of_the_action_run() {
    let action = yaml(&file("action.yml"));
    let site = TestSite::new(CLEAN);
    let output = site.root().join("output");
    let run = |name: &str, strict: &str| {
        let steps = action["runs"]["steps"].as_array().unwrap();
        let script = steps.iter().find(|step| step["name"] == name).unwrap()["run"].as_str().unwrap();
        let output = Command::new("bash")
            .args(["-e", "-o", "pipefail", "-c", script])
            .current_dir(site.root().parent().unwrap())
            .env_clear()
            .envs([
                ("TOOL", env!("CARGO_BIN_EXE_tool")),
                ("PROJECT", "site"),
                ("STRICT", strict),
                ("EXTERNAL", "false"),
            ])
            .env("PATH", "/usr/bin:/bin")
            .env("GITHUB_OUTPUT", &output)
            .output()
            .unwrap();
        (output.status.code().unwrap(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    assert_eq!(run("Validate", "true").0, 0);
    assert_eq!(run("Build", "true").0, 0);
    assert_eq!(site.read("output"), "site=site/dist\n");
    assert!(site.exists("dist/index.html"));
    site.write("docs/index.md", "---\ntitle: Home\n---\n\n[x](/none)\n");
    let (status, shown) = run("Validate", "false");
    assert!(status == 1 && shown.contains("file=site/docs/index.md,line=5"), "{status} {shown}");
}

#[test]
fn the_workflow_uses_the_action() {
    let workflow = yaml(&file("templates/ci/github.yml"));
    let inputs = yaml(&file("action.yml"))["inputs"].clone();
    let jobs = workflow["jobs"].as_object().unwrap();
    assert_eq!(jobs["publish"]["permissions"]["id-token"], "write");
    for job in jobs.values() {
        let step = job["steps"].as_array().unwrap().last().unwrap();
        let version = step["uses"].as_str().unwrap().split_once('@').unwrap().1;
        assert_eq!(version, concat!("v", env!("CARGO_PKG_VERSION")));
        for (name, value) in step["with"].as_object().into_iter().flatten() {
            assert!(inputs[name].is_object() && value.is_string(), "{name}");
        }
    }
    assert!(file("templates/demo/docs/guides/ci.md").contains(file("templates/ci/github.yml").trim_end()));
}

#[test]
fn the_pipeline_of_gitlab_is_well_formed() {
    let pipeline = yaml(&file("templates/ci/gitlab.yml"));
    let stages = pipeline["stages"].as_array().unwrap();
    for (name, job) in pipeline.as_object().unwrap().iter().filter(|(name, _)| *name != "stages") {
        assert!(stages.contains(&job["stage"]) && job["rules"].is_array(), "{name}");
        let script: Vec<&str> = job["script"].as_array().unwrap().iter().map(|line| line.as_str().unwrap()).collect();
        check_commands(&script.join("\n"));
    }
    // GitLab publishes the folder `public` of a job that is called `pages`.
    assert_eq!(pipeline["pages"]["artifacts"]["paths"][0], "public");
    assert!(file("templates/demo/docs/guides/ci.md").contains(file("templates/ci/gitlab.yml").trim_end()));
}

#[test]
fn the_hooks_of_pre_commit_are_well_formed() {
    let hooks = yaml(&file(".pre-commit-hooks.yaml"));
    let manual = file("templates/demo/docs/guides/ci.md");
    for hook in hooks.as_array().unwrap() {
        let [id, entry] = ["id", "entry"].map(|field| hook[field].as_str().unwrap());
        assert!(hook["name"].is_string() && hook["language"] == "system", "{id}");
        check_commands(entry);
        assert!(manual.contains(id), "the manual does not name {id}");
    }
}

#[test]
fn the_forms_for_issues_are_well_formed() {
    for name in ["bug", "import", "idea"] {
        let form = yaml(&file(&format!(".github/ISSUE_TEMPLATE/{name}.yml")));
        assert!(form["name"].is_string() && form["description"].is_string(), "{name}");
        let mut ids = BTreeSet::new();
        for part in form["body"].as_array().unwrap() {
            assert!(matches!(part["type"].as_str(), Some("textarea" | "input")), "{name}: {part}");
            assert!(
                part["attributes"]["label"].is_string() && ids.insert(part["id"].as_str().unwrap()),
                "{name}: {part}"
            );
        }
    }
}

/// The container definitions in the manual copy what the build writes to where the generated rules expect it.
#[test]
fn the_containers_fit_the_rules() {
    let manual = file("templates/demo/docs/guides/hosting.md");
    let definitions: Vec<&str> =
        manual.split("```dockerfile").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert_eq!(definitions.len(), 2);
    for definition in definitions {
        for line in definition.lines().skip(1).filter(|line| !line.is_empty()) {
            let (instruction, arguments) = line.split_once(' ').unwrap();
            let count = arguments.split(' ').count();
            assert!(
                matches!((instruction, count), ("FROM", 1) | ("COPY", 2) | ("EXPOSE", 1..)),
                "not an instruction: {line}"
            );
        }
        assert!(definition.contains("COPY dist/ /srv/docs/\n"), "{definition}");
    }
    for rules in ["nginx.conf", "Caddyfile"] {
        assert!(file(&format!("templates/hosts/{rules}")).contains("/srv/docs"), "{rules}");
    }
}
