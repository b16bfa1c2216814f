//! Types in words: `array of string`, `string or null`, `Pet`, `enum`.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use super::field::SchemaLink;
use super::flatten::{At, Choice, Enter, SchemaPart, flatten, is_null};
use crate::Db;
use crate::chunks::Chunk;
use crate::schema::{Facts, Schema, Types, find_schema, is_named, schema_name};
use crate::spec::Text;

/// The words of a type; most are from a fixed set.
pub type Words = Cow<'static, str>;

/// The greatest nesting of arrays and alternatives that is spelled out.
const DEEPEST: usize = 4;
/// More alternatives are only counted.
const MOST_ALTERNATIVES: usize = 6;
/// Longer chains of references are not followed for a name.
const MOST_HOPS: usize = 16;

/// The type of a value with all these schemas, in words.
pub(super) fn words(db: &dyn Db, seeds: &[SchemaPart<'_>]) -> Words {
    all_words(db, seeds, &mut Vec::new())
}

/// The type of a value with all these schemas, in words, and the named schemas among the words that have a page.
pub(super) fn linked_words(db: &dyn Db, seeds: &[SchemaPart<'_>]) -> (Words, Box<[SchemaLink]>) {
    let mut names = Vec::new();
    let words = all_words(db, seeds, &mut names);
    let mut links: Vec<SchemaLink> = Vec::new();
    for (name, chunk) in names {
        let is_named = *words == *name || word_ranges(&words).any(|range| words.get(range) == Some(&*name));
        if is_named && !links.iter().any(|link| link.name == name) {
            links.extend(db.model_key(chunk).map(|key| SchemaLink { name, model: Some(key.clone()) }));
        }
    }
    (words, links.into())
}

/// The positions of the type names in the words of a type: both names of `array of (Cat or Dog)`.
pub fn word_ranges(words: &str) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let mut rest = words.get(at..)?;
        while let Some(after) =
            [" or ", "array of ", "stream of ", "(", ")"].iter().find_map(|word| rest.strip_prefix(word))
        {
            rest = after;
        }
        let start = words.len() - rest.len();
        let ends = |end: usize| {
            let rest = rest.get(end..).unwrap_or_default();
            [")", " or ", " events"].iter().any(|end| rest.starts_with(end))
        };
        let length = memchr::memchr2_iter(b' ', b')', rest.as_bytes()).find(|&end| ends(end)).unwrap_or(rest.len());
        at = start + length;
        (length > 0).then_some(start..at)
    })
}

/// The named schemas that a type refers to, and their chunks.
type Names<'a> = Vec<(Text, Chunk<'a>)>;

fn all_words<'a>(db: &'a dyn Db, seeds: &[SchemaPart<'a>], names: &mut Names<'a>) -> Words {
    match seeds {
        [] => Words::Borrowed("any"),
        [seed] => words_at(db, seed.at, DEEPEST, names),
        seeds if seeds.iter().all(|seed| !seed.optional) => words_together(db, seeds, names),
        seeds => {
            let mut all: Vec<Words> = Vec::new();
            for seed in seeds.iter().take(64) {
                push_alternative(&mut all, words_at(db, seed.at, DEEPEST, names));
            }
            join(all, seeds.len() - seeds.len().min(64))
        }
    }
}

/// The words of schemas that apply together: those of the only significant one, or else the type that they have in common.
fn words_together<'a>(db: &'a dyn Db, seeds: &[SchemaPart<'a>], names: &mut Names<'a>) -> Words {
    let mut all: Vec<(Words, At<'a>)> = Vec::new();
    for seed in seeds.iter().take(64) {
        let words = words_at(db, seed.at, DEEPEST, names);
        if words != "any" && !all.iter().any(|(known, _)| *known == words) {
            all.push((words, seed.at));
        }
    }
    if all.iter().any(|(words, _)| words != "object") {
        all.retain(|(words, _)| words != "object");
    }
    match all.len() {
        1 => all.remove(0).0,
        _ => common_types(db, seeds).unwrap_or_else(|| join(most_specific(db, all), 0)),
    }
}

/// The words of schemas that apply together, without those of schemas that allow further types, and without a bare `array`
/// beside other words for it.
fn most_specific<'a>(db: &'a dyn Db, mut all: Vec<(Words, At<'a>)>) -> Vec<Words> {
    if all.len() > 1 {
        let types = |at: At<'a>| {
            let flat = flatten(db, &[SchemaPart::of(at)], Choice::All, &|_| Enter::Yes);
            if flat.nullable { flat.types().with(Types::NULL) } else { flat.types() }
        };
        let known: Vec<Types> = all.iter().map(|(_, at)| types(*at)).collect();
        let common = known.iter().fold(Types::default(), |common, types| common.intersect(*types));
        if !common.is_empty() && known.contains(&common) {
            let mut known = known.into_iter();
            all.retain(|_| known.next() == Some(common));
        }
    }
    let mut all: Vec<Words> = all.into_iter().map(|(words, _)| words).collect();
    if all.iter().any(|words| words.starts_with("array of ")) {
        all.retain(|words| words != "array");
    }
    all
}

/// The words of a schema without references and composition, as most fields have.
pub(super) fn leaf_words(schema: &Schema) -> Words {
    let facts = schema.facts.as_ref();
    let is_enum = facts.is_some_and(|facts| !facts.values.is_empty());
    let mut all: Vec<&'static str> = Vec::new();
    for (kind, name) in Types::NAMED {
        if schema.types.has(kind) {
            all.push(match name {
                "string" if is_enum => "enum",
                "integer" if is_enum => "integer enum",
                "number" if is_enum => "number enum",
                name => name,
            });
        }
    }
    let unknown = facts.and_then(|facts| facts.unknown_type.as_ref());
    match (all.as_slice(), unknown) {
        ([one], None) => Words::Borrowed(one),
        ([], None) if is_enum => Words::Borrowed("enum"),
        ([], None) => Words::Borrowed("any"),
        ([], Some(unknown)) => Words::Owned(unknown.to_string()),
        (known, None) => Words::Owned(known.join(" or ")),
        (known, Some(unknown)) => Words::Owned(format!("{} or {unknown}", known.join(" or "))),
    }
}

fn words_at<'a>(db: &'a dyn Db, at: At<'a>, depth: usize, names: &mut Names<'a>) -> Words {
    let words = words_of_target(db, at, depth, names);
    // Beside a reference to a schema without a type.
    if words == "any" && at.schema.reference.is_some() { leaf_words(at.schema) } else { words }
}

/// The words of a schema, or of the target of its reference.
fn words_of_target<'a>(db: &'a dyn Db, at: At<'a>, depth: usize, names: &mut Names<'a>) -> Words {
    let mut at = at;
    let mut name: Option<Text> = None;
    // The schemas that refer to the next one: their other keywords apply too.
    let mut referring: Vec<At<'a>> = Vec::new();
    for _ in 0..MOST_HOPS {
        let Some(reference) = &at.schema.reference else { break };
        let is_first = name.is_none() && is_named(reference);
        if is_first {
            name = Some(schema_name(db, at.chunk, reference));
        }
        let Ok(found) = find_schema(db, at.chunk, reference) else {
            return Words::Borrowed("unresolved reference");
        };
        referring.push(at);
        at = At { schema: found.schema, chunk: found.chunk };
        if let Some(name) = name.as_ref().filter(|_| is_first && found.is_whole) {
            names.push((name.clone(), found.chunk));
        }
    }
    if at.schema.reference.is_some() {
        return name.map_or(Words::Borrowed("any"), |name| Words::Owned(name.to_string()));
    }
    let words = own_words(db, at, name, depth, names);
    if at.schema.shape.is_none()
        && let Some(Schema { types, facts, .. }) = referring.iter().map(|at| at.schema).find(|own| says_type(own))
    {
        let common = types.intersect(at.schema.types);
        let types = if common.is_empty() { *types } else { common };
        let values = |facts: &&Arc<Facts>| !facts.values.is_empty();
        let facts = facts.as_ref().filter(values).or(at.schema.facts.as_ref()).cloned();
        return leaf_words(&Schema { types, facts, ..Schema::default() });
    }
    if words != "any" {
        return words;
    }
    let mut own = referring.into_iter().map(|at| own_words(db, at, None, depth, names));
    own.find(|words| words != "any").unwrap_or(words)
}

/// Whether a schema without composition says which types or values are allowed.
fn says_type(schema: &Schema) -> bool {
    schema.shape.is_none()
        && (!schema.types.is_empty() || schema.facts.as_ref().is_some_and(|facts| !facts.values.is_empty()))
}

/// The words of a schema's own keywords, without its reference; `name` is its name.
fn own_words<'a>(db: &'a dyn Db, at: At<'a>, name: Option<Text>, depth: usize, names: &mut Names<'a>) -> Words {
    let schema = at.schema;
    let Some(shape) = &schema.shape else {
        return match name {
            Some(name) if schema.types.has(Types::OBJECT) => nullable(Words::Owned(name.to_string()), schema),
            _ => leaf_words(schema),
        };
    };
    if shape.is_object() && !schema.types.has(Types::ARRAY) {
        return match schema.types.has(Types::OBJECT) {
            true => {
                with_others(name.map_or("object".into(), |name| Words::Owned(name.to_string())), schema, Types::OBJECT)
            }
            // Properties have no effect on values of the type that it declares.
            false => leaf_words(schema),
        };
    }
    if schema.types.has(Types::ARRAY) {
        return array_words(db, at, depth, names);
    }
    if depth == 0 {
        return name.map_or(Words::Borrowed("object"), |name| Words::Owned(name.to_string()));
    }
    if !shape.alternatives.is_empty() {
        let mut all = Vec::new();
        for schema in shape.alternatives.iter().take(MOST_ALTERNATIVES) {
            if !is_null(schema) {
                push_alternative(&mut all, words_at(db, At { schema, chunk: at.chunk }, depth - 1, names));
            }
        }
        if schema.nullable || schema.types.has(Types::NULL) || shape.alternatives.iter().any(is_null) {
            push_alternative(&mut all, Words::Borrowed("null"));
        }
        return join(all, shape.alternatives.len() - shape.alternatives.len().min(MOST_ALTERNATIVES));
    }
    if shape.all_of.is_empty() {
        return match name {
            Some(name) if schema.types.has(Types::OBJECT) => nullable(Words::Owned(name.to_string()), schema),
            _ => leaf_words(schema),
        };
    }
    let words = all_of_words(db, at, name, depth, names);
    nullable(words, schema)
}

/// The words of an `allOf`: those of its only significant part, or else the schema's name.
fn all_of_words<'a>(db: &'a dyn Db, at: At<'a>, name: Option<Text>, depth: usize, names: &mut Names<'a>) -> Words {
    let parts = at.schema.shape.iter().flat_map(|shape| &shape.all_of);
    let mut telling: Vec<(Words, At<'a>)> = Vec::new();
    for schema in parts.take(MOST_ALTERNATIVES) {
        let part = At { schema, chunk: at.chunk };
        let words = words_at(db, part, depth - 1, names);
        if words != "any" && !telling.iter().any(|(known, _)| *known == words) {
            telling.push((words, part));
        }
    }
    if !at.schema.types.is_empty() && !at.schema.types.has(Types::OBJECT) && telling.is_empty() {
        return leaf_words(at.schema);
    }
    match (name, telling.len()) {
        (Some(name), 2..) => Words::Owned(name.to_string()),
        (name, 0) => name.map_or(Words::Borrowed("object"), |name| Words::Owned(name.to_string())),
        (Some(name), 1) if is_object(db, at) => Words::Owned(name.to_string()),
        (_, 1) => telling.remove(0).0,
        (None, _) if telling.iter().any(|(words, _)| words == "never") => Words::Borrowed("never"),
        (None, _) => types_in_common(db, at).unwrap_or_else(|| match most_specific(db, telling).as_slice() {
            [one] => one.clone(),
            _ => Words::Borrowed("object"),
        }),
    }
}

/// Whether all values are objects, so the name of the schema says more than the type.
fn is_object(db: &dyn Db, at: At<'_>) -> bool {
    let flat = flatten(db, &[SchemaPart::of(at)], Choice::All, &|_| Enter::Yes);
    flat.types() == Types::OBJECT && flat.alternatives.is_empty()
}

/// The type that the parts of an `allOf` have in common; if there is none, all their types. `None` for alternatives and
/// arrays, which need more words.
fn types_in_common(db: &dyn Db, at: At<'_>) -> Option<Words> {
    common_types(db, &[SchemaPart::of(at)])
}

fn common_types(db: &dyn Db, seeds: &[SchemaPart<'_>]) -> Option<Words> {
    let flat = flatten(db, seeds, Choice::All, &|_| Enter::Yes);
    let mut common = Types::default();
    let mut named = Types::default();
    let mut is_contradiction = false;
    for part in &flat.parts {
        let schema = part.at.schema;
        if schema.types.has(Types::ARRAY) || part.optional {
            return None;
        }
        named = named.with(schema.types);
        let both = common.intersect(schema.types);
        is_contradiction |= both.is_empty() && !common.is_empty();
        common = both;
    }
    let types = if is_contradiction { named } else { common };
    let facts = flat.facts();
    (!types.is_empty()).then(|| leaf_words(&Schema { types, facts, ..Schema::default() }))
}

fn array_words<'a>(db: &'a dyn Db, at: At<'a>, depth: usize, names: &mut Names<'a>) -> Words {
    let items = at.schema.shape.as_ref().and_then(|shape| shape.items.as_ref());
    let words = match items {
        Some(schema) if depth > 0 => {
            let words = words_at(db, At { schema, chunk: at.chunk }, depth - 1, names);
            if words == "any" {
                Words::Borrowed("array")
            } else if words.contains(" or ") {
                Words::Owned(format!("array of ({words})"))
            } else {
                array_of(words)
            }
        }
        _ => Words::Borrowed("array"),
    };
    with_others(words, at.schema, Types::ARRAY)
}

/// The words for one of a schema's types, and its other types.
fn with_others(words: Words, schema: &Schema, kind: Types) -> Words {
    let others = schema.types.without(kind);
    let unknown = schema.facts.as_ref().and_then(|facts| facts.unknown_type.as_ref());
    if others.is_empty() && unknown.is_none() {
        return words;
    }
    let mut all = vec![words];
    if !others.is_empty() {
        push_alternative(&mut all, leaf_words(&Schema { types: others, ..Schema::default() }));
    }
    all.extend(unknown.map(|unknown| Words::Owned(unknown.to_string())));
    join(all, 0)
}

fn array_of(words: Words) -> Words {
    match &*words {
        "string" => Words::Borrowed("array of string"),
        "integer" => Words::Borrowed("array of integer"),
        "object" => Words::Borrowed("array of object"),
        "enum" => Words::Borrowed("array of enum"),
        words => Words::Owned(format!("array of {words}")),
    }
}

fn nullable(words: Words, schema: &Schema) -> Words {
    if (schema.nullable || schema.types.has(Types::NULL)) && !words.ends_with("null") && words != "any" {
        return Words::Owned(format!("{words} or null"));
    }
    words
}

/// Adds words unless present; `null` stays last.
fn push_alternative(all: &mut Vec<Words>, words: Words) {
    for word in words.split(" or ") {
        // An alternative in parentheses contains the separator.
        if words.contains('(') {
            break;
        }
        if !all.iter().any(|known| known == word) {
            all.push(Words::Owned(word.to_owned()));
        }
    }
    if words.contains('(') && !all.contains(&words) {
        all.push(words);
    }
}

fn join(mut all: Vec<Words>, more: usize) -> Words {
    if all.len() > 1 {
        all.retain(|words| words != "any");
    }
    // A stable sort moves `null` to the end.
    all.sort_by_key(|words| words == "null");
    match (all.len(), more) {
        (0, _) => Words::Borrowed("any"),
        (1, 0) => all.remove(0),
        (_, 0) => Words::Owned(all.join(" or ")),
        _ => Words::Owned(format!("{} or {more} more", all.join(" or "))),
    }
}

#[cfg(test)]
mod tests {
    use super::word_ranges;

    #[test]
    fn type_names_are_found_among_the_words() {
        let names = |words: &'static str| word_ranges(words).map(|range| &words[range]).collect::<Vec<_>>();
        assert_eq!(names("Pet"), ["Pet"]);
        assert_eq!(names("array of array of (Cat or Dog) or null"), ["Cat", "Dog", "null"]);
        assert_eq!(names("array of Pet or 2 more"), ["Pet", "2 more"]);
        assert_eq!(names("stream of Pet events"), ["Pet"]);
        assert_eq!(names("array of "), [""; 0]);
    }
}
