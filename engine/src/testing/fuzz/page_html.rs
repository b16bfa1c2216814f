//! Properties of the HTML of every page.

use std::collections::BTreeSet;

use markup5ever_rcdom::{Handle, NodeData};

use super::project::Said;
use crate::parse::config::{HtmlPolicy, html_setting};
use crate::testing::html::read_back;
use crate::{Output, Project};

/// Checks all HTML files that are not in `checked`, and adds them: a browser reads them as they are written, ids are
/// unique, and no text of an author becomes a script. Projects that keep all HTML of their authors are skipped.
pub(super) fn check(project: &Project, said: &Said, checked: &mut BTreeSet<Vec<u8>>) {
    let db = project.inputs.db();
    if html_setting(db, project.inputs.set().config(db)) == HtmlPolicy::Unsafe {
        return;
    }
    for (path, output) in &said.outputs {
        let Output::Bytes(bytes) = output else { continue };
        if !path.ends_with(".html") || !checked.insert(bytes.clone()) {
            continue;
        }
        let html = std::str::from_utf8(bytes).unwrap_or_else(|_| panic!("{path} is not UTF-8"));
        let (dom, mut wrong) = read_back(html);
        // Characters that HTML forbids are kept, as browsers do.
        wrong.retain(|found| !found.contains("Bad character") && !found.contains("Invalid numeric character"));
        let mut ids = BTreeSet::new();
        check_element(&dom.document, false, &mut ids, &mut wrong);
        assert!(wrong.is_empty(), "{path}: {wrong:?}");
    }
}

/// The attributes whose URL a browser loads or follows.
const URL_ATTRIBUTES: [&str; 8] = ["href", "src", "action", "formaction", "data", "poster", "background", "cite"];

/// Elements that no page of an author has.
const FORBIDDEN: [&str; 7] = ["object", "embed", "base", "portal", "applet", "frame", "frameset"];

fn check_element(node: &Handle, in_main: bool, ids: &mut BTreeSet<String>, wrong: &mut Vec<String>) {
    let mut in_main = in_main;
    if let NodeData::Element { name, attrs, .. } = &node.data {
        let element = &*name.local;
        for attribute in attrs.borrow().iter() {
            let (name, value) = (&*attribute.name.local, &*attribute.value);
            if name == "id" && !ids.insert(value.to_owned()) {
                wrong.push(format!("the id `{value}` is used twice"));
            }
            // The attributes of components are data.
            let is_url = !element.contains('-') && URL_ATTRIBUTES.contains(&name);
            if name.starts_with("on") || name == "srcdoc" || is_url && is_script_url(value) {
                wrong.push(format!("<{element} {name}={value:?}>"));
            }
        }
        if FORBIDDEN.contains(&element) || in_main && matches!(element, "script" | "style") {
            wrong.push(format!("<{element}>"));
        }
        in_main |= element == "main";
    }
    node.children.borrow().iter().for_each(|child| check_element(child, in_main, ids, wrong));
}

/// Whether a browser that follows the URL runs a script.
fn is_script_url(value: &str) -> bool {
    let start: String = value.chars().filter(|c| !c.is_control() && *c != ' ').take(12).collect();
    let start = start.to_ascii_lowercase();
    ["javascript:", "vbscript:", "data:text/ht"].iter().any(|scheme| start.starts_with(scheme))
}
