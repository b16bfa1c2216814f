//! Whole projects of other tools and what becomes of them: written for these tests, and real ones.
#![allow(clippy::disallowed_methods, reason = "tests read their data")]

mod depth;
mod extract;
mod formats;
mod fuzz_corpus;
mod hostile;
mod lossless;
mod nesting;
mod order;
mod real;
mod reported;
