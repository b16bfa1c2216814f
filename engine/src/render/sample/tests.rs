//! What samples spell, and that each language quotes exactly.

use super::{Payload, Request, SAMPLE_LANGUAGES};

const HOSTILE: &str = "'; rm -rf ~ #\"$(x)`\n%0a\"\"\"\\${y}\u{2028}é";

fn sample(label: &str, request: &Request) -> String {
    let language = SAMPLE_LANGUAGES.iter().find(|language| language.label == label).unwrap();
    (language.write)(request)
}

fn post(body: Payload) -> Request {
    Request {
        method: "POST".to_owned(),
        url: "https://a.test/x?q=1".to_owned(),
        headers: vec![("X-A".to_owned(), "it's".to_owned())],
        body,
    }
}

#[test]
fn curl_quotes_for_the_shell() {
    let text = sample("curl", &post(Payload::Json("{\n  \"a\": \"it's\"\n}".to_owned())));
    assert_eq!(
        text,
        "curl --url 'https://a.test/x?q=1' \\\n  --header 'X-A: it'\\''s' \\\n  --data-raw '{\n  \"a\": \"it'\\''s\"\n}'"
    );
}

#[test]
fn javascript_and_python_spell_json_as_literals() {
    let body = Payload::Json("{\n  \"a\": [true, null, 1.0]\n}".to_owned());
    assert!(
        sample("JavaScript", &post(body.clone()))
            .contains("body: JSON.stringify({\n    \"a\": [true, null, 1.0]\n  })")
    );
    let python = sample("Python", &post(body));
    assert!(
        python.contains("json={\n        \"a\": [\n            True,\n            None,\n            1.0,\n"),
        "{python}"
    );
}

#[test]
fn numbers_are_not_rounded() {
    let body = Payload::Json("{\"a\": 123456789012345678901, \"b\": 0.12345678901234567890}".to_owned());
    assert!(sample("JavaScript", &post(body.clone())).contains("body: \"{\\\"a\\\": 123456789012345678901"));
    assert!(sample("Python", &post(body)).contains("data=\"{\\\"a\\\": 123456789012345678901"));
}

/// A program that runs a sample, with what has to change so that it prints the body instead of sending it.
struct Interpreter {
    label: &'static str,
    program: &'static str,
    option: &'static str,
    printing: fn(&str) -> String,
}

const INTERPRETERS: [Interpreter; 3] = [
    Interpreter {
        label: "curl",
        program: "sh",
        option: "-c",
        printing: |sample| format!("curl() {{ for last; do :; done; printf '%s' \"$last\"; }}\n{sample}"),
    },
    Interpreter {
        label: "JavaScript",
        program: "node",
        option: "-e",
        printing: |sample| {
            format!(
                "const fetch = async (_, options) => {{ process.stdout.write(options.body); return {{ json() {{}} }}; }};\n\
                 (async () => {{ {sample} }})();"
            )
        },
    },
    Interpreter {
        label: "Python",
        program: "python3",
        option: "-c",
        printing: |sample| sample.replace("import requests", FAKE_REQUESTS),
    },
];

/// Each sample that has an interpreter is run by it, where it is installed, and must give the text back unchanged.
#[test]
fn hostile_text_survives_each_interpreter() {
    for language in SAMPLE_LANGUAGES {
        let Some(interpreter) = INTERPRETERS.iter().find(|interpreter| interpreter.label == language.label) else {
            continue;
        };
        let sample = (language.write)(&post(Payload::Text(HOSTILE.to_owned())));
        if let Some(output) = run(interpreter.program, &[interpreter.option, &(interpreter.printing)(&sample)]) {
            assert_eq!(output, HOSTILE, "{}", language.label);
        }
    }
}

const FAKE_REQUESTS: &str = "import sys
class requests:
    def post(url, headers, data):
        sys.stdout.buffer.write(data)
        sys.stdout.flush()
        class Response:
            text = ''
            def raise_for_status(self): sys.exit()
        return Response()
";

/// The output of a program; `None` when it is not installed.
fn run(program: &str, arguments: &[&str]) -> Option<String> {
    let output = std::process::Command::new(program).args(arguments).output().ok()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8(output.stdout).unwrap())
}
