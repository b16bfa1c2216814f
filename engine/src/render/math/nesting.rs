//! The nesting depth of TeX, measured before anything recurses into it.

/// Commands whose argument is the rest of their group, or that take more than two arguments.
const REST_OF_GROUP: &[&str] = &[
    "atop",
    "bf",
    "binomial",
    "brace",
    "brack",
    "cal",
    "choose",
    "color",
    "displaystyle",
    "genfrac",
    "it",
    "middle",
    "over",
    "rm",
    "scriptscriptstyle",
    "scriptstyle",
    "sf",
    "textstyle",
    "tt",
];

/// An open group.
struct Group {
    /// Its contribution to the depth: itself, and the commands before it whose argument it may be.
    weight: usize,
    /// The preceding commands, one of which may still lack an argument.
    waiting: usize,
    bracket: bool,
}

/// An upper bound of the nesting depth of TeX: braces, `\left`, environments, and commands whose argument has no
/// braces.
pub(super) fn nesting(source: &str) -> usize {
    let bytes = source.as_bytes();
    let (mut depth, mut deepest, mut waiting) = (0usize, 0usize, 0usize);
    let mut groups: Vec<Group> = Vec::new();
    // After two items in a row, no command lacks an argument.
    let mut items = 0;
    let mut after_command = false;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let mut is_command = false;
        let (mut opens, mut closes, mut bracket) = (false, false, false);
        let mut length = 1;
        match byte {
            b'\\' => {
                let word = source.get(at + 1..).unwrap_or_default();
                let word = &word[..word.bytes().take_while(u8::is_ascii_alphabetic).count()];
                length +=
                    word.len().max(source.get(at + 1..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8));
                match word {
                    "left" | "begin" => opens = true,
                    "right" | "end" => closes = true,
                    "" => {
                        (waiting, items) = if bytes.get(at + 1) == Some(&b'\\') { (0, 0) } else { (waiting, items + 1) }
                    }
                    _ => {
                        is_command = true;
                        items = 0;
                        waiting += 1;
                        if REST_OF_GROUP.contains(&word) {
                            depth += 1;
                            if let Some(group) = groups.last_mut() {
                                group.weight += 1;
                            }
                        }
                    }
                }
            }
            b'{' => opens = true,
            b'[' if after_command => (opens, bracket) = (true, true),
            b'}' => closes = true,
            b']' if groups.last().is_some_and(|group| group.bracket) => closes = true,
            b'&' => (waiting, items) = (0, 0),
            byte if byte.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            _ => items += 1,
        }
        if opens {
            groups.push(Group { weight: 1 + waiting, waiting, bracket });
            depth += 1 + waiting;
            (waiting, items) = (0, 0);
        } else if closes {
            // Unclosed brackets do not count.
            while let Some(group) = groups.pop() {
                depth = depth.saturating_sub(group.weight);
                waiting = group.waiting;
                if bracket || !group.bracket {
                    break;
                }
            }
            items = 1;
        }
        if items >= 2 {
            waiting = 0;
        }
        deepest = deepest.max(depth + waiting);
        after_command = is_command;
        at += length;
    }
    deepest
}

#[cfg(test)]
mod tests {
    use super::nesting;

    #[test]
    fn usual_formulas_are_far_from_the_limit() {
        for source in [
            r"x = \frac{-b \pm \sqrt{b^2 - 4ac}}{2a}",
            r"\hat x \hat y + \alpha \beta \gamma \delta \cdot \frac12 \frac34 + 1",
            r"\begin{pmatrix} \sqrt{a} & \cdots \\ \vdots & \ddots \end{pmatrix} \left[ x \right]",
        ] {
            assert!(nesting(source) < 12, "{source}: {}", nesting(source));
        }
    }

    #[test]
    fn counts_whatever_may_nest() {
        for unit in [
            r"\frac{",
            r"\frac{y}{",
            r"\sqrt",
            r"\frac1",
            r"\frac{1}",
            r"\left(",
            "{",
            r"\begin{matrix}",
            "^{x",
            r"\hat",
            r"\sqrt[ab",
            r"\color{red}ab",
            r"\displaystyle ab",
            r"\underset1",
            r"{a\over bc",
            r"\mathop",
            r"\text{",
            r"\genfrac(){0pt}0a",
        ] {
            let depth = nesting(&format!("{} x", unit.repeat(200)));
            assert!(depth >= 200, "{unit}: {depth}");
        }
    }
}
