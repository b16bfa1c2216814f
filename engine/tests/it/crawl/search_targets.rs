//! Where the results of a search lead, read from the files of the index as the dialog reads them.

use std::collections::BTreeSet;

use serde_json::Value;

/// What the ranks of fields are in the index.
const FIELD_RANKS: [usize; 2] = [2, 3];

/// The numbers of a text of the index: five bits a character, a sixth where more follow.
fn numbers(codes: &str) -> Vec<usize> {
    let mut found = Vec::new();
    let (mut number, mut shift) = (0_usize, 0);
    for letter in codes.bytes() {
        let value = usize::from(if letter == b'!' { 29 } else { letter - b'?' });
        number |= (value & 31) << shift;
        shift += 5;
        if value < 32 {
            found.push(number);
            (number, shift) = (0, 0);
        }
    }
    found
}

fn texts(list: &Value) -> Vec<&str> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

/// What `encodeURIComponent` of a script makes of a name, with the rest of RFC 3986's reserved characters.
fn encoded(name: &str) -> String {
    let mut out = String::new();
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

/// The address of a field: what stands before its name, behind `=` all of it.
fn field_anchor(parent: &str, name: &str) -> String {
    let name = name.split('=').next().unwrap_or(name);
    match parent.strip_prefix('=') {
        Some(whole) => whole.to_owned(),
        None if parent.is_empty() => encoded(name),
        None => format!("{parent}.{}", encoded(name)),
    }
}

/// Pages, each with a place on it; an empty one is the page itself. `file` reads a file of the index by its name.
pub(super) fn targets(file: &dyn Fn(&str) -> Value) -> BTreeSet<(String, String)> {
    let core = file("core");
    let ids = texts(&core["ids"]);
    let mut found = BTreeSet::new();
    found.extend(ids.iter().map(|id| ((*id).to_owned(), String::new())));
    for pair in core["anchors"].as_array().into_iter().flatten() {
        let doc = pair[0].as_u64().unwrap() as usize;
        found.insert((ids[doc].to_owned(), pair[1].as_str().unwrap().to_owned()));
    }
    for (number, first) in core["details"].as_array().into_iter().flatten().enumerate() {
        let first = first.as_u64().unwrap() as usize;
        let details = file(&format!("d-{number}"));
        for (id, sections) in ids[first..].iter().zip(details.as_array().unwrap()) {
            let anchors = sections.as_array().unwrap().iter().filter_map(|section| section[0].as_str());
            found.extend(anchors.map(|anchor| ((*id).to_owned(), anchor.to_owned())));
        }
    }
    for key in texts(&core["shards"]) {
        let shard = file(&if key.is_empty() { "t".to_owned() } else { format!("t-{key}") });
        let parents = texts(&shard["parents"]);
        let lists = shard["names"].as_array().unwrap().iter().map(texts);
        for (names, codes) in lists.zip(texts(&shard["entries"])) {
            let mut doc = 0;
            for entry in numbers(codes).chunks_exact(3) {
                doc += entry[0];
                if FIELD_RANKS.contains(&(entry[1] >> 2)) {
                    let (parent, name) = (parents[entry[2] / names.len()], names[entry[2] % names.len()]);
                    found.insert((ids[doc].to_owned(), field_anchor(parent, name)));
                }
            }
        }
    }
    found
}

#[test]
fn the_index_is_read_as_the_dialog_reads_it() {
    // `?` is nought, `@` one; 29 would be a backslash.
    assert_eq!(numbers("?@!"), [0, 1, 29]);
    assert_eq!(numbers("_@"), [32]);
    assert_eq!(field_anchor("body.a", "b c=1"), "body.a.b%20c");
    assert_eq!(field_anchor("=x", "b"), "x");
    assert_eq!(field_anchor("", "a(b)"), "a%28b%29");
}
