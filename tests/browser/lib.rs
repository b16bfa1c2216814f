//! The harness of the tests in a browser: a Chromium for each processor, pages that remember what went wrong in them, and
//! sites to open: the `tool` binary's dev server, or a folder of files.
//!
//! Knows the product only through its binary and its pages. What fails here panics: it runs inside tests.

#![expect(clippy::print_stdout, reason = "a test runner reports to its terminal")]

mod artifacts;
mod authorization_server;
mod axe;
mod chromium;
mod page;
mod recording_server;
mod runner;
mod session;
mod site;
mod static_server;
mod tool;

pub use artifacts::Artifacts;
pub use authorization_server::AuthorizationServer;
pub use axe::Axe;
pub use page::{Page, Request, Scheme};
pub use recording_server::{Answer, Recorded, RecordingServer};
pub use runner::{Test, TestFuture, run};
pub use session::Session;
pub use site::temporary_site;
pub use static_server::StaticServer;
pub use tool::{DevServer, build, run_tool};

/// Says something on the terminal, such as what is skipped.
pub fn say(text: &str) {
    println!("{text}");
}

/// The table of tests: each an `async fn(Arc<Session>)`, under its own name.
#[macro_export]
macro_rules! tests {
    ($($test:path),* $(,)?) => {
        &[$($crate::Test { name: stringify!($test), run: |session| Box::pin($test(session)) }),*]
    };
}
