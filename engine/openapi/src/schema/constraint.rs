//! The keywords with one value, which readers see as it is written. A keyword is a row of the table: its reading, order,
//! label and text in `tool.json` derive from it.

use base::tree::{Kind, NodeRef};

/// Which values a keyword of a schema has an effect with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    /// All of them.
    Always,
    /// `true`.
    IfTrue,
    /// An object.
    IfObject,
    /// None: it is read in a way of its own, or beside a schema.
    ByOwnCode,
}

/// Calls a macro with the rows of the table: variant, keyword, English label, and the values that have an effect. The rows
/// are in braces, between the tokens in the first braces and those in the second.
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
        /// What a constraint is about. The order is the one in which they are shown.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Constraint {
            $(#[doc = concat!("`", $keyword, "`")] $variant,)*
        }

        impl Constraint {
            /// Every constraint, in order.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// As a document spells it.
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

            /// What a member of a schema constrains, if its value has an effect.
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
    /// Whether values are this or more.
    pub(crate) fn is_lower_bound(self) -> bool {
        use Constraint::{ExclusiveMinimum, MinItems, MinLength, MinProperties, Minimum};
        matches!(self, Minimum | ExclusiveMinimum | MinLength | MinItems | MinProperties)
    }

    /// Whether several that differ are all shown: each of them holds, and none follows from another.
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

    /// Whether values are this or less.
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
