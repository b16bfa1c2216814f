//! Writes to `OUT_DIR` the squeezed style sheets and scripts of pages (`assets`), and the icons of Lucide and logos of
//! Simple Icons as one deflated table (`icons`).
//!
//! The table has a line for each shape: its names, in lower case with hyphens and separated by commas, then its paths,
//! each after a tab; filled paths begin with `*`, and those that are filled without an outline with `#`.

#![allow(clippy::disallowed_methods, reason = "a build script reads and writes files itself")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{env, fs, io};

#[path = "build/brands.rs"]
mod brands;
#[path = "build/squeeze.rs"]
mod squeeze;

/// The style sheets and scripts of pages.
const ASSETS: &str = "../templates/assets";

/// The minimum number of icons; fewer mean that the format of the file has changed.
const LEAST: usize = 2000;

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed={ASSETS}");
    let folder = env::var_os("OUT_DIR").map(PathBuf::from).ok_or_else(|| io::Error::other("OUT_DIR"))?;
    squeeze_assets(&folder.join("assets"))?;
    fs::write(folder.join("icons"), miniz_oxide::deflate::compress_to_vec(icons()?.as_bytes(), 10))
}

/// Writes the style sheets and scripts of pages to `folder`, without what browsers ignore.
fn squeeze_assets(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for entry in fs::read_dir(ASSETS)? {
        let path = entry?.path();
        let text = fs::read_to_string(&path)?;
        let is_script = path.extension().is_some_and(|extension| extension == "js");
        let squeezed = if is_script { squeeze::script(&text) } else { squeeze::style_sheet(&text) };
        fs::write(folder.join(path.file_name().unwrap_or_default()), squeezed)?;
    }
    Ok(())
}

/// The table of icons.
fn icons() -> io::Result<String> {
    let text = fs::read_to_string(lucide_slint::lib())?;
    let mut shapes: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut count = 0;
    for icon in text.split("out property <Icon> ").skip(1) {
        let Some((name, rest)) = icon.split_once(':') else { continue };
        let paths: String = rest.split("command: \"").skip(1).filter_map(path).collect();
        if !paths.is_empty() {
            count += 1;
            shapes.entry(paths).or_default().push(kebab(name));
        }
    }
    if count < LEAST {
        return Err(io::Error::other(format!("lucide-slint has {count} icons that can be read, not {LEAST}")));
    }
    let mut table = String::new();
    let mut taken = BTreeSet::new();
    for (paths, mut names) in shapes {
        names.sort();
        names.dedup();
        table.push_str(&format!("{}{paths}\n", names.join(",")));
        taken.extend(names);
    }
    logos(&taken, &mut table)?;
    Ok(table)
}

/// Adds the logos to the table of icons, which has the names in `taken` already.
fn logos(taken: &BTreeSet<String>, table: &mut String) -> io::Result<()> {
    for (slug, names) in brands::BRANDS {
        let drawing = simpleicons_rs::slug(slug).and_then(|logo| logo.svg.split_once(" d=\"")?.1.split_once('"'));
        let Some((path, _)) = drawing else {
            return Err(io::Error::other(format!("Simple Icons has no logo of {slug} that can be read")));
        };
        let free = |name: &&str| if taken.contains(*name) { format!("brand-{name}") } else { (*name).to_owned() };
        let names: Vec<String> = names.iter().map(free).collect();
        table.push_str(&format!("{}\t#{path}\n", names.join(",")));
    }
    Ok(())
}

/// `SquareArrowDown2` as `square-arrow-down-2`, but `Grid2x2` as `grid-2x2`.
fn kebab(name: &str) -> String {
    let chars: Vec<char> = name.chars().collect();
    let digit = |at: usize| chars.get(at).is_some_and(char::is_ascii_digit);
    let is_cross =
        |at: usize| chars.get(at).is_some_and(|c| matches!(c, 'x' | 'X')) && at > 0 && digit(at - 1) && digit(at + 1);
    let mut out = String::new();
    for (at, &c) in chars.iter().enumerate() {
        let begins = c.is_ascii_uppercase() || (digit(at) && !digit(at.saturating_sub(1)));
        let joined = is_cross(at) || (at > 0 && is_cross(at - 1));
        if at > 0 && begins && !joined {
            out.push('-');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}

/// The text after `command: "` as a field of the table.
fn path(text: &str) -> Option<String> {
    let (command, rest) = text.split_once('"')?;
    let filled = rest.split('}').next()?.contains("has_fill: true");
    Some(format!("\t{}{}", if filled { "*" } else { "" }, compact(command)))
}

/// A path of absolute commands in compact form, rounded to a thousandth.
fn compact(path: &str) -> String {
    let mut out = String::new();
    let mut last = ' ';
    let mut at = (String::new(), String::new());
    let mut tokens = path.split_whitespace().peekable();
    while let Some(token) = tokens.next() {
        let mut command = token.chars().next().unwrap_or('M');
        let mut numbers: Vec<String> = Vec::new();
        while let Some(number) = tokens.next_if(|next| !next.starts_with(|c: char| c.is_ascii_alphabetic())) {
            numbers.push(rounded(number));
        }
        let end = match numbers.as_slice() {
            [.., x, y] => (x.clone(), y.clone()),
            _ => at.clone(),
        };
        if command == 'L' && end.0 == at.0 {
            (command, numbers) = ('V', vec![end.1.clone()]);
        } else if command == 'L' && end.1 == at.1 {
            (command, numbers) = ('H', vec![end.0.clone()]);
        }
        at = end;
        if command != last || command == 'M' {
            out.push(command);
        }
        last = command;
        for number in numbers {
            if out.ends_with(|c: char| c.is_ascii_digit() || c == '.') && !number.starts_with('-') {
                out.push(' ');
            }
            out.push_str(&number);
        }
    }
    out
}

/// A number rounded to a thousandth, without redundant zeros.
fn rounded(number: &str) -> String {
    let value: f64 = number.parse().unwrap_or(f64::NAN);
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    match text.split_once("0.") {
        Some(("", rest)) => format!(".{rest}"),
        Some(("-", rest)) => format!("-.{rest}"),
        _ if matches!(text, "-0" | "") => "0".to_owned(),
        _ => text.to_owned(),
    }
}
