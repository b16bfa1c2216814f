//! The channels of AsyncAPI files, which have pages in Fern and none here.

use super::api;
use super::names::{kebab, members};
use crate::formats::{ProjectReader, document};
use crate::literal::{self, Value, text};
use crate::paths;

/// A channel that has no page here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Channel {
    /// Its AsyncAPI file.
    pub(super) file: String,
    /// Its key in that file.
    pub(super) key: String,
    /// The path that a client connects to.
    address: String,
    /// The packages that it is in, each as a segment of a URL path.
    packages: Vec<String>,
    /// Its own segment of a URL path.
    pub(super) name: String,
    /// Whether the layout of its API has a place for it.
    pub(super) is_placed: bool,
}

impl Channel {
    /// Whether an entry of a layout, such as `GET /v1/listen` or `WSS /v1/listen`, means the channel.
    pub(super) fn is_endpoint(&self, endpoint: &str) -> bool {
        let plain = |path: &str| path.trim().trim_matches('/').to_owned();
        let (method, path) = endpoint.split_once(' ').unwrap_or_default();
        ["GET", "WSS", "WS"].contains(&method.to_uppercase().as_str()) && plain(path) == plain(&self.address)
    }

    /// Whether an entry of a layout names the package that the channel is in.
    pub(super) fn is_in(&self, package: &str) -> bool {
        let letters = |name: &str| name.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase();
        !self.packages.is_empty() && letters(&self.packages.concat()) == letters(package)
    }

    /// Its URL path below that of its API.
    pub(super) fn below(&self, slug: &str) -> String {
        self.packages.iter().chain([&self.name]).fold(slug.to_owned(), |path, part| paths::plus(&path, part))
    }
}

/// The channels of the named API, or else of the only one.
pub(super) fn channels(reader: &ProjectReader<'_>, name: Option<&str>) -> Vec<Channel> {
    let folder = api::folder(reader, name);
    let mut out = Vec::new();
    for item in api::items_of(reader, &folder) {
        let at = |path: &str| paths::join(&folder, path).filter(|file| reader.source.has(file));
        let Some(file) = text(&item, "asyncapi").and_then(at) else { continue };
        let read = |file: &str| document(file, &reader.source.text(file).ok()?);
        let overrides = literal::items(item.get("overrides")).iter().filter_map(Value::as_str).filter_map(at);
        let overrides: Vec<Value> = overrides.filter_map(|file| read(&file)).collect();
        let document = read(&file).unwrap_or_default();
        for (key, channel) in members(document.get("channels")) {
            let layers = overrides.iter().rev().filter_map(|document| document.get("channels")?.get(key));
            let mut layers = layers.chain([channel]);
            // Before its version 3, AsyncAPI has the path as the key.
            let address = text(channel, "address").unwrap_or(key).to_owned();
            let group = layers.find_map(|layer| layer.get("x-fern-sdk-group-name"));
            let group = literal::items(group).iter().filter_map(Value::as_str);
            let packages = group.flat_map(|name| name.split(['.', '/'])).map(kebab).filter(|part| !part.is_empty());
            out.push(Channel {
                file: file.clone(),
                key: key.clone(),
                address,
                packages: packages.collect(),
                name: kebab(key),
                is_placed: false,
            });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::Channel;

    #[test]
    fn layouts_name_channels_by_method_and_path_or_by_package() {
        let channel = Channel {
            file: "a.yml".to_owned(),
            key: "live".to_owned(),
            address: "/v1/live".to_owned(),
            packages: vec!["big-seeds".to_owned(), "sow".to_owned()],
            name: "live".to_owned(),
            is_placed: false,
        };
        for (endpoint, expected) in [
            ("GET /v1/live", true),
            ("WSS /v1/live/", true),
            ("wss v1/live", true),
            ("POST /v1/live", false),
            ("GET /v1", false),
            ("live", false),
        ] {
            assert_eq!(channel.is_endpoint(endpoint), expected, "{endpoint}");
        }
        assert!(channel.is_in("bigSeeds.sow") && !channel.is_in("bigSeeds"));
        assert_eq!(channel.below("api"), "api/big-seeds/sow/live");
    }
}
