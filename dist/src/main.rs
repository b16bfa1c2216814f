//! `cargo xtask dist`: builds the binaries that can be built here, and makes a release of them.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command line talks to its terminal")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use dist::{
    Binary, Failure, Options, Outcome, PLATFORMS, Platform, Release, build, hex, obstacle, sha256, source_date,
};

const HELP: &str = "Usage: cargo xtask dist [options]

  --target <triple>         build for this platform; repeat for several [default: all that can be built here]
  --binary <triple>=<file>  use a binary that was built before or elsewhere; repeat for several
  --repository <url>        repository whose GitHub release has these files: also makes the packages that refer to it
                            (Homebrew, Nix, Scoop, WinGet)
  --out <folder>            where to write the release [default: target/dist]

With --binary, only the targets that are named are built.";

/// The effort of compression: the most.
const LEVEL: u8 = 10;

#[derive(Default)]
struct Arguments {
    targets: Vec<&'static Platform>,
    binaries: Vec<(&'static Platform, PathBuf)>,
    repository: Option<String>,
    out: Option<PathBuf>,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if asks_for_help(&arguments) {
        println!("{HELP}");
        return ExitCode::SUCCESS;
    }
    let arguments = match parse(&arguments) {
        Ok(arguments) => arguments,
        Err(failure) => {
            eprintln!("error: {failure}\n\n{HELP}");
            return ExitCode::from(2);
        }
    };
    match run(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn asks_for_help(arguments: &[String]) -> bool {
    arguments.iter().any(|argument| argument == "--help" || argument == "-h")
}

fn parse(arguments: &[String]) -> Outcome<Arguments> {
    let platform = |target: &str| {
        Platform::of(target).ok_or_else(|| {
            let known: Vec<&str> = PLATFORMS.iter().map(|platform| platform.target).collect();
            Failure::new(format!("unknown platform `{target}`; known are {}", known.join(", ")))
        })
    };
    let mut parsed = Arguments::default();
    let mut rest = arguments.iter();
    while let Some(name) = rest.next() {
        let value = || Failure::new(format!("{name} needs a value"));
        match name.as_str() {
            "--target" => parsed.targets.push(platform(rest.next().ok_or_else(value)?)?),
            "--binary" => {
                let (target, file) = rest.next().and_then(|pair| pair.split_once('=')).ok_or_else(value)?;
                parsed.binaries.push((platform(target)?, PathBuf::from(file)));
            }
            "--repository" => parsed.repository = Some(rest.next().ok_or_else(value)?.clone()),
            "--out" => parsed.out = Some(PathBuf::from(rest.next().ok_or_else(value)?)),
            _ => return Err(Failure::new(format!("unexpected argument `{name}`"))),
        }
    }
    let given = parsed.binaries.iter().map(|(platform, _)| platform);
    let mut known = BTreeSet::new();
    match given.chain(&parsed.targets).find(|platform| !known.insert(platform.target)) {
        // Its archives would have the same name.
        Some(twice) => Err(Failure::new(format!("{} is named twice; a release has one binary for it", twice.target))),
        None => Ok(parsed),
    }
}

fn run(arguments: Arguments) -> Outcome<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let root = root.canonicalize().map_err(|error| Failure::system("cannot open", &root, &error))?;
    let out = arguments.out.unwrap_or_else(|| root.join("target/dist"));
    let time = source_date(&root)?;
    let mut binaries = Vec::new();
    for (platform, path) in arguments.binaries {
        let path = path.canonicalize().map_err(|error| Failure::system("cannot read", &path, &error))?;
        binaries.push(Binary::read(platform, path)?);
    }
    for &platform in &arguments.targets {
        if let Some(why) = obstacle(platform)? {
            return Err(Failure::new(format!("cannot build for {}: {why}", platform.target)));
        }
    }
    let builds_all = binaries.is_empty() && arguments.targets.is_empty();
    for platform in &PLATFORMS {
        if builds_all && let Some(why) = obstacle(platform)? {
            println!("not built: {:28} {why}", platform.target);
        } else if builds_all || arguments.targets.iter().any(|target| target.target == platform.target) {
            println!("building:  {}", platform.target);
            binaries.push(Binary::read(platform, build(platform, &root, time)?)?);
        }
    }
    fs::create_dir_all(&out).map_err(|error| Failure::system("cannot create", &out, &error))?;
    let options = Options { root: &root, time, level: LEVEL, repository: arguments.repository.as_deref() };
    let release = Release::new(&binaries, &out, &options)?;
    if options.repository.is_none() {
        println!("not made:  the packages for Homebrew, Nix, Scoop and WinGet, which need --repository");
    }
    println!();
    for artifact in &release.artifacts {
        let path = out.join(&artifact.path);
        let folder = path.parent().unwrap_or(&out);
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(&path, &artifact.bytes))
            .map_err(|error| Failure::system("cannot write", &path, &error))?;
        println!("{}  {:>10}  {}", hex(&sha256(&artifact.bytes)), artifact.bytes.len(), artifact.path);
    }
    println!("\n{} files in {}", release.artifacts.len(), out.display());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{asks_for_help, parse};

    #[test]
    fn help_is_asked_for_in_two_ways() {
        let asks = |line: &[&str]| asks_for_help(&line.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert!(asks(&["--out", "x", "--help"]) && asks(&["-h"]));
        assert!(!asks(&["--out", "help"]) && !asks(&[]));
    }

    #[test]
    fn each_option_has_its_value() {
        let parsed = |line: &str| parse(&line.split(' ').map(str::to_owned).collect::<Vec<_>>());
        let found = parsed("--out there --repository https://a.test/o/r --target aarch64-apple-darwin").unwrap();
        assert_eq!(found.out.as_deref(), Some(std::path::Path::new("there")));
        assert_eq!(found.repository.as_deref(), Some("https://a.test/o/r"));
        assert_eq!(found.targets.iter().map(|platform| platform.target).collect::<Vec<_>>(), ["aarch64-apple-darwin"]);
        for (line, said) in [
            ("--out", "--out needs a value"),
            ("--binary x", "--binary needs a value"),
            ("--output x", "unexpected argument `--output`"),
        ] {
            assert_eq!(parsed(line).map(|_| ()).unwrap_err().to_string(), said);
        }
    }

    #[test]
    fn a_platform_has_one_binary() {
        let parsed = |line: &str| parse(&line.split(' ').map(str::to_owned).collect::<Vec<_>>());
        let target = "x86_64-unknown-linux-gnu";
        assert!(parsed(&format!("--binary {target}=tool --target aarch64-unknown-linux-gnu")).is_ok());
        for line in
            [format!("--binary {target}=tool --target {target}"), format!("--target {target} --target {target}")]
        {
            let said = parsed(&line).map(|_| ()).unwrap_err().to_string();
            assert_eq!(said, format!("{target} is named twice; a release has one binary for it"));
        }
    }
}
