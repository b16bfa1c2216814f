//! Machine-readable dates.

/// A year, month or day in ISO 8601, as a full date; a missing month or day becomes the first. `None` for any other
/// text.
pub(crate) fn machine_date(text: &str) -> Option<String> {
    let text = text.trim();
    let number = |from: usize, to: usize| -> Option<u32> {
        let digits = text.get(from..to)?;
        digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
    };
    let is_dash = |at: usize| text.as_bytes().get(at) == Some(&b'-');
    let year = number(0, 4)?;
    let (month, day) = match text.len() {
        4 => (1, 1),
        7 if is_dash(4) => (number(5, 7)?, 1),
        10 if is_dash(4) && is_dash(7) => (number(5, 7)?, number(8, 10)?),
        _ => return None,
    };
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 => 28 + u32::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    (1..=days).contains(&day).then(|| format!("{year:04}-{month:02}-{day:02}"))
}

#[cfg(test)]
mod tests {
    use super::machine_date;

    #[test]
    fn only_days_that_exist_are_dates() {
        let table = [
            ("2026-03-04", "2026-03-04"),
            (" 2026-03 ", "2026-03-01"),
            ("2026", "2026-01-01"),
            ("2024-02-29", "2024-02-29"),
            ("2000-02-29", "2000-02-29"),
            ("2026-04-30", "2026-04-30"),
            ("2026-12-31", "2026-12-31"),
        ];
        for (text, date) in table {
            assert_eq!(machine_date(text).as_deref(), Some(date));
        }
        for text in [
            "",
            "March 2026",
            "2026-13",
            "2026-02-29",
            "1900-02-29",
            "2026-04-31",
            "2026-3-4",
            "2026/03",
            "2026/03/04",
            "2026-03/04",
            "2026/03-04",
            "20260304",
            "2026-03-00",
            "٢٠٢٦",
        ] {
            assert_eq!(machine_date(text), None, "{text}");
        }
    }
}
