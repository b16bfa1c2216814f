//! Embeds the starter project and the demo project: every file below `templates/init` and `templates/demo`. Records how the
//! binary is built, for `tool --version --verbose`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let variable = |name| env::var_os(name).map(PathBuf::from).ok_or_else(|| io::Error::other(name));
    let templates = variable("CARGO_MANIFEST_DIR")?.join("../templates").canonicalize()?;
    let mut table = String::new();
    for (name, folder, what) in [("INIT", "init", "starter project"), ("DEMO", "demo", "demo project")] {
        let mut files = Vec::new();
        let root = templates.join(folder);
        collect(&root, "", &mut files)?;
        files.sort();
        let _ = writeln!(table, "/// The files of the {what}, by path.");
        let _ = writeln!(table, "pub(crate) const {name}: &[(&str, &[u8])] = &[");
        for path in files {
            let _ = writeln!(table, "    ({path:?}, include_bytes!({:?})),", root.join(&path));
        }
        let _ = writeln!(table, "];");
    }
    record_build()?;
    fs::write(variable("OUT_DIR")?.join("embedded.rs"), table)
}

/// Passes facts about this build on as variables of the compiler.
fn record_build() -> io::Result<()> {
    let text = |name| env::var_os(name).and_then(|value| value.into_string().ok());
    let variable = |name| text(name).ok_or_else(|| io::Error::other(name));
    let compiler = Command::new(variable("RUSTC")?).arg("--version").output()?;
    println!("cargo::rustc-env=BUILD_RUSTC={}", String::from_utf8_lossy(&compiler.stdout).trim());
    println!("cargo::rustc-env=BUILD_TARGET={}", variable("TARGET")?);
    println!("cargo::rustc-env=BUILD_PROFILE={}", variable("PROFILE")?);
    println!("cargo::rerun-if-env-changed=TOOL_REPOSITORY");
    Ok(())
}

/// Collects the files below a folder, and has the build repeated when any comes, goes or changes.
fn collect(folder: &Path, prefix: &str, files: &mut Vec<String>) -> io::Result<()> {
    println!("cargo::rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().into_string().map_err(|_| io::Error::other("a template's name is not UTF-8"))?;
        let path = format!("{prefix}{name}");
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), &format!("{path}/"), files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
