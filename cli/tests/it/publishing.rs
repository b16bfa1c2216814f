//! What lies in the output folder: the same bytes wherever and however often it is written, whatever interrupts a build.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::test_site::{CLEAN, TestSite};

/// The files below a folder of the project.
fn contents(site: &TestSite, folder: &str) -> BTreeMap<String, Vec<u8>> {
    let read = |file: String| {
        let bytes = fs::read(site.root().join(folder).join(&file)).unwrap();
        (file, bytes)
    };
    site.files(folder).into_iter().map(read).collect()
}

/// Says in what two outputs differ, without their bytes.
#[track_caller]
fn assert_same(one: &BTreeMap<String, Vec<u8>>, other: &BTreeMap<String, Vec<u8>>) {
    assert_eq!(one.keys().collect::<Vec<_>>(), other.keys().collect::<Vec<_>>());
    let different: Vec<&String> =
        one.iter().filter(|(path, bytes)| other[*path] != **bytes).map(|(path, _)| path).collect();
    assert!(different.is_empty(), "{different:?}");
}

/// Writes a project with a spec and some pages; what differs between versions is in pages and spec.
fn write_version(site: &TestSite, version: &str) {
    let mut paths = String::new();
    for number in 0..3 {
        let _ = write!(
            paths,
            r##"{}"/things{number}/{{id}}": {{"get": {{"operationId": "get{number}", "summary": "Get {version} {number}", "tags": ["T{}"],
              "parameters": [{{"name": "id", "in": "path", "required": true, "schema": {{"type": "string"}}}}],
              "responses": {{"200": {{"description": "OK", "content": {{"application/json": {{"schema":
              {{"$ref": "#/components/schemas/Thing"}}}}}}}}}}}}}}"##,
            if number == 0 { "" } else { "," },
            number % 2
        );
        site.write(
            &format!("docs/api/get{number}.md"),
            &format!("---\ntitle: Get {number}\nlayout: api\n---\n\n<wc-endpoint ref=\"get{number}\"></wc-endpoint>\n"),
        );
    }
    let spec = format!(
        r##"{{"openapi": "3.1.0", "info": {{"title": "Things", "version": "{version}"}}, "paths": {{{paths}}},
          "components": {{"schemas": {{"Thing": {{"type": "object", "properties": {{"name": {{"type": "string", "description": "{version}"}},
          "parent": {{"$ref": "#/components/schemas/Thing"}}}}}}}}}}}}"##
    );
    site.write("openapi.json", &spec);
    site.write("tool.json", r#"{ "name": "Things", "openapi": "openapi.json" }"#);
    for number in 0..4 {
        let text = format!(
            "---\ntitle: Page {number}\n---\n\n# Page {number}\n\nThis is {version}.\n\n```js\nlet a = {number};\n```\n"
        );
        site.write(&format!("docs/guide/page{number}.md"), &text);
    }
    site.write("docs/index.md", "---\ntitle: Home\n---\n\n# Home\n");
}

/// Another folder, time zone, locale and number of threads.
#[test]
fn the_demo_and_an_api_have_the_same_bytes_everywhere() {
    let (one, two) = (TestSite::new(""), TestSite::new(""));
    for site in [&one, &two] {
        write_version(site, "first");
    }
    for arguments in ["build --out", "build --demo --out"] {
        one.ok(&format!("{arguments} out"));
        let elsewhere = two
            .command(&format!("{arguments} a/deeper/folder"))
            .env("RAYON_NUM_THREADS", "1")
            .env("TZ", "Pacific/Chatham")
            .env("LC_ALL", "tr_TR.UTF-8")
            .env("SOURCE_DATE_EPOCH", "1")
            .output()
            .unwrap();
        assert!(elsewhere.status.success());
        let built = contents(&one, "out");
        assert!(built.len() > 30, "{} files", built.len());
        assert_same(&built, &contents(&two, "a/deeper/folder"));
        for (site, folder) in [(&one, "out"), (&two, "a/deeper/folder")] {
            fs::remove_dir_all(site.root().join(folder)).unwrap();
        }
    }
}

/// Numbers that look like chance and are always the same (SplitMix64).
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % end
    }
}

/// Whether a run has written unfinished files.
fn has_begun(site: &TestSite) -> bool {
    let state = fs::read_dir(site.root().join(".tool"));
    state.is_ok_and(|mut entries| {
        entries.any(|entry| entry.unwrap().file_name().to_string_lossy().starts_with("unfinished"))
    })
}

/// Kills a build of the project: some time after its start, or after it began to write.
fn kill_a_build(site: &TestSite, chance: &mut Chance, whole: Duration, when_writing: bool) {
    let start = Instant::now();
    let mut build = site.command("build --quiet").spawn().unwrap();
    if when_writing {
        while !has_begun(site) && build.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_micros(200));
        }
        std::thread::sleep(Duration::from_micros(chance.below(8_000)));
    } else {
        let end = whole.mul_f64(chance.below(1_000) as f64 / 1_000.0);
        std::thread::sleep(end.saturating_sub(start.elapsed()));
    }
    // One that is over already is as good.
    drop(build.kill());
    build.wait().unwrap();
}

/// What a killed build leaves is the old site or the new one, and the next build makes of it what it makes of nothing.
#[test]
fn a_killed_build_is_taken_up_by_the_next() {
    let site = TestSite::new("");
    let mut versions = Vec::new();
    let mut whole = Duration::MAX;
    for (name, extra) in [("first", "docs/one/only.md"), ("second", "docs/two.md")] {
        write_version(&site, name);
        site.write(extra, "---\ntitle: Only here\n---\n\nText.\n");
        let start = Instant::now();
        site.ok(&format!("build --out {name}"));
        whole = whole.min(start.elapsed());
        fs::remove_file(site.root().join(extra)).unwrap();
        versions.push((name, extra, contents(&site, name)));
    }
    let mut chance = Chance(7);
    let mut ended_early = 0;
    for round in 0..50 {
        let (name, extra, expected) = &versions[round % 2];
        let (_, other, before) = &versions[(round + 1) % 2];
        write_version(&site, name);
        site.write(extra, "---\ntitle: Only here\n---\n\nText.\n");
        drop(fs::remove_file(site.root().join(other)));
        if round % 10 == 0 && site.exists("dist") {
            fs::remove_dir_all(site.root().join("dist")).unwrap();
        }
        kill_a_build(&site, &mut chance, whole, round % 2 == 0);
        if site.exists("dist") {
            let left: BTreeMap<String, Vec<u8>> =
                contents(&site, "dist").into_iter().filter(|(path, _)| path != "CNAME").collect();
            assert!(left == *expected || left == *before, "round {round}: a mix of the old site and the new one");
            ended_early += usize::from(left != *expected);
            site.write("dist/CNAME", "example.com");
        }
        let has_foreign = site.exists("dist/CNAME");
        site.ok("build");
        let mut built = contents(&site, "dist");
        assert_eq!(built.remove("CNAME"), has_foreign.then(|| b"example.com".to_vec()));
        assert_same(&built, expected);
        assert!(!has_begun(&site), "round {round}: unfinished files stay");
    }
    assert!(ended_early > 10, "only {ended_early} builds were stopped in time");
}

/// Of two builds of different sources into one folder the folder is all of one or all of the other.
#[test]
fn two_builds_of_two_versions_do_not_mix() {
    let site = TestSite::new("");
    write_version(&site, "first");
    // One file that is on every page, put in place in one step: no build reads a part of each version.
    let set_name = |name: &str| {
        site.write("tool.new", &format!("{{ \"name\": \"{name}\", \"openapi\": \"openapi.json\" }}"));
        fs::rename(site.root().join("tool.new"), site.root().join("tool.json")).unwrap();
    };
    let versions = ["One", "Two"].map(|name| {
        set_name(name);
        site.ok(&format!("build --out {name}"));
        contents(&site, name)
    });
    let mut chance = Chance(3);
    for _ in 0..6 {
        let builds = ["One", "Two"].map(|name| {
            set_name(name);
            let build = site.command("build --quiet").spawn().unwrap();
            std::thread::sleep(Duration::from_millis(chance.below(120)));
            build
        });
        for mut build in builds {
            assert!(build.wait().unwrap().success());
        }
        let built = contents(&site, "dist");
        assert!(versions.contains(&built), "{:?}", built.keys().collect::<Vec<_>>());
        assert!(!has_begun(&site), "unfinished files stay");
    }
}

/// A build that waits for another says for which.
#[test]
fn who_waits_says_for_whom() {
    use std::io::{BufRead as _, BufReader, Read as _};

    let site = TestSite::new(CLEAN);
    site.ok("build --out first");
    let state = site.root().join(".tool");
    let names = fs::read_dir(&state).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let lock = names.filter(|name| name.starts_with("lock-")).max().unwrap();
    let held = fs::File::options().write(true).open(state.join(lock)).unwrap();
    held.lock().unwrap();
    let mut waiting = site.command("build --out first").stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut said = BufReader::new(waiting.stderr.take().unwrap());
    let mut line = String::new();
    said.read_line(&mut line).unwrap();
    assert!(line.starts_with("waiting for `tool build --out first` (process "), "{line}");
    assert!(line.ends_with("), which is writing here\n"), "{line}");
    drop(held);
    assert!(waiting.wait().unwrap().success());
    line.clear();
    said.read_to_string(&mut line).unwrap();
    assert_eq!(line, "");
}
