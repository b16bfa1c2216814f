//! The settings of Next.js, Nextra and its themes that matter here.

use crate::formats::{ProjectReader, next};
use crate::literal::{Value, items, text};
use crate::paths;
use crate::project::EditionName;
use crate::report::LossKind;

/// The settings of the themes before version 4, unless another file is named.
const THEME: [&str; 5] =
    ["theme.config.tsx", "theme.config.jsx", "theme.config.ts", "theme.config.js", "theme.config.mjs"];
/// The extensions of layouts, which have these settings since.
const LAYOUTS: [&str; 4] = ["layout.tsx", "layout.jsx", "layout.ts", "layout.js"];

/// The settings that matter here.
#[derive(Debug, Default)]
pub(super) struct Settings {
    /// The default language.
    pub(super) language: Option<String>,
    /// The path of the site, without a trailing `/`.
    pub(super) base: String,
    /// The URL path of the pages in `content/`, relative to that of the site.
    pub(super) content: String,
    /// The languages in their order.
    languages: Vec<String>,
    /// The languages in the menu, with what readers see.
    labels: Vec<(String, String)>,
    /// The file with the settings of the theme before version 4.
    pub(super) theme: Option<String>,
}

impl Settings {
    /// Reads `next.config.*`, and the menu of languages.
    pub(super) fn read(reader: &ProjectReader<'_>) -> Self {
        let mut out = Self::default();
        if let Some(file) = reader.first(&next::SETTINGS) {
            out.read_next(reader, &file);
            out.theme = out.read_nextra(reader, &file);
        }
        let named = out.theme.take().filter(|file| reader.source.has(file));
        out.theme = named.or_else(|| reader.first(&THEME));
        out.labels = labels(reader, out.theme.as_deref());
        out
    }

    /// The settings of Next.js itself.
    fn read_next(&mut self, reader: &ProjectReader<'_>, file: &str) {
        let Some(found) = reader.evaluated(file, None) else { return };
        reader.computed(file, "left out", |path| matches!(path, "basePath" | "i18n"));
        let i18n = found.value.get("i18n").cloned().unwrap_or_default();
        self.language = text(&i18n, "defaultLocale").map(ToOwned::to_owned);
        let languages = items(i18n.get("locales")).iter().filter_map(Value::as_str);
        self.languages = languages.map(ToOwned::to_owned).collect();
        text(&found.value, "basePath").unwrap_or_default().trim_end_matches('/').clone_into(&mut self.base);
    }

    /// The argument of Nextra's function. Returns the path of the theme's settings.
    fn read_nextra(&mut self, reader: &ProjectReader<'_>, file: &str) -> Option<String> {
        const CONTENT: &str = "contentDirBasePath";
        let found = reader.modules.argument(file, "nextra")?;
        for part in found.computed.iter().filter(|part| part.path == CONTENT) {
            let outcome = format!("the pages have no path before their own: {}", part.reason);
            reader.report_loss(LossKind::Config, &part.file, part.line, part.source.as_str(), outcome);
        }
        text(&found.value, CONTENT).unwrap_or_default().trim_matches('/').clone_into(&mut self.content);
        paths::join(paths::folder(file), text(&found.value, "themeConfig")?)
    }

    /// What orders a language among the others: the settings, or else the menu.
    pub(super) fn place(&self, name: &str) -> usize {
        let of_menu = || self.labels.iter().position(|(known, _)| known == name);
        self.languages.iter().position(|known| known == name).or_else(of_menu).unwrap_or(usize::MAX)
    }

    /// A language with its label.
    pub(super) fn named(&self, name: &str) -> EditionName {
        let label = self.labels.iter().find(|(known, _)| known == name).map(|(_, label)| label.clone());
        EditionName { label, ..name.into() }
    }
}

/// The layouts of an app.
pub(super) fn layouts(reader: &ProjectReader<'_>) -> Vec<String> {
    let roots = ["src/app", "app"].iter().filter_map(|folder| reader.at(folder)).collect::<Vec<_>>();
    let files = roots.iter().flat_map(|root| reader.source.under(root));
    files.filter(|path| LAYOUTS.contains(&paths::name(path))).map(ToOwned::to_owned).collect()
}

/// The menu of languages: `i18n` of the theme, or of a layout.
fn labels(reader: &ProjectReader<'_>, theme: Option<&str>) -> Vec<(String, String)> {
    let of_theme = theme.and_then(|file| reader.evaluated(file, None)?.value.get("i18n").cloned());
    let of_layout =
        || layouts(reader).into_iter().find_map(|file| Some(reader.modules.attribute(&file, "i18n")?.value));
    let menu = of_theme.or_else(of_layout).unwrap_or_default();
    let label = |item: &Value| {
        // Version 2 calls it `text`.
        let label = text(item, "name").or_else(|| text(item, "text"))?;
        Some((text(item, "locale")?.to_owned(), label.to_owned()))
    };
    items(Some(&menu)).iter().filter_map(label).collect()
}
