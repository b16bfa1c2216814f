//! Valid specs with one node removed, retyped or written twice: what is said of it points at the place of the change.
//!
//! `TOOL_POSITIONS` is how many documents are drawn, `TOOL_POSITION_SEED` which ones.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a long run says what it did")]

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use engine::testing::as_json;
use engine::{Change, Diagnostic, MemorySystem, Project, Severity};
use serde_json::Value;

use super::mutations::{Case, Random, number};
use super::{everything, in_time};
use crate::corpus::{read, test_data, truth};

/// How many documents are drawn, if nobody says otherwise. By hand 300 take less than a minute.
const DRAWN: usize = 24;
/// How many mutations each gets.
const MUTATIONS: usize = 20;
/// Larger documents take too long each.
const LARGEST: usize = 200 << 10;
/// How many of a hundred errors have to be at the place of the change.
const AT_THE_CHANGE: usize = 95;
/// Of how many mutations one has its whole site looked at.
const LOOKED_AT: usize = 5;

/// A document that may have a key twice.
#[derive(Clone)]
enum Node {
    Scalar(String),
    List(Vec<Node>),
    Map(Vec<(String, Node)>),
}

/// The way to a node: the number of an item or member at each level.
type Way = Vec<usize>;

/// Where the nodes of a written document stand: value, and key if it has one.
type Places = BTreeMap<Way, (Range<usize>, Option<Range<usize>>)>;

impl Node {
    fn of(value: &Value) -> Self {
        match value {
            Value::Array(items) if !items.is_empty() => Self::List(items.iter().map(Self::of).collect()),
            Value::Object(members) if !members.is_empty() => {
                Self::Map(members.iter().map(|(key, value)| (key.clone(), Self::of(value))).collect())
            }
            value => Self::Scalar(value.to_string()),
        }
    }

    /// How many nodes are directly below.
    fn len(&self) -> usize {
        match self {
            Self::Scalar(_) => 0,
            Self::List(items) => items.len(),
            Self::Map(members) => members.len(),
        }
    }

    fn child(&self, number: usize) -> Option<&Self> {
        match self {
            Self::Scalar(_) => None,
            Self::List(items) => items.get(number),
            Self::Map(members) => members.get(number).map(|(_, value)| value),
        }
    }

    fn child_mut(&mut self, number: usize) -> Option<&mut Self> {
        match self {
            Self::Scalar(_) => None,
            Self::List(items) => items.get_mut(number),
            Self::Map(members) => members.get_mut(number).map(|(_, value)| value),
        }
    }

    fn at_mut(&mut self, way: &[usize]) -> &mut Self {
        way.iter().fold(self, |node, &number| node.child_mut(number).unwrap())
    }

    /// The ways to all nodes but the root, in order.
    fn ways(&self) -> Vec<Way> {
        let mut found = Vec::new();
        let mut open: Vec<(Way, &Self)> = vec![(Vec::new(), self)];
        while let Some((way, node)) = open.pop() {
            for number in (0..node.len()).rev() {
                let below = way.iter().copied().chain([number]).collect();
                open.push((below, node.child(number).unwrap()));
            }
            if !way.is_empty() {
                found.push(way);
            }
        }
        found
    }

    /// Writes the node and what is below it, and where each node stands.
    fn write(&self, form: Form, way: &mut Way, out: &mut String, places: &mut Places) {
        let child =
            |number: usize, node: &Self, key: Option<&String>, way: &mut Way, out: &mut String, places: &mut Places| {
                form.before(number, way.len(), out);
                let key = key.map(|key| {
                    let start = out.len();
                    out.push_str(&serde_json::to_string(key).unwrap());
                    let range = start..out.len();
                    out.push(':');
                    range
                });
                way.push(number);
                form.between(node, key.is_some(), out);
                let start = out.len();
                node.write(form, way, out, places);
                // A block begins with the end of the line above it.
                let indent = out[start..].len() - out[start..].trim_start().len();
                places.insert(way.clone(), (start + indent..out.len(), key));
                way.pop();
            };
        match self {
            Self::Scalar(text) => out.push_str(text),
            Self::List(items) => {
                form.open('[', out);
                for (number, item) in items.iter().enumerate() {
                    child(number, item, None, way, out, places);
                }
                form.close(']', out);
            }
            Self::Map(members) => {
                form.open('{', out);
                for (number, (key, value)) in members.iter().enumerate() {
                    child(number, value, Some(key), way, out, places);
                }
                form.close('}', out);
            }
        }
    }
}

/// How a document is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Json,
    /// In blocks, so that it is split by its lines.
    Yaml,
}

impl Form {
    fn file(self) -> &'static str {
        if self == Self::Json { "openapi.json" } else { "openapi.yaml" }
    }

    fn open(self, mark: char, out: &mut String) {
        if self == Self::Json {
            out.push(mark);
        }
    }

    fn close(self, mark: char, out: &mut String) {
        if self == Self::Json {
            out.push(mark);
        }
    }

    fn before(self, number: usize, level: usize, out: &mut String) {
        if self == Self::Json {
            out.push_str(if number == 0 { "\n" } else { ",\n" });
        } else {
            out.push('\n');
            out.push_str(&"  ".repeat(level));
        }
    }

    fn between(self, node: &Node, is_member: bool, out: &mut String) {
        if self == Self::Yaml {
            out.push_str(if is_member { "" } else { "-" });
            if node.len() == 0 {
                out.push(' ');
            }
        }
    }

    /// The document's text and places. A document of one scalar is no spec.
    fn text(self, node: &Node) -> (String, Places) {
        let (mut out, mut places) = (String::new(), Places::new());
        node.write(self, &mut Vec::new(), &mut out, &mut places);
        places.insert(Vec::new(), (0..out.len(), None));
        out.push('\n');
        (out, places)
    }
}

/// What happens to a node.
#[derive(Clone, Copy, Debug)]
enum Mutation {
    Removed,
    Retyped,
    Duplicated,
}

/// A value of another kind.
fn retyped(node: &Node, random: &mut Random) -> Node {
    let scalars = ["null", "true", "7", "\"text\"", "[]", "{}"];
    let is_same = |text: &str| match node {
        Node::Scalar(old) => old.as_bytes().first() == text.as_bytes().first() || (text == "true" && old == "false"),
        Node::List(_) => text == "[]",
        Node::Map(_) => text == "{}",
    };
    let other: Vec<&str> = scalars.into_iter().filter(|text| !is_same(text)).collect();
    Node::Scalar(other[random.below(other.len())].to_owned())
}

/// A document with one node changed, what happened, and the ways to what is changed in it.
fn mutate(document: &Node, way: &[usize], random: &mut Random) -> (Node, Mutation, Vec<Way>) {
    let mut changed = document.clone();
    let (&number, above) = way.split_last().unwrap();
    let parent = changed.at_mut(above);
    match random.below(3) {
        0 => {
            match parent {
                Node::List(items) => drop(items.remove(number)),
                Node::Map(members) => drop(members.remove(number)),
                Node::Scalar(_) => {}
            }
            if parent.len() == 0 {
                *parent = Node::Scalar(if matches!(parent, Node::List(_)) { "[]" } else { "{}" }.to_owned());
            }
            (changed, Mutation::Removed, Vec::new())
        }
        1 => {
            let node = parent.child_mut(number).unwrap();
            *node = retyped(node, random);
            (changed, Mutation::Retyped, vec![way.to_vec()])
        }
        _ => {
            match parent {
                Node::List(items) => items.insert(number, items[number].clone()),
                Node::Map(members) => members.insert(number, members[number].clone()),
                Node::Scalar(_) => {}
            }
            let second = above.iter().copied().chain([number + 1]).collect();
            (changed, Mutation::Duplicated, vec![way.to_vec(), second])
        }
    }
}

/// A project of the document alone, and what is said of it.
struct Documents {
    system: Arc<MemorySystem>,
    project: Project,
    form: Form,
}

impl Documents {
    fn open(form: Form, text: &str) -> Self {
        let system = Arc::new(MemorySystem::default());
        system.write("tool.json", format!("{{\"name\": \"N\", \"openapi\": \"{}\"}}", form.file()));
        system.write("docs/index.md", "---\ntitle: H\n---\n");
        system.write(form.file(), text);
        Self { project: Project::open(system.clone()), system, form }
    }

    fn write(&mut self, text: &str) {
        self.system.write(self.form.file(), text);
        self.project.apply(&[Change::Path(self.form.file().into())]);
    }

    fn errors(&self) -> Vec<Diagnostic> {
        let found = self.project.site().diagnostics();
        found.into_iter().filter(|found| found.severity == Severity::Error).collect()
    }
}

/// What is counted.
#[derive(Default)]
struct Counts {
    mutations: usize,
    errors: usize,
    elsewhere: Vec<String>,
}

/// Whether a place is at the change: in a changed node, its key or its parent's key, or at the parent where it has none.
fn is_at_the_change(span: &Range<usize>, places: &Places, changed: &[Way], above: &[usize]) -> bool {
    let within = |range: &Range<usize>| range.start <= span.start && span.end <= range.end;
    let of_change = changed.iter().filter_map(|way| places.get(way));
    let is_changed = of_change.into_iter().any(|(value, key)| within(value) || key.as_ref().is_some_and(within));
    let (value, key) = &places[above];
    // What the root lacks is said at its start.
    let is_above = if above.is_empty() { *span == (0..0) } else { key.as_ref().map_or(value == span, within) };
    is_changed || is_above
}

/// Tries mutations of a document in one form.
fn try_all(title: &str, document: &Node, form: Form, random: &mut Random, counts: &mut Counts) {
    let ways = document.ways();
    let (text, _) = form.text(document);
    let mut documents = Documents::open(form, &text);
    let known: BTreeSet<String> = documents.errors().into_iter().map(|found| found.message).collect();
    for _ in 0..MUTATIONS / 2 {
        let way = &ways[random.below(ways.len())];
        let (changed, mutation, at) = mutate(document, way, random);
        let (text, places) = form.text(&changed);
        let case = Case(format!("{title}: {mutation:?} {way:?} of\n{text}"));
        documents.write(&text);
        for found in documents.errors().into_iter().filter(|found| !known.contains(&found.message)) {
            counts.errors += 1;
            let above = &way[..way.len() - 1];
            let place = found.place.as_ref();
            let span = place.filter(|place| &*place.file == form.file()).map(|place| place.span.range());
            if !span.as_ref().is_some_and(|span| is_at_the_change(span, &places, &at, above)) {
                let is = span.and_then(|span| text.get(span)).unwrap_or_default();
                let is: String = is.chars().take(60).collect();
                let code = found.code.name();
                counts.elsewhere.push(format!("{code} {mutation:?} {title} {way:?}: {} at {is:?}", found.message));
            }
        }
        counts.mutations += 1;
        if counts.mutations.is_multiple_of(LOOKED_AT) {
            everything(&documents.project);
            let _ = documents.project.inspect(form.file(), None).to_json();
        }
        drop(case);
    }
}

/// The documents of the test data that can be read by themselves, in the order that a seed decides.
fn drawn(root: &Path, random: &mut Random) -> Vec<(String, Node)> {
    let mut paths: Vec<String> =
        truth(root).into_iter().filter(|(_, it)| it["status"] == "ok").map(|(path, _)| path).collect();
    let mut found = Vec::new();
    while found.len() < number("TOOL_POSITIONS", DRAWN) && !paths.is_empty() {
        let path = paths.swap_remove(random.below(paths.len()));
        let bytes = read(root, &path);
        let Some(json) =
            String::from_utf8(bytes).ok().filter(|text| text.len() <= LARGEST).and_then(|text| as_json(&text))
        else {
            continue;
        };
        let value: Value = serde_json::from_str(&json).unwrap();
        found.push((path, Node::of(&value)));
    }
    found
}

#[test]
fn errors_are_at_the_place_of_the_change() {
    let Some(root) = test_data() else { return };
    let mut random = Random(number("TOOL_POSITION_SEED", 1) as u64);
    let mut counts = Counts::default();
    let documents = drawn(&root, &mut random);
    let total = documents.len();
    for (title, document) in documents {
        let (done, state) = in_time(move || {
            let mut counts = Counts::default();
            for form in [Form::Json, Form::Yaml] {
                try_all(&title, &document, form, &mut random, &mut counts);
            }
            (counts, random)
        });
        random = state;
        counts.mutations += done.mutations;
        counts.errors += done.errors;
        counts.elsewhere.extend(done.elsewhere);
    }
    let (errors, elsewhere) = (counts.errors, counts.elsewhere.len());
    println!("{total} documents, {} mutations, {errors} errors, {elsewhere} of them elsewhere", counts.mutations);
    for line in &counts.elsewhere {
        eprintln!("{line}");
    }
    assert!(errors > counts.mutations / 20, "{errors} errors of {} mutations", counts.mutations);
    assert!((errors - elsewhere) * 100 >= errors * AT_THE_CHANGE, "{elsewhere} of {errors} errors are elsewhere");
}
