//! The imports of a source file, resolved to modules: what the tests of the architecture look at.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use syn::visit::{self, Visit};
use syn::{Attribute, ItemMod, ItemUse, Macro, Meta, UseTree};

/// The path of a module or an item, without `crate`: `["render", "page"]`.
pub(crate) type ModulePath = Vec<String>;

/// The modules of a crate by path, each with the paths within the crate that its file imports or names. Test code is left
/// out: items under `cfg(test)`, and the files of such modules.
pub(crate) fn modules(source_root: &Path) -> BTreeMap<ModulePath, BTreeSet<ModulePath>> {
    files(source_root).into_iter().map(|(module, file)| (module, file.paths)).collect()
}

/// The files of a crate without its test code, by the path of their module.
pub(crate) fn files(source_root: &Path) -> BTreeMap<ModulePath, Imports> {
    let mut found = BTreeMap::new();
    let mut tests: Vec<ModulePath> = Vec::new();
    for file in super::layers::sources(source_root) {
        let module = module_of(file.strip_prefix(source_root).unwrap());
        let text = std::fs::read_to_string(&file).unwrap();
        let mut imports = Imports::of(&text, module.clone());
        tests.append(&mut imports.test_modules);
        found.insert(module, imports);
    }
    found.retain(|module, _| !tests.iter().any(|test| module.starts_with(test)));
    found
}

/// The module that a file is, by its path below the root of the sources.
fn module_of(file: &Path) -> ModulePath {
    let mut module: ModulePath = file.with_extension("").iter().map(|part| part.to_str().unwrap().to_owned()).collect();
    if module.last().is_some_and(|last| matches!(last.as_str(), "mod" | "lib" | "main")) {
        module.pop();
    }
    module
}

/// Collects the paths of one file that begin with `crate`, `self` or `super`.
pub(crate) struct Imports {
    /// The module that the visitor is in.
    module: ModulePath,
    /// The resolved paths.
    pub(crate) paths: BTreeSet<ModulePath>,
    /// The names of the types and traits that the file defines.
    pub(crate) types: Vec<String>,
    /// The modules in files of their own that are compiled for tests only.
    test_modules: Vec<ModulePath>,
}

impl Imports {
    /// The imports of the text of a module.
    pub(crate) fn of(text: &str, module: ModulePath) -> Self {
        let mut imports = Self { module, paths: BTreeSet::new(), types: Vec::new(), test_modules: Vec::new() };
        imports.visit_file(&syn::parse_file(text).unwrap());
        imports
    }

    /// Adds a path if it is one within the crate.
    fn add<'s>(&mut self, segments: impl Iterator<Item = &'s str>) {
        let mut segments = segments.peekable();
        let mut path = match segments.peek() {
            Some(&"crate") => Vec::new(),
            Some(&("self" | "super")) => self.module.clone(),
            _ => return,
        };
        for segment in segments {
            match segment {
                "crate" | "self" => {}
                "super" => drop(path.pop()),
                name => path.push(name.to_owned()),
            }
        }
        self.paths.insert(path);
    }

    fn tree(&mut self, tree: &UseTree, before: &[String]) {
        let joined = |name: &syn::Ident| [before, &[name.to_string()]].concat();
        match tree {
            UseTree::Path(path) => self.tree(&path.tree, &joined(&path.ident)),
            UseTree::Name(name) => self.add(joined(&name.ident).iter().map(String::as_str)),
            UseTree::Rename(rename) => self.add(joined(&rename.ident).iter().map(String::as_str)),
            UseTree::Glob(_) => self.add(before.iter().map(String::as_str)),
            UseTree::Group(group) => group.items.iter().for_each(|item| self.tree(item, before)),
        }
    }

    /// Adds the paths in the arguments of a macro, which are not parsed.
    fn macro_arguments(&mut self, tokens: &str) {
        let text = tokens.replace(" :: ", "::");
        for word in text.split(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '_' | ':')) {
            self.add(word.split("::"));
        }
    }
}

/// Whether an item is compiled for tests only.
fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::List(list) if list.path.is_ident("cfg") => {
            let condition = list.tokens.to_string();
            condition == "test" || condition.starts_with("all (test") || condition.starts_with("all(test")
        }
        _ => false,
    })
}

impl<'ast> Visit<'ast> for Imports {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        let name = match item {
            syn::Item::Struct(item) => Some(&item.ident),
            syn::Item::Enum(item) => Some(&item.ident),
            syn::Item::Trait(item) => Some(&item.ident),
            syn::Item::Type(item) => Some(&item.ident),
            _ => None,
        };
        let attributes = match item {
            syn::Item::Mod(item) => &item.attrs,
            syn::Item::Use(item) => &item.attrs,
            syn::Item::Fn(item) => &item.attrs,
            syn::Item::Impl(item) => &item.attrs,
            syn::Item::Struct(item) => &item.attrs,
            syn::Item::Enum(item) => &item.attrs,
            syn::Item::Const(item) => &item.attrs,
            syn::Item::Static(item) => &item.attrs,
            syn::Item::Macro(item) => &item.attrs,
            syn::Item::Trait(item) => &item.attrs,
            syn::Item::Type(item) => &item.attrs,
            _ => return visit::visit_item(self, item),
        };
        if !is_test(attributes) {
            self.types.extend(name.map(ToString::to_string));
            visit::visit_item(self, item);
        } else if let syn::Item::Mod(ItemMod { ident, content: None, .. }) = item {
            self.test_modules.push([self.module.as_slice(), &[ident.to_string()]].concat());
        }
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        self.module.push(item.ident.to_string());
        visit::visit_item_mod(self, item);
        self.module.pop();
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if !is_test(&item.attrs) {
            visit::visit_impl_item_fn(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        self.tree(&item.tree, &[]);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.add(segments.iter().map(String::as_str));
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, item: &'ast Macro) {
        self.macro_arguments(&item.tokens.to_string());
        visit::visit_macro(self, item);
    }
}
