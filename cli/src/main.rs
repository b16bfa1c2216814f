//! The `tool` binary: reads arguments and environment, runs a command, and turns its outcome into an exit status.
//!
//! 0: success. 1: errors in the user's files. 2: invalid usage or environment error. A closed output pipe is not a failure.

mod args;
mod build_facts;
mod commands;
mod embedded;
mod external;
mod failure;
mod fix;
mod progress;
mod project;
mod prompt;
mod publish;
mod report;
mod state;
#[cfg(unix)]
mod terminal;
mod write;

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use clap::Parser;

use args::{Arguments, ColorChoice, Command, OpenApi, Skills, Version};
use failure::{Done, Failure, Outcome};
use prompt::Prompt;
use report::Reporter;

/// Pages are trees of many small parts, made and dropped on all cores. With the allocator of glibc, which joins free parts again, a
/// large build takes a quarter longer; that of musl, with which static binaries are linked, has one lock for all threads.
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// Keeps memory that is freed, instead of returning it to the system after seconds and asking for it again. For a command that
/// ends soon; to be called before other threads start.
fn keep_memory() {
    #[cfg(all(target_os = "linux", target_pointer_width = "64"))]
    {
        use tikv_jemalloc_ctl::{Access, AsName};
        const NEVER: isize = -1;
        // The first is for this thread, the second for those to come. Without effect, everything only takes longer.
        let _ = b"arena.0.dirty_decay_ms\0".name().write(NEVER);
        let _ = b"arenas.dirty_decay_ms\0".name().write(NEVER);
    }
}

/// The environment of the commands. Only `main` reads it.
#[derive(Debug)]
pub(crate) struct Environment {
    /// The user's home folder, if it is set.
    pub(crate) home: Option<std::path::PathBuf>,
    /// Whether `NO_COLOR` asks for plain text.
    pub(crate) no_color: bool,
    /// Whether `TERM` says that the terminal cannot move its cursor.
    pub(crate) is_dumb_terminal: bool,
    /// The commands in `VISUAL` and `EDITOR`, in this order.
    pub(crate) editors: Vec<String>,
}

fn main() -> ExitCode {
    report_full_files();
    let environment = Environment {
        home: std::env::home_dir().filter(|home| home.is_absolute()),
        no_color: std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()),
        is_dumb_terminal: std::env::var_os("TERM").is_some_and(|value| value == "dumb"),
        editors: ["VISUAL", "EDITOR"]
            .into_iter()
            .filter_map(|name| std::env::var_os(name)?.into_string().ok())
            .collect(),
    };
    let mut line: Vec<OsString> = std::env::args_os().collect();
    if asks_for_build(&line) {
        // A closed pipe is not a failure.
        let _ = io::stdout().lock().write_all(build_facts::text().as_bytes());
        return ExitCode::SUCCESS;
    }
    if line.len() == 1
        && let Some(prompt) = Prompt::at_terminal(&environment)
    {
        match commands::start::choose(prompt) {
            Ok(Some(chosen)) if chosen.is_empty() => return ExitCode::SUCCESS,
            Ok(chosen) => line.extend(chosen.into_iter().flatten().map(OsString::from)),
            Err(failure) => return status(Err(failure), ColorChoice::Auto, &environment),
        }
    }
    let arguments = match Arguments::try_parse_from(line) {
        Ok(arguments) => arguments,
        Err(error) => {
            let status = u8::try_from(error.exit_code()).unwrap_or(2);
            // A closed pipe is not a failure.
            let _ = error.print();
            return ExitCode::from(status);
        }
    };
    let style = arguments.global.color;
    status(run(arguments, &environment), style, &environment)
}

/// Whether the command line is `tool --version --verbose`. For clap, `--version` ends the command line.
fn asks_for_build(line: &[OsString]) -> bool {
    let given = |names: [&str; 2]| line.iter().skip(1).any(|argument| names.iter().any(|name| argument == name));
    line.len() == 3 && given(["--version", "-V"]) && given(["--verbose", "-v"])
}

/// The exit status of an outcome. Prints why the command stopped, if it did.
fn status(outcome: Outcome, style: ColorChoice, environment: &Environment) -> ExitCode {
    match outcome {
        Ok(Done::Clean) => ExitCode::SUCCESS,
        Ok(Done::FoundErrors) => ExitCode::from(1),
        Err(failure) if failure.is_broken_pipe => ExitCode::SUCCESS,
        Err(failure) => {
            let color = match style {
                ColorChoice::Auto => !environment.no_color && io::stderr().is_terminal(),
                ColorChoice::Always => true,
                ColorChoice::Never => false,
            };
            print_failure(&failure, color);
            ExitCode::from(2)
        }
    }
}

/// Makes a write beyond the limit for files an error with its path. By default, the system ends the process without a word.
fn report_full_files() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        // The signal stays handled after the runtime is gone.
        if let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_io().build() {
            let kind = SignalKind::from_raw(rustix::process::Signal::XFSZ.as_raw());
            let _ = runtime.block_on(async { signal(kind).map(drop) });
        }
    }
}

fn run(arguments: Arguments, environment: &Environment) -> Outcome {
    // Threads that cannot start, for lack of memory, are an error and not a panic at their first use.
    let threads = rayon::ThreadPoolBuilder::new().build_global();
    threads.map_err(|error| Failure::new(format!("cannot start threads: {error}")))?;
    let Arguments { command, global } = arguments;
    let reporter = Reporter::new(&global, environment.no_color);
    let project = global.project.as_deref();
    match command {
        Command::Init(init) => commands::init::run(&init, project, Prompt::at_terminal(environment), reporter),
        Command::Dev(dev) => commands::dev::run(&dev, project, reporter, environment),
        Command::Preview(preview) => commands::preview::run(&preview, project, &reporter),
        Command::Build(build) => {
            keep_memory();
            commands::build::run(&build, project, reporter, environment)
        }
        Command::Validate(validate) => commands::validate::run(&validate, project, reporter),
        Command::Explain(explain) => commands::explain::run(&explain, &reporter),
        Command::Import(import) => commands::import::run(&import, &reporter),
        Command::Openapi(OpenApi::Scaffold(scaffold)) => commands::scaffold::run(&scaffold, project, reporter),
        Command::Openapi(OpenApi::Inspect(inspect)) => commands::inspect::run(&inspect, project, reporter),
        Command::Skills(Skills::Install(install)) => commands::skills::install(&install, project, &reporter),
        Command::Skills(Skills::Print(print)) => commands::skills::print(&print),
        Command::Version(Version::Cut(cut)) => commands::version::cut(&cut, project, &reporter),
        Command::Schema(schema) => commands::schema::run(&schema),
        Command::Completions(completions) => commands::completions::run(&completions),
        Command::Man(man) => commands::man::run(&man, &reporter),
        Command::Upgrade(upgrade) => commands::upgrade::run(&upgrade, &reporter),
    }
}

/// Prints why the command stopped. If even that fails, the exit status remains.
fn print_failure(failure: &Failure, color: bool) {
    let (red, bold, off) = if color { ("\x1b[1;31m", "\x1b[1m", "\x1b[0m") } else { ("", "", "") };
    let mut err = io::stderr().lock();
    let _ = writeln!(err, "{red}error{off}{bold}: {}{off}", printable(&failure.message));
    if let Some(help) = &failure.help {
        let _ = writeln!(err, "  = {bold}help{off}: {}", printable(help));
    }
}

/// Replaces control characters, which file names may contain and terminals would interpret.
fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() && c != '\n' { '\u{fffd}' } else { c }).collect()
}
