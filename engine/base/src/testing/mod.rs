//! The test data, and checks of any input. For tests, benchmarks and the fuzzer only.

mod data;
mod execution_log;
pub mod fuzz;

pub use data::{real_documents, skipped, test_data, texts};
pub use execution_log::ExecutionLog;
