//! Pages that are hard to read: no stack is used up, and what is written grows with the text alone.

use std::sync::Arc;
use std::time::Instant;

use engine::testing::{HOSTILE_PAGES, ReadPage, project, read_page};
use engine::{MemorySystem, Project};

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

/// Each page of findings: how often its text is repeated decides how many, and time grows with them alone.
#[test]
#[expect(clippy::print_stderr, reason = "says what was measured")]
fn the_cost_of_findings_grows_with_their_number_alone() {
    let pieces = [
        ("refused HTML", "<script>1</script>\n\n"),
        ("unknown components", "<wc-foo>x</wc-foo>\n\n"),
        ("components in the wrong place", "<wc-tab label=\"1\">x</wc-tab>\n\n"),
        ("fields outside of a group", "<wc-field name=\"a\" type=\"b\">x</wc-field>\n\n"),
        ("broken anchors", "[link](#a)\n\n"),
        ("broken links", "[link](/nowhere)\n\n"),
        ("broken includes", "<wc-include src=\"none.md\" />\n\n"),
    ];
    for (what, piece) in pieces {
        let time = |count: usize| {
            let system = Arc::new(MemorySystem::default());
            system.write("tool.json", "{\"name\": \"N\"}");
            system.write("docs/index.md", format!("---\ntitle: T\n---\n\n{}", piece.repeat(count)));
            let project = Project::open(system);
            let start = Instant::now();
            let found = project.site().diagnostics();
            (start.elapsed().as_secs_f64(), found)
        };
        let least_of = |count| (0..3).map(|_| time(count)).min_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
        let ((least, _), (most, found)) = (least_of(500), least_of(8_000));
        let exponent = (most / least).ln() / 16f64.ln();
        eprintln!("{what}: 500 in {least:.3} s, 8000 in {most:.3} s, exponent {exponent:.2}");
        // Quadratic work would be 2, and other programs can make the one measurement twice as long as the other.
        assert!(exponent < 1.7, "{what}: exponent {exponent:.2}");
        assert!(found.len() <= 1_001, "{what}: {} findings", found.len());
        let counted = found
            .iter()
            .any(|found| found.notes.iter().any(|note| note.message.ends_with(" more problems on this page")));
        assert!(counted, "{what}: the others are not counted");
    }
}
