//! docs/performance.csv: the ratios of runs that were kept.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::available_parallelism;

use anyhow::{Context, ensure};
use service::{Clock, SystemClock};

use crate::goals::{self, Judged};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
/// Before the ratios.
const COLUMNS: [&str; 3] = ["date", "commit", "processors"];
/// A ratio that is so many times that of the run before has got worse.
const WORSE: f64 = 1.1;

/// The lines so far, under their header.
pub fn read() -> anyhow::Result<String> {
    let file = file();
    checked(if file.exists() { std::fs::read_to_string(&file)? } else { String::new() })
}

/// Adds this run's line to the lines before, unless ratios got worse since the last run with as many processors. Those
/// are returned.
pub fn append(before: &str, judged: &[Judged]) -> anyhow::Result<Vec<String>> {
    let ratios: Vec<f64> = judged.iter().map(Judged::ratio).collect();
    let processors = available_parallelism()?.get();
    let line = line(&format!("{},{},{processors}", SystemClock.now().date(), commit()?), &ratios)?;
    let worse = worse(before, processors, &ratios)?;
    if worse.is_empty() {
        let file = file();
        std::fs::write(&file, format!("{before}{line}"))
            .with_context(|| format!("writing {}", file.display()))?;
    } else {
        println!("not added to docs/performance.csv: {}", line.trim_end());
    }
    Ok(worse)
}

fn file() -> PathBuf {
    Path::new(ROOT).join("docs/performance.csv")
}

/// An empty file gets its header.
fn checked(text: String) -> anyhow::Result<String> {
    let header = header();
    if text.is_empty() {
        return Ok(format!("{header}\n"));
    }
    ensure!(text.lines().next() == Some(&*header), "docs/performance.csv has other columns than {header}");
    Ok(text)
}

/// Names without their commas.
fn header() -> String {
    let names = goals::names().map(|name| name.replace(',', ""));
    COLUMNS.map(str::to_owned).into_iter().chain(names).collect::<Vec<_>>().join(",")
}

fn line(begin: &str, ratios: &[f64]) -> anyhow::Result<String> {
    let mut line = begin.to_owned();
    for ratio in ratios {
        write!(line, ",{ratio:.3}")?;
    }
    writeln!(line)?;
    Ok(line)
}

/// The ratios that got worse, in words. Machines of other shapes say nothing.
fn worse(before: &str, processors: usize, ratios: &[f64]) -> anyhow::Result<Vec<String>> {
    let shape = processors.to_string();
    let last = before.lines().rfind(|line| line.split(',').nth(COLUMNS.len() - 1) == Some(&*shape));
    let Some(last) = last else { return Ok(Vec::new()) };
    let earlier = last.split(',').skip(COLUMNS.len()).map(str::parse::<f64>).collect::<Result<Vec<f64>, _>>();
    let earlier = earlier.with_context(|| format!("docs/performance.csv: {last}"))?;
    ensure!(earlier.len() == ratios.len(), "docs/performance.csv has other columns than this run: {last}");
    let of_both = goals::names().zip(earlier).zip(ratios);
    let worse = of_both.filter(|((_, earlier), ratio)| **ratio > earlier * WORSE);
    let told = |((name, earlier), ratio): ((&str, f64), &f64)| {
        format!("{name}: {ratio:.3}, and {earlier:.3} in the run before")
    };
    Ok(worse.map(told).collect())
}

/// With `-dirty` where something is not committed.
fn commit() -> anyhow::Result<String> {
    let described =
        Command::new("git").args(["-C", ROOT, "describe", "--always", "--dirty", "--exclude=*"]).output()?;
    ensure!(described.status.success(), "git describe: {}", String::from_utf8_lossy(&described.stderr));
    Ok(String::from_utf8(described.stdout)?.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_file_gets_its_header_and_each_run_a_line() {
        let empty = checked(String::new()).unwrap();

        let header = empty.trim_end();
        assert!(header.starts_with("date,commit,processors,cached search plain,"), "{header}");
        assert_eq!(line("2026-11-28,abc,2", &[1.25, 0.5]).unwrap(), "2026-11-28,abc,2,1.250,0.500\n");
        assert_eq!(checked(empty.clone()).unwrap(), empty);
    }

    #[test]
    fn a_file_of_other_columns_is_refused() {
        let refused = checked("date,commit,login\n".to_owned()).unwrap_err();

        assert!(refused.to_string().contains("other columns"), "{refused}");
    }

    #[test]
    fn a_ratio_is_worse_from_a_tenth_more_than_in_the_last_run_with_as_many_processors() {
        let before = "date,commit,processors,plain,gzip\n\
                      2026-11-27,abc,2,1.000,1.000\n\
                      2026-11-28,def,2,2.000,1.000\n\
                      2026-11-28,def,16,0.500,0.500\n";
        let worse = |processors, ratios: [f64; 2]| worse(before, processors, &ratios).unwrap();

        assert_eq!(worse(2, [2.19, 1.09]), Vec::<String>::new());
        assert_eq!(worse(2, [2.3, 0.5]), ["cached search, plain: 2.300, and 2.000 in the run before"]);
        assert_eq!(worse(16, [0.6, 0.6]).len(), 2);
        assert_eq!(worse(4, [9.0, 9.0]), Vec::<String>::new());
    }

    #[test]
    fn a_line_that_is_no_line_of_ratios_is_an_error() {
        let before = |ratios: &str| format!("date,commit,processors,plain\n2026-11-27,abc,2{ratios}\n");

        assert!(worse(&before(",good"), 2, &[1.0]).is_err());
        assert!(worse(&before(""), 2, &[1.0]).is_err());
        assert!(worse(&before(",1.000"), 2, &[1.0]).is_ok());
    }
}
