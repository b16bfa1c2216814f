//! Incremental equals from scratch: random projects are edited at random, and after each edit every output and diagnostic
//! equals those of a fresh engine.
//!
//! A project has files in several variants each, some of them broken or absent. Edits switch between variants, so a project
//! has few states: a fresh engine reads each state once, and all later visits compare with what it said. That makes tens of
//! thousands of edits affordable.
//!
//! `TOOL_EDITS` is the number of edits, `TOOL_EDITS_SEED` the seed of another run.

use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use engine::{Change, MemorySystem, Output, OutputOptions, Project, Site, cancellable};

/// A file that changes: its path, and its contents in each variant. `None` if it does not exist.
struct Slot {
    path: &'static str,
    variants: &'static [Option<&'static str>],
}

const fn slot(path: &'static str, variants: &'static [Option<&'static str>]) -> Slot {
    Slot { path, variants }
}

const SPEC: &str = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\ntags: [{name: pets}]\npaths:\n  /pets/{id}:\n    get:\n      operationId: getPet\n      summary: One pet\n      tags: [pets]\n      parameters: [{name: id, in: path, required: true, schema: {type: string}}]\n      responses: {'200': {description: OK, content: {application/json: {schema: {$ref: 'parts/pet.yaml#/Pet'}}}}}\n";
const OTHER_SPEC: &str = r##"{"openapi": "3.0.3", "info": {"title": "U", "version": "2"}, "paths": {"/a": {"post": {"operationId": "makeA", "responses": {"200": {"description": "OK"}}}}}, "components": {"schemas": {"Pet": {"type": "object", "properties": {"id": {"type": "integer"}, "next": {"$ref": "#/components/schemas/Pet"}}}}}}"##;

const SLOTS: &[Slot] = &[
    slot(
        "tool.json",
        &[
            Some(r#"{"name": "N", "openapi": {"path": "api.yaml", "overlays": "overlay.yaml"}}"#),
            Some(
                r#"{"name": "M", "openapi": [{"name": "One", "path": "api.yaml"}, {"name": "Two", "path": "other.json"}], "sidebar": ["index", "guide"]}"#,
            ),
            Some(r##"{"name": "N", "docs": "pages", "openapi": "other.json", "theme": {"accent": "#123456"}}"##),
            Some(
                r#"{"name": "N", "openapi": "api.yaml", "rules": {"broken-link": "off"}, "sidebar": [{"label": "G", "items": ["guide", "a/b"]}, "nowhere"]}"#,
            ),
            Some("{\"name\": \"N\", "),
            None,
        ],
    ),
    slot(
        "api.yaml",
        &[
            Some(SPEC),
            Some(
                "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths:\n  /pets/{id}:\n    get:\n      operationId: getPet\n      description: Changed.\n      responses: {'200': {description: OK, content: {application/json: {schema: {$ref: 'parts/pet.yaml#/Pet'}}}}}\n    delete:\n      operationId: getPet\n      responses: {'204': {description: Gone}}\ncomponents: {schemas: {Pet: {$ref: 'parts/pet.yaml#/Pet'}, Other: {type: string}}}\n",
            ),
            Some("openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths:\n  /pets/{id}:\n    get: {operationId"),
            Some("openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: {}\n"),
            None,
        ],
    ),
    slot(
        "parts/pet.yaml",
        &[
            Some(
                "Pet: {type: object, properties: {name: {type: string}, owner: {$ref: '#/Owner'}}}\nOwner: {type: object, properties: {pets: {type: array, items: {$ref: '#/Pet'}}}}\n",
            ),
            Some("Pet: {type: object, required: [name], properties: {name: {type: integer, description: Renamed.}}}\n"),
            Some("Pet: [1\n"),
            None,
        ],
    ),
    slot("other.json", &[Some(OTHER_SPEC), Some("{\"openapi\": \"3.0.3\", \"info\": {}, \"paths\": {"), None]),
    slot(
        "overlay.yaml",
        &[
            Some(
                "overlay: 1.0.0\ninfo: {title: O, version: '1'}\nactions:\n  - target: $.paths.*.get\n    update: {summary: From an overlay}\n",
            ),
            Some(
                "overlay: 1.0.0\ninfo: {title: O, version: '1'}\nactions:\n  - target: $.paths['/pets/{id}'].get\n    remove: true\n",
            ),
            Some("overlay: 1.0.0\nactions:\n  - target: $..[\n"),
            None,
        ],
    ),
    slot(
        "docs/index.md",
        &[
            Some(
                "---\ntitle: Home\n---\n\n# Home\n\n[guide](/guide) and [b](a/b.md#there) ![i](i.png)\n\n<wc-include src=\"part.md\" />\n",
            ),
            Some("---\ntitle: Start\n---\n\n<wc-endpoint ref=\"getPet\"></wc-endpoint>\n\n<wc-schema ref=\"Pet\" />\n"),
            Some("---\ntitle: Home\n\n<wc-callout>\n"),
            None,
        ],
    ),
    slot(
        "docs/guide.md",
        &[
            Some("---\ntitle: Guide\n---\n\n## There\n\n<wc-x>text</wc-x>\n\n[home](/)\n"),
            Some("---\ntitle: Guide\nlayout: api\n---\n\n<wc-endpoint ref=\"GET /pets/{id}\"></wc-endpoint>\n"),
            Some("---\ntitle: Guide\ndraft: true\n---\n\n<wc-tabs><wc-tab label=\"a\">b\n"),
            None,
        ],
    ),
    slot(
        "docs/a/b.md",
        &[
            Some("---\ntitle: B\n---\n\n## There\n\n<wc-include src=\"more.md\" />\n\n[g](../guide.md)\n"),
            Some("---\ntitle: B again\n---\n\n<wc-endpoint ref=\"makeA\"></wc-endpoint>\n\n<script>x</script>\n"),
            None,
        ],
    ),
    slot("docs/A/b.md", &[None, Some("---\ntitle: B\n---\n\nThe same name in another case.\n")]),
    slot(
        "docs/a/copy.md",
        &[None, Some("---\ntitle: B\n---\n\n## There\n\n<wc-include src=\"more.md\" />\n\n[g](../guide.md)\n")],
    ),
    slot(
        "docs/_reusables/part.md",
        &[Some("A part with [a link](/a/b).\n\n<wc-include src=\"more.md\" />\n"), Some("A part.\n"), None],
    ),
    slot(
        "docs/_reusables/more.md",
        &[Some("More *of it*.\n"), Some("<wc-include src=\"part.md\" />\n"), Some("<wc-none/>\n"), None],
    ),
    slot("docs/i.png", &[Some("one"), Some("other"), None]),
    slot("pages/index.md", &[None, Some("---\ntitle: Elsewhere\n---\n\n[x](/y)\n")]),
    slot(
        "components/wc-x.js",
        &[
            Some("customElements.define(\"wc-x\", class extends HTMLElement {});\n"),
            Some("export const x = 1;\n"),
            None,
        ],
    ),
];

/// How many files of a project change, and how many of their variants are used: few states, visited often.
const CHANGING: usize = 4;
const VARIANTS: usize = 3;
/// The edits of one project.
const EDITS: usize = 1_000;

/// Numbers that a seed decides (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % limit.max(1) as u64).unwrap()
    }
}

type Files = BTreeMap<String, String>;

/// What an engine says about a project: a hash for each output, and one for the diagnostics.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Said {
    outputs: Vec<(Arc<str>, u64)>,
    diagnostics: u64,
}

fn hash(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Requests everything on a number of threads.
fn said(site: &Site, threads: usize, own: &[Arc<str>]) -> Said {
    let paths: Vec<Arc<str>> = site.outputs().into_iter().filter(|path| own.binary_search(path).is_err()).collect();
    let hashed = |site: &Site, path: &Arc<str>| {
        let hash = match site.output(path, OutputOptions::default()) {
            Some(Output::Bytes(bytes)) => hash(bytes),
            Some(Output::Copy(from)) => hash((&*from, site.hash(&from))),
            None => panic!("{path} is listed but cannot be produced"),
        };
        (path.clone(), hash)
    };
    let outputs = if threads == 1 {
        paths.iter().map(|path| hashed(site, path)).collect()
    } else {
        let next = AtomicUsize::new(0);
        let found = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for _ in 0..threads {
                let (site, next, found, paths) = (site.clone(), &next, &found, &paths);
                scope.spawn(move || {
                    while let Some(path) = paths.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let one = hashed(&site, path);
                        found.lock().unwrap().push(one);
                    }
                });
            }
        });
        let mut found = found.into_inner().unwrap();
        found.sort();
        found
    };
    Said { outputs, diagnostics: hash(format!("{:?}", site.diagnostics())) }
}

/// A project that is edited.
struct Story<'a> {
    random: Random,
    seed: u64,
    /// The slots that change, and how many of their variants are used.
    changing: Vec<&'static Slot>,
    system: Arc<MemorySystem>,
    files: Files,
    project: Project,
    known: HashMap<u64, Said>,
    /// The paths of the tool's own files, which are the same in every project.
    own: &'a [Arc<str>],
}

impl<'a> Story<'a> {
    fn new(seed: u64, own: &'a [Arc<str>]) -> Self {
        let mut random = Random(seed);
        let system = Arc::new(MemorySystem::default());
        let mut files = Files::new();
        for slot in SLOTS {
            if let Some(text) = slot.variants[random.below(slot.variants.len().min(2))] {
                files.insert(slot.path.to_owned(), text.to_owned());
            }
        }
        for (path, text) in &files {
            system.write(path, text.as_str());
        }
        let mut changing: Vec<&Slot> = SLOTS.iter().collect();
        while changing.len() > CHANGING {
            changing.swap_remove(random.below(changing.len()));
        }
        let project = Project::open(system.clone());
        Self { random, seed, changing, system, files, project, known: HashMap::new(), own }
    }

    fn set(&mut self, path: &str, text: Option<&str>) {
        match text {
            Some(text) => {
                self.system.write(path, text);
                self.files.insert(path.to_owned(), text.to_owned());
            }
            None => {
                self.system.remove(path);
                self.files.remove(path);
            }
        }
    }

    /// Changes something. Returns what a watcher would say.
    fn edit(&mut self) -> Vec<Change> {
        // Two folders change their names, as does a page in the case of a letter.
        const RENAMES: [(&str, &str); 3] =
            [("docs/a/", "docs/z/"), ("docs/_reusables/", "docs/_gone/"), ("docs/guide.md", "docs/Guide.md")];
        if self.random.below(12) == 0 {
            let (one, other) = RENAMES[self.random.below(RENAMES.len())];
            let (from, to) =
                if self.files.keys().any(|path| path.starts_with(one)) { (one, other) } else { (other, one) };
            let moved: Vec<(String, String)> = self
                .files
                .range(from.to_owned()..)
                .take_while(|(path, _)| path.starts_with(from))
                .map(|(path, text)| (path.clone(), text.clone()))
                .collect();
            for (path, text) in moved {
                self.set(&path, None);
                self.set(&path.replacen(from, to, 1), Some(&text));
            }
            return [from, to].map(|path| Change::Path(path.trim_end_matches('/').into())).into();
        }
        let slot = self.changing[self.random.below(self.changing.len())];
        let variant = slot.variants[self.random.below(slot.variants.len().min(VARIANTS))];
        self.set(slot.path, variant);
        vec![Change::Path(slot.path.into())]
    }

    /// Tells the project, sometimes while others read it.
    fn apply(&mut self, changes: &[Change]) {
        if self.random.below(8) > 0 {
            self.project.apply(changes);
            return;
        }
        let (site, own) = (self.project.site(), self.own);
        let pause = Duration::from_micros(self.random.below(2_000) as u64);
        std::thread::scope(|scope| {
            let reading = scope.spawn(move || drop(cancellable(move || said(&site, 1, own))));
            std::thread::sleep(pause);
            self.project.apply(changes);
            reading.join().unwrap();
        });
    }

    /// Edits and compares. Returns the number of edits.
    fn run(mut self, edits: usize) -> usize {
        for number in 0..edits {
            let mut changes = self.edit();
            if self.random.below(16) == 0 {
                changes.extend(self.edit());
            }
            if self.random.below(16) == 0 {
                changes = vec![Change::Rescan];
            }
            self.apply(&changes);
            let threads = [1, 1, 1, 1, 2, 8][self.random.below(6)];
            let warm = said(&self.project.site(), threads, self.own);
            let (own, system) = (self.own, &self.system);
            let cold = self
                .known
                .entry(hash(&self.files))
                .or_insert_with(|| said(&Project::open(system.clone()).site(), 1, own));
            if warm != *cold {
                self.explain(&warm, number, &changes);
            }
        }
        edits
    }

    /// Says in what an edited project differs from a fresh one.
    fn explain(&self, warm: &Said, number: usize, changes: &[Change]) -> ! {
        let fresh = Project::open(self.system.clone());
        let cold = said(&fresh.site(), 1, self.own);
        let differing: Vec<&str> = warm
            .outputs
            .iter()
            .filter(|one| !cold.outputs.contains(one))
            .chain(cold.outputs.iter().filter(|one| !warm.outputs.contains(one)))
            .map(|(path, _)| &**path)
            .collect();
        panic!(
            "seed {}, edit {number}, {changes:?}: outputs {differing:?} differ\nedited: {:#?}\nfresh: {:#?}\nfiles: {:#?}",
            self.seed,
            self.project.site().diagnostics(),
            fresh.site().diagnostics(),
            self.files
        );
    }
}

fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |text| text.parse().unwrap_or_else(|_| panic!("{name} is a number")))
}

#[test]
#[expect(clippy::print_stderr, reason = "says what was compared")]
fn after_any_edits_everything_equals_a_fresh_engines() {
    let count = usize::try_from(number("TOOL_EDITS", 20_000)).unwrap();
    let seed = number("TOOL_EDITS_SEED", 1);
    let empty = Project::open(Arc::new(MemorySystem::default()));
    let own: Vec<Arc<str>> = empty
        .site()
        .outputs()
        .into_iter()
        .filter(|path| path.starts_with("_tool/") && path.ends_with(".js") | path.ends_with(".css"))
        .collect();
    let start = Instant::now();
    let (next, edits, states) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
    let stories = count.div_ceil(EDITS);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= stories {
                        break;
                    }
                    let story = Story::new(seed.wrapping_mul(0x1_0000_0001).wrapping_add(number as u64), &own);
                    edits.fetch_add(story.run(EDITS.min(count - number * EDITS)), Ordering::Relaxed);
                    states.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
    });
    let elapsed = start.elapsed().as_secs_f64();
    eprintln!(
        "seed {seed}: {} edits of {} projects compared in {elapsed:.1} s",
        edits.into_inner(),
        states.into_inner()
    );
}
