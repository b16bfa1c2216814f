//! Versions of Git commits: what `build`, `validate` and `dev` read from a repository.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::dev::{get, start};
use crate::test_site::TestSite;

const SITE: &str = r#"
//- /tool.json
{ "name": "N", "sidebar": ["index", "guide"] }
//- /docs/index.md
---
title: First
---
![A dot](img/dot.svg) and [the guide](guide.md).
//- /docs/guide.md
---
title: Guide
---
The first guide.
//- /docs/img/dot.svg
<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"/>
"#;

/// Runs `git` in a folder; without the user's settings, and with a fixed author and date.
#[track_caller]
pub(crate) fn git(folder: &Path, arguments: &[&str]) -> String {
    git_as(folder, ("A", "a@b.test"), "2026-01-02T03:04:05Z", arguments)
}

/// The same with the name and address of the author, and with a date.
#[track_caller]
pub(crate) fn git_as(folder: &Path, (name, address): (&str, &str), date: &str, arguments: &[&str]) -> String {
    let (name, address) = (format!("user.name={name}"), format!("user.email={address}"));
    let settings = ["-c", &name, "-c", &address, "-c", "protocol.file.allow=always"];
    let output = Command::new("git")
        .arg("-C")
        .arg(folder)
        .args(settings)
        .args(arguments)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_AUTHOR_DATE", date)
        .env("GIT_COMMITTER_DATE", date)
        .output()
        .unwrap();
    assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Makes a folder a repository with one commit of everything, tagged `v1`.
fn commit_all(folder: &Path) {
    git(folder, &["init", "--quiet", "--initial-branch", "main"]);
    git(folder, &["add", "--all"]);
    git(folder, &["commit", "--quiet", "--message", "First"]);
    git(folder, &["tag", "v1"]);
}

/// A site with a version of the tag `v1`, whose pages were changed since.
fn site() -> TestSite {
    let site = TestSite::new(SITE);
    commit_all(&site.root());
    site.write(
        "tool.json",
        r#"{ "name": "N", "sidebar": ["index"], "versions": [{ "version": "2.x" }, { "version": "1.x", "git": "v1" }] }"#,
    );
    site.write("docs/index.md", "---\ntitle: Second\n---\nNew.\n");
    fs::remove_file(site.root().join("docs/guide.md")).unwrap();
    fs::remove_dir_all(site.root().join("docs/img")).unwrap();
    site
}

#[test]
fn a_version_is_read_from_a_tag_while_the_folder_is_changed() {
    let site = site();
    let status = git(&site.root(), &["status", "--porcelain"]);
    let built = site.ok("build --strict");
    assert!(built.starts_with("exit 0\n3 pages (") && built.lines().count() == 2, "{built}");
    assert!(site.read("dist/index.html").contains("New."));
    let old = site.read("dist/1.x/index.html");
    assert!(old.contains("<title>First - N</title>") && old.contains("width=\"3\""), "{old}");
    assert!(site.read("dist/1.x/guide/index.html").contains("The first guide."));
    assert!(site.read("dist/1.x/img/dot.svg").contains("<svg"));
    assert!(!site.exists("dist/guide/index.html"));
    // Nothing of the repository was touched.
    assert_eq!(git(&site.root(), &["status", "--porcelain"]).replace("?? dist/\n", ""), status);
}

#[test]
fn the_commit_of_a_version_is_served_as_it_was() {
    let site = site();
    let (_server, port) = start(&site, "dev --port 0");
    assert!(get(port, "/1.x/guide/").contains("The first guide."));
    assert!(get(port, "/1.x/img/dot.svg").contains("<svg"));
    // Neither new files nor a moved tag change what is served.
    site.write("docs/guide.md", "---\ntitle: Guide\n---\nThe second guide.\n");
    git(&site.root(), &["add", "--all"]);
    git(&site.root(), &["commit", "--quiet", "--message", "Second"]);
    git(&site.root(), &["tag", "--force", "v1"]);
    let until = Instant::now() + Duration::from_secs(20);
    while !get(port, "/guide/").contains("The second guide.") {
        assert!(Instant::now() < until, "the new page is not served");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(get(port, "/1.x/guide/").contains("The first guide."));
}

#[test]
fn a_commit_that_cannot_be_read_is_an_error_with_advice() {
    let version = |site: &TestSite, entry: &str| {
        let versions =
            format!(r#"{{ "name": "N", "sidebar": ["index"], "versions": [{{ "version": "2.x" }}, {entry}] }}"#);
        site.write("tool.json", &versions);
        site.run("validate")
    };
    let site = site();
    insta::assert_snapshot!(version(&site, r#"{ "version": "1.x", "git": "v2" }"#), @r#"
    exit 1
    error[unreadable-file]: there is no commit, tag or branch `v2`; did you mean `v1`?
     --> tool.json:1:100
      |
    1 | { "name": "N", "sidebar": ["index"], "versions": [{ "version": "2.x" }, { "version": "1.x", "git": "v2" }] }
      |                                                                                                    ^^^^

    found 1 error
    "#);
    insta::assert_snapshot!(version(&site, r#"{ "version": "1.x", "git": "v1:website" }"#), @r#"
    exit 1
    error[unreadable-file]: the commit `v1` has no folder `website`; its `tool.json` is in the root of the repository: write `v1:`
     --> tool.json:1:100
      |
    1 | { "name": "N", "sidebar": ["index"], "versions": [{ "version": "2.x" }, { "version": "1.x", "git": "v1:website" }] }
      |                                                                                                    ^^^^^^^^^^^^

    found 1 error
    "#);
    // A shallow clone has no tags.
    let clone = TestSite::new("");
    fs::remove_dir(clone.root()).unwrap();
    let from = format!("file://{}", site.root().display());
    let folder = clone.root();
    git(folder.parent().unwrap(), &["clone", "--quiet", "--depth", "1", "--no-tags", &from, "site"]);
    insta::assert_snapshot!(version(&clone, r#"{ "version": "1.x", "git": "v1" }"#), @r#"
    exit 1
    error[unreadable-file]: this clone is shallow and has no commit `v1`; get it with `git fetch --depth 1 origin tag v1`
     --> tool.json:1:100
      |
    1 | { "name": "N", "sidebar": ["index"], "versions": [{ "version": "2.x" }, { "version": "1.x", "git": "v1" }] }
      |                                                                                                    ^^^^

    warning[orphan-page]: page `guide` is not in the sidebar
     --> docs/guide.md:1:1
      |
    1 | ---
      | ^
      |
      = help: add `"guide"` to `sidebar` in `tool.json`

    found 1 error, 1 warning
    "#);
    // No repository, and no `git`.
    let plain = TestSite::new(SITE);
    insta::assert_snapshot!(version(&plain, r#"{ "version": "1.x", "git": "v1" }"#), @r#"
    exit 1
    error[unreadable-file]: the project is not in a Git repository
     --> tool.json:1:100
      |
    1 | { "name": "N", "sidebar": ["index"], "versions": [{ "version": "2.x" }, { "version": "1.x", "git": "v1" }] }
      |                                                                                                    ^^^^

    warning[orphan-page]: page `guide` is not in the sidebar
     --> docs/guide.md:1:1
      |
    1 | ---
      | ^
      |
      = help: add `"guide"` to `sidebar` in `tool.json`

    found 1 error, 1 warning
    "#);
    version(&site, r#"{ "version": "1.x", "git": "v1" }"#);
    let answer = site.command("validate").env("PATH", "/nowhere").output().unwrap();
    let text = String::from_utf8([answer.stdout, answer.stderr].concat()).unwrap();
    assert!(text.contains("error[unreadable-file]: `git` is not installed\n"), "{text}");
    assert_eq!(answer.status.code(), Some(1));
}

#[test]
fn the_project_may_have_had_another_folder_in_the_commit() {
    let site = TestSite::new("");
    let root = site.root();
    for (path, text) in [
        ("website/tool.json", r#"{ "name": "N", "docs": "pages", "sidebar": ["index"] }"#),
        ("website/pages/index.md", "---\ntitle: Moved\n---\nOld folder.\n"),
        ("README.md", "# R\n"),
    ] {
        site.write(path, text);
    }
    commit_all(&root);
    git(&root, &["mv", "website", "help"]);
    git(&root, &["mv", "help/pages", "help/docs"]);
    let config = |git: &str| {
        format!(
            r#"{{ "name": "N", "sidebar": ["index"], "versions": [{{ "version": "2" }}, {{ "version": "1", "git": "{git}" }}] }}"#
        )
    };
    site.write("help/tool.json", &config("v1"));
    insta::assert_snapshot!(site.run("build --project help"), @r#"
    exit 1
    error[unreadable-file]: the commit `v1` has no folder `help`; its `tool.json` is in `website`: write `v1:website`
     --> help/tool.json:1:96
      |
    1 | { "name": "N", "sidebar": ["index"], "versions": [{ "version": "2" }, { "version": "1", "git": "v1" }] }
      |                                                                                                ^^^^

    found 1 error
    nothing was written
    "#);
    site.write("help/tool.json", &config("v1:website"));
    let built = site.ok("build --project help --strict");
    assert!(built.starts_with("exit 0\n2 pages (") && built.lines().count() == 2, "{built}");
    assert!(site.read("help/dist/1/index.html").contains("Old folder."));
}

#[test]
fn submodules_links_and_large_files_are_read_as_far_as_the_clone_has_them() {
    let shared = TestSite::new("//- /shared.md\n---\ntitle: Shared\n---\nFrom a submodule.\n");
    commit_all(&shared.root());
    let site = TestSite::new(SITE);
    let root = site.root();
    git(&root, &["init", "--quiet"]);
    git(&root, &["submodule", "--quiet", "add", &shared.root().display().to_string(), "docs/common"]);
    #[cfg(unix)]
    for (link, target) in [("linked.md", "guide.md"), ("out.md", "../../../outside.md"), ("folder", "img")] {
        std::os::unix::fs::symlink(target, root.join("docs").join(link)).unwrap();
    }
    let (known, unknown) = ("ab".repeat(32), "cd".repeat(32));
    for (name, id) in [("known.png", &known), ("unknown.png", &unknown)] {
        let pointer = format!("version https://git-lfs.github.com/spec/v1\noid sha256:{id}\nsize 4\n");
        site.write(&format!("docs/{name}"), &pointer);
    }
    site.write(&format!(".git/lfs/objects/ab/ab/{known}"), "four");
    commit_all(&root);
    for path in ["docs/linked.md", "docs/out.md", "docs/folder", "docs/known.png", "docs/unknown.png"] {
        fs::remove_file(root.join(path)).unwrap();
    }
    site.write(
        "tool.json",
        r#"{ "name": "N", "versions": [{ "version": "2.x" }, { "version": "1.x", "git": "v1" }] }"#,
    );
    insta::assert_snapshot!(site.run("validate"), @r"
    exit 0
    info[orphan-page]: page `common/shared` is not in the sidebar
     --> v1:/docs/common/shared.md:1:1
      |
    1 | ---
      | ^

    warning[unreadable-file]: the link `v1:/docs/folder` cannot be followed: in a commit, links to folders are not followed
    --> v1:/docs/folder

    info[orphan-page]: page `linked` is not in the sidebar
     --> v1:/docs/linked.md:1:1
      |
    1 | ---
      | ^

    warning[outside-project]: the file is outside the project's folder
    --> v1:/docs/out.md

    info[orphan-page]: page `out` is not in the sidebar
    --> v1:/docs/out.md

    warning[unreadable-file]: the file cannot be read: it is in Git LFS, and this clone does not have it; get it with `git lfs fetch --all`
    --> v1:/docs/unknown.png

    found 3 warnings, 3 infos
    ");
    assert!(site.run("build").starts_with("exit 0"));
    assert!(site.read("dist/1.x/common/shared/index.html").contains("From a submodule."));
    assert!(site.read("dist/1.x/linked/index.html").contains("The first guide."));
    assert_eq!(site.read("dist/1.x/known.png"), "four");
    assert!(!site.exists("dist/1.x/unknown.png"));
    // A submodule that is not checked out.
    git(&root, &["submodule", "--quiet", "deinit", "--force", "docs/common"]);
    insta::assert_snapshot!(site.run("validate").lines().filter(|line| line.contains("common")).collect::<String>(), @"warning[unreadable-folder]: the folder `v1:/docs/common` cannot be listed: the commit `d83dd92aaeb7c3fb5c29c6aa77a1959f2d6e9bdf` of this submodule is not checked out--> v1:/docs/common");
}
