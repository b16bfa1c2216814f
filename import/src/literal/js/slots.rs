//! The slots that code fills of a component: `h(Layout, null, { 'nav-bar': () => … })`.

use super::code::Code;

/// Returns the slots that code fills of components whose name ends with `component`, with the line of each, from 1. A
/// list of slots that is not an object in the code has its source as its name.
pub(crate) fn filled_slots(text: &str, component: &str) -> Vec<(String, u32)> {
    let code = Code::new(text, None);
    let mut out = Vec::new();
    for at in 0..code.len() {
        let is_call = ["h", "createVNode"].iter().any(|name| code.is_word(at, name)) && code.is(at + 1, "(");
        let named = code.end(at + 2);
        let is_component = is_call && code.word(named.saturating_sub(1)).is_some_and(|word| word.ends_with(component));
        if !is_component || !code.is(named, ",") {
            continue;
        }
        let slots = code.end(named + 1) + 1;
        if slots >= code.closing(at + 1) {
            continue;
        }
        if code.is(slots, "{") {
            add_members(&code, slots, &mut out);
        } else {
            out.push((code.source(slots, code.end(slots)).to_owned(), code.line(slots)));
        }
    }
    out
}

/// Adds the names of the members of an object that begins at `open`. The default slot is not one of a layout.
fn add_members(code: &Code, open: usize, out: &mut Vec<(String, u32)>) {
    let close = code.closing(open);
    let mut at = open + 1;
    while at < close {
        let end = code.end(at);
        let name = code.text(at).or_else(|| code.word(at).map(ToOwned::to_owned));
        let name = name.unwrap_or_else(|| code.source(at, end).to_owned());
        if !name.is_empty() && name != "default" {
            out.push((name, code.line(at)));
        }
        at = end.max(at) + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::filled_slots;

    #[test]
    fn slots_have_a_name_and_a_line() {
        let code = "h(DefaultTheme.Layout, null, {\n  // 'a': () => h(A),\n  'b-c': () => h('div', { class: 'x' }, h(B)),\n  \
                    d() { return h(D) }, ...more,\n  default: () => 1,\n})\nh(Layout)\nh(Layout, { props: 1 })\nh('div', null, { e: 1 })\n\
                    h(MyLayout, {}, slots)\ncreateVNode(Layout, null, { f })";
        let expected = [("b-c", 3), ("d", 4), ("...more", 4), ("slots", 10), ("f", 11)];
        let expected: Vec<(String, u32)> = expected.map(|(name, line)| (name.to_owned(), line)).into();
        assert_eq!(filled_slots(code, "Layout"), expected);
        for broken in ["h(Layout, null, {", "h(Layout,", "h(", "h(Layout, null, { a: "] {
            filled_slots(broken, "Layout");
        }
    }
}
