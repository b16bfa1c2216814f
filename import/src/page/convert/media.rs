//! Images, figures, videos, embedded pages.

use engine::accepted;

use super::attributes::{is_dark_class, is_for_dark, is_outside};
use super::scope::Binding;
use super::{Converter, Kind, Node};
use crate::literal::Literal;
use crate::page::read::jsx::decoded;
use crate::page::read::tokens::opening_tags;
use crate::page::tree::{Attribute, Element, TargetElement, Value};
use crate::page::write::{escaped, escaped_text, opening};
use crate::report::LossKind;

/// The title and the caption of what is embedded.
type FilmTexts = (Option<String>, Option<String>);

impl Converter<'_> {
    /// The URL of an image's `src`: a text, an imported file, or a member of one.
    fn source_of(&self, element: &Element) -> Option<String> {
        let attribute = ["src", "light", "url", "image"]
            .iter()
            .find_map(|name| element.attributes.iter().find(|attribute| attribute.name == *name));
        let Some(attribute) = attribute else {
            let sources = self.literal_value(element, "sources").or_else(|| self.literal_value(element, "srcSet"))?;
            let source = sources.get("light").or_else(|| sources.get("dark"))?;
            return source.as_text().or_else(|| match source {
                Literal::Other(call) => path_of_call(call),
                _ => None,
            });
        };
        if let Some(text) = self.literal(attribute).and_then(|value| value.as_text()) {
            return Some(text);
        }
        let Value::Expression(source) = &attribute.value else { return None };
        if let Some(path) = path_of_call(source) {
            return Some(path);
        }
        match self.binding(source.split('.').next().unwrap_or(source).trim())? {
            Binding::File { path, .. } => Some(path),
            _ => None,
        }
    }

    /// An inline image, with its caption.
    pub(super) fn image_in_text(&mut self, element: &Element, line: u32) -> String {
        let caption = self.caption_of(element);
        self.image(element, caption, line)
    }

    /// The caption that the attributes of an image give it; `None` if they have no text.
    fn caption_of(&self, element: &Element) -> Option<String> {
        let text = |name: &str| self.value(element, name).filter(|text| !text.trim().is_empty());
        match (text("caption"), text("author")) {
            (Some(caption), Some(author)) => Some(format!("{caption} ({author})")),
            (caption, author) => caption.or(author),
        }
    }

    /// An inline image with a caption. A title is a tooltip; `wc-image`, which has none, shows it as its caption.
    fn image(&mut self, element: &Element, caption: Option<String>, line: u32) -> String {
        let class = ["className", "class"].iter().find_map(|name| self.value(element, name)).unwrap_or_default();
        let is_dark = self.is_for_dark
            || is_dark_class(&class)
            || self.source_of(element).is_some_and(|source| is_for_dark(&source));
        let text = |name: &str| self.value(element, name).filter(|text| !text.trim().is_empty());
        let (title, alt) = match (text("title"), text("alt")) {
            (title, Some(alt)) => (title.filter(|title| title.trim() != alt.trim()), alt),
            (title, None) => (None, title.unwrap_or_default()),
        };
        let Some(source) = self.source_of(element).filter(|source| !source.trim().is_empty()) else {
            let texts = [Some(alt), title, caption].into_iter().flatten().filter(|text| !text.is_empty());
            return texts.map(|text| escaped_text(&text)).collect::<Vec<_>>().join(" ");
        };
        let address = self.asset(source.trim(), line);
        // `style={{ width: "300px" }}`, `style="width: 300px"`.
        let styled = |name: &str| {
            let in_object = self.literal_value(element, "style").and_then(|style| style.get(name)?.as_text());
            in_object.or_else(|| {
                let style = self.value(element, "style")?;
                style
                    .split(';')
                    .find_map(|pair| pair.trim().strip_prefix(name)?.trim_start().strip_prefix(':').map(str::to_owned))
            })
        };
        let size = |name: &str| super::sized::size(&self.value(element, name).or_else(|| styled(name))?);
        let (width, height) = (size("width"), size("height"));
        let height = height.filter(|height| !height.ends_with('%'));
        let width = width.filter(|width| width != "100%");
        if is_dark {
            return crate::page::pairs::dark(address, alt, caption.or(title), (width, height));
        }
        // The images of a component for both themes.
        let sources = self.literal_value(element, "sources").or_else(|| self.literal_value(element, "srcSet"));
        let other = sources.as_ref().and_then(|sources| sources.get("dark")).and_then(Literal::as_text);
        let other = other.or_else(|| self.value(element, "light").and(self.value(element, "dark")));
        let other = other.map(|other| self.asset(other.trim(), line));
        let dark = other.filter(|dark| *dark != address);
        let is_relative = width.as_deref().is_some_and(|width| width.ends_with('%'));
        if dark.is_some() || is_relative || caption.is_some() {
            let mut made = TargetElement::new("wc-image").with("src", address);
            made.set_if(dark, "dark-src");
            made.set("alt", Some(alt));
            made.set_if(width, "width");
            made.set_if(height.filter(|_| !is_relative), "height");
            made.set_if(caption.or(title), "caption");
            return opening(&made, true);
        }
        if width.is_none() && height.is_none() && !address.contains([' ', '(', ')', '<', '>']) {
            let alt = alt.replace(['[', ']'], "").split_whitespace().collect::<Vec<_>>().join(" ");
            let title =
                title.map(|title| format!(" \"{}\"", escaped(&title).replace('\\', "\\\\"))).unwrap_or_default();
            return format!("![{}]({address}{title})", escaped_text(&alt));
        }
        let mut made = TargetElement::new("img").with("src", address).with("alt", alt);
        made.set_if(title, "title");
        made.set_if(width, "width");
        made.set_if(height, "height");
        opening(&made, true)
    }

    /// An HTML image only for dark pages.
    pub(super) fn dark_image(&self, attributes: &[Attribute], line: u32) -> String {
        let value = |name: &str| {
            attributes.iter().find(|attribute| attribute.name == name).and_then(|attribute| match &attribute.value {
                Value::Text(text) => Some(text.trim().to_owned()),
                _ => None,
            })
        };
        let set = || value("srcset").or_else(|| value("srcSet"));
        let Some(source) = value("src").or_else(|| set().map(|set| first_of_set(&set).to_owned())) else {
            return String::new();
        };
        let size = |name: &str| value(name).filter(|size| size.parse::<u32>().is_ok());
        let alt = value("alt").unwrap_or_default();
        crate::page::pairs::dark(self.asset(&source, line), alt, value("title"), (size("width"), size("height")))
    }

    /// `Frame`: a figure if it has a caption, otherwise its content. With a URL, it is an image itself.
    pub(super) fn frame(&mut self, element: Element, line: u32, out: &mut Vec<Node>) {
        if self.source_of(&element).is_some() {
            return self.picture(element, line, out);
        }
        let Some(mut made) = self.made_by_table(&element, line) else { return };
        let (caption, children) = self.take_caption(element.children, &["figcaption", "Caption"]);
        made.set_if(caption, "caption");
        let children = self.nodes(children, Some("wc-frame"));
        made.children.extend(children);
        if made.children.iter().all(Node::is_silent) {
            out.extend(made.children);
            return;
        }
        // A video or an embedded page has a frame of its own.
        let shown: Vec<&Node> = made.children.iter().filter(|node| !node.is_silent()).collect();
        if let [Node { kind: Kind::Target(inner), .. }] = shown.as_slice()
            && inner.name == "wc-frame"
        {
            let mut inner = inner.clone();
            inner.attributes.retain(|(name, _)| name != "caption" || made.get("caption").is_none());
            inner.attributes.extend(made.attributes);
            return out.push(inner.at(line));
        }
        out.push(made.at(line));
    }

    /// `figure` with `figcaption`.
    pub(super) fn figure(&mut self, element: Element, line: u32, out: &mut Vec<Node>) {
        let (caption, children) = self.take_caption(element.children, &["figcaption"]);
        let children = self.nodes(children, Some("wc-frame"));
        if children.iter().all(Node::is_silent) {
            // It showed code that is not imported: its text stays.
            out.extend(caption.map(|caption| Node::text(line, caption)));
            out.extend(children);
            return;
        }
        let mut made = TargetElement::new("wc-frame");
        made.set_if(caption, "caption");
        out.push(made.holding(children).at(line));
    }

    /// `Image`, `Illustration`, `ThemedImage`: a figure if it has a caption or content.
    pub(super) fn picture(&mut self, element: Element, line: u32, out: &mut Vec<Node>) {
        let mut element = element;
        if element.name == "Diagram"
            && self.source_of(&element).is_none()
            && let Some(name) = self.value(&element, "name")
        {
            // React's documentation names diagrams by convention.
            let value = Value::Text(format!("/images/docs/diagrams/{name}.png"));
            element.attributes.push(Attribute { name: "src".to_owned(), value });
        }
        let is_credited = element.name == "Illustration" && self.source_of(&element).is_some();
        let credit = is_credited.then(|| self.credit(&element, line)).flatten();
        let given = if is_credited { self.value(&element, "caption") } else { self.caption_of(&element) };
        let caption = given.filter(|caption| !caption.trim().is_empty());
        let image = self.image(&element, None, line);
        let text = self.nodes(element.children, Some("wc-frame"));
        let text: Vec<Node> = text.into_iter().chain(credit).collect();
        let has_text = text.iter().any(|node| !node.is_blank());
        if caption.is_none() && !has_text {
            if !image.is_empty() {
                out.push(Node { line, kind: Kind::Blank });
                out.push(Node::text(line, image));
                out.push(Node { line, kind: Kind::Blank });
            }
            return;
        }
        // The content of ReadMe's image is its caption.
        let is_caption = self.dialect.readme
            && caption.is_none()
            && text.iter().all(|node| matches!(node.kind, Kind::Text(_) | Kind::Blank));
        let (caption, text) = if is_caption { (Some(self.joined(text, true)), Vec::new()) } else { (caption, text) };
        let mut made = TargetElement::new("wc-frame");
        made.set_if(caption, "caption");
        if !image.is_empty() {
            made.children.push(Node::text(line, image));
            made.children.push(Node { line, kind: Kind::Blank });
        }
        made.children.extend(text);
        out.push(made.at(line));
    }

    /// A video or an embedded page: as HTML if its URL allows it, otherwise a link.
    pub(super) fn film(&mut self, element: Element, line: u32, out: &mut Vec<Node>) {
        if let Some(made) = self.frame_in_html(&element, line).or_else(|| self.preview(&element, line)) {
            return out.push(made);
        }
        let name = element.name.clone();
        let nested = element.children.iter().find_map(|node| match &node.kind {
            Kind::Element(source) if source.name == "source" => self.value(source, "src"),
            Kind::Text(text) => opening_tags(text).find_map(|(tag, _)| tag.text("src").map(ToOwned::to_owned)),
            _ => None,
        });
        let source = self.source_of(&element).or(nested);
        // Only browsers that cannot show the element show its text.
        let is_shown = source.is_some() && matches!(name.as_str(), "iframe" | "video" | "audio");
        let words = match is_shown && element.children.iter().all(is_fallback) {
            true => Vec::new(),
            false => self.film_words(element.children.clone()),
        };
        if source.is_some() && matches!(name.as_str(), "iframe" | "video" | "audio") {
            const KEPT: [&str; 5] = ["src", "title", "caption", "controls", "allowfullscreen"];
            for attribute in &element.attributes {
                if !KEPT.iter().any(|kept| attribute.name.eq_ignore_ascii_case(kept)) {
                    self.drop_attribute(&attribute.name, line);
                }
            }
        }
        match (name.as_str(), source) {
            (_, Some(source)) if name != "iframe" && player(&source).is_some() => {
                let texts = self.film_texts(&element);
                out.extend(player(&source).map(|player| frame(player, texts, line)));
            }
            ("iframe", Some(source)) if source.starts_with("https://") => {
                let mut made = TargetElement::new("iframe").with("src", source);
                made.set_if(self.value(&element, "title"), "title");
                made.set("allowfullscreen", None);
                let mut figure = TargetElement::new("wc-frame");
                figure.set_if(self.value(&element, "caption"), "caption");
                out.push(figure.holding(vec![made.at(line)]).at(line));
            }
            ("video" | "audio", Some(source)) => {
                let mut made = TargetElement::new(name).with("src", self.asset(&source, line));
                made.set("controls", None);
                made.set_if(self.value(&element, "title"), "title");
                let html = format!("{}</{}>", opening(&made, false), made.name);
                let mut figure = TargetElement::new("wc-frame");
                figure.set_if(self.value(&element, "caption"), "caption");
                out.push(figure.holding(vec![Node::text(line, html)]).at(line));
            }
            (_, source) => {
                let element = Element { children: Vec::new(), ..element };
                let id = ["videoid", "videoId", "id", "youTubeId"].iter().find_map(|name| self.value(&element, name));
                let id = id.filter(|_| name.eq_ignore_ascii_case("youtube") || is_vimeo(&name));
                if let Some(player) = id.and_then(|id| player(&film_address(&name, &id))) {
                    let texts = self.film_texts(&element);
                    out.push(frame(player, texts, line));
                    out.extend(words);
                    return;
                }
                let link = match source {
                    Some(source) => titled_link(&self.link(&source, line), &source, self.film_texts(&element)),
                    None => self.film_link(&element),
                };
                let has_link = link.contains("](");
                let kept = if link.is_empty() { "nothing is shown in its place" } else { "its title is kept" };
                if !link.is_empty() {
                    out.push(Node { line, kind: Kind::Blank });
                    out.push(Node::text(line, link));
                    out.push(Node { line, kind: Kind::Blank });
                }
                if !has_link && words.is_empty() {
                    self.report_embed(&element, kept, line);
                }
            }
        }
        out.extend(words);
    }

    /// The page that the HTML in an attribute embeds, unless the element has the URL of a video.
    fn frame_in_html(&self, element: &Element, line: u32) -> Option<Node> {
        let html = self.value(element, "html").filter(|_| !accepted::is_html(&element.name))?;
        if self.value(element, "url").is_some_and(|url| player(&url).is_some()) {
            return None;
        }
        let mut frames = opening_tags(&html).filter(|(tag, _)| tag.name == "iframe");
        let source = frames.find_map(|(tag, _)| tag.text("src").map(decoded))?;
        let source = if source.starts_with("//") { format!("https:{source}") } else { source };
        source.starts_with("https://").then(|| frame(source, self.film_texts(element), line))
    }

    /// `Embed` with the URL, the title and an image of a page that it shows as a link: becomes a card.
    fn preview(&mut self, element: &Element, line: u32) -> Option<Node> {
        let text = |name: &str| self.value(element, name).filter(|text| !text.trim().is_empty());
        let url = text("url").filter(|url| is_outside(url) && player(url).is_none())?;
        let image = text("image").filter(|image| element.name == "Embed" && is_outside(image))?;
        let title = text("title").unwrap_or_else(|| url.clone());
        let has_icon = text("favicon").is_some();
        let mut card = TargetElement::new("wc-card").with("title", title).with("href", self.link(&url, line));
        card.set_if(Some(self.asset(&image, line)), "img");
        if has_icon {
            self.drop_attribute("favicon", line);
        }
        Some(card.at(line))
    }

    /// Reports an embedding element whose URL cannot be read.
    fn report_embed(&mut self, element: &Element, kept: &str, line: u32) {
        let is_address = |attribute: &&Attribute| matches!(attribute.name.as_str(), "src" | "url" | "href");
        let address = element.attributes.iter().find(is_address).and_then(|given| match &given.value {
            Value::Expression(source) => Some(format!("{{{source}}}")),
            _ => None,
        });
        let subject = format!("<{}> {}", element.name, address.unwrap_or_default());
        let outcome = format!("its URL cannot be read; {kept}");
        self.report_loss(LossKind::UnknownComponent, line, subject.trim(), &outcome);
    }

    /// The content of a video element other than its sources: its fallback text.
    fn film_words(&mut self, children: Vec<Node>) -> Vec<Node> {
        let is_source = |node: &Node| match &node.kind {
            Kind::Element(element) => matches!(element.name.as_str(), "source" | "track"),
            Kind::Text(text) => text.trim_start().starts_with("<source"),
            _ => false,
        };
        let children = children.into_iter().filter(|node| !is_source(node)).collect();
        self.nodes(children, None)
    }

    /// A link to the content of an embedding component.
    pub(super) fn film_link(&mut self, element: &Element) -> String {
        let id = ["videoid", "videoId", "id", "youTubeId", "slug"].iter().find_map(|name| self.value(element, name));
        let url = ["url", "src", "href"].iter().find_map(|name| self.value(element, name));
        let repository = || {
            self.value(element, "repo").map(|name| match name.starts_with("http") {
                true => name,
                false => format!("https://github.com/{name}"),
            })
        };
        let url = url.or_else(repository);
        let url = url.or_else(|| id.map(|id| film_address(&element.name, &id)));
        let texts = self.film_texts(element);
        match url {
            Some(url) if is_outside(&url) => titled_link(&url, &url, texts),
            _ => [texts.0, texts.1].into_iter().flatten().collect::<Vec<_>>().join(": "),
        }
    }

    /// The title and the caption of an embedding component; without a title, the caption is the title.
    fn film_texts(&self, element: &Element) -> FilmTexts {
        let text = |name: &str| self.value(element, name).filter(|text| !text.trim().is_empty());
        let (title, caption) = (text("title"), text("caption"));
        match title {
            Some(title) => (Some(title.clone()), caption.filter(|caption| *caption != title)),
            None => (caption, None),
        }
    }

    /// ReadMe's `Table`: rows in JSX.
    pub(super) fn jsx_table(&mut self, element: Element, line: u32, out: &mut Vec<Node>) {
        let mut element = element;
        "table".clone_into(&mut element.name);
        let mut made = TargetElement::new("table");
        made.children = self.nodes(element.children, None);
        out.push(made.at(line));
    }
}

/// A link with a title, or its URL, as its text; the caption follows.
fn titled_link(target: &str, url: &str, (title, caption): FilmTexts) -> String {
    let caption = caption.map(|caption| format!(" ({caption})")).unwrap_or_default();
    format!("[{}]({target}){caption}", escaped_text(title.as_deref().unwrap_or(url)))
}

fn is_vimeo(name: &str) -> bool {
    matches!(name, "Vimeo" | "VimeoEmbed")
}

/// The URL of the video that a component names by its ID.
fn film_address(name: &str, id: &str) -> String {
    match is_vimeo(name) {
        true => format!("https://vimeo.com/{id}"),
        false => format!("https://www.youtube.com/watch?v={id}"),
    }
}

/// The path in `useBaseUrl('x')`, `require('x').default`.
fn path_of_call(source: &str) -> Option<String> {
    match Literal::read(source.split_once('(')?.1.split_once(')')?.0) {
        Literal::Text(path) => Some(path),
        _ => None,
    }
}

/// The player URL of a video on YouTube, Vimeo or Loom, for embedding. `None` for other sites.
pub(super) fn player(address: &str) -> Option<String> {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    let rest = rest.strip_prefix("www.").unwrap_or(rest);
    let (host, path) = rest.split_once('/')?;
    let id = |part: &str| -> Option<String> {
        let id = part.split(['?', '&', '#', '/']).next().unwrap_or_default();
        let is_id =
            (6..=40).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'));
        is_id.then(|| id.to_owned())
    };
    match host {
        "youtu.be" => id(path).map(|id| format!("https://www.youtube.com/embed/{id}")),
        "youtube.com" | "m.youtube.com" => {
            let given =
                path.strip_prefix("watch?").and_then(|query| query.split('&').find_map(|pair| pair.strip_prefix("v=")));
            let given = given.or_else(|| path.strip_prefix("shorts/")).or_else(|| path.strip_prefix("embed/"));
            given.and_then(id).map(|id| format!("https://www.youtube.com/embed/{id}"))
        }
        "vimeo.com" => {
            let is_number = |id: &String| id.bytes().all(|byte| byte.is_ascii_digit());
            id(path).filter(is_number).map(|id| format!("https://player.vimeo.com/video/{id}"))
        }
        "loom.com" => path.strip_prefix("share/").and_then(id).map(|id| format!("https://www.loom.com/embed/{id}")),
        _ => None,
    }
}

/// A player in an `iframe`. Its caption is shown, otherwise its title.
pub(super) fn frame(player: String, (title, caption): FilmTexts, line: u32) -> Node {
    let mut made = TargetElement::new("iframe").with("src", player);
    made.set_if(title.as_deref().map(crate::page::headings::plain), "title");
    made.set("allowfullscreen", None);
    let mut frame = TargetElement::new("wc-frame");
    frame.set_if(caption.or(title), "caption");
    frame.holding(vec![made.at(line)]).at(line)
}

/// The first URL of a `srcset`, without its width or density. Unlike in HTML, it may contain spaces: GitBook writes the
/// names of files as they are.
pub(super) fn first_of_set(set: &str) -> &str {
    let is_size = |word: &str| {
        let number = word.strip_suffix(['w', 'x', 'h']);
        number.is_some_and(|number| !number.is_empty() && number.parse::<f32>().is_ok())
    };
    let mut first = set.trim();
    // A comma separates candidates if a descriptor is in front of it, or a space follows.
    for (at, _) in set.match_indices(',') {
        let before = set.get(..at).unwrap_or_default().trim();
        let has_size = before.rsplit_once(' ').is_some_and(|(_, word)| is_size(word));
        if has_size || set.get(at + 1..).is_some_and(|rest| rest.starts_with(char::is_whitespace)) {
            first = before;
            break;
        }
    }
    match first.rsplit_once(char::is_whitespace) {
        Some((url, size)) if is_size(size) => url.trim_end(),
        _ => first,
    }
}

/// Whether a node in a video element may be part of its fallback text: sources, text, and links in it.
fn is_fallback(node: &Node) -> bool {
    match &node.kind {
        Kind::Text(text) => !text.contains("!["),
        Kind::Blank => true,
        Kind::Element(element) => {
            matches!(element.name.as_str(), "source" | "track" | "p" | "a") && element.children.iter().all(is_fallback)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::first_of_set;

    #[test]
    fn the_first_url_of_a_set_may_contain_spaces() {
        for (set, first) in [
            ("a.png", "a.png"),
            ("a.png 2x, b.png 1x", "a.png"),
            ("a.png 480w,b.png 800w", "a.png"),
            ("../assets/Ultimate Badge Dark (1).svg", "../assets/Ultimate Badge Dark (1).svg"),
            ("a b.png 1.5x", "a b.png"),
            ("a,b.png", "a,b.png"),
            ("Level 2.png, b.png 2x", "Level 2.png"),
        ] {
            assert_eq!(first_of_set(set), first, "{set}");
        }
    }
}
