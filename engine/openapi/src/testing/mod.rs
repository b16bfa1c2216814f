//! A database without a project, specs in memory, and checks of any document. For tests and the fuzzer only.

mod database;
pub mod fuzz;
mod held;
mod specs;

pub use database::Database;
pub use held::{Held, held};
pub use specs::{IN_MEMORY, chunk, in_memory, load_referenced_files, open, real_spec, spec};

/// Inputs over the [`Database`] of tests.
pub type Inputs = base::inputs::Inputs<Database>;
