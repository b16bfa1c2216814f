//! Magic blocks of ReadMe: `[block:type]` around JSON.

use serde_json::Value;

use super::{Converter, Kind, Node};
use crate::page::tree::{Element, Fence, TargetElement};
use crate::page::write::escaped_text;
use crate::report::LossKind;

impl Converter<'_> {
    /// A magic block.
    pub(super) fn magic(&mut self, element: &Element, line: u32, out: &mut Vec<Node>) {
        let Some(json) = json_of(&element.argument) else {
            let subject = format!("[block:{}]", element.name);
            self.report_loss(LossKind::UnbalancedBlock, line, &subject, "its JSON is broken; it stays as code");
            let content = format!("{}\n", element.argument);
            out.push(Node {
                line,
                kind: Kind::Fence(Fence { mark: '`', length: 3, info: "json".to_owned(), content }),
            });
            return;
        };
        let text = |name: &str| json.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        match element.name.as_str() {
            "code" => self.magic_code(&json, line, out),
            "callout" => {
                let kind = engine::other_tools::callout(&text("type")).map_or("info", |(kind, _)| kind);
                let mut made = TargetElement::new("wc-callout").with("type", kind);
                made.set_if(Some(text("title")), "title");
                made.children = self.markdown(&text("body"), line);
                out.push(made.at(line));
            }
            "image" => self.magic_image(&json, line, out),
            "parameters" => self.magic_table(&json, line, out),
            "api-header" => {
                let level = json.get("level").and_then(Value::as_u64).and_then(|level| usize::try_from(level).ok());
                self.heading(level.unwrap_or(2).clamp(1, 6), &text("title"), line, out);
            }
            "html" => {
                // All lines of a string of JSON are on the one of its member.
                let above = element.argument.split("\"html\"").next().unwrap_or_default().matches('\n').count();
                let begun = usize::from(element.argument.contains('\n'));
                self.html_text(&text("html"), line + u32::try_from(above + begun).unwrap_or(0), out);
            }
            "embed" => {
                let url = text("url");
                if let Some(player) = super::media::player(&url) {
                    return out.push(super::media::frame(
                        player,
                        (Some(text("title")).filter(|title| !title.is_empty()), None),
                        line,
                    ));
                }
                let title = if text("title").is_empty() { url.clone() } else { text("title") };
                out.push(Node::text(line, format!("[{}]({})", escaped_text(&title), self.link(&url, line))));
            }
            "tutorial-tile" | "recipe" => {
                let title = text("title");
                let url = text("link");
                out.push(Node::text(line, format!("[{}]({url})", escaped_text(&title))));
            }
            name => {
                self.report_loss(LossKind::UnknownComponent, line, &format!("[block:{name}]"), "it stays as code");
                let content = format!("{}\n", element.argument);
                out.push(Node {
                    line,
                    kind: Kind::Fence(Fence { mark: '`', length: 3, info: "json".to_owned(), content }),
                });
            }
        }
    }

    /// Markdown in a member of the JSON.
    fn markdown(&mut self, text: &str, line: u32) -> Vec<Node> {
        let document = crate::page::read::read(text, line, self.dialect);
        self.nodes(document.nodes, None)
    }

    fn magic_code(&mut self, json: &Value, line: u32, out: &mut Vec<Node>) {
        let codes = json.get("codes").and_then(Value::as_array).cloned().unwrap_or_default();
        let mut fences = Vec::new();
        for code in &codes {
            let text = |name: &str| code.get(name).and_then(Value::as_str).unwrap_or_default();
            let language = text("language").split('|').next().unwrap_or_default();
            let name = if text("name").is_empty() {
                text("language").split('|').nth(1).unwrap_or_default()
            } else {
                text("name")
            };
            let info = if name.is_empty() {
                language.to_owned()
            } else {
                format!("{language} filename=\"{}\"", name.replace(['"', '`'], "'")).trim().to_owned()
            };
            let content = format!("{}\n", text("code").trim_end_matches('\n'));
            fences.push(Node { line, kind: Kind::Fence(Fence { mark: '`', length: 3, info, content }) });
        }
        self.code_tabs(fences, None, line, out);
    }

    fn magic_image(&mut self, json: &Value, line: u32, out: &mut Vec<Node>) {
        for image in json.get("images").and_then(Value::as_array).into_iter().flatten() {
            let list = image.get("image").and_then(Value::as_array);
            let part =
                |number: usize| list.and_then(|list| list.get(number)).and_then(Value::as_str).unwrap_or_default();
            let caption = image.get("caption").and_then(Value::as_str).unwrap_or_default();
            if part(0).is_empty() {
                continue;
            }
            let alt = if part(1).is_empty() { caption } else { part(1) };
            let text = Node::text(line, format!("![{}]({})", escaped_text(alt), self.asset(part(0), line)));
            if caption.is_empty() {
                out.push(Node { line, kind: Kind::Blank });
                out.push(text);
                out.push(Node { line, kind: Kind::Blank });
            } else {
                out.push(TargetElement::new("wc-frame").with("caption", caption).holding(vec![text]).at(line));
            }
        }
    }

    /// `parameters`: becomes a table.
    fn magic_table(&mut self, json: &Value, line: u32, out: &mut Vec<Node>) {
        const MOST: u64 = 1000;
        let number = |name: &str| json.get(name).and_then(Value::as_u64).unwrap_or_default().min(MOST);
        let (cols, rows) = (number("cols"), number("rows"));
        let data = json.get("data");
        let mut cell = |key: String| {
            let text = data.and_then(|data| data.get(key.as_str())).and_then(Value::as_str).unwrap_or_default();
            let text = self.inlines_of(text, line, true);
            text.replace('|', "\\|")
                .lines()
                .map(str::trim)
                .filter(|line| !line.is_empty())
                .collect::<Vec<_>>()
                .join("<br>")
        };
        if cols == 0 || cols * rows > 20_000 {
            return;
        }
        let head: Vec<String> = (0..cols).map(|col| cell(format!("h-{col}"))).collect();
        let mut text = format!("| {} |\n|{}", head.join(" | "), " --- |".repeat(head.len()));
        for row in 0..rows {
            let cells: Vec<String> = (0..cols).map(|col| cell(format!("{row}-{col}"))).collect();
            text.push_str(&format!("\n| {} |", cells.join(" | ")));
        }
        out.push(Node { line, kind: Kind::Blank });
        out.push(Node::text(line, text));
        out.push(Node { line, kind: Kind::Blank });
    }
}

/// The JSON of a block, whose strings may contain raw line feeds.
fn json_of(source: &str) -> Option<Value> {
    if let Ok(value) = serde_json::from_str(source) {
        return Some(value);
    }
    let mut fixed = String::with_capacity(source.len() + 16);
    let mut in_text = false;
    let mut escaped = false;
    for c in source.chars() {
        match c {
            _ if escaped => escaped = false,
            '\\' if in_text => escaped = true,
            '"' => in_text = !in_text,
            '\n' if in_text => {
                fixed.push_str("\\n");
                continue;
            }
            '\t' if in_text => {
                fixed.push_str("\\t");
                continue;
            }
            _ => {}
        }
        fixed.push(c);
    }
    serde_json::from_str(&fixed).ok()
}
