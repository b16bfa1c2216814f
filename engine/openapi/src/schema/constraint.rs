//! The keywords whose value is shown as written. Each is a row of the table, from which its reading, order and label in
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
    /// No value: the keyword is read by its own code, or outside of schemas.
    ByOwnCode,
}

/// Calls a macro with the rows of the table (variant, keyword, English label, values that have an effect) in braces, between
/// the tokens in the first braces and those in the second.
#[macro_export]
macro_rules! constraint_rows {
    ($callback:ident! { $($before:tt)* } { $($after:tt)* }) => {
        $callback! {
            $($before)*
            {
                Format = "format", "Format", Always;
                Default = "default", "Default", Always;
                Example = "example", "Example", Always;
                MinLength = "minLength", "Min length", Always;
                MaxLength = "maxLength", "Max length", Always;
                Pattern = "pattern", "Pattern", Always;
                Minimum = "minimum", "Minimum", Always;
                ExclusiveMinimum = "exclusiveMinimum", "Greater than", Always;
                Maximum = "maximum", "Maximum", Always;
                ExclusiveMaximum = "exclusiveMaximum", "Less than", Always;
                MultipleOf = "multipleOf", "Multiple of", Always;
                MinItems = "minItems", "Min items", Always;
                MaxItems = "maxItems", "Max items", Always;
                UniqueItems = "uniqueItems", "Unique items", IfTrue;
                MinProperties = "minProperties", "Min properties", Always;
                MaxProperties = "maxProperties", "Max properties", Always;
                AdditionalProperties = "additionalProperties", "Additional properties", ByOwnCode;
                PropertyNames = "propertyNames", "Property names", IfObject;
                UnevaluatedItems = "unevaluatedItems", "Further items", ByOwnCode;
                Contains = "contains", "Contains", IfObject;
                MinContains = "minContains", "Min contains", Always;
                MaxContains = "maxContains", "Max contains", Always;
                DependentRequired = "dependentRequired", "Required together", IfObject;
                DependentSchemas = "dependentSchemas", "Dependent schemas", IfObject;
                Not = "not", "Not", IfObject;
                If = "if", "If", IfObject;
                Then = "then", "Then", IfObject;
                Else = "else", "Else", IfObject;
                Discriminator = "discriminator", "Discriminator", ByOwnCode;
                ContentMediaType = "contentMediaType", "Content media type", Always;
                ContentEncoding = "contentEncoding", "Content encoding", Always;
                ContentSchema = "contentSchema", "Content schema", IfObject;
                ContentType = "contentType", "Content type", ByOwnCode;
                PartHeader = "headers", "Part header", ByOwnCode;
                Style = "style", "Style", ByOwnCode;
                Explode = "explode", "Explode", ByOwnCode;
                AllowReserved = "allowReserved", "Reserved characters", ByOwnCode;
                AllowEmptyValue = "allowEmptyValue", "Empty value", ByOwnCode;
                Content = "content", "Content", ByOwnCode;
                ExternalDocs = "externalDocs", "More", ByOwnCode;
            }
            $($after)*
        }
    };
}

macro_rules! constraints {
    ({ $($variant:ident = $keyword:literal, $label:literal, $shown:ident;)* }) => {
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

impl Constraint {
    /// Whether it is a lower bound.
    pub(crate) fn is_lower_bound(self) -> bool {
        use Constraint::{ExclusiveMinimum, MinItems, MinLength, MinProperties, Minimum};
        matches!(self, Minimum | ExclusiveMinimum | MinLength | MinItems | MinProperties)
    }

    /// Whether different values are all shown: they apply together, and none implies another.
    pub(crate) fn adds_up(self) -> bool {
        use Constraint::{
            Contains, ContentEncoding, ContentMediaType, ContentSchema, DependentRequired, DependentSchemas,
            Discriminator, Else, Format, If, MultipleOf, Not, Pattern, PropertyNames, Then,
        };
        matches!(
            self,
            Format
                | Pattern
                | MultipleOf
                | PropertyNames
                | Contains
                | DependentRequired
                | DependentSchemas
                | Not
                | If
                | Then
                | Else
                | Discriminator
                | ContentMediaType
                | ContentEncoding
                | ContentSchema
        )
    }

    /// Whether it is an upper bound.
    pub(crate) fn is_upper_bound(self) -> bool {
        use Constraint::{ExclusiveMaximum, MaxItems, MaxLength, MaxProperties, Maximum};
        matches!(self, Maximum | ExclusiveMaximum | MaxLength | MaxItems | MaxProperties)
    }
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
