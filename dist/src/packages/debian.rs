//! Debian and its derivatives: a package for each processor, with completions and manual pages where the system looks for them.

use super::Contents;
use crate::archive::{Entry, ar, gzip, tar};
use crate::documents::SHELLS;
use crate::failure::Outcome;
use crate::platform::Libc;
use crate::product::{AUTHORS, BINARY, DESCRIPTION, PACKAGE, SUMMARY, VERSION};
use crate::release::{Artifact, Edition, glibc_version};

/// The package of a platform; `None` if it is not Linux.
pub(super) fn package(edition: &Edition<'_>, contents: &Contents<'_>) -> Outcome<Option<Artifact>> {
    let Some(cpu) = edition.platform.debian() else { return Ok(None) };
    let (time, level) = (contents.options.time, contents.options.level);
    let copyright = copyright(edition, contents);
    let pages = contents.documents.manual.iter();
    let pages: Vec<(String, Vec<u8>)> =
        pages.map(|(name, page)| (format!("./usr/share/man/man1/{name}.gz"), gzip(page, level))).collect();
    let mut entries = vec![
        Entry::executable(format!("./usr/bin/{BINARY}"), edition.bytes),
        Entry::file(format!("./usr/share/doc/{PACKAGE}/copyright"), copyright.as_bytes()),
    ];
    entries.extend(pages.iter().map(|(path, page)| Entry::file(path, page)));
    for ((shell, name), script) in SHELLS.iter().zip(&contents.documents.completions) {
        let path = match *shell {
            "bash" => format!("bash-completion/completions/{BINARY}"),
            "zsh" => format!("zsh/vendor-completions/{name}"),
            "fish" => format!("fish/vendor_completions.d/{name}"),
            // Debian has no place for them.
            _ => continue,
        };
        entries.push(Entry::file(format!("./usr/share/{path}"), script));
    }
    let size = entries.iter().map(|entry| entry.bytes.len().div_ceil(1024)).sum::<usize>();
    let depends = match edition.platform.libc {
        Libc::Glibc => {
            let (major, minor) = glibc_version(edition.bytes);
            format!("Depends: libc6 (>= {major}.{minor}), libgcc-s1\n")
        }
        Libc::Static | Libc::System => String::new(),
    };
    let version = format!("{VERSION}-1");
    let control = format!(
        "Package: {PACKAGE}\nVersion: {version}\nArchitecture: {cpu}\nMaintainer: {AUTHORS}\nInstalled-Size: {size}\n{depends}\
         Section: text\nPriority: optional\nDescription: {SUMMARY}\n {DESCRIPTION}\n"
    );
    let control = gzip(&tar(&[Entry::file("./control", control.as_bytes())], time)?, level);
    let data = gzip(&tar(&entries, time)?, level);
    let bytes = ar(
        &[
            Entry::file("debian-binary", b"2.0\n"),
            Entry::file("control.tar.gz", &control),
            Entry::file("data.tar.gz", &data),
        ],
        time,
    );
    Ok(Some(Artifact { path: format!("debian/{PACKAGE}_{version}_{cpu}.deb"), bytes }))
}

/// The file that Debian requires, which refers to the licenses that every system has.
fn copyright(edition: &Edition<'_>, contents: &Contents<'_>) -> String {
    let text = |name| String::from_utf8_lossy(contents.documents.text(name)).into_owned();
    format!(
        "{BINARY} is available under the terms of the MIT license, below, or of the Apache License 2.0, which is in\n\
         /usr/share/common-licenses/Apache-2.0, at your option.\n\n{}\n{}\n{}",
        text("LICENSE-MIT"),
        text("NOTICE"),
        edition.third_party,
    )
}
