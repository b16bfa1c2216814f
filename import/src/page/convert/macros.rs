//! The macros of Material for MkDocs, which a hook of the project expands: `<!-- md:version 9.2.0 -->`.

use super::Converter;
use super::plain::capitalized;
use crate::page::headings::option_name;
use crate::page::write::escaped;
use crate::report::LossKind;

impl Converter<'_> {
    /// What a macro shows; empty if that is nothing or unknown. `None` for another comment.
    pub(super) fn macro_shown(&mut self, comment: &str, is_block: bool, line: u32) -> Option<String> {
        if !self.dialect.mkdocs {
            return None;
        }
        let inner = comment.trim().strip_prefix("<!--")?.strip_suffix("-->")?.trim().strip_prefix("md:")?;
        if let Some(name) = option_name(comment.trim()) {
            return Some(option(name));
        }
        let (name, value) = inner.split_once(char::is_whitespace).unwrap_or((inner, ""));
        let value = value.trim();
        let words = match name {
            "version" | "default" | "plugin" | "extension" | "utility" | "feature" | "flag" if value.is_empty() => {
                if !is_block {
                    // Only an icon, beside the text that says what it means.
                    self.drop_attribute("icon shortcode", line);
                    return Some(String::new());
                }
                capitalized(name)
            }
            "flag" => capitalized(value),
            "version" => format!("Version {value}"),
            "default" | "plugin" | "extension" | "utility" | "feature" => format!("{}: {value}", capitalized(name)),
            _ => {
                let outcome = "a hook of the project makes text of it, which is not run; left out";
                self.report_loss(LossKind::CodeImport, line, &format!("md:{inner}"), outcome);
                self.of_no_heading();
                return Some(String::new());
            }
        };
        Some(format!("<wc-badge>{words}</wc-badge>"))
    }
}

/// The name of an option, with the anchor that links use.
fn option(name: &str) -> String {
    format!("<a id=\"+{}\"></a>`{name}`", escaped(name))
}
