//! Checks of arbitrary input. Only for tests and the fuzzer.

pub mod fuzz;
