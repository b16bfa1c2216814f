//! `tool build`.

use std::fs;

use crate::test_site::{CLEAN, TestSite};

#[test]
fn a_site_is_written_once() {
    let site = TestSite::new(CLEAN);
    site.ok("build");
    let files = site.files("dist");
    for file in ["index.html", "index.md", "guide/start/index.html", "guide/start.md", "404.html"] {
        assert!(files.contains(&file.to_owned()), "{file} is not among {files:?}");
    }
    assert_eq!(site.read("dist/guide/start.md"), site.read("docs/guide/start.md"));
    assert_eq!(site.read(".tool/.gitignore"), "*\n");
    let time = |path: &str| fs::metadata(site.root().join(path)).unwrap().modified().unwrap();
    let before = (time("dist/index.html"), time("dist/guide/start/index.html"));
    let second = site.json("build");
    assert_eq!((&second["build"]["written"], &second["build"]["unchanged"]), (&0.into(), &files.len().into()));
    site.write("docs/index.md", "---\ntitle: Home\n---\n\n# Home\n\nOther text.\n");
    let third = site.json("build");
    assert_eq!(
        third["build"]["written"], 8,
        "the page, its Markdown, what lists pages with their descriptions, and three files of the search index"
    );
    assert_eq!(time("dist/guide/start/index.html"), before.1);
    assert_ne!(time("dist/index.html"), before.0);
}

/// The commands in the manual, on two builds: what differs is uploaded, what is gone is deleted.
#[test]
fn the_manifest_says_what_a_deploy_uploads() {
    let site = TestSite::new(CLEAN);
    site.ok("build --manifest deployed.sha256");
    let first = site.read("deployed.sha256");
    let listed: Vec<&str> = first.lines().map(|line| line.split_once("  ").unwrap().1).collect();
    assert_eq!(listed, site.files("dist"));
    site.ok("build --manifest deployed.sha256");
    assert_eq!(site.read("deployed.sha256"), first, "equal builds have equal manifests");

    site.write("docs/guide/new.md", "---\ntitle: New\n---\n\n# New\n");
    fs::remove_file(site.root().join("docs/guide/start.md")).unwrap();
    site.write("tool.json", r#"{ "name": "Test", "sidebar": ["index", "guide/new"] }"#);
    let manual = include_str!("../../../templates/demo/docs/guides/deploying.md");
    let section = manual.split("## Upload what changed").nth(1).unwrap();
    let commands = section.split("```sh\n").nth(1).unwrap().split("```").next().unwrap();
    let script = commands.replace("tool build", &format!("{} build --quiet", env!("CARGO_BIN_EXE_tool")));
    let status = std::process::Command::new("bash").args(["-ec", &script]).current_dir(site.root()).status();
    assert!(status.unwrap().success(), "{script}");
    let list = |file: &str| site.read(file).lines().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(list("delete.txt"), ["guide/start.md", "guide/start/index.html"]);
    let upload = list("upload.txt");
    assert!(upload.contains(&"guide/new.md".to_owned()) && upload.contains(&"llms.txt".to_owned()), "{upload:?}");
    assert!(!upload.iter().any(|path| path.starts_with("_tool/site")), "scripts did not change: {upload:?}");
    if cfg!(target_os = "linux") {
        let check = ["--check", "--strict", "--quiet", "../new.sha256"];
        let status = std::process::Command::new("sha256sum").args(check).current_dir(site.root().join("dist")).status();
        assert!(status.unwrap().success());
    }
}

#[test]
fn a_manifest_replaces_no_other_file_and_is_not_published() {
    let site = TestSite::new(CLEAN);
    insta::assert_snapshot!(site.run("build --manifest docs/index.md"), @r"
    exit 2
    stderr:
    error: cannot write the manifest to docs/index.md: the file exists and is not a manifest
      = help: choose another path
    ");
    site.ok("build");
    insta::assert_snapshot!(site.run("build --manifest dist/site.sha256"), @r"
    exit 2
    stderr:
    error: cannot write the manifest to dist/site.sha256: it would be published with the site
      = help: choose a path outside the output folder
    ");
    insta::assert_snapshot!(site.run("build --manifest none/site.sha256"), @r"
    exit 2
    stderr:
    error: cannot write the manifest to none/site.sha256: its folder does not exist
    ");
    assert!(site.read("docs/index.md").starts_with("---"));
}

#[test]
fn pages_that_are_gone_are_removed_and_others_files_stay() {
    let site = TestSite::new(CLEAN);
    site.ok("build");
    site.write("dist/CNAME", "example.com");
    fs::remove_file(site.root().join("docs/guide/start.md")).unwrap();
    site.write("tool.json", r#"{ "name": "Test", "sidebar": ["index"] }"#);
    assert_eq!(site.json("build")["build"]["removed"], 2);
    assert!(!site.exists("dist/guide"));
    assert_eq!(site.read("dist/CNAME"), "example.com");
}

#[test]
fn errors_that_block_leave_the_old_site() {
    let site = TestSite::new(CLEAN);
    site.ok("build");
    let before = site.read("dist/index.html");
    site.write("docs/index.md", "---\ntitle: New\n---\n\n# New\n");
    site.write("tool.json", "{ \"name\": \"Test\", }");
    insta::assert_snapshot!(site.run("build"), @r#"
    exit 1
    error[invalid-json]: expected a key in double quotes, found `}`
     --> tool.json:1:19
      |
    1 | { "name": "Test", }
      |                   ^

    found 1 error
    nothing was written
    "#);
    assert_eq!(site.read("dist/index.html"), before);
    let shown = site.run("build --keep-going");
    assert!(shown.starts_with("exit 1\n"), "{shown}");
    assert_ne!(site.read("dist/index.html"), before);
}

#[test]
fn other_errors_do_not_block_unless_strict() {
    let site = TestSite::new(CLEAN);
    site.write("docs/index.md", "# Without title\n");
    assert!(site.run("build --strict").starts_with("exit 1\n"));
    assert!(!site.exists("dist"));
    let shown = site.run("build");
    assert!(shown.starts_with("exit 0\n") && shown.contains("missing-title"), "{shown}");
    assert!(site.exists("dist/index.html"));
}

#[test]
fn dangerous_targets_are_refused() {
    let site = TestSite::new(CLEAN);
    site.write("full/mine.txt", "mine");
    let mut shown = String::new();
    for out in [".", "docs", "docs/out", "..", "/", "full", "../home", "tool.json"] {
        shown.push_str(&site.run(&format!("build --out {out}")));
    }
    insta::assert_snapshot!(shown, @r"
    exit 2
    stderr:
    error: cannot write the site to .: it is the project folder
      = help: choose a separate folder with --out
    exit 2
    stderr:
    error: cannot write the site to docs: it overlaps the sources of the site
      = help: choose a separate folder with --out
    exit 2
    stderr:
    error: cannot write the site to docs/out: it overlaps the sources of the site
      = help: choose a separate folder with --out
    exit 2
    stderr:
    error: cannot write the site to ..: it contains your home folder
      = help: choose a separate folder with --out
    exit 2
    stderr:
    error: cannot write the site to /: it is the root of the file system
      = help: choose a separate folder with --out
    exit 2
    stderr:
    error: [SITE]/full is not empty, and no earlier build wrote it
      = help: remove it, or choose another folder with --out
    exit 2
    stderr:
    error: cannot write the site to ../home: it contains your home folder
      = help: choose a separate folder with --out
    exit 2
    stderr:
    error: cannot write the site to tool.json: it is not a folder
      = help: choose a separate folder with --out
    ");
    assert_eq!(site.files("full"), ["mine.txt"]);
}

#[test]
fn the_same_sources_give_the_same_bytes() {
    let (one, two) = (TestSite::new(CLEAN), TestSite::new(CLEAN));
    one.ok("build");
    let output = two
        .command("build --out a/b/other")
        .env("RAYON_NUM_THREADS", "1")
        .env("TZ", "Pacific/Chatham")
        .env("LC_ALL", "tr_TR.UTF-8")
        .output()
        .unwrap();
    assert!(output.status.success());
    assert_eq!(one.files("dist"), two.files("a/b/other"));
    for file in one.files("dist") {
        let bytes = |site: &TestSite, folder: &str| fs::read(site.root().join(folder).join(&file)).unwrap();
        assert!(bytes(&one, "dist") == bytes(&two, "a/b/other"), "{file}");
    }
}

#[test]
fn the_demo_builds_clean() {
    let site = TestSite::new("");
    let shown = site.run("build --demo --strict --out manual");
    assert!(shown.starts_with("exit 0\n"), "{shown}");
    assert!(site.exists("manual/index.html"));
}

/// A build while another one runs waits for it.
#[test]
fn two_builds_at_once_do_not_mix() {
    let site = TestSite::new(CLEAN);
    let builds: Vec<_> = (0..4).map(|_| site.command("build --quiet").spawn().unwrap()).collect();
    for mut build in builds {
        assert!(build.wait().unwrap().success());
    }
    assert_eq!(site.json("build")["build"]["written"], 0);
}

#[cfg(target_os = "linux")]
#[test]
fn few_open_files_are_enough() {
    let site = TestSite::new(CLEAN);
    let script = format!("ulimit -n 32 && {} build", env!("CARGO_BIN_EXE_tool"));
    let output = std::process::Command::new("sh").args(["-c", &script]).current_dir(site.root()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[cfg(unix)]
#[test]
fn a_link_is_no_target() {
    let site = TestSite::new(CLEAN);
    let elsewhere = site.root().join("../elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    std::os::unix::fs::symlink(&elsewhere, site.root().join("dist")).unwrap();
    insta::assert_snapshot!(site.run("build"), @r"
    exit 2
    stderr:
    error: cannot write the site to [SITE]/dist: it is a symbolic link
      = help: choose a separate folder with --out
    ");
    assert_eq!(fs::read_dir(&elsewhere).unwrap().count(), 0);
}
