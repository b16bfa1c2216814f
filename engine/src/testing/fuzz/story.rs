//! A project in memory, and a sequence of edits to its files.

/// The new contents of a file; `None` if it is removed.
#[derive(Clone, Debug)]
pub(super) struct Write {
    pub(super) path: String,
    pub(super) contents: Option<String>,
}

/// The initial files, and the edits.
#[derive(Clone, Debug, Default)]
pub(super) struct Story {
    pub(super) files: Vec<Write>,
    pub(super) edits: Vec<Write>,
}

/// The number of edits derived from a text.
const MOST_EDITS: usize = 6;

impl Story {
    /// Parses a fixture (each file starts with a line `//- /path`) in which files may be repeated: from the first
    /// repetition on, all are edits, and an empty one is a removal.
    pub(super) fn from_text(text: &str) -> Self {
        let mut story = Self::default();
        for section in format!("\n{text}").split("\n//- /").skip(1) {
            let (path, contents) = section.split_once('\n').unwrap_or((section, ""));
            let write = Write { path: path.trim_end().to_owned(), contents: Some(format!("{contents}\n")) };
            if story.edits.is_empty() && story.files.iter().all(|file| file.path != write.path) {
                story.files.push(write);
            } else if story.edits.len() < MOST_EDITS {
                story.edits.push(Write { contents: write.contents.filter(|_| !contents.is_empty()), ..write });
            }
        }
        story
    }
}
