//! The mode of a terminal from which keys are read one by one.

use rustix::termios::{LocalModes, SpecialCodeIndex, Termios};

/// The terminal's `mode`, changed so that it passes each key on at once, without showing it. What else is in `off` is turned
/// off too; with `ISIG`, Ctrl-C is a key like any other.
pub(crate) fn reading_keys(mut mode: Termios, off: LocalModes) -> Termios {
    mode.local_modes.remove(LocalModes::ICANON | LocalModes::ECHO | off);
    mode.special_codes[SpecialCodeIndex::VMIN] = 1;
    mode.special_codes[SpecialCodeIndex::VTIME] = 0;
    mode
}
