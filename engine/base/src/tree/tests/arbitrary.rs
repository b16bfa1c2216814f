use proptest::prelude::*;

use super::{Limits, Tree, check_tree};

/// Small documents that contain everything the readers treat specially.
const JSON: &str = r#"{"openapi": "3.1.0", "paths": {"/a": {"get": {"x": [1, -2.5e3, true, null, "é\n\ud83d\ude00"]}}}, "a": {}, "a": []}"#;
const YAML: &str = "a: &x\n  b: 'it''s'\n  ? [k]\n  : \"\\u00e9\\n\"\nc:\n- *x\n- <<: [*x, {d: 1}]\n  e: !t |+\n    text\n\n- >-\n  é\nf: {g: [1, ~,], h: }\n";

proptest! {
    #[test]
    fn no_text_is_too_strange(text in any::<String>()) {
        read(&text);
    }

    #[test]
    fn nothing_made_of_indicators_is_too_strange(text in r#"([-?:,\[\]{}#&*!|>'"%@` \n\ta0~<\\.]|: |- |\n  |<<: |&a |\*a ){0,60}"#) {
        read(&text);
    }

    #[test]
    fn no_edit_of_a_document_is_too_strange(from in 0..150usize, len in 0..20usize, put in r#"[-?:,\[\]{}#&*!|>'"\\ \n\tx1]{0,4}"#) {
        for document in [JSON, YAML] {
            let boundary = |at: usize| (at.min(document.len())..).find(|&at| document.is_char_boundary(at)).unwrap();
            let (from, to) = (boundary(from), boundary(from + len));
            read(&format!("{}{put}{}", &document[..from], &document[to..]));
        }
    }
}

fn read(text: &str) {
    let limits = Limits { depth: 20, nodes: 500, copies: 100 };
    for parsed in [Tree::from_json(text, limits), Tree::from_yaml(text, limits)] {
        check_tree(text, &parsed, limits);
    }
    let _ = Tree::from_any(text, limits);
}
