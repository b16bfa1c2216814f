//! Merges the terms of all pages into the files that the search dialog loads.
//!
//! `core.js` has what every search needs: titles and URLs, and the words of titles, paths and `operationId`s. Other
//! words are in files by their first letters, loaded for the reader's input. `words.js` lists these words, so that a
//! misspelled one finds the right file. `d-<n>.js` has the excerpts below results.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::terms::{Entry, Hit, Rank, TermPlace};
use crate::render::handover::handing_over;
use base::tree::write_string;

/// The folder of the index files in the output. Their names are stable, since only the dialog's script refers to them.
pub(in crate::outputs) const SEARCH_FOLDER: &str = "_tool/search/";

/// The approximate size of a file of words, in bytes, above which it is split by one more letter.
const SHARD: usize = 72_000;
/// The size of a file of excerpts, in bytes.
const DETAILS: usize = 64_000;
/// The greatest number of entries kept for a word that is a nested field or in code: more would not help.
const MOST_WEAK: usize = 400;

/// An entry with the metadata of its page.
pub(super) struct Doc<'a> {
    pub(super) id: &'a str,
    /// The groups of the sidebar around the page.
    pub(super) crumb: String,
    /// The index of its tab or product.
    pub(super) tab: Option<usize>,
    pub(super) entry: &'a Entry,
}

/// An occurrence of a term in an entry.
#[derive(Clone, Copy)]
struct Posting {
    doc: u32,
    hit: Hit,
}

type Postings<'a> = Vec<(&'a str, Vec<Posting>)>;

/// A file of terms: their first letters, and the terms with their postings.
type Shard<'t, 'a> = (String, &'t [(&'a str, Vec<Posting>)]);

/// The files, by output path. `tabs` are the titles of the tabs or products with pages.
pub(super) fn write(docs: &[Doc<'_>], tabs: &[&str]) -> BTreeMap<Arc<str>, Arc<str>> {
    let (core, mut rest) = collect(docs);
    for (_, postings) in &mut rest {
        thin(postings);
    }
    let mut files = Files::default();
    let shards = shards(&rest);
    for (key, terms) in &shards {
        files.add(&shard_name(key), &shard(docs, terms));
    }
    let mut words = String::from("[");
    let long = |term: &str| term.len() > 3 && !term.bytes().all(|byte| byte.is_ascii_digit());
    list(&mut words, rest.iter().map(|(term, _)| *term).filter(|term| long(term)));
    words.push(']');
    files.add("words", &words);
    let firsts = details(docs, &mut files);
    let keys: Vec<&str> = shards.iter().map(|(key, _)| key.as_str()).collect();
    files.add("core", &core_file(docs, tabs, &core, &firsts, &keys));
    files.by_path
}

#[derive(Default)]
struct Files {
    by_path: BTreeMap<Arc<str>, Arc<str>>,
}

impl Files {
    fn add(&mut self, name: &str, json: &str) {
        let script = handing_over(&format!("search/{name}"), json);
        self.by_path.insert(format!("{SEARCH_FOLDER}{name}.js").into(), script.into());
    }
}

/// The terms in order, those of the first file separately. The postings of each are in order.
fn collect<'a>(docs: &[Doc<'a>]) -> (Postings<'a>, Postings<'a>) {
    let mut found: [HashMap<&str, Vec<Posting>, rapidhash::fast::RandomState>; 2] = Default::default();
    for (doc, number) in docs.iter().zip(0_u32..) {
        for (term, hit) in doc.entry.terms() {
            let [core, rest] = &mut found;
            let map = if hit.rank.is_core() { core } else { rest };
            map.entry(term).or_default().push(Posting { doc: number, hit });
        }
    }
    let [core, rest] = found.map(|map| {
        let mut terms: Postings<'a> = map.into_iter().collect();
        terms.sort_unstable_by_key(|(term, _)| *term);
        terms
    });
    (core, rest)
}

/// Drops terms with little information.
fn thin(postings: &mut Vec<Posting>) {
    let is_weak = |posting: &Posting| matches!(posting.hit.rank, Rank::Nested | Rank::Code);
    let mut room = MOST_WEAK.saturating_sub(postings.iter().filter(|posting| !is_weak(posting)).count());
    postings.retain(|posting| {
        let keep = !is_weak(posting) || room > 0;
        room = room.saturating_sub(usize::from(keep && is_weak(posting)));
        keep
    });
}

/// The terms by file: in one file, or grouped by as many first letters as keep files small enough.
fn shards<'t, 'a>(terms: &'t Postings<'a>) -> Vec<Shard<'t, 'a>> {
    let mut done = Vec::new();
    let mut open = vec![(String::new(), 0_usize, terms.as_slice())];
    while let Some((key, depth, terms)) = open.pop() {
        let size: usize = terms.iter().map(|(term, postings)| term.len() + 4 + postings.len() * 4).sum();
        // A term that is too large on its own ends with its last letter.
        if size <= SHARD || terms.len() < 2 {
            done.push((key, terms));
            continue;
        }
        let of = |(term, _): &(&str, Vec<Posting>)| letter(term.chars().nth(depth));
        for group in terms.chunk_by(|a, b| of(a) == of(b)) {
            let last = group.first().map(of).unwrap_or_default();
            open.push((format!("{key}{last}"), depth + 1, group));
        }
    }
    done.retain(|(_, terms)| !terms.is_empty());
    done.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
    done
}

/// The part of a file's name for a letter of its terms. Non-ASCII letters share one per block.
fn letter(c: Option<char>) -> String {
    match c {
        None => "_".to_owned(),
        Some(c) if c.is_ascii_alphanumeric() => c.to_string(),
        Some(c) => format!("-{:x}-", u32::from(c) >> 8),
    }
}

fn shard_name(key: &str) -> String {
    if key.is_empty() { "t".to_owned() } else { format!("t-{key}") }
}

/// A file of terms: for each its field names and its entries, and the parents of the names.
fn shard<'d>(docs: &[Doc<'d>], terms: &[(&str, Vec<Posting>)]) -> String {
    let mut parents = Numbers::default();
    let (mut names_json, mut postings_json) = (String::new(), String::new());
    for (_, postings) in terms {
        let mut names = Numbers::default();
        let mut fields = Vec::with_capacity(postings.len());
        for posting in postings {
            let field = match posting.hit.place {
                TermPlace::Section(_) => None,
                TermPlace::Field { name, parent } => docs.get(posting.doc as usize).map(|doc| {
                    let text =
                        |list: &'d [Box<str>], number: u16| list.get(usize::from(number)).map_or("", |text| text);
                    let name = names.of(text(&doc.entry.names, name));
                    (parents.of(text(&doc.entry.parents, parent)), name)
                }),
            };
            fields.push(field);
        }
        let mut codes = Codes::default();
        let mut before = 0;
        for (posting, field) in postings.iter().zip(fields) {
            codes.push((posting.doc - before) as usize);
            before = posting.doc;
            let times = usize::from(posting.hit.times).ilog2().min(3) as usize;
            codes.push(posting.hit.rank as usize * 4 + times);
            codes.push(match (posting.hit.place, field) {
                (TermPlace::Section(section), _) => usize::from(section),
                (_, Some((parent, name))) => parent * names.texts.len() + name,
                (_, None) => 0,
            });
        }
        separate(&mut names_json);
        if names.texts.is_empty() {
            names_json.push('0');
        } else {
            names_json.push('[');
            list(&mut names_json, names.texts.into_iter());
            names_json.push(']');
        }
        separate(&mut postings_json);
        write_string(&codes.text, &mut postings_json);
    }
    let mut json = String::from("{\"terms\":[");
    list(&mut json, terms.iter().map(|(term, _)| *term));
    json.push_str("],\"parents\":[");
    list(&mut json, parents.texts.into_iter());
    json.push_str(&format!("],\"names\":[{names_json}],\"entries\":[{postings_json}]}}"));
    json
}

/// Texts with their numbers, in insertion order.
#[derive(Default)]
struct Numbers<'d> {
    numbers: HashMap<&'d str, usize, rapidhash::fast::RandomState>,
    texts: Vec<&'d str>,
}

impl<'d> Numbers<'d> {
    fn of(&mut self, text: &'d str) -> usize {
        *self.numbers.entry(text).or_insert_with(|| {
            self.texts.push(text);
            self.texts.len() - 1
        })
    }
}

/// Numbers as text: five bits per character, the lowest first, and a sixth bit if more follow. The characters begin
/// with `?` and skip the backslash, which would be escaped.
#[derive(Default)]
struct Codes {
    text: String,
}

impl Codes {
    fn push(&mut self, mut number: usize) {
        loop {
            let low = (number & 31) as u8;
            number >>= 5;
            let six = if number > 0 { low + 32 } else { low };
            self.text.push(if six == b'\\' - b'?' { '!' } else { char::from(b'?' + six) });
            if number == 0 {
                return;
            }
        }
    }
}

/// An excerpt without the title, which the result shows above it, at its beginning.
fn without_title<'a>(excerpt: &'a str, title: &str) -> &'a str {
    let mut rest = excerpt;
    while !title.is_empty()
        && let Some(after) = rest.strip_prefix(title)
        && after.is_empty() | after.starts_with(['.', ' '])
    {
        rest = after.trim_start_matches(['.', ' ']);
    }
    rest
}

/// Writes the excerpts below results, and returns the first entry of each file.
fn details(docs: &[Doc<'_>], files: &mut Files) -> Vec<usize> {
    let mut firsts = Vec::new();
    let mut json = String::new();
    for (at, doc) in docs.iter().enumerate() {
        if json.is_empty() {
            firsts.push(at);
        } else {
            json.push(',');
        }
        json.push('[');
        for (at, section) in doc.entry.sections.iter().enumerate() {
            json.push_str(if at == 0 { "" } else { "," });
            json.push('[');
            let excerpt = without_title(&section.excerpt, if at == 0 { &doc.entry.title } else { &section.heading });
            list(&mut json, [&*section.anchor, &*section.heading, excerpt].into_iter());
            json.push(']');
        }
        json.push(']');
        if json.len() > DETAILS || at + 1 == docs.len() {
            files.add(&format!("d-{}", firsts.len() - 1), &format!("[{json}]"));
            json.clear();
        }
    }
    firsts
}

/// The file that every search needs.
fn core_file(docs: &[Doc<'_>], tabs: &[&str], terms: &Postings<'_>, firsts: &[usize], shards: &[&str]) -> String {
    let (mut crumbs, mut methods) = (Numbers::default(), Numbers::default());
    let (mut crumb, mut method) = (Codes::default(), Codes::default());
    // The tab of each crumb, which begins with its title. Zero means none.
    let mut tab_of_crumb = Vec::new();
    for doc in docs {
        let number = crumbs.of(&doc.crumb);
        crumb.push(number);
        if number == tab_of_crumb.len() {
            tab_of_crumb.push(doc.tab.map_or(0, |tab| tab + 1));
        }
        // Zero means that it is not an operation.
        method.push(doc.entry.operation.as_ref().map_or(0, |operation| methods.of(&operation.method) + 1));
    }
    let operations = || docs.iter().filter_map(|doc| doc.entry.operation.as_ref());
    let mut json = String::from("{");
    let mut member = |name: &str, write: &dyn Fn(&mut String)| {
        json.push_str(if json.len() == 1 { "" } else { "," });
        write_string(name, &mut json);
        json.push_str(":[");
        write(&mut json);
        json.push(']');
    };
    member("ids", &|out| list(out, docs.iter().map(|doc| doc.id)));
    member("titles", &|out| list(out, docs.iter().map(|doc| &*doc.entry.title)));
    member("anchors", &|out| {
        let pairs = docs.iter().enumerate().filter(|(_, doc)| !doc.entry.anchor.is_empty());
        for (number, (at, doc)) in pairs.enumerate() {
            out.push_str(if number == 0 { "" } else { "," });
            out.push_str(&format!("[{at},"));
            write_string(&doc.entry.anchor, out);
            out.push(']');
        }
    });
    member("crumbs", &|out| list(out, crumbs.texts.iter().copied()));
    member("crumb", &|out| write_string(&crumb.text, out));
    if tabs.len() > 1 {
        member("tabs", &|out| list(out, tabs.iter().copied()));
        member("tab", &|out| numbers(out, tab_of_crumb.iter().copied()));
    }
    member("methods", &|out| list(out, methods.texts.iter().copied()));
    member("method", &|out| write_string(&method.text, out));
    member("paths", &|out| list(out, operations().map(|operation| &*operation.path)));
    member("deprecated", &|out| {
        let is_deprecated = |doc: &Doc<'_>| doc.entry.operation.as_ref().is_some_and(|operation| operation.deprecated);
        numbers(out, docs.iter().enumerate().filter(|(_, doc)| is_deprecated(doc)).map(|(at, _)| at));
    });
    member("details", &|out| numbers(out, firsts.iter().copied()));
    member("shards", &|out| list(out, shards.iter().copied()));
    member("terms", &|out| list(out, terms.iter().map(|(term, _)| *term)));
    member("entries", &|out| {
        let codes: Vec<String> = terms.iter().map(|(_, postings)| core_codes(postings)).collect();
        list(out, codes.iter().map(String::as_str));
    });
    json.push('}');
    json
}

/// The entries of a term of the first file, each with its rank.
fn core_codes(postings: &[Posting]) -> String {
    let mut codes = Codes::default();
    let mut before = 0;
    for posting in postings {
        let rank = posting.hit.rank as usize - Rank::Label as usize;
        codes.push((posting.doc - before) as usize * 4 + rank);
        before = posting.doc;
    }
    codes.text
}

fn separate(json: &mut String) {
    if !json.is_empty() {
        json.push(',');
    }
}

/// Texts as the items of a JSON array.
fn list<'a>(out: &mut String, texts: impl Iterator<Item = &'a str>) {
    for (at, text) in texts.enumerate() {
        out.push_str(if at == 0 { "" } else { "," });
        write_string(text, out);
    }
}

/// Numbers as the items of a JSON array.
fn numbers(out: &mut String, numbers: impl Iterator<Item = usize>) {
    for (at, number) in numbers.enumerate() {
        out.push_str(if at == 0 { "" } else { "," });
        out.push_str(&number.to_string());
    }
}

#[cfg(test)]
mod tests {
    use super::{Codes, DETAILS, Doc, Files, details};
    use crate::outputs::search::terms::Collector;

    #[test]
    fn a_file_of_excerpts_ends_when_it_is_full() {
        let entry = |length: usize| {
            let mut entry = Collector::new("", "").finish();
            entry.sections[0].excerpt = "x".repeat(length);
            entry
        };
        // The excerpt is in two lists, behind two empty texts.
        let around = r#"[["","",""]]"#.len();
        let firsts = |length: usize| {
            let entries = [entry(length - around), entry(1), entry(1)];
            let doc = |entry| Doc { id: "", crumb: String::new(), tab: None, entry };
            let mut files = Files { by_path: Default::default() };
            let firsts = details(&entries.each_ref().map(doc), &mut files);
            assert_eq!(files.by_path.len(), firsts.len());
            firsts
        };
        assert_eq!(firsts(DETAILS), [0, 2]);
        assert_eq!(firsts(DETAILS + 1), [0, 1]);
    }

    #[test]
    fn numbers_are_characters_of_five_bits() {
        let code = |number| {
            let mut codes = Codes::default();
            codes.push(number);
            codes.text
        };
        let codes: Vec<String> = [0, 1, 29, 31, 32, 1023, 1024].into_iter().map(code).collect();
        assert_eq!(codes, ["?", "@", "!", "^", "_@", "~^", "__@"]);
    }
}
