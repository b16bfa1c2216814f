//! Colours of authors as one of ours: a page has no `style` attributes, and ours can be read in both themes.

/// The class of the hue that is nearest to a CSS colour; none where the colour is not told apart.
pub(super) fn hue_of(color: &str) -> Option<&'static str> {
    let [red, green, blue] = parsed(&color.trim().to_ascii_lowercase())?;
    let highest = red.max(green).max(blue);
    let spread = highest - red.min(green).min(blue);
    if spread < 0.12 {
        return Some("hue-grey");
    }
    let sector = if highest == red {
        (green - blue) / spread
    } else if highest == green {
        2.0 + (blue - red) / spread
    } else {
        4.0 + (red - green) / spread
    };
    let degrees = (sector * 60.0).rem_euclid(360.0);
    let hues = [(20.0, "hue-red"), (70.0, "hue-amber"), (165.0, "hue-green"), (200.0, "hue-teal"), (250.0, "hue-blue")];
    let found = hues.iter().find(|(below, _)| degrees < *below).map(|(_, class)| *class);
    Some(found.unwrap_or(if degrees < 325.0 { "hue-violet" } else { "hue-red" }))
}

/// Red, green and blue from 0 to 1.
fn parsed(color: &str) -> Option<[f32; 3]> {
    if let Some(hex) = color.strip_prefix('#') {
        return from_hex(hex);
    }
    if let Some((name, arguments)) = color.strip_suffix(')').and_then(|color| color.split_once('(')) {
        let mut numbers = arguments.split([',', ' ', '/']).filter(|part| !part.is_empty());
        let mut next = || numbers.next().and_then(number);
        let [first, second, third] = [next()?, next()?, next()?];
        return match name {
            "rgb" | "rgba" => {
                Some([first, second, third].map(|(value, percent)| value / if percent { 100.0 } else { 255.0 }))
            }
            "hsl" | "hsla" => Some(from_hsl(first.0, second.0 / 100.0, third.0 / 100.0)),
            _ => None,
        };
    }
    let hex = match color {
        "red" | "crimson" | "tomato" => "e00",
        "pink" | "hotpink" => "f69",
        "orange" | "gold" | "yellow" | "brown" => "fa0",
        "green" | "lime" | "olive" => "080",
        "teal" | "cyan" | "aqua" | "turquoise" => "088",
        "blue" | "navy" | "royalblue" => "00f",
        "purple" | "violet" | "indigo" | "magenta" | "fuchsia" => "80f",
        "black" | "white" | "gray" | "grey" | "silver" => "888",
        _ => return None,
    };
    from_hex(hex)
}

/// A number, and whether it is a percentage.
fn number(text: &str) -> Option<(f32, bool)> {
    let percent = text.ends_with('%');
    let value: f32 = text.trim_end_matches(['%', 'd', 'e', 'g']).parse().ok()?;
    value.is_finite().then_some((value, percent))
}

fn from_hex(hex: &str) -> Option<[f32; 3]> {
    let width = if hex.len() >= 6 { 2 } else { 1 };
    let highest = if width == 2 { 255.0 } else { 15.0 };
    let part = |at: usize| {
        let digits = hex.get(at * width..(at + 1) * width)?;
        Some(f32::from(u8::from_str_radix(digits, 16).ok()?) / highest)
    };
    Some([part(0)?, part(1)?, part(2)?])
}

fn from_hsl(hue: f32, saturation: f32, lightness: f32) -> [f32; 3] {
    let reach = saturation * lightness.min(1.0 - lightness);
    [0.0, 8.0, 4.0].map(|offset| {
        let place = (offset + hue / 30.0).rem_euclid(12.0);
        lightness - reach * (place - 3.0).min(9.0 - place).clamp(-1.0, 1.0)
    })
}

#[cfg(test)]
mod tests {
    use super::hue_of;

    #[test]
    fn finds_the_nearest_hue() {
        for (color, hue) in [
            ("#0a7", Some("hue-green")),
            ("#2450d1ff", Some("hue-blue")),
            ("rgb(200 30 40 / 50%)", Some("hue-red")),
            ("rgb(100%, 50%, 0%)", Some("hue-amber")),
            ("hsl(280deg, 60%, 50%)", Some("hue-violet")),
            ("Teal", Some("hue-teal")),
            ("#777", Some("hue-grey")),
            ("oklch(0.5 0.2 20)", None),
            ("#zz", None),
        ] {
            assert_eq!(hue_of(color), hue, "{color}");
        }
    }
}
