//! Fixtures: a page in the syntax of each dialect, and the page that it becomes, with its losses. Every thing that the
//! registry knows of other tools stands in one of them.

#![allow(clippy::disallowed_methods, reason = "tests read their data")]

mod trial;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use engine::other_tools::{self, Notation};
use engine::{MemorySystem, Project, Severity};
use proptest::prelude::*;

use super::{Include, LinkPlace, Resolver, convert, convert_fragment, facts};
use crate::detect::Detected;
use crate::format::Format;
use crate::project::{Dialect, SourcePage};
use crate::report::Loss;
use crate::source::Source;

/// What stands between a source and what it becomes.
const ARROW: &str = "\n================ becomes ================\n";

/// A site with a few files.
struct Site;

impl Resolver for Site {
    fn link(&self, _: &str, target: &str, _: LinkPlace<'_>) -> Option<String> {
        target.strip_suffix(".md").map(|target| format!("/{target}"))
    }

    fn asset(&self, _: &str, target: &str, _: LinkPlace<'_>) -> Option<String> {
        target.strip_prefix("@site/static").map(ToOwned::to_owned)
    }

    fn title(&self, _: &str, target: &str) -> Option<String> {
        target.ends_with("titled.md").then(|| "The *title* of it".to_owned())
    }

    fn include(&self, _: &str, path: &str) -> Include {
        let text = match path.trim_start_matches(['.', '/']).rsplit('/').next().unwrap_or_default() {
            "shared.mdx" => "---\ntitle: x\n---\nShared by {product}.\n\n<Note>And {props.product}.</Note>\n",
            "short.mdx" | "short.md" => "Short *text*.",
            "headed.mdx" => "Then.\n\n## Harvest [all](/all)\n\nNow.\n\n## Rest\n",
            "_partial.mdx" => return Include::Shared { src: "partial.md".to_owned() },
            name if name.ends_with(".jsx") => return Include::Code,
            _ => return Include::Missing,
        };
        let dialect = Dialect { mdx: true, ..Dialect::default() };
        Include::Text { file: path.to_owned(), text: text.to_owned(), dialect }
    }

    fn file(&self, _: &str, path: &str) -> Option<String> {
        let text = "a = 1\n# region part\n  b = 2\n# endregion part\n# ANCHOR: other\nc = 3\n# ANCHOR_END: other\n";
        if path.ends_with("types.ts") {
            return Some(
                "export interface Listed {\n  a: string\n}\nexport type Rest = Omit<Listed, 'a'>\n".to_owned(),
            );
        }
        let is_short = path.ends_with("short.md");
        path.ends_with("x.py").then(|| text.to_owned()).or_else(|| is_short.then(|| "Short *text*.".to_owned()))
    }

    fn operation(&self, _: &str, named: &str) -> Option<(String, Option<String>)> {
        named.ends_with("GET /pets").then(|| ("listPets".to_owned(), None))
    }

    fn variable(&self, name: &str) -> Option<String> {
        (name == "apiKey").then(|| "key".to_owned())
    }

    fn hidden_lines(&self, _: &str) -> Option<String> {
        None
    }
}

fn dialect(name: &str) -> Dialect {
    let plain = Dialect::default();
    match name {
        "mdx" => Dialect { mdx: true, ..plain },
        "sphinx" => Dialect { mdx: true, definitions: true, ..plain },
        "docusaurus" => Dialect { mdx: true, directives: true, emoji: true, ..plain },
        "nextra" => Dialect { mdx: true, directives: true, marked_spans: true, ..plain },
        "vitepress" => Dialect { vitepress: true, directives: true, emoji: true, ..plain },
        "mkdocs" => Dialect { mkdocs: true, definitions: true, subscripts: true, superscripts: true, ..plain },
        "gitbook" => Dialect { liquid: true, emoji: true, ..plain },
        "mdbook" => Dialect { mdbook: true, ..plain },
        "readme" => Dialect { readme: true, mdx: true, ..plain },
        _ => plain,
    }
}

fn fixtures() -> Vec<(String, PathBuf)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let mut out = Vec::new();
    for folder in std::fs::read_dir(root).unwrap().flatten() {
        let dialect = folder.file_name().to_string_lossy().into_owned();
        for file in std::fs::read_dir(folder.path()).unwrap().flatten() {
            out.push((dialect.clone(), file.path()));
        }
    }
    out.sort();
    out
}

fn source_of(path: &Path) -> String {
    let text = std::fs::read_to_string(path).unwrap();
    text.split(ARROW).next().unwrap_or_default().to_owned()
}

/// A page in the syntax that it is read in, and the losses of its rewriting.
fn rewritten(name: &str, page: &str) -> (String, Vec<Loss>) {
    if name != "sphinx" {
        return (page.to_owned(), Vec::new());
    }
    const SETTINGS: &str = "extlinks = {}\nmyst_enable_extensions = ['deflist']\n";
    let source = Source::from_memory([("conf.py", SETTINGS), ("page.md", page)]);
    let found = Detected { format: Format::Sphinx, root: String::new(), evidence: String::new() };
    let made = crate::dialects::rewritten(&source, &found);
    (made.source.text("page.md").unwrap(), made.losses)
}

#[test]
fn titles_have_no_tags_and_no_character_references() {
    let title = super::title("Caf&eacute; <em>&amp;</em> &Scaron;kola &nope;");
    assert_eq!(title, "Caf\u{e9} & \u{160}kola &nope;");
}

#[test]
fn pages_of_other_tools_become_ours() {
    let rewrite = std::env::var_os("TOOL_REWRITE_GENERATED").is_some();
    let mut wrong = Vec::new();
    let system = Arc::new(MemorySystem::default());
    system.write("tool.json", r#"{"name": "Fixtures"}"#);
    for (name, path) in fixtures() {
        let file = path.file_stem().unwrap().to_string_lossy().into_owned();
        let source = source_of(&path);
        let page = SourcePage { file: format!("{file}.mdx"), id: file.clone(), ..SourcePage::default() };
        let (text, mut rewriting) = rewritten(&name, &source);
        let mut converted = convert(&page, &text, dialect(&name), &Site);
        converted.losses.append(&mut rewriting);
        system.write(&format!("docs/{name}/{file}.md"), converted.text());
        let mut found = format!("{source}{ARROW}{}", converted.text());
        if !converted.losses.is_empty() || !converted.dropped_fields.is_empty() {
            found.push_str("\n---------------- losses ----------------\n");
        }
        for loss in &converted.losses {
            found
                .push_str(&format!("{:?} {}:{} {}: {}\n", loss.kind, loss.file, loss.line, loss.subject, loss.outcome));
        }
        for (field, _) in &converted.dropped_fields {
            found.push_str(&format!("field {field}\n"));
        }
        if rewrite {
            std::fs::write(&path, &found).unwrap();
        } else if std::fs::read_to_string(&path).unwrap() != found {
            wrong.push(format!("{}\n{found}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // Links lead nowhere in this site, and its operation is in no spec.
    const EXPECTED: &[&str] = &["broken-link", "broken-anchor", "unmatched-ref", "missing-fragment"];
    let diagnostics = Project::open(system).site().diagnostics();
    let errors = diagnostics.iter().filter(|found| found.severity == Severity::Error);
    let errors: Vec<String> = errors
        .filter(|found| !EXPECTED.contains(&found.code.name()))
        .map(|found| {
            format!("{:?} {} {}", found.place.as_ref().map(|place| &place.file), found.code.name(), found.message)
        })
        .collect();
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}

#[test]
fn every_row_of_the_table_has_a_fixture() {
    let sources: String = fixtures().iter().map(|(_, path)| source_of(path).replace("::: ", ":::")).collect();
    let missing: Vec<String> = other_tools::all()
        .filter(|(notation, name, shown)| {
            let start = match notation {
                Notation::Tag => format!("<{name}"),
                Notation::Line => name.split([' ', '"', '/']).next().unwrap_or(name).to_owned(),
                Notation::Fences => format!("{name}=\""),
                Notation::ContentTab => "=== \"".to_owned(),
                Notation::Folded => "??? ".to_owned(),
                Notation::EmojiQuote | Notation::Alert => {
                    format!("> {}", shown.trim_start_matches("> ").chars().next().unwrap_or('['))
                }
                Notation::Liquid => format!("{{% {name}"),
                _ => shown.clone(),
            };
            !sources.contains(start.trim_end_matches('>'))
        })
        .map(|(_, _, shown)| shown)
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn facts_name_what_links_may_lead_to() {
    let text = "---\ntitle: T\n---\nimport A, { B } from './a.mdx'\n\nexport const metadata = { title: 'M' }\n\n# One *x*\n\n## Two {#second}\n\n<Step title=\"Do it\">\n\n### Three\n\n</Step>\n\n<a id=\"here\"></a>\n\n```\n# no\n```\n";
    let facts = facts(text.to_owned(), dialect("mdx"));
    assert_eq!(facts.heading.as_deref(), Some("One x"));
    assert_eq!(facts.metadata.unwrap().get("title").unwrap().as_str(), Some("M"));
    assert_eq!(facts.anchors, ["do-it", "here", "one-x", "second", "three"]);
    assert_eq!(facts.imports.first().map(|import| (import.path.as_str(), import.line)), Some(("./a.mdx", 4)));
    assert_eq!(facts.frontmatter.len(), 1);
    for text in ["<Note>\nWords\n</Note>\n\n# Title\n", "<h1>\nTitle\n</h1>\n\n# Other\n"] {
        assert_eq!(super::facts(text.to_owned(), dialect("mdx")).heading.as_deref(), Some("Title"), "{text}");
    }
    let text = "# A { id=one }\n\n<!-- md:option x.y -->\n\nText\n";
    assert_eq!(super::facts(text.to_owned(), dialect("mkdocs")).anchors, ["+x.y", "one"]);
    let broken = super::facts("---\nslug: x\n- a: [\n---\nText".to_owned(), Dialect::default());
    assert_eq!(broken.frontmatter.get("slug").and_then(serde_yaml::Value::as_str), Some("x"));
    assert!(broken.frontmatter.len() == 1 && broken.frontmatter_problem.is_some());
}

/// Everything that dialects have, in pieces.
const PIECES: &[&str] = &[
    "<Note>",
    "</Note>",
    "<Tabs items={['a']}>",
    "</Tabs>",
    "<Tab title=\"x\">",
    "</Tab>",
    "<Foo",
    " a={",
    "}",
    "{",
    "{/*",
    "*/}",
    "<",
    ">",
    "/>",
    "</",
    "```",
    "````",
    "~~~",
    "\n",
    "\n\n",
    "  ",
    "    ",
    "- ",
    "1. ",
    "> ",
    "# ",
    ":::note",
    ":::",
    "{% hint %}",
    "{% endhint %}",
    "{% tab",
    "%}",
    "!!! note",
    "=== \"a\"",
    "??? x",
    "///",
    "/// tab | x",
    "[block:code]",
    "[/block]",
    "{\"codes\": [",
    "<!--",
    "-->",
    "`",
    "``",
    "$",
    "$$",
    "[a](b.md",
    ")",
    "![",
    "](",
    "[x]: ",
    "{{NAME}}",
    "{{#include x}}",
    "<<<",
    "<<x>>",
    "++a++",
    "==",
    "| a | b |\n|---|---|\n",
    "import X from './x.mdx'\n",
    "export const a = ",
    "<details>",
    "<summary>",
    "</details>",
    "<Steps>",
    "</Steps>",
    "<CodeGroup>",
    "</CodeGroup>",
    "<FileTree>",
    "</FileTree>",
    "é",
    "語",
    "\t",
    "\\",
    "\"",
    "'",
    "---\n",
    "<img src=\"a.png\" />",
    "<div>",
    "</div>",
    "<script>",
    "</script>",
    "<pre>",
    "</pre>",
    "<Card title={<b>x</b>}>",
    "</Card>",
    "<Icon icon='x'/>",
    "&lt;",
];

fn any_text() -> impl Strategy<Value = String> {
    let word = proptest::sample::select(vec!["alpha", "beta", "gamma", "delta"]).prop_map(str::to_owned);
    let piece = proptest::sample::select(PIECES.to_vec()).prop_map(str::to_owned);
    proptest::collection::vec(prop_oneof![2 => word, 5 => piece], 0..40).prop_map(|parts| parts.concat())
}

fn all_dialects() -> [Dialect; 8] {
    ["mdx", "docusaurus", "vitepress", "mkdocs", "gitbook", "mdbook", "readme", "plain"].map(dialect)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn any_text_becomes_a_page(text in any_text()) {
        for dialect in all_dialects() {
            let page = SourcePage { file: "a.mdx".to_owned(), id: "a".to_owned(), ..SourcePage::default() };
            let first = convert(&page, &text, dialect, &Site);
            let second = convert(&page, &text, dialect, &Site);
            prop_assert_eq!(&first.text(), &second.text());
            prop_assert!(first.text().starts_with("---\n") && !first.text().contains('\r'));
            let wrong = wrong_components(&first.text());
            prop_assert!(wrong.is_empty(), "{wrong:?}\n{text}\n=====\n{}", first.text());
            let _ = facts(text.clone(), dialect);
            let _ = convert_fragment("a.mdx", &text, dialect, &Site);
        }
    }

    #[test]
    fn words_between_blocks_survive(parts in proptest::collection::vec(proptest::sample::select(vec![
        "<Note>", "</Note>", "<Steps>", "</Steps>", "<Step title=\"t\">", "</Step>", "<Tabs>", "</Tabs>", "<Tab title=\"t\">", "</Tab>",
        "<Card>", "</Card>", "<Frame>", "</Frame>", "<CardGroup>", "</CardGroup>", "<Unknown>", "</Unknown>", "- ", "> ", ":::note", ":::",
        "{% hint style=\"info\" %}", "{% endhint %}", "!!! note", "    ", "word", "other", "third", "# ", "1. ", "<Columns>", "</Columns>",
    ]), 0..30)) {
        let text = parts.join("\n\n");
        for dialect in all_dialects() {
            let page = SourcePage { file: "a.mdx".to_owned(), id: "a".to_owned(), ..SourcePage::default() };
            let converted = convert(&page, &text, dialect, &Site).text();
            for word in ["word", "other", "third"] {
                let (there, here) = (count(&text, word), count(&converted, word));
                prop_assert!(here >= there, "{word}: {there} {here}\n{text}\n=====\n{converted}");
            }
        }
    }
}

/// Components as they may stand in each other, and as they may not.
const COMPONENTS: &[&str] = &[
    "Note",
    "Steps",
    "Step",
    "Tabs",
    "Tab",
    "CodeGroup",
    "CardGroup",
    "Card",
    "AccordionGroup",
    "Accordion",
    "Expandable",
    "ParamField",
    "ResponseField",
    "Frame",
    "Columns",
    "Column",
    "Files",
    "Folder",
    "File",
    "Update",
    "Tooltip",
    "Badge",
    "Icon",
    "Unknown",
    "FileTree",
    "TreeView",
    "TreeItem",
    "Versions",
    "Version",
    "View",
    "ViewPanel",
    "Tile",
    "Tiles",
    "Panel",
    "Prompt",
    "details",
    "figure",
    "table",
    "div",
    "a",
    "Color",
    "Download",
    "Button",
    "Mermaid",
    "Sandpack",
    "Schema",
    "Properties",
];

fn any_tree() -> impl Strategy<Value = String> {
    let leaf = proptest::sample::select(vec![
        "Words.",
        "```js\nlet a\n```",
        "- item",
        "# Heading",
        "<Icon icon=\"x\" />",
        "![a](b.png)",
        "{x}",
    ]);
    let leaf = leaf.prop_map(str::to_owned);
    leaf.prop_recursive(4, 24, 4, |inner| {
        let name = proptest::sample::select(COMPONENTS.to_vec());
        let attributes = proptest::sample::select(vec![
            "",
            " title=\"T\"",
            " name=\"n\"",
            " label=\"L\" cols={9}",
            " href=\"/x\" icon={<b/>}",
        ]);
        (name, attributes, proptest::collection::vec(inner, 0..4), any::<bool>()).prop_map(
            |(name, attributes, inner, in_line)| {
                // A fence cannot end with a tag.
                let in_line = in_line && !inner.iter().any(|part| part.contains("```"));
                let gap = if in_line { "" } else { "\n\n" };
                format!("<{name}{attributes}>{gap}{}{gap}</{name}>", inner.join("\n\n"))
            },
        )
    })
}

/// What is wrong with the components of a page.
fn wrong_components(text: &str) -> Vec<String> {
    const OURS: &[&str] = &[
        "invalid-nesting",
        "missing-attribute",
        "invalid-attribute",
        "unclosed-component",
        "stray-closing-tag",
        "unknown-component",
        "invalid-frontmatter",
        "missing-title",
    ];
    let system = Arc::new(MemorySystem::default());
    system.write("tool.json", r#"{"name": "Any"}"#);
    system.write("docs/index.md", text);
    let diagnostics = Project::open(system).site().diagnostics();
    let wrong = diagnostics.into_iter().filter(|found| OURS.contains(&found.code.name()));
    wrong.map(|found| format!("{} {}", found.code.name(), found.message)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn components_stand_where_they_may(trees in proptest::collection::vec(any_tree(), 1..4)) {
        let text = trees.join("\n\n");
        let page = SourcePage { file: "a.mdx".to_owned(), id: "a".to_owned(), ..SourcePage::default() };
        let converted = convert(&page, &text, dialect("mdx"), &Site).text();
        let wrong = wrong_components(&converted);
        prop_assert!(wrong.is_empty(), "{wrong:?}\n{text}\n=====\n{converted}");
    }
}

fn count(text: &str, word: &str) -> usize {
    text.split(|c: char| !c.is_alphabetic()).filter(|part| *part == word).count()
}

#[test]
fn hostile_pages_need_little_stack() {
    let deep = format!("{}{}", "<Note>\n".repeat(10_000), "</Note>\n".repeat(10_000));
    let inline = format!("text {}{}", "<b>".repeat(10_000), "</b>".repeat(10_000));
    let mut texts: BTreeMap<&str, String> = BTreeMap::new();
    texts.insert("deep", deep);
    texts.insert("inline", inline);
    texts.insert("components in a line", format!("text {}x{}", "<Badge>".repeat(10_000), "</Badge>".repeat(10_000)));
    for (name, piece) in [
        ("open", "<Note>"),
        ("braces", "{"),
        ("comments", "{/*"),
        ("less", "<"),
        ("attributes", "<a b=\""),
        ("backticks", "` `` "),
        ("html comments", "<!--"),
        ("links", "[a]("),
        ("images", "!["),
        ("quotes", "> "),
        ("items", "- "),
        ("colons", ":::note\n"),
        ("liquid", "{% hint %}\n"),
        ("magic", "[block:code]"),
        ("dollars", "$a "),
        ("expressions", "{a "),
        ("fences", "```\n"),
        ("tabs", "=== \"a\"\n"),
        ("import", "import a from 'b'\n"),
        ("export", "export const a = {\n"),
        ("words", "word "),
        ("self closing", "<Icon/>"),
        ("liquid in a line", "{% x %} "),
        ("templates", "{`${"),
    ] {
        texts.insert(name, piece.repeat((32 << 10) / piece.len()));
    }
    let page = SourcePage { file: "a.mdx".to_owned(), id: "a".to_owned(), ..SourcePage::default() };
    for (name, text) in &texts {
        for dialect in all_dialects() {
            let text = text.clone();
            let page = page.clone();
            let run = move || convert(&page, &text, dialect, &Site).text().len();
            let length = std::thread::Builder::new().stack_size(2 << 20).spawn(run).unwrap().join().unwrap();
            assert!(length > 0, "{name}");
        }
    }
}

/// A page of MDX, converted.
fn of_mdx(text: &str) -> super::Converted {
    convert(
        &SourcePage { file: "a.mdx".to_owned(), id: "a".to_owned(), ..SourcePage::default() },
        text,
        dialect("mdx"),
        &Site,
    )
}

#[test]
fn code_is_not_searched_for_tags() {
    let heading = of_mdx("# A\n\n## Use `<a id=\"one\"></a>`\n").text();
    assert!(heading.contains("## Use `<a id=\"one\"></a>`\n"), "{heading}");
    let known = facts("Set `id=\"one\"`, and <b data-grid=\"two\">this</b>.\n".to_owned(), dialect("mdx"));
    assert!(!known.has_anchor("one") && !known.has_anchor("two"));
    let code = "<pre><code class=\"x\">\n&lt;code&gt;a&lt;/code&gt;\n</code></pre>\n";
    let code = of_mdx(code).text();
    assert!(code.contains("```\n<code>a</code>\n```"), "{code}");
    let listed = of_mdx("1. x\n\n   ```md\n   ![B](/b-light.png)\n   ```\n\n![B](/b-dark.png#only-dark)\n").text();
    assert!(listed.contains("   ![B](/b-light.png)\n"), "{listed}");
}

#[test]
fn quoted_values_do_not_end_tags() {
    let details = "<details><summary title=\"a > b\">Title</summary>\n\nText\n\n</details>\n";
    let details = of_mdx(details).text();
    assert!(details.contains("<wc-expandable title=\"Title\">"), "{details}");
    assert_eq!(super::title("<b title=\"a > b\">Title</b> of List<T>"), "Title of List<T>");
    let fields =
        facts("<ParamField\n  query='limit'\n  hint=\"a\" />\n\n`<Field a=\"code\">`\n".to_owned(), dialect("mdx"));
    assert!(fields.field("limit").is_some() && fields.field("code").is_none());
}
