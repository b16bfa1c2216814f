//! Images: with their dimensions, so that nothing moves when they load, and with a button that opens them over the
//! page.
//!
//! An SVG is never inlined, since its script would run; it is shown only by `img`.

use askama::Template;

use super::assets::Extra;
use super::escape::{escape, escaped};
use super::html::HtmlWriter;
use crate::parse::config::Strings;
use crate::parse::markdown::{Component, Image};
use crate::resolve::links::{Target, resolve};
use crate::resolve::pages::{PageId, asset_at, image_size};
use base::inputs::{FileSet, ImageSize};
use base::text::DestinationKind;

/// The data of an `img`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Drawn<'a> {
    pub(super) source: &'a str,
    pub(super) alt: &'a str,
    /// Empty if absent, like all texts below.
    pub(super) title: &'a str,
    pub(super) class: &'a str,
    pub(super) width: &'a str,
    pub(super) height: &'a str,
    /// Whether readers see it before they scroll, so that it is loaded at once.
    pub(super) is_first: bool,
}

#[derive(Template)]
#[template(path = "components/image.html", whitespace = "preserve")]
struct ImageView<'a> {
    s: &'a Strings,
    root: &'a str,
    images: &'a str,
    /// Whether it opens over the page: not inside a link, and not if that would show no more.
    opens: bool,
    alt: &'a str,
    /// The number of the caption; `None` if it is empty.
    number: usize,
    caption: &'a str,
}

impl HtmlWriter<'_> {
    pub(super) fn markdown_image(&mut self, image: &Image) {
        let drawn = Drawn { source: &image.source, alt: &image.alt, title: &image.title, ..Drawn::default() };
        let html = self.captured(|writer| writer.image_element(&drawn));
        if html.is_empty() {
            escape(&image.alt, &mut self.out);
        } else {
            self.framed("", &html, &drawn, "");
        }
    }

    /// A `wc-image`; `root` has the attributes of its element.
    pub(super) fn image_component(&mut self, component: &Component, root: &str) {
        let value = |name: &str| component.value(name).unwrap_or_default();
        let dark = component.given("dark-src").map(|given| &*given.value);
        let light = Drawn {
            source: value("src"),
            alt: value("alt"),
            class: if dark.is_some() { "image-light" } else { "" },
            width: value("width").trim_end_matches("px"),
            height: value("height").trim_end_matches("px"),
            ..Drawn::default()
        };
        let html = self.captured(|writer| {
            writer.image_element(&light);
            if let Some(source) = dark {
                writer.image_element(&Drawn { source, class: "image-dark", ..light });
            }
        });
        let html = if light.source.is_empty() { escaped(light.alt) } else { html };
        self.framed(root, &html, &light, value("caption").trim());
    }

    fn framed(&mut self, root: &str, images: &str, drawn: &Drawn<'_>, caption: &str) {
        /// In pixels. An image that is smaller in both dimensions is an icon or a badge.
        const SMALLEST: f64 = 128.0;
        let (width, height) = shown_size(self.size_of_image(drawn.source), drawn.width, drawn.height);
        let is_small = |length: &str| length.parse().is_ok_and(|length: f64| length < SMALLEST);
        let opens = !self.in_link() && images.starts_with('<') && !(is_small(&width) && is_small(&height));
        self.extras.insert(Extra::Image);
        self.captions += usize::from(!caption.is_empty());
        let view = ImageView { s: self.s, root, images, opens, alt: drawn.alt, number: self.captions, caption };
        // Writing to a string does not fail.
        let _ = view.render_into(&mut self.out);
    }

    /// Writes an `img` if the scheme of its source is allowed.
    pub(super) fn image_element(&mut self, image: &Drawn<'_>) {
        let kind = DestinationKind::of(image.source);
        if kind == DestinationKind::Refused {
            return;
        }
        self.out.push_str("<img src=\"");
        self.address(image.source, kind);
        self.out.push_str("\" alt=\"");
        escape(image.alt, &mut self.out);
        self.out.push('"');
        let (width, height) = shown_size(self.size_of_image(image.source), image.width, image.height);
        for (name, value) in [("class", image.class), ("title", image.title), ("width", &width), ("height", &height)] {
            if !value.is_empty() {
                self.out.push_str(&format!(" {name}=\"{}\"", escaped(value)));
            }
        }
        self.out.push_str(if image.is_first { ">" } else { " loading=\"lazy\" decoding=\"async\">" });
    }

    /// The dimensions of an image of the project.
    fn size_of_image(&self, source: &str) -> Option<ImageSize> {
        if DestinationKind::of(source) != DestinationKind::Relative {
            return None;
        }
        let Target::Asset(path) = resolve(self.db, self.file, source) else { return None };
        image_size(self.db, asset_at(self.db, PageId::new(self.db, FileSet::of(self.db, self.file), path))?)
    }
}

/// The attributes `width` and `height` of an image: the author's, completed from its own dimensions.
fn shown_size(own: Option<ImageSize>, width: &str, height: &str) -> (String, String) {
    let scaled = |length: &str, by: u32, of: u32| {
        let length: f64 = length.parse().ok()?;
        Some(format!("{}", (length * f64::from(by) / f64::from(of)).round().max(1.0)))
    };
    let (width, height) = (width.to_owned(), height.to_owned());
    match (own, width.is_empty(), height.is_empty()) {
        (Some(own), true, true) => (own.width.to_string(), own.height.to_string()),
        (Some(own), false, true) => {
            let height = scaled(&width, own.height, own.width).unwrap_or_default();
            (width, height)
        }
        (Some(own), true, false) => (scaled(&height, own.width, own.height).unwrap_or_default(), height),
        _ => (width, height),
    }
}

#[cfg(test)]
mod tests {
    use super::shown_size;
    use base::inputs::ImageSize;

    #[test]
    fn what_an_author_leaves_out_follows_from_the_image() {
        let shown = |own: Option<(u32, u32)>, width: &str, height: &str| {
            shown_size(own.map(|(width, height)| ImageSize { width, height }), width, height)
        };
        let pair = |width: &str, height: &str| (width.to_owned(), height.to_owned());
        assert_eq!(shown(Some((640, 480)), "", ""), pair("640", "480"));
        assert_eq!(shown(Some((640, 480)), "320", ""), pair("320", "240"));
        assert_eq!(shown(Some((640, 480)), "", "120"), pair("160", "120"));
        assert_eq!(shown(Some((640, 480)), "50%", ""), pair("50%", ""));
        assert_eq!(shown(Some((640, 480)), "1", "2"), pair("1", "2"));
        assert_eq!(shown(None, "", "40"), pair("", "40"));
    }
}
