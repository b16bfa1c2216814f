//! What is known about this binary since it was built.

use std::fmt::Write as _;

/// Its version.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The URL of the repository whose releases it belongs to, without a trailing slash. `None` unless the variable
/// `TOOL_REPOSITORY` was set when it was built.
pub(crate) const REPOSITORY: Option<&str> = option_env!("TOOL_REPOSITORY");

/// The facts as lines, for `tool --version --verbose` and reports of bugs.
pub(crate) fn text() -> String {
    let diagrams = if cfg!(feature = "diagrams") { "diagrams" } else { "none" };
    let mut text = format!("tool {VERSION}\n");
    for (name, value) in [
        ("target", env!("BUILD_TARGET")),
        ("profile", env!("BUILD_PROFILE")),
        ("features", diagrams),
        ("compiler", env!("BUILD_RUSTC")),
        ("repository", REPOSITORY.unwrap_or("unknown")),
    ] {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name}: {value}");
    }
    text
}
