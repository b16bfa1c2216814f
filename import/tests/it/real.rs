//! Each project of the test data as a user would import it: what comes out validates and builds, has every page that the
//! source has in the order of its navigation, and says what it lost.

#![expect(clippy::print_stderr, reason = "says what was lost, and what is skipped")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use engine::{MemorySystem, OutputOptions, Project, Severity};
use import::{Contents, Imported, LossKind, Options, Origin, Source, import};

use crate::{lossless, nesting, order, reported};

/// The projects of the test data.
const PROJECTS: [&str; 14] = [
    "docusaurus-jest",
    "fern-vapi",
    "fumadocs-fumadocs",
    "gitbook-feast",
    "mdbook-rust-book",
    "mdx-react-dev",
    "mintlify-mintlify-docs",
    "mintlify-triggerdev-mintjson",
    "mkdocs-material",
    "nextra-nextra",
    "readme-git-format",
    "readme-markdown-docs",
    "starlight-starlight",
    "vitepress-vitepress",
];

/// The folder of real projects, or nothing with a word about it.
fn test_data() -> Option<PathBuf> {
    let data = engine::testing::test_data("imports/INDEX.md", "real projects of other tools")?;
    Some(data.join("imports"))
}

/// The imported project's files in memory, texts and copies.
fn system(source: &Source, imported: &Imported) -> Arc<MemorySystem> {
    let system = Arc::new(MemorySystem::default());
    for file in &imported.files {
        match &file.contents {
            Contents::Text(text) => system.write(&file.path, text.clone()),
            Contents::Copy(from) => system.write(&file.path, source.bytes(from).unwrap()),
        }
    }
    system
}

/// What is wrong with the import of one project.
fn faults(root: &Path, name: &str) -> Vec<String> {
    let source = Source::open(&root.join(name)).unwrap();
    let imported = import(&source, &Options::default()).unwrap();
    let again = import(&source, &Options::default()).unwrap();
    let mut faults = Vec::new();
    if imported.files != again.files || imported.report.losses != again.report.losses {
        faults.push("a second import differs".to_owned());
    }
    faults.extend(too_many_losses(name, &imported));
    let project = Project::open(system(&source, &imported));
    let site = project.site();
    for found in site.diagnostics() {
        if found.severity == Severity::Error && !reported::is_reported(&source, &imported, &found) {
            let place = found.place.as_ref().map_or_else(String::new, |place| format!(" in {}", place.file));
            faults.push(format!("{}{place}: {}", found.code.name(), found.message));
        }
        if found.code.info().blocks_build {
            faults.push(format!("does not build: {}: {}", found.code.name(), found.message));
        }
    }
    let broken = site.outputs().iter().filter(|path| site.output(path, OutputOptions::default()).is_none()).count();
    if broken > 0 {
        faults.push(format!("{broken} outputs cannot be made"));
    }
    faults.extend(reported::misplaced(&source, &imported));
    faults.extend(unlisted_pages(&source, &imported));
    faults.extend(lossless::faults(&source, &imported));
    let (has_navigation, out_of_order) = order::faults(&source, &imported);
    let (ways, moved) = nesting::faults(&source, &imported);
    eprintln!("{name}: navigation {}, {ways} components", if has_navigation { "compared" } else { "not written out" });
    faults.extend(out_of_order);
    faults.extend(moved);
    faults
}

/// The kinds of losses that are no fault of an import, however many there are: what stands for code of the project, which
/// nothing here can run.
const CODE: [(LossKind, &str); 5] = [
    (LossKind::EmptyPage, "a page that is made of code only"),
    (LossKind::CodeImport, "a file of code, or a type that only a compiler knows"),
    (LossKind::UnknownComponent, "no component of a tool, by a table: code of the project gives the name its meaning"),
    (LossKind::Export, "code in a page"),
    (LossKind::Expression, "an expression whose value only running it gives"),
];
/// The outcomes of losses for which a sample lacks the files: those of its repository in other folders, its specs, and
/// pages that its code writes.
const LACKING: [&str; 5] = [
    "it is not in the imported folder",
    "it may be that of the API",
    "may write it before a build",
    "the host may have something else there",
    "its path begins above the folder of the site",
];
/// How many others an import may have for each hundred pages.
const MOST_LOSSES: usize = 2;

/// A fault, where an import lost more than may be.
fn too_many_losses(name: &str, imported: &Imported) -> Option<String> {
    let mut kinds: BTreeMap<(Origin, LossKind), usize> = BTreeMap::new();
    for loss in &imported.report.losses {
        *kinds.entry((loss.origin, loss.kind)).or_default() += 1;
    }
    let content = |loss: &&import::Loss| loss.origin == Origin::Import && loss.is_content;
    let pages = imported.report.pages;
    let is_code = |kind: LossKind| CODE.iter().any(|(code, _)| *code == kind);
    let is_lacking = |loss: &import::Loss| LACKING.iter().any(|outcome| loss.outcome.contains(outcome));
    let counts = |loss: &&import::Loss| content(loss) && !is_code(loss.kind) && !is_lacking(loss);
    let lost = imported.report.losses.iter().filter(counts).count();
    let most = (pages * MOST_LOSSES).div_ceil(100);
    let shown: Vec<String> =
        kinds.iter().map(|((origin, kind), count)| format!("{} {} {count}", origin.name(), kind.name())).collect();
    eprintln!("{name}: {pages} pages, {lost} of {most} losses; {}", shown.join(", "));
    (lost > most).then(|| format!("{lost} losses that are not code, and {pages} pages may have {most}"))
}

/// Pages of the source that are neither a page now nor in the report.
fn unlisted_pages(source: &Source, imported: &Imported) -> Vec<String> {
    let known: BTreeSet<&str> = imported.report.page_files.iter().map(|(file, _)| file.as_str()).collect();
    let said = |path: &str| {
        imported.report.losses.iter().filter(|loss| loss.kind != LossKind::Navigation).any(|loss| {
            loss.file == path
                || loss.file.ends_with('/') && path.starts_with(&loss.file)
                || path.starts_with(&format!("{}/", loss.subject))
        })
    };
    let fragments = ["snippets", "_snippets", "includes", "partials", "components", "custom_blocks"];
    let is_fragment =
        |path: &&str| path.split('/').any(|part| part.starts_with(['.', '_']) || fragments.contains(&part));
    let pages = source.paths().filter(|path| path.ends_with(".md") || path.ends_with(".mdx"));
    let lost: Vec<&str> = pages.filter(|path| !known.contains(path) && !said(path) && !is_fragment(path)).collect();
    lost.into_iter().map(|path| format!("{path} is neither a page nor reported")).collect()
}

#[test]
fn real_projects_become_sites_that_lack_nothing() {
    let Some(root) = test_data() else { return };
    let only = std::env::var("TOOL_TEST_PROJECT").ok();
    let names = PROJECTS.into_iter().filter(|name| only.as_ref().is_none_or(|only| name.contains(only.as_str())));
    let mut all = Vec::new();
    for name in names {
        let found = faults(&root, name);
        if !found.is_empty() {
            eprintln!("{name}: {} faults", found.len());
        }
        all.extend(found.into_iter().map(|fault| format!("{name}: {fault}")));
    }
    assert!(all.is_empty(), "{} faults\n{}", all.len(), all.join("\n"));
}
