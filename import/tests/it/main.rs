//! Whole projects of other tools, written for these tests, and what becomes of them.
#![allow(clippy::disallowed_methods, reason = "tests read their data")]

mod formats;
mod hostile;
