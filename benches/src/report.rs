//! Tables, and the budgets: each is printed with its figure at the end; a missed one fails nothing, since times waver.

/// The middle one of an odd number of values, the lower of two middle ones else.
#[must_use]
pub fn median(values: impl IntoIterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.into_iter().collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len().saturating_sub(1) / 2).copied().unwrap_or(f64::NAN)
}

/// Bytes as megabytes.
#[must_use]
pub fn megabytes(bytes: f64) -> String {
    format!("{:.1} MB", bytes / 1e6)
}

/// Seconds as milliseconds.
#[must_use]
pub fn milliseconds(seconds: f64) -> String {
    format!("{:.1} ms", seconds * 1e3)
}

/// The most a figure may be, and how to write it.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// What is limited.
    pub what: &'static str,
    /// The most it may be.
    pub must: f64,
    /// How the figure is written.
    pub show: fn(f64) -> String,
}

impl Limit {
    /// At most so many times something.
    #[must_use]
    pub const fn times(what: &'static str, must: f64) -> Self {
        Self { what, must, show: |ratio| format!("{ratio:.2}x") }
    }

    /// At most so many bytes.
    #[must_use]
    pub const fn bytes(what: &'static str, must: f64) -> Self {
        Self { what, must, show: megabytes }
    }

    /// At most so many seconds.
    #[must_use]
    pub const fn seconds(what: &'static str, must: f64) -> Self {
        Self { what, must, show: milliseconds }
    }

    /// At most so many.
    #[must_use]
    pub const fn count(what: &'static str, must: f64) -> Self {
        Self { what, must, show: |count| format!("{count:.0}") }
    }
}

/// A table with a line for each case, and the budgets.
#[derive(Debug)]
pub struct Report {
    title: &'static str,
    lines: Vec<Vec<String>>,
    budgets: Vec<String>,
    figures: Vec<f64>,
    baseline: Vec<f64>,
    missed: usize,
    noise: Option<String>,
}

impl Report {
    /// An empty table with these headings.
    #[must_use]
    pub fn new(title: &'static str, headings: &[&str]) -> Self {
        Self {
            title,
            lines: vec![headings.iter().map(|&heading| heading.to_owned()).collect()],
            budgets: Vec::new(),
            figures: Vec::new(),
            baseline: Vec::new(),
            missed: 0,
            noise: noise(),
        }
    }

    /// Compares the figures with those of another report, which were held in the same order.
    #[must_use]
    pub fn against(mut self, baseline: Option<Self>) -> Self {
        self.baseline = baseline.map(|report| report.figures).unwrap_or_default();
        self
    }

    /// Adds a line.
    pub fn line(&mut self, cells: Vec<String>) {
        self.lines.push(cells);
    }

    /// Holds a figure against its limit.
    pub fn hold(&mut self, case: &str, limit: Limit, figure: f64) {
        let Limit { what, must, show } = limit;
        if must.is_infinite() {
            return;
        }
        // Also when there is no figure.
        let is_missed = figure.is_nan() || figure > must;
        self.missed += usize::from(is_missed);
        let verdict = if is_missed { "missed" } else { "met" };
        let ratio = self.baseline.get(self.figures.len()).map(|baseline| figure / baseline);
        let ratio = ratio.map(|ratio| format!(", {ratio:.2} times the earlier commit's")).unwrap_or_default();
        self.budgets.push(format!("{verdict:6}  {case}: {what} {}, at most {}{ratio}", show(figure), show(must)));
        self.figures.push(figure);
    }

    /// Says why nothing was measured.
    pub fn skip(&self, reason: &str) {
        println!("\nskipped: {}: {reason}", self.title);
    }

    /// Prints everything.
    pub fn print(&self) {
        println!("\n{}\n", self.title);
        let columns = self.lines.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| {
            self.lines.iter().filter_map(|line| line.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        for line in &self.lines {
            let mut text = String::new();
            for (position, (cell, &width)) in line.iter().zip(&widths).enumerate() {
                let cell = if position == 0 { format!("{cell:width$}") } else { format!("  {cell:>width$}") };
                text.push_str(&cell);
            }
            println!("{}", text.trim_end());
        }
        println!();
        for budget in &self.budgets {
            println!("{budget}");
        }
        println!("{} of {} budgets are met", self.budgets.len() - self.missed, self.budgets.len());
        if let Some(noise) = &self.noise {
            println!("noisy: {noise}");
        }
    }
}

/// What else the machine does, when that is enough to spoil the times. Asked before a benchmark adds to it.
#[expect(clippy::disallowed_methods, reason = "the system tells through a file")]
fn noise() -> Option<String> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let line = std::fs::read_to_string("/proc/loadavg").ok()?;
    let load: f64 = line.split(' ').next()?.parse().ok()?;
    let is_noisy = load > cores as f64 / 2.0;
    is_noisy.then(|| format!("load {load} on {cores} cores before the start; measure again on a quiet machine"))
}
