//! The fields of `tool.json` and of frontmatter as tables. The readers know the fields from them, and the JSON Schemas
//! are generated from them.

#![cfg_attr(not(feature = "testing"), allow(dead_code, reason = "the generators of schemas read all of a table"))]

/// An object with its fields.
#[derive(Debug)]
pub(crate) struct Object {
    /// Its name among the definitions of a JSON Schema.
    pub(crate) name: &'static str,
    pub(crate) fields: &'static [Field],
    pub(crate) rest: Rest,
}

/// How an object treats fields that it does not list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rest {
    /// Kept, and reported as `unknown-field`.
    Kept,
    /// Rejected.
    Refused,
    /// Rejected, except those whose names begin with `data-`.
    Data,
}

/// A field of an object.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field {
    pub(crate) name: &'static str,
    pub(crate) shape: Shape,
    pub(crate) required: bool,
    /// Default value, as JSON.
    pub(crate) default: Option<&'static str>,
    /// An example value, as JSON.
    pub(crate) example: Option<&'static str>,
}

/// The type of a value.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shape {
    /// A string that is not blank.
    Text,
    /// A string, which may be empty, or `true` or `false`.
    Attribute,
    /// A YAML scalar, read as its source text; or nothing.
    Scalar,
    /// A path within the project.
    Path,
    /// A path of a JSON file within the project.
    JsonFile,
    /// An http or https URL.
    Address,
    /// `true` or `false`.
    Flag,
    /// An integer in this range.
    Number {
        least: Option<i64>,
        most: Option<i64>,
    },
    /// One of these strings.
    Choice(fn() -> Vec<&'static str>),
    /// One of these strings, in lower or upper case.
    Word(fn() -> Vec<&'static str>),
    /// A language of request samples.
    Language,
    Object(&'static Object),
    List(&'static Shape),
    /// An object of strings by name.
    Texts,
    /// An object that maps these names to values of one type.
    Named(fn() -> Vec<&'static str>, &'static Shape),
    /// Values of variables by name.
    Variables,
    /// The same as the field of this name in the file, which an entry replaces.
    OfFile(&'static str),
    Either(&'static [Shape]),
}

impl Object {
    /// An object whose unknown fields are kept.
    pub(crate) const fn new(name: &'static str, fields: &'static [Field]) -> Self {
        Self { name, fields, rest: Rest::Kept }
    }

    /// Sets how unknown fields are treated.
    pub(crate) const fn with_rest(mut self, rest: Rest) -> Self {
        self.rest = rest;
        self
    }

    /// The names of its fields.
    pub(crate) fn names(&self) -> Vec<&'static str> {
        self.fields.iter().map(|field| field.name).collect()
    }
}

impl Field {
    /// An optional field.
    pub(crate) const fn new(name: &'static str, shape: Shape) -> Self {
        Self { name, shape, required: false, default: None, example: None }
    }

    /// Makes the field required.
    pub(crate) const fn required(mut self) -> Self {
        self.required = true;
        self
    }

    /// Sets the default value.
    pub(crate) const fn default(mut self, json: &'static str) -> Self {
        self.default = Some(json);
        self
    }

    /// Sets the example.
    pub(crate) const fn example(mut self, json: &'static str) -> Self {
        self.example = Some(json);
        self
    }
}
