//! The keywords whose value is shown as a labeled fact. Each is a row of the table, from which its reading, order and label in
//! HTML, Markdown and `tool.json` derive.

use base::tree::{Kind, NodeRef};

/// The values of a keyword that have an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    /// Any value.
    Always,
    /// `true`.
    IfTrue,
    /// An object.
    IfObject,
    /// None here: other code reads the keyword.
    ByOwnCode,
}

/// The values that are shown if the parts of a schema have different ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kept {
    /// The highest, of lower bounds.
    Highest,
    /// The lowest, of upper bounds.
    Lowest,
    /// All: they apply together, and none implies another.
    All,
    /// One.
    One,
}

/// Calls a macro with the rows of the table in braces, between the tokens in the first braces and those in the second. A row
/// has the variant, the keyword, the English label, a `Shown` and a `Kept`.
#[macro_export]
macro_rules! constraint_rows {
    ($callback:ident! { $($before:tt)* } { $($after:tt)* }) => {
        $callback! {
            $($before)*
            {
                Format = "format", "Format", Always, All;
                Default = "default", "Default", Always, One;
                Example = "example", "Example", Always, One;
                MinLength = "minLength", "Min length", Always, Highest;
                MaxLength = "maxLength", "Max length", Always, Lowest;
                Pattern = "pattern", "Pattern", Always, All;
                Minimum = "minimum", "Minimum", Always, Highest;
                ExclusiveMinimum = "exclusiveMinimum", "Greater than", Always, Highest;
                Maximum = "maximum", "Maximum", Always, Lowest;
                ExclusiveMaximum = "exclusiveMaximum", "Less than", Always, Lowest;
                MultipleOf = "multipleOf", "Multiple of", Always, All;
                MinItems = "minItems", "Min items", Always, Highest;
                MaxItems = "maxItems", "Max items", Always, Lowest;
                UniqueItems = "uniqueItems", "Unique items", IfTrue, One;
                MinProperties = "minProperties", "Min properties", Always, Highest;
                MaxProperties = "maxProperties", "Max properties", Always, Lowest;
                AdditionalProperties = "additionalProperties", "Additional properties", ByOwnCode, One;
                PropertyNames = "propertyNames", "Property names", IfObject, All;
                UnevaluatedItems = "unevaluatedItems", "Further items", ByOwnCode, One;
                Contains = "contains", "Contains", IfObject, All;
                MinContains = "minContains", "Min contains", Always, One;
                MaxContains = "maxContains", "Max contains", Always, One;
                DependentRequired = "dependentRequired", "Required together", IfObject, All;
                DependentSchemas = "dependentSchemas", "Dependent schemas", IfObject, All;
                Not = "not", "Not", IfObject, All;
                If = "if", "If", IfObject, All;
                Then = "then", "Then", IfObject, All;
                Else = "else", "Else", IfObject, All;
                Discriminator = "discriminator", "Discriminator", ByOwnCode, All;
                DefaultMapping = "defaultMapping", "Default schema", ByOwnCode, One;
                ContentMediaType = "contentMediaType", "Content media type", Always, All;
                ContentEncoding = "contentEncoding", "Content encoding", Always, All;
                ContentSchema = "contentSchema", "Content schema", IfObject, All;
                ContentType = "contentType", "Content type", ByOwnCode, One;
                PartHeader = "headers", "Part header", ByOwnCode, One;
                Style = "style", "Style", ByOwnCode, One;
                Explode = "explode", "Explode", ByOwnCode, One;
                AllowReserved = "allowReserved", "Reserved characters", ByOwnCode, One;
                AllowEmptyValue = "allowEmptyValue", "Empty value", ByOwnCode, One;
                Content = "content", "Content", ByOwnCode, One;
                ExternalDocs = "externalDocs", "More", ByOwnCode, One;
            }
            $($after)*
        }
    };
}

macro_rules! constraints {
    ({ $($variant:ident = $keyword:literal, $label:literal, $shown:ident, $kept:ident;)* }) => {
        /// A constraint of a field, in the order of display.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Constraint {
            $(#[doc = concat!("`", $keyword, "`")] $variant,)*
        }

        impl Constraint {
            /// Every constraint, in order.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The keyword in a document.
            pub const fn keyword(self) -> &'static str {
                match self {
                    $(Self::$variant => $keyword,)*
                }
            }

            /// The label that readers see.
            pub const fn label(self) -> &'static str {
                match self {
                    $(Self::$variant => $label,)*
                }
            }

            /// Which of several different values are shown.
            pub(crate) const fn kept(self) -> Kept {
                match self {
                    $(Self::$variant => Kept::$kept,)*
                }
            }

            /// The constraint of a schema member; `None` if its value has no effect.
            pub(super) fn of_member(keyword: &str, value: NodeRef<'_>) -> Option<Self> {
                let (constraint, shown) = match keyword {
                    $($keyword => (Self::$variant, Shown::$shown),)*
                    _ => return None,
                };
                let is_shown = match shown {
                    Shown::Always => true,
                    Shown::IfTrue => value.as_bool() == Some(true),
                    Shown::IfObject => value.kind() == Kind::Object,
                    Shown::ByOwnCode => false,
                };
                is_shown.then_some(constraint)
            }
        }
    };
}

constraint_rows!(constraints! {} {});

#[cfg(test)]
mod tests {
    use super::Constraint;
    use base::tree::{Limits, Tree};

    #[test]
    fn a_keyword_is_read_into_its_row() {
        let parsed = Tree::from_json(r#"{"a": true, "b": {}, "c": 1}"#, Limits::default());
        let values: Vec<_> = parsed.tree.root().entries().map(|(_, value)| value).collect();
        for &constraint in Constraint::ALL {
            let of = |value| Constraint::of_member(constraint.keyword(), value);
            assert!(values.iter().all(|&value| of(value).is_none_or(|found| found == constraint)), "{constraint:?}");
        }
        let read = |keyword, index: usize| Constraint::of_member(keyword, values[index]).is_some();
        assert!(read("minLength", 2) && read("uniqueItems", 0) && read("not", 1));
        assert!(!read("uniqueItems", 2) && !read("not", 0) && !read("style", 2) && !read("maxlength", 2));
    }
}
