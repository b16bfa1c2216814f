//! The components that a project brings itself: what is known of them, what pages become of them, what an edit runs again.

use engine::testing::{executed, project, text};
use engine::{Change, Output, OutputOptions};

use crate::incremental::{edit, everything, lines};
use crate::shown::findings;

const HEAD: &str =
    "//- /tool.json\n{\"name\": \"N\", \"attributes\": {\"STARS\": 4}}\n//- /docs/index.md\n---\ntitle: H\n---\n";
const RATING: &str =
    "//- /components/wc-rating.js\ncustomElements.define(\"wc-rating\", class extends HTMLElement {});\n";

fn html(page: &str, files: &str) -> String {
    let (_, project) = project(&format!("{HEAD}{page}\n{files}"));
    let html = text(&project, "index.html");
    let body = html.split_once("</h1>").unwrap().1.split_once("</article>").unwrap().0;
    body.trim().to_owned()
}

fn found(page: &str, files: &str) -> String {
    let (_, project) = project(&format!("{HEAD}{page}\n{files}"));
    findings(&project)
}

/// The scripts that a page loads and that are not ours.
fn scripts(html: &str) -> Vec<&str> {
    let tags = html.split("<script ").skip(1).filter_map(|rest| rest.split('>').next());
    tags.filter(|tag| !tag.contains("_tool/")).collect()
}

#[test]
fn an_element_keeps_its_attributes_and_holds_blocks() {
    insta::assert_snapshot!(html(
        "<wc-rating stars={{STARS}} Title=\"a <b>\" data-x=y compact>\n\n- *one*\n\n</wc-rating>\n\n<wc-rating stars=3>text</wc-rating>\n\n\
         A line <wc-rating stars=2>with *words*</wc-rating> and <wc-rating /> none.\n\n> <wc-callout>\n> <wc-rating id=r>\n> # In it\n> </wc-rating>\n> </wc-callout>\n\n[to it](#r)",
        RATING
    ));
    assert_eq!(found("<wc-rating stars=3>text</wc-rating> [x](#r) <wc-rating id=r />", RATING), "");
}

#[test]
fn only_pages_that_use_it_load_it() {
    let (_, project) = project(&format!(
        "{HEAD}<wc-rating /> <wc-star />\n//- /docs/b/c.md\n---\ntitle: C\n---\n<wc-mod />\n//- /docs/d.md\n---\ntitle: D\n---\n`<wc-rating>`\n{RATING}\
         customElements.define('wc-star', class extends HTMLElement {{}});\n//- /components/wc-mod.js\nimport x from './x.js';\ncustomElements.define('wc-mod', x);\n\
         //- /components/notes.js\nx\n//- /components/deep/wc-deep.js\nx\n"
    ));
    assert_eq!(scripts(&text(&project, "index.html")), ["src=\"./components/wc-rating.js\" defer"]);
    assert_eq!(scripts(&text(&project, "b/c/index.html")), ["src=\"../../components/wc-mod.js\" type=\"module\""]);
    assert_eq!(scripts(&text(&project, "d/index.html")), [""; 0]);
    let site = project.site();
    let copy = site.output("components/wc-rating.js", OutputOptions::default());
    assert_eq!(copy, Some(Output::Copy("components/wc-rating.js".into())));
    for path in ["components/notes.js", "components/deep/wc-deep.js"] {
        assert!(!site.has_output(path), "{path}");
    }
    assert_eq!(
        findings(&project),
        "module-component components/wc-mod.js:1:1 the component is a module, which browsers do not load from `file://` / without `import` and `export` it works everywhere\n"
    );
    assert!(site.watched().contains(&"components".into()));
}

#[test]
fn names_are_checked() {
    insta::assert_snapshot!(
        [
            found("<wc-ratin />", RATING),
            found("<wc-rating onclick=x style=y is=z \"q\" 1a _b a a=b />", RATING),
            found("<wc-callout>x</wc-callout>", "//- /components/wc-callout.js\ncustomElements.define('wc-callout', X);\n"),
            found("<wc-a /><wc-b />", "//- /components/wc-a.js\ncustomElements.define('wc-a', X);\n//- /components/wc-b.js\ncustomElements.define('wc-a', X);\ncustomElements.define('wc-b', X);\n"),
            found("<wc-empty />", "//- /components/wc-empty.js\nconsole.log(1);\n"),
            found("<wc-rating>\n\nx", RATING),
        ]
        .join("--\n")
    );
    // What is the tool's stays the tool's.
    let shown =
        html("<wc-callout>x</wc-callout>", "//- /components/wc-callout.js\ncustomElements.define('wc-callout', X);\n");
    assert!(shown.contains("class=\"callout"), "{shown}");
}

#[test]
fn the_twin_keeps_the_element() {
    let (_, project) = project(&format!("{HEAD}<wc-rating stars=3>\n\n*x*\n\n</wc-rating>\n{RATING}"));
    assert!(text(&project, "index.md").ends_with("<wc-rating stars=3>\n\n*x*\n\n</wc-rating>\n"));
}

#[test]
fn a_component_that_appears_updates_the_pages_that_name_it() {
    let (system, mut project) = project(&format!(
        "{HEAD}<wc-rating>x</wc-rating>\n//- /docs/b.md\n---\ntitle: B\n---\nText\n//- /docs/c.md\n---\ntitle: C\n---\n<wc-other />\n\
         //- /components/wc-other.js\ncustomElements.define('wc-other', X);\n"
    ));
    everything(&project);
    assert!(findings(&project).starts_with("unknown-component docs/index.md:4:1 there is no component `wc-rating`"));
    let path = "components/wc-rating.js";
    system.write(path, "customElements.define('wc-rating', X);\n");
    let ran = executed(&mut project, |project| {
        assert!(project.apply(&[Change::Path(path.into())]));
        everything(project);
    });
    let bodies = ran.iter().find(|(name, _)| name == "page_body").map_or(0, |(_, count)| *count);
    assert_eq!(bodies, 1, "{}", lines(&ran));
    assert_eq!(findings(&project), "");
    let dev = OutputOptions { dev: true, offline: false };
    let html = |project: &engine::Project| match project.site().output("index.html", dev) {
        Some(Output::Bytes(bytes)) => String::from_utf8(bytes).unwrap(),
        other => panic!("{other:?}"),
    };
    // In the dev server the page differs with the script; as it is published it does not.
    let (shown, published) = (html(&project), text(&project, "index.html"));
    let ran = edit(&system, &mut project, path, "X", "Y");
    assert!(!lines(&ran).contains("page_"), "{}", lines(&ran));
    assert_ne!(shown, html(&project));
    assert_eq!(published, text(&project, "index.html"));
    assert!(
        edit(&system, &mut project, path, "wc-rating", "wc-other-name").iter().any(|(name, _)| name == "page_body")
    );
    system.remove(path);
    assert!(project.apply(&[Change::Path(path.into())]));
    let fresh = engine::Project::open(system);
    assert_eq!(everything(&project), everything(&fresh));
    assert_eq!(project.site().diagnostics(), fresh.site().diagnostics());
}
