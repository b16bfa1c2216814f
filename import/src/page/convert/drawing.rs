//! Inline `<svg>` drawings: written to files and shown as images.

use super::Converter;
use crate::literal::Literal;
use crate::page::tree::TargetElement;
use crate::page::write::opening;
use crate::report::LossKind;

/// The attributes that have different names in JSX and SVG.
const NAMES: [(&str, &str); 20] = [
    ("strokeWidth", "stroke-width"),
    ("strokeLinecap", "stroke-linecap"),
    ("strokeLinejoin", "stroke-linejoin"),
    ("strokeDasharray", "stroke-dasharray"),
    ("strokeDashoffset", "stroke-dashoffset"),
    ("strokeMiterlimit", "stroke-miterlimit"),
    ("strokeOpacity", "stroke-opacity"),
    ("fillRule", "fill-rule"),
    ("fillOpacity", "fill-opacity"),
    ("clipRule", "clip-rule"),
    ("clipPath", "clip-path"),
    ("stopColor", "stop-color"),
    ("stopOpacity", "stop-opacity"),
    ("fontSize", "font-size"),
    ("fontFamily", "font-family"),
    ("fontWeight", "font-weight"),
    ("textAnchor", "text-anchor"),
    ("dominantBaseline", "dominant-baseline"),
    ("xlinkHref", "xlink:href"),
    ("className", "class"),
];
/// What a file must not contain, since anyone may open it by its URL.
const REFUSED: [&str; 5] = ["<script", "<foreignobject", "javascript:", "<!entity", "<iframe"];
/// The value of `currentColor` in drawings for dark pages.
const ON_DARK: &str = " color=\"#fff\"";
/// The widest drawing without a size whose own units are used: an icon.
const ICON: f32 = 64.0;

impl Converter<'_> {
    /// The image for a drawing; empty for one that draws nothing or is omitted.
    pub(super) fn drawing(&mut self, source: &str, line: u32) -> String {
        let Some(svg) = as_svg(source) else {
            if !source.is_empty() {
                self.report_own_loss(
                    LossKind::Asset,
                    line,
                    "<svg>",
                    "a drawing that is computed or unsupported: omitted",
                );
            }
            return String::new();
        };
        let root = svg.split('>').next().unwrap_or_default().to_owned();
        let (width, height) = size(&root);
        let title = svg.split_once("<title>").and_then(|(_, rest)| rest.split_once("</title>")).map(|(title, _)| title);
        let alt = value(&root, "aria-label").or(title).unwrap_or_default().trim().to_owned();
        let mut made = TargetElement::new("wc-image");
        if svg.contains("currentColor") {
            let at = "<svg".len();
            let dark = format!("{}{ON_DARK}{}", svg.get(..at).unwrap_or_default(), svg.get(at..).unwrap_or_default());
            made.set("src", Some(self.around.drawing(&self.file, svg)));
            made.set("dark-src", Some(self.around.drawing(&self.file, dark)));
        } else {
            made.set("src", Some(self.around.drawing(&self.file, svg)));
        }
        made.set("alt", Some(crate::page::read::jsx::decoded(&alt)));
        made.set_if(width, "width");
        made.set_if(height, "height");
        opening(&made, true)
    }
}

impl Converter<'_> {
    /// The file for a drawing that is an icon. `None` for one with the color of the text around it, which a file cannot
    /// have.
    pub(super) fn icon_drawing(&self, source: &str) -> Option<String> {
        let svg = as_svg(source).filter(|svg| !svg.contains("currentColor"))?;
        Some(self.around.drawing(&self.file, svg))
    }
}

/// The SVG file of a drawing: JSX converted to XML. `None` if it is computed, contains anything executable, or draws
/// nothing.
fn as_svg(source: &str) -> Option<String> {
    let source = source.trim();
    let lower = source.to_lowercase();
    let is_drawn = lower.starts_with("<svg") && lower.ends_with("</svg>");
    if !is_drawn || REFUSED.iter().any(|mark| lower.contains(mark)) || has_handler(&lower) {
        return None;
    }
    let mut out = String::with_capacity(source.len() + 40);
    let mut rest = source;
    // `a={1}`, `a={"b"}`: literal values.
    while let Some((before, after)) = rest.split_once("={") {
        if let Some((members, after)) = after.strip_prefix('{').and_then(|style| style.split_once("}}")) {
            out.push_str(&format!("{before}=\"{}\"", declarations(members)?));
            rest = after;
            continue;
        }
        let (inner, after) = after.split_once('}')?;
        let inner = inner.trim();
        let text = inner.trim_matches(['"', '\'', '`']);
        let is_literal = text.len() + 2 == inner.len() || inner.parse::<f64>().is_ok();
        if !is_literal || text.contains(['"', '{', '$']) {
            return None;
        }
        out.push_str(before);
        out.push_str(&format!("=\"{text}\""));
        rest = after;
    }
    out.push_str(rest);
    if out.contains(['{', '}']) && !out.contains("<style") {
        return None;
    }
    for (jsx, name) in NAMES {
        out = out.replace(&format!(" {jsx}="), &format!(" {name}="));
        out = out.replace(&format!("\n{jsx}="), &format!("\n{name}="));
    }
    if !out.split('>').next()?.contains("xmlns=") {
        out.insert_str("<svg".len(), " xmlns=\"http://www.w3.org/2000/svg\"");
    }
    out.push('\n');
    Some(out)
}

/// The members of a `style` object as CSS. `None` if one is computed.
fn declarations(members: &str) -> Option<String> {
    /// Properties whose numbers have no unit.
    const BARE: [&str; 8] =
        ["opacity", "fillOpacity", "strokeOpacity", "stopOpacity", "strokeWidth", "fontWeight", "lineHeight", "zIndex"];
    let Literal::Object(members) = Literal::read(&format!("{{{members}}}")) else { return None };
    let declaration = |(name, value): (String, Literal)| {
        let property: String = name
            .chars()
            .flat_map(|c| if c.is_ascii_uppercase() { vec!['-', c.to_ascii_lowercase()] } else { vec![c] })
            .collect();
        match value {
            Literal::Text(text) if !text.contains(['"', '<', '&', ';']) => Some(format!("{property}:{text}")),
            Literal::Number(digits) if BARE.contains(&name.as_str()) => Some(format!("{property}:{digits}")),
            Literal::Number(digits) => Some(format!("{property}:{digits}px")),
            _ => None,
        }
    };
    let declarations: Option<Vec<String>> = members.into_iter().map(declaration).collect();
    Some(declarations?.join(";"))
}

/// Whether there is an attribute such as `onclick`.
fn has_handler(lower: &str) -> bool {
    let begins = |before: &str| before.ends_with(|c: char| c.is_whitespace() || matches!(c, '/' | '"' | '\''));
    lower.match_indices("on").filter(|(at, _)| lower.get(..*at).is_some_and(begins)).any(|(at, mark)| {
        let rest = lower.get(at + mark.len()..).unwrap_or_default();
        let length = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        length > 0 && rest.get(length..).is_some_and(|rest| rest.trim_start().starts_with('='))
    })
}

/// The width and height of a drawing: from its attributes, from utility classes, or from its units if it is an icon.
fn size(root: &str) -> (Option<String>, Option<String>) {
    let given = |name: &str| {
        let of_style = || {
            let style = value(root, "style")?.split(';').filter_map(|part| part.split_once(':'));
            style.filter(|(property, _)| property.trim() == name).map(|(_, value)| value).next()
        };
        let digits = value(root, name).or_else(of_style)?.trim().trim_end_matches("px");
        digits.parse::<u32>().is_ok().then(|| digits.to_owned())
    };
    let of_class = |start: &str| {
        let word = value(root, "class")?.split_whitespace().find_map(|word| word.strip_prefix(start))?;
        Some((word.parse::<u32>().ok()? * 4).to_string())
    };
    let (width, height) = (of_class("w-").or_else(|| given("width")), of_class("h-").or_else(|| given("height")));
    if width.is_some() || height.is_some() {
        return (width, height);
    }
    let units: Vec<f32> =
        value(root, "viewBox").unwrap_or_default().split([' ', ',']).filter_map(|n| n.parse().ok()).collect();
    match units.as_slice() {
        [_, _, width, height] if *width <= ICON && *height <= ICON => {
            (Some(width.round().to_string()), Some(height.round().to_string()))
        }
        _ => (None, None),
    }
}

/// The value of an attribute of a tag.
fn value<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    let rest = tag.split_once(&format!("{name}=")).filter(|(before, _)| before.ends_with(char::is_whitespace))?.1;
    let mark = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    rest.get(1..)?.split(mark).next()
}

#[cfg(test)]
mod tests {
    use super::{as_svg, size};

    #[test]
    fn drawings_become_files() {
        let jsx = "<svg className=\"h-4 w-6\" viewBox=\"0 0 9 9\" strokeWidth={2}>\n<path d=\"M0 0\"/></svg>";
        let svg = as_svg(jsx).unwrap();
        let expected = "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"h-4 w-6\" viewBox=\"0 0 9 9\" stroke-width=\"2\">\n\
                        <path d=\"M0 0\"/></svg>\n";
        assert_eq!(svg, expected);
        assert_eq!(size(svg.split('>').next().unwrap()), (Some("24".to_owned()), Some("16".to_owned())));
        let styled =
            "<svg style={{ width: 20, height: \"10px\", fillOpacity: 0.5 }} viewBox=\"0 0 900 900\"><path/></svg>";
        let svg = as_svg(styled).unwrap();
        assert!(svg.contains(" style=\"width:20px;height:10px;fill-opacity:0.5\" "), "{svg}");
        assert_eq!(size(svg.split('>').next().unwrap()), (Some("20".to_owned()), Some("10".to_owned())));
        assert_eq!(size("<svg viewBox=\"0 0 24 24\""), (Some("24".to_owned()), Some("24".to_owned())));
        assert_eq!(size("<svg viewBox=\"0 0 800 600\""), (None, None));
    }

    #[test]
    fn what_is_no_plain_drawing_is_none() {
        for source in [
            "<svg>",
            "<svg width={size}><path /></svg>",
            "<svg style={{ width: size }}><path /></svg>",
            "<svg><script>x()</script></svg>",
            "<svg onload=\"x()\"><path/></svg>",
            "<svg\nonload = x()><path/></svg>",
            "<svg width=\"1\"onload=\"x()\"><path/></svg>",
            "<svg><a href=\"javascript:x()\"/></svg>",
            "<svg><foreignObject/></svg>",
            "<svg {...props}><path/></svg>",
        ] {
            assert_eq!(as_svg(source), None, "{source}");
        }
    }
}
