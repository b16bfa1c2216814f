//! Pages that are hard to read: no stack is used up, and what is written grows with the text alone.

use engine::testing::{HOSTILE_PAGES, ReadPage, project, read_page};

/// The page with that text, read on a thread with the stack that servers give theirs.
fn read(text: String) -> ReadPage {
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(move || {
        let (_, project) = project(&format!("//- /tool.json\n{{\"name\": \"x\"}}\n//- /docs/index.md\n{text}"));
        read_page(&project, "index").unwrap()
    });
    thread.unwrap().join().unwrap()
}

#[test]
fn what_is_written_grows_with_the_text_alone() {
    for page in HOSTILE_PAGES {
        let [small, large] = [page.large / 320, page.large / 40].map(|number| {
            let text = (page.write)(number.max(2));
            (text.len(), read(text))
        });
        let name = page.name;
        let growth = large.0.div_ceil(small.0);
        assert!(!large.1.html.is_empty(), "{name}: nothing is written");
        // The parser fills short rows of a table up to its columns, as far as a limit of its own.
        let growth = if name == "short rows of a wide table" { growth * growth } else { growth };
        assert!(large.1.html.len() <= (growth + 1) * small.1.html.len() + 4_096, "{name}: {}", large.1.html.len());
        assert!(large.1.html.len() <= 120 * large.0 + 4_096, "{name}: {}", large.1.html.len());
        assert!(large.1.findings.len() <= large.0 / 4 + 16, "{name}: {} findings", large.1.findings.len());
    }
}

#[test]
fn nesting_is_cut_with_a_finding() {
    let page = HOSTILE_PAGES.iter().find(|page| page.name == "nested components").unwrap();
    let page = read((page.write)(5_000));
    assert!(page.findings.contains(&"nesting-too-deep"), "{:?}", page.findings);
    assert!(page.html.matches("<wc-tabs").count() <= 64);
    // What is beyond the limit is text.
    assert!(page.html.matches("&lt;wc-tabs&gt;").count() >= 4_900);
}
