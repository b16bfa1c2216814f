//! The text of MyST pages: roles, links to labels, substitutions and formulas.

use std::collections::BTreeMap;

use super::labels::{LabelPlace, Labels, NOTEBOOKS};
use super::options::{directive, id_of, is_attributes};
use super::role::{role, without_roles};
use super::{is_glue, quoted, size};
use crate::report::{Loss, LossKind, Origin};

/// Roles whose text is code.
const CODE: [&str; 22] = [
    "code",
    "file",
    "command",
    "program",
    "option",
    "envvar",
    "samp",
    "literal",
    "regexp",
    "token",
    "keyword",
    "confval",
    "makevar",
    "mimetype",
    "newsgroup",
    "dfn",
    "mailheader",
    "manpage",
    "setting",
    "variable",
    "event",
    "py",
];
/// Roles that refer to objects in code, in the default domain.
const OBJECTS: [&str; 11] = ["class", "func", "meth", "mod", "attr", "data", "exc", "obj", "const", "type", "deco"];
/// The pages that Sphinx generates.
const GENERATED: [&str; 4] = ["genindex", "modindex", "py-modindex", "search"];
/// The outcome for a label that no page defines.
const NO_LABEL: &str = "no page of the source defines this label: the text is kept, without a link";
/// The outcome for a value that code stores by a name, or an expression.
const COMPUTED: &str = "what code of the pages computes, which is not run: its name or its source is shown as code";
/// The outcome for a reference by the number of its target.
const BY_NUMBER: &str = "a reference by number, and figures, tables and formulas have no numbers now: the text, the caption or the label is shown; this is the first on the page";
/// The outcome for an object in code.
const OF_CODE: &str =
    "a name in the code of this project or of another one, which is not read: the text of the link is kept";
/// The outcome for a reference to another project.
const OF_OTHERS: &str = "a reference to the documentation of another project: the text is kept, without a link";
/// The outcome for a reference without a text to an object in code.
const NAME_OF_CODE: &str = "a name in the code of this project or of another one, which is not read: the name of its target is shown, without a link";
/// The outcome for a reference without a text to another project.
const NAME_OF_OTHERS: &str =
    "a reference to the documentation of another project: the name of its target is shown, without a link";

/// The deepest nesting of substitutions and of tables with blocks.
pub(super) const DEEPEST: usize = 4;

/// The reader of the text of one page.
pub(super) struct TextReader<'a> {
    /// The file of the page.
    pub(super) path: &'a str,
    pub(super) labels: &'a Labels,
    /// The substitutions of the page.
    pub(super) own: BTreeMap<String, String>,
    pub(super) losses: Vec<Loss>,
    /// The number of substitutions and tables with blocks around the text.
    pub(super) depth: usize,
    /// Whether a reference by number was reported.
    pub(super) has_numbers: bool,
}

impl TextReader<'_> {
    /// Text with its roles as Markdown, and other braces escaped.
    pub(super) fn inline(&mut self, text: &str, line: u32) -> String {
        let bytes = text.as_bytes();
        let mut out = String::with_capacity(text.len() + 16);
        let mut at = 0;
        while let Some(byte) = bytes.get(at) {
            let rest = text.get(at..).unwrap_or_default();
            let found: Option<(usize, String)> = match byte {
                b'`' => Some(code_span(rest)),
                b'\\' if bytes.get(at + 1).is_some_and(u8::is_ascii_punctuation) => {
                    Some((2, rest.chars().take(2).collect()))
                }
                b'{' => self.brace(rest, &mut out, line),
                b'}' => Some((1, "\\}".to_owned())),
                b'$' => match formula(rest).filter(|_| self.labels.has_math) {
                    Some(length) => Some((length, rest.get(..length).unwrap_or_default().to_owned())),
                    None if self.labels.has_math => None,
                    None => Some((1, "\\$".to_owned())),
                },
                b']' if rest.starts_with("](") => self.link(rest, &mut out, line),
                b']' if rest.starts_with("]:") => self.definition(rest, &out),
                b'<' => self.autolink(rest, line),
                _ => None,
            };
            let (length, made) = found.unwrap_or_else(|| {
                let length = rest.chars().next().map_or(1, char::len_utf8);
                (length, rest.get(..length).unwrap_or_default().to_owned())
            });
            out.push_str(&made);
            at += length;
        }
        out
    }

    /// What begins with `{`: a role, a substitution, attributes of an inline element, or a brace.
    fn brace(&mut self, rest: &str, out: &mut String, line: u32) -> Option<(usize, String)> {
        if let Some((name, text, length)) = role(rest) {
            let mut made = String::new();
            self.role(name, text, line, &mut made);
            // The lines below keep their numbers.
            let lines = rest.get(..length).unwrap_or_default().matches('\n').count();
            made.push_str(&"\n".repeat(lines.saturating_sub(made.matches('\n').count())));
            return Some((length, made));
        }
        if let Some(inner) = rest.strip_prefix("{{").and_then(|rest| rest.split_once("}}")).map(|(inner, _)| inner) {
            return Some((inner.len() + 4, self.substituted(inner, line)));
        }
        let end = rest.find('}').filter(|end| !rest.get(..*end).unwrap_or_default().contains('\n'))?;
        let inner = rest.get(1..end)?;
        // An ID of a heading stays.
        if inner.starts_with('#') && out.trim_start().starts_with('#') {
            return Some((end + 1, rest.get(..=end)?.to_owned()));
        }
        let is_attached = out.ends_with([')', ']', '`', '>']);
        if is_attached && is_attributes(inner) {
            without_brackets(out);
            let sized = take_sized(out, inner).unwrap_or_default();
            let anchor = id_of(inner).map(|id| format!("<a id=\"{id}\"></a>")).unwrap_or_default();
            return Some((end + 1, format!("{sized}{anchor}")));
        }
        Some((1, "\\{".to_owned()))
    }

    /// The value of `{{ … }}` in a line. Sphinx reads it as inline text unless it begins with a directive.
    fn substituted(&mut self, inner: &str, line: u32) -> String {
        let value = self.value(inner);
        let begins_block = |value: &String| value.lines().next().and_then(directive).is_some();
        let outcome = match &value {
            Some(_) if self.depth >= DEEPEST => "its value contains itself, or too many others",
            Some(value) if begins_block(value) => "its value is a block, which a line cannot contain",
            None if inner.contains(['|', '(', '[', '~', '"', '\'']) => "an expression of Jinja that is not evaluated",
            _ => "its value is not known",
        };
        match value.filter(|value| self.depth < DEEPEST && !begins_block(value)) {
            Some(value) => {
                let lines: Vec<&str> = value.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
                self.depth += 1;
                let made = self.inline(&lines.join(" "), line);
                self.depth -= 1;
                made
            }
            None => {
                self.lose(LossKind::Expression, line, &format!("{{{{{inner}}}}}"), outcome, Origin::Import);
                format!("`{{{{{inner}}}}}`")
            }
        }
    }

    /// The value of the expression in `{{ … }}`: that of a name, with the filters of Jinja that change only its letters.
    fn value(&self, expression: &str) -> Option<String> {
        let mut parts = expression.split('|').map(str::trim);
        let name = parts.next()?;
        let value = self.own.get(name).or_else(|| self.labels.substitutions.get(name))?.clone();
        parts.try_fold(value, |value, filter| match filter {
            "upper" => Some(value.to_uppercase()),
            "lower" => Some(value.to_lowercase()),
            "trim" | "safe" | "string" => Some(value),
            "capitalize" => {
                let mut letters = value.chars();
                letters
                    .next()
                    .map(|first| first.to_uppercase().chain(letters.as_str().to_lowercase().chars()).collect())
            }
            _ => None,
        })
    }

    /// The value of a substitution that is alone on its line, if it is more than a line or begins a block.
    pub(super) fn block_value(&self, text: &str) -> Option<String> {
        let inner = text.trim().strip_prefix("{{")?.strip_suffix("}}").filter(|inner| !inner.contains("}}"))?;
        let is_block = |value: &String| value.contains('\n') || directive(value).is_some();
        self.value(inner).filter(|value| self.depth < DEEPEST && is_block(value))
    }

    fn lose(&mut self, kind: LossKind, line: u32, subject: &str, outcome: &str, origin: Origin) {
        self.losses.push(Loss::new(kind, self.path, line, subject, outcome).by(origin).without_headings());
    }

    fn role(&mut self, name: &str, text: &str, line: u32, out: &mut String) {
        let lowercase = name.to_ascii_lowercase();
        let name = lowercase.as_str();
        let titled = text.trim_end().strip_suffix('>').and_then(|text| text.rsplit_once('<'));
        let (shown, target) = titled.map_or((None, text.trim()), |(shown, target)| (Some(shown.trim()), target.trim()));
        let bare = name.rsplit(':').next().unwrap_or(name);
        if name.starts_with("external") {
            let outcome = if shown.is_some() { OF_OTHERS } else { NAME_OF_OTHERS };
            self.lose(LossKind::Link, line, target, outcome, Origin::Import);
            out.push_str(&code(shown.unwrap_or(target)));
            return;
        }
        if let Some(made) = self.computed(name, text, line).or_else(|| self.of_extlinks(name, shown, target)) {
            out.push_str(&made);
            return;
        }
        let refers = ["doc", "ref", "numref", "any", "eq", "term"].contains(&bare);
        if (refers || OBJECTS.contains(&bare) || name.contains(':')) && self.is_of_others(target) {
            let outcome = if shown.is_some() { OF_OTHERS } else { NAME_OF_OTHERS };
            self.lose(LossKind::Link, line, target, outcome, Origin::Import);
            let name = target.rsplit_once(':').map_or(target, |(_, name)| name);
            out.push_str(&shown.map_or_else(|| code(name), escaped));
            return;
        }
        match bare {
            "doc" => {
                let (page, title) = self.labels.page(self.path, target);
                let title = shown.or(title).unwrap_or(target);
                out.push_str(&format!("[{}](/{page})", escaped(title)));
            }
            "ref" | "numref" | "any" | "eq" => self.reference(bare, shown, target, line, out),
            "term" => match self.labels.term(target) {
                Some(place) => out.push_str(&format!("[{}]({})", escaped(shown.unwrap_or(target)), place.address)),
                None => out.push_str(&format!("*{}*", escaped(shown.unwrap_or(target)))),
            },
            "download" => out.push_str(&format!("[{}]({target})", escaped(shown.unwrap_or(target)))),
            "math" => out.push_str(&format!("${text}$")),
            "octicon" | "material-regular" | "material-outlined" | "material-round" | "material-sharp"
            | "material-twotone" | "fa" | "fas" | "fab" | "far" => {}
            _ if bare.starts_with("bdg-link") || bare.starts_with("bdg-ref") => {
                let address = self.labels.find(target).map_or(target, |place| place.address.as_str());
                out.push_str(&format!("[{}]({address})", escaped(shown.unwrap_or(target))));
            }
            _ if bare.starts_with("bdg") => out.push_str(&format!("<Badge>{}</Badge>", escaped(text))),
            _ if name.starts_with("cite") || name.starts_with("footcite") => {
                self.lose(
                    LossKind::Link,
                    line,
                    text,
                    "a citation of a bibliography, which is not read: its key is kept",
                    Origin::Import,
                );
                out.push_str(&escaped(&format!("[{text}]")));
            }
            _ if formatted(bare, text, shown, target, out) => {}
            _ if OBJECTS.contains(&bare) || name.contains(':') => {
                let shown = code(&object(bare, shown, target));
                match self.labels.object(target) {
                    Some(place) => out.push_str(&format!("[{shown}]({})", place.address)),
                    None => {
                        self.lose(LossKind::CodeImport, line, target, OF_CODE, Origin::Import);
                        out.push_str(&shown);
                    }
                }
            }
            _ if CODE.contains(&bare) => out.push_str(&code(shown.unwrap_or(text))),
            _ => {
                self.lose(
                    LossKind::UnknownComponent,
                    line,
                    &format!("{{{name}}}"),
                    "a role that is not known: its text is kept as code",
                    Origin::Import,
                );
                out.push_str(&code(shown.unwrap_or(text)));
            }
        }
    }

    /// A value that code stores by a name, or an expression. `None` for any other role.
    fn computed(&mut self, name: &str, text: &str, line: u32) -> Option<String> {
        let shown = match name {
            "eval" => text,
            _ if is_glue(name) => key_of_value(text),
            _ => return None,
        };
        self.lose(LossKind::Expression, line, &format!("{{{name}}}`{text}`"), COMPUTED, Origin::Import);
        Some(code(shown))
    }

    /// The link of a role that the settings define.
    fn of_extlinks(&self, name: &str, shown: Option<&str>, target: &str) -> Option<String> {
        let (address, caption) = self.labels.external.get(name)?;
        let address = address.replace("%s", target);
        let caption = if caption.contains("%s") { caption.replace("%s", target) } else { format!("{caption}{target}") };
        Some(format!("[{}]({address})", escaped(shown.unwrap_or(&caption))))
    }

    /// Whether a target begins with the name of another project, and nothing here has it.
    fn is_of_others(&self, target: &str) -> bool {
        let project = target.trim_start_matches('~').split_once(':').map(|(project, _)| project);
        let is_own = || self.labels.find(target).is_some() || self.labels.term(target).is_some();
        project.is_some_and(|project| self.labels.projects.contains(project)) && !is_own()
    }

    /// A reference to a label.
    fn reference(&mut self, role: &str, shown: Option<&str>, target: &str, line: u32, out: &mut String) {
        if GENERATED.contains(&target) {
            out.push_str(&escaped(shown.unwrap_or(target)));
            return;
        }
        if let Some(place) = self.labels.find(target) {
            let LabelPlace { address, title } = place.clone();
            let text = shown.map(|shown| without_number(&shown.replace("{name}", &title)));
            let text = text.filter(|text| text.contains(char::is_alphanumeric)).unwrap_or(title);
            if matches!(role, "numref" | "eq") && !std::mem::replace(&mut self.has_numbers, true) {
                self.lose(LossKind::Attribute, line, &format!("{{{role}}}"), BY_NUMBER, Origin::Import);
            }
            out.push_str(&format!("[{}]({address})", escaped(&text)));
            return;
        }
        let page = self.labels.page(self.path, target);
        if let ("any", (page, Some(title))) = (role, page) {
            out.push_str(&format!("[{}](/{page})", escaped(shown.unwrap_or(title))));
            return;
        }
        self.lose(LossKind::Anchor, line, target, NO_LABEL, Origin::Import);
        out.push_str(&escaped(shown.unwrap_or(target)));
    }

    /// `](target)`: a link to a label or page gets its URL path, and the title of its target if it has no text.
    fn link(&mut self, rest: &str, out: &mut String, line: u32) -> Option<(usize, String)> {
        let close = closing(rest.get(2..)?)?;
        let whole = rest.get(2..2 + close)?;
        let bracketed = whole.trim().strip_prefix('<').and_then(|inner| inner.split_once('>'));
        let (target, title) = bracketed
            .or_else(|| whole.trim().split_once([' ', '\n']))
            .map_or((whole.trim(), ""), |(target, title)| (target.trim(), title.trim()));
        let title = if title.is_empty() { String::new() } else { format!(" {title}") };
        let is_empty = out.ends_with('[') && !out.ends_with("![") && !out.ends_with("\\[");
        let attributes = attributes(rest.get(close + 3..)?);
        let is_external = attributes.is_some_and(|inner| inner.split_whitespace().any(|word| word == ".external"));
        // What is left of a link that becomes text.
        let end = close + 3 + attributes.map_or(0, |inner| inner.len() + 2);
        let anchor = attributes.and_then(id_of).map(|id| format!("<a id=\"{id}\"></a>")).unwrap_or_default();
        if target.starts_with("inv:") && !is_external {
            let outcome = if is_empty { NAME_OF_OTHERS } else { OF_OTHERS };
            self.lose(LossKind::Link, line, target, outcome, Origin::Import);
            let start = opening(out)?;
            let name = target.rsplit(['#', ':']).next().unwrap_or(target);
            out.remove(start);
            return Some((end, if is_empty { code(name) + &anchor } else { anchor }));
        }
        let place = self.target(target).filter(|_| !is_external);
        let start = opening(out);
        let is_image = start.is_some_and(|start| out.get(..start).is_some_and(|before| before.ends_with('!')));
        if let Some(path) = self.labels.image(self.path, target).filter(|_| is_image) {
            return Some((close + 3, format!("]({path}{title})")));
        }
        if let (None, false, Some(start), Some(outcome)) =
            (&place, is_image, start, unresolved(target).filter(|_| !is_external))
        {
            let (kind, outcome) = match outcome {
                OF_CODE => (LossKind::CodeImport, if is_empty { NAME_OF_CODE } else { OF_CODE }),
                _ => (LossKind::Anchor, outcome),
            };
            self.lose(kind, line, target, outcome, Origin::Import);
            out.remove(start);
            return Some((end, if is_empty { code(target.trim_start_matches('#')) + &anchor } else { anchor }));
        }
        if place.is_none() && !is_empty {
            return None;
        }
        let LabelPlace { address, title: own } =
            place.unwrap_or_else(|| LabelPlace { address: target.to_owned(), title: target.to_owned() });
        let shown = if is_empty { escaped(&own) } else { String::new() };
        let title = if title.contains(['{', '}']) { String::new() } else { title };
        let address = if address.contains([' ', '(', ')']) { format!("<{address}>") } else { address };
        Some((close + 3, format!("{shown}]({address}{title})")))
    }

    /// `]: target` of a link reference definition whose target is a label or a page; `out` ends with the start of the line.
    fn definition(&self, rest: &str, out: &str) -> Option<(usize, String)> {
        let label = out.rsplit('\n').next()?.trim_start().strip_prefix('[')?;
        if label.is_empty() || label.starts_with('^') || label.contains(['[', ']']) {
            return None;
        }
        let line = rest.lines().next()?;
        let target = line.get(2..)?.split_whitespace().next()?;
        let end = line.find(target)? + target.len();
        let bare = target.strip_prefix('<').and_then(|bare| bare.strip_suffix('>')).unwrap_or(target);
        let LabelPlace { address, .. } = self.target(bare)?;
        let address = if address.contains([' ', '(', ')']) { format!("<{address}>") } else { address };
        Some((end, format!("]: {address}")))
    }

    /// The place of a link target that Markdown would not find: a label, `project:…`, `path:…`, or a page for its title.
    fn target(&self, target: &str) -> Option<LabelPlace> {
        let (bare, is_prefixed) = match target.strip_prefix("project:").or_else(|| target.strip_prefix("path:")) {
            Some(bare) => (bare, true),
            None => (target, false),
        };
        let label = bare.strip_prefix('#').unwrap_or(bare);
        let place = self.labels.find(label).or_else(|| self.labels.object(label)).or_else(|| self.labels.term(label));
        if let Some(place) = place.filter(|_| !bare.contains("://")) {
            return Some(place.clone());
        }
        let (page, _) = bare.split_once('#').unwrap_or((bare, ""));
        // A page that is left out is no file to download.
        let is_relative = !bare.contains("://") && [".rst"].iter().chain(&NOTEBOOKS).any(|end| page.ends_with(end));
        if is_relative {
            let (stem, title) = self.labels.page(self.path, page);
            let title = title.map_or_else(|| stem.clone(), ToOwned::to_owned);
            return Some(LabelPlace { address: format!("/{stem}"), title });
        }
        let title = Some(page).filter(|page| !page.is_empty()).and_then(|page| self.labels.page(self.path, page).1);
        let is_known = title.is_some();
        (is_prefixed || is_known)
            .then(|| LabelPlace { address: bare.to_owned(), title: title.unwrap_or(bare).to_owned() })
    }

    /// `<project:…>` and the like.
    fn autolink(&mut self, rest: &str, line: u32) -> Option<(usize, String)> {
        let inner = rest.get(1..)?.split('>').next()?;
        let is_ours = ["project:", "path:", "inv:", "#"].iter().any(|start| inner.starts_with(start));
        if !is_ours || inner.contains(char::is_whitespace) || !rest.get(1 + inner.len()..)?.starts_with('>') {
            return None;
        }
        if inner.starts_with("inv:") {
            self.lose(LossKind::Link, line, inner, NAME_OF_OTHERS, Origin::Import);
            return Some((inner.len() + 2, code(inner.rsplit(['#', ':']).next().unwrap_or(inner))));
        }
        let place = self.target(inner)?;
        Some((inner.len() + 2, format!("[{}]({})", escaped(&place.title), place.address)))
    }
}

/// Writes a role that only formats its text, or links to a document by number. Returns false for any other.
fn formatted(role: &str, text: &str, shown: Option<&str>, target: &str, out: &mut String) -> bool {
    match role {
        "kbd" => out.push_str(&format!("<kbd>{}</kbd>", escaped(text))),
        "sub" | "subscript" => out.push_str(&format!("<sub>{}</sub>", escaped(text))),
        "sup" | "superscript" => out.push_str(&format!("<sup>{}</sup>", escaped(text))),
        "guilabel" | "strong" => out.push_str(&format!("**{}**", escaped(text))),
        "menuselection" => out.push_str(&format!("**{}**", escaped(&text.replace("-->", "→")))),
        "emphasis" => out.push_str(&format!("*{}*", escaped(text))),
        "strike" | "del" => out.push_str(&format!("~~{}~~", escaped(text))),
        "abbr" | "index" => out.push_str(&escaped(shown.unwrap_or(text))),
        "pep" => {
            let number = target.split('#').next().unwrap_or(target);
            out.push_str(&format!(
                "[{}](https://peps.python.org/pep-{number:0>4}/)",
                escaped(shown.unwrap_or(&format!("PEP {target}")))
            ));
        }
        "rfc" => out.push_str(&format!(
            "[{}](https://datatracker.ietf.org/doc/html/rfc{target})",
            escaped(shown.unwrap_or(&format!("RFC {target}")))
        )),
        _ => return false,
    }
    true
}

/// The key of a value, without the page that stores it and its format: `page::key:format`.
fn key_of_value(text: &str) -> &str {
    let key = text.rsplit("::").next().unwrap_or(text);
    key.split(':').next().filter(|key| !key.trim().is_empty()).unwrap_or(text)
}

/// The text of a reference without the placeholders for the number of its target.
fn without_number(shown: &str) -> String {
    if !shown.contains("%s") && !shown.contains("{number}") {
        return shown.to_owned();
    }
    let bare = shown.replace("%s", "").replace("{number}", "");
    bare.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The bracket that the text of a link begins with, which is at the end of a text.
pub(super) fn opening(text: &str) -> Option<usize> {
    let mut closed = 0_usize;
    for (at, byte) in text.bytes().enumerate().rev().take(4_000) {
        match byte {
            b']' => closed += 1,
            b'[' if closed == 0 => return Some(at),
            b'[' => closed -= 1,
            _ => {}
        }
    }
    None
}

/// The outcome for a link target that is a name, not a path, and is not the name of a label. `None` for any other.
fn unresolved(target: &str) -> Option<&'static str> {
    let name = target.strip_prefix('#').unwrap_or(target);
    let is_object = name.contains('.') || name.contains(|c: char| c.is_ascii_uppercase());
    let end = name.rsplit_once('.').map(|(_, end)| end);
    let is_file = end.is_some_and(|end| {
        end.len() <= 5 && end.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    });
    let is_name = !name.is_empty() && !name.contains(['/', ':', '#', '?', '@', '%']);
    match target.starts_with('#') {
        // Other anchors may be those of headings.
        true => (is_name && is_object).then_some(OF_CODE),
        false => (is_name && !is_file).then_some(if is_object { OF_CODE } else { NO_LABEL }),
    }
}

/// The text that a role for an object shows.
fn object(role: &str, shown: Option<&str>, target: &str) -> String {
    if let Some(shown) = shown {
        return shown.trim_start_matches('!').to_owned();
    }
    let target = target.trim_start_matches('!');
    let name = match target.strip_prefix('~') {
        Some(target) => target.rsplit('.').next().unwrap_or(target),
        None => target,
    };
    // A leading period searches all modules; Sphinx does not show it.
    let name = name.trim_start_matches('.');
    let is_call = matches!(role, "func" | "meth") && !name.ends_with(')');
    format!("{name}{}", if is_call { "()" } else { "" })
}

/// A code span.
fn code(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let marks = "`".repeat(longest + 1);
    let pad = if longest > 0 { " " } else { "" };
    format!("{marks}{pad}{}{pad}{marks}", text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Text with the braces and brackets escaped that would begin something else.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut in_code = false;
    let mut before = ' ';
    for c in text.chars() {
        in_code ^= c == '`';
        if matches!(c, '{' | '}' | '[' | ']') && !in_code && before != '\\' {
            out.push('\\');
        }
        out.push(c);
        before = c;
    }
    out
}

/// The length of a code span, or of the backticks of one without an end, and its text.
fn code_span(text: &str) -> (usize, String) {
    let length = text.bytes().take_while(|byte| *byte == b'`').count();
    let mut from = length;
    while let Some(found) = text.get(from..).and_then(|rest| rest.find('`')) {
        let start = from + found;
        let run = text.get(start..).unwrap_or_default().bytes().take_while(|byte| *byte == b'`').count();
        if run == length {
            return (start + run, text.get(..start + run).unwrap_or_default().to_owned());
        }
        from = start + run;
    }
    (length, text.get(..length).unwrap_or_default().to_owned())
}

/// The length of a formula `$…$` or `$$…$$`.
fn formula(text: &str) -> Option<usize> {
    let mark = if text.starts_with("$$") { "$$" } else { "$" };
    let inner = text.get(mark.len()..)?;
    let end = inner.find(mark).filter(|end| *end > 0)?;
    let content = inner.get(..end)?;
    let is_tight =
        mark.len() == 2 || !content.starts_with(char::is_whitespace) && !content.ends_with(char::is_whitespace);
    is_tight.then_some(end + 2 * mark.len())
}

/// Removes the brackets of the span that a text ends with: `[span]`.
fn without_brackets(out: &mut String) {
    let Some(text) = out.strip_suffix(']') else { return };
    let mut depth = 0_usize;
    let open = text.char_indices().rev().find(|(_, c)| {
        depth += usize::from(*c == ']');
        let is_open = *c == '[' && depth == 0;
        depth -= usize::from(*c == '[' && depth > 0);
        is_open
    });
    if let Some((at, _)) = open {
        out.pop();
        out.remove(at);
    }
}

/// Takes the image that a text ends with off it, and returns it with the size among its attributes. `None` if there is no
/// image, or no size.
fn take_sized(out: &mut String, attributes: &str) -> Option<String> {
    let size = |name: &str| {
        let value = attributes.split_whitespace().find_map(|word| word.strip_prefix(name)?.strip_prefix('='))?;
        size(name, value.trim_matches(['"', '\'']))
    };
    let sizes: String = ["width", "height"].into_iter().filter_map(size).collect();
    let at = out.rfind("![").filter(|_| !sizes.is_empty())?;
    let (alt, target) = out.get(at + 2..)?.strip_suffix(')')?.split_once("](")?;
    let is_plain = !target.contains([' ', '\n', ')']);
    let image = is_plain
        .then(|| format!("<img src=\"{}\" alt=\"{}\"{sizes} />", quoted(target), quoted(&without_roles(alt))))?;
    out.truncate(at);
    Some(image)
}

/// The inside of the attribute list that a text begins with.
fn attributes(text: &str) -> Option<&str> {
    let (inner, _) = text.strip_prefix('{')?.split_once('}')?;
    (!inner.contains('\n') && is_attributes(inner)).then_some(inner)
}

/// The position of the parenthesis that closes a link target.
fn closing(text: &str) -> Option<usize> {
    let mut open = 0_usize;
    for (at, c) in text.char_indices().take(4_000) {
        match c {
            '(' => open += 1,
            ')' if open == 0 => return Some(at),
            ')' => open -= 1,
            _ => {}
        }
    }
    None
}

/// Whether a code span or role that begins in a text is not closed in it.
pub(super) fn has_open_span(text: &str) -> bool {
    let mut rest = text;
    while let Some(at) = rest.find(['`', '\\']) {
        let here = rest.get(at..).unwrap_or_default();
        if here.starts_with('\\') {
            rest = here.get(1 + here.chars().nth(1).map_or(0, char::len_utf8)..).unwrap_or_default();
            continue;
        }
        let (length, span) = code_span(here);
        if span.bytes().all(|byte| byte == b'`') {
            return true;
        }
        rest = here.get(length..).unwrap_or_default();
    }
    false
}
