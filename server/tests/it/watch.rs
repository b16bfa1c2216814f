//! Changes on disk reach the site, however they are made.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::time::Duration;

use crate::site::{Site, page};

fn site() -> Site {
    let (home, child) = (page("The home page."), page("A child page."));
    Site::watched(&[("docs/index.md", home.as_str()), ("docs/a/b.md", child.as_str())])
}

#[test]
fn an_edit_reaches_the_open_page() {
    let site = site();
    let mut child = site.open("/a/b/");
    site.write("docs/a/b.md", &page("Written in place."));
    child.changed();
    site.becomes("/a/b/", 200, "Written in place.");
}

#[test]
fn every_way_of_saving_ends_in_what_was_saved() {
    let site = site();
    let file = site.path("docs/a/b.md");
    let text = |name: &str| page(&format!("Saved by {name}."));

    site.write("docs/a/b.md.tmp", &text("renaming"));
    fs::rename(site.path("docs/a/b.md.tmp"), &file).unwrap();
    site.becomes("/a/b/", 200, "Saved by renaming.");

    fs::remove_file(&file).unwrap();
    fs::write(&file, text("deleting")).unwrap();
    site.becomes("/a/b/", 200, "Saved by deleting.");

    // With the pause, the empty page is seen.
    fs::write(&file, "").unwrap();
    std::thread::sleep(Duration::from_millis(100));
    fs::write(&file, text("truncating")).unwrap();
    site.becomes("/a/b/", 200, "Saved by truncating.");

    let mut open = OpenOptions::new().write(true).truncate(true).open(&file).unwrap();
    for part in text("small pieces").as_bytes().chunks(5) {
        open.write_all(part).unwrap();
    }
    drop(open);
    site.becomes("/a/b/", 200, "Saved by small pieces.");

    // As Vim does: the old file becomes a backup, a new one is written, the backup goes.
    fs::write(site.path("docs/a/4913"), "").unwrap();
    fs::remove_file(site.path("docs/a/4913")).unwrap();
    fs::rename(&file, site.path("docs/a/b.md~")).unwrap();
    fs::write(&file, text("Vim")).unwrap();
    fs::remove_file(site.path("docs/a/b.md~")).unwrap();
    site.becomes("/a/b/", 200, "Saved by Vim.");

    for round in 0..200 {
        fs::write(&file, text(&format!("round {round}"))).unwrap();
    }
    site.becomes("/a/b/", 200, "Saved by round 199.");
}

#[test]
fn files_and_folders_come_and_go() {
    let site = site();
    site.becomes("/", 200, "The home page.");
    site.write("docs/new.md", &page("A new page."));
    site.becomes("/new/", 200, "A new page.");
    site.write("docs/deep/er/and/deeper.md", &page("A deep page."));
    site.becomes("/deep/er/and/deeper/", 200, "A deep page.");
    site.write("docs/deep/er/and/deeper.md", &page("A deep edit."));
    site.becomes("/deep/er/and/deeper/", 200, "A deep edit.");

    fs::rename(site.path("docs/deep"), site.path("docs/moved")).unwrap();
    site.becomes("/moved/er/and/deeper/", 200, "A deep edit.");
    site.becomes("/deep/er/and/deeper/", 404, "");
    site.write("docs/moved/er/and/deeper.md", &page("Edited after the move."));
    site.becomes("/moved/er/and/deeper/", 200, "Edited after the move.");

    fs::rename(site.path("docs/moved"), site.path("elsewhere")).unwrap();
    site.becomes("/moved/er/and/deeper/", 404, "");
    fs::rename(site.path("elsewhere"), site.path("docs/back")).unwrap();
    site.becomes("/back/er/and/deeper/", 200, "Edited after the move.");
}

#[test]
fn the_whole_folder_of_pages_may_be_replaced() {
    let site = site();
    site.becomes("/a/b/", 200, "A child page.");
    for round in 0..3 {
        fs::remove_dir_all(site.path("docs")).unwrap();
        site.becomes("/a/b/", 404, "");
        site.write("docs/a/b.md", &page(&format!("Restored {round}.")));
        site.becomes("/a/b/", 200, &format!("Restored {round}."));
        site.write("docs/a/b.md", &page(&format!("Edited {round}.")));
        site.becomes("/a/b/", 200, &format!("Edited {round}."));
    }
    fs::rename(site.path("docs"), site.path("old")).unwrap();
    site.write("docs/c.md", &page("Another folder."));
    site.becomes("/c/", 200, "Another folder.");
    site.becomes("/a/b/", 404, "");
    site.write("docs/c.md", &page("Another edit."));
    site.becomes("/c/", 200, "Another edit.");
}

#[test]
fn many_files_at_once_are_all_seen() {
    let site = site();
    site.becomes("/", 200, "The home page.");
    for number in 0..500 {
        site.write(&format!("docs/many/{}/{number}.md", number % 20), &page(&format!("Page {number}.")));
    }
    for number in (0..500).step_by(7) {
        site.becomes(&format!("/many/{}/{number}/", number % 20), 200, &format!("Page {number}."));
    }
}
