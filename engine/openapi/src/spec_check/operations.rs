//! Checks the operations of a spec together: their ids, paths and tags, and missing fields that several of them share.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::document::SpecPlace;
use super::fields::MOST_FINDINGS;
use super::parameters::{UndeclaredName, undeclared_names};
use crate::Db;
use crate::operation::{OperationHead, address, operation_head, operations, webhooks};
use crate::spec::{root_value, spec_info};
use base::diagnostic::{Code, Diagnostic, did_you_mean};
use base::inputs::File;
use base::tree::NodeRef;

/// The place of a finding about the operations of a spec.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OperationsPlace {
    /// An operation, by its number among those of `paths` and then of `webhooks`: a field of it, or its key.
    Operation {
        /// Its number, from 0 on.
        number: usize,
        /// The field; `None` for the key.
        field: Option<&'static str>,
    },
    /// The path of an operation, by the same number.
    Path {
        /// The number of the operation.
        number: usize,
    },
    /// A value of a top-level field.
    Field(SpecPlace),
}

/// The longest path, in characters, that all servers and browsers accept.
const LONGEST_PATH: usize = 1_000;
/// How many names a finding lists.
const LISTED: usize = 5;

type OperationsFinding = Diagnostic<OperationsPlace>;

/// Returns the findings about the operations of a spec as a whole.
#[salsa::tracked(returns(ref))]
pub fn check_operations(db: &dyn Db, spec: File) -> Vec<OperationsFinding> {
    let of_paths: Vec<&OperationHead> = operations(db, spec).iter().map(|&chunk| operation_head(db, chunk)).collect();
    let of_webhooks = webhooks(db, spec).iter().map(|&chunk| operation_head(db, chunk));
    let all: Vec<&OperationHead> = of_paths.iter().copied().chain(of_webhooks).collect();
    let mut found = duplicate_ids(&all);
    found.extend(odd_paths(&of_paths));
    found.extend(ambiguous_paths(&of_paths));
    found.extend(undeclared_parameters(db, spec, &of_paths));
    found.extend(undeclared_tags(db, spec, &of_paths));
    let is_grouped = tag_groups(db, spec, &of_paths, &mut found);
    let has_tags = of_paths.iter().any(|head| !head.tags.is_empty());
    if has_tags && !is_grouped {
        let help = "operations without a tag are listed after the tags in the sidebar";
        found.extend(lacking(&of_paths, Code::MissingTags, "no tag", help, |head| head.tags.is_empty()));
    }
    let help = "without a `summary`, the title of a page is derived from the description, the `operationId`, or method and path";
    found.extend(lacking(&of_paths, Code::MissingSummary, "no `summary`", help, |head| head.summary.is_none()));
    let help = "without `responses`, a page does not describe what the server returns";
    found.extend(lacking(&of_paths, Code::MissingResponses, "no `responses`", help, |head| !head.has_responses));
    found
}

fn at(number: usize, field: Option<&'static str>) -> OperationsPlace {
    OperationsPlace::Operation { number, field }
}

fn path_of(number: usize) -> OperationsPlace {
    OperationsPlace::Path { number }
}

/// Each operation with the `operationId` of an earlier one.
fn duplicate_ids(heads: &[&OperationHead]) -> Vec<OperationsFinding> {
    let mut first: BTreeMap<&str, usize> = BTreeMap::new();
    let mut found = Vec::new();
    for (number, head) in heads.iter().enumerate() {
        let Some(id) = head.operation_id.as_deref() else { continue };
        let earlier = *first.entry(id).or_insert(number);
        let Some(other) = heads.get(earlier).filter(|_| earlier != number) else { continue };
        let (own, others) = (address(head), address(other));
        let message = format!("`{others}` and `{own}` have the same `operationId` `{}`", short(id));
        found.push(
            Diagnostic::new(Code::DuplicateOperationId, message, at(number, Some("operationId")))
                .with_note("first used here", at(earlier, Some("operationId")))
                .with_help(format!("give each its own; until then, refer to them as `{others}` and `{own}`")),
        );
    }
    found
}

/// A name, shortened for messages.
fn short(name: &str) -> String {
    const LONGEST: usize = 100;
    let mut shown: String = name.chars().take(LONGEST).collect();
    if shown.len() < name.len() {
        shown.push('…');
    }
    shown
}

/// Paths that are not valid URL templates, each once.
fn odd_paths(heads: &[&OperationHead]) -> Vec<OperationsFinding> {
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for (number, head) in heads.iter().enumerate() {
        if seen.insert(&*head.path)
            && let Some(reason) = what_is_odd(&head.path)
        {
            let message = format!("the path `{}` {reason}", short(&head.path));
            let help = "it is shown as written, and requests may not reach the server";
            found.push(Diagnostic::new(Code::InvalidPath, message, path_of(number)).with_help(help.to_owned()));
        }
    }
    found
}

fn what_is_odd(path: &str) -> Option<String> {
    let mut is_open = false;
    let mut is_matched = true;
    for c in path.chars() {
        is_matched &= match c {
            '{' => !is_open,
            '}' => is_open,
            _ => true,
        };
        is_open = (is_open || c == '{') && c != '}';
    }
    let length = path.chars().count();
    Some(match path {
        path if !path.starts_with('/') => "does not begin with `/`".to_owned(),
        _ if is_open || !is_matched => "has an unmatched brace".to_owned(),
        path if path.contains("//") => "has an empty segment".to_owned(),
        path if path.contains(['?', '#']) => {
            "contains a query or fragment; declare query parameters in `parameters`".to_owned()
        }
        _ if length > LONGEST_PATH => format!("has {length} characters, more than some servers accept"),
        _ => return None,
    })
}

/// Paths that differ only in the names of their parameters, each with the first of its kind.
fn ambiguous_paths(heads: &[&OperationHead]) -> Vec<OperationsFinding> {
    let mut first: BTreeMap<String, usize> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for (number, head) in heads.iter().enumerate() {
        if !seen.insert(&*head.path) {
            continue;
        }
        let earlier = *first.entry(without_names(&head.path)).or_insert(number);
        let Some(other) = heads.get(earlier).filter(|_| earlier != number) else { continue };
        let message = format!("the paths `{}` and `{}` match the same URLs", short(&other.path), short(&head.path));
        found.push(
            Diagnostic::new(Code::AmbiguousPath, message, path_of(number))
                .with_note("the other path", path_of(earlier))
                .with_help("parameter names do not distinguish paths; merge them into one path".to_owned()),
        );
    }
    found
}

/// A path with empty braces.
fn without_names(path: &str) -> String {
    let mut out = String::new();
    let mut rest = path;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        out.push('{');
        rest = after.split_once('}').map_or(after, |(_, after)| after);
    }
    out.push_str(rest);
    out
}

/// Names in paths that operations do not declare as parameters: for each path and name one finding, at the path if none
/// of its operations does, else at the first that does not.
fn undeclared_parameters(db: &dyn Db, spec: File, heads: &[&OperationHead]) -> Vec<OperationsFinding> {
    let mut operations_of: HashMap<&str, usize> = HashMap::new();
    let mut lacking: BTreeMap<(usize, &str), (&UndeclaredName, Vec<usize>)> = BTreeMap::new();
    let mut first: HashMap<&str, usize> = HashMap::new();
    for (number, (&chunk, head)) in operations(db, spec).iter().zip(heads).enumerate() {
        *operations_of.entry(&head.path).or_default() += 1;
        let path = *first.entry(&head.path).or_insert(number);
        // The names in a path that is no template are not certain.
        let names = if what_is_odd(&head.path).is_some() { &[] } else { undeclared_names(db, chunk).as_slice() };
        for undeclared in names {
            let (_, numbers) = lacking.entry((path, &undeclared.name)).or_insert((undeclared, Vec::new()));
            numbers.push(number);
        }
    }
    let mut found = Vec::new();
    for ((path, name), (undeclared, numbers)) in lacking {
        let (Some(head), Some(&number)) = (heads.get(path), numbers.first()) else { continue };
        let is_of_path = operations_of.get(&*head.path) == Some(&numbers.len());
        let place = if is_of_path { path_of(path) } else { at(number, None) };
        let message = format!("the parameter `{}` of the path `{}` is not declared", short(name), short(&head.path));
        let help = match &undeclared.elsewhere {
            Some(location) => format!("it is declared with `in: {location}`; write `in: path`"),
            None => "add it to `parameters`, with `in: path` and `required: true`".to_owned(),
        };
        let finding = Diagnostic::new(Code::PathParameters, message, place).with_help(help);
        let names = numbers.iter().filter(|_| !is_of_path).filter_map(|&number| heads.get(number));
        found.push(listing(finding, names.map(|head| short(&address(head))), numbers.len()));
    }
    found
}

/// Tags of operations that the document does not declare, if it declares any.
fn undeclared_tags(db: &dyn Db, spec: File, heads: &[&OperationHead]) -> Option<OperationsFinding> {
    let declared: BTreeSet<&str> = spec_info(db, spec).tags.iter().map(|tag| &*tag.name).collect();
    if declared.is_empty() {
        return None;
    }
    let mut tags: Vec<&str> = Vec::new();
    let mut seen = BTreeSet::new();
    let mut place = None;
    for (number, head) in heads.iter().enumerate() {
        for tag in head.tags.iter().map(AsRef::as_ref).filter(|tag| !declared.contains(tag)) {
            place = place.or(Some(number));
            if seen.insert(tag) {
                tags.push(tag);
            }
        }
    }
    let message = match tags.as_slice() {
        [] => return None,
        [tag] => format!("the tag `{}` is not declared", short(tag)),
        tags => format!("{} tags are not declared", tags.len()),
    };
    let near = tags.first().filter(|_| tags.len() == 1).and_then(|tag| did_you_mean(tag, declared.iter().copied()));
    let help = near.unwrap_or_else(|| {
        "declared tags come first in the sidebar; add them to the `tags` of the document".to_owned()
    });
    let finding = Diagnostic::new(Code::UndeclaredTag, message, at(place?, Some("tags"))).with_help(help);
    let names = tags.iter().filter(|_| tags.len() > 1).map(|tag| short(tag));
    Some(listing(finding, names, tags.len()))
}

/// Checks `x-tagGroups`. Returns whether there are any.
fn tag_groups(db: &dyn Db, spec: File, heads: &[&OperationHead], found: &mut Vec<OperationsFinding>) -> bool {
    let Some(root) = root_value(db, spec, "x-tagGroups").filter(|_| !spec_info(db, spec).tag_groups.is_empty()) else {
        return false;
    };
    let place = |node: NodeRef<'_>| OperationsPlace::Field(SpecPlace::node("x-tagGroups", node.id()));
    let declared = spec_info(db, spec).tags.iter().map(|tag| &*tag.name);
    let known: BTreeSet<&str> =
        declared.chain(heads.iter().flat_map(|head| head.tags.iter().map(AsRef::as_ref))).collect();
    let mut first: BTreeMap<&str, NodeRef<'_>> = BTreeMap::new();
    for group in root.items().filter(|group| group.get("name").is_some_and(|name| name.scalar().is_some())) {
        for node in group.get("tags").into_iter().flat_map(NodeRef::items) {
            let Some(tag) = node.scalar() else { continue };
            if !known.contains(tag) {
                let message = format!("the tag `{}` does not exist", short(tag));
                let near = if found.len() < MOST_FINDINGS { did_you_mean(tag, known.iter().copied()) } else { None };
                let help = near.unwrap_or_else(|| "no operation has it, and `tags` does not declare it".to_owned());
                found.push(Diagnostic::new(Code::TagGroups, message, place(node)).with_help(help));
            }
            match first.get(tag) {
                Some(earlier) => found.push(
                    Diagnostic::new(Code::TagGroups, format!("the tag `{}` is in two groups", short(tag)), place(node))
                        .with_note("first used here", place(*earlier))
                        .with_help("its operations are listed in the first".to_owned()),
                ),
                None => {
                    first.insert(tag, node);
                }
            }
        }
    }
    let help = "operations without such a tag are listed under `Other` in the sidebar";
    let is_in_none = |head: &OperationHead| !head.tags.iter().any(|tag| first.contains_key(&**tag));
    found.extend(lacking(heads, Code::TagGroups, "no tag that is in a group", help, is_in_none));
    true
}

/// The operations that lack a field, as one finding at the first of them.
fn lacking(
    heads: &[&OperationHead],
    code: Code,
    what: &str,
    help: &str,
    lacks: impl Fn(&OperationHead) -> bool,
) -> Option<OperationsFinding> {
    let lacking: Vec<(usize, &&OperationHead)> = heads.iter().enumerate().filter(|(_, head)| lacks(head)).collect();
    let (number, first) = *lacking.first()?;
    let message = match lacking.len() {
        1 => format!("`{}` has {what}", short(&address(first))),
        count => format!("{count} operations have {what}"),
    };
    let finding = Diagnostic::new(code, message, at(number, None)).with_help(help.to_owned());
    let names = lacking.iter().filter(|_| lacking.len() > 1).map(|(_, head)| short(&address(head)));
    Some(listing(finding, names, lacking.len()))
}

/// A finding with the first few names as notes, and the number of the others.
fn listing(mut finding: OperationsFinding, names: impl Iterator<Item = String>, count: usize) -> OperationsFinding {
    for name in names.take(LISTED) {
        finding = finding.with_note(name, None);
    }
    if count > LISTED {
        finding = finding.with_note(format!("and {} more", count - LISTED), None);
    }
    finding
}
