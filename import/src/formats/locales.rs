//! Languages in folders or file names.

use std::collections::BTreeSet;

use super::ProjectReader;
use crate::paths;
use crate::report::LossKind;

/// Whether a name is a language tag as used for folders: `fr`, `zh-CN`, `pt-br`, `zh-hans`.
pub(super) fn is_language(name: &str) -> bool {
    let mut parts = name.split(['-', '_']);
    let first = parts.next().unwrap_or_default();
    let is_letters = |part: &str| part.bytes().all(|byte| byte.is_ascii_alphabetic());
    let rest: Vec<&str> = parts.collect();
    LANGUAGES.contains(&first.to_ascii_lowercase().as_str())
        && (first.bytes().all(|byte| byte.is_ascii_lowercase()))
        && rest.len() <= 1
        && rest.iter().all(|part| (2..=4).contains(&part.len()) && is_letters(part))
}

/// The languages that documentation is commonly translated to.
const LANGUAGES: [&str; 48] = [
    "ar", "bg", "bn", "ca", "cn", "cs", "da", "de", "el", "en", "es", "et", "fa", "fi", "fr", "he", "hi", "hr", "hu",
    "id", "it", "ja", "jp", "ka", "kk", "ko", "kr", "lt", "lv", "ms", "nb", "nl", "no", "pl", "pt", "ro", "ru", "sk",
    "sl", "sr", "sv", "th", "tr", "tw", "uk", "ur", "vi", "zh",
];

/// The direct subfolders that are languages, if they contain pages.
pub(super) fn folders(reader: &ProjectReader<'_>, root: &str) -> Vec<String> {
    let mut names: BTreeSet<String> = BTreeSet::new();
    for file in reader.pages_below(root) {
        let name = paths::below(&file, root).and_then(|below| below.split_once('/')).map(|(name, _)| name);
        names.extend(name.filter(|name| is_language(name)).map(ToOwned::to_owned));
    }
    names.into_iter().collect()
}

/// The language to import: the requested one, or else the default one. Reports the others.
pub(super) fn chosen(reader: &ProjectReader<'_>, file: &str, names: &[String], default: &str) -> String {
    reader.offer(LossKind::Locale, names.iter().map(String::as_str));
    reader.offer(LossKind::Locale, [default]);
    let wanted = reader.options.locale.as_deref().filter(|wanted| names.iter().any(|name| name == wanted));
    let chosen = wanted.unwrap_or(default).to_owned();
    reader.leave_out(LossKind::Locale, file, names.iter().filter(|name| **name != chosen).cloned());
    chosen
}
