//! YAML as a plain value. The library bounds its depth; the values repeated through anchors are counted here.

use std::cell::Cell;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, VariantAccess, Visitor};

use super::{DEEPEST, LARGEST, MOST_VALUES, SettingsError, Value};

/// Parses the first document of a YAML file. Unknown tags (`!ENV`, `!!python/name:x`) are ignored; merge keys are
/// applied.
///
/// # Errors
/// If it is invalid, too large, too deep, or repeats too many values through anchors.
pub(crate) fn yaml(text: &str) -> Result<Value, SettingsError> {
    if text.len() > LARGEST {
        return Err((0, "it is too large".to_owned()));
    }
    let Some(document) = serde_yaml::Deserializer::from_str(text).next() else { return Ok(Value::Null) };
    let left = Cell::new(MOST_VALUES);
    YamlNode { left: &left, depth: 0 }.deserialize(document).map_err(|error| yaml_error(text, &error))
}

/// The line of an error in a text, from 1 (0 if it has no place), and what is wrong. The library also counts the line
/// breaks of YAML 1.1 (section 4.2) that no editor counts, so the line is counted here.
pub(crate) fn yaml_error(text: &str, error: &serde_yaml::Error) -> SettingsError {
    let breaks = |index: usize| text.chars().take(index).filter(|c| *c == '\n').count();
    let line = error.location().map_or(0, |at| breaks(at.index()) + 1);
    (u32::try_from(line).unwrap_or(0), without_places(&error.to_string()))
}

/// A message of the library without ` at line 2 column 7`.
fn without_places(message: &str) -> String {
    let mut parts = message.split(" at line ");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let line = digits(part);
        let column = part.get(line..).and_then(|rest| rest.strip_prefix(" column ")).filter(|_| line > 0);
        match column.map(|rest| (rest, digits(rest))) {
            Some((rest, width)) if width > 0 => out.push_str(rest.get(width..).unwrap_or_default()),
            _ => {
                out.push_str(" at line ");
                out.push_str(part);
            }
        }
    }
    out
}

/// Reads and counts one value.
#[derive(Clone, Copy)]
struct YamlNode<'c> {
    left: &'c Cell<usize>,
    depth: usize,
}

impl<'de> DeserializeSeed<'de> for YamlNode<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        let Some(left) = self.left.get().checked_sub(1) else {
            return Err(D::Error::custom("it contains too many values"));
        };
        self.left.set(left);
        if self.depth > DEEPEST {
            return Err(D::Error::custom("it is nested too deeply"));
        }
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for YamlNode<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    // An integer that is too large for JSON, such as the limit of a number in a spec.
    fn visit_i128<E: Error>(self, value: i128) -> Result<Value, E> {
        value.to_string().parse::<f64>().map(Value::from).map_err(E::custom)
    }

    fn visit_u128<E: Error>(self, value: u128) -> Result<Value, E> {
        value.to_string().parse::<f64>().map(Value::from).map_err(E::custom)
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    // An empty file.
    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        let below = Self { depth: self.depth + 1, ..self };
        while let Some(item) = sequence.next_element_seed(below)? {
            items.push(item);
        }
        Ok(Value::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut members = serde_json::Map::new();
        let mut merged = Vec::new();
        let below = Self { depth: self.depth + 1, ..self };
        while let Some(key) = map.next_key_seed(below)? {
            let value = map.next_value_seed(below)?;
            match key {
                Value::String(key) if key == "<<" => merged.push(value),
                Value::String(key) => drop(members.insert(key, value)),
                Value::Null => drop(members.insert("null".to_owned(), value)),
                key => drop(members.insert(key.to_string(), value)),
            }
        }
        for value in merged.iter().flat_map(|value| super::items(Some(value))) {
            for (key, value) in value.as_object().into_iter().flatten() {
                if !members.contains_key(key) {
                    members.insert(key.clone(), value.clone());
                }
            }
        }
        Ok(Value::Object(members))
    }

    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<Value, A::Error> {
        let (_, value) = data.variant_seed(Self { depth: self.depth + 1, ..self })?;
        value.newtype_variant_seed(Self { depth: self.depth + 1, ..self })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::yaml;

    #[test]
    fn unknown_tags_leave_their_values() {
        let text = "a: !!python/name:material.emoji.to_svg\nb: !ENV [KEY, fallback]\nc: !relative x\n? 1\n: one\n";
        let value = yaml(text).unwrap();
        assert_eq!(value["b"], json!(["KEY", "fallback"]));
        assert_eq!(value["c"], json!("x"));
        assert_eq!(value["1"], json!("one"));
    }

    #[test]
    fn large_integers_are_rounded() {
        let value = yaml("a: 18446744073709552000\nb: -9223372036854775809\n").unwrap();
        assert_eq!(value, json!({ "a": 18446744073709552000.0, "b": -9223372036854775809.0 }));
    }

    #[test]
    fn merge_keys_are_followed() {
        let value = yaml("base: &b { x: 1, y: 2 }\none:\n  <<: *b\n  y: 3\n").unwrap();
        assert_eq!(value["one"], json!({ "y": 3, "x": 1 }));
    }

    #[test]
    fn what_repeats_or_nests_too_much_is_refused() {
        let mut bomb = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for level in 1..30 {
            let before = level - 1;
            bomb.push_str(&format!("a{level}: &a{level} [{}]\n", vec![format!("*a{before}"); 10].join(", ")));
        }
        assert!(yaml(&bomb).is_err());
        assert!(yaml(&"[".repeat(50_000)).is_err());
        assert!(yaml("a: [\n").unwrap_err().0 > 0);
    }
}
