//! Maps the authors' colors to the hues of the theme: pages have no `style` attributes, and these hues are readable in
//! light and dark.

use crate::parse::config::Color;

/// The class of the hue that is nearest to a CSS color; `None` if the color is not supported.
pub(super) fn hue_of(color: &str) -> Option<&'static str> {
    let color = color.trim().to_ascii_lowercase();
    let Some(Color(parts)) = Color::parse_without_alpha(&color) else { return hue_of_name(&color) };
    let [red, green, blue] = parts.map(|part| f32::from(part) / 255.0);
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

fn hue_of_name(color: &str) -> Option<&'static str> {
    Some(match color {
        "red" | "crimson" | "tomato" | "pink" | "hotpink" => "hue-red",
        "orange" | "gold" | "yellow" | "brown" => "hue-amber",
        "green" | "lime" | "olive" => "hue-green",
        "teal" | "cyan" | "aqua" | "turquoise" => "hue-teal",
        "blue" | "navy" | "royalblue" => "hue-blue",
        "purple" | "violet" | "indigo" | "magenta" | "fuchsia" => "hue-violet",
        "black" | "white" | "gray" | "grey" | "silver" => "hue-grey",
        _ => return None,
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
            ("hotpink", Some("hue-red")),
            ("#08f8", Some("hue-blue")),
            ("rgba(0, 136, 136, 0.5)", Some("hue-teal")),
            ("oklch(0.5 0.2 20)", Some("hue-red")),
            ("rgb(1 2 3 4)", None),
            ("lab(50 40 59)", None),
            ("#zz", None),
        ] {
            assert_eq!(hue_of(color), hue, "{color}");
        }
    }
}
