//! The packages whose clients are rarely present, checked with parsers: all platforms, with made-up binaries.

use std::collections::BTreeMap;
use std::process::{Command, Stdio};

use base::testing::skipped;
use serde_json::Value;

use super::{Contents, container, homebrew, nix, npm, scoop, winget};
use crate::documents::Documents;
use crate::platform::{Libc, PLATFORMS};
use crate::release::{Artifact, Edition, Options, hex, sha256, stem};

const REPOSITORY: &str = "https://code.example/tool";

/// One edition for each operating system and processor; on Linux those that a condition selects.
fn editions(is_wanted: fn(Libc) -> bool) -> Vec<Edition<'static>> {
    let is_wanted = |target: &str, libc| is_wanted(libc) && !target.ends_with("windows-gnu");
    let platforms = PLATFORMS.iter().filter(|platform| is_wanted(platform.target, platform.libc));
    let edition = |platform| {
        let archive = format!("{}.{}", stem(platform), platform.archive_ending());
        Edition {
            platform,
            bytes: b"binary",
            third_party: String::new(),
            digest: hex(&sha256(archive.as_bytes())),
            archive,
        }
    };
    platforms.map(edition).collect()
}

/// Calls a function with the contents of a release.
fn with_contents<T>(is_wanted: fn(Libc) -> bool, call: impl FnOnce(&Contents<'_>) -> T) -> T {
    let (documents, editions) = (Documents::default(), editions(is_wanted));
    let options = Options { root: ".".as_ref(), time: 0, level: 1, repository: Some(REPOSITORY) };
    call(&Contents { documents: &documents, editions: editions.iter().collect(), options: &options })
}

fn text(artifact: &Artifact) -> &str {
    std::str::from_utf8(&artifact.bytes).unwrap()
}

/// The URL and the checksum of the archive for a target.
fn link(target: &str) -> (String, String) {
    let platform = PLATFORMS.iter().find(|platform| platform.target == target).unwrap();
    let archive = format!("{}.{}", stem(platform), platform.archive_ending());
    let digest = hex(&sha256(archive.as_bytes()));
    (format!("{REPOSITORY}/releases/download/v{}/{archive}", crate::product::VERSION), digest)
}

const UNIX: [&str; 4] =
    ["x86_64-unknown-linux-musl", "aarch64-unknown-linux-musl", "x86_64-apple-darwin", "aarch64-apple-darwin"];

/// Evaluates the formula with a small model of Homebrew, for each platform. Ruby prints the URL, the checksum, and what the
/// formula installs.
#[test]
fn the_formula_installs_the_archive_of_the_platform() {
    const MODEL: &str = r##"
        class Place
          def initialize(name) = @name = name
          def install(what) = [what].flatten.each { |file| puts "#{@name}: #{file.is_a?(Hash) ? file.keys[0] : file}" }
        end
        class Formula
          def self.desc(text) = nil
          def self.homepage(text) = nil
          def self.version(text) = nil
          def self.license(text) = nil
          def self.test = nil
          def self.url(text) = puts("url: #{text}")
          def self.sha256(text) = puts("sha256: #{text}")
          def self.on_macos = (yield if ARGV[0] == "macos")
          def self.on_linux = (yield if ARGV[0] == "linux")
          def self.on_arm = (yield if ARGV[1] == "arm")
          def self.on_intel = (yield if ARGV[1] == "intel")
          %w[bin bash_completion zsh_completion fish_completion man1].each { |place| define_method(place) { Place.new(place) } }
        end
        eval(STDIN.read)
        ToolDocs.new.install
    "##;
    if Command::new("ruby").arg("--version").stdout(Stdio::null()).status().is_err() {
        skipped("the formula for Homebrew", "Ruby is not installed");
        return;
    }
    let formula = with_contents(|libc| libc != Libc::Glibc, |contents| homebrew::formula(contents, REPOSITORY));
    for (target, os, cpu) in
        [(UNIX[0], "linux", "intel"), (UNIX[1], "linux", "arm"), (UNIX[2], "macos", "intel"), (UNIX[3], "macos", "arm")]
    {
        let mut ruby = Command::new("ruby");
        let mut ruby = ruby.args(["-e", MODEL, os, cpu]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        std::io::Write::write_all(&mut ruby.stdin.take().unwrap(), &formula.bytes).unwrap();
        let output = ruby.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", text(&formula));
        let (url, digest) = link(target);
        let expected = format!(
            "url: {url}\nsha256: {digest}\nbin: tool\nbash_completion: completions/tool.bash\nzsh_completion: completions/_tool\n\
             fish_completion: completions/tool.fish\n"
        );
        assert_eq!(String::from_utf8(output.stdout).unwrap(), expected, "{target}");
    }
}

#[test]
fn the_flake_is_nix_with_the_archive_of_each_system() {
    let flake = with_contents(|libc| libc != Libc::Glibc, |contents| nix::flake(contents, REPOSITORY));
    let flake = text(&flake);
    let parsed = rnix::Root::parse(flake);
    assert!(parsed.errors().is_empty(), "{:?}\n{flake}", parsed.errors());
    for (system, target) in ["x86_64-linux", "aarch64-linux", "x86_64-darwin", "aarch64-darwin"].into_iter().zip(UNIX) {
        let (url, digest) = link(target);
        let line = format!("{system} = {{ url = \"{url}\"; sha256 = \"{digest}\"; isDynamic = false; }};");
        assert!(flake.contains(&line), "{line}\n{flake}");
    }
    let dynamic = with_contents(|libc| libc != Libc::Static, |contents| nix::flake(contents, REPOSITORY));
    assert!(rnix::Root::parse(text(&dynamic)).errors().is_empty());
    assert_eq!(text(&dynamic).matches("isDynamic = true;").count(), 2, "{}", text(&dynamic));
}

#[test]
fn the_manifest_of_scoop_has_the_archives_for_windows() {
    let manifest = with_contents(|_| true, |contents| scoop::manifest(contents, REPOSITORY)).unwrap().unwrap();
    let manifest: Value = serde_json::from_slice(&manifest.bytes).unwrap();
    for (name, target) in [("64bit", "x86_64-pc-windows-msvc"), ("arm64", "aarch64-pc-windows-msvc")] {
        let (url, digest) = link(target);
        let entry = &manifest["architecture"][name];
        assert_eq!((&entry["url"], &entry["hash"]), (&Value::from(url.clone()), &Value::from(digest)));
        assert!(url.ends_with(&format!("{}.zip", entry["extract_dir"].as_str().unwrap())));
    }
    assert_eq!((&manifest["bin"], &manifest["license"]), (&"tool.exe".into(), &"MIT|Apache-2.0".into()));
    assert!(
        with_contents(|libc| libc == Libc::Glibc, |contents| scoop::manifest(contents, REPOSITORY)).unwrap().is_none()
    );
}

#[test]
fn the_manifests_of_winget_have_the_fields_that_it_requires() {
    let manifests = with_contents(|_| true, |contents| winget::manifests(contents, REPOSITORY));
    let manifests: BTreeMap<&str, Value> =
        manifests.iter().map(|manifest| (&*manifest.path, serde_yaml::from_slice(&manifest.bytes).unwrap())).collect();
    let required: [(&str, &str, &[&str]); 3] = [
        ("winget/ToolDocs.Tool.yaml", "version", &["DefaultLocale"]),
        (
            "winget/ToolDocs.Tool.locale.en-US.yaml",
            "defaultLocale",
            &["PackageLocale", "Publisher", "PackageName", "License", "ShortDescription"],
        ),
        ("winget/ToolDocs.Tool.installer.yaml", "installer", &["InstallerType", "NestedInstallerType", "Installers"]),
    ];
    assert_eq!(manifests.len(), required.len());
    for (path, kind, fields) in required {
        let manifest = &manifests[path];
        assert_eq!(manifest["ManifestType"], kind);
        for field in ["PackageIdentifier", "PackageVersion", "ManifestVersion"].iter().chain(fields) {
            assert!(!manifest[field].is_null(), "{path}: {field}");
        }
    }
    let installers = manifests["winget/ToolDocs.Tool.installer.yaml"]["Installers"].as_array().unwrap();
    for (installer, target) in installers.iter().zip(["x86_64-pc-windows-msvc", "aarch64-pc-windows-msvc"]) {
        let (url, digest) = link(target);
        assert_eq!(
            (&installer["InstallerUrl"], &installer["InstallerSha256"]),
            (&url.into(), &digest.to_uppercase().into())
        );
        let file = installer["NestedInstallerFiles"][0]["RelativeFilePath"].as_str().unwrap();
        assert!(file.starts_with(&format!("tool-{}-{target}\\tool.exe", crate::product::VERSION)), "{file}");
    }
}

/// Every line of the definition is an instruction that Docker has, every copied file exists, and the user is not root.
#[test]
fn the_image_contains_the_binary_and_runs_as_another_user_than_root() {
    const INSTRUCTIONS: [&str; 8] = ["FROM", "ARG", "LABEL", "COPY", "USER", "WORKDIR", "ENTRYPOINT", "CMD"];
    for (is_wanted, base) in [
        ((|libc: Libc| libc == Libc::Static) as fn(Libc) -> bool, "scratch"),
        (|libc: Libc| libc == Libc::Glibc, "gcr.io/distroless/cc-debian13:nonroot"),
    ] {
        let files = with_contents(is_wanted, container::context);
        let has = |path: &str| files.iter().any(|file| file.path == format!("container/{path}"));
        let definition = files.iter().find(|file| file.path == "container/Dockerfile").unwrap();
        let joined = text(definition).replace("\\\n", "");
        let lines: Vec<(&str, &str)> =
            joined.lines().filter(|line| !line.starts_with('#')).map(|line| line.split_once(' ').unwrap()).collect();
        let of =
            |name: &str| lines.iter().filter(|(known, _)| *known == name).map(|(_, rest)| *rest).collect::<Vec<_>>();
        assert!(lines.iter().all(|(name, _)| INSTRUCTIONS.contains(name)), "{joined}");
        assert_eq!(of("FROM"), [base]);
        let (user, group) = of("USER")[0].split_once(':').unwrap();
        assert!(user.parse::<u32>().unwrap() > 0 && group.parse::<u32>().unwrap() > 0);
        for cpu in ["amd64", "arm64"] {
            for copy in of("COPY") {
                let source = copy.split(' ').find(|word| !word.starts_with("--")).unwrap();
                assert!(has(&source.replace("${TARGETARCH}", cpu)), "{source}");
            }
        }
        for command in ["ENTRYPOINT", "CMD"] {
            let words: Vec<String> = serde_json::from_str(of(command)[0]).unwrap();
            assert_eq!(words.len(), 1);
        }
    }
}

#[test]
fn the_main_package_of_npm_lists_those_of_all_platforms() {
    let packages = with_contents(|libc| libc != Libc::Glibc, npm::packages).unwrap();
    let paths: Vec<&str> = packages.iter().map(|package| &*package.path).collect();
    let version = crate::product::VERSION;
    let expected = ["", "-linux-x64", "-linux-arm64", "-darwin-x64", "-darwin-arm64", "-win32-x64", "-win32-arm64"]
        .map(|platform| format!("npm/tool-docs{platform}-{version}.tgz"));
    assert_eq!(paths, expected);
}

/// `cargo binstall` finds the archives by the metadata of the crate.
#[test]
fn cargo_binstall_finds_the_archives() {
    let manifest = include_str!("../../../cli/Cargo.toml");
    let metadata = manifest.split("[package.metadata.binstall]\n").nth(1).unwrap();
    let field = |name: &str| {
        let line = metadata.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(" = "));
        line.unwrap_or_else(|| panic!("there is no {name}")).trim_matches('"').to_owned()
    };
    for platform in &PLATFORMS {
        let expand = |template: String| {
            template
                .replace("{ repo }", REPOSITORY)
                .replace("{ version }", crate::product::VERSION)
                .replace("{ target }", platform.target)
                .replace("{ bin }", "tool")
                .replace("{ binary-ext }", if platform.target.contains("windows") { ".exe" } else { "" })
                .replace("{ archive-suffix }", if platform.target.contains("windows") { ".zip" } else { ".tar.gz" })
        };
        assert_eq!(expand(field("pkg-url")), link(platform.target).0);
        assert_eq!(expand(field("bin-dir")), format!("{}/{}", stem(platform), platform.executable("tool")));
    }
    assert_eq!(field("pkg-fmt"), "tgz");
    for platform in PLATFORMS.iter().filter(|platform| platform.archive_ending() == "zip") {
        assert_eq!(field(platform.target), "{ pkg-fmt = \"zip\" }".trim_matches('"'));
    }
}
