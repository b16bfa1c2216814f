//! The outside world as salsa inputs: files with contents, and the set of them. Nothing here parses.
//!
//! Only [`Inputs`] changes inputs. A query never reads the disk: `Inputs` reads through [`System`], compares, and sets.

mod change;
mod db;
mod file;
pub(crate) mod git;
mod history;
mod image_size;
mod store;
mod system;

pub use change::Change;
pub use db::Db;
pub use file::{Contents, Editions, File, FileSet};
pub use git::TREE_END;
pub use history::{FileHistory, History, NoHistory};
pub use image_size::ImageSize;
pub use store::{ASSET_LIMIT, COMPONENTS, CONFIG_PATH, FRAGMENTS, Inputs, MOST_EDITIONS, SeenOnDisk, is_component};
pub use system::{LeftOut, MemorySystem, OpenFile, OsSystem, ReadError, ReadSeek, System, Walk};
