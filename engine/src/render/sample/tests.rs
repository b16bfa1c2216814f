//! What samples spell, and that each language quotes exactly.

use super::{LANGUAGES, Payload, Request};

const HOSTILE: &str = "'; rm -rf ~ #\"$(x)`\n%0a\"\"\"\\${y}\u{2028}é";

fn sample(label: &str, request: &Request) -> String {
    let language = LANGUAGES.iter().find(|language| language.label == label).unwrap();
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

/// Each script is run by its own interpreter, where there is one, and must give the text back unchanged.
#[test]
fn hostile_text_survives_each_interpreter() {
    let text = sample("curl", &post(Payload::Text(HOSTILE.to_owned())));
    let command = text.replacen("curl", "printf '%s\\0'", 1);
    if let Some(output) = run("sh", &["-c", &command]) {
        assert!(output.split('\0').any(|word| word == HOSTILE), "{output}");
    }
    let script = sample("Python", &post(Payload::Text(HOSTILE.to_owned())));
    let script = script.replace("import requests", FAKE_REQUESTS);
    if let Some(output) = run("python3", &["-c", &script]) {
        assert_eq!(output, HOSTILE);
    }
    let script = sample("JavaScript", &post(Payload::Text(HOSTILE.to_owned())));
    let script = format!(
        "const fetch = async (_, options) => {{ process.stdout.write(options.body); return {{ json() {{}} }}; }};\n\
         (async () => {{ {script} }})();"
    );
    if let Some(output) = run("node", &["-e", &script]) {
        assert_eq!(output, HOSTILE);
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
