//! Documents that are made to cost more than they weigh. Each ends at a limit, which its message names, or is read.
//!
//! All run on a thread with a small stack, and fail rather than hang.

use super::{everything, in_time, of_spec, project};
use crate::shown::words;

/// What is found in a spec, on a small stack and in time.
fn found(spec: &'static str, text: String) -> String {
    in_time(move || {
        let project = project(spec, text);
        everything(&project);
        of_spec(&project)
    })
}

/// A YAML spec whose `x-bomb` is that, on lines of its own.
fn with_bomb(bomb: &str) -> String {
    format!("openapi: 3.1.0\ninfo: {{title: T, version: '1'}}\npaths: {{}}\nx-bomb: {bomb}\n")
}

#[test]
fn aliases_of_aliases_end_at_a_limit() {
    let mut bomb = String::from("\n  a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol, lol]\n");
    for level in 1..9 {
        let aliases = vec![format!("*a{}", level - 1); 10].join(", ");
        bomb.push_str(&format!("  a{level}: &a{level} [{aliases}]\n"));
    }
    let lists = found("a.yaml", with_bomb(&bomb));
    let mut merges = String::from("\n  a0: &a0 {k: v}\n");
    for level in 1..9 {
        let members: Vec<String> = (0..10).map(|at| format!("k{at}: *a{}", level - 1)).collect();
        merges.push_str(&format!("  a{level}: &a{level} {{<<: *a{}, {}}}\n", level - 1, members.join(", ")));
    }
    let merges = found("a.yaml", with_bomb(&merges));
    let whole = found(
        "a.yaml",
        format!(
            "a: &a [x, x, x, x, x, x, x, x, x, x]\n{}",
            (1..9)
                .map(|level| {
                    let from = if level == 1 { "a".to_owned() } else { format!("a{}", level - 1) };
                    format!("a{level}: &a{level} [{}]\n", vec![format!("*{from}"); 10].join(", "))
                })
                .collect::<String>()
        ),
    );
    insta::assert_snapshot!(format!("## lists\n{lists}## mappings\n{merges}## at the top\n{whole}"));
}

#[test]
fn aliases_that_people_write_are_read() {
    let members: Vec<String> = (0..100).map(|at| format!("k{at}: {at}")).collect();
    let mut text = format!(
        "openapi: 3.1.0\ninfo: {{title: T, version: '1'}}\nx-base: &base {{{}}}\npaths:\n  /a:\n    get: &op\n      summary: Shown\n      responses: {{}}\nx-uses:\n",
        members.join(", ")
    );
    for at in 0..4_000 {
        text.push_str(&format!("  u{at}: *base\n"));
    }
    for at in 0..2_000 {
        text.push_str(&format!("  m{at}:\n    <<: *base\n    own: {at}\n"));
    }
    let (found, shown) = in_time(move || {
        let project = project("a.yaml", text);
        (of_spec(&project), words(&project, "index.html"))
    });
    assert_eq!(found, "");
    assert!(shown.contains("GET"), "{shown}");
}

#[test]
fn nesting_ends_at_a_limit() {
    const MILLION: usize = 1_000_000;
    let block: String = (0..10_000).map(|level| format!("{}a:\n", " ".repeat(level))).collect();
    let list: String = (0..2_000).map(|level| format!("{}-\n", " ".repeat(level))).collect();
    let mut report = String::new();
    let cases: [(&str, &'static str, String); 17] = [
        ("JSON `[`", "a.json", "[".repeat(MILLION)),
        ("JSON `[` closed", "a.json", format!("{}{}", "[".repeat(MILLION), "]".repeat(MILLION))),
        ("JSON `{\"a\":`", "a.json", "{\"a\":".repeat(200_000)),
        (
            "JSON in a spec",
            "a.json",
            format!(
                "{{\"openapi\": \"3.1.0\", \"info\": {{\"title\": \"T\"}},\n\"x\": {}1{}}}",
                "[".repeat(MILLION),
                "]".repeat(MILLION)
            ),
        ),
        (
            "JSON schemas",
            "a.json",
            format!(
                "{{\"openapi\": \"3.1.0\", \"info\": {{\"title\": \"T\"}}, \"components\": {{\"schemas\": {{\"A\":\n{}{{}}{}}}}}}}",
                "{\"items\": ".repeat(1_000),
                "}".repeat(1_000)
            ),
        ),
        ("YAML `{a: `", "a.yaml", "{a: ".repeat(100_000)),
        ("YAML `[`", "a.yaml", "[".repeat(MILLION)),
        ("YAML `- `", "a.yaml", "- ".repeat(MILLION)),
        ("YAML `? `", "a.yaml", "? ".repeat(MILLION)),
        ("YAML blocks", "a.yaml", block),
        ("YAML lists", "a.yaml", list),
        ("YAML `[` in a spec", "a.yaml", with_bomb(&"[".repeat(MILLION))),
        ("YAML `- ` in a spec", "a.yaml", with_bomb(&format!("\n  {}", "- ".repeat(MILLION)))),
        ("YAML `&a [`", "a.yaml", with_bomb(&"&a [".repeat(100_000))),
        ("YAML `!!x [`", "a.yaml", with_bomb(&"!!seq [".repeat(100_000))),
        ("YAML key of lists", "a.yaml", format!("openapi: 3.1.0\n? {}\n: x\n", "[".repeat(MILLION))),
        ("YAML in a flow mapping as a key", "a.yaml", format!("{}: x\n", "{? [".repeat(100_000))),
    ];
    for (title, spec, text) in cases {
        let found = found(spec, text);
        assert!(found.contains(" error ") && found.len() < 1_000, "{title}: {found}");
        report.push_str(&format!("## {title}\n{found}"));
    }
    insta::assert_snapshot!(report);
}

#[test]
fn nesting_up_to_the_limit_is_read() {
    let deep = |open: &str, close: &str, levels: usize| format!("{}1{}", open.repeat(levels), close.repeat(levels));
    let json = |levels: usize| {
        format!(
            "{{\"openapi\": \"3.1.0\", \"info\": {{\"title\": \"T\", \"version\": \"1\"}}, \"paths\": {{}}, \"x-a\": {}}}",
            deep("[", "]", levels)
        )
    };
    assert_eq!(found("a.json", json(127)), "");
    assert!(found("a.json", json(128)).starts_with("limit-exceeded error a.json:1:"));
    let yaml = |levels: usize| with_bomb(&deep("[", "]", levels));
    assert_eq!(found("a.yaml", yaml(127)), "");
    assert!(found("a.yaml", yaml(128)).starts_with("limit-exceeded error a.yaml:4:"));
}

#[test]
fn much_of_one_thing_is_read() {
    let spec = |paths: &str, more: &str| {
        format!(
            "{{\"openapi\": \"3.1.0\", \"info\": {{\"title\": \"T\", \"version\": \"1\"}}, \"paths\": {{{paths}\"/a\": {{\"get\": {{\"summary\": \"Shown\", \"responses\": {{}}}}}}}}{more}}}"
        )
    };
    let properties: String = (0..100_000).map(|at| format!("\"p{at}\": {{}},")).collect();
    let operations: String =
        (0..2_000).map(|at| format!("\"/p{at}\": {{\"get\": {{\"responses\": {{}}}}}},")).collect();
    for (what, text) in [
        ("a string of 5 MB", spec("", &format!(", \"x\": \"{}\"", "x".repeat(5 << 20)))),
        ("a key of 1 MB", spec("", &format!(", \"x{}\": 1", "y".repeat(1 << 20)))),
        ("a path of 1 MB", spec(&format!("\"/{}\": {{\"get\": {{\"responses\": {{}}}}}},", "y".repeat(1 << 20)), "")),
        (
            "100,000 properties",
            spec(
                "",
                &format!(
                    ", \"components\": {{\"schemas\": {{\"A\": {{\"properties\": {{{properties}\"last\": {{}}}}}}}}}}"
                ),
            ),
        ),
        ("2,000 operations", spec(&operations, "")),
    ] {
        let (found, shown) = in_time(move || {
            let project = project("a.json", text);
            (of_spec(&project), words(&project, "index.html"))
        });
        assert!(!found.contains(" error "), "{what}: {}", found.chars().take(500).collect::<String>());
        assert!(found.len() < 2_000, "{what}: {} bytes", found.len());
        assert!(shown.contains("GET"), "{what}");
    }
}

#[test]
fn a_number_of_findings_is_bounded() {
    let rest = "\"openapi\": \"3.1.0\", \"info\": {\"title\": \"T\", \"version\": \"1\"}, \"paths\": {}";
    let twice: String = (0..50_000).map(|at| format!("\"x-{}\": 1,", at % 10)).collect();
    let unknown: String = (0..50_000).map(|at| format!("\"k{at}\": 1,")).collect();
    let within = format!("\"components\": {{\"examples\": {{\"A\": {{{}\"value\": 1}}}}}}, ", unknown);
    for keys in [twice, unknown, within] {
        let found = found("a.json", format!("{{{keys}{rest}}}"));
        assert!(found.lines().count() <= 1_001, "{}", found.lines().count());
    }
}
