//! Properties of the names that URLs and ids are made of.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::resolve::slug::{slug, unique};
use crate::{MemorySystem, Project, Slugs};

/// The longest slug with its suffix.
const LONGEST: usize = 97;
/// The most names of a text, and of them the most that become pages.
const MOST_NAMES: usize = 40;
const MOST_PAGES: usize = 4;

/// Checks each line of a text as a name.
pub(super) fn check(text: &str) {
    let names: Vec<&str> = text.split('\n').take(MOST_NAMES).collect();
    check_slugs(&names);
    check_headings(&names);
    check_pages(&names);
}

/// Slugs are file names on every system, in any number.
fn check_slugs(names: &[&str]) {
    let mut taken: BTreeSet<String> = BTreeSet::new();
    for name in names {
        let Some(found) = slug(name, name) else { continue };
        assert_eq!(slug(name, name).as_ref(), Some(&found), "{name:?}");
        check_portable(&found, name);
        if found.len() <= 80 {
            assert_eq!(slug(&found, "other").as_ref(), Some(&found), "{name:?}");
        }
        let free = unique(found, name, |candidate| taken.contains(candidate));
        check_portable(&free, name);
        assert!(taken.insert(free), "{name:?}");
    }
}

fn check_portable(slug: &str, name: &str) {
    let is_allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let is_whole = !slug.is_empty() && !slug.starts_with('-') && !slug.ends_with('-') && !slug.contains("--");
    assert!(is_whole && slug.len() <= LONGEST && slug.bytes().all(is_allowed), "{slug:?} of {name:?}");
    assert!(!["con", "prn", "aux", "nul", "com1", "lpt1", "index"].contains(&slug), "{slug:?} of {name:?}");
}

/// The ids of headings are unique, valid in HTML and in URLs without escapes of ASCII, and their own ids.
fn check_headings(names: &[&str]) {
    let mut slugs = Slugs::default();
    let mut taken = BTreeSet::new();
    for name in names {
        let id = slugs.heading(name);
        let is_allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_') || !c.is_ascii();
        let is_valid = id.chars().all(|c| is_allowed(c) && !c.is_whitespace() && !c.is_control());
        assert!(is_valid && !id.is_empty() && id.len() <= 3 * name.len() + 16, "{id:?} of {name:?}");
        let alone = Slugs::default().heading(name);
        assert_eq!(Slugs::default().heading(&alone), alone, "{name:?}");
        assert!(taken.insert(id), "{name:?}");
    }
}

/// Pages of any name have outputs inside the site.
fn check_pages(names: &[&str]) {
    let is_path = |name: &&&str| {
        name.split('/').all(|part| !matches!(part, "" | "." | "..") && part.len() < 200 && !part.contains('\0'))
    };
    let system = Arc::new(MemorySystem::default());
    system.write("tool.json", r#"{"name": "N"}"#);
    system.write("docs/index.md", "# A");
    for name in names.iter().filter(is_path).take(MOST_PAGES) {
        system.write(&format!("docs/{name}.md"), "[a](index.md)");
    }
    let project = Project::open(system);
    let site = project.site();
    for path in site.outputs() {
        let is_inside = path.split('/').all(|part| !matches!(part, "" | "." | ".."));
        assert!(is_inside && !path.contains('\0'), "{path:?} of {names:?}");
        assert!(
            path.starts_with("_tool/") || site.output(&path, crate::OutputOptions::default()).is_some(),
            "{path:?}"
        );
    }
    drop(site.diagnostics());
}
