//! Specs in memory and on disk.

use std::path::Path;
use std::sync::Arc;

use base::inputs::{File, MemorySystem, OsSystem, System};

use super::Inputs;
use crate::Db;
use crate::chunks::{Chunk, ChunkKey, ChunkName, Section, find_chunk};
use crate::fragments::spec_files;

/// Inputs over any database with the spec at `path`, and its file.
#[must_use]
pub fn open<D: Db + Default>(system: Arc<dyn System>, path: &str) -> (base::inputs::Inputs<D>, File) {
    let mut inputs = base::inputs::Inputs::new(system);
    let (file, _) = inputs.require(&Arc::from(path));
    (inputs, file)
}

/// Inputs whose one file is the spec `text`.
#[must_use]
pub fn spec(text: &str) -> (Inputs, File) {
    open(in_memory(text), IN_MEMORY)
}

/// The path of the spec that [`in_memory`] makes.
pub const IN_MEMORY: &str = "openapi.json";

/// A disk whose one file is the spec `text`.
#[must_use]
pub fn in_memory(text: &str) -> Arc<MemorySystem> {
    let system = MemorySystem::default();
    system.write(IN_MEMORY, text);
    Arc::new(system)
}

/// The spec at `path` among the real specs of the test data.
///
/// # Panics
/// When the folder does not exist.
#[must_use]
pub fn real_spec<D: Db + Default>(folder: &Path, path: &str) -> (base::inputs::Inputs<D>, File) {
    let system = OsSystem::new(folder).expect("the folder exists");
    open(Arc::new(system), &format!("specs/{path}"))
}

/// Reads the files that a spec refers to, until no further one is referred to.
pub fn load_referenced_files(inputs: &mut Inputs, spec: File) {
    loop {
        let db = inputs.db();
        let mut named = spec_files(db, spec).paths.clone();
        named.insert(spec.path(db).clone());
        if !inputs.set_named(inputs.set(), &named) {
            return;
        }
    }
}

/// The chunk at an address: `components/schemas` and `Pet`, `paths//pets` and `get`, or `/info` and nothing.
///
/// # Panics
/// When the spec has none there.
#[must_use]
pub fn chunk<'db>(db: &'db dyn Db, file: File, section: &str, member: &str) -> Chunk<'db> {
    let (section, name) = section.split_once('/').expect("an address has a slash");
    let section = match section {
        "components" => Section::Components,
        "paths" => Section::Paths,
        "webhooks" => Section::Webhooks,
        _ => Section::Root,
    };
    let key = ChunkKey { section, name: name.into(), member: member.into() };
    find_chunk(db, ChunkName::new(db, file, key)).expect("the chunk exists")
}
