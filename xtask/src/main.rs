//! `cargo xtask`: the test command and chores. Knows cargo and the tools around it, none of the crates.
//!
//! Depends on the standard library alone, so that it builds in a second on a bare machine.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command line talks to its terminal")]

mod bench;
#[path = "../../tests/browser/chromium.rs"]
mod chromium;
mod dist;
mod fuzz;
mod kills;
mod mutants;
mod screenshots;
mod step;
mod test;
mod tools;

use std::process::ExitCode;

use step::Failure;

/// A chore: its usage, what it does, and the function that does it with the arguments after its name.
struct Chore {
    usage: &'static str,
    summary: &'static str,
    run: fn(&[String]) -> Result<(), Failure>,
}

impl Chore {
    fn name(&self) -> &'static str {
        self.usage.split(' ').next().unwrap_or(self.usage)
    }
}

const CHORES: &[Chore] = &[
    Chore {
        usage: "test",
        summary: "formatting, lints, every test, and the tests in a browser; what CI runs",
        run: test::run,
    },
    Chore {
        usage: "bench [name] [--against commit]",
        summary: "the benchmarks, in release; one alone by its name; `dev` beside the tool of another commit",
        run: bench::run,
    },
    Chore {
        usage: "dist [options]",
        summary: "a release: archives and packages for this platform, and for others that can be built here",
        run: dist::run,
    },
    Chore {
        usage: "fuzz [target] [seconds]",
        summary: "the fuzzer on every target or on one, for a minute each or as long as said",
        run: fuzz::run,
    },
    Chore {
        usage: "kills <binary> <spec> [count]",
        summary: "kills builds of a spec's site at random points, and checks what they leave; 200 without a count",
        run: kills::run,
    },
    Chore {
        usage: "mutants [count] [crate] [seed]",
        summary: "plants faults, and counts those that the tests notice; 60 over all crates without a count",
        run: mutants::run,
    },
    Chore {
        usage: "screenshots",
        summary: "pictures of the demo, wide and narrow, light and dark",
        run: screenshots::run,
    },
];

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "help".to_owned());
    if matches!(name.as_str(), "help" | "--help" | "-h") {
        help();
        return ExitCode::SUCCESS;
    }
    let Some(chore) = CHORES.iter().find(|chore| chore.name() == name) else {
        eprintln!("error: no chore named `{name}`\n");
        help();
        return ExitCode::from(2);
    };
    match (chore.run)(&arguments.collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("\nerror: {failure}");
            ExitCode::from(if matches!(failure, Failure::Usage(_)) { 2 } else { 1 })
        }
    }
}

fn help() {
    println!("Usage: cargo xtask <chore>\n");
    let width = CHORES.iter().map(|chore| chore.usage.len()).max().unwrap_or(0);
    for chore in CHORES {
        println!("  {:width$}  {}", chore.usage, chore.summary);
    }
}
