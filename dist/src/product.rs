//! What packages say about the tool: the first half of the table. `platform` is the other half.

/// The name of the binary.
pub(crate) const BINARY: &str = "tool";

/// The name of the packages.
pub(crate) const PACKAGE: &str = "tool-docs";

/// The version of the workspace.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The license, as an SPDX expression.
pub(crate) const LICENSE: &str = env!("CARGO_PKG_LICENSE");

/// The copyright holders, as in `LICENSE-MIT`.
pub(crate) const AUTHORS: &str = "The tool contributors";

/// The description on one line, without a final period.
pub(crate) const SUMMARY: &str = "Documentation sites from Markdown and OpenAPI, for people and agents";

/// The description in one paragraph.
pub(crate) const DESCRIPTION: &str = "tool is a single binary. It turns a folder of Markdown pages and an OpenAPI file into a static \
    site: guides, plus a page for every operation of your API with its parameters, bodies, responses and examples. Every page is \
    also available as plain Markdown, for programs.";

/// Search terms in registries.
pub(crate) const KEYWORDS: [&str; 5] = ["documentation", "openapi", "markdown", "static-site", "api"];

/// The files of the repository's root that come with every copy.
pub(crate) const LEGAL_FILES: [&str; 3] = ["LICENSE-APACHE", "LICENSE-MIT", "NOTICE"];

/// The file with the licenses of the dependencies.
pub(crate) const THIRD_PARTY: &str = "THIRD-PARTY.txt";
