//! The inputs that the fuzzer kept for the targets of this crate.

use engine::testing::fuzz::corpus::{check_programs, replay};
use import::testing::fuzz::TARGETS;

#[test]
fn every_input_of_the_corpus_keeps_the_promises() {
    replay(TARGETS);
}

#[test]
fn every_target_has_a_program_and_every_program_is_a_target() {
    check_programs("import", TARGETS);
}
