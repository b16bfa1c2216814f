//! The field `analytics` of `tool.json`: the services that count page views.

use super::editions::EditionRoot;
use super::fields::{ANALYTICS, FATHOM, GA4, MATOMO, PLAUSIBLE, POSTHOG, TRACKER, UMAMI};
use super::head::is_data_attribute;
use super::read::ConfigReader;
use super::site::origin;
use crate::parse::fields::Object;
use base::tree::{NodeRef, write_string};

/// The services that count page views.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Analytics {
    /// At least one.
    services: Vec<Service>,
    /// Whether readers have to agree first.
    pub(crate) consent: bool,
}

/// A service, as `templates/assets/analytics.js` loads it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Service {
    name: &'static str,
    /// The URL of its script: an https URL, or a path on the host of the site.
    src: Box<str>,
    /// Further attributes of its script.
    attributes: Vec<(Box<str>, Box<str>)>,
    /// Values that its script reads from the page.
    settings: Vec<(&'static str, Box<str>)>,
}

impl Analytics {
    /// The origins of the scripts on other sites.
    pub(crate) fn origins(&self) -> impl Iterator<Item = &str> {
        self.services.iter().filter_map(|service| origin(&service.src))
    }

    /// The services as JSON.
    pub(crate) fn json(&self) -> String {
        let mut json = String::from("[");
        for (number, service) in self.services.iter().enumerate() {
            json.push_str(if number == 0 { "{" } else { ",{" });
            member("name", service.name, &mut json);
            for (name, value) in &service.settings {
                json.push(',');
                member(name, value, &mut json);
            }
            json.push_str(",\"attributes\":{");
            member("src", &service.src, &mut json);
            for (name, value) in &service.attributes {
                json.push(',');
                member(name, value, &mut json);
            }
            json.push_str("}}");
        }
        json.push(']');
        json
    }
}

fn member(name: &str, value: &str, json: &mut String) {
    write_string(name, json);
    json.push(':');
    write_string(value, json);
}

/// Reads a service; `None` if a required field is missing or invalid, which is reported.
type ReadService = fn(&mut ConfigReader, NodeRef<'_>) -> Option<Service>;

/// The services by their name in `tool.json`.
const SERVICES: [(&str, &Object, ReadService); 7] = [
    ("plausible", &PLAUSIBLE, plausible),
    ("fathom", &FATHOM, fathom),
    ("umami", &UMAMI, umami),
    ("ga4", &GA4, ga4),
    ("posthog", &POSTHOG, posthog),
    ("matomo", &MATOMO, matomo),
    ("script", &TRACKER, tracker),
];

fn plausible(reader: &mut ConfigReader, node: NodeRef<'_>) -> Option<Service> {
    let domain = node.get("domain").and_then(|domain| reader.string(domain, "domain"));
    if domain.is_none() && node.get("src").is_none() {
        reader.invalid(node, "`plausible` must have `domain` or `src`");
        return None;
    }
    let src = reader.script(node, "https://plausible.io/js/script.js")?;
    let attributes = domain.map(|domain| ("data-domain".into(), domain)).into_iter().collect();
    Some(Service { name: "plausible", src, attributes, ..Service::default() })
}

fn fathom(reader: &mut ConfigReader, node: NodeRef<'_>) -> Option<Service> {
    let site = reader.required(node, "fathom", "site")?;
    let src = reader.script(node, "https://cdn.usefathom.com/script.js")?;
    Some(Service { name: "fathom", src, attributes: vec![("data-site".into(), site)], ..Service::default() })
}

fn umami(reader: &mut ConfigReader, node: NodeRef<'_>) -> Option<Service> {
    let website = reader.required(node, "umami", "website")?;
    let src = reader.script(node, "https://cloud.umami.is/script.js")?;
    Some(Service { name: "umami", src, attributes: vec![("data-website-id".into(), website)], ..Service::default() })
}

fn ga4(reader: &mut ConfigReader, node: NodeRef<'_>) -> Option<Service> {
    let id = reader.required(node, "ga4", "id")?;
    if !id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
        reader.invalid(node.get("id").unwrap_or(node), "`id` must be a measurement ID, such as `G-ABCDE12345`");
        return None;
    }
    let src = format!("https://www.googletagmanager.com/gtag/js?id={id}").into();
    Some(Service { name: "ga4", src, settings: vec![("id", id)], ..Service::default() })
}

fn posthog(reader: &mut ConfigReader, node: NodeRef<'_>) -> Option<Service> {
    let key = reader.required(node, "posthog", "key")?;
    let host = match node.get("host") {
        Some(host) => reader.address(host, "host")?,
        None => "https://us.i.posthog.com".into(),
    };
    let host: Box<str> = host.trim_end_matches('/').into();
    // PostHog Cloud serves scripts from another host.
    let src = format!("{}/static/array.js", host.replace(".i.posthog.com", "-assets.i.posthog.com")).into();
    Some(Service { name: "posthog", src, settings: vec![("key", key), ("host", host)], ..Service::default() })
}

fn matomo(reader: &mut ConfigReader, node: NodeRef<'_>) -> Option<Service> {
    let Some(url) = node.get("url") else {
        reader.invalid(node, "`matomo` must have `url` and `site`");
        return None;
    };
    let url = reader.address(url, "url")?;
    let site = match node.get("site").map(NodeRef::to_json) {
        Some(number) if number.bytes().all(|byte| byte.is_ascii_digit()) => number.into(),
        _ => reader.required(node, "matomo", "site")?,
    };
    let folder = url.trim_end_matches('/');
    let settings = vec![("tracker", format!("{folder}/matomo.php").into()), ("site", site)];
    Some(Service { name: "matomo", src: format!("{folder}/matomo.js").into(), settings, ..Service::default() })
}

fn tracker(reader: &mut ConfigReader, node: NodeRef<'_>) -> Option<Service> {
    let Some(src) = node.get("src") else {
        reader.invalid(node, "`script` must have `src`");
        return None;
    };
    let src = reader.address(src, "src")?;
    let mut attributes = Vec::new();
    for (key, value) in node.entries().filter(|(key, _)| key.text() != "src") {
        if is_data_attribute(key.text()) {
            attributes.push((key.text().into(), reader.string(value, key.text())?));
        } else {
            reader.invalid(
                key,
                &format!("`script` has `src` and attributes that begin with `data-`, not `{}`", key.text()),
            );
        }
    }
    Some(Service { name: "script", src, attributes, ..Service::default() })
}

impl ConfigReader {
    /// Reads the services that count page views; `None` without any.
    pub(super) fn analytics(&mut self, root: EditionRoot<'_>) -> Option<Analytics> {
        let node = root.get("analytics")?;
        if !node.is_object() {
            self.wrong_type(node, "`analytics`", "an object with the settings of a service");
            return None;
        }
        self.unknown_fields(node, &ANALYTICS.names());
        let mut services = Vec::new();
        for (name, object, read) in SERVICES {
            let Some(settings) = node.get(name) else { continue };
            if !settings.is_object() {
                self.wrong_type(settings, &format!("`{name}`"), "an object");
                continue;
            }
            if name != "script" {
                self.unknown_fields(settings, &object.names());
            }
            services.extend(read(self, settings));
        }
        let consent = self.switch(node, "consent").unwrap_or_default();
        (!services.is_empty()).then_some(Analytics { services, consent })
    }

    /// Reads a required field of a service.
    fn required(&mut self, node: NodeRef<'_>, service: &str, name: &str) -> Option<Box<str>> {
        let Some(value) = node.get(name) else {
            self.invalid(node, &format!("`{service}` must have `{name}`"));
            return None;
        };
        self.string(value, name)
    }

    /// Reads the URL of the script of a service.
    fn script(&mut self, node: NodeRef<'_>, default: &str) -> Option<Box<str>> {
        match node.get("src") {
            Some(src) => self.address(src, "src"),
            None => Some(default.into()),
        }
    }

    /// Reads an https URL, or a path on the host of the site.
    fn address(&mut self, node: NodeRef<'_>, name: &str) -> Option<Box<str>> {
        let text = self.string(node, name)?;
        let is_secure = text.get(..8).is_some_and(|start| start.eq_ignore_ascii_case("https://"));
        let is_local = text.starts_with("http://localhost:") || text.starts_with("http://127.0.0.1:");
        let is_address = (is_secure || is_local) && origin(&text).is_some();
        let is_path = text.starts_with('/') && !text.starts_with("//");
        if !(is_address || is_path) || text.contains([' ', '<', '>', '"', '\\']) {
            self.invalid(node, &format!("`{name}` must be an https URL, or a path that begins with `/`"));
            return None;
        }
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::super::read::read;

    #[test]
    fn services_become_scripts_with_their_settings() {
        let text = r#"{"name": "N", "analytics": {
            "plausible": {"domain": "a.test"},
            "fathom": {"site": "ABC"},
            "umami": {"website": "1-2", "src": "https://stats.a.test/u.js"},
            "ga4": {"id": "G-1"},
            "posthog": {"key": "phc_1", "host": "https://eu.i.posthog.com/"},
            "matomo": {"url": "https://m.a.test/", "site": 3},
            "script": {"src": "/stats.js", "data-x": "<\"&"},
            "consent": true}}"#;
        let file = read(text);
        assert!(file.diagnostics.is_empty(), "{:?}", file.diagnostics);
        let analytics = file.config.texts.analytics.unwrap();
        assert!(analytics.consent);
        insta::assert_snapshot!(analytics.json().replace("},{", "},\n{"), @r#"
        [{"name":"plausible","attributes":{"src":"https://plausible.io/js/script.js","data-domain":"a.test"}},
        {"name":"fathom","attributes":{"src":"https://cdn.usefathom.com/script.js","data-site":"ABC"}},
        {"name":"umami","attributes":{"src":"https://stats.a.test/u.js","data-website-id":"1-2"}},
        {"name":"ga4","id":"G-1","attributes":{"src":"https://www.googletagmanager.com/gtag/js?id=G-1"}},
        {"name":"posthog","key":"phc_1","host":"https://eu.i.posthog.com","attributes":{"src":"https://eu-assets.i.posthog.com/static/array.js"}},
        {"name":"matomo","tracker":"https://m.a.test/matomo.php","site":"3","attributes":{"src":"https://m.a.test/matomo.js"}},
        {"name":"script","attributes":{"src":"/stats.js","data-x":"<\"&"}}]
        "#);
        let origins: Vec<&str> = analytics.origins().collect();
        assert_eq!(
            origins,
            [
                "https://plausible.io",
                "https://cdn.usefathom.com",
                "https://stats.a.test",
                "https://www.googletagmanager.com",
                "https://eu-assets.i.posthog.com",
                "https://m.a.test"
            ]
        );
    }

    #[test]
    fn wrong_settings_are_reported_where_they_are() {
        let mut shown = String::new();
        for analytics in [
            r#"true"#,
            r#"{"plausibel": {}}"#,
            r#"{"plausible": {}}"#,
            r#"{"plausible": {"src": "http://a.test/x.js"}}"#,
            r#"{"fathom": "ABC"}"#,
            r#"{"umami": {"site": "x"}}"#,
            r#"{"ga4": {"id": "G-1&x=y"}}"#,
            r#"{"posthog": {"key": "", "host": "//a.test"}}"#,
            r#"{"matomo": {"url": "https://a.test"}}"#,
            r#"{"script": {"src": "https://a.test/'x;y'", "onload": "x"}}"#,
            r#"{"script": {"src": "javascript:x"}, "consent": "yes"}"#,
        ] {
            let text = format!(r#"{{"name": "N", "analytics": {analytics}}}"#);
            for found in &read(&text).diagnostics {
                shown.push_str(&format!("{} at {}\n", found.message, &text[found.place.unwrap().range()]));
            }
        }
        insta::assert_snapshot!(shown, @r#"
        `analytics` must be an object with the settings of a service, not a boolean at true
        unknown field `plausibel` at "plausibel"
        `plausible` must have `domain` or `src` at {}
        `src` must be an https URL, or a path that begins with `/` at "http://a.test/x.js"
        `fathom` must be an object, not a string at "ABC"
        unknown field `site` at "site"
        `umami` must have `website` at {"site": "x"}
        `id` must be a measurement ID, such as `G-ABCDE12345` at "G-1&x=y"
        `key` is empty at ""
        `matomo` must have `site` at {"url": "https://a.test"}
        `script` has `src` and attributes that begin with `data-`, not `onload` at "onload"
        `src` must be an https URL, or a path that begins with `/` at "javascript:x"
        `consent` must be `true` or `false`, not a string at "yes"
        "#);
    }
}
