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
    let settings = SETTINGS.iter().map(|name| (name, "redirects("));
    for (name, call) in settings.chain(BEFORE_REQUESTS.iter().map(|name| (name, ".redirect("))) {
        let Some(file) = reader.first(&[name]) else { continue };
        let code = reader.source.text(&file).unwrap_or_default();
        if let Some((line, _)) = (1..).zip(code.lines()).find(|(_, line)| line.contains(call)) {
            reader.report_loss(LossKind::Redirect, &file, line, "redirects", IN_CODE);
        }
    }
}
