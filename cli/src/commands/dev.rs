//! `tool dev`: serves the project and prints what happens.

use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

use engine::Project;
use server::{Event, Findings, ServeOptions, serve};

use crate::args::Dev;
use crate::commands::schema;
use crate::failure::{Done, Failure, Outcome};
use crate::project::{CONFIG, Location};
use crate::report::{Counts, Reporter, Sources, number_of, say_where_to_begin, stopping_first};

/// How many findings are printed after a check: enough to work on, without pushing earlier output out of sight.
const SHOWN: usize = 20;

impl Sources for Findings {
    fn source(&self, file: &str) -> Option<&str> {
        self.sources.get(file).map(|text| &**text)
    }
}

/// Serves until interrupted.
pub(crate) fn run(arguments: &Dev, project: Option<&Path>, reporter: Reporter) -> Outcome {
    let location = if arguments.demo { Location::demo() } else { Location::find(project)? };
    let reporter = reporter.with_prefix(location.prefix.clone());
    let mut project = Project::open(location.system);
    project.show_drafts();
    if let Some(root) = &location.root {
        let site = project.site();
        schema::refresh(root, site.source(CONFIG));
        say_where_to_begin(&site, &reporter)?;
    }
    let options = ServeOptions { port: arguments.port, host: arguments.host.clone(), watch: location.root };
    let is_open = arguments.open;
    let is_public = arguments.host.is_some();
    let on_event = move |event: Event| {
        // A closed terminal does not stop the server.
        let _ = say(&event, &reporter, is_public);
        if let (true, Event::Listening { url }) = (is_open, &event) {
            open_browser(url);
        }
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::new(format!("cannot start the server: {error}")))?;
    runtime.block_on(serve(project, options, on_event)).map_err(|error| {
        let causes = std::iter::successors(std::error::Error::source(&error), |cause| cause.source());
        Failure::new(causes.fold(error.to_string(), |message, cause| format!("{message}: {cause}")))
    })?;
    Ok(Done::Clean)
}

fn say(event: &Event, reporter: &Reporter, is_public: bool) -> io::Result<()> {
    match event {
        Event::Listening { url } => {
            reporter.say(&format!("serving at {url}"))?;
            if is_public {
                reporter.say("warning: anyone who can reach this machine can read the site")?;
            }
            reporter.say("press Ctrl-C to stop")
        }
        Event::Changed { paths, elapsed, pages } => {
            let what = match paths.as_slice() {
                [] => "everything".to_owned(),
                [one] => one.to_string(),
                [first, rest @ ..] => format!("{first} and {} more", rest.len()),
            };
            let shown = if *pages == 0 { String::new() } else { format!(", {pages} open updated") };
            reporter.say(&format!("changed {what}{shown} ({} ms)", elapsed.as_millis()))
        }
        Event::Checked { findings, new, resolved } => {
            let mut shown = new.clone();
            stopping_first(&mut shown);
            shown.truncate(SHOWN);
            reporter.report(findings, &shown, None)?;
            let hidden = new.len() - shown.len();
            if hidden > 0 {
                reporter.say(&format!("and {hidden} more; `tool validate` lists all"))?;
            }
            if *resolved > 0 {
                reporter.say(&format!("resolved {}", number_of(*resolved, "problem")))?;
            }
            reporter.say_counts(Counts::of(&findings.diagnostics))
        }
        Event::Polling { reason } => {
            reporter.say(&format!("file watching is unavailable here; polling for changes: {reason}"))
        }
        Event::PageFailed { path } => {
            reporter.say(&format!("error: {path} could not be rendered; this is a bug in tool"))
        }
    }
}

/// Opens the URL in the user's browser, if there is one.
fn open_browser(url: &str) {
    let (program, first): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("rundll32", &["url.dll,FileProtocolHandler"])
    } else {
        ("xdg-open", &[])
    };
    let _ = Command::new(program)
        .args(first)
        .arg(url)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
}
