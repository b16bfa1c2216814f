//! What pages accept, for imports that write them: elements and attributes of HTML, values of attributes of components. The
//! tables are those that pages are checked by.

use std::borrow::Cow;

use super::component;
use super::markdown::raw_html::Element;
use crate::registry::ComponentKind;

/// Whether pages let through an element of HTML with that name, in lower case.
#[must_use]
pub fn is_html(element: &str) -> bool {
    Element::named(element).is_some()
}

/// Whether pages let through that attribute on that element of HTML, both names in lower case. Its value may still be
/// refused.
#[must_use]
pub fn is_html_attribute(element: &str, attribute: &str) -> bool {
    Element::named(element).is_some_and(|element| element.attribute(attribute).is_some())
}

/// Whether a component's attribute may have that value; `false` for an unknown component or attribute.
#[must_use]
pub fn is_value(component: &str, attribute: &str, value: &str) -> bool {
    let attribute = ComponentKind::named(component).and_then(|kind| kind.entry().attribute(attribute));
    attribute.is_some_and(|attribute| component::held_value(attribute, Some(value)).is_ok())
}

/// `text` with its character references decoded.
#[must_use]
pub fn decoded(text: &str) -> Cow<'_, str> {
    component::decoded(text)
}
