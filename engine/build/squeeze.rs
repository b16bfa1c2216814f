//! Removes what browsers ignore from the style sheets and scripts in `templates/assets/`. Works by lines, so it is not safe for
//! arbitrary files.

/// Removes comments, line breaks, indentation and spaces around punctuation from a style sheet.
pub(crate) fn style_sheet(css: &str) -> String {
    let mut bare = String::with_capacity(css.len());
    let mut rest = css;
    while let Some((before, after)) = rest.split_once("/*") {
        bare.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    bare.push_str(rest);
    let lines = bare.lines().map(str::trim).collect::<Vec<_>>().concat();
    let pairs = [(" {", "{"), ("{ ", "{"), ("; ", ";"), (";}", "}"), (", ", ","), (": ", ":")];
    pairs.iter().fold(lines, |text, (from, to)| text.replace(from, to))
}

/// Removes comments on lines of their own and indentation from a script, and line ends and spaces around punctuation where
/// these cannot be in a pattern or in a string. No string of these scripts spans lines.
pub(crate) fn script(source: &str) -> String {
    let mut bare = String::with_capacity(source.len());
    for line in source.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//")) {
        if line.contains(['/', '\'', '`', '\\']) {
            bare.push_str(line);
        } else {
            for (at, part) in line.split('"').enumerate() {
                bare.push_str(if at == 0 { "" } else { "\"" });
                if at % 2 == 0 { tighten(part, &mut bare) } else { bare.push_str(part) }
            }
        }
        // A statement continues after these, so the line need not end, except after a comment.
        if line.contains("//") || !line.ends_with(['{', '(', '[', ';', ',', '=', '&', '|', '?', ':']) {
            bare.push('\n');
        }
    }
    bare
}

/// Appends code without the spaces around punctuation, except plus and minus: two in a row are another operator.
fn tighten(code: &str, out: &mut String) {
    const TIGHT: [char; 19] =
        ['=', '<', '>', '!', '&', '|', '?', ':', ';', ',', '{', '}', '(', ')', '[', ']', '*', '%', '^'];
    for c in code.chars() {
        if TIGHT.contains(&c) && out.ends_with(' ') {
            out.pop();
        }
        if c != ' ' || !out.ends_with(TIGHT) {
            out.push(c);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{script, style_sheet};

    #[test]
    fn strips_a_script() {
        assert_eq!(
            script("// What it does.\n(() => {\n  // Here.\n\n  f('//x'); // There.\n})();\n"),
            "(()=>{f('//x'); // There.\n})();"
        );
        assert_eq!(script("if (a) return [b + -c, \"d = e\"];"), "if(a)return[b + -c,\"d = e\"];");
        assert_eq!(script("a = {\n  b,\n}\n\nc();\nd();\n"), "a={b,}\nc();d();");
    }

    #[test]
    fn squeezes_a_style_sheet() {
        let css = "/* a */\n.b,\n.c :is(d) {\n  e: f(g, h) i;\n  j: \"k\";\n}\n";
        assert_eq!(style_sheet(css), ".b,.c :is(d){e:f(g,h) i;j:\"k\"}");
    }
}
