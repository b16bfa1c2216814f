//! Missing targets of which something at another path has the name: the report says what it is.

use std::collections::BTreeMap;

use super::{NO_TARGET, path};
use crate::paths;
use crate::report::{Loss, LossKind, Origin};
use crate::source::Source;

/// The shortest name that says something.
const SHORTEST: usize = 4;

/// Adds to the outcome of missing targets the only page whose URL path ends with the same name, or the only file of that
/// name. `pages` are URL paths and files.
pub(crate) fn name_others<'p>(source: &Source, pages: impl Iterator<Item = (&'p str, &'p str)>, losses: &mut [Loss]) {
    let mut asked: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for name in losses.iter().filter_map(missing_name) {
        asked.entry(name).or_default();
    }
    if asked.is_empty() {
        return;
    }
    let mut add = |name: String, place: String| {
        let places = asked.get_mut(&name).filter(|places| places.len() < 2 && !places.contains(&place));
        places.into_iter().for_each(|places| places.push(place.clone()));
    };
    for (address, file) in pages {
        add(format!("/{}", plain(address)), format!("{file} has that name at {address}"));
    }
    for file in source.paths() {
        add(paths::name(file).to_lowercase(), format!("{file} has that name"));
    }
    for loss in losses {
        let place = missing_name(loss).and_then(|name| asked.get(&name));
        if let Some([place]) = place.map(Vec::as_slice)
            && !place.starts_with(&format!("{} ", loss.file))
        {
            loss.outcome = format!("{}; {place}", loss.outcome);
        }
    }
}

/// The name of a missing target about which nothing else is said: of a page with a leading slash, of an asset that of its
/// file.
fn missing_name(loss: &Loss) -> Option<String> {
    // A redirect may also be left out because a page has its first path.
    let has_target = loss.kind == LossKind::Redirect && loss.outcome != NO_TARGET;
    if loss.origin != Origin::Source || loss.outcome.contains(';') || has_target {
        return None;
    }
    let path = paths::decoded(path(loss));
    let name = match loss.kind {
        LossKind::Link | LossKind::Redirect => format!("/{}", plain(&path)),
        LossKind::Asset => paths::name(&path).to_lowercase(),
        _ => return None,
    };
    Some(name).filter(|name| name.len() > SHORTEST)
}

/// The last part of a URL path without its extension, in lowercase.
fn plain(path: &str) -> String {
    let path = path.trim_matches('/');
    let path = paths::stem(path).or_else(|| path.strip_suffix(".html")).unwrap_or(path);
    paths::name(paths::without_index(path)).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::{Loss, LossKind, Source, name_others};

    #[test]
    fn the_only_page_or_file_of_a_name_is_given() {
        let source = Source::from_memory([("a/photo.png", ""), ("b/leaf.png", ""), ("c/leaf.png", ""), ("x.md", "")]);
        let pages = [("/guide/beds", "x.md"), ("/one/rain", "y.md"), ("/two/rain", "z.md"), ("/own", "here.md")];
        for (kind, subject, expected) in [
            (LossKind::Link, "/old/beds/#deep", "gone; x.md has that name at /guide/beds"),
            (LossKind::Redirect, "/a → /beds", "gone; x.md has that name at /guide/beds"),
            (LossKind::Link, "../beds.md", "gone; x.md has that name at /guide/beds"),
            (LossKind::Link, "/old/rain", "gone"),
            (LossKind::Link, "/old/own", "gone"),
            (LossKind::Link, "/old/photo.png", "gone"),
            (LossKind::Asset, "../img/photo.png", "gone; a/photo.png has that name"),
            (LossKind::Asset, "leaf.png", "gone"),
            (LossKind::NavigationEntry, "beds", "gone"),
        ] {
            let missing = if kind == LossKind::Redirect { super::NO_TARGET } else { "gone" };
            let mut losses = [Loss::new(kind, "here.md", 1, subject, missing).by(super::Origin::Source)];
            name_others(&source, pages.into_iter(), &mut losses);
            assert_eq!(losses[0].outcome.replace(missing, "gone"), expected, "{kind:?} {subject}");
        }
    }
}
