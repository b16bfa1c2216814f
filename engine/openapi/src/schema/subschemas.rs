//! The keywords that hold schemas.

use base::tree::NodeRef;

/// How a keyword holds schemas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subschemas {
    /// One.
    One,
    /// An array of them.
    List,
    /// An object of them by name.
    Map,
}

impl Subschemas {
    /// How the keyword `key` of a schema holds schemas, if it does.
    pub(crate) fn of(key: &str, value: NodeRef<'_>) -> Option<Self> {
        Some(match key {
            "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas" => Self::Map,
            "allOf" | "anyOf" | "oneOf" | "prefixItems" => Self::List,
            "items" if value.is_array() => Self::List,
            "items"
            | "additionalProperties"
            | "not"
            | "if"
            | "then"
            | "else"
            | "contains"
            | "propertyNames"
            | "unevaluatedItems"
            | "unevaluatedProperties"
            | "contentSchema" => Self::One,
            _ => return None,
        })
    }
}
