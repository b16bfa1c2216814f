//! Titles and groups for the operations of a spec that has neither summaries nor tags.

use std::collections::{BTreeSet, HashMap};

use crate::Db;
use crate::outputs::summary::{first_line, one_line};
use crate::resolve::slug::words;
use openapi::chunks::{Chunk, chunk_tree};
use openapi::operation::{OperationHead, address, operation_head};

/// The length of a sentence that can be a title, in characters.
const LENGTHS: std::ops::RangeInclusive<usize> = 6..=72;
/// With fewer operations, a list without groups is short enough.
const WORTH_GROUPING: usize = 9;

/// The titles of operations that have no summary.
pub(super) struct Titles {
    /// The first sentences of descriptions, with the number of operations that begin with each.
    sentences: HashMap<String, usize>,
}

impl Titles {
    pub(super) fn new<'db>(db: &'db dyn Db, chunks: impl Iterator<Item = Chunk<'db>>) -> Self {
        let mut sentences = HashMap::new();
        for chunk in chunks.filter(|chunk| operation_head(db, *chunk).summary.is_none()) {
            if let Some(sentence) = first_sentence(db, chunk) {
                *sentences.entry(sentence).or_default() += 1;
            }
        }
        Self { sentences }
    }

    /// The title of an operation's page: its summary, or else the first sentence of its description if no other
    /// operation has it, or else the words of its ID or of the webhook's name, or its path.
    pub(super) fn of<'db>(&self, db: &'db dyn Db, chunk: Chunk<'db>) -> String {
        let head = operation_head(db, chunk);
        let summary = one_line(head.summary.as_deref().unwrap_or_default());
        if !summary.is_empty() {
            return summary;
        }
        if let Some(sentence) = first_sentence(db, chunk).filter(|sentence| self.sentences.get(sentence) == Some(&1)) {
            return sentence;
        }
        let name = if head.webhook { Some(&head.path) } else { None };
        let words = words(head.operation_id.as_ref().or(name).map(|name| &**name).unwrap_or_default());
        if words.is_empty() { one_line(&address(head)) } else { words }
    }
}

/// The first sentence of an operation's description without its period, if it is short enough for a title.
fn first_sentence<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> Option<String> {
    let line = first_line(chunk_tree(db, chunk).root().get_str("description")?);
    let sentence = line.split_once(". ").map_or(&*line, |(first, _)| first).trim_end_matches(['.', ':']).trim();
    let is_title = LENGTHS.contains(&sentence.chars().count()) && sentence.contains(' ');
    is_title.then(|| sentence.to_owned())
}

/// The groups of operations without tags: by the first segment of their paths that says what they are about.
pub(super) struct PathGroups {
    /// The number of leading segments that all paths share.
    shared: usize,
}

impl PathGroups {
    /// `None` if an operation has a tag, or if the paths form no groups.
    pub(super) fn new(heads: &[&OperationHead]) -> Option<Self> {
        let heads: Vec<&OperationHead> = heads.iter().copied().filter(|head| !head.webhook).collect();
        if heads.len() < WORTH_GROUPING || heads.iter().any(|head| !head.tags.is_empty()) {
            return None;
        }
        let first: Vec<&str> = segments(&heads.first()?.path).collect();
        let is_shared = |at: &usize| {
            heads.iter().all(|head| {
                let mut own = segments(&head.path).skip(*at);
                own.next() == first.get(*at).copied() && own.next().is_some()
            })
        };
        let groups = Self { shared: (0..first.len()).take_while(is_shared).count() };
        let names: BTreeSet<String> = heads.iter().filter_map(|head| groups.of(head)).collect();
        (names.len() > 1 && names.len() * 4 <= heads.len() * 3).then_some(groups)
    }

    /// The group of an operation; `None` if its path has only parameters.
    pub(super) fn of(&self, head: &OperationHead) -> Option<String> {
        let mut named = segments(&head.path).skip(self.shared).filter(|segment| !segment.starts_with('{'));
        let name = words(named.find(|segment| !is_version(segment))?);
        (!name.is_empty()).then_some(name)
    }
}

fn segments(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter(|segment| !segment.is_empty())
}

/// Whether a segment is the version of an API, or says only that it is one.
fn is_version(segment: &str) -> bool {
    let number = segment.strip_prefix(['v', 'V']).unwrap_or(segment);
    segment.eq_ignore_ascii_case("api")
        || number.starts_with(|c: char| c.is_ascii_digit())
            && number.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | '-' | '_'))
}

#[cfg(test)]
mod tests {
    use super::{PathGroups, Titles};
    use crate::testing::spec;
    use openapi::operation::{OperationHead, operation_head, operations};

    fn groups(paths: &[&str], more: &str) -> Vec<String> {
        let paths: Vec<String> = paths.iter().map(|path| format!(r#""{path}": {{"get": {{{more}}}}}"#)).collect();
        let (inputs, file) = spec(&format!(r#"{{"openapi": "3.1.0", "paths": {{{}}}}}"#, paths.join(",")));
        let db = inputs.db();
        let heads: Vec<&OperationHead> = operations(db, file).iter().map(|chunk| operation_head(db, *chunk)).collect();
        let Some(groups) = PathGroups::new(&heads) else { return Vec::new() };
        heads.iter().map(|head| groups.of(head).unwrap_or_default()).collect()
    }

    const PATHS: [&str; 10] = [
        "/shop/v1/orders",
        "/shop/v1/orders/{id}",
        "/shop/v1/orders/{id}/lines",
        "/shop/v1/payment_intents",
        "/shop/v1/payment_intents/{id}",
        "/shop/v1/payment_intents/search",
        "/shop/v2/orders",
        "/shop/{tenant}/carts",
        "/shop/{tenant}/carts/{id}",
        "/shop/{id}",
    ];

    #[test]
    fn operations_without_tags_are_grouped_by_path() {
        let expected = [
            "Orders",
            "Orders",
            "Orders",
            "Payment intents",
            "Payment intents",
            "Payment intents",
            "Orders",
            "Carts",
            "Carts",
            "",
        ];
        assert_eq!(groups(&PATHS, ""), expected);
        assert_eq!(groups(&PATHS, r#""tags": ["a"]"#), [""; 0], "they have groups");
        assert_eq!(groups(&PATHS[..5], ""), [""; 0], "few");
        let all_different = ["/a", "/b", "/c", "/d", "/e", "/f", "/g", "/h", "/i", "/j"];
        assert_eq!(groups(&all_different, ""), [""; 0], "a group for each says nothing");
    }

    #[test]
    fn an_operation_without_a_summary_is_named_by_its_description() {
        let text = r#"{"openapi": "3.1.0", "paths": {
            "/a": {"get": {"operationId": "GetA", "description": "<p>Creates a <code>Payment</code> object.</p>\n\n<p>More. Of it.</p>"}},
            "/b": {"get": {"operationId": "GetB", "description": "Lists all of them. Newest first."}},
            "/c": {"get": {"operationId": "GetC", "description": "The same words."}},
            "/d": {"get": {"operationId": "GetD", "description": "The same words."}},
            "/e": {"get": {"description": "Short"}},
            "/f": {"get": {"operationId": "GetF", "summary": "Its summary", "description": "Other words here."}}}}"#;
        let (inputs, file) = spec(text);
        let db = inputs.db();
        let chunks = operations(db, file);
        let titles = Titles::new(db, chunks.iter().copied());
        let all: Vec<String> = chunks.iter().map(|chunk| titles.of(db, *chunk)).collect();
        assert_eq!(all, ["Creates a Payment object", "Lists all of them", "Get c", "Get d", "GET /e", "Its summary"]);
    }
}
