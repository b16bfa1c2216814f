//! Resolves the names of other tools' components once: block and inline content are written from the same [`Tagged`].

use std::collections::BTreeSet;

use super::Converter;
use super::decorative::computes;
use super::scope::Binding;
use crate::page::read::esm::JsxComponent;
use crate::page::read::jsx::{decoded, is_component};
use crate::page::tree::{Attribute, Element, Value};
use crate::report::LossKind;

/// The meaning of a tag in its text.
pub(super) enum Tagged {
    /// An HTML element.
    Html,
    /// `<include>`, whose content is a path.
    Include,
    /// An imported drawing used as a component; the element has its URL as `src`.
    Drawing,
    /// A component of an imported file.
    Imported {
        path: String,
        export: String,
    },
    /// A component that the text defines.
    Own(JsxComponent),
    /// Code or a value: only its content is known.
    Computed,
    Component(Component),
    /// Tabs by a component of an imported file: the subject of a loss about it.
    OwnTabs(String),
}

/// A component that needs more than its row in the registry. Variants have the most common name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Component {
    Accordion,
    Anchor,
    Badge,
    Button,
    Callout,
    Card,
    Check,
    CodeBlock,
    CodeGroup,
    Color,
    Columns,
    Cross,
    Details,
    Endpoint,
    Expandable,
    Field,
    File,
    FileTree,
    /// A video, or a page that is embedded.
    Film,
    Frame,
    /// Only its content is shown, both on a page and inline.
    Group,
    HtmlBlock,
    Icon,
    Image,
    Link,
    Listing,
    Mermaid,
    PackageManagers,
    /// Cards for the pages near this one.
    PageCards,
    /// Only its content is shown inline.
    Phrase,
    /// A component of React's documentation.
    React,
    Sandpack,
    Snippet,
    Step,
    Steps,
    Tab,
    Table,
    Tabs,
    Tiles,
    Tooltip,
    TypeTable,
    Update,
    /// A component of the registry, if its name is known.
    Registered,
}

impl Component {
    /// The component with this name.
    fn named(name: &str) -> Self {
        match name {
            "Accordion" => Self::Accordion,
            "Anchor" => Self::Anchor,
            "Badge" => Self::Badge,
            "Button" | "LinkButton" => Self::Button,
            "Callout" | "Aside" | "Admonition" | "Alert" => Self::Callout,
            "Card" | "LinkCard" | "Cards.Card" | "PageCard" => Self::Card,
            "Check" => Self::Check,
            "CodeBlock" | "Code" => Self::CodeBlock,
            "CodeGroup" | "CodeBlocks" | "RequestExample" | "ResponseExample" => Self::CodeGroup,
            "Color" | "Color.Row" | "ColorRow" => Self::Color,
            "Columns" => Self::Columns,
            "Cross" => Self::Cross,
            "Details" => Self::Details,
            "Endpoint" | "EndpointRequestSnippet" | "EndpointResponseSnippet" | "APIMethod" | "RunnableEndpoint"
            | "APIPage" => Self::Endpoint,
            "Expandable" => Self::Expandable,
            "ParamField" | "ResponseField" | "Property" => Self::Field,
            "Folder" | "File" | "Tree.Folder" | "Tree.File" | "FileTree.Folder" | "FileTree.File" => Self::File,
            "FileTree" | "Files" | "Tree" => Self::FileTree,
            "YouTube" | "Embed" | "LiteYouTubeEmbed" | "Video" | "Vimeo" | "GitHub.Repo" => Self::Film,
            "Frame" | "Figure" => Self::Frame,
            // Boxes of Radix Themes, Chakra and others.
            "Box" | "Center" | "Container" | "Flex" | "Grid" | "HStack" | "Separator" | "Stack" | "VStack"
            // Parts of cards, alerts and accordions of shadcn/ui.
            | "AccordionContent" | "AccordionTrigger" | "AlertDescription" | "AlertTitle" | "CardContent"
            | "CardDescription" | "CardFooter" | "CardHeader" | "CardTitle"
            // Built-in components of Vue, and of React: they place, animate or delay their content.
            | "ClientOnly" | "KeepAlive" | "Suspense" | "Teleport" | "Transition" | "TransitionGroup" => Self::Group,
            "Head" | "TOCInline" | "Script" | "Style" | "Spacer" | "Hr" | "Divider" | "LinkedHeading" => Self::Group,
            "HTMLBlock" => Self::HtmlBlock,
            "Icon" | "FontAwesome" => Self::Icon,
            "Image" | "Illustration" | "Diagram" | "ThemedImage" | "Screenshot" => Self::Image,
            "Link" | "A" | "NextLink" | "RouteLink" | "RouterLink" => Self::Link,
            "Listing" => Self::Listing,
            "Mermaid" => Self::Mermaid,
            "PackageManagers" => Self::PackageManagers,
            "DocCardList" | "DocsCategory" => Self::PageCards,
            "CodeStep" | "Math" | "MathI" | "InlineMath" | "Glossary" | "Fragment" | "" => Self::Phrase,
            "DeepDive" | "Solution" | "Hint" | "Pitfall" | "Wip" | "Deprecated" | "Canary" | "LearnMore"
            | "YouWillLearn" | "Recap" | "Challenges" | "Intro" | "InlineToc" | "ConsoleBlock"
            | "ConsoleBlockMulti" | "ConsoleLogLine" | "TerminalBlock" | "DiagramGroup" | "IllustrationBlock"
            | "FullWidth" | "CodeDiagram" => Self::React,
            "Sandpack" | "SandpackRSC" => Self::Sandpack,
            "Snippet" | "Markdown" | "Include" => Self::Snippet,
            "Step" => Self::Step,
            "Steps" | "Stepper" => Self::Steps,
            "Tab" | "TabItem" | "Tabs.Tab" | "TabsContent" => Self::Tab,
            "Table" | "DataTable" => Self::Table,
            "Tabs" | "CodeTabs" => Self::Tabs,
            "CardGroup" | "Cards" | "CardGrid" | "Tiles" => Self::Tiles,
            "Tooltip" => Self::Tooltip,
            "TypeTable" | "PropsTable" | "AutoTypeTable" | "auto-type-table" => Self::TypeTable,
            "Update" | "ChangelogEntry" => Self::Update,
            _ => Self::Registered,
        }
    }
}

/// Components of other tools and popular kits, and the known component with the same attributes.
const SYNONYMS: &[(&str, &str)] = &[
    ("Warn", "Warning"),
    ("Launch", "Tip"),
    ("ImageZoom", "Image"),
    ("Zoom", "Frame"),
    ("DynamicCodeBlock", "CodeBlock"),
    ("InlineTOC", "TOCInline"),
    ("MDXImage", "Image"),
    ("ButtonLink", "LinkButton"),
    // Callouts.
    ("Caution", "Warning"),
    ("Important", "Info"),
    ("InfoBox", "Info"),
    ("InlineAlert", "Alert"),
    ("Notice", "Note"),
    ("TipBox", "Tip"),
    ("WarningBox", "Warning"),
    // Cards.
    ("CardContainer", "Cards"),
    ("CardItem", "Card"),
    ("CardLink", "Card"),
    ("CardList", "Cards"),
    ("DocCard", "Card"),
    ("FeatureCard", "Card"),
    ("InfoCard", "Card"),
    ("LinkCards", "Cards"),
    // Images and videos.
    ("Img", "Image"),
    ("NextImage", "Image"),
    ("Picture", "Image"),
    ("StaticImage", "Image"),
    ("ZoomableImage", "Image"),
    ("VideoPlayer", "Video"),
    ("VimeoEmbed", "Vimeo"),
    ("Youtube", "YouTube"),
    ("YouTubeEmbed", "YouTube"),
    ("YoutubeEmbed", "YouTube"),
    ("YoutubeVideo", "YouTube"),
    // Others.
    ("Chip", "Badge"),
    ("Pill", "Badge"),
    ("Tag", "Badge"),
    // The components of VuePress 1 for code in tabs.
    ("code-block", "CodeBlock"),
    ("code-group", "CodeGroup"),
    ("CodeExample", "CodeBlock"),
    ("CodeSample", "CodeBlock"),
    ("CodeSnippet", "CodeBlock"),
    ("SyntaxHighlighter", "CodeBlock"),
    ("Collapse", "Expandable"),
    ("Collapsible", "Expandable"),
    ("Spoiler", "Expandable"),
    ("Toggle", "Expandable"),
    ("ExternalLink", "Link"),
    ("InternalLink", "Link"),
    ("Keyboard", "Kbd"),
];

/// Whether an imported file is an image.
fn is_image_file(path: &str) -> bool {
    let path = path.split('?').next().unwrap_or(path);
    path.rsplit('.').next().is_some_and(super::attributes::is_image)
}

/// The HTML element of a part of a table: `Table.Tr`, `Tr`.
fn table_part(name: &str) -> Option<&'static str> {
    Some(match name.strip_prefix("Table.").unwrap_or(name) {
        "Thead" => "thead",
        "Tbody" => "tbody",
        "Tr" => "tr",
        "Th" => "th",
        "Td" => "td",
        _ => return None,
    })
}

impl Converter<'_> {
    /// Returns the meaning of a tag, and renames the element to its canonical name: that of HTML, or the one that its
    /// library exports.
    pub(super) fn resolve(&mut self, element: &mut Element) -> Tagged {
        if element.name == "include" {
            return Tagged::Include;
        }
        self.bind(element);
        if let Some(part) = table_part(&element.name) {
            part.clone_into(&mut element.name);
        }
        if !is_component(&element.name) {
            return Tagged::Html;
        }
        match self.binding(&element.name) {
            Some(Binding::File { path, .. }) if is_image_file(&path) => {
                let stays = |name: &str| matches!(name, "title" | "alt" | "width" | "height");
                element.attributes.retain(|attribute| stays(&attribute.name));
                element.attributes.push(Attribute { name: "src".to_owned(), value: Value::Text(path) });
                "Image".clone_into(&mut element.name);
                return Tagged::Drawing;
            }
            Some(Binding::File { path, export }) => {
                if super::tabs::are_tabs(element) {
                    let subject = format!("{path} ({})", element.name);
                    "Tabs".clone_into(&mut element.name);
                    return Tagged::OwnTabs(subject);
                }
                let name = if export == "default" || export == "*" { &element.name } else { &export };
                let name = match element.name.split_once('.') {
                    Some((_, member)) => format!("{}.{member}", name.split('.').next().unwrap_or(name)),
                    None => name.clone(),
                };
                if !self.is_wrapped(&element.name, &name, &path) {
                    return Tagged::Imported { path, export };
                }
                element.name = name;
            }
            Some(Binding::Component(component)) => return Tagged::Own(component),
            Some(Binding::Code | Binding::Value(_)) => return Tagged::Computed,
            Some(Binding::Library { export }) if export != "default" && export != "*" => {
                element.name = match element.name.split_once('.') {
                    Some((_, member)) => format!("{export}.{member}"),
                    None => export,
                };
            }
            _ => {}
        }
        if let Some((_, usual)) = SYNONYMS.iter().find(|(name, _)| *name == element.name) {
            (*usual).clone_into(&mut element.name);
        }
        Tagged::Component(Component::named(&element.name))
    }

    /// Whether a component of the project has the name of one that holds content in all tools, and shows nothing but what
    /// it is given: it only changes how that one looks.
    fn is_wrapped(&mut self, written: &str, name: &str, path: &str) -> bool {
        let component = Component::named(name);
        let is_known = matches!(
            component,
            Component::Accordion
                | Component::Callout
                | Component::Card
                | Component::File
                | Component::FileTree
                | Component::Step
                | Component::Steps
                | Component::Tab
                | Component::Tabs
                | Component::Tiles
        );
        let subject = format!("{path} ({written})");
        is_known
            && !crate::paths::is_page(path)
            && self
                .own_of_code(LossKind::CodeImport, &subject)
                .is_some_and(|own| own.absence.is_none() && own.outcome(true, true).is_none())
    }

    /// Reads the bound attributes of Vue whose values are known: `:text="'beta'"` becomes `text={'beta'}`.
    fn bind(&self, element: &mut Element) {
        if !self.dialect.vitepress {
            return;
        }
        let mut names: BTreeSet<String> = element.attributes.iter().map(|attribute| attribute.name.clone()).collect();
        for attribute in element.attributes.iter_mut().filter(|attribute| computes(&attribute.name)) {
            let name = attribute.name.strip_prefix(':').or_else(|| attribute.name.strip_prefix("v-bind:"));
            let Some(name) = name.map(ToOwned::to_owned) else { continue };
            let source = match &attribute.value {
                Value::Text(source) => decoded(source),
                // `:name` binds the value of the same name.
                Value::None => name.clone(),
                Value::Expression(_) => continue,
            };
            if self.scope.value(&source).is_some() && names.insert(name.clone()) {
                *attribute = Attribute { name, value: Value::Expression(source) };
            }
        }
    }
}
