//! Templates with slots. The content of a component is written directly to the output, without an intermediate string.

use std::cell::RefCell;
use std::fmt::{self, Formatter, Write};

use askama::Template;

use crate::parse::markdown::Component;
use crate::render::fields::Slot;
use crate::render::html::HtmlWriter;

/// The page writer, which a template and its slots use alternately.
struct Turns<'w, 'db>(RefCell<&'w mut HtmlWriter<'db>>);

impl<'db> Turns<'_, 'db> {
    fn take(&self, write: impl FnOnce(&mut HtmlWriter<'db>)) -> fmt::Result {
        let mut writer = self.0.try_borrow_mut().map_err(|_| fmt::Error)?;
        write(&mut writer);
        Ok(())
    }
}

impl Write for &Turns<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.take(|writer| writer.out.push_str(text))
    }
}

/// The destination of a template.
pub(super) struct Sink<'a>(&'a mut dyn Write);

impl Sink<'_> {
    /// Writes a template.
    pub(super) fn write(self, view: &impl Template) {
        // Writing to a string does not fail.
        let _ = view.render_into(self.0);
    }
}

impl<'db> HtmlWriter<'db> {
    /// Writes a template with a slot for the content of a component.
    pub(super) fn around(&mut self, component: &Component, template: impl FnOnce(Slot<'_>, Sink<'_>)) {
        self.with_slot(|writer| writer.content_here(&component.content), template);
    }

    /// Writes a template with a slot that `inside` fills.
    pub(super) fn with_slot(
        &mut self,
        inside: impl Fn(&mut HtmlWriter<'db>),
        template: impl FnOnce(Slot<'_>, Sink<'_>),
    ) {
        let turns = Turns(RefCell::new(self));
        let fill = |_: &mut Formatter<'_>| turns.take(&inside);
        template(Slot::Write(&fill), Sink(&mut &turns));
    }
}
