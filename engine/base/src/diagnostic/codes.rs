//! The table of every diagnostic code: name, severity, whether it blocks `build`, and what it means.

use super::Severity;

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct CodeInfo {
    /// The stable kebab-case name.
    pub name: &'static str,
    /// The severity it is reported with.
    pub severity: Severity,
    /// Whether `build` refuses to publish while it is reported (unless `--keep-going` is given).
    pub blocks_build: bool,
    /// The problem, why it matters and what to do, in a sentence or two.
    pub explanation: &'static str,
}

macro_rules! codes {
    ($($variant:ident = $name:literal, $severity:ident, blocks: $blocks:literal, $explanation:literal;)*) => {
        /// A rule that a diagnostic is about.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        pub enum Code {
            $(#[doc = $explanation] $variant,)*
        }

        impl Code {
            /// Every code, in the order of the table.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The row of this code.
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
        "A file that the project refers to does not exist. Create it, or correct the path.";
    NotText = "not-text", Error, blocks: true,
        "A file that should contain text is not UTF-8. Save it as UTF-8.";
    UnreadableFile = "unreadable-file", Error, blocks: true,
        "A file exists but could not be read: it is too large, not a regular file, or access was denied.";
    UnreadableFolder = "unreadable-folder", Error, blocks: true,
        "A folder could not be listed: access was denied, it is nested too deeply, or its name is not UTF-8. Its pages would be missing, so nothing is written.";
    OutsideProject = "outside-project", Error, blocks: true,
        "A path points outside the project folder. Nothing outside it is ever read; copy the file into the project.";
    SkippedLink = "skipped-link", Warning, blocks: false,
        "A symbolic link in the pages folder is broken, or points outside the project or to a folder that contains it. It is left out of the site.";

    // JSON and YAML
    InvalidJson = "invalid-json", Error, blocks: true,
        "A file is not valid JSON (RFC 8259) at this place.";
    InvalidYaml = "invalid-yaml", Error, blocks: true,
        "A file is not valid YAML 1.2 at this place.";
    DuplicateKey = "duplicate-key", Warning, blocks: false,
        "An object has the same key twice. The last one is used; remove the other.";
    LimitExceeded = "limit-exceeded", Error, blocks: true,
        "A document exceeds a limit (nesting, nodes, aliases, size) that protects against untrusted input.";

    // tool.json
    InvalidConfig = "invalid-config", Error, blocks: true,
        "A field of `tool.json` has a value of the wrong type or format.";
    MissingTranslation = "missing-translation", Info, blocks: false,
        "Pages have no translation to a language of the site. They are shown in the main language.";
    OutdatedTranslation = "outdated-translation", Info, blocks: false,
        "The source of a translation was changed in a newer commit than the translation. Compare both.";
    NoHistory = "no-history", Warning, blocks: false,
        "`pageFacts` needs the whole history of a Git repository, which is not available. Pages show neither dates nor contributors.";
    UnknownField = "unknown-field", Info, blocks: false,
        "The tool does not know this field and ignores it. Check its spelling.";
    LowContrast = "low-contrast", Warning, blocks: false,
        "A color in `theme` makes text that many people cannot read (WCAG 2.2, 1.4.3). Use the suggested color, or another.";
    RedirectLoop = "redirect-loop", Error, blocks: false,
        "Redirects form a loop, so readers never arrive at a page. Point one of them to a page.";
    RedirectChain = "redirect-chain", Warning, blocks: false,
        "A redirect points to another redirect. Readers go straight to the final target; write that target instead.";
    MissingPage = "missing-page", Error, blocks: false,
        "The sidebar names a page that does not exist, or a folder without pages. Create the file or correct the name.";
    DuplicateEntry = "duplicate-entry", Warning, blocks: false,
        "The sidebar lists the same page or folder twice. Keep one of the entries.";
    EmptyGroup = "empty-group", Warning, blocks: false,
        "A sidebar group has no entries, so only its title is shown. List its pages, or remove it.";
    OrphanPage = "orphan-page", Warning, blocks: false,
        "A page exists but the sidebar does not list it, so readers find it only through search or links.";
    InvalidPageId = "invalid-page-id", Error, blocks: true,
        "A page's path cannot be used as a URL on every system. Rename the file.";
    DuplicatePage = "duplicate-page", Error, blocks: true,
        "Two files would be published at the same URL. Rename or remove one of them.";

    // Pages
    MissingTitle = "missing-title", Error, blocks: false,
        "A page's frontmatter has no `title`. The first heading is shown instead.";
    InvalidFrontmatter = "invalid-frontmatter", Error, blocks: false,
        "The frontmatter is not a YAML mapping, or one of its fields has the wrong format.";
    UnknownComponent = "unknown-component", Error, blocks: false,
        "This `wc-*` element is not a component. Its content is shown without any component styling.";
    UnknownAttribute = "unknown-attribute", Warning, blocks: false,
        "The component has no attribute of that name. It is ignored.";
    MissingAttribute = "missing-attribute", Error, blocks: false,
        "A component is missing a required attribute.";
    InvalidAttribute = "invalid-attribute", Error, blocks: false,
        "An attribute has a value that is not allowed.";
    UnknownIcon = "unknown-icon", Warning, blocks: false,
        "No icon has that name. An empty box is shown instead.";
    DuplicateAttribute = "duplicate-attribute", Warning, blocks: false,
        "An element has the same attribute twice. The first one is used.";
    InvalidNesting = "invalid-nesting", Error, blocks: false,
        "A component is not allowed here, or contains a component that it cannot show.";
    UnclosedComponent = "unclosed-component", Error, blocks: false,
        "A component's opening tag has no closing tag. The component is closed where its container ends.";
    StrayClosingTag = "stray-closing-tag", Error, blocks: false,
        "A closing tag has no matching opening tag. It is ignored.";
    UnclosedComment = "unclosed-comment", Warning, blocks: false,
        "An HTML comment is not closed in the block in which it begins. It is shown as text.";
    RawHtml = "raw-html", Warning, blocks: false,
        "A page contains HTML that is not allowed: a tag is shown as text, an attribute is removed.";
    InvalidMath = "invalid-math", Error, blocks: false,
        "A formula is not valid TeX, or uses commands that are not supported. Its source is shown instead.";
    InvalidTable = "invalid-table", Error, blocks: false,
        "The data of a `wc-table` cannot be shown as rows.";
    DuplicateId = "duplicate-id", Warning, blocks: false,
        "An id in raw HTML is already used on the page. A number is added to it, so that links can reach both elements.";
    MissingAltText = "missing-alt-text", Warning, blocks: false,
        "An image has no alternative text for people who cannot see it. Describe what it shows.";
    LongCode = "long-code", Info, blocks: false,
        "A code block is longer than 256 KB or has a line of more than 10,000 characters; it is shown without highlighting.";
    BidiControl = "bidi-control", Warning, blocks: false,
        "Code, or text in a spec, contains a character that changes the reading order, so it may not do what it appears to do.";
    InvalidDiagram = "invalid-diagram", Warning, blocks: false,
        "A diagram cannot be drawn from its source. The source is shown instead.";
    DiagramsOff = "diagrams-off", Info, blocks: false,
        "A page has diagrams, but this build of the tool cannot draw them. Their source is shown instead.";
    BrokenLink = "broken-link", Error, blocks: false,
        "A link points to a page or file that does not exist.";
    BrokenAnchor = "broken-anchor", Error, blocks: false,
        "A link points to a heading or anchor that its page does not have.";
    RedirectedLink = "redirected-link", Info, blocks: false,
        "A link points to an old path that is listed in `redirects` of `tool.json`. It still works; link to the new path instead.";
    BrokenExternalLink = "broken-external-link", Warning, blocks: false,
        "A link to another site gets no response, or its page does not exist. Checked only with `validate --external`.";
    MovedExternalLink = "moved-external-link", Info, blocks: false,
        "A link points to a page of another site that has moved permanently. Checked only with `validate --external`.";
    InvalidInclude = "invalid-include", Error, blocks: false,
        "The `src` of a `wc-include` is not the path of a Markdown file below `_reusables`. Nothing is included.";
    MissingFragment = "missing-fragment", Error, blocks: false,
        "A `wc-include` names a fragment that does not exist. Create the file or correct the path.";
    IncludeCycle = "include-cycle", Error, blocks: false,
        "A fragment includes itself, directly or through other fragments. It is not included a second time.";
    ComponentNameTaken = "component-name-taken", Error, blocks: false,
        "A component of the project has the same name as a built-in component or as another component of the project. It is ignored.";
    UndefinedComponent = "undefined-component", Warning, blocks: false,
        "A file `components/wc-*.js` does not call `customElements.define`, so its element does nothing.";
    UndefinedGlobal = "undefined-global", Warning, blocks: false,
        "A component of the project uses a name that no page defines, so the browser cannot run it. Import it, or define it in the file.";
    ModuleComponent = "module-component", Info, blocks: false,
        "A component of the project uses `import` or `export`. It is loaded as a module, which does not work from `file://`.";
    UndeclaredVariable = "undeclared-variable", Warning, blocks: false,
        "A `{{NAME}}` in a page's text has no value. It is shown as written.";
    UnusedFragment = "unused-fragment", Info, blocks: false,
        "No page includes this file of `_reusables`. Remove it, or include it.";
    NestingTooDeep = "nesting-too-deep", Error, blocks: false,
        "Components are nested too deeply. The inner ones are shown as text.";

    // OpenAPI
    NotOpenApi = "not-openapi", Error, blocks: true,
        "The file is not an OpenAPI 3.0, 3.1 or 3.2 document.";
    InvalidSpec = "invalid-spec", Error, blocks: false,
        "A part of the spec has the wrong type or format. That part is left out; where it can be shown as written, this is only a warning.";
    UnknownSpecField = "unknown-spec-field", Warning, blocks: false,
        "OpenAPI has no field of that name here, so it is ignored. Check its spelling; fields of your own begin with `x-`.";
    MissingSpecField = "missing-spec-field", Warning, blocks: false,
        "An object of the spec lacks a field that OpenAPI requires. Add it.";
    VersionMismatch = "version-mismatch", Warning, blocks: false,
        "A field or value belongs to another version of OpenAPI than the document. It is shown as intended, but other tools may not accept it.";
    UnquotedVersion = "unquoted-version", Warning, blocks: false,
        "The `openapi` field or `info.version` is a number. Quote it: `3.10` and `3.1` are the same number, not the same version.";
    PathParameters = "path-parameters", Warning, blocks: false,
        "The path parameters of an operation are not those between the braces of its path. Use the same names in both places.";
    DuplicateParameter = "duplicate-parameter", Warning, blocks: false,
        "A list of parameters has two with the same name and location. The last one is used; remove the other.";
    UndeclaredSecurity = "undeclared-security", Warning, blocks: false,
        "A security requirement names a scheme or scope that the spec does not declare. Readers see its name and nothing else.";
    DuplicateTag = "duplicate-tag", Warning, blocks: false,
        "The document declares a tag twice. Remove one of the declarations.";
    UnresolvedReference = "unresolved-reference", Warning, blocks: false,
        "A `$ref` has no target. It is shown as an unresolved reference.";
    MisplacedReference = "misplaced-reference", Warning, blocks: false,
        "A `$ref` is in place of a list, a map or a text, where OpenAPI allows none. It is followed, but other tools may not follow it.";
    RemoteReference = "remote-reference", Warning, blocks: false,
        "A `$ref` points to a URL. Remote references are not fetched; copy the target into the project.";
    InvalidServer = "invalid-server", Warning, blocks: false,
        "A server's `url` is not a URL that requests can be sent to, obscures which host they go to, or has variables that are not defined. It is shown as written.";
    UnsafeLink = "unsafe-link", Warning, blocks: false,
        "A URL in a spec has a scheme that is not allowed in links, such as `javascript:`, or has a host but no scheme. It is shown as text.";
    InvalidPath = "invalid-path", Warning, blocks: false,
        "A path is not a valid path template: it has an unmatched brace, an empty segment or a query. It is shown as written.";
    AmbiguousPath = "ambiguous-path", Warning, blocks: false,
        "Two paths differ only in the names of their parameters, so a request can match both.";
    MissingPaths = "missing-paths", Warning, blocks: false,
        "The spec has neither `paths` nor `webhooks`, so it has no operations to show.";
    MissingSummary = "missing-summary", Warning, blocks: false,
        "Some operations have no `summary`. Their titles are derived from the description, the `operationId`, or method and path.";
    MissingResponses = "missing-responses", Warning, blocks: false,
        "Some operations have no `responses`. Their pages do not say what the server returns.";
    MissingTags = "missing-tags", Warning, blocks: false,
        "Some operations have tags and others have none. Those without a tag come last in the sidebar.";
    UndeclaredTag = "undeclared-tag", Warning, blocks: false,
        "Operations use tags that are not listed in the `tags` of the document. These come after the listed ones.";
    TagGroups = "tag-groups", Warning, blocks: false,
        "`x-tagGroups` names a tag that does not exist or is in two groups, or leaves operations out. Those are grouped under `Other`.";
    DuplicateOperationId = "duplicate-operation-id", Warning, blocks: false,
        "Two operations have the same `operationId`. Refer to them by method and path.";
    InvalidOverlay = "invalid-overlay", Error, blocks: true,
        "An overlay does not follow the Overlay Specification, or an action does not fit its target.";
    InvalidJsonPath = "invalid-jsonpath", Error, blocks: true,
        "A `target` or `copy` of an overlay is not a valid JSONPath query (RFC 9535).";
    OverlayNoMatch = "overlay-no-match", Warning, blocks: false,
        "An action of an overlay selects nothing, so it changes nothing. Correct its query, or remove it.";
    OverlayExtension = "overlay-extension", Info, blocks: false,
        "An overlay goes beyond its specification in a way that many tools accept. It is applied as intended.";
    ExampleMismatch = "example-mismatch", Info, blocks: false,
        "An example in a spec does not match its schema. It is shown as written; requests copied from it may fail.";
    UnmatchedRef = "unmatched-ref", Error, blocks: false,
        "A `ref` matches no operation of the spec. A box on the page says so.";
    AmbiguousRef = "ambiguous-ref", Error, blocks: false,
        "A `ref` matches several operations. Use `METHOD /path`, or add `spec` if there are several specs.";
    UnknownSpec = "unknown-spec", Error, blocks: false,
        "The `spec` of an endpoint is not the name of a spec in `tool.json`. A box on the page says so.";
    UndocumentedOperations = "undocumented-operations", Warning, blocks: false,
        "The spec has operations that no page shows. `tool openapi scaffold --new-only` creates their pages.";
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
