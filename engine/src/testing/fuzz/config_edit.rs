//! Properties of every edit of `tool.json`, and of the projects that the settings in it describe.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::story::{Story, Write};
use crate::{Code, ConfigChange, Diagnostic, MemorySystem, Project, System as _};
use base::inputs::CONFIG_PATH;

/// The name of the version that is cut.
const VERSION: &str = "cut-9";
/// The largest file that is copied.
const LARGEST: u64 = 1 << 20;

/// A project with these settings, which are replaced and restored.
pub(super) fn story(settings: &str) -> Story {
    let write = |path: &str, contents: &str| Write { path: path.to_owned(), contents: Some(contents.to_owned()) };
    let page = "---\ntitle: A\n---\n\n## B\n\n[c](/guide) {{ x }} <wc-endpoint ref=\"getA\" />\n";
    let api = r#"{"openapi": "3.1.0", "info": {"title": "T", "version": "1"},
        "paths": {"/a": {"get": {"operationId": "getA", "tags": ["g"], "responses": {"200": {"description": "d"}}}}}}"#;
    let pages = ["docs/index.md", "docs/guide.md", "docs/guides/a.md", "i18n/de/index.md", "versions/1.x/index.md"];
    let mut files: Vec<Write> = pages.iter().map(|path| write(path, page)).collect();
    files.extend(["openapi.json", "api.yaml", "versions/1.x/openapi.json"].map(|path| write(path, api)));
    files.push(write(CONFIG_PATH, settings));
    Story { files, edits: vec![write(CONFIG_PATH, r#"{"name": "N"}"#), write(CONFIG_PATH, settings)] }
}

/// Text is only inserted, and the new text is JSON.
pub(super) fn check(change: &ConfigChange) {
    let mut rest = change.new.bytes();
    assert!(change.old.bytes().all(|byte| rest.any(|other| other == byte)), "bytes are lost: {change:?}");
    assert!(members(&change.new).is_some(), "the new text is not an object: {change:?}");
}

/// Checks what a version does that is cut from the project: it keeps all other settings, writes only inside the project,
/// exists afterwards, and makes no setting invalid.
pub(super) fn check_cut(system: &MemorySystem, project: &Project) {
    let Ok(cut) = project.cut_version(VERSION, "next") else { return };
    check(&cut.config);
    let (old, new) = (members(&cut.config.old).unwrap_or_default(), members(&cut.config.new).unwrap_or_default());
    for (key, value) in old.iter().filter(|(key, _)| *key != "versions") {
        assert_eq!(new.get(key), Some(value), "`{key}` in {:?}", cut.config);
    }
    let copied = MemorySystem::default();
    for path in system.walk("").files {
        copied.write(&path, system.read(&path, LARGEST).unwrap_or_default());
    }
    for (from, to) in &cut.copies {
        assert!(to.split('/').all(|part| !matches!(part, "" | "." | "..")), "{from} is copied to {to}");
        copied.write(to, system.read(from, LARGEST).unwrap_or_else(|error| panic!("{from}: {error:?}")));
    }
    copied.write(CONFIG_PATH, cut.config.new.as_str());
    let after = Project::open(Arc::new(copied));
    let editions = after.site().editions();
    assert!(editions.iter().any(|edition| edition.ends_with(&format!("{VERSION}/"))), "{editions:?}: {:?}", cut.config);
    let (before, after) = (invalid_settings(project), invalid_settings(&after));
    assert!(after.is_subset(&before), "{after:?}, not {before:?}: {:?}", cut.config);
}

/// The rules that `tool.json` breaks.
fn invalid_settings(project: &Project) -> BTreeSet<Code> {
    let rules = [Code::InvalidJson, Code::DuplicateKey, Code::InvalidConfig, Code::UnknownField];
    let of_config = |found: &Diagnostic| found.place.as_ref().is_some_and(|place| &*place.file == CONFIG_PATH);
    let found = project.site().diagnostics().into_iter().filter(of_config).map(|found| found.code);
    found.filter(|code| rules.contains(code)).collect()
}

/// The members of a JSON object.
fn members(text: &str) -> Option<Map<String, Value>> {
    match serde_json::from_str(text.strip_prefix('\u{feff}').unwrap_or(text)) {
        Ok(Value::Object(members)) => Some(members),
        _ => None,
    }
}
