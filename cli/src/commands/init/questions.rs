//! The questions of `tool init` to a user who gave no name.

use std::path::PathBuf;

use super::{check_name, check_place, offers};
use crate::args::Init;
use crate::failure::Outcome;
use crate::prompt::{Choice, Prompt};

/// The arguments that the user chooses: name, OpenAPI file and theme, as far as they are not given. `None` if the user
/// leaves. `base` is the folder in which the project is created.
pub(super) fn ask(given: &Init, base: &std::path::Path, prompt: Prompt) -> Outcome<Option<Init>> {
    let mut chosen = given.clone();
    let is_usable = |name: &str| {
        let place = if name == "." { Ok(base.to_owned()) } else { check_name(name).map(|()| base.join(name)) };
        place.and_then(|place| check_place(&place)).map_err(|failure| failure.message)
    };
    let question = "Folder of the new project, or . for this one:";
    let Some(name) = prompt.ask(question, offers::folder_name(base), is_usable)? else { return Ok(None) };
    chosen.name = Some(name);
    if given.openapi.is_none() {
        let Some(spec) = ask_spec(prompt)? else { return Ok(None) };
        chosen.openapi = spec;
    }
    if given.theme.is_none() {
        let presets = engine::theme_presets();
        let choices: Vec<Choice> = presets.iter().map(|name| Choice::new(*name)).collect();
        let Some(preset) = prompt.choose("Colors:", &choices)? else { return Ok(None) };
        chosen.theme = presets.get(preset).map(|name| (*name).to_owned());
    }
    Ok(Some(chosen))
}

/// The OpenAPI file, or none. The outer `None`: the user leaves.
fn ask_spec(prompt: Prompt) -> Outcome<Option<Option<PathBuf>>> {
    let specs = offers::specs(&crate::project::current_folder()?);
    let choices = specs.iter().map(Choice::new);
    let choices: Vec<Choice> = choices.chain([Choice::new("none"), Choice::new("another file")]).collect();
    let Some(chosen) = prompt.choose("OpenAPI file with pages for each operation:", &choices)? else { return Ok(None) };
    if let Some(spec) = specs.get(chosen) {
        return Ok(Some(Some(PathBuf::from(spec))));
    }
    if chosen == specs.len() {
        return Ok(Some(None));
    }
    let is_file = |path: &str| match PathBuf::from(path).is_file() {
        true => Ok(()),
        false => Err(format!("{path} is not a file")),
    };
    Ok(prompt.ask("Path of the OpenAPI file:", "openapi.yaml", is_file)?.map(|path| Some(PathBuf::from(path))))
}
