//! The `api` field of `tool.json`: the presentation of operations.

use super::fields::API;
use super::read::ConfigReader;
use base::diagnostic::{Code, Diagnostic, Span, did_you_mean};
use base::tree::{Kind, NodeRef};

/// The presentation of operations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ApiSetting {
    /// The languages of request samples, in order. `None` for all.
    pub(crate) samples: Option<Vec<Box<str>>>,
    /// Whether readers can send requests from the page.
    pub(crate) playground: bool,
    /// Whether each named schema has a page.
    pub(crate) models: bool,
    /// Whether readers can download the spec.
    pub(crate) download: bool,
    /// The number of fields a page shows in place before it expands each named schema only once.
    pub(crate) expand_fields: usize,
}

impl Default for ApiSetting {
    fn default() -> Self {
        Self { samples: None, playground: true, models: true, download: true, expand_fields: EXPAND_FIELDS }
    }
}

/// Whether this is a valid value of `expandFields`.
fn is_expandable(number: usize) -> bool {
    i64::try_from(number).is_ok_and(|number| number <= MOST_EXPANDED_FIELDS)
}

/// Nine tenths of the operations of large APIs have fewer fields.
const EXPAND_FIELDS: usize = 400;
/// The default as JSON.
pub(super) const EXPAND_FIELDS_JSON: &str = "400";
/// The upper limit of `expandFields`.
pub(super) const MOST_EXPANDED_FIELDS: i64 = 10_000;

impl ConfigReader {
    /// Reads the field. Returns the setting and the span of each language name.
    pub(super) fn api(&mut self, node: NodeRef<'_>) -> (ApiSetting, Vec<Span>) {
        let (mut setting, mut spans) = (ApiSetting::default(), Vec::new());
        if !node.is_object() {
            self.wrong_type(node, "`api`", "an object");
            return (setting, spans);
        }
        self.unknown_fields(node, &API.names());
        setting.playground = self.switch(node, "playground").unwrap_or(setting.playground);
        setting.models = self.switch(node, "models").unwrap_or(setting.models);
        setting.download = self.switch(node, "download").unwrap_or(setting.download);
        if let Some(fields) = node.get("expandFields") {
            let number = fields.text().parse().ok().filter(|&number| is_expandable(number));
            match number.filter(|_| fields.kind() == Kind::Number) {
                Some(number) => setting.expand_fields = number,
                None => {
                    let message = format!("`expandFields` must be a whole number up to {MOST_EXPANDED_FIELDS}");
                    self.diagnostics.push(Diagnostic::new(Code::InvalidConfig, message, fields.span()));
                }
            }
        }
        if let Some(samples) = node.get("samples") {
            if samples.is_array() {
                let names = samples.items().filter_map(|name| {
                    let text = self.string(name, "samples")?;
                    spans.push(name.span());
                    Some(text)
                });
                setting.samples = Some(names.collect());
            } else {
                self.wrong_type(samples, "`samples`", "a list of languages");
            }
        }
        (setting, spans)
    }

    /// Reads a boolean member.
    pub(super) fn switch(&mut self, node: NodeRef<'_>, name: &str) -> Option<bool> {
        let value = node.get(name)?;
        if value.as_bool().is_none() {
            self.wrong_type(value, &format!("`{name}`"), "`true` or `false`");
        }
        value.as_bool()
    }
}

/// The diagnostics for unknown language names.
pub(crate) fn unknown_languages<'a>(
    names: impl Iterator<Item = (&'a str, Span)>,
    known: &[&str],
) -> Vec<Diagnostic<Span>> {
    let unknown = names.filter(|(name, _)| !known.iter().any(|other| other.eq_ignore_ascii_case(name)));
    unknown
        .map(|(name, span)| {
            let help = did_you_mean(name, known.iter().copied())
                .unwrap_or_else(|| format!("the languages are {}", known.join(", ")));
            Diagnostic::new(Code::InvalidConfig, format!("unknown sample language `{name}`"), span).with_help(help)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::read::read;

    /// The setting for a value of `api`, with its diagnostics.
    fn api(value: &str) -> String {
        let text = format!(r#"{{"name": "N", "api": {value}}}"#);
        let file = read(&text);
        let mut out = format!("{:?}\n", file.config.api);
        for found in &file.diagnostics {
            let place = &text[found.place.unwrap().range()];
            out.push_str(&format!("{}: {} at {place}\n", found.code.name(), found.message));
        }
        out
    }

    #[test]
    fn settings_are_checked_one_by_one() {
        insta::assert_snapshot!(
            [
                api("{}"),
                api(r#"{"samples": ["Python", "curl"], "playground": false, "models": false, "download": false, "expandFields": 0}"#),
                api(r#"{"samples": "curl", "playground": 1, "models": "no", "download": null, "expandFields": -1}"#),
                api(r#"{"samples": [1, "", "x"], "expandFields": 1e3, "expandField": 3}"#),
                api(r#"{"expandFields": 10001}"#),
                api(r#"{"expandFields": "400"}"#),
                api("true"),
            ]
            .join("--\n"),
            @r#"
            ApiSetting { samples: None, playground: true, models: true, download: true, expand_fields: 400 }
            --
            ApiSetting { samples: Some(["Python", "curl"]), playground: false, models: false, download: false, expand_fields: 0 }
            --
            ApiSetting { samples: None, playground: true, models: true, download: true, expand_fields: 400 }
            invalid-config: `playground` must be `true` or `false`, not a number at 1
            invalid-config: `models` must be `true` or `false`, not a string at "no"
            invalid-config: `download` must be `true` or `false`, not null at null
            invalid-config: `expandFields` must be a whole number up to 10000 at -1
            invalid-config: `samples` must be a list of languages, not a string at "curl"
            --
            ApiSetting { samples: Some(["x"]), playground: true, models: true, download: true, expand_fields: 400 }
            unknown-field: unknown field `expandField` at "expandField"
            invalid-config: `expandFields` must be a whole number up to 10000 at 1e3
            invalid-config: `samples` must be a string, not a number at 1
            invalid-config: `samples` is empty at ""
            --
            ApiSetting { samples: None, playground: true, models: true, download: true, expand_fields: 400 }
            invalid-config: `expandFields` must be a whole number up to 10000 at 10001
            --
            ApiSetting { samples: None, playground: true, models: true, download: true, expand_fields: 400 }
            invalid-config: `expandFields` must be a whole number up to 10000 at "400"
            --
            ApiSetting { samples: None, playground: true, models: true, download: true, expand_fields: 400 }
            invalid-config: `api` must be an object, not a boolean at true
            "#
        );
    }
}
