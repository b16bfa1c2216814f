//! Kills builds at random points and checks what they leave: the old site or the new one, which the next build completes.

#![expect(clippy::disallowed_methods, reason = "a chore reads files itself")]

use std::collections::BTreeMap;
use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::step::Failure;

/// How many builds are killed without an argument.
const USUAL: usize = 200;

type Result<T> = std::result::Result<T, Failure>;

fn failed(reason: impl ToString) -> Failure {
    Failure::Step { name: "kills".to_owned(), reason: reason.to_string() }
}

/// The files of a site with the hashes of their contents.
type Site = BTreeMap<PathBuf, u64>;

/// Makes a project of a spec, and kills builds of two versions of it in turn.
pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let usage = || Failure::Usage("kills <binary> <spec> [count]".to_owned());
    let (binary, spec, count) = match arguments {
        [binary, spec] => (binary, spec, USUAL),
        [binary, spec, count] => (binary, spec, count.parse().map_err(|_| usage())?),
        _ => return Err(usage()),
    };
    let root = std::env::temp_dir().join(format!("tool-kills-{}", std::process::id()));
    let project = Project { binary: fs::canonicalize(binary).map_err(failed)?, root };
    let result = project.prepare(Path::new(spec)).and_then(|versions| project.kill_builds(&versions, count));
    let _ = fs::remove_dir_all(&project.root);
    result
}

struct Project {
    binary: PathBuf,
    root: PathBuf,
}

/// A version of the project: its name, its site, and how long a build takes that changes everything.
struct Version {
    name: &'static str,
    site: Site,
}

impl Project {
    /// Creates the project, and both versions of its site.
    fn prepare(&self, spec: &Path) -> Result<[Version; 2]> {
        fs::create_dir_all(self.root.join("docs")).map_err(failed)?;
        let file = spec.file_name().unwrap_or_default().to_string_lossy().into_owned();
        fs::copy(spec, self.root.join(&file)).map_err(failed)?;
        fs::write(self.root.join("docs/index.md"), "---\ntitle: Home\n---\n\n# Home\n").map_err(failed)?;
        fs::write(self.root.join("tool.json"), "{ \"name\": \"Old\" }\n").map_err(failed)?;
        self.succeed(&["openapi", "scaffold", &file])?;
        let version = |name| {
            self.rename(name)?;
            self.succeed(&["build", "--quiet", "--out", name])?;
            let site = files(&self.root.join(name))?;
            fs::remove_dir_all(self.root.join(name)).map_err(failed)?;
            Ok::<_, Failure>(Version { name, site })
        };
        Ok([version("Old")?, version("New")?])
    }

    /// Sets the name of the project, which every page shows.
    fn rename(&self, name: &str) -> Result<()> {
        let path = self.root.join("tool.json");
        let mut text = fs::read_to_string(&path).map_err(failed)?;
        for old in ["Old", "New"] {
            text = text.replace(&format!("\"name\": \"{old}\""), &format!("\"name\": \"{name}\""));
        }
        fs::write(path, text).map_err(failed)
    }

    fn kill_builds(&self, versions: &[Version; 2], count: usize) -> Result<()> {
        let start = Instant::now();
        self.succeed(&["build", "--quiet"])?;
        let first = start.elapsed();
        self.rename(versions[0].name)?;
        let start = Instant::now();
        self.succeed(&["build", "--quiet"])?;
        let whole = start.elapsed();
        let files_changed = versions[0].site.iter().filter(|(path, hash)| versions[1].site.get(*path) != Some(*hash));
        println!(
            "{} files, of which {} differ; a first build takes {first:.2?}, one that changes them {whole:.2?}",
            versions[0].site.len(),
            files_changed.count(),
        );
        let out = self.root.join("dist");
        let mut random = 0x9e37_79b9_7f4a_7c15_u64;
        let mut below = |end: u64| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            random % end.max(1)
        };
        let (mut old_left, mut new_left, mut none_left, mut by_term) = (0, 0, 0, 0);
        for round in 0..count {
            let [new, old] = if round % 2 == 0 { [&versions[1], &versions[0]] } else { [&versions[0], &versions[1]] };
            self.rename(new.name)?;
            let is_fresh = round % 10 == 9;
            if is_fresh {
                fs::remove_dir_all(&out).map_err(failed)?;
            }
            let mut build = self.command(&["build", "--quiet"]).spawn().map_err(failed)?;
            let longest = if is_fresh { first } else { whole };
            sleep(Duration::from_micros(below(u64::try_from(longest.as_micros()).unwrap_or(u64::MAX))));
            if below(4) == 0 {
                by_term += 1;
                let _ = Command::new("kill").args(["-TERM", &build.id().to_string()]).stderr(Stdio::null()).status();
            } else {
                let _ = build.kill();
            }
            build.wait().map_err(failed)?;
            if out.exists() {
                let left = files(&out)?;
                if left == new.site {
                    new_left += 1;
                } else if left == old.site && !is_fresh {
                    old_left += 1;
                } else {
                    return Err(failed(format!("round {round}: the site is a mix of old and new files")));
                }
            } else if is_fresh {
                none_left += 1;
            } else {
                return Err(failed(format!("round {round}: the old site is gone")));
            }
            self.succeed(&["build", "--quiet"])?;
            if files(&out)? != new.site {
                return Err(failed(format!("round {round}: the next build differs from a clean one")));
            }
            for entry in fs::read_dir(self.root.join(".tool")).map_err(failed)? {
                let name = entry.map_err(failed)?.file_name();
                if name.to_string_lossy().starts_with("unfinished") {
                    return Err(failed(format!("round {round}: {} is left", name.display())));
                }
            }
        }
        println!(
            "{count} builds killed, {by_term} of them with SIGTERM: the site was the old one {old_left} times, the new one \
             {new_left} times, and absent as before {none_left} times; it was never mixed, and each next build equaled a clean one"
        );
        Ok(())
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.binary);
        command.args(arguments).current_dir(&self.root).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    /// Runs a command that must not stop, whatever it finds in the spec.
    fn succeed(&self, arguments: &[&str]) -> Result<()> {
        let status = self.command(arguments).status().map_err(failed)?;
        if status.success() {
            return Ok(());
        }
        Err(failed(format!("`tool {}` ended with {status}", arguments.join(" "))))
    }
}

/// The files below a folder.
fn files(root: &Path) -> Result<Site> {
    let mut found = Site::new();
    let mut open = vec![root.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            if path.is_dir() {
                open.push(path);
                continue;
            }
            let mut hasher = DefaultHasher::new();
            fs::read(&path).map_err(failed)?.hash(&mut hasher);
            found.insert(path.strip_prefix(root).unwrap_or(&path).to_owned(), hasher.finish());
        }
    }
    Ok(found)
}
