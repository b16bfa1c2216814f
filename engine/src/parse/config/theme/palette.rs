//! The color tokens of a site: the default colors, which `templates/assets/tokens.css` also contains, and the presets.

use super::color::Color;

/// Light or dark pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scheme {
    Light,
    Dark,
}

impl Scheme {
    /// Its name in `tool.json` and in messages.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

macro_rules! tokens {
    ($($variant:ident $name:literal $light:literal $dark:literal,)*) => {
        /// A color token. Each is a CSS custom property.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub(crate) enum ColorToken {
            $($variant,)*
        }

        impl ColorToken {
            /// Every token, in order.
            pub(crate) const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The name of the custom property, without the leading dashes.
            pub(crate) const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// The names of the same color in the themes of other tools that are read like ours.
            pub(super) const fn other_names(self) -> &'static [&'static str] {
                match self {
                    Self::BgRaised => &["surface"],
                    Self::BgSoft => &["surface2", "surface-2"],
                    Self::BgHover => &["surface3", "surface-3"],
                    Self::Line => &["border"],
                    Self::LineStrong => &["border2", "border-2"],
                    Self::Muted => &["text2", "text-2"],
                    Self::CodeBg => &["codeBg"],
                    Self::CodeText => &["codeText"],
                    _ => &[],
                }
            }

            /// Its default color.
            pub(super) const fn standard(self, scheme: Scheme) -> Color {
                let (light, dark) = match self {
                    $(Self::$variant => ($light, $dark),)*
                };
                match scheme {
                    Scheme::Light => Color::hex(light),
                    Scheme::Dark => Color::hex(dark),
                }
            }
        }
    };
}

tokens! {
    Bg "bg" 0xff_ffff 0x0d_1016,
    BgSoft "bg-soft" 0xf7_f8fa 0x14_1820,
    BgHover "bg-hover" 0xef_f1f5 0x1b_202b,
    BgRaised "bg-raised" 0xff_ffff 0x14_1820,
    Line "line" 0xe4_e7ed 0x25_2b38,
    LineStrong "line-strong" 0xcb_d1dc 0x3a_4252,
    Strong "strong" 0x10_141f 0xf3_f5f9,
    Text "text" 0x2c_3444 0xc7_cedb,
    Muted "muted" 0x5a_6477 0x94_9eb1,
    Accent "accent" 0x24_50d1 0x8f_b0ff,
    AccentSoft "accent-soft" 0xed_f2fe 0x18_233f,
    OnAccent "on-accent" 0xff_ffff 0x0d_1016,
    Grey "grey" 0x56_6073 0xa2_acbd,
    Blue "blue" 0x24_50d1 0x8f_b0ff,
    Green "green" 0x0a_6e46 0x5f_d39c,
    Amber "amber" 0x8f_5000 0xf0_b75b,
    Red "red" 0xb8_232f 0xff_9299,
    Violet "violet" 0x6d_3bc4 0xc3_a5ff,
    Teal "teal" 0x0b_6a74 0x62_cfd8,
    CodeBg "code-bg" 0xf7_f8fa 0x12_161e,
    CodeHead "code-head" 0xef_f1f5 0x18_1d27,
    CodeText "code-text" 0x24_2c3b 0xd5_dbe6,
    CodeMark "code-mark" 0xe2_eaff 0x22_2e4c,
}

/// A named set of colors: the differences from the default.
pub(super) struct Preset {
    pub(super) name: &'static str,
    pub(super) accent: (u32, u32),
    /// The grays, from the page background to the text.
    greys: &'static [(ColorToken, u32, u32)],
}

/// The presets of `theme.preset`; `default` is not among them.
pub(super) const PRESETS: [Preset; 10] = [
    Preset {
        name: "graphite",
        accent: (0x17_1717, 0xf5_f5f5),
        greys: &[
            (ColorToken::Bg, 0xff_ffff, 0x0f_0f0f),
            (ColorToken::BgSoft, 0xf7_f7f7, 0x17_1717),
            (ColorToken::BgHover, 0xef_efef, 0x1f_1f1f),
            (ColorToken::BgRaised, 0xff_ffff, 0x17_1717),
            (ColorToken::Line, 0xe5_e5e5, 0x2a_2a2a),
            (ColorToken::LineStrong, 0xcc_cccc, 0x40_4040),
            (ColorToken::Strong, 0x11_1111, 0xf5_f5f5),
            (ColorToken::Text, 0x30_3030, 0xcf_cfcf),
            (ColorToken::Muted, 0x61_6161, 0x9e_9e9e),
            (ColorToken::CodeBg, 0xf7_f7f7, 0x15_1515),
            (ColorToken::CodeHead, 0xef_efef, 0x1c_1c1c),
        ],
    },
    Preset {
        name: "forest",
        accent: (0x0b_6e4f, 0x6f_d3a8),
        greys: &[
            (ColorToken::Bg, 0xff_ffff, 0x0c_110f),
            (ColorToken::BgSoft, 0xf5_f9f6, 0x12_1915),
            (ColorToken::BgHover, 0xeb_f2ed, 0x18_221d),
            (ColorToken::BgRaised, 0xff_ffff, 0x12_1915),
            (ColorToken::Line, 0xdf_e8e2, 0x23_302a),
            (ColorToken::LineStrong, 0xc3_d1c9, 0x38_483f),
            (ColorToken::Strong, 0x0f_1a14, 0xf0_f6f2),
            (ColorToken::Text, 0x2a_3a32, 0xc5_d2ca),
            (ColorToken::Muted, 0x56_685e, 0x8f_a297),
            (ColorToken::CodeBg, 0xf5_f9f6, 0x11_1714),
            (ColorToken::CodeHead, 0xeb_f2ed, 0x17_1f1b),
        ],
    },
    Preset {
        name: "plum",
        accent: (0x7a_3bb8, 0xcf_a6ff),
        greys: &[
            (ColorToken::Bg, 0xff_ffff, 0x10_0d15),
            (ColorToken::BgSoft, 0xf9_f7fb, 0x18_1420),
            (ColorToken::BgHover, 0xf1_edf6, 0x20_1b2a),
            (ColorToken::BgRaised, 0xff_ffff, 0x18_1420),
            (ColorToken::Line, 0xe8_e2ef, 0x2d_2639),
            (ColorToken::LineStrong, 0xd1_c8dc, 0x44_3a54),
            (ColorToken::Strong, 0x17_101f, 0xf5_f1fa),
            (ColorToken::Text, 0x38_2f44, 0xce_c6da),
            (ColorToken::Muted, 0x66_5a76, 0x9f_93b1),
            (ColorToken::CodeBg, 0xf9_f7fb, 0x16_121d),
            (ColorToken::CodeHead, 0xf1_edf6, 0x1e_1927),
        ],
    },
    Preset {
        name: "sand",
        accent: (0x97_4710, 0xf0_a868),
        greys: &[
            (ColorToken::Bg, 0xff_fdf9, 0x14_110d),
            (ColorToken::BgSoft, 0xf9_f5ee, 0x1b_1712),
            (ColorToken::BgHover, 0xf2_ebe0, 0x24_1f18),
            (ColorToken::BgRaised, 0xff_fefb, 0x1b_1712),
            (ColorToken::Line, 0xe9_e0d2, 0x30_2920),
            (ColorToken::LineStrong, 0xd3_c6b3, 0x4a_4034),
            (ColorToken::Strong, 0x1f_170d, 0xf7_f2ea),
            (ColorToken::Text, 0x40_362a, 0xd6_ccbd),
            (ColorToken::Muted, 0x6a_5d4c, 0xa5_998a),
            (ColorToken::CodeBg, 0xf9_f5ee, 0x19_1510),
            (ColorToken::CodeHead, 0xf2_ebe0, 0x21_1c15),
        ],
    },
    Preset { name: "teal", accent: (0x0b_6a74, 0x62_cfd8), greys: &[] },
    Preset { name: "ocean", accent: (0x0b_5fa5, 0x7c_c0f5), greys: &[] },
    Preset { name: "slate", accent: (0x47_5569, 0xb4_c0d0), greys: &[] },
    Preset { name: "violet", accent: (0x6d_3bc4, 0xc3_a5ff), greys: &[] },
    Preset { name: "rose", accent: (0xb4_234f, 0xff_9bb3), greys: &[] },
    Preset { name: "amber", accent: (0x8f_5000, 0xf0_b75b), greys: &[] },
];

/// All colors of light or dark pages, in the order of [`ColorToken::ALL`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Palette {
    scheme: Scheme,
    colors: Vec<Color>,
}

impl Palette {
    /// The default colors.
    pub(crate) fn new(scheme: Scheme) -> Self {
        Self { scheme, colors: ColorToken::ALL.iter().map(|token| token.standard(scheme)).collect() }
    }

    /// Light or dark.
    pub(super) const fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// The color of a token.
    pub(crate) fn get(&self, token: ColorToken) -> Color {
        self.colors.get(token as usize).copied().unwrap_or(token.standard(self.scheme))
    }

    pub(super) fn set(&mut self, token: ColorToken, color: Color) {
        if let Some(place) = self.colors.get_mut(token as usize) {
            *place = color;
        }
    }

    /// Applies the grays of a preset.
    pub(super) fn take(&mut self, preset: &Preset) {
        for &(token, light, dark) in preset.greys {
            self.set(token, Color::hex(if self.scheme == Scheme::Light { light } else { dark }));
        }
    }

    /// Sets the accent and the tints derived from it.
    pub(super) fn accentuate(&mut self, accent: Color) {
        let bg = self.get(ColorToken::Bg);
        let (soft, mark) = if self.scheme == Scheme::Light { (8, 13) } else { (13, 20) };
        self.set(ColorToken::Accent, accent);
        self.set(ColorToken::AccentSoft, accent.over(bg, soft));
        self.set(ColorToken::CodeMark, accent.over(bg, mark));
        let dark = ColorToken::Bg.standard(Scheme::Dark);
        let light_is_better = Color::WHITE.contrast(accent) >= dark.contrast(accent);
        self.set(ColorToken::OnAccent, if light_is_better { Color::WHITE } else { dark });
    }

    /// `accent`, or the nearest color that is readable on these pages.
    pub(super) fn readable_accent(&self, accent: Color) -> Color {
        let readable = |candidate: Color| {
            let mut palette = self.clone();
            palette.accentuate(candidate);
            palette.worst(ColorToken::Accent).is_none() && palette.worst(ColorToken::OnAccent).is_none()
        };
        accent.nearest(readable).unwrap_or(accent)
    }

    /// The backgrounds of text in this token's color, and the token that each derives from.
    fn grounds(&self, token: ColorToken) -> Vec<(ColorToken, Color)> {
        use ColorToken::{
            Accent, AccentSoft, Amber, Bg, BgHover, BgRaised, BgSoft, Blue, CodeBg, CodeHead, CodeMark, CodeText,
            Green, Grey, Muted, OnAccent, Red, Strong, Teal, Text, Violet,
        };
        let plain = |tokens: &[ColorToken]| tokens.iter().map(|&token| (token, self.get(token))).collect();
        match token {
            Strong => plain(&[Bg, BgSoft, BgHover, BgRaised, AccentSoft]),
            Text | Muted => plain(&[Bg, BgSoft, BgRaised]),
            Accent => plain(&[Bg, BgSoft, BgRaised, AccentSoft]),
            OnAccent => plain(&[Accent]),
            CodeText => plain(&[CodeBg, CodeHead, CodeMark]),
            Grey | Blue | Green | Amber | Red | Violet | Teal => {
                let bg = self.get(Bg);
                let mut grounds: Vec<(ColorToken, Color)> = plain(&[Bg, BgSoft, CodeBg]);
                // Badges are tinted with their own color.
                grounds.push((Bg, self.get(token).over(bg, 12)));
                grounds
            }
            _ => Vec::new(),
        }
    }

    /// The background on which text of this token has the least contrast, if that is too little: its token, and the
    /// contrast in hundredths.
    pub(super) fn worst(&self, token: ColorToken) -> Option<(ColorToken, u32)> {
        let color = self.get(token);
        let contrasts = self.grounds(token).into_iter().map(|(below, ground)| (below, color.contrast(ground)));
        contrasts.min_by_key(|(_, contrast)| *contrast).filter(|(_, contrast)| *contrast < READABLE)
    }

    /// The text tokens with too little contrast, worst first: each with its background and its contrast in hundredths.
    pub(super) fn faint(&self) -> Vec<(ColorToken, ColorToken, u32)> {
        let worst = |&token: &ColorToken| self.worst(token).map(|(below, contrast)| (token, below, contrast));
        let mut faint: Vec<(ColorToken, ColorToken, u32)> = ColorToken::ALL.iter().filter_map(worst).collect();
        faint.sort_by_key(|(_, _, contrast)| *contrast);
        faint
    }

    /// The nearest color for a token that makes all text readable that any color can make readable.
    pub(super) fn readable(&self, token: ColorToken) -> Option<Color> {
        if token == ColorToken::Accent {
            return Some(self.readable_accent(self.get(token)));
        }
        let concerned: Vec<ColorToken> = ColorToken::ALL
            .iter()
            .copied()
            .filter(|&other| other == token || self.grounds(other).iter().any(|(below, _)| *below == token))
            .collect();
        let is_good = |candidate: Color| {
            let mut palette = self.clone();
            palette.set(token, candidate);
            concerned.iter().all(|&other| palette.worst(other).is_none())
        };
        self.get(token).nearest(is_good)
    }
}

/// The minimum contrast of text (WCAG 2.2, 1.4.3), in hundredths.
const READABLE: u32 = 450;

#[cfg(test)]
mod tests {
    use super::{Color, ColorToken, PRESETS, Palette, Scheme};

    const SCHEMES: [Scheme; 2] = [Scheme::Light, Scheme::Dark];

    #[test]
    fn the_style_sheet_has_the_standard_colors() {
        let css = include_str!("../../../../../templates/assets/tokens.css");
        for token in ColorToken::ALL {
            let [light, dark] = SCHEMES.map(|scheme| token.standard(scheme).to_string());
            let light = light.replace("#ffffff", "#fff");
            let line = format!("--{}: light-dark({light}, {dark});", token.name());
            assert!(css.contains(&line), "{line}");
        }
    }

    #[test]
    fn every_preset_can_be_read() {
        for scheme in SCHEMES {
            let standard = Palette::new(scheme);
            let presets = PRESETS.iter().map(|preset| {
                let mut palette = Palette::new(scheme);
                palette.take(preset);
                let (light, dark) = preset.accent;
                palette.accentuate(Color::hex(if scheme == Scheme::Light { light } else { dark }));
                (preset.name, palette)
            });
            for (name, palette) in std::iter::once(("default", standard)).chain(presets) {
                for &token in ColorToken::ALL {
                    assert_eq!(palette.worst(token), None, "{name}, {scheme:?}: {}", token.name());
                }
            }
        }
    }
}
