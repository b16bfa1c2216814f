//! Pages in MyST and what they become. Every page has as many lines as before.

use super::rewritten;
use crate::source::Source;

/// A page of a project with other pages, and what is lost in it.
fn read(text: &str) -> (String, Vec<String>) {
    let source = Source::from_memory([
        (
            "docs/conf.py",
            "myst_enable_extensions = ['dollarmath', 'fieldlist']\nextlinks = {'issue': ('https://x.io/%s', '#%s')}\nmyst_substitutions = {'v': '2.0'}\n",
        ),
        ("docs/a/one.md", text),
        ("docs/two.md", "(the-label)=\n# Two *x*\n\n```{glossary}\nSeed\n  A plant.\n```\n"),
        ("docs/three.rst", ".. _other:\n\nThree\n=====\n"),
        ("README.md", "# Read me\n\n<!-- start -->\nUse {issue}`7`.\n<!-- end -->\n"),
        ("src/x.py", "import y\n\ndef f():\n    return {1}\n"),
    ]);
    let made = rewritten(&source, "docs");
    let of = |path: &str| {
        made.texts.iter().find(|(known, _)| known == path).map(|(_, text)| text.clone()).unwrap_or_default()
    };
    let losses = made.losses.iter().map(|loss| format!("{}:{} {}", loss.file, loss.line, loss.subject));
    let mut page = of("docs/a/one.md");
    for (part, _) in &made.parts {
        page.push_str(&format!("=== {part}\n{}", of(part)));
    }
    (page, losses.collect())
}

#[track_caller]
fn made(text: &str) -> String {
    let (made, losses) = read(text);
    assert!(losses.is_empty(), "{losses:?}");
    assert_eq!(made.matches('\n').count(), text.matches('\n').count(), "{made}");
    made
}

#[test]
fn references_without_a_text_show_a_name() {
    let page =
        "[x](inv:py#z) [](inv:py#z) <inv:py#z> {external+py:func}`a <b>` {external+py:func}`b` [x](#a.b) [](#a.b)\n";
    let source = Source::from_memory([("docs/conf.py", ""), ("docs/a.md", page)]);
    let losses = rewritten(&source, "docs").losses;
    let shown: Vec<bool> = losses.iter().map(|loss| loss.outcome.contains("the name of its target is shown")).collect();
    assert_eq!(shown, [false, true, true, false, true, false, true]);
}

#[test]
fn directives_are_jsx() {
    assert_eq!(made(":::{tip}\nText {x}.\n:::\n"), "<Tip>\nText \\{x\\}.\n</Tip>\n");
    assert_eq!(
        made("```{admonition} My *title*\n:class: warning\n\nText.\n```\nafter\n"),
        "<Warning title=\"My *title*\">\n\n\nText.\n</Warning>\nafter\n"
    );
    assert_eq!(
        made("::::{tab-set}\n:::{tab-item} A\na\n:::\n::::\n"),
        "<Tabs>\n<Tab title=\"A\">\na\n</Tab>\n</Tabs>\n"
    );
    assert_eq!(made("- a\n\n  ```{note}\n  b\n  ```\n"), "- a\n\n  <Note>\n  b\n  </Note>\n");
    assert_eq!(made("```{toctree}\n:hidden:\na\nb\n```\nx\n"), "\n\n\n\n\nx\n");
    assert_eq!(
        made(
            "::::{grid} 1 2 2 3\n:::{grid-item-card} T {octicon}`x`\n:link: the-label\n:link-type: ref\ntext\n:::\n::::\n"
        ),
        "<CardGroup cols={3}>\n<Card title=\"T\" href=\"/two#the-label\">\n\n\ntext\n</Card>\n</CardGroup>\n"
    );
    assert_eq!(
        made("```{deprecated} 2.0 Use x.\n```\n"),
        "<Warning title=\"Deprecated since version 2.0\">Use x.\n</Warning>\n"
    );
    assert_eq!(
        made("```{figure} a.png\n:alt: A\n:name: fig\n\nThe *caption*.\n```\n"),
        "<a id=\"fig\"></a>\n<figure><img src=\"a.png\" alt=\"A\" /><figcaption>The *caption*.</figcaption></figure>\n\n\n\n\n"
    );
}

#[test]
fn code_keeps_its_lines() {
    assert_eq!(
        made("```{code-block} python\n:caption: a.py\n\nx = {1}\n```\n"),
        "\n\n```python title=\"a.py\"\nx = {1}\n```\n"
    );
    assert_eq!(made("```python\n{x}\n:::{note}\n```\n"), "```python\n{x}\n:::{note}\n```\n");
    assert_eq!(made("a\n\n    b {c}\n\n    d\n\ne\n"), "a\n```\nb {c}\n\nd\n```\ne\n");
    assert_eq!(made("a\n\n    ```{note}\n    b\n    ```\n\nc\n"), "a\n````\n```{note}\nb\n```\n````\nc\n");
    assert_eq!(
        made("```{math}\na &= b\n\nc &= d\n```\n"),
        "```math\n\\begin{aligned} a &= b\n\\\\\nc &= d \\end{aligned}\n```\n"
    );
    assert_eq!(made("- a\n\n    b {c}\n"), "- a\n\n    b \\{c\\}\n");
}

#[test]
fn tables_are_written_as_markdown() {
    assert_eq!(
        made("```{list-table} T\n:header-rows: 1\n\n* - A\n  - B\n* - 1 | 2\n  - {sub}`x`\n```\n"),
        "**T**\n\n| A | B |\n|---|---|\n| 1 \\| 2 | <sub>x</sub> |\n\n\n\n"
    );
    assert_eq!(made("```{csv-table}\n:header: a, b\n\n1, \"2, 3\"\n```\n"), "\n| a | b |\n|---|---|\n| 1 | 2, 3 |\n\n");
}

#[test]
fn roles_and_labels_are_links() {
    assert_eq!(
        made("See {ref}`the-label`, {ref}`it <the-label>` and {doc}`/two`.\n"),
        "See [Two *x*](/two#the-label), [it](/two#the-label) and [Two *x*](/two).\n"
    );
    assert_eq!(
        made("[](#the-label) {kbd}`x` `{ref}` {issue}`3` {{ v }}\n"),
        "[Two *x*](/two#the-label) <kbd>x</kbd> `{ref}` [#3](https://x.io/3) 2.0\n"
    );
    assert_eq!(
        made("[](../two.md) <project:../two.md> [x](the-label)\n"),
        "[Two *x*](../two.md) [Two *x*](../two.md) [x](/two#the-label)\n"
    );
    assert_eq!(made("``{ref}`x` y`` {kbd}`z` ``a {kbd}`b`\n"), "``{ref}`x` y`` <kbd>z</kbd> ``a <kbd>b</kbd>\n");
    assert_eq!(made("(here)=\n## There\n"), "<a id=\"here\"></a>\n## There\n");
    assert_eq!(made("{ref}`a\nb <the-label>` {term}`seed` c\n"), "[a\nb](/two#the-label) [seed](/two#term-seed) c\n");
    assert_eq!(
        made("{.glossary}\nBed\n: A place.\n\n  More.\n\nRow\n: A line.\n\nText of {term}`row` and {term}`bed`.\n"),
        "\n<a id=\"term-bed\"></a>Bed\n: A place.\n\n  More.\n\n<a id=\"term-row\"></a>Row\n: A line.\n\n\
         Text of [row](/a/one#term-row) and [bed](/a/one#term-bed).\n"
    );
    assert_eq!(made("{ref}`other` $a_{b}$ {math}`c^{2}`\n"), "[Three](/three#other) $a_{b}$ $c^{2}$\n");
    assert_eq!(made("$$\na_{b}\n$$\n\n[x](../three.rst)\n"), "$$\na_{b}\n$$\n\n[x](/three)\n");
    let spans = "[A span]{#spot .x}, `code`{.y #of-code} and {ref}`there <spot>`, {ref}`of-code`.\n";
    assert_eq!(
        made(spans),
        "A span<a id=\"spot\"></a>, `code`<a id=\"of-code\"></a> and [there](/a/one#spot), [of-code](/a/one#of-code).\n"
    );
    let (labeled, losses) = read("$$\na_{b}\n$$ (sum)\n\n{eq}`sum` {eq}`none`\n");
    assert_eq!(labeled, "<a id=\"sum\"></a>\n\n$$\na_{b}\n$$\n\n[sum](/a/one#sum) none\n");
    assert_eq!(losses, ["docs/a/one.md:5 {eq}", "docs/a/one.md:5 none"]);
    // Not formulas: a space follows the first dollar sign, or is before the second one.
    assert_eq!(made("$ {ref}`other`$ x\n"), "$ [Three](/three#other)$ x\n");
    assert_eq!(made("${ref}`other` $ x\n"), "$[Three](/three#other) $ x\n");
    assert_eq!(
        read("{numref}`fig`\n\n```{figure} a.png\n:name: fig\n\nSeeds\n```\n").0,
        "[Seeds](/a/one#fig)\n\n<a id=\"fig\"></a>\n<figure><img src=\"a.png\" alt=\"\" /><figcaption>Seeds</figcaption></figure>\n\n\n\n"
    );
    let (described, losses) = read(
        "{py:func}`~a.b` {class}`B <a.B>` {js:func}`c` [](#a.B)\n\n```{py:function} a.b(c)\nSow.\n```\n\n:::{py:class} a.B\n:::\n",
    );
    assert_eq!(
        described,
        "[`b()`](/a/one#a.b) [`B`](/a/one#a.B) `c()` [a.B](/a/one#a.B)\n\n<a id=\"a.b\"></a>**`a.b(c)`**\nSow.\n\n\n\
         <a id=\"a.B\"></a>**`class a.B`**\n\n"
    );
    assert_eq!(losses, ["docs/a/one.md:1 c"]);
    assert_eq!(made("![a](b.png){.c} x{y}\n"), "![a](b.png) x\\{y\\}\n");
    assert_eq!(
        made("x ![a](b.png){width=20px height=\"5%\" .c} y\n"),
        "x <img src=\"b.png\" alt=\"a\" width=\"20\" height=\"5%\" /> y\n"
    );
    assert_eq!(made("[a](b.png){width=20px} y\n"), "[a](b.png) y\n");
}

#[test]
fn attribute_lists_after_links_are_not_shown() {
    assert_eq!(made("[a](the-label){.external} b\n"), "[a](the-label) b\n");
    assert_eq!(made("[a](inv:far#b){.x .external}\n"), "[a](inv:far#b)\n");
    let (page, losses) = read("[a](none){.x #own} [b](inv:far#c){.x} [](inv:far#d){#e} [f](none){x}\n");
    assert_eq!(page, "a<a id=\"own\"></a> b `d`<a id=\"e\"></a> f\\{x\\}\n");
    assert_eq!(losses.len(), 4, "{losses:?}");
}

#[test]
fn attributes_of_blocks_may_be_in_quotes_and_lists() {
    assert_eq!(made("> {.x}\n> ### A\n>\n> {#b}\n> B\n"), ">\n> ### A\n>\n> <a id=\"b\"></a>\n> B\n");
    assert_eq!(made("- {.x}\n  a\n\n  {.x}\n  b\n"), "-\n  a\n\n\n  b\n");
    assert_eq!(made("> ```\n> {.x}\n> ```\n"), "> ```\n> {.x}\n> ```\n");
    let (page, losses) = read("> {attribution=\"A\"}\n> > B\n");
    assert_eq!((page.as_str(), losses.as_slice()), (">\n> > B\n", &["docs/a/one.md:1 A".to_owned()][..]));
}

#[test]
fn names_in_restructured_text_are_labels() {
    let rst = "```{eval-rst}\n.. _spot:\n\n.. figure:: x.png\n   :name: fish\n```\n[a](fish) {ref}`spot` [b](pot)\n";
    let source = Source::from_memory([
        ("docs/three.rst", "Three\n=====\n\n.. image:: x.png\n   :name: pot\n"),
        ("docs/a.md", rst),
    ]);
    let made = rewritten(&source, "docs");
    assert_eq!(
        made.texts[0].1,
        "<a id=\"spot\"></a><a id=\"fish\"></a>\n```rst\n.. _spot:\n\n.. figure:: x.png\n   :name: fish\n```\n\
         [a](/a#fish) [spot](/a#spot) [b](/three#pot)\n"
    );
    assert_eq!(made.lines["docs/a.md"], [1, 1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(made.losses.len(), 1, "{:?}", made.losses);
    let (example, losses) = read("````md\n```{eval-rst}\n.. _spot:\n```\n````\n[a](spot)\n");
    assert!(example.ends_with("\na\n") && losses == ["docs/a/one.md:6 spot"], "{example} {losses:?}");
}

#[test]
fn references_to_other_projects_are_no_missing_labels() {
    let text =
        "{ref}`far:a` {ref}`b <far:c>` {doc}`far:d/e` {py:func}`~far:f` {term}`far:g` {samp}`far:h` {ref}`near:i`\n";
    let source = Source::from_memory([
        ("docs/conf.py", "intersphinx_mapping = {'far': ('https://far.io', None)}\n"),
        ("docs/a.md", text),
    ]);
    let made = rewritten(&source, "docs");
    assert_eq!(made.texts[0].1, "`a` b `d/e` `f` `g` `far:h` near:i\n");
    let losses: Vec<String> =
        made.losses.iter().map(|loss| format!("{} {} {}", loss.kind.name(), loss.subject, loss.outcome)).collect();
    insta::assert_snapshot!(losses.join("\n"), @"
    link far:a a reference to the documentation of another project: the name of its target is shown, without a link
    link far:c a reference to the documentation of another project: the text is kept, without a link
    link far:d/e a reference to the documentation of another project: the name of its target is shown, without a link
    link ~far:f a reference to the documentation of another project: the name of its target is shown, without a link
    link far:g a reference to the documentation of another project: the name of its target is shown, without a link
    anchor near:i no page of the source defines this label: the text is kept, without a link
    ");
}

#[test]
fn files_are_included_whole_and_in_part() {
    assert_eq!(made("```{include} ../../README.md\n```\n"), "<Markdown src=\"../../README.md\" />\n\n");
    let (page, losses) =
        read("```{include} ../../README.md\n:start-after: <!-- start -->\n:end-before: <!-- end -->\n```\n");
    assert_eq!(losses, Vec::<String>::new());
    assert_eq!(
        page,
        "<Markdown src=\"../../_README-md-part-1.md\" />\n\n\n\n=== _README-md-part-1.md\n\n\n\nUse [#7](https://x.io/7).\n"
    );
    let (page, _) = read("```{literalinclude} ../../src/x.py\n:pyobject: f\n```\n");
    assert_eq!(
        page,
        "<Markdown src=\"./_x-py-part-1.md\" />\n\n\n=== docs/a/_x-py-part-1.md\n```py\ndef f():\n    return {1}\n```\n"
    );
    let (_, losses) = read("```{include} gone.md\n```\n\n```{include} ../three.rst\n```\n");
    let empty = "docs/a/one.md:0 docs/a/one.md";
    assert_eq!(losses, ["docs/a/one.md:1 gone.md", "docs/a/one.md:4 {include} ../three.rst", empty]);
}

#[test]
fn what_is_left_out_is_said_with_its_line() {
    let (page, losses) = read("[a\nx](Hub.api_url) [b](#Hub.url) [](no-label) ![c](src) [d](gone.md) {cite:t}`k`\n");
    assert_eq!(page, "a\nx b `no-label` ![c](src) [d](gone.md) \\[k\\]\n");
    let lost = ["Hub.api_url", "#Hub.url", "no-label", "k"].map(|lost| format!("docs/a/one.md:1 {lost}"));
    assert_eq!(losses, lost);
    let (page, losses) = read(
        "{ref}`gone` {py:func}`a.b` [x](inv:py#z)\n\n```{autofunction} f\n```\n\n:::{custom} arg\ntext\n:::\n{new}`x` {{ w }}\n",
    );
    assert_eq!(page, "gone `a.b()` x\n\n\n\n\narg\ntext\n\n`x` `{{ w }}`\n");
    assert_eq!(
        losses,
        [
            "docs/a/one.md:1 gone",
            "docs/a/one.md:1 a.b",
            "docs/a/one.md:1 inv:py#z",
            "docs/a/one.md:3 {autofunction} f",
            "docs/a/one.md:6 {custom} arg",
            "docs/a/one.md:9 {new}",
            "docs/a/one.md:9 {{ w }}",
        ]
    );
}

#[test]
fn any_text_is_read() {
    let pieces = [
        "```{note}",
        ":::{x}",
        ":::",
        "```",
        "(a)=",
        "    x",
        "{ref}`",
        "{{",
        "$",
        "[](",
        "](",
        "\\",
        "é",
        "- a",
        "* - b",
        "---",
        ":a: b",
        ":::{list-table}",
        "\\begin{x}",
        "{figure}",
    ];
    for first in pieces {
        for second in pieces {
            for third in pieces {
                let _ = read(&format!("{first}\n{second}\n{third}"));
                let _ = read(&format!("{first}{second}\n\n{third}\n"));
            }
        }
    }
}

#[test]
fn environments_may_be_in_lists_and_quotes() {
    assert_eq!(
        made("- \\begin{gather*}\n  a\\\\\n  \\end{gather*}\n\n> \\begin{gather*}\n> b\n> \\end{gather*}\n"),
        "- $$ \\begin{gather*}\n  a\\\\\n  \\end{gather*} $$\n\n> $$ \\begin{gather*}\n> b\n> \\end{gather*} $$\n"
    );
    assert_eq!(made("1. > \\begin{align}\\end{align}\n"), "1. > $$ \\begin{align}\\end{align} $$\n");
}

#[test]
fn fields_are_a_list() {
    assert_eq!(
        made(
            "Text\n:no: field\n\n:name: of *it*\n:other name:\n    below\n:last: {kbd}`x`\n    more\n\nAfter\n:no: field\n"
        ),
        "Text\n:no: field\n\n- **name:** of *it*\n- **other name:**\n    below\n- **last:** <kbd>x</kbd>\n    more\n\nAfter\n:no: field\n"
    );
}

#[test]
fn the_source_of_a_quote_is_its_last_line() {
    let (page, losses) = read("{attribution=\"Act 4, Scene {kbd}`5`\" #q}\n> We know\n> what we are.\n\nText\n");
    assert_eq!(page, "<a id=\"q\"></a>\n> We know\n> what we are.\n>\n> — Act 4, Scene <kbd>5</kbd>\n\nText\n");
    assert!(losses.is_empty(), "{losses:?}");
    let (page, losses) = read("{attribution=\"Act 4\"}\nNo quote\n");
    assert_eq!((page.as_str(), losses.as_slice()), ("\nNo quote\n", &["docs/a/one.md:1 Act 4".to_owned()][..]));
}

#[test]
fn losses_in_a_list_of_lists_have_the_lines_of_their_cells() {
    let text = "```{list-table}\n* - A\n  - B\n* - c\n  - {ref}`none`\n* - {ref}`gone`\n  - d\n```\n";
    assert_eq!(read(text).1, ["docs/a/one.md:5 none", "docs/a/one.md:6 gone"]);
}

#[test]
fn terms_and_figures_are_targets_of_links() {
    assert!(made("[a](#Seed)\n").contains("(/two#term-seed)"));
    assert_eq!(
        made("```{figure-md} the-fig\n![x](x.png)\n```\n[f](#the-fig)\n"),
        "<a id=\"the-fig\"></a>\n![x](x.png)\n\n[f](/a/one#the-fig)\n"
    );
}

#[test]
fn a_substitution_on_its_own_line_may_be_blocks() {
    let head = "---\nsubstitutions:\n  one: of *it*\n  two: |\n    ```{note}\n    {{ one }} {ref}`none`\n    ```\n\n    More\n  self: |\n    {{ self }}\n\n    x\n---\n";
    let page = |text: &str| {
        let (made, losses) = read(&format!("{head}{text}"));
        (made.strip_prefix(head).unwrap().to_owned(), losses)
    };
    let (made, losses) = page("Text\n{{ two }}\nAfter {ref}`gone`\n");
    assert_eq!(made, "Text\n\n<Note>\nof *it* none\n</Note>\n\nMore\n\nAfter gone\n");
    assert_eq!(losses, ["docs/a/one.md:16 none", "docs/a/one.md:17 gone"]);
    let (made, _) = page("- a\n\n  {{ two }}\n\n> {{two}}\n");
    assert_eq!(
        made,
        "- a\n\n  <Note>\n  of *it* none\n  </Note>\n\n  More\n\n> <Note>\n> of *it* none\n> </Note>\n>\n> More\n"
    );
    let (made, losses) = page("{{ self }}\n\nIn {{ two }} a line, {{ one | upper }}, {{ one | replace('a', 'b') }}\n");
    assert_eq!(losses.len(), 3, "{losses:?}");
    assert!(
        made.contains("`{{ self }}`")
            && made.ends_with("In `{{ two }}` a line, OF *IT*, `{{ one | replace('a', 'b') }}`\n"),
        "{made}"
    );
}

#[test]
fn the_blocks_of_a_definition_are_kept_apart() {
    let source = Source::from_memory([
        ("docs/conf.py", "myst_enable_extensions = {'deflist'}\n"),
        ("docs/a.md", "Term\n: One\n\n      Two\n\n  ```{note}\n  Three\n  ```\n"),
    ]);
    let made = rewritten(&source, "docs");
    let text = made.texts.iter().find(|(path, _)| path == "docs/a.md").map(|(_, text)| text.as_str());
    assert_eq!(text, Some("Term\n: One\n\n      Two\n\n  <Note>\n  Three\n  </Note>\n"));
}

#[test]
fn colons_with_a_name_are_code_only_in_mystmd() {
    let page = "::::md\n{x}\n\n:::\n::::\n";
    for (settings, expected) in [("myst.yml", "```md\n{x}\n\n:::\n```\n"), ("conf.py", "\n\\{x\\}\n\n\n\n")] {
        let source = Source::from_memory([(settings, ""), ("a.md", page)]);
        let texts = rewritten(&source, "").texts;
        assert_eq!(texts, [("a.md".to_owned(), expected.to_owned())], "{settings}");
    }
}
