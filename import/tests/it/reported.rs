//! Whether the report of an import explains what the checks find in the new project, and names the true places.

use std::collections::BTreeSet;

use engine::Diagnostic;
use import::{Contents, Imported, Loss, LossKind, Source};

/// Whether a loss is about an error: it is in a file that the page is made from, and its words are in the line of the
/// error or in its message.
pub(crate) fn is_reported(source: &Source, imported: &Imported, found: &Diagnostic) -> bool {
    // Settings may be about what several source files say.
    let named: Vec<&str> = found.message.split('`').skip(1).step_by(2).collect();
    let is_named = |loss: &Loss| named.iter().any(|name| loss.subject.contains(name));
    let Some(place) = found.place.as_ref().filter(|place| &*place.file != "tool.json") else {
        return imported.report.losses.iter().any(is_named);
    };
    let file = imported.files.iter().find(|file| *file.path == *place.file);
    let Some(Contents::Text(text)) = file.map(|file| &file.contents) else { return false };
    let start = text[..place.span.start as usize].rfind('\n').map_or(0, |at| at + 1);
    let line = text[start..].lines().next().unwrap_or_default();
    let is_about = |loss: &&Loss| {
        let subject = loss.subject.split('#').next().filter(|path| !path.is_empty()).unwrap_or(&loss.subject);
        // The check names an anchor, and the page by its new path.
        let anchor =
            loss.subject.split_once('#').filter(|(_, anchor)| loss.kind == LossKind::Anchor && !anchor.is_empty());
        let is_anchor = anchor.is_some_and(|(_, anchor)| found.message.contains(&format!("`#{anchor}`")));
        !subject.is_empty() && (line.contains(subject) || found.message.contains(subject) || is_anchor)
    };
    let about: Vec<&Loss> = imported.report.losses.iter().filter(is_about).collect();
    let page = imported.report.page_files.iter().filter(|(_, page)| page == &*place.file);
    let own: BTreeSet<String> = page.map(|(from, _)| from.clone()).collect();
    let is_in = |files: &BTreeSet<String>| about.iter().any(|loss| files.contains(&loss.file));
    // One that is made from settings, or a fragment of several pages, has no file of its own.
    !about.is_empty() && (own.is_empty() || is_in(&own) || is_in(&with_included(source, own)))
}

/// Source files with those that they include, which they name.
fn with_included(source: &Source, mut files: BTreeSet<String>) -> BTreeSet<String> {
    for _ in 0..3 {
        let texts: Vec<String> = files.iter().filter_map(|file| source.text(file).ok()).collect();
        let is_named = |path: &str| {
            let name = path.rsplit('/').next().unwrap_or(path);
            texts.iter().any(|text| text.contains(name))
        };
        let more: Vec<String> = source.paths().filter(|path| is_named(path)).map(ToOwned::to_owned).collect();
        let before = files.len();
        files.extend(more);
        if files.len() == before {
            break;
        }
    }
    files
}

/// The losses of links and images whose line in the source does not have them, nor the lines of the same paragraph.
pub(crate) fn misplaced(source: &Source, imported: &Imported) -> Vec<String> {
    let is_link = |loss: &&Loss| matches!(loss.kind, LossKind::Link | LossKind::Anchor | LossKind::Asset);
    let losses = imported.report.losses.iter().filter(is_link).filter(|loss| loss.line > 0);
    let is_wrong = |loss: &&Loss| {
        let text = source.text(&loss.file).unwrap_or_default().replace('\\', "");
        let subject = loss.subject.trim_end_matches('…');
        // The source names a diagram without the extension of its file.
        let last = subject.rsplit('/').find(|part| !part.is_empty()).unwrap_or(subject);
        let stem = last.rsplit_once('.').map_or(last, |(stem, _)| stem);
        // Settings name a page by its file, of which the report gives the URL path.
        let is_of_file = |line: &str| line.replace(".md", "").contains(subject.trim_start_matches('/'));
        // A label has an anchor of letters, digits and hyphens.
        let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
        let label = subject.split_once('#').map(|(_, anchor)| letters(anchor)).filter(|label| !label.is_empty());
        let is_of_label = |line: &str| label.as_ref().is_some_and(|label| letters(line).contains(label));
        let has = |line: &str| {
            [subject, last, stem].iter().any(|words| line.contains(words)) || is_of_file(line) || is_of_label(line)
        };
        !text.lines().skip(loss.line as usize - 1).take(MOST_LINES).any(has)
    };
    losses.filter(is_wrong).map(|loss| format!("{}:{} has no {}", loss.file, loss.line, loss.subject)).collect()
}

/// The greatest number of lines of a paragraph, a table or a tag, whose first line is the place of a loss in it.
const MOST_LINES: usize = 60;
