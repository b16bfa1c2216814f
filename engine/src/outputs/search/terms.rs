//! The terms of one page: what search finds, and where it is on the page.

use std::collections::{BTreeMap, BTreeSet};

use super::words;

/// The length of a section's excerpt, in bytes.
const EXCERPT: usize = 280;

/// The role of a term on its page. Later ones say more about the subject of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    /// A word in a block of code.
    Code,
    /// A word in a paragraph.
    Text,
    /// A nested field, or an allowed value.
    Nested,
    /// A parameter, or a top-level field of a body.
    Field,
    /// A word in a heading.
    Heading,
    /// A tag of an operation, or a segment of its path.
    Label,
    /// A word of a title, or a part of an `operationId`.
    Name,
    /// An `operationId` as one word.
    Whole,
}

impl Rank {
    /// Whether terms of this rank are in the first file.
    pub(super) const fn is_core(self) -> bool {
        matches!(self, Self::Label | Self::Name | Self::Whole)
    }
}

/// The search terms of a page. Contains no source positions, so an edit that moves text leaves it equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PageTerms {
    /// The page, then the operations on it that are not its main content.
    pub(super) entries: Vec<Entry>,
}

/// A possible search result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) title: Box<str>,
    /// Its anchor on the page; empty for the page.
    pub(super) anchor: Box<str>,
    pub(super) operation: Option<Operation>,
    /// The text before the first heading, and each section.
    pub(super) sections: Vec<Section>,
    /// Names of fields, and values preceded by their field's name and `=`.
    pub(super) names: Vec<Box<str>>,
    /// The prefixes of field names in anchors.
    pub(super) parents: Vec<Box<str>>,
    /// The sorted terms, one per line.
    terms: Box<str>,
    hits: Box<[Hit]>,
}

/// The displayed data of an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Operation {
    pub(super) method: Box<str>,
    pub(super) path: Box<str>,
    pub(super) deprecated: bool,
}

/// A part of a page below a heading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Section {
    pub(super) anchor: Box<str>,
    pub(super) heading: Box<str>,
    /// The start of its text.
    pub(super) excerpt: String,
}

/// An occurrence of a term. Numbers are indices of the entry's lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hit {
    pub(super) rank: Rank,
    /// How often it occurs, at most 255.
    pub(super) times: u8,
    pub(super) place: TermPlace,
}

/// The location of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TermPlace {
    Section(u16),
    Field { name: u16, parent: u16 },
}

impl Entry {
    /// The terms in order.
    pub(super) fn terms(&self) -> impl Iterator<Item = (&str, Hit)> {
        self.terms.lines().zip(self.hits.iter().copied())
    }
}

/// Builds an entry.
#[derive(Debug, Default)]
pub(super) struct Collector {
    title: Box<str>,
    anchor: Box<str>,
    pub(super) operation: Option<Operation>,
    sections: Vec<Section>,
    /// The section of the current text.
    pub(super) section: usize,
    names: TermNumbers,
    parents: TermNumbers,
    terms: BTreeMap<Box<str>, Hit>,
}

/// Texts with their numbers, in insertion order.
#[derive(Debug, Default)]
struct TermNumbers {
    numbers: BTreeMap<Box<str>, u16>,
    texts: Vec<Box<str>>,
}

impl TermNumbers {
    /// The number of a text. Texts beyond the largest number share it.
    fn of(&mut self, text: &str) -> u16 {
        if let Some(&number) = self.numbers.get(text) {
            return number;
        }
        let Ok(number) = u16::try_from(self.texts.len()) else { return u16::MAX };
        self.numbers.insert(text.into(), number);
        self.texts.push(text.into());
        number
    }
}

impl Collector {
    /// An entry with this title and anchor.
    pub(super) fn new(title: &str, anchor: &str) -> Self {
        let mut new = Self { title: title.into(), anchor: anchor.into(), ..Self::default() };
        new.sections.push(Section::default());
        new.name(title, Rank::Name);
        new
    }

    /// The entry.
    pub(super) fn finish(self) -> Entry {
        let mut terms = String::new();
        let mut hits = Vec::with_capacity(self.terms.len());
        for (term, hit) in self.terms {
            terms.push_str(&term);
            terms.push('\n');
            hits.push(hit);
        }
        Entry {
            title: self.title,
            anchor: self.anchor,
            operation: self.operation,
            sections: self.sections,
            names: self.names.texts,
            parents: self.parents.texts,
            terms: terms.into(),
            hits: hits.into(),
        }
    }

    /// The title of the entry.
    pub(super) fn title(&self) -> &str {
        &self.title
    }

    /// The anchor of the current section.
    pub(super) fn section_anchor(&self) -> Box<str> {
        self.sections.get(self.section).map(|section| section.anchor.clone()).unwrap_or_default()
    }

    /// Begins a section.
    pub(super) fn begin(&mut self, anchor: &str, heading: &str) {
        // Further ones belong to the last one that has a number.
        if self.sections.len() < usize::from(u16::MAX) {
            self.sections.push(Section { anchor: anchor.into(), heading: heading.trim().into(), ..Section::default() });
        }
        self.section = self.sections.len() - 1;
        self.name(heading, Rank::Heading);
    }

    /// Adds text.
    pub(super) fn text(&mut self, text: &str, rank: Rank) {
        if rank == Rank::Text
            && let Some(section) = self.sections.get_mut(self.section)
        {
            append(&mut section.excerpt, text);
        }
        let place = self.place();
        words::words(text, &mut |word| self.add(word, rank, place));
    }

    /// Adds a text whose words may be names: each counts as a whole and in its parts.
    pub(super) fn name(&mut self, text: &str, rank: Rank) {
        let place = self.place();
        let mut words = BTreeSet::new();
        words::words(text, &mut |word| {
            words.insert(word.to_owned());
            self.add(word, rank, place);
        });
        words::parts(text, &mut |part| {
            if !words.contains(part) {
                self.add(part, rank, place);
            }
        });
    }

    /// Adds a name: it counts as `whole`, and its parts as `rank`.
    pub(super) fn identifier(&mut self, name: &str, whole: Rank, rank: Rank) {
        let place = self.place();
        self.add(&words::whole(name), whole, place);
        words::parts(name, &mut |part| self.add(part, rank, place));
    }

    /// Adds a field, or with `value` one of its allowed values. `parent` is the prefix of its name in its anchor.
    pub(super) fn field(&mut self, parent: &str, name: &str, value: Option<&str>, rank: Rank) {
        let shown = value.map_or_else(|| name.to_owned(), |value| format!("{name}={value}"));
        let place = TermPlace::Field { name: self.names.of(&shown), parent: self.parents.of(parent) };
        let term = value.unwrap_or(name);
        let whole = words::whole(term);
        self.add(&whole, rank, place);
        // The name counts more than its parts.
        words::parts(term, &mut |part| {
            if part != whole {
                self.add(part, Rank::Nested, place);
            }
        });
    }

    fn place(&self) -> TermPlace {
        TermPlace::Section(self.section as u16)
    }

    fn add(&mut self, term: &str, rank: Rank, place: TermPlace) {
        // Single letters of text carry no information.
        if term.is_empty() || rank <= Rank::Text && term.len() == 1 {
            return;
        }
        match self.terms.get_mut(term) {
            Some(hit) => {
                hit.times = hit.times.saturating_add(1);
                if hit.rank < rank {
                    (hit.rank, hit.place) = (rank, place);
                }
            }
            None => {
                self.terms.insert(term.into(), Hit { rank, times: 1, place });
            }
        }
    }
}

/// Appends a text with collapsed whitespace, as far as whole words fit.
fn append(excerpt: &mut String, text: &str) {
    for word in text.split_whitespace() {
        if excerpt.len() + word.len() + 1 > EXCERPT {
            // Nothing follows an omitted word.
            if !excerpt.ends_with('…') && !excerpt.is_empty() {
                excerpt.push('…');
            }
            return;
        }
        if excerpt.ends_with('…') {
            return;
        }
        if !excerpt.is_empty() {
            excerpt.push(' ');
        }
        excerpt.push_str(word);
    }
}
