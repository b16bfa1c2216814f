//! Properties that must hold for any input: one check per fuzz target in `fuzz/`. The tests run the same checks on the
//! corpus that the fuzzer kept.

mod choices;
mod overlay_grammar;
mod project;
mod spec_grammar;
mod story;
mod yaml_text;

/// A fuzz target.
#[derive(Clone, Copy, Debug)]
pub struct FuzzTarget {
    /// The name of the program in `fuzz/fuzz_targets/` and of the folder in `fuzz/corpus/`.
    pub name: &'static str,
    /// Panics if the input breaks a property.
    pub check: fn(&[u8]),
}

/// Every fuzz target.
pub const TARGETS: &[FuzzTarget] = &[
    FuzzTarget { name: "json", check: json },
    FuzzTarget { name: "yaml", check: yaml },
    FuzzTarget { name: "references", check: references },
    FuzzTarget { name: "overlays", check: overlays },
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
    project::check(&fixture(bytes).unwrap_or_else(|| spec_grammar::story(bytes)));
}

/// The properties of [`references`] for a spec with two overlays.
///
/// # Panics
/// If a property does not hold.
pub fn overlays(bytes: &[u8]) {
    project::check(&fixture(bytes).unwrap_or_else(|| spec_grammar::overlaid_story(bytes)));
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
}
