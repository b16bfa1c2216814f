//! Writes JSON in the given order, indented as people write it.

/// A document being written; it begins as an open object.
pub(super) struct JsonDocument {
    out: String,
    depth: usize,
    /// Whether the innermost object or array is still empty.
    empty: bool,
}

impl JsonDocument {
    /// Writes a whole document.
    pub(super) fn document(members: impl FnOnce(&mut Self)) -> String {
        let mut json = Self { out: String::new(), depth: 0, empty: true };
        json.nested('{', '}', members);
        json.out.push('\n');
        json.out
    }

    /// Writes a member whose value is an object.
    pub(super) fn object(&mut self, key: &str, members: impl FnOnce(&mut Self)) {
        self.key(key);
        self.nested('{', '}', members);
    }

    /// Writes a member whose value is an array.
    pub(super) fn array(&mut self, key: &str, items: impl FnOnce(&mut Self)) {
        self.key(key);
        self.nested('[', ']', items);
    }

    /// Writes a member whose value is a string.
    pub(super) fn text(&mut self, key: &str, value: &str) {
        self.key(key);
        self.string(value);
    }

    /// Writes a member whose value is already JSON.
    pub(super) fn raw(&mut self, key: &str, value: &str) {
        self.key(key);
        self.out.push_str(value);
    }

    /// Writes members that are already JSON, on one line.
    pub(super) fn members(&mut self, members: &str) {
        self.line();
        self.out.push_str(members);
    }

    /// Writes an item that is an object.
    pub(super) fn item(&mut self, members: impl FnOnce(&mut Self)) {
        self.line();
        self.nested('{', '}', members);
    }

    /// Writes an item that is a string.
    pub(super) fn item_text(&mut self, value: &str) {
        self.line();
        self.string(value);
    }

    /// Writes the member that makes an object a reference.
    pub(super) fn reference(&mut self, kind: &str, name: &str) {
        self.text("$ref", &format!("#/components/{kind}/{name}"));
    }

    fn nested(&mut self, open: char, close: char, contents: impl FnOnce(&mut Self)) {
        self.out.push(open);
        self.depth += 1;
        self.empty = true;
        contents(self);
        self.depth -= 1;
        if !self.empty {
            self.indent();
        }
        self.empty = false;
        self.out.push(close);
    }

    fn key(&mut self, key: &str) {
        self.line();
        self.string(key);
        self.out.push_str(": ");
    }

    fn line(&mut self) {
        if !self.empty {
            self.out.push(',');
        }
        self.empty = false;
        self.indent();
    }

    fn indent(&mut self) {
        self.out.push('\n');
        self.out.extend(std::iter::repeat_n("  ", self.depth));
    }

    fn string(&mut self, text: &str) {
        self.out.push('"');
        for c in text.chars() {
            match c {
                '"' => self.out.push_str("\\\""),
                '\\' => self.out.push_str("\\\\"),
                '\n' => self.out.push_str("\\n"),
                c => self.out.push(c),
            }
        }
        self.out.push('"');
    }
}
