//! The bundle of a spec: one equivalent document without references to other files.
//!
//! It is assembled from the chunks of the spec when it is written. Values of other files become components, once for
//! all references; a path item is copied to each path that refers to it. A reference in a position without components
//! (a value in an extension) is replaced by its value, which becomes a schema if it contains itself. Nothing else is
//! expanded, so the bundle is about as large as its sources together. An unresolved reference stays as written.

mod name;
mod walk;
mod write;

use std::collections::{HashMap, HashSet};

pub use write::write;

use self::name::{is_portable, portable, unique};
use self::walk::{BundleWalker, Places, weight};
use crate::Db;
use crate::address::last_token;
use crate::chunks::{Chunk, Section, chunk_tree, file_index};
use crate::external_files::external_references;
use crate::fragments::spec_files;
use crate::reference::{Target, follow, resolve};
use crate::shape::{Holds, Object};
use crate::spec::version;
use base::inputs::File;
use base::tree::{Kind, NodeRef, Sink};

/// What a bundle adds to the chunks of the spec.
#[derive(Clone, Debug, Default, PartialEq, Eq, salsa::SalsaValue)]
pub(crate) struct Bundle<'db> {
    /// By kind and name.
    components: Vec<Component<'db>>,
    /// Whether values replace references in positions without components. False if that would make the bundle much
    /// larger than its sources.
    inlines: bool,
}

/// A value of another file that is a component.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
struct Component<'db> {
    object: Object,
    name: Box<str>,
    target: Target<'db>,
    /// The component of the spec that is only a reference to it; the value replaces that component.
    home: Option<Chunk<'db>>,
}

/// The components that the bundle of a spec needs. Changes when a referenced value of another file does.
#[salsa::tracked(returns(ref))]
pub(crate) fn bundle(db: &dyn Db, spec: File) -> Bundle<'_> {
    let chunks = &file_index(db, spec).chunks;
    if chunks.iter().all(|&chunk| external_references(db, chunk).is_empty()) {
        return Bundle { components: Vec::new(), inlines: true };
    }
    let sources = || spec_files(db, spec).known.iter().map(|place| place.file(db).text(db).len()).sum::<usize>();
    // The size of the sources is computed only if it matters.
    let found = find(db, spec, Some(MOST_INLINED)).or_else(|| find(db, spec, Some(4 * sources())));
    let inlines = found.is_some();
    let found = found.or_else(|| find(db, spec, None)).unwrap_or_default();
    Bundle { components: named(db, spec, found), inlines }
}

/// How much may replace references in total; four times the sources, if that is more.
const MOST_INLINED: usize = 1 << 20;

/// Finds the values that become components. `None` if more than `budget` would be inlined; without a budget nothing is.
fn find(db: &dyn Db, spec: File, budget: Option<usize>) -> Option<TargetFinder<'_>> {
    let version = version(db, spec);
    let finder = TargetFinder { may_inline: budget.is_some(), budget: budget.unwrap_or(0), ..TargetFinder::default() };
    let mut walker = BundleWalker::new(db, spec, version, Nowhere, finder);
    let leaving: Vec<Chunk<'_>> = file_index(db, spec)
        .chunks
        .iter()
        .filter(|&&chunk| !external_references(db, chunk).is_empty())
        .copied()
        .collect();
    for &chunk in &leaving {
        if let Some((target, object)) = alias(db, spec, chunk) {
            walker.places.home(target, object, chunk);
        }
    }
    for &chunk in &leaving {
        if matches!(chunk.key(db).section, Section::Paths | Section::Webhooks) && &*chunk.key(db).member == "$ref" {
            let key = chunk.key(db);
            let of_path = |other: &&Chunk<'_>| (other.key(db).section, &other.key(db).name) == (key.section, &key.name);
            let fields = file_index(db, spec).chunks.iter().filter(of_path);
            walker.shared(chunk, &fields.map(|field| &*field.key(db).member).collect());
        } else {
            walker.chunk(chunk);
        }
    }
    walker.places.share_path_items(db);
    let mut at = 0;
    while let Some(&BundledValue { target, object, .. }) = walker.places.found.get(at) {
        walker.content(target, Holds::One(object));
        at += 1;
    }
    Some(walker.places).filter(|finder| !finder.is_exceeded)
}

/// The value of another file to which a component of the spec is a reference, and nothing else.
fn alias<'db>(db: &'db dyn Db, spec: File, chunk: Chunk<'db>) -> Option<(Target<'db>, Object)> {
    let key = chunk.key(db);
    let Holds::One(object) = Holds::of_chunk(key) else { return None };
    let version = version(db, spec);
    let is_place = key.section == Section::Components
        && object.is_component(version)
        && object.section(version) == &*key.name
        && is_portable(&key.member);
    if !is_place {
        return None;
    }
    let root = chunk_tree(db, chunk).root();
    let reference = root.get_str("$ref").filter(|_| root.entries().count() == 1)?;
    let target = resolve(db, chunk, reference).ok()?;
    (target.chunk.file(db) != spec).then_some((target, object))
}

/// A value that becomes a component.
#[derive(Clone, Debug)]
struct BundledValue<'db> {
    target: Target<'db>,
    object: Object,
    /// The base of its name.
    base: String,
    home: Option<Chunk<'db>>,
}

/// A path item that paths refer to.
struct PathItemUse<'db> {
    target: Target<'db>,
    reference: String,
    count: usize,
}

/// Collects the targets of references.
#[derive(Default)]
struct TargetFinder<'db> {
    found: Vec<BundledValue<'db>>,
    known: HashSet<(Target<'db>, Object)>,
    /// The path items of paths.
    path_items: Vec<PathItemUse<'db>>,
    known_path_items: HashMap<Target<'db>, usize>,
    may_inline: bool,
    budget: usize,
    is_exceeded: bool,
}

impl<'db> TargetFinder<'db> {
    fn home(&mut self, target: Target<'db>, object: Object, chunk: Chunk<'db>) {
        if self.known.insert((target, object)) {
            self.found.push(BundledValue { target, object, base: String::new(), home: Some(chunk) });
        }
    }
}

impl<'db> TargetFinder<'db> {
    /// Turns path items shared by several paths into components, if copies would make the bundle much larger than its
    /// sources.
    fn share_path_items(&mut self, db: &'db dyn Db) {
        let repeated = |item: &PathItemUse<'db>| {
            let found = follow(db, item.target).unwrap_or(item.target);
            (item.count - 1).saturating_mul(if item.count > 1 { weight(found.node(db)) } else { 0 })
        };
        let total = self.path_items.iter().map(repeated).fold(0, usize::saturating_add);
        if total <= MOST_INLINED {
            return;
        }
        for item in std::mem::take(&mut self.path_items) {
            if item.count > 1 {
                self.component(item.target, Object::PathItem, &item.reference);
            }
        }
    }
}

impl<'db> Places<'db> for TargetFinder<'db> {
    fn component(&mut self, target: Target<'db>, object: Object, reference: &str) -> String {
        if self.known.insert((target, object)) {
            self.found.push(BundledValue { target, object, base: last_token(reference).into_owned(), home: None });
        }
        String::new()
    }

    fn moved(&self, _: Target<'db>, _: Object) -> Option<String> {
        None
    }

    fn path_item(&mut self, target: Target<'db>, reference: &str) -> Option<String> {
        let next = self.path_items.len();
        let at = *self.known_path_items.entry(target).or_insert(next);
        match self.path_items.get_mut(at) {
            Some(known) => {
                known.count += 1;
                Some(String::new())
            }
            None => {
                self.path_items.push(PathItemUse { target, reference: reference.to_owned(), count: 1 });
                None
            }
        }
    }

    fn may_inline(&mut self, weight: usize) -> bool {
        match self.budget.checked_sub(weight) {
            Some(left) => self.budget = left,
            None => self.is_exceeded |= self.may_inline,
        }
        self.may_inline && !self.is_exceeded
    }
}

/// The components with their names, in order.
fn named<'db>(db: &'db dyn Db, spec: File, finder: TargetFinder<'db>) -> Vec<Component<'db>> {
    let version = version(db, spec);
    let mut taken: HashMap<&str, HashSet<String>> = HashMap::new();
    for chunk in &file_index(db, spec).chunks {
        let key = chunk.key(db);
        if key.section == Section::Components {
            taken.entry(&key.name).or_default().insert(key.member.as_ref().into());
        }
    }
    let mut found = finder.found;
    for found in &mut found {
        found.base = portable(&found.base, "component");
    }
    let place = |target: Target<'db>| (target.chunk.file(db).path(db), target.chunk.key(db), target.node);
    found.sort_by(|a, b| (a.object, &a.base, place(a.target)).cmp(&(b.object, &b.base, place(b.target))));
    let name = |found: BundledValue<'db>| {
        let BundledValue { target, object, base, home } = found;
        let name = match home {
            Some(chunk) => chunk.key(db).member.as_ref().into(),
            None => unique(&base, taken.entry(object.section(version)).or_default()),
        };
        Component { object, name: name.into(), target, home }
    };
    found.into_iter().map(name).collect()
}

/// A sink that discards everything.
struct Nowhere;

impl Sink for Nowhere {
    fn begin(&mut self, _: Kind) {}

    fn key(&mut self, _: &str) {}

    fn scalar(&mut self, _: Kind, _: &str) {}

    fn end(&mut self) {}

    fn value(&mut self, _: NodeRef<'_>) {}
}
