//! Every page of the demo with everything on it used: nothing is said on the console, nothing is refused by the policy, and
//! nothing is asked of another host.

use std::sync::{Arc, Mutex, PoisonError};

use browser::{Page, Session, StaticServer, run_tool, temporary_site};
use serde_json::Value;

use crate::hostile::{foreign, pages};

/// Pages open at once.
const TABS: usize = 3;

/// Runs before every script: what is said on the console in any way, and what the policy refuses.
const LISTEN: &str = "(() => {
    window.said = [];
    for (const name of Object.keys(console).filter(name => typeof console[name] === 'function')) {
        console[name] = (...given) => said.push('console.' + name + ': ' + given.join(' '));
    }
    addEventListener('securitypolicyviolation', event => said.push('policy: ' + event.violatedDirective + ' ' + event.blockedURI));
    addEventListener('unhandledrejection', event => said.push('rejected: ' + event.reason));
    addEventListener('error', event => said.push('error: ' + (event.message || (event.target.outerHTML || '').slice(0, 200))), true);
})()";

/// Opens, presses and chooses everything, twice: what comes up the first time is used the second time. What a reader sends
/// goes to other hosts, so the request panel is opened and filled in, and not sent. Tells how much was used.
const USE_ALL: &str = "(async () => {
    const rest = () => new Promise(done => setTimeout(done, 4));
    const until = async (holds, what) => {
        for (let round = 0; round < 1500 && !holds(); round++) await rest();
        if (!holds()) said.push('in vain: ' + what);
    };
    const all = selector => Array.from(document.querySelectorAll(selector));
    const used = new Set();
    const leaves = '.pg-send, .copy-page, [data-search], a:not([href^=\"#\"])';
    const asksForFiles = one => one.type === 'file' || (one.control && one.control.type === 'file');
    let count = 0;
    for (let round = 0; round < 2; round++) {
        for (const details of all('details')) details.open = !details.open || round === 0;
        await rest();
        for (const one of all('button, summary, [role=tab], [role=treeitem], a[href^=\"#\"], label, input, textarea, select')) {
            if (used.has(one) || !one.isConnected || one.matches(leaves) || asksForFiles(one)) continue;
            used.add(one);
            count++;
            if (one.localName === 'select') {
                for (let at = one.options.length - 1; at >= 0; at--) {
                    one.selectedIndex = at;
                    one.dispatchEvent(new Event('change', { bubbles: true }));
                }
            } else if (one.matches('textarea, input:not([type=checkbox], [type=radio], [type=file])')) {
                one.focus();
                one.value = one.type === 'number' ? '3' : one.value || 'seed';
                one.dispatchEvent(new Event('input', { bubbles: true }));
                one.dispatchEvent(new Event('change', { bubbles: true }));
            } else {
                one.focus();
                one.click();
            }
            if (one.matches('[data-playground], [data-operation]')) {
                await until(() => document.querySelector('.pg-send'), 'the request panel');
            }
            for (const dialog of all('dialog[open]')) if (!dialog.matches('.search-dialog')) dialog.close();
            if (count % 40 === 0) await rest();
        }
    }
    const open = document.querySelector('[data-search]');
    if (open) {
        open.click();
        await until(() => document.querySelector('.search-dialog[open]'), 'the search dialog');
        const input = document.querySelector('.search-input');
        for (const query of ['seed', 'GET /acc', 'xqzvw', '<img onerror=x>']) {
            input.value = query;
            input.dispatchEvent(new Event('input', { bubbles: true }));
            await rest();
        }
        input.value = 'accession';
        input.dispatchEvent(new Event('input', { bubbles: true }));
        await until(() => document.querySelector('.search-result'), 'a result');
        document.querySelector('.search-dialog').close();
        count++;
    }
    for (const detail of [innerHeight, document.body.scrollHeight]) {
        scrollTo(0, detail);
        await rest();
    }
    return JSON.stringify([count, said]);
})()";

/// What is wrong on one page, and how much of it was used.
async fn visit(page: &Page, site: &str, path: &str) -> (u64, Vec<String>) {
    page.go(&format!("{site}{path}")).await;
    let text = page.text(USE_ALL).await;
    let told: Value = serde_json::from_str(&text).unwrap();
    let said = told[1].as_array().unwrap().iter().map(|one| one.as_str().unwrap_or_default().to_owned());
    let wrong = said.chain(page.take_problems()).map(|one| format!("{path}: {one}"));
    (told[0].as_u64().unwrap(), wrong.chain(foreign(page, &own(site))).collect())
}

/// How addresses begin that a page may ask for.
fn own(site: &str) -> [&str; 3] {
    [site, "data:", "blob:"]
}

/// Goes through all pages in several tabs.
async fn crawl(session: &Arc<Session>, site: &str, pages: Vec<String>) -> (u64, Vec<String>) {
    let rest = Arc::new(Mutex::new(pages));
    let mut tabs = Vec::new();
    for _ in 0..TABS {
        let page = session.blank().await;
        page.run_before_scripts(LISTEN).await;
        let (rest, site) = (Arc::clone(&rest), site.to_owned());
        tabs.push(tokio::spawn(async move {
            let (mut used, mut wrong) = (0, Vec::new());
            loop {
                let next = rest.lock().unwrap_or_else(PoisonError::into_inner).pop();
                let Some(path) = next else {
                    // Of the last page, a request may be heard late.
                    page.problems().await;
                    wrong.extend(foreign(&page, &own(&site)));
                    return (used, wrong);
                };
                let (count, found) = visit(&page, &site, &path).await;
                used += count;
                wrong.extend(found);
            }
        }));
    }
    let (mut used, mut wrong) = (0, Vec::new());
    for tab in tabs {
        let (count, found) = tab.await.unwrap();
        used += count;
        wrong.extend(found);
    }
    wrong.sort();
    (used, wrong)
}

/// All of it, from a server.
pub(super) async fn all_widgets_of_the_demo_are_quiet(session: Arc<Session>) {
    let site = temporary_site(&[]);
    let out = site.path().join("out");
    let build = ["build", "--demo", "--quiet", "--out", out.to_str().unwrap()];
    tokio::task::block_in_place(|| run_tool(&build, &[0])).unwrap();
    let server = StaticServer::start(&out);
    let pages = pages(&out);
    assert!(pages.len() > 60, "{} pages", pages.len());
    let (used, wrong) = crawl(&session, &server.address(), pages).await;
    browser::say(&format!("  {used} things were used"));
    assert!(used > 2_000, "only {used} things were used");
    assert!(wrong.is_empty(), "{} findings:\n{}", wrong.len(), wrong[..wrong.len().min(40)].join("\n"));
}

/// What the crawl listens with hears each kind of thing that it listens for.
pub(super) async fn the_crawl_of_widgets_hears_what_is_wrong(session: Arc<Session>) {
    let page = |head: &str, body: &str| {
        format!(
            "<!doctype html><html lang=en><head><title>x</title><link rel=icon href=data:,>{head}</head><body>{body}</body></html>"
        )
    };
    let policy = "<meta http-equiv=Content-Security-Policy content=\"img-src 'none'\">";
    let cases = [
        (
            "console.info: told",
            page(
                "",
                "<details><summary id=a>x</summary></details><script>a.onclick = () => console.info('told')</script>",
            ),
        ),
        (
            "policy: img-src",
            page(policy, "<button id=a>x</button><script>a.onclick = () => new Image().src = 'x.png'</script>"),
        ),
        ("rejected: no", page("", "<button id=a>x</button><script>a.onclick = () => Promise.reject('no')</script>")),
        (
            "error: Uncaught Error: thrown",
            page(
                "",
                "<select id=a><option>x</select><script>a.onchange = () => { throw new Error('thrown') }</script>",
            ),
        ),
        (
            "asked for http://localhost:9/",
            page(
                "",
                "<button id=a>x</button><script>a.onclick = () => new Image().src = 'http://localhost:9/'</script>",
            ),
        ),
        ("in vain: the request panel", page("", "<button data-playground=x>x</button>")),
        ("error: <img", page("", "<img src=absent.png>")),
    ];
    let names: Vec<String> = (0..cases.len()).map(|number| format!("{number}.html")).collect();
    let files: Vec<(&str, &str)> =
        names.iter().map(String::as_str).zip(cases.iter().map(|(_, page)| page.as_str())).collect();
    let site = temporary_site(&files);
    let server = StaticServer::start(site.path());
    let (used, found) = crawl(&session, &server.address(), names.clone()).await;
    assert!(used >= 6, "{used}");
    for (name, (expected, _)) in names.iter().zip(&cases) {
        let heard = found.iter().any(|wrong| wrong.starts_with(&format!("{name}: ")) && wrong.contains(expected));
        assert!(heard, "{name}: no {expected:?} in {found:#?}");
    }
}
