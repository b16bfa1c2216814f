//! Samples are run by what is installed, and what arrives at a server is compared with the request.

use std::path::Path;
use std::process::Command;

use super::super::{PartContent, Payload, Request, SAMPLE_LANGUAGES};
use super::cases::{FILE, hostile};
use super::echo::{Echo, Received};

/// Runs samples of one language in a folder.
struct Runner {
    label: &'static str,
    /// A command that succeeds where the samples can be run.
    probe: &'static [&'static str],
    /// Makes a command of a sample, in a folder for it alone.
    command: fn(&str, &Path) -> Command,
    /// JSON arrives in the language's own layout, not as the text that it was.
    parses_json: bool,
}

const RUNNERS: [Runner; 7] = [
    Runner {
        label: "curl",
        probe: &["curl", "--version"],
        command: |sample, _| command("sh", &["-c", sample]),
        parses_json: false,
    },
    Runner {
        label: "JavaScript",
        probe: &["node", "--version"],
        command: |sample, folder| {
            // What a page has and node does not: the input that the reader chose a file with.
            let script = format!(
                "import {{ readFileSync }} from \"node:fs\";\nimport {{ File }} from \"node:buffer\";\n\
                 globalThis.document = {{ querySelector: () => ({{ files: [new File([readFileSync(\"file\")], \"file\")] }}) }};\n{sample}"
            );
            command("node", &[&written(folder, "sample.mjs", &script)])
        },
        parses_json: true,
    },
    Runner {
        label: "Python",
        probe: &["python3", "-c", "import requests"],
        command: |sample, folder| command("python3", &[&written(folder, "sample.py", sample)]),
        parses_json: true,
    },
    Runner {
        label: "Go",
        probe: &["go", "version"],
        command: |sample, folder| {
            let path = written(folder, "sample.go", &format!("{sample}\n"));
            let formatted = Command::new("gofmt").args(["-d", &path]).output().unwrap();
            assert!(formatted.stdout.is_empty(), "{}", String::from_utf8_lossy(&formatted.stdout));
            let mut command = command("go", &["run", &path]);
            command.env("GO111MODULE", "off").env("GOFLAGS", "");
            command
        },
        parses_json: false,
    },
    Runner {
        label: "Java",
        probe: &["javac", "--version"],
        command: |sample, folder| {
            let (imports, statements) = sample.split_once("\n\n").unwrap();
            let class = format!(
                "{imports}\npublic class Main {{ public static void main(String[] args) throws Exception {{\n{statements}\n}} }}\n"
            );
            command("java", &["-Xshare:auto", "-XX:TieredStopAtLevel=1", &written(folder, "Main.java", &class)])
        },
        parses_json: false,
    },
    Runner {
        label: "PHP",
        probe: &["php", "-r", "exit(function_exists('curl_init') ? 0 : 1);"],
        command: |sample, folder| command("php", &[&written(folder, "sample.php", sample)]),
        parses_json: false,
    },
    Runner {
        label: "Ruby",
        probe: &["ruby", "--version"],
        command: |sample, folder| command("ruby", &[&written(folder, "sample.rb", sample)]),
        parses_json: false,
    },
];

fn command(program: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments).env_remove("http_proxy").env_remove("HTTP_PROXY");
    command
}

/// Writes a file and gives its path.
fn written(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Runs every hostile request in a language.
fn check(label: &str) {
    let runner = RUNNERS.iter().find(|runner| runner.label == label).unwrap();
    let (program, arguments) = runner.probe.split_first().unwrap();
    let is_there = command(program, arguments).output().is_ok_and(|output| output.status.success());
    if !is_there {
        let reason = format!("`{}` does not run here", runner.probe.join(" "));
        base::testing::skipped(&format!("samples in {label}"), &reason);
        return;
    }
    let write = SAMPLE_LANGUAGES.iter().find(|language| language.label == label).unwrap().write;
    let echo = Echo::start();
    for request in hostile(&echo.base) {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("file"), FILE).unwrap();
        let sample = write(&request);
        let output = (runner.command)(&sample, folder.path()).current_dir(folder.path()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{sample}\n{said}");
        let received = echo.next().unwrap_or_else(|| panic!("{sample}\nnothing arrived\n{said}"));
        compare(&request, &received, runner, &sample);
    }
}

/// Whether a request arrived as it was meant.
fn compare(request: &Request, received: &Received, runner: &Runner, sample: &str) {
    assert_eq!(received.method, request.method, "{sample}");
    let target = request.url.split_once("://").and_then(|(_, rest)| rest.find('/').map(|at| &rest[at..])).unwrap();
    assert_eq!(received.target, target, "{sample}");
    for (name, value) in &request.headers {
        let arrived = received.header(&name.to_lowercase());
        // The web's rules name the charset of a form.
        let arrived = arrived.map(|arrived| arrived.trim_end_matches(";charset=UTF-8").to_owned());
        assert_eq!(arrived.as_ref(), Some(value), "{name}\n{sample}");
    }
    let body = || String::from_utf8(received.body.clone()).unwrap();
    let json = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
    match &request.body {
        Payload::None => assert_eq!(body(), "", "{sample}"),
        Payload::Json(text) if runner.parses_json => assert_eq!(json(&body()), json(text), "{sample}"),
        Payload::Json(text) | Payload::Text(text) => assert_eq!(&body(), text, "{sample}"),
        Payload::File => assert_eq!(received.body, FILE, "{sample}"),
        Payload::Form(fields) => {
            // Go sorts the fields by their names.
            let mut expected = fields.clone();
            let mut fields = form(&body());
            expected.sort_by(|a, b| a.0.cmp(&b.0));
            fields.sort_by(|a, b| a.0.cmp(&b.0));
            assert_eq!(fields, expected, "{sample}");
        }
        Payload::Multipart(parts) => {
            let expected: Vec<(String, Vec<u8>)> = parts
                .iter()
                .map(|part| match &part.content {
                    // The rules of the web turn every line's end into CR and LF.
                    PartContent::Text(text) if runner.label == "JavaScript" => {
                        let lines = text.replace("\r\n", "\n").replace('\r', "\n");
                        (part.name.clone(), lines.replace('\n', "\r\n").into_bytes())
                    }
                    PartContent::Text(text) => (part.name.clone(), text.clone().into_bytes()),
                    PartContent::File => (part.name.clone(), FILE.to_vec()),
                })
                .collect();
            let found = multipart(received);
            let contents: Vec<(String, Vec<u8>)> =
                found.iter().map(|(name, _, content)| (name.clone(), content.clone())).collect();
            assert_eq!(contents, expected, "{sample}");
            for ((_, head, _), part) in found.iter().zip(parts) {
                let kind = part.content_type.as_deref().unwrap_or_default().to_lowercase();
                // The file that a browser's reader chose has a media type of its own.
                let is_checked = !(runner.label == "JavaScript" && part.content == PartContent::File);
                assert!(!is_checked || head.to_lowercase().contains(&kind), "{head}\n{sample}");
                assert_eq!(
                    head.contains("filename"),
                    part.content == PartContent::File || head.contains("blob"),
                    "{head}"
                );
            }
        }
    }
}

/// The pairs of a form.
fn form(text: &str) -> Vec<(String, String)> {
    let decoded = |text: &str| {
        let mut out = Vec::new();
        let mut bytes = text.bytes();
        while let Some(byte) = bytes.next() {
            match byte {
                b'+' => out.push(b' '),
                b'%' => {
                    let hex: String = bytes.by_ref().take(2).map(char::from).collect();
                    out.push(u8::from_str_radix(&hex, 16).unwrap());
                }
                byte => out.push(byte),
            }
        }
        String::from_utf8(out).unwrap()
    };
    text.split('&')
        .map(|pair| pair.split_once('=').unwrap())
        .map(|(name, value)| (decoded(name), decoded(value)))
        .collect()
}

/// The parts of a body: name, head, content.
fn multipart(received: &Received) -> Vec<(String, String, Vec<u8>)> {
    let kind = received.header("content-type").unwrap();
    let (_, boundary) = kind.split_once("boundary=").unwrap_or_else(|| panic!("{kind}"));
    let separator = format!("--{}", boundary.trim_matches('"'));
    let mut found = Vec::new();
    let body = [b"\r\n", received.body.as_slice()].concat();
    let separator = format!("\r\n{separator}");
    let mut places: Vec<usize> = memchr::memmem::find_iter(&body, separator.as_bytes()).collect();
    assert_eq!(&body[places.pop().unwrap() + separator.len()..][..2], b"--");
    places.push(body.len());
    let ends: Vec<usize> = memchr::memmem::find_iter(&body, separator.as_bytes()).collect();
    for (start, end) in places.iter().zip(ends.iter().skip(1)) {
        let part = &body[start + separator.len() + 2..*end];
        let head_end = memchr::memmem::find(part, b"\r\n\r\n").unwrap();
        let head = String::from_utf8(part[..head_end].to_vec()).unwrap();
        let (_, name) = head.split_once(" name=\"").unwrap();
        found.push((name.split('"').next().unwrap().to_owned(), head.clone(), part[head_end + 4..].to_vec()));
    }
    found
}

#[test]
fn curl_sends_what_was_meant() {
    check("curl");
}

#[test]
fn javascript_sends_what_was_meant() {
    check("JavaScript");
}

#[test]
fn python_sends_what_was_meant() {
    check("Python");
}

#[test]
fn go_sends_what_was_meant() {
    check("Go");
}

#[test]
fn java_sends_what_was_meant() {
    check("Java");
}

#[test]
fn php_sends_what_was_meant() {
    check("PHP");
}

#[test]
fn ruby_sends_what_was_meant() {
    check("Ruby");
}
