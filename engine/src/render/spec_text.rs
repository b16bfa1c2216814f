//! Markdown descriptions of a spec as HTML. The text is untrusted: its HTML and URLs are checked against allowlists,
//! and it cannot affect anything outside of its element.

use pulldown_cmark::{Alignment, BlockQuoteKind, CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use super::code::{CodeView, code_block};
use super::escape::escape;
use super::markup::{open_table_box, task_box};
use super::raw_html::OpenTags;
use super::spec_links::TO_LOOK_UP;
use crate::parse::config::Strings;
use crate::parse::markdown::autolinks;
use base::text::DestinationKind;

/// Appends `text` as HTML blocks, below the heading of a group of fields.
pub(crate) fn spec_text(s: &Strings, text: &str, out: &mut String) {
    spec_text_below(s, 2, text, out);
}

/// Appends `text` as HTML blocks, with its headings below one of `level`.
pub(crate) fn spec_text_below(s: &Strings, level: u8, text: &str, out: &mut String) {
    let text = text.trim();
    if text.is_empty() {
        return;
    }
    if is_plain(text) {
        out.push_str("<p>");
        escape(text, out);
        out.push_str("</p>");
        return;
    }
    let options =
        Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS | Options::ENABLE_GFM;
    let mut writer = SpecTextWriter {
        s,
        out,
        text: String::new(),
        paragraph: 0,
        links: Vec::new(),
        images: Vec::new(),
        code: None,
        alignments: Vec::new(),
        column: 0,
        in_head: false,
        tags: OpenTags::default(),
        html: String::new(),
        outline: Outline { below: level, open: Vec::new() },
    };
    for event in Parser::new_ext(text, options) {
        writer.event(event);
    }
    writer.flush_text();
    writer.tags.leave(writer.out);
}

/// Whether a text is one paragraph without markup, as most descriptions are; then no parser is needed.
fn is_plain(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_special = |&byte: &u8| {
        byte < b' '
            || matches!(byte, b'\\' | b'`' | b'*' | b'_' | b'[' | b']' | b'<' | b'&' | b'~' | b'|' | b'@' | b'!')
    };
    bytes.first().is_some_and(u8::is_ascii_alphabetic)
        && !bytes.iter().any(is_special)
        && memchr::memmem::find(bytes, b"://").is_none()
        && memchr::memmem::find(bytes, b"www.").is_none()
}

struct SpecTextWriter<'o> {
    s: &'o Strings,
    out: &'o mut String,
    /// Pending text: the parser splits it where a URL may be.
    text: String,
    /// The position of the open paragraph's tag.
    paragraph: usize,
    /// For each open link, whether it was written as one.
    links: Vec<bool>,
    /// The open images: their text becomes the `alt` of the outermost.
    images: Vec<Option<OpenImage>>,
    /// The open code block's language.
    code: Option<Option<String>>,
    alignments: Vec<Alignment>,
    column: usize,
    in_head: bool,
    tags: OpenTags,
    /// The open HTML block.
    html: String,
    outline: Outline,
}

/// Heading levels: a text may begin with any level, and the output skips none.
struct Outline {
    /// The level of the heading around the text.
    below: u8,
    /// The levels in the text of the last heading and its ancestors.
    open: Vec<HeadingLevel>,
}

impl Outline {
    /// Moves to a heading of this level.
    fn enter(&mut self, level: HeadingLevel) {
        self.open.retain(|open| *open < level);
        self.open.push(level);
    }

    /// The tags of the last heading; below the sixth level it is a paragraph.
    fn tags(&self) -> (&'static str, &'static str) {
        match usize::from(self.below) + self.open.len() {
            2 => ("<h2>", "</h2>"),
            3 => ("<h3>", "</h3>"),
            4 => ("<h4>", "</h4>"),
            5 => ("<h5>", "</h5>"),
            6 => ("<h6>", "</h6>"),
            _ => ("<p><strong>", "</strong></p>"),
        }
    }
}

/// An open image.
struct OpenImage {
    source: String,
    title: String,
}

impl SpecTextWriter<'_> {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Text(text) => {
                self.text.push_str(&text);
                return;
            }
            // A tag may span several lines.
            Event::Html(text) => {
                self.html.push_str(&text);
                return;
            }
            Event::InlineHtml(text) if self.images.is_empty() => {
                self.flush_text();
                self.raw_html(&text);
                return;
            }
            Event::SoftBreak if !self.images.is_empty() => {
                self.text.push(' ');
                return;
            }
            Event::Code(code) if !self.images.is_empty() => {
                self.text.push_str(&code);
                return;
            }
            _ => {}
        }
        // Inside an image, text is collected until its end.
        if self.images.is_empty() && self.code.is_none() {
            self.flush_text();
        }
        match event {
            // A later HTML block may close what this one opens.
            Event::Start(Tag::HtmlBlock) => {}
            Event::End(TagEnd::HtmlBlock) => {
                let html = std::mem::take(&mut self.html);
                self.tags.write_block(&html, self.out, escape);
            }
            Event::Start(tag) => {
                self.before(&tag);
                self.start(tag);
                self.tags.enter();
            }
            Event::End(tag) => {
                self.tags.leave(self.out);
                self.end(tag);
            }
            Event::Code(code) => {
                self.tags.before_markup(self.out);
                self.out.push_str("<code>");
                escape(&code, self.out);
                self.out.push_str("</code>");
            }
            Event::SoftBreak => self.out.push('\n'),
            Event::HardBreak if self.images.is_empty() => {
                self.tags.before_markup(self.out);
                self.out.push_str("<br>");
            }
            Event::Rule => {
                self.tags.before_block(false, self.out);
                self.out.push_str("<hr>");
            }
            Event::TaskListMarker(done) => task_box(self.s, done, self.out),
            _ => {}
        }
    }

    /// Prepares for a tag.
    fn before(&mut self, tag: &Tag<'_>) {
        let is_inline =
            matches!(tag, Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Link { .. } | Tag::Image { .. });
        if is_inline {
            self.tags.before_markup(self.out);
        } else {
            self.tags.before_block(matches!(tag, Tag::Paragraph), self.out);
        }
    }

    fn raw_html(&mut self, text: &str) {
        self.tags.write(text, self.out, escape);
    }

    /// Writes the pending text, with bare URLs as links.
    fn flush_text(&mut self) {
        let text = std::mem::take(&mut self.text);
        self.tags.before_text(&text, self.out);
        let mut done = 0;
        if !self.tags.in_link() {
            for link in autolinks(&text) {
                let address = &text[link.start..link.end];
                escape(&text[done..link.start], self.out);
                self.out.push_str("<a href=\"");
                self.out.push_str(link.prefix);
                escape(address, self.out);
                self.out.push_str("\" rel=\"noopener\">");
                escape(address, self.out);
                self.out.push_str("</a>");
                done = link.end;
            }
        }
        escape(&text[done..], self.out);
        self.text = text;
        self.text.clear();
    }

    fn start(&mut self, tag: Tag<'_>) {
        if !self.images.is_empty() {
            if matches!(tag, Tag::Image { .. }) {
                self.images.push(None);
            }
            return;
        }
        match tag {
            Tag::Paragraph => {
                self.paragraph = self.out.len();
                self.out.push_str("<p>");
                self.tags.enter_paragraph();
            }
            Tag::Heading { level, .. } => {
                self.outline.enter(level);
                self.tags.enter_heading();
                self.out.push_str(self.outline.tags().0);
            }
            Tag::BlockQuote(None) => self.out.push_str("<blockquote>"),
            Tag::BlockQuote(Some(kind)) => {
                self.out.push_str("<blockquote><p><strong>");
                escape(alert_title(self.s, kind), self.out);
                self.out.push_str("</strong></p>");
            }
            Tag::CodeBlock(kind) => {
                self.code = Some(match kind {
                    CodeBlockKind::Fenced(info) => info.split_whitespace().next().map(str::to_owned),
                    CodeBlockKind::Indented => None,
                });
            }
            Tag::List(None) => self.out.push_str("<ul>"),
            Tag::List(Some(1)) => self.out.push_str("<ol>"),
            Tag::List(Some(first)) => {
                self.out.push_str("<ol start=\"");
                self.out.push_str(&first.to_string());
                self.out.push_str("\">");
            }
            Tag::Item => self.out.push_str("<li>"),
            Tag::Table(alignments) => {
                self.alignments = alignments;
                open_table_box(self.s, self.out);
                self.out.push_str("<table>");
            }
            Tag::TableHead => {
                self.in_head = true;
                self.column = 0;
                self.out.push_str("<thead><tr>");
            }
            Tag::TableRow => {
                self.column = 0;
                self.out.push_str("<tr>");
            }
            Tag::TableCell => {
                self.out.push_str(if self.in_head { "<th scope=\"col\"" } else { "<td" });
                self.out.push_str(alignment(self.alignments.get(self.column).copied()));
                self.out.push('>');
            }
            Tag::Emphasis => self.out.push_str("<em>"),
            Tag::Strong => self.out.push_str("<strong>"),
            Tag::Strikethrough => self.out.push_str("<del>"),
            Tag::Link { dest_url, title, link_type, .. } => {
                let prefix = if link_type == pulldown_cmark::LinkType::Email { "mailto:" } else { "" };
                self.start_link(prefix, &dest_url, &title);
            }
            Tag::Image { dest_url, title, .. } => {
                self.images.push(Some(OpenImage { source: dest_url.into_string(), title: title.into_string() }));
            }
            _ => {}
        }
    }

    fn start_link(&mut self, prefix: &str, destination: &str, title: &str) {
        let kind = if prefix.is_empty() { DestinationKind::of(destination) } else { DestinationKind::External };
        let is_link = kind != DestinationKind::Refused && !self.tags.in_link();
        self.tags.enter_link();
        self.links.push(is_link);
        if !is_link {
            return;
        }
        self.out.push_str("<a href=\"");
        self.out.push_str(prefix);
        if kind == DestinationKind::Relative {
            self.out.push(TO_LOOK_UP);
        }
        escape(destination, self.out);
        self.out.push('"');
        if !title.is_empty() {
            self.out.push_str(" title=\"");
            escape(title, self.out);
            self.out.push('"');
        }
        self.out.push_str(if kind == DestinationKind::External { " rel=\"noopener\">" } else { ">" });
    }

    fn end(&mut self, tag: TagEnd) {
        if !self.images.is_empty() {
            if tag == TagEnd::Image
                && let Some(Some(image)) = self.images.pop()
            {
                self.end_image(&image);
            }
            return;
        }
        match tag {
            TagEnd::Paragraph => self.tags.leave_paragraph(self.paragraph, self.out),
            TagEnd::Heading(_) => {
                self.tags.leave_heading();
                self.out.push_str(self.outline.tags().1);
            }
            TagEnd::BlockQuote(_) => self.out.push_str("</blockquote>"),
            TagEnd::CodeBlock => {
                let language = self.code.take().flatten();
                let text = std::mem::take(&mut self.text);
                let view = CodeView { language: language.as_deref(), text: &text, ..CodeView::default() };
                code_block(self.s, &view, self.out);
            }
            TagEnd::List(ordered) => self.out.push_str(if ordered { "</ol>" } else { "</ul>" }),
            TagEnd::Item => self.out.push_str("</li>"),
            TagEnd::Table => self.out.push_str("</tbody></table></div>"),
            TagEnd::TableHead => {
                self.in_head = false;
                self.out.push_str("</tr></thead><tbody>");
            }
            TagEnd::TableRow => self.out.push_str("</tr>"),
            TagEnd::TableCell => {
                self.column += 1;
                self.out.push_str(if self.in_head { "</th>" } else { "</td>" });
            }
            TagEnd::Emphasis => self.out.push_str("</em>"),
            TagEnd::Strong => self.out.push_str("</strong>"),
            TagEnd::Strikethrough => self.out.push_str("</del>"),
            TagEnd::Link => {
                self.tags.leave_link();
                if self.links.pop() == Some(true) {
                    self.out.push_str("</a>");
                }
            }
            _ => {}
        }
    }

    fn end_image(&mut self, image: &OpenImage) {
        let alt = std::mem::take(&mut self.text);
        if DestinationKind::of(&image.source) == DestinationKind::Refused {
            self.text = alt;
            return;
        }
        self.out.push_str("<img src=\"");
        escape(&image.source, self.out);
        self.out.push_str("\" alt=\"");
        escape(&alt, self.out);
        if !image.title.is_empty() {
            self.out.push_str("\" title=\"");
            escape(&image.title, self.out);
        }
        self.out.push_str("\" loading=\"lazy\">");
    }
}

/// The title of a GitHub alert.
fn alert_title(s: &Strings, kind: BlockQuoteKind) -> &str {
    match kind {
        BlockQuoteKind::Note => s.note(),
        BlockQuoteKind::Tip => s.tip(),
        BlockQuoteKind::Important => s.important(),
        BlockQuoteKind::Warning => s.warning(),
        BlockQuoteKind::Caution => s.caution(),
    }
}

/// The class attribute of a table cell.
fn alignment(alignment: Option<Alignment>) -> &'static str {
    match alignment {
        Some(Alignment::Left) => " class=\"left\"",
        Some(Alignment::Center) => " class=\"center\"",
        Some(Alignment::Right) => " class=\"right\"",
        Some(Alignment::None) | None => "",
    }
}

#[cfg(test)]
mod tests {
    use super::{spec_text, spec_text_below};
    use crate::parse::config::ENGLISH;

    fn html(text: &str) -> String {
        let mut out = String::new();
        spec_text(&ENGLISH, text, &mut out);
        out.replace('\u{4}', "@")
    }

    #[test]
    fn markdown_becomes_html() {
        insta::assert_snapshot!(html("# A\n\nb *c* **d** ~~e~~ `f` https://x.y/a_b!\n\n- [x] g\n- h\n\n3. i\n\n> [!NOTE]\n> j\n\n| a | b |\n|--|:-:|\n| c | d |\n\n#### k"), @r#"<h3>A</h3><p>b <em>c</em> <strong>d</strong> <del>e</del> <code>f</code> <a href="https://x.y/a_b" rel="noopener">https://x.y/a_b</a>!</p><ul><li><input type="checkbox" disabled checked aria-label="Done"> g</li><li>h</li></ul><ol start="3"><li>i</li></ol><blockquote><p><strong>Note</strong></p><p>j</p></blockquote><div class="table-box" role="group" aria-label="Table" tabindex="0"><table><thead><tr><th scope="col">a</th><th scope="col" class="center">b</th></tr></thead><tbody><tr><td>c</td><td class="center">d</td></tr></tbody></table></div><h4>k</h4>"#);
        insta::assert_snapshot!(html("```json\n{\"a\": 1}\n```\n\n[x](/y \"t\") ![al*t*](z.png) <a@b.c>"), @r#"
        <figure class="code" data-lang="json"><figcaption class="code-head"><span class="code-title">json</span><button class="copy" type="button" data-copy>Copy</button></figcaption><pre tabindex="0"><code class="lang-json">{<span class="tk-p">"a"</span>: <span class="tk-n">1</span>}
        </code></pre></figure><p><a href="@/y" title="t">x</a> <img src="z.png" alt="alt" loading="lazy"> <a href="mailto:a@b.c" rel="noopener">a@b.c</a></p>
        "#);
    }

    #[test]
    fn headings_leave_no_level_out() {
        let mut out = String::new();
        spec_text_below(
            &ENGLISH,
            1,
            "### A\n\n##### B\n\n#### C\n\n# D\n\n## E\n\n### F\n\n#### G\n\n##### H\n\n###### I",
            &mut out,
        );
        let expected =
            "<h2>A</h2><h3>B</h3><h3>C</h3><h2>D</h2><h3>E</h3><h4>F</h4><h5>G</h5><h6>H</h6><p><strong>I</strong></p>";
        assert_eq!(out, expected);
    }

    #[test]
    fn plain_text_is_the_same_without_the_parser() {
        for text in ["The name of the pet.", "A: b, c (d) e - f; \"g\" 'h' 1.0", "ünïcode"] {
            assert_eq!(html(text), html(&format!("{text}\n\n[_]: x")), "{text}");
        }
    }

    #[test]
    fn html_is_let_through_by_name() {
        insta::assert_snapshot!(html("a<br>b <b class=x id=y>c</b> <a href=\"https://x\">d</a> <a href=javascript:x>e</a>\n\n<table>\n<tr><td\n colspan=2>f</td>\n</table>\n\n<div>\n\n*g*\n\n</div></div> <i>h"), @r#"
        <p>a<br>b <b>c</b> <a href="https://x">d</a> <a></a>e</p><table>
        <tr><td colspan="2">f</td>
        </tr></table>
        <div>
        <p><em>g</em></p></div> <i>h</i>
        "#);
    }

    #[test]
    fn a_tag_that_is_shown_as_text_is_in_an_element() {
        for (text, expected) in [
            ("<uuid>", "<p>&lt;uuid&gt;</p>"),
            ("<form action=x>\n<p>a</p>\n</form>", "<div>&lt;form action=x&gt;\n<p>a</p>\n&lt;/form&gt;</div>"),
            ("- <textarea>", "<ul><li><p>&lt;textarea&gt;</p></li></ul>"),
            ("<div>\n<uuid>\n</div>", "<div>\n&lt;uuid&gt;\n</div>"),
            ("<uuid>\n<details>\n\na\n\n</details>", "&lt;uuid&gt;\n<details>\n<p>a</p></details>"),
        ] {
            assert_eq!(html(text), expected, "{text}");
        }
    }

    #[test]
    fn a_spec_embeds_no_page_of_a_third_party() {
        for (text, expected) in [
            ("<iframe src=\"https://e.test\"></iframe>", "<p>&lt;iframe src=&quot;https://e.test&quot;&gt;</p>"),
            (
                "a <video src=https://e.test/v poster=https://e.test/p>b</video>",
                "<p>a &lt;video src=https://e.test/v poster=https://e.test/p&gt;b</p>",
            ),
            (
                "a <audio controls><source src=https://e.test/a></audio>",
                "<p>a &lt;audio controls&gt;&lt;source src=https://e.test/a&gt;</p>",
            ),
            ("a <img src=https://e.test/i>", "<p>a <img src=\"https://e.test/i\"></p>"),
            (
                "a <picture><source src=https://e.test/s></picture>",
                "<p>a <picture><source src=\"https://e.test/s\"></picture></p>",
            ),
        ] {
            assert_eq!(html(text), expected, "{text}");
        }
    }

    #[test]
    fn hostile_text_stays_text() {
        for text in [
            "<script>alert(1)</script>",
            "a <img src=x onerror=alert(1)>",
            "[x](javascript:alert(1))",
            "[x](JaVa\tscript:alert(1)) [y](&#106;avascript:z) <javascript:alert(1)> [z](//evil)",
            "![x](data:text/html,y)",
            "[x][1]\n\n[1]: /y \"\\\"><script>\"",
            "</p></div>\n\n<details ontoggle=x open>",
            "```js\" onload=\"x\n</code></pre><script>\n```",
        ] {
            let html = html(text);
            for bad in [
                "<script",
                "<img src=\"data",
                "<img src=x",
                "href=\"java",
                "href=\"J",
                "href=\"//",
                "<details ontoggle",
                "ontoggle=\"",
                "</div><",
                "\" onload",
            ] {
                assert!(!html.contains(bad), "{text} gave {html}");
            }
        }
    }
}
