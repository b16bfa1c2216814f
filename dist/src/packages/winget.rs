//! WinGet: the three manifests of a version.

use super::{Contents, download};
use crate::platform::Os;
use crate::product::{AUTHORS, BINARY, LICENSE, PACKAGE, SUMMARY, VERSION};
use crate::release::{Artifact, stem};

/// The publisher and the package.
const IDENTIFIER: &str = "ToolDocs.Tool";
/// The version of the schemas.
const SCHEMA: &str = "1.6.0";

/// The manifests; none if there is no binary for Windows.
pub(super) fn manifests(contents: &Contents<'_>, repository: &str) -> Vec<Artifact> {
    let windows = contents.editions.iter().filter(|edition| edition.platform.os == Os::Windows);
    let installers: String = windows
        .map(|edition| {
            format!(
                "- Architecture: {}\n  InstallerUrl: {}\n  InstallerSha256: {}\n  NestedInstallerFiles:\n  \
                 - RelativeFilePath: {}\\{BINARY}.exe\n    PortableCommandAlias: {BINARY}\n",
                edition.platform.cpu.short(),
                download(edition, repository),
                edition.digest.to_uppercase(),
                stem(edition.platform),
            )
        })
        .collect();
    if installers.is_empty() {
        return Vec::new();
    }
    let manifest = |name: &str, kind: &str, fields: String| {
        let text = format!(
            "# yaml-language-server: $schema=https://aka.ms/winget-manifest.{kind}.{SCHEMA}.schema.json\n\
             PackageIdentifier: {IDENTIFIER}\nPackageVersion: {VERSION}\n{fields}ManifestType: {kind}\nManifestVersion: {SCHEMA}\n"
        );
        Artifact { path: format!("winget/{IDENTIFIER}{name}.yaml"), bytes: text.into_bytes() }
    };
    let locale = format!(
        "PackageLocale: en-US\nPublisher: {AUTHORS}\nPackageName: {PACKAGE}\nPackageUrl: {repository}\nLicense: {LICENSE}\n\
         ShortDescription: {SUMMARY}\nMoniker: {PACKAGE}\n"
    );
    vec![
        manifest("", "version", "DefaultLocale: en-US\n".to_owned()),
        manifest(".locale.en-US", "defaultLocale", locale),
        manifest(
            ".installer",
            "installer",
            format!("InstallerType: zip\nNestedInstallerType: portable\nInstallers:\n{installers}"),
        ),
    ]
}
