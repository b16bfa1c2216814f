//! Markup that is hostile, wherever a project or a spec has room for text, in a real browser: with the content security
//! policy, and without it, so that what keeps it out is the markup itself. Over HTTP and from a folder.

mod project;
mod spec;

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use browser::{Page, Request, Session, StaticServer, run_tool, temporary_site};
use engine::testing::{components, files_below};
use serde_json::Value;

/// Pages open at once.
const TABS: usize = 4;

/// What a test said is wrong, and where; more than this many tell nothing new.
const SHOWN: usize = 40;

/// Builds the hostile project into the folder `out` of a temporary one.
fn build(option: Option<&str>) -> tempfile::TempDir {
    let site = temporary_site(&[]);
    project::write(site.path());
    let path = |name: &str| site.path().join(name).to_str().unwrap().to_owned();
    let (project, spec, out) = (path(""), path("openapi.json"), path("out"));
    // That errors are found is what is expected of it.
    run_tool(&["openapi", "scaffold", &spec, "--project", &project, "--quiet"], &[0, 1]).unwrap();
    let mut arguments = vec!["build", "--project", &project, "--keep-going", "--quiet", "--out", &out];
    arguments.extend(option);
    run_tool(&arguments, &[0, 1]).unwrap();
    site
}

/// The pages below a folder, as paths with `/`, in order.
pub(super) fn pages(folder: &Path) -> Vec<String> {
    let mut found = files_below(folder).unwrap();
    found.retain(|path| path.ends_with(".html"));
    found
}

/// Goes to all pages of a site in several tabs, and says what is wrong on them.
async fn crawl(session: &Arc<Session>, site: &str, pages: Vec<String>, with_policy: bool) -> Vec<String> {
    let rest = Arc::new(Mutex::new(pages));
    let inspect = format!("({})({})", include_str!("inspect.js"), Value::from(site));
    let mut tabs = Vec::new();
    for _ in 0..TABS {
        let page = session.blank().await;
        page.run_before_scripts(include_str!("probe.js")).await;
        if !with_policy {
            page.ignore_content_security_policy().await;
        }
        let (rest, inspect, site) = (Arc::clone(&rest), inspect.clone(), site.to_owned());
        tabs.push(tokio::spawn(async move {
            let mut wrong = Vec::new();
            loop {
                let next = rest.lock().unwrap_or_else(PoisonError::into_inner).pop();
                let Some(path) = next else { return wrong };
                wrong.extend(visit(&page, &site, &path, &inspect).await);
            }
        }));
    }
    let mut wrong = Vec::new();
    for tab in tabs {
        wrong.extend(tab.await.unwrap());
    }
    wrong.sort();
    wrong
}

/// What is wrong on one page: what scripts reached, what was asked for, what the console says, what the document holds.
async fn visit(page: &Page, site: &str, path: &str, inspect: &str) -> Vec<String> {
    page.go(&format!("{site}{path}")).await;
    let held = match page.value(inspect).await {
        Value::Array(held) => held.iter().map(|one| one.as_str().unwrap_or_default().to_owned()).collect(),
        other => vec![format!("inspecting gave {other}")],
    };
    let said = page.take_said().await.into_iter().filter(|problem| !is_absent(problem));
    let wrong = held.into_iter().chain(said).map(|wrong| format!("{path}: {wrong}"));
    wrong.chain(foreign(page, &[site, "data:"])).collect()
}

/// What was asked for since the last call, except addresses that begin like one in `own`, the first of which is the site.
pub(super) fn foreign(page: &Page, own: &[&str]) -> Vec<String> {
    let site = own.first().copied().unwrap_or_default();
    let is_foreign = |asked: &Request| !own.iter().any(|start| asked.address.starts_with(start));
    let foreign = page.take_requests().into_iter().filter(is_foreign);
    foreign.map(|asked| format!("{}: asked for {}", asked.path(site), asked.address)).collect()
}

/// Whether the browser says no more than that a file of the site is missing: many payloads name one, since what listens for
/// the failure is what should not be there.
fn is_absent(problem: &str) -> bool {
    let failed = problem.contains("404") || problem.contains("ERR_FILE_NOT_FOUND");
    problem.starts_with("log: Failed to load resource") && failed
}

fn assert_nothing(wrong: &[String]) {
    let shown = &wrong[..wrong.len().min(SHOWN)];
    assert!(wrong.is_empty(), "{} findings:\n{}", wrong.len(), shown.join("\n"));
}

/// Every page of the hostile project stays a page of text, from a server.
pub(super) async fn hostile_markup_stays_text(session: Arc<Session>) {
    let site = tokio::task::block_in_place(|| build(None));
    let folder = site.path().join("out");
    let server = StaticServer::start(&folder);
    let pages = pages(&folder);
    assert!(pages.len() > components().len() + 100, "{} pages", pages.len());
    addresses_are_looked_up_alone(&session, &server.address()).await;
    texts_are_shown_as_they_are(&session, &server.address(), &pages).await;
    assert_nothing(&crawl(&session, &server.address(), pages.clone(), true).await);
    assert_nothing(&crawl(&session, &server.address(), pages, false).await);
}

/// Texts of a spec are on the page, letter for letter, and what follows one that turns the direction of writing stays where
/// it was.
async fn texts_are_shown_as_they_are(session: &Arc<Session>, site: &str, pages: &[String]) {
    let page = session.blank().await;
    let mut texts: Vec<&str> = project::MARKUP.to_vec();
    let is_operation = |path: &&String| path.starts_with("api/") && !path.starts_with("api/models/");
    for path in pages.iter().filter(is_operation) {
        page.go(&format!("{site}{path}")).await;
        // What stands for control characters is one of our own.
        texts.retain(|text| !text.contains('\u{1}'));
        let mut shown = Vec::new();
        for text in &texts {
            let count = format!("document.querySelector('.endpoint').textContent.split({}).length", Value::from(*text));
            if page.value(&count).await.as_u64().is_some_and(|parts| parts > 20) {
                shown.push(*text);
            }
        }
        texts.retain(|text| !shown.contains(text));
        let turned = "[...document.querySelectorAll('wc-field')].flatMap(field => {
            const name = field.querySelector('p code'), type = field.querySelector('p > i');
            if (!name || !type || !field.checkVisibility() || !/\\u202e/.test(name.textContent)) return [];
            const [before, after] = [name.getBoundingClientRect(), type.getBoundingClientRect()];
            return after.top < before.bottom && after.left < before.right ? [field.outerHTML.slice(0, 200)] : [];
        })";
        assert_eq!(page.value(turned).await, Value::Array(Vec::new()), "{path}");
    }
    assert_eq!(texts, [""; 0], "not shown");
}

/// What stands behind the `#` names an element, and does nothing else.
async fn addresses_are_looked_up_alone(session: &Arc<Session>, site: &str) {
    let page = session.blank().await;
    page.run_before_scripts(include_str!("probe.js")).await;
    for hash in [
        "<img src=absent onerror=alert(1)>",
        "%",
        "%zz",
        "%E0%A4%A",
        "javascript:alert(1)",
        "\"]",
        ":target",
        "\u{202e}",
    ] {
        // Another page between: the same page with another hash is not loaded again.
        page.go(&format!("{site}links/")).await;
        page.go(&format!("{site}names/#{hash}")).await;
        page.value(&format!("location.hash = {}", Value::from(hash))).await;
    }
    for hash in ["'x'.repeat(1e6)", "'%'.repeat(1e6)", "'%E0'.repeat(3e5)", "''"] {
        page.value(&format!("location.hash = {hash}")).await;
    }
    for name in project::NAMES.iter().filter(|name| !name.is_empty()) {
        page.value(&format!("location.hash = {}", Value::from(*name))).await;
        let there = format!("document.querySelector(':target')?.id === {}", Value::from(*name));
        let is_there = format!("{there} || document.getElementById({}) === null", Value::from(*name));
        page.wait_until(&is_there).await;
    }
    let said: Vec<String> = page.problems().await.into_iter().filter(|problem| !is_absent(problem)).collect();
    assert_eq!(said, [""; 0]);
}

/// And from a folder.
pub(super) async fn hostile_markup_stays_text_without_a_server(session: Arc<Session>) {
    let site = tokio::task::block_in_place(|| build(Some("--offline")));
    let folder = site.path().join("out");
    // Made for servers alone: its links are absolute.
    let pages: Vec<String> = pages(&folder).into_iter().filter(|path| path != "404.html").collect();
    let address = format!("file://{}/", folder.to_str().unwrap());
    assert_nothing(&crawl(&session, &address, pages.clone(), true).await);
    assert_nothing(&crawl(&session, &address, pages, false).await);
}

/// What the crawl looks with would see each kind of thing that it looks for.
pub(super) async fn the_crawl_sees_what_is_hostile(session: Arc<Session>) {
    let page = |body: &str| {
        format!(
            "<!doctype html><html lang=en><head><title>x</title><link rel=stylesheet href=data:text/css,></head><body>\
             <a class=skip-link></a><header class=topbar></header><div class=page><main id=toolContent><article class=prose>\
             {body}</article><footer class=footer></footer></main></div></body></html>"
        )
    };
    let policy = "<meta http-equiv=Content-Security-Policy content=\"img-src 'none'\">";
    let cases = [
        ("reached alert", page("<script>alert(1)</script>")),
        ("reached fetch", page("<script>fetch('x')</script>")),
        ("reached Function", page("<script>new Function('1')</script>")),
        ("reached src", page("<script>new Image().src = 'x'; document.createElement('img').src = 'x'</script>")),
        (
            "reached location",
            page("<script>onload = () => setTimeout(() => location = '#x?', 0)</script>").replace("#x?", "?x"),
        ),
        ("reached the policy", page("<img src=x>").replace("<title>", &format!("{policy}<title>"))),
        ("asked for http://localhost:9/", page("<img src=http://localhost:9/>")),
        ("attribute onclick", page("<b onclick=alert(1)>x</b>")),
        ("attribute style", page("<b style=color:red>x</b>")),
        ("address href", page("<a href=\"java\tscript:x\">x</a>")),
        ("address href", page("<a href=//evil.example>x</a>")),
        ("element <script", page("<script></script>")),
        ("element <math", page("<math></math>")),
        ("element <form", page("<form></form>")),
        ("element <script", page("<svg><script></script></svg>")),
        ("shadow root", page("<div><template shadowrootmode=open></template></div>")),
        ("children of the body", page("</article></main></div><div class=out></div>")),
        ("the footer", page("</article></main>")),
        ("swallowed", page("<div><p>Sentinel 1.</p></div>")),
        ("sentinels of", page("<p>This page expects 2 sentinels.</p><p>Sentinel 1.</p>")),
    ];
    let names: Vec<String> = (0..cases.len()).map(|number| format!("{number}.html")).collect();
    let files: Vec<(&str, &str)> =
        names.iter().map(String::as_str).zip(cases.iter().map(|(_, page)| page.as_str())).collect();
    let site = temporary_site(&files);
    let server = StaticServer::start(site.path());
    let found = crawl(&session, &server.address(), names.clone(), true).await;
    let policy = "<meta http-equiv=Content-Security-Policy content=\"script-src 'none'\">";
    let forbidden = temporary_site(&[(
        "x.html",
        &page("<script>alert(1)</script>").replace("<title>", &format!("{policy}<title>")),
    )]);
    let other = StaticServer::start(forbidden.path());
    for (with_policy, expected) in [(true, "reached the policy"), (false, "reached alert")] {
        let found = crawl(&session, &other.address(), vec!["x.html".to_owned()], with_policy).await;
        assert!(found.iter().any(|wrong| wrong.contains(expected)), "no {expected:?} in {found:#?}");
    }
    for (name, (expected, _)) in names.iter().zip(&cases) {
        let seen = found.iter().any(|wrong| wrong.starts_with(&format!("{name}: ")) && wrong.contains(expected));
        assert!(seen, "{name}: no {expected:?} in {found:#?}");
    }
}
