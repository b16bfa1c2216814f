//! The sidebar on pages: its parts, its filter, what long ones leave out, and which files an edit changes.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use engine::testing::generate::{SiteShape, prose_page, prose_page_marker};
use engine::testing::{project, text};
use engine::{MemorySystem, Output, Project};

use crate::incremental::{edit, everything};

/// A site of guides and of an API with as many operations, as a scaffold makes it, and with a page among the operations.
fn site(operations: usize) -> Project {
    let (mut files, mut paths, mut entries) = (String::new(), String::new(), String::new());
    for number in 0..operations {
        let _ = write!(
            files,
            "//- /docs/api/op-{number}.md\n---\ntitle: Op {number}\nlayout: api\n---\n<wc-endpoint ref=\"op{number}\"></wc-endpoint>\n"
        );
        let _ = write!(paths, r#""/p{number}": {{"get": {{"operationId": "op{number}", "responses": {{}}}}}},"#);
        let _ = write!(entries, r#""api/op-{number}","#);
    }
    let (paths, entries) = (paths.trim_end_matches(','), entries.trim_end_matches(','));
    let config = format!(
        r#"{{"name": "N", "openapi": "api.json", "sidebar": ["index", {{"group": "Guides", "pages": ["guide"]}},
           {{"group": "Moons", "pages": ["api/intro"]}},
           {{"group": "Phases", "pages": ["api/notes", {{"group": "Deep", "pages": [{entries}]}}]}}]}}"#
    );
    let page = |path: &str, title: &str| format!("//- /docs/{path}.md\n---\ntitle: {title}\n---\n");
    let pages = [("index", "Home"), ("guide", "A guide"), ("api/intro", "Introduction"), ("api/notes", "Notes")];
    let pages: String = pages.map(|(path, title)| page(path, title)).concat();
    project(&format!(
        "//- /tool.json\n{config}\n//- /api.json\n{{\"openapi\": \"3.1.0\", \"info\": {{\"title\": \"Moons\", \"version\": \"1\"}}, \"paths\": {{{paths}}}}}\n{pages}{files}"
    ))
    .1
}

/// The sidebar of a page.
fn sidebar(project: &Project, path: &str) -> String {
    let html = text(project, path);
    html.split_once("<nav id=\"toolSidebar\"").unwrap().1.split_once("</nav>").unwrap().0.to_owned()
}

#[test]
fn guides_and_an_api_are_two_parts() {
    let project = site(6);
    let (guides, api) = (sidebar(&project, "guide/index.html"), sidebar(&project, "api/op-1/index.html"));
    let tabs = |html: &str| html.split_once("nav-tabs").unwrap().1.split_once("</ul>").unwrap().0.to_owned();
    insta::assert_snapshot!(tabs(&guides));
    assert!(tabs(&api).contains(r#"<a href="../../api/intro/" aria-current="true">API</a>"#), "{api}");
    for (html, shown, missing) in [(&guides, "A guide", "Op 1"), (&api, "Op 1", "A guide")] {
        assert!(html.contains(shown) && !html.contains(missing), "{html}");
        assert!(html.contains("data-rest data-part="), "{html}");
    }
    // The group with the title of the API, and a page among operations.
    assert!(api.contains("Introduction") && api.contains("Notes"), "{api}");
    // Schemas belong to the API; the rest does not.
    assert!(sidebar(&project, "404.html").contains("A guide"));
    let shared = text(&project, "_tool/sidebar.js");
    for title in ["A guide", "Op 5", "Notes"] {
        assert!(shared.contains(title), "{shared}");
    }
    assert!(shared.contains(r"\x01api/op-5/"), "{shared}");
}

#[test]
fn with_few_operations_all_is_one_part() {
    let project = site(4);
    let html = sidebar(&project, "guide/index.html");
    assert!(!html.contains("nav-tabs") && !html.contains("data-rest"), "{html}");
    assert!(html.contains("Op 1") && html.contains("A guide"), "{html}");
    assert!(!project.site().has_output("_tool/sidebar.js"));
}

#[test]
fn a_long_sidebar_leaves_out_what_its_file_has() {
    let project = site(300);
    let html = sidebar(&project, "api/op-150/index.html");
    assert!(html.contains("nav-filter") && html.contains("Op 144") && !html.contains("Op 10<"), "{html}");
    for more in ["Show 144 earlier", "Show 143 more"] {
        let line = format!(r#"<a class="nav-more" data-more href="../../all-pages/">{more}</a>"#);
        assert!(html.contains(&line), "{line}: {html}");
    }
    let (first, last) = (sidebar(&project, "api/op-0/index.html"), sidebar(&project, "api/op-299/index.html"));
    assert!(first.contains("Op 12<") && first.contains("Show 287 more") && !first.contains("earlier"), "{first}");
    assert!(last.contains("Op 287<") && last.contains("Show 287 earlier") && !last.contains(" more<"), "{last}");
    let (notes, guides) = (sidebar(&project, "api/notes/index.html"), sidebar(&project, "index.html"));
    assert!(notes.contains(r#"<a href="../../api/op-0/" data-more>"#), "a group without its lines: {notes}");
    assert!(guides.contains("A guide") && !guides.contains("data-more"), "the short part is whole: {guides}");
    let shared = text(&project, "_tool/sidebar.js");
    assert!((0..300).all(|number| shared.contains(&format!(">Op {number}<"))), "{shared}");
}

/// The HTML files of the site, and its other files.
fn outputs(project: &Project) -> BTreeMap<Arc<str>, String> {
    let text = |output| match output {
        Output::Bytes(bytes) => String::from_utf8(bytes).unwrap(),
        Output::Copy(path) => path.to_string(),
    };
    everything(project).into_iter().map(|(path, output)| (path, text(output))).collect()
}

/// The files that an edit changes.
fn changed(system: &MemorySystem, project: &mut Project, path: &str, from: &str, to: &str) -> Vec<Arc<str>> {
    let before = outputs(project);
    edit(system, project, path, from, to);
    let after = outputs(project);
    assert!(before.keys().eq(after.keys()));
    after.into_iter().filter(|(path, text)| before.get(path) != Some(text)).map(|(path, _)| path).collect()
}

#[test]
fn an_edit_changes_the_pages_that_show_it_and_the_shared_sidebar() {
    let system = SiteShape::pages(300).in_memory();
    let mut project = Project::open(system.clone());
    let page = prose_page(3);
    let html = page.replace("docs/", "").replace(".md", "/index.html");
    let source = text(&project, &html.replace("/index.html", ".md"));
    let title = source.lines().find(|line| line.starts_with("title:")).unwrap().to_owned();
    changed(&system, &mut project, &page, &title, "title: Owls at dawn");

    let of_prose = changed(&system, &mut project, &page, &prose_page_marker(3), "Edited prose");
    let pages: Vec<&str> = of_prose.iter().map(|path| &**path).filter(|path| path.ends_with(".html")).collect();
    assert_eq!(pages, [&*html]);
    assert!(!of_prose.iter().any(|path| &**path == "_tool/sidebar.js"), "{of_prose:?}");

    let shows = |(path, text): (Arc<str>, String)| {
        (path.ends_with(".html") || &*path == "_tool/sidebar.js")
            .then_some(path)
            .filter(|_| text.contains("Owls at dawn"))
    };
    let showing: Vec<Arc<str>> = outputs(&project).into_iter().filter_map(shows).collect();
    let mut of_title = changed(&system, &mut project, &page, "title: Owls at dawn", "title: Owls at dusk");
    of_title.retain(|path| path.ends_with(".html") || &**path == "_tool/sidebar.js");
    assert_eq!(of_title, showing);
    assert!(showing.iter().any(|path| &**path == "_tool/sidebar.js") && showing.len() < 30, "{showing:?}");
}

#[test]
fn all_pages_have_descriptions_in_a_site_of_moderate_size() {
    let site = |count: usize| {
        let page = |at: usize| format!("//- /docs/p{at}.md\n---\ntitle: Page {at}\ndescription: About <{at}>.\n---\n");
        let pages: String = (0..count).map(page).collect();
        let (_, project) = project(&format!("//- /tool.json\n{{\"name\": \"N\", \"sidebar\": [\"p0\"]}}\n{pages}"));
        text(&project, "all-pages/index.html")
    };
    let html = site(3);
    for at in 0..3 {
        let about =
            format!("<bdi>Page {at}</bdi></a> <span class=\"index-about\"><bdi>About &lt;{at}&gt;.</bdi></span>");
        assert!(html.contains(&about), "{html}");
    }
    assert!(site(300).contains("index-about"));
    assert!(!site(301).contains("index-about"));
    assert!(site(41).contains("id=\"letter-p\"") && !site(40).contains("id=\"letter-p\""));
}

/// The titles of a page's sidebar with their depth, one a line.
fn titles(project: &Project, path: &str) -> String {
    let html = sidebar(project, path).split_once("nav-list").unwrap().1.to_owned();
    let (mut depth, mut out) = (0_usize, String::new());
    for part in html.split('<').skip(1) {
        match part.split(['>', ' ']).next().unwrap() {
            "ul" => depth += 1,
            "/ul" => depth = depth.saturating_sub(1),
            "bdi" => {
                let _ = writeln!(out, "{}{}", "  ".repeat(depth), part.split_once('>').unwrap().1);
            }
            _ => {}
        }
    }
    out
}

/// A project with these groups, and pages in folders.
fn folders(groups: &str) -> Project {
    let page = |(path, front): (&str, &str)| format!("//- /docs/{path}.md\n---\ntitle: {path}\n{front}---\n");
    let pages = [
        ("index", ""),
        ("start", ""),
        ("guides/index", ""),
        ("guides/b", "order: 2\n"),
        ("guides/a", ""),
        ("guides/z", "order: 1\n"),
        ("guides/old", "redirect: /guides/a\n"),
        ("guides/late/x", ""),
        ("guides/deep/index", "order: 2\n"),
        ("guides/deep/page", ""),
        ("guides/deep/er/page", ""),
        ("guidesy", ""),
    ];
    let pages: String = pages.map(page).concat();
    project(&format!("//- /tool.json\n{{\"name\": \"N\", \"sidebar\": [{groups}]}}\n{pages}")).1
}

#[test]
fn a_group_is_filled_from_a_folder_in_file_order() {
    let project = folders(r#""index", {"group": "Guides", "folder": "./guides/"}, "guidesy""#);
    insta::assert_snapshot!(titles(&project, "index.html"), @r"
    index
    Guides
      guides/index
      guides/z
      guides/b
      Deep
        guides/deep/index
        guides/deep/page
        Er
          guides/deep/er/page
      guides/a
      Late
        guides/late/x
    guidesy
    ");
    assert!(text(&project, "guides/a/index.html").contains(r#"rel="prev" href="../../guides/deep/er/page/""#));
}

#[test]
fn a_page_is_in_the_innermost_folder_unless_an_entry_lists_it() {
    let groups = r#"{"group": "Guides", "folder": "guides", "pages": ["guides/a", {"group": "Deep", "folder": "guides/deep"}]},
        "guides/deep/page", {"group": "Rest", "folder": "."}"#;
    insta::assert_snapshot!(titles(&folders(groups), "index.html"), @r"
    Guides
      guides/a
      Deep
        guides/deep/index
        Er
          guides/deep/er/page
      guides/index
      guides/z
      guides/b
      Late
        guides/late/x
    guides/deep/page
    Rest
      index
      guidesy
      start
    ");
}

#[test]
fn folders_without_pages_are_reported_where_they_are_named() {
    let groups = r#"{"group": "A", "folder": "guide"}, {"group": "B", "folder": "docs/guides"}, {"group": "C", "folder": "guides/a"},
        {"group": "D", "folder": "guides/late"}, {"group": "E", "folder": "guides/late"}, "guides/late/x",
        {"group": "F", "folder": "../x"}, {"group": "G", "folder": 7}, {"group": "H", "folder": "", "pages": []}, {"group": "I"}"#;
    let project = folders(groups);
    let config = format!(r#"{{"name": "N", "sidebar": [{groups}]}}"#);
    let site = project.site();
    let mut said = String::new();
    for found in site.diagnostics().iter().filter(|found| found.code.name() != "orphan-page") {
        let place = found.place.as_ref().unwrap();
        let help = found.help.as_deref().unwrap_or_default();
        let _ = writeln!(said, "{} {}: {} / {help}", found.code.name(), &config[place.span.range()], found.message);
    }
    insta::assert_snapshot!(said, @r#"
    missing-page "guide": no pages in the folder `guide` / did you mean `guides`?
    missing-page "docs/guides": no pages in the folder `docs/guides` / the folder is relative to `docs`: `guides`
    missing-page "guides/a": no pages in the folder `guides/a` / did you mean `guides`?
    empty-group "guides/late": no pages are left in the folder `guides/late` / other entries list all of them; remove the group, or one of these entries
    duplicate-entry "guides/late": the folder `guides/late` is listed twice / remove `folder` from one of the groups
    invalid-config "../x": `../x` is not a folder of pages / use a path relative to the folder of the pages, with forward slashes
    invalid-config 7: `folder` must be a string, not a number / 
    invalid-config "": `folder` is empty / 
    invalid-config {"group": "I"}: a sidebar group needs `pages` or `folder` /
    "#);
}

#[test]
fn a_new_page_in_a_folder_is_in_the_sidebar() {
    let (system, mut project) = project(
        "//- /tool.json\n{\"name\": \"N\", \"sidebar\": [{\"group\": \"G\", \"folder\": \"g\"}]}\n//- /docs/g/a.md\n---\ntitle: A\n---\n",
    );
    assert!(!sidebar(&project, "g/a/index.html").contains(">B<"));
    system.write("docs/g/b.md", "---\ntitle: B\n---\n");
    assert!(project.apply(&[engine::Change::Path("docs/g/b.md".into())]));
    assert!(sidebar(&project, "g/a/index.html").contains(">B<"));
}

/// A site with three tabs, one of which is a link.
fn tabbed() -> (Arc<MemorySystem>, Project) {
    let page = |path: &str| format!("//- /docs/{path}.md\n---\ntitle: Page {path}\n---\nProse.\n");
    let operation = |path: &str, id: &str| {
        format!(
            "//- /docs/{path}.md\n---\ntitle: Page {path}\nlayout: api\n---\n<wc-endpoint ref=\"{id}\"></wc-endpoint>\n"
        )
    };
    let spec = |path: &str, id: &str, schema: &str| {
        format!(
            r##"//- /{path}
{{"openapi": "3.1.0", "info": {{"title": "T", "version": "1"}}, "paths": {{"/{id}": {{"get": {{"operationId": "{id}", "summary": "S",
"responses": {{"200": {{"description": "", "content": {{"application/json": {{"schema": {{"$ref": "#/components/schemas/{schema}"}}}}}}}}}}}}}}}},
"components": {{"schemas": {{"{schema}": {{"type": "object", "properties": {{"a": {{"type": "string"}}}}}}}}}}}}
"##
        )
    };
    let config = r#"{"name": "N", "description": "D", "tabs": [
  {"tab": "Guides", "icon": "book", "sidebar": ["index", {"group": "How", "folder": "how"}]},
  {"tab": "Blog", "href": "https://blog.test/"},
  {"tab": "Seeds", "openapi": "seeds.json", "sidebar": [{"group": "Calls", "pages": ["seeds/get"]}]},
  {"tab": "Vault", "openapi": "vault.json", "sidebar": ["vault/get", "vault/notes"]}]}"#;
    project(
        &[
            format!("//- /tool.json\n{config}\n"),
            ["index", "how/a", "how/b", "vault/notes", "stray"].map(page).concat(),
            operation("seeds/get", "getSeed"),
            operation("vault/get", "getVault"),
            spec("seeds.json", "getSeed", "Seed"),
            spec("vault.json", "getVault", "Vault"),
        ]
        .concat(),
    )
}

#[test]
fn each_tab_has_its_own_sidebar() {
    let (_, project) = tabbed();
    let bar = |path: &str| {
        let html = text(&project, path);
        html.split_once("<nav class=\"tab-bar\"").unwrap().1.split_once("</nav>").unwrap().0.to_owned()
    };
    let guide = bar("how/a/index.html");
    for link in [
        r#"<a href="../../" aria-current="true"><svg class="icon""#,
        r#"<a href="https://blog.test/" rel="noopener">Blog</a>"#,
        r#"<a href="../../seeds/get/">Seeds</a>"#,
        r#"<a href="../../vault/get/">Vault</a>"#,
    ] {
        assert!(guide.contains(link), "{link}: {guide}");
    }
    assert_eq!(titles(&project, "how/a/index.html"), "Page index\nHow\n  Page how/a\n  Page how/b\n");
    assert_eq!(titles(&project, "vault/notes/index.html"), "Page vault/get\nPage vault/notes\n");
    assert!(bar("vault/notes/index.html").contains(r#"<a href="../../vault/get/" aria-current="true">Vault</a>"#));
    // A page in no sidebar, and pages that are not of the author.
    for path in ["stray/index.html", "all-pages/index.html"] {
        assert!(!bar(path).contains("aria-current"), "{path}");
        assert!(sidebar(&project, path).contains("Page how/a"), "{path}");
    }
    let html = sidebar(&project, "seeds/get/index.html");
    assert!(html.contains("drawer-tabs") && html.contains("data-part=\"2\""), "{html}");
    // The file that pages share has a list for each tab.
    assert_eq!(text(&project, "_tool/sidebar.js").matches("nav-list").count(), 4);
    let found: Vec<String> = project.site().diagnostics().iter().map(|found| found.message.clone()).collect();
    assert_eq!(found, ["page `stray` is not in the sidebar"]);
}

#[test]
fn the_schemas_of_an_api_are_in_its_tab() {
    let (_, project) = tabbed();
    let models: Vec<Arc<str>> = project
        .site()
        .outputs()
        .into_iter()
        .filter(|path| path.starts_with("api/models/") && path.ends_with(".html"))
        .collect();
    assert_eq!(
        models.iter().map(|path| &**path).collect::<Vec<_>>(),
        ["api/models/index.html", "api/models/seeds/seed/index.html", "api/models/vault/vault/index.html"]
    );
    let vault = sidebar(&project, "api/models/vault/vault/index.html");
    assert!(
        vault.contains("Page vault/get") && vault.contains("<bdi>Vault</bdi>") && !vault.contains("<bdi>Seed</bdi>"),
        "{vault}"
    );
    assert!(!sidebar(&project, "index.html").contains("api/models/"));
    let shared = text(&project, "_tool/sidebar.js");
    assert_eq!(shared.matches("api/models/seeds/seed").count(), 1, "{shared}");
}

#[test]
fn previous_next_breadcrumbs_and_lists_follow_the_tabs() {
    let (_, project) = tabbed();
    let last = text(&project, "how/b/index.html");
    assert!(last.contains("rel=\"prev\"") && !last.contains("rel=\"next\""));
    assert!(!text(&project, "vault/get/index.html").contains("rel=\"prev\""));
    let html = text(&project, "seeds/get/index.html");
    let crumbs = html.split_once("class=\"breadcrumbs\"").unwrap().1.split_once("</nav>").unwrap().0;
    assert!(crumbs.contains("<bdi>Seeds</bdi>") && crumbs.contains("<bdi>Calls</bdi>"), "{crumbs}");
    let llms = text(&project, "llms.txt");
    let sections: Vec<&str> = llms.lines().filter(|line| line.starts_with("## ")).collect();
    assert_eq!(sections, ["## Guides", "## Guides: How", "## Seeds: Calls", "## Vault", "## OpenAPI", "## Optional"]);
    let all = text(&project, "all-pages/index.html");
    assert!(["Guides", "Seeds", "Vault"].iter().all(|tab| all.contains(&format!(">{tab}</"))), "{all}");
}

#[test]
fn a_page_in_two_tabs_is_reported() {
    let (system, mut project) = tabbed();
    edit(
        &system,
        &mut project,
        "tool.json",
        r#""vault/notes"]"#,
        r#""vault/notes", "how/a", {"group": "G", "folder": "how"}]"#,
    );
    let found: Vec<String> =
        project.site().diagnostics().iter().map(|found| format!("{}: {}", found.code.name(), found.message)).collect();
    assert!(found.contains(&"duplicate-entry: the folder `how` is listed twice".to_owned()), "{found:?}");
    assert_eq!(found.len(), 2, "{found:?}");
    edit(&system, &mut project, "tool.json", r#"{"group": "How", "folder": "how"}"#, r#""how/a""#);
    let found: Vec<String> = project.site().diagnostics().iter().map(|found| found.message.clone()).collect();
    assert!(found.contains(&"page `how/a` is in the tabs `Guides` and `Vault`".to_owned()), "{found:?}");
}

#[test]
fn an_edit_in_a_tab_leaves_the_sidebars_of_the_others() {
    let (system, mut project) = tabbed();
    let runs =
        |done: &[(String, usize)]| done.iter().find(|(name, _)| name == "tab_items").map_or(0, |(_, count)| *count);
    everything(&project);
    edit(&system, &mut project, "docs/vault/notes.md", "Page vault/notes", "Notes");
    let done = edit(&system, &mut project, "docs/vault/notes.md", "Notes", "Other notes");
    assert_eq!(runs(&done), 2, "its own tab, and the one that is filled from a folder: {done:?}");
    let prose = edit(&system, &mut project, "docs/vault/notes.md", "Prose.", "Text.");
    assert_eq!(runs(&prose), 0, "{prose:?}");
}
