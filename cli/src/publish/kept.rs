//! The editions of a site whose files are those of an earlier build: they are not made again, nor checked if there was nothing
//! to report.
//!
//! A record beside the manifest has, for each edition, the hashes of its inputs and of its addresses, and a stamp of its files.
//! An edition is kept if the program, its options, its inputs and the addresses of all editions are those of the record, and
//! if its files have the stamp. The main edition is always made.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;
use std::fs;
use std::hash::{Hash, Hasher};
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

use engine::{OutputOptions, Surveyed};
use rapidhash::fast::RapidHasher;
use rayon::prelude::*;

use super::manifest::{self, Manifest};
use super::{Target, read};
use crate::failure::{Failure, Outcome};
use crate::write::put;

const FIRST_LINE: &str = "tool editions 1";

/// What an edition was when its files were written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Recorded {
    /// [`Site::inputs_hash`].
    inputs: u64,
    /// [`Site::addresses_hash`].
    addresses: u64,
    /// The hash of the names, lengths and times of its files.
    stamp: u64,
    /// Whether nothing was to be reported.
    is_clean: bool,
}

/// The record of a build: the editions by their paths.
#[derive(Debug, Default, PartialEq, Eq)]
struct Record {
    /// The hash of the program and its options.
    maker: u64,
    editions: BTreeMap<String, Recorded>,
}

/// The editions of a site and the kept ones among them. Empty for a site with one edition, which is always built.
#[derive(Debug, Default)]
pub(crate) struct Editions {
    record: Record,
    /// The paths of the kept editions.
    kept: BTreeSet<String>,
    /// The files of all of them.
    files: HashMap<Arc<str>, KeptFile>,
}

/// A file that stays as an earlier build wrote it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct KeptFile {
    /// The hash in the manifest.
    pub(super) hash: u64,
    /// In bytes.
    pub(super) length: u64,
}

impl Editions {
    /// Compares a site with the last build to a target.
    ///
    /// # Errors
    /// Fails if the program, the manifest or the record exists but cannot be read.
    pub(crate) fn compare(surveyed: &[Surveyed], target: &Target, options: OutputOptions) -> Outcome<Self> {
        if surveyed.len() < 2 {
            return Ok(Self::default());
        }
        let maker = maker(options)?;
        let last = Record::read(&target.editions())?.filter(|last| last.maker == maker).unwrap_or_default();
        let mut record = Record { maker, editions: BTreeMap::new() };
        for &Surveyed { ref path, inputs, addresses, .. } in surveyed {
            let last = last.editions.get(path).filter(|last| last.inputs == inputs).cloned();
            let new = || Recorded { inputs, addresses, ..Recorded::default() };
            record.editions.insert(path.clone(), last.unwrap_or_else(new));
        }
        let (mut kept, mut files) = (BTreeSet::new(), HashMap::new());
        if record.addresses().eq(last.addresses()) {
            let manifest = Manifest::read(&target.manifest())?.unwrap_or_default();
            for (prefix, paths) in record.share_out(manifest.paths()) {
                let (Some(now), Some(last)) = (record.editions.get(prefix), last.editions.get(prefix)) else {
                    continue;
                };
                if prefix.is_empty() || now != last {
                    continue;
                }
                let Some((stamp, lengths)) = stamp(&target.out, &paths) else { continue };
                let file = |(path, length)| Some((Arc::from(path), KeptFile { hash: manifest.hash_of(path)?, length }));
                let of_edition = || paths.into_iter().zip(lengths).map(file).collect::<Option<Vec<_>>>();
                if stamp == last.stamp
                    && let Some(of_edition) = of_edition()
                {
                    kept.insert(prefix.to_owned());
                    files.extend(of_edition);
                }
            }
        }
        Ok(Self { record, kept, files })
    }

    /// Whether the edition at this path is kept.
    pub(crate) fn is_kept(&self, path: &str) -> bool {
        self.kept.contains(path)
    }

    /// Whether the edition at this path is kept, and had nothing to report.
    pub(crate) fn is_clean(&self, path: &str) -> bool {
        self.is_kept(path) && self.record.editions.get(path).is_some_and(|edition| edition.is_clean)
    }

    /// The paths of the kept files.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Arc<str>> {
        self.files.keys()
    }

    /// The file at a path, if it is kept.
    pub(crate) fn file(&self, path: &str) -> Option<KeptFile> {
        self.files.get(path).copied()
    }

    /// Records what was published. `paths`: all files of the site; `clean`: the checked editions without anything to report.
    ///
    /// # Errors
    /// Fails if the record cannot be written.
    pub(crate) fn write(mut self, target: &Target, paths: &[Arc<str>], clean: &[String]) -> Outcome<()> {
        let place = target.editions();
        if self.record.editions.is_empty() {
            return match fs::remove_file(&place) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    Err(Failure::system("cannot remove", &place, &error))
                }
                _ => Ok(()),
            };
        }
        let is_made = |prefix: &str| !prefix.is_empty() && !self.kept.contains(prefix);
        let shares = self.record.share_out(paths.iter().map(|path| &**path)).into_iter();
        let stamp = |(prefix, paths): (&str, Vec<&str>)| Some((prefix.to_owned(), stamp(&target.out, &paths)?.0));
        let stamps: BTreeMap<String, u64> = shares.filter(|(prefix, _)| is_made(prefix)).filter_map(stamp).collect();
        for (prefix, edition) in &mut self.record.editions {
            let is_kept = self.kept.contains(prefix);
            edition.is_clean = clean.contains(prefix) || is_kept && edition.is_clean;
            if !is_kept {
                edition.stamp = stamps.get(prefix).copied().unwrap_or_default();
            }
        }
        put(&place, self.record.text().as_bytes())
    }
}

impl Record {
    /// Reads a record. `None` if there is none, or if it has another format.
    fn read(path: &Path) -> Outcome<Option<Self>> {
        let bytes = match read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Failure::system("cannot read", path, &error)),
        };
        Ok(Self::parse(&String::from_utf8_lossy(&bytes)))
    }

    fn parse(text: &str) -> Option<Self> {
        let mut lines = text.lines();
        let maker = lines.next()?.strip_prefix(FIRST_LINE)?.trim_start();
        let number = |text: &str| u64::from_str_radix(text, 16).ok();
        let mut record = Self { maker: number(maker)?, editions: BTreeMap::new() };
        for line in lines {
            let mut fields = line.splitn(5, ' ');
            let mut field = || fields.next();
            let edition = Recorded {
                inputs: number(field()?)?,
                addresses: number(field()?)?,
                stamp: number(field()?)?,
                is_clean: field()? == "clean",
            };
            record.editions.insert(field()?.to_owned(), edition);
        }
        Some(record)
    }

    fn text(&self) -> String {
        let mut text = format!("{FIRST_LINE} {:016x}\n", self.maker);
        for (prefix, Recorded { inputs, addresses, stamp, is_clean }) in &self.editions {
            let state = if *is_clean { "clean" } else { "found" };
            let _ = writeln!(text, "{inputs:016x} {addresses:016x} {stamp:016x} {state} {prefix}");
        }
        text
    }

    /// The addresses of the editions.
    fn addresses(&self) -> impl Iterator<Item = (&String, u64)> {
        self.editions.iter().map(|(prefix, edition)| (prefix, edition.addresses))
    }

    /// The paths of each edition: a path belongs to the longest path of an edition that it begins with.
    fn share_out<'p>(&self, paths: impl Iterator<Item = &'p str>) -> BTreeMap<&str, Vec<&'p str>> {
        let mut shares: BTreeMap<&str, Vec<&str>> =
            self.editions.keys().map(|prefix| (&**prefix, Vec::new())).collect();
        let deepest = self.editions.keys().map(|prefix| prefix.matches('/').count()).max().unwrap_or(0);
        for path in paths {
            let folders = path.match_indices('/').take(deepest).filter_map(|(at, _)| path.get(..=at));
            let owner = folders.filter(|folder| self.editions.contains_key(*folder)).last().unwrap_or("");
            if let Some(share) = shares.get_mut(owner) {
                share.push(path);
            }
        }
        shares
    }
}

/// The hash of the names, lengths and times of files, and the lengths; `None` if one is missing or is not a file.
fn stamp(out: &Path, paths: &[&str]) -> Option<(u64, Vec<u64>)> {
    let look_up = |path: &&str| {
        let data = fs::symlink_metadata(out.join(path)).ok().filter(fs::Metadata::is_file)?;
        Some((data.len(), data.modified().ok()?))
    };
    let found: Vec<(u64, SystemTime)> = paths.par_iter().map(look_up).collect::<Option<_>>()?;
    let mut hasher = RapidHasher::default_const();
    (paths, &found).hash(&mut hasher);
    Some((hasher.finish(), found.into_iter().map(|(length, _)| length).collect()))
}

/// The hash of this program and its options.
fn maker(options: OutputOptions) -> Outcome<u64> {
    let failed = |error| Failure::system("cannot read", Path::new("the program of `tool`"), &error);
    let program = std::env::current_exe().and_then(|path| read(&path)).map_err(failed)?;
    let mut hasher = RapidHasher::default_const();
    (manifest::hash(&program), options).hash(&mut hasher);
    Ok(hasher.finish())
}
