//! The field `hero` of frontmatter: the head of a home page. Spans refer to the YAML that it is read from.

use super::fields::{Field, Object, Shape};
use base::diagnostic::{Code, Diagnostic, Span, did_you_mean};
use base::text::DestinationKind;
use base::tree::{Kind, NodeRef};

/// The fields of the head of a home page.
pub(crate) static HERO: Object = Object::new(
    "hero",
    &[
        Field::new("tagline", Shape::Scalar).example("\"A documentation tool in one binary.\""),
        Field::new("actions", Shape::List(&Shape::Object(&ACTION)))
            .example(r#"[{ "text": "Get started", "href": "/quickstart" }]"#),
        Field::new("image", Shape::Object(&PICTURE)).example(r#"{ "src": "/img/meadow.svg", "alt": "A meadow" }"#),
    ],
);

static ACTION: Object = Object::new(
    "action",
    &[
        Field::new("text", Shape::Scalar).required().example("\"Get started\""),
        Field::new("href", Shape::Scalar).required().example("\"/quickstart\""),
    ],
);

static PICTURE: Object = Object::new(
    "picture",
    &[
        Field::new("src", Shape::Scalar).required().example("\"/img/meadow.svg\""),
        Field::new("alt", Shape::Scalar).required().example("\"A meadow\""),
        Field::new("dark", Shape::Scalar).example("\"/img/meadow-dark.svg\""),
    ],
);

/// The head of a home page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Hero {
    pub(crate) tagline: Option<Placed>,
    pub(crate) actions: Vec<Action>,
    pub(crate) picture: Option<Picture>,
}

/// A text and its span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Placed {
    pub(crate) text: Box<str>,
    pub(crate) span: Span,
}

/// A button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Action {
    pub(crate) text: Placed,
    pub(crate) href: Placed,
}

/// The picture beside the title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Picture {
    pub(crate) source: Placed,
    /// Empty for a picture that adds nothing to the text.
    pub(crate) alt: Placed,
    /// The source on dark pages.
    pub(crate) dark: Option<Placed>,
}

impl Hero {
    /// Reads the field's value.
    pub(crate) fn read(node: NodeRef<'_>) -> (Self, Vec<Diagnostic<Span>>) {
        let mut reader = Reader::default();
        let hero = reader.hero(node);
        (hero, reader.diagnostics)
    }

    /// The same with all spans moved by an offset.
    pub(crate) fn shifted(mut self, by: u32) -> Self {
        let actions = self.actions.iter_mut().flat_map(|action| [&mut action.text, &mut action.href]);
        let picture = self.picture.iter_mut().flat_map(|picture| {
            [Some(&mut picture.source), Some(&mut picture.alt), picture.dark.as_mut()].into_iter().flatten()
        });
        for placed in self.tagline.iter_mut().chain(actions).chain(picture) {
            placed.span = placed.span.shifted(by);
        }
        self
    }
}

#[derive(Default)]
struct Reader {
    diagnostics: Vec<Diagnostic<Span>>,
}

impl Reader {
    fn report(&mut self, message: String, span: Span, help: &str) {
        let found = Diagnostic::new(Code::InvalidFrontmatter, message, span);
        self.diagnostics.push(found.with_help((!help.is_empty()).then(|| help.to_owned())));
    }

    fn hero(&mut self, node: NodeRef<'_>) -> Hero {
        if !self.is_mapping(node, "hero", &HERO, "write its fields below it: `tagline`, `actions`, `image`") {
            return Hero::default();
        }
        Hero {
            tagline: self.text(node, "hero", "tagline"),
            actions: self.actions(node),
            picture: node.get("image").filter(is_given).and_then(|image| self.picture(image)),
        }
    }

    fn actions(&mut self, hero: NodeRef<'_>) -> Vec<Action> {
        const HELP: &str = "write each button as `- text: Get started` with its `href: /quickstart` on the next line";
        let Some(list) = hero.get("actions").filter(is_given) else { return Vec::new() };
        if !list.is_array() {
            self.report("`hero.actions` must be a list".to_owned(), list.span(), HELP);
            return Vec::new();
        }
        let mut actions = Vec::new();
        for node in list.items() {
            if !self.is_mapping(node, "hero.actions", &ACTION, HELP) {
                continue;
            }
            let text = self.required(node, "hero.actions", "text", "add the text of the button");
            let href = self.required(node, "hero.actions", "href", "add the page that the button opens");
            if let (Some(text), Some(href)) = (text, href)
                && self.is_allowed(&href)
            {
                actions.push(Action { text, href });
            }
        }
        actions
    }

    fn picture(&mut self, node: NodeRef<'_>) -> Option<Picture> {
        const HELP: &str = "write its path as `src` and a description as `alt`";
        if !self.is_mapping(node, "hero.image", &PICTURE, HELP) {
            return None;
        }
        let source = self.required(node, "hero.image", "src", "add the path of the picture");
        let alt = match node.get("alt") {
            Some(alt) if alt.scalar().is_some_and(|text| text.trim().is_empty()) => {
                Some(Placed { text: Box::default(), span: alt.span() })
            }
            _ => self.required(
                node,
                "hero.image",
                "alt",
                "describe the picture, or write `alt: \"\"` if it adds nothing to the text",
            ),
        };
        let dark = self.text(node, "hero.image", "dark").filter(|dark| self.is_allowed(dark));
        let source = source.filter(|source| self.is_allowed(source))?;
        let alt = alt.unwrap_or_else(|| Placed { text: Box::default(), span: source.span });
        Some(Picture { source, alt, dark })
    }

    /// Whether a value is a mapping. Reports other values, and fields that it must not have.
    fn is_mapping(&mut self, node: NodeRef<'_>, name: &str, fields: &Object, help: &str) -> bool {
        if !node.is_object() {
            self.report(format!("{} must be a mapping", owner(name)), node.span(), help);
            return false;
        }
        let known = fields.names();
        for (key, _) in node.entries().filter(|(key, _)| !known.contains(&key.text())) {
            let message = format!("unknown field `{}` in `{name}`", key.text());
            let near = did_you_mean(key.text(), known.iter().copied());
            let help = near.unwrap_or_else(|| format!("it may have `{}`", known.join("`, `")));
            self.diagnostics.push(Diagnostic::new(Code::UnknownField, message, key.span()).with_help(help));
        }
        true
    }

    /// A string, without white space around it; `None` if it is absent or empty.
    fn text(&mut self, node: NodeRef<'_>, parent: &str, name: &str) -> Option<Placed> {
        let node = node.get(name).filter(is_given)?;
        match node.scalar().map(str::trim) {
            Some("") => None,
            Some(text) => Some(Placed { text: text.into(), span: node.span() }),
            None => {
                self.report(format!("`{parent}.{name}` must be a string"), node.span(), "");
                None
            }
        }
    }

    /// A string that must not be absent or empty.
    fn required(&mut self, node: NodeRef<'_>, parent: &str, name: &str, help: &str) -> Option<Placed> {
        let before = self.diagnostics.len();
        let found = self.text(node, parent, name);
        if found.is_none() && self.diagnostics.len() == before {
            let span = node.get(name).filter(is_given).unwrap_or(node).span();
            self.report(format!("{} has no `{name}`", owner(parent)), span, help);
        }
        found
    }

    /// Whether the scheme of a URL is allowed.
    fn is_allowed(&mut self, address: &Placed) -> bool {
        let is_allowed = DestinationKind::of(&address.text) != DestinationKind::Refused;
        if !is_allowed {
            let message = format!("`{}` is not an allowed URL", address.text);
            self.report(message, address.span, "use a page or file of the site, or an http or https URL");
        }
        is_allowed
    }
}

/// An object with fields, for messages.
fn owner(name: &str) -> String {
    if name == "hero.actions" { format!("an entry of `{name}`") } else { format!("`{name}`") }
}

/// Whether a value is more than a name without a value.
fn is_given(node: &NodeRef<'_>) -> bool {
    node.kind() != Kind::Null
}
