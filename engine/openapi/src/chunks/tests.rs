//! Tests of the split, and of what an edit makes run again.

use std::collections::BTreeMap;
use std::sync::Arc;

use proptest::prelude::*;

use super::{Chunk, ChunkContent, ChunkKey, chunk_key_place, chunk_place, chunk_tree, file_diagnostics, source_index};
use crate::parse::split::{by_indentation, by_tree};
use crate::testing::fuzz::chunks::check_chunks;
use crate::testing::{Database, Inputs};
use base::inputs::{Change, File, MemorySystem};
use base::testing::fuzz::tree::equal;
use base::testing::{real_documents, texts};
use base::tree::{Limits, NodeId, Tree};

struct Spec {
    system: Arc<MemorySystem>,
    inputs: Inputs,
    file: File,
}

impl Spec {
    fn new(text: &str) -> Self {
        let system = Arc::new(MemorySystem::default());
        system.write("spec", text);
        let mut inputs = Inputs::new(system.clone());
        let (file, _) = inputs.require(&Arc::from("spec"));
        Self { system, inputs, file }
    }

    fn db(&self) -> &Database {
        self.inputs.db()
    }

    fn chunks(&self) -> &[Chunk<'_>] {
        &source_index(self.db(), self.file).chunks
    }

    /// `section name member: value`, one per line.
    fn listing(&self) -> String {
        let line = |&chunk: &Chunk<'_>| {
            let ChunkKey { section, name, member } = chunk.key(self.db());
            let value = chunk_tree(self.db(), chunk).root().to_json();
            let member = if member.is_empty() { String::new() } else { format!(" {member}") };
            format!("{section:?} {name}{member}: {value}\n")
        };
        self.chunks().iter().map(line).collect()
    }

    /// The way in which the chunks hold their content.
    fn content(&self) -> &'static str {
        match self.chunks().first().map(|chunk| chunk.content(self.db())) {
            Some(ChunkContent::Json(_)) => "json",
            Some(ChunkContent::Yaml(_)) => "yaml",
            Some(ChunkContent::Tree(_)) => "tree",
            Some(ChunkContent::Whole(_)) => "whole",
            None => "none",
        }
    }

    /// Code, source text, message and the sources of notes.
    fn findings(&self) -> Vec<String> {
        let text = self.file.text(self.db());
        let source = |span: Option<base::diagnostic::Span>| text[span.unwrap().range()].replace('\n', "⏎");
        file_diagnostics(self.db(), self.file)
            .iter()
            .map(|found| {
                let notes: String = found
                    .notes
                    .iter()
                    .map(|note| format!(" [{}:{}]", note.place.unwrap().start, source(note.place)))
                    .collect();
                let start = found.place.unwrap().start;
                format!("{} {start}:`{}` {}{notes}", found.code.name(), source(found.place), found.message)
            })
            .collect()
    }

    /// Replaces the text and tells which queries ran, with how often, to have every tree and finding again.
    fn edit(&mut self, text: &str) -> BTreeMap<String, usize> {
        self.sweep();
        self.system.write("spec", text);
        assert!(self.inputs.apply(&[Change::Path(Arc::from("spec"))]));
        self.db().record_executions(true);
        self.sweep();
        let mut ran = BTreeMap::new();
        for query in self.db().record_executions(false) {
            *ran.entry(query.split('(').next().unwrap().to_owned()).or_default() += 1;
        }
        ran
    }

    fn sweep(&self) {
        for &chunk in self.chunks() {
            let _ = chunk_tree(self.db(), chunk);
        }
        let _ = file_diagnostics(self.db(), self.file);
    }
}

const YAML: &str = "\
# A spec.
openapi: 3.1.0
info:
  title: T
  description: |
    paths:
      /not: here

tags:
- name: a
- name: b
paths:
  # First.
  /a:
    summary: s   # shared
    get:
      operationId: a
      tags:
      - x
    # Before the next.
    post: {operationId: b}
  '/b':
    get:
      operationId: c
  x-note: text
  /empty: {}
components:
  schemas:
    A:
      type: object
    B: {type: string}
  responses:
x-end: 1
";

const LISTING: &str = "\
Root openapi: 3.1.0
Root info: {\"title\":\"T\",\"description\":\"paths:\\n  /not: here\\n\"}
Root tags: [{\"name\":\"a\"},{\"name\":\"b\"}]
Paths /a summary: \"s\"
Paths /a get: {\"operationId\":\"a\",\"tags\":[\"x\"]}
Paths /a post: {\"operationId\":\"b\"}
Paths /b get: {\"operationId\":\"c\"}
Paths x-note: \"text\"
Paths /empty: {}
Components schemas A: {\"type\":\"object\"}
Components schemas B: {\"type\":\"string\"}
Components responses: null
Root x-end: 1
";

#[test]
fn yaml_is_split_by_its_lines() {
    for text in [YAML.to_owned(), format!("---\n{YAML}"), format!("\u{feff}{YAML}"), YAML.replace('\n', "\r\n")] {
        let spec = Spec::new(&text);
        assert_eq!(spec.content(), "yaml");
        assert_eq!(
            spec.listing().replace("3.1.0", "\"3.1.0\"").replace("\"\"", "\""),
            LISTING.replace("3.1.0", "\"3.1.0\"")
        );
        assert_eq!(spec.findings(), [""; 0]);
    }
}

#[test]
fn json_is_split_by_its_tree() {
    let spec = Spec::new(
        r#"{"openapi": "3.1.0", "paths": {"/a": {"get": {"x": 1}, "summary": "s"}, "/b": {}, "/c": 3}, "components": null}"#,
    );
    assert_eq!(spec.content(), "json");
    assert_eq!(
        spec.listing(),
        "Root openapi: \"3.1.0\"\nPaths /a get: {\"x\":1}\nPaths /a summary: \"s\"\nPaths /b: {}\nPaths /c: 3\nRoot components: null\n"
    );
    for (text, value) in [("[1]", "[1]"), ("{}", "{}"), ("3", "3"), ("- a\n", "[\"a\"]")] {
        assert_eq!(Spec::new(text).listing(), format!("Root : {value}\n"));
    }
}

#[test]
fn what_lines_cannot_tell_is_split_by_the_tree() {
    let flow = "paths:\n  /a: {get: {x: 1}}\n  /b:\n    get: {y: 2}\n";
    let parts = "Paths /a get: {\"x\":1}\nPaths /b get: {\"y\":2}\n";
    let anchors = "x-a: &a {x: 1}\npaths:\n  /a:\n    get: *a\n  /b:\n    get: {y: 2}\n";
    for (text, listing) in [
        (flow, parts.to_owned()),
        ("{paths: {/a: {get: {x: 1}}, /b: {get: {y: 2}}}}", parts.to_owned()),
        ("paths: {/a: {get: {x: 1}}, /b: {get: {y: 2}}}", parts.to_owned()),
        ("paths: &p\n  /a: &i\n    get: {x: 1}\n  /b:\n    get: {y: 2}\n", parts.to_owned()),
        ("? paths\n: /a:\n    get: {x: 1}\n  /b:\n    get: {y: 2}\n", parts.to_owned()),
        ("paths:\n  /a:\n    get: {x: 1\n  }\n  /b:\n    get: {y: 2}\n", parts.to_owned()),
        ("paths:\n  \"/\\u0061\":\n    get: {x: 1}\n  /b:\n    get: {y: 2}\n", parts.to_owned()),
        (anchors, format!("Root x-a: {{\"x\":1}}\n{parts}")),
    ] {
        let spec = Spec::new(text);
        assert_eq!(spec.content(), "tree", "{text}");
        assert_eq!(spec.listing(), listing, "{text}");
        assert_eq!(spec.findings(), [""; 0], "{text}");
    }
    let spec = Spec::new("x: 1\r\ny: 2\rz: 3\n");
    assert_eq!(spec.listing(), "Root x: 1\nRoot y: 2\nRoot z: 3\n");
}

#[test]
fn places_are_those_in_the_file() {
    for (text, content) in [
        (YAML.to_owned(), "yaml"),
        (YAML.replace("get:\n      operationId: c", "get: &x\n      operationId: c\n    put: *x"), "tree"),
        (Tree::from_yaml(YAML, Limits::default()).tree.root().to_json(), "json"),
    ] {
        let spec = Spec::new(&text);
        assert_eq!(spec.content(), content);
        for &chunk in spec.chunks() {
            let source = |place: base::diagnostic::Place| &text[place.span.range()];
            let key = source(chunk_key_place(spec.db(), chunk));
            assert_eq!(key.trim_matches(['\'', '"']), chunk.key(spec.db()).last());
            let tree = chunk_tree(spec.db(), chunk);
            for id in 0..tree.len() as u32 {
                let node = tree.node(NodeId(id));
                let at = source(chunk_place(spec.db(), chunk, NodeId(id)));
                if !node.is_object() && !node.is_array() && !node.text().contains('\n') {
                    assert_eq!(at.trim_matches(['\'', '"']), node.text(), "{content}");
                }
            }
        }
        let is_b = |chunk: &&Chunk<'_>| &*chunk.key(spec.db()).name == "/b";
        let chunk = spec.chunks().iter().find(is_b).copied().unwrap();
        let node = chunk_tree(spec.db(), chunk).root().get("operationId").unwrap().id();
        let place = chunk_place(spec.db(), chunk, node);
        let before = &text[..place.span.start as usize];
        assert!(before[before.find("/b").unwrap()..].ends_with(if content == "json" {
            "\"operationId\":"
        } else {
            "operationId: "
        }));
    }
}

#[test]
fn of_keys_that_come_twice_the_last_counts() {
    let yaml = "a: 1\npaths:\n  /a:\n    get: 1\n    get: 2\n  /b:\n    put: 3\n  /a:\n    post: {x: 1, x: 2}\na: 2\n";
    let json = r#"{"a": 1, "paths": {"/a": {"get": 1, "get": 2}, "/b": {"put": 3}, "/a": {"post": {"x": 1, "x": 2}}}, "a": 2}"#;
    let listing = "Paths /b put: 3\nPaths /a post: {\"x\":1,\"x\":2}\nRoot a: 2\n";
    let spec = Spec::new(yaml);
    assert_eq!(spec.content(), "tree");
    assert_eq!(spec.listing(), listing);
    assert_eq!(
        spec.findings(),
        [
            "duplicate-key 33:`get` duplicate key `get` [22:get]",
            "duplicate-key 59:`/a` duplicate key `/a` [14:/a]",
            "duplicate-key 80:`x` duplicate key `x` [74:x]",
            "duplicate-key 86:`a` duplicate key `a` [0:a]",
        ]
    );
    let spec = Spec::new(json);
    assert_eq!(spec.listing(), listing);
    assert_eq!(spec.findings().len(), 4);
}

#[test]
fn the_value_of_a_repeated_key_ends_where_it_is_closed() {
    for (yaml, listing) in [
        ("paths:\n  /a:\n    get: {summary: x,\ndescription: First}\npaths:\n  /b:\n    get: 1\n", "Paths /b get: 1\n"),
        ("paths:\n  /a: {get: 1,\n  /c: 2}\n  /a: 3\n", "Paths /a: 3\n"),
        ("paths:\n  /a:\n    get: [1,\n    put: 2]\n    get: 3\n", "Paths /a get: 3\n"),
        ("a: {\nb: 1}\na: 2\n", "Root a: 2\n"),
    ] {
        let spec = Spec::new(yaml);
        assert_eq!(spec.listing(), listing, "{yaml}");
        assert_eq!(spec.findings().len(), 1, "{yaml}");
        check_chunks(yaml);
    }
    // A fault in it is found, too.
    let spec = Spec::new("a: {b: 1\na: 2\n");
    assert_ne!(spec.findings(), [""; 0]);
}

#[test]
fn explicit_keys_end_where_the_document_says() {
    for key in ["? b", "? # b", "?", "- ? # b", "? b\n      : c"] {
        check_chunks(&format!("paths:\n  /a:\n    get:\n      {key}\n    # After.\n    put: {{}}\n"));
    }
}

#[test]
fn a_broken_chunk_leaves_the_others() {
    let broken = YAML.replace("operationId: a\n", "operationId: \"a\n");
    let spec = Spec::new(&broken);
    assert_eq!(spec.content(), "yaml");
    assert_eq!(spec.listing().lines().count(), LISTING.lines().count());
    assert!(spec.listing().contains("Paths /b get: {\"operationId\":\"c\"}\n"));
    assert_eq!(spec.findings(), ["invalid-yaml 201:`t` a quoted string continues without indentation"]);
    // Two at once, and a line that is no key at all.
    let broken = broken.replace("  x-note: text\n", "  x-note: @text\n  oops\n");
    let spec = Spec::new(&broken);
    assert!(spec.listing().contains("Components schemas A: {\"type\":\"object\"}\n"));
    assert_eq!(spec.findings().len(), 2, "{:?}", spec.findings());
    // One that shows in no chunk alone.
    let spec = Spec::new(&YAML.replace("  schemas:\n", "   schemas: # :\n    oops\n"));
    assert_ne!(spec.findings(), [""; 0]);
    let spec = Spec::new("a: *x\nb: {\n");
    assert_eq!(spec.findings().len(), 1, "{:?}", spec.findings());
    let spec = Spec::new("a: &x 1\nb: *y\nc: *x\n");
    assert_eq!(spec.findings(), ["invalid-yaml 11:`*y` the alias `*y` has no anchor before it"]);
    assert_eq!(spec.listing(), "Root a: 1\nRoot b: null\nRoot c: 1\n");
    let spec = Spec::new("a: 1\n<<<<<<< HEAD\nb: 1\n=======\nb: 2\n>>>>>>> x\n");
    assert_eq!(spec.findings().len(), 1);
    let spec = Spec::new("a: 1\n---\nb: 1\n");
    assert_eq!(spec.findings(), ["invalid-yaml 5:`---` a second document begins here; only one per file is allowed"]);
}

#[test]
fn files_that_cannot_be_read_are_reported() {
    let mut spec = Spec::new("a: 1\n");
    assert_eq!(spec.findings(), [""; 0]);
    spec.system.write("spec", b"a: \xff".to_vec());
    spec.inputs.apply(&[Change::Rescan]);
    let found = file_diagnostics(spec.db(), spec.file);
    assert_eq!(found[0].message, "the file `spec` is not valid UTF-8: invalid byte at offset 3");
    assert_eq!(spec.listing(), "");
    spec.system.remove("spec");
    spec.inputs.apply(&[Change::Rescan]);
    assert_eq!(file_diagnostics(spec.db(), spec.file)[0].message, "the file `spec` does not exist");
}

#[test]
fn alias_bombs_in_many_chunks_share_one_limit() {
    let chunk = |n: usize| {
        let levels: String =
            (1..6).map(|level| format!("    - &a{level} [{}]\n", format!("*a{}, ", level - 1).repeat(10))).collect();
        format!("    S{n}:\n    - &a0 [x, x]\n{levels}")
    };
    let text = format!("components:\n  schemas:\n{}", (0..20).map(chunk).collect::<String>());
    let spec = Spec::new(&text);
    assert_eq!(spec.findings().len(), 1);
    assert!(spec.findings()[0].starts_with("limit-exceeded"), "{:?}", spec.findings());
    let nodes: usize = spec.chunks().iter().map(|&chunk| chunk_tree(spec.db(), chunk).len()).sum();
    assert!(nodes < 3_000_000, "{nodes}");
}

#[test]
fn an_edit_parses_the_changed_chunk_alone() {
    let ran = |from: &str, to: &str| {
        let mut spec = Spec::new(YAML);
        let ran = spec.edit(&YAML.replace(from, to));
        let cold = Spec::new(&YAML.replace(from, to));
        assert_eq!(spec.listing(), cold.listing());
        assert_eq!(spec.findings(), cold.findings());
        ran.into_iter().map(|(query, times)| format!("{query} {times}")).collect::<Vec<_>>().join(", ")
    };
    // A value: the chunk is still in order, so nothing looks at the others.
    assert_eq!(
        ran("operationId: a", "operationId: changed"),
        "chunk_parsed 1, chunk_syntax 1, file_diagnostics 1, split 1"
    );
    // Comments between chunks belong to none.
    assert_eq!(ran("# Before the next.", "# Before the very next.\n"), "file_diagnostics 1, split 1");
    // Broken: the whole is tried, and the other chunks stay.
    assert_eq!(
        ran("operationId: a", "operationId: \"a"),
        "chunk_parsed 1, chunk_syntax 1, file_diagnostics 1, lines_are_sound 1, source_index 1, split 1, whole_split 1"
    );
}

#[test]
fn an_edit_of_a_file_with_anchors_changes_no_other_chunk() {
    let text =
        YAML.replace("post: {operationId: b}", "post: &p {operationId: b}").replace("x-note: text", "x-note: *p");
    let mut spec = Spec::new(&text);
    assert_eq!(spec.content(), "tree");
    let before: Vec<_> =
        spec.chunks().iter().map(|chunk| (format!("{chunk:?}"), chunk.content(spec.db()).clone())).collect();
    let _ = spec
        .edit(&text.replace("operationId: c", "operationId:   changed   # and a comment\n").replace("\n\n", "\n\n\n"));
    let after: Vec<_> =
        spec.chunks().iter().map(|chunk| (format!("{chunk:?}"), chunk.content(spec.db()).clone())).collect();
    assert_eq!(before.len(), after.len());
    let differ = before.iter().zip(&after).filter(|(before, after)| before.1 != after.1).count();
    assert_eq!(differ, 1);
}

proptest! {
    #[test]
    fn chunks_of_an_edited_spec_are_those_of_its_tree(
        from in 0..YAML.len(),
        len in 0..30usize,
        put in r#"( |  |    |\n|\n  |\n    |a: |/b:|- |\{|\}|\[|'|"|\||# |&a |\*a|---|<<: |x|\? |,|\t){0,5}"#,
    ) {
        check_chunks(&format!("{}{put}{}", &YAML[..from], &YAML[(from + len).min(YAML.len())..]));
    }

    #[test]
    fn chunks_of_any_lines_are_those_of_the_tree(
        lines in r#"((paths|components):\n(( |  |    )(/a|b|'c'|- d|- |"e"|# f|\? |x):?( |  \n| 1\n| \{\}\n| \||\n|\n| "|" ?\n| \[|\]\n| &a|\n| \*a\n)){0,12}(info: 1\n|- x\n|---\n|\}\n)?){1,2}"#,
    ) {
        check_chunks(&lines);
    }
}

#[test]
fn chunks_of_real_specs_equal_the_subtrees_of_the_whole() {
    let Some((_, system)) = real_documents() else { return };
    let (mut by_lines, mut compared) = (0, 0);
    for folder in ["specs/big", "specs/tricky", "specs/multi", "specs/invalid"] {
        for (path, text) in texts(&system, folder, &["yaml", "yml"]) {
            let spec = Spec::new(&text);
            let whole = Tree::from_any(&text, Limits::default());
            let parts = by_tree(&whole.tree);
            let chunks = spec.chunks();
            assert_eq!(chunks.len(), parts.len(), "{path}");
            for (&chunk, part) in chunks.iter().zip(&parts) {
                assert_eq!(chunk.key(spec.db()), &part.key, "{path}");
                assert!(equal(chunk_tree(spec.db(), chunk).root(), part.value), "{path} {:?}", part.key);
                let place = chunk_place(spec.db(), chunk, chunk_tree(spec.db(), chunk).root().id());
                assert_eq!(place.span, part.value.span(), "{path} {:?}", part.key);
                assert_eq!(chunk_key_place(spec.db(), chunk).span, part.keys.own, "{path} {:?}", part.key);
            }
            by_lines += usize::from(spec.content() == "yaml");
            compared += 1;
            assert_eq!(file_diagnostics(spec.db(), spec.file), &whole.diagnostics, "{path}");
        }
    }
    assert!(by_lines * 10 > compared * 8, "{by_lines} of {compared}");
}

#[test]
fn indented_json_is_split_by_its_lines_as_by_its_tree() {
    let document = r##"{
  "openapi": "3.1.0",
  "info": { "title": "T", "version": "1" },
  "tags": [
    { "name": "a }" }
  ],
  "paths": {
    "/a": {
      "get": {
        "description": "{\n \"\": }",
        "responses": {}
      },
      "parameters": []
    },
    "/b": {},
    "/c": {
    },
    "x-d": 1,
    "/é": [
      1
    ]
  },
  "components": {
    "schemas": {
      "A": true,
      "B": {
        "type": "object"
      }
    }
  }
}
"##;
    let parts = |text: &str| {
        let tree = Tree::from_json(text, Limits::default()).tree;
        let of_tree: Vec<_> =
            by_tree(&tree).into_iter().map(|part| (part.key, part.keys, part.value.span().range())).collect();
        let of_lines = by_indentation(text)
            .map(|parts| parts.into_iter().map(|part| (part.key, part.keys, part.value)).collect::<Vec<_>>());
        (of_tree, of_lines)
    };
    for text in [document.to_owned(), document.replace('\n', "\r\n"), document.replace("  ", "\t")] {
        let (of_tree, of_lines) = parts(&text);
        assert_eq!(of_lines.as_ref(), Some(&of_tree), "{text}");
    }
    // These are parsed whole: on one line, a key with an escape or twice, a comma before a brace, text after the end.
    let others = [
        ("\n", ""),
        ("\"/b\"", r#""\u002fb""#),
        ("\"/b\"", "\"/a\""),
        ("      \"parameters\": []", "      \"parameters\": [],"),
        ("\"openapi\": \"3.1.0\",", "\"openapi\": \"3.1.0\""),
    ];
    for (from, to) in others {
        assert!(document.contains(from), "{from}");
        let text = document.replace(from, to);
        assert_eq!(parts(&text).1, None, "{text}");
    }
    assert_eq!(parts(&format!("{document}x")).1, None);
}

#[test]
fn json_whose_indentation_misleads_is_parsed_whole() {
    // A value that is none, a bracket at another depth, two members on a line, a key twice within a chunk.
    let bodies =
        ["\"a\": nul", "\"a\": {\n  }\n  ,", "\"a\": 1, \"b\": 2", "\"a\": {\n    \"x\": 1,\n    \"x\": 2\n  }"];
    for body in bodies {
        let indented = Spec::new(&format!("{{\n  {body}\n}}\n"));
        let padded = Spec::new(&format!(" {{\n  {body}\n}}\n"));
        let shifted = |spec: &Spec, by: u32| -> Vec<_> {
            let found = file_diagnostics(spec.db(), spec.file).iter();
            found.map(|found| (found.code, found.message.clone(), found.place.unwrap().start - by)).collect()
        };
        assert_eq!(indented.listing(), padded.listing(), "{body}");
        assert_eq!(shifted(&indented, 0), shifted(&padded, 1), "{body}");
    }
}
