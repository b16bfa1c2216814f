//! Synthetic projects of any size: an OpenAPI document, a page for each of its operations, and pages of prose. Needs no
//! test data and no disk.
//!
//! The content of an operation, a schema or a page depends only on the seed and its own index, never on how many others
//! there are: operation 3 of a document of ten equals operation 3 of a document of a thousand, including the schemas it
//! uses.

mod json;
mod pages;
mod random;
mod spec;

use std::path::Path;
use std::sync::Arc;

use crate::MemorySystem;

pub use pages::{operation_page, prose_page, prose_page_marker};
pub use spec::operation_marker;

/// The path of the generated OpenAPI document.
pub const SPEC: &str = "openapi.json";

/// The size of a generated project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SiteShape {
    /// The number of operations in the OpenAPI document, each with a page. Zero: no document.
    pub operations: usize,
    /// The number of component schemas, rounded up to whole families of eight that refer to each other.
    pub schemas: usize,
    /// The number of pages of prose besides the home page.
    pub pages: usize,
    /// Another seed gives other texts and other choices.
    pub seed: u64,
}

impl SiteShape {
    /// A document of this many operations, with a schema for every two, and no pages of prose.
    #[must_use]
    pub fn operations(operations: usize) -> Self {
        Self { operations, schemas: operations.div_ceil(2), pages: 0, seed: 1 }
    }

    /// This many pages of prose and no document.
    #[must_use]
    pub fn pages(pages: usize) -> Self {
        Self { operations: 0, schemas: 0, pages, seed: 1 }
    }

    /// The files of the project, by path.
    #[must_use]
    pub fn files(&self) -> Vec<(String, String)> {
        let mut files = vec![("tool.json".to_owned(), pages::config(self)), pages::home(self)];
        if self.operations > 0 {
            files.push((SPEC.to_owned(), spec::spec(self)));
        }
        files.extend((0..self.operations).map(|index| (operation_page(index), pages::operation(index))));
        files.extend((0..self.pages).map(|index| (prose_page(index), pages::prose(self, index))));
        files
    }

    /// The project on an in-memory disk.
    #[must_use]
    pub fn in_memory(&self) -> Arc<MemorySystem> {
        let system = MemorySystem::default();
        for (path, contents) in self.files() {
            system.write(&path, contents);
        }
        Arc::new(system)
    }

    /// The project in a folder on the real disk.
    ///
    /// # Errors
    /// Fails if a file cannot be written.
    pub fn write_to(&self, folder: &Path) -> std::io::Result<()> {
        for (path, contents) in self.files() {
            let path = folder.join(path);
            if let Some(parent) = path.parent() {
                std::fs::create_dir_all(parent)?;
            }
            std::fs::write(path, contents)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{SPEC, SiteShape};
    use std::collections::BTreeMap;

    fn document(shape: &SiteShape) -> serde_json::Value {
        let files: BTreeMap<String, String> = shape.files().into_iter().collect();
        serde_json::from_str(&files[SPEC]).unwrap()
    }

    #[test]
    fn an_operation_is_the_same_in_a_small_and_in_a_large_document() {
        let (small, large) = (document(&SiteShape::operations(10)), document(&SiteShape::operations(1_223)));
        for (path, item) in small["paths"].as_object().unwrap() {
            for (method, operation) in item.as_object().unwrap() {
                assert_eq!(operation, &large["paths"][path][method], "{method} {path}");
            }
        }
        for (name, schema) in small["components"]["schemas"].as_object().unwrap() {
            assert_eq!(schema, &large["components"]["schemas"][name], "{name}");
        }
        let count = |document: &serde_json::Value| {
            let items = document["paths"].as_object().unwrap().values();
            items.map(|item| item.as_object().unwrap().len()).sum::<usize>()
        };
        assert_eq!((count(&small), count(&large)), (10, 1_223));
    }

    #[test]
    fn every_reference_resolves() {
        let text = SiteShape::operations(100).files().into_iter().find(|(path, _)| path == SPEC).unwrap().1;
        let document: serde_json::Value = serde_json::from_str(&text).unwrap();
        let references: Vec<&str> =
            text.split("\"$ref\": \"#").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
        assert!(references.len() > 300, "{} references", references.len());
        for reference in references {
            assert!(document.pointer(reference).is_some(), "{reference}");
        }
    }

    #[test]
    fn a_shape_has_one_project_and_a_seed_another() {
        let shape = SiteShape { operations: 20, schemas: 8, pages: 20, seed: 7 };
        assert_eq!(shape.files(), shape.files());
        assert_ne!(shape.files(), SiteShape { seed: 8, ..shape }.files());
        assert_eq!(shape.files().len(), 3 + 20 + 20);
    }
}
