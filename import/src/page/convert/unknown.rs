//! Components without a counterpart: their content stays, and so do the text and the links in their attributes.

use engine::accepted;

use super::attributes::{is_image, is_outside, text_of_jsx};
use super::decorative::{affects_looks, is_decorative};
use super::plain::capitalized;
use super::plain::code_span;
use super::{Converter, Kind, Node, slots};
use crate::literal::Literal;
use crate::page::tree::{Element, Fence, TargetElement};
use crate::page::write::{escaped, escaped_text};
use crate::report::{LossKind, Origin};

/// Attributes with a title, the most specific first. The first one is the title, the others are texts.
const TITLES: &[&str] = &["title", "heading", "headline", "question", "term", "name", "label"];
/// Attributes with a text that needs no label.
const TEXTS: &[&str] = &[
    "description",
    "text",
    "body",
    "content",
    "subtitle",
    "caption",
    "summary",
    "message",
    "quote",
    "note",
    "answer",
    "header",
    "footer",
    "alt",
    "tip",
    "tooltip",
    "children",
];
/// Attributes with a text that is shown even if it is one word.
const NAMED: &[&str] = &[
    "status", "version", "since", "date", "author", "role", "handle", "tag", "badge", "cta", "price", "year", "value",
    "default",
];
/// The ends of names of attributes with a text that is shown even if it is one word.
const SHOWN: &[&str] = &["title", "heading", "headline", "question", "label", "caption", "subtitle"];
const CODES: &[&str] = &["code", "command", "cmd", "snippet"];
/// Of these, the ones whose text may be the arguments of a program that only the component knows.
const ARGUMENTS: &[&str] = &["command", "cmd"];
const TARGETS: &[&str] = &["href", "url", "to", "link"];
/// The ends of names of attributes whose text belongs to the target with the same start.
const LABELS: &[&str] = &["text", "label", "title", "name"];
const IMAGES: &[&str] = &["src", "image", "img", "logo", "avatar", "cover", "photo", "icon", "poster", "thumbnail"];
/// Attributes with the same command for different tools.
const COMMANDS: &[&str] = &["npm", "yarn", "pnpm", "bun", "deno", "cargo", "pip", "uv", "brew", "npx"];
/// Other programs that commands begin with.
const PROGRAMS: &[&str] = &[
    "apt", "apt-get", "bash", "bunx", "bundle", "cd", "composer", "curl", "docker", "dotnet", "gem", "git", "go",
    "helm", "kubectl", "make", "node", "npx", "php", "pipx", "pnpx", "poetry", "python", "python3", "sh", "sudo",
    "uvx", "wget",
];
/// Words that follow the name of a package manager.
const SUBCOMMANDS: &[&str] = &[
    "add",
    "ci",
    "create",
    "dlx",
    "exec",
    "i",
    "init",
    "install",
    "remove",
    "rm",
    "run",
    "task",
    "uninstall",
    "update",
    "upgrade",
];
/// A list or an object with this many texts is dropped, and reported.
const MOST_VALUES: usize = 400;
/// The depth that markup in an attribute counts for.
const COST: usize = 8;

/// What becomes of an attribute of an unknown component.
#[derive(Clone, Debug, PartialEq)]
enum Outcome {
    Title(String),
    /// The target of the component's link.
    Target(String),
    /// The target of another link.
    Link(String),
    Image(String),
    /// The command for the tool that the attribute names.
    Command(String),
    Code(String),
    /// Code that needs the attribute's name.
    NamedCode(String),
    Text(String),
    /// A text that needs the attribute's name.
    Named(String),
    /// The source of JSX.
    Markup(String),
    /// A list or an object.
    Values(Literal),
    /// It only affects looks or behavior: dropped, and counted.
    Looks,
    /// A flag, which may decide what the component shows: dropped, and named in the report.
    Flag,
    /// Dropped, and named in the report.
    Dropped,
}

/// The components of Mintlify that may have no counterpart.
const BUILT_IN: &[&str] = &[
    "Banner",
    "Color",
    "Heading",
    "Image",
    "Latex",
    "Link",
    "Mermaid",
    "Panel",
    "Prompt",
    "Snippet",
    "SnippetGroup",
    "Tile",
    "Tiles",
    "Tree",
    "Video",
    "View",
    "Visibility",
    "Widget",
    "ZoomImage",
];

/// Decides what becomes of an attribute. The value is `None` if it is computed.
fn outcome(name: &str, value: Option<Literal>) -> Outcome {
    if affects_looks(name) {
        return Outcome::Looks;
    }
    let lower = name.to_ascii_lowercase();
    let is_in = |names: &[&str]| names.contains(&lower.as_str());
    if let Some(text) = value.as_ref().and_then(|value| answer(name, value)) {
        return Outcome::Named(text);
    }
    let text = match value {
        None | Some(Literal::Other(_)) => return Outcome::Dropped,
        Some(Literal::Flag(true)) if !is_decorative(name) => return Outcome::Flag,
        Some(Literal::Nothing | Literal::Flag(_)) => return Outcome::Looks,
        Some(Literal::Jsx(source)) => {
            let has_words = source.contains("<img") || !text_of_jsx(&source).is_empty();
            return if has_words { Outcome::Markup(source) } else { Outcome::Looks };
        }
        Some(values @ (Literal::List(_) | Literal::Object(_))) => {
            let texts = texts(&values);
            // The path of a file says nothing without the file.
            let is_file = matches!(texts.as_slice(), [path] if is_path(path));
            let shown =
                !is_file && texts.len() < MOST_VALUES && texts.iter().any(|text| text.contains(char::is_alphabetic));
            return if shown { Outcome::Values(values) } else { Outcome::Dropped };
        }
        Some(Literal::Number(digits)) if is_in(NAMED) || is_in(TITLES) || is_in(TEXTS) => digits,
        Some(Literal::Number(_)) => return Outcome::Looks,
        Some(Literal::Text(text)) => text,
    };
    let text = text.trim().to_owned();
    let ending = ending(&text);
    let is_path = text.starts_with(['/', '.', '#']);
    let is_url = ["https://", "http://", "mailto:"].iter().any(|start| text.starts_with(start));
    match () {
        () if text.is_empty() => Outcome::Looks,
        () if is_in(COMMANDS) => Outcome::Command(text),
        () if is_in(IMAGES) && is_image(ending) => Outcome::Image(text),
        () if is_in(TARGETS) => Outcome::Target(text),
        () if !text.contains(char::is_whitespace) && (is_url || is_path && stem(name, TARGETS).is_some()) => {
            Outcome::Link(text)
        }
        () if is_in(ARGUMENTS) && !begins_with_program(&text) => Outcome::NamedCode(text),
        () if is_in(CODES) => Outcome::Code(text),
        () if is_in(TITLES) => Outcome::Title(text),
        () if is_in(TEXTS) => Outcome::Text(text),
        () if is_in(NAMED) || stem(name, SHOWN).is_some() || is_prose(&text) => Outcome::Named(text),
        () => Outcome::Dropped,
    }
}

/// Whether a command is whole: it has several lines, a prompt, or a known program at its start.
fn begins_with_program(command: &str) -> bool {
    let first = command.split_whitespace().next().unwrap_or_default();
    command.contains('\n')
        || first.starts_with(['$', '.', '/'])
        || COMMANDS.contains(&first)
        || PROGRAMS.contains(&first)
}

/// The command in an attribute with the name of a package manager, which the command may leave out.
fn command_of(manager: &str, command: &str) -> String {
    let first = command.split_whitespace().next().unwrap_or_default();
    let lacks_name = SUBCOMMANDS.contains(&first) && manager != "npx";
    if lacks_name { format!("{manager} {command}") } else { command.to_owned() }
}

/// The commands in an attribute with the name of a package manager: if the first one leaves it out, all do.
fn commands_of(manager: &str, commands: &[String]) -> String {
    let lacks_name = |command: &String| command_of(manager, command) != *command;
    let all_lack = commands.first().is_some_and(lacks_name);
    let line = |command: &String| if all_lack { format!("{manager} {command}") } else { command.clone() };
    commands.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Whether an attribute or a member is about the right answer of a quiz.
fn is_answer(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    lower.contains("correct") && !lower.starts_with("auto") || matches!(lower.as_str(), "isanswer" | "isright")
}

/// The mark of a right answer, which needs no label.
const RIGHT: &str = "✅";

/// What an attribute or a member says about the right answer of a quiz: whether one is, or which one it is.
fn answer(name: &str, value: &Literal) -> Option<String> {
    match value {
        _ if !is_answer(name) => None,
        Literal::Flag(true) => Some(RIGHT.to_owned()),
        Literal::Number(digits) => Some(digits.clone()),
        Literal::Text(text) if !text.trim().is_empty() => Some(text.trim().to_owned()),
        _ => None,
    }
}

/// What the attributes of a component show, as Markdown.
#[derive(Debug, Default)]
struct Shown {
    title: Option<String>,
    target: Option<String>,
    images: Vec<String>,
    texts: Vec<String>,
    /// The name of an attribute, and its text.
    named: Vec<(String, String)>,
    /// The name of a tool, and the code for it; without a name if there is only one.
    codes: Vec<(String, String)>,
    language: String,
    /// Lists, tables and markup.
    blocks: Vec<Node>,
    /// The names of the attributes that are dropped.
    dropped: Vec<String>,
    /// The names of dropped flags.
    flags: Vec<String>,
    /// The names of other dropped attributes, such as numbers.
    looks: Vec<String>,
    /// Whether its slots became tabs.
    is_tabs: bool,
}

/// Whether the text of a node or of one in it is such a text.
fn has(node: &Node, is_such: impl Fn(&str) -> bool + Copy) -> bool {
    match &node.kind {
        Kind::Text(text) => is_such(text),
        Kind::Item { children, .. } | Kind::Quote(children) => children.iter().any(|node| has(node, is_such)),
        _ => false,
    }
}

impl Shown {
    fn is_empty(&self) -> bool {
        self.codes.is_empty() && self.is_only_code()
    }

    /// Whether nothing but code is shown.
    fn is_only_code(&self) -> bool {
        self.title.is_none()
            && self.target.is_none()
            && self.images.is_empty()
            && self.texts.is_empty()
            && self.named.is_empty()
            && self.blocks.is_empty()
    }

    /// Whether a link is shown.
    fn has_link(&self) -> bool {
        let is_in = |text: &str| text.contains("](");
        self.target.is_some()
            || self.named.iter().any(|(_, text)| is_in(text))
            || self.blocks.iter().any(|node| has(node, is_in))
    }

    /// Whether an image is shown.
    fn has_image(&self) -> bool {
        let is_in = |text: &str| text.contains("![") || text.contains("<img");
        !self.images.is_empty() || self.blocks.iter().any(|node| has(node, is_in))
    }

    /// Whether it is only the same command for several tools.
    fn is_code_group(&self) -> bool {
        let is_tool = |(name, _): &(String, String)| COMMANDS.contains(&name.as_str());
        self.codes.len() > 1 && self.codes.iter().all(is_tool) && self.is_only_code()
    }

    /// Whether readers lose nothing but looks and behavior, given whether the component has content.
    fn is_whole(&self, has_content: bool) -> bool {
        self.dropped.is_empty() && (has_content || !self.is_empty())
    }

    /// The outcome for the report, given whether the component has content.
    fn reported(&self, has_content: bool) -> String {
        let mut out = match (has_content, self.is_empty()) {
            (true, true) if self.is_tabs => "its content is kept as tabs".to_owned(),
            (true, true) => "its content is kept".to_owned(),
            (true, false) => "its content and the text of its attributes are kept".to_owned(),
            (false, false) if self.is_code_group() => "its commands are kept as tabs".to_owned(),
            (false, false) => "the text of its attributes is kept".to_owned(),
            (false, true) => "nothing is shown in its place".to_owned(),
        };
        let mut dropped = self.dropped.clone();
        dropped.extend(self.flags.iter().cloned());
        if !has_content && self.is_empty() {
            // A number may be all that the component shows.
            dropped.extend(self.looks.iter().cloned());
        }
        if self.named.iter().any(|(name, _)| is_answer(name)) {
            out.push_str("; readers see at once which answer is right");
        }
        if !dropped.is_empty() {
            out.push_str(&format!("; attributes left out: {}", dropped.join(", ")));
        }
        out
    }
}

impl Converter<'_> {
    /// A block component without a counterpart, with its converted content. The kind and the subject are those of the
    /// report.
    pub(super) fn unknown(
        &mut self,
        (kind, subject): (LossKind, &str),
        element: &Element,
        children: Vec<Node>,
        line: u32,
        out: &mut Vec<Node>,
    ) {
        if self.is_never_shown((kind, subject), line) {
            return;
        }
        let has_content = children.iter().any(|node| !node.is_silent());
        let mut shown = self.shown(element, has_content, line);
        let children = match slots::tabs(&element.children, &children, line) {
            Some(tabs) => {
                shown.is_tabs = true;
                vec![tabs]
            }
            None => {
                if slots::has_slots(&element.children) {
                    shown.flags.push("slot of its children".to_owned());
                }
                children
            }
        };
        self.report_unknown((kind, subject), &shown, has_content, line);
        let blank = || Node { line, kind: Kind::Blank };
        if shown.is_empty() {
            out.push(blank());
            out.extend(children);
            out.push(blank());
            return;
        }
        if self.is_between_rows && !has_content {
            out.push(self.row(shown, line));
            return;
        }
        let mut paragraphs = Vec::new();
        let mut children = children;
        if let Some(target) = shown.target.take() {
            let (text, rest) = match (shown.title.take(), linkable(&children)) {
                (Some(title), _) => (title, children),
                (None, Some(text)) => (text, Vec::new()),
                (None, None) => (label_of(&target), children),
            };
            children = rest;
            paragraphs.push(self.linked(&text, &target, line));
        }
        paragraphs.extend(shown.title.take().map(|title| format!("**{title}**")));
        paragraphs.append(&mut shown.images);
        paragraphs.append(&mut shown.texts);
        out.push(blank());
        for text in paragraphs {
            out.extend([Node::text(line, text), blank()]);
        }
        // Before the option, it would look like that of the option before.
        let (answers, named) = std::mem::take(&mut shown.named)
            .into_iter()
            .partition::<Vec<_>, _>(|(name, _)| has_content && is_answer(name));
        out.extend(named_nodes(&named, line));
        out.append(&mut shown.blocks);
        out.push(blank());
        out.extend(code_nodes(&shown, line));
        out.push(blank());
        out.extend(children);
        out.push(blank());
        out.extend(named_nodes(&answers, line));
    }

    /// An inline component without a counterpart, with its converted content.
    pub(super) fn unknown_in_text(
        &mut self,
        (kind, subject): (LossKind, &str),
        element: &Element,
        content: String,
        line: u32,
    ) -> String {
        if self.is_never_shown((kind, subject), line) {
            return String::new();
        }
        let has_content = !content.trim().is_empty();
        let shown = self.shown(element, has_content, line);
        self.report_unknown((kind, subject), &shown, has_content, line);
        if let Some(loss) = self.losses.last_mut().filter(|_| element.attributes.is_empty()) {
            // A mark in a line of text.
            loss.may_have_headings = false;
        }
        if shown.is_empty() {
            return content;
        }
        let mut parts = Vec::new();
        let has_link = content.contains("](") || content.contains("<a ");
        let mut content = content;
        match (shown.title, shown.target) {
            (Some(title), Some(target)) => parts.push(self.linked(&title, &target, line)),
            (None, Some(target)) if has_content && !has_link => content = self.linked(content.trim(), &target, line),
            (None, Some(target)) => parts.push(self.linked(&label_of(&target), &target, line)),
            // Without anything else, it is only a word of the text.
            (Some(title), None) if has_content => parts.push(format!("**{title}**")),
            (Some(title), None) => parts.push(title),
            (None, None) => {}
        }
        parts.extend(shown.images);
        let is_only = parts.is_empty() && !has_content && shown.texts.is_empty() && shown.named.len() == 1;
        let named = shown.named.into_iter().map(|(name, text)| match is_only {
            true => text,
            false => format!("{}: {text}", label(&name)),
        });
        let details: Vec<String> = shown.texts.into_iter().chain(named).collect();
        if parts.is_empty() && !has_content {
            parts.push(details.join(", "));
        } else if !details.is_empty() {
            parts.push(format!("({})", details.join(", ")));
        }
        if has_content {
            parts.push(content);
        }
        let codes: Vec<String> = shown.codes.iter().map(|(_, code)| code_span(code)).collect();
        parts.push(codes.join(" / "));
        parts.push(self.joined(in_line(shown.blocks), true));
        parts.retain(|part| !part.trim().is_empty());
        parts.join(" ")
    }

    /// The texts in attributes of a component that is converted by its other attributes, the `used` ones. Reports the flags
    /// and values that are left out.
    pub(super) fn prose(&mut self, element: &Element, used: &[&str], line: u32) -> Vec<Node> {
        let mut out = Vec::new();
        let mut dropped: Vec<&str> = Vec::new();
        for attribute in &element.attributes {
            let name = attribute.name.as_str();
            if used.contains(&name) {
                continue;
            }
            let text = match outcome(name, self.literal(attribute)) {
                Outcome::Text(text) => written(&text),
                Outcome::Named(text) if is_prose(&text) => labeled(name, &written(&text)),
                Outcome::Looks => {
                    self.drop_attribute(name, line);
                    continue;
                }
                _ => {
                    dropped.push(name);
                    continue;
                }
            };
            out.extend([Node { line, kind: Kind::Blank }, Node::text(line, text), Node { line, kind: Kind::Blank }]);
        }
        if !dropped.is_empty() {
            let outcome = format!("attributes left out: {}", dropped.join(", "));
            self.report_loss(LossKind::Attribute, line, &format!("<{}>", element.name), &outcome);
        }
        out
    }

    fn report_unknown(&mut self, (kind, subject): (LossKind, &str), shown: &Shown, has_content: bool, line: u32) {
        let mut outcome = shown.reported(has_content);
        // Tabs have the labels that the code gave them.
        let has_labels = shown.is_code_group() || shown.is_tabs;
        let code = self.own_of_code(kind, subject);
        let own = code.filter(|_| !has_labels).and_then(|code| code.outcome(shown.has_link(), shown.has_image()));
        let is_absent = self.is_absent(kind, subject);
        match &own {
            Some(own) => {
                outcome.push_str("; ");
                outcome.push_str(own);
            }
            // Its code may show what only running it tells.
            None if !has_content && shown.is_empty() && !is_absent && kind != LossKind::MissingImport => {
                // It may have none.
                let is_code = kind == LossKind::CodeImport;
                outcome.push_str(if is_code {
                    "; what its code shows is left out"
                } else {
                    "; what it may show is left out"
                });
            }
            // Its code attribute may be what it makes something else of.
            None if kind == LossKind::UnknownComponent && code.is_none() && !shown.codes.is_empty() && !has_labels => {
                outcome.push_str("; what else it may show is left out");
            }
            None => {}
        }
        if is_absent {
            outcome.push_str("; the page does not import it, so the old site did not show it");
        }
        self.report_loss(kind, line, subject, &outcome);
        if let Some(loss) = self.losses.last_mut() {
            if is_absent {
                loss.origin = Origin::Source;
            }
            let is_silent = code.is_some_and(|code| code.is_silent);
            loss.is_content = !is_silent && (own.is_some() || !shown.is_whole(has_content));
            // Headings in its content are kept.
            loss.may_have_headings = !has_content && code.is_none_or(|code| code.may_have_anchors);
        }
    }

    /// Whether the code of a component shows nothing on a published site, which is reported.
    fn is_never_shown(&mut self, (kind, subject): (LossKind, &str), line: u32) -> bool {
        let absence = self.own_of_code(kind, subject).and_then(|code| code.absence);
        if let Some(outcome) = absence {
            self.losses.push(self.loss(kind, line, subject, outcome).by(Origin::Choice));
        }
        absence.is_some()
    }

    /// Whether the old tool leaves a component out, since the page neither imports nor defines it.
    fn is_absent(&self, kind: LossKind, name: &str) -> bool {
        kind == LossKind::UnknownComponent
            && self.dialect.only_imported
            && name.starts_with(|c: char| c.is_ascii_uppercase())
            && !BUILT_IN.contains(&name)
            && self.binding(name).is_none()
    }

    /// What the attributes show.
    fn shown(&mut self, element: &Element, has_content: bool, line: u32) -> Shown {
        let mut shown = Shown::default();
        let mut titles: Vec<(usize, &str, String)> = Vec::new();
        let mut links: Vec<(&str, String)> = Vec::new();
        let alt = self.value(element, "alt").unwrap_or_default();
        let has_label = element.attributes.iter().any(|other| matches!(&*other.name, "label" | "title"));
        for attribute in &element.attributes {
            let name = attribute.name.as_str();
            let bound = name.strip_prefix(':').or_else(|| name.strip_prefix("v-bind:"));
            if let Some(bound) = bound.filter(|bound| self.dialect.vitepress && !affects_looks(bound)) {
                shown.dropped.push(bound.to_owned());
                continue;
            }
            let value = self.literal_value(element, name);
            if value == Some(Literal::Nothing) {
                continue;
            }
            match outcome(name, value) {
                // Beside a label, it only tells this one from the others.
                Outcome::Named(_) if name == "value" && has_label => self.drop_attribute(name, line),
                Outcome::Title(text) => {
                    let rank = TITLES.iter().position(|title| name.eq_ignore_ascii_case(title));
                    titles.push((rank.unwrap_or(TITLES.len()), name, text));
                }
                Outcome::Target(target) if !self.is_target(&target) => {
                    shown.named.push((name.to_owned(), written(&target)));
                }
                Outcome::Target(target) if shown.target.is_none() => shown.target = Some(target),
                Outcome::Target(target) | Outcome::Link(target) => links.push((name, target)),
                Outcome::Image(source) => shown.images.push(self.image_or_video(&source, &alt, line)),
                Outcome::Command(code) => shown.codes.push((name.to_owned(), command_of(name, &code))),
                Outcome::NamedCode(code) => shown.named.push((name.to_owned(), code_span(&code))),
                Outcome::Code(code) => shown.codes.push((String::new(), code)),
                // The image has it.
                Outcome::Text(_)
                    if name == "alt" && element.attributes.iter().any(|other| is_image_of(self, other)) => {}
                Outcome::Text(text) => shown.texts.push(written(&text)),
                Outcome::Named(text) => shown.named.push((name.to_owned(), written(&text))),
                Outcome::Markup(source) => self.markup(&source, line, &mut shown.blocks),
                Outcome::Values(values) => {
                    shown.dropped.extend(computed_in(name, &values));
                    self.values(name, &values, line, &mut shown);
                }
                Outcome::Looks => {
                    if !affects_looks(name) || name == "id" {
                        shown.looks.push(name.to_owned());
                    }
                    self.drop_attribute(name, line);
                }
                Outcome::Flag => shown.flags.push(name.to_owned()),
                Outcome::Dropped => shown.dropped.push(name.to_owned()),
            }
        }
        titles.sort_by_key(|(rank, ..)| *rank);
        let mut titles = titles.into_iter();
        if let Some((_, name, text)) = titles.next() {
            // Only a name in code: it selects what the component shows, and readers do not see it.
            if (is_identifier(&text) || is_lower_word(&text)) && name == "name" && !has_content && shown.is_empty() {
                shown.dropped.push(name.to_owned());
            } else {
                shown.title = Some(written(&text));
            }
        }
        shown.named.extend(titles.map(|(_, name, text)| (name.to_owned(), written(&text))));
        for (name, target) in links {
            // `buttonText` and `buttonLink`.
            let own = stem(name, TARGETS);
            let text = shown.named.iter_mut().find(|(other, _)| own.is_some() && stem(other, LABELS) == own);
            match text {
                Some((name, text)) => {
                    *text = self.linked(text, &target, line);
                    name.truncate(own.map_or(0, str::len));
                }
                None => shown.named.push((name.to_owned(), self.linked(&label_of(&target), &target, line))),
            }
        }
        shown.language = ["language", "lang"].iter().find_map(|name| self.value(element, name)).unwrap_or_default();
        shown
    }

    /// Whether a text is a URL or the path of a page or a section. Other relative paths may be those of another site, which
    /// only the component knows.
    fn is_target(&self, text: &str) -> bool {
        let path = text.split(['?', '#']).next().unwrap_or_default();
        let has_scheme =
            || text.split_once(':').is_some_and(|(scheme, _)| scheme.bytes().all(|b| b.is_ascii_alphanumeric()));
        text.starts_with(['/', '.', '#'])
            || has_scheme()
            || [".md", ".mdx", ".html"].iter().any(|end| path.ends_with(end))
            || self.target_title(path).is_some()
    }

    /// A link.
    fn linked(&self, text: &str, target: &str, line: u32) -> String {
        let address = self.link(target, line);
        if address.is_empty() {
            return text.to_owned();
        }
        if !accepted::is_value("wc-card", "href", &address) {
            // Pages cannot link to it.
            return format!("{text} ({})", code_span(&address));
        }
        if address.contains([' ', '(', ')', '<', '>']) {
            return format!("<a href=\"{}\">{text}</a>", escaped(&address));
        }
        format!("[{text}]({address})")
    }

    /// A row of an HTML table: the title with its link, then each text in a cell.
    fn row(&self, shown: Shown, line: u32) -> Node {
        let mut cells = Vec::new();
        let title = shown.title.or_else(|| shown.target.as_deref().map(label_of));
        match (title, shown.target) {
            (Some(title), Some(target)) => cells.push(self.linked(&title, &target, line)),
            (title, _) => cells.extend(title),
        }
        cells.extend(shown.images);
        cells.extend(shown.codes.iter().map(|(_, code)| code_span(code)));
        cells.extend(shown.texts);
        cells.extend(shown.named.into_iter().map(|(_, text)| text));
        let cells =
            cells.into_iter().map(|cell| TargetElement::new("td").holding(vec![Node::text(line, cell)]).at(line));
        let mut cells: Vec<Node> = cells.collect();
        if !shown.blocks.is_empty() {
            cells.push(TargetElement::new("td").holding(shown.blocks).at(line));
        }
        TargetElement::new("tr").holding(cells).at(line)
    }

    /// Markup in an attribute.
    fn markup(&mut self, source: &str, line: u32, out: &mut Vec<Node>) {
        if self.depth + COST > super::DEEPEST {
            return out.push(Node::text(line, escaped_text(&text_of_jsx(source))));
        }
        let document = crate::page::read::read(source, line, self.dialect);
        let nodes = self.deeper(COST, |this| this.nodes(document.nodes, None));
        out.extend(nodes);
        out.push(Node { line, kind: Kind::Blank });
    }

    /// A list or an object: files as code, objects with the same members as a table, others as lists.
    fn values(&mut self, name: &str, values: &Literal, line: u32, shown: &mut Shown) {
        let is_lines = |value: &Literal| matches!(value, Literal::Text(text) if text.trim().contains('\n'));
        match values {
            Literal::Object(members) if members.iter().any(|(_, value)| is_lines(value)) => {
                for (key, value) in members {
                    match value.as_text() {
                        Some(code) => shown.codes.push((key.clone(), code)),
                        None => shown.named.push((key.clone(), self.words_of(value, line))),
                    }
                }
            }
            Literal::Object(members) => {
                for (key, value) in members {
                    shown.named.push((key.clone(), self.member(key, value, line)));
                }
            }
            Literal::List(items) if items.iter().all(|item| image_in(item).is_some()) => {
                for (source, alt) in items.iter().filter_map(image_in) {
                    shown.images.push(self.image_or_video(&source, &alt, line));
                }
            }
            Literal::List(items) if items.iter().all(|item| matches!(item, Literal::Object(_))) => {
                let mut keys: Vec<&str> = Vec::new();
                for (key, value) in items.iter().filter_map(members).flatten() {
                    let is_shown = !texts(value).is_empty() || answer(key, value).is_some();
                    if is_shown && !keys.contains(&key.as_str()) {
                        keys.push(key);
                    }
                }
                let link = link_of(items, &keys).filter(|(_, target)| self.are_targets(items, target));
                keys.retain(|key| link.is_none_or(|(_, target)| *key != target));
                let cells = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
                let mut table = cells(keys.iter().map(|key| escaped_text(&label(key))).collect());
                table.push_str(&cells(vec!["---".to_owned(); keys.len()]));
                for item in items {
                    let target = link.and_then(|(_, target)| item.get(target)?.as_text());
                    let row = keys.iter().map(|key| {
                        let text = item.get(key).map(|value| self.member(key, value, line)).unwrap_or_default();
                        match target.as_deref().filter(|_| link.is_some_and(|(label, _)| label == *key)) {
                            Some(target) => self.linked(&text, target, line),
                            None => text,
                        }
                    });
                    table.push_str(&cells(row.collect()));
                }
                shown.blocks.extend([Node::text(line, table.trim_end()), Node { line, kind: Kind::Blank }]);
            }
            Literal::List(items) if COMMANDS.contains(&name) => {
                let commands = items.iter().filter_map(Literal::as_text).map(|command| command.trim().to_owned());
                shown.codes.push((name.to_owned(), commands_of(name, &commands.collect::<Vec<_>>())));
            }
            Literal::List(items) if CODES.contains(&name) => {
                let code: Vec<String> = items.iter().filter_map(Literal::as_text).collect();
                shown.codes.push((String::new(), code.join("\n")));
            }
            Literal::List(items) if items.iter().any(|item| texts(item).iter().any(|text| text.contains(' '))) => {
                for one in items {
                    let text = self.words_of(one, line);
                    shown.blocks.push(item(text, line));
                }
                shown.blocks.push(Node { line, kind: Kind::Blank });
            }
            values => shown.named.push((name.to_owned(), self.words_of(values, line))),
        }
        shown.named.retain(|(_, text)| !text.is_empty());
    }

    /// An image, or a video.
    fn image_or_video(&self, source: &str, alt: &str, line: u32) -> String {
        let source = self.asset(source, line);
        if is_video(&source) {
            return format!("<video src=\"{}\" controls></video>", escaped(&source));
        }
        crate::page::write::opening(&TargetElement::new("img").with("src", source).with("alt", alt), true)
    }

    /// Whether a member of each object is the target of a link, or absent.
    fn are_targets(&self, items: &[Literal], member: &str) -> bool {
        let mut targets = items.iter().filter_map(|item| item.get(member));
        targets.all(|value| value.as_text().is_some_and(|text| self.is_target(&text)))
    }

    /// A member of an object, as Markdown on one line.
    fn member(&mut self, name: &str, value: &Literal, line: u32) -> String {
        match value {
            Literal::Flag(_) => answer(name, value).unwrap_or_default(),
            Literal::Text(source) if IMAGES.contains(&name) && is_image(ending(source)) => {
                self.image_or_video(source.trim(), "", line)
            }
            value => self.words_of(value, line),
        }
    }

    /// The texts in a value, as Markdown on one line.
    pub(super) fn words_of(&mut self, value: &Literal, line: u32) -> String {
        // A list of links, such as those to profiles.
        if let Literal::List(items) = value
            && let Some(links) = items.iter().map(link_in).collect::<Option<Vec<_>>>().filter(|links| !links.is_empty())
            && links.iter().all(|(_, target)| self.is_target(target))
        {
            let links = links.iter().map(|(text, target)| self.linked(&written(text), target, line));
            return links.collect::<Vec<_>>().join(", ");
        }
        let mut words = Vec::new();
        for leaf in leaves(value) {
            words.push(match leaf {
                Literal::Jsx(source) => {
                    let mut nodes = Vec::new();
                    self.markup(source, line, &mut nodes);
                    self.joined(nodes, true)
                }
                leaf => written(&one_line(&leaf.as_text().unwrap_or_default())),
            });
        }
        if let Literal::Object(members) = value
            && members.iter().all(|(_, value)| matches!(value, Literal::Number(_) | Literal::Text(_)))
            && members.iter().any(|(_, value)| match value {
                Literal::Text(text) => text.starts_with(|c: char| c.is_ascii_digit()),
                value => matches!(value, Literal::Number(_)),
            })
        {
            // A number alone says nothing.
            words = members.iter().zip(words).map(|((name, _), word)| format!("{}: {word}", label(name))).collect();
        }
        words.retain(|text| !text.is_empty());
        words.join(", ")
    }
}

/// The names of the members of a list or an object whose values are computed, at least in part.
fn computed_in(name: &str, values: &Literal) -> Vec<String> {
    match values {
        Literal::Object(members) => {
            let computed = members.iter().filter(|(_, value)| is_computed(value));
            computed.map(|(key, _)| format!("{name}.{key}")).collect()
        }
        values if is_computed(values) => vec![format!("computed parts of {name}")],
        _ => Vec::new(),
    }
}

/// Whether a part of a value is computed.
pub(super) fn is_computed(value: &Literal) -> bool {
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Literal::Other(_) => return true,
            Literal::List(items) => open.extend(items),
            Literal::Object(members) => open.extend(members.iter().map(|(_, value)| value)),
            _ => {}
        }
    }
    false
}

/// The members of objects that are the text and the target of a link: each object with a target has a text.
fn link_of<'k>(items: &[Literal], keys: &[&'k str]) -> Option<(&'k str, &'k str)> {
    let one_of = |names: &[&str]| names.iter().find_map(|name| keys.iter().copied().find(|key| key == name));
    let (label, target) = (one_of(TITLES)?, one_of(TARGETS)?);
    let text = |item: &Literal, key: &str| item.get(key).and_then(Literal::as_text);
    let is_whole = |item: &Literal| {
        text(item, target).is_none() || text(item, label).is_some_and(|label| !label.trim().is_empty())
    };
    items.iter().all(is_whole).then_some((label, target))
}

/// The text and the target of an object that is a link.
fn link_in(item: &Literal) -> Option<(String, String)> {
    let text = |names: &[&str]| names.iter().find_map(|name| item.get(name).and_then(Literal::as_text));
    let target = text(TARGETS).filter(|target| !target.trim().is_empty())?;
    Some((text(TITLES).or_else(|| text(&["text", "icon"])).unwrap_or_else(|| label_of(&target)), target))
}

/// The URL of an image and its text, if an object has nothing else for readers.
fn image_in(item: &Literal) -> Option<(String, String)> {
    const WORDS: [&str; 3] = ["alt", "title", "caption"];
    const SIZES: [&str; 3] = ["id", "width", "height"];
    let members = members(item)?;
    let text = |names: &[&str]| names.iter().find_map(|name| item.get(name).and_then(Literal::as_text));
    let source = text(IMAGES).filter(|source| is_image(ending(source)))?;
    let is_shown = |name: &str| IMAGES.contains(&name) || WORDS.contains(&name) || SIZES.contains(&name);
    let words = members.iter().filter(|(name, _)| WORDS.contains(&name.as_str())).count();
    let sources = members.iter().filter(|(name, _)| IMAGES.contains(&name.as_str())).count();
    let is_whole = members.iter().all(|(name, _)| is_shown(name)) && words < 2 && sources == 1;
    is_whole.then(|| (source.trim().to_owned(), text(&WORDS).unwrap_or_default()))
}

/// The extension of the file that a URL names; empty if it has none.
fn ending(url: &str) -> &str {
    let path = url.trim().split(['?', '#']).next().unwrap_or_default();
    path.rsplit_once('.').map_or("", |(_, ending)| ending)
}

/// Whether a URL is that of a video.
fn is_video(url: &str) -> bool {
    matches!(ending(url).to_ascii_lowercase().as_str(), "mp4" | "webm" | "mov")
}

/// Tables as text in a line: their cells with commas, their rows with semicolons between them.
fn in_line(blocks: Vec<Node>) -> Vec<Node> {
    let row = |row: &str| row.trim_matches(['|', ' ']).replace(" | ", ", ");
    let as_text = |node: Node| match &node.kind {
        Kind::Text(table) if table.starts_with("| ") => {
            let rows: Vec<String> = table.lines().skip(2).map(row).collect();
            Node::text(node.line, rows.join("; "))
        }
        _ => node,
    };
    blocks.into_iter().map(as_text).collect()
}

/// The members of an object.
fn members(value: &Literal) -> Option<&Vec<(String, Literal)>> {
    match value {
        Literal::Object(members) => Some(members),
        _ => None,
    }
}

/// The texts and numbers in a value.
fn texts(value: &Literal) -> Vec<String> {
    let text = |leaf: &Literal| match leaf {
        Literal::Jsx(source) => text_of_jsx(source),
        leaf => leaf.as_text().unwrap_or_default(),
    };
    leaves(value).into_iter().map(text).filter(|text| !text.is_empty()).collect()
}

/// The texts, numbers and markup in a value, in order.
fn leaves(value: &Literal) -> Vec<&Literal> {
    let mut out = Vec::new();
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Literal::List(items) => open.extend(items.iter().rev()),
            Literal::Object(members) => open.extend(members.iter().rev().map(|(_, value)| value)),
            Literal::Text(text) if text.trim().is_empty() => {}
            Literal::Text(_) | Literal::Number(_) | Literal::Jsx(_) => out.push(value),
            Literal::Nothing | Literal::Flag(_) | Literal::Other(_) => {}
        }
        if out.len() >= MOST_VALUES {
            break;
        }
    }
    out
}

fn item(text: String, line: u32) -> Node {
    Node { line, kind: Kind::Item { marker: "- ".to_owned(), children: vec![Node::text(line, text)] } }
}

/// Texts with their labels: a paragraph, or a list of several.
fn named_nodes(named: &[(String, String)], line: u32) -> Vec<Node> {
    let mut out: Vec<Node> = match named {
        [] => return Vec::new(),
        [(_, text)] if text == RIGHT => vec![Node::text(line, text.clone())],
        [(name, text)] => vec![Node::text(line, labeled(name, text))],
        all => all.iter().map(|(name, text)| item(labeled(name, text), line)).collect(),
    };
    out.push(Node { line, kind: Kind::Blank });
    out
}

/// The code of attributes: a fence, or a tab for each tool.
fn code_nodes(shown: &Shown, line: u32) -> Vec<Node> {
    let is_command = |name: &str| COMMANDS.contains(&name);
    let is_group = shown.codes.len() > 1 && shown.codes.iter().all(|(name, _)| !name.is_empty());
    let fences = shown.codes.iter().map(|(name, code)| {
        let mut info = match shown.language.as_str() {
            "" if is_command(name) => "sh".to_owned(),
            "" => name.rsplit_once('.').map_or("", |(_, ending)| ending).to_owned(),
            language => language.to_owned(),
        };
        if is_group || name.contains('.') {
            let title = name.replace(['"', '`', '\n'], "");
            info = format!("{info} filename=\"{title}\"").trim().to_owned();
        }
        let content = format!("{}\n", code.trim_matches('\n'));
        Node { line, kind: Kind::Fence(Fence { mark: '`', length: 3, info, content }) }
    });
    let fences: Vec<Node> = fences.collect();
    if is_group {
        return vec![TargetElement::new("wc-code-group").holding(fences).at(line)];
    }
    fences.into_iter().flat_map(|fence| [fence, Node { line, kind: Kind::Blank }]).collect()
}

/// The text of a content that may be the text of a link: one paragraph without a link.
fn linkable(children: &[Node]) -> Option<String> {
    let mut shown = children.iter().filter(|node| !node.is_silent());
    let (Some(node), None) = (shown.next(), shown.next()) else { return None };
    match &node.kind {
        Kind::Text(text) if !text.contains("](") && !text.contains("<a ") && !text.contains('|') => {
            Some(one_line(text))
        }
        _ => None,
    }
}

/// The text of a link that has none.
fn label_of(target: &str) -> String {
    let bare = target.split_once("://").map_or(target, |(_, bare)| bare);
    escaped_text(if is_outside(target) { bare.trim_end_matches('/') } else { target })
}

/// What precedes one of these words at the end of an attribute's name: `button` in `buttonText` and `button-text`.
fn stem<'n>(name: &'n str, words: &[&str]) -> Option<&'n str> {
    let ends_with = |word: &&str| {
        let start = name.len().checked_sub(word.len())?;
        let end = name.get(start..)?;
        let stem = name.get(..start)?;
        let bare = stem.trim_end_matches(['-', '_']);
        let is_word = end.starts_with(char::is_uppercase) || bare.len() < stem.len();
        (is_word && end.eq_ignore_ascii_case(word) && !bare.is_empty()).then_some(bare)
    };
    words.iter().find_map(ends_with)
}

/// A text with its label.
pub(super) fn labeled(name: &str, text: &str) -> String {
    format!("**{}:** {text}", label(name))
}

/// The label of an attribute: its name as words.
pub(super) fn label(name: &str) -> String {
    let mut spaced = String::new();
    for c in name.chars() {
        let after_lower = spaced.ends_with(|c: char| c.is_lowercase() || c.is_ascii_digit());
        if c.is_uppercase() && after_lower {
            spaced.push(' ');
            spaced.extend(c.to_lowercase());
        } else {
            spaced.push(c);
        }
    }
    escaped_text(&capitalized(&spaced))
}

/// A text as Markdown.
fn written(text: &str) -> String {
    if is_identifier(text) { code_span(text) } else { escaped_text(&one_line(text)) }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a text is a name in code: one word in lowercase with a `-`, `_` or `/`.
fn is_identifier(text: &str) -> bool {
    text.contains(['-', '_', '/'])
        && text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'-' | b'_' | b'/' | b'.'))
}

/// Whether a text is one word in lowercase letters and digits.
fn is_lower_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
}

/// Whether every word of a text is a pattern that code is marked by: `/name/`, `/name/2`, `{1,3-5}`.
fn is_patterns(text: &str) -> bool {
    let is_pattern = |word: &str| {
        let bare = word.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, ',' | '-'));
        bare.len() > 2 && (bare.starts_with('/') && bare.ends_with('/') || word.starts_with('{') && word.ends_with('}'))
    };
    text.split_whitespace().all(is_pattern)
}

/// Whether a text is the relative path of a file.
fn is_path(text: &str) -> bool {
    text.starts_with(['.', '/'])
        && !text.contains(char::is_whitespace)
        && text.rsplit('/').next().is_some_and(|name| name.trim_start_matches('.').contains('.'))
}

/// Whether a text has at least two words.
fn is_prose(text: &str) -> bool {
    if is_patterns(text) {
        return false;
    }
    let is_word = |word: &&str| word.chars().filter(|c| c.is_alphabetic()).count() >= 2;
    text.split_whitespace().filter(is_word).count() >= 2
        || text.chars().filter(|c| !c.is_ascii() && c.is_alphabetic()).count() >= 4
}

fn is_image_of(converter: &Converter<'_>, attribute: &crate::page::tree::Attribute) -> bool {
    matches!(outcome(&attribute.name, converter.literal(attribute)), Outcome::Image(_))
}

#[cfg(test)]
mod tests {
    use super::{Outcome, label, outcome};
    use crate::literal::Literal;

    #[test]
    fn one_function_decides_what_is_shown() {
        let of = |name: &str, source: &str| outcome(name, Some(Literal::read(source)));
        let text = |text: &str| text.to_owned();
        assert_eq!(of("npm", "'npm i x'"), Outcome::Command(text("npm i x")));
        assert_eq!(super::commands_of("npm", &[text("i x"), text("x y")]), "npm i x\nnpm x y");
        assert_eq!(super::commands_of("npm", &[text("npm i x"), text("x y")]), "npm i x\nx y");
        assert_eq!(of("title", "'x'"), Outcome::Title(text("x")));
        assert_eq!(of("url", "'/x'"), Outcome::Target(text("/x")));
        assert_eq!(of("docs", "'https://x.io'"), Outcome::Link(text("https://x.io")));
        assert_eq!(of("buttonLink", "'/x'"), Outcome::Link(text("/x")));
        assert_eq!(of("image", "'/x.png'"), Outcome::Image(text("/x.png")));
        assert_eq!(of("code", "'a => b'"), Outcome::Code(text("a => b")));
        assert_eq!(of("version", "2"), Outcome::Named(text("2")));
        assert_eq!(of("hint", "'Two words'"), Outcome::Named(text("Two words")));
        assert_eq!(of("audio-title", "'George'"), Outcome::Named(text("George")));
        assert_eq!(of("cardLabel", "'New'"), Outcome::Named(text("New")));
        assert_eq!(of("metadata", "'/getPosts/ /getTags/2 {9}'"), Outcome::Dropped);
        assert_eq!(of("description", "'Text'"), Outcome::Text(text("Text")));
        assert_eq!(of("items", "['a b', 'c']"), Outcome::Values(Literal::read("['a b', 'c']")));
        assert_eq!(of("isCorrect", "true"), Outcome::Named(text("✅")));
        assert_eq!(of("correctAnswer", "2"), Outcome::Named(text("2")));
        assert_eq!(of("correct", "'b'"), Outcome::Named(text("b")));
        assert_eq!(of("isCorrect", "false"), Outcome::Looks);
        assert_eq!(of("fluent", "true"), Outcome::Flag);
        assert_eq!(of("fluent", "false"), Outcome::Looks);
        assert_eq!(of("schema", "{ $ref: './seeds.yaml' }"), Outcome::Dropped);
        assert_eq!(of("slot", "<b>Bold</b>"), Outcome::Looks);
        assert_eq!(of("media", "<b>Bold</b>"), Outcome::Markup(text("<b>Bold</b>")));
        for (name, source) in [("className", "'two words'"), ("open", "true"), ("count", "3"), ("media", "<Logo/>")] {
            assert_eq!(of(name, source), Outcome::Looks, "{name}");
        }
        for name in ["mode", "subtitled", "file-name", "-title"] {
            assert_eq!(of(name, "'x'"), Outcome::Dropped, "{name}");
        }
        assert_eq!(of("data", "[1, 2]"), Outcome::Dropped);
        assert_eq!(outcome("title", None), Outcome::Dropped);
    }

    #[test]
    fn labels_are_words() {
        assert_eq!([label("buttonText"), label("min-version"), label("url")], ["Button text", "Min version", "Url"]);
    }
}
