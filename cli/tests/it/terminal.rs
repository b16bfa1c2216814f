//! Questions, answered with keys at a pseudo terminal, which Python opens.

use std::io::{Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use engine::testing::skipped;

use crate::test_site::{API, TestSite};

/// Runs its arguments at a pseudo terminal of 24 lines and 80 columns, connected to standard input and output.
const DRIVER: &str = "
import fcntl, os, pty, struct, sys, termios, threading
pid, terminal = pty.fork()
if pid == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack('HHHH', 24, 80, 0, 0))
    os.execvp(sys.argv[1], sys.argv[1:])
def typed():
    while bytes := os.read(0, 64):
        os.write(terminal, bytes)
threading.Thread(target=typed, daemon=True).start()
try:
    while bytes := os.read(terminal, 4096):
        os.write(1, bytes)
except OSError:
    pass
os._exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) & 255)
";

const UP: &str = "\x1b[A";
const DOWN: &str = "\x1b[B";
const ENTER: &str = "\r";
const ESCAPE: &str = "\x1b";
const CTRL_C: &str = "\x03";

/// A command at a pseudo terminal.
struct Terminal {
    child: Child,
    keys: ChildStdin,
    output: Receiver<Vec<u8>>,
    /// What was shown since the last [`Terminal::until`].
    shown: String,
}

impl Terminal {
    /// Runs a shell command in the site's folder. `None` without Python, which is an error on CI.
    fn start(site: &TestSite, script: &str) -> Option<Self> {
        let python = Command::new("python3").arg("-c").arg("import pty").output();
        if !python.is_ok_and(|output| output.status.success()) {
            skipped("questions at a terminal", "Python is not installed");
            return None;
        }
        let binary = env!("CARGO_BIN_EXE_tool");
        let mut child = Command::new("python3")
            .args(["-c", DRIVER, "sh", "-c", &format!("tool() {{ '{binary}' \"$@\"; }}; {script}")])
            .current_dir(site.root())
            .env_clear()
            .env("HOME", site.root())
            .env("PATH", "/usr/bin:/bin")
            .env("TERM", "xterm")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (sender, output) = channel();
        let mut stdout = child.stdout.take().unwrap();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = stdout.read(&mut bytes) {
                let _ = sender.send(bytes[..count].to_vec());
            }
        });
        let keys = child.stdin.take().unwrap();
        Some(Self { child, keys, output, shown: String::new() })
    }

    /// Waits for a text, and returns everything that was shown before its end.
    #[track_caller]
    fn until(&mut self, text: &str) -> String {
        let since = Instant::now();
        loop {
            if let Some(at) = self.shown.find(text) {
                let rest = self.shown.split_off(at + text.len());
                return std::mem::replace(&mut self.shown, rest);
            }
            let more = self.output.recv_timeout(Duration::from_secs(30));
            let more = more.unwrap_or_else(|_| panic!("no {text:?} in {:?}", self.shown));
            self.shown.push_str(&String::from_utf8_lossy(&more));
            assert!(since.elapsed() < Duration::from_secs(60), "no {text:?} in {:?}", self.shown);
        }
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
    }

    /// The exit status.
    fn end(mut self) -> i32 {
        self.child.wait().unwrap().code().unwrap()
    }
}

#[test]
fn init_asks_for_name_spec_and_theme() {
    let site = TestSite::new("");
    site.write("openapi.json", API);
    let Some(mut terminal) = Terminal::start(&site, "tool init") else { return };
    terminal.until("Folder of the new project");
    terminal.press("a/b\r");
    terminal.until("it is a path");
    terminal.press("ma\x7fy dücs\r");
    terminal.until("OpenAPI file");
    terminal.until("> openapi.json");
    terminal.press(ENTER);
    terminal.until("> default");
    terminal.press(DOWN);
    terminal.press(DOWN);
    terminal.until("> forest");
    terminal.press(ENTER);
    terminal.until("next: cd my dücs && tool dev");
    assert_eq!(terminal.end(), 0);
    let config = site.read("my dücs/tool.json");
    assert!(config.contains("\"theme\": \"forest\"") && config.contains("\"openapi\": \"openapi.json\""), "{config}");
    let checked = site.run_in("my dücs", "validate");
    assert!(checked.contains("exit 0") && checked.contains("no problems found"), "{checked}");
}

/// Esc and Ctrl-C leave at every question. The terminal is as it was, and nothing is written.
#[test]
fn leaving_restores_the_terminal() {
    let site = TestSite::new("");
    for (before, leave) in [("", ESCAPE), ("", CTRL_C), (ENTER, ESCAPE), (ENTER, CTRL_C), ("\r\r", CTRL_C)] {
        let script = "stty -a > before; tool init; echo \"status $?\"; stty -a > after";
        let Some(mut terminal) = Terminal::start(&site, script) else { return };
        terminal.until("Folder of the new project");
        for key in before.chars() {
            terminal.press(&key.to_string());
            terminal.until("Esc to leave");
        }
        terminal.press(leave);
        terminal.until("cancelled; nothing was created");
        terminal.until("status 2");
        assert_eq!(terminal.end(), 0);
        assert_eq!(site.read("after"), site.read("before"));
        assert_eq!(site.files(""), ["after", "before"]);
    }
}

#[test]
fn without_arguments_it_offers_what_it_finds() {
    let site = TestSite::new("");
    site.write("old/mint.json", "{ \"name\": \"Old\", \"navigation\": [{ \"group\": \"G\", \"pages\": [\"a\"] }] }");
    site.write("old/a.mdx", "---\ntitle: A\n---\n\nText.\n");
    let Some(mut terminal) = Terminal::start(&site, "cd old && tool") else { return };
    terminal.until("> Import this Mintlify project (mint.json)");
    terminal.until("tool dev --demo --open");
    terminal.press(ENTER);
    terminal.until("$ tool import .");
    assert_eq!(terminal.end(), 0);
    assert!(site.exists("old-tool/docs/a.md"), "{:?}", site.files(""));

    let mut terminal = Terminal::start(&site, "mkdir new && cd new && tool").unwrap();
    terminal.until("> Create a project");
    terminal.press(UP);
    terminal.until("> Show all commands");
    terminal.press(ENTER);
    terminal.until("Usage:");
    assert_eq!(terminal.end(), 0);

    let mut terminal = Terminal::start(&site, "cd new && tool; echo \"status $?\"").unwrap();
    terminal.until("What next?");
    terminal.press(ESCAPE);
    terminal.until("status 0");
    terminal.end();

    // In a project, and for a terminal without a cursor, it is the help.
    for script in ["cd old-tool && tool", "export TERM=dumb; cd new && tool"] {
        let mut terminal = Terminal::start(&site, script).unwrap();
        terminal.until("Usage:");
        assert_eq!(terminal.end(), 2, "{script}");
    }
}
