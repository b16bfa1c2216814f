//! An operation read from its Markdown, by the structure that a CommonMark parser sees.

use std::iter::Peekable;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::shown::{Shown, ShownMedia, ShownNeed, ShownOperation, ShownRequirement, ShownResponse};

/// A piece of a line.
#[derive(Clone, Debug)]
enum Inline {
    Text(String),
    Code(String),
}

/// A block.
#[derive(Debug)]
enum Block {
    Heading(usize, String),
    Line(Vec<Inline>),
    List(Vec<Item>),
    Table(Vec<Vec<Vec<Inline>>>),
    Other,
}

/// An item of a list, with what is listed below it.
#[derive(Debug, Default)]
struct Item {
    line: Vec<Inline>,
    items: Vec<Item>,
}

/// The labels of constraints.
pub(super) const LABELS: [&str; 41] = [
    "Format",
    "Default",
    "Example",
    "Min length",
    "Max length",
    "Pattern",
    "Minimum",
    "Greater than",
    "Maximum",
    "Less than",
    "Multiple of",
    "Min items",
    "Max items",
    "Unique items",
    "Min properties",
    "Max properties",
    "Additional properties",
    "Property names",
    "Further items",
    "Contains",
    "Min contains",
    "Max contains",
    "Required together",
    "Dependent schemas",
    "Not",
    "If",
    "Then",
    "Else",
    "Discriminator",
    "Default schema",
    "Content media type",
    "Content encoding",
    "Content schema",
    "Content type",
    "Part header",
    "Style",
    "Explode",
    "Reserved characters",
    "Empty value",
    "Content",
    "More",
];

/// The operations of a text, in order.
pub(super) fn read_twin(text: &str) -> Vec<ShownOperation> {
    let blocks = blocks(text);
    let starts: Vec<usize> = (0..blocks.len()).filter(|&at| matches!(blocks[at], Block::Heading(2, _))).collect();
    let ends = starts.iter().skip(1).copied().chain([blocks.len()]);
    starts.iter().zip(ends).map(|(&start, end)| operation(&blocks[start..end])).collect()
}

/// The schema of the Markdown of a page of schemas: its fields, and what is said of it.
pub(super) fn read_model(text: &str) -> Shown {
    let blocks = blocks(text);
    let end = blocks.iter().position(|block| matches!(block, Block::Heading(2, _))).unwrap_or(blocks.len());
    media("", blocks.get(1..end).unwrap_or_default()).whole
}

fn operation(blocks: &[Block]) -> ShownOperation {
    let mut found = ShownOperation::default();
    let Some((Block::Heading(_, title), rest)) = blocks.split_first() else { return found };
    let (method, path) = title.split_once(' ').unwrap_or((title, ""));
    (found.method, found.path) = (method.to_owned(), path.to_owned());
    let head = rest.iter().position(|block| matches!(block, Block::Heading(..))).unwrap_or(rest.len());
    for pair in rest[..head].windows(2) {
        let [Block::Line(line), Block::List(items)] = pair else { continue };
        match plain(line).as_str() {
            "Servers:" => found.servers = items.iter().map(codes_below).collect(),
            "Security (one of):" => found.security = items.iter().map(requirement).collect(),
            _ => {}
        }
    }
    exchange(&rest[head..], 3, &mut found);
    found
}

/// The sections below headings of a level.
fn sections(blocks: &[Block], level: usize) -> Vec<(&str, &[Block])> {
    let is_one = |at: &usize| matches!(&blocks[*at], Block::Heading(known, _) if *known <= level);
    let starts: Vec<usize> = (0..blocks.len()).filter(is_one).collect();
    let ends = starts.iter().skip(1).copied().chain([blocks.len()]);
    let section = |(&start, end): (&usize, usize)| match &blocks[start] {
        Block::Heading(_, title) => (title.as_str(), &blocks[start + 1..end]),
        _ => ("", &blocks[start..end]),
    };
    starts.iter().zip(ends).map(section).collect()
}

fn exchange(blocks: &[Block], level: usize, found: &mut ShownOperation) {
    for (title, rest) in sections(blocks, level) {
        if let Some(name) = title.strip_prefix("Body ") {
            found.body.push(media(name, rest));
        } else if let Some(title) = title.strip_prefix("Callback ") {
            let mut inner = ShownOperation::default();
            exchange(rest, level + 1, &mut inner);
            found.callbacks.push((title.to_owned(), inner));
        } else if title == "Responses" {
            found.responses.extend(sections(rest, level + 1).into_iter().map(|(status, rest)| response(status, rest)));
        } else if let Some(Block::Table(rows)) = rest.first() {
            found.parameters.push((title.to_owned(), rows.iter().map(|row| parameter(row)).collect()));
        }
    }
}

fn response(status: &str, blocks: &[Block]) -> ShownResponse {
    let mut found = ShownResponse { status: status.to_owned(), ..ShownResponse::default() };
    let body_of = |block: &Block| match block {
        Block::Line(line) => {
            let words = plain(line);
            words.strip_prefix("Body ").and_then(|rest| rest.strip_suffix(':')).map(str::to_owned)
        }
        _ => None,
    };
    // The first line is the description.
    let starts: Vec<usize> = (0..blocks.len()).filter(|&at| body_of(&blocks[at]).is_some()).collect();
    let head = starts.first().copied().unwrap_or(blocks.len());
    for pair in blocks[..head].windows(2) {
        if let [Block::Line(line), Block::List(items)] = pair
            && plain(line) == "Headers:"
        {
            found.headers = items.iter().map(field).collect();
        }
    }
    let ends = starts.iter().skip(1).copied().chain([blocks.len()]);
    for (&start, end) in starts.iter().zip(ends) {
        let name = body_of(&blocks[start]).unwrap_or_default();
        found.media.push(media(&name, &blocks[start + 1..end]));
    }
    found
}

/// A media type: a line with its type, one with what is said of it, and the list of its fields.
fn media(name: &str, blocks: &[Block]) -> ShownMedia {
    let mut found = ShownMedia { name: name.to_owned(), ..ShownMedia::default() };
    let lines = || blocks.iter().enumerate();
    let is_same =
        |(_, block): &(usize, &Block)| matches!(block, Block::Line(line) if plain(line) == "The same fields.");
    found.is_same = lines().any(|line| is_same(&line));
    let kind_of = |(at, block): (usize, &Block)| match block {
        Block::Line(line) => Some((at, plain(line).strip_prefix("Type: ")?.strip_suffix('.')?.to_owned())),
        _ => None,
    };
    let start = match lines().filter_map(kind_of).next_back() {
        Some((at, kind)) => {
            found.whole.kind = kind;
            at + 1
        }
        None => lines().find(is_same).map_or(0, |(at, _)| at + 1),
    };
    let mut rest = blocks[start..].iter().peekable();
    if let Some(Block::Line(line)) = rest.peek() {
        said(line, &mut found.whole);
        rest.next();
    }
    if let Some(Block::List(items)) = rest.next() {
        below(items, &mut found.whole);
    }
    found
}

/// The alternatives and the fields of a list.
fn below(items: &[Item], found: &mut Shown) {
    for item in items {
        match item.line.first() {
            Some(Inline::Text(text)) if text == "Variant " => found.variants.push(variant(&item.line)),
            Some(Inline::Text(text)) if text.starts_with("Link ") => {}
            _ => found.children.push(field(item)),
        }
    }
}

/// `name` (type, required): what is said of it.
fn field(item: &Item) -> Shown {
    let mut found = Shown::default();
    let mut line = item.line.iter().cloned().peekable();
    found.name = name(&mut line);
    let rest = kind(&mut line, &mut found.kind);
    if let Some(kind) = found.kind.strip_suffix(", required") {
        (found.kind, found.required) = (kind.to_owned(), true);
    }
    let said_of_it: Vec<Inline> = rest.into_iter().map(Inline::Text).chain(line).collect();
    said(&said_of_it, &mut found);
    below(&item.items, &mut found);
    found
}

fn name(line: &mut Peekable<impl Iterator<Item = Inline>>) -> String {
    match line.next() {
        Some(Inline::Code(code)) => literal(&code),
        Some(Inline::Text(text)) => text,
        None => String::new(),
    }
}

/// Reads ` (type)` from a line into `kind`; what comes behind it in the same piece is returned.
fn kind(line: &mut Peekable<impl Iterator<Item = Inline>>, kind: &mut String) -> Option<String> {
    let mut text = String::new();
    while let Some(Inline::Text(more)) = line.next_if(|piece| matches!(piece, Inline::Text(_))) {
        text.push_str(&more);
    }
    let Some(inside) = text.strip_prefix(" (") else { return Some(text) };
    let mut depth = 1;
    for (at, c) in inside.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            *kind = inside[..at].to_owned();
            return Some(inside[at + 1..].to_owned());
        }
    }
    Some(text)
}

/// A row of a table of parameters.
fn parameter(row: &[Vec<Inline>]) -> Shown {
    let mut found = Shown::default();
    if let [name_cell, kind, required, about] = row {
        found.name = name(&mut name_cell.iter().cloned().peekable());
        found.kind = plain(kind);
        found.required = plain(required) == "yes";
        let end = about.iter().position(|piece| matches!(piece, Inline::Text(text) if text.ends_with("Variant ")));
        let (own, variants) = about.split_at(end.unwrap_or(about.len()));
        said(own, &mut found);
        if let Some(Inline::Text(last)) = variants.first() {
            said(&[Inline::Text(last.trim_end_matches("Variant ").to_owned())], &mut found);
        }
        // A value of what is said before a variant ends in the piece that the variant begins in.
        let mut start = 0;
        for at in 1..=variants.len() {
            let is_start =
                variants.get(at).is_none_or(|piece| matches!(piece, Inline::Text(text) if text.ends_with("Variant ")));
            if is_start {
                let mut line = variants[start..at].to_vec();
                if let Some(first) = line.first_mut() {
                    *first = Inline::Text("Variant ".to_owned());
                    found.variants.push(variant(&line));
                }
                start = at;
            }
        }
    }
    found
}

/// Variant `label` (type): what is said of it. Fields: `a` required (enum. One of: `x`), `b`, `b.c`.
fn variant(line: &[Inline]) -> Shown {
    let mut found = Shown::default();
    let mut rest = line.iter().skip(1).cloned().peekable();
    found.name = name(&mut rest);
    let behind = kind(&mut rest, &mut found.kind);
    let all: Vec<Inline> = behind.into_iter().map(Inline::Text).chain(rest).collect();
    let fields = all.iter().rposition(|piece| matches!(piece, Inline::Text(text) if text.ends_with("Fields: ")));
    let (own, fields) = all.split_at(fields.map_or(all.len(), |at| at + 1));
    said(own, &mut found);
    let mut is_value = false;
    for piece in fields {
        match piece {
            Inline::Text(text) => {
                found.notes.extend(notes_in(text));
                if let Some(field) = found.children.last_mut().filter(|_| text.starts_with(" required")) {
                    field.required = true;
                }
                // A value's description is in parentheses of its own, within those of the field.
                let is_in_field = text.matches('(').count() >= text.matches(')').count();
                let goes_on = text == ", " || text.starts_with(" (") && text.ends_with("), ") && is_in_field;
                is_value = text.ends_with("One of: ") || is_value && goes_on;
            }
            Inline::Code(code) => match found.children.last_mut().filter(|_| is_value) {
                Some(field) => field.values.push(literal(code)),
                None => found.children.push(Shown { name: literal(code), ..Shown::default() }),
            },
        }
    }
    found
}

/// The sentences about a field: constraints, values, flags and notes, wherever they stand.
fn said(line: &[Inline], found: &mut Shown) {
    let mut label: Option<&str> = None;
    let mut is_value = false;
    for piece in line {
        match piece {
            Inline::Text(text) => {
                for flag in ["Deprecated", "Read-only", "Write-only"] {
                    if text.contains(&format!("{flag}.")) {
                        found.flags.insert(flag.to_lowercase());
                    }
                }
                found.notes.extend(notes_in(text));
                let words = text.strip_suffix(": ").unwrap_or_default();
                let of =
                    |label: &&str| words.strip_suffix(label).is_some_and(|rest| rest.is_empty() || rest.ends_with(' '));
                // `Min items` ends in no other label, `Content type` neither.
                label = LABELS.iter().copied().filter(of).max_by_key(|label| label.len());
                let goes_on = text == ", " || text.starts_with(" (") && text.ends_with("), ");
                is_value = words.ends_with("One of") || is_value && goes_on;
            }
            Inline::Code(code) => {
                if let Some(label) = label.take() {
                    found.facts.push((label.to_owned(), literal(code)));
                } else if is_value {
                    found.values.push(literal(code));
                }
            }
        }
    }
}

/// The notes at the end of a text.
fn notes_in(text: &str) -> Vec<String> {
    let starts = ["recursive: ", "More in schema ", "More levels in the schema", "Unresolved reference "];
    let first = starts.iter().filter_map(|start| text.find(start)).min();
    first.map(|at| text[at..].split("; ").map(|note| note.trim().to_owned()).collect()).unwrap_or_default()
}

/// A value that a line cannot hold is written as JSON, and the empty text too.
fn literal(code: &str) -> String {
    let quoted = code == "\"\"" || code.starts_with('"') && code.contains('\\');
    quoted.then(|| serde_json::from_str::<String>(code).ok()).flatten().unwrap_or_else(|| code.to_owned())
}

fn requirement(item: &Item) -> ShownRequirement {
    let mut found = ShownRequirement::default();
    let mut is_scope = false;
    for piece in &item.line {
        match piece {
            Inline::Text(text) => is_scope = text.ends_with(", scopes ") || is_scope && text == " ",
            Inline::Code(code) => match found.needs.last_mut().filter(|_| is_scope) {
                Some(need) => need.scopes.push(code.clone()),
                None => found.needs.push(ShownNeed { name: code.clone(), scopes: Vec::new() }),
            },
        }
    }
    found.text = plain(&item.line);
    for inner in &item.items {
        found.text.push(' ');
        found.text.push_str(&plain(&inner.line));
    }
    found
}

fn codes_below(item: &Item) -> Vec<String> {
    let codes = |line: &[Inline]| -> Vec<String> {
        let code = |piece: &Inline| match piece {
            Inline::Code(code) => Some(literal(code)),
            Inline::Text(_) => None,
        };
        line.iter().filter_map(code).collect()
    };
    let mut found = codes(&item.line);
    found.extend(item.items.iter().flat_map(|inner| codes(&inner.line)));
    found
}

fn plain(line: &[Inline]) -> String {
    let text = |piece: &Inline| match piece {
        Inline::Text(text) | Inline::Code(text) => text.clone(),
    };
    line.iter().map(text).collect()
}

/// The blocks of a text.
fn blocks(text: &str) -> Vec<Block> {
    let mut found = Vec::new();
    let mut events = Parser::new_ext(text, Options::ENABLE_TABLES);
    while let Some(event) = events.next() {
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                found.push(Block::Heading(level as usize, plain(&inlines(&mut events))));
            }
            Event::Start(Tag::Paragraph) => found.push(Block::Line(inlines(&mut events))),
            Event::Start(Tag::List(_)) => found.push(Block::List(items(&mut events))),
            Event::Start(Tag::Table(_)) => found.push(Block::Table(rows(&mut events))),
            Event::Start(_) => {
                skip(&mut events);
                found.push(Block::Other);
            }
            _ => {}
        }
    }
    found
}

fn skip<'a>(events: &mut impl Iterator<Item = Event<'a>>) {
    let mut depth = 1;
    for event in events {
        match event {
            Event::Start(_) => depth += 1,
            Event::End(_) => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return;
        }
    }
}

fn add(line: &mut Vec<Inline>, text: &str) {
    match line.last_mut() {
        Some(Inline::Text(last)) => last.push_str(text),
        _ => line.push(Inline::Text(text.to_owned())),
    }
}

/// Adds an inline event to a line; `false` for one of a block.
fn inline(event: &Event<'_>, line: &mut Vec<Inline>) -> bool {
    match event {
        Event::Text(text) => add(line, text),
        Event::Code(code) => line.push(Inline::Code(code.to_string())),
        Event::SoftBreak | Event::HardBreak => add(line, " "),
        Event::InlineHtml(_) | Event::FootnoteReference(_) => {}
        Event::Start(tag) => return is_inline(&tag.to_end()),
        Event::End(tag) => return is_inline(tag),
        _ => return false,
    }
    true
}

fn is_inline(tag: &TagEnd) -> bool {
    matches!(tag, TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link | TagEnd::Image)
}

/// The line up to the end of what it is in.
fn inlines<'a>(events: &mut impl Iterator<Item = Event<'a>>) -> Vec<Inline> {
    let mut line = Vec::new();
    for event in events {
        if !inline(&event, &mut line) {
            break;
        }
    }
    line
}

fn items<'a>(events: &mut impl Iterator<Item = Event<'a>>) -> Vec<Item> {
    let mut found = Vec::new();
    while let Some(event) = events.next() {
        match event {
            Event::Start(Tag::Item) => found.push(item(events)),
            Event::End(TagEnd::List(_)) => break,
            _ => {}
        }
    }
    found
}

fn item<'a>(events: &mut impl Iterator<Item = Event<'a>>) -> Item {
    let mut found = Item::default();
    while let Some(event) = events.next() {
        if inline(&event, &mut found.line) {
            continue;
        }
        match event {
            Event::Start(Tag::List(_)) => found.items.extend(items(events)),
            Event::Start(Tag::Paragraph) => found.line.extend(inlines(events)),
            Event::Start(_) => skip(events),
            Event::End(TagEnd::Item) => break,
            _ => {}
        }
    }
    found
}

fn rows<'a>(events: &mut impl Iterator<Item = Event<'a>>) -> Vec<Vec<Vec<Inline>>> {
    let mut found: Vec<Vec<Vec<Inline>>> = Vec::new();
    let mut is_head = true;
    while let Some(event) = events.next() {
        match event {
            Event::Start(Tag::TableHead) => is_head = true,
            Event::Start(Tag::TableRow) => {
                is_head = false;
                found.push(Vec::new());
            }
            Event::Start(Tag::TableCell) => {
                let cell = inlines(events);
                if let Some(row) = found.last_mut().filter(|_| !is_head) {
                    row.push(cell);
                }
            }
            Event::End(TagEnd::Table) => break,
            _ => {}
        }
    }
    found
}
