//! Next.js: the redirects that the code of a site makes, for all tools that are built on it.

use super::ProjectReader;
use crate::presence::IN_CODE;
use crate::report::LossKind;

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

/// Reports each file with redirects: `redirects()` in settings, `NextResponse.redirect()` before a request.
pub(super) fn report_redirects(reader: &ProjectReader<'_>) {
    let settings = SETTINGS.iter().map(|name| (name, has_redirects as fn(&str) -> bool));
    for (name, is_it) in settings.chain(BEFORE_REQUESTS.iter().map(|name| (name, redirects as fn(&str) -> bool))) {
        let Some(file) = reader.first(&[name]) else { continue };
        let code = reader.source.text(&file).unwrap_or_default();
        if let Some((line, _)) = (1..).zip(code.lines()).find(|(_, line)| is_it(line)) {
            reader.report_loss(LossKind::Redirect, &file, line, "redirects", IN_CODE);
        }
    }
}

/// Whether a line of settings defines redirects: `async redirects() {`, `redirects: () => […]`, `redirects = …`.
fn has_redirects(line: &str) -> bool {
    let code = line.split("//").next().unwrap_or_default();
    code.match_indices("redirects").any(|(at, name)| {
        let is_part = code.get(..at).is_some_and(|before| before.ends_with(|c: char| c.is_alphanumeric() || c == '_'));
        let behind = code.get(at + name.len()..).unwrap_or_default().trim_start_matches(['"', '\'', ' ']);
        !is_part && behind.starts_with(['(', ':', '='])
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
        for line in
            ["async redirects() {", "  redirects: () => [", "const redirects = async () => [", "'redirects': x,"]
        {
            assert!(has_redirects(line), "{line}");
        }
        for line in ["// redirects: none", "skipTrailingSlashRedirects: true", "my_redirects(x)", "// has redirects()"]
        {
            assert!(!has_redirects(line), "{line}");
        }
    }
}
