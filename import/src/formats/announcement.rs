//! The announcement above every page: converts the HTML or Markdown of the settings to text and a link target.

use crate::project::Announcement;

/// The announcement in a text; `None` if it is empty.
pub(super) fn announcement(source: &str, is_dismissible: bool) -> Option<Announcement> {
    let (words, linked) = without_links(source);
    let text = crate::report::one_line(&crate::page::title(&words.replace("**", "").replace('`', "")));
    let href = linked.or_else(|| crate::page::first_attribute(source, "href"));
    (!text.is_empty()).then_some(Announcement { text, href, is_dismissible })
}

/// A text with its Markdown links replaced by their text, and the first link target.
fn without_links(source: &str) -> (String, Option<String>) {
    let mut out = String::with_capacity(source.len());
    let mut first = None;
    let mut rest = source;
    while let Some((before, after)) = rest.split_once("](") {
        let Some((words, (target, following))) = before.rsplit_once('[').zip(after.split_once(')')) else { break };
        out.push_str(words.0);
        out.push_str(words.1);
        first.get_or_insert_with(|| target.trim().to_owned());
        rest = following;
    }
    out.push_str(rest);
    (out, first)
}

#[cfg(test)]
mod tests {
    use super::announcement;

    #[track_caller]
    fn check(source: &str, text: &str, href: Option<&str>) {
        let found = announcement(source, true).unwrap();
        assert_eq!((found.text.as_str(), found.href.as_deref()), (text, href));
    }

    #[test]
    fn words_and_the_first_link_are_taken() {
        check(
            "Out <b>now</b>: <a target='_blank' href=\"https://a.test/x\">2.0</a>!",
            "Out now: 2.0!",
            Some("https://a.test/x"),
        );
        check(
            "Sizes <i title='see href=\"x\"'>a</i> <a href=\"/b?c=1&amp;d=2\">b</a>",
            "Sizes a b",
            Some("/b?c=1&d=2"),
        );
        check("**New** [guide](/guide) and [more](/more)\nbelow", "New guide and more below", Some("/guide"));
        check("Array[0](", "Array[0](", None);
        assert_eq!(announcement(" <br/> ", true), None);
    }
}
