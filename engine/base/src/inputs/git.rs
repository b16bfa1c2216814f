//! The files of commits, which are read with the `git` executable and without a checkout.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

use super::history::LOG_FORMAT;
use super::{CONFIG_PATH, History, LeftOut, NoHistory, ReadError, Walk};
use crate::diagnostic::did_you_mean;

/// What separates the name of a tree from the path of a file in it. Paths in `tool.json` cannot contain it.
pub const TREE_END: &str = ":/";

/// The greatest depth of submodules in submodules.
const DEEPEST_SUBMODULE: usize = 4;
/// The greatest number of symbolic links from one to the next.
const MOST_LINKS: usize = 8;
/// The length of the largest file that can be a Git LFS pointer, in bytes.
const LARGEST_POINTER: usize = 1_024;

/// The trees that a project reads: each is listed once, so that what a branch gains meanwhile is not seen.
#[derive(Debug)]
pub(super) struct Git {
    root: PathBuf,
    trees: Mutex<BTreeMap<Box<str>, SharedTree>>,
    /// The processes that read objects, by the folder of their repository.
    readers: Mutex<BTreeMap<PathBuf, Reader>>,
    /// The histories of files up to a commit, by its ID and the project's folder in it.
    histories: Mutex<BTreeMap<(String, String), SharedHistory>>,
}

/// The history of files, or why it is not known.
type SharedHistory = Result<Arc<History>, NoHistory>;

/// A tree, or why it cannot be read.
type SharedTree = Arc<Result<ListedTree, String>>;

/// The files of a tree.
#[derive(Debug, Default)]
struct ListedTree {
    files: BTreeMap<Arc<str>, Object>,
    left_out: BTreeMap<Arc<str>, LeftOut>,
    /// Why there is no configuration file, with advice, if that is known.
    no_config: Option<String>,
}

/// A file in a tree.
#[derive(Clone, Debug)]
enum Object {
    /// The blob with this ID of the repository in a folder.
    Blob { repository: Arc<Path>, id: Box<str> },
    /// A symbolic link out of the tree.
    Outside,
}

/// An entry of a tree as `git ls-tree` lists it.
pub(crate) struct ListedObject {
    mode: Box<str>,
    id: Box<str>,
    pub(crate) path: Option<Arc<str>>,
    pub(crate) lossy: Arc<str>,
}

/// A running `git cat-file --batch`.
#[derive(Debug)]
struct Reader {
    process: Child,
    requests: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Git {
    /// The repository around a project's root.
    pub(super) fn new(root: PathBuf) -> Self {
        Self { root, trees: Mutex::default(), readers: Mutex::default(), histories: Mutex::default() }
    }

    /// Whether `path` is that of a file in a tree that was listed: its contents never change.
    pub(super) fn has(&self, path: &str) -> bool {
        let trees = self.trees.lock().unwrap_or_else(PoisonError::into_inner);
        path.split_once(TREE_END).is_some_and(|(name, _)| trees.get(name).is_some_and(|tree| tree.is_ok()))
    }

    /// The bytes of the file at `path` in the tree `name`, at most `limit` of them.
    pub(super) fn read(&self, name: &str, path: &str, limit: u64) -> Result<Vec<u8>, ReadError> {
        let tree = self.tree(name);
        let is_config = path == CONFIG_PATH;
        let tree = match &*tree {
            Ok(tree) => tree,
            // Told once, where the configuration file is read.
            Err(reason) if is_config => return Err(ReadError::Other(reason.clone())),
            Err(_) => return Err(ReadError::Missing),
        };
        let (repository, id) = match tree.files.get(path) {
            Some(Object::Blob { repository, id }) => (repository, id),
            Some(Object::Outside) => return Err(ReadError::Outside),
            None => {
                let advice = tree.no_config.clone().filter(|_| is_config);
                return Err(advice.map_or(ReadError::Missing, ReadError::Other));
            }
        };
        let bytes = self.object(repository, id, limit)?;
        match lfs_id(&bytes) {
            Some(id) => self.large_file(repository, id, limit),
            None => Ok(bytes),
        }
    }

    /// The files below the folder `path` of the tree `name`, except hidden ones.
    pub(super) fn walk(&self, name: &str, path: &str) -> Walk {
        let tree = self.tree(name);
        let Ok(tree) = &*tree else { return Walk::default() };
        let folder = if path.is_empty() { String::new() } else { format!("{path}/") };
        let is_visible = |path: &str| {
            path.strip_prefix(&folder).is_some_and(|below| !below.split('/').any(|part| part.starts_with('.')))
        };
        let full = |path: &str| -> Arc<str> { format!("{name}{TREE_END}{path}").into() };
        let files = tree.files.keys().filter(|path| is_visible(path)).map(|path| full(path)).collect();
        let left_out = tree.left_out.iter().filter(|(path, _)| is_visible(path));
        Walk { files, left_out: left_out.map(|(path, reason)| (full(path), reason.clone())).collect() }
    }

    /// The history of the Markdown files up to the commit of the tree `name`, or that of the checkout. Reads one log of
    /// the whole repository, once for each commit.
    pub(super) fn history(&self, name: Option<&str>) -> SharedHistory {
        let (commit, folder) = match name.map(|name| name.split_once(':').unwrap_or((name, ""))) {
            Some((commit, folder)) => (commit, name.is_some_and(|name| name.contains(':')).then_some(folder)),
            None => ("HEAD", None),
        };
        let facts = run(&self.root, &["rev-parse", "--is-shallow-repository", "--show-prefix"]);
        let facts = facts.map_err(NoHistory::Failed)?;
        let (is_shallow, prefix) = facts.split_once('\n').unwrap_or((&facts, ""));
        let Ok(id) = object_id(&self.root, &format!("{commit}^{{commit}}")) else {
            return Err(NoHistory::Failed(format!("the repository has no commit `{commit}`")));
        };
        if is_shallow == "true" {
            return Err(NoHistory::Shallow);
        }
        let prefix = match folder {
            Some("") => String::new(),
            Some(folder) => format!("{folder}/"),
            None => prefix.trim_end_matches('\n').to_owned(),
        };
        let key = (id.trim().to_owned(), prefix);
        let mut histories = self.histories.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(history) = histories.get(&key) {
            return history.clone();
        }
        let log = log(&self.root, &key.0).map_err(NoHistory::Failed);
        let history = log.map(|log| Arc::new(History::read(&String::from_utf8_lossy(&log), &key.1)));
        histories.insert(key, history.clone());
        history
    }

    /// The tree with this name, listed at the first call.
    fn tree(&self, name: &str) -> SharedTree {
        let mut trees = self.trees.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(tree) = trees.get(name) {
            return tree.clone();
        }
        let tree = Arc::new(self.list(name));
        trees.insert(name.into(), tree.clone());
        tree
    }

    fn list(&self, name: &str) -> Result<ListedTree, String> {
        let prefix = run(&self.root, &["rev-parse", "--show-prefix"])?;
        let (commit, folder) = match name.split_once(':') {
            Some((commit, folder)) => (commit, folder.to_owned()),
            None => (name, prefix.trim_end().trim_end_matches('/').to_owned()),
        };
        let Ok(id) = object_id(&self.root, &format!("{commit}^{{commit}}")) else {
            return Err(self.unknown(commit));
        };
        let id = id.trim();
        let repository: Arc<Path> = self.root.as_path().into();
        let tree_id = object_id(&self.root, &format!("{id}:{folder}"));
        let elsewhere = || self.elsewhere(commit, id);
        let Ok(tree_id) = tree_id else {
            let advice = elsewhere().unwrap_or_default();
            return Err(format!("the commit `{commit}` has no folder `{folder}`{advice}"));
        };
        let mut tree = ListedTree::default();
        let mut links = Vec::new();
        // Only the project's own folder shows where its submodules are checked out.
        let folder = name.split_once(':').is_none().then_some(self.root.as_path());
        list_into(&mut tree, &mut links, &repository, tree_id.trim(), "", folder, 0)?;
        self.follow(&mut tree, links);
        if !tree.files.contains_key(CONFIG_PATH) {
            tree.no_config =
                elsewhere().map(|advice| format!("the commit `{commit}` has no `{CONFIG_PATH}` here{advice}"));
        }
        Ok(tree)
    }

    /// Why a commit is not known, with advice.
    fn unknown(&self, commit: &str) -> String {
        let is_shallow = run(&self.root, &["rev-parse", "--is-shallow-repository"]);
        if is_shallow.is_ok_and(|answer| answer.trim() == "true") {
            return format!(
                "this clone is shallow and has no commit `{commit}`; get it with `git fetch --depth 1 origin tag {commit}`"
            );
        }
        let names = run(&self.root, &["for-each-ref", "--format=%(refname:short)", "refs/tags", "refs/heads"]);
        let near = did_you_mean(commit, names.as_deref().unwrap_or_default().lines());
        let advice = near.map(|near| format!("; {near}")).unwrap_or_default();
        format!("there is no commit, tag or branch `{commit}`{advice}")
    }

    /// Advice that names a folder of the commit that is a project.
    fn elsewhere(&self, commit: &str, id: &str) -> Option<String> {
        let all = run(&self.root, &["ls-tree", "-r", "-z", "--name-only", "--full-tree", id]).ok()?;
        let found = all.split('\0').filter_map(|path| path.strip_suffix(CONFIG_PATH));
        let nearest =
            found.filter(|folder| folder.ends_with('/') || folder.is_empty()).min_by_key(|folder| folder.len())?;
        Some(match nearest.trim_end_matches('/') {
            "" => format!("; its `{CONFIG_PATH}` is in the root of the repository: write `{commit}:`"),
            folder => format!("; its `{CONFIG_PATH}` is in `{folder}`: write `{commit}:{folder}`"),
        })
    }

    /// Replaces symbolic links by the files that they lead to.
    fn follow(&self, tree: &mut ListedTree, links: Vec<(Arc<str>, Object)>) {
        let mut targets: BTreeMap<Arc<str>, Option<String>> = BTreeMap::new();
        for (path, object) in links {
            let Object::Blob { repository, id } = &object else { continue };
            let bytes = self.object(repository, id, 4_096).unwrap_or_default();
            let target = String::from_utf8(bytes).ok().and_then(|target| resolve(&path, &target));
            targets.insert(path, target);
        }
        for path in targets.keys() {
            let mut at: Option<&str> = Some(path);
            for _ in 0..MOST_LINKS {
                match at.and_then(|at| targets.get(at)) {
                    Some(target) => at = target.as_deref(),
                    None => break,
                }
            }
            let Some(target) = at else {
                tree.files.insert(path.clone(), Object::Outside);
                continue;
            };
            if let Some(file) = tree.files.get(target).cloned() {
                tree.files.insert(path.clone(), file);
                continue;
            }
            let below = format!("{target}/");
            let is_folder =
                tree.files.range(Arc::from(&*below)..).next().is_some_and(|(path, _)| path.starts_with(&below));
            let reason = if is_folder {
                "in a commit, links to folders are not followed"
            } else {
                "the file that it names does not exist"
            };
            tree.left_out.insert(path.clone(), LeftOut::Unresolved(reason.to_owned()));
        }
    }

    /// The bytes of a blob, at most `limit` of them.
    fn object(&self, repository: &Path, id: &str, limit: u64) -> Result<Vec<u8>, ReadError> {
        let mut readers = self.readers.lock().unwrap_or_else(PoisonError::into_inner);
        if !readers.contains_key(repository) {
            let reader = Reader::start(repository).map_err(|error| ReadError::Other(in_words(&error)))?;
            readers.insert(repository.to_owned(), reader);
        }
        let Some(reader) = readers.get_mut(repository) else { return Err(ReadError::Missing) };
        let read = reader.read(id, limit);
        if read.is_err() {
            // Its next answer could be to an earlier request.
            readers.remove(repository);
        }
        read.map_err(|error| ReadError::Other(format!("`git` failed: {error}")))?
    }

    /// The bytes of a file in Git LFS, as far as this clone has it.
    fn large_file(&self, repository: &Path, id: &str, limit: u64) -> Result<Vec<u8>, ReadError> {
        let folder = run(repository, &["rev-parse", "--git-common-dir"]).map_err(ReadError::Other)?;
        let path = repository.join(folder.trim_end_matches('\n')).join("lfs/objects");
        let path = id.get(..2).zip(id.get(2..4)).map(|(first, second)| path.join(first).join(second).join(id));
        let file = path.and_then(|path| std::fs::File::open(path).ok());
        let Some(file) = file else {
            let reason = "it is in Git LFS, and this clone does not have it; get it with `git lfs fetch --all`";
            return Err(ReadError::Other(reason.to_owned()));
        };
        let mut bytes = Vec::new();
        let read = file.take(limit.saturating_add(1)).read_to_end(&mut bytes);
        read.map_err(|error| ReadError::Other(error.to_string()))?;
        if bytes.len() as u64 > limit { Err(ReadError::TooLarge(bytes.len() as u64)) } else { Ok(bytes) }
    }
}

impl Reader {
    fn start(repository: &Path) -> io::Result<Self> {
        let mut process =
            git(repository, &["cat-file", "--batch"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (Some(requests), Some(answers)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        Ok(Self { process, requests: Some(requests), answers: BufReader::new(answers) })
    }

    fn read(&mut self, id: &str, limit: u64) -> io::Result<Result<Vec<u8>, ReadError>> {
        let requests = self.requests.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        requests.write_all(format!("{id}\n").as_bytes())?;
        requests.flush()?;
        let mut head = String::new();
        self.answers.read_line(&mut head)?;
        // `<id> <type> <length>`, or `<id> missing`.
        let mut parts = head.trim_end().split(' ').skip(1);
        let (kind, len) = (parts.next(), parts.next().and_then(|len| len.parse::<u64>().ok()));
        let (Some("blob"), Some(len)) = (kind, len) else {
            let is_answer = kind == Some("missing");
            let reason = "this clone does not have it, and nothing is fetched while a site is made";
            return if is_answer {
                Ok(Err(ReadError::Other(reason.to_owned())))
            } else {
                Err(io::ErrorKind::InvalidData.into())
            };
        };
        let mut contents = (&mut self.answers).take(len + 1);
        if len > limit {
            io::copy(&mut contents, &mut io::sink())?;
            return Ok(Err(ReadError::TooLarge(len)));
        }
        let mut bytes = Vec::with_capacity(usize::try_from(len).unwrap_or(0) + 1);
        contents.read_to_end(&mut bytes)?;
        // The line break after the contents.
        match bytes.pop() {
            Some(b'\n') if bytes.len() as u64 == len => Ok(Ok(bytes)),
            _ => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        // It ends with its input.
        drop(self.requests.take());
        let _ = self.process.wait();
    }
}

/// Adds the entries of a tree below `folder`. `checkout` is the folder on disk where its submodules may be.
fn list_into(
    tree: &mut ListedTree,
    links: &mut Vec<(Arc<str>, Object)>,
    repository: &Arc<Path>,
    id: &str,
    folder: &str,
    checkout: Option<&Path>,
    depth: usize,
) -> Result<(), String> {
    let list = output(repository, &["ls-tree", "-r", "-z", "--full-tree", id])?;
    for entry in list.split(|&byte| byte == 0).filter_map(|line| ListedObject::read(line, folder)) {
        let Some(path) = entry.path else {
            tree.left_out.insert(entry.lossy, LeftOut::Unlisted("its name is not UTF-8".to_owned()));
            continue;
        };
        let blob = Object::Blob { repository: repository.clone(), id: entry.id.clone() };
        match &*entry.mode {
            "120000" => links.push((path, blob)),
            "160000" => {
                let below = path.strip_prefix(folder).unwrap_or(&path).trim_start_matches('/');
                let submodule = checkout.map(|checkout| checkout.join(below)).filter(|_| depth < DEEPEST_SUBMODULE);
                let submodule = submodule.filter(|submodule| submodule.join(".git").exists());
                let known =
                    submodule.filter(|submodule| object_id(submodule, &format!("{}^{{commit}}", entry.id)).is_ok());
                match known {
                    Some(submodule) => {
                        let of: Arc<Path> = submodule.as_path().into();
                        list_into(tree, links, &of, &entry.id, &path, Some(&submodule), depth + 1)?;
                    }
                    None => {
                        let reason = format!("the commit `{}` of this submodule is not checked out", &entry.id);
                        tree.left_out.insert(path, LeftOut::Unlisted(reason));
                    }
                }
            }
            _ => {
                tree.files.insert(path, blob);
            }
        }
    }
    Ok(())
}

impl ListedObject {
    /// Reads `<mode> <type> <id>\t<path>`.
    pub(crate) fn read(line: &[u8], folder: &str) -> Option<Self> {
        let tab = line.iter().position(|&byte| byte == b'\t')?;
        let (head, path) = (std::str::from_utf8(line.get(..tab)?).ok()?, line.get(tab + 1..)?);
        let mut parts = head.split(' ');
        let (mode, id) = (parts.next()?, parts.nth(1)?);
        let full = |path: &str| if folder.is_empty() { path.into() } else { format!("{folder}/{path}").into() };
        let path_text = std::str::from_utf8(path).ok();
        let lossy = full(&String::from_utf8_lossy(path));
        Some(Self { mode: mode.into(), id: id.into(), path: path_text.map(full), lossy })
    }
}

/// The path of the target of a symbolic link; `None` if it is outside the tree.
pub(crate) fn resolve(link: &str, target: &str) -> Option<String> {
    if target.starts_with('/') {
        return None;
    }
    let mut parts: Vec<&str> = link.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// The ID of the contents for which a Git LFS pointer stands.
pub(crate) fn lfs_id(bytes: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(bytes).ok().filter(|text| text.len() <= LARGEST_POINTER)?;
    let rest = text.strip_prefix("version https://git-lfs.github.com/spec/")?;
    let id = rest.lines().find_map(|line| line.strip_prefix("oid sha256:"))?;
    (id.len() == 64 && id.bytes().all(|byte| byte.is_ascii_hexdigit())).then_some(id)
}

/// A `git` that asks nothing, fetches nothing and locks nothing.
fn git(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).args(arguments).stdin(Stdio::null()).stderr(Stdio::null());
    for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"] {
        command.env_remove(name);
    }
    let settings = [
        ("GIT_OPTIONAL_LOCKS", "0"),
        ("GIT_TERMINAL_PROMPT", "0"),
        ("GIT_NO_LAZY_FETCH", "1"),
        ("GIT_NO_REPLACE_OBJECTS", "1"),
        ("LC_ALL", "C"),
    ];
    command.envs(settings.map(|(name, value)| (OsStr::new(name), OsStr::new(value))));
    command
}

/// The log of all Markdown files up to a commit, as [`History::read`] reads it.
fn log(folder: &Path, id: &str) -> Result<Vec<u8>, String> {
    let log = |renames: &str| {
        let settings = ["-c", "log.showRoot=true", "-c", "log.showSignature=false", "log", "-z", "--no-merges"];
        let options = ["--no-color", "--encoding=UTF-8", "--name-status", "-l1000", renames, LOG_FORMAT, id, "--"];
        output(folder, &[settings.as_slice(), options.as_slice(), [":(top)*.md"].as_slice()].concat())
    };
    // A clone without blobs has only the names of files and their hashes.
    log("--find-renames=50%").or_else(|_| log("--find-renames=100%"))
}

/// The ID of the object that a revision names.
fn object_id(folder: &Path, revision: &str) -> Result<String, String> {
    run(folder, &["rev-parse", "--verify", "--quiet", "--end-of-options", revision])
}

/// What `git` prints, as text; in case of failure, why.
fn run(folder: &Path, arguments: &[&str]) -> Result<String, String> {
    String::from_utf8(output(folder, arguments)?).map_err(|_| "`git` printed text that is not UTF-8".to_owned())
}

/// What `git` prints; in case of failure, why.
fn output(folder: &Path, arguments: &[&str]) -> Result<Vec<u8>, String> {
    let answer = git(folder, arguments).stderr(Stdio::piped()).output().map_err(|error| in_words(&error))?;
    if answer.status.success() {
        return Ok(answer.stdout);
    }
    let text = String::from_utf8_lossy(&answer.stderr);
    let line = text.lines().next().unwrap_or_default();
    Err(if line.contains("not a git repository") {
        "the project is not in a Git repository".to_owned()
    } else {
        format!("`git` failed: {}", line.strip_prefix("fatal: ").unwrap_or(line))
    })
}

fn in_words(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "`git` is not installed".to_owned(),
        _ => format!("`git` cannot be started: {error}"),
    }
}
