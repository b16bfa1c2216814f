//! Next.js: the redirects that the code of a site makes, for all tools that are built on it.

use super::ProjectReader;
use crate::literal::Evaluated;
use crate::presence::IN_CODE;
use crate::report::{Loss, LossKind, Origin};

/// The settings files of Next.js.
pub(super) const SETTINGS: [&str; 3] = ["next.config.mjs", "next.config.js", "next.config.ts"];
/// The files whose function runs before each request, in all versions of Next.js.
const BEFORE_REQUESTS: [&str; 8] = [
    "middleware.ts",
    "middleware.js",
    "src/middleware.ts",
    "src/middleware.js",
    "proxy.ts",
    "proxy.js",
    "src/proxy.ts",
    "src/proxy.js",
];

/// Reads the redirects that `redirects()` in settings returns, and reports each file with others: those that are computed,
/// and `NextResponse.redirect()` before a request.
pub(super) fn read_redirects(reader: &ProjectReader<'_>) {
    let settings = SETTINGS.iter().map(|name| (name, has_redirects as fn(&str) -> bool));
    for (name, is_it) in settings.chain(BEFORE_REQUESTS.iter().map(|name| (name, redirects as fn(&str) -> bool))) {
        let Some(file) = reader.first(&[name]) else { continue };
        let result = SETTINGS.contains(name).then(|| reader.modules.result_of(&file, "redirects")).flatten();
        if let Some(found) = result.filter(|found| found.value.is_array()) {
            add_redirects(reader, &found);
            continue;
        }
        let code = reader.source.text(&file).unwrap_or_default();
        if let Some((line, _)) = (1..).zip(code.lines()).find(|(_, line)| is_it(line)) {
            reader.report_loss(LossKind::Redirect, &file, line, "redirects", IN_CODE);
        }
    }
}

/// Adds the redirects of a list, and reports its computed parts.
fn add_redirects(reader: &ProjectReader<'_>, found: &Evaluated) {
    let mut losses = reader.losses.borrow_mut();
    for part in &found.computed {
        losses.push(Loss::new(LossKind::Redirect, &part.file, part.line, &part.source, IN_CODE));
    }
    for part in &found.assumed {
        losses.push(Loss::new(LossKind::Config, &part.file, part.line, &part.source, &part.reason).by(Origin::Choice));
    }
    reader.redirects.borrow_mut().extend(found.value.as_array().cloned().unwrap_or_default());
}

/// Whether a line of settings defines redirects: `async redirects() {`, `redirects: () => […]`, `redirects = …`.
fn has_redirects(line: &str) -> bool {
    let code = line.split("//").next().unwrap_or_default();
    code.match_indices("redirects").any(|(at, name)| {
        let is_part = code.get(..at).is_some_and(|before| before.ends_with(|c: char| c.is_alphanumeric() || c == '_'));
        let behind = code.get(at + name.len()..).unwrap_or_default().trim_start_matches(['"', '\'', ' ']);
        let is_import = code.trim_start().starts_with("import");
        // `{ redirects }`, and `redirects,` on a line of its own.
        let is_short = behind.starts_with([',', '}']) && !is_import;
        !is_part && (behind.starts_with(['(', ':', '=']) || is_short)
    })
}

/// Whether a line answers a request with a redirect.
fn redirects(line: &str) -> bool {
    line.contains(".redirect(")
}

#[cfg(test)]
mod tests {
    use super::has_redirects;

    #[test]
    fn definitions_of_redirects_are_found() {
        for line in [
            "async redirects() {",
            "  redirects: () => [",
            "const redirects = async () => [",
            "'redirects': x,",
            "  redirects,",
            "{ redirects }",
        ] {
            assert!(has_redirects(line), "{line}");
        }
        for line in [
            "// redirects: none",
            "skipTrailingSlashRedirects: true",
            "my_redirects(x)",
            "// has redirects()",
            "import { redirects } from './a'",
        ] {
            assert!(!has_redirects(line), "{line}");
        }
    }
}
