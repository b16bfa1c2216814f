//! The icons of Lucide and the logos of Simple Icons by name, and the possible values of an icon attribute.
//!
//! `build.rs` generates the table. It is decompressed on first use and then kept.

use std::sync::LazyLock;

use super::migration::icon_of_library;

static PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/icons"));

/// An icon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Icon {
    /// Lower case, with hyphens.
    name: &'static str,
    /// Each preceded by a tab.
    paths: &'static str,
}

/// How a path is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Paint {
    Outline,
    Filled,
    /// Filled, without an outline around.
    Solid,
}

impl Icon {
    /// Its name, one of several that it may have.
    pub(super) fn name(self) -> &'static str {
        self.name
    }

    /// Its paths in a view box of 24 by 24.
    pub(crate) fn paths(self) -> impl Iterator<Item = (&'static str, Paint)> {
        self.paths.split('\t').skip(1).map(|path| match path.split_at_checked(1) {
            Some(("*", path)) => (path, Paint::Filled),
            Some(("#", path)) => (path, Paint::Solid),
            _ => (path, Paint::Outline),
        })
    }
}

/// The value of an icon attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IconValue<'a> {
    Icon(Icon),
    /// The path or URL of an image.
    Image(&'a str),
    /// An emoji.
    Emoji(&'a str),
    /// A name of no known icon.
    Unknown,
    /// Not a possible icon name.
    Invalid,
}

/// Every icon, by name.
static ICONS: LazyLock<Vec<Icon>> = LazyLock::new(|| {
    let table = miniz_oxide::inflate::decompress_to_vec(PACKED).unwrap_or_default();
    let table: &'static str = String::from_utf8(table).unwrap_or_default().leak();
    let mut icons: Vec<Icon> = table
        .lines()
        .flat_map(|line| {
            let (names, paths) = line.split_at(line.find('\t').unwrap_or(line.len()));
            names.split(',').map(move |name| Icon { name, paths })
        })
        .collect();
    icons.sort_unstable_by_key(|icon| icon.name);
    icons
});

impl<'a> IconValue<'a> {
    /// Parses the value of an attribute.
    pub(crate) fn read(value: &'a str) -> Self {
        const IMAGES: [&str; 7] = [".svg", ".png", ".webp", ".avif", ".jpg", ".jpeg", ".gif"];
        let value = value.trim();
        let path = value.split(['?', '#']).next().unwrap_or(value).to_ascii_lowercase();
        let is_url = ["https://", "http://"].iter().any(|scheme| value.starts_with(scheme));
        if is_url || IMAGES.iter().any(|ending| path.ends_with(ending)) {
            return Self::Image(value);
        }
        if is_emoji(value) {
            return Self::Emoji(value);
        }
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b':' | b' ');
        if value.is_empty() || value.len() > 64 || !value.bytes().all(fits) {
            return Self::Invalid;
        }
        named(value).map_or(Self::Unknown, Self::Icon)
    }
}

/// The icon with this name. Without an exact match, hyphens, case and the prefix of an icon library are ignored; then it is
/// the icon that corresponds to the one that another library gives this name. A logo comes first where a style word asks for
/// one.
pub(crate) fn named(name: &str) -> Option<Icon> {
    let is_logo = asks_for_logo(name);
    let name = bare_name(name);
    let logo = if is_logo { logo(&name) } else { None };
    logo.or_else(|| find(&name)).or_else(|| find(icon_of_library(&name)?))
}

/// The icon with this name, or one that only differs in hyphens and case.
fn find(name: &str) -> Option<Icon> {
    let exact = ICONS.binary_search_by(|icon| icon.name.cmp(name)).ok();
    let folded = || ICONS.iter().position(|icon| letters(icon.name).eq(letters(name)));
    ICONS.get(exact.or_else(folded)?).copied()
}

/// The logo with this name if Lucide has an icon of that name; then its own begins with `brand-`.
pub(super) fn logo(name: &str) -> Option<Icon> {
    find(&format!("brand-{name}"))
}

/// Whether the style words before a name are those of logos.
pub(super) fn asks_for_logo(value: &str) -> bool {
    value.rsplit_once(' ').is_some_and(|(styles, _)| {
        styles
            .split(' ')
            .any(|style| ["fab", "fa-brands", "brands"].iter().any(|word| style.eq_ignore_ascii_case(word)))
    })
}

/// The name of an icon in lower case, without the prefix of its library. In a list of classes the last one names the icon.
pub(super) fn bare_name(value: &str) -> String {
    let name = value.rsplit(' ').next().unwrap_or(value).to_ascii_lowercase();
    let bare = ["lucide:", "lucide-", "fa-"].iter().find_map(|prefix| name.strip_prefix(prefix));
    bare.map(ToOwned::to_owned).unwrap_or(name)
}

/// The bytes of a name without word separators.
fn letters(name: &str) -> impl Iterator<Item = u8> {
    name.bytes().filter(|byte| byte.is_ascii_alphanumeric())
}

/// The names of all icons.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    ICONS.iter().map(|icon| icon.name)
}

/// Up to three names that contain the last word of `name`, or else its first.
pub(crate) fn names_like(name: &str) -> Vec<&'static str> {
    let name = name.to_ascii_lowercase();
    let mut words = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| word.len() > 2);
    let ends = [words.clone().next_back(), words.next()];
    let with = |word: &str| names().filter(|known| known.split('-').any(|part| part == word)).take(3).collect();
    let mut lists = ends.into_iter().flatten().map(with);
    lists.find(|list: &Vec<_>| !list.is_empty()).unwrap_or_default()
}

/// Whether a text is an emoji: pictographs, joiners and variation selectors.
fn is_emoji(text: &str) -> bool {
    let fits = |c: char| {
        matches!(c, '\u{200d}' | '\u{20e3}' | '\u{1f100}'..='\u{1f2ff}')
            || (c >= '\u{2190}' && !c.is_alphanumeric() && !c.is_whitespace() && !c.is_control())
    };
    !text.is_empty() && text.chars().count() <= 12 && text.chars().all(fits)
}

#[cfg(test)]
mod tests {
    use super::{ICONS, IconValue, Paint, named, names_like};

    #[test]
    fn the_table_is_whole() {
        assert!(ICONS.len() > 2000, "{}", ICONS.len());
        assert!(ICONS.is_sorted_by(|a, b| a.name < b.name));
        for icon in ICONS.iter() {
            assert!(icon.paths().count() > 0, "{}", icon.name);
            let is_name = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
            assert!(icon.name.bytes().all(is_name), "{}", icon.name);
            for (path, paint) in icon.paths() {
                let commands: &[u8] = if paint == Paint::Solid { b"MLHVCSQTAZmlhvcsqtaz ,.-" } else { b"MLHVCQZ .-" };
                let fits = |byte: u8| byte.is_ascii_digit() || commands.contains(&byte);
                assert!(path.starts_with(['M', 'm']) && path.bytes().all(fits), "{}: {path}", icon.name);
            }
        }
    }

    #[test]
    fn names_are_found_without_case_hyphens_and_prefixes() {
        let name = |name: &str| named(name).map(|icon| icon.name);
        assert_eq!(name("house"), Some("house"));
        assert_eq!(named("house").map(|icon| icon.paths), named("home").map(|icon| icon.paths));
        assert_eq!(name("ArrowDown"), Some("arrow-down"));
        assert_eq!(name("arrow-down-0-1"), Some("arrow-down-01"));
        assert_eq!(name("grid-2-x-2"), Some("grid-2x2"));
        assert_eq!((name("letters"), name("letter-s")), (Some("letters"), Some("letter-s")));
        assert_eq!((name("fa-house"), name("fa-solid fa-book")), (Some("house"), Some("book")));
        assert_eq!((name("lucide:rocket"), name("lucide-rocket")), (Some("rocket"), Some("rocket")));
        assert_eq!((name("right-left"), name("fa-solid fa-xmark")), (Some("arrow-left-right"), Some("x")));
        assert_eq!((name("no-such-icon"), name("fa-"), name("")), (None, None, None));
        assert_eq!(names_like("fa-kitchen-house").len(), 3);
        assert!(names_like("fa-kitchen-house").iter().all(|name| name.contains("house")));
    }

    #[test]
    fn logos_are_icons() {
        let name = |name: &str| named(name).map(|icon| icon.name);
        assert_eq!((name("github"), name("GitHub"), name("NodeJS")), (Some("github"), Some("github"), Some("node-js")));
        assert_eq!(named("golang").map(|icon| icon.paths), named("go").map(|icon| icon.paths));
        assert!(named("python").unwrap().paths().all(|(_, paint)| paint == Paint::Solid));
        // Lucide has a fruit of that name.
        assert!(named("apple").unwrap().paths().all(|(_, paint)| paint == Paint::Outline));
        assert_eq!((name("fa-brands fa-apple"), name("fab fa-python")), (Some("brand-apple"), Some("python")));
    }

    #[test]
    fn a_value_is_an_icon_an_image_or_an_emoji() {
        for image in ["/img/x.svg", "../x.PNG", "https://e.test/x.webp?a=b"] {
            assert_eq!(IconValue::read(image), IconValue::Image(image));
        }
        for emoji in ["🚀", "👩‍💻", "🇩🇪", "⚙️", "★"] {
            assert_eq!(IconValue::read(emoji), IconValue::Emoji(emoji));
        }
        assert_eq!(IconValue::read("nothing-like-it"), IconValue::Unknown);
        for invalid in ["../../x", "a b><script>", "", "ж", "中", "\u{202e}", "a.b"] {
            assert_eq!(IconValue::read(invalid), IconValue::Invalid, "{invalid}");
        }
    }
}
