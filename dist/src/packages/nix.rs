//! Nix: a flake that installs the release archive.

use std::fmt::Write as _;

use super::{Contents, download};
use crate::platform::Libc;
use crate::product::{BINARY, PACKAGE, SUMMARY, VERSION};
use crate::release::Artifact;

/// The flake.
pub(super) fn flake(contents: &Contents<'_>, repository: &str) -> Artifact {
    let mut archives = String::new();
    for edition in &contents.editions {
        let Some(system) = edition.platform.nix() else { continue };
        let (url, digest) = (download(edition, repository), &edition.digest);
        let is_dynamic = edition.platform.libc == Libc::Glibc;
        let _ = writeln!(
            archives,
            "        {system} = {{ url = \"{url}\"; sha256 = \"{digest}\"; isDynamic = {is_dynamic}; }};"
        );
    }
    let flake = format!(
        r##"{{
  description = "{SUMMARY}";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = {{ self, nixpkgs }}:
    let
      lib = nixpkgs.lib;
      archives = {{
{archives}      }};
      package = system: {{ url, sha256, isDynamic }}:
        let pkgs = nixpkgs.legacyPackages.${{system}};
        in pkgs.stdenv.mkDerivation {{
          pname = "{PACKAGE}";
          version = "{VERSION}";
          src = pkgs.fetchurl {{ inherit url sha256; }};
          nativeBuildInputs = [ pkgs.installShellFiles ] ++ lib.optional isDynamic pkgs.autoPatchelfHook;
          buildInputs = lib.optional isDynamic pkgs.stdenv.cc.cc.lib;
          dontBuild = true;
          installPhase = ''
            runHook preInstall
            install -D {BINARY} $out/bin/{BINARY}
            install -D -m 644 -t $out/share/doc/{PACKAGE} LICENSE-* NOTICE THIRD-PARTY.txt
            installManPage man/man1/*.1
            installShellCompletion --cmd {BINARY} --bash completions/{BINARY}.bash \
              --zsh completions/_{BINARY} --fish completions/{BINARY}.fish
            runHook postInstall
          '';
          meta = {{
            description = "{SUMMARY}";
            homepage = "{repository}";
            license = [ lib.licenses.mit lib.licenses.asl20 ];
            mainProgram = "{BINARY}";
            platforms = [ system ];
          }};
        }};
    in {{
      packages = lib.mapAttrs (system: archive: {{ default = package system archive; }}) archives;
    }};
}}
"##
    );
    Artifact { path: "nix/flake.nix".to_owned(), bytes: flake.into_bytes() }
}
