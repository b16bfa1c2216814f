//! TOML as a plain value. Dates become text.

use serde_json::Map;

use super::{LARGEST, SettingsError, Value};

/// Parses a whole file; the library bounds its nesting.
///
/// # Errors
/// The line of the first error, or that the file is too large.
pub(crate) fn toml(text: &str) -> Result<Value, SettingsError> {
    if text.len() > LARGEST {
        return Err((0, "it is too large".to_owned()));
    }
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
        let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
        let line = u32::try_from(before.matches('\n').count()).unwrap_or(u32::MAX).saturating_add(1);
        (line, "the line is not TOML".to_owned())
    })?;
    Ok(plain(toml::Value::Table(table)))
}

fn plain(value: toml::Value) -> Value {
    match value {
        toml::Value::String(text) => text.into(),
        toml::Value::Integer(number) => number.into(),
        toml::Value::Float(number) => number.into(),
        toml::Value::Boolean(flag) => flag.into(),
        toml::Value::Datetime(date) => date.to_string().into(),
        toml::Value::Array(items) => items.into_iter().map(plain).collect(),
        toml::Value::Table(members) => {
            Value::Object(members.into_iter().map(|(key, value)| (key, plain(value))).collect::<Map<_, _>>())
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::toml;

    #[test]
    fn settings_of_a_book_are_read() {
        let text = "# a book\n[book]\ntitle = \"Sowing \\\"by hand\\\"\" # here\nauthors = [\n  \"A\", # first\n  'B',\n]\n\n\
                    [output.html]\nadditional-css = []\nlevel = 3\nsearch.enable = false\n\n[output.html.redirect]\n\
                    \"/old.html\" = \"new.html\"\n[[x]]\na = 1\n[[x]]\na = { b = '''\nlong''' }\n";
        let expected = json!({
            "book": { "title": "Sowing \"by hand\"", "authors": ["A", "B"] },
            "output": { "html": {
                "additional-css": [], "level": 3, "search": { "enable": false },
                "redirect": { "/old.html": "new.html" },
            } },
            "x": [{ "a": 1 }, { "a": { "b": "long" } }],
        });
        assert_eq!(toml(text).unwrap(), expected);
    }

    #[test]
    fn numbers_and_dates_are_read() {
        let text = "a = 1.5\nb = 0xff\nc = 1_000\nd = 2024-05-27T07:32:00Z\ne = inf\n";
        let expected = json!({ "a": 1.5, "b": 255, "c": 1000, "d": "2024-05-27T07:32:00Z", "e": null });
        assert_eq!(toml(text).unwrap(), expected);
    }

    #[test]
    fn the_line_of_what_is_wrong_is_named() {
        for text in ["[book]\ntitle = \n", "[book]\ntitle = \"x\n", "a = 1\nnonsense\n", "\na = 1 2 \"\n[b\n"] {
            let result = toml(text);
            assert!(result.as_ref().is_err_and(|(line, _)| *line >= 2), "{text:?}: {result:?}");
        }
        assert!(toml(&format!("a = {}", "[".repeat(100_000))).is_err());
    }
}
