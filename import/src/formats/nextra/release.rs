//! The major version of Nextra that a project uses.

use crate::formats::ProjectReader;
use crate::literal;
use crate::paths;

/// The members of `package.json` that name packages.
const DEPENDENCIES: [&str; 3] = ["dependencies", "devDependencies", "peerDependencies"];
/// The files that name the installed packages.
const LOCKS: [&str; 3] = ["pnpm-lock.yaml", "yarn.lock", "package-lock.json"];

/// The major version: by the nearest `package.json` that names Nextra, by the file of installed packages if that names no
/// number, or else by the files of the pages.
pub(super) fn major(reader: &ProjectReader<'_>) -> u32 {
    let mut folders = vec![reader.root.as_str()];
    while let Some(last) = folders.last().filter(|last| !last.is_empty()) {
        folders.push(paths::folder(last));
    }
    let mut above = folders.into_iter();
    while let Some(folder) = above.next() {
        if let Some(range) = range(reader, folder) {
            let around = std::iter::once(folder).chain(above);
            return number(&range).or_else(|| installed(reader, around)).unwrap_or_else(|| by_files(reader));
        }
    }
    by_files(reader)
}

/// The range of versions in the `package.json` of a folder.
fn range(reader: &ProjectReader<'_>, folder: &str) -> Option<String> {
    let package = literal::json(&reader.source.text(&paths::plus(folder, "package.json")).ok()?).ok()?;
    DEPENDENCIES.iter().find_map(|key| literal::text(package.get(key)?, "nextra")).map(ToOwned::to_owned)
}

/// The version in the first file of installed packages that names Nextra.
fn installed<'f>(reader: &ProjectReader<'_>, mut folders: impl Iterator<Item = &'f str>) -> Option<u32> {
    folders
        .find_map(|folder| LOCKS.iter().find_map(|name| locked(&reader.source.text(&paths::plus(folder, name)).ok()?)))
}

/// The version in the text of such a file: in the key of the package, or in the line after it.
fn locked(text: &str) -> Option<u32> {
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let line = line.trim_start_matches([' ', '"', '\'', '/']);
        if let Some(range) = line.strip_prefix("nextra@").or_else(|| line.strip_prefix("nextra/")) {
            let after = || number(lines.next()?.trim_start_matches(|c: char| !c.is_ascii_digit()));
            return number(range).or_else(after);
        }
        if line.starts_with("node_modules/nextra\"") {
            return number(lines.next()?.trim_start_matches(|c: char| !c.is_ascii_digit()));
        }
    }
    None
}

/// The major version of a range such as `^3.3.1`; `None` if it does not begin with a version.
fn number(range: &str) -> Option<u32> {
    let bare = range.trim_start_matches(['^', '~', '=', 'v']);
    let digits = bare.bytes().take_while(u8::is_ascii_digit).count();
    bare.get(..digits)?.parse().ok()
}

/// The version by its files: 4 has no pages in `pages/`, and 3 has no `_meta.json`.
fn by_files(reader: &ProjectReader<'_>) -> u32 {
    let files = |folders: [&str; 2]| -> Vec<&str> {
        let folders: Vec<String> = folders.iter().filter_map(|folder| reader.at(folder)).collect();
        folders.iter().flat_map(|folder| reader.source.under(folder).collect::<Vec<_>>()).collect()
    };
    let pages = files(["pages", "src/pages"]);
    let is_old = |path: &&str| paths::name(path).starts_with("_meta.") && path.ends_with(".json");
    if pages.is_empty() || !files(["app", "src/app"]).is_empty() {
        4
    } else if pages.iter().any(is_old) {
        2
    } else {
        3
    }
}

#[cfg(test)]
mod tests {
    use super::{locked, number};

    #[test]
    fn the_first_number_of_a_range_counts() {
        let ranges = ["^3.3.1", "4.0.0-rc.1", "~2", "v2.13.4", "workspace:*", "latest", ">=3"];
        assert_eq!(ranges.map(number), [Some(3), Some(4), Some(2), Some(2), None, None, None]);
    }

    #[test]
    fn files_of_installed_packages_name_the_version() {
        for (text, expected) in [
            ("  nextra-theme-docs@3.0.0:\n  nextra@2.13.4(react@18.0.0):\n", Some(2)),
            ("  /nextra/2.13.4:\n", Some(2)),
            ("nextra@latest:\n  version \"4.2.1\"\n", Some(4)),
            ("\"nextra@npm:latest\":\n  version: 4.2.1\n", Some(4)),
            ("    \"node_modules/nextra\": {\n      \"version\": \"3.3.1\",\n", Some(3)),
            ("  nextra:\n    specifier: workspace:*\n    version: link:../nextra\n", None),
        ] {
            assert_eq!(locked(text), expected, "{text}");
        }
    }
}
