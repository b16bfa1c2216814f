//! Folders among the pages that cannot be read, or never end: no page is lost silently, and every command ends.
#![cfg(unix)]

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use engine::testing::skipped;

use crate::test_site::{CLEAN, TestSite};

/// Allows everything to everyone (`0o777`), or nothing to anyone (`0`).
fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

/// Runs the binary behind other commands, such as `prlimit`. `None` if they are missing: then the test is skipped.
fn run_behind(site: &TestSite, wrapper: &[&str], arguments: &str) -> Option<(i32, String)> {
    let command = |arguments: &str| {
        let (program, rest) = wrapper.split_first().unwrap();
        let mut command = Command::new(program);
        command.args(rest).arg(env!("CARGO_BIN_EXE_tool")).args(arguments.split(' ')).current_dir(site.root());
        command
    };
    let probe = command("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !probe.is_ok_and(|status| status.success()) {
        skipped(&format!("`tool {arguments}`"), &format!("`{}` does not run here", wrapper.join(" ")));
        return None;
    }
    let output = command(arguments).output().unwrap();
    let shown = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    Some((output.status.code().unwrap_or(-1), shown))
}

/// Runs the binary as a user whom permissions bind.
fn run_unprivileged(site: &TestSite, arguments: &str) -> Option<(i32, String)> {
    let closed = site.root().join("closed");
    fs::create_dir_all(&closed).unwrap();
    set_mode(&closed, 0);
    let is_privileged = fs::read_dir(&closed).is_ok();
    fs::remove_dir(&closed).unwrap();
    let nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--"];
    run_behind(site, if is_privileged { &nobody } else { &["env"] }, arguments)
}

#[test]
fn a_folder_that_cannot_be_listed_stops_the_build_and_keeps_the_old_site() {
    let site = TestSite::new(CLEAN);
    for folder in [&site.root().join(".."), &site.root(), &site.root().join("docs"), &site.root().join("docs/guide")] {
        set_mode(folder, 0o777);
    }
    let Some((0, _)) = run_unprivileged(&site, "build") else { return };
    let before = site.files("dist");
    for folder in ["docs/guide", "docs"] {
        set_mode(&site.root().join(folder), 0);
        for command in ["validate", "build"] {
            let (status, shown) = run_unprivileged(&site, command).unwrap();
            let error = format!("error[unreadable-folder]: the folder `{folder}` cannot be listed: Permission denied");
            assert!(status == 1 && shown.contains(&error), "{command} {status} {shown}");
        }
        set_mode(&site.root().join(folder), 0o777);
        assert_eq!(site.files("dist"), before);
    }
    // An import has no old site to keep, but does not leave out folders either.
    set_mode(&site.root().join("docs/guide"), 0);
    let (status, shown) = run_unprivileged(&site, "import docs --from generic --out ../new").unwrap();
    assert!(
        status == 2 && shown.contains("the folder `guide` cannot be listed: permission denied"),
        "{status} {shown}"
    );
    set_mode(&site.root().join("docs/guide"), 0o777);
    assert!(!site.exists("../new"));
}

#[test]
fn nested_folders_need_few_descriptors() {
    let site = TestSite::new("//- /tool.json\n{ \"name\": \"Test\" }\n");
    for depth in 0..30 {
        site.write(&format!("docs/{}page.md", "d/".repeat(depth)), "---\ntitle: Page\n---\n");
    }
    let Some((status, shown)) = run_behind(&site, &["prlimit", "--nofile=16"], "build") else { return };
    assert!(status == 0 && site.exists(&format!("dist/{}page/index.html", "d/".repeat(29))), "{status} {shown}");
}

#[test]
fn folders_that_are_nested_too_deep_are_an_error() {
    for (depth, status) in [(64, "exit 0\n"), (65, "exit 1\n")] {
        let site = TestSite::new(CLEAN);
        site.write(&format!("docs/{}page.md", "d/".repeat(depth)), "---\ntitle: Deep\n---\n");
        let shown = site.run("build");
        assert!(shown.starts_with(status), "{shown}");
        assert_eq!(shown.contains("cannot be listed: folders are nested more than 64 deep"), depth > 64, "{shown}");
        assert_eq!(site.exists("dist"), depth <= 64);
    }
}

/// Runs a command that must end in time.
fn run_in_time(site: &TestSite, arguments: &str) -> String {
    let mut child = site.command(arguments).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    let reading = std::thread::spawn(move || std::io::read_to_string(&mut stdout).unwrap());
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if start.elapsed() > Duration::from_secs(60) {
            child.kill().unwrap();
            panic!("`{arguments}` does not end");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    reading.join().unwrap()
}

#[test]
fn links_between_folders_end() {
    let site = TestSite::new(CLEAN);
    let docs = site.root().join("docs");
    for from in 1..=4 {
        site.write(&format!("docs/f{from}/page.md"), "---\ntitle: Page\n---\n");
        for to in (1..=4).filter(|to| *to != from) {
            symlink(format!("../f{to}"), docs.join(format!("f{from}/l{to}"))).unwrap();
        }
    }
    let shown = run_in_time(&site, "validate");
    assert!(shown.contains("warning[skipped-link]: the link `docs/f1/l2/l1` points to a folder that contains it"));
    // Each link is reported once, by the first path that shows the cycle.
    assert_eq!(shown.matches("warning[skipped-link]").count(), 12, "{shown}");
}

#[test]
fn links_that_spell_too_many_paths_are_an_error() {
    let site = TestSite::new(CLEAN);
    let docs = site.root().join("docs");
    for level in 0..20 {
        fs::create_dir(docs.join(format!("f{level}"))).unwrap();
        for name in ["a", "b"] {
            symlink(format!("../f{}", level + 1), docs.join(format!("f{level}/{name}"))).unwrap();
        }
    }
    site.write("docs/f20/page.md", "---\ntitle: Page\n---\n");
    let shown = run_in_time(&site, "validate --quiet");
    assert!(shown.contains("symbolic links reach more than 10000 folders"), "{}", &shown[..1000.min(shown.len())]);
}
