//! A project whose every text tries to be more than text: pages of raw HTML, pages of components, and a spec.

use std::fmt::Write as _;
use std::path::Path;

use engine::testing::{ComponentFacts, components};

use super::spec;

/// How many payloads share a page.
const PER_PAGE: usize = 12;

/// Texts that end what they are written into, in markup, in attributes and in scripts.
pub(super) const MARKUP: &[&str] = &[
    "</title><script>alert(1)</script>",
    "\"><img src=absent onerror=alert(1)>",
    "' onmouseover='alert(1)' x='",
    "\" onfocus=\"alert(1)\" autofocus=\"",
    "</code></pre><script>alert(1)</script>",
    "--><svg/onload=alert(1)>]]>",
    "javascript:alert(1)",
    "{{7*7}}${alert(1)}<%= 7*7 %>",
    "`<details ontoggle=alert(1) open>`",
    "\u{1}\u{2}\u{202e}<b onclick=alert(1)>\u{2066}",
];

/// Values for attributes of components.
const VALUES: &[&str] = &[
    "\" onmouseover=\"alert(1)",
    "' onfocus='alert(1)' autofocus='",
    "\"><script>alert(1)</script>",
    "</wc-x><img src=absent onerror=alert(1)>",
    "javascript:alert(1)",
    "java\tscript:alert(1)",
    "\u{1}javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "//evil.example/x",
    "/\\evil.example",
    "../../x",
    "a b><script>alert(1)</script>",
    "red;background:url(absent)",
    "url(javascript:alert(1))",
    "calc(1px);position:fixed",
    "[\"<img src=absent onerror=alert(1)>\", {\"__proto__\": \"javascript:alert(1)\"}]",
    "{\"__proto__\": [\"<script>alert(1)</script>\"], \"x\": \"[a](javascript:alert(1))\"}",
    "[[\"<svg onload=alert(1)>\", \"<iframe srcdoc=x>\"]]",
    "[x](javascript:alert(1)) ![y](javascript:alert(1))",
    "1e400",
    "__proto__",
    "\u{202e}\u{2066}x",
];

/// Attributes that no component has.
const FOREIGN: &str = "onclick=alert(1) ONFOCUS=alert(1) autofocus style=position:fixed srcdoc=<script>alert(1)</script> \
    formaction=javascript:alert(1) is=x-y slot=a popover contenteditable tabindex=9 accesskey=x nonce=a";

/// Markdown whose destinations and titles are hostile.
const LINKS: &[&str] = &[
    "[x](javascript:alert(1))",
    "[x](JaVa\tscript:alert(1))",
    "[x](<java\tscript:alert(1)>)",
    "[x](&#106;avascript:alert(1))",
    "[x](javascript&colon;alert(1))",
    "[x](javascript\\:alert(1))",
    "[x](vbscript:msgbox(1))",
    "[x](data:text/html,<script>alert(1)</script>)",
    "[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)",
    "[x](//evil.example)",
    "[x](/\\evil.example)",
    "[x](\\\\evil.example)",
    "[x](file:///etc/passwd)",
    "<javascript:alert(1)>",
    "<JAVASCRIPT:alert(1)>",
    "<data:text/html,x>",
    "<a@b.c\">",
    "![x](javascript:alert(1))",
    "![x](data:image/svg+xml,<svg/onload=alert(1)>)",
    "![\"><script>alert(1)</script>](absent \"\\\"><script>alert(1)</script>\")",
    "![x\" onerror=alert(1) y=\"](absent)",
    "[x](absent \"\\\" onclick=alert(1) x=\\\"\")",
    "[x](absent \"</a><script>alert(1)</script>\")",
    "[x](absent'onclick='alert(1))",
    "[x](<absent\" onclick=\"alert(1)>)",
    "[<img src=absent onerror=alert(1)>](absent)",
    "[![x](absent)](javascript:alert(1))",
    "[a [b](javascript:alert(1)) c](absent)",
    "https://evil.example/\"onmouseover=\"alert(1)",
    "www.evil.example/<script>alert(1)</script>",
    "`<script>alert(1)</script>` ``<img src=absent onerror=alert(1)>``",
    "*<b onclick=alert(1)>*</b>",
    "**<a href=javascript:alert(1)>**x</a>",
    "&lt;script&gt;alert(1)&lt;/script&gt; &#60;script>alert(1)</script>",
    "\\<script>alert(1)\\</script>",
    "<https://evil.example/\"onclick=alert(1)//>",
];

/// Names that a script might look up on an object or on the document.
pub(super) const NAMES: &[&str] = &[
    "getElementById",
    "__proto__",
    "constructor",
    "children",
    "toString",
    "hasOwnProperty",
    "querySelector",
    "body",
    "currentScript",
    "content",
    "sidebar",
    "document",
    "location",
    "",
    "0",
    "null",
];

/// The payloads of raw HTML.
pub(super) fn raw_html() -> Vec<String> {
    let lines = include_str!("raw_html.txt").lines().filter(|line| !line.is_empty() && !line.starts_with("% "));
    let decoded = |line: &str| line.replace('⏎', "\n").replace('⇥', "\t").replace('␀', "\0").replace('␌', "\u{c}");
    lines.map(decoded).collect()
}

/// Writes everything but the pages of operations, which scaffolding makes.
pub(super) fn write(folder: &Path) {
    let file = |path: &str, text: &str| {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    let config = serde_json::json!({
        "name": MARKUP[0], "description": MARKUP[1], "footer": MARKUP[4], "openapi": "openapi.json",
        "navbar": { "links": [{ "title": MARKUP[2], "href": "/index" }] },
    });
    file("tool.json", &config.to_string());
    file("openapi.json", &spec::document().to_string());
    file("docs/index.md", &page(MARKUP[0], &format!("# {}\n\nText.\n", MARKUP[0])));
    file(
        "docs/absent.svg",
        "<svg xmlns=\"http://www.w3.org/2000/svg\" onload=\"alert(1)\"><script>alert(1)</script></svg>",
    );
    file("docs/links.md", &page("Links", &links()));
    file("docs/names.md", &page("Names", &names()));
    file("docs/code.md", &page("Code", &code()));
    file("docs/places.md", &page("Places", &places()));
    let (open, closed): (Vec<String>, Vec<String>) = raw_html().into_iter().partition(|payload| swallows(payload));
    for (number, payloads) in closed.chunks(PER_PAGE).enumerate() {
        file(&format!("docs/raw/contained-{number}.md"), &page("Contained", &contained(payloads)));
        file(&format!("docs/raw/bare-{number}.md"), &page("Bare", &bare(payloads)));
    }
    for (number, payload) in open.chunks(1).enumerate() {
        file(&format!("docs/raw/alone-{number}.md"), &page(&payload[0], &bare(payload)));
    }
    let all = components();
    for component in &all {
        let title = format!("{} {}", component.name, MARKUP[1]);
        file(&format!("docs/components/{}.md", component.name), &page(&title, &uses(component, &all)));
    }
}

/// A page with hostile frontmatter.
fn page(title: &str, body: &str) -> String {
    let (title, description) = (serde_json::json!(title.replace('\0', "")), serde_json::json!(MARKUP[3]));
    format!("---\ntitle: {title}\ndescription: {description}\n---\n\n{body}")
}

/// Whether a payload opens a block that takes in what follows it, as CommonMark has it, to the end of the page if need be.
fn swallows(payload: &str) -> bool {
    let begins = |starts: &[&str]| starts.iter().any(|start| payload.to_ascii_lowercase().starts_with(start));
    let comment_is_open = payload.rfind("<!--").is_some_and(|at| !payload[at + 2..].contains("-->"));
    comment_is_open || begins(&["<script", "<style", "<pre", "<textarea", "<!", "<?"])
}

/// Payloads in each container of Markdown, with a sentinel after each container.
fn contained(payloads: &[String]) -> String {
    let mut out = String::new();
    let mut sentinels = 0;
    for payload in payloads {
        let inline = payload.replace('\n', " ");
        let cell = inline.replace('|', "\\|");
        let containers = [
            format!("> {}", payload.replace('\n', "\n> ")),
            format!("- a\n\n  {}", payload.replace('\n', "\n  ")),
            format!("Text {inline} and *more {inline} and* text."),
            format!("| {cell} |\n|---|\n| {cell} |"),
            format!("## Heading {inline}"),
            format!("[link {inline}](absent)"),
        ];
        for container in containers {
            sentinels += 1;
            let _ = write!(out, "{container}\n\nSentinel {sentinels}.\n\n");
        }
    }
    format!("This page expects {sentinels} sentinels.\n\n{out}")
}

/// Payloads among the blocks of a page and in components, with nothing that would end them.
fn bare(payloads: &[String]) -> String {
    let blocks = payloads.iter().map(|payload| {
        format!(
            "{payload}\n\nText.\n\n{payload}\n<wc-callout title=\"t\">\n{payload}\n</wc-callout>\n\n\
             <wc-tabs><wc-tab label=\"a\">\n\n{payload}\n\n</wc-tab><wc-tab label=\"b\">{payload}</wc-tab></wc-tabs>\n\n\
             <div>\n\n{payload}\n\n</div>\n\n<table><tr><td>\n\n{payload}\n\n</td></tr></table>\n\n\
             <details><summary>{payload}</summary>{payload}</details>\n\n"
        )
    });
    blocks.collect()
}

fn links() -> String {
    let mut out = String::new();
    for (number, link) in LINKS.iter().chain(MARKUP).enumerate() {
        let _ = write!(
            out,
            "> {link}\n\n## {link}\n\n| {} |\n|---|\n\n[x][r{number}] ![x][r{number}]\n\n",
            link.replace('|', "\\|")
        );
        let _ = write!(
            out,
            "[r{number}]: absent '{}'\n\n[s{number}]: javascript:alert({number})\n\n[x][s{number}]\n\n",
            link.replace('\'', "\\'")
        );
    }
    out.push_str("![a](absent.svg)\n");
    out
}

fn names() -> String {
    let headings = NAMES
        .iter()
        .map(|name| format!("## {name}\n\n[to it](#{name})\n\n<wc-anchor id=\"{name}\">{name}</wc-anchor>\n\n"));
    let tabs = NAMES.iter().map(|name| format!("<wc-tab label=\"{name}\">\n{name}\n</wc-tab>\n"));
    let fields =
        NAMES.iter().map(|name| format!("<wc-field name=\"{name}\" type=\"{name}\" id=\"{name}\">{name}</wc-field>\n"));
    format!(
        "{}<wc-tabs sync=\"__proto__\">\n{}</wc-tabs>\n\n<wc-fields>\n{}</wc-fields>\n",
        headings.collect::<String>(),
        tabs.collect::<String>(),
        fields.collect::<String>()
    )
}

/// Info strings and code.
fn code() -> String {
    let blocks = MARKUP.iter().chain(VALUES).map(|text| {
        let info = text.replace('`', "'");
        format!(
            "~~~js\" onload=\"alert(1) {info}\n{text}\n</code></pre><script>alert(1)</script>\n~~~\n\n~~~{info} title=\"{info}\" {{1-{info}}}\n{text}\n~~~\n\n\
             <wc-code-group>\n~~~{info}\n{text}\n~~~\n</wc-code-group>\n\n"
        )
    });
    blocks.collect()
}

/// Components where they are text, where they are live, and written wrongly.
fn places() -> String {
    let live = "<wc-callout title=\"' onclick='alert(1)\">x <img src=absent onerror=alert(1)></wc-callout>";
    let inline = "<wc-badge label=\"<script>alert(1)</script>\">x</wc-badge>";
    format!(
        "```html\n{live}\n```\n\n    {live}\n\n`{live}`\n\n<!-- {live} -->\n\n| a |\n|---|\n| {inline} {live} |\n\n> {live}\n\n- {live}\n\n## a {inline} {live}\n\n\
         [{inline} {live}](absent)\n\n<wc-tab label=x>outside</wc-tab>\n\n<WC-TABS><WC-TAB LABEL=\"<b onclick=alert(1)>\" label=again>upper</WC-TAB></WC-TABS>\n\n\
         <wc-tabs><wc-tab label=a></wc-tabs></wc-tab>\n\n<wc-card href=javascript:alert(1) title=a img=javascript:alert(1)>x</wc-card>\n\n\
         <wc-callout icon-name=\"../../x\" type=\"a b><script>alert(1)</script>\">x</wc-callout>\n\n<wc-form/>\n\n<wc-x onclick=alert(1)>unknown</wc-x>\n\n\
         <wc-callout title=\"never closed\n\n<script>alert(1)</script>\n"
    )
}

/// A component with each value in every attribute, in each attribute alone, and with attributes that no component has.
fn uses(component: &ComponentFacts, all: &[ComponentFacts]) -> String {
    let mut out = String::new();
    let mut write = |attributes: &str, content: &str| {
        let name = component.name;
        let content = if component.is_empty { "" } else { content };
        let body = if component.is_text { format!("\n{content}\n") } else { content.to_owned() };
        let mut text = format!("<{name} {attributes}>{body}</{name}>");
        let mut parent = component.parent;
        while let Some(name) = parent {
            text = format!("<{name}>\n{text}\n</{name}>");
            parent = all.iter().find(|other| other.name == name).and_then(|other| other.parent);
        }
        out.push_str(&text);
        out.push_str("\n\n");
    };
    for value in VALUES {
        let given: Vec<String> = component.attributes.iter().map(|name| attribute(name, value)).collect();
        write(&given.join(" "), value);
        for one in &given {
            write(one, "x <img src=absent onerror=alert(1)> [y](javascript:alert(1))");
        }
    }
    write(FOREIGN, "<script>alert(1)</script>");
    out
}

/// An attribute that holds exactly `value`.
fn attribute(name: &str, value: &str) -> String {
    format!("{name}=\"{}\"", value.replace('&', "&amp;").replace('"', "&quot;"))
}
