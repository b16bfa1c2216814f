//! The sidebar of `tool.json` with an API's pages: what is there stays where it is, and what is missing is added to the
//! group it belongs to.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::sections::{Entry, Section};
use crate::outputs::config_edit::{Edit, Value};
use crate::parse::tree::{NodeId, NodeRef};

/// What a configured sidebar holds.
pub(super) struct Listed<'t> {
    /// The pages in it, with the list that each stands in.
    pages: HashMap<&'t str, NodeRef<'t>>,
}

impl<'t> Listed<'t> {
    /// Reads the entries below a list.
    pub(super) fn read(sidebar: NodeRef<'t>) -> Self {
        let mut pages = HashMap::new();
        let mut open = vec![sidebar];
        while let Some(list) = open.pop() {
            for item in list.items() {
                if let Some(id) = item.as_str().or_else(|| item.get_str("id")) {
                    pages.entry(id).or_insert(list);
                }
                open.extend(item.get("pages").filter(|pages| pages.is_array()));
            }
        }
        Self { pages }
    }

    /// Whether the page is in it.
    pub(super) fn has(&self, page: &str) -> bool {
        self.pages.contains_key(page)
    }

    /// The list that most of these pages stand in; the first of equals.
    fn home_of(&self, pages: &[Entry]) -> Option<NodeRef<'t>> {
        let mut counts: BTreeMap<NodeId, (usize, NodeRef<'t>)> = BTreeMap::new();
        for entry in pages {
            if let Some(&list) = self.pages.get(entry.page.as_str()) {
                counts.entry(list.id()).or_insert((0, list)).0 += 1;
            }
        }
        let mut best: Option<(usize, NodeRef<'t>)> = None;
        for (count, list) in counts.into_values() {
            if best.is_none_or(|(most, _)| count > most) {
                best = Some((count, list));
            }
        }
        best.map(|(_, list)| list)
    }
}

/// Additions to the lists of a sidebar, collected so that each list is edited once.
struct Additions<'t> {
    lists: BTreeMap<NodeId, (NodeRef<'t>, Vec<Value>)>,
}

impl<'t> Additions<'t> {
    fn add(&mut self, list: NodeRef<'t>, values: impl IntoIterator<Item = Value>) {
        self.lists.entry(list.id()).or_insert_with(|| (list, Vec::new())).1.extend(values);
    }
}

/// Adds the sections' entries that are in `wanted` and not listed yet to an existing sidebar, and the introduction's
/// group before everything else.
pub(super) fn extend(
    edit: &mut Edit<'_>,
    sidebar: NodeRef<'_>,
    introduction: Option<Value>,
    sections: &[Section],
    wanted: &BTreeSet<&str>,
) {
    let listed = Listed::read(sidebar);
    let is_missing = |entry: &&Entry| wanted.contains(entry.page.as_str()) && !listed.has(&entry.page);
    let missing = |entries: &[Entry]| -> Vec<Value> { entries.iter().filter(is_missing).map(value).collect() };
    let mut additions = Additions { lists: BTreeMap::new() };
    for section in sections {
        let group = group_list(sidebar, &section.title);
        // Groups that are new in this section; they go into it if it exists, else with it to the end.
        let mut new = Vec::new();
        for (tag, entries) in &section.tags {
            let values = missing(entries);
            if values.is_empty() {
                continue;
            }
            match group.and_then(|group| group_list(group, tag)).or_else(|| listed.home_of(entries)) {
                Some(list) => additions.add(list, values),
                None => new.push(group_value(tag, values)),
            }
        }
        let loose = missing(&section.loose);
        match listed.home_of(&section.loose) {
            Some(list) if !loose.is_empty() => additions.add(list, loose),
            _ => new.extend(loose),
        }
        if !new.is_empty() {
            match group {
                Some(group) => additions.add(group, new),
                None => additions.add(sidebar, [group_value(&section.title, new)]),
            }
        }
    }
    if let Some(introduction) = introduction {
        if sidebar.items().next().is_some() {
            edit.prepend_item(sidebar, &introduction);
        } else {
            additions.lists.entry(sidebar.id()).or_insert((sidebar, Vec::new())).1.insert(0, introduction);
        }
    }
    for (list, values) in additions.lists.values() {
        edit.append_items(*list, values);
    }
}

/// The sections as a sidebar of their own, of the pages in `wanted`.
pub(super) fn whole(sections: &[Section], wanted: &BTreeSet<&str>) -> Vec<Value> {
    let values = |entries: &[Entry]| -> Vec<Value> {
        entries.iter().filter(|entry| wanted.contains(entry.page.as_str())).map(value).collect()
    };
    let group = |title: &str, pages: Vec<Value>| (!pages.is_empty()).then(|| group_value(title, pages));
    let section = |section: &Section| {
        let tags = section.tags.iter().filter_map(|(tag, entries)| group(tag, values(entries)));
        group(&section.title, tags.chain(values(&section.loose)).collect())
    };
    sections.iter().filter_map(section).collect()
}

/// A group of a sidebar.
pub(super) fn group_value(title: &str, pages: Vec<Value>) -> Value {
    Value::Object(vec![("group", Value::String(title.to_owned())), ("pages", Value::Array(pages))])
}

fn value(entry: &Entry) -> Value {
    Value::Object(vec![
        ("id", Value::String(entry.page.clone())),
        ("title", Value::String(entry.title.clone())),
        ("method", Value::String(entry.method.clone())),
    ])
}

/// The list of the first group of that title directly in a list.
fn group_list<'t>(list: NodeRef<'t>, title: &str) -> Option<NodeRef<'t>> {
    let group = list.items().find(|item| item.get_str("group") == Some(title))?;
    group.get("pages").filter(|pages| pages.is_array())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Entry, Section, extend, group_value};
    use crate::outputs::config_edit::{Source, Value};

    fn entry(page: &str) -> Entry {
        Entry { page: page.to_owned(), title: page.to_uppercase(), method: "GET".to_owned(), tags: Vec::new() }
    }

    fn sections() -> Vec<Section> {
        vec![Section {
            title: "API".to_owned(),
            tags: vec![("a".to_owned(), vec![entry("a1"), entry("a2")]), ("b".to_owned(), vec![entry("b1")])],
            loose: vec![entry("c1"), entry("c2")],
        }]
    }

    fn extended(text: &str) -> String {
        let sections = sections();
        let source = Source::read(text).unwrap();
        let mut edit = source.edit(text);
        let introduction = group_value("My API", vec![Value::String("introduction".to_owned())]);
        let wanted: BTreeSet<&str> = ["a1", "a2", "b1", "c1", "c2"].into();
        extend(&mut edit, source.root().get("s").unwrap(), Some(introduction), &sections, &wanted);
        edit.finish().unwrap()
    }

    #[test]
    fn an_empty_sidebar_gets_all() {
        insta::assert_snapshot!(extended("{\"s\": []}"), @r#"
        {"s": [
          {
            "group": "My API",
            "pages": ["introduction"]
          },
          {
            "group": "API",
            "pages": [
              {
                "group": "a",
                "pages": [
                  { "id": "a1", "title": "A1", "method": "GET" },
                  { "id": "a2", "title": "A2", "method": "GET" }
                ]
              },
              {
                "group": "b",
                "pages": [
                  { "id": "b1", "title": "B1", "method": "GET" }
                ]
              },
              { "id": "c1", "title": "C1", "method": "GET" },
              { "id": "c2", "title": "C2", "method": "GET" }
            ]
          }
        ]}
        "#);
    }

    #[test]
    fn what_the_user_arranged_stays() {
        let text = r#"{
  "s": [
    { "group": "Mine", "pages": ["x", { "id": "a1" }] },
    {
      "group": "API",
      "pages": [
        { "group": "b", "pages": [] },
        "c1"
      ]
    }
  ]
}"#;
        insta::assert_snapshot!(extended(text), @r#"
        {
          "s": [
            {
              "group": "My API",
              "pages": ["introduction"]
            },
            { "group": "Mine", "pages": ["x", { "id": "a1" },
              { "id": "a2", "title": "A2", "method": "GET" }
            ] },
            {
              "group": "API",
              "pages": [
                { "group": "b", "pages": [
                  { "id": "b1", "title": "B1", "method": "GET" }
                ] },
                "c1",
                { "id": "c2", "title": "C2", "method": "GET" }
              ]
            }
          ]
        }
        "#);
    }
}
