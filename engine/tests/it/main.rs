//! The engine seen from its façade: fixtures in, outputs, diagnostics and executed queries out.
#![allow(clippy::disallowed_methods, reason = "tests read their data")]

mod assets;
mod bad_specs;
mod budgets;
mod bundle;
mod corpus;
mod crawl;
mod fuzz_corpus;
mod hostile_pages;
mod icons;
mod images;
mod includes;
mod incremental;
mod inspect;
mod layers;
mod manual;
mod models;
mod notation;
mod operations;
mod overlays;
mod pages;
mod parity;
mod playground;
mod project_components;
mod published;
mod references;
mod scaffold;
mod scaffold_several;
mod schemas;
mod several;
mod shown;
mod truth;
mod validate;
mod variables;
mod walk;
mod weight;
