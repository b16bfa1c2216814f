//! Icons of other tools: each becomes ours, or is reported.

use engine::other_tools;

use super::Converter;
use super::attributes::image_of_jsx;
use crate::literal::Literal;
use crate::page::read::tokens::opening_tags;
use crate::page::tree::{Attribute, Element, TargetElement, Value};
use crate::page::write::{escaped, escaped_text, opening};
use crate::report::{Loss, LossKind};

/// The outcome for an icon that is left out.
pub(in crate::page) const NO_ICON: &str = "there is no icon of that name here; left out";
/// The width of an icon that is an image, in pixels.
const WIDTH: &str = "20";
/// The icon fonts: the classes that select one, and the prefix of the class that names an icon.
const FONTS: &[(&[&str], &str)] = &[
    (
        &[
            "fa",
            "fas",
            "far",
            "fal",
            "fat",
            "fad",
            "fab",
            "fass",
            "fa-solid",
            "fa-regular",
            "fa-light",
            "fa-thin",
            "fa-duotone",
            "fa-brands",
            "fa-sharp",
        ],
        "fa-",
    ),
    (&["bi"], "bi-"),
    (&["glyphicon"], "glyphicon-"),
    (&["mdi"], "mdi-"),
    (&["octicon"], "octicon-"),
    (&["ti"], "ti-"),
];
/// Classes of Font Awesome that change the look of an icon, beside those that select a font.
const LOOKS: &[&str] = &[
    "fa-fw",
    "fa-li",
    "fa-border",
    "fa-inverse",
    "fa-pull-left",
    "fa-pull-right",
    "fa-xs",
    "fa-sm",
    "fa-lg",
    "fa-xl",
    "fa-spin",
    "fa-pulse",
    "fa-beat",
    "fa-fade",
    "fa-bounce",
    "fa-shake",
    "fa-flip",
];

impl Converter<'_> {
    /// Our icon for a text of the source: a name, a path or an emoji. Reports one without a counterpart.
    pub(in crate::page) fn icon(&mut self, owner: &str, given: &str, line: u32) -> Option<String> {
        let given = given.trim();
        if given.is_empty() {
            return None;
        }
        match other_tools::icon(given) {
            Some(icon) if is_image(&icon) => Some(self.asset(&icon, line)),
            Some(icon) => Some(icon),
            None => {
                self.report_icon(&format!("icon of <{owner}>: {given}"), NO_ICON, line);
                None
            }
        }
    }

    /// Our icon for one that is JSX: an image, a drawing, or a component with the name of an icon. Reports others.
    pub(in crate::page) fn icon_of_jsx(&mut self, owner: &str, source: &str, line: u32) -> Option<String> {
        if let Some(image) = image_of_jsx(source) {
            return self.icon(owner, &image, line);
        }
        if let Some(drawing) = self.icon_drawing(source) {
            return Some(drawing);
        }
        let name = opening_tags(source).next().map(|(tag, _)| tag.name.to_owned()).unwrap_or_default();
        let bare = name.rsplit('.').next().unwrap_or_default();
        let icon = other_tools::icon(bare).filter(|_| name.starts_with(char::is_uppercase));
        if icon.is_none() {
            let subject = format!("icon of <{owner}>: {}", source.trim());
            let is_empty = matches!(&*name, "span" | "i" | "div") && super::attributes::text_of_jsx(source).is_empty();
            let outcome = if is_empty {
                "an element that style sheets or scripts draw; left out"
            } else {
                "a drawing or a component; left out"
            };
            self.report_icon(&subject, outcome, line);
        }
        icon
    }

    /// Reports an icon that is left out. It is no content.
    pub(in crate::page) fn report_icon(&mut self, subject: &str, outcome: &str, line: u32) {
        let loss = Loss::new(LossKind::Attribute, &self.file, line, subject, outcome);
        self.losses.push(Loss { is_content: false, ..loss });
    }

    /// Returns the content of a button with its icon: before it, or after it as `iconPlacement` says or as in Starlight.
    /// Reports an icon without a counterpart.
    pub(super) fn with_icon(&mut self, element: &Element, content: &str, line: u32) -> String {
        let Some(given) = self.value(element, "icon").filter(|given| !given.trim().is_empty()) else {
            return content.to_owned();
        };
        let Some(icon) = other_tools::icon(given.trim()).filter(|icon| !is_image(icon)) else {
            self.report_icon(&format!("icon of <{}>: {}", element.name, given.trim()), NO_ICON, line);
            return content.to_owned();
        };
        let place = ["iconPlacement", "iconPosition"].iter().find_map(|name| self.value(element, name));
        let is_last = match place.as_deref() {
            Some(place) => matches!(place, "end" | "right"),
            None => element.name == "LinkButton",
        };
        let icon = icon_element(&icon, None);
        if is_last { format!("{content} {icon}") } else { format!("{icon} {content}") }
    }

    /// `Icon`: ours, an image, or the label of one without a counterpart.
    pub(super) fn icon_in_text(&mut self, element: &Element, content: String, line: u32) -> String {
        let value = |names: &[&str]| names.iter().find_map(|name| self.value(element, name));
        let given = value(&["icon", "name"]).map(|given| given.trim().to_owned()).filter(|given| !given.is_empty());
        let label = value(&["label", "aria-label"]).map(|label| label.trim().to_owned());
        let label = label.filter(|label| !label.is_empty());
        let found = given.as_deref().and_then(other_tools::icon);
        if let Some(path) = found.as_ref().filter(|icon| is_image(icon)) {
            let size = value(&["size"]).filter(|size| size.bytes().all(|byte| byte.is_ascii_digit()));
            let mut made = TargetElement::new("img").with("src", self.asset(path, line));
            made.set("alt", Some(label.unwrap_or_default()));
            made.set("width", Some(size.filter(|size| !size.is_empty()).unwrap_or_else(|| WIDTH.to_owned())));
            return opening(&made, true);
        }
        match (found, label, given.as_deref().and_then(character_of)) {
            (Some(icon), label, _) => icon_element(&icon, label.as_deref()),
            (None, Some(label), _) if content.trim().is_empty() => escaped_text(&label),
            (None, _, Some(character)) => escaped_text(character) + &content,
            (None, _, None) => {
                let subject = given.as_deref().map_or_else(
                    || format!("<{}>", element.name),
                    |given| format!("icon of <{}>: {given}", element.name),
                );
                self.report_icon(&subject, NO_ICON, line);
                content
            }
        }
    }

    /// The text for an element without content whose classes are those of an icon font. `None` for another element.
    pub(super) fn font_icon(
        &mut self,
        name: &str,
        attributes: &[Attribute],
        content: &str,
        line: u32,
    ) -> Option<String> {
        if !matches!(name, "i" | "span") {
            return None;
        }
        let text = |names: [&str; 2]| {
            let attribute = attributes.iter().find(|attribute| names.contains(&attribute.name.as_str()))?;
            match &attribute.value {
                Value::Text(text) => Some(text.clone()),
                _ => self.literal(attribute).as_ref().and_then(Literal::as_text),
            }
        };
        let class = text(["class", "className"])?;
        let icon = named_by_classes(&class, content.trim())?;
        let label = text(["aria-label", "title"]).filter(|label| !label.trim().is_empty());
        Some(match (other_tools::icon(&icon).filter(|icon| !is_image(icon)), label) {
            (Some(icon), label) => icon_element(&icon, label.as_deref()),
            (None, Some(label)) => escaped_text(label.trim()),
            (None, None) => {
                self.report_icon(&format!("class of <{name}>: {class}"), NO_ICON, line);
                String::new()
            }
        })
    }
}

/// Whether an icon is an image file.
fn is_image(icon: &str) -> bool {
    icon.contains(['/', '.'])
}

/// The digit that an icon such as `circle-1` shows.
fn character_of(name: &str) -> Option<&str> {
    let name = name.rsplit(' ').next()?;
    let character = ["circle-", "square-"].iter().find_map(|shape| name.strip_prefix(shape))?;
    (character.len() == 1 && character.bytes().all(|byte| byte.is_ascii_digit())).then_some(character)
}

fn icon_element(icon: &str, label: Option<&str>) -> String {
    let label = label.map(|label| format!(" label=\"{}\"", escaped(label.trim()))).unwrap_or_default();
    format!("<wc-icon name=\"{}\"{label} />", escaped(icon))
}

/// The name of an icon by the classes of its element; `content` is the text in it. `None` if they are not those of an
/// icon font.
fn named_by_classes(class: &str, content: &str) -> Option<String> {
    let has = |wanted: &str| class.split_whitespace().any(|word| word == wanted);
    if class.split_whitespace().any(|word| word.starts_with("material-icons") || word.starts_with("material-symbols")) {
        // The text of the element is the name.
        let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
        return (!content.is_empty() && content.bytes().all(fits)).then(|| content.replace('_', "-"));
    }
    // GitBook repeats the name in the element.
    let repeated = content.strip_prefix(':').and_then(|name| name.strip_suffix(':'));
    if let Some(name) = repeated.filter(|name| has(&format!("fa-{name}"))) {
        return Some(name.to_owned());
    }
    if !content.is_empty() {
        return None;
    }
    let (fonts, prefix) = FONTS.iter().find(|(fonts, _)| fonts.iter().any(|font| has(font)))?;
    let is_size = |name: &str| name.strip_suffix('x').is_some_and(|count| count.parse::<u8>().is_ok());
    let is_look = |word: &str| fonts.contains(&word) || LOOKS.contains(&word) || word.starts_with("fa-rotate-");
    let names = class.split_whitespace().filter(|word| !is_look(word));
    names
        .filter_map(|word| word.strip_prefix(prefix))
        .find(|name| !name.is_empty() && !is_size(name))
        .map(ToOwned::to_owned)
}

#[cfg(test)]
mod tests {
    use super::named_by_classes;

    #[test]
    fn classes_of_icon_fonts_name_an_icon() {
        for (class, content, name) in [
            ("fas fa-book fa-2x", "", Some("book")),
            ("fa-solid fa-fw fa-x", "", Some("x")),
            ("bi bi-gear", "", Some("gear")),
            ("material-icons md-18", "arrow_back", Some("arrow-back")),
            ("fa-rocket", ":rocket:", Some("rocket")),
            ("fa-rocket", ":book:", None),
            ("fa fa-book", "Text", None),
            ("material-icons", "Two words", None),
            ("note", "", None),
            ("fas", "", None),
        ] {
            assert_eq!(named_by_classes(class, content).as_deref(), name, "{class}");
        }
    }
}
