//! The table of commands and arguments. What they do stands in `commands`.

use std::path::PathBuf;

use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};

/// A documentation tool: Markdown and OpenAPI in, a static site for people and agents out.
#[derive(Debug, Parser)]
#[command(
    name = "tool",
    version,
    long_version = concat!(env!("CARGO_PKG_VERSION"), "\n\n", include_str!("../../NOTICE")),
    max_term_width = 100,
    arg_required_else_help = true,
    after_help = "Examples:
  tool dev --demo                        look at the manual and a sample API
  tool init api && cd api && tool dev    begin a project
  tool openapi scaffold openapi.yaml     make a page for each operation of an API
  tool import old-docs                   make a project of the documentation of another tool
  tool validate && tool build            check everything, then write the site to dist/

Exit status: 0 done, 1 errors found in your files, 2 wrong usage or environment."
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) global: Global,
}

/// What every command takes.
#[derive(Args, Debug)]
pub(crate) struct Global {
    /// The project's folder [default: the nearest folder above that has a tool.json]
    #[arg(long, global = true, value_name = "DIR", help_heading = "Global options")]
    pub(crate) project: Option<PathBuf>,
    /// When to use colours; NO_COLOR turns `auto` off
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", help_heading = "Global options")]
    pub(crate) color: ColorChoice,
    /// Say nothing but what is wrong
    #[arg(long, short, global = true, action = ArgAction::SetTrue, help_heading = "Global options")]
    pub(crate) quiet: bool,
    /// How findings are reported
    #[arg(long, global = true, value_name = "FORMAT", default_value = "text", help_heading = "Global options")]
    pub(crate) format: Format,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorChoice {
    /// When standard output is a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// How findings are reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people, with the place in the source
    Text,
    /// One JSON object on standard output, and nothing else there
    Json,
    /// Annotations of GitHub Actions
    Github,
    /// SARIF 2.1.0 on standard output, for code scanning, and nothing else there
    Sarif,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Init(Init),
    Dev(Dev),
    Build(Build),
    Preview(Preview),
    Validate(Validate),
    Explain(Explain),
    Import(Import),
    /// Work with an OpenAPI description
    #[command(subcommand, arg_required_else_help = true)]
    Openapi(OpenApi),
    /// Instructions for coding agents
    #[command(subcommand, arg_required_else_help = true)]
    Skills(Skills),
    Schema(Schema),
    Completions(Completions),
}

/// Make a new project that builds at once
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  tool init docs                       a new folder `docs`
  tool init .                          the current folder; files that exist are never overwritten
  tool init api --openapi api.yaml     with a page for each operation; the file is copied into the project")]
pub(crate) struct Init {
    /// The new folder's name, or `.` for the current folder
    pub(crate) name: String,
    /// Make a page for each operation of this OpenAPI file
    #[arg(long, value_name = "SPEC")]
    pub(crate) openapi: Option<PathBuf>,
}

/// Serve the site while you write; pages in the browser follow every save
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  tool dev                             http://localhost:3000, or the next free port
  tool dev --port 8080 --open          another port, and the browser opens
  tool dev --demo                      the tool's own manual, without any project")]
pub(crate) struct Dev {
    /// The port; the next free one is taken when it is in use
    #[arg(long, value_name = "PORT", default_value_t = 3000)]
    pub(crate) port: u16,
    /// The name or address to listen on, instead of this machine alone; others may then reach the site
    #[arg(long, value_name = "HOST")]
    pub(crate) host: Option<String>,
    /// Open the browser
    #[arg(long)]
    pub(crate) open: bool,
    /// Serve the tool's manual and a sample API
    #[arg(long, conflicts_with = "project")]
    pub(crate) demo: bool,
}

/// Write the static site
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  tool build                           to dist/; files that did not change are left alone
  tool build --out public --strict     to public/; warnings stop it too
  tool build --offline                 for reading from a folder, without a server
  tool build --demo --out manual       the tool's own manual

Errors that would leave the site wrong (an unreadable spec, a broken tool.json) stop the build: nothing
is written and the exit status is 1. Other errors are reported, and fail `tool validate`.")]
pub(crate) struct Build {
    /// The folder to write to; it must be new, empty, or from an earlier build [default: dist in the project]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Write what can be written in spite of errors; the exit status is still 1
    #[arg(long)]
    pub(crate) keep_going: bool,
    /// Let every error and warning stop the build
    #[arg(long)]
    pub(crate) strict: bool,
    /// Links that work from file://, spelled with index.html
    #[arg(long)]
    pub(crate) offline: bool,
    /// Write the tool's manual and a sample API
    #[arg(long, conflicts_with = "project")]
    pub(crate) demo: bool,
}

/// Serve the built site as a good host does
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  tool preview                         dist/ at http://localhost:4173, or the next free port
  tool preview public --port 8080      another folder, another port
  tool build && tool preview           look at what will be published")]
pub(crate) struct Preview {
    /// The folder with the site [default: dist in the project]
    #[arg(value_name = "DIR")]
    pub(crate) folder: Option<PathBuf>,
    /// The port; the next free one is taken when it is in use
    #[arg(long, value_name = "PORT", default_value_t = 4173)]
    pub(crate) port: u16,
    /// The name or address to listen on, instead of this machine alone; others may then reach the site
    #[arg(long, value_name = "HOST")]
    pub(crate) host: Option<String>,
}

/// Check every page, link and operation
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  tool validate                        everything
  tool validate docs/index.md          what is wrong in this file
  tool validate docs/guides            what is wrong in the files of this folder
  tool validate --strict               warnings fail too
  tool validate --fix                  mend what has one right answer, then report the rest
  tool validate --fix --dry-run        show what that would change
  tool validate --external             ask other sites whether their addresses answer
  tool validate --format github        annotations for a pull request
  tool validate --format sarif > findings.sarif    for code scanning")]
pub(crate) struct Validate {
    /// Report on these files alone, or on those in these folders
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Fail on warnings too
    #[arg(long)]
    pub(crate) strict: bool,
    /// Ask the sites that links lead to, over the network; without it nothing is sent
    #[arg(long)]
    pub(crate) external: bool,
    /// Mend what has exactly one right answer, in pages and tool.json
    #[arg(long)]
    pub(crate) fix: bool,
    /// Print what --fix would change as a unified diff, and write nothing
    #[arg(long, requires = "fix")]
    pub(crate) dry_run: bool,
}

/// Say what a diagnostic means and what to do about it
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  tool explain broken-link             what the manual says of it
  tool explain                         every code, a line each
  tool explain --format json           the same for programs")]
pub(crate) struct Explain {
    /// The code that a report shows in brackets
    #[arg(value_name = "CODE")]
    pub(crate) code: Option<String>,
}

/// Make a project of the documentation of another tool
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  tool import docs                     a new project docs-tool/ beside it
  tool import docs --dry-run           what would be carried over and what not; nothing is written
  tool import docs --out site          to another folder
  tool import . --from gitbook         when the tool is not the one that was found
  tool import docs --strict            fail when anything of the source was not carried over

Pages, navigation, redirects, snippets, images and OpenAPI files are carried over, and everything that
is not is listed with its place. The old files are only read. A second run brings the new project up to
date; what you edited there meanwhile is kept.")]
pub(crate) struct Import {
    /// The folder of the documentation, or of the repository that has it
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// The tool that it was written for, instead of finding out
    #[arg(long, value_name = "TOOL")]
    pub(crate) from: Option<ImportFormat>,
    /// The new project's folder [default: <DIR>-tool]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Only say what would be carried over
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Fail when anything of the source was not carried over; what is broken there already is no failure
    #[arg(long)]
    pub(crate) strict: bool,
    /// The language to import, by its name there [default: the first one]
    #[arg(long, value_name = "NAME")]
    pub(crate) locale: Option<String>,
    /// The version to import, by its name there [default: the newest that is released]
    #[arg(long, value_name = "NAME")]
    pub(crate) doc_version: Option<String>,
}

/// The tools whose projects are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ImportFormat {
    /// Mintlify: docs.json or mint.json
    Mintlify,
    /// Docusaurus
    Docusaurus,
    /// GitBook: SUMMARY.md
    Gitbook,
    /// MkDocs, with the theme Material or without
    Mkdocs,
    /// Fern
    Fern,
    /// VitePress
    Vitepress,
    /// Starlight
    Starlight,
    /// Fumadocs
    Fumadocs,
    /// Nextra
    Nextra,
    /// mdBook
    Mdbook,
    /// ReadMe
    Readme,
    /// Markdown or MDX of any other tool
    Generic,
}

impl ImportFormat {
    /// The same for the importer.
    pub(crate) fn format(self) -> import::Format {
        match self {
            Self::Mintlify => import::Format::Mintlify,
            Self::Docusaurus => import::Format::Docusaurus,
            Self::Gitbook => import::Format::GitBook,
            Self::Mkdocs => import::Format::MkDocs,
            Self::Fern => import::Format::Fern,
            Self::Vitepress => import::Format::VitePress,
            Self::Starlight => import::Format::Starlight,
            Self::Fumadocs => import::Format::Fumadocs,
            Self::Nextra => import::Format::Nextra,
            Self::Mdbook => import::Format::MdBook,
            Self::Readme => import::Format::ReadMe,
            Self::Generic => import::Format::Generic,
        }
    }
}

/// What there is to do with an OpenAPI description.
#[derive(Debug, Subcommand)]
pub(crate) enum OpenApi {
    Scaffold(Scaffold),
    Inspect(Inspect),
}

/// Make a page for each operation, and list them in the sidebar
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  tool openapi scaffold openapi.yaml                 pages in docs/api/, sidebar entries in tool.json
  tool openapi scaffold openapi.yaml --new-only      after the API has grown
  tool openapi scaffold openapi.yaml --overlay edits.yaml    with an overlay, which tool.json then names

Files that exist are never touched: a second run writes nothing.")]
pub(crate) struct Scaffold {
    /// The OpenAPI file, within the project's folder
    pub(crate) spec: PathBuf,
    /// Apply this overlay, and name it in tool.json; may be given several times, in order
    #[arg(long, value_name = "FILE")]
    pub(crate) overlay: Vec<PathBuf>,
    /// Only for operations that no page documents yet: no introduction, no other sidebar entries
    #[arg(long)]
    pub(crate) new_only: bool,
}

/// Show what an API consists of, or one operation with its fields to four levels
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  tool openapi inspect openapi.yaml                        servers, tags, and a table of operations
  tool openapi inspect openapi.yaml createPet              one operation by its operationId
  tool openapi inspect openapi.yaml 'GET /pets/{id}'       one operation by method and path
  tool openapi inspect openapi.yaml --format json          everything, for programs
  tool openapi inspect openapi.yaml --overlay edits.yaml   with an overlay that tool.json does not name
  tool openapi inspect --schema                            the JSON Schema of that

No project is needed. The exit status is 1 when the file cannot be read as OpenAPI 3, or has no such
operation; JSON is printed all the same, with the diagnostics.")]
pub(crate) struct Inspect {
    /// The OpenAPI file
    #[arg(required_unless_present = "schema")]
    pub(crate) spec: Option<PathBuf>,
    /// An operationId, or a method and a path
    pub(crate) operation: Option<String>,
    /// Apply this overlay instead of those in tool.json; may be given several times, in order
    #[arg(long, value_name = "FILE")]
    pub(crate) overlay: Vec<PathBuf>,
    /// Print the JSON Schema of what `--format json` prints
    #[arg(long, conflicts_with = "spec")]
    pub(crate) schema: bool,
}

/// What there is to do with the instructions for agents.
#[derive(Debug, Subcommand)]
pub(crate) enum Skills {
    Install(InstallSkills),
    Print(PrintSkill),
}

/// Put the instructions where an agent reads them, or bring them up to date
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  tool skills install --agent claude                      .claude/skills/, and lines in CLAUDE.md
  tool skills install --agent cursor,copilot              for two agents
  tool skills install --agent windsurf --skills author    only how to write pages
  tool skills install --agent all --check                 fail if anything is stale or missing

Files go to the project's folder, or to the current one where there is no project. Only the
text between the marks of the tool is ever replaced: what you wrote around them stays as it is.
A second run writes nothing. With --check the exit status is 1 when something is stale or missing.")]
pub(crate) struct InstallSkills {
    /// The agents, with commas between them
    #[arg(long, value_name = "AGENT", required = true, value_delimiter = ',')]
    pub(crate) agent: Vec<Agent>,
    /// Which instructions [default: both; for windsurf author]
    #[arg(long, value_name = "SKILL", value_delimiter = ',')]
    pub(crate) skills: Vec<Skill>,
    /// Write nothing, and fail if anything is stale or missing
    #[arg(long)]
    pub(crate) check: bool,
}

/// Print one of the instructions
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  tool skills print author                  how pages are written: every component, with an example
  tool skills print migrate > migrate.md    how documentation of other tools moves here")]
pub(crate) struct PrintSkill {
    /// Which one
    pub(crate) skill: Skill,
}

/// An agent that reads instructions from files of the project.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Agent {
    /// Claude Code: .claude/skills/, and lines in CLAUDE.md
    Claude,
    /// Cursor: .cursor/rules/
    Cursor,
    /// Windsurf: .windsurfrules
    Windsurf,
    /// GitHub Copilot: .github/instructions/
    Copilot,
    /// Agents that read AGENTS.md
    AgentsMd,
    /// All of these
    All,
}

/// Instructions for agents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Skill {
    /// How pages are written
    Author,
    /// How documentation of other tools moves here
    Migrate,
}

/// Print a JSON Schema: of tool.json, of frontmatter, of what commands print
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  tool schema                           that of tool.json, for editors
  tool schema frontmatter               that of the frontmatter of pages
  tool schema report > report.json      that of what commands print with --format json")]
pub(crate) struct Schema {
    /// Of what
    #[arg(default_value = "config")]
    pub(crate) name: SchemaName,
}

/// What has a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SchemaName {
    /// tool.json
    Config,
    /// The frontmatter of pages
    Frontmatter,
    /// What `tool openapi inspect --format json` prints
    Inspect,
    /// What the other commands print with --format json
    Report,
}

/// Print a script that completes commands in a shell
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  tool completions bash > ~/.local/share/bash-completion/completions/tool
  tool completions zsh > ~/.zfunc/_tool
  tool completions fish > ~/.config/fish/completions/tool.fish")]
pub(crate) struct Completions {
    /// The shell
    pub(crate) shell: clap_complete::Shell,
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use clap::CommandFactory;

    use super::Arguments;

    /// The commands that do something, with their names as they are typed.
    fn leaves() -> Vec<(String, clap::Command)> {
        let mut command = Arguments::command();
        command.build();
        command.clone().debug_assert();
        let mut open = vec![(String::from("tool"), command)];
        let mut leaves = Vec::new();
        while let Some((name, command)) = open.pop() {
            if !command.has_subcommands() {
                leaves.push((name, command));
                continue;
            }
            let below = command.get_subcommands().filter(|sub| sub.get_name() != "help");
            open.extend(below.map(|sub| (format!("{name} {}", sub.get_name()), sub.clone())));
        }
        leaves
    }

    #[test]
    fn every_command_has_examples() {
        for (name, command) in leaves() {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.contains("Examples:") && help.contains(&name), "{name}");
        }
    }

    #[test]
    #[allow(clippy::disallowed_methods, reason = "tests read their data")]
    fn the_manual_describes_every_command() {
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../templates/demo/docs/reference/cli.md");
        let text = std::fs::read_to_string(page).unwrap();
        let described: BTreeSet<&str> = text.lines().filter_map(|line| line.strip_prefix("## tool ")).collect();
        let leaves = leaves();
        let known: BTreeSet<&str> = leaves.iter().filter_map(|(name, _)| name.strip_prefix("tool ")).collect();
        assert_eq!(described, known);
    }

    #[test]
    fn the_skill_names_every_command() {
        let (_, table) = crate::embedded::AUTHOR_SKILL.split_once("## Commands").unwrap();
        for (name, command) in leaves() {
            let row = table.lines().find(|line| line.starts_with(&format!("| `{name}")));
            let row = row.unwrap_or_else(|| panic!("the skill lacks `{name}`"));
            // No option is named there that the command does not have.
            for option in row.split("`--").skip(1).filter_map(|rest| rest.split(['`', ' ']).next()) {
                let has = command.get_arguments().any(|argument| argument.get_long() == Some(option));
                assert!(has, "{name} has no --{option}");
            }
        }
    }
}
