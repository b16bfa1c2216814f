//! The configuration and the pages of a synthetic project: one page per operation as a scaffold writes it, and prose
//! with headings, links, code and components.

use super::json::JsonDocument;
use super::random::{Random, capitalized};
use super::{SPEC, SiteShape, spec};

/// The number of pages of prose per folder.
const FOLDER: usize = 25;

/// The id of an operation's page.
fn operation_page_id(index: usize) -> String {
    format!("api/{}", spec::operation_id(index))
}

/// The path of an operation's page.
#[must_use]
pub fn operation_page(index: usize) -> String {
    format!("docs/{}.md", operation_page_id(index))
}

fn prose_page_id(index: usize) -> String {
    format!("guide/part-{}/page-{index}", index / FOLDER)
}

/// The path of a page of prose.
#[must_use]
pub fn prose_page(index: usize) -> String {
    format!("docs/{}.md", prose_page_id(index))
}

/// Words that occur only in the prose of that page: replace them to edit it.
#[must_use]
pub fn prose_page_marker(index: usize) -> String {
    format!("Page number {index:06}")
}

/// `tool.json`. Without operations it has no sidebar, which is then generated from the folders.
pub(super) fn config(shape: &SiteShape) -> String {
    JsonDocument::document(|json| {
        json.text("name", "Generated");
        if shape.operations == 0 {
            return;
        }
        json.text("openapi", SPEC);
        json.array("sidebar", |json| {
            json.item(|json| {
                json.text("group", "Guide");
                json.array("pages", |json| {
                    json.item_text("index");
                    (0..shape.pages).for_each(|index| json.item_text(&prose_page_id(index)));
                });
            });
            let mut first = 0;
            while first < shape.operations {
                let tag = spec::tag(first);
                let end = (first..shape.operations).find(|&index| spec::tag(index) != tag).unwrap_or(shape.operations);
                json.item(|json| {
                    json.text("group", &spec::tag_name(tag));
                    json.array("pages", |json| (first..end).for_each(|index| json.item(|json| entry(index, json))));
                });
                first = end;
            }
        });
    })
}

fn entry(index: usize, json: &mut JsonDocument) {
    json.text("id", &operation_page_id(index));
    json.text("title", &spec::summary(index));
    json.text("method", spec::slot(index).method);
}

/// The home page and its path.
pub(super) fn home(shape: &SiteShape) -> (String, String) {
    let mut text = "---\ntitle: Home\n---\n\n# Home\n\nA generated project.\n\n".to_owned();
    for index in (0..shape.pages).step_by(FOLDER) {
        text.push_str(&format!("- [Part {}](/{})\n", index / FOLDER, prose_page_id(index)));
    }
    ("docs/index.md".to_owned(), text)
}

/// An operation's page.
pub(super) fn operation(index: usize) -> String {
    let (title, id) = (spec::summary(index), spec::operation_id(index));
    format!("---\ntitle: {title}\nlayout: api\n---\n\n# {title}\n\n<wc-endpoint ref=\"{id}\"></wc-endpoint>\n")
}

/// A page of prose.
pub(super) fn prose(shape: &SiteShape, index: usize) -> String {
    let mut random = Random::new(shape.seed, "page", index);
    let title = capitalized(random.sentence(4).trim_end_matches('.'));
    let mut text = format!("---\ntitle: {title}\ndescription: {}\n---\n\n# {title}\n\n", random.sentence(10));
    text.push_str(&format!("{}. {}\n\n", prose_page_marker(index), random.paragraph(3)));
    for section in 0..random.between(2, 5) {
        text.push_str(&format!("## Section {section}\n\n{}\n\n", random.paragraph(4)));
        // Links go to nearby pages, so that a page is the same in a small and in a large site.
        let target = (index + random.below(3)).saturating_sub(random.below(6)).min(index);
        text.push_str(&format!("See [a page nearby](/{}#section-0) and `{}`.\n\n", prose_page_id(target), "code"));
        text.push_str(&block(&mut random));
    }
    text
}

fn block(random: &mut Random) -> String {
    let (number, sentence) = (random.below(1_000), random.sentence(8));
    match random.below(6) {
        0 => format!("```json\n{{\n  \"id\": {number},\n  \"note\": \"{sentence}\",\n  \"open\": true\n}}\n```\n\n"),
        1 => format!(
            "```shell\ncurl https://api.example.com/v1/records/{number} \\\n  -H \"Accept: text/plain\"\n```\n\n"
        ),
        2 => format!("```yaml\nid: {number}\nnote: {sentence}\nitems: [1, 2, 3]\n```\n\n"),
        3 => format!("<wc-callout type=\"note\">\n\n{sentence}\n\n</wc-callout>\n\n"),
        4 => format!("| Name | Value |\n| --- | ---: |\n| a | {number} |\n| b | {sentence} |\n\n"),
        _ => format!("1. {sentence}\n2. {}\n   - {}\n\n", random.sentence(6), random.sentence(5)),
    }
}
