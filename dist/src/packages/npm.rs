//! npm: a package with a launcher, and one with the binary for each platform, of which npm installs the one that fits. No script
//! runs during the installation, and nothing is downloaded except the packages.

use serde_json::{Map, Value, json};

use super::{Contents, readme};
use crate::archive::{Entry, gzip, tar};
use crate::failure::{Failure, Outcome};
use crate::platform::{Libc, Platform};
use crate::product::{AUTHORS, BINARY, KEYWORDS, LEGAL_FILES, LICENSE, PACKAGE, SUMMARY, THIRD_PARTY, VERSION};
use crate::release::{Artifact, Edition};

const LAUNCHER: &str = include_str!("launcher.js");

/// The main package and those of the platforms.
pub(super) fn packages(contents: &Contents<'_>) -> Outcome<Vec<Artifact>> {
    let mut packages = vec![main_package(contents)?];
    for edition in &contents.editions {
        packages.push(platform_package(edition, contents)?);
    }
    Ok(packages)
}

/// The name of a platform's package.
fn name(platform: &Platform) -> String {
    let (os, cpu) = platform.node();
    format!("@{PACKAGE}/{os}-{cpu}")
}

fn main_package(contents: &Contents<'_>) -> Outcome<Artifact> {
    let platforms: Map<String, Value> =
        contents.editions.iter().map(|edition| (name(edition.platform), json!(VERSION))).collect();
    let mut manifest = manifest(PACKAGE, SUMMARY);
    manifest["keywords"] = json!(KEYWORDS);
    // `npx` runs the command with the name of the package.
    manifest["bin"] = json!({ BINARY: "bin/tool.js", PACKAGE: "bin/tool.js" });
    manifest["engines"] = json!({ "node": ">=18" });
    manifest["optionalDependencies"] = json!(platforms);
    let (manifest, readme) = (text(&manifest)?, readme(&format!("npx {PACKAGE}")));
    let mut entries = vec![
        Entry::file("package/package.json", &manifest),
        Entry::file("package/README.md", readme.as_bytes()),
        Entry::executable("package/bin/tool.js", LAUNCHER.as_bytes()),
    ];
    entries.extend(LEGAL_FILES.map(|name| Entry::file(format!("package/{name}"), contents.documents.text(name))));
    pack(PACKAGE, &entries, contents)
}

fn platform_package(edition: &Edition<'_>, contents: &Contents<'_>) -> Outcome<Artifact> {
    let platform = edition.platform;
    let name = name(platform);
    let (os, cpu) = platform.node();
    let mut manifest = manifest(&name, &format!("The binary of {PACKAGE} for {os} on {cpu}"));
    manifest["os"] = json!([os]);
    manifest["cpu"] = json!([cpu]);
    if platform.libc == Libc::Glibc {
        manifest["libc"] = json!(["glibc"]);
    }
    // Yarn runs it from a folder instead of an archive.
    manifest["preferUnplugged"] = json!(true);
    let manifest = text(&manifest)?;
    let readme =
        format!("# {name}\n\nThe binary of [{PACKAGE}](https://www.npmjs.com/package/{PACKAGE}) for {os} on {cpu}.\n");
    let mut entries = vec![
        Entry::file("package/package.json", &manifest),
        Entry::file("package/README.md", readme.as_bytes()),
        Entry::file(format!("package/{THIRD_PARTY}"), edition.third_party.as_bytes()),
        Entry::executable(format!("package/bin/{}", platform.executable(BINARY)), edition.bytes),
    ];
    entries.extend(LEGAL_FILES.map(|name| Entry::file(format!("package/{name}"), contents.documents.text(name))));
    pack(&name, &entries, contents)
}

/// The fields of every package.
fn manifest(name: &str, description: &str) -> Value {
    json!({ "name": name, "version": VERSION, "description": description, "license": LICENSE, "author": AUTHORS })
}

fn text(manifest: &Value) -> Outcome<Vec<u8>> {
    let mut text = serde_json::to_vec_pretty(manifest).map_err(|error| Failure::new(error.to_string()))?;
    text.push(b'\n');
    Ok(text)
}

/// The package under the name that `npm pack` gives it.
fn pack(name: &str, entries: &[Entry<'_>], contents: &Contents<'_>) -> Outcome<Artifact> {
    let bytes = gzip(&tar(entries, contents.options.time)?, contents.options.level);
    let file = name.trim_start_matches('@').replace('/', "-");
    Ok(Artifact { path: format!("npm/{file}-{VERSION}.tgz"), bytes })
}
