//! A project in a temporary folder, and a server of it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use engine::{Change, OsSystem, Project};
use server::{Authoring, Event, Handle, ServeOptions, Server};
use tempfile::TempDir;
use tokio::runtime::Runtime;

use crate::client::{self, PATIENCE, get};

/// A running server; it stops when this is dropped.
pub(crate) struct Site {
    pub(crate) port: u16,
    folder: TempDir,
    events: Receiver<Event>,
    handle: Handle,
    runtime: Option<Runtime>,
}

impl Site {
    /// A server that hears of changes only by [`Site::apply`].
    pub(crate) fn still(files: &[(&str, &str)]) -> Self {
        Self::start(files, false, None, None)
    }

    /// A server whose pages offer `authoring`, for other machines too if `host` is given.
    pub(crate) fn for_author(files: &[(&str, &str)], authoring: Arc<dyn Authoring>, host: Option<&str>) -> Self {
        Self::start(files, false, Some(authoring), host)
    }

    /// A server that watches its files.
    pub(crate) fn watched(files: &[(&str, &str)]) -> Self {
        Self::start(files, true, None, None)
    }

    fn start(files: &[(&str, &str)], watch: bool, authoring: Option<Arc<dyn Authoring>>, host: Option<&str>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), "tool.json", "{ \"name\": \"Test\" }");
        for (path, text) in files {
            write(folder.path(), path, text);
        }
        let project = Project::open_main_edition(Arc::new(OsSystem::new(folder.path()).unwrap()));
        let watch = watch.then(|| folder.path().to_owned());
        let name = host.unwrap_or("localhost");
        let options = ServeOptions { port: 0, host: host.map(str::to_owned), watch, authoring };
        let (sender, events) = channel();
        let runtime = Runtime::new().unwrap();
        let server = Server::bind(project, options, move |event| {
            let _ = sender.send(event);
        });
        let server = runtime.block_on(server).unwrap();
        let port = server.addresses()[0].port();
        assert_eq!(server.url(), format!("http://{name}:{port}/"));
        let handle = server.handle();
        runtime.spawn(server.run());
        Self { port, folder, events, handle, runtime: Some(runtime) }
    }

    /// The path on disk of a file of the project.
    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    /// Writes a file in place.
    pub(crate) fn write(&self, path: &str, text: &str) {
        write(self.folder.path(), path, text);
    }

    /// Tells the server that these paths changed.
    pub(crate) fn apply(&self, paths: &[&str]) -> bool {
        let changes = paths.iter().map(|path| Change::Path((*path).into())).collect();
        self.runtime.as_ref().unwrap().block_on(self.handle.apply(changes))
    }

    pub(crate) fn stop(&self) {
        self.handle.stop();
    }

    /// The first event from now on for which `pick` gives something.
    pub(crate) fn event<T>(&self, mut pick: impl FnMut(Event) -> Option<T>) -> T {
        loop {
            let event = self.events.recv_timeout(PATIENCE).expect("an event in time");
            if let Some(value) = pick(event) {
                return value;
            }
        }
    }

    /// Waits until the page at `target` has this status and text.
    pub(crate) fn becomes(&self, target: &str, status: u16, text: &str) {
        let start = Instant::now();
        loop {
            let reply = get(self.port, target);
            if reply.status == status && reply.text().contains(text) {
                return;
            }
            assert!(start.elapsed() < PATIENCE, "{target} is {} {}", reply.status, reply.text());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// The version of the page at `target`.
    pub(crate) fn version(&self, target: &str) -> String {
        let reply = get(self.port, target);
        let timing = reply.header("server-timing").expect("a page has a version").to_owned();
        timing.trim_start_matches("version;desc=").trim_matches('"').to_owned()
    }

    /// An open event stream for the page at `path` that knows the page as it is.
    pub(crate) fn open(&self, path: &str) -> client::Events {
        let mut events = client::Events::open(self.port, path, None);
        assert_eq!(events.next(), ("current".to_owned(), self.version(path)));
        events
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.handle.stop();
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

fn write(root: &Path, path: &str, text: &str) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// A page's source.
pub(crate) fn page(text: &str) -> String {
    format!("---\ntitle: A title\n---\n\n{text}\n")
}
