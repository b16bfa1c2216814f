//! A project in memory, and what is done to its files one after the other.

/// What a file holds from then on; nothing when it is removed.
#[derive(Clone, Debug)]
pub(super) struct Write {
    pub(super) path: String,
    pub(super) contents: Option<String>,
}

/// The files that a project begins with, and the edits.
#[derive(Clone, Debug, Default)]
pub(super) struct Story {
    pub(super) files: Vec<Write>,
    pub(super) edits: Vec<Write>,
}

/// How many edits of a text are made.
const MOST_EDITS: usize = 6;

impl Story {
    /// A fixture (a line `//- /path` starts each file) in which files may come again: from the first that does on, all are
    /// edits, and one without contents is a removal.
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
