//! HTML that an attribute gives as the content of its element: `set:html` of Astro, `dangerouslySetInnerHTML` of React.
//! <https://docs.astro.build/en/reference/directives-reference/#sethtml>

use engine::other_tools::Notation;

use super::{Converter, Kind, Node};
use crate::literal::Literal;
use crate::page::read::read;
use crate::page::tree::Element;
use crate::project::Dialect;
use crate::report::LossKind;

/// The attributes that give it.
const NAMES: [&str; 3] = ["set:html", "set:text", "dangerouslySetInnerHTML"];

impl Converter<'_> {
    /// Takes the HTML or text that an attribute gives out of the attributes. Reports one that is computed.
    pub(super) fn take_given(&mut self, element: &mut Element, line: u32) -> Option<String> {
        let at = element.attributes.iter().position(|attribute| NAMES.contains(&attribute.name.as_str()))?;
        let name = element.attributes.get(at)?.name.clone();
        let value = self.literal_value(element, &name);
        element.attributes.remove(at);
        let value = match &value {
            Some(value @ Literal::Object(_)) => value.get("__html").and_then(Literal::as_text),
            other => other.as_ref().and_then(Literal::as_text),
        };
        if value.is_none() {
            let outcome = "its content is computed; left out";
            self.report_loss(LossKind::Expression, line, &format!("{name} of <{}>", element.name), outcome);
        }
        value.map(|value| if name == "set:text" { crate::page::write::escaped_text(&value) } else { value })
    }

    /// Replaces the content of an element by the HTML that an attribute gives.
    pub(super) fn with_given(&mut self, element: &mut Element, line: u32) {
        let Some(html) = self.take_given(element, line) else { return };
        let html = html.trim();
        let code = html.strip_prefix("<pre").and_then(|rest| rest.strip_suffix("</pre>"));
        element.children = match code.and_then(|rest| rest.split_once('>')) {
            Some((_, code)) if !code.contains("<pre") => {
                let argument = code.to_owned();
                let pre = Element { argument, ..Element::new(Notation::Tag, "pre") };
                vec![Node { line, kind: Kind::Element(Box::new(pre)) }]
            }
            _ => read(html, line, Dialect::default()).nodes,
        };
    }
}
