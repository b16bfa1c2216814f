//! The supported formats (formats.md 0.1).

/// The tool that a project was written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    /// DocsLit: `docslit.json`.
    DocsLit,
    /// Mintlify: `docs.json`, or the older `mint.json`.
    Mintlify,
    /// Fern.
    Fern,
    /// Redocly Realm, with pages in Markdoc.
    Redocly,
    /// Docusaurus.
    Docusaurus,
    /// MkDocs, with or without the theme Material.
    MkDocs,
    /// Starlight (Astro).
    Starlight,
    /// VitePress.
    VitePress,
    /// VuePress.
    VuePress,
    /// Sphinx, with pages in MyST Markdown, and Jupyter Book.
    Sphinx,
    /// mdBook.
    MdBook,
    /// GitBook.
    GitBook,
    /// Fumadocs.
    Fumadocs,
    /// Nextra.
    Nextra,
    /// ReadMe.
    ReadMe,
    /// Slate, and Widdershins, which writes pages for it.
    Slate,
    /// A page of Swagger UI or Redoc: only the OpenAPI files that it shows.
    ApiPage,
    /// Markdown or MDX pages of an unknown tool.
    Generic,
}

impl Format {
    /// All formats, in order of detection.
    pub const ALL: [Self; 18] = [
        Self::DocsLit,
        Self::Mintlify,
        Self::Fern,
        Self::Redocly,
        Self::Docusaurus,
        Self::MkDocs,
        Self::Starlight,
        Self::VitePress,
        Self::VuePress,
        Self::Sphinx,
        Self::MdBook,
        Self::GitBook,
        Self::Fumadocs,
        Self::Nextra,
        Self::ReadMe,
        Self::Slate,
        Self::ApiPage,
        Self::Generic,
    ];

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::DocsLit => "docslit",
            Self::Mintlify => "mintlify",
            Self::Fern => "fern",
            Self::Docusaurus => "docusaurus",
            Self::MkDocs => "mkdocs",
            Self::Starlight => "starlight",
            Self::VitePress => "vitepress",
            Self::MdBook => "mdbook",
            Self::GitBook => "gitbook",
            Self::Fumadocs => "fumadocs",
            Self::Nextra => "nextra",
            Self::ReadMe => "readme",
            Self::Redocly => "redocly",
            Self::VuePress => "vuepress",
            Self::Sphinx => "sphinx",
            Self::Slate => "slate",
            Self::ApiPage => "api-page",
            Self::Generic => "generic",
        }
    }

    /// Its name as its vendor writes it.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::DocsLit => "DocsLit",
            Self::Mintlify => "Mintlify",
            Self::Fern => "Fern",
            Self::Docusaurus => "Docusaurus",
            Self::MkDocs => "MkDocs",
            Self::Starlight => "Starlight",
            Self::VitePress => "VitePress",
            Self::MdBook => "mdBook",
            Self::GitBook => "GitBook",
            Self::Fumadocs => "Fumadocs",
            Self::Nextra => "Nextra",
            Self::ReadMe => "ReadMe",
            Self::Redocly => "Redocly",
            Self::VuePress => "VuePress",
            Self::Sphinx => "Sphinx",
            Self::Slate => "Slate",
            Self::ApiPage => "Swagger UI or Redoc",
            Self::Generic => "no known tool",
        }
    }
}
