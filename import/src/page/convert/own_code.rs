//! What a component shows by its own code, besides its attributes and its content.

use std::collections::BTreeSet;

use super::Converter;
use crate::report::LossKind;

/// The greatest number of components that are looked at for one.
const MOST_COMPONENTS: usize = 20;
/// How the tags of images begin.
const IMAGES: [&str; 3] = ["<img", "<Image", "<svg"];
/// How the tags of form controls begin.
const CONTROLS: [&str; 4] = ["<button", "<input", "<select", "<textarea"];
/// What compiles Markdown to content, or inserts HTML.
const COMPILERS: [&str; 8] = [
    "<MDXRemote",
    "compileMdx(",
    "compileMDX(",
    "evaluate(",
    "set:html=",
    "dangerouslySetInnerHTML=",
    "v-html=",
    "{@html ",
];
/// How the tags of links begin, whose targets may be computed.
const LINKS: [&str; 8] = [
    "<Link",
    "<NextLink",
    "<RouterLink",
    "<router-link",
    "<NuxtLink",
    "<ExternalLink",
    // Of Astro and Svelte.
    "<a {href}",
    "<a {...",
];
/// The elements whose `href` is no link.
const NOT_LINKS: [&str; 5] = ["base", "image", "link", "svg", "use"];
/// How the tags of videos and of other pages in a frame begin.
const FRAMES: [&str; 4] = ["<video", "<Video", "<iframe", "<YouTube"];
/// How words from files of translations begin.
const TRANSLATED: [&str; 8] = ["{t('", "{t(\"", "{t(`", ".t('", ".t(\"", ".t(`", "$t(", "<Trans"];
/// The ends of imports of pages.
const PAGES: [&str; 4] = [".mdx'", ".mdx\"", ".md'", ".md\""];
/// What may give a part of a page an anchor.
const ANCHORS: [&str; 13] =
    [" id=", ":id=", " name=", "<h1", "<h2", "<h3", "<h4", "<h5", "<h6", "Heading", "innerHTML", "InnerHTML", "-html"];
/// The components of tools and libraries that have no anchors, and show nothing but what they are given.
const OF_LIBRARIES: [&str; 14] = [
    "Badge",
    "Button",
    "Code",
    "CodeBlock",
    "Fragment",
    "Icon",
    "Image",
    "Link",
    "LinkButton",
    "Picture",
    "Tab",
    "TabItem",
    "Tabs",
    "YouTube",
];
/// The words that code after a block or an expression begins with.
const KEYWORDS: [&str; 18] = [
    "async",
    "case",
    "catch",
    "class",
    "const",
    "default",
    "else",
    "export",
    "finally",
    "for",
    "from",
    "function",
    "if",
    "import",
    "interface",
    "let",
    "return",
    "while",
];
/// Attributes, and members of data, whose values readers see.
const SHOWN_BY: [&str; 7] = ["code", "description", "heading", "label", "placeholder", "text", "title"];

/// What a component shows besides its attributes and its content.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct OwnCode {
    has_words: bool,
    has_links: bool,
    /// Whether it shows links whose targets are those of attributes as they are.
    may_have_links: bool,
    has_images: bool,
    has_frames: bool,
    has_controls: bool,
    /// Whether it makes content of text that it compiles.
    compiles: bool,
    /// Whether it has no markup: it only runs.
    pub(super) is_silent: bool,
    /// Whether it may have anchors.
    pub(super) may_have_anchors: bool,
    /// Why it shows nothing on a published site, if so.
    pub(super) absence: Option<&'static str>,
}

impl OwnCode {
    /// What is left out with it, as a part of an outcome; `None` if that is nothing. `has_link` and `has_image` say whether
    /// a link or an image of the attributes is shown, which the code may be about.
    pub(super) fn outcome(self, has_link: bool, has_image: bool) -> Option<String> {
        let parts = [
            (self.has_words, "words"),
            (self.has_links || self.may_have_links && !has_link, "links"),
            (self.has_images && !has_image, "images"),
            (self.has_frames && !has_image, "videos or other pages"),
            (self.has_controls, "form controls"),
        ];
        if self.is_silent {
            return Some("its own code, which shows nothing by itself, is not run".to_owned());
        }
        if self.compiles {
            return Some("its own code, which makes content of other text, is not run".to_owned());
        }
        let parts: Vec<&str> = parts.into_iter().filter(|(is_there, _)| *is_there).map(|(_, name)| name).collect();
        let (last, others) = parts.split_last()?;
        let list = if others.is_empty() { (*last).to_owned() } else { format!("{} and {last}", others.join(", ")) };
        Some(format!("its own code, which can show {list}, is not run"))
    }
}

impl Converter<'_> {
    /// What the code of a component shows besides its attributes and its content. `subject` is its name, or the path of its
    /// file with its name. `None` if the code is not known.
    pub(super) fn own_of_code(&mut self, kind: LossKind, subject: &str) -> Option<OwnCode> {
        let key = (kind, format!("{}\n{subject}", self.file));
        // A page may use a component many times.
        if let Some(known) = self.recorded.own_code.get(&key) {
            return *known;
        }
        let found = self.shown_by_code(kind, subject);
        self.recorded.own_code.insert(key, found);
        found
    }

    /// What the code of a component shows. `None` if the code is not known.
    fn shown_by_code(&self, kind: LossKind, subject: &str) -> Option<OwnCode> {
        let (name, code) = match (kind, subject.rsplit_once(" (")) {
            (LossKind::CodeImport, Some((path, name))) => {
                (name.trim_end_matches(')'), self.around.file(&self.file, path)?)
            }
            (LossKind::UnknownComponent, None) => (subject, self.around.component(subject)?),
            _ => return None,
        };
        let mut seen = BTreeSet::new();
        Some(self.shown_by(name, &code, &without_code(&code), &mut seen))
    }

    /// What a component that is defined in a file shows of its own, or by the components in it. `body` is the file without
    /// what readers never see, `seen` are the components that were looked at.
    fn shown_by(&self, name: &str, code: &str, body: &str, seen: &mut BTreeSet<String>) -> OwnCode {
        let visible = definition_of(body, name);
        if let Some(other) = alias(visible).filter(|other| *other != name && seen.insert((*other).to_owned())) {
            return match start_of(code, other) {
                Some(_) => self.shown_by(other, code, body, seen),
                None => match self.around.component(other) {
                    Some(file) => self.shown_by(other, &file, &without_code(&file), seen),
                    None => OwnCode { may_have_anchors: true, ..OwnCode::default() },
                },
            };
        }
        let has = |tags: &[&str]| tags.iter().any(|tag| visible.contains(tag));
        // A page that it imports and shows has words, and may have links.
        let has_page = PAGES.iter().any(|end| code.contains(end)) && visible.contains('<');
        let has_link = shows_links(visible, |target| !is_bare(target)) || LINKS.iter().any(|tag| has_tag(visible, tag));
        let mut own = OwnCode {
            has_words: (has(&["</", "/>"]) || !visible.contains(['=', '('])) && shows_words(visible)
                || shows_data(code, visible)
                || has(&TRANSLATED)
                || has_page,
            has_links: has_link || has_page,
            may_have_links: shows_links(visible, is_bare),
            has_images: has(&IMAGES),
            has_frames: has(&FRAMES),
            has_controls: has(&CONTROLS),
            compiles: has(&COMPILERS),
            is_silent: !has(&["</", "/>"]) && has(&["return null", "=> null"]),
            may_have_anchors: may_have_anchors(visible) || has_page,
            absence: match () {
                () if is_of_development(code, visible) => Some(OF_DEVELOPMENT),
                () if is_hidden(visible) => Some(OF_MACHINES),
                () => None,
            },
        };
        for inner in components_in(visible) {
            let is_of_library = OF_LIBRARIES.contains(&inner) && start_of(code, inner).is_none();
            if !seen.insert(inner.to_owned()) || is_of_library {
                continue;
            }
            let file = imported_file(code, inner);
            let other = match seen.len() {
                MOST_COMPONENTS.. => Some(None),
                _ => start_of(code, inner).is_none().then(|| self.around.component(file.unwrap_or(inner))),
            };
            let of_inner = match other {
                None => self.shown_by(inner, code, body, seen),
                Some(Some(other)) => self.shown_by(inner, &other, &without_code(&other), seen),
                Some(None) => {
                    own.may_have_anchors = true;
                    continue;
                }
            };
            own.has_words |= of_inner.has_words;
            own.has_links |= of_inner.has_links;
            own.may_have_links |= of_inner.may_have_links;
            own.has_images |= of_inner.has_images;
            own.has_frames |= of_inner.has_frames;
            own.has_controls |= of_inner.has_controls;
            own.compiles |= of_inner.compiles;
            own.may_have_anchors |= of_inner.may_have_anchors;
        }
        own
    }
}

/// Whether a part of a component may give a part of a page an anchor. Names of shapes in drawings are not anchors.
fn may_have_anchors(visible: &str) -> bool {
    let mut rest = visible;
    let has = |text: &str| ANCHORS.iter().any(|mark| text.contains(mark));
    while let Some(at) = ["<svg ", "<svg>", "<svg\n"].iter().filter_map(|start| rest.find(start)).min() {
        let (before, drawing) = rest.split_at(at);
        if has(before) {
            return true;
        }
        rest = drawing.split_once("</svg>").map_or("", |(_, after)| after);
    }
    has(rest)
}

/// The name, without its extension, of the file that a component is imported from by a relative path, if that is not its
/// own.
fn imported_file<'c>(code: &'c str, name: &str) -> Option<&'c str> {
    let import = code.lines().find(|line| {
        let words = line.strip_prefix("import ").and_then(|rest| rest.split_once(" from ")).map(|(names, _)| names);
        words.is_some_and(|names| names.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name))
    })?;
    let (_, path) = import.split_once(" from ")?;
    let path = path.trim().trim_matches(['\'', '"', ';']);
    let file = path.starts_with(['.', '@', '~', '/']).then(|| path.rsplit('/').next())??;
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    (stem != "index" && import.starts_with(&format!("import {name}"))).then_some(stem)
}

/// Why a component shows nothing: it is for developers.
const OF_DEVELOPMENT: &str = "only shown in development: nothing of it was on the published site";
/// Why a component shows nothing: its code hides it.
const OF_MACHINES: &str = "left out: its code hides it from readers";

/// Whether the outermost element of a component is hidden by its style or by an attribute.
fn is_hidden(visible: &str) -> bool {
    let mut tags = visible.match_indices('<').filter_map(|(at, _)| visible.get(at + 1..));
    let Some(tag) = tags.find(|tag| tag.starts_with(|c: char| c.is_ascii_lowercase())) else { return false };
    let tag = tag.split('>').next().unwrap_or_default();
    let words: String = tag.chars().filter(|c| !c.is_whitespace()).collect();
    words.contains("display:\"none\"") || words.contains("display:'none'") || words.contains("display:none")
}

/// The other component that a definition is only another name of: `const Card = CardsCard;`, `Tabs.Tab = Tab;`.
fn alias(definition: &str) -> Option<&str> {
    let (head, value) = definition.split_once('=')?;
    let value = value.trim_start();
    let end = value.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(value.len());
    let (name, behind) = value.split_at(end);
    let is_whole =
        behind.trim_start_matches([' ', ';']).starts_with(['\n', '\r']) || behind.trim_end_matches(';').is_empty();
    let is_definition = !head.contains(['(', '{', '\n']) && name.starts_with(|c: char| c.is_ascii_uppercase());
    (is_definition && is_whole).then_some(name)
}

/// Whether all that readers see of a component is under a condition that holds only in development: `{isDev && (…)}`, with
/// `const isDev = import.meta.env.DEV`.
fn is_of_development(code: &str, visible: &str) -> bool {
    let flag = code.lines().find_map(|line| {
        let (name, value) = line.trim().strip_prefix("const ")?.split_once('=')?;
        let value = value.trim().trim_end_matches(';');
        let is_flag = value == "import.meta.env.DEV"
            || value.strip_prefix("process.env.NODE_ENV").is_some_and(|rest| {
                let rest = rest.replace(' ', "").replace('"', "'");
                rest.contains("!=='production'") || rest.contains("==='development'")
            });
        is_flag.then(|| name.trim().to_owned())
    });
    let shown: String = visible.chars().filter(|c| !c.is_whitespace()).collect();
    flag.is_some_and(|flag| shown.starts_with(&format!("{{{flag}&&")) && shown.ends_with(")}"))
}

/// The components that a part of a file uses.
fn components_in(code: &str) -> impl Iterator<Item = &str> {
    code.match_indices('<').filter_map(|(at, _)| {
        let rest = code.get(at + 1..)?;
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        rest.get(..end).filter(|name| name.starts_with(|c: char| c.is_ascii_uppercase()))
    })
}

/// Whether the part of a component that readers see lists values of its file.
fn shows_data(code: &str, visible: &str) -> bool {
    // A list of objects, or the same text in several languages.
    let least = if visible.contains(".map(") { 6 } else { 2 };
    let values = [": '", ": \"", ": `"].iter().map(|start| code.matches(start).count()).sum::<usize>();
    let is_member = |name: &&str| {
        let begins = |(at, _)| !code.get(..at).is_some_and(|before| before.ends_with(char::is_alphanumeric));
        let values = [": '", ": \"", ": `"].map(|start| format!("{name}{start}"));
        values.iter().any(|value| code.match_indices(value.as_str()).any(begins))
            && visible.contains(&format!(".{name}}}"))
    };
    // A list of what another file has.
    let is_list_of_keys =
        ["Object.keys(", "Object.entries(", "Object.values("].iter().any(|start| code.contains(start));
    if visible.contains(".map(") && is_list_of_keys {
        return true;
    }
    (visible.contains(".map(") || visible.contains("{{")) && values >= least || SHOWN_BY.iter().any(is_member)
}

/// A code file without what readers never see: the frontmatter of Astro, scripts, styles and comments.
pub(super) fn without_code(code: &str) -> String {
    const PARTS: [(&str, &str); 4] = [("<script", "</script>"), ("<style", "</style>"), ("<!--", "-->"), ("/*", "*/")];
    let body = code.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---")).map_or(code, |(_, body)| body);
    let mut out = String::with_capacity(body.len());
    let mut done = 0;
    for (at, _) in body.match_indices(['<', '/']) {
        let part = body.get(at..).unwrap_or_default();
        let hidden = PARTS.iter().find(|(start, _)| at >= done && part.starts_with(start));
        let Some((_, end)) = hidden else { continue };
        out.push_str(body.get(done..at).unwrap_or_default());
        done = part.find(end).map_or(body.len(), |length| at + length + end.len());
    }
    out.push_str(body.get(done..).unwrap_or_default());
    out
}

/// Where the definition of a component begins in a code file: of its own, or as a member of a map of components.
fn start_of(code: &str, name: &str) -> Option<usize> {
    if name.contains('.') {
        // A member of another component: `Tabs.Tab = …`.
        let is_set = |at: usize| {
            let after = code.get(at + name.len()..).map(str::trim_start).unwrap_or_default();
            code.get(..at).is_some_and(|before| before.is_empty() || before.ends_with('\n'))
                && after.starts_with('=')
                && !after.starts_with("==")
        };
        return code.match_indices(name).map(|(at, _)| at).find(|at| is_set(*at));
    }
    let heads = ["function", "const", "class"].map(|word| format!("{word} {name}"));
    let is_whole = |at: usize, head: &str| {
        let next = code.get(at + head.len()..).and_then(|rest| rest.chars().next());
        next.is_none_or(|c| !c.is_alphanumeric() && c != '_')
    };
    let starts = heads.iter().filter_map(|head| code.match_indices(head.as_str()).find(|(at, _)| is_whole(*at, head)));
    starts.map(|(start, _)| start).min().or_else(|| {
        let member = mapped_components(code).find(|(_, member)| *member == name);
        member.map(|(start, _)| start)
    })
}

/// The components that are functions in an object of a code file, `Name: (props) => …` or `Name(props) { … }`, and where
/// their definitions begin.
pub(crate) fn mapped_components(code: &str) -> impl Iterator<Item = (usize, &str)> {
    code.match_indices([':', '(']).filter_map(|(at, mark)| {
        let before = code.get(..at)?;
        let start = before.rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |last| last + 1);
        let name = before.get(start..).filter(|name| name.starts_with(|c: char| c.is_ascii_uppercase()))?;
        let before = before.get(..start)?.trim_end();
        let after = code.get(at + 1..)?;
        let is_member =
            before.ends_with(['{', ',', '}', '/']) && if mark == ":" { is_function(after) } else { is_body(after) };
        is_member.then_some((start, name))
    })
}

/// Whether a value is a function: `(…) =>`, `name =>`, `async …`, `function …`.
fn is_function(value: &str) -> bool {
    let value = value.trim_start();
    let value = value.strip_prefix("async ").unwrap_or(value).trim_start();
    if value.starts_with("function") {
        return true;
    }
    if let Some(parameters) = value.strip_prefix('(') {
        // Types may be written between the parameters and the arrow.
        return after_parameters(parameters)
            .and_then(|rest| rest.lines().next())
            .is_some_and(|rest| rest.contains("=>"));
    }
    let end = value.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(value.len());
    end > 0 && value.get(end..).is_some_and(|rest| rest.trim_start().starts_with("=>"))
}

/// Whether what follows the parenthesis after a name is the rest of a method's parameters and its body.
fn is_body(parameters: &str) -> bool {
    after_parameters(parameters).and_then(|rest| rest.lines().next()).is_some_and(|rest| {
        let rest = rest.trim();
        rest.starts_with('{') || rest.starts_with(':') && rest.ends_with('{')
    })
}

/// What follows the end of parameters, which are not long.
fn after_parameters(text: &str) -> Option<&str> {
    const LONGEST: usize = 2_000;
    let mut depth = 1_u32;
    for (at, c) in text.char_indices().take(LONGEST) {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return text.get(at + 1..);
        }
    }
    None
}

/// The part of a code file that defines a component: up to the next definition at the start of a line, or up to the next
/// member of its object. The whole file if it has no definition with that name.
fn definition_of<'c>(code: &'c str, name: &str) -> &'c str {
    const STARTS: [&str; 5] = ["export ", "function ", "const ", "class ", "async "];
    let Some(start) = start_of(code, name) else { return code };
    let rest = code.get(start..).unwrap_or_default();
    let owner = name.split_once('.').map(|(owner, _)| format!("{owner}."));
    let is_member = rest.starts_with(name) && owner.is_none();
    let line_start = code.get(..start).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
    let indent = |line: &str| line.len() - line.trim_start().len();
    let own_indent = code.get(line_start..).map_or(0, indent);
    let end = rest.match_indices('\n').map(|(at, _)| at + 1).find(|at| {
        let line = rest.get(*at..).and_then(|rest| rest.lines().next()).unwrap_or_default();
        // A line at the indentation of a member, such as `}: Props) => (`, may continue it.
        let ends_member = !line.trim().is_empty()
            && (indent(line) < own_indent
                || indent(line) == own_indent && !line.trim_start().starts_with(['}', ')', ']', '>']));
        STARTS.iter().any(|word| line.starts_with(word))
            || is_member && ends_member
            || owner.as_ref().is_some_and(|owner| line.starts_with(owner))
    });
    rest.get(..end.unwrap_or(rest.len())).unwrap_or(rest)
}

/// Whether the code of a component has links to other places than its own page.
/// whose target is `wanted`.
fn shows_links(code: &str, wanted: impl Fn(&str) -> bool) -> bool {
    code.match_indices("href=").any(|(at, start)| {
        let before = code.get(..at).unwrap_or_default();
        let tag = before.rfind('<').and_then(|tag| before.get(tag + 1..)).unwrap_or_default();
        let name = tag.split(|c: char| !c.is_alphanumeric() && c != '-').next().unwrap_or_default();
        let value = code.get(at + start.len()..).unwrap_or_default();
        let target = value.trim_start_matches(['{', '"', '\'', '`']);
        !NOT_LINKS.contains(&name) && !target.starts_with('#') && wanted(value)
    })
}

/// Whether the value of an attribute is only a name: `{href}`, `{props.href}`, and `"href"` of Vue.
fn is_bare(value: &str) -> bool {
    let name = value.trim_start_matches(['{', '"']);
    let end = name.find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '.' | '$')).unwrap_or(name.len());
    end > 0 && value.starts_with(['{', '"']) && name.get(end..).is_some_and(|rest| rest.starts_with(['}', '"']))
}

/// Whether a tag with this beginning is in code, not one with a longer name.
fn has_tag(code: &str, tag: &str) -> bool {
    code.match_indices(tag).any(|(at, _)| {
        let next = code.get(at + tag.len()..).and_then(|rest| rest.chars().next());
        next.is_none_or(|c| !c.is_alphanumeric() && !matches!(c, '_' | '.'))
    })
}

/// Whether the code of a component has text between its tags: a word before a closing tag, or several words before
/// another tag or an expression.
fn shows_words(code: &str) -> bool {
    let is_shown = |name: &&str| {
        let starts = ["=\"", "='", "={`", "={\"", "={'"].map(|quote| format!(" {name}{quote}"));
        let follows = |(at, start): (usize, &str)| code.get(at + start.len()..).and_then(|rest| rest.chars().next());
        // The title of a frame is for screen readers.
        let is_of_frame = |at: usize| {
            let before = code.get(..at).unwrap_or_default();
            before.rfind('<').and_then(|tag| before.get(tag..)).is_some_and(|tag| tag.starts_with("<iframe"))
        };
        let shown = |(at, start): (usize, &str)| follows((at, start)).filter(|_| !is_of_frame(at));
        starts.iter().any(|start| code.match_indices(start.as_str()).filter_map(shown).any(char::is_alphanumeric))
    };
    // A file may be text only.
    let is_plain = !code.contains(['<', '{', '=', '(', ';']) && code.contains(char::is_alphanumeric);
    if is_plain || SHOWN_BY.iter().any(is_shown) {
        return true;
    }
    let is_text = |c: char| c.is_alphanumeric() || c.is_whitespace() || ".,!?'\u{2019}:&%$/()-".contains(c);
    // After an expression, the first word tells text from code.
    let is_code = |text: &str| {
        let first = text.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty());
        first.is_none_or(|word| KEYWORDS.contains(&word))
    };
    code.match_indices(['>', '}']).any(|(at, mark)| {
        let rest = code.get(at + 1..).unwrap_or_default();
        let end = rest.find(['<', '{', '>']).unwrap_or(rest.len());
        let (text, after) = rest.split_at(end);
        let words =
            text.split_whitespace().filter(|word| word.chars().filter(|c| c.is_alphabetic()).count() > 1).count();
        let least = if after.starts_with("</") { 1 } else { 2 };
        let is_number = least == 1 && !text.trim().is_empty() && text.contains(|c: char| c.is_ascii_digit());
        let is_arrow = code.get(..at).is_some_and(|before| before.ends_with(['=', '-', '>']));
        let is_code = is_arrow || mark == "}" && is_code(text);
        !is_code
            && !after.starts_with('>')
            && !after.is_empty()
            && (words >= least || is_number)
            && text.chars().all(is_text)
    })
}

#[cfg(test)]
mod tests {
    use super::{components_in, definition_of, mapped_components, shows_data, shows_links, shows_words, without_code};

    #[test]
    fn words_of_components_are_told_from_code() {
        for (code, expected) in [
            ("<p>Install it</p>", true),
            ("<p>Install</p>", true),
            ("<p>\n  For more, see {link}</p>", true),
            ("<b>526</b>", true),
            ("\n526\n", true),
            ("a > 5 ? <b>{x}</b> : null", false),
            ("<Tab label=\"npm\">{x}</Tab>", true),
            ("<Code code={`npx ${x}`} />", true),
            ("<iframe title=\"Player of videos\" />", false),
            ("<p>{wide ? <style>{x}</style> : null}\n  Wide or narrow: <span>{text}</span></p>", true),
            ("const f = () => {\n  return a;\n}\n\nexport function B() { return <b>{x}</b> }", false),
            ("<p>{text}</p>", false),
            ("<p className=\"wide\">{text}</p>", false),
            ("const f = (a) => a > b && c < d", false),
            ("const all: Array<string> = make<string>()", false),
            ("<p>{title} — <b>{sub}</b></p>", false),
        ] {
            assert_eq!(shows_words(code), expected, "{code}");
        }
    }

    #[test]
    fn links_are_those_to_other_places() {
        for (code, expected) in [
            ("<a className=\"x\" href={`https://a.example/${name}`}>", true),
            ("<a href=\"/x\">", true),
            ("<a href={`#${id}`}>", false),
            ("<link rel=\"stylesheet\" href=\"/x.css\" />", false),
        ] {
            assert_eq!(shows_links(code, |_| true), expected, "{code}");
        }
    }

    #[test]
    fn members_of_maps_are_components() {
        let code = "const all = {\n  A: ({ b }: { b: string }) => (\n    <a href=\"/a\">{b}</a>\n  ),\n  B({\n    c,\n  }: Props) {\n    return <p>{c}</p>;\n  },\n  C: D,\n};\n";
        assert_eq!(mapped_components(code).map(|(_, name)| name).collect::<Vec<_>>(), ["A", "B"]);
        let has_link = |name| shows_links(definition_of(code, name), |_| true);
        assert!(has_link("A") && !has_link("B"));
        for (value, expected) in [
            ("{href}>", true),
            ("\"href\" x", true),
            ("{`${href}?a`}", false),
            ("{a || '/b'}", false),
            ("'/a'", false),
            ("\"/a\"", false),
        ] {
            assert_eq!(super::is_bare(value), expected, "{value}");
        }
        assert!(super::has_tag("<Link to=x>", "<Link") && !super::has_tag("<LinkIcon />", "<Link"));
        assert!(definition_of(code, "B").contains("<p>"));
        assert_eq!(mapped_components("x ? Foo(1) : Bar(2);\nFoo(1) || { Kind: 2 }").count(), 0);
    }

    #[test]
    fn what_only_developers_see_is_told() {
        let code = "const isDev = import.meta.env.DEV;\n";
        assert!(super::is_of_development(code, "\n{\n\tisDev && (\n\t\t<aside>Text</aside>\n\t)\n}\n"));
        assert!(super::is_of_development("const d = process.env.NODE_ENV !== 'production'", "{d && (<p/>)}"));
        assert!(!super::is_of_development(code, "{isDev && (<p/>)}<p>More</p>"));
        assert!(!super::is_of_development("const isDev = props.dev", "{isDev && (<p/>)}"));
    }

    #[test]
    fn members_and_other_names_are_followed() {
        let code = "function Row() { return <a href='/a'>{x}</a> }\nRow.Cell = Cell;\nRow.Head = function Head() {\n  return <b>{x}</b>;\n};\nRow.Foot = () => <i/>;\n";
        assert_eq!(super::alias(definition_of(code, "Row.Cell")), Some("Cell"));
        assert!(definition_of(code, "Row.Head").contains("<b>") && !definition_of(code, "Row.Head").contains("<i/>"));
        for (definition, expected) in [
            ("const Card = CardsCard;\n", Some("CardsCard")),
            ("const Card = Cards.Card;\n", None),
            ("const Card = (a) => <b/>", None),
            ("function Card() { const A = B; }", None),
        ] {
            assert_eq!(super::alias(definition), expected, "{definition}");
        }
        let code =
            "import Card from './showcase-card.astro';\nimport { Row } from './rows';\nimport Icon from 'kit';\n";
        assert_eq!(super::imported_file(code, "Card"), Some("showcase-card"));
        assert_eq!([super::imported_file(code, "Row"), super::imported_file(code, "Icon")], [None, None]);
        assert!(!super::may_have_anchors("<div><svg viewBox='0'><g id=\"a\"></g></svg></div>"));
        assert!(super::may_have_anchors("<svg><g id=\"a\"></g></svg><p id=\"b\"></p>"));
        assert!(super::is_hidden(
            "function A(): B<C> { return (\n <span\n style={{ display: \"none\" }}>{x}</span>) }"
        ));
        assert!(!super::is_hidden("<p><b style=\"display: none\"></b></p>"));
    }

    #[test]
    fn scripts_styles_and_other_components_are_not_read() {
        let astro = "---\nconst a = <b>No words</b>;\n---\n<p>{x}</p>\n<style>\n.a > b c { }\n</style>\n<!-- <p>Old words</p> -->\n";
        assert_eq!(without_code(astro).trim(), "<p>{x}</p>");
        let code = "export const A = () => <p>{x}</p>;\n\nexport function AB() {\n  return <p>Two words</p>;\n}\n";
        assert_eq!(definition_of(code, "A"), "const A = () => <p>{x}</p>;\n\n");
        assert!(shows_words(definition_of(code, "AB")));
        assert_eq!(definition_of(code, "C"), code);
        assert_eq!(components_in("<p><A x={1}/></p><B.C>a < B</B.C>").collect::<Vec<_>>(), ["A", "B"]);
        let callout = "const all = {rsc: {title: 'Two words'}};\nfunction A() {\n  return <h3>{one.title}</h3>;\n}\n";
        assert!(shows_data(callout, definition_of(callout, "A")));
        assert!(!shows_data("function A(one) { return <h3>{one.title}</h3> }", "<h3>{one.title}</h3>"));
    }
}
