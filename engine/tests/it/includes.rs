//! Fragments that pages include: where they stand, what is said of them, and what an edit of one runs again.

use engine::Change;
use engine::testing::{executed, project, text};

use crate::incremental::{edit, everything, lines};
use crate::shown::{findings, words};

const HEAD: &str = "//- /tool.json\n{\"name\": \"N\"}\n//- /docs/index.md\n---\ntitle: H\n---\n";

/// The twin of a page, which is its text with the includes in place, without the frontmatter.
fn twin(page: &str, fragments: &str) -> String {
    let (_, project) = project(&format!("{HEAD}{page}\n{fragments}"));
    text(&project, "index.md").strip_prefix("---\ntitle: H\n---\n").unwrap().to_owned()
}

fn found(page: &str, fragments: &str) -> String {
    let (_, project) = project(&format!("{HEAD}{page}\n{fragments}"));
    findings(&project)
}

#[test]
fn a_fragment_stands_where_its_tag_does() {
    let part = "//- /docs/_reusables/a.md\n---\nowner: x\n---\n\n- one\n\n  two\n- three\n\n";
    insta::assert_snapshot!(
        [
            twin("<wc-include src=\"a.md\" />\n\nAfter.", part),
            twin("<WC-Include SRC=a.md></wc-include> after", part),
            twin("> 1. <wc-include src=a.md />\n>\n>    After.", part),
            twin("<wc-tabs>\n  <wc-tab label=A>\n    <wc-include src=a.md />\n  </wc-tab>\n</wc-tabs>", part),
            twin("<wc-tabs><wc-tab label=A><wc-include src=a.md /></wc-tab></wc-tabs>", part),
            twin("- a\n\n   <wc-include src=a.md>\n   </wc-include>", part),
            twin("Text, <wc-include src=a.md />, more.", "//- /docs/_reusables/a.md\n**so** it is\n"),
            twin(
                "| <wc-include src=a.md /> | b |\n|--|--|\n<wc-include src=b.md />\n",
                "//- /docs/_reusables/a.md\nA\nB\n//- /docs/_reusables/b.md\n| 1 | 2 |\n| 3 | 4 |\n"
            ),
            twin("# <wc-include src=x/a.md />", "//- /docs/_reusables/x/a.md\nOne\ntwo\n"),
        ]
        .join("--\n")
    );
}

#[test]
fn fragments_include_others() {
    insta::assert_snapshot!(twin(
        "> <wc-include src=a.md />",
        "//- /docs/_reusables/a.md\nA\n\n- <wc-include src=b/c.md />\n\nZ\n//- /docs/_reusables/b/c.md\n1\n\n2"
    ), @r"
    > A
    >
    > - 1
    >
    >   2
    >
    > Z
    ");
}

#[test]
fn no_include_in_code_or_comments() {
    let page = "`<wc-include src=a.md />`\n\n```\n<wc-include src=a.md />\n```\n\n    <wc-include src=a.md />\n\n<!-- <wc-include src=a.md /> -->\n\n<wc-code-block>\n<wc-include src=a.md />\n</wc-code-block>\n";
    assert_eq!(twin(page, "//- /docs/_reusables/a.md\nA\n").trim_end(), page.trim_end());
}

#[test]
fn what_an_include_names_is_checked() {
    let part = "//- /docs/_reusables/limits.md\nA\n";
    insta::assert_snapshot!(
        [
            found("a\n\n> <wc-include src=\"limit.md\" />", part),
            found("<wc-include src=\"far/away.md\" /> <wc-include src=limits.md />", part),
            found("<wc-include src=\"../index.md\" /> <wc-include src=/limits.md /> <wc-include src=%6cimits.md /> <wc-include src=limits /> <wc-include src=limits.md />", part),
            found("<wc-include /> <wc-include src=\"\" /> <wc-include src=limits.md title=x onclick=y />", part),
            found("<wc-include src=limits.md>text</wc-include> <wc-include src=limits.md>", part),
            found("a", part),
        ]
        .join("--\n")
    );
    let (_, project) = project(&format!("{HEAD}<wc-include src=no.md />"));
    assert!(words(&project, "index.html").ends_with("Missing text:\nno.md\n"));
}

#[test]
fn a_cycle_is_told_with_its_chain() {
    insta::assert_snapshot!(
        [
            found("<wc-include src=a.md />", "//- /docs/_reusables/a.md\nA\n\n<wc-include src=b.md />\n//- /docs/_reusables/b.md\n- <wc-include src=a.md />\n"),
            found("<wc-include src=a.md />", "//- /docs/_reusables/a.md\n<wc-include src=a.md />\n"),
        ]
        .join("--\n")
    );
}

#[test]
fn fragments_do_not_grow_without_end() {
    let mut fragments = String::new();
    for level in 0..15 {
        let next = format!("<wc-include src={}.md />\n", level + 1);
        fragments.push_str(&format!("//- /docs/_reusables/{level}.md\n{next}\n{next}"));
    }
    fragments.push_str("//- /docs/_reusables/15.md\nlaughter\n");
    let said = found("<wc-include src=0.md />", &fragments);
    assert_eq!(said.lines().filter(|line| line.starts_with("limit-exceeded")).count(), 1, "{said}");

    let mut deep: String = (0..40)
        .map(|level| format!("//- /docs/_reusables/{level}.md\n> <wc-include src={}.md />\n", level + 1))
        .collect();
    deep.push_str("//- /docs/_reusables/40.md\nend\n");
    let said = found("<wc-include src=0.md />", &deep);
    assert!(said.starts_with("limit-exceeded docs/_reusables/15.md:1:19 "), "{said}");

    let large = format!("//- /docs/_reusables/a.md\n{}\n", "x\n".repeat(100_000));
    let said = found(&"> <wc-include src=a.md />\n\n".repeat(20), &large);
    assert_eq!(said.lines().filter(|line| line.starts_with("limit-exceeded")).count(), 1, "{said}");
}

#[test]
fn findings_point_into_the_fragment_and_to_its_includes() {
    let (_, project) = project(&format!(
        "{HEAD}[own](/nowhere)\n\n1. <wc-include src=a.md />\n\n[own](/nowhere/2)\n//- /docs/b.md\n---\ntitle: B\n---\n<wc-include src=a.md />\n\
         //- /docs/_reusables/a.md\n---\nx: y\n---\nText\n\n> <wc-calout>\n> [gone](/gone)\n> </wc-calout>\n> <wc-include src=c.md />\n\
         //- /docs/_reusables/c.md\none\ntwo `x` [lost](/lost) <wc-badge variant=\n"
    ));
    insta::assert_snapshot!(findings(&project));
}

#[test]
fn an_edited_fragment_renders_the_pages_that_include_it_and_no_other() {
    let (system, mut project) = project(&format!(
        "{HEAD}<wc-include src=a.md />\n//- /docs/b.md\n---\ntitle: B\n---\n<wc-include src=outer.md />\n//- /docs/c.md\n---\ntitle: C\n---\n\
         <wc-include src=c.md />\n//- /docs/d.md\n---\ntitle: D\n---\nText\n//- /docs/_reusables/a.md\nBefore\n//- /docs/_reusables/outer.md\n\
         - <wc-include src=a.md />\n//- /docs/_reusables/c.md\nOther\n"
    ));
    everything(&project);
    let ran = edit(&system, &mut project, "docs/_reusables/a.md", "Before", "After");
    insta::assert_snapshot!(lines(&ran));
    for page in ["index.html", "b/index.html"] {
        assert!(text(&project, page).contains("After"), "{page}");
    }
}

#[test]
fn a_fragment_that_appears_vanishes_or_breaks_updates_its_pages() {
    let (system, mut project) = project(&format!(
        "{HEAD}<wc-include src=later.md />\n//- /docs/b.md\n---\ntitle: B\n---\nText\n//- /docs/c.md\n---\ntitle: C\n---\n<wc-include src=c.md />\n\
         //- /docs/_reusables/c.md\nC\n"
    ));
    everything(&project);
    let path = "docs/_reusables/later.md";
    let change = [Change::Path(path.into())];
    assert!(
        findings(&project).starts_with(
            "missing-fragment docs/index.md:4:17 no fragment `later.md` / create `docs/_reusables/later.md`"
        )
    );
    system.write(path, "Here it is.\n");
    let ran = executed(&mut project, |project| {
        assert!(project.apply(&change));
        everything(project);
    });
    let bodies = ran.iter().find(|(name, _)| name == "page_body").map_or(0, |(_, count)| *count);
    assert_eq!(bodies, 1, "{}", lines(&ran));
    assert_eq!(findings(&project), "");
    assert!(text(&project, "index.html").contains("Here it is."));
    for contents in [Some(&b"<wc-include src=later.md />"[..]), Some(b"\xff"), None, Some(b"---\n---\n")] {
        match contents {
            Some(contents) => system.write(path, contents),
            None => system.remove(path),
        }
        assert!(project.apply(&change));
        let fresh = engine::Project::open(system.clone());
        assert_eq!(everything(&project), everything(&fresh));
        assert_eq!(project.site().diagnostics(), fresh.site().diagnostics());
    }
}

#[test]
#[cfg(unix)]
fn a_link_leads_no_include_out_of_the_folder() {
    let folder = tempfile::tempdir().unwrap();
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    write("tool.json", "{\"name\": \"N\"}");
    write("docs/index.md", "---\ntitle: H\n---\n<wc-include src=link.md /> <wc-include src=near.md />\n");
    write("docs/_reusables/real.md", "Near\n");
    write("secret.md", "Secret\n");
    std::os::unix::fs::symlink("../../secret.md", folder.path().join("docs/_reusables/link.md")).unwrap();
    std::os::unix::fs::symlink("real.md", folder.path().join("docs/_reusables/near.md")).unwrap();
    let system = engine::OsSystem::new(folder.path()).unwrap();
    let project = engine::Project::open(std::sync::Arc::new(system));
    let html = text(&project, "index.html");
    assert!(html.contains("Near") && !html.contains("Secret"), "{html}");
    assert!(
        findings(&project).contains("invalid-include docs/index.md:4:17 `link.md` is outside of the fragments folder")
    );
}
