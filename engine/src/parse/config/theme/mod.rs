//! The `theme` field of `tool.json`: colors, fonts and corner radius of the site. Style sheets contain only text
//! generated from the values parsed here.

mod color;
mod palette;

use std::sync::Arc;

pub(crate) use color::Color;
pub(crate) use palette::ColorToken;

use super::SiteSpans;
use super::editions::EditionRoot;
use super::fields::{ACCENT, COLORS, FONTS, THEME};
use super::read::ConfigReader;
use base::diagnostic::{Code, Diagnostic, Span, did_you_mean};
use base::tree::{Kind, Limits, NodeRef, Tree};
use color::FORMS;
use palette::{PRESETS, Palette, Scheme};

/// The appearance of the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Theme {
    pub(crate) light: Palette,
    pub(crate) dark: Palette,
    pub(crate) fonts: Fonts,
    /// The corner radius, in thousandths of a `rem`.
    pub(crate) radius: Option<u32>,
}

impl Theme {
    /// The nearest readable accent for light and for dark pages, where text in the accent has too little contrast (WCAG
    /// 2.2, 1.4.3).
    pub(crate) fn accent_corrections(&self) -> [Option<Color>; 2] {
        [&self.light, &self.dark].map(|palette| {
            palette.worst(ColorToken::Accent)?;
            palette.readable(ColorToken::Accent)
        })
    }
}

impl Default for Theme {
    fn default() -> Self {
        Self {
            light: Palette::new(Scheme::Light),
            dark: Palette::new(Scheme::Dark),
            fonts: Fonts::default(),
            radius: None,
        }
    }
}

/// Lists of font families in CSS syntax. `None`: the default fonts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Fonts {
    pub(crate) text: Option<Box<str>>,
    pub(crate) headings: Option<Box<str>>,
    pub(crate) code: Option<Box<str>>,
}

/// Lists of system font families, by their names in `theme.fonts`.
const STACKS: [(&str, &str); 4] = [
    ("sans", "system-ui,-apple-system,\"Segoe UI\",Roboto,\"Noto Sans\",sans-serif"),
    ("serif", "ui-serif,\"Iowan Old Style\",Charter,\"Palatino Linotype\",\"Noto Serif\",Georgia,serif"),
    ("rounded", "ui-rounded,\"Hiragino Maru Gothic ProN\",\"Arial Rounded MT Bold\",Nunito,system-ui,sans-serif"),
    ("mono", "ui-monospace,SFMono-Regular,Menlo,\"Cascadia Mono\",Consolas,\"DejaVu Sans Mono\",monospace"),
];
/// The largest corner radius, in thousandths of a `rem`.
const ROUNDEST: u32 = 1_500;
/// The maximum length of a list of families, in characters.
const LONGEST_FAMILIES: usize = 200;

/// A color chosen by the author, and its span.
struct Chosen {
    scheme: Scheme,
    token: ColorToken,
    span: Span,
}

/// The names of the presets of `theme`, `default` first.
#[must_use]
pub fn preset_names() -> Vec<&'static str> {
    std::iter::once("default").chain(PRESETS.iter().map(|preset| preset.name)).collect()
}

/// Fields of theme files that other tools share with us: the base of the theme, colors of one scheme, and names that
/// readers do not see.
const OTHER_FIELDS: [&str; 5] = ["extends", "light", "dark", "name", "id"];

/// Whether a `theme` is the path of a file with the theme rather than a preset.
fn is_theme_file(theme: &str) -> bool {
    theme.trim_end().ends_with(".json")
}

/// The names of a color token: its own, then those of other tools.
fn names_of(token: ColorToken) -> impl Iterator<Item = &'static str> {
    std::iter::once(token.name()).chain(token.other_names().iter().copied())
}

/// The names of the color tokens.
pub(super) fn token_names() -> Vec<&'static str> {
    ColorToken::ALL.iter().map(|token| token.name()).collect()
}

impl ConfigReader {
    /// Reads the theme, and the path of the project's style sheet. `file` is the text of the theme file, if the theme is in one.
    pub(super) fn theme(
        &mut self,
        root: EditionRoot<'_>,
        file: Option<&str>,
        spans: &mut SiteSpans,
    ) -> (Theme, Option<Arc<str>>) {
        let Some(node) = root.get("theme") else { return (Theme::default(), None) };
        let Some(name) = node.as_str() else { return self.theme_object(node, spans) };
        if !is_theme_file(name) {
            let mut theme = Theme::default();
            self.preset(name, node, &mut theme);
            return (theme, None);
        }
        spans.theme_file = self.path(node, "theme").map(|path| (path, node.span()));
        let Some(file) = file.filter(|_| spans.theme_file.is_some()) else { return (Theme::default(), None) };
        let file = Tree::from_json(file, Limits::default());
        let (before, files) = (self.diagnostics.len(), spans.files.len());
        self.diagnostics.extend(file.diagnostics);
        let read = self.theme_object(file.tree.root(), spans);
        // The positions are those of the other file.
        for found in self.diagnostics.drain(before..).collect::<Vec<_>>() {
            let message = format!("`{name}`: {}", found.message);
            self.diagnostics.push(Diagnostic { message, fix: None, ..found.map_place(|_| node.span()) });
        }
        for (_, span) in spans.files.iter_mut().skip(files) {
            *span = node.span();
        }
        read
    }

    fn theme_object(&mut self, node: NodeRef<'_>, spans: &mut SiteSpans) -> (Theme, Option<Arc<str>>) {
        let mut theme = Theme::default();
        if !node.is_object() {
            self.wrong_type(node, "`theme`", "an object");
            return (theme, None);
        }
        self.unknown_fields(node, &[&THEME.names()[..], &OTHER_FIELDS].concat());
        if let Some(preset) = node.get("preset").or_else(|| node.get("extends"))
            && let Some(name) = self.string(preset, "preset")
        {
            self.preset(&name, preset, &mut theme);
        }
        let mut chosen = Vec::new();
        // Backgrounds first, since the accent of dark pages depends on them.
        self.colors(node, &mut theme, &mut chosen, false);
        self.accent(node, &mut theme, &mut chosen);
        self.colors(node, &mut theme, &mut chosen, true);
        for palette in [&theme.light, &theme.dark] {
            self.contrast(palette, &chosen);
        }
        theme.fonts = self.fonts(node);
        theme.radius = self.radius(node);
        let css = node.get("css").and_then(|css| self.own_stylesheet(css, spans));
        (theme, css)
    }

    fn preset(&mut self, name: &str, node: NodeRef<'_>, theme: &mut Theme) {
        if name == "default" {
            return;
        }
        let Some(preset) = PRESETS.iter().find(|preset| preset.name == name) else {
            let names = preset_names();
            let help = did_you_mean(name, names.iter().copied())
                .unwrap_or_else(|| format!("the presets are {}", names.join(", ")));
            let message = format!("there is no preset `{name}`");
            self.diagnostics.push(Diagnostic::new(Code::InvalidConfig, message, node.span()).with_help(help));
            return;
        };
        let (light, dark) = preset.accent;
        for (palette, accent) in [(&mut theme.light, light), (&mut theme.dark, dark)] {
            palette.take(preset);
            palette.accentuate(Color::hex(accent));
        }
    }

    /// Reads the accent: one for light and one for dark pages, or a single one from which that of dark pages is
    /// derived.
    fn accent(&mut self, theme_node: NodeRef<'_>, theme: &mut Theme, chosen: &mut Vec<Chosen>) {
        let shared = || theme_node.get("colors")?.get("accent");
        let Some(node) = theme_node.get("accent").or_else(shared) else { return };
        if !node.is_object() {
            let Some(accent) = self.color(node, "accent") else { return };
            theme.light.accentuate(accent);
            theme.dark.accentuate(theme.dark.readable_accent(accent));
            chosen.push(Chosen { scheme: Scheme::Light, token: ColorToken::Accent, span: node.span() });
            return;
        }
        self.unknown_fields(node, &ACCENT.names());
        for palette in [&mut theme.light, &mut theme.dark] {
            let scheme = palette.scheme();
            if let Some(value) = node.get(scheme.name())
                && let Some(accent) = self.color(value, scheme.name())
            {
                palette.accentuate(accent);
                chosen.push(Chosen { scheme, token: ColorToken::Accent, span: value.span() });
            }
        }
    }

    /// Reads single colors by token: backgrounds first, then (`rest`) all others.
    fn colors(&mut self, theme_node: NodeRef<'_>, theme: &mut Theme, chosen: &mut Vec<Chosen>, rest: bool) {
        let both = theme_node.get("colors");
        let names: Vec<&str> = ColorToken::ALL.iter().flat_map(|token| names_of(*token)).collect();
        match both.filter(|_| rest) {
            Some(node) if node.is_object() => self.unknown_fields(node, &[&COLORS.names()[..], &names].concat()),
            Some(node) => self.wrong_type(node, "`colors`", "an object with `light` and `dark`"),
            None => {}
        }
        for palette in [&mut theme.light, &mut theme.dark] {
            let scheme = palette.scheme();
            // Those of the scheme, then those of both.
            let own = [both.and_then(|node| node.get(scheme.name())), theme_node.get(scheme.name())];
            for colors in own.into_iter().flatten().filter(|_| rest) {
                match colors.is_object() {
                    true => self.unknown_fields(colors, &names),
                    false => self.wrong_type(colors, &format!("`{}`", scheme.name()), "an object"),
                }
            }
            for &token in ColorToken::ALL.iter().filter(|&&token| is_ground(token) != rest) {
                // The accent of both is read with the tints that derive from it.
                let shared = both.filter(|_| token != ColorToken::Accent);
                let places = own.into_iter().chain([shared]).flatten();
                let mut named = places.flat_map(|colors| names_of(token).filter_map(move |name| colors.get(name)));
                let Some(value) = named.next() else { continue };
                let Some(color) = self.color(value, token.name()) else { continue };
                if token == ColorToken::Accent {
                    palette.accentuate(color);
                }
                palette.set(token, color);
                chosen.push(Chosen { scheme, token, span: value.span() });
            }
        }
    }

    fn color(&mut self, node: NodeRef<'_>, name: &str) -> Option<Color> {
        let text = self.string(node, name)?;
        let color = Color::parse(&text);
        if color.is_none() {
            let message = format!("`{name}` is not a supported color");
            let help = format!("write it as {FORMS}");
            self.diagnostics.push(Diagnostic::new(Code::InvalidConfig, message, node.span()).with_help(help));
        }
        color
    }

    /// Reports text with too little contrast: once per text token whose color the author chose, and once per background
    /// that the author chose.
    fn contrast(&mut self, palette: &Palette, chosen: &[Chosen]) {
        let scheme = palette.scheme();
        let named = |wanted: ColorToken| chosen.iter().rev().find(|one| one.scheme == scheme && one.token == wanted);
        // A tint and the text on it derive from the accent.
        let source = |token| named(token).or_else(|| named(ColorToken::Accent).filter(|_| is_tinted(token)));
        let mut grounds: Vec<ColorToken> = Vec::new();
        for (token, below, contrast) in palette.faint() {
            let (place, cause) = match (source(token), source(below)) {
                (Some(place), _) => (place, token),
                // The text with the least contrast represents all others on this background.
                (None, Some(place)) if !grounds.contains(&below) => (place, below),
                _ => continue,
            };
            if cause == below {
                grounds.push(below);
            }
            let message = format!(
                "the contrast of `{}` ({}) on `{}` ({}) is {}.{:02} on {} pages; at least 4.5 is required",
                token.name(),
                palette.get(token),
                below.name(),
                palette.get(below),
                contrast / 100,
                contrast % 100,
                scheme.name(),
            );
            let near = palette.readable(cause);
            let near = near.map(|near| format!("the nearest readable `{}` is {near}", cause.name()));
            self.diagnostics.push(Diagnostic::new(Code::LowContrast, message, place.span).with_help(near));
        }
    }

    fn fonts(&mut self, theme_node: NodeRef<'_>) -> Fonts {
        let Some(node) = theme_node.get("fonts") else { return Fonts::default() };
        if !node.is_object() {
            return Fonts { text: self.families(node, "fonts", "sans"), ..Fonts::default() };
        }
        self.unknown_fields(node, &[&FONTS.names()[..], &["sans", "mono", "radius", "radiusLg"]].concat());
        let mut part = |name: &str, generic| node.get(name).and_then(|node| self.families(node, name, generic));
        let (text, code) = (part("sans", "sans"), part("mono", "mono"));
        Fonts {
            text: part("text", "sans").or(text),
            headings: part("headings", "sans"),
            code: part("code", "mono").or(code),
        }
    }

    /// Reads the name of a list of system fonts, or families, which are followed by `generic`.
    fn families(&mut self, node: NodeRef<'_>, name: &str, generic: &str) -> Option<Box<str>> {
        let text = self.string(node, name)?;
        let stack = |wanted: &str| STACKS.iter().find(|(name, _)| *name == wanted).map(|(_, stack)| *stack);
        if let Some(stack) = stack(text.trim()) {
            return Some(stack.into());
        }
        let families: Vec<&str> =
            text.split(',').map(|family| family.trim().trim_matches(['"', '\'']).trim()).collect();
        let is_family = |family: &&str| {
            !family.is_empty() && family.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_' | '.'))
        };
        if text.len() > LONGEST_FAMILIES || !families.iter().all(is_family) {
            let names = STACKS.map(|(name, _)| format!("`{name}`")).join(", ");
            let message = format!("`{name}` must be {names}, or font families separated by commas");
            self.invalid(node, &message);
            return None;
        }
        let mut list: String = families.iter().map(|family| format!("\"{family}\",")).collect();
        list.push_str(stack(generic)?);
        Some(list.into())
    }

    /// Reads a length in `px` or `rem`, in thousandths of a `rem`.
    fn radius(&mut self, theme_node: NodeRef<'_>) -> Option<u32> {
        let node = theme_node.get("radius").or_else(|| theme_node.get("fonts")?.get("radius"))?;
        let text = if matches!(node.kind(), Kind::String | Kind::Number) { node.text().trim() } else { "" };
        let (number, unit) = match (text.strip_suffix("rem"), text.strip_suffix("px")) {
            (Some(number), _) => (number, 1_000.0),
            (None, Some(number)) => (number, 62.5),
            (None, None) => (text, 62.5),
        };
        let is_plain = number.len() <= 8 && number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        let value = number.parse::<f64>().ok().filter(|_| is_plain).map(|value| (value * unit).round() as u32);
        let value = value.filter(|&value| value <= ROUNDEST);
        if value.is_none() {
            self.invalid(node, "`radius` must be a length from 0 to `24px`, such as `6px` or `0.5rem`");
        }
        value
    }

    fn own_stylesheet(&mut self, node: NodeRef<'_>, spans: &mut SiteSpans) -> Option<Arc<str>> {
        let path = self.path(node, "css")?;
        if !path.to_ascii_lowercase().ends_with(".css") {
            self.invalid(node, "`css` must be the path of a `.css` file");
            return None;
        }
        spans.files.push((path.clone(), node.span()));
        Some(path)
    }
}

/// Whether other colors are derived from this token.
const fn is_ground(token: ColorToken) -> bool {
    matches!(token, ColorToken::Bg | ColorToken::BgSoft | ColorToken::BgRaised)
}

/// Whether this token is derived from the accent by default.
const fn is_tinted(token: ColorToken) -> bool {
    matches!(token, ColorToken::AccentSoft | ColorToken::OnAccent | ColorToken::CodeMark)
}

#[cfg(test)]
mod tests {
    use super::super::read::read;
    use super::{ColorToken, Scheme};

    /// The diagnostics for a value of `theme`.
    fn findings(theme: &str) -> String {
        let text = format!(r#"{{"name": "N", "theme": {theme}}}"#);
        let mut out = String::new();
        for found in &read(&text).diagnostics {
            let place = &text[found.place.unwrap().range()];
            out.push_str(&format!("{}: {} at {place}\n", found.code.name(), found.message));
            if let Some(help) = &found.help {
                out.push_str(&format!("  {help}\n"));
            }
        }
        out
    }

    #[test]
    fn wrong_values_are_reported_and_take_defaults() {
        insta::assert_snapshot!(findings(
            r##"{"preset": "grafite", "accent": "javascript:x", "colours": {}, "radius": "9em", "css": "theme.scss",
                "fonts": {"text": "Inter; x", "code": "serif", "body": "x"},
                "colors": {"light": {"bg": "#12345g", "backgroud": "#fff"}, "dark": 3, "dim": {}}}"##
        ));
        insta::assert_snapshot!(findings("7"), @"invalid-config: `theme` must be an object, not a number at 7");
    }

    #[test]
    fn a_theme_of_a_file_is_read_with_the_names_of_other_tools() {
        let file = r##"{"name": "Acme", "extends": "slate", "colors": {"accent": "#036"},
            "dark": {"bg": "#101418", "border": "#333", "accent": "#9cf"},
            "light": {"codeBg": "#eee", "blink": "#000", "surface": "#fefefe", "text2": "#444"},
            "fonts": {"sans": "'Acme Sans', sans-serif", "mono": "mono", "radius": "6px", "radiusLg": "12px"}}"##;
        let text = r#"{"name": "N", "theme": "./themes/acme.json"}"#;
        let read = super::super::read::read_edition(text, 0, None, Some(file));
        let found: Vec<(&str, &str)> =
            read.diagnostics.iter().map(|d| (d.message.as_str(), &text[d.place.unwrap().range()])).collect();
        assert_eq!(found, [("`./themes/acme.json`: unknown field `blink`", "\"./themes/acme.json\"")]);
        assert_eq!(read.site_spans.theme_file.map(|(path, _)| path.to_string()).as_deref(), Some("themes/acme.json"));
        let theme = read.config.theme;
        let color = |token| [&theme.light, &theme.dark].map(|palette| palette.get(token).to_string());
        assert_eq!(color(ColorToken::Accent), ["#003366", "#99ccff"]);
        assert_eq!(color(ColorToken::BgRaised)[0], "#fefefe");
        assert_eq!(color(ColorToken::Muted)[0], "#444444");
        assert_eq!(color(ColorToken::Bg), ["#ffffff", "#101418"]);
        assert_eq!(color(ColorToken::Line)[1], "#333333");
        assert_eq!(color(ColorToken::CodeBg)[0], "#eeeeee");
        assert!(theme.fonts.text.unwrap().starts_with("\"Acme Sans\""));
        assert!(theme.fonts.code.unwrap().starts_with("ui-monospace"));
        assert_eq!(theme.radius, Some(375));
    }

    #[test]
    fn faint_colors_are_reported_with_one_that_can_be_read() {
        insta::assert_snapshot!(findings(r##"{"accent": "#8fb0ff"}"##));
        insta::assert_snapshot!(findings(r##"{"accent": {"light": "#2450d1", "dark": "#2450d1"}}"##));
        insta::assert_snapshot!(findings(r##"{"colors": {"light": {"text": "#999"}, "dark": {"bg": "#556"}}}"##));
        assert_eq!(findings(r##"{"accent": "#0a7d5a", "preset": "sand"}"##), "");
    }

    #[test]
    fn one_accent_is_made_readable_on_dark_pages() {
        let theme = |value: &str| read(&format!(r#"{{"name": "N", "theme": {value}}}"#)).config.theme;
        let made = theme(r##"{"accent": "#0a5"}"##);
        assert_eq!(made.light.get(ColorToken::Accent).to_string(), "#00aa55");
        let dark = theme(r##"{"accent": "#220044"}"##).dark;
        assert_eq!(dark.worst(ColorToken::Accent), None);
        assert_eq!(dark.scheme(), Scheme::Dark);
        assert_ne!(dark.get(ColorToken::Accent), ColorToken::Accent.standard(Scheme::Dark));
    }

    #[test]
    fn fonts_and_corners_are_made_of_what_is_known() {
        let theme = |value: &str| read(&format!(r#"{{"name": "N", "theme": {value}}}"#)).config.theme;
        let made = theme(r#"{"fonts": {"text": "Inter, 'IBM Plex Sans'", "headings": "serif"}, "radius": "4px"}"#);
        assert!(made.fonts.text.unwrap().starts_with("\"Inter\",\"IBM Plex Sans\",system-ui,"));
        assert!(made.fonts.headings.unwrap().starts_with("ui-serif,"));
        assert_eq!((made.fonts.code, made.radius), (None, Some(250)));
        assert_eq!(theme(r#"{"radius": 0}"#).radius, Some(0));
        assert_eq!(theme(r#"{"radius": "0.75rem"}"#).radius, Some(750));
    }
}
