//! `PackageManagers` of starlight-package-managers: one command per package manager.

use super::{Converter, Kind, Node};
use crate::literal::Literal;
use crate::page::tree::{Element, Fence, TargetElement};
use crate::report::LossKind;

/// The package managers that are shown unless a component names others.
const SHOWN: [&str; 3] = ["npm", "pnpm", "yarn"];
/// The types of commands, in the order of the rows below.
const TYPES: [&str; 7] = ["add", "create", "dlx", "exec", "install", "remove", "run"];
/// The commands of each package manager, and its option for dependencies that only developers need. An empty command does not
/// exist.
const COMMANDS: &[(&str, [&str; 7], &str)] = &[
    ("npm", ["npm i", "npm create", "npx", "npx", "npm install", "npm uninstall", "npm run"], "-D"),
    ("pnpm", ["pnpm add", "pnpm create", "pnpx", "pnpm", "pnpm install", "pnpm remove", "pnpm run"], "-D"),
    ("yarn", ["yarn add", "yarn create", "yarn dlx", "yarn", "yarn install", "yarn remove", "yarn run"], "-D"),
    ("bun", ["bun add", "bun create", "bunx", "bunx", "bun install", "bun remove", "bun run"], "-d"),
    ("deno", ["deno add", "", "deno x", "deno x", "deno install", "deno remove", "deno task"], "-D"),
    ("ni", ["ni", "", "nlx", "nlx", "ni", "nun", "nr"], "-D"),
];

impl Converter<'_> {
    /// The commands that the attributes of a component describe, as tabs.
    pub(super) fn package_command(&mut self, element: &Element, line: u32, out: &mut Vec<Node>) {
        let text = |name: &str| self.value(element, name).filter(|text| !text.trim().is_empty());
        let kind = text("type").unwrap_or_else(|| "add".to_owned());
        let named = match self.literal_value(element, "pkgManagers") {
            Some(Literal::List(names)) => names.iter().filter_map(Literal::as_text).collect(),
            _ => Vec::new(),
        };
        let shown: Vec<&str> =
            if named.is_empty() { SHOWN.to_vec() } else { named.iter().map(String::as_str).collect() };
        let column = TYPES.iter().position(|known| *known == kind);
        let row = |name: &&str| COMMANDS.iter().find(|(known, ..)| known == name);
        let fences = shown.iter().filter_map(row).filter_map(|(name, commands, dev)| {
            let command = *commands.get(column?)?;
            if command.is_empty() {
                return None;
            }
            let package = text("pkg").map(|package| match (*name, kind.as_str()) {
                ("yarn", "create") => without_version(&package).to_owned(),
                _ => package,
            });
            let (prefix, arguments) = (text("prefix"), text("args"));
            let is_apart = *name == "npm" && !matches!(kind.as_str(), "dlx" | "exec" | "run");
            let is_dev = kind == "add" && self.flag(element, "dev");
            let words = [
                prefix.as_deref().unwrap_or_default(),
                command,
                if is_dev { dev } else { "" },
                package.as_deref().unwrap_or_default(),
                if is_apart && arguments.is_some() { "--" } else { "" },
                arguments.as_deref().unwrap_or_default(),
            ];
            let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
            let comment = text("comment").map(|comment| format!("# {}\n", comment.replace("{PKG}", name)));
            let content = format!("{}{}\n", comment.unwrap_or_default(), words.join(" "));
            let info = format!("sh filename=\"{name}\"");
            Some(Node { line, kind: Kind::Fence(Fence { mark: '`', length: 3, info, content }) })
        });
        let fences: Vec<Node> = fences.collect();
        if fences.is_empty() {
            return self.unknown((LossKind::UnknownComponent, &element.name), element, Vec::new(), line, out);
        }
        out.push(TargetElement::new("wc-code-group").holding(fences).at(line));
    }
}

/// A package without its version: `astro@latest`.
fn without_version(package: &str) -> &str {
    package.rfind('@').filter(|at| *at > 0).and_then(|at| package.get(..at)).unwrap_or(package)
}
