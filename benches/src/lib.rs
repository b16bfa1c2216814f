//! What the benchmarks share: projects to build, builds in processes of their own, the floor they are held against, and
//! the budgets. Knows the engine through its façade, as the commands do.

#![expect(clippy::print_stdout, reason = "a benchmark reports to its terminal")]

mod build;
mod child;
mod project;
mod report;
mod served;

pub use build::{Checked, force};
pub use child::{Child, Figures, answer_if_child};
pub use project::{RealSpec, real_spec};
pub use report::{Limit, Report, median, megabytes, milliseconds};
pub use served::{BASELINE, BINARY, EditCost, Served};
