//! What a document says of a field: the schemas that hold of it, laid out by a plain walk over `serde_json::Value`.

use std::collections::{BTreeSet, HashSet};

use serde_json::Value;

use crate::walk::{At, Operation, Owners, Walk};

/// A schema that holds of a field.
#[derive(Clone, Copy)]
pub(super) struct Part<'a> {
    pub(super) at: At<'a>,
    /// It is one of several alternatives, or part of one.
    pub(super) optional: bool,
    pub(super) owners: Owners,
}

/// Schemas laid out: with what they refer to, `allOf`, `anyOf` and `oneOf`.
#[derive(Default)]
pub(super) struct Flat<'a> {
    pub(super) parts: Vec<Part<'a>>,
    pub(super) properties: Vec<(String, Vec<Part<'a>>)>,
    pub(super) items: Vec<Part<'a>>,
    /// The names of those, and of what was open already.
    pub(super) names: BTreeSet<String>,
    pub(super) recursive: BTreeSet<String>,
    /// A reference leads nowhere.
    pub(super) is_broken: bool,
}

/// A constraint that a page must show.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    pub(super) label: &'static str,
    pub(super) value: Value,
    /// Another value of the same constraint, stricter or before it, may stand for it.
    pub(super) may_yield: bool,
    /// It holds for an alternative alone.
    pub(super) optional: bool,
}

/// What a page must say of a field.
#[derive(Default)]
pub(super) struct Facts {
    pub(super) constraints: Vec<Wanted>,
    /// Each with whether an alternative alone has it.
    pub(super) values: Vec<(Value, bool)>,
    pub(super) flags: BTreeSet<&'static str>,
    pub(super) types: BTreeSet<String>,
    pub(super) names: BTreeSet<String>,
    pub(super) is_broken: bool,
}

/// The keywords of a schema whose values pages show as they are, and their labels.
const KEYWORDS: [(&str, &str); 30] = [
    ("format", "Format"),
    ("default", "Default"),
    ("minLength", "Min length"),
    ("maxLength", "Max length"),
    ("pattern", "Pattern"),
    ("minimum", "Minimum"),
    ("exclusiveMinimum", "Greater than"),
    ("maximum", "Maximum"),
    ("exclusiveMaximum", "Less than"),
    ("multipleOf", "Multiple of"),
    ("minItems", "Min items"),
    ("maxItems", "Max items"),
    ("uniqueItems", "Unique items"),
    ("minProperties", "Min properties"),
    ("maxProperties", "Max properties"),
    ("additionalProperties", "Additional properties"),
    ("unevaluatedProperties", "Additional properties"),
    ("propertyNames", "Property names"),
    ("unevaluatedItems", "Further items"),
    ("contains", "Contains"),
    ("minContains", "Min contains"),
    ("maxContains", "Max contains"),
    ("dependentRequired", "Required together"),
    ("dependentSchemas", "Dependent schemas"),
    ("not", "Not"),
    ("if", "If"),
    ("then", "Then"),
    ("else", "Else"),
    ("contentMediaType", "Content media type"),
    ("contentEncoding", "Content encoding"),
];

/// What a constraint's value is, if it has an effect.
fn constraint(schema: &Value, keyword: &str, label: &'static str) -> Option<(&'static str, Value)> {
    let value = schema.get(keyword)?;
    let flag = |name: &str| schema.get(name).is_some_and(|flag| *flag == true);
    match keyword {
        "minimum" if flag("exclusiveMinimum") => Some(("Greater than", value.clone())),
        "maximum" if flag("exclusiveMaximum") => Some(("Less than", value.clone())),
        "exclusiveMinimum" | "exclusiveMaximum" => (!value.is_boolean()).then(|| (label, value.clone())),
        "uniqueItems" => (*value == true).then(|| (label, true.into())),
        "additionalProperties" | "unevaluatedProperties" | "unevaluatedItems" => {
            (*value == false).then(|| (label, "not allowed".into()))
        }
        "propertyNames" | "contains" | "dependentRequired" | "dependentSchemas" | "not" | "if" | "then" | "else" => {
            value.is_object().then(|| (label, value.clone()))
        }
        _ => Some((label, value.clone())),
    }
}

fn is_bound(label: &str) -> bool {
    label.starts_with("Min") || label.starts_with("Max") || matches!(label, "Greater than" | "Less than")
}

impl<'a> Walk<'a> {
    /// Lays schemas out; a named one that is `open`, or that contains the reference to it, is recursive.
    pub(super) fn spread(&self, seeds: &[Part<'a>], open: &[usize]) -> Flat<'a> {
        let mut flat = Flat::default();
        let mut seen: HashSet<usize> = HashSet::new();
        let mut mapped: HashSet<usize> = HashSet::new();
        let direct = seeds.len() == 1;
        let mut stack: Vec<(Part<'a>, bool)> = seeds.iter().rev().map(|&seed| (seed, direct)).collect();
        while let Some((part, direct)) = stack.pop() {
            let reference = part.at.value.get("$ref").and_then(Value::as_str);
            if reference.is_none() || self.siblings_count {
                self.add(part, direct, &mut flat, &mut stack, &mut mapped);
            }
            let Some(reference) = reference else { continue };
            let Some(target) = self.files.resolve(part.at.file, reference) else {
                flat.is_broken = true;
                continue;
            };
            let name = reference.rsplit(['/', '#']).next().unwrap_or_default();
            flat.names.insert(name.replace("~1", "/").replace("~0", "~"));
            if seen.insert(target.address()) {
                if (open.contains(&target.address()) || part.owners.contain(target)) && self.holds_others(target) {
                    flat.recursive.insert(name.to_owned());
                } else {
                    stack.push((Part { at: target, owners: part.owners.within(target), ..part }, direct));
                }
            }
        }
        flat
    }

    /// Whether a schema has fields or items: without, it holds nothing that could be itself.
    fn holds_others(&self, at: At<'a>) -> bool {
        let flat = self.spread(&[Part { at, optional: false, owners: Owners::default() }], &[]);
        !flat.properties.is_empty() || !flat.items.is_empty()
    }

    fn add(
        &self,
        part: Part<'a>,
        direct: bool,
        flat: &mut Flat<'a>,
        stack: &mut Vec<(Part<'a>, bool)>,
        mapped: &mut HashSet<usize>,
    ) {
        let schema = part.at;
        flat.parts.push(part);
        let mut property = |name: String, at: At<'a>| {
            let seed = Part { at, ..part };
            match flat.properties.iter_mut().find(|(known, _)| *known == name) {
                Some((_, seeds)) => seeds.push(seed),
                None => flat.properties.push((name, vec![seed])),
            }
        };
        let is_visible = |entry: &(&str, At<'a>)| !entry.1.is_internal();
        for (name, at) in schema.entries("properties").into_iter().filter(is_visible) {
            property(name.to_owned(), at);
        }
        for (name, at) in schema.entries("patternProperties").into_iter().filter(is_visible) {
            property(format!("/{name}/"), at);
        }
        let more = ["additionalProperties", "unevaluatedProperties"];
        if let Some(at) = more.into_iter().filter_map(|key| schema.get(key)).find(|at| at.value.is_object()) {
            property("{key}".to_owned(), at);
        }
        for (at, item) in schema.items("prefixItems").into_iter().chain(schema.items("items")).enumerate() {
            property(format!("[{at}]"), item);
        }
        let items = schema.get("items").filter(|items| items.value.is_object());
        flat.items.extend(items.map(|at| Part { at, ..part }));
        let alternatives: Vec<At<'a>> = schema.items("oneOf").into_iter().chain(schema.items("anyOf")).collect();
        let is_null = |at: &&At<'a>| at.value["type"] == "null" && at.value.get("$ref").is_none();
        let real = alternatives.iter().filter(|it| !is_null(it)).count();
        let optional = part.optional || real > 1;
        let real_ones = alternatives.iter().rev().filter(|it| !is_null(it));
        stack.extend(real_ones.map(|&at| (Part { at, optional, ..part }, direct && real == 1)));
        stack.extend(schema.items("allOf").into_iter().rev().map(|at| (Part { at, ..part }, false)));
        if !direct || real > 0 {
            return;
        }
        // A base schema maps the values of its discriminator to those that extend it.
        let mapping = schema.get("discriminator").into_iter().flat_map(|it| it.entries("mapping"));
        let targets: Vec<At<'a>> = mapping
            .filter_map(|(_, target)| {
                let name = target.value.as_str()?;
                match name.contains(['#', '/', '.']) {
                    true => self.files.resolve(schema.file, name),
                    false => self.document.get("components")?.get("schemas")?.get(name),
                }
            })
            .collect();
        let optional = part.optional || targets.len() > 1;
        let new = targets.into_iter().rev().filter(|target| mapped.insert(target.address()));
        stack.extend(new.map(|at| (Part { at, optional, ..part }, false)));
    }

    /// What must be said of a field with these schemas.
    pub(super) fn facts(&self, seeds: &[Part<'a>]) -> Facts {
        let mut facts = Facts::default();
        let (others, mut seeds): (Vec<_>, Vec<_>) = seeds.iter().partition(|seed| seed.optional && seeds.len() > 1);
        // Each of several alternatives by itself.
        for seed in others {
            let mut more = self.facts(&[Part { optional: false, ..seed }]);
            more.constraints.iter_mut().for_each(|wanted| wanted.optional = true);
            facts.constraints.extend(more.constraints);
            facts.values.extend(more.values.into_iter().map(|(value, _)| (value, true)));
            facts.types.extend(more.types);
            facts.names.extend(more.names);
            facts.is_broken |= more.is_broken;
        }
        if seeds.is_empty() {
            return facts;
        }
        // What one alternative alone has holds wherever the field is.
        if let [seed] = seeds.as_mut_slice() {
            seed.optional = false;
        }
        for level in 0..8 {
            let flat = self.spread(&seeds, &[]);
            facts.add(&flat, level > 0);
            seeds = flat.items;
            if seeds.is_empty() {
                break;
            }
        }
        facts
    }
}

/// The schemas of a media type, a parameter or a header.
fn schema_of<'a>(walk: &Walk<'a>, at: At<'a>) -> Option<At<'a>> {
    let of_content = at.entries("content").into_iter().next();
    let of_content = of_content.and_then(|(_, media)| walk.files.follow(media)?.get("schema"));
    of_content.or_else(|| at.get("schema"))
}

impl<'a> Walk<'a> {
    /// How many fields an operation has in all places to the last level, counted to `most`.
    pub(super) fn size(&self, operation: &Operation<'a>, most: usize) -> usize {
        let mut roots: Vec<At<'a>> =
            self.parameters(operation.at, operation.field("parameters")).into_values().collect();
        let body = operation.at.get("requestBody");
        let responses = operation.at.entries("responses").into_iter().map(|(_, response)| response);
        let mut open: Vec<(Vec<Part<'a>>, usize, Vec<usize>)> = Vec::new();
        for holder in body.into_iter().chain(responses).filter_map(|holder| self.files.follow(holder)) {
            let followed = |(_, at): (&str, At<'a>)| self.files.follow(at);
            roots.extend(holder.entries("headers").into_iter().filter_map(followed));
            let mut known: Vec<&Value> = Vec::new();
            for media in holder.entries("content").into_iter().filter_map(followed) {
                let Some(schema) = media.get("schema") else { continue };
                if !known.contains(&schema.value) {
                    known.push(schema.value);
                    open.push((vec![Part { at: schema, optional: false, owners: Owners::default() }], 0, Vec::new()));
                }
            }
        }
        let mut count = roots.len() + open.len();
        let seeds = |at: At<'a>| (vec![Part { at, optional: false, owners: Owners::default() }], 0, Vec::new());
        open.extend(roots.into_iter().filter_map(|root| schema_of(self, root)).map(seeds));
        while let Some((mut seeds, level, above)) = open.pop() {
            if level >= 4 || count >= most {
                continue;
            }
            let mut properties: Vec<(String, Vec<Part<'a>>)> = Vec::new();
            for _ in 0..8 {
                let flat = self.spread(&seeds, &above);
                properties.extend(flat.properties);
                seeds = flat.items;
                if seeds.is_empty() {
                    break;
                }
            }
            count += properties.len();
            open.extend(properties.into_iter().map(|(_, seeds)| (seeds, level + 1, above.clone())));
        }
        count
    }
}

impl Facts {
    /// Adds what schemas say; of the items of an array `of_items`.
    fn add(&mut self, flat: &Flat<'_>, of_items: bool) {
        self.is_broken |= flat.is_broken;
        self.names.extend(flat.names.iter().cloned());
        let mut told: BTreeSet<&str> = BTreeSet::new();
        let mut enums: Option<Vec<Value>> = None;
        let mut others: Vec<Value> = Vec::new();
        let mut own_types: Option<BTreeSet<String>> = None;
        let mut other_types = BTreeSet::new();
        for part in &flat.parts {
            let schema = part.at.value;
            let mut all: Vec<(&'static str, Value)> =
                KEYWORDS.iter().filter_map(|(keyword, label)| constraint(schema, keyword, label)).collect();
            all.extend(schema.pointer("/discriminator/propertyName").map(|name| ("Discriminator", name.clone())));
            // A name, or a reference that ends in it.
            let default = schema.pointer("/discriminator/defaultMapping").and_then(Value::as_str);
            let default = default.and_then(|reference| reference.rsplit('/').next());
            all.extend(default.map(|name| ("Default schema", name.into())));
            for (label, value) in all {
                if of_items && label == "Default" {
                    continue;
                }
                let is_second = told.contains(label);
                let may_yield = is_bound(label) || is_second && matches!(label, "Default");
                let optional = part.optional;
                self.constraints.push(Wanted { label, value, may_yield, optional });
                told.insert(label);
            }
            let listed = schema.get("enum").and_then(Value::as_array).cloned();
            let listed = schema.get("const").map(|value| vec![value.clone()]).or(listed);
            match (listed, part.optional) {
                (Some(listed), true) => others.extend(listed),
                (Some(listed), false) => {
                    enums = Some(match enums {
                        Some(known) if known.iter().any(|it| listed.contains(it)) => {
                            known.into_iter().filter(|value| listed.contains(value)).collect()
                        }
                        Some(known) => known,
                        None => listed,
                    });
                }
                (None, _) => {}
            }
            if !part.optional && !of_items {
                let flags = [("deprecated", "deprecated"), ("readOnly", "read-only"), ("writeOnly", "write-only")];
                self.flags.extend(flags.into_iter().filter(|(key, _)| schema[*key] == true).map(|(_, flag)| flag));
            }
            let types = types_of(schema);
            match (types.is_empty(), part.optional) {
                (true, _) => {}
                (_, true) => other_types.extend(types),
                (_, false) => {
                    own_types = Some(match own_types {
                        // Integers are numbers.
                        Some(known) if known.contains("integer") && types.contains("number") => known,
                        Some(known) if known.contains("number") && types.contains("integer") => types,
                        Some(known) if !known.is_disjoint(&types) => known.intersection(&types).cloned().collect(),
                        Some(known) => known,
                        None => types,
                    });
                }
            }
        }
        // What holds of all leaves of the alternatives' values those that it allows.
        match enums {
            Some(enums) => self.values.extend(enums.into_iter().map(|value| (value, false))),
            None => self.values.extend(others.into_iter().map(|value| (value, true))),
        }
        // A schema of properties without a type is taken for one of objects.
        let is_object = |part: &Part<'_>| !part.optional && part.at.value.get("properties").is_some();
        if let Some(types) = own_types.as_mut().filter(|types| types.contains("object"))
            && flat.parts.iter().any(|part| is_object(part) && types_of(part.at.value).is_empty())
        {
            types.remove("null");
        }
        // `items` say nothing of what is no array.
        let is_array = self.types.is_empty() || self.types.contains("array");
        if !of_items || is_array {
            self.types.extend(own_types.unwrap_or(other_types));
        }
        // A constraint that several parts have may be shown once, as the strictest.
        for label in told {
            let same = self.constraints.iter().filter(|it| it.label == label).count();
            if same < 2 {
                self.constraints.iter_mut().filter(|it| it.label == label).for_each(|it| it.may_yield = false);
            }
        }
    }
}

/// The JSON types that a schema names.
fn types_of(schema: &Value) -> BTreeSet<String> {
    let named = schema.get("type");
    let list = named.and_then(Value::as_array).into_iter().flatten().chain(named.filter(|it| it.is_string()));
    let mut types: BTreeSet<String> = list.filter_map(Value::as_str).map(str::to_owned).collect();
    if !types.is_empty() && schema["nullable"] == true {
        types.insert("null".to_owned());
    }
    types
}
