//! The components of the project: the files `components/wc-*.js`, and the elements that they define.

use std::collections::BTreeMap;

use memchr::memmem;

use crate::Db;
use crate::registry::ComponentKind;
use base::diagnostic::{Code, Diagnostic, Place, Span};
use base::inputs::{Contents, File, FileSet, is_component};

/// The component files of the project, and what they define.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ProjectComponents {
    /// By path.
    pub(crate) files: Vec<File>,
    /// The file that defines each element.
    pub(crate) by_name: BTreeMap<Box<str>, File>,
}

/// The contents of a component file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ComponentFile {
    /// The elements that it defines, with the span of each name.
    names: Vec<(Box<str>, Span)>,
    /// The span of the first `import` or `export`, which makes it a module.
    module: Option<Span>,
    /// Whether the file could be read.
    pub(crate) is_read: bool,
}

impl ComponentFile {
    /// Whether browsers must load it as a module.
    pub(crate) fn is_module(&self) -> bool {
        self.module.is_some()
    }
}

/// The contents of a component file.
#[salsa::tracked(returns(ref))]
pub(crate) fn component_file(db: &dyn Db, file: File) -> ComponentFile {
    let text = file.text(db);
    ComponentFile { names: defined(text), module: module_statement(text), is_read: !file.is_absent(db) }
}

/// The components of the project. Built-in names cannot be redefined; of two files that define a name, the first one
/// wins.
#[salsa::tracked(returns(ref))]
pub(crate) fn project_components(db: &dyn Db, set: FileSet) -> ProjectComponents {
    let mut out = ProjectComponents::default();
    for (path, &file) in set.found(db).iter().filter(|(path, _)| is_component(path)) {
        out.files.push(file);
        let names = component_file(db, file).names.iter().map(|(name, _)| &**name);
        let stem = Some(stem(path)).filter(|_| component_file(db, file).names.is_empty());
        for name in names.chain(stem).filter(|name| ComponentKind::named(name).is_none()) {
            out.by_name.entry(name.into()).or_insert(file);
        }
    }
    out
}

/// An element name as a query key.
#[salsa::interned(debug)]
pub(crate) struct ElementName<'db> {
    #[returns(copy)]
    pub(crate) set: FileSet,
    #[returns(ref)]
    pub(crate) name: Box<str>,
}

/// Whether the project defines a component of this name. A firewall: its readers do not depend on other components.
#[salsa::tracked(returns(copy))]
pub(crate) fn is_project_component<'db>(db: &'db dyn Db, name: ElementName<'db>) -> bool {
    project_components(db, name.set(db)).by_name.contains_key(name.name(db))
}

/// The diagnostics of the component files.
pub(crate) fn check_components(db: &dyn Db, set: FileSet) -> Vec<Diagnostic> {
    let components = project_components(db, set);
    let mut found = Vec::new();
    for &file in &components.files {
        let at = |span: Span| Place { file: file.path(db).clone(), span };
        if let Some(diagnostic) = file.unreadable(db) {
            found.push(diagnostic.map_place(at));
            continue;
        }
        let read = component_file(db, file);
        if let Some(span) = read.module {
            let message = "the component is a module, which browsers do not load from `file://`";
            found.push(
                Diagnostic::new(Code::ModuleComponent, message, at(span))
                    .with_help("without `import` and `export` it works everywhere".to_owned()),
            );
        }
        if let Some(span) = undefined_lit(file.text(db)).filter(|_| read.module.is_none()) {
            let message = "`LitElement` is not defined: pages do not load Lit";
            found.push(
                Diagnostic::new(Code::UndefinedGlobal, message, at(span)).with_help(
                    "begin the file with an `import` of Lit, such as a copy of it in the project, or extend `HTMLElement`"
                        .to_owned(),
                ),
            );
        }
        let is_called = memmem::find(file.text(db).as_bytes(), DEFINE.as_bytes()).is_some();
        if read.names.is_empty() && !is_called && matches!(file.contents(db), Contents::Text(_)) {
            let name = stem(file.path(db));
            found.push(
                Diagnostic::new(Code::UndefinedComponent, "the file defines no element", at(Span::default()))
                    .with_help(format!("call `{DEFINE}\"{name}\", …)`")),
            );
        }
        for (name, span) in &read.names {
            let first = components.by_name.get(name);
            if ComponentKind::named(name).is_some() {
                found.push(
                    Diagnostic::new(Code::ComponentNameTaken, format!("`{name}` is a built-in component"), at(*span))
                        .with_help("give it another name that begins with `wc-`".to_owned()),
                );
            } else if let Some(&first) = first.filter(|first| **first != file) {
                let message = format!("`{name}` is already defined by `{}`", first.path(db));
                found.push(Diagnostic::new(Code::ComponentNameTaken, message, at(*span)));
            }
        }
    }
    found
}

/// The name of a component file without its extension.
fn stem(path: &str) -> &str {
    let name = path.rsplit_once('/').map_or(path, |(_, name)| name);
    name.strip_suffix(".js").unwrap_or(name)
}

const DEFINE: &str = "customElements.define(";

/// The names of `wc-*` elements in calls of `customElements.define`, each once with its span.
fn defined(text: &str) -> Vec<(Box<str>, Span)> {
    let mut names: Vec<(Box<str>, Span)> = Vec::new();
    for call in memmem::find_iter(text.as_bytes(), DEFINE.as_bytes()) {
        let rest = &text[call + DEFINE.len()..];
        let argument = rest.trim_start();
        let Some(quote) = argument.chars().next().filter(|c| matches!(c, '"' | '\'' | '`')) else { continue };
        let Some((name, _)) = argument[1..].split_once(quote) else { continue };
        let is_name =
            |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'-' | b'_' | b'.');
        let is_ours =
            name.strip_prefix("wc-").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphanumeric()));
        if is_ours && name.bytes().all(is_name) && !names.iter().any(|(known, _)| **known == *name) {
            let start = call + DEFINE.len() + (rest.len() - argument.len()) + 1;
            names.push((name.into(), Span::new(start, start + name.len())));
        }
    }
    names
}

/// The span of the base class of Lit, if the file uses it as a global without defining it.
fn undefined_lit(text: &str) -> Option<Span> {
    const CLASS: &str = "LitElement";
    let is_defined = ["class LitElement", "LitElement =", "LitElement=", "window.LitElement", "globalThis.LitElement"];
    let at = memmem::find(text.as_bytes(), b"extends LitElement")? + "extends ".len();
    (!is_defined.iter().any(|form| text.contains(form))).then(|| Span::new(at, at + CLASS.len()))
}

/// The span of the first statement that only a module may contain.
fn module_statement(text: &str) -> Option<Span> {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let code = line.trim_start();
        for word in ["import", "export"] {
            let Some(rest) = code.strip_prefix(word) else { continue };
            let is_statement = rest.starts_with([' ', '\t', '{', '*', '"', '\'']);
            if is_statement {
                let start = at + line.len() - code.len();
                return Some(Span::new(start, start + word.len()));
            }
        }
        at += line.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{defined, module_statement, undefined_lit};

    #[test]
    fn names_are_read_from_calls() {
        let text = "customElements.define('wc-a', A);\nif (x) customElements.define(\n  \"wc-b.c\",\n  B);\ncustomElements.define(name, C); customElements.define(`wc-a`, D);\ncustomElements.define('other-e', E); customElements.define('wc-Ä', F)";
        let found = defined(text);
        let names: Vec<&str> = found.iter().map(|(name, _)| &**name).collect();
        assert_eq!(names, ["wc-a", "wc-b.c"]);
        for (name, span) in &found {
            assert_eq!(&text[span.range()], &**name);
        }
    }

    #[test]
    fn lit_is_no_global() {
        let text = "class A extends LitElement { render() { return html`x`; } }";
        assert_eq!(&text[undefined_lit(text).unwrap().range()], "LitElement");
        for fine in
            ["class A extends HTMLElement {}", "const LitElement = x(); class A extends LitElement {}", "// LitElement"]
        {
            assert_eq!(undefined_lit(fine), None, "{fine}");
        }
    }

    #[test]
    fn modules_are_told_by_their_statements() {
        for text in [
            "import x from './x.js';",
            "class A {}\n  export { A };",
            "import './a.js'",
            "export default 1",
            "import{a}from'b'",
            "export*from 'a'",
        ] {
            assert!(module_statement(text).is_some(), "{text}");
        }
        for text in
            ["const m = import('./x.js');", "import('./x.js')", "// import x\nimportant();", "exports.x = 1", ""]
        {
            assert!(module_statement(text).is_none(), "{text}");
        }
    }
}
