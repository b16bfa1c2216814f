//! Fences with the info string `mdx-code-block` (Docusaurus): their content is part of the page, and the fence only
//! hides it from other renderers. <https://docusaurus.io/docs/markdown-features/react#importing-components>

use std::borrow::Cow;

use memchr::memmem;

use super::lines::{closes_fence, fence};

/// The info string of such a fence.
const INFO: &str = "mdx-code-block";

/// The text with empty lines in place of the delimiters of these fences, so that tags may be open from one of them to
/// the next. Fences inside other fences stay code.
pub(super) fn unwrapped(text: &str) -> Cow<'_, str> {
    if memmem::find(text.as_bytes(), INFO.as_bytes()).is_none() {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    // The open fence, and whether it is one of these.
    let mut open: Option<(char, usize, bool)> = None;
    for line in text.split_inclusive('\n') {
        let content = line.trim_start_matches([' ', '\t', '>']);
        let is_delimiter = match open {
            Some((mark, length, is_mdx)) => {
                let closes = closes_fence(content, mark, length);
                if closes {
                    open = None;
                }
                closes && is_mdx
            }
            None => match fence(content.trim_end()) {
                Some((mark, length)) => {
                    let is_mdx = content.get(length..).is_some_and(|info| info.trim() == INFO);
                    open = Some((mark, length, is_mdx));
                    is_mdx
                }
                None => false,
            },
        };
        if is_delimiter {
            // Prefixes of quotes stay.
            let prefix = line.get(..line.len() - content.len()).unwrap_or_default();
            out.push_str(prefix.trim_end());
            out.push_str(if line.ends_with('\n') { "\n" } else { "" });
        } else {
            out.push_str(line);
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::unwrapped;

    #[test]
    fn delimiters_become_empty_lines_except_inside_code() {
        let fence = "```mdx-code-block\n<A>\n```\n";
        assert_eq!(unwrapped(fence), "\n<A>\n\n");
        assert_eq!(unwrapped("> ``` mdx-code-block\r\n> <A>\n> ```"), ">\n> <A>\n>");
        let code = format!("````md\n{fence}````\n");
        assert_eq!(unwrapped(&code), code);
        let other = "```jsx mdx-code-block\n<A>\n```\n";
        assert_eq!(unwrapped(other), other);
        let longer = "````mdx-code-block\n```js\na\n```\n````\n";
        assert_eq!(unwrapped(longer), "\n```js\na\n```\n\n");
    }
}
