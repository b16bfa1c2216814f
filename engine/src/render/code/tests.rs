use proptest::prelude::*;

use super::{CodeView, HIGHLIGHTED, code_block, code_group_at};

fn block(view: &CodeView<'_>) -> String {
    let mut out = String::new();
    code_block(view, &mut out);
    out
}

/// The `<code>` of a block.
fn code(language: &str, text: &str) -> String {
    let html = block(&CodeView { language: Some(language), text, ..CodeView::default() });
    let from = html.find("<code").unwrap();
    let from = from + html[from..].find('>').unwrap() + 1;
    html[from..html.find("</code>").unwrap()].to_owned()
}

/// The text of `html`.
fn stripped(html: &str) -> String {
    let mut text = String::new();
    for (n, piece) in html.split('<').enumerate() {
        text.push_str(if n == 0 { piece } else { piece.split_once('>').unwrap().1 });
    }
    for (entity, plain) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")] {
        text = text.replace(entity, plain);
    }
    text
}

/// The tokens in a short notation: `class(text)`.
fn tokens(language: &str, text: &str) -> String {
    let html = code(language, text);
    stripped(&html.replace("<span class=\"tk-", "[").replace("\">", ":").replace("</span>", "]"))
}

#[test]
fn json() {
    insta::assert_snapshot!(
        tokens("json", "{\n  \"a\" : [\"x\\\"\", -1.5e3, true, null], // c\n  \"open\n}"),
        @r#"
    {
      [p:"a"] : [[s:"x\""], [n:-1.5e3], [k:true], [k:null]], [c:// c]
      [s:"open]
    }
    "#
    );
}

#[test]
fn yaml() {
    insta::assert_snapshot!(
        tokens(
            "yml",
            "---\nopenapi: 3.1.0 # v\n\"a b\": &x 'it''s'\nlist:\n  - {k: [1, two], \"q\": *x}\ntext: |\n  a: b\n\n  c\nurl: https://x.y/#z\non: true\n"
        ),
        @r#"
    [o:---]
    [p:openapi][o::] [n:3.1.0] [c:# v]
    [p:"a b"][o::] [v:&x] [s:'it''s']
    [p:list][o::]
      [o:-] {[p:k][o::] [[n:1], [s:two]], [p:"q"][o::] [v:*x]}
    [p:text][o::] [o:|]
    [s:  a: b

      c
    ][p:url][o::] [s:https://x.y/#z]
    [p:on][o::] [k:true]
    "#
    );
}

#[test]
fn http() {
    insta::assert_snapshot!(
        tokens("http", "POST /a?b=c HTTP/1.1\nHost: x.y\nA: b: c\n\n{\"a\": 1}\n"),
        @r#"
    [f:POST] [s:/a?b=c] [k:HTTP/1.1]
    [p:Host]: x.y
    [p:A]: b: c

    {[p:"a"]: [n:1]}
    "#
    );
    insta::assert_snapshot!(tokens("http", "HTTP/1.1 404 Not Found\nX: y"), @r"
    [k:HTTP/1.1] [n:404] Not Found
    [p:X]: y
    ");
}

#[test]
fn shell() {
    insta::assert_snapshot!(
        tokens(
            "bash",
            "# note\nA=\"$B c\" curl -X POST 'https://x' \\\n  --data \"a \\\" ${C}\" | jq . > out\nif [ -f x ]; then echo $1; fi\ncat <<EOF\nbody $x\nEOF\ndone"
        ),
        @r#"
    [c:# note]
    [v:A]=[s:"][v:$B][s: c"] [f:curl] [p:-X] POST [s:'https://x'] \
      [p:--data] [s:"a \" ][v:${C}][s:"] [o:|] [f:jq] . [o:>] out
    [k:if] [f:[] [p:-f] x ][o:;] [k:then] [f:echo] [v:$1][o:;] [k:fi]
    [f:cat] [o:<<][k:EOF]
    [s:body $x
    ][k:EOF]
    [k:done]
    "#
    );
    insta::assert_snapshot!(tokens("console", "$ ls -l \\\n  x\ntotal 1\n"), @r"
    [o:$] [f:ls] [p:-l] \
      [f:x]
    total 1
    ");
}

#[test]
fn lines_are_spans_where_they_matter() {
    let view = CodeView {
        language: Some("json"),
        filename: Some("a<b>.json"),
        text: "[\n\n1,\n2]",
        line_numbers: true,
        highlight: &[(2, 3)],
    };
    insta::assert_snapshot!(block(&view), @r#"
    <figure class="code numbered" data-lang="json"><figcaption class="code-head"><span class="code-title">a&lt;b&gt;.json</span><button class="copy" type="button" data-copy>Copy</button></figcaption><pre tabindex="0"><code class="lang-json"><span class="line">[
    </span><span class="line hl">
    </span><span class="line hl"><span class="tk-n">1</span>,
    </span><span class="line"><span class="tk-n">2</span>]</span></code></pre></figure>
    "#);
}

#[test]
fn a_language_never_becomes_a_class_of_its_own() {
    let html = block(&CodeView { language: Some("js\" onload=\"x"), text: "x", ..CodeView::default() });
    assert!(html.contains("data-lang=\"js&quot; onload=&quot;x\""));
    assert!(html.contains("<code>x</code>"));
}

#[test]
fn groups_label_their_tabs() {
    let view = CodeView { language: Some("json"), text: "1", ..CodeView::default() };
    let mut out = String::new();
    code_group_at(4, &[("a\"", view)], Some("lang"), &mut out);
    assert!(out.starts_with(
        "<wc-code-group sync=\"lang\" class=\"code-group\"><wc-code-tab label=\"a&quot;\"><h4 class=\"tab-label\">a&quot;</h4><figure"
    ));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn text_is_the_source(text in "([ -~]|[{}\\[\\]\"':#$|<\\\\\n -]|é|(---|<<E|E\n|HTTP/1|true)){0,60}", by_line: bool) {
        for (names, ..) in HIGHLIGHTED {
            let view = CodeView { language: Some(names[0]), text: &text, line_numbers: by_line, ..CodeView::default() };
            let html = block(&view);
            let code = &html[html.find("<code").unwrap()..html.find("</code>").unwrap()];
            prop_assert_eq!(stripped(code), text.as_str());
        }
    }
}

/// Output that grows faster than the text would show in its size, and a scanner that does not move would not end.
#[test]
fn hostile_texts_stay_small() {
    for unit in ["\"", "{", "[1,", "'", "<<A\n", "- ", "a: ", "${", "$(", "\\", "/*", "# ", "|\n", "&a ", "\"\\"] {
        let text = unit.repeat(60_000 / unit.len());
        for (names, ..) in HIGHLIGHTED {
            assert!(code(names[0], &text).len() < 40 * text.len(), "{unit:?} as {}", names[0]);
        }
    }
}
