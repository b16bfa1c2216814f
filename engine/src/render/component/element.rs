//! The root element of a component, with the attributes that the author gave it.

use std::fmt::{self, Display, Formatter, Write};

use askama::{FastWritable, Values};

use crate::parse::markdown::Component;
use crate::render::escape::write_escaped;
use crate::render::html::HtmlWriter;

/// The attributes of a component's root element: the author's, plus our class.
pub(super) struct Root<'a> {
    pub(super) component: &'a Component,
    pub(super) class: &'a str,
}

impl Root<'_> {
    fn write(&self, out: &mut (impl Write + ?Sized)) -> fmt::Result {
        /// The longest attribute value, in bytes, that is copied to the element. Longer values are for display, not for
        /// scripts and style sheets.
        const LONGEST_ECHOED: usize = 200;
        for attribute in &self.component.attributes {
            let name = match attribute.name {
                "id" | "class" => continue,
                // A `title` would be a tooltip over the whole element.
                "title" => "data-title",
                // The author's own word, not an ARIA role.
                "role" => "data-role",
                name => name,
            };
            if attribute.value.len() > LONGEST_ECHOED {
                continue;
            }
            out.write_char(' ')?;
            out.write_str(name)?;
            if !attribute.value.is_empty() {
                out.write_str("=\"")?;
                write_escaped(&attribute.value, out)?;
                out.write_char('"')?;
            }
        }
        if let Some(id) = self.component.given("id").and(self.component.anchor.as_deref()) {
            out.write_str(" id=\"")?;
            write_escaped(id, out)?;
            out.write_char('"')?;
        }
        let own = self.component.given("class").map_or("", |attribute| &attribute.value);
        if !(own.is_empty() && self.class.is_empty()) {
            out.write_str(" class=\"")?;
            out.write_str(self.class)?;
            if !own.is_empty() && !self.class.is_empty() {
                out.write_char(' ')?;
            }
            write_escaped(own, out)?;
            out.write_char('"')?;
        }
        Ok(())
    }
}

impl Display for Root<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}

impl FastWritable for Root<'_> {
    fn write_into(&self, out: &mut dyn Write, _: &dyn Values) -> askama::Result<()> {
        Ok(self.write(out)?)
    }
}

impl HtmlWriter<'_> {
    /// Writes a component's root element around the output of `inside`.
    pub(super) fn own_element(&mut self, component: &Component, class: &str, inside: impl FnOnce(&mut Self)) {
        let name = component.kind.name();
        self.out.push('<');
        self.out.push_str(name);
        // Writing to a string does not fail.
        let _ = Root { component, class }.write(&mut self.out);
        self.out.push('>');
        inside(self);
        self.out.push_str("</");
        self.out.push_str(name);
        self.out.push('>');
    }

    /// Writes a component's root element around its content.
    pub(super) fn element_with_body(&mut self, component: &Component, class: &str) {
        self.own_element(component, class, |writer| writer.content_here(&component.content));
    }
}
