//! Keys at the terminal, and the signals that end the server.
//!
//! On Unix, keys are read one by one: the terminal does not wait for the end of a line and does not echo. Its own mode is
//! restored when [`KeyInput`] is dropped. Elsewhere, a key is the first letter of a line.

use std::future::Future;
use std::io::{self, IsTerminal};

use crate::report::Reporter;

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KeyCommand {
    /// Open the site in the browser.
    Open,
    /// Check everything again.
    Check,
    /// Show all findings.
    ViewAll,
    /// Stop the server.
    Quit,
}

/// What is said about the keys.
pub(super) const HINT: &str = if cfg!(unix) {
    "press o to open the browser, r to check again, v to view all problems, q to quit"
} else {
    "enter o to open the browser, r to check again, v to view all problems, q to quit"
};

/// The keys in what was typed at once. Nothing in a sequence of a special key counts, which starts with Escape.
fn keys(typed: &[u8]) -> impl Iterator<Item = KeyCommand> {
    typed.iter().take_while(|byte| **byte != 0x1b).filter_map(|byte| match byte.to_ascii_lowercase() {
        b'o' => Some(KeyCommand::Open),
        b'r' => Some(KeyCommand::Check),
        b'v' => Some(KeyCommand::ViewAll),
        // End of input, where the terminal does not interpret it.
        b'q' | 4 => Some(KeyCommand::Quit),
        _ => None,
    })
}

/// Whether keys are read: only if a person is there to press them and to read the answer.
fn is_wanted(reporter: &Reporter) -> bool {
    reporter.wants_progress() && io::stdin().is_terminal() && io::stdout().is_terminal()
}

#[cfg(unix)]
pub(super) use unix::{KeyInput, interrupted};

#[cfg(not(unix))]
pub(super) use lines::{LineInput as KeyInput, interrupted};

#[cfg(unix)]
mod unix {
    use std::io::{self, Read};
    use std::sync::{Arc, Mutex, PoisonError};
    use std::time::Duration;

    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::process::{Signal, getpgrp};
    use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcgetpgrp, tcsetattr};
    use tokio::signal::unix::{SignalKind, signal};
    use tokio::sync::mpsc::{Sender, channel};

    use super::{Future, KeyCommand, Reporter, is_wanted, keys};
    use crate::terminal::reading_keys;

    /// How often a program in the background looks whether it has the terminal again.
    const BACKGROUND: Duration = Duration::from_millis(200);

    /// The terminal while keys are read.
    #[derive(Debug)]
    pub(in super::super) struct KeyInput {
        /// The mode to restore; `None` as long as another program has the terminal.
        original: Arc<Mutex<Option<Termios>>>,
    }

    impl KeyInput {
        /// Takes the terminal. Returns `None` without one.
        pub(in super::super) fn take(reporter: &Reporter) -> Option<Self> {
            let input = is_wanted(reporter).then(|| Self { original: Arc::default() })?;
            listen(&input.original);
            Some(input)
        }

        /// Reads keys until it is dropped.
        pub(in super::super) fn read<F: Fn(KeyCommand) + Send + 'static>(
            &self,
            on_key: F,
        ) -> impl Future<Output = ()> + Send + use<F> {
            let original = self.original.clone();
            async move {
                let Ok(mut resumed) = signal(SignalKind::from_raw(Signal::CONT.as_raw())) else { return };
                let (sender, mut typed) = channel(1);
                std::thread::spawn(move || pass_on(&sender));
                loop {
                    tokio::select! {
                        // The shell has set a mode of its own meanwhile.
                        _ = resumed.recv() => listen(&original),
                        typed = typed.recv() => match typed {
                            Some(typed) => keys(&typed).for_each(&on_key),
                            None => return,
                        }
                    }
                }
            }
        }
    }

    /// Passes on what is typed, until the terminal is gone.
    fn pass_on(typed: &Sender<Vec<u8>>) {
        let input = io::stdin();
        loop {
            let ready = poll(&mut [PollFd::new(&input, PollFlags::IN)], None);
            if ready.is_err() || !has_terminal() {
                // A program in the background would be stopped for reading.
                std::thread::sleep(BACKGROUND);
                continue;
            }
            let mut bytes = [0; 64];
            match input.lock().read(&mut bytes) {
                Ok(0) => return,
                Ok(count) if typed.blocking_send(bytes[..count].to_vec()).is_err() => return,
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return,
            }
        }
    }

    impl Drop for KeyInput {
        fn drop(&mut self) {
            let original = self.original.lock().unwrap_or_else(PoisonError::into_inner).take();
            if let Some(original) = original.filter(|_| has_terminal()) {
                let _ = tcsetattr(io::stdin(), OptionalActions::Now, &original);
            }
        }
    }

    /// Whether this program is in the foreground of its terminal.
    fn has_terminal() -> bool {
        tcgetpgrp(io::stdin()).is_ok_and(|group| group == getpgrp())
    }

    /// Makes the terminal pass each key on at once, without showing it. Ctrl-C and output stay as they are.
    fn listen(original: &Mutex<Option<Termios>>) {
        let mut original = original.lock().unwrap_or_else(PoisonError::into_inner);
        let Ok(current) = tcgetattr(io::stdin()) else { return };
        if !has_terminal() {
            return;
        }
        let mode = reading_keys(original.get_or_insert(current).clone(), LocalModes::empty());
        let _ = tcsetattr(io::stdin(), OptionalActions::Now, &mode);
    }

    /// Waits for a signal that ends the server. If the terminal has a mode to restore, its end is such a signal too.
    pub(in super::super) async fn interrupted(has_keys: bool) {
        async fn of(kind: SignalKind, is_wanted: bool) {
            match is_wanted.then(|| signal(kind)) {
                Some(Ok(mut signal)) => drop(signal.recv().await),
                _ => std::future::pending().await,
            }
        }
        tokio::select! {
            () = of(SignalKind::interrupt(), true) => {}
            () = of(SignalKind::terminate(), true) => {}
            () = of(SignalKind::quit(), has_keys) => {}
            () = of(SignalKind::hangup(), has_keys) => {}
        }
    }
}

#[cfg(not(unix))]
mod lines {
    use super::{Future, KeyCommand, Reporter, io, is_wanted, keys};

    /// The terminal while keys are read.
    #[derive(Debug)]
    pub(in super::super) struct LineInput;

    impl LineInput {
        /// Takes the terminal. Returns `None` without one.
        pub(in super::super) fn take(reporter: &Reporter) -> Option<Self> {
            is_wanted(reporter).then_some(Self)
        }

        /// Reads keys until it is dropped.
        pub(in super::super) fn read<F: Fn(KeyCommand) + Send + 'static>(
            &self,
            on_key: F,
        ) -> impl Future<Output = ()> + Send + use<F> {
            async move {
                let (sender, mut lines) = tokio::sync::mpsc::channel::<String>(1);
                std::thread::spawn(move || {
                    for line in io::stdin().lines().map_while(Result::ok) {
                        if sender.blocking_send(line).is_err() {
                            return;
                        }
                    }
                });
                while let Some(line) = lines.recv().await {
                    keys(line.trim().as_bytes()).take(1).for_each(&on_key);
                }
            }
        }
    }

    /// Waits until the user presses Ctrl-C.
    pub(in super::super) async fn interrupted(_: bool) {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{KeyCommand, keys};

    #[test]
    fn special_keys_are_not_letters() {
        let typed = |text: &[u8]| keys(text).collect::<Vec<KeyCommand>>();
        assert_eq!(typed(b"oxV"), [KeyCommand::Open, KeyCommand::ViewAll]);
        assert_eq!(typed(b"\x1bOr\x1bOq"), []);
        assert_eq!(typed(b"r\x1b[q"), [KeyCommand::Check]);
        assert_eq!(typed(b"\x04"), [KeyCommand::Quit]);
    }
}
