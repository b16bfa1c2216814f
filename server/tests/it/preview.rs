//! A built site, served from its folder.

use std::fs;
use std::path::Path;

use server::{Preview, PreviewOptions};
use tempfile::TempDir;
use tokio::runtime::Runtime;

use crate::client::{Reply, get, request};

/// A folder as a build leaves it, and a server of it.
struct Site {
    port: u16,
    folder: TempDir,
    _runtime: Runtime,
}

impl Site {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), "first", "One");
        let runtime = Runtime::new().unwrap();
        let options = PreviewOptions { folder: folder.path().join("first"), port: 0, host: None };
        let preview = runtime.block_on(Preview::bind(options)).unwrap();
        let port = preview.addresses()[0].port();
        runtime.spawn(preview.run());
        Self { port, folder, _runtime: runtime }
    }
}

fn write(root: &Path, site: &str, text: &str) {
    let moved = "<!doctype html>\n<head>\n<meta http-equiv=\"refresh\" content=\"0; url=../a/?x&amp;y#z\">\n</head>\n";
    let files = [
        ("index.html", text),
        ("index.md", "# Home"),
        ("a/index.html", "A page"),
        ("a.md", "# A"),
        ("old/index.html", moved),
        ("404.html", "Not here"),
        ("img.svg", "<svg/>"),
        ("_headers", "/*"),
        (".htaccess", "x"),
    ];
    for (path, text) in files {
        let path = root.join(site).join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

fn seen(reply: &Reply) -> (u16, String) {
    (reply.status, reply.text())
}

#[test]
fn pages_are_negotiated_and_validated() {
    let site = Site::new();
    let html = get(site.port, "/a/");
    assert_eq!(seen(&html), (200, "A page".to_owned()));
    assert!(html.header("vary").unwrap().to_ascii_lowercase().contains("accept"));
    let markdown = request(site.port, "GET", "/a/", &["Accept: text/markdown, text/html;q=0.5"]);
    assert_eq!(seen(&markdown), (200, "# A".to_owned()));
    assert_eq!(markdown.header("content-type"), Some("text/markdown; charset=utf-8"));
    assert_eq!(markdown.header("content-location"), Some("/a.md"));
    assert_eq!(seen(&request(site.port, "GET", "/", &["Accept: text/markdown"])).1, "# Home");
    let tag = format!("If-None-Match: {}", html.header("etag").unwrap());
    assert_eq!(request(site.port, "GET", "/a/", &[&tag]).status, 304);
}

#[test]
fn addresses_lead_where_hosts_lead_them() {
    let site = Site::new();
    for (path, location) in [("/a", "/a/"), ("/a?q", "/a/?q"), ("/old", "/a/?x&y#z"), ("/old/", "/a/?x&y#z")] {
        let reply = get(site.port, path);
        assert_eq!((reply.status, reply.header("location")), (308, Some(location)), "{path}");
    }
    for path in ["/none/", "/_headers", "/.htaccess", "/none.css"] {
        assert_eq!(seen(&get(site.port, path)), (404, "Not here".to_owned()), "{path}");
    }
    // Not the folder by its path from the root of the disk, and no redirect to another host.
    let below = format!("/{}/a", site.folder.path().join("first").display());
    assert_eq!(seen(&get(site.port, &below)), (404, "Not here".to_owned()));
    assert_eq!(get(site.port, "/..%2f").status, 400);
    assert_eq!(request(site.port, "POST", "/a/", &[]).status, 405);
    assert_eq!(request(site.port, "GET", "/a/", &["Origin: https://evil.test"]).status, 403);
    let image = get(site.port, "/img.svg");
    assert!(image.header("content-security-policy").unwrap().starts_with("sandbox"));
    assert_eq!(image.header("x-content-type-options"), Some("nosniff"));
}

#[test]
fn a_folder_that_takes_the_place_of_the_old_one_is_served() {
    let site = Site::new();
    assert_eq!(seen(&get(site.port, "/")).1, "One");
    let root = site.folder.path();
    write(root, "second", "Two");
    fs::rename(root.join("first"), root.join("third")).unwrap();
    fs::rename(root.join("second"), root.join("first")).unwrap();
    assert_eq!(seen(&get(site.port, "/")).1, "Two");
}
