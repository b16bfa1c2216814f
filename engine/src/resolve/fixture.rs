//! Specs in memory, for the tests of this floor and the next.

use std::sync::Arc;

use super::chunks::{Chunk, ChunkKey, ChunkName, Section, find_chunk};
use crate::inputs::{Db, File, Inputs, MemorySystem};

/// Inputs whose one file is the spec `text`.
pub(crate) fn spec(text: &str) -> (Inputs, File) {
    let system = MemorySystem::default();
    system.write("openapi.json", text);
    let mut inputs = Inputs::new(Arc::new(system));
    let (file, _) = inputs.require(&Arc::from("openapi.json"));
    (inputs, file)
}

/// The chunk at an address: `components/schemas` and `Pet`, `paths//pets` and `get`, or `/info` and nothing.
pub(crate) fn chunk<'db>(db: &'db dyn Db, file: File, section: &str, member: &str) -> Chunk<'db> {
    let (section, name) = section.split_once('/').unwrap();
    let section = match section {
        "components" => Section::Components,
        "paths" => Section::Paths,
        "webhooks" => Section::Webhooks,
        _ => Section::Root,
    };
    let key = ChunkKey { section, name: name.into(), member: member.into() };
    find_chunk(db, ChunkName::new(db, file, key)).unwrap()
}
