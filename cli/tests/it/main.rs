//! The command line seen from outside: the built binary runs on projects in temporary folders.
#![allow(clippy::disallowed_methods, reason = "tests read their data")]

mod bad_specs;
mod build;
mod ci;
mod codes;
mod dev;
mod examples;
mod external;
mod faults;
mod fixes;
mod folders;
mod generated;
mod git;
mod hosts;
mod import;
mod init;
mod inputs;
mod inspect;
mod kept_editions;
#[cfg(unix)]
mod packages;
mod page_facts;
mod publishing;
mod scaffold;
mod schema;
mod several;
mod skills;
mod soak;
#[cfg(unix)]
mod terminal;
mod test_site;
mod usage;
mod validate;
mod version;
mod voice;
