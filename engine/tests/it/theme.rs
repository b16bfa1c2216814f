//! The look that `tool.json` gives a site: its style sheets, its icon, and what is said of its colours.

use engine::Project;
use engine::testing::{project, text};

use crate::shown::findings;

/// A site of one page with a value of `theme`, and further files.
fn site(theme: &str, files: &str) -> Project {
    let config = format!("{{\"name\": \"N\",\n \"theme\": {theme}}}");
    project(&format!("//- /tool.json\n{config}\n//- /docs/index.md\n---\ntitle: H\n---\n{files}")).1
}

/// The addresses of the style sheets of the page, in order.
fn stylesheets(project: &Project) -> Vec<String> {
    let html = text(project, "index.html");
    let links = html.split("<link rel=\"stylesheet\" href=\"").skip(1);
    links.map(|rest| rest.split('"').next().unwrap().trim_start_matches("./").to_owned()).collect()
}

#[test]
fn a_look_is_a_style_sheet_after_ours_and_the_icon_has_its_accent() {
    let standard = site("{}", "");
    assert_eq!(stylesheets(&standard).len(), 1);
    assert!(text(&standard, "_tool/favicon.svg").contains("#2450d1"));

    let project = site(r##"{"accent": "#7a3bb8", "css": "look.css"}"##, "//- /look.css\n.prose h1 { color: red }\n");
    let sheets = stylesheets(&project);
    let [ours, look, own] = sheets.as_slice() else { panic!("{sheets:?}") };
    assert!(ours.starts_with("_tool/site.") && own.starts_with("look.css?"), "{sheets:?}");
    assert!(text(&project, look).contains("--accent:light-dark(#7a3bb8,"), "{}", text(&project, look));
    assert!(project.site().has_output("look.css"));
    assert!(text(&project, "_tool/favicon.svg").contains("#7a3bb8"));
    assert_eq!(findings(&project), "");
}

#[test]
fn hosts_keep_the_style_sheet_of_a_look_as_long_as_ours() {
    let project = site(r##"{"accent": "#7a3bb8"}, "host": "netlify""##, "");
    let sheets = stylesheets(&project);
    let rule = format!("/{}\n  Cache-Control: public, max-age=31536000, immutable\n", sheets.last().unwrap());
    assert!(sheets.len() == 2 && text(&project, "_headers").contains(&rule), "{sheets:?}");
}

/// The script that chooses between light and dark is a file, and runs before the first style sheet is there to be seen.
#[test]
fn the_choice_of_light_or_dark_comes_before_the_style_sheets() {
    let html = text(&site(r#""plum""#, ""), "index.html");
    let (before, _) = html.split_once("<link rel=\"stylesheet\"").unwrap();
    let script = before.split("<script src=\"").nth(1).unwrap().split('>').next().unwrap();
    assert!(script.starts_with("./_tool/theme.") && !script.contains("defer") && !script.contains("async"), "{script}");
    assert!(!html.contains("<style") && !html.contains(" style="), "{html}");
}

#[test]
fn what_is_wrong_with_a_look_is_said_where_it_stands() {
    insta::assert_snapshot!(findings(&site(
        "{\n  \"accent\": \"#8fb0ff\",\n  \"css\": \"none.css\",\n  \"colors\": { \"dark\": { \"text\": \"red\" } }\n }",
        ""
    )));
}
