//! Writes the bundle to a sink: the chunks of the spec in order, with the components that the bundle adds.

use std::collections::HashMap;

use super::walk::{BundleWalker, Places};
use super::{Bundle, Component, bundle};
use crate::Db;
use crate::chunks::{Chunk, Section, file_index};
use crate::reference::Target;
use crate::shape::{Holds, Object};
use crate::spec::{Version, version};
use base::inputs::File;
use base::tree::{Kind, Sink};

/// Writes the bundle of a spec to `sink`, and returns the sink.
pub fn write<S: Sink>(db: &dyn Db, spec: File, sink: S) -> S {
    let version = version(db, spec);
    let plan = Plan::new(bundle(db, spec), version);
    let components = &plan.bundle.components;
    let mut document = Document { db, version, components, walker: BundleWalker::new(db, spec, version, sink, plan) };
    document.write(&layout(db, &file_index(db, spec).chunks));
    document.walker.sink
}

/// A top-level field of the document.
enum TopLevelField<'db> {
    /// A field that is not a section with members.
    Single(Chunk<'db>),
    Section(Section, Vec<Group<'db>>),
}

/// A path, or a kind of component.
struct Group<'db> {
    name: &'db str,
    chunks: Vec<Chunk<'db>>,
}

impl<'db> Group<'db> {
    /// The chunk of a group without members.
    fn unsplit(&self, db: &'db dyn Db) -> Option<Chunk<'db>> {
        self.chunks.first().copied().filter(|chunk| chunk.key(db).member.is_empty())
    }
}

/// The chunks as nested in the document. A group is placed where its first chunk is.
fn layout<'db>(db: &'db dyn Db, chunks: &[Chunk<'db>]) -> Vec<TopLevelField<'db>> {
    let mut fields: Vec<TopLevelField<'db>> = Vec::new();
    let mut sections: HashMap<Section, usize> = HashMap::new();
    let mut groups: HashMap<(Section, &str), usize> = HashMap::new();
    for &chunk in chunks {
        let key = chunk.key(db);
        if matches!(key.section, Section::Root | Section::Fragment) {
            fields.push(TopLevelField::Single(chunk));
            continue;
        }
        let at = *sections.entry(key.section).or_insert_with(|| {
            fields.push(TopLevelField::Section(key.section, Vec::new()));
            fields.len() - 1
        });
        let Some(TopLevelField::Section(_, members)) = fields.get_mut(at) else { continue };
        let at = *groups.entry((key.section, &key.name)).or_insert_with(|| {
            members.push(Group { name: &key.name, chunks: Vec::new() });
            members.len() - 1
        });
        if let Some(group) = members.get_mut(at) {
            group.chunks.push(chunk);
        }
    }
    fields
}

struct Document<'db, S> {
    db: &'db dyn Db,
    version: Version,
    components: &'db [Component<'db>],
    walker: BundleWalker<'db, S, Plan<'db>>,
}

impl<'db, S: Sink> Document<'db, S> {
    fn write(&mut self, fields: &[TopLevelField<'db>]) {
        let mut added = self.added();
        self.walker.sink.begin(Kind::Object);
        for field in fields {
            match field {
                TopLevelField::Single(chunk) if &*chunk.key(self.db).name == "components" && !added.is_empty() => {
                    self.all_components(&[], std::mem::take(&mut added));
                }
                TopLevelField::Single(chunk) => {
                    self.walker.sink.key(&chunk.key(self.db).name);
                    self.walker.chunk(*chunk);
                }
                TopLevelField::Section(Section::Components, groups) => {
                    self.all_components(groups, std::mem::take(&mut added));
                }
                TopLevelField::Section(section, groups) => self.paths(*section, groups),
            }
        }
        if !added.is_empty() {
            self.all_components(&[], added);
        }
        self.walker.sink.end();
    }

    /// The added components by section.
    fn added(&self) -> Vec<(&'static str, Vec<&'db Component<'db>>)> {
        let mut added: Vec<(&'static str, Vec<&'db Component<'db>>)> = Vec::new();
        for component in self.components.iter().filter(|component| component.home.is_none()) {
            let section = component.object.section(self.version);
            match added.last_mut() {
                Some((last, components)) if *last == section => components.push(component),
                _ => added.push((section, vec![component])),
            }
        }
        added
    }

    fn paths(&mut self, section: Section, groups: &[Group<'db>]) {
        self.walker.sink.key(if section == Section::Webhooks { "webhooks" } else { "paths" });
        self.walker.sink.begin(Kind::Object);
        for group in groups {
            self.walker.sink.key(group.name);
            match group.unsplit(self.db) {
                Some(chunk) => self.walker.chunk(chunk),
                None => self.walker.path_item(&group.chunks),
            }
        }
        self.walker.sink.end();
    }

    fn all_components(&mut self, groups: &[Group<'db>], mut added: Vec<(&'static str, Vec<&'db Component<'db>>)>) {
        self.walker.sink.key("components");
        self.walker.sink.begin(Kind::Object);
        for group in groups {
            let more = match added.iter().position(|(section, _)| *section == group.name) {
                Some(at) => added.remove(at).1,
                None => Vec::new(),
            };
            self.walker.sink.key(group.name);
            match group.unsplit(self.db) {
                Some(chunk) if more.is_empty() => self.walker.chunk(chunk),
                Some(_) => self.section(&[], &more),
                None => self.section(&group.chunks, &more),
            }
        }
        for (section, components) in added {
            self.walker.sink.key(section);
            self.section(&[], &components);
        }
        self.walker.sink.end();
    }

    /// Writes the components of a section: the spec's, then the added ones.
    fn section(&mut self, own: &[Chunk<'db>], added: &[&Component<'db>]) {
        self.walker.sink.begin(Kind::Object);
        for &chunk in own {
            self.walker.sink.key(&chunk.key(self.db).member);
            match self.walker.places.at_home(chunk) {
                Some((target, object)) => self.walker.content(target, Holds::One(object)),
                None => self.walker.chunk(chunk),
            }
        }
        for component in added {
            self.walker.sink.key(&component.name);
            self.walker.content(component.target, Holds::One(component.object));
        }
        self.walker.sink.end();
    }
}

/// Decides where the values of other files go.
struct Plan<'db> {
    bundle: &'db Bundle<'db>,
    version: Version,
    components: HashMap<(Target<'db>, Object), &'db str>,
    homes: HashMap<Chunk<'db>, (Target<'db>, Object)>,
}

impl<'db> Plan<'db> {
    fn new(bundle: &'db Bundle<'db>, version: Version) -> Self {
        let all = bundle.components.iter();
        let components = all.clone().map(|found| ((found.target, found.object), &*found.name)).collect();
        let homes = all.filter_map(|found| Some((found.home?, (found.target, found.object)))).collect();
        Self { bundle, version, components, homes }
    }

    /// The value that replaces a component which is only a reference to it.
    fn at_home(&self, chunk: Chunk<'db>) -> Option<(Target<'db>, Object)> {
        self.homes.get(&chunk).copied()
    }
}

impl<'db> Places<'db> for Plan<'db> {
    fn component(&mut self, target: Target<'db>, object: Object, reference: &str) -> String {
        self.moved(target, object).unwrap_or_else(|| reference.to_owned())
    }

    fn moved(&self, target: Target<'db>, object: Object) -> Option<String> {
        let name = self.components.get(&(target, object))?;
        Some(format!("#/components/{}/{name}", object.section(self.version)))
    }

    fn path_item(&mut self, target: Target<'db>, _: &str) -> Option<String> {
        self.moved(target, Object::PathItem)
    }

    fn may_inline(&mut self, _: usize) -> bool {
        self.bundle.inlines
    }
}
