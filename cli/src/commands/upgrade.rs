//! `tool upgrade`: says how to install another version, in the way in which this one was installed. It installs nothing, and
//! uses the network only with `--check`.

use std::path::Path;

use server::latest_release;

use crate::args::Upgrade;
use crate::build_facts::{REPOSITORY, VERSION};
use crate::failure::{Done, Failure, Outcome};
use crate::progress::Wait;
use crate::report::Reporter;

/// Says it, and with `--check` which version is the latest.
pub(crate) fn run(arguments: &Upgrade, reporter: &Reporter) -> Outcome {
    let binary = std::env::current_exe().and_then(|path| path.canonicalize()).unwrap_or_default();
    let source = Source::of(&binary);
    if arguments.check {
        let repository = arguments.repository.as_deref().or(REPOSITORY).ok_or_else(|| {
            Failure::new("this build does not know the repository of its releases")
                .with_help("name it: `tool upgrade --check --repository https://github.com/OWNER/NAME`")
        })?;
        let latest = ask(repository, reporter)?;
        if latest == VERSION {
            reporter.say(&format!("tool {VERSION} is the latest release"))?;
            return Ok(Done::Clean);
        }
        reporter.say(&format!("tool {VERSION}; the latest release is {latest}: {repository}/releases"))?;
    } else {
        reporter.say(&format!("tool {VERSION}"))?;
    }
    reporter.say(&format!("installed {}; to upgrade: {}", source.name(), source.command()))?;
    Ok(Done::Clean)
}

/// The version of the latest release of a repository, asked once.
fn ask(repository: &str, reporter: &Reporter) -> Outcome<String> {
    let wait = Wait::new("asking for the latest release", reporter.wants_progress());
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::new(format!("cannot use the network: {error}")))?;
    let latest = runtime.block_on(latest_release(repository));
    // Do not wait for threads that are still resolving names.
    runtime.shutdown_background();
    drop(wait);
    latest.map_err(|reason| {
        Failure::new(format!("cannot ask {repository} for the latest release: {reason}"))
            .with_help("check the network connection, or look at the releases in a browser")
    })
}

/// What installed this binary, as far as its path shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    Npm,
    Uv,
    Pipx,
    Pip,
    Cargo,
    Homebrew,
    Nix,
    Scoop,
    WinGet,
    System,
    Archive,
}

impl Source {
    /// Derives it from the path of the binary, without symbolic links.
    fn of(binary: &Path) -> Self {
        let parts: Vec<&str> = binary.iter().filter_map(|part| part.to_str()).collect();
        let has = |name: &str| parts.iter().any(|part| part.eq_ignore_ascii_case(name));
        let in_environment = binary.ancestors().any(|folder| folder.join("pyvenv.cfg").is_file());
        if has("node_modules") {
            Self::Npm
        } else if has("uv") && has("tools") {
            Self::Uv
        } else if has("pipx") {
            Self::Pipx
        } else if has("site-packages") || in_environment {
            Self::Pip
        } else if has(".cargo") {
            Self::Cargo
        } else if has("Cellar") {
            Self::Homebrew
        } else if binary.starts_with("/nix/store") {
            Self::Nix
        } else if has("scoop") {
            Self::Scoop
        } else if has("WinGet") {
            Self::WinGet
        } else if binary.starts_with("/usr/bin") {
            Self::System
        } else {
            Self::Archive
        }
    }

    /// How it was installed, after "installed".
    fn name(self) -> &'static str {
        match self {
            Self::Npm => "by npm",
            Self::Uv => "by uv",
            Self::Pipx => "by pipx",
            Self::Pip => "by pip",
            Self::Cargo => "by Cargo",
            Self::Homebrew => "by Homebrew",
            Self::Nix => "by Nix",
            Self::Scoop => "by Scoop",
            Self::WinGet => "by WinGet",
            Self::System => "by the package manager of the system",
            Self::Archive => "from an archive, or built from source",
        }
    }

    /// What upgrades it.
    fn command(self) -> &'static str {
        match self {
            Self::Npm => "`npm install tool-docs@latest`",
            Self::Uv => "`uv tool upgrade tool-docs`",
            Self::Pipx => "`pipx upgrade tool-docs`",
            Self::Pip => "`pip install --upgrade tool-docs`",
            Self::Cargo => "update the sources, and `cargo install --locked --path cli`",
            Self::Homebrew => "`brew upgrade tool-docs`",
            Self::Nix => "`nix profile upgrade tool-docs`",
            Self::Scoop => "`scoop update tool-docs`",
            Self::WinGet => "`winget upgrade tool-docs`",
            Self::System => "`sudo apt install ./<file>` with the Debian package of the new release",
            Self::Archive => "replace the binary by the one in the archive of the new release, or build again",
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::Source;

    #[test]
    fn the_path_shows_what_installed_the_binary() {
        for (path, source) in [
            ("/home/a/site/node_modules/tool-docs-linux-x64/bin/tool", Source::Npm),
            ("/home/a/.local/share/uv/tools/tool-docs/bin/tool", Source::Uv),
            ("/home/a/.local/share/pipx/venvs/tool-docs/bin/tool", Source::Pipx),
            ("/usr/lib/python3/site-packages/tool_docs/bin/tool", Source::Pip),
            ("/home/a/.cargo/bin/tool", Source::Cargo),
            ("/opt/homebrew/Cellar/tool-docs/0.1.0/bin/tool", Source::Homebrew),
            ("/nix/store/abc-tool-docs/bin/tool", Source::Nix),
            ("/usr/bin/tool", Source::System),
            ("/usr/local/bin/tool", Source::Archive),
        ] {
            assert_eq!(Source::of(Path::new(path)), source, "{path}");
        }
    }
}
