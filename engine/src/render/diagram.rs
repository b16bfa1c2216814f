//! Diagrams of pages as SVG files. The crate `diagrams` draws them; without it, their source is shown.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use askama::Template;

use super::assets::Extra;
use super::code::{CodeView, code_block};
use super::escape::{encoded_address, escape_address};
use super::html::HtmlWriter;
use super::spec_text::spec_text;
use crate::Db;
use crate::parse::config::Strings;
use crate::resolve::include::page_text;
use crate::resolve::links::asset_address;
use crate::resolve::page_tree::page_tree;
use crate::resolve::pages::page_id;
use base::diagnostic::{Code, Diagnostic, Span};
use base::inputs::File;

/// The folder of the files in the output.
const FOLDER: &str = "_tool/diagrams/";

/// A diagram's Mermaid source as a key.
#[salsa::interned]
pub(crate) struct DiagramSource<'db> {
    #[returns(ref)]
    text: Arc<str>,
}

/// A diagram as files for light and for dark pages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Drawings {
    light: Drawing,
    dark: Drawing,
}

/// The file for one theme.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Drawing {
    /// Hash of the file's bytes.
    hash: u64,
    svg: Arc<str>,
    width: u32,
    height: u32,
}

/// Why a diagram is not drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NotDrawn {
    /// This tool was built without the feature `diagrams`.
    #[cfg_attr(feature = "diagrams", expect(dead_code, reason = "used by builds without diagrams"))]
    Off,
    /// The source is invalid, at this position if known.
    #[cfg_attr(not(feature = "diagrams"), expect(dead_code, reason = "used by builds with diagrams"))]
    Wrong { message: String, at: Option<Range<usize>> },
}

/// A diagram drawn in both themes. Not kept for long: the files are large and cheap to draw again.
#[salsa::tracked(returns(ref), lru = 128)]
pub(crate) fn drawings<'db>(db: &'db dyn Db, source: DiagramSource<'db>) -> Result<Drawings, NotDrawn> {
    drawn(source.text(db))
}

#[cfg(feature = "diagrams")]
fn drawn(source: &str) -> Result<Drawings, NotDrawn> {
    let draw = |theme| match diagrams::draw(source, theme) {
        Ok(diagrams::Svg { text, width, height }) => {
            Ok(Drawing { hash: rapidhash::v3::rapidhash_v3(text.as_bytes()), svg: text.into(), width, height })
        }
        Err(diagrams::DiagramError { message, at }) => Err(NotDrawn::Wrong { message, at }),
    };
    Ok(Drawings { light: draw(diagrams::Theme::Light)?, dark: draw(diagrams::Theme::Dark)? })
}

#[cfg(not(feature = "diagrams"))]
fn drawn(_: &str) -> Result<Drawings, NotDrawn> {
    Err(NotDrawn::Off)
}

/// The sources of a page's diagram files, by the hash of the file.
#[salsa::tracked(returns(ref))]
fn page_drawings(db: &dyn Db, file: File) -> BTreeMap<u64, Arc<str>> {
    let mut found = BTreeMap::new();
    for (source, _) in page_tree(db, file).diagrams() {
        let text: Arc<str> = source.into();
        if let Ok(Drawings { light, dark }) = drawings(db, DiagramSource::new(db, text.clone())) {
            found.extend([(light.hash, text.clone()), (dark.hash, text)]);
        }
    }
    found
}

/// Whether a page may have diagrams; other pages are not parsed to list them.
fn mentions_diagrams(text: &str) -> bool {
    const WORD: &[u8] = b"mermaid";
    let bytes = text.as_bytes();
    memchr::memchr2_iter(b'm', b'M', bytes)
        .any(|at| bytes.get(at..at + WORD.len()).is_some_and(|word| word.eq_ignore_ascii_case(WORD)))
}

fn path_of(id: &str, hash: u64) -> String {
    format!("{FOLDER}{id}/{hash:016x}.svg")
}

/// The output paths of the diagrams of the page with this ID.
pub(crate) fn diagram_paths(db: &dyn Db, id: &str, file: File) -> Vec<Arc<str>> {
    if !mentions_diagrams(page_text(db, file)) {
        return Vec::new();
    }
    page_drawings(db, file).keys().map(|&hash| path_of(id, hash).into()).collect()
}

/// The page and the hash in such a path.
pub(crate) fn diagram_of(path: &str) -> Option<(&str, u64)> {
    let (id, hash) = path.strip_prefix(FOLDER)?.strip_suffix(".svg")?.rsplit_once('/')?;
    let hash = Some(hash).filter(|hash| hash.len() == 16).and_then(|hash| u64::from_str_radix(hash, 16).ok())?;
    Some((id, hash))
}

/// Whether the page has a diagram drawn as the file with this hash.
pub(crate) fn has_drawing(db: &dyn Db, file: File, hash: u64) -> bool {
    page_drawings(db, file).contains_key(&hash)
}

/// The file with this hash, if it is a diagram of the page.
pub(crate) fn drawing(db: &dyn Db, file: File, hash: u64) -> Option<Arc<str>> {
    let source = page_drawings(db, file).get(&hash)?;
    let Drawings { light, dark } = drawings(db, DiagramSource::new(db, source.clone())).as_ref().ok()?;
    [light, dark].into_iter().find(|drawing| drawing.hash == hash).map(|drawing| drawing.svg.clone())
}

/// The diagrams of a page that are not drawn. A build without diagrams reports this once.
#[salsa::tracked(returns(ref))]
pub(crate) fn check_diagrams(db: &dyn Db, file: File) -> Vec<Diagnostic<Span>> {
    let mut found: Vec<Diagnostic<Span>> = Vec::new();
    for (source, span) in page_tree(db, file).diagrams() {
        match drawings(db, DiagramSource::new(db, Arc::<str>::from(source))) {
            Ok(_) => {}
            Err(NotDrawn::Off) => {
                let message = "diagrams are shown as source: this build lacks the feature `diagrams`".to_owned();
                return vec![Diagnostic::new(Code::DiagramsOff, message, span)];
            }
            Err(NotDrawn::Wrong { message, at }) => {
                let place = at.clone().map_or(span, |at| span.of_part(page_text(db, file), source, at));
                found.push(
                    Diagnostic::new(Code::InvalidDiagram, format!("the diagram cannot be drawn: {message}"), place)
                        .with_help("its source is shown".to_owned()),
                );
            }
        }
    }
    found
}

#[derive(Template)]
#[template(path = "components/diagram.html", whitespace = "preserve")]
struct DiagramView<'a> {
    s: &'a Strings,
    root: &'a str,
    /// A class and the URL for each theme.
    pictures: &'a [(&'a str, String)],
    width: u32,
    height: u32,
    alt: &'a str,
    caption: &'a str,
    source: &'a str,
}

impl HtmlWriter<'_> {
    /// A diagram with the attributes of its element, or its source if it cannot be drawn.
    pub(super) fn diagram(&mut self, root: &str, source: &str, caption: Option<&str>) {
        let mut code = String::new();
        let view = CodeView { language: Some("mermaid"), text: source, ..CodeView::default() };
        code_block(self.s, &view, &mut code);
        let mut caption_html = String::new();
        if let Some(text) = caption {
            spec_text(self.s, text, &mut caption_html);
        }
        self.extras.insert(Extra::Diagram);
        let db = self.db;
        let (mut pictures, mut size) = (Vec::new(), (0, 0));
        if let Ok(Drawings { light, dark }) = drawings(db, DiagramSource::new(db, Arc::<str>::from(source))) {
            let id = page_id(db, self.file);
            let address = |drawing: &Drawing| {
                let mut address = String::new();
                escape_address(&encoded_address(&asset_address(&path_of(id, drawing.hash))), &mut address);
                address
            };
            pictures = vec![("diagram-light", address(light)), ("diagram-dark", address(dark))];
            size = (light.width, light.height);
        }
        let view = DiagramView {
            s: self.s,
            root,
            pictures: &pictures,
            width: size.0,
            height: size.1,
            alt: caption.unwrap_or_else(|| label_of(self.s, source)),
            caption: &caption_html,
            source: &code,
        };
        // Writing to a string does not fail.
        let _ = view.render_into(&mut self.out);
    }
}

/// The label of a diagram without a caption.
pub(crate) fn label_of<'a>(s: &'a Strings, source: &'a str) -> &'a str {
    own_title(source).unwrap_or_else(|| kind_of(s, source))
}

/// The accessible title in a diagram's source.
fn own_title(source: &str) -> Option<&str> {
    source.lines().find_map(|line| line.trim().strip_prefix("accTitle")?.trim_start().strip_prefix(':')).map(str::trim)
}

/// The label of a diagram, by the first word of its source.
fn kind_of<'a>(s: &'a Strings, source: &str) -> &'a str {
    let kinds: &[(&str, &str)] = &[
        ("flowchart", s.flowchart()),
        ("graph", s.flowchart()),
        ("sequence", s.sequence_diagram()),
        ("class", s.class_diagram()),
        ("state", s.state_diagram()),
        ("er", s.entity_diagram()),
        ("gantt", s.gantt_chart()),
        ("pie", s.pie_chart()),
        ("gitgraph", s.git_graph()),
        ("journey", s.user_journey()),
        ("mindmap", s.mind_map()),
        ("timeline", s.timeline()),
        ("xychart", s.chart()),
        ("quadrant", s.chart()),
        ("sankey", s.chart()),
    ];
    let mut lines = source.lines().map(str::trim);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with("%%")).unwrap_or_default().to_ascii_lowercase();
    kinds.iter().find(|(word, _)| first.starts_with(word)).map_or(s.diagram(), |&(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::{diagram_of, kind_of, mentions_diagrams, own_title};
    use crate::parse::config::ENGLISH;

    #[test]
    fn a_path_names_its_page() {
        let path = super::path_of("a/b c", 0xab);
        assert_eq!(path, "_tool/diagrams/a/b c/00000000000000ab.svg");
        assert_eq!(diagram_of(&path), Some(("a/b c", 0xab)));
        for path in ["_tool/diagrams/a/ab.svg", "_tool/diagrams/00000000000000ab.svg", "a/00000000000000ab.svg"] {
            assert_eq!(diagram_of(path), None, "{path}");
        }
    }

    #[test]
    fn a_diagram_is_named_by_its_kind_or_its_title() {
        assert_eq!(kind_of(&ENGLISH, "%% note\n\n  graph TD\n"), "Flowchart");
        assert_eq!(kind_of(&ENGLISH, "erDiagram"), "Entity relationship diagram");
        assert_eq!(kind_of(&ENGLISH, "else"), "Diagram");
        assert_eq!(own_title("pie\n  accTitle: Parts of it\n"), Some("Parts of it"));
        assert_eq!(own_title("pie\n"), None);
    }

    #[test]
    fn pages_without_the_word_have_none() {
        assert!(mentions_diagrams("a ```Mermaid") && mentions_diagrams("<WC-MERMAID>"));
        assert!(!mentions_diagrams("merma id m") && !mentions_diagrams("mermai"));
    }
}
