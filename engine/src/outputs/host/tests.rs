//! The rules of each host, as they are written.

use crate::Output;
use crate::OutputOptions;
use crate::testing::{project, text};

/// The files for a host and its rules, but for the hashes in them.
fn made_for(host: &str) -> String {
    let (_, project) = project(&format!(
        r#"
//- /tool.json
{{"name": "N", "url": "https://docs.test/base/", "host": "{host}", "redirects": {{"/old/a.b": "/new#x", "/ä": "https://b.test/?q=$1&r={{x}} \"y", "/loop": "/loop"}}}}
//- /docs/new.md
---
title: New
---

# X {{#x}}
//- /docs/gone.md
---
title: Gone
redirect: new
---
"#
    ));
    let site = project.site();
    let mut shown = String::new();
    for path in
        super::paths(crate::parse::config::Host::ALL.iter().find(|(name, _)| *name == host).map(|(_, host)| *host))
    {
        assert!(site.outputs().iter().any(|known| **known == **path), "{path}");
        shown.push_str(&format!("--- {path}\n{}", text(&project, path)));
    }
    for rules in site.host_rules() {
        shown.push_str(&format!("--- to {}\n{}", rules.place, rules.text));
    }
    let is_hex = |part: &str| part.len() == 16 && part.bytes().all(|byte| byte.is_ascii_hexdigit());
    shown
        .lines()
        .map(|line| {
            line.split('.').map(|part| if is_hex(part) { "HASH" } else { part }).collect::<Vec<_>>().join(".") + "\n"
        })
        .collect()
}

#[test]
fn netlify() {
    insta::assert_snapshot!(made_for("netlify"));
}

#[test]
fn cloudflare() {
    insta::assert_snapshot!(made_for("cloudflare"));
}

#[test]
fn vercel() {
    let made = made_for("vercel");
    let (_, json) = made.split_once('\n').unwrap();
    let value: serde_json::Value = serde_json::from_str(json).unwrap();
    assert!(value["routes"].as_array().is_some_and(|routes| routes.len() > 8));
    insta::assert_snapshot!(made);
}

#[test]
fn nginx() {
    insta::assert_snapshot!(made_for("nginx"));
}

#[test]
fn caddy() {
    insta::assert_snapshot!(made_for("caddy"));
}

#[test]
fn apache() {
    insta::assert_snapshot!(made_for("apache"));
}

#[test]
fn github_pages() {
    assert_eq!(made_for("github-pages"), "--- .nojekyll\n");
}

#[test]
fn azure() {
    let made = made_for("azure");
    let (_, json) = made.split_once('\n').unwrap();
    let value: serde_json::Value = serde_json::from_str(json).unwrap();
    assert_eq!(value["responseOverrides"]["404"]["rewrite"], "/base/404.html");
    insta::assert_snapshot!(made);
}

#[test]
fn firebase() {
    let made = made_for("firebase");
    let (_, json) = made.split_once('\n').unwrap();
    let value: serde_json::Value = serde_json::from_str(json).unwrap();
    assert_eq!(value["hosting"]["redirects"][0]["regex"], "^/base/gone/?$");
    insta::assert_snapshot!(made);
}

#[test]
fn cloudfront() {
    insta::assert_snapshot!(made_for("cloudfront"));
}

#[test]
fn files_of_the_author_are_kept() {
    let (_, project) = project(
        "//- /tool.json\n{\"name\": \"N\", \"url\": \"https://a.test\", \"host\": \"vercel\"}\n//- /docs/index.md\n---\ntitle: T\n---\n\
         //- /docs/robots.txt\nmine\n//- /docs/vercel.json\n{}\n//- /docs/llms.txt\nmine\n",
    );
    for path in ["robots.txt", "vercel.json", "llms.txt"] {
        let from = format!("docs/{path}");
        assert_eq!(project.site().output(path, OutputOptions::default()), Some(Output::Copy(from.as_str().into())));
    }
    assert!(project.site().diagnostics().iter().all(|found| found.code != crate::Code::DuplicatePage));
}
