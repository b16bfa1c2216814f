//! The bindings of a page: its imports, its constants, the props of a snippet.

use std::collections::BTreeMap;

use crate::literal::Literal;
use crate::page::read::esm::{Exported, JsxComponent, Statement};

/// The meaning of a name.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Binding {
    /// An export of a project file.
    File {
        path: String,
        export: String,
    },
    /// An export of a library: a component that may be known.
    Library {
        export: String,
    },
    Value(Literal),
    /// A component of the page itself.
    Component(JsxComponent),
    /// Code of the page itself.
    Code,
}

/// The bindings of one text.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    names: BTreeMap<String, Binding>,
    /// The lines of the exports of the text.
    lines: BTreeMap<String, u32>,
}

impl Scope {
    /// The names that statements bind.
    pub(super) fn of(statements: &[Statement]) -> Self {
        let mut out = Self::default();
        for statement in statements {
            match statement {
                Statement::Import { names, path, .. } => {
                    for (local, export) in names {
                        let binding = if is_local(path) {
                            // Astro exports a Markdown file by this name, too.
                            let is_page = export == "Content" && crate::paths::is_page(path);
                            let export = if is_page { "default".to_owned() } else { export.clone() };
                            Binding::File { path: path.clone(), export }
                        } else {
                            Binding::Library { export: export.clone() }
                        };
                        out.names.insert(local.clone(), binding);
                    }
                }
                Statement::Export { name, value, line } => {
                    let binding = match value {
                        Exported::Literal(literal) => Binding::Value(literal.clone()),
                        Exported::Component(component) => Binding::Component(component.clone()),
                        Exported::Code => Binding::Code,
                    };
                    out.names.insert(name.clone(), binding);
                    out.lines.insert(name.clone(), *line);
                }
            }
        }
        out
    }

    /// The binding of a name.
    pub(super) fn get(&self, name: &str) -> Option<&Binding> {
        self.names.get(name)
    }

    /// Binds a name to a value.
    pub(super) fn set(&mut self, name: &str, value: Literal) {
        self.names.insert(name.to_owned(), Binding::Value(value));
        self.lines.remove(name);
    }

    /// The line of the export that binds a name.
    pub(super) fn line(&self, name: &str) -> Option<u32> {
        self.lines.get(name).copied()
    }

    /// The value of an expression that is literal, a name, or a member of one.
    pub(super) fn value(&self, source: &str) -> Option<Literal> {
        let literal = Literal::read(source);
        let Literal::Other(source) = &literal else {
            return literal.is_whole().then_some(literal);
        };
        let mut parts = source.split('.').map(str::trim);
        let first = parts.next()?;
        if let Some(Binding::Value(value)) = self.names.get(first) {
            let mut value = value;
            for part in parts {
                value = value.get(part)?;
            }
            return value.is_whole().then(|| value.clone());
        }
        self.template(source)
    }

    /// The text of a template whose substitutions all have values.
    fn template(&self, source: &str) -> Option<Literal> {
        let inner = source.strip_prefix('`')?.strip_suffix('`')?;
        let mut out = String::new();
        let mut rest = inner;
        while let Some((text, after)) = rest.split_once("${") {
            let (name, after) = after.split_once('}')?;
            out.push_str(text);
            let is_name = name.trim().chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'));
            let value = if is_name { self.value(name.trim())? } else { return None };
            out.push_str(&value.as_text()?);
            rest = after;
        }
        out.push_str(rest);
        (!rest.contains('`')).then_some(Literal::Text(out))
    }
}

/// Whether an import path names a project file.
pub(super) fn is_local(path: &str) -> bool {
    const ENDINGS: &[&str] = &[
        ".md", ".mdx", ".js", ".jsx", ".ts", ".tsx", ".vue", ".astro", ".svelte", ".json", ".svg", ".png", ".jpg",
        ".jpeg", ".gif", ".webp", ".css", ".yml", ".yaml", ".txt", ".mp4",
    ];
    const FOLDERS: &[&str] =
        &["components", "src", "app", "lib", "snippets", "docs", "content", "utils", "data", "config"];
    let folder = path.split_once('/').map(|(folder, _)| folder);
    path.starts_with(['.', '/', '~', '!'])
        || folder.is_some_and(|folder| FOLDERS.contains(&folder))
        || ["@site/", "@/", "@components/", "@src/"].iter().any(|start| path.starts_with(start))
        || ENDINGS.iter().any(|ending| path.split('?').next().is_some_and(|path| path.ends_with(ending)))
}
