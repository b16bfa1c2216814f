//! The editions of a site whose files are those of an earlier build: they are not made again, and not even loaded.
//!
//! A record beside the manifest has what the engine remembers of each edition: the hashes of its inputs and of its addresses, what
//! others show of it, and what it had to report; the lines that this is about; and a stamp of its files. An edition is kept if the
//! program, its options, its inputs and the addresses of all editions are those of the record, and if its files have the stamp.
//! The main edition is always made; if its files have the stamp, those that are made again as they were are not compared with the
//! disk.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::hash::{Hash, Hasher};
use std::io;
use std::path::Path;
use std::sync::Arc;

use engine::{EditionMemory, OutputOptions, Surveyed};
use rapidhash::fast::RapidHasher;
use rayon::prelude::*;
use serde_json::{Value, json};

use super::folder::{Found, OpenFolder};
use super::manifest::{self, ReadManifest};
use super::{Content, PublishedFile, Target, read};
use crate::failure::{Failure, Outcome};
use crate::report::Quote;
use crate::write::put;

/// What an edition was when its files were written.
#[derive(Clone, Debug)]
struct Recorded {
    /// The hash of the names, lengths and times of its files.
    stamp: u64,
    memory: EditionMemory,
    /// The lines of what it has to report, unless they are too long.
    quotes: Option<Vec<Quote>>,
}

/// An edition that was made.
pub(crate) struct Made {
    pub(crate) memory: EditionMemory,
    /// The lines of what it has to report, unless they are too long.
    pub(crate) quotes: Option<Vec<Quote>>,
}

/// The last build to a target, if it was one of this program with the same options.
#[derive(Debug)]
pub(crate) struct LastBuild {
    /// The hash of the program and its options.
    maker: u64,
    /// The editions by their paths.
    editions: BTreeMap<String, Recorded>,
}

/// The kept ones among the editions of a site. Empty for a site with one edition, which is always built.
#[derive(Debug, Default)]
pub(crate) struct Editions {
    maker: u64,
    /// The paths of the editions, if there are several.
    paths: BTreeSet<String>,
    kept: BTreeMap<String, Recorded>,
    /// The files of the kept ones, in order within each.
    files: Vec<(Arc<str>, KeptFile)>,
    /// The manifest that has all of these.
    manifest: ReadManifest,
    /// The files of the main edition, if they are as the last build wrote them.
    of_main: HashMap<Arc<str>, KeptFile>,
}

/// A file that stays as an earlier build wrote it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct KeptFile {
    /// The hash in the manifest.
    pub(super) hash: u64,
    /// In bytes.
    pub(super) length: u64,
}

impl LastBuild {
    /// Reads the record of a target.
    ///
    /// # Errors
    /// Fails if the program or the record exists but cannot be read.
    pub(crate) fn read(target: &Target, options: OutputOptions) -> Outcome<Self> {
        let place = target.editions();
        let bytes = match read(&place) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(Failure::system("cannot read", &place, &error)),
        };
        let maker = maker(options)?;
        Ok(Self { maker, editions: Self::parse(&bytes, maker).unwrap_or_default() })
    }

    /// The editions of a record. `None` if another program wrote it.
    fn parse(bytes: &[u8], maker: u64) -> Option<BTreeMap<String, Recorded>> {
        let mut record: Value = serde_json::from_slice(bytes).ok()?;
        if record.get("maker")?.as_u64()? != maker {
            return None;
        }
        let editions = std::mem::take(record.get_mut("editions")?.as_object_mut()?);
        let edition = |(path, mut edition): (String, Value)| {
            let stamp = edition.get("stamp")?.as_u64()?;
            let memory = serde_json::from_value(edition.get_mut("memory")?.take()).ok()?;
            let quotes = serde_json::from_value(edition.get_mut("quotes")?.take()).ok()?;
            Some((path, Recorded { stamp, memory, quotes }))
        };
        editions.into_iter().map(edition).collect()
    }

    /// Without its editions, so that all are made again.
    pub(crate) fn forgotten(self) -> Self {
        Self { editions: BTreeMap::new(), ..self }
    }

    /// What the build remembers of each edition.
    pub(crate) fn memories(&self) -> BTreeMap<String, EditionMemory> {
        self.editions.iter().map(|(path, edition)| (path.clone(), edition.memory.clone())).collect()
    }

    /// Compares a site with it.
    ///
    /// # Errors
    /// Fails if the manifest exists but cannot be read.
    pub(crate) fn compare(mut self, surveyed: &[Surveyed], target: &Target) -> Outcome<Editions> {
        let mut found = Editions { maker: self.maker, ..Editions::default() };
        if surveyed.len() < 2 {
            return Ok(found);
        }
        found.paths.extend(surveyed.iter().map(|edition| edition.path.clone()));
        let addresses: BTreeMap<&String, u64> =
            surveyed.iter().map(|edition| (&edition.path, edition.addresses)).collect();
        let last = self.editions.iter().map(|(path, edition)| (path, edition.memory.surveyed.addresses));
        if !addresses.into_iter().eq(last) {
            return Ok(found);
        }
        found.manifest = ReadManifest::read(&target.manifest(), &ReadManifest::default())?;
        let all = found.manifest.manifest.files();
        let shares = share_out(&found.paths, all, |(path, _)| path);
        for edition in surveyed {
            let Some((path, last)) = self.editions.remove_entry(&edition.path) else { continue };
            let paths = shares.get(&*path).map(Vec::as_slice).unwrap_or_default();
            let is_main = path.is_empty();
            if !is_main && last.memory.surveyed.inputs != edition.inputs {
                continue;
            }
            let names: Vec<&str> = paths.iter().map(|(path, _)| &**path).collect();
            let Some((stamp, lengths)) = stamp(&target.out, &names) else { continue };
            let file = |((path, hash), length): (&(Arc<str>, Option<u64>), u64)| {
                Some((path.clone(), KeptFile { hash: (*hash)?, length }))
            };
            let of_edition = || paths.iter().copied().zip(lengths).map(file).collect::<Option<Vec<_>>>();
            let Some(of_edition) = Some(stamp).filter(|stamp| *stamp == last.stamp).and_then(|_| of_edition()) else {
                continue;
            };
            if is_main {
                found.of_main.extend(of_edition);
            } else {
                found.kept.insert(path, last);
                found.files.extend(of_edition);
            }
        }
        Ok(found)
    }
}

impl Editions {
    /// What is remembered of the edition at this path, if it is kept.
    pub(crate) fn kept(&self, path: &str) -> Option<&EditionMemory> {
        self.kept.get(path).map(|edition| &edition.memory)
    }

    /// The lines of what the edition at this path has to report, if it is kept and they are.
    pub(crate) fn quotes(&self, path: &str) -> Option<&[Quote]> {
        self.kept.get(path)?.quotes.as_deref()
    }

    /// The paths of the kept files, with what they are.
    pub(crate) fn files(&self) -> &[(Arc<str>, KeptFile)] {
        &self.files
    }

    /// The manifest that the editions were compared with.
    pub(crate) fn manifest(&self) -> &ReadManifest {
        &self.manifest
    }

    /// The content of a file that was made, or that it stays as it is.
    pub(crate) fn unless_same(&self, path: &str, content: Content) -> Content {
        let Some(&file) = self.of_main.get(path) else { return content };
        let made = match &content {
            Content::Bytes(bytes) if bytes.len() as u64 == file.length => Some(manifest::hash(bytes)),
            Content::File { file: source, hash, .. } if source.len == file.length => *hash,
            _ => None,
        };
        if made == Some(file.hash) { Content::Kept(file) } else { content }
    }

    /// Records what was published: all files of the site, sorted by path. `made`: the editions that were visited.
    ///
    /// # Errors
    /// Fails if the record cannot be written.
    pub(crate) fn write(&self, target: &Target, files: &[PublishedFile], made: &[Made]) -> Outcome<()> {
        let place = target.editions();
        if self.paths.is_empty() {
            return match fs::remove_file(&place) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    Err(Failure::system("cannot remove", &place, &error))
                }
                _ => Ok(()),
            };
        }
        let shares = share_out(&self.paths, files, |file| &file.path);
        let made: BTreeMap<&str, &Made> = made.iter().map(|made| (&*made.memory.surveyed.path, made)).collect();
        let mut editions = serde_json::Map::new();
        for path in &self.paths {
            let kept = self.kept.get(path);
            let files = shares.get(&**path).map(Vec::as_slice).unwrap_or_default();
            let stamp = match kept {
                Some(edition) => edition.stamp,
                None => stamp_of_published(&target.out, files).unwrap_or_default(),
            };
            let made = made.get(&**path).map(|made| (&made.memory, &made.quotes));
            let Some(known) = made.or(kept.map(|edition| (&edition.memory, &edition.quotes))) else { continue };
            let failed = |error: serde_json::Error| Failure::new(error.to_string());
            let memory = serde_json::to_value(known.0).map_err(failed)?;
            let quotes = serde_json::to_value(known.1).map_err(failed)?;
            editions.insert(path.clone(), json!({ "stamp": stamp, "memory": memory, "quotes": quotes }));
        }
        put(&place, json!({ "maker": self.maker, "editions": editions }).to_string().as_bytes())
    }
}

/// The files of each edition: a path belongs to the longest path of an edition that it begins with.
fn share_out<'e, 'f, F>(
    editions: &'e BTreeSet<String>,
    files: &'f [F],
    path_of: impl Fn(&F) -> &str,
) -> BTreeMap<&'e str, Vec<&'f F>> {
    let mut shares: BTreeMap<&str, Vec<&F>> = editions.iter().map(|path| (&**path, Vec::new())).collect();
    let deepest = editions.iter().map(|path| path.matches('/').count()).max().unwrap_or(0);
    for file in files {
        let path = path_of(file);
        let folders = path.match_indices('/').take(deepest).filter_map(|(at, _)| path.get(..=at));
        let owner = folders.filter(|folder| editions.contains(*folder)).last().unwrap_or("");
        if let Some(share) = shares.get_mut(owner) {
            share.push(file);
        }
    }
    shares
}

/// The hash of the names, lengths and times of files, and the lengths; `None` if one is missing or is not a file.
fn stamp(out: &Path, paths: &[&str]) -> Option<(u64, Vec<u64>)> {
    let folder = OpenFolder::open(out).ok()?;
    let found: Vec<Found> = paths.par_iter().map(|path| folder.look_up(path)).collect::<Option<_>>()?;
    let lengths = found.iter().map(|found| found.length).collect();
    Some((hash_of(paths.iter().copied().zip(found)), lengths))
}

/// The same hash for files that were just published. Those that were written need not be looked up.
fn stamp_of_published(out: &Path, files: &[&PublishedFile]) -> Option<u64> {
    let folder = OpenFolder::open(out).ok()?;
    let look_up = |file: &PublishedFile| folder.look_up(&file.path);
    // Some network file systems set the time when they are done, so that one file is looked at.
    let probe = files.iter().find(|file| file.found.is_some());
    let is_final = probe.is_none_or(|file| look_up(file) == file.found);
    let found = |file: &&PublishedFile| file.found.filter(|_| is_final).or_else(|| look_up(file));
    let found: Vec<Found> = files.par_iter().map(found).collect::<Option<_>>()?;
    Some(hash_of(files.iter().map(|file| &*file.path).zip(found)))
}

fn hash_of<'p>(files: impl Iterator<Item = (&'p str, Found)>) -> u64 {
    let mut hasher = RapidHasher::default_const();
    files.for_each(|file| file.hash(&mut hasher));
    hasher.finish()
}

/// The hash of this program and its options.
fn maker(options: OutputOptions) -> Outcome<u64> {
    let failed = |error| Failure::system("cannot read", Path::new("the program of `tool`"), &error);
    let program = std::env::current_exe().and_then(|path| read(&path)).map_err(failed)?;
    let mut hasher = RapidHasher::default_const();
    (manifest::hash(&program), options).hash(&mut hasher);
    Ok(hasher.finish())
}
