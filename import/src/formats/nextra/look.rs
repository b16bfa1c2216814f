//! What Nextra shows around pages: `theme.config.*` before version 4, the elements of a layout since. Most of it is JSX,
//! which is not run.

use super::settings::layouts;
use crate::formats::mkdocs::host_name;
use crate::formats::{ProjectReader, unread};
use crate::literal::{Value, text};
use crate::project::Look;
use crate::report::LossKind;

/// The members of a theme that are read, or that readers see nothing of.
const KNOWN: [&str; 10] = [
    "i18n",
    "project",
    "docsRepositoryBase",
    "components",
    "darkMode",
    "direction",
    "gitTimestamp",
    "navigation",
    "nextThemes",
    "sidebar",
];
/// The elements and attributes of a layout that readers see, and the fields of `tool.json` that may replace them.
const SHOWN: [(&str, &str); 8] = [
    ("<Banner", "announcement"),
    ("<Footer", "footer"),
    ("logo=", "logo"),
    ("toc=", ""),
    ("feedback=", ""),
    ("search=", ""),
    ("<Head ", ""),
    ("chatLink=", "navbar"),
];

/// The links and the description that settings have as text: those of the theme, or of layouts. Reports what is left out.
pub(super) fn read(reader: &ProjectReader<'_>, theme: Option<&str>) -> (Look, Option<String>) {
    let mut look = Look::default();
    if let Some(file) = theme {
        of_theme(reader, file, &mut look);
        return (look, None);
    }
    let mut description = None;
    for file in layouts(reader) {
        let code = reader.source.text(&file).unwrap_or_default();
        if !code.contains("<Layout") && !code.contains("<Navbar") {
            continue;
        }
        look.navbar.extend(attribute(&code, "projectLink").map(project));
        unread::edit_link(reader, &file, attribute(&code, "docsRepositoryBase"));
        let shown = SHOWN.iter().filter(|(part, _)| code.contains(part));
        let (parts, fields): (Vec<&str>, Vec<&str>) = shown.copied().unzip();
        if !parts.is_empty() {
            let parts: Vec<String> = parts.iter().map(|part| named(part)).collect();
            let fields: Vec<String> =
                fields.iter().filter(|field| !field.is_empty()).map(|field| format!("`{field}`")).collect();
            let mut outcome = "code, which is not run: left out".to_owned();
            if !fields.is_empty() {
                outcome.push_str(&format!("; see {} in `tool.json`", fields.join(", ")));
            }
            reader.report_loss(LossKind::Config, &file, 0, parts.join(", "), outcome);
        }
        let metadata = reader.modules.exported_as(&file, "metadata").map(|found| found.value).unwrap_or_default();
        description = description.or_else(|| text(&metadata, "description").map(ToOwned::to_owned));
    }
    (look, description)
}

fn of_theme(reader: &ProjectReader<'_>, file: &str, look: &mut Look) {
    let Some(theme) = reader.evaluated(file, None) else { return };
    let link = theme.value.get("project").and_then(|project| text(project, "link"));
    look.navbar.extend(link.map(project));
    unread::edit_link(reader, file, text(&theme.value, "docsRepositoryBase"));
    let first = |path: &str| path.split('.').next().unwrap_or_default().to_owned();
    let mut members = theme.value.as_object().cloned().unwrap_or_default();
    for part in &theme.computed {
        members.insert(first(&part.path), Value::Bool(true));
    }
    unread::members(reader, file, "", Some(&Value::Object(members)), &KNOWN);
}

/// The link to the project's repository, with its title.
fn project(address: &str) -> (String, String) {
    (host_name(address), address.to_owned())
}

/// An element or attribute as the report names it.
fn named(part: &str) -> String {
    match part.strip_prefix('<') {
        Some(name) => format!("<{}>", name.trim()),
        None => part.trim_end_matches('=').to_owned(),
    }
}

/// The value of the first attribute with this name that is text.
fn attribute<'c>(code: &'c str, name: &str) -> Option<&'c str> {
    let (_, rest) = code.split_once(&format!(" {name}=\""))?;
    rest.split('"').next()
}
