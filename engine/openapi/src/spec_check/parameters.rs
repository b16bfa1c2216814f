//! Checks lists of parameters: each name once, and the same names as the path.

use std::collections::{HashMap, HashSet};

use super::fields::{CHUNK_KEY, MOST_FINDINGS};
use super::rules::names_in_braces;
use crate::Db;
use crate::chunks::Chunk;
use crate::operation::{PathItem, operation_target};
use crate::reference::{Target, follow};
use base::diagnostic::{Code, Diagnostic, did_you_mean};
use base::tree::{NodeId, NodeRef};

/// A parameter of a list, references followed.
struct Listed<'db> {
    /// Its item in the list.
    item: NodeRef<'db>,
    /// `None` if its reference is unresolved.
    node: Option<NodeRef<'db>>,
}

impl<'db> Listed<'db> {
    fn text(&self, field: &str) -> Option<&'db str> {
        self.node?.get(field)?.scalar()
    }

    fn path_name(&self) -> Option<&'db str> {
        self.text("name").filter(|_| self.text("in") == Some("path"))
    }

    /// The place of its name, or of its reference.
    fn place(&self) -> NodeId {
        self.item.get("$ref").or_else(|| self.item.get("name")).unwrap_or(self.item).id()
    }
}

fn listed<'db>(db: &'db dyn Db, list: Target<'db>) -> Vec<Listed<'db>> {
    let list = follow(db, list).unwrap_or(list);
    let item = |item| Listed { item, node: follow(db, list.at(item)).ok().map(|target| target.node(db)) };
    list.node(db).items().map(item).collect()
}

/// Parameters with the name and location of an earlier one of the same list.
pub(super) fn check_duplicates<'db>(db: &'db dyn Db, list: Target<'db>) -> Vec<Diagnostic<NodeId>> {
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for parameter in listed(db, list) {
        let (Some(name), Some(location)) = (parameter.text("name"), parameter.text("in")) else { continue };
        if !seen.insert((name, location)) {
            let message = format!("the {location} parameter `{name}` is listed twice");
            let help = "the last one is used; remove the other".to_owned();
            found.push(Diagnostic::new(Code::DuplicateParameter, message, parameter.place()).with_help(help));
        }
    }
    found
}

/// The names in braces of a path.
struct Template<'p> {
    path: &'p str,
    /// Each as written, and without what surrounds the name in `{name=projects/*}` and `{+name}`.
    names: Vec<(&'p str, &'p str)>,
    known: HashSet<&'p str>,
}

impl<'p> Template<'p> {
    fn of(path: &'p str) -> Self {
        // A query is not part of the path.
        let before_query = path.split(['?', '#']).next().unwrap_or(path);
        let inner = |written: &'p str| {
            let name = written.split(['=', ':']).next().unwrap_or(written);
            name.trim_start_matches(['+', '/', '.', ';']).trim_end_matches('*')
        };
        let names: Vec<_> = names_in_braces(before_query).map(|written| (written, inner(written))).collect();
        let known = names.iter().flat_map(|&(written, inner)| [written, inner]).collect();
        Self { path, names, known }
    }

    /// The findings about path parameters that it does not have. `declared` are all path parameters.
    fn unmatched<'l>(
        &self,
        declared: &HashSet<&str>,
        parameters: impl Iterator<Item = (&'l str, NodeId)>,
    ) -> Vec<Diagnostic<NodeId>> {
        let names = self.names.iter().map(|&(written, _)| written);
        let free: Vec<&str> = names.filter(|name| !declared.contains(name)).collect();
        let finding = |(name, place): (&str, NodeId)| {
            #[cfg(test)]
            tests::count(free.len());
            let help = did_you_mean(name, free.iter().copied()).or_else(|| {
                let first = free.first()?;
                Some(format!("the path has `{{{first}}}`, which is not declared"))
            });
            let message = format!("the path parameter `{name}` is not in the path `{}`", self.path);
            Diagnostic::new(Code::PathParameters, message, place).with_help(help)
        };
        // Each is compared with all free names.
        parameters.filter(|(name, _)| !self.known.contains(name)).take(MOST_FINDINGS).map(finding).collect()
    }
}

/// Path parameters of an operation that its path does not have. Those of the path are reported there, unless it refers
/// to a path item elsewhere.
pub(super) fn check_operation_parameters<'db>(
    db: &'db dyn Db,
    chunk: Chunk<'db>,
    path: &str,
) -> Vec<Diagnostic<NodeId>> {
    let operation = operation_target(db, chunk);
    let own = operation.node(db).get("parameters").map(|node| operation.at(node));
    let shared = PathItem::of(db, chunk).get(db, "parameters");
    let (own, shared) = (own.map(|list| (list, listed(db, list))), shared.map(|list| (list, listed(db, list))));
    let lists = || own.iter().chain(&shared);
    let declared = lists().flat_map(|(_, list)| list).filter_map(Listed::path_name).collect();
    let reported = lists().filter(|(list, _)| list.chunk == chunk || !list.chunk.key(db).is_of_path_item());
    let parameters = reported.flat_map(|(list, parameters)| {
        let is_own = list.chunk == chunk;
        parameters.iter().filter_map(move |parameter| {
            Some((parameter.path_name()?, if is_own { parameter.place() } else { CHUNK_KEY }))
        })
    });
    Template::of(path).unmatched(&declared, parameters)
}

/// Path parameters of a path item that its path does not have.
pub(super) fn check_path_parameters<'db>(db: &'db dyn Db, list: Target<'db>, path: &str) -> Vec<Diagnostic<NodeId>> {
    let all = listed(db, list);
    let declared = all.iter().filter_map(Listed::path_name).collect();
    let parameters = all.iter().filter_map(|parameter| Some((parameter.path_name()?, parameter.place())));
    Template::of(path).unmatched(&declared, parameters)
}

/// A name in the braces of a path that no path parameter has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct UndeclaredName {
    pub(super) name: Box<str>,
    /// The location of another parameter with that name.
    pub(super) elsewhere: Option<Box<str>>,
}

/// The names in the path of an operation that it does not declare. Empty if it declares others instead, which are
/// reported, or if parameters cannot be read.
#[salsa::tracked(returns(ref))]
pub(super) fn undeclared_names<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> Vec<UndeclaredName> {
    let template = Template::of(&chunk.key(db).name);
    if template.names.is_empty() {
        return Vec::new();
    }
    let operation = operation_target(db, chunk);
    let own = operation.node(db).get("parameters").map(|node| operation.at(node));
    let lists = PathItem::of(db, chunk).get(db, "parameters").into_iter().chain(own);
    let all: Vec<Listed<'_>> = lists.flat_map(|list| listed(db, list)).collect();
    // By name; a path parameter takes precedence.
    let mut locations: HashMap<&str, &str> = HashMap::new();
    for parameter in &all {
        let (Some(name), Some(location @ ("path" | "query" | "header" | "cookie" | "querystring"))) =
            (parameter.text("name"), parameter.text("in"))
        else {
            return Vec::new();
        };
        if location == "path" && !template.known.contains(name) {
            return Vec::new();
        }
        let known = locations.entry(name).or_insert(location);
        if location == "path" {
            *known = location;
        }
    }
    let location = |name: &str| locations.get(name).copied();
    let is_declared = |name: &str| location(name) == Some("path");
    let mut seen = HashSet::new();
    let missing = template.names.iter().filter(|(written, inner)| {
        !inner.is_empty() && !is_declared(written) && !is_declared(inner) && seen.insert(*inner)
    });
    missing.map(|(_, name)| UndeclaredName { name: (*name).into(), elsewhere: location(name).map(Box::from) }).collect()
}

/// Whether all operations of a path are left out.
pub(super) fn is_internal_path<'db>(db: &'db dyn Db, list: Chunk<'db>) -> bool {
    let internal = PathItem::of(db, list).get(db, "x-internal");
    internal.is_some_and(|target| target.node(db).as_bool() == Some(true))
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::fmt::Write as _;

    use super::check_operation_parameters;
    use crate::operation::operations;
    use crate::testing::spec;

    thread_local! {
        /// The number of names that others were compared with.
        static COMPARED: Cell<usize> = const { Cell::new(0) };
    }

    pub(super) fn count(names: usize) {
        COMPARED.set(COMPARED.get() + names);
    }

    #[test]
    fn work_grows_like_the_number_of_parameters() {
        let mut report = String::new();
        let mut last: Option<usize> = None;
        for n in [2_000, 4_000, 8_000] {
            let path: String = (0..n).map(|at| format!("/{{other{at}}}")).collect();
            let parameter = |at: usize| format!(r#"{{"name": "own{at}", "in": "path", "schema": {{}}}}"#);
            let parameters: Vec<String> = (0..n).map(parameter).collect();
            let (inputs, file) = spec(&format!(
                r#"{{"openapi": "3.1.0", "paths": {{"{path}": {{"get": {{"parameters": [{}]}}}}}}}}"#,
                parameters.join(", ")
            ));
            COMPARED.set(0);
            let db = inputs.db();
            let found = check_operation_parameters(db, operations(db, file)[0], &path);
            assert!(!found.is_empty());
            let compared = COMPARED.get();
            let exponent = last.map_or(1.0, |last| (compared as f64 / last as f64).log2());
            let _ = writeln!(report, "{n}: {compared} names, exponent {exponent:.2}");
            assert!(exponent < 1.1, "{report}");
            last = Some(compared);
        }
    }
}
