//! `tool man`: writes the manual pages.

use std::fs;

use clap::CommandFactory;
use clap::builder::Resettable;

use crate::args::{Arguments, Man};
use crate::failure::{Done, Failure, Outcome};
use crate::report::Reporter;

/// Writes a page for the tool and one for each command.
pub(crate) fn run(arguments: &Man, reporter: &Reporter) -> Outcome {
    let folder = &arguments.folder;
    fs::create_dir_all(folder).map_err(|error| Failure::system("cannot create", folder, &error))?;
    // The long version contains licenses.
    let command = Arguments::command().long_version(Resettable::Reset);
    clap_mangen::generate_to(command, folder).map_err(|error| Failure::system("cannot write", folder, &error))?;
    reporter.say(&format!("manual pages of all commands in {}", folder.display()))?;
    Ok(Done::Clean)
}
