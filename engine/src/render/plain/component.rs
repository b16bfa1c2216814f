//! Components as plain Markdown.

use super::PlainWriter;
use crate::parse::config::ENGLISH;
use crate::parse::markdown::{Block, BlockKind, Component, ComponentContent, plain_text};
use crate::registry::ComponentKind;
use crate::render::component::callout_words;
use crate::render::component::inline::{download_label, size_of};
use crate::render::component::text::{meta_text, reading_time, update_word};
use crate::render::diagram::label_of;
use crate::render::endpoint_markdown::text::code;

impl PlainWriter<'_> {
    pub(super) fn component(&mut self, component: &Component) {
        match component.kind {
            ComponentKind::Callout | ComponentKind::Alert => {
                let title = given_title(component).unwrap_or(callout_words(&ENGLISH, component).0);
                self.titled_quote(title, |writer| writer.content(component));
            }
            ComponentKind::Steps => self.steps(component),
            ComponentKind::Columns
            | ComponentKind::Tabs
            | ComponentKind::View
            | ComponentKind::Versions
            | ComponentKind::AccordionGroup
            | ComponentKind::Responses
            | ComponentKind::ApiExamples
            | ComponentKind::Indent => self.grouped(component),
            ComponentKind::Table => {
                self.label(component.value("caption").unwrap_or_default());
                self.grouped(component);
            }
            ComponentKind::Step => self.step(component, 0),
            ComponentKind::Tab | ComponentKind::ViewPanel => self.section(component, component.value("label")),
            ComponentKind::Version => self.section(component, component.value("name")),
            ComponentKind::CodeGroup => self.code_group(component),
            ComponentKind::CodeTab => self.code_tab(component),
            ComponentKind::CodeBlock => self.literal_block(component),
            ComponentKind::Fields | ComponentKind::ResponseFields => self.field_group(component),
            ComponentKind::Schema => self.schema(component),
            ComponentKind::Field => {
                let item = self.field(component);
                self.list(None, &[item], true);
            }
            ComponentKind::Endpoint => self.endpoint(component),
            ComponentKind::Playground => self.playground(component),
            ComponentKind::Mermaid => self.diagram(component),
            ComponentKind::Response => self.response(component),
            ComponentKind::Card | ComponentKind::Tile => {
                let text = self.captured(|writer| writer.card(component));
                self.push_block(&text);
            }
            ComponentKind::Tiles => self.tiles(component),
            ComponentKind::Badge | ComponentKind::Anchor => self.own_words(component),
            ComponentKind::Tooltip => self.tooltip(component),
            // An icon without a label has no text.
            ComponentKind::Icon => self.text(component.own_text().unwrap_or_default()),
            ComponentKind::Image => self.captioned_image(component),
            // An included file is part of the page's text.
            ComponentKind::Include => self.missing_text(component),
            ComponentKind::Copy => self.copy(component),
            ComponentKind::Download => self.download(component),
            ComponentKind::Button => match component.given("href") {
                Some(href) => self.linked(&href.value, "", |writer| writer.own_words(component)),
                None => self.own_words(component),
            },
            // Nothing where it is declared.
            ComponentKind::Var => self.text(component.own_text().unwrap_or_default()),
            ComponentKind::Color => self.color(component),
            ComponentKind::Banner => self.quote(|writer| writer.content(component)),
            ComponentKind::Update => self.update(component),
            ComponentKind::Frame => {
                self.grouped(component);
                self.markdown(component.value("caption").unwrap_or_default());
            }
            ComponentKind::Panel | ComponentKind::Expandable | ComponentKind::Accordion | ComponentKind::Prompt => {
                self.label(component.value("title").unwrap_or_default());
                self.markdown(component.value("description").unwrap_or_default());
                self.grouped(component);
            }
            ComponentKind::Aside => {
                let title = component.value("title").unwrap_or_default();
                self.titled_quote(title, |writer| writer.content(component));
            }
            ComponentKind::PageMeta => self.page_meta(component),
            ComponentKind::Visibility => self.visibility(component),
            ComponentKind::Files => self.tree(component, &[ComponentKind::File, ComponentKind::Dir]),
            ComponentKind::Tree => self.tree(component, &[ComponentKind::TreeItem]),
            ComponentKind::Dir | ComponentKind::File | ComponentKind::TreeItem => {
                let item = self.node(component);
                self.list(None, &[item], true);
            }
        }
    }

    fn diagram(&mut self, component: &Component) {
        if let ComponentContent::Text(source) = &component.content {
            self.code(Some("mermaid"), None, &source.text);
        }
        self.markdown(component.value("caption").unwrap_or_default());
    }

    fn missing_text(&mut self, component: &Component) {
        let mut words = format!("{} ", ENGLISH.missing_text());
        code(component.value("src").unwrap_or_default(), &mut words);
        self.push_block(&words);
    }

    /// The content of a component, as blocks.
    pub(super) fn content(&mut self, component: &Component) {
        self.any_content(&component.content);
    }

    /// The content of an element, as blocks.
    pub(super) fn any_content(&mut self, content: &ComponentContent) {
        match content {
            ComponentContent::Blocks(blocks) => self.blocks(blocks),
            ComponentContent::Inlines(content) => self.paragraph(content),
            ComponentContent::Text(code) => self.literal(code),
        }
    }

    /// The content of a component, as blocks. Headings in it do not change the level of what follows.
    fn grouped(&mut self, component: &Component) {
        let level = self.level;
        self.content(component);
        self.level = level;
    }

    /// The level of a heading below the current one.
    pub(super) fn next_level(&self) -> u8 {
        (self.level + 1).min(6)
    }

    /// A heading, and the content below it.
    fn section(&mut self, component: &Component, title: Option<&str>) {
        let level = self.next_level();
        self.title(level, title.unwrap_or_default());
        let outer = std::mem::replace(&mut self.level, level);
        self.content(component);
        self.level = outer;
    }

    /// Sections whose titles are numbered.
    fn steps(&mut self, component: &Component) {
        let level = self.level;
        let mut position = 0;
        for block in component.blocks() {
            match &block.kind {
                BlockKind::Component(step) if step.kind == ComponentKind::Step => {
                    position += 1;
                    self.step(step, position);
                }
                _ => self.block(block),
            }
        }
        self.level = level;
    }

    /// A step with its number, if any.
    fn step(&mut self, component: &Component, position: usize) {
        let title = component.text("title").unwrap_or_default();
        let number = component.value("n").map(|number| number.trim().to_owned());
        match number.or_else(|| (position > 0).then(|| position.to_string())) {
            Some(number) if !title.is_empty() => self.section(component, Some(&format!("{number}. {title}"))),
            _ => self.section(component, Some(title)),
        }
    }

    /// Fences, each with its label.
    fn code_group(&mut self, component: &Component) {
        let outer = self.level;
        let level = self.next_level();
        for block in component.blocks() {
            match &block.kind {
                BlockKind::Code(code) => {
                    let label = code.info.filename.as_deref().or(code.info.language.as_deref());
                    self.title(level, label.unwrap_or(ENGLISH.code()));
                    self.code(code.info.language.as_deref(), None, &code.text);
                }
                BlockKind::Diagram(diagram) => {
                    self.title(level, label_of(&ENGLISH, &diagram.source));
                    self.block(block);
                }
                _ => self.block(block),
            }
        }
        self.level = outer;
    }

    fn code_tab(&mut self, component: &Component) {
        self.title(self.next_level(), component.value("label").unwrap_or(ENGLISH.code()));
        self.literal_block(component);
    }

    /// Code whose attributes override its info string.
    fn literal_block(&mut self, component: &Component) {
        if let ComponentContent::Text(code) = &component.content {
            let language = component.value("language").or(code.info.language.as_deref());
            let filename = component.value("filename").or(code.info.filename.as_deref());
            self.code(language, filename, &code.text);
        }
    }

    fn tiles(&mut self, component: &Component) {
        let level = self.level;
        let mut items = Vec::new();
        for block in component.blocks() {
            match &block.kind {
                BlockKind::Component(part) if matches!(part.kind, ComponentKind::Tile | ComponentKind::Card) => {
                    items.push(self.captured(|writer| writer.card(part)));
                }
                _ => self.block(block),
            }
        }
        self.level = level;
        self.items(&items);
    }

    /// A list, tight if all items are inline.
    fn items(&mut self, items: &[String]) {
        let is_tight = !items.iter().any(|item| item.contains("\n\n"));
        self.list(None, items, is_tight);
    }

    /// A card or tile: a link, its description, and its content.
    fn card(&mut self, component: &Component) {
        let href = component.given("href").map(|attribute| &*attribute.value);
        let title = given_title(component).or(href).unwrap_or_default();
        let mut head = String::new();
        if !title.is_empty() {
            head = self.captured(|writer| match href {
                Some(href) => writer.linked(href, "", |writer| writer.text(title)),
                None => writer.text(title),
            });
            if href.is_none() {
                head = format!("**{}**", head.trim());
            }
        }
        let mut words = vec![self.line_of_markdown(component.value("description").unwrap_or_default())];
        if let ComponentContent::Inlines(content) = &component.content {
            words.push(self.line_of(content));
        }
        words.retain(|words| !words.is_empty());
        if !words.is_empty() {
            head.push_str(if head.is_empty() { "" } else { ": " });
            head.push_str(&words.join(" "));
        }
        if let Some(image) = component.given("img") {
            let image = self.captured(|writer| writer.image(&image.value, "", ""));
            self.push_block(&image);
        }
        self.push_block(&head);
        if !matches!(component.content, ComponentContent::Inlines(_)) {
            self.grouped(component);
        }
    }

    /// The content of an inline component, or the attribute that replaces it.
    fn own_words(&mut self, component: &Component) {
        match &component.content {
            ComponentContent::Inlines(content) if !content.is_empty() => self.inlines(content),
            _ => self.text(component.own_text().unwrap_or_default()),
        }
    }

    fn tooltip(&mut self, component: &Component) {
        self.own_words(component);
        self.text(&format!(" ({})", component.text("text").unwrap_or_default()));
    }

    /// The displayed text, and the copied text if different.
    fn copy(&mut self, component: &Component) {
        let mut shown = String::new();
        if let ComponentContent::Inlines(content) = &component.content {
            plain_text(content, &mut shown);
        }
        let copied = component.value("text").unwrap_or_default();
        if shown.trim().is_empty() {
            code(copied, &mut self.out);
            return;
        }
        self.own_words(component);
        if !copied.is_empty() && copied != shown {
            self.out.push_str(" (");
            code(copied, &mut self.out);
            self.out.push(')');
        }
    }

    fn download(&mut self, component: &Component) {
        let href = component.value("href").unwrap_or_default();
        self.linked(href, "", |writer| match component.is_empty() {
            true => writer.text(download_label(&ENGLISH, component)),
            false => writer.own_words(component),
        });
        let given = component.value("size").filter(|size| !size.trim().is_empty()).map(str::to_owned);
        if let Some(size) = given.or_else(|| size_of(self.db, self.file, href)) {
            self.text(&format!(" ({})", size.trim()));
        }
    }

    fn color(&mut self, component: &Component) {
        let name = component.value("name").unwrap_or_default();
        if !name.is_empty() {
            self.text(&format!("{name} "));
        }
        code(component.value("hex").unwrap_or_default(), &mut self.out);
        if let Some(variable) = component.value("variable").filter(|variable| !variable.is_empty()) {
            self.out.push(' ');
            code(variable, &mut self.out);
        }
    }

    fn update(&mut self, component: &Component) {
        let word = update_word(&ENGLISH, component).0;
        let (label, version, date) = (component.text("label"), component.text("version"), component.text("date"));
        let title = label.or(version).or(date).unwrap_or(word);
        let level = self.next_level();
        self.title(level, title);
        let facts = [Some(word), version, date].into_iter().flatten().filter(|fact| *fact != title);
        self.words(&facts.collect::<Vec<_>>().join(" · "));
        let outer = std::mem::replace(&mut self.level, level);
        self.content(component);
        self.level = outer;
    }

    /// An image followed by its caption.
    fn captioned_image(&mut self, component: &Component) {
        self.image(component.text("src").unwrap_or_default(), component.text("alt").unwrap_or_default(), "");
        if !component.text("caption").unwrap_or_default().is_empty() {
            self.out.push(' ');
            self.text(component.text("caption").unwrap_or_default());
        }
    }

    fn page_meta(&mut self, component: &Component) {
        let text = |name: &str| meta_text(self.db, self.file, component, name);
        let updated = Some(text("updated")).filter(|date| !date.is_empty());
        let updated = updated.map(|date| format!("{} {date}", ENGLISH.updated())).unwrap_or_default();
        let readtime = reading_time(&ENGLISH, self.db, self.file, component);
        let facts = [text("tag"), text("component"), &readtime, &updated];
        let facts: Vec<&str> = facts.into_iter().filter(|fact| !fact.is_empty()).collect();
        self.words(&facts.join(" · "));
        self.grouped(component);
    }

    /// Content for some readers, with a line that says which; content only for people is omitted.
    fn visibility(&mut self, component: &Component) {
        if component.is_for("humans") {
            return;
        }
        let version = component.text("version").map(|version| format!("{} {version}", ENGLISH.version()));
        let badges: Vec<String> = version.into_iter().chain(component.text("role").map(str::to_owned)).collect();
        self.label(&badges.join(" · "));
        self.grouped(component);
    }

    /// Nodes as a nested list. Other content comes before it.
    fn tree(&mut self, component: &Component, kinds: &[ComponentKind]) {
        let mut items = Vec::new();
        self.nodes(component.blocks(), kinds, &mut items);
        self.items(&items);
    }

    fn nodes(&mut self, blocks: &[Block], kinds: &[ComponentKind], items: &mut Vec<String>) {
        let level = self.level;
        for block in blocks {
            match &block.kind {
                BlockKind::Component(part) if kinds.contains(&part.kind) => items.push(self.node(part)),
                _ => self.block(block),
            }
        }
        self.level = level;
    }

    /// A node of a tree with its children, as the text of a list item.
    fn node(&mut self, component: &Component) -> String {
        self.captured(|writer| {
            match component.kind {
                ComponentKind::TreeItem => writer.words(component.text("label").unwrap_or_default()),
                ComponentKind::Dir => {
                    let name = component.text("name").unwrap_or_default().trim_end_matches('/');
                    code(&format!("{name}/"), &mut writer.out);
                }
                _ => writer.file_name(
                    component.text("name").unwrap_or_default(),
                    component.text("comment").unwrap_or_default(),
                    component.flag("highlight"),
                ),
            }
            let mut below = Vec::new();
            let kinds = [ComponentKind::File, ComponentKind::Dir, ComponentKind::TreeItem];
            writer.nodes(component.blocks(), &kinds, &mut below);
            let is_tight = !below.iter().any(|item| item.contains("\n\n"));
            writer.joins = is_tight && !writer.out.contains('\n');
            writer.list(None, &below, is_tight);
            writer.joins = false;
        })
    }

    fn file_name(&mut self, name: &str, comment: &str, is_marked: bool) {
        let mark = if is_marked { "**" } else { "" };
        self.out.push_str(mark);
        code(name, &mut self.out);
        self.out.push_str(mark);
        if !comment.is_empty() {
            self.out.push_str(": ");
            self.text(comment);
        }
    }
}

/// A title that is not empty.
fn given_title(component: &Component) -> Option<&str> {
    component.value("title").filter(|title| !title.trim().is_empty())
}
