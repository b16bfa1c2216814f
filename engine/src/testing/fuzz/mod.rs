//! Properties that must hold for any input: one check per fuzz target in `fuzz/`, here and in the `testing` modules of the
//! crates that the engine must not depend on. The tests run the same checks on the corpus that the fuzzer kept.

mod choices;
mod config_edit;
pub mod corpus;
mod overlay_grammar;
mod page_html;
mod page_text;
mod project;
mod slugs;
mod spec_grammar;
mod story;
mod yaml_text;

use std::collections::BTreeSet;

/// A fuzz target.
#[derive(Clone, Copy, Debug)]
pub struct FuzzTarget {
    /// The name of the program in `fuzz/fuzz_targets/` and of the folder in `fuzz/corpus/`.
    pub name: &'static str,
    /// Panics if the input breaks a property.
    pub check: fn(&[u8]),
}

/// The fuzz targets of the engine.
pub const TARGETS: &[FuzzTarget] = &[
    FuzzTarget { name: "json", check: json },
    FuzzTarget { name: "yaml", check: yaml },
    FuzzTarget { name: "references", check: references },
    FuzzTarget { name: "overlays", check: overlays },
    FuzzTarget { name: "markdown", check: markdown },
    FuzzTarget { name: "settings", check: settings },
    FuzzTarget { name: "slugs", check: slugs },
    FuzzTarget { name: "git", check: git },
];

/// The JSON reader: accepts exactly what RFC 8259 allows, with the values that `serde_json` reads.
///
/// # Panics
/// If it does not. Ignores bytes that are not UTF-8, since they never reach a reader.
pub fn json(bytes: &[u8]) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        base::testing::fuzz::json::check(text);
    }
}

/// The YAML reader: stays within its limits, reads JSON like the JSON reader, and reads a document in chunks like the
/// whole.
///
/// # Panics
/// If it does not. Ignores bytes that are not UTF-8, since they never reach a reader.
pub fn yaml(bytes: &[u8]) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        openapi::testing::fuzz::yaml::check(text);
    }
}

/// Specs of several files that refer to each other: all results terminate, are bounded, and after every edit equal
/// those of a fresh engine. Bytes that begin like a fixture are one; all others choose from a grammar.
///
/// # Panics
/// If a property does not hold.
pub fn references(bytes: &[u8]) {
    project::check(&fixture(bytes).unwrap_or_else(|| spec_grammar::story(bytes)), |_, _, _| {});
}

/// The properties of [`references`] for a spec with two overlays.
///
/// # Panics
/// If a property does not hold.
pub fn overlays(bytes: &[u8]) {
    project::check(&fixture(bytes).unwrap_or_else(|| spec_grammar::overlaid_story(bytes)), |_, _, _| {});
}

/// A page: the properties of [`references`], and its HTML is read as it is written and has no script of its author. Bytes
/// that begin like a fixture are one, other UTF-8 is the page, and all others choose pieces of a page.
///
/// # Panics
/// If a property does not hold.
pub fn markdown(bytes: &[u8]) {
    let story = fixture(bytes).unwrap_or_else(|| page_text::story(bytes));
    let mut checked = BTreeSet::new();
    project::check(&story, |_, project, said| page_html::check(project, said, &mut checked));
}

/// A `tool.json`: the properties of [`references`] for a project with these settings, and of the version that is cut from
/// it. Ignores bytes that are not UTF-8.
///
/// # Panics
/// If a property does not hold.
pub fn settings(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let story = fixture(bytes).unwrap_or_else(|| config_edit::story(text));
    project::check(&story, |system, project, _| config_edit::check_cut(system, project));
}

/// Names, one a line: slugs, ids of headings and paths of pages are valid and unique. Ignores bytes that are not UTF-8.
///
/// # Panics
/// If a property does not hold.
pub fn slugs(bytes: &[u8]) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        slugs::check(text);
    }
}

/// The output of `git`, and the contents of links and of pointers to large files: no path leaves the tree, and a history is
/// one of the log's commits.
///
/// # Panics
/// If a property does not hold.
pub fn git(bytes: &[u8]) {
    base::testing::fuzz::git::check(bytes);
}

/// The project, if the bytes begin like a fixture.
fn fixture(bytes: &[u8]) -> Option<story::Story> {
    let text = std::str::from_utf8(bytes).ok().filter(|text| text.starts_with("//- /"))?;
    Some(story::Story::from_text(text))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn no_project_of_the_grammar_is_too_strange(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
            super::references(&bytes);
            super::overlays(&bytes);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        #[test]
        fn no_page_of_pieces_is_too_strange(bytes in proptest::collection::vec(any::<u8>(), 0..120)) {
            // No text in UTF-8 has this byte.
            super::markdown(&[&[0xff], bytes.as_slice()].concat());
        }
    }
}
