//! `tool dev`: serves the project, prints what happens, and reads keys.

mod author;
mod browser;
mod editor;
mod keys;
mod screen;

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use engine::{Project, System};
use server::{Event, Handle, ServeError, ServeOptions, Server};

use crate::Environment;
use crate::args::Dev;
use crate::commands::schema;
use crate::failure::{Done, Failure, Outcome};
use crate::progress::Wait;
use crate::project::{CONFIG, Location};
use crate::report::{Reporter, say_where_to_begin};
use author::Author;
use browser::open_browser;
use editor::Editor;
use keys::{KeyCommand, KeyInput};
use screen::Screen;

/// Serves until interrupted.
pub(crate) fn run(arguments: &Dev, project: Option<&Path>, reporter: Reporter, environment: &Environment) -> Outcome {
    let start = Instant::now();
    let location = if arguments.demo { Location::demo() } else { Location::find(project)? };
    let reporter = reporter.with_prefix(location.prefix.clone());
    let editor = match &arguments.open_editor {
        Some(command) => Some(Editor::chosen(command)?),
        None => environment.editors.iter().find_map(|command| Editor::known(command)),
    };
    let wait = Wait::new("reading the project", reporter.wants_progress());
    let project = open(location.system.clone());
    if let Some(root) = &location.root {
        let site = project.site();
        schema::refresh(root, site.source(CONFIG));
        drop(wait);
        say_where_to_begin(&site, &reporter)?;
    }
    let author = Author::new(location.root.clone(), location.system, editor);
    let options = ServeOptions {
        port: arguments.port,
        host: arguments.host.clone(),
        watch: location.root,
        authoring: Some(Arc::new(author)),
    };
    // Restores the terminal when it is dropped: at the end, after a signal, and if this function panics.
    let input = KeyInput::take(&reporter);
    let screen = Arc::new(Screen::new(reporter, start, arguments.host.is_some(), input.is_some()));
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::new(format!("cannot start the server: {error}")))?;
    let is_open = arguments.open;
    let served = runtime.block_on(serve(project, options, &screen, input.as_ref(), is_open));
    drop(input);
    served.map_err(|error| {
        let causes = std::iter::successors(std::error::Error::source(&error), |cause| cause.source());
        Failure::new(causes.fold(error.to_string(), |message, cause| format!("{message}: {cause}")))
    })?;
    Ok(Done::Clean)
}

/// The project as `tool dev` shows it: with drafts, and other editions read after the first page.
fn open(system: Arc<dyn System>) -> Project {
    let mut project = Project::open_main_edition(system);
    project.show_drafts();
    project
}

async fn serve(
    project: Project,
    options: ServeOptions,
    screen: &Arc<Screen>,
    input: Option<&KeyInput>,
    is_open: bool,
) -> Result<(), ServeError> {
    let shown = screen.clone();
    let on_event = move |event: Event| {
        // A closed terminal does not stop the server.
        let _ = shown.show(&event);
        if let (true, Event::Listening { url, .. }) = (is_open, &event) {
            open_browser(url);
        }
    };
    let server = Server::bind(project, options, on_event).await?;
    let (handle, url) = (server.handle(), server.url().to_owned());
    let interrupted = {
        let (handle, has_keys) = (handle.clone(), input.is_some());
        tokio::spawn(async move {
            keys::interrupted(has_keys).await;
            handle.stop();
        })
    };
    let reading = input.map(|input| {
        let screen = screen.clone();
        tokio::spawn(input.read(move |key| act(key, &handle, &url, &screen)))
    });
    server.run().await;
    interrupted.abort();
    if let Some(reading) = reading {
        reading.abort();
    }
    Ok(())
}

/// Does what a key asks for.
fn act(key: KeyCommand, handle: &Handle, url: &str, screen: &Arc<Screen>) {
    match key {
        KeyCommand::Open => open_browser(url),
        KeyCommand::Check => {
            let handle = handle.clone();
            tokio::spawn(async move { handle.check_again().await });
        }
        KeyCommand::ViewAll => {
            let screen = screen.clone();
            tokio::task::spawn_blocking(move || drop(screen.show_all()));
        }
        KeyCommand::Quit => handle.stop(),
    }
}
