//! The files that each agent reads instructions from.

use crate::args::{Agent, Skill};
use crate::embedded;

/// A file that contains blocks of instructions.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// Relative to the project's folder.
    pub(super) path: String,
    /// The text before the block in a new file: fields that the agent reads.
    pub(super) head: String,
    pub(super) block: String,
}

/// The selected agents, each once.
pub(super) fn agents(chosen: &[Agent]) -> Vec<Agent> {
    let every = [Agent::Claude, Agent::Cursor, Agent::Windsurf, Agent::Copilot, Agent::AgentsMd];
    every.into_iter().filter(|agent| chosen.contains(agent) || chosen.contains(&Agent::All)).collect()
}

/// The files of an agent for these skills. `docs` is the folder of the pages; `installed` tells which skills the project
/// already has.
pub(super) fn places(agent: Agent, skills: &[Skill], docs: &str, installed: &dyn Fn(&str) -> bool) -> Vec<Place> {
    let each = |make: &dyn Fn(Skill) -> Place| skills.iter().map(|skill| make(*skill)).collect::<Vec<_>>();
    match agent {
        Agent::Claude => {
            let mut places = each(&|skill| Place { path: plain_path(skill), head: String::new(), block: full(skill) });
            places.extend(each(&|skill| Place {
                path: format!(".claude/skills/{}/SKILL.md", name(skill)),
                head: format!("---\nname: {}\ndescription: {}\n---\n", name(skill), description(skill)),
                block: full(skill),
            }));
            let lines = [Skill::Author, Skill::Migrate]
                .into_iter()
                .filter(|skill| skills.contains(skill) || installed(&plain_path(*skill)));
            places.push(Place { path: "CLAUDE.md".to_owned(), head: String::new(), block: pointer(lines) });
            places
        }
        Agent::Cursor => each(&|skill| Place {
            path: format!(".cursor/rules/{}.mdc", name(skill)),
            head: format!(
                "---\ndescription: {}\nglobs: {}\nalwaysApply: false\n---\n",
                description(skill),
                globs(skill, docs)
            ),
            block: full(skill),
        }),
        Agent::Windsurf => each(&|skill| Place {
            path: ".windsurfrules".to_owned(),
            head: String::new(),
            block: compact(skill).to_owned(),
        }),
        Agent::Copilot => each(&|skill| Place {
            path: format!(".github/instructions/{}.instructions.md", name(skill)),
            head: format!("---\ndescription: {}\napplyTo: \"{}\"\n---\n", description(skill), globs(skill, docs)),
            block: full(skill),
        }),
        // Agents read it with every request, some only its first 32 KiB.
        Agent::AgentsMd => each(&|skill| Place {
            path: "AGENTS.md".to_owned(),
            head: String::new(),
            block: if skill == Skill::Author { full(skill) } else { compact(skill).to_owned() },
        }),
        // [`agents`] has replaced it with the others.
        Agent::All => Vec::new(),
    }
}

/// The default skills of an agent: only one if the agent reads the rules with every request.
pub(super) fn usual_skills(agent: Agent) -> &'static [Skill] {
    match agent {
        Agent::Windsurf => &[Skill::Author],
        _ => &[Skill::Author, Skill::Migrate],
    }
}

/// The full text of a skill.
pub(super) fn full(skill: Skill) -> String {
    match skill {
        Skill::Author => embedded::AUTHOR_SKILL,
        Skill::Migrate => embedded::MIGRATE_SKILL,
    }
    .to_owned()
}

/// The compact text of a skill, for rules of at most 12,000 characters.
fn compact(skill: Skill) -> &'static str {
    match skill {
        Skill::Author => embedded::COMPACT_AUTHOR_SKILL,
        Skill::Migrate => embedded::COMPACT_MIGRATE_SKILL,
    }
}

fn name(skill: Skill) -> &'static str {
    match skill {
        Skill::Author => "tool-author",
        Skill::Migrate => "tool-migrate",
    }
}

fn plain_path(skill: Skill) -> String {
    format!(".claude/skills/{}.md", name(skill))
}

/// When an agent needs the skill. Without colons and quotes, since it is inserted into YAML unquoted.
fn description(skill: Skill) -> &'static str {
    match skill {
        Skill::Author => {
            "How to write and edit documentation pages of tool - Markdown with wc-* components, frontmatter, tool.json, API pages. Use for every change in the docs folder."
        }
        Skill::Migrate => {
            "How to move documentation from Mintlify, Fern, GitBook, Docusaurus, MkDocs, Starlight, VitePress, ReadMe, Nextra, Fumadocs, mdBook or MDX to tool. Use when pages of another tool are converted."
        }
    }
}

/// The files that a skill applies to.
fn globs(skill: Skill, docs: &str) -> String {
    match skill {
        Skill::Author => format!("{docs}/**/*.md,tool.json"),
        Skill::Migrate => "**/*.mdx,**/docs.json,**/mint.json,**/mkdocs.yml,**/SUMMARY.md,**/meta.json".to_owned(),
    }
}

/// The block that refers to skills in separate files.
fn pointer(skills: impl Iterator<Item = Skill>) -> String {
    let mut block =
        "<!-- tool-skills begin: `tool skills install` replaces the text up to the end marker -->\n".to_owned();
    for skill in skills {
        let when = match skill {
            Skill::Author => "you write or edit documentation pages",
            Skill::Migrate => "you move documentation from another tool to this project",
        };
        block.push_str(&format!("- Before {when}, read `{}`.\n", plain_path(skill)));
    }
    block.push_str("<!-- tool-skills end -->\n");
    block
}

#[cfg(test)]
mod tests {
    use super::{Agent, Skill, agents, compact, full, name, places, usual_skills};
    use crate::commands::skills::block::{name_of, with_block};

    #[test]
    fn every_skill_is_a_block_of_its_own_name() {
        for skill in [Skill::Author, Skill::Migrate] {
            for (text, block) in
                [(full(skill), name(skill).to_owned()), (compact(skill).to_owned(), format!("{}-compact", name(skill)))]
            {
                assert_eq!(name_of(&text), block);
                assert_eq!(with_block(&text, &text).unwrap(), text);
                assert!(text.trim_end().ends_with(&format!("<!-- {block} end -->")));
            }
        }
    }

    #[test]
    fn the_head_follows_the_project() {
        let found = places(Agent::Cursor, &[Skill::Author], "handbook", &|_| false);
        assert!(found[0].head.contains("globs: handbook/**/*.md,tool.json\n"));
        assert_eq!(usual_skills(Agent::Windsurf), [Skill::Author]);
        assert_eq!(agents(&[Agent::Copilot, Agent::Claude, Agent::Copilot]), [Agent::Claude, Agent::Copilot]);
        assert_eq!(agents(&[Agent::All, Agent::Claude]).len(), 5);
        let lines = |installed: bool| {
            let found = places(Agent::Claude, &[Skill::Author], "docs", &move |_| installed);
            found.last().map(|place| place.block.lines().count())
        };
        assert_eq!((lines(false), lines(true)), (Some(3), Some(4)));
    }
}
