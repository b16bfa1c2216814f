//! Which children an element may have: the content models of the HTML standard, for the elements that we write.

use markup5ever_rcdom::{Handle, NodeData};

/// What stands directly in an element.
#[derive(Clone, Copy)]
enum Children {
    /// Phrasing content and no other.
    Phrasing,
    /// Phrasing content and headings.
    PhrasingAndHeadings,
    /// Flow content, and those named here.
    Flow(&'static [&'static str]),
    /// These and nothing else, no text either.
    Only(&'static [&'static str]),
    /// What the element around it may hold.
    Transparent,
}

/// The model of some elements.
struct Model {
    elements: &'static [&'static str],
    children: Children,
    /// What stands nowhere below: elements by name, or all that readers do something with.
    never: &'static [&'static str],
}

/// Stands in [`Model::never`] for interactive content.
const INTERACTIVE: &str = "interactive content";
const HEADINGS: [&str; 6] = ["h1", "h2", "h3", "h4", "h5", "h6"];
const SECTIONS: &[&str] =
    &["article", "aside", "nav", "section", "header", "footer", "h1", "h2", "h3", "h4", "h5", "h6", "hgroup"];

/// The content models (HTML Standard, sections 4.3 to 4.11). Custom elements are transparent; what else is not listed
/// holds phrasing content.
const MODELS: &[Model] = &[
    Model { elements: &["html"], children: Children::Only(&["head", "body"]), never: &[] },
    Model {
        elements: &["head"],
        children: Children::Only(&["title", "meta", "link", "script", "style", "base"]),
        never: &[],
    },
    Model { elements: &["a"], children: Children::Transparent, never: &["a", INTERACTIVE] },
    Model { elements: &["ins", "del", "map", "noscript"], children: Children::Transparent, never: &[] },
    Model { elements: &["button"], children: Children::Phrasing, never: &[INTERACTIVE] },
    Model { elements: &["label"], children: Children::Phrasing, never: &["label"] },
    Model { elements: &["summary", "legend"], children: Children::PhrasingAndHeadings, never: &[] },
    Model { elements: &["details"], children: Children::Flow(&["summary"]), never: &[] },
    Model { elements: &["figure"], children: Children::Flow(&["figcaption"]), never: &[] },
    Model { elements: &["fieldset"], children: Children::Flow(&["legend"]), never: &[] },
    Model { elements: &["ul", "ol", "menu"], children: Children::Only(&["li"]), never: &[] },
    Model { elements: &["dl"], children: Children::Only(&["dt", "dd", "div"]), never: &[] },
    Model { elements: &["dt"], children: Children::Flow(&[]), never: SECTIONS },
    Model {
        elements: &["table"],
        children: Children::Only(&["caption", "colgroup", "thead", "tbody", "tfoot", "tr"]),
        never: &[],
    },
    Model { elements: &["caption"], children: Children::Flow(&[]), never: &["table"] },
    Model { elements: &["colgroup"], children: Children::Only(&["col"]), never: &[] },
    Model { elements: &["thead", "tbody", "tfoot"], children: Children::Only(&["tr"]), never: &[] },
    Model { elements: &["tr"], children: Children::Only(&["td", "th"]), never: &[] },
    Model { elements: &["th"], children: Children::Flow(&[]), never: SECTIONS },
    Model { elements: &["picture"], children: Children::Only(&["source", "img"]), never: &[] },
    Model { elements: &["video", "audio"], children: Children::Flow(&["source", "track"]), never: &["video", "audio"] },
    Model { elements: &["ruby"], children: Children::Flow(&["rt", "rp"]), never: &[] },
    Model { elements: &["select"], children: Children::Only(&["option", "optgroup", "hr"]), never: &[] },
    Model { elements: &["header", "footer"], children: Children::Flow(&[]), never: &["header", "footer", "main"] },
    Model { elements: &["form"], children: Children::Flow(&[]), never: &["form"] },
    Model {
        elements: &[
            "body",
            "main",
            "div",
            "li",
            "dd",
            "td",
            "blockquote",
            "figcaption",
            "article",
            "aside",
            "nav",
            "section",
            "address",
            "dialog",
            "search",
            "center",
        ],
        children: Children::Flow(&[]),
        never: &[],
    },
];

/// Flow content that is no phrasing content.
const BLOCKS: [&str; 36] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "center",
    "details",
    "dialog",
    "div",
    "dl",
    "fieldset",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hgroup",
    "hr",
    "main",
    "menu",
    "nav",
    "ol",
    "p",
    "pre",
    "search",
    "section",
    "style",
    "table",
    "ul",
    "body",
    "html",
    "head",
];

/// What is neither: it stands in the elements that name it and in no other.
const PARTS: [&str; 21] = [
    "caption",
    "col",
    "colgroup",
    "dd",
    "dt",
    "figcaption",
    "legend",
    "li",
    "optgroup",
    "option",
    "rp",
    "rt",
    "source",
    "summary",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "title",
    "tr",
];

fn model(name: &str) -> (Children, &'static [&'static str]) {
    let listed = MODELS.iter().find(|model| model.elements.contains(&name));
    match listed {
        Some(model) => (model.children, model.never),
        None if name.contains('-') => (Children::Transparent, &[]),
        None => (Children::Phrasing, &[]),
    }
}

/// An element that is open.
struct Open {
    name: String,
    /// What the innermost one that is not transparent holds.
    children: Children,
}

/// The elements and texts of a document that stand where they may not.
pub(super) fn misplaced(document: &Handle) -> Vec<String> {
    let mut found = Vec::new();
    walk(document, &mut Vec::new(), &mut found);
    found
}

fn walk(node: &Handle, open: &mut Vec<Open>, found: &mut Vec<String>) {
    let NodeData::Element { name, attrs, .. } = &node.data else {
        if let NodeData::Text { contents } = &node.data
            && let Some(Open { name, children: Children::Only(_) }) = open.last()
            && !contents.borrow().trim().is_empty()
        {
            found.push(format!("text {:?} in {name}", contents.borrow()));
        }
        node.children.borrow().iter().for_each(|child| walk(child, open, found));
        return;
    };
    let is_html = &*name.ns == "http://www.w3.org/1999/xhtml";
    let name = &*name.local;
    let attribute = |wanted: &str| attrs.borrow().iter().any(|attribute| &*attribute.name.local == wanted);
    let is_interactive = match name {
        "button" | "details" | "embed" | "iframe" | "label" | "select" | "textarea" | "input" => true,
        "a" => attribute("href"),
        "audio" | "video" => attribute("controls"),
        _ => false,
    } || attribute("tabindex");
    for Open { name: around, .. } in open.iter() {
        let never = model(around).1;
        if never.contains(&name) || is_interactive && never.contains(&INTERACTIVE) {
            found.push(format!("{name} below {around}"));
        }
    }
    if let Some(Open { name: parent, children }) = open.last()
        && !may_hold(*children, name)
    {
        found.push(format!("{name} in {parent}"));
    }
    if !is_html {
        // What stands in drawings and formulas is their own.
        return;
    }
    let children = match (model(name).0, open.last()) {
        (Children::Transparent, Some(around)) => around.children,
        _ if name == "div" && open.last().is_some_and(|open| open.name == "dl") => Children::Only(&["dt", "dd"]),
        (children, _) => children,
    };
    if name == "details" && first_element(node).as_deref() != Some("summary") {
        found.push("details without a summary that begins it".to_owned());
    }
    open.push(Open { name: name.to_owned(), children });
    node.children.borrow().iter().for_each(|child| walk(child, open, found));
    open.pop();
}

fn may_hold(children: Children, name: &str) -> bool {
    let is_part = PARTS.contains(&name);
    match children {
        Children::Only(names) => names.contains(&name),
        Children::Flow(names) => names.contains(&name) || !is_part,
        Children::Phrasing | Children::Transparent => !is_part && !BLOCKS.contains(&name),
        Children::PhrasingAndHeadings => HEADINGS.contains(&name) || !is_part && !BLOCKS.contains(&name),
    }
}

fn first_element(node: &Handle) -> Option<String> {
    node.children.borrow().iter().find_map(|child| match &child.data {
        NodeData::Element { name, .. } => Some(name.local.to_string()),
        _ => None,
    })
}
