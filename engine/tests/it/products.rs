//! Products: the menu, the tabs and sidebars of each, and what lists of pages and the search show of them.

use std::sync::Arc;

use engine::testing::{project, text};
use engine::{MemorySystem, Project};

use crate::incremental::edit;

const TABS: &str = r#""tabs": [
      {"tab": "Guides", "sidebar": ["vault/start", {"group": "How", "folder": "vault/how"}]},
      {"tab": "API", "openapi": "vault.json", "sidebar": ["vault/get"]}]"#;

/// A site with three products: with tabs, with one sidebar, and elsewhere.
fn site() -> (Arc<MemorySystem>, Project) {
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
    let config = format!(
        r#"{{"name": "N", "description": "D", "products": [
  {{"product": "Vault", "icon": "archive", "description": "Keep <seeds>.", {TABS}}},
  {{"product": "Status", "href": "https://status.test/"}},
  {{"product": "Loans", "openapi": "loans.json", "sidebar": ["loans/start", {{"group": "Calls", "pages": ["loans/get"]}}]}}]}}"#
    );
    project(
        &[
            format!("//- /tool.json\n{config}\n"),
            ["index", "vault/start", "vault/how/a", "loans/start"].map(page).concat(),
            operation("vault/get", "getVault"),
            operation("loans/get", "getLoan"),
            spec("vault.json", "getVault", "Box"),
            spec("loans.json", "getLoan", "Loan"),
        ]
        .concat(),
    )
}

/// The part of a page between two texts.
fn part(project: &Project, path: &str, from: &str, to: &str) -> String {
    let html = text(project, path);
    let part = html.split_once(from).and_then(|(_, rest)| rest.split_once(to));
    part.map(|(part, _)| part.to_owned()).unwrap_or_default()
}

fn menu(project: &Project, path: &str) -> String {
    part(project, path, "<details class=\"edition-menu products\">", "</details>")
}

fn sidebar(project: &Project, path: &str) -> String {
    part(project, path, "<nav id=\"toolSidebar\"", "</nav>")
}

fn crumbs(project: &Project, path: &str) -> Vec<String> {
    let list = part(project, path, "class=\"breadcrumbs\"", "</nav>");
    let links = list.split("<a href=\"").skip(1).filter_map(|link| link.split_once("\"><bdi>"));
    links.filter_map(|(href, rest)| Some(format!("{} {href}", rest.split_once("</bdi>")?.0))).collect()
}

fn found(project: &Project) -> Vec<String> {
    project.site().diagnostics().iter().map(|found| format!("{}: {}", found.code.name(), found.message)).collect()
}

#[test]
fn a_menu_lists_the_products() {
    let (_, project) = site();
    insta::assert_snapshot!(menu(&project, "loans/get/index.html"), @r#"
    <summary aria-label="Product: Loans"><bdi>Loans</bdi></summary><ul role="list"><li><a href="../../vault/start/"><svg class="icon" width="16" height="16" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M3 3H21C21.552 3 22 3.448 22 4V7C22 7.552 21.552 8 21 8H3C2.448 8 2 7.552 2 7V4C2 3.448 2.448 3 3 3M4 8V19C4 20.105 4.895 21 6 21H18C19.105 21 20 20.105 20 19V8M10 12H14"/></svg><span><bdi>Vault</bdi><small><bdi>Keep &lt;seeds&gt;.</bdi></small></span></a></li><li><a href="https://status.test/" rel="noopener"><span><bdi>Status</bdi></span></a></li><li><a href="../../loans/start/" aria-current="true"><span><bdi>Loans</bdi></span></a></li></ul>
    "#);
    // In the drawer of small screens too, without descriptions.
    let drawer = part(&project, "loans/get/index.html", "<details class=\"drawer-products\">", "</details>");
    assert!(drawer.contains(r#"<a href="../../loans/start/" aria-current="true"><bdi>Loans</bdi></a>"#), "{drawer}");
    assert!(!drawer.contains("Keep"), "{drawer}");
    assert!(text(&project, "loans/get/index.html").contains("/products."), "its style sheet");
}

#[test]
fn a_page_shows_the_tabs_and_the_sidebar_of_its_product() {
    let (_, project) = site();
    let bar = |path: &str| part(&project, path, "<nav class=\"tab-bar\"", "</nav>");
    let vault = bar("vault/get/index.html");
    assert!(vault.contains(" aria-label=\"Vault\""), "{vault}");
    assert!(vault.contains(r#"<a href="../../vault/start/">Guides</a>"#), "{vault}");
    assert!(vault.contains(r#"<a href="../../vault/get/" aria-current="true">API</a>"#), "{vault}");
    assert!(sidebar(&project, "vault/how/a/index.html").contains("Page vault/start"));
    assert!(!sidebar(&project, "vault/how/a/index.html").contains("Page loans/start"));
    // The filter shows entries of the product only.
    assert!(sidebar(&project, "vault/get/index.html").contains(" data-rest data-part=\"1\" data-product=\"0-2\">"));
    assert!(sidebar(&project, "loans/get/index.html").contains(" data-rest data-part=\"2\" data-product=\"2-3\">"));
    // One sidebar is not a tab.
    assert_eq!(bar("loans/get/index.html"), "");
    let loans = sidebar(&project, "loans/get/index.html");
    assert!(loans.contains("Page loans/start") && !loans.contains("drawer-tabs"), "{loans}");
    // A page in no sidebar, and pages that are not of the author, show the first product, but are not in it.
    for path in ["index.html", "all-pages/index.html", "404.html"] {
        let menu = menu(&project, path);
        assert!(menu.contains("<summary aria-label=\"Product: Vault\">") && !menu.contains("aria-current"), "{menu}");
        assert!(!bar(path).is_empty() && !bar(path).contains("aria-current"), "{path}");
        assert!(sidebar(&project, path).contains("Page vault/start"), "{path}");
    }
    // A schema is in the product of its API.
    let schema = "api/models/loans/loan/index.html";
    assert!(menu(&project, schema).contains("<summary aria-label=\"Product: Loans\">"));
    assert!(
        sidebar(&project, schema).contains("<bdi>Loan</bdi>") && !sidebar(&project, schema).contains("<bdi>Box</bdi>")
    );
    assert_eq!(found(&project), [""; 0]);
}

#[test]
fn breadcrumbs_lists_and_the_search_name_the_product() {
    let (_, project) = site();
    assert_eq!(
        crumbs(&project, "vault/how/a/index.html"),
        ["Vault ../../../vault/start/", "Guides ../../../vault/start/", "How ../../../vault/how/a/"]
    );
    assert_eq!(crumbs(&project, "vault/get/index.html"), ["Vault ../../vault/start/", "API ../../vault/get/"]);
    assert_eq!(crumbs(&project, "loans/get/index.html"), ["Loans ../../loans/start/", "Calls ../../loans/get/"]);
    let llms = text(&project, "llms.txt");
    let sections: Vec<&str> = llms.lines().filter(|line| line.starts_with("## ")).collect();
    assert_eq!(
        sections,
        [
            "## Vault: Guides",
            "## Vault: Guides: How",
            "## Vault: API",
            "## Loans",
            "## Loans: Calls",
            "## OpenAPI",
            "## Optional"
        ]
    );
    let all = part(&project, "all-pages/index.html", "<div class=\"index-page\">", "</main>");
    let headings: Vec<&str> =
        all.split("<bdi>").filter_map(|rest| rest.split_once("</bdi></h")).map(|(title, _)| title).collect();
    assert_eq!(headings, ["Vault", "Guides", "How", "API", "Loans", "Calls"]);
    let core = text(&project, "_tool/search/core.js");
    assert!(core.contains(r#""tabs":["Vault","Loans"]"#), "{core}");
    assert!(core.contains(r#""Vault › Guides › How""#), "{core}");
}

#[test]
fn one_product_is_a_site_without_products() {
    let (system, project) = site();
    let with = |config: &str| {
        system.write("tool.json", config);
        Project::open(system.clone())
    };
    let outputs = |project: &Project| -> Vec<(Arc<str>, String)> {
        let site = project.site();
        site.outputs()
            .into_iter()
            .filter(|path| path.ends_with(".html") || path.ends_with(".txt"))
            .map(|path| {
                let text = text(project, &path);
                (path, text)
            })
            .collect()
    };
    drop(project);
    let one = outputs(&with(&format!(r#"{{"name": "N", "products": [{{"product": "Vault", {TABS}}}]}}"#)));
    let none = outputs(&with(&format!(r#"{{"name": "N", {TABS}}}"#)));
    assert_eq!(one.len(), none.len());
    for ((path, one), (_, none)) in one.iter().zip(&none) {
        assert_eq!(one, none, "{path}");
    }
    let one =
        outputs(&with(r#"{"name": "N", "products": [{"product": "Vault", "sidebar": ["index", "vault/start"]}]}"#));
    assert!(one.iter().all(|(_, text)| !text.contains("## Vault") && !text.contains("tab-bar")), "{one:?}");
}

#[test]
fn a_product_without_pages_is_not_in_the_menu() {
    let (system, mut project) = site();
    edit(&system, &mut project, "tool.json", r#"["loans/start", {"group": "Calls", "pages": ["loans/get"]}]"#, "[]");
    let menu = menu(&project, "vault/get/index.html");
    assert!(menu.contains("Status") && !menu.contains("Loans"), "{menu}");
    assert!(found(&project).contains(&"empty-group: the product `Loans` has no entries".to_owned()));
}

#[test]
fn a_page_in_two_products_is_reported() {
    let (system, mut project) = site();
    edit(&system, &mut project, "tool.json", r#"["loans/start","#, r#"["loans/start", "vault/start","#);
    let is_found = |project: &Project, wanted: &str| found(project).contains(&wanted.to_owned());
    assert!(is_found(&project, "duplicate-entry: page `vault/start` is in the products `Vault` and `Loans`"));
    edit(&system, &mut project, "tool.json", r#"["vault/get"]"#, r#"["vault/get", "vault/start"]"#);
    assert!(is_found(&project, "duplicate-entry: page `vault/start` is in the tabs `Guides` and `API`"));
}

#[test]
fn names_of_apis_follow_from_those_of_products_and_tabs() {
    let (system, mut project) = site();
    let before = text(&project, "vault/get/index.html");
    edit(&system, &mut project, "docs/vault/get.md", "ref=\"getVault\"", "ref=\"getVault\" spec=\"Vault API\"");
    assert_eq!(found(&project), [""; 0]);
    assert_eq!(text(&project, "vault/get/index.html"), before);
    edit(&system, &mut project, "docs/loans/get.md", "ref=\"getLoan\"", "ref=\"getLoan\" spec=\"Loans\"");
    assert_eq!(found(&project), [""; 0]);
}

#[test]
fn a_version_has_products_of_its_own_or_those_of_the_site() {
    let (system, project) = site();
    drop(project);
    let config = String::from_utf8(engine::System::read(&*system, "tool.json", 1 << 20).unwrap()).unwrap();
    let versions = r#", "versions": [{"version": "2"}, {"version": "1"},
        {"version": "0", "products": [{"product": "Old", "sidebar": ["index"]}, {"product": "Older", "sidebar": ["loans/start"]}]}]}"#;
    system.write("tool.json", config.trim_end().strip_suffix('}').unwrap().to_owned() + versions);
    for version in ["1", "0"] {
        for page in ["index", "loans/start"] {
            system.write(&format!("versions/{version}/{page}.md"), "---\ntitle: Page\n---\n");
        }
    }
    let project = Project::open(system);
    let titles = |path: &str| -> Vec<String> {
        let menu = menu(&project, path);
        menu.split("<span><bdi>").skip(1).filter_map(|rest| Some(rest.split_once("</bdi>")?.0.to_owned())).collect()
    };
    assert_eq!(titles("index.html"), ["Vault", "Status", "Loans"]);
    assert_eq!(titles("1/loans/start/index.html"), ["Status", "Loans"]);
    assert!(!text(&project, "1/_tool/search/core.js").contains("\"tabs\""), "one product with pages needs no choice");
    assert_eq!(titles("0/loans/start/index.html"), ["Old", "Older"]);
    assert_eq!(crumbs(&project, "0/loans/start/index.html"), ["Older ../../loans/start/"]);
}
