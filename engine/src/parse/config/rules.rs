//! The field `rules` of `tool.json`: severities of diagnostics, by code.

use std::collections::BTreeMap;

use super::editions::EditionRoot;
use super::read::ConfigReader;
use base::diagnostic::{Code, Diagnostic, Severity, did_you_mean};
use base::tree::NodeRef;

/// The level of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RuleLevel {
    /// Not reported.
    Off,
    /// Reported with this severity.
    At(Severity),
}

impl RuleLevel {
    /// Every level, with its name in `tool.json`.
    const ALL: [(&'static str, Self); 4] = [
        ("off", Self::Off),
        ("info", Self::At(Severity::Info)),
        ("warning", Self::At(Severity::Warning)),
        ("error", Self::At(Severity::Error)),
    ];
}

/// The configured levels; other codes keep their default severity.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Rules(BTreeMap<Code, RuleLevel>);

impl Rules {
    /// The diagnostic with its configured severity; `None` if it is turned off.
    pub(crate) fn apply<P>(&self, mut diagnostic: Diagnostic<P>) -> Option<Diagnostic<P>> {
        match self.0.get(&diagnostic.code) {
            Some(RuleLevel::Off) => return None,
            Some(RuleLevel::At(severity)) => diagnostic.severity = *severity,
            None => {}
        }
        Some(diagnostic)
    }
}

/// The names of the levels.
pub(super) fn level_names() -> Vec<&'static str> {
    RuleLevel::ALL.map(|(name, _)| name).to_vec()
}

/// The codes whose level can be changed: those that block the build cannot.
pub(super) fn rule_names() -> Vec<&'static str> {
    Code::ALL.iter().map(|code| code.info()).filter(|info| !info.blocks_build).map(|info| info.name).collect()
}

impl ConfigReader {
    /// Reads the levels. Codes that block the build keep theirs, since a site cannot be built from unreadable files.
    pub(super) fn rules(&mut self, root: EditionRoot<'_>) -> Rules {
        let mut rules = Rules::default();
        let Some(node) = root.get("rules") else { return rules };
        if !node.is_object() {
            self.wrong_type(node, "`rules`", "an object that maps codes to levels");
            return rules;
        }
        for (key, value) in node.entries() {
            let name = key.text();
            let Some(&code) = Code::ALL.iter().find(|code| code.name() == name) else {
                let message = format!("there is no diagnostic `{name}`");
                let help = did_you_mean(name, Code::ALL.iter().map(|code| code.name()));
                let help = help.unwrap_or_else(|| "`tool explain` lists the codes".to_owned());
                self.diagnostics.push(Diagnostic::new(Code::UnknownField, message, key.span()).with_help(help));
                continue;
            };
            if code.info().blocks_build {
                let message = format!("`{name}` stops the build, so its level cannot be changed");
                let help = "remove the line, and fix what is reported".to_owned();
                self.diagnostics.push(Diagnostic::new(Code::InvalidConfig, message, key.span()).with_help(help));
                continue;
            }
            if let Some(level) = self.level(value) {
                rules.0.insert(code, level);
            }
        }
        rules
    }

    fn level(&mut self, node: NodeRef<'_>) -> Option<RuleLevel> {
        let Some(text) = node.as_str() else {
            self.wrong_type(node, "a level", "`off`, `info`, `warning` or `error`");
            return None;
        };
        let found = RuleLevel::ALL.iter().find(|(name, _)| *name == text).map(|(_, level)| *level);
        if found.is_none() {
            let message = "a level must be `off`, `info`, `warning` or `error`";
            let help = did_you_mean(text, RuleLevel::ALL.iter().map(|(name, _)| *name));
            self.diagnostics.push(Diagnostic::new(Code::InvalidConfig, message, node.span()).with_help(help));
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::super::read::read;
    use base::diagnostic::{Code, Diagnostic, Severity};

    #[test]
    fn a_code_is_turned_off_or_made_as_grave_as_the_project_wants() {
        let text =
            r#"{"name": "N", "rules": {"orphan-page": "off", "unused-fragment": "error", "missing-title": "info"}}"#;
        let file = read(text);
        assert_eq!(file.diagnostics, []);
        let severity = |code| {
            let found: Diagnostic<()> = Diagnostic::new(code, "said", None);
            file.config.rules.apply(found).map(|found| found.severity)
        };
        assert_eq!(severity(Code::OrphanPage), None);
        assert_eq!(severity(Code::UnusedFragment), Some(Severity::Error));
        assert_eq!(severity(Code::MissingTitle), Some(Severity::Info));
        assert_eq!(severity(Code::BrokenLink), Some(Severity::Error));
    }

    #[test]
    fn what_is_no_rule_is_reported_where_it_stands() {
        let text = r#"{"name": "N", "rules": {"orphan-pages": "off", "invalid-json": "off", "broken-link": "of", "raw-html": 0, "zzz": "off"}}"#;
        let file = read(text);
        let found: Vec<(&str, &str, Option<&str>)> = file
            .diagnostics
            .iter()
            .map(|found| (found.message.as_str(), &text[found.place.unwrap().range()], found.help.as_deref()))
            .collect();
        assert_eq!(
            found,
            [
                ("there is no diagnostic `orphan-pages`", "\"orphan-pages\"", Some("did you mean `orphan-page`?")),
                (
                    "`invalid-json` stops the build, so its level cannot be changed",
                    "\"invalid-json\"",
                    Some("remove the line, and fix what is reported")
                ),
                ("a level must be `off`, `info`, `warning` or `error`", "\"of\"", Some("did you mean `off`?")),
                ("a level must be `off`, `info`, `warning` or `error`, not a number", "0", None),
                ("there is no diagnostic `zzz`", "\"zzz\"", Some("`tool explain` lists the codes")),
            ]
        );
    }
}
