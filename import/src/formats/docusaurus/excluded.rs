//! `exclude`: the pages below the folder of a content plugin that it does not publish.

use crate::formats::{ProjectReader, glob};
use crate::literal::{self, Value};
use crate::paths;

/// The patterns of a plugin, without braces.
#[derive(Clone, Debug, Default)]
pub(super) struct Excluded(Vec<String>);

impl Excluded {
    /// The patterns in the options of a plugin.
    pub(super) fn of(options: &Value) -> Self {
        let patterns = literal::items(options.get("exclude")).iter().filter_map(Value::as_str);
        Self(patterns.flat_map(glob::alternatives).collect())
    }

    /// The pages below a folder that the plugin publishes.
    pub(super) fn pages_below(&self, reader: &ProjectReader<'_>, folder: &str) -> Vec<String> {
        let mut files = reader.pages_below(folder);
        let is_excluded = |below: &str| self.0.iter().any(|pattern| glob::fits(pattern, below));
        files.retain(|file| !paths::below(file, folder).is_some_and(is_excluded));
        files
    }
}
