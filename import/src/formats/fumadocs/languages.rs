//! The languages of the pages: those in the names of files, and those that `defineI18n` lists.

use std::collections::BTreeSet;

use super::{is_no_name, quoted};
use crate::formats::{ProjectReader, locales};
use crate::paths;
use crate::report::LossKind;

/// The outcome for a language of files that the settings of the source do not list.
const NOT_LISTED: &str = "pages are in that language, which the settings of the source do not list: imported";

/// The language in `name.fr`, given without the page's extension.
pub(super) fn of(stem: &str) -> Option<&str> {
    let (name, language) = paths::name(stem).rsplit_once('.')?;
    (!name.is_empty() && crate::language::is_language(language)).then_some(language)
}

/// The pages of the imported language, and its name in file names; empty for the default one.
pub(super) fn only_one(reader: &ProjectReader<'_>, content: &str, mut files: Vec<String>) -> (Vec<String>, String) {
    let language = |file: &str| paths::stem(file).and_then(of).map(ToOwned::to_owned);
    let names: BTreeSet<String> = files.iter().filter_map(|file| language(file)).collect();
    if names.is_empty() {
        return (files, String::new());
    }
    if let Some((file, listed)) = listed(reader) {
        for name in names.iter().filter(|name| !listed.contains(*name)) {
            reader.report_choice(LossKind::Config, &file, name, NOT_LISTED);
        }
    }
    let names: Vec<String> = names.into_iter().collect();
    let chosen = locales::chosen(reader, content, &names, "", |name| locales::named(name, None));
    let base =
        |file: &str| paths::stem(file).map(|stem| stem.strip_suffix(&format!(".{chosen}")).unwrap_or(stem).to_owned());
    let translated: BTreeSet<String> =
        files.iter().filter(|file| language(file).as_deref() == Some(&chosen)).filter_map(|file| base(file)).collect();
    // An untranslated page is shown in the default language.
    files.retain(|file| match language(file) {
        Some(language) => language == chosen,
        None => base(file).is_none_or(|base| !translated.contains(&base)),
    });
    (files, chosen)
}

/// The languages in the call of `defineI18n`, with the file of the call. `None` if code computes them.
fn listed(reader: &ProjectReader<'_>) -> Option<(String, Vec<String>)> {
    let is_code = |file: &&str| [".ts", ".tsx", ".js", ".mjs"].iter().any(|end| file.ends_with(end));
    // A file for the languages is named after them, which saves reading all code.
    let is_named = |file: &&str| paths::name(file).to_ascii_lowercase().contains("i18n");
    let mut files = reader.source.under(&reader.root).filter(is_code).filter(is_named);
    files.find_map(|file| {
        let text = reader.source.text(file).ok()?;
        let call = text.split_once("defineI18n(")?.1;
        let value = call.split_once("languages:")?.1.trim_start();
        let names = match value.strip_prefix("Object.keys(") {
            Some(name) => keys(reader, file, &text, name.split(is_no_name).next()?)?,
            None => {
                let list = value.strip_prefix('[')?.split(']').next()?;
                list.split(',').filter_map(quoted).map(ToOwned::to_owned).collect()
            }
        };
        Some((file.to_owned(), names))
    })
}

/// The keys of an object that a file of code imports by a name, or exports itself.
fn keys(reader: &ProjectReader<'_>, file: &str, code: &str, name: &str) -> Option<Vec<String>> {
    let import = code.split("import ").skip(1).find_map(|import| {
        let (names, rest) = import.split_once(" from ")?;
        names.split(is_no_name).any(|word| word == name).then(|| quoted(rest))?
    });
    let path = match import {
        None => file.to_owned(),
        Some(import) => match import.strip_prefix("@/").or_else(|| import.strip_prefix("~/")) {
            Some(rooted) => reader.at(rooted)?,
            None => paths::join(paths::folder(file), import)?,
        },
    };
    let ends = ["", ".ts", ".tsx", ".js", ".mjs", "/index.ts", "/index.tsx"];
    let path = ends.iter().map(|end| format!("{path}{end}")).find(|path| reader.source.has(path))?;
    let object = reader.modules.exported_as(&path, name)?;
    Some(object.value.as_object()?.keys().cloned().collect())
}
