//! The texts of the interface in the languages that come with the tool.

use std::sync::LazyLock;

use super::interface::{ENGLISH, Strings};

macro_rules! languages {
    ($($tag:literal,)*) => {
        /// The files by their language tags: the section `strings` of a `tool.json` each.
        const FILES: &[(&str, &str)] = &[$(($tag, include_str!(concat!("languages/", $tag, ".json"))),)*];
    };
}

languages! {
    "ar", "de", "es", "fr", "he", "hi", "it", "ja", "ko", "nl", "pl", "pt-BR", "ru", "tr", "uk", "zh-Hans", "zh-Hant",
}

/// Each language with its texts.
static LANGUAGES: LazyLock<Vec<(&'static str, Strings)>> =
    LazyLock::new(|| FILES.iter().map(|(tag, json)| (*tag, Strings::from_json(json))).collect());

/// The texts in a language, by its tag (RFC 5646): those of the tag, else of its language in the usual script, else the
/// English ones.
pub(super) fn texts(tag: &str) -> &'static Strings {
    let Some(known) = known(tag) else { return &ENGLISH };
    LANGUAGES.iter().find(|(tag, _)| *tag == known).map_or(&ENGLISH, |(_, texts)| texts)
}

/// Words of the interface that can also be the titles of groups of pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupTitles {
    /// The word for pages.
    pub pages: &'static str,
    /// The word for guides.
    pub guides: &'static str,
}

impl GroupTitles {
    /// The words in a language, by its tag. `None` for English and for a language whose texts do not come with the tool.
    #[must_use]
    pub fn in_language(tag: &str) -> Option<Self> {
        known(tag)?;
        let texts = texts(tag);
        Some(Self { pages: texts.pages(), guides: texts.guides() })
    }
}

/// The name of a language in the language itself, by its tag (RFC 5646), for a menu that also has the languages `others`:
/// that of the tag, else that of its language. A region or script is added if another one of them has the same language.
/// The tag, if the language is not known.
pub(super) fn own_name<'t>(tag: &str, others: impl IntoIterator<Item = &'t str>) -> String {
    let name = |tag: &str| NAMES.iter().find(|(known, _)| known.eq_ignore_ascii_case(tag)).map(|(_, name)| *name);
    if let Some(name) = name(tag) {
        return name.to_owned();
    }
    let divided =
        |tag: &str| tag.split_once(['-', '_']).map(|(language, rest)| (language.to_ascii_lowercase(), rest.to_owned()));
    let Some((language, rest)) = divided(tag) else { return tag.to_owned() };
    let Some(name) = name(&language) else { return tag.to_owned() };
    let is_alone = !others.into_iter().any(|other| {
        !other.eq_ignore_ascii_case(tag)
            && divided(other).map_or_else(|| other.to_ascii_lowercase(), |(language, _)| language) == language
    });
    if is_alone { name.to_owned() } else { format!("{name} ({rest})") }
}

/// The names of languages in the languages themselves, by their tags.
const NAMES: [(&str, &str); 74] = [
    ("af", "Afrikaans"),
    ("ar", "العربية"),
    ("az", "Azərbaycanca"),
    ("be", "Беларуская"),
    ("bg", "Български"),
    ("bn", "বাংলা"),
    ("bs", "Bosanski"),
    ("ca", "Català"),
    ("cs", "Čeština"),
    ("cy", "Cymraeg"),
    ("da", "Dansk"),
    ("de", "Deutsch"),
    ("el", "Ελληνικά"),
    ("en", "English"),
    ("es", "Español"),
    ("et", "Eesti"),
    ("eu", "Euskara"),
    ("fa", "فارسی"),
    ("fi", "Suomi"),
    ("fil", "Filipino"),
    ("fr", "Français"),
    ("ga", "Gaeilge"),
    ("gl", "Galego"),
    ("he", "עברית"),
    ("hi", "हिन्दी"),
    ("hr", "Hrvatski"),
    ("hu", "Magyar"),
    ("hy", "Հայերեն"),
    ("id", "Bahasa Indonesia"),
    ("is", "Íslenska"),
    ("it", "Italiano"),
    ("iw", "עברית"),
    ("ja", "日本語"),
    ("ka", "ქართული"),
    ("kk", "Қазақ тілі"),
    ("km", "ខ្មែរ"),
    ("ko", "한국어"),
    ("lt", "Lietuvių"),
    ("lv", "Latviešu"),
    ("mk", "Македонски"),
    ("mn", "Монгол"),
    ("mr", "मराठी"),
    ("ms", "Bahasa Melayu"),
    ("my", "မြန်မာ"),
    ("nb", "Norsk bokmål"),
    ("ne", "नेपाली"),
    ("nl", "Nederlands"),
    ("nn", "Norsk nynorsk"),
    ("no", "Norsk"),
    ("pl", "Polski"),
    ("pt", "Português"),
    ("pt-BR", "Português (Brasil)"),
    ("ro", "Română"),
    ("ru", "Русский"),
    ("sk", "Slovenčina"),
    ("sl", "Slovenščina"),
    ("sq", "Shqip"),
    ("sr", "Српски"),
    ("sv", "Svenska"),
    ("sw", "Kiswahili"),
    ("ta", "தமிழ்"),
    ("te", "తెలుగు"),
    ("th", "ไทย"),
    ("tr", "Türkçe"),
    ("uk", "Українська"),
    ("ur", "اردو"),
    ("uz", "O‘zbek"),
    ("vi", "Tiếng Việt"),
    ("zh", "中文"),
    ("zh-CN", "简体中文"),
    ("zh-HK", "繁體中文（香港）"),
    ("zh-Hans", "简体中文"),
    ("zh-Hant", "繁體中文"),
    ("zh-TW", "繁體中文"),
];

/// The tag of the file with the texts of a language.
fn known(tag: &str) -> Option<&'static str> {
    let tag = tag.replace('_', "-").to_ascii_lowercase();
    let mut parts = tag.split('-');
    let language = match parts.next()? {
        "iw" => "he",
        language => language,
    };
    let is_traditional = || parts.clone().any(|part| matches!(part, "hant" | "tw" | "hk" | "mo"));
    let name = match language {
        "pt" => "pt-BR",
        "zh" if is_traditional() => "zh-Hant",
        "zh" => "zh-Hans",
        language => language,
    };
    FILES.iter().map(|(tag, _)| *tag).find(|known| *known == name)
}

#[cfg(test)]
mod tests {
    use super::{FILES, GroupTitles, NAMES, known, own_name, texts};
    use crate::parse::config::ENGLISH;
    use crate::parse::config::interface::{PLACEHOLDERS, english};

    #[test]
    fn a_language_has_its_name_in_itself() {
        assert_eq!(own_name("de", ["en", "de"]), "Deutsch");
        assert_eq!(own_name("ja-JP", ["en-US", "ja-JP"]), "日本語");
        assert_eq!(own_name("pt-br", ["pt-br", "pt"]), "Português (Brasil)");
        assert_eq!(own_name("es-MX", ["es", "es-MX"]), "Español (MX)");
        assert_eq!(own_name("EN_us", ["EN_us", "en-GB"]), "English (us)");
        assert_eq!(own_name("tlh-x", ["tlh-x"]), "tlh-x");
        assert!(NAMES.is_sorted());
    }

    #[test]
    fn every_language_has_every_text_with_its_placeholders() {
        for (tag, json) in FILES {
            let all: serde_json::Value = serde_json::from_str(json).unwrap();
            let mut count = 0;
            for (section, name, text) in english() {
                let translated = all[section][name].as_str().unwrap_or_else(|| panic!("{tag}: {section}.{name}"));
                let found = |text: &str| PLACEHOLDERS.map(|placeholder| text.matches(placeholder).count());
                assert_eq!(found(translated), found(&text), "{tag}: {section}.{name}: {translated}");
                assert_eq!(translated.trim(), translated, "{tag}: {section}.{name}");
                assert!(!translated.is_empty(), "{tag}: {section}.{name}");
                count += 1;
            }
            let listed = all.as_object().unwrap().values().map(|section| section.as_object().unwrap().len());
            assert_eq!(listed.sum::<usize>(), count, "{tag} has a text that does not exist");
            assert_ne!(*texts(tag), ENGLISH, "{tag}");
        }
    }

    #[test]
    fn a_tag_leads_to_the_nearest_language() {
        for (tag, wanted) in [
            ("de", Some("de")),
            ("de-AT", Some("de")),
            ("DE", Some("de")),
            ("pt", Some("pt-BR")),
            ("pt-PT", Some("pt-BR")),
            ("zh", Some("zh-Hans")),
            ("zh-CN", Some("zh-Hans")),
            ("zh-TW", Some("zh-Hant")),
            ("zh-Hant-HK", Some("zh-Hant")),
            ("iw", Some("he")),
            ("en-GB", None),
            ("xx", None),
        ] {
            assert_eq!(known(tag), wanted, "{tag}");
        }
        assert_eq!(*texts("en"), ENGLISH);
        assert_eq!(GroupTitles::in_language("en-US"), None);
        assert_eq!(GroupTitles::in_language("de-CH").map(|titles| titles.pages), Some("Seiten"));
    }
}
