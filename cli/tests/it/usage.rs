//! Help, invalid usage, and an environment that is against it.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::process::Stdio;

use crate::test_site::{CLEAN, TestSite, status};

#[test]
fn every_command_has_help_with_examples() {
    let site = TestSite::new("");
    assert!(site.ok("--help").contains("Exit status:"));
    let mut open = vec![String::new()];
    let mut leaves = Vec::new();
    while let Some(command) = open.pop() {
        let help = site.ok(&format!("{command} --help"));
        // The list of commands reaches from its heading to the next empty line.
        let Some((_, listed)) = help.split_once("Commands:\n") else {
            assert!(help.contains("Examples:") && help.contains("--project"), "{help}");
            leaves.push(command);
            continue;
        };
        let names = listed.lines().map_while(|line| line.split_whitespace().next()).filter(|name| *name != "help");
        open.extend(names.map(|name| format!("{command} {name}")));
    }
    assert!(leaves.contains(&" openapi scaffold".to_owned()), "{leaves:?}");
    assert!(site.ok("--version").contains("tool 0.") && site.ok("--version").contains("ISC License"));
    assert!(site.ok("-V").contains("tool 0.") && !site.ok("-V").contains("License"));
}

#[test]
fn a_binary_knows_how_it_was_built() {
    let site = TestSite::new("");
    for arguments in ["--version --verbose", "-v -V"] {
        let shown = site.ok(arguments);
        let names: Vec<&str> =
            shown.lines().skip(2).filter_map(|line| line.split_once(": ")).map(|(name, _)| name).collect();
        assert_eq!(names, ["target", "profile", "features", "compiler", "repository"], "{shown}");
        assert!(shown.contains("compiler: rustc 1.") && shown.contains(std::env::consts::ARCH), "{shown}");
    }
}

/// A repository whose latest release is answered by a redirect to `location`; it counts the requests.
fn repository(location: &'static str) -> (String, std::thread::JoinHandle<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/o/r", listener.local_addr().unwrap());
    let server = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut bytes = [0; 1024];
        let count = stream.read(&mut bytes).unwrap();
        write!(stream, "HTTP/1.1 302 Found\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n").unwrap();
        listener.set_nonblocking(true).unwrap();
        assert!(listener.accept().is_err(), "one request is sent");
        String::from_utf8_lossy(&bytes[..count]).into_owned()
    });
    (url, server)
}

#[test]
fn upgrade_asks_once_and_only_on_request() {
    let site = TestSite::new("");
    let shown = site.ok("upgrade");
    assert!(shown.contains(concat!("tool ", env!("CARGO_PKG_VERSION"))) && shown.contains("to upgrade: "), "{shown}");
    let (url, server) = repository("/o/r/releases/tag/v99.1.0");
    let shown = site.ok(&format!("upgrade --check --repository {url}"));
    assert!(shown.contains("the latest release is 99.1.0") && shown.contains("to upgrade: "), "{shown}");
    assert!(server.join().unwrap().starts_with("HEAD /o/r/releases/latest HTTP/1.1\r\n"));
    let (url, server) = repository(concat!("https://a.test/o/r/releases/tag/", env!("CARGO_PKG_VERSION")));
    assert!(site.ok(&format!("upgrade --check --repository {url}/")).contains("is the latest release\n"));
    server.join().unwrap();
    let (url, server) = repository("/login");
    let shown = site.run(&format!("upgrade --check --repository {url}"));
    assert!(shown.starts_with("exit 2\n") && shown.contains("it names no release (status 302)"), "{shown}");
    server.join().unwrap();
    // Nothing listens here any more.
    let shown = site.run(&format!("upgrade --check --repository {url}"));
    assert!(
        shown.starts_with("exit 2\nstderr:\nerror: cannot ask ") && shown.contains("connection refused"),
        "{shown}"
    );
    assert!(site.run("upgrade --repository https://a.test").starts_with("exit 2\n"));
}

#[test]
fn wrong_usage_is_status_2() {
    let site = TestSite::new("");
    for arguments in [
        "",
        "biuld",
        "build --nope",
        "build --demo --project x",
        "init",
        "init -x",
        "dev --port 70000",
        "--format xml build",
    ] {
        let shown = site.run(arguments);
        assert!(shown.starts_with("exit 2\nstderr:\n"), "{arguments}: {shown}");
    }
    assert!(site.run("biuld").contains("build"), "the nearest command is named");
}

#[test]
fn without_a_project_it_says_how_to_get_one() {
    let site = TestSite::new("");
    insta::assert_snapshot!(site.run("validate"), @r"
    exit 2
    stderr:
    error: no tool.json in [SITE] or any parent folder
      = help: create a project with `tool init <name>`, select one with `--project DIR`, or try `tool dev --demo`, which needs none
    ");
    insta::assert_snapshot!(site.run("build --project .."), @r"
    exit 2
    stderr:
    error: .. has no tool.json
      = help: create a project with `tool init <name>`, select one with `--project DIR`, or try `tool dev --demo`, which needs none
    ");
    insta::assert_snapshot!(site.run("build --project gone"), @r"
    exit 2
    stderr:
    error: the folder gone does not exist
    ");
}

#[test]
fn a_project_nearby_is_named() {
    let site = TestSite::new("");
    site.write("b/tool.json", "{}");
    site.write("a/tool.json", "{}");
    insta::assert_snapshot!(site.run("validate"), @r"
    exit 2
    stderr:
    error: no tool.json in [SITE] or any parent folder
      = help: a is a project: change to that folder, or add `--project a`
    ");
}

#[test]
fn a_project_without_pages_says_where_to_begin() {
    let site = TestSite::new("");
    site.write("tool.json", "{ \"name\": \"Empty\", \"docs\": \"pages\" }");
    insta::assert_snapshot!(site.run("validate"), @r"
    exit 0
    no problems found
    pages/ has no pages yet: write pages/index.md, or create API pages with `tool openapi scaffold`
    ");
    let built = site.ok("build");
    assert!(built.contains("0 pages (") && built.contains("pages/ has no pages yet"), "{built}");
    assert!(!site.ok("build --quiet").contains("pages"));
}

#[test]
fn the_project_is_found_from_below_and_by_name() {
    let site = TestSite::new(CLEAN);
    insta::assert_snapshot!(site.run_in("docs/guide", "validate"), @r"
    exit 0
    no problems found
    ");
    site.write("elsewhere/x", "");
    assert!(site.run_in("elsewhere", "validate --project ..").starts_with("exit 0\n"));
}

#[test]
fn completions_are_scripts() {
    let site = TestSite::new("");
    for (shell, text) in
        [("bash", "complete "), ("zsh", "#compdef tool"), ("fish", "complete -c tool"), ("powershell", "Register-")]
    {
        assert!(site.ok(&format!("completions {shell}")).contains(text), "{shell}");
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let site = TestSite::new("");
    assert_eq!(site.ok("man share/man1"), "exit 0\nmanual pages of all commands in share/man1\n");
    let main = site.read("share/man1/tool.1");
    assert!(main.contains(r".TH tool 1") && main.contains(r"tool\-build(1)"), "{main}");
    let page = site.read("share/man1/tool-openapi-scaffold.1");
    assert!(page.contains(r"tool\-openapi\-scaffold \- Create a page") && page.contains(r"\-\-new\-only"), "{page}");
}

/// A reader that stops reading is no failure.
#[cfg(unix)]
#[test]
fn a_broken_pipe_is_success() {
    let site = TestSite::new(CLEAN);
    for arguments in ["completions bash", "validate", "--help", "validate --format json"] {
        let mut child = site.command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let mut stderr = String::new();
        child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!((status(&output).as_str(), stderr.as_str()), ("0", ""), "{arguments}");
    }
}

/// Nor does it hide what was found.
#[cfg(unix)]
#[test]
fn a_broken_pipe_hides_no_errors() {
    let site = TestSite::new(CLEAN);
    site.write("docs/index.md", &"[x](/nope)\n\n".repeat(2_000));
    for format in ["text", "json", "github", "sarif"] {
        let mut command = site.command(&format!("validate --format {format}"));
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!((status(&output).as_str(), output.stderr.as_slice()), ("1", &b""[..]), "{format}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_deleted_folder_is_an_error() {
    let site = TestSite::new("");
    let script = format!("mkdir gone && cd gone && rmdir ../gone && {} build", env!("CARGO_BIN_EXE_tool"));
    let output = std::process::Command::new("sh").args(["-c", &script]).current_dir(site.root()).output().unwrap();
    assert_eq!(status(&output), "2");
    assert!(String::from_utf8_lossy(&output.stderr).contains("the current folder is not accessible"));
}

#[test]
fn colors_are_for_terminals_unless_asked_for() {
    let site = TestSite::new(CLEAN);
    site.write("tool.json", "{");
    let escapes = |command: &mut std::process::Command| {
        command.output().unwrap().stdout.windows(2).filter(|pair| pair == b"\x1b[").count()
    };
    assert_eq!(escapes(&mut site.command("validate")), 0);
    assert_eq!(escapes(&mut site.command("validate --color never")), 0);
    assert!(escapes(&mut site.command("validate --color always")) > 0);
    assert!(escapes(site.command("validate --color always").env("NO_COLOR", "1")) > 0);
}
