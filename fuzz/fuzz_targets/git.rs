#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| engine::testing::fuzz::git(bytes));
