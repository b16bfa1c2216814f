use proptest::prelude::*;

use super::language::LANGUAGES;
use super::marks::Mark;
use super::syntax::{ALIASES, Grammar, SCOPES, TOKENS, tokens as grammar_tokens};
use super::{CodeOrigin, CodeView, Token, code_block, code_tab, grammars, is_highlighted, marks};
use crate::parse::config::ENGLISH;

/// A code block of a page.
fn block(view: &CodeView<'_>) -> String {
    let (_, project) = crate::testing::project("//- /tool.json\n{\"name\": \"x\"}\n");
    let mut out = String::new();
    code_block(&ENGLISH, &CodeView { origin: CodeOrigin::page(project.inputs.db()), ..*view }, &mut out);
    out
}

/// A code block of a spec.
fn block_of_spec(view: &CodeView<'_>) -> String {
    let mut out = String::new();
    code_block(&ENGLISH, view, &mut out);
    out
}

/// The `<code>` of a block.
fn code(language: &str, text: &str) -> String {
    let html = block_of_spec(&CodeView { language: Some(language), text, ..CodeView::default() });
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
    // Paths with spaces, and lines that end early.
    for (line, expected) in [
        ("GET /a b", "[f:GET] [s:/a b]"),
        ("GET /a b HTTP/2", "[f:GET] [s:/a b] [k:HTTP/2]"),
        ("GET HTTP/1.1", "[f:GET] [s:HTTP/1.1]"),
        ("GET", "[f:GET]"),
    ] {
        assert_eq!(tokens("http", line).trim_end(), expected);
    }
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
    for (code, expected) in [
        ("a <<-E\n\tb\n\tE\nc", "[f:a] [o:<<-][k:E]\n[s:\tb\n][k:\tE]\n[f:c]"),
        ("a << 'E'\nb", "[f:a] [o:<<] '[k:E]'\n[s:b]"),
        ("a <<< b\nc", "[f:a] [o:<<<] b\n[f:c]"),
    ] {
        assert_eq!(tokens("bash", code).trim_end(), expected);
    }
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
        ..CodeView::default()
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
fn a_tab_has_its_label_as_a_heading() {
    let view = CodeView { language: Some("json"), text: "1", ..CodeView::default() };
    let mut out = String::new();
    code_tab(&ENGLISH, 4, "a\"", &view, &mut out);
    assert!(out.starts_with("<h4 class=\"tab-label\">a&quot;</h4><figure"), "{out}");
}

#[test]
fn javascript() {
    assert_eq!(tokens("jsx", "<A b=\"c\"/>; d(\"e\")").trim_end(), "<[k:A] [p:b]=[s:\"c\"]/>; [f:d]([s:\"e\"])");
    insta::assert_snapshot!(
        tokens(
            "js",
            "// note\nimport { a } from 'b';\nconst x = `a${f(`${1}`) + {a: 1}.a}b` / 2 /* c */;\nif (/[/]\\/x/g.test(it)) return new Date() ?? null;\nx.default('don\\'t', 0xff_n, 1.5e3);\nit's open\nreturn <a.B className=\"c\" {...d} on={() => f(<i/>)}>for {new X()} and</a.B> > 1;"
        ),
        @r#"
        [c:// note]
        [k:import] { a } [k:from] [s:'b'];
        [k:const] x = [s:`a${][f:f]([s:`${][n:1][s:}`]) + {[p:a]: [n:1]}.a[s:}b`] / [n:2] [c:/* c */];
        [k:if] ([s:/[/]\/x/g].[f:test](it)) [k:return] [k:new] [f:Date]() ?? [k:null];
        x.[f:default]([s:'don\'t'], [n:0xff_n], [n:1.5e3]);
        it's open
        [k:return] <[k:a.B] [p:className]=[s:"c"] {...d} [p:on]={() => [f:f](<[k:i]/>)}>for {[k:new] [f:X]()} and</[k:a.B]> > [n:1];
        "#
    );
}

#[test]
fn typescript_takes_brackets_for_types() {
    insta::assert_snapshot!(
        tokens(
            "ts",
            "@Input() private map: Map<string, Array<Pet>> = f<T>(a < b, c > d);\ntype A = { type: 'x'; default: never }"
        ),
        @r"
        [v:@Input]() [k:private] [p:map]: [t:Map]<[k:string], [t:Array]<[t:Pet]>> = f<[t:T]>(a < b, c > d);
        [k:type] [t:A] = { [p:type]: [s:'x']; [k:default]: [k:never] }
        "
    );
}

#[test]
fn python() {
    insta::assert_snapshot!(
        tokens(
            "py",
            "@app.get(\"/a\")\nasync def f(x: int = 1_000.5) -> None:\n    '''It's\n    text'''\n    return rb\"\\d\" + f'{x}' # end\n    raise ValueError(\"x\" 'open)"
        ),
        @r#"
        [v:@app].[f:get]([s:"/a"])
        [k:async] [k:def] [f:f](x: int = [n:1_000.5]) -> [k:None]:
            [s:'''It's
            text''']
            [k:return] [s:rb"\d"] + [s:f'{x}'] [c:# end]
            [k:raise] [f:ValueError]([s:"x"] 'open)
        "#
    );
}

#[test]
fn rust() {
    insta::assert_snapshot!(
        tokens(
            "rust",
            "fn f<'a>(x: &'a str) -> Option<char> {\n    println!(\"{x} \\\"\"); // c\n    Some('\\'').or(Some('é')).map(|_| r#\"a\"b\"#)\n}"
        ),
        @r##"
        [k:fn] f<[v:'a]>([p:x]: &[v:'a] [k:str]) -> [t:Option]<[k:char]> {
            [f:println]!([s:"{x} \""]); [c:// c]
            [f:Some]([s:'\'']).[f:or]([f:Some]([s:'é'])).[f:map](|_| [s:r#"a"b"#])
        }
        "##
    );
}

#[test]
fn other_languages() {
    let mut out = String::new();
    for (language, text) in [
        ("go", "func (s *Server) Get(id string) (map[string]any, error) { return `a\\`, fmt.Errorf(\"x: %w\", err) }"),
        ("java", "@Override public List<String> a() { return List.of(\"\"\"\n a \"b\"\"\"\", 'c'); }"),
        ("c#", "#region x\nvar s = $\"{a}\" + @\"c:\\\" + Get<T>(name: 1);"),
        ("php", "<?php # c\n$client->send([\"a\" => 'b', 'n' => 1]); // d"),
        ("rb", "client = Foo.new(token: ENV[\"A\"], mode: :fast) # c\nputs \"#{client.get(\"x\")} y\" if @on && a?"),
        ("kotlin", "val s = \"a ${b + \"c\"} d\"; fun f(): Int? = null"),
        ("swift", "let s = \"a \\(b(1)) c\"; func f(at i: Int) -> String? { nil }"),
        ("c++", "#include <a>\nstd::vector<int> v{1, 0x2}; // c"),
        ("powershell", "Get-Item -Path \"$env:A\" | Where-Object { $_.Name -eq 'x' } <# c #>"),
        ("sql", "SELECT count(*), \"a\" FROM t WHERE b = 'it''s' -- c"),
        ("graphql", "query Q($id: ID!) { pet(id: $id) @skip(if: true) { name } }"),
        ("tf", "resource \"a\" \"b\" {\n  name = \"x-${var.y}-z\" # c\n}"),
    ] {
        out.push_str(&format!("{language}: {}\n", tokens(language, text)));
    }
    insta::assert_snapshot!(out, @r##"
    go: [k:func] (s *[t:Server]) [f:Get](id [k:string]) ([k:map][[k:string]][k:any], [k:error]) { [k:return] [s:`a\`], fmt.[f:Errorf]([s:"x: %w"], err) }
    java: [v:@Override] [k:public] [t:List]<[t:String]> [f:a]() { [k:return] [t:List].[f:of]([s:"""
     a "b"""]", [s:'c']); }
    c#: [k:#region] x
    [k:var] s = [s:$"{a}"] + [s:@"c:\"] + [t:Get]<[t:T]>([p:name]: [n:1]);
    php: <?php [c:# c]
    [v:$client]->[f:send]([[s:"a"] => [s:'b'], [s:'n'] => [n:1]]); [c:// d]
    rb: client = [t:Foo].[f:new]([p:token]: [t:ENV][[s:"A"]], [p:mode]: [n::fast]) [c:# c]
    puts [s:"#{]client.[f:get]([s:"x"])[s:} y"] [k:if] [v:@on] && a?
    kotlin: [k:val] s = [s:"a ${]b + [s:"c"} d"]; [k:fun] [f:f](): [t:Int]? = [k:null]
    swift: [k:let] s = [s:"a \(][f:b]([n:1])[s:) c"]; [k:func] [f:f](at [p:i]: [t:Int]) -> [t:String]? { [k:nil] }
    c++: [k:#include] <a>
    std::vector<[k:int]> v{[n:1], [n:0x2]}; [c:// c]
    powershell: [t:Get-Item] -[t:Path] [s:"$env:A"] | [t:Where-Object] { [v:$_].[t:Name] -eq [s:'x'] } [c:<# c #>]
    sql: [k:SELECT] [f:count](*), [s:"a"] [k:FROM] t [k:WHERE] b = [s:'it''s'] [c:-- c]
    graphql: [k:query] [f:Q]([v:$id]: [t:ID]!) { [f:pet]([p:id]: [v:$id]) [v:@skip]([p:if]: [k:true]) { name } }
    tf: [k:resource] [s:"a"] [s:"b"] {
      name = [s:"x-${]var.y[s:}-z"] [c:# c]
    }
    "##);
}

/// The tokens of a grammar, in the same notation.
fn by_grammar(language: &str, text: &str) -> String {
    let mut out = String::new();
    let mut done = 0;
    for &(token, start, end) in &grammar_tokens(Grammar::named(language).unwrap(), text) {
        let class = token.class().trim_start_matches("tk-");
        out.push_str(&format!("{}[{class}:{}]", &text[done..start as usize], &text[start as usize..end as usize]));
        done = end as usize;
    }
    out + &text[done..]
}

#[test]
fn languages_of_grammars() {
    let mut out = String::new();
    for (language, text) in [
        ("html", "<!-- c --><a href=\"x\">text &amp;</a>"),
        ("xml", "<a b='c'><![CDATA[d]]></a>"),
        ("css", ".a:hover { color: #fff; width: calc(1px + 2em) } /* c */"),
        ("toml", "[a]\nb = \"c\" # d\ne = 1.5\n"),
        ("md", "# Title\n\n- **a** `b` [c](https://d)\n"),
        ("docker", "FROM rust:1.90 AS build\nRUN echo \"$A\" # c\n"),
        ("haskell", "main :: IO ()\nmain = putStrLn \"a\" -- c\n"),
        ("nginx", "server { listen 80; }"),
    ] {
        out.push_str(&format!("{language}: {}\n", by_grammar(language, text)));
    }
    insta::assert_snapshot!(out, @r#"
    html: [c:<!-- c -->]<[k:a] [p:href]=[s:"x"]>text [n:&amp;]</[k:a]>
    xml: <[k:a] [p:b]=[s:'c']><![[k:CDATA][[s:d]]]></[k:a]>
    css: [p:.a]:hover { [p:color]: [n:#fff]; [p:width]: [f:calc]([n:1px] [o:+] [n:2em]) } [c:/* c */]
    toml: [[t:a]]
    [p:b] = [s:"c"] [c:# d]
    [p:e] = [n:1.5]

    md: [f:# Title
    ]
    - **a** [s:`b`] [c]([s:https://d])

    docker: [k:FROM] rust:[t:1.90] [k:AS] build
    [k:RUN ]echo [s:"$A"] # c

    haskell: [f:main] [k:::] [k:IO] [k:()]
    main [o:=] putStrLn [s:"a"] [c:-- c
    ]
    nginx: [k:server] { [k:listen] [s:80]; }
    "#);
}

#[test]
fn every_name_of_the_tables_is_one() {
    for (alias, name) in ALIASES {
        let found = Grammar::named(alias);
        assert!(found.is_some() && found == Grammar::named(name), "{alias}");
    }
    assert_eq!(TOKENS.len(), SCOPES.len());
    assert_eq!(Grammar::named("text"), None);
    assert_eq!(Grammar::named("mermaid"), None);
    let mut names: Vec<&str> = LANGUAGES.iter().flat_map(|language| language.names).copied().collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count, "two languages have the same name");
}

#[test]
fn keywords_are_in_order() {
    for words in grammars::ALL {
        assert!(words.keywords.is_sorted_by(|a, b| a < b), "{:?}", words.keywords);
    }
}

/// Text that is too long, or nested too deeply for a grammar, has no tokens.
#[test]
fn colors_have_limits() {
    let deep = "(".repeat(9_000);
    assert_eq!(grammar_tokens(Grammar::named("lisp").unwrap(), &deep).len(), 0);
    assert!(!is_highlighted(&"a".repeat(10_001)) && is_highlighted(&"é".repeat(10_000)));
    assert!(!is_highlighted(&"a\n".repeat(131_073)) && is_highlighted(&"a\n".repeat(131_072)));
}

#[test]
fn comments_mark_lines() {
    let mut out = String::new();
    for (language, text) in [
        (
            "js",
            "a(); // [!code ++]\nb(); // why [!code --]\nc(); /* [!code hl] */\nd(); // [!code focus:2]\ne();\nf();",
        ),
        ("py", "# [!code highlight:2]\na\nb\nc # [!code error] [!code warning]"),
        ("html", "<a> <!-- [!code ++] -->\n{/* [!code ++] */}"),
        ("sql", "select 1 -- [!code focus]"),
        ("js", "a // [!code word:x]\nb [!code ++]\nc // [!!code ++]\nd // [!code ++:0]\n"),
        ("diff", "--- a\n+++ a\n@@ -1 +1 @@\n x\n-y\n+z"),
    ] {
        let html = block(&CodeView { language: Some(language), text, ..CodeView::default() });
        let code = &html[html.find("<code").unwrap()..html.find("</code>").unwrap()];
        out.push_str(&format!("{}\n", code.replace("<span class=\"", "<").replace("</span>", "</>")));
    }
    insta::assert_snapshot!(out, @r#"
    <code class="lang-javascript"><line add"><tk-f">a</>();
    </><line del"><tk-f">b</>(); <tk-c">// why</>
    </><line hl"><tk-f">c</>();
    </><line focus"><tk-f">d</>();
    </><line focus"><tk-f">e</>();
    </><line"><tk-f">f</>();</>
    <code class="lang-python"><line hl">a
    </><line hl">b
    </><line warn err">c</>
    <code class="lang-html"><line add">&lt;<tk-k">a</>&gt;
    </>
    <code class="lang-sql"><line focus"><tk-k">select</> <tk-n">1</></>
    <code class="lang-javascript">a <tk-c">// [!code word:x]</>
    b [!code ++]
    c <tk-c">// [!code ++]</>
    d <tk-c">// [!code ++:0]</>

    <code class="lang-diff"><line"><tk-k">--- a</>
    </><line"><tk-k">+++ a</>
    </><line"><tk-f">@@ -1 +1 @@</>
    </><line"> x
    </><line del"><tk-n">-y</>
    </><line add"><tk-s">+z</></>
    "#);
}

#[test]
fn code_of_a_spec_has_neither_marks_nor_grammars() {
    let text = "<a> <!-- [!code ++] -->";
    let view = CodeView { language: Some("html"), text, highlight: &[(1, 1)], ..CodeView::default() };
    assert_eq!(stripped(&block_of_spec(&view)), format!("html{}{text}", ENGLISH.copy()));
    assert!(!block_of_spec(&view).contains("<span class=\"line"));
    assert!(
        block(&view).contains("<span class=\"line hl add\">&lt;<span class=\"tk-k\">a</span>&gt;</span>"),
        "{}",
        block(&view)
    );
    assert!(!view.has_lines());
    assert!(CodeView { line_numbers: true, ..CodeView::default() }.has_lines());
}

#[test]
fn each_mark_of_a_page_makes_lines() {
    let (_, project) = crate::testing::project("//- /tool.json\n{\"name\": \"x\"}\n");
    let page = CodeView { origin: CodeOrigin::page(project.inputs.db()), ..CodeView::default() };
    assert!(!page.has_lines());
    for view in [
        CodeView { highlight: &[(1, 1)], ..page },
        CodeView { focus: &[(1, 1)], ..page },
        CodeView { text: "a // [!code ++]", ..page },
        CodeView { language: Some("diff"), ..page },
        CodeView { wrap: true, ..page },
    ] {
        assert!(view.has_lines());
    }
}

/// Marks on every line, each for all lines, take linear time.
#[test]
fn marks_of_many_lines() {
    let text = "a // [!code hl:4000000000]\n".repeat(5_000);
    let (shown, found) = marks::read(&text);
    assert_eq!((shown.len(), found.len()), (10_000, 5_000));
    let html = block(&CodeView { language: Some("js"), text: &text, ..CodeView::default() });
    assert_eq!(html.matches("line hl").count(), 5_000);
    let line = "a // [!code hl]".repeat(3_000);
    assert_eq!(marks::read(&line).1.len(), 4);
}

#[test]
fn lines_bear_the_numbers_of_a_part_of_a_file() {
    let view = CodeView { text: "a\nb", line_numbers: true, first_line: Some(9), wrap: true, ..CodeView::default() };
    let html = block(&view);
    assert!(html.starts_with("<figure class=\"code numbered wrap\">"), "{html}");
    assert!(html.contains("<span class=\"line\" data-line=\"9\">a"), "{html}");
    assert!(html.contains("<span class=\"line\" data-line=\"10\">b"), "{html}");
}

/// Trojan Source (CVE-2021-42574).
#[test]
fn controls_of_direction_are_visible_and_shut_in() {
    let text = "if (a != \"x\u{202e} \u{2066}// b\") é\u{2069}";
    let html = code("js", text);
    assert_eq!(stripped(&html), text);
    assert_eq!(html.matches("<bdi class=\"bidi\"").count(), 3);
    assert!(html.contains("data-code=\"U+202E\" title=\"U+202E RIGHT-TO-LEFT OVERRIDE\">\u{202e}</bdi>"), "{html}");
}

/// The colors of `name` in a style sheet: on light and on dark backgrounds.
fn pair(css: &str, name: &str) -> [String; 2] {
    let rule = css[css.find(name).unwrap_or_else(|| panic!("no {name}"))..].to_owned();
    let (_, rest) = rule.split_once(['{', ':']).unwrap();
    let declaration = &rest[..rest.find([';', '}']).unwrap()];
    if let Some((_, variable)) = declaration.split_once("var(") {
        let tokens = include_str!("../../../../templates/assets/tokens.css");
        return pair(tokens, &format!("{}:", variable.trim_end_matches([')', ' '])));
    }
    let (_, colors) = declaration.split_once("light-dark(").unwrap_or_else(|| panic!("{name}: {declaration}"));
    let (light, dark) = colors.split_once(',').unwrap();
    [light, dark].map(|color| color.trim_matches([' ', ')']).to_owned())
}

/// The relative luminance of `#rrggbb`, as WCAG 2.2 has it.
fn luminance(color: &str) -> f64 {
    let channel = |at: usize| {
        let value = f64::from(u8::from_str_radix(&color[at..at + 2], 16).unwrap()) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

/// Tokens of every color are readable on every background of code (WCAG 2.2, 1.4.3: 4.5 to 1).
#[test]
fn colors_have_contrast() {
    let code = include_str!("../../../../templates/assets/code.css");
    let lines = include_str!("../../../../templates/assets/lines.css");
    let tokens = include_str!("../../../../templates/assets/tokens.css");
    let all = [
        Token::String,
        Token::Number,
        Token::Keyword,
        Token::Property,
        Token::Type,
        Token::Comment,
        Token::Variable,
        Token::Operator,
        Token::Function,
    ];
    let rule_of = |token: Token| {
        let rule = code.lines().find(|line| line.starts_with('.') && line.contains(token.class()));
        rule.unwrap_or_else(|| panic!("no rule for {token:?}"))
    };
    let texts = all.map(|token| (format!("{token:?}"), pair(rule_of(token), "color")));
    let named = ["--code-text:", "--muted:"].map(|name| (name.to_owned(), pair(tokens, name)));
    let marked = Mark::ALL.into_iter().filter(|&mark| mark != Mark::Focused).map(|mark| {
        let class = format!(".code .{}", mark.class().trim());
        let rule = lines.lines().find(|line| line.contains(&class) && line.contains("background")).unwrap();
        (class, pair(rule, "background"))
    });
    let grounds: Vec<_> = marked.chain([("--code-bg".to_owned(), pair(tokens, "--code-bg:"))]).collect();
    assert_eq!(grounds.len(), 6);
    for (text, colors) in texts.iter().chain(&named) {
        for (ground, behind) in &grounds {
            for (color, behind) in colors.iter().zip(behind) {
                let (a, b) = (luminance(color), luminance(behind));
                let contrast = (a.max(b) + 0.05) / (a.min(b) + 0.05);
                assert!(contrast >= 4.5, "{text} {color} on {ground} {behind}: {contrast:.2}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn text_is_the_source(text in "([ -~]|[{}\\[\\]\"':#$|<\\\\\n -]|é|(---|<<E|E\n|HTTP/1|true|r#\"|`\\$\\{|</a>|<a b=|/\\*|\"\"\"|@\"|'a|#\\{)){0,60}", by_line: bool) {
        for language in LANGUAGES {
            let view = CodeView { language: Some(language.names[0]), text: &text, line_numbers: by_line, ..CodeView::default() };
            let html = block_of_spec(&view);
            let code = &html[html.find("<code").unwrap()..html.find("</code>").unwrap()];
            prop_assert_eq!(stripped(code), text.as_str(), "{}", language.names[0]);
        }
    }
}

/// Output grows linearly with the text, and every scanner terminates.
#[test]
fn hostile_texts_stay_small() {
    for unit in [
        "\"", "{", "[1,", "'", "<<A\n", "- ", "a: ", "${", "$(", "\\", "/*", "# ", "|\n", "&a ", "\"\\", "`${", "<a {",
        "/[", "#{", "r#\"", "'a", "'\\",
    ] {
        // One line of the longest length, and many lines.
        for text in [unit.repeat(10_000 / unit.len()), format!("{unit}\n").repeat(1_000)] {
            for language in LANGUAGES {
                let html = code(language.names[0], &text);
                assert!(html.len() < 40 * text.len(), "{unit:?} as {}", language.names[0]);
            }
        }
    }
}
