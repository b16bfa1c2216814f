//! The names of a module, a function or its parameters, and what they are bound to.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::code::Code;
use super::tokens::{JsToken, string_value};

/// A computed part of a value, or an assumption.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Computed {
    pub(crate) file: String,
    pub(crate) line: u32,
    /// Its source, shortened.
    pub(crate) source: String,
    /// Its path in the value: the keys of objects, joined by dots.
    pub(crate) path: String,
    /// Why it has no value, or the assumption.
    pub(crate) reason: String,
}

/// A computed expression.
#[derive(Debug)]
pub(super) struct Unknown {
    place: JsPlace,
    /// Its tokens.
    from: usize,
    to: usize,
    reason: String,
}

impl Unknown {
    pub(super) fn new(place: &JsPlace, from: usize, to: usize, reason: impl Into<String>) -> Self {
        Self { place: place.clone(), from, to, reason: reason.into() }
    }

    pub(super) fn listed(&self, path: &str) -> Computed {
        let source = self.place.code.source(self.from, self.to).trim();
        let mut short: String = source.lines().next().unwrap_or_default().trim().chars().take(60).collect();
        if short.len() < source.len() {
            short.push('…');
        }
        Computed {
            file: self.place.module.file.clone(),
            line: self.place.code.line(self.from),
            source: short,
            path: path.to_owned(),
            reason: self.reason.clone(),
        }
    }
}

/// A settings file in JavaScript or TypeScript.
#[derive(Debug, Default)]
pub(super) struct Module {
    /// Its path, from the root of the source.
    pub(super) file: String,
    pub(super) code: Rc<Code>,
    pub(super) names: BTreeMap<String, JsBinding>,
    /// The exported names, with what they are bound to; `default` is the default export, `module.exports` that of
    /// CommonJS.
    pub(super) exports: BTreeMap<String, JsBinding>,
    /// The modules whose exports it exports.
    pub(super) stars: Vec<String>,
    /// The names that statements change after their declaration, with the position of the first one.
    pub(super) changed: BTreeMap<String, usize>,
}

/// The key of the CommonJS exports among the exports of a module.
pub(super) const COMMON: &str = "module.exports";

/// The code of an expression, and the names that it can use.
#[derive(Clone, Debug)]
pub(super) struct JsPlace {
    pub(super) code: Rc<Code>,
    pub(super) module: Rc<Module>,
    /// The names of functions around it; `None` at the top of the module.
    pub(super) scope: Option<Rc<JsScope>>,
}

/// The names in a function.
#[derive(Debug)]
pub(super) struct JsScope {
    /// The code that declares them.
    pub(super) code: Rc<Code>,
    pub(super) names: BTreeMap<String, JsBinding>,
    pub(super) above: Option<Rc<JsScope>>,
}

/// What a name is bound to: an expression, and a path in its value.
#[derive(Clone, Debug)]
pub(super) struct JsBinding {
    pub(super) origin: JsOrigin,
    /// The position of the value in place of `undefined`.
    pub(super) default: Option<usize>,
    /// The keys of the members that lead to its value, each with the position of its default.
    pub(super) path: Vec<(String, Option<usize>)>,
}

/// The origin of a name's value.
#[derive(Clone, Debug)]
pub(super) enum JsOrigin {
    /// The expression at a position of the scope that declares the name.
    Own(usize),
    /// An expression elsewhere: an argument.
    At(JsPlace, usize),
    /// An export of another module: its path as written, and the name, `*` for all exports. The position is that of the
    /// statement.
    Import(String, String, usize),
    /// Another name of the module: an export of it.
    Name(String, usize),
    /// The tool passes it as an argument when it calls the function at a position.
    Given(usize),
    /// It is not given.
    Undefined,
}

/// A function with its names.
#[derive(Debug)]
pub(super) struct Function {
    pub(super) place: JsPlace,
    pub(super) at: usize,
    /// The position of the parenthesis before its parameters, or of its only parameter.
    pub(super) parameters: usize,
    /// The position of its body.
    pub(super) body: usize,
}

impl Function {
    /// As a value that is not known.
    pub(super) fn unknown(&self) -> Unknown {
        let to = if self.place.code.is(self.body, "{") { self.place.code.after(self.body) } else { self.body + 1 };
        Unknown::new(&self.place, self.at, to, "it is a function")
    }
}

impl JsBinding {
    pub(super) fn new(origin: JsOrigin) -> Self {
        Self { origin, default: None, path: Vec::new() }
    }

    pub(super) fn own(at: usize) -> Self {
        Self::new(JsOrigin::Own(at))
    }
}

/// The names in the pattern at `at`: `a`, `{ a, b: c, d = 1, e: { f } }`, `[a, , b]`.
pub(super) fn pattern(
    code: &Code,
    at: usize,
    binding: &JsBinding,
    names: &mut BTreeMap<String, JsBinding>,
    depth: usize,
) {
    if depth > 8 {
        return;
    }
    let (is_object, close) = match code.token(at) {
        Some(JsToken::Word) => {
            names.entry(code.source(at, at + 1).to_owned()).or_insert_with(|| binding.clone());
            return;
        }
        Some(JsToken::Mark("{")) => (true, code.closing(at)),
        Some(JsToken::Mark("[")) => (false, code.closing(at)),
        _ => return,
    };
    let mut next = at + 1;
    let mut index = 0_usize;
    while next < close {
        let end = code.end(next).clamp(next, close);
        let source = code.source(next, next + 1);
        let (key, target) = match (is_object, code.token(next)) {
            (false, _) => (index.to_string(), next),
            (true, Some(JsToken::Text)) => (string_value(source), next + 2),
            (true, _) if code.is(next + 1, ":") => (source.to_owned(), next + 2),
            (true, _) => (source.to_owned(), next),
        };
        let behind = code.after(target);
        let mut inner = binding.clone();
        inner.path.push((key, code.is(behind, "=").then_some(behind + 1)));
        if target < end {
            pattern(code, target, &inner, names, depth + 1);
        }
        next = end + 1;
        index += 1;
    }
}

/// The names that the statements between two positions declare, not those in blocks. `import` and `export` are for
/// modules only.
pub(super) fn declarations(code: &Code, from: usize, to: usize, module: &mut Module) {
    let mut at = from;
    while at < to {
        let next = match code.word(at) {
            Some("const" | "let" | "var") => declared(code, at + 1, &mut module.names),
            Some("function") => {
                let name = at + 1 + usize::from(code.is(at + 1, "*"));
                if let Some(name) = code.word(name) {
                    module.names.entry(name.to_owned()).or_insert_with(|| JsBinding::own(at));
                }
                code.after(at)
            }
            Some("import") => import(code, at, module),
            Some("export") => export(code, at, module),
            Some("module" | "exports") => common_export(code, at, module),
            // `/** @type {…} */ (module.exports = x)`
            None if code.is(at, "(") && matches!(code.word(at + 1), Some("module" | "exports")) => {
                common_export(code, at + 1, module);
                code.after(at)
            }
            _ => code.after(at),
        };
        at = next.max(at + 1);
    }
}

/// The declarators after `const`; returns the position after them.
fn declared(code: &Code, mut at: usize, names: &mut BTreeMap<String, JsBinding>) -> usize {
    loop {
        let target = at;
        at = code.after(at);
        if code.is(at, "!") {
            at += 1;
        }
        if code.is(at, ":") {
            at = code.type_end(at + 1);
        }
        if code.is(at, "=") {
            pattern(code, target, &JsBinding::own(at + 1), names, 0);
            at = code.end(at + 1);
        }
        if !code.is(at, ",") {
            return at;
        }
        at += 1;
    }
}

/// `import a, { b as c } from "d"`; returns the position after it.
fn import(code: &Code, at: usize, module: &mut Module) -> usize {
    if code.is(at + 1, "(") || code.is(at + 1, ".") {
        return at + 1;
    }
    let Some(from) =
        (at + 1..at + 400).map_while(|next| code.token(next).map(|token| (next, token))).find_map(|(next, token)| {
            match token {
                JsToken::Text => Some(Some(next)),
                JsToken::Mark(";" | "=" | "(") => Some(None),
                _ => None,
            }
        })
    else {
        return at + 1;
    };
    let Some(from) = from else { return at + 1 };
    let path = string_value(code.source(from, from + 1));
    let mut bind = |name: &str, theirs: &str| {
        module.names.insert(name.to_owned(), JsBinding::new(JsOrigin::Import(path.clone(), theirs.to_owned(), at)));
    };
    let mut next = at + 1;
    // `import type x from`, but not `import type from`.
    let is_type = code.is_word(next, "type") && !code.is_word(next + 1, "from") && !code.is(next + 1, ",");
    while next < from && !is_type {
        match code.token(next) {
            Some(JsToken::Mark("{")) => {
                for (theirs, ours, _) in specifiers(code, next) {
                    bind(&ours, &theirs);
                }
            }
            Some(JsToken::Mark("*")) if code.is_word(next + 1, "as") => {
                bind(code.source(next + 2, next + 3), "*");
                next += 2;
            }
            Some(JsToken::Word) if code.source(next, next + 1) != "from" => {
                bind(code.source(next, next + 1), "default");
            }
            _ => {}
        }
        next = code.after(next);
    }
    // `with { type: "json" }`
    let is_with = code.is_word(from + 1, "with") || code.is_word(from + 1, "assert");
    if is_with { code.after(from + 2) } else { from + 1 }
}

/// `{ a, b as c, type D, "e" as f }`: the names there and here, and the position of the first one.
fn specifiers(code: &Code, open: usize) -> Vec<(String, String, usize)> {
    let close = code.closing(open);
    let name = |at: usize| match code.token(at) {
        Some(JsToken::Word) => Some(code.source(at, at + 1).to_owned()),
        Some(JsToken::Text) => Some(string_value(code.source(at, at + 1))),
        _ => None,
    };
    let mut out = Vec::new();
    let mut at = open + 1;
    while at < close {
        let end = code.end(at).clamp(at, close);
        let is_type = code.is_word(at, "type") && at + 1 < end && !code.is_word(at + 1, "as");
        if let Some(theirs) = name(at).filter(|_| !is_type) {
            let ours = if code.is_word(at + 1, "as") { name(at + 2) } else { None };
            out.push((theirs.clone(), ours.unwrap_or(theirs), at));
        }
        at = end + 1;
    }
    out
}

/// `export default x`, `export const x`, `export { x } from "y"`, `export * from "y"`, `export = x`; returns the
/// position where the next statement may begin.
fn export(code: &Code, at: usize, module: &mut Module) -> usize {
    let own = |name: &str, at: usize| JsBinding::new(JsOrigin::Name(name.to_owned(), at));
    match code.token(at + 1) {
        Some(JsToken::Mark("=")) => {
            module.exports.insert(COMMON.to_owned(), JsBinding::own(at + 2));
            code.end(at + 2)
        }
        Some(JsToken::Mark("{")) => {
            let close = code.closing(at + 1);
            let from = code.is_word(close + 1, "from").then(|| string_value(code.source(close + 2, close + 3)));
            for (theirs, ours, at) in specifiers(code, at + 1) {
                let mut binding = own(&theirs, at);
                if let Some(from) = &from {
                    binding.origin = JsOrigin::Import(from.clone(), theirs, at);
                }
                module.exports.insert(ours, binding);
            }
            close + 1 + if from.is_some() { 2 } else { 0 }
        }
        Some(JsToken::Mark("*")) => {
            let name = code.is_word(at + 2, "as").then(|| code.source(at + 3, at + 4).to_owned());
            let from = at + 2 + if name.is_some() { 2 } else { 0 };
            let path = string_value(code.source(from + 1, from + 2));
            match name {
                Some(name) => {
                    let origin = JsOrigin::Import(path, "*".to_owned(), at);
                    module.exports.insert(name, JsBinding::new(origin));
                }
                None => module.stars.push(path),
            }
            from + 2
        }
        Some(JsToken::Word) => match code.source(at + 1, at + 2) {
            "default" => {
                module.exports.entry("default".to_owned()).or_insert_with(|| JsBinding::own(at + 2));
                // A declaration is also a name of the module.
                let is_function = code.is_word(at + 2, "function") || code.is_word(at + 3, "function");
                if is_function { at + 2 } else { code.end(at + 2) }
            }
            "type" | "interface" | "declare" => code.after(at + 2),
            word => {
                let before: BTreeSet<String> = module.names.keys().cloned().collect();
                let first = at + if word == "async" { 2 } else { 1 };
                let next = match word {
                    "const" | "let" | "var" => declared(code, first + 1, &mut module.names),
                    _ => {
                        declarations(code, first, first + 1, module);
                        code.after(first)
                    }
                };
                let names: Vec<String> = module.names.keys().filter(|name| !before.contains(*name)).cloned().collect();
                for name in names {
                    module.exports.insert(name.clone(), own(&name, at));
                }
                next
            }
        },
        _ => at + 1,
    }
}

/// `module.exports = x`, `module.exports.a = x`, `exports.a = x`; returns the position after it.
fn common_export(code: &Code, at: usize, module: &mut Module) -> usize {
    let is_module = code.is_word(at, "module");
    if is_module && !(code.is(at + 1, ".") && code.is_word(at + 2, "exports")) {
        return at + 1;
    }
    let next = at + if is_module { 3 } else { 1 };
    if is_module && code.is(next, "=") {
        module.exports.insert(COMMON.to_owned(), JsBinding::own(next + 1));
        return code.end(next + 1);
    }
    match code.word(next + 1).filter(|_| code.is(next, ".") && code.is(next + 2, "=")) {
        Some(name) => {
            module.exports.insert(name.to_owned(), JsBinding::own(next + 3));
            code.end(next + 3)
        }
        None => at + 1,
    }
}

/// The names that statements change: `a.b = x`, `a = x`, `a.push(x)`.
pub(super) fn changed(code: &Code) -> BTreeMap<String, usize> {
    const METHODS: [&str; 6] = ["push", "unshift", "splice", "sort", "reverse", "pop"];
    let mut out = BTreeMap::new();
    for at in 0..code.len() {
        let begins =
            at == 0 || code.begins_line(at) || matches!(code.token(at - 1), Some(JsToken::Mark(";" | "{" | "}")));
        let Some(name) = code.word(at).filter(|_| begins) else { continue };
        let mut next = at + 1;
        let mut method = "";
        loop {
            if code.is(next, "[") {
                next = code.after(next);
            } else if code.is(next, ".") {
                method = code.word(next + 1).unwrap_or_default();
                next += 2;
            } else {
                break;
            }
        }
        let is_changed = code.is(next, "=") || code.is(next, "(") && METHODS.contains(&method);
        if is_changed && !matches!(name, "module" | "exports" | "const" | "let" | "var" | "type") {
            out.entry(name.to_owned()).or_insert(at);
        }
    }
    out
}
