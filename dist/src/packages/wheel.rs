//! PyPI: a wheel for each platform, with the binary as a script, for pip, pipx and uv.

use std::fmt::Write as _;

use super::{Contents, readme};
use crate::archive::{Entry, zip};
use crate::failure::Outcome;
use crate::platform::{Cpu, Libc, Os, Platform};
use crate::product::{AUTHORS, BINARY, KEYWORDS, LEGAL_FILES, LICENSE, PACKAGE, SUMMARY, THIRD_PARTY, VERSION};
use crate::release::{Artifact, Edition, glibc_version, sha256};

const LAUNCHER: &str = include_str!("launcher.py");

/// The wheel of a platform.
pub(super) fn package(edition: &Edition<'_>, contents: &Contents<'_>) -> Outcome<Artifact> {
    let platform = edition.platform;
    let module = PACKAGE.replace('-', "_");
    let (info, scripts) = (format!("{module}-{VERSION}.dist-info"), format!("{module}-{VERSION}.data/scripts"));
    let tags = tags(platform, edition.bytes);
    let metadata = metadata();
    let wheel: String = tags.iter().map(|tag| format!("Tag: py3-none-{tag}\n")).collect();
    let wheel = format!("Wheel-Version: 1.0\nGenerator: {BINARY}\nRoot-Is-Purelib: false\n{wheel}");
    let entry_points = format!("[console_scripts]\n{PACKAGE} = {module}.__main__:main\n");
    let mut entries = vec![
        Entry::executable(format!("{scripts}/{}", platform.executable(BINARY)), edition.bytes),
        Entry::file(format!("{module}/__init__.py"), b""),
        Entry::file(format!("{module}/__main__.py"), LAUNCHER.as_bytes()),
        Entry::file(format!("{info}/METADATA"), metadata.as_bytes()),
        Entry::file(format!("{info}/WHEEL"), wheel.as_bytes()),
        Entry::file(format!("{info}/entry_points.txt"), entry_points.as_bytes()),
        Entry::file(format!("{info}/licenses/{THIRD_PARTY}"), edition.third_party.as_bytes()),
    ];
    entries
        .extend(LEGAL_FILES.map(|name| Entry::file(format!("{info}/licenses/{name}"), contents.documents.text(name))));
    let mut record = String::new();
    for Entry { path, bytes, .. } in &entries {
        let _ = writeln!(record, "{path},sha256={},{}", base64(&sha256(bytes)), bytes.len());
    }
    let _ = writeln!(record, "{info}/RECORD,,");
    entries.push(Entry::file(format!("{info}/RECORD"), record.as_bytes()));
    let bytes = zip(&entries, contents.options.time, contents.options.level)?;
    Ok(Artifact { path: format!("pypi/{module}-{VERSION}-py3-none-{}.whl", tags.join(".")), bytes })
}

/// The core metadata, version 2.4.
fn metadata() -> String {
    let files = LEGAL_FILES.into_iter().chain([THIRD_PARTY]);
    let files: String = files.map(|name| format!("License-File: {name}\n")).collect();
    format!(
        "Metadata-Version: 2.4\nName: {PACKAGE}\nVersion: {VERSION}\nSummary: {SUMMARY}\nAuthor: {AUTHORS}\n\
         License-Expression: {LICENSE}\n{files}Keywords: {}\nRequires-Python: >=3.8\n\
         Description-Content-Type: text/markdown\n\n{}",
        KEYWORDS.join(","),
        readme(&format!("uvx {PACKAGE}")),
    )
}

/// The platform tags (PEP 600, PEP 656): the oldest systems on which the binary runs.
fn tags(platform: &Platform, binary: &[u8]) -> Vec<String> {
    let cpu = platform.cpu.rust();
    match (platform.os, platform.libc) {
        (Os::Linux, Libc::Glibc) => {
            let (major, minor) = glibc_version(binary);
            vec![format!("manylinux_{major}_{minor}_{cpu}")]
        }
        (Os::Linux, _) => {
            vec![format!("manylinux2014_{cpu}"), format!("manylinux_2_17_{cpu}"), format!("musllinux_1_1_{cpu}")]
        }
        // The deployment targets of Rust.
        (Os::Darwin, _) if platform.cpu == Cpu::X64 => vec!["macosx_10_12_x86_64".to_owned()],
        (Os::Darwin, _) => vec!["macosx_11_0_arm64".to_owned()],
        (Os::Windows, _) => vec![format!("win_{}", platform.cpu.go())],
    }
}

/// Base64 with the alphabet for URLs, without padding (RFC 4648).
fn base64(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut text = String::new();
    for part in bytes.chunks(3) {
        let bits = part.iter().fold(0_u32, |bits, byte| (bits << 8) | u32::from(*byte)) << (8 * (3 - part.len()));
        let digits = [18, 12, 6, 0].map(|shift| char::from(ALPHABET[(bits >> shift) as usize & 63]));
        text.extend(&digits[..=part.len()]);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn base64_is_that_of_the_specification() {
        let text = ["", "f", "fo", "foo", "foob"].map(|text| base64(text.as_bytes()));
        assert_eq!(text, ["", "Zg", "Zm8", "Zm9v", "Zm9vYg"]);
        assert_eq!(base64(&[0xfb, 0xff]), "-_8");
    }
}
