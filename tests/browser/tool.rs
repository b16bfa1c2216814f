//! The `tool` binary: built when needed, and run as a dev server.

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use serde_json::Value;

const START: Duration = Duration::from_secs(30);

/// The binary's path. Built by the first that asks: `cargo test` alone builds no binary of another package.
fn binary() -> &'static Path {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    BINARY.get_or_init(|| {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        // As all tests of the workspace are built: another selection has other features, and compiles everything again.
        let format = "--message-format=json-render-diagnostics";
        let build = ["test", "--no-run", "--workspace", format];
        let mut command = Command::new(cargo);
        command.args(build).current_dir(env!("CARGO_MANIFEST_DIR")).stdin(Stdio::null()).stderr(Stdio::inherit());
        // `cargo test` sets these for this crate; build scripts of dependencies read them and run again when they change.
        for (name, _) in std::env::vars_os() {
            let name = name.to_string_lossy();
            if name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_") {
                command.env_remove(&*name);
            }
        }
        let output = command.output().unwrap();
        assert!(output.status.success(), "the command does not build");
        let messages = String::from_utf8_lossy(&output.stdout);
        let mut artifacts = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let is_tool = |artifact: &Value| {
            artifact["target"]["name"] == "tool"
                && artifact["profile"]["test"] == false
                && artifact["executable"].is_string()
        };
        let tool = artifacts.find(is_tool).expect("the tests of the command build it");
        let executable = tool["executable"].as_str().expect("it is a string");
        PathBuf::from(executable)
    })
}

/// Runs `tool` with these arguments to its end; what it printed, when its exit status is none of `accepted`.
///
/// # Errors
///
/// When the exit status is another.
pub fn run_tool(arguments: &[&str], accepted: &[i32]) -> Result<(), String> {
    let mut command = Command::new(binary());
    command.args(arguments).args(["--color", "never"]).current_dir(std::env::temp_dir()).stdin(Stdio::null());
    let output = command.output().unwrap();
    if output.status.code().is_some_and(|code| accepted.contains(&code)) {
        return Ok(());
    }
    let printed = String::from_utf8_lossy(&output.stderr);
    Err(format!("`tool {}`: {}\n{printed}", arguments.join(" "), output.status))
}

/// Builds the project in `folder` into `out`, for reading from the disk.
pub fn build(folder: &Path, out: &Path) {
    let [folder, out] = [folder, out].map(|path| path.to_str().unwrap());
    run_tool(&["build", "--offline", "--project", folder, "--out", out], &[0]).unwrap();
}

/// A running `tool dev`, killed when dropped.
#[derive(Debug)]
pub struct DevServer {
    child: Child,
    address: String,
}

impl DevServer {
    /// Starts `tool dev` on a free port and waits until it says where it listens.
    #[must_use]
    pub fn start(arguments: &[&str]) -> Self {
        let mut command = Command::new(binary());
        command.args(["dev", "--port", "0", "--color", "never"]).args(arguments);
        // Away from any project of the repository.
        command.current_dir(std::env::temp_dir());
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let (sender, lines) = channel();
        forward(child.stdout.take(), sender.clone());
        forward(child.stderr.take(), sender);
        match address(&lines) {
            Ok(address) => Self { child, address },
            Err(printed) => {
                drop(child.kill());
                drop(child.wait());
                panic!("`tool dev` printed no address within {} s but:\n{printed}", START.as_secs());
            }
        }
    }

    /// Where it listens, with a `/` at the end.
    #[must_use]
    pub fn address(&self) -> &str {
        &self.address
    }
}

impl Drop for DevServer {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// Reads to the end, so that the server never waits for a reader of what it prints.
fn forward(output: Option<impl Read + Send + 'static>, lines: Sender<String>) {
    let Some(output) = output else { return };
    std::thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            drop(lines.send(line));
        }
    });
}

/// The first address among the lines, or all of them when there is none.
fn address(lines: &Receiver<String>) -> Result<String, String> {
    let started = Instant::now();
    let mut printed = String::new();
    while let Ok(line) = lines.recv_timeout(START.saturating_sub(started.elapsed())) {
        if let Some(address) = address_in(&line) {
            return Ok(address);
        }
        printed.push_str(&line);
        printed.push('\n');
    }
    Err(printed)
}

fn address_in(line: &str) -> Option<String> {
    let start = line.find("http://")?;
    let address = line[start..].split(|c: char| c.is_whitespace() || "\"'`,;)>".contains(c)).next()?;
    Some(format!("{}/", address.trim_end_matches(['/', '.'])))
}

#[cfg(test)]
mod tests {
    use super::address_in;

    #[test]
    fn the_address_is_found_in_a_sentence() {
        let found = |line| address_in(line);
        assert_eq!(found("serving at http://127.0.0.1:3000/.").as_deref(), Some("http://127.0.0.1:3000/"));
        assert_eq!(found("  Local: http://localhost:8080").as_deref(), Some("http://localhost:8080/"));
        assert_eq!(found("no address"), None);
    }
}
