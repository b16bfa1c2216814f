//! The output of the writers parses to the same tree, with our readers and with others.

use proptest::prelude::*;

use super::{Extent, Limits, NodeRef, Tree, equal};
use crate::testing::{real_documents, texts};
use crate::tree::{JsonWriter, Kind, Sink, YamlWriter};

fn yaml(node: NodeRef<'_>) -> String {
    let mut writer = YamlWriter::default();
    writer.value(node);
    writer.finish()
}

/// Converts JSON or YAML to YAML, which must parse to the same tree. An empty document is written as `null`.
#[track_caller]
fn written(text: &str) -> String {
    let tree = Tree::from_any(text, Limits::default()).tree;
    let out = yaml(tree.root());
    let again = Tree::from_yaml(&out, Limits::default());
    assert_eq!(again.extent, Extent::Whole, "{text}\n{out}\n{:?}", again.diagnostics);
    let is_nothing = |root: NodeRef<'_>| root.kind() == Kind::Null && root.text().is_empty();
    let is_null = again.tree.root().kind() == Kind::Null && out == "null\n";
    assert!(equal(tree.root(), again.tree.root()) || is_nothing(tree.root()) && is_null, "{text}\n{out}");
    out
}

#[test]
fn scalars_keep_their_source_text() {
    for text in [
        "a: 1.0\n",
        "a: 012\n",
        "a: \"012\"\n",
        "a: 123456789012345678901234567890\n",
        "a: .inf\nb: 0x1F\nc: -.5\n",
        "a: ~\nb:\nc: null\nd: True\n",
        "\"no\": \"no\"\n\"yes\": \"Yes\"\nx: \"off\"\n",
        "\"~\": \"~\"\n\"null\": \"null\"\n\"1\": \"1\"\n",
        "a: \"2001-12-14\"\nb: \"1_000\"\nc: \"0b1\"\nd: \"1:30\"\ne: \"0o7\"\nf: \"+1\"\ng: \".5\"\n",
        "openapi: 3.1.0\nversion: \"1.0\"\n",
        "a: 2024-01-15T09:30:00Z or so\n",
        "\"<<\": \"<<\"\na: \"=\"\n",
        "/pets/{id}:\n  get: a:b\n  url: https://e.test/#x\n",
        "a: \"# b\"\nb: \"c # d\"\nc: \"d: e\"\nd: \"e:\"\ne: \"- f\"\nf: -g\ng: \"\"\nh: \" i\"\n",
        "a: \"\\u0000\\u0085\\u2028\\ufeff\\u007f\\t\"\nb: é 😀\n",
    ] {
        assert_eq!(written(text), text);
    }
}

#[test]
fn texts_of_several_lines_are_literal_blocks() {
    for text in [
        "a: |-\n  b\n  c: d\nb: |\n  # e\n\n    f\nc: |+\n  g\n\n",
        "- |-\n  a\n  b\n- - |\n    c\n- k: |\n    d\n    \te\n",
        "a: \" b\\nc\"\nb: \"\\n\"\nc: \"a\\n \\nb\"\nd: \"a\\r\\nb\"\ne: \"\\ta\\nb\"\n",
    ] {
        assert_eq!(written(text), text);
    }
    assert_eq!(written("a: >\n  b\n\n  c\n"), "a: |\n  b\n  c\n");
}

#[test]
fn containers_are_blocks() {
    let text = "a:\n  - b: 1\n    c:\n      - - x\n        - z\n      - []\n      - {}\n      -\n  - d\ne: {}\nf: []\n";
    assert_eq!(written(text), text);
    assert_eq!(written("[]"), "[]\n");
    assert_eq!(written("{}"), "{}\n");
    assert_eq!(written("[{\"a\": [1]}]"), "- a:\n    - 1\n");
    assert_eq!(written("\"x\\ny\""), "\"x\\ny\"\n");
    let long = "k".repeat(2000);
    assert_eq!(written(&format!("{{\"{long}\": {{\"a\": 1}}, \"b\": 2}}")), format!("? {long}\n:\n  a: 1\nb: 2\n"));
}

#[test]
fn json_stands_on_one_line_as_a_tree_writes_itself() {
    let tree = Tree::from_json(r#"{"a": [1.0, {}, [], [true, null]], "b": {"c\n": "d"}}"#, Limits::default()).tree;
    // In pieces, not as one value.
    let mut writer = JsonWriter::default();
    writer.begin(Kind::Object);
    for (key, value) in tree.root().entries() {
        writer.key(key.text());
        if value.is_array() {
            writer.begin(Kind::Array);
            value.items().for_each(|item| writer.value(item));
            writer.end();
        } else {
            writer.value(value);
        }
    }
    writer.end();
    assert_eq!(writer.finish(), format!("{}\n", tree.root().to_json()));
}

/// Values that contain texts that YAML reads as something else, nested in all ways that JSON allows.
fn values() -> impl Strategy<Value = serde_json::Value> {
    let odd = prop::sample::select(vec![
        "",
        "~",
        "no",
        "Y",
        "true",
        "null",
        "012",
        "1.0",
        "1e3",
        "0x1F",
        ".inf",
        "-",
        "- a",
        "? a",
        ": a",
        "a: b",
        "a #b",
        "#a",
        "&a",
        "*a",
        "!a",
        "|",
        ">",
        "%a",
        "@a",
        "`a",
        "---",
        "--- a",
        "...",
        "<<",
        "=",
        "{a}",
        "[a]",
        "a,b",
        "'",
        "\"",
        "a\nb",
        "a\n",
        "a\n\n",
        "\na",
        " a\nb",
        "a\n b\n",
        "a\n \nb",
        "a\r\nb",
        "\ta\nb",
        "a\tb",
        "2020-01-01",
        "1:30",
        "+1",
        "a ",
        "\u{85}",
        "\u{feff}a",
        "a\u{2028}b",
        "3.1.0",
        "1_000",
        "$ref",
        "a:",
        ":a",
        "\\",
        "\u{a0}",
        "1,000",
        "...a",
    ]);
    let text = prop_oneof![odd.prop_map(str::to_owned), any::<String>(), r"[-?:,\[\]{}#&*!|>'%@` \n\ta0~<\\.]{0,9}"];
    let leaf = prop_oneof![
        text.clone().prop_map(serde_json::Value::String),
        any::<i64>().prop_map(Into::into),
        any::<bool>().prop_map(Into::into),
        Just(serde_json::Value::Null),
    ];
    leaf.prop_recursive(5, 40, 5, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(serde_json::Value::Array),
            prop::collection::vec((text.clone(), inner), 0..5)
                .prop_map(|members| serde_json::Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn every_tree_is_read_back(value in values()) {
        let out = written(&value.to_string());
        let other: serde_yaml::Value = serde_yaml::from_str(&out).unwrap();
        prop_assert_eq!(serde_json::to_value(other).unwrap(), value, "{}", out);
    }

    #[test]
    fn every_yaml_that_is_read_whole_is_read_back(text in r"([-?:,\[\]{}#&*!|>'%@` \n\ta0~<\\.]|: |- |\n  |a: |x\n){0,40}") {
        let parsed = Tree::from_yaml(&text, Limits::default());
        if parsed.diagnostics.is_empty() {
            written(&text);
        }
    }
}

#[test]
fn a_document_that_is_nothing_is_written_as_null() {
    for text in ["", "---", "&-", "&a", "&-\nnull", "&- null", "--- &a", "!!null", "? &a", "- &-"] {
        let parsed = Tree::from_yaml(text, Limits::default());
        assert_eq!((parsed.extent, parsed.diagnostics.len()), (Extent::Whole, 0), "{text}: {:?}", parsed.diagnostics);
        written(text);
    }
}

#[test]
fn real_files_are_read_back() {
    let Some((_, system)) = real_documents() else { return };
    let files = texts(&system, "specs/big", &["yaml", "yml", "json"]);
    let small = texts(&system, "specs/tricky", &["yaml", "yml", "json"]);
    let mut compared = 0;
    for (path, text) in files.into_iter().filter(|(_, text)| text.len() < 2_000_000).chain(small) {
        let parsed = Tree::from_any(&text, Limits::default());
        if parsed.extent != Extent::Whole || !parsed.diagnostics.is_empty() {
            continue;
        }
        let out = yaml(parsed.tree.root());
        let again = Tree::from_yaml(&out, Limits::default());
        assert!(equal(parsed.tree.root(), again.tree.root()), "{path}");
        let other: serde_yaml::Value = serde_yaml::from_str(&out).unwrap_or_else(|error| panic!("{path}: {error}"));
        assert_same(parsed.tree.root(), &other, &path);
        compared += 1;
    }
    assert!(compared > 150, "{compared}");
}

fn assert_same(node: NodeRef<'_>, value: &serde_yaml::Value, path: &str) {
    match (node.kind(), value) {
        (Kind::Null, serde_yaml::Value::Null) => {}
        (Kind::Bool, serde_yaml::Value::Bool(bool)) => assert_eq!(node.as_bool(), Some(*bool), "{path}"),
        (Kind::Number, serde_yaml::Value::Number(_)) => {}
        // Numbers that only one of the readers supports.
        (Kind::Number, serde_yaml::Value::String(text)) => assert_eq!(node.text(), text, "{path}"),
        (Kind::String, serde_yaml::Value::String(text)) => assert_eq!(node.text(), text, "{path}"),
        (Kind::Array, serde_yaml::Value::Sequence(items)) => {
            assert_eq!(node.items().count(), items.len(), "{path}");
            node.items().zip(items).for_each(|(node, value)| assert_same(node, value, path));
        }
        (Kind::Object, serde_yaml::Value::Mapping(members)) => {
            assert_eq!(node.entries().count(), members.len(), "{path}");
            for ((key, value), (name, other)) in node.entries().zip(members) {
                assert_eq!(Some(key.text()), name.as_str(), "{path}");
                assert_same(value, other, path);
            }
        }
        (kind, value) => panic!("{path}: {kind:?} and {value:?}"),
    }
}
