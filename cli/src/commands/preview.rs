//! `tool preview`: serves the built site the way a web host would.

use std::path::Path;

use server::{Preview as Server, PreviewOptions, ServeError};

use crate::args::Preview;
use crate::failure::{Done, Failure, Outcome};
use crate::project::Location;
use crate::report::Reporter;

/// Serves until interrupted.
pub(crate) fn run(arguments: &Preview, project: Option<&Path>, reporter: &Reporter) -> Outcome {
    let folder = match (&arguments.folder, Location::find(project)) {
        (Some(folder), _) => folder.clone(),
        (None, location) => location?.root.unwrap_or_default().join("dist"),
    };
    if !folder.is_dir() {
        let message = format!("the folder {} does not exist", folder.display());
        return Err(Failure::new(message).with_help("run `tool build` first, or name the folder of the site"));
    }
    let options = PreviewOptions { folder, port: arguments.port, host: arguments.host.clone() };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::new(format!("cannot start the server: {error}")))?;
    let failed = |error: ServeError| {
        let causes = std::iter::successors(std::error::Error::source(&error), |cause| cause.source());
        Failure::new(causes.fold(error.to_string(), |message, cause| format!("{message}: {cause}")))
    };
    let server = runtime.block_on(Server::bind(options)).map_err(failed)?;
    reporter.say(&format!("serving at {}", server.url()))?;
    if arguments.host.is_some() {
        reporter.say("warning: anyone who can reach this machine can read the site")?;
    }
    reporter.say("press Ctrl-C to stop")?;
    runtime.block_on(server.run());
    Ok(Done::Clean)
}
