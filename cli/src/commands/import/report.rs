//! Reports the result of an import, for people and programs.

use std::collections::BTreeMap;
use std::path::Path;

use import::{EditionReport, Loss, LossKind, Origin, Report};
use serde_json::{Value, json};

use super::plan::{Plan, Step};
use crate::failure::Outcome;
use crate::report::{NoSources, Reporter, number_of};

/// How many places of one kind are shown.
const SHOWN: usize = 3;

/// Prints the report.
pub(super) fn report(report: &Report, plan: &Plan, out: &Path, is_dry: bool, reporter: &Reporter) -> Outcome<()> {
    if reporter.is_data() {
        let result = data(report, plan, out, is_dry);
        reporter.report(&NoSources, &[], Some(("import", result)))?;
        return Ok(());
    }
    let written = plan.all(Step::Create).count() + plan.all(Step::Replace).count();
    let pages = number_of(report.pages, "page");
    reporter.say(&format!("{} project, detected from {}: {pages}", report.format.title(), report.evidence))?;
    if report.editions.len() > 1 {
        let shown: Vec<String> = report.editions.iter().map(edition).collect();
        reporter.say(&format!("  {}", shown.join("\n  ")))?;
    }
    for line in losses(&report.losses) {
        reporter.say(&line)?;
    }
    if !report.unlisted.is_empty() {
        let count = number_of(report.unlisted.len(), "page");
        reporter.say(&format!(
            "{count} neither in the source's navigation nor in a group here: {}",
            first(&report.unlisted)
        ))?;
    }
    let kept: Vec<String> = plan.all(Step::Keep).map(ToOwned::to_owned).collect();
    if !kept.is_empty() {
        let count = number_of(kept.len(), "file");
        reporter.say(&format!("{count} edited since the last import and kept: {}", first(&kept)))?;
    }
    if !plan.changed.is_empty() {
        let count = number_of(plan.changed.len(), "file");
        let beside = if is_dry { "would be" } else { "is" };
        reporter.say(&format!(
            "{count} of these changed in the source too; the new text {beside} next to each, with `.new`: {}",
            first(&plan.changed)
        ))?;
    }
    let deleted: Vec<String> = plan.all(Step::Deleted).map(ToOwned::to_owned).collect();
    if !deleted.is_empty() {
        let count = number_of(deleted.len(), "file");
        reporter.say(&format!(
            "{count} deleted since the last import, not written again without `--force`: {}",
            first(&deleted)
        ))?;
    }
    if !plan.new_pages.is_empty() {
        let count = number_of(plan.new_pages.len(), "new page");
        reporter.say(&format!("{count} not in the sidebar of the edited tool.json: {}", first(&plan.new_pages)))?;
    }
    if !plan.vanished.is_empty() {
        let count = number_of(plan.vanished.len(), "file");
        reporter.say(&format!(
            "{count} from an earlier import, no longer in the source, kept: {}",
            first(&plan.vanished)
        ))?;
    }
    let files = number_of(written, "file");
    let out = out.display();
    if is_dry {
        return Ok(reporter.say(&format!("{files} would be written to {out}; nothing was written"))?);
    }
    let same = plan.all(Step::Same).count();
    let unchanged = if same > 0 { format!(", {same} unchanged") } else { String::new() };
    reporter.say(&format!("{files} written to {out}{unchanged}"))?;
    Ok(reporter
        .say(&format!("next: `tool dev --project {out}` to see it, `tool validate --project {out}` to check it"))?)
}

/// A version in a language with its number of pages.
fn edition(edition: &EditionReport) -> String {
    let names = [&edition.version, &edition.language].into_iter().flatten().cloned().collect::<Vec<_>>();
    format!("{}: {}", names.join(", "), number_of(edition.pages, "page"))
}

/// The losses as lines: a section per origin, with the count and first places of each kind.
fn losses(losses: &[Loss]) -> Vec<String> {
    let mut lines = Vec::new();
    let own = || losses.iter().filter(|loss| loss.origin == Origin::Import);
    if own().next().is_none() {
        lines.push("nothing was found that could not be carried over".to_owned());
    } else if !own().any(|loss| loss.is_content) {
        lines.push("no text, link, image or entry of the navigation was found to be lost".to_owned());
    }
    for origin in Origin::ALL {
        let own: Vec<&Loss> = losses.iter().filter(|loss| loss.origin == origin).collect();
        if !own.is_empty() {
            lines.push(format!("{} {}:", number_of(own.len(), "thing"), origin.title()));
            kinds(&own, &mut lines);
        }
    }
    if !losses.is_empty() {
        lines.push("        `--format json` lists all of them".to_owned());
    }
    lines
}

/// The lines of each kind among some losses.
fn kinds(losses: &[&Loss], lines: &mut Vec<String>) {
    for kind in LossKind::ALL {
        let all: Vec<&&Loss> = losses.iter().filter(|loss| loss.kind == kind).collect();
        if all.is_empty() {
            continue;
        }
        lines.push(format!("{:>6}  {}", all.len(), kind.title()));
        lines.extend(all.iter().take(SHOWN).map(|loss| format!("        {}", line(loss))));
        if all.len() > SHOWN {
            lines.push(format!("        and {} more", all.len() - SHOWN));
        }
    }
}

fn line(loss: &Loss) -> String {
    let place = match (loss.file.is_empty(), loss.line) {
        (true, _) => String::new(),
        (false, 0) => format!("{}: ", loss.file),
        (false, line) => format!("{}:{line}: ", loss.file),
    };
    let outcome = if loss.outcome.is_empty() { String::new() } else { format!(" ({})", loss.outcome) };
    // Names in the source may hold what a terminal would obey.
    let text = format!("{place}{}{outcome}", loss.subject);
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

/// The first of some names, and how many more there are.
fn first(names: &[String]) -> String {
    let shown: Vec<&str> = names.iter().take(SHOWN).map(String::as_str).collect();
    let more = names.len().saturating_sub(SHOWN);
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{rest}", shown.join(", "))
}

/// The report for programs.
fn data(report: &Report, plan: &Plan, out: &Path, is_dry: bool) -> Value {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut origins: BTreeMap<&str, usize> = BTreeMap::new();
    for loss in &report.losses {
        *counts.entry(loss.kind.name()).or_default() += 1;
        *origins.entry(loss.origin.name()).or_default() += 1;
    }
    let losses = report.losses.iter().map(|loss| {
        json!({
            "kind": loss.kind.name(),
            "origin": loss.origin.name(),
            "content": loss.is_content,
            "file": loss.file,
            "line": (loss.line > 0).then_some(loss.line),
            "subject": loss.subject,
            "outcome": loss.outcome,
        })
    });
    let editions = report
        .editions
        .iter()
        .map(|edition| json!({ "version": edition.version, "language": edition.language, "pages": edition.pages }));
    let written: Vec<&str> = plan.all(Step::Create).chain(plan.all(Step::Replace)).collect();
    json!({
        "tool": report.format.name(),
        "evidence": report.evidence,
        "folder": out.display().to_string(),
        "dryRun": is_dry,
        "pages": report.pages,
        "editions": editions.collect::<Vec<_>>(),
        "written": written,
        "unchanged": plan.all(Step::Same).count(),
        "kept": plan.all(Step::Keep).collect::<Vec<_>>(),
        "changed": plan.changed,
        "deleted": plan.all(Step::Deleted).collect::<Vec<_>>(),
        "newPages": plan.new_pages,
        "vanished": plan.vanished,
        "unlisted": report.unlisted,
        "counts": counts,
        "origins": origins,
        "losses": losses.collect::<Vec<_>>(),
    })
}
