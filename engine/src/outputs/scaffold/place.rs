//! The place of a spec among those of the project: its name, the folder of its pages, and its entry in `tool.json`.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::documented::DocumentedOperations;
use crate::Db;
use crate::outputs::config_edit::{Edit, NewValue, Refused};
use crate::outputs::diagnostics::at_file;
use crate::parse::config::{SpecSetting, config_file, spec_settings};
use crate::resolve::site_operation::SiteSpec;
use crate::resolve::slug::{slug, unique};
use base::diagnostic::{Diagnostic, Severity, Span};
use base::inputs::{File, FileSet};
use base::tree::{Kind, NodeRef};
use openapi::operation::{address, operation_head, operations, webhooks};
use openapi::spec::spec_info;

/// The folder of an API's pages; with several specs, the parent of their folders.
pub(super) const FOLDER: &str = "api";
/// A folder in it that is not a spec's: the schema pages.
const MODELS: &str = "models";

/// File names that do not describe their content.
const NO_NAMES: [&str; 10] =
    ["api", "bundle", "bundled", "index", "main", "openapi", "root", "schema", "spec", "swagger"];

/// The errors in a value of `tool.json`.
pub(super) fn errors_at(db: &dyn Db, set: FileSet, span: Span) -> Vec<Diagnostic> {
    let config = set.config(db);
    let is_in_it = |found: &&Diagnostic<Span>| {
        let is_inside = |place: Span| span.start <= place.start && place.end <= span.end;
        found.severity == Severity::Error && found.place.is_some_and(is_inside)
    };
    let found = config_file(db, config).diagnostics.iter().filter(is_in_it);
    found.cloned().map(|found| at_file(db, config, found)).collect()
}

/// A path of a spec that does not exist: the added spec may be the same one, renamed.
pub(super) fn absent_spec(db: &dyn Db, set: FileSet) -> Option<Refused> {
    let config = config_file(db, set.config(db));
    let settings = config.config.specs.iter().zip(&config.spec_spans);
    let mut absent = settings.filter(|(it, _)| set.named(db).get(&it.path).is_none_or(|&file| file.is_absent(db)));
    let (setting, spans) = absent.next()?;
    let reason = format!("it names `{}`, which cannot be read", setting.path);
    Some(Refused { reason, span: spans.spec })
}

/// The names of all specs once the one at `joining`, if any, is added. A missing name is derived from the path.
pub(super) fn names(db: &dyn Db, set: FileSet, joining: Option<File>) -> Vec<String> {
    let settings = spec_settings(db, set.config(db));
    let mut taken: BTreeSet<String> =
        settings.iter().filter_map(|it| it.name.as_deref()).map(ToOwned::to_owned).collect();
    let mut found = Vec::new();
    for setting in settings {
        found.push(match &setting.name {
            Some(name) => name.to_string(),
            None => make_name(db, set.named(db).get(&setting.path).copied(), &setting.path, &mut taken),
        });
    }
    found.extend(joining.map(|file| make_name(db, Some(file), file.path(db), &mut taken)));
    found
}

/// All specs, including the scaffolded one. A single spec has a name only if `tool.json` gives it one.
pub(super) fn specs<'a>(db: &'a dyn Db, set: FileSet, spec: File, names: &'a [String]) -> Vec<SiteSpec<'a>> {
    let settings = spec_settings(db, set.config(db));
    let is_only = names.len() < 2;
    let mut found: Vec<SiteSpec<'a>> = Vec::new();
    for (setting, name) in settings.iter().zip(names) {
        let name = if is_only { setting.name.as_deref() } else { Some(name.as_str()) };
        found.extend(set.named(db).get(&setting.path).map(|&file| SiteSpec { name, file }));
    }
    if !found.iter().any(|known| known.file == spec) {
        found.push(SiteSpec { name: names.last().filter(|_| !is_only).map(String::as_str), file: spec });
    }
    found
}

/// A name from the file name, the folder's name, or the title.
fn make_name(db: &dyn Db, file: Option<File>, path: &str, taken: &mut BTreeSet<String>) -> String {
    let mut parts = path.rsplit('/');
    let stem = parts.next().and_then(|name| name.split('.').next());
    let folder = parts.next();
    let title = file.and_then(|file| spec_info(db, file).title.as_deref());
    let candidates = [stem, folder, title].into_iter().flatten().filter_map(|text| slug(text, path));
    let name =
        candidates.into_iter().find(|name| !NO_NAMES.contains(&name.as_str())).unwrap_or_else(|| "api".to_owned());
    let name = unique(name, path, |name| taken.contains(name));
    taken.insert(name.clone());
    name
}

/// The folder of a spec's pages, by its index among the names of all.
pub(super) fn own_folder(names: &[String], at: usize) -> String {
    let mut taken = BTreeSet::from([MODELS.to_owned()]);
    let mut folder = String::new();
    for name in names.iter().take(at + 1) {
        let base = slug(name, name).unwrap_or_else(|| "spec".to_owned());
        folder = unique(base, name, |name| taken.contains(name));
        taken.insert(folder.clone());
    }
    format!("{FOLDER}/{folder}")
}

/// Whether the spec's pages are in the folder of a single spec: it was the only one when they were created.
pub(super) fn is_flat<'db>(
    db: &'db dyn Db,
    spec: File,
    documented: &DocumentedOperations<'db>,
    own_folder: &str,
) -> bool {
    let mut is_flat = false;
    for &chunk in operations(db, spec).iter().chain(webhooks(db, spec)) {
        let Some(page) = documented.page_of(chunk).filter(|page| page.is_alone) else { continue };
        if page.id.strip_prefix(own_folder).is_some_and(|rest| rest.starts_with('/')) {
            return false;
        }
        let head = operation_head(db, chunk);
        is_flat |= page.id.strip_prefix(FOLDER).and_then(|rest| rest.strip_prefix('/'))
            == Some(&*base_slug(&address(head), head.operation_id.as_deref()));
    }
    is_flat
}

/// The name of an operation's page before it is made unique.
pub(super) fn base_slug(address: &str, id: Option<&str>) -> String {
    let of_id = id.and_then(|id| slug(id, address));
    of_id.or_else(|| slug(address, address)).unwrap_or_else(|| "operation".to_owned())
}

/// A spec as a value of `openapi`: just a path if that is sufficient.
pub(crate) fn setting(name: Option<&str>, path: &str, overlays: &[Arc<str>]) -> NewValue {
    if name.is_none() && overlays.is_empty() {
        return text(path);
    }
    let name = name.map(|name| ("name", text(name)));
    let overlay = overlay_value(overlays).map(|value| ("overlay", value));
    NewValue::Object(name.into_iter().chain([("spec", text(path))]).chain(overlay).collect())
}

fn text(text: &str) -> NewValue {
    NewValue::String(text.to_owned())
}

/// One overlay as its path, several as a list.
fn overlay_value(overlays: &[Arc<str>]) -> Option<NewValue> {
    match overlays {
        [] => None,
        [one] => Some(text(one)),
        several => Some(NewValue::Array(several.iter().map(|path| text(path)).collect())),
    }
}

/// Adds the missing overlays of the spec at `path`.
pub(super) fn add_overlays(
    edit: &mut Edit<'_>,
    openapi: NodeRef<'_>,
    settings: &[SpecSetting],
    path: &str,
    overlays: &[Arc<str>],
) {
    let nodes: Vec<NodeRef<'_>> = if openapi.is_array() { openapi.items().collect() } else { vec![openapi] };
    let own = nodes.into_iter().zip(settings).find(|(_, setting)| *setting.path == *path);
    let Some((node, setting)) = own else { return };
    let further: Vec<Arc<str>> = overlays.iter().filter(|path| !setting.overlays.contains(path)).cloned().collect();
    let Some(value) = overlay_value(&further) else { return };
    let items: Vec<NewValue> = further.iter().map(|path| text(path)).collect();
    match (node.kind(), node.get("overlay")) {
        (Kind::String, _) => edit.wrap_as_member(node, "spec", ("overlay", &value)),
        (_, None) => edit.append_members(node, &[("overlay", value)]),
        (_, Some(list)) if list.is_array() => edit.append_items(list, &items),
        (_, Some(one)) => edit.wrap_in_list(one, None, &items),
    }
}

/// Adds a spec to those that `openapi` names: it becomes a list, and each of them gets its name.
pub(super) fn join(
    edit: &mut Edit<'_>,
    openapi: NodeRef<'_>,
    settings: &[SpecSetting],
    names: &[String],
    path: &str,
    overlays: &[Arc<str>],
) {
    let Some((own, others)) = names.split_last() else { return };
    let item = setting(Some(own), path, overlays);
    let nodes: Vec<NodeRef<'_>> = if openapi.is_array() { openapi.items().collect() } else { vec![openapi] };
    for ((node, setting), name) in nodes.into_iter().zip(settings).zip(others) {
        let name = text(name);
        match node.kind() {
            Kind::Object if setting.name.is_none() => edit.prepend_member(node, "name", &name),
            Kind::String if openapi.is_array() => edit.wrap_in_object(node, ("name", &name), "spec"),
            Kind::String => return edit.wrap_in_list(node, Some((("name", &name), "spec")), &[item]),
            _ => {}
        }
    }
    if openapi.is_array() {
        edit.append_items(openapi, &[item]);
    } else {
        edit.wrap_in_list(openapi, None, &[item]);
    }
}
