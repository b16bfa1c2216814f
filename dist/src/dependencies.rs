//! The crates in the binary: their licenses as one text, and the bill of materials (CycloneDX 1.5).
//!
//! A crate is in the binary if the tool depends on it on that platform, directly or not, other than for building or testing.
//! This includes procedural macros, whose output is compiled.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use jiff::Timestamp;
use serde_json::{Value, json};

use crate::build::{cargo, output};
use crate::failure::{Failure, Outcome};
use crate::platform::Platform;
use crate::product::{AUTHORS, BINARY, LICENSE, SUMMARY, VERSION};

/// The file names that contain licenses, in lowercase, up to their endings.
const LICENSE_NAMES: [&str; 5] = ["license", "licence", "copying", "unlicense", "notice"];

/// A crate in the binary.
#[derive(Debug)]
struct Package {
    name: String,
    version: String,
    /// An SPDX expression; empty if the manifest has no license.
    license: String,
    authors: String,
    repository: Option<String>,
    folder: PathBuf,
    /// The SHA-256 checksum of the published crate; `None` for the crates of this repository.
    checksum: Option<String>,
    /// The package URLs of the crates that it depends on.
    uses: BTreeSet<String>,
}

/// The crates in the binary, sorted by name and version.
#[derive(Debug)]
pub(crate) struct Dependencies {
    packages: Vec<Package>,
}

impl Dependencies {
    /// Asks cargo for the crates in the binary of a platform.
    ///
    /// # Errors
    /// Fails if cargo does.
    pub(crate) fn new(root: &Path, platform: &Platform) -> Outcome<Self> {
        // `cargo tree` knows the features of this one package, `cargo metadata` the facts about each crate.
        let tree = ["tree", "--locked", "--package", "cli", "--edges", "normal", "--prefix", "none", "--format", "{p}"];
        let tree = output(Command::new(cargo()).args(tree).args(["--target", platform.target]).current_dir(root))?;
        let included: BTreeSet<(&str, &str)> = tree.lines().filter_map(name_and_version).collect();
        let metadata = ["metadata", "--locked", "--format-version", "1", "--filter-platform", platform.target];
        let metadata = output(Command::new(cargo()).args(metadata).current_dir(root))?;
        let metadata: Value = serde_json::from_str(&metadata).map_err(|error| Failure::new(error.to_string()))?;
        let lock = root.join("Cargo.lock");
        let lock = std::fs::read_to_string(&lock).map_err(|error| Failure::system("cannot read", &lock, &error))?;
        let checksums = checksums(&lock);
        let all = list(&metadata["packages"]);
        let is_included = |package: &&Value| included.contains(&(text(&package["name"]), text(&package["version"])));
        let identified = |package: &Value| {
            (text(&package["id"]).to_owned(), purl(text(&package["name"]), text(&package["version"])))
        };
        let purls: BTreeMap<String, String> = all.iter().filter(is_included).map(identified).collect();
        let nodes = list(&metadata["resolve"]["nodes"]).iter();
        let nodes: BTreeMap<&str, &Value> = nodes.map(|node| (text(&node["id"]), node)).collect();
        let is_normal = |dependency: &&Value| list(&dependency["dep_kinds"]).iter().any(|kind| kind["kind"].is_null());
        let uses = |id: &str| {
            let dependencies = nodes.get(id).map_or(&[][..], |node| list(&node["deps"]));
            let ids = dependencies.iter().filter(is_normal).map(|dependency| text(&dependency["pkg"]));
            ids.filter_map(|id| purls.get(id).cloned()).collect()
        };
        let package = |package: &Value| {
            let (name, version) = (text(&package["name"]), text(&package["version"]));
            let authors: Vec<&str> = list(&package["authors"]).iter().map(text).collect();
            Package {
                name: name.to_owned(),
                version: version.to_owned(),
                // A slash is how manifests wrote `OR` before the syntax of SPDX.
                license: text(&package["license"]).replace('/', " OR ").replace("  ", " "),
                authors: authors.join(", "),
                repository: package["repository"].as_str().map(str::to_owned),
                folder: Path::new(text(&package["manifest_path"])).parent().map(Path::to_owned).unwrap_or_default(),
                checksum: checksums.get(&(name, version)).map(|&checksum| checksum.to_owned()),
                uses: uses(text(&package["id"])),
            }
        };
        let mut packages: Vec<Package> = all.iter().filter(is_included).map(package).collect();
        packages.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
        Ok(Self { packages })
    }

    /// The licenses of all crates that are not of this repository, each text once, and those of the grammars.
    ///
    /// # Errors
    /// Fails if a file cannot be read, or if a crate names no license.
    pub(crate) fn licenses(&self) -> Outcome<String> {
        let mut text = format!(
            "{BINARY} {VERSION} contains the following third-party software. The licenses follow the list.\n\n"
        );
        let mut by_text: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let mut without = Vec::new();
        for package in self.packages.iter().filter(|package| package.checksum.is_some()) {
            let name = format!("{} {}", package.name, package.version);
            if package.license.is_empty() {
                return Err(Failure::new(format!("the crate {name} names no license")));
            }
            let repository = package.repository.as_deref().unwrap_or_default();
            let _ = writeln!(text, "{name}: {}  {repository}", package.license);
            let files = license_files(&package.folder)?;
            if files.is_empty() {
                without.push(package);
            }
            for file in files {
                by_text.entry(file).or_default().push(name.clone());
            }
        }
        // By the first crate that comes with the text.
        let mut texts: Vec<(Vec<String>, String)> = by_text.into_iter().map(|(text, names)| (names, text)).collect();
        texts.sort();
        for (names, license) in texts {
            let _ = write!(text, "\n{}\n{}:\n\n{license}\n", "=".repeat(80), names.join(", "));
        }
        if !without.is_empty() {
            let _ = write!(text, "\n{}\nThese crates come without the text of their license:\n\n", "=".repeat(80));
            for Package { name, version, license, authors, .. } in without {
                let _ = writeln!(text, "{name} {version}, by {authors}: {license}");
            }
        }
        let grammars = two_face::acknowledgement::listing();
        let _ = write!(
            text,
            "\n{}\nThe grammars for syntax highlighting, packaged by the crate two-face:\n",
            "=".repeat(80)
        );
        for grammar in grammars.for_syntaxes() {
            let path = grammar.rel_path.display();
            let _ = write!(text, "\n{}\n{path}:\n\n{}\n", "-".repeat(80), normalized(&grammar.text));
        }
        Ok(text)
    }

    /// The bill of materials of the binary, as CycloneDX JSON. `time`: see [`crate::source_date`].
    ///
    /// # Errors
    /// Fails if the time is not a date.
    pub(crate) fn bill_of_materials(&self, platform: &Platform, digest: &str, time: u64) -> Outcome<Vec<u8>> {
        let timestamp = i64::try_from(time).ok().and_then(|time| Timestamp::from_second(time).ok());
        let timestamp = timestamp.ok_or_else(|| Failure::new(format!("{time} is not a time in seconds since 1970")))?;
        let own = self.packages.iter().find(|package| package.name == "cli");
        let reference = format!("{BINARY}@{VERSION}");
        let components: Vec<Value> =
            self.packages.iter().filter(|package| package.name != "cli").map(component).collect();
        let depends = |from: &str, on: &BTreeSet<String>| json!({ "ref": from, "dependsOn": on });
        let mut graph: Vec<Value> = own.map(|own| depends(&reference, &own.uses)).into_iter().collect();
        let others = self.packages.iter().filter(|package| package.name != "cli");
        graph.extend(others.map(|package| depends(&purl(&package.name, &package.version), &package.uses)));
        let document = json!({
            "bomFormat": "CycloneDX",
            "specVersion": "1.5",
            "version": 1,
            "metadata": {
                "timestamp": timestamp.to_string(),
                "component": {
                    "type": "application",
                    "bom-ref": reference,
                    "name": BINARY,
                    "version": VERSION,
                    "description": SUMMARY,
                    "author": AUTHORS,
                    "licenses": [{ "expression": LICENSE }],
                    "hashes": [{ "alg": "SHA-256", "content": digest }],
                    "properties": [{ "name": "target", "value": platform.target }],
                },
            },
            "components": components,
            "dependencies": graph,
        });
        let mut text = serde_json::to_vec_pretty(&document).map_err(|error| Failure::new(error.to_string()))?;
        text.push(b'\n');
        Ok(text)
    }
}

fn component(package: &Package) -> Value {
    let Package { name, version, license, .. } = package;
    let mut component = json!({
        "type": "library",
        "bom-ref": purl(name, version),
        "name": name,
        "version": version,
        "purl": purl(name, version),
        "licenses": [{ "expression": license }],
    });
    if let Some(checksum) = &package.checksum {
        component["hashes"] = json!([{ "alg": "SHA-256", "content": checksum }]);
    }
    if let Some(repository) = &package.repository {
        component["externalReferences"] = json!([{ "type": "vcs", "url": repository }]);
    }
    component
}

/// A text of JSON; empty if it is something else.
fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// A list of JSON; empty if it is something else.
fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// The package URL of a crate.
fn purl(name: &str, version: &str) -> String {
    format!("pkg:cargo/{name}@{}", version.replace('+', "%2B"))
}

/// A line of `cargo tree`: `name v1.2.3`, and what else it says.
fn name_and_version(line: &str) -> Option<(&str, &str)> {
    let mut words = line.split(' ');
    Some((words.next()?, words.next()?.strip_prefix('v')?))
}

/// The checksums in a `Cargo.lock`, by name and version.
fn checksums(lock: &str) -> BTreeMap<(&str, &str), &str> {
    let mut checksums = BTreeMap::new();
    for table in lock.split("[[package]]") {
        let field = |name: &str| {
            let line = table.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(" = "))?;
            Some(line.trim_matches('"'))
        };
        if let (Some(name), Some(version), Some(checksum)) = (field("name"), field("version"), field("checksum")) {
            checksums.insert((name, version), checksum);
        }
    }
    checksums
}

/// The texts of the license files of a crate, sorted by path: its own, and those of code that comes with it in folders below.
fn license_files(folder: &Path) -> Outcome<Vec<String>> {
    let mut paths = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let failed = |error| Failure::system("cannot read", &folder, &error);
        for entry in std::fs::read_dir(&folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let (path, kind) = (entry.path(), entry.file_type().map_err(failed)?);
            let name = entry.file_name().to_string_lossy().to_lowercase();
            if kind.is_dir() {
                folders.push(path);
            } else if kind.is_file() && is_license(&name) {
                paths.push(path);
            }
        }
    }
    paths.sort();
    let read = |path: &PathBuf| std::fs::read(path).map_err(|error| Failure::system("cannot read", path, &error));
    paths.iter().map(|path| Ok(normalized(&String::from_utf8_lossy(&read(path)?)))).collect()
}

/// Whether a file with this name, in lowercase, has the text of a license: `license-mit`, but not `license.rs`.
fn is_license(name: &str) -> bool {
    let is_code = Path::new(name).extension().is_some_and(|extension| extension == "rs");
    !is_code && LICENSE_NAMES.iter().any(|known| name.starts_with(known))
}

/// A text without the differences in line ends and margins that would list it twice.
fn normalized(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n").trim_matches('\n').to_owned()
}

#[cfg(test)]
mod tests {
    use super::{Package, component, is_license};
    use serde_json::json;

    #[test]
    fn a_crate_is_a_component_with_its_source_and_checksum() {
        let package = Package {
            name: "a".to_owned(),
            version: "1.2.3".to_owned(),
            license: "MIT".to_owned(),
            authors: String::new(),
            repository: Some("https://git.test/a".to_owned()),
            folder: "a".into(),
            checksum: Some("00ff".to_owned()),
            uses: [].into(),
        };
        let purl = "pkg:cargo/a@1.2.3";
        let expected = json!({
            "type": "library", "bom-ref": purl, "name": "a", "version": "1.2.3", "purl": purl,
            "licenses": [{ "expression": "MIT" }],
            "hashes": [{ "alg": "SHA-256", "content": "00ff" }],
            "externalReferences": [{ "type": "vcs", "url": "https://git.test/a" }],
        });
        assert_eq!(component(&package), expected);
    }

    #[test]
    fn licenses_are_told_from_code() {
        let is = ["license", "license-mit", "copying", "notice.txt", "unlicense"].map(is_license);
        let is_not = ["license.rs", "readme.md", "src"].map(is_license);
        assert_eq!((is, is_not), ([true; 5], [false; 3]));
    }
}
