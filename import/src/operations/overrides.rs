//! Fern's `overrides`: a document that is merged into a spec by its own rules. Objects are merged, lists of objects
//! item by item, other lists replaced, and `null` removes a value. Converts them to an overlay (overlay 1.0.0), which
//! appends to lists: existing items are removed and added back merged.

use serde_json::{Map, Value, json};

/// The greatest nesting of documents that is processed.
const DEEPEST: usize = 64;

/// The overlay equivalent to a spec's overrides. `None` if either cannot be read.
pub(super) fn overlay(spec: &str, overrides: &str, title: &str) -> Option<String> {
    let spec: Value = serde_yaml::from_str(spec).ok()?;
    let overrides: Value = serde_yaml::from_str(overrides).ok()?;
    if !overrides.is_object() {
        return None;
    }
    let mut removed = Vec::new();
    let update = changed(Some(&spec), &overrides, "$", 0, &mut removed);
    let mut actions: Vec<Value> = removed.iter().map(|target| json!({ "target": target, "remove": true })).collect();
    if update.as_object().is_some_and(|members| !members.is_empty()) {
        actions.push(json!({ "target": "$", "update": update }));
    }
    let overlay = json!({ "overlay": "1.0.0", "info": { "title": title, "version": "1.0.0" }, "actions": actions });
    (!actions.is_empty()).then(|| serde_yaml::to_string(&overlay).ok())?
}

/// The part of the overrides that is merged into an object; records what must be removed first.
fn changed(spec: Option<&Value>, overrides: &Value, path: &str, depth: usize, removed: &mut Vec<String>) -> Value {
    let Value::Object(members) = overrides else { return overrides.clone() };
    let mut out = Map::new();
    for (name, value) in members {
        let own = spec.and_then(|spec| spec.get(name));
        let place = format!("{path}['{}']", name.replace('\\', "\\\\").replace('\'', "\\'"));
        match (own, value) {
            (None, Value::Null) => {}
            (Some(_), Value::Null) => removed.push(place),
            (Some(Value::Object(_)) | None, Value::Object(_)) if depth < DEEPEST => {
                out.insert(name.clone(), changed(own, value, &place, depth + 1, removed));
            }
            (Some(own), Value::Array(_) | Value::Object(_)) => {
                removed.push(place);
                out.insert(name.clone(), merged(own, value, depth));
            }
            (_, value) => drop(out.insert(name.clone(), value.clone())),
        }
    }
    Value::Object(out)
}

/// A value merged with its overrides.
fn merged(own: &Value, value: &Value, depth: usize) -> Value {
    match (own, value) {
        (Value::Object(own), Value::Object(members)) if depth < DEEPEST => {
            let mut out = own.clone();
            for (name, value) in members {
                let inner = out.get(name).map_or_else(|| value.clone(), |own| merged(own, value, depth + 1));
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
                    Some(own) => *own = merged(own, item, depth + 1),
                    None => out.push(item.clone()),
                }
            }
            Value::Array(out)
        }
        _ => value.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::overlay;

    #[test]
    fn overrides_become_an_overlay() {
        let spec = "info: {title: a, x: 1}\ntags: [b, c]\nservers: [{url: d, y: 2}, {url: e}]\npaths: {/it's: {get: {summary: f}}}\n";
        let overrides = "info: {title: g, x: null, z: null}\ntags: [h]\nservers: [{url: i}]\npaths: {/it's: {get: {x-list: [j], summary: null}}}\nnew: [k]\n";
        insta::assert_snapshot!(overlay(spec, overrides, "T").unwrap(), @r#"
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
        assert_eq!(overlay(spec, "paths: {}", "T").map(|text| text.contains("paths")), Some(true));
        assert_eq!(overlay(spec, "{}", "T"), None);
        assert_eq!(overlay(spec, "- a", "T"), None);
        assert_eq!(overlay("{", "a: b", "T"), None);
    }
}
