//! `exclude`: the pages below the folder of a content plugin that it does not publish.

use crate::formats::{ProjectReader, sphinx};
use crate::literal::{self, Value};
use crate::paths;

/// The patterns of a plugin, without braces.
#[derive(Clone, Debug, Default)]
pub(super) struct Excluded(Vec<String>);

impl Excluded {
    /// The patterns in the options of a plugin.
    pub(super) fn of(options: &Value) -> Self {
        let patterns = literal::items(options.get("exclude")).iter().filter_map(Value::as_str);
        Self(patterns.flat_map(alternatives).collect())
    }

    /// The pages below a folder that the plugin publishes.
    pub(super) fn pages_below(&self, reader: &ProjectReader<'_>, folder: &str) -> Vec<String> {
        let mut files = reader.pages_below(folder);
        let is_excluded = |below: &str| self.0.iter().any(|pattern| sphinx::fits(pattern, below));
        files.retain(|file| !paths::below(file, folder).is_some_and(is_excluded));
        files
    }
}

/// The patterns that a pattern with a list in braces represents.
fn alternatives(pattern: &str) -> Vec<String> {
    let parts = pattern.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)));
    let Some((before, (list, after))) = parts else { return vec![pattern.to_owned()] };
    list.split(',').map(|part| format!("{before}{part}{after}")).collect()
}

#[cfg(test)]
mod tests {
    use super::alternatives;

    #[test]
    fn braces_hold_alternatives() {
        assert_eq!(alternatives("**/x.{md,mdx}"), ["**/x.md", "**/x.mdx"]);
        assert_eq!(alternatives("**/x{.md"), ["**/x{.md"]);
        assert_eq!(alternatives("x"), ["x"]);
    }
}
