//! An independent reader: the names of parameters and of fields to the second level, found by a plain walk over
//! `serde_json::Value` that shares nothing with the engine but the contract.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::Path;

use engine::{InspectedContent, InspectedField, InspectedOperation};
use serde_json::Value;

/// The end of a name that may be there or not.
pub(crate) const OPEN: &str = " ?";
/// What stands between the names of a field and of one below it.
pub(crate) const LEVEL: &str = " > ";

/// Every file of a tree that was read, parsed, by path below the root.
#[derive(Default)]
pub(crate) struct Files {
    pub(crate) parsed: BTreeMap<String, Value>,
}

impl Files {
    /// The document at `path` below `specs/` and every file it refers to; `None` where this reader cannot read it.
    pub(crate) fn of(root: &Path, path: &str) -> Option<Self> {
        let mut files = Self::default();
        let mut open = vec![path.to_owned()];
        while let Some(path) = open.pop() {
            if files.parsed.contains_key(&path) {
                continue;
            }
            let Ok(text) = std::fs::read_to_string(root.join("specs").join(&path)) else { continue };
            let is_first = files.parsed.is_empty();
            match parse(&text) {
                Some(value) => {
                    let mut named = Vec::new();
                    references(&value, &mut named);
                    open.extend(named.into_iter().filter_map(|reference| split(&path, reference).map(|it| it.0)));
                    files.parsed.insert(path, value);
                }
                None if is_first => return None,
                None => {}
            }
        }
        Some(files)
    }

    /// Where a reference in the file at `base` leads: the file, and the value in it.
    pub(crate) fn resolve<'a>(&'a self, base: &str, reference: &str) -> Option<At<'a>> {
        let (path, fragment) = split(base, reference)?;
        let (file, document) = self.parsed.get_key_value(&path)?;
        let value = if fragment.is_empty() || fragment.starts_with('/') {
            document.pointer(&fragment)?
        } else {
            find(document, &|value| value["$anchor"] == *fragment)?
        };
        Some(At { file, value })
    }

    /// A value, or what its references lead to.
    pub(crate) fn follow<'a>(&'a self, at: At<'a>) -> Option<At<'a>> {
        let mut at = at;
        for _ in 0..32 {
            let Some(reference) = at.value.get("$ref").and_then(Value::as_str) else { return Some(at) };
            at = self.resolve(at.file, reference)?;
        }
        None
    }
}

/// A value, and the file it stands in.
#[derive(Clone, Copy)]
pub(crate) struct At<'a> {
    pub(crate) file: &'a str,
    pub(crate) value: &'a Value,
}

impl<'a> At<'a> {
    pub(crate) fn get(self, key: &str) -> Option<Self> {
        Some(Self { value: self.value.get(key)?, ..self })
    }

    pub(crate) fn items(self, key: &str) -> Vec<Self> {
        let items = self.value.get(key).and_then(Value::as_array);
        items.into_iter().flatten().map(|value| Self { value, ..self }).collect()
    }

    pub(crate) fn entries(self, key: &str) -> Vec<(&'a str, Self)> {
        let entries = self.value.get(key).and_then(Value::as_object);
        entries.into_iter().flatten().map(|(key, value)| (key.as_str(), Self { value, ..self })).collect()
    }

    pub(crate) fn is_internal(self) -> bool {
        self.value["x-internal"] == true
    }

    pub(crate) fn address(self) -> usize {
        std::ptr::from_ref(self.value).addr()
    }
}

/// JSON, or YAML with merge keys.
fn parse(text: &str) -> Option<Value> {
    let text = text.trim_start_matches('\u{feff}');
    if let Ok(value) = serde_json::from_str(text) {
        return Some(value);
    }
    let mut value: serde_yaml::Value = serde_yaml::from_str(text).ok()?;
    value.apply_merge().ok()?;
    Some(json(value))
}

fn json(value: serde_yaml::Value) -> Value {
    use serde_yaml::Value as Yaml;
    match value {
        Yaml::Null => Value::Null,
        Yaml::Bool(flag) => flag.into(),
        Yaml::Number(number) => serde_json::to_value(number).unwrap_or_default(),
        Yaml::String(text) => text.into(),
        Yaml::Sequence(items) => items.into_iter().map(json).collect(),
        Yaml::Mapping(entries) => entries.into_iter().map(|(key, value)| (name(key), json(value))).collect(),
        Yaml::Tagged(tagged) => json(tagged.value),
    }
}

fn name(key: serde_yaml::Value) -> String {
    match json(key) {
        Value::String(text) => text,
        other => other.to_string(),
    }
}

/// Every `$ref` of a value, and what discriminators map to.
fn references<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
    match value {
        Value::Object(entries) => {
            for (key, value) in entries {
                match (key.as_str(), value) {
                    ("$ref", Value::String(text)) => found.push(text),
                    ("mapping", Value::Object(mapping)) => found.extend(mapping.values().filter_map(Value::as_str)),
                    _ => {}
                }
                references(value, found);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| references(item, found)),
        _ => {}
    }
}

/// The first value within `value` that `is_it` holds of.
fn find<'a>(value: &'a Value, is_it: &dyn Fn(&Value) -> bool) -> Option<&'a Value> {
    if is_it(value) {
        return Some(value);
    }
    match value {
        Value::Object(entries) => entries.values().find_map(|value| find(value, is_it)),
        Value::Array(items) => items.iter().find_map(|value| find(value, is_it)),
        _ => None,
    }
}

/// The file that a reference names, and its fragment.
fn split(base: &str, reference: &str) -> Option<(String, String)> {
    let (file, fragment) = reference.split_once('#').unwrap_or((reference, ""));
    let fragment = decoded(fragment);
    if file.is_empty() {
        return Some((base.to_owned(), fragment));
    }
    if file.contains("://") {
        return None;
    }
    let mut parts: Vec<&str> = base.split('/').collect();
    parts.pop();
    let file = decoded(file);
    for part in file.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    Some((parts.join("/"), fragment))
}

fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let code = after.get(..2).and_then(|hex| u8::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok());
        match (first, code) {
            (b'%', Some(code)) => {
                bytes.push(code);
                rest = &after[2..];
            }
            _ => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8(bytes).unwrap()
}

/// The walk over one document.
pub(crate) struct Walk<'a> {
    pub(crate) files: &'a Files,
    pub(crate) document: At<'a>,
    /// In 3.0 nothing counts beside a `$ref`.
    pub(crate) siblings_count: bool,
}

/// An operation and its path item.
pub(crate) struct Operation<'a> {
    pub(crate) method: String,
    pub(crate) path: &'a str,
    pub(crate) at: At<'a>,
    /// It goes to the reader: what the document says of its servers and security is not about it.
    pub(crate) is_webhook: bool,
    own: At<'a>,
    shared: Option<At<'a>>,
}

impl<'a> Operation<'a> {
    /// As pages refer to it.
    pub(crate) fn address(&self) -> String {
        format!("{} {}", self.method, self.path)
    }

    /// A field of the path item, or of what it refers to.
    pub(crate) fn field(&self, name: &str) -> Option<At<'a>> {
        self.own.get(name).or_else(|| self.shared?.get(name))
    }
}

/// The named schemas that a value is a part of, innermost first.
#[derive(Clone, Copy, Default)]
pub(crate) struct Owners(Option<&'static (usize, Owners)>);

impl Owners {
    /// With a further named schema. Kept until the test ends.
    pub(crate) fn within(self, schema: At<'_>) -> Self {
        Self(Some(Box::leak(Box::new((schema.address(), self)))))
    }

    /// Whether the value is a part of that schema.
    pub(crate) fn contain(self, schema: At<'_>) -> bool {
        std::iter::successors(self.0, |owner| owner.1.0).any(|owner| owner.0 == schema.address())
    }
}

/// A schema, and what it is a part of.
#[derive(Clone, Copy)]
struct Part<'a> {
    at: At<'a>,
    owners: Owners,
}

/// What a list of schemas that hold together comes to.
#[derive(Default)]
struct Flat<'a> {
    properties: Vec<(String, Vec<Part<'a>>)>,
    items: Vec<Part<'a>>,
}

impl<'a> Walk<'a> {
    pub(crate) fn new(files: &'a Files, path: &'a str) -> Self {
        let document = At { file: path, value: &files.parsed[path] };
        let version = document.value["openapi"].as_str().unwrap_or_default();
        Self { files, document, siblings_count: !version.starts_with("3.0") }
    }

    /// The operations and webhooks that a site shows; of several with one address the first.
    pub(crate) fn all(&self) -> Vec<Operation<'a>> {
        let mut found: Vec<Operation<'a>> = Vec::new();
        let mut known = HashSet::new();
        for section in ["paths", "webhooks"] {
            for (path, own) in self.document.entries(section) {
                let shared = own.get("$ref").and_then(|_| self.files.follow(own));
                let field = |name: &str| own.get(name).or_else(|| shared?.get(name));
                if field("x-internal").is_some_and(|flag| *flag.value == true) {
                    continue;
                }
                let usual = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];
                let usual = usual.into_iter().filter_map(|method| Some((method.to_uppercase(), field(method)?)));
                let more = shared.into_iter().chain([own]).flat_map(|item| item.entries("additionalOperations"));
                for (method, at) in usual.chain(more.map(|(method, at)| (method.to_owned(), at))) {
                    let at = self.files.follow(at).unwrap_or(at);
                    if at.value.is_object() && !at.is_internal() && known.insert(format!("{method} {path}")) {
                        let is_webhook = section == "webhooks";
                        found.push(Operation { method, path, at, is_webhook, own, shared });
                    }
                }
            }
        }
        found
    }

    /// The names of each operation and webhook, by `METHOD path`: `in name` of parameters, `body a > b` and `200 a > b`
    /// of fields. A name ends in [`OPEN`] if some of its schemas, but not all, say that it is not sent.
    pub(crate) fn operations(&self) -> BTreeMap<String, BTreeSet<String>> {
        let named = |operation: Operation<'a>| {
            let visible = self.parameters(operation.at, operation.field("parameters"));
            let mut names: BTreeSet<String> =
                visible.into_iter().map(|((location, name), _)| format!("{location} {name}")).collect();
            let flag = |flag: &'static str| (!operation.is_webhook).then_some(flag);
            if let Some(body) = operation.at.get("requestBody").and_then(|body| self.files.follow(body)) {
                self.body("body", body, flag("readOnly"), &mut names);
            }
            for (status, response) in operation.at.entries("responses") {
                if let Some(response) = self.files.follow(response).filter(|_| status.starts_with('2')) {
                    self.body(status, response, flag("writeOnly"), &mut names);
                }
            }
            (operation.address(), names)
        };
        self.all().into_iter().map(named).collect()
    }

    /// The parameters of an operation and its path by location and name.
    pub(crate) fn parameters(&self, operation: At<'a>, shared: Option<At<'a>>) -> BTreeMap<(&'a str, String), At<'a>> {
        let of_path = shared.and_then(|list| list.value.as_array().map(|items| (list.file, items)));
        let of_path = of_path.into_iter().flat_map(|(file, items)| items.iter().map(move |value| At { file, value }));
        let mut merged: BTreeMap<(&str, String), At<'a>> = BTreeMap::new();
        for parameter in of_path.chain(operation.items("parameters")) {
            let Some(parameter) = self.files.follow(parameter) else { continue };
            let Some(name) = parameter.value.get("name").and_then(scalar) else { continue };
            let Some(location) = parameter.value["in"].as_str() else { continue };
            if ["path", "query", "querystring", "header", "cookie"].contains(&location) {
                merged.insert((location, name), parameter);
            }
        }
        merged.retain(|_, parameter| !parameter.is_internal());
        merged
    }

    /// The fields of the media type that a page shows first.
    fn body(&self, prefix: &str, body: At<'a>, flag: Option<&str>, names: &mut BTreeSet<String>) {
        if body.is_internal() {
            return;
        }
        let kind = |name: &str| {
            let name = name.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
            match name.as_str() {
                "application/x-www-form-urlencoded" => 1,
                name if name.ends_with("/json") || name.ends_with("+json") => 0,
                name if name.starts_with("multipart/") => 2,
                _ => 3,
            }
        };
        let mut with_schema: Vec<(u8, At<'a>)> = Vec::new();
        for (name, media) in body.entries("content") {
            let Some(media) = self.files.follow(media) else { continue };
            with_schema
                .extend(media.get("schema").or_else(|| media.get("itemSchema")).map(|schema| (kind(name), schema)));
        }
        let Some((_, schema)) = with_schema.into_iter().min_by_key(|(kind, _)| *kind) else { return };
        let fields = self.below(&[Part { at: schema, owners: Owners::default() }]);
        let mark = |seeds: &[Part<'a>]| {
            let count = flag.map_or(0, |flag| seeds.iter().filter(|seed| self.has_flag(seed.at, flag, 0)).count());
            if count == 0 { Some("") } else { Some(OPEN).filter(|_| count < seeds.len()) }
        };
        for (name, seeds) in fields {
            let Some(own) = mark(&seeds) else { continue };
            for (inner, seeds) in self.below(&seeds) {
                let Some(of_inner) = mark(&seeds) else { continue };
                let is_open = !own.is_empty() || !of_inner.is_empty();
                names.insert(format!("{prefix} {name}{LEVEL}{inner}{}", if is_open { OPEN } else { "" }));
            }
            names.insert(format!("{prefix} {name}{own}"));
        }
    }

    /// Whether a schema has a flag, itself or by what holds together with it.
    fn has_flag(&self, schema: At<'a>, flag: &str, depth: usize) -> bool {
        let reference = schema.value.get("$ref").and_then(Value::as_str);
        let target = reference.and_then(|reference| self.files.resolve(schema.file, reference));
        let own = schema.value[flag] == true && (reference.is_none() || self.siblings_count);
        let parts = schema.items("allOf").into_iter().chain(target);
        own || depth < 16 && parts.into_iter().any(|part| self.has_flag(part, flag, depth + 1))
    }

    /// The fields below these schemas, arrays looked through. What a value is a part of has none below it.
    fn below(&self, seeds: &[Part<'a>]) -> Vec<(String, Vec<Part<'a>>)> {
        let mut fields: Vec<(String, Vec<Part<'a>>)> = Vec::new();
        let mut seeds = seeds.to_vec();
        for _ in 0..8 {
            let flat = self.flatten(&seeds);
            let known: HashSet<String> = fields.iter().map(|(name, _)| name.clone()).collect();
            fields.extend(flat.properties.into_iter().filter(|(name, _)| !known.contains(name)));
            seeds = flat.items;
            if seeds.is_empty() {
                break;
            }
        }
        fields.retain(|(_, seeds)| !seeds.iter().any(|seed| seed.at.is_internal()));
        fields
    }

    fn flatten(&self, seeds: &[Part<'a>]) -> Flat<'a> {
        let mut flat = Flat::default();
        let mut seen: HashSet<usize> = HashSet::new();
        let mut mapped: HashSet<usize> = HashSet::new();
        let direct = seeds.len() == 1;
        let mut stack: Vec<(Part<'a>, bool)> = seeds.iter().rev().map(|&seed| (seed, direct)).collect();
        while let Some((part, direct)) = stack.pop() {
            let reference = part.at.value.get("$ref").and_then(Value::as_str);
            if reference.is_none() || self.siblings_count {
                self.lay_out(part, direct, &mut flat, &mut stack, &mut mapped);
            }
            let Some(target) = reference.and_then(|reference| self.files.resolve(part.at.file, reference)) else {
                continue;
            };
            if seen.insert(target.address()) && !part.owners.contain(target) {
                stack.push((Part { at: target, owners: part.owners.within(target) }, direct));
            }
        }
        flat
    }

    /// The members of a map, which a reference may stand for.
    fn entries_of(&self, at: At<'a>, key: &str) -> Vec<(&'a str, At<'a>)> {
        let map = at.get(key).and_then(|map| match map.value.get("$ref") {
            Some(Value::String(_)) => self.files.follow(map),
            _ => Some(map),
        });
        let entries = map.and_then(|map| Some((map.file, map.value.as_object()?)));
        let named = entries.into_iter().flat_map(|(file, entries)| entries.iter().map(move |entry| (file, entry)));
        named.map(|(file, (name, value))| (name.as_str(), At { file, value })).collect()
    }

    fn lay_out(
        &self,
        part: Part<'a>,
        direct: bool,
        flat: &mut Flat<'a>,
        stack: &mut Vec<(Part<'a>, bool)>,
        mapped: &mut HashSet<usize>,
    ) {
        let schema = part.at;
        let of = |at: At<'a>| Part { at, ..part };
        let mut add = |name: String, at: At<'a>| match flat.properties.iter_mut().find(|(known, _)| *known == name) {
            Some((_, seeds)) => seeds.push(of(at)),
            None => flat.properties.push((name, vec![of(at)])),
        };
        let is_visible = |entry: &(&str, At<'a>)| !entry.1.is_internal();
        for (name, schema) in self.entries_of(schema, "properties").into_iter().filter(is_visible) {
            add(name.to_owned(), schema);
        }
        for (name, schema) in schema.entries("patternProperties").into_iter().filter(is_visible) {
            add(format!("/{name}/"), schema);
        }
        if let Some(additional) = schema.get("additionalProperties").filter(|it| it.value.is_object()) {
            add("{key}".to_owned(), additional);
        }
        for (at, item) in schema.items("prefixItems").into_iter().chain(schema.items("items")).enumerate() {
            add(format!("[{at}]"), item);
        }
        flat.items.extend(schema.get("items").filter(|items| items.value.is_object()).map(of));
        let alternatives: Vec<At<'a>> = schema.items("oneOf").into_iter().chain(schema.items("anyOf")).collect();
        let real = alternatives.iter().filter(|it| it.value["type"] != "null").count();
        stack.extend(alternatives.iter().map(|&it| (of(it), direct && real == 1)));
        stack.extend(schema.items("allOf").into_iter().map(|it| (of(it), false)));
        if !direct || real > 0 {
            return;
        }
        // A base schema maps the values of its discriminator to those that extend it.
        for (_, target) in schema.get("discriminator").into_iter().flat_map(|it| it.entries("mapping")) {
            let Some(name) = target.value.as_str() else { continue };
            let component = || {
                let schemas = self.document.get("components")?.get("schemas")?;
                schemas.get(name)
            };
            let is_name = !name.contains(['#', '/', '.']);
            let target = if is_name { component() } else { self.files.resolve(schema.file, name) };
            if let Some(target) = target.filter(|target| mapped.insert(target.address())) {
                stack.push((of(target), false));
            }
        }
    }
}

pub(crate) fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(flag.to_string()),
        _ => None,
    }
}

/// The same names of an operation as the engine sees it.
pub(crate) fn names(operation: &InspectedOperation) -> BTreeSet<String> {
    let parameters = operation.parameters.iter().map(|it| format!("{} {}", it.location, it.name));
    let mut names: BTreeSet<String> = parameters.collect();
    if let Some(body) = &operation.request_body {
        add_fields("body", &body.content, &mut names);
    }
    for response in operation.responses.iter().filter(|response| response.status.starts_with('2')) {
        add_fields(&response.status, &response.content, &mut names);
    }
    names
}

fn add_fields(prefix: &str, content: &[InspectedContent], names: &mut BTreeSet<String>) {
    for field in content.first().map(|media| &media.fields[..]).unwrap_or_default() {
        let InspectedField { name, fields, .. } = field;
        names.insert(format!("{prefix} {name}"));
        names.extend(fields.iter().map(|inner| format!("{prefix} {name}{LEVEL}{}", inner.name)));
    }
}
