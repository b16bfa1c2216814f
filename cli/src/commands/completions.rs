//! `tool completions`: prints a shell completion script.

use std::io::{self, Write};

use clap::CommandFactory;

use crate::args::{Arguments, Completions};
use crate::failure::{Done, Outcome};

/// Prints the script.
pub(crate) fn run(arguments: &Completions) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "tool", &mut script);
    let mut out = io::stdout().lock();
    out.write_all(&script)?;
    out.flush()?;
    Ok(Done::Clean)
}
