//! Evaluates the expressions of settings as far as they are literal. Functions are not run: a function that returns an
//! expression stands for it, with its arguments in place of its parameters.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::{Loaded, Modules};
use crate::literal::js::code::Code;
use crate::literal::js::scope::{
    COMMON, Computed, Function, JsBinding, JsOrigin, JsPlace, JsScope, Module, Unknown, declarations, pattern,
};
use crate::literal::js::tokens::{JsToken, Lexer, string_value};
use crate::literal::js::value::{Evaluated, JsMember, JsValue, SPREAD, list};
use crate::literal::{DEEPEST, Value};
use crate::paths;

/// The greatest number of values that are evaluated, including through names.
pub(super) const MOST_VALUES: usize = 200_000;
/// The greatest size of all texts, in bytes.
const MOST_BYTES: usize = 64 << 20;
/// Functions that return their argument, in addition to those whose names begin with `define` and `with`.
const PASSED_THROUGH: [&str; 5] = ["starlight", "starlightSidebarTopics", "nextra", "mergeConfigs", "Object.freeze"];
/// The longest element whose end is looked for, in bytes.
const LONGEST_ELEMENT: usize = 4_000;
/// The reason for a value that depends on itself.
const CYCLE: &str = "it refers to itself";
/// The reason for a value behind the limits.
const LIMIT: &str = "the settings are too large or nested too deeply";
/// The reason for an operator or syntax that is not evaluated.
const COMPUTED: &str = "it is computed";

/// The evaluation of one export.
pub(super) struct Evaluator<'m, 's> {
    modules: Option<&'m Modules<'s>>,
    /// The file whose export it is; paths such as `__dirname` are relative to its folder.
    file: String,
    values: usize,
    bytes: usize,
    /// The names under evaluation: their module's file, and the position of their value.
    active: Vec<(String, usize)>,
    /// The keys of the objects around the value.
    path: Vec<String>,
    assumed: Vec<Computed>,
}

impl<'m, 's> Evaluator<'m, 's> {
    pub(super) fn new(modules: Option<&'m Modules<'s>>, file: &str) -> Self {
        Self {
            modules,
            file: file.to_owned(),
            values: 0,
            bytes: 0,
            active: Vec::new(),
            path: Vec::new(),
            assumed: Vec::new(),
        }
    }

    /// The value of an export of a module.
    pub(super) fn export(mut self, place: &JsPlace, name: &str) -> Evaluated {
        let value = self.exported(place, name, 0).unwrap_or(JsValue::Undefined);
        let value = self.result(value, 0);
        self.finish(value)
    }

    /// The result of a function that is a member of an export of a module. `None` if the export has no such member.
    pub(super) fn result_of(mut self, place: &JsPlace, name: &str, key: &str) -> Option<Evaluated> {
        let value = self.exported(place, name, 0)?;
        let value = self.result(value, 0);
        let JsMember::Known(member) = value.member(key) else { return None };
        // Assumptions for the rest of the export do not concern the member.
        self.assumed.clear();
        let value = self.result(member.clone(), 0);
        Some(self.finish(value))
    }

    /// The value of the expression at a position of a module.
    pub(super) fn expression(mut self, place: &JsPlace, at: usize) -> Evaluated {
        let (value, _) = self.value(place, at, 0);
        self.finish(value)
    }

    /// The value of a piece of code that is one expression.
    pub(super) fn whole(mut self, place: &JsPlace) -> Evaluated {
        let (value, next) = self.value(place, 0, 0);
        let value = if next < place.code.len() { unknown(place, 0, place.code.len(), COMPUTED) } else { value };
        self.finish(value)
    }

    fn finish(self, value: JsValue) -> Evaluated {
        let mut computed = Vec::new();
        let value = value.json(&mut Vec::new(), &mut computed);
        Evaluated { value, computed, assumed: self.assumed }
    }

    /// A function's result, if the value is a function: the tool calls it.
    fn result(&mut self, value: JsValue, depth: usize) -> JsValue {
        match value {
            JsValue::Function(function) => self.called(&function, None, depth),
            value => value,
        }
    }

    /// The value at a position, and the position after it.
    fn value(&mut self, place: &JsPlace, at: usize, depth: usize) -> (JsValue, usize) {
        let code = &place.code;
        self.values += 1;
        if depth > DEEPEST || self.values > MOST_VALUES || self.bytes > MOST_BYTES {
            let end = code.end(at);
            return (unknown(place, at, end, LIMIT), end);
        }
        let (value, next) = self.conditional(place, at, depth);
        let goes_on = !code.is_end(next)
            && (!code.begins_line(next)
                || matches!(code.token(next), Some(JsToken::Mark(mark)) if !"([{".contains(mark)));
        if next <= at && !code.is_end(at) || goes_on {
            let end = code.end(at).max(next);
            return (unknown(place, at, end, COMPUTED), end);
        }
        (value, next)
    }

    /// `a ? b : c`, or a value without a condition.
    fn conditional(&mut self, place: &JsPlace, at: usize, depth: usize) -> (JsValue, usize) {
        let code = &place.code;
        let (condition, next) = self.operators(place, at, 0, depth);
        if !code.is(next, "?") {
            return (condition, next);
        }
        let Some(colon) = code.colon(next + 1) else { return (condition, next) };
        let truth = condition.truth();
        if truth == Some(false) {
            return self.value(place, colon + 1, depth + 1);
        }
        let end = code.colon(colon + 1).unwrap_or_else(|| code.end(colon + 1));
        if truth.is_none() {
            return (unknown(place, at, end, "it depends on a condition"), end);
        }
        (self.value(place, next + 1, depth + 1).0, end)
    }

    /// Operands joined by operators that bind at least as strongly as `least`.
    fn operators(&mut self, place: &JsPlace, at: usize, least: u8, depth: usize) -> (JsValue, usize) {
        let code = &place.code;
        let (mut left, mut next) = self.unary(place, at, depth);
        while let Some(JsToken::Mark(mark)) = code.token(next)
            && let Some(strength) = strength(mark).filter(|strength| *strength >= least)
        {
            let (right, after) = self.operators(place, next + 1, strength + 1, depth + 1);
            let truth = left.truth();
            let known = match mark {
                "??" if truth.is_some() => {
                    Some(if matches!(left, JsValue::Undefined | JsValue::Null) { right } else { left })
                }
                "||" => truth.map(|truth| if truth { left } else { right }),
                "&&" => truth.map(|truth| if truth { right } else { left }),
                "+" => self.sum(&left, &right),
                "==" | "===" => left.equals(&right).map(JsValue::Flag),
                "!=" | "!==" => left.equals(&right).map(|equal| JsValue::Flag(!equal)),
                _ => None,
            };
            left = known.unwrap_or_else(|| unknown(place, at, after, COMPUTED));
            next = after;
        }
        (left, next)
    }

    fn sum(&mut self, left: &JsValue, right: &JsValue) -> Option<JsValue> {
        if let (JsValue::Number(left), JsValue::Number(right)) = (left, right) {
            return Some(JsValue::Number(left + right));
        }
        let text = left.text()? + &right.text()?;
        self.bytes += text.len();
        Some(JsValue::Text(text))
    }

    fn unary(&mut self, place: &JsPlace, at: usize, depth: usize) -> (JsValue, usize) {
        let code = &place.code;
        match code.token(at) {
            Some(JsToken::Mark("!")) if depth <= DEEPEST => {
                let (value, next) = self.unary(place, at + 1, depth + 1);
                let truth = value.truth();
                (truth.map_or_else(|| unknown(place, at, next, COMPUTED), |truth| JsValue::Flag(!truth)), next)
            }
            Some(JsToken::Mark(sign @ ("-" | "+"))) if code.token(at + 1) == Some(JsToken::Number) => {
                let (value, next) = self.postfix(place, at + 1, depth);
                match value {
                    JsValue::Number(number) if sign == "-" => (JsValue::Number(-number), next),
                    value => (value, next),
                }
            }
            Some(JsToken::Word) if code.is_word(at, "await") && depth <= DEEPEST => {
                self.unary(place, at + 1, depth + 1)
            }
            _ => self.postfix(place, at, depth),
        }
    }

    /// A value with member accesses, calls and casts.
    fn postfix(&mut self, place: &JsPlace, at: usize, depth: usize) -> (JsValue, usize) {
        let code = place.code.clone();
        let (mut value, mut next) = self.operand(place, at, depth);
        if next == at {
            return (value, at);
        }
        loop {
            let is_same_line = !code.begins_line(next);
            match code.token(next) {
                // Without a value, the rest of the chain is not evaluated.
                Some(JsToken::Mark("?.")) if matches!(value, JsValue::Undefined | JsValue::Null) => {
                    value = JsValue::Undefined;
                    while let Some(JsToken::Mark(mark @ ("." | "?." | "(" | "["))) = code.token(next) {
                        next = code.after(next + usize::from(mark.contains('.')));
                    }
                }
                Some(JsToken::Mark("." | "?.")) if code.word(next + 1).is_some() => {
                    let key = code.source(next + 1, next + 2);
                    let after = next + 2;
                    if code.is(after, "(") {
                        let end = code.after(after);
                        value = self.method(place, &value, key, (at, after, end), depth);
                        next = end;
                    } else {
                        value = member(place, &value, key, at, after);
                        next = after;
                    }
                }
                Some(JsToken::Mark("[")) if is_same_line => {
                    let end = code.after(next);
                    let (key, _) = self.value(place, next + 1, depth + 1);
                    value = match key.text() {
                        Some(key) => member(place, &value, &key, at, end),
                        None => unknown(place, at, end, "it is a computed member"),
                    };
                    next = end;
                }
                Some(JsToken::Mark("(")) if is_same_line => {
                    let end = code.after(next);
                    value = self.call(place, value, (at, next, end), depth);
                    next = end;
                }
                Some(JsToken::Mark("<")) if is_same_line => {
                    match code.angles(next).filter(|after| code.is(*after, "(")) {
                        Some(after) => next = after,
                        None => return (value, next),
                    }
                }
                Some(JsToken::Mark("!")) if is_same_line => next += 1,
                Some(JsToken::Word) if is_same_line && matches!(code.word(next), Some("as" | "satisfies")) => {
                    next = code.type_end(next + 1);
                }
                _ => return (value, next),
            }
        }
    }

    fn operand(&mut self, place: &JsPlace, at: usize, depth: usize) -> (JsValue, usize) {
        let code = &place.code;
        match code.token(at) {
            Some(JsToken::Text) => {
                let text = string_value(code.source(at, at + 1));
                self.bytes += text.len();
                (JsValue::Text(text), at + 1)
            }
            Some(JsToken::Template) => (self.template(place, at, depth), at + 1),
            Some(JsToken::Number) => match code.source(at, at + 1).replace('_', "").parse() {
                Ok(number) => (JsValue::Number(number), at + 1),
                Err(_) => (unknown(place, at, at + 1, COMPUTED), at + 1),
            },
            Some(JsToken::Mark("{")) => self.object(place, at, depth),
            Some(JsToken::Mark("[")) => self.array(place, at, depth),
            Some(JsToken::Mark("(")) => {
                if let Some(function) = arrow(place, at) {
                    return function;
                }
                let close = code.closing(at);
                let (value, next) = self.value(place, at + 1, depth + 1);
                (if next == close { value } else { unknown(place, at, close + 1, COMPUTED) }, code.after(at))
            }
            Some(JsToken::Mark("<")) => element(place, at),
            Some(JsToken::Word) => self.named(place, at, depth),
            _ => (unknown(place, at, code.end(at), COMPUTED), at),
        }
    }

    /// A template: its text with the values in it, if all of them are texts or numbers.
    fn template(&mut self, place: &JsPlace, at: usize, depth: usize) -> JsValue {
        let source = place.code.source(at, at + 1);
        let whole = |reason: &str| unknown(place, at, at + 1, reason);
        let mut out = String::new();
        let mut rest = source.get(1..source.len().saturating_sub(1)).unwrap_or_default();
        while let Some(start) = hole(rest) {
            let mut lexer = Lexer::new(rest, start + 1, rest.len());
            while lexer.step().is_some() && lexer.is_open() {}
            let end = lexer.at();
            let inner = rest.get(start + 2..end.saturating_sub(1)).unwrap_or_default();
            if is_this_year(inner) {
                self.assume(place, at, at + 1, "the year of the build is left out");
                out.push_str(&string_value(&format!("`{}`", rest.get(..start).unwrap_or_default())));
                rest = rest.get(end..).unwrap_or_default();
                continue;
            }
            out.push_str(&string_value(&format!("`{}`", rest.get(..start).unwrap_or_default())));
            self.bytes += inner.len();
            if self.bytes > MOST_BYTES {
                return whole(LIMIT);
            }
            let code = Rc::new(Code::new(inner, Some((place.code.clone(), at))));
            let inner = JsPlace { code, ..place.clone() };
            let (value, next) = self.value(&inner, 0, depth + 1);
            match value.text().filter(|_| next >= inner.code.len()) {
                Some(text) => out.push_str(&text),
                None => return whole("a part of the text is computed"),
            }
            rest = rest.get(end..).unwrap_or_default();
        }
        out.push_str(&string_value(&format!("`{rest}`")));
        self.bytes += out.len();
        JsValue::Text(out)
    }

    fn array(&mut self, place: &JsPlace, at: usize, depth: usize) -> (JsValue, usize) {
        let code = &place.code;
        let close = code.closing(at);
        if close >= code.len() {
            return (unknown(place, at, close, "it is not closed"), close);
        }
        let mut items = Vec::new();
        let mut next = at + 1;
        while next < close {
            if code.is(next, ",") {
                next += 1;
                continue;
            }
            let is_spread = code.is(next, "...");
            let (value, after) = self.value(place, next + usize::from(is_spread), depth + 1);
            match value {
                JsValue::List(more) if is_spread => items.extend(more),
                JsValue::Undefined | JsValue::Null | JsValue::Flag(false) if is_spread => {}
                JsValue::Unknown(_) => items.push(value),
                value if !is_spread => items.push(value),
                _ => items.push(unknown(place, next, after, COMPUTED)),
            }
            next = after.max(next + 1);
        }
        (JsValue::List(items), close + 1)
    }

    fn object(&mut self, place: &JsPlace, at: usize, depth: usize) -> (JsValue, usize) {
        let code = &place.code;
        let close = code.closing(at);
        if close >= code.len() {
            return (unknown(place, at, close, "it is not closed"), close);
        }
        let mut members: Vec<(String, JsValue)> = Vec::new();
        let mut next = at + 1;
        while next < close {
            if code.is(next, ",") {
                next += 1;
                continue;
            }
            if code.is_word(next, "async") && matches!(code.token(next + 1), Some(JsToken::Word | JsToken::Text)) {
                next += 1;
            }
            let source = code.source(next, next + 1);
            let (key, behind) = match code.token(next) {
                Some(JsToken::Word | JsToken::Number) => (source.to_owned(), next + 1),
                Some(JsToken::Text) => (string_value(source), next + 1),
                Some(JsToken::Mark("...")) => {
                    let (value, after) = self.value(place, next + 1, depth + 1);
                    match value {
                        JsValue::Object(more) => members.extend(more),
                        JsValue::Undefined | JsValue::Null | JsValue::Flag(false) => {}
                        value @ JsValue::Unknown(_) => members.push((SPREAD.to_owned(), value)),
                        _ => members.push((SPREAD.to_owned(), unknown(place, next, after, COMPUTED))),
                    }
                    next = after.max(next + 1);
                    continue;
                }
                Some(JsToken::Mark("[")) => match self.value(place, next + 1, depth + 1).0.text() {
                    Some(key) => (key, code.after(next)),
                    None => {
                        let end = code.end(next).max(next + 1);
                        let value = unknown(place, next, end, "its key is computed");
                        members.push((SPREAD.to_owned(), value));
                        next = end;
                        continue;
                    }
                },
                _ => {
                    let end = code.end(next).max(next + 1);
                    members.push((SPREAD.to_owned(), unknown(place, next, end, COMPUTED)));
                    next = end;
                    continue;
                }
            };
            self.path.push(key.clone());
            let (value, after) = if code.is(behind, ":") {
                self.value(place, behind + 1, depth + 1)
            } else if code.is(behind, ",") || behind == close {
                (self.named(place, next, depth + 1).0, behind)
            } else if code.is(behind, "(") {
                // A method.
                function(place, next, behind)
            } else {
                // An accessor.
                let end = code.end(next).max(next + 1);
                (unknown(place, next, end, "it is a function"), end)
            };
            self.path.pop();
            members.push((key, value));
            next = after.max(next + 1);
        }
        (JsValue::Object(members), close + 1)
    }

    /// A keyword, a function, or a name.
    fn named(&mut self, place: &JsPlace, at: usize, depth: usize) -> (JsValue, usize) {
        let code = &place.code;
        let word = code.source(at, at + 1);
        let value = match word {
            "true" => JsValue::Flag(true),
            "false" => JsValue::Flag(false),
            "null" => JsValue::Null,
            "undefined" => JsValue::Undefined,
            "__dirname" => JsValue::Text(self.relative(place, ".")),
            "function" => return function(place, at, at),
            "async" if code.is_word(at + 1, "function") => return function(place, at, at + 1),
            "async" if code.is(at + 1, "(") || code.is(at + 2, "=>") => {
                return arrow(place, at + 1).unwrap_or_else(|| (unknown(place, at, code.end(at), COMPUTED), at));
            }
            "new" | "typeof" | "void" | "delete" | "class" | "yield" => {
                let end = code.end(at);
                return (unknown(place, at, end, COMPUTED), end);
            }
            "process" if code.is_word(at + 2, "env") => return self.environment(place, at, at + 3),
            "import" if code.is_word(at + 2, "meta") && code.is_word(at + 4, "env") => {
                return self.environment(place, at, at + 5);
            }
            "import" | "require" if code.is(at + 1, "(") => {
                let close = code.closing(at + 1);
                let (path, _) = self.value(place, at + 2, depth + 1);
                let value = match path {
                    JsValue::Text(path) => self.module(place, &path, (at, close + 1), depth),
                    _ => unknown(place, at, close + 1, "the path of the module is computed"),
                };
                return (value, close + 1);
            }
            _ if code.is(at + 1, "=>") => {
                return arrow(place, at).unwrap_or_else(|| (unknown(place, at, code.end(at), COMPUTED), at));
            }
            _ => self.name(place, at, depth),
        };
        (value, at + 1)
    }

    /// A variable of the environment, which is taken as not set.
    fn environment(&mut self, place: &JsPlace, at: usize, behind: usize) -> (JsValue, usize) {
        let code = &place.code;
        let next = match code.token(behind) {
            Some(JsToken::Mark("." | "?.")) if code.is(behind + 1, "[") => code.after(behind + 1),
            Some(JsToken::Mark("." | "?.")) => behind + 2,
            Some(JsToken::Mark("[")) => code.after(behind),
            _ => return (unknown(place, at, behind, "it is the environment"), behind),
        };
        self.assume(place, at, next, "environment variables are taken as not set");
        (JsValue::Undefined, next)
    }

    fn assume(&mut self, place: &JsPlace, from: usize, to: usize, reason: impl Into<String>) {
        list(&mut self.assumed, &Unknown::new(place, from, to, reason), &self.path);
    }

    /// The value of a name.
    fn name(&mut self, place: &JsPlace, at: usize, depth: usize) -> JsValue {
        let name = place.code.source(at, at + 1);
        let module = &place.module;
        let mut scope = place.scope.clone();
        while let Some(here) = scope {
            if let Some(binding) = here.names.get(name) {
                let owner = JsPlace { code: here.code.clone(), module: module.clone(), scope: Some(here.clone()) };
                return self.bound(binding, &owner, (place, at), depth);
            }
            scope = here.above.clone();
        }
        let Some(binding) = module.names.get(name) else {
            return unknown(place, at, at + 1, "its declaration is not in the settings");
        };
        let top = JsPlace { code: module.code.clone(), module: module.clone(), scope: None };
        if let Some(changed) = module.changed.get(name) {
            let reason = format!("statements that change `{name}` are not run");
            self.assume(&top, *changed, module.code.end(*changed), reason);
        }
        self.bound(binding, &top, (place, at), depth)
    }

    /// The value of a binding that `owner` declares; `user` is the place and position of the name.
    fn bound(&mut self, binding: &JsBinding, owner: &JsPlace, user: (&JsPlace, usize), depth: usize) -> JsValue {
        let mut value = match &binding.origin {
            JsOrigin::Own(at) => self.at(owner, *at, depth),
            JsOrigin::At(place, at) => self.value(place, *at, depth + 1).0,
            JsOrigin::Name(name, at) => match owner.module.names.get(name) {
                Some(binding) if depth <= DEEPEST => {
                    let binding = binding.clone();
                    self.bound(&binding, owner, user, depth + 1)
                }
                _ => unknown(owner, *at, *at + 1, "it has no declaration"),
            },
            JsOrigin::Import(path, name, at) => match self.imported(owner, path) {
                Err(reason) => unknown(user.0, user.1, user.1 + 1, reason),
                Ok(_) if depth > DEEPEST => unknown(owner, *at, *at + 1, CYCLE),
                Ok(Loaded::Data(data)) => {
                    let data = self.data(&data);
                    if matches!(name.as_str(), "default" | "*") {
                        data
                    } else {
                        member(user.0, &data, name, user.1, user.1 + 1)
                    }
                }
                Ok(Loaded::Code(place)) if name == "*" => self.namespace(&place, depth + 1),
                Ok(Loaded::Code(place)) => self.exported(&place, name, depth + 1).unwrap_or_else(|| {
                    unknown(user.0, user.1, user.1 + 1, format!("the file `{path}` does not export it"))
                }),
            },
            JsOrigin::Given(at) => unknown(owner, *at, *at + 1, "the tool passes it as an argument"),
            JsOrigin::Undefined => JsValue::Undefined,
        };
        let mut or = |value: JsValue, default: Option<usize>| match (value, default) {
            (JsValue::Undefined, Some(default)) => self.value(owner, default, depth + 1).0,
            (value, _) => value,
        };
        value = or(value, binding.default);
        for (key, default) in &binding.path {
            value = or(member(user.0, &value, key, user.1, user.1 + 1), *default);
        }
        value
    }

    /// The value at a position of a declaration, unless it is under evaluation.
    fn at(&mut self, place: &JsPlace, at: usize, depth: usize) -> JsValue {
        let key = (place.module.file.clone(), at);
        let is_top = place.scope.is_none();
        if is_top && self.active.contains(&key) {
            return unknown(place, at, place.code.end(at), CYCLE);
        }
        self.active.push(key);
        let (value, _) = self.value(place, at, depth + 1);
        self.active.pop();
        value
    }

    fn imported(&self, place: &JsPlace, path: &str) -> Result<Loaded, String> {
        self.modules.ok_or_else(|| COMPUTED.to_owned())?.imported(&place.module.file, path)
    }

    /// A JSON file.
    fn data(&mut self, value: &Value) -> JsValue {
        self.values += 1;
        match value {
            Value::Null => JsValue::Null,
            Value::Bool(flag) => JsValue::Flag(*flag),
            Value::Number(number) => JsValue::Number(number.as_f64().unwrap_or_default()),
            Value::String(text) => {
                self.bytes += text.len();
                JsValue::Text(text.clone())
            }
            Value::Array(items) => JsValue::List(items.iter().map(|item| self.data(item)).collect()),
            Value::Object(members) => {
                JsValue::Object(members.iter().map(|(key, value)| (key.clone(), self.data(value))).collect())
            }
        }
    }

    /// An export of a module, `default` also as that of CommonJS. `None` if it does not exist.
    fn exported(&mut self, place: &JsPlace, name: &str, depth: usize) -> Option<JsValue> {
        let module = place.module.clone();
        if let Some(binding) = module.exports.get(name) {
            let at = match binding.origin {
                JsOrigin::Own(at) | JsOrigin::Name(_, at) | JsOrigin::Import(_, _, at) => at,
                _ => 0,
            };
            return Some(self.bound(binding, place, (place, at), depth));
        }
        if let Some(binding) = module.exports.get(COMMON) {
            let value = self.bound(binding, place, (place, 0), depth);
            return Some(if name == "default" { value } else { member(place, &value, name, 0, 1) });
        }
        if depth <= DEEPEST
            && let Some(modules) = self.modules
        {
            for star in &module.stars {
                if let Ok(Loaded::Code(inner)) = modules.imported(&module.file, star) {
                    let found = self.exported(&inner, name, depth + 8);
                    if found.is_some() {
                        return found;
                    }
                }
            }
        }
        // The default import of a CommonJS module without one.
        let is_all = name == "default" && !module.exports.is_empty() && depth <= DEEPEST;
        is_all.then(|| self.namespace(place, depth + 1))
    }

    /// All exports of a module, as `require` gives them: those of CommonJS, or else an object.
    fn namespace(&mut self, place: &JsPlace, depth: usize) -> JsValue {
        if let Some(value) = place.module.exports.contains_key(COMMON).then(|| self.exported(place, COMMON, depth)) {
            return value.unwrap_or(JsValue::Undefined);
        }
        let names: Vec<String> = place.module.exports.keys().cloned().collect();
        JsValue::Object(
            names
                .into_iter()
                .filter_map(|name| {
                    let value = self.exported(place, &name, depth)?;
                    Some((name, value))
                })
                .collect(),
        )
    }

    /// `require("path")`, `import("path")`.
    fn module(&mut self, place: &JsPlace, path: &str, (from, to): (usize, usize), depth: usize) -> JsValue {
        match self.imported(place, path) {
            Err(reason) => unknown(place, from, to, reason),
            Ok(_) if depth > DEEPEST => unknown(place, from, to, LIMIT),
            Ok(Loaded::Data(data)) => self.data(&data),
            Ok(Loaded::Code(inner)) => {
                let exports = &inner.module.exports;
                // A loader of TypeScript gives the default export of a module that has no other.
                let is_default = exports.len() == 1 && exports.contains_key("default");
                let default = (is_default && place.code.is_word(from, "require"))
                    .then(|| self.exported(&inner, "default", depth + 1));
                default.flatten().unwrap_or_else(|| self.namespace(&inner, depth + 1))
            }
        }
    }

    /// A path next to the module of a place, relative to the folder of the settings file.
    fn relative(&self, place: &JsPlace, path: &str) -> String {
        let (from, to) = (paths::folder(&self.file), paths::join(paths::folder(&place.module.file), path));
        let to = to.unwrap_or_default();
        match paths::below(&to, from) {
            Some(below) => below.to_owned(),
            None if to == from => ".".to_owned(),
            None => {
                let above = from.split('/').filter(|part| !part.is_empty()).map(|_| "..").collect::<Vec<_>>().join("/");
                paths::plus(&above, &to)
            }
        }
    }

    /// The call of a value: `(at, open, end)` are the positions of the value, of its parenthesis, and after it.
    fn call(
        &mut self,
        place: &JsPlace,
        value: JsValue,
        (at, open, end): (usize, usize, usize),
        depth: usize,
    ) -> JsValue {
        let code = &place.code;
        let name = code.source(at, open).split(['<', '(']).next().unwrap_or_default().trim();
        if depth > DEEPEST {
            return unknown(place, at, end, LIMIT);
        }
        let mut result = None;
        if let JsValue::Function(function) = &value {
            match self.called(function, Some((place, open)), depth + 1) {
                unknown @ JsValue::Unknown(_) => result = Some(unknown),
                value => return value,
            }
        }
        let is_passed = name.starts_with("define")
            || (name.starts_with("with") && name.len() > 4)
            || PASSED_THROUGH.contains(&name);
        let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$'));
        let computed =
            || result.clone().unwrap_or_else(|| unknown(place, at, end, format!("it calls `{}`", shortened(name))));
        if !is_passed && !is_name || open + 1 >= end - 1 {
            return computed();
        }
        let before = self.assumed.len();
        let (first, _) = self.value(place, open + 1, depth + 1);
        let first = if is_passed { self.result(first, depth + 1) } else { first };
        match first {
            value @ JsValue::Object(_) => {
                if !is_passed || result.is_some() {
                    self.assume(place, at, open, format!("the argument of `{name}` is taken for its result"));
                }
                value
            }
            value if is_passed && result.is_none() => value,
            _ => {
                self.assumed.truncate(before);
                computed()
            }
        }
    }

    /// The result of a function: its expression, or that of its `return`. Without a call, the tool calls it.
    fn called(&mut self, function: &Function, call: Option<(&JsPlace, usize)>, depth: usize) -> JsValue {
        let place = &function.place;
        let code = &place.code;
        let mut names = BTreeMap::new();
        parameters(function, call, &mut names);
        let above = place.scope.clone();
        let inner = |names| {
            let scope = JsScope { code: code.clone(), names, above: above.clone() };
            JsPlace { scope: Some(Rc::new(scope)), ..place.clone() }
        };
        if depth > DEEPEST {
            return unknown(place, function.at, function.body, LIMIT);
        }
        if !code.is(function.body, "{") {
            return self.value(&inner(names), function.body, depth + 1).0;
        }
        let close = code.closing(function.body);
        let mut own = Module::default();
        declarations(code, function.body + 1, close, &mut own);
        names.append(&mut own.names);
        let body = inner(names);
        match returned(code, function.body + 1, close) {
            Some((at, is_conditional)) => {
                let before = self.assumed.len();
                if is_conditional {
                    self.assume(place, at, at + 1, "the conditions before it are not evaluated");
                }
                let (value, _) = self.value(&body, at + 1, depth + 1);
                if matches!(value, JsValue::Unknown(_)) {
                    // Nothing depends on them.
                    self.assumed.truncate(before);
                }
                value
            }
            None => unknown(place, function.at, close + 1, "the function has no `return` outside of conditions"),
        }
    }

    /// The methods that have a value: `.concat(…)`, `.filter(Boolean)`, `require.resolve("x")`, `path.join(…)`.
    fn method(
        &mut self,
        place: &JsPlace,
        value: &JsValue,
        key: &str,
        (at, open, end): (usize, usize, usize),
        depth: usize,
    ) -> JsValue {
        let code = &place.code;
        let whole = code.source(at, open);
        let reason = || unknown(place, at, end, format!("it calls `{}`", shortened(whole)));
        let arguments = |this: &mut Self| -> Vec<JsValue> {
            starts(code, open).into_iter().map(|at| this.value(place, at, depth + 1).0).collect()
        };
        match (value, key) {
            (JsValue::List(items), "filter") if code.is_word(open + 1, "Boolean") && open + 3 == end => {
                JsValue::List(items.iter().filter(|item| item.truth() != Some(false)).cloned().collect())
            }
            (JsValue::List(items), "concat") => {
                let mut items = items.clone();
                for more in arguments(self) {
                    match more {
                        JsValue::List(more) => items.extend(more),
                        more => items.push(more),
                    }
                }
                JsValue::List(items)
            }
            (JsValue::List(items), "slice") => sliced(items, &arguments(self)).map_or_else(reason, JsValue::List),
            (JsValue::Object(_) | JsValue::Unknown(_), _) => {
                let function = match value.member(key) {
                    JsMember::Known(function @ JsValue::Function(_)) => Some(function.clone()),
                    _ => None,
                };
                match (function, whole) {
                    (Some(function), _) => self.call(place, function, (at, open, end), depth),
                    (None, "require.resolve") => match arguments(self).first() {
                        Some(JsValue::Text(path)) if path.starts_with('.') => JsValue::Text(self.relative(place, path)),
                        // The name of a package, such as a plugin.
                        Some(JsValue::Text(name)) if !name.starts_with('/') => JsValue::Text(name.clone()),
                        _ => reason(),
                    },
                    (None, "path.join" | "path.resolve" | "path.posix.join") => {
                        let parts: Option<Vec<String>> = arguments(self).iter().map(JsValue::text).collect();
                        let path = parts.and_then(|parts| paths::join("", &parts.join("/")));
                        path.map_or_else(reason, JsValue::Text)
                    }
                    (None, "Object.assign") => {
                        let mut members = Vec::new();
                        for value in arguments(self) {
                            match value {
                                JsValue::Object(more) => members.extend(more),
                                JsValue::Undefined | JsValue::Null => {}
                                _ => return reason(),
                            }
                        }
                        JsValue::Object(members)
                    }
                    (None, name) if PASSED_THROUGH.contains(&name) || key.starts_with("define") => {
                        self.value(place, open + 1, depth + 1).0
                    }
                    // A chain of calls is reported from its beginning.
                    (None, _) => match value {
                        JsValue::Unknown(_)
                            if code.word(at).is_some_and(|word| whole.contains('(') || word == "import") =>
                        {
                            value.clone()
                        }
                        _ => reason(),
                    },
                }
            }
            _ => reason(),
        }
    }
}

/// How strongly an operator binds its operands; `None` for operators that are not evaluated.
fn strength(operator: &str) -> Option<u8> {
    Some(match operator {
        "??" | "||" => 0,
        "&&" => 1,
        "===" | "!==" | "==" | "!=" => 2,
        "+" => 3,
        _ => return None,
    })
}

/// The items of a list between two positions, of which those below zero count from its end. `None` if an item or a
/// position is not known.
fn sliced(items: &[JsValue], bounds: &[JsValue]) -> Option<Vec<JsValue>> {
    let place = |index: usize, missing: usize| match bounds.get(index) {
        None | Some(JsValue::Undefined) => Some(missing),
        Some(JsValue::Number(number)) => {
            let length = i64::try_from(items.len()).ok()?;
            let at: i64 = number.trunc().to_string().parse().ok()?;
            usize::try_from(if at < 0 { (length + at).max(0) } else { at.min(length) }).ok()
        }
        Some(_) => None,
    };
    let (from, to) = (place(0, 0)?, place(1, items.len())?);
    let is_known = !items.iter().any(|item| matches!(item, JsValue::Unknown(_)));
    is_known.then(|| items.get(from..to.max(from)).unwrap_or_default().to_vec())
}

/// A value that is not known.
fn unknown(place: &JsPlace, from: usize, to: usize, reason: impl Into<String>) -> JsValue {
    JsValue::Unknown(Rc::new(Unknown::new(place, from, to, reason)))
}

/// The member of a value in the expression between two positions.
fn member(place: &JsPlace, value: &JsValue, key: &str, from: usize, to: usize) -> JsValue {
    match value.member(key) {
        JsMember::Known(value) => value.clone(),
        JsMember::Missing => JsValue::Undefined,
        JsMember::Other => unknown(place, from, to, COMPUTED),
    }
}

/// Whether an expression is the year in which it is evaluated: `new Date().getFullYear()`.
fn is_this_year(source: &str) -> bool {
    let bare: String = source.split_whitespace().collect();
    matches!(bare.as_str(), "newDate().getFullYear()" | "newDate().getUTCFullYear()")
}

/// The start of the first `${` of a template.
fn hole(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '$' if text.get(at + 1..).is_some_and(|rest| rest.starts_with('{')) => return Some(at),
            _ => {}
        }
    }
    None
}

fn shortened(source: &str) -> String {
    crate::report::one_line(source.lines().next_back().unwrap_or_default().trim())
}

/// The starts of the arguments of a call.
fn starts(code: &Code, open: usize) -> Vec<usize> {
    let close = code.closing(open);
    let mut out = Vec::new();
    let mut at = open + 1;
    while at < close {
        out.push(at);
        at = code.end(at).max(at) + 1;
    }
    out
}

/// The text of an element that contains only text and elements.
fn element(place: &JsPlace, at: usize) -> (JsValue, usize) {
    let code = &place.code;
    let source = code.source(at, code.len());
    let most = (0..=LONGEST_ELEMENT.min(source.len())).rev().find(|end| source.is_char_boundary(*end)).unwrap_or(0);
    let Some((words, length)) = element_text(source.get(..most).unwrap_or_default()) else {
        let end = code.end(at);
        return (unknown(place, at, end, COMPUTED), end);
    };
    let end = code.first_after(at, length);
    (words.map_or_else(|| unknown(place, at, end, "it is a component"), JsValue::Text), end)
}

/// The text of the element at the start of a source, and the element's length. The text is `None` if a part of it is
/// computed, or if it is empty. `None` if the element does not end.
fn element_text(source: &str) -> Option<(Option<String>, usize)> {
    let mut words = String::new();
    let mut is_plain = true;
    let mut depth = 0_usize;
    let mut rest = source;
    loop {
        if rest.starts_with('{') {
            is_plain = false;
            rest = rest.get(braces(rest)?..)?;
        } else if rest.starts_with('<') {
            let end = tag_end(rest)?;
            let tag = rest.get(1..end - 1)?.trim();
            rest = rest.get(end..)?;
            match (tag.starts_with('/'), tag.ends_with('/')) {
                (true, _) => depth = depth.checked_sub(1)?,
                (false, false) => depth += 1,
                (false, true) => {}
            }
            if depth == 0 {
                break;
            }
        } else {
            let end = rest.find(['<', '{'])?;
            words.push_str(rest.get(..end)?);
            rest = rest.get(end..)?;
        }
    }
    let words = engine::accepted::decoded(&words.replace("&nbsp;", " ")).into_owned();
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    Some(((is_plain && !words.is_empty()).then_some(words), source.len() - rest.len()))
}

/// The length of the tag at the start of a source, whose attributes may contain code.
fn tag_end(source: &str) -> Option<usize> {
    let mut at = 1;
    loop {
        let rest = source.get(at..)?;
        at += match rest.chars().next()? {
            '>' => return Some(at + 1),
            '{' => braces(rest)?,
            quote @ ('"' | '\'') => rest.get(1..)?.find(quote)? + 2,
            other => other.len_utf8(),
        };
    }
}

/// The length of the code in braces at the start of a source.
fn braces(source: &str) -> Option<usize> {
    let mut lexer = Lexer::new(source, 0, source.len());
    while lexer.step().is_some() && lexer.is_open() {}
    (!lexer.is_open()).then(|| lexer.at())
}

/// The arrow function at a position, if it is one: `x => …`, `(x): T => …`.
fn arrow(place: &JsPlace, at: usize) -> Option<(JsValue, usize)> {
    let code = &place.code;
    let mut next = code.after(at);
    if code.is(next, ":") && code.is(at, "(") {
        next = code.type_end(next + 1);
    }
    if !code.is(next, "=>") {
        return None;
    }
    let body = next + 1;
    let end = if code.is(body, "{") { code.after(body) } else { code.end(body) };
    let function = Function { place: place.clone(), at, parameters: at, body };
    Some((JsValue::Function(Rc::new(function)), end))
}

/// The function whose keyword is at `keyword`.
fn function(place: &JsPlace, at: usize, keyword: usize) -> (JsValue, usize) {
    let code = &place.code;
    let Some(open) = (keyword..keyword + 64).find(|next| code.is(*next, "(")) else {
        let end = code.end(at);
        return (unknown(place, at, end, COMPUTED), end);
    };
    let mut body = code.after(open);
    while !code.is(body, "{") || matches!(code.token(code.after(body)), Some(JsToken::Mark("{" | "|" | "&"))) {
        if code.token(body).is_none() || code.is(body, ";") {
            break;
        }
        body = code.after(body);
    }
    let function = Function { place: place.clone(), at, parameters: open, body };
    (JsValue::Function(Rc::new(function)), code.after(body))
}

/// Binds the parameters of a function to the arguments of a call.
fn parameters(function: &Function, call: Option<(&JsPlace, usize)>, names: &mut BTreeMap<String, JsBinding>) {
    let code = &function.place.code;
    let arguments = call.map(|(place, open)| (place, starts(&place.code, open)));
    let origin = |index: usize, at: usize| match &arguments {
        None => JsOrigin::Given(at),
        Some((place, starts)) => {
            starts.get(index).map_or(JsOrigin::Undefined, |at| JsOrigin::At((*place).clone(), *at))
        }
    };
    let bound = |origin: JsOrigin, default: Option<usize>| JsBinding { origin, default, path: Vec::new() };
    if !code.is(function.parameters, "(") {
        pattern(code, function.parameters, &bound(origin(0, function.parameters), None), names, 0);
        return;
    }
    let close = code.closing(function.parameters);
    let mut at = function.parameters + 1;
    let mut index = 0_usize;
    while at < close {
        let mut next = code.after(at);
        if code.is(next, "?") {
            next += 1;
        }
        if code.is(next, ":") {
            next = code.type_end(next + 1);
        }
        let default = code.is(next, "=").then_some(next + 1);
        pattern(code, at, &bound(origin(index, at), default), names, 0);
        at = code.end(next).max(at) + 1;
        index += 1;
    }
}

/// The first `return` of a function's body outside of conditions, and whether conditions precede it.
fn returned(code: &Code, from: usize, to: usize) -> Option<(usize, bool)> {
    let mut is_conditional = false;
    let mut at = from;
    while at < to {
        match code.word(at) {
            Some("if" | "for" | "while" | "switch" | "try") => is_conditional = true,
            Some("return") if !is_guarded(code, at) => return Some((at, is_conditional)),
            _ => {}
        }
        at = code.after(at);
    }
    None
}

/// Whether the statement at a position belongs to `if (…)` or `else` without braces.
fn is_guarded(code: &Code, at: usize) -> bool {
    let Some(before) = at.checked_sub(1) else { return false };
    let keyword = code.opening(before).and_then(|open| open.checked_sub(1)).and_then(|at| code.word(at));
    code.is_word(before, "else") || matches!(keyword, Some("if" | "for" | "while"))
}
