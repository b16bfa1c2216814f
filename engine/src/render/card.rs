//! Social cards: the picture of a page that other sites show beside a link to it, drawn as PNG.
//!
//! The fonts have the letters of the Latin, Greek and Cyrillic scripts. Nothing is drawn in part: a text with letters of
//! other scripts is left out.

use std::sync::LazyLock;

use ab_glyph::{Font, FontRef, Glyph, GlyphId, PxScale, ScaleFont, point};
use unicode_normalization::UnicodeNormalization as _;

use super::favicon::first_letter;
use crate::parse::config::{Color, ColorToken, Theme};

/// The width of a card in pixels, as Open Graph pictures have it.
pub(crate) const WIDTH: usize = 1200;
/// The height of a card in pixels.
pub(crate) const HEIGHT: usize = 630;

const MARGIN: f32 = 80.0;
const TEXT_WIDTH: f32 = WIDTH as f32 - 2.0 * MARGIN;
/// The stripe at the bottom edge.
const STRIPE: usize = 14;
/// The square with the first letter of the site's name.
const MARK: usize = 64;
const MARK_TOP: usize = 64;
/// Sizes of the title: the largest with which it fits in its lines is taken.
const TITLE_SIZES: [f32; 3] = [84.0, 70.0, 58.0];
const TITLE_LINES: usize = 3;
const DESCRIPTION_SIZE: f32 = 34.0;
/// The lines that a title and its description have in all.
const MOST_LINES: usize = 5;
/// The greatest height of a title and its description, and the space between them.
const BLOCK: f32 = 355.0;
const GAP: f32 = 18.0;
const NAME_SIZE: f32 = 36.0;
const HOST_SIZE: f32 = 28.0;
/// The longest text that is looked at, in characters; more never fits.
const LONGEST: usize = 400;

/// The shades between a color and the background.
const SHADES: u8 = 31;

/// What a card says.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CardTexts<'a> {
    /// The name of the site.
    pub(crate) name: &'a str,
    pub(crate) title: &'a str,
    pub(crate) description: Option<&'a str>,
    /// Where the site is, without the scheme.
    pub(crate) host: &'a str,
}

struct CardFonts {
    regular: FontRef<'static>,
    bold: FontRef<'static>,
}

static FONTS: LazyLock<Option<CardFonts>> = LazyLock::new(|| {
    Some(CardFonts {
        regular: FontRef::try_from_slice(include_bytes!("../../fonts/Roboto-Regular.ttf")).ok()?,
        bold: FontRef::try_from_slice(include_bytes!("../../fonts/Roboto-Bold.ttf")).ok()?,
    })
});

/// Whether there is a card with this title and site name: whether the fonts have their letters.
pub(crate) fn has_card(title: &str, name: &str) -> bool {
    FONTS.as_ref().is_some_and(|fonts| [title, name].iter().all(|text| drawn(&fonts.bold, text).is_some()))
}

/// The card as PNG; `None` where [`has_card`] says so.
pub(crate) fn card(texts: &CardTexts<'_>, theme: &Theme) -> Option<Vec<u8>> {
    let fonts = FONTS.as_ref()?;
    let (name, title) = (drawn(&fonts.bold, texts.name)?, drawn(&fonts.bold, texts.title)?);
    let mut picture = Canvas::new();
    picture.mark(&fonts.bold, &name);
    let left = MARGIN + MARK as f32 + 22.0;
    let beside = CardLine { font: &fonts.bold, size: NAME_SIZE, ink: Ink::Strong };
    picture.write(&beside, &beside.cut(&name, WIDTH as f32 - MARGIN - left), left, MARK_TOP as f32 + 45.0);

    let below = CardLine { font: &fonts.regular, size: DESCRIPTION_SIZE, ink: Ink::Muted };
    let description = texts.description.and_then(|text| drawn(&fonts.regular, text));
    let description = description.filter(|text| *text != title).unwrap_or_default();
    let heading = TITLE_SIZES.map(|size| CardLine { font: &fonts.bold, size, ink: Ink::Strong });
    // Below a title of three lines, a description has two.
    let room = BLOCK - if description.is_empty() { 0.0 } else { GAP + below.step() * 2.0 };
    let fitting = heading.iter().find(|line| {
        let lines = line.wrapped(&title).len();
        lines <= TITLE_LINES && line.step() * lines as f32 <= room
    });
    let heading = fitting.unwrap_or(&heading[2]);
    let title = heading.first_lines(&title, TITLE_LINES);
    let description = below.first_lines(&description, MOST_LINES - title.len());

    // The block is in the middle between the name and the address.
    let height = heading.step() * title.len() as f32
        + if description.is_empty() { 0.0 } else { GAP + below.step() * description.len() as f32 };
    let mut y = (165.0 + (BLOCK - height).max(0.0) / 2.0) + heading.size * 0.8;
    for text in &title {
        picture.write(heading, text, MARGIN, y);
        y += heading.step();
    }
    y += GAP + below.size - heading.size * 0.8;
    for text in &description {
        picture.write(&below, text, MARGIN, y);
        y += below.step();
    }

    let host = CardLine { font: &fonts.regular, size: HOST_SIZE, ink: Ink::Muted };
    if let Some(text) = drawn(&fonts.regular, texts.host) {
        picture.write(&host, &host.cut(&text, TEXT_WIDTH), MARGIN, HEIGHT as f32 - STRIPE as f32 - 42.0);
    }
    picture.fill(0, HEIGHT - STRIPE, WIDTH, STRIPE, Ink::Accent);
    picture.png(theme)
}

/// The text as it is drawn: composed, with single spaces, without signs that the font lacks. `None` if it lacks a letter
/// or a digit, or if nothing is left.
fn drawn(font: &FontRef<'_>, text: &str) -> Option<String> {
    let mut line = String::new();
    for character in text.nfc().take(LONGEST) {
        if character.is_whitespace() {
            if !line.is_empty() && !line.ends_with(' ') {
                line.push(' ');
            }
        } else if font.glyph_id(character) != GlyphId(0) {
            line.push(character);
        } else if character.is_alphanumeric() {
            return None;
        }
    }
    line.truncate(line.trim_end().len());
    (!line.is_empty()).then_some(line)
}

/// What is drawn with one color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ink {
    Strong,
    Muted,
    Accent,
    OnAccent,
}

impl Ink {
    const ALL: [Self; 4] = [Self::Strong, Self::Muted, Self::Accent, Self::OnAccent];

    /// Its color, and the color below it.
    fn colors(self, theme: &Theme) -> (Color, Color) {
        let of = |token| theme.light.get(token);
        match self {
            Self::Strong => (of(ColorToken::Strong), of(ColorToken::Bg)),
            Self::Muted => (of(ColorToken::Muted), of(ColorToken::Bg)),
            Self::Accent => (of(ColorToken::Accent), of(ColorToken::Bg)),
            Self::OnAccent => (of(ColorToken::OnAccent), of(ColorToken::Accent)),
        }
    }

    /// The pixel with so much of the color.
    fn shade(self, coverage: f32) -> u8 {
        let shade = (coverage.clamp(0.0, 1.0) * f32::from(SHADES)).round() as u8;
        // An accent below `OnAccent` is the accent.
        if shade == 0 { 0 } else { self as u8 * SHADES + shade }
    }
}

/// How a line of text is drawn.
#[derive(Debug)]
struct CardLine<'a> {
    font: &'a FontRef<'static>,
    /// In pixels per em.
    size: f32,
    ink: Ink,
}

impl CardLine<'_> {
    /// The distance between baselines.
    fn step(&self) -> f32 {
        (self.size * 1.22).round()
    }

    fn scale(&self) -> PxScale {
        // The library's scale is the height between ascender and descender, not the em.
        let em = self.font.units_per_em().unwrap_or(2048.0);
        PxScale::from(self.size * self.font.height_unscaled() / em)
    }

    /// The glyphs of a text from the left edge of the picture, and its width.
    fn glyphs(&self, text: &str) -> (Vec<Glyph>, f32) {
        let font = self.font.as_scaled(self.scale());
        let (mut x, mut previous, mut glyphs) = (0.0, None, Vec::new());
        for character in text.chars() {
            let id = self.font.glyph_id(character);
            if let Some(previous) = previous {
                x += font.kern(previous, id);
            }
            glyphs.push(id.with_scale_and_position(self.scale(), point(x, 0.0)));
            x += font.h_advance(id);
            previous = Some(id);
        }
        (glyphs, x)
    }

    fn width(&self, text: &str) -> f32 {
        self.glyphs(text).1
    }

    /// The text in lines of [`TEXT_WIDTH`]. A word that is longer is cut between characters.
    fn wrapped(&self, text: &str) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for word in text.split(' ') {
            if let Some(line) = lines.last_mut()
                && self.width(&format!("{line} {word}")) <= TEXT_WIDTH
            {
                line.push(' ');
                line.push_str(word);
                continue;
            }
            let mut part = String::new();
            for character in word.chars() {
                part.push(character);
                if self.width(&part) > TEXT_WIDTH && part.chars().count() > 1 {
                    part.pop();
                    lines.push(std::mem::replace(&mut part, character.to_string()));
                }
            }
            lines.push(part);
        }
        lines
    }

    /// At most `most` lines of the text; the last one ends in `…` if there are more.
    fn first_lines(&self, text: &str, most: usize) -> Vec<String> {
        if text.is_empty() {
            return Vec::new();
        }
        let mut lines = self.wrapped(text);
        if lines.len() > most {
            lines.truncate(most);
            if let Some(last) = lines.last_mut() {
                *last = self.ellipsized(last, TEXT_WIDTH);
            }
        }
        lines
    }

    /// The text if it has that width, or else its beginning and `…`.
    fn cut(&self, text: &str, width: f32) -> String {
        if self.width(text) <= width { text.to_owned() } else { self.ellipsized(text, width) }
    }

    /// As much of the text as has that width together with a final `…`.
    fn ellipsized(&self, text: &str, width: f32) -> String {
        let mut kept = text;
        loop {
            let line = format!("{}…", kept.trim_end_matches([' ', '.', ',', ';', ':']));
            if kept.is_empty() || self.width(&line) <= width {
                return line;
            }
            kept = kept.char_indices().next_back().map_or("", |(end, _)| &kept[..end]);
        }
    }
}

/// The pixels of a card, each a shade of an ink: 0 is the background.
struct Canvas {
    pixels: Vec<u8>,
}

impl Canvas {
    fn new() -> Self {
        Self { pixels: vec![0; WIDTH * HEIGHT] }
    }

    fn fill(&mut self, left: usize, top: usize, width: usize, height: usize, ink: Ink) {
        for row in self.pixels.chunks_exact_mut(WIDTH).skip(top).take(height) {
            row.iter_mut().skip(left).take(width).for_each(|pixel| *pixel = ink.shade(1.0));
        }
    }

    /// Draws the square with the first letter of the name, as the generated favicon has it.
    fn mark(&mut self, font: &FontRef<'static>, name: &str) {
        let letter = first_letter(name).filter(|&letter| font.glyph_id(letter) != GlyphId(0));
        let letter = letter.map(String::from).unwrap_or_default();
        let (left, top, radius) = (MARGIN as usize, MARK_TOP, 14.0_f32);
        let middle = MARK as f32 / 2.0;
        for (y, row) in self.pixels.chunks_exact_mut(WIDTH).skip(top).take(MARK).enumerate() {
            for (x, pixel) in row.iter_mut().skip(left).take(MARK).enumerate() {
                // The distance from the edge of a square with round corners.
                let outside = |at: usize| ((at as f32 + 0.5 - middle).abs() - (middle - radius)).max(0.0);
                let distance = radius - outside(x).hypot(outside(y)) + 0.5;
                *pixel = Ink::Accent.shade(distance);
            }
        }
        let line = CardLine { font, size: MARK as f32 * 0.6, ink: Ink::OnAccent };
        let width = line.width(&letter);
        self.write(&line, &letter, MARGIN + middle - width / 2.0, MARK_TOP as f32 + MARK as f32 * 0.71);
    }

    /// Draws a text; `y` is its baseline.
    fn write(&mut self, line: &CardLine<'_>, text: &str, x: f32, y: f32) {
        let (glyphs, _) = line.glyphs(text);
        for mut glyph in glyphs {
            glyph.position = point(glyph.position.x + x, y);
            let Some(outline) = line.font.outline_glyph(glyph) else { continue };
            let bounds = outline.px_bounds();
            outline.draw(|column, row, coverage| {
                let at = |start: f32, offset: u32| usize::try_from(start as i64 + i64::from(offset)).ok();
                let (Some(column), Some(row)) = (at(bounds.min.x, column), at(bounds.min.y, row)) else { return };
                let shade = line.ink.shade(coverage);
                // Glyphs may overlap: the darker shade stays.
                if column < WIDTH
                    && let Some(pixel) = self.pixels.get_mut(row * WIDTH + column)
                    && shade > *pixel
                {
                    *pixel = shade;
                }
            });
        }
    }

    /// The picture with the colors of the theme's light scheme.
    fn png(&self, theme: &Theme) -> Option<Vec<u8>> {
        let mut palette = theme.light.get(ColorToken::Bg).0.to_vec();
        for ink in Ink::ALL {
            let (Color(ink), Color(ground)) = ink.colors(theme);
            for shade in 1..=u16::from(SHADES) {
                let mix = |a: u8, b: u8| {
                    let (whole, rest) = (u16::from(SHADES), u16::from(SHADES) - shade);
                    ((u16::from(a) * shade + u16::from(b) * rest + whole / 2) / whole) as u8
                };
                palette.extend([mix(ink[0], ground[0]), mix(ink[1], ground[1]), mix(ink[2], ground[2])]);
            }
        }
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, u32::try_from(WIDTH).ok()?, u32::try_from(HEIGHT).ok()?);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_palette(palette);
        encoder.set_compression(png::Compression::Balanced);
        encoder.set_filter(png::Filter::NoFilter);
        let mut writer = encoder.write_header().ok()?;
        writer.write_image_data(&self.pixels).ok()?;
        writer.finish().ok()?;
        Some(file)
    }
}

#[cfg(test)]
mod tests {
    use super::{CardLine, CardTexts, HEIGHT, Ink, MARGIN, TEXT_WIDTH, WIDTH, card, drawn, has_card};
    use crate::parse::config::ColorToken;
    use crate::parse::config::testing::theme;

    fn bold(size: f32) -> CardLine<'static> {
        CardLine { font: &super::FONTS.as_ref().unwrap().bold, size, ink: Ink::Strong }
    }

    /// The card as rows of colors.
    fn pixels(texts: &CardTexts<'_>, look: &str) -> Vec<[u8; 3]> {
        let file = card(texts, &theme(look)).unwrap();
        let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let frame = reader.next_frame(&mut pixels).unwrap();
        assert_eq!((frame.width as usize, frame.height as usize, frame.line_size), (WIDTH, HEIGHT, WIDTH * 3));
        pixels.chunks_exact(3).map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect()
    }

    const TEXTS: CardTexts<'_> =
        CardTexts { name: "Meadow", title: "Sowing", description: Some("When and where."), host: "docs.example.com" };

    #[test]
    fn a_card_has_the_colors_of_the_theme_and_ink_where_text_is() {
        let look = r##"{"name": "N", "theme": {"accent": "#0b6e4f"}}"##;
        let pixels = pixels(&TEXTS, look);
        assert_eq!(pixels[0], [255; 3]);
        assert_eq!(pixels[WIDTH * (HEIGHT - 2) + 5], theme(look).light.get(ColorToken::Accent).0);
        let ink = theme(look).light.get(ColorToken::Strong).0;
        let rows: Vec<usize> =
            (170..HEIGHT - 100).filter(|row| pixels[row * WIDTH..(row + 1) * WIDTH].contains(&ink)).collect();
        assert!(rows.len() > 40 && rows.len() < 100, "one line of the title: {rows:?}");
        let margin = MARGIN as usize;
        for row in pixels.chunks_exact(WIDTH).take(HEIGHT - 20) {
            assert!(row[..margin - 4].iter().chain(&row[WIDTH - margin + 4..]).all(|pixel| *pixel == [255; 3]));
        }
        assert!(card(&TEXTS, &theme(look)).unwrap().len() < 20_000);
    }

    /// The rectangles of what a card shows, from top to bottom, as their first and last rows and columns.
    fn rectangles(texts: &CardTexts<'_>) -> Vec<[usize; 4]> {
        let pixels = pixels(texts, r#"{"name": "N"}"#);
        let mut found: Vec<[usize; 4]> = Vec::new();
        for (row, pixels) in pixels.chunks_exact(WIDTH).enumerate() {
            let is_ink = |pixel: &[u8; 3]| *pixel != [255; 3];
            let (Some(left), Some(right)) = (pixels.iter().position(is_ink), pixels.iter().rposition(is_ink)) else {
                continue;
            };
            match found.last_mut() {
                Some([_, bottom, first, last]) if *bottom + 1 == row => {
                    (*bottom, *first, *last) = (row, left.min(*first), right.max(*last));
                }
                _ => found.push([row, row, left, right]),
            }
        }
        found
    }

    #[test]
    fn each_text_has_its_place() {
        let lines =
            |texts: &CardTexts<'_>| rectangles(texts).iter().map(|place| format!("{place:?}\n")).collect::<String>();
        let title = "A rather long title about many things that need two lines";
        let long = CardTexts { title, description: None, ..TEXTS };
        let words = "words that go on ".repeat(40);
        let full = CardTexts { title, description: Some(&words), ..TEXTS };
        insta::assert_snapshot!(format!("{}\n{}\n{}", lines(&TEXTS), lines(&long), lines(&full)), @r"
        [64, 127, 80, 302]
        [267, 346, 82, 353]
        [390, 416, 81, 336]
        [553, 579, 81, 314]
        [616, 629, 0, 1199]

        [64, 127, 80, 302]
        [193, 274, 80, 971]
        [295, 376, 84, 1075]
        [397, 461, 85, 257]
        [553, 579, 81, 314]
        [616, 629, 0, 1199]

        [64, 127, 80, 302]
        [190, 257, 80, 1013]
        [275, 342, 80, 886]
        [383, 416, 80, 1074]
        [424, 457, 81, 1074]
        [465, 498, 81, 1074]
        [553, 579, 81, 314]
        [616, 629, 0, 1199]
        ");
    }

    #[test]
    fn letters_that_the_fonts_lack_leave_no_gaps() {
        assert!(has_card("Übersicht über Größen", "Łódź") && has_card("Обзор", "Σύνοψη") && has_card("Tổng quan", "A"));
        for other in ["概要", "نظرة عامة", "ภาพรวม", "סקירה", "A 概要", "", "🎉"] {
            assert!(!has_card(other, "A") && !has_card("A", other), "{other}");
        }
        let bold = &super::FONTS.as_ref().unwrap().bold;
        assert_eq!(drawn(bold, " 🎉 Now\n\tnew:  u\u{308} ✨"), Some("Now new: ü".to_owned()));
    }

    #[test]
    fn long_texts_are_wrapped_and_cut() {
        let line = bold(70.0);
        let text = "A rather long title about many things that nobody could ever read in a moment ".repeat(3);
        let lines = line.first_lines(text.trim(), 3);
        assert!(lines.len() == 3 && lines[2].ends_with('…') && lines.iter().all(|text| line.width(text) <= TEXT_WIDTH));
        let one = line.wrapped(&"x".repeat(100));
        assert!(one.len() > 2 && one.iter().all(|text| line.width(text) <= TEXT_WIDTH), "{one:?}");
        assert_eq!(one.concat(), "x".repeat(100));
        assert_eq!(line.wrapped("a b"), ["a b"]);
        // Pairs of letters move together.
        assert!(line.width("AV") < line.width("A") + line.width("V"));
    }
}
