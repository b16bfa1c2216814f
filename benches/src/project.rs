//! Projects around real specs, found below `TOOL_TEST_DATA`. Generated ones come from the engine's test module.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use engine::{MemorySystem, Project, ScaffoldOptions};

/// A real OpenAPI document.
#[derive(Clone, Debug)]
pub struct RealSpec {
    /// What it is called in reports.
    pub name: &'static str,
    /// How many operations it has.
    pub operations: usize,
    path: PathBuf,
}

/// The spec at `path` below the test data, if it is there; else says that it is skipped.
#[must_use]
pub fn real_spec(name: &'static str, path: &str, operations: usize) -> Option<RealSpec> {
    let data = engine::testing::test_data(path, name)?;
    Some(RealSpec { name, path: data.join(path), operations })
}

impl RealSpec {
    /// The document's text.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "a benchmark's set-up reads its data")]
    pub fn text(&self) -> String {
        std::fs::read_to_string(&self.path).unwrap()
    }

    /// The name under which the document lies in a project.
    #[must_use]
    pub fn file_name(&self) -> &str {
        self.path.file_name().unwrap().to_str().unwrap()
    }

    /// The files of the scaffolded project: configuration, the document, a page for each operation.
    ///
    /// # Panics
    /// When the scaffold makes fewer pages than there are operations.
    #[must_use]
    pub fn files(&self) -> Vec<(String, String)> {
        let (text, home) = (self.text(), "---\ntitle: Home\n---\n\n# Home\n");
        let system = MemorySystem::default();
        system.write("tool.json", format!("{{\n  \"name\": \"{}\"\n}}\n", self.name));
        system.write("docs/index.md", home);
        system.write(self.file_name(), text.as_str());
        let plan = Project::open(Arc::new(system)).scaffold(self.file_name(), ScaffoldOptions { new_only: false });
        assert!(plan.files.len() >= self.operations, "{}: {} pages", self.name, plan.files.len());
        let pages = plan.files.into_iter().map(|file| (file.path.to_string(), file.contents));
        let mut files: Vec<(String, String)> = pages.collect();
        files.push(("tool.json".to_owned(), plan.config.unwrap().new));
        files.push(("docs/index.md".to_owned(), home.to_owned()));
        files.push((self.file_name().to_owned(), text));
        files
    }

    /// Writes the project into a folder.
    pub fn write_to(&self, folder: &Path) {
        for (path, contents) in self.files() {
            let path = folder.join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, contents).unwrap();
        }
    }
}
