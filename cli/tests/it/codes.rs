//! Every diagnostic code: a project that has it (`tests/codes/<code>.txt`), and what is said of it in each form.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use engine::Code;

use crate::external::Elsewhere;
use crate::test_site::TestSite;

/// What every project has that does not say otherwise.
pub(crate) const BASE: [(&str, &str); 2] =
    [("tool.json", "{ \"name\": \"Test\" }\n"), ("docs/index.md", "---\ntitle: Home\n---\n\n# Home\n")];

fn project(code: Code) -> TestSite {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/codes/{}.txt", code.name()));
    let fixture = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let site = TestSite::new(&fixture);
    for (path, text) in BASE {
        if !site.exists(path) {
            site.write(path, text);
        }
    }
    unwritable(&site, code);
    site
}

/// Every code that this program reports, with a project that has it.
pub(crate) fn fixtures() -> Vec<(String, TestSite)> {
    let codes = Code::ALL.iter().filter(|code| is_reported(**code));
    codes.map(|&code| (code.name().to_owned(), project(code))).collect()
}

/// What a fixture cannot hold: other encodings, folders, what is very long.
fn unwritable(site: &TestSite, code: Code) {
    match code {
        Code::NotText => fs::write(site.root().join("docs/latin.md"), b"---\ntitle: Caf\xe9\n---\n").unwrap(),
        Code::UnreadableFile => fs::create_dir(site.root().join("api")).unwrap(),
        #[cfg(target_os = "linux")]
        Code::UnreadableFolder => {
            let name = std::os::unix::ffi::OsStrExt::from_bytes(b"caf\xe9");
            fs::create_dir(site.root().join("docs").join::<&std::ffi::OsStr>(name)).unwrap();
        }
        #[cfg(unix)]
        Code::SkippedLink => std::os::unix::fs::symlink("/dev/null", site.root().join("docs/shared.png")).unwrap(),
        Code::MovedExternalLink => {
            let port = Elsewhere::start().port.to_string();
            for file in ["tool.json", "docs/page.md"] {
                site.write(file, &site.read(file).replace("PORT", &port));
            }
        }
        Code::LimitExceeded => site.write("deep.json", &"[".repeat(100_000)),
        Code::LongCode => {
            let line = "a".repeat(10_001);
            site.write("docs/long.md", &format!("---\ntitle: Long\n---\n\n```js\n{line}\n```\n"));
        }
        Code::NestingTooDeep => {
            let depth = 1_000;
            let open = "<wc-callout type=\"note\">\n\n".repeat(depth);
            let close = "\n\n</wc-callout>".repeat(depth);
            site.write("docs/deep.md", &format!("---\ntitle: Deep\n---\n\n{open}Text.{close}\n"));
        }
        _ => {}
    }
}

/// What reports the code.
fn command(code: Code) -> &'static str {
    match code {
        Code::BrokenExternalLink | Code::MovedExternalLink => "validate --external",
        _ => "validate",
    }
}

/// Text without the port of the server that a project names, and what is made of it.
fn without_port(site: &TestSite, text: &str) -> String {
    let config = site.read("tool.json");
    let port = config.split_once("\"http://127.0.0.1:").and_then(|(_, rest)| rest.split_once('"'));
    let Some((port, _)) = port.filter(|(port, _)| port.len() > 1) else { return text.to_owned() };
    let lines = text.lines().filter(|line| !line.contains("\"finding/v1\""));
    lines.map(|line| format!("{}\n", line.replace(port, "[PORT]"))).collect()
}

/// Whether this program reports the code at all: one of the two about diagrams depends on how it was built, and symbolic
/// links and names that are not UTF-8 are not available everywhere.
fn is_reported(code: Code) -> bool {
    match code {
        Code::InvalidDiagram => cfg!(feature = "diagrams"),
        Code::DiagramsOff => !cfg!(feature = "diagrams"),
        Code::SkippedLink => cfg!(unix),
        Code::UnreadableFolder => cfg!(target_os = "linux"),
        _ => true,
    }
}

#[test]
fn every_code_is_reported_in_each_form() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../codes");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    for &code in Code::ALL.iter().filter(|code| is_reported(**code)) {
        let site = project(code);
        let mut all = String::new();
        for format in ["text", "github", "json", "sarif"] {
            let shown = site.run(&format!("{} --format {format}", command(code)));
            let shown = without_port(&site, &shown);
            assert!(shown.contains(code.name()), "{} is not reported:\n{shown}", code.name());
            assert!(!shown.contains("stderr:"), "{}: {shown}", code.name());
            let _ = writeln!(all, "## {format}\n\n{shown}");
        }
        settings.bind(|| insta::assert_snapshot!(code.name(), all));
    }
}

#[test]
fn messages_fit_on_a_line() {
    // `error[code]: message` and the line of help; longer only with names from the user's files, which are short here.
    for &code in Code::ALL.iter().filter(|code| is_reported(**code)) {
        let shown = project(code).run(command(code));
        for line in shown.lines().filter(|line| line.contains(&format!("[{}]: ", code.name()))) {
            let message = line.split_once("]: ").map_or("", |(_, message)| message);
            assert!(message.chars().count() <= 120, "{}: {message}", code.name());
        }
    }
}
