//! The modules of a project's settings: found by their path, read once, and evaluated.

mod evaluate;

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::code::Code;
use super::scope::{COMMON, JsOrigin, JsPlace, Module, changed, declarations};
use super::value::Evaluated;
use crate::literal::{self, LARGEST, Value};
use crate::paths;
use crate::source::Source;
use evaluate::Evaluator;

/// The greatest number of modules that are read.
const MOST_MODULES: usize = 256;
/// The greatest size of all modules, in bytes.
const MOST_BYTES: usize = 2 * LARGEST;
/// The extensions that an import may omit.
const ENDS: [&str; 9] = ["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs", "json"];

/// The modules of a project.
pub(crate) struct Modules<'s> {
    source: &'s Source,
    /// The folder that `@site/` and `@/` stand for.
    root: String,
    read: RefCell<BTreeMap<String, Result<Loaded, String>>>,
    /// The paths that modules import and that no file has, from the root of the source.
    missing: RefCell<BTreeSet<String>>,
    bytes: Cell<usize>,
}

/// A module.
#[derive(Clone, Debug)]
pub(super) enum Loaded {
    /// Code, at its top.
    Code(JsPlace),
    /// A JSON file.
    Data(Rc<Value>),
}

impl<'s> Modules<'s> {
    /// The modules of the project in the folder `root`.
    pub(crate) fn new(source: &'s Source, root: &str) -> Self {
        Self {
            source,
            root: root.to_owned(),
            read: RefCell::default(),
            missing: RefCell::default(),
            bytes: Cell::new(0),
        }
    }

    /// The default export of a file: `export default x`, `module.exports = x`, or the result of a function that is
    /// exported. `None` if the file cannot be read or has no default export.
    pub(crate) fn exported(&self, file: &str) -> Option<Evaluated> {
        let Loaded::Code(place) = self.load(file).ok()? else { return None };
        let name = ["default", COMMON].into_iter().find(|name| place.module.exports.contains_key(*name))?;
        Some(Evaluator::new(Some(self), file).export(&place, name))
    }

    /// The result of a function that is a member of the default export. `None` if the export has no such member.
    pub(crate) fn result_of(&self, file: &str, member: &str) -> Option<Evaluated> {
        let Loaded::Code(place) = self.load(file).ok()? else { return None };
        let name = ["default", COMMON].into_iter().find(|name| place.module.exports.contains_key(*name))?;
        Evaluator::new(Some(self), file).result_of(&place, name, member)
    }

    /// The value of a named export.
    pub(crate) fn exported_as(&self, file: &str, name: &str) -> Option<Evaluated> {
        let Loaded::Code(place) = self.load(file).ok()? else { return None };
        place.module.exports.get(name)?;
        Some(Evaluator::new(Some(self), file).export(&place, name))
    }

    /// The first argument of the first call of a package's default export. `None` if the file has no such call.
    pub(crate) fn argument(&self, file: &str, package: &str) -> Option<Evaluated> {
        let Loaded::Code(place) = self.load(file).ok()? else { return None };
        let code = &place.code;
        let is_package = |at: usize| {
            code.is_word(at, "require") && code.is(at + 1, "(") && code.text(at + 2).as_deref() == Some(package)
        };
        let is_bound = |name: &str| {
            place.module.names.get(name).is_some_and(|binding| match &binding.origin {
                JsOrigin::Import(path, name, _) => path == package && name == "default",
                JsOrigin::Own(at) => is_package(*at) && code.is_end(at + 4),
                _ => false,
            })
        };
        let open = (0..code.len()).find_map(|at| {
            let open = if is_package(at) { at + 4 } else { at + 1 };
            let is_call = is_package(at) || code.word(at).is_some_and(is_bound);
            (is_call && code.is(open, "(") && !code.is(open + 1, ")")).then_some(open)
        })?;
        Some(Evaluator::new(Some(self), file).expression(&place, open + 1))
    }

    /// The names that a module imports, with the paths or packages that it imports them from.
    pub(crate) fn imports(&self, file: &str) -> BTreeMap<String, String> {
        let Ok(Loaded::Code(place)) = self.load(file) else { return BTreeMap::new() };
        let imports = place.module.names.iter().filter_map(|(name, binding)| match &binding.origin {
            JsOrigin::Import(path, _, _) => Some((name.clone(), path.clone())),
            _ => None,
        });
        imports.collect()
    }

    /// The value of the first attribute with this name that is code: `name={…}`. `None` if no element has it.
    pub(crate) fn attribute(&self, file: &str, name: &str) -> Option<Evaluated> {
        let Loaded::Code(place) = self.load(file).ok()? else { return None };
        let code = &place.code;
        let at = (0..code.len()).find(|at| code.is_word(*at, name) && code.is(at + 1, "=") && code.is(at + 2, "{"))?;
        Some(Evaluator::new(Some(self), file).expression(&place, at + 3))
    }

    /// The file that a module imports, with its contents.
    ///
    /// # Errors
    /// The reason why it is not known.
    pub(super) fn imported(&self, from: &str, path: &str) -> Result<Loaded, String> {
        let folder = paths::folder(from);
        let folders = match path.split_once('/').map_or((path, ""), |(first, rest)| (first, rest)) {
            ("." | "..", _) => vec![paths::join(folder, path)],
            ("@site", rest) => vec![paths::join(&self.root, rest)],
            ("@" | "~", rest) => {
                vec![paths::join(&paths::plus(&self.root, "src"), rest), paths::join(&self.root, rest)]
            }
            _ => match self.own_package(folder, path) {
                Some(file) => return self.load(&file),
                None => return Err(format!("it comes from the package `{}`", package(path))),
            },
        };
        let places: Vec<String> = folders.into_iter().flatten().collect();
        let Some(file) = places.iter().find_map(|path| self.file(path)) else {
            self.missing.borrow_mut().extend(places);
            return Err(format!("the file `{path}` does not exist"));
        };
        self.load(&file)
    }

    /// Returns the JSON file that a module in `folder` imports by the name of a package that contains the module, such as
    /// `meadow/package.json`; `None` if the module is in no package with that name, or the file does not exist.
    fn own_package(&self, folder: &str, path: &str) -> Option<String> {
        let name = package(path);
        let below = paths::below(path, name).filter(|below| below.ends_with(".json"))?;
        let folders = std::iter::successors(Some(folder), |at| (!at.is_empty()).then(|| paths::folder(at)));
        let is_named = |folder: &&str| match self.load(&paths::plus(folder, "package.json")) {
            Ok(Loaded::Data(settings)) => literal::text(&settings, "name") == Some(name),
            _ => false,
        };
        let own = folders.into_iter().find(is_named)?;
        paths::join(own, below).filter(|file| self.source.has(file))
    }

    /// The file of a path that may omit the extension, or have that of the compiled file.
    fn file(&self, path: &str) -> Option<String> {
        let bare = ["js", "mjs", "cjs", "jsx"].iter().find_map(|end| path.strip_suffix(&format!(".{end}")));
        let with_ends = |stem: &str| ENDS.map(|end| format!("{stem}.{end}"));
        let index = paths::plus(path, "index");
        let places = [path.to_owned()].into_iter().chain(with_ends(path)).chain(with_ends(&index));
        places.chain(bare.into_iter().flat_map(with_ends)).find(|path| self.source.has(path))
    }

    /// The files that were read.
    pub(crate) fn files(&self) -> Vec<String> {
        self.read.borrow().keys().cloned().collect()
    }

    /// Returns the folders without any file from which modules import: code writes their files before a build.
    pub(crate) fn missing_folders(&self) -> BTreeSet<String> {
        let missing = self.missing.borrow();
        let folders = missing.iter().map(|path| paths::folder(path));
        let is_missing = |folder: &&str| !folder.is_empty() && self.source.under(folder).next().is_none();
        folders.filter(is_missing).map(ToOwned::to_owned).collect()
    }

    fn load(&self, file: &str) -> Result<Loaded, String> {
        if let Some(known) = self.read.borrow().get(file) {
            return known.clone();
        }
        let found = self.parsed(file);
        self.read.borrow_mut().insert(file.to_owned(), found.clone());
        found
    }

    fn parsed(&self, file: &str) -> Result<Loaded, String> {
        let text = self.source.text(file)?;
        self.bytes.set(self.bytes.get() + text.len());
        if text.len() > LARGEST || self.bytes.get() > MOST_BYTES || self.read.borrow().len() >= MOST_MODULES {
            return Err("the settings are too large".to_owned());
        }
        if file.ends_with(".json") {
            let value = literal::json(&text).map_err(|(_, reason)| reason)?;
            return Ok(Loaded::Data(Rc::new(value)));
        }
        let is_code = file.rsplit_once('.').is_some_and(|(_, end)| ENDS.contains(&end));
        if !is_code {
            return Err("it is not a module".to_owned());
        }
        Ok(Loaded::Code(place(file, &text)))
    }
}

/// The top of a module.
fn place(file: &str, text: &str) -> JsPlace {
    let code = Rc::new(Code::new(text, None));
    let mut module = Module { file: file.to_owned(), code: code.clone(), changed: changed(&code), ..Module::default() };
    declarations(&code, 0, code.len(), &mut module);
    JsPlace { code, module: Rc::new(module), scope: None }
}

/// The value of a text that is one literal, such as JSON with comments. `None` if part of it is computed.
pub(in crate::literal) fn data(text: &str) -> Option<Value> {
    if text.len() > LARGEST {
        return None;
    }
    let place = JsPlace { code: Rc::new(Code::new(text, None)), module: Rc::default(), scope: None };
    if place.code.len() == 0 {
        return None;
    }
    let found = Evaluator::new(None, "").whole(&place);
    found.computed.is_empty().then_some(found.value)
}

/// The name of the package that an import names with one of its files: `@scope/name/file.json`.
fn package(path: &str) -> &str {
    let names = if path.starts_with('@') { 2 } else { 1 };
    path.match_indices('/').nth(names - 1).map_or(path, |(end, _)| path.get(..end).unwrap_or(path))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::evaluate::MOST_VALUES;
    use super::{LARGEST, Modules};
    use crate::literal::js::value::Evaluated;
    use crate::literal::{DEEPEST, Value};
    use crate::source::Source;

    /// The default export of `a.ts`, with the files beside it.
    fn exported(text: &str, others: &[(&str, &str)]) -> Evaluated {
        let source = Source::from_memory([("site/a.ts", text)].iter().chain(others).map(|(path, text)| (*path, *text)));
        Modules::new(&source, "site").exported("site/a.ts").unwrap()
    }

    #[track_caller]
    fn check(text: &str, expected: Value) {
        let found = exported(text, &[]);
        assert_eq!(found.value, expected, "{text}");
        assert_eq!(found.computed, [], "{text}");
    }

    /// The computed parts, as `path: line: source: reason`.
    fn computed(found: &Evaluated) -> Vec<String> {
        let shown = found.computed.iter();
        shown.map(|part| format!("{}: {}: {}: {}", part.path, part.line, part.source, part.reason)).collect()
    }

    fn assumed(found: &Evaluated) -> Vec<(u32, &str)> {
        found.assumed.iter().map(|part| (part.line, part.reason.as_str())).collect()
    }

    #[test]
    fn a_module_is_exported_as_a_whole() {
        let others =
            [("site/b.ts", "export * as inner from './c'\nexport const y = 2"), ("site/c.ts", "export const x = 1")];
        let found = exported("import { inner, y } from './b'\nexport default { inner, y }", &others);
        assert_eq!((found.value, found.computed), (json!({ "inner": { "x": 1 }, "y": 2 }), Vec::new()));
    }

    #[test]
    fn data_of_the_package_that_contains_a_module_is_read() {
        let text = "import { version } from '@a/meadow/package.json' with { type: 'json' }\nimport { x } from \
                    '@a/meadow/data/x.json'\nimport { y } from '@a/meadow/y'\nexport default { version, x, y }";
        let others = [
            ("site/package.json", r#"{ "name": "site" }"#),
            ("package.json", r#"{ "name": "@a/meadow", "version": "1.2.3" }"#),
            ("data/x.json", r#"{ "x": 1 }"#),
            ("y.ts", "export const y = 2"),
        ];
        let found = exported(text, &others);
        assert_eq!(found.value, json!({ "version": "1.2.3", "x": 1, "y": null }));
        assert_eq!(computed(&found), ["y: 4: y: it comes from the package `@a/meadow`"]);
        let other = [("package.json", r#"{ "name": "other", "version": "1.2.3" }"#)];
        assert_eq!(exported(text, &other).value, json!({ "version": null, "x": null, "y": null }));
    }

    #[test]
    fn a_call_without_arguments_is_computed() {
        for name in ["defineConfig", "load"] {
            let found = exported(&format!("export default {name}()"), &[]);
            let reasons: Vec<&str> = found.computed.iter().map(|part| part.reason.as_str()).collect();
            assert_eq!(reasons, [format!("it calls `{name}`")]);
        }
    }

    #[test]
    fn modules_that_are_too_large_are_not_read() {
        let reasons = |others: &[(&str, &str)], text: &str| -> Vec<String> {
            exported(text, others).computed.into_iter().map(|part| part.reason).collect()
        };
        let data = |length: usize| format!("export const x = 1\n{}", " ".repeat(length - 19));
        let (whole, large) = (data(LARGEST), data(LARGEST + 1));
        let text = "import { x } from './b'\nimport { x as y } from './c'\nexport default [x, y]";
        assert_eq!(reasons(&[("site/b.ts", &whole), ("site/c.ts", "export const x = 1")], text), [""; 0]);
        assert_eq!(reasons(&[("site/b.ts", &large), ("site/c.ts", "export const x = 1")], text).len(), 1);
        // Together they have a limit, too.
        for (length, count) in [(LARGEST - text.len(), 0), (LARGEST - text.len() + 1, 1)] {
            assert_eq!(reasons(&[("site/b.ts", &whole), ("site/c.ts", &data(length))], text).len(), count);
        }
    }

    #[test]
    fn every_form_of_export_is_read() {
        let expected = json!({ "a": 1 });
        for text in [
            "export default { a: 1 }",
            "export default defineConfig({ a: 1 })\n",
            "module.exports = { 'a': 1, };",
            "const x = { a: 1 }\nexport default x\nconst y = 2",
            "const x: Config<{ a: number }> = { a: 1 };\nexport default x satisfies Config;",
            "export default { a: 1 } as const",
            "export default { a: 1 } as const satisfies Config\nfoo()",
            "export default defineConfig(() => ({ a: 1 }))",
            "export default async function config() { const z = 1; return { a: z } }",
            "export default function (): { a: number } { return { a: 1 } }",
            "module.exports = async function config() { return { a: 1 } };",
            "export default withMermaid(defineConfig({ a: 1 }))",
            "export default defineConfigWithTheme<Theme<{ b: 1 }>>({ a: 1 })",
            "export default ({ mode }: { mode: string }) => { return withPwa(defineConfig({ a: 1 })) }",
            "const x = { a: 1 }; export { x as default }",
            "export = { a: 1 }",
            "let x: Record<string, number> = { a: 1 }, y = 2; export default x!",
            "const b = \"y\n{ z\"; export default { a: 1 }",
            "/** @type {X} */ // y\nexport default { /* b */ a: 1 /* c */ }",
        ] {
            check(text, expected.clone());
        }
    }

    #[test]
    fn literals_are_read() {
        let text = r#"
            import type { X } from "y";
            const base = "/guide/";
            const more = [{ text: 'C', link: base + 'c' }];
            const { a, inner: [, second], missing = 'd' } = { a: 'A', inner: [1, 2] };
            const known = { 'x-y': { z: ['first'] } };
            const entry = (text, { link = '/' } = {}) => ({ text, link });
            function page(name: string): { text: string } { const link = `/p/${name}`; return { text: name, link } }
            export default {
              "quoted-key": 'it\'s', b: `plain
template`, c: [true, false, null, -1.5, 2e3], base,
              items: [...more, { ...{ d: 1 }, e: "\u00e9\u{1F331}" }],
              nested: { pattern: "a/b" },
              template: `${base}x/${1 + 1}\``, [base]: 1, a, second, missing,
              member: known['x-y'].z[0], length: known?.no?.thing.more(1),
              entries: [entry('One', { link: '/1' }), entry('Two'), page('three')],
              either: undefined ?? 'or', optional: { q: 5 }?.q, both: '' || 'else', not: !1, if: 1 === 2 ? 'yes' : 'no',
              kept: [false && 'x', 'y'].filter(Boolean), joined: [1].concat([2], 3),
              sliced: [[1, 2, 3].slice(0, 2), [1, 2, 3].slice(1), [1, 2, 3].slice(-2, -1), [1].slice(2), [1].slice(0, 9)],
              assigned: Object.assign({}, { x: 1 }, { y: 2 }), ...(false && { z: 1 }),
            }"#;
        let expected = json!({
            "quoted-key": "it's", "b": "plain\ntemplate", "c": [true, false, null, -1.5, 2000], "base": "/guide/",
            "items": [{ "text": "C", "link": "/guide/c" }, { "d": 1, "e": "é🌱" }],
            "nested": { "pattern": "a/b" },
            "template": "/guide/x/2`", "/guide/": 1, "a": "A", "second": 2, "missing": "d",
            "member": "first", "length": null,
            "entries": [{ "text": "One", "link": "/1" }, { "text": "Two", "link": "/" }, { "text": "three", "link": "/p/three" }],
            "either": "or", "optional": 5, "both": "else", "not": false, "if": "no",
            "kept": ["y"], "joined": [1, 2, 3], "sliced": [[1, 2], [2, 3], [2], [], [1]], "assigned": { "x": 1, "y": 2 },
        });
        check(text, expected);
    }

    #[test]
    fn modules_are_followed() {
        let text = r#"
            import sidebar, { nav as bar, type T } from "./parts"
            import * as all from './parts/index.js'
            import data from '@site/data.json' with { type: 'json' }
            import { version } from './data.json'
            import { starred, Renamed } from "./more.mjs"
            import { made } from './made'
            import { waited } from './waited'
            const { old } = require('./common')
            export default {
              sidebar, bar, all: all.nav, data, version, starred, Renamed, old, made, waited,
              items: require('./generated.js'), path: require.resolve('./x.js'), plugin: require.resolve('@a/b'), dir: path.join(__dirname, 'y'),
              late: (await import('./parts')).default,
            }"#;
        let others = [
            (
                "site/parts/index.ts",
                "const s = ['b', 'c']\nexport default s\nexport const nav: Nav = [], unused = run()",
            ),
            ("site/data.json", r#"{ "version": "1.2" }"#),
            ("site/more.mjs", "export * from './parts/deep'\nexport { deep as Renamed } from './parts/deep'"),
            ("site/parts/deep.ts", "export const starred = 'yes'; export function deep() {}; export const deep = 'D'"),
            // A function that is exported as the default is also a name of its file.
            ("site/made.mjs", "export default function make(x) { return [x] }\nexport const made = make('m')"),
            (
                "site/waited.mjs",
                "export default async function wait(x) { return x }\nexport const waited = await wait('w')",
            ),
            ("site/common.cjs", "const old = 'cjs'; module.exports = { old }"),
            ("site/generated.ts", "const sidebar = { api: ['x'] };\nexport default sidebar.api;"),
        ];
        let found = exported(text, &others);
        let expected = json!({
            "sidebar": ["b", "c"], "bar": [], "all": [], "data": { "version": "1.2" }, "version": "1.2",
            "starred": "yes", "Renamed": "D", "old": "cjs", "items": ["x"], "made": ["m"], "waited": "w", "path": "x.js", "plugin": "@a/b", "dir": "y", "late": ["b", "c"],
        });
        assert_eq!(computed(&found), ["Renamed: 1: function deep() {}: it is a function"]);
        let mut value = found.value;
        value["Renamed"] = json!("D");
        assert_eq!(value, expected);
    }

    #[test]
    fn what_is_computed_is_listed_with_its_place_and_the_reason() {
        let text = "import x, { y } from '@pkg/x/y.json'\nimport { z, no } from './z'\nexport default {\n  a: run(1, { b: 2 }),\n  \
                    c: `x${y}`,\n  d: z ? 'a' : 'b',\n  [k]: 1,\n  m() { return 1 },\n  e: /x[/]y/g,\n  \
                    f: <Icon name=\"x\" />,\n  g: 'kept',\n  h: <b>Two <i>words</i></b>,\n  i: ['j', ...x, l.map(f), 'm', [x].slice(1), [1].slice(x)],\n  \
                    n: new Date().getFullYear(), o: 1 * 2, p: no, q: () => 1, r: require('./gone'),\n  \
                    s: [...'text', ...{ a: 1 }, ...null, ...['t']],\n}";
        let found = exported(text, &[("site/z.ts", "export const z = window.a;")]);
        assert_eq!(found.value["g"], "kept");
        assert_eq!(found.value["h"], "Two words");
        assert_eq!(found.value["i"], json!(["j", "m"]));
        assert!(found.value["a"].is_null());
        insta::assert_snapshot!(computed(&found).join("\n"), @r#"
        a: 4: run(1, { b: 2 }): it calls `run`
        c: 5: `x${y}`: a part of the text is computed
        d: 6: z ? 'a' : 'b': it depends on a condition
        : 7: [k]: 1: its key is computed
        m: 8: m() { return 1 }: it is a function
        e: 9: /x[/]y/g: it is computed
        f: 10: <Icon name="x" />: it is a component
        i: 13: x: it comes from the package `@pkg/x`
        i: 13: l.map(f): it calls `l.map`
        i: 13: [x].slice(1): it calls `[x].slice`
        i: 13: [1].slice(x): it calls `[1].slice`
        n: 14: new Date().getFullYear(): it is computed
        o: 14: 1 * 2: it is computed
        p: 14: no: the file `./z` does not export it
        q: 14: () => 1: it is a function
        r: 14: require('./gone'): the file `./gone` does not exist
        s: 15: ...'text': it is computed
        s: 15: ...{ a: 1 }: it is computed
        "#);
    }

    #[test]
    fn elements_end_at_their_tags() {
        let text = "export default {\n  a: <><Code>/posts</Code>&nbsp;Page</>,\n  b: <b>One, two; three &amp; four</b>,\n  \
                    c: <b>One <Icon size={1 > 2} name=\"a>b\" /></b>, d: <Icon />,\n  e: <i>a{', '}b</i>,\n  f: [<i>x; y</i>, <b>z</b>],\n  \
                    g: <b>It’s</b>\n}";
        let found = exported(text, &[]);
        let expected = json!({
            "a": "/posts Page", "b": "One, two; three & four", "c": "One", "d": null, "e": null, "f": ["x; y", "z"],
            "g": "It’s",
        });
        assert_eq!(found.value, expected);
        let lost = ["d: 4: <Icon />: it is a component", "e: 5: <i>a{', '}b</i>: it is a component"];
        assert_eq!(computed(&found), lost);
    }

    #[test]
    fn names_that_nothing_declares_are_named() {
        for (text, expected) in [
            ("export { gone as default }", ": 1: gone: it has no declaration"),
            ("export default gone", ": 1: gone: its declaration is not in the settings"),
        ] {
            assert_eq!(computed(&exported(text, &[])), [expected], "{text}");
        }
    }

    #[test]
    fn assumptions_are_listed() {
        let text = "const items = [1];\nitems.push(2);\nfunction pick(x) {\n  if (x) return { a: 0 };\n  return { a: 1 }\n}\nfunction count(x) {\n  if (x) throw x;\n  return x * 2\n}\nexport \
                    default extend({\n  url: process.env.URL || 'https://x.test',\n  items,\n  chosen: pick(1),\n  label: `v${count(1)}`,\n})";
        let found = exported(text, &[]);
        let expected = json!({ "url": "https://x.test", "items": [1], "chosen": { "a": 1 }, "label": null });
        // Nothing depends on the conditions in `count`, since its result is not known.
        let of_label = "label: 15: `v${count(1)}`: a part of the text is computed".to_owned();
        assert_eq!((found.value.clone(), computed(&found)), (expected, vec![of_label]));
        let reasons = [
            (12, "environment variables are taken as not set"),
            (2, "statements that change `items` are not run"),
            (5, "the conditions before it are not evaluated"),
            (11, "the argument of `extend` is taken for its result"),
        ];
        assert_eq!(assumed(&found), reasons);
    }

    #[test]
    fn untrusted_files_end() {
        let deep = |open: &str, close: &str| format!("export default {}{}", open.repeat(20_000), close.repeat(20_000));
        for text in [
            deep("[", ""),
            deep("[", "]"),
            deep("(", ""),
            deep("(", "1)"),
            deep("{a:", "}"),
            deep("!", "a"),
            deep("-", ""),
            deep("await ", "a"),
            deep("a ? ", ": b"),
            deep("f(", ")"),
            deep("(x => ", "x)(1)"),
            format!("export default {}{}", "`${".repeat(2_000), "}`".repeat(2_000)),
            "const a = b; const b = a; export default a".to_owned(),
            "const f = (x) => f(x); export default f(1)".to_owned(),
            "const f = () => [f(), f()]; export default f()".to_owned(),
            "import a from './a'; export default a".to_owned(),
            "export * from './a'; export default { a: require('./a') }".to_owned(),
            "export default { a: ".to_owned(),
            "export default `".to_owned(),
            "export default { a b c }".to_owned(),
            "const x = `${x}${x}`; export default x".to_owned(),
        ] {
            let found = exported(&text, &[]);
            assert!(!found.computed.is_empty(), "{}", text.chars().take(40).collect::<String>());
        }
        let mut bomb = String::from("const a0 = ['x'];");
        for level in 1..40 {
            let before = level - 1;
            bomb.push_str(&format!("const a{level} = [a{before}, a{before}, ...a{before}, a{before}];"));
        }
        bomb.push_str("export default a39");
        assert!(!exported(&bomb, &[]).computed.is_empty());
    }

    #[test]
    fn values_have_a_greatest_depth_and_number() {
        let computed = |text: &str| exported(&format!("export default {text}"), &[]).computed.len();
        let nested = |levels: usize| computed(&format!("{}1{}", "[".repeat(levels), "]".repeat(levels)));
        assert_eq!((1..2 * DEEPEST).find(|levels| nested(*levels) > 0), Some(DEEPEST));
        // The list is one, too.
        let listed = |count: usize| computed(&format!("[{}]", "1,".repeat(count)));
        assert_eq!((listed(MOST_VALUES - 1), listed(MOST_VALUES)), (0, 1));
    }

    #[test]
    fn modules_are_bounded() {
        let files: Vec<(String, String)> = (0..400)
            .map(|number| (format!("m{number}.js"), format!("export {{ default }} from './m{}.js'", number + 1)))
            .collect();
        let source = Source::from_memory(files);
        let found = Modules::new(&source, "").exported("m0.js").unwrap();
        assert_eq!(found.computed.len(), 1);
    }
}
