//! What must hold for every input whatever: one check for each target of the fuzzer in `fuzz/`. The inputs that it kept
//! run through the same checks in the tests.

mod choices;
mod overlay_grammar;
mod project;
mod spec_grammar;
mod story;
mod yaml_text;

/// A target of the fuzzer.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The name of the program in `fuzz/fuzz_targets/` and of the folder in `fuzz/corpus/`.
    pub name: &'static str,
    /// Panics when the engine breaks a promise on that input.
    pub check: fn(&[u8]),
}

/// Every target.
pub const TARGETS: &[Target] = &[
    Target { name: "json", check: json },
    Target { name: "yaml", check: yaml },
    Target { name: "references", check: references },
    Target { name: "overlays", check: overlays },
];

/// The JSON reader: accepts what RFC 8259 allows and nothing else, with the values that `serde_json` reads.
///
/// # Panics
/// When it does not. Bytes that are no UTF-8 never reach a reader, and are no case.
pub fn json(bytes: &[u8]) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        base::testing::fuzz::json::check(text);
    }
}

/// The YAML reader: stays within its limits, reads JSON as the JSON reader does, and reads a document in chunks as it
/// reads the whole.
///
/// # Panics
/// When it does not. Bytes that are no UTF-8 never reach a reader, and are no case.
pub fn yaml(bytes: &[u8]) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        openapi::testing::fuzz::yaml::check(text);
    }
}

/// Specs of several files that refer to each other: everything that the engine says of them ends, is bounded, and is after
/// every edit what a fresh engine says. Bytes that begin like a fixture are one; all others choose from a grammar.
///
/// # Panics
/// When it is not so.
pub fn references(bytes: &[u8]) {
    project::check(&fixture(bytes).unwrap_or_else(|| spec_grammar::story(bytes)));
}

/// The same of a spec with two overlays.
///
/// # Panics
/// When it is not so.
pub fn overlays(bytes: &[u8]) {
    project::check(&fixture(bytes).unwrap_or_else(|| spec_grammar::overlaid_story(bytes)));
}

/// The project of bytes that begin like a fixture.
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
