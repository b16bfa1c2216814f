//! `_config.yml` of Jupyter Book as settings of Sphinx.
//! <https://jupyterbook.org/v1/customize/config.html>

use std::collections::BTreeMap;

use crate::formats::{ProjectReader, unread};
use crate::literal::Value;

/// The settings of a book, and their names in `conf.py`.
const NAMES: [(&[&str], &str); 9] = [
    (&["title"], "html_title"),
    (&["logo"], "html_logo"),
    (&["exclude_patterns"], "exclude_patterns"),
    (&["parse", "myst_enable_extensions"], "myst_enable_extensions"),
    (&["parse", "myst_substitutions"], "myst_substitutions"),
    (&["execute", "execute_notebooks"], "nb_execution_mode"),
    (&["html", "favicon"], "html_favicon"),
    (&["html", "baseurl"], "html_baseurl"),
    (&["sphinx", "extra_extensions"], "extensions"),
];
/// Those that are options of the theme there.
const OPTIONS: [(&[&str], &str); 3] = [
    (&["html", "announcement"], "announcement"),
    (&["html", "use_edit_page_button"], "use_edit_page_button"),
    (&["repository", "url"], "repository_url"),
];
/// The extensions of MyST in a book that does not list its own.
const EXTENSIONS: [&str; 5] = ["colon_fence", "dollarmath", "linkify", "substitution", "tasklist"];
/// The settings that are read, or without an effect on readers of pages, by the object that has them.
const KNOWN: [(&[&str], &[&str]); 5] = [
    (
        &[],
        &[
            "title",
            "logo",
            "email",
            "description",
            "exclude_patterns",
            "only_build_toc_files",
            "execute",
            "html",
            "repository",
            "parse",
            "sphinx",
            "latex",
            "bibtex_bibfiles",
        ],
    ),
    (
        &["html"],
        &[
            "favicon",
            "baseurl",
            "announcement",
            "use_edit_page_button",
            "use_repository_button",
            "home_page_in_navbar",
            "use_multitoc_numbering",
        ],
    ),
    (&["parse"], &["myst_enable_extensions", "myst_substitutions", "myst_url_schemes", "myst_dmath_double_inline"]),
    (&["sphinx"], &["config", "extra_extensions", "local_extensions", "recursive_update"]),
    (
        &["sphinx", "config"],
        &[
            "html_theme",
            "html_theme_options",
            "html_title",
            "html_logo",
            "html_favicon",
            "html_baseurl",
            "html_extra_path",
            "html_static_path",
            "templates_path",
            "language",
            "extensions",
            "exclude_patterns",
            "extlinks",
            "intersphinx_mapping",
            "redirects",
            "suppress_warnings",
        ],
    ),
];
/// The beginnings of the names of more of them in `sphinx.config`.
const KNOWN_STARTS: [&str; 10] =
    ["myst_", "rediraffe_", "nb_", "bibtex_", "latex_", "linkcheck_", "copybutton_", "autodoc", "intersphinx_", "sd_"];

/// Returns the value at a path of keys.
fn at<'v>(book: &'v Value, keys: &[&str]) -> Option<&'v Value> {
    keys.iter().try_fold(book, |value, key| value.get(*key)).filter(|value| !value.is_null())
}

/// Returns the settings by the names that `conf.py` has for them. Those in `sphinx.config` override others.
pub(super) fn settings(book: &Value) -> BTreeMap<String, Value> {
    let given = |(keys, name): &(&[&str], &str)| Some(((*name).to_owned(), at(book, keys)?.clone()));
    let mut out: BTreeMap<String, Value> = NAMES.iter().filter_map(given).collect();
    let usual = || Value::from(EXTENSIONS.to_vec());
    out.entry("myst_enable_extensions".to_owned()).or_insert_with(usual);
    let mut options: serde_json::Map<String, Value> = OPTIONS.iter().filter_map(given).collect();
    for (name, value) in at(book, &["sphinx", "config"]).and_then(Value::as_object).into_iter().flatten() {
        match value.as_object().filter(|_| name == "html_theme_options") {
            Some(own) => options.extend(own.clone()),
            None => drop(out.insert(name.clone(), value.clone())),
        }
    }
    out.insert("html_theme_options".to_owned(), Value::Object(options));
    out
}

/// Reports the settings that are not imported.
pub(super) fn note_others(reader: &ProjectReader<'_>, file: &str, book: &Value) {
    let mut others = Vec::new();
    for (keys, known) in KNOWN {
        let mut names = unread::others("", at(book, keys), known);
        names.retain(|name| keys.is_empty() || !KNOWN_STARTS.iter().any(|start| name.starts_with(start)));
        let path = |name| keys.iter().copied().chain([name]).collect::<Vec<_>>().join(".");
        others.extend(names.iter().map(|name| path(name.as_str())));
    }
    let outcome = unread::outcome(&others);
    unread::names(reader, file, &others, outcome);
}
