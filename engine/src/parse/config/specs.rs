//! The `openapi` field of `tool.json`: the specs of the project and their overlays.

use std::sync::Arc;

use super::editions::{EditionRoot, GitTree};
use super::fields::SPEC;
use super::read::ConfigReader;
use super::tabs::TabApis;
use base::diagnostic::{Code, Diagnostic, Span, did_you_mean};
use base::tree::{Kind, NodeRef};

/// A spec of the project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SpecSetting {
    /// Its name; required if the project has several specs.
    pub(crate) name: Option<Box<str>>,
    /// Path relative to the root. Unique within the project.
    pub(crate) path: Arc<str>,
    /// The index of its tab, for the API of a tab.
    pub(crate) tab: Option<u16>,
    /// The paths of its overlays, relative to the root, in the order in which they are applied.
    pub(crate) overlays: Vec<Arc<str>>,
}

/// The spans of a [`SpecSetting`] in `tool.json`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SpecSpans {
    /// The path of the spec.
    pub(crate) spec: Span,
    /// The path of each overlay.
    pub(crate) overlays: Vec<Span>,
}

/// A spec with its spans, while the list is read.
struct SpecEntry {
    setting: SpecSetting,
    spans: SpecSpans,
    /// The entry as a whole.
    span: Span,
    /// The span of its name.
    name: Option<Span>,
}

/// A spec as it is written: at the site, or at a tab with this index, with the name of the only API of that.
struct SpecNode<'t> {
    node: NodeRef<'t>,
    tab: Option<(u16, &'t str)>,
}

/// The entries of a list, or a value on its own.
fn listed(node: NodeRef<'_>) -> Vec<NodeRef<'_>> {
    if node.is_array() { node.items().collect() } else { vec![node] }
}

/// The specs of the site.
fn of_site(openapi: Option<NodeRef<'_>>) -> Vec<SpecNode<'_>> {
    openapi.into_iter().flat_map(listed).map(|node| SpecNode { node, tab: None }).collect()
}

/// The specs of tabs.
fn of_tabs<'t>(apis: &'t [TabApis<'t>]) -> Vec<SpecNode<'t>> {
    let of_tab = |api: &'t TabApis<'t>| {
        let tab = Some((api.tab, &*api.name));
        listed(api.node).into_iter().map(move |node| SpecNode { node, tab })
    };
    apis.iter().flat_map(of_tab).collect()
}

const ENTRY: &str = "write `{ \"name\": \"…\", \"spec\": \"…\" }`, with a unique name for each spec";

impl ConfigReader {
    /// Reads the specs of an edition, with those of its tabs. `tree` is the project in the commit of its version.
    pub(super) fn site_specs(
        &mut self,
        root: EditionRoot<'_>,
        apis: &[TabApis<'_>],
        tree: Option<&GitTree>,
    ) -> (Vec<SpecSetting>, Vec<SpecSpans>) {
        let own = of_site(root.get("openapi"));
        let mut entries: Vec<SpecEntry> = Vec::new();
        if root.replaces_apis() {
            // What is wrong with the APIs that are replaced concerns the editions that have them.
            let (mut scratch, mut replaced) = (Self::default(), Vec::new());
            let mut all = of_site(root.get_without_version("openapi"));
            all.extend(of_tabs(apis));
            let several = all.len() > 1;
            scratch.specs(all, several, &mut replaced);
            let several = own.len() > 1;
            self.specs(own, several, &mut entries);
            self.replace(&mut entries, &replaced);
        } else {
            let of_tabs = of_tabs(apis);
            let several = own.len() + of_tabs.len() > 1;
            let of_navigation = if root.navigation().products.is_some() { "products" } else { "tabs" };
            for (field, nodes) in [("openapi", own), (of_navigation, of_tabs)] {
                let first = entries.len();
                self.field(root, field, |reader| reader.specs(nodes, several, &mut entries));
                let Some((place, tree)) = root.commit_of(field).zip(tree) else { continue };
                for SpecEntry { setting, spans, .. } in entries.iter_mut().skip(first) {
                    for path in std::iter::once(&mut setting.path).chain(&mut setting.overlays) {
                        *path = tree.path(path);
                    }
                    for span in std::iter::once(&mut spans.spec).chain(&mut spans.overlays) {
                        *span = place;
                    }
                }
            }
        }
        entries.into_iter().map(|entry| (entry.setting, entry.spans)).unzip()
    }

    /// Puts the specs of a version in the tabs of those that they replace: by name, or the only one in place of the only one.
    /// Those with other names are further APIs, which are in no tab.
    fn replace(&mut self, entries: &mut [SpecEntry], replaced: &[SpecEntry]) {
        let is_only = entries.len() == 1;
        let own: Vec<Box<str>> = entries.iter().filter_map(|entry| entry.setting.name.clone()).collect();
        let has_tabs = replaced.iter().any(|one| one.setting.tab.is_some());
        let names = || replaced.iter().filter_map(|one| one.setting.name.as_deref());
        for SpecEntry { setting, span, name, .. } in entries {
            let same = match replaced {
                [one] if is_only => Some(one),
                _ => replaced.iter().find(|one| setting.name.is_some() && one.setting.name == setting.name),
            };
            if let Some(same) = same {
                setting.tab = same.setting.tab;
                if setting.name.is_none() {
                    setting.name.clone_from(&same.setting.name);
                }
            } else if let (Some(wrong), true) = (&setting.name, has_tabs) {
                let free = names().filter(|name| own.iter().all(|own| **own != **name));
                if let Some(help) = did_you_mean(wrong, free) {
                    let message =
                        format!("no tab has an API named `{wrong}`, so the spec `{}` is in none", setting.path);
                    self.diagnostics
                        .push(Diagnostic::new(Code::InvalidConfig, message, name.unwrap_or(*span)).with_help(help));
                }
            } else if is_only && name.is_none() && has_tabs {
                let names = names().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" or ");
                let message = format!("the spec `{}` has no `name`, so it is in none of the tabs", setting.path);
                let help = format!(
                    "write `{{ \"name\": \"…\", \"spec\": \"{}\" }}` with the name of the API that it replaces: {names}",
                    setting.path
                );
                self.diagnostics.push(Diagnostic::new(Code::InvalidConfig, message, *span).with_help(help));
            }
        }
    }

    /// Adds the specs of paths and objects to those before them. Skips a spec with the same path as an earlier one,
    /// since their overlays would be mixed up.
    fn specs(&mut self, nodes: Vec<SpecNode<'_>>, several: bool, entries: &mut Vec<SpecEntry>) {
        for SpecNode { node, tab } in nodes {
            let Some(mut entry) = self.spec(node) else { continue };
            entry.setting.tab = tab.map(|(number, _)| number);
            if several {
                // The only API of a tab needs no name.
                if let (None, None, Some((_, name))) = (&entry.setting.name, entry.name, tab) {
                    let is_free = |name: &str| entries.iter().all(|known| known.setting.name.as_deref() != Some(name));
                    entry.setting.name = Some(name).filter(|name| is_free(name)).map(Into::into);
                }
                self.check_name(&mut entry, entries);
            }
            if let Some(first) = entries.iter().find(|first| first.setting.path == entry.setting.path) {
                let path = &entry.setting.path;
                self.diagnostics.push(
                    Diagnostic::new(Code::InvalidConfig, format!("the spec `{path}` is listed twice"), entry.spans.spec)
                        .with_note("first listed here", first.spans.spec)
                        .with_help(
                            "remove one of the entries; to apply other overlays, point the second entry to a copy of the file"
                                .to_owned(),
                        ),
                );
                continue;
            }
            entries.push(entry);
        }
    }

    /// Reports a spec without a name if there are several, and a duplicate name, which is then removed.
    fn check_name(&mut self, entry: &mut SpecEntry, earlier: &[SpecEntry]) {
        let Some(name) = &entry.setting.name else {
            // An empty name, or one of another type, is already reported.
            if entry.name.is_none() {
                let message = format!(
                    "the spec `{}` has no `name`, which is required if there are several specs",
                    entry.setting.path
                );
                self.diagnostics
                    .push(Diagnostic::new(Code::InvalidConfig, message, entry.span).with_help(ENTRY.to_owned()));
            }
            return;
        };
        let Some(first) = earlier.iter().find(|first| first.setting.name.as_deref() == Some(&**name)) else { return };
        let diagnostic = Diagnostic::new(Code::InvalidConfig, format!("duplicate spec name `{name}`"), entry.name);
        let diagnostic = match first.name {
            Some(span) => diagnostic.with_note("first used here", span),
            None => diagnostic,
        };
        self.diagnostics.push(diagnostic.with_help("give each spec a unique name".to_owned()));
        entry.setting.name = None;
    }

    fn spec(&mut self, node: NodeRef<'_>) -> Option<SpecEntry> {
        let is_object = node.is_object();
        if is_object {
            self.unknown_fields(node, &SPEC.names());
        }
        let path_node = match node.kind() {
            Kind::String => node,
            Kind::Object => match node.get("spec") {
                Some(path) => path,
                None => {
                    self.diagnostics.push(
                        Diagnostic::new(Code::InvalidConfig, "`openapi` has no `spec`", node.span())
                            .with_help("add `\"spec\": \"…\"`, the path of the OpenAPI file".to_owned()),
                    );
                    return None;
                }
            },
            _ => {
                self.wrong_type(node, "`openapi`", "a path, an object with `spec`, or a list of such objects");
                return None;
            }
        };
        let path = self.path(path_node, if is_object { "spec" } else { "openapi" })?;
        let name = if is_object { node.get("name") } else { None };
        let (overlays, overlay_spans) = match node.get("overlay").filter(|_| is_object) {
            Some(overlay) => self.overlays(overlay, &path),
            None => (Vec::new(), Vec::new()),
        };
        Some(SpecEntry {
            setting: SpecSetting {
                name: name.and_then(|name| self.string(name, "name")).map(|name| name.trim().into()),
                path,
                tab: None,
                overlays,
            },
            spans: SpecSpans { spec: path_node.span(), overlays: overlay_spans },
            span: node.span(),
            name: name.map(NodeRef::span),
        })
    }

    /// Reads the overlays of the spec at `spec`: a path, or a list of paths in order.
    fn overlays(&mut self, node: NodeRef<'_>, spec: &str) -> (Vec<Arc<str>>, Vec<Span>) {
        let nodes: Vec<NodeRef<'_>> = match node.kind() {
            Kind::String => vec![node],
            Kind::Array => node.items().collect(),
            _ => {
                self.wrong_type(node, "`overlay`", "a path or a list of paths");
                Vec::new()
            }
        };
        let mut found = (Vec::new(), Vec::new());
        for node in nodes {
            let Some(path) = self.path(node, "overlay") else { continue };
            if *path == *spec {
                self.diagnostics.push(
                    Diagnostic::new(
                        Code::InvalidConfig,
                        format!("`{path}` is listed as an overlay of itself"),
                        node.span(),
                    )
                    .with_help("an overlay is a separate file that describes changes to the spec".to_owned()),
                );
                continue;
            }
            found.0.push(path);
            found.1.push(node.span());
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::super::read::read;

    /// The specs for a value of `openapi`, and the diagnostics with the text at their spans.
    fn specs(value: &str) -> String {
        let text = format!(r#"{{"name": "N", "openapi": {value}}}"#);
        let file = read(&text);
        let mut out = String::new();
        for (spec, spans) in file.config.specs.iter().zip(&file.spec_spans) {
            let overlays: Vec<&str> = spans.overlays.iter().map(|span| &text[span.range()]).collect();
            assert_eq!(overlays.len(), spec.overlays.len());
            out.push_str(&format!("{:?} {} {:?}\n", spec.name, &text[spans.spec.range()], spec.overlays));
        }
        for found in &file.diagnostics {
            let place = &text[found.place.unwrap().range()];
            let notes: String = found.notes.iter().map(|note| format!(" ({})", note.message)).collect();
            let help = found.help.as_deref().unwrap_or_default();
            out.push_str(&format!("{}: {}{notes} at {place} / {help}\n", found.code.name(), found.message));
        }
        out
    }

    #[test]
    fn one_spec_is_a_path_or_an_object() {
        insta::assert_snapshot!(
            [
                specs(r#""./a/b.yaml""#),
                specs(r#"{"spec": "a.yaml", "overlay": "o.yaml"}"#),
                specs(r#"{"name": " a ", "spec": "a.yaml", "overlay": ["o.yaml", "x/../p.yaml", "o.yaml"]}"#),
                specs(r#"[{"spec": "a.yaml"}]"#),
                specs(r#"["a.yaml"]"#),
                specs("[]"),
            ]
            .join("--\n"),
            @r#"
            None "./a/b.yaml" []
            --
            None "a.yaml" ["o.yaml"]
            --
            Some("a") "a.yaml" ["o.yaml", "p.yaml", "o.yaml"]
            --
            None "a.yaml" []
            --
            None "a.yaml" []
            --
            "#
        );
    }

    #[test]
    fn several_specs_have_names() {
        insta::assert_snapshot!(
            [
                specs(r#"[{"name": "a", "spec": "a.yaml"}, {"name": "b", "spec": "b.yaml", "overlay": "o.yaml"}]"#),
                specs(r#"["a.yaml", {"spec": "b.yaml"}, {"name": "", "spec": "c.yaml"}, {"name": 7, "spec": "d.yaml"}]"#),
                specs(r#"[{"name": "a", "spec": "a.yaml"}, {"name": "a", "spec": "b.yaml"}]"#),
                specs(r#"[{"name": "a", "spec": "a.yaml"}, {"name": "b", "spec": "./a.yaml", "overlay": "o.yaml"}]"#),
            ]
            .join("--\n"),
            @r#"
            Some("a") "a.yaml" []
            Some("b") "b.yaml" ["o.yaml"]
            --
            None "a.yaml" []
            None "b.yaml" []
            None "c.yaml" []
            None "d.yaml" []
            invalid-config: the spec `a.yaml` has no `name`, which is required if there are several specs at "a.yaml" / write `{ "name": "…", "spec": "…" }`, with a unique name for each spec
            invalid-config: the spec `b.yaml` has no `name`, which is required if there are several specs at {"spec": "b.yaml"} / write `{ "name": "…", "spec": "…" }`, with a unique name for each spec
            invalid-config: `name` is empty at "" / 
            invalid-config: `name` must be a string, not a number at 7 / 
            --
            Some("a") "a.yaml" []
            None "b.yaml" []
            invalid-config: duplicate spec name `a` (first used here) at "a" / give each spec a unique name
            --
            Some("a") "a.yaml" []
            invalid-config: the spec `a.yaml` is listed twice (first listed here) at "./a.yaml" / remove one of the entries; to apply other overlays, point the second entry to a copy of the file
            "#
        );
    }

    #[test]
    fn wrong_specs_are_reported_where_they_stand() {
        insta::assert_snapshot!(
            [
                specs("7"),
                specs("{}"),
                specs(r#"{"sepc": "a.yaml"}"#),
                specs(r#"{"spec": "../a.yaml"}"#),
                specs(r#"[null, [], {"name": "a", "spec": "a.yaml"}]"#),
                specs(r#"{"spec": "a.yaml", "overlay": "x/../a.yaml"}"#),
                specs(r#"{"spec": "a.yaml", "overlay": ["../o.yaml", "/etc/passwd", "", 7, "o.yaml"]}"#),
                specs(r#"{"spec": "a.yaml", "overlay": {"path": "o.yaml"}}"#),
            ]
            .join("--\n"),
            @r#"
            invalid-config: `openapi` must be a path, an object with `spec`, or a list of such objects, not a number at 7 / 
            --
            invalid-config: `openapi` has no `spec` at {} / add `"spec": "…"`, the path of the OpenAPI file
            --
            unknown-field: unknown field `sepc` at "sepc" / did you mean `spec`?
            invalid-config: `openapi` has no `spec` at {"sepc": "a.yaml"} / add `"spec": "…"`, the path of the OpenAPI file
            --
            outside-project: `../a.yaml` is not a path within the project at "../a.yaml" / use a path relative to the project folder, with forward slashes
            --
            Some("a") "a.yaml" []
            invalid-config: `openapi` must be a path, an object with `spec`, or a list of such objects, not null at null / 
            invalid-config: `openapi` must be a path, an object with `spec`, or a list of such objects, not an array at [] / 
            --
            None "a.yaml" []
            invalid-config: `a.yaml` is listed as an overlay of itself at "x/../a.yaml" / an overlay is a separate file that describes changes to the spec
            --
            None "a.yaml" ["o.yaml"]
            outside-project: `../o.yaml` is not a path within the project at "../o.yaml" / use a path relative to the project folder, with forward slashes
            outside-project: `/etc/passwd` is not a path within the project at "/etc/passwd" / use a path relative to the project folder, with forward slashes
            invalid-config: `overlay` is empty at "" / 
            invalid-config: `overlay` must be a string, not a number at 7 / 
            --
            None "a.yaml" []
            invalid-config: `overlay` must be a path or a list of paths, not an object at {"path": "o.yaml"} /
            "#
        );
    }
}
