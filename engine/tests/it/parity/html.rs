//! An operation read from its page, by the elements of the page alone.

use html5ever::tendril::TendrilSink;
use markup5ever_rcdom::{Handle, NodeData, RcDom};

use super::shown::{Shown, ShownMedia, ShownNeed, ShownOperation, ShownRequirement, ShownResponse};

/// The titles of the groups of parameters.
const GROUPS: [&str; 5] = ["Headers", "Path Parameters", "Query Parameters", "Query String", "Cookie Parameters"];
/// Stands before further media types.
const SAME: &str = "Also, with the same fields:";

/// The type of a whole body or schema without a line for it.
const UNSTATED: &str = "object";

/// The operation of a page; `None` where it shows none.
pub(super) fn read_page(page: &str) -> Option<ShownOperation> {
    let dom = html5ever::parse_document(RcDom::default(), html5ever::ParseOpts::default()).one(page);
    let endpoint = find(&dom.document, &|node| tag(node) == "wc-endpoint")?;
    let mut found = ShownOperation {
        method: text_of(&find(&endpoint, &|node| has_class(node, "method"))?),
        path: text_of(&find(&endpoint, &|node| has_class(node, "endpoint-path"))?),
        ..ShownOperation::default()
    };
    if let Some(servers) = find(&endpoint, &|node| has_class(node, "endpoint-servers")) {
        found.servers = elements(&servers).iter().map(own_codes).collect();
    } else if let Some(server) = find(&endpoint, &|node| has_class(node, "access-server")) {
        found.servers = vec![own_codes(&server)];
    }
    if let Some(security) = find(&endpoint, &|node| has_class(node, "endpoint-security")) {
        found.security = elements(&security).iter().map(requirement).collect();
    }
    exchange(&elements(&find(&endpoint, &|node| has_class(node, "endpoint-main"))?), &mut found);
    let badges = find(&endpoint, &|node| has_class(node, "endpoint-badges"));
    receive(&mut found, badges.is_some_and(|badges| text_of(&badges).contains("Webhook")));
    Some(found)
}

/// The schema of a page of schemas: its name, and what is said of it. `None` where the page is none.
pub(super) fn read_model(page: &str) -> Option<(String, Shown)> {
    let dom = html5ever::parse_document(RcDom::default(), html5ever::ParseOpts::default()).one(page);
    let article = find(&dom.document, &|node| tag(node) == "article")?;
    let parts = elements(&article);
    let name = parts.iter().find(|part| tag(part) == "h1").map(text_of)?;
    // Without an example and uses, the article has the parts itself.
    let is_own = |node: &Handle| has_class(node, "endpoint-intro") || has_class(node, "endpoint-main");
    let columns = parts.iter().filter(|part| has_class(part, "endpoint")).flat_map(elements);
    let own: Vec<Handle> = columns.filter(is_own).flat_map(|column| elements(&column)).collect();
    let own = if own.is_empty() { parts } else { own };
    let mut found = Shown { kind: UNSTATED.to_owned(), ..Shown::default() };
    details(&own, &mut found);
    for fields in own.iter().filter(|part| tag(part) == "wc-fields") {
        details(&elements(fields), &mut found);
    }
    read(&mut found.children);
    Some((name, found))
}

/// What groups of fields and responses say, in their order.
fn exchange(nodes: &[Handle], found: &mut ShownOperation) {
    for node in nodes {
        match tag(node) {
            "wc-fields" => group(node, found),
            "wc-responses" => {
                let all = elements(node).into_iter().filter(|node| tag(node) == "wc-response");
                found.responses.extend(all.map(|node| folded(&node)));
            }
            "section" if has_class(node, "endpoint-callbacks") => {
                let all = elements(node).into_iter().filter(|node| tag(node) == "details");
                found.callbacks.extend(all.map(|node| callback(&node)));
            }
            _ => {}
        }
    }
}

/// Adds a group of fields: parameters, a body, a response.
fn group(node: &Handle, found: &mut ShownOperation) {
    let parts = elements(node);
    let Some(title) = parts.iter().find(|part| has_class(part, "fields-title")) else { return };
    let words = own_text(title);
    let inside = |class: &str| find(title, &|node| has_class(node, class)).map(|node| text_of(&node));
    let (anchor, media) = (attribute(title, "id"), inside("fields-badge"));
    if GROUPS.contains(&words.as_str()) {
        let mut whole = Shown::default();
        details(&parts, &mut whole);
        found.parameters.push((words, whole.children));
    } else if words == "Body" {
        found.body = bodies(&parts, media, anchor.as_ref());
    } else if words == "Response body" {
        found.responses.push(response(inside("status").unwrap_or_default(), parts, media, anchor.as_ref()));
    }
}

/// Whether it is the list of a response's headers.
fn is_headers(node: &Handle) -> bool {
    let is_summary = |part: &Handle| tag(part) == "summary" && text_of(part) == "Headers";
    has_class(node, "field-children") && elements(node).iter().any(is_summary)
}

/// A response that stands folded.
fn folded(node: &Handle) -> ShownResponse {
    let status = attribute(node, "code").unwrap_or_default();
    let inside = elements(node).into_iter().find(|node| tag(node) == "details");
    let parts = inside.iter().flat_map(elements).collect();
    let media = find(node, &|node| has_class(node, "fields-badge")).map(|node| text_of(&node));
    response(status, parts, media, attribute(node, "id").as_ref())
}

/// A response with that media type behind its status.
fn response(status: String, parts: Vec<Handle>, media: Option<String>, anchor: Option<&String>) -> ShownResponse {
    let (headers, rest): (Vec<_>, Vec<_>) = parts.into_iter().partition(is_headers);
    ShownResponse {
        status,
        headers: headers.iter().flat_map(list_below).collect(),
        media: bodies(&rest, media, anchor),
    }
}

fn callback(node: &Handle) -> (String, ShownOperation) {
    let parts = elements(node);
    let summary = parts.iter().find(|part| tag(part) == "summary").map(text_of).unwrap_or_default();
    let mut found = ShownOperation::default();
    exchange(&parts, &mut found);
    receive(&mut found, true);
    (summary, found)
}

/// The media types of a body: the first, those in tabs behind it, those that are said to have its fields.
fn bodies(parts: &[Handle], first: Option<String>, anchor: Option<&String>) -> Vec<ShownMedia> {
    let Some(first) = first else { return Vec::new() };
    let body = |name: String, parts: &[Handle]| {
        let mut whole = Shown { anchor: anchor.cloned(), kind: UNSTATED.to_owned(), ..Shown::default() };
        details(parts, &mut whole);
        ShownMedia { name, is_same: false, whole }
    };
    let is_also = |part: &&Handle| has_class(part, "field-note") && own_text(part).starts_with(SAME);
    let mut found = match parts.iter().find(|part| has_class(part, "media-types")) {
        Some(tabs) => elements(tabs).iter().map(|tab| body(label_of(tab), &elements(tab))).collect(),
        None => {
            let own: Vec<Handle> = parts.iter().filter(|part| !is_also(part)).cloned().collect();
            vec![body(first, &own)]
        }
    };
    for name in parts.iter().filter(is_also).flat_map(own_codes) {
        let own = parts.iter().find(|part| has_class(part, "media-facts") && label_of(part) == name);
        let own = own.map(elements).unwrap_or_default();
        found.push(ShownMedia { is_same: true, ..body(name, &own) });
    }
    found
}

/// The label that a node begins with.
fn label_of(node: &Handle) -> String {
    elements(node).first().map(text_of).unwrap_or_default()
}

/// The fields of the lists in a node.
fn list_below(node: &Handle) -> Vec<Shown> {
    let lists = elements(node).into_iter().filter(|part| has_class(part, "field-list"));
    lists.flat_map(|list| elements(&list)).flat_map(|item| elements(&item)).map(|node| field(&node)).collect()
}

fn field(node: &Handle) -> Shown {
    let mut found = Shown { anchor: attribute(node, "id"), ..Shown::default() };
    let parts = elements(node);
    if let Some((head, about)) = parts.split_first() {
        // The names of the fields around it stand before its own, in an element.
        found.name = find(head, &|node| tag(node) == "code").map(|name| own_text(&name)).unwrap_or_default();
        for piece in elements(head) {
            match tag(&piece) {
                "i" => type_line(&text_of(&piece), &mut found),
                "b" => found.required = true,
                "small" => found.is_optional = true,
                _ => found.flags.extend(flag(&piece)),
            }
        }
        details(about, &mut found);
    }
    found
}

/// Reads the lists of values that readers receive.
fn receive(operation: &mut ShownOperation, is_webhook: bool) {
    if is_webhook {
        operation.body.iter_mut().for_each(|media| read(&mut media.whole.children));
        operation.parameters.iter_mut().for_each(|(_, fields)| read(fields));
        return;
    }
    for response in &mut operation.responses {
        read(&mut response.headers);
        response.media.iter_mut().for_each(|media| read(&mut media.whole.children));
    }
}

/// Of values that are only read, a list says which are required, or else which may be absent.
fn read(list: &mut [Shown]) {
    let mut open: Vec<&Shown> = list.iter().collect();
    while let Some(shown) = open.pop() {
        if shown.required {
            return;
        }
        open.extend(&shown.children);
    }
    let mut open: Vec<&mut Shown> = list.iter_mut().collect();
    while let Some(shown) = open.pop() {
        shown.required = !shown.is_optional;
        open.extend(&mut shown.children);
    }
}

/// A type, and the constraints behind it: `string · date-time · 8–64 characters`.
fn type_line(line: &str, found: &mut Shown) {
    let mut parts = line.split(" · ");
    found.kind = parts.next().unwrap_or_default().to_owned();
    let mut say = |label: &str, value: &str| found.facts.push((label.to_owned(), value.to_owned()));
    for part in parts {
        say("Format", part);
        let counted = [("characters", "length"), ("items", "items"), ("properties", "properties")];
        let counted = counted.iter().find_map(|(words, of)| Some((part.strip_suffix(words)?.trim(), *of)));
        let (least, most) = match counted {
            Some((_, of)) => (format!("Min {of}"), format!("Max {of}")),
            None => ("Minimum".to_owned(), "Maximum".to_owned()),
        };
        let range = counted.map_or(part, |(range, _)| range);
        let dash = ["–", " – "].iter().rev().find_map(|dash| range.split_once(dash));
        match (part, range.split_once(' '), dash) {
            ("unique", ..) => say("Unique items", "true"),
            ("not empty", ..) => ["length", "items", "properties"].iter().for_each(|of| say(&format!("Min {of}"), "1")),
            (_, Some(("≥", bound)), _) => say(&least, bound),
            (_, Some(("≤", bound)), _) => say(&most, bound),
            (_, Some((">", bound)), _) => say("Greater than", bound),
            (_, Some(("<", bound)), _) => say("Less than", bound),
            (_, _, Some((from, to))) => {
                say(&least, from);
                say(&most, to);
            }
            _ => {
                say(&least, range);
                say(&most, range);
            }
        }
    }
}

/// A value; of a text without characters the page shows the quotation marks, and of such marks the text in JSON.
fn value_of(node: &Handle) -> String {
    match text_of(node) {
        text if text == "\"\"" => String::new(),
        text if text == "\"\\\"\\\"\"" => "\"\"".to_owned(),
        text => text,
    }
}

/// What a badge says by its class.
fn flag(node: &Handle) -> Option<String> {
    attribute(node, "class")?.strip_prefix("field-badge ").map(str::to_owned)
}

/// What parts of a field, or of a body as a whole, say.
fn details(parts: &[Handle], found: &mut Shown) {
    for part in parts {
        if has_class(part, "body-type") {
            for piece in elements(part) {
                match attribute(&piece, "class").as_deref() {
                    Some("field-type") => type_line(&text_of(&piece), found),
                    _ => found.flags.extend(flag(&piece)),
                }
            }
        } else if tag(part) == "dl" {
            for row in elements(part) {
                if let [label, value] = &elements(&row)[..] {
                    found.facts.push((text_of(label), value_of(value)));
                }
            }
        } else if has_class(part, "field-enum") {
            found.values.extend(elements(part).iter().filter_map(|item| elements(item).first().map(value_of)));
        } else if has_class(part, "more-values") {
            details(&elements(part), found);
        } else if has_class(part, "field-note") {
            found.notes.push(text_of(part));
        } else if has_class(part, "field-badge") {
            found.flags.extend(flag(part));
        } else if has_class(part, "variants") || has_class(part, "variant-list") {
            found.variants.extend(elements(part).iter().map(variant));
        } else if attribute(part, "data-model").is_some() {
            // Fields that are loaded when they are asked for.
            found.notes.push(label_of(part));
        } else if has_class(part, "field-children") {
            found.children.extend(list_below(part));
        } else if has_class(part, "field-list") {
            found.children.extend(elements(part).iter().flat_map(elements).map(|node| field(&node)));
        }
    }
}

/// An alternative: its own facts, and the fields that set it apart.
fn variant(node: &Handle) -> Shown {
    let parts = elements(node);
    let mut found = Shown { name: label_of(node), ..Shown::default() };
    found.kind = parts.iter().find(|part| has_class(part, "variant-kind")).map(text_of).unwrap_or_default();
    // In a list, label and type are on one line.
    if let Some(line) = parts.first().filter(|part| tag(part) == "p" && attribute(part, "class").is_none()) {
        let pieces = elements(line);
        let of_tag = |name: &str| pieces.iter().find(|piece| tag(piece) == name).map(text_of);
        found.kind = of_tag("i").unwrap_or_default();
        found.name = of_tag("b").unwrap_or_else(|| found.kind.clone());
    }
    details(&parts, &mut found);
    variant_fields(&parts, "", &mut found.children);
    found
}

/// The fields that set an alternative apart, nested ones by their paths.
fn variant_fields(parts: &[Handle], parent: &str, found: &mut Vec<Shown>) {
    let is_list = |part: &&Handle| tag(part) == "ul" && !has_class(part, "field-enum");
    for item in parts.iter().filter(is_list).flat_map(elements) {
        let name = own_codes(&item).into_iter().next().unwrap_or_default();
        let mut field = Shown { name: format!("{parent}{name}"), ..Shown::default() };
        let parts = elements(&item);
        field.required = parts.iter().any(|part| has_class(part, "required"));
        field.kind = parts.iter().find(|part| tag(part) == "i").map(text_of).unwrap_or_default();
        let values = parts.iter().filter(|part| has_class(part, "field-enum"));
        field.values = values.flat_map(elements).map(|value| text_of(&value)).collect();
        let path = format!("{}.", field.name);
        found.push(field);
        variant_fields(&parts, &path, found);
    }
}

/// One way to be let in. Scopes stand behind the word; schemes do not.
fn requirement(node: &Handle) -> ShownRequirement {
    let mut found = ShownRequirement { needs: Vec::new(), text: text_of(node) };
    let mut is_scope = false;
    for child in node.children.borrow().iter() {
        match &child.data {
            NodeData::Text { contents } => {
                let text = contents.borrow();
                is_scope = text.ends_with(", scopes ") || is_scope && &**text == " ";
            }
            NodeData::Element { .. } if tag(child) == "code" => match found.needs.last_mut().filter(|_| is_scope) {
                Some(need) => need.scopes.push(text_of(child)),
                None => found.needs.push(ShownNeed { name: text_of(child), scopes: Vec::new() }),
            },
            _ => {}
        }
    }
    // Addresses of links are said too.
    let mut open = vec![node.clone()];
    while let Some(node) = open.pop() {
        found.text.extend(attribute(&node, "href").map(|href| format!(" {href}")));
        open.extend(elements(&node));
    }
    found
}

fn tag(node: &Handle) -> &str {
    match &node.data {
        NodeData::Element { name, .. } => &name.local,
        _ => "",
    }
}

fn attribute(node: &Handle, name: &str) -> Option<String> {
    let NodeData::Element { attrs, .. } = &node.data else { return None };
    attrs.borrow().iter().find(|attribute| &*attribute.name.local == name).map(|it| it.value.to_string())
}

fn has_class(node: &Handle, class: &str) -> bool {
    attribute(node, "class").is_some_and(|classes| classes.split(' ').any(|known| known == class))
}

fn elements(node: &Handle) -> Vec<Handle> {
    node.children.borrow().iter().filter(|child| matches!(child.data, NodeData::Element { .. })).cloned().collect()
}

/// The first element below, in order, that `is_it` holds of.
fn find(node: &Handle, is_it: &dyn Fn(&Handle) -> bool) -> Option<Handle> {
    let mut open = vec![node.clone()];
    while let Some(node) = open.pop() {
        if matches!(node.data, NodeData::Element { .. }) && is_it(&node) {
            return Some(node);
        }
        open.extend(node.children.borrow().iter().rev().cloned());
    }
    None
}

fn text_of(node: &Handle) -> String {
    let mut text = String::new();
    let mut open = vec![node.clone()];
    while let Some(node) = open.pop() {
        if let NodeData::Text { contents } = &node.data {
            text.push_str(&contents.borrow());
        }
        open.extend(node.children.borrow().iter().rev().cloned());
    }
    text
}

/// The text of a node without that of elements in it.
fn own_text(node: &Handle) -> String {
    let mut text = String::new();
    for child in node.children.borrow().iter() {
        if let NodeData::Text { contents } = &child.data {
            text.push_str(&contents.borrow());
        }
    }
    text.trim().to_owned()
}

/// The texts in code below a node, in order, descriptions left out.
fn own_codes(node: &Handle) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![node.clone()];
    while let Some(node) = open.pop() {
        if tag(&node) == "code" {
            found.push(text_of(&node));
        } else if !has_class(&node, "server-text") && !has_class(&node, "field-description") {
            open.extend(elements(&node).into_iter().rev());
        }
    }
    found
}
