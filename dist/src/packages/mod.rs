//! The packages: what each package manager wants, made from the table.

mod container;
mod debian;
mod homebrew;
mod nix;
mod npm;
mod scoop;
#[cfg(test)]
mod tests;
mod wheel;
mod winget;

use crate::documents::Documents;
use crate::failure::Outcome;
use crate::product::{BINARY, DESCRIPTION, VERSION};
use crate::release::{Artifact, Edition, Options};

/// What packages are made from.
pub(crate) struct Contents<'a> {
    pub(crate) documents: &'a Documents,
    /// One for each operating system and processor.
    pub(crate) editions: Vec<&'a Edition<'a>>,
    pub(crate) options: &'a Options<'a>,
}

/// The packages that contain the binary.
pub(crate) fn with_binary(contents: &Contents<'_>) -> Outcome<Vec<Artifact>> {
    let mut artifacts = npm::packages(contents)?;
    for edition in &contents.editions {
        artifacts.push(wheel::package(edition, contents)?);
        artifacts.extend(debian::package(edition, contents)?);
    }
    artifacts.extend(container::context(contents));
    Ok(artifacts)
}

/// The packages that refer to the release archives. `repository`: the URL of the repository where the release is published.
pub(crate) fn with_links(contents: &Contents<'_>, repository: &str) -> Outcome<Vec<Artifact>> {
    let mut artifacts = vec![homebrew::formula(contents, repository), nix::flake(contents, repository)];
    artifacts.extend(scoop::manifest(contents, repository)?);
    artifacts.extend(winget::manifests(contents, repository));
    Ok(artifacts)
}

/// The URL of a release archive: that of the GitHub release for the version.
fn download(edition: &Edition<'_>, repository: &str) -> String {
    format!("{}/releases/download/v{VERSION}/{}", repository.trim_end_matches('/'), edition.archive)
}

/// The page that registries show for a package.
fn readme(run: &str) -> String {
    format!(
        "# {BINARY}\n\n{DESCRIPTION}\n\n```sh\n{run} init my-docs\ncd my-docs\n{run} dev\n```\n\nThe manual, which needs no \
         network: `{run} dev --demo`.\n"
    )
}
