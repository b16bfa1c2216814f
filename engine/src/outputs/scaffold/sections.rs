//! The groups of an API's sidebar, from its tags and tag groups.

use std::collections::{BTreeMap, HashMap};

use crate::outputs::summary::one_line;
use openapi::spec::SpecInfo;

/// An operation in the sidebar.
#[derive(Clone, Debug)]
pub(super) struct OperationEntry {
    /// The ID of its page.
    pub(super) page: String,
    pub(super) title: String,
    pub(super) method: String,
    pub(super) tags: Vec<Box<str>>,
}

/// A group of the API, or the entries of the API's own group.
#[derive(Debug)]
pub(super) struct ApiSection {
    /// `None` if its tags are not nested one level deeper.
    pub(super) title: Option<String>,
    /// The tags in it, each a group.
    pub(super) tags: Vec<(String, Vec<OperationEntry>)>,
    /// Operations without a tag, after the tags.
    pub(super) loose: Vec<OperationEntry>,
}

/// The title of the group for operations that no tag group contains.
const OTHER: &str = "Other";

/// The entries in groups, each exactly once: by the spec's tag groups, or else in one group with this title, or without
/// one. Empty groups are omitted.
pub(super) fn sections(entries: Vec<OperationEntry>, info: &SpecInfo, title: Option<&str>) -> Vec<ApiSection> {
    let mut groups_of_tags: HashMap<&str, usize> = HashMap::new();
    for (number, group) in info.tag_groups.iter().enumerate() {
        for tag in &group.tags {
            groups_of_tags.entry(tag).or_insert(number);
        }
    }
    let declared: HashMap<&str, usize> = info.tags.iter().enumerate().map(|(at, tag)| (&*tag.name, at)).collect();
    let is_offered = |tag: &str| declared.get(tag).is_none_or(|&at| !info.tags[at].internal);
    let is_for_navigation = |tag: &str| declared.get(tag).is_none_or(|&at| info.tags[at].is_for_navigation());
    let mut by_group: BTreeMap<usize, SectionBuilder> = BTreeMap::new();
    let last = info.tag_groups.len();
    for entry in entries {
        let grouped = entry.tags.iter().find(|tag| groups_of_tags.contains_key(&***tag));
        let first = || entry.tags.iter().find(|tag| is_for_navigation(tag)).or_else(|| entry.tags.first());
        let tag = grouped.or_else(first).filter(|tag| is_offered(tag)).cloned();
        let number = grouped.and_then(|tag| groups_of_tags.get(&**tag)).copied().unwrap_or(last);
        by_group.entry(number).or_default().add(tag, entry);
    }
    let display = |tag: &str| one_line(declared.get(tag).map_or(tag, |&at| info.tags[at].shown_name()));
    by_group
        .into_iter()
        .map(|(number, group)| {
            let (title, order): (Option<&str>, HashMap<&str, usize>) = match info.tag_groups.get(number) {
                Some(group) => (
                    Some(&*group.name).filter(|name| !name.trim().is_empty()).or(title),
                    order_of(group.tags.iter().map(AsRef::as_ref)),
                ),
                None if last > 0 => (Some(OTHER), declared.clone()),
                None => (title, declared.clone()),
            };
            group.into_section(title.map(one_line), &order, display)
        })
        .collect()
}

fn order_of<'a>(names: impl Iterator<Item = &'a str>) -> HashMap<&'a str, usize> {
    let mut order = HashMap::new();
    for (number, name) in names.enumerate() {
        order.entry(name).or_insert(number);
    }
    order
}

/// A group under construction: tags in the order of their first operation.
#[derive(Default)]
struct SectionBuilder {
    tags: Vec<(Box<str>, Vec<OperationEntry>)>,
    places: HashMap<Box<str>, usize>,
    loose: Vec<OperationEntry>,
}

impl SectionBuilder {
    fn add(&mut self, tag: Option<Box<str>>, entry: OperationEntry) {
        let Some(tag) = tag.filter(|tag| !tag.trim().is_empty()) else { return self.loose.push(entry) };
        let place = *self.places.entry(tag.clone()).or_insert(self.tags.len());
        match self.tags.get_mut(place) {
            Some((_, entries)) => entries.push(entry),
            None => self.tags.push((tag, vec![entry])),
        }
    }

    /// The section, with tags in the given order; other tags come last.
    fn into_section(
        mut self,
        title: Option<String>,
        order: &HashMap<&str, usize>,
        display: impl Fn(&str) -> String,
    ) -> ApiSection {
        self.tags.sort_by_key(|(tag, _)| order.get(&**tag).copied().unwrap_or(usize::MAX));
        let tags = self.tags.into_iter().map(|(tag, entries)| (display(&tag), entries)).collect();
        ApiSection { title, tags, loose: self.loose }
    }
}

#[cfg(test)]
mod tests {
    use super::{OperationEntry, sections};
    use crate::testing::spec;
    use openapi::spec::spec_info;

    /// The groups of operations named after their tags, as lines.
    fn grouped(head: &str, operations: &[&str]) -> String {
        let (inputs, file) = spec(&format!(r#"{{"openapi": "3.1.0", {head} "info": {{"title": "T"}}}}"#));
        let entry = |tags: &&str| OperationEntry {
            page: (*tags).to_owned(),
            title: (*tags).to_owned(),
            method: "GET".to_owned(),
            tags: tags.split_whitespace().map(Box::from).collect(),
        };
        let entries = operations.iter().map(entry).collect();
        let mut out = String::new();
        for section in sections(entries, spec_info(inputs.db(), file), Some("API Reference")) {
            out.push_str(&format!("{}\n", section.title.unwrap()));
            let names = |entries: &[OperationEntry]| {
                entries.iter().map(|entry| entry.page.clone()).collect::<Vec<_>>().join(", ")
            };
            for (tag, entries) in &section.tags {
                out.push_str(&format!("  {tag}: {}\n", names(entries)));
            }
            if !section.loose.is_empty() {
                out.push_str(&format!("  {}\n", names(&section.loose)));
            }
        }
        out
    }

    #[test]
    fn without_tag_groups_there_is_one_group() {
        let head =
            r#""tags": [{"name": "b", "x-displayName": "Bees"}, {"name": "a"}, {"name": "i", "x-internal": true}],"#;
        insta::assert_snapshot!(grouped(head, &["z", "a b", "b", "", "b a", "i", "z a"]), @r"
        API Reference
          Bees: b, b a
          a: a b
          z: z, z a
          , i
        ");
        assert_eq!(grouped("", &[]), "");
        assert_eq!(grouped("", &[""]), "API Reference\n  \n");
    }

    #[test]
    fn a_tag_that_marks_operations_groups_them_only_where_no_other_does() {
        let head = r#""tags": [{"name": "beta", "kind": "badge"}, {"name": "pets", "kind": "nav"}, {"name": "shop"}],"#;
        insta::assert_snapshot!(grouped(head, &["beta pets", "beta shop", "beta", "beta new"]), @r"
        API Reference
          beta: beta
          pets: beta pets
          shop: beta shop
          new: beta new
        ");
    }

    #[test]
    fn tag_groups_come_first_and_nothing_is_lost() {
        let head = r#""tags": [{"name": "c"}, {"name": "b"}, {"name": "a"}],
            "x-tagGroups": [{"name": "Two", "tags": ["b", "gone", "a"]}, {"name": "None", "tags": ["absent"]},
                            {"name": "One", "tags": ["a", "d"]}],"#;
        insta::assert_snapshot!(grouped(head, &["a", "x", "b", "c d", "c", "", "x a"]), @r"
        Two
          b: b
          a: a, x a
        One
          d: c d
        Other
          c: c
          x: x
          
        ");
    }

    #[test]
    fn a_group_or_tag_of_blanks_has_another_name() {
        let head = r#""tags": [{"name": "a", "x-displayName": " "}], "x-tagGroups": [{"name": "", "tags": ["a"]}],"#;
        assert_eq!(grouped(head, &["a"]), "API Reference\n  a: a\n");
    }
}
