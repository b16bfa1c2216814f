//! A release: the files that are published, made from binaries.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use ring::digest::{SHA256, digest};

use crate::archive::{Entry, gzip, tar, zip};
use crate::build::output;
use crate::dependencies::Dependencies;
use crate::documents::{Documents, SHELLS};
use crate::failure::{Failure, Outcome};
use crate::packages::{self, Contents};
use crate::platform::{Os, PLATFORMS, Platform};
use crate::product::{BINARY, THIRD_PARTY, VERSION};

/// A binary of the tool.
#[derive(Debug)]
pub struct Binary {
    pub(crate) platform: &'static Platform,
    path: PathBuf,
    bytes: Vec<u8>,
}

impl Binary {
    /// Reads a binary.
    ///
    /// # Errors
    /// Fails if the file cannot be read.
    pub fn read(platform: &'static Platform, path: PathBuf) -> Outcome<Self> {
        let bytes = std::fs::read(&path).map_err(|error| Failure::system("cannot read", &path, &error))?;
        Ok(Self { platform, path, bytes })
    }

    /// Whether it runs on this machine.
    fn is_runnable(&self) -> bool {
        let os = match self.platform.os {
            Os::Linux => "linux",
            Os::Darwin => "macos",
            Os::Windows => "windows",
        };
        std::env::consts::OS == os && std::env::consts::ARCH == self.platform.cpu.rust()
    }
}

/// What a release depends on, apart from its binaries.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// The root of the repository.
    pub root: &'a Path,
    /// The time of all files, in seconds since 1970.
    pub time: u64,
    /// The effort of compression, from 0 to 10.
    pub level: u8,
    /// The URL of the repository where the release is published. Without it, there are no packages that refer to its archives.
    pub repository: Option<&'a str>,
}

/// A file of a release.
#[derive(Debug)]
pub struct Artifact {
    /// Relative to the folder of the release, with `/`.
    pub path: String,
    /// The content.
    pub bytes: Vec<u8>,
}

/// The files of a release, the list of their checksums last.
#[derive(Debug)]
pub struct Release {
    /// The files.
    pub artifacts: Vec<Artifact>,
}

/// The copy of the tool for one platform, with the texts that come with it.
pub(crate) struct Edition<'a> {
    pub(crate) platform: &'static Platform,
    pub(crate) bytes: &'a [u8],
    pub(crate) third_party: String,
    /// The name of the release archive.
    pub(crate) archive: String,
    /// The SHA-256 hash of the release archive, in hexadecimal digits.
    pub(crate) digest: String,
}

impl Release {
    /// Makes the files of a release. One of the binaries must run on this machine. `scratch`: an existing folder for files that
    /// are removed at the end.
    ///
    /// # Errors
    /// Fails if cargo, git or the binary fail, if a file cannot be read, or if a license is missing.
    pub fn new(binaries: &[Binary], scratch: &Path, options: &Options<'_>) -> Outcome<Self> {
        let runnable = binaries.iter().find(|binary| binary.is_runnable());
        let runnable = runnable.ok_or_else(|| {
            Failure::new("none of the binaries runs on this machine, as completions and manual pages require: add one with --binary")
        })?;
        let documents = Documents::new(options.root, &runnable.path, scratch)?;
        let mut artifacts = Vec::new();
        let mut editions = Vec::new();
        for Binary { platform, bytes, .. } in binaries {
            let platform = *platform;
            let dependencies = Dependencies::new(options.root, platform)?;
            let bill = dependencies.bill_of_materials(platform, &hex(&sha256(bytes)), options.time)?;
            artifacts.push(Artifact { path: format!("{}.cdx.json", stem(platform)), bytes: bill });
            let third_party = dependencies.licenses()?;
            let archive = archive(platform, bytes, &third_party, &documents, options)?;
            let digest = hex(&sha256(&archive.bytes));
            editions.push(Edition { platform, bytes, third_party, archive: archive.path.clone(), digest });
            artifacts.push(archive);
        }
        let contents = Contents { documents: &documents, editions: preferred(&editions), options };
        artifacts.extend(packages::with_binary(&contents)?);
        if let Some(repository) = options.repository {
            artifacts.extend(packages::with_links(&contents, repository)?);
        }
        artifacts.sort_by(|a, b| a.path.cmp(&b.path));
        artifacts.push(Artifact { path: "SHA256SUMS".to_owned(), bytes: checksums(&artifacts).into_bytes() });
        Ok(Self { artifacts })
    }
}

/// The first edition in the order of the table for each operating system and processor.
fn preferred<'e, 'a>(editions: &'e [Edition<'a>]) -> Vec<&'e Edition<'a>> {
    let mut preferred: Vec<&Edition<'_>> = Vec::new();
    for platform in &PLATFORMS {
        let is_known = |other: &&Edition<'_>| (other.platform.os, other.platform.cpu) == (platform.os, platform.cpu);
        let edition = editions.iter().find(|edition| edition.platform.target == platform.target);
        if let Some(edition) = edition
            && !preferred.iter().any(is_known)
        {
            preferred.push(edition);
        }
    }
    preferred
}

/// The archive with everything.
fn archive(
    platform: &Platform,
    binary: &[u8],
    third_party: &str,
    documents: &Documents,
    options: &Options<'_>,
) -> Outcome<Artifact> {
    let folder = stem(platform);
    let mut entries = vec![
        Entry::executable(format!("{folder}/{}", platform.executable(BINARY)), binary),
        Entry::file(format!("{folder}/{THIRD_PARTY}"), third_party.as_bytes()),
    ];
    entries.extend(documents.texts.iter().map(|(name, text)| Entry::file(format!("{folder}/{name}"), text)));
    let scripts = SHELLS.iter().zip(&documents.completions);
    entries.extend(scripts.map(|((_, name), script)| Entry::file(format!("{folder}/completions/{name}"), script)));
    let pages = documents.manual.iter();
    entries.extend(pages.map(|(name, page)| Entry::file(format!("{folder}/man/man1/{name}"), page)));
    let bytes = match platform.os {
        Os::Windows => zip(&entries, options.time, options.level)?,
        Os::Linux | Os::Darwin => gzip(&tar(&entries, options.time)?, options.level),
    };
    Ok(Artifact { path: format!("{folder}.{}", platform.archive_ending()), bytes })
}

/// The name of the files for a platform, without the ending.
pub(crate) fn stem(platform: &Platform) -> String {
    format!("{BINARY}-{VERSION}-{}", platform.target)
}

/// The list of checksums, as `sha256sum --check` reads it.
fn checksums(artifacts: &[Artifact]) -> String {
    let mut list = String::new();
    for Artifact { path, bytes } in artifacts {
        let _ = writeln!(list, "{}  {path}", hex(&sha256(bytes)));
    }
    list
}

/// The SHA-256 hash.
pub fn sha256(bytes: &[u8]) -> [u8; 32] {
    let mut hash = [0; 32];
    hash.copy_from_slice(digest(&SHA256, bytes).as_ref());
    hash
}

/// Bytes as lowercase hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The newest version of the GNU C library that has a symbol which a binary requires: the binary names them as `GLIBC_2.34`.
pub(crate) fn glibc_version(binary: &[u8]) -> (u32, u32) {
    const PREFIX: &[u8] = b"GLIBC_2.";
    let versions = binary.windows(PREFIX.len() + 2).filter(|window| window.starts_with(PREFIX)).filter_map(|window| {
        let digits = window[PREFIX.len()..].iter().take_while(|byte| byte.is_ascii_digit());
        std::str::from_utf8(&digits.copied().collect::<Vec<u8>>()).ok()?.parse().ok()
    });
    (2, versions.max().unwrap_or(17))
}

/// The time of a release, in seconds since 1970: `SOURCE_DATE_EPOCH`, or else the time of the last commit.
///
/// # Errors
/// Fails if the variable is not a number, or if Git fails.
pub fn source_date(root: &Path) -> Outcome<u64> {
    let named = std::env::var("SOURCE_DATE_EPOCH").ok();
    let time = match &named {
        Some(time) => time.clone(),
        None => output(Command::new("git").args(["log", "-1", "--format=%ct"]).current_dir(root))?,
    };
    time.parse().map_err(|_| Failure::new(format!("`{time}` is not a time in seconds since 1970")))
}
