//! What a storm counted, and what it missed: a small table, and the exit code.

use std::fmt;
use std::process::ExitCode;
use std::time::Duration;

/// How many misses are told in full.
const TOLD: usize = 20;

#[derive(Debug, Default)]
pub struct Report {
    rows: Vec<(String, String)>,
    misses: Vec<String>,
}

impl Report {
    pub fn row(&mut self, name: impl Into<String>, value: impl fmt::Display) {
        self.rows.push((name.into(), format!("{value}")));
    }

    /// Median, 99th percentile and longest, in milliseconds.
    pub fn times(&mut self, name: &str, mut times: Vec<Duration>) {
        times.sort_unstable();
        let at = |percent: usize| times.get((times.len() * percent).div_ceil(100).saturating_sub(1));
        let ms =
            |time: Option<&Duration>| time.map_or_else(|| "-".to_owned(), |it| it.as_millis().to_string());
        self.row(
            format!("{name}, ms: median / p99 / longest of {}", times.len()),
            format!("{} / {} / {}", ms(at(50)), ms(at(99)), ms(times.last())),
        );
    }

    pub fn miss(&mut self, what: impl Into<String>) {
        self.misses.push(what.into());
    }

    /// Counts a miss where `holds` is false.
    pub fn require(&mut self, holds: bool, what: impl FnOnce() -> String) {
        if !holds {
            self.miss(what());
        }
    }

    pub fn is_good(&self) -> bool {
        self.misses.is_empty()
    }

    pub fn code(&self) -> ExitCode {
        if self.is_good() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.rows.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
        for (name, value) in &self.rows {
            writeln!(f, "  {name:width$}  {value}")?;
        }
        for miss in self.misses.iter().take(TOLD) {
            writeln!(f, "  MISS: {miss}")?;
        }
        if self.misses.len() > TOLD {
            writeln!(f, "  ... and {} more", self.misses.len() - TOLD)?;
        }
        let verdict = if self.is_good() { "held" } else { "NOT HELD" };
        write!(f, "  {verdict}: {} misses", self.misses.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_tells_its_rows_and_fails_on_a_miss() {
        let mut report = Report::default();
        report.row("offers", 7);
        report.times("answer", (1..=100).map(Duration::from_millis).collect());
        report.require(true, || unreachable!("nothing is missed"));
        assert!(report.is_good());

        report.require(false, || "one cent".to_owned());

        let text = report.to_string();
        assert!(text.contains("50 / 99 / 100") && text.contains("offers"), "{text}");
        assert!(text.ends_with("MISS: one cent\n  NOT HELD: 1 misses"), "{text}");
    }
}
