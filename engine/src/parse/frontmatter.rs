//! The frontmatter of a page: its location and its fields.

use std::collections::BTreeMap;

use crate::Db;
use crate::parse::component::check_icon;
use crate::parse::config::{TARGET, is_target};
use crate::parse::fields::{Field, Object, Shape};
use crate::parse::hero::{HERO, Hero, Placed};
use crate::parse::variables::Attributes;
use crate::registry::icons::IconValue;
use base::diagnostic::{Code, Diagnostic, Span, did_you_mean};
use base::inputs::File;
use base::tree::{Extent, Kind, Limits, NodeRef, Tree};

/// The span of the frontmatter's YAML and the start of the body. The page must begin with a `---` line that a later
/// `---` line closes. Skips a byte order mark.
pub(crate) fn split(text: &str) -> (Option<Span>, usize) {
    let start = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let mut lines = text[start..].split_inclusive('\n');
    let is_mark = |line: &str| line.trim_end_matches(['\n', '\r', ' ', '\t']) == "---";
    let Some(first) = lines.next().filter(|line| is_mark(line)) else { return (None, start) };
    let yaml = start + first.len();
    let mut at = yaml;
    for line in lines {
        let next = at + line.len();
        if is_mark(line) {
            return (Some(Span::new(yaml, at)), next);
        }
        at = next;
    }
    (None, start)
}

/// The fields of a page's frontmatter that the site reads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Frontmatter {
    pub(crate) title: Option<Box<str>>,
    pub(crate) description: Option<Box<str>>,
    pub(crate) layout: Layout,
    pub(crate) sidebar_title: Option<Box<str>>,
    /// The icon before the title in the sidebar.
    pub(crate) icon: Option<Box<str>>,
    /// A word or two after the title in the sidebar.
    pub(crate) tag: Option<Box<str>>,
    pub(crate) readtime: Option<Box<str>>,
    pub(crate) updated: Option<Box<str>>,
    /// What the page is about, such as a component or a technology.
    pub(crate) component: Option<Box<str>>,
    /// Position among its siblings in a sidebar generated from folders; lower first, `None` last.
    pub(crate) order: Option<i64>,
    pub(crate) draft: bool,
    /// The new location of the page.
    pub(crate) redirect: Option<Box<str>>,
    /// Whether the page shows its table of contents.
    pub(crate) toc: bool,
    /// The values of variables, by name.
    pub(crate) attributes: BTreeMap<Box<str>, Box<str>>,
}

/// The layout of a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Layout {
    /// Text with a table of contents.
    #[default]
    Page,
    /// An endpoint with its examples beside it.
    Api,
    /// A page that begins with a hero and shows no sidebar.
    Home,
}

/// The layouts by name.
const LAYOUTS: [(&str, Layout); 4] =
    [("page", Layout::Page), ("default", Layout::Page), ("api", Layout::Api), ("home", Layout::Home)];

/// The fields.
pub(crate) static FRONTMATTER: Object = Object::new(
    "frontmatter",
    &[
        Field::new("title", Shape::Scalar).required().example("\"Sowing\""),
        Field::new("description", Shape::Scalar).example("\"When to sow what.\""),
        Field::new("layout", Shape::Choice(|| LAYOUTS.map(|(name, _)| name).to_vec())).default("\"page\""),
        Field::new("hero", Shape::Object(&HERO)),
        Field::new("sidebar_title", Shape::Scalar).example("\"Sow\""),
        Field::new("icon", Shape::Scalar).example("\"rocket\""),
        Field::new("tag", Shape::Scalar).example("\"New\""),
        Field::new("readtime", Shape::Scalar).example("4"),
        Field::new("updated", Shape::Scalar).example("\"2026-03-04\""),
        Field::new("component", Shape::Scalar).example("\"CLI\""),
        Field::new("order", Shape::Number { least: None, most: None }).example("1"),
        Field::new("draft", Shape::Flag).default("false"),
        Field::new("redirect", Shape::Scalar).example("\"/guides/new\""),
        Field::new("attributes", Shape::Variables).example("{ \"PRODUCT\": \"Meadow\" }"),
        Field::new("toc", Shape::Flag).default("true"),
    ],
);

/// The frontmatter of a page. Equal after an edit of the body.
#[salsa::tracked(returns(ref))]
pub(crate) fn frontmatter(db: &dyn Db, file: File) -> Frontmatter {
    read(file.text(db)).0
}

/// Whether a page is a draft. Equal after any other edit, so that the list of pages is not rebuilt.
#[salsa::tracked(returns(copy))]
pub(crate) fn is_draft(db: &dyn Db, file: File) -> bool {
    frontmatter(db, file).draft
}

/// Parses the frontmatter of a page's text. The spans of its diagnostics refer to that text.
pub(crate) fn read(text: &str) -> (Frontmatter, Vec<Diagnostic<Span>>) {
    let (Some(yaml), _) = split(text) else {
        let mut diagnostics = Vec::new();
        let start = if text.starts_with('\u{feff}') { 3 } else { 0 };
        if text[start..].lines().next().is_some_and(|line| line.trim_end() == "---") {
            diagnostics.push(
                Diagnostic::new(Code::InvalidFrontmatter, "the frontmatter is not closed", Span::new(start, start + 3))
                    .with_help("close it with a line `---`".to_owned()),
            );
        } else {
            diagnostics.push(missing_title(Span::new(start, start)));
        }
        return (Frontmatter { toc: true, ..Frontmatter::default() }, diagnostics);
    };
    let limits = Limits { nodes: 100_000, ..Limits::default() };
    let parsed = Tree::from_yaml(&text[yaml.range()], limits);
    let mut diagnostics: Vec<Diagnostic<Span>> = parsed
        .diagnostics
        .into_iter()
        .map(|diagnostic| {
            let mut diagnostic = diagnostic.map_place(|span| span.shifted(yaml.start));
            if diagnostic.code == Code::InvalidYaml {
                diagnostic.code = Code::InvalidFrontmatter;
            }
            diagnostic
        })
        .collect();
    let root = parsed.tree.root();
    let at_mark = Span::new((yaml.start as usize).saturating_sub(4), yaml.start as usize);
    if !root.is_object() && root.kind() != Kind::Null && diagnostics.is_empty() {
        diagnostics.push(Diagnostic::new(
            Code::InvalidFrontmatter,
            "the frontmatter must be a mapping of fields to values",
            root.span().shifted(yaml.start),
        ));
    }
    let is_whole = parsed.extent == Extent::Whole;
    let mut reader = FieldReader { root, offset: yaml.start, is_whole, diagnostics };
    reader.unknown_fields();
    let value = Frontmatter {
        title: reader.text("title"),
        description: reader.text("description"),
        layout: reader.layout(),
        sidebar_title: reader.text("sidebar_title"),
        icon: reader.icon(),
        tag: reader.text("tag"),
        readtime: reader.text("readtime"),
        updated: reader.text("updated"),
        component: reader.text("component"),
        order: reader.order(),
        draft: reader.flag("draft", false),
        redirect: reader.redirect(),
        toc: reader.flag("toc", true),
        attributes: reader.attributes(),
    };
    reader.hero(value.layout);
    let mut diagnostics = reader.diagnostics;
    if value.title.is_none() && root.get("title").is_none() {
        diagnostics.push(missing_title(at_mark));
    }
    (value, diagnostics)
}

fn missing_title(span: Span) -> Diagnostic<Span> {
    Diagnostic::new(Code::MissingTitle, "the page has no `title` in its frontmatter", span)
        .with_help("begin the file with a line `---`, a line `title: …` and a line `---`".to_owned())
}

/// The title and the hero of a page with the layout `home`, with spans in the page's text; `None` for other pages.
pub(crate) fn home(text: &str) -> Option<(Option<Placed>, Hero)> {
    let yaml = split(text).0?;
    let written = &text[yaml.range()];
    if !written.contains("home") {
        return None;
    }
    let parsed = Tree::from_yaml(written, Limits { nodes: 100_000, ..Limits::default() });
    let root = parsed.tree.root();
    root.get("layout").filter(|layout| layout.scalar() == Some("home"))?;
    let title = root.get("title").and_then(|node| {
        let text = node.scalar().filter(|_| node.kind() != Kind::Null)?.trim();
        (!text.is_empty()).then(|| Placed { text: text.into(), span: node.span().shifted(yaml.start) })
    });
    let hero = root.get("hero").map(|node| Hero::read(node).0.shifted(yaml.start));
    Some((title, hero.unwrap_or_default()))
}

/// The span of a field's value in a page's text.
pub(crate) fn place_of(text: &str, name: &str) -> Option<Span> {
    let (yaml, _) = split(text);
    let yaml = yaml?;
    let parsed = Tree::from_yaml(&text[yaml.range()], Limits { nodes: 100_000, ..Limits::default() });
    parsed.tree.root().get(name).map(|node| node.span().shifted(yaml.start))
}

struct FieldReader<'t> {
    root: NodeRef<'t>,
    /// The offset of the YAML in the page.
    offset: u32,
    /// Whether all of it parses. A field at the place of a syntax error has no value that could be checked.
    is_whole: bool,
    diagnostics: Vec<Diagnostic<Span>>,
}

impl FieldReader<'_> {
    fn report(&mut self, code: Code, message: String, span: Span) -> &mut Diagnostic<Span> {
        self.diagnostics.push(Diagnostic::new(code, message, span.shifted(self.offset)));
        let last = self.diagnostics.len() - 1;
        &mut self.diagnostics[last]
    }

    fn unknown_fields(&mut self) {
        let known = FRONTMATTER.names();
        for (key, _) in self.root.entries() {
            if !known.contains(&key.text()) {
                let message = format!("unknown field `{}` in the frontmatter", key.text());
                let help = did_you_mean(key.text(), known.iter().copied());
                self.report(Code::UnknownField, message, key.span()).help = help;
            }
        }
    }

    /// A scalar as written: `title: 404` is the text `404`.
    fn text(&mut self, name: &str) -> Option<Box<str>> {
        let node = self.root.get(name)?;
        match node.scalar().map(str::trim) {
            Some("") if name == "title" => {
                self.report(Code::MissingTitle, "the page's `title` is empty".to_owned(), node.span());
                None
            }
            Some("") => None,
            Some(text) => Some(text.into()),
            None if !self.is_whole || (node.kind() == Kind::Null && name != "title") => None,
            None => {
                let code = if name == "title" { Code::MissingTitle } else { Code::InvalidFrontmatter };
                self.report(code, format!("`{name}` must be a string"), node.span());
                None
            }
        }
    }

    fn icon(&mut self) -> Option<Box<str>> {
        let text = self.text("icon")?;
        let span = self.root.get("icon")?.span();
        if IconValue::read(&text) == IconValue::Invalid {
            let message = "`icon` must be the name of an icon, an image or an emoji".to_owned();
            self.report(Code::InvalidFrontmatter, message, span);
            return None;
        }
        self.diagnostics.extend(check_icon(&text, span.shifted(self.offset)));
        Some(text)
    }

    fn redirect(&mut self) -> Option<Box<str>> {
        let text = self.text("redirect")?;
        if !is_target(&text) {
            let span = self.root.get("redirect")?.span();
            self.report(Code::InvalidFrontmatter, TARGET.to_owned(), span);
            return None;
        }
        Some(text)
    }

    fn layout(&mut self) -> Layout {
        let Some(node) = self.root.get("layout") else { return Layout::Page };
        let written = node.scalar();
        if let Some((_, layout)) = LAYOUTS.iter().find(|(name, _)| written == Some(name)) {
            return *layout;
        }
        let message = format!("unknown layout `{}`", written.unwrap_or_default());
        let near = written.and_then(|written| did_you_mean(written, LAYOUTS.iter().map(|(name, _)| *name)));
        self.report(Code::InvalidFrontmatter, message, node.span()).help = near.or_else(|| {
            Some(
                "use `home` for a home page, and `api` for the three-column layout of an endpoint; omit the field for a \
                 text page"
                    .to_owned(),
            )
        });
        Layout::Page
    }

    /// Checks the hero, whose value is read with the body.
    fn hero(&mut self, layout: Layout) {
        let Some(node) = self.root.get("hero").filter(|node| node.kind() != Kind::Null) else { return };
        let found = Hero::read(node).1;
        self.diagnostics.extend(found.into_iter().map(|found| found.map_place(|span| span.shifted(self.offset))));
        if layout != Layout::Home {
            let message = "`hero` is shown only with `layout: home`".to_owned();
            self.report(Code::InvalidFrontmatter, message, node.span()).help =
                Some("add a line `layout: home`, or remove `hero`".to_owned());
        }
    }

    fn order(&mut self) -> Option<i64> {
        let node = self.root.get("order")?;
        let number = node.scalar().and_then(|text| text.parse().ok());
        if number.is_none() {
            self.report(Code::InvalidFrontmatter, "`order` must be a whole number".to_owned(), node.span());
        }
        number
    }

    fn attributes(&mut self) -> BTreeMap<Box<str>, Box<str>> {
        let Some(node) = self.root.get("attributes").filter(|node| node.kind() != Kind::Null) else {
            return BTreeMap::new();
        };
        let read = Attributes::read(node);
        for (message, span) in read.wrong {
            self.report(Code::InvalidFrontmatter, message, span);
        }
        read.values
    }

    fn flag(&mut self, name: &str, default: bool) -> bool {
        let Some(node) = self.root.get(name) else { return default };
        node.as_bool().unwrap_or_else(|| {
            self.report(Code::InvalidFrontmatter, format!("`{name}` must be `true` or `false`"), node.span());
            default
        })
    }
}
