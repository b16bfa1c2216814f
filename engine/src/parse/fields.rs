//! What the fields of `tool.json` and of frontmatter may hold, as tables: the readers know fields by them, and the JSON
//! Schemas are made from them.

/// An object with its fields.
#[derive(Debug)]
pub(crate) struct Object {
    /// Its name among the definitions of a schema.
    pub(crate) name: &'static str,
    pub(crate) fields: &'static [Field],
    pub(crate) rest: Rest,
}

/// What becomes of fields that an object does not list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rest {
    /// They are kept, and mentioned as `unknown-field`.
    Kept,
    /// They are wrong.
    Refused,
    /// They are wrong but for those whose names begin with `data-`.
    Data,
}

/// A field of an object.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field {
    pub(crate) name: &'static str,
    pub(crate) shape: Shape,
    pub(crate) required: bool,
    /// What holds in its absence, as JSON.
    pub(crate) default: Option<&'static str>,
    /// A value that shows what it is for, as JSON.
    pub(crate) example: Option<&'static str>,
}

/// What a value may be.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shape {
    /// A string that is not blank.
    Text,
    /// A string, which may be empty, `true` or `false`.
    Attribute,
    /// A scalar of YAML, read as the text that it is written as; or nothing.
    Scalar,
    /// A path within the project.
    Path,
    /// An http or https address.
    Address,
    /// `true` or `false`.
    Flag,
    /// A whole number between these.
    Number {
        least: Option<i64>,
        most: Option<i64>,
    },
    /// One of these strings.
    Choice(fn() -> Vec<&'static str>),
    /// One of these strings, in small or capital letters.
    Word(fn() -> Vec<&'static str>),
    /// A language of request samples.
    Language,
    Object(&'static Object),
    List(&'static Shape),
    /// An object with texts by name.
    Texts,
    /// An object with values of one shape by these names.
    Named(fn() -> Vec<&'static str>, &'static Shape),
    /// Values of variables by name.
    Variables,
    Either(&'static [Shape]),
}

impl Object {
    /// An object whose further fields are kept.
    pub(crate) const fn new(name: &'static str, fields: &'static [Field]) -> Self {
        Self { name, fields, rest: Rest::Kept }
    }

    /// The same with another rule for further fields.
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
    /// A field that may be absent.
    pub(crate) const fn new(name: &'static str, shape: Shape) -> Self {
        Self { name, shape, required: false, default: None, example: None }
    }

    /// The same, which must be there.
    pub(crate) const fn required(mut self) -> Self {
        self.required = true;
        self
    }

    /// The same with what holds in its absence.
    pub(crate) const fn default(mut self, json: &'static str) -> Self {
        self.default = Some(json);
        self
    }

    /// The same with a value that shows what it is for.
    pub(crate) const fn example(mut self, json: &'static str) -> Self {
        self.example = Some(json);
        self
    }
}
