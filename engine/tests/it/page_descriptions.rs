//! The description under the title of a page.

use engine::testing::{project, text};

use crate::shown::findings;

const PAGES: &str = "
//- /docs/index.md
---
title: Home
description: All about <seeds>.
---

Text.
//- /docs/plain.md
---
title: Plain
---

Text.
//- /docs/own.md
---
description: Unseen.
---

# A heading of its own

Text.
//- /docs/api.md
---
title: API
description: Unseen.
layout: api
---

Text.
";

fn leads(setting: &str) -> Vec<bool> {
    let (_, site) = project(&format!("//- /tool.json\n{{\"name\": \"Meadow\"{setting}}}{PAGES}"));
    let has = |page: &str| text(&site, page).contains("<p class=\"lead\">");
    ["index.html", "plain/index.html", "own/index.html", "api/index.html"].map(has).to_vec()
}

#[test]
fn pages_show_their_description_where_the_site_says_so() {
    assert_eq!(leads(""), [false; 4]);
    assert_eq!(leads(", \"pageDescriptions\": true"), [true, false, false, false]);
    let (_, site) = project(&format!("//- /tool.json\n{{\"name\": \"M\", \"pageDescriptions\": true}}{PAGES}"));
    assert!(text(&site, "index.html").contains("<h1>Home</h1><p class=\"lead\">All about &lt;seeds&gt;.</p>"));
    let (_, wrong) = project(&format!("//- /tool.json\n{{\"name\": \"M\", \"pageDescriptions\": \"on\"}}{PAGES}"));
    let found = findings(&wrong);
    assert!(
        found.contains("invalid-config tool.json:1:35 `pageDescriptions` must be true or false, not a string"),
        "{found}"
    );
}
