//! Packages with this binary, installed in clean folders with their clients and without a network, then used.
#![expect(clippy::print_stderr, reason = "says how long each package takes")]

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use engine::testing::skipped;

use dist::{Binary, Options, PLATFORMS, Platform, Release};

use crate::dev::{Server, get};

/// The platform of this binary; `None` if there are no packages for it.
fn platform() -> Option<&'static Platform> {
    let os = if cfg!(target_os = "linux") { "unknown-linux-gnu" } else { "apple-darwin" };
    let target = format!("{}-{os}", std::env::consts::ARCH);
    PLATFORMS.iter().find(|platform| platform.target == target)
}

/// Makes the packages in a folder. What debuggers read is removed from the binary, since it is most of it.
fn make(folder: &Path) -> PathBuf {
    let binary = folder.join("tool");
    let strip = Command::new("strip").arg("-o").arg(&binary).arg(env!("CARGO_BIN_EXE_tool")).status();
    if !strip.is_ok_and(|status| status.success()) {
        fs::copy(env!("CARGO_BIN_EXE_tool"), &binary).unwrap();
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap();
    let options = Options { root: &root, time: 1_700_000_000, level: 1, repository: Some("https://code.example/tool") };
    let binary = Binary::read(platform().unwrap(), binary).unwrap();
    let release = Release::new(&[binary], folder, &options).unwrap_or_else(|failure| panic!("{failure}"));
    let out = folder.join("release");
    for artifact in &release.artifacts {
        let path = out.join(&artifact.path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, &artifact.bytes).unwrap();
    }
    out
}

/// Runs a command in a folder. Returns what it prints; fails if it does.
#[track_caller]
fn run(folder: &Path, command: &mut Command) -> String {
    let output = command.current_dir(folder).stdin(Stdio::null()).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{command:?}\n{text}{}", String::from_utf8_lossy(&output.stderr));
    text
}

/// Whether a client is there. CI has all of them.
fn has(client: &[&str]) -> bool {
    let quiet = Command::new(client[0]).args(&client[1..]).stdout(Stdio::null()).stderr(Stdio::null()).status();
    let has = quiet.is_ok_and(|status| status.success());
    if !has {
        skipped("the packages", &format!("{} is not installed", client[0]));
    }
    has
}

/// The files of a release with an ending, sorted.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = entries.filter(|path| path.to_string_lossy().ends_with(ending)).collect();
    files.sort();
    files
}

/// Creates, builds and serves a project with an installed copy of the tool. `tool` makes the command.
fn use_it(name: &str, started: Instant, folder: &Path, tool: impl Fn() -> Command) {
    let installed = started.elapsed();
    assert_eq!(run(folder, tool().arg("--version")).split(' ').next(), Some("tool"));
    run(folder, tool().args(["init", "site"]));
    let site = folder.join("site");
    run(&site, tool().arg("build"));
    assert!(fs::read_to_string(site.join("dist/index.html")).unwrap().contains("<h1"));
    let mut child = tool().args(["dev", "--port", "4600"]).current_dir(&site).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let mut server = Server(child);
    let port = line.trim().strip_prefix("serving at http://localhost:").and_then(|rest| rest.strip_suffix('/'));
    let port = port.unwrap_or_else(|| panic!("{line:?}")).parse().unwrap();
    let page = get(port, "/");
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("<h1"), "{page}");
    // A launcher passes the signal on: the server ends with it.
    run(folder, Command::new("kill").arg(server.0.id().to_string()));
    server.0.wait().unwrap();
    assert!(std::net::TcpStream::connect(("localhost", port)).is_err(), "{name} left the server running");
    eprintln!(
        "{name}: installed in {:.1} s, used in {:.1} s",
        installed.as_secs_f64(),
        started.elapsed().as_secs_f64()
    );
}

#[test]
fn packages_install_and_run_without_a_network() {
    let Some(platform) = platform() else {
        skipped("the packages", "there are none for this platform");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    let started = Instant::now();
    let release = make(&root);
    eprintln!("packages made in {:.1} s", started.elapsed().as_secs_f64());
    let clean = |name: &str| {
        let folder = root.join(name);
        fs::create_dir(&folder).unwrap();
        folder
    };
    archive(&release, platform, &clean("archive"));
    if has(&["npm", "--version"]) {
        npm(&release, &clean("npm"));
    }
    if has(&["python3", "-m", "pip", "--version"]) {
        pip(&release, &clean("pip"));
    }
    if cfg!(target_os = "linux") && has(&["dpkg", "--version"]) {
        debian(&release, &clean("debian"));
    }
}

/// The archive has everything below one folder, and every file of the release has the checksum in the list.
fn archive(release: &Path, platform: &Platform, folder: &Path) {
    let started = Instant::now();
    let name = format!("tool-{}-{}", env!("CARGO_PKG_VERSION"), platform.target);
    run(folder, Command::new("tar").arg("-xzf").arg(release.join(format!("{name}.tar.gz"))));
    let top = folder.join(&name);
    for path in ["README.md", "LICENSE-MIT", "LICENSE-APACHE", "NOTICE", "man/man1/tool.1", "man/man1/tool-build.1"] {
        assert!(top.join(path).is_file(), "{path}");
    }
    for path in ["tool.bash", "_tool", "tool.fish", "_tool.ps1", "tool.elv"] {
        assert!(fs::metadata(top.join("completions").join(path)).unwrap().len() > 1000, "{path}");
    }
    let licenses = fs::read_to_string(top.join("THIRD-PARTY.txt")).unwrap();
    let texts = [
        "salsa 0.28",
        "Mozilla Public License",
        "The grammars for syntax highlighting",
        "Permission is hereby granted",
        // The code comes with a crate, in a folder below it.
        "the fiat-crypto authors",
    ];
    for text in texts {
        assert!(licenses.contains(text), "{text}");
    }
    if has(&["sha256sum", "--version"]) {
        run(release, Command::new("sha256sum").args(["--check", "--strict", "SHA256SUMS"]));
    }
    let bill = fs::read(release.join(format!("{name}.cdx.json"))).unwrap();
    let bill: serde_json::Value = serde_json::from_slice(&bill).unwrap();
    let components = bill["components"].as_array().unwrap();
    let salsa = components.iter().find(|component| component["name"] == "salsa").unwrap();
    assert_eq!(salsa["hashes"][0]["content"].as_str().unwrap().len(), 64);
    // Tests and build scripts need these; the binary does not contain them.
    assert!(
        !components.iter().any(|component| matches!(component["name"].as_str(), Some("proptest" | "cc" | "insta")))
    );
    let references: Vec<&str> = components.iter().map(|component| component["bom-ref"].as_str().unwrap()).collect();
    for node in bill["dependencies"].as_array().unwrap() {
        for on in node["dependsOn"].as_array().unwrap() {
            assert!(references.contains(&on.as_str().unwrap()), "{on}");
        }
    }
    let tool = top.join("tool");
    use_it("archive", started, folder, || Command::new(&tool));
}

/// npm installs the main package and that of the platform, and ignores those of other platforms, which it cannot fetch.
fn npm(release: &Path, folder: &Path) {
    let started = Instant::now();
    fs::write(folder.join("package.json"), "{}").unwrap();
    let packages = files(&release.join("npm"), ".tgz");
    assert_eq!(packages.len(), 2);
    let install = ["install", "--offline", "--no-audit", "--no-fund", "--ignore-scripts"];
    run(folder, Command::new("npm").args(install).arg("--cache").arg(folder.join("cache")).args(packages));
    let launcher = folder.join("node_modules/.bin/tool-docs");
    let npx = run(folder, Command::new("npx").args(["--offline", "tool-docs", "--version"]));
    assert!(npx.starts_with("tool "), "{npx}");
    use_it("npm", started, folder, || Command::new(&launcher));
    // Where the platform's package is missing, the launcher says so.
    fs::remove_dir_all(folder.join("node_modules/@tool-docs")).unwrap();
    let output = Command::new(&launcher).current_dir(folder).output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(text.starts_with("error: the package @tool-docs/") && text.contains("= help: "), "{text}");
}

/// pip installs the wheel into a folder, with both commands.
fn pip(release: &Path, folder: &Path) {
    let started = Instant::now();
    let wheels = files(&release.join("pypi"), ".whl");
    let install =
        ["-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--no-cache-dir", "--target", "python"];
    run(folder, Command::new("python3").args(install).args(wheels));
    let python = folder.join("python");
    let module = |arguments: &[&str]| {
        run(folder, Command::new("python3").args(["-m", "tool_docs"]).args(arguments).env("PYTHONPATH", &python))
    };
    assert!(module(&["--version"]).starts_with("tool "));
    let named = run(folder, Command::new(python.join("bin/tool-docs")).arg("--version").env("PYTHONPATH", &python));
    assert!(named.starts_with("tool "), "{named}");
    use_it("pip", started, folder, || Command::new(python.join("bin/tool")));
}

/// dpkg installs the package into an empty root, without what it depends on.
fn debian(release: &Path, folder: &Path) {
    let started = Instant::now();
    let database = folder.join("root/var/lib/dpkg");
    fs::create_dir_all(database.join("info")).unwrap();
    fs::create_dir_all(database.join("updates")).unwrap();
    fs::write(database.join("status"), "").unwrap();
    let package = files(&release.join("debian"), ".deb").remove(0);
    let install = ["--root=root", "--force-not-root", "--force-depends", "--force-bad-path", "--log=log", "--install"];
    run(folder, Command::new("dpkg").args(install).arg(&package));
    let listed = run(folder, Command::new("dpkg").args(["--root=root", "--listfiles", "tool-docs"]));
    for path in [
        "/usr/share/bash-completion/completions/tool",
        "/usr/share/doc/tool-docs/copyright",
        "/usr/share/man/man1/tool-build.1.gz",
        "/usr/share/zsh/vendor-completions/_tool",
    ] {
        assert!(listed.lines().any(|line| line == path), "{path}\n{listed}");
        assert!(folder.join("root").join(&path[1..]).is_file(), "{path}");
    }
    let tool = folder.join("root/usr/bin/tool");
    use_it("dpkg", started, folder, || Command::new(&tool));
}
