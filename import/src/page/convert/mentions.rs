//! Mentions of GitBook, which show the title of their target whatever their text is: `[page.md](page.md "mention")`.

use super::Converter;
use super::attributes::is_outside;
use super::references::in_code;
use crate::page::write::escaped_text;
use crate::paths;

/// The end of a mention in Markdown.
const END: &str = " \"mention\")";

impl Converter<'_> {
    /// A text whose mentions have the titles of their targets. `None` if it has no mentions.
    pub(super) fn with_mentions(&self, text: &str) -> Option<String> {
        if !self.dialect.liquid || !text.contains(END) {
            return None;
        }
        let mut out = String::with_capacity(text.len() + 32);
        let mut rest = text;
        while let Some((before, behind)) = rest.split_once(END) {
            let end = text.len() - rest.len() + before.len();
            let link = before.rsplit_once("](").filter(|_| !in_code((end, text)));
            match link.and_then(|(label, target)| Some((label.rsplit_once('[')?, target))) {
                Some(((above, label), target)) => {
                    let title = self.target_title(target).map(|title| escaped_text(&title));
                    out.push_str(&format!("{above}[{}]({target})", title.as_deref().unwrap_or(label)));
                }
                None => {
                    out.push_str(before);
                    out.push_str(END);
                }
            }
            rest = behind;
        }
        out.push_str(rest);
        Some(out)
    }

    /// The title that GitBook shows for a link's target: that of a page, or of a heading by the words of its anchor.
    pub(super) fn target_title(&self, target: &str) -> Option<String> {
        let target = target.trim().trim_start_matches('<').trim_end_matches('>');
        if is_outside(target) {
            return None;
        }
        match target.split_once('#') {
            Some((_, anchor)) if !anchor.is_empty() => {
                let numbered = anchor.strip_prefix("id-").filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
                Some(paths::words(&paths::decoded(numbered.unwrap_or(anchor))))
            }
            _ => self.around.title(self.base.as_deref().unwrap_or(&self.file), target.trim_end_matches('#')),
        }
    }
}

/// Whether the text of a link is only the name of the file that it leads to.
pub(super) fn is_file_name(text: &str, target: &str) -> bool {
    let path = target.split(['?', '#']).next().unwrap_or(target);
    paths::is_page(path) && text.trim() == paths::name(path)
}
