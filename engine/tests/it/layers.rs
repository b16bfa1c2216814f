//! The layers of each crate: a module imports only modules of its own layer and of layers before it. Between crates the
//! compiler keeps the order; within one it would let every import pass.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::imports::{Imports, ModulePath, files, modules};

/// The layers of a crate, the lowest first. A layer is a list of modules, by path; what is in none may import all of them.
struct Layers {
    /// The sources, from the root of the workspace.
    source: &'static str,
    layers: &'static [&'static [&'static str]],
}

const CRATES: &[Layers] = &[
    Layers { source: "engine/src", layers: &[&["registry"], &["parse"], &["resolve"], &["render"], &["outputs"]] },
    Layers { source: "engine/base/src", layers: &[&["text"], &["diagnostic"], &["tree", "inputs"]] },
    Layers {
        source: "engine/openapi/src",
        layers: &[&["parse"], &["chunks", "reference", "shape"], &["spec_check", "bundle"]],
    },
    Layers {
        source: "import/src",
        layers: &[&["source", "paths"], &["literal"], &["page::read"], &["page::convert"], &["formats"]],
    },
    Layers { source: "server/src", layers: &[&["response", "negotiate"], &["asset", "respond"], &["routes"]] },
    Layers { source: "cli/src", layers: &[&["failure"], &["report", "publish"], &["commands"]] },
];

/// Folders whose files import each other in no circle.
const ACYCLIC: [(&str, &str); 4] =
    [("engine/src", "resolve"), ("engine/src", "outputs"), ("server/src", ""), ("import/src", "")];

#[test]
fn a_layer_imports_only_layers_before_it() {
    let mut wrong = Vec::new();
    for Layers { source, layers } in CRATES {
        for (module, imports) in modules(&root().join(source)) {
            wrong.extend(violations(layers, &module, &imports).map(|found| format!("{source}: {found}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The imports of a module that point to a later layer.
fn violations<'a>(
    layers: &'a [&'a [&'a str]],
    module: &'a ModulePath,
    imports: &'a BTreeSet<ModulePath>,
) -> impl Iterator<Item = String> + 'a {
    let own = layer(layers, module);
    imports.iter().filter_map(move |import| {
        let (own, other) = (own?, layer(layers, import)?);
        (other > own).then(|| format!("{} imports {}", module.join("::"), import.join("::")))
    })
}

fn layer(layers: &[&[&str]], path: &ModulePath) -> Option<usize> {
    let is_in = |name: &&str| path.iter().map(String::as_str).take(name.split("::").count()).eq(name.split("::"));
    layers.iter().position(|names| names.iter().any(is_in))
}

#[test]
fn planted_violations_are_found() {
    let layers: &[&[&str]] = &[&["parse"], &["resolve"], &["render"]];
    for text in [
        "use crate::render::page;",
        "use super::super::render::page;",
        "use crate::{parse::tree, render::page};",
        "use crate::{\n    resolve::{links, pages},\n    render,\n};",
        "use crate::render as shown;",
        "use crate::render::*;",
        "pub(crate) use crate::render::page::body;",
        "#[cfg(test)]\nmod tests;\nuse crate::render::page;",
        "#[cfg(test)]\nmod tests { fn f() {} }\nfn f() { crate::render::page::body() }",
        "fn f() -> String { format!(\"{}\", crate::render::page::body()) }",
        "mod inner { use super::super::super::render::page; }",
        "impl crate::render::Write for Link {}",
        "fn f(page: &super::super::render::Page) {}",
        "#[cfg(not(test))]\nuse crate::render::page;",
        "fn f() { let _: Vec<crate::render::Page> = Vec::new(); }",
    ] {
        let module: ModulePath = ["resolve", "links"].map(str::to_owned).into();
        let imports = Imports::of(text, module.clone());
        assert_eq!(violations(layers, &module, &imports.paths).count(), 1, "{text}");
    }
    for text in [
        "use crate::resolve::pages;\nuse crate::parse::tree;\nuse super::pages;\nuse self::inner::render;",
        "#[cfg(test)]\nmod tests { use crate::render::page; }",
        "#[cfg(test)]\nuse crate::render::page;",
        "// use crate::render::page;\nconst TEXT: &str = \"crate::render\";",
        "use render::page;",
    ] {
        let module: ModulePath = ["resolve", "links"].map(str::to_owned).into();
        let imports = Imports::of(text, module.clone());
        assert_eq!(violations(layers, &module, &imports.paths).next(), None, "{text}");
    }
}

/// A module file and the files in its folder need each other by design: the one declares the others and re-exports them.
/// All other files of a folder form no circle.
#[test]
fn files_import_each_other_in_no_circle() {
    let mut wrong = Vec::new();
    for (source, folder) in ACYCLIC {
        let modules = modules(&root().join(source));
        let is_in = |module: &ModulePath| folder.is_empty() || module.first().is_some_and(|first| first == folder);
        let files: BTreeSet<&ModulePath> =
            modules.keys().filter(|module| is_in(module) && !module.is_empty()).collect();
        assert!(files.len() > 5, "{source}/{folder} has no sources");
        let edges: BTreeMap<&ModulePath, BTreeSet<&ModulePath>> =
            files.iter().map(|&file| (file, imported_files(&files, file, &modules[file]))).collect();
        for file in &files {
            if let Some(circle) = circle(&edges, file) {
                let names: Vec<String> = circle.iter().map(|module| module.join("::")).collect();
                wrong.push(format!("{source}: {}", names.join(" → ")));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The files that the imports of a file are in, without those above and below it.
fn imported_files<'a>(
    files: &BTreeSet<&'a ModulePath>,
    file: &ModulePath,
    imports: &BTreeSet<ModulePath>,
) -> BTreeSet<&'a ModulePath> {
    let of = |path: &ModulePath| (1..=path.len()).rev().find_map(|len| files.get(&path[..len].to_vec()).copied());
    let is_beside = |found: &&ModulePath| !found.starts_with(file) && !file.starts_with(found);
    imports.iter().filter_map(of).filter(is_beside).collect()
}

/// The shortest way from a file along imports back to itself.
fn circle<'a>(
    edges: &BTreeMap<&'a ModulePath, BTreeSet<&'a ModulePath>>,
    start: &'a ModulePath,
) -> Option<Vec<&'a ModulePath>> {
    let mut reached: BTreeSet<&ModulePath> = BTreeSet::new();
    let mut paths = vec![vec![start]];
    while !paths.is_empty() {
        let mut longer = Vec::new();
        for path in paths {
            for &next in &edges[path[path.len() - 1]] {
                if next == start {
                    return Some([path.as_slice(), &[start]].concat());
                }
                if reached.insert(next) {
                    longer.push([path.as_slice(), &[next]].concat());
                }
            }
        }
        paths = longer;
    }
    None
}

#[test]
fn a_type_name_is_unique_in_its_crate() {
    let mut wrong = Vec::new();
    for Layers { source, .. } in CRATES {
        let mut definitions: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (module, file) in files(&root().join(source)) {
            for name in file.types {
                definitions.entry(name).or_default().push(module.join("::"));
            }
        }
        let several = definitions.into_iter().filter(|(_, modules)| modules.len() > 1);
        wrong.extend(several.map(|(name, modules)| format!("{source}: `{name}` in {}", modules.join(", "))));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn plain_values_know_no_salsa() {
    for folder in ["engine/base/src/diagnostic", "engine/base/src/tree", "engine/base/src/text", "engine/src/registry"]
    {
        for file in sources(&root().join(folder)) {
            let text = std::fs::read_to_string(&file).unwrap();
            let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            assert!(code.into_iter().all(|line| !line.contains("salsa")), "{}", file.display());
        }
    }
}

/// The crates of the workspace that a crate may depend on.
const DEPENDENCIES: [(&str, &[&str]); 9] = [
    ("engine/base", &[]),
    ("engine/openapi", &["base"]),
    ("engine/diagrams", &[]),
    ("engine", &["base", "openapi", "diagrams"]),
    ("import", &["engine"]),
    ("server", &["engine"]),
    ("cli", &["engine", "import", "server"]),
    ("dist", &[]),
    ("xtask", &[]),
];

#[test]
fn crates_depend_only_on_crates_below() {
    let crates = ["base", "openapi", "diagrams", "engine", "import", "server", "cli"];
    for (package, allowed) in DEPENDENCIES {
        let manifest = std::fs::read_to_string(root().join(package).join("Cargo.toml")).unwrap();
        let dependencies = manifest.split("\n[dependencies]\n").nth(1).unwrap_or_default();
        let dependencies = dependencies.split("\n[").next().unwrap_or_default();
        for name in dependencies.lines().filter_map(|line| line.split(['.', ' ', '=']).next()) {
            assert!(!crates.contains(&name) || allowed.contains(&name), "{package} depends on {name}");
            assert!(name != "salsa" || matches!(package, "engine" | "engine/base" | "engine/openapi"), "{package}");
        }
    }
}

#[test]
fn every_layer_exists() {
    for Layers { source, layers } in CRATES {
        let modules = modules(&root().join(source));
        for name in layers.iter().copied().flatten() {
            let path: ModulePath = name.split("::").map(str::to_owned).collect();
            assert!(modules.keys().any(|module| module.starts_with(&path)), "{source} has no {name}");
        }
    }
}

/// The root of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The sources of the engine.
pub(crate) fn source_root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The Rust files below a folder.
pub(crate) fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}
