//! The request panel's data for an operation, and the files that contain it. The panel is a script that browsers load
//! on first use; before that, a page contains only a button.

mod data;
mod security;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::Db;
use crate::parse::config::{api_setting, playground_setting, strings};
use crate::render::handover::quoted;
use crate::render::sample::{IN_PAGE, later_samples, request, sample_languages, shared_lines};
use crate::resolve::downloads::spec_folder;
use crate::resolve::page_tree::api_facts;
use crate::resolve::pages::pages;
use crate::resolve::site_operation::{SiteLookup, find_site_operation};
use base::inputs::FileSet;
use base::tree::write_string;
use openapi::chunks::Chunk;
use openapi::endpoint::endpoint;
use openapi::operation::operation_head;

pub(crate) use data::operation_json;

/// The folder of the panel's data files in the output.
pub(crate) const PLAYGROUND_FOLDER: &str = "_tool/p/";

/// The data that all operations of a site share.
pub(crate) const PLAYGROUND_SETTINGS: &str = "_tool/p/settings.js";

/// The languages in which the panel writes the request that it sends. Its own default.
const PANEL_LANGUAGES: [&str; 3] = ["curl", "JavaScript", "Python"];

/// Whether readers can send requests to the operations that pages show.
pub(crate) fn has_playground(db: &dyn Db, set: FileSet) -> bool {
    api_setting(db, set.config(db)).playground
}

/// The key of an operation's data, independent of other operations and the same in all editions. `None` if readers cannot
/// call it.
pub(crate) fn playground_key(db: &dyn Db, chunk: Chunk<'_>) -> Option<String> {
    let head = operation_head(db, chunk);
    if head.webhook {
        return None;
    }
    let identity = format!("{}\n{}\n{}", spec_folder(db, chunk.spec(db)), head.method, head.path);
    Some(format!("{:016x}", rapidhash::v3::rapidhash_v3(identity.as_bytes())))
}

/// The data files of the operations that pages show, by path. Separate from the other outputs, since finding them reads
/// all pages.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub(crate) struct PlaygroundFiles<'db> {
    pub(crate) by_path: BTreeMap<Arc<str>, Chunk<'db>>,
}

/// See [`PlaygroundFiles`].
#[salsa::tracked(returns(ref))]
pub(crate) fn playground_files(db: &dyn Db, set: FileSet) -> PlaygroundFiles<'_> {
    set.reads_all_pages(db);
    let mut by_path = BTreeMap::new();
    if has_playground(db, set) {
        let facts = pages(db, set).by_id.values().filter_map(|&file| api_facts(db, file));
        for reference in facts.flat_map(|facts| &facts.endpoints) {
            let SiteLookup::Found(chunk) = find_site_operation(db, set, reference) else { continue };
            if let Some(key) = playground_key(db, chunk) {
                by_path.insert(format!("{PLAYGROUND_FOLDER}{key}.js").into(), chunk);
            }
        }
    }
    PlaygroundFiles { by_path }
}

/// The file that passes an operation's data to the panel, and the samples that its page omits to their tabs.
#[salsa::tracked(returns(deref))]
pub(crate) fn playground_file<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> Box<str> {
    let key = playground_key(db, chunk).unwrap_or_default();
    let endpoint = endpoint(db, chunk);
    let set = FileSet::of(db, chunk.spec(db));
    let config = set.config(db);
    let languages: Vec<_> = sample_languages(db, set).into_iter().skip(IN_PAGE).collect();
    let samples = later_samples(strings(db, config), shared_lines(db, config), &request(endpoint), &languages);
    let texts = samples.texts.iter().map(|(label, text)| format!("{}:{}", quoted(label), quoted(text)));
    let texts: Vec<String> = texts.collect();
    let more = format!("{{lines:{},texts:{{{}}}}}", list(&samples.lines), texts.join(","));
    handing_over(&key, &operation_json(endpoint), &more).into()
}

/// The file with the panel's texts and the project's settings.
pub(crate) fn settings_file(db: &dyn Db, set: FileSet) -> String {
    let mut json = "{\"texts\":{".to_owned();
    let s = strings(db, set.config(db));
    // Pages use the same names.
    let shared = [
        ("authorizationCode", s.authorization_code()),
        ("clientCredentials", s.client_credentials()),
        ("implicit", s.implicit()),
        ("passwordFlow", s.password()),
        ("deviceAuthorization", s.device_authorization()),
        ("language", s.language()),
        ("allFields", s.all_fields()),
    ];
    let own = s.playground_texts().iter().map(|(name, text)| (*name, &**text));
    for (at, (name, text)) in own.chain(shared).enumerate() {
        json.push_str(if at == 0 { "" } else { "," });
        write_string(name, &mut json);
        json.push(':');
        write_string(text, &mut json);
    }
    json.push('}');
    let languages = sample_languages(db, set).into_iter().map(|language| language.label);
    let languages: Vec<&str> = languages.filter(|label| PANEL_LANGUAGES.contains(label)).collect();
    if languages != PANEL_LANGUAGES && !languages.is_empty() {
        let languages: Vec<String> = languages.iter().map(|label| format!("\"{label}\"")).collect();
        json.push_str(&format!(",\"languages\":[{}]", languages.join(",")));
    }
    if let Some(proxy) = &playground_setting(db, set.config(db)).proxy_url {
        json.push_str(",\"proxy\":");
        write_string(proxy, &mut json);
    }
    json.push('}');
    handing_over("settings", &json, &format!("{{lines:{}}}", list(&shared_lines(db, set.config(db)).lines)))
}

/// A script that calls the registered function with a text and with an expression for the samples.
fn handing_over(key: &str, text: &str, samples: &str) -> String {
    format!("toolPlayground.put({},{},{samples});\n", quoted(key), quoted(text))
}

/// An expression for a list of strings.
fn list(texts: &[String]) -> String {
    let texts: Vec<String> = texts.iter().map(|text| quoted(text)).collect();
    format!("[{}]", texts.join(","))
}
