//! `tool init`: creates a project from the embedded starter pages.

pub(crate) mod offers;
mod questions;
mod spec;

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};

use serde_json::json;

use crate::args::Init;
use crate::commands::{scaffold, schema};
use crate::embedded;
use crate::failure::{Done, Failure, Outcome};
use crate::project::{CONFIG, Location, current_folder, enclosing};
use crate::prompt::Prompt;
use crate::report::{NoSources, Reporter};
use crate::write::create;
use spec::{FOLDER, Spec};

/// How many files that could not be copied are listed.
const LISTED: usize = 5;

/// Creates the project, and pages for an API if one is given. Without a name, asks `prompt` for what is not given.
pub(crate) fn run(arguments: &Init, project: Option<&Path>, prompt: Option<Prompt>, reporter: Reporter) -> Outcome {
    let base = match project {
        Some(folder) if folder.is_dir() => folder.to_owned(),
        Some(folder) => return Err(Failure::new(format!("the folder {} does not exist", folder.display()))),
        None => current_folder()?,
    };
    let asked = match (&arguments.name, prompt) {
        (None, Some(prompt)) if !arguments.yes && reporter.wants_progress() => {
            questions::ask(arguments, &base, prompt)?.ok_or_else(|| Failure::new("cancelled; nothing was created"))?
        }
        _ => arguments.clone(),
    };
    create_project(&asked, base, reporter)
}

/// Creates the project in `base` or in a folder there.
fn create_project(arguments: &Init, base: PathBuf, reporter: Reporter) -> Outcome {
    let name = match &arguments.name {
        Some(name) => name.as_str(),
        None if arguments.yes => offers::folder_name(&base),
        None => {
            return Err(Failure::new("the name of the new folder is missing")
                .with_help("for example: `tool init docs`, or `tool init .` for the current folder"));
        }
    };
    let is_here = name == ".";
    if !is_here {
        check_name(name)?;
    }
    let root = if is_here { base } else { base.join(name) };
    check_place(&root)?;
    let spec = match &arguments.openapi {
        Some(path) => match Spec::read(path, &root, &reporter)? {
            Some(spec) => Some(spec),
            None => return Ok(Done::FoundErrors),
        },
        None => None,
    };
    let copies = spec.as_ref().map(|spec| spec.copies.as_slice()).unwrap_or_default();
    let files = files(&site_name(&root)?, arguments.theme.as_deref(), &root)?;
    // An earlier run that ended halfway has left some of the same files.
    let missing: Vec<_> = copies.iter().chain(&files).filter(|(path, bytes)| !has_contents(path, bytes)).collect();
    let taken = missing.iter().filter(|(path, _)| path.exists());
    let taken: Vec<String> = taken.map(|(path, _)| path.display().to_string()).collect();
    if !taken.is_empty() {
        return Err(Failure::new(format!(
            "{} already exists, and `tool init` never overwrites files",
            taken.join(", ")
        ))
        .with_help("move it, or choose another name"));
    }
    // `tool.json` is the last one.
    for (path, contents) in missing {
        write(path, contents)?;
    }
    schema::refresh(&root, files.last().and_then(|(_, config)| std::str::from_utf8(config).ok()));
    let shown = if is_here { "this folder".to_owned() } else { format!("{name}/") };
    reporter.say(&format!("created a project in {shown} with {} files", files.len()))?;
    if copies.len() > 1 {
        reporter.say(&format!("copied {} files of the API to {shown}{FOLDER}", copies.len()))?;
    }
    let mut done = Done::Clean;
    if let Some(spec) = spec.as_ref().filter(|spec| !spec.missing.is_empty()) {
        let shown: Vec<&str> = spec.missing.iter().take(LISTED).map(|path| &**path).collect();
        let more = spec.missing.len() - shown.len();
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let why = "not copied because they are missing, hidden, or outside the current folder";
        reporter.say(&format!("{why}: {}{more}", shown.join(", ")))?;
    }
    if spec.is_none() && reporter.is_data() {
        let made = |(path, _): &(PathBuf, Vec<u8>)| path.strip_prefix(&root).unwrap_or(path).display().to_string();
        let result = json!({ "folder": name, "files": files.iter().map(made).collect::<Vec<_>>() });
        reporter.report(&NoSources, &[], Some(("init", result)))?;
    }
    if let Some(spec) = spec {
        done = scaffold::scaffold(Location::at(&root)?, &spec.path, &[], false, reporter.clone())?;
    }
    let go = if is_here { String::new() } else { format!("cd {name} && ") };
    reporter.say(&format!("next: {go}tool dev"))?;
    Ok(done)
}

/// The files of the project with their paths. `tool.json` is last, so that its presence means that the project is complete.
fn files(name: &str, theme: Option<&str>, root: &Path) -> Outcome<Vec<(PathBuf, Vec<u8>)>> {
    let mut files = Vec::new();
    for (path, contents) in embedded::INIT {
        // Not hidden in the sources, since some ways of copying them skip hidden files.
        let path = if *path == "gitignore" { root.join(".gitignore") } else { root.join(path) };
        if path.ends_with(".gitignore") && path.exists() {
            continue;
        }
        files.push((path, contents.to_vec()));
    }
    files.sort_by_key(|(path, _)| path.ends_with(CONFIG));
    if let Some((path, contents)) = files.last_mut().filter(|(path, _)| path.ends_with(CONFIG)) {
        let mut quoted = serde_json::to_string(name).map_err(|error| Failure::new(error.to_string()))?;
        // The preset that a site has without the field.
        if let Some(theme) = theme.filter(|theme| *theme != "default") {
            let _ = write!(quoted, ",\n  \"theme\": \"{theme}\"");
        }
        let text = String::from_utf8_lossy(contents).replace("\"{{name}}\"", &quoted);
        (*path, *contents) = (root.join(CONFIG), text.into_bytes());
    }
    Ok(files)
}

/// Whether a file has these contents.
fn has_contents(path: &Path, contents: &[u8]) -> bool {
    let is_same_length =
        fs::metadata(path).is_ok_and(|metadata| metadata.is_file() && metadata.len() == contents.len() as u64);
    let mut found = Vec::new();
    is_same_length
        && File::open(path).and_then(|mut file| file.read_to_end(&mut found)).is_ok_and(|_| found == contents)
}

fn write(path: &Path, contents: &[u8]) -> Outcome<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| Failure::system("cannot create", folder, &error))?;
    }
    create(path, contents)
}

/// The site's initial name: that of its folder.
fn site_name(root: &Path) -> Outcome<String> {
    let absolute = std::path::absolute(root).map_err(|error| Failure::system("cannot find", root, &error))?;
    Ok(absolute.file_name().map_or_else(|| "Documentation".to_owned(), |name| name.to_string_lossy().into_owned()))
}

/// Refuses a folder that is a project or inside one.
fn check_place(root: &Path) -> Outcome<()> {
    if root.exists() && !root.is_dir() {
        return Err(Failure::new(format!("{} exists and is not a folder", root.display())));
    }
    let absolute = std::path::absolute(root).map_err(|error| Failure::system("cannot find", root, &error))?;
    match enclosing(&absolute) {
        None => Ok(()),
        Some(project) if project == absolute => Err(Failure::new(format!("{} is already a project", root.display()))
            .with_help("`tool dev` serves it; `tool openapi scaffold <spec>` adds an API")),
        Some(project) => {
            let message = format!("{} would be inside the project {}", root.display(), project.display());
            Err(Failure::new(message).with_help("choose a folder outside it"))
        }
    }
}

/// Refuses names that are not valid folder names on every system.
fn check_name(name: &str) -> Outcome<()> {
    let device = name.split('.').next().unwrap_or(name).to_ascii_lowercase();
    let numbered = device.len() == 4
        && (device.starts_with("com") || device.starts_with("lpt"))
        && device.ends_with(|c: char| c.is_ascii_digit());
    let why = if name.is_empty() {
        "it is empty"
    } else if name.contains(['/', '\\']) || name == ".." {
        "it is a path; change to the parent folder first"
    } else if name.starts_with('-') {
        "it looks like an option"
    } else if matches!(device.as_str(), "con" | "prn" | "aux" | "nul") || numbered {
        "it is a reserved name on Windows"
    } else if name.ends_with(['.', ' ']) || name.starts_with(' ') {
        "it begins with a space, or ends with a space or dot"
    } else if name.contains(['<', '>', ':', '"', '|', '?', '*']) || name.contains(char::is_control) {
        "it has a character that some systems do not allow"
    } else if name.len() > 100 {
        "it is longer than 100 bytes"
    } else {
        return Ok(());
    };
    Err(Failure::new(format!("{name:?} cannot be the name of the project folder: {why}"))
        .with_help("for example: `tool init docs`"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{check_name, files};

    #[test]
    fn names_are_portable() {
        for name in ["docs", "my docs", "api.v2", "日本語", "console"] {
            assert!(check_name(name).is_ok(), "{name:?}");
        }
        for name in
            ["", "..", "../x", "a/b", "a\\b", "-x", "CON", "nul.txt", "com1", "x.", "x ", " x", "a:b", "a\nb", "a*"]
        {
            assert!(check_name(name).is_err(), "{name:?}");
        }
        assert!(check_name(&"x".repeat(101)).is_err());
    }

    #[test]
    fn the_config_comes_last_and_has_the_name() {
        let folder = tempfile::tempdir().unwrap();
        let files = files("My \"API\"", Some("forest"), folder.path()).unwrap();
        let (path, contents) = files.last().unwrap();
        assert_eq!(path, &folder.path().join("tool.json"));
        let config: serde_json::Value = serde_json::from_slice(contents).unwrap();
        assert_eq!((&config["name"], &config["theme"]), (&json!("My \"API\""), &json!("forest")));
        assert!(files.iter().any(|(path, _)| path.ends_with(".gitignore")));
    }
}
