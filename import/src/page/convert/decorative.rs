//! Attributes of other tools' components that only affect looks or behavior. They are dropped, and counted in the report.

/// The attributes by the dialect that defines them. An attribute in no row is reported where it is dropped.
const DECORATIVE: &[(&str, &[&str])] = &[
    ("JSX", &["...", "key", "ref", "style", "className", "class", "css", "as"]),
    (
        "HTML",
        &[
            "id",
            "tabIndex",
            "hidden",
            "width",
            "height",
            "align",
            "loading",
            "decoding",
            "target",
            "rel",
            "sizes",
            "poster",
            "draggable",
            "background",
            "border",
        ],
    ),
    ("Astro and Starlight", &["client:load", "client:visible", "slot", "syncKey", "stagger", "kind"]),
    ("Docusaurus", &["default", "defaultValue", "values", "groupId", "lazy", "queryString"]),
    (
        "Mintlify",
        &[
            "iconType",
            "iconLibrary",
            "arrow",
            "cols",
            "num",
            "stepNumber",
            "titleSize",
            "noAnchor",
            "borderBottom",
            "dropdown",
            "wrap",
            "lines",
            "expandable",
            "noZoom",
            "img",
            "icon",
            "color",
            "size",
            "sidebarTitle",
            "rss",
            "tabs",
            "defaultOpen",
            "defaultClosed",
            "defaultTabIndex",
            "actions",
            "stroke",
            "shape",
            "disabled",
            "placeholder",
            "pre",
            "post",
            "filters",
            "badgeColor",
            "iconColor",
            "type",
            "optional",
        ],
    ),
    (
        "Fern",
        &[
            "iconPosition",
            "iconStyle",
            "minimal",
            "small",
            "outline",
            "fill",
            "full",
            "backgroundColor",
            "layout",
            "keepOpen",
            "toc",
            "inline",
            "primary",
        ],
    ),
    ("GitBook", &["fullWidth", "hideText", "overflow", "stretch", "centered", "alignItems", "gap", "template"]),
    (
        "Fumadocs and Nextra",
        &[
            "items",
            "persist",
            "updateAnchor",
            "anchor",
            "defaultIndex",
            "external",
            "multiple",
            "variant",
            "copy",
            "emoji",
            "level",
            "open",
            "labelClassName",
            "transform",
            "animate",
        ],
    ),
    ("React's documentation", &["isOpen", "isSpoiler", "autoPreview", "showTabs"]),
    ("embedded media", &["adNetwork", "params", "resourceHint", "heightInPixels", "prefetch"]),
];

/// The beginnings of names that only concern scripts, tools and assistive technology.
const PREFIXES: &[&str] = &["data-", "aria-", "v-", ":", "@", "#"];

/// Whether an attribute computes or places text: a directive or binding of Vue, or the slot of its element.
pub(crate) fn computes(name: &str) -> bool {
    const OF_LOOKS: &[&str] = &["v-cloak", "v-memo", "v-once", "v-pre", ":class", ":key", ":ref", ":style"];
    let is_bound = name.strip_prefix(':').is_some_and(|name| name.starts_with(char::is_alphabetic));
    name == "slot" || ((name.starts_with("v-") || is_bound) && !OF_LOOKS.contains(&name))
}

/// Whether an attribute only affects looks or behavior in any component.
pub(super) fn affects_looks(name: &str) -> bool {
    const ENDINGS: &[&str] = &["ClassName", "Style", "Color", "Class"];
    // Of the rows, the first two are of languages, not of tools.
    DECORATIVE.iter().take(2).any(|(_, names)| names.contains(&name))
        || is_of_scripts(name)
        || ENDINGS.iter().any(|ending| name.ends_with(ending))
        || matches!(name, "slot" | "variant" | "color" | "size" | "theme" | "language" | "lang")
}

/// Whether an attribute only concerns scripts, tools and assistive technology.
fn is_of_scripts(name: &str) -> bool {
    let is_handler = || name.strip_prefix("on").is_some_and(|event| event.starts_with(char::is_uppercase));
    PREFIXES.iter().any(|prefix| name.starts_with(prefix)) || name.starts_with("client:") || is_handler()
}

/// Whether an attribute without a counterpart is dropped without a loss of its own: it only affects looks or behavior, or
/// another attribute or the content repeats its text.
pub(super) fn is_decorative(name: &str) -> bool {
    DECORATIVE.iter().any(|(_, names)| names.contains(&name)) || is_of_scripts(name)
}

#[cfg(test)]
mod tests {
    use super::{DECORATIVE, is_decorative};

    #[test]
    fn an_attribute_is_in_one_row() {
        let mut names: Vec<&str> = DECORATIVE.iter().flat_map(|(_, names)| *names).copied().collect();
        names.sort_unstable();
        assert_eq!(names.windows(2).find(|pair| pair[0] == pair[1]), None);
    }

    #[test]
    fn handlers_and_prefixes_are_decorative_and_other_names_are_not() {
        for name in ["onClick", "data-size", "aria-label", "v-if", ":key", "@click", "iconType"] {
            assert!(is_decorative(name), "{name}");
        }
        for name in ["one", "only", "on", "description", "note"] {
            assert!(!is_decorative(name), "{name}");
        }
    }
}
