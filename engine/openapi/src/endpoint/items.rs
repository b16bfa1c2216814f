//! Moves the facts of an array's items to the array, so that readers see one field.

use std::sync::Arc;

use super::flatten::{Choice, Enter, Flat, MOST_ARRAYS, add_constraints, flatten, merge};
use crate::Db;
use crate::schema::{Constraint, Facts, Literal};

/// The facts of a field: its own and, for an array, those of its items.
pub(super) fn facts_with_items<'a>(db: &'a dyn Db, flat: &Flat<'a>) -> Option<Arc<Facts>> {
    let own = flat.facts();
    let mut items = flat.items();
    // The items of a single alternative do not apply to the others.
    items.retain(|item| !item.optional);
    if items.is_empty() {
        return own;
    }
    let mut merged = own.as_deref().cloned().unwrap_or_default();
    for _ in 0..MOST_ARRAYS {
        if items.is_empty() {
            break;
        }
        let inner = flatten(db, &items, Choice::All, &|_| Enter::Yes);
        if let Some(of_items) = inner.facts() {
            describe_items(&mut merged, &of_items, !inner.names.is_empty());
            let holds = |(constraint, _): &&(Constraint, Literal)| holds_for_items(*constraint);
            let constraints = of_items.constraints.iter().filter(holds).cloned().collect();
            let unknown_type = of_items.unknown_type.clone();
            let items = Facts { unknown_type, values: of_items.values.clone(), ..Facts::default() };
            merge(&mut merged, &items);
            // A nested array has bounds of its own.
            add_constraints(&mut merged, &Facts { constraints, ..Facts::default() }, |_| true);
        }
        items = inner.items();
        items.retain(|item| !item.optional);
    }
    (merged != Facts::default()).then(|| Arc::new(merged))
}

/// Appends the description of an array's items to that of the array. A named schema is described where its fields are
/// shown, so its description is only used if there is no other.
fn describe_items(merged: &mut Facts, of_items: &Facts, is_named: bool) {
    let Some(about) = of_items.description.as_ref().filter(|about| !about.trim().is_empty()) else { return };
    let own = merged.description.as_deref().unwrap_or_default().trim();
    if own.is_empty() {
        merged.description = Some(about.clone());
    } else if !is_named && !own.contains(about.trim()) {
        merged.description = Some(format!("{own}\n\n{about}").into());
    }
}

/// Whether a constraint of an array's items cannot be confused with one of the array.
fn holds_for_items(constraint: Constraint) -> bool {
    !matches!(constraint, Constraint::Default | Constraint::Example | Constraint::ExternalDocs)
}
