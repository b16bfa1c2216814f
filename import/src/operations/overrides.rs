//! Fern's `overrides`: a document that is merged into a spec by its own rules. Objects are merged, lists of objects
//! item by item, other lists replaced, and `null` removes a value. Converts them to an overlay (overlay 1.0.0), which
//! appends to lists: existing items are removed and added back merged.

use serde_json::{Map, Value, json};

/// The greatest nesting of documents that is processed.
const DEEPEST: usize = 64;

/// The overlay equivalent to a spec's overrides. `None` if either cannot be read. Adds the places of overrides that are
/// left out, since a list cannot be merged with an object.
pub(super) fn overlay(spec: &str, overrides: &str, title: &str, left_out: &mut Vec<String>) -> Option<String> {
    let spec: Value = serde_yaml::from_str(spec).ok()?;
    let overrides: Value = serde_yaml::from_str(overrides).ok()?;
    if !overrides.is_object() {
        return None;
    }
    let mut merge = Merge { removed: Vec::new(), left_out };
    let mut update = merge.changed(Some(&spec), &overrides, "$", 0);
    remove_unknown(&spec, &mut update);
    let mut actions: Vec<Value> =
        merge.removed.iter().map(|target| json!({ "target": target, "remove": true })).collect();
    if update.as_object().is_some_and(|members| !members.is_empty()) {
        actions.push(json!({ "target": "$", "update": update }));
    }
    let overlay = json!({ "overlay": "1.0.0", "info": { "title": title, "version": "1.0.0" }, "actions": actions });
    (!actions.is_empty()).then(|| serde_yaml::to_string(&overlay).ok())?
}

/// Removes the operations that the spec does not have, and that the overrides only tell Fern to ignore.
fn remove_unknown(spec: &Value, update: &mut Value) {
    let is_known = |path: &str, method: &str| spec["paths"][path].get(method).is_some();
    let paths = update.get_mut("paths").and_then(Value::as_object_mut);
    let Some(paths) = paths.filter(|paths| !paths.is_empty()) else { return };
    paths.retain(|path, item| {
        let Some(operations) = item.as_object_mut() else { return true };
        operations.retain(|method, operation| operation["x-fern-ignore"] != true || is_known(path, method));
        !operations.is_empty()
    });
    if paths.is_empty() {
        update.as_object_mut().map(|members| members.remove("paths"));
    }
}

/// The state of merging a document into a spec.
struct Merge<'l> {
    /// The places of values that must be removed first.
    removed: Vec<String>,
    left_out: &'l mut Vec<String>,
}

impl Merge<'_> {
    /// The part of the overrides that is merged into an object.
    fn changed(&mut self, spec: Option<&Value>, overrides: &Value, path: &str, depth: usize) -> Value {
        let Value::Object(members) = overrides else { return overrides.clone() };
        let mut out = Map::new();
        for (name, value) in members {
            let own = spec.and_then(|spec| spec.get(name));
            let place = format!("{path}['{}']", name.replace('\\', "\\\\").replace('\'', "\\'"));
            match (own, value) {
                (None, Value::Null) => {}
                (Some(_), Value::Null) => self.removed.push(place),
                (Some(own), value) if !can_merge(own, value) => self.left_out.push(place),
                (Some(Value::Object(_)) | None, Value::Object(_)) if depth < DEEPEST => {
                    out.insert(name.clone(), self.changed(own, value, &place, depth + 1));
                }
                (Some(own), Value::Array(_) | Value::Object(_)) => {
                    out.insert(name.clone(), self.merged(own, value, &place, depth));
                    self.removed.push(place);
                }
                (_, value) => drop(out.insert(name.clone(), value.clone())),
            }
        }
        Value::Object(out)
    }

    /// A value merged with its overrides.
    fn merged(&mut self, own: &Value, value: &Value, place: &str, depth: usize) -> Value {
        match (own, value) {
            (Value::Object(own), Value::Object(members)) if depth < DEEPEST => {
                let mut out = own.clone();
                for (name, value) in members {
                    let place = format!("{place}['{name}']");
                    let inner =
                        out.get(name).map_or_else(|| value.clone(), |own| self.merged(own, value, &place, depth + 1));
                    out.insert(name.clone(), inner);
                }
                out.retain(|_, value| !value.is_null());
                Value::Object(out)
            }
            (Value::Array(own), Value::Array(items))
                if own.iter().chain(items).all(Value::is_object) && depth < DEEPEST =>
            {
                let mut out = own.clone();
                for (at, item) in items.iter().enumerate() {
                    match out.get_mut(at) {
                        Some(own) => *own = self.merged(own, item, &format!("{place}[{at}]"), depth + 1),
                        None => out.push(item.clone()),
                    }
                }
                Value::Array(out)
            }
            (own, value) if !can_merge(own, value) => {
                self.left_out.push(place.to_owned());
                own.clone()
            }
            _ => value.clone(),
        }
    }
}

/// Whether an override has a meaning for a value: not a list for an object, nor an object for a list.
fn can_merge(own: &Value, value: &Value) -> bool {
    !(own.is_object() && value.is_array() || own.is_array() && value.is_object())
}

#[cfg(test)]
mod tests {
    use super::overlay;

    #[test]
    fn overrides_become_an_overlay() {
        let mut left_out = Vec::new();
        let spec = "info: {title: a, x: 1}\ntags: [b, c]\nservers: [{url: d, y: 2}, {url: e}]\npaths: {/it's: {get: {summary: f}}}\n";
        let overrides = "info: {title: g, x: null, z: null}\ntags: [h]\nservers: [{url: i}]\npaths: {/it's: {get: {x-list: [j], summary: null}}}\nnew: [k]\n";
        insta::assert_snapshot!(overlay(spec, overrides, "T", &mut left_out).unwrap(), @r#"
        overlay: 1.0.0
        info:
          title: T
          version: 1.0.0
        actions:
        - target: $['info']['x']
          remove: true
        - target: $['tags']
          remove: true
        - target: $['servers']
          remove: true
        - target: $['paths']['/it\'s']['get']['summary']
          remove: true
        - target: $
          update:
            info:
              title: g
            tags:
            - h
            servers:
            - url: i
              y: 2
            - url: e
            paths:
              /it's:
                get:
                  x-list:
                  - j
            new:
            - k
        "#);
        assert_eq!(left_out, [""; 0]);
        // The document has an object or a list there.
        let odd = "info: [a]\ntags: {x: b}\nservers: [{url: c, y: {z: 1}}, {url: [d]}]\n";
        let spec_of_odd = "info: {title: a}\ntags: [b]\nservers: [{url: c, y: [1]}, {url: {d: e}}]\n";
        let kept = overlay(spec_of_odd, odd, "T", &mut left_out).unwrap();
        assert_eq!(left_out, ["$['info']", "$['tags']", "$['servers'][0]['y']", "$['servers'][1]['url']"]);
        assert!(!kept.contains("info']") && !kept.contains("z: 1") && kept.contains("d: e"), "{kept}");
        assert_eq!(overlay(spec, "paths: {}", "T", &mut left_out).map(|text| text.contains("paths")), Some(true));
        assert_eq!(overlay(spec, "{}", "T", &mut left_out), None);
        assert_eq!(overlay(spec, "- a", "T", &mut left_out), None);
        assert_eq!(overlay("{", "a: b", "T", &mut left_out), None);
    }
}
