use super::{Limits, Tree, findings, json};

fn read(text: &str) -> (String, Vec<String>) {
    let parsed = Tree::from_any(text, Limits::default());
    (json(&parsed.tree), findings(text, &parsed))
}

#[test]
fn the_syntax_is_seen_in_the_text() {
    assert_eq!(read(" {\"a\": 1}"), ("{\"a\":1}".to_owned(), vec![]));
    assert_eq!(read("a: 1"), ("{\"a\":1}".to_owned(), vec![]));
    assert_eq!(read("{a: 1, b: [x,]} # flow"), ("{\"a\":1,\"b\":[\"x\"]}".to_owned(), vec![]));
    assert_eq!(read("{\"a\": 1, \"b\": \"c\" 2}").1, ["invalid-json `18:2` expected `,` or `}`, found `2`"]);
    assert_eq!(read("{a: 1").1, ["invalid-json `1:a` expected a key in double quotes, found `a`"]);
}

#[test]
fn what_is_no_document_is_named() {
    for (text, finding) in [
        ("", "not-openapi `0:` the file is empty"),
        ("\u{feff} \n\n", "not-openapi `3:` the file is empty"),
        ("# a\n---\n", "not-openapi `0:# a` the file contains only comments or `---`"),
        ("---\n", "not-openapi `0:---` the file contains only comments or `---`"),
        (
            "\n<!DOCTYPE html>\n<html><body>404</body></html>",
            "not-openapi `1:<!DOCTYPE html>` the file is an HTML page",
        ),
        ("<HTML lang=en>", "not-openapi `0:<HTML lang=en>` the file is an HTML page"),
        ("<?xml version=\"1.0\"?><a/>", "not-openapi `0:<?xml version=\"1.0\"?><a/>` the file is XML"),
        (
            "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n",
            "not-openapi `0:version https://git-lfs.github.com/spec/v1` the file is a Git LFS pointer",
        ),
        (
            "a: 1\n<<<<<<< HEAD\nb: 1\n=======\nb: 2\n>>>>>>> other\n",
            "invalid-yaml `5:<<<<<<< HEAD` the file has an unresolved merge conflict [36:>>>>>>> other]",
        ),
        (
            "{\n<<<<<<< HEAD\n\"b\": 1\n=======\n\"b\": 2\n>>>>>>> other\n}",
            "invalid-json `2:<<<<<<< HEAD` the file has an unresolved merge conflict [37:>>>>>>> other]",
        ),
        ("{\0\"\0a\0", "not-text `0:` the file appears to be UTF-16"),
    ] {
        assert_eq!(read(text).1, [finding], "{text}");
    }
    assert_eq!(read("<<: {a: 1}\n").1, [""; 0]);
    // A document with a single invalid value is still a document.
    assert_eq!(read("<headers: *a").1, ["invalid-yaml `10:*a` the alias `*a` has no anchor before it"]);
    assert_eq!(read("a: |\n  <<<<<<< HEAD\n  =======\n  >>>>>>> x\n").1, [""; 0]);
}
