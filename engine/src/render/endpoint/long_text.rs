//! A long description of an operation: its beginning, and the rest folded, so that the parameters are near the top.

use crate::parse::config::Strings;
use crate::render::escape::escape;

/// The most characters that are shown, unless the first block is longer.
const SHOWN: usize = 280;
/// Fewer characters are not worth folding.
const LEAST_FOLDED: usize = 160;

/// Elements without content (HTML, section 13.1.2).
const VOID: [&str; 5] = ["br", "hr", "img", "input", "wbr"];

/// Appends well-formed HTML; if it is long, its last blocks are folded.
pub(super) fn push_folded(s: &Strings, html: &str, out: &mut String) {
    let blocks = blocks(html);
    let total = blocks.last().map_or(0, |block| block.characters);
    // What introduces a list stays with it.
    let is_end = |block: &&BlockEnd| !html.get(..block.end).is_some_and(|shown| shown.ends_with(":</p>"));
    let fitting = blocks.iter().rev().filter(is_end).find(|block| block.characters <= SHOWN);
    match fitting.or(blocks.first()).filter(|block| total >= block.characters + LEAST_FOLDED) {
        Some(block) => {
            let (shown, folded) = html.split_at_checked(block.end).unwrap_or((html, ""));
            out.push_str(shown);
            out.push_str("<details class=\"more-text\"><summary>");
            escape(s.read_more(), out);
            out.push_str("</summary>");
            out.push_str(folded);
            out.push_str("</details>");
        }
        None => out.push_str(html),
    }
}

/// The end of a block.
struct BlockEnd {
    /// The offset after it.
    end: usize,
    /// The number of characters of text up to it.
    characters: usize,
}

/// The ends of the outermost blocks.
fn blocks(html: &str) -> Vec<BlockEnd> {
    let mut found = Vec::new();
    let (mut depth, mut characters, mut at) = (0_usize, 0, 0);
    while let Some(open) = html.get(at..).and_then(|rest| rest.find('<')).map(|offset| at + offset) {
        characters += html.get(at..open).map_or(0, |text| text.chars().count());
        let Some(length) = html.get(open..).and_then(|rest| rest.find('>')) else { break };
        let tag = html.get(open + 1..open + length).unwrap_or_default();
        at = open + length + 1;
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap_or_default();
        if tag.starts_with('/') {
            depth = depth.saturating_sub(1);
            if depth == 0 {
                found.push(BlockEnd { end: at, characters });
            }
        } else if !VOID.contains(&name) {
            depth += 1;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::push_folded;
    use crate::parse::config::ENGLISH;

    fn folded(html: &str) -> String {
        let mut out = String::new();
        push_folded(&ENGLISH, html, &mut out);
        out
    }

    #[test]
    fn the_blocks_that_do_not_fit_are_folded() {
        let paragraph = |length: usize| format!("<p>{}</p>", "x".repeat(length));
        let [short, long] = [paragraph(100), paragraph(500)];
        assert_eq!(folded(&long), long);
        assert_eq!(folded(&format!("{short}{}", paragraph(160))), format!("{short}{}", paragraph(160)));
        let more = "<details class=\"more-text\"><summary>Read more</summary>";
        assert_eq!(folded(&format!("{short}{long}")), format!("{short}{more}{long}</details>"));
        assert_eq!(folded(&format!("{long}{long}")), format!("{long}{more}{long}</details>"));
        let introduced = format!("{short}<p>These:</p><ul><li>{long}</li></ul>");
        assert_eq!(folded(&introduced), introduced.replacen("</p>", &format!("</p>{more}"), 1) + "</details>");
        // No list is divided.
        let list = format!("<ul><li>{short}<br><img src=\"x\"></li><li>{long}</li></ul>");
        assert_eq!(folded(&format!("{short}{list}")), format!("{short}{more}{list}</details>"));
        assert_eq!(folded(""), "");
    }
}
