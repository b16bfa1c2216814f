//! The generated parts of the skills, between marks in committed files, say what the table of components says.
//!
//! `TOOL_REWRITE_GENERATED=1 cargo test -p cli --test it generated` writes them anew.

use std::path::{Path, PathBuf};

use engine::testing::reference;

/// The files with generated parts, and what each part holds.
const FILES: &[(&str, &[Part])] = &[
    ("skills/tool-author.md", &[("common", common), ("components", reference::components)]),
    ("skills/tool-migrate.md", &[("migration", reference::migration), ("callouts", reference::callout_words)]),
    ("skills/compact/tool-author.md", &[("compact-components", reference::compact_components)]),
    ("skills/compact/tool-migrate.md", &[("compact-migration", reference::compact_migration)]),
];

/// A part's name, and what makes it.
type Part = (&'static str, fn() -> String);

fn common() -> String {
    format!("- {}", reference::common_attributes())
}

fn path(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file)
}

/// The text with what stands between the marks of a part replaced.
fn filled(text: &str, name: &str, contents: &str) -> String {
    let (begin, end) = (format!("<!-- generated: {name} -->\n"), format!("<!-- generated end: {name} -->"));
    let start = text.find(&begin).unwrap_or_else(|| panic!("no {begin}")) + begin.len();
    let stop = start + text[start..].find(&end).unwrap_or_else(|| panic!("no {end}"));
    // A list item goes on to the next one; blocks stand apart.
    let gap = if name == "common" { "" } else { "\n" };
    format!("{}{gap}{contents}\n{gap}{}", &text[..start], &text[stop..])
}

/// The lines that differ, with those before and after.
fn diff(old: &str, new: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let same = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let (old_rest, new_rest) = (&old[same..], &new[same..]);
    let tail = old_rest.iter().rev().zip(new_rest.iter().rev()).take_while(|(a, b)| a == b).count();
    let mut out = format!("@@ line {} @@\n", same + 1);
    for (mark, lines) in [('-', &old_rest[..old_rest.len() - tail]), ('+', &new_rest[..new_rest.len() - tail])] {
        for line in lines {
            out.push_str(&format!("{mark}{line}\n"));
        }
    }
    out
}

#[test]
fn generated_parts_are_current() {
    let rewrites = std::env::var_os("TOOL_REWRITE_GENERATED").is_some();
    let mut stale = String::new();
    for (file, parts) in FILES {
        let old = std::fs::read_to_string(path(file)).unwrap();
        let new = parts.iter().fold(old.clone(), |text, (name, make)| filled(&text, name, &make()));
        if old == new {
            continue;
        }
        if rewrites {
            std::fs::write(path(file), new).unwrap();
        } else {
            stale.push_str(&format!("{file}\n{}", diff(&old, &new)));
        }
    }
    assert!(stale.is_empty(), "run with TOOL_REWRITE_GENERATED=1 to write these anew:\n{stale}");
}

#[test]
fn a_difference_is_shown_line_by_line() {
    assert_eq!(diff("a\nb\nc\n", "a\nx\ny\nc\n"), "@@ line 2 @@\n-b\n+x\n+y\n");
    assert_eq!(filled("<!-- generated: x -->\nold\n<!-- generated end: x -->", "x", "new").matches("new").count(), 1);
}

/// Tools that read only the beginning of a file must have all of it.
#[test]
fn compact_skills_fit_together_in_12_000_characters() {
    let count = |file: &str| std::fs::read_to_string(path(file)).unwrap().chars().count();
    let (author, migrate) = (count("skills/compact/tool-author.md"), count("skills/compact/tool-migrate.md"));
    assert!(author + migrate < 11_800, "{author} + {migrate}");
}
