//! CSS colors in `tool.json` and in attributes: parsed strictly, so that only six hexadecimal digits of each ever reach a
//! style sheet.

use std::fmt;

/// An opaque sRGB color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Color(pub(crate) [u8; 3]);

/// A color, and whether it has an alpha component.
type Parsed = (Color, bool);

/// The supported forms, for messages.
pub(super) const FORMS: &str = "`#rgb`, `#rrggbb`, `rgb(…)`, `hsl(…)` or `oklch(…)`, without transparency";

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self([red, green, blue]) = self;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

impl Color {
    pub(crate) const WHITE: Self = Self([255; 3]);
    const BLACK: Self = Self([0; 3]);

    /// The color `0xrrggbb`.
    pub(super) const fn hex(value: u32) -> Self {
        Self([(value >> 16) as u8, (value >> 8) as u8, value as u8])
    }

    /// Parses a color in one of the [`FORMS`] (CSS Color 4).
    pub(super) fn parse(text: &str) -> Option<Self> {
        parsed(text).filter(|(_, has_alpha)| !has_alpha).map(|(color, _)| color)
    }

    /// Parses a color in one of the [`FORMS`] and drops its alpha component.
    pub(crate) fn parse_without_alpha(text: &str) -> Option<Self> {
        parsed(text).map(|(color, _)| color)
    }

    /// `percent` of `self` blended over `ground`.
    pub(super) fn over(self, ground: Self, percent: u16) -> Self {
        let (Self([r, g, b]), Self([x, y, z])) = (self, ground);
        let mix = |a: u8, b: u8| ((u16::from(a) * percent + u16::from(b) * (100 - percent) + 50) / 100) as u8;
        Self([mix(r, x), mix(g, y), mix(b, z)])
    }

    /// The relative luminance (WCAG 2.2).
    fn luminance(self) -> f64 {
        let Self(parts) = self;
        let [red, green, blue] = parts.map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// The contrast ratio to another color, in hundredths (WCAG 2.2), rounded down: 449 fails a minimum of 450.
    pub(crate) fn contrast(self, other: Self) -> u32 {
        let (a, b) = (self.luminance(), other.luminance());
        ((a.max(b) + 0.05) / (a.min(b) + 0.05) * 100.0) as u32
    }

    /// The nearest color, towards black or white, that satisfies `is_good`.
    pub(super) fn nearest(self, is_good: impl Fn(Self) -> bool) -> Option<Self> {
        (0..=100)
            .flat_map(|percent| [Self::BLACK.over(self, percent), Self::WHITE.over(self, percent)])
            .find(|&c| is_good(c))
    }
}

fn parsed(text: &str) -> Option<Parsed> {
    let text = text.trim().to_ascii_lowercase();
    if let Some(digits) = text.strip_prefix('#') {
        return from_digits(digits);
    }
    let (name, arguments) = text.strip_suffix(')')?.split_once('(')?;
    let ([first, second, third], has_alpha) = arguments_of(arguments)?;
    let parts = match name {
        "rgb" | "rgba" => {
            let part = |value: Argument| Some(value.of(255.0)? / 255.0);
            [part(first)?, part(second)?, part(third)?]
        }
        "hsl" | "hsla" => from_hsl(first.degrees()?, second.percent()?, third.percent()?),
        "oklch" => from_oklch(second.of(0.4).filter(|c| *c >= 0.0)?, first.of(1.0)?, third.degrees()?),
        _ => return None,
    };
    // Components outside of sRGB are clamped.
    Some((Color(parts.map(|part| (part.clamp(0.0, 1.0) * 255.0).round() as u8)), has_alpha))
}

fn from_digits(digits: &str) -> Option<Parsed> {
    if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let value = u32::from_str_radix(digits, 16).ok()?;
    let short = |value: u32| Color([(value >> 8) as u8, value as u8 >> 4, value as u8 & 15].map(|digit| digit * 17));
    match digits.len() {
        3 => Some((short(value), false)),
        4 => Some((short(value >> 4 & 0xfff), true)),
        6 => Some((Color::hex(value), false)),
        8 => Some((Color::hex(value >> 8), true)),
        _ => None,
    }
}

/// A number and its unit.
#[derive(Clone, Copy)]
struct Argument {
    value: f64,
    unit: Unit,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    None,
    Percent,
    Degrees,
}

impl Argument {
    fn read(text: &str) -> Option<Self> {
        let (number, unit) = if let Some(number) = text.strip_suffix('%') {
            (number, Unit::Percent)
        } else if let Some(number) = text.strip_suffix("deg") {
            (number, Unit::Degrees)
        } else {
            (text, Unit::None)
        };
        let plain =
            number.len() <= 12 && number.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'-'));
        plain.then_some(Self { value: number.parse().ok()?, unit })
    }

    /// The value of a number, or of a percentage of `whole`.
    fn of(self, whole: f64) -> Option<f64> {
        match self.unit {
            Unit::None => Some(self.value),
            Unit::Percent => Some(self.value / 100.0 * whole),
            Unit::Degrees => None,
        }
    }

    fn percent(self) -> Option<f64> {
        (self.unit != Unit::Degrees).then_some((self.value / 100.0).clamp(0.0, 1.0))
    }

    fn degrees(self) -> Option<f64> {
        (self.unit != Unit::Percent).then_some(self.value)
    }
}

/// Three arguments, separated either all by commas or all by spaces, and whether an alpha component follows.
fn arguments_of(text: &str) -> Option<([Argument; 3], bool)> {
    let (text, mut alpha) = text.split_once('/').map_or((text, None), |(text, alpha)| (text, Some(alpha.trim())));
    let has_commas = text.contains(',');
    let mut parts: Vec<&str> =
        if has_commas { text.split(',').map(str::trim).collect() } else { text.split_whitespace().collect() };
    if has_commas && parts.len() == 4 && alpha.is_none() {
        alpha = parts.pop();
    }
    if alpha.is_some_and(|alpha| Argument::read(alpha).and_then(|alpha| alpha.of(1.0)).is_none()) {
        return None;
    }
    let [first, second, third] = parts.try_into().ok()?;
    Some(([Argument::read(first)?, Argument::read(second)?, Argument::read(third)?], alpha.is_some()))
}

fn from_hsl(hue: f64, saturation: f64, lightness: f64) -> [f64; 3] {
    let reach = saturation * lightness.min(1.0 - lightness);
    [0.0, 8.0, 4.0].map(|offset| {
        let place = (offset + hue / 30.0).rem_euclid(12.0);
        lightness - reach * (place - 3.0).min(9.0 - place).clamp(-1.0, 1.0)
    })
}

/// Converts chroma, lightness and hue (CSS Color 4, with the Oklab matrices).
fn from_oklch(chroma: f64, lightness: f64, hue: f64) -> [f64; 3] {
    let (sin, cos) = hue.to_radians().sin_cos();
    let (a, b) = (chroma * cos, chroma * sin);
    let cube = |value: f64| value * value * value;
    let l = cube(lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b);
    let m = cube(lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b);
    let s = cube(lightness - 0.089_484_177_5 * a - 1.291_485_548 * b);
    let linear = [
        4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s,
        -1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s,
        -0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701 * s,
    ];
    linear.map(|part| if part <= 0.003_130_8 { part * 12.92 } else { 1.055 * part.powf(1.0 / 2.4) - 0.055 })
}

#[cfg(test)]
mod tests {
    use super::Color;

    #[test]
    fn colors_are_read_in_the_forms_of_css() {
        for (text, color) in [
            ("#2450D1", "#2450d1"),
            (" #0a7 ", "#00aa77"),
            ("rgb(36, 80, 209)", "#2450d1"),
            ("rgb(36 80 209)", "#2450d1"),
            ("RGB(100%, 50%, 0%)", "#ff8000"),
            ("hsl(225 71% 48%)", "#234fd1"),
            ("hsl(120deg, 100%, 25%)", "#008000"),
            ("oklch(0.628 0.2577 29.23)", "#ff0000"),
            ("oklch(51.975% 0.17686 142.495deg)", "#008000"),
            ("oklch(1 0 0)", "#ffffff"),
        ] {
            assert_eq!(Color::parse(text).map(|color| color.to_string()).as_deref(), Some(color), "{text}");
        }
    }

    #[test]
    fn what_is_no_colour_is_refused() {
        for text in [
            "",
            "#12",
            "#12345",
            "#2450d180",
            "#+12",
            "blue",
            "red;}body{display:none",
            "rgb(1 2)",
            "rgb(1 2 3 / 50%)",
            "rgb(1 2 / 3)",
            "rgb(1 2 3 4)",
            "#08f8",
            "rgb(1, 2, 3, 4)",
            "rgb(1deg 2 3)",
            "rgb(1e3 0 0)",
            "rgb(nan 0 0)",
            "rgb(1 2 3",
            "hsl(10% 20% 30%)",
            "url(x)",
            "var(--x)",
            "oklch(0.5 -1 20)",
        ] {
            assert_eq!(Color::parse(text), None, "{text}");
        }
    }

    #[test]
    fn contrast_is_that_of_wcag() {
        assert_eq!(Color::hex(0x00_0000).contrast(Color::WHITE), 2_100);
        // The grays on either side of 4.5.
        assert_eq!(Color::hex(0x76_7676).contrast(Color::WHITE), 454);
        assert_eq!(Color::hex(0x77_7777).contrast(Color::WHITE), 447);
        let near = Color::hex(0x8f_b0ff).nearest(|color| color.contrast(Color::WHITE) >= 450).unwrap();
        assert!(near.contrast(Color::WHITE) >= 450 && near.contrast(Color::WHITE) < 475, "{near}");
    }
}
