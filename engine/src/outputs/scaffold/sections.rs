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
    pub(super) tags: Vec<TagEntries>,
    /// Operations without a tag, after the tags.
    pub(super) loose: Vec<OperationEntry>,
}

impl ApiSection {
    /// Its operations, in groups or not.
    pub(super) fn entries(&self) -> impl Iterator<Item = &OperationEntry> {
        let mut tags: Vec<&TagEntries> = Vec::new();
        let mut open: Vec<&TagEntries> = self.tags.iter().collect();
        while let Some(tag) = open.pop() {
            open.extend(&tag.children);
            tags.push(tag);
        }
        tags.into_iter().flat_map(|tag| &tag.pages).chain(&self.loose)
    }
}

/// The group of a tag.
#[derive(Debug)]
pub(super) struct TagEntries {
    pub(super) title: String,
    pub(super) pages: Vec<OperationEntry>,
    /// The tags whose `parent` it is (OpenAPI 3.2, section 4.22.1), after its pages.
    pub(super) children: Vec<TagEntries>,
}

/// Deeper tags become siblings of their parents.
const DEEPEST_TAG: usize = 5;

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
            let is_ordered = |tag: &str| info.tag_groups.get(number).is_none() || order.contains_key(tag);
            let parent = |tag: &str| parent_of(info, &declared, tag).filter(|parent| is_ordered(parent));
            group.into_section(title.map(one_line), &order, parent, display)
        })
        .collect()
}

/// The declared parent of a tag.
fn parent_of<'a>(info: &'a SpecInfo, declared: &HashMap<&str, usize>, tag: &str) -> Option<&'a str> {
    let declaration = |tag: &str| info.tags.get(*declared.get(tag)?);
    let parent = declaration(declaration(tag)?.parent.as_deref()?)?;
    (!parent.internal && parent.is_for_navigation()).then_some(&*parent.name)
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

    /// The section, with tags below their parents and in the given order; other tags come last.
    fn into_section<'a>(
        self,
        title: Option<String>,
        order: &HashMap<&str, usize>,
        parent: impl Fn(&str) -> Option<&'a str>,
        display: impl Fn(&str) -> String,
    ) -> ApiSection {
        let mut groups: Vec<(Box<str>, Vec<OperationEntry>)> = self.tags;
        let mut places = self.places;
        // Parents without operations of their own; the list grows while it is read.
        let mut parents: Vec<Option<usize>> = Vec::new();
        while let Some((tag, _)) = groups.get(parents.len()) {
            let next = groups.len();
            let place = parent(tag).map(|parent| *places.entry(parent.into()).or_insert(next));
            if place == Some(next) {
                groups.extend(parent(tag).map(|parent| (parent.into(), Vec::new())));
            }
            parents.push(place);
        }
        let (mut roots, mut children) = forest(&parents);
        let rank = |at: &usize| groups.get(*at).and_then(|(tag, _)| order.get(&**tag)).copied().unwrap_or(usize::MAX);
        children.iter_mut().chain([&mut roots]).for_each(|list| list.sort_by_key(rank));
        let mut groups = groups.into_iter().map(|(tag, pages)| (display(&tag), pages)).collect::<Vec<_>>();
        let tags = nested(&roots, &children, &mut groups);
        ApiSection { title, tags, loose: self.loose }
    }
}

/// The tags without a parent, and the children of each tag. Of tags that are their own ancestors, the first loses its parent;
/// a tag that would be too deep becomes a sibling of its parent.
fn forest(parents: &[Option<usize>]) -> (Vec<usize>, Vec<Vec<usize>>) {
    let mut declared: Vec<Vec<usize>> = vec![Vec::new(); parents.len()];
    for (tag, parent) in parents.iter().enumerate() {
        if let Some(parent) = parent {
            declared[*parent].push(tag);
        }
    }
    let (mut roots, mut below) = (Vec::new(), vec![Vec::new(); parents.len()]);
    let mut is_placed = vec![false; parents.len()];
    let without_parent = (0..parents.len()).filter(|&tag| parents[tag].is_none());
    for root in without_parent.chain(0..parents.len()) {
        let mut open = vec![(root, None, 0)];
        while let Some((tag, holder, depth)) = open.pop() {
            if std::mem::replace(&mut is_placed[tag], true) {
                continue;
            }
            holder.map_or(&mut roots, |holder: usize| &mut below[holder]).push(tag);
            let (holder, depth) = if depth < DEEPEST_TAG { (Some(tag), depth + 1) } else { (holder, depth) };
            open.extend(declared[tag].iter().map(|&child| (child, holder, depth)));
        }
    }
    below.iter_mut().chain([&mut roots]).for_each(|list| list.sort_unstable());
    (roots, below)
}

/// The groups of these tags with those below them. Bounded by [`DEEPEST_TAG`].
fn nested(tags: &[usize], children: &[Vec<usize>], groups: &mut [(String, Vec<OperationEntry>)]) -> Vec<TagEntries> {
    let mut found = Vec::with_capacity(tags.len());
    for &tag in tags {
        let (title, pages) = std::mem::take(&mut groups[tag]);
        found.push(TagEntries { title, pages, children: nested(&children[tag], children, groups) });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{OperationEntry, TagEntries, sections};
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
            let mut open: Vec<(usize, &TagEntries)> = section.tags.iter().rev().map(|tag| (1, tag)).collect();
            while let Some((level, tag)) = open.pop() {
                out.push_str(&format!("{}{}: {}\n", "  ".repeat(level), tag.title, names(&tag.pages)));
                open.extend(tag.children.iter().rev().map(|tag| (level + 1, tag)));
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
    fn tags_stand_below_their_parents() {
        let head = r#""tags": [{"name": "books", "parent": "products"}, {"name": "cds", "parent": "products"},
            {"name": "vinyl", "parent": "cds"}, {"name": "products", "summary": "Products"}, {"name": "alone", "parent": "gone"},
            {"name": "egg", "parent": "hen"}, {"name": "hen", "parent": "egg"}, {"name": "self", "parent": "self"}],"#;
        insta::assert_snapshot!(grouped(head, &["vinyl", "books", "alone", "hen", "self", "x"]), @r"
        API Reference
          Products: 
            books: books
            cds: 
              vinyl: vinyl
          alone: alone
          hen: hen
            egg: 
          self: self
          x: x
        ");
    }

    #[test]
    fn deep_tags_stand_beside_their_parents() {
        let tags: Vec<String> =
            (1..3_000).map(|at| format!(r#"{{"name": "t{at}", "parent": "t{}"}}"#, at - 1)).collect();
        let groups = grouped(&format!(r#""tags": [{{"name": "t0"}}, {}],"#, tags.join(", ")), &["t2999"]);
        let deepest = groups.lines().map(|line| line.len() - line.trim_start().len()).max();
        assert_eq!((groups.lines().count(), deepest), (3_001, Some(12)), "{groups}");
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
