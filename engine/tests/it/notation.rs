//! Formulas and diagrams in pages: what is published of them, and what is reported.

use engine::testing::{project, text};

use crate::shown::findings;

const CONFIG: &str = "//- /tool.json\n{\"name\": \"N\", \"openapi\": \"api.json\"}\n";

/// An operation whose description has dollar signs.
const SPEC: &str = r#"//- /api.json
{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {"/a": {"get": {"operationId": "a", "summary": "A",
 "description": "From $x$ to $$y$$.\n\n```math\nz\n```", "responses": {"200": {"description": "OK"}}}}}}
"#;

#[test]
fn formulas_are_mathml_in_pages_and_text_elsewhere() {
    let page =
        "# Math\n\n## The $n$-th\n\nIt is $\\frac{1}{n}$, not `$m$`.\n\n$$\na\n+ b\n$$\n\n<wc-endpoint ref=\"a\" />\n";
    let (_, project) = project(&format!("{CONFIG}//- /docs/index.md\n---\ntitle: M\n---\n{page}{SPEC}"));
    let html = text(&project, "index.html");
    let body = html.split("<article").nth(1).and_then(|rest| rest.split("</article>").next()).unwrap_or(&html);
    assert_eq!(body.matches("<math").count(), 3, "{body}");
    assert!(body.contains("id=\"the-n-th\""));
    assert!(body.contains("<math><semantics><mrow><mfrac>"));
    assert!(body.contains("<div class=\"math\" tabindex=\"0\"><math display=\"block\">"));
    assert!(body.contains("<annotation encoding=\"application/x-tex\">a\n+ b</annotation>"));
    assert!(body.contains("From $x$ to $$y$$."));
    assert!(html.contains("_tool/math."));
    // The Markdown is the source.
    let markdown = text(&project, "index.md");
    assert!(markdown.contains("It is $\\frac{1}{n}$, not `$m$`.\n\n$$\na\n+ b\n$$\n"));
    assert!(markdown.contains("From $x$ to $$y$$."));
    assert!(!text(&project, "404.html").contains("_tool/math."));
}

#[test]
fn what_is_no_tex_is_reported_with_its_place() {
    let page =
        "# Math\n\nA $\\frac{a}{b$ and *$x + \\nope{y}$*.\n\n> $$\n> \\left( x\n> $$\n\n```math\na\n\\end{b}\n```\n";
    let deep = format!("\n${}x{}$\n", "\\frac{".repeat(10_000), "}{y}".repeat(10_000));
    let (_, project) = project(&format!("{CONFIG}//- /docs/index.md\n---\ntitle: M\n---\n{page}{deep}{SPEC}"));
    insta::assert_snapshot!(findings(&project), @r"
    undocumented-operations api.json:1:79 1 operation has no page [GET /a] / `tool openapi scaffold api.json --new-only` creates the missing pages
    invalid-math docs/index.md:6:3 the formula is not valid TeX: expected closing token `}`, but reached end of input / its source is shown; write a literal dollar sign as `\$`
    invalid-math docs/index.md:6:26 the formula is not valid TeX: unknown command `\nope` / its source is shown; write a literal dollar sign as `\$`
    invalid-math docs/index.md:8:3 the formula is not valid TeX: expected closing token `\right`, but reached end of input / its source is shown; write a literal dollar sign as `\$`
    invalid-math docs/index.md:14:5 the formula is not valid TeX: unknown environment `b` / its source is shown; write a literal dollar sign as `\$`
    invalid-math docs/index.md:17:2 the formula cannot be converted: it is longer than 16384 bytes / its source is shown; write a literal dollar sign as `\$`
    ");
    let html = text(&project, "index.html");
    assert!(html.contains("A <code>\\frac{a}{b</code> and <em><code>x + \\nope{y}</code></em>."));
    assert!(html.contains("<figure class=\"code\" data-lang=\"tex\">"));
    assert!(!html.contains("<math"));
}

/// The files of diagrams of a project.
fn drawn(project: &engine::Project) -> Vec<String> {
    let outputs = project.site().outputs();
    outputs.iter().filter(|path| path.starts_with("_tool/diagrams/")).map(ToString::to_string).collect()
}

const DIAGRAMS: &str = "//- /tool.json\n{\"name\": \"N\"}\n//- /docs/a/b.md\n---\ntitle: D\n---\n# D\n\n\
    <wc-mermaid id=\"x\" caption=\"From *A* to B\">\nflowchart LR\n  A --> B\n</wc-mermaid>\n\n\
    - a\n\n  ```mermaid\n  pie\n    accTitle: Parts\n    \"a\" : 1\n  ```\n";

/// Whether this build draws or not: the source is there, and nothing is wrong.
#[test]
fn diagrams_show_their_source() {
    let (_, project) = project(DIAGRAMS);
    let html = text(&project, "a/b/index.html");
    assert!(html.contains("flowchart LR\n  A --&gt; B"));
    assert!(html.contains("<wc-mermaid caption=\"From *A* to B\" id=\"x\" class=\"diagram\">"));
    assert!(html.contains("From <em>A</em> to B"));
    assert_eq!(html.matches("<figure class=\"code\" data-lang=\"mermaid\">").count(), 2);
    assert!(text(&project, "a/b.md").contains("```mermaid\n  pie\n"));
    let found = findings(&project);
    if cfg!(feature = "diagrams") {
        assert_eq!(found, "");
    } else {
        insta::assert_snapshot!(found, @"diagrams-off docs/a/b.md:6:1 diagrams are shown as source: this build lacks the feature `diagrams`");
        assert_eq!(drawn(&project), [""; 0]);
        assert!(!html.contains("<img"));
    }
}

#[cfg(feature = "diagrams")]
mod drawing {
    use engine::testing::{executed, project, text};
    use engine::{Change, System as _};

    use super::{DIAGRAMS, drawn};
    use crate::shown::findings;

    #[test]
    fn diagrams_are_files_for_both_themes() {
        let (_, project) = project(DIAGRAMS);
        let html = text(&project, "a/b/index.html");
        let paths = drawn(&project);
        assert_eq!(paths.len(), 4, "{paths:?}");
        for path in &paths {
            assert!(path.starts_with("_tool/diagrams/a/b/"), "{path}");
            assert!(project.site().has_output(path));
            assert!(text(&project, path).starts_with("<svg"), "{path}");
            assert!(html.contains(&format!("src=\"../../{path}\"")), "{path}: {html}");
        }
        for part in
            ["alt=\"From *A* to B\"", "alt=\"Parts\"", "class=\"diagram-light\"", "_tool/diagram.", "<summary>Source"]
        {
            assert!(html.contains(part), "{part}");
        }
        for path in ["_tool/diagrams/a/b/0000000000000000.svg", "_tool/diagrams/x/0000000000000000.svg"] {
            assert!(!project.site().has_output(path));
        }
    }

    #[test]
    fn an_edited_diagram_is_another_file_and_runs_nothing_of_other_pages() {
        let (system, mut project) = project(DIAGRAMS);
        let before = drawn(&project);
        let text = String::from_utf8(system.read("docs/a/b.md", 1 << 20).unwrap()).unwrap();
        system.write("docs/a/b.md", text.replace("A --> B", "A --> C").as_str());
        assert!(project.apply(&[Change::Path("docs/a/b.md".into())]));
        let after = drawn(&project);
        assert_eq!(after.iter().filter(|path| before.contains(path)).count(), 2);
        assert!(!project.site().has_output(before.iter().find(|path| !after.contains(path)).unwrap()));
        // Prose around it is no reason to draw.
        system.write("docs/a/b.md", text.replace("A --> B", "A --> C").replace("# D", "# E").as_str());
        project.apply(&[Change::Path("docs/a/b.md".into())]);
        let ran = executed(&mut project, |project| assert_eq!(drawn(project), after));
        assert!(!ran.iter().any(|(query, _)| query == "drawings"), "{ran:?}");
    }

    #[test]
    fn what_cannot_be_drawn_is_reported_with_its_place() {
        let page = "# D\n\n```mermaid\nflowchart LR\n  A --> --> B[[[\n```\n\n<wc-mermaid>\nnothing known\n</wc-mermaid>\n\n```mermaid\n```\n";
        let (_, project) =
            project(&format!("//- /tool.json\n{{\"name\": \"N\"}}\n//- /docs/index.md\n---\ntitle: D\n---\n{page}"));
        insta::assert_snapshot!(findings(&project), @r"
        invalid-diagram docs/index.md:8:9 the diagram cannot be drawn: diagram parse error (flowchart-v2): unexpected edge operator; expected node identifier, edge label / its source is shown
        invalid-diagram docs/index.md:11:1 the diagram cannot be drawn: no Mermaid diagram type detected / its source is shown
        invalid-diagram docs/index.md:15:1 the diagram cannot be drawn: no Mermaid diagram type detected / its source is shown
        ");
        let html = text(&project, "index.html");
        assert_eq!(html.matches("data-lang=\"mermaid\"").count(), 3);
        assert!(!html.contains("<img"));
        assert!(drawn(&project).is_empty());
    }
}
