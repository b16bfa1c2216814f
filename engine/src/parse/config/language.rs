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
    use super::{FILES, GroupTitles, known, texts};
    use crate::parse::config::ENGLISH;
    use crate::parse::config::interface::{PLACEHOLDERS, english};

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
