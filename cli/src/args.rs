//! The commands and their arguments, as a table for clap. `commands` implements them.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};

/// Documentation sites from Markdown and OpenAPI, for people and agents
#[derive(Debug, Parser)]
#[command(
    name = "tool",
    version,
    long_version = concat!(env!("CARGO_PKG_VERSION"), "\n\n", include_str!("../../NOTICE")),
    max_term_width = 100,
    arg_required_else_help = true,
    after_help = "Examples:
  tool dev --demo                        browse the manual and a sample API
  tool init api && cd api && tool dev    create a project and serve it
  tool openapi scaffold openapi.yaml     create a page for each operation of an API
  tool import old-docs                   convert a documentation project of another tool
  tool validate && tool build            check everything, then write the site to dist/
  tool --version --verbose               print the version and how this binary was built

Exit status: 0 success, 1 errors in your files, 2 invalid usage or environment error."
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) global: Global,
}

/// The options of every command.
#[derive(Args, Debug)]
pub(crate) struct Global {
    /// Project folder [default: the current folder or its nearest parent with a tool.json]
    #[arg(long, global = true, value_name = "DIR", help_heading = "Global options")]
    pub(crate) project: Option<PathBuf>,
    /// When to color output; `auto` respects NO_COLOR
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", help_heading = "Global options")]
    pub(crate) color: ColorChoice,
    /// Print only problems
    #[arg(long, short, global = true, action = ArgAction::SetTrue, help_heading = "Global options")]
    pub(crate) quiet: bool,
    /// Output format of reports
    #[arg(long, global = true, value_name = "FORMAT", default_value = "text", help_heading = "Global options")]
    pub(crate) format: ReportFormat,
}

/// When to color output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorChoice {
    /// If standard output is a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// The output format of reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// Readable text with source excerpts
    Text,
    /// A single JSON object on standard output
    Json,
    /// GitHub Actions annotations
    Github,
    /// SARIF 2.1.0 on standard output, for code scanning
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
    /// Work with an OpenAPI file
    #[command(subcommand, arg_required_else_help = true)]
    Openapi(OpenApi),
    /// Install or print instructions for coding agents
    #[command(subcommand, arg_required_else_help = true)]
    Skills(Skills),
    /// Work with versions of the documentation
    #[command(subcommand, arg_required_else_help = true)]
    Version(Version),
    Schema(Schema),
    Completions(Completions),
    Man(Man),
    Upgrade(Upgrade),
}

/// The commands for versions.
#[derive(Debug, Subcommand)]
pub(crate) enum Version {
    Cut(CutVersion),
}

/// Keep the current pages as a version of their own
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  tool version cut 2.x                 copy the pages, translations and OpenAPI files to versions/2.x/
  tool version cut 2.x --current 3.x   the same; the pages in docs/ go on as version 3.x

The copy is listed in tool.json. Existing files are never overwritten.")]
pub(crate) struct CutVersion {
    /// Name of the version, which is also a part of its URLs
    pub(crate) version: String,
    /// Name of the main version if tool.json lists no versions yet
    #[arg(long, value_name = "NAME", default_value = "latest")]
    pub(crate) current: String,
}

/// Create a new project, ready to build
#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:
  tool init                            ask for the name, an OpenAPI file and colors; only at a terminal
  tool init docs                       in a new folder `docs`
  tool init .                          in the current folder; existing files are never overwritten
  tool init api --openapi api.yaml     with a page for each operation; the file is copied into the project
  tool init --yes                      ask nothing: in a new folder `docs`")]
pub(crate) struct Init {
    /// Name of the new folder, or `.` for the current folder [default: asked for]
    pub(crate) name: Option<String>,
    /// Create a page for each operation of this OpenAPI file
    #[arg(long, value_name = "SPEC")]
    pub(crate) openapi: Option<PathBuf>,
    /// Preset of the theme [default: default]
    #[arg(long, value_name = "PRESET", value_parser = PossibleValuesParser::new(engine::theme_presets()))]
    pub(crate) theme: Option<String>,
    /// Ask nothing; without a name, the folder is `docs`, or `documentation` if that exists
    #[arg(long, short)]
    pub(crate) yes: bool,
}

/// Serve the site while you write; open pages reload when you save
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  tool dev                             serve at http://localhost:3000, or the next free port
  tool dev --port 8080 --open          use another port, and open the browser
  tool dev --open-editor code          let problems in the browser open in this editor
  tool dev --demo                      serve the tool's manual; no project is needed")]
pub(crate) struct Dev {
    /// Port to listen on; if it is in use, the next free port is used
    #[arg(long, value_name = "PORT", default_value_t = 3000)]
    pub(crate) port: u16,
    /// Host name or address to listen on, so that other machines can reach the site [default: this machine only]
    #[arg(long, value_name = "HOST")]
    pub(crate) host: Option<String>,
    /// Open the site in the browser
    #[arg(long)]
    pub(crate) open: bool,
    /// Editor that opens when you click the location of a problem: a name such as `code`, or a command with `{file}`,
    /// `{line}` and `{column}` [default: VISUAL or EDITOR, if that editor opens a window]
    #[arg(long, value_name = "COMMAND")]
    pub(crate) open_editor: Option<String>,
    /// Serve the tool's manual and a sample API instead of a project
    #[arg(long, conflicts_with = "project")]
    pub(crate) demo: bool,
}

/// Write the static site
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  tool build                           write to dist/; unchanged files are left alone
  tool build --out public --strict     write to public/; stop on warnings too
  tool build --offline                 write a site that can be read from disk, without a server
  tool build --manifest site.sha256    also write a list of checksums, for deploys
  tool build --demo --out manual       write the tool's manual

Errors that would break the site (an unreadable spec, an invalid tool.json) stop the build: nothing
is written and the exit status is 1. Other errors are only reported; they fail `tool validate`.")]
pub(crate) struct Build {
    /// Output folder; must be new, empty, or from an earlier build [default: dist in the project]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Write as much as possible despite errors; the exit status is still 1
    #[arg(long)]
    pub(crate) keep_going: bool,
    /// Stop on any error or warning
    #[arg(long)]
    pub(crate) strict: bool,
    /// Write links that work from file://, ending in index.html
    #[arg(long)]
    pub(crate) offline: bool,
    /// Also write the SHA-256 hash of every file of the site, so that a deploy uploads only what changed
    #[arg(long, value_name = "FILE")]
    pub(crate) manifest: Option<PathBuf>,
    /// Build the tool's manual and a sample API instead of a project
    #[arg(long, conflicts_with = "project")]
    pub(crate) demo: bool,
}

/// Serve the built site the way a web host would
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  tool preview                         serve dist/ at http://localhost:4173, or the next free port
  tool preview public --port 8080      serve another folder at another port
  tool build && tool preview           build the site and see it as it will be published")]
pub(crate) struct Preview {
    /// Folder of the built site [default: dist in the project]
    #[arg(value_name = "DIR")]
    pub(crate) folder: Option<PathBuf>,
    /// Port to listen on; if it is in use, the next free port is used
    #[arg(long, value_name = "PORT", default_value_t = 4173)]
    pub(crate) port: u16,
    /// Host name or address to listen on, so that other machines can reach the site [default: this machine only]
    #[arg(long, value_name = "HOST")]
    pub(crate) host: Option<String>,
}

/// Check every page, link and operation
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  tool validate                        check everything
  tool validate docs/index.md          report problems in this file only
  tool validate docs/guides            report problems in this folder only
  tool validate --strict               fail on warnings too
  tool validate --fix                  apply safe fixes, then report the remaining problems
  tool validate --fix --dry-run        show the fixes without writing them
  tool validate --external             also check links to other sites
  tool validate --format github        annotate a pull request
  tool validate --format sarif > findings.sarif    write a log for code scanning")]
pub(crate) struct Validate {
    /// Files or folders to report on [default: the whole project]
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Fail on warnings too
    #[arg(long)]
    pub(crate) strict: bool,
    /// Also check links to other sites; without this option no network requests are made
    #[arg(long)]
    pub(crate) external: bool,
    /// Fix problems in pages and tool.json with exactly one correct solution
    #[arg(long)]
    pub(crate) fix: bool,
    /// Print the fixes as a unified diff instead of writing them
    #[arg(long, requires = "fix")]
    pub(crate) dry_run: bool,
}

/// Explain a diagnostic and how to resolve it
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  tool explain broken-link             explain one code
  tool explain                         list all codes
  tool explain --format json           list all codes as JSON")]
pub(crate) struct Explain {
    /// Diagnostic code, as shown in brackets in reports
    #[arg(value_name = "CODE")]
    pub(crate) code: Option<String>,
}

/// Convert a documentation project of another tool
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  tool import docs                     create the project docs-tool/ next to docs/
  tool import docs --dry-run           report what would and would not be converted; write nothing
  tool import docs --out site          create the project in another folder
  tool import . --from gitbook         override the detected tool
  tool import docs --only 2.x --only en
                                       one version in one language instead of all
  tool import docs --strict=content    fail if text, links or navigation could not be converted

Converts pages, navigation, redirects, snippets, images and OpenAPI files, and lists everything that could
not be converted with its location. The source is never modified. Running it again updates the new project
and keeps your edits there.")]
pub(crate) struct Import {
    /// Folder of the documentation, or of the repository that contains it
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Tool that the documentation was written for [default: detected]
    #[arg(long, value_name = "TOOL")]
    pub(crate) from: Option<ImportFormat>,
    /// Folder of the new project [default: <DIR>-tool]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Write into a folder with other files, and write files again that were deleted there
    #[arg(long)]
    pub(crate) force: bool,
    /// Report what would be converted, and write nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Fail if anything could not be converted, or with `content` if readers lose something by it
    #[arg(long, value_enum, value_name = "LEVEL", num_args = 0..=1, require_equals = true, default_missing_value = "all")]
    pub(crate) strict: Option<ImportStrictness>,
    /// Versions and languages to import, by their names in the source; can be given several times [default: all]
    #[arg(long, value_name = "NAME")]
    pub(crate) only: Vec<String>,
    /// Import all versions and languages, which is the default
    #[arg(long, conflicts_with_all = ["only", "locale", "doc_version"])]
    pub(crate) all_versions: bool,
    /// The only language to import, by its name in the source [default: all languages]
    #[arg(long, value_name = "NAME")]
    pub(crate) locale: Option<String>,
    /// The only version to import, by its name in the source [default: all versions]
    #[arg(long, value_name = "NAME")]
    pub(crate) doc_version: Option<String>,
}

/// The losses for which `tool import --strict` fails. Problems that the source already has do not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ImportStrictness {
    /// Text, links, images, code and navigation
    Content,
    /// Anything, such as settings and fields of frontmatter
    All,
}

/// The tools whose projects can be imported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ImportFormat {
    /// DocsLit: docslit.json
    Docslit,
    /// Mintlify: docs.json or mint.json
    Mintlify,
    /// Docusaurus
    Docusaurus,
    /// Redocly Realm: Markdoc, sidebars.yaml
    Redocly,
    /// GitBook: SUMMARY.md
    Gitbook,
    /// MkDocs, including Material for MkDocs
    Mkdocs,
    /// Fern
    Fern,
    /// VitePress
    Vitepress,
    /// VuePress
    Vuepress,
    /// Starlight
    Starlight,
    /// Fumadocs
    Fumadocs,
    /// Nextra
    Nextra,
    /// Sphinx with MyST Markdown, and Jupyter Book
    Sphinx,
    /// mdBook
    Mdbook,
    /// ReadMe
    Readme,
    /// Slate, and Markdown written by Widdershins
    Slate,
    /// A page of Swagger UI or Redoc: its OpenAPI files
    ApiPage,
    /// Markdown or MDX from any other tool
    Generic,
}

impl ImportFormat {
    /// The importer's name for this tool.
    pub(crate) fn format(self) -> import::Format {
        match self {
            Self::Docslit => import::Format::DocsLit,
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
            Self::Redocly => import::Format::Redocly,
            Self::Vuepress => import::Format::VuePress,
            Self::Sphinx => import::Format::Sphinx,
            Self::Slate => import::Format::Slate,
            Self::ApiPage => import::Format::ApiPage,
            Self::Generic => import::Format::Generic,
        }
    }
}

/// The commands of `tool openapi`.
#[derive(Debug, Subcommand)]
pub(crate) enum OpenApi {
    Scaffold(Scaffold),
    Inspect(Inspect),
}

/// Create a page for each operation, and add the pages to the sidebar
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  tool openapi scaffold openapi.yaml                 pages in docs/api/, sidebar entries in tool.json
  tool openapi scaffold openapi.yaml --new-only      pages only for new operations
  tool openapi scaffold openapi.yaml --overlay edits.yaml    apply an overlay, and add it to tool.json

Existing files are never changed: a second run writes nothing.")]
pub(crate) struct Scaffold {
    /// OpenAPI file inside the project folder
    pub(crate) spec: PathBuf,
    /// Apply this overlay and add it to tool.json; repeat for several, in order
    #[arg(long, value_name = "FILE")]
    pub(crate) overlay: Vec<PathBuf>,
    /// Only create pages for operations that no page shows yet: no introduction, no other sidebar entries
    #[arg(long)]
    pub(crate) new_only: bool,
}

/// Summarize an API, or show one operation with its fields
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  tool openapi inspect openapi.yaml                        servers, tags, and a table of operations
  tool openapi inspect openapi.yaml createPet              one operation by its operationId
  tool openapi inspect openapi.yaml 'GET /pets/{id}'       one operation by method and path
  tool openapi inspect openapi.yaml --format json          the whole API as JSON
  tool openapi inspect openapi.yaml --overlay edits.yaml   with an overlay that is not in tool.json
  tool openapi inspect --schema                            the JSON Schema of the JSON output

Shows fields to four levels. No project is needed. The exit status is 1 if the file is not valid OpenAPI 3
or has no such operation; `--format json` then still prints JSON, with the diagnostics.")]
pub(crate) struct Inspect {
    /// OpenAPI file
    #[arg(required_unless_present = "schema")]
    pub(crate) spec: Option<PathBuf>,
    /// Operation to show: an operationId, or a method and a path
    pub(crate) operation: Option<String>,
    /// Apply this overlay instead of those in tool.json; repeat for several, in order
    #[arg(long, value_name = "FILE")]
    pub(crate) overlay: Vec<PathBuf>,
    /// Print the JSON Schema of the output of `--format json`
    #[arg(long, conflicts_with = "spec")]
    pub(crate) schema: bool,
}

/// The commands of `tool skills`.
#[derive(Debug, Subcommand)]
pub(crate) enum Skills {
    Install(InstallSkills),
    Print(PrintSkill),
}

/// Install or update the instructions where a coding agent reads them
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  tool skills install --agent claude                      write .claude/skills/, and a section of CLAUDE.md
  tool skills install --agent cursor,copilot              for two agents
  tool skills install --agent windsurf --skills author    only the instructions for writing pages
  tool skills install --agent all --check                 fail if a file is outdated or missing

Writes to the project folder, or to the current folder if there is no project. Replaces only the text
between the tool's markers; your own text around them is kept. A second run writes nothing.")]
pub(crate) struct InstallSkills {
    /// Agents, separated by commas
    #[arg(long, value_name = "AGENT", required = true, value_delimiter = ',')]
    pub(crate) agent: Vec<Agent>,
    /// Instructions to install [default: both, or only author for windsurf]
    #[arg(long, value_name = "SKILL", value_delimiter = ',')]
    pub(crate) skills: Vec<Skill>,
    /// Write nothing; exit with status 1 if a file is outdated or missing
    #[arg(long)]
    pub(crate) check: bool,
}

/// Print instructions for coding agents
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  tool skills print author                  how to write pages: every component, with an example
  tool skills print migrate > migrate.md    how to migrate documentation from another tool")]
pub(crate) struct PrintSkill {
    /// Instructions to print
    pub(crate) skill: Skill,
}

/// An agent that reads instructions from files in the project.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Agent {
    /// Claude Code: .claude/skills/ and CLAUDE.md
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
    /// How to write pages
    Author,
    /// How to migrate documentation from another tool
    Migrate,
}

/// Print a JSON Schema: of tool.json, frontmatter or command output
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  tool schema                           the schema of tool.json, for editors
  tool schema frontmatter               the schema of page frontmatter
  tool schema report > report.json      the schema of reports in --format json")]
pub(crate) struct Schema {
    /// Schema to print
    #[arg(default_value = "config")]
    pub(crate) name: SchemaName,
}

/// The JSON Schemas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SchemaName {
    /// tool.json
    Config,
    /// Page frontmatter
    Frontmatter,
    /// Output of `tool openapi inspect --format json`
    Inspect,
    /// Output of the other commands with --format json
    Report,
}

/// Print a shell completion script
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  tool completions bash > ~/.local/share/bash-completion/completions/tool
  tool completions zsh > ~/.zfunc/_tool
  tool completions fish > ~/.config/fish/completions/tool.fish")]
pub(crate) struct Completions {
    /// Shell to generate the script for
    pub(crate) shell: clap_complete::Shell,
}

/// Write manual pages for the command `man`
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  tool man ~/.local/share/man/man1     write tool.1, and a page for each command; read them with `man tool`")]
pub(crate) struct Man {
    /// Folder to write the pages to; existing pages are replaced
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
}

/// Say how to upgrade; installs nothing
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  tool upgrade                         print the version, and how to upgrade what is installed
  tool upgrade --check                 ask the repository for the latest release; one network request")]
pub(crate) struct Upgrade {
    /// Ask the repository for the latest release; without this option, no network requests are made
    #[arg(long)]
    pub(crate) check: bool,
    /// Repository to ask [default: the one that released this version]
    #[arg(long, value_name = "URL", requires = "check")]
    pub(crate) repository: Option<String>,
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use clap::CommandFactory;

    use super::Arguments;

    /// The commands without subcommands, by their full names.
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
            // The skill names only options that the command has.
            for option in row.split("`--").skip(1).filter_map(|rest| rest.split(['`', ' ']).next()) {
                let has = command.get_arguments().any(|argument| argument.get_long() == Some(option));
                assert!(has, "{name} has no --{option}");
            }
        }
    }
}
