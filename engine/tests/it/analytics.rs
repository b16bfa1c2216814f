//! Services that count page views: what pages load for them, and what the content security policy allows.

use engine::testing::{project, text};
use engine::{Output, OutputOptions, Project};

use crate::incremental::everything;

fn site(fields: &str) -> Project {
    project(&format!("\n//- /tool.json\n{{ \"name\": \"N\"{fields} }}\n//- /docs/index.md\n# Home\n")).1
}

/// The policy of a page, and the attributes of the script that loads its services.
fn loaded(html: &str) -> String {
    let between = |start: &str, end: &str| {
        let (_, rest) = html.split_once(start).unwrap();
        rest.split_once(end).unwrap().0.to_owned()
    };
    between("Content-Security-Policy\" ", ">")
        + "\n"
        + between("/_tool/analytics.", "</script>").split_once(' ').unwrap().1
}

#[test]
fn pages_load_the_services_that_are_configured_and_allow_no_other_origin() {
    let site = site(r#", "analytics": { "fathom": { "site": "A\"'<B>" }, "ga4": { "id": "G-1" }, "consent": true }"#);
    insta::assert_snapshot!(loaded(&text(&site, "index.html")), @r#"
    content="default-src 'none'; script-src 'self' https://cdn.usefathom.com https://www.googletagmanager.com; style-src 'self'; img-src 'self' https: data:; media-src 'self' https:; frame-src 'self' https:; font-src 'self'; connect-src *; base-uri 'none'; form-action 'self'"
    defer data-analytics="[{&quot;name&quot;:&quot;fathom&quot;,&quot;attributes&quot;:{&quot;src&quot;:&quot;https://cdn.usefathom.com/script.js&quot;,&quot;data-site&quot;:&quot;A\&quot;&#39;&lt;B&gt;&quot;}},{&quot;name&quot;:&quot;ga4&quot;,&quot;id&quot;:&quot;G-1&quot;,&quot;attributes&quot;:{&quot;src&quot;:&quot;https://www.googletagmanager.com/gtag/js?id=G-1&quot;}}]" data-consent>
    "#);
    let dev = site.site().output("index.html", OutputOptions { dev: true, offline: false });
    let Some(Output::Bytes(bytes)) = dev else { panic!("{dev:?}") };
    let dev = String::from_utf8_lossy(&bytes);
    assert!(!dev.contains("analytics") && !dev.contains("fathom"), "{dev}");
}

#[test]
fn a_site_without_services_loads_nothing() {
    let plain = everything(&site(""));
    assert_eq!(plain, everything(&site(r#", "analytics": { "consent": true }"#)));
    assert!(!text(&site(""), "index.html").contains("analytics"));
}
