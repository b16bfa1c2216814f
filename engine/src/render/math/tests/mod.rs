//! Real formulas, broken ones and hostile ones.

use html5ever::tendril::TendrilSink;
use html5ever::{ParseOpts, parse_document};
use markup5ever_rcdom::RcDom;

use super::mathml;

/// A formula on each line, of those that manuals hold.
const FORMULAS: &str = include_str!("formulas.tex");

#[test]
fn real_formulas_are_mathml_without_styles() {
    let mut found = String::new();
    for formula in FORMULAS.lines() {
        match mathml(formula, true) {
            Err(error) => found.push_str(&format!("{formula}: {error:?}\n")),
            Ok(html) => {
                for part in [" style=", "href", " id=", " on", "<a ", "<span", "<script", "merror"] {
                    let markup = html.split("<annotation").next().unwrap_or_default();
                    assert!(!markup.contains(part), "{formula}: {html}");
                }
                let page = format!("<!doctype html><title>x</title><p>{html}</p>");
                let dom = parse_document(RcDom::default(), ParseOpts::default()).one(page);
                assert!(dom.errors.borrow().is_empty(), "{formula}: {:?}\n{html}", dom.errors);
            }
        }
    }
    assert!(found.is_empty(), "{found}");
    assert!(FORMULAS.lines().count() > 70);
}

#[test]
fn a_formula_carries_its_source() {
    insta::assert_snapshot!(mathml(r"a < \frac{1}{2} & b", false).map_err(|error| error.message).unwrap_err(), @"is not valid TeX: found `&`, which may only appear in a table-like environment");
    insta::assert_snapshot!(mathml(r"a < \frac{1}{2}", false).unwrap(), @r#"<math><semantics><mrow><mi>a</mi><mo>&lt;</mo><mfrac><mn>1</mn><mn>2</mn></mfrac></mrow><annotation encoding="application/x-tex">a &lt; \frac{1}{2}</annotation></semantics></math>"#);
    insta::assert_snapshot!(mathml(r"\begin{aligned} a &= b \\ &= c \end{aligned}", true).unwrap(), @r#"<math display="block"><semantics><mrow><mtable displaystyle="true" scriptlevel="0"><mtr><mtd class="math-end math-flush-end"><mi>a</mi></mtd><mtd class="math-start math-flush-start"><mo>=</mo><mi>b</mi></mtd></mtr><mtr><mtd class="math-end math-flush-end"></mtd><mtd class="math-start math-flush-start"><mo>=</mo><mi>c</mi></mtd></mtr></mtable></mrow><annotation encoding="application/x-tex">\begin{aligned} a &amp;= b \\ &amp;= c \end{aligned}</annotation></semantics></math>"#);
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let wrong = |source: &str| {
        let error = mathml(source, false).unwrap_err();
        format!("{}: {:?}", error.message, source.get(error.at).unwrap_or("?"))
    };
    insta::assert_snapshot!(wrong(r"\frac{a}{b"), @r#"is not valid TeX: expected closing token `}`, but reached end of input: """#);
    insta::assert_snapshot!(wrong(r"a} b"), @r#"is not valid TeX: unmatched closing token: `}`: "}""#);
    insta::assert_snapshot!(wrong(r"1 + \foobar{x}"), @r#"is not valid TeX: unknown command `\foobar`: "\\foobar""#);
    insta::assert_snapshot!(wrong(r"\begin{split} a \end{split} \nope"), @r#"is not valid TeX: unknown command `\nope`: "\\nope""#);
    insta::assert_snapshot!(wrong(r"\begin{tikzpicture} a \end{tikzpicture}"), @r#"is not valid TeX: unknown environment `tikzpicture`: "{tikzpicture}""#);
    insta::assert_snapshot!(wrong(r"\left( x"), @r#"is not valid TeX: expected closing token `\right`, but reached end of input: """#);
    insta::assert_snapshot!(wrong(r"x^a^b"), @r#"is not valid TeX: duplicate subscript or superscript: "^""#);
}

#[test]
fn hostile_formulas_harm_nobody() {
    for source in [
        "\\frac{".repeat(10_000) + &"}{y}".repeat(10_000),
        "\\frac{".repeat(1_000) + &"}{y}".repeat(1_000),
        "\\sqrt".repeat(3_000),
        "\\frac1".repeat(2_500),
        "{".repeat(10_000),
        "\\left(".repeat(2_000),
        "\\begin{matrix}".repeat(1_000),
        "x".to_owned() + &"^{x".repeat(4_000),
        r"\href{javascript:alert(1)}{x}".to_owned(),
        r"\url{javascript:alert(1)}".to_owned(),
        r"\htmlData{a=b}{x}".to_owned(),
        r"\htmlStyle{color:red}{x}".to_owned(),
        r"\htmlId{a}{x}".to_owned(),
        r"\class{a}{x}".to_owned(),
        r"\require{html} x".to_owned(),
        r"\includegraphics{x}".to_owned(),
        r"\input{/etc/passwd}".to_owned(),
        r"\def\a{xx}\def\b{\a\a}\def\c{\b\b}\c".to_owned(),
        r"\newcommand{\a}{\a\a}\a".to_owned(),
        "\0".to_owned(),
    ] {
        assert!(mathml(&source, true).is_err(), "{}", source.chars().take(40).collect::<String>());
    }
    for source in [
        r"\text{<script>alert(1)</script><img src=x onerror=alert(1)>}",
        r"\text{</annotation></math><img src=x>} \lt",
        r#"\operatorname{a"b>c} \tag{<b>}"#,
        r#"\begin{align} x \label{" onclick="x} \end{align} \eqref{" onclick="y}"#,
        r"\color{red} x \text{\eqref{javascript:x}}",
    ] {
        let Ok(html) = mathml(source, true) else { continue };
        for part in ["<script", "<img", "<a ", "<b>", "href=", "\" on"] {
            assert!(!html.contains(part), "{html}");
        }
    }
}

/// The deepest formulas that are let through, of every way to nest, on the stack of a small thread.
#[test]
fn the_deepest_formulas_fit_on_a_small_stack() {
    let units = [
        (r"\frac{", "}{y}"),
        (r"\frac{y}{", "}"),
        (r"\sqrt ", ""),
        (r"\frac1", ""),
        (r"\left(", r"\right)"),
        ("{", "}"),
        (r"\begin{matrix}", r"\end{matrix}"),
        (r"\begin{cases}", r"\end{cases}"),
        ("x^{", "}"),
        (r"\hat ", ""),
        (r"\not ", ""),
        (r"\mathbf ", ""),
        (r"\sqrt[", "]{y}"),
        (r"\color{red} ab", ""),
        (r"\displaystyle ab", ""),
        (r"\underset1", ""),
        (r"{a\over ", "}"),
        (r"\boxed{", "}"),
        (r"\substack{", "}"),
        (r"\overbrace{", "}"),
        (r"\textcolor{red}{", "}"),
        (r"\text{$", "$}"),
    ];
    let thread = std::thread::Builder::new().stack_size(1 << 20);
    let test = move || {
        for (open, close) in units {
            let deepest = (1..=200).rev().find(|&depth| {
                let source = format!("{}x{}", open.repeat(depth), close.repeat(depth));
                mathml(&source, true).map_or_else(|error| !error.message.contains("nested too deep"), |_| true)
            });
            assert!(deepest.is_some_and(|depth| depth >= 20), "{open}: {deepest:?}");
        }
    };
    thread.spawn(test).unwrap().join().unwrap();
}
