//! Open pages hear of changes, and only of those that are theirs.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use server::Event;

use crate::client::{Events, connect, get, request};
use crate::site::{Site, page};

fn site() -> Site {
    let (home, child) = (page("The home page."), page("A child page."));
    Site::still(&[("docs/index.md", home.as_str()), ("docs/a/b.md", child.as_str())])
}

/// What the next change did: the paths, and how many open pages differ.
fn change(site: &Site) -> (Vec<String>, usize) {
    site.event(|event| match event {
        Event::Changed { paths, pages, .. } => Some((paths.iter().map(ToString::to_string).collect(), pages)),
        _ => None,
    })
}

#[test]
fn a_page_hears_of_its_own_changes_alone() {
    let site = site();
    let (mut home, mut child) = (site.open("/"), site.open("/a/b/"));
    site.write("docs/a/b.md", &page("Another text."));
    assert!(site.apply(&["docs/a/b.md"]));
    assert_eq!(child.changed(), site.version("/a/b/"));
    assert_eq!(change(&site), (vec!["docs/a/b.md".to_owned()], 1));
    // Nothing differs: no event, or the next one would not be the home page's.
    assert!(!site.apply(&["docs/a/b.md", "docs/index.md"]));
    site.write("docs/index.md", &page("Another home."));
    assert!(site.apply(&["docs/index.md"]));
    assert_eq!(home.changed(), site.version("/"));
    assert_eq!(change(&site), (vec!["docs/index.md".to_owned()], 1));
}

#[test]
fn an_edit_and_its_undoing_are_both_shown() {
    let site = site();
    let mut child = site.open("/a/b/");
    let first = site.version("/a/b/");
    site.write("docs/a/b.md", &page("Another text."));
    assert!(site.apply(&["docs/a/b.md"]));
    assert_ne!(child.changed(), first);
    site.write("docs/a/b.md", &page("A child page."));
    assert!(site.apply(&["docs/a/b.md"]));
    assert_eq!(child.changed(), first);
}

#[test]
fn a_page_that_was_loaded_before_a_change_hears_of_it_when_it_connects() {
    let site = site();
    let before = site.version("/a/b/");
    site.write("docs/a/b.md", &page("Another text."));
    assert!(site.apply(&["docs/a/b.md"]));
    let now = site.version("/a/b/");
    assert_eq!(Events::open(site.port, "/a/b/", Some(&before)).changed(), now);
    // Who has the current version hears nothing until the next change.
    let mut current = Events::open(site.port, "/a/b/", Some(&now));
    site.write("docs/a/b.md", &page("A third text."));
    assert!(site.apply(&["docs/a/b.md"]));
    assert_eq!(current.changed(), site.version("/a/b/"));
}

#[test]
fn a_page_that_comes_and_goes_is_shown_where_it_was_missing() {
    let site = site();
    let mut missing = site.open("/new/");
    site.write("docs/new.md", &page("A new page."));
    assert!(site.apply(&["docs/new.md"]));
    assert_eq!(missing.changed(), site.version("/new/"));
    assert!(get(site.port, "/new/").text().contains("A new page."));
    std::fs::remove_file(site.path("docs/new.md")).unwrap();
    assert!(site.apply(&["docs/new.md"]));
    missing.changed();
    assert_eq!(get(site.port, "/new/").status, 404);
}

#[test]
fn a_client_that_never_reads_holds_up_nobody() {
    let site = site();
    let _deaf: Vec<Events> = (0..20).map(|_| Events::open(site.port, "/a/b/", None)).collect();
    let mut child = site.open("/a/b/");
    for round in 0..50 {
        site.write("docs/a/b.md", &page(&format!("Text {round}.")));
        assert!(site.apply(&["docs/a/b.md"]));
        assert_eq!(child.changed(), site.version("/a/b/"), "{round}");
    }
}

#[test]
fn readers_are_answered_during_a_stream_of_changes() {
    let site = site();
    let port = site.port;
    let reader = std::thread::spawn(move || {
        let statuses = (0..60).map(|round| get(port, if round % 2 == 0 { "/" } else { "/a/b/" }).status);
        statuses.filter(|status| *status == 200).count()
    });
    let mut round = 0;
    while !reader.is_finished() {
        round += 1;
        site.write("docs/a/b.md", &page(&format!("Text {round}.")));
        assert!(site.apply(&["docs/a/b.md"]));
    }
    assert_eq!(reader.join().unwrap(), 60);
    assert!(get(port, "/a/b/").text().contains(&format!("Text {round}.")));
}

#[test]
fn too_many_open_pages_are_refused_and_pages_still_served() {
    let site = site();
    let open: Vec<Events> = (0..256).map(|_| Events::open(site.port, "/", None)).collect();
    assert_eq!(request(site.port, "GET", "/_tool/events?page=/", &[]).status, 503);
    assert_eq!(get(site.port, "/").status, 200);
    drop(open);
}

/// Open pages leave the places of connections to others, and a stream that is refused leaves its place too.
#[test]
fn streams_and_idle_clients_leave_room_for_others() {
    let site = site();
    let open: Vec<Events> = (0..256).map(|_| Events::open(site.port, "/", None)).collect();
    let refused: Vec<TcpStream> = (0..250)
        .map(|_| {
            let mut stream = connect(site.port);
            write!(stream, "GET /_tool/events?page=/ HTTP/1.1\r\nHost: localhost:{}\r\n\r\n", site.port).unwrap();
            stream
        })
        .collect();
    let idle: Vec<TcpStream> = (0..300).map(|_| connect(site.port)).collect();
    let start = Instant::now();
    assert_eq!(get(site.port, "/").status, 200);
    assert!(start.elapsed() < Duration::from_secs(5), "served after {:?}", start.elapsed());
    for mut stream in refused {
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 503 ") && answer.contains("connection: close"), "{answer}");
    }
    drop((open, idle));
}

#[test]
fn streams_end_when_the_server_stops() {
    let site = site();
    let child = site.open("/a/b/");
    site.stop();
    child.ended();
}

#[test]
fn findings_are_reported_at_the_start() {
    let site = site();
    let listening = site.event(|event| match event {
        Event::Listening { url, .. } => Some(url),
        _ => None,
    });
    assert_eq!(listening, format!("http://localhost:{}/", site.port));
    site.event(|event| matches!(event, Event::Checked { .. }).then_some(()));
}

#[test]
fn only_what_changed_is_reported_after_a_change() {
    let site = Site::still(&[("docs/index.md", &page("[a](gone-a)\n"))]);
    let checked = || {
        site.event(|event| match event {
            Event::Checked { findings, new, resolved, .. } => {
                let result = (findings.diagnostics.len(), new.len(), resolved.len());
                Some(result).filter(|(_, new, resolved)| new + resolved > 0)
            }
            _ => None,
        })
    };
    assert_eq!(checked(), (1, 1, 0));
    let edit = |text: &str| {
        site.write("docs/index.md", &page(text));
        assert!(site.apply(&["docs/index.md"]));
    };
    // The finding moves, which is no news.
    edit("Text.\n\n[a](gone-a)\n");
    std::thread::sleep(Duration::from_millis(200));
    edit("Text.\n\n[a](gone-a) [b](gone-b)\n");
    assert_eq!(checked(), (2, 1, 0));
    edit("Text.\n");
    assert_eq!(checked(), (0, 0, 2));
}
