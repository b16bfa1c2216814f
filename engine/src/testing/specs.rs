//! Specs over the database of a project, for the tests of what renders them.

use std::path::Path;

use base::inputs::File;

use crate::Inputs;

/// Inputs whose one file is the spec `text`.
pub(crate) fn spec(text: &str) -> (Inputs, File) {
    openapi::testing::open(openapi::testing::in_memory(text), openapi::testing::IN_MEMORY)
}

/// The spec at `path` among the real specs of the test data.
pub(crate) fn real_spec(folder: &Path, path: &str) -> (Inputs, File) {
    openapi::testing::real_spec(folder, path)
}
