//! The table of every diagnostic code: name, severity, whether it blocks `build`, and what it means.

use super::Severity;

/// What the table says of a code.
#[derive(Clone, Copy, Debug)]
pub struct CodeInfo {
    /// The stable kebab-case name.
    pub name: &'static str,
    /// The severity it is reported with.
    pub severity: Severity,
    /// Whether `build` publishes nothing while it stands (without `--keep-going`).
    pub blocks_build: bool,
    /// What is wrong, why it matters and what to do, in a sentence or two.
    pub explanation: &'static str,
}

macro_rules! codes {
    ($($variant:ident = $name:literal, $severity:ident, blocks: $blocks:literal, $explanation:literal;)*) => {
        /// A rule that a diagnostic is about.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $(#[doc = $explanation] $variant,)*
        }

        impl Code {
            /// Every code, in the order of the table.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The table's row.
            #[must_use]
            pub const fn info(self) -> CodeInfo {
                match self {
                    $(Self::$variant => CodeInfo {
                        name: $name,
                        severity: Severity::$severity,
                        blocks_build: $blocks,
                        explanation: $explanation,
                    },)*
                }
            }

            /// The stable kebab-case name.
            #[must_use]
            pub const fn name(self) -> &'static str {
                self.info().name
            }
        }
    };
}

codes! {
    // Files
    MissingFile = "missing-file", Error, blocks: true,
        "A file that the project names does not exist. Create it, or correct the path.";
    NotText = "not-text", Error, blocks: true,
        "A file that should be text is not UTF-8. Save it as UTF-8.";
    UnreadableFile = "unreadable-file", Error, blocks: true,
        "A file exists but could not be read: it is larger than the limit, no regular file, or access was denied.";
    OutsideProject = "outside-project", Error, blocks: true,
        "A path leads out of the project's folder. Nothing outside it is ever read; copy the file into the project.";
    SkippedLink = "skipped-link", Warning, blocks: false,
        "A symbolic link among the pages leads out of the project's folder, or nowhere. It is left out of the site.";

    // JSON and YAML
    InvalidJson = "invalid-json", Error, blocks: true,
        "A file is not valid JSON (RFC 8259) at this place.";
    InvalidYaml = "invalid-yaml", Error, blocks: true,
        "A file is not valid YAML 1.2 at this place.";
    DuplicateKey = "duplicate-key", Warning, blocks: false,
        "An object has the same key twice. The last one counts; remove the other.";
    LimitExceeded = "limit-exceeded", Error, blocks: true,
        "A document goes beyond a limit (nesting, nodes, aliases, size) that protects against hostile input.";

    // tool.json
    InvalidConfig = "invalid-config", Error, blocks: true,
        "A field of `tool.json` has a value of the wrong type or form.";
    UnknownField = "unknown-field", Info, blocks: false,
        "A field that the tool does not know. It is kept and ignored; check its spelling.";
    LowContrast = "low-contrast", Warning, blocks: false,
        "A colour of `theme` makes texts that many people cannot read (WCAG 2.2, 1.4.3). Take the colour that is named, or another.";
    RedirectLoop = "redirect-loop", Error, blocks: false,
        "Redirects lead back to themselves, so that readers arrive nowhere. Let one of them lead to a page.";
    RedirectChain = "redirect-chain", Warning, blocks: false,
        "A redirect leads to another redirect. Readers are led to the end at once; name that.";
    MissingPage = "missing-page", Error, blocks: false,
        "The sidebar names a page that does not exist. Create the file or correct the id.";
    DuplicateEntry = "duplicate-entry", Warning, blocks: false,
        "The sidebar lists the same page twice. Keep one of the entries.";
    EmptyGroup = "empty-group", Warning, blocks: false,
        "A group of the sidebar has no entries, so its title stands above nothing. List its pages, or remove it.";
    OrphanPage = "orphan-page", Warning, blocks: false,
        "A page exists but the sidebar does not list it, so readers find it only through search or links.";
    InvalidPageId = "invalid-page-id", Error, blocks: true,
        "A page's path cannot be an address on every system. Rename the file.";
    DuplicatePage = "duplicate-page", Error, blocks: true,
        "Two files would be published at the same address. Rename or remove one of them.";

    // Pages
    MissingTitle = "missing-title", Error, blocks: false,
        "A page's frontmatter has no `title`. The first heading is shown instead.";
    InvalidFrontmatter = "invalid-frontmatter", Error, blocks: false,
        "The frontmatter is not a YAML mapping, or one of its fields has the wrong form.";
    UnknownComponent = "unknown-component", Error, blocks: false,
        "A `wc-*` element that is no component. Its content is shown, without the component's look.";
    UnknownAttribute = "unknown-attribute", Warning, blocks: false,
        "A component has no attribute of that name. It is ignored.";
    MissingAttribute = "missing-attribute", Error, blocks: false,
        "A component lacks an attribute that it needs.";
    InvalidAttribute = "invalid-attribute", Error, blocks: false,
        "An attribute's value is not one of those allowed.";
    UnknownIcon = "unknown-icon", Warning, blocks: false,
        "No icon has that name. An empty box is shown in its place.";
    DuplicateAttribute = "duplicate-attribute", Warning, blocks: false,
        "An element has the same attribute twice. The first one counts.";
    InvalidNesting = "invalid-nesting", Error, blocks: false,
        "A component stands where it has no meaning, or holds one that it cannot show.";
    UnclosedComponent = "unclosed-component", Error, blocks: false,
        "A component's opening tag has no closing tag. It is closed where its container ends.";
    StrayClosingTag = "stray-closing-tag", Error, blocks: false,
        "A closing tag closes nothing. It is ignored.";
    UnclosedComment = "unclosed-comment", Warning, blocks: false,
        "An HTML comment has no end in the block that it begins in. It is shown as text.";
    RawHtml = "raw-html", Warning, blocks: false,
        "Raw HTML in a page is shown as text.";
    InvalidMath = "invalid-math", Error, blocks: false,
        "A formula is no TeX that can be shown. Its source is shown instead.";
    InvalidTable = "invalid-table", Error, blocks: false,
        "The data of a `wc-table` are no rows that a table can show.";
    DuplicateId = "duplicate-id", Warning, blocks: false,
        "Raw HTML has an id that the page has already. It gets a number, so that links can reach both places.";
    MissingAltText = "missing-alt-text", Warning, blocks: false,
        "An image has no text for those who do not see it. Say what it shows.";
    LongCode = "long-code", Info, blocks: false,
        "A block of code is longer than 256 KB or has a line of more than 10,000 characters; it is shown without colours.";
    BidiControl = "bidi-control", Warning, blocks: false,
        "Code, or a text of a spec, holds a character that changes the order in which text is read, so that it may do something else than it seems to.";
    InvalidDiagram = "invalid-diagram", Warning, blocks: false,
        "A diagram cannot be drawn from its source. The source is shown instead.";
    DiagramsOff = "diagrams-off", Info, blocks: false,
        "A page has diagrams, and this tool was built without drawing. Their source is shown instead.";
    BrokenLink = "broken-link", Error, blocks: false,
        "A link leads to a page or file that does not exist.";
    BrokenAnchor = "broken-anchor", Error, blocks: false,
        "A link leads to a heading or anchor that its page does not have.";
    RedirectedLink = "redirected-link", Info, blocks: false,
        "A link leads to an old address that `redirects` in `tool.json` has. Readers arrive, by a detour; write the new one.";
    BrokenExternalLink = "broken-external-link", Warning, blocks: false,
        "A link leads to another site that does not answer, or has no such page. Asked only with `validate --external`.";
    MovedExternalLink = "moved-external-link", Info, blocks: false,
        "A link leads to a page of another site that has a new address for good. Asked only with `validate --external`.";
    InvalidInclude = "invalid-include", Error, blocks: false,
        "The `src` of a `wc-include` is no path of a Markdown file below `_reusables`. Nothing is put in its place.";
    MissingFragment = "missing-fragment", Error, blocks: false,
        "A `wc-include` names a fragment that does not exist. Create the file or correct the path.";
    IncludeCycle = "include-cycle", Error, blocks: false,
        "A fragment includes itself, perhaps by way of others. It is not put in place a second time.";
    ComponentNameTaken = "component-name-taken", Error, blocks: false,
        "A component of the project has the name of one of the tool's, or of another of its own. It is not used.";
    UndefinedComponent = "undefined-component", Warning, blocks: false,
        "A file `components/wc-*.js` calls no `customElements.define`, so its element does nothing.";
    ModuleComponent = "module-component", Info, blocks: false,
        "A component of the project has `import` or `export`. It is loaded as a module, which does not work from `file://`.";
    UndeclaredVariable = "undeclared-variable", Warning, blocks: false,
        "A `{{NAME}}` in a page's text has no value. It is shown as it is written.";
    UnusedFragment = "unused-fragment", Info, blocks: false,
        "No page includes a file of `_reusables`. Remove it, or include it.";
    NestingTooDeep = "nesting-too-deep", Error, blocks: false,
        "Components are nested beyond the limit. The inner ones are shown as text.";

    // OpenAPI
    NotOpenApi = "not-openapi", Error, blocks: true,
        "The file is not an OpenAPI 3.0, 3.1 or 3.2 document.";
    InvalidSpec = "invalid-spec", Error, blocks: false,
        "A part of the spec has the wrong type or form. That part is left out.";
    UnquotedVersion = "unquoted-version", Warning, blocks: false,
        "The `openapi` field is a number. Quote it: `3.10` and `3.1` are the same number, not the same version.";
    PathParameters = "path-parameters", Warning, blocks: false,
        "A path parameter is not among the `{names}` of its path. Spell both alike.";
    UnresolvedReference = "unresolved-reference", Warning, blocks: false,
        "A `$ref` leads nowhere. It is shown as an unresolved reference.";
    RemoteReference = "remote-reference", Warning, blocks: false,
        "Remote references are never fetched; vendor the file into the project.";
    InvalidServer = "invalid-server", Warning, blocks: false,
        "A server's `url` is no address that a request can be sent to, or hides whom it is sent to. It is shown, and never used.";
    UnsafeLink = "unsafe-link", Warning, blocks: false,
        "An address in a spec has a scheme that no link may have, such as `javascript:`, or a host without one. It is shown as text.";
    InvalidPath = "invalid-path", Warning, blocks: false,
        "A path is no proper template of an address: a brace without its pair, an empty part, a query. It is shown as written.";
    AmbiguousPath = "ambiguous-path", Warning, blocks: false,
        "Two paths differ only in the names of their parameters, so requests cannot tell them apart.";
    MissingPaths = "missing-paths", Warning, blocks: false,
        "The spec has neither `paths` nor `webhooks`, so it has no operations to show.";
    MissingSummary = "missing-summary", Warning, blocks: false,
        "Operations have no `summary`. Titles are made from the `operationId`, or from method and path.";
    MissingResponses = "missing-responses", Warning, blocks: false,
        "Operations have no `responses`. Their pages say nothing of what the server answers.";
    MissingTags = "missing-tags", Warning, blocks: false,
        "Operations have no tag while others have. They stand last in the sidebar.";
    UndeclaredTag = "undeclared-tag", Warning, blocks: false,
        "Operations have tags that are not among the `tags` of the document. They stand after those that are.";
    TagGroups = "tag-groups", Warning, blocks: false,
        "`x-tagGroups` names a tag that is not there or is in two groups, or leaves operations out. Those stand under `Other`.";
    DuplicateOperationId = "duplicate-operation-id", Warning, blocks: false,
        "Two operations have the same `operationId`. Refer to them by method and path.";
    InvalidOverlay = "invalid-overlay", Error, blocks: true,
        "An overlay is no document of the Overlay Specification, or an action does not fit what it changes.";
    InvalidJsonPath = "invalid-jsonpath", Error, blocks: true,
        "A `target` or `copy` of an overlay is no JSONPath query (RFC 9535).";
    OverlayNoMatch = "overlay-no-match", Warning, blocks: false,
        "An action of an overlay selects nothing, so it changes nothing. Correct its query, or remove it.";
    OverlayExtension = "overlay-extension", Info, blocks: false,
        "An overlay goes beyond the letter of its specification. It is applied as meant.";
    ExampleMismatch = "example-mismatch", Info, blocks: false,
        "An example in a spec contradicts the schema that it stands beside. It is shown as it is; readers who copy it are refused.";
    UnmatchedRef = "unmatched-ref", Error, blocks: false,
        "A `ref` names no operation of the spec. A box on the page says so.";
    AmbiguousRef = "ambiguous-ref", Error, blocks: false,
        "A `ref` names several operations. Use `METHOD /path`, or `spec` with several specs.";
    UnknownSpec = "unknown-spec", Error, blocks: false,
        "The `spec` of an endpoint names no spec of `tool.json`. A box on the page says so.";
    UndocumentedOperations = "undocumented-operations", Warning, blocks: false,
        "The spec has operations that no page shows. `tool openapi scaffold --new-only` makes their pages.";
}

#[cfg(test)]
mod tests {
    use super::Code;

    #[test]
    fn names_are_unique_and_kebab_case() {
        let mut names: Vec<_> = Code::ALL.iter().map(|code| code.name()).collect();
        assert!(names.iter().all(|name| name.chars().all(|c| c.is_ascii_lowercase() || c == '-')));
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Code::ALL.len());
    }
}
