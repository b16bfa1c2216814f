//! What the engine holds grows with the source, not with what its references would expand to; and what an edit of one
//! file of a tree runs again.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use engine::testing::{Held, executed, held, parse_spec};
use engine::{Change, MemorySystem, OsSystem, Project, System};

use crate::corpus::{read, test_data};

/// Checks that nothing is held more than a few times as often as the source has nodes.
fn check(name: &str, nodes: usize, held: Held) {
    assert!(held.tree <= nodes + nodes / 4 + 100, "{name}: {nodes} nodes, {held:?}");
    assert!(held.schemas <= nodes, "{name}: {nodes} nodes, {held:?}");
    assert!(held.fields <= nodes, "{name}: {nodes} nodes, {held:?}");
}

#[test]
fn what_is_held_of_large_specs_is_bounded_by_their_source() {
    let Some(root) = test_data() else { return };
    for path in ["big/stripe-spec3.yaml", "big/elasticsearch-serverless.json", "big/discord.json"] {
        let nodes = parse_spec(&String::from_utf8(read(&root, path)).unwrap());
        let mut project = Project::open(Arc::new(OsSystem::new(&root).unwrap()));
        let held = held(&mut project, &format!("specs/{path}"));
        assert!(held.fields > 10_000 && held.schemas > 1_000, "{path}: {held:?}");
        check(path, nodes, held);
    }
}

#[test]
fn what_is_held_of_exponential_references_is_bounded_by_their_source() {
    let mut schemas = String::new();
    for depth in 0..60 {
        let next = depth + 1;
        let _ = write!(
            schemas,
            r##""S{depth}": {{"allOf": [{{"$ref": "#/components/schemas/S{next}"}}], "properties": {{
               "a{depth}": {{"$ref": "#/components/schemas/S{next}"}}, "b{depth}": {{"$ref": "#/components/schemas/S{next}"}}}}}},"##
        );
    }
    let mut paths = String::new();
    for number in 0..20 {
        let _ = write!(
            paths,
            r##""/p{number}": {{"get": {{"responses": {{"200": {{"content": {{"application/json": {{"schema": {{"$ref": "#/components/schemas/S{number}"}}}}}}}}}}}}}},"##
        );
    }
    let text = format!(
        r#"{{"openapi": "3.1.0", "info": {{"title": "T", "version": "1"}}, "paths": {{{}}}, "components": {{"schemas": {{{schemas} "S60": {{"type": "string"}}}}}}}}"#,
        paths.trim_end_matches(',')
    );
    let system = MemorySystem::default();
    system.write("api.json", text.as_str());
    let held = held(&mut Project::open(Arc::new(system)), "api.json");
    let nodes = parse_spec(&text);
    // Each page may spend its budget; the expansions have 2^60 fields.
    assert!(held.fields <= 20 * 400 && held.fields > 20 * 60, "{held:?}");
    check("exponential", nodes, Held { fields: 0, ..held });
}

/// A project in memory with the files of a tree, each by its path below the tree's root.
fn tree(root: &Path, folder: &str, spec: &str) -> Arc<MemorySystem> {
    let top = root.join("specs").join(folder);
    let system = MemorySystem::default();
    system.write("tool.json", format!("{{\"name\": \"N\", \"openapi\": \"{spec}\"}}"));
    let mut open = vec![top.clone()];
    while let Some(path) = open.pop() {
        for entry in std::fs::read_dir(path).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if let Ok(text) = std::fs::read_to_string(&path) {
                let name = path.strip_prefix(&top).unwrap().to_str().unwrap().replace('\\', "/");
                system.write(&name, text);
            }
        }
    }
    Arc::new(system)
}

/// The queries that an edit of one file runs, a line each, when the whole spec is inspected again.
fn edited(system: &Arc<MemorySystem>, spec: &str, file: &str, from: &str, to: &str) -> String {
    let mut project = Project::open(system.clone());
    let before = project.inspect(spec, None);
    assert!(!before.has_failed());
    let text = String::from_utf8(system.read(file, u64::MAX).unwrap()).unwrap();
    assert!(text.contains(from), "{file}");
    system.write(file, text.replacen(from, to, 1));
    let ran = executed(&mut project, |project| {
        assert!(project.apply(&[Change::Path(file.into())]));
        let after = project.inspect(spec, None);
        assert_eq!(after.operations.len(), before.operations.len());
    });
    ran.iter().map(|(name, count)| format!("{count} {name}\n")).collect()
}

#[test]
fn an_edit_of_a_path_file_of_a_real_tree_runs_what_uses_it() {
    let Some(root) = test_data() else { return };
    let rebilly = tree(&root, "multi/rebilly", "openapi.yaml");
    insta::assert_snapshot!(edited(&rebilly, "openapi.yaml", "paths/3dsecure@{id}.yaml", "summary: ", "summary: New "), @r"
    1 all_operations
    1 check_chunk
    1 check_operations
    1 check_shared_operation
    1 checked_target
    2 chunk_anchors
    1 chunk_parsed
    1 chunk_syntax
    1 endpoint
    1 external_references
    1 external_targets_of_chunk
    1 form
    1 misplaced
    1 operation_head
    1 operation_names
    1 source_file
    1 undeclared_names
    ");
    let ocean = tree(&root, "multi/digitalocean", "DigitalOcean-public.v2.yaml");
    let file = "resources/1-clicks/oneClicks_list.yml";
    insta::assert_snapshot!(edited(&ocean, "DigitalOcean-public.v2.yaml", file, "summary: ", "summary: New "), @r"
    1 all_operations
    1 check_chunk
    1 check_operations
    1 checked_target
    1 chunk_anchors
    1 chunk_parsed
    1 chunk_syntax
    1 endpoint
    1 external_references
    1 external_targets_of_chunk
    1 form
    1 misplaced
    1 operation_head
    1 operation_names
    1 source_file
    ");
}
