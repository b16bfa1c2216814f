//! Links to paths from which the source redirects, if that redirect was not carried over.

use std::collections::BTreeMap;

use super::path;
use crate::report::{Loss, LossKind, Origin};

/// Gives links to a path from which the source redirects the origin of that redirect, which is lost, and an outcome that
/// names it and why it is lost.
pub(crate) fn mark_redirected(losses: &mut [Loss]) {
    let mut exact: BTreeMap<String, (Origin, String)> = BTreeMap::new();
    let mut patterns: Vec<(String, (Origin, String))> = Vec::new();
    for loss in losses.iter().filter(|loss| loss.kind == LossKind::Redirect) {
        let Some((from, _)) = loss.subject.split_once(" → ") else { continue };
        let (rule, why) = (&loss.subject, &loss.outcome);
        let cause = (loss.origin, format!("no page or file has that path; the rule {rule} is not carried over: {why}"));
        if from.contains(['*', ':']) {
            patterns.push((from.to_owned(), cause));
        } else {
            exact.entry(from.trim_matches('/').to_owned()).or_insert(cause);
        }
    }
    for loss in losses.iter_mut().filter(|loss| loss.kind == LossKind::Link && loss.origin != Origin::Choice) {
        let requested = if loss.address.is_empty() { path(loss) } else { loss.address.as_str() };
        let paths = [path(loss), requested];
        let of_pattern = || {
            let is_from = |from: &str| paths.iter().any(|path| is_redirected(from, path));
            patterns.iter().find(|(from, _)| is_from(from)).map(|(_, cause)| cause)
        };
        let cause = paths.iter().find_map(|path| exact.get(path.trim_matches('/'))).or_else(of_pattern);
        if let Some((origin, outcome)) = cause {
            (loss.origin, loss.outcome) = (*origin, outcome.clone());
        }
    }
}

/// Whether a redirect is from a path: the same one, or a pattern with it, in which `:name` is any segment and `*` at its
/// end any rest. A pattern without a name, such as `/*`, says nothing about a path.
fn is_redirected(from: &str, path: &str) -> bool {
    let mut parts = path.trim_matches('/').split('/').filter(|part| !part.is_empty());
    let mut is_named = false;
    for part in from.trim_matches('/').split('/') {
        let start = part.trim_end_matches(')').strip_suffix('*').map(|start| start.trim_end_matches(['(', '.', '*']));
        let start = start.map(|start| if start.starts_with(':') { "" } else { start });
        match (start, parts.next()) {
            (Some(""), _) => return is_named,
            (Some(start), own) => return own.is_some_and(|own| own.starts_with(start)),
            (None, Some(own)) if own == part => is_named = true,
            (None, Some(_)) if part.starts_with(':') => {}
            _ => return false,
        }
    }
    is_named && parts.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::{is_redirected, mark_redirected};
    use crate::report::{Loss, LossKind, Origin};

    #[test]
    fn lost_patterns_are_those_of_paths() {
        for (from, path, expected) in [
            ("/a/*", "/a/b/c", true),
            ("/a/*", "/a", true),
            ("/a/:b/c", "/a/x/c/", true),
            ("/a/:b*", "/a/x/y", true),
            ("/a*", "/ab", true),
            ("/a/(.*)", "/a/b", true),
            ("/a/:b(.*)", "/a/x/y", true),
            ("/a/**", "/a/b/c", true),
            ("/a/:b/c", "/a/x", false),
            ("/a", "/a/b", false),
            ("/*", "/a", false),
            ("/:a", "/a", false),
        ] {
            assert_eq!(is_redirected(from, path), expected, "{from} {path}");
        }
    }

    #[test]
    fn a_link_to_a_lost_redirect_names_it() {
        for (from, link, expected) in
            [("/old", "/old#x", true), ("/old", "/old/", true), ("/old/*", "/old/a", true), ("/old", "/older", false)]
        {
            for origin in [Origin::Source, Origin::Import] {
                let redirect = Loss::new(LossKind::Redirect, "a.yml", 2, &format!("{from} → /b → /c"), "it is gone");
                let mut losses = [Loss::new(LossKind::Link, "a.md", 1, link, "gone"), redirect.by(origin)];
                mark_redirected(&mut losses);
                let found = (losses[0].origin, losses[0].outcome.as_str());
                let outcome =
                    format!("no page or file has that path; the rule {from} → /b → /c is not carried over: it is gone");
                let named = (origin, outcome.as_str());
                assert_eq!(found, if expected { named } else { (Origin::Source, "gone") }, "{from} {link}");
            }
        }
    }
}
