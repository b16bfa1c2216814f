//! The document's operation against what a reader found, field by field.

use serde_json::Value;

use super::alternatives::{Reader, Tally};
use super::shown::{Shown, ShownMedia, ShownOperation, ShownResponse};
use super::source::{Facts, Part, Wanted};
use crate::walk::{At, Operation, Owners, Walk, scalar};

/// Levels of properties below a body.
const LEVELS: usize = 4;
/// Values are cut beyond this length in pages.
const LONGEST: usize = 2_000;
/// More differences of an operation are not told.
const MOST_TOLD: usize = 6;

/// What was compared, and where it differs.
#[derive(Default)]
pub(super) struct Report {
    pub(super) differences: Vec<String>,
    pub(super) operations: usize,
    pub(super) models: usize,
    pub(super) fields: usize,
    pub(super) facts: usize,
    /// Places where a page says that the fields stand in another place, or beyond the levels.
    pub(super) closed: usize,
    /// The same above the last level: the page is beyond its budget.
    pub(super) early: usize,
    pub(super) recursive: usize,
    /// Fields with several cases, alternatives that list fields, and values with too many cases to compare.
    pub(super) cases: usize,
    pub(super) variants: usize,
    pub(super) skipped: usize,
}

/// One operation in one form: page or Markdown.
pub(super) struct Comparison<'a, 'r> {
    pub(super) walk: &'r Walk<'a>,
    pub(super) name: String,
    pub(super) is_page: bool,
    pub(super) report: &'r mut Report,
    told: usize,
    /// The flag of fields that are not sent.
    omitted: Option<&'static str>,
}

/// Whether a value always has a property.
#[derive(Clone, Copy, PartialEq)]
enum Need {
    /// It is no object.
    Never,
    Required,
    Optional,
}

/// More schemas within each other are not asked.
const DEEPEST: usize = 24;

/// What a field is compared with.
struct Place<'a, 'o> {
    way: String,
    level: usize,
    open: &'o [usize],
    parent: Option<&'o Shown>,
    beside: Option<At<'a>>,
    /// Of a field above, a named part stands in another place: what only it says of this field is said there.
    is_partial: bool,
}

impl<'a, 'r> Comparison<'a, 'r> {
    pub(super) fn new(walk: &'r Walk<'a>, name: String, is_page: bool, report: &'r mut Report) -> Self {
        Self { walk, name, is_page, report, told: 0, omitted: None }
    }

    fn tell(&mut self, way: &str, what: impl std::fmt::Display) {
        self.told += 1;
        if self.told <= MOST_TOLD {
            let form = if self.is_page { "page" } else { "twin" };
            self.report.differences.push(format!("{} {form}: {way}: {what}", self.name));
        }
    }

    pub(super) fn operation(&mut self, operation: &Operation<'a>, shown: &ShownOperation) {
        let is_method = shown.method.eq_ignore_ascii_case(&operation.method);
        if !is_method || collapsed(&shown.path) != collapsed(operation.path) {
            self.tell("head", format!("{} {}", shown.method, shown.path));
        }
        let of_document = |name: &str| if operation.is_webhook { None } else { self.walk.document.get(name) };
        let security = operation.at.get("security").or_else(|| of_document("security"));
        let servers = [operation.at.get("servers"), operation.field("servers"), of_document("servers")];
        self.security(security, operation.at.get("security").is_some(), shown);
        let filled = |at: &At<'a>| at.value.as_array().is_some_and(|list| list.iter().any(|it| it["url"].is_string()));
        self.servers(servers.into_iter().flatten().find(filled), shown);
        self.exchange(operation.at, operation.field("parameters"), shown, !operation.is_webhook);
        self.callbacks(operation.at, shown);
    }

    /// A named schema.
    pub(super) fn model(&mut self, schema: At<'a>, shown: &Shown) {
        self.omitted = None;
        let seeds = [Part { at: schema, optional: false, owners: Owners::default() }];
        let open = [schema.address()];
        let place = Place { way: String::new(), level: 0, open: &open, parent: None, beside: None, is_partial: false };
        self.field(&seeds, shown, &place);
        self.alternatives("", schema, shown);
    }

    /// The same by a reader that takes alternatives one by one.
    fn alternatives(&mut self, way: &str, schema: At<'a>, shown: &Shown) {
        let omitted = match self.omitted {
            Some("read-only") => Some("readOnly"),
            Some(_) => Some("writeOnly"),
            None => None,
        };
        let mut reader = Reader { walk: self.walk, is_page: self.is_page, omitted, tally: Tally::default() };
        reader.value(way, schema, shown);
        let Tally { differences, fields, variants, skipped } = reader.tally;
        self.report.cases += fields;
        self.report.variants += variants;
        self.report.skipped += skipped;
        for difference in differences {
            self.tell("alternatives", difference);
        }
    }

    /// Parameters, body and responses; where the client sends the request, without what it does not send or get.
    fn exchange(&mut self, at: At<'a>, shared: Option<At<'a>>, shown: &ShownOperation, is_of_client: bool) {
        self.omitted = is_of_client.then_some("read-only");
        self.parameters(at, shared, shown);
        if let Some(body) = at.get("requestBody").and_then(|body| self.walk.files.follow(body))
            && !body.is_internal()
        {
            self.content("body", body, &shown.body);
        }
        self.omitted = is_of_client.then_some("write-only");
        for (status, response) in at.entries("responses") {
            let Some(response) = self.walk.files.follow(response) else { continue };
            if response.is_internal() || !response.value.is_object() || status.starts_with("x-") {
                continue;
            }
            match shown.responses.iter().find(|it| it.status == status) {
                Some(found) => self.response(status, response, found),
                None => self.tell("responses", format!("{status} is missing")),
            }
        }
    }

    fn response(&mut self, status: &str, response: At<'a>, shown: &ShownResponse) {
        let way = format!("response {status}");
        for (name, header) in response.entries("headers") {
            let Some(header) = self.walk.files.follow(header).filter(|it| !it.is_internal()) else { continue };
            match shown.headers.iter().find(|it| collapsed(&it.name) == collapsed(name)) {
                Some(found) => self.beside(&format!("{way} header {name}"), header, found),
                None => self.tell(&way, format!("header {name} is missing")),
            }
        }
        self.content(&way, response, &shown.media);
    }

    fn parameters(&mut self, at: At<'a>, shared: Option<At<'a>>, shown: &ShownOperation) {
        let all = self.walk.parameters(at, shared);
        for location in ["path", "query", "querystring", "header", "cookie"] {
            let title = match location {
                "path" => "Path Parameters",
                "query" => "Query Parameters",
                "querystring" => "Query String",
                "header" => "Headers",
                _ => "Cookie Parameters",
            };
            let wanted: Vec<(&String, At<'a>)> =
                all.iter().filter(|((of, _), _)| *of == location).map(|((_, name), at)| (name, *at)).collect();
            let group = shown.parameters.iter().find(|(known, _)| known == title).map(|(_, fields)| fields.as_slice());
            let names: Vec<&str> = wanted.iter().map(|(name, _)| name.as_str()).collect();
            let fields = nested(group.unwrap_or_default(), &names, self.is_page);
            if fields.len() != wanted.len() {
                self.tell(title, format!("{} parameters, not {}", fields.len(), wanted.len()));
            }
            for (name, parameter) in wanted {
                let way = format!("{location} {name}");
                match fields.iter().find(|it| collapsed(&it.name) == collapsed(name)) {
                    Some(found) => {
                        let required = location == "path" || parameter.value["required"] == true;
                        if found.required != required {
                            self.tell(&way, format!("required is {}", found.required));
                        }
                        self.beside(&way, parameter, found);
                    }
                    None => self.tell(&way, "is missing"),
                }
            }
        }
    }

    /// A parameter or header: what is said beside its schema, and its schema.
    fn beside(&mut self, way: &str, at: At<'a>, shown: &Shown) {
        let content = at.entries("content").into_iter().next();
        if let Some((media, _)) = content
            && !shown.facts.contains(&("Content".to_owned(), media.to_owned()))
        {
            self.tell(way, format!("content {media} is missing: {:?}", shown.facts));
        }
        if at.value["deprecated"] == true && !shown.flags.contains("deprecated") {
            self.tell(way, "deprecated is missing");
        }
        for (keyword, label) in [("allowReserved", "Reserved characters"), ("allowEmptyValue", "Empty value")] {
            if at.value[keyword] == true && !shown.facts.iter().any(|(known, _)| known == label) {
                self.tell(way, format!("{keyword} is missing"));
            }
        }
        let usual = match at.value["in"].as_str() {
            Some("query" | "cookie" | "querystring") => "form",
            _ => "simple",
        };
        // How a parameter is written is seen in the samples of a page.
        if let Some(style) = at.value["style"].as_str().filter(|style| *style != usual && !self.is_page)
            && !shown.facts.contains(&("Style".to_owned(), style.to_owned()))
        {
            self.tell(way, format!("style {style} is missing"));
        }
        let of_content = content.and_then(|(_, media)| self.walk.files.follow(media)?.get("schema"));
        if let Some(schema) = of_content.or_else(|| at.get("schema")) {
            let seeds = [Part { at: schema, optional: false, owners: Owners::default() }];
            let place =
                Place { way: way.to_owned(), level: 0, open: &[], parent: None, beside: Some(at), is_partial: false };
            self.field(&seeds, shown, &place);
            self.alternatives(way, schema, shown);
        }
    }

    /// The media types of a body.
    fn content(&mut self, way: &str, holder: At<'a>, shown: &[ShownMedia]) {
        let mut first: Option<&Value> = None;
        let media: Vec<(&str, At<'a>)> = holder
            .entries("content")
            .into_iter()
            .filter_map(|(name, media)| Some((name, self.walk.files.follow(media)?)))
            .filter(|(_, media)| !media.is_internal())
            .collect();
        for shown in shown.iter().take(1) {
            let own = media.iter().find(|(name, _)| *name == shown.name);
            first = own.and_then(|(_, media)| Some(media.get("schema")?.value));
        }
        for (name, media) in media {
            let way = format!("{way} {name}");
            let Some(found) = shown.iter().find(|it| it.name == name) else {
                self.tell(&way, "is missing");
                continue;
            };
            let Some(schema) = media.get("schema") else { continue };
            if found.is_same {
                if first.map(telling) != Some(telling(schema.value)) {
                    self.tell(&way, "has not the same fields");
                }
                continue;
            }
            let seeds = [Part { at: schema, optional: false, owners: Owners::default() }];
            let place = Place { way: way.clone(), level: 0, open: &[], parent: None, beside: None, is_partial: false };
            self.field(&seeds, &found.whole, &place);
            self.alternatives(&way, schema, &found.whole);
            for (property, encoding) in media.entries("encoding") {
                self.encoding(&format!("{way} encoding {property}"), property, encoding, &found.whole);
            }
        }
    }

    fn encoding(&mut self, way: &str, property: &str, encoding: At<'a>, whole: &Shown) {
        let field = whole.children.iter().find(|field| field.name == property).unwrap_or(whole);
        if let Some(kind) = encoding.value["contentType"].as_str()
            && !field.facts.iter().any(|(label, value)| label == "Content type" && value.ends_with(kind))
        {
            self.tell(way, format!("contentType {kind} is missing"));
        }
        for (name, _) in encoding.entries("headers") {
            if !field.facts.iter().any(|(label, value)| label == "Part header" && value.contains(name)) {
                self.tell(way, format!("header {name} is missing"));
            }
        }
    }

    /// A field, or a body as a whole, and those below it.
    fn field(&mut self, seeds: &[Part<'a>], shown: &Shown, place: &Place<'a, '_>) {
        self.report.fields += 1;
        let mut seeds = seeds.to_vec();
        if let [seed] = seeds.as_mut_slice() {
            seed.optional = false;
        }
        let given: Vec<At<'a>> = seeds.iter().map(|seed| seed.at).collect();
        let facts = self.walk.facts(&seeds);
        let is_closed = shown.notes.iter().any(|note| note.starts_with("More "));
        let is_partial = place.is_partial || is_closed;
        let is_recursive = shown.notes.iter().any(|note| note.starts_with("recursive: "));
        self.said(&facts, shown, is_closed || is_recursive, place);
        let open = place.open.to_vec();
        let mut properties: Vec<(String, Vec<Part<'a>>, bool)> = Vec::new();
        let mut is_within_itself = false;
        for _ in 0..8 {
            let flat = self.walk.spread(&seeds, &open);
            is_within_itself |= !flat.recursive.is_empty();
            for name in &flat.recursive {
                self.report.recursive += 1;
                let last = |note: &String| note.ends_with(name.as_str());
                if !shown.notes.iter().any(|note| last(note) && note.starts_with("recursive: ")) && !is_closed {
                    self.tell(&place.way, format!("is not said to be recursive: {name}, {:?}", shown.notes));
                }
            }
            let required = |name: &str| {
                let fixed = flat.parts.iter().filter(|part| !part.optional);
                let mut lists = fixed.filter_map(|part| part.at.value["required"].as_array());
                lists.any(|list| list.iter().any(|it| scalar(it).as_deref() == Some(name)))
            };
            for (name, seeds) in flat.properties {
                if !properties.iter().any(|(known, ..)| *known == name) {
                    properties.push((name.clone(), seeds, required(&name)));
                }
            }
            seeds = flat.items;
            if seeds.is_empty() {
                break;
            }
        }
        properties.retain(|(_, seeds, _)| !seeds.iter().any(|seed| seed.at.is_internal()) && !self.is_omitted(seeds));
        if is_closed {
            self.report.closed += 1;
            self.report.early += usize::from(place.level < LEVELS);
            if properties.is_empty() && !is_within_itself {
                self.tell(&place.way, format!("has nothing more: {:?}", shown.notes));
            }
        }
        for child in &shown.children {
            if !properties.iter().any(|(name, ..)| collapsed(name) == collapsed(&child.name)) {
                self.tell(&place.way, format!("{} is not in the schema", child.name));
            }
        }
        for (name, seeds, required) in properties {
            let way = format!("{} > {name}", place.way);
            let Some(child) = shown.children.iter().find(|child| collapsed(&child.name) == collapsed(&name)) else {
                if !is_partial {
                    self.tell(&way, "is missing");
                }
                continue;
            };
            let needs: Vec<Need> = given.iter().map(|&at| self.need(at, &name, 0)).collect();
            let is_in_all = needs.contains(&Need::Required) && !needs.contains(&Need::Optional);
            if child.required != (required || is_in_all) {
                self.tell(&way, format!("required is {}", child.required));
            }
            if let (Some(anchor), Some(parent)) = (&child.anchor, &shown.anchor)
                && !anchor.starts_with(parent.as_str())
            {
                self.tell(&way, format!("has the anchor {anchor}"));
            }
            let place =
                Place { way, level: place.level + 1, open: &open, parent: Some(shown), beside: None, is_partial };
            self.field(&seeds, child, &place);
        }
    }

    /// Whether every object that a schema allows has a property, whichever alternatives it follows.
    fn need(&self, at: At<'a>, name: &str, depth: usize) -> Need {
        if depth > DEEPEST {
            return Need::Optional;
        }
        let below = |at: At<'a>| self.need(at, name, depth + 1);
        let own = at.value;
        let is_named =
            |list: &Value| list.as_array().into_iter().flatten().any(|it| scalar(it).as_deref() == Some(name));
        let mut all = vec![if is_named(&own["required"]) { Need::Required } else { Need::Optional }];
        if own["$ref"].is_string() {
            all.extend(self.walk.files.follow(at).filter(|target| target.address() != at.address()).map(below));
        }
        all.extend(at.items("allOf").into_iter().map(below));
        let is_null = |it: &At<'a>| {
            it.value["type"] == "null"
                || it.value["nullable"] == true && it.value["type"].is_null() && it.value["$ref"].is_null()
        };
        let mut choices: Vec<At<'a>> = at.items("oneOf");
        choices.extend(at.items("anyOf"));
        choices.retain(|it| !is_null(it));
        if !choices.is_empty() {
            let needs: Vec<Need> = choices.into_iter().map(below).collect();
            all.push(match needs.contains(&Need::Optional) {
                true => Need::Optional,
                false => {
                    if needs.contains(&Need::Required) {
                        Need::Required
                    } else {
                        Need::Never
                    }
                }
            });
        }
        let types: Vec<&str> = match &own["type"] {
            Value::String(one) => vec![one],
            Value::Array(many) => many.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        if let Some(items) = at.get("items").filter(|_| types.is_empty() || types.contains(&"array")) {
            let of_items = below(items);
            let is_only = !types.contains(&"object") && own["properties"].is_null();
            all.push(of_items);
            if is_only {
                return of_items;
            }
        } else if !types.is_empty() && !types.contains(&"object") && own["properties"].is_null() {
            return Need::Never;
        }
        match all.contains(&Need::Required) {
            true => Need::Required,
            false => {
                if all.contains(&Need::Never) {
                    Need::Never
                } else {
                    Need::Optional
                }
            }
        }
    }

    /// Whether a field is not sent: it says so itself, or each of its alternatives does.
    fn is_omitted(&self, seeds: &[Part<'a>]) -> bool {
        let Some(flag) = self.omitted else { return false };
        let of_each = |seed: &Part<'a>| self.walk.facts(&[Part { optional: false, ..*seed }]).flags.contains(flag);
        self.walk.facts(seeds).flags.contains(flag) || seeds.iter().all(of_each)
    }

    /// What is said of a field.
    fn said(&mut self, facts: &Facts, shown: &Shown, is_closed: bool, place: &Place<'a, '_>) {
        let variants = || shown.variants.iter();
        let more = variants().any(|it| it.name.ends_with(" more"));
        let of_parent = || {
            let all = place.parent.into_iter().flat_map(|parent| &parent.variants).flat_map(|it| &it.children);
            all.filter(|field| field.name == shown.name)
        };
        for Wanted { label, value, may_yield, optional } in &facts.constraints {
            self.report.facts += 1;
            let own = shown.facts.iter().chain(variants().flat_map(|it| &it.facts));
            let mut of_label = own.filter(|(known, _)| known == label).peekable();
            // What is said beside the schema stands for the schema's own.
            let is_replaced = *label == "Default" && place.beside.is_some_and(|at| at.get("default").is_some());
            // Readers expect of an object that it has no others.
            let is_expected = self.is_page && *label == "Additional properties" && value == "not allowed";
            let is_there =
                if *may_yield { of_label.peek().is_some() } else { of_label.any(|(_, it)| is_value(it, value)) };
            if !is_there && !is_replaced && !is_expected && !(place.is_partial || *optional && (is_closed || more)) {
                self.tell(&place.way, format!("{label} {value} is missing: {:?}", shown.facts));
            }
        }
        for (value, optional) in &facts.values {
            self.report.facts += 1;
            let known = shown.values.iter();
            let known = known.chain(variants().flat_map(|it| &it.values)).chain(of_parent().flat_map(|it| &it.values));
            let mut known = known.chain(shown.variants.iter().flat_map(|it| &it.children).flat_map(|it| &it.values));
            if !known.any(|it| is_value(it, value)) && !(place.is_partial || *optional && (is_closed || more)) {
                self.tell(&place.way, format!("the value {value} is missing: {:?} of {}", shown.values, shown.kind));
            }
        }
        for flag in &facts.flags {
            if !shown.flags.contains(*flag) && !place.is_partial {
                self.tell(&place.way, format!("{flag} is missing"));
            }
        }
        if !place.is_partial {
            self.kind(facts, shown, &place.way);
        }
    }

    /// The types in words.
    fn kind(&mut self, facts: &Facts, shown: &Shown, way: &str) {
        let kind = &shown.kind;
        if facts.is_broken || kind.contains(" more") {
            return;
        }
        let words: Vec<&str> = kind.split([' ', '(', ')']).collect();
        let has = |word: &str| words.contains(&word);
        let is_named = facts.names.iter().any(|name| collapsed(kind).contains(&collapsed(name)));
        for kind_of in &facts.types {
            let is_there = match kind_of.as_str() {
                "number" if facts.types.contains("integer") => has("number") || has("integer") || has("enum"),
                // Of two that hold together, integers are meant.
                "integer" if facts.types.contains("number") => has("integer") || has("number") || has("enum"),
                "string" | "integer" | "number" => has(kind_of) || has("enum"),
                "object" => has("object") || is_named,
                "null" => has("null"),
                "array" => has("array"),
                "boolean" => has("boolean") || has("enum"),
                other => kind.contains(other),
            };
            if !(is_there || is_named && facts.types.len() > 1) {
                self.tell(way, format!("type {kind_of} is not in {kind:?}"));
            }
        }
    }

    fn security(&mut self, wanted: Option<At<'a>>, is_own: bool, shown: &ShownOperation) {
        let wanted: Vec<&Value> = wanted.and_then(|at| at.value.as_array()).into_iter().flatten().collect();
        let mut wanted: Vec<&Value> = wanted.into_iter().filter(|it| it.is_object()).collect();
        // An empty list of an operation means that it needs nothing.
        if wanted.is_empty() && is_own {
            wanted.push(&Value::Null);
        }
        if shown.security.len() != wanted.len() {
            self.tell("security", format!("{} ways, not {}", shown.security.len(), wanted.len()));
            return;
        }
        for (requirement, found) in wanted.into_iter().zip(&shown.security) {
            let names: Vec<(&String, &Value)> = requirement.as_object().into_iter().flatten().collect();
            let listed: Vec<&str> = found.needs.iter().map(|need| need.name.as_str()).collect();
            if names.iter().any(|(name, _)| !listed.contains(&name.as_str())) || names.len() != listed.len() {
                self.tell("security", format!("{listed:?}, not {requirement}"));
            }
            for (name, scopes) in names {
                let need = found.needs.iter().find(|need| need.name == *name);
                let known = need.map(|need| need.scopes.as_slice()).unwrap_or_default();
                let all: Vec<String> = scopes.as_array().into_iter().flatten().filter_map(scalar).collect();
                if known != all {
                    self.tell("security", format!("{name} has the scopes {known:?}, not {all:?}"));
                }
                self.scheme(name, &all, &found.text);
            }
        }
    }

    /// What is said of a scheme: kind, place, addresses, what the scopes allow.
    fn scheme(&mut self, name: &str, scopes: &[String], text: &str) {
        let schemes = self.walk.document.get("components").and_then(|it| it.get("securitySchemes"));
        let Some(scheme) = schemes.and_then(|it| self.walk.files.follow(it.get(name)?)) else { return };
        let of = |key: &str| scheme.value[key].as_str().map(str::to_owned);
        let mut wanted: Vec<String> = match scheme.value["type"].as_str() {
            Some("apiKey") => [of("name"), of("in")].into_iter().flatten().collect(),
            Some("http") => [of("scheme"), of("bearerFormat")].into_iter().flatten().collect(),
            Some("openIdConnect") => of("openIdConnectUrl").into_iter().collect(),
            Some("mutualTLS") => vec!["client certificate".to_owned()],
            Some("oauth2") => vec!["OAuth 2".to_owned()],
            _ => Vec::new(),
        };
        for (flow, about) in scheme.entries("flows").into_iter().filter(|(flow, _)| !flow.starts_with("x-")) {
            // The first word of its name.
            let word = flow.split(char::is_uppercase).next().unwrap_or_default();
            wanted.push(word.get(1..).unwrap_or_default().to_owned());
            let addresses = ["authorizationUrl", "tokenUrl", "refreshUrl"];
            wanted.extend(addresses.iter().filter_map(|key| about.value[*key].as_str()).map(str::to_owned));
            let meant = about.entries("scopes").into_iter().filter(|(scope, _)| scopes.iter().any(|it| it == scope));
            wanted.extend(meant.filter_map(|(_, about)| about.value.as_str().map(collapsed)));
        }
        let text = collapsed(text);
        for part in wanted {
            if !text.contains(&collapsed(&part)) {
                self.tell("security", format!("{name}: {part:?} is not in {text:?}"));
            }
        }
    }

    fn servers(&mut self, wanted: Option<At<'a>>, shown: &ShownOperation) {
        let list = wanted.and_then(|at| at.value.as_array()).into_iter().flatten();
        for server in list.filter(|server| server["url"].is_string() && server["x-internal"] != true) {
            let url = server["url"].as_str().unwrap_or_default();
            let Some(found) = shown.servers.iter().find(|codes| codes.first().is_some_and(|it| it == url)) else {
                self.tell("servers", format!("{url} is missing: {:?}", shown.servers));
                continue;
            };
            for (name, variable) in server["variables"].as_object().into_iter().flatten() {
                let values = variable["enum"].as_array().into_iter().flatten().chain(variable.get("default"));
                for text in values.filter_map(scalar) {
                    if !found.contains(&text) {
                        self.tell("servers", format!("{text} of {name} is missing: {found:?}"));
                    }
                }
                if !found.iter().any(|it| it.trim_matches(['{', '}']) == name) {
                    self.tell("servers", format!("{name} is missing: {found:?}"));
                }
            }
        }
    }

    fn callbacks(&mut self, at: At<'a>, shown: &ShownOperation) {
        for (name, callback) in at.entries("callbacks") {
            let Some(callback) = self.walk.files.follow(callback) else { continue };
            let items = callback.value.as_object().into_iter().flatten();
            for (expression, item) in items.filter(|(key, _)| !key.starts_with("x-") && *key != "$ref") {
                let Some(item) = self.walk.files.follow(At { value: item, ..callback }) else { continue };
                for method in ["get", "put", "post", "delete", "patch"] {
                    let Some(request) = item.get(method) else { continue };
                    let words = [name, &method.to_uppercase(), expression].map(collapsed);
                    let is_it = |title: &str| words.iter().all(|word| collapsed(title).contains(word.as_str()));
                    match shown.callbacks.iter().find(|(title, _)| is_it(title)) {
                        Some((_, found)) => self.exchange(request, item.get("parameters"), found, false),
                        None => self.tell("callbacks", format!("{words:?} is missing")),
                    }
                }
            }
        }
    }
}

/// A schema without what no reader sees.
fn telling(schema: &Value) -> Value {
    match schema {
        Value::Object(entries) => {
            let is_seen = |key: &str| key != "xml" && !key.starts_with("x-");
            let seen = entries.iter().filter(|(key, _)| is_seen(key));
            seen.map(|(key, value)| (key.clone(), telling(value))).collect()
        }
        Value::Array(items) => items.iter().map(telling).collect(),
        other => other.clone(),
    }
}

/// Without white space: a line holds it collapsed.
fn collapsed(text: &str) -> String {
    text.split_whitespace().collect()
}

/// Whether a value of the document is shown so.
pub(super) fn is_value(shown: &str, value: &Value) -> bool {
    let number = |text: &str| text.parse::<f64>().ok();
    let is_it = match value {
        Value::String(text) => shown == text,
        Value::Number(known) => {
            shown == known.to_string() || number(shown).is_some_and(|it| known.as_f64() == Some(it))
        }
        other => serde_json::from_str::<Value>(shown).is_ok_and(|it| is_same(&it, other)),
    };
    let is_cut = || match value {
        Value::String(text) => text.starts_with(shown.trim_end_matches('…')),
        _ => true,
    };
    is_it || shown.len() + 4 > LONGEST && is_cut()
}

/// Whether two values are one, numbers by what they are.
fn is_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| is_same(a, b)))
        }
        (a, b) => a == b,
    }
}

/// The fields of a group; rows of a table whose names are ways are put below those that they are of.
fn nested(rows: &[Shown], names: &[&str], is_page: bool) -> Vec<Shown> {
    if is_page {
        return rows.to_vec();
    }
    let mut found: Vec<Shown> = Vec::new();
    for row in rows {
        let is_top = names.iter().any(|name| collapsed(name) == collapsed(&row.name));
        let is_new = !found.iter().any(|known| known.name == row.name);
        match found.last_mut().filter(|_| !(is_top && is_new)) {
            Some(last) => adopt(last, &row.name.clone(), row),
            None => found.push(row.clone()),
        }
    }
    found
}

/// Puts a row below the field that its name begins with.
fn adopt(parent: &mut Shown, name: &str, row: &Shown) {
    let Some(rest) = name.strip_prefix(&format!("{}.", parent.name)) else {
        parent.children.push(row.clone());
        return;
    };
    let is_below = parent.children.last().is_some_and(|last| rest.starts_with(&format!("{}.", last.name)));
    match parent.children.last_mut().filter(|_| is_below) {
        Some(last) => adopt(last, rest, row),
        None => parent.children.push(Shown { name: rest.to_owned(), ..row.clone() }),
    }
}
