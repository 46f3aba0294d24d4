//! What was measured: samples of rows, plain figures, and their medians.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::time::Duration;

use anyhow::{Context, ensure};

use crate::cpu::Spent;

/// Of the whole, below which a process is not printed.
const LEAST_SHARE: f64 = 0.01;

/// What a row showed in one round.
#[derive(Debug)]
pub struct Sample {
    /// CPU milliseconds a request, by process.
    cpu_ms: BTreeMap<&'static str, f64>,
    per_second: f64,
}

impl Sample {
    /// From the CPU seconds of so many answers, which came within this time.
    pub fn of(spent: &Spent, answered: u32, took: Duration) -> anyhow::Result<Self> {
        ensure!(answered > 0, "nothing was answered");
        let answered = f64::from(answered);
        let each = |(name, seconds): (&&'static str, &f64)| (*name, seconds * 1_000.0 / answered);
        Ok(Self { cpu_ms: spent.iter().map(each).collect(), per_second: answered / took.as_secs_f64() })
    }

    fn total(&self) -> f64 {
        self.cpu_ms.values().sum()
    }
}

/// By name, in the order in which they came first.
type Named<T> = Vec<(&'static str, Vec<T>)>;

/// What the rounds showed.
#[derive(Debug, Default)]
pub struct Results {
    rows: Named<Sample>,
    /// What is no CPU of a request. The name says the unit.
    figures: Named<f64>,
}

impl Results {
    pub fn add(&mut self, row: &'static str, sample: Sample) {
        push(&mut self.rows, row, sample);
    }

    pub fn add_figure(&mut self, name: &'static str, value: f64) {
        push(&mut self.figures, name, value);
    }

    /// CPU milliseconds of a row's request, of all processes together; or a figure.
    pub fn value(&self, name: &str) -> anyhow::Result<f64> {
        let of_row = find(&self.rows, name).map(|samples| median(samples.iter().map(Sample::total)));
        let value = of_row.or_else(|| find(&self.figures, name).map(|values| median(values.iter().copied())));
        value.with_context(|| format!("{name} was not measured"))
    }
}

fn push<T>(list: &mut Named<T>, name: &'static str, item: T) {
    match list.iter_mut().find(|(known, _)| *known == name) {
        Some((_, items)) => items.push(item),
        None => list.push((name, vec![item])),
    }
}

fn find<'a, T>(list: &'a [(&'static str, Vec<T>)], name: &str) -> Option<&'a [T]> {
    list.iter().find(|(known, _)| *known == name).map(|(_, items)| items.as_slice())
}

impl fmt::Display for Results {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<22}{:>10}{:>10}  by process", "row", "a second", "CPU ms")?;
        for (name, samples) in &self.rows {
            let total = median(samples.iter().map(Sample::total));
            let rate = median(samples.iter().map(|sample| sample.per_second));
            writeln!(f, "{name:<22}{rate:>10.1}{total:>10.3}  {}", by_process(samples, total))?;
        }
        for (name, values) in &self.figures {
            writeln!(f, "{name:<32}{:>10.2}", median(values.iter().copied()))?;
        }
        Ok(())
    }
}

/// The largest first, without those that hardly count.
fn by_process(samples: &[Sample], total: f64) -> String {
    let names: BTreeSet<_> = samples.iter().flat_map(|sample| sample.cpu_ms.keys()).collect();
    let of = |name: &str| median(samples.iter().filter_map(|sample| sample.cpu_ms.get(name)).copied());
    let mut medians: Vec<_> = names.into_iter().map(|name| (*name, of(name))).collect();
    medians.retain(|(_, cpu_ms)| *cpu_ms >= total * LEAST_SHARE);
    medians.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    medians.iter().map(|(name, cpu_ms)| format!("{name} {cpu_ms:.3}")).collect::<Vec<_>>().join(", ")
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<_> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(gateway: f64, search: f64) -> Sample {
        let spent = Spent::from([("gateway", gateway), ("svc-search", search), ("svc-brand", 0.0)]);
        Sample::of(&spent, 1_000, Duration::from_secs(2)).unwrap()
    }

    #[test]
    fn a_row_is_the_median_of_its_rounds_with_its_processes_by_size() {
        let mut results = Results::default();
        for (gateway, search) in [(0.1, 0.2), (0.5, 0.9), (0.1, 0.3)] {
            results.add("search", sample(gateway, search));
        }

        let text = results.to_string();

        assert!((results.value("search").unwrap() - 0.4).abs() < 1e-9);
        assert!(results.value("offer").is_err());
        assert!(text.contains("500.0     0.400  svc-search 0.300, gateway 0.100\n"), "{text}");
    }

    #[test]
    fn a_figure_is_the_median_of_its_rounds() {
        let mut results = Results::default();
        for value in [210.0, 900.0, 205.5] {
            results.add_figure("first offers, ms", value);
        }

        assert!((results.value("first offers, ms").unwrap() - 210.0).abs() < 1e-9);
        assert!(results.to_string().ends_with("first offers, ms                    210.00\n"), "{results}");
    }

    #[test]
    fn no_answer_is_no_sample() {
        assert!(Sample::of(&Spent::new(), 0, Duration::from_secs(2)).is_err());
    }
}
