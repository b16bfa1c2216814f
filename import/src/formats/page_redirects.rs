//! The redirects in the frontmatter of pages: `redirects: { /old: { to: /new } }`.

use std::collections::BTreeSet;

use serde_yaml::Value;

use super::ProjectReader;
use crate::paths;
use crate::project::Project;
use crate::report::LossKind;

/// Adds the redirects of pages to those of the settings.
pub(super) fn add(reader: &ProjectReader<'_>, project: &mut Project) {
    let mut found = Vec::new();
    let addresses: BTreeSet<&str> = project.pages.iter().flat_map(|page| &page.addresses).map(String::as_str).collect();
    let page_at = |path: &str| addresses.get(path).filter(|path| path.len() > 1).map(|path| (*path).to_owned());
    for page in &project.pages {
        let facts = reader.facts(&page.file);
        let Some(redirects) = facts.frontmatter.get("redirects").and_then(Value::as_mapping) else { continue };
        reader.settings.borrow_mut().push(page.file.clone());
        for (from, target) in redirects {
            let Some(from) = from.as_str() else { continue };
            let Some(to) = target.as_str().or_else(|| target.get("to")?.as_str()) else {
                reader.report_loss(LossKind::Redirect, &page.file, 0, from, "it has no target that can be read");
                continue;
            };
            // The path of the site may not be known: the end of a path names a page, or the page itself by its name.
            let path = to.trim_end_matches('/');
            let mut ends = path.match_indices('/').filter_map(|(at, _)| path.get(at..));
            let is_own = |own: &&String| own.len() > 1 && paths::name(own) == paths::name(path);
            let own = || page.addresses.iter().find(is_own).cloned();
            let target = ends.find_map(page_at).or_else(own).unwrap_or_else(|| to.to_owned());
            found.push((from.to_owned(), target));
        }
    }
    project.redirects.append(&mut found);
}
