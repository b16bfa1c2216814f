//! What axe-core finds on the pages of the demo, wide and narrow, light and dark, and on pages of large specs.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use browser::{Axe, DevServer, Page, Scheme, Session, temporary_site};

/// Pages open at once.
const TABS: usize = 3;

/// The rules about colors.
const COLOR_RULES: [&str; 2] = ["color-contrast", "link-in-text-block"];

/// The colors of everything on a page, as one text.
const COLORS: &str = "[...document.querySelectorAll('body, body *')].map(element => {
        const style = getComputedStyle(element);
        return [style.color, style.backgroundColor, style.borderTopColor, style.outlineColor, style.fill].join();
    }).join('\\n')";

/// Opens what is folded, and shows the panels of all tabs, but for examples beside an operation: these share one height, in
/// which all of them at once have no room.
const UNFOLD: &str = "document.querySelectorAll('details').forEach(each => { each.removeAttribute('name'); each.open = true; });
    document.querySelectorAll('main [hidden]:not(.endpoint-examples [hidden])').forEach(each => { each.removeAttribute('hidden'); each.removeAttribute('aria-hidden'); });
    document.querySelectorAll('main [role=treeitem][aria-expanded]').forEach(each => each.setAttribute('aria-expanded', 'true'));";

/// axe-core, unless it is not there and need not be.
pub(super) fn axe() -> Option<Axe> {
    match tokio::task::block_in_place(|| Axe::fetch(Path::new(env!("CARGO_TARGET_TMPDIR")))) {
        Ok(axe) => Some(axe),
        Err(reason) => {
            engine::testing::skipped("checks by axe-core", &reason);
            None
        }
    }
}

/// What is wrong on a page, on a desk and on a telephone, in both color schemes.
async fn check(axe: &Axe, page: &Page, address: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    // Colors change at once.
    page.reduce_motion(true).await;
    page.resize(1440, 900).await;
    page.prefer(Scheme::Light).await;
    page.go(address).await;
    page.value(UNFOLD).await;
    // A line of the list that is halfway below the filter is no small target: it comes out when the list is scrolled.
    page.value("document.querySelector('#toolSidebar')?.scrollTo(0, 0)").await;
    wrong.extend(axe.violations(page, &[]).await);
    let light = page.text(COLORS).await;
    // Another scheme changes colors alone, whoever chooses it.
    page.prefer(Scheme::Dark).await;
    wrong.extend(axe.violations(page, &COLOR_RULES).await);
    let dark = page.text(COLORS).await;
    page.value("document.documentElement.dataset.theme = 'light'").await;
    if page.text(COLORS).await != light {
        wrong.push("light by choice is not light by system".to_owned());
    }
    page.prefer(Scheme::Light).await;
    page.value("document.documentElement.dataset.theme = 'dark'").await;
    if page.text(COLORS).await != dark {
        wrong.push("dark by choice is not dark by system".to_owned());
    }
    page.resize(390, 844).await;
    page.value("localStorage.clear()").await;
    page.go(address).await;
    wrong.extend(axe.violations(page, &[]).await);
    page.prefer(Scheme::Dark).await;
    wrong.extend(axe.violations(page, &COLOR_RULES).await);
    wrong.sort();
    wrong.dedup();
    wrong.into_iter().map(|one| format!("{address}: {one}")).collect()
}

/// axe-core finds nothing on any page of the demo.
pub(super) async fn axe_finds_nothing_on_the_demo(session: Arc<Session>) {
    let Some(axe) = axe() else { return };
    let addresses = session.demo_pages().await;
    assert!(addresses.len() > 20, "{addresses:?}");
    let rest = Arc::new(Mutex::new(addresses));
    let mut tabs = Vec::new();
    for _ in 0..TABS {
        let (page, axe, rest) = (session.blank().await, axe.clone(), Arc::clone(&rest));
        tabs.push(tokio::spawn(async move {
            let mut wrong = Vec::new();
            loop {
                let next = rest.lock().unwrap_or_else(PoisonError::into_inner).pop();
                let Some(address) = next else { return wrong };
                wrong.extend(check(&axe, &page, &address).await);
            }
        }));
    }
    let mut wrong = Vec::new();
    for tab in tabs {
        wrong.extend(tab.await.unwrap());
    }
    wrong.sort();
    assert!(wrong.is_empty(), "{} findings:\n{}", wrong.len(), wrong.join("\n"));
}

/// Pages of the demo of all kinds.
const KINDS: [&str; 12] = [
    "",
    "quickstart/",
    "components/gallery/",
    "components/tabs/",
    "components/code/",
    "components/endpoint/",
    "components/playground/",
    "reference/cli/",
    "api/register-accession/",
    "api/list-accessions/",
    "api/models/",
    "api/models/accession/",
];

/// And nothing on pages whose scripts do not run.
pub(super) async fn axe_finds_nothing_without_script(session: Arc<Session>) {
    let Some(axe) = axe() else { return };
    let page = session.blank().await;
    page.resize(1440, 900).await;
    let mut wrong = Vec::new();
    for path in KINDS {
        for scheme in Scheme::ALL {
            page.prefer(scheme).await;
            page.run_scripts(false).await;
            page.go(&format!("{}{path}", session.demo().await)).await;
            // axe-core is a script, too.
            page.run_scripts(true).await;
            assert!(!page.has("html.js").await, "the scripts ran");
            page.value("document.querySelectorAll('details').forEach(each => (each.open = true))").await;
            let found = axe.violations(&page, &[]).await;
            wrong.extend(found.into_iter().map(|one| format!("{path} {}: {one}", scheme.name())));
        }
    }
    assert!(wrong.is_empty(), "{} findings:\n{}", wrong.len(), wrong.join("\n"));
}

/// And on pages of operations as large as they come.
pub(super) async fn axe_finds_nothing_on_large_operations(session: Arc<Session>) {
    let Some(axe) = axe() else { return };
    let Some(data) = engine::testing::test_data("specs/big", "axe-core on real specs") else { return };
    for (spec, operation) in [("github", "POST /repos/{owner}/{repo}/pulls"), ("stripe", "POST /v1/payment_intents")] {
        let folder = data.join("specs/big");
        let file = largest(&folder, spec).unwrap_or_else(|| panic!("no spec of {spec} below {}", folder.display()));
        let name = format!("spec.{}", file.extension().unwrap().to_str().unwrap());
        let page = format!(
            "---\ntitle: Large\nlayout: api\n---\n\n# Large\n\n<wc-endpoint ref=\"{operation}\">\n</wc-endpoint>\n"
        );
        let config = format!("{{ \"name\": \"Large\", \"openapi\": \"{name}\" }}");
        let site = temporary_site(&[("tool.json", &config), ("docs/index.md", &page)]);
        std::fs::copy(file, site.path().join(name)).unwrap();
        let project = site.path().to_str().unwrap();
        let server = tokio::task::block_in_place(|| DevServer::start(&["--project", project]));
        let page = session.open(server.address()).await;
        page.wait_until("document.querySelectorAll('wc-field').length > 20").await;
        let wrong = check(&axe, &page, server.address()).await;
        assert!(wrong.is_empty(), "{} findings on {operation}:\n{}", wrong.len(), wrong.join("\n"));
    }
}

/// The largest file of a folder whose name has a word in it.
fn largest(folder: &Path, word: &str) -> Option<PathBuf> {
    let files = std::fs::read_dir(folder).ok()?.filter_map(Result::ok).map(|entry| entry.path());
    let named =
        files.filter(|path| path.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.contains(word)));
    named.max_by_key(|path| path.metadata().map(|data| data.len()).unwrap_or_default())
}
