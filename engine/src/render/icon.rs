//! Icons as HTML: inline drawings in the color of the surrounding text, images of the project, emoji.
//!
//! Drawings use presentation attributes only, which the pages' content security policy allows.

use std::fmt::Write as _;

use super::escape::{escape, escaped};
use super::html::write_address;
use crate::Db;
use crate::registry::icons::{Icon, IconValue, Paint};
use base::inputs::File;
use base::text::DestinationKind;

/// The size, color and label of an icon.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look<'a> {
    /// In pixels.
    pub(crate) size: f32,
    /// The accessible label; empty for a decorative icon.
    pub(crate) label: &'a str,
    /// A CSS color; empty for that of the text.
    pub(crate) color: &'a str,
}

impl Look<'_> {
    /// An icon before text.
    pub(crate) const BESIDE_TEXT: Look<'static> = Look { size: 18.0, label: "", color: "" };
}

/// The icon that an author named in `file`; an empty box if the name is unknown.
pub(crate) fn icon_html(db: &dyn Db, file: File, name: &str, look: Look<'_>) -> String {
    match IconValue::read(name) {
        IconValue::Icon(icon) => drawing(icon, look),
        IconValue::Unknown | IconValue::Invalid => {
            let shape = "<rect width=\"18\" height=\"18\" x=\"3\" y=\"3\" rx=\"4\" stroke-dasharray=\"3 3\"/>";
            svg(look, |out| out.push_str(shape))
        }
        IconValue::Image(address) => image(db, file, address, look),
        IconValue::Emoji(text) if look.label.is_empty() => {
            format!("<span class=\"icon\" aria-hidden=\"true\">{}</span>", escaped(text))
        }
        IconValue::Emoji(text) => {
            format!("<span class=\"icon\" role=\"img\" aria-label=\"{}\">{}</span>", escaped(look.label), escaped(text))
        }
    }
}

/// An icon of the icon table.
pub(crate) fn drawing(icon: Icon, look: Look<'_>) -> String {
    svg(look, |out| {
        for (path, paint) in icon.paths() {
            out.push_str("<path d=\"");
            out.push_str(path);
            out.push_str(match paint {
                Paint::Outline => "\"/>",
                Paint::Filled => "\" fill=\"currentColor\"/>",
                Paint::Solid => "\" fill=\"currentColor\" stroke=\"none\"/>",
            });
        }
    })
}

/// A drawing with the shapes that `draw` appends.
fn svg(look: Look<'_>, draw: impl FnOnce(&mut String)) -> String {
    // Enough for most icons.
    let mut out = String::with_capacity(512);
    out.push_str("<svg class=\"icon\"");
    write_size(look, &mut out);
    out.push_str(" viewBox=\"0 0 24 24\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"2\" stroke-linecap=\"round\" stroke-linejoin=\"round\"");
    if !look.color.is_empty() {
        out.push_str(&format!(" color=\"{}\"", escaped(look.color)));
    }
    if look.label.is_empty() {
        out.push_str(" aria-hidden=\"true\">");
    } else {
        out.push_str(&format!(" role=\"img\" aria-label=\"{}\">", escaped(look.label)));
    }
    draw(&mut out);
    out.push_str("</svg>");
    out
}

fn image(db: &dyn Db, file: File, address: &str, look: Look<'_>) -> String {
    let kind = DestinationKind::of(address);
    if kind == DestinationKind::Refused {
        return escaped(look.label);
    }
    let mut out = String::from("<img class=\"icon\" src=\"");
    write_address(db, file, address, kind, &mut out);
    out.push_str("\" alt=\"");
    escape(look.label, &mut out);
    out.push('"');
    write_size(look, &mut out);
    out.push_str(" loading=\"lazy\">");
    out
}

/// The sizes of our own icons as text: formatting a number takes longer than the rest of an icon.
const SIZES: [(f32, &str); 4] = [(16.0, "16"), (18.0, "18"), (20.0, "20"), (24.0, "24")];

fn write_size(look: Look<'_>, out: &mut String) {
    const LARGEST: f32 = 512.0;
    let size = look.size.clamp(1.0, LARGEST);
    let mut number = String::new();
    let text = match SIZES.iter().find(|(known, _)| known.total_cmp(&size).is_eq()) {
        Some((_, text)) => text,
        None => {
            // Writing to a string does not fail.
            let _ = write!(number, "{size}");
            &*number
        }
    };
    for attribute in [" width=\"", " height=\""] {
        out.push_str(attribute);
        out.push_str(text);
        out.push('"');
    }
}

#[cfg(test)]
mod tests {
    use super::{Look, drawing};
    use crate::registry::icons::named;

    #[test]
    fn a_drawing_needs_no_style() {
        let look = Look { size: 20.0, label: "A \"b\"", color: "" };
        insta::assert_snapshot!(drawing(named("chevron-right").unwrap(), look), @r#"<svg class="icon" width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" role="img" aria-label="A &quot;b&quot;"><path d="M9 18L15 12 9 6"/></svg>"#);
        insta::assert_snapshot!(drawing(named("tag").unwrap(), Look { color: "#0a7", ..Look::BESIDE_TEXT }), @r##"<svg class="icon" width="18" height="18" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" color="#0a7" aria-hidden="true"><path d="M12.586 2.586C12.211 2.211 11.702 2 11.172 2H4C2.895 2 2 2.895 2 4V11.172C2 11.702 2.211 12.211 2.586 12.586L11.29 21.29C12.236 22.23 13.764 22.23 14.71 21.29L21.29 14.71C22.23 13.764 22.23 12.236 21.29 11.29Z"/><path d="M8 7.5C8 7.776 7.776 8 7.5 8 7.224 8 7 7.776 7 7.5 7 7.224 7.224 7 7.5 7 7.776 7 8 7.224 8 7.5" fill="currentColor"/></svg>"##);
    }
}
