//! The plugins of Starlight: they are not run, but the posts of `starlight-blog` are listed here as that plugin does.

use super::{StarlightSite, has_page, title};
use crate::formats::{Pages, ProjectReader};
use crate::literal::text;
use crate::paths;
use crate::project::{GroupKind, NavEntry};
use crate::report::LossKind;

/// The package of the blog.
const BLOG: &str = "starlight-blog";
/// The packages that are read here, or that change nothing that readers see.
const KNOWN: [&str; 3] = [BLOG, "starlight-links-validator", "starlight-sidebar-topics"];

/// Reports the plugins that are not read.
pub(super) fn report(reader: &ProjectReader<'_>, file: &str) {
    let imports = reader.modules.imports(file);
    for (at, line, source) in reader.calls(file, |path| path.split('.').any(|part| part == "plugins")) {
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        let name = source.split(|c| !is_name(c)).next().unwrap_or_default();
        let Some(origin) = imports.get(name).filter(|origin| !KNOWN.contains(&origin.as_str())) else { continue };
        let outcome = "a plugin of Starlight, which is not run: what it adds or changes is left out";
        reader.report_loss(LossKind::Config, &at, line, format!("{name} ({origin})"), outcome);
    }
}

impl StarlightSite<'_, '_> {
    /// The posts of the blog as a group, newest first, without those in `listed`. `None` if the site has no blog.
    pub(super) fn blog(&self, listed: &[NavEntry], pages: &mut Pages) -> Option<NavEntry> {
        self.reader.modules.imports(self.file).values().find(|origin| *origin == BLOG)?;
        let options = self.reader.modules.argument(self.file, BLOG).map(|found| found.value).unwrap_or_default();
        let prefix = text(&options, "prefix").unwrap_or("blog").trim_matches('/');
        let folder = paths::plus(self.root, prefix);
        let is_post = |file: &&String| {
            let below = paths::below(file, &folder).and_then(paths::stem);
            below.is_some_and(|below| !paths::without_index(below).is_empty())
        };
        let shown = self.files.iter().filter(is_post).map(|file| self.shown(file));
        let shown = shown.filter(|file| !self.reader.has_flag(file, "draft") && !has_page(listed, file));
        let dated = |file| (self.reader.field(file, "date").unwrap_or_default(), file);
        let mut posts: Vec<(String, &str)> = shown.map(dated).collect();
        posts.sort_by(|left, right| right.cmp(left));
        let (_, newest) = posts.first()?;
        // The list of posts, which the old site generated.
        pages.add_name(newest, &format!("/{}", paths::plus(self.folder, prefix)));
        let outcome = "its posts are a group, newest first; its lists by tag and author, and the authors, are left out";
        self.reader.report_loss(LossKind::Config, self.file, 0, BLOG, outcome);
        let title = title(&options, self.lang).unwrap_or_else(|| "Blog".to_owned());
        let entries = posts.into_iter().map(|(_, file)| NavEntry::page(file, None)).collect();
        let blog = NavEntry::group(title, None, entries);
        let has_tabs = listed.iter().any(|entry| entry.kind() == GroupKind::Tab);
        Some(if has_tabs { blog.of_kind(GroupKind::Tab) } else { blog })
    }
}
