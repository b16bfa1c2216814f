//! Homebrew: a formula that installs the release archive.

use std::fmt::Write as _;

use super::{Contents, download};
use crate::platform::{Cpu, Os};
use crate::product::{BINARY, PACKAGE, SUMMARY, VERSION};
use crate::release::Artifact;

/// The formula.
pub(super) fn formula(contents: &Contents<'_>, repository: &str) -> Artifact {
    let mut archives = String::new();
    for (os, on_os) in [(Os::Darwin, "on_macos"), (Os::Linux, "on_linux")] {
        let editions: Vec<_> = contents.editions.iter().filter(|edition| edition.platform.os == os).collect();
        if editions.is_empty() {
            continue;
        }
        let _ = writeln!(archives, "\n  {on_os} do");
        for edition in editions {
            let on_cpu = if edition.platform.cpu == Cpu::Arm64 { "on_arm" } else { "on_intel" };
            let (url, digest) = (download(edition, repository), &edition.digest);
            let _ = writeln!(archives, "    {on_cpu} do\n      url \"{url}\"\n      sha256 \"{digest}\"\n    end");
        }
        let _ = writeln!(archives, "  end");
    }
    let class: String = PACKAGE.split('-').map(capitalized).collect();
    let formula = format!(
        r##"class {class} < Formula
  desc "{SUMMARY}"
  homepage "{repository}"
  version "{VERSION}"
  license any_of: ["MIT", "Apache-2.0"]
{archives}
  def install
    bin.install "{BINARY}"
    bash_completion.install "completions/{BINARY}.bash" => "{BINARY}"
    zsh_completion.install "completions/_{BINARY}"
    fish_completion.install "completions/{BINARY}.fish"
    man1.install Dir["man/man1/*.1"]
  end

  test do
    assert_match version.to_s, shell_output("#{{bin}}/{BINARY} --version")
  end
end
"##
    );
    Artifact { path: format!("homebrew/{PACKAGE}.rb"), bytes: formula.into_bytes() }
}

fn capitalized(word: &str) -> String {
    let (first, rest) = word.split_at(1);
    first.to_uppercase() + rest
}
