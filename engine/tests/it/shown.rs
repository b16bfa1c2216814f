//! What a project says and shows, as compact text for golden tests.

use std::collections::BTreeMap;

use engine::testing::text;
use engine::{Code, Diagnostic, LineIndex, Note, Place, Project, Site};

/// The findings of a project but for what its operations lack, a line each: `code file:line:column message [note place] / help`.
pub(crate) fn findings(project: &Project) -> String {
    lines(&project.site(), |_| String::new())
}

/// The same with severities: `code severity file:line:column message [note place] / help`.
pub(crate) fn graded(project: &Project) -> String {
    lines(&project.site(), |found| format!(" {}", found.severity.name()))
}

fn lines(site: &Site, severity: impl Fn(&Diagnostic) -> String) -> String {
    let mut indexes: BTreeMap<String, LineIndex<'_>> = BTreeMap::new();
    let mut at = |place: &Place| {
        let index = indexes.entry(place.file.to_string());
        let index = index.or_insert_with(|| LineIndex::new(site.source(&place.file).unwrap_or_default()));
        let (line, column) = index.line_column(place.span.start);
        format!(" {}:{line}:{column}", place.file)
    };
    let mut line = |found: &Diagnostic| {
        let place = found.place.as_ref().map_or(String::new(), &mut at);
        let mut note =
            |note: &Note| format!(" [{}{}]", note.message, note.place.as_ref().map_or(String::new(), &mut at));
        let notes: String = found.notes.iter().map(&mut note).collect();
        let help = found.help.as_ref().map_or(String::new(), |help| format!(" / {help}"));
        format!("{}{}{place} {}{notes}{help}\n", found.code.name(), severity(found), found.message)
    };
    // What operations of fixtures lack is no matter where it is not asked for.
    let lacks = [Code::MissingSummary, Code::MissingResponses, Code::MissingTags];
    site.diagnostics().iter().filter(|found| !lacks.contains(&found.code)).map(&mut line).collect()
}

/// A page's main text without tags, a line for each run of it.
pub(crate) fn words(project: &Project, path: &str) -> String {
    let html = text(project, path);
    let main = html.split_once("<main").unwrap().1.split_once("</main>").unwrap().0;
    let mut words = String::new();
    for piece in main.split('<').skip(1) {
        let text = piece.split_once('>').map_or("", |(_, text)| text).trim();
        if !text.is_empty() {
            words.push_str(text);
            words.push('\n');
        }
    }
    words
}
