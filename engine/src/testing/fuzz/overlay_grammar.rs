//! Overlays generated from bytes: targets of every form, some of them broken, and changes that fit or do not fit.

use serde_json::{Map, Value, json};

use super::spec_grammar::{KINDS, SpecGrammar};

const SEGMENTS: [&str; 32] = [
    ".paths",
    "['/a']",
    "['/b/{id}']",
    ".get",
    ".post",
    ".parameters",
    ".responses",
    ".components",
    ".schemas",
    ".A",
    ".properties",
    ".*",
    "..*",
    "[*]",
    "[0]",
    "[-1]",
    "[0:2]",
    "[::-1]",
    "..description",
    "..schema",
    "..['$ref']",
    "['A','x']",
    "[?@.name=='A']",
    "[?@.x]",
    "[?@..A]",
    "[?$.paths]",
    "[?length(@.A)>1]",
    "[?match(@.name,'.*')]",
    "[?(@.get && !@.x)]",
    ".allOf",
    "]",
    " ",
];

impl SpecGrammar<'_> {
    /// Generates the text of an overlay.
    pub(super) fn overlay(&mut self) -> String {
        self.fuel = 40;
        let actions: Vec<Value> = (0..=self.choices.below(4)).map(|_| self.action()).collect();
        let version = self.choices.pick(&["1.1.0", "1.0.0", "2.0.0"]);
        let overlay = json!({ "overlay": version, "info": {"title": "O", "version": "1"}, "actions": actions });
        self.text(&overlay)
    }

    fn action(&mut self) -> Value {
        let mut action = Map::new();
        action.insert("target".to_owned(), json!(self.query()));
        match self.choices.below(8) {
            0 | 1 => {
                action.insert("remove".to_owned(), json!(true));
            }
            2 => {
                action.insert("copy".to_owned(), json!(self.query()));
            }
            3 => {
                action.insert("update".to_owned(), self.odd());
            }
            _ => {
                let kind = self.choices.pick(&KINDS);
                action.insert("update".to_owned(), self.value(kind, 0));
            }
        }
        Value::Object(action)
    }

    fn query(&mut self) -> String {
        let segments = (0..self.choices.below(6)).map(|_| self.choices.pick(&SEGMENTS));
        std::iter::once("$").chain(segments).collect()
    }
}
