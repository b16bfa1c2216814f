//! Settings of other tools as plain values: JSON, YAML, TOML, and the literals of JavaScript, TypeScript and Python. They
//! are untrusted: each reader is bounded in size, depth and number of values, and none executes anything.

mod js;
mod python;
mod toml;
mod yaml;

pub(crate) use js::{Evaluated, Lexer, Literal, Modules, filled_slots};
pub(crate) use python::python;
pub(crate) use serde_json::Value;
pub(crate) use toml::toml;
pub(crate) use yaml::{yaml, yaml_error};

/// The largest settings file that is read, in bytes.
pub(crate) const LARGEST: usize = 8 << 20;
/// The greatest number of values in a settings file, including through references.
pub(crate) const MOST_VALUES: usize = 400_000;
/// The greatest nesting of values.
pub(crate) const DEEPEST: usize = 96;

/// An error in a settings file: its line, 0 if unknown, and the reason.
pub(crate) type SettingsError = (u32, String);

/// Parses JSON with the comments and trailing commas that editors allow.
///
/// # Errors
/// If it is invalid or too large.
pub(crate) fn json(text: &str) -> Result<Value, SettingsError> {
    if text.len() > LARGEST {
        return Err((0, "it is too large".to_owned()));
    }
    serde_json::from_str(text).or_else(|error| {
        let is_deep = error.to_string().starts_with("recursion limit");
        let reason = if is_deep { "it is nested too deeply" } else { "it is not JSON" };
        let problem = (u32::try_from(error.line()).unwrap_or(0), reason.to_owned());
        js::data(text).ok_or(problem)
    })
}

/// The text of a member, unless it is missing or empty.
pub(crate) fn text<'v>(value: &'v Value, key: &str) -> Option<&'v str> {
    value.get(key).and_then(Value::as_str).filter(|text| !text.trim().is_empty())
}

/// The items of an array; any other value is an array of one, `null` an empty one.
pub(crate) fn items(value: Option<&Value>) -> &[Value] {
    match value {
        None | Some(Value::Null) => &[],
        Some(Value::Array(items)) => items,
        Some(value) => std::slice::from_ref(value),
    }
}

/// Whether a member is `true`.
pub(crate) fn is_true(value: &Value, key: &str) -> bool {
    value.get(key).and_then(Value::as_bool).unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::{LARGEST, json, toml, yaml};

    #[test]
    fn json_is_read_with_comments_and_commas() {
        let value = json("// settings\n{ \"a\": [1, 2,], /* b */ \"b\": \"x\", }").unwrap();
        assert_eq!(value, serde_json::json!({ "a": [1, 2], "b": "x" }));
        assert_eq!(json("{\n\"a\": run()\n}").unwrap_err().0, 2);
        assert!(json(&"[".repeat(100_000)).is_err());
    }

    #[test]
    fn settings_have_a_largest_size() {
        let spaced = |text: &str, length: usize| format!("{text}{}", " ".repeat(length - text.len()));
        assert_eq!(json(&spaced("{}", LARGEST)), Ok(serde_json::json!({})));
        let large = spaced("{}", LARGEST + 1);
        for read in [json, yaml, toml] {
            assert_eq!(read(&large), Err((0, "it is too large".to_owned())));
        }
    }
}
