use super::{Extent, Limits, Tree, check_tree, findings, json, source};

#[test]
#[expect(clippy::too_many_lines, reason = "a table")]
fn the_grammar_of_rfc_8259() {
    let valid = [
        "0",
        "-0",
        "1",
        "-1",
        "10",
        "0.5",
        "-0.0",
        "1e1",
        "1E+2",
        "1e-2",
        "1.5e007",
        "\"\"",
        "\"a\"",
        "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
        "\"\\u00e9\"",
        "\"\\uD83D\\uDE00\"",
        "\"\u{7f}\u{2028}é\"",
        "true",
        "false",
        "null",
        "[]",
        "{}",
        " [ 1 , 2 ] ",
        "{\"a\":1}",
        "\t{ \"\" : { } }\r\n",
        "[[[]]]",
        "\u{feff}1",
        "{\"a\":[{\"b\":null}]}",
        "\"\\u0000\"",
    ];
    for text in valid {
        let parsed = Tree::from_json(text, Limits::default());
        assert_eq!(findings(text, &parsed), [""; 0], "{text}");
        assert_eq!(parsed.extent, Extent::Whole);
        let value = text.trim_start_matches('\u{feff}');
        assert!(serde_json::from_str::<serde_json::Value>(value).is_ok(), "{text}");
    }
    let invalid = [
        "",
        " ",
        "01",
        "-01",
        "00",
        "1.",
        ".5",
        "1e",
        "1e+",
        "+1",
        "-",
        "--1",
        "1.e1",
        "0x1",
        "1_0",
        "NaN",
        "Infinity",
        "-Infinity",
        "\"",
        "\"\\",
        "\"\\\"",
        "\"\\x\"",
        "\"\\u12\"",
        "\"\\u+123\"",
        "\"\\uéé\"",
        "\"\\é\"",
        "\"\n\"",
        "\"\t\"",
        "\"\0\"",
        "'a'",
        "True",
        "nul",
        "tru",
        "truefalse",
        "[",
        "]",
        "[1",
        "[1,",
        "[1,]",
        "[,1]",
        "[1 2]",
        "[1}",
        "{",
        "}",
        "{\"a\"",
        "{\"a\":",
        "{\"a\":1",
        "{\"a\":1,}",
        "{,}",
        "{a:1}",
        "{1:1}",
        "{\"a\" 1}",
        "{\"a\":1 \"b\":2}",
        "{\"a\":1]",
        "1 2",
        "[] []",
        "// c\n1",
        "/* c */1",
        "\u{a0}1",
        "1\u{feff}",
        "\0",
        "1\0",
    ];
    for text in invalid {
        let parsed = Tree::from_json(text, Limits::default());
        assert_eq!(parsed.diagnostics.len(), 1, "{text}");
        assert_eq!(parsed.extent, Extent::Cut, "{text}");
        assert!(serde_json::from_str::<serde_json::Value>(text).is_err(), "{text}");
        check_tree(text, &parsed, Limits::default());
    }
}

#[test]
fn errors_say_what_and_where() {
    let found = |text: &str| findings(text, &Tree::from_json(text, Limits::default())).join("\n");
    assert_eq!(found("{\"a\": 01}"), "invalid-json `6:01` invalid number");
    assert_eq!(found("{\"a\": [1, 2"), "invalid-json `11:` unexpected end of the document [6:[]");
    assert_eq!(found("{\"a\": tru}"), "invalid-json `6:t` expected a value, found `t`");
    assert_eq!(found("{\"a\": 1,}"), "invalid-json `8:}` expected a key in double quotes, found `}`");
    assert_eq!(found("[\"a]\n"), "invalid-json `1:\"a]` string without a closing quote");
    assert_eq!(found("[\"a\n\"]"), "invalid-json `3:⏎` line break in a string");
    assert_eq!(found("[\"a\u{1}\"]"), "invalid-json `3:\u{1}` control character U+0001 in a string");
    assert_eq!(found("[\"é\\q\"]"), "invalid-json `4:\\q` invalid escape in a string");
    assert_eq!(found("[\"\\u12é4\"]"), "invalid-json `2:\\u` `\\u` without four hexadecimal digits");
}

#[test]
fn half_a_surrogate_pair_is_reported_and_the_rest_is_read() {
    for (text, value) in [
        (r#"["\ud800", 1]"#, "[\"\u{fffd}\",1]"),
        (r#"["\udc00x", 1]"#, "[\"\u{fffd}x\",1]"),
        (r#"["\ud800\u0041", 1]"#, "[\"\u{fffd}A\",1]"),
        (r#"["\ud800\ud800\udc00", 1]"#, "[\"\u{fffd}\u{10000}\",1]"),
    ] {
        let parsed = Tree::from_json(text, Limits::default());
        assert_eq!(parsed.extent, Extent::Whole);
        assert_eq!(parsed.diagnostics.len(), 1, "{text}");
        assert_eq!(json(&parsed.tree), value);
    }
}

#[test]
fn a_broken_document_keeps_what_stands_before() {
    let kept = |text: &str| json(&Tree::from_json(text, Limits::default()).tree);
    assert_eq!(kept(r#"{"a": {"b": 1, "c": [2, 3"#), r#"{"a":{"b":1,"c":[2,3]}}"#);
    assert_eq!(kept(r#"{"a": 1, "b""#), r#"{"a":1,"b":null}"#);
    assert_eq!(kept(r#"{"a": {"b": "#), r#"{"a":{"b":null}}"#);
    assert_eq!(kept(""), "null");
}

#[test]
fn scalars_keep_their_text_and_spans_are_exact() {
    let text = r#"{"version": 1.0, "big": 123456789012345678901234567890, "s": "a\nb", "q": "\"", "n": null}"#;
    let parsed = Tree::from_json(text, Limits::default());
    assert_eq!(json(&parsed.tree), text.replace(": ", ":").replace(", ", ","));
    for (key, expected) in [("version", "1.0"), ("s", r#""a\nb""#), ("q", r#""\"""#), ("n", "null")] {
        assert_eq!(source(text, &parsed.tree, &[key]), expected);
    }
    assert_eq!(parsed.tree.root().get_str("s"), Some("a\nb"));
}

#[test]
fn duplicate_keys_are_found_with_both_places_and_the_last_counts() {
    let text = r#"{"a": 1, "b": {"c": 1, "c": 2}, "a": 3, "a": 4, "\u0061": 5}"#;
    let parsed = Tree::from_json(text, Limits::default());
    assert_eq!(
        findings(text, &parsed),
        [
            r#"duplicate-key `23:"c"` duplicate key `c` [15:"c"]"#,
            r#"duplicate-key `32:"a"` duplicate key `a` [1:"a"]"#,
            r#"duplicate-key `40:"a"` duplicate key `a` [32:"a"]"#,
            r#"duplicate-key `48:"\u0061"` duplicate key `a` [40:"a"]"#,
        ]
    );
    assert_eq!(parsed.tree.root().get("a").unwrap().text(), "5");
    let large: Vec<String> = (0..100).map(|key| format!("\"k{}\": {key}", key % 90)).collect();
    let text = format!("{{{}}}", large.join(", "));
    let parsed = Tree::from_json(&text, Limits::default());
    assert_eq!(parsed.diagnostics.len(), 10);
    assert_eq!(findings(&text, &parsed)[3], r#"duplicate-key `1001:"k3"` duplicate key `k3` [28:"k3"]"#);
}

#[test]
fn depth_and_size_have_limits() {
    let deep = |open: &str, close: &str, levels: usize| {
        let text = open.repeat(levels) + "1" + &close.repeat(levels);
        let parsed = Tree::from_json(&text, Limits::default());
        parsed.diagnostics.into_iter().map(|found| found.message).collect::<Vec<_>>()
    };
    assert_eq!(deep("[", "]", 128), [""; 0]);
    assert_eq!(deep("[", "]", 129), ["the document is nested deeper than the limit of 128 levels"]);
    assert_eq!(deep("{\"a\":", "}", 129), ["the document is nested deeper than the limit of 128 levels"]);
    let few = Limits { nodes: 3, ..Limits::default() };
    let parsed = Tree::from_json("[1, 2, 3, 4]", few);
    assert_eq!(parsed.diagnostics[0].message, "the document has more values than the limit of 3");
    assert_eq!(json(&parsed.tree), "[1,2]");
}

#[test]
fn hostile_input_costs_little() {
    for text in ["[".repeat(1_000_000), "{\"a\":".repeat(100_000), "\"".repeat(999_999), "\\".repeat(1_000_000)] {
        assert_eq!(Tree::from_json(&text, Limits::default()).extent, Extent::Cut);
    }
    // Even without the limit nothing recurses.
    let unlimited = Limits { depth: usize::MAX, ..Limits::default() };
    let text = "[".repeat(100_000);
    assert_eq!(Tree::from_json(&text, unlimited).tree.len(), 100_000);
    assert_eq!(Tree::from_json(&(text + &"]".repeat(100_000)), unlimited).extent, Extent::Whole);
    // One object with many equal or many different keys.
    let same = format!("{{{}\"a\":1}}", "\"a\":1,".repeat(200_000));
    assert_eq!(Tree::from_json(&same, Limits::default()).diagnostics.len(), 1000);
}
