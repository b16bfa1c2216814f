//! What an import writes: new files, and files that are unchanged since the last import, as recorded in
//! `.tool/import.json`. Files that were edited or deleted since then stay so.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::Path;

use import::{Contents, Imported, Source};
use serde_json::{Value, json};

use crate::failure::{Failure, Outcome};
use crate::project::CONFIG;
use crate::state;
use crate::write::{create, replace};

/// The manifest's name in the state folder.
const MANIFEST: &str = "import.json";
/// How many files a refusal names.
const NAMED: usize = 5;

/// What becomes of a file of the new project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// It is not there yet.
    Create,
    /// It is as the last import wrote it, and is to be another now.
    Replace,
    /// It is already as it is to be.
    Same,
    /// It was edited since the last import, or no import wrote it.
    Keep,
    /// It was deleted since the last import.
    Deleted,
}

/// The plan for all files.
#[derive(Debug, Default)]
pub(super) struct Plan {
    steps: BTreeMap<String, Step>,
    /// Of each file that an import wrote, what it wrote.
    hashes: BTreeMap<String, String>,
    /// Files that an earlier import wrote and this one does not, and that still exist.
    pub(super) vanished: Vec<String>,
    /// Edited files whose text in the source has changed since the last import as well.
    pub(super) changed: Vec<String>,
    /// New pages that the sidebar of an edited `tool.json` does not have.
    pub(super) new_pages: Vec<String>,
}

impl Plan {
    /// The plan for a target, which may not exist. With `force`, the target may contain files that no import wrote, and
    /// files that were deleted since the last import are written again.
    ///
    /// # Errors
    /// If the target is not an earlier import, and contains other files, or files that would be overwritten.
    pub(super) fn new(source: &Source, imported: &Imported, out: &Path, force: bool) -> Outcome<Self> {
        let known = read_manifest(out)?;
        let mut plan = Self { hashes: known.clone().unwrap_or_default(), ..Self::default() };
        let mut taken = Vec::new();
        for file in &imported.files {
            let path = out.join(&file.path);
            let bytes = bytes(source, &file.contents).unwrap_or_default();
            let new = hash(&bytes);
            let is_there = path.symlink_metadata().is_ok();
            let old = known.as_ref().and_then(|known| known.get(&file.path));
            let step = match is_there.then(|| current(&path)).flatten() {
                // An import that was interrupted has not written it.
                _ if !is_there && old.is_some() && file.path != CONFIG && !force => Step::Deleted,
                _ if !is_there => Step::Create,
                Some(found) if found == new => Step::Same,
                Some(found) if old == Some(&found) => Step::Replace,
                _ if known.is_none() => {
                    taken.push(file.path.as_str());
                    Step::Keep
                }
                _ => Step::Keep,
            };
            if step == Step::Keep && old.is_some_and(|old| *old != new) {
                plan.changed.push(file.path.clone());
            }
            // A change in the source is reported once.
            if step != Step::Deleted && (step != Step::Keep || old.is_some()) {
                plan.hashes.insert(file.path.clone(), new);
            }
            plan.steps.insert(file.path.clone(), step);
        }
        if !taken.is_empty() {
            return Err(refusal(out, &taken));
        }
        if known.is_none() && !force {
            let others = others(out, &plan.steps);
            if !others.is_empty() {
                return Err(refusal_of_others(out, &others));
            }
        }
        plan.new_pages = plan.new_pages(out);
        let vanished = plan.hashes.keys().filter(|path| !plan.steps.contains_key(*path) && out.join(path).exists());
        plan.vanished = vanished.cloned().collect();
        let (steps, vanished) = (&plan.steps, &plan.vanished);
        plan.hashes.retain(|path, _| steps.contains_key(path) || vanished.contains(path));
        Ok(plan)
    }

    /// New pages that the sidebar of an edited `tool.json` does not have.
    fn new_pages(&self, out: &Path) -> Vec<String> {
        if self.step(CONFIG) != Step::Keep {
            return Vec::new();
        }
        let config = read(&out.join(CONFIG)).and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default();
        let is_new = |path: &&str| {
            let id = page_id(path).and_then(|path| path.strip_suffix(".md"));
            id.is_some_and(|id| !id.starts_with('_') && !config.contains(&format!("\"{id}\"")))
        };
        self.all(Step::Create).filter(is_new).map(ToOwned::to_owned).collect()
    }

    /// What becomes of a file.
    pub(super) fn step(&self, path: &str) -> Step {
        self.steps.get(path).copied().unwrap_or(Step::Keep)
    }

    /// The files of one kind of step.
    pub(super) fn all(&self, step: Step) -> impl Iterator<Item = &str> {
        self.steps.iter().filter(move |(_, one)| **one == step).map(|(path, _)| path.as_str())
    }

    /// Writes the manifest.
    pub(super) fn save(&mut self, out: &Path) -> Outcome<()> {
        let mut text = serde_json::to_string_pretty(&json!({ "version": 1, "files": self.hashes })).unwrap_or_default();
        text.push('\n');
        let path = state::make(out)?.join(MANIFEST);
        match read(&path) {
            Some(old) if old == text.as_bytes() => Ok(()),
            Some(old) => replace(&path, &old, text.as_bytes()),
            None => create(&path, text.as_bytes()),
        }
    }
}

/// The path of a file below the folder of pages of its version and language.
fn page_id(path: &str) -> Option<&str> {
    let of_edition = |folder: &str| Some(path.strip_prefix(folder)?.split_once('/')?.1);
    path.strip_prefix("docs/").or_else(|| of_edition("versions/")).or_else(|| of_edition("i18n/"))
}

/// The bytes of a new file.
///
/// # Errors
/// In words, when it is a copy of one that cannot be read.
pub(super) fn bytes(source: &Source, contents: &Contents) -> Result<Vec<u8>, String> {
    match contents {
        Contents::Text(text) => Ok(text.clone().into_bytes()),
        Contents::Copy(file) => source.bytes(file),
    }
}

fn refusal(out: &Path, taken: &[&str]) -> Failure {
    let named: Vec<&str> = taken.iter().take(NAMED).copied().collect();
    let more = taken.len().saturating_sub(NAMED);
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    let message = format!(
        "{} is not empty, and no earlier import wrote it: {}{rest} would be overwritten",
        out.display(),
        named.join(", ")
    );
    Failure::new(message).with_help("choose another folder with `--out`; nothing was written")
}

fn refusal_of_others(out: &Path, others: &[String]) -> Failure {
    let message = format!("{} contains files that no import wrote: {}", out.display(), others.join(", "));
    Failure::new(message)
        .with_help("choose another folder with `--out`, or write next to them with `--force`; nothing was written")
}

/// The first files in a folder that are not planned, other than hidden ones.
fn others(out: &Path, steps: &BTreeMap<String, Step>) -> Vec<String> {
    const MOST_FOLDERS: usize = 1_000;
    let mut found = Vec::new();
    let mut open = vec![String::new()];
    let mut folders = 0;
    while let Some(folder) = open.pop() {
        folders += 1;
        let entries = fs::read_dir(out.join(&folder)).into_iter().flatten().flatten();
        let mut names: Vec<(String, bool)> = entries
            .filter_map(|entry| Some((entry.file_name().into_string().ok()?, entry.file_type().ok()?.is_dir())))
            .filter(|(name, _)| !name.starts_with('.'))
            .collect();
        names.sort();
        for (name, is_folder) in names {
            let path = if folder.is_empty() { name } else { format!("{folder}/{name}") };
            if is_folder {
                open.push(path);
            } else if !steps.contains_key(&path) {
                found.push(path);
            }
            if found.len() >= NAMED {
                return found;
            }
        }
        if folders >= MOST_FOLDERS {
            break;
        }
    }
    found
}

fn hash(bytes: &[u8]) -> String {
    format!("{:016x}", rapidhash::v3::rapidhash_v3(bytes))
}

/// The hash of a file that is there; none for a folder, a link, and what cannot be read.
fn current(path: &Path) -> Option<String> {
    let metadata = path.symlink_metadata().ok()?;
    if !metadata.is_file() {
        return None;
    }
    read(path).map(|bytes| hash(&bytes))
}

fn read(path: &Path) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    fs::File::open(path).ok()?.read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

/// The hashes of what the last import wrote; none where there was no import.
fn read_manifest(out: &Path) -> Outcome<Option<BTreeMap<String, String>>> {
    let path = state::folder(out).join(MANIFEST);
    let Some(bytes) = read(&path) else { return Ok(None) };
    let manifest: Option<Value> = serde_json::from_slice(&bytes).ok();
    let files = manifest.as_ref().and_then(|manifest| manifest.get("files")?.as_object());
    let Some(files) = files else {
        let message = format!("{} cannot be read, so it is not known which files were edited", path.display());
        return Err(Failure::new(message).with_help("choose another folder with `--out`"));
    };
    let hash = |(path, hash): (&String, &Value)| Some((path.clone(), hash.as_str()?.to_owned()));
    Ok(Some(files.iter().filter_map(hash).collect()))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs;

    use super::{Step, others};

    #[test]
    fn files_of_others_are_looked_for_in_a_thousand_folders() {
        let root = tempfile::tempdir().unwrap();
        for number in 0..=1_000 {
            fs::create_dir(root.path().join(format!("{number:04}"))).unwrap();
        }
        for path in ["0000/near.md", "0001/far.md", "0002/other.md", "1000/planned.md", "1000/.hidden"] {
            fs::write(root.path().join(path), "").unwrap();
        }
        let steps = BTreeMap::from([("1000/planned.md".to_owned(), Step::Keep)]);
        assert_eq!(others(root.path(), &steps), ["0002/other.md"]);
    }
}
