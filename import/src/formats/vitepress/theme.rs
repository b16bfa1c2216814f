//! The theme of a site: what its code adds to the layout of all pages.

use crate::formats::{ProjectReader, unread};
use crate::literal::{self, LARGEST};
use crate::paths;
use crate::report::LossKind;
use crate::style_sheet::StyleSheet;

/// The outcome for a slot of the layout.
const SLOT: &str = "a slot of the layout, which code of the theme fills: left out";

/// Reports the style sheets of the theme.
pub(super) fn note_styles(reader: &ProjectReader<'_>) {
    let Some(folder) = reader.at(".vitepress/theme") else { return };
    let is_style = |file: &&str| [".css", ".scss", ".sass", ".less", ".styl"].iter().any(|end| file.ends_with(end));
    let files: Vec<&str> = reader.source.under(&folder).filter(is_style).collect();
    let Some(first) = files.first() else { return };
    let names: Vec<&str> = files.iter().filter_map(|file| paths::below(file, &folder)).collect();
    reader.report_loss(LossKind::Config, first, 0, names.join(", "), unread::outcome(&["css".to_owned()]));
}

/// What the style sheets of the theme hide and show.
pub(super) fn style_sheet(reader: &ProjectReader<'_>) -> StyleSheet {
    let folder = reader.at(".vitepress/theme");
    let files = folder.iter().flat_map(|folder| reader.source.under(folder));
    StyleSheet::read(files.filter(|file| file.ends_with(".css")).filter_map(|file| reader.source.text(file).ok()))
}

/// Reports the slots of the layout that the theme fills: `<template #home-hero-image>` in a `<Layout>` of its components,
/// and `h(Layout, null, { 'home-hero-image': … })` in its code.
pub(super) fn note_slots(reader: &ProjectReader<'_>) {
    let Some(folder) = reader.at(".vitepress/theme") else { return };
    for file in reader.source.under(&folder) {
        let is_code = [".ts", ".mts", ".js", ".mjs", ".tsx", ".jsx"].iter().any(|end| file.ends_with(end));
        if !is_code && !file.ends_with(".vue") {
            continue;
        }
        let code = reader.source.text(file).unwrap_or_default();
        if is_code && code.len() <= LARGEST && code.contains("Layout") {
            for (name, line) in literal::filled_slots(&code, "Layout") {
                reader.report_loss(LossKind::CodeImport, file, line, format!("#{name}"), SLOT);
            }
        }
        if !["<Layout", "Layout>"].iter().any(|tag| code.contains(tag)) {
            continue;
        }
        for (line, text) in (1..).zip(code.lines()) {
            if let Some(name) = slot(text) {
                reader.report_loss(LossKind::CodeImport, file, line, format!("#{name}"), SLOT);
            }
        }
    }
}

/// The name of the slot that a line of a template fills.
fn slot(line: &str) -> Option<&str> {
    let tag = line.trim_start().strip_prefix("<template")?.split('>').next()?.trim();
    let name = tag.strip_prefix('#').or_else(|| tag.strip_prefix("v-slot:"))?;
    let end = name.find(|c: char| !c.is_alphanumeric() && c != '-' && c != '_').unwrap_or(name.len());
    name.get(..end).filter(|name| !name.is_empty() && *name != "default")
}

#[cfg(test)]
mod tests {
    use super::slot;

    #[test]
    fn slots_have_a_name() {
        assert_eq!(slot("  <template #home-hero-image>"), Some("home-hero-image"));
        assert_eq!(slot("<template v-slot:doc-after=\"x\">"), Some("doc-after"));
        for line in ["<template>", "<template #default>", "<Layout #x>", "<template v-if=\"x\">"] {
            assert_eq!(slot(line), None, "{line}");
        }
    }
}
