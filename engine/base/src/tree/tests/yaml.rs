use super::{Extent, Limits, Parsed, Tree, check_nesting, check_tree, findings, json, source};

fn read(text: &str) -> Parsed {
    let parsed = Tree::from_yaml(text, Limits::default());
    check_tree(text, &parsed, Limits::default());
    parsed
}

/// The expected value as JSON, and the diagnostics, if any.
fn check(text: &str, value: &str) {
    let parsed = read(text);
    assert_eq!(findings(text, &parsed), [""; 0], "{text}");
    assert_eq!(json(&parsed.tree), value, "{text}");
}

fn check_findings(text: &str, value: &str, expected: &[&str]) {
    let parsed = read(text);
    assert_eq!(findings(text, &parsed), expected, "{text}");
    assert_eq!(json(&parsed.tree), value, "{text}");
}

#[test]
fn scalars_by_the_core_schema_with_their_text() {
    check(
        "a: no\nb: on\nc: 1_000\nd: 2020-01-01\ne: 12:30\n",
        r#"{"a":"no","b":"on","c":"1_000","d":"2020-01-01","e":"12:30"}"#,
    );
    check(
        "a: 1.0\nb: 123456789012345678901234567890\nc: 1e400\nd: 0.1\n",
        r#"{"a":1.0,"b":123456789012345678901234567890,"c":1e400,"d":0.1}"#,
    );
    check("a: 012\nb: 0x1F\nc: .inf\nd: 0o7\n", r#"{"a":"012","b":"0x1F","c":".inf","d":"0o7"}"#);
    check(
        "a: ~\nb:\nc: null\nd: ''\ne: 'null'\nf: \"1\"\n",
        r#"{"a":null,"b":null,"c":null,"d":"","e":"null","f":"1"}"#,
    );
    check("a: True\nb: 'true'\n", r#"{"a":true,"b":"true"}"#);
    check("200: a\n1.0: b\ntrue: c\n~: d\n'x': e\n", r#"{"200":"a","1.0":"b","true":"c","~":"d","x":"e"}"#);
    let numbers = read("[012, 0x1F, .inf]");
    assert!(numbers.tree.root().items().all(|item| item.kind() == crate::tree::Kind::Number));
}

#[test]
fn strings_in_every_style() {
    check(
        "a: 'it''s'\nb: \"x\\ty\\u00e9\\\nz\"\nc: one\n  two\n\n  three\n",
        r#"{"a":"it's","b":"x\tyéz","c":"one two\nthree"}"#,
    );
    check("a: |\n  x\n   y\n\n\nb: >-\n  x\n  y\nc: |+\n  z\n\n", r#"{"a":"x\n y\n","b":"x y","c":"z\n\n"}"#);
    check("a: |2\n   x\r\nb: 1\r\n", r#"{"a":" x\n","b":1}"#);
    check("\u{feff}a: 1\r\nb: 'x'", r#"{"a":1,"b":"x"}"#);
    check("---\na: 1\n...\n", r#"{"a":1}"#);
    check("{a: [1, 2,], \"b\": , c}", r#"{"a":[1,2],"b":null,"c":null}"#);
    check("a\u{85}b: c\u{2028}d\n", "{\"a\u{85}b\":\"c\u{2028}d\"}");
}

#[test]
fn spans_are_exact() {
    let text = "\u{feff}é: 'q''q'\nplain: \"x\" # c\nblock: |\n\n    t1\n    t2\n\n\nempty:\nmap:\n  k: v\n  l:\n    - 1\n    - z: '' # c\n\n# c\nflow: [ a, {b: c} ]\nmulti: a\n  b\nalso: say 'hi'\n";
    let parsed = read(text);
    assert_eq!(parsed.diagnostics, []);
    let at = |path: &[&str]| source(text, &parsed.tree, path);
    assert_eq!(at(&["é"]), "'q''q'");
    assert_eq!(at(&["plain"]), "\"x\"");
    assert_eq!(at(&["block"]), "t1\n    t2");
    assert_eq!(at(&["empty"]), "");
    assert_eq!(parsed.tree.root().get("empty").unwrap().span().start as usize, text.find("empty:").unwrap() + 6);
    assert_eq!(at(&["map"]), "k: v\n  l:\n    - 1\n    - z: ''");
    assert_eq!(at(&["map", "l"]), "- 1\n    - z: ''");
    assert_eq!(at(&["map", "l", "1"]), "z: ''");
    assert_eq!(at(&["flow"]), "[ a, {b: c} ]");
    assert_eq!(at(&["flow", "1"]), "{b: c}");
    assert_eq!(at(&["multi"]), "a\n  b");
    assert_eq!(at(&["also"]), "say 'hi'");
    let keys: Vec<&str> = parsed.tree.root().entries().map(|(key, _)| &text[key.span().range()]).collect();
    assert_eq!(keys, ["é", "plain", "block", "empty", "map", "flow", "multi", "also"]);
}

#[test]
fn what_is_not_written_stands_in_its_container() {
    for text in ["\n:", "\n:   : ]", "7:\n\n :\n", "+: [ [ ]", "?\n? -\n:-", "a: {b: {", " - |\n |i", "?\n- -\t?\n"] {
        let parsed = Tree::from_yaml(text, Limits::default());
        check_nesting(text, &parsed.tree);
    }
}

#[test]
fn aliases_and_merge_keys() {
    check(
        "a: &x [1, {b: c}]\nd: *x\ne: [*x, *x]\n",
        r#"{"a":[1,{"b":"c"}],"d":[1,{"b":"c"}],"e":[[1,{"b":"c"}],[1,{"b":"c"}]]}"#,
    );
    check("a: &x 1\nb: *x\n*x : y\n", r#"{"a":1,"b":1,"1":"y"}"#);
    check("a: &x {p: 1, q: 2}\nb:\n  q: 3\n  <<: *x\n  r: 4\n", r#"{"a":{"p":1,"q":2},"b":{"q":3,"p":1,"r":4}}"#);
    check(
        "- &x {p: 1}\n- &y {p: 2, q: &z [2]}\n- <<: [*x, *y]\n- *z\n",
        r#"[{"p":1},{"p":2,"q":[2]},{"p":1,"q":[2]},[2]]"#,
    );
    check(
        "- &x {p: 1}\n- &y {<<: *x, q: 2}\n- {<<: *y, r: 3}\n- <<: {s: {t: *y}}\n",
        r#"[{"p":1},{"p":1,"q":2},{"q":2,"p":1,"r":3},{"s":{"t":{"p":1,"q":2}}}]"#,
    );
    check("- &x {p: 1}\n- {\"<<\": *x}\n", r#"[{"p":1},{"<<":{"p":1}}]"#);
    check(
        "- &x {p: 1}\n- &l [*x]\n- {<<: *l}\n- {<<: *x, <<: {q: 1}}\n",
        r#"[{"p":1},[{"p":1}],{"p":1},{"p":1,"q":1}]"#,
    );
    check("a: &x\n  k: &x 2\nb: *x\n", r#"{"a":{"k":2},"b":2}"#);
    let text = "a: &x {p: 1}\nb: *x\n";
    assert_eq!(source(text, &read(text).tree, &["b"]), "{p: 1}");
}

#[test]
fn aliases_that_lead_nowhere_leave_the_rest() {
    check_findings(
        "a: *no\nb: 1\n",
        r#"{"a":null,"b":1}"#,
        &["invalid-yaml `3:*no` the alias `*no` has no anchor before it"],
    );
    check_findings(
        "a: &s [1, *s]\nb: 2\n",
        r#"{"a":[1,null],"b":2}"#,
        &["invalid-yaml `10:*s` the alias is inside the value that it repeats"],
    );
    check_findings(
        "a: &s {<<: *s, c: 1}\n",
        r#"{"a":{"<<":null,"c":1}}"#,
        &[
            "invalid-yaml `7:<<` the value of a merge key must be a mapping or a list of mappings",
            "invalid-yaml `11:*s` the alias is inside the value that it repeats",
        ],
    );
    check_findings(
        "a: {<<: 1}\n",
        r#"{"a":{"<<":1}}"#,
        &["invalid-yaml `4:<<` the value of a merge key must be a mapping or a list of mappings"],
    );
}

#[test]
fn keys_that_are_no_scalars_keep_their_source_text() {
    let message = "a key must be a scalar, not a list or mapping";
    check_findings("? [a, b]\n: 1\nc: 2\n", r#"{"[a, b]":1,"c":2}"#, &[&format!("invalid-yaml `2:[a, b]` {message}")]);
    check_findings(
        "? a: 1\n  b: {x: y}\n: 1\n",
        r#"{"a: 1\n  b: {x: y}":1}"#,
        &[&format!("invalid-yaml `2:a: 1⏎  b: {{x: y}}` {message}")],
    );
    check_findings("a: &x [1]\n? *x\n: 2\n", r#"{"a":[1],"*x":2}"#, &[&format!("invalid-yaml `12:*x` {message}")]);
}

#[test]
fn duplicate_keys_are_found_with_both_places() {
    check_findings(
        "200: a\n'200': b\nx:\n  c: 1\n  c: 2\n",
        r#"{"200":"a","200":"b","x":{"c":1,"c":2}}"#,
        &["duplicate-key `7:'200'` duplicate key `200` [0:200]", "duplicate-key `28:c` duplicate key `c` [21:c]"],
    );
}

#[test]
fn tags_and_directives() {
    check(
        "a: !!str 012\nb: ! 1\nc: !!int 3\nd: !!map {e: !!seq []}\nf: !!str\n",
        r#"{"a":"012","b":"1","c":3,"d":{"e":[]},"f":""}"#,
    );
    check("%YAML 1.2\n---\na: 1\n", r#"{"a":1}"#);
    check_findings(
        "a: !Ref x\nb: !!binary aGk=\nc: !foo [1]\n",
        r#"{"a":"x","b":"aGk=","c":[1]}"#,
        &[
            "invalid-yaml `3:!Ref` the tag `!Ref` is not supported",
            "invalid-yaml `13:!!binary` the tag `!!binary` is not supported",
            "invalid-yaml `30:!foo` the tag `!foo` is not supported",
        ],
    );
    check_findings(
        "%YAML 1.1\n---\na: yes\n",
        r#"{"a":"yes"}"#,
        &["invalid-yaml `0:%YAML 1.1` YAML 1.1 is not supported"],
    );
    check_findings(
        "a: 1\n---\nb: 2\n",
        r#"{"a":1}"#,
        &["invalid-yaml `5:---` a second document begins here; only one per file is allowed"],
    );
}

#[test]
fn syntax_errors_say_what_and_where_and_keep_what_stands_before() {
    check_findings("a: 1\nb:\n\tc: 1\n", r#"{"a":1,"b":null}"#, &["invalid-yaml `8:\t` a tab is used as indentation"]);
    check_findings("a: 1\nb: c: d\n", r#"{"a":1,"b":"c"}"#, &["invalid-yaml `9::` unexpected `:`"]);
    check_findings("a: @x\n", r#"{"a":null}"#, &["invalid-yaml `3:@` a value cannot begin with `@`"]);
    check_findings("a: {b: [1, 2\nc: 3\n", r#"{"a":{"b":[1]}}"#, &["invalid-yaml `14::` unexpected `:`"]);
    check_findings("a:\n  b: 1\n c: 2\n", r#"{"a":{"b":1}}"#, &["invalid-yaml `11:c` expected a key with `:`"]);
    check_findings(
        "a: \"x\nb: 1\n",
        r#"{"a":null}"#,
        &["invalid-yaml `6:b` a quoted string continues without indentation"],
    );
    check_findings("a: \"x\" y\n", r#"{"a":null}"#, &["invalid-yaml `7:y` unexpected text after a closing quote"]);
    check_findings("a: \u{7f}\n", r#"{"a":null}"#, &["invalid-yaml `3:\u{7f}` the character U+007F is not allowed"]);
    check_findings("a\0: 1\n", "null", &["invalid-yaml `1:\0` the file contains a NUL byte"]);
    check_findings("a: 'é", r#"{"a":null}"#, &["invalid-yaml `3:'` quoted string without a closing quote"]);
    check_findings("a: [é, b", r#"{"a":["é"]}"#, &["invalid-yaml `3:[` `[` is not closed"]);
}

#[test]
fn an_alias_bomb_ends_at_its_limit_with_a_place() {
    let mut text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..10 {
        let alias = format!("*a{}, ", level - 1);
        text += &format!("a{level}: &a{level} [{}]\n", alias.repeat(10).trim_end_matches(", "));
    }
    let parsed = read(&text);
    assert_eq!(
        findings(&text, &parsed),
        ["limit-exceeded `343:*a5` aliases expand to more than the limit of 2000000 values"]
    );
    assert_eq!(parsed.extent, Extent::Cut);
    assert!(parsed.tree.len() < 3_000_000);
}

#[test]
fn merges_cost_no_more_than_their_limit() {
    // Each merges the one before: the chain is longer than it looks.
    let chain: String = (1..20_000).map(|n| format!("a{n}: &a{n} {{<<: *a{}}}\n", n - 1)).collect();
    let chain = format!("a0: &a0 {{k: 1}}\n{chain}");
    // A long list of references to a large mapping that adds no new keys.
    let wide: String = (0..2_000).map(|n| format!("k{n}: 1, ")).collect();
    let wide = format!("a: &a {{{wide}}}\nb: {{<<: [{}]}}\n", "*a, ".repeat(2_000));
    for text in [chain, wide] {
        let parsed = Tree::from_yaml(&text, Limits::default());
        assert_eq!(parsed.diagnostics.len(), 1);
        assert!(parsed.diagnostics[0].message.starts_with("aliases expand to more"), "{:?}", parsed.diagnostics[0]);
    }
    // Thousands of references to one anchor are legitimate.
    let items: String = (0..200).map(|n| format!("k{n}: {n}, ")).collect();
    let text = format!("a: &a {{{items}}}\nb: [{}]\n", "*a, ".repeat(4_000));
    assert_eq!(Tree::from_yaml(&text, Limits::default()).diagnostics, []);
}

#[test]
fn depth_has_a_limit_aliases_included() {
    let limit = "the document is nested deeper than the limit of 128 levels";
    let messages = |text: &str| {
        let parsed = read(text);
        parsed.diagnostics.into_iter().map(|found| found.message).collect::<Vec<_>>()
    };
    assert_eq!(messages(&("[".repeat(128) + &"]".repeat(128))), [""; 0]);
    assert_eq!(messages(&("[".repeat(129) + &"]".repeat(129))), [limit]);
    assert_eq!(messages(&"- ".repeat(129)), [limit]);
    let half = "[".repeat(70) + &"]".repeat(70);
    assert_eq!(messages(&format!("a: &a {half}\nb: {}*a{}\n", "[".repeat(70), "]".repeat(70))), [limit]);
    let nested: String = (0..10_000).map(|level| format!("{}a:\n", " ".repeat(level % 1_000))).collect();
    for text in ["[".repeat(1_000_000), "{a: ".repeat(100_000), "- ".repeat(1_000_000), "? ".repeat(100_000), nested] {
        assert_eq!(Tree::from_yaml(&text, Limits::default()).extent, Extent::Cut);
    }
}

#[test]
fn a_cut_subtree_is_the_same_whatever_stands_around() {
    let one = read("x: &x {n: 1.0}\na:\n  b: [1, 'two', \"thr\\u0065e\", *x]\n  c: |\n    text\n");
    let two_text = "# more\nx: &x { n: 1.0 }\n\na:\n    b:\n    - 1\n    - \"two\"\n    - \"three\"\n    - *x\n    c: |\n      text\n";
    let two = read(two_text);
    let (cut, places) = two.tree.root().get("a").unwrap().cut();
    let three = cut.root().get("b").unwrap().items().nth(2).unwrap();
    assert_eq!(&two_text[places[three.id().0 as usize].range()], "\"three\"");
    assert_eq!(json(&cut), r#"{"b":[1,"two","three",{"n":1.0}],"c":"text\n"}"#);
    let two_again = read(&two_text.replace("\"two\"", "'two'   # c"));
    assert_eq!(two_again.tree.root().get("a").unwrap().cut().0, cut);
    assert!(super::equal(one.tree.root().get("a").unwrap(), cut.root()));
}

#[test]
fn a_list_of_nothing_at_the_end_lies_in_the_text() {
    read(": : \n  - ");
}
