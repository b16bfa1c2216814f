//! `tool skills`.

use std::fs;

use crate::test_site::{CLEAN, TestSite};

#[test]
fn every_agent_gets_its_files_once() {
    let site = TestSite::new(CLEAN);
    insta::assert_snapshot!(site.run("skills install --agent all"), @r"
    exit 0
    wrote .claude/skills/tool-author/SKILL.md
    wrote .claude/skills/tool-author.md
    wrote .claude/skills/tool-migrate/SKILL.md
    wrote .claude/skills/tool-migrate.md
    wrote .cursor/rules/tool-author.mdc
    wrote .cursor/rules/tool-migrate.mdc
    wrote .github/instructions/tool-author.instructions.md
    wrote .github/instructions/tool-migrate.instructions.md
    wrote .windsurfrules
    wrote AGENTS.md
    wrote CLAUDE.md
    11 files written, 0 files up to date
    ");
    let times = |site: &TestSite| {
        let files = site.files("").into_iter();
        files.map(|file| fs::metadata(site.root().join(&file)).unwrap().modified().unwrap()).collect::<Vec<_>>()
    };
    let before = times(&site);
    insta::assert_snapshot!(site.run("skills install --agent all"), @r"
    exit 0
    0 files written, 11 files up to date
    ");
    assert_eq!(times(&site), before);
    site.ok("skills install --agent all --check");
    site.ok("validate --strict");
}

#[test]
fn each_file_has_the_head_that_its_agent_reads() {
    let site = TestSite::new(CLEAN);
    site.ok("skills install --agent all");
    let head = |path: &str| {
        let text = site.read(path);
        let yaml = text.strip_prefix("---\n").unwrap_or_else(|| panic!("{path} has no head"));
        yaml.split("\n---\n\n<!-- tool-").next().unwrap().to_owned()
    };
    insta::assert_snapshot!(head(".claude/skills/tool-author/SKILL.md"), @r"
    name: tool-author
    description: How to write and edit documentation pages of tool - Markdown with wc-* components, frontmatter, tool.json, API pages. Use for every change in the docs folder.
    ");
    insta::assert_snapshot!(head(".cursor/rules/tool-author.mdc"), @r"
    description: How to write and edit documentation pages of tool - Markdown with wc-* components, frontmatter, tool.json, API pages. Use for every change in the docs folder.
    globs: docs/**/*.md,tool.json
    alwaysApply: false
    ");
    insta::assert_snapshot!(head(".github/instructions/tool-author.instructions.md"), @r#"
    description: How to write and edit documentation pages of tool - Markdown with wc-* components, frontmatter, tool.json, API pages. Use for every change in the docs folder.
    applyTo: "docs/**/*.md,tool.json"
    "#);
    insta::assert_snapshot!(head(".github/instructions/tool-migrate.instructions.md"), @r#"
    description: How to move documentation from Mintlify, Fern, GitBook, Docusaurus, MkDocs, Starlight, VitePress, ReadMe, Nextra, Fumadocs, mdBook or MDX to tool. Use when pages of another tool are converted.
    applyTo: "**/*.mdx,**/docs.json,**/mint.json,**/mkdocs.yml,**/SUMMARY.md,**/meta.json"
    "#);
    insta::assert_snapshot!(site.read("CLAUDE.md"), @r"
    <!-- tool-skills begin: `tool skills install` replaces the text up to the end marker -->
    - Before you write or edit documentation pages, read `.claude/skills/tool-author.md`.
    - Before you move documentation from another tool to this project, read `.claude/skills/tool-migrate.md`.
    <!-- tool-skills end -->
    ");
    assert_eq!(site.read(".claude/skills/tool-author.md"), printed(&site, "author"));
    assert_eq!(site.read(".claude/skills/tool-migrate.md"), printed(&site, "migrate"));
    let names = |path: &str| {
        let text = site.read(path);
        let begins = text.lines().filter_map(|line| line.strip_prefix("<!-- ")?.split_once(" begin"));
        begins.map(|(name, _)| name.to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names(".windsurfrules"), ["tool-author-compact"]);
    assert_eq!(names("AGENTS.md"), ["tool-author", "tool-migrate-compact"]);
    let length = site.read("AGENTS.md").len();
    assert!(length < 32 * 1024, "{length}");
    site.ok("skills install --agent windsurf --skills author,migrate");
    assert_eq!(names(".windsurfrules"), ["tool-author-compact", "tool-migrate-compact"]);
    assert!(site.read(".windsurfrules").chars().count() < 12_000);
}

/// What `tool skills print` prints.
fn printed(site: &TestSite, skill: &str) -> String {
    let text = site.ok(&format!("skills print {skill}"));
    text.strip_prefix("exit 0\n").unwrap().to_owned()
}

#[test]
fn what_users_wrote_stays_byte_for_byte() {
    let mine = ["# Ours\r\n\r\nCRLF.\r\n", "\u{feff}# Ours\n", "no end", "# Ours\n\n\n", " \n"];
    for text in mine {
        let site = TestSite::new(CLEAN);
        for file in [".windsurfrules", "AGENTS.md", "CLAUDE.md", ".cursor/rules/tool-author.mdc"] {
            site.write(file, text);
        }
        site.ok("skills install --agent all");
        for file in [".windsurfrules", "AGENTS.md", "CLAUDE.md", ".cursor/rules/tool-author.mdc"] {
            let new = site.read(file);
            assert!(new.starts_with(text), "{file}: {new:?}");
            assert_eq!(new.contains("\r\n"), text.contains("\r\n"), "{file}");
            assert!(!text.contains("\r\n") || !new.replace("\r\n", "").contains('\n'), "{file}");
            // An older block, and text behind it.
            let older = new.replace("tool validate", "tool check") + "\nbehind";
            site.write(file, &older);
        }
        site.ok("skills install --agent all");
        for file in [".windsurfrules", "AGENTS.md", ".cursor/rules/tool-author.mdc"] {
            let new = site.read(file);
            assert!(new.starts_with(text) && new.ends_with("\nbehind") && !new.contains("tool check"), "{file}");
        }
    }
}

#[test]
fn broken_marks_stop_before_anything_is_written() {
    let site = TestSite::new(CLEAN);
    site.write("AGENTS.md", "mine\n<!-- tool-author begin -->\nold\n");
    insta::assert_snapshot!(site.run("skills install --agent all"), @r"
    exit 2
    stderr:
    error: AGENTS.md:2: begin marker without an end marker of `tool-author`
      = help: fix or remove the markers; nothing was written
    ");
    let block = "<!-- tool-author begin -->\n<!-- tool-author end -->\n";
    site.write("AGENTS.md", &block.repeat(2));
    insta::assert_snapshot!(site.run("skills install --agent agents-md --check"), @r"
    exit 2
    stderr:
    error: AGENTS.md:3: second block of `tool-author`
      = help: fix or remove the markers; nothing was written
    ");
    assert_eq!(site.read("AGENTS.md"), block.repeat(2));
    assert!(!site.exists(".claude") && !site.exists(".windsurfrules"));
    fs::write(site.root().join("AGENTS.md"), b"\xff\xfe").unwrap();
    insta::assert_snapshot!(site.run("skills install --agent agents-md"), @r"
    exit 2
    stderr:
    error: AGENTS.md is not UTF-8 text
      = help: nothing was written
    ");
    assert_eq!(fs::read(site.root().join("AGENTS.md")).unwrap(), b"\xff\xfe");
}

#[test]
fn a_check_names_what_is_missing_and_stale() {
    let site = TestSite::new(CLEAN);
    site.ok("skills install --agent cursor");
    let path = ".cursor/rules/tool-author.mdc";
    site.write(path, &site.read(path).replace("tool validate", "tool check"));
    insta::assert_snapshot!(site.run("skills install --agent cursor,windsurf --check"), @r"
    exit 1
    missing: .windsurfrules
    stale: .cursor/rules/tool-author.mdc
    run `tool skills install` to write them
    ");
    insta::assert_snapshot!(site.run("skills install --agent cursor,windsurf --check --quiet"), @r"
    exit 1
    missing: .windsurfrules
    stale: .cursor/rules/tool-author.mdc
    ");
    insta::assert_json_snapshot!(site.json("skills install --agent cursor,windsurf --check")["skills"], @r#"
    {
      "missing": [
        ".windsurfrules"
      ],
      "stale": [
        ".cursor/rules/tool-author.mdc"
      ]
    }
    "#);
    assert!(!site.exists(".windsurfrules"));
    insta::assert_snapshot!(site.run("skills install --agent cursor"), @r"
    exit 0
    wrote .cursor/rules/tool-author.mdc
    1 file written, 1 file up to date
    ");
    insta::assert_snapshot!(site.run("skills install --agent cursor --check"), @r"
    exit 0
    all skills are up to date
    ");
}

#[test]
fn no_project_is_needed_and_the_folder_of_pages_is_followed() {
    let site = TestSite::new("");
    site.ok("skills install --agent claude --skills migrate");
    assert_eq!(site.files(""), [".claude/skills/tool-migrate.md", ".claude/skills/tool-migrate/SKILL.md", "CLAUDE.md"]);
    // A line for each skill that is there.
    site.ok("skills install --agent claude --skills author");
    assert_eq!(site.read("CLAUDE.md").lines().filter(|line| line.starts_with("- ")).count(), 2);
    site.write("tool.json", "{ \"name\": \"x\", \"docs\": \"handbook\" }");
    site.ok("skills install --agent copilot");
    assert!(
        site.read(".github/instructions/tool-author.instructions.md")
            .contains("applyTo: \"handbook/**/*.md,tool.json\"")
    );
    assert!(site.run("skills install").starts_with("exit 2\n"));
    assert!(site.run("skills install --agent emacs").starts_with("exit 2\n"));
    assert!(site.run("skills print other").starts_with("exit 2\n"));
    assert!(site.run("skills install --agent claude --project gone").starts_with("exit 2\n"));
}

#[cfg(unix)]
#[test]
fn links_are_followed_within_the_project_alone() {
    use std::os::unix::fs::symlink;
    let site = TestSite::new(CLEAN);
    let outside = site.root().parent().unwrap().join("outside");
    fs::create_dir(&outside).unwrap();
    symlink(&outside, site.root().join(".cursor")).unwrap();
    insta::assert_snapshot!(site.run("skills install --agent all"), @r"
    exit 2
    stderr:
    error: .cursor/rules/tool-author.mdc points outside the project, to [TEMP]/outside
      = help: only files in the project folder are written; nothing was written
    ");
    assert_eq!(fs::read_dir(&outside).unwrap().count(), 0);
    assert!(!site.exists(".claude"));
    fs::remove_file(site.root().join(".cursor")).unwrap();
    symlink("nowhere", site.root().join("AGENTS.md")).unwrap();
    assert!(site.run("skills install --agent agents-md").starts_with("exit 2\n"));
    fs::remove_file(site.root().join("AGENTS.md")).unwrap();
    // Two names for one file: it holds the blocks of both.
    site.write("CLAUDE.md", "mine\n");
    symlink("CLAUDE.md", site.root().join("AGENTS.md")).unwrap();
    site.ok("skills install --agent all");
    let text = site.read("CLAUDE.md");
    assert!(
        text.starts_with("mine\n")
            && text.contains("<!-- tool-skills begin")
            && text.contains("<!-- tool-author begin")
    );
    assert!(fs::symlink_metadata(site.root().join("AGENTS.md")).unwrap().is_symlink());
    site.ok("skills install --agent all --check");
}

/// The names in the first column of the table below a heading.
fn first_column(skill: &str, heading: &str) -> Vec<String> {
    let (_, section) = skill.split_once(&format!("\n## {heading}\n")).unwrap();
    let section = section.split("\n## ").next().unwrap();
    let cells = section.lines().filter_map(|line| line.strip_prefix("| `")?.split(" |").next());
    cells
        .flat_map(|cell| cell.split('`').step_by(2))
        .filter(|name| !name.contains([' ', ',']))
        .map(str::to_owned)
        .collect()
}

#[test]
fn the_skill_names_fields_and_writes_components_that_validate() {
    let skill = printed(&TestSite::new(""), "author");
    let site = TestSite::new("//- /tool.json\n{ \"name\": \"x\" }\n");
    let fields = first_column(&skill, "Frontmatter");
    assert!(fields.contains(&"sidebar_title".to_owned()) && fields.contains(&"redirect".to_owned()), "{fields:?}");
    let page: String = fields.iter().map(|field| format!("{field}: 1\n")).collect();
    site.write("docs/fields.md", &format!("---\n{page}---\n"));
    let members = first_column(&skill, "tool.json");
    assert!(members.contains(&"openapi".to_owned()) && members.contains(&"dir".to_owned()), "{members:?}");
    let config: String = members.iter().map(|member| format!(", \"{member}\": null")).collect();
    site.write("tool.json", &format!("{{{}}}", config.trim_start_matches(", ")));
    let report = site.json("validate");
    let codes: Vec<&str> =
        report["diagnostics"].as_array().unwrap().iter().map(|found| found["code"].as_str().unwrap()).collect();
    assert!(!codes.contains(&"unknown-field"), "{report}");
    site.write("tool.json", "{ \"name\": \"x\" }");
    let examples = fenced_markdown(&skill);
    assert!(examples.len() > 50, "{}", examples.len());
    for (at, example) in examples.iter().enumerate() {
        let text =
            if example.starts_with("---") { example.clone() } else { format!("---\ntitle: x\n---\n\n{example}") };
        site.write(&format!("docs/e{at}.md"), &text);
    }
    let report = site.json("validate");
    // The pages, fragments and the API that examples lead to are not here, no icon is called `1`, and what draws diagrams may
    // be left out.
    let elsewhere = [
        "broken-link",
        "unmatched-ref",
        "orphan-page",
        "invalid-frontmatter",
        "unknown-icon",
        "missing-fragment",
        "diagrams-off",
    ];
    for found in report["diagnostics"].as_array().unwrap() {
        assert!(elsewhere.contains(&found["code"].as_str().unwrap()), "{found}");
    }
}

/// The contents of the fenced blocks of Markdown.
fn fenced_markdown(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut open: Option<(String, String)> = None;
    for line in text.lines() {
        match &mut open {
            Some((fence, _)) if line.trim() == fence => found.extend(open.take().map(|(_, content)| content)),
            Some((_, content)) => {
                content.push_str(line);
                content.push('\n');
            }
            None => {
                if let Some(fence) = line.trim().strip_suffix("markdown").filter(|fence| fence.starts_with("```")) {
                    open = Some((fence.to_owned(), String::new()));
                }
            }
        }
    }
    found
}
