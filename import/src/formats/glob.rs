//! Patterns for paths in settings: `*` is a part of a name, `**` any number of folders, `?` a character. The tools agree on
//! these. Lists in braces are only those of VitePress and Docusaurus ([`alternatives`]). Patterns of
//! `.gitignore`, which MkDocs has too, also match folders ([`ignores`]).

/// Whether a path fits a pattern, both without a leading `/`.
pub(super) fn fits(pattern: &str, path: &str) -> bool {
    let pattern: Vec<&str> = pattern.split('/').collect();
    let path: Vec<&str> = path.split('/').collect();
    let fits_name = |pattern: &&str, name: &&str| {
        let is_same = |wanted: &u8, byte: &u8| wanted == byte || *wanted == b'?';
        fits_by(pattern.as_bytes(), name.as_bytes(), |byte| *byte == b'*', is_same)
    };
    fits_by(&pattern, &path, |part| *part == "**", fits_name)
}

/// Whether items fit a pattern in which a star is any number of items. Goes back to the last star only, so its time is
/// bounded by the product of both lengths.
fn fits_by<P, T>(pattern: &[P], items: &[T], is_star: impl Fn(&P) -> bool, is_same: impl Fn(&P, &T) -> bool) -> bool {
    let (mut at, mut place) = (0, 0);
    // The last star, and where its match ends.
    let mut star: Option<(usize, usize)> = None;
    while let Some(item) = items.get(place) {
        match pattern.get(at) {
            Some(wanted) if is_star(wanted) => {
                star = Some((at, place));
                at += 1;
            }
            Some(wanted) if is_same(wanted, item) => (at, place) = (at + 1, place + 1),
            _ => match star {
                Some((before, end)) => {
                    (at, place) = (before + 1, end + 1);
                    star = Some((before, end + 1));
                }
                None => return false,
            },
        }
    }
    pattern.get(at..).unwrap_or_default().iter().all(is_star)
}

/// The patterns that a pattern with a list in braces represents.
pub(super) fn alternatives(pattern: &str) -> Vec<String> {
    let parts = pattern.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)));
    let Some((before, (list, after))) = parts else { return vec![pattern.to_owned()] };
    list.split(',').map(|part| format!("{before}{part}{after}")).collect()
}

/// Whether a pattern of `.gitignore` matches a path or a folder above it: `*.py`, `/drafts/`, `name.md`, `/a/**/*.md`.
pub(crate) fn ignores(pattern: &str, path: &str) -> bool {
    let pattern = pattern.trim();
    if pattern.is_empty() || pattern.starts_with(['#', '!']) {
        return false;
    }
    // Without a slash before its end, it matches a name in any folder.
    let is_rooted = pattern.trim_end_matches('/').contains('/');
    let bare = pattern.trim_matches('/');
    let parts: Vec<&str> = path.split('/').collect();
    let folders = parts.len().saturating_sub(1);
    let most = if pattern.ends_with('/') { folders } else { parts.len() };
    (0..most).any(|at| {
        let begin = if is_rooted { 0 } else { at };
        fits(bare, &parts.get(begin..=at).unwrap_or_default().join("/"))
    })
}

#[cfg(test)]
mod tests {
    use super::{alternatives, fits, ignores};

    #[test]
    fn patterns_fit_parts_of_paths() {
        for (pattern, path) in [
            ("a/*", "a/b"),
            ("**/x", "x"),
            ("**/x", "a/b/x"),
            ("a/**/*.md", "a/b.md"),
            ("a/**/*.md", "a/b/c/d.md"),
            ("a/**", "a/b/c"),
            ("**/a/**/b", "x/a/b/a/y/b"),
            ("a/*plugin*.md", "a/my_plugins.md"),
            ("a?c*", "abcd"),
            ("x", "x"),
            ("**", "a/b"),
        ] {
            assert!(fits(pattern, path), "{pattern} {path}");
        }
        for (pattern, path) in [
            ("a/*", "a/b/c"),
            ("a/*.md", "a/b/c.md"),
            ("*.md", "a/b.md"),
            ("a", "ab"),
            ("*.md", "a.mdx"),
            ("**/x", "a/xy"),
            ("a/?", "a/bc"),
            ("a/**/b", "a/b/c"),
        ] {
            assert!(!fits(pattern, path), "{pattern} {path}");
        }
    }

    /// A pattern of a project may not take exponential time.
    #[test]
    fn many_stars_take_little_time() {
        assert!(!fits(&format!("{}x", "**/".repeat(400)), &"a/".repeat(400)));
        assert!(!fits(&format!("{}x", "*a".repeat(400)), &"a".repeat(2_000)));
    }

    #[test]
    fn braces_hold_alternatives() {
        assert_eq!(alternatives("**/x.{md,mdx}"), ["**/x.md", "**/x.mdx"]);
        assert_eq!(alternatives("**/x{.md"), ["**/x{.md"]);
        assert_eq!(alternatives("x"), ["x"]);
    }

    #[test]
    fn patterns_of_gitignore_fit_folders_too() {
        for (pattern, path) in [
            ("*.py", "a/b.py"),
            ("drafts/", "x/drafts/a.md"),
            ("/a/", "a/b/c.md"),
            ("/a/**/*.md", "a/b/c.md"),
            ("/a/*", "a/b/c.md"),
            ("a/*/c.md", "a/b/c.md"),
            ("x.md", "a/x.md"),
        ] {
            assert!(ignores(pattern, path), "{pattern} {path}");
        }
        for (pattern, path) in [
            ("/a/", "b/a/c.md"),
            ("/a/*.md", "a/b/c.md"),
            ("c.md/", "a/c.md"),
            ("*.py", "a.pyc"),
            ("# x", "x"),
            ("", "x"),
            ("/x.md", "a/x.md"),
        ] {
            assert!(!ignores(pattern, path), "{pattern} {path}");
        }
    }
}
