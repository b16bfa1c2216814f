//! Language tags as names of folders.

/// Whether a name is a language tag as used for folders: `fr`, `zh-CN`, `pt-br`, `zh-hans`.
pub(crate) fn is_language(name: &str) -> bool {
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
