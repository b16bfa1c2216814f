//! Specs as they should not be: each gets findings that say where and what, and a page that shows what is left. Never a
//! panic, never a read outside the project, never more time or memory than a bound that the input cannot move.

mod documents;
mod examples;
mod faults;
#[cfg(unix)]
mod files;
mod large;
mod limits;
mod links;
mod mutations;
mod positions;
mod references;
mod schemas;
mod text;
mod values;

use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

use engine::{MemorySystem, OutputOptions, Project};

use crate::shown::{graded, words};

/// A project of one page, which shows `GET /a`, and a spec.
fn project(spec: &str, text: impl Into<Vec<u8>>) -> Project {
    project_with(spec, text, &[])
}

/// The same with further files.
fn project_with(spec: &str, text: impl Into<Vec<u8>>, files: &[(&str, &str)]) -> Project {
    let system = MemorySystem::default();
    system.write("tool.json", format!("{{\"name\": \"N\", \"openapi\": \"{spec}\"}}"));
    system.write("docs/index.md", "---\ntitle: H\n---\n\n<wc-endpoint ref=\"GET /a\"></wc-endpoint>\n");
    system.write(spec, text);
    for (path, text) in files {
        system.write(path, *text);
    }
    Project::open(Arc::new(system))
}

/// A spec whose operation `GET /a` answers with an object that has these properties; what follows is in `components`.
fn answering(version: &str, properties: &str, components: &str) -> String {
    format!(
        "{{\"openapi\": \"{version}\", \"info\": {{\"title\": \"T\", \"version\": \"1\"}}, \"paths\": {{\"/a\": {{\"get\": {{\n\
         \"responses\": {{\"200\": {{\"description\": \"OK\", \"content\": {{\"application/json\": {{\"schema\": \
         {{\"type\": \"object\", \"properties\": {{\n{properties}\n}}}}}}}}}}}}}}}}}},\n\"components\": {{{components}}}}}\n"
    )
}

/// The findings of a spec alone, without those of the page that cannot show it.
fn of_spec(project: &Project) -> String {
    let found = graded(project);
    found.lines().filter(|line| !line.contains(" docs/")).map(|line| format!("{line}\n")).collect()
}

/// What the page shows of the body that `GET /a` answers with.
fn fields(project: &Project) -> String {
    let words = words(project, "index.html");
    words.split_once("Response body\n200\napplication/json\n").map_or("", |(_, fields)| fields).to_owned()
}

/// Several specs with their findings, each under its title.
fn report<'a>(cases: impl IntoIterator<Item = (&'a str, &'a Project)>) -> String {
    cases.into_iter().map(|(title, project)| format!("## {title}\n{}", of_spec(project))).collect()
}

/// Looks at everything that a project has: its findings and all outputs. Returns how many bytes the outputs have.
fn everything(project: &Project) -> usize {
    let site = project.site();
    let _ = site.diagnostics();
    let outputs = site.outputs();
    let bytes = outputs.iter().map(|path| match site.output(path, OutputOptions::default()) {
        Some(engine::Output::Bytes(bytes)) => bytes.len(),
        _ => 0,
    });
    bytes.sum()
}

/// What `run` returns, on a thread with a small stack, when it does so in time. What hangs fails instead of blocking.
fn in_time<T: Send + 'static>(run: impl FnOnce() -> T + Send + 'static) -> T {
    const PATIENCE: Duration = Duration::from_secs(60);
    let (sender, receiver) = channel();
    let thread = std::thread::Builder::new().stack_size(2 << 20);
    let thread = thread.spawn(move || sender.send(run()).unwrap()).unwrap();
    match receiver.recv_timeout(PATIENCE) {
        Ok(value) => value,
        Err(std::sync::mpsc::RecvTimeoutError::Timeout) => panic!("not done after {PATIENCE:?}"),
        Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => std::panic::resume_unwind(thread.join().unwrap_err()),
    }
}
