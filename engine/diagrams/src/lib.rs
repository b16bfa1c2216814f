//! Mermaid diagrams as SVG files, drawn without a browser. Depends only on text.
//!
//! A file is for `<img>`: it has its own style sheet, which a page's content security policy would block, and nothing
//! in it runs or loads anything. Drawing is deterministic: it reads neither the clock nor the system's fonts.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::LazyLock;

use merman::svg::{RenderResourcePolicy, SvgRenderOptions};
use merman::{
    Engine, MermaidConfig, OperationControl, ParseOptions, RenderError, RenderOutput, RenderRequest, Renderer,
    SvgEnvironment, SvgRequest,
};
use serde_json::json;

mod palette;

/// The largest source, in bytes.
const LONGEST: usize = 64 * 1024;

/// The kind of page that a diagram is drawn for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// Dark lines for light pages.
    Light,
    /// Light lines for dark pages.
    Dark,
}

/// A diagram as a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Svg {
    /// The content.
    pub text: String,
    /// Its width in CSS pixels.
    pub width: u32,
    /// Its height in CSS pixels.
    pub height: u32,
}

/// Why a source cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiagramError {
    /// The problem, as part of a sentence.
    pub message: String,
    /// Its position in bytes of the source, if known.
    pub at: Option<Range<usize>>,
}

impl DiagramError {
    fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), at: None }
    }
}

static LIGHT: LazyLock<Renderer> = LazyLock::new(|| renderer(Theme::Light));
static DARK: LazyLock<Renderer> = LazyLock::new(|| renderer(Theme::Dark));

/// Labels are SVG text: HTML labels are cut off if the reader's font is wider than the measured one.
fn renderer(theme: Theme) -> Renderer {
    let config = MermaidConfig::from_value(json!({
        "theme": "base",
        "themeVariables": palette::variables(theme),
        "look": "classic",
        "fontFamily": "sans-serif",
        "securityLevel": "strict",
        "htmlLabels": false,
        "flowchart": { "htmlLabels": false },
        "class": { "htmlLabels": false },
        "state": { "htmlLabels": false },
        "journey": { "textPlacement": "tspan" },
    }));
    Renderer::new().with_engine(Engine::new().with_site_config(config)).with_parse_options(ParseOptions::strict())
}

/// Draws a Mermaid source.
///
/// # Errors
///
/// The source is not a supported kind of diagram, is malformed, or exceeds a limit.
pub fn draw(source: &str, theme: Theme) -> Result<Svg, DiagramError> {
    if source.len() > LONGEST {
        return Err(DiagramError::new(format!("it is longer than {LONGEST} bytes")));
    }
    let renderer = match theme {
        Theme::Light => &LIGHT,
        Theme::Dark => &DARK,
    };
    let request = SvgRequest {
        environment: SvgEnvironment::deterministic().with_resource_policy(RenderResourcePolicy::interactive()),
        // Labels of edges may overflow by a few letters.
        options: SvgRenderOptions { diagram_id: Some("diagram".to_owned()), viewbox_padding: 20.0 },
        ..SvgRequest::default()
    };
    // A defect of the library must not end the build.
    let render = || renderer.render(RenderRequest::svg(source, OperationControl::new(), request));
    let output = catch_unwind(AssertUnwindSafe(render)).map_err(|_| DiagramError::new("drawing it failed"))?;
    match output {
        Ok(RenderOutput::Svg(Some(svg))) => sized(polished(svg.into_parts().0, theme)),
        Ok(_) => Err(DiagramError::new("its first word is not a supported kind of diagram")),
        Err(error) => Err(told(&error)),
    }
}

/// Converts an error of the library.
fn told(error: &RenderError) -> DiagramError {
    let at = match error {
        RenderError::Parse(diagnostic) => diagnostic.terminal_diagnostic_details().span,
        _ => None,
    };
    let message = match error {
        RenderError::ResourceLimitExceeded(limit) => format!("it is too large ({} of {})", limit.actual, limit.maximum),
        error => error.to_string(),
    };
    let message = message.replace(char::is_control, " ");
    let first = message.chars().next().map_or(0, char::len_utf8);
    let message = message[..first].to_lowercase() + &message[first..];
    DiagramError { message, at: at.map(|span| span.start..span.end) }
}

/// A file with centered labels, in the colors of the page.
fn polished(svg: String, theme: Theme) -> String {
    let svg = centred(svg);
    let svg =
        if ROLES_WITH_SHIFTED_LABELS.iter().any(|role| svg.contains(role)) { centred_lines(&svg, theme) } else { svg };
    // An image inherits no color for its lines, and HTML text may be wider than measured.
    svg.replace("<line stroke=\"currentColor\"", "<line")
        .replace("<circle fill=\"white\"", &format!("<circle fill=\"{}\"", palette::background(theme)))
        .replacen("<style>", "<style>foreignObject{overflow:visible}", 1)
}

/// The kinds of diagrams whose labels begin where the box of an HTML label would.
const ROLES_WITH_SHIFTED_LABELS: [&str; 2] = ["aria-roledescription=\"class", "aria-roledescription=\"er\""];

/// A class or entity diagram with centered line labels and box titles.
fn centred_lines(svg: &str, theme: Theme) -> String {
    const TITLE: &str = "<g class=\"label-group text\"";
    const LINE: &str = "<g class=\"edgeLabel\" ";
    let of_line = |label: &str| {
        let (before, after) = label.split_once("<g class=\"label\" data-id=")?;
        let (data, rest) = after.split_once(" transform=\"translate(")?;
        let (_, rest) = rest.split_once(',')?;
        Some(format!("{before}<g class=\"label\" data-id={data} transform=\"translate(0,{}", centred_box(rest)))
    };
    let of_title = |title: &str| {
        let (_, rest) = title.strip_prefix(" transform=\"translate(")?.split_once(',')?;
        Some(format!(" transform=\"translate(0,{}", rest.replacen("<text ", "<text text-anchor=\"middle\" ", 1)))
    };
    let svg = with_each(svg, LINE, of_line);
    let svg = with_each(&svg, TITLE, of_title);
    // The boxes behind line labels have the page's background color.
    let Some((before, rule)) = svg.split_once(".edgeLabel .label rect{fill:") else { return svg };
    let Some((_, after)) = rule.split_once([';', '}']) else { return svg };
    let end = &rule[rule.len() - after.len() - 1..];
    format!("{before}.edgeLabel .label rect{{fill:{}{end}", palette::background(theme))
}

/// A label whose box, which begins at -2, is centered at 0.
fn centred_box(label: &str) -> String {
    const BOX: &str = "x=\"-2\" y=\"-1\" width=\"";
    let width = label.split_once(BOX).and_then(|(_, rest)| rest.split_once('"')?.0.parse::<f64>().ok());
    match width {
        Some(width) => label.replacen(BOX, &format!("x=\"{}\" y=\"-1\" width=\"", -width / 2.0), 1),
        None => label.to_owned(),
    }
}

/// A text in which `change` is applied to what follows each mark, if it returns a replacement.
fn with_each(text: &str, mark: &str, change: impl Fn(&str) -> Option<String>) -> String {
    let mut pieces = text.split(mark);
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        out.push_str(mark);
        match change(piece) {
            Some(changed) => out.push_str(&changed),
            None => out.push_str(piece),
        }
    }
    out
}

/// A state diagram whose labels are centered in their boxes: the library starts SVG text where the box of an HTML label
/// would, and that is wider than a short word.
fn centred(svg: String) -> String {
    const NODE: &str = "<g class=\"node statediagram-state";
    const LABEL: &str = "<g class=\"label\" style=\"\" transform=\"translate(";
    if !svg.contains(NODE) {
        return svg;
    }
    let mut nodes = svg.split(NODE);
    let mut out = nodes.next().unwrap_or_default().to_owned();
    for node in nodes {
        out.push_str(NODE);
        let label = node.split_once(LABEL).and_then(|(before, rest)| Some((before, rest.split_once(',')?.1)));
        match label {
            Some((before, rest)) => {
                out.push_str(before);
                out.push_str(LABEL);
                out.push_str("0,");
                out.push_str(&rest.replacen("<text ", "<text text-anchor=\"middle\" ", 1));
            }
            None => out.push_str(node),
        }
    }
    out
}

/// A file with absolute dimensions, from its root element's `viewBox`: its `width` is relative.
fn sized(svg: String) -> Result<Svg, DiagramError> {
    let root = svg.find("<svg").and_then(|start| Some((start, start + svg[start..].find('>')?)));
    let Some((start, end)) = root else { return Err(DiagramError::new("drawing it gave no picture")) };
    let tag = &svg[start..end];
    let view_box = attribute(tag, "viewBox").unwrap_or_default();
    let mut numbers = view_box.split_ascii_whitespace().map(|number| number.parse::<f64>().unwrap_or_default());
    let (width, height) = (numbers.nth(2).unwrap_or_default(), numbers.next().unwrap_or_default());
    let whole = |length: f64| {
        // Larger than any screen, and exact as an integer.
        let length = length.ceil().clamp(0.0, 1_000_000.0);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped above")]
        let pixels = length as u32;
        pixels
    };
    let (width, height) = (whole(width), whole(height));
    if width == 0 || height == 0 {
        return Err(DiagramError::new("there is nothing in it to draw"));
    }
    Ok(Svg { text: svg, width, height })
}

/// The value of an attribute of a tag.
fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
    rest.split_once('"').map(|(value, _)| value)
}

#[cfg(test)]
mod tests;
