//! A project in a temporary folder, and the binary run in it.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A temporary folder with a project in `site/`.
pub(crate) struct TestSite {
    folder: tempfile::TempDir,
}

impl TestSite {
    /// A site with the files of a fixture: a line `//- /docs/index.md` starts each.
    pub(crate) fn new(fixture: &str) -> Self {
        let site = Self { folder: tempfile::tempdir().unwrap() };
        fs::create_dir(site.root()).unwrap();
        let mut files: Vec<(&str, String)> = Vec::new();
        for line in fixture.split_inclusive('\n') {
            match (line.strip_prefix("//- /"), files.last_mut()) {
                (Some(path), _) => files.push((path.trim_end(), String::new())),
                (None, Some((_, text))) => text.push_str(line),
                (None, None) => assert!(line.trim().is_empty(), "a fixture begins with `//- /path`, not {line:?}"),
            }
        }
        for (path, text) in files {
            site.write(path, &text);
        }
        site
    }

    /// The project's folder.
    pub(crate) fn root(&self) -> PathBuf {
        self.folder.path().canonicalize().unwrap().join("site")
    }

    /// Writes a file of the project.
    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.root().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// The text of a file of the project.
    #[track_caller]
    pub(crate) fn read(&self, path: &str) -> String {
        let path = self.root().join(path);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    /// Whether there is something at a path of the project.
    pub(crate) fn exists(&self, path: &str) -> bool {
        self.root().join(path).exists()
    }

    /// Every file below a folder of the project whose path is UTF-8, sorted, except what the tool keeps between runs.
    pub(crate) fn files(&self, folder: &str) -> Vec<String> {
        fn walk(dir: &Path, prefix: &str, files: &mut Vec<String>) {
            for entry in fs::read_dir(dir).unwrap() {
                let entry = entry.unwrap();
                let Ok(name) = entry.file_name().into_string() else { continue };
                let name = format!("{prefix}{name}");
                if entry.path().is_dir() {
                    walk(&entry.path(), &format!("{name}/"), files);
                } else {
                    files.push(name);
                }
            }
        }
        let mut files = Vec::new();
        walk(&self.root().join(folder), "", &mut files);
        files.retain(|file| !file.starts_with(".tool/"));
        files.sort();
        files
    }

    /// The binary with arguments split at blanks, in the project's folder, without an environment of the user's.
    pub(crate) fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tool"));
        command
            .args(arguments.split_whitespace())
            .current_dir(self.root())
            .env_clear()
            .env("HOME", self.folder.path().join("home"))
            .stdin(Stdio::null());
        command
    }

    /// Runs the binary: its exit status, standard output and error, with paths, times and hashes hidden.
    pub(crate) fn run(&self, arguments: &str) -> String {
        self.run_in("", arguments)
    }

    /// The same in a folder of the project.
    pub(crate) fn run_in(&self, folder: &str, arguments: &str) -> String {
        let output = self.command(arguments).current_dir(self.root().join(folder)).output().unwrap();
        let mut shown = format!("exit {}\n", status(&output));
        for (name, bytes) in [("", &output.stdout), ("stderr:\n", &output.stderr)] {
            if !bytes.is_empty() {
                let _ = write!(shown, "{name}{}", self.hide(&String::from_utf8_lossy(bytes)));
            }
        }
        shown
    }

    /// Runs the binary with `--format json` and reads what it says.
    #[track_caller]
    pub(crate) fn json(&self, arguments: &str) -> serde_json::Value {
        let output = self.command(arguments).arg("--format=json").output().unwrap();
        assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).unwrap()
    }

    /// Runs the binary and expects that all is well.
    #[track_caller]
    pub(crate) fn ok(&self, arguments: &str) -> String {
        let shown = self.run(arguments);
        assert!(shown.starts_with("exit 0\n") && !shown.contains("stderr:"), "{arguments}: {shown}");
        shown
    }

    /// Text without what differs from run to run.
    fn hide(&self, text: &str) -> String {
        let root = self.root();
        let text =
            text.replace(root.to_str().unwrap(), "[SITE]").replace(root.parent().unwrap().to_str().unwrap(), "[TEMP]");
        let mut out = String::new();
        for line in text.split_inclusive('\n') {
            match (line.rfind(", "), line.ends_with(" s\n")) {
                (Some(at), true) if line[at + 2..].starts_with(|c: char| c.is_ascii_digit()) => {
                    let _ = writeln!(out, "{}, [TIME]", &line[..at]);
                }
                _ => out.push_str(line),
            }
        }
        out
    }
}

/// The exit status as text.
pub(crate) fn status(output: &Output) -> String {
    output.status.code().map_or_else(|| output.status.to_string(), |code| code.to_string())
}

/// A project of two pages without fault.
pub(crate) const CLEAN: &str = r#"
//- /tool.json
{ "name": "Test", "sidebar": ["index", "guide/start"] }
//- /docs/index.md
---
title: Home
description: The first page.
---

# Home

Text.
//- /docs/guide/start.md
---
title: Start
---

# Start

Text.
"#;

/// A small API.
pub(crate) const API: &str = r#"{
  "openapi": "3.1.0",
  "info": { "title": "Pets", "version": "1.0" },
  "paths": {
    "/pets": {
      "get": { "operationId": "listPets", "summary": "List pets", "responses": { "200": { "description": "Pets" } } },
      "post": { "operationId": "createPet", "summary": "Create pet", "responses": { "201": { "description": "Made" } } }
    }
  }
}
"#;
