//! The problems of the project in the browser, in `tool dev`: the button with their number, the sheet, the editor and fixes.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use browser::{DevServer, Page, Scheme, Session, temporary_site};
use tempfile::TempDir;

use crate::accessibility::axe;

const CONFIG: &str = "{ \"name\": \"Findings\", \"openapi\": \"openapi.json\" }";
const HOME: &str = "---\ntitle: Home\n---\n\n# Home\n\nText.\n\n[Guide](/guide)\n";
const GUIDE: &str = "---\ntitle: Guide\n---\n\n# Guide\n\n<wc-endpoint ref=\"listPets\"></wc-endpoint>\n";
const SPEC: &str = r#"{
  "openapi": "3.1.0",
  "info": { "title": "Pets", "version": "1.0" },
  "paths": { "/pets": { "get": { "operationId": "listPets", "summary": "List pets", "responses": { "200": { "description": "Pets" } } } } }
}
"#;

/// The shadow tree of the button and the sheet.
const ROOT: &str = "document.querySelector('tool-findings')?.shadowRoot";
/// What the button says; empty if it is hidden.
const PILL: &str = "(() => { const root = document.querySelector('tool-findings')?.shadowRoot;
    return root && !root.querySelector('section').hidden ? root.querySelector('.pill').textContent : ''; })()";

fn project() -> TempDir {
    temporary_site(&[("tool.json", CONFIG), ("openapi.json", SPEC), ("docs/index.md", HOME), ("docs/guide.md", GUIDE)])
}

fn serve(project: &Path, more: &[&str]) -> DevServer {
    let arguments = [&["--project", project.to_str().unwrap()], more].concat();
    tokio::task::block_in_place(|| DevServer::start(&arguments))
}

async fn says(page: &Page, text: &str) {
    page.wait_until(&format!("{PILL} === '{text}'")).await;
}

/// Opens the sheet by keyboard, and waits until it lists something.
async fn open_sheet(page: &Page) {
    page.value(&format!("{ROOT}.querySelector('.pill').focus()")).await;
    page.press("Enter").await;
    page.wait_until(&format!("{ROOT}.querySelector('dialog').open && {ROOT}.querySelectorAll('.finding').length > 0"))
        .await;
}

async fn sheet_has(page: &Page, text: &str) {
    page.wait_until(&format!("{ROOT}.querySelector('.list').textContent.includes({text:?})")).await;
}

pub(super) async fn problems_come_and_go_in_the_browser(session: Arc<Session>) {
    let project = project();
    let write = |path: &str, text: &str| std::fs::write(project.path().join(path), text).unwrap();
    let server = serve(project.path(), &[]);
    let page = session.open(server.address()).await;
    page.wait_until("document.readyState === 'complete'").await;
    page.value("new Promise(done => setTimeout(() => done(true), 500))").await;
    assert!(!page.has("tool-findings").await, "nothing is wrong yet");
    for (file, good, bad, shown) in [
        ("tool.json", CONFIG, "{ \"name\": \"Findings\",, }", "tool.json:1:"),
        ("docs/index.md", HOME, "---\ntitle: [\n---\n\n# Home\n", "docs/index.md:"),
        ("openapi.json", SPEC, "{ \"openapi\": ", "openapi.json:1:"),
        ("docs/guide.md", GUIDE, "---\ntitle: Guide\n---\n\n<wc-gone></wc-gone>\n", "docs/guide.md:5:"),
    ] {
        write(file, bad);
        page.wait_until(&format!("{PILL}.includes('error')")).await;
        open_sheet(&page).await;
        sheet_has(&page, shown).await;
        assert!(page.holds(&format!("{ROOT}.activeElement.id === 'title'")).await, "the sheet has the focus");
        page.press("Escape").await;
        page.wait_until(&format!("!{ROOT}.querySelector('dialog').open")).await;
        assert!(
            page.holds(&format!("{ROOT}.activeElement.className.startsWith('pill')")).await,
            "the button has it back"
        );
        // The sheet closes by itself when nothing is wrong anymore.
        open_sheet(&page).await;
        write(file, good);
        says(&page, "").await;
        page.wait_until(&format!("!{ROOT}.querySelector('dialog').open")).await;
        assert_eq!(page.text(&format!("{ROOT}.querySelector('.status').textContent")).await, "No problems");
    }
    assert_eq!(page.problems().await, [""; 0]);
}

pub(super) async fn a_problem_is_opened_and_fixed_from_the_browser(session: Arc<Session>) {
    let project = project();
    let write = |path: &str, text: &str| std::fs::write(project.path().join(path), text).unwrap();
    write("docs/index.md", &HOME.replace("/guide", "/giude"));
    write("docs/guide.md", &format!("{GUIDE}\n[Home](/home)\n"));
    let opened = project.path().join("opened");
    let server = serve(project.path(), &["--open-editor", &format!("cp {{file}} {}", opened.display())]);
    let page = session.open(server.address()).await;
    says(&page, "2 errors").await;
    open_sheet(&page).await;
    let headings = format!("[...{ROOT}.querySelectorAll('h3')].map(heading => heading.textContent).join()");
    assert_eq!(page.text(&headings).await, "On this page,In other files");
    assert_eq!(page.text(&format!("{ROOT}.querySelector('mark').textContent")).await, "[Guide](/giude)");
    page.value(&format!("{ROOT}.querySelector('button.place').click()")).await;
    let started = Instant::now();
    while !opened.exists() {
        assert!(started.elapsed() < Duration::from_secs(15), "no editor was started");
        tokio::time::sleep(Duration::from_millis(30)).await;
    }
    page.value(&format!("{ROOT}.querySelector('.finding .action').click()")).await;
    says(&page, "1 error").await;
    page.wait_until(&format!("{ROOT}.querySelectorAll('.finding').length === 1")).await;
    assert!(page.holds(&format!("{ROOT}.querySelector('dialog').open")).await, "one is left");
    page.wait_until("document.querySelector('main a[href$=\"guide/\"]') !== null").await;
    write("docs/guide.md", GUIDE);
    says(&page, "").await;
    assert_eq!(page.problems().await, [""; 0]);
}

pub(super) async fn axe_finds_nothing_on_the_sheet(session: Arc<Session>) {
    let Some(axe) = axe() else { return };
    let project = project();
    std::fs::write(
        project.path().join("docs/index.md"),
        format!("{HOME}\n[a](/giude) [b](/gone) <wc-calout>x</wc-calout>\n\n<wc-callout kind=\"x\">y</wc-callout>\n"),
    )
    .unwrap();
    let server = serve(project.path(), &[]);
    let page = session.open(server.address()).await;
    page.reduce_motion(true).await;
    let mut wrong = Vec::new();
    for (width, height) in [(1280, 800), (390, 844)] {
        page.resize(width, height).await;
        for scheme in Scheme::ALL {
            page.prefer(scheme).await;
            page.go(server.address()).await;
            page.wait_until(&format!("{PILL} !== ''")).await;
            wrong.extend(axe.violations(&page, &[]).await);
            page.screenshot(&format!("findings-pill-{width}-{}", scheme.name())).await;
            open_sheet(&page).await;
            wrong.extend(axe.violations(&page, &[]).await);
            page.screenshot(&format!("findings-sheet-{width}-{}", scheme.name())).await;
            assert!(page.holds("document.documentElement.scrollWidth <= innerWidth").await, "{width}: it overflows");
        }
    }
    assert!(wrong.is_empty(), "{} findings:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(page.problems().await, [""; 0]);
}
