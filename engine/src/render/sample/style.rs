//! Values as pairs, path segments and headers: the styles of OpenAPI (3.2, section 4.12.2).

use openapi::endpoint::{Encoding, MediaKind, Parameter, Value, media_kind};

/// A path parameter by its style: `simple`, `label`, `matrix`.
pub(super) fn path_value(parameter: &Parameter, value: &Value) -> String {
    let name = &*parameter.field.name;
    let explode = parameter.explode.unwrap_or(false);
    let (prefix, separator) = match parameter.style.as_deref() {
        Some("label") => (".".to_owned(), if explode { "." } else { "," }),
        Some("matrix") if explode && !matches!(value, Value::String(_) | Value::Literal(_)) => (";".to_owned(), ";"),
        Some("matrix") => (format!(";{name}="), ","),
        _ => (String::new(), ","),
    };
    let one = |text: &str| encoded(text, parameter.allow_reserved);
    let item = |value: &Value| one(&compact_plain(value));
    let texts: Vec<String> = match value {
        Value::Array(items) if explode && parameter.style.as_deref() == Some("matrix") => {
            items.iter().map(|value| format!("{name}={}", item(value))).collect()
        }
        Value::Array(items) => items.iter().map(item).collect(),
        Value::Object(members) => {
            let joint = if explode { "=" } else { "," };
            members.iter().map(|(member, value)| format!("{}{joint}{}", one(member), item(value))).collect()
        }
        // A placeholder keeps its braces, so readers see what to fill in.
        Value::String(text) if text.starts_with('{') && text.ends_with('}') && text.len() == name.len() + 2 => {
            vec![text.to_string()]
        }
        value => vec![item(value)],
    };
    prefix + &texts.join(separator)
}

/// The complete query: pairs if its content is a form, otherwise its text.
pub(super) fn whole_query(parameter: &Parameter, value: &Value) -> String {
    let is_form = parameter.content.as_deref().is_some_and(|name| media_kind(name) == MediaKind::Form);
    match value {
        Value::Object(members) if is_form => {
            let mut pairs = Vec::new();
            for (name, value) in members {
                pairs.push(format!("{}={}", encoded(name, false), encoded(&value.plain(), parameter.allow_reserved)));
            }
            pairs.join("&")
        }
        Value::Array(_) | Value::Object(_) => encoded(&compact(&value.json()), parameter.allow_reserved),
        value => encoded(&value.plain(), parameter.allow_reserved),
    }
}

/// How a value is serialized as pairs of a query or a form.
pub(super) struct Style<'a> {
    style: &'a str,
    explode: bool,
    reserved: bool,
    /// Whether the value is written in a media type (`content`).
    content: bool,
    /// Whether names and values stay unencoded because the client encodes them.
    raw: bool,
}

impl<'a> Style<'a> {
    pub(super) fn of_parameter(parameter: &'a Parameter) -> Self {
        let style = parameter.style.as_deref().unwrap_or("form");
        Self {
            style,
            explode: parameter.explode.unwrap_or(style == "form"),
            reserved: parameter.allow_reserved,
            content: parameter.content.is_some(),
            raw: false,
        }
    }

    pub(super) fn of_encoding(encoding: &'a Encoding) -> Self {
        let style = encoding.style.as_deref().unwrap_or("form");
        Self {
            style,
            explode: encoding.explode.unwrap_or(style == "form"),
            reserved: encoding.allow_reserved,
            // A style takes precedence over a media type.
            content: encoding.style.is_none() && encoding.content_type.is_some(),
            raw: true,
        }
    }

    fn name(&self, text: &str) -> String {
        if self.raw { text.to_owned() } else { encoded(text, false) }
    }

    fn value(&self, text: &str) -> String {
        if self.raw { text.to_owned() } else { encoded(text, self.reserved) }
    }

    fn separator(&self) -> &'static str {
        match (self.style, self.raw) {
            ("spaceDelimited", false) => "%20",
            ("spaceDelimited", true) => " ",
            ("pipeDelimited", false) => "%7C",
            ("pipeDelimited", true) => "|",
            _ => ",",
        }
    }
}

/// The pairs of a value by its style: `form`, `spaceDelimited`, `pipeDelimited`, `deepObject`.
pub(super) fn query_pairs(name: &str, value: &Value, style: &Style<'_>, out: &mut Vec<(String, String)>) {
    let plain = |value: &Value| style.value(&compact_plain(value));
    match value {
        value if style.content => out.push((style.name(name), plain(value))),
        Value::Array(_) | Value::Object(_) if style.style == "deepObject" => {
            brackets(name, value, true, &mut |name, text| out.push((style.name(name), style.value(text))));
        }
        Value::Array(items) if style.explode => {
            out.extend(items.iter().map(|item| (style.name(name), plain(item))));
        }
        Value::Object(members) if style.explode => {
            out.extend(members.iter().map(|(member, value)| (style.name(member), plain(value))));
        }
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(plain).collect();
            out.push((style.name(name), items.join(style.separator())));
        }
        Value::Object(members) => {
            let parts = members.iter().flat_map(|(member, value)| [style.name(member), plain(value)]);
            out.push((style.name(name), parts.collect::<Vec<String>>().join(style.separator())));
        }
        value => out.push((style.name(name), plain(value))),
    }
}

/// Nested members as `a[b]`. Scalar items repeat the name. Items that are objects or arrays get an index, `a[0]`, and all
/// items do if `indexed`. OpenAPI does not define `deepObject` for arrays and nested objects; servers that parse brackets
/// understand an index, while a repeated name leaves only the last item. The request panel does the same.
pub(super) fn brackets(name: &str, value: &Value, indexed: bool, push: &mut impl FnMut(&str, &str)) {
    let mut open: Vec<(String, &Value)> = vec![(name.to_owned(), value)];
    while let Some((name, value)) = open.pop() {
        match value {
            Value::String(text) | Value::Literal(text) => push(&name, text),
            Value::Array(items) => {
                let item = |(at, item)| {
                    let is_structure = matches!(item, &Value::Array(_) | &Value::Object(_));
                    (if indexed || is_structure { format!("{name}[{at}]") } else { name.clone() }, item)
                };
                open.extend(items.iter().enumerate().map(item).rev());
            }
            Value::Object(members) => {
                open.extend(members.iter().map(|(member, value)| (format!("{name}[{member}]"), value)).rev());
            }
        }
    }
}

/// A scalar as text; a container as JSON without line breaks.
fn compact_plain(value: &Value) -> String {
    match value {
        Value::Array(_) | Value::Object(_) => compact(&value.json()),
        value => value.plain().to_string(),
    }
}

/// A value in the style `simple`, not encoded: of a header or cookie.
pub(super) fn list(value: &Value, explode: bool) -> String {
    let texts: Vec<String> = match value {
        Value::Array(items) => items.iter().map(compact_plain).collect(),
        Value::Object(members) => {
            let joint = if explode { "=" } else { "," };
            members.iter().map(|(name, value)| format!("{name}{joint}{}", compact_plain(value))).collect()
        }
        value => vec![compact_plain(value)],
    };
    texts.join(",")
}

/// JSON without line breaks. Breaks within strings are escaped in JSON, so all others are formatting.
pub(super) fn compact(json: &str) -> String {
    json.lines().map(str::trim_start).collect()
}

/// `text` percent-encoded for a query or a path segment; reserved characters stay if the parameter allows them.
pub(super) fn encoded(text: &str, reserved: bool) -> String {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    let mut out = String::with_capacity(text.len());
    for &byte in text.as_bytes() {
        let stays = byte.is_ascii_alphanumeric()
            || matches!(byte, b'-' | b'_' | b'.' | b'~')
            || (reserved
                && matches!(byte, b':' | b'/' | b'?' | b'@' | b'!' | b'$' | b'\'' | b'(' | b')' | b'*' | b',' | b';'));
        if stays {
            out.push(char::from(byte));
        } else {
            out.extend(['%', char::from(HEX[usize::from(byte >> 4)]), char::from(HEX[usize::from(byte & 15)])]);
        }
    }
    out
}
