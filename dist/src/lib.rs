//! Releases of `tool`: archives with the binary and its documents, and packages for package managers.
//!
//! Data flows one way: the table (`product`, `platform`) and binaries (`build`), the documents that come with them
//! (`documents`, `dependencies`), the files of a release (`release`, `packages`), archives (`archive`). Everything after the binaries is a pure function
//! of them, so the same binaries always make the same bytes. Knows the binary only from outside.

#![allow(clippy::disallowed_methods, reason = "a chore reads its own files and variables")]

mod archive;
mod build;
mod dependencies;
mod documents;
mod failure;
mod packages;
mod platform;
mod product;
mod release;

pub use build::{build, obstacle};
pub use failure::{Failure, Outcome};
pub use platform::{PLATFORMS, Platform};
pub use release::{Artifact, Binary, Options, Release, hex, sha256, source_date};
