//! The metadata of a page for search engines and link previews, if the site has a URL.

use crate::parse::config::SiteTexts;
use crate::parse::date::machine_date;
use crate::render::card;
use crate::render::shell::NavLink;
use crate::resolve::links::absolute;
use base::tree::write_string;

/// The metadata of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Seo {
    /// Open Graph properties with their values. Twitter reads them too.
    pub(crate) properties: Vec<(&'static str, String)>,
    /// The form of previews on Twitter.
    pub(crate) twitter_card: &'static str,
    /// JSON-LD (schema.org): data that browsers do not execute.
    pub(crate) json_ld: String,
}

/// The page that is described.
#[derive(Clone, Debug, Default)]
pub(crate) struct Described<'a> {
    /// Independent of the page's URL.
    pub(crate) address: &'a str,
    pub(crate) title: &'a str,
    pub(crate) description: Option<&'a str>,
    pub(crate) image: Option<Preview>,
    pub(crate) updated: Option<&'a str>,
    /// The groups that contain the page.
    pub(crate) crumbs: &'a [NavLink],
    pub(crate) is_first: bool,
}

/// The image that link previews show. Its URL is independent of the page's URL.
#[derive(Clone, Debug)]
pub(crate) enum Preview {
    /// The page's social card.
    Card(String),
    /// The logo of the site.
    Logo(String),
}

/// The metadata of a page in a site at `url`.
pub(crate) fn seo(texts: &SiteTexts, url: &str, page: &Described<'_>) -> Seo {
    let address = absolute(url, page.address);
    let kind = if page.is_first { "website" } else { "article" };
    let mut properties = vec![("og:title", page.title.to_owned())];
    properties.extend(page.description.map(|text| ("og:description", text.to_owned())));
    properties.extend([
        ("og:type", kind.to_owned()),
        ("og:url", address.clone()),
        ("og:site_name", texts.name.to_string()),
    ]);
    let twitter_card = match &page.image {
        None => "summary",
        Some(Preview::Logo(image)) => {
            properties.push(("og:image", absolute(url, image)));
            "summary"
        }
        Some(Preview::Card(image)) => {
            properties.extend([
                ("og:image", absolute(url, image)),
                ("og:image:width", card::WIDTH.to_string()),
                ("og:image:height", card::HEIGHT.to_string()),
                ("og:image:alt", format!("{} – {}", page.title, texts.name)),
            ]);
            "summary_large_image"
        }
    };
    let mut json = Json::default();
    json.text.push_str("{\"@context\":\"https://schema.org\",");
    if page.is_first {
        json.member("@type", "WebSite").member("name", &texts.name).member("url", &address);
        json.optional("description", page.description);
        json.text.push('}');
    } else {
        json.text.push_str("\"@graph\":[{");
        json.member("@type", "TechArticle").member("headline", page.title).optional("description", page.description);
        json.member("url", &address).member("inLanguage", &texts.lang);
        json.optional("dateModified", page.updated.and_then(machine_date).as_deref());
        json.comma();
        json.text.push_str("\"isPartOf\":{");
        json.member("@type", "WebSite").member("name", &texts.name).member("url", &format!("{url}/"));
        json.text.push_str("}}");
        json.breadcrumbs(url, page, &address);
        json.text.push_str("]}");
    }
    Seo { properties, twitter_card, json_ld: json.safe() }
}

/// JSON as it is written.
#[derive(Default)]
struct Json {
    text: String,
}

impl Json {
    fn comma(&mut self) {
        if !self.text.ends_with(['{', '[', ',']) {
            self.text.push(',');
        }
    }

    fn member(&mut self, name: &str, value: &str) -> &mut Self {
        self.comma();
        write_string(name, &mut self.text);
        self.text.push(':');
        write_string(value, &mut self.text);
        self
    }

    fn optional(&mut self, name: &str, value: Option<&str>) -> &mut Self {
        if let Some(value) = value {
            self.member(name, value);
        }
        self
    }

    /// The groups that contain the page, and the page.
    fn breadcrumbs(&mut self, url: &str, page: &Described<'_>, address: &str) {
        if page.crumbs.is_empty() {
            return;
        }
        self.text.push_str(",{\"@type\":\"BreadcrumbList\",\"itemListElement\":[");
        let groups = page.crumbs.iter().map(|crumb| (crumb.title.as_str(), absolute(url, &crumb.href.0)));
        for (number, (name, item)) in groups.chain([(page.title, address.to_owned())]).enumerate() {
            self.comma();
            self.text.push_str("{\"@type\":\"ListItem\",");
            self.text.push_str(&format!("\"position\":{}", number + 1));
            self.member("name", name);
            if !item.is_empty() {
                self.member("item", &item);
            }
            self.text.push('}');
        }
        self.text.push_str("]}");
    }

    /// The text without anything that could end its script element.
    fn safe(self) -> String {
        let escaped = self.text.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026");
        escaped.replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029").replace(['\u{1}', '\u{2}'], "")
    }
}

#[cfg(test)]
mod tests {
    use super::{Described, Preview, seo};
    use crate::parse::config::testing::texts;
    use crate::render::escape::Address;
    use crate::render::shell::NavLink;
    use crate::resolve::links::page_address;

    #[test]
    fn a_page_is_described_and_nothing_ends_its_element() {
        let texts = texts(r#"{"name": "N</script>", "url": "https://a.test/b"}"#);
        let href = Address(page_address("g/ä"));
        let crumbs = [NavLink { title: "G".to_owned(), href, current: false }];
        let page = Described {
            address: &page_address("g/x"),
            title: "T \"<!--\u{2028}",
            description: Some("D & <b>"),
            image: Some(Preview::Logo("\u{1}logo.png".to_owned())),
            updated: Some("2026-03"),
            crumbs: &crumbs,
            is_first: false,
        };
        let found = seo(&texts, "https://a.test/b", &page);
        insta::assert_debug_snapshot!(found.properties, @r#"
        [
            (
                "og:title",
                "T \"<!--\u{2028}",
            ),
            (
                "og:description",
                "D & <b>",
            ),
            (
                "og:type",
                "article",
            ),
            (
                "og:url",
                "https://a.test/b/g/x/",
            ),
            (
                "og:site_name",
                "N</script>",
            ),
            (
                "og:image",
                "https://a.test/b/logo.png",
            ),
        ]
        "#);
        insta::assert_snapshot!(found.json_ld, @r#"{"@context":"https://schema.org","@graph":[{"@type":"TechArticle","headline":"T \"\u003c!--\u2028","description":"D \u0026 \u003cb\u003e","url":"https://a.test/b/g/x/","inLanguage":"en","dateModified":"2026-03-01","isPartOf":{"@type":"WebSite","name":"N\u003c/script\u003e","url":"https://a.test/b/"}},{"@type":"BreadcrumbList","itemListElement":[{"@type":"ListItem","position":1,"name":"G","item":"https://a.test/b/g/%C3%A4/"},{"@type":"ListItem","position":2,"name":"T \"\u003c!--\u2028","item":"https://a.test/b/g/x/"}]}]}"#);
        let value: serde_json::Value = serde_json::from_str(&found.json_ld).unwrap();
        assert_eq!(value["@graph"][0]["headline"], "T \"<!--\u{2028}");
        assert_eq!(value["@graph"][1]["itemListElement"][0]["item"], "https://a.test/b/g/%C3%A4/");
        let home = seo(
            &texts,
            "https://a.test/b",
            &Described { address: "\u{1}\u{2}", title: "Home", is_first: true, ..Described::default() },
        );
        let value: serde_json::Value = serde_json::from_str(&home.json_ld).unwrap();
        assert_eq!((&value["@type"], &value["url"]), (&"WebSite".into(), &"https://a.test/b/".into()));
    }
}
