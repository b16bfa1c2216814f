//! Where math begins and ends in a page.

use super::{parse_page, shown};

/// Parses each text as a page, and shows it with its tree.
fn each(texts: &[&str]) -> String {
    texts.iter().map(|text| format!("{text:?}\n  {}", shown(text).replace('\n', "\n  ").trim_end()) + "\n").collect()
}

#[test]
fn dollar_signs_are_read_as_pandoc_reads_them() {
    insta::assert_snapshot!(each(&[
        "$x$ and $a_b$ and $c_d$, $\\alpha$.",
        "$5 and $10",
        "**$20** and **$30**, ($1 or $2)",
        "US$30, C$40 and $1$",
        "$ x$ $x $ $x$2 $",
        "\\$x$ $x\\$ $y$ \\\\$z$",
        "$a *b$ c*",
        "$\\text{costs $5$} + 1$",
        "*$x$*, **a:**$y$ z_$x$_",
        "$a +\nb$ and $c\n\nd$",
        "a $$x + y$$ b $$ z $$ $$ $$$",
        "# The $n$-th {#nth}",
        "[a $x$](/$y$) ![b $z$](/c) [$l$]\n\n[$l$]: /$d$",
        "x[^$n$]\n\n[^$n$]: note",
    ]), @r##"
    "$x$ and $a_b$ and $c_d$, $\\alpha$."
      p <$x$> and <$a_b$> and <$c_d$>, <$\alpha$>.
    "$5 and $10"
      p $5 and $10
    "**$20** and **$30**, ($1 or $2)"
      p *$20* and *$30*, ($1 or $2)
    "US$30, C$40 and $1$"
      p US$30, C$40 and <$1$>
    "$ x$ $x $ $x$2 $"
      p $ x$ $x $ $x$2 $
    "\\$x$ $x\\$ $y$ \\\\$z$"
      p $x$ $x$ <$y$> \<$z$>
    "$a *b$ c*"
      p <$a *b$> c*
    "$\\text{costs $5$} + 1$"
      p <$\text{costs $5$} + 1$>
    "*$x$*, **a:**$y$ z_$x$_"
      p _<$x$>_, *a:*<$y$> z_<$x$>_
    "$a +\nb$ and $c\n\nd$"
      p <$a +
      b$> and $c
      p d$
    "a $$x + y$$ b $$ z $$ $$ $$$"
      p a <$$x + y$$> b <$$z$$> $$ $$$
    "# The $n$-th {#nth}"
      h1 #nth The <$n$>-th
    "[a $x$](/$y$) ![b $z$](/c) [$l$]\n\n[$l$]: /$d$"
      p [a <$x$>](/$y$) ![b z](/c) [<$l$>](/$d$)
    "x[^$n$]\n\n[^$n$]: note"
      p x[^0]
      footnote Some(1)
        p note
    "##);
}

#[test]
fn code_addresses_and_markup_are_no_math() {
    insta::assert_snapshot!(each(&[
        "`$x$` costs $5, use `$HOME`",
        "    $x$\n\n~~~\n$x$\n$$\ny\n$$\n~~~",
        "see https://a.b/c?$filter=x&$select=y and <https://a.b?$c=d$e>",
        "<b title=\"$x$\">$y$</b>\n\n<pre>\n$x$\n</pre>",
        "$a <wc-badge>b</wc-badge> c$",
        "<wc-code-block>\n$x$\n</wc-code-block>",
        "<wc-badge label=\"$x$\">$y$</wc-badge>",
        "| $a$ | $5 |\n|---|---|\n| $b | c$ | $d \\| e$ |",
    ]), @r#"
    "`$x$` costs $5, use `$HOME`"
      p `$x$` costs $5, use `$HOME`
    "    $x$\n\n~~~\n$x$\n$$\ny\n$$\n~~~"
      code None "$x$\n"
      code None "$x$\n$$\ny\n$$\n"
    "see https://a.b/c?$filter=x&$select=y and <https://a.b?$c=d$e>"
      p see [https://a.b/c?$filter=x&$select=y](https://a.b/c?$filter=x&$select=y) and [https://a.b?$c=d$e](https://a.b?$c=d$e)
    "<b title=\"$x$\">$y$</b>\n\n<pre>\n$x$\n</pre>"
      p <<<b title="$x$">>><$y$><<</b>>>
      html "<pre>\n$x$\n</pre>"
    "$a <wc-badge>b</wc-badge> c$"
      p $a {wc-badge: b} c$
    "<wc-code-block>\n$x$\n</wc-code-block>"
      wc-code-block: None "$x$\n"
    "<wc-badge label=\"$x$\">$y$</wc-badge>"
      p {wc-badge label="$x$": <$y$>}
    "| $a$ | $5 |\n|---|---|\n| $b | c$ | $d \\| e$ |"
      table
        | <$a$> | $5 |
        | $b | c$ |
    "#);
}

#[test]
fn blocks_of_math_are_blocks_whatever_their_lines_begin_with() {
    insta::assert_snapshot!(each(&[
        "text\n$$\nx\n+ y\n= z\n- 1\n> 0\n$$\ntext",
        "$$x$$\n\n$$ x\n+ y $$",
        "> $$\n> x\n> > y\n> $$\n> after",
        "- a\n\n  $$\n  x\n  + y\n  $$\n- $$b$$",
        "<wc-callout>\n$$\nx\n$$\n</wc-callout>",
        "$$\nx\n\ny\n$$",
        "$$\nx",
        "$$x$$ is inline",
        "```math\n\\frac{1}{2}\n```\n\n```MATH title\n$x$\n```",
    ]), @r#"
    "text\n$$\nx\n+ y\n= z\n- 1\n> 0\n$$\ntext"
      p text
      math "x\n+ y\n= z\n- 1\n> 0"
      p text
    "$$x$$\n\n$$ x\n+ y $$"
      math "x"
      math "x\n+ y"
    "> $$\n> x\n> > y\n> $$\n> after"
      quote
        math "x\n> y"
        p after
    "- a\n\n  $$\n  x\n  + y\n  $$\n- $$b$$"
      list None
       item
        p a
        math "x\n+ y"
       item
        math "b"
    "<wc-callout>\n$$\nx\n$$\n</wc-callout>"
      wc-callout
        math "x"
    "$$\nx\n\ny\n$$"
      p $$/x
      p y/$$
    "$$\nx"
      p $$/x
    "$$x$$ is inline"
      p <$$x$$> is inline
    "```math\n\\frac{1}{2}\n```\n\n```MATH title\n$x$\n```"
      math "\\frac{1}{2}"
      math "$x$"
    "#);
}

#[test]
fn spans_are_those_of_the_whole_formula() {
    let text = "a $x$ *b $y_1$*\n\n> $$\n> z\n> $$\n\n```math\nw\n```\n";
    let tree = parse_page(text);
    let spans: Vec<_> = tree.formulas().map(|math| &text[math.span.range()]).collect();
    assert_eq!(spans, ["$x$", "$y_1$", "$$\n> z\n> $$", "```math\nw\n```"]);
}
