//! Navigation components: steps and tabs.

use std::fmt::Write as _;

use super::IN_TAB;
use crate::parse::markdown::Component;
use crate::registry::ComponentKind;
use crate::render::escape::escape;
use crate::render::html::HtmlWriter;
use crate::render::icon::Look;
use crate::render::markup::digit;

impl HtmlWriter<'_> {
    pub(super) fn steps(&mut self, component: &Component) {
        let level = self.level;
        self.own_element(component, "", |writer| {
            writer.numbered_steps(component);
            writer.out.push_str("</ol>");
        });
        self.level = level;
    }

    /// Writes the steps, each with its number.
    fn numbered_steps(&mut self, component: &Component) {
        let mut last = 0_i32;
        self.items(component, &[ComponentKind::Step], "<ol>", |step, out| {
            let own: Option<i32> = step.given("n").and_then(|number| number.value.parse().ok());
            last = own.unwrap_or_else(|| last.saturating_add(1));
            // Writing to a string does not fail.
            let _ = match own {
                Some(number) => write!(out, "<li value=\"{number}\" data-n=\"{last}\">"),
                None => write!(out, "<li data-n=\"{last}\">"),
            };
        });
    }

    pub(super) fn step(&mut self, component: &Component) {
        let level = self.next_level();
        let title = component.value("title").unwrap_or_default();
        let icon = self.icon_of(component, "", Look::BESIDE_TEXT);
        self.own_element(component, "", |writer| {
            writer.anchored_heading(component, level, &icon, title);
            writer.content_below(level, component);
        });
    }

    /// Writes a panel labeled by the attribute `label`.
    pub(super) fn tab(&mut self, component: &Component, label: &str) {
        let level = self.next_level();
        let icon = self.icon_of(component, "", IN_TAB);
        self.own_element(component, "", |writer| {
            writer.out.push_str("<h");
            writer.out.push(digit(level));
            writer.out.push_str(" class=\"tab-label\">");
            writer.out.push_str(&icon);
            escape(component.value(label).unwrap_or_default(), &mut writer.out);
            writer.out.push_str("</h");
            writer.out.push(digit(level));
            writer.out.push('>');
            writer.content_below(level, component);
        });
    }
}
