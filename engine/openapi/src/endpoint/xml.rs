//! Values as XML documents, by the XML Objects of their schemas (OpenAPI 3.2, section 4.25).

use super::body::essence;
use super::flatten::{At, Choice, Enter, Flat, SchemaPart, flatten};
use super::value::Value;
use crate::Db;
use crate::schema::{Xml, XmlNode};

/// The name of an element without a name of its own.
const UNNAMED: &str = "root";
/// The name of an item of a list without a name of its own.
const UNNAMED_ITEM: &str = "item";

/// Whether a media type is XML (RFC 7303, sections 9.1 and 8.1).
pub(super) fn is_xml(media: &str) -> bool {
    let essence = essence(media).to_ascii_lowercase();
    essence.ends_with("/xml") || essence.ends_with("+xml")
}

/// A value of a schema as an XML document with two-space indentation. The document's element has the name of the schema.
pub(super) fn document<'a>(db: &'a dyn Db, at: At<'a>, value: &Value) -> String {
    let flat = flat(db, &[SchemaPart::of(at)]);
    let named = flat.names.first().map(|named| named.name.to_string());
    let name = named.filter(|name| is_name(name)).unwrap_or_else(|| UNNAMED.to_owned());
    let mut writer = XmlWriter { db, out: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned() };
    match value {
        // A document has one element, so its list is always wrapped.
        Value::Array(items) => writer.list(&flat, &name, items, 0),
        value => writer.element(&flat, &name, value, 0),
    }
    writer.out.truncate(writer.out.trim_end().len());
    writer.out
}

fn flat<'a>(db: &'a dyn Db, seeds: &[SchemaPart<'a>]) -> Flat<'a> {
    flatten(db, seeds, Choice::All, &|_| Enter::Yes)
}

/// The XML Object of a schema, or of the schema that it refers to.
fn xml_of<'a>(flat: &Flat<'a>) -> Option<&'a Xml> {
    flat.parts.iter().find_map(|part| part.at.schema.facts.as_ref()?.xml.as_deref())
}

struct XmlWriter<'a> {
    db: &'a dyn Db,
    out: String,
}

impl<'a> XmlWriter<'a> {
    /// Appends a value; a list without an element of its own as one element per item. Bounded by the depth of the value.
    fn element(&mut self, flat: &Flat<'a>, name: &str, value: &Value, level: usize) {
        let xml = xml_of(flat);
        if let Value::Array(items) = value {
            if xml.is_some_and(|xml| xml.is_wrapped) {
                return self.list(flat, name, items, level);
            }
            let of_item = super::xml::flat(self.db, &flat.items());
            return items.iter().for_each(|item| self.element(&of_item, name, item, level));
        }
        let tag = tag(xml, name);
        let Value::Object(members) = value else {
            self.open(xml, &tag, level);
            self.out.push('>');
            self.text(&text(value), xml.is_some_and(|xml| xml.node == XmlNode::CharacterData));
            return self.close(&tag);
        };
        let properties = flat.properties();
        let mut children = Vec::new();
        let mut texts = Vec::new();
        self.open(xml, &tag, level);
        for (name, value) in members {
            let property = properties.iter().find(|property| property.name == *name);
            let seeds = property.map(|property| property.seeds.as_slice()).unwrap_or_default();
            let own = super::xml::flat(self.db, seeds);
            let xml = xml_of(&own);
            match xml.map(|xml| xml.node).unwrap_or_default() {
                XmlNode::Attribute => self.attribute(&self::tag(xml, name), &text(value)),
                XmlNode::Text => texts.push((text(value), false)),
                XmlNode::CharacterData => texts.push((text(value), true)),
                XmlNode::Element => children.push((name, own, value)),
            }
        }
        if children.is_empty() && texts.is_empty() {
            return self.out.push_str("/>\n");
        }
        self.out.push('>');
        for (text, is_character_data) in texts {
            self.text(&text, is_character_data);
        }
        if !children.is_empty() {
            self.out.push('\n');
            for (name, own, value) in children {
                self.element(&own, name, value, level + 1);
            }
            self.indent(level);
        }
        self.close(&tag);
    }

    /// Appends a list as an element with its items. Without a name of their own, items have that of the list.
    fn list(&mut self, flat: &Flat<'a>, name: &str, items: &[Value], level: usize) {
        let xml = xml_of(flat);
        let tag = tag(xml, name);
        let of_item = super::xml::flat(self.db, &flat.items());
        let named = of_item.names.first().map(|named| named.name.to_string());
        let inner = match xml.and_then(|xml| xml.name.as_deref()) {
            Some(name) => name.to_owned(),
            None if level > 0 => name.to_owned(),
            None => named.filter(|name| is_name(name)).unwrap_or_else(|| UNNAMED_ITEM.to_owned()),
        };
        self.open(xml, &tag, level);
        if items.is_empty() {
            return self.out.push_str("/>\n");
        }
        self.out.push_str(">\n");
        items.iter().for_each(|item| self.element(&of_item, &inner, item, level + 1));
        self.indent(level);
        self.close(&tag);
    }

    /// Appends the start of an element, up to its attributes.
    fn open(&mut self, xml: Option<&Xml>, tag: &str, level: usize) {
        self.indent(level);
        self.out.push('<');
        self.out.push_str(tag);
        if let Some((namespace, prefix)) = xml.and_then(|xml| Some((xml.namespace.as_deref()?, xml.prefix.as_deref())))
        {
            let name = prefix.map_or_else(|| "xmlns".to_owned(), |prefix| format!("xmlns:{prefix}"));
            self.attribute(&name, namespace);
        }
    }

    fn close(&mut self, tag: &str) {
        self.out.push_str("</");
        self.out.push_str(tag);
        self.out.push_str(">\n");
    }

    fn indent(&mut self, level: usize) {
        self.out.extend(std::iter::repeat_n("  ", level));
    }

    fn attribute(&mut self, name: &str, value: &str) {
        self.out.push(' ');
        self.out.push_str(name);
        self.out.push_str("=\"");
        escape(value, &mut self.out);
        self.out.push('"');
    }

    fn text(&mut self, text: &str, is_character_data: bool) {
        if !is_character_data {
            return escape(text, &mut self.out);
        }
        self.out.push_str("<![CDATA[");
        self.out.push_str(&text.replace("]]>", "]]]]><![CDATA[>"));
        self.out.push_str("]]>");
    }
}

/// The name of an element or attribute: that of its XML Object, or else `name`, with its prefix.
fn tag(xml: Option<&Xml>, name: &str) -> String {
    let own = xml.and_then(|xml| xml.name.as_deref()).unwrap_or(name);
    let own = if is_name(own) { own.to_owned() } else { as_name(own) };
    match xml.and_then(|xml| xml.prefix.as_deref()) {
        Some(prefix) => format!("{prefix}:{own}"),
        None => own,
    }
}

/// The text of a scalar; nothing for `null`.
fn text(value: &Value) -> String {
    match value {
        Value::Literal(text) if &**text == "null" => String::new(),
        value => value.plain().to_string(),
    }
}

fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // XML 1.0 cannot contain other control characters (section 2.2).
            c if c.is_control() && !matches!(c, '\t' | '\n' | '\r') => {}
            c => out.push(c),
        }
    }
}

/// Whether a text can name an element (XML 1.0, section 2.3, without colons).
fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_') && text.chars().all(is_name_character)
}

fn is_name_character(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '.')
}

/// The nearest name.
fn as_name(text: &str) -> String {
    let name: String = text.chars().map(|c| if is_name_character(c) { c } else { '_' }).collect();
    if is_name(&name) { name } else { format!("_{name}") }
}

#[cfg(test)]
mod tests {
    use crate::endpoint::endpoint;
    use crate::operation::operations;
    use crate::testing::spec;

    /// The XML examples of the only operation's response.
    fn examples(content: &str, schemas: &str) -> Vec<String> {
        let (inputs, file) = spec(&format!(
            r##"{{"openapi": "3.2.0", "info": {{"title": "T", "version": "1"}}, "paths": {{"/a": {{"get": {{
                "responses": {{"200": {{"description": "ok", "content": {{{content}}}}}}}}}}}}},
                "components": {{"schemas": {{{schemas}}}}}}}"##
        ));
        let chunk = operations(inputs.db(), file)[0];
        let media = &endpoint(inputs.db(), chunk).responses[0].media;
        let xml = media.iter().filter(|media| super::is_xml(&media.name));
        xml.flat_map(|media| &media.examples).map(|example| example.text.to_string()).collect()
    }

    const PET: &str = r##""Pet": {"type": "object", "xml": {"name": "pet", "namespace": "https://a.test/ns", "prefix": "p"}, "properties": {
        "id": {"type": "integer", "xml": {"attribute": true}},
        "name": {"type": "string", "example": "<Tom> & \"Co\""},
        "photos": {"type": "array", "xml": {"wrapped": true}, "items": {"type": "string", "xml": {"name": "photo"}}},
        "tags": {"type": "array", "items": {"$ref": "#/components/schemas/Tag"}},
        "same": {"type": "array", "xml": {"name": "all", "wrapped": true}, "items": {"type": "string"}},
        "odd key": {"type": "string", "nullable": true}}},
        "Tag": {"type": "object", "xml": {"name": "tag"}, "properties": {"label": {"type": "string", "xml": {"nodeType": "text"}}}}"##;

    #[test]
    fn names_attributes_and_wrappers_are_those_of_the_schema() {
        let media = r##""application/json": {"schema": {"$ref": "#/components/schemas/Pet"}},
            "application/xml; charset=utf-8": {"schema": {"$ref": "#/components/schemas/Pet"}}"##;
        let found = examples(media, PET);
        insta::assert_snapshot!(found.join("\n\n"), @r#"
        <?xml version="1.0" encoding="UTF-8"?>
        <p:pet xmlns:p="https://a.test/ns" id="1">
          <name>&lt;Tom&gt; &amp; &quot;Co&quot;</name>
          <photos>
            <photo>string</photo>
          </photos>
          <tag>string</tag>
          <all>
            <all>string</all>
          </all>
          <odd_key>string</odd_key>
        </p:pet>
        "#);
    }

    #[test]
    fn unnamed_items_of_an_unnamed_root_have_a_name_of_their_own() {
        let media = r#""application/xml": {"schema": {"type": "array", "items": {"type": "string"}}}"#;
        insta::assert_snapshot!(examples(media, PET).join("\n\n"), @r#"
        <?xml version="1.0" encoding="UTF-8"?>
        <root>
          <item>string</item>
        </root>
        "#);
    }

    #[test]
    fn a_structure_given_as_an_example_is_written_as_xml_and_a_text_stays() {
        let media = r##""application/xml": {"schema": {"type": "array", "items": {"$ref": "#/components/schemas/Tag"}}, "examples": {
            "structure": {"value": [{"label": "a"}, {"label": "b", "more": [1, null]}]}, "text": {"value": "<own/>"}}}"##;
        insta::assert_snapshot!(examples(media, PET).join("\n\n"), @r#"
        <?xml version="1.0" encoding="UTF-8"?>
        <root>
          <tag>a</tag>
          <tag>b
            <more>1</more>
            <more></more>
          </tag>
        </root>

        <own/>
        "#);
    }
}
