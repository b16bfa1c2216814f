//! A string that matches a regular expression, for the subset that specs use. Lookaround, back references and Unicode
//! property classes are not supported.

/// The greatest supported nesting of groups.
const DEEPEST: usize = 16;
/// The greatest length of a string, in characters.
const LONGEST: usize = 1_000;
/// The characters that are preferred in a class, in this order.
const PREFERRED: &str = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-_. /:@#+%";

/// Part of an expression.
enum Atom {
    /// Ranges, and whether the class is negated.
    Class(Vec<(char, char)>, bool),
    Group(Vec<Vec<Repeated>>),
}

struct Repeated {
    atom: Atom,
    least: usize,
    /// `None` if unlimited.
    most: Option<usize>,
}

/// A string of `least` to `most` characters that matches the expression.
pub(super) fn matching(pattern: &str, least: usize, most: usize) -> Option<String> {
    let mut parser = Parser { rest: pattern.chars().peekable() };
    let alternatives = parser.alternatives(0)?;
    if parser.rest.next().is_some() {
        return None;
    }
    // Repeats what may be repeated until the string is long enough.
    (0..=least.min(LONGEST)).find_map(|more| {
        alternatives.iter().find_map(|alternative| {
            let mut out = String::new();
            write(alternative, more, &mut out)?;
            (least..=most).contains(&out.chars().count()).then_some(out)
        })
    })
}

/// The parser's depth limit bounds the recursion.
fn write(sequence: &[Repeated], more: usize, out: &mut String) -> Option<()> {
    for Repeated { atom, least, most } in sequence {
        let times = least.saturating_add(more).min(most.unwrap_or(usize::MAX)).max(*least);
        for at in 0..times {
            if out.len() > LONGEST {
                return None;
            }
            match atom {
                Atom::Class(ranges, is_negated) => out.push(member(ranges, *is_negated, at)?),
                Atom::Group(alternatives) => write(alternatives.first()?, more, out)?,
            }
        }
    }
    Some(())
}

/// A character of a class: the `at`th of the preferred ones, so that repetition yields different characters.
fn member(ranges: &[(char, char)], is_negated: bool, at: usize) -> Option<char> {
    let is_in = |c: char| ranges.iter().any(|&(from, to)| (from..=to).contains(&c)) != is_negated;
    let mut fitting = PREFERRED.chars().filter(|&c| is_in(c));
    let count = fitting.clone().count();
    match at.checked_rem(count) {
        Some(place) => fitting.nth(place),
        None => ranges.first().map(|&(from, _)| from).filter(|_| !is_negated),
    }
}

struct Parser<'a> {
    rest: std::iter::Peekable<std::str::Chars<'a>>,
}

impl Parser<'_> {
    fn takes(&mut self, c: char) -> bool {
        self.rest.next_if_eq(&c).is_some()
    }

    /// Parses up to the end or a closing bracket.
    fn alternatives(&mut self, depth: usize) -> Option<Vec<Vec<Repeated>>> {
        let mut found = vec![Vec::new()];
        while let Some(&c) = self.rest.peek() {
            if c == ')' {
                break;
            }
            self.rest.next();
            let atom = match c {
                '|' => {
                    found.push(Vec::new());
                    continue;
                }
                '^' | '$' => continue,
                '(' => self.group(depth)?,
                '[' => self.class()?,
                '.' => Atom::Class(vec![('\n', '\n')], true),
                '\\' => {
                    let (ranges, is_negated) = self.escape()?;
                    Atom::Class(ranges, is_negated)
                }
                '*' | '+' | '?' => return None,
                c => Atom::Class(vec![(c, c)], false),
            };
            let (least, most) = self.repetition()?;
            found.last_mut()?.push(Repeated { atom, least, most });
        }
        Some(found)
    }

    fn group(&mut self, depth: usize) -> Option<Atom> {
        if depth >= DEEPEST {
            return None;
        }
        if self.takes('?') {
            // Of the group prefixes, only names and none at all are supported.
            if self.takes('<') || (self.takes('P') && self.takes('<')) {
                loop {
                    match self.rest.next()? {
                        '>' => break,
                        '=' | '!' => return None,
                        _ => {}
                    }
                }
            } else if !self.takes(':') {
                return None;
            }
        }
        let alternatives = self.alternatives(depth + 1)?;
        self.takes(')').then_some(Atom::Group(alternatives))
    }

    fn class(&mut self) -> Option<Atom> {
        let is_negated = self.takes('^');
        let mut ranges: Vec<(char, char)> = Vec::new();
        loop {
            let (from, is_single) = match self.rest.next()? {
                ']' => return Some(Atom::Class(ranges, is_negated)),
                '\\' => {
                    let (escaped, is_negated) = self.escape()?;
                    if is_negated {
                        return None;
                    }
                    let single = match escaped.as_slice() {
                        [(from, to)] if from == to => Some(*from),
                        _ => None,
                    };
                    ranges.extend(escaped);
                    (single.unwrap_or_default(), single.is_some())
                }
                c => {
                    ranges.push((c, c));
                    (c, true)
                }
            };
            if !is_single || self.rest.peek() != Some(&'-') {
                continue;
            }
            self.rest.next();
            match self.rest.next()? {
                ']' => {
                    ranges.push(('-', '-'));
                    return Some(Atom::Class(ranges, is_negated));
                }
                '\\' => {
                    let (escaped, _) = self.escape()?;
                    let [(to, _)] = escaped.as_slice() else { return None };
                    ranges.push((from, *to));
                }
                to => ranges.push((from, to)),
            }
        }
    }

    /// The class after a backslash.
    fn escape(&mut self) -> Option<(Vec<(char, char)>, bool)> {
        let word = vec![('a', 'z'), ('A', 'Z'), ('0', '9'), ('_', '_')];
        let space = vec![(' ', ' '), ('\t', '\r')];
        Some(match self.rest.next()? {
            'd' => (vec![('0', '9')], false),
            'D' => (vec![('0', '9')], true),
            'w' => (word, false),
            'W' => (word, true),
            's' => (space, false),
            'S' => (space, true),
            'n' => (vec![('\n', '\n')], false),
            'r' => (vec![('\r', '\r')], false),
            't' => (vec![('\t', '\t')], false),
            c if c.is_ascii_alphanumeric() => return None,
            c => (vec![(c, c)], false),
        })
    }

    /// The repetition after an atom.
    fn repetition(&mut self) -> Option<(usize, Option<usize>)> {
        let found = if self.takes('*') {
            (0, None)
        } else if self.takes('+') {
            (1, None)
        } else if self.takes('?') {
            (0, Some(1))
        } else if self.takes('{') {
            let least = self.number()?;
            let most = if self.takes(',') {
                if self.rest.peek() == Some(&'}') { None } else { Some(self.number()?) }
            } else {
                Some(least)
            };
            if !self.takes('}') {
                return None;
            }
            (least, most)
        } else {
            return Some((1, Some(1)));
        };
        // Greedy or lazy makes no difference.
        self.takes('?');
        Some(found)
    }

    fn number(&mut self) -> Option<usize> {
        let mut digits = String::new();
        while let Some(digit) = self.rest.next_if(char::is_ascii_digit) {
            digits.push(digit);
        }
        digits.parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::matching;

    #[test]
    fn strings_match_usual_expressions() {
        let made = |pattern| matching(pattern, 0, 100);
        for (pattern, expected) in [
            ("^[a-z]{3}-\\d+$", "abc-0"),
            ("^(foo|bar)?x*$", ""),
            ("^#[A-Fa-f0-9]{6}$", "#abcdef"),
            ("^(?:v)?\\d{1,2}(\\.\\d+){2}$", "0.0.0"),
            ("^(?<year>\\d{4})-[^a-z]$", "0123-0"),
            ("[\\w.+-]+@x", "a@x"),
            ("", ""),
            ("a.c", "aac"),
        ] {
            assert_eq!(made(pattern).as_deref(), Some(expected), "{pattern}");
        }
        assert_eq!(matching("^[a-z]+$", 4, 6).as_deref(), Some("abcd"));
        assert_eq!(matching("^(ab)*$", 3, 4).as_deref(), Some("abab"));
    }

    #[test]
    fn what_is_not_understood_or_too_long_gives_nothing() {
        for pattern in [
            "(?=a)b",
            "(?!a)b",
            "(a)\\1",
            "\\p{L}",
            "a{",
            "(",
            "[a",
            "a{9999999}",
            "*",
            "((((((((((((((((((a))))))))))))))))))",
        ] {
            assert_eq!(matching(pattern, 0, usize::MAX), None, "{pattern}");
        }
        assert_eq!(matching("^a{5}$", 0, 3), None);
    }
}
