//! Adds an API's pages to the sidebar of `tool.json`: existing entries stay in place, and missing ones are added to
//! their group.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::sections::{ApiSection, OperationEntry, TagEntries};
use crate::outputs::config_edit::{Edit, NewValue};
use crate::parse::config::METHODS;
use crate::resolve::pages::below;
use base::tree::{NodeId, NodeRef};

/// The contents of a configured sidebar.
pub(super) struct Listed<'t> {
    /// The pages in it, with the list that contains each.
    pages: HashMap<&'t str, NodeRef<'t>>,
    /// The folders whose pages it shows without an entry for each.
    folders: Vec<&'t str>,
}

impl<'t> Listed<'t> {
    /// Reads the entries below lists.
    pub(super) fn read(sidebars: &[NodeRef<'t>]) -> Self {
        let (mut pages, mut folders) = (HashMap::new(), Vec::new());
        let mut open = sidebars.to_vec();
        while let Some(list) = open.pop() {
            for item in list.items() {
                if let Some(id) = item.as_str().or_else(|| item.get_str("id")) {
                    pages.entry(id).or_insert(list);
                }
                folders.extend(item.get_str("folder").map(|folder| folder.trim_matches(['.', '/'])));
                open.extend(item.get("pages").filter(|pages| pages.is_array()));
            }
        }
        Self { pages, folders }
    }

    /// Whether the page is in it.
    pub(super) fn has(&self, page: &str) -> bool {
        let is_below = |folder: &&str| folder.is_empty() || below(folder, page).is_some();
        self.pages.contains_key(page) || self.folders.iter().any(is_below)
    }

    /// The list that contains most of these pages; the first one on a tie.
    fn home_of(&self, pages: &[OperationEntry]) -> Option<NodeRef<'t>> {
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
    lists: BTreeMap<NodeId, (NodeRef<'t>, Vec<NewValue>)>,
}

impl<'t> Additions<'t> {
    fn add(&mut self, list: NodeRef<'t>, values: impl IntoIterator<Item = NewValue>) {
        self.lists.entry(list.id()).or_insert_with(|| (list, Vec::new())).1.extend(values);
    }
}

/// The entries that a spec adds to a sidebar.
pub(super) struct ApiGroups<'a> {
    /// The group that contains all of them, if the project has several specs.
    pub(super) group: Option<&'a str>,
    /// The ID of the API's introduction, with the title of a group of its own; within a group it needs none.
    pub(super) introduction: Option<(&'a str, &'a str)>,
    pub(super) sections: &'a [ApiSection],
    /// The pages to be listed.
    pub(super) wanted: BTreeSet<&'a str>,
}

impl ApiGroups<'_> {
    /// Whether the introduction is the first page of the API's only section.
    fn is_inside(&self) -> bool {
        self.group.is_none() && matches!(self.sections, [ApiSection { title: Some(_), .. }])
    }

    /// The index of the sidebar of a site with tabs to which missing entries are added: `own`, or else that of the first that
    /// lists one of the pages, or else the last.
    pub(super) fn one_of(&self, sidebars: &[NodeRef<'_>], own: Option<usize>) -> Option<usize> {
        let operations = || self.sections.iter().flat_map(ApiSection::entries);
        let lists_one = |sidebar: &NodeRef<'_>| {
            let listed = Listed::read(&[*sidebar]);
            operations().any(|entry| listed.has(&entry.page))
        };
        own.or_else(|| sidebars.iter().position(lists_one)).or_else(|| sidebars.len().checked_sub(1))
    }

    /// Adds entries that no list has to an existing sidebar: each page to its group, the introduction before them.
    pub(super) fn extend<'t>(&self, edit: &mut Edit<'_>, sidebar: NodeRef<'t>, listed: &Listed<'t>) {
        let introduction = self.introduction.filter(|(page, _)| !listed.has(page)).map(|it| self.introduction(it));
        let (inside, introduction) = if self.is_inside() { (introduction, None) } else { (None, introduction) };
        let root = self.group.map_or(Some(sidebar), |title| group_list(sidebar, title));
        let missing = |entries: &[OperationEntry]| self.missing(entries, listed);
        let mut additions = Additions { lists: BTreeMap::new() };
        // New entries next to the existing groups.
        let mut fresh = Vec::new();
        for section in self.sections {
            let group = section.title.as_deref().map_or(root, |title| group_list(root?, title));
            // New groups of this section. They are added to it if it exists, and otherwise with it at the end.
            let mut new = Vec::new();
            self.extend_tags(group, &section.tags, listed, &mut additions, &mut new);
            let loose = missing(&section.loose);
            match listed.home_of(&section.loose) {
                Some(list) if !loose.is_empty() => additions.add(list, loose),
                _ => new.extend(loose),
            }
            match (group, &inside) {
                (_, None) => {}
                (None, Some(introduction)) => new.insert(0, introduction.clone()),
                (Some(group), Some(introduction)) if group.items().next().is_some() => {
                    edit.prepend_item(group, introduction);
                }
                (Some(group), Some(introduction)) => additions.add(group, [introduction.clone()]),
            }
            match (group, &section.title) {
                _ if new.is_empty() => {}
                (Some(group), _) => additions.add(group, new),
                (None, Some(title)) => fresh.push(group_value(title, new)),
                (None, None) => fresh.extend(new),
            }
        }
        match (root.filter(|_| self.group.is_some()), introduction) {
            (Some(root), Some(introduction)) if root.items().next().is_some() => {
                edit.prepend_item(root, &introduction);
            }
            (_, Some(introduction)) => fresh.insert(0, introduction),
            (_, None) => {}
        }
        match (root, self.group) {
            _ if fresh.is_empty() => {}
            (Some(root), _) => additions.add(root, fresh),
            (None, Some(title)) => additions.add(sidebar, [group_value(title, fresh)]),
            (None, None) => additions.add(sidebar, fresh),
        }
        for (list, values) in additions.lists.values() {
            edit.append_items(*list, values);
        }
    }

    /// Adds missing entries of these tags to their groups in a list, and to `new` the groups that do not exist. Bounded by the
    /// depth of tags.
    fn extend_tags<'t>(
        &self,
        within: Option<NodeRef<'t>>,
        tags: &[TagEntries],
        listed: &Listed<'t>,
        additions: &mut Additions<'t>,
        new: &mut Vec<NewValue>,
    ) {
        for tag in tags {
            let named = within.and_then(|group| group_list(group, &tag.title));
            let list = named.or_else(|| listed.home_of(&tag.pages));
            let mut values = self.missing(&tag.pages, listed);
            self.extend_tags(named, &tag.children, listed, additions, &mut values);
            match list {
                _ if values.is_empty() => {}
                Some(list) => additions.add(list, values),
                None => new.push(group_value(&tag.title, values)),
            }
        }
    }

    /// A new sidebar, with the entries of other pages before those of the API.
    pub(super) fn whole(&self, others: Vec<NewValue>) -> Vec<NewValue> {
        let group = |title: &str, pages: Vec<NewValue>| (!pages.is_empty()).then(|| group_value(title, pages));
        let of_section = |section: &ApiSection| -> Vec<NewValue> {
            let tags = section.tags.iter().filter_map(|tag| group(&tag.title, self.of_tag(tag)));
            let first = self.introduction.filter(|_| self.is_inside()).map(|it| self.introduction(it));
            let pages: Vec<NewValue> =
                first.into_iter().chain(tags).chain(self.values(&section.loose, |_| true)).collect();
            match &section.title {
                Some(title) => group(title, pages).into_iter().collect(),
                None => pages,
            }
        };
        let introduction = self.introduction.filter(|_| !self.is_inside()).map(|it| self.introduction(it));
        let sections = self.sections.iter().flat_map(of_section);
        match self.group {
            None => others.into_iter().chain(introduction).chain(sections).collect(),
            Some(title) => {
                others.into_iter().chain(group(title, introduction.into_iter().chain(sections).collect())).collect()
            }
        }
    }

    fn introduction(&self, (page, title): (&str, &str)) -> NewValue {
        let page = NewValue::String(page.to_owned());
        if self.group.is_some() || self.is_inside() { page } else { group_value(title, vec![page]) }
    }

    /// The entries of a tag's pages and the groups of the tags below it.
    fn of_tag(&self, tag: &TagEntries) -> Vec<NewValue> {
        let below = tag.children.iter().map(|tag| (tag, self.of_tag(tag)));
        let below = below.filter(|(_, pages)| !pages.is_empty()).map(|(tag, pages)| group_value(&tag.title, pages));
        self.values(&tag.pages, |_| true).into_iter().chain(below).collect()
    }

    /// The entries of wanted pages that are in no list.
    fn missing(&self, entries: &[OperationEntry], listed: &Listed<'_>) -> Vec<NewValue> {
        self.values(entries, |page| !listed.has(page))
    }

    /// The entries of wanted pages for which `is_meant` holds.
    fn values(&self, entries: &[OperationEntry], is_meant: impl Fn(&str) -> bool) -> Vec<NewValue> {
        let meant = |entry: &&OperationEntry| self.wanted.contains(entry.page.as_str()) && is_meant(&entry.page);
        entries.iter().filter(meant).map(value).collect()
    }
}

/// A group of a sidebar.
pub(super) fn group_value(title: &str, pages: Vec<NewValue>) -> NewValue {
    NewValue::Object(vec![("group", NewValue::String(title.to_owned())), ("pages", NewValue::Array(pages))])
}

/// The entry of a page. For a method of `additionalOperations`, which `tool.json` cannot name, the page states it.
fn value(entry: &OperationEntry) -> NewValue {
    let mut members =
        vec![("id", NewValue::String(entry.page.clone())), ("title", NewValue::String(entry.title.clone()))];
    if METHODS.contains(&&*entry.method) {
        members.push(("method", NewValue::String(entry.method.clone())));
    }
    NewValue::Object(members)
}

/// The list of the first group with this title directly in a list.
fn group_list<'t>(list: NodeRef<'t>, title: &str) -> Option<NodeRef<'t>> {
    let group = list.items().find(|item| item.get_str("group") == Some(title))?;
    group.get("pages").filter(|pages| pages.is_array())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{ApiGroups, ApiSection, Listed, OperationEntry, TagEntries};
    use crate::outputs::config_edit::ConfigSource;

    fn entry(page: &str) -> OperationEntry {
        OperationEntry { page: page.to_owned(), title: page.to_uppercase(), method: "GET".to_owned(), tags: Vec::new() }
    }

    fn tag(title: &str, pages: &[&str]) -> TagEntries {
        let pages = pages.iter().map(|page| entry(page)).collect();
        TagEntries { title: title.to_owned(), pages, children: Vec::new() }
    }

    fn sections() -> Vec<ApiSection> {
        vec![ApiSection {
            title: Some("API".to_owned()),
            tags: vec![tag("a", &["a1", "a2"]), tag("b", &["b1"])],
            loose: vec![entry("c1"), entry("c2")],
        }]
    }

    fn extended(text: &str) -> String {
        extended_by(&sections(), text)
    }

    fn extended_by(sections: &[ApiSection], text: &str) -> String {
        let source = ConfigSource::read(text).unwrap();
        let mut edit = source.edit(text);
        let wanted: BTreeSet<&str> = ["a1", "a2", "b1", "c1", "c2"].into();
        let introduction = Some(("introduction", "My API"));
        let groups = ApiGroups { group: None, introduction, sections, wanted };
        let sidebar = source.root().get("s").unwrap();
        groups.extend(&mut edit, sidebar, &Listed::read(&[sidebar]));
        edit.finish().unwrap()
    }

    #[test]
    fn an_empty_sidebar_gets_all() {
        insta::assert_snapshot!(extended("{\"s\": []}"), @r#"
        {"s": [
          {
            "group": "API",
            "pages": [
              "introduction",
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
            { "group": "Mine", "pages": ["x", { "id": "a1" },
              { "id": "a2", "title": "A2", "method": "GET" }
            ] },
            {
              "group": "API",
              "pages": [
                "introduction",
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

    #[test]
    fn groups_of_tags_are_nested() {
        let mut sections = sections();
        sections[0].tags[0].children = vec![tag("b", &["b1"])];
        sections[0].tags.truncate(1);
        insta::assert_snapshot!(extended_by(&sections, r#"{"s": []}"#), @r#"
        {"s": [
          {
            "group": "API",
            "pages": [
              "introduction",
              {
                "group": "a",
                "pages": [
                  { "id": "a1", "title": "A1", "method": "GET" },
                  { "id": "a2", "title": "A2", "method": "GET" },
                  {
                    "group": "b",
                    "pages": [
                      { "id": "b1", "title": "B1", "method": "GET" }
                    ]
                  }
                ]
              },
              { "id": "c1", "title": "C1", "method": "GET" },
              { "id": "c2", "title": "C2", "method": "GET" }
            ]
          }
        ]}
        "#);
        insta::assert_snapshot!(
            extended_by(&sections, r#"{"s": [{"group": "API", "pages": [{"group": "a", "pages": ["a1", {"group": "b", "pages": []}]}]}]}"#),
            @r#"
            {"s": [{"group": "API", "pages": [
              "introduction",
              {"group": "a", "pages": ["a1", {"group": "b", "pages": [
              { "id": "b1", "title": "B1", "method": "GET" }
            ]},
              { "id": "a2", "title": "A2", "method": "GET" }
            ]},
              { "id": "c1", "title": "C1", "method": "GET" },
              { "id": "c2", "title": "C2", "method": "GET" }
            ]}]}
            "#
        );
    }
}
