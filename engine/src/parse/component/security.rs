//! The `security` attribute: OpenAPI security requirements, or a list of security schemes.

use serde_json::Value;

use super::json_reason;

/// The expected form, for messages.
const WANTED: &str = "it must be a list of requirements, such as `[{\"key\": []}]`, or of schemes, such as `[{\"type\": \"http\", \"scheme\": \"bearer\"}]`";

/// A security scheme that the author requires.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WrittenNeed {
    pub(crate) name: String,
    pub(crate) scopes: Vec<String>,
    /// The Security Scheme Object that describes it, if the author wrote one.
    pub(crate) scheme: Option<Value>,
}

/// The alternatives in the attribute, each a list of schemes required together; otherwise the expected form.
pub(crate) fn read_security(json: &str) -> Result<Vec<Vec<WrittenNeed>>, String> {
    let value: Value =
        serde_json::from_str(json).map_err(|error| format!("it must be valid JSON: {}", json_reason(&error)))?;
    let alternatives = match value {
        Value::Array(alternatives) => alternatives,
        one => vec![one],
    };
    alternatives.into_iter().map(|alternative| together(alternative).ok_or_else(|| WANTED.to_owned())).collect()
}

/// The schemes of one alternative: a name, a scheme, a requirement, or a list of names and schemes.
fn together(alternative: Value) -> Option<Vec<WrittenNeed>> {
    match alternative {
        Value::Array(needs) => needs.into_iter().map(need).collect(),
        Value::Object(members) if members.get("type").is_none_or(|kind| !kind.is_string()) => {
            let named = |(name, scopes): (String, Value)| {
                Some(WrittenNeed { name, scopes: scopes_of(Some(&scopes))?, scheme: None })
            };
            members.into_iter().map(named).collect()
        }
        one => need(one).map(|need| vec![need]),
    }
}

fn need(value: Value) -> Option<WrittenNeed> {
    match value {
        Value::String(name) => Some(WrittenNeed { name, scopes: Vec::new(), scheme: None }),
        Value::Object(ref members) => {
            let text = |member: &str| members.get(member).and_then(Value::as_str);
            let name = text("name").or_else(|| text("scheme")).or_else(|| text("type"))?.to_owned();
            text("type")?;
            Some(WrittenNeed { name, scopes: scopes_of(members.get("scopes"))?, scheme: Some(value) })
        }
        _ => None,
    }
}

/// Scopes: a list of names, or a map of names to descriptions.
fn scopes_of(value: Option<&Value>) -> Option<Vec<String>> {
    match value {
        None => Some(Vec::new()),
        Some(Value::Array(scopes)) => scopes.iter().map(|scope| scope.as_str().map(str::to_owned)).collect(),
        Some(Value::Object(scopes)) => Some(scopes.keys().cloned().collect()),
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::read_security;

    /// The alternatives in short form: name, scopes, and `*` for a scheme with a description.
    fn read(json: &str) -> String {
        let alternatives = match read_security(json) {
            Ok(alternatives) => alternatives,
            Err(wanted) => return wanted,
        };
        let words = alternatives.iter().map(|needs| {
            let needs = needs.iter().map(|need| {
                let mark = if need.scheme.is_some() { "*" } else { "" };
                format!(
                    "{}{mark}{}",
                    need.name,
                    need.scopes.iter().map(|scope| format!(" {scope}")).collect::<String>()
                )
            });
            needs.collect::<Vec<_>>().join(" + ")
        });
        words.collect::<Vec<_>>().join(" | ")
    }

    #[test]
    fn requirements_and_schemes_are_read() {
        for (json, expected) in [
            (r#"[{"key": [], "login": ["read", "write"]}, {}]"#, "key + login read write | "),
            (r#"{"key": ["a"]}"#, "key a"),
            (r#"["key", ["a", "b"]]"#, "key | a + b"),
            (r#"{"type": ["scope"]}"#, "type scope"),
            (r#"[{"name": "X-Key", "type": "apiKey", "in": "header"}]"#, "X-Key*"),
            (r#"[[{"type": "http", "scheme": "bearer"}, "key"]]"#, "bearer* + key"),
            (r#"[{"name": "login", "type": "oauth2", "scopes": {"read": "May read"}}]"#, "login* read"),
            ("[]", ""),
        ] {
            assert_eq!(read(json), expected, "{json}");
        }
        for wrong in ["5", "[7]", r#"{"key": 1}"#, r#"[{"key": [1]}]"#, r#"[[{"name": "x"}]]"#, "[", "null"] {
            assert!(read(wrong).starts_with("it must be "), "{wrong}");
        }
    }
}
