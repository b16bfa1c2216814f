//! The menu above each page: its entries, their URLs, and what `tool.json` may say of it.

use engine::testing::{project, text};

use crate::shown::findings;

/// The menu of a page in a site with these settings, and the diagnostics.
fn menu(settings: &str) -> (String, String) {
    let (_, project) = project(&format!(
        "//- /tool.json\n{{\"name\": \"N\"{settings}}}\n//- /docs/index.md\n---\ntitle: H\n---\n//- /docs/a/b é.md\n---\ntitle: B\n---\n"
    ));
    let html = text(&project, "a/b é/index.html");
    let menu = html.split_once("<div class=\"page-menu\">").map_or("", |(_, rest)| rest);
    (menu.split("</div>").next().unwrap_or_default().replace('\n', ""), findings(&project))
}

#[test]
fn a_site_with_a_url_links_to_assistants() {
    let (menu, found) = menu(", \"url\": \"https://docs.test/x\"");
    assert_eq!(found, "");
    insta::assert_snapshot!(menu, @r##"
    <button class="copy-page" type="button">Copy page</button><details><summary>More ways to read this page</summary><ul role="list"><li><a href="../../a/b%20%C3%A9.md" type="text/markdown">View as Markdown</a></li><li><a href="https://chatgpt.com/?q=Read%20https%3A%2F%2Fdocs.test%2Fx%2Fa%2Fb%2520%25C3%25A9.md%20so%20that%20I%20can%20ask%20questions%20about%20it." rel="noopener">Open in ChatGPT</a></li><li><a href="https://claude.ai/new?q=Read%20https%3A%2F%2Fdocs.test%2Fx%2Fa%2Fb%2520%25C3%25A9.md%20so%20that%20I%20can%20ask%20questions%20about%20it." rel="noopener">Open in Claude</a></li><li><a href="https://cursor.com/link/prompt?text=Read%20https%3A%2F%2Fdocs.test%2Fx%2Fa%2Fb%2520%25C3%25A9.md%20so%20that%20I%20can%20ask%20questions%20about%20it." rel="noopener">Open in Cursor</a></li></ul></details>
    "##);
}

#[test]
fn a_site_without_a_url_has_only_what_works_there() {
    insta::assert_snapshot!(menu("").0, @r##"
    <button class="copy-page" type="button">Copy page</button><details><summary>More ways to read this page</summary><ul role="list"><li><a href="../../a/b%20%C3%A9.md" type="text/markdown">View as Markdown</a></li></ul></details>
    "##);
}

#[test]
fn a_project_chooses_the_entries() {
    let url = ", \"url\": \"https://docs.test\", \"pageMenu\": ";
    let titles = |list: &str| {
        let (menu, found) = menu(&format!("{url}{list}"));
        assert_eq!(found, "");
        menu.split('<')
            .filter_map(|tag| Some(tag.split_once('>')?.1))
            .filter(|text| !text.is_empty())
            .collect::<Vec<_>>()
            .join(", ")
    };
    assert_eq!(titles("[\"claude\", \"view\"]"), "More ways to read this page, Open in Claude, View as Markdown");
    assert_eq!(titles("[\"copy\"]"), "Copy page");
    assert_eq!(titles("[]"), "");
}

#[test]
fn wrong_entries_are_reported() {
    let found = ["\"copy\"", "[\"veiw\", \"gemini\", 1]"].map(|list| menu(&format!(", \"pageMenu\": {list}")).1);
    insta::assert_snapshot!(found.join("--\n"), @r##"
    invalid-config tool.json:1:27 `pageMenu` must be a list of entries, not a string
    --
    invalid-config tool.json:1:28 unknown entry `veiw` in `pageMenu` / did you mean `view`?
    invalid-config tool.json:1:36 unknown entry `gemini` in `pageMenu` / the entries are `copy`, `view`, `chatgpt`, `claude`, `cursor`
    invalid-config tool.json:1:46 `pageMenu` must be a string, not a number
    "##);
}
