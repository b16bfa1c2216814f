//! The pages that code of Next.js makes. Code is not run: each is reported.

use crate::formats::ProjectReader;
use crate::paths;
use crate::report::LossKind;

/// The outcome for such a page.
const OUTCOME: &str = "a page in code, which is not run: left out";
/// The extensions of code.
const CODE: [&str; 4] = ["js", "jsx", "ts", "tsx"];
/// The functions that code calls to show the pages in `content/`: of Nextra, of Fumadocs.
const SHOW_CONTENT: [&str; 2] = ["importPage(", ".getPage("];

/// A page that code makes.
pub(super) struct CodeRoute {
    /// Its URL path, without the parts that are parameters.
    pub(super) address: String,
    /// Whether it makes the pages below that path, by a parameter.
    pub(super) is_folder: bool,
}

/// The pages that the code below a folder of routes makes, except those in `content/`. Reports each.
pub(super) fn below(reader: &ProjectReader<'_>, root: &str) -> Vec<CodeRoute> {
    let is_app = match paths::name(root) {
        "app" => true,
        "pages" => false,
        _ => return Vec::new(),
    };
    let mut out = Vec::new();
    for file in reader.source.under(root) {
        let Some(path) = paths::below(file, root).and_then(|below| path(below, is_app)) else { continue };
        if reader.source.text(file).is_ok_and(|text| SHOW_CONTENT.iter().any(|name| text.contains(name))) {
            continue;
        }
        reader.report_loss(LossKind::File, file, 0, format!("/{path}"), OUTCOME);
        let fixed: Vec<&str> = path.split('/').filter(|part| !part.starts_with('[')).collect();
        let address = fixed.join("/");
        out.push(CodeRoute { address, is_folder: paths::name(&path).starts_with('[') });
    }
    out
}

/// The URL paths of folders of pages, and of single pages, without the path of the site itself, which has a page here.
pub(super) fn addresses(routes: Vec<CodeRoute>) -> (Vec<String>, Vec<String>) {
    let named = routes.into_iter().filter(|route| !route.address.is_empty());
    let (folders, pages): (Vec<CodeRoute>, Vec<CodeRoute>) = named.partition(|route| route.is_folder);
    let paths_of = |routes: Vec<CodeRoute>| routes.into_iter().map(|route| route.address).collect();
    (paths_of(folders), paths_of(pages))
}

/// The URL path of a file of code, with its parameters; `None` if it is no page.
fn path(below: &str, is_app: bool) -> Option<String> {
    let (stem, end) = below.rsplit_once('.')?;
    let is_private = |part: &str| part.starts_with(['_', '.', '@']);
    let is_page = if is_app { paths::name(stem) == "page" } else { !stem.starts_with("api/") && !stem.ends_with(".d") };
    if !CODE.contains(&end) || !is_page || stem.split('/').any(is_private) {
        return None;
    }
    let path = if is_app { paths::folder(stem) } else { paths::without_index(stem) };
    let is_group = |part: &&str| part.starts_with('(') && part.ends_with(')');
    Some(path.split('/').filter(|part| !is_group(part)).collect::<Vec<_>>().join("/"))
}
