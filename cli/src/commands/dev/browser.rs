//! Opens the user's browser.

use std::process::{Command, Stdio};

/// Opens the URL in the user's browser, if there is one.
pub(super) fn open_browser(url: &str) {
    let (program, first): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("rundll32", &["url.dll,FileProtocolHandler"])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(first).arg(url);
    let _ = start(command);
}

/// Starts a program apart from this terminal.
///
/// # Errors
/// Fails if the program cannot be started.
pub(super) fn start(mut command: Command) -> std::io::Result<()> {
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    // Someone must wait for its end, or the system keeps a record of it.
    std::thread::spawn(move || drop(child.wait()));
    Ok(())
}
