//! A reader of alternatives, written from the rules of JSON Schema and OpenAPI. A value that `oneOf` or `anyOf` describes is
//! read case by case: one alternative of each choice together with everything that applies anyway. What a page states of
//! a field must be true in all cases in which the value has that field, and what it states of an alternative must be
//! true in the cases of that alternative.

use std::collections::BTreeSet;

use serde_json::Value;

use super::compare::is_value;
use super::shown::Shown;
use crate::walk::{At, Walk, scalar};

/// A value with more cases is not compared, but counted.
const MOST_CASES: usize = 300;
/// Arrays within each other that a list of fields looks through.
const MOST_ARRAYS: usize = 8;
/// Levels of fields.
const LEVELS: usize = 4;
/// More values than that are not searched one by one.
const MOST_VALUES: usize = 300;

/// The schemas that apply together in one case, without references and choices.
#[derive(Clone, Default)]
struct Case<'a> {
    schemas: Vec<At<'a>>,
    is_null: bool,
}

/// A case that is not complete yet.
#[derive(Clone, Default)]
struct Open<'a> {
    case: Case<'a>,
    pending: Vec<At<'a>>,
    /// Choices of which no alternative is taken yet.
    choices: Vec<Vec<At<'a>>>,
    seen: BTreeSet<usize>,
    /// The schema or alternative that describes the value by itself, followed through references.
    direct: Option<usize>,
}

/// A case in which a value is an object, or an array of such.
struct ObjectCase<'a> {
    properties: Vec<(String, Vec<At<'a>>)>,
    required: BTreeSet<String>,
}

/// What was compared.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) differences: Vec<String>,
    /// Fields that have several cases.
    pub(super) fields: usize,
    /// Alternatives that list fields.
    pub(super) variants: usize,
    /// Values with too many cases.
    pub(super) skipped: usize,
}

/// The schemas of a value in each case of the value around it.
type Lists<'a> = Vec<Vec<At<'a>>>;

pub(super) struct Reader<'a, 'r> {
    pub(super) walk: &'r Walk<'a>,
    pub(super) is_page: bool,
    /// The keyword of properties that are not sent.
    pub(super) omitted: Option<&'static str>,
    pub(super) tally: Tally,
}

impl<'a> Reader<'a, '_> {
    /// Compares a value with this schema.
    pub(super) fn value(&mut self, way: &str, schema: At<'a>, shown: &Shown) {
        self.field(way, &[vec![schema]], shown, 0);
    }

    fn tell(&mut self, way: &str, what: impl std::fmt::Display) {
        self.tally.differences.push(format!("{way}: {what}"));
    }

    /// Compares the fields below a value.
    fn field(&mut self, way: &str, lists: &[Vec<At<'a>>], shown: &Shown, level: usize) {
        if level >= LEVELS || shown.children.is_empty() && shown.variants.is_empty() {
            return;
        }
        let Some(cases) = self.objects(lists) else {
            self.tally.skipped += 1;
            return;
        };
        self.variants(way, lists, shown);
        for child in &shown.children {
            let way = format!("{way} > {}", child.name);
            let in_case = |case: &ObjectCase<'a>| {
                let (name, schemas) = case.properties.iter().find(|(name, _)| is_named(name, &child.name))?;
                (!self.is_omitted(schemas)).then(|| (case.required.contains(name), schemas.clone()))
            };
            let found: Vec<Option<(bool, Vec<At<'a>>)>> = cases.iter().map(in_case).collect();
            if found.iter().all(Option::is_none) {
                self.tell(&way, "is in no case of the schema");
                continue;
            }
            let required = found.iter().all(|it| it.as_ref().is_some_and(|(required, _)| *required));
            if child.required != required {
                self.tell(&way, format!("required is {}", child.required));
            }
            let mut lists: Lists<'a> = Vec::new();
            for (_, schemas) in found.into_iter().flatten() {
                let is_known = |known: &Vec<At<'a>>| addresses(known) == addresses(&schemas);
                if !lists.iter().any(is_known) {
                    lists.push(schemas);
                }
            }
            self.stated(&way, &lists, child);
            self.field(&way, &lists, child, level + 1);
        }
    }

    /// Compares what is stated of a field with all its cases.
    fn stated(&mut self, way: &str, lists: &[Vec<At<'a>>], shown: &Shown) {
        let all: Option<Vec<Vec<Case<'a>>>> = lists.iter().map(|list| self.cases(list)).collect();
        let Some(all) = all else {
            self.tally.skipped += 1;
            return;
        };
        let all: Vec<Case<'a>> = all.into_iter().flatten().collect();
        self.tally.fields += usize::from(all.len() > 1);
        let real: Vec<&Case<'a>> = all.iter().filter(|case| !case.is_null).collect();
        for (flag, key) in [("read-only", "readOnly"), ("write-only", "writeOnly")] {
            // In Markdown, a description may consist of the same words.
            let words = if key == "readOnly" { "Read-only." } else { "Write-only." };
            if !self.is_page && all.iter().any(|case| case.describes(words)) {
                continue;
            }
            let is_always = !real.is_empty() && real.iter().all(|case| case.says(key));
            if shown.flags.contains(flag) != is_always && (is_always || shown.variants.is_empty()) {
                self.tell(way, format!("{flag} is {}", shown.flags.contains(flag)));
            }
        }
        self.values(way, &all, &shown.values);
        let Some(stated) = self.types_in(&shown.kind) else { return };
        let mut known = BTreeSet::new();
        for case in &all {
            match self.types(case) {
                Some(types) => known.extend(types),
                None => return,
            }
        }
        for kind in stated.difference(&known) {
            let is_number = kind == "integer" && known.contains("number");
            if !is_number {
                self.tell(way, format!("{kind} of {:?} is not among {known:?}", shown.kind));
            }
        }
    }

    /// Values are stated if all cases enumerate: those of any case, and no others.
    fn values(&mut self, way: &str, cases: &[Case<'a>], shown: &[String]) {
        if shown.is_empty() || shown.len() > MOST_VALUES {
            return;
        }
        let mut known: Vec<Value> = Vec::new();
        for case in cases.iter().filter(|case| !case.is_null) {
            match self.values_of(case, 0) {
                Some(values) => known.extend(values),
                None => return self.tell(way, format!("not all cases have values as {shown:?}")),
            }
        }
        known.extend(cases.iter().any(|case| case.is_null).then_some(Value::Null));
        for text in shown {
            if !known.iter().any(|value| is_value(text, value)) {
                self.tell(way, format!("{text:?} is not among {known:?}"));
            }
        }
    }

    /// The alternatives of a value, as far as their labels name them.
    fn variants(&mut self, way: &str, lists: &[Vec<At<'a>>], shown: &Shown) {
        let [list] = lists else { return };
        let Some(alternatives) = self.alternatives(list) else { return };
        for (labels, schema) in &alternatives {
            let is_it = |variant: &&Shown| labels.iter().any(|label| is_named(label, &variant.name));
            let mut named = shown.variants.iter().filter(is_it);
            let (Some(variant), None) = (named.next(), named.next()) else { continue };
            let is_ambiguous =
                |(others, _): &&(Vec<String>, At<'a>)| others.iter().any(|it| is_named(it, &variant.name));
            if alternatives.iter().filter(is_ambiguous).count() > 1 {
                continue;
            }
            let way = format!("{way}, variant {}", variant.name);
            let Some(cases) = self.objects(&[vec![*schema]]) else {
                self.tally.skipped += 1;
                continue;
            };
            self.tally.variants += usize::from(!variant.children.is_empty());
            for child in &variant.children {
                self.variant_field(&way, &cases, &child.name, child);
            }
            let is_cut = |shown: &Shown| {
                shown.notes.iter().any(|note| ["More ", "recursive: "].iter().any(|it| note.starts_with(it)))
            };
            if is_cut(variant) || is_cut(shown) || cases.is_empty() {
                continue;
            }
            // A named schema whose fields are all elsewhere is linked.
            for name in &cases[0].required {
                let is_sent = |case: &ObjectCase<'a>| {
                    let own = case.properties.iter().find(|(known, _)| known == name);
                    own.is_none_or(|(_, schemas)| !self.is_omitted(schemas))
                };
                let is_known = |list: &[Shown]| list.iter().any(|field| field.required && is_named(name, &field.name));
                let is_always = cases.iter().all(|case| case.required.contains(name) && is_sent(case));
                if is_always && !is_known(&shown.children) && !is_known(&variant.children) {
                    self.tell(&way, format!("{name} is not said to be required"));
                }
            }
        }
    }

    /// Compares a field of an alternative, whose name may be a path.
    fn variant_field(&mut self, way: &str, cases: &[ObjectCase<'a>], path: &str, shown: &Shown) {
        let own = |case: &ObjectCase<'a>| {
            let found = case.properties.iter().find(|(name, _)| is_named(name, path));
            found.map(|(_, schemas)| schemas.clone()).filter(|schemas| !self.is_omitted(schemas))
        };
        let is_required = |case: &ObjectCase<'a>| case.required.iter().any(|name| is_named(name, path));
        let lists: Lists<'a> = cases.iter().filter_map(own).collect();
        if !lists.is_empty() || cases.iter().any(is_required) {
            let is_sent =
                |case: &ObjectCase<'a>| own(case).is_some() || !case.properties.iter().any(|it| is_named(&it.0, path));
            let required = cases.iter().all(|case| is_required(case) && is_sent(case));
            if shown.required != required {
                self.tell(way, format!("{path}: required is {}", shown.required));
            }
            let all: Option<Vec<Vec<Case<'a>>>> = lists.iter().map(|list| self.cases(list)).collect();
            if let Some(all) = all {
                let all: Vec<Case<'a>> = all.into_iter().flatten().collect();
                self.values(&format!("{way}, {path}"), &all, &shown.values);
            }
            return;
        }
        let splits = path.match_indices('.').map(|(at, _)| path.split_at(at));
        for (first, rest) in splits {
            let own = |case: &ObjectCase<'a>| {
                let found = case.properties.iter().find(|(name, _)| is_named(name, first));
                found.map(|(_, schemas)| schemas.clone())
            };
            let lists: Lists<'a> = cases.iter().filter_map(own).collect();
            if let Some(below) = self.objects(&lists).filter(|_| !lists.is_empty()) {
                return self.variant_field(way, &below, &rest[1..], shown);
            }
        }
        self.tell(way, format!("{path} is in no case of it"));
    }

    /// The alternatives of a value's only choice, each with what may name it.
    fn alternatives(&self, list: &[At<'a>]) -> Option<Vec<(Vec<String>, At<'a>)>> {
        let mut open = list.to_vec();
        let mut seen = BTreeSet::new();
        let mut found: Vec<(Vec<String>, At<'a>)> = Vec::new();
        while let Some(schema) = open.pop() {
            if !seen.insert(schema.address()) {
                continue;
            }
            open.extend(self.target(schema));
            open.extend(schema.items("allOf"));
            let choice: Vec<At<'a>> = schema.items("oneOf").into_iter().chain(schema.items("anyOf")).collect();
            let choice: Vec<At<'a>> = choice.into_iter().filter(|it| !is_null(*it)).collect();
            if choice.len() < 2 {
                open.extend(choice);
                continue;
            }
            if !found.is_empty() {
                return None;
            }
            let mapping = schema.get("discriminator").map(|it| it.entries("mapping")).unwrap_or_default();
            for alternative in choice {
                let reference = alternative.value["$ref"].as_str();
                let target = self.target(alternative);
                let mapped = mapping.iter().filter(|(_, to)| {
                    let to = to.value.as_str();
                    to == reference || to.is_some() && to == reference.and_then(|it| it.rsplit('/').next())
                });
                let mut labels: Vec<String> = mapped.map(|(value, _)| (*value).to_owned()).collect();
                let titles = [Some(alternative), target].into_iter().flatten();
                labels.extend(titles.filter_map(|it| it.value["title"].as_str()).map(str::to_owned));
                labels.extend(reference.and_then(|it| it.rsplit('/').next()).map(str::to_owned));
                found.push((labels, alternative));
            }
        }
        (!found.is_empty()).then_some(found)
    }

    /// What a reference resolves to.
    fn target(&self, schema: At<'a>) -> Option<At<'a>> {
        self.walk.files.resolve(schema.file, schema.value["$ref"].as_str()?)
    }

    /// The cases of a value that all these schemas describe; `None` if there are too many.
    fn cases(&self, schemas: &[At<'a>]) -> Option<Vec<Case<'a>>> {
        let mut found: Vec<Case<'a>> = Vec::new();
        let direct = if let [only] = schemas { Some(only.address()) } else { None };
        let mut open = vec![Open { pending: schemas.to_vec(), direct, ..Open::default() }];
        let mut steps = 0;
        while let Some(mut one) = open.pop() {
            steps += 1;
            if steps > MOST_CASES {
                return None;
            }
            while let Some(schema) = one.pending.pop() {
                if !one.seen.insert(schema.address()) {
                    continue;
                }
                let is_direct = one.direct == Some(schema.address());
                let target = self.target(schema);
                one.pending.extend(target);
                if let Some(target) = target.filter(|_| is_direct) {
                    one.direct = Some(target.address());
                }
                if target.is_some() && !self.walk.siblings_count {
                    continue;
                }
                one.case.schemas.push(schema);
                one.pending.extend(schema.items("allOf"));
                let mut choice = schema.items("oneOf");
                choice.extend(schema.items("anyOf"));
                if choice.is_empty() && is_direct {
                    choice = self.extending(schema);
                }
                one.choices.extend((!choice.is_empty()).then_some(choice));
            }
            match one.choices.pop() {
                Some(choice) => open.extend(choice.into_iter().rev().map(|alternative| {
                    let mut next = one.clone();
                    next.case.is_null |= is_null(alternative);
                    next.direct = Some(alternative.address());
                    next.pending.push(alternative);
                    next
                })),
                None => found.push(one.case),
            }
        }
        // No value follows a case that contradicts itself; if all do, pages state the contradiction.
        let is_possible = |case: &Case<'a>| case.is_null || !case.contradicts_itself();
        if found.iter().any(is_possible) {
            found.retain(is_possible);
        }
        Some(found)
    }

    /// The schemas that extend a base schema: those that its discriminator's values are mapped to.
    fn extending(&self, base: At<'a>) -> Vec<At<'a>> {
        let mapping = base.get("discriminator").map(|it| it.entries("mapping")).unwrap_or_default();
        let find = |(_, target): &(&str, At<'a>)| {
            let name = target.value.as_str()?;
            match name.contains(['#', '/', '.']) {
                true => self.walk.files.resolve(base.file, name),
                false => self.walk.document.get("components")?.get("schemas")?.get(name),
            }
        };
        mapping.iter().filter_map(find).collect()
    }

    /// The cases in which a value is an object, or an array of objects.
    fn objects(&self, lists: &[Vec<At<'a>>]) -> Option<Vec<ObjectCase<'a>>> {
        let mut found = Vec::new();
        let mut open: Vec<(Vec<At<'a>>, usize)> = lists.iter().rev().map(|list| (list.clone(), 0)).collect();
        while let Some((list, arrays)) = open.pop() {
            for case in self.cases(&list)?.into_iter().filter(|case| !case.is_null) {
                let types = case.declared();
                // Pages show the items of an object without properties too: its type is a slip.
                let is_slip = case.properties().is_empty();
                let may_be = |kind: &str| is_slip || types.as_ref().is_none_or(|types| types.contains(kind));
                let items: Vec<At<'a>> = case.schemas.iter().filter_map(|it| it.get("items")).collect();
                let items: Vec<At<'a>> = items.into_iter().filter(|it| it.value.is_object()).collect();
                let is_array = !items.is_empty() && arrays < MOST_ARRAYS && may_be("array");
                if is_array {
                    open.push((items, arrays + 1));
                }
                let properties = case.properties();
                let is_declared = types.as_ref().is_some_and(|types| types.contains("object"));
                // Nothing is said of objects where no value is allowed.
                let is_declared = is_declared && !case.contradicts_itself();
                if !properties.is_empty() || is_declared || types.is_none() && !is_array {
                    found.push(ObjectCase { properties, required: case.required() });
                }
            }
            if found.len() > MOST_CASES {
                return None;
            }
        }
        Some(found)
    }

    /// Whether a property is not sent: in no case.
    fn is_omitted(&self, schemas: &[At<'a>]) -> bool {
        let is_internal = schemas.iter().any(|it| it.is_internal());
        let Some(key) = self.omitted else { return is_internal };
        let cases = self.cases(schemas).unwrap_or_default();
        is_internal || !cases.is_empty() && cases.iter().all(|case| case.says(key))
    }

    /// The values of a case, or those of an array's items.
    fn values_of(&self, case: &Case<'a>, arrays: usize) -> Option<Vec<Value>> {
        let listed = |schema: &At<'a>| match (schema.value.get("const"), schema.value["enum"].as_array()) {
            (Some(one), _) => Some(vec![one.clone()]),
            (None, Some(list)) => Some(list.clone()),
            _ => None,
        };
        let own: Vec<Vec<Value>> = case.schemas.iter().filter_map(listed).collect();
        if !own.is_empty() {
            return Some(own.concat());
        }
        let items: Vec<At<'a>> = case.schemas.iter().filter_map(|it| it.get("items")).collect();
        if items.is_empty() || arrays >= MOST_ARRAYS {
            return None;
        }
        let of_items = self.cases(&items)?;
        let of_items: Option<Vec<Vec<Value>>> =
            of_items.iter().filter(|case| !case.is_null).map(|case| self.values_of(case, arrays + 1)).collect();
        of_items.map(|values| values.concat())
    }

    /// The types of a case, also those that its other keywords are about; `None` if it may have any.
    fn types(&self, case: &Case<'a>) -> Option<BTreeSet<String>> {
        if case.is_null {
            return Some(["null".to_owned()].into());
        }
        // In OpenAPI 3.0, authors write it beside alternatives, where it has no `type` to extend.
        let is_nullable = |schema: &At<'a>| schema.value["nullable"] == true && schema.value.get("type").is_none();
        let null = case.schemas.iter().any(is_nullable).then(|| "null".to_owned());
        if let Some(mut types) = case.declared() {
            types.extend(null);
            return Some(types);
        }
        let mut types = BTreeSet::new();
        for schema in &case.schemas {
            let has = |keys: &[&str]| keys.iter().any(|key| schema.value.get(*key).is_some());
            let object =
                ["properties", "required", "additionalProperties", "patternProperties", "unevaluatedProperties"];
            types.extend(has(&object).then(|| "object".to_owned()));
            types.extend(has(&["items", "prefixItems"]).then(|| "array".to_owned()));
            types.extend(has(&["minLength", "maxLength", "pattern"]).then(|| "string".to_owned()));
            types.extend(has(&["minimum", "maximum", "multipleOf"]).then(|| "number".to_owned()));
            let listed = schema.value["enum"].as_array().into_iter().flatten().chain(schema.value.get("const"));
            types.extend(listed.map(|value| type_of(value).to_owned()));
        }
        (!types.is_empty()).then(|| types.into_iter().chain(null).collect())
    }

    /// The types that words state; `None` if they state none, or name what this reader does not know.
    fn types_in(&self, words: &str) -> Option<BTreeSet<String>> {
        let mut types = BTreeSet::new();
        for word in apart(words) {
            let kinds: Vec<String> = match word {
                "string" | "integer" | "number" | "boolean" | "object" | "null" => vec![word.to_owned()],
                "integer enum" => vec!["integer".to_owned()],
                "number enum" => vec!["number".to_owned()],
                word if word.starts_with("array of ") || word == "array" => vec!["array".to_owned()],
                // A list of values may be of several types.
                "enum" => return None,
                name => {
                    let schemas = self.walk.document.get("components")?.get("schemas")?;
                    let named = schemas.get(name.strip_prefix("object ").unwrap_or(name))?;
                    let mut all = Vec::new();
                    for case in self.cases(&[named])? {
                        all.extend(self.types(&case)?);
                    }
                    all
                }
            };
            types.extend(kinds);
        }
        Some(types)
    }
}

impl<'a> Case<'a> {
    fn says(&self, key: &str) -> bool {
        self.schemas.iter().any(|schema| schema.value[key] == true)
    }

    fn describes(&self, words: &str) -> bool {
        self.schemas.iter().any(|schema| schema.value["description"].as_str().is_some_and(|text| text.contains(words)))
    }

    fn required(&self) -> BTreeSet<String> {
        let lists = self.schemas.iter().filter_map(|schema| schema.value["required"].as_array());
        lists.flatten().filter_map(scalar).collect()
    }

    /// Whether the types of its schemas exclude each other.
    fn contradicts_itself(&self) -> bool {
        self.declared_if_possible().is_err()
    }

    /// The types that `type` allows; `None` without it.
    fn declared(&self) -> Option<BTreeSet<String>> {
        self.declared_if_possible().unwrap_or_else(Some)
    }

    /// The same; an error with all types if none is allowed.
    fn declared_if_possible(&self) -> Result<Option<BTreeSet<String>>, BTreeSet<String>> {
        let mut all: Option<BTreeSet<String>> = None;
        let mut is_possible = true;
        for schema in &self.schemas {
            let named = &schema.value["type"];
            let list = named.as_array().into_iter().flatten().chain(named.is_string().then_some(named));
            let mut own: BTreeSet<String> = list.filter_map(Value::as_str).map(str::to_owned).collect();
            if own.is_empty() {
                continue;
            }
            if schema.value["nullable"] == true {
                own.insert("null".to_owned());
            }
            all = Some(match all {
                None => own,
                // Integers are numbers.
                Some(known) if known.contains("number") && own.contains("integer") => own,
                Some(known) if known.contains("integer") && own.contains("number") => known,
                Some(known) if known.is_disjoint(&own) => {
                    is_possible = false;
                    known.union(&own).cloned().collect()
                }
                Some(known) => known.intersection(&own).cloned().collect(),
            });
        }
        match all {
            Some(all) if !is_possible => Err(all),
            all => Ok(all),
        }
    }

    fn properties(&self) -> Vec<(String, Vec<At<'a>>)> {
        let mut found: Vec<(String, Vec<At<'a>>)> = Vec::new();
        let mut add = |name: String, at: At<'a>| match found.iter_mut().find(|(known, _)| *known == name) {
            Some((_, schemas)) => schemas.push(at),
            None => found.push((name, vec![at])),
        };
        for schema in &self.schemas {
            schema.entries("properties").into_iter().for_each(|(name, at)| add(name.to_owned(), at));
            schema.entries("patternProperties").into_iter().for_each(|(name, at)| add(format!("/{name}/"), at));
            let others = ["additionalProperties", "unevaluatedProperties"].map(|key| schema.get(key));
            let others = others.into_iter().flatten().find(|at| at.value.is_object());
            others.into_iter().for_each(|at| add("{key}".to_owned(), at));
            let first = schema.items("prefixItems").into_iter().chain(schema.items("items")).enumerate();
            first.for_each(|(place, at)| add(format!("[{place}]"), at));
        }
        found
    }
}

/// Whether an alternative is only `null`, which OpenAPI 3.0 writes as `nullable`.
fn is_null(schema: At<'_>) -> bool {
    let value = schema.value;
    let says_only = |key: &str| value.as_object().is_some_and(|it| it.iter().all(|(known, _)| known == key));
    value["type"] == "null"
        || value["nullable"] == true && says_only("nullable")
        || value["enum"] == serde_json::json!([null])
}

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

fn addresses(schemas: &[At<'_>]) -> BTreeSet<usize> {
    schemas.iter().map(|schema| schema.address()).collect()
}

/// Pages collapse white space.
fn is_named(name: &str, shown: &str) -> bool {
    name.split_whitespace().eq(shown.split_whitespace())
}

/// The parts of `a or (b or c)` that are not within parentheses.
fn apart(words: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut from) = (0_usize, 0);
    for (at, c) in words.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ' ' if depth == 0 && words[at..].starts_with(" or ") => {
                parts.push(&words[from..at]);
                from = at + " or ".len();
            }
            _ => {}
        }
    }
    parts.push(words.get(from..).unwrap_or_default());
    parts
}
