//! How long a search takes in a browser: from a letter that is typed to results on the page, on a generated site of 5,000
//! pages. Prints medians; `cargo bench -p browser`.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use browser::{Artifacts, Session, StaticServer, build, tests};
use engine::testing::generate::SiteShape;
use serde_json::Value;

/// How many pages the site has.
const PAGES: usize = 5_000;

fn main() -> ExitCode {
    let artifacts = Artifacts::beside(Path::new(env!("CARGO_TARGET_TMPDIR")));
    browser::run(artifacts, tests![results_of_a_large_site])
}

/// Opens the dialog, then types queries, and measures each letter until the list has changed and is laid out. A letter after
/// which the list stays as it was says nothing about time; it is counted apart.
const MEASURE: &str = "(async queries => {
    const frame = () => new Promise(done => requestAnimationFrame(done));
    const input = document.querySelector('.search-input');
    const list = document.querySelector('.search-list');
    const times = [];
    let unchanged = 0;
    for (const query of queries) {
        for (let end = 3; end <= query.length; end++) {
            const changed = new Promise(done => new MutationObserver(() => done(true)).observe(list, { childList: true }));
            const start = performance.now();
            input.value = query.slice(0, end);
            input.dispatchEvent(new Event('input', { bubbles: true }));
            if (await Promise.race([changed, new Promise(done => setTimeout(done, 1000))])) {
                list.getBoundingClientRect();
                times.push(performance.now() - start);
            } else {
                unchanged += 1;
            }
            await frame();
        }
    }
    times.sort((a, b) => a - b);
    const at = share => times[Math.floor((times.length - 1) * share)].toFixed(1);
    return `${times.length} letters: median ${at(.5)} ms, 95 % ${at(.95)} ms, worst ${at(1)} ms; ${unchanged} more changed nothing`;
})";

async fn results_of_a_large_site(session: Arc<Session>) {
    let site = browser::temporary_site(&[]);
    SiteShape::pages(PAGES).write_to(site.path()).unwrap();
    let out = site.path().join("dist");
    tokio::task::block_in_place(|| build(site.path(), &out));
    let server = StaticServer::start(&out);
    let first = "(async () => { const start = performance.now(); document.querySelector('.search-open').click();
        while (!document.querySelector('.search-dialog[open]')) await new Promise(done => setTimeout(done, 1));
        const open = performance.now() - start; const input = document.querySelector('.search-input');
        input.value = 'page'; input.dispatchEvent(new Event('input', { bubbles: true }));
        while (!document.querySelector('.search-result')) await new Promise(done => setTimeout(done, 1));
        return `dialog ${open.toFixed(1)} ms, first result ${(performance.now() - start).toFixed(1)} ms after the click`; })()";
    let page = session.open(&server.address()).await;
    browser::say(&format!("  cold: {}", page.text(first).await));
    let queries = ["page number", "000417", "moduel", "configuration of pages", "zzzz unknown"];
    let measured = page.text(&format!("{MEASURE}({})", Value::from(queries.map(Value::from).to_vec()))).await;
    browser::say(&format!("  {PAGES} pages, {measured}"));
}
