//! axe-core, which looks for what is wrong with a page for those who do not see it, or see it badly. It is no part of the
//! repository: the machine's own npm fetches it once, into the target folder.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::Page;

/// Another version finds other things: it is changed on purpose.
const VERSION: &str = "4.14.1";

/// The script of axe-core.
#[derive(Clone, Debug)]
pub struct Axe {
    script: String,
}

impl Axe {
    /// The script, fetched when it is not there. `target_tmp`: cargo's folder for temporary files of tests.
    ///
    /// # Errors
    ///
    /// When it is not there and cannot be fetched, with the reason.
    #[expect(clippy::disallowed_methods, reason = "a script for the browser is a file")]
    pub fn fetch(target_tmp: &Path) -> Result<Self, String> {
        let folder = target_tmp.with_file_name(format!("axe-core-{VERSION}"));
        let file = folder.join("package/axe.min.js");
        if !file.is_file() {
            download(&folder)?;
        }
        let script = std::fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        Ok(Self { script })
    }

    /// What it finds on a page as it is now: for each broken rule its name and the elements. Only these rules, all of
    /// them when there are none.
    pub async fn violations(&self, page: &Page, rules: &[&str]) -> Vec<String> {
        if !page.holds("typeof axe === 'object'").await {
            page.value(&format!("{};true", self.script)).await;
        }
        let mut options = json!({ "resultTypes": ["violations"], "selectors": false, "rules": { "target-size": { "enabled": true } } });
        if !rules.is_empty() {
            options["runOnly"] = json!({ "type": "rule", "values": rules });
            options["rules"] = json!({});
        }
        let script = format!(
            "axe.run(document, {options}).then(found => found.violations.flatMap(rule => rule.nodes.map(node =>
                rule.id + ': ' + node.html.slice(0, 160) + ' — ' + node.failureSummary.replace(/\\s+/g, ' ').slice(0, 200))))"
        );
        let Value::Array(found) = page.value(&script).await else { return vec!["axe gave no list".to_owned()] };
        found.iter().map(|one| one.as_str().unwrap_or_default().to_owned()).collect()
    }
}

fn download(folder: &PathBuf) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    let package = format!("axe-core@{VERSION}");
    let archive = format!("axe-core-{VERSION}.tgz");
    run(Command::new("npm").args(["pack", &package, "--silent"]).current_dir(folder))?;
    run(Command::new("tar").args(["xzf", &archive]).current_dir(folder))
}

fn run(command: &mut Command) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.stdin(Stdio::null()).output().map_err(|error| format!("{name}: {error}"))?;
    let printed = String::from_utf8_lossy(&output.stderr);
    if output.status.success() { Ok(()) } else { Err(format!("{name}: {}: {}", output.status, printed.trim())) }
}
