//! Code components: groups, tabs, and verbatim code.

use crate::Db;
use crate::parse::markdown::{BlockKind, CodeBlock, Component, ComponentContent, lines_of_code};
use crate::registry::ComponentKind;
use crate::render::code::{CodeView, code_block, code_tab, tab_label};
use crate::render::diagram::label_of;
use crate::render::escape::escaped;
use crate::render::html::{HtmlWriter, code_view};

impl HtmlWriter<'_> {
    pub(super) fn code_group(&mut self, component: &Component) {
        let level = self.next_level();
        let mut others = String::new();
        let mut tabs = String::new();
        for block in component.blocks() {
            match &block.kind {
                BlockKind::Component(tab) if tab.kind == ComponentKind::CodeTab => {
                    tabs.push_str(&self.captured(|writer| writer.code_tab(tab)));
                }
                BlockKind::Code(code) => {
                    let view = code_view(self.db, code);
                    self.load_for(&view);
                    let label = view.filename.or(view.language).unwrap_or(self.s.code());
                    tabs.push_str(&format!("<wc-code-tab label=\"{}\">", escaped(label)));
                    code_tab(self.s, level, label, &view, &mut tabs);
                    tabs.push_str("</wc-code-tab>");
                }
                BlockKind::Diagram(diagram) => {
                    let label = label_of(self.s, &diagram.source);
                    tabs.push_str(&format!("<wc-code-tab label=\"{}\">", escaped(label)));
                    tab_label(level, label, &mut tabs);
                    tabs.push_str(&self.captured(|writer| writer.block(block)));
                    tabs.push_str("</wc-code-tab>");
                }
                _ => others.push_str(&self.captured(|writer| writer.block(block))),
            }
        }
        self.out.push_str(&others);
        self.own_element(component, "code-group", |writer| writer.out.push_str(&tabs));
    }

    pub(super) fn literal_block(&mut self, component: &Component) {
        self.own_element(component, "", |writer| {
            let ComponentContent::Text(code) = &component.content else { return };
            let lines = component.given("highlight").map(|lines| lines_of_code(&lines.value));
            let mut view = tab_view(writer.db, component, code);
            view.line_numbers |= component.flag("linenumbers");
            view.highlight = lines.as_deref().unwrap_or(view.highlight);
            writer.load_for(&view);
            code_block(writer.s, &view, &mut writer.out);
        });
    }

    pub(super) fn code_tab(&mut self, component: &Component) {
        self.own_element(component, "", |writer| {
            let ComponentContent::Text(code) = &component.content else { return };
            let label = component.value("label").unwrap_or(writer.s.code());
            let view = tab_view(writer.db, component, code);
            writer.load_for(&view);
            code_tab(writer.s, writer.next_level(), label, &view, &mut writer.out);
        });
    }
}

/// The view of a tab's code. The component's attributes override the fence's info string.
pub(super) fn tab_view<'a>(db: &'a dyn Db, component: &'a Component, code: &'a CodeBlock) -> CodeView<'a> {
    let view = code_view(db, code);
    CodeView {
        language: component.value("language").or(view.language),
        filename: component.value("filename").or(view.filename),
        ..view
    }
}
