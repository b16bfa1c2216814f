//! Custom elements of the project: they accept any attribute except those that would run code or change what an element
//! is.

use super::build::PageBuilder;
use super::tree::{ComponentContent, CustomElement};
use crate::parse::component::Tag;
use base::diagnostic::{Code as DiagnosticCode, Diagnostic, Severity};

impl PageBuilder<'_> {
    /// The element for a tag whose name the project defines. Attributes that are not allowed are reported.
    pub(super) fn custom_element(&mut self, tag: &Tag<'_>, content: ComponentContent) -> CustomElement {
        let tag = self.values_in(tag);
        let mut attributes: Vec<(Box<str>, Box<str>)> = Vec::new();
        for given in &tag.attributes {
            let name = &given.name;
            let is_known = attributes.iter().any(|(known, _)| **known == **name);
            if is_known || is_refused(name) {
                let (code, word) = if is_known {
                    (DiagnosticCode::DuplicateAttribute, "has more than one")
                } else {
                    (DiagnosticCode::UnknownAttribute, "cannot have the attribute")
                };
                let message = format!("`<{}>` {word} `{name}`", tag.name);
                let mut found = Diagnostic::new(code, message, given.name_span);
                if !is_known {
                    found.severity = Severity::Error;
                }
                self.report(found);
                continue;
            }
            attributes.push((Box::from(&**name), Box::from(given.value.as_deref().unwrap_or_default())));
        }
        CustomElement { name: Box::from(&*tag.name), attributes, content }
    }
}

/// Whether an attribute name is invalid, would run code or would violate the site's content security policy.
fn is_refused(name: &str) -> bool {
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b':');
    let starts = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    name.starts_with("on")
        || matches!(name, "style" | "is" | "slot" | "srcdoc")
        || !starts
        || !name.bytes().all(is_name)
}
