//! Writes JSON in the order it is told, indented as people write it.

/// A document in the making; it begins as an open object.
pub(super) struct Json {
    out: String,
    depth: usize,
    /// Nothing stands yet in the innermost object or array.
    empty: bool,
}

impl Json {
    /// A whole document.
    pub(super) fn document(members: impl FnOnce(&mut Self)) -> String {
        let mut json = Self { out: String::new(), depth: 0, empty: true };
        json.nested('{', '}', members);
        json.out.push('\n');
        json.out
    }

    /// A member whose value is an object.
    pub(super) fn object(&mut self, key: &str, members: impl FnOnce(&mut Self)) {
        self.key(key);
        self.nested('{', '}', members);
    }

    /// A member whose value is an array.
    pub(super) fn array(&mut self, key: &str, items: impl FnOnce(&mut Self)) {
        self.key(key);
        self.nested('[', ']', items);
    }

    /// A member whose value is a string.
    pub(super) fn text(&mut self, key: &str, value: &str) {
        self.key(key);
        self.string(value);
    }

    /// A member whose value is JSON already.
    pub(super) fn raw(&mut self, key: &str, value: &str) {
        self.key(key);
        self.out.push_str(value);
    }

    /// Members that are JSON already, on one line.
    pub(super) fn members(&mut self, members: &str) {
        self.line();
        self.out.push_str(members);
    }

    /// An item that is an object.
    pub(super) fn item(&mut self, members: impl FnOnce(&mut Self)) {
        self.line();
        self.nested('{', '}', members);
    }

    /// An item that is a string.
    pub(super) fn item_text(&mut self, value: &str) {
        self.line();
        self.string(value);
    }

    /// The member that makes an object a reference.
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
