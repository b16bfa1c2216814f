//! What the chores need beside cargo: installed where that can be done unasked, looked up where not.

use std::path::PathBuf;
use std::process::Command;

use crate::chromium;
use crate::step::{Failure, cargo, root, run, succeeds};

/// Makes sure that `cargo fmt` and `cargo clippy` exist: a minimal toolchain comes without.
pub(crate) fn toolchain_components() -> Result<(), Failure> {
    for (component, subcommand) in [("rustfmt", "fmt"), ("clippy", "clippy")] {
        if !succeeds(&mut cargo(&[subcommand, "--version"])) {
            run(&format!("install {component}"), Command::new("rustup").args(["component", "add", component]))?;
        }
    }
    Ok(())
}

/// Whether `cargo nextest` is there.
pub(crate) fn has_nextest() -> bool {
    succeeds(&mut cargo(&["nextest", "--version"]))
}

/// Whether `cargo deny` is there. It takes minutes to compile, so it is not installed unasked.
pub(crate) fn has_deny() -> bool {
    succeeds(&mut cargo(&["deny", "--version"]))
}

/// Makes sure that `cargo fuzz` exists.
pub(crate) fn cargo_fuzz() -> Result<(), Failure> {
    if succeeds(&mut cargo(&["fuzz", "--version"])) {
        return Ok(());
    }
    run("install cargo-fuzz", &mut cargo(&["install", "cargo-fuzz", "--locked"]))
}

/// Makes sure that `cargo mutants` exists.
pub(crate) fn cargo_mutants() -> Result<(), Failure> {
    if succeeds(&mut cargo(&["mutants", "--version"])) {
        return Ok(());
    }
    run("install cargo-mutants", &mut cargo(&["install", "cargo-mutants", "--locked"]))
}

/// The browser. Without one, and with one that has windows, which takes much longer, apt-get installs one without windows if
/// this user may. `None`: the tests say so themselves.
pub(crate) fn browser() -> Option<PathBuf> {
    let found = chromium::executable();
    if chromium::is_settled() {
        return found;
    }
    // Without a font every letter of a screenshot is a box.
    let install = |package| apt_install("Chromium", &[package, "fonts-liberation"]);
    if install("chromium-headless-shell").is_none() && found.is_none() {
        // An older system has no package of the first.
        install("chromium")?;
    }
    chromium::executable()
}

/// npm, with which the tests in a browser fetch axe-core, installed in the same way. Where it is absent they say so.
pub(crate) fn npm() {
    if !succeeds(Command::new("npm").arg("--version")) {
        apt_install("npm", &["npm"]);
    }
}

/// What the tests run samples and install packages with, installed in the same way. A language without its own is left out, but
/// for CI.
pub(crate) fn sample_runtimes() {
    const RUNTIMES: &[(&[&str], &str)] = &[
        (&["curl", "--version"], "curl"),
        (&["node", "--version"], "nodejs"),
        (&["python3", "-c", "import requests"], "python3-requests"),
        (&["python3", "-m", "pip", "--version"], "python3-pip"),
        (&["go", "version"], "golang-go"),
        (&["javac", "--version"], "default-jdk-headless"),
        (&["php", "-r", "exit(function_exists('curl_init') ? 0 : 1);"], "php-cli php-curl"),
        (&["ruby", "--version"], "ruby"),
    ];
    let is_absent = |command: &&[&str]| match command.split_first() {
        Some((program, arguments)) => !succeeds(Command::new(program).args(arguments)),
        None => false,
    };
    let absent = RUNTIMES.iter().filter(|(command, _)| is_absent(command));
    let packages: Vec<&str> = absent.flat_map(|(_, packages)| packages.split(' ')).collect();
    if !packages.is_empty() {
        apt_install("what samples and packages are tested with", &packages);
    }
}

/// The web servers that the rules for hosts are tested with, installed in the same way. Their services are not needed.
pub(crate) fn web_servers() {
    const SERVERS: [(&str, &str); 3] = [("nginx", "nginx-light"), ("caddy", "caddy"), ("apache2", "apache2")];
    // In `/usr/sbin`, which is not in the `PATH` of every user.
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).chain(["/usr/sbin".into()]).collect();
    let is_absent = |program: &str| !folders.iter().any(|folder| folder.join(program).is_file());
    let absent = SERVERS.iter().filter(|(program, _)| is_absent(program));
    let packages: Vec<&str> = absent.map(|(_, package)| *package).collect();
    if !packages.is_empty() {
        apt_install("web servers", &packages);
    }
}

/// Installs packages of the system, where this user may and apt-get exists.
fn apt_install(name: &str, packages: &[&str]) -> Option<()> {
    if !is_root() || !succeeds(Command::new("apt-get").arg("--version")) {
        return None;
    }
    let apt = |arguments: &[&str]| {
        let mut command = Command::new("apt-get");
        command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
        command
    };
    let install: Vec<&str> = ["install", "--yes", "--no-install-recommends"].iter().chain(packages).copied().collect();
    run("update the list of system packages", &mut apt(&["update"])).ok()?;
    run(&format!("install {name}"), &mut apt(&install)).ok()
}

fn is_root() -> bool {
    let output = Command::new("id").arg("-u").output();
    output.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

/// The folder of real specs and projects, absolute: the one that `TOOL_TEST_DATA` names, from the repository's root, or else
/// `shared` beside the repository.
pub(crate) fn test_data() -> Option<PathBuf> {
    let named = std::env::var_os("TOOL_TEST_DATA").filter(|value| !value.is_empty());
    let folder = named.unwrap_or_else(|| "../shared".into());
    std::fs::canonicalize(root().join(folder)).ok().filter(|path| path.is_dir())
}
