//! The supported formats (formats.md 0.1).

/// The tool that a project was written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    /// Mintlify: `docs.json`, or the older `mint.json`.
    Mintlify,
    /// Fern.
    Fern,
    /// Docusaurus.
    Docusaurus,
    /// MkDocs, with or without the theme Material.
    MkDocs,
    /// Starlight (Astro).
    Starlight,
    /// VitePress.
    VitePress,
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
    /// Markdown or MDX pages of an unknown tool.
    Generic,
}

impl Format {
    /// All formats, in order of detection.
    pub const ALL: [Self; 12] = [
        Self::Mintlify,
        Self::Fern,
        Self::Docusaurus,
        Self::MkDocs,
        Self::Starlight,
        Self::VitePress,
        Self::MdBook,
        Self::GitBook,
        Self::Fumadocs,
        Self::Nextra,
        Self::ReadMe,
        Self::Generic,
    ];

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
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
            Self::Generic => "generic",
        }
    }

    /// Its name as its vendor writes it.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
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
            Self::Generic => "no known tool",
        }
    }
}
