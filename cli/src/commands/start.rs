//! `tool` without arguments at a terminal, in a folder without a project: offers what can be done there. Each offer is a
//! command line, which is shown, so that the user learns it.

use std::io::{self, Write};
use std::path::Path;

use import::{Format, Source};

use crate::commands::init::offers;
use crate::failure::Outcome;
use crate::project::{current_folder, enclosing};
use crate::prompt::{Choice, Prompt};

/// The largest number of files in a folder in which a project of another tool is looked for. A home folder has more.
const MAX_FILES: usize = 20_000;

/// An offer: what it does, and the arguments of the command.
type Offer = (String, Vec<String>);

/// The arguments of the command that the user chooses. `None` if there is nothing to offer, since the current folder is in a
/// project; empty if the user chooses nothing.
pub(crate) fn choose(prompt: Prompt) -> Outcome<Option<Vec<String>>> {
    let folder = current_folder()?;
    if enclosing(&folder).is_some() {
        return Ok(None);
    }
    let offers = offers_in(&folder);
    let choices = offers.iter().map(|(label, arguments)| Choice::new(label).with_note(command_line(arguments)));
    let choices: Vec<Choice> = choices.collect();
    let chosen = prompt.choose("This folder has no project yet. What next?", &choices)?;
    let Some((_, arguments)) = chosen.and_then(|index| offers.into_iter().nth(index)) else {
        return Ok(Some(Vec::new()));
    };
    writeln!(io::stdout().lock(), "$ {}", command_line(&arguments))?;
    Ok(Some(arguments))
}

/// What can be done in a folder, the most specific first.
fn offers_in(folder: &Path) -> Vec<Offer> {
    let line = |arguments: &[&str]| arguments.iter().map(|argument| (*argument).to_owned()).collect::<Vec<_>>();
    let source = Source::open_up_to(folder, MAX_FILES).ok();
    let found = source.as_ref().and_then(|source| import::detect(source, None));
    let (generic, known): (Option<_>, Option<_>) = match found {
        Some(found) if found.format == Format::Generic => (Some(found), None),
        found => (None, found),
    };
    let mut offers = Vec::new();
    if let Some(found) = known {
        offers.push((
            format!("Import this {} project ({})", found.format.title(), found.evidence),
            line(&["import", "."]),
        ));
    }
    for spec in offers::specs(folder) {
        let name = offers::folder_name(folder);
        offers.push((format!("Create a project from {spec}"), line(&["init", name, "--openapi", &spec])));
    }
    offers.push(("Create a project".to_owned(), line(&["init"])));
    if let Some(found) = generic {
        offers.push((format!("Import these Markdown pages ({}, …)", found.evidence), line(&["import", "."])));
    }
    offers.push(("Look at the manual and a sample API".to_owned(), line(&["dev", "--demo", "--open"])));
    offers.push(("Show all commands".to_owned(), line(&["--help"])));
    offers
}

/// A command line as one would type it.
fn command_line(arguments: &[String]) -> String {
    let quoted = arguments.iter().map(|argument| {
        let is_plain = argument.chars().all(|c| c.is_alphanumeric() || "-_./:@+".contains(c));
        if is_plain { argument.clone() } else { format!("'{}'", argument.replace('\'', r"'\''")) }
    });
    std::iter::once("tool".to_owned()).chain(quoted).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::{command_line, offers_in};

    fn offered(files: &[(&str, &str)]) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        offers_in(folder.path()).iter().map(|(_, arguments)| command_line(arguments)).collect()
    }

    #[test]
    fn offers_follow_from_the_files() {
        let always = ["tool init", "tool dev --demo --open", "tool --help"];
        assert_eq!(offered(&[]), always);
        assert_eq!(offered(&[("mint.json", "{}")])[0], "tool import .");
        assert_eq!(offered(&[("docusaurus.config.ts", "")])[0], "tool import .");
        assert_eq!(offered(&[("README.md", "# X")])[..2], ["tool init", "tool import ."]);
        let spec = "# Ours\nopenapi: 3.1.0\ninfo: {}\n";
        assert_eq!(offered(&[("my api.yaml", spec)])[0], "tool init docs --openapi 'my api.yaml'");
        assert_eq!(
            offered(&[("api/v1.json", "{\"openapi\":\"3.0.1\"}"), ("docs/mint.json", "{}")])[..2],
            ["tool import .", "tool init documentation --openapi api/v1.json"]
        );
        assert_eq!(offered(&[("package.json", "{}"), ("old.yaml", "swagger: '2.0'")]), always);
    }
}
