//! The redirects that the host of a site makes, whatever tool builds it: `_redirects` and `netlify.toml` (Netlify,
//! Cloudflare Pages), `vercel.json`, `firebase.json`, `staticwebapp.config.json` (Azure), and those in the settings of
//! Next.js, which have the same form as those of Vercel.

use std::collections::{BTreeMap, BTreeSet};

use super::ProjectReader;
use crate::literal::{self, Value, text};
use crate::paths;
use crate::project::Project;
use crate::report::{Loss, LossKind, Origin};

/// The outcome for a redirect from a URL of another host.
const OF_OTHER_HOST: &str = "it redirects from another host, where the new site is not: left out";
/// The outcome for a redirect of some requests only.
const CONDITIONAL: &str = "it depends on more than the path of a request, and a redirect here does not: left out";
/// The outcome for a path at which the host shows something else.
const REWRITE: &str = "the host shows the second one at the first path, without a redirect: left out";
/// The outcome for a page of errors.
const ERROR_PAGE: &str = "the host shows it for paths without a page: left out, since the site has a page of its own";

/// A rule of a host.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Rule {
    from: String,
    to: String,
    /// The HTTP status; 0 for the usual one of a redirect.
    status: u64,
    /// Whether it applies even if a page has its path.
    is_forced: bool,
    /// Whether it depends on more than the path.
    is_conditional: bool,
}

/// Adds the redirects of hosts to those of the tool, and reports the rules that are no redirects of a path.
pub(super) fn add_redirects(reader: &ProjectReader<'_>, project: &mut Project) {
    let rules = rules(reader, project);
    if rules.is_empty() {
        return;
    }
    let addresses =
        project.pages.iter().rev().flat_map(|page| page.addresses.iter().map(move |path| (path, &page.file)));
    let files: BTreeMap<&str, &String> = addresses.map(|(path, file)| (path.trim_matches('/'), file)).collect();
    for rule in rules {
        let from = own_path(project.site.as_deref(), &project.base, &rule.from);
        let shadowed = files.get(from.trim_matches('/')).filter(|_| rule.is_forced);
        let (origin, outcome) = match (rule.status, shadowed) {
            _ if from.contains("://") => (Origin::Import, OF_OTHER_HOST.to_owned()),
            (400.., _) => (Origin::Choice, ERROR_PAGE.to_owned()),
            (200..300, _) => (Origin::Import, REWRITE.to_owned()),
            _ if rule.is_conditional => (Origin::Import, CONDITIONAL.to_owned()),
            (_, Some(file)) if rule.to.trim_matches('/') != from.trim_matches('/') => {
                (Origin::Import, format!("the page {file} has that path, and readers see it here"))
            }
            _ => {
                project.redirects.push((from, rule.to));
                continue;
            }
        };
        let subject = format!("{} → {}", rule.from, rule.to);
        project.losses.push(Loss::new(LossKind::Redirect, "", 0, &subject, outcome).by(origin));
    }
}

/// A path of a rule as the tool gives it: below the path of the site, without its host.
fn own_path(site: Option<&str>, base: &str, path: &str) -> String {
    let origin = site.and_then(paths::origin);
    let path = origin.and_then(|origin| path.strip_prefix(origin)).filter(|rest| rest.starts_with('/')).unwrap_or(path);
    let base = base.trim_matches('/');
    match paths::below(path.trim_start_matches('/'), base).filter(|_| !base.is_empty()) {
        Some(below) => format!("/{below}"),
        None => path.to_owned(),
    }
}

/// The rules of all hosts, the files of Netlify first.
fn rules(reader: &ProjectReader<'_>, project: &Project) -> Vec<Rule> {
    let mut out = Vec::new();
    let mut folders = vec![reader.root.clone()];
    folders.extend(["static", "public"].iter().filter_map(|name| reader.at(name)));
    folders.extend(project.public_folders.iter().cloned());
    let of_build = |settings: &Value| -> Vec<String> {
        let folder = |key: &str| settings.get("build").and_then(|build| text(build, key)).unwrap_or_default();
        let (base, publish) = (folder("base"), folder("publish"));
        [publish.to_owned(), paths::plus(base, publish), base.to_owned()].into()
    };
    let netlify = settings(reader, "netlify.toml", of_build);
    if let Some((file, settings)) = &netlify {
        let places = of_build(settings);
        folders
            .extend(places.iter().filter_map(|place| paths::join(paths::folder(file), place.trim_start_matches('/'))));
    }
    let mut seen = BTreeSet::new();
    folders.retain(|folder| seen.insert(folder.clone()));
    for file in folders.iter().map(|folder| paths::plus(folder, "_redirects")).filter(|file| reader.source.has(file)) {
        out.extend(lines(&reader.settings_text(&file).unwrap_or_default()));
    }
    if let Some((_, settings)) = &netlify {
        out.extend(literal::items(settings.get("redirects")).iter().filter_map(of_netlify));
    }
    let of_vercel = |settings: &Value| text(settings, "outputDirectory").map(ToOwned::to_owned).into_iter().collect();
    if let Some((_, settings)) = settings(reader, "vercel.json", of_vercel) {
        out.extend(of_lists(&settings));
    }
    let of_firebase = |settings: &Value| {
        sites(settings).iter().filter_map(|site| text(site, "public").map(ToOwned::to_owned)).collect()
    };
    if let Some((_, settings)) = settings(reader, "firebase.json", of_firebase) {
        out.extend(sites(&settings).iter().flat_map(of_lists));
    }
    let mut of_next = serde_json::Map::new();
    of_next.insert("redirects".to_owned(), Value::Array(reader.redirects.take()));
    out.extend(of_lists(&Value::Object(of_next)));
    let places = folders.iter().map(|folder| paths::plus(folder, "staticwebapp.config.json"));
    for file in places.filter(|file| reader.source.has(file)) {
        let settings = reader.settings(&file).unwrap_or_default();
        out.extend(literal::items(settings.get("routes")).iter().filter_map(of_azure));
    }
    out
}

/// A settings file of a host: that in the folder of the project, or that at the root of the source if the site is in one
/// of the folders that it names.
fn settings(
    reader: &ProjectReader<'_>,
    name: &str,
    folders: impl Fn(&Value) -> Vec<String>,
) -> Option<(String, Value)> {
    if let Some(file) = reader.first(&[name]) {
        return reader.settings(&file).map(|settings| (file, settings));
    }
    let found = reader.source.has(name).then(|| reader.settings(name))??;
    let is_own = |folder: &String| {
        let folder = folder.trim_matches('/').trim_start_matches("./");
        folder == reader.root || paths::below(folder, &reader.root).is_some()
    };
    folders(&found).iter().any(is_own).then(|| (name.to_owned(), found))
}

/// The sites of Firebase: one, or a list.
fn sites(settings: &Value) -> Vec<Value> {
    match settings.get("hosting") {
        Some(Value::Array(sites)) => sites.clone(),
        Some(site) => vec![site.clone()],
        None => Vec::new(),
    }
}

/// The rules of a file `_redirects`: `/old /new 301!`, with conditions on the query between the paths and others behind.
fn lines(text: &str) -> Vec<Rule> {
    let rule = |line: &str| {
        let mut words = line.split_whitespace().take_while(|word| !word.starts_with('#'));
        let from = words.next()?.to_owned();
        let words: Vec<&str> = words.collect();
        let is_target = |word: &&str| {
            word.starts_with('/') || word.split_once("://").is_some_and(|(scheme, _)| !scheme.contains('='))
        };
        let at = words.iter().position(is_target)?;
        let (before, rest) = words.split_at(at);
        let (to, behind) = rest.split_first()?;
        let number = behind.first().map(|word| word.trim_end_matches('!'));
        let status = number.and_then(|number| number.parse::<u64>().ok());
        let conditions = behind.get(usize::from(status.is_some())..).unwrap_or_default();
        Some(Rule {
            from,
            to: (*to).to_owned(),
            status: status.unwrap_or_default(),
            is_forced: behind.first().is_some_and(|word| word.ends_with('!')),
            is_conditional: !before.is_empty() || !conditions.is_empty(),
        })
    };
    text.lines().filter_map(rule).collect()
}

/// An entry of `[[redirects]]`.
fn of_netlify(entry: &Value) -> Option<Rule> {
    Some(Rule {
        from: text(entry, "from")?.to_owned(),
        to: text(entry, "to")?.to_owned(),
        status: entry.get("status").and_then(Value::as_u64).unwrap_or_default(),
        is_forced: literal::is_true(entry, "force"),
        is_conditional: ["query", "conditions"].iter().any(|key| entry.get(*key).is_some()),
    })
}

/// The entries of `redirects` and `rewrites` of Vercel, Firebase and Next.js, which come before files.
fn of_lists(settings: &Value) -> Vec<Rule> {
    let rules = |list: &'static str, usual: u64| {
        let rule = move |entry: &Value| {
            let from = ["source", "regex", "glob"].iter().find_map(|key| text(entry, key))?;
            let to = ["destination", "function", "run"].iter().find_map(|key| text(entry, key))?;
            Some(Rule {
                from: from.to_owned(),
                to: to.to_owned(),
                status: usual,
                is_forced: true,
                is_conditional: ["has", "missing"].iter().any(|key| entry.get(*key).is_some()),
            })
        };
        literal::items(settings.get(list)).iter().filter_map(rule).collect::<Vec<_>>()
    };
    [rules("redirects", 0), rules("rewrites", 200)].concat()
}

/// An entry of `routes`.
fn of_azure(entry: &Value) -> Option<Rule> {
    let redirect = text(entry, "redirect");
    Some(Rule {
        from: text(entry, "route")?.to_owned(),
        to: redirect.or_else(|| text(entry, "rewrite"))?.to_owned(),
        status: if redirect.is_some() { 0 } else { 200 },
        is_forced: true,
        is_conditional: entry.get("methods").is_some(),
    })
}

#[cfg(test)]
mod tests {
    use super::{Rule, lines};

    #[test]
    fn lines_of_redirects_are_read() {
        let rule = |from: &str, to: &str| Rule { from: from.to_owned(), to: to.to_owned(), ..Rule::default() };
        let text = "# comment\n\n/a /b\n/c\t/d#e 301! # why\n/f id=:id /g?x=1 302\n/h https://x.test/:splat 200 Country=us\n/i\n";
        let expected = [
            rule("/a", "/b"),
            Rule { status: 301, is_forced: true, ..rule("/c", "/d#e") },
            Rule { status: 302, is_conditional: true, ..rule("/f", "/g?x=1") },
            Rule { status: 200, is_conditional: true, ..rule("/h", "https://x.test/:splat") },
        ];
        assert_eq!(lines(text), expected);
    }
}
