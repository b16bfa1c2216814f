//! Configuration for hosts: redirects, headers, and content negotiation for Markdown. One part is published, where the
//! host reads it from the output; the rest is for the author to install.

mod azure;
mod firebase;
mod vercel;

#[cfg(test)]
mod tests;

use std::fmt::Write as _;

use super::redirects;
use crate::Db;
use crate::parse::config::{Host, host_setting, site_texts};
use crate::render::assets::TOOL_ASSETS;
use crate::render::escape::encoded_address;
use crate::render::shell::site_path;
use crate::render::theme::theme_stylesheet;
use crate::resolve::edition_view::EditionView;
use base::inputs::FileSet;
use base::tree::write_string;

/// Rules for a host that it does not read from the output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostRules {
    /// Where to put them, in one line.
    pub place: &'static str,
    /// The rules.
    pub text: String,
}

/// The values from which rules are generated.
struct HostSite {
    /// The path of the site's URL, with `/` at both ends.
    base: String,
    /// The site's host name.
    name: String,
    /// Old paths without trailing slashes, with their targets.
    redirects: Vec<(String, String)>,
    /// The paths of the home pages of versions and languages below the root of the site, with a slash at the end; empty for
    /// the main one.
    homes: Vec<String>,
    /// The output path of the theme's style sheet.
    look: Option<String>,
}

const NEGOTIATE: &str = include_str!("../../../../templates/hosts/negotiate.js");
const IMMUTABLE: &str = "public, max-age=31536000, immutable";
const SANDBOX: &str = "sandbox; default-src 'none'; style-src 'unsafe-inline'";
/// Headers of every response.
const HEADERS: [(&str, &str); 2] =
    [("X-Content-Type-Options", "nosniff"), ("Content-Security-Policy", "frame-ancestors 'self'")];
/// Cloudflare runs the worker for all other paths.
const ROUTES: &str = "{\n  \"version\": 1,\n  \"include\": [\"/*\"],\n  \"exclude\": [\"/_tool/*\"]\n}\n";

/// The output paths of a host's files.
pub(super) const fn paths(host: Option<Host>) -> &'static [&'static str] {
    match host {
        Some(Host::Netlify) => &["_headers", "_redirects"],
        Some(Host::Cloudflare) => &["_headers", "_redirects", "_routes.json", "_worker.js"],
        Some(Host::Vercel) => &["vercel.json"],
        Some(Host::Apache) => &[".htaccess"],
        Some(Host::GithubPages) => &[".nojekyll"],
        Some(Host::Azure) => &["staticwebapp.config.json"],
        Some(Host::Nginx | Host::Caddy | Host::Firebase | Host::Cloudfront) | None => &[],
    }
}

/// The file at this path for the project's host.
pub(super) fn file(db: &dyn Db, set: FileSet, path: &str) -> String {
    let site = HostSite::new(db, set);
    let host = host_setting(db, set.config(db));
    match path {
        "_headers" => site.headers(),
        "_redirects" => site.redirects_file(host == Some(Host::Netlify)),
        "_routes.json" => ROUTES.to_owned(),
        "_worker.js" => format!("{}{NEGOTIATE}", include_str!("../../../../templates/hosts/cloudflare.js")),
        "vercel.json" => vercel::config(&site),
        "staticwebapp.config.json" => azure::config(&site),
        // The file says that Jekyll must not run: it leaves out folders such as `_tool`.
        ".nojekyll" => String::new(),
        _ => site.filled(include_str!("../../../../templates/hosts/htaccess"), |out, from, to| {
            let _ = writeln!(out, "RedirectMatch 308 \"^{}{}/?$\" \"{to}\"", regex(&site.base), regex(from));
        }),
    }
}

/// The rules of the project's host that it does not read from the output.
pub(crate) fn rules(db: &dyn Db, set: FileSet) -> Vec<HostRules> {
    let Some(host) = host_setting(db, set.config(db)) else { return Vec::new() };
    let site = HostSite::new(db, set);
    let rules = match host {
        Host::Netlify => HostRules {
            place: "netlify/edge-functions/markdown.js in the repository",
            text: format!("{}{NEGOTIATE}", include_str!("../../../../templates/hosts/netlify.js")),
        },
        Host::Nginx => HostRules {
            place: "/etc/nginx/conf.d/, as a file of its own",
            text: site.filled(include_str!("../../../../templates/hosts/nginx.conf"), |out, from, to| {
                for end in ["", "/"] {
                    let _ = writeln!(out, "    location = \"{}{from}{end}\" {{ return 308 \"{to}\"; }}", site.base);
                }
            }),
        },
        Host::Caddy => HostRules {
            place: "the Caddyfile",
            text: site.filled(include_str!("../../../../templates/hosts/Caddyfile"), |out, from, to| {
                for end in ["", "/"] {
                    let _ = writeln!(out, "\tredir \"{}{from}{end}\" \"{to}\" 308", site.base);
                }
            }),
        },
        Host::Firebase => HostRules { place: "firebase.json in the repository", text: firebase::config(&site) },
        Host::Cloudfront => HostRules {
            place: "a CloudFront function (cloudfront-js-2.0), associated with viewer request and viewer response",
            text: site.filled(include_str!("../../../../templates/hosts/cloudfront.js"), |out, from, to| {
                let from = format!("{}{}", site.base, encoded_address(from));
                let _ = writeln!(out, "  {}: {},", json(&from), json(to));
            }),
        },
        Host::Cloudflare | Host::Vercel | Host::Apache | Host::GithubPages | Host::Azure => return Vec::new(),
    };
    vec![rules]
}

impl HostSite {
    fn new(db: &dyn Db, set: FileSet) -> Self {
        let url = site_texts(db, set.config(db)).url.as_deref();
        let base = site_path(url);
        let name = url.and_then(|url| url.split_once("://")).and_then(|(_, rest)| rest.split('/').next());
        let all = redirects::all(db, &base);
        // Dollar signs and braces begin variables and cannot be escaped.
        let plain = |to: String| encoded_address(&to).replace('$', "%24").replace('{', "%7B").replace('}', "%7D");
        Self {
            redirects: all.into_iter().map(|(from, to)| (from, plain(to))).collect(),
            name: name.unwrap_or("docs.example.com").to_owned(),
            base,
            homes: EditionView::all(db).map(|edition| edition.prefix(db)).collect(),
            look: theme_stylesheet(db, set.config(db)).as_ref().map(|sheet| sheet.path.clone()),
        }
    }

    /// The headers by path, in the format of Netlify and Cloudflare.
    fn headers(&self) -> String {
        let mut out = String::from("/*\n");
        for (name, value) in HEADERS {
            let _ = writeln!(out, "  {name}: {value}");
        }
        let _ = write!(
            out,
            "/*.md\n  Content-Type: text/markdown; charset=utf-8\n/*.svg\n  Content-Security-Policy: {SANDBOX}\n"
        );
        for path in self.hashed() {
            let _ = write!(out, "/{path}\n  Cache-Control: {IMMUTABLE}\n");
        }
        out
    }

    /// The output paths whose names change with their content.
    fn hashed(&self) -> impl Iterator<Item = &String> {
        TOOL_ASSETS.all().map(|asset| &asset.path).chain(&self.look)
    }

    /// The redirects, in the format of Netlify and Cloudflare. Netlify treats a path with and without its slash alike,
    /// and must be told to ignore the file at the old path.
    fn redirects_file(&self, is_netlify: bool) -> String {
        let mut out = String::new();
        for (from, to) in &self.redirects {
            let from = encoded_address(from);
            let _ = match is_netlify {
                true => writeln!(out, "/{from} {to} 301!"),
                false => writeln!(out, "/{from} {to} 308\n/{from}/ {to} 308"),
            };
        }
        out
    }

    /// A template with the site's path, its name, and a rule for each redirect.
    fn filled(&self, template: &str, rule: impl Fn(&mut String, &str, &str)) -> String {
        let mut rules = String::new();
        for (from, to) in &self.redirects {
            rule(&mut rules, from, to);
        }
        let homes = self.homes.iter().map(|home| json(&format!("{}{home}", self.base)));
        let homes = homes.collect::<Vec<_>>().join(", ");
        template
            .replace("REDIRECTS", &rules)
            .replace("HOMES", &homes)
            .replace("BASE", &self.base)
            .replace("@HOST@", &self.name)
    }
}

/// A text as JSON.
fn json(text: &str) -> String {
    let mut out = String::new();
    write_string(text, &mut out);
    out
}

/// A regular expression that matches exactly this text.
fn regex(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii_punctuation() && !matches!(c, '/' | '-' | '_' | '~' | '!' | '@' | '&' | '=' | ',' | '\'') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
