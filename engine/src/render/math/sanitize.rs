//! Sanitizes the library's MathML: allowlisted elements and attributes, and classes for its styles.

use crate::render::escape::escape;

/// The allowed elements. Others are dropped, and their content is kept.
const ELEMENTS: &[&str] = &[
    "b",
    "code",
    "em",
    "i",
    "menclose",
    "mfrac",
    "mi",
    "mmultiscripts",
    "mn",
    "mo",
    "mover",
    "mpadded",
    "mphantom",
    "mprescripts",
    "mroot",
    "mrow",
    "mspace",
    "msqrt",
    "msub",
    "msubsup",
    "msup",
    "mtable",
    "mtd",
    "mtext",
    "mtr",
    "munder",
    "munderover",
    "s",
    "u",
];

/// The allowed attributes: their values are words, numbers and lengths.
const ATTRIBUTES: &[&str] = &[
    "accent",
    "accentunder",
    "columnspan",
    "depth",
    "displaystyle",
    "fence",
    "form",
    "height",
    "largeop",
    "linethickness",
    "lspace",
    "mathvariant",
    "maxsize",
    "minsize",
    "movablelimits",
    "rspace",
    "scriptlevel",
    "separator",
    "stretchy",
    "symmetric",
    "voffset",
    "width",
];

/// The class for a style declaration or for a class of the library.
const CLASSES: &[(&str, &str)] = &[
    ("text-align: left", "math-start"),
    ("text-align: right", "math-end"),
    ("padding-left: 0", "math-flush-start"),
    ("padding-right: 0", "math-flush-end"),
    ("padding-left:1em", "math-gap"),
    ("padding-top: 0", "math-tight"),
    ("padding-top: 0.1667em", "math-room"),
    ("border-top: 0.05em solid currentcolor", "math-line-top"),
    ("border-top: 0.05em dashed currentcolor", "math-dash-top"),
    ("border-right: 0.05em solid currentcolor", "math-line-end"),
    ("border-right: 0.05em dashed currentcolor", "math-dash-end"),
    ("border-left: 0.05em solid currentcolor", "math-line-start"),
    ("border-left: 0.05em dashed currentcolor", "math-dash-start"),
    ("width: 100%", "math-lines"),
    ("width: 50%", "math-side"),
    ("width: 7.5%", "math-margin"),
    ("margin-left:-0.0833em", "math-back-1"),
    ("margin-left:-0.1667em", "math-back-2"),
    ("margin-left:-0.2222em", "math-back-3"),
    ("margin-left:-0.2778em", "math-back-4"),
    ("menclose-updiagonalstrike", "math-strike-up"),
    ("menclose-downdiagonalstrike", "math-strike-down"),
];

/// Appends the allowed parts of `mathml`, the library's output. Void elements are closed.
pub(super) fn sanitize(mathml: &str, out: &mut String) {
    let mut rest = mathml;
    // The library escapes the text of elements.
    while let Some((text, after)) = rest.split_once('<') {
        out.push_str(&text.replace('>', "&gt;"));
        let Some((tag, after)) = after.split_once('>') else { return };
        write_tag(tag, out);
        rest = after;
    }
    out.push_str(&rest.replace('>', "&gt;"));
}

fn write_tag(tag: &str, out: &mut String) {
    if let Some(name) = tag.strip_prefix('/') {
        if ELEMENTS.contains(&name) {
            out.push_str(&format!("</{name}>"));
        }
        return;
    }
    let (tag, is_void) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
    let (name, mut attributes) = tag.split_once(' ').unwrap_or((tag, ""));
    if !ELEMENTS.contains(&name) {
        return;
    }
    out.push('<');
    out.push_str(name);
    let mut classes = Vec::new();
    while let Some((key, after)) = attributes.split_once("=\"") {
        let Some((value, after)) = after.split_once('"') else { break };
        match key.trim() {
            "style" | "class" => {
                let of_value = value.split(';').filter_map(class);
                classes.extend(of_value);
                if let Some(color) = value.split(';').find_map(|part| part.trim().strip_prefix("color:")) {
                    write_attribute("mathcolor", color, out);
                }
            }
            key if ATTRIBUTES.contains(&key) => write_attribute(key, value, out),
            _ => {}
        }
        attributes = after;
    }
    if !classes.is_empty() {
        out.push_str(&format!(" class=\"{}\"", classes.join(" ")));
    }
    out.push('>');
    if is_void {
        out.push_str(&format!("</{name}>"));
    }
}

/// The class of a declaration.
fn class(declaration: &str) -> Option<&'static str> {
    CLASSES.iter().find(|(known, _)| *known == declaration.trim()).map(|&(_, class)| class)
}

fn write_attribute(name: &str, value: &str, out: &mut String) {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'%' | b'#');
    if value.bytes().all(is_plain) {
        out.push_str(&format!(" {name}=\""));
        escape(value, out);
        out.push('"');
    }
}

#[cfg(test)]
mod tests {
    use super::sanitize;

    #[test]
    fn lets_through_what_it_knows() {
        let mut out = String::new();
        sanitize(
            "<math display=\"block\"><mtext><a href=\"javascript:x\">y</a></mtext><mtd style=\"text-align: left;justify-items: \
             start;\" id=\"z\" onclick=\"x()\"><mrow style=\"color:#ff0000;x:url(y)\"><mspace width=\"1em\"/></mrow></mtd>\
             <mi mathvariant=\"a b\">&lt;</mi><script>s</script><annotation-xml><svg></svg></annotation-xml></math>",
            &mut out,
        );
        assert_eq!(
            out,
            "<mtext>y</mtext><mtd class=\"math-start\"><mrow mathcolor=\"#ff0000\"><mspace width=\"1em\"></mspace></mrow></mtd>\
             <mi>&lt;</mi>s"
        );
    }
}
