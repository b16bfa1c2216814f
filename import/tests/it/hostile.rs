//! Sources that are against it: names that lead out, cycles, broken settings, what nests too deep or repeats too often.

use import::{Contents, LossKind, Options, Source, import};

/// The import of some files.
fn imported(files: &[(&str, &str)]) -> import::Imported {
    import(&Source::from_memory(files.iter().map(|(path, text)| (*path, *text))), &Options::default()).unwrap()
}

#[test]
fn no_name_of_a_source_chooses_a_path_outside() {
    let pages = imported(&[
        ("mint.json", r#"{ "navigation": [{ "group": "A", "pages": ["../../x", "/etc/passwd", "a"] }] }"#),
        ("a.mdx", "---\nslug: ../../../etc/x\n---\n![x](../../../etc/passwd) [y](/../z)\n"),
    ]);
    assert!(pages.files.iter().all(|file| !file.path.contains("..") && !file.path.starts_with('/')));
    let slugs = imported(&[
        ("fern.config.json", "{}"),
        (
            "docs.yml",
            "navigation:\n  - page: A\n    path: a.mdx\n  - page: B\n    path: ../b.mdx\n    slug: ../../up\n",
        ),
        ("a.mdx", "---\nslug: /../../con/nul.md/..\\\\x\n---\nText\n"),
    ]);
    for file in &slugs.files {
        assert!(file.path.split('/').all(|part| !matches!(part, "" | "." | ".." | "con")), "{}", file.path);
    }
    let redirects = imported(&[
        ("mint.json", r#"{ "navigation": ["a"], "redirects": [{ "source": "/../../x", "destination": "/a" }] }"#),
        ("a.mdx", "Text\n"),
    ]);
    assert!(redirects.report.losses.iter().any(|loss| loss.kind == LossKind::Redirect));
}

#[test]
fn pages_that_differ_in_case_alone_are_told_apart() {
    let result = imported(&[("Guide.md", "# A\n"), ("guide.md", "# B\n"), ("GUIDE/index.md", "# C\n")]);
    let mut paths: Vec<String> = result.files.iter().map(|file| file.path.to_lowercase()).collect();
    let count = paths.len();
    paths.sort();
    paths.dedup();
    assert_eq!(paths.len(), count);
    assert_eq!(result.report.losses.iter().filter(|loss| loss.kind == LossKind::DuplicateAddress).count(), 2);
}

#[test]
fn parts_that_include_each_other_end() {
    let result = imported(&[
        ("mint.json", r#"{ "navigation": [{ "group": "A", "pages": ["a"] }] }"#),
        ("a.mdx", "import X from \"/snippets/x.mdx\"\n\n<X />\n"),
        ("snippets/x.mdx", "import Y from \"/snippets/y.mdx\"\n\nIn x.\n\n<Y />\n"),
        ("snippets/y.mdx", "import X from \"/snippets/x.mdx\"\n\nIn y.\n\n<X />\n"),
    ]);
    let Some(Contents::Text(text)) =
        result.files.iter().find(|file| file.path == "docs/a.md").map(|file| &file.contents)
    else {
        panic!("no page");
    };
    assert!(text.contains("In x.") && text.contains("In y."), "{text}");
    assert!(result.report.losses.iter().any(|loss| loss.kind == LossKind::MissingInclude));
}

#[test]
fn broken_settings_leave_the_pages() {
    let deep = "[".repeat(100_000);
    let bomb: String = (1..40).fold("a0: &a0 [x, x]\n".to_owned(), |text, level| {
        format!("{text}a{level}: &a{level} [*a{0}, *a{0}, *a{0}, *a{0}]\n", level - 1)
    });
    for (file, text) in [
        ("mint.json", "{ \"navigation\": [ "),
        ("mint.json", deep.as_str()),
        ("mkdocs.yml", "nav: [\n"),
        ("mkdocs.yml", bomb.as_str()),
        ("mkdocs.yml", "INHERIT: mkdocs.yml\nnav: 3\n"),
        ("book.toml", "[book\n"),
        ("docusaurus.config.js", "module.exports = require('x')\n"),
        (".gitbook.yaml", "root: ../../..\nstructure: 7\n"),
        ("fern.config.json", "not json"),
    ] {
        let result =
            imported(&[(file, text), ("docs/a.md", "# A\n\nWords.\n"), ("src/b.md", "# B\n"), ("docs.yml", "- [")]);
        assert!(result.report.pages > 0, "{file}: {text:.40}");
    }
}

#[test]
fn references_that_go_round_in_circles_end() {
    let result = imported(&[
        (
            "docs.json",
            r#"{ "theme": "mint", "navigation": { "groups": [{ "$ref": "./a.json" }, { "group": "G", "pages": ["p"] }] } }"#,
        ),
        ("a.json", r#"{ "groups": [{ "$ref": "./a.json" }, { "$ref": "./a.json" }] }"#),
        ("p.mdx", "Text\n"),
    ]);
    assert_eq!(result.report.pages, 1);
    assert!(result.report.losses.iter().any(|loss| loss.kind == LossKind::Config));
    let circle = imported(&[
        (
            "mint.json",
            r#"{ "navigation": ["a"], "redirects": [{ "source": "/x", "destination": "/y" }, { "source": "/y", "destination": "/x" }] }"#,
        ),
        ("a.mdx", "[x](/x)\n"),
    ]);
    assert!(circle.report.losses.iter().any(|loss| loss.kind == LossKind::Link));
}

#[cfg(unix)]
#[test]
fn links_out_of_the_source_are_not_followed() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("docs");
    std::fs::create_dir_all(root.join("sub")).unwrap();
    std::fs::write(folder.path().join("secret.md"), "secret").unwrap();
    std::fs::write(root.join("a.md"), "# A\n\n![x](secret.png)\n").unwrap();
    symlink(folder.path().join("secret.md"), root.join("b.md")).unwrap();
    symlink(folder.path(), root.join("sub/up")).unwrap();
    symlink(root.join("a.md"), root.join("c.md")).unwrap();
    symlink(root.join("sub"), root.join("to-sub")).unwrap();
    let source = Source::open(&root).unwrap();
    let result = import(&source, &Options::default()).unwrap();
    let paths: Vec<&str> = result.files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(paths, ["docs/a.md", "docs/c.md", "tool.json"]);
    let left_out = result.report.losses.iter().filter(|loss| loss.kind == LossKind::File);
    let left_out: Vec<_> = left_out.map(|loss| (loss.file.as_str(), loss.outcome.as_str())).collect();
    let outside = "left out: a symbolic link out of the folder";
    let inside = "left out: a symbolic link to a folder, whose files are read only at their own paths";
    assert_eq!(left_out, [("b.md", outside), ("sub/up", outside), ("to-sub", inside)]);
}

/// Links elsewhere in a repository say nothing about its documentation.
#[cfg(unix)]
#[test]
fn links_are_reported_where_documentation_is_read() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    for path in ["docs/guides", "docs/.tool", "plugins/skill", "test/packages"] {
        std::fs::create_dir_all(root.join(path)).unwrap();
    }
    std::fs::write(root.join("docs/docs.json"), r#"{ "theme": "mint", "navigation": { "pages": ["guides/a"] } }"#)
        .unwrap();
    std::fs::write(root.join("docs/guides/a.mdx"), "# A\n").unwrap();
    symlink(root.join("plugins/skill"), root.join("docs/.tool/skill")).unwrap();
    symlink(root.join("docs/guides"), root.join("docs/more")).unwrap();
    symlink(root.join("plugins"), root.join("test/packages/src")).unwrap();
    let result = import(&Source::open(root).unwrap(), &Options::default()).unwrap();
    let left_out = result.report.losses.iter().filter(|loss| loss.kind == LossKind::File);
    let left_out: Vec<_> = left_out.map(|loss| (loss.file.as_str(), loss.outcome.as_str())).collect();
    let outside = "left out: a symbolic link to `plugins/skill`, which is outside of `docs` and was not read";
    let inside = "left out: a symbolic link to a folder, whose files are read only at their own paths";
    assert_eq!(left_out, [("docs/.tool/skill", outside), ("docs/more", inside)]);
}

#[test]
fn many_files_are_no_trouble() {
    let files = (0..50_000).map(|number| (format!("a{}/p{number}.md", number % 100), format!("# Page {number}\n")));
    let result = import(&Source::from_memory(files), &Options::default()).unwrap();
    assert_eq!(result.report.pages, 50_000);
}

#[test]
fn many_tabs_are_no_trouble() {
    let tabs: String = (0..20_000).map(|number| format!("== L{number}\ntext\n")).collect();
    let page = format!("# A\n\n::: tabs\n{tabs}:::\n");
    let result = imported(&[(".vitepress/config.json", "{}"), ("a.md", &page)]);
    let Some(Contents::Text(text)) =
        result.files.iter().find(|file| file.path == "docs/a.md").map(|file| &file.contents)
    else {
        panic!("no page");
    };
    assert_eq!(text.matches("<wc-tab label=").count(), 20_000);
}

/// Ten files of a line each would otherwise become gigabytes.
#[test]
fn parts_that_multiply_are_inserted_up_to_a_limit() {
    let mut files: Vec<(String, String)> = (0..12)
        .map(|number| {
            let next = number + 1;
            (format!("s{number}.mdx"), format!("import A from \"./s{next}.mdx\"\n\n<A/><A/><A/><A/>\n"))
        })
        .collect();
    files.push(("s12.mdx".to_owned(), "x".repeat(1_000)));
    files.push(("mint.json".to_owned(), r#"{ "navigation": ["s0"] }"#.to_owned()));
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let result = imported(&files);
    let size: usize = result
        .files
        .iter()
        .map(|file| match &file.contents {
            Contents::Text(text) => text.len(),
            Contents::Copy(_) => 0,
        })
        .sum();
    assert!(size < 20 << 20, "{size} bytes");
    let limited = result.report.losses.iter().filter(|loss| loss.outcome.contains("more than 1000 files"));
    assert!(limited.count() > 0, "{:?}", result.report.losses);
}

#[test]
fn losses_keep_the_lines_of_the_source() {
    let page = "---\nlanguage_tabs:\n  - ruby\n---\n\n# A\n\n```ruby\na\n```\n\n```shell\nb\n```\n\n[Gone](gone.md)\n";
    let result = imported(&[("source/index.html.md", page)]);
    let lines: Vec<(LossKind, u32)> = result.report.losses.iter().map(|loss| (loss.kind, loss.line)).collect();
    assert!(lines.contains(&(LossKind::Link, 16)), "{lines:?}");
}

#[test]
fn an_address_that_settings_refuse_is_not_written() {
    for (address, is_written) in [("https://m.test/x", true), ("https://m;adow.test", false), ("https://", false)] {
        let config = format!("module.exports = {{ title: 'N', url: '{address}' }}");
        let result = imported(&[("docusaurus.config.js", config.as_str()), ("docs/a.md", "# A\n")]);
        let settings = result.files.iter().find(|file| file.path == "tool.json").map(|file| &file.contents);
        let Some(Contents::Text(text)) = settings else { panic!("no settings") };
        assert_eq!(text.contains("\"url\""), is_written, "{text}");
    }
}
